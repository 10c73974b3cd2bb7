"""What a letter comes to: which of its files count, what its sender and the moderator are told.

Decides: that a stranger's letter is refused and told to the moderator alone, that of several files
for one thing none counts, what a receipt says, and who gets it.
Leaves to `contents`: what in a letter is a file; to `senders`: whose it is; to `store.checking`:
what is wrong with a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import head_of, is_window, open_window, sha256
from pbem.moderation.protests import KIND
from pbem.moderation.receipt import WAITS, Checked, receipt_text, verdict
from pbem.post.contents import BODY, Found, files_of, only_quoted
from pbem.post.kept import FORMAT
from pbem.post.letters import Letter
from pbem.post.office import Office
from pbem.post.queue import home_of
from pbem.post.senders import refused, writer_by_address, writer_of
from pbem.store.checking import Desk, checked_file
from pbem.store.directory import GameDirectory
from pbem.store.protests import next_number


@dataclass(frozen=True, slots=True)
class Judged:
    """A letter judged: its outcome, what the moderator is told, whom and what one answers."""

    outcome: str
    told: tuple[str, ...]
    to: str = ""
    answer: str = ""
    files: tuple[Found, ...] = ()
    counts: tuple[int, ...] = ()

    def record(self, letter: Letter, now: str) -> dict[str, Any]:
        """What is kept of it, so that what is left of the work can be done after a stop."""
        return {
            "format": FORMAT,
            "came": now,
            "from": letter.sender,
            "subject": letter.subject,
            "message": letter.ident,
            "outcome": self.outcome,
            "told": list(self.told),
            "to": self.to,
            "answer": self.answer,
            "places": {
                f"{n + 1}.yaml": self.files[n].place
                for n in self.counts
                if self.files[n].kind != KIND
            },
            "protests": [f"{n + 1}.yaml" for n in self.counts if self.files[n].kind == KIND],
            "waiting": [f"{n + 1}.yaml" for n in self.counts if self.files[n].waits_for],
        }


def judged(office: Office, letter: Letter) -> Judged:
    """What a letter comes to."""
    directory = office.directory
    writer = writer_by_address(directory, letter.sender)
    if letter.robot:
        return Judged("robot", (f"not answered: {letter.robot}",))
    if letter.trouble:
        return Judged("nothing", (letter.trouble,), writer, _nothing_read(letter.trouble))
    found = files_of(directory.game.system, letter)
    if not found:
        why = "no orders, standing orders, answers or protest are in it"
        return Judged("nothing", (why,), writer, _nothing_read(why, letter.unread))
    for item in found:
        if why := _refused(directory, letter, item):
            return Judged("refused", (why,), files=found)
    return _with_receipts(office, letter, found)


def _nothing_read(why: str, unread: Sequence[str] = ()) -> str:
    left = f"\nNot opened: {', '.join(unread)}." if unread else ""
    return (
        f"Nothing in your letter counts: {why}.{left}\n"
        "An order file begins with the lines `window:` and `player:` of its form.\n"
    )


def _refused(directory: GameDirectory, letter: Letter, item: Found) -> str:
    """Why a file of a letter is not his whose name it bears; nothing if it may be."""
    if item.kind == "overrides":
        return "it rules, which the moderator alone does, in the folder overrides/"
    return refused(directory, letter, item.player, item.deputy)


# --- receipts ------------------------------------------------------------------------------------


def _with_receipts(office: Office, letter: Letter, found: tuple[Found, ...]) -> Judged:
    """The receipts of a letter's files, which of them count, and the answer."""
    directory = office.directory
    pairs = [_checked(office.desk, item) for item in found]
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
            lines.append(f"{item.name}: {verdict(receipt)}; {_counts(directory, item, before)}")
    outcome = "counts" if len(counts) == len(found) else "bad"
    writer = _answered(directory, letter, found[0])
    answer = "\n".join(
        [*lines, *_left_out(letter), "", *(receipt_text(receipt) for _, receipt in pairs)]
    )
    return Judged(outcome, tuple(lines), writer, answer, found, tuple(counts))


def _left_out(letter: Letter) -> Iterator[str]:
    """What of a letter was not looked at."""
    if letter.unread:
        yield f"Not opened: {', '.join(letter.unread)}."
    if only_quoted(letter):
        yield "Not read: what your letter quotes, since a file is attached to it."


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
    if item.kind == KIND:
        return ""
    path = home_of(directory) / item.place
    data = directory.read(path) if path.is_file() else b""
    window = str(head_of(data, BODY).get("window", ""))
    is_old = item.kind != "standing" and not is_window(window, _window(directory))
    if not data or is_old:
        return "; nothing of yours counts yet"
    return f"; your earlier file still counts (SHA-256 {sha256(data)[:8]})"


def _window(directory: GameDirectory) -> str:
    return open_window(directory.game, directory.state())
