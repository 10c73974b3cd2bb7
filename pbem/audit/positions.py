"""The positions between runs: where a log ends the next one begins; and the files that hold them.

Decides from logs alone whether nothing was changed between two of them, and which position lies in
a file. Leaves to the replay whether a run was played from the position that its log names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pbem.audit.checks import SILENT, Check, Log, Row, Trouble
from pbem.audit.rebuild import Rebuilt, game_keys, keys_of, state_after, state_before
from pbem.audit.record import Record
from pbem.audit.sorting import Kept, KeptLog, KeptState
from pbem.core.data.findings import PbemError
from pbem.core.record.state import State
from pbem.core.record.views import has_secrets, sealed_digest, sealed_digest_of
from pbem.moderation.amend import REKEYS, UPGRADES
from pbem.store.commitments import SET_UP, Commitments
from pbem.store.ends import ended_with, is_played, seals_before
from pbem.store.keys import GameKeys

NAME: Final = "positions"
BEFORE, AFTER = "before", "after"
_OPEN_THEN: Final = ("awaw", "gw", "wif")  # systems whose positions hide nothing
_FORM: Final = "pbem-state/1"  # in which all of these programs write positions
_KNOWN: Final = (*SILENT, "0.4.0")
_LOGS: Final = (
    "the logs before and after it, which are published, or state.yaml of both runs; of a game of "
    "pbem 0.3.0 that hides something the opening, too"
)


@dataclass(frozen=True, slots=True)
class Told:
    """A digest of a position: whose word it is; whether the log may tell another one."""

    whose: str
    digest: str
    excused: bool = False


# --- the record of one run -----------------------------------------------------------------------


def check_positions(log: Log, record: Record, rebuilt: Rebuilt | None = None) -> Check:
    """The positions before and after the run are those that its log begins and ends with."""
    if record.directory is None and record.before is None and record.after is None:
        sheets = [record.commitments] if record.commitments else []
        return _from_logs(log, {BEFORE: _begun(log, sheets), AFTER: []})
    try:
        keys = _keys_of_record(record)
        found = [*_other_end(log, record), *_other_states(log, record, rebuilt, keys)]
    except PbemError as trouble:
        return Check(NAME, f"not compared with the log: {trouble.message}", done=False)
    return Check(NAME, "the states are those that the log names", tuple(found))


def _keys_of_record(record: Record) -> dict[str, list[bytes]]:
    """The keys that may seal what is hidden before and after a run: older logs had one for both."""
    header = record.header()
    own = keys_of(record, header).seals
    keys, directory = game_keys(record), record.directory
    between = seals_before(directory, keys, header["previous"]) if directory else None
    return {BEFORE: [own, *([] if between is None else [between])], AFTER: [own]}


def _other_end(log: Log, record: Record) -> Iterator[Trouble]:
    """A log that begins with another position than the log before it, in the game, ended with."""
    header, directory = log.body("header"), record.directory
    if directory is None or record.run is None or _is_older(log) or _is_rewritten(header):
        return
    before = directory.before(record.run)
    if is_played(before) and header["state"] != ended_with(directory, before):
        yield Trouble(1, "begins with another position than the log before it ends with")


def _other_states(
    log: Log, record: Record, rebuilt: Rebuilt | None, keys: Mapping[str, list[bytes]]
) -> Iterator[Trouble]:
    """The positions that lie there and are not those that the log names."""
    readers: dict[str, Callable[[], State | None]] = {
        BEFORE: lambda: rebuilt.before if rebuilt else state_before(record),
        AFTER: lambda: rebuilt.after if rebuilt else state_after(record),
    }
    for which, named in _named(log).items():
        try:
            state = readers[which]()
        except PbemError as trouble:
            yield Trouble(0, trouble.message)
            continue
        if state is None or named in {sealed_digest(state, key) for key in keys[which]}:
            continue
        if which == AFTER or not _sealed_anew(log, state):
            yield Trouble(0, f"the state {which} the run is not the one that the log names")


def _sealed_anew(log: Log, state: State) -> bool:
    """Whether no key that is here sealed what the head names, or it names another form of it."""
    header = log.body("header")
    return _is_rewritten(header) or (REKEYS in header and has_secrets(state))


def _is_rewritten(header: Row) -> bool:
    """Whether an upgrade wrote the position in another form."""
    said = header.get(UPGRADES, {})
    return bool(said) and said["from"].get("format") != said["to"].get("format")


def _changes_nothing(header: Row) -> bool:
    """Whether a run changes neither the position nor its form."""
    return any(one in header for one in (UPGRADES, REKEYS)) and not _is_rewritten(header)


_NOTHING: Final = "such a run changes nothing"


def _wrong_upgrade(log: Log) -> Iterator[Trouble]:
    """What an upgrade says of positions that is not so, by itself: their form, or that they moved.

    Where something may be hidden in them, they are sealed with two keys and look as if they had.
    """
    header, named = log.body("header"), _named(log)
    said = header.get(UPGRADES, {})
    for one in (said[which] for which in ("from", "to") if which in said):
        if one.get("pbem") in _KNOWN and one.get("format") != _FORM:
            words = f"says that pbem {one['pbem']} writes positions in the form {one.get('format')}"
            yield Trouble(1, f"{words}; it writes {_FORM}")
    moved = named[BEFORE] != named[AFTER] and header.get("system") in _OPEN_THEN
    if moved and _changes_nothing(header):
        yield Trouble(0, f"ends with another position than it begins with; {_NOTHING}")


def _is_excused(log: Log) -> bool:
    """Whether a log may begin with another digest than the one before ended with.

    An upgrade may write the position in another form. Programs up to 0.3.0 sealed anew what was
    hidden, if their game hid anything in a position.
    """
    header = log.body("header")
    return _is_rewritten(header) or (_is_older(log) and header.get("system") not in _OPEN_THEN)


def _is_older(log: Log) -> bool:
    return str(log.body("header").get("pbem", "")) in SILENT


def _named(log: Log) -> dict[str, Any]:
    return {BEFORE: log.body("header").get("state"), AFTER: log.body("digest").get("state")}


# --- from logs -----------------------------------------------------------------------------------


def check_kept_positions(kept: Kept, log: KeptLog) -> Check:
    """What the logs around a log that was kept, the sheet and files of positions show of it."""
    here = [(state.where, places_in(kept, log, state)) for state in kept.positions]
    named = {place: where for where, places in here for place in places}
    found = _from_logs(log.log, _around(kept, log), named)
    moved = [where for where, places in here if places == [BEFORE]]
    if not moved or not _changes_nothing(log.header):
        return found
    words = f"ends with another position than {moved[0]}, with which it begins; {_NOTHING}"
    return replace(found, troubles=(*found.troubles, Trouble(0, words)))


def _around(kept: Kept, log: KeptLog) -> dict[str, Sequence[Told]]:
    """The positions that are told before a log and after it."""
    ours = [one for one in kept.logs if one.last]
    excused = _may_seal_anew(kept, log)
    before = [_end(one, excused) for one in ours if one.last == log.header["previous"]][:1]
    return {
        BEFORE: before or _begun(log.log, [sheet for _, sheet in kept.sheets]),
        AFTER: [
            _beginning(one, _may_seal_anew(kept, one))
            for one in ours
            if one.header["previous"] == log.last
        ],
    }


def _may_seal_anew(kept: Kept, log: KeptLog) -> bool:
    """Whether a log is excused; one of an older program is not where a later one had the game."""
    before = [one.header for one in kept.logs if one.moment < log.moment]
    before += [dict(header.get(UPGRADES, {}).get("from", {})) for header in before]
    newer = any(header.get("pbem", "") not in ("", *SILENT) for header in before)
    return _is_excused(log.log) and (_is_rewritten(log.header) or not newer)


def _end(log: KeptLog, excused: bool) -> Told:
    return Told(f"run {log.name}", str(log.log.body("digest").get("state")), excused)


def _beginning(log: KeptLog, excused: bool) -> Told:
    return Told(f"run {log.name}", str(log.header["state"]), excused)


def _begun(log: Log, sheets: Sequence[Commitments]) -> list[Told]:
    """What the sheet with which the game began tells of its first position."""
    header = log.body("header")
    if header.get("previous"):
        return []
    first = next((row["sheet"] for row in header.get("earlier", ())), header.get("commitments"))
    found = [sheet for sheet in sheets if sheet.sha256 == first and sheet.whole]
    excused = _is_excused(log) or REKEYS in header
    return [Told("the sheet", str(sheet.said["position"]), excused) for sheet in found[:1]]


def _from_logs(
    log: Log, around: Mapping[str, Sequence[Told]], here: Mapping[str, str] | None = None
) -> Check:
    """What comes of the digests that are told around a log, and of the files that are `here`."""
    troubles = [*_wrong_upgrade(log)]
    told: list[str] = []
    gaps: list[str] = []
    here = here or {}
    for place, digest in _named(log).items():
        other = [one for one in around[place] if one.digest != digest]
        if wrong := [one for one in other if not one.excused]:
            troubles.append(Trouble(0, _words(place, wrong[0].whose)))
        elif place in here:
            told.append(f"{here[place]} is the position {place} it")
        elif other or not around[place]:
            gaps.append(place)
        else:
            told.append(f"{place} it as {around[place][0].whose} has it")
    told += [f"not shown: {' and '.join(gaps)} it"] if gaps else []
    return Check(NAME, "; ".join(told), tuple(troubles), done=not gaps, needs=_LOGS)


def _words(place: str, whose: str) -> str:
    if place == AFTER:
        return f"ends with another position than {whose} begins with"
    return f"begins with another position than {whose} ends with"


# --- files of positions --------------------------------------------------------------------------


def check_states(kept: Kept) -> Check:
    """A position that is here is one that a log names; where its secrets are closed, who knows."""
    troubles, told, loose = [], [], []
    for state in (one for one in kept.positions if is_position(kept, one)):
        run = _naming(kept, state)
        if run:
            told.append(f"{state.where} is a position that the log of run {run} names")
        elif _must_be_named(kept, state):
            words = f"{state.where} is not the position that the log of run {state.run} names"
            troubles.append(Trouble(0, words))
        else:
            loose.append(state.where)
    told += [f"not compared: {', '.join(loose)}"] if loose else []
    needs = "the log of its run, and where something is hidden the opening"
    return Check("states", "; ".join(told), tuple(troubles), done=not loose, needs=needs)


def _naming(kept: Kept, state: KeptState) -> str:
    """The run whose log names a position; nothing where none does."""
    return next((log.name for log in kept.logs if places_in(kept, log, state)), "")


def _must_be_named(kept: Kept, state: KeptState) -> bool:
    """Whether the log of its run is here, and nothing of a position is closed."""
    near = [log for log in kept.logs if _is_near(log, state)]
    closed = state.hides and any(keys_for(kept, log) is None for log in near)
    return not closed and any(log.run == state.run for log in near)


def is_position(kept: Kept, state: KeptState) -> bool:
    """Whether a file is a whole position, and neither a view nor the set-up of the scenario."""
    set_ups = (sheet.said.get("data", {}).get(SET_UP) for _, sheet in kept.sheets)
    return not state.is_view and state.sha256 not in set_ups


def places_in(kept: Kept, log: KeptLog, state: KeptState) -> list[str]:
    """Where a log names a position: before the run, after it, both or not at all."""
    if not is_position(kept, state) or not _is_near(log, state):
        return []
    keys = _seals(kept, log) if state.hides else {BEFORE: [b""], AFTER: [b""]}
    named = _named(log.log)
    return [
        place
        for place, seals in keys.items()
        if any(sealed_digest_of(state.data, key) == named[place] for key in seals)
    ]


def _is_near(log: KeptLog, state: KeptState) -> bool:
    """Whether a log may name a position: its run is the one that led to it, or the next."""
    return log.run - state.run in (0, 1)


def _seals(kept: Kept, log: KeptLog) -> dict[str, list[bytes]]:
    """The keys that may seal what is hidden before and after a run, as far as they are open."""
    own = keys_for(kept, log)
    found = [] if own is None else [own.of_log(log.header).seals]
    return {BEFORE: [*found, *_seals_before(kept, log)], AFTER: found}


def _seals_before(kept: Kept, log: KeptLog) -> Iterator[bytes]:
    if not log.header["previous"]:
        keys = keys_for(kept, log)
        yield from () if keys is None else (keys.set_up,)
    for one in kept.logs:
        keys = keys_for(kept, one)
        if one.last == log.header["previous"] and keys is not None:
            yield keys.of_log(one.header).seals


def keys_for(kept: Kept, log: KeptLog) -> GameKeys | None:
    """The keys of a log, where they are known: from its seed, or the opening if none were lost."""
    told = log.header["key"]
    if told["kind"] == "seed":
        return GameKeys(str(log.header["game"]), seed=str(told["seed"]))
    last = kept.logs[-1].header if kept.logs else {}
    lost = log.header.get("earlier") != last.get("earlier")
    return None if lost or not kept.openings else kept.openings[0][1]
