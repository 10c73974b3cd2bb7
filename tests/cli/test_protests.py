"""A protest stands in the reports of all who may see its paragraph until it is ruled on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cli.judging import Judged, keep
from cli.shared import HEAD, Pbem, Said, answered, ask, send

WORDS = "The chit was mine: see 9.14 #2."
BLUE = "window: toy-1 t1.2.blue/levy\nplayer: bea\n"


@pytest.fixture
def played(pbem: Pbem, duel: Path) -> Path:
    """A game with one run: [1] only red may see, [3] red sees whole and blue in part, [4] all."""
    assert pbem("adjudicate", "--game", duel).code == 0
    return duel


def enter(pbem: Pbem, game: Path, paragraph: int, player: str = "rosa", *more: object) -> Said:
    words = ("--game", game, "--player", player, "--reason", WORDS)
    return pbem("protest", "enter", paragraph, *words, *more)


def close(pbem: Pbem, game: Path, number: int, *more: object) -> Said:
    words = ("--author", "Mara", "--reason", "It was in supply.")
    return pbem("protest", "close", number, "--game", game, *words, *more)


def march(pbem: Pbem, game: Path) -> None:
    """The second run."""
    for player in ("rosa", "rolf"):
        send(game, f"orders/{player}.yaml", HEAD.format(player=player))
    assert pbem("adjudicate", "--game", game).code == 0


def levy(pbem: Pbem, game: Path) -> None:
    """The third run."""
    send(game, "orders/bea.yaml", BLUE)
    assert pbem("adjudicate", "--game", game).code == 0


def report(game: Path, run: object, player: str = "") -> str:
    name = f"report-{player}.txt" if player else "report.txt"
    return " ".join((game / f"runs/{run}" / name).read_text().split())


def test_a_protest_stands_until_it_is_ruled_on_and_its_ruling_is_told_once(
    pbem: Pbem, played: Path
) -> None:
    said = enter(pbem, played, 4, "rosa", "--cite", "TOY-4")
    assert said.code == 0, said.err
    assert said.out.startswith("protest 1 of rosa against [4] of run 1 is open; for rosa:\n")
    march(pbem, played)
    told = f'PROTESTS 1 by Rosa against [4] of run 1, open: "{WORDS}" (TOY-4)'
    for player in ("", "rosa", "rolf", "bea"):
        assert told in report(played, 2, player)
    assert told in " ".join(pbem("report", "--game", played).out.split())
    assert close(pbem, played, 1, "--upheld", "--cite", "TOY-4").code == 0
    levy(pbem, played)
    ruled = "1 by Rosa against [4] of run 1: UPHELD by Mara (TOY-4): It was in supply."
    assert ruled in report(played, 3, "bea")
    send(played, "orders/bea.yaml", BLUE.replace("levy", "march"))
    assert pbem("adjudicate", "--game", played).code == 0
    assert "PROTESTS" not in report(played, 4)
    audit = pbem("audit", "--game", played)
    assert audit.code == 0 and "all runs: everything agrees\n" in audit.out


def test_a_report_of_an_amendment_tells_it_too(pbem: Pbem, played: Path) -> None:
    assert enter(pbem, played, 4).code == 0
    text = (
        "format: pbem-amend/1\ngame: toy-1\nafter: '1'\nauthor: M\nreason: r\ncite: c\n"
        "events:\n- {event: UnitMoved, unit: wolf, new: mill}\n"
    )
    assert pbem("amend", send(played, "fix.yaml", text), "--game", played).code == 0
    assert "1 by Rosa against [4] of run 1, open" in report(played, "1.1")
    assert close(pbem, played, 1, "--upheld", "--run", "1.1").code == 0
    assert close(pbem, played, 1, "--upheld").err.startswith("pbem: protest 1 was upheld before")
    march(pbem, played)
    assert "It was in supply.; corrected by run 1.1" in report(played, 2)
    assert pbem("audit", "--game", played).code == 0


@pytest.mark.parametrize(
    ("paragraph", "seen"),
    [
        (1, {"rosa": True, "rolf": True, "bea": False, "": False}),
        (3, {"rosa": True, "rolf": True, "bea": "part", "": "part"}),
        (4, {"rosa": True, "rolf": True, "bea": True, "": True}),
    ],
)
def test_only_who_may_see_a_paragraph_reads_of_it(
    pbem: Pbem, played: Path, paragraph: int, seen: dict[str, bool | str]
) -> None:
    assert enter(pbem, played, paragraph).code == 0
    march(pbem, played)
    assert close(pbem, played, 1, "--dismissed").code == 0
    levy(pbem, played)
    for player, sees in seen.items():
        for run, words in ((2, WORDS), (3, "It was in supply.")):
            text = report(played, run, player)
            assert (words in text) == (sees is True), (player, run)
            assert (f"[{paragraph}] of run 1" in text) == bool(sees), (player, run)
    for name in ("bea", "public"):
        out = played.parent / f"{name}.zip"
        assert pbem("publish", "--game", played, "--for", name, "--out", out).code == 0
        again = pbem("report", "--game", played, "--run", "2", *_for(name)).out
        assert (WORDS in " ".join(again.split())) == (seen[""] is True)
    assert WORDS.encode() not in b"".join(
        path.read_bytes() for path in played.glob("runs/*/ledger.jsonl")
    )
    assert WORDS not in (played / "register.jsonl").read_text()


def _for(name: str) -> tuple[str, ...]:
    return ("--player", name) if name != "public" else ()


def test_a_protest_that_comes_while_a_run_waits_is_told_by_the_next(pbem: Pbem, duel: Path) -> None:
    """The log of the run that waits stays what it was when it asked."""
    ask(duel)
    assert pbem("adjudicate", "--game", duel).code == 3
    assert enter(pbem, duel, 1).code == 2  # nothing was played
    send(duel, "answers/rosa.yaml", answered(duel, "rosa", "steel"))
    assert pbem("adjudicate", "--game", duel).code == 3
    send(duel, "answers/bea.yaml", answered(duel, "bea", "gold"))
    assert pbem("adjudicate", "--game", duel).code == 0
    march(pbem, duel)
    send(duel, "standing/bea.yaml", "standing: bea\ncouncil: {gift: ask}\n")
    send(duel, "orders/bea.yaml", BLUE)
    assert pbem("adjudicate", "--game", duel).code == 3
    assert enter(pbem, duel, 1, "rosa", "--run", "2").code == 0
    assert close(pbem, duel, 1, "--dismissed").code == 0
    send(duel, "standing/bea.yaml", "standing: bea\n")
    for player in ("rosa", "bea"):
        if (duel / f"pending/{player}.yaml").is_file():
            answer = "steel" if player == "rosa" else "gold"
            send(duel, f"answers/{player}.yaml", answered(duel, player, answer))
            code = pbem("adjudicate", "--game", duel).code
    assert code == 0
    assert "PROTESTS" not in report(duel, 3)
    send(duel, "orders/bea.yaml", BLUE.replace("levy", "march"))
    assert pbem("adjudicate", "--game", duel).code == 0
    assert "1 by Rosa against [1] of run 2: DISMISSED" in report(duel, 4)
    assert pbem("audit", "--game", duel).code == 0


def test_a_run_that_was_taken_back_is_told_with_it(pbem: Pbem, played: Path) -> None:
    assert enter(pbem, played, 4).code == 0
    assert pbem("rewind", "--game", played, "--to", "0").code == 0
    assert pbem("adjudicate", "--game", played).code == 0
    assert "1 by Rosa against [4] of run 1, which was taken back, open" in report(played, 1)
    assert enter(pbem, played, 4).code == 0  # against the run that stands now
    assert pbem("audit", "--game", played).code == 0


@pytest.mark.parametrize(
    ("paragraph", "player", "more", "words"),
    [
        (1, "bea", (), "there is no paragraph 1 that you may see"),
        (99, "rosa", (), "there is no paragraph 99 that you may see"),
        (4, "rossa", (), "'rossa' plays no power in this game"),
        (4, "rosa", ("--run", "7"), "there is no run 7 in"),
        (4, "rosa", ("--run", "0"), "run 0 is the position in which the game began"),
        (5, "rosa", (), ""),
    ],
)
def test_what_nobody_could_object_to_is_refused(
    pbem: Pbem, played: Path, paragraph: int, player: str, more: tuple[str, ...], words: str
) -> None:
    said = enter(pbem, played, paragraph, player, *more)
    assert (said.code == 0) == (not words)
    assert words in said.err
    again = enter(pbem, played, paragraph, player, *more)
    assert again.code != 0
    assert words or "this is protest 1, which is still open" in again.err


def test_a_ruling_says_how_and_names_what_there_is(pbem: Pbem, played: Path) -> None:
    assert enter(pbem, played, 4).code == 0
    for more, words in (
        ((), "say how it is ruled: --upheld or --dismissed"),
        (("--upheld", "--run", "7"), "there is no run 7"),
        (("--upheld", "--author", " "), "a ruling says who rules, and why"),
    ):
        said = close(pbem, played, 1, *more)
        assert said.code == 2 and words in said.err
    assert "there is no protest 2\n    open: 1" in close(pbem, played, 2, "--upheld").err
    assert pbem("protest", "list", "--game", played, "--open").out.startswith("1 by Rosa")


@pytest.mark.parametrize("text", ["evil\x1b[2J", "\u202ereversed", "x" * 4001])
def test_a_text_that_no_report_could_show_is_refused(pbem: Pbem, played: Path, text: str) -> None:
    words = ("--game", played, "--player", "rosa")
    assert pbem("protest", "enter", "4", *words, "--reason", text).code == 2
    assert not (played / "protests").exists()
    assert enter(pbem, played, 4).code == 0
    for option in ("--reason", "--author", "--cite"):
        assert close(pbem, played, 1, "--upheld", option, text).code == 2
    assert not (played / "protests/1/ruling.yaml").exists()


def test_a_precedent_is_kept_with_the_ruling(pbem: Pbem, played: Path) -> None:
    assert enter(pbem, played, 4).code == 0
    case = played.parent / "case.yaml"
    words = ("--game", played, "--write", case, "--id", "TOY-PRECEDENT")
    assert pbem("case", "new", "--from", "4", *words).code == 0
    said = close(pbem, played, 1, "--dismissed", "--case", case)
    assert said.code == 0 and "decides otherwise" not in said.out
    kept = played / "protests/1/case.yaml"
    assert kept.read_bytes() == case.read_bytes()
    march(pbem, played)
    assert "precedent TOY-PRECEDENT" in report(played, 2)
    kept.write_text(case.read_text().replace("TOY-PRECEDENT", "TOY-OTHER"))
    said = pbem("audit", "--game", played)
    assert said.code == 4 and "protests/1/ruling.yaml, or the case beside it" in said.out


def test_a_precedent_that_the_program_does_not_follow_is_told(pbem: Pbem, played: Path) -> None:
    assert enter(pbem, played, 4).code == 0
    case = played.parent / "case.yaml"
    assert pbem("case", "new", "--from", "4", "--game", played, "--write", case).code == 0
    case.write_text(case.read_text().replace("council: bread", "council: steel"))
    said = close(pbem, played, 1, "--upheld", "--case", case)
    assert said.code == 0
    assert "this program decides otherwise in toy-1-1-4" in said.out


@pytest.mark.parametrize("how", ["gone", "changed", "forged", "ruling gone", "ruling changed"])
def test_what_is_done_to_a_protest_by_hand_is_noticed(pbem: Pbem, played: Path, how: str) -> None:
    assert enter(pbem, played, 4).code == 0
    assert close(pbem, played, 1, "--dismissed").code == 0
    folder = played / "protests/1"
    if how == "gone":
        shutil.rmtree(folder)
    elif how == "forged":
        shutil.copytree(folder, played / "protests/2")
    elif how == "ruling gone":
        (folder / "ruling.yaml").unlink()
    else:
        path = folder / ("ruling.yaml" if "ruling" in how else "protest.yaml")
        path.write_text(path.read_text().replace("reason: ", "reason: not "))
    for player in ("rosa", "rolf"):
        send(played, f"orders/{player}.yaml", HEAD.format(player=player))
    before = sorted(played.glob("runs/*"))
    assert pbem("audit", "--game", played).code == 4
    assert pbem("adjudicate", "--game", played).code == 4
    assert sorted(played.glob("runs/*")) == before


def kept_protest(game: Path, into: Path) -> Path:
    into.mkdir(exist_ok=True)
    shutil.copy(game / "protests/1/protest.yaml", into / "protest-1.yaml")
    return into


def test_an_honest_game_with_protests_agrees(
    pbem: Pbem, judged: Judged, played: Path, tmp_path: Path
) -> None:
    assert enter(pbem, played, 4).code == 0
    march(pbem, played)
    assert close(pbem, played, 1, "--upheld").code == 0
    levy(pbem, played)
    kept = keep(played, kept_protest(played, tmp_path / "kept"), "1", "2", "3")
    shutil.copy(played / "register.jsonl", kept)
    said = pbem("audit", "--kept", kept, "--format", "json")
    assert said.code == 0, said.out
    checks = [c for one in json.loads(said.out) for c in one["checks"] if c["check"] == "protests"]
    assert [check["result"] for check in checks] == ["agrees"] * 3
    page = [row.result for row in judged._page.audit(_files(kept)) if row.check == "protests"]
    assert page == ["agrees"] * 3


def _files(folder: Path) -> list[tuple[str, bytes]]:
    return [(path.name, path.read_bytes()) for path in sorted(folder.iterdir())]


def test_a_protest_that_is_left_out_is_found(
    pbem: Pbem, judged: Judged, played: Path, tmp_path: Path
) -> None:
    """He enters it in a copy of the game, and plays on in another."""
    copy = tmp_path / "copy"
    shutil.copytree(played, copy)
    assert enter(pbem, copy, 4).code == 0
    march(pbem, played)
    levy(pbem, played)
    judged(keep(played, kept_protest(copy, tmp_path / "kept"), "1", "2", "3"))


def test_a_protest_that_a_later_log_forgets_is_found(
    pbem: Pbem, judged: Judged, played: Path, tmp_path: Path
) -> None:
    """The log of run 2 told it, the one of run 3 that he shows does not."""
    copy = tmp_path / "copy"
    shutil.copytree(played, copy)
    assert enter(pbem, played, 4).code == 0
    march(pbem, played)
    kept = keep(played, tmp_path / "kept", "1", "2")
    march(pbem, copy)
    levy(pbem, copy)
    shutil.copy(copy / "runs/3/ledger.jsonl", kept / "log-3.jsonl")
    judged(kept)
