"""Turns of World in Flames with random orders: they end, the position is sound, the audit clean.

Thirty games of one turn here, one in four from the day before the war, two in three late in their
turn, where fewer impulses are left; hundreds in `make soak`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

import pytest
from property.test_audits import record_of
from property.wif_orders import Writer

from pbem.audit.rebuild import Rebuilt
from pbem.audit.verify import audit
from pbem.core.data.rulebook import read_interpretations, read_optional_rules
from pbem.core.data.yamlio import flow_text
from pbem.core.orders.inputs import GivenAnswer
from pbem.core.orders.orders import open_window, read_orders, read_standing, sha256
from pbem.core.play.run import Outcome, RunFiles, adjudicate
from pbem.core.reading.layout import report_text
from pbem.core.reading.report import report_for
from pbem.core.record.dice import seed_keys
from pbem.core.record.events import apply, event_from
from pbem.core.record.state import State
from pbem.core.rules.fit import misfits
from pbem.core.rules.game import Choice, Game
from pbem.core.rules.optional import conflicts
from pbem.core.rules.sequence import OVER
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.core.rules.system import find_system
from pbem.systems.flames.turn.closing import END_OF_TURN
from pbem.systems.flames.world.position import PARTISAN, at_war, position_of
from pbem.systems.flames.world.stacking import excess
from pbem.systems.flames.world.terrain import GROUNDS
from pbem.systems.wif.world.options import NUMBERS

Text = dict[str, str]


GAMES: Final = 30
TAKING: Final = ("land-movement", "land-combat")  # steps in which land units take hexes
OF_STATES: Final = ("declare-war", "align", "conquest", "peace", "surrender")
PARTS: Final = 4  # tests of so many games, which pytest hands out one by one
WINDOWS: Final = 40  # more than a turn ever has
REPLAYED: Final = 8  # one run in so many is played again by the audit


def begun(random: Random, scenario: str = "barbarossa-12") -> tuple[Game, State]:
    """The scenario with optional rules and readings at random."""
    proposed = default_roster("wif", scenario)
    used = {name: random.randrange(2) == 0 for name in NUMBERS if random.randrange(3) == 0}
    known = read_interpretations(find_system("wif").folder / "interpretations.yaml")
    read = [(name, one) for name, one in sorted(known.items()) if random.randrange(5) == 0]
    choices = tuple(Choice(name, random.choice(sorted(one.options))) for name, one in read)
    options = {**proposed.options, **used}
    rules = read_optional_rules(find_system("wif").folder / "options.yaml")
    while refused := next(conflicts(rules, options), None):
        options[refused.name] = False
    roster = replace(proposed, options=options, choices=choices)
    game = load_game(roster)
    game.__dict__[GROUNDS] = grounds(scenario)
    return game, first_state(roster)


@cache
def grounds(_: str) -> dict[object, object]:
    """The grounds of a scenario's map, which no option changes: all of its games share them."""
    return {}


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
    reader = ("", *after.players())[outcome.run % 3]
    assert max(map(len, report_text(report_for(game, outcome, reader)).splitlines())) <= 78
    keys = seed_keys(seed, before.clock.run + 1)
    found = audit(record_of(outcome), Rebuilt(game, before, after, files, keys), replay=replay)
    troubles = [str(trouble) for one in found.checks for trouble in one.troubles]
    assert (found.passed, troubles) == (True, [])


def steps(outcome: Outcome) -> Iterator[tuple[str, State, State]]:
    """Every step in which something changed, with the position before and after it."""
    state = began = outcome.before
    step = ""
    for entry in (entry for entry in outcome.ledger.entries if entry.kind == "event"):
        now = entry.path.split("/")[1] if "/" in entry.path else ""
        if now != step:
            yield step, began, state
            step, began = now, state
        state = apply(state, [event_from(entry.body)])
    yield step, began, state


