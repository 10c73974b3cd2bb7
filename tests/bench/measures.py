"""The measures: each a ratio of two times taken in one process on one core, best of several."""

from __future__ import annotations

import hashlib
import hmac
import io
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter, process_time
from types import FrameType
from typing import Any

from bench.first_window import as_command, begin, child_time, in_process
from bench.impulse import PLAYER, Impulse, european, impulse, march, position
from bench.quarter import quarter
from bench.turn import turn
from ruamel.yaml import YAML

from pbem.audit.checks import rethrow
from pbem.audit.rebuild import Rebuilt
from pbem.audit.record import Record
from pbem.audit.verify import audit
from pbem.core.cases.shelf import shelf
from pbem.core.data.yamlio import read_document
from pbem.core.maps import paths
from pbem.core.maps.board import Board
from pbem.core.orders.orders import validate
from pbem.core.play.run import Outcome, RunFiles
from pbem.core.reading.layout import report_text
from pbem.core.reading.report import report_for
from pbem.core.record.dice import throw
from pbem.core.record.statefile import write_state
from pbem.store.cache import cached_state
from pbem.systems.flames.world.position import position_of
from pbem.systems.flames.world.supply import supply_of
from pbem.systems.flames.world.terrain import ground_of

ODDS_FILE = Path(__file__).parent / "battle-20v20.yaml"
ODDS_BATTLES = 10_000


@dataclass(frozen=True)
class Measure:
    """What was measured against what, and the ratio that it must not pass."""

    what: str
    against: str
    seconds: float
    base: float
    most: float

    @property
    def ratio(self) -> float:
        """How many times the base it takes."""
        return self.seconds / self.base

    @property
    def kept(self) -> bool:
        """Whether the ratio is kept."""
        return self.ratio <= self.most


def best(
    work: Callable[[], object], times: int, clock: Callable[[], float] = process_time
) -> float:
    """The shortest time that some work takes on the processor."""
    return min(_once(work, clock) for _ in range(times))


def _once(work: Callable[[], object], clock: Callable[[], float]) -> float:
    start = clock()
    work()
    return clock() - start


# --- the impulse -----------------------------------------------------------------------------


def play(game: Impulse, files: RunFiles) -> Outcome:
    """An impulse with its ledger and a report."""
    outcome = game.play(files)
    report_text(report_for(game.game, outcome, PLAYER))
    return outcome


def refuse_idle(outcome: Outcome, orders: int) -> None:
    """An impulse in which orders are refused would be measured too fast."""
    results = [e.body["result"] for e in outcome.ledger.entries if e.kind == "order"]
    if results != ["done"] * orders:
        raise AssertionError(f"{results.count('done')} of {len(results)} orders were carried out")


def large_state() -> str:
    """The text of a state of 3,000 units."""
    return write_state(position(3000)[1])


def adjudication(times: int) -> Iterator[Measure]:
    """100 orders against a parse of 3,000 units, and against bare searches and hashes."""
    game = impulse(100, 190)
    files = game.files()
    refuse_idle(play(game, files), 100)
    spent = best(lambda: play(game, files), times)
    text = large_state()
    parse = best(lambda: YAML(typ="safe").load(text), times)
    yield Measure("100 orders, with ledger and report", "parse of 3,000 units", spent, parse, 1)
    searches, hashed = work_of(lambda: play(game, files))
    bare = best(lambda: bare_work(game.game.board, searches, hashed), times)
    against = f"{len(searches)} bare searches, {len(hashed)} SHA-256"
    yield Measure("the same", against, spent, bare, 40)


def europe(times: int) -> Iterator[Measure]:
    """150 marches over Europe against bare searches and hashes; many orders against few."""
    game = march(150, 1500)
    files = game.files()
    refuse_idle(play(game, files), 150)
    spent = best(lambda: play(game, files), times)
    searches, hashed = work_of(lambda: play(game, files))
    bare = best(lambda: bare_work(game.game.board, searches, hashed), times)
    against = f"{len(searches)} bare searches, {len(hashed)} SHA-256"
    yield Measure("150 orders, 1,500 units on wif-europe", against, spent, bare, 60)
    few, many = (march(count, 1500) for count in (50, 600))
    short, long = (best(lambda g=g: play(g, g.files()), times) for g in (few, many))
    yield Measure("600 orders on wif-europe", "12 times 50 orders", long, 12 * short, 1.25)


