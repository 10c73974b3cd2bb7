"""What the cases would be to a rule: they notice changes of `sample`."""

from __future__ import annotations

from tests.mutants import sample


def test_the_limit_is_three() -> None:
    assert not sample.too_many([1, 2])
    assert sample.too_many([2, 2])


def test_nothing_about_the_words() -> None:
    assert sample.told("a", [5])
