"""The mistakes that players make: each is told with its rule, what was found, and a way out.

`mistakes.yaml` has them: the position where it is not the shipped one, the orders, and in `told`
the finding: message, hint, rule.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.core.cases.caseposition import setting
from pbem.core.data.findings import Finding, Severity
from pbem.core.data.yamlio import flow_text, read_data
from pbem.core.orders.orders import open_window, read_orders, validate
from pbem.systems.flames.reports.ready import spent_hqs

PATH = Path(__file__).with_name("mistakes.yaml")
MISTAKES: list[dict[str, Any]] = read_data(PATH)
KEPT = ("options", "control", "change", "clock", "tracks")


def findings(row: dict[str, Any]) -> list[Finding]:
    """What a receipt has against the orders of a mistake."""
    said = {"scenario": f"wif/{row.get('at', 'barbarossa-12')}"}
    said |= {key: row[key] for key in KEPT if key in row}
    game, state = setting("wif", said)
    player = row.get("player", "hans")
    head = {"window": open_window(game, state), "for_state": "any", "player": player}
    text = "".join(
        f"{key}: {flow_text(value)}\n" for key, value in {**head, **row["orders"]}.items()
    )
    receipt = validate(game, state, read_orders(game, text.encode(), "orders.yaml"))
    found = [*receipt.findings, *spent_hqs(receipt)]
    return [one for one in found if one.severity is not Severity.NOTE or row.get("noted")]


@pytest.mark.parametrize("row", MISTAKES, ids=[row["mistake"] for row in MISTAKES])
def test_a_mistake_is_told_with_its_rule_and_a_way_out(row: dict[str, Any]) -> None:
    found = [[one.message, one.hint, one.cite] for one in findings(row)]
    assert row["told"] in found
    message, hint, cite = row["told"]
    assert message and hint
    assert cite or row.get("of") == "form"  # what is misspelt breaks no rule


def test_there_are_forty_of_them() -> None:
    assert len({row["mistake"] for row in MISTAKES}) == len(MISTAKES) >= 40
