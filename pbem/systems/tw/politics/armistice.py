"""The armistice (18.5): what becomes of France when she has asked for terms.

Vichy, a neutral country, takes its part of the mainland, Corsica and the colonies whose dice say
so; the others are Britain's; the rest is of who holds Paris. Half of the French infantry factors
are left, of which the conqueror places those of Vichy. Decides whose everything is. Leaves the
British attack on the French Fleets to `sea`, what Vichy does later to rules that are not
played: TW-18.7-1, TW-18.7.3-1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_controller, set_mark, set_power, set_track
from pbem.core.record.events import UnitChanged, UnitCreated, UnitMoved
from pbem.core.record.state import REMOVED, Mark, Unit
from pbem.core.record.verdicts import PowerId, UnitId, Verdict
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Modifier
from pbem.systems.tw.air.basing import may_land
from pbem.systems.tw.economy.prizes import (
    ALSACE,
    change,
    part_of,
    prizes_of,
    track_of,
    value_of_france,
)
from pbem.systems.tw.sea.kebir import mers_el_kebir
from pbem.systems.tw.sea.losses import ship_option
from pbem.systems.tw.sea.navies import aircraft_of, has_room
from pbem.systems.tw.world.geography import FRENCH_NORTH_AFRICA, City, Land, Region
from pbem.systems.tw.world.hexes import is_city, is_port
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.stacking import excess_with, limit_of
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import (
    Pool,
    PowerCount,
    PowerFlag,
    PowerName,
    Side,
    TrackName,
    UnitMark,
)

COLONIES: Final = (Land.SYRIA, *FRENCH_NORTH_AFRICA)
STAYS_FROM: Final = 6  # on the die, a colony goes to Vichy
BONUS: Final = {"1940-spring": 5, "1940-summer": 3, "1940-fall": 1}  # on the dice of colonies
ANNEX: Final = "annex"
LEAVE: Final = "leave"
IN_COLONIES: Final = 4  # units of Vichy at most
FLEETS: Final = 3  # one of so many goes to North Africa, rounded up
TOULON: Final = City.MARSEILLES
FREE_FRENCH: Final = "free-french-2-5-inf.1"
CORPS: Final = "fra-2-5-inf"


class TakenByFrance(Reading, id="TW-R-18.5.4-a"):
    """Whose the hexes are that France holds abroad, and that are no colonies of hers."""

    CONQUEROR = "conqueror"
    VICHY = "vichy"


ANNEXATION: Final = DecisionKind(
    "annexation",
    "Whether Alsace-Lorraine becomes German",
    "as France asks for terms: `annex` or `leave`; it adds four to the German base, and takes them "
    "from what occupied France is worth; default: annex",
    "23.5",
    (AnswerKey("planning", "alsace"),),
)

POST: Final = DecisionKind(
    "vichy-post",
    "Where infantry of Vichy stands",
    "as France asks for terms, if you hold Paris: the first unit in North Africa, the second on "
    "the mainland, the third in Syria, as far as these are Vichy's, others in any of its hexes "
    "with room, four in colonies at most; default: in a city first, the others along the mainland",
    "18.5.3",
    (AnswerKey("planning", "vichy"),),
    {"strength": "the factors of the unit"},
)

AWAY: Final = DecisionKind(
    "vichy-fleets",
    "Which Fleets of Vichy sail to North Africa",
    "as France asks for terms, if you hold Paris and a port of North Africa is Vichy's: a third of "
    "them, rounded up, the others lie in Marseilles; default: as listed",
    "18.5.5",
    (AnswerKey("planning", "sails"),),
    {"many": "how many sail"},
)

HARBOR: Final = DecisionKind(
    "vichy-port",
    "Into which port a Fleet of Vichy sails",
    "as France asks for terms, if you hold Paris, of each Fleet that sails to North Africa; "
    "default: into the ports that are Vichy's there by turns",
    "18.5.5",
    (AnswerKey("planning", "port"),),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmisticeVerdict(Verdict):
    """France is out of the war: who has what, and what is left of her forces."""

    kind: ClassVar[str] = "armistice"
    cite: ClassVar[str] = "18.5"

    power: PowerId
    conqueror: PowerId
    dice: dict[str, int]
    free: tuple[str, ...]
    gone: int
    left: tuple[UnitId, ...]
    narfs: int
    annexed: int

    @property
    def outcome(self) -> str:
        return "signed"


@implements("TW-18.5.1-1", "TW-18.5.2-1", "TW-18.3-1", "TW-18.5.4-5")
def armistice(umpire: Umpire) -> None:
    """Once France has asked for terms: land, colonies, units, Fleets."""
    position = umpire.position
    conqueror = _conqueror(position)
    dice = _colonies(umpire)
    free = tuple(one for one, value in dice.items() if value < STAYS_FROM)
    kept, gone = _disarm(umpire)
    _hand_over(umpire, conqueror, free)
    _leave(umpire)
    _place(umpire, kept, (conqueror, free))
    _sail(umpire, conqueror, _joining(umpire.position, free))
    _raise_free_french(umpire)
    narfs, annexed = _take_over(umpire, conqueror)
    said = ArmisticeVerdict(
        None,
        power=PowerName.FRANCE,
        conqueror=conqueror,
        dice=dice,
        free=free,
        gone=gone,
        left=kept,
        narfs=narfs,
        annexed=annexed,
    )
    umpire.tell(said)
    mers_el_kebir(umpire, conqueror)


def _conqueror(position: Position) -> str:
    """Who holds Paris; Germany, where France still does."""
    paris = position.city(City.PARIS)
    holder = position.patron(position.holder(paris))
    return str(PowerName.GERMANY) if holder in ("", PowerName.FRANCE) else holder


@implements("TW-14.6-1", "TW-23.5-2")
def _take_over(umpire: Umpire, conqueror: str) -> tuple[int, int]:
    """Occupied France is the conqueror's as a whole, no more by its cities: what he has of it in
    this turn, and of Alsace-Lorraine, which Germany may make a part of her own base.
    """
    gained = 0
    for prize in tuple(prizes_of(umpire.position)):
        if prize.owner == PowerName.FRANCE:
            umpire.apply(*set_track(umpire.state, track_of(prize), None))
    if conqueror == PowerName.GERMANY and _annexes(umpire):
        track = TrackName.ANNEXED.of(Region.ALSACE_LORRAINE)
        umpire.apply(*set_track(umpire.state, track, conqueror))
        base = umpire.state.counter(conqueror, PowerCount.BASE) + ALSACE
        umpire.apply(*set_power(umpire.state, conqueror, "counter", PowerCount.BASE, base))
        gained = part_of(umpire.position, ALSACE)
        change(umpire, conqueror, gained)
    umpire.apply(*set_track(umpire.state, TrackName.CONQUERED.of(PowerName.FRANCE), conqueror))
    narfs = part_of(umpire.position, value_of_france(umpire.position))
    change(umpire, conqueror, narfs)
    return narfs, gained


def _annexes(umpire: Umpire) -> bool:
    """Whether Germany makes Alsace-Lorraine a part of the Reich."""
    answer = umpire.decide(
        ANNEXATION.ask(
            "Does Germany annex Alsace-Lorraine?",
            umpire.state.powers[PowerName.GERMANY].players,
            [Option(ANNEX, "annex it"), Option(LEAVE, "leave it French")],
            [ANNEX],
        )
    )
    return answer.pick == ANNEX


@implements("TW-18.5.4-1", "TW-18.5.4-2")
def _colonies(umpire: Umpire) -> dict[str, int]:
    """A die for each colony that is still French: Vichy's on six or more, else Free French."""
    position = umpire.position
    value = BONUS.get(position.clock.turn)
    bonus = (Modifier("season", value),) if value else ()
    player = position.powers[PowerName.FRANCE].players[0]
    return {
        colony: umpire.roll(colony, "d10", player, "18.5.4", bonus).modified
        for colony in COLONIES
        if any(position.holder(place) == PowerName.FRANCE for place in _hexes(position, colony))
    }


