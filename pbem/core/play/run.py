"""One run: a pure function of the game, the state, the inputs and the dice keys.

A run that must ask stops with questions. It is resumed by playing it again from the same state with
the answers added; its ledger must then begin with the very lines of the ledger that stopped.

`adjudicate` does three things in turn: `begin` makes the head of the log and the keys of the run's
dice, `play_out` plays, `conclude` seals and closes the log. Only the first and the last need the
keys of the game, so that the second may be done elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pbem.core.data.findings import FileTrouble, PbemError, suggest
from pbem.core.orders.answering import Pending, Question
from pbem.core.orders.inputs import GivenAnswer, Inputs, KeyedDice, Overrides
from pbem.core.orders.orders import StandingOrders, Submission, unplayable
from pbem.core.play.umpire import AnyUmpire, Umpire
from pbem.core.record import ledger as ledger_
from pbem.core.record.dice import RECIPE, RunKeys, message, run_key
from pbem.core.record.foreknown import Plays
from pbem.core.record.ledger import Entry, Ledger, line_hash
from pbem.core.record.program import Program
from pbem.core.record.state import State
from pbem.core.record.views import sealed_digest
from pbem.core.rules.game import Game
from pbem.core.rules.rulings import Unruled
from pbem.core.rules.sequence import OVER, play, window_name, windows

LATE: Final = ("answers/", "overrides/")
UNREPLAYED: Final = "unreplayed"  # in the head of a log: who played it, and was taken on trust


@dataclass(frozen=True, slots=True)
class RunFiles:
    """What a run is played with, as read from files.

    `hashes` has every file under the name by which the run keeps it. Answers and overrides may
    come while the run waits: the last entry of the ledger has them, the others stand in its head.
    `since` and `decided` tell of earlier runs of the same impulse, as `Inputs` has them.
    `plays` are those of the run that were taken back, where its key serves again.
    `previous` is the hash of the last line of the log before: it joins the logs of a game.
    `program` is what plays the run: only who may read files knows its digest. `joined` is what the
    head of the log tells of the game around the run; `beacon` the value of this run, where
    game.yaml names a source of it.
    """

    submissions: Mapping[str, Submission] = field(default_factory=dict)
    standing: Mapping[str, StandingOrders] = field(default_factory=dict)
    answers: Mapping[tuple[str, str], GivenAnswer] = field(default_factory=dict)
    overrides: Overrides = field(default_factory=Overrides)
    since: Mapping[str, State] = field(default_factory=dict)
    decided: tuple[Entry, ...] = ()
    plays: Plays = field(default_factory=Plays)
    hashes: Mapping[str, str] = field(default_factory=dict)
    previous: str = ""
    program: Program = field(default_factory=Program)
    joined: Mapping[str, object] = field(default_factory=dict)
    beacon: str | None = None


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a run is played out with besides its files: the head of its log, the keys of its dice.

    These keys are of this run alone, and of no use for finding those of another.
    """

    header: Mapping[str, object]
    dice: bytes
    secret_dice: bytes


@dataclass(frozen=True, slots=True)
class Course:
    """How a run went, before its log is sealed: the entries, the position, what it waits for.

    Where it waits for nothing the last entry holds what was used alone; `conclude` adds the rest.
    """

    state: State
    entries: tuple[Entry, ...]
    questions: tuple[Question, ...] = ()
    unheard: tuple[tuple[str, str], ...] = ()
    unruled: tuple[Unruled, ...] = ()

    @property
    def pending(self) -> bool:
        """Whether it waits for answers or rulings."""
        return bool(self.questions or self.unruled)


@dataclass(frozen=True, slots=True)
class Prefix:
    """How far a run had come when it stopped: its head, and its ledger as one hash."""

    head: str
    count: int
    last: str


class NotRepeated(PbemError):
    """A resumed run that comes to another log than it had as it stopped."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to: the next state, or what must be answered or ruled first.

    `unheard` names the answers, by player and path, whose questions never came up.
    """

    run: int
    before: State
    state: State
    ledger: Ledger
    questions: tuple[Question, ...] = ()
    unheard: tuple[tuple[str, str], ...] = ()
    unruled: tuple[Unruled, ...] = ()

    @property
    def pending(self) -> bool:
        """Whether the run waits for answers or rulings; then nothing has changed."""
        return bool(self.questions or self.unruled)

    @property
    def course(self) -> Course:
        """How it went, as far as its log tells."""
        entries = tuple(self.ledger.entries)
        return Course(self.state, entries, self.questions, self.unheard, self.unruled)

    @property
    def prefix(self) -> Prefix:
        """What a resumed run must begin with."""
        return Prefix(line_hash(self.ledger.lines[0]), len(self.ledger.lines), self.ledger.last)


def adjudicate(
    game: Game, state: State, files: RunFiles, keys: RunKeys, stopped: Prefix | None = None
) -> Outcome:
    """Play one run to the next order window, or to the first questions that must be answered.

    `stopped` is the prefix of the same run as it stopped to ask.
    """
    course = play_out(game, state, files, begin(game, state, files, keys))
    return conclude(course, state, files, keys, stopped=stopped)


def begin(game: Game, state: State, files: RunFiles, keys: RunKeys) -> Beginning:
    """The head of the log and the keys of the dice; refuses files that cannot be played."""
    _refuse_unplayable(game, state, files)
    number = state.clock.run + 1
    about = message(state.game, number, luck_of(state, files), _beacon(game, files))
    header = _header(game, state, files, keys, number)
    return Beginning(header, run_key(keys.key, about), run_key(keys.secret, about))


