"""A letter received into a game: whose it is, what counts of it, and what is answered.

Every letter is kept whole in `mail/received/`, with the files that were read in it and what became
of them. The newest file without errors counts: it lies in `orders/`, `standing/` or `answers/`
under its player's name, in place of an older one; it never joins it. A file with errors changes
nothing, and its answer says what still counts.

Decides: that a stranger's letter is refused and told to the moderator alone, what counts, what the
answer says, that a letter that came before changes nothing.
Leaves to `cleaning`: what in a letter is a file; to `senders`: whose it is; to `store.checking`:
what is wrong with a file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pbem.core.data.findings import (
    AuditError,
    FileTrouble,
    PbemError,
    has_errors,
    id_said,
)
from pbem.core.orders.orders import head_of, is_window, open_window, sha256, standing_sections
from pbem.core.rules.system import System
from pbem.moderation.protests import KIND, read_objection
from pbem.moderation.receipt import WAITS, Checked, receipt_text, verdict
from pbem.moderation.window import kind_of
from pbem.post.cleaning import files_in, without_passphrase
from pbem.post.letters import Letter, Text
from pbem.post.outgoing import Answer, put
from pbem.post.queue import home_of, open_queue, waiting_name
from pbem.post.senders import refused, writer_by_address, writer_of
from pbem.store.checking import Desk, checked_file
from pbem.store.directory import GameDirectory
from pbem.store.files import files_in as files_there
from pbem.store.files import no_link, told, write_file, write_folder
from pbem.store.protests import enter, next_number

RECEIVED: Final = Path("mail", "received")
LETTER: Final = "letter.eml"
RECORD: Final = "record.json"
DONE: Final = "done"
BODY: Final = "letter"
MOST_FILES: Final = 12

_KEPT: Final = ("outcome", "places", "to", "answer", "came", "message")
_FOLDER = re.compile(r"(\d{5})-([0-9a-f]{16})-([0-9a-f]{16})")


@dataclass(frozen=True, slots=True)
class Found:
    """A file in a letter, and who sent it: the player himself or his deputy."""

    name: str
    data: bytes
    kind: str
    player: str
    deputy: str
    waits_for: str = ""  # a window that is still to come

    @property
    def place(self) -> str:
        """Where it lies in the game once it counts."""
        if self.kind == KIND:
            return f"{KIND}/{sha256(self.data)}"  # it replaces none
        by = f"-by-{self.deputy}" if self.deputy else ""
        then = waiting_name(self.waits_for) if self.waits_for else ""
        return f"{self.kind}/{self.player}{then}{by}.yaml"


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a letter: a line for the moderator, and where its answer lies.

    `outcome`: counts, bad, refused, nothing, known (it came before), robot.
    """

    letter: str
    number: int
    outcome: str
    told: tuple[str, ...]
    answer: Path | None = None


def receive(directory: GameDirectory, letter: Letter, now: str) -> Handled:
    """Receive a letter into a game; the caller holds the lock. `now` is the time of its arrival."""
    finish(directory)
    open_queue(directory, now)
    if known := _known(directory, letter):
        return Handled(letter.name, known, "known", ("it came before, and was answered then",))
    number = _next_number(directory)
    judged = _judge(directory, letter)
    folder = _kept_folder(directory, number, letter)
    files: dict[str, str | bytes] = {LETTER: letter.raw}
    files |= {f"{n}.yaml": item.data for n, item in enumerate(judged.files, start=1)}
    files[RECORD] = json.dumps(judged.record(letter, now), indent=1, ensure_ascii=False) + "\n"
    write_folder(folder, files, private=[*files])
    answer = _carry_out(directory, folder)
    return Handled(letter.name, number, judged.outcome, judged.told, answer)


# --- what is thought of a letter -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Judged:
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
            "format": "pbem-letter/1",
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


def _judge(directory: GameDirectory, letter: Letter) -> _Judged:
    """What a letter comes to."""
    writer = writer_by_address(directory, letter.sender)
    if letter.robot:
        return _Judged("robot", (f"not answered: {letter.robot}",))
    if letter.trouble:
        return _Judged("nothing", (letter.trouble,), writer, _nothing_read(letter.trouble))
    found = _files(directory, letter)
    if not found:
        why = "no orders, standing orders, answers or protest are in it"
        return _Judged("nothing", (why,), writer, _nothing_read(why, letter.unread))
    for item in found:
        if why := _refused(directory, letter, item):
            return _Judged("refused", (why,), files=found)
    return _with_receipts(directory, letter, found)


def _nothing_read(why: str, unread: Sequence[str] = ()) -> str:
    left = f"\nNot opened: {', '.join(unread)}." if unread else ""
    return (
        f"Nothing in your letter counts: {why}.{left}\n"
        "An order file begins with the lines `window:` and `player:` of its form.\n"
    )


def _files(directory: GameDirectory, letter: Letter) -> tuple[Found, ...]:
    """The files of a letter, one that is twice once.

    What is typed into its text counts beside files that are attached; what the text only quotes, as
    the form that was answered, does not.
    """
    words = _words_of(directory.game.system)
    attached = _has_attached(letter)
    found: list[Found] = []
    for text in letter.texts:
        typed = attached and not text.attached
        for said in files_in(without_passphrase(text.said), words, typed=typed):
            item = _found(text, letter.raw, said)
            if all(item.data.strip() != other.data.strip() for other in found):
                found.append(item)
    return tuple(found[:MOST_FILES])


def _has_attached(letter: Letter) -> bool:
    return any(files_in(text.said) for text in letter.texts if text.attached)


