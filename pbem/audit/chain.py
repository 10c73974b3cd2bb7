"""What the heads of logs and the register tell of a game: keys, void runs, questions.

From one log alone: the keys of standing and void runs are all keys from the first to the highest,
so no key was tried and left out. With the whole directory: the register tells of all that lies
there, and the head of each log is what the register came to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, islice, pairwise
from pathlib import Path
from typing import Any

from pbem.audit.checks import (
    Check,
    Log,
    Trouble,
    check_chain,
    check_dice,
    check_keys,
    guarded,
    of_other_keys,
    read_log,
)
from pbem.audit.record import sheet_for
from pbem.audit.samekey import other_files
from pbem.core.data.findings import PbemError
from pbem.core.record.ledger import is_older
from pbem.moderation.amend import REKEYS, is_beside
from pbem.store.commitments import Commitments
from pbem.store.directory import LEDGER, GameDirectory
from pbem.store.reconciling import reconciled
from pbem.store.register import MAKES, PROTESTS, REGISTER, Story, Told, stories, told_in

Row = Mapping[str, Any]


# --- one log alone -------------------------------------------------------------------------------


def check_numbering(log: Log) -> Check:
    """The keys of the standing runs rise, and with those of the void ones they leave no gap."""
    header = log.body("header")
    if "runs" not in header and "void" not in header:
        return _untold(header)
    keys, void = _chain(header)
    earlier = [_chain(row) for row in header.get("earlier", ())]
    before = sum(len(chain_keys) for chain_keys, _ in earlier)
    found = [*_counted(header, keys, before), *_again(header, void), *_keys(keys, void, before)]
    first = 0
    for chain_keys, chain_void in earlier:
        found += _keys(chain_keys, chain_void, first)
        first += len(chain_keys)
    troubles = [Trouble(1, words) for words in found]
    told = f"keys 1 to {max([*keys, 0])} are of runs that stand" if not void else _void_told(void)
    return Check("numbering", told, tuple(troubles))


def _chain(row: Row) -> tuple[list[int], list[Told]]:
    """The keys that standing runs used of one chain, and the void runs of its time."""
    return [int(key) for key in row["runs"]], [told_in(void) for void in row["void"]]


def _untold(header: Row) -> Check:
    if header.get("key", {}).get("kind") != "chain":
        return Check("numbering", "a run of its own, on plain files")
    if is_older(header):
        words = "written by an older program: it does not tell of the game around the run"
        return Check("numbering", words, done=False)
    words = "tells nothing of the game around the run: its sheet, its keys, its void runs"
    return Check("numbering", "", (Trouble(1, words),))


def _void_told(void: Sequence[Told]) -> str:
    count = f"{len(void)} void run{'s' if len(void) > 1 else ''}"
    named = ", ".join(f"{run.run} (key {run.key})" if run.key else run.run for run in void)
    return f"every key is of a run that stands or of one of {count}: {named}"


def _counted(header: Row, keys: Sequence[int], before: int) -> Iterator[str]:
    """As many keys as the number of the run, and the last one is its own."""
    count = before + len(keys)
    if header["run"] != count:
        yield f"is of run {header['run']}, and tells of {count} keys of runs that stand"
    elif not is_beside(header) and keys[-1] != header["key"]["number"]:
        yield f"names key {header['key']['number']}, the last of its keys is {keys[-1]}"


def _again(header: Row, void: Sequence[Told]) -> Iterator[str]:
    """A run that was taken back seals with other keys each time that it is played again."""
    if is_beside(header):
        return
    key = header["key"]
    count = sum(1 for run in void if (run.run, run.key) == (str(header["run"]), key["number"]))
    if int(key.get("again", 0)) != count:
        told = f"with this key it was taken back {count} times"
        yield f"seals as if it was played again {key.get('again', 0)} times; {told}"


def _keys(keys: Sequence[int], void: Sequence[Told], before: int) -> Iterator[str]:
    """What is wrong with the keys of one chain; `before` counts the runs of chains before it."""
    if any(key >= later for key, later in pairwise(keys)):
        yield f"the keys {keys} of the runs that stand do not rise"
    users: dict[int, set[int]] = {}
    for number, key in enumerate(keys, start=before + 1):
        users.setdefault(key, set()).add(number)
    for run in void:
        if run.key:
            users.setdefault(run.key, set()).add(run.name.number)
    gap = list(islice(_missing(users), 6))
    if gap:
        shown = ", ".join(map(str, gap[:5])) + (" …" if len(gap) > 5 else "")
        yield f"no run that stands or is void used key {shown}: its dice were known and left out"
    for key, numbers in sorted(users.items()):
        if len(numbers) > 1:
            runs = " and ".join(map(str, sorted(numbers)))
            yield f"runs {runs} used the same key {key}"


def _missing(keys: Iterable[int]) -> Iterator[int]:
    """The keys below the highest that nobody used; there may be any number of them."""
    expected = 1
    for key in sorted(keys):
        yield from range(expected, key)
        expected = max(expected, key + 1)


def check_sheet(log: Log, commitments: Commitments | None) -> Check:
    """The head names the sheet of commitments that is here."""
    named = log.body("header").get("commitments")
    if named is None:
        return replace(_untold(log.body("header")), name="sheet")
    if commitments is None:
        return Check("sheet", "not at hand: name it with --commitments", done=False)
    if named != commitments.sha256 and of_other_keys(log, commitments):
        told = "the sheet here is of other keys, from before or after they were renewed"
        return Check("sheet", f"{told}: name the one of SHA-256 {named}", done=False)
    if named != commitments.sha256:
        return Check("sheet", "", (Trouble(1, "names another sheet of commitments"),))
    return Check("sheet", "the log names this sheet of commitments")


def other_sheets(logs: Iterable[tuple[str, Log]]) -> Iterator[str]:
    """Logs in turn that name other sheets of commitments, where no renewal of keys is told."""
    before: tuple[str, list[Any]] | None = None
    for name, log in logs:
        header = log.body("header")
        if "commitments" not in header:
            continue  # an older program wrote it
        told = [*(row["sheet"] for row in header.get("earlier", ())), header["commitments"]]
        if before is not None and told[: len(before[1])] != before[1]:
            yield f"{name} names another sheet of commitments than {before[0]}, without a renewal"
        before = (name, told)


def _renewed_there(header: Row, rows: Sequence[Row]) -> bool:
    """Whether each renewal stands after as many windows as had been played; the own one so too."""
    windows = accumulate(len(row["runs"]) for row in rows)
    named = [str(row["renewed"]).partition(".")[0] for row in rows]
    own = str(header["key"].get("beside", rows[-1]["renewed"])).partition(" ")[0]
    return named == [*map(str, windows)] and (REKEYS not in header or own == rows[-1]["renewed"])


def _renewal(row: Row) -> dict[str, Any]:
    """What the head of the run says that renewed the keys, from what later heads tell of it."""
    said = {"from": row["sheet"], "to": row["to"]}
    return said | {"author": row["author"], "reason": row["reason"]}


def check_protests(log: Log) -> Check:
    """The head numbers the protests in turn, each with the mark of its file."""
    rows = log.body("header")[PROTESTS]
    wrong = [int(row["number"]) for row in rows] != list(range(1, len(rows) + 1))
    wrong = wrong or not all(row["protest"] for row in rows)
    troubles = (Trouble(1, "does not name every protest: their numbers have a gap"),)
    still = sum(1 for row in rows if not row["ruling"])
    told = f"{len(rows)} were entered, {still} of them open"
    return Check("protests", told, troubles if wrong else ())


def check_renewed(log: Log) -> Check:
    """Whether the keys of the game were lost and renewed: then much is not proved any more."""
    header, rows = log.body("header"), log.body("header")["earlier"]
    sheets = [*(row["sheet"] for row in rows), header["commitments"]]
    troubles = []
    if [row["to"] for row in rows] != sheets[1:]:
        troubles.append("the sheets of the keys do not follow each other")
    if REKEYS in header and header[REKEYS] != _renewal(rows[-1]):
        troubles.append("is of another renewal than the last one that it tells of")
    if not _renewed_there(header, rows):
        troubles.append("tells of another run that renewed the keys than there was")
    if not all(str(row["author"]).strip() and str(row["reason"]).strip() for row in rows):
        troubles.append("does not say who renewed the keys and why")
    told = "; ".join(f"{r['renewed']} by {r['author']}: {r['reason']}" for r in rows)
    told = f"THE KEYS WERE RENEWED: {told}. Not proved: that they were lost. Who had the new sheet "
    told += "before he sent his luck knows that the new ones were not chosen for their dice"
    found = tuple(Trouble(1, words) for words in troubles)
    needs = "your own word: when you had the new sheet, and when you sent your luck"
    return Check("renewed keys", told, found, done=False, needs=needs)


# --- the whole directory -------------------------------------------------------------------------


def check_register(directory: GameDirectory) -> Check:
    """The register tells of all that lies there, and each head of what it came to."""
    try:
        register = reconciled(directory)
        lines = list(stories(register.text))
        if not register.story.tip["entries"]:
            return Check("register", "nothing has been played")
        if not (directory.root / REGISTER).is_file() and register.begun:
            told = "there is none: an older program played this game; pbem upgrade begins one"
            return Check("register", told, done=False)
        troubles = tuple(_other_heads(directory, lines))
    except PbemError as trouble:
        return Check("register", "", (Trouble(0, trouble.message),))
    tip = register.story.tip
    told = (
        f"its {tip['entries']} lines tell of all that lies here; the last has SHA-256 {tip['last']}"
    )
    return Check("register", told, troubles)


def _other_heads(directory: GameDirectory, lines: Sequence[tuple[Row, Story]]) -> Iterator[Trouble]:
    """The logs whose heads tell something else than the register came to before they began."""
    for (_, before), (row, _) in pairwise(lines):
        if row["act"] in MAKES or (row["act"] == "void" and row["stopped"] and before.began):
            folder = _folder(directory, before, told_in(row))
            if row["act"] in MAKES or (folder / LEDGER).is_file():
                story = before.renewed(row) if row["act"] == "rekeyed" else before
                yield from _other_head(directory, folder, story, int(row["key"]))


def _other_head(
    directory: GameDirectory, folder: Path, before: Story, key: int
) -> Iterator[Trouble]:
    header = directory.header(folder)
    expected = {"earlier": None, PROTESTS: None, **before.head(None if is_beside(header) else key)}
    other = [name for name in expected if header.get(name) != expected[name]]
    if other:
        where = folder.relative_to(directory.root)
        yield Trouble(
            0, f"{where}: its head tells other {other[0]} than the register had before it"
        )


def _folder(directory: GameDirectory, before: Story, told: Told) -> Path:
    """Where a run lies that began when so many of its name were void."""
    voided = [where / str(run) for where, run in directory.voided() if run == told.name]
    count = sum(1 for run in before.void if run.run == told.run)
    return [*voided, directory.folder(told.name)][count]


def check_void(directory: GameDirectory) -> Check:
    """The logs of the void runs are whole, their keys lead back, and their dice are of those."""
    troubles: list[Trouble] = []
    folders = [where / str(run) for where, run in directory.voided()]
    lost = [str(f.relative_to(directory.root)) for f in folders if not (f / LEDGER).is_file()]
    for folder in folders:
        where = folder.relative_to(directory.root)
        for check in _void_checks(folder, directory):
            troubles += [Trouble(0, f"{where}: {check.name}: {found}") for found in check.troubles]
    troubles += [Trouble(0, words) for words in other_files(all_logs(directory))]
    told = f"{len(folders) - len(lost)} void logs are whole"
    told += f"; the logs of {', '.join(lost)} are lost" if lost else ""
    return Check("void runs", told, tuple(troubles), done=not lost)


def all_logs(directory: GameDirectory) -> Iterator[tuple[str, Log]]:
    """Every log that lies there; of one run in the order in which they were played."""
    voided = [where / str(run) for where, run in directory.voided()]
    for folder in [*voided, *map(directory.folder, directory.runs)]:
        if (folder / LEDGER).is_file():
            name = folder.relative_to(directory.root).as_posix()
            yield name, _read_log(folder)


def _read_log(folder: Path) -> Log:
    return read_log((folder / LEDGER).read_bytes().decode("utf-8", errors="surrogateescape"))


def _void_checks(folder: Path, directory: GameDirectory) -> Iterator[Check]:
    if not (folder / LEDGER).is_file():
        return
    log = _read_log(folder)
    commitments = sheet_for(directory, log.body("header"))
    yield guarded("chain", lambda: check_chain(log))
    yield guarded("numbering", lambda: check_numbering(log))
    if "key" in log.body("digest"):  # one that was stopped reveals none
        yield guarded("keys", lambda: check_keys(log, commitments))
        yield guarded("dice", lambda: check_dice(log))
