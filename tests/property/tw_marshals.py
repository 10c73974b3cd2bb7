"""Players of The War who want to win: what each orders in a window.

An attacker makes the dearest effort, marches towards the places that count, attacks at good odds,
exploits; a defender holds cities, mends, and strikes back where it is cheap. A wild one goes
anywhere and attacks whatever he may. Each order is tried with the check of its section, as a
receipt does; what is illegal is not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, Final

from property.tw_plans import Plan, Staff

from pbem.core.data.findings import Severity, Where
from pbem.core.maps.paths import reachable, within
from pbem.core.orders.orders import Order, check_order
from pbem.core.record.events import apply
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.systems.tw.air.basing import may_land
from pbem.systems.tw.air.support import FLYERS
from pbem.systems.tw.battle.forces import odds_against
from pbem.systems.tw.battle.odds import OVERRUN
from pbem.systems.tw.combat.attacking import WITH_ALLIES
from pbem.systems.tw.combat.forces import Attack, forces_of, level
from pbem.systems.tw.move.marching import FIRST, SECOND, ground_for, points_of
from pbem.systems.tw.world.hexes import crosses, is_city, is_land
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.stacking import excess
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Effort, Pool, PowerCount, PowerFlag, Side, UnitMark

Row = dict[str, Any]
GOALS: Final[Mapping[str, tuple[str, ...]]] = {  # what each side of a scenario wants, or holds
    "france-1940": ("Brussels", "Amsterdam", "Rotterdam", "Sedan", "Calais", "Paris"),
    "barbarossa-1941": (
        "Riga", "Minsk", "Smolensk", "Kiev", "Odessa", "Leningrad", "Bryansk", "Dnepropetrovsk",
        "Kharkov", "Orel", "Kursk", "Moscow", "Stalino", "Sevastopol", "Voronezh", "Rostov",
    ),
}  # fmt: skip
OWN_GOALS: Final[Mapping[str, tuple[str, ...]]] = {  # of a player who leaves others to allies
    "anna": ("Calais", "Le Havre", "London", "Southampton"),
    "marie": ("Sedan", "Metz", "Strasbourg", "1831", "1532", "1632", "Paris", "Brussels"),
}
WARS: Final[Mapping[str, tuple[Row, ...]]] = {
    "france-1940": ({"war": "Denmark", "by": "Germany"}, {"war": "France", "by": "Italy"}),
}
ATTACK_AT: Final = {Side.AXIS: 1, Side.ALLIED: 2}  # levels: 2:1, 3:1
NEAR: Final = 3  # hexes from a goal: near enough for aircraft
FAR: Final = 7  # hexes from a goal: behind the front
SEATS: Final = 12  # cities that are tried for new units
BUILT: Final = 6  # units that are bought in a player turn
TRIES: Final = 3  # hexes that a stack tries before it stays


@dataclass
class Marshal:
    """One player's orders for the open window."""

    game: Game
    state: State
    player: str
    random: Random
    wild: bool = False
    attacked: set[str] = field(default_factory=set)  # hexes that he attacks, or an ally alone
    position: Position = field(init=False)
    said: dict[str, list[Row]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.position = Position(self.game, self.state, self.state, self.player)

    @property
    def side(self) -> str:
        return self.state.clock.side

    @property
    def attacks_first(self) -> bool:
        """Whether he is of the side that has come to take places."""
        return self.side == Side.AXIS and not self.wild

    def sections(self) -> dict[str, list[Row]]:
        """What he sends for the open window."""
        if self.state.clock.window == "second-half":
            self.second_half()
        else:
            self.operations()
        return {name: rows for name, rows in self.said.items() if rows}

    def operations(self) -> None:
        """War, efforts, marches, attacks."""
        for row in WARS.get(self.state.scenario, ()):
            self.order("war", row)
        for power in self.powers():
            self.effort(power)
        if self.attacks_first:
            self.fly_forward("staging")
            self.entrain()
        self.fight("movement", "attacks", FIRST)

    def second_half(self) -> None:
        """Exploitation, what it attacks, new units, repair, and what comes from behind."""
        for section in ("exploitation", "second_attacks", "build", "repair", "stratmove"):
            self.said[section] = []
        if self.attacks_first:
            self.fly_forward("second_staging")
        self.fight("exploitation", "second_attacks", SECOND)
        for power in self.powers():
            self.build(power)
        attacked = {row["at"] for row in self.said["second_attacks"]}
        for piece in self.own():
            fights = self.position.units[piece.id].marked(UnitMark.ATTACKS)
            near = self.position.board.neighbours[piece.at] if piece.exploits else ()
            advances = not attacked.isdisjoint(near)  # by its standing orders, perhaps
            if piece.unit.marked(UnitMark.DEPLETED) and not fights and not advances:
                self.order("repair", {"units": piece.id, "at": piece.at})
        self.bring_up()

    def fight(self, section: str, attacks: str, impulse: int) -> None:
        """An impulse: automatic victories, units that come together for attacks, the others."""
        fit = [p for p in self.fighters() if impulse == FIRST or p.exploits]
        plans: list[Plan] = []
        if fit and not self.wild:
            self.overrun(section, fit, impulse)
            plans = self.plans(
                section, [self.position.piece(self.position.units[p.id]) for p in fit], impulse
            )
        attackers = {piece.id for plan in plans for piece, _ in plan.attackers}
        for piece in fit:
            if piece.id not in attackers:
                self.march(self.position.piece(self.position.units[piece.id]), section, impulse)
        for plan in plans:
            self.announce(attacks, plan)
        self.attacks(attacks, impulse)

    # --- orders

    def order(self, section: str, row: Row, crowded: bool = False) -> bool:
        """An order, if it is legal; what follows is tried on the position after it."""
        rows = self.said.setdefault(section, [])
        order = Order(section, len(rows) + 1, self.player, row, Where("marshal"))
        ruling = check_order(self.position, order)
        if any(one.severity is Severity.ERROR for one in ruling.findings):
            return False
        if any(one.code == "stacking" for one in ruling.findings) and not crowded:
            return False
        if any(one.code in WITH_ALLIES for one in ruling.findings):
            return False
        rows.append(row)
        self.position = self.position.then(apply(self.position.state, ruling.events))
        return True

    def powers(self) -> list[str]:
        """The powers whose efforts are his."""
        own = self.state.powers_of_player(self.player)
        mine = [p.id for p in own if p.side == self.side]
        return [p for p in mine if self.position.patron(p) == p]

    def own(self) -> list[Piece]:
        """His units on the map, in their order."""
        own = [p.id for p in self.state.powers_of_player(self.player) if p.side == self.side]
        return [piece for power in own for piece in self.position.pieces_of(power)]

    def fighters(self) -> list[Piece]:
        """His ground units that may attack, those nearest to the enemy first."""
        found = [p for p in self.own() if p.is_ground and p.at in self.game.board.spots]
        movers = [piece for piece in found if piece.kind != Kind.STA]
        self.random.shuffle(movers)
        return sorted(movers, key=lambda p: (self.far(p.at), not p.exploits))

    # --- efforts

    def effort(self, power: str) -> None:
        """What was planned, else the dearest that is possible."""
        planned = self.state.flag(power, PowerFlag.PLAN)
        kinds = [str(planned)] if planned else [Effort.SLE, Effort.RLE, Effort.MLE, Effort.PASS]
        for kind in kinds:
            row: Row = {"effort": str(kind).upper(), "by": power}
            if kind in (Effort.RLE, Effort.LLE):
                row["at"] = self.markers(power)
            if self.order("logistics", row):
                return

    def markers(self, power: str) -> list[str]:
        """Hexes for the markers of efforts: where most units stand near the enemy."""
        own = [p for p in self.own() if p.is_ground and self.position.patron(p.owner) == power]
        left = [p for p in own if p.at in self.game.board.spots]
        chosen: list[str] = []
        for _ in range(4):
            if not left:
                break
            best = max(
                dict.fromkeys(p.at for p in left),
                key=lambda at: (sum(self.near(at, p.at) for p in left), at),
            )
            chosen.append(best)
            left = [p for p in left if not self.near(best, p.at)]
        return chosen

    def near(self, a: str, b: str) -> bool:
        apart = self.game.board.distance(a, b)
        return apart is not None and apart <= 4

    # --- marches

    @cached_property
    def goals(self) -> tuple[str, ...]:
        """The places that he wants, or has to hold."""
        find, position = self.game.board.find, self.position
        names = OWN_GOALS.get(self.player, GOALS[self.state.scenario])
        places = [find(name).place or "" for name in names]
        known = [place for place in places if place]
        held = [p for p in known if position.side_of(position.holder(p) or "") == Side.ALLIED]
        return tuple(held or known)

    def far(self, place: str) -> int:
        """How far the nearest goal is."""
        apart = (self.game.board.distance(place, goal) for goal in self.goals)
        return min((one for one in apart if one is not None), default=99)

    def march(self, piece: Piece, section: str, impulse: int) -> None:
        """A unit goes nearer to what it wants; a defender stays in a city that counts."""
        held = self.side == Side.ALLIED and self.far(piece.at) == 0
        if held and not self.wild:
            return
        for goal in self.steps(piece, impulse)[:TRIES]:
            if self.order(section, {"units": piece.id, "from": piece.at, "to": goal}):
                return

    def steps(self, piece: Piece, impulse: int) -> list[str]:
        """The hexes that a unit can reach, the best first."""
        position = self.position
        ground = ground_for(position, [piece])
        points = points_of(position, piece, impulse)
        found = reachable(position.board.neighbours, piece.at, ground.cost, points)
        there = [place for place in found if place != piece.at]
        if self.wild:
            self.random.shuffle(there)
            return there
        here = self.far(piece.at)
        worth = {place: self.far(place) for place in there}
        nearer = [place for place in there if worth[place] < here]
        return sorted(nearer, key=lambda place: (worth[place], place))

    # --- attacks

    def plans(self, section: str, fit: list[Piece], impulse: int) -> list[Plan]:
        """The attacks of an impulse, once those who must have moved for them."""
        mark = UnitMark.MOVED if impulse == FIRST else UnitMark.EXPLOITED
        least = ATTACK_AT[Side(self.side)]
        held = {p.id for p in fit if self.side == Side.ALLIED and self.far(p.at) == 0}
        staff = Staff(self.position, fit, impulse, mark, lambda at: (self.far(at), at), least)
        staff.held = frozenset(held)
        staff.air(self.own())
        plans = [plan for plan in staff.plans() if plan.target not in self.attacked]
        for plan in plans:
            for piece, place in plan.movers():
                self.order(section, {"units": piece.id, "from": piece.at, "to": place}, True)
        return plans

    def announce(self, section: str, plan: Plan) -> None:
        """A planned attack with those who have come, and their aircraft."""
        known = self.position.units
        by_hex: dict[str, list[str]] = {}
        for piece, place in plan.attackers:
            if known[piece.id].at == place and not excess(self.position, piece.owner, place):
                by_hex.setdefault(place, []).append(piece.id)
        if not by_hex:
            return
        row = self.against(plan.target, by_hex)
        self.attacked.add(plan.target)
        wing = [{"fly": piece.id, "from": known[piece.id].at} for piece in plan.wing]
        if not (wing and self.order(section, {**row, "oas": wing})):
            self.order(section, row)

    def overrun(self, section: str, fit: list[Piece], impulse: int) -> None:
        """Automatic victories of armor that stands together over weak enemies in reach."""
        position, stacks = self.position, dict[str, list[Piece]]()
        for piece in fit:
            if piece.kind in ("ARM", "MECH") and not piece.is_depleted:
                stacks.setdefault(piece.at, []).append(piece)
        for at, stack in stacks.items():
            if not any(piece.kind == "ARM" for piece in stack):
                continue
            for target in self.weak(stack, at):
                attackers = [(piece, at) for piece in stack]
                if odds_against(position, attackers, target, impulse) < OVERRUN - 2:
                    continue
                units = [piece.id for piece in stack]
                row = {"units": units, "from": at, "to": target, "av": target}
                if self.order(section, row):
                    break

    def weak(self, stack: list[Piece], at: str) -> list[str]:
        """Enemy hexes near a stack with little in them."""
        position, power = self.position, stack[0].owner
        near = (place for place in within(position.board.neighbours, at, 5))
        factors = sum(piece.strength for piece in stack)
        found = []
        for place in near:
            enemies = position.enemy_ground(power, place)
            if enemies and sum(piece.strength for piece in enemies) * 6 <= factors:
                found.append(place)
        return sorted(found, key=lambda place: (self.far(place), place))[:TRIES]

    def attacks(self, section: str, impulse: int) -> None:
        """Attacks at good odds with all that stand beside a hex, and aircraft that reach it."""
        position = self.position
        fighters = [p for p in self.fighters() if impulse == FIRST or p.exploits]
        targets: dict[str, list[Piece]] = {}
        for piece in fighters:
            for place in position.board.neighbours[piece.at]:
                if position.enemy_ground(piece.owner, place) and crosses(
                    position.board, piece.at, place
                ):
                    targets.setdefault(place, []).append(piece)
        for target in sorted(targets, key=lambda t: (self.far(t), t)):
            self.attack(section, target, targets[target], impulse)

    def attack(self, section: str, target: str, pieces: list[Piece], impulse: int) -> None:
        marked = self.position.units
        free = [
            p
            for p in pieces
            if not marked[p.id].marked(UnitMark.ATTACKS)
            and not excess(self.position, p.owner, p.at)
        ]
        if not free or target in self.attacked:
            return
        attack = Attack(
            place=target,
            units=tuple(p.id for p in free),
            impulse=impulse,
            shift=False,
            advance=None,
            wing=(),
        )
        plain, _ = level(forces_of(self.position, attack))
        if plain < (0 if self.wild else ATTACK_AT[Side(self.side)]):
            return
        by_hex: dict[str, list[str]] = {}
        for piece in free:
            by_hex.setdefault(piece.at, []).append(piece.id)
        if self.order(section, self.against(target, by_hex)):
            self.attacked.add(target)

    def against(self, target: str, by_hex: Mapping[str, list[str]]) -> Row:
        """An attack; together with allies, if they do anything."""
        row = {"at": target, "with": [{"units": u, "from": at} for at, u in by_hex.items()]}
        return {**row, "together": True} if self.wild else row

    # --- behind the front

    def fly_forward(self, section: str) -> None:
        """Aircraft that reach no enemy go to the friendly city nearest to what is wanted."""
        for piece in self.own():
            if piece.kind not in FLYERS or piece.is_depleted or self.far(piece.at) <= NEAR:
                continue
            for place in self.bases(piece)[:TRIES]:
                if self.order(section, {"fly": piece.id, "from": piece.at, "to": place}):
                    break

    def bases(self, piece: Piece) -> list[str]:
        """Bases nearer to what is wanted than that of an aircraft, the nearest first."""
        position, board = self.position, self.position.board
        here = self.far(piece.at)
        found = [
            place
            for place in within(board.neighbours, piece.at, 3 * NEAR)
            if position.is_friendly(piece.owner, place)
            and is_city(board, place)
            and self.far(place) < here
            and may_land(position, piece, place)
        ]
        return sorted(found, key=lambda place: (self.far(place), place))

    def entrain(self) -> None:
        """Units far behind come by rail to cities near what is wanted."""
        for piece in self.fighters():
            if self.far(piece.at) > FAR and is_city(self.game.board, piece.at):
                for place in self.seats(piece.owner, piece)[: 2 * TRIES]:
                    row = {"units": piece.id, "from": piece.at, "to": place}
                    if self.far(place) < self.far(piece.at) and self.order("rail", row):
                        break

    # --- building

    def build(self, power: str) -> None:
        """What the force pool holds, as long as half of the base pays for it."""
        pool = self.position.at(f"pool:{power}/{Pool.FORCE}")
        free = [p for p in pool if p.unit.marked(UnitMark.FREE)]
        wanted = (p for p in pool if p.is_ground or p.kind in FLYERS)
        bought = [p for p in wanted if not p.unit.marked(UnitMark.FREE)]
        for piece in free[:4]:
            self.place(power, piece, self.seats(power, piece), {})
        for piece in sorted(bought, key=lambda p: (-p.strength, p.id))[:BUILT]:
            state = self.position.state
            if state.counter(power, PowerCount.SPENT) * 2 > state.counter(power, PowerCount.BASE):
                return
            left = state.counter(power, PowerCount.FREE_BUILDS)
            more: Row = {"price": "nothing"} if left else {}
            self.place(power, piece, ("Urals Box", *self.seats(power, piece)), more)

    def place(self, power: str, piece: Piece, places: Iterable[str], more: Row) -> None:
        for place in places:
            if self.order("build", {"units": piece.id, "at": place, "by": power, **more}):
                return

    def seats(self, power: str, piece: Piece) -> tuple[str, ...]:
        """Cities at home, those near what he wants first."""
        position = self.position
        homes = position.powers[power].home_countries
        board = position.board
        cities = [
            place
            for place in board.places
            if is_city(board, place) and board.country(place) in homes and is_land(board, place)
        ]
        return tuple(sorted(cities, key=lambda p: (self.far(p), p))[:SEATS])

    def bring_up(self) -> None:
        """Units behind the Urals come to cities."""
        for piece in self.own():
            if piece.at == "box:urals":
                for place in self.seats(piece.owner, piece):
                    if self.order("stratmove", {"units": piece.id, "from": piece.at, "to": place}):
                        break


def standing(wild: bool) -> Iterator[tuple[str, Any]]:
    """Lines that everybody has."""
    if not wild:
        yield "advances", [{"advance": ["ARM", "MECH", "INF"]}]
