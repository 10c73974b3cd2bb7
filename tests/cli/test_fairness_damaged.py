"""What is meant to be a sheet, a protest, a receipt or questions, and cannot be read, is not lost.

Both verifiers read the same rows, and refuse what can be read in two ways.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import shutil
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from cli.judging import AHEAD, ALONE, Judged, keep
from cli.shared import HEAD, LEVY, Pbem, answered, ask, send
from cli.sieges import do
from cli.test_fairness_chain import chained, rows_of
from page import ROOT, Page, files_under, results

from pbem.audit.kept import audit_kept
from pbem.audit.plain import PlainTrouble, read_plain
from pbem.audit.sorting import sort_kept
from pbem.cli import main
from pbem.core.data.yamlio import read_data_text

Change = Callable[[str], str]


# --- rows ----------------------------------------------------------------------------------------

TWO_WAYS = (
    "a: 1\na: 2\n",
    "a: {b: 1, b: 2}\n",
    "a: &x 1\n",
    "a: *x\n",
    "a: !!int 1\n",
    "a:\t1\n",
    "\ta: 1\n",
    "a: 1\n---\nb: 1\n",
    "--- {a: 1}\n",
    "{a: 1}\n",
    "a: [1, ]\n",
    "a: [1, , 2]\n",
    "a: {b: 1 c: 2}\n",
    "a: {b:1}\n",
    "a: [b: 1]\n",
    "a: b\n  c\n",
    "a: |\n  b\n",
    "a: >-\n  b\n",
    "- a: 1\n",
    "- - a\n",
    "? a\n",
    "a:1\n",
    "a: b: c\n",
    " a: 1\nb: 2\n",
    "a:\n    b: 1\n  c: 2\n",
    "a: 'b''c'\n",
    'a: "b\tc"\n',
    'a: "b"#c\n',
    'a: "\\x41"\n',
    'a: "\\u202e"\n',
    'a: "\\ud83d\\ude00"\n',
    "a: b\u200bc\n",
    "a: b\u00a0c\n",
    "a: 1\rb: 2\n",
    "a: 1234567890123456\n",
    "a: [1\n",
    'a: "b\n',
    "a: " + "[" * 50 + "]" * 50 + "\n",
    "".join(f"{' ' * depth}a:\n" for depth in range(41)),
    "".join(f"{' ' * depth}a:\n" for depth in range(2000)),
)
ONE_WAY = (
    "",
    "# nothing\n",
    "\ufeffa: 1\r\nb: 2\r\n",
    "a: 1 # one\n\n  # two\nb:\n  c: true\n  d:\n  - x y\n  - {e: null, f: ~}\ng: {}\nh: []\n",
    "- {a: [1, -2, 0], b: \"c: {d}\"}\n- 'e'\n",
    "a: 01\nb: -0\nc: 1.0\nd: 1e3\ne: 0x1\nf: yes\ng: 1_0\nh: -1\n",
    'a: "\\u00a0\\n\\"\\\\"\n"b c": d\n1: e\nnull: f\n',
    "a:\n",
    "a: \u00fc \u4e2d\n",
    "".join(f"{' ' * depth}a:\n" for depth in range(40)),
)


@pytest.mark.parametrize("text", TWO_WAYS)
def test_rows_that_can_be_read_in_two_ways_are_refused(page: Page, text: str) -> None:
    with pytest.raises(PlainTrouble):
        read_plain(text)
    assert "refused" in page.ask("yaml", text=text)


@pytest.mark.parametrize("text", ONE_WAY)
def test_rows_are_read_as_yaml_reads_them(page: Page, text: str) -> None:
    said = read_plain(text)
    assert said == (read_data_text(text, "a file") or {})
    assert page.ask("yaml", text=text) == {"said": said}


def test_all_that_was_written_so_far_is_such_rows(page: Page) -> None:
    """Set-ups that are shipped, and what 0.3.0 gave to players."""
    texts = [path.read_text() for path in sorted(ROOT.glob("scenarios/*/*/setup.yaml"))]
    for pack in sorted(ROOT.glob("tests/begun/0.3.0/*-anna.zip")):
        with zipfile.ZipFile(pack) as packed:
            names = [name for name in packed.namelist() if name.endswith(".yaml")]
            ours = [name for name in names if not name.startswith("sent/")]
            texts += [packed.read(name).decode() for name in ours]
    assert len(texts) > 20
    for text in texts:
        said = read_plain(text)
        assert said == read_data_text(text, "a file")
        assert page.ask("yaml", text=text) == {"said": said}


# --- files that are meant to be ours -------------------------------------------------------------


@pytest.fixture(scope="module")
def whole_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that Rosa has of a game that has ended, each thing of its kind."""
    folder = tmp_path_factory.mktemp("whole")
    game, kept = folder / "duel", folder / "kept"
    do("new", "toy/duel", game)
    ask(game)
    assert main(["adjudicate", "--game", str(game)]) == 3
    kept.mkdir()
    shutil.copy(game / "pending/rosa.yaml", kept / "asked.yaml")
    for player, gift in (("rosa", "steel"), ("bea", "gold")):
        send(game, f"answers/{player}.yaml", answered(game, player, gift))
        code = main(["adjudicate", "--game", str(game)])
    assert code == 0
    said = ("--game", game, "--player", "rosa", "--reason", "The chit was mine: see 9.14.")
    do("protest", "enter", 4, *said)
    shutil.copy(game / "protests/1/protest.yaml", kept)
    for player in ("rosa", "rolf"):
        send(game, f"orders/{player}.yaml", HEAD.format(player=player))
    shutil.copy(game / "orders/rosa.yaml", kept / "sent.yaml")
    do("seal", "--game", game)
    shutil.copy(game / "sealed/2/seal.yaml", kept)
    receipt = kept / "receipt.txt"
    with receipt.open("w") as out, redirect_stdout(out):
        do("validate", game / "orders/rosa.yaml", "--game", game)
    do("adjudicate", "--game", game)
    do(
        "protest",
        "close",
        1,
        "--game",
        game,
        "--upheld",
        "--author",
        "Mara",
        "--reason",
        "So it is.",
    )
    shutil.copy(game / "protests/1/ruling.yaml", kept)
    for player in ("rosa", "bea"):
        send(game, f"standing/{player}.yaml", f"standing: {player}\n")
    send(game, "orders/bea.yaml", "window: toy-1 t1.2.blue/levy\nplayer: bea\n")
    do("adjudicate", "--game", game)
    do("open", "--game", game, "--agreed")
    keep(game, kept, "1", "2", "3")
    shutil.copy(game / "opening.yaml", kept)
    for run in ("1", "2", "3"):
        shutil.copy(game / f"runs/{run}/secrets.jsonl", kept / f"secrets-{run}.jsonl")
    shutil.copy(game / "runs/3/state.yaml", kept)
    return kept


