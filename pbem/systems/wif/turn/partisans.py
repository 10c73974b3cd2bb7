"""Partisans rise at the end of a turn (13.1).

Decides the dice, the draw, where partisans stand and what they overrun. Leaves China, the Free
French and saved goods to later chapters.
"""

from __future__ import annotations

from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_mark
from pbem.core.record.events import UnitChanged, UnitMoved
from pbem.core.record.state import Mark
from pbem.core.rules.system import Modifier
from pbem.systems.wif.land.overrun import displace
from pbem.systems.wif.turn.partisan_rolls import (
    Entry,
    controller_of,
    dice_of,
    drawn,
    enemy_hexes,
    hexes_of,
    is_eligible,
    modified_number,
    partisans_got,
    partisans_in,
    printed_number,
    was_neutral,
)
from pbem.systems.wif.turn.turn_verdicts import PartisanTableVerdict, PartisanVerdict
from pbem.systems.wif.world.control import other_side
from pbem.systems.wif.world.garrison import garrison_of
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.units import PARTISAN, PARTISANS, destroyed
from pbem.systems.wif.world.vocabulary import UnitMark
from pbem.systems.wif.world.zoc import enemy_zoc

CITE: Final = "13.1"

PLACE: Final = DecisionKind(
    "place-partisan",
    "Where a partisan rises",
    "when a partisan of a country of yours is drawn; default: where it does most harm",
    "13.1.2",
    (AnswerKey("partisans", "to"),),
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
    chart = umpire.chart("partisans")
    rolls = [
        umpire.roll(f"table-{number}", "d10", umpire.state.clock.side, "13.1.1").total
        for number in range(1, dice_of(umpire.state.clock.turn) + 1)
    ]
    times = drawn(chart, rolls)
    eligible = [entry for entry in times if is_eligible(now(umpire), entry)]
    names = tuple(entry.name for entry in eligible)
    umpire.tell(PartisanTableVerdict(None, rolls=tuple(rolls), eligible=names))
    for entry in eligible:
        with umpire.step(entry.name):
            _rise(umpire, entry, times[entry])


@implements("WIF-13.1.1-12", "WIF-13.1.1-13", "WIF-13.1.1-d2")
def _rise(umpire: Umpire, entry: Entry, times: int) -> None:
    """One country rolls; what it gets is drawn and placed (13.1.1, 13.1.2)."""
    position = now(umpire)
    power = controller_of(position, entry)
    if not power:
        return
    places = hexes_of(position, entry.name)
    garrison = garrison_of(position, other_side(position.side(power)), places) / times
    there = len(partisans_in(position, entry.name))
    number = printed_number(umpire.chart("partisan-numbers"), entry.name)
    number = modified_number(number, not entry.red and was_neutral(position, entry.name))
    modifiers = (Modifier("partisans there", -there),) if there else ()
    roll = umpire.roll("partisans", "d10", power, "13.1.1", modifiers)
    many = partisans_got(number, roll.total, garrison, there)
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
    position = now(umpire)
    pool = position.at(PARTISANS)
    zoc = enemy_zoc(position, power)
    places = [place for place in enemy_hexes(position, entry) if place not in zoc]
    if not pool or not places:
        return None
    at = 0
    if len(pool) > 1:
        at = umpire.roll(f"draw-{number}", f"d{len(pool)}", power, "13.1.2").total - 1
    place = _chosen(umpire, entry, places, number)
    piece = pool[at]
    unit = piece.unit
    if unit.owner != power:
        umpire.apply(UnitChanged(unit.id, "owner", unit.owner, power))
    umpire.apply(UnitMoved(unit.id, PARTISANS, place))
    mark = Mark(UnitMark.COUNTRY.until, entry.name)
    umpire.apply(*set_mark(umpire.state.units[unit.id], UnitMark.COUNTRY, mark))
    _overruns(umpire, place, power)
    return unit.id, place


def _chosen(umpire: Umpire, entry: Entry, places: list[str], number: int) -> str:
    position = now(umpire)
    power = controller_of(position, entry)
    players = position.powers[power].players
    best = max(places, key=lambda place: (harm(position, place), place))
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


@implements("WIF-13.1.3-7")
def _overruns(umpire: Umpire, place: str, power: str) -> None:
    """Enemy aircraft in the hex: those face-down are destroyed, the others fly off (13.1.3)."""
    position = now(umpire)
    side = position.side(power)
    enemy = [piece for piece in position.air_at(place) if position.side(piece.owner) != side]
    grounded = [piece for piece in enemy if piece.face_down]
    umpire.apply(*(change for piece in grounded for change in destroyed(piece)))
    displace(umpire, place, [piece for piece in enemy if not piece.face_down])
