"""Random orders for Global War with a purpose: attacks in strength, raids, bombing, landings.

What `gw_orders` writes touches every section; what is written here goes on from it to what needs
several rows that fit together, so that zones fall, fleets fight and nations surrender.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from property.gw_orders import PACTS, Row, Writer, standing
from unit.gw.shipped import BOOK

from pbem.core.record.state import State, Unit
from pbem.core.rules.game import Game
from pbem.core.rules.position import position_of
from pbem.systems.gw.world.convoy_lines import lines_in
from pbem.systems.gw.world.facilities import counts
from pbem.systems.gw.world.nations import at_war, enemies_in, is_acting, is_sea
from pbem.systems.gw.world.units import type_of
from pbem.systems.gw.world.zones import is_capital, roundel_of

PRESETS: Final = (
    "club", "cautious", "thrifty", "guests-first", "hosts-first", "share-losses", "bombers-first",
    "bombers-last", "submarines-first", "submarines-last", "small-ships-first",
)  # fmt: skip
LOST: Final = (
    "club", "take-zone", "hit-by-hit", "evenly", "damage", "guests", "hosts", "land", "aircraft",
    "bombers", "ships", "carriers", "submarines", "ask", "ask", "infantry",
)  # fmt: skip
TYPES: Final = ("infantry", "artillery", "medium-armor", "fighter", "destroyer", "submarine")
RETREATS: Final = ("never", "save-air", "ask", "ask", ["round >= 2"], [["land <= 2", "odds < 1-1"]])
SUBMERGE: Final = ("at-once", "never", ["round >= 2"], [["submarines <= 1", "enemy air >= 1"]])
SUITED: Final[dict[str | None, tuple[str, ...]]] = {
    "raid": ("submarine", "battlecruiser", "heavy-cruiser"),
    "mines": ("submarine",),
    "escort": ("destroyer", "cruiser"),
    "blockade": ("battleship", "cruiser", "destroyer", "carrier"),
    "screen": ("destroyer", "cruiser"),
}
AIR_TASKS: Final = (
    "strategic bombing", "strategic bombing", "carpet bombing", "carpet bombing", "raid",
    "patrol", "watch",
)  # fmt: skip
BATTLES: Final = ("strategic bombing", "carpet bombing", "attrition", "raid")
STRAITS: Final = ("Strait of Gibraltar", "Danish Straits", "Suez Canal", "Dardanelles")


class Campaigner(Writer):
    """What one player might order who is after something."""

    def __init__(self, game: Game, state: State, player: str, random: Random, rows: int) -> None:
        super().__init__(game, state, player, random, rows)
        self.own = [power for power in self.own if is_acting(game.at(state), power)] or self.own
        self.sent: set[str] = set()
        capitals = (z for z in sorted(self.board.neighbours) if is_capital(self.board, z))
        self.by_capitals = [zone for zone in capitals if self.enemy_land(zone)]

    def here(self, zone: str) -> list[Unit]:
        """The player's units in a zone; those that are sent elsewhere only if no others are."""
        units = super().here(zone)
        return [unit for unit in units if unit.id not in self.sent] or units

    def units_near(self, zone: str, steps: int) -> dict[str, list[Unit]]:
        """The player's units within some steps of a zone, by where they stand."""
        return {near: units for near in self.ring(zone, steps) if (units := self.here(near))}

    def enemies(self, zone: str) -> bool:
        """Whether somebody in a zone is an enemy of the player's."""
        return any(enemies_in(self.state, power, zone) for power in self.own)

    def assault(self) -> list[Row]:
        """All that stands around a land zone goes into it, with aircraft from further off."""
        _, near = self.front()
        goals = [goal for goal in near if not is_sea(self.board, goal)]
        capitals = [z for z in self.by_capitals if any(z in self.ring(s, 1) for s in self.stands)]
        if capitals and self.chance(40):
            goals = capitals
        if not goals:
            return []
        goal = self.pick(goals)
        rows: list[Row] = []
        for start, units in self.units_near(goal, 1).items():
            land = [unit for unit in units if type_of(BOOK, unit).is_land]
            if land and not is_sea(self.board, start) and self.chance(85):
                rows.append({"units": self.most(land), "from": start, "to": goal})
        for start, units in self.units_near(goal, 2).items():
            air = [unit for unit in units if type_of(BOOK, unit).is_air]
            if air and self.chance(50):
                rows.append({"units": self.most(air), "from": start, "to": goal})
        return rows

    def most(self, units: list[Unit]) -> Row | str:
        """Nearly all of some units by type; they are not sent twice."""
        totals: Row = {}
        for unit in units:
            totals[unit.counter] = totals.get(unit.counter, 0) + unit.size
        if self.chance(90):
            self.sent |= {unit.id for unit in units}
        return {name: number if self.chance(80) else 1 for name, number in totals.items()}

    def of(self, units: list[Unit], kinds: tuple[str, ...]) -> list[Unit]:
        """The units of some kinds; one in ten orders takes whatever there is."""
        chosen = [unit for unit in units if any(kind in unit.counter for kind in kinds)]
        return units if self.chance(10) else chosen

    def sortie(self) -> list[Row]:
        """Ships against a fleet, or with a task on a convoy line or off a coast."""
        found = self.fleet()
        if not found:
            return []
        start, ships = found
        seas = [start, *(zone for zone in self.ring(start, 3) if is_sea(self.board, zone))]
        task = self.pick((None, None, "raid", "raid", "mines", "escort", "blockade", "screen"))
        goals = [zone for zone in seas if self.suits(task, zone)]
        group = self.of(ships, SUITED[task]) if task in SUITED else ships
        if not goals or not group:
            return []
        goal = self.pick(goals)
        row: Row = {"units": self.most(group), "from": start}
        row |= ({"as": task} if task else {}) | ({} if goal == start else {"to": goal})
        if self.chance(40 if self.game.options.forced_straits else 3):
            row["force"] = self.pick(STRAITS)
        rest = [ship for ship in ships if ship not in group]
        beyond = [zone for zone in self.board.neighbours[goal] if is_sea(self.board, zone)]
        if task == "screen" and rest and beyond:
            then = {"then": self.pick(beyond)} if self.chance(60) else {}
            return [row, {"units": self.most(rest), "from": start, "to": goal, **then}]
        return [row, *(self.air_to(goal) if task is None else [])]

    def fleet(self) -> tuple[str, list[Unit]] | None:
        """A sea zone with ships of the player."""
        seas = [zone for zone in self.stands if is_sea(self.board, zone)]
        start = self.pick(seas) if seas else ""
        ships = [unit for unit in self.here(start) if type_of(BOOK, unit).is_naval] if start else []
        return (start, ships) if ships else None

    def suits(self, task: str | None, zone: str) -> bool:
        """Whether a task makes sense in a sea zone."""
        shares = [line.shares for line in lines_in(BOOK, zone)]
        if task in ("raid", "mines"):
            return any(self.is_enemy(power) for share in shares for power in share)
        if task == "escort":
            return any(power in self.own for share in shares for power in share)
        if task == "blockade":
            return any(self.enemy_land(near) for near in self.board.neighbours[zone])
        return self.enemies(zone)

    def is_enemy(self, power: str) -> bool:
        """Whether the player is at war with a nation."""
        return any(at_war(self.state, own, power) for own in self.own)

    def air_to(self, goal: str) -> list[Row]:
        """Aircraft that join a fleet."""
        rows: list[Row] = []
        for start, units in self.units_near(goal, 2).items():
            air = [unit for unit in units if type_of(BOOK, unit).is_air]
            if air and self.chance(50):
                rows.append({"units": self.most(air), "from": start, "to": goal})
        return rows

    def entry(self) -> list[Row]:
        """Land units into the zone of a neutral, or of a nation that somebody may annex."""
        for zone in self.random.sample(self.zones, len(self.zones)):
            land = [unit for unit in self.here(zone) if type_of(BOOK, unit).is_land]
            near = [
                goal
                for goal in self.board.neighbours[zone]
                if not is_sea(self.board, goal)
                and (holder := self.state.controller(goal)) not in (None, *self.own)
                and not self.state.powers[holder or ""].players
            ]
            if land and near:
                return [{"units": self.most(land), "from": zone, "to": self.pick(near)}]
        return []

    def shelling(self) -> list[Row]:
        """Advanced Artillery that shells a neighbouring zone."""
        for zone in self.random.sample(self.stands, len(self.stands)):
            guns = [unit for unit in self.here(zone) if "advanced" in unit.counter]
            near = [goal for goal in self.board.neighbours[zone] if self.enemy_land(goal)]
            if guns and near:
                units = self.most([unit for unit in guns if "artillery" in unit.counter] or guns)
                return [{"units": units, "from": zone, "to": self.pick(near), "as": "attrition"}]
        return []

    def invasion(self) -> list[Row]:
        """A landing from the sea: transports load where they lie and unload on an enemy's coast."""
        found: list[tuple[str, str, str]] = []
        for sea in (zone for zone in self.stands if is_sea(self.board, zone)):
            if not any("transport" in unit.counter for unit in self.here(sea)):
                continue
            ports = [z for z in self.board.neighbours[sea] if z in self.zones and self.here(z)]
            for goal in (sea, *(z for z in self.ring(sea, 2) if is_sea(self.board, z))):
                coast = [z for z in self.board.neighbours[goal] if self.enemy_land(z)]
                found += [(sea, goal, shore) for shore in coast for _ in ports[:1]]
        if not found:
            return []
        sea, goal, shore = self.pick(found)
        ports = [z for z in self.board.neighbours[sea] if z in self.zones and self.here(z)]
        port = self.pick(ports)
        men = [u.counter for u in self.here(port) if type_of(BOOK, u).is_land]
        if not men:
            return []
        ships = [u for u in self.here(sea) if type_of(BOOK, u).is_naval and type_of(BOOK, u).move]
        load = {port: {self.pick(men): 1} if self.chance(70) else dict.fromkeys(men[:2], 1)}
        row: Row = {"units": self.most(ships), "from": sea, "load": load, "unload": {shore: "all"}}
        return [row if goal == sea else {**row, "to": goal}]

    def enemy_land(self, zone: str) -> bool:
        """Whether a zone is an enemy's land."""
        holder = self.state.controller(zone) or ""
        return not is_sea(self.board, zone) and any(
            at_war(self.state, power, holder) for power in self.own
        )

    def air_raid(self) -> list[Row]:
        """Aircraft against facilities, railways, troops or convoys, or on patrol over the sea."""
        bases = [z for z in self.stands if any(type_of(BOOK, u).is_air for u in self.here(z))]
        if not bases:
            return []
        start = self.pick(bases)
        air = [unit for unit in self.here(start) if type_of(BOOK, unit).is_air]
        fighters = [unit for unit in air if "fighter" in unit.counter]
        task = self.pick(AIR_TASKS)
        at_sea = task in ("raid", "patrol", "watch")
        if at_sea:
            near = [zone for zone in self.ring(start, 2) if is_sea(self.board, zone)]
            goals = [zone for zone in near if task != "raid" or self.suits("raid", zone)]
        else:
            goals = [zone for zone in self.ring(start, 3) if self.enemy_land(zone)]
        heavy = (
            ("strategic-bomber",) if task == "carpet bombing" else ("medium-bomber", "strategic")
        )
        bombers = air if at_sea else self.of(air, heavy)
        if not goals or not bombers:
            return []
        row: Row = {"units": self.most(bombers), "from": start, "to": self.pick(goals), "as": task}
        if task == "strategic bombing":
            row |= self.aim(row["to"])
        if fighters and not at_sea and self.chance(40):
            return [row, {**row, "units": self.most(fighters)}]
        return [row]

    def aim(self, zone: str) -> Row:
        """What is bombed in a zone."""
        target = self.pick([*counts(position_of(self.game, self.state), zone), "railroad"])
        border = {"border": self.pick(self.board.neighbours[zone])}
        return {"target": target, **(border if target == "railroad" else {})}

    def battle(self, moves: list[Row]) -> Row:
        """How a battle is fought, with every key that a battle has."""
        if not moves:
            return super().battle(moves)
        move = self.pick(moves)
        row: Row = {"at": move.get("to", move["from"])}
        if move.get("as") in BATTLES and self.chance(90):
            row["as"] = move["as"]
        keys: Row = {
            "lose": self.pick((self.pick(LOST), self.random.sample(LOST[3:13], 3))),
            "take_zone": True,
            "targets": self.random.sample(TYPES, 2),
            "fire": self.random.sample(TYPES, 2),
            "retreat": self.pick(RETREATS),
            "retreat_to": self.pick(self.ring(row["at"], 1)) if row["at"] in self.board else "",
            "submarines": self.pick(("fight", "decline")),
            "submerge": self.pick(SUBMERGE),
            "bombard": self.pick(("none", {"battleship": 1})),
        }
        row |= {key: said for key, said in keys.items() if said and self.chance(20)}
        near = self.targets(row["at"], 1) if row["at"] in self.board else []
        if near and self.chance(30):
            row["blitz"] = {"to": self.pick(near), "units": {"medium-armor": 1}}
        return row

    def first_half(self) -> dict[str, list[Row]]:
        """Sections of the first window, with campaigns before what is done at random."""
        found = super().first_half()
        if not self.stands:
            return found
        plans = (
            self.assault,
            self.assault,
            self.assault,
            self.sortie,
            self.invasion,
            self.air_raid,
        )
        moves = [row for _ in range(self.random.randint(3, 12)) for row in self.pick(plans)()]
        others = [row for row in found["combat_moves"] if self.chance(30)]
        found["combat_moves"] = [*moves, *others]
        battles = self.many(lambda: self.battle(moves), 6) if moves else []
        found["battles"] = list({(row["at"], row.get("as")): row for row in battles}.values())
        if self.chance(25):
            found["declarations"] = self.many(self.war, 3)
        return found

    # --- money and politics

    def repair(self) -> Row | None:
        """A damaged ship, else a damaged facility."""
        ships = [
            unit
            for unit in self.state.units.values()
            if unit.owner in self.own and "damaged" in unit.marks and unit.at in self.board
        ]
        if not ships or self.chance(40):
            return super().repair()
        ship = self.pick(ships)
        yards = [zone for zone in self.board.neighbours[ship.at] if zone in self.zones]
        if not yards:
            return super().repair()
        return {"ship": ship.counter, "in": ship.at, "at": self.pick(yards)}

    def purchase(self) -> Row | None:
        """What is bought, by the nation that pays for it."""
        row = super().purchase()
        return {**row, "nation": self.pick(self.own)} if row and len(self.own) > 1 else row

    def place(self) -> Row | None:
        """What is ready, where there is a factory or a yard."""
        row = super().place()
        yards = [zone for zone in self.zones if counts(position_of(self.game, self.state), zone)]
        if row and yards:
            row["at"] = self.pick(yards)
            seas = [near for near in self.board.neighbours[row["at"]] if is_sea(self.board, near)]
            if seas and self.chance(50):
                row["sea"] = self.pick(seas)
        return row

    def loan(self) -> Row:
        """Lend-lease, most often to an ally of players."""
        row = super().loan()
        sides = {self.state.side_of(power) for power in self.own}
        friends = [
            power.id
            for power in self.state.powers.values()
            if power.players and power.id not in self.own
            and (power.side in sides or power.id == "soviet-union")
        ]  # fmt: skip
        return {**row, "to": self.pick(friends)} if friends and self.chance(80) else row

    def influence(self) -> Row:
        """The United States influence, Germany aligns."""
        if "germany" in self.own:
            return {"align": self.pick(("Romania", "Bulgaria", "Hungary", "Yugoslavia"))}
        nations = ("Brazil", "Argentina", "Mexico", "Chile", "Peru", "Cuba", "Venezuela")
        return {"influence": self.pick(nations), "pay": self.random.randint(1, 3)}

    def zone_back(self) -> Row:
        """A zone asked back by its nation, or given back to it."""
        places = [place for place in self.state.places.values() if place.id in self.board]
        lost = [
            p.id for p in places
            if roundel_of(self.board, p.id) in self.own and p.controller not in (None, *self.own)
        ]  # fmt: skip
        held = [
            p.id for p in places
            if p.controller in self.own and roundel_of(self.board, p.id) not in ("", p.controller)
        ]  # fmt: skip
        if lost and self.chance(60):
            return {"ask": self.pick(lost)}
        return {"give_back": self.pick(held)} if held else super().zone_back()

    def far_move(self) -> Row:
        """A move by rail to a zone not far off."""
        row = super().far_move()
        near = [zone for zone in self.ring(row["from"], 3) if zone in self.zones]
        return {**row, "to": self.pick(near)} if near else row

    def voyage(self) -> Row | None:
        """Transports from coast to coast of the player's, with what they carry."""
        seas = [z for z in self.stands if is_sea(self.board, z) and self.ports(z)]
        far = [z for z in sorted(self.board.neighbours) if is_sea(self.board, z) and self.ports(z)]
        if not seas:
            return None
        start, goal = self.pick(seas), self.pick(far)
        port = self.pick(self.ports(start))
        men = [unit.counter for unit in self.here(port) if type_of(BOOK, unit).is_land]
        load = {port: {self.pick(men) if men else "infantry": 1}}
        unload = {self.pick(self.ports(goal)): "all"}
        row: Row = {"units": {"naval-transport": 1}, "from": start, "to": goal}
        return {**row, "load": load, "unload": unload}

    def ports(self, sea: str) -> list[str]:
        """The player's zones on a sea zone."""
        return [zone for zone in self.board.neighbours[sea] if zone in self.zones]

    def second_half(self) -> dict[str, list[Row]]:
        """Sections of the second window; most of what is ready is placed."""
        found = super().second_half()
        found["strategic_naval_moves"] = self.many(self.voyage, 2)
        found["place"] = [*found.get("place", []), *self.many(self.place, 6)]
        return found


