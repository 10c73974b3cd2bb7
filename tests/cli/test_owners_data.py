"""Charts and counters of an owner under `data/` of a game: played, told and on record."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from shutil import copyfile

import pytest
import toy
from cli.shared import Pbem, every_byte, settle

from pbem.core.data.resources import PACKAGE

ORDERS = PACKAGE.parent / "orders"
GAMES = {"gw": "gw/france-1940", "wif": "wif/barbarossa-12"}
CHANGED = {  # what stands in the shipped file, and in the owner's
    ("gw", "charts/terrain.yaml"): ("marine artillery-class, -1", "marine artillery-class, -2"),
    ("gw", "counters.yaml"): ("attack: 2, defence: 4,", "attack: 2, defence: 5,"),
    ("wif", "charts/land-combat-1d10.yaml"): ("1/", "3/"),
    ("wif", "counters.yaml"): ("combat: 6", "combat: 9"),
}  # fmt: skip
TOLD = {
    ("gw", "charts/terrain.yaml"): "(river -2)",
    ("gw", "counters.yaml"): "France: 1 Militia 2, 1 Infantry 5",
    ("wif", "charts/land-combat-1d10.yaml"): "3/",
    ("wif", "counters.yaml"): "",
}


def played(pbem: Pbem, game: Path, system: str, owned: dict[str, str]) -> list[str]:
    """The first window of a shipped scenario, with some files of an owner's: its report."""
    assert pbem("new", GAMES[system], game, "--seed", "owner").code == 0
    for name, text in owned.items():
        path = game / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path in sorted((ORDERS / GAMES[system]).glob("*.yaml")):
        if path.stem != "change":
            folder = "standing" if path.stem.endswith("-standing") else "orders"
            copyfile(path, game / folder / path.name)
    if owned:
        settle(game)
    said = pbem("adjudicate", "--game", game)
    assert said.code == 0, said.err
    text = pbem("report", "--full", "--game", game).out
    return text[: text.index("\nPROOF ")].split("\n")


@pytest.mark.parametrize(("system", "name"), CHANGED)
def test_a_value_of_an_owner_is_played(pbem: Pbem, tmp_path: Path, system: str, name: str) -> None:
    shipped = (PACKAGE / "systems" / system / "data" / name).read_text(encoding="utf-8")
    before, after = CHANGED[system, name]
    assert before in shipped
    owned = shipped.replace(before, after)
    usual = played(pbem, tmp_path / "usual", system, {})
    report = played(pbem, tmp_path / "owned", system, {name: owned})
    assert report != usual
    assert TOLD[system, name] in "\n".join(report)
    assert f"OWN DATA  {name}" in report
    head = json.loads((tmp_path / "owned/runs/1/ledger.jsonl").read_text().split("\n")[0])["body"]
    assert head["inputs"][f"data/own/{name}"] == sha256(owned.encode()).hexdigest()


@pytest.mark.parametrize("command", ["show", "status", "adjudicate", "validate", "seal"])
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("chart: assault", "chart: {}", "2:8: error: chart: found an empty mapping"),
        ("1d6", "six", "7:7: error: dice: found 'six', it is '1d6'"),
        ("rows:", "rows: &a [*a]\nx:", "10:7: error: an anchor"),
        ("rows:", "rows: " + "[" * 5000, "10:"),
        ("format:", "\ufeff\0format:", ""),
        ("", None, "1:1: error: found nothing"),
    ],
)
def test_a_chart_that_is_none_stops_every_command_with_one_message(
    pbem: Pbem, duel: Path, command: str, old: str, new: str | None, told: str
) -> None:
    text = (Path(toy.__file__).parent / "data/charts/assault.yaml").read_text(encoding="utf-8")
    assert old in text
    chart = duel / "data/charts/assault.yaml"
    chart.parent.mkdir(parents=True)
    chart.write_text("" if new is None else text.replace(old, new, 1), encoding="utf-8")
    before = every_byte(duel)
    words = {"status": (duel,), "validate": (duel / "orders/rosa.yaml", "--game", duel)}
    said = pbem(command, *words.get(command, ("--game", duel)))
    assert said.code == 1, said
    assert f"{chart}" in said.err and told in said.err
    assert {n: d for n, d in every_byte(duel).items() if n in before and n != "lock"} == before


def test_a_word_that_no_rule_understands_is_no_bug(pbem: Pbem, tmp_path: Path) -> None:
    """It passes every look at the form of a chart; the rules of Global War stumble over it."""
    game = tmp_path / "france"
    assert pbem("new", GAMES["gw"], game, "--seed", "owner").code == 0
    shipped = (PACKAGE / "systems/gw/data/charts/terrain.yaml").read_text(encoding="utf-8")
    (game / "data/charts").mkdir(parents=True)
    odd = shipped.replace("[river, attack,", "[river, onslaught,")
    (game / "data/charts/terrain.yaml").write_text(odd, encoding="utf-8")
    settle(game)
    for path in sorted((ORDERS / GAMES["gw"]).glob("*.yaml")):
        folder = "standing" if path.stem.endswith("-standing") else "orders"
        copyfile(path, game / folder / path.name)
    said = pbem("adjudicate", "--game", game)
    assert said.code == 1
    assert "the rules do not understand the data of this game's owner (KeyError: 'onslaught')" in (
        said.err
    )
    assert "put aside data/charts/terrain.yaml: if the rules fail without it too" in said.err
    assert not (game / "runs/1").exists()