@pytest.fixture
def whole(whole_once: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(whole_once, tmp_path / "whole"))


def change(path: Path, old: str, new: str) -> None:
    """Other words stand in a file."""
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())


def test_what_is_whole_agrees(whole: Path, judged: Judged, page: Page) -> None:
    for rows in (judged.by_program(whole), page.audit(files_under(whole))):
        assert {row.check for row in rows if row.result == "disagrees"} == set()
        for check in ("files", "protests", "questions", "receipts", "seal sheets", "opening"):
            told = [row for row in rows if row.check == check]
            assert told, check
        assert results(rows, "files") == {"agrees"}


DAMAGES = (
    ("protest.yaml", "format: pbem-protest/1", "format: pbem-protest/2"),
    ("protest.yaml", "format: pbem-protest/1", "format: Pbem-Protest/1"),
    ("protest.yaml", "format: pbem-protest/1\n", ""),
    ("protest.yaml", "format: pbem-protest/1", "format: some-letter/1"),
    ("protest.yaml", "number: 1", "number: 1\nnumber: 7"),
    ("protest.yaml", "number: 1", 'number: "1"'),
    ("protest.yaml", 'run: "1"', "run: 1"),
    ("protest.yaml", "before: 2", 'before: "two"'),
    ("protest.yaml", "before: 2", "before: [2"),
    ("protest.yaml", "register: {", "registers: {"),
    ("protest.yaml", "register: {", "register : {"),
    ("protest.yaml", "format", "---\nformat"),
    ("protest.yaml", "game: toy-1", "game: toy-\u200b1"),
    ("commitments.yaml", "  asks: 1\n", "  asks: 3\n  asks: 1\n"),
    ("commitments.yaml", "asks: 1", "asks: &a 1"),
    ("commitments.yaml", "asks: 1", "asks: !!int 1"),
    ("commitments.yaml", "asks: 1", "asks:\t1"),
    ("commitments.yaml", "pbem-commitments/2", "pbem-commitments/3"),
    ("commitments.yaml", "format: ", "also: he may change all\nformat: "),
    ("commitments.yaml", "deadlines:", "deadline:"),
    ("seal.yaml", "run: 2", 'run: "2"'),
    ("seal.yaml", "files:", "filed:"),
    ("opening.yaml", "length: 4096", "length: 4096\nlength: 4096"),
    ("opening.yaml", "game: toy-1", "game: [toy-1"),
    ("ruling.yaml", "outcome: upheld", "outcome: upheld, as I see it"),
    ("state.yaml", "clock: {", "clock: {turn: t9, "),
    ("state.yaml", "clock: {turn", "clock: {run: 2, turn"),
    ("asked.yaml", "begun:", "begun: {run: 7}\nbegun:"),
    ("asked.yaml", "  run: 1\n", "  run: 7\n  run: 1\n"),
    ("asked.yaml", "entries: 11", 'entries: "11"'),
    ("asked.yaml", "begun:", "begun :"),
    ("asked.yaml", "begun:", '"begun":'),
    ("receipt.txt", "receipt: {", "receipt : {"),
    ("receipt.txt", "receipt: {", "receipt: "),
    ("receipt.txt", "run: 2,", "run: 2, run: 2,"),
    ("receipt.txt", "nonce: ", "Nonce: "),
    ("receipt.txt", "game: toy-1, run: 2", "run: 2, game: toy-1"),
)


