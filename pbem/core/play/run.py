"""One run: a pure function of the game, the state, the inputs and the dice keys.

A run that must ask stops with questions. It is resumed by playing it again from the same state with
the answers added; its ledger must then begin with the very lines of the ledger that stopped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.core.data.findings import FileTrouble, PbemError, suggest
from pbem.core.orders.answering import Pending, Question
from pbem.core.orders.inputs import GivenAnswer, Inputs, KeyedDice, Overrides
from pbem.core.orders.orders import StandingOrders, Submission, unplayable
from pbem.core.play.umpire import Umpire
from pbem.core.record import ledger as ledger_
from pbem.core.record.dice import RECIPE, RunKeys, message, run_key
from pbem.core.record.ledger import Entry, Ledger, line_hash
from pbem.core.record.program import Program
from pbem.core.record.state import State
from pbem.core.record.views import sealed_digest
from pbem.core.rules.game import Game
from pbem.core.rules.rulings import Unruled
from pbem.core.rules.sequence import OVER, play, window_name, windows

LATE: Final = ("answers/", "overrides/")


@dataclass(frozen=True, slots=True)
class RunFiles:
    """What a run is played with, as read from files.

    `hashes` has every file under the name by which the run keeps it. Answers and overrides may
    come while the run waits: the last entry of the ledger has them, the others stand in its head.
    `since` and `decided` tell of earlier runs of the same impulse, as `Inputs` has them.
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
    hashes: Mapping[str, str] = field(default_factory=dict)
    previous: str = ""
    program: Program = field(default_factory=Program)
    joined: Mapping[str, Any] = field(default_factory=dict)
    beacon: str | None = None


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
    def prefix(self) -> Prefix:
        """What a resumed run must begin with."""
        return Prefix(line_hash(self.ledger.lines[0]), len(self.ledger.lines), self.ledger.last)


def adjudicate(
    game: Game, state: State, files: RunFiles, keys: RunKeys, stopped: Prefix | None = None
) -> Outcome:
    """Play one run to the next order window, or to the first questions that must be answered.

    `stopped` is the prefix of the same run as it stopped to ask.
    """
    _refuse_unplayable(game, state, files)
    number = state.clock.run + 1
    umpire = Umpire(game, state, _inputs(game, state, files, keys, number))
    umpire.ledger.add("header", umpire.path, _header(game, state, files, keys, number))
    waits: Pending | None = None
    try:
        play(umpire, game.system.sequence)
    except Pending as pending:
        waits = pending
    if stopped is not None:
        _refuse_other_beginning(umpire.ledger, stopped)
    unheard = umpire.answering.unheard
    if waits:
        asked, unruled = waits.questions, waits.unruled
        return Outcome(number, state, state, umpire.ledger, asked, unheard, unruled)
    umpire.pass_over()
    _close(umpire, files, keys)
    return Outcome(number, state, umpire.state, umpire.ledger, unheard=unheard)


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


def _inputs(game: Game, state: State, files: RunFiles, keys: RunKeys, number: int) -> Inputs:
    about = message(state.game, number, luck_of(state, files), _beacon(game, files))
    return Inputs(
        submissions=files.submissions,
        dice=KeyedDice(run_key(keys.key, about)),
        secret_dice=KeyedDice(run_key(keys.secret, about)),
        secret_key=keys.seals,
        run=number,
        standing=files.standing,
        answers=files.answers,
        overrides=files.overrides,
        since=files.since,
        decided=files.decided,
    )


def _header(
    game: Game, state: State, files: RunFiles, keys: RunKeys, number: int
) -> dict[str, Any]:
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


def _close(umpire: Umpire, files: RunFiles, keys: RunKeys) -> None:
    """The last entry: the digest of the next state, the key, and what was used."""
    umpire.ledger.add(
        "digest",
        umpire.path,
        {
            "state": sealed_digest(umpire.state, keys.seals),
            "key": keys.key.hex(),
            "charts": dict(sorted(umpire.charts_used.items())),
            "readings": dict(sorted(umpire.readings_used.items())),
            "answers": _hashes(files, late=True),
        },
    )
