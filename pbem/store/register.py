"""The register of a game: what was played, asked, sealed, amended and taken back, in turn.

`register.jsonl` is public and only grows: a hash chain of lines, one for each act. A folder is
written first and its line after it; a line that a kill left out is added by the next command. What
lies in the directory must be what the register tells, or nothing is played: so a run, a void run
or a question that was removed or put in by hand is noticed. The keys of runs come from here.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from pbem.core.data.findings import AuditError, FileTrouble, PbemError
from pbem.core.data.yamlio import read_data_text
from pbem.core.orders.orders import sha256
from pbem.core.record.ledger import START, line_hash, read_lines
from pbem.core.record.state import canonical
from pbem.moderation.amend import AMENDS, UPGRADES
from pbem.store.directory import LEDGER, OPENING, GameDirectory, RunName, run_name, tail_of
from pbem.store.files import files_in, inside, write_file
from pbem.store.pending import Waiting, clear_replaced, folder_of, waiting_in

REGISTER: Final = "register.jsonl"
SHEET: Final = "seal.yaml"
WHY: Final = "despite.yaml"
BEGUN: Final = "begun"  # what an older program left is taken over
MAKES: Final = ("played", "amended", "upgraded", "rekeyed")  # the acts that make a run
HEAD: Final = ("commitments", "runs", "void", "register")  # what `head_of` makes

Row = Mapping[str, Any]
Place = tuple[str, str, int]  # what lies somewhere: its kind, its name, the how manieth it is


@dataclass(frozen=True, slots=True)
class Told:
    """A run as the register tells of it: its key, how long its log is, and its last line.

    One beside the windows uses no key (0). `stopped` says that it waited for answers when it was
    taken back.
    """

    run: str
    key: int
    entries: int
    last: str
    stopped: bool = False
    why: str = ""

    @property
    def name(self) -> RunName:
        """Its name as a value."""
        return run_name(self.run)

    @property
    def mark(self) -> str:
        """What tells it from any other run."""
        return f"{self.entries} {self.last}"

    def data(self) -> dict[str, Any]:
        """As the register has a run."""
        return {"run": self.run, "key": self.key, "entries": self.entries, "last": self.last}

    def void_data(self) -> dict[str, Any]:
        """As the head of a log has a void run."""
        return self.data() | {"stopped": self.stopped, "why": self.why}


def told_in(row: Row) -> Told:
    """A run from a line of the register, or from the head of a log."""
    stopped, why = bool(row.get("stopped", False)), str(row.get("why", ""))
    key, entries = int(row["key"]), int(row["entries"])
    return Told(str(row["run"]), key, entries, str(row["last"]), stopped, why)


@dataclass(frozen=True, slots=True)
class Story:
    """What the lines of a register come to."""

    standing: tuple[Told, ...] = ()
    void: tuple[Told, ...] = ()  # in the order in which they became so
    asked: Told | None = None
    sealed: Mapping[str, str] = field(default_factory=dict)  # windows, and the hashes of sheets
    unsealed: tuple[tuple[str, str], ...] = ()
    opened: bool = False
    tip: Mapping[str, Any] = field(default_factory=lambda: {"entries": 0, "last": START})
    began: Mapping[str, Any] | None = None  # the tip when the run that waits began

    @property
    def keys(self) -> list[int]:
        """The keys that standing runs used, in turn."""
        return [run.key for run in self.standing if not run.name.amendment]

    @property
    def next_key(self) -> int:
        """The first key that no run has used, void ones included."""
        asked = [self.asked.key] if self.asked else []
        return 1 + max([*self.keys, *(run.key for run in self.void), *asked], default=0)

    def last_void(self, number: int) -> Told | None:
        """The last void run of a number."""
        found = [run for run in self.void if run.name == RunName(number)]
        return found[-1] if found else None

    def may_use(self, number: int, key: int) -> bool:
        """Whether a run may use a key: the next one, or its own again after it was taken back."""
        again = any(run.key == key and run.name == RunName(number) for run in self.void)
        return key == self.next_key or (again and key > max(self.keys, default=0))

    def places(self) -> dict[Place, str]:
        """What must lie in the directory."""
        found = {("runs", run.run, 0): run.mark for run in self.standing}
        found |= _counted("void", ((run.run, run.mark) for run in self.void))
        found |= {("sealed", name, 0): sheet for name, sheet in self.sealed.items()}
        found |= _counted("void/sealed", self.unsealed)
        if self.asked:
            found["pending", self.asked.run, 0] = self.asked.mark
        if self.opened:
            found[OPENING, "", 0] = ""
        return found

    def head(self, key: int | None) -> dict[str, Any]:
        """What the head of the next log tells; a run beside the windows has no key."""
        return {
            "runs": [*self.keys, *([] if key is None else [key])],
            "void": [run.void_data() for run in self.void],
            "register": dict(self.began or self.tip),
        }


def _counted(kind: str, marks: Iterable[tuple[str, str]]) -> dict[Place, str]:
    """Places of one kind, of which there may be several of a name."""
    count: Counter[str] = Counter()
    found = {}
    for name, mark in marks:
        count[name] += 1
        found[kind, name, count[name]] = mark
    return found


# --- what the lines come to ------------------------------------------------------------------


def after(story: Story, row: Row) -> Story:
    """The story with one more line; ValueError says why it cannot come next."""
    act = str(row["act"])
    if act not in _ACTS:
        raise ValueError(f"there is no act '{act}'")
    if story.opened:
        raise ValueError("the game was opened before")
    if story.asked and act not in ("asked", "played", "void", "opened"):
        raise ValueError(f"run {story.asked.run} waits for answers")
    tip = {"entries": int(row["n"]), "last": line_hash(canonical(row))}
    return replace(_ACTS[act](story, row), tip=tip)


def _due(story: Story, row: Row) -> Told:
    """The run that a line says was played or asked, if it is due and has a key that it may use."""
    told = told_in(row)
    if told.name != RunName(len(story.keys) + 1):
        raise ValueError(f"run {told.run} is not the next one")
    if story.asked and (story.asked.run, story.asked.key) != (told.run, told.key):
        raise ValueError(f"run {told.run} was begun with key {story.asked.key}")
    if not story.asked and not story.may_use(told.name.number, told.key):
        raise ValueError(f"run {told.run} cannot use key {told.key}")
    return told


def _played(story: Story, row: Row) -> Story:
    standing = (*story.standing, _due(story, row))
    return replace(story, standing=standing, asked=None, began=None)


def _asked(story: Story, row: Row) -> Story:
    return replace(story, asked=_due(story, row), began=story.began or story.tip)


def _beside(story: Story, row: Row) -> Story:
    told, last = told_in(row), story.standing[-1].name if story.standing else RunName(0)
    if told.name != RunName(last.number, last.amendment + 1) or told.key:
        raise ValueError(f"run {told.run} does not follow run {last}")
    return replace(story, standing=(*story.standing, told))


def _void(story: Story, row: Row) -> Story:
    told = told_in(row)
    if told.stopped:
        taken, story = story.asked, replace(story, asked=None, began=None)
    else:
        taken = story.standing[-1] if story.standing and not story.asked else None
        story = replace(story, standing=story.standing[:-1])
    if taken is None or taken.data() != told.data():
        raise ValueError(f"run {told.run} is not the last one, or not as it was played")
    return replace(story, void=(*story.void, told))


def _sealed(story: Story, row: Row) -> Story:
    name = str(row["run"])
    if name in story.sealed or run_name(name) != RunName(len(story.keys) + 1):
        raise ValueError(f"the window of run {name} is not open, or is sealed already")
    return replace(story, sealed={**story.sealed, name: str(row["sheet"])})


def _unsealed(story: Story, row: Row) -> Story:
    name = str(row["run"])
    if story.sealed.get(name) != row["sheet"]:
        raise ValueError(f"the window of run {name} was not sealed so")
    kept = {run: sheet for run, sheet in story.sealed.items() if run != name}
    return replace(story, sealed=kept, unsealed=(*story.unsealed, (name, str(row["sheet"]))))


def _opened(story: Story, row: Row) -> Story:
    return replace(story, opened=True)


def _begun(story: Story, row: Row) -> Story:
    """What lay there when the register began: a game of an older program."""
    if story.tip["entries"]:
        raise ValueError("a register begins once")
    asked = row["waits"]
    standing = tuple(told_in(run) for run in row["runs"])
    void = tuple(told_in(run) for run in row["void"])
    used = {run.key for run in (*standing, *void) if run.key}
    if used != set(range(1, len(used) + 1)):
        raise ValueError(f"keys {sorted(used)} were used, and others are left out")
    return Story(
        standing,
        void,
        told_in(asked) if asked else None,
        dict(row["sealed"]),
        tuple((str(name), str(sheet)) for name, sheet in row["unsealed"]),
    )


_ACTS: Final[Mapping[str, Callable[[Story, Row], Story]]] = {
    BEGUN: _begun,
    "played": _played,
    "asked": _asked,
    "amended": _beside,
    "upgraded": _beside,
    "rekeyed": _beside,
    "void": _void,
    "sealed": _sealed,
    "unsealed": _unsealed,
    "opened": _opened,
}


@dataclass(frozen=True, slots=True)
class Register:
    """The lines of a register, and what they come to."""

    lines: tuple[str, ...] = ()
    story: Story = field(default_factory=Story)

    def with_act(self, act: str, said: Mapping[str, Any]) -> Register:
        """The register with one more line."""
        tip = self.story.tip
        row = {"n": tip["entries"] + 1, "prev": tip["last"], "act": act, **said}
        return Register((*self.lines, canonical(row)), after(self.story, row))

    def tells(self, act: str, said: Mapping[str, Any]) -> bool:
        """Whether the last line says just that."""
        row = json.loads(self.lines[-1]) if self.lines else {}
        return {k: row[k] for k in row if k not in ("n", "prev")} == {"act": act, **said}

    @property
    def begun(self) -> bool:
        """Whether the game began with an older program, which kept no register."""
        return bool(self.lines) and json.loads(self.lines[0])["act"] == BEGUN

    @property
    def text(self) -> str:
        """The file."""
        return "".join(f"{line}\n" for line in self.lines)


def stories(text: str) -> Iterator[tuple[Row, Story]]:
    """Each line of a register, and what all lines up to it come to; AuditError where one is wrong.

    The first is no line: it is how every register begins.
    """
    story = Story()
    yield {}, story
    for line, row in zip(_lines(text), _rows(text), strict=True):
        number = story.tip["entries"] + 1
        if canonical(row) != line or (row.get("n"), row.get("prev")) != (
            number,
            story.tip["last"],
        ):
            raise _wrong(number, "it does not follow the line before it")
        try:
            story = after(story, row)
        except (KeyError, TypeError, AttributeError, PbemError) as trouble:
            raise _wrong(number, f"it has not the form of a line ({trouble})") from None
        except ValueError as trouble:
            raise _wrong(number, str(trouble)) from None
        yield row, story


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def _rows(text: str) -> list[dict[str, Any]]:
    try:
        return read_lines(text)
    except ValueError as trouble:
        raise AuditError(f"{REGISTER}: {trouble}", hint="restore the file") from None


def _wrong(number: int, what: str) -> AuditError:
    return AuditError(
        f"{REGISTER}, line {number}: {what}: it was changed by hand", hint="restore the file"
    )


def read_register(directory: GameDirectory) -> Register:
    """The register as it is; one that is not there has no lines."""
    path = directory.root / REGISTER
    text = directory.text(path) if path.exists() else ""
    story = Story()
    for _, story in stories(text):  # noqa: B007 (the last one counts)
        pass
    return Register(tuple(_lines(text)), story)


# --- what lies in the directory ----------------------------------------------------------------


def lying(directory: GameDirectory) -> dict[Place, str]:
    """What lies in the directory of all that a register tells."""
    root = directory.root
    standing = [run for run in directory.runs if run.number or run.amendment]
    found = {("runs", str(run), 0): tail_mark(directory.folder(run)) for run in standing}
    found |= _counted(
        "void", ((str(run), tail_mark(where / str(run))) for where, run in directory.voided())
    )
    found |= {("sealed", path.parent.name, 0): mark for path, mark in _sheets(root, "sealed")}
    found |= _counted(
        "void/sealed",
        (
            (path.parent.name, mark)
            for group in directory.groups()
            for path, mark in _sheets(root, f"void/{group.name}/sealed")
        ),
    )
    stopped = waits(directory)
    if stopped is not None:
        mark = f"{stopped.prefix.count} {stopped.prefix.last}"
        found["pending", str(stopped.run), 0] = mark
    if directory.opened:
        found[OPENING, "", 0] = ""
    return found


def tail_mark(folder: Path) -> str:
    """What tells a run from any other, as its folder has it."""
    stopped = waiting_in(folder)
    if stopped is not None:
        return f"{stopped.prefix.count} {stopped.prefix.last}"
    entries, last = tail_of(folder / LEDGER)
    return f"{entries} {last}"


def _sheets(root: Path, where: str) -> Iterator[tuple[Path, str]]:
    """The sheets of sealed windows in a folder, each with its hash."""
    folder = inside(root, root / where)
    if folder.is_dir():
        for path in sorted(folder.glob(f"*/{SHEET}")):
            if path.parent.name.isdecimal():
                yield path, sha256(inside(root, path).read_bytes())


def waits(directory: GameDirectory) -> Waiting | None:
    """The run that waits for answers, as its folder has it; one that was played since is over."""
    stopped = waiting_in(folder_of(directory.root))
    latest = directory.runs[-1:] or (RunName(0),)
    return stopped if stopped and stopped.run == latest[0].number + 1 else None


# --- both together -----------------------------------------------------------------------------


def settled(directory: GameDirectory) -> Register:
    """The register, with the line that a kill may have left out; AuditError where it disagrees."""
    register, lies = read_register(directory), lying(directory)
    if lies and not (directory.root / REGISTER).exists() and _is_older(directory):
        register = _begin(directory)
    told = register.story.places()
    if told == lies:
        return register
    for place in sorted(lies):
        if told.get(place) != lies[place]:
            for longer in _longer(directory, register, place):
                if longer.story.places() == lies:
                    return longer
    raise _disagrees(directory, told, lies)


def settle(directory: GameDirectory) -> Story:
    """The story of a game, its register made whole; the caller holds the lock."""
    clear_replaced(directory.root)
    register = settled(directory)
    path = directory.root / REGISTER
    if register.lines and (not path.exists() or directory.text(path) != register.text):
        write_file(path, register.text)
    return register.story


def note(directory: GameDirectory, act: str, said: Mapping[str, Any]) -> None:
    """Add the line of an act whose folder has just been written."""
    register = read_register(directory)
    longer = register.with_act(act, said)
    if register.tells(act, said):
        return  # a run that stops again with nothing new
    try:
        write_file(directory.root / REGISTER, longer.text)
    except FileTrouble as trouble:
        raise FileTrouble(
            f"{trouble.message.partition(';')[0]}; run {said['run']} is done ({act})",
            hint=f"make room; the next command adds its line to {REGISTER}",
        ) from None


def _longer(directory: GameDirectory, register: Register, place: Place) -> Iterator[Register]:
    """The register with the line of what lies at a place, if that may come next."""
    kind, name, count = place
    try:
        act, said = _ADDED[kind](
            directory, register.story, RunName(0) if not name else run_name(name), count
        )
        yield register.with_act(act, said)
    except (KeyError, IndexError, TypeError, ValueError, PbemError):
        return


def run_line(directory: GameDirectory, run: RunName) -> tuple[str, Row]:
    """The line of a run that was just made."""
    return act_of(directory.header(directory.folder(run))), told_of(directory, run).data()


def _run_line(directory: GameDirectory, story: Story, run: RunName, _: int) -> tuple[str, Row]:
    if directory.header(directory.folder(run))["register"] != dict(story.began or story.tip):
        raise ValueError("it was made when the register was another")
    return run_line(directory, run)


def act_of(header: Row) -> str:
    """What kind of run a log is of, as the register calls it."""
    if AMENDS in header:
        return "amended"
    return "upgraded" if UPGRADES in header else "played"


def told_of(directory: GameDirectory, run: RunName) -> Told:
    """A run that stands, as the register tells of it."""
    folder = directory.folder(run)
    entries, last = tail_of(folder / LEDGER)
    key = 0 if run.amendment else int(directory.header(folder)["key"]["number"])
    return Told(str(run), key, entries, last)


def asked_line(directory: GameDirectory) -> tuple[str, Row]:
    """The line of the run that waits for answers; what it mails is named by its hash."""
    stopped = waits(directory)
    if stopped is None:
        raise ValueError("no run waits")
    folder = folder_of(directory.root)
    mailed = [p for p in files_in(directory.root, folder, "*.yaml") if p.name != "run.yaml"]
    told = _told_of_waiting(stopped).data() | {"head": stopped.prefix.head}
    return "asked", told | {"questions": {p.stem: sha256(directory.read(p)) for p in mailed}}


def _told_of_waiting(stopped: Waiting) -> Told:
    return Told(str(stopped.run), stopped.key, stopped.prefix.count, stopped.prefix.last)


def _asked_line(directory: GameDirectory, story: Story, run: RunName, _: int) -> tuple[str, Row]:
    return asked_line(directory)


def _void_line(directory: GameDirectory, story: Story, run: RunName, count: int) -> tuple[str, Row]:
    groups = [where for where, name in directory.voided() if name == run]
    why = why_of(directory, groups[count - 1])
    if story.asked and story.asked.name == run:
        return "void", void_data(story.asked, why, stopped=True)
    return "void", void_data(story.standing[-1], why)


def void_data(told: Told, why: str, stopped: bool = False) -> dict[str, Any]:
    """The line of a run that became void."""
    return replace(told, why=why, stopped=stopped).void_data()


def _seal_line(directory: GameDirectory, story: Story, run: RunName, _: int) -> tuple[str, Row]:
    sheet = directory.root / "sealed" / str(run) / SHEET
    return "sealed", seal_data(str(run), sha256(directory.read(sheet)))


def _unseal_line(directory: GameDirectory, story: Story, run: RunName, _: int) -> tuple[str, Row]:
    return "unsealed", seal_data(str(run), story.sealed[str(run)])


def seal_data(run: str, sheet: str) -> dict[str, Any]:
    """The line of a window that was sealed, or whose seal was taken back."""
    return Told(run, 0, 0, "").data() | {"sheet": sheet}


def opened_data() -> dict[str, Any]:
    """The line of a game whose secrets are open."""
    return Told("", 0, 0, "").data()


def _open_line(directory: GameDirectory, story: Story, run: RunName, _: int) -> tuple[str, Row]:
    return "opened", opened_data()


_ADDED: Final[Mapping[str, Callable[[GameDirectory, Story, RunName, int], tuple[str, Row]]]] = {
    "runs": _run_line,
    "pending": _asked_line,
    "void": _void_line,
    "sealed": _seal_line,
    "void/sealed": _unseal_line,
    OPENING: _open_line,
}


def _disagrees(
    directory: GameDirectory, told: Mapping[Place, str], lies: Mapping[Place, str]
) -> AuditError:
    """What to say of the first thing that is gone, was changed, or was put in by hand."""
    place = next(p for p in sorted({*told, *lies}) if told.get(p) != lies.get(p))
    what, hint = _place_words(place), "restore it as it was"
    if place not in lies:
        gone = f"{what} is gone: {REGISTER} tells of it"
        return AuditError(f"{directory.root}: {gone}", hint=hint)
    if place in told:
        other = f"{what} is not what {REGISTER} tells of"
        return AuditError(f"{directory.root}: {other}", hint=hint)
    gone_too = not (directory.root / REGISTER).exists()
    if gone_too:
        words, hint = f"{REGISTER} is gone, or {what} was put in by hand", "restore the register"
    else:
        words = f"{what} was put in by hand: {REGISTER} does not tell of it"
        hint = "take it out again; runs are made by pbem alone"
    return AuditError(f"{directory.root}: {words}", hint=hint)


def _place_words(place: Place) -> str:
    kind, name, count = place
    words = {
        "runs": f"runs/{name}",
        "void": f"void run {name} (taken back the {count}. time, void/K/{name})",
        "pending": f"pending/, where run {name} waits for answers,",
        "sealed": f"sealed/{name}",
        "void/sealed": f"the void seal of run {name} (void/K/sealed/{name})",
    }
    return words.get(kind, kind)


def head_of(directory: GameDirectory, story: Story, key: int | None = None) -> dict[str, Any]:
    """What the head of the next log tells of the game around it; an amendment has no key."""
    sheet = sha256(directory.read(directory.root / "commitments.yaml"))
    return {"commitments": sheet, **story.head(key)}


# --- games of older programs ---------------------------------------------------------------------


def _begin(directory: GameDirectory) -> Register:
    try:
        return Register().with_act(BEGUN, _left(directory))
    except ValueError as trouble:
        what = f"{directory.root}: no register can begin with what lies here: {trouble}"
        raise AuditError(what, hint="restore what was removed, take out what was put in") from None


def _is_older(directory: GameDirectory) -> bool:
    """Whether no log here tells of a register: an older program wrote them all."""
    folders = [directory.folder(run) for run in directory.runs if run.number or run.amendment]
    folders += [where / str(run) for where, run in directory.voided()]
    folders.append(folder_of(directory.root))
    logs = [folder for folder in folders if (folder / LEDGER).is_file()]
    return all("register" not in directory.header(folder) for folder in logs)


def _left(directory: GameDirectory) -> dict[str, Any]:
    """What an older program left, as the first line of the register."""
    root = directory.root
    standing = [run for run in directory.runs if run.number or run.amendment]
    stopped = waits(directory)
    return Told(str(directory.latest), 0, 0, "").data() | {
        "runs": [told_of(directory, run).data() for run in standing],
        "void": list(_left_void(directory)),
        "waits": _told_of_waiting(stopped).data() if stopped else None,
        "sealed": {path.parent.name: mark for path, mark in _sheets(root, "sealed")},
        "unsealed": [
            [path.parent.name, mark]
            for group in directory.groups()
            for path, mark in _sheets(root, f"void/{group.name}/sealed")
        ],
    }


def _left_void(directory: GameDirectory) -> Iterator[dict[str, Any]]:
    """The void runs of an older program: a rewind took the latest first."""
    for group in directory.groups():
        for run in reversed([name for where, name in directory.voided() if where == group]):
            folder = group / str(run)
            entries, last = tail_of(folder / LEDGER)
            key = 0 if run.amendment else int(directory.header(folder)["key"]["number"])
            yield void_data(Told(str(run), key, entries, last), why_of(directory, group))


def why_of(directory: GameDirectory, group: Path) -> str:
    """Why a rewind took runs back, where that was said."""
    file = group / WHY
    if not file.is_file():
        return ""
    data = read_data_text(directory.text(file), str(file))
    return str(data.get("why", data.get("despite", "")))