def _hexes(position: Position, land: str) -> tuple[str, ...]:
    """The hexes of a country or region of the map."""
    board = position.board
    if land == Region.VICHY:
        return tuple(p for p in board.places if board.text(p, "region") == land)
    return tuple(p for p in board.places if board.country(p) == land)


@implements("TW-18.5.3-1", "TW-18.5.5-1")
def _disarm(umpire: Umpire) -> tuple[tuple[str, ...], int]:
    """Aircraft, all ground units but infantry, half of its factors, and all that is unbuilt, go:
    the infantry that is left, and how many units leave the game.
    """
    position = umpire.position
    afloat = {piece.id for piece in position.pieces_of(PowerName.FRANCE) if piece.is_naval}
    infantry = [p for p in position.pieces_of(PowerName.FRANCE) if p.kind == Kind.INF]
    kept = _half(infantry)
    french = [u for _, u in sorted(position.units.items()) if u.owner == PowerName.FRANCE]
    gone = [u for u in french if u.at != REMOVED and u.id not in (*afloat, *kept)]
    umpire.apply(*(UnitMoved(unit.id, unit.at, REMOVED) for unit in gone))
    return kept, len(gone)


def _half(infantry: Sequence[Piece]) -> tuple[str, ...]:
    """The infantry that is left: half of the factors at least, in as many units as may be."""
    must_go = sum(piece.strength for piece in infantry) // 2
    kept = []
    for piece in sorted(infantry, key=lambda p: (-p.strength, p.id)):
        if piece.strength <= must_go:
            must_go -= piece.strength
        else:
            kept.append(piece.id)
    return tuple(sorted(kept))


