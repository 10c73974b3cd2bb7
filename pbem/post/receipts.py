"""The receipts of a letter's files: which of them count, and what its sender reads about each.

Decides: that of several files for one thing none counts, what of an earlier file is said, who gets
the answer.
Leaves to `store.checking`: what is wrong with a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import head_of, is_window, open_window, sha256
from pbem.moderation.protests import KIND
from pbem.moderation.receipt import WAITS, Checked, receipt_text, verdict
from pbem.post.contents import BODY, Contents, Found
from pbem.post.judged import Judged
from pbem.post.kept import COUNTS, file_name, mark, sources
from pbem.post.letters import Letter
from pbem.post.office import Arrival
from pbem.post.queue import home_of
from pbem.post.senders import writer_by_address, writer_of
from pbem.store.checking import checked_file
from pbem.store.directory import GameDirectory
from pbem.store.protests import entered_from, next_number


def with_receipts(arrival: Arrival, contents: Contents) -> Judged:
    """The receipts of a letter's files, which of them count, and the answer."""
    directory, letter = arrival.directory, arrival.letter
    pairs = [_checked(arrival, item, at) for at, item in enumerate(contents.files, start=1)]
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
            kept = f"{_counts(directory, item, before)}{_older(arrival, item)}"
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
    new = sum(other.kind == KIND and not other.entered for other in before)
    number = item.entered or next_number(directory) + new
    return f"it is protest {number}, open until it is ruled on"


def _checked(arrival: Arrival, item: Found, at: int) -> tuple[Found, Checked]:
    """A file with the window for which it waits, if it does, and its receipt; `at`: its place among
    those of its letter."""
    if item.kind == KIND:
        item = replace(item, entered=_entered(arrival, at))
    receipt = checked_file(arrival.office.desk, item.name, item.data, item.entered)
    if any(finding.code == WAITS for finding in receipt.findings):
        item = replace(item, waits_for=str(head_of(item.data, BODY)["window"]))
    return item, receipt


def _entered(arrival: Arrival, at: int) -> int:
    """The protest that a file of the letter was when it came before and failed; mostly none."""
    if not arrival.office.kept.before(arrival.letter):
        return 0
    names = sources(arrival.directory, mark(arrival.letter.known_by), file_name(at))
    made = entered_from(arrival.directory, names)
    return made.number if made else 0


def _still(directory: GameDirectory, item: Found) -> str:
    """What counts although a later file came that does not: one of an older window does not."""
    named = {item.player, item.deputy or item.player}
    if item.kind == KIND or not named <= directory.roster.players.keys():
        return ""  # what is no player's name is none of a file's either
    data = _lies(directory, item)
    if not data or not _is_for(item, data, _window(directory)):
        return "; nothing of yours counts yet"
    return f"; your earlier file still counts (SHA-256 {sha256(data)[:8]})"


def _older(arrival: Arrival, item: Found) -> str:
    """That a file takes the place of one that was written after it, by the dates of both letters.

    What comes last counts: a date is what the writer's clock says, and clocks are wrong.
    """
    written, before = arrival.letter.written, arrival.office.kept.written.get(item.place, "")
    said = str(head_of(item.data, BODY).get("window"))
    if not (written and written < before and _is_for(item, _lies(arrival.directory, item), said)):
        return ""
    dates = f"its letter was written {written}, the one before it {before} (UTC)"
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
