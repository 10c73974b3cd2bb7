"""What holds between all that a player kept: several logs, receipts, seals, questions, reports.

A log that is not here is told and is not wrong: whoever published it can send it again. What two
signed things say against each other is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any, Final

from pbem.audit.asked import Known, check_all_asked
from pbem.audit.checks import Check, Log, Trouble, guarded
from pbem.audit.comparing import NAME as COMPARE
from pbem.audit.comparing import check_compare
from pbem.audit.foreknown import NAME as KNOWN_DICE
from pbem.audit.foreknown import check_known, concerned
from pbem.audit.heads import NAME as HEADS
from pbem.audit.heads import check_growing, check_heads
from pbem.audit.luck import check_luck
from pbem.audit.positions import NAME as POSITIONS
from pbem.audit.positions import check_kept_positions, check_states
from pbem.audit.programs import check_upgrades
from pbem.audit.protests import check_kept_protests, newest_played, register_lines
from pbem.audit.receipts import EARLY, may_not_count, misnamed, other_window, seal_troubles
from pbem.audit.record import LOST, Printed, Record, SealSheet
from pbem.audit.results import Audit
from pbem.audit.rules import check_rules
from pbem.audit.samekey import other_files
from pbem.audit.sheets import check_sheets
from pbem.audit.sorting import Kept, KeptLog
from pbem.audit.verify import audit
from pbem.core.data.findings import AuditError
from pbem.core.record.dice import nonce_of
from pbem.core.record.ledger import is_older
from pbem.moderation.amend import REKEYS
from pbem.moderation.slips import Held, named_marks
from pbem.store.commitments import Commitments
from pbem.store.keys import GameKeys, first_keys
from pbem.store.register import PROTESTS, Story, Told, stories, told_in

_ALL: Final = "all that was kept"
_LAST: Final = "your own word which file you sent last (--ledger LOG, that receipt last)"
_LETTER: Final = "your own word: whether a letter told you that your file did not count"
_ALONE: Final = "each file by itself, as it was published or mailed"
_SECRETS: Final = "secrets.jsonl of the run, published with the opening: ask the moderator for it"
_PUBLIC: Final = "every log is published: ask the moderator for it"


def audit_kept(kept: Kept) -> list[Audit]:
    """Every log that was kept, and then what holds between all things; damaged logs stand alone."""
    every, kept = kept, replace(kept, logs=[log for log in kept.logs if log.log.is_whole])
    audits = [_of_log(kept, log) for log in every.logs]
    checks: list[tuple[str, Callable[[], Check]]] = [
        ("files", lambda: check_files(every)),
        ("links", lambda: check_links(kept.logs)),
        ("one log", lambda: check_once(kept.logs)),
        ("keys used", lambda: check_growing(kept)),
        (HEADS, lambda: check_heads(kept)),
        ("same files", lambda: check_same_files(kept.logs)),
        ("sheets", lambda: check_sheets(kept)),
        ("rules", lambda: _rules(kept)),
        ("programs", lambda: _programs(kept.logs)),
    ]
    between = tuple(guarded(name, check) for name, check in [*checks, *_of_what_is_there(kept)])
    return [*audits, Audit(_ALL, between)]


def _of_what_is_there(kept: Kept) -> Iterator[tuple[str, Callable[[], Check]]]:
    """The checks of things of which a player may have none."""
    named = any(PROTESTS in log.header for log in kept.logs)
    checks: list[tuple[object, str, Callable[[Kept], Check]]] = [
        (kept.reports, "reports", check_printed),
        (kept.reports, COMPARE, check_kept_compare),
        (kept.receipts, "receipts", check_kept_receipts),
        (kept.sent, "sent", check_kept_sent),
        (kept.seals, "seal sheets", check_seal_sheets),
        (kept.protests or kept.rulings or named, "protests", check_kept_protests),
        (kept.asked, "questions", check_questions),
        (concerned(_named(kept.logs)), KNOWN_DICE, check_kept_known),
        (kept.registers, "register", check_kept_register),
        (kept.openings, "opening", check_opening),
        (kept.positions, "states", check_states),
    ]
    for there, name, check in checks:
        if there:
            yield name, partial(check, kept)


def _of_log(kept: Kept, log: KeptLog) -> Audit:
    """What one log alone shows; how its rules follow from those before, all of them together."""
    record = _record(kept, log)
    found = audit(record)
    checks = tuple(check for check in found.checks if check.name not in ("rules", COMPARE))
    if not log.log.is_whole:
        return replace(found, checks=checks)
    mark = record.keys.fingerprint if record.keys else None
    luck = guarded("luck", lambda: check_luck(log.log, kept.receipts, kept.sent, mark))
    positions = guarded(POSITIONS, lambda: check_kept_positions(kept, log))
    of_all = {"luck": luck, POSITIONS: positions}
    checks = tuple(of_all.get(one.name, one) for one in checks)
    return replace(found, checks=tuple(_of_opened(record, one) for one in checks))


def _of_opened(record: Record, check: Check) -> Check:
    """What opens when the game ends, of a game whose keys are open: only the file is not here."""
    if check.name != "seals" or check.done or record.keys is None:
        return check
    told = check.told.replace("they open when the game ends", "the game is opened")
    return replace(check, told=told, needs=_SECRETS)


def _record(kept: Kept, log: KeptLog) -> Record:
    """One log, with what was kept that is of it alone."""
    name = f"run {log.name} ({log.where})"
    secrets = [text for name, text in kept.secrets if kept.owners[name] is log]
    printed = tuple(
        p for p in kept.reports if (p.entries, p.last) == (len(log.log.lines), log.last)
    )
    lost = "" if log.header.get("earlier") == _last_earlier(kept) else LOST
    keys = None if lost else _keys(kept)
    return Record(
        name,
        log.text,
        secrets="".join(secrets) or None,
        commitments=_sheet(kept, [log]),
        printed=printed,
        keys=keys,
        all_opened=keys is not None,
        lost=lost,
    )


def _last_earlier(kept: Kept) -> Any:
    """What the last log tells of chains of keys that were lost."""
    return kept.logs[-1].header.get("earlier") if kept.logs else None


def _renewed_after(kept: Kept) -> int:
    """The run after which keys were renewed, the last time; -1 where no log tells of it."""
    rows = _last_earlier(kept) or ()
    return max((int(str(row["renewed"]).partition(".")[0]) for row in rows), default=-1)


def _sheet(kept: Kept, logs: Sequence[KeptLog]) -> Commitments | None:
    """The sheet; of several the one that the logs name (until play begins it is made anew)."""
    named = {log.header.get("commitments") for log in logs}
    sheets = [sheet for _, sheet in kept.sheets]
    return next((sheet for sheet in sheets if sheet.sha256 in named), (*sheets, None)[0])


def _keys(kept: Kept) -> GameKeys | None:
    return kept.openings[0][1] if kept.openings else None


def _is_void(log: KeptLog, logs: Sequence[KeptLog]) -> bool:
    return any(log.mark in other.void for other in logs)


# --- logs ----------------------------------------------------------------------------------------


def check_files(kept: Kept) -> Check:
    """What there is, that it is all of one game, and that nothing of it is damaged."""
    games = sorted(_games(kept))
    several = f"these are of several games: {', '.join(games)}; name those of one"
    wrong = [*([several] if len(games) > 1 else []), *kept.damaged]
    idle = [name for name, owner in kept.owners.items() if owner is None]
    told = [kept.told, *([f"of no log that is here: {', '.join(idle)}"] if idle else [])]
    return Check(
        "files",
        "; ".join([*told, *kept.loose]),
        tuple(Trouble(0, words) for words in wrong),
        done=not (idle or kept.loose),
        needs=_PUBLIC if idle else _ALONE,
    )


def _games(kept: Kept) -> set[str]:
    """The games of which there is anything."""
    games = {str(log.header["game"]) for log in kept.logs if log.log.is_whole}
    games |= {held.slip.game for held in kept.receipts}
    games |= {str(sheet.said.get("game")) for _, sheet in kept.sheets}
    games |= {keys.game for _, keys in kept.openings} | {held.game for held in kept.protests}
    return games | {sheet.game for sheet in kept.seals}


def check_links(logs: Sequence[KeptLog]) -> Check:
    """Each log goes on from one that is here; where that one is not here, it is told."""
    known = _by_last(logs)
    troubles, gaps = [], []
    for log in logs:
        previous = str(log.header["previous"])
        before = known.get(previous)
        if _hides_the_first(log):
            troubles.append(Trouble(0, f"{log.title} says that no run was played before it"))
        elif previous and before is None:
            gaps.append(f"the log before {log.title}, which ends with SHA-256 {previous}")
        elif before is not None and before.run != log.run - (not log.beside):
            words = f"{log.title} goes on from {before.title}, which is not the run before it"
            troubles.append(Trouble(0, words))
        elif before is not None and before.mark in log.void:
            words = f"{log.title} goes on from {before.title}, which it names as void"
            troubles.append(Trouble(0, words))
    told = f"{len(logs) - len(gaps)} of {len(logs)} logs go on from one that is here or are first"
    told += f"; not here: {'; '.join(gaps)}" if gaps else ""
    return Check("links", told, tuple(troubles), done=not gaps, needs=_PUBLIC)


def _by_last(logs: Sequence[KeptLog]) -> dict[str, KeptLog]:
    """The logs by the hashes of their last lines; of two that end alike the first."""
    return {log.last: log for log in reversed(logs)}


def _hides_the_first(log: KeptLog) -> bool:
    """Whether a later run of a game names no log before it; on plain files none does."""
    of_game = "runs" in log.header or log.header["key"]["kind"] == "chain"
    return of_game and log.run > 1 and not log.header["previous"]


def check_once(logs: Sequence[KeptLog]) -> Check:
    """Of two logs of one run the later names the earlier as void: number, key, last hash."""
    troubles = []
    for log, later in combinations(logs, 2):
        if log.name != later.name or log.mark in later.void:
            continue
        words = f"{log.title} and {later.title} are two logs of one run, and no void tells of it"
        troubles.append(Trouble(0, words))
    void = [log.title for log in logs if _is_void(log, logs)]
    told = f"taken back, as a later log says: {', '.join(void)}" if void else "one log for each run"
    return Check("one log", told, tuple(troubles))


def check_kept_known(kept: Kept) -> Check:
    """What was corrected with dice known says so."""
    return check_known(_named(kept.logs))


def _named(logs: Sequence[KeptLog]) -> list[tuple[str, Log]]:
    return [(log.title, log.log) for log in logs]


def check_same_files(logs: Sequence[KeptLog]) -> Check:
    """A run that is played again with its key, whose dice were told, is played with its files."""
    troubles = tuple(Trouble(0, words) for words in other_files(_named(logs)))
    return Check("same files", "whatever served again served the same files", troubles)


def _rules(kept: Kept) -> Check:
    """No rule and no data changed unsaid between logs that follow each other."""
    standing = [log for log in kept.logs if not _is_void(log, kept.logs)]
    found = check_rules(_named(standing), _sheet(kept, standing[:1]))
    return replace(found, needs=_PUBLIC if kept.sheets else "")


def _programs(logs: Sequence[KeptLog]) -> Check:
    """The program changes only where an upgrade says so, between logs that follow each other."""
    known = _by_last(logs)
    troubles: list[Trouble] = []
    for log in logs:
        before = known.get(str(log.header["previous"]))
        pair = [one for one in (before, log) if one is not None]
        checked = check_upgrades([(one.title, one.log) for one in pair])
        troubles += checked.troubles
    whole = check_upgrades([(log.name, log.log) for log in logs])
    return replace(whole, troubles=tuple(troubles))


# --- reports, receipts, seals, questions ---------------------------------------------------------


def check_printed(kept: Kept) -> Check:
    """Each report prints the end of a log that is here, or of one that a log names as void."""
    ends = {(len(log.log.lines), log.last) for log in kept.logs}
    ends |= {(entries, last) for log in kept.logs for _, _, entries, last in log.void}
    loose = [report for report in kept.reports if (report.entries, report.last) not in ends]
    wrong = [report for report in loose if _has_its_log(report, kept.logs)]
    troubles = tuple(
        Trouble(0, f"{report.where} prints the end of another run {report.run} than is here")
        for report in wrong
    )
    gaps = [report.where for report in loose if report not in wrong]
    told = f"{len(kept.reports) - len(loose)} reports print the end of their logs"
    told += f"; of {', '.join(gaps)} there is no log" if gaps else ""
    return Check("reports", told, troubles, done=not gaps, needs=_PUBLIC)


def check_kept_compare(kept: Kept) -> Check:
    """All reports of a run say alike what everybody reads."""
    logs = {(len(log.log.lines), log.last): log.log for log in kept.logs}
    return check_compare(kept.reports, logs)


def _has_its_log(report: Printed, logs: Sequence[KeptLog]) -> bool:
    """Whether the run of a report is here; of a run beside there may be others."""
    return not report.beside and any(log.run == report.run and not log.beside for log in logs)


def check_kept_receipts(kept: Kept) -> Check:
    """Where the file of each receipt was played, and where another was in its place."""
    gaps = _where(kept, lambda held: not _is_there(held, kept.logs))
    early = _where(kept, lambda held: _may_not_count(held, kept))
    passed = _where(kept, lambda held: _passed_over(held, kept))
    told = [words for held in kept.receipts if (words := _became(held, kept))]
    told += [f"{gaps}: the log of the run is not here"] if gaps else []
    told += [f"{early}: {EARLY}"] if early else []
    needs = _PUBLIC if gaps else _LETTER if early else _LAST
    done = not (gaps or passed or early)
    return Check("receipts", "; ".join(told), tuple(_lost_files(kept)), done=done, needs=needs)


def _where(kept: Kept, is_one: Callable[[Held], bool]) -> str:
    """The receipts of which something holds, by the names of their texts."""
    return ", ".join(held.where for held in kept.receipts if is_one(held))


def _lost_files(kept: Kept) -> Iterator[Trouble]:
    """What runs that stand were not played with, though there are receipts of it."""
    for log in kept.logs:
        if not log.beside and not _is_void(log, kept.logs):
            yield from _unplayed(log, kept.receipts)


def _is_there(held: Held, logs: Sequence[KeptLog]) -> bool:
    """Whether the log of the window of a receipt is here."""
    return any(not log.beside and held.slip.is_for(log.header) for log in logs)


def _may_not_count(held: Held, kept: Kept) -> bool:
    """Whether a file waited for a window, and no file of its player is named in the log of it."""
    logs = _bearing(held, kept.logs)
    return bool(logs) and all(may_not_count([held], _named_now(log)) for log in logs)


def _became(held: Held, kept: Kept) -> str:
    """What became of the file of a receipt, where that is well; else nothing."""
    played = [log for log in _bearing(held, kept.logs) if _mark(held, log) in _marks(held, log)]
    if played:
        return f"{held.where} was played in run {', '.join(log.name for log in played)}"
    if _passed_over(held, kept):
        return f"{held.where} was not played, another file that you have receipts of was"
    return ""


def _passed_over(held: Held, kept: Kept) -> bool:
    """Whether another file of the same player was played; which came last, no receipt says."""
    played = any(_mark(held, log) in _marks(held, log) for log in _bearing(held, kept.logs))
    return not played and _is_there(held, kept.logs) and _rivals(held, kept)


def _bearing(held: Held, logs: Sequence[KeptLog]) -> list[KeptLog]:
    """The logs in which a file may be played: of its run, and standing orders in later ones."""
    return [log for log in logs if not log.beside and held.slip.bears_on(log.header)]


def _named_now(log: KeptLog) -> Mapping[str, str]:
    """The files that a run was played with, with those that came late."""
    inputs: Mapping[str, str] = log.header.get("inputs", {})
    return {**inputs, **log.log.body("digest").get("answers", {})}


def _marks(held: Held, log: KeptLog) -> set[str]:
    return set(named_marks(held.slip, _named_now(log)))


def _mark(held: Held, log: KeptLog) -> str:
    return held.slip.sha256 if is_older(log.header) else held.slip.fingerprint


def _rivals(held: Held, kept: Kept) -> bool:
    """Whether another file that the same player sent in its place was played."""
    return any(
        _mark(other, log) in _marks(other, log)
        for other in kept.receipts
        if other.slip.file == held.slip.file and other is not held
        for log in _bearing(held, kept.logs)
    )


def _unplayed(log: KeptLog, receipts: Sequence[Held]) -> Iterator[Trouble]:
    """The files of which there are receipts, and none of them was played in a run that stands."""
    bearing = [held for held in receipts if log in _bearing(held, [log])]
    for file in dict.fromkeys(held.slip.file for held in bearing):
        held = _in_force([one for one in bearing if one.slip.file == file])
        played = any(_mark(one, log) in _marks(one, log) for one in held)
        if not played and not may_not_count(held, _named_now(log)):
            what = "has another file in its place" if _marks(held[0], log) else "does not name it"
            names = ", ".join(one.where for one in held)
            yield Trouble(0, f"{file} of {names} was not played: {log.title} {what}")


def _in_force(held: Sequence[Held]) -> list[Held]:
    """The receipts of a file that count for a run: of standing orders those that came last."""
    newest = max(one.slip.run for one in held)
    return [one for one in held if one.slip.run == newest or not one.slip.stands]


def check_kept_sent(kept: Kept) -> Check:
    """The files as they were sent: whether a receipt is of each, or the opening tells where."""
    told, loose, keys = [], [], _keys(kept)
    for name, data in kept.sent.items():
        mark = keys.fingerprint(data) if keys else ""
        played = [log.name for log in kept.logs if mark and mark in _named_in(log)]
        if played:
            told.append(f"{name} was played in run {', '.join(played)}")
        elif any(held.slip.is_of(data) for held in kept.receipts):
            told.append(f"{name} has its receipt")
        else:
            loose.append(name)
    told += [f"no receipt of {', '.join(loose)}"] if loose else []
    done = not loose or keys is not None
    words, needs = "; ".join(told), "the receipts of these files"
    return Check("sent", words, tuple(_other_receipts(kept)), done=done, needs=needs)


def _other_receipts(kept: Kept) -> Iterator[Trouble]:
    """Receipts of another player's file, or for another run than the file was sent for."""
    found = [words for log in kept.logs for words in other_window(log.log, *_held(kept))]
    yield from (Trouble(0, words) for words in (*misnamed(*_held(kept)), *found))