def _only_quoted(letter: Letter) -> bool:
    """Whether the text quotes a file, which was passed over for what is attached."""
    own = [text.said for text in letter.texts if not text.attached]
    return _has_attached(letter) and any(
        files_in(said) != files_in(said, typed=True) for said in own
    )


def _words_of(system: System) -> tuple[str, ...]:
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
    player = head.get({"orders": "player"}.get(kind, kind)) or ""
    return Found(
        text.attached or BODY, data, kind, id_said(player), id_said(head.get("deputy") or "")
    )


def _refused(directory: GameDirectory, letter: Letter, item: Found) -> str:
    """Why a file of a letter is not his whose name it bears; nothing if it may be."""
    if item.kind == "overrides":
        return "it rules, which the moderator alone does, in the folder overrides/"
    return refused(directory, letter, item.player, item.deputy)


# --- receipts ------------------------------------------------------------------------------------


def _with_receipts(directory: GameDirectory, letter: Letter, found: tuple[Found, ...]) -> _Judged:
    """The receipts of a letter's files, which of them count, and the answer."""
    desk = Desk(directory.game, directory.state(), directory)
    pairs = [_checked(desk, item) for item in found]
    found = tuple(item for item, _ in pairs)
    counts: list[int] = []
    lines: list[str] = []
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
    return _Judged(outcome, tuple(lines), writer, answer, found, tuple(counts))


def _left_out(letter: Letter) -> Iterator[str]:
    """What of a letter was not looked at."""
    if letter.unread:
        yield f"Not opened: {', '.join(letter.unread)}."
    if _only_quoted(letter):
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


# --- what is kept --------------------------------------------------------------------------------


def _received(directory: GameDirectory) -> list[Path]:
    """The folders of all letters, in their order."""
    folder = directory.root / RECEIVED
    found = files_there(directory.root, folder, "*") if folder.exists() else []
    return sorted(path for path in found if _FOLDER.fullmatch(path.name) and path.is_dir())


def _next_number(directory: GameDirectory) -> int:
    folders = _received(directory)
    return int(folders[-1].name[:5]) + 1 if folders else 1


def _kept_folder(directory: GameDirectory, number: int, letter: Letter) -> Path:
    folder = directory.root / RECEIVED
    with told(folder):
        no_link(directory.root, folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{number:05}-{_mark(letter.raw)}-{_mark(letter.ident.encode())}"


def _mark(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _known(directory: GameDirectory, letter: Letter) -> int:
    """The number under which a letter came before; 0 if it is new.

    The bytes decide, or the Message-ID of one that was not refused: a list may add a footer.
    """
    raw, ident = _mark(letter.raw), _mark(letter.ident.encode())
    for folder in _received(directory):
        number, kept, named = folder.name.split("-")
        if kept == raw:
            return int(number)
        if letter.ident and named == ident and _record(directory, folder)["outcome"] == "counts":
            return int(number)
    return 0


def _record(directory: GameDirectory, folder: Path) -> dict[str, Any]:
    path = folder / RECORD
    try:
        found = json.loads(directory.text(path))
        return {"protests": [], "waiting": [], **found} | {key: found[key] for key in _KEPT}
    except (ValueError, KeyError, TypeError):
        raise FileTrouble(f"{path}: this record is damaged", hint="restore the folder") from None


# --- what is done --------------------------------------------------------------------------------


def finish(directory: GameDirectory) -> None:
    """Do what a stopped command left of the letters that it had kept."""
    for folder in reversed(_received(directory)):
        if (folder / DONE).exists():
            return
        _carry_out(directory, folder)


def _carry_out(directory: GameDirectory, folder: Path) -> Path | None:
    """Put the files that count into their places and the answer into the outbox; done twice it
    does the same."""
    record = _record(directory, folder)
    for name, place in record["places"].items():
        path = (directory.root if name in record["waiting"] else home_of(directory)) / place
        with told(path.parent):
            no_link(directory.root, path.parent).mkdir(exist_ok=True)
        write_file(path, directory.read(folder / name))
    entered = _entered(directory, folder, record)
    answer = None
    if record["to"] and record["answer"]:
        answer = put(directory, _answer(directory, folder, record, entered))
    write_file(folder / DONE, "")
    return answer


def _entered(directory: GameDirectory, folder: Path, record: dict[str, Any]) -> dict[str, bytes]:
    """The protests of a letter, entered; what their player keeps of them."""
    kept = {}
    for name in record["protests"]:
        objection = read_objection(directory.read(folder / name), name)
        try:
            made = enter(directory, objection, f"letter {int(folder.name[:5])}, {name}")
        except AuditError:
            raise
        except PbemError as trouble:  # its run was taken back since the letter was read
            kept[f"{KIND}-not-entered-{name}"] = f"{trouble.message}\n".encode()
        else:
            kept[f"{KIND}-{made.number}.yaml"] = made.text().encode()
    return kept


def _answer(
    directory: GameDirectory, folder: Path, record: dict[str, Any], entered: dict[str, bytes]
) -> Answer:
    number = int(folder.name[:5])
    word = {"counts": "received", "bad": "not accepted", "nothing": "nothing read"}
    return Answer(
        name=f"in-{number:05}-receipt-{record['to']}",
        to=record["to"],
        subject=f"{word.get(record['outcome'], 'received')} (letter {number})",
        text=record["answer"],
        date=record["came"],
        replies_to=record["message"],
        attached={
            place.replace("/", "-"): directory.read(folder / name)
            for name, place in record["places"].items()
        }
        | entered,
    )
