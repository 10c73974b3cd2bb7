"""A log is asked for its form before anybody reads an entry of it."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mutations import joined_again

from pbem.core.data.findings import AuditError
from pbem.core.record.ledger import read_lines
from pbem.core.record.logs import header_of, opened_log, secret_rows
from pbem.core.record.state import canonical

TESTS = Path(__file__).parents[2]
PLAYED = TESTS / "golden/toy-duel/4/played"
GONE = object()
KINDS = ("header", "roll", "decision", "verdict", "order", "event", "digest")


def _kept() -> Iterator[tuple[str, str, str]]:
    """Logs of every system, of this release and of those before, each with its secrets."""
    for path in sorted(TESTS.glob("golden/**/ledger.jsonl")) + sorted(
        TESTS.glob("begun/0.1.0/duel/runs/*/ledger.jsonl")
    ):
        secrets = path.with_name("secrets.jsonl")
        yield str(path), path.read_text(), secrets.read_text() if secrets.is_file() else ""
    for name in ("awaw", "gw", "tw", "wif"):
        with zipfile.ZipFile(TESTS / f"begun/0.3.0/{name}.zip") as pack:
            run = "runs/1"
            secrets = f"{run}/secrets.jsonl"
            hidden = pack.read(secrets).decode() if secrets in pack.namelist() else ""
            yield name, pack.read(f"{run}/ledger.jsonl").decode(), hidden


def test_logs_of_every_system_and_of_older_releases_are_read() -> None:
    systems = set()
    for name, log, secrets in _kept():
        entries = opened_log(log, secrets)
        assert len(entries) == log.count("\n"), name
        assert not secrets or [entry for entry in entries if entry.secret], name
        systems.add(header_of(log).body["system"])
    assert systems == {"awaw", "gw", "toy", "tw", "wif"}


def _forged(kind: str, **said: Any) -> str:
    """The log of a duel, in which the first entry of a kind says something else, or less."""
    rows = read_lines((PLAYED / "ledger.jsonl").read_text())
    row = next(row for row in rows if row["kind"] == kind)
    row["body"] = {k: v for k, v in {**row["body"], **said}.items() if v is not GONE}
    return joined_again("".join(canonical(row) + "\n" for row in rows))


@pytest.mark.parametrize(
    ("kind", "said", "told"),
    [
        ("header", {"system": GONE}, "'system' is missing"),
        ("header", {"inputs": []}, "inputs: found "),
        ("header", {"key": "seed"}, "key: found "),
        ("header", {"run": True}, "run: found "),
        ("roll", {"by": GONE}, "'by' is missing"),
        ("roll", {"throws": [["6"]]}, "throws: found "),
        ("roll", {"dice": "2d6", "throws": [[3]]}, "throws: no throws of 2d6"),
        ("roll", {"dice": "d6", "throws": [[7]]}, "throws: no throws of d6"),
        ("roll", {"dice": "d6", "throws": [[0]]}, "throws: no throws of d6"),
        ("roll", {"modifiers": [["night"]]}, "modifiers: found "),
        ("decision", {"options": ["yes"]}, "options: found "),
        ("decision", {"counted": [["asked"]]}, "counted: found "),
        ("decision", {"at": 3}, "at: found "),
        ("verdict", {"outcome": 6}, "outcome: found "),
        ("verdict", {"facts": []}, "facts: found "),
        ("order", {"line": GONE}, "'line' is missing"),
        ("order", {"reasons": ["late"]}, "reasons: found "),
        ("event", {"event": "Nothing"}, "event: found "),
        ("event", {"event": ["UnitMoved"]}, "event: found "),
        ("event", {"event": "UnitMoved", "unit": 7}, "unit: found "),
        ("event", {"event": "ClockAdvanced", "old": {}, "new": {}}, "old: found "),
        (
            "event",
            {"event": "UnitCreated", "unit": "u", "old": None, "new": {}},
            "new: found an empty",
        ),
        ("event", {"event": "PowerCreated", "power": "p", "old": 1, "new": None}, "old: found "),
        (
            "event",
            {"event": "UnitMoved", "unit": "u", "old": "a", "new": "b", "strange": 1},
            "it is no UnitMoved (TypeError: ",
        ),
        ("digest", {"key": "k"}, "key: found "),
    ],
)
def test_an_entry_that_is_none_is_told(kind: str, said: dict[str, Any], told: str) -> None:
    with pytest.raises(AuditError) as found:
        opened_log(_forged(kind, **said), "")
    assert f"is no {kind} as pbem writes it: {told}" in found.value.message


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_only_written_again_is_read(kind: str) -> None:
    assert kind in {entry.kind for entry in opened_log(_forged(kind), "")}


def test_marks_that_end_with_the_clock_are_changes_too() -> None:
    clock = {"turn": "1", "impulse": 1, "side": "red", "window": "all", "run": 1}
    mark = {"event": "UnitChanged", "unit": 7, "mark": "tired", "old": True, "new": None}
    with pytest.raises(AuditError, match="unit: found '7'"):
        opened_log(_forged("event", event="ClockAdvanced", old=clock, new=clock, marks=[mark]), "")


def test_a_log_without_a_head_is_none() -> None:
    text = (PLAYED / "ledger.jsonl").read_text()
    headless = joined_again(text.partition("\n")[2])
    for log in ("", headless):
        with pytest.raises(ValueError, match="it has no header"):
            opened_log(log, "")
        with pytest.raises(ValueError, match="it has no header"):
            header_of(log)
    for log in ("{}\n", '{"n": 1, "path": "x", "kind": "header", "body": []}\n'):
        with pytest.raises(ValueError, match="line 1 has not the form of an entry"):
            header_of(log)


def test_the_head_is_judged_without_the_rest() -> None:
    assert header_of(_forged("header") + "no log\n").body["system"] == "toy"
    with pytest.raises(AuditError, match="line 1 of the log is no header as pbem writes it"):
        header_of(_forged("header", state=7))


@pytest.mark.parametrize(
    "said",
    [{"secret": "rosa"}, {"secret": [1]}, {"hidden": ["gone"]}, {"key": "0"}, {"body": []}],
)
def test_a_secret_that_is_none_is_told(said: dict[str, Any]) -> None:
    (first, *_) = (PLAYED / "secrets.jsonl").read_text().splitlines()
    assert len(secret_rows(first)) == 1
    with pytest.raises(ValueError, match="secret line 1 has not the form of an entry"):
        secret_rows(canonical({**json.loads(first), **said}))
