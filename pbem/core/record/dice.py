"""Dice that can be proved: key chains, the run key, and dice keyed by what they are thrown for.

The recipe is normative and is repeated, without any of pbem, in docs/verify_dice.py. A die depends
on the run key and on the path of the throw alone, so a corrected order shifts no other die.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

RECIPE: Final = "pbem/1"
_DICE = re.compile(r"([1-9][0-9]?)?d([1-9][0-9]{0,3})")
_WORDS: Final = 2**64
_LIMITS: Final[dict[int, int]] = {}


def chain_back(top: bytes, steps: int) -> bytes:
    """The key `steps` places before `top` in its chain: k(n) = SHA-256(k(n+1))."""
    key = top
    for _ in range(steps):
        key = hashlib.sha256(key).digest()
    return key


@dataclass(frozen=True, slots=True)
class KeyChain:
    """A secret chain of `length` keys; k(0) is published, k(n) is revealed with the n-th use."""

    top: bytes
    length: int

    def key(self, number: int) -> bytes:
        """k(number)."""
        if not 0 <= number <= self.length:
            raise ValueError(f"the chain has keys 0 to {self.length}, not {number}")
        return _chain(self.top, self.length)[number]


@lru_cache(maxsize=8)
def _chain(top: bytes, length: int) -> tuple[bytes, ...]:
    """The keys of a chain in order: k(0), from which it can be checked, to k(length), its top."""
    keys = [top]
    for _ in range(length):
        keys.append(hashlib.sha256(keys[-1]).digest())
    return tuple(reversed(keys))


@dataclass(frozen=True, slots=True)
class RunKeys:
    """The keys of one run: for open dice, for secret dice and the seals of secrets, for receipts.

    With a seed everybody can make the keys again, and so replay the run. `beside` names a run
    beside the windows, which seals with a key of its own; `again` says how often the run was taken
    back: played again, it may throw the same dice, and seals with another key.
    """

    number: int
    key: bytes
    secret: bytes
    kind: str = "chain"  # or "seed", or "practice"
    seed: str = ""
    receipts: bytes = b""
    beside: str = ""
    again: int = 0

    @property
    def seals(self) -> bytes:
        """The key from which those of all seals of the run's log are made."""
        if not self.again:
            return self.secret
        return hmac.digest(self.secret, f"again {self.again}".encode(), "sha256")

    def of_beside(self, run: str) -> RunKeys:
        """The keys of a run beside the windows: no two logs of a game share the keys of seals."""
        secret = hmac.digest(self.secret, f"beside {run}".encode(), "sha256")
        return replace(self, secret=secret, beside=run)

    def fingerprint(self, data: bytes) -> str:
        """What is published of a file that may hold secrets."""
        return fingerprint(nonce(self.receipts, data), data)

    def question_nonce(self, run: int, entries: int, player: str) -> str:
        """What keeps a player's file of questions from being guessed by its published hash."""
        about = f"question {run}/{self.number}/{entries}/{player}"
        return hmac.digest(self.receipts, about.encode(), "sha256").hex()[:32]

    @property
    def lot(self) -> int:
        """A number of the run that only the keeper of the keys can know; 0 where all can."""
        if self.kind != "chain":
            return 0
        about = f"lot {self.number}/{self.again}".encode()
        return int.from_bytes(hmac.digest(self.receipts, about, "sha256"))

    @property
    def data(self) -> dict[str, object]:
        """How the header of a log names them."""
        named: dict[str, object] = {"kind": self.kind, "number": self.number}
        more = {"seed": self.seed, "beside": self.beside, "again": self.again}
        return named | {name: value for name, value in more.items() if value}


def seed_keys(seed: str, run: int) -> RunKeys:
    """Practice and test keys from a seed: nothing of them is secret."""
    key, secret = seed_part("seed", seed), seed_part("seed-secret", seed)
    return RunKeys(run, key, secret, "seed", seed, seed_part("seed-receipts", seed))


def seed_part(what: str, seed: str) -> bytes:
    """One of the keys that a seed makes."""
    return hashlib.sha256(f"pbem-{what}/1\n{seed}".encode()).digest()