def _held(kept: Kept) -> tuple[Sequence[Held], Mapping[str, bytes]]:
    return kept.receipts, kept.sent


def _named_in(log: KeptLog) -> set[str]:
    return set(_named_now(log).values())


def check_seal_sheets(kept: Kept) -> Check:
    """Each window that was sealed was played with the files of its sheet."""
    troubles: list[Trouble] = []
    told, gaps = [], []
    for sheet in kept.seals:
        logs = [log for log in kept.logs if log.run == sheet.run and not log.beside]
        found = [list(seal_troubles(sheet, log.log)) for log in logs]
        if [] in found:
            told.append(f"{sheet.where} was kept in run {sheet.run}")
        elif _was_unsealed(kept, sheet):
            told.append(f"{sheet.where} was taken back, as the register tells")
        elif not found:
            gaps.append(f"{sheet.where}: the log is not here")
        elif _may_be_unsealed(kept, sheet):
            gaps.append(f"{sheet.where}: {_TAKEN_BACK}")
        else:
            troubles += [Trouble(0, words) for words in found[-1]]
    return Check(
        "seal sheets",
        "; ".join([*told, *gaps]),
        tuple(troubles),
        done=not gaps,
        needs=f"the log of the run, or register.jsonl: {_PUBLIC}",
    )


