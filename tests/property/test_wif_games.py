"""Impulses of World in Flames with random orders: they end, the position is sound, the audit clean.

Three impulses of two games here; as many as there is time for in `make soak`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from property.test_audits import record_of
from property.wif_orders import Writer

from pbem.audit.rebuild import Rebuilt
from pbem.audit.verify import audit
from pbem.core.data.rulebook import read_interpretations
from pbem.core.data.yamlio import flow_text
from pbem.core.orders.inputs import GivenAnswer
from pbem.core.orders.orders import open_window, read_orders, read_standing, sha256
from pbem.core.play.run import Outcome, RunFiles, adjudicate
from pbem.core.reading.layout import report_text
from pbem.core.reading.report import report_for
from pbem.core.record.dice import seed_keys
from pbem.core.record.state import State
from pbem.core.rules.fit import misfits
from pbem.core.rules.game import Choice, Game
from pbem.core.rules.sequence import OVER
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.core.rules.system import find_system
from pbem.systems.wif.world.options import NUMBERS
from pbem.systems.wif.world.position import position_of
from pbem.systems.wif.world.stacking import excess
from pbem.systems.wif.world.units import PARTISAN

Text = dict[str, str]


def begun(random: Random) -> tuple[Game, State]:
    """The scenario with optional rules and readings at random."""
    proposed = default_roster("wif", "barbarossa-12")
    used = {name: random.randrange(2) == 0 for name in NUMBERS if random.randrange(3) == 0}
    known = read_interpretations(find_system("wif").folder / "interpretations.yaml")
    read = [(name, one) for name, one in sorted(known.items()) if random.randrange(5) == 0]
    choices = tuple(Choice(name, random.choice(sorted(one.options))) for name, one in read)
    roster = replace(proposed, options={**proposed.options, **used}, choices=choices)
    return load_game(roster), first_state(roster)


def texts(game: Game, state: State, random: Random) -> tuple[Text, Text]:
    """The orders of who owes them, and everybody's standing orders."""
    writers = {player: Writer(game, state, player, random) for player in state.players()}
    heads = {
        player: {"window": open_window(game, state), "for_state": "any", "player": player}
        for player in state.due
    }
    orders = {player: text_of({**heads[player], **writers[player].sections()}) for player in heads}
    lines = {p: text_of({"standing": p, **writer.standing()}) for p, writer in writers.items()}
    return orders, lines


def text_of(said: dict[str, object]) -> str:
    """A file."""
    return "".join(f"{key}: {flow_text(value)}\n" for key, value in said.items())


def files_of(game: Game, orders: Text, lines: Text, since: State) -> RunFiles:
    """The files of a run; all of them can be read."""
    hashes = {f"orders/{p}.yaml": sha256(t.encode()) for p, t in orders.items()}
    hashes |= {f"standing/{p}.yaml": sha256(t.encode()) for p, t in lines.items()}
    sent = {p: read_orders(game, t.encode(), f"{p}.yaml") for p, t in orders.items()}
    kept = {p: read_standing(game, t.encode(), f"{p}.yaml") for p, t in lines.items()}
    for file in (*sent.values(), *kept.values()):
        assert [str(f) for f in file.findings if f.severity == "error"] == []
    return RunFiles(sent, kept, since={"impulse": since, "turn": since}, hashes=hashes)


def run(game: Game, state: State, files: RunFiles, seed: str) -> tuple[Outcome, RunFiles]:
    """One run, its questions answered with the first options."""
    keys = seed_keys(seed, state.clock.run + 1)
    outcome = adjudicate(game, state, files, keys)
    answers: dict[tuple[str, str], GivenAnswer] = {}
    while outcome.pending:
        for question in outcome.questions:
            words = [o.id for o in question.decision.options][: question.decision.most]
            answers[question.player, question.path] = GivenAnswer(words, question.fingerprint)
        files = replace(files, answers=answers)
        outcome = adjudicate(game, state, files, keys, outcome.prefix)
    return outcome, files


def check(game: Game, outcome: Outcome, files: RunFiles, seed: str, replay: bool = True) -> None:
    """Units neither come nor go, no hex holds both sides or too many, the audit is clean."""
    before, after = outcome.before, outcome.state
    assert Counter(u.counter for u in before.units.values()) == Counter(
        u.counter for u in after.units.values()
    )
    assert list(misfits(game, after)) == []
    position = position_of(game, after)
    owners: dict[str, set[str]] = {}
    for piece in (p for p in position.on_map if p.kind != PARTISAN):  # they take no hex
        owners.setdefault(piece.at, set()).add(position.side(piece.owner))
    for place, sides in owners.items():
        assert len(sides) == 1, f"enemies share {place}"
        assert {position.side(after.controller(place) or "")} == sides, f"{place} is not its own"
        assert (excess(position, place, True), excess(position, place, False)) == (0, 0)
    for player in ("", *after.players()):
        assert max(map(len, report_text(report_for(game, outcome, player)).splitlines())) <= 78
    keys = seed_keys(seed, before.clock.run + 1)
    found = audit(record_of(outcome), Rebuilt(game, before, after, files, keys), replay=replay)
    troubles = [str(trouble) for one in found.checks for trouble in one.troubles]
    assert (found.passed, troubles) == (True, [])


def play(
    seed: int, impulses: int, begins: Callable[[State, Random], State] = lambda state, _: state
) -> None:
    """Some impulses of a game, each checked."""
    random = Random(seed)
    game, state = begun(random)
    state = begins(state, random)
    for _ in range(impulses):
        if state.clock.window == OVER:
            return
        files = files_of(game, *texts(game, state, random), state)
        outcome, files = run(game, state, files, str(seed))
        check(game, outcome, files, str(seed))
        state = outcome.state


def late(state: State, random: Random) -> State:
    """The position shortly before the end of the turn, with things to build and to place."""
    powers = {p.id: replace(p, counters={"beyond-the-map": 15}) for p in state.powers.values()}
    box = replace(state.tracks["impulse-box"], value=16)
    units = dict(state.units)
    for name in random.sample(sorted(units), 24):
        unit = units[name]
        away = random.choice((f"pool:{unit.owner}/force", f"track:{unit.owner}/1941-so"))
        units[name] = replace(unit, at=away, marks={})
    tracks = {**state.tracks, "impulse-box": box}
    return replace(state, powers=powers, tracks=tracks, units=units)


@pytest.mark.parametrize("seed", range(2))
def test_random_ends_of_turns(seed: int) -> None:
    """The last impulse of a turn, the window of both sides, the first of the next."""
    play(seed, 4, late)


@pytest.mark.parametrize("seed", range(2))
def test_random_impulses(seed: int) -> None:
    play(seed, 3)
