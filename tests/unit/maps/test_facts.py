"""Facts of geography and of 1939, written from an atlas and not from our data, true on the maps.

facts/*.yaml hold them, a fact a line: `Kiev, east` under the kind `a river on its side`; atlas.py
says what each kind asks. facts/exceptions.yaml lists those that a map cannot show, with reasons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.core.data.yamlio import read_data_text
from pbem.core.maps.mapfile import load_board
from pbem.core.maps.shipped import shipped_map
from tests.unit.maps.atlas import KINDS, Atlas, Missing

FOLDER = Path(__file__).parent / "facts"
SOURCES = ("geography", "history", "rulebook")


@dataclass(frozen=True, order=True)
class Fact:
    """One fact on one map; so, or not so."""

    on: str
    kind: str
    so: bool
    words: str
    source: str

    def __str__(self) -> str:
        return f"{self.on}, {'' if self.so else 'not '}{self.kind}: {self.words}"

    @property
    def trouble(self) -> str:
        """What is wrong on the map; nothing if the fact is true there."""
        try:
            found = KINDS[self.kind](atlas(self.on), *self.words.split(", "))
        except Missing as missing:
            return str(missing)
        return "" if found == self.so else "it is otherwise on the map"


@cache
def read(name: str) -> Any:
    path = FOLDER / f"{name}.yaml"
    return read_data_text(path.read_text(encoding="utf-8"), str(path))


@cache
def atlas(name: str) -> Atlas:
    return Atlas(load_board(shipped_map(name)))


def written() -> Iterator[Fact]:
    for path in sorted(FOLDER.glob("*.yaml")):
        if path.stem == "exceptions":
            continue
        for group in read(path.stem)["facts"]:
            for so, key in ((True, "so"), (False, "not so")):
                for words in group.get(key, "").splitlines():
                    for on in group["on"]:
                        yield Fact(on, group["kind"], so, words, group["source"])


FACTS = tuple(written())
MAPS = sorted({fact.on for fact in FACTS})


@cache
def wrong() -> dict[str, str]:
    return {str(fact): trouble for fact in FACTS if (trouble := fact.trouble)}


@cache
def excused() -> dict[str, str]:
    return {str(fact): str(why) for fact, why in (read("exceptions") or {}).items()}


@pytest.mark.parametrize("on", MAPS)
def test_facts_are_true_on_the_map(on: str) -> None:
    mine = {fact: why for fact, why in wrong().items() if fact.startswith(f"{on}, ")}
    assert {fact: why for fact, why in mine.items() if fact not in excused()} == {}


def test_what_has_become_true_is_no_exception() -> None:
    assert [fact for fact in excused() if fact not in wrong()] == []


def test_there_are_enough_and_hardly_an_exception() -> None:
    different = {(fact.kind, fact.so, fact.words) for fact in FACTS}
    assert len(different) >= 450
    assert len(FACTS) == len(set(FACTS))
    assert len(excused()) * 50 <= len(FACTS)
    assert {fact.source for fact in FACTS} <= set(SOURCES)
    assert all(len(why.split()) >= 4 for why in excused().values())


def test_every_kind_is_asked() -> None:
    assert {fact.kind for fact in FACTS} == set(KINDS)
