"""What to do with the counters of a real board after a run, item by item.

Whoever moves the counters of another board by these items alone has the same position: what moved,
came, went, changed hands, became something else, is marked; whose places are, and what was built or
broken in them. What only the program knows of a counter (`quiet_marks`) is not told, nor any mark
of one that lies off the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.state import IN, REMOVED, State, Unit

_BOARD: Final = "The board"  # places, and the count in the end


@dataclass(frozen=True, slots=True)
class Pile:
    """What is done with the counters of one power, or (of nobody) with the board itself."""

    whose: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lying:
    """Some like counters as they lie on a real board."""

    owner: str
    name: str
    spot: str
    marks: Mapping[str, str]
    count: int | None
    on_board: bool

    @property
    def told(self) -> str:
        """`2 Infantry`, `1 Battleship (damaged 1)`; one with a name of its own by that name."""
        name = self.name if self.count is None else f"{self.count} {self.name}"
        marks = ", ".join(self.marks.values())
        return f"{name} ({marks})" if marks else name


@dataclass(frozen=True, slots=True)
class _Change:
    """Counters as they lay before, and as they lie now; None where they do not lie anywhere.

    `own` is what lay before as its new owner's.
    """

    old: Lying | None
    own: Lying | None
    new: Lying | None


def checklist(scene: Scene) -> tuple[Pile, ...]:
    """The items of every power, in the order of the powers, and those of the board."""
    rows: dict[str, list[_Change]] = {power: [] for power in scene.after.powers}
    for change in _changes(scene):
        lying = change.new or change.old
        if lying is not None:
            rows.setdefault(lying.owner, []).append(change)
    piles = [Pile(power, tuple(_items(scene, changes))) for power, changes in rows.items()]
    found = [pile for pile in piles if pile.items]
    board = [*_flags(scene), *_works(scene)]
    if not found and not board:
        return ()
    titled = (replace(pile, whose=scene.title(pile.whose)) for pile in found)
    return (*titled, Pile(_BOARD, (*board, _count_item(scene))))


def _changes(scene: Scene) -> Iterator[_Change]:
    """What lies otherwise than before."""
    for trace in scene.traces:
        old, new = trace.old, trace.new
        if old == new and not (new and new.at.startswith(IN)):
            continue  # what lies in another may have moved with it
        own = replace(old, owner=new.owner) if old and new else None
        change = _Change(
            _lying(scene, scene.before, old),
            _lying(scene, scene.before, own),
            _lying(scene, scene.after, new),
        )
        if change.old != change.new:
            yield change


def _lying(scene: Scene, state: State, unit: Unit | None) -> Lying | None:
    """How a unit lies on a real board; None where it lies nowhere."""
    if unit is None or unit.at == REMOVED:
        return None
    on_board = unit.at in scene.game.board or unit.at.startswith(IN)
    return Lying(
        owner=unit.owner,
        name=scene.name_of(replace(unit, count=None)),
        spot=_spot(scene, state, unit.at),
        marks=told_marks(scene, unit) if on_board else {},
        count=_count(scene, unit),
        on_board=on_board,
    )


def _count(scene: Scene, unit: Unit) -> int | None:
    """How many counters a unit is; None for one that alone bears its name."""
    if unit.count is None and (unit.owner, unit.counter) in scene.alike:
        return 1
    return unit.count


def told_marks(scene: Scene, unit: Unit) -> dict[str, str]:
    """The marks of a unit that players know of, by name, in words."""
    quiet = scene.game.system.quiet_marks
    return {
        name: scene.word(name) + ("" if mark.value is True else f" {scene.said(str(mark.value))}")
        for name, mark in sorted(unit.marks.items())
        if name not in quiet
    }


def _spot(scene: Scene, state: State, location: str) -> str:
    """Where counters lie; a carrier without a name of its own is told with its place."""
    carrier = state.carriers.get(location)
    if carrier is None or location == f"{IN}{carrier.id}":
        return scene.spot(location)
    name = scene.name_of(replace(carrier, count=None))
    return f"aboard {name}, {scene.spot(carrier.at)}"


# --- the items of a power ------------------------------------------------------------------------


def _items(scene: Scene, changes: Sequence[_Change]) -> Iterator[str]:
    """What was others', what moves, goes and comes, and what becomes of counters where they lie."""
    stays = [(one.own, one.new) for one in changes if one.own and one.new]
    yield from _taken_over(scene, changes)
    moved = ((old, f"{old.spot} > {new.spot}") for old, new in stays if old.spot != new.spot)
    yield from _rows(moved, lambda where, names: f"{names}  {where}")
    yield from _gone_and_come(changes)
    became = ((old, f"{new.name}, {new.spot}") for old, new in stays if old.name != new.name)
    yield from _rows(became, lambda what, names: f"{names} becomes {what}")
    yield from _marked(stays)


