"""Runs without dice and without a window: amendments, upgrades to another program, new keys.

An amendment has an author, a reason, a citation and events; the old values need not be typed, they
are what the state holds. An upgrade changes nothing but the form of the state: its header links
both programs, and says who goes on with the new one and why. Where keys were lost, the header links
the old sheet of commitments and the new one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, get_args

from pbem.core.data import schemas
from pbem.core.data.findings import Finding, PbemError, error, has_errors, suggest
from pbem.core.data.yamlio import Document
from pbem.core.orders.inputs import Inputs, KeyedDice
from pbem.core.orders.orders import read_received
from pbem.core.play.run import Outcome
from pbem.core.play.umpire import AnyUmpire, Umpire
from pbem.core.reading.amended import AMENDMENT
from pbem.core.reading.rulechanges import changed_file
from pbem.core.record import ledger as ledger_
from pbem.core.record.dice import RunKeys
from pbem.core.record.events import (
    NAMED,
    ClockAdvanced,
    Event,
    EventDoesNotFit,
    PowerChanged,
    PowerPart,
    UnitMoved,
    apply,
    event_from,
    power_value,
)
from pbem.core.record.foreknown import KNOWN
from pbem.core.record.ledger import Ledger
from pbem.core.record.program import Program, program_in
from pbem.core.record.state import (
    FORMAT,
    State,
    Unit,
    as_data,
    clock_data,
    mark_data,
    power_data,
    unit_data,
)
from pbem.core.record.verdicts import Cited, Typed
from pbem.core.record.views import sealed_digest
from pbem.core.rules.fit import misfits
from pbem.core.rules.game import Game
from pbem.core.rules.seats import handed_over
from pbem.moderation.rules import CHANGED
from pbem.moderation.strange import strange

STEP: Final = "amend"
AMENDS: Final = "amends"  # what the header of an amendment has
UPGRADES: Final = "upgrades"  # what the header of an upgrade has
REKEYS: Final = "rekeys"  # what the header has of a run that renews the keys


def is_beside(header: Mapping[str, Any]) -> bool:
    """Whether a log is of a run beside the windows: no orders, no dice."""
    return any(what in header for what in (AMENDS, UPGRADES, REKEYS))


@dataclass(frozen=True, slots=True)
class Beside:
    """How a run beside the windows is joined to its game: its keys, the log before, the program.

    `joined` is what the head of the log tells of the game around the run, `files` what is published
    of game.yaml and the data that the position is read with.
    """

    keys: RunKeys
    previous: str = ""
    program: Program = field(default_factory=Program)
    joined: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A game goes on with another program: who says so, why, and what it was played by until now.

    `form` and `state` are of the position as that program wrote it.
    """

    author: str
    reason: str
    old: Program
    form: str
    state: bytes = field(repr=False)

    def data(self, new: Program) -> dict[str, Any]:
        """What its header says."""
        return {
            "from": {**self.old.data(), "format": self.form},
            "to": {**new.data(), "format": FORMAT},
            "author": self.author,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Renewal:
    """A game goes on with new keys: who says so, why, and the sheets of the old and the new."""

    author: str
    reason: str
    old: str  # SHA-256 of the sheets
    new: str

    def data(self) -> dict[str, Any]:
        """What its header says."""
        return {"from": self.old, "to": self.new, "author": self.author, "reason": self.reason}


def upgrade_notes(run: str, header: Mapping[str, Any]) -> tuple[str, ...]:
    """What reports say of a run that is an upgrade; nothing of any other."""
    said = header.get(UPGRADES, {})
    if "author" not in said:
        return ()
    old, new = program_in(said["from"]), program_in(said["to"])
    return (f"upgraded ({run}) by {said['author']}: {said['reason']} (from {old} to {new})",)


def changed_notes(run: str, header: Mapping[str, Any]) -> tuple[str, ...]:
    """What the report of the next run says of the data files that came with an upgrade."""
    rows = header.get(CHANGED, ()) if UPGRADES in header else ()
    told = ", ".join(changed_file(row) for row in rows)
    return (f"with the upgrade {run} came: {told}",) if told else ()


@dataclass(frozen=True, slots=True)
class Amendment:
    """An amendment file as read; `corrects` is the run in which the mistake was made."""

    after: str
    author: str
    reason: str
    cite: str
    events: tuple[Mapping[str, Any], ...]
    data: bytes = field(repr=False)
    document: Document = field(repr=False)
    corrects: str = ""
    despite: str = ""

    @property
    def about(self) -> dict[str, str]:
        """Who corrects what, and why."""
        said = {"author": self.author, "reason": self.reason, "cite": self.cite}
        more = {"corrects": self.corrects, "despite": self.despite}
        return said | {key: text for key, text in more.items() if text}


def read_amendment(data: bytes, name: str, game: str) -> Amendment:
    """The file, checked against its schema; raises with every finding at once."""
    document = read_received(data, name)
    findings = schemas.check("core/amend", document.data, document)
    if not has_errors(findings) and document.data["game"] != game:
        findings.append(
            error(
                "other-game",
                f"this amends '{document.data['game']}', the game is '{game}'",
                where=document.where(("game",)),
            )
        )
    if has_errors(findings):
        raise PbemError(f"{name} is no legal amendment", findings=findings)
    said = document.data
    return Amendment(
        after=str(said["after"]),
        author=str(said["author"]),
        reason=str(said["reason"]),
        cite=str(said["cite"]),
        events=tuple(said["events"]),
        data=data,
        document=document,
        corrects=str(said.get("corrects", "")),
        despite=str(said.get("despite", "")),
    )


@dataclass(frozen=True, slots=True)
class AmendmentVerdict(Cited):
    """The position has been corrected: by whom, and in how many changes."""

    kind: ClassVar[str] = AMENDMENT

    author: Typed
    changes: int


def amend(game: Game, state: State, amendment: Amendment, beside: Beside) -> Outcome:
    """The corrected state and its log; raises with every event that does not fit."""
    keys = beside.keys
    events = _events(game, state, amendment)
    _refuse_unsound(game, apply(state, events), state, amendment)
    dice = KeyedDice(keys.key)  # none is thrown
    umpire: AnyUmpire = Umpire(game, state, Inputs({}, dice, dice, keys.secret, state.clock.run))
    header = _header(state, beside, {"amend.yaml": keys.fingerprint(amendment.data)})
    umpire.ledger.add("header", umpire.path, header | {AMENDS: amendment.after})
    with umpire.step(STEP):
        known: dict[str, Any] = {KNOWN: []} if dice_are_known(header) else {}
        umpire.ledger.add("correction", umpire.path, {**amendment.about, **known})
        umpire.apply(*events)
        told = AmendmentVerdict(
            at=None,
            result=amendment.reason,
            under=amendment.cite,
            author=amendment.author,
            changes=len(events),
        )
        umpire.tell(told)
    _close(umpire.ledger, umpire.state, keys)
    return Outcome(state.clock.run, state, umpire.state, umpire.ledger)


def dice_are_known(header: Mapping[str, Any], finished: Collection[str] = ()) -> bool:
    """Whether the next run was played and taken back, and its key may serve again.

    `finished` has the ends of logs that were, whatever the header says of them.
    """
    run, used = str(header["run"] + 1), max(header.get("runs", ()), default=0)
    taken = [row for row in header.get("void", ()) if row["run"] == run and row["key"] > used]
    return any(not row.get("stopped") or row["last"] in finished for row in taken)


def upgrade(state: State, said: Upgrade, beside: Beside) -> Outcome:
    """The log of an upgrade: both programs and formats, and the digests of both states."""
    header = _header(state, beside, {"state.yaml": beside.keys.fingerprint(said.state)})
    return _unchanged(state, header | {UPGRADES: said.data(beside.program)}, beside.keys)


def renew(state: State, said: Renewal, beside: Beside) -> Outcome:
    """The log of a run that renews the keys: both sheets, and the position under the new keys."""
    return _unchanged(state, _header(state, beside, {}) | {REKEYS: said.data()}, beside.keys)


def _unchanged(state: State, header: Mapping[str, Any], keys: RunKeys) -> Outcome:
    """A run that changes nothing on the board."""
    ledger = Ledger(keys.secret)
    ledger.add("header", state.clock.name, header)
    _close(ledger, state, keys)
    return Outcome(state.clock.run, state, state, ledger)


def _close(ledger: Ledger, state: State, keys: RunKeys) -> None:
    body = {"state": sealed_digest(state, keys.secret), "key": ""}
    ledger.add("digest", state.clock.name, body)


def _refuse_unsound(game: Game, after: State, before: State, amendment: Amendment) -> None:
    """Refuse a position that no play could have led to: unknown counters, places, owners; turns.

    What was unsound before is not this amendment's doing: it may mend one thing and not all.
    """
    troubles = schemas.problems("core/state", as_data(after)) or _misfits(game, after, before)
    if troubles:
        findings = [_at(amendment, len(amendment.events) - 1, text, "") for text in troubles]
        raise PbemError("this amendment leads to no sound position", findings=findings)


def _misfits(game: Game, after: State, before: State) -> list[str]:
    """What of a well-formed position its game has not, and had not before."""
    known = {*misfits(game, before)}
    return [trouble for trouble in misfits(game, after) if trouble not in known]


def _header(state: State, beside: Beside, inputs: Mapping[str, str]) -> dict[str, Any]:
    keys = beside.keys
    return {
        "format": ledger_.FORMAT,
        **beside.program.data(),
        "game": state.game,
        "system": state.system,
        "scenario": state.scenario,
        "run": state.clock.run,
        "window": state.clock.name,
        "key": keys.data,
        "luck": {},
        "beacon": None,
        "dice": "no dice",
        "inputs": {**inputs, **beside.files},
        "state": sealed_digest(state, keys.secret),
        "previous": beside.previous,
        "players": {p: [w.id for w in state.powers_of_player(p)] for p in state.players()},
        "press": {},
        **beside.joined,
    }


# --- events as typed -----------------------------------------------------------------------------


def _events(game: Game, state: State, amendment: Amendment) -> list[Event]:
    events: list[Event] = []
    findings: list[Finding] = []
    position = state
    for index, row in enumerate(amendment.events):
        try:
            event = event_from(_completed(position, row))
            _check(position, event)
            if slip := strange(game.at(position), row):
                findings.append(_at(amendment, index, *slip))
                continue
            made = _followed(position, event)
            position = apply(position, made)
            events += made
        except (EventDoesNotFit, LookupError, TypeError, ValueError, AttributeError) as trouble:
            findings.append(_finding(amendment, index, row, position, trouble))
    if findings:
        raise PbemError("this amendment does not fit the position", findings=findings)
    return events


def _followed(state: State, event: Event) -> tuple[Event, ...]:
    """An event with what follows from it: who plays a power from now on sees its secrets."""
    if isinstance(event, PowerChanged) and event.what == "players":
        return handed_over(state, event.power, str(event.new or "").split())
    return (event,)


def _check(state: State, event: Event) -> None:
    """What an event's own check does not see."""
    if isinstance(event, UnitMoved) and not event.new:
        raise EventDoesNotFit("a unit goes somewhere, or to `removed`")
    if isinstance(event, ClockAdvanced) and event.new.run != state.clock.run:
        raise EventDoesNotFit("an amendment does not change the number of the run")


def _finding(
    amendment: Amendment, index: int, row: Mapping[str, Any], state: State, trouble: Exception
) -> Finding:
    known = {"unit": state.units, "power": state.powers}
    makes = row["event"] == "UnitCreated" or (row["event"] == "PowerCreated" and row["new"])
    for key, things in known.items():
        name = row.get(key)
        if name is not None and name not in things and not makes:
            hint = suggest(str(name), things)
            return _at(amendment, index, f"there is no {key} '{name}'", hint)
    if isinstance(trouble, EventDoesNotFit):
        return _at(amendment, index, str(trouble), "")
    return _at(amendment, index, f"this is no whole {row['event']}", _NEEDS[row["event"]])


def _at(amendment: Amendment, index: int, message: str, hint: str) -> Finding:
    where = amendment.document.where(("events", index))
    return error("does-not-fit", message, where=where, hint=hint)


_NEEDS: Final[Mapping[str, str]] = {
    "UnitMoved": "write {event: UnitMoved, unit: ID, new: PLACE} (and count for a group)",
    "UnitChanged": "write {event: UnitChanged, unit: ID, what: counter, owner or mark, new: …}",
    "UnitCreated": "write {event: UnitCreated, unit: ID, new: {id, counter, owner, at}}",
    "PlaceChanged": "write {event: PlaceChanged, place: ID, what: controller, new: POWER}",
    "PowerChanged": "write {event: PowerChanged, power: ID, what: counter, name: NAME, new: 3}",
    "PowerCreated": "write {event: PowerCreated, power: ID, new: {id, side, players}}",
    "TrackChanged": "write {event: TrackChanged, track: ID, new: VALUE}",
    "ClockAdvanced": "write {event: ClockAdvanced, new: {turn, impulse, side, window, run}}",
}


def _completed(state: State, row: Mapping[str, Any]) -> dict[str, Any]:
    """The row with its old value, where the moderator did not type one."""
    if row["event"] == "PowerChanged" and row.get("what") not in NAMED:
        row = {"name": "", **row}
    return dict(row) if "old" in row else {**row, "old": _OLD[row["event"]](state, row)}


def _old_change(state: State, row: Mapping[str, Any]) -> Any:
    unit = state.units[row["unit"]]
    if row["what"] != "mark":
        return unit_data(unit).get(row["what"])
    mark = unit.marks.get(row["mark"])
    return None if mark is None else mark_data(mark)


def _old_unit(state: State, row: Mapping[str, Any]) -> Any:
    unit: Unit | None = state.units.get(row["unit"])
    return None if unit is None or row["new"] is not None else unit_data(unit)


def _old_seat(state: State, row: Mapping[str, Any]) -> Any:
    return power_data(state.powers[row["power"]]) if row["new"] is None else None


def _old_place(state: State, row: Mapping[str, Any]) -> Any:
    place = state.places.get(row["place"])
    if place is None or row["what"] == "controller":
        return place.controller if place else None
    return {"marker": place.markers, "fact": place.facts}[row["what"]].get(row["name"])


def _old_power(state: State, row: Mapping[str, Any]) -> Any:
    if row["what"] not in get_args(PowerPart):
        raise KeyError(row["what"])
    return power_value(state.powers[row["power"]], row["what"], row.get("name", ""))


_OLD: Final[Mapping[str, Any]] = {
    "UnitMoved": lambda state, row: state.units[row["unit"]].at,
    "UnitChanged": _old_change,
    "UnitCreated": _old_unit,
    "PlaceChanged": _old_place,
    "PowerChanged": _old_power,
    "PowerCreated": _old_seat,
    "TrackChanged": lambda state, row: state.track(row["track"]),
    "ClockAdvanced": lambda state, row: clock_data(state.clock),
}
