"""Letters that bear a player's name and are nobody's, or another's: written at random, and judged.

`forged` writes letters; what may be believed of one is said by `whose`, which reads heads in its
own way and knows nothing of the program. `wrong_of` is called by the tests and by `make soak`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

from post.conftest import begun
from post.letters import ORDERS

from pbem.post import passphrases
from pbem.post.judging import judged
from pbem.post.letters import read_letter
from pbem.post.office import Arrival, Office
from pbem.store.directory import GameDirectory

ADDRESS: Final = {"hans": "hans@x.org", "anna": "anna@y.org", "paul": ""}
PHRASE: Final = {"hans": "correct horse battery", "anna": "", "paul": "four words of mine"}
OTHERS: Final = ("eve@z.org", "hans@x.org.z.org", "xhans@x.org", "hans@x.or", "@x.org", "hans@")

# What a letter without a readable sender looked like when it counted as the moderator's own file.
NOBODYS: Final[dict[str, bytes]] = {
    name: head + b"\n" + ORDERS.encode()
    for name, head in {
        "no head of a letter": b"X-A: b\n",
        "a file of orders alone": b"",
        "two From": b"From: hans@x.org\nFrom: eve@z.org\nSubject:\n",
        "two addresses": b"From: hans@x.org, eve@z.org\nSubject:\nMessage-ID:\n",
        "no domain": b"From: hans\n",
        "a first head with an underscore": b"x_a: b\nFrom: eve@z.org\nFrom: hans@x.org\n",
        "a first head that is long": b"X-A: " + b"b" * 5000 + b"\nFrom: hans\n",
        "From below much else": b"X-A: b\n" * 800 + b"From: hans\n",
        "From below far too much": b"X-A: b\n" * 10_000 + b"From: hans@x.org\n",
        "From that is far too long": b"From: " + b"a " * 5000 + b"<hans@x.org>\n",
    }.items()
}


@dataclass(frozen=True, slots=True)
class Forged:
    """A letter: whose name its file bears, whether it says his passphrase, whether it is his."""

    raw: bytes
    player: str
    phrase: bool
    his: bool | None  # not known of one that was damaged


def forged(draw: Random) -> Forged:
    """A letter of one of a hundred shapes, some of them as players write."""
    player = draw.choice(list(ADDRESS))
    address = ADDRESS[player] or "paul@w.org"
    honest = draw.random() < 0.2
    senders = draw.choice(HONEST)(address) if honest else draw.choice(FORGERIES)(address, draw)
    phrase = draw.random() < 0.7
    said = f"passphrase: {PHRASE[player]}\n" if phrase and PHRASE[player] else "Hello\n"
    heads = [*senders, *draw.sample(USUAL, draw.randrange(len(USUAL)))]
    if not honest or draw.random() < 0.5:
        heads.append(draw.choice(BESIDE).format(address))
    draw.shuffle(heads)
    text = "\n".join([*heads, "", f"{said}standing: {player}", "preset: club", ""])
    raw = text.encode("utf-8", "surrogateescape")
    way = draw.randrange(10)
    if way == 0:
        return Forged(_damaged(raw, draw), player, phrase, None)
    raw = raw.replace(b"\n", b"\r\n") if way < 5 else raw
    return Forged(raw, player, phrase, honest)


def _damaged(raw: bytes, draw: Random) -> bytes:
    """A letter with a few bytes of its heads otherwise."""
    heads = raw.index(b"standing")
    for _ in range(draw.choice((1, 1, 2, 3, 8))):
        at = draw.randrange(heads)
        piece = draw.choice(PIECES)
        raw = raw[:at] + piece + raw[at + draw.choice((0, 1, len(piece))) :]
    return raw


PIECES: Final = (
    b"\r", b"\n", b"\r\n", b"\0", b" ", b"\t", b":", b"<", b">", b",", b";", b"(", b")", b'"',
    b"\\", b"@", b"=?utf-8?q?", b"?=", b"\xff", b"\xc2\xa0", b"From: ", b"\nFrom: ",
    b"\rFrom: eve@z.org\r", b"\x0b", b"\x1c", b"\x85", b"\xe2\x80\xa8", b"x", b"",
)  # fmt: skip
USUAL: Final = (
    "To: mod@club.org", "Subject: orders", "Date: Fri, 20 Nov 2026 19:30:00 +0000", "X-Mailer: a",
    "Received: from x.org by y.org", "Message-ID: <1@x.org>", "x_odd: b",
    "DKIM-Signature: v=1;\n a",
)  # fmt: skip
BESIDE: Final = (  # what names a sender and is not asked
    "Sender: {}", "Reply-To: {}", "Resent-From: {}", "X-From: {}", "X-Original-From: {}",
    "Return-Path: <{}>", "Subject: From: {}", "Subject: a\n From: {}", "Fromm: {}", "rom: {}",
    "To: {}", "X: =?utf-8?q?=0AFrom:_{}?=", "X: a\n\tFrom: {}", "Delivered-To: {}",
)  # fmt: skip
HONEST: Final[tuple[Callable[[str], list[str]], ...]] = (
    lambda a: [f"From: {a}"],
    lambda a: [f"from: {a.upper()}"],
    lambda a: [f"FROM: Some Body <{a}>"],
    lambda a: [f'From: "Body, Some" <{a}>'],
    lambda a: [f'From: "eve@z.org" <{a}>'],
    lambda a: [f"From: =?utf-8?q?eve=40z=2Eorg?= <{a}>"],
    lambda a: [f"From: Jürgen Großmann\n <{a}>"],
    lambda a: [f"From: {a} (eve@z.org)"],
    lambda a: [f"From: (a (b)) {a}"],
    lambda a: [f"From: us: {a};"],
    lambda a: [f"From:{a}"],
    lambda a: [f"From: {a} <{a}>"],
    lambda a: [f"From: {a}", f"X-A: {'b ' * 9000}"],
    lambda a: ["\n".join(["X-A: b"] * 5000), f"From: {a}"],
)
FORGERIES: Final[tuple[Callable[[str, Random], list[str]], ...]] = (
    # --- none, or several
    lambda a, _: [],
    lambda a, _: ["From:"],
    lambda a, _: ["From: <>"],
    lambda a, d: [f"From: {a}", f"From: {d.choice(OTHERS)}"],
    lambda a, _: [f"From: {a}", f"from: {a}"],
    lambda a, d: [f"From: {d.choice(OTHERS)}"],
    lambda a, d: [f"From: {a}, {d.choice(OTHERS[:4])}"],
    lambda a, d: [f"From: {d.choice(OTHERS[:4])}, Some Body <{a}>"],
    lambda a, _: [f"From: us: {a}, eve@z.org;"],
    lambda a, _: [f"From: {a};eve@z.org"],
    lambda a, _: [f"From: {a} eve@z.org"],
    # --- one address, and another that is shown or hidden
    lambda a, d: [f'From: "{a}" <{d.choice(OTHERS)}>'],
    lambda a, d: [f"From: {a} <{d.choice(OTHERS)}>"],
    lambda a, d: [f"From: ({a}) {d.choice(OTHERS)}"],
    lambda a, d: [f"From: {d.choice(OTHERS)} ({a})"],
    lambda a, _: [f"From: eve@z.org\n ({a}"],
    lambda a, _: [f"From: <eve@z.org> <{a}>"],
    lambda a, _: [f"From: <eve@z.org,{a}>"],
    lambda a, _: [f"From: <@z.org:{a}>"],
    lambda a, _: [f'From: "eve <{a}>'],
    lambda a, _: [f'From: a" <{a}>, "b <eve@z.org>'],
    # --- not quite an address
    lambda a, _: [f"From: {a.partition('@')[0]}"],
    lambda a, _: [f"From: {a.replace('@', ' @')}"],
    lambda a, _: [f"From: {a.replace('@', '@ ')}"],
    lambda a, _: [f"From: {a.replace('.', ' .')}"],
    lambda a, _: [f"From: {a} (c).z.org"],
    lambda a, _: [f"From: {a}(c).z.org"],
    lambda a, _: [f"From: <{a}.>"],
    lambda a, _: [f"From: {a.replace('@', '@@')}"],
    lambda a, _: [f"From: {a.replace('@', '%x.org@')}"],
    lambda a, _: [f"From: {a[:-1]}\n {a[-1]}"],
    lambda a, _: [f'From: "{a}"'],
    lambda a, _: [f"From: {a[0]}(c){a[1:]}"],
    lambda a, _: [f"From: \\{a}"],
    # --- coded, or in another alphabet
    lambda a, _: [f"From: =?utf-8?q?{a.replace('@', '=40')}?="],
    lambda a, _: [f"From: <=?utf-8?q?{a.partition('@')[0]}?=@{a.partition('@')[2]}>"],
    lambda a, _: [f"From: =?utf-8?q?=3C{a}=3E?="],
    lambda a, _: [f"From: {a.replace('a', 'а')}"],
    lambda a, _: [f"From: {a.replace('@', '＠')}"],
    lambda a, _: [f"From: {a.replace('.', '。')}"],
    lambda a, _: [f"From: {a.replace('n', 'ｎ')}"],
    lambda a, _: [f"From: {a.replace('o', 'º')}"],
    lambda a, _: [f"From: {a}\u200b"],
    lambda a, _: [f"From: \u202e{a}"],
    lambda a, _: [f"From: {a}\u0301"],
    lambda a, _: [f"From: {a}\u00a0"],
    lambda a, _: [f"From: {a}\udcff"],
    # --- heads that are none
    lambda a, _: [f"From : {a}"],
    lambda a, _: [f"From\t: {a}"],
    lambda a, _: [f"From\x00: {a}"],
    lambda a, _: [f"\x00From: {a}"],
    lambda a, _: [f"From: {a}\x00"],
    lambda a, _: [f"From: \x0b{a}"],
    lambda a, _: [f"Fröm: {a}"],
    lambda a, _: [f"From={a}"],
    lambda a, _: ["X-A: b\r", f"From: {a}"],
    lambda a, _: [f"X-A: b\rFrom: {a}"],
    lambda a, _: [f"From: eve@z.org\rFrom: {a}"],
    lambda a, _: [f"From: {a}\r\n\rX: b"],
    lambda a, _: ["no head", f"From: {a}"],
    lambda a, _: [f"From: {a}\n\x0c\nX: b"],
    lambda a, _: [f"From: {a}\n \nX: b"],
    lambda a, _: [f"\nFrom: {a}"],
    lambda a, _: [f"X-A: {'b' * 5000}", f"From: {a.partition('@')[0]}"],
    lambda a, _: [f"From: {'b ' * 4500}<{a}>"],
    lambda a, _: [f"From: <{a}>{' (b)' * 3000}"],
    lambda a, _: ["\n".join(["X-A: b"] * 10_000), f"From: {a}"],
    # --- what stands in the text
    lambda a, _: [f"\n\nFrom: {a}\n"],
    lambda a, _: ["Content-Type: message/rfc822", f"\n\nFrom: {a}\n"],
    lambda a, _: [f"\nFrom {a} Thu Nov 19 10:00:00 2026\nFrom: {a}\n"],
)


# --- what may be believed ------------------------------------------------------------------------


def whose(raw: bytes) -> str:
    """The only address that can be meant by the heads of a letter; empty if there is a doubt.

    It asks little of a good letter and knows many ways to read a bad one: whoever counts must at
    least have this address.
    """
    block = re.sub(rb"\r?\n\Z", b"", re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0])
    lines = re.split(rb"\r\n|\n|\r", re.sub(rb"\r?\n[ \t]+(?=[^\s])", b" ", block))
    named = [line for line in lines if re.match(rb"\W*f\W*r\W*o\W*m\W*:", line, re.IGNORECASE)]
    if lines[0].startswith((b"From ", b">From ")):
        del lines[0]
    if len(named) != 1 or not all(re.match(rb"[!-9;-~]+:[^\0]*$", line) for line in lines):
        return ""
    if len(block) > 64 << 10 or len(named[0]) > 9000:
        return ""
    said = named[0].partition(b":")[2].decode("utf-8", "replace")
    said = re.sub(r'"(\\.|[^"\\])*"', " ", said)
    while (less := re.sub(r"\([^()]*\)", "~", said)) != said:
        said = less
    found = {word.strip("<>,;~").lower() for word in re.split(r"[ \t<>,;]", said) if "@" in word}
    return found.pop() if len(found) == 1 and not re.search(r'["()\\]', said) else ""


def wrong_of(count: int, seed: str, folder: Path) -> str:
    """What was wrong with the judgment of so many letters; nothing if each is judged as it must."""
    quick = {**passphrases._COST, "n": 16}
    with patch.object(passphrases, "_COST", quick):
        office = Office(_game(folder))
        for number in range(count):
            sent = forged(Random(f"{seed} {number}"))
            if trouble := _misjudged(office, sent):
                return f"letter {number} of {seed}: {trouble}: {sent.raw[:2000]!r}"
    return ""


def _game(folder: Path) -> GameDirectory:
    """Hans has an address and a passphrase, Anna an address, Paul a passphrase."""
    directory = begun(folder)
    roster = directory.root / "game.yaml"
    text = roster.read_text().replace("[great-britain, france]", "[great-britain]")
    roster.write_text(re.sub(r"(  anna: .*\n)", r"\1  paul: {powers: [france]}\n", text))
    directory = GameDirectory(directory.root)
    passphrases.keep(directory, "hans", PHRASE["hans"])
    passphrases.keep(directory, "paul", PHRASE["paul"])
    return directory


def _misjudged(office: Office, sent: Forged) -> str:
    found = judged(Arrival(office, read_letter(sent.raw, "forged.eml"), "2026-11-20"))
    taken, meant = found.outcome in ("counts", "bad"), whose(sent.raw)
    if taken and not (meant and ADDRESS[sent.player] in ("", meant)):
        return "it is taken for his, and nobody can say whose it is"
    if taken and PHRASE[sent.player] and not sent.phrase:
        return "it is taken for his without his passphrase"
    if not taken and found.to and ADDRESS[found.to] != meant:
        return f"{found.to} is answered"
    if sent.his and (sent.phrase or not PHRASE[sent.player]) and not taken:
        return f"it is his, and is not taken: {found.told}"
    return ""
