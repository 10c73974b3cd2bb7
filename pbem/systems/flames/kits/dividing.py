"""Corps that break down into divisions, and divisions that form a corps again (22.1, option 2).

Breaking down at the start of production, reforming at its end. Decides which units may become
which, by kind, nationality, SS, Guards and factors, and where the Commonwealth forms British corps.
Leaves when that is to the sequence of the book.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import ClassVar, Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.reading.scene import Scene
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.verdicts import PlaceId, UnitId, Verdict
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.option_units import opened
from pbem.systems.flames.world.named import LAND_UNIT, find_units, units_called
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    Umpire,
    force_pool,
    leaves_map,
    names,
)
from pbem.systems.flames.world.stacking import over_land_limit
from pbem.systems.flames.world.zoc import enemy_zoc

CITE: Final = "22.1"
SECONDS: Final = ("INF", "MOT", "GAR")
GARRISON: Final = "GAR"
CARRIER: Final = "MOT"  # the division with which any other forms a corps


@dataclass(frozen=True, slots=True)
class DividedVerdict(Verdict):
    """A corps that broke down into divisions (22.1)."""

    kind: ClassVar[str] = "divided"
    cite: ClassVar[str] = "22.1"

    at: PlaceId
    unit: UnitId
    divisions: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "broken-down"


@dataclass(frozen=True, slots=True)
class ReformedVerdict(Verdict):
    """Divisions that formed a corps (22.1)."""

    kind: ClassVar[str] = "reformed"
    cite: ClassVar[str] = "22.1"

    at: PlaceId
    unit: UnitId
    divisions: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "formed"


def divided_lines(verdict: DividedVerdict, scene: Scene) -> Sequence[str]:
    """Which corps gave which divisions, and where."""
    where = f"{scene.place(verdict.at)} ({verdict.cite})"
    return [f"BROKEN DOWN {where}  {scene.unit(verdict.unit)}: {scene.units(verdict.divisions)}"]


def reformed_lines(verdict: ReformedVerdict, scene: Scene) -> Sequence[str]:
    """Which divisions formed which corps, and where."""
    where = f"{scene.place(verdict.at)} ({verdict.cite})"
    return [f"REFORMED {where}  {scene.units(verdict.divisions)}: {scene.unit(verdict.unit)}"]


@dataclass(frozen=True, slots=True)
class Family:
    """What of a unit decides with whom it divides or joins: kind, nationality, SS, Guards."""

    kind: str
    nation: str
    combat: int
    ss: bool = False
    guards: bool = False
    elite: bool = False


Pair = tuple[Family, Family]


def family_of(piece: Piece) -> Family:
    """A unit as these rules see it; a counter may name a nation that is not its power's."""
    is_a = piece.counter.is_a
    nation = str(piece.counter.ratings.get("nation", piece.owner))
    return Family(
        piece.kind, nation, int(piece.combat), is_a("ss"), is_a("guards"),
        is_a("elite") or is_a("engineer"),
    )  # fmt: skip


# --- what may become what ------------------------------------------------------------------------


@implements("WIF-22.1-8", "WIF-22.1-14")
def may_go_along(position: Position, corps: str, second: str, controller: str) -> bool:
    """Whether a division of a nation may be the second one of a corps of another (22.1).

    Of the same nation or its controlling major power; in a federation any with a corps of the
    first home country, one of that with others.
    """
    return second in (corps, controller) or corps in position.policy.federations


@implements(
    "WIF-22.1-9", "WIF-22.1-10", "WIF-22.1-11", "WIF-22.1-12", "WIF-22.1-21", "WIF-22.1.1-1"
)
def why_not_into(position: Position, corps: Family, divisions: Pair, controller: str) -> str:
    """Why a corps does not break down into two divisions, the first of its own kind (22.1).

    One of them is of its nation; that need not be the one of its kind.
    """
    called, (first, second) = position.called, divisions
    if any(division.elite for division in divisions):
        return "an elite division stands neither for a part of a corps nor in one"
    own, other = (first, second) if first.nation == corps.nation else (second, first)
    if first.kind != corps.kind or own.nation != corps.nation:
        return f"one of them is of {corps.kind}, and one of {called(corps.nation)}"
    if not may_go_along(position, corps.nation, other.nation, controller):
        return (
            f"a division of {called(other.nation)} is no part of a corps of {called(corps.nation)}"
        )
    kinds = (GARRISON,) if corps.kind == GARRISON else SECONDS
    if second.kind not in kinds:
        return f"the other one is a division of {' or '.join(kinds)}"
    return _wrong_sort(corps, first, second) or _too_strong(corps, first, second)


