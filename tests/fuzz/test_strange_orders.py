"""Whatever a file says that keeps to its schema, it comes to findings or to play, never to a bug.

The names are those of real positions: scenarios of three systems and of the toy as they begin, and
rounds later. In process every file is read, checked and played, with answers of all kinds; through
the command line it is validated, sealed and adjudicated too.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
import toy  # noqa: F401 (registers the system)
from fuzz.strange import Strange, doubles, text_of
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from oracle.drawing import WRITERS
from oracle.playing import Asked, Table, played

from pbem.cli import main
from pbem.core.data.findings import EXIT_BUSY, EXIT_WAITING
from pbem.core.data.yamlio import read_data
from pbem.core.orders.orders import read_orders, validate
from pbem.core.record.state import State
from pbem.core.record.statefile import parse_state
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game

ROOT: Final = Path(__file__).parents[2]
GOLDEN: Final = ROOT / "tests/golden"
SMALL: Final = (
    "wif barbarossa-12", "gw france-1940", "gw sea-lion-1940", "gw spanish-civil-war-1936",
    "gw china-1937", "tw france-1940", "tw barbarossa-1941", "toy duel", "toy league",
)  # fmt: skip
LATER: Final = (
    "wif barbarossa-12", "gw france-1940", "gw spanish-civil-war-1936", "gw china-1937",
    "gw global-war-1939",
)  # fmt: skip
PLACES: Final = (*((name, False) for name in SMALL), *((name, True) for name in LATER))
MOST_ANSWERS: Final = 40  # questions that are answered with anything; then as they should be
MOST_WAYS: Final = 150  # in which the orders of a file are doubled

Files = dict[str, str]
SEEDS: Final = st.integers(0, 2**32)


def strange(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """So many games; none is made smaller when it fails, the seed tells enough."""
    phases = (Phase.explicit, Phase.generate)
    return settings(max_examples=examples, deadline=None, derandomize=True, phases=phases)


@cache
def position(name: str, later: bool) -> tuple[Game, State]:
    """A scenario as it begins, or after its golden round."""
    roster = default_roster(*name.split(" "))
    if not later:
        return load_game(roster), first_state(roster)
    path = GOLDEN / name.replace(" ", "-") / "state.yaml"
    return load_game(roster), parse_state(path.read_text(encoding="utf-8"), path.name, {})


def files(table: Table, random: Random) -> tuple[Files, Files]:
    """Orders of those who owe them and now and then of others, and standing orders of all."""
    write = WRITERS.get(table.game.system.name)
    sent, kept = write(table, random) if write is not None else ({}, {})
    orders: Files = {}
    standing: Files = {}
    for player in table.state.players():
        author = Strange(table.game, table.state, player, random)
        if player in table.state.due or author.chance(15):
            head = {"window": table.window, "for_state": "any", "player": player}
            orders[player] = text_of({**head, **author.orders(sent.get(player, {}))})
        if author.chance(70):
            lines = author.standing(kept.get(player, {}))
            standing[player] = text_of({"standing": player, **lines})
    return orders, standing


def answerer(table: Table, random: Random) -> Callable[[Asked], list[str]]:
    """Who answers with options, with too many or none of them, or with any other names."""
    names = Strange(table.game, table.state, table.state.players()[0], random)
    asked: list[str] = []

    def answer(question: Asked) -> list[str]:
        asked.append(question.path)
        many = random.randint(0, 3)
        if len(asked) > MOST_ANSWERS or names.chance(50):
            return question.first_words or ["nobody"]
        if names.chance(50):
            return [names.word("") for _ in range(many)]
        return [names.pick(question.options) for _ in range(many)] if question.options else []

    return answer


@strange(16)
@given(st.sampled_from(PLACES), SEEDS)
def test_any_orders_come_to_findings_or_to_play(place: tuple[str, bool], seed: int) -> None:
    game, state = position(*place)
    random = Random(seed)
    table = Table(game, state, str(seed), {"impulse": state, "turn": state})
    for _ in range(2):
        if table.over:
            return
        record = played(table, *files(table, random), answerer(table, random))
        assert "refused" not in record, record["refused"]


@strange(6)
@given(st.sampled_from([place for place in PLACES if place[0].split()[0] in WRITERS]), SEEDS)
def test_whatever_an_order_names_twice(place: tuple[str, bool], seed: int) -> None:
    """Orders as a player might send them, each in ways in which it says one thing twice."""
    game, state = position(*place)
    random = Random(seed)
    table = Table(game, state, "", {"impulse": state, "turn": state})
    sent, _ = WRITERS[game.system.name](table, random)
    for player, usual in sent.items():
        author = Strange(game, state, player, random)
        first = {name: said for name, said in usual.items() if isinstance(said, dict)}
        rows = [
            (section, row)
            for section in game.system.sections
            for said in (usual.get(section.name),)
            for row in (said if isinstance(said, list) and not section.single else ())
        ]
        ways = [{**first, s.name: [way]} for s, row in rows for way in doubles(row, s)]
        for said in random.sample(ways, min(len(ways), MOST_WAYS)):
            if author.reads(said):
                head = {"window": table.window, "for_state": "any", "player": player}
                file = read_orders(game, text_of({**head, **said}).encode(), "x")
                assert validate(game, state, file).readings


# --- the command line ----------------------------------------------------------------------------


def in_process(*words: object) -> int:
    """The exit code of a command in this process."""
    return main([str(word) for word in words])


def by_itself(*words: object) -> int:
    """The exit code of a command in a process of its own."""
    said = [sys.executable, "-m", "pbem", *(str(word) for word in words)]
    ended = subprocess.run(said, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Traceback" not in ended.stderr
    return ended.returncode


def fine(code: int) -> int:
    """A code that is documented, and no bug."""
    assert code in range(EXIT_BUSY), code
    return code


def commanded(
    pbem: Callable[..., int], name: str, random: Random, folder: Path, rounds: int = 6
) -> None:
    """A game in a directory: all files validated, the window sealed, the run adjudicated."""
    game, state = position(name, False)
    table = Table(game, state, "", {"impulse": state, "turn": state})
    at = folder / "game"
    assert pbem("new", name.replace(" ", "/"), at, "--seed", "1") == 0
    paths = []
    for kind, texts in zip(("orders", "standing"), files(table, random), strict=True):
        for player, text in texts.items():
            paths.append(at / kind / f"{player}.yaml")
            paths[-1].write_text(text, encoding="utf-8")
    fine(pbem("validate", *paths, "--game", at))
    fine(pbem("seal", "--game", at))
    for _ in range(rounds):
        if fine(pbem("adjudicate", "--game", at)) != EXIT_WAITING:
            return
        asked = [path for path in (at / "pending").glob("*.yaml") if path.stem != "run"]
        for path in sorted(asked):
            text = answers(path, game, state, random)
            (at / "answers" / path.name).write_text(text, encoding="utf-8")
        fine(pbem("validate", *(at / "answers" / path.name for path in asked), "--game", at))


def answers(path: Path, game: Game, state: State, random: Random) -> str:
    """The questions of a player with any answers."""
    asked: Any = read_data(path)
    names = Strange(game, state, str(asked["answers"]), random)
    for row in asked["questions"] or ():
        row["answer"] = [names.word("") for _ in range(random.randint(0, 3))]
    return text_of(asked)


@strange(4)
@given(st.sampled_from(SMALL), SEEDS)
def test_any_orders_through_the_command_line(name: str, seed: int) -> None:
    with TemporaryDirectory() as folder:
        commanded(in_process, name, Random(seed), Path(folder))


@pytest.mark.parametrize("name", ["wif barbarossa-12", "gw france-1940"])
def test_any_orders_in_processes_of_their_own(name: str, tmp_path: Path) -> None:
    commanded(by_itself, name, Random(name), tmp_path, rounds=2)