def supply(times: int) -> Iterator[Measure]:
    """Which hexes of Europe are in supply, from the bare position, against one bare search."""
    game, state = european(1500)
    land = [place for place in state.places if state.controller(place) == "germany"]

    def whole() -> list[str]:
        ground_of(game, state).forget()
        position = position_of(game, replace(state))
        reaches = supply_of(position, "germany").reaches
        return [place for place in land if reaches(place)]

    if len(whole()) < len(land) // 2:
        raise AssertionError("too little of the map is in supply")
    spent = best(whole, times * 5)
    start = next(place for place in land if len(game.board.neighbours[place]) == 6)
    bare = best(lambda: bare_work(game.board, [start], []), times * 5)
    yield Measure("supply of wif-europe with 1,500 units", "one bare search", spent, bare, 5)


def whole_turn(times: int) -> Iterator[Measure]:
    """A turn of 200 orders on the world board of Global War, against bare searches and hashes."""
    yield _orders(turn(200), "200 orders of Germany in gw/global-war-1939", times)


def player_turn(times: int) -> Iterator[Measure]:
    """A player turn of 200 orders of The War, against bare searches and hashes."""
    yield _orders(quarter(200), "200 orders of the Axis in tw/barbarossa-1941", times)


def _orders(game: Impulse, what: str, times: int) -> Measure:
    """Two hundred orders that all stand, against the bare loop of their searches and hashes."""
    files = game.files()
    refuse_idle(play(game, files), 200)
    spent = best(lambda: play(game, files), times)
    searches, hashed = work_of(lambda: play(game, files))
    bare = best(lambda: bare_work(game.game.board, searches, hashed), times)
    against = f"{len(searches)} bare searches, {len(hashed)} SHA-256"
    return Measure(what, against, spent, bare, 60)


def work_of(work: Callable[[], object]) -> tuple[list[str], list[bytes]]:
    """Where every path search of some work starts, and everything that it hashes."""
    searches: list[str] = []
    hashed: list[bytes] = []
    search = paths._Field.__init__.__code__

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "return" and frame.f_code is search:
            start = frame.f_locals["start"]
            searches.append(start if isinstance(start, str) else start[0])

    with _hashes_noted(hashed):
        sys.setprofile(note)
        try:
            work()
        finally:
            sys.setprofile(None)
    return searches, hashed


@contextmanager
def _hashes_noted(hashed: list[bytes]) -> Iterator[None]:
    plain = hashlib.sha256

    def noting(data: bytes = b"", **options: Any) -> Any:
        hashed.append(data)
        return plain(data, **options)

    hashlib.sha256 = noting  # type: ignore[assignment]
    try:
        yield
    finally:
        hashlib.sha256 = plain


def bare_work(board: Board, searches: Sequence[str], hashed: Sequence[bytes]) -> None:
    """As many searches, bare breadth-first loops over the map; the same hashes."""
    neighbours = board.neighbours
    for start in searches:
        seen, ring = {start}, [start]
        while ring:
            found = []
            for place in ring:
                for other in neighbours[place]:
                    if other not in seen:
                        seen.add(other)
                        found.append(other)
            ring = found
    for data in hashed:
        hashlib.sha256(data).hexdigest()


# --- states and orders -----------------------------------------------------------------------


def cache(times: int) -> Iterator[Measure]:
    """A cached state against its parse."""
    text = large_state()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "state.yaml"
        path.write_text(text, encoding="utf-8")
        cached_state(path)
        spent = best(lambda: cached_state(path), times * 5)
    parse = best(lambda: YAML(typ="safe").load(text), times)
    yield Measure("cached state of 3,000 units", "its parse", spent, parse, 1 / 20)


def validation(times: int) -> Iterator[Measure]:
    """A file of 200 orders checked against its round-trip parse."""
    game = impulse(200, 330, warned=True)
    spent = best(lambda: validate(game.game, game.state, game.read()), times)
    parse = best(lambda: YAML().load(game.text), times)
    yield Measure("200 orders read and validated", "their round-trip parse", spent, parse, 2)


# --- dice and audit --------------------------------------------------------------------------


def dice(times: int) -> Iterator[Measure]:
    """Dice derived again, as the audit does, against bare hmac.digest."""
    key = bytes(range(32))
    names = [f"1941-ja.3.axis/land-combat/e2140/round-{n}/air-to-air" for n in range(20_000)]
    rolls: list[tuple[int, str, Mapping[str, Any]]] = [
        (n, name, {"dice": "d10", "throws": [list(throw(key, name, 1, 10))]})
        for n, name in enumerate(names, start=1)
    ]
    if rethrow(key, rolls) != ([], len(rolls)):
        raise AssertionError("the dice do not come out the same")
    messages = [f"{name}#0".encode() for name in names]
    spent = best(lambda: rethrow(key, rolls), times)
    bare = best(lambda: [hmac.digest(key, text, "sha256") for text in messages], times)
    yield Measure("20,000 dice derived again", "bare hmac.digest", spent, bare, 2)


