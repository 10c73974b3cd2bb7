"""New games for the oracle: scenarios, options, readings, changes, and the files that are sent.

Players are taken to look at their receipts: of what the receipt calls illegal they leave out the
larger part. What is drawn is kept as texts, so that a changed writer changes no kept game.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from property.awaw_orders import Writer as AwawWriter
from property.gw_campaigns import Campaigner, orders_of_losses
from property.tw_marshals import Marshal, standing
from property.wif_orders import Writer as WifWriter
from ruling import any_ruling

from oracle.changing import changes
from oracle.covering import covering
from oracle.playing import Asked, Data, Table, foreseen, laid_out, played, refused_rows
from oracle.recording import Record
from pbem.core.data.rulebook import OptionalRule, read_interpretations, read_optional_rules
from pbem.core.data.yamlio import flow_text
from pbem.core.rules.rulings import Unruled
from pbem.core.rules.setup import scenario
from pbem.core.rules.system import find_system

Row = dict[str, Any]

GAMES: Final[Mapping[str, int]] = {
    "gw-global-war-1939": 35,
    "gw-global-war-1936": 25,
    "gw-china-1937": 35,
    "gw-france-1940": 35,
    "gw-sea-lion-1940": 35,
    "gw-spanish-civil-war-1936": 35,
    "wif-barbarossa-12": 0,  # as many as try every two of its optional rules on and off together
    "wif-barbarossa": 0,
    "wif-typhoon": 0,
    "tw-france-1940": 18,
    "tw-barbarossa-1941": 18,
    "awaw-poland-1939": 14,
    "awaw-europe-first-year": 14,
    "awaw-pacific-1941": 14,
}
WINDOWS: Final[Mapping[str, tuple[int, ...]]] = {
    "gw": (2, 2, 3, 3, 4, 6),
    "wif": (1, 2, 3, 4),
    "tw": (2, 3, 4),
    "awaw": (2, 3, 4),
}
ATTEMPTS: Final = 5
EMPTY: Final = ("non_combat_moves", "construction", "exploitation", "second_attacks", "build",
                "repair", "stratmove")  # fmt: skip  # that say something where nothing is in them
DROPPED: Final = 85  # per cent of the illegal rows that a player takes out again


def drawn_somehow(job: tuple[str, int, int]) -> tuple[Row, list[Record], list[str]]:
    """One game with what came of it; a draw that breaks the program is told and drawn again."""
    name, number, seed = job
    troubles: list[str] = []
    for attempt in count():
        try:
            return (*drawn(name, number, seed, attempt), troubles)
        except Exception as trouble:
            frames = traceback.extract_tb(trouble.__traceback__)[-3:]
            where = " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(frames))
            words = f"{type(trouble).__name__} at {where}: {str(trouble)[:500]}"
            troubles.append(f"{name}-{number:02}, attempt {attempt} of seed {seed}: {words}")
            if attempt == ATTEMPTS:
                raise
    raise AssertionError("unreachable")


def drawn(name: str, number: int, seed: int, attempt: int = 0) -> tuple[Row, list[Record]]:
    """One game with what came of it."""
    random = Random(f"{seed}/{name}/{number}/{attempt}")
    system, _, place = name.partition("-")
    kept: Row = {
        "id": f"{name}-{number:02}",
        "system": system,
        "scenario": place,
        "options": options(system, place, number, seed, random),
        "readings": readings(system, random),
        "asks": random.choice((0, 1, 2, 5, 20)),
        "seed": str(random.randrange(10**6)),
        "changes": [],
        "windows": [],
    }
    table = laid_out(kept)
    kept["changes"] = changes(table, random)
    table = laid_out(kept, table.game)
    records: list[Record] = []
    for _ in range(random.choice(WINDOWS[system])):
        if table.over:
            break
        window, record = _window(table, random)
        kept["windows"].append(window)
        records.append(record)
        if "refused" in record:
            raise AssertionError(f"{kept['id']}: {record['refused']}")
    return kept, records


def many(name: str, seed: int) -> int:
    """How many games are drawn of a scenario."""
    return GAMES[name] or len(arrays(name.partition("-")[0], seed))


@cache
def arrays(system: str, seed: int) -> list[dict[str, bool]]:
    """Switches of the optional rules that together try every two of them."""
    return covering(_rules(system), Random(f"{seed}/{system}/options"))


def options(system: str, place: str, number: int, seed: int, random: Random) -> dict[str, bool]:
    """Optional rules: of World in Flames each two together, of others a third at random."""
    proposed = scenario(system, place).get("options", {})
    rules = {rule.name: rule for rule in _rules(system)}
    if system == "wif":
        rows = arrays(system, seed)
        said = rows[(number - 1) % len(rows)]
    else:
        said = {name: random.randrange(2) == 0 for name in rules if random.randrange(3) == 0}
    if system == "gw" and random.randrange(4) == 0:
        said["variable_end"] = True
    return {name: on for name, on in said.items() if proposed.get(name, rules[name].default) != on}


def _rules(system: str) -> tuple[OptionalRule, ...]:
    return read_optional_rules(find_system(system).folder / "options.yaml")


def readings(system: str, random: Random) -> dict[str, str]:
    """Every sixth interpretation in another reading than the default."""
    known = read_interpretations(find_system(system).folder / "interpretations.yaml")
    found = {}
    for name, one in sorted(known.items()):
        others = sorted({*one.options} - {one.default})
        if others and random.randrange(6) == 0:
            found[name] = random.choice(others)
    return found


def _window(table: Table, random: Random) -> tuple[Row, Record]:
    orders, standing = _files(table, random)
    answers: list[Row] = []
    rulings: list[Row] = []

    def answer(asked: Asked) -> list[str]:
        words = _words(asked, random)
        answers.append({"player": asked.player, "path": asked.path, "words": words})
        return words

    def rule(unruled: Unruled) -> Data:
        said = any_ruling(table.game, unruled, random.randrange).data
        rulings.append({"path": unruled.path, "said": said})
        return said

    record = played(table, orders, standing, answer, rule)
    window = {"orders": orders, "standing": standing, "answers": answers}
    return window | ({"rulings": rulings} if rulings else {}), record


def _words(asked: Asked, random: Random) -> list[str]:
    """A legal number of options; the first ones half the time, which any rule accepts."""
    if random.randrange(2):
        return asked.first_words
    many = random.randint(asked.least, min(asked.most, len(asked.options)))
    return random.sample(asked.options, many) or ["nobody"]


def _files(table: Table, random: Random) -> tuple[dict[str, str], dict[str, str]]:
    sent, kept = WRITERS[table.game.system.name](table, random)
    orders = {
        player: _text(_head(table, player, random), _pruned(table, player, sections, random))
        for player, sections in sent.items()
    }
    return orders, {player: _text({"standing": player}, said) for player, said in kept.items()}


def _head(table: Table, player: str, random: Random) -> Row:
    head: Row = {"window": table.window, "for_state": "any", "player": player}
    if random.randrange(4):
        head["luck"] = str(random.randrange(100))
    return head | ({"press": "Nothing new."} if random.randrange(10) == 0 else {})


def _text(head: Row, said: Row) -> str:
    return "".join(f"{key}: {flow_text(value)}\n" for key, value in {**head, **said}.items())


def _pruned(table: Table, player: str, sections: Row, random: Random) -> Row:
    """The sections without most of what the receipt calls illegal; they are looked at twice."""
    said = {n: rows for n, rows in deepcopy(sections).items() if rows or n in EMPTY}
    head = {"window": table.window, "for_state": "any", "player": player}
    for _ in range(2):
        refused = refused_rows(table, player, _text(head, said))
        if not refused:
            break
        for section, numbers in refused.items():
            if isinstance(said.get(section), list) and section != "reorganise":
                bad = {n for n in numbers if random.randrange(100) < DROPPED}
                said[section] = [r for n, r in enumerate(said[section], 1) if n not in bad]
        said = {name: rows for name, rows in said.items() if rows or name in EMPTY}
    return said


# --- each system's files ---------------------------------------------------------------------


def _gw_files(table: Table, random: Random) -> tuple[Row, Row]:
    state = table.state
    sent = {}
    for player in state.due:
        writer = Campaigner(table.game, state, player, random, 8)
        second = state.clock.window != "combat"
        sections: Row = {} if second else writer.first_half()
        if second or random.randrange(100) < 70:
            sections |= writer.second_half()
        sent[player] = sections
    kept = {p: orders_of_losses(table.game, state, p, random) for p in state.players()}
    return sent, kept


def _wif_files(table: Table, random: Random) -> tuple[Row, Row]:
    writers = {p: WifWriter(table.game, table.state, p, random) for p in table.state.players()}
    sent = {player: writers[player].sections() for player in table.state.due}
    for player, sections in sent.items():
        if sections.get("attacks"):
            moves = {name: sections[name] for name in ("action", "land") if name in sections}
            head = {"window": table.window, "for_state": "any", "player": player}
            after = foreseen(table, player, _text(head, moves))
            sections["attacks"] = WifWriter(table.game, after, player, random).attacks()
    return sent, {player: writer.standing() for player, writer in writers.items()}


def _tw_files(table: Table, random: Random) -> tuple[Row, Row]:
    """Of players of The War one in three goes anywhere."""
    state, sent = table.state, {}
    attacked: set[str] = set()
    wild = {player: random.randrange(3) == 0 for player in sorted(state.players())}
    for player in state.due:
        known = set[str]() if wild[player] else attacked
        sent[player] = Marshal(table.game, state, player, random, wild[player], known).sections()
    return sent, {player: dict(standing(wild[player])) for player in wild}


def _awaw_files(table: Table, random: Random) -> tuple[Row, Row]:
    state, sent = table.state, {}
    writers = {p: AwawWriter(table.game, state, p, random, 6) for p in state.players()}
    for player in state.due:
        writer, window = writers[player], state.clock.window
        rows = writer.waiting() if window == "set-up" else {}
        if window not in ("set-up", "construction"):
            rows = writer.first_half()
        if window == "construction" or writer.chance(70):
            rows = {**rows, **writer.second_half()}
        sent[player] = {name: said for name, said in rows.items() if said or name == "construction"}
    return sent, {player: writer.standing() for player, writer in writers.items()}


WRITERS: Final[Mapping[str, Callable[[Table, Random], tuple[Row, Row]]]] = {
    "gw": _gw_files,
    "wif": _wif_files,
    "tw": _tw_files,
    "awaw": _awaw_files,
}
