"""What a letter comes to: which of its files count, what its sender and the moderator are told.

Decides: that a stranger's letter is refused and told to the moderator alone, that of several files
for one thing none counts, what a receipt says, and who gets it.
Leaves to `contents`: what in a letter is a file; to `senders`: whose it is; to `store.checking`:
what is wrong with a file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import head_of, is_window, open_window, sha256
from pbem.moderation.protests import KIND
from pbem.moderation.receipt import WAITS, Checked, receipt_text, verdict
from pbem.post.cleaning import own_words
from pbem.post.contents import (
    BODY,
    EMPTY,
    WHOLE,
    Contents,
    Found,
    Share,
    contents_of,
    shared,
)
from pbem.post.failing import TROUBLE
from pbem.post.kept import COUNTS, FORMAT, UNCLEAR, mark_of, marks
from pbem.post.letters import Letter
from pbem.post.limits import Tries, most_unread, silence, tries
from pbem.post.office import Office
from pbem.post.queue import home_of
from pbem.post.senders import phrases_said, refused, writer_by_address, writer_of
from pbem.store.checking import Desk, checked_file
from pbem.store.directory import GameDirectory
from pbem.store.protests import next_number

ELSEWHERE: Final = "elsewhere"  # a letter whose files are all for other games


@dataclass(frozen=True, slots=True)
class Judged:
    """A letter judged: its outcome, what the moderator is told, whom and what one answers.

    `said` marks what was typed where nothing was read; `guesses` counts wrong passphrases that were
    tried, by player; `over`: the day, if no more were tried.
    """

    outcome: str
    told: tuple[str, ...]
    to: str = ""
    answer: str = ""
    files: tuple[Found, ...] = ()
    counts: tuple[int, ...] = ()
    said: str = ""
    guesses: Mapping[str, int] = field(default_factory=dict)
    over: str = ""
    known: int = 0  # the number under which it came before
    trouble: bytes = b""  # where the program failed

    @property
    def kept_files(self) -> dict[str, bytes]:
        """What is kept beside the letter, by name."""
        files = {f"{n}.yaml": item.data for n, item in enumerate(self.files, start=1)}
        return {**files, TROUBLE: self.trouble} if self.trouble else files

    def record(self, letter: Letter, now: str) -> dict[str, Any]:
        """What is kept of it, so that what is left of the work can be done after a stop."""
        counting = {f"{n + 1}.yaml": self.files[n] for n in self.counts}
        return {
            "format": FORMAT,
            "came": now,
            "from": letter.sender,
            "subject": letter.subject,
            "message": letter.ident,
            "written": letter.written,
            "outcome": self.outcome,
            "told": list(self.told),
            "to": self.to,
            "answer": self.answer,
            "places": {name: item.place for name, item in counting.items() if item.kind != KIND},
            "protests": [name for name, item in counting.items() if item.kind == KIND],
            "waiting": [name for name, item in counting.items() if item.waits_for],
            "files": marks(item.data for item in self.files),
            "said": self.said,
            "guesses": dict(self.guesses),
            "over": self.over,
        }


def judged(office: Office, letter: Letter, day: str, share: Share = WHOLE) -> Judged:
    """What a letter, or a game's share of it, comes to that arrives on a day."""
    if letter.robot:
        return Judged("robot", (f"not answered: {letter.robot}",))
    if letter.trouble:
        return unread(office, letter, day, letter.trouble)
    if share.unclear:
        return _unclear(office, letter, day, share)
    found = shared(contents_of(office.directory.game.system, letter), share)
    if not found.files and share.others:
        return Judged(ELSEWHERE, ())
    if not found.files:
        return unread(office, letter, day, _NONE, found)
    if number := office.kept.copied(letter, [item.data for item in found.files]):
        return Judged("known", ("it came before with the same files, which counted",), known=number)
    tried = tries(office.kept, letter.sender, day, phrases_said(letter))
    for item in found.files:
        if why := _refused(office.directory, letter, item, tried):
            return _turned_away(office, why, found.files, tried)
    return _with_receipts(office, letter, found)


