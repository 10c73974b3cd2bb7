"""A letter is read in time in proportion to its size, whatever stands in it.

Each shape is read at one size and at four times that size: the square of the time would be sixteen.
"""

from __future__ import annotations

import time
from base64 import encodebytes
from collections.abc import Callable
from typing import Final

import pytest
from post.letters import ORDERS, letter

from pbem.post.cleaning import (
    files_in,
    own_words,
    passed_over,
    passphrase_in,
    windows_in,
    without_passphrase,
)
from pbem.post.letters import read_letter

SMALL: Final = 0.02  # seconds of processor: too short to be compared
WORST: Final = 8  # times as long for four times as much
TRIES: Final = 3
WORDS: Final = ("combat_moves", "battles")
FLOWED: Final = "text/plain; format=flowed"

Shape = Callable[[int], bytes]


def text(said: Callable[[int], str], kind: str = "text/plain") -> Shape:
    """A letter whose text grows."""
    return lambda size: letter(said(size), Content_Type=f"{kind}; charset=utf-8")


def heads(said: Callable[[int], str]) -> Shape:
    """A letter whose heads grow."""
    return lambda size: said(size).encode() + b"From: hans@x.org\n\n" + ORDERS.encode()


def parts(said: Callable[[int], str]) -> Shape:
    """A letter whose parts grow."""
    return heads(lambda size: "Content-Type: multipart/mixed; boundary=b\nX: " + said(size) + "\n")


def nested(kind: Callable[[int], str], below: Callable[[int], str]) -> Shape:
    """Parts in parts."""
    return lambda size: (
        f"From: hans@x.org\n{''.join(map(kind, range(size)))}\n{below(size)}".encode()
    )


