"""`--format json`: every command has it, and answers in the shape that its schema says.

The list of commands comes from what is registered, the lines from the help texts: a new command
without the option, without a schema, or with an example whose answer does not fit, fails here.
"""

from __future__ import annotations

import errno
import json
import os
import shlex
import shutil
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from cli.shared import LEVY, Pbem, Said, answered, ask, send
from cli.worlds import arguments, examples, world_of
from jsonschema import Draft202012Validator

from pbem.cli import asked_form, group, main
from pbem.cli.common import format_option, tell
from pbem.core.data.resources import ENDING, schema_path
from pbem.core.data.schemas import bundled

ERROR, SHARED = "error", "shared"
FETCHED = "pbem map build"  # its examples fetch sources for a minute; its test has a builder ready
MORE = (
    ("show", "pbem show --game barb --power germany"),
    ("show", "pbem show --game barb --unit ger-xli-arm --secrets"),
    ("show", "pbem show --game barb --player anna"),
    ("map", "pbem map show E2140"),
    ("map", "pbem map diff wif/barbarossa-12 --fix fix.yaml --corrections c.yaml --why tried"),
    ("rules", "pbem rules show gw GW-9.5 --cases nowhere"),
    ("rules", "pbem rules show gw GW-R-9.19-a"),
    ("rules", "pbem rules shared aif wif"),
    ("explain", "pbem explain 2 --game barb"),
    ("charts", "pbem charts list gw"),
    ("charts", "pbem charts show gw who-may"),
    ("charts", "pbem charts show wif units"),
    ("odds", "pbem odds raid.yaml"),
    ("odds", "pbem odds attack.yaml"),
    ("odds", "pbem odds dogfight.yaml"),
    ("replay", "pbem replay --game barb --override last-impulse-test/last-impulse=1 --secrets"),
    ("report", "pbem report --game barb --secrets"),
    ("explain", "pbem explain 1 --game barb --secrets"),
    ("view", "pbem view --game barb --player anna"),
    ("template", "pbem template --game barb --player anna"),
)
FIX = """\
format: pbem-map-corrections/1
of: wif-barbarossa-12
why: tried
places:
  at:
    E2140: {port: major}
"""
RAID = """\
format: pbem-odds/1
system: gw
battle: convoy-raid
raiders: {submarine: 1}
left: 5
"""
ATTACK = """\
format: pbem-odds/1
system: wif
attacker: {units: [ARM 8, INF 5]}
defender: {units: [INF 4]}
options: {"26": true}
"""
DOGFIGHT = """\
format: pbem-odds/1
system: wif
battle: air
attacker: {fighters: [6], bombers: [2]}
defender: {fighters: [5]}
"""


