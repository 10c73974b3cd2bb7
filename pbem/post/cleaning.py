"""The files in the text of a letter, without what people and mail programs put around them.

A file begins with the head of its form (`window:`, `standing:` or `answers:`, and whatever of the
head stands above it) and ends where a free text follows its last order. What is no part of a file
is made blank, and a line that a mail program wrapped is joined to the line before; so every line
keeps its number, and messages point into the letter.

Decides: where files begin and end, whether a quoted form is the file or the reply's own text is,
which lines were wrapped, which line is the passphrase.
Leaves to `core.orders.mail`: signs inside a line; to the loader: whether a file is legal. What
could be an order is never taken out: a text in the midst of orders stays, and is told as an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

WRAP: Final = 66  # no mail program wraps a line that is shorter with its next word
MOST: Final = 20  # files of one text that are cut out; nobody writes as many
KINDS: Final = ("window", "standing", "answers", "protest")
ALONE: Final = ("standing", "protest")  # no other kind of file belongs to one that has these
HEAD: Final = ("window", "for_state", "player", "deputy", "luck", "note", "press", "standing",
               "preset", "reserve", "answers", "nonce", "begun", "questions", "protest", "run",
               "paragraph", "reason", "cite")  # fmt: skip
LONGEST_WROTE: Final = 500  # characters of `On … somebody wrote:`
FAREWELLS: Final = ("ps", "nb", "regards", "cheers", "thanks", "greetings", "best", "gruss", "mfg")

_QUOTED = re.compile(r"(?:>[ \t]?)+")
_KEY = re.compile(r"([A-Za-z][A-Za-z0-9_ -]{0,39}?)[ \t]*:(?=[ \t]|$)")
_ITEM = re.compile(r"-[ \t]+[^ \t-]")
# an entry in braces, wherever in a line; programs make other signs of its hyphen
_BULLET = re.compile(r"(?<![^\s:.,;!)])[*•·‣◦–—-][ \t]*\{[^:}]{0,60}:")
_BRACES = re.compile(r"\{[ \t]*[a-z][a-z_]{0,39}:[ \t].{1,200}?,[ \t]*[a-z][a-z_]{0,39}:[ \t]")
_FIELD = re.compile(r"[*•·‣◦–—-][ \t]+[a-z][a-z_]{0,39}:(?:[ \t]|$)")
_FIELD_BELOW = re.compile(r"[ \t]+[A-Za-z][A-Za-z0-9 _'-]{0,39}:(?:[ \t]|$)")
_HEAD_LINE = re.compile(r"([a-z][a-z_]{0,39}):[ \t]+[^ \t#]")
_SEPARATOR = re.compile(r"---[ \t]*$|\.\.\.[ \t]*$")
_SIGNATURE = re.compile(r"--[ \t]*$")
_LIST_FOOTER = re.compile(r"_{10,}[ \t]*$")
_FENCE = re.compile(r"```[a-z]*[ \t]*$")
_ORIGINAL = re.compile(
    r"[-_ ]*(original message|ursprüngliche nachricht|message d'origine|mensaje original|"
    r"messaggio originale|oorspronkelijk bericht|forwarded message|"
    r"weitergeleitete nachricht)[-_: ]*$",
    re.IGNORECASE,
)
_ON = re.compile(r"(on|am|le|el|il|op|em|den|w)\b", re.IGNORECASE)
_WROTE = re.compile(
    r"(on|am|le|el|il|op|em|den|w dniu)\b.*"
    r"(wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev|napisał)[^:]{0,80}:[ \t]*$",
    re.IGNORECASE | re.DOTALL,
)
_MAIL_HEADER = re.compile(r"(from|von|de|da|van|fra|från)[ \t]*:.*", re.IGNORECASE)
_MORE_HEADERS = re.compile(
    r"(sent|date|to|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado|para|asunto)[ \t]*:",
    re.IGNORECASE,
)
_MARK = re.compile(r"[\"'#\[\]{}]")
_WORD = re.compile(r"[^\s,.;]+")
_PASSPHRASE = re.compile(
    r"(?:>[ \t]?)*[ \t]*(?:#[ \t]*)?(?:passphrase|pass[ -]?word|kennwort)[ \t]*:[ \t]*(?P<said>.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a letter: how deep it is quoted, and what it says without the marks."""

    depth: int
    said: str


def files_in(text: str, sections: Collection[str] = (), *, typed: bool = False) -> tuple[str, ...]:
    """Every file in a text up to `MOST`, each with as many lines before it as the letter has.

    `sections`: the words that begin a line of orders in the games that are played here.
    `typed`: only what stands in no quote and in no older letter below.
    """
    lines = [_line(line) for line in _plain_lines(text)]
    depth = _depth_of_files(lines)
    if depth is None or (typed and depth):
        return ()
    own = _without_tails(_at_depth(lines, depth), anywhere=typed)
    known = {_word(name) for name in (*sections, *HEAD)}
    starts = [*_starts(own), len(own)]
    return tuple(_file(own, start, end, known) for start, end in pairwise(starts[: MOST + 1]))


