"""Any play of random orders: the same bytes again, a sound chain, dice that can be re-derived."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy.table import PLAYERS, Table, keys, of_kind, table

from pbem.core.data.findings import PbemError
from pbem.core.orders.inputs import GivenAnswer
from pbem.core.play.run import Outcome
from pbem.core.record import dice
from pbem.core.record.events import apply, event_from
from pbem.core.record.ledger import START, Entry, line_hash, open_entries, read_lines
from pbem.core.record.state import State, as_data, canonical
from pbem.core.record.statefile import write_state
from pbem.core.record.views import sealed_digest

AREAS = ("red-home", "hill", "ford", "wood", "town", "mill", "blue-home", "nowhere")
UNITS = (
    "Lion", "Boar", "Wolf", "INF", "crimson:crimson-inf@red-home", "scarlet:scarlet-inf@hill",
    "azure:azure-inf@town", "azure:azure-inf@blue-home",
)  # fmt: skip

unit, area = st.sampled_from(UNITS), st.sampled_from(AREAS)
condition = st.sampled_from(["", ", if: enemy units <= 3", ", if: odds >= 1-1"])
many = st.integers(1, 5)
truth = st.sampled_from(["true", "false"])
march = st.builds(
    "- {{unit: '{}', to: [{}, {}], count: {}{}}}\n".format, unit, area, area, many, condition
) | st.builds("- {{unit: '{}', to: {}{}}}\n".format, unit, area, condition)
assault = st.builds("- {{at: {}, with: ['{}'], lead: {}}}\n".format, area, unit, truth)
gift = st.sampled_from(["bread", "steel", "gold", "ask"])
stance = st.sampled_from(["charge", "hold", "feint", "ask"])


@st.composite
def order_text(draw: st.DrawFn) -> str:
    text = f"luck: {draw(st.integers(0, 99))}\n"
    text += "permit: [crimson]\n" if draw(st.booleans()) else ""
    for name, rows in (("march", march), ("assault", assault)):
        said = draw(st.lists(rows, max_size=3))
        text += f"{name}:\n{''.join(said)}" if said else ""
    return text + (f"levy: {{draw: {draw(st.integers(1, 2))}}}\n" if draw(st.booleans()) else "")


@st.composite
def standing_text(draw: st.DrawFn) -> str:
    lines = [
        f"council: {{gift: {draw(gift)}}}",
        f"clash: [{{if: strength > {draw(st.integers(0, 5))}, stance: {draw(stance)}}}]",
        f"reroll: {{if: die < {draw(st.integers(1, 6))}}}",
        "torch: {at: [town, mill]}",
        f"support: {{send: {draw(st.integers(1, 2))} best INF, limit: {draw(st.integers(0, 2))}}}",
        f"terms: {{do: {draw(st.sampled_from(['fight', 'yield', 'ask']))}}}",
        f"preset: {draw(st.sampled_from(['bold', 'careful']))}",
    ]
    return "".join(f"{line}\n" for line in lines if draw(st.booleans()))


@st.composite
def inputs(draw: st.DrawFn) -> tuple[dict[str, str], dict[str, str]]:
    """Orders and standing orders of any of the players."""
    return (
        {p: draw(order_text()) for p in PLAYERS if draw(st.booleans())},
        {p: draw(standing_text()) for p in PLAYERS if draw(st.booleans())},
    )


def play_out(seat: Table, orders: dict[str, str], standing: dict[str, str]) -> Outcome:
    """A run that answers its own questions with the first options, resuming each time."""
    answers: dict[tuple[str, str], GivenAnswer] = {}
    outcome = seat.run(orders, standing)
    while outcome.pending:
        for question in outcome.questions:
            words = [option.id for option in question.decision.options][: question.decision.most]
            answers[question.player, question.path] = GivenAnswer(words, question.fingerprint)
        before = outcome.prefix
        outcome = seat.run(orders, standing, answers, stopped=before)
        assert outcome.prefix.count > before.count or outcome.questions
    return outcome


def digest(outcome: Outcome) -> str:
    """Everything that a run writes, as one hash."""
    parts = (
        outcome.ledger.public_text(),
        outcome.ledger.secrets_text(),
        write_state(outcome.state),
    )
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def legal(seat: Table, orders: dict[str, str]) -> dict[str, str]:
    """The files without sections that belong to the other window or cannot be read."""
    files = seat.files(orders)
    return {p: text for p, text in orders.items() if not files.submissions[p].findings}


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["levy", "march"]), st.sampled_from(["red", "blue"]), inputs())
def test_any_play_is_deterministic_and_sound(
    window: str, side: str, said: tuple[dict[str, str], dict[str, str]]
) -> None:
    """The same input gives the same bytes; the ledger's events lead from state to state."""
    seat = table(window).at(side=side).moved(lion="ford", wolf="mill")
    orders, standing = legal(seat, said[0]), said[1]
    one, two = play_out(seat, orders, standing), play_out(seat, orders, standing)
    assert digest(one) == digest(two)
    check_chain(one)
    check_dice(one, seat.state)
    check_events(one, seat.state)