_NONE: Final = "no orders, standing orders, answers or protest are in it"


def _refused(directory: GameDirectory, letter: Letter, item: Found, tried: Tries) -> str:
    """Why a file of a letter is not his whose name it bears; nothing if it may be."""
    if item.kind == "overrides":
        return "it rules, which the moderator alone does, in the folder overrides/"
    return refused(directory, letter, item.player, item.deputy, tried)


def _turned_away(office: Office, why: str, found: tuple[Found, ...], tried: Tries) -> Judged:
    """A letter that is refused. Where passphrases are guessed, their player is told once a day."""
    over = tried.over
    is_new = over and (tried.day, over) not in office.kept.warned
    return Judged(
        "refused",
        (why, _UNTRIED) if over else (why,),
        over if is_new else "",
        GUESSED if is_new else "",
        files=found,
        guesses=tried.wrong,
        over=tried.day if over else "",
    )


_UNTRIED: Final = "if it is his, hand it in --by-hand; or hand it in again tomorrow (UTC)"
GUESSED: Final = """\
Letters in your name say one wrong passphrase after the other today. None of them counts, and what
you sent before still does. Until the day ends (UTC) such letters are not looked at any more: if one
of yours is not answered, tell the moderator, who can take it in himself.
"""


# --- letters in which nothing is read ------------------------------------------------------------


def unread(office: Office, letter: Letter, day: str, why: str, found: Contents = EMPTY) -> Judged:
    """A letter in which nothing is read."""
    lines = "".join(f"{line}\n" for line in (*found.lost, *found.left))
    answer = _NOTHING.format(why=why, lines=lines)
    given = Judged("nothing", (why, *found.lost), answer=answer, said=_said(letter))
    return answered(office, letter, day, given)


def _said(letter: Letter) -> str:
    """What stands for what was typed in a letter; empty if other things may tell it from others."""
    words = " ".join(own_words(text.said) for text in letter.texts).strip()
    return mark_of(words) if words and not letter.unread else ""


def _unclear(office: Office, letter: Letter, day: str, share: Share) -> Judged:
    """A letter of a player for which no game can be named."""
    answer = _NOWHERE.format(why=share.unclear, games=", ".join(share.plays), game=share.game)
    given = Judged(UNCLEAR, (share.unclear,), answer=answer, said=_said(letter))
    return answered(office, letter, day, given)


def answered(office: Office, letter: Letter, day: str, given: Judged) -> Judged:
    """An answer that nothing was read, if its sender is a player, but not again and again: where a
    program answers it, that would go on for ever."""
    writer, most = writer_by_address(office.directory, letter.sender), most_unread(letter.hushed)
    before = office.kept.unread.get((day, letter.sender), [])
    if not writer:
        return replace(given, answer="")
    if silent := silence(before, given.said, most):
        return replace(given, told=(*given.told, silent), answer="")
    last = _LAST if len(before) + 1 == most else ""
    return replace(given, to=writer, answer=f"{given.answer}{last}")


_NOTHING: Final = """\
Nothing in your letter counts: {why}.
{lines}An order file begins with the lines `window:` and `player:` of its form.
"""
_NOWHERE: Final = """\
Nothing in your letter counts: {why}. You play in {games}.
Send it again with the name of the game in brackets in the subject, as [{game}], or in the line
`window:` of each file.
"""
_LAST: Final = """
This is the last answer of its kind today: letters in which nothing can be read are not answered
again before tomorrow (UTC). The moderator sees them; what counts is always answered.
"""


# --- receipts ------------------------------------------------------------------------------------


