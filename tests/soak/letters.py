"""Hostile and damaged letters, handed to `pbem receive` a dozen at a time, the last of them sound.

Each has exactly one outcome and is kept as it came, under whatever outcome; those behind it are
read; nothing of the game changes but what letters may change; the answers are well-formed letters
to players; the time is linear in what was read. Handed in once more, every letter is known.
"""

from __future__ import annotations

import base64
import json
import quopri
import re
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from email import message_from_bytes, policy
from pathlib import Path
from random import Random
from typing import Final

from cli.faults import heard, standing
from mutations import mutated
from post.hostile import LETTERS
from post.letters import letter, made

from soak.files import Restored, limited, prepared, quiet, unclear
from soak.strangers import strangers
from soak.wrong import Wrong, stumbled

CALLS: Final = 20  # of one job
TOGETHER: Final = 10  # letters of one call
WRITTEN: Final = 2  # times that all players write strange orders
NOW: Final = ("--now", "2026-11-20 12:00 UTC")
SECONDS: Final = 1.0  # of processor time that a letter may take
A_MEGABYTE: Final = 6.0  # seconds more for each megabyte of it
OUTCOMES: Final = frozenset(("counts", "bad", "refused", "nothing", "known", "robot", "failed"))
OWN: Final = (  # what letters may change
    *(
        "lock",
        "mail/",
        "outbox/",
        "orders/",
        "standing/",
        "answers/",
        "protests/",
        "register.jsonl",
    ),
)
HEADS: Final = frozenset((
    "from", "to", "subject", "message-id", "in-reply-to", "references", "date", "mime-version",
    "content-type", "content-transfer-encoding", "auto-submitted", "x-auto-response-suppress",
))  # fmt: skip
LARGE: Final = 100_000  # bytes: hostile letters that weigh more are handed in now and then
PIECES: Final = (
    "<a@[>", "<", ">", "@", "a@[b", "=?utf-8?b?DQpCY2M6IGVAei5vcmc=?=", "=?utf-8?q?=0d=0aBcc:_e?=",
    "=?x?y?z?=", "=?utf-8?b?!!!?=", "\u00e9@x.org", "(((((", '"', "\\", "\t", "\r\n X: y",
    "\r\nBcc: e", "us: a@b, c@d;", "rosa@x.org", "<> ", "a" * 900, "\x00",
    "=?utf-8?q?" + "a" * 200 + "?=", "text/plain; charset=\xed\xa0\x80*1*", 'a="; b*0*=x; b*1=y',
    "; ".join(f"p{n}=1" for n in range(99)), "text/plain; format=flowed; delsp=yes",
    "multipart/mixed", 'multipart/mixed; boundary=""', "message/rfc822", "text/html; charset=rot13",
    "text/plain; charset=idna", "text/plain; charset=undefined",
    "base64", "quoted-printable", "x-uuencode", "8bit", "auto-replied", "no", "bulk",
    "Thu, 99 Foo 20260 99:99:99 +9999", "1 Jan 0001 00:00:00 -2359",
)  # fmt: skip
NAMES: Final = (
    "From", "From", "Subject", "Message-ID", "Content-Type", "Content-Type", "To", "Cc", "Reply-To",
    "Content-Transfer-Encoding", "Sender", "Date", "In-Reply-To", "References", "Auto-Submitted",
    "Return-Path", "MIME-Version", "Content-Disposition", "Precedence", "X-Autoreply", "Fr_om", "",
)  # fmt: skip


def letters_job(world: str, seed: int, calls: int = CALLS) -> tuple[str, Counter[str]]:
    """What was wrong with so many calls, and how many letters they read."""
    pristine = prepared(world)
    with tempfile.TemporaryDirectory() as folder, quiet(Path(folder)):
        mailing, wrong = Mailing(world, pristine, Path(folder), seed), Wrong()
        for at in range(calls):
            if trouble := mailing.next():
                wrong.add(trouble.partition("\n")[0][:100], f"call {at}: {trouble}")
        return wrong.told(), mailing.tried


