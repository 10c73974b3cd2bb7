"""Games of A World at War with random orders and random rulings: the audit is clean, money adds up.

Four game turns each, with optional rules and readings at random; a part of a game here, `make soak`
plays whole ones. Every position is sound, units come and go only by what the log tells, BRPs change
by what verdicts and rulings tell, and what is where follows from the lists of the reports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Final

import pytest
from property.awaw_orders import Writer
from property.test_audits import record_of
from ruling import any_ruling

from pbem.audit.rebuild import Rebuilt
from pbem.audit.verify import audit
from pbem.core.data.rulebook import read_interpretations
from pbem.core.data.yamlio import flow_text
from pbem.core.orders.inputs import GivenRuling, Overrides
from pbem.core.orders.orders import open_window, read_orders, read_standing, sha256
from pbem.core.play.run import Outcome, RunFiles, adjudicate
from pbem.core.reading.layout import report_text
from pbem.core.reading.report import report_for
from pbem.core.record.dice import seed_keys
from pbem.core.record.events import ClockAdvanced, apply, event_from
from pbem.core.record.state import State, Track
from pbem.core.rules.fit import misfits
from pbem.core.rules.game import Choice, Game
from pbem.core.rules.sequence import OVER
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.core.rules.system import find_system
from pbem.systems.awaw.operations.paying import payer_of
from pbem.systems.awaw.world.calendar import turn_after
from pbem.systems.awaw.world.options import Options

Text = dict[str, str]
TURNS: Final = 4
KEPT: Final = ("gathering_storm",)  # tells of a game before this one


def world(scenario: str, random: Random) -> tuple[Game, State]:
    """A scenario of four game turns, with all optional rules and readings at random."""
    proposed = default_roster("awaw", scenario)
    used = {
        field.name: random.randrange(2) == 0 for field in fields(Options) if field.name not in KEPT
    }
    known = read_interpretations(find_system("awaw").folder / "interpretations.yaml")
    choices = tuple(
        Choice(name, random.choice(sorted(one.options))) for name, one in sorted(known.items())
    )
    roster = replace(proposed, options={**proposed.options, **used}, choices=choices)
    state = first_state(roster)
    last = state.clock.turn
    for _ in range(TURNS - 1):
        last = turn_after(last)
    tracks = {**state.tracks, "last-turn": Track("last-turn", last)}
    return load_game(roster), replace(state, tracks=tracks)


def text_of(said: dict[str, object]) -> str:
    return "".join(f"{key}: {flow_text(value)}\n" for key, value in said.items())


@dataclass
class Played:
    """A game in progress: the position, and how the present player turn and game turn began."""

    game: Game
    state: State
    since: dict[str, State]
    random: Random
    rows: int

    def files(self) -> RunFiles:
        """Random orders and lines of all players."""
        orders, lines = dict(self._orders()), dict(self._lines())
        hashes = {f"orders/{p}.yaml": sha256(t.encode()) for p, t in orders.items()}
        hashes |= {f"standing/{p}.yaml": sha256(t.encode()) for p, t in lines.items()}
        sent = {p: read_orders(self.game, t.encode(), f"{p}.yaml") for p, t in orders.items()}
        kept = {p: read_standing(self.game, t.encode(), f"{p}.yaml") for p, t in lines.items()}
        for file in (*sent.values(), *kept.values()):
            assert [str(f) for f in file.findings if f.severity == "error"] == []
        return RunFiles(sent, kept, since=self.since, hashes=hashes)

    def _orders(self) -> list[tuple[str, str]]:
        found = []
        for player in self.state.due:
            write = Writer(self.game, self.state, player, self.random, self.rows)
            parts: dict[str, list[dict[str, object]]] = {}
            if self.state.clock.window == "set-up":
                parts = write.waiting()
            elif self.state.clock.window != "construction":
                parts = write.first_half()
            if self.state.clock.window == "construction" or write.chance(70):
                parts = {**parts, **write.second_half()}
            head = {
                "window": open_window(self.game, self.state),
                "for_state": "any",
                "player": player,
            }
            rows = {n: r for n, r in parts.items() if r or n == "construction"}
            found.append((player, text_of({**head, **rows})))
        return found

    def _lines(self) -> list[tuple[str, str]]:
        found = []
        for player in self.state.players():
            write = Writer(self.game, self.state, player, self.random, self.rows)
            found.append((player, text_of({"standing": player, **write.standing()})))
        return found

    def run(self) -> tuple[Outcome, RunFiles]:
        """One run; all that is wanted of the moderator is ruled at random."""
        files, keys = self.files(), seed_keys("14", self.state.clock.run + 1)
        outcome = adjudicate(self.game, self.state, files, keys)
        ruled: dict[str, GivenRuling] = {}
        while outcome.pending:
            assert not outcome.questions
            for one in outcome.unruled:
                assert one.path not in ruled, (one.path, one.refused, ruled[one.path])
                ruled[one.path] = any_ruling(self.game, one, self.random.randrange)
            files = replace(files, overrides=Overrides(rulings=dict(ruled)))
            outcome = adjudicate(self.game, self.state, files, keys, outcome.prefix)
        return outcome, files

    def goes_on(self, outcome: Outcome) -> None:
        """The next position, and how its player turn and game turn began."""
        signs: dict[str, Callable[[State], str]] = {
            "impulse": lambda state: state.clock.name,
            "turn": lambda state: state.clock.turn,
        }
        state = self.state
        for entry in outcome.ledger.entries:
            if entry.kind == "event":
                before, event = state, event_from(entry.body)
                state = apply(state, [event])
                if isinstance(event, ClockAdvanced):
                    began = {n: state for n, sign in signs.items() if sign(before) != sign(state)}
                    self.since = {**self.since, **began}
        assert state.digest == outcome.state.digest
        self.state = outcome.state


def told(outcome: Outcome) -> Counter[str]:
    """The BRPs that verdicts say were paid or lost, by power."""
    paid: Counter[str] = Counter()
    for entry in outcome.ledger.entries:
        facts = entry.body.get("facts", {}) if entry.kind == "verdict" else {}
        match entry.body.get("verdict") if entry.kind == "verdict" else "":
            case "operation":
                paid[facts["payer"]] += facts["pays"]
            case "construction":
                paid[payer_of(outcome.state, facts["power"])] += facts["pays"]
            case "declaration-of-war":
                paid[facts["by"]] += facts["cost"]
            case "box-loss":
                paid[facts["payer"]] += facts["lost"]
    return paid


def ruled(outcome: Outcome, files: RunFiles) -> Counter[str]:
    """The BRPs that rulings have given."""
    given: Counter[str] = Counter()
    for one in files.overrides.rulings.values():
        for row in one.data["changes"]:
            if row.get("of") == "brps":
                given[row["points"]] += row["by"]
    return given


def check(played: Played, outcome: Outcome, files: RunFiles, replay: bool) -> None:
    """The position fits its game, BRPs and units are accounted for, the audit is clean."""
    before, after, game = played.state, outcome.state, played.game
    known = replace(after, clock=replace(after.clock, window=before.clock.window))
    assert list(misfits(game, known)) == []
    paid, given = told(outcome), ruled(outcome, files)
    for power in before.powers:
        left = before.counter(power, "brps") - paid[power] + given[power]
        assert after.counter(power, "brps") == left, power
    entries = [e.body for e in outcome.ledger.entries if e.kind == "event"]
    if not any(body.get("event") == "UnitCreated" for body in entries):
        assert counted(before) == counted(after)
    for player in ("", *after.players()[:1]):
        assert report_text(report_for(game, outcome, player))
    keys = seed_keys("14", before.clock.run + 1)
    found = audit(record_of(outcome), Rebuilt(game, before, after, files, keys), replay=replay)
    troubles = [str(trouble) for one in found.checks for trouble in one.troubles]
    assert (found.passed, troubles) == (True, [])


def counted(state: State) -> Counter[tuple[str, str]]:
    """How many of each counter every power has, wherever they are."""
    found: Counter[tuple[str, str]] = Counter()
    for unit in state.units.values():
        found[unit.owner, unit.counter] += unit.size
    return found


def play(scenario: str, seed: int, rows: int, windows: int = 1000) -> Played:
    """A game of four game turns, or its first windows."""
    random = Random(seed)
    game, state = world(scenario, random)
    played = Played(game, state, {"impulse": state, "turn": state}, random, rows)
    for _ in range(windows):
        if played.state.clock.window == OVER:
            break
        outcome, files = played.run()
        check(played, outcome, files, replay=random.randrange(100) < 25)
        played.goes_on(outcome)
    return played


GAMES: Final = {"poland-1939": (2, 4)}  # how many, and how many windows of each at most


@pytest.mark.parametrize(
    ("scenario", "seed"), [(name, n) for name, (many, _) in GAMES.items() for n in range(many)]
)
def test_games_of_four_turns(scenario: str, seed: int) -> None:
    play(scenario, seed, 6, windows=GAMES[scenario][1])