def _with_receipts(office: Office, letter: Letter, contents: Contents) -> Judged:
    """The receipts of a letter's files, which of them count, and the answer."""
    directory = office.directory
    pairs = [_checked(office.desk, item) for item in contents.files]
    found = tuple(item for item, _ in pairs)
    counts: list[int] = []
    lines = ["handed in by the moderator"] if letter.by_hand else list[str]()
    for number, (item, receipt) in enumerate(pairs):
        rivals = sum(other.place == item.place for other in found)
        if rivals > 1:
            lines.append(
                f"{item.name}: {rivals} files in this letter are for one thing; none counts"
            )
        elif item.kind == "game" or has_errors(receipt.findings):
            lines.append(f"{item.name}: {verdict(receipt)}{_still(directory, item)}")
        else:
            before = [found[one] for one in counts]
            counts.append(number)
            kept = f"{_counts(directory, item, before)}{_older(office, letter, item)}"
            lines.append(f"{item.name}: {verdict(receipt)}; {kept}")
    outcome = COUNTS if len(counts) == len(found) else "bad"
    writer = _answered(directory, letter, found[0])
    receipts = (receipt_text(receipt) for _, receipt in pairs)
    answer = "\n".join([*lines, *contents.lost, *contents.left, "", *receipts])
    return Judged(outcome, (*lines, *contents.lost), writer, answer, found, tuple(counts))


def _answered(directory: GameDirectory, letter: Letter, first: Found) -> str:
    """Who is answered: whose letter it must be, or who writes from its address."""
    writer = writer_of(directory, first.player, first.deputy)
    known = writer in directory.roster.players
    return writer if known else writer_by_address(directory, letter.sender)


def _counts(directory: GameDirectory, item: Found, before: Sequence[Found]) -> str:
    """What a file comes to that counts; `before`: those of its letter that do."""
    if item.waits_for:
        return "in place of any before it"
    if item.kind != KIND:
        return "it counts, in place of any before it"
    number = next_number(directory) + sum(other.kind == KIND for other in before)
    return f"it is protest {number}, open until it is ruled on"


def _checked(desk: Desk, item: Found) -> tuple[Found, Checked]:
    """A file with the window for which it waits, if it does, and its receipt."""
    receipt = checked_file(desk, item.name, item.data)
    if any(finding.code == WAITS for finding in receipt.findings):
        item = replace(item, waits_for=str(head_of(item.data, BODY)["window"]))
    return item, receipt


def _still(directory: GameDirectory, item: Found) -> str:
    """What counts although a later file came that does not: one of an older window does not."""
    named = {item.player, item.deputy or item.player}
    if item.kind == KIND or not named <= directory.roster.players.keys():
        return ""  # what is no player's name is none of a file's either
    data = _lies(directory, item)
    if not data or not _is_for(item, data, _window(directory)):
        return "; nothing of yours counts yet"
    return f"; your earlier file still counts (SHA-256 {sha256(data)[:8]})"


def _older(office: Office, letter: Letter, item: Found) -> str:
    """That a file takes the place of one that was written after it, by the dates of both letters.

    What comes last counts: a date is what the writer's clock says, and clocks are wrong.
    """
    before, data = office.kept.written.get(item.place, ""), _lies(office.directory, item)
    said = head_of(item.data, BODY).get("window")
    if not (letter.written and letter.written < before and _is_for(item, data, str(said))):
        return ""
    dates = f"its letter was written {letter.written}, the one before it {before} (UTC)"
    return f", though {dates}: if that one was right, send it again"


def _lies(directory: GameDirectory, item: Found) -> bytes:
    """The file that lies where a file would be put."""
    path = (directory.root if item.waits_for else home_of(directory)) / item.place
    return directory.read(path) if item.kind != KIND and path.is_file() else b""


def _is_for(item: Found, data: bytes, window: str) -> bool:
    """Whether a file is for a window, like another of its kind; standing orders are for all."""
    said = str(head_of(data, BODY).get("window", ""))
    return bool(data) and (item.kind == "standing" or is_window(said, window))


def _window(directory: GameDirectory) -> str:
    return open_window(directory.game, directory.state())
