"""Two players who were told different things of one run find out by comparing one line."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest
from cli.judging import Judged, keep
from cli.shared import HEAD, Pbem, levies, send
from page import Page, Row, files_under, results

from pbem.core.reading.comparing import line_in, line_of, parts_in

BLUE = "window: toy-1 t1.2.blue/levy\nplayer: bea\n"
LABEL = "COMPARE  with the other players: all have this line if they were told the same\n"
PLAYERS = ("rosa", "rolf", "bea")


@dataclass(frozen=True, slots=True)
class Told:
    """What lies of a game that has a word of everything, and what its players keep of run 3."""

    game: Path
    folder: Path

    def __post_init__(self) -> None:
        keep(self.game, self.folder, "3")
        (self.folder / "report-3.txt").unlink()
        for player in PLAYERS:
            shutil.copy(self.sent(player), self.kept(player))

    def sent(self, player: str) -> Path:
        """A report as the program wrote it; `` is the one for everybody."""
        return self.game / "runs/3" / (f"report-{player}.txt" if player else "report.txt")

    def kept(self, player: str) -> Path:
        """The same as its player keeps it."""
        return self.folder / f"{player}.txt"

    def alone(self, *players: str) -> None:
        """Only these keep theirs."""
        for player in {*PLAYERS} - {*players}:
            self.kept(player).unlink()


@pytest.fixture(scope="module")
def told_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run 1 was protested against, a rule changed with run 3, run 3 was taken back once."""
    from cli.sieges import do

    game = tmp_path_factory.mktemp("told") / "duel"
    do("new", "toy/duel", game)
    levies(game)
    do("adjudicate", "--game", game)
    said = ("--game", game, "--player", "rosa", "--reason", "The gift was mine.")
    do("protest", "enter", 4, *said)
    for player in ("rosa", "rolf"):
        send(game, f"orders/{player}.yaml", HEAD.format(player=player))
    do("adjudicate", "--game", game)
    words = ("--author", "Mara", "--reason", "So it stands in the book.")
    do("protest", "close", 1, "--game", game, "--upheld", *words)
    send(game, "orders/bea.yaml", BLUE + "press: On we go.\n")
    do("adjudicate", "--game", game)
    do("rewind", "--game", game, "--to", "2", "--why", "a slip of the pen")
    roster = game / "game.yaml"
    text = roster.read_text().replace("asks: 1", "asks: 2")
    roster.write_text(f"{text}changes: [{{from_run: 3, what: [asks], who: Mod, why: so}}]\n")
    do("adjudicate", "--game", game)
    return game


@pytest.fixture
def told(told_once: Path, tmp_path: Path) -> Told:
    """A copy of it."""
    return Told(told_once, tmp_path / "kept")


@pytest.fixture
def both(judged: Judged, page: Page) -> Callable[..., Iterator[list[Row]]]:
    """What both verifiers say."""

    def said(*paths: Path) -> Iterator[list[Row]]:
        yield judged.by_program(*paths)
        yield page.audit(files_under(*paths))

    return said


def line_of_text(text: str) -> str:
    """The line that a report prints."""
    return text.partition(LABEL)[2].split()[0]


# --- the line ------------------------------------------------------------------------------------


