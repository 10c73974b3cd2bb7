"""The audit of a run: every check in turn, and then the replay, compared byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise, zip_longest
from typing import Any, Final

from pbem.audit.asked import check_asked
from pbem.audit.beacon import check_beacon, has_beacon
from pbem.audit.begin import Begun, check_begin
from pbem.audit.chain import (
    all_logs,
    check_numbering,
    check_protests,
    check_register,
    check_renewed,
    check_sheet,
    check_void,
    other_sheets,
)
from pbem.audit.checks import (
    Check,
    Log,
    Trouble,
    check_arithmetic,
    check_chain,
    check_dice,
    check_inputs,
    check_keys,
    check_link,
    check_seals,
    check_secret_dice,
    check_secret_key,
    check_tail,
    guarded,
    read_log,
)
from pbem.audit.comparing import NAME as COMPARE
from pbem.audit.comparing import check_compare
from pbem.audit.foreknown import NAME as KNOWN_DICE
from pbem.audit.foreknown import check_known, concerned
from pbem.audit.luck import check_luck
from pbem.audit.positions import check_positions
from pbem.audit.programs import check_program, check_upgrades
from pbem.audit.rebuild import Again, Rebuilt, keys_of, replayed
from pbem.audit.receipts import check_receipts, check_seal, check_sent
from pbem.audit.record import Record
from pbem.audit.reports import check_reports
from pbem.audit.results import Audit, untried
from pbem.audit.rules import check_roster_rules, check_rules
from pbem.core.data.findings import PbemError
from pbem.core.play.run import UNREPLAYED, Outcome
from pbem.core.record.ledger import line_hash
from pbem.core.record.statefile import write_state
from pbem.moderation.amend import REKEYS, is_beside
from pbem.store.directory import GameDirectory
from pbem.store.register import PROTESTS

Step = tuple[str, Callable[[], Check]]  # the name of a check, and the check
_LOST: Final = "nothing: the keys are lost"
_WHOLE: Final = "the log as it was published, to the byte"


def audit(record: Record, rebuilt: Rebuilt | None = None, replay: bool = True) -> Audit:
    """Every check that the record allows; `rebuilt` saves reading the inputs again."""
    log = read_log(record.log)

    @cache
    def play() -> Again:
        return replayed(record, rebuilt)

    steps = [
        *_own_steps(record, log),
        *_begin_steps(record, log),
        ("positions", lambda: check_positions(log, record, rebuilt)),
        *(_replay_steps(record, play) if replay else ()),
        *(("seal sheet", partial(check_seal, log, sheet)) for sheet in record.sealed),
        *(("questions", partial(check_asked, log, asked)) for asked in record.asked),
    ]
    if not log.is_whole:
        return Audit(record.name, tuple(_of_damaged(name, check) for name, check in steps))
    checks = [guarded(name, check) for name, check in steps]
    return Audit(record.name, (*_never(record, checks), *_secret_dice(record, log)))


def _own_steps(record: Record, log: Log) -> Iterator[Step]:
    """What a log shows with the files that are of it alone."""
    yield ("chain", lambda: check_chain(log))
    yield ("tail", lambda: check_tail(log, record))
    if record.previous is not None:
        yield ("link", partial(check_link, log, record.previous))
    published = record.directory is not None
    yield ("program", lambda: check_program(log))
    yield ("keys", lambda: check_keys(log, record.commitments, published))
    yield ("numbering", lambda: check_numbering(log))
    yield ("sheet", lambda: check_sheet(log, record.commitments))
    yield ("dice", lambda: check_dice(log))
    yield ("luck", lambda: check_luck(log, record.receipts, _files(record), _mark(record)))
    yield ("arithmetic", lambda: check_arithmetic(log))
    yield ("seals", lambda: check_seals(log, record.secrets, record.all_opened))
    yield ("inputs", lambda: check_inputs(log, record.inputs, _mark(record), record.lost))
    if record.printed:
        end = (len(log.lines), line_hash(log.lines[-1]) if log.lines else "")
        yield (COMPARE, lambda: check_compare(record.printed, {end: log}))
    if record.receipts:
        yield ("receipts", lambda: check_receipts(log, record.receipts))
        yield ("sent", lambda: check_sent(record.receipts, record.sent, log))


def _replay_steps(record: Record, play: Callable[[], Again]) -> Iterator[Step]:
    yield ("replay", lambda: check_replay(record, play))
    if record.reports or record.directory is not None:
        yield ("reports", lambda: check_reports(record, play))


def _of_damaged(name: str, check: Callable[[], Check]) -> Check:
    """A check of a log with a line that cannot be read: where that is, is all that can be said."""
    if name == "chain":
        return guarded(name, check)
    return Check(name, "not judged: the log is damaged", done=False, needs=_WHOLE)


def _never(record: Record, checks: Sequence[Check]) -> Iterator[Check]:
    """The checks; what hangs on lost keys nobody can prove any more."""
    for check in checks:
        lost = record.lost and not check.done and record.lost in check.told
        yield replace(check, needs=_LOST) if lost else check


def _mark(record: Record) -> Callable[[bytes], str] | None:
    """What makes the fingerprints of files, where the keys for it are at hand."""
    try:
        return keys_of(record, record.header()).fingerprint
    except PbemError:
        return None


def _files(record: Record) -> dict[str, bytes]:
    """What players sent, as far as it is at hand."""
    return {**record.inputs, **record.sent}


def audit_between(directory: GameDirectory, records: Sequence[Record]) -> Audit:
    """What holds between the runs of a game."""
    named = [(str(record.run), read_log(record.log)) for record in records]
    logs = [log for _, log in named]
    sheet = records[0].commitments if records else None
    between = (
        guarded("order", lambda: check_order(logs)),
        guarded("programs", lambda: check_upgrades(named)),
        guarded("register", lambda: check_register(directory)),
        guarded("void runs", lambda: check_void(directory)),
        guarded("rules", lambda: check_rules(named, sheet)),
        *_known_dice(directory),
    )
    return Audit("all runs", between)


def _known_dice(directory: GameDirectory) -> Iterator[Check]:
    """What was ruled with dice known, in a game in which somebody may have done so."""
    named = [(name, log) for name, log in all_logs(directory) if log.is_whole]
    if concerned(named):
        yield guarded(KNOWN_DICE, lambda: check_known(named))


def _begin_steps(record: Record, log: Log) -> Iterator[Step]:
    """What ties a run to its game: how the game began, and by which rules it is played."""
    header, sheet = log.body("header"), record.commitments
    if PROTESTS in header:
        yield ("protests", lambda: check_protests(log))
    if header.get("earlier"):
        yield ("renewed keys", lambda: check_renewed(log))
    if record.directory is not None:
        yield ("roster", lambda: check_roster_rules(log, record))
    elif sheet is not None:
        yield ("rules", lambda: check_rules([(record.name, log)], sheet))
    if sheet is not None and not header.get("previous"):
        begun = Begun(sheet, log, record.keys, record.before, record.lost)
        yield ("begin", lambda: check_begin(begun))
    if has_beacon(header):
        yield ("beacon", lambda: check_beacon(log, sheet))


def check_order(logs: Sequence[Log]) -> Check:
    """The runs are numbered in turn, and no key of the chain is used for two of them."""
    headers = [log.body("header") for log in logs]
    played = [header for header in headers if header and not is_beside(header)]
    numbers = [header["run"] for header in played]
    chains = _chains(headers)
    troubles = []
    if numbers != list(range(1, len(numbers) + 1)):
        troubles.append(Trouble(0, f"the runs are numbered {numbers}: one is missing"))
    for keys in chains:
        if any(key >= later for key, later in pairwise(keys)):
            words = f"the keys used are {keys}: each must be later than the last"
            troubles.append(Trouble(0, words))
    named = [(f"run {log.body('header').get('run')}", log) for log in logs]
    troubles += [Trouble(0, words) for words in other_sheets(named)]
    told = f"{len(numbers)} runs in turn, {len(headers) - len(played)} beside them"
    return Check("order", told, tuple(troubles))


def _chains(headers: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """The keys that runs used of each chain of the game."""
    chains: list[list[int]] = [[]]
    for header in headers:
        if REKEYS in header:
            chains.append([])
        elif header and not is_beside(header) and header["key"]["kind"] == "chain":
            chains[-1].append(header["key"]["number"])
    return chains


def _secret_dice(record: Record, log: Log) -> tuple[Check, ...]:
    """The secret dice and the keys of the seals, where the secrets and the keys are at hand."""
    secrets, keys = record.secrets, record.keys
    if record.lost:
        return (Check("secret dice", record.lost, done=False, needs=_LOST),)
    if secrets is None or keys is None:
        return ()

    def key() -> bytes:
        return keys.of_log(log.body("header")).secret

    return (
        guarded("secret key", lambda: check_secret_key(log, secrets, keys, record.commitments)),
        guarded("secret dice", lambda: check_secret_dice(log, secrets, key())),
    )


# --- the replay ----------------------------------------------------------------------------------


def check_replay(record: Record, play: Callable[[], Again]) -> Check:
    """The run played again writes the same log and the same position, byte for byte."""
    try:
        outcome = play().outcome
    except PbemError as trouble:
        told = f"not replayed: {trouble.message}" + (f"; {trouble.hint}" if trouble.hint else "")
        worker = record.header().get(UNREPLAYED)
        told += f"; nor by the moderator: '{worker}' of a cluster played it" if worker else ""
        return untried("replay", told, trouble)
    troubles = [*_log_differs(record, outcome), *_secrets_differ(record, outcome)]
    troubles += _state_differs(record, outcome)
    return Check("replay", "played again: the same log and the same position", tuple(troubles))


def _log_differs(record: Record, outcome: Outcome) -> list[Trouble]:
    number = _first_difference(outcome.ledger.public_text(), record.log)
    return [Trouble(number, "is not what the replay writes; lines before it are")] if number else []


def _secrets_differ(record: Record, outcome: Outcome) -> list[Trouble]:
    """What no seal hides of them is who might see each."""
    if record.secrets is None:
        return []
    number = _first_difference(outcome.ledger.secrets_text(), record.secrets)
    words = f"secrets.jsonl, line {number}, is not what the replay writes"
    return [Trouble(0, words)] if number else []


def _state_differs(record: Record, outcome: Outcome) -> list[Trouble]:
    if record.after is None:
        return []
    number = _first_difference(write_state(outcome.state), record.after.decode(errors="replace"))
    words = f"state.yaml, line {number}, is not what the replay writes"
    return [Trouble(0, words)] if number else []


def _first_difference(ours: str, theirs: str) -> int:
    """The first line in which two texts differ; 0 where they are the same."""
    if ours == theirs:
        return 0
    lines = zip_longest(ours.split("\n"), theirs.split("\n"))
    return next(number for number, (a, b) in enumerate(lines, start=1) if a != b)