_TAKEN_BACK: Final = "not kept, there is another sheet of this window; the register tells why"


def _story(kept: Kept) -> Story:
    """What the register that is here comes to; of a game without one nothing."""
    lines = register_lines(kept)
    return lines[-1][1] if lines else Story()


def _was_unsealed(kept: Kept, sheet: SealSheet) -> bool:
    return (str(sheet.run), sheet.sha256) in _story(kept).unsealed


def _may_be_unsealed(kept: Kept, sheet: SealSheet) -> bool:
    """Whether a seal may have been taken back: there is another, and no register of its run."""
    others = [one for one in kept.seals if one.run == sheet.run]
    return len(others) > 1 and _story(kept).played < sheet.run


def check_questions(kept: Kept) -> Check:
    """Each log begins as its questions told, or a log names that run as void."""
    void = [log.title for log in kept.logs if _is_void(log, kept.logs)]
    newest = newest_played(kept, ())
    known = Known({log.title: log.log for log in kept.logs}, void, newest, _length(kept))
    return check_all_asked(kept.asked, known)


def _length(kept: Kept) -> int | None:
    """How many keys the game has; None where no sheet tells it, or several do."""
    lengths = {sheet.length for _, sheet in kept.sheets}
    return lengths.pop() if len(lengths) == 1 and 0 not in lengths else None


