"""docs/world-in-flames.md: its orders are legal as players send them, its lists are the program's.

`python tests/unit/wif/test_wif_guide.py` writes the lists anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import open_window, read_orders, read_standing, validate
from pbem.core.record.state import State
from pbem.core.rules.sequence import Node, step_names
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.flames.turn.closing import END_OF_TURN
from pbem.systems.wif.sequence import BETWEEN_TURNS, IMPULSE
from pbem.systems.wif.system import SYSTEM

PATH = Path(__file__).parents[3] / "docs/world-in-flames.md"
WINDOWS: dict[str, tuple[Node, ...]] = {"impulse": IMPULSE, "end of turn": BETWEEN_TURNS}
CHOICES = "| choice | answered by | when, and the default | facts |\n|---|---|---|---|\n"
EVERYWHERE = {"weather", "control", "enemy units", "face-up enemy units"}  # facts of the hex


def examples(kind: str) -> list[str]:
    text = PATH.read_text(encoding="utf-8")
    return re.findall(rf"^```yaml{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def sections_row(window: str) -> str:
    """The sections of a window in the order in which they are carried out."""
    names = step_names(WINDOWS[window])
    sections = sorted(
        (section for section in SYSTEM.sections if section.step in names),
        key=lambda section: names.index(section.step),
    )
    return f"| {window} | {', '.join(section.name for section in sections)} |"


def choice_rows() -> Iterator[str]:
    """Every decision as the program knows it."""
    for kind in SYSTEM.kinds:
        keys = ", ".join(f"`{key.section}{f': {key.key}' if key.key else ''}`" for key in kind.keys)
        facts = [name for name in kind.facts if name not in EVERYWHERE]
        told = ", ".join([*facts, *(["the hex"] if len(facts) < len(kind.facts) else [])])
        yield f"| {kind.title} | {keys} | {kind.moment} | {told} |"


def with_lists(text: str) -> str:
    """The guide with its lists as they are now."""
    for window in WINDOWS:
        text = re.sub(rf"^\| {window} \| .*$", sections_row(window), text, flags=re.MULTILINE)
    start = text.index(CHOICES) + len(CHOICES)
    end = text.index("\n\n", start - 1)
    return text[:start] + "\n".join(choice_rows()) + text[end:]


def test_the_lists_of_the_guide_are_the_programs() -> None:
    text = PATH.read_text(encoding="utf-8")
    assert with_lists(text) == text, "python tests/unit/wif/test_wif_guide.py writes them anew"


def test_every_choice_tells_its_default() -> None:
    assert [
        kind.name
        for kind in SYSTEM.kinds
        if "default" not in kind.moment and "unless a line says so" not in kind.moment
    ] == []


ROSTER = default_roster("wif", "barbarossa")
GAME, START = load_game(ROSTER), first_state(ROSTER)
LATER = replace(START, clock=replace(START.clock, window=END_OF_TURN))


@pytest.mark.parametrize(("kind", "state"), [("", START), (" end-of-turn", LATER)])
def test_the_orders_of_the_guide_are_legal(kind: str, state: State) -> None:
    for text in examples(kind):
        head = f"window: {open_window(GAME, state)}\nfor_state: any\nplayer: hans\n"
        receipt = validate(GAME, state, read_orders(GAME, (head + text).encode(), "guide.yaml"))
        found = [str(one) for one in receipt.findings]
        assert not has_errors(receipt.findings), found
        assert len(receipt.readings) >= 3


def test_the_standing_orders_of_the_guide_are_legal() -> None:
    (text,) = examples(" standing")
    standing = read_standing(GAME, f"standing: anna\n{text}".encode(), "guide.yaml")
    assert not standing.findings, [str(one) for one in standing.findings]


if __name__ == "__main__":
    PATH.write_text(with_lists(PATH.read_text(encoding="utf-8")), encoding="utf-8")
