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
from pbem.systems.flames.turn.closing import END_OF_TURN
from pbem.systems.flames.world.position import Piece, position_of

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
PRESETS: Final = ("cautious", "steady", "bold")
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
        facts = game.board.by_fact
        self.works = sorted({*facts.get("factories", {}), *facts.get("oil", {})})
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

    def paradrop(self) -> Row | None:
        """Paratroops, or whoever is there, from where aircraft stand into a hex of the enemy."""
        planes = [piece for piece in self.ready if piece.is_air and piece.kind != "FTR"]
        if not planes:
            return None
        plane = self.pick(planes)
        troops = [piece for piece in self.mine if piece.is_land]
        beside = [p for p in troops if p.kind == "PARA" or p.at == plane.at] or troops
        held = {p.id for p in self.state.places.values() if p.controller not in self.own}
        goals = self.by_distance(plane.at, held, plane.range)
        if not goals or not beside:
            return None
        at = self.places(self.some(goals, 2))
        return {"fly": self.name(plane), "drop": self.name(self.pick(beside)), "at": at}

    def offensive(self) -> Row | None:
        """Offensive points for an HQ, or for more than the limits; most of it needs option 49."""
        hqs = [piece for piece in self.mine if piece.is_hq]
        if hqs and self.chance(60):
            return {"hq": self.name(self.pick(hqs)), "action": self.pick(("land", "air"))}
        kinds = ("air missions", "land moves", "land attacks")
        return {"more": {self.pick(kinds): self.random.randint(1, 3)}}

    def supply_unit(self) -> Row | None:
        """A supply unit, or who is none, for who may be beside it (option 14)."""
        land = [self.name(piece) for piece in self.mine if piece.is_land]
        return {"use": self.pick(land), "for": self.pick(land)} if land else None

    def guns(self) -> Row | None:
        """Artillery at a stack beside it; sometimes who is none."""
        able = [p for p in self.ready if p.kind == "ART" or (p.is_land and self.chance(3))]
        if not able:
            return None
        gun = self.pick(able)
        return {"guns": self.name(gun), "at": self.places(self.some(self.near[gun.at], 2))}

    def rebase(self) -> Row | None:
        """Aircraft to another base."""
        pieces = [piece for piece in self.ready if piece.is_air]
        if not pieces:
            return None
        piece = self.pick(pieces)
        bases = self.by_distance(piece.at, {p.at for p in self.mine}, 2 * piece.range)
        return {"units": self.name(piece), "to": self.places(self.some(bases, 3))}

    def bombardment(self) -> Row | None:
        """Bombers against factories and oil."""
        bombers = [piece for piece in self.ready if piece.is_air and piece.kind != "FTR"]
        if not bombers or not self.works:
            return None
        bomber = self.pick(bombers)
        goals = self.by_distance(bomber.at, self.works, bomber.range)
        row: Row = {"fly": self.name(bomber), "at": self.places(self.some(goals or self.works, 2))}
        if fighters := self.aircraft(True, bomber.at):
            row |= {"escort": self.name(self.pick(fighters))} if self.chance(40) else {}
        row |= {how: True for how in ("night", "high") if self.chance(25)}
        return self.flown(row)

    def transport(self) -> Row | None:
        """A land unit aboard an aircraft, to a hex of our own."""
        able = [p for p in self.ready if p.is_air and (p.kind == "ATR" or self.chance(5))]
        land = [p for p in self.ready if p.is_land and self.after[p.id] == p.at]
        if not able or not land:
            return None
        plane, held = self.pick(able), sorted({p.at for p in self.mine})
        here = [p for p in land if p.at == plane.at]
        cargo = self.pick(here if here and self.chance(80) else land)
        goals = self.by_distance(plane.at, held, plane.range) or held
        row: Row = {"fly": self.name(plane), "carry": self.name(cargo)}
        row["at"] = self.places(self.some(goals, 3)) if cargo in here else self.place(cargo.at)
        row |= {"unload": self.pick(("there", "home"))} if self.chance(30) else {}
        return row

    def air_supply(self) -> Row | None:
        """An air transport that reorganises who is face-down."""
        able = [p for p in self.ready if p.is_air and (p.kind == "ATR" or self.chance(5))]
        down = sorted({p.at for p in self.mine if p.face_down and p.is_land})
        if not able or not down:
            return None
        plane = self.pick(able)
        goals = self.by_distance(plane.at, down, plane.range) or down
        return {"fly": self.name(plane), "at": self.places(self.some(goals, 2))}

    # --- land

    def factory(self) -> Row | None:
        """A factory that leaves by rail."""
        cities = sorted(self.game.board.by_fact.get("city", {}))
        if not self.works:
            return None
        return {"factory": self.pick(self.works), "to": self.places(self.some(cities, 3))}

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
            "strategic_bombardment": self.rows(self.bombardment, 2) if self.chance(40) else [],
            "oil": [{"oil": self.pick(self.own), "pay": self.pick(("action", "units", "one"))}]
            if self.chance(30)
            else [],
            "burn": [{"burn": self.place(self.mine[0].at), "oil": 1}] if self.chance(10) else [],
            "ground_strike": self.rows(self.ground_strike, 5),
            "bombard": self.rows(self.guns, 2) if self.chance(40) else [],
            "supply_units": self.rows(self.supply_unit, 1) if self.chance(40) else [],
            "rail": self.rows(self.rail, 4),
            "rail_track": self.rows(self.built, 1) if self.chance(20) else [],
            "rail_factory": self.rows(self.factory, 2) if self.chance(20) else [],
            "land": self.rows(self.march, 30) if marches else [],
            "air_transport": self.rows(self.transport, 2),
            "attacks": self.attacks() if marches else [],
            "offensive": self.rows(self.offensive, 2) if self.chance(20) else [],
            "paradrop": self.rows(self.paradrop, 1) if marches else [],
            "rebase": self.rows(self.rebase, 4),
            "air_supply": self.rows(self.air_supply, 2),
            "reorganise": self.reorganise() if self.chance(60) else [],
        }
        found = {**self.politics(), **found}
        return {**{name: rows for name, rows in found.items() if rows}, **self.in_battle()}

    def politics(self) -> Row:
        """Wars, countries aligned with where their units stand, reserves."""
        state = self.state
        others = sorted(set(state.powers) - {*self.own})
        willing = sorted(p for p in others if state.powers[p].flags.get("may-align"))
        theirs = [u.counter for u in state.units.values() if u.at == f"pool:{u.owner}/set-up"]
        sites = sorted(self.near)
        return {
            "break_pact": self.some(others, 1) if self.chance(10) else [],
            "declare_war": self.some(others, 1) if self.chance(50) else [],
            "claim": [self.pick(("Finland", "Rumania"))] if self.chance(20) else [],
            "align": self.some(willing, 2) if willing and self.chance(60) else [],
            "set_up": [
                {"units": self.game.counters[one].name, "to": self.place(self.pick(sites))}
                for one in self.some(theirs, 3)
            ],
            "call_out": self.reserves(),
            "permit": [{self.pick(("let", "refuse")): self.pick(others)}]
            if others and self.chance(10)
            else [],
        }

    def reserves(self) -> list[Any]:
        """Reserves to call out, some of them to a place."""
        if not self.chance(50):
            return []
        there = [u for u in self.state.units.values() if u.at == f"pool:{u.owner}/reserve"]
        names = sorted(self.game.counters[u.counter].name for u in there if u.owner in self.own)
        sites = sorted(self.near)
        rows = [
            {"units": one, "to": self.place(self.pick(sites))}
            for one in (self.some(names, 2) if names and self.chance(50) else [])
        ]
        return [*rows, "all"]

    def between_turns(self) -> Row:
        """What is ordered at the end of a turn."""
        units, player = self.state.units.values(), self.own
        pool = [u.counter for u in units if u.owner in player and u.at.startswith("pool:")]
        due = [u.counter for u in units if u.owner in player and u.at.startswith("track:")]
        counters = [self.game.counters[counter] for counter in pool]
        places = sorted(self.near)
        powers = sorted(self.state.powers)
        builds = [
            {"build": c.kind, "cost": int(c.rating("cost")), "count": self.pick((1, 1, 2))}
            for c in self.some(counters, 5)
        ]
        arrivals = [
            {"units": self.game.counters[c].name, "to": self.place(self.pick(places))}
            for c in self.some(due, 3)
        ]
        for row in builds:
            row |= {"power": self.pick(self.own)} if self.chance(30) else {}
        found: Row = {
            "build": builds,
            "share": self.rows(lambda: self.share(powers), 2) if self.chance(50) else [],
            "chits": [{"points": 5, "soon": self.chance(50)}] if self.chance(20) else [],
            "pilots": [{"train": 1, "soon": self.chance(50)}] if self.chance(20) else [],
            "air_reserve": self.some([p.name for p in self.mine if p.is_air], 1),
            **self.on_tracks([self.game.counters[c].name for c in due]),
            "intelligence": [{"rolls": self.random.randint(1, 2)}] if self.chance(20) else [],
            "scrap": [self.game.counters[c].name for c in self.some(pool, 2)],
            "reinforce": arrivals,
            "routes": [
                {"from": self.place(self.pick(places)), "to": self.place(self.pick(places))}
            ],
            "disband": [p.name for p in self.some(self.mine, 2)] if self.chance(20) else [],
            "lend": [
                {
                    "to": self.pick(powers),
                    self.pick(("points", "resources")): self.random.randint(1, 3),
                }
            ],
            "upgrade": [{"ahead": "ARM"}] if self.chance(5) else [],
            "foreign": [{"take": "Bf-109G2"}] if self.chance(5) else [],
            "trade": [{"minor": "Sweden", "take": "point"}] if self.chance(5) else [],
            "peace": self.offers(powers),
            "ukraine": [{}] if self.chance(10) else [],
            "enforce_peace": ["Finland"] if self.chance(10) else [],
            "pact": self.pacts(powers) if self.chance(10) else [],
            "revert": self.some(places, 2) if self.chance(10) else [],
            "surrender": self.some(player, 1) if self.chance(10) else [],
            **self.own_works(places),
            **self.breaking([self.game.counters[c].name for c in pool]),
        }
        return {name: rows for name, rows in found.items() if rows}

    def share(self, powers: Sequence[str]) -> Row:
        """Build points for one's own countries; it needs option 40."""
        row: Row = {"to": self.pick(self.own if self.chance(90) else powers)}
        row |= {"from": self.pick(self.own)} if self.chance(60) else {}
        return row | ({"points": self.random.randrange(4)} if self.chance(60) else {})

    def pacts(self, powers: Sequence[str]) -> list[Any]:
        """Offers of a pact, some with trade."""
        found = self.some(powers, 1)
        if found and self.chance(50):
            return [{"with": found[0], "give": {"points": 1}, "take": {"resources": 1}}]
        return list(found)

    def built(self) -> Row:
        """A unit under construction that goes by rail; most are none."""
        return {
            "unit": self.name(self.pick(self.mine)),
            "to": self.place(self.pick(sorted(self.near))),
        }

    def on_tracks(self, due: list[str]) -> Row:
        """What is done with units under construction; it needs option 40."""
        if not due or self.chance(60):
            return {}
        verb = self.pick(("continue", "rush", "pay", "wait"))
        return {
            "construction": [{verb: self.pick(due)}, {"mend": self.pick(due), "points": 1}],
            "abandon": self.some(due, 1),
        }

    def offers(self, powers: Sequence[str]) -> list[Any]:
        """Offers of peace; some compel it, which needs option 42."""
        found = self.some(powers, 1) if self.chance(30) else []
        if found and self.chance(20):
            return [{"with": found[0], "compel": self.pick(("demand", "buy"))}]
        return list(found)

    def breaking(self, pool: Sequence[str]) -> Row:
        """Corps that break down, divisions that form corps (option 2); many cannot."""
        land = [self.name(piece) for piece in self.mine if piece.is_land]
        if len(land) < 2 or len(pool) < 2 or self.chance(70):
            return {}
        return {
            "break_down": [{"unit": self.pick(land), "into": self.random.sample(pool, 2)}],
            "reform": [{"divisions": self.random.sample(land, 2), "into": self.pick(pool)}],
        }

    def own_works(self, places: Sequence[str]) -> Row:
        """What is built, repaired and wrecked of works; most of it needs options 32 and 33."""
        held = sorted({piece.at for piece in self.mine if piece.is_land}) or places
        kinds = ("factory", "oil", "fort", "road", "rail")
        at = self.place(self.pick(held))
        near = [self.place(one) for one in self.near[self.pick(held)]]
        return {
            "repair": [{"repair": at, "what": self.pick(("factory", "oil", "rail"))}],
            "works": [{"works": self.pick(kinds), "at": at}, {"works": self.pick(kinds[:3])}],
            "wreck": [{"wreck": at, "what": self.pick(kinds)}],
            "goods": [
                {
                    "goods": self.pick(("oil", "points")),
                    "do": self.pick(("save", "use", "move")),
                    "count": 1,
                    "from": at,
                    "to": self.place(self.pick(held)),
                }
            ],
            "disband_aircraft": [p.name for p in self.mine if p.is_air][:1],
            "place_works": [{"place": self.pick(kinds), "at": at, "facing": near[:3]}],
        }

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
        if self.game.options.way_stations and self.chance(60):
            found["on_the_way"] = self.on_the_way()
        return found

    def on_the_way(self) -> Row:
        """How bombers are met on their way, and how one's own fly it."""
        keys: dict[str, Callable[[], Any]] = {
            "intercept": self.flyers,
            "escort": self.flyers,
            "fly_on": lambda: self.pick(("all", "all", "bomber", "nobody", "ask")),
            "way": self.held,
        }
        line = {key: write() for key, write in keys.items() if self.chance(60)}
        return self.line(line or {"intercept": "all"}, HEX_CONDITIONS)

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
        conditions = () if "escort" in line else ("odds >= 3-1", "odds <= 4-1")
        return self.line(line or {"table": "assault"}, conditions)

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
