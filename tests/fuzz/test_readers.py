"""Any bytes in, a finding out: never a traceback, never a hang."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from damage import damaged, twisted
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from toy.table import keys, table

from pbem.core.data.findings import PbemError, has_errors
from pbem.core.data.yamlio import decode
from pbem.core.orders.answers import check_answers, read_answers
from pbem.core.orders.mail import clean
from pbem.core.orders.orders import read_orders, read_standing, validate
from pbem.core.play.run import RunFiles, adjudicate
from pbem.core.record.ledger import entry_from, read_lines
from pbem.core.record.state import State
from pbem.core.record.statefile import parse_state, write_state
from pbem.core.rules.setup import read_roster
from pbem.moderation.protests import read_objection

SEAT = table().moved(lion="ford")
HEAD = "window: toy-1 t1.1.red/levy\nplayer: rosa\n"
SEEDS = {
    "orders": (
        HEAD + "for_state: any\nluck: x\npermit: [crimson]\nmarch:\n"
        "- {unit: Lion, to: [town, mill], count: 1, else: wood, if: [odds >= 3-1]}\n"
        "assault:\n- {at: town, with: [Lion], if: strength > 1, lead: true}\n"
        "in_battle: {stance: charge, reroll: pay}\nin_council: {gift: ask}\n"
    ),
    "standing": (
        "standing: rosa\npreset: bold\nreserve: {INF: 2}\nclash:\n- {at: [town], stance: ask}\n"
        "support: {send: 2 best INF, limit: 3, limit_here: 1}\nreroll: {if: die < 3}\n"
    ),
    "answers": (
        "answers: bea\nwindow: w\nquestions:\n- path: a/b\n"
        "  fingerprint: 0123456789abcdef\n  answer: [x, y]\n"
    ),
    "protest": 'protest: rosa\nrun: 1\nparagraph: 4\nreason: It was so.\ncite: "9.14"\n',
    "state": write_state(SEAT.state),
    "game": (
        "format: pbem-game/1\ngame: toy-1\nsystem: toy\nscenario: duel\nasks: 2\nplayers:\n"
        "  rosa: {powers: [crimson], absent: [{from: a, to: b, then: pause}]}\nbeacon: null\n"
    ),
}


def any_bytes(kind: str) -> st.SearchStrategy[bytes]:
    return st.binary(max_size=60) | damaged(SEEDS[kind]) | twisted(SEEDS[kind])


def fuzzed(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Small budgets here; `make soak` raises them."""
    quiet = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
    return settings(max_examples=examples, deadline=5000, suppress_health_check=quiet)


@fuzzed(150)
@given(any_bytes("orders"))
@example(SEEDS["orders"].encode())
def test_any_bytes_as_orders(data: bytes) -> None:
    try:
        submission = read_orders(SEAT.game, data, "o.yaml")
    except PbemError as trouble:
        assert trouble.message
        return
    receipt = validate(SEAT.game, SEAT.state, submission)
    assert all(finding.message for finding in receipt.findings)
    files = RunFiles(submissions={submission.player: submission})
    try:
        outcome = adjudicate(SEAT.game, SEAT.state, files, keys(SEAT.state))
    except PbemError as trouble:
        assert trouble.findings and has_errors(receipt.findings)
    else:
        assert outcome.ledger.lines


@fuzzed(100)
@given(any_bytes("standing"))
@example(SEEDS["standing"].encode())
def test_any_bytes_as_standing_orders(data: bytes) -> None:
    try:
        standing = read_standing(SEAT.game, data, "s.yaml")
    except PbemError as trouble:
        assert trouble.message
        return
    if has_errors(standing.findings):
        return
    outcome = adjudicate(
        SEAT.game, SEAT.state, RunFiles(standing={"bea": standing}), keys(SEAT.state)
    )
    assert not outcome.pending


@fuzzed(80)
@given(any_bytes("answers"))
def test_any_bytes_as_answers(data: bytes) -> None:
    try:
        answers = read_answers(data, "a.yaml")
    except PbemError as trouble:
        assert trouble.message
        return
    assert len(check_answers(answers, ())) == len(answers.given)


@fuzzed(80)
@given(any_bytes("protest"))
def test_any_bytes_as_a_protest(data: bytes) -> None:
    try:
        objection = read_objection(data, "p.yaml")
    except PbemError as trouble:
        assert trouble.message
        return
    assert has_errors(objection.findings) or (objection.paragraph > 0 and objection.reason)


@fuzzed(80)
@given(any_bytes("state"))
def test_any_bytes_as_a_state(data: bytes) -> None:
    try:
        state = parse_state(decode(data, "state.yaml"), "state.yaml", SEAT.game.system.upgrades)
    except PbemError as trouble:
        assert trouble.message
        return
    assert isinstance(state, State)
    try:
        adjudicate(SEAT.game, state, RunFiles(), keys(state))
    except PbemError as trouble:
        assert trouble.message


@fuzzed(80)
@given(any_bytes("game"))
def test_any_bytes_as_game_yaml(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(data)
    try:
        roster = read_roster(path)
    except PbemError as trouble:
        assert trouble.message
        return
    assert roster.game and roster.players


@fuzzed(80)
@given(st.text(max_size=80) | st.binary(max_size=80).map(lambda b: b.decode("latin-1")))
@example('{"n":1}\n[1]\n')
@example("[" * 100_000)
def test_any_text_as_a_log(text: str) -> None:
    try:
        rows = read_lines(text)
    except ValueError as trouble:
        assert str(trouble).startswith("line ")
        return
    assert all(isinstance(row, dict) for row in rows)


@fuzzed(100)
@given(st.text(max_size=200))
def test_cleaning_keeps_the_number_of_lines(text: str) -> None:
    """No line is taken out or joined, so that line numbers stay true."""
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    assert clean(text).count("\n") == unified.count("\n")


@pytest.mark.parametrize(
    "data",
    [
        b"a: " + b"[" * 5000,
        b"".join(b"a%d: &a%d [%s]\n" % (n, n, b"*a%d," % (n - 1) * 9) for n in range(1, 12)),
        b"{" * 20000,
        b"- " * 20000,
        b"? " * 20000,
        b"a" * 999_999,
        b"x" * 1_000_001,
        b"- 1\n" * 250_001,
        b"!!python/object/apply:os.system ['true']",
        b"k: |\n" + b" " * 100_000,
        b"'" * 50_001,
        b"\xff\xfea\x00",
        b"\x00" * 100,
        b"```" + b" " * 900_000 + b"x",
        SEEDS["orders"].replace("odds >= 3-1", "a" + " " * 900_000).encode(),
        SEEDS["standing"].replace("die < 3", "a" + " " * 900_000).encode(),
        SEEDS["orders"].replace("to: [town, mill]", f"to: {'town ' * 180_000}").encode(),
        (HEAD + "march: [" + "x, " * 190_000 + "]\n").encode(),
        ("standing: rosa\nclash: [" + "{}, " * 190_000 + "]\n").encode(),
        b">" * 900_000,
        b"> " * 400_000,
        b"-- \n" * 200_000,
    ],
    ids=range(22),
)
def test_hostile_files_are_fenced_off_at_once(data: bytes) -> None:
    """Limits on size, depth and aliases; a safe loader."""
    for reader in (read_orders, read_standing):
        try:
            read = reader(SEAT.game, data, "x.yaml")
        except PbemError as trouble:
            assert trouble.message
        else:
            assert has_errors(read.findings)


def test_an_entry_of_a_log_may_lack_anything() -> None:
    with pytest.raises(KeyError):
        entry_from(json.loads("{}"))
