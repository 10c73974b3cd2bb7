"""Random orders for either side of World in Flames: mostly such as a player might send.

Everything follows from the seed of the `Random` that is given, and from the position. Some rows
are nonsense: too far, out of range, a unit that has moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Final, TypeVar

from pbem.core.maps.paths import within
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.systems.wif.turn.closing import END_OF_TURN
from pbem.systems.wif.world.position import position_of
from pbem.systems.wif.world.units import Piece

Row = dict[str, Any]
T = TypeVar("T")

ACTIONS: Final = ("land",) * 13 + ("combined",) * 5 + ("air", "air", "pass", "naval")
MARCHES: Final = ("land", "combined")
SUPPLIED: Final = ("all", "ask", "2 best INF")
FLYING: Final = ("cap", "intercept", "escort", "defend", "emergency_supply")
WAYS: Final = ("n-e", "e", "s-e", "s-w", "w", "n-w", "north", "east", "south", "west")
LAND_ODDS: Final = ("odds >= 1-1", "odds >= 2-1", "odds >= 3-1", "defenders <= 2", "odds >= 1-3")
HEX_CONDITIONS: Final = ("enemy units = 0", "enemy units >= 1", "enemy units <= 2")
CLASSES: Final = ("INF", "ARM", "MECH", "MOT", "CAV", "MIL", "GAR")
PRESETS: Final = ("cautious", "bold", "passive")
KINDS: Final = ("ARM", "MECH", "INF", "FTR", "LND", "HQ-A", "HQ-I", "MOT")


class Writer:
    """What one player might order in a position."""

    def __init__(self, game: Game, state: State, player: str, random: Random) -> None:
        self.game, self.state, self.player, self.random = game, state, player, random
        self.near = game.board.neighbours
        position = position_of(game, state)
        self.own = [power.id for power in state.powers_of_player(player)]
        pieces = sorted(position.on_map, key=lambda piece: piece.id)
        self.mine = [piece for piece in pieces if piece.owner in self.own]
        self.theirs = [piece for piece in pieces if piece.owner not in self.own]
        self.targets = sorted({piece.at for piece in self.theirs if piece.is_land})
        self.airfields = sorted({p.at for p in self.theirs if p.is_air} - {*self.targets})
        self.ready = [p for p in self.mine if not p.face_down or self.chance(10)]
        self.after = {piece.id: piece.at for piece in self.mine if piece.is_land}

    # --- drawing

    def chance(self, percent: int) -> bool:
        """Whether something happens."""
        return self.random.randrange(100) < percent

    def pick(self, options: Iterable[T]) -> T:
        """One of some things."""
        return self.random.choice(list(options))

    def some(self, options: Sequence[T], most: int) -> list[T]:
        """A few of some things, at least one."""
        return self.random.sample(options, min(len(options), self.random.randint(1, most)))

    def rows(self, write: Callable[[], Row | None], most: int) -> list[Row]:
        """Some rows of a section."""
        return [row for _ in range(self.random.randint(0, most)) if (row := write()) is not None]

    # --- names

    def name(self, piece: Piece) -> str:
        """A unit as its player writes it: its printed name, where that names one, or its id."""
        namesakes = sum(other.name == piece.name for other in self.mine)
        return piece.name if namesakes == 1 and self.chance(80) else piece.id

    def names(self, pieces: Sequence[Piece]) -> str | list[str]:
        """One name, or a list."""
        found = [self.name(piece) for piece in pieces]
        return found[0] if len(found) == 1 else found

    def place(self, hex_id: str) -> str:
        """A hex by its name, if it has one, or by its number."""
        name = self.game.board.name(hex_id)
        return name if name and self.chance(50) else hex_id

    def places(self, hexes: Sequence[str]) -> str | list[str]:
        """One place, or a list."""
        found = list(dict.fromkeys(self.place(one) for one in hexes))
        return found[0] if len(found) == 1 else found

    def by_distance(self, start: str, hexes: Iterable[str], most: int) -> list[str]:
        """Those of some hexes that lie within a distance, the nearest first."""
        reach = within(self.near, start, most)
        return sorted((one for one in hexes if one in reach), key=lambda one: (reach[one], one))

    # --- aircraft

    def aircraft(self, fighters: bool, hex_id: str) -> list[Piece]:
        """Own aircraft that might fly to a hex, whether or not something is in the way."""
        return [
            piece
            for piece in self.ready
            if piece.is_air
            and (piece.kind == "FTR") == fighters
            and hex_id in within(self.near, piece.at, piece.range)
        ]

    def ground_strike(self) -> Row | None:
        """Bombers against a stack of the enemy's."""
        bombers = [piece for piece in self.ready if piece.is_air and piece.kind != "FTR"]
        if not bombers:
            return None
        bomber = self.pick(bombers)
        goals = self.by_distance(bomber.at, self.targets, bomber.range)
        if not goals:
            return None
        goals = self.some(goals, 3)
        others = [piece for piece in self.aircraft(False, goals[0]) if piece.id != bomber.id]
        bombers = [bomber, *(self.some(others, 2) if others and self.chance(40) else [])]
        row: Row = {"fly": self.names(bombers), "at": self.places(goals)}
        fighters = self.aircraft(True, goals[0])
        if fighters and self.chance(60):
            row["escort"] = self.names(self.some(fighters, 2))
        if self.chance(20):
            row["if"] = self.pick(("enemy fighters <= 1", "enemy fighters = 0", "enemy units >= 2"))
        return self.flown(row)

    def flown(self, row: Row) -> Row:
        """A mission with how far it flies and where it returns to."""
        if self.chance(15):
            row["extended"] = self.chance(60)
        if self.chance(25):
            homes = sorted({piece.at for piece in self.mine})
            row["home"] = self.places(self.some(homes, 3))
        return row

    def rebase(self) -> Row | None:
        """Aircraft to another base."""
        pieces = [piece for piece in self.ready if piece.is_air]
        if not pieces:
            return None
        piece = self.pick(pieces)
        bases = self.by_distance(piece.at, {p.at for p in self.mine}, 2 * piece.range)
        return {"units": self.name(piece), "to": self.places(self.some(bases, 3))}

    # --- land

    def rail(self) -> Row | None:
        """A unit by rail."""
        held = [p.id for p in self.state.places.values() if p.controller in self.own]
        if not self.ready:
            return None
        goals = self.some(sorted(held), 8)
        return {"units": self.name(self.pick(self.ready)), "to": self.places(goals)}

    def emergency(self) -> Row | None:
        """Supply from an HQ at the price of turning it face-down."""
        hqs = [piece for piece in self.ready if piece.is_land and piece.is_hq]
        if not hqs:
            return None
        hq = self.pick(hqs)
        near = [p for p in self.mine if p.is_land and p.at in within(self.near, hq.at, 4)]
        return {"hq": self.name(hq), "units": self.names(self.some(near, 3))}

    def march(self) -> Row | None:
        """A stack, or a part of one, towards the enemy, round him or into his hex."""
        units = [p for p in self.ready if p.is_land and self.after[p.id] == p.at]
        if not units:
            return None
        start = self.pick(sorted({piece.at for piece in units}))
        stack = [piece for piece in units if piece.at == start]
        group = stack if self.chance(60) else self.some(stack, 2)
        reach = min(piece.movement for piece in group)
        goals = self.goals(start, max(1, reach - self.random.randrange(3)))
        row: Row = {"units": f"all {start}" if group == stack and self.chance(50)
                    else self.names(group), "to": self.places(goals)}  # fmt: skip
        if self.chance(20):
            row["via"] = self.place(self.pick(self.near[start]))
        if self.chance(20):
            row["else"] = self.place(self.pick(self.near[start]))
        if self.chance(10):
            row["if"] = self.pick(HEX_CONDITIONS)
        if len(group) > 1 and self.chance(10):
            row["drop"] = {self.name(group[0]): self.place(self.pick(self.near[start]))}
        self.after |= {piece.id: goals[0] for piece in group}
        return row

    def goals(self, start: str, reach: int) -> list[str]:
        """Where a stack might go: beside the enemy, where his aircraft lie, into a weak hex."""
        held = {piece.at for piece in self.theirs}
        empty = sorted(set(within(self.near, start, reach)) - held - {start})
        kind = self.random.randrange(100)
        if kind < 20 and (airfields := self.by_distance(start, self.airfields, reach)):
            return airfields[:1]
        weak = [p.at for p in self.theirs if p.face_down and p.is_land]
        if kind < 40 and (overrun := self.by_distance(start, weak, reach)):
            return overrun[:1]
        beside = [one for one in empty if any(other in self.targets for other in self.near[one])]
        return self.some(beside if beside and kind < 90 else empty, 3)

    def attack(self, target: str, moved: bool) -> Row | None:
        """An attack on a stack from some hexes around it, by units that have moved or not."""
        near, land = self.near[target], [piece for piece in self.ready if piece.is_land]
        stay = sorted({p.at for p in land if p.at == self.after[p.id] and p.at in near})
        come = sorted({self.after[p.id] for p in land if self.after[p.id] in near})
        around = come if moved else stay
        if not around:
            return None
        hexes = around if self.chance(60) else self.some(around, 2)
        row: Row = {"at": self.place(target), "with": [f"all {one}" for one in hexes]}
        units = [piece for piece in land if self.after[piece.id] in hexes]
        if units and self.chance(20):
            row["with"] = self.names(self.some(units, 4))
        if self.chance(25):
            row["if"] = self.pick(LAND_ODDS)
        return self.supported(row, target, units)

    def attacks(self) -> list[Row]:
        """Attacks on most stacks that can be reached, each in several ways: one may do."""
        many = self.random.randint(len(self.targets) // 2, len(self.targets))
        targets = self.random.sample(self.targets, many)
        ways = [self.attack(one, moved) for one in targets for moved in (True, False, False)]
        return [row for row in ways if row is not None]

    def supported(self, row: Row, target: str, units: Sequence[Piece]) -> Row:
        """An attack with aircraft, an HQ, and who goes where afterwards."""
        bombers, fighters = self.aircraft(False, target), self.aircraft(True, target)
        if bombers and self.chance(60):
            row["support"] = self.names(self.some(bombers, 2))
            if fighters and self.chance(50):
                row["escort"] = self.names(self.some(fighters, 2))
            self.flown(row)
        elif fighters and self.chance(15):
            row["cap"] = self.names(self.some(fighters, 1))
        hqs = [piece for piece in units if piece.is_hq]
        if hqs and self.chance(70):
            row["hq"] = self.name(hqs[0])
        if units and self.chance(40):
            row["advance"] = {self.place(target): self.names(self.some(units, 2))}
            beyond = [one for one in self.near[target] if one not in self.targets]
            if beyond and self.chance(30):
                row["advance"][self.place(self.pick(beyond))] = self.name(self.pick(units))
        return row

    def reorganise(self) -> list[Any]:
        """Units and kinds in order of need."""
        down = [piece for piece in self.mine if piece.face_down] or self.mine
        hqs = [piece for piece in self.mine if piece.is_hq]
        words: list[Any] = [self.name(piece) for piece in self.some(down, 4)]
        kinds = sorted({piece.kind for piece in self.mine}) if self.chance(95) else KINDS
        words += [f"any {self.pick(kinds)}" for _ in range(self.random.randrange(4))]
        if hqs and self.chance(25):
            words.append({"unit": self.name(self.pick(down)), "by": self.name(self.pick(hqs))})
        if self.chance(30):
            words.append(f"{self.random.randint(1, 3)} best {self.pick(kinds)}")
        return words

    # --- whole files

    def sections(self) -> Row:
        """The sections of an order file."""
        if self.state.clock.window == END_OF_TURN:
            return self.between_turns()
        if not self.mine:
            return {"action": dict.fromkeys(self.own, "pass")}
        action = self.pick(ACTIONS)
        marches = action in MARCHES or self.chance(10)
        found: Row = {
            "action": dict.fromkeys(self.own, action),
            "emergency_supply": self.rows(self.emergency, 2) if self.chance(30) else [],
            "ground_strike": self.rows(self.ground_strike, 5),
            "rail": self.rows(self.rail, 4),
            "land": self.rows(self.march, 30) if marches else [],
            "attacks": self.attacks() if marches else [],
            "rebase": self.rows(self.rebase, 4),
            "reorganise": self.reorganise() if self.chance(60) else [],
        }
        return {**{name: rows for name, rows in found.items() if rows}, **self.in_battle()}

    def between_turns(self) -> Row:
        """What is ordered at the end of a turn."""
        units, player = self.state.units.values(), self.own
        pool = [u.counter for u in units if u.owner in player and u.at.startswith("pool:")]
        due = [u.counter for u in units if u.owner in player and u.at.startswith("track:")]
        counters = [self.game.counters[counter] for counter in pool]
        places = sorted(self.near)
        builds = [
            {"build": c.kind, "cost": int(c.rating("cost")), "count": self.pick((1, 1, 2))}
            for c in self.some(counters, 5)
        ]
        arrivals = [
            {"units": self.game.counters[c].name, "to": self.place(self.pick(places))}
            for c in self.some(due, 3)
        ]
        found: Row = {
            "build": builds,
            "scrap": [self.game.counters[c].name for c in self.some(pool, 2)],
            "reinforce": arrivals,
            "routes": [
                {"from": self.place(self.pick(places)), "to": self.place(self.pick(places))}
            ],
            "disband": [p.name for p in self.some(self.mine, 2)] if self.chance(20) else [],
        }
        return {name: rows for name, rows in found.items() if rows}

    def in_battle(self) -> Row:
        """What the mover's own lines answer."""
        if self.chance(20):
            return {}
        keys: dict[str, Callable[[], Any]] = {
            "table": lambda: self.pick(("blitzkrieg", "assault", "ask")),
            "lose": self.classes,
            "retreat_him": lambda: self.some(WAYS, 3),
            "shattered": lambda: self.pick(("shatter", "retreat", "ask")),
            "advance": lambda: self.pick(("all", "2 best ARM", "nobody", "1 best INF", "ask")),
            "stay_up": lambda: self.pick(("2 best ARM", ["MECH", "INF"], "all", "ask")),
            "intercept": self.flyers,
            **self.air_choices("air_lose"),
            "abort_air": lambda: self.pick(("abort", "stay", "ask")),
            "home": lambda: self.places(self.some(sorted({p.at for p in self.mine}), 3)),
        }
        line = {key: write() for key, write in keys.items() if self.chance(45)}
        if self.chance(25) and line:
            return {"in_battle": [{"at": self.place(self.pick(self.targets)), **line}, line]
                    if self.targets else line}  # fmt: skip
        return {"in_battle": line} if line else {}

    def classes(self) -> Any:
        """What is lost first."""
        return self.pick((self.random.sample(CLASSES, 4), "ask", self.pick(CLASSES)))

    def flyers(self) -> Any:
        """Who flies."""
        return self.pick(("all", "all", "1 best FTR", "2 best FTR", "nobody", "1 worst FTR", "ask"))

    def air_choices(self, lose: str) -> dict[str, Callable[[], Any]]:
        """The choices of an air combat; the key for own losses differs between files."""
        return {
            "front": lambda: self.pick(("best FTR", ["FTR"], ["LND"], "1 worst FTR")),
            "shoot": lambda: self.pick(("fighter", "bomber", "ask", ["bomber", "fighter"])),
            lose: lambda: self.pick(("fighter", "bomber", "ask")),
            "let_through": lambda: self.pick(("1 worst LND", "1 best LND", "ask")),
            "get_through": lambda: self.pick(("1 worst LND", "1 best LND", "ask")),
        }

    def standing(self) -> Row:
        """Standing orders: a preset, or lines of any kind, or both."""
        found: Row = {}
        if self.chance(35):
            found["preset"] = self.pick(PRESETS)
        if self.chance(15):
            found["reserve"] = {self.pick(("FTR", "LND", "INF")): self.random.randint(1, 2)}
        for name, write in self.standing_lines().items():
            if self.chance(75 if name in FLYING else 45):
                lines = [write() for _ in range(self.random.randint(1, 2))]
                found[name] = lines if len(lines) > 1 else lines[0]
        return found

    def standing_lines(self) -> dict[str, Callable[[], Row]]:
        """A line of each kind of choice."""
        air = self.air_choices("lose")
        return {
            "cap": lambda: self.line({"fly": self.flyers(), "limit": self.random.randint(1, 3)}),
            "intercept": lambda: self.line(
                {"fly": self.flyers()},
                ("air >= -3", "enemy bombers > 0", "enemy fighters = 0", "air >= 1"),
            ),
            "escort": lambda: self.line({"fly": self.flyers()}, ("air >= -2", "own bombers >= 1")),
            "air_combat": lambda: self.line(
                {key: write() for key, write in air.items() if self.chance(60)} or {"front": "FTR"}
            ),
            "abort_air": lambda: self.line(
                {"do": self.pick(("abort", "stay"))}, ("air <= -2", "air <= 0", "round >= 2")
            ),
            "return_to_base": lambda: self.line({"to": self.held()}),
            "overrun": lambda: self.line({"rebase": self.held()}),
            "overstacked": lambda: self.line({"lose": self.classes()}),
            "emergency_supply": lambda: self.line(
                {"units": self.pick(("all", "ask", "2 best INF"))}
            ),
            "defend": self.defence,
        }

    def defence(self) -> Row:
        """How a stack is defended."""
        keys: dict[str, Callable[[], Any]] = {
            "hq": lambda: self.pick(("all", "nobody", "1 best HQ-A")),
            "support": lambda: self.pick(("all", "all", "1 best LND", "2 best LND", "ask")),
            "escort": self.flyers,
            "table": lambda: self.pick(("assault", "blitzkrieg", "ask")),
            "lose": self.classes,
        }
        line = {key: write() for key, write in keys.items() if self.chance(60)}
        return self.line(line or {"table": "assault"}, ("odds >= 3-1", "odds <= 4-1"))

    def line(self, said: Row, conditions: Sequence[str] = ()) -> Row:
        """A line, sometimes for a place or under a condition."""
        head: Row = {}
        if self.mine and self.chance(15):
            head["at"] = self.place(self.pick(self.mine).at)
        if conditions and self.chance(40):
            head["if"] = self.pick(conditions)
        return {**head, **said}

    def held(self) -> str | list[str]:
        """Hexes with own units."""
        return self.places(self.some(sorted({p.at for p in self.mine}), 3)) if self.mine else "ask"
