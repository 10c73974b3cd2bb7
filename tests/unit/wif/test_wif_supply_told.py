"""What `pbem show` tells of a unit's supply: the path, leg by leg."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pbem.core.cases.shelf import shelf
from pbem.systems.flames.world.position import Position, position_of
from pbem.systems.flames.world.supply import in_supply, primary_sources
from pbem.systems.flames.world.supply_told import about_unit, supply_state
from pbem.systems.wif.cases.situation import situation

ROW = "c c c c c c c c c c c c"


def chain(*units: dict[str, Any], **more: Any) -> Position:
    """Berlin in the west, a railway eastward, and no other source but an HQ."""
    return situation(
        {
            "rows": {"E1214": ROW, "E1213": ROW, "E1212": ROW},
            "places": {"E1213": {"name": "Berlin", "city": True, "country": "germany"}},
            "lines": {"rail": ["E1213 E1113 E1013 E0913 E0813 E0713"]},
            "control": {"germany": "all"},
            "units": [
                {"name": "XX INF", "kind": "INF", "at": "E0413"},
                {
                    "name": "v. Bock",
                    "kind": "HQ-I",
                    "at": "E0713",
                    "ratings": {"reorganisation": 3},
                },
                *units,
            ],
            **more,
        }
    )


def told(position: Position, unit: str) -> str:
    (row,) = about_unit(position, position.units[unit]).rows
    return row[1]


def test_a_chain_is_told_leg_by_leg() -> None:
    position = chain()
    assert told(position, "XX INF") == (
        "in supply: basic path E0413 > E0513 > E0613 > E0713; "
        "railway path E0713 > E0813 > E0913 > E1013 > E1113 > Berlin E1213 (2.4.2)"
    )
    data = about_unit(position, position.units["XX INF"]).data["supply"]
    assert (data["state"], data["in_supply"]) == ("path", True)
    assert [leg["kind"] for leg in data["path"]] == ["basic", "railway"]
    assert told(position, "v. Bock").startswith("in supply: railway path E0713 > E0813")


def test_who_is_cut_off_or_needs_none() -> None:
    enemy = {"name": "3 INF", "kind": "INF", "power": "ussr", "at": "E0913"}
    cut = chain(enemy)
    assert told(cut, "XX INF") == "out of supply: no path to a source (2.4.2)"
    assert about_unit(cut, cut.units["XX INF"]).data["supply"]["path"] == []
    home = chain({"name": "I INF", "kind": "INF", "at": "E1213"})
    assert told(home, "I INF") == "in supply: stands on a primary source (2.4.2)"
    partisan = chain({"name": "PART", "kind": "PART", "power": "ussr", "at": "E0913"})
    assert told(partisan, "PART") == "always in supply (13.1.3)"


def test_every_unit_of_barbarossa_has_the_path_that_its_supply_asks_for() -> None:
    position = position_of(shelf("wif").game("barbarossa"), shelf("wif").start("barbarossa"))
    for unit in position.units.values():
        if unit.at not in position.board:
            assert not about_unit(position, unit).rows
            continue
        piece = position.piece(unit)
        state = supply_state(position, piece)
        assert (state.how in ("path", "always")) == in_supply(position, piece), unit.id
        steps = [piece.at, *(place for leg in state.legs for place in leg.places[1:])]
        if state.how == "path":
            assert steps[-1] in primary_sources(position, piece.owner), unit.id
        for here, there in pairwise(steps):
            assert there in position.ground.path_reach[here], unit.id
