"""How a game began: the first position against the sheet of commitments, and against the scenario.

The sheet names the sealed digest of the position before anybody sends orders. The position itself
is the scenario's under the roster of the sheet, its hidden counters dealt by a key of the game, so
that whoever knows that key makes it anew: the keeper at once, everybody from the opening on, and
where nothing is hidden every player at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.audit.checks import Check, Log, Trouble
from pbem.audit.rebuild import programs_of
from pbem.core.data.findings import PbemError
from pbem.core.data.resources import scenario_path
from pbem.core.data.yamlio import decode
from pbem.core.orders.orders import sha256
from pbem.core.record.program import program_in
from pbem.core.record.state import State
from pbem.core.record.statefile import parse_state
from pbem.core.record.views import has_secrets, sealed_digest
from pbem.core.rules.game import Player, Roster
from pbem.core.rules.setup import first_state
from pbem.core.rules.system import find_system
from pbem.moderation.amend import REKEYS, UPGRADES
from pbem.moderation.rules import RULES
from pbem.store.commitments import SET_UP, Commitments, dealt
from pbem.store.directory import STATE
from pbem.store.keys import GameKeys, first_keys

NAME = "begin"


@dataclass(frozen=True, slots=True)
class Begun:
    """What there is of a game's beginning: the sheet, the first log, and what only some have."""

    sheet: Commitments
    log: Log
    keys: GameKeys | None = None  # the moderator's, or those of the opening
    position: bytes | None = None  # runs/0/state.yaml
    lost: str = ""  # what to say where the keys were lost

    @property
    def header(self) -> Mapping[str, Any]:
        """What the first line of the first log says."""
        return self.log.body("header")

    @property
    def known_keys(self) -> GameKeys | None:
        """The keys, which everybody has where they come from a seed."""
        if self.sheet.seed is not None:
            return GameKeys(str(self.sheet.said["game"]), seed=self.sheet.seed)
        return self.keys


def check_begin(begun: Begun) -> Check:
    """The game began with the position, the program and the names that the sheet tells."""
    sheet = begun.sheet
    if not sheet.whole:
        return _keys_alone(begun)
    if REKEYS in begun.header:
        words = "the keys were lost before anything was played: the first position is not proved"
        return Check(NAME, words, done=False)
    troubles = [*_names(begun), *_program(begun)]
    lacking = _cannot_be_made(sheet)
    if lacking:
        told = f"the first position is not proved: {lacking}"
        return Check(NAME, told, tuple(troubles), done=False, needs=lacking, foreign=True)
    first = first_state(sheet_roster(sheet))
    keys = begun.known_keys
    if keys is None and has_secrets(first):
        words = "the first position has hidden counters: "
        words += begun.lost or "not proved before the opening shows them"
        return Check(NAME, words, tuple(troubles), done=False)
    if keys is None:
        troubles += _not_the_position(begun, first, b"", b"")
        return Check(
            NAME, "with the position of the scenario, as the sheet has it", tuple(troubles)
        )
    troubles += _with_keys(begun, keys)
    told = "with the position of the scenario, dealt by the keys of the game, as the sheet has it"
    return Check(NAME, told, tuple(troubles))


def _keys_alone(begun: Begun) -> Check:
    """What a sheet of the older form does not prove; a game begun today has the newer one."""
    words = f"the sheet is {begun.sheet.format}: it tells keys, but no position and no rules"
    if RULES not in begun.header or UPGRADES in begun.header:
        return Check(NAME, words, done=False)
    newer = f"is of {program_in(begun.header)}, which begins no game with such a sheet"
    return Check(NAME, words, (Trouble(1, newer),))


def _names(begun: Begun) -> Iterator[Trouble]:
    for name in ("game", "system", "scenario"):
        if begun.header[name] != begun.sheet.said[name]:
            words = f"is of {name} {begun.header[name]!r}, the sheet of {begun.sheet.said[name]!r}"
            yield Trouble(1, words)


def _program(begun: Begun) -> Iterator[Trouble]:
    """The first log is of the sheet's program, or an upgrade from it."""
    old = program_in(begun.header.get(UPGRADES, {}).get("from", begun.header))
    told = old if old.version else program_in(begun.header)  # a set-up alone names none
    if told != begun.sheet.program:
        yield Trouble(1, f"is of {told}, the sheet of {begun.sheet.program}")


def _cannot_be_made(sheet: Commitments) -> str:
    """Why the first position cannot be made anew here; empty where it can."""
    try:
        _, here = programs_of({**sheet.said["program"], "system": sheet.said["system"]})
    except PbemError as trouble:
        return trouble.message
    if here.is_other(sheet.program):
        return f"{sheet.program} dealt it, this is {here}; {sheet.program.wanted(here, 'makes')}"
    path = scenario_path(str(sheet.said["system"]), str(sheet.said["scenario"])) / "setup.yaml"
    if not path.is_file() or sha256(path.read_bytes()) != sheet.said["data"].get(SET_UP):
        return f"the sheet names another {SET_UP} than the one that is here"
    return ""


def sheet_roster(sheet: Commitments) -> Roster:
    """As much of a roster as the first position needs: who plays what."""
    seats = sheet.said["rules"]["players"]
    players = {name: Player(name, powers=tuple(seat["powers"])) for name, seat in seats.items()}
    said = sheet.said
    return Roster(str(said["game"]), str(said["system"]), str(said["scenario"]), players)


def _with_keys(begun: Begun, keys: GameKeys) -> Iterator[Trouble]:
    """What the keys make of the scenario is the position, in the sheet, the log and the file."""
    said = begun.sheet.said
    if any(said.get(name) != row for name, row in first_keys(keys).items()):
        yield Trouble(0, "the keys at hand do not lead back to those of the sheet")
        return
    position = dealt(sheet_roster(begun.sheet), keys)
    secret = keys.of_log(begun.header).seals
    yield from _not_the_position(begun, position, keys.set_up, secret)
    if begun.position is not None and _read(begun.position, position.system) != position:
        yield Trouble(0, "runs/0/state.yaml is not what the scenario and the keys make")


def _read(data: bytes, system: str) -> State | None:
    """A position, in whatever format a program wrote it; None where it cannot be read."""
    try:
        return parse_state(decode(data, STATE), STATE, find_system(system).upgrades)
    except PbemError:
        return None


def _not_the_position(
    begun: Begun, position: State, set_up: bytes, secret: bytes
) -> Iterator[Trouble]:
    if begun.sheet.said["position"] != sealed_digest(position, set_up):
        yield Trouble(0, "the sheet commits to another position than the scenario makes")
    made = {sealed_digest(position, key) for key in (set_up, secret)}  # older logs: the latter
    if begun.header["state"] not in made:
        yield Trouble(1, "the first log begins with another position than the scenario makes")
