"""What lies in a game directory, compared with what its register tells.

A folder is written first and its line after it: a line that a kill left out is added by the next
command. Anything else that differs was removed, changed or put in by hand, and nothing is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.findings import AuditError, FileTrouble, PbemError
from pbem.core.data.yamlio import read_data_text
from pbem.core.orders.orders import sha256
from pbem.moderation.amend import AMENDS, REKEYS, UPGRADES
from pbem.store.directory import LEDGER, OPENING, GameDirectory, RunName, run_name, tail_of
from pbem.store.ends import begins_with
from pbem.store.files import files_in, inside, write_file
from pbem.store.pending import (
    Waiting,
    clear_replaced,
    clear_waiting,
    folder_of,
    waiting_in,
    write_lost,
)
from pbem.store.register import (
    BEGUN,
    PROTESTS,
    REGISTER,
    Place,
    Register,
    Row,
    Story,
    Told,
    barred,
    counted,
    read_register,
)
from pbem.store.soundness import check_closed

SHEET: Final = "seal.yaml"
WHY: Final = "despite.yaml"

# --- what lies in the directory ----------------------------------------------------------------


def lying(directory: GameDirectory) -> dict[Place, str]:
    """What lies in the directory of all that a register tells."""
    root = directory.root
    standing = [run for run in directory.runs if run.number or run.amendment]
    found = {("runs", str(run), 0): tail_mark(directory, directory.folder(run)) for run in standing}
    found |= counted(
        "void",
        ((str(run), tail_mark(directory, where / str(run))) for where, run in directory.voided()),
    )
    found |= {("sealed", path.parent.name, 0): mark for path, mark in _sheets(root, "sealed")}
    found |= counted(
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
    return found | _protests(root)


def _protests(root: Path) -> dict[Place, str]:
    """The protests and rulings, each with the SHA-256 of its file; a case is named in a ruling."""
    folder, found = inside(root, root / PROTESTS), dict[Place, str]()
    for path in sorted(folder.glob("*/*.yaml")) if folder.is_dir() else ():
        kind = {"protest.yaml": PROTESTS, "ruling.yaml": "rulings"}.get(path.name)
        if kind and path.parent.name.isdecimal():
            text = inside(root, path).read_bytes()
            case = path.with_name("case.yaml")
            told = sha256(case.read_bytes()) if kind == "rulings" and case.is_file() else ""
            other = " with another case" if told.encode() not in text else ""
            found[kind, path.parent.name, 0] = sha256(text) + other
    return found


def tail_mark(directory: GameDirectory, folder: Path) -> str:
    """What tells a run from any other, as its folder has it."""
    stopped = waiting_in(folder)
    if stopped is not None:
        return f"{stopped.prefix.count} {stopped.prefix.last}"
    entries, last = tail_of(directory.root, folder / LEDGER)
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


def reconciled(directory: GameDirectory) -> Register:
    """The register, with the line that a kill may have left out; AuditError where it disagrees."""
    register, lies = read_register(directory), lying(directory)
    if lies and not (directory.root / REGISTER).exists() and _is_older(directory):
        register = _begin(directory)
    told = register.story.places()
    if told == lies:
        return register
    for place in sorted(lies):
        if told.get(place) != lies[place]:
            longer = _longer(directory, register, place)
            if longer.story.places() == lies:
                return longer
    raise _disagrees(directory, told, lies)


def reconcile(directory: GameDirectory) -> Story:
    """The story of a game, its register made whole; the caller holds the lock."""
    _sweep(directory)
    register = reconciled(directory)
    path = directory.root / REGISTER
    if register.lines and (not path.exists() or directory.text(path) != register.text):
        write_file(path, register.text)
    return register.story


def refuse_barred(directory: GameDirectory, story: Story, act: str) -> None:
    """Refuse an act of which no line can follow, before anything of it is written."""
    check_closed(directory)
    if why := barred(story, act):
        raise PbemError(why, hint=f"take it back first: pbem rewind --to {directory.latest}")


def _sweep(directory: GameDirectory) -> None:
    """Take away what a run that was stopped left: its questions once it was played, and drafts."""
    stopped = waiting_in(folder_of(directory.root))
    if stopped and RunName(stopped.run) in directory.runs:
        clear_waiting(directory.root)
    else:
        clear_replaced(directory.root)


def void_lost(directory: GameDirectory, group: Path) -> bool:
    """Make a run void that waited and whose folder is gone; whether there is one.

    It told dice, so it counts, with what the register knows of it; its line comes with `reconcile`.
    """
    asked = read_register(directory).waiting
    if asked is None or waits(directory) is not None or _next_lies(directory, asked):
        return False
    write_lost(inside(directory.root, group / str(asked["run"])), asked)
    return True


def _next_lies(directory: GameDirectory, asked: Row) -> bool:
    """Whether the run was played or taken back since, and only its line is missing."""
    run, mark = run_name(str(asked["run"])), f"{asked['entries']} {asked['last']}"
    void = [where / str(name) for where, name in directory.voided() if name == run]
    return run in directory.runs or mark in [tail_mark(directory, folder) for folder in void]


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


def _longer(directory: GameDirectory, register: Register, place: Place) -> Register:
    """The register with the line of what lies at a place; as it is where none may come next."""
    kind, name, count = place
    try:
        run = run_name(name or "0")
        return register.with_act(*_ADDED[kind](directory, register.story, run, count))
    except (KeyError, IndexError, TypeError, ValueError, PbemError):
        return register


def run_line(directory: GameDirectory, run: RunName) -> tuple[str, Row]:
    """The line of a run that was just made."""
    header = directory.header(directory.folder(run))
    return act_of(header), told_of(directory, run).data() | dict(header.get(REKEYS, {}))


def _run_line(directory: GameDirectory, story: Story, run: RunName, _: int) -> tuple[str, Row]:
    if directory.header(directory.folder(run))["register"] != dict(story.began or story.tip):
        raise ValueError("it was made when the register was another")
    return run_line(directory, run)


def act_of(header: Row) -> str:
    """What kind of run a log is of, as the register calls it."""
    if AMENDS in header:
        return "amended"
    if REKEYS in header:
        return "rekeyed"
    return "upgraded" if UPGRADES in header else "played"


def told_of(directory: GameDirectory, run: RunName) -> Told:
    """A run that stands, as the register tells of it."""
    folder = directory.folder(run)
    entries, last = tail_of(directory.root, folder / LEDGER)
    key = 0 if run.amendment else int(directory.header(folder)["key"]["number"])
    return Told(str(run), key, entries, last)


def asked_line(directory: GameDirectory) -> tuple[str, Row]:
    """The line of the run that waits for answers, with the SHA-256 of what it mails.

    Each of these files has a nonce of its own: nobody guesses another player's from its hash.
    """
    stopped = waits(directory)
    if stopped is None:
        raise ValueError("no run waits")
    folder = folder_of(directory.root)
    mailed = [p for p in files_in(directory.root, folder, "*.yaml") if p.name != "run.yaml"]
    told = _told_of_waiting(stopped).data() | {"head": stopped.prefix.head}
    marks = {p.stem: sha256(directory.read(p)) for p in mailed}
    return "asked", told | {"questions": marks}


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


def void_data(told: Told, why: Row, stopped: bool = False) -> dict[str, Any]:
    """The line of a run that became void; `why` as `why_data` has it."""
    return replace(told, **why, stopped=stopped).void_data()


def why_data(why: str, late: bool) -> dict[str, Any]:
    """Why a run became void; `late` says that its mistakes stood."""
    return {"why": why, "despite": late}


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


def protest_data(number: int, file: str) -> dict[str, Any]:
    """The line of a protest that was entered."""
    return Told("", 0, 0, "").data() | {"number": number, "protest": file}


def ruling_data(number: int, file: str) -> dict[str, Any]:
    """The line of a protest that was ruled on."""
    return Told("", 0, 0, "").data() | {"number": number, "ruling": file}


def _protest_line(directory: GameDirectory, story: Story, run: RunName, _: int) -> tuple[str, Row]:
    path = directory.root / PROTESTS / str(run) / "protest.yaml"
    return "protested", protest_data(run.number, sha256(directory.read(path)))


def _ruling_line(directory: GameDirectory, story: Story, run: RunName, _: int) -> tuple[str, Row]:
    path = directory.root / PROTESTS / str(run) / "ruling.yaml"
    return "ruled", ruling_data(run.number, sha256(directory.read(path)))


def _open_line(directory: GameDirectory, story: Story, run: RunName, _: int) -> tuple[str, Row]:
    return "opened", opened_data()


_ADDED: Final[Mapping[str, Callable[[GameDirectory, Story, RunName, int], tuple[str, Row]]]] = {
    "runs": _run_line,
    "pending": _asked_line,
    "void": _void_line,
    "sealed": _seal_line,
    "void/sealed": _unseal_line,
    OPENING: _open_line,
    PROTESTS: _protest_line,
    "rulings": _ruling_line,
}


def _disagrees(
    directory: GameDirectory, told: Mapping[Place, str], lies: Mapping[Place, str]
) -> AuditError:
    """What to say of the first thing that is gone, was changed, or was put in by hand."""
    place = next(p for p in sorted({*told, *lies}) if told.get(p) != lies.get(p))
    what, hint = _place_words(place), "restore it as it was"
    if place[0] == "pending":
        hint += f", or take the run back: pbem rewind --to {directory.latest}"
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
        PROTESTS: f"protests/{name}/protest.yaml",
        "rulings": f"protests/{name}/ruling.yaml, or the case beside it,",
    }
    return words.get(kind, kind)


def head_of(directory: GameDirectory, story: Story, key: int | None = None) -> dict[str, Any]:
    """What the head of the next log tells of the game around it; an amendment has no key."""
    sheet = sha256(directory.read(directory.root / "commitments.yaml"))
    begins = begins_with(directory, directory.keys, directory.state(), directory.latest)
    return {"commitments": sheet, **begins, **story.head(key)}


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
            entries, last = tail_of(directory.root, folder / LEDGER)
            key = 0 if run.amendment else int(directory.header(folder)["key"]["number"])
            yield void_data(Told(str(run), key, entries, last), why_of(directory, group))


def why_of(directory: GameDirectory, group: Path) -> dict[str, Any]:
    """Why a rewind took runs back, where that was said."""
    file = group / WHY
    if not file.is_file():
        return why_data("", late=False)
    data = read_data_text(directory.text(file), str(file))
    schemas.require("core/rewind", data, str(file))
    return why_data(str(data.get("why", data.get("despite", ""))), "despite" in data)