class Mailing:
    """One call after the other, from a seed."""

    def __init__(self, world: str, pristine: Path, folder: Path, seed: int) -> None:
        self.folder, self.here = folder, folder / "here"
        self.draw = Random(f"letters {world} {seed}")
        self.tried = Counter[str]()
        self.restored = Restored(pristine, self.here)
        game = self.here / "open"
        self.sound = [(p.stem, p.read_text()) for p in sorted((game / "standing").glob("*.yaml"))]
        self.sound += [
            (re.search(r"^player: (\w+)", p.read_text(), re.M)[1], p.read_text())  # type: ignore[index]
            for p in sorted((game / "orders").glob("*.yaml"))
        ]
        found = strangers(world, self.draw, WRITTEN)
        self.strange = [text.decode() for texts in found.values() for text in texts]
        self.hostile = [raw for _, raw, *_ in LETTERS if len(raw) < LARGE]
        self.heavy = [raw for _, raw, *_ in LETTERS if len(raw) >= LARGE]

    def next(self) -> str:
        """What was wrong with one more call."""
        letters = [self._letter() for _ in range(TOGETHER - 1)]
        player, said = self.draw.choice(self.sound)
        number = self.draw.randrange(10**9)
        letters.append(letter(said, f"{player}@x.org", number=number))
        box = self.folder / "box"
        box.mkdir()
        for at, raw in enumerate(letters):
            (box / f"{at:02}.eml").write_bytes(raw)
        trouble = self._received(box, letters) or self._known(box, letters)
        self.tried["letters"] += len(letters)
        self.restored.files()
        self.restored.restore()
        if trouble and not (kept := Path(f"{self.folder}-call")).exists():
            shutil.copytree(box, kept)
        shutil.rmtree(box)
        return trouble

    def _call(self, box: Path) -> tuple[int, str, str]:
        with limited():
            return heard("receive", box, "--game", self.here / "open", *NOW, "--format", "json")

    def _received(self, box: Path, letters: list[bytes]) -> str:
        """What is wrong with what came of letters that are new."""
        before, began = self.restored.files(), time.process_time()
        code, answer, messages = self._call(box)
        taken = time.process_time() - began
        if code not in (0, 1):
            place, details = stumbled(self.folder)
            return f"{place}\nexit {code}: {messages[-300:]}{details}"
        allowed = sum(SECONDS + A_MEGABYTE * len(raw) / 1e6 for raw in letters)
        if taken > allowed:
            return f"it took long\n{taken:.1f} s for {[len(raw) for raw in letters]} bytes"
        if said := unclear(code, answer, messages, True):
            return said
        rows = json.loads(answer)
        if isinstance(rows, dict):
            return f"one letter stops the others\n{answer[:2000]}"
        outcomes = [row["outcome"] for row in rows]
        if len(rows) != len(letters) or not {*outcomes} <= OUTCOMES:
            return f"outcomes of {len(letters)} letters\n{outcomes}"
        if failed := [row["told"] for row in rows if row["outcome"] == "failed"]:
            return f"the program fails at a letter\n{failed}"
        if outcomes[-1] != "counts":
            return f"the sound letter does not count\n{rows[-1]}"
        new = [raw for raw, outcome in zip(letters, outcomes, strict=True) if outcome != "known"]
        return self._kept(before, new) or self._answers()

    def _kept(self, before: dict[str, bytes], letters: list[bytes]) -> str:
        after = self.restored.files()
        game = {name.removeprefix("open/"): data for name, data in after.items()}
        kept = Counter(data for n, data in game.items() if n.endswith("/letter.eml"))
        if kept != Counter(letters):
            lost, twice = Counter(letters) - kept, kept - Counter(letters)
            return f"letters are not kept, or twice\n{[raw[:300] for raw in (*lost, *twice)]}"
        other = {name for name, data in after.items() if before.get(name) != data}
        other |= before.keys() - after.keys()
        wrong = [name for name in sorted(other) if not name.startswith(_ALLOWED)]
        return f"it changed what no letter changes\n{wrong}" if wrong else ""

    def _answers(self) -> str:
        """What is wrong with the letters that wait to be sent."""
        for path in sorted((self.here / "open/outbox").glob("*.eml")):
            mail = message_from_bytes(path.read_bytes(), policy=policy.SMTP)
            heads = Counter(name.lower() for name, _ in mail.items())
            to = str(mail["To"])
            strange = heads.keys() - HEADS
            if strange or max(heads.values()) > 1 or not re.search(r"\w@x\.org>?$", to):
                return f"an answer has strange heads\n{path.read_text()[:1500]}"
            if mail.defects:
                return f"an answer is no letter\n{mail.defects}"
        return ""

    def _known(self, box: Path, letters: list[bytes]) -> str:
        """What is wrong with the same letters handed in again; not always tried."""
        if self.draw.random() < 0.7:
            return ""
        before = self.restored.files()
        code, answer, _ = self._call(box)
        outcomes = Counter(row["outcome"] for row in json.loads(answer)) if code < 2 else {}
        if {*outcomes} != {"known"} or standing(self.restored.files()) != standing(before):
            return f"a letter that came before is not known\n{code} {outcomes}"
        return ""

    # --- letters ---------------------------------------------------------------------------------

    def _letter(self) -> bytes:
        """A letter of any kind, with an identity of its own in most cases."""
        draw = self.draw
        raw = draw.choice(_KINDS)(self)
        for _ in range(draw.choice((0, 0, 1, 1, 2))):
            raw = self._head_changed(raw) if draw.random() < 0.6 else self._changed(raw)
        return raw + f"\n#{draw.randrange(10**9)}\n".encode()

    def _changed(self, raw: bytes) -> bytes:
        return mutated(self.draw, raw, self.draw.choice(self.hostile))[1]

    def _head_changed(self, raw: bytes) -> bytes:
        """A head more, gone, or with something strange in it."""
        draw = self.draw
        heads, between, body = raw.partition(b"\n\n")
        lines = heads.split(b"\n")
        at = draw.randrange(len(lines))
        piece = draw.choice(PIECES).encode("utf-8", "surrogatepass")
        name = draw.choice(NAMES).encode()
        what = draw.random()
        if what < 0.4:
            lines = [line for line in lines if not name or not line.startswith(name + b":")]
            lines.insert(at, name + b": " + piece)
        elif what < 0.6:
            lines.insert(at, name + b": " + piece)
        elif what < 0.8:
            spot = draw.randint(0, len(lines[at]))
            lines[at] = lines[at][:spot] + piece + lines[at][spot:]
        else:
            del lines[at]
        return b"\n".join(lines) + between + body

    def usual(self) -> bytes:
        """Orders of one of the players, sound or strange, from his address."""
        player, said = self.draw.choice(self.sound)
        if self.draw.random() < 0.6:
            said = self.draw.choice(self.strange)
        if self.draw.random() < 0.5:
            data = mutated(self.draw, said.encode(), self.draw.choice(self.strange).encode())[1]
            said = data.decode("utf-8", "replace")
        found = re.search(r"^(?:player|standing): (\w+)", said, re.M)
        who = found[1] if found and self.draw.random() < 0.8 else player
        number = self.draw.randrange(10**9)
        return letter(said, f"{who}@x.org", number=number)

    def _own(self, raw: bytes) -> bytes:
        """A letter in parts with a Message-ID of its own, and a boundary that the seed gives."""
        number = b"%d" % self.draw.randrange(10**9)
        return _BOUNDARY.sub(b"=" * 15 + number, raw).replace(b"<parts@", b"<%s@" % number)

    def protest(self) -> bytes:
        """An objection, to a run that is there or not."""
        player, _ = self.draw.choice(self.sound)
        rows = f"protest: {player}\nrun: {self.draw.choice((0, 1, 3, -1, 10**9))}\nparagraph: 1\n"
        return letter(f"{rows}reason: r\n", f"{player}@x.org", number=self.draw.randrange(10**9))

    def known_shape(self) -> bytes:
        """A letter of the list of hostile ones."""
        heavy = self.draw.random() < 0.01
        return self.draw.choice(self.heavy if heavy else self.hostile)

    def poison(self) -> bytes:
        """A shape that has stopped a reader, of any size."""
        many = self.draw.choice((5, 60, 300, 1000, 4000))
        return self.draw.choice(POISON)(self.usual(), many)

    def in_parts(self) -> bytes:
        """Orders in an attachment, or in HTML, or cut below by what looks like a signature."""
        draw = self.draw
        player, said = draw.choice(self.sound)
        sender = f"{player}@x.org"
        what = draw.randrange(4)
        if what == 0:
            files = {f"{n}.yaml": said.encode() for n in range(draw.choice((1, 2, 13, 20)))}
            return self._own(made("see there", attached=files, sender=sender))
        if what == 1:
            return self._own(made(said, f"<pre>{said}</pre>", sender=sender))
        cut = draw.choice(("-- ", "--", "_" * 12, "From: me", "-----Original Message-----", "> x"))
        lines = said.split("\n")
        at = draw.randint(0, len(lines))
        text = "\n".join([*lines[:at], cut, *lines[at:]])
        coded = quopri.encodestring(text.encode()).decode()
        if what == 2:
            return letter(text, sender, number=draw.randrange(10**9))
        return letter(
            coded,
            sender,
            number=draw.randrange(10**9),
            Content_Transfer_Encoding="quoted-printable",
        )