def full_audit(times: int) -> Iterator[Measure]:
    """Every check of an audit, with the replay, against the adjudication."""
    game = impulse(100, 190)
    files = game.files()
    outcome = play(game, files)
    record = Record(
        name="bench",
        log=outcome.ledger.public_text(),
        secrets=outcome.ledger.secrets_text(),
        after=write_state(outcome.state).encode(),
    )
    rebuilt = Rebuilt(game.game, game.state, outcome.state, files, game.keys)
    found = audit(record, rebuilt)
    if not found.passed:
        raise AssertionError(f"the audit fails: {found}")
    spent = best(lambda: audit(record, rebuilt), times)
    base = best(lambda: play(game, files), times)
    yield Measure("full audit of that impulse", "its adjudication", spent, base, 1.5)


# --- start-up and odds -----------------------------------------------------------------------


def start_up(times: int) -> Iterator[Measure]:
    """`pbem --help` against the bare import of click."""
    pbem = [sys.executable, str(Path(sys.executable).with_name("pbem")), "--help"]
    click = [sys.executable, "-c", "import click"]
    spent, base = (best(lambda c=c: _run(c), times * 3, perf_counter) for c in (pbem, click))
    yield Measure("pbem --help", 'python -c "import click"', spent, base, 1.6)


def first_window(times: int) -> Iterator[Measure]:
    """A first window played by the command, with all that it loads, against the run alone."""
    with tempfile.TemporaryDirectory() as folder:
        words = begin(Path(folder) / "game")
        if as_command(words) != in_process(words):
            raise AssertionError("the command plays something else")
        spent = best(lambda: as_command(words), times * 2, child_time)
        base = best(lambda: in_process(words), times)
    yield Measure("pbem adjudicate, first window of 1936", "the same in process", spent, base, 3)


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def odds(times: int) -> Iterator[Measure]:
    """Exact odds, and battles simulated all at once, against battles fought one by one."""
    from pbem.systems.gw.odds.battle_file import land_question
    from pbem.systems.gw.odds.odds import odds as odds_of
    from pbem.systems.gw.odds.odds_many import simulate
    from pbem.systems.gw.odds.odds_simulated import one_by_one
    from pbem.systems.gw.odds.sheet import Sheet

    asked = land_question(Sheet(shelf("gw").book, read_document(ODDS_FILE)))
    question = replace(asked, method="exact")
    odds_of(question)
    spent = best(lambda: odds_of(question), times)
    some = ODDS_BATTLES // 20
    base = 20 * best(lambda: one_by_one(question.battle, some, question.seed), 1)
    against = f"{ODDS_BATTLES:,} battles one by one ({some} timed)"
    yield Measure("exact odds, 20 units against 20", against, spent, base, 1 / 50)
    many = 10 * ODDS_BATTLES
    spent = best(lambda: simulate(question.battle, many, question.seed), times)
    against = f"as many one by one ({some} timed)"
    yield Measure(f"{many:,} battles simulated together", against, spent, 10 * base, 1 / 100)


MEASURES: Sequence[Callable[[int], Iterator[Measure]]] = (
    adjudication,
    europe,
    supply,
    whole_turn,
    player_turn,
    cache,
    validation,
    dice,
    full_audit,
    start_up,
    first_window,
    odds,
)


def table(measures: Sequence[Measure]) -> str:
    """The measures as a table."""
    from tabulate import tabulate

    rows = [
        (m.what, m.against, _ms(m.seconds), _ms(m.base), _ratio(m.ratio), _ratio(m.most), _word(m))
        for m in measures
    ]
    heads = ("what", "against", "ms", "base ms", "ratio", "at most", "")
    out = io.StringIO()
    out.write(tabulate(rows, headers=heads, tablefmt="github", disable_numparse=True))
    return out.getvalue() + "\n"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.3g}" if seconds < 1 else f"{seconds * 1000:,.0f}"


def _ratio(value: float) -> str:
    return f"{value:.2f}" if value >= 0.1 else f"1/{1 / value:.0f}"


def _word(measure: Measure) -> str:
    return "kept" if measure.kept else "NOT KEPT"