def windows_in(text: str) -> tuple[str, ...]:
    """The windows that the files of a text name, without the files being cut out."""
    lines = [_line(line) for line in _plain_lines(text)]
    depth = _depth_of_files(lines)
    own = _without_tails(_at_depth(lines, depth)) if depth is not None else []
    said = (line.partition(":")[2] for line in own if _key(line) == "window")
    return tuple(window.partition(" #")[0].strip(" \t\"'“”") for window in said)


def passphrase_in(text: str) -> str:
    """The passphrase that a letter says, on a line of its own that is not quoted."""
    for line in _plain_lines(text):
        found = _PASSPHRASE.match(line)
        if found and not line.startswith(">"):
            return found["said"].strip().strip("\"'“”")
    return ""


def without_passphrase(text: str) -> str:
    """A text whose lines with a passphrase are blank, quoted ones too."""
    lines = text.split("\n")
    return "\n".join("" if _PASSPHRASE.match(line) else line for line in lines)


# --- lines and quotes ----------------------------------------------------------------------------


def _plain_lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "").split("\n")


def _line(line: str) -> _Line:
    """A line without its marks of quotation and without no-break blanks."""
    plain = line.replace("\u00a0", " ").replace("\u202f", " ").replace("\u200b", "").rstrip()
    quoted = _QUOTED.match(plain)
    marks = quoted.group() if quoted else ""
    return _Line(marks.count(">"), plain[len(marks) :])


def _depth_of_files(lines: Sequence[_Line]) -> int | None:
    """How deep the files are quoted: the reply's own ones count before those that it quotes."""
    depths = [line.depth for line in lines if _kind_key(line.said)]
    return min(depths, default=None)


def _kind_key(said: str) -> str:
    """The key by which a line begins a file: `window`, `standing`, `answers`, or nothing."""
    key = _key(said)
    return key if key in KINDS else ""


def _key(said: str) -> str:
    """The key at the beginning of a line, as forms write it."""
    found = _KEY.match(said, 0, 99)
    return _word(found.group(1)) if found else ""


def _word(name: str) -> str:
    return "_".join(re.split(r"[ _-]+", name.strip().lower()))


def _at_depth(lines: Sequence[_Line], depth: int) -> list[str]:
    """The lines of one depth; of shallower ones those that were typed into a quoted form."""
    within = [number for number, line in enumerate(lines) if line.depth == depth]
    first, last = within[0], within[-1]
    return [
        line.said if line.depth == depth or (line.depth < depth and first < number < last) else ""
        for number, line in enumerate(lines)
    ]


def _without_tails(lines: list[str], anywhere: bool = False) -> list[str]:
    """Without signatures, lists' footers, fences, and the letter that this one answers.

    Below a file they end it; `anywhere`: before there is one, too.
    """
    kept = list(lines)
    for number, line in enumerate(lines):
        if _FENCE.match(line):
            kept[number] = ""
        elif anywhere and _cuts(lines, number):
            return kept[:number] + [""] * (len(lines) - number)
        elif wrote := _attribution(lines, number):
            kept[number : number + wrote] = [""] * wrote
        anywhere = anywhere or bool(_kind_key(line))
    return kept


def _cuts(lines: Sequence[str], number: int) -> bool:
    """Whether a line ends what its author typed: a signature, a footer, an older letter."""
    line = lines[number]
    if _ends_own_words(line) or _ORIGINAL.match(line.strip()):
        return True
    below = lines[number + 1 : number + 4]
    return bool(_MAIL_HEADER.match(line)) and any(map(_MORE_HEADERS.match, below))


def _ends_own_words(line: str) -> bool:
    """Whether a line begins a signature, or a list's footer."""
    return bool(_SIGNATURE.match(line) or _LIST_FOOTER.match(line))


def _attribution(lines: Sequence[str], number: int) -> int:
    """How many lines say `On … somebody wrote:` here; mail programs wrap it."""
    for count in (1, 2, 3) if _ON.match(lines[number]) else ():
        rows = lines[number : number + count]
        said = " ".join(rows)
        if len(said) > LONGEST_WROTE or any(map(_key, rows[:-1])):
            return 0
        if _WROTE.match(said):
            return count
    return 0


# --- files ---------------------------------------------------------------------------------------


