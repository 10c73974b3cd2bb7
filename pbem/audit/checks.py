"""The checks of an audit that need no replay: chain, tail, keys, dice, arithmetic, seals, inputs.

Each check looks at one thing, locates what is wrong by the line of the log, and never trusts the
form of what it reads: any bytes may stand in a log.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbem.audit.record import Record
from pbem.audit.rulings import wrong_amendment, wrong_rulings
from pbem.core.data.findings import PbemError
from pbem.core.orders.orders import sha256
from pbem.core.record.dice import (
    chain_back,
    message,
    parse_dice,
    run_key,
    seal_key,
    seed_keys,
    throw,
    throw_context,
)
from pbem.core.record.forms import has_form
from pbem.core.record.ledger import (
    SEALED,
    START,
    exact_lines,
    exact_row,
    is_older,
    line_hash,
    read_lines,
    seal_holds,
)
from pbem.moderation.amend import AMENDS, REKEYS, UPGRADES, is_beside
from pbem.store.commitments import Commitments
from pbem.store.inputs import SHEET
from pbem.store.keys import GameKeys

SILENT: Final = ("0.1.0", "0.2.0", "0.3.0")  # programs that tell nothing of known dice, new data
_DATA: Final = "data/"
_HEX = re.compile(r"[0-9a-f]{64}")
AGREES: Final = "agrees"
DISAGREES: Final = "disagrees"
UNPROVED: Final = "not proved"
Row = Mapping[str, Any]
_MISSHAPEN: Final = (
    *(LookupError, TypeError, ValueError, AttributeError, PbemError),
    RecursionError,  # of a log that goes on from itself
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that does not agree, at a line of the log (0: the log as a whole)."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message


@dataclass(frozen=True, slots=True)
class Check:
    """One check: what it found out; `done` is false where there was too little to go by.

    `needs` says then what is missing and who can bring it, `foreign` that it is another program.
    """

    name: str
    told: str
    troubles: tuple[Trouble, ...] = ()
    done: bool = True
    needs: str = ""
    foreign: bool = False

    @property
    def passed(self) -> bool:
        """Whether nothing disagrees."""
        return not self.troubles

    @property
    def result(self) -> str:
        """One of the three."""
        if self.troubles:
            return DISAGREES
        return AGREES if self.done else UNPROVED


@dataclass(frozen=True, slots=True)
class Log:
    """The lines of a public log, those that can be read as rows of the right shape."""

    lines: tuple[str, ...]
    rows: tuple[Row | None, ...]

    def bodies(self, kind: str) -> Iterator[tuple[int, Row, Row]]:
        """The open entries of a kind: line number, row and body."""
        for number, row in enumerate(self.rows, start=1):
            if row is not None and row["kind"] == kind:
                yield number, row, row["body"]

    def body(self, kind: str) -> Row:
        """The body of the first entry of a kind; empty where there is none."""
        return next((body for _, _, body in self.bodies(kind)), {})

    @property
    def is_whole(self) -> bool:
        """Whether every line can be read, the first as a header; of any other nothing is judged."""
        first = self.rows[0] if self.rows else None
        return None not in self.rows and first is not None and first["kind"] == "header"


def read_log(text: str) -> Log:
    """The lines of a log; one that is not written as pbem writes, or of another shape, has no row.

    So no two readers see different things in a line that both can read.
    """
    lines = tuple(text.removesuffix("\n").split("\n")) if text else ()
    return Log(lines, tuple(_row(line) for line in lines))


def _row(line: str) -> Row | None:
    try:
        row = exact_row(line)
    except ValueError:
        return None
    return row if has_form(row) else None


def guarded(name: str, check: Callable[[], Check]) -> Check:
    """A check of a log that may hold anything: what has the wrong form is trouble, not a bug."""
    try:
        return check()
    except _MISSHAPEN as trouble:
        what = f"something has not the form that it must have ({type(trouble).__name__}: {trouble})"
        return Check(name, "could not be finished", (Trouble(0, what),))


# --- chain and tail ----------------------------------------------------------------------------


def check_chain(log: Log) -> Check:
    """Every line can be read, is numbered in turn and holds the hash of the line before it."""
    troubles = [
        Trouble(number, _unread(log.lines[number - 1]))
        for number, row in enumerate(log.rows, start=1)
        if row is None
    ]
    troubles += _numbering(log)
    troubles += _breaks(log)
    if log.rows and (log.rows[0] is None or log.rows[0]["kind"] != "header"):
        troubles.append(Trouble(1, "the log does not begin with a header"))
    troubles += _out_of_place(log)
    if not log.lines:
        troubles.append(Trouble(0, "the log is empty"))
    told = f"{len(log.lines)} entries, each holds the hash of the one before it"
    return Check("chain", told, tuple(sorted(troubles, key=lambda trouble: trouble.line)))


def _unread(line: str) -> str:
    """Why a line has no row."""
    try:
        read_lines(line)
    except ValueError:
        return "cannot be read as an entry of a log"
    try:
        exact_row(line)
    except ValueError:
        return "is not written as pbem writes: it was changed, and can be read in two ways"
    return "has not the form that it must have"


def _numbering(log: Log) -> Iterator[Trouble]:
    for number, row in enumerate(log.rows, start=1):
        if row is not None and row["n"] != number:
            yield Trouble(number, f"is numbered {row['n']}: an entry is missing or was put in")


def _out_of_place(log: Log) -> Iterator[Trouble]:
    """A second head or end: one of them would be believed, and the other one not."""
    for number, row in enumerate(log.rows, start=1):
        kind = row["kind"] if row is not None else ""
        if (kind == "header" and number > 1) or (kind == "digest" and number < len(log.rows)):
            yield Trouble(number, f"a {kind} stands in the midst of the log")


def _breaks(log: Log) -> Iterator[Trouble]:
    """Where a line is not what the next one says it is."""
    expected = START
    for number, (line, row) in enumerate(zip(log.lines, log.rows, strict=True), start=1):
        if row is not None and row.get("prev") != expected:
            if number == 1:
                yield Trouble(1, "was changed: nothing stands before the first line")
            else:
                words = f"was changed, or line {number} was: that holds another hash of this one"
                yield Trouble(number - 1, words)
        expected = line_hash(line)


def check_link(log: Log, previous: str) -> Check:
    """The log names the last line of the log before it: no run was changed or dropped between."""
    if log.body("header").get("previous") != previous:
        words = "names another log before it than the one that is here"
        return Check("link", "", (Trouble(1, words),))
    return Check("link", "goes on from the log before" if previous else "the first log of the game")


def check_tail(log: Log, record: Record) -> Check:
    """The log has its end: a digest, and it is as long as the reports say."""
    last = log.rows[-1] if log.rows else None
    number = len(log.lines)
    troubles = []
    if last is None or last["kind"] != "digest":
        troubles.append(Trouble(number, "the log does not end with a digest: its tail was cut off"))
    found = line_hash(log.lines[-1]) if log.lines else START
    for printed in record.printed:
        if printed.entries != number:
            words = f"the log has {number} entries, {printed.where} says {printed.entries}"
            troubles.append(Trouble(number, words))
        elif printed.last != found:
            words = f"was changed: {printed.where} prints another hash of it"
            troubles.append(Trouble(number, words))
    told = f"ends with line {number}, SHA-256 {found}"
    if not record.printed:
        told += "; compare it with the report that you were sent (--report FILE)"
    return Check("tail", told, tuple(troubles), done=bool(record.printed))


# --- keys and dice -----------------------------------------------------------------------------


def check_keys(log: Log, commitments: Commitments | None, published: bool = False) -> Check:
    """The key that the log reveals leads back to the key that was published.

    `published` says that the sheet of commitments must be there: a game directory has one.
    """
    told = log.body("header").get("key", {})
    key = str(log.body("digest").get("key", ""))
    if is_beside(log.body("header")):
        revealed = (Trouble(len(log.lines), "reveals a key where no dice are thrown"),)
        return Check("keys", "no dice are thrown, no key is revealed", revealed if key else ())
    if not _HEX.fullmatch(key):
        return Check("keys", "", (Trouble(len(log.lines), "the log reveals no key"),))
    if told.get("kind") != "chain":
        return _check_seed(key, told, log, commitments)
    if commitments is None and published:
        words = "commitments.yaml is gone: put the sheet back that was published"
        return Check("keys", "", (Trouble(0, words),))
    if commitments is None:
        words = "the first key is not at hand: name the sheet with --commitments"
        return Check("keys", words, done=False)
    if of_other_keys(log, commitments):
        return Check("keys", "the sheet here is of other keys: not compared", done=False)
    number = int(told["number"])
    if not 0 < number <= commitments.length:
        return Check("keys", "", (Trouble(1, f"the chain has no key {number}"),))
    if chain_back(bytes.fromhex(key), number).hex() != commitments.dice:
        words = f"key k({number}) does not lead back to the published k(0)"
        return Check("keys", "", (Trouble(len(log.lines), words),))
    return Check("keys", f"k({number}) leads back to the published k(0)")


def of_other_keys(log: Log, sheet: Commitments) -> bool:
    """Whether log and sheet are of one game, one from before its keys were renewed."""
    header = log.body("header")
    before = {row["sheet"] for row in header.get("earlier", ())}
    named = header.get("commitments")
    return sheet.sha256 in before or (sheet.renews != "" and sheet.renews == named)


def _check_seed(key: str, told: Row, log: Log, commitments: Commitments | None) -> Check:
    if commitments is not None and commitments.seed != told.get("seed"):
        return Check("keys", "", (Trouble(1, "the dice are not from the keys of the game"),))
    if seed_keys(str(told.get("seed", "")), 0).key.hex() != key:
        words = "the key is not the one that the seed in line 1 makes"
        return Check("keys", "", (Trouble(len(log.lines), words),))
    return Check("keys", f"practice: the key is made from the seed {told.get('seed')!r}")


def dice_key(log: Log, key: bytes) -> bytes:
    """The key of all dice of the run, from a key of the chain and what the header says."""
    header = log.body("header")
    about = message(header["game"], header["run"], header["luck"], header.get("beacon"))
    return run_key(key, about)


def check_dice(log: Log) -> Check:
    """Every open die is thrown again."""
    if is_beside(log.body("header")):
        thrown = tuple(
            Trouble(number, "was thrown where no dice are") for number, _, _ in log.bodies("roll")
        )
        return Check("dice", "none are thrown", thrown)
    told = log.body("digest").get("key", "")
    if not _HEX.fullmatch(told):
        return Check("dice", "", (Trouble(len(log.lines), "the log reveals no key"),))
    key = dice_key(log, bytes.fromhex(told))
    ruled = _ruled(log)
    rolls = [(number, row["path"], body) for number, row, body in log.bodies("roll")]
    wrong, count = rethrow(key, rolls, ruled)
    wrong += _given_otherwise(key, rolls, log)
    sealed = sum(1 for row in log.rows if row is not None and row["kind"] == SEALED)
    told = f"{count} dice of {len(rolls)} throws derived again"
    told += f", {len(ruled)} ruled by the moderator" if ruled else ""
    told += f"; {sealed} sealed entries may hold more" if sealed else ""
    return Check("dice", told, (*wrong, *_thrown_twice(rolls)))


def _given_otherwise(
    key: bytes, rolls: Iterable[tuple[int, str, Row]], log: Log
) -> Iterator[Trouble]:
    """Dice that the moderator ruled, where the log tells something else than the key gave."""
    shapes = {path: parse_dice(body["dice"]) for _, path, body in rolls}
    for line, row, body in log.bodies("correction"):
        context = row["path"]
        shape = shapes.get(context.partition("!")[0])
        if "gave" in body and (not shape or list(throw(key, context, *shape)) != body["gave"]):
            yield Trouble(line, f"tells that the key gave {body['gave']}, and it gave other dice")


def _ruled(log: Log) -> frozenset[str]:
    """The contexts of throws that the moderator decided: they stand as corrections."""
    return frozenset(row["path"] for _, row, body in log.bodies("correction") if "roll" in body)


def rethrow(
    key: bytes, rolls: Iterable[tuple[int, str, Row]], ruled: frozenset[str] = frozenset()
) -> tuple[list[Trouble], int]:
    """Throw the dice of rolls again; what shows otherwise, and how many dice there were."""
    troubles: list[Trouble] = []
    count = 0
    shapes: dict[str, tuple[int, int]] = {}
    for line, path, body in rolls:
        dice = body["dice"]
        shape = shapes.get(dice) or shapes.setdefault(dice, parse_dice(dice))
        context = path
        for number, shown in enumerate(body["throws"], start=1):
            if number > 1:
                context = throw_context(path, number)
            count += shape[0]
            if list(throw(key, context, *shape)) != shown and context not in ruled:
                troubles.append(Trouble(line, f"shows {shown}: the key gives other dice"))
    return troubles, count


def _thrown_twice(rolls: Iterable[tuple[int, str, Row]]) -> Iterator[Trouble]:
    seen: dict[str, int] = {}
    for line, path, _ in rolls:
        if path in seen:
            yield Trouble(line, f"{path} was thrown in line {seen[path]} already")
        seen[path] = line


# --- arithmetic, links, seals, inputs ------------------------------------------------------------


def check_arithmetic(log: Log) -> Check:
    """Paragraphs are numbered in turn, picks among the options, rulings told as they were made."""
    rows = [(n, row) for n, row in enumerate(log.rows, start=1) if row]
    wrong = [*wrong_rulings((n, row) for n, row in rows if row["kind"] != SEALED)]
    wrong += wrong_amendment(iter(rows)) if AMENDS in log.body("header") else []
    wrong += _play_beside(log)
    rulings = (Trouble(line, words) for line, words in wrong)
    troubles = [*_paragraphs(log), *_picks(log), *rulings]
    decisions = sum(1 for _ in log.bodies("decision"))
    verdicts = sum(1 for _ in log.bodies("verdict"))
    told = f"{verdicts} verdicts and {decisions} decisions are numbered in turn"
    return Check("arithmetic", told, tuple(troubles))


def _play_beside(log: Log) -> Iterator[tuple[int, str]]:
    """What stands between head and end of an upgrade or a renewal, which change nothing."""
    if {UPGRADES, REKEYS} & {*log.body("header")}:
        for number, row in enumerate(log.rows[1:-1], start=2):
            if row is not None:
                yield number, f"is a {row['kind']}, where nothing is played or changed"


def _paragraphs(log: Log) -> Iterator[Trouble]:
    """The numbers rise; a gap is filled by as many sealed entries, or something was taken out."""
    expected, sealed = 1, 0
    for number, row in enumerate(log.rows, start=1):
        if row is None:
            continue
        if row["kind"] == SEALED:
            sealed += 1
        elif row["kind"] in ("verdict", "decision"):
            found = row["body"]["par"]
            if not expected <= found <= expected + sealed:
                yield Trouble(number, f"is paragraph {found}, expected {expected}")
            expected, sealed = found + 1, 0


def _picks(log: Log) -> Iterator[Trouble]:
    for number, _, body in log.bodies("decision"):
        strange = [pick for pick in body["picks"] if pick not in body["options"]]
        if strange:
            yield Trouble(number, f"picks {strange[0]}, which is not among the options")


def sealed_rows(log: Log) -> dict[int, Row]:
    """The lines of a log that hide something, by their numbers."""
    return {row["n"]: row for row in log.rows if row is not None and "seal" in row}


def check_seals(log: Log, secrets: str | None, all_opened: bool = True) -> Check:
    """What the secrets file says is what the log sealed, and nothing sealed is left out.

    Where only some entries were opened, the others stay sealed, and nothing is wrong with that.
    """
    sealed = sealed_rows(log)
    if secrets is None:
        told = f"{len(sealed)} sealed entries; they open when the game ends"
        return Check("seals", told, done=not sealed)
    opened = {row["n"]: row for row in read_lines(secrets)}
    twofold = {row["n"] for row in _twofold(secrets)}
    troubles = [
        Trouble(number, "is sealed, and the secrets file says nothing of it")
        for number in sealed
        if number not in opened and all_opened
    ]
    troubles += [
        Trouble(number, "does not open to what the secrets file says")
        for number, row in opened.items()
        if number in twofold or not _opens(sealed.get(number), row)
    ]
    told = f"{len(opened)} sealed entries open to what they hide"
    told += "" if all_opened else f"; {len(sealed) - len(opened)} are sealed"
    return Check("seals", told, tuple(troubles))


def _opens(line: Row | None, row: Row) -> bool:
    """Whether a row of secrets is what a line hides: it stands at the same path."""
    return line is not None and line["path"] == row["path"] and seal_holds(line, row)


def _twofold(secrets: str) -> Iterator[Row]:
    """The rows that are not written as pbem writes: they can be read in two ways."""
    for line in secrets.removesuffix("\n").split("\n"):
        try:
            exact_row(line)
        except ValueError:
            yield from read_lines(line)


def check_secret_key(
    log: Log, secrets: str, keys: GameKeys, commitments: Commitments | None
) -> Check:
    """The secret key of the run leads back to the published one; it makes the keys of all seals."""
    header = log.body("header")
    told, secret_key = header["key"], keys.of_log(header).seals
    troubles = [
        Trouble(row["n"], "is opened by another key than the secret key of the run makes")
        for row in exact_lines(secrets)
        if row["key"] != seal_key(secret_key, row["path"], row["n"]).hex()
    ]
    if told["kind"] != "chain" or commitments is None:
        return Check("secret key", "the keys of the seals are made from it", tuple(troubles))
    number = int(told["number"])
    if chain_back(keys.of_run(0, number).secret, number).hex() != commitments.secrets:
        troubles.append(Trouble(0, f"s({number}) does not lead back to the published s(0)"))
    return Check("secret key", f"s({number}) leads back to the published s(0)", tuple(troubles))


def check_secret_dice(log: Log, secrets: str, secret_key: bytes) -> Check:
    """Every secret die is thrown again."""
    rows = exact_lines(secrets)
    rolls = [(row["n"], row["path"], row["body"]) for row in rows if row["kind"] == "roll"]
    ruled = {row["path"] for row in rows if row["kind"] == "correction" and "roll" in row["body"]}
    troubles, count = rethrow(dice_key(log, secret_key), rolls, frozenset(ruled))
    return Check("secret dice", f"{count} secret dice derived again", tuple(troubles))


def check_inputs(
    log: Log, inputs: Mapping[str, bytes], mark: Callable[[bytes], str] | None, lost: str = ""
) -> Check:
    """The files at hand are those that the header names by their fingerprints.

    `mark` makes them; it is None where the key of receipts is not at hand, or `lost`.
    """
    named = log.body("header").get("inputs", {}) | log.body("digest").get("answers", {})
    ours = {name: digest for name, digest in named.items() if not name.startswith(_DATA)}
    if not inputs:
        told = f"{len(ours)} files were played; none of them is at hand"
        return Check("inputs", told, done=not ours)
    if is_older(log.body("header")):
        mark = sha256
    if mark is None:
        words = lost or "the key of receipts is not at hand: it opens with the game (--opening)"
        return Check("inputs", f"{len(inputs)} files not compared: {words}", done=False)
    here = {name: (sha256 if name == SHEET else mark)(data) for name, data in inputs.items()}
    troubles = tuple(Trouble(1, words) for words in _other_files(ours, here))
    return Check("inputs", f"{len(ours)} files are those that were played", troubles)


def _other_files(named: Mapping[str, str], here: Mapping[str, str]) -> Iterator[str]:
    """What is said of files that are named and not here, are others, or are not named."""
    for name in sorted({*named} | {*here}):
        if name not in here:
            yield f"names {name}, which is not here"
        elif name not in named:
            yield f"{name} was not played"
        elif named[name] != here[name]:
            yield f"{name} is not the file that was played"