def check_chain(outcome: Outcome) -> None:
    """Each line holds the hash of the one before, and every seal opens."""
    before = START
    rows = read_lines(outcome.ledger.public_text())
    for number, (row, line) in enumerate(zip(rows, outcome.ledger.lines, strict=True), start=1):
        assert (row["n"], row["prev"]) == (number, before)
        assert canonical(row) == line
        before = line_hash(line)
    assert open_entries(rows, read_lines(outcome.ledger.secrets_text())) == outcome.ledger.entries


def check_dice(outcome: Outcome, state: State) -> None:
    """Every throw, open or secret, follows from the keys, the luck and its path."""
    known = keys(state)
    luck = outcome.ledger.entries[0].body["luck"]
    about = dice.message(state.game, 1, luck, None)
    for entry in of_kind(outcome, "roll"):
        key = dice.run_key(known.secret if entry.secret else known.key, about)
        count, sides = dice.parse_dice(entry.body["dice"])
        for number, shown in enumerate(entry.body["throws"], start=1):
            context = dice.throw_context(entry.path, number)
            assert list(dice.throw(key, context, count, sides)) == shown


def check_events(outcome: Outcome, state: State) -> None:
    """The events of the ledger, applied to the state before, give the state after."""
    events: list[Entry] = of_kind(outcome, "event")
    after = apply(state, (event_from(entry.body) for entry in events))
    assert as_data(after) == as_data(outcome.state)
    closing = outcome.ledger.entries[-1].body
    assert closing["state"] == sealed_digest(after, keys(state).secret)


SCRIPT = """
import sys
sys.path[:0] = sys.argv[1:3]
from property_play import fixed_digests
print(fixed_digests())
"""


def fixed_digests() -> str:
    """A few plays whose bytes must be the same everywhere."""
    seat = table("levy")
    found = []
    for impulse in range(4):
        orders = dict.fromkeys(PLAYERS, "levy: {draw: 1}\n") if impulse == 0 else {}
        first = play_out(seat, orders, {"bea": "clash: {stance: ask}\nreroll: {}\n"})
        seat = seat.after(first)
        said = "march:\n- {unit: Lion, to: [town, ford]}\n"
        second = play_out(seat, {"rosa": said}, {"rolf": "clash: {stance: feint}\n"})
        found += [digest(first), digest(second)]
        seat = seat.after(second)
    return " ".join(found)


def elsewhere(hash_seed: str, folder: Path) -> subprocess.Popen[str]:
    """The same plays in another process, folder and hash order."""
    tests = Path(__file__).parents[1]
    code = SCRIPT.replace("property_play", Path(__file__).stem)
    return subprocess.Popen(
        [sys.executable, "-c", code, str(tests), str(tests / "property")],
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_the_same_bytes_everywhere(tmp_path: Path) -> None:
    """Three hash seeds, two directories, one or four processes: the same bytes."""
    here = fixed_digests()
    assert len(set(here.split())) == 8
    other = tmp_path / "another folder"
    other.mkdir()
    for batch in ([("0", tmp_path)], [("1", other), ("2", tmp_path), ("3", other), ("0", other)]):
        running = [elsewhere(seed, folder) for seed, folder in batch]
        for process in running:
            out, _ = process.communicate(timeout=120)
            assert (process.returncode, out.strip()) == (0, here)


def test_random_orders_are_played_and_not_only_refused() -> None:
    """The strategies above reach clashes, assaults, draws and questions."""
    with pytest.raises(PbemError):
        table().run({"rosa": "march: [{unit: [], to: ford}]\n"})
    seat = table().moved(lion="ford")
    outcome = play_out(seat, {"rosa": "march: [{unit: Lion, to: town}]\n"}, {})
    assert {"verdict", "roll", "decision", "event", "order"} <= {
        entry.kind for entry in outcome.ledger.entries
    }
