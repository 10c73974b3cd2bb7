"""The receipts and seal sheets that a player holds, compared with a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from pbem.audit.checks import Check, Log, Row, Trouble
from pbem.audit.record import SealSheet
from pbem.core.data.findings import FileTrouble, id_said
from pbem.core.data.yamlio import MAX_TYPED_BYTES, decode, read_bytes
from pbem.core.orders.orders import head_of, is_window
from pbem.core.record.ledger import is_older
from pbem.moderation.amend import is_beside
from pbem.moderation.slips import Held, Slip, in_force, named_marks, read_slips
from pbem.store.inputs import SHEET

_OWNERS: Final = {"orders": "player", "standing": "standing", "answers": "answers"}


def read_receipts(paths: Sequence[Path]) -> tuple[Held, ...]:
    """The receipts in files, each as it was mailed."""
    held: list[Held] = []
    for path in paths:
        slips = read_slips(decode(read_bytes(path, MAX_TYPED_BYTES), str(path)))
        if not slips:
            hint = "it ends with a line `receipt: {game: …}`, as `pbem validate` writes it"
            raise FileTrouble(f"{path}: there is no receipt in it that can be read", hint=hint)
        held += (Held(slip, str(path)) for slip in slips)
    return tuple(held)


def check_sent(held: Sequence[Held], sent: Mapping[str, bytes], log: Log | None = None) -> Check:
    """The files that a player sent are those of his receipts, which make their marks truly."""
    troubles = [
        Trouble(0, f"{name} is not the file of any receipt that was named")
        for name, data in sent.items()
        if not any(item.slip.is_of(data) for item in held)
    ]
    other = other_window(log, held, sent) if log is not None else ()
    troubles += [Trouble(0, words) for words in (*misnamed(held, sent), *other)]
    told = f"{len(sent)} files are those of their receipts"
    if not sent:
        told = "the files as they were sent are not at hand (--sent FILE)"
    return Check("sent", told, tuple(troubles), done=bool(sent))


def misnamed(held: Sequence[Held], sent: Mapping[str, bytes]) -> Iterator[str]:
    """Receipts not of the player or kind of the file that was sent, or with marks of two files."""
    for name, data in sent.items():
        for item in held:
            if item.slip.is_half_of(data):
                yield f"{item.where} has one mark of {name}, and one of another file"
        said = head_of(data, name)
        names = {
            f"{folder}/{id_said(said.get(word) or '')}.yaml" for folder, word in _OWNERS.items()
        }
        for item in held:
            if item.slip.is_of(data) and said and item.slip.file not in names:
                yield f"{item.where} is a receipt of {item.slip.file}, which {name} is not"


def other_window(log: Log, held: Sequence[Held], sent: Mapping[str, bytes]) -> Iterator[str]:
    """Receipts for another run than that of the window for which the file was sent.

    And a log that played a file, and says that it is of another window.
    """
    header = log.body("header")
    if is_beside(header):
        return
    for name, window, item in _orders_sent(held, sent):
        own = is_window(window, f"{header['game']} {header['window']}")
        if own and not item.slip.is_for(header):
            yield f"{name} is for run {header['run']}, {item.where} for {item.slip.told}"
        marks = set(named_marks(item.slip, header["inputs"]))
        if not own and _mark(item.slip, is_older(header)) in marks:
            told = f"run {header['run']}, which played it, says that it is of {header['window']}"
            yield f"{name} is for {window}; {told}"


def _orders_sent(
    held: Sequence[Held], sent: Mapping[str, bytes]
) -> Iterator[tuple[str, str, Held]]:
    """Orders as they were sent: their name, their window, and each receipt of them."""
    for name, data in sent.items():
        said = head_of(data, name)
        if "player" in said and said.get("window"):
            for item in held:
                if item.slip.is_of(data):
                    yield name, str(said["window"]), item


def check_receipts(log: Log, held: Sequence[Held]) -> Check:
    """The log names the files of the receipts; where there are several of one, the last counts."""
    header = log.body("header")
    if is_beside(header):
        return Check("receipts", "no files of players are played in such a run")
    bearing = in_force(held, header)
    named = header.get("inputs", {}) | log.body("digest").get("answers", {})
    early, rest = list[list[Held]](), list[list[Held]]()
    for items in bearing.values():
        (early if may_not_count(items, named) else rest).append(items)
    found = [_found(items, named, is_older(header)) for items in rest]
    told = [words for words, right in found if right]
    told += [f"{items[-1].where}: {EARLY}" for items in early]
    told += _of_other_runs(held, bearing, header["run"])
    wrong = [Trouble(1, words) for words, right in found if not right]
    troubles = (*_of_other_games(held, header["game"]), *wrong)
    return Check("receipts", "; ".join(told), troubles, done=bool(rest) and not early)


def _of_other_games(held: Sequence[Held], game: str) -> Iterator[Trouble]:
    """Receipts of files of another game than the log's."""
    for item in held:
        if item.slip.game != game:
            words = f"{item.where} is a receipt of the game {item.slip.game}, this log of {game}"
            yield Trouble(0, words)


