"""What reports say to everybody: their parts, and the line by which they are compared."""

from __future__ import annotations

import hashlib
import inspect
import re
from pathlib import Path

import pytest

from pbem.core.reading import layout
from pbem.core.reading.comparing import (
    ALIKE,
    COMMON,
    OWN,
    Line,
    digests,
    line_in,
    line_of,
    parts_in,
)

GOLDEN = Path(__file__).parents[2] / "golden"
GAMES = sorted({path.parent for path in GOLDEN.rglob("report.txt")})
REPORT = """\
TOY-1   t1.1.red                            report for Rosa (Crimson)    run 1
NEXT  ROSA: orders
CHANGED  Azure takes
      Mill
[7] CLASH Ford
    3:1
NOTES  {}
PROOF  9 entries
"""


def words(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def together(*rows: str) -> str:
    return words("".join(f"{row}\n" for row in rows))


def test_every_part_that_is_laid_out_is_known() -> None:
    source = inspect.getsource(layout)
    labels = {*re.findall(r'_(?:section|table)\("([A-Z ]+)"', source), "ON YOUR BOARD"}
    assert labels >= {"NEXT", "NATIONS", "PROOF", "MORE", "COMPARE"}
    result = {name.upper() for name in layout._WITHOUT_FAULT}
    assert labels | result | {"DECIDED", "DECIDED FOR YOU"} == {*COMMON, *OWN}
    assert {*ALIKE} < {*COMMON}


def test_a_part_is_all_its_words() -> None:
    parts = parts_in("Hello,\nNEXT  of an older report\nPROOF  old\n\n" + REPORT.format("mine"))
    assert parts == [
        ("NEXT", "NEXT ROSA: orders"),
        ("CHANGED", "CHANGED Azure takes Mill"),
        ("[7]", "[7] CLASH Ford 3:1"),
        ("NOTES", "NOTES mine"),
        ("PROOF", "PROOF 9 entries"),
    ]
    assert digests(parts) == {
        "CHANGED": words("CHANGED Azure takes Mill"),
        "[7]": words("[7] CLASH Ford 3:1"),
        "PROOF": words("PROOF 9 entries"),
    }
    assert parts_in("no report\nNEXT  of nothing") == []


def test_the_line_of_a_report_that_tells_nothing_of_its_own() -> None:
    line = line_of(REPORT.format("mine"), REPORT.format("yours"))
    rows = ("CHANGED", "CHANGED Azure takes Mill"), ("PROOF", "PROOF 9 entries")
    more = ("[7]", "[7] CLASH Ford 3:1")
    assert line == Line(together(*(f"{name} {words(said)}" for name, said in (*rows, more))))


def test_the_line_of_a_report_that_tells_more() -> None:
    """The line is that of what all others read; a part that they have alone counts too."""
    public = REPORT.format("") + "PRESS  Bea: no\n"
    own = REPORT.format("").replace("3:1", "4:1").replace("[7]", "[6] SECRET\n    x\n[7]")
    line = line_of(own, public)
    assert line.alone == ("[6]",)
    assert line.otherwise == {
        "[7]": words("[7] CLASH Ford 3:1"),
        "PRESS": words("PRESS Bea: no"),
    }
    assert line.digest == line_of(public, public).digest
    text = own + "COMPARE  " + "\n      ".join(line.told()) + "\n"
    assert line_in(parts_in(text)) == line
    assert line.is_of(parts_in(text))
    for old, new in (("[6] SECRET", "[6] OPEN"), ("4:1", "9:1")):
        assert line.is_of(parts_in(text.replace(old, new)))  # his alone
    for old, new in (("takes", "loses"), ("9 entries", "8 entries"), ("[6]", "[5]")):
        assert not line.is_of(parts_in(text.replace(old, new, 1)))


def test_a_part_that_is_there_twice_is_all_of_it() -> None:
    text = REPORT.format("")
    twice = text + "CHANGED  and Ford\n"
    assert line_of(twice, twice).digest != line_of(text, text).digest


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.relative_to(GOLDEN).as_posix())
def test_all_readers_of_a_kept_game_have_one_line(game: Path) -> None:
    """And where nothing is sealed nobody is told anything of his own there."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(game.glob("report*.txt"))]
    lines = [line_in(parts_in(text)) for text in texts]
    assert all(line and line.is_of(parts_in(text)) for line, text in zip(lines, texts, strict=True))
    assert len({line.digest for line in lines if line}) == 1
    if '"seal"' not in (game / "ledger.jsonl").read_text(encoding="utf-8"):
        assert [line.alone or line.otherwise for line in lines if line] == [{}] * len(lines)