SHAPES: Final[dict[str, tuple[Shape, int]]] = {
    # --- lines
    "a bracket that is not closed": (text(lambda n: f"{ORDERS}- {{units: [\n" + "a\n" * n), 400),
    "a quotation mark that is not closed": (text(lambda n: f'{ORDERS}- {{a: "\n' + "a\n" * n), 400),
    "wrapped lines": (text(lambda n: ORDERS + ("x" * 66 + "\n") * n), 300),
    "lines that are comments in a bracket": (text(lambda n: f"{ORDERS}- [\n" + "#\na\n" * n), 300),
    "quotes": (text(lambda n: ORDERS + "> a\n" * n), 800),
    "marks of quotation": (text(lambda n: f"{ORDERS}{'>' * n} a\n"), 9000),
    "blank lines": (text(lambda n: f"{ORDERS}{chr(10) * n}- {{a: b}}\n"), 800),
    "signatures above": (text(lambda n: "-- \n" * n + ORDERS), 800),
    "footers above": (text(lambda n: f"{'_' * 30}\n" * n + ORDERS), 800),
    "older letters above": (text(lambda n: "From: a\nTo: b\n" * n + ORDERS), 250),
    "attributions": (text(lambda n: "On Monday\nat ten\nhe wrote:\n" * n + ORDERS), 150),
    "half attributions": (text(lambda n: f"{ORDERS}on {'wrote ' * n}\n"), 6000),
    "fences": (text(lambda n: "```yaml\n" * n + ORDERS), 1000),
    "files": (text(lambda n: "window: x\n---\n" * n), 250),
    "heads of files": (text(lambda n: "window: x\n" * n), 300),
    "quoted heads of files": (text(lambda n: "> window: x\n" * n), 400),
    "lines of a head": (text(lambda n: "note: a\n" * n + ORDERS), 250),
    "a reason": (text(lambda n: "protest: hans\nreason: a\n" + "b\n" * n), 600),
    "blanks before a line": (text(lambda n: f"{' ' * n}x\n{ORDERS}"), 9000),
    "blanks in a key": (text(lambda n: f"{ORDERS}a{' ' * n}b\n"), 9000),
    "passphrases": (text(lambda n: "passphrase: a\n" * n + ORDERS), 600),
    # --- flowed text and HTML
    "flowed lines": (text(lambda n: f"{ORDERS}{'a b ' * 9}\n" * n, FLOWED), 50),
    "one flowed paragraph": (text(lambda n: "ab \n" * n, FLOWED), 5000),
    "tags": (text(lambda n: "<b>a" * n, "text/html"), 4000),
    "tags that do not end": (text(lambda n: "<a " * n, "text/html"), 4000),
    "tags in a tag": (text(lambda n: f"{'<a ' * n}>", "text/html"), 4000),
    "less than": (text(lambda n: f"{'<' * n}>", "text/html"), 9000),
    "comments that do not end": (text(lambda n: f"{'<!--' * n}>", "text/html"), 4000),
    "declarations": (text(lambda n: f"{'<![CDATA[' * n}>", "text/html"), 4000),
    "styles that do not end": (text(lambda n: "<style>" * n, "text/html"), 4000),
    "quotes in quotes": (text(lambda n: "<blockquote>" * n, "text/html"), 400),
    "references": (text(lambda n: f"&#{'1' * n}{'&amp' * n}", "text/html"), 4000),
    "attributes": (text(lambda n: f"<a b='{'c=d ' * n}'>e", "text/html"), 4000),
    # --- heads
    "encoded words": (heads(lambda n: f"Subject:{' =?utf-8?q?abc?=' * n}\n"), 300),
    "one head, folded": (heads(lambda n: f"Subject: a{chr(10)} b" + "\n b" * n + "\n"), 4000),
    "heads": (heads(lambda n: "X-A: b\n" * n), 2000),
    "parameters": (heads(lambda n: f"Content-Type: text/plain{'; a=b' * n}\n"), 1500),
    "pieces of a name": (
        heads(lambda n: "Content-Type: x/y" + "".join(f"; name*{k}=b" for k in range(n)) + "\n"),
        300,
    ),
    "comments in From": (heads(lambda n: f"X-From: {'(' * n}\nFrom: {'(' * n}\n"), 2000),
    # --- parts
    "many parts": (
        lambda n: letter("--b\n\na\n" * n, Content_Type="multipart/mixed; boundary=b"), 1000
    ),
    "parts in parts": (
        nested(lambda k: f"Content-Type: multipart/mixed; boundary=b{k}\n\n--b{k}\n",
               lambda _: ORDERS), 100,
    ),
    "parts of one mark": (
        nested(lambda _: "Content-Type: multipart/mixed; boundary=b\n\n--b\n", lambda _: ORDERS),
        200,
    ),
    "letters in letters": (
        nested(lambda _: "Content-Type: message/rfc822\n\n", lambda _: ORDERS), 200
    ),
    "a long text in parts in parts": (
        lambda n: nested(lambda k: f"Content-Type: multipart/mixed; boundary=b{k}\n\n--b{k}\n",
                         lambda _: "--x\n" * 50 * n)(50), 40,
    ),
    "base64": (
        lambda n: letter(encodebytes(b"x" * n).decode(), Content_Transfer_Encoding="base64"), 9000
    ),
    "soft line ends": (
        lambda n: letter("a=\n" * n, Content_Transfer_Encoding="quoted-printable"), 9000
    ),
}  # fmt: skip


def seconds(raw: bytes) -> float:
    """The least processor time of a few readings: of the letter, and of all that is asked of it."""
    return min(_once(raw) for _ in range(TRIES))


def _once(raw: bytes) -> float:
    begin = time.process_time()
    read = read_letter(raw, "a.eml")
    assert read.bug is None
    for one in read.texts:
        said = without_passphrase(one.said)
        passphrase_in(one.said), windows_in(one.said), files_in(said, typed=True)
        own_words(said), passed_over(said, files_in(said, WORDS), WORDS)
    return time.process_time() - begin


@pytest.mark.parametrize("name", SHAPES)
def test_four_times_the_letter_takes_four_times_as_long(name: str) -> None:
    shape, size = SHAPES[name]
    longer = seconds(shape(4 * size))
    assert longer < SMALL or longer < WORST * seconds(shape(size))