def check_steps(game: Game, outcome: Outcome) -> None:
    """At the end of each step nobody stands where he may not, nor too many, nor among enemies;
    and only who is at war with its holder has taken a hex, where land units fight or march.
    """
    began = position_of(game, outcome.before)  # options may allow less than the set-up has
    crowded = {p.at for p in began.on_map if excess(began, p.at, True) + excess(began, p.at, False)}
    for step, before, after in steps(outcome):
        position, was = position_of(game, after), position_of(game, before)
        for place in after.index.keys() & position.board.neighbours.keys():
            here = position.at(place)
            if here == was.at(place):
                continue
            sides = {position.side(piece.owner) for piece in here if piece.kind != PARTISAN}
            assert len(sides) <= 1, f"{step}: enemies share {place}"
            assert position.ground.is_land(place), f"{step}: {here[0].id} in {place}"
            over = excess(position, place, True) + excess(position, place, False)
            assert not over or place in crowded, f"{step}: too many in {place}"
        for place, now in position.places.items():
            old, new = was.controller(place), now.controller
            if before.places.get(place) is now or old == new or step in OF_STATES:
                continue
            assert step in TAKING, f"{step}: {place} is {new}'s"
            assert old and new and at_war(before, old, new), f"{step}: {place} from {old} to {new}"


def play(
    seed: int,
    impulses: int,
    begins: Callable[[State, Random], State] = lambda state, _: state,
    scenario: str = "barbarossa-12",
) -> None:
    """Some impulses of a game, each checked."""
    random = Random(seed)
    game, state = begun(random, scenario)
    state = begins(state, random)
    for _ in range(impulses):
        if state.clock.window == OVER:
            return
        state = window(game, state, random, seed)


def window(game: Game, state: State, random: Random, seed: int) -> State:
    """A window, checked, and the position after it."""
    files = files_of(game, *texts(game, state, random), state)
    outcome, files = run(game, state, files, str(seed))
    check_steps(game, outcome)
    check(game, outcome, files, str(seed), replay=outcome.run % REPLAYED == seed % REPLAYED)
    return outcome.state


def turn(seed: int) -> None:
    """A game of one turn, up to the first window of the next; two in three begin late in it."""
    random = Random(seed)
    scenario = "barbarossa" if seed % 4 == 3 else "barbarossa-12"
    game, state = begun(random, scenario)
    if seed % 3:
        state = at_box(state, random.randint(6, 14))
    first = state.clock.turn
    for _ in range(WINDOWS):
        if state.clock.turn != first or state.clock.window == OVER:
            return
        state = window(game, state, random, seed)
    raise AssertionError(f"the turn {first} does not end")


def late(state: State, random: Random) -> State:
    """The position shortly before the end of the turn, with things to build and to place."""
    powers = {p.id: replace(p, counters={"beyond-the-map": 15}) for p in state.powers.values()}
    units = dict(state.units)
    for name in random.sample(sorted(units), 24):
        unit = units[name]
        away = random.choice((f"pool:{unit.owner}/force", f"track:{unit.owner}/1941-so"))
        units[name] = replace(unit, at=away, marks={})
    return at_box(replace(state, powers=powers, units=units), 16)


def at_box(state: State, box: int) -> State:
    """The position so many boxes of the impulse track into its turn."""
    track = replace(state.tracks["impulse-box"], value=box)
    return replace(state, tracks={**state.tracks, "impulse-box": track})


@pytest.mark.parametrize("seed", range(2))
def test_random_ends_of_turns(seed: int) -> None:
    """The last impulse of a turn, the window of both sides, the first of the next."""
    play(seed, 4, late)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_turns(part: int) -> None:
    for seed in range(part, GAMES, PARTS):
        turn(seed)


def test_random_orders_meet_every_section() -> None:
    """What no random game orders, no random game tries."""
    known = {section.name for section in find_system("wif").sections}
    met: set[str] = set()
    for seed in range(40):
        random = Random(seed)
        game, state = begun(random, "barbarossa" if seed % 2 else "barbarossa-12")
        shut = replace(state.clock, window=END_OF_TURN)
        for at in (state, replace(state, clock=shut)):
            for player in state.players():
                met |= set(Writer(game, at, player, random).sections())
    assert known - met == set()
