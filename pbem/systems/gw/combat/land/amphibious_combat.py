"""Amphibious assault as the umpire conducts it (9.8, 9.9, 12.9): to the beach, and ashore.

The rules are those of `amphibious`. A battle begins with those who land at once; the others stay
aboard until round one is over. Leaves the rounds to `land_combat`, the naval combat before it to
`naval_combat`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final

from pbem.core.choices.decisions import DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import Unit
from pbem.core.record.verdicts import Judged, PlaceId, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.sides import Role
from pbem.systems.gw.battle.amphibious import (
    Ship,
    ashore,
    bombard,
    bombardment,
    bombardment_value,
    lands,
    most_bombarding,
    prepare_assault,
    shots,
    struck_by_guns,
    stuck,
)
from pbem.systems.gw.battle.casualties import totals
from pbem.systems.gw.battle.rounds import NEVER
from pbem.systems.gw.battle.ship_damage import Struck, afloat, is_rolled_for, markers_of
from pbem.systems.gw.combat.battle_choices import CLUB, keys_of, shared, type_options
from pbem.systems.gw.combat.battle_orders import Fought
from pbem.systems.gw.combat.land.land_fight import Fight, LandShot, losses
from pbem.systems.gw.combat.land_forces import (
    bound_for,
    first_wave,
    forces_of,
    go_ashore,
    seas_of,
    troop_of,
    warships_in,
)
from pbem.systems.gw.combat.sea.naval_lines import fell_back, moving_force
from pbem.systems.gw.combat.sea.naval_losses import sink
from pbem.systems.gw.world.cargo import cargo_of, carrier_of, kinds_aboard, mark_events, whereabouts
from pbem.systems.gw.world.crossings import guns_facing
from pbem.systems.gw.world.duties import RAIDS
from pbem.systems.gw.world.move_orders import one_by_one
from pbem.systems.gw.world.nations import acting
from pbem.systems.gw.world.units import counted, duty_of, hits_of, type_of
from pbem.systems.gw.world.vocabulary import Counted, Duty, PlaceFact, UnitMark
from pbem.systems.gw.world.zones import guards_every_border

BUSY: Final = (*RAIDS, Duty.ESCORT, Duty.BLOCKADE, Duty.SCREEN)  # duties that leave no guns free
NONE: Final = "none"
HOLD_FIRE: Final = "hold-fire"  # what a line says of who bombards
ALL: Final = "all"
SHIPS_HIT: Final = DecisionKind(
    "ships-hit",
    "Ships hit by Coastal Artillery",
    "when guns of a coast hit; by default ships that can bear it, then the least worth",
    "12.9",
    keys_of(Role.ATTACKER, "lose"),
)
BOMBARD: Final = DecisionKind(
    "bombard",
    "Shore Bombardment",
    "before units land; by default the best ships that may, one for each land unit that assaults",
    "9.9",
    keys_of(Role.ATTACKER, "bombard"),
    {
        "ships": "own ships that may bombard",
        "landing": "own land units that assault from ships",
        "guns": "Coastal Artillery there, which fires at ships that bombard",
    },
)


@dataclass(frozen=True, slots=True)
class Waters:
    """What happened at sea in this Combat Phase.

    `fought`: the sea zones with a battle, and whether a screen fought it for others. `entered`:
    those where a moving force met a second battle, so that it cannot assault any more (9.7).
    """

    fought: Mapping[str, bool] = field(default_factory=dict)
    entered: frozenset[str] = frozenset()


NO_BATTLE_AT_SEA: Final = Waters()


@dataclass(frozen=True, slots=True)
class NoAssaultVerdict(Judged):
    """Units stay aboard, because the sea before the shore is not theirs."""

    kind: ClassVar[str] = "no-assault"
    cite: ClassVar[str] = "9.8"

    sea: PlaceId
    attacker: Sequence[PowerId]
    units: Counted
    ships: Counted


@implements("GW-9.8-1", "GW-9.8-2", "GW-9.7-7")
def who_lands(umpire: Umpire, zone: str, waters: Waters) -> tuple[Unit, ...]:
    """The cargo that can assault a zone: no enemy surface warship is left where its ships are."""
    cargo = bound_for(umpire.position, zone)
    for sea in seas_of(umpire.state, cargo):
        held = [unit for unit in cargo if whereabouts(umpire.state, unit) == sea]
        ships = warships_in(umpire.position, held[0].owner, sea)
        if not ships and sea not in waters.entered:
            continue
        cargo = tuple(unit for unit in cargo if unit not in held)
        umpire.tell(
            NoAssaultVerdict(
                at=zone,
                result="warships" if ships else "fought",
                sea=sea,
                attacker=sorted({unit.owner for unit in held}),
                units=counted(held),
                ships=counted(ships),
            )
        )
    return cargo


def first_wave_only(fight: Fight) -> None:
    """Round one is fought by those who land at once; the others wait aboard (9.8)."""
    forces = forces_of(fight.camps, fight.plans)
    assault = prepare_assault(forces, fight.ground, NEVER, fight.battle.way_back)
    first = len(assault.landing.sides.attacker.start)
    camp = fight.camps.attacker
    fight.camps = fight.camps.put(Role.ATTACKER, camp.part(0, first))
    fight.aboard = camp.part(first)
    fight.assault, fight.battle = assault, assault.landing
    fight.standing = assault.landing.start()


@implements("GW-9.8-5")
def bring_ashore(fight: Fight) -> None:
    """After round one the others land, if they can (9.8)."""
    assault, waiting = fight.assault, fight.aboard
    if assault is None or waiting is None:
        raise AssertionError(f"nobody is bound for {fight.order.zone}")
    come = lands(assault, fight.standing)
    fight.standing = (ashore if come else stuck)(assault, fight.standing)
    fight.battle, fight.aboard = assault.whole, None
    groups = waiting.groups
    if come:
        groups = tuple(go_ashore(fight.umpire, unit, fight.order.zone) for unit in groups)
        fight.landed = counted(groups)
    camp = fight.camps.attacker
    joined = replace(camp, groups=camp.groups + groups, troops=camp.troops + waiting.troops)
    fight.camps = fight.camps.put(Role.ATTACKER, joined)


# --- to the beach ----------------------------------------------------------------------------


@implements("GW-9.8-1", "GW-9.9-4", "GW-12.9-4")
def approach(fight: Fight, cargo: Sequence[Unit], waters: Waters) -> tuple[Unit, ...]:
    """Bombardment and Coastal Artillery fire at the same time; then the first wave lands (9.9).

    Returns those who are bound for the zone and still aboard.
    """
    umpire, zone = fight.umpire, fight.order.zone
    seas = seas_of(umpire.state, cargo)
    ships = bombarding(fight, cargo, seas, waters)
    _bombard(fight, ships)
    for coast in coasts(umpire.board, zone, seas):
        _fire_guns(fight, coast, [ship for ship in ships if ship.at in coast], cargo)
    units = umpire.state.units
    left = [units[unit.id] for unit in cargo if unit.id in units]
    first = first_wave(umpire.position, left)
    for unit in first:
        go_ashore(umpire, unit, zone)
    return tuple(unit for unit in left if unit not in first)


@implements("GW-12.8-1", "GW-12.9-2")
def coasts(board: Board, zone: str, seas: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The sea zones on which guns share their shots: all, if they guard the whole zone (12.8)."""
    return [seas] if guards_every_border(board, zone) and seas else [(sea,) for sea in seas]