def test_everybody_has_one_line(told: Told) -> None:
    texts = [told.sent(player).read_text() for player in ("", *PLAYERS)]
    assert len({*texts}) == 4
    assert {line_of_text(text) for text in texts} == {line_of_text(texts[0])}
    for part in ("RULES CHANGED  by Mod: so", "PROTESTS  1 by Rosa", "UPHELD", "VOID RUNS  run 3"):
        assert all(part in text for text in texts), part


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("COUNCIL (3)  ", "COUNCIL (3)  no "),
        ("UPHELD", "DISMISSED"),
        ("against [4] of", "against [2] of"),
        ("asks: now 2, was 1", "asks: now 3, was 1"),
        ("run 3, key 3: a slip of the pen", "none"),
        ("PRESS  Bea: On we go.", "PRESS  Bea: I give up."),
        ("CHANGED  nothing on the board", "CHANGED  Azure takes Mill"),
        ("[ ] then count: ", "[ ] then count: 1"),
        ("luck: nobody's", "luck: bea"),
    ],
)
def test_a_report_with_an_invented_word_does_not_have_its_line(
    told: Told, judged: Judged, both: Callable[..., Iterator[list[Row]]], old: str, new: str
) -> None:
    """It prints the end of the log as it is, and the line that all others have."""
    for said in both(told.folder):
        assert results(said, "compare") == {"agrees"}
    report = told.kept("rolf")
    text = report.read_text()
    assert text.count(old) >= 1
    report.write_text(text.replace(old, new))
    judged(told.folder)
    told.alone("rolf")
    judged(told.folder)


def test_two_players_who_were_told_other_things_find_out(told: Told, judged: Judged) -> None:
    """Each report prints the line of its own text."""
    public, report = told.sent("").read_text(), told.kept("rolf")
    lie = [text.replace("UPHELD", "DISMISSED") for text in (report.read_text(), public)]
    line = line_of(lie[0], lie[1])
    assert line.digest != line_of_text(public)
    head, _, tail = lie[0].partition(LABEL)
    report.write_text(f"{head}{LABEL}      {line.digest}\n{tail.partition(chr(10))[2]}")
    assert line_in(parts_in(report.read_text())) == line
    judged(told.folder)


def test_who_reads_alone_cannot_know(
    told: Told, judged: Judged, both: Callable[..., Iterator[list[Row]]]
) -> None:
    """One report proves that its line is that of its text, and no more."""
    told.alone("bea")
    judged(told.folder)
    once_more = as_quoted_printable(told.kept("bea").read_text())
    (told.folder / "once more.eml").write_bytes(once_more)
    judged(told.folder)
    shutil.copy(told.sent(""), told.folder)
    for said in both(told.folder):
        assert results(said, "compare") == {"agrees"}


def test_a_report_in_full_has_no_line_and_says_so(told: Told, judged: Judged) -> None:
    """As `pbem report --full` prints it, with neither line nor MORE: the others have one."""
    report = told.kept("rolf")
    text = report.read_text().replace("CHANGED  nothing on the board", "CHANGED  Azure takes Mill")
    full = text[: text.index("COMPARE")]
    assert "MORE" not in full
    report.write_text(full)
    judged(told.folder)
    for said in judged.both(told.folder):
        (row,) = (row for row in said if row.check == "compare")
        assert "rolf.txt prints no line to compare" in row.told


def test_a_report_that_lost_its_line_is_found(told: Told, judged: Judged) -> None:
    """He leaves it out where he lies."""
    report = told.kept("rolf")
    text = report.read_text()
    report.write_text(text[: text.index("COMPARE")] + text[text.index("MORE") :])
    judged(told.folder)


def test_a_part_that_others_read_otherwise_for_no_reason_is_named(
    told: Told, judged: Judged, both: Callable[..., Iterator[list[Row]]]
) -> None:
    """His report says that a paragraph which hides nothing is another one for all others."""
    public, report = told.sent("").read_text(), told.kept("rolf")
    lie = re.sub(r"(COUNCIL \(3\)  )\w+", r"\1nothing", report.read_text(), count=1)
    line = line_of(lie, public)
    ((part, digest), *_) = line.otherwise.items()
    row = f"      all others read otherwise: {part}\n      {digest}\n"
    report.write_text(lie.replace("MORE  ", f"{row}MORE  "))
    assert line_in(parts_in(report.read_text())) == line
    judged(told.folder)
    for said in both(told.folder):
        (words,) = (found.told for found in said if found.check == "compare")
        assert f"why all others read {part} otherwise" in words