def message(game: str, run: int, luck: Mapping[str, str | None], beacon: str | None) -> bytes:
    """What the run key is made from: every player's luck, in byte order of the names."""
    lines = [RECIPE, game, str(run)]
    for player in sorted(luck):
        text = luck[player]
        digest = "-" if text is None else hashlib.sha256(text.encode()).hexdigest()
        lines.append(f"player:{digest}")
    if beacon is not None:
        lines.append(f"beacon:{beacon}")
    return "\n".join(lines).encode()


def run_key(key: bytes, about: bytes) -> bytes:
    """The key of all dice of one run."""
    return hmac.digest(key, about, "sha256")


def parse_dice(dice: str) -> tuple[int, int]:
    """`2d10` as (2, 10)."""
    match = _DICE.fullmatch(dice)
    if not match:
        raise ValueError(f"not a dice expression: {dice!r}")
    return int(match.group(1) or 1), int(match.group(2))


def throw(key: bytes, context: str, count: int, sides: int) -> tuple[int, ...]:
    """The dice of one throw: words of HMAC blocks `context#0`, `context#1` …, none biased."""
    limit = _LIMITS.get(sides) or _LIMITS.setdefault(sides, sides * (_WORDS // sides))
    if count == 1:
        block = hmac.digest(key, f"{context}#0".encode(), "sha256")
        word = int.from_bytes(block[:8], "big")
        if word < limit:
            return (word % sides + 1,)
    return _throw_many(key, context, count, sides, limit)


def _throw_many(key: bytes, context: str, count: int, sides: int, limit: int) -> tuple[int, ...]:
    shown: list[int] = []
    number = 0
    while True:
        block = hmac.digest(key, f"{context}#{number}".encode(), "sha256")
        for start in (0, 8, 16, 24):
            word = int.from_bytes(block[start : start + 8], "big")
            if word < limit:
                shown.append(word % sides + 1)
                if len(shown) == count:
                    return tuple(shown)
        number += 1


def throw_context(path: str, number: int) -> str:
    """The context of the number-th throw of a path: the path itself, then `path!2`, `path!3` …"""
    return path if number == 1 else f"{path}!{number}"


@dataclass(frozen=True, slots=True)
class Roll:
    """What was thrown for a path: all throws (a re-roll keeps the earlier ones) and modifiers."""

    path: str
    dice: str
    by: str
    cite: str
    throws: tuple[tuple[int, ...], ...]
    modifiers: tuple[tuple[str, int], ...] = ()
    secret: tuple[str, ...] = ()

    @property
    def values(self) -> tuple[int, ...]:
        """The dice that count: those of the last throw."""
        return self.throws[-1]

    @property
    def total(self) -> int:
        """The sum of the dice that count."""
        return sum(self.throws[-1])

    @property
    def modified(self) -> int:
        """The sum with all modifiers."""
        return self.total + sum(value for _, value in self.modifiers)


def seal_key(secret: bytes, path: str, number: int) -> bytes:
    """The key of one sealed ledger entry; publishing it opens that entry alone."""
    return hmac.digest(secret, f"{path}#{number}".encode(), "sha256")


def seal(entry_key: bytes, canonical_text: str) -> str:
    """What the public ledger shows of a secret entry."""
    return hmac.digest(entry_key, canonical_text.encode(), "sha256").hex()


def nonce(receipts: bytes, data: bytes) -> str:
    """What the receipt of a file tells its owner alone: with it anyone makes the fingerprint."""
    return nonce_of(receipts, hashlib.sha256(data).digest())


def nonce_of(receipts: bytes, digest: bytes) -> str:
    """The nonce of a file of which only the SHA-256 is at hand."""
    return hmac.digest(receipts, digest, "sha256").hex()[:32]


def fingerprint(file_nonce: str, data: bytes) -> str:
    """What is published of a file that may hold secrets: nobody can guess the file from it."""
    return hmac.digest(file_nonce.encode("ascii"), data, "sha256").hex()


def expected_counts(sides: int, thrown: Sequence[int]) -> tuple[int, ...]:
    """How often each face came up, faces 1 to `sides`."""
    counts = [0] * sides
    for value in thrown:
        counts[value - 1] += 1
    return tuple(counts)
