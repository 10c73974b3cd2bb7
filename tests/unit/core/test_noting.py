"""Functions that are tied to clauses are noted when they are called, and do as ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pbem.core.cases import noting
from pbem.core.cases.noting import calls_noted


def plain(a: int, b: int = 2, *, c: int = 3) -> tuple[int, int, int]:
    return a, b, c


def steps(most: int) -> Iterator[int]:
    yield from range(most)
    return "done"  # type: ignore[return-value]


def again(number: int) -> int:
    return number and 1 + again(number - 1)


class Above:
    def what(self) -> str:
        return "above"


class Below(Above):
    def what(self) -> str:
        return f"below {super().what()}"


TIED: dict[str, Any] = {"plain": plain, "steps": steps, "again": again, "what": Below.what}


@pytest.fixture(autouse=True)
def tied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noting, "functions_tied", TIED.items)


def noted(call: Callable[[], object]) -> tuple[object, set[str]]:
    codes = [function.__code__ for function in TIED.values()]
    with calls_noted() as ran:
        found = call()
    assert [function.__code__ for function in TIED.values()] == codes
    return found, ran


@pytest.mark.parametrize("time", ["first", "second"])
def test_what_is_called_is_noted_and_does_as_ever(time: str) -> None:
    assert noted(lambda: plain(1)) == ((1, 2, 3), {"plain"})
    assert noted(lambda: plain(1, c=5, b=4)) == ((1, 4, 5), {"plain"})
    assert noted(lambda: again(3)) == (3, {"again"})
    assert noted(lambda: Below().what()) == ("below above", {"what"})
    assert noted(lambda: None) == (None, set())


def test_a_generator_is_called_when_it_is_asked() -> None:
    assert noted(lambda: list(steps(3))) == ([0, 1, 2], {"steps"})
    begun, ran = noted(lambda: steps(3))
    assert ran == set()
    assert list(begun) == [0, 1, 2]  # type: ignore[call-overload]

    def whole() -> Iterator[object]:
        yield (yield from steps(1))

    assert noted(lambda: list(whole())) == ([0, "done"], {"steps"})


def test_what_is_replaced_is_noted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(a: int, b: int = 2, *, c: int = 3) -> int:
        return -a

    with monkeypatch.context() as patch:
        patch.setattr(plain, "__code__", other.__code__)
        assert noted(lambda: plain(1)) == (-1, {"plain"})
    assert noted(lambda: plain(1)) == ((1, 2, 3), {"plain"})


def test_one_recording_inside_another_notes_for_both() -> None:
    with calls_noted() as outer:
        plain(1)
        with calls_noted() as inner:
            plain(1)
            again(1)
        assert (inner, outer) == ({"plain", "again"}, {"plain", "again"})
    assert plain(1) == (1, 2, 3)


def test_trouble_goes_through_and_leaves_nothing() -> None:
    code = plain.__code__
    with pytest.raises(TypeError, match="missing 1 required"), calls_noted() as ran:
        plain()  # type: ignore[call-arg]
    assert (ran, plain.__code__) == ({"plain"}, code)
