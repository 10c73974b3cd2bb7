"""Stacking (2.3): how many land units and aircraft may be in a hex, and who destroys what is over.

Decides: the land and air limits, the end-of-step check with the choice of the hex's controller; who
lands in an enemy's hex has a limit of his own. Leaves ships to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.homes import destroy
from pbem.systems.flames.world.position import Piece, Position, Umpire
from pbem.systems.flames.world.stack_verdicts import OverstackedVerdict

LAND_LIMIT: Final = 2
LAND, LANDING, AIR = "-land-", "-landing-", "-air-"  # stacks of a hex, as choices name them
NO_AIRFIELD: Final = ("mountain", "desert-mountain", "swamp")

LAKE: Final = "lake"

OVERSTACKED: Final = DecisionKind(
    name="overstacked",
    title="Which unit of an overstacked hex is destroyed",
    moment=(
        "at the end of a step, for each unit too many in a hex that you control; "
        "default: the cheapest, an HQ last"
    ),
    cite="2.3.1",
    keys=(AnswerKey("overstacked", "lose"),),
    facts={"too many": "how many units must go"},
)


class LakeShores(Reading, id="WIF-2.3.1-R2"):
    """Whether a lake makes a hex coastal, where flying boats may be."""

    LAKE = "lake"
    SEA = "sea"


@implements(
    "WIF-22.17-1", "WIF-2.3.1-4", "WIF-2.3.1-5", "WIF-22.1-2", "WIF-1.2.1-1", "WIF-1.2.1-2",
    "AIF-2.3.1-4",
)  # fmt: skip
def land_excess(corps: int, divisions: int, *, small: bool, off_map: bool = False) -> int:
    """How many land units are too many: two, four off the map.

    `small`: whether one more may be there that is no larger than a division.
    """
    limit = LAND_LIMIT * (2 if off_map else 1)
    if not small:
        return max(0, corps + divisions - limit)
    spare = max(0, corps - limit)
    return max(spare, corps + divisions - limit - 1)


@implements("WIF-2.3.1-8", "WIF-2.3.1-9", "AIF-2.3.1-6")
def air_limit(city: bool, port: str, terrain: str, helpers: int, *, off_map: bool = False) -> int:
    """How many aircraft may stand in a hex: the highest limit, and one for each helper (2.3.1).

    Off the map it is doubled first. Helpers are HQs, and ground crews of other kinds.
    """
    if city or port == "major":
        base = 3
    elif port == "minor":
        base = 2
    else:
        base = 0 if terrain in NO_AIRFIELD else 1
    return base * (2 if off_map else 1) + helpers


@implements("WIF-2.3.1-14", "AIF-2.3.1-8")
def over_land_limit(position: Position, place: str, pieces: Iterable[Piece]) -> int:
    """How many land units among these are too many for a hex."""
    land = [piece for piece in pieces if piece.is_land]
    divisions = sum(piece.is_division for piece in land)
    off_map = position.ground.is_off_map(place)
    small = position.kits.small_units
    return land_excess(len(land) - divisions, divisions, small=small, off_map=off_map)


def air_room(position: Position, place: str) -> int:
    """How many aircraft may stand in a hex, with the HQs and the weather that are there now."""
    ground = position.ground
    here = position.land_at(place)
    crews = position.kits.ground_crews
    helpers = sum(piece.is_hq or any(helps(piece) for helps in crews) for piece in here)
    if not position.values.room_of_each_hq:
        helpers = min(1, helpers)
    return air_limit(
        ground.is_city(place),
        ground.port(place),
        ground.terrain[place],
        helpers,
        off_map=ground.is_off_map(place),
    )


@implements("WIF-2.3.1-10", "AIF-2.3.1-6")
def over_air_limit(position: Position, place: str, aircraft: Sequence[Piece]) -> int:
    """How many of these aircraft are too many for a hex."""
    return position.kits.over_room(position, place, aircraft, air_room(position, place))


def is_coastal(position: Position, place: str) -> bool:
    """Whether a hex holds land and sea, by one reading a lake does as well (2.1.1, 8.2.1)."""
    board = position.board
    if board.fact(place, "coast"):
        return True
    shores = (board.border(place, there) for there in board.neighbours[place])
    lake = board.fact(place, "terrain") == LAKE or any(LAKE in shore for shore in shores)
    return lake and position.reading(LakeShores) is LakeShores.LAKE


# --- the end of a step -------------------------------------------------------------------------


@implements("WIF-2.3.1-2", "AIF-2.3.1-2")
def check_stacking(umpire: Umpire) -> None:
    """Every hex at the end of a step: what is over the limit is destroyed (2.3.1).

    So are strangers in a hex, and troops too many in a friend's home (18.2); and units under
    construction in a place that was taken (13.6.10).
    """
    position = umpire.position
    for place in sorted({piece.at for piece in position.on_map}):
        stacks = stacks_at(position, place)
        if any(_over(position, place, pieces) for pieces in stacks.values()):
            for stack in stacks:
                relieve(umpire, place, stack)
    umpire.position.policy.step_ends(umpire)


@implements("WIF-2.3.1-6", "AIF-2.3.1-5")
def stacks_at(position: Position, place: str) -> Mapping[str, Sequence[Piece]]:
    """The units of a hex by what a limit holds for: land units, those that land there, aircraft."""
    stacks: dict[str, list[Piece]] = {LAND: [], LANDING: [], AIR: []}
    for piece in position.at(place):
        on_land = LANDING if piece.landing else LAND
        stacks[AIR if piece.is_air else on_land].append(piece)
    return stacks


def excess(position: Position, place: str, land: bool) -> int:
    """How many land units (or aircraft) of a hex are too many."""
    stacks = stacks_at(position, place)
    counted = (stacks[LAND], stacks[LANDING]) if land else (stacks[AIR],)
    return sum(_over(position, place, pieces) for pieces in counted)


def _over(position: Position, place: str, pieces: Sequence[Piece]) -> int:
    """How many of these units, all land units or all aircraft, are too many for a hex."""
    if not pieces:
        return 0
    if pieces[0].is_land:
        return over_land_limit(position, place, pieces)
    return over_air_limit(position, place, pieces)


@implements("WIF-2.3.1-3", "AIF-2.3.1-3")
def relieve(umpire: Umpire, place: str, stack: str) -> None:
    """The hex's controller destroys the units that are too many, one by one (2.3.1)."""
    position = umpire.position
    pieces = stacks_at(position, place)[stack]
    left, lost = tuple(pieces), list[Piece]()
    while _over(position, place, left):
        chosen = _one_lost(umpire, place, left, f"{stack}{len(lost) + 1}")
        left = tuple(piece for piece in left if piece.id != chosen.id)
        lost.append(chosen)
    if not lost:
        return
    destroy(umpire, lost)
    units, gone = (tuple(piece.id for piece in row) for row in (pieces, lost))
    umpire.tell(OverstackedVerdict(at=place, units=units, lost=gone))