# --- register and opening ------------------------------------------------------------------------


def check_kept_register(kept: Kept) -> Check:
    """The register tells of each log that is here, and was what each head says when it began."""
    where, text = max(kept.registers, key=lambda found: len(found[1]))
    troubles = [
        Trouble(0, f"{name} is not how {where} begins")
        for name, other in kept.registers
        if not text.startswith(other)
    ]
    try:
        lines = list(stories(text))
    except AuditError as trouble:
        return Check("register", "", (Trouble(0, trouble.message),))
    tips = {(story.tip["entries"], story.tip["last"]): story for _, story in lines}
    known = {(told.entries, told.last) for told in _told_runs([row for row, _ in lines])}
    for log in kept.logs:
        troubles += [Trouble(0, words) for words in _other_head(log, tips)]
        if (len(log.log.lines), log.last) not in known:
            troubles.append(Trouble(0, f"{where} does not tell of {log.title}"))
    told = f"its {len(lines) - 1} lines tell of {len(kept.logs)} logs that are here"
    return Check("register", told, tuple(troubles))


def _other_head(log: KeptLog, tips: Mapping[tuple[int, str], Story]) -> Iterator[str]:
    """What the head of a log tells otherwise than the register had it when its run began."""
    header = log.header
    if "register" not in header:
        return
    story = tips.get((header["register"]["entries"], header["register"]["last"]))
    if story is None:
        yield f"the head of {log.title} tells of another register"
    elif REKEYS not in header:
        key = None if log.beside else header["key"]["number"]
        expected = {"earlier": None, PROTESTS: None, **story.head(key)}
        other = [name for name in expected if header.get(name) != expected[name]]
        if other:
            yield f"the head of {log.title} tells other {other[0]} than the register had"


