"""One run: a pure function of the game, the state, the inputs and the dice keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem import __version__
from pbem.core import ledger as ledger_
from pbem.core.dice import RECIPE, RunKeys, message, run_key
from pbem.core.game import Game
from pbem.core.ledger import Ledger
from pbem.core.orders import StandingOrders, Submission
from pbem.core.sequence import play
from pbem.core.state import State
from pbem.core.umpire import GivenAnswer, Inputs, KeyedDice, Overrides, Pending, Question, Umpire
from pbem.core.views import sealed_digest


@dataclass(frozen=True, slots=True)
class RunFiles:
    """What a run is played with, as read from files."""

    submissions: Mapping[str, Submission] = field(default_factory=dict)
    standing: Mapping[str, StandingOrders] = field(default_factory=dict)
    answers: Mapping[tuple[str, str], GivenAnswer] = field(default_factory=dict)
    overrides: Overrides = field(default_factory=Overrides)
    since: Mapping[str, State] = field(default_factory=dict)
    hashes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to: the next state, or the questions that must be answered first."""

    run: int
    before: State
    state: State
    ledger: Ledger
    questions: tuple[Question, ...] = ()

    @property
    def pending(self) -> bool:
        """Whether the run waits for answers; then nothing has changed."""
        return bool(self.questions)


def adjudicate(game: Game, state: State, files: RunFiles, keys: RunKeys) -> Outcome:
    """Play one run to the next order window, or to the first questions that must be answered."""
    number = state.clock.run + 1
    inputs = _inputs(game, state, files, keys, number)
    umpire = Umpire(game, state, inputs)
    umpire.ledger.add("header", umpire.path, _header(game, state, files, keys, number))
    try:
        play(umpire, game.system.sequence)
    except Pending as pending:
        return Outcome(number, state, state, umpire.ledger, pending.questions)
    _close(umpire, keys)
    return Outcome(number, state, umpire.state, umpire.ledger)


def luck_of(state: State, files: RunFiles) -> dict[str, str | None]:
    """Every player's luck; None where he sent none."""
    given = files.submissions
    return {name: given[name].luck if name in given else None for name in state.players()}


def _inputs(game: Game, state: State, files: RunFiles, keys: RunKeys, number: int) -> Inputs:
    about = message(state.game, number, luck_of(state, files), game.roster.beacon)
    return Inputs(
        submissions=files.submissions,
        dice=KeyedDice(run_key(keys.key, about)),
        secret_dice=KeyedDice(run_key(keys.secret, about)),
        secret_key=keys.secret,
        run=number,
        standing=files.standing,
        answers=files.answers,
        overrides=files.overrides,
        since=files.since,
    )


def _header(
    game: Game, state: State, files: RunFiles, keys: RunKeys, number: int
) -> dict[str, Any]:
    return {
        "format": ledger_.FORMAT,
        "pbem": __version__,
        "recipe": RECIPE,
        "game": state.game,
        "system": state.system,
        "scenario": state.scenario,
        "run": number,
        "window": state.clock.name,
        "key": _key_data(keys),
        "luck": luck_of(state, files),
        "beacon": game.roster.beacon,
        "dice": game.roster.dice_statement,
        "inputs": dict(sorted(files.hashes.items())),
        "state": sealed_digest(state, keys.secret),
        "players": {p: [w.id for w in state.powers_of_player(p)] for p in state.players()},
        "press": {p: s.press for p, s in sorted(files.submissions.items()) if s.press},
    }


def _key_data(keys: RunKeys) -> dict[str, Any]:
    data = {"kind": keys.kind, "number": keys.number}
    return data | ({"seed": keys.seed} if keys.seed else {})


def _close(umpire: Umpire, keys: RunKeys) -> None:
    """The last entry: the digest of the next state, the key, and what was used."""
    umpire.ledger.add(
        "digest",
        umpire.path,
        {
            "state": sealed_digest(umpire.state, keys.secret),
            "key": keys.key.hex(),
            "charts": dict(sorted(umpire.charts_used.items())),
            "readings": dict(sorted(umpire.readings_used.items())),
        },
    )