def _wrong_sort(corps: Family, first: Family, second: Family) -> str:
    if first.ss != corps.ss or (second.ss and not corps.ss):
        return "SS divisions come of SS corps, which give at least one of their kind"
    if {first.guards, second.guards} != {corps.guards}:
        return "Guards divisions come of Guards alone"
    return ""


def _too_strong(corps: Family, first: Family, second: Family) -> str:
    most, together = ceil(corps.combat / 2), first.combat + second.combat
    return f"together they have {together} factors, {most} are allowed" if together > most else ""


@implements("WIF-22.1-15", "WIF-22.1-17", "WIF-22.1-21")
def why_not_form(position: Position, corps: Family, divisions: Pair, controller: str) -> str:
    """Why two divisions, the second one MOT, do not form a corps (22.1)."""
    called, (first, second) = position.called, divisions
    carrier = GARRISON if corps.kind == GARRISON else CARRIER
    if second.kind != carrier:
        return f"one of them is a division of {carrier}"
    if first.nation != corps.nation and controller not in position.policy.federations:
        return f"with a division of {carrier} another one of {called(first.nation)} forms its corps"
    most = 2 * (first.combat + second.combat)
    strongest = Family(corps.kind, corps.nation, most, corps.ss, corps.guards)
    why = why_not_into(position, strongest, divisions, controller)
    if why:
        return why
    if corps.combat >= most:
        return f"a corps of {corps.combat} factors is too strong: it needs fewer than {most}"
    return ""


def why_not_divide(position: Position, piece: Piece) -> str:
    """Why a unit on the map neither breaks down nor joins another now (22.1)."""
    if not position.options.divisions:
        return f"breaking down and reforming is {position.option('divisions')}, not played"
    if piece.face_down:
        return f"{piece.name} is face-down"
    if piece.at in enemy_zoc(position, piece.owner):
        return f"{piece.name} is in an enemy zone of control"
    return ""


# --- breaking down -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """A corps and two divisions, one of which becomes the other at a place."""

    corps: Piece
    divisions: tuple[Piece, Piece]
    at: str


def in_pools(position: Position, owners: Sequence[str]) -> tuple[Piece, ...]:
    """The units in the force pools of some powers, those of the options with them."""
    return tuple(
        piece
        for owner in dict.fromkeys(owners)
        for piece in (*position.at(force_pool(owner)), *opened(position, owner))
    )


def from_pool(position: Position, word: str, owners: Sequence[str]) -> Piece | None:
    """The unit of the force pools that a word means."""
    there = in_pools(position, owners)
    return next((piece for piece in units_called(position, word) if piece in there), None)


@implements("WIF-22.1-7")
def check_break_down(position: Position, order: Order) -> Ruling:
    """`{unit: VI INF, into: [2 INF div, 1 Ger MOT div]}` (22.1)."""
    named = find_units(position, order.data["unit"], LAND_UNIT)
    if named.findings:
        return Ruling(named.findings)
    corps, words = named.pieces[0], [str(word) for word in order.data["into"]]
    controller = position.major(corps.owner)
    found = [from_pool(position, word, (corps.owner, controller)) for word in words]
    first, second = found
    if first is None or second is None or first == second:
        lacking = words[0 if first is None else 1]
        message = f"'{lacking}' is no other division of the force pools"
        return _refused("not-in-pool", message, lacking)
    change = Change(corps, (first, second), corps.at)
    findings = tuple(_break_down_troubles(position, change, controller))
    if findings:
        return Ruling(findings)
    words_said = f"{corps.name} breaks down into {names(change.divisions)}"
    return Ruling((), words_said, broken_down(change), change)


def _refused(code: str, message: str, about: str) -> Ruling:
    return Ruling((error(code, message, cite=CITE, about=about),))


def _break_down_troubles(position: Position, change: Change, controller: str) -> Iterator[Finding]:
    corps = change.corps
    why = why_not_divide(position, corps)
    if corps.is_division or corps.is_hq:
        why = f"{corps.name} is no corps or army"
    if not why:
        one, two = (family_of(division) for division in change.divisions)
        reasons = [
            why_not_into(position, family_of(corps), row, controller)
            for row in ((one, two), (two, one))
        ]
        why = reasons[0] if all(reasons) else ""
    there = [piece for piece in position.land_at(corps.at) if piece != corps]
    if not why and over_land_limit(position, corps.at, [*there, *change.divisions]):
        why = f"two divisions do not fit into {position.label(corps.at)} beside the units there"
    if why:
        yield error("cannot-break-down", why, cite=CITE, about=corps.id)


