"""The last line of a receipt, which a program reads: by it a player proves what he had sent.

    receipt: {game: barb-12, run: 3, file: orders/hans.yaml, sha256: "…", nonce: "…",
      fingerprint: "…"}

A file for a window that is still to come has that in place of the run, as the log will call it:
`window: 1941-ja.3.axis`.

The log names the file by the fingerprint. Who has the nonce and the file makes it again; who has
not the nonce cannot guess the file from it, so a receipt is mailed to its owner alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.orders.mail import delivered, unquoted
from pbem.core.orders.orders import sha256
from pbem.core.record.dice import fingerprint, nonce

_FOLDERS: Final = {"orders": "orders", "standing orders": "standing", "answers": "answers"}
_SLIP: Final = re.compile(
    r"receipt: ?\{ ?game: ([a-z0-9.-]+), (?:run: ([0-9]{1,6})|window: \"?([^\s\",}]+)\"?),"
    r" file: ([a-z0-9./-]+),"
    r' sha256: "?([0-9a-f]{64})"?, nonce: "?([0-9a-f]{32})"?,'
    r' fingerprint: "?([0-9a-f]{64})"? ?\}'
)

_BLANKS: Final = re.compile(
    "[ \t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+"
)
_QUOTES: Final = str.maketrans("\u201c\u201d\u201e", '"""')
_MEANT: Final = re.compile(r"receipt[\"' ]*:[\"' ]*(?:\{|game[\"' ]*:)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Slip:
    """What proves that a file was received: for which run or window, and the file's three marks."""

    game: str
    run: int  # 0 where it names a window to come
    file: str
    sha256: str
    nonce: str
    fingerprint: str
    window: str = ""

    def is_for(self, header: Mapping[str, Any]) -> bool:
        """Whether its file was sent for the window of a log."""
        if self.window:
            return self.window.casefold() == str(header["window"]).casefold()
        return bool(self.run == header["run"])

    def bears_on(self, header: Mapping[str, Any]) -> bool:
        """Whether its file is for a log: standing orders hold from their run on."""
        return self.is_for(header) or (self.stands and self.run < header["run"])

    @property
    def stands(self) -> bool:
        """Whether its file is standing orders, which hold until there are others."""
        return self.file.startswith("standing/")

    @property
    def told(self) -> str:
        """For what it is, in words."""
        return f"the window {self.window}" if self.window else f"run {self.run}"

    def is_of(self, data: bytes) -> bool:
        """Whether this is the receipt of a file, and its fingerprint made as it must be."""
        return self.sha256 == sha256(data) and self.fingerprint == fingerprint(self.nonce, data)

    def is_half_of(self, data: bytes) -> bool:
        """Whether one of its marks is that of a file, and the other one is not."""
        return (self.sha256 == sha256(data)) != (self.fingerprint == fingerprint(self.nonce, data))

    @property
    def text(self) -> str:
        """The line, broken where a mail program might break it."""
        then = f"window: {self.window}" if self.window else f"run: {self.run}"
        head = f"receipt: {{game: {self.game}, {then}, file: {self.file},"
        marks = f'  sha256: "{self.sha256}",\n  nonce: "{self.nonce}",'
        return f'{head}\n{marks}\n  fingerprint: "{self.fingerprint}"}}'

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        then = {"window": self.window} if self.window else {"run": self.run}
        marks = {"sha256": self.sha256, "nonce": self.nonce, "fingerprint": self.fingerprint}
        return {"game": self.game, **then, "file": self.file, **marks}


def file_name(kind: str, player: str) -> str:
    """The name by which a run keeps a player's file; game.yaml is nobody's."""
    return f"{_FOLDERS[kind]}/{player}.yaml" if kind in _FOLDERS else "game.yaml"


def slip_of(game: str, run: int, file: str, sent: tuple[bytes, bytes]) -> Slip:
    """The slip of a file that was sent, with the key of receipts."""
    data, receipts = sent
    own = nonce(receipts, data)
    return Slip(game, run, file, sha256(data), own, fingerprint(own, data))


def read_slips(text: str) -> tuple[Slip, ...]:
    """Every slip in a text, as mailed: quoted and wrapped, or as the JSON of the command."""
    found = (match.groups() for match in _SLIP.finditer(_words(text)))
    return tuple(
        Slip(game, int(run or 0), file, sha, own, mark, window or "")
        for game, run, window, file, sha, own, mark in found
    )


def slips_meant(text: str) -> int:
    """How many slips are meant to be in a text, also such as cannot be read."""
    return len(_MEANT.findall(_words(text)))


def _words(text: str) -> str:
    """The words of a text, whatever mail did to its lines."""
    words = _BLANKS.sub(" ", unquoted(delivered(text))).translate(_QUOTES)
    words = re.sub(r'"(receipt|game|run|window|file|sha256|nonce|fingerprint)":', r"\1:", words)
    return re.sub(r'(game|file): "([^"]*)"', r"\1: \2", words)


# --- what a log says of them ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Held:
    """A slip that a player holds, and the name of the text in which it stands."""

    slip: Slip
    where: str


def in_force(held: Sequence[Held], header: Mapping[str, Any]) -> dict[str, list[Held]]:
    """The slips that bear on a log, by the file; the last one of each counts.

    Orders and answers are for one window; standing orders hold from their run on.
    """
    bearing: dict[str, list[Held]] = {}
    for item in sorted(held, key=lambda item: item.slip.run):
        if item.slip.bears_on(header):
            bearing.setdefault(item.slip.file, []).append(item)
    return bearing


def named_marks(slip: Slip, named: Mapping[str, str]) -> Iterable[str]:
    """The marks of the files in a log that may be the one of a slip; answers have any name."""
    if slip.file.startswith("answers/"):
        return [mark for name, mark in named.items() if name.startswith("answers/")]
    return [named[slip.file]] if slip.file in named else []
