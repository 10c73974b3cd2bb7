"""A played run made ready to be played again: from its record to what `adjudicate` takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from pbem.audit.owndata import own_data
from pbem.audit.record import Record
from pbem.core.data import schemas
from pbem.core.data.findings import (
    AuditError,
    FileTrouble,
    OtherMakes,
    PbemError,
    UsageError,
    has_errors,
)
from pbem.core.data.yamlio import decode, read_text_as_document
from pbem.core.orders.inputs import Overrides
from pbem.core.play.run import UNREPLAYED, Outcome, RunFiles, adjudicate
from pbem.core.reading.scene import Scene
from pbem.core.record.dice import RunKeys
from pbem.core.record.foreknown import Plays
from pbem.core.record.ledger import Entry, read_lines
from pbem.core.record.program import Program, program_in
from pbem.core.record.state import State
from pbem.core.record.statefile import parse_state
from pbem.core.record.views import visible_entries, visible_state
from pbem.core.rules.game import Game, Roster
from pbem.core.rules.setup import OWN, game_of, load_game, roster_from
from pbem.core.rules.system import find_system
from pbem.moderation.amend import (
    AMENDS,
    REKEYS,
    UPGRADES,
    Beside,
    Renewal,
    Upgrade,
    amend,
    is_beside,
    read_amendment,
    renew,
    upgrade,
)
from pbem.moderation.beacons import BEACON_OF, DUE_NEXT
from pbem.moderation.rules import CHANGED, RULES
from pbem.moderation.window import Received, Window, gather
from pbem.store.directory import SECRETS
from pbem.store.ends import begins_anew, begins_with
from pbem.store.foreknown import plays_before
from pbem.store.inputs import AMENDMENT, PARTS, ROSTER, data_files, hashed
from pbem.store.keys import GameKeys
from pbem.store.moments import decided, moments
from pbem.store.programs import program_of
from pbem.store.register import HEAD
from pbem.store.soundness import state_format

JOINED: Final = (*HEAD, RULES, CHANGED, BEACON_OF, DUE_NEXT, UNREPLAYED)
_SHIPPED: Final = "data/system/"


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A run ready to be played again."""

    game: Game
    before: State
    after: State | None
    files: RunFiles
    keys: RunKeys
    window: Window | None = None  # what its files came to as they were read

    def play(self, overrides: Overrides | None = None) -> Outcome:
        """Play the run again, as it was or with something more decided otherwise."""
        files = self.files
        if overrides is not None:
            files = replace(files, overrides=_joined(files.overrides, overrides))
        return adjudicate(self.game, self.before, files, self.keys)


@dataclass(frozen=True, slots=True)
class Again:
    """A run made once more: what came of it; one beside the windows has no window's files."""

    game: Game
    outcome: Outcome
    window: Window | None = None


def _joined(ruled: Overrides, more: Overrides) -> Overrides:
    """What the moderator ruled in the run, and over it what is tried now."""
    return Overrides(
        {**ruled.decisions, **more.decisions},
        {**ruled.rolls, **more.rolls},
        {**ruled.readings, **more.readings},
        ruled.rulings,
        ruled.said,
    )


def replayed(record: Record, rebuilt: Rebuilt | None = None) -> Again:
    """The run of a record, or one beside the windows, made once more."""
    if rebuilt is not None:
        return Again(rebuilt.game, rebuilt.play(), rebuilt.window)
    refuse_other_program(record)
    header = record.header()
    if AMENDS in header:
        return _amended(record)
    if UPGRADES in header:
        return _upgraded(record)
    if REKEYS in header:
        return _renewed(record)
    return replayed(record, rebuild(record))


def rebuild(record: Record) -> Rebuilt:
    """The run of a record; PbemError says what is missing for it."""
    header = record.header()
    if is_beside(header):
        raise UsageError(f"{record.name} has no orders: nothing in it was decided or rolled")
    game, before, after = positions(record)
    _refuse_other_data(record, game)
    window = gather(game, before, _received(record, header))
    files = window.files
    since, decisions = _so_far(record)
    files = replace(files, since=since, decided=decisions, previous=header["previous"])
    files = replace(files, program=program_in(header), joined=joined_in(record, before))
    files = replace(files, beacon=header.get("beacon"), plays=_plays(record, header))
    return Rebuilt(game, before, after, files, keys_of(record, header), window)


