"""What a word may mean that somebody types: names whole, other names, plurals, parts of names.

Decides how names are compared (case, accents, umlauts spelt out, spaces and signs do not matter)
and all that a word may mean. Leaves choosing among several meanings to the player: whoever asks
tells him what they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

_PLAIN_LETTERS: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th", "ħ": "h"}
)
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_PLURALS: Final = (("ies", "y"), ("es", ""), ("s", ""))
_LEAST_WORD: Final = 2  # letters of a word of a name that stands for the whole name
_LEAST_BEGINNING: Final = 3  # letters with which such a word begins
_AMOUNTS: Final = re.compile(r"[,;+]|\band\b", re.IGNORECASE)
_AMOUNT: Final = re.compile(r"(?:(\d{1,3}|all)(?:\s*x\b|\b)\s*)?(.*)", re.IGNORECASE)


def fold(text: str) -> str:
    """A name without case, accents, spaces and signs."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN_LETTERS))
    return "".join(filter(str.isalnum, plain))


def folds(text: str) -> tuple[str, ...]:
    """The ways to fold a name: `Königsberg` is konigsberg and koenigsberg."""
    spelt_out = unicodedata.normalize("NFC", text).casefold().translate(_UMLAUTS)
    return tuple(dict.fromkeys((fold(text), fold(spelt_out))))


@dataclass(frozen=True)
class Lexicon:
    """All that things are called, by their ids."""

    names: Mapping[str, tuple[str, ...]]

    @cached_property
    def _known(self) -> Mapping[str, tuple[str, ...]]:
        known: dict[str, dict[str, None]] = {}
        for thing, names in self.names.items():
            for folded in (one for name in names for one in folds(name)):
                known.setdefault(folded, {})[thing] = None
        return {folded: tuple(things) for folded, things in known.items()}

    def find(self, word: str) -> tuple[str, ...]:
        """The things that a word names, in the singular or the plural."""
        return next((self._known[one] for one in _forms(word) if one in self._known), ())

    def called(self, word: str) -> tuple[str, ...]:
        """The things that a word names; if none, those of whose names it is a part."""
        return self.find(word) or self._with(word, whole=True) or self._with(word, whole=False)

    @cached_property
    def _words(self) -> tuple[tuple[str, frozenset[str], tuple[str, ...]], ...]:
        """Each thing with the words of its names, and with what follows each of them."""
        found: list[tuple[str, frozenset[str], tuple[str, ...]]] = []
        for thing, names in self.names.items():
            split = [[fold(word) for word in re.split(r"[\s-]+", name)] for name in names]
            tails = ("".join(words[at:]) for words in split for at in range(len(words)))
            found.append((thing, frozenset(word for words in split for word in words), (*tails,)))
        return tuple(found)

    def _with(self, word: str, *, whole: bool) -> tuple[str, ...]:
        """The things of which a name has the word in it, or a word that begins with it."""
        least = _LEAST_WORD if whole else _LEAST_BEGINNING
        forms = _forms(word) if whole else folds(word)
        parts = tuple(dict.fromkeys(part for part in forms if len(part) >= least))
        return tuple(
            thing
            for thing, words, tails in self._words
            if (not words.isdisjoint(parts) if whole else any(t.startswith(parts) for t in tails))
        )


def _forms(word: str) -> Iterator[str]:
    """A word folded, then what it may be the plural of."""
    for folded in folds(word):
        yield folded
    for folded in folds(word):
        yield from (folded.removesuffix(end) + one for end, one in _PLURALS if folded.endswith(end))


def any_of(names: Sequence[str]) -> str:
    """`Light Armor, Medium Armor or Heavy Armor`."""
    return " or ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def amounts(text: str) -> tuple[tuple[str, str], ...]:
    """What a text counts: `3 infantry, 2x tank and all fighters`; a count may be left out."""
    found = (_AMOUNT.fullmatch(part.strip()) for part in _AMOUNTS.split(text))
    return tuple((match[1] or "", match[2].strip()) for match in found if match)


def names_among(words: Iterable[str]) -> Lexicon:
    """A lexicon of ids that are called what they say."""
    return Lexicon({word: (word,) for word in words})