@implements("GW-9.9-1", "GW-9.9-2")
def bombarding(
    fight: Fight, cargo: Sequence[Unit], seas: Iterable[str], waters: Waters
) -> list[Unit]:
    """The ships that bombard, each by itself: those that the order or a line names, or the best."""
    position = fight.umpire.position
    able = [unit for sea in seas for unit in _free_ships(position, sea, waters)]
    ships = one_by_one((unit, unit.size) for unit in able)
    ships.sort(
        key=lambda ship: -bombardment_value(fight.umpire.book, type_of(fight.umpire.book, ship))
    )
    most_ships = most_bombarding([troop_of(position, unit) for unit in cargo])
    said = fight.order.said("bombard")
    if said is None and ships:
        said = _bombard_by_lines(fight, ships, most_ships, seas)
    if said == NONE:
        return []
    if isinstance(said, Mapping):
        ships = list(_named(ships, said))
    return ships[:most_ships]


def _named(ships: Sequence[Unit], said: Mapping[str, Any]) -> Iterator[Unit]:
    """The ships that an order or a line names: `{battleship: 1, heavy-cruiser: all}`."""
    for name, many in said.items():
        found = _of_type(ships, name)
        yield from found if many == ALL else found[: int(many)]


def _bombard_by_lines(
    fight: Fight, ships: Sequence[Unit], landing: int, seas: Iterable[str]
) -> Mapping[str, str] | str | None:
    """What a standing line says of who bombards: types of ships in their order, or none (9.9)."""
    umpire, zone = fight.umpire, fight.order.zone
    types = tuple(dict.fromkeys(ship.counter for ship in ships))
    coast = coasts(umpire.board, zone, tuple(seas))
    guns = sum(guns_facing(umpire.position, zone, one) for one in coast)
    right = shared(
        fight.camps.attacker.seat,
        BOMBARD.name,
        [Option(HOLD_FIRE, "no ship bombards"), *type_options(umpire.book, types)],
        {"ships": len(ships), "landing": landing, "guns": guns},
        default=(),
        question="Which ships bombard the shore?",
        cite=BOMBARD.cite,
        least=0,
        most=len(types) + 1,
    )
    picks = umpire.opening([right])[0].picks
    if HOLD_FIRE in picks:
        return NONE
    return dict.fromkeys(picks, ALL) or None