def positions(record: Record) -> tuple[Game, State, State | None]:
    """The game of a record, and its position before and after the run."""
    before = state_before(record)
    if before is None:
        raise FileTrouble(
            f"{record.name}: the position before the run is not at hand",
            hint="this needs the whole folder of the run",
        )
    return _game(record, before), before, state_after(record)


def state_before(record: Record) -> State | None:
    """The position before the run, where it is at hand."""
    return _position(record, record.before, "the state before the run")


def state_after(record: Record) -> State | None:
    """The position after the run, where it is at hand."""
    return _position(record, record.after, "the state after the run")


def _position(record: Record, data: bytes | None, name: str) -> State | None:
    return None if data is None else _parsed(data, name, record.header()["system"])


@lru_cache(maxsize=2)
def _parsed(data: bytes, name: str, system: str) -> State:
    return parse_state(decode(data, name), name, find_system(system).upgrades)


def scene_of(record: Record, player: str, secrets: bool = False) -> Scene:
    """A played run as one player sees it; with `secrets`, as the moderator does."""
    game, before, after = positions(record)
    entries = record.entries()
    if after is None:
        raise FileTrouble(f"{record.name}: the position after the run is not at hand")
    if secrets:
        _refuse_closed(record)
        return Scene(game, player, before, after, entries)
    return Scene(
        game,
        player,
        visible_state(before, player),
        visible_state(after, player),
        visible_entries(entries, player),
    )


def _refuse_closed(record: Record) -> None:
    """Who asks for all secrets is told of one that is not there to open its entry."""
    sealed = {row["n"] for row in read_lines(record.log) if "seal" in row}
    closed = sealed - {row["n"] for row in read_lines(record.secrets or "")}
    if closed:
        raise AuditError(
            f"{record.name}: {SECRETS} does not open line {min(closed)} of the log",
            hint="restore the file as it was written; pbem audit says what else was changed",
        )


def _amended(record: Record) -> Again:
    """An amendment made once more, from its file."""
    game, before = _read_with(record)
    if AMENDMENT not in record.inputs:
        raise FileTrouble(f"{record.name}: {AMENDMENT} is not at hand")
    amendment = read_amendment(record.inputs[AMENDMENT], AMENDMENT, before.game)
    return Again(game, amend(game, before, amendment, _beside(record, before)))


def _upgraded(record: Record) -> Again:
    """An upgrade to another program made once more."""
    said = record.header()[UPGRADES]
    game, before = _read_with(record)
    data = record.before or b""
    old = program_in(said["from"])
    again = Upgrade(said["author"], said["reason"], old, state_format(data), data)
    return Again(game, upgrade(before, again, _beside(record, before)))


def _renewed(record: Record) -> Again:
    """A renewal of lost keys made once more."""
    said = record.header()[REKEYS]
    game, before = _read_with(record)
    again = Renewal(said["author"], said["reason"], said["from"], said["to"])
    return Again(game, renew(before, again, _beside(record, before)))


def _read_with(record: Record) -> tuple[Game, State]:
    """The game that a run beside the windows was made with, and the position before it."""
    game, before, _ = positions(record)
    header = record.header()
    if ROSTER in header["inputs"]:  # else an older program named no data
        _refuse_other_data(record, game)
    return game, before


def _beside(record: Record, before: State) -> Beside:
    """How the amendment or the upgrade of a record was joined to its game."""
    header = record.header()
    keys, program = keys_of(record, header), program_in(header)
    files = {name: mark for name, mark in header["inputs"].items() if _is_around(name)}
    return Beside(keys, header["previous"], program, joined_in(record, before), files)


def _is_around(name: str) -> bool:
    return name == ROSTER or name.startswith("data/")


def joined_in(record: Record, before: State) -> dict[str, Any]:
    """What the head of a log tells of the game around the run, and how the position was sealed."""
    header = record.header()
    found = {name: header[name] for name in JOINED if name in header}
    directory, run = record.directory, record.run
    if directory is None or run is None or "register" not in header:
        return found
    last = directory.before(run)
    if REKEYS in header:
        return found | begins_anew(directory, before, last)
    return found | begins_with(directory, game_keys(record), before, last)


def game_keys(record: Record) -> GameKeys:
    """The keys of the game: the moderator's, or those that the seed of a log makes."""
    header = record.header()
    if record.keys is not None:
        return record.keys
    return GameKeys(str(header["game"]), seed=str(header["key"]["seed"]))