def _of_other_runs(
    held: Sequence[Held], bearing: Mapping[str, Sequence[Held]], run: int
) -> Iterator[str]:
    """Receipts of files that are not for the run of the log."""
    for item in held:
        if item not in bearing.get(item.slip.file, ()):
            yield f"{item.where} is for {item.slip.told}, this log is of run {run}"


EARLY: Final = "it waited for its window, and no file of its player was played there"


def may_not_count(held: Sequence[Held], named: Row) -> bool:
    """Whether files waited for their window, and none of them is named: they may have become
    illegal or late, or been taken back, which a letter tells."""
    return all(item.slip.window and not [*named_marks(item.slip, named)] for item in held)


def _found(items: Sequence[Held], named: Row, plain: bool) -> tuple[str, bool]:
    """What a log says of a file, by its receipts of which the last counts; whether it is right."""
    *earlier, last = items
    marks = set(named_marks(last.slip, named))
    what = f"{last.slip.file} of {last.where}"
    if _mark(last.slip, plain) in marks:
        return f"{what} was played" + _no_more(len(earlier)), True
    before = [item for item in earlier if _mark(item.slip, plain) in marks]
    if before:
        return f"names the file of the earlier receipt {before[-1].where}, not {what}", False
    if marks and not last.slip.file.startswith("answers/"):
        return f"names another file in place of {what}", False
    return f"does not name {what}: it was not played", False


def _no_more(earlier: int) -> str:
    return f" ({earlier} earlier receipts of it count no more)" if earlier else ""


def _mark(slip: Slip, plain: bool) -> str:
    """How the log names the file: older logs did so by its SHA-256."""
    return slip.sha256 if plain else slip.fingerprint


# --- seal sheets ---------------------------------------------------------------------------------


def check_seal(log: Log, sheet: SealSheet) -> Check:
    """The run was played with the files of the sheet that was published when it was sealed."""
    header = log.body("header")
    if is_beside(header) or header["run"] != sheet.run:
        return Check(
            "seal sheet",
            f"{sheet.where} is of run {sheet.run}",
            done=False,
            needs=f"the log of run {sheet.run}: the moderator publishes it",
        )
    troubles = tuple(Trouble(1, words) for words in seal_troubles(sheet, log))
    return Check(
        "seal sheet", f"played with the {len(sheet.files)} files of {sheet.where}", troubles
    )


def seal_troubles(sheet: SealSheet, log: Log) -> Iterator[str]:
    """What a run was played with otherwise than its window was sealed."""
    inputs = log.body("header")["inputs"]
    named = {
        name: mark
        for name, mark in inputs.items()
        if name != SHEET and not name.startswith(("data/", "answers/"))
    }
    if inputs.get(SHEET) != sheet.sha256:
        yield f"does not name the seal sheet {sheet.where}"
    for name in sorted({*named, *sheet.files}):
        if named.get(name) != sheet.files.get(name):
            yield f"{name} was played otherwise than {sheet.where} sealed it"
