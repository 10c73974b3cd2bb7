"""A table at which tests play the toy: orders as text in, outcomes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.core.orders.answering import Question
from pbem.core.orders.inputs import GivenAnswer, Overrides
from pbem.core.orders.orders import open_window, read_orders, read_standing, sha256
from pbem.core.play.run import Outcome, Prefix, RunFiles, adjudicate
from pbem.core.record.dice import RunKeys, seed_keys
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State, Unit, as_data, from_data
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game

PLAYERS = ("bea", "rolf", "rosa")


@dataclass(frozen=True)
class Table:
    """A game of the toy with its position."""

    game: Game
    state: State

    def at(self, **changes: Any) -> Table:
        """The same table with another position: clock entries changed."""
        return replace(self, state=replace(self.state, clock=replace(self.state.clock, **changes)))

    def moved(self, **places: str) -> Table:
        """Single units put elsewhere (`lion="ford"`); set-up, not play."""
        units = dict(self.state.units)
        for name, place in places.items():
            unit = units[name.replace("_", "-")]
            units[unit.id] = replace(unit, at=place)
        return replace(self, state=replace(self.state, units=units))

    def files(
        self,
        orders: Mapping[str, str],
        standing: Mapping[str, str] | None = None,
        answers: Mapping[tuple[str, str], GivenAnswer] | None = None,
        overrides: Overrides | None = None,
    ) -> RunFiles:
        """Texts without a head as the files of the open window."""
        said = {player: self.order_text(player, text) for player, text in orders.items()}
        lines = {p: f"standing: {p}\n{text}" for p, text in (standing or {}).items()}
        hashes = {f"orders/{p}.yaml": sha256(text.encode()) for p, text in said.items()}
        hashes |= {f"standing/{p}.yaml": sha256(text.encode()) for p, text in lines.items()}
        return RunFiles(
            submissions={
                p: read_orders(self.game, t.encode(), f"{p}.yaml") for p, t in said.items()
            },
            standing={
                p: read_standing(self.game, t.encode(), f"{p}-standing.yaml")
                for p, t in lines.items()
            },
            answers=answers or {},
            overrides=overrides or Overrides(),
            hashes=hashes,
        )

    def order_text(self, player: str, text: str) -> str:
        """A whole order file."""
        head = f"window: {open_window(self.game, self.state)}\nfor_state: any\n"
        return f"{head}player: {player}\n{text}"

    def run(
        self,
        orders: Mapping[str, str],
        standing: Mapping[str, str] | None = None,
        answers: Mapping[tuple[str, str], GivenAnswer] | None = None,
        overrides: Overrides | None = None,
        seed: str = "1",
        stopped: Prefix | None = None,
        decided: Iterable[Entry] = (),
    ) -> Outcome:
        """Play one run; `decided` are the decisions of earlier runs of the impulse."""
        files = self.files(orders, standing, answers, overrides)
        files = replace(files, decided=tuple(decided))
        return adjudicate(self.game, self.state, files, keys(self.state, seed), stopped)

    def after(self, outcome: Outcome) -> Table:
        """The table after a run."""
        return replace(self, state=outcome.state)


def keys(state: State, seed: str = "1") -> RunKeys:
    """The keys of the next run under a seed."""
    return seed_keys(seed, state.clock.run + 1)


def table(window: str = "march", scenario: str = "duel", **changes: Any) -> Table:
    """A fresh game at a window; `options`, `asks` and `leaders` change the roster."""
    roster = replace(default_roster("toy", scenario), **changes)
    fresh = Table(load_game(roster), first_state(roster))
    return fresh.at(window=window)


def answered(question: Question, words: Any) -> dict[tuple[str, str], GivenAnswer]:
    """A question with its answer."""
    return {(question.player, question.path): GivenAnswer(words, question.fingerprint)}


def of_kind(outcome: Outcome, kind: str, name: str = "") -> list[Entry]:
    """The entries of a kind; with a name, the verdicts or decisions so called."""
    found = [entry for entry in outcome.ledger.entries if entry.kind == kind]
    return [e for e in found if not name or e.body.get(kind) == name]


def decision(outcome: Outcome, name: str) -> Mapping[str, Any]:
    """The one decision of a kind that a run wrote down."""
    (entry,) = of_kind(outcome, "decision", name)
    return entry.body


def results(outcome: Outcome) -> dict[str, str]:
    """What became of every order, by player, section and number."""
    return {
        f"{e.body['player']} {e.body['section']} {e.body['number']}": e.body["result"]
        for e in of_kind(outcome, "order")
    }


def with_unit(state: State, unit: Unit) -> State:
    """A state with one unit more or changed; set-up, not play."""
    return from_data(as_data(replace(state, units={**state.units, unit.id: unit})))
