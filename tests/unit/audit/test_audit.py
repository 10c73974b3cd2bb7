"""An honest run passes every check; whatever was changed in it is found, and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mutations import joined_again

from pbem.audit.checks import Check, check_chain, check_tail, read_log
from pbem.audit.record import Record, printed_in, record_of_folder, record_of_log
from pbem.audit.verify import Audit, audit
from pbem.core.record.ledger import line_hash
from pbem.core.record.program import Program, program_in
from pbem.core.record.state import canonical

CHECKS = [
    *("chain", "tail", "program", "keys", "numbering", "sheet", "dice", "luck"),
    *("arithmetic", "seals"),
    *("inputs", "compare", "positions", "replay", "reports"),
]


def check(found: Audit, name: str) -> Check:
    """One check of an audit."""
    return next(item for item in found.checks if item.name == name)


def wrong(found: Audit) -> dict[str, list[str]]:
    """The checks that failed, with their troubles in words."""
    return {c.name: [str(t) for t in c.troubles] for c in found.checks if not c.passed}


def test_an_honest_run_passes_every_check(played: Path) -> None:
    found = audit(record_of_folder(played))
    assert [item.name for item in found.checks] == CHECKS
    assert wrong(found) == {}
    assert all(item.done for item in found.checks)
    assert check(found, "dice").told.startswith("2 dice of 2 throws derived again")
    assert check(found, "replay").told == "played again: the same log and the same position"


def test_the_public_log_alone_is_checked_as_far_as_it_goes(played: Path) -> None:
    found = audit(record_of_log(played / "ledger.jsonl"))
    assert wrong(found) == {}
    assert [item.name for item in found.checks if not item.done] == [
        "tail", "luck", "seals", "inputs", "positions", "replay",
    ]  # fmt: skip


# --- a changed byte, a cut tail ------------------------------------------------------------------


def held(played: Path, text: str) -> Record:
    """What a player has: a log, and the report that he was sent."""
    return Record("log", text, printed=printed_in([played / "report-rosa.txt"]))


def test_any_changed_byte_is_found_and_located(played: Path) -> None:
    text = (played / "ledger.jsonl").read_text(encoding="utf-8")
    for position in range(0, len(text) - 1, 3):
        other = "0" if text[position] != "0" else "1"
        record = held(played, text[:position] + other + text[position + 1 :])
        line = text.count("\n", 0, position) + 1
        log = read_log(record.log)
        troubles = (*check_chain(log).troubles, *check_tail(log, record).troubles)
        assert line in {trouble.line for trouble in troubles}, (position, text[position])


@pytest.mark.parametrize("cut", [1, 2, 7])
def test_a_cut_tail_is_found(played: Path, cut: int) -> None:
    lines = (played / "ledger.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    record = held(played, "".join(lines[:-cut]))
    told = [str(trouble) for trouble in check_tail(read_log(record.log), record).troubles]
    left = len(lines) - cut
    assert told == [
        f"line {left}: the log does not end with a digest: its tail was cut off",
        f"line {left}: the log has {left} entries, report-rosa.txt says {len(lines)}",
    ]


def test_half_a_line_is_found(played: Path) -> None:
    text = (played / "ledger.jsonl").read_text(encoding="utf-8")
    found = audit(held(played, text[:-40]), replay=False)
    last = text.count("\n")
    assert f"line {last}: cannot be read as an entry of a log" in wrong(found)["chain"]


# --- a forger who makes the chain anew -----------------------------------------------------------


def forge(folder: Path, change: Callable[[dict[str, Any]], bool]) -> int:
    """Change the first entry that `change` takes, and join the chain again; its line."""
    path = folder / "ledger.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    line = next(number for number, row in enumerate(rows, start=1) if change(row))
    lines: list[str] = []
    for row in rows:
        if lines:
            row["prev"] = line_hash(lines[-1])
        lines.append(canonical(row))
    path.write_text("".join(text + "\n" for text in lines), encoding="utf-8")
    return line


def another_die(row: dict[str, Any]) -> bool:
    if row["kind"] != "roll":
        return False
    shown = row["body"]["throws"][0][0]
    row["body"]["throws"] = [[shown % 6 + 1]]
    return True


def another_loss(row: dict[str, Any]) -> bool:
    if row["kind"] != "verdict" or row["body"]["verdict"] != "clash":
        return False
    row["body"]["outcome"] = "won"
    return True


def another_number(row: dict[str, Any]) -> bool:
    if row["kind"] != "verdict":
        return False
    row["body"]["par"] += 3
    return True


def another_pick(row: dict[str, Any]) -> bool:
    if row["kind"] != "header":
        return False
    row["body"]["luck"]["rosa"] = "rabbit's foot"
    return True


def test_a_forged_die_is_found_by_its_key(copy: Path) -> None:
    line = forge(copy, another_die)
    found = wrong(audit(replace(record_of_folder(copy), printed=())))
    assert list(found) == ["dice", "replay"]
    assert found["dice"][0].startswith(f"line {line}: shows [")
    assert found["replay"] == [f"line {line}: is not what the replay writes; lines before it are"]


def test_a_forged_verdict_is_found_by_the_replay_and_by_the_report(copy: Path) -> None:
    line = forge(copy, another_loss)
    found = wrong(audit(record_of_folder(copy)))
    assert found["replay"] == [f"line {line}: is not what the replay writes; lines before it are"]
    assert "was changed: report-bea.txt prints another hash of it" in found["tail"][0]


def test_a_forged_number_or_luck_is_found(copy: Path) -> None:
    line = forge(copy, another_number)
    told = wrong(audit(record_of_folder(copy), replay=False))
    assert told["arithmetic"][0].startswith(f"line {line}: is paragraph")
    forge(copy, another_pick)
    assert len(wrong(audit(record_of_folder(copy), replay=False))["dice"]) == 2


# --- other files -----------------------------------------------------------------------------


def test_a_changed_position_is_found(copy: Path) -> None:
    path = copy / "state.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("weather, value: fine", "weather, value: rain"), encoding="utf-8")
    (told,) = wrong(audit(record_of_folder(copy)))["replay"]
    line = text[: text.index("weather, value")].count("\n") + 1
    assert told == f"state.yaml, line {line}, is not what the replay writes"


@pytest.mark.parametrize("name", ["report.txt", "report-rosa.txt"])
def test_a_changed_report_is_found(copy: Path, name: str) -> None:
    path = copy / name
    lines = path.read_text(encoding="utf-8").split("\n")
    for number in range(len(lines)):
        changed = [*lines[:number], f"{lines[number]}!", *lines[number + 1 :]]
        path.write_text("\n".join(changed), encoding="utf-8")
        record = replace(record_of_folder(copy), printed=())
        told = f"{name}, line {number + 1}, is not what the replay writes"
        assert wrong(audit(record)) == {"reports": [told]}


def test_a_report_that_was_cut_is_found(copy: Path) -> None:
    path = copy / "report-bea.txt"
    lines = path.read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join(lines[:9]), encoding="utf-8")
    told = "report-bea.txt, line 10, is not what the replay writes"
    assert wrong(audit(record_of_folder(copy))) == {"reports": [told]}


def test_changed_orders_are_found(copy: Path) -> None:
    path = copy / "inputs" / "orders" / "rosa.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("count: 3", "count: 2"))
    found = wrong(audit(record_of_folder(copy)))
    assert found["inputs"] == ["line 1: orders/rosa.yaml is not the file that was played"]
    assert found["replay"] == [
        "line 1: is not what the replay writes; lines before it are",
        "secrets.jsonl, line 1, is not what the replay writes",
    ]


def test_changed_secrets_are_found(copy: Path) -> None:
    path = copy / "secrets.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"charge"', '"feint"'))
    told = wrong(audit(record_of_folder(copy), replay=False))["seals"]
    assert told and all("does not open to what the secrets file says" in line for line in told)
    path.write_text("")
    told = wrong(audit(record_of_folder(copy), replay=False))["seals"]
    assert all("the secrets file says nothing of it" in line for line in told)


@pytest.mark.parametrize(
    ("here", "wanted"),
    [
        (Program("9.9", "ab" * 32), "pip install pbem=={0.version} replays it"),
        (
            Program(digest="ab" * 32),
            "only pbem {0.version} with its files as they were then replays it",
        ),
    ],
)
def test_another_program_checks_but_does_not_replay(
    played: Path, monkeypatch: pytest.MonkeyPatch, here: Program, wanted: str
) -> None:
    told = program_in(record_of_folder(played).header())
    assert len(told.digest) == 64
    monkeypatch.setattr("pbem.audit.rebuild.program_of", lambda system: here)
    found = audit(record_of_folder(played))
    assert wrong(found) == {}
    for name, words in (
        ("program", f"{told}; this is {here}; {wanted.format(told)}"),
        ("replay", f"not replayed: written by {told}, this is {here}; {wanted.format(told)}"),
    ):
        assert (check(found, name).told, check(found, name).done) == (words, False)


def test_a_log_without_a_digest_is_replayed_by_its_version(copy: Path) -> None:
    """Logs name the program's digest since 0.2.0."""
    forge(copy, lambda row: row["body"].pop("program", None) is not None)
    found = audit(replace(record_of_folder(copy), printed=(), reports={}))
    assert wrong(found) == {}
    assert check(found, "replay").done
    assert check(found, "program").told.endswith("this one; its digest is not told")


def test_a_log_of_a_system_that_is_not_here_is_checked(copy: Path) -> None:
    def other(row: dict[str, Any]) -> bool:
        row["body"]["system"] = "chess"
        return True

    forge(copy, other)
    found = audit(replace(record_of_folder(copy), before=None, after=None), replay=False)
    told = check(found, "program")
    assert (told.passed, told.done) == (True, False)
    assert told.told.endswith("there is no game system 'chess'")


def test_other_charts_do_not_replay(played: Path) -> None:
    record = record_of_folder(played)
    text = record.log.replace('"data/system/presets.yaml":"', '"data/system/presets.yaml":"0')
    replay = check(audit(replace(record, log=joined_again(text))), "replay")
    assert not replay.done
    assert "data/system/presets.yaml: not the data of that run" in replay.told


@pytest.mark.parametrize(
    "text",
    ["", "\n", "{}\n", "[]\n", "null\n", '{"n":1,"kind":"header","path":"x","body":{}}\n', "\0"],
)
def test_whatever_stands_in_a_log_is_told_and_never_raises(text: str) -> None:
    found = audit(Record("log", text), replay=False)
    assert not found.passed
    assert found.data()["passed"] is False