def _told_runs(rows: Sequence[Mapping[str, Any]]) -> Iterator[Told]:
    for row in rows:
        if "last" in row and "key" in row:
            yield told_in(row)
            yield from (told_in(run) for run in row.get("runs", ()))


def check_opening(kept: Kept) -> Check:
    """The opening leads back to the sheet, and makes the nonces of the receipts."""
    (where, keys), sheet = kept.openings[0], _sheet(kept, kept.logs[-1:])
    troubles: list[Trouble] = []
    if sheet is not None:
        rows = first_keys(keys)
        said = {
            "game": keys.game,
            "dice": sheet.dice,
            "secrets": sheet.secrets,
            "length": sheet.length,
        }
        if any(said.get(name, sheet.seed) != row for name, row in rows.items()):
            troubles.append(Trouble(0, f"{where} does not lead back to the sheet of commitments"))
    held = [held for held in kept.receipts if held.slip.run > _renewed_after(kept)]
    wrong = [one for one in held if not _is_nonce(one, keys)]
    troubles += [
        Trouble(0, f"{one.where} tells another nonce than the opening makes") for one in wrong
    ]
    told = f"leads back to the sheet; {len(held)} nonces of receipts made again"
    needs = "the game's directory: pbem audit --game replays every run, the positions stand there"
    return Check("opening", told, tuple(troubles), done=False, needs=needs)


def _is_nonce(held: Held, keys: GameKeys) -> bool:
    return held.slip.nonce == nonce_of(keys.receipts, bytes.fromhex(held.slip.sha256))