@implements("AIF-2.3.1-3")
def candidates(position: Position, place: str, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The units of which one must go: those that help, face-up ones before face-down ones."""
    many = _over(position, place, pieces)
    helping = [
        piece
        for piece in pieces
        if _over(position, place, [p for p in pieces if p.id != piece.id]) < many
    ]
    return tuple([p for p in helping if not p.face_down] or helping)


def _one_lost(umpire: Umpire, place: str, pieces: Sequence[Piece], number: str) -> Piece:
    """The controller's choice of the next unit to go; by default the cheapest, no HQ."""
    position = umpire.position
    choice = candidates(position, place, pieces)
    if len(choice) == 1:
        return choice[0]
    controller = position.controller(place) or pieces[0].owner
    cheapest = min(choice, key=lambda p: (p.is_hq, p.counter.or_nothing("cost"), p.id))
    answer = umpire.decide(
        OVERSTACKED.ask(
            f"{position.label(place)} is overstacked: which unit is destroyed?",
            position.powers[controller].players,
            (Option(p.id, p.name, frozenset({p.kind})) for p in choice),
            (cheapest.id,),
            about=f"{place}{number}",
            at=place,
            facts={"too many": _over(position, place, pieces)},
        )
    )
    return next(piece for piece in choice if piece.id == answer.pick)