_ALLOWED: Final = tuple(f"open/{part}" for part in OWN)
_BOUNDARY: Final = re.compile(rb"={15}\d+==")
_KINDS: Final[tuple[Callable[[Mailing], bytes], ...]] = (
    Mailing.usual, Mailing.usual, Mailing.usual, Mailing.in_parts, Mailing.in_parts,
    Mailing.known_shape, Mailing.known_shape, Mailing.poison, Mailing.protest,
)  # fmt: skip


# --- shapes that have stopped a reader -----------------------------------------------------------


def _head(raw: bytes, line: bytes) -> bytes:
    return line + b"\n" + raw


def _nested(raw: bytes, many: int) -> bytes:
    begin = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(many)
    )
    return b"From: eve@z.org\nMIME-Version: 1.0\n" + begin + raw


def _forwarded(raw: bytes, many: int) -> bytes:
    return b"From: eve@z.org\n" + b"Content-Type: message/rfc822\n\n" * many + raw


def _body(raw: bytes, text: bytes) -> bytes:
    heads, between, body = raw.partition(b"\n\n")
    return heads + between + text + body


def _encoded(raw: bytes, many: int) -> bytes:
    word = b"=?utf-8?b?" + base64.b64encode(b"Subject of a letter") + b"?= "
    return _head(raw, b"Subject: " + word * many)