def test_what_nobody_can_read_otherwise_is_found(told: Told, judged: Judged) -> None:
    """Void runs stand in the head of the log, in which nothing is secret."""
    public, report = told.sent("").read_text(), told.kept("rolf")
    lie = report.read_text().replace("run 3, key 3: a slip of the pen", "none")
    line = line_of(lie, public)
    ((part, digest),) = line.otherwise.items()
    row = f"      all others read otherwise: {part}\n      {digest}\n"
    report.write_text(lie.replace("MORE  ", f"{row}MORE  "))
    judged(told.folder)


BATTLE = "BATTLE (9)  blue-home: the lion is lost\n"
LIKE = (
    ("NEXT  ", f"[2] {BATTLE}"),
    ("NEXT  ", "CHANGED  the lion is lost\n"),
    ("NEXT  ", "NEXT  Bea: nothing\nCHANGED  the lion is lost\n"),
    ("NEXT  ", "\u0421HANGED  the lion is lost\n"),
    ("CHANGED  ", "\u0421HANGED  the lion is lost\n"),
    ("CHANGED  ", "CHAN\u050cED  the lion is lost\n"),
    ("CHANGED  ", "\uff23\uff28\uff21\uff2e\uff27\uff25\uff24  the lion is lost\n"),
    ("CHANGED  ", "C\u0307HANGED  the lion is lost\n"),
    ("CHANGED  ", f"[\uff12] {BATTLE}"),
    ("CHANGED  ", f"   [2] {BATTLE}"),
    ("CHANGED  ", "   CHANGED  the lion is lost\n"),
    ("CHANGED  ", "\u00a0CHANGED  the lion is lost\n"),
    ("", "CORRECTED  the lion is lost\n"),
    ("", f"(2) {BATTLE}"),
    ("", f"2. {BATTLE}"),
    ("", f"   [2] {BATTLE}"),
    ("", "\u039d\u0391TIONS  Rosa is at war with Rolf\n"),
    ("", "NEXT  Bea: nothing\nCHANGED  the lion is lost\n"),
)


@pytest.mark.parametrize(("before", "words"), LIKE)
def test_what_looks_like_a_part_of_everybody_s_is_found(
    told: Told, judged: Judged, before: str, words: str
) -> None:
    """Above the report, in a part that its reader alone has, or below all of it."""
    report = told.kept("rolf")
    text = report.read_text()
    at = text.index(f"\n{before}") + 1 if before else len(text)
    report.write_text(text[:at] + words + text[at:])
    judged(told.folder)


@pytest.mark.parametrize("end", ["PROOF", "COMPARE", "MORE", ""])
@pytest.mark.parametrize("order", [1, -1])
def test_an_invented_report_beside_the_honest_one_is_found(
    told: Told, judged: Judged, end: str, order: int
) -> None:
    """In one file; it has the proof of the run, and a line, or none."""
    report = told.kept("rolf")
    text = report.read_text()
    lie = text.replace("CHANGED  nothing on the board", "CHANGED  the lion is lost")
    lie = lie[: lie.index(f"\n{end}") + 1] if end else lie
    report.write_text("\n".join([lie, text][::order]))
    judged(told.folder)


@pytest.mark.parametrize(("old", "new"), [("NEXT  ", "NOW  "), ("NEXT  ", "")])
def test_a_report_that_does_not_begin_as_all_do_is_found(
    told: Told, judged: Judged, old: str, new: str
) -> None:
    report = told.kept("rolf")
    report.write_text(report.read_text().replace(f"\n{old}", f"\n{new}", 1))
    judged(told.folder)


@pytest.mark.parametrize("new", ["PR00F  ", "proof  ", "\u03a1ROOF  ", "PROOF of the log  "])
def test_a_report_that_hides_its_proof_is_found(told: Told, judged: Judged, new: str) -> None:
    report = told.kept("rolf")
    report.write_text(report.read_text().replace("\nPROOF  ", f"\n{new}", 1))
    judged(told.folder)


