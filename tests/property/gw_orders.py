"""Random orders for any nation of Global War: mostly such as a player might send, some nonsense.

Everything follows from the seed of the `Random` that is given, and from the position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from unit.gw.shipped import BOOK

from pbem.core.record.state import State, Unit
from pbem.core.rules.game import Game
from pbem.core.rules.position import position_of
from pbem.systems.gw.economy.spending import on_chart
from pbem.systems.gw.world.cargo import aboard
from pbem.systems.gw.world.facilities import FACTORIES, counts, facilities
from pbem.systems.gw.world.move_orders import own_powers
from pbem.systems.gw.world.nations import enemies_in, is_enemy_zone, is_friendly, is_sea
from pbem.systems.gw.world.units import type_of

Row = dict[str, Any]

SEA_TASKS: Final = ("escort", "raid", "blockade", "mines", "screen", "watch", "bombard", None, None)
AIR_TASKS: Final = ("strategic bombing", "carpet bombing", "patrol", None, None, None)
TARGETS: Final = ("Major Factory", "Minor Factory", "Air Base", "Major Port", "railroad")
PACTS: Final = ("Molotov-Ribbentrop", "Japanese-Soviet")
RETREATS: Final = ("never", "save-air", ["round >= 2"], ["land <= 1", "round >= 3"])
LOSSES: Final = ("club", "take-zone", "hit-by-hit", ["infantry", "artillery"])
BOUGHT: Final = (
    "infantry", "militia", "artillery", "medium-armor", "fighter", "submarine", "destroyer",
    "naval-transport", "battleship", "medium-bomber", "mechanized-infantry", "fleet-carrier",
)  # fmt: skip
SPANISH: Final = ("madrid", "catalonia", "canary-islands", "galicia-and-leon", "sea:m1", "sea:a44")
LENDABLE: Final = ("infantry", "fighter", "medium-armor")


class Writer:
    """What one player might order in a position."""

    def __init__(self, game: Game, state: State, player: str, random: Random, rows: int) -> None:
        self.game, self.state, self.player, self.random = game, state, player, random
        self.rows = rows
        self.board = game.board
        self.own = sorted(own_powers(game.at(state), player))
        units = (u for u in state.units.values() if u.owner in self.own and u.at in self.board)
        self.stands = sorted({unit.at for unit in units})
        places = state.places.values()
        held = (p.id for p in places if p.controller in self.own and p.id in self.board)
        self.zones = sorted(zone for zone in held if not is_sea(self.board, zone))

    def chance(self, percent: int) -> bool:
        """Whether something happens."""
        return self.random.randrange(100) < percent

    def pick(self, options: Any) -> Any:
        """One of some things."""
        return self.random.choice(list(options))

    def many(self, write: Callable[[], Row | None], most: int) -> list[Row]:
        """Some rows of a section."""
        written = (write() for _ in range(self.random.randint(0, most)))
        return [row for row in written if row is not None]

    # --- places and units

    def ring(self, zone: str, steps: int) -> list[str]:
        """The zones within some steps of a zone, without it."""
        found = {zone}
        for _ in range(steps):
            found |= {other for near in found for other in self.board.neighbours[near]}
        return sorted(found - {zone})

    def targets(self, zone: str, steps: int) -> list[str]:
        """The zones near a zone in which somebody can be fought."""
        return [
            other
            for other in self.ring(zone, steps)
            if any(
                is_enemy_zone(self.state, power, other) or enemies_in(self.state, power, other)
                for power in self.own
            )
        ]

    def here(self, zone: str) -> list[Unit]:
        """The player's units in a zone."""
        units = (*self.state.at(zone), *aboard(self.state, zone))
        return [unit for unit in units if unit.owner in self.own]

    def some(self, units: list[Unit]) -> Mapping[str, int] | str:
        """Some of some units, by type and number."""
        chosen = [unit for unit in units if self.chance(60)] or units[:1]
        totals: dict[str, int] = {}
        for unit in chosen:
            totals[unit.counter] = totals.get(unit.counter, 0) + unit.size
        return {name: self.random.randint(1, number) for name, number in totals.items()}

    # --- movement

    def combat_move(self) -> Row | None:
        """An attack by land, by sea or in the air, or something to be done at sea."""
        zone, near = self.front()
        kind = self.pick(("land", "air", "naval"))
        units = [u for u in self.here(zone) if _class_of(u) == kind] or self.here(zone)
        kind = _class_of(units[0])
        goal = self.pick(near) if near and self.chance(85) else self.pick(self.ring(zone, 1))
        row: Row = {"units": self.some([u for u in units if _class_of(u) == kind]), "from": zone}
        task = self.pick(SEA_TASKS if kind == "naval" else AIR_TASKS if kind == "air" else (None,))
        if task:
            row["as"] = task
        if task == "strategic bombing":
            row["target"] = self.pick(TARGETS)
        if kind == "naval" and self.chance(50):
            return {**row, **self.landing(zone, goal)}
        return {**row, "to": goal}

    def front(self) -> tuple[str, list[str]]:
        """A zone with units of the player, if possible with somebody to fight near it."""
        for steps in (1, 1, 1, 2, 3):
            zone = self.pick(self.stands)
            if near := self.targets(zone, steps):
                return zone, near
        return zone, near

    def landing(self, zone: str, goal: str) -> Row:
        """Ships that take a neighbouring zone's units to an enemy's coast."""
        near = [other for other in self.board.neighbours[zone] if other in self.stands]
        coast = [z for z in self.board.neighbours[goal] if not is_sea(self.board, z)]
        if not is_sea(self.board, goal) or not near or not coast:
            return {"to": goal}
        load = {self.pick(near): {self.pick(("infantry", "marine", "artillery")): 1}}
        return {"to": goal, "as": "assault", "load": load, "unload": {self.pick(coast): "all"}}

    def non_combat_move(self) -> Row:
        """A move to a near zone, most often a friendly one."""
        zone = self.pick(self.stands)
        units = self.here(zone)
        power = units[0].owner
        friendly = [z for z in self.ring(zone, 2) if is_friendly(self.state, power, z)]
        ships = all(type_of(BOOK, unit).is_naval for unit in units)
        seas = [z for z in self.ring(zone, 2) if is_sea(self.board, z)]
        near = (seas if ships else friendly) or self.ring(zone, 1)
        row: Row = {"units": self.some(units), "from": zone, "to": self.pick(near)}
        if self.chance(15):
            row["if"] = f"{self.board.name(self.pick(friendly or self.stands))} = friendly"
        return row

    def far_move(self) -> Row:
        """A move by rail, or a strategic naval one."""
        zone = self.pick(self.stands)
        sea = is_sea(self.board, zone)
        goals = [other for other in self.stands if is_sea(self.board, other) is sea]
        return {"units": self.some(self.here(zone)), "from": zone, "to": self.pick(goals)}

    # --- money

    def purchase(self) -> Row | None:
        """Units, facilities, upgrades, what goes on in production."""
        if not self.zones:
            return None
        yards = [
            z
            for z in self.zones
            if set(counts(position_of(self.game, self.state), z)) & {*FACTORIES}
        ]
        zone = self.pick(yards or self.zones)
        what = self.random.randrange(10)
        waiting = [unit for power in self.own for unit in on_chart(self.state, power)]
        if what < 5:
            row: Row = {"build": {self.pick(BOUGHT): self.random.randint(1, 3)}, "at": zone}
            seas = [z for z in self.board.neighbours[zone] if is_sea(self.board, z)]
            return {**row, "sea": self.pick(seas)} if seas and self.chance(60) else row
        if what < 7 and waiting:
            return {"advance": self.pick(waiting).counter}
        if what == 7:
            return {"facility": self.pick(facilities(BOOK)), "at": self.pick(self.zones)}
        if what == 8:
            there = list(counts(position_of(self.game, self.state), zone)) or ["minor-port"]
            return {"upgrade": self.pick(there), "at": zone}
        return {"train": self.pick(("militia", "infantry")), "at": self.pick(self.zones)}

    def repair(self) -> Row | None:
        """Whatever is damaged."""
        damaged = [
            (zone, name.removeprefix("damage-"))
            for zone in self.zones
            for name in self.state.places[zone].markers
            if name.startswith("damage-")
        ]
        if not damaged:
            return None
        zone, facility = self.pick(damaged)
        return {"facility": facility, "at": zone}

    def research(self) -> Row:
        """A technology or two."""
        known = BOOK.chart("technology").table("stages").rows.names
        dice = self.random.randint(1, 2)
        return {"roll": self.random.sample(list(known), dice), "nation": self.pick(self.own)}

    def loan(self) -> Row:
        """Lend-lease to anybody."""
        to = self.pick(self.state.powers)
        if self.chance(20):
            zone = self.pick(self.state.places)
            return {
                "to": to,
                "at": zone,
                **self.pick(({"supplies": "militia"}, {"repair": "minor-port"})),
            }
        if self.chance(60) or not self.zones:
            return {"to": to, "ipps": self.random.randint(1, 8)}
        return {"to": to, "unit": self.pick(LENDABLE), "at": self.pick(self.zones)}

    # --- everything else

    def permit(self) -> Row:
        """Leave for anybody."""
        what = self.pick(("rail", "supply", "Suez Canal", "Danish Straits"))
        return {"to": self.pick(self.state.powers), "what": what, "allow": self.chance(60)}

    def war(self) -> Row:
        """A declaration of war on anybody."""
        return {"war_on": self.pick(self.state.powers), "by": self.pick(self.own)}

    def pact(self) -> Row:
        """Something about a pact."""
        return {self.pick(("sign", "nullify", "withdraw")): self.pick(PACTS)}

    def influence(self) -> Row:
        """An attempt to align a Minor Power."""
        nation = self.pick(("Brazil", "Argentina", "Mexico", "Romania", "Siam"))
        if self.chance(40):
            return {"align": nation}
        return {"influence": nation, "pay": self.random.randint(1, 3)}

    def zone_back(self) -> Row:
        """A zone asked for or given back."""
        return {self.pick(("ask", "give_back")): self.pick(sorted(self.state.places))}

    def battle(self, moves: list[Row]) -> Row:
        """How a battle is fought where something goes."""
        zones = [row.get("to", row["from"]) for row in moves] or self.stands
        row: Row = {"at": self.pick(zones), "lose": self.pick(LOSSES)}
        return {**row, "retreat": self.pick(RETREATS)} if self.chance(50) else row

    def place(self) -> Row | None:
        """What is ready in the Place Units Box, somewhere."""
        ready = [u for power in self.own for u in on_chart(self.state, power) if "place" in u.at]
        if not ready or not self.zones:
            return None
        return {"units": {self.pick(ready).counter: 1}, "at": self.pick(self.zones)}

    def recruit(self) -> Row:
        """What a Minor Power recruits."""
        return {"of": self.pick(self.own), "take": self.pick(("infantry", "militia"))}

    def regroup(self) -> Row:
        """The victor's Spanish units go elsewhere."""
        return {"units": "all", "from": self.pick(SPANISH), "to": self.pick(SPANISH)}

    # --- a whole file

    def first_half(self) -> dict[str, list[Row]]:
        """Sections of the first window."""
        moves = self.many(self.combat_move, 2 * self.rows) if self.stands else []
        return {
            "declarations": self.many(self.war, 1) if self.chance(15) else [],
            "diplomacy": self.many(self.influence, 1) if self.chance(30) else [],
            "pacts": self.many(self.pact, 1) if self.chance(20) else [],
            "capitals": [{"to": self.pick(self.zones)}] if self.zones and self.chance(5) else [],
            "returns": self.many(self.zone_back, 2) if self.chance(15) else [],
            "repair": self.many(self.repair, 3),
            "research": self.many(self.research, 1),
            "production": self.many(self.purchase, self.rows),
            "lend_lease": self.many(self.loan, 2) if self.chance(40) else [],
            "permits": self.many(self.permit, 1) if self.chance(20) else [],
            "truce": [{"do": self.pick(("agree", "break"))}] if self.chance(20) else [],
            "combat_moves": moves,
            "battles": self.many(lambda: self.battle(moves), 3) if self.stands else [],
        }

    def second_half(self) -> dict[str, list[Row]]:
        """Sections of the second window."""
        if not self.stands:
            return {"non_combat_moves": []}
        return {
            "regroup": self.many(self.regroup, 2) if self.chance(20) else [],
            "rail_moves": self.many(self.far_move, 2),
            "non_combat_moves": self.many(self.non_combat_move, self.rows),
            "strategic_naval_moves": self.many(self.far_move, 1),
            "place": self.many(self.place, 2),
            "recruits": self.many(self.recruit, 1) if self.chance(30) else [],
        }


def _class_of(unit: Unit) -> str:
    kind = type_of(BOOK, unit)
    return "air" if kind.is_air else "naval" if kind.is_naval else "land"


def standing(state: State, player: str, random: Random) -> Row:
    """Standing orders of a player: some lines about battles and politics."""
    nations = [power.id for power in state.powers_of_player(player)]
    others = [power for power in state.powers if power not in nations]
    lines: list[Row] = [
        {"declare_war": random.sample(others, min(2, len(others)))},
        {"return_zone": random.choice(("accept", "refuse"))},
        {"ask_return": random.sample(sorted(state.places), 3)},
        {"sign": [random.choice(PACTS)]},
        {"truce": random.choice(("agree", "break"))},
        {"vichy": random.choice(("create", "decline"))},
        {"pay": random.randint(1, 4)},
    ]
    politics = [line for line in lines if random.randrange(100) < 20]
    defend = [{"lose": random.choice(("club", "hit-by-hit", ["infantry", "artillery"]))}]
    found: Row = {"defend": defend, "attack": [{"if": "round >= 3", "retreat": "retreat"}]}
    return {**found, "politics": politics} if politics else found