@pytest.mark.parametrize(("name", "old", "new"), DAMAGES)
def test_what_is_meant_to_be_ours_and_is_damaged_is_found(
    whole: Path, judged: Judged, tmp_path: Path, name: str, old: str, new: str
) -> None:
    """Alone, too: it is not lost because nothing else is here."""
    change(whole / name, old, new)
    judged(whole)
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(whole / name, alone)
    judged(alone)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("press.yaml", "player: rosa\npress: |\n  begun is half done\n  receipt: thanks\n"),
        ("note.txt", "Keep this receipt: game over on Friday.\nbegun: last week\nnumber: 1\n"),
        ("mail.txt", "From: mara@example.org\n\nrun: 2\nmore files: none\nCHANGED  my mind\n"),
        ("amend.yaml", "format: pbem-amend/1\nauthor: Mara\nreason: so\n"),
    ],
)
def test_what_is_something_else_is_not_meant_to_be_ours(
    whole: Path, judged: Judged, page: Page, name: str, words: str
) -> None:
    """It is named, and that is all."""
    (whole / name).write_text(words)
    for rows in (judged.by_program(whole), page.audit(files_under(whole))):
        (files,) = (row for row in rows if row.check == "files")
        assert files.result == "agrees", files
        assert name in files.told or name == "press.yaml"


# --- what is not damaged, and cannot be read as it lies ------------------------------------------


@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("protest.yaml", "Dear Rosa,\n\n"),
        ("protest.yaml", "From: mara@example.org\nSubject: your protest\n\n"),
        ("asked.yaml", "Please answer soon.\n\n"),
        ("commitments.yaml", "The sheet of our game:\n\n"),
    ],
)
def test_a_file_that_lies_in_a_letter_is_to_be_taken_out(
    whole: Path, judged: Judged, name: str, before: str
) -> None:
    """It may have come so: the program attaches it, and people save letters whole."""
    change(whole / name, "", before)
    judged(whole)


def test_a_question_that_does_not_tell_its_begin_proves_nothing(
    whole: Path, judged: Judged
) -> None:
    change(whole / "asked.yaml", "begun:", "begon:")
    judged(whole)