def _taken_over(scene: Scene, changes: Iterable[_Change]) -> Iterator[str]:
    pairs = ((one.old, one.new) for one in changes if one.old and one.new)
    taken = (
        (old, f"{scene.title(old.owner)}, {old.spot}")
        for old, new in pairs
        if old.owner != new.owner
    )
    return _rows(taken, lambda where, names: f"from {where}: {names}")


def _gone_and_come(changes: Sequence[_Change]) -> Iterator[str]:
    gone = ((one.old, one.old.spot) for one in changes if one.old and not one.new)
    yield from _rows(gone, lambda where, names: f"off {where}: {names}")
    come = ((one.new, one.new.spot) for one in changes if one.new and not one.old)
    yield from _rows(come, lambda where, names: f"on {where}: {names}")


def _rows(found: Iterable[tuple[Lying, str]], told: Callable[[str, str], str]) -> Iterator[str]:
    """One item for all counters of which the same is told."""
    rows: dict[str, list[Lying]] = {}
    for lying, about in found:
        rows.setdefault(about, []).append(lying)
    for about, lot in rows.items():
        yield told(about, ", ".join(one.told for one in _together(lot)))


def _together(lot: Iterable[Lying]) -> Iterable[Lying]:
    """Like counters of groups as one lot."""
    found: dict[str, Lying] = {}
    for one in lot:
        key = repr(replace(one, count=one.count and 1))
        known = found.get(key)
        more = known.count or 0 if known else 0
        found[key] = one if one.count is None else replace(one, count=one.count + more)
    return found.values()


def _marked(stays: Iterable[tuple[Lying, Lying]]) -> Iterator[str]:
    """Marks that were set or cleared, each with the counters that bear or bore it.

    What has left the board has left its marks behind: that needs no item.
    """
    rows: dict[str, list[Lying]] = {}
    for old, new in stays:
        if new.on_board and old.marks != new.marks:
            named = replace(new, marks={} if new.count is None else old.marks)
            rows.setdefault(_turns(old.marks, new.marks), []).append(named)
    for words in sorted(rows):
        yield f"{words}: {', '.join(map(_placed, _together(rows[words])))}"


def _placed(one: Lying) -> str:
    """A counter with a name of its own needs no place."""
    return one.told if one.count is None else f"{one.told} in {one.spot}"


def _turns(old: Mapping[str, str], new: Mapping[str, str]) -> str:
    """`now face-down`, `no longer on escort, now damaged 1`."""
    gone = [f"no longer {old[name]}" for name in old if name not in new]
    return ", ".join((*gone, *(f"now {new[name]}" for name in new if old.get(name) != new[name])))


# --- the board -----------------------------------------------------------------------------------


def _flags(scene: Scene) -> list[str]:
    return [_flag_item(scene, power, places) for power, places in scene.taken.items()]


def _flag_item(scene: Scene, power: str, places: Sequence[str]) -> str:
    spots = ", ".join(scene.spot(place) for place in places)
    return f"{scene.title(power)} flag: {spots}" if power else f"flag off: {spots}"


def _works(scene: Scene) -> list[str]:
    """What was built or broken at places, in the system's words."""
    return [
        f"{scene.spot(place)}: {', '.join(told)}"
        for place in sorted({*scene.before.places, *scene.after.places})
        if (told := scene.game.system.words.works(scene, place))
    ]


def _count_item(scene: Scene) -> str:
    """How many stacks and counters must lie on the board in the end."""
    stacks = [place for place in scene.after.index if place in scene.game.board]
    counters = sum(unit.size for place in stacks for unit in scene.after.at(place))
    return f"then count: {len(stacks)} stacks, {counters} counters"
