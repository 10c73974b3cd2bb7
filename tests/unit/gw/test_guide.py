"""The examples of docs/global-war.md are legal in the scenario of 1939, as players send them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import open_window, read_orders, read_standing, validate
from pbem.core.rules.sequence import step_names
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.gw.sequence import FIRST_HALF, SECOND_HALF
from pbem.systems.gw.system import SYSTEM

GUIDE = (Path(__file__).parents[3] / "docs/global-war.md").read_text(encoding="utf-8")
ORDERS = re.findall(r"^```yaml\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
STANDING = re.findall(r"^```yaml standing\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
ROSTER = default_roster("gw", "global-war-1939")
GAME, STATE = load_game(ROSTER), first_state(ROSTER)


@pytest.mark.parametrize("text", ORDERS)
def test_the_orders_of_the_guide_are_legal(text: str) -> None:
    head = f"window: {open_window(GAME, STATE)}\nfor_state: any\nplayer: hans\n"
    receipt = validate(GAME, STATE, read_orders(GAME, (head + text).encode(), "guide.yaml"))
    found = [str(f) for f in receipt.submission.findings]
    assert not has_errors(receipt.submission.findings), found
    assert receipt.readings


def test_the_standing_orders_of_the_guide_are_legal() -> None:
    (text,) = STANDING
    standing = read_standing(GAME, f"standing: hans\n{text}".encode(), "guide.yaml")
    assert not standing.findings, [str(f) for f in standing.findings]


@pytest.mark.parametrize(("half", "steps"), [("first", FIRST_HALF), ("second", SECOND_HALF)])
def test_the_guide_lists_the_sections_in_their_order(half: str, steps: tuple[object, ...]) -> None:
    (said,) = re.findall(rf"^\| {half} \| (.*) \|$", GUIDE, re.MULTILINE)
    names = step_names(steps)  # type: ignore[arg-type]
    wanted = sorted(
        (section for section in SYSTEM.sections if section.step in names),
        key=lambda section: names.index(section.step),
    )
    assert said.split(", ") == [section.name for section in wanted]
