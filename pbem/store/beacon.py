"""The beacon of a run: which round it is by the rule, and its value from `beacons/N.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.findings import EXIT_WAITING, Finding, PbemError, warning
from pbem.core.data.yamlio import MAX_TYPED_BYTES, decode, read_text_as_document
from pbem.moderation.absence import deadlines
from pbem.moderation.beacons import CHAINS, DUE_NEXT, OTHER, Chain, latest, moment, randomness
from pbem.store.directory import GameDirectory
from pbem.store.files import inside, read_inside
from pbem.store.rules import announced_to, deadline_before
from pbem.store.signatures import INSTALL, is_signed

FOLDER: Final = "beacons"
_FORM: Final = "2026-08-23 20:00 UTC"


class BeaconToCome(PbemError):
    """The round that enters the dice of a run is not here yet."""

    exit_code = EXIT_WAITING


@dataclass(frozen=True, slots=True)
class Drawn:
    """What of a beacon enters the dice of a run, and what the head of its log tells of it."""

    value: str | None
    head: Mapping[str, Any] | None = None
    findings: tuple[Finding, ...] = ()


def drawn(directory: GameDirectory, run: int) -> Drawn:
    """The beacon of a run; stops where its round is not fixed, not here, or not the one."""
    roster = directory.roster
    if not roster.beacon_source:
        return Drawn(roster.beacon)
    deadline = _deadline(directory, run)
    source = roster.beacon_source["source"]
    head = {"source": source, "deadline": deadline, "announced": announced_to(directory)}
    path = directory.root / FOLDER / f"{run}.yaml"
    if source == OTHER:
        said = _said(directory, path, _other_wanted(roster.beacon_source, deadline, path))
        if not isinstance(said.get("randomness"), str):
            hint = "write round: WHICH ONE, and randomness: ITS VALUE, as everybody can look it up"
            raise PbemError(f"{path} does not tell a value", hint=hint)
        head |= {"round": str(said["round"]), "signature": None}
        return Drawn(said["randomness"], head)
    return _of_chain(directory, CHAINS[source], head, path)


def check_deadline(directory: GameDirectory, run: int) -> None:
    """Refuse a deadline of which nobody can tell the round of the beacon, or which is too early."""
    if not directory.roster.beacon_source:
        return
    due, later = _deadline(directory, run), latest(deadlines(directory.roster, run + 1))
    _refuse_early(directory, run, due, deadline_before(directory))
    if later:
        _refuse_early(directory, run + 1, later, due)


def _refuse_early(directory: GameDirectory, run: int, due: str, before: str) -> None:
    """No run hangs on a round that was known when the run before it was played."""
    if due <= before:
        raise PbemError(
            f"{directory.root / 'game.yaml'}: the deadline of run {run}, {due}, is not after that "
            f"of run {run - 1}, {before}: its beacon was known too early",
            hint="set a later one",
        )


def due_next(directory: GameDirectory, run: int) -> dict[str, Any]:
    """What the head of a run's log announces for the next window."""
    return {DUE_NEXT: deadlines(directory.roster, run + 1)}


def not_announced(directory: GameDirectory, run: int) -> Iterator[Finding]:
    """A deadline that the log before will not tell, so that it counts as moved later."""
    roster = directory.roster
    if roster.beacon_source and not latest(deadlines(roster, run)):
        words = f"this log announces no deadline of run {run}, on which its beacon hangs"
        yield warning("no-deadline", words, hint=f"write deadlines: {{{run}: {_FORM}}}")


def to_come(directory: GameDirectory, run: int) -> PbemError | None:
    """Why the beacon of a run cannot enter its dice now."""
    try:
        drawn(directory, run)
    except PbemError as trouble:
        return trouble
    return None


def _deadline(directory: GameDirectory, run: int) -> str:
    """When the orders of a run are due; the round of its beacon hangs on it."""
    due = deadlines(directory.roster, run)
    path = directory.root / "game.yaml"
    for player, text in due.items():
        if moment(text) is None:
            raise PbemError(
                f"{path}: the beacon of run {run} hangs on its deadline; that of {player} is "
                f"'{text}', which is no moment",
                hint=f"write deadlines: {{{run}: {_FORM}}}",
            )
    if not due:
        raise PbemError(
            f"{path}: run {run} has no deadline, on which its beacon hangs",
            hint=f"write deadlines: {{{run}: {_FORM}}}",
        )
    return latest(due)


def _said(directory: GameDirectory, path: Path, wanted: PbemError) -> Mapping[str, Any]:
    """The file that holds a round, as its source publishes it."""
    if not inside(directory.root, path).is_file():
        raise wanted
    text = decode(read_inside(directory.root, path, MAX_TYPED_BYTES), str(path))
    document = read_text_as_document(text, str(path))
    findings = schemas.check("core/beacon", document.data, document)
    if findings:
        raise PbemError(f"{path} is not a round of a beacon", findings=findings)
    said: Mapping[str, Any] = document.data
    return said


def _other_wanted(source: Mapping[str, str], deadline: str, path: Path) -> BeaconToCome:
    return BeaconToCome(
        f"{path} is missing: the value of {source['name']} for the deadline {deadline}",
        hint=f"by its rule ({source['rule']}); write round: WHICH ONE and randomness: ITS VALUE",
    )


def _of_chain(directory: GameDirectory, chain: Chain, head: dict[str, Any], path: Path) -> Drawn:
    """A round of drand: the one of the rule, as its source signed it."""
    deadline = moment(head["deadline"])
    if deadline is None:
        raise AssertionError("no deadline")
    number = chain.round_at(deadline)
    at = f"published {chain.published(number)}, the first at or after the deadline"
    get = f"save {chain.address(number)} as {path}"
    wanted = BeaconToCome(f"{path} is missing: round {number} of {chain.name}, {at}", hint=get)
    said = _said(directory, path, wanted)
    if said["round"] != number:
        early = isinstance(said["round"], int) and said["round"] < number
        why = "that one is from before the deadline" if early else "no other counts"
        raise PbemError(
            f"{path} is round {said['round']} of {chain.name}; run {path.stem} wants round "
            f"{number}, {at}: {why}",
            hint=get,
        )
    signature, previous = str(said.get("signature")), str(said.get("previous_signature", ""))
    _refuse_forged(chain, said, path)
    head |= {"round": number, "signature": signature}
    head |= {"previous": previous} if chain.chained else {}
    signed = is_signed(chain, number, signature, previous)
    if signed is False:
        words = f"{path}: this is no signature of {chain.name} for round {number}"
        raise PbemError(words, hint=get)
    words = f"the signature of round {number} of {chain.name} was not checked"
    findings = (warning("unchecked-beacon", words, hint=INSTALL),) if signed is None else ()
    return Drawn(randomness(signature), head, findings)


def _refuse_forged(chain: Chain, said: Mapping[str, Any], path: Path) -> None:
    """Refuse what can be seen without the key of the chain."""
    rows = ("signature", "previous_signature") if chain.chained else ("signature",)
    for row in rows:
        digits = 64 if said["round"] == 1 and row != "signature" else chain.digits
        if not re.fullmatch(f"[0-9a-f]{{{digits}}}", str(said.get(row, ""))):
            hint = f"save {chain.address(said['round'])} as {path}, whole"
            raise PbemError(f"{path}: {row} must be {digits} digits in hex", hint=hint)
    if said.get("randomness", randomness(said["signature"])) != randomness(said["signature"]):
        raise PbemError(f"{path}: randomness is not the SHA-256 of the signature")
