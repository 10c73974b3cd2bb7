"""A log that two readers may read in two ways: both verifiers know it for a log, and refuse it.

Each line of a log must be byte for byte what is written of it, so that whoever can read it at all
reads the same. The hashes are made anew, as a forger's program does it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.judging import AHEAD, ALONE, Judged
from page import ROOT, Page, Row, files_under, results
from soak.judges import ROWS, differs, keep_two

LOG = ROOT / "tests/golden/toy-duel/4/played/ledger.jsonl"
LINES = LOG.read_bytes().splitlines()
ROLL = next(n for n, line in enumerate(LINES) if b'"kind":"roll"' in line)
DIE = re.compile(rb'"throws":\[\[([0-9]+)')
Change = Callable[[list[bytes]], list[bytes]]


def rejoined(lines: list[bytes]) -> bytes:
    """Lines of any bytes, each with the hash of the one before it."""
    made: list[bytes] = []
    last = b"0" * 64
    for line in lines:
        made.append(re.sub(rb'"prev":"[0-9a-f]{64}"', b'"prev":"' + last + b'"', line))
        last = hashlib.sha256(made[-1]).hexdigest().encode()
    return b"".join(line + b"\n" for line in made)


def roll(old: bytes | re.Pattern[bytes], new: bytes) -> bytes:
    """The log with something else in the line of the first open roll."""
    line = LINES[ROLL]
    found = old if isinstance(old, re.Pattern) else re.compile(re.escape(old))
    changed = found.sub(lambda _: new, line, count=1)
    assert changed != line
    return rejoined([*LINES[:ROLL], changed, *LINES[ROLL + 1 :]])


def die(shown: bytes) -> bytes:
    return roll(DIE, b'"throws":[[' + shown)


def each(change: Callable[[bytes], bytes]) -> bytes:
    return rejoined([change(line) for line in LINES])


def indented(line: bytes) -> bytes:
    return json.dumps(json.loads(line), indent=1, sort_keys=True, ensure_ascii=False).encode()


WHOLE = LOG.read_bytes()
HEAD = b'{"body":'
PATH = b'"kind":"roll"'
DAMAGED = {
    "a mark of the order of bytes": b"\xef\xbb\xbf" + WHOLE,
    "a blank after the brace": rejoined([b"{ " + LINES[0][1:], *LINES[1:]]),
    "a blank before the brace": rejoined([b" " + LINES[0], *LINES[1:]]),
    "blanks after colons": each(lambda line: line.replace(b'":', b'": ')),
    "ends of Windows": each(lambda line: line + b"\r"),
    "ends of old Macs": WHOLE.replace(b"\n", b"\r"),
    "a blank at the end of a line": each(lambda line: line + b" "),
    "a blank line": rejoined([*LINES[:3], b"", *LINES[3:]]),
    "a blank line at the end": WHOLE + b"\n",
    "letters after the end": WHOLE + b"more",
    "a zero byte after the end": WHOLE + b"\0",
    "words before the first line": b"Here is the log:\n" + WHOLE,
    "quoted as mail quotes": b"".join(b"> " + line + b"\n" for line in LINES),
    "on many lines": b"".join(indented(line) + b"\n" for line in LINES),
    "one list": b"[" + b",\n".join(LINES) + b"]\n",
    "of 16 bits": WHOLE.decode().encode("utf-16"),
    "without its first line": rejoined(LINES[1:]),
    "without the end of its last line": WHOLE[:-40],
    "a die of 3.0": die(b"3.0"),
    "a die of 3e0": die(b"3e0"),
    "a die of -0": die(b"-0"),
    "a die of 03": die(b"03"),
    "a die of +3": die(b"+3"),
    "a die that is no number": die(b"NaN"),
    "a die without end": die(b"Infinity"),
    "a die that few readers know": die(b"9007199254740993"),
    "a die of 400 digits": die(b"1" + b"0" * 400),
    "a die in words": die(b'"3"'),
    "no die": roll(re.compile(rb'"throws":\[\[[^\]]*\]'), b'"throws":[[null]'),
    "no throw": roll(re.compile(rb'"throws":\[.*?\]\]'), b'"throws":[]'),
    "a key twice, the true one last": roll(b'"throws":', b'"throws":[[6]],"throws":'),
    "a key twice, the true one first": roll(b'},"kind"', b',"throws":[[6]]},"kind"'),
    "a kind twice": roll(PATH, b'"kind":"order","kind":"roll"'),
    "keys in another order": roll(HEAD, b'{"kind":"roll","body":').replace(
        b'},"kind":"roll"', b"}"
    ),
    "a letter as a number": roll(PATH, b'"kind":"\\u0072oll"'),
    "a slash with a stroke": roll(b"/", b"\\/"),
    "a line end of its own as a number": roll(b'"by":"', b'"by":"\\u2028'),
    "half a letter": roll(b'"by":"', b'"by":"\\ud800'),
    "bytes that are no letter": roll(b'"by":"', b'"by":"\xff'),
    "a letter in too many bytes": roll(b'"by":"', b'"by":"\xc0\xaf'),
    "half a letter in bytes": roll(b'"by":"', b'"by":"\xed\xa0\x80'),
    "a tab in a word": roll(b'"by":"', b'"by":"\t'),
    "a number that says yes": roll(b'"n":%d' % (ROLL + 1), b'"n":true'),
    "too deep": roll(b'"by":', b'"a":' + b"[" * 120 + b"]" * 120 + b',"by":'),
    "a remark": roll(b"{", b"/* so */{"),
    "a kind that is none": roll(PATH, b'"kind":"rolls"'),
}
WELL = {
    "as it was written": WHOLE,
    "no word of a beacon": rejoined([LINES[0].replace(b'"beacon":null,', b"", 1), *LINES[1:]]),
    "without the last end of a line": WHOLE[:-1],
    "a line end of its own in a word": roll(b'"by":"', '"by":"\u2028'.encode()),
    "letters of many bytes": roll(b'"by":"', '"by":"\U0001f3b2é'.encode()),
    "a key that some readers know": roll(b'"by":', b'"__proto__":{"a":1},"by":'),
    "the greatest number that all know": roll(b'"by":', b'"a":9007199254740991,"by":'),
}


def said(judged: Judged, page: Page, *paths: Path) -> list[list[Row]]:
    """What both say, alike but for what either may prove more of."""
    both = [judged.by_program(*paths), page.audit(files_under(*paths))]
    words = [
        sorted((row.check, row.result) for row in rows if row.check not in {*AHEAD, *ALONE})
        for rows in both
    ]
    assert words[0] == words[1]
    return both


@pytest.mark.parametrize("form", DAMAGED)
def test_a_log_that_can_be_read_in_two_ways_is_refused(
    judged: Judged, page: Page, tmp_path: Path, form: str
) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(DAMAGED[form])
    for rows in said(judged, page, log):
        assert results(rows, "chain") == {"disagrees"}
    judged(log)


@pytest.mark.parametrize("form", DAMAGED)
def test_a_second_log_of_a_run_is_never_taken_for_something_else(
    judged: Judged, page: Page, tmp_path: Path, form: str
) -> None:
    """He shows it to one player, who keeps both; the whole one stays as good as it was."""
    (tmp_path / "other.jsonl").write_bytes(DAMAGED[form])
    for rows in said(judged, page, LOG, tmp_path / "other.jsonl"):
        assert sorted(row.result for row in rows if row.check == "chain") == ["agrees", "disagrees"]
    judged(LOG, tmp_path / "other.jsonl")


@pytest.mark.parametrize("form", WELL)
def test_a_log_that_all_read_alike_is_read(
    judged: Judged, page: Page, tmp_path: Path, form: str
) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(WELL[form])
    for rows in said(judged, page, log):
        assert results(rows, "chain") == {"agrees"}


def test_a_file_that_speaks_of_a_log_is_none(judged: Judged, page: Page, tmp_path: Path) -> None:
    """A player quotes a line in a letter, in a file that he sent."""
    line = LINES[ROLL].decode()
    (tmp_path / "letter.txt").write_text(f"Dear Mod,\nI do not like this one:\n{line}\nYours\n")
    (tmp_path / "rosa.yaml").write_text(f"player: rosa\nnote: '{line}'\n")
    for rows in (judged.by_program(tmp_path), page.audit(files_under(tmp_path))):
        assert results(rows, "chain") == set()


@pytest.mark.parametrize("row", ROWS)
def test_both_say_the_same_of_logs_that_are_changed_in_any_way(
    page: Page, tmp_path: Path, row: str
) -> None:
    """A few here; `make soak` tries thousands."""
    assert differs(page, keep_two(tmp_path, row), "here", 60) == ""
