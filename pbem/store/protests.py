"""The protests of a game: `protests/N/protest.yaml`, `ruling.yaml` and the case that came of it.

A folder is written first, then its line in the register; the head of every later log names each
protest and each ruling by the SHA-256 of its file. So none is lost, changed or ruled on unseen.

Decides: which objections stand, that one paragraph is protested against once by a player, what a
ruling may name, which protests a report tells. Leaves to `moderation.protests`: their words.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.findings import Finding, PbemError, UsageError, has_errors, suggest
from pbem.core.data.letters import named, strange
from pbem.core.data.yamlio import read_data_text
from pbem.core.orders.orders import sha256
from pbem.core.reading.report import verdict_lines
from pbem.core.reading.scene import Scene
from pbem.core.record.dice import nonce
from pbem.core.record.ledger import Entry
from pbem.core.record.views import PUBLIC, visible_entries, visible_state
from pbem.moderation.protests import (
    KIND,
    Objection,
    Protest,
    Ruling,
    protest_in,
    protested,
    readers_of,
    refused,
    ruling_in,
)
from pbem.moderation.receipt import Checked
from pbem.store.directory import GameDirectory, RunName, run_name
from pbem.store.files import inside, told, write_file, write_folder
from pbem.store.reconciling import (
    note,
    protest_data,
    reconcile,
    refuse_barred,
    ruling_data,
    waits,
)
from pbem.store.register import PROTESTS, Story

FOLDER: Final = "protests"
FILE: Final = "protest.yaml"
RULED: Final = "ruling.yaml"
CASE: Final = "case.yaml"
LONGEST: Final = 4000  # characters of a text


def read_protests(directory: GameDirectory) -> tuple[Protest, ...]:
    """Every protest of a game with its ruling, by number."""
    folder = directory.root / FOLDER
    found = folder.glob(f"*/{FILE}") if folder.is_dir() else ()
    numbers = sorted(int(path.parent.name) for path in found if path.parent.name.isdecimal())
    return tuple(read_protest(directory, number) for number in numbers)


def read_protest(directory: GameDirectory, number: int) -> Protest:
    """One protest with its ruling."""
    folder = directory.root / FOLDER / str(number)
    ruled = folder / RULED
    ruling = ruling_in(number, _read(directory, ruled, "ruling")) if ruled.is_file() else None
    return protest_in(_read(directory, folder / FILE, "protested"), ruling)


def _read(directory: GameDirectory, path: Path, schema: str) -> dict[str, Any]:
    data = read_data_text(directory.text(path), str(path))
    schemas.require(f"core/{schema}", data, str(path))
    return dict(data)


def open_protests(directory: GameDirectory) -> tuple[Protest, ...]:
    """Those that are not ruled on."""
    return tuple(one for one in read_protests(directory) if one.ruling is None)


# --- entering ------------------------------------------------------------------------------------


def checked_objection(
    directory: GameDirectory, name: str, objection: Objection, entered: int = 0
) -> Checked:
    """The receipt of an objection: what it is against, and who will read it.

    `entered`: the protest that it is already, where its letter was stopped after that.
    """
    findings, readings, remarks = list(objection.findings), [], []
    if not has_errors(findings):
        try:
            entry = _entry(directory, objection)
            findings += _again(directory, objection, entered)
            readings.append((KIND, f"against {_title(directory, objection, entry)}"))
            readings.append(("because", objection.reason))
            remarks.append(_read_by(*readers_of(_whole(directory, objection))))
        except UsageError as trouble:
            findings.append(refused(objection, trouble))
    return Checked(
        name,
        KIND,
        objection.player,
        objection.sha256,
        tuple(readings),
        tuple(remarks),
        tuple(findings),
    )


def _read_by(readers: tuple[str, ...], partly: bool) -> str:
    if not readers:
        return "everybody reads it in the reports until it is ruled on"
    told = f"{', '.join(readers)} and the moderator read it until it is ruled on"
    return f"{told}; the others, that there is one" if partly else told


def _entry(directory: GameDirectory, objection: Objection) -> Entry:
    """The paragraph as the player sees it; UsageError where there is none for him."""
    if objection.player not in directory.state().players():
        raise UsageError(
            f"'{objection.player}' plays no power in this game",
            hint=suggest(objection.player, directory.state().players()),
        )
    return protested(_entries(directory, objection.run), objection.player, objection.paragraph)


def _entries(directory: GameDirectory, run: str) -> list[Entry]:
    return directory.entries(directory.folder(_played(directory, run)))


def _played(directory: GameDirectory, run: str) -> RunName:
    """The run of which a report was sent."""
    name = directory.known(run)
    if name == RunName(0):
        raise UsageError("run 0 is the position in which the game began; nothing was played")
    return name


def _whole(directory: GameDirectory, objection: Objection) -> Entry:
    """The paragraph as the moderator sees it."""
    entries = _entries(directory, objection.run)
    return next(e for e in entries if e.body.get("par") == objection.paragraph)


def _title(directory: GameDirectory, objection: Objection, entry: Entry) -> str:
    """The paragraph by its number and its first line in the report of the player."""
    about = f"[{objection.paragraph}] of run {objection.run}"
    if entry.kind != "verdict":
        return f"{about}, {directory.game.system.kind(entry.body['decision']).title}"
    run = directory.known(objection.run)
    before, after = directory.state(directory.before(run)), directory.state(run)
    scene = Scene(
        directory.game,
        objection.player,
        visible_state(before, objection.player),
        visible_state(after, objection.player),
        visible_entries(directory.entries(directory.folder(run)), objection.player),
    )
    lines = verdict_lines(scene, entry)
    return f"{about}, {lines[0]}" if lines else about


def _again(directory: GameDirectory, objection: Objection, entered: int) -> Iterator[Finding]:
    """Another protest of the same player against the same paragraph, entered before."""
    last = directory.last_line(run_name(objection.run))
    for one in read_protests(directory):
        known = (one.player, one.last, one.paragraph)
        same = known == (objection.player, last, objection.paragraph)
        if same and one.number != entered:
            state = one.ruling.outcome if one.ruling else "still open"
            yield refused(objection, f"this is protest {one.number}, which is {state}")


def next_number(directory: GameDirectory) -> int:
    """The number that the next protest gets."""
    return len(reconcile(directory).protests) + 1


def entered_from(directory: GameDirectory, sources: Collection[str]) -> Protest | None:
    """The protest that came from one of these before, if one did."""
    return next((one for one in read_protests(directory) if one.source in sources), None)


def enter(directory: GameDirectory, objection: Objection, sources: Sequence[str] = ()) -> Protest:
    """Give an objection its number and keep it; the caller holds the lock.

    `sources` name the letter in which it came, each time that it did, the last one first: what came
    from there before is not entered twice.
    """
    story = reconcile(directory)
    if known := entered_from(directory, sources):
        return known
    refuse_barred(directory, story, "protested")
    _refuse_unseen(reason=objection.reason, cite=objection.cite)
    found = checked_objection(directory, KIND, objection)
    if has_errors(found.findings):
        raise PbemError("this protest cannot stand", findings=found.findings)
    readers, partly = readers_of(_whole(directory, objection))
    made = Protest(
        number=len(story.protests) + 1,
        game=directory.roster.game,
        player=objection.player,
        run=objection.run,
        paragraph=objection.paragraph,
        reason=objection.reason,
        last=directory.last_line(run_name(objection.run)),
        register=dict(story.tip),
        before=story.played + 1,
        aside=_aside(directory, story),
        cite=objection.cite,
        deputy=objection.deputy,
        readers=readers,
        partly=partly,
        source=next(iter(sources), ""),
    )
    made = replace(made, nonce=_nonce(directory, made.text()))
    text = made.text()
    folder = inside(directory.root, directory.root / FOLDER) / str(made.number)
    write_folder(folder, {FILE: text}, private=[FILE])
    note(directory, "protested", protest_data(made.number, sha256(text.encode())))
    return made


def _aside(directory: GameDirectory, story: Story) -> tuple[str, ...]:
    """The logs of the next window, or later ones, that cannot name a protest any more."""
    void = [run.last for run in story.void if run.name.number > story.played]
    stopped = waits(directory)
    return (*void, *([stopped.prefix.head] if stopped else []))


def _refuse_unseen(**said: str) -> None:
    """Refuse what no file could hold, and no report show."""
    for name, text in said.items():
        if len(text) > LONGEST:
            raise UsageError(f"{name}: {len(text)} characters are more than {LONGEST}")
        if (at := strange(text)) is not None:
            raise UsageError(f"{name}: the character {named(text[at])} cannot stand in a text")


def _nonce(directory: GameDirectory, text: str) -> str:
    """What nobody guesses: from the key of receipts, or by chance where the keys are away."""
    keys = directory.known_keys
    return nonce(keys.receipts, text.encode()) if keys else secrets.token_hex(16)


# --- closing -------------------------------------------------------------------------------------


def close(directory: GameDirectory, ruling: Ruling, case: bytes | None = None) -> Protest:
    """Rule on an open protest; the caller holds the lock. `case`: the file of its precedent."""
    story = reconcile(directory)
    refuse_barred(directory, story, "ruled")
    if ruling.number not in range(1, len(story.protests) + 1):
        raise UsageError(f"there is no protest {ruling.number}", hint=_open_told(directory))
    protest = read_protest(directory, ruling.number)
    if protest.ruling is not None:
        raise UsageError(
            f"protest {ruling.number} was {protest.ruling.outcome} before",
            hint=_open_told(directory),
        )
    said = {"author": ruling.author, "reason": ruling.reason, "cite": ruling.cite}
    _refuse_unseen(**said, precedent=ruling.precedent)
    if not (ruling.author.strip() and ruling.reason.strip()):
        raise UsageError("a ruling says who rules, and why")
    if ruling.correction:
        directory.known(ruling.correction)
    marked = replace(ruling, case=sha256(case) if case else "")
    marked = replace(marked, nonce=_nonce(directory, marked.text()))
    folder = directory.root / FOLDER / str(ruling.number)
    with told(folder):
        (inside(directory.root, folder) / CASE).unlink(missing_ok=True)
    if case:
        write_file(folder / CASE, case, private=True)
    text = marked.text()
    write_file(inside(directory.root, folder) / RULED, text, private=True)
    note(directory, "ruled", ruling_data(ruling.number, sha256(text.encode())))
    return replace(protest, ruling=marked)


def _open_told(directory: GameDirectory) -> str:
    numbers = [str(one.number) for one in open_protests(directory)]
    return f"open: {', '.join(numbers)}" if numbers else "none is open"


# --- in reports ----------------------------------------------------------------------------------


def told_in_reports(
    directory: GameDirectory, run: RunName, header: Mapping[str, Any], players: Iterable[str]
) -> dict[str, tuple[str, ...]]:
    """What each report of a run says: the protests that are open, and what was ruled since."""
    rows = header.get(PROTESTS, ())
    if not rows:
        return {}
    ruled = _ruled_before(directory, run)
    new = [row for row in rows if int(row["number"]) not in ruled]
    void = {row["last"] for row in (*header.get("void", ()), *_void_earlier(header))}
    found = [_as_then(read_protest(directory, int(row["number"])), row, void) for row in new]
    return {
        player: tuple(words for one in found if (words := one.told_to(player)))
        for player in (PUBLIC, *players)
    }


def _void_earlier(header: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The runs that were taken back before keys were renewed."""
    for chain in header.get("earlier", ()):
        yield from chain["void"]


def _as_then(one: Protest, row: Mapping[str, Any], void: set[str]) -> Protest:
    """A protest as it stood when a log began: open or ruled on, and whether its run stood."""
    return replace(one, ruling=one.ruling if row["ruling"] else None, void=one.last in void)


def _ruled_before(directory: GameDirectory, run: RunName) -> set[int]:
    """The protests that the log of the window before names as ruled on."""
    last = RunName(run.number if run.amendment else run.number - 1)
    if last <= RunName(0) or last not in directory.runs:
        return set()
    rows = directory.header(directory.folder(last)).get(PROTESTS, ())
    return {int(row["number"]) for row in rows if row["ruling"]}
