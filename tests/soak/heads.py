"""Heads of letters, forged and damaged, against the question whose a letter is.

Anna's letters come from her address, Hans's say his passphrase too. Eve knows both addresses and
writes heads in which they stand anywhere. A letter is Anna's only if its one head From names her
address and nobody else's, as somebody reads it who knows no program; letters that she wrote, with
other odd heads around, are hers; and nothing that came by mail is the moderator's own.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from post.conftest import begun
from post.letters import ORDERS, PHRASE, STANDING

from pbem.post.judging import judged
from pbem.post.letters import read_letter
from pbem.post.office import Arrival, Office
from soak.files import quiet
from soak.wrong import Wrong

HEADS: Final = 4000  # of one job
DAY: Final = "2026-11-20"
SECONDS: Final = 0.25  # of processor time that one may take
ANNA, EVE, HANS = "anna@y.org", "eve@z.org", "hans@x.org"
HONEST: Final = (
    ANNA, f"<{ANNA}>", f"Anna <{ANNA}>", f'"Muster, Anna" <{ANNA}>', f"{ANNA} (Anna)", "ANNA@Y.ORG",
    f"=?utf-8?q?Anna_M=C3=BCster?= <{ANNA}>", f'"Anna \\"A\\" M" <{ANNA}>', f"us: {ANNA};",
)  # fmt: skip
FORGED: Final = (
    f'"{ANNA}" <{EVE}>', f"{ANNA}, {EVE}", f"{EVE}, {ANNA}", f"{EVE} ({ANNA})", f"<{ANNA}> <{EVE}>",
    f"<{EVE}> <{ANNA}>", f"{ANNA} <{EVE}>", f"=?utf-8?q?anna=40y.org?= <{EVE}>",
    "=?utf-8?q?anna=40y.org?=", "=?utf-8?b?YW5uYUB5Lm9yZw==?=", "=?utf-8?q?=3Canna=40y.org=3E?=",
    f"{ANNA}@z.org", f"{ANNA}.z.org", f"<@y.org:{EVE}>", f"{ANNA}\x00@z.org", f"{ANNA}%z.org@z.org",
    f"{EVE}\n From: {ANNA}", f"{EVE}\r From: {ANNA}", f"{EVE}\nfrom : {ANNA}", "", "<>", "anna",
    "anna@", "@y.org", "anna@[y.org]", f"{EVE};{ANNA}", f"a: {EVE}; b: {ANNA};", f"({ANNA}) {EVE}",
    f'"<{ANNA}>" {EVE}', f"{EVE} <{ANNA}", f'"{EVE} <{ANNA}>', "anna@\u0443.org", "\u0430nna@y.org",
    f"anna\u200b@y.org {EVE}", "an\u00adna@y.org", f"{ANNA}\u2028{EVE}", f"us: {EVE}, {ANNA};",
    f'"anna"@y.org <{EVE}>', f"{ANNA[:4]}\n @y.org, {EVE}", f"(({ANNA} ) <{EVE}>", f"\\{EVE}",
)  # fmt: skip
NAMES: Final = (
    "From", "from", "FROM", "From ", "From\t", ">From", "Fr_om", "From\u00a0", "X-From", "Sender",
    "Reply-To", "Return-Path", "Resent-From", "Received", "To", "Subject", "Message-ID",
    "Content-Type", "Errors-To", "Disposition-Notification-To", "Mail-From", "Auto-Submitted",
)  # fmt: skip
BESIDE: Final = (
    "Subject: [france-40] orders", "Message-ID: <1@y.org>", "To: mod@club.org", "MIME-Version: 1.0",
    "Date: Fri, 20 Nov 2026 19:30:00 +0000", "Content-Type: text/plain; charset=utf-8",
    "Received: from a by b;\n Fri, 20 Nov 2026", f"Sender: {EVE}", f"Reply-To: {EVE}", "X-Y: z",
    f"Subject: =?utf-8?q?a=0D=0AFrom:_{EVE}?=", "References: <a@b> <c@d>", "Organization: a; b, (c",
)  # fmt: skip
BODIES: Final = (STANDING, f"passphrase: wrong\n{STANDING}", f"{STANDING}\nFrom: {ANNA}\n", "")
_FROM: Final = re.compile(rb"(?im)^from[ \t]*:((?:.*)(?:\n[ \t].*)*)")


def heads_job(_all: str, seed: int, number: int = HEADS) -> tuple[str, Counter[str]]:
    """What was wrong with so many heads."""
    draw, wrong = Random(f"heads {seed}"), Wrong()
    with tempfile.TemporaryDirectory() as folder, quiet(Path(folder)):
        office = Office(begun(Path(folder)))
        for at in range(number):
            raw, honest = _honest(draw) if draw.random() < 0.3 else _forged(draw)
            if trouble := _misread(office, raw, honest):
                wrong.add(trouble, f"head {at}: {raw[:600]!r}")
    return wrong.told(), Counter(heads=number)


def _misread(office: Office, raw: bytes, honest: bool) -> str:
    """What is wrong with how a letter is read: whose files in it are taken for whose."""
    began = time.process_time()
    letter = read_letter(raw, "letter.eml")
    found = judged(Arrival(office, letter, DAY))
    if (took := time.process_time() - began) > SECONDS:
        return f"it took {took:.1f} s"
    if letter.by_hand or letter.bug is not None:
        return f"it is the moderator's own, or stops its reader: {letter.bug}"
    taken = {item.player for item in found.files if found.outcome in ("counts", "bad")}
    if taken - {"anna"}:
        return "it is taken for a letter of Hans, without his passphrase"
    if honest:
        return "" if letter.sender == ANNA and taken else "it is hers, and is refused"
    return "it is not hers, and is taken" if taken and not may_be_hers(raw) else ""


def may_be_hers(raw: bytes) -> bool:
    """Whether one head From alone names Anna, and nobody besides."""
    block = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0].replace(b"\r\n", b"\n")
    said = [found[1] for found in _FROM.finditer(block)]
    if len(said) != 1:
        return False
    plain = re.sub(rb'"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)|=\?[^\s?]*\?.\?[^?]*\?=', b"", said[0])
    found: list[bytes] = re.findall(rb"[^\s<>,;:()\"]*@[^\s<>,;:()\"]*", plain.lower())
    return found == [ANNA.encode()]


def _honest(draw: Random) -> tuple[bytes, bool]:
    """A letter that Anna wrote, or Hans without his passphrase; heads of programs around."""
    heads = [f"From: {draw.choice(HONEST)}", *draw.sample(BESIDE, draw.randint(0, 5))]
    draw.shuffle(heads)
    end = draw.choice(("\n", "\r\n"))
    text = "\n".join(heads).replace("\n", end) + end + end
    return text.encode() + draw.choice(BODIES[:2]).encode(), True


def _forged(draw: Random) -> tuple[bytes, bool]:
    """A letter of anybody else, in whose heads Anna and Hans stand somewhere."""
    heads = draw.sample(BESIDE, draw.randint(0, 4))
    for _ in range(draw.choice((1, 1, 2, 3))):
        said = draw.choice((*FORGED, *FORGED, *HONEST, HANS))
        heads.append(f"{draw.choice((*NAMES[:3], *NAMES))}:{draw.choice(('', ' ', chr(9)))}{said}")
    draw.shuffle(heads)
    raw = "\n".join(heads).encode("utf-8", "surrogatepass")
    if draw.random() < 0.3:
        at = draw.randint(0, len(raw))
        raw = raw[:at] + draw.choice(_DAMAGE) + raw[at:]
    if draw.random() < 0.1:
        raw = b"X: y\n" * draw.choice((100, 1000, 9000)) + raw
    body = draw.choice((*BODIES, f"From: {ANNA}\n\n{STANDING}", ORDERS, PHRASE[:14] + ORDERS))
    return raw + draw.choice((b"\n\n", b"\r\n\r\n", b"\n", b"\n \n")) + body.encode(), False


_DAMAGE: Final = (
    b"\n", b"\n\n", b"\r", b"\r\n\r\n", b"\x00", b"\xff", b"\xed\xa0\x80", b": ", b"\n ", b"\x85",
    b"\xe2\x80\xa8", b'"', b"(", b"<", b">", b"\\", b",", b"\x0b", b"\x0c", b"\x1c", b"From ",
    b"=?", b"\nFrom: anna@y.org\n", b"From: anna@y.org\n", b"a" * 9000, b"\xef\xbb\xbf",
)  # fmt: skip