def _of_type(ships: Iterable[Unit], name: str) -> list[Unit]:
    return [ship for ship in ships if ship.counter == name]


@implements("GW-9.9-1")
def _free_ships(position: Position, sea: str, waters: Waters) -> list[Unit]:
    """The ships on turn in a sea zone that fought no battle and can bombard (9.9)."""
    nations = {power.id for power in acting(position)}
    ships = [unit for unit in position.state.at(sea) if unit.owner in nations]
    if sea in waters.fought:
        ships = moving_force(position.book, ships) if waters.fought[sea] else []
    return [
        ship
        for ship in ships
        if bombardment_value(position.book, type_of(position.book, ship))
        and duty_of(ship) not in BUSY
        and not fell_back(ship)
    ]


@dataclass(frozen=True, slots=True)
class ShoreBombardmentVerdict(Fought):
    """Ships have fired at the shore before the landing."""

    kind: ClassVar[str] = "shore-bombardment"
    cite: ClassVar[str] = "9.9"

    shots: Sequence[LandShot]
    defender_left: Counted


@implements("GW-9.9-4", "GW-9.9-5", "GW-9.9-d1")
def _bombard(fight: Fight, ships: Sequence[Unit]) -> None:
    """Ships fire at the shore; what they hit is gone before the landing (9.9)."""
    assault, before = fight.assault, fight.standing
    if assault is None or not ships or not any(before.forces.defender):
        return
    numbers = dict(counted(ships))
    fight.umpire.chart("naval-abilities")
    with fight.umpire.step("bombardment"):
        fight.shots = []
        volleys = bombardment(fight.umpire.book, numbers)
        counts = bombard(volleys, replace(fight.rounds, battle=assault.landing))
        fight.standing = before.put(Role.DEFENDER, counts)
        fight.umpire.apply(*losses(fight, before))
        fight.umpire.tell(
            ShoreBombardmentVerdict(
                at=fight.order.zone,
                result="fired",
                attacker=fight.camps.attacker.powers or [fight.camps.attacker.power],
                defender=fight.camps.defender.powers,
                shots=fight.shots,
                defender_left=totals(fight.battle.sides.defender, counts),
            )
        )


@dataclass(frozen=True, slots=True)
class CoastalArtilleryVerdict(Judged):
    """Guns on the shore have fired at ships; `struck`: the dice of damage (15.5)."""

    kind: ClassVar[str] = "coastal-artillery"
    cite: ClassVar[str] = "12.9"

    sea: Sequence[PlaceId]
    owner: PowerId
    guns: int
    ships: int
    value: int
    faces: Sequence[int]
    hits: int
    lost: Counted
    cargo: Counted
    damaged: Counted
    struck: Struck = ()


