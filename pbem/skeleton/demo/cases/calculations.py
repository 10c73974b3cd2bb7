"""What cases ask of clashes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core.rules.setup import default_roster, load_game
from pbem.skeleton.demo.marches.clash import result_of


def clash_result(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The result of a clash of two strengths under a die."""
    chart = load_game(default_roster("demo", "first")).chart("clash")
    return {"result": result_of(chart, given["attack"], given["defence"], given["die"])}
