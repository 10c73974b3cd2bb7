"""The audit of a game compares its reports whole, and misses runs that were moved or removed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest
from cli.shared import HEAD, Pbem, send, settle

from pbem.audit.rebuild import Again, replayed
from pbem.audit.record import Record, record_of_run, records_of_game
from pbem.audit.reports import check_reports
from pbem.store.directory import open_directory, run_name

BEGUN = Path(__file__).parents[1] / "begun/0.1.0/duel"
SAID = """\
deadlines:
  1: 2026-12-24 20:00 UTC
  2: 2026-12-30 20:00 UTC
  3: 2027-01-03 20:00 UTC
mistakes_stand_after: 1
interpretations:
- {id: TOY-5-R1, choose: attacker, from_run: 2, who: Mara, why: Rolf asked}
"""
ABSENT = "rolf: {absent: [{from: 2026-12-29, to: 2027-01-05, then: standing}], "
RULED = """\
format: pbem-overrides/1
run: 1
author: Mod
reason: the council had agreed by phone
decisions: {t1.1.red/council/council/red: gold}
"""
AMENDMENT = """\
format: pbem-amend/1
game: toy-1
after: "1"
corrects: "1"
author: Mod
reason: the wolf was to be in the ford
cite: TOY-4
events:
- {event: UnitMoved, unit: wolf, new: ford}
"""
SECTIONS = (
    "NEXT", "RULES CHANGED", "CHANGED", "DECIDED FOR YOU", "ON YOUR BOARD", "REJECTED",
    "PRESS", "NOTES", "VOID RUNS", "STANDING", "PROOF",
)  # fmt: skip
NOTES = (
    "amended (1.1) by Mod: the wolf was to be in the ford",
    "overridden by Mod: the council had agreed by phone",
    "rolf is away until 2027-01-05; standing orders answered",
    "was taken back although its mistakes stood: all agreed",
    "from run 2 on TOY-5-R1 is read attacker",
    "this run was taken back and played again",
)


def marches(game: Path) -> None:
    text = HEAD.format(player="rosa") + "press: we come\nmarch:\n- {unit: Lion, to: ford}\n"
    send(game, "orders/rosa.yaml", text)
    (game / "orders/rolf.yaml").unlink()


@pytest.fixture
def rich(pbem: Pbem, duel: Path) -> Path:
    """A game whose reports have something to say in every section."""
    roster = duel / "game.yaml"
    roster.write_text(roster.read_text().replace("rolf: {", ABSENT, 1) + SAID)
    settle(duel)
    send(duel, "standing/rosa.yaml", "standing: rosa\ncouncil: {gift: gold}\n")
    send(duel, "standing/rolf.yaml", "standing: rolf\ncouncil: {gift: gold}\n")
    send(duel, "overrides/1.yaml", RULED)
    assert pbem("adjudicate", "--game", duel).code == 0
    marches(duel)
    assert pbem("adjudicate", "--game", duel).code == 0
    assert pbem("rewind", "--game", duel, "--to", "0", "--despite", "all agreed").code == 0
    assert pbem("adjudicate", "--game", duel).code == 0
    assert pbem("amend", send(duel, "fix.yaml", AMENDMENT), "--game", duel).code == 0
    assert pbem("adjudicate", "--game", duel).code == 0
    return duel


def record(game: Path, run: str) -> Record:
    return record_of_run(open_directory(game), run_name(run))


def unnoticed(record: Record) -> list[str]:
    """The lines of reports that can be changed, and no audit sees it."""

    @cache
    def play() -> Again:
        return replayed(record)

    missed = []
    for name, data in record.reports.items():
        lines = data.decode().split("\n")
        for number, line in enumerate(lines):
            other = [*lines[:number], f"{line} x", *lines[number + 1 :]]
            changed = {**record.reports, name: "\n".join(other).encode()}
            found = check_reports(replace(record, reports=changed), play)
            where = f"{name}, line {number + 1}, is not what the replay writes"
            if [trouble.message for trouble in found.troubles] != [where]:
                missed.append(f"{name}: {line}")
    return missed


def test_every_line_of_every_report_is_compared(pbem: Pbem, rich: Path) -> None:
    said = pbem("audit", "--game", rich)
    assert said.code == 0, said.out
    records = records_of_game(open_directory(rich))
    assert [str(record.run) for record in records] == ["1", "1.1", "2"]
    text = "".join(data.decode() for record in records for data in record.reports.values())
    assert [name for name in SECTIONS if f"\n{name}" not in text] == []
    flat = " ".join(text.split())
    assert [note for note in NOTES if note not in flat] == []
    for kept in records:
        assert len(kept.reports) == 4
        assert unnoticed(kept) == []


def test_the_reports_of_an_upgrade_are_compared_too(pbem: Pbem, tmp_path: Path) -> None:
    game = tmp_path / "duel"
    shutil.copytree(BEGUN, game)
    said = pbem("upgrade", "--game", game, "--author", "Mara", "--reason", "it mends the ford")
    assert said.code == 0, said.err
    run = max(path.name for path in (game / "runs").iterdir())
    kept = record(game, run)
    assert "upgraded" in kept.reports["report.txt"].decode()
    assert check_reports(kept, partial(replayed, kept)).result == "agrees"
    assert unnoticed(kept) == []


def test_an_upgrade_and_an_amendment_name_their_data(pbem: Pbem, rich: Path) -> None:
    named = json.loads((rich / "runs/1.1/ledger.jsonl").read_text().partition("\n")[0])
    inputs = named["body"]["inputs"]
    assert {"amend.yaml", "game.yaml"} <= {*inputs}
    assert any(name.startswith("data/") for name in inputs)
    roster = rich / "runs/1.1/inputs/game.yaml"
    roster.write_text(roster.read_text() + "# x\n")
    said = pbem("audit", "--game", rich, "--run", "1.1")
    assert said.code == 4
    assert "game.yaml is not the file that was played" in said.out


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("game.yaml", "2027-01-03", "2027-01-04"),
        ("game.yaml", "2027-01-05", "2026-12-31"),
        ("void/1/despite.yaml", "despite:", "why:"),
        ("void/1/despite.yaml", "all agreed", "nobody asked"),
    ],
)
def test_reports_come_of_the_record_and_not_of_files_that_may_change(
    rich: Path, name: str, old: str, new: str
) -> None:
    path = rich / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    for run in ("1", "1.1", "2"):
        kept = record(rich, run)
        assert check_reports(kept, partial(replayed, kept)).result == "agrees"


def test_reports_that_are_gone_or_were_put_in_are_told(pbem: Pbem, rich: Path) -> None:
    (rich / "runs/2/report-rolf.txt").rename(rich / "runs/2/report-otto.txt")
    said = pbem("audit", "--game", rich)
    assert said.code == 4
    assert "report-otto.txt: there is no such report of this run" in said.out
    (rich / "runs/2/report-otto.txt").unlink()
    said = pbem("audit", "--game", rich)
    assert said.code == 0
    assert "3 reports compared with those that the replay makes; not here: report-rolf.txt" in (
        said.out
    )
    assert "needed: the reports as they were sent: the players have them" in said.out
    for report in (rich / "runs/2").glob("report*.txt"):
        report.unlink()
    assert "0 reports compared with those" in pbem("audit", "--game", rich).out


# --- runs that were removed, moved, or are of another game ---------------------------------------


def swap(game: Path) -> None:
    """Run 2 of another game, played with the same orders, in place of run 2."""
    other = game.parent / "other/runs/2"
    shutil.rmtree(game / "runs/2")
    shutil.copytree(other, game / "runs/2")


MOVED: list[tuple[Callable[[Path], object], str]] = [
    (lambda game: shutil.rmtree(game / "runs/3"), "runs/3 is gone: register.jsonl tells of it"),
    (lambda game: (game / "runs/3").rename(game / "runs/4"), "runs/3 is gone"),
    (lambda game: (game / "runs/3").rename(game / "runs/2.1"), "runs/2.1 was put in by hand"),
    (lambda game: (game / "runs/3").rename(game / "runs/old-3"), "runs/3 is gone"),
    (lambda game: shutil.rmtree(game / "runs/2"), "runs/2 is gone: register.jsonl tells of it"),
    (lambda game: shutil.rmtree(game / "runs/1"), "runs/1 is gone: register.jsonl tells of it"),
    (lambda game: shutil.copytree(game / "runs/3", game / "runs/4"), "runs/4 was put in by hand"),
    (swap, "runs/2 is not what register.jsonl tells of"),
]


WINDOWS = (
    ("t1.1.red/levy", ("rosa", "rolf")),
    ("t1.1.red/march", ("rosa", "rolf")),
    ("t1.2.blue/levy", ("bea",)),
)


@pytest.fixture
def three(pbem: Pbem, duel: Path, tmp_path: Path) -> Path:
    """A game of three runs, and beside it another one of the same orders."""
    other = tmp_path / "other"
    assert pbem("new", "toy/duel", other).code == 0
    for game, runs in ((duel, 3), (other, 2)):
        for window, players in WINDOWS[:runs]:
            for path in (game / "orders").iterdir():
                path.unlink()
            for player in players:
                send(game, f"orders/{player}.yaml", f"window: toy-1 {window}\nplayer: {player}\n")
            said = pbem("adjudicate", "--game", game)
            assert said.code == 0, said.err
    return duel


@pytest.mark.parametrize(("change", "words"), MOVED)
def test_a_run_that_was_moved_or_removed_is_told(
    pbem: Pbem, three: Path, change: Callable[[Path], object], words: str
) -> None:
    assert pbem("audit", "--game", three, "--no-replay").code == 0
    change(three)
    said = pbem("audit", "--game", three, "--no-replay")
    assert said.code == 4, (said.out, said.err)
    assert words in said.out
    lies = sorted(path.name for path in (three / "runs").iterdir())
    assert pbem("adjudicate", "--game", three).code == 4
    assert sorted(path.name for path in (three / "runs").iterdir()) == lies