def play_out(game: Game, state: State, files: RunFiles, beginning: Beginning) -> Course:
    """Play to the next order window, or to the first questions."""
    umpire: AnyUmpire = Umpire(game, state, _inputs(files, beginning, state.clock.run + 1))
    umpire.ledger.add("header", umpire.path, beginning.header)
    try:
        play(umpire, game.system.sequence)
    except Pending as pending:
        entries, unheard = tuple(umpire.ledger.entries), umpire.answering.unheard
        return Course(state, entries, pending.questions, unheard, pending.unruled)
    umpire.pass_over()
    _close(umpire)
    return Course(umpire.state, tuple(umpire.ledger.entries), unheard=umpire.answering.unheard)


def conclude(
    course: Course,
    state: State,
    files: RunFiles,
    keys: RunKeys,
    *,
    stopped: Prefix | None = None,
) -> Outcome:
    """The log of a run that was played out from a state: sealed, and closed if nothing is asked."""
    number = state.clock.run + 1
    count = len(course.entries) - (not course.pending)
    played, end = course.entries[:count], course.entries[count:]
    ledger = Ledger(keys.seals, list(played))
    if stopped is not None:
        _refuse_other_beginning(ledger, stopped)
    for entry in end:
        ledger.add("digest", entry.path, _closing(course.state, entry, files, keys))
    asked, unruled = course.questions, course.unruled
    return Outcome(number, state, course.state, ledger, asked, course.unheard, unruled)


def _refuse_unplayable(game: Game, state: State, files: RunFiles) -> None:
    """A game that is over, a window of another system, files that cannot be read or are not due."""
    if state.clock.window == OVER:
        raise PbemError("this game is over", hint="its last report says how it ended")
    known = [window.name for window in windows(game.system.sequence)]
    if state.clock.window not in known:
        raise FileTrouble(
            f"the state is at the window '{state.clock.window}', which {game.system.title} has not",
            hint=suggest(state.clock.window, known),
        )
    findings = [
        finding
        for player in sorted(files.submissions)
        for finding in unplayable(game, state, files.submissions[player])
    ]
    if findings:
        raise PbemError("these orders cannot be played", findings=findings)


def _refuse_other_beginning(ledger: Ledger, stopped: Prefix) -> None:
    if line_hash(ledger.lines[0]) != stopped.head:
        raise PbemError(
            "the run that waits for answers was begun with other files",
            hint="put the files back as they were, or take the run back and play it anew",
        )
    reached = ledger.lines[: stopped.count]
    if len(reached) < stopped.count or line_hash(reached[-1]) != stopped.last:
        raise NotRepeated(
            f"the resumed run does not repeat the {stopped.count} entries it had before it asked",
            hint="if the files of pending/ are as they were, this is a mistake in the rules of the "
            "program: please report it",
        )


def luck_of(state: State, files: RunFiles) -> dict[str, str | None]:
    """Every player's luck; None where he sent none."""
    given = files.submissions
    return {name: given[name].luck if name in given else None for name in state.players()}


def _beacon(game: Game, files: RunFiles) -> str | None:
    """What of a beacon enters the dice."""
    return game.roster.beacon if files.beacon is None else files.beacon


def _inputs(files: RunFiles, beginning: Beginning, number: int) -> Inputs:
    return Inputs(
        submissions=files.submissions,
        dice=KeyedDice(beginning.dice),
        secret_dice=KeyedDice(beginning.secret_dice),
        secret_key=b"",  # the log is sealed afterwards
        run=number,
        standing=files.standing,
        answers=files.answers,
        overrides=files.overrides,
        since=files.since,
        decided=files.decided,
        plays=files.plays,
    )


def _header(
    game: Game, state: State, files: RunFiles, keys: RunKeys, number: int
) -> dict[str, object]:
    return {
        "format": ledger_.FORMAT,
        **files.program.data(),
        "recipe": RECIPE,
        "game": state.game,
        "system": state.system,
        "scenario": state.scenario,
        "run": number,
        "window": window_name(game.system.sequence, state.clock),
        "key": keys.data,
        "luck": luck_of(state, files),
        "beacon": _beacon(game, files),
        "dice": game.roster.dice_statement if keys.kind == "chain" else "dice: key chain",
        "inputs": _hashes(files, late=False),
        "state": sealed_digest(state, keys.seals),
        "previous": files.previous,
        "players": {p: [w.id for w in state.powers_of_player(p)] for p in state.players()},
        "press": {p: s.press for p, s in sorted(files.submissions.items()) if s.press},
        **files.joined,
    }


def _hashes(files: RunFiles, late: bool) -> dict[str, str]:
    return {n: h for n, h in sorted(files.hashes.items()) if n.startswith(LATE) is late}


def _close(umpire: AnyUmpire) -> None:
    """The last entry, as far as play knows it: what was used."""
    used = {
        "charts": dict(sorted(umpire.charts_used.items())),
        "readings": dict(sorted(umpire.readings_used.items())),
    }
    umpire.ledger.add("digest", umpire.path, used)


def _closing(state: State, used: Entry, files: RunFiles, keys: RunKeys) -> dict[str, object]:
    """What the last entry tells: the digest of the next state, the key, and what was used."""
    return {
        "state": sealed_digest(state, keys.seals),
        "key": keys.key.hex(),
        **used.body,
        "answers": _hashes(files, late=True),
    }