def _starts(lines: Sequence[str]) -> Iterator[int]:
    """The first lines of the files: of each head the line that stands highest."""
    seen: set[str] = set()
    low = 0
    for number, line in enumerate(lines):
        if _SEPARATOR.match(line):
            seen, low = set(), number + 1
            continue
        key = _kind_key(line)
        if not key:
            continue
        if seen and not _begins_another(key, seen):
            seen.add(key)
            continue
        yield _top_of_head(lines, low, number)
        seen, low = {key}, number + 1


def _begins_another(key: str, seen: Collection[str]) -> bool:
    """Whether a key cannot belong to the head that is read: answers alone have a window too."""
    return key in seen or any(alone in (key, *seen) for alone in ALONE)


def _top_of_head(lines: Sequence[str], low: int, number: int) -> int:
    """The highest line of the head of a letter's first file; that of a later one is its first."""
    top = number
    for above in range(number - 1, -1, -1):
        key = _key(lines[above])
        if low or not (key in HEAD or not lines[above] or lines[above].startswith("#")):
            break
        top = above if key in HEAD else top
    return top


def _file(lines: Sequence[str], start: int, end: int, known: Collection[str]) -> str:
    """One file: its lines at their places, wrapped ones joined, and blank lines before it."""
    own = _joined(_with_reason(list(lines[start:end])), known)
    orders = (number for number, line in enumerate(own) if _is_order(line, known))
    last = max(orders, default=-1)
    while (further := _next_said(own, last)) and _belongs(own[further], further == last + 1):
        last = further
    return "\n".join([""] * start + own[: last + 1]).rstrip("\n") + "\n"


def _with_reason(lines: list[str]) -> list[str]:
    """A protest whose reason, which is prose, stands in quotes on one line."""
    keys = [_key(line) for line in lines]
    if "protest" not in keys or "reason" not in keys:
        return lines
    begin = keys.index("reason")
    said = lines[begin].partition(":")[2].strip()
    if said.startswith(('"', "'", "|", ">")):
        return lines
    end = begin + 1
    while end < len(lines) and lines[end].strip() and keys[end] not in HEAD:
        end += 1
    reason = " ".join([said, *(line.strip() for line in lines[begin + 1 : end])]).strip()
    quoted = f"reason: {json.dumps(reason, ensure_ascii=False)}"
    return [*lines[:begin], quoted, *([""] * (end - begin - 1)), *lines[end:]]


def _next_said(lines: Sequence[str], number: int) -> int:
    """The next line that is not blank; 0 after the last."""
    return next((n for n in range(number + 1, len(lines)) if lines[n].strip()), 0)


def _is_order(line: str, known: Collection[str]) -> bool:
    """Whether a line could be a part of a file: a section, mistyped or not, or an order."""
    key = _key(line)
    if key in known or (_ITEM.match(line) and "{" in line):
        return True
    return bool(key) and " " not in line.partition(":")[0] and key not in FAREWELLS


def _belongs(line: str, at_once: bool) -> bool:
    """Whether a line goes on with a section: indented, or `at_once` an entry of a list."""
    if line.startswith((" ", "\t")):
        return True
    return at_once and (line.startswith(("#", "}", "]")) or bool(_ITEM.match(line)))


def _joined(lines: list[str], known: Collection[str]) -> list[str]:
    """Lines that a mail program wrapped, joined to those before; their own places are blank."""
    pieces = [[line] for line in lines]
    at, open_ = 0, _Open().after(lines[0])
    for number in range(1, len(lines)):
        line, above = lines[number], lines[number - 1]
        if line and above and _goes_on(open_, above, line, known):
            pieces[at].append(line)
            pieces[number] = []
            open_ = open_.after(line)
        elif line:
            at, open_ = number, _Open().after(line)
    return [" ".join(row) for row in pieces]


def _goes_on(open_: _Open, above: str, line: str, known: Collection[str]) -> bool:
    """Whether a line is the rest of what was begun, which the line above ended with."""
    if line.startswith((" ", "\t", "#")) or _key(line) in known or _SEPARATOR.match(line):
        return False
    if open_.quote or open_.depth > 0:
        return True
    if _ITEM.match(line) or above.endswith(("}", "]")):
        return False
    return len(above) + 1 + len(line.split(maxsplit=1)[0]) > WRAP


class _Open(NamedTuple):
    """What is not closed in what was read: a quotation mark, brackets; or a comment has begun."""

    quote: str = ""
    depth: int = 0
    ended: bool = False

    def after(self, line: str) -> _Open:
        """The same, once a line was read too. It begins like a word: a blank stood before it."""
        quote, depth, ended = self
        for mark in () if ended else _MARK.finditer(line):
            sign, before = mark.group(), line[mark.start() - 1] if mark.start() else " "
            if quote:
                quote = "" if sign == quote else quote
            elif sign in "\"'":
                quote = sign if before in " [{,:" else quote
            elif sign == "#" and before in " \t":
                return _Open(quote, depth, ended=True)
            else:
                depth += (sign in "[{") - (sign in "]}")
        return _Open(quote, depth, ended)