@pytest.mark.parametrize("number", ["99", "0", "02"])
def test_a_paragraph_that_no_log_has_is_nobody_s_alone(
    told: Told, judged: Judged, number: str
) -> None:
    """His report says that he alone may read it."""
    report = told.kept("bea")
    text = report.read_text().replace("\nREJECTED", f"\n[{number}] {BATTLE}REJECTED")
    at = text.index("MORE  ")
    report.write_text(f"{text[:at]}      yours alone: [{number}]\n{text[at:]}")
    assert line_in(parts_in(report.read_text())) is not None
    judged(told.folder)


# --- as mail delivers it -------------------------------------------------------------------------


def as_quoted_printable(text: str) -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["Subject"] = "mod@example.org", "[toy-1] run 3"
    mail.set_content(f"Your report:\n{text}\nReply with your form.", cte="quoted-printable")
    mail.add_attachment(b"player: rolf\n", maintype="application", subtype="x-yaml", filename="o")
    return mail.as_bytes()


def as_quoted(text: str) -> bytes:
    return "".join(f"> {line}\n" for line in text.splitlines()).encode()


def as_windows_has_it(text: str) -> bytes:
    return text.replace("\n", "  \r\n").encode()


def as_web_mail_has_it(text: str) -> bytes:
    return ("Hello Rolf,\n\n" + text.replace(" - ", "\u00a0- ") + "\n-- \nMara\n").encode()


def as_wrapped(text: str) -> bytes:
    """Long lines are cut, and go on at the margin."""
    lines = (re.sub(r"^(.{60,71}) (?=\S)", r"\1\n", line) for line in text.splitlines())
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    "mailed",
    [as_quoted_printable, as_quoted, as_windows_has_it, as_web_mail_has_it, as_wrapped],
)
def test_what_mail_does_to_a_report_changes_no_line(
    told: Told, both: Callable[..., Iterator[list[Row]]], mailed: Callable[[str], bytes]
) -> None:
    told.alone("bea", "rolf")
    report = told.kept("rolf")
    report.write_bytes(mailed(report.read_text()))
    for said in both(told.folder):
        for check in ("reports", "compare"):
            assert results(said, check) == {"agrees"}, said


# --- everybody who is told something -------------------------------------------------------------


def test_whatever_is_told_again_has_the_line(pbem: Pbem, told: Told) -> None:
    """For whoever asks for his report again; with every die in it there is none."""
    line = line_of_text(told.sent("").read_text())
    for player in PLAYERS:
        again = pbem("report", "--game", told.game, "--run", "3", "--player", player).out
        assert line_of_text(again) == line
    assert "COMPARE" not in pbem("report", "--game", told.game, "--full").out
    assert "COMPARE" not in pbem("report", "--game", told.game, "--secrets").out


def test_a_report_with_every_die_prints_none(
    pbem: Pbem, told: Told, both: Callable[..., Iterator[list[Row]]]
) -> None:
    full = pbem("report", "--game", told.game, "--run", "3", "--full")
    send(told.folder, "full.txt", full.out)
    for said in both(told.folder):
        assert results(said, "compare") == {"not proved"}


def test_amendments_have_a_line_too(
    pbem: Pbem, told: Told, tmp_path: Path, both: Callable[..., Iterator[list[Row]]]
) -> None:
    game = Path(shutil.copytree(told.game, tmp_path / "game"))
    head = "format: pbem-amend/1\ngame: toy-1\nafter: '3'\nauthor: M\nreason: r\ncite: '1'\n"
    event = "events:\n- {event: UnitMoved, unit: lion, new: mill}\n"
    assert pbem("amend", send(tmp_path, "a.yaml", head + event), "--game", game).code == 0
    folder = keep(game, tmp_path / "amended", "3.1")
    shutil.copy(game / "runs/3.1/report-bea.txt", folder)
    for said in both(folder):
        assert results(said, "compare") == {"agrees"}
    assert pbem("audit", "--game", game, "--no-replay").code == 0