POISON: Final[tuple[Callable[[bytes, int], bytes], ...]] = (
    lambda raw, many: _head(raw.replace(b"Message-ID", b"X-ID"), b"Message-ID: <a@[>"),
    _nested,
    _forwarded,
    _encoded,
    lambda raw, many: _head(raw, b"Content-Type: \xed\xa0\x80*1*"),
    lambda raw, many: _head(raw, b"Content-Type: text/plain" + b"; a=b" * many),
    lambda raw, many: _head(raw, b"Content-Type: text/plain; a*0*=" + b"%41" * many),
    lambda raw, many: _head(raw, b"References:" + b" <a@b>" * many),
    lambda raw, many: _head(raw, b"To:" + b" a@b," * many),
    lambda raw, many: _head(raw, b"From:" + b" a@b," * many),
    lambda raw, many: _head(raw, b"From: " + b"(" * many + b"a@b"),
    lambda raw, many: _head(raw, b"X: y\n" * many),
    lambda raw, many: _head(raw, b"X: y\n" + b"  folded\n" * many),
    lambda raw, many: _body(raw, b"production: [\n" + b"x: y\n" * many),
    lambda raw, many: _body(raw, b"a line that a program has wrapped, knowing\nno better\n" * many),
    lambda raw, many: _body(raw, b"> " * many + b"x\n"),
    lambda raw, many: _body(raw, b"<div>" * many),
    lambda raw, many: _body(raw, b"```\n" * many),
    lambda raw, many: _body(raw, b"a: {" * many),
    lambda raw, many: _body(raw, b"a:\n " * many),
    lambda raw, many: _body(raw, b"passphrase: wrong horse\n" * min(many, 60)),
    lambda raw, many: _body(raw, b"---\n" * many),
    lambda raw, many: _body(raw, b"\xef\xbb\xbf" * many),
    lambda raw, many: raw + b"-- \n" * many,
)  # fmt: skip
