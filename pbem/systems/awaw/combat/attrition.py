"""Attrition (9.61, 9.65, 9.74, 14): `attrition: [{front: western}]`, after all offensive combat.

Decides on which fronts a faction may attrition, which units count, what the table says, and that
capitals and objectives are not occupied. The table is public, not printed: a game may leave its
result to the moderator. Leaves attrition zones (14) and what happens in occupied hexes to him.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark, set_power
from pbem.core.record.events import PlaceChanged, UnitMoved, after_change
from pbem.core.record.state import Mark
from pbem.core.record.verdicts import Cell, PowerId, Verdict
from pbem.core.rules.rulings import Does, May, Ruled, RulingKind
from pbem.core.rules.system import Modifier, Ruling, Section
from pbem.systems.awaw.boxes.fighting import in_attrition, takes_hexes
from pbem.systems.awaw.combat.ground import to_pool
from pbem.systems.awaw.combat.losing import DEFENDERS, Loss, in_full, owners_give
from pbem.systems.awaw.economy.spending import Spent, may_attrition
from pbem.systems.awaw.operations.limits import ATTRITION as BARRED_AS
from pbem.systems.awaw.operations.limits import barred
from pbem.systems.awaw.operations.orders import enemies_at
from pbem.systems.awaw.operations.paying import spent_by
from pbem.systems.awaw.world.alliances import at_war, faction_of
from pbem.systems.awaw.world.boxes import HOLDERS, enemies_beside, is_box
from pbem.systems.awaw.world.hexes import front_of, ground_crosses, has_crossing_arrow
from pbem.systems.awaw.world.naming import Check
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.units import Part, Piece, ground_factors, piece_of
from pbem.systems.awaw.world.vocabulary import Front, PowerCount, UnitMark

TABLE: Final = RulingKind(
    BARRED_AS,
    "Result of attrition",
    "when a faction attritions and the game does not use the public table",
    "14.41",
)
OCCUPATION: Final = RulingKind(
    "occupation",
    "Hexes occupied by attrition",
    "when attrition takes hexes",
    "14.6",
    ("AWAW-4.612-2", "AWAW-4.613-2"),
)
FREE_FACTORS: Final = 70  # beyond which every ten more add one to the roll
_CELL: Final = re.compile(r"(?:(\d+)C)?/?(?:(\d+)H)?")


@dataclass(frozen=True, slots=True)
class Attrition:
    """Who attritions on a front, and against whom."""

    power: str
    front: str
    attackers: tuple[Piece, ...]
    defenders: tuple[Piece, ...]

    @property
    def factors(self) -> int:
        """The factors of those who attrition."""
        return ground_factors(self.attackers)


@dataclass(frozen=True, slots=True)
class AttritionVerdict(Verdict):
    """What attrition on a front has taken."""

    kind: ClassVar[str] = "attrition"
    cite: ClassVar[str] = "14.41"

    power: PowerId
    front: str
    factors: int
    result: Cell
    lost: tuple[Part, ...]
    hexes: int

    @property
    def outcome(self) -> str:
        return "attrition"


@implements("AWAW-9.61-1", "AWAW-9.74-1")
def check_attrition(position: Position, order: Order) -> Ruling:
    """A faction attritions on a front of its own player turn, if it may."""
    check = Check(position, order)
    front = check.meant(order.data["front"], map(str, Front))
    own = [p.id for p in check.state.powers_of_player(order.player)]
    power = next((one for one in own if check.state.side_of(one) == check.state.clock.side), "")
    if not power:
        check.complain("not-your-turn", "it is not your player turn", cite="8.2")
        return check.ruling("")
    if not may_attrition(spent_by(check.state, power).get(front, Spent())):
        message = f"operations on the {front} front cost 15 BRPs or more"
        check.complain("full-offensive", message, cite="9.61", about=str(order.data["front"]))
    found = attrition_of(position, power, front)
    if not found.attackers:
        check.complain("nobody", f"no unit can attrition on the {front} front", cite="9.61")
    faction = faction_of(check.state, power)
    done = PowerCount.AIMED.of(TABLE.name, front)
    if any(check.state.counter(one, done) for one in check.state.powers):
        check.complain("twice", f"the {faction} has attritioned there", cite="9.61")
    check.does(set_power(check.state, power, "counter", done, 1))
    found = replace(found, attackers=tuple(_bound(check, one, front) for one in found.attackers))
    return check.ruling(f"attrition on the {front} front: {found.factors} factors", found)


@implements("AWAW-9.74-1")
def _bound(check: Check, piece: Piece, front: str) -> Piece:
    """A unit that attritions; beside enemies on two fronts it is marked, to count on one alone."""
    others = (str(one) for one in Front if one != front)
    if not any(any(True for _ in _facing(check.position, piece, one)) for one in others):
        return piece
    mark = Mark(UnitMark.ATTRITIONS.until, front)
    events = set_mark(piece.unit, UnitMark.ATTRITIONS, mark, piece.part(piece.size))
    check.does(events)
    return piece_of(check.book, after_change(piece.unit, events[0])) if events else piece


@implements("AWAW-9.61-3", "AWAW-9.65-1", "AWAW-9.65-2", "AWAW-9.81-1")
def attrition_of(position: Position, power: str, front: str) -> Attrition:
    """The ground units that attrition on a front, and those that they attrition.

    Who has attacked in this player turn does not count, who has only overrun does, and who is
    isolated. Enemies beside them, over land or a crossing arrow, suffer it.
    """
    own = faction_of(position.state, power)
    attackers: list[Piece] = []
    defenders: dict[str, Piece] = {}
    for piece in _ground(position):
        if faction_of(position.state, piece.owner) is not own or _has_attacked(piece):
            continue
        if piece.unit.mark(UnitMark.ATTRITIONS) not in (None, front):
            continue
        facing = list(_facing(position, piece, front))
        if facing and not _barred(position, piece, facing):
            attackers.append(piece)
            defenders |= {enemy.id: enemy for enemy in facing}
    return Attrition(power, front, tuple(attackers), tuple(defenders.values()))


def _ground(position: Position) -> Iterator[Piece]:
    for _, unit in sorted(position.units.items()):
        piece = position.piece(unit)
        if piece.is_ground and unit.at in position.board:
            yield piece


def _has_attacked(piece: Piece) -> bool:
    return piece.unit.marked(UnitMark.ATTACKED)


def _facing(position: Position, piece: Piece, front: str) -> Iterator[Piece]:
    """Enemies on a front whom a unit can reach, also out of a box and into it."""
    if is_box(piece.at):
        yield from _beside_its_box(position, piece, front)
        return
    if front_of(position.board, piece.at) == front:
        for box in HOLDERS:
            in_box = in_attrition(position, box, [piece.at]) if box in position.board else ()
            yield from (foe for foe in in_box if at_war(position.state, piece.owner, foe.owner))
    for place in position.board.neighbours[piece.at]:
        if front_of(position.board, place) == front and _reaches(position, piece.at, place):
            yield from enemies_at(position, piece.owner, place)


def _beside_its_box(position: Position, piece: Piece, front: str) -> Iterator[Piece]:
    """Enemies on a front beside the box that a unit is in, if the box has part in attrition."""
    beside = enemies_beside(position, piece.at) if piece.at in HOLDERS else ()
    foes = [foe for foe in beside if front_of(position.board, foe.at) == front]
    if piece in in_attrition(position, piece.at, [foe.at for foe in foes]):
        yield from (foe for foe in foes if at_war(position.state, piece.owner, foe.owner))


def _reaches(position: Position, a: str, b: str) -> bool:
    crossing = has_crossing_arrow(position.board, a, b)
    return crossing or ground_crosses(position.board, a, b)


def _barred(position: Position, piece: Piece, facing: Sequence[Piece]) -> bool:
    targets = list(dict.fromkeys(enemy.at for enemy in facing))
    return any(True for _ in barred(position, [piece], TABLE.name, targets))


# --- the table -----------------------------------------------------------------------------------


def read_cell(text: str) -> tuple[int, int]:
    """Counters lost and hexes taken: `3C/1H`."""
    match = _CELL.fullmatch(text)
    counters, hexes = match.groups() if match else (None, None)
    return int(counters or 0), int(hexes or 0)


@implements("AWAW-3.11-44")
def modifiers_of(found: Attrition) -> tuple[Modifier, ...]:
    """What the number of factors adds to the roll."""
    more = max(0, (found.factors - FREE_FACTORS) // 10)
    return (Modifier("factors", more),) if more else ()


def result_of(chart: Chart, factors: int, roll: int) -> str:
    """The cell of the public table."""
    return chart.lookup(column=factors, roll=roll).text


def hexes_taken(hexes: int, *, pacific: bool) -> int:
    """Hexes that a result takes: in the Pacific half of them, rounded down."""
    return hexes // 2 if pacific else hexes


@implements("AWAW-9.61-3", "AWAW-8.25-1")
def attrition(umpire: Umpire) -> None:
    """Attrition on every front that is ordered, after all offensive combat."""
    for order, ruling in umpire.sound_orders(ATTRITION.name):
        found: Attrition = ruling.plan
        umpire.apply(*ruling.events)
        umpire.done(order, ruling.reading)
        with umpire.step(f"on-the-{found.front}-front"):
            _attrition(umpire, found)


def _attrition(umpire: Umpire, found: Attrition) -> None:
    """The result, the counters that the defenders give up, the hexes that are occupied."""
    text = _result(umpire, found)
    counters, hexes = read_cell(text)
    hexes = hexes_taken(hexes, pacific=umpire.board.id == "awaw-pacific")
    if not takes_hexes([piece.at for piece in found.defenders]):
        hexes = 0
    loss = Loss(TABLE.name, DEFENDERS, counters, found.front, counters=True)
    lost = owners_give(umpire, in_full(found.defenders), loss)
    by_id = {piece.id: piece for piece in found.defenders}
    umpire.tell(AttritionVerdict(None, found.power, found.front, found.factors, text, lost, hexes))
    umpire.apply(*(event for one in lost for event in to_pool(by_id[one.unit], one.many)))
    if hexes:
        _occupy(umpire, found, hexes)


def _result(umpire: Umpire, found: Attrition) -> str:
    """The cell of the public table, or what the moderator rules in its place."""
    if not umpire.options.public_tables:
        question = f"What does attrition on the {found.front} front take? e.g. 2C/1H"
        cells = umpire.game.chart("attrition").table().cells.values()
        words = tuple(dict.fromkeys(cell.text for cell in cells))
        facts = {"factors": found.factors}
        ruled = umpire.rule(TABLE.want(question, results=words, facts=facts))
        return str(ruled.result)
    chart = umpire.chart("attrition")
    roll = umpire.roll("attrition", chart.dice, found.power, "14.41", modifiers_of(found))
    return result_of(chart, found.factors, roll.modified)


@implements("AWAW-4.612-2", "AWAW-4.613-2")
def may_be_occupied(position: Position, place: str) -> bool:
    """Whether attrition may occupy a hex: no capital, no objective."""
    board = position.board
    return not board.fact(place, "capital") and not board.fact(place, "objective")


def _occupy(umpire: Umpire, found: Attrition, hexes: int) -> None:
    """Which hexes are occupied, who goes in and where defenders go, the moderator rules."""
    position = umpire.position
    facing = dict.fromkeys(piece.at for piece in found.defenders)
    there = [piece.id for place in facing for piece in position.at(place)]
    units = [piece.id for piece in found.attackers if piece.id in position.units]
    umpire.rule(
        OCCUPATION.want(
            f"Which {hexes} hexes does attrition on the {found.front} front take?",
            units=tuple(dict.fromkeys([*units, *there])),
            facts={"hexes": hexes},
            may=(May(Does.CONTROL), May(Does.MOVE), May(Does.RETREAT), May(Does.LOSE)),
            legal=lambda ruled: _wrongly_occupied(position, ruled, hexes),
        )
    )


def _wrongly_occupied(position: Position, ruled: Ruled, hexes: int) -> str:
    """What is wrong with an occupation; nothing if it is right."""
    taken = [event.place for event in ruled.events if isinstance(event, PlaceChanged)]
    barred_hexes = [place for place in taken if not may_be_occupied(position, place)]
    if barred_hexes:
        return f"{position.label(barred_hexes[0])} is a capital or an objective (4.612, 4.613)"
    out_of = [e.old for e in ruled.events if isinstance(e, UnitMoved) and is_box(e.old)]
    if out_of:
        return f"nobody advances out of the {position.label(out_of[0])} (5.47, 5.57, 5.77)"
    return f"no more than {hexes} hexes are taken" if len(taken) > hexes else ""


ATTRITION: Final = Section(
    "attrition",
    "Attrition on a front",
    "attrition",
    "awaw/attrition",
    "9.61",
    check_attrition,
)