# --- what is no part of a file -------------------------------------------------------------------


def own_words(text: str) -> str:
    """What the writer of a text typed himself: no quote, signature or older letter, on one line."""
    lines = [line.said if not line.depth else "" for line in map(_line, _plain_lines(text))]
    return " ".join(" ".join(_without_tails(lines, anywhere=True)).split())


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A line that reads like orders and is no part of a file: its number, and its first word.

    `below`: the line that ended what is read, and its number; 0 where none did. `older`: it belongs
    to the letter that this one answers, as a mail program quotes it.
    """

    line: int
    word: str
    below: int = 0
    mark: str = ""
    quoted: bool = False
    older: bool = False


def passed_over(text: str, files: Iterable[str], sections: Collection[str]) -> list[PassedOver]:
    """What of a text was not read though it looks like orders: the first line of each kind.

    `files`: what was read. A form in which all is commented out looks like no orders.
    """
    lines = [_line(line) for line in _plain_lines(text)]
    cuts = _last_cuts(lines)
    read = {n for file in files for n, row in enumerate(file.split("\n")) if row.strip()}
    found: dict[tuple[int, bool], PassedOver] = {}
    for number, like in enumerate(_like_orders(lines, {_word(name) for name in sections})):
        one = _passed(lines, number, cuts[number], like)
        if one.word and number not in read:
            found.setdefault((one.below, one.quoted), one)
    return [*found.values()]


def _passed(lines: Sequence[_Line], number: int, cut: int, like: _Like) -> PassedOver:
    """What is told of a line below a cut, or above all of them, if its word says anything."""
    quoted = lines[number].depth > 0
    mark = lines[cut - 1].said.strip() if cut else ""
    older = quoted or (cut > 0 and not _ends_own_words(mark))
    word = like.surely if older else like.surely or like.own(cut > 0)
    return PassedOver(number + 1, word, cut, mark, quoted, older)


def _last_cuts(lines: Sequence[_Line]) -> list[int]:
    """Of each line the number of the last one above it that ends what its author typed, or 0."""
    said, cuts, last = [line.said for line in lines], list[int](), 0
    for number, line in enumerate(lines):
        last = number + 1 if not line.depth and _cuts(said, number) else last
        cuts.append(last)
    return cuts


class _Like(NamedTuple):
    """The word by which a line reads like orders: `surely`; or if its writer `typed` it, as older
    letters and reports have such lines too; or as a line of a `head`, below a signature.
    """

    surely: str = ""
    typed: str = ""
    head: str = ""

    def own(self, is_below: bool) -> str:
        """The word where the writer typed the line himself; `is_below`: below a signature."""
        return self.typed or (self.head if is_below else "")


def _like_orders(lines: Sequence[_Line], known: Collection[str]) -> list[_Like]:
    """Of each line the words by which it reads like orders, or none."""
    words, below = [_Like()] * len(lines), _Line(0, "")
    for number in range(len(lines) - 1, -1, -1):
        line, said = lines[number], lines[number].said.strip()
        if said and not said.startswith("#"):
            entry, head = _entry_word(line, below), _HEAD_LINE.match(line.said)
            named = head.group(1) if head and head.group(1) in HEAD else ""
            words[number] = _Like(_order_word(line, below, known), entry, named)
            below = lines[number]
    return words


def _order_word(line: _Line, below: _Line, known: Collection[str]) -> str:
    """A section that holds something, an answer, a file that needs no window, or an entry in
    braces. `below`: the next line that says something."""
    said = line.said.strip()
    key, value = _key(said), said.partition(":")[2].partition(" #")[0].strip()
    if key in known:
        holds = value.startswith(("[", "{")) if value else _is_below(line, below)
    else:
        alone = key in ALONE or (key == "answer" and line.said.startswith((" ", "\t")))
        holds = alone and bool(_WORD.fullmatch(value))
    if holds:
        return key
    return said[:20] if _ITEM.match(said) and "{" in said and ":" in said else ""


def _entry_word(line: _Line, below: _Line) -> str:
    """An entry in lines of its own; or in braces, with a bullet, or without one where it has
    several keys.
    """
    said = line.said.strip()
    if braces := _BULLET.search(said) or _BRACES.search(said):
        return said[braces.start() :][:20].strip()
    goes_on = line.depth == below.depth and _FIELD_BELOW.match(below.said)
    return said[:20].strip() if goes_on and _FIELD.match(said) else ""


def _is_below(line: _Line, below: _Line) -> bool:
    """Whether the next line that says something goes on with a section."""
    return line.depth == below.depth and (
        below.said.startswith((" ", "\t")) or bool(_ITEM.match(below.said))
    )
