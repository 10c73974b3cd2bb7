"""Games that release 0.3.0 began, and what it gave to a player, in the hands of this program.

`tests/begun/0.3.0/SYSTEM.zip` is a game directory with one played run, made with the commit that
`docs/releases.md` names; `SYSTEM-anna.zip` is what `pbem publish --for anna` packed of it.
"""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest
from cli.shared import Pbem, every_byte

HERE = Path(__file__).parents[1] / "begun/0.3.0"
DOCS = Path(__file__).parents[2] / "docs"
SYSTEMS = ("wif", "gw", "tw", "awaw")


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> str:
    """Each system that 0.3.0 plays."""
    return str(request.param)


@pytest.fixture
def begun(system: str, tmp_path: Path) -> Path:
    """The game of a system, as 0.3.0 left it."""
    game = tmp_path / system
    with zipfile.ZipFile(HERE / f"{system}.zip") as pack:
        pack.extractall(game)
    return game


def results(told: str) -> dict[str, set[str]]:
    """What the checks of an audit came to, all runs together."""
    found: dict[str, set[str]] = {}
    for audit in json.loads(told):
        for row in audit["checks"]:
            found.setdefault(row["result"], set()).add(row["check"])
    return found


def test_a_game_of_the_last_release_goes_on_after_an_upgrade(pbem: Pbem, begun: Path) -> None:
    played = every_byte(begun / "runs/1")
    refused = pbem("adjudicate", "--game", begun)
    assert refused.code == 1
    assert "run 1 was played by pbem 0.3.0" in refused.err
    said = pbem("upgrade", "--game", begun, "--author", "Mara", "--reason", "the new release")
    assert said.code == 0, said.err
    said = pbem("adjudicate", "--game", begun)
    assert said.code in (0, 3), said.err
    there = "pending" if said.code == 3 else "runs/2"  # A World at War waits for a ruling
    assert (begun / there).is_dir()
    assert {n: d for n, d in every_byte(begun / "runs/1").items() if n in played} == played


def test_the_old_run_audits_in_all_but_replay(pbem: Pbem, begun: Path) -> None:
    assert pbem("upgrade", "--game", begun, "--author", "M", "--reason", "r").code == 0
    said = pbem("audit", "--game", begun, "--format", "json")
    found = results(said.out)
    assert (said.code, found.get("disagrees")) == (6, None)
    assert {"program", "replay"} <= found["not proved"]
    assert {"chain", "dice", "seals", "inputs", "positions"} <= found["agrees"]


def test_what_the_last_release_gave_to_a_player_still_proves(pbem: Pbem, system: str) -> None:
    said = pbem("audit", "--kept", HERE / f"{system}-anna.zip", "--format", "json")
    found = results(said.out)
    assert (said.code, found.get("disagrees")) == (6, None)  # another program replays it
    assert {"chain", "dice", "reports", "register"} <= found["agrees"]


def test_the_page_of_releases_names_the_commit_of_each() -> None:
    text = (DOCS / "releases.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([0-9.]+) \| [^|]+ \| `([0-9a-f]{40})` \|", text, re.MULTILINE)
    assert [version for version, _ in rows] == ["0.3.0"]
