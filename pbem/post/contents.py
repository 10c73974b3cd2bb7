"""What is in a letter for a game: the files that a player sent.

Decides: that what is typed counts beside what is attached, that the form that a text only quotes is
no file beside an attached one, how many files of one letter are read, and that nothing which looks
like orders is passed over in silence.
Leaves to `cleaning`: where in a text a file begins and ends; to `senders`: whose it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.data.findings import id_said
from pbem.core.orders.orders import head_of, sha256, standing_sections
from pbem.core.rules.system import AnySystem
from pbem.moderation.protests import KIND
from pbem.moderation.window import kind_of
from pbem.post.cleaning import PassedOver, files_in, passed_over, without_passphrase
from pbem.post.letters import Letter
from pbem.post.parts import Text
from pbem.post.queue import waiting_name

BODY: Final = "letter"
MOST_FILES: Final = 12


@dataclass(frozen=True, slots=True)
class Found:
    """A file in a letter, and who sent it: the player himself or his deputy."""

    name: str
    data: bytes
    kind: str
    player: str
    deputy: str
    game: str = ""  # that its window names
    waits_for: str = ""  # a window that is still to come
    entered: int = 0  # the protest that it is already, where its letter failed after that

    @property
    def place(self) -> str:
        """Where it lies in the game once it counts."""
        if self.kind == KIND:
            return f"{KIND}/{sha256(self.data)}"  # it replaces none
        by = f"-by-{self.deputy}" if self.deputy else ""
        then = waiting_name(self.waits_for) if self.waits_for else ""
        return f"{self.kind}/{self.player}{then}{by}.yaml"


@dataclass(frozen=True, slots=True)
class Contents:
    """The files of a letter, and what its writer may miss among them: `lost` is told to him and to
    the moderator, `left` to him alone."""

    files: tuple[Found, ...] = ()
    lost: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


EMPTY: Final = Contents()


@dataclass(frozen=True, slots=True)
class Share:
    """What of a letter is for a game: the files that name it, and those that name none if it is
    their `home`.

    `others`: the games that the letter names besides. `unclear`: why no game can be named, where it
    is kept in one of those in which its sender `plays`. `kept`: where it lies whole already.
    """

    game: str = ""
    others: frozenset[str] = frozenset()
    home: str = ""
    unclear: str = ""
    plays: tuple[str, ...] = ()
    kept: str = ""

    def whose(self, named: str) -> str:
        """The game that a file is for, by the one that it names; empty if nobody can say."""
        return named if named == self.game or named in self.others else self.home


WHOLE: Final = Share()  # all of a letter: there is one game


def shared(contents: Contents, share: Share) -> Contents:
    """What of a letter's contents is for a game; what is for none is lost."""
    if not share.others:
        return contents
    mine = tuple(item for item in contents.files if share.whose(item.game) == share.game)
    stray = (item for item in contents.files if not share.whose(item.game))
    lost = (f"{item.name} ({item.kind} of {item.player}) {_STRAY}" for item in stray)
    return replace(contents, files=mine, lost=(*contents.lost, *lost))


_STRAY: Final = (
    "names no game, in a letter that names several, and was taken into none: send it again with "
    "the name of its game in brackets in the subject"
)


def contents_of(system: AnySystem, letter: Letter) -> Contents:
    """The files of a letter, one that is twice once, and what else might be meant as one.

    What is typed into its text counts beside files that are attached; what the text only quotes, as
    the form that was answered, does not.
    """
    words = _words_of(system)
    own, repeats = _counts_only_typed(letter), _only_quoted(letter)
    files: dict[bytes, Found] = {}
    further: list[str] = []
    lost: list[str] = []
    for text in letter.texts:
        plain = without_passphrase(text.said)
        cut = files_in(plain, words, typed=own and not text.attached)
        for mark, said in ((one.strip().encode(errors="replace"), one) for one in cut):
            if mark not in files and len(files) < MOST_FILES:
                files[mark] = _found(text, letter.raw, said)
            elif mark not in files:
                further.append(_place(text, said))
        passed = passed_over(plain, cut, words)
        lost += (_lost(text, one) for one in passed if not (one.older and repeats))
    lost += _unopened(letter, words)
    if further:
        lost.insert(0, f"{MOST_FILES} files of a letter are read; not read: {', '.join(further)}")
    return Contents(tuple(files.values()), tuple(lost), tuple(_left(letter, repeats)))


def _place(text: Text, said: str) -> str:
    """Where in a letter a file begins."""
    line = next(n for n, row in enumerate(said.split("\n"), start=1) if row.strip())
    return f"{text.attached or BODY}:{line}"


def _lost(text: Text, one: PassedOver) -> str:
    """What is said of a line that looks like orders and was not read."""
    at = f"{text.attached or BODY}:{one.line} ({one.word})"
    if one.quoted:
        where, remedy = f"in what is quoted, at {at},", "type it into lines of your own"
    elif one.below:
        where = f"below the line '{one.mark[:40]}' ({text.attached or BODY}:{one.below}), at {at},"
        remedy = "write it above that line"
    else:
        where, remedy = f"at {at}, outside any file,", "write it below the head of a file"
    return f"{where} stands what looks like orders; it was not read: {remedy}, or attach it"


def _unopened(letter: Letter, words: Collection[str]) -> Iterator[str]:
    """What is said of parts that were not opened and look like orders."""
    for text in letter.closed:
        for one in passed_over(text.said, (), words)[:1]:
            at = f"{text.attached}:{one.line} ({one.word})"
            yield f"at {at} stands what looks like orders; {text.attached} was not opened: {_TEXTS}"


_TEXTS: Final = "give it a name that ends with .yaml or .txt"


def _left(letter: Letter, repeats: bool) -> Iterator[str]:
    """What of a letter was not looked at."""
    if letter.unread:
        yield f"Not opened: {', '.join(letter.unread)}."
    if repeats:
        yield "Not read: what your letter quotes, since a file is attached to it."


def _counts_only_typed(letter: Letter) -> bool:
    """Whether a file that the text quotes is none: absence notices quote the form they answer."""
    return letter.relayed or _has_attached(letter)


def _has_attached(letter: Letter) -> bool:
    return any(files_in(text.said) for text in letter.texts if text.attached)


def _only_quoted(letter: Letter) -> bool:
    """Whether the text quotes a file, which was passed over for what is attached."""
    own = [text.said for text in letter.texts if not text.attached]
    return _has_attached(letter) and any(
        files_in(said) != files_in(said, typed=True) for said in own
    )


def _words_of(system: AnySystem) -> tuple[str, ...]:
    """The words that begin a line of a player's files in a system."""
    sections = (section.name for section in system.sections)
    return (*sections, *system.order_lines, *standing_sections(system))


def _found(text: Text, raw: bytes, said: str) -> Found:
    """A file with what its head says; an untouched bare file keeps its bytes, and so its hash."""
    data = said.encode()
    if text.said == raw.decode("utf-8", "replace") and text.said.strip() == said.strip():
        data = raw
    head = head_of(data, BODY)
    kind = kind_of(data)
    player = head.get({"orders": "player"}.get(kind, kind))
    return Found(
        name=text.attached or BODY,
        data=data,
        kind=kind,
        player=id_said(player),
        deputy=id_said(head.get("deputy")),
        game=game_of(str(head.get("window") or "")),
    )


def game_of(window: str) -> str:
    """The game that a window names: `france-40 1940-jul.1.axis/combat`."""
    return window.split(" ")[0].lower()
