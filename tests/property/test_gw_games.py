"""Games of Global War with random orders: they end without an exception, and the audit is clean.

Six rounds each, with optional rules and readings at random; the world has a few windows here,
`make soak` plays all of it. Units come and go only by what the log tells, money comes from nowhere
but income, every position is sound, and a second board, moved by the lists of the reports alone,
agrees after every run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Final

import pytest
from property.gw_campaigns import Campaigner, orders_of_losses
from property.gw_orders import Writer, standing
from property.second_board import Board, as_it_should_be, differences, move_by_list
from property.test_audits import record_of

from pbem.audit.rebuild import Rebuilt
from pbem.audit.verify import audit
from pbem.core.data.rulebook import read_interpretations
from pbem.core.data.yamlio import flow_text
from pbem.core.orders.inputs import GivenAnswer
from pbem.core.orders.orders import open_window, read_orders, read_standing, sha256
from pbem.core.play.run import Outcome, RunFiles, adjudicate
from pbem.core.reading.layout import report_text
from pbem.core.reading.report import report_for
from pbem.core.record.dice import RunKeys, seed_keys
from pbem.core.record.events import ClockAdvanced, UnitCreated, apply, event_from
from pbem.core.record.state import State, Track
from pbem.core.rules.fit import misfits
from pbem.core.rules.game import Choice, Game
from pbem.core.rules.sequence import OVER
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.core.rules.system import find_system
from pbem.systems.gw.aid.lend_lease import LentPayment
from pbem.systems.gw.world.nations import (
    calendar_turn_after,
    has_surrendered,
    is_enemy_zone,
    is_sea,
    rival_of,
)
from pbem.systems.gw.world.options import Options
from pbem.systems.gw.world.units import type_of
from pbem.systems.gw.world.vocabulary import PowerCount

Text = dict[str, str]


def world(scenario: str, random: Random, rounds: int) -> tuple[Game, State]:
    """A scenario of some rounds, with all optional rules and readings at random.

    Whoever has an income has money too.
    """
    proposed = default_roster("gw", scenario)
    used = {field.name: random.randrange(2) == 0 for field in fields(Options)}
    known = read_interpretations(find_system("gw").folder / "interpretations.yaml")
    choices = tuple(
        Choice(name, random.choice(sorted(one.options))) for name, one in sorted(known.items())
    )
    roster = replace(proposed, options={**proposed.options, **used}, choices=choices)
    state = _with_money(first_state(roster))
    last = state.clock.turn
    for _ in range(rounds - 1):
        last = calendar_turn_after(last)
    tracks = {**state.tracks, "last-turn": Track("last-turn", last)}
    return load_game(roster), replace(state, tracks=tracks)


def _with_money(state: State) -> State:
    rich = {
        name: replace(power, counters={PowerCount.CASH: 30, **power.counters})
        for name, power in state.powers.items()
        if power.counters
    }
    return replace(state, powers={**state.powers, **rich})


@dataclass
class Played:
    """A game in progress: the position, and how the present impulse and turn began."""

    game: Game
    state: State
    since: dict[str, State]
    random: Random
    rows: int
    board: Board

    def texts(self) -> tuple[Text, Text]:
        """Orders of the players who owe them, now and then the whole turn in one file."""
        orders: Text = {}
        whole = self.random.randrange(100) < 70
        for player in self.state.due:
            write = self.random.choice((Writer, Campaigner))
            writer = write(self.game, self.state, player, self.random, self.rows)
            second = self.state.clock.window != "combat"
            sections = {} if second else writer.first_half()
            if second or whole:
                sections = {**sections, **writer.second_half()}
            head = {
                "window": open_window(self.game, self.state),
                "for_state": "any",
                "player": player,
                "luck": str(self.random.randrange(100)),
            }
            rows = {n: r for n, r in sections.items() if r or n == "non_combat_moves"}
            said = {**head, **rows}
            orders[player] = "".join(f"{key}: {flow_text(said[key])}\n" for key in said)
        lines = {}
        for player in self.state.players():
            kept = standing(self.state, player, self.random)
            if self.random.randrange(2):
                kept = orders_of_losses(self.game, self.state, player, self.random)
            found = {"standing": player, **kept}
            lines[player] = "".join(f"{key}: {flow_text(found[key])}\n" for key in found)
        return orders, lines

    def files(self) -> RunFiles:
        """The files of a run."""
        orders, lines = self.texts()
        hashes = {f"orders/{p}.yaml": sha256(t.encode()) for p, t in orders.items()}
        hashes |= {f"standing/{p}.yaml": sha256(t.encode()) for p, t in lines.items()}
        sent = {p: read_orders(self.game, t.encode(), f"{p}.yaml") for p, t in orders.items()}
        kept = {p: read_standing(self.game, t.encode(), f"{p}.yaml") for p, t in lines.items()}
        for file in (*sent.values(), *kept.values()):
            unread = [f for f in file.findings if f.severity == "error"]
            assert not unread, [str(finding) for finding in unread]
        return RunFiles(sent, kept, since=self.since, hashes=hashes)

    def run(self) -> tuple[Outcome, RunFiles, RunKeys]:
        """One run, its questions answered with the first options."""
        files, keys = self.files(), seed_keys("7", self.state.clock.run + 1)
        outcome = adjudicate(self.game, self.state, files, keys)
        answers: dict[tuple[str, str], GivenAnswer] = {}
        while outcome.pending:
            for question in outcome.questions:
                words = [o.id for o in question.decision.options][: question.decision.most]
                answers[question.player, question.path] = GivenAnswer(words, question.fingerprint)
            files = replace(files, answers=answers)
            outcome = adjudicate(self.game, self.state, files, keys, outcome.prefix)
        return outcome, files, keys

    def goes_on(self, outcome: Outcome) -> None:
        """The next position, and how its impulse and turn began."""
        signs: dict[str, Callable[[State], str]] = {
            "impulse": lambda state: state.clock.name,
            "turn": lambda state: state.clock.turn,
        }
        state = self.state
        for entry in outcome.ledger.entries:
            if entry.kind != "event":
                continue
            before, event = state, event_from(entry.body)
            state = apply(state, [event])
            if isinstance(event, ClockAdvanced):
                began = {n: state for n, sign in signs.items() if sign(before) != sign(state)}
                self.since = {**self.since, **began}
        assert state.digest == outcome.state.digest
        self.state = outcome.state


def money(game: Game, state: State) -> int:
    """All the money there is, what is on its way to others too where it is paid already."""
    paid = game.at(state).reading(LentPayment) is LentPayment.WHEN_DECLARED
    return sum(
        number
        for power in state.powers.values()
        for name, number in power.counters.items()
        if name == PowerCount.CASH or (paid and name.startswith("lent-"))
    )


def units(state: State) -> int:
    """All the units there ever were: what is lost is removed."""
    return sum(unit.size for unit in state.units.values())


def strays(game: Game, state: State) -> Iterator[str]:
    """As a nation's turn begins: land units at sea outside a hold, units in an enemy's zone."""
    for unit in state.units.values() if state.clock.window == "combat" else ():
        if unit.at not in game.board:
            continue
        if is_sea(game.board, unit.at):
            if type_of(game.book, unit).is_land:
                yield f"{unit.id} is at sea"
        elif type_of(game.book, unit).is_naval or (
            is_enemy_zone(state, unit.owner, unit.at)
            and rival_of(unit.owner) != state.controller(unit.at)  # guests of a truce that is over
            and not has_surrendered(state, state.controller(unit.at) or "")  # open to all (9.22)
        ):
            yield f"{unit.id} is in a zone of {state.controller(unit.at)}"


def check(played: Played, outcome: Outcome, files: RunFiles, keys: RunKeys, replay: bool) -> None:
    """The position fits its game, money comes from income, the audit of the run is clean."""
    before, after, game = played.state, outcome.state, played.game
    known = replace(after, clock=replace(after.clock, window=before.clock.window))
    assert list(misfits(game, known)) == []
    entries = outcome.ledger.entries
    collected = sum(
        e.body["facts"]["income"] + sum(e.body["facts"]["bonus"].values())
        for e in entries
        if e.kind == "verdict" and e.body["verdict"] == "income"
    )
    assert money(game, after) <= money(game, before) + collected
    born = [event_from(e.body) for e in entries if e.body.get("event") == "UnitCreated"]
    assert all(isinstance(one, UnitCreated) and one.old is None for one in born)
    made = sum(one.new.size for one in born if isinstance(one, UnitCreated) and one.new)
    assert units(after) == units(before) + made
    assert list(strays(game, after)) == []
    assert not [p.id for p in after.powers.values() if p.counters.get(PowerCount.CASH, 0) < 0]
    readers = after.players()
    assert report_text(report_for(game, outcome, readers[outcome.run % len(readers)]))
    move_by_list(played.board, game, report_text(report_for(game, outcome, "")))
    assert list(differences(played.board, as_it_should_be(game, after))) == []
    found = audit(record_of(outcome), Rebuilt(game, before, after, files, keys), replay=replay)
    troubles = [str(trouble) for one in found.checks for trouble in one.troubles]
    assert (found.passed, troubles) == (True, [])


def play(scenario: str, seed: int, rows: int, rounds: int, windows: int = 1000) -> Played:
    """A game of some rounds, or its first windows."""
    random = Random(seed)
    game, state = world(scenario, random, rounds)
    board = as_it_should_be(game, state)
    played = Played(game, state, {"impulse": state, "turn": state}, random, rows, board)
    turns = {state.clock.turn}
    for _ in range(windows):
        turns.add(played.state.clock.turn)
        if played.state.clock.window == OVER or len(turns) > rounds:
            break
        outcome, files, keys = played.run()
        check(played, outcome, files, keys, replay=played.random.randrange(100) < 25)
        played.goes_on(outcome)
    return played


GAMES: Final = {  # how many, and how many windows of each at most
    "france-1940": (8, 1000),
    "china-1937": (3, 1000),
    "spanish-civil-war-1936": (6, 1000),
    "sea-lion-1940": (1, 1000),
    "global-war-1936": (1, 3),
    "global-war-1939": (1, 3),
}


@pytest.mark.parametrize(
    ("scenario", "seed"), [(name, n) for name, (many, _) in GAMES.items() for n in range(many)]
)
def test_games_of_six_rounds(scenario: str, seed: int) -> None:
    play(scenario, seed, 6, rounds=6, windows=GAMES[scenario][1])