def _so_far(record: Record) -> tuple[dict[str, State], tuple[Entry, ...]]:
    """How impulse and turn began and what was decided, if the earlier runs are at hand."""
    if record.directory is None or record.run is None:
        return {}, ()
    earlier = record.directory.before(record.run)
    return moments(record.directory, earlier), decided(record.directory, earlier)


def _plays(record: Record, header: Mapping[str, Any]) -> Plays:
    """The plays of the run before it, if they are at hand; an older log does not tell of them."""
    if record.directory is None or record.run is None or "void" not in header:
        return Plays()
    return plays_before(record.directory, record.run.number, header)


def programs_of(header: Mapping[str, Any]) -> tuple[Program, Program]:
    """The program that a header names, and the one that is here."""
    return program_in(header), program_of(find_system(header["system"]))


@contextmanager
def in_words(record: Record) -> Iterator[None]:
    """A log may say what this program has no words for, and that is no bug.

    Another program wrote it, or somebody changed it.
    """
    try:
        yield
    except PbemError:
        raise
    except Exception:
        told, here = programs_of(record.header())
        if here.is_other(told):
            raise PbemError(
                f"{record.name} was written by {told}; {here} has no words for it",
                hint=told.wanted(here, "reads"),
            ) from None
        if not _is_as_written(record):
            raise AuditError(
                f"{record.name}: the log says what this program does not write",
                hint="it was changed: pbem audit says where",
            ) from None
        raise


def _is_as_written(record: Record) -> bool:
    """Whether the run played again writes the same log; not where that cannot be told."""
    try:
        return replayed(record).outcome.ledger.public_text() == record.log
    except Exception:
        return False


def refuse_other_program(record: Record) -> None:
    """A run is played again by the program that its header names and by no other."""
    told, here = programs_of(record.header())
    if here.is_other(told):
        raise OtherMakes(f"written by {told}, this is {here}", hint=told.wanted(here))


def _game(record: Record, before: State) -> Game:
    if ROSTER in record.inputs:
        with own_data(record) as folder:
            return load_game(_roster(record.inputs[ROSTER]), folder)
    return record.directory.game if record.directory else game_of(before, record.name)


def _roster(data: bytes) -> Roster:
    document = read_text_as_document(decode(data, ROSTER), ROSTER)
    findings = schemas.check("core/game", document.data, document)
    if has_errors(findings):
        raise PbemError("the game.yaml of the run is not legal", findings=findings)
    return roster_from(document.data)


def _refuse_other_data(record: Record, game: Game) -> None:
    """A run replays only with the charts, counters and map that it was played with.

    What the system has got since then did not exist for it.
    """
    with own_data(record) as folder:
        ours = hashed(data_files(game, folder / OWN if folder is not None else None))
    inputs = record.header()["inputs"].items()
    named = {name: found for name, found in inputs if name.startswith("data/")}
    known = {
        name: found
        for name, found in ours.items()
        if name in named or not name.startswith(_SHIPPED)
    }
    other = sorted(name for name in {*named, *known} if named.get(name) != known.get(name))
    if other:
        raise OtherMakes(
            f"{', '.join(other[:3])}{' …' if len(other) > 3 else ''}: not the data of that run",
            hint="data/kept, where the game keeps what was played with, does not have it",
        )


def _received(record: Record, header: Mapping[str, Any]) -> Received:
    """The files in the run's folder, and the hashes of all others as the header has them."""
    parts: dict[str, dict[str, bytes]] = {part: {} for part in PARTS}
    for name, content in record.inputs.items():
        part = name.partition("/")[0]
        if part in parts:
            parts[part][name] = content
    played = {name for files in parts.values() for name in files}
    data = {name: found for name, found in header["inputs"].items() if name not in played}
    orders, standing, answers, overrides = (parts[part] for part in PARTS)
    mark = keys_of(record, header).fingerprint
    return Received(orders, standing, answers, overrides, data, mark)


def keys_of(record: Record, header: Mapping[str, Any]) -> RunKeys:
    """The keys of the run: from the seed that the log names, or from the moderator's chains."""
    told = header["key"]
    if record.keys is not None:
        return record.keys.of_log(header)
    if "seed" in told:
        keys = GameKeys(str(header["game"]), seed=str(told["seed"]))
        return replace(keys.of_log(header), kind=told["kind"])
    if record.lost:
        raise PbemError(f"{record.name}: {record.lost}")
    raise PbemError(
        f"{record.name}: the secret key is not at hand",
        hint="the moderator can replay it now, everyone when the game has ended",
    )