@implements("TW-18.5.1-1", "TW-18.5.2-1", "TW-18.5.4-1", "TW-18.5.8-1")
def _hand_over(umpire: Umpire, conqueror: str, free: Iterable[str]) -> None:
    """What France still holds becomes Vichy's, Britain's, or the conqueror's; so does Vichy's part
    that Germany has taken. Satellites of France stand alone.
    """
    position = umpire.position
    owners = dict(_owners(position, conqueror, free))
    for place, owner in owners.items():
        umpire.apply(*set_controller(umpire.state, place, owner))
    for power in umpire.state.powers.values():
        if power.flags.get(PowerFlag.PATRON) == PowerName.FRANCE:
            umpire.apply(*set_power(umpire.state, power.id, "flag", PowerFlag.PATRON, None))


@implements("TW-14.6-2")
def _owners(position: Position, conqueror: str, free: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Who has each hex that was French, and those of Vichy's part whoever holds them."""
    vichy = {*_hexes(position, Region.VICHY), *_hexes(position, Land.CORSICA)}
    all_abroad = position.reading(TakenByFrance) is TakenByFrance.VICHY
    for place in position.board.places:
        land = position.board.country(place)
        if place in vichy:
            yield place, str(PowerName.VICHY_FRANCE)
        elif position.holder(place) == PowerName.FRANCE:
            of_vichy = land in COLONIES or (all_abroad and land != Land.FRANCE)
            lord = str(PowerName.VICHY_FRANCE) if of_vichy else conqueror
            yield place, (PowerName.BRITAIN if land in free else lord)


@implements("TW-18.5.7-1")
def _leave(umpire: Umpire) -> None:
    """Other units in what is now Vichy go to the nearest hex of theirs with room, ships to a port
    with the aircraft that they carry, which go first.
    """
    units = sorted(umpire.state.units)
    for name in sorted(
        units, key=lambda one: not umpire.position.piece(umpire.state.units[one]).is_naval
    ):
        position = umpire.position
        piece = position.piece(position.units[name])
        if position.holder(piece.at) != PowerName.VICHY_FRANCE or piece.owner == PowerName.FRANCE:
            _linger(umpire, piece)
            continue
        goal = _refuge(position, piece)
        aircraft = aircraft_of(position, (piece,)).values() if piece.is_naval else ()
        umpire.apply(*(UnitMoved(one, piece.at, goal) for one in (name, *aircraft)))


@implements("TW-18.5.7-2")
def _linger(umpire: Umpire, piece: Piece) -> None:
    """British ground units in the rest of France may fight on, among a hostile people."""
    french = umpire.board.country(piece.at) == Land.FRANCE
    if piece.owner == PowerName.BRITAIN and piece.is_ground and french:
        mark = Mark(UnitMark.LINGERS.until)
        umpire.apply(*set_mark(piece.unit, UnitMark.LINGERS, mark))


def _refuge(position: Position, piece: Piece) -> str:
    """The nearest British hex where an Allied unit has room; one of their own for others; without
    any they leave the game.
    """
    board = position.board
    allied = position.side_of(piece.owner) == Side.ALLIED
    lord = PowerName.BRITAIN if allied else piece.owner
    own = (place for place in board.places if position.holder(place) == lord)
    far = ((board.distance(piece.at, place), place) for place in own)
    room = [
        (apart, place)
        for apart, place in far
        if apart is not None and _takes_in(position, piece, place)
    ]
    return min(room)[1] if room else REMOVED


def _takes_in(position: Position, piece: Piece, place: str) -> bool:
    """Whether a unit may stay in a hex: ships in ports, aircraft at bases."""
    if piece.is_naval:
        return is_port(position, place) and has_room(position, place, (piece,))
    return (
        may_land(position, piece, place)
        if piece.is_air
        else not excess_with(position, piece, place)
    )


@implements("TW-18.5.3-2", "TW-18.5.4-3", "TW-18.5.3-3")
def _place(umpire: Umpire, kept: Sequence[str], who: tuple[str, Sequence[str]]) -> None:
    """The infantry that is left, which the conqueror places: one in North Africa, one at home, one
    in Syria, then others; what stands in a Free French colony is British.
    """
    position, (conqueror, free) = umpire.position, who
    stays = [unit for unit in kept if position.board.country(position.units[unit].at) in free]
    moves = [unit for unit in kept if unit not in stays]
    for unit in kept:
        owner = str(PowerName.BRITAIN) if unit in stays else str(PowerName.VICHY_FRANCE)
        umpire.apply(UnitChanged(unit, "owner", str(PowerName.FRANCE), owner))
    posted: list[str] = []
    for unit in moves:
        goal = _post(umpire, conqueror, unit, _posts(umpire.position, posted))
        _move(umpire, unit, goal)
        posted.append(unit)


@implements("TW-18.5.3-2", "TW-18.5.4-3", "TW-18.5.2-1")
def _posts(position: Position, posted: Sequence[str]) -> tuple[str, ...]:
    """The hexes where the next of Vichy's infantry may stand, the usual one first: none that France
    had lost.
    """
    bound = [
        _of_vichy(position, lands) for lands in (FRENCH_NORTH_AFRICA, (Region.VICHY,), COLONIES[:1])
    ]
    owed = [hexes for hexes in bound if hexes]
    if len(posted) < len(owed):
        hexes = owed[len(posted)]
        return tuple(sorted(hexes, key=lambda place: not is_city(position.board, place)))
    units = [position.piece(position.units[unit]) for unit in posted]
    taken = [unit.at for unit in units]
    colonies = sum(position.board.country(place) in COLONIES for place in taken)
    lands = (Region.VICHY, Land.CORSICA, *(COLONIES if colonies < IN_COLONIES else ()))
    most = limit_of(position, taken[0], units)
    return tuple(place for place in _of_vichy(position, lands) if taken.count(place) < most)


def _of_vichy(position: Position, lands: Iterable[str]) -> tuple[str, ...]:
    """The hexes of some lands that are Vichy's."""
    hexes = (place for land in lands for place in _hexes(position, land))
    return tuple(place for place in hexes if position.holder(place) == PowerName.VICHY_FRANCE)


def _post(umpire: Umpire, conqueror: str, unit: str, posts: Sequence[str]) -> str:
    """Where the conqueror posts a unit."""
    position = umpire.position
    piece = position.piece(position.units[unit])
    answer = umpire.decide(
        POST.ask(
            f"Where does {piece.counter.name} of Vichy stand?",
            umpire.state.powers[conqueror].players,
            [Option(place, position.label(place)) for place in posts],
            [posts[0]],
            about=unit,
            facts={"strength": piece.strength},
        )
    )
    return answer.pick


def _move(umpire: Umpire, unit: str, place: str) -> None:
    """A unit goes where it is sent, if it is not there."""
    at = umpire.state.units[unit].at
    umpire.apply(*((UnitMoved(unit, at, place),) if at != place else ()))


class ShipsOfColonies(Reading, id="TW-R-18.5.5-a"):
    """Whose French ships are that lie in a colony which becomes Free French."""

    VICHY = "vichy"
    BRITISH = "british"


def _joining(position: Position, free: Iterable[str]) -> tuple[str, ...]:
    """The ships that become British with the colonies in whose ports they lie."""
    if position.reading(ShipsOfColonies) is ShipsOfColonies.VICHY:
        return ()
    ships = (piece for piece in position.pieces_of(PowerName.FRANCE) if piece.is_naval)
    return tuple(ship.id for ship in ships if position.board.country(ship.at) in free)


@implements("TW-18.5.5-2")
def _sail(umpire: Umpire, conqueror: str, joining: Sequence[str]) -> None:
    """A third of the Fleets, which are all that is French still, go to ports of Vichy in North
    Africa, the others to Marseilles, as the conqueror places them; but for those `joining` Britain.
    """
    for unit in joining:
        umpire.apply(UnitChanged(unit, "owner", str(PowerName.FRANCE), str(PowerName.BRITAIN)))
    position = umpire.position
    fleets, ports = position.pieces_of(PowerName.FRANCE), _ports(position)
    away = _away(umpire, conqueror, fleets) if ports else ()
    goals = {
        ship: _harbor(umpire, conqueror, ship, (ports, ports[number % len(ports)]))
        for number, ship in enumerate(away)
    }
    for ship in fleets:
        _move(umpire, ship.id, goals.get(ship.id, position.city(TOULON)))
        umpire.apply(
            UnitChanged(ship.id, "owner", str(PowerName.FRANCE), str(PowerName.VICHY_FRANCE))
        )


def _away(umpire: Umpire, conqueror: str, fleets: Sequence[Piece]) -> tuple[str, ...]:
    """The Fleets that the conqueror sends to North Africa."""
    many = -(-len(fleets) // FLEETS)
    answer = umpire.decide(
        AWAY.ask(
            "Which Fleets of Vichy sail to North Africa?",
            umpire.state.powers[conqueror].players,
            [ship_option(ship) for ship in fleets],
            [ship.id for ship in fleets[:many]],
            least=many,
            most=many,
            facts={"many": many},
        )
    )
    return answer.picks


def _harbor(umpire: Umpire, conqueror: str, ship: str, where: tuple[Sequence[str], str]) -> str:
    """The port in which the conqueror bases one of them, of some ports, the usual one of them."""
    position, (ports, usual) = umpire.position, where
    answer = umpire.decide(
        HARBOR.ask(
            "Where does a Fleet of Vichy lie?",
            umpire.state.powers[conqueror].players,
            [Option(port, position.board.name(port), frozenset({port})) for port in ports],
            [usual],
            about=ship,
        )
    )
    return answer.pick


def _ports(position: Position) -> tuple[str, ...]:
    """The ports of Vichy in North Africa."""
    hexes = _of_vichy(position, FRENCH_NORTH_AFRICA)
    return tuple(place for place in hexes if position.board.fact(place, "port"))


@implements("TW-18.5.4-4")
def _raise_free_french(umpire: Umpire) -> None:
    """A Free French corps joins the British force pool."""
    pool = f"pool:{PowerName.BRITAIN}/{Pool.FORCE}"
    umpire.apply(UnitCreated(FREE_FRENCH, None, Unit(FREE_FRENCH, CORPS, PowerName.BRITAIN, pool)))