def test_what_a_mail_quoted_as_a_whole_is_read(whole: Path, judged: Judged, page: Page) -> None:
    for name in ("asked.yaml", "protest.yaml", "commitments.yaml", "seal.yaml"):
        lines = (whole / name).read_text().splitlines()
        (whole / name).write_text("".join(f"> {line}\r\n" for line in lines))
    for rows in (judged.by_program(whole), page.audit(files_under(whole))):
        assert {row.check for row in rows if row.result == "disagrees"} == set()
        assert results(rows, "files") == {"agrees"}
        assert results(rows, "sheet") == {"agrees"}
        assert "1 protest" in next(row.told for row in rows if row.check == "files")


def test_a_quoted_file_of_a_player_is_what_he_sent(
    pbem: Pbem, duel: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    """Its receipt is of these bytes."""
    quoted = "".join(f"> {line}\n" for line in LEVY.format(player="rosa").splitlines())
    sent = send(duel, "orders/rosa.yaml", quoted)
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "receipt.txt").write_text(pbem("validate", sent, "--game", duel).out)
    shutil.copy(sent, kept / "sent.yaml")
    assert pbem("adjudicate", "--game", duel).code == 0
    keep(duel, kept, "1")
    for rows in (judged.by_program(kept), page.audit(files_under(kept))):
        assert results(rows, "sent") == results(rows, "receipts") == {"agrees"}


def zipped(log: Path, how: int) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", how) as pack:
        pack.write(log, "other.jsonl")
    return made.getvalue()


PACKED: tuple[Callable[[Path], bytes], ...] = (
    lambda log: zipped(log, zipfile.ZIP_STORED),
    lambda log: zipped(log, zipfile.ZIP_DEFLATED),
    lambda log: zipped(log, zipfile.ZIP_LZMA),
    lambda log: gzip.compress(log.read_bytes(), mtime=0),
    lambda log: bz2.compress(log.read_bytes()),
    lambda log: lzma.compress(log.read_bytes()),
)


def test_quoted_letters_that_are_none_are_damage(whole: Path, judged: Judged, page: Page) -> None:
    quoted = (whole / "protest.yaml").read_bytes().replace(b"\n", b"\n> ").replace(b"mine", b"\xff")
    (whole / "protest.yaml").write_bytes(b"> " + quoted)
    for rows in (judged.by_program(whole), page.audit(files_under(whole))):
        assert results(rows, "files") == {"disagrees"}


@pytest.mark.parametrize("packed", PACKED)
def test_what_is_packed_is_to_be_unpacked(
    whole: Path, judged: Judged, packed: Callable[[Path], bytes]
) -> None:
    """It is no damaged log, and no log that was looked at."""
    (whole / "other").write_bytes(packed(whole / "log-2.jsonl"))
    judged(whole)


# --- lines ---------------------------------------------------------------------------------------

DISGUISES: tuple[Change, ...] = (
    lambda text: text.replace('"prev":', '"pr\\u0065v":').replace('"path":', '"p\\u0061th":'),
    lambda text: text.replace('"prev":', '"PREV":'),
    lambda text: text.replace('"prev":', '"\\u0070\\u0072ev" :'),
)


@pytest.mark.parametrize("disguised", DISGUISES)
def test_a_second_log_whose_keys_are_written_otherwise_is_a_log(
    whole: Path, judged: Judged, disguised: Change
) -> None:
    rows = rows_of(whole / "log-2.jsonl")
    rows[0]["body"]["press"] = {"rosa": "I give up."}
    (whole / "second.jsonl").write_text(disguised(chained(rows)))
    judged(whole)


@pytest.mark.parametrize("line", ["{", "null", '{"n":1,"secret":[],"hidden":[]}', "[]"])
def test_a_broken_line_of_secrets_is_found(
    whole: Path, judged: Judged, page: Page, line: str
) -> None:
    path = whole / "secrets-1.jsonl"
    _, *rest = path.read_text().splitlines()
    path.write_text("\n".join([line, *rest]) + "\n")
    judged(whole)
    assert "Cannot read" not in str(page.audit(files_under(whole)))


# --- protests, rulings, receipts -----------------------------------------------------------------


def test_a_protest_that_says_another_run_is_found(whole: Path, judged: Judged) -> None:
    """So it would come after all that is here."""
    path = whole / "protest.yaml"
    late = {"register": "{entries: 99999, last: ab}", "run": '"98"', "before": "99"}
    for run in "23":
        forget(whole / f"log-{run}.jsonl")
    for said in (late, {"last": "ab" * 32}):
        for name, value in said.items():
            line = re.compile(f"^{name}: .*", re.MULTILINE)
            path.write_text(line.sub(f"{name}: {value}", path.read_text()))
        judged(whole)


