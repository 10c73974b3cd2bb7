"""Partisans rise at the end of a turn (13.1).

Decides the dice, the draw, where partisans stand and what they overrun; who takes over those of a
red country that changes hands. Leaves what partisans do once they are there to `world`, their HQs
to `partisan_hqs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.events import UnitChanged, UnitMoved
from pbem.core.record.state import Mark
from pbem.core.rules.system import Modifier
from pbem.systems.flames.land.overrun import displace
from pbem.systems.flames.turn.partisan_rolls import (
    Entry,
    controller_of,
    dice_of,
    drawn,
    enemy_hexes,
    is_eligible,
    modified_number,
    partisans_got,
    partisans_in,
    printed_number,
    spread,
    was_neutral,
)
from pbem.systems.flames.turn.turn_verdicts import (
    PartisanChangeVerdict,
    PartisanTableVerdict,
    PartisanVerdict,
)
from pbem.systems.flames.world.control import raided
from pbem.systems.flames.world.garrison import garrison_of
from pbem.systems.flames.world.homes import destroy
from pbem.systems.flames.world.kits import Moment
from pbem.systems.flames.world.partisans import hexes_of
from pbem.systems.flames.world.position import (
    PARTISAN,
    PARTISANS,
    Piece,
    Position,
    Umpire,
    destroyed,
    other_side,
)
from pbem.systems.flames.world.stacking import check_stacking, over_land_limit
from pbem.systems.flames.world.vocabulary import UnitMark
from pbem.systems.flames.world.zoc import enemy_zoc

CITE: Final = "13.1"

NONE: Final = "none"

PLACE: Final = DecisionKind(
    "place-partisan",
    "Where a partisan rises",
    "when a partisan of a country of yours is drawn; default: where it does most harm and has room",
    "13.1.2",
    (AnswerKey("partisans", "to"),),
    {"country": "the country or region"},
)
REMOVE: Final = DecisionKind(
    "remove-partisan",
    "Which partisan leaves the map for another one",
    "when a partisan of a country of yours comes and no counter is left; default: none leaves, "
    "and none comes",
    "13.1.2",
    (AnswerKey("partisans", "remove"),),
    {"country": "the country or region"},
)


@implements("WIF-13.1-1", "WIF-13.1.1-8", "WIF-13.1.1-d1")
def partisans(umpire: Umpire) -> None:
    """The table is rolled, then each eligible country (13.1.1).

    Not in a game without partisans.
    """
    counters = umpire.book.counters
    if not any(counters[unit.counter].kind == PARTISAN for unit in umpire.state.units.values()):
        return
    umpire.position.kits.happen(Moment.PARTISANS, umpire)
    chart, rising = umpire.chart("partisans"), umpire.position.policy.partisans
    rolls = [
        umpire.roll(f"table-{number}", "d10", umpire.state.clock.side, "13.1.1").modified
        for number in range(1, dice_of(umpire.state.clock.turn, rising.two_dice_from) + 1)
    ]
    times = drawn(chart, rolls)
    chances = _rolling(umpire, times)
    eligible = tuple(chances)
    names = tuple(entry.name for entry in eligible)
    umpire.tell(PartisanTableVerdict(None, rolls=tuple(rolls), eligible=names))
    for entry in eligible:
        with umpire.step(entry.name):
            _rise(umpire, entry, chances[entry])
    check_stacking(umpire)


def _rolling(umpire: Umpire, times: Mapping[Entry, int]) -> dict[Entry, int]:
    """The countries that roll, and how often each came up (13.1.1)."""
    found: dict[Entry, int] = {}
    for entry, many in times.items():
        position = umpire.position
        able = [one for one in spread(position, entry) if is_eligible(position, one)]
        if len(able) > 1:
            able = [*position.policy.partisans.narrowed(umpire, entry.name, able)]
        found.update(dict.fromkeys(able, many))
    return found


@implements("WIF-13.1.1-12", "WIF-13.1.1-13", "WIF-13.1.1-d2")
def _rise(umpire: Umpire, entry: Entry, times: int) -> None:
    """One country rolls; what it gets is drawn and placed (13.1.1, 13.1.2)."""
    position = umpire.position
    power = controller_of(position, entry)
    if not power:
        return
    places = hexes_of(position, entry.name)
    garrison = garrison_of(position, other_side(position.side(power)), places) / times
    there = len(partisans_in(position, entry.name))
    number = printed_number(umpire.chart("partisan-numbers"), entry.printed)
    number = modified_number(number, not entry.red and was_neutral(position, entry.name))
    modifiers = (Modifier("partisans there", -there),) if there else ()
    roll = umpire.roll("partisans", "d10", power, "13.1.1", modifiers)
    many = partisans_got(number, roll.modified + there, garrison, there)
    placed = tuple(filter(None, (_placed(umpire, entry, power, n) for n in range(1, many + 1))))
    umpire.tell(
        PartisanVerdict(
            None,
            country=entry.name,
            power=power,
            roll=roll.total,
            garrison=garrison,
            there=there,
            number=number,
            placed=dict(placed),
        )
    )


@implements("WIF-13.1.2-7", "WIF-13.1.2-d1")
def _placed(umpire: Umpire, entry: Entry, power: str, number: int) -> tuple[str, str] | None:
    """A partisan is drawn and stands in an enemy hex of its country, in no enemy zone (13.1.2)."""
    position = umpire.position
    zoc = enemy_zoc(position, power)
    places = [place for place in enemy_hexes(position, entry) if place not in zoc]
    if not places:
        return None
    if not position.at(PARTISANS):
        _make_room(umpire, entry, power, number)
        position = umpire.position
    pool = position.at(PARTISANS)
    if not pool:
        return None
    at = 0
    if len(pool) > 1:
        at = umpire.roll(f"draw-{number}", f"d{len(pool)}", power, "13.1.2").total - 1
    piece = pool[at]
    place = _chosen(umpire, entry, places, (piece, number))
    unit = piece.unit
    if unit.owner != power:
        umpire.apply(UnitChanged(unit.id, "owner", unit.owner, power))
    umpire.apply(UnitMoved(unit.id, PARTISANS, place))
    mark = Mark(UnitMark.COUNTRY.until, entry.name)
    umpire.apply(*set_mark(umpire.state.units[unit.id], UnitMark.COUNTRY, mark))
    if entry.red:
        red = Mark(UnitMark.RED.until)
        umpire.apply(*set_mark(umpire.state.units[unit.id], UnitMark.RED, red))
    _overruns(umpire, place, umpire.position.piece(umpire.state.units[unit.id]))
    return unit.id, place


@implements("WIF-13.1.2-8")
def _make_room(umpire: Umpire, entry: Entry, power: str, number: int) -> None:
    """No counter is left: its player may take a partisan off the map for this one (13.1.2)."""
    position = umpire.position
    there = [piece for piece in position.on_map if piece.kind == PARTISAN]
    players = position.powers[power].players
    if not there or not players:
        return
    answer = umpire.decide(
        REMOVE.ask(
            f"No partisan is left for {entry.name}: does one leave the map for it?",
            players,
            (
                Option(NONE, "none", frozenset({NONE})),
                *(
                    Option(piece.id, piece.name, frozenset({piece.at}), piece.combat)
                    for piece in there
                ),
            ),
            (NONE,),
            about=str(number),
            facts={"country": entry.name},
        )
    )
    if answer.pick != NONE:
        umpire.apply(*destroyed(umpire.position.pieces(answer.pick)[0]))


def _chosen(umpire: Umpire, entry: Entry, places: list[str], which: tuple[Piece, int]) -> str:
    """Where a partisan rises; one in a hex that is full costs one of those there (2.3.1)."""
    position, (piece, number) = umpire.position, which
    power = controller_of(position, entry)
    players = position.powers[power].players

    def rank(place: str) -> tuple[bool, tuple[int, int, int, bool], str]:
        full = over_land_limit(position, place, (*position.land_at(place), piece)) > 0
        return not full, harm(position, place), place

    best = max(places, key=rank)
    if not players:
        return best
    answer = umpire.decide(
        PLACE.ask(
            f"Where does the partisan of {entry.name} rise?",
            players,
            (
                Option(at, position.label(at), frozenset({position.board.name(at)} - {""}))
                for at in places
            ),
            (best,),
            about=str(number),
            facts={"country": entry.name},
        )
    )
    return answer.pick


def harm(position: Position, place: str) -> tuple[int, int, int, bool]:
    """How much a partisan in a hex harms its holder: factories, wells, railways, cities."""
    board, ground = position.board, position.ground
    factories = board.fact(place, "factories")
    works = len(factories) if isinstance(factories, tuple) else 0
    goods = [board.fact(place, kind) for kind in ("resources", "oil")]
    number = sum(value for value in goods if isinstance(value, int))
    lines = sum(ground.has_line(place, other, ("rail",)) for other in board.neighbours[place])
    return works, number, lines, ground.is_city(place)


@implements("WIF-13.1.3-7", "WIF-13.1.3-8")
def _overruns(umpire: Umpire, place: str, partisan: Piece) -> None:
    """Enemy aircraft in the hex: those face-down are destroyed, the others fly off (13.1.3).

    Facilities there are destroyed, oil and build points that are saved there are lost.
    """
    position = umpire.position
    side = position.side(partisan.owner)
    enemy = [piece for piece in position.air_at(place) if position.side(piece.owner) != side]
    grounded = [piece for piece in enemy if piece.face_down]
    destroy(umpire, grounded)
    displace(umpire, place, [piece for piece in enemy if not piece.face_down])
    umpire.apply(*raided(umpire.position, place, [partisan]))


# --- changing hands ------------------------------------------------------------------------------


@implements("WIF-13.1.2-6")
def follow(umpire: Umpire) -> None:
    """The partisans of red countries go over to whoever runs them now (13.1.2)."""
    ids = [unit.id for unit in umpire.state.units.values() if unit.marked(UnitMark.RED)]
    for piece in umpire.position.pieces(*ids):
        position = umpire.position
        country = str(piece.unit.mark(UnitMark.COUNTRY))
        power = controller_of(position, Entry(country, red=True))
        if power and power != piece.owner:
            umpire.apply(UnitChanged(piece.id, "owner", piece.owner, power))
            umpire.tell(PartisanChangeVerdict(piece.at, piece.id, country, piece.owner, power))
