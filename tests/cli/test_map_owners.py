"""What docs/maps.md tells owners of the printed sheets to do, done line by line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from cli.shared import Pbem

PAGE = (Path(__file__).parents[2] / "docs/maps.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## For owners")[2].partition("\n## ")[0]
ECONOMY = PAGE.partition("## The economy")[2].partition("\n## ")[0]


def blocks(language: str, section: str = SECTION) -> list[str]:
    """The examples of a section in one language."""
    return re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)


def run(pbem: Pbem, line: str) -> str:
    """What a command prints; folders and copies are made as the shell would."""
    words = line.split()
    if words[0] == "pbem":
        said = pbem(*words[1:])
        assert (said.code, said.err) == (0, ""), line
        return said.out
    if words[:2] == ["mkdir", "-p"]:
        Path(words[2]).mkdir(exist_ok=True)
    else:
        assert words[0] == "cp"
        shutil.copy(words[1], words[2])
    return ""


def test_every_step_of_an_owner_works_as_the_page_says(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (correction,) = blocks("yaml")
    Path("my-sheet.yaml").write_text(correction, encoding="utf-8")
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    said = {line: run(pbem, line) for line in lines}
    assert len(said) == 10
    assert said["pbem map check wif/barbarossa-12 --fix my-sheet.yaml"].endswith(": sound\n")
    (changes,) = blocks("text")
    told = said["pbem map diff wif/barbarossa-12 --fix my-sheet.yaml"]
    assert told == changes
    assert said["pbem map diff --game barb"] == changes
    assert Path("before.svg").read_bytes() != Path("after.svg").read_bytes()
    assert said[lines[-1]].startswith("Wilno E2341: ")


def test_the_economy_is_as_the_page_shows_it(pbem: Pbem) -> None:
    (line,), (shown,) = blocks("sh", ECONOMY), blocks("text", ECONOMY)
    assert run(pbem, line.strip()).startswith(shown)
    assert pbem("map", "economy", "wif-europe", "--country", "swedn").code == 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("E2445: {port", "E9945: {port", "my-sheet.yaml:11:12: error: 'E9945' is not on this map"),
        ("{f: forest,", "{f: {terain: forest},", "error: no map knows the fact 'terain'"),
        ("E2240: f . s", "E2240: f . q", "my-sheet.yaml:8:1: error: E2040: 'q' is not in the leg"),
        ("port: major", "prot: major", "my-sheet.yaml:11:19: error: no map knows the fact 'prot'"),
        ("E2142-E2042}", "E2142-E1942}", "error: river: E1942 and E2142 do not touch"),
        ("river: E2141-E2041", "river: E2140-E2141", "error: there is no river at E2140-E2141"),
    ],
)
def test_a_slip_of_an_owner_is_one_message_and_nothing_is_written(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    text = blocks("yaml")[0].replace(old, new, 1)
    assert text != blocks("yaml")[0]
    Path("my-sheet.yaml").write_text(text, encoding="utf-8")
    fix = ("--fix", "my-sheet.yaml")
    why = ("--corrections", "out.yaml", "--why", "x")
    for command in (("check",), ("draw", "--out", "x.svg"), ("diff", *why)):
        said = pbem("map", command[0], "wif/barbarossa-12", *command[1:], *fix)
        assert (said.code, said.out) == (1, "")
        assert message in said.err
        assert said.err.count("error: ") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["my-sheet.yaml"]