@implements("WIF-22.1-13")
def broken_down(change: Change) -> tuple[Event, ...]:
    """The corps is in its force pool, not destroyed, and the divisions stand in its place."""
    corps = change.corps
    return (
        *leaves_map(corps, force_pool(corps.owner)),
        *(UnitMoved(d.id, d.at, change.at, d.unit.count) for d in change.divisions),
    )


def breaking_down(umpire: Umpire) -> None:
    """Corps break down at the start of production (22.1)."""
    _carry_out(umpire, BREAK_DOWN, DividedVerdict)


def _carry_out(
    umpire: Umpire,
    section: Section[Position],
    verdict: type[DividedVerdict] | type[ReformedVerdict],
) -> None:
    """The changes that players have ordered, each told."""
    for order, ruling in umpire.sound_orders(section.name):
        change: Change = ruling.plan
        umpire.apply(*ruling.events)
        divisions = tuple(piece.id for piece in change.divisions)
        umpire.tell(verdict(change.at, unit=change.corps.id, divisions=divisions))
        umpire.done(order, ruling.reading)


BREAK_DOWN: Final = Section(
    name="break_down",
    title="Corps that break down into divisions",
    step="breaking-down",
    schema="break_down",
    cite=CITE,
    check=check_break_down,
)


# --- reforming -----------------------------------------------------------------------------------


@implements("WIF-22.1-15", "WIF-22.1-16")
def check_reform(position: Position, order: Order) -> Ruling:
    """`{divisions: [2 INF div, 1 Ger MOT div], into: IX INF}` (22.1)."""
    named = find_units(position, order.data["divisions"], LAND_UNIT)
    if named.findings:
        return Ruling(named.findings)
    if len(named.pieces) != 2:
        return _refused("not-two", "two divisions form a corps", "divisions")
    one, two = named.pieces
    word = str(order.data["into"])
    corps = from_pool(position, word, (one.owner, two.owner))
    if corps is None:
        return _refused("not-in-pool", f"'{word}' is not in the force pool", word)
    change = Change(corps, (one, two), one.at)
    why = _why_not_reform(position, change)
    if why:
        return _refused("cannot-reform", why, one.id)
    words = f"{names(change.divisions)} form {corps.name}"
    return Ruling((), words, reformed(change), change)


def _why_not_reform(position: Position, change: Change) -> str:
    corps, (one, two) = change.corps, change.divisions
    why = why_not_divide(position, one) or why_not_divide(position, two)
    if why:
        return why
    if one.at != two.at:
        return f"{names(change.divisions)} do not stand in one hex"
    if not (one.is_division and two.is_division) or corps.is_division:
        return "two divisions form a corps or army"
    controller, (first, second) = position.major(corps.owner), map(family_of, (one, two))
    why = why_not_british(position, family_of(corps), controller, one.at)
    if why:
        return why
    reasons = [
        why_not_form(position, family_of(corps), row, controller)
        for row in ((first, second), (second, first))
    ]
    return reasons[0] if all(reasons) else ""


@implements("WIF-22.1-19")
def why_not_british(position: Position, corps: Family, controller: str, place: str) -> str:
    """Why a federation does not form a corps of a nation in a hex (22.1).

    One of its first home country, but in another of its home countries one of that country.
    """
    called = position.called
    if controller not in position.policy.federations:
        return ""
    country = position.country(place)
    local = country in position.powers[controller].home_countries[1:]
    wanted = str(country if local else controller)
    return "" if corps.nation == wanted else f"a corps of {called(wanted)} is to be formed there"


@implements("WIF-22.1-18")
def reformed(change: Change) -> tuple[Event, ...]:
    """The divisions are in their force pools, and the corps stands in their place."""
    corps = change.corps
    return (
        *(event for d in change.divisions for event in leaves_map(d, force_pool(d.owner))),
        UnitMoved(corps.id, corps.at, change.at, corps.unit.count),
    )


def reforming(umpire: Umpire) -> None:
    """Divisions form corps at the end of production (22.1)."""
    _carry_out(umpire, REFORM, ReformedVerdict)


REFORM: Final = Section(
    name="reform",
    title="Divisions that form a corps",
    step="reforming",
    schema="reform",
    cite=CITE,
    check=check_reform,
)