def lines_of_battle(random: Random) -> Row:
    """A line that decides choices of a battle."""
    keys: Row = {
        "lose": random.choice(LOST),
        "casualty": random.sample(LOST[3:13], 2),
        "targets": random.sample(TYPES, 3),
        "fire": random.sample(TYPES, 3),
        "submarines": random.choice(("fight", "decline")),
        "submerge": random.choice(("submerge", "stay")),
    }
    return {key: said for key, said in keys.items() if random.randrange(3) == 0} or {"lose": "club"}


def orders_of_losses(game: Game, state: State, player: str, random: Random) -> Row:
    """Standing orders: a preset or lines of battle, and politics of every kind."""
    found: Row = {}
    if random.randrange(3) == 0:
        found["preset"] = random.choice(PRESETS)
    if random.randrange(4):
        attack, defend = lines_of_battle(random), lines_of_battle(random)
        if random.randrange(3) == 0:
            attack["retreat"] = random.choice(("retreat", "stay", "ask"))
        for key in ("scramble", "intercept"):
            if random.randrange(2):
                defend[key] = random.choice(("all", "nobody", "2 fighter", "ask"))
        found |= {"attack": [attack], "defend": [defend]}
    known = standing(state, player, random).get("politics", [])
    politics: list[Any] = [*known, *_politics(state, player, random)]
    return {**found, **({"politics": politics} if politics else {})}


def _politics(state: State, player: str, random: Random) -> list[Row]:
    places = sorted(state.places)
    nations = sorted(state.powers)
    lines: list[Row] = [
        {"align": random.sample(nations, min(3, len(nations)))},
        {"heir": random.sample(nations, min(3, len(nations)))},
        {"odd_ipp": random.choice(("east", "west"))},
        {"take_ships": random.choice(("all", "nobody", ["submarine", "battleship"]))},
        {"give_back": random.sample(places, min(4, len(places)))},
        {"nullify": [random.choice(PACTS)]},
        {"slovakia": random.choice(("contest", "nobody", "ask"))},
        {"vichy": random.choice(("create", "create", "decline", "ask"))},
        {"leave_france": random.sample(places, min(6, len(places)))},
        {"leave_vichy": random.sample(places, min(6, len(places)))},
        {"french_flag": "stay"},
        {"truce": random.choice(("agree", "break"))},
    ]
    return [line for line in lines if random.randrange(100) < 25]
