"""A moderator who loses a protest to which he gave a number, whatever he gave back to its player.

A protest names the window that comes next, so its log must name the protest.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from cli.judging import Judged, keep
from cli.shared import Pbem, answered, ask, send
from cli.test_fairness_chain import AMENDMENT, chained, rows_of
from cli.test_protests import BLUE, enter, kept_protest, levy, march
from page import Page, Row, files_under

from pbem.core.data.yamlio import read_data


@pytest.fixture
def played(pbem: Pbem, duel: Path) -> Path:
    """A game with one run."""
    assert pbem("adjudicate", "--game", duel).code == 0
    return duel


@pytest.fixture
def kept(pbem: Pbem, played: Path, tmp_path: Path) -> Path:
    """What rosa has of three runs, and of a protest that came in a copy of the game alone."""
    copy = tmp_path / "copy"
    shutil.copytree(played, copy)
    assert enter(pbem, copy, 4).code == 0
    march(pbem, played)
    levy(pbem, played)
    return keep(played, kept_protest(copy, tmp_path / "kept"), "1", "2", "3")


def says(kept: Path, **said: str | None) -> None:
    """Other words stand in the file that was given back."""
    path = kept / "protest-1.yaml"
    text = path.read_text()
    for name, value in said.items():
        text = re.sub(rf"^{name}: .*\n", "" if value is None else f"{name}: {value}\n", text,
                      flags=re.MULTILINE)  # fmt: skip
        if value is not None and f"{name}: " not in text:
            text += f"{name}: {value}\n"
    path.write_text(text)


def result(judged: Judged, page: Page, *paths: Path) -> str:
    """What both say of all protests together."""
    both = [judged.by_program(*paths), page.audit(files_under(*paths))]
    (ours,), (theirs,) = (_between(rows) for rows in both)
    assert ours == theirs
    return ours


def _between(rows: list[Row]) -> list[str]:
    return [row.result for row in rows if row.check == "protests" and row.run.startswith("all")]


LATE = "{entries: 99999, last: " + "ab" * 32 + "}"


# --- attacks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        {"register": LATE},
        {"register": LATE, "before": "3"},
        {"register": LATE, "before": "5"},
        {"register": LATE, "before": "99"},
        {"register": LATE, "aside": "[" + "cd" * 32 + "]"},
    ],
)
@pytest.mark.parametrize("register", [True, False])
def test_a_protest_that_says_it_came_late_is_found(
    played: Path, kept: Path, judged: Judged, said: dict[str, str], register: bool
) -> None:
    assert read_data(kept / "protest-1.yaml")["before"] == 2
    says(kept, **said)
    if register:
        shutil.copy(played / "register.jsonl", kept)
    judged(kept)


def test_a_protest_that_does_not_say_when_it_came_is_found(kept: Path, judged: Judged) -> None:
    says(kept, register=LATE, before=None)
    judged(kept)


def test_two_protests_of_one_number_are_found(
    pbem: Pbem, played: Path, judged: Judged, tmp_path: Path
) -> None:
    """He enters that of another player in its place."""
    copy = tmp_path / "copy"
    shutil.copytree(played, copy)
    assert enter(pbem, copy, 4).code == 0
    assert enter(pbem, played, 4, "bea").code == 0
    march(pbem, played)
    kept = keep(played, kept_protest(copy, tmp_path / "kept"), "1", "2")
    says(kept, register=LATE, before="3")
    judged(kept)


@pytest.mark.parametrize("early", [True, False])
def test_a_protest_that_the_register_does_not_tell_of_is_found(
    pbem: Pbem, played: Path, judged: Judged, tmp_path: Path, early: bool
) -> None:
    """The player has no log since then, but the register that was published."""
    copy = tmp_path / "copy"
    shutil.copytree(played, copy)
    assert enter(pbem, copy, 4).code == 0
    march(pbem, played)
    kept = keep(played, kept_protest(copy, tmp_path / "kept"), "1")
    if early:
        says(kept, register=LATE)
    shutil.copy(played / "register.jsonl", kept)
    judged(kept)


def test_a_register_in_which_its_line_is_another_is_found(
    pbem: Pbem, played: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    assert enter(pbem, played, 4).code == 0
    march(pbem, played)
    kept = keep(played, kept_protest(played, tmp_path / "kept"), "1", "2")
    rows = rows_of(played / "register.jsonl")
    assert [row["act"] for row in rows] == ["played", "protested", "played"]
    (kept / "register.jsonl").write_text(chained(rows))
    assert result(judged, page, kept) == "agrees"
    rows[1]["protest"] = "ab" * 32
    (kept / "register.jsonl").write_text(chained(rows))
    assert result(judged, page, kept) == "disagrees"


# --- what is well --------------------------------------------------------------------------------


def test_a_protest_that_no_log_could_name_yet_is_not_wrong(
    pbem: Pbem, played: Path, judged: Judged, tmp_path: Path
) -> None:
    assert enter(pbem, played, 4).code == 0
    judged(keep(played, kept_protest(played, tmp_path / "kept"), "1"))


def test_a_protest_after_runs_were_taken_back_is_not_wrong(
    pbem: Pbem, played: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    """Its player still has the logs that do not count any more, and no log says so yet."""
    march(pbem, played)
    levy(pbem, played)
    void = keep(played, tmp_path / "void", "2", "3")
    assert pbem("rewind", "--to", "1", "--game", played).code == 0
    assert enter(pbem, played, 4).code == 0
    kept = keep(played, kept_protest(played, tmp_path / "kept"), "1")
    said = read_data(kept / "protest-1.yaml")
    assert (said["before"], len(said["aside"])) == (2, 2)
    assert result(judged, page, kept, void) == "not proved"
    assert pbem("adjudicate", "--game", played).code == 0
    keep(played, kept, "2")
    assert result(judged, page, kept, void) == "agrees"
    shutil.copy(played / "register.jsonl", kept)
    judged.alike(kept, void)


def test_a_protest_whose_runs_are_taken_back_later_stays_named(
    pbem: Pbem, played: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    march(pbem, played)
    assert enter(pbem, played, 1, "rosa", "--run", "2").code == 0
    levy(pbem, played)
    void = keep(played, tmp_path / "void", "2", "3")
    assert pbem("rewind", "--to", "1", "--game", played).code == 0
    assert pbem("adjudicate", "--game", played).code == 0
    kept = keep(played, kept_protest(played, tmp_path / "kept"), "1", "2")
    assert result(judged, page, kept, void) == "agrees"
    judged.alike(kept, void)


def test_a_protest_while_a_run_waits_is_named_by_the_log_after_it(
    pbem: Pbem, played: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    """The head of the run that waits is what it was when it asked."""
    march(pbem, played)
    ask(played)
    send(played, "orders/bea.yaml", BLUE)
    assert pbem("adjudicate", "--game", played).code == 3
    assert enter(pbem, played, 1, "rosa", "--run", "2").code == 0
    kept = keep(played, kept_protest(played, tmp_path / "kept"), "1", "2")
    assert read_data(kept / "protest-1.yaml")["before"] == 3
    assert result(judged, page, kept) == "not proved"
    while pbem("adjudicate", "--game", played).code == 3:
        for player, answer in (("rosa", "steel"), ("bea", "gold")):
            if (played / f"pending/{player}.yaml").is_file():
                send(played, f"answers/{player}.yaml", answered(played, player, answer))
    keep(played, kept, "3")
    assert result(judged, page, kept) == "not proved"
    send(played, "orders/bea.yaml", BLUE.replace("levy", "march"))
    assert pbem("adjudicate", "--game", played).code == 0
    keep(played, kept, "4")
    assert result(judged, page, kept) == "agrees"
    shutil.copy(played / "register.jsonl", kept)
    judged.alike(kept)


def test_an_amendment_names_it_too(
    pbem: Pbem, played: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    assert enter(pbem, played, 4).code == 0
    amendment = send(played, "a.yaml", AMENDMENT.format(after="1"))
    assert pbem("amend", amendment, "--game", played).code == 0
    kept = keep(played, kept_protest(played, tmp_path / "kept"), "1", "1.1")
    assert result(judged, page, kept) == "agrees"
    rows = rows_of(kept / "log-1.1.jsonl")
    del rows[0]["body"]["protests"]
    (kept / "log-1.1.jsonl").write_text(chained(rows))
    assert result(judged, page, kept) == "disagrees"


def test_a_protest_of_0_3_0_is_judged_by_the_rest(
    pbem: Pbem, played: Path, kept: Path, judged: Judged, page: Page
) -> None:
    """Its file tells no window: where no log came to name it, nothing is proved."""
    says(kept, before=None)
    for path in kept.glob("log-*.jsonl"):
        path.write_text(path.read_text().replace('"pbem":"0.4.0"', '"pbem":"0.3.0"'))
        path.write_text(chained(rows_of(path)))
    assert result(judged, page, kept) == "disagrees"  # the register had it before run 2
    says(kept, register=LATE)
    assert result(judged, page, kept) == "not proved"