@implements("GW-9.9-3", "GW-12.9-1", "GW-12.9-2", "GW-12.9-d1")
def _fire_guns(
    fight: Fight, coast: tuple[str, ...], ships: Sequence[Unit], cargo: Sequence[Unit]
) -> None:
    """Coastal Artillery fires at the ships that bombard and unload off a coast (12.9)."""
    umpire, zone = fight.umpire, fight.order.zone
    guns = guns_facing(umpire.position, zone, coast)
    if not guns:
        return
    carriers = (carrier_of(umpire.state, unit) for unit in cargo)
    holds = {carrier.id: carrier for carrier in carriers if carrier and carrier.at in coast}
    targets = [*ships, *holds.values()]
    fired = shots(fight.umpire.book, guns, len(targets))
    with umpire.step("coastal-artillery", coast[0]):
        by = umpire.state.holder(zone)
        faces = umpire.roll(
            PlaceFact.COASTAL_ARTILLERY, f"{fired.count}d12", by=by, cite="12.9"
        ).throws[-1]
        hits = sum(face <= fired.value for face in faces)
        wanted = _named_ships(fight, targets) if hits else ()
        lost, drowned, damaged, struck = _strike(umpire, targets, hits, wanted)
        umpire.tell(
            CoastalArtilleryVerdict(
                at=zone,
                result="hit" if hits else "missed",
                sea=list(coast),
                owner=by,
                guns=guns,
                ships=len(targets),
                value=fired.value,
                faces=list(faces),
                hits=hits,
                lost=counted(lost),
                cargo=counted(drowned),
                damaged=counted(damaged),
                struck=struck,
            )
        )


@implements("GW-12.9-4")
def _named_ships(fight: Fight, targets: Sequence[Unit]) -> tuple[str, ...]:
    """The types of ships in the order in which their player gives them to the guns (12.9)."""
    seat = fight.camps.attacker.seat
    types = {ship.counter: type_of(fight.umpire.book, ship).name for ship in targets}
    if len(types) < 2:
        return ()
    decision = shared(
        seat,
        SHIPS_HIT.name,
        [Option(CLUB, "the usual order"), *(Option(name, label) for name, label in types.items())],
        {},
        default=(CLUB,),
        question="Which ships are hit first?",
        cite=SHIPS_HIT.cite,
        most=len(types) + 1,
        ordered=seat.ordered.get("lose"),
    )
    return tuple(pick for pick in fight.umpire.decide(decision).picks if pick != CLUB)


@implements("GW-15.5-1")
def _strike(
    umpire: Umpire, targets: Sequence[Unit], hits: int, wanted: Sequence[str]
) -> tuple[list[Unit], list[Unit], list[Unit], Struck]:
    """Hits of guns on ships: which are sunk, with which cargo, which are damaged; dice of 15.5."""
    position = umpire.position
    named = {str(place): ship for place, ship in enumerate(targets)}
    kinds = {name: afloat(umpire, type_of(umpire.book, ship)) for name, ship in named.items()}
    whole = [
        Ship(kinds[name], hits_of(ship), tuple(kinds_aboard(position, ship)), name)
        for name, ship in named.items()
    ]
    struck: list[tuple[str, int, int]] = []

    def markers(ship: Ship) -> int:
        if not is_rolled_for(umpire, ship.unit):
            return 1
        name, by = f"damage-{len(struck) + 1}-{ship.unit.id}", named[ship.name].owner
        die = umpire.roll(name, "d12", by=by, cite="15.5").total
        struck.append((ship.unit.id, die, markers_of(die)))
        return markers_of(die)

    left = {ship.name: ship.damage for ship in struck_by_guns(whole, hits, wanted, markers)}
    lost = [ship for name, ship in named.items() if name not in left]
    drowned = [cargo for ship in lost for cargo in cargo_of(position.state, ship)]
    for ship in lost:
        sink(umpire, ship, 1)
    return lost, drowned, _damaged(umpire, named, left), tuple(struck)


def _damaged(umpire: Umpire, named: Mapping[str, Unit], left: Mapping[str, int]) -> list[Unit]:
    """The ships that bear more markers than before, which they get."""
    damaged = {name: ship for name, ship in named.items() if left.get(name, 0) > hits_of(ship)}
    for name, ship in damaged.items():
        umpire.apply(*mark_events(ship, {UnitMark.DAMAGED: left[name]}, 1))
    return list(damaged.values())