def answerers(commands: click.Group, above: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every registered command that answers, by the name of its schema."""
    context = click.Context(commands)
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from answerers(command, f"{above}{name}-")
        else:
            yield above + name, command


ANSWERERS = dict(answerers(group))
LINES = [(name, line) for name, line in examples() if not line.startswith(FETCHED)]


def schema_of(line: str) -> str:
    """The schema of the command that a line calls."""
    first, second = shlex.split(line)[1:3] if len(shlex.split(line)) > 2 else (line.split()[1], "")
    return first if first in ANSWERERS else f"{first}-{second}"


def answer(said: Said, schema: str) -> Any:
    """What a command answered: one JSON value and nothing else, in the shape of its schema."""
    assert said.err == ""
    data = json.loads(said.out)
    problems = [
        f"{'/'.join(map(str, problem.absolute_path))}: {problem.message}"
        for problem in Draft202012Validator(bundled(f"cli/{schema}")).iter_errors(data)
    ]
    assert problems == []
    return data


def failure(said: Said) -> dict[str, Any]:
    """What a command told that failed."""
    error: dict[str, Any] = answer(said, ERROR)["error"]
    assert error["exit_code"] == said.code
    return error


# --- every command -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ANSWERERS)
def test_every_command_has_the_one_option_and_a_schema(name: str) -> None:
    (ours,) = format_option(click.command()(lambda: None)).params
    (option,) = [p for p in ANSWERERS[name].params if "--format" in p.opts]
    assert option.to_info_dict() == ours.to_info_dict()
    assert schema_path(f"cli/{name}").is_file()


def test_every_schema_of_an_answer_is_that_of_a_command() -> None:
    found = {path.name.removesuffix(ENDING) for path in schema_path("cli/error").parent.iterdir()}
    assert found == {*ANSWERERS, ERROR, SHARED}
    assert {schema_of(line) for _, line in LINES} | {"map-build"} == {*ANSWERERS}


@pytest.mark.parametrize(("name", "line"), [*LINES, *MORE])
def test_the_answer_fits_its_schema(
    pbem: Pbem,
    worlds: dict[str, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    line: str,
) -> None:
    here = tmp_path / "here"
    world = "played" if "barb" in line and (name, line) in MORE else world_of(name, line)
    shutil.copytree(worlds[world], here)
    send(here, "fix.yaml", FIX)
    send(here, "raid.yaml", RAID)
    send(here, "attack.yaml", ATTACK)
    send(here, "dogfight.yaml", DOGFIGHT)
    monkeypatch.chdir(here)
    monkeypatch.setattr("sys.stdin", StringIO("correct horse battery\n"))
    said = pbem(*arguments(line), "--format", "json")
    assert said.code == 0, said.out + said.err
    answer(said, schema_of(line))


def test_a_sheet_that_was_built(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = SimpleNamespace(
        text="a: 1\nb: 2\n", work=SimpleNamespace(problems=["Atlantis: under the sea"])
    )
    monkeypatch.setattr("pbem.maps.building.build.build", lambda name, cache: built)
    out = tmp_path / "sheet.yaml"
    for extra, code, same in (([], 0, False), (["--check"], 0, True)):
        said = pbem("map", "build", "wif-europe", "--out", out, *extra, "--format", "json")
        assert said.code == code
        data = answer(said, "map-build")
        assert (data["lines"], data["same"], data["written"]) == (2, same, not extra)
        assert data["not_placed"] == ["Atlantis: under the sea"]


# --- answers with something in them --------------------------------------------------------------


def test_a_receipt_names_file_line_and_column(pbem: Pbem, duel: Path) -> None:
    text = LEVY.format(player="rosa").replace("draw: 1", "drow: 1")
    path = send(duel, "orders/rosa.yaml", text)
    said = pbem("validate", path, "--game", duel, "--format", "json")
    assert said.code == 1
    (receipt,) = answer(said, "validate")
    finding = receipt["findings"][1]
    assert (finding["file"], finding["line"], finding["column"]) == (str(path), 4, 8)
    assert (finding["severity"], finding["code"]) == ("error", "unknown-key")
    assert (finding["message"], finding["hint"]) == ("unknown key 'drow'", "did you mean draw?")


def test_a_run_in_a_directory_and_a_trial(pbem: Pbem, duel: Path) -> None:
    trial = answer(
        pbem("adjudicate", "--game", duel, "--dry-run", "--format", "json"), "adjudicate"
    )
    assert (trial["run"], trial["files"]) == ("1", None)
    played = answer(pbem("adjudicate", "--game", duel, "--format", "json"), "adjudicate")
    files = played["files"]
    assert sorted(files["reports"]) == ["", "bea", "rolf", "rosa"]
    paths = [files["state"], files["log"], *files["reports"].values()]
    assert all(Path(path).is_file() for path in paths)
    assert played["report"] == Path(files["reports"][""]).read_text()


def test_the_places_of_a_clause_and_the_files_of_a_new_system(pbem: Pbem, tmp_path: Path) -> None:
    words = ("rules", "where", "gw", "GW-9.14", "--format", "json")
    clauses = answer(pbem(*words), "rules")["clauses"]
    assert all(len(item["places"]) == len(item["implemented_by"]) for item in clauses)
    assert any(item["places"] for item in clauses)
    new = ("system", "new", "skirmish", "--at", tmp_path, "--format", "json")
    begun = answer(pbem(*new), "system")
    assert {Path(name) for name in begun["files"]} == {
        path for path in tmp_path.rglob("*") if path.is_file()
    }
    assert all(Path(begun[name]).is_dir() for name in ("package", "cases", "scenario"))


def test_sealed_entries_and_one_of_them(pbem: Pbem, duel: Path) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    run = ("open", "--game", duel, "--run", "1")
    sealed = answer(pbem(*run, "--format", "json"), "open")["sealed"]
    assert sealed
    number = sealed[0]["line"]
    opened = answer(pbem(*run, "--entry", number, "--format", "json"), "open")
    assert opened == {"line": number, "opened": pbem(*run, "--entry", number).out}


def test_a_run_that_waits_says_whom_to_ask_and_why_again(pbem: Pbem, duel: Path) -> None:
    ask(duel)
    (duel / "standing/bea.yaml").unlink()
    words = ("adjudicate", "--game", duel, "--format", "json")
    for refused in ("", "'silver' fits nothing here"):
        said = pbem(*words)
        assert said.code == 3
        run = answer(said, "adjudicate")
        assert (run["run"], run["waits"], run["report"], run["files"]) == ("1", True, "", None)
        (asked,) = run["questions"]
        assert (asked["player"], asked["refused"]) == ("rosa", refused)
        assert run["send"] == [
            {"player": "rosa", "file": str(duel / "pending/rosa.yaml"), "away": ""}
        ]
        send(duel, "answers/rosa.yaml", answered(duel, "rosa", "silver"))
    answer(pbem("validate", duel / "answers/rosa.yaml", *words[1:]), "validate")
    taken = answer(pbem("rewind", "--to", "0", *words[1:]), "rewind")
    assert (taken["void"], taken["amendments"]) == ([], [])


# --- trouble -------------------------------------------------------------------------------------


def test_a_broken_file_is_told_with_its_place(pbem: Pbem, duel: Path) -> None:
    path = send(duel, "game.yaml", "game: [\n")
    error = failure(pbem("show", "--game", duel, "--format", "json"))
    assert error["exit_code"] == 1
    (finding,) = error["findings"]
    assert (finding["code"], finding["file"]) == ("yaml-syntax", str(path))
    assert finding["line"] == 2


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["shwo"], "there is no command 'shwo'", "did you mean show"),
        (["show", "--gmae", "x"], "No such option", ""),
        (["show"], "name either a game directory (--game) or a state file (--state)", ""),
        (["rules", "show", "gw", "GW-99"], "there is no rule 'GW-99'", ""),
        (["adjudicate", "--game", "."], "this is not a game directory", "begin one: pbem new"),
    ],
)
def test_wrong_words_are_told_as_data(
    pbem: Pbem, words: list[str], message: str, hint: str
) -> None:
    for spelt in (["--format", "json"], ["--format=json"]):
        error = failure(pbem(*words, *spelt))
        assert error["exit_code"] == 2
        assert message in error["message"]
        assert hint in error["hint"]


def test_a_bug_is_told_as_data(pbem: Pbem, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("pbem.core.rules.setup.list_scenarios", lambda: 1 // 0)
    error = failure(pbem("scenarios", "--format", "json"))
    assert error["exit_code"] == 70
    assert error["message"].startswith("a bug of ours (ZeroDivisionError); the details are in ")


def test_a_run_that_was_stopped_is_told_as_data(capfd: pytest.CaptureFixture[str]) -> None:
    assert tell(KeyboardInterrupt(), "json") == 130
    said = capfd.readouterr()
    error = failure(Said(130, said.out, said.err))
    assert error["message"] == "stopped; nothing was written"


def test_what_a_full_disk_does_not_take_is_told_on_the_error_stream(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def refuse(text: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("pbem.cli.common.echo_json", refuse)
    monkeypatch.setattr("pbem.cli.scenarios.echo_json", refuse)
    assert main(["scenarios", "--format", "json"]) == 1
    assert capfd.readouterr().err == "pbem: the output: No space left on device\n"


def test_the_form_is_read_off_the_words() -> None:
    assert asked_form(["show"]) == "text"
    assert asked_form(["show", "--format", "json"]) == "json"
    assert asked_form(["show", "--format=json", "--format", "text"]) == "text"
    assert asked_form(["show", "--format"]) == ""
    assert asked_form(["new", "--", "--format", "json"]) == "text"


# --- the schemas ---------------------------------------------------------------------------------


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every part of a schema."""
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(part, (dict, list)):
            yield from parts(part)


@pytest.mark.parametrize("name", [*ANSWERERS, ERROR])
def test_a_schema_leaves_nothing_open(name: str) -> None:
    """It is one whole, legal, and says of every object what may stand in it."""
    schema = bundled(f"cli/{name}")
    Draft202012Validator.check_schema(schema)
    assert name == ERROR or schema["title"].startswith(f"pbem {name.replace('-', ' ')}: ")
    for part in parts(schema):
        reference = part.get("$ref", "#/$defs/")
        assert isinstance(reference, dict) or reference.startswith("#/$defs/")
        if isinstance(reference, str) and reference != "#/$defs/":
            assert reference.removeprefix("#/$defs/") in schema["$defs"]
        if part.get("type") == "object":
            assert "additionalProperties" in part, part


def test_every_schema_is_shown(pbem: Pbem) -> None:
    names = [row["name"] for row in answer(pbem("schema", "--format", "json"), "schema")]
    assert {f"cli/{name}" for name in ANSWERERS} <= {*names}
    assert json.loads(pbem("schema", "cli/show").out) == bundled("cli/show")
