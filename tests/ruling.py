"""Rulings at random, for play at random: whatever a step wants is answered legally."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from pbem.core.orders.inputs import GivenRuling
from pbem.core.orders.rulings import weigh
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.rulings import CHART, Does, Unruled, Wanted

T = TypeVar("T")
Pick = Callable[[int], int]  # a number below another one: `random.randrange`


def any_ruling(game: Game, unruled: Unruled, pick: Pick) -> GivenRuling:
    """A legal answer to what is wanted, with up to three changes."""
    assert unruled.state is not None
    state, wanted = unruled.state, unruled.wanted
    position = game.system.position(game, state, state, "", True)
    said: dict[str, Any] = {"result": _result(wanted, pick), "changes": []}
    if wanted.modifiers:
        said["modifiers"] = [{"name": "chance", "value": pick(5) - 2}]
    for result in _results(wanted, said["result"]):
        said["result"] = result
        if not _wrong(position, unruled, said):
            break
    for row in _some([*_rows(position, wanted)], pick):
        more = {**said, "changes": [*said["changes"], row]}
        said = said if _wrong(position, unruled, more) else more
    return _given(unruled, said)


def _result(wanted: Wanted, pick: Pick) -> str | int | None:
    if wanted.number is not None:
        least, most = wanted.number
        return least + pick(most - least + 1)
    if wanted.kind == CHART:
        return 1
    return wanted.results[pick(len(wanted.results))] if wanted.results else None


def _results(wanted: Wanted, first: str | int | None) -> Iterator[str | int | None]:
    """The result that was drawn, then all others: a step may find the first one not legal."""
    yield first
    yield from wanted.results


def _wrong(position: Position, unruled: Unruled, said: dict[str, Any]) -> bool:
    found = weigh(position, unruled.path, unruled.wanted, _given(unruled, said)).findings
    return bool(found)


def _given(unruled: Unruled, said: dict[str, Any]) -> GivenRuling:
    kept = {key: value for key, value in said.items() if value is not None}
    return GivenRuling(kept, "Chance", "so it fell", "none", unruled.fingerprint)


def _some(rows: Sequence[T], pick: Pick) -> Iterator[T]:
    for _ in range(pick(4) if rows else 0):
        yield rows[pick(len(rows))]


def _rows(position: Position, wanted: Wanted) -> Iterator[dict[str, Any]]:
    """Changes that may be legal."""
    for one in wanted.may:
        may = wanted.allowed(one.does)
        assert may is not None
        units = [name for name in may.units or position.units if name in position.units]
        places = may.places or tuple(sorted(position.board.spots) or sorted(position.places))
        powers = may.powers or tuple(position.powers)
        match one.does:
            case Does.LOSE | Does.REMOVE:
                yield from ({str(one.does): name} for name in units)
            case Does.RETREAT | Does.MOVE:
                moves = ((name, to) for name in units[:8] for to in places[:8])
                yield from ({str(one.does): name, "to": to} for name, to in moves)
            case Does.CONTROL:
                pairs = ((place, power) for place in places[:8] for power in powers)
                yield from ({"control": place, "to": power} for place, power in pairs)
            case Does.POINTS:
                sums = (
                    (power, name, by) for power in powers for name in may.names for by in (-1, 1)
                )
                yield from ({"points": p, "of": name, "by": by} for p, name, by in sums)
            case Does.MARK:
                yield from ({"mark": name, "unit": unit} for name in may.names for unit in units)
            case Does.MARKER:
                yield from ({"marker": n, "at": at} for n in may.names for at in places[:8])
            case _:
                continue