def forget(path: Path) -> None:
    """A log that names no protest."""
    rows = rows_of(path)
    del rows[0]["body"]["protests"]
    path.write_text(chained(rows))


@pytest.mark.parametrize(
    ("old", "new"), [("outcome: upheld", "outcome: dismissed"), ("So it is.", "So be it.")]
)
def test_a_ruling_that_is_told_otherwise_than_logs_name_it_is_found(
    whole: Path, judged: Judged, old: str, new: str
) -> None:
    change(whole / "ruling.yaml", old, new)
    judged(whole)


def test_a_ruling_that_does_not_say_its_protest_waits_for_a_log(
    whole: Path, judged: Judged
) -> None:
    """As pbem 0.3.0 wrote them: it may be one that came after the newest log."""
    change(whole / "ruling.yaml", "number: 1\n", "")
    judged(whole)


def test_the_first_of_two_files_that_was_played_is_told(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    first = LEVY.format(player="rosa")
    for name, text in (("a", first), ("b", first + "# second thought\n")):
        path = send(duel, "orders/rosa.yaml", text)
        (kept / f"receipt-{name}.txt").write_text(pbem("validate", path, "--game", duel).out)
        shutil.copy(path, kept / f"sent-{name}.yaml")
    send(duel, "orders/rosa.yaml", first)
    assert pbem("adjudicate", "--game", duel).code == 0
    keep(duel, kept, "1")
    judged(kept)
    for name in ("receipt-a.txt", "sent-a.yaml"):
        (kept / name).unlink()
    rows = judged.by_program(kept)
    assert results(rows, "receipts") == {"disagrees"}


# --- both read alike -----------------------------------------------------------------------------

TOKENS = (
    '"', "'", "#", ":", " :", "\t", "\n", "\r", "---\n", "- ", "{", "}", ",", "&a ", "!!int ", "|",
    ">", "\u200b", "\u00a0", "\ufeff", "\x85", "\u2028", "01", "null", "1234567890123456789", "\\",
    "> ", "NEXT  x\n", "CHANGED  x\n", "[2] AB\n", "begun:\n", "receipt: {", "player: rosa\n",
    "From: x\n",
)  # fmt: skip


def mutated(draw: Random, text: str) -> str:
    """A line twice, away, elsewhere or quoted, or a few letters of trouble."""
    lines = text.split("\n")
    at, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    how = draw.randrange(6)
    if how == 0:
        lines.insert(at, lines[other])
    elif how == 1:
        del lines[at]
    elif how == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif how == 3:
        lines[at] = draw.choice(["  ", "> ", '"', "# "]) + lines[at]
    else:
        place = draw.randrange(len(text) + 1)
        return text[:place] + draw.choice(TOKENS) + text[place + draw.randrange(2) :]
    return "\n".join(lines)


def test_of_changed_files_both_say_the_same(whole: Path, page: Page, tmp_path: Path) -> None:
    """Forty changes of any file but a log."""
    draw = Random("changed files")
    kept = tmp_path / "kept"
    for name in ("commitments.yaml", "log-1.jsonl", "log-2.jsonl"):
        kept.mkdir(exist_ok=True)
        shutil.copy(whole / name, kept)
    names = sorted(path.name for path in whole.iterdir() if path.suffix in (".yaml", ".txt"))
    for number in range(40):
        name = draw.choice(names)
        changed = mutated(draw, (whole / name).read_bytes().decode())
        before = (kept / name).read_bytes() if (kept / name).exists() else None
        (kept / name).write_bytes(changed.encode())
        ours = [(c.name, c.result) for one in audit_kept(sort_kept([kept])) for c in one.checks]
        theirs = [(row.check, row.result) for row in page.audit(files_under(kept))]
        ends = [
            Counter(one for one in said if one[0] not in AHEAD | ALONE) for said in (ours, theirs)
        ]
        assert ends[0] == ends[1], (number, name, changed)
        (kept / name).unlink()
        if before is not None:
            (kept / name).write_bytes(before)
