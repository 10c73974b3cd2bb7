"""The beacon of a run: its round by the rule, values that are none, deadlines that move."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from cli.judging import Judged, keep
from cli.shared import Pbem, send, settle
from cli.test_fairness_begin import add, edit, header, marches, play, unproved, wrong

from pbem.core.data.yamlio import read_data
from pbem.core.record.ledger import line_hash
from pbem.core.record.state import canonical
from pbem.moderation.beacons import CHAINS, RULE, randomness

SIGNATURES = {
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b1957"
    "6350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    1001: "b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6"
    "e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41",
    1002: "ab066f9c12dd6de1336fca0f925192fb0c72a771c3e4c82e"
    "de1fd362c1a770f9eb05843c6308ce2530b53a99c0281a6e",
}
DEADLINES = "deadlines:\n  1: 2023-08-23 15:59:24 UTC\n  2: 2023-08-23 15:59:27 UTC\n"
GAME = "beacon: {source: drand-quicknet}\n" + DEADLINES
LATER = ("15:59:27 UTC", "15:59:30 UTC")
SAID = "changes:\n- {from_run: 2, what: [deadline], who: Mara, why: hans was ill}\n"


def came(game: Path, run: int, number: int, **more: Any) -> None:
    """The round of a run, as its source publishes it."""
    signature = SIGNATURES[number]
    said = {"round": number, "randomness": randomness(signature), "signature": signature}
    (game / "beacons").mkdir(exist_ok=True)
    (game / f"beacons/{run}.yaml").write_text(json.dumps(said | more))


def refused(pbem: Pbem, game: Path, code: int = 1) -> str:
    said = pbem("adjudicate", "--game", game)
    assert said.code == code, said.err
    return said.err.replace(str(game), "DIR")


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library that checks signatures is not installed."""
    monkeypatch.setitem(sys.modules, "py_ecc.optimized_bls12_381", None)


@pytest.fixture
def game(duel: Path) -> Path:
    """A game with a beacon and the deadlines of its first windows."""
    add(duel, GAME)
    settle(duel)
    return duel


@pytest.fixture
def played(pbem: Pbem, game: Path, hidden: None) -> Path:
    """The same with its first run played."""
    came(game, 1, 1000)
    play(pbem, game)
    marches(game)
    return game


def test_a_run_waits_for_its_round(pbem: Pbem, game: Path) -> None:
    url = f"https://api.drand.sh/{CHAINS['drand-quicknet'].hash}/public/1000"
    at = "published 2023-08-23 15:59:24 UTC, the first at or after the deadline"
    missing = "DIR/beacons/1.yaml is missing: round 1000 of drand-quicknet"
    get = f"    save {url} as DIR/beacons/1.yaml\n"
    assert refused(pbem, game, 3) == f"pbem: {missing}, {at}\n{get}"
    assert not (game / "runs/1").exists()
    said = pbem("adjudicate", "--game", game, "--dry-run")
    assert said.code == 0
    assert "beacons/1.yaml is missing: round 1000" in said.err


def test_the_sheet_and_the_head_tell_source_and_round(pbem: Pbem, played: Path) -> None:
    chain = CHAINS["drand-quicknet"]
    assert read_data(played / "commitments.yaml")["beacon"] == {
        "source": "drand-quicknet",
        "chain_hash": chain.hash,
        "public_key": chain.key,
        "genesis": 1692803367,
        "period": 3,
        "scheme": "bls-unchained-g1-rfc9380",
        "rule": RULE,
    }
    head = header(played, "1")
    assert head["beacon"] == randomness(SIGNATURES[1000])
    assert head["beacon_of"] == {
        "source": "drand-quicknet",
        "round": 1000,
        "deadline": "2023-08-23 15:59:24 UTC",
        "announced": "2023-08-23 15:59:24 UTC",
        "signature": SIGNATURES[1000],
    }
    due = "2023-08-23 15:59:27 UTC"
    assert head["due_next"] == dict.fromkeys(("rosa", "rolf", "bea"), due)
    report = (played / "runs/1/report.txt").read_text()
    told = "beacon: drand-quicknet, round 1000, for the deadline 2023-08-23 15:59:24 UTC"
    words = " ".join(report.split())
    assert told in words
    assert f" {head['beacon']} " in words
    assert "nobody could know them before the deadline, from then on the moderator alone" in words


def test_a_signed_round_is_checked(pbem: Pbem, game: Path) -> None:
    """The signature of the next round under this number is refused; the true one is played."""
    next_one = SIGNATURES[1001]
    came(game, 1, 1000, signature=next_one, randomness=randomness(next_one))
    forged = "pbem: DIR/beacons/1.yaml: this is no signature of drand-quicknet for round 1000"
    assert refused(pbem, game).startswith(forged)
    came(game, 1, 1000)
    said = pbem("adjudicate", "--game", game)
    assert (said.code, "not checked" in said.err) == (0, False)
    assert "beacon" not in unproved(pbem, "--game", game)
    assert wrong(pbem, "--game", game) == {}


def test_an_unchecked_round_says_where_to_look(pbem: Pbem, game: Path, hidden: None) -> None:
    came(game, 1, 1000)
    said = pbem("adjudicate", "--game", game)
    assert said.code == 0
    unchecked = "warning: the signature of round 1000 of drand-quicknet was not checked"
    assert f"{unchecked}\n    install pbem[beacon]\n" in said.err
    told = unproved(pbem, "--game", game)["beacon"]
    assert told.startswith("not checked: install pbem[beacon]; round 1000 of drand-quicknet, ")
    assert told.endswith("/public/1000")
    answer = pbem("audit", "--game", game, "--format", "json").out
    assert '"needs": "install pbem[beacon], or look the round up"' in answer
    assert wrong(pbem, "--game", game) == {}


@pytest.mark.parametrize(
    ("number", "more", "found"),
    [
        (1000, {"round": 999}, "wants round 1000, published 2023-08-23 15:59:24 UTC, the first at "
         "or after the deadline: that one is from before the deadline"),
        (1001, {}, "the first at or after the deadline: no other counts"),
        (1000, {"randomness": "00" * 32}, "randomness is not the SHA-256 of the signature"),
        (1000, {"signature": "abc"}, "signature must be 96 digits in hex"),
        (1000, {"round": True}, "is not a round of a beacon"),
    ],
)  # fmt: skip
def test_another_round_is_refused(
    pbem: Pbem, game: Path, hidden: None, number: int, more: dict[str, Any], found: str
) -> None:
    came(game, 1, number, **more)
    assert found in refused(pbem, game)
    assert not (game / "runs/1").exists()


def test_a_deadline_is_a_moment(pbem: Pbem, game: Path, hidden: None) -> None:
    edit(game / "game.yaml", "2023-08-23 15:59:24 UTC", "Friday")
    assert "'Friday', which is no moment\n    write deadlines: {1: 2026" in refused(pbem, game)
    edit(game / "game.yaml", "  1: Friday\n", "")
    assert "run 1 has no deadline, on which its beacon hangs" in refused(pbem, game)


def test_a_deadline_that_moves_is_said(pbem: Pbem, played: Path) -> None:
    edit(played / "game.yaml", *LATER)
    came(played, 2, 1002)
    found = refused(pbem, played)
    assert 'deadline changes with run 2 from "2023-08-23 15:59:27 UTC" to "2023-' in found
    assert "- {from_run: 2, what: [deadline], who: NAME, why: REASON}" in found
    add(played, SAID)
    play(pbem, played)
    said = header(played, "2")["beacon_of"]
    assert (said["round"], said["announced"]) == (1002, "2023-08-23 15:59:27 UTC")
    report = (played / "runs/2/report.txt").read_text()
    assert "by Mara: hans was ill" in report
    assert "deadline: now 2023-08-23 15:59:30 UTC, was 2023-08-23 15:59:27 UTC" in report
    assert wrong(pbem, "--game", played) == {}


@pytest.mark.parametrize("announced", ["2023-08-23 15:59:27 UTC", "2023-08-23 15:59:30 UTC"])
def test_a_deadline_that_moves_unsaid_is_found(
    pbem: Pbem, played: Path, monkeypatch: pytest.MonkeyPatch, announced: str,
    judged: Judged, tmp_path: Path,
) -> None:  # fmt: skip
    """A program of the moderator's own plays another round, and lies about what was announced."""
    edit(played / "game.yaml", *LATER)
    came(played, 2, 1002)
    monkeypatch.setattr("pbem.store.runs.check_said", lambda *_: None)
    monkeypatch.setattr("pbem.store.runs.rules_joined", lambda *_: _no_changes(played))
    monkeypatch.setattr("pbem.store.beacon.announced_to", lambda *_: announced)
    play(pbem, played)
    found = wrong(pbem, "--game", played)
    assert 'changes deadline from "2023-08-23 15:59:27 UTC" to "2023-' in found["rules"]
    if announced.endswith("27 UTC"):
        assert "moves the deadline" in found["beacon"]
    judged(keep(played, tmp_path / "kept", "1", "2"))


@pytest.mark.parametrize("due", ["2023-08-23 15:59:24 UTC", "2023-08-23 15:50 UTC"])
def test_a_deadline_that_is_not_later_than_the_last_is_refused(
    pbem: Pbem, game: Path, hidden: None, due: str
) -> None:
    """Its beacon is known before the log announces it: then nobody is protected."""
    came(game, 1, 1000)
    edit(game / "game.yaml", "2023-08-23 15:59:27 UTC", due)
    assert "the deadline of run 2, 2023-08-23 15:5" in refused(pbem, game)
    assert not (game / "runs/1").exists()


def test_a_deadline_before_the_last_is_found(
    pbem: Pbem, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judged: Judged
) -> None:
    """A program of the moderator's own announces it, or moves it with who and why."""
    edit(played / "game.yaml", "2: 2023-08-23 15:59:27 UTC", "2: 2023-08-23 15:59:24 UTC")
    add(played, SAID)
    came(played, 2, 1000)
    assert "is not after that of run 1" in refused(pbem, played)
    monkeypatch.setattr("pbem.store.runs.check_deadline", lambda *_: None)
    play(pbem, played)
    found = wrong(pbem, "--game", played)
    assert "not after 2023-08-23 15:59:24 UTC, that of the run before" in found["rules"]
    judged(keep(played, tmp_path / "kept", "1", "2"))


def test_a_log_that_announces_a_beacon_that_is_known_is_found(
    pbem: Pbem, game: Path, hidden: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    came(game, 1, 1000)
    edit(game / "game.yaml", "2023-08-23 15:59:27 UTC", "2023-08-23 15:59:21 UTC")
    monkeypatch.setattr("pbem.store.runs.check_deadline", lambda *_: None)
    play(pbem, game)
    found = wrong(pbem, "--game", game)
    assert "announces 2023-08-23 15:59:21 UTC for the next run" in found["beacon"]


def _no_changes(game: Path) -> dict[str, Any]:
    return {"rules": header(game, "1")["rules"], "changed": []}


def forged(game: Path, log: Path, beacon: str | None = None, **changes: Any) -> Path:
    """The log of run 1 with another beacon in its head, chained anew."""
    lines = (game / "runs/1/ledger.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    rows[0]["body"]["beacon_of"] |= changes
    rows[0]["body"]["beacon"] = beacon or rows[0]["body"]["beacon"]
    for row, earlier in zip(rows[1:], rows, strict=False):
        row["prev"] = line_hash(canonical(earlier))
    log.write_text("".join(f"{canonical(row)}\n" for row in rows))
    return log


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"round": 1001}, "names round 1001 of drand-quicknet; the first at or after the deadline"),
        ({"signature": SIGNATURES[1001]}, "is not the SHA-256 of its signature"),
        ({"deadline": "2023-08-23 15:59:27 UTC", "round": 1001}, "moves the deadline from"),
        ({"source": "drand-default"}, "does not tell the round of the beacon that its rules name"),
    ],
)
def test_a_log_of_another_round_is_found(
    pbem: Pbem, played: Path, tmp_path: Path, changes: dict[str, Any], found: str, judged: Judged
) -> None:
    """Whoever has a log alone sees a round that is not the one of the rule."""
    log = forged(played, tmp_path / "log.jsonl", **changes)
    assert found in wrong(pbem, "--ledger", log)["beacon"]
    judged(log, played / "commitments.yaml")


def test_a_log_with_a_forged_signature_is_found(
    pbem: Pbem, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judged: Judged
) -> None:
    monkeypatch.undo()  # the library is there again
    other = SIGNATURES[1001]
    log = forged(played, tmp_path / "log.jsonl", beacon=randomness(other), signature=other)
    found = wrong(pbem, "--ledger", log)["beacon"]
    assert found == "the signature is not of drand-quicknet for round 1000"
    judged(log, played / "commitments.yaml")


def test_a_sheet_with_a_chain_of_the_moderators_own_is_found(
    pbem: Pbem, played: Path, judged: Judged
) -> None:
    chain, key = CHAINS["drand-quicknet"], CHAINS["drand-default"].key
    edit(played / "commitments.yaml", chain.key, key)
    log = played / "runs/1/ledger.jsonl"
    found = wrong(pbem, "--ledger", log, "--commitments", played / "commitments.yaml")
    assert found["beacon"] == "the sheet tells other parameters of drand-quicknet than it has"
    judged(log, played / "commitments.yaml")


def test_a_run_with_another_value_takes_a_fresh_key(pbem: Pbem, played: Path) -> None:
    """The same orders and the same value keep their key; another value is another run."""
    came(played, 2, 1001)
    play(pbem, played)
    assert header(played, "2")["key"]["number"] == 2
    for number, key in ((1001, 2), (1002, 3)):
        assert pbem("rewind", "--game", played, "--to", "1").code == 0
        if number == 1002:
            edit(played / "game.yaml", *LATER)
            add(played, SAID)
        came(played, 2, number)
        play(pbem, played)
        assert header(played, "2")["key"]["number"] == key
    assert wrong(pbem, "--game", played) == {}


def test_a_source_that_players_look_up(pbem: Pbem, duel: Path) -> None:
    source = "{source: other, name: Saturday's lottery, rule: the draw after the deadline}"
    add(duel, f"beacon: {source}\n{DEADLINES}")
    settle(duel)
    found = refused(pbem, duel, 3)
    assert "is missing: the value of Saturday's lottery for the deadline 2023-08-23 15:5" in found
    (duel / "beacons").mkdir()
    send(duel, "beacons/1.yaml", 'round: 26 August\nrandomness: "3-14-15-29-35-41"\n')
    play(pbem, duel)
    assert header(duel, "1")["beacon"] == "3-14-15-29-35-41"
    assert "26 August of Saturday's lottery is '3-14-15" in unproved(pbem, "--game", duel)["beacon"]
    assert wrong(pbem, "--game", duel) == {}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("{source: other, name: lottery}", "'rule' is missing"),
        ("{source: drand-quicknet, rule: mine}", "'rule' is of `source: other` alone"),
        ("{source: drand-fast}", "found 'drand-fast'"),
        ("{name: lottery}", "'source' is missing"),
    ],
)
def test_a_beacon_is_of_a_known_source(pbem: Pbem, duel: Path, said: str, found: str) -> None:
    add(duel, f"beacon: {said}\n")
    assert found in refused(pbem, duel)


def test_a_beacon_of_any_text_goes_on_and_proves_little(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    add(duel, "beacon: round 7\n")
    settle(duel)
    play(pbem, duel)
    assert (header(duel, "1")["beacon"], header(duel, "1")["beacon_of"]) == ("round 7", None)
    report = " ".join((duel / "runs/1/report.txt").read_text().split())
    assert "dice: key chain and beacon round 7; nothing proves when that text was fixed" in report
    assert "'round 7' is any text" in unproved(pbem, "--game", duel)["beacon"]
    judged(keep(duel, tmp_path / "kept", "1"))


@pytest.mark.parametrize(
    ("said", "statement"),
    [
        ("", "key chain; the moderator alone could know them before the run"),
        ("rated: true\n", "moderator trusted; the moderator alone could know them before the run"),
        ("moderator_plays: true\n", "moderator trusted; the moderator, who plays, alone could"),
        ("key_keeper: uwe\n", "key chain; the key keeper uwe alone could know them"),
        ("key_keeper: rosa\n", "key chain; the key keeper rosa, who plays, alone could know them"),
    ],
)
def test_a_report_says_who_could_know_the_dice(
    pbem: Pbem, duel: Path, said: str, statement: str
) -> None:
    add(duel, said)
    if said:
        settle(duel)
    play(pbem, duel)
    assert f"dice: {statement}" in header(duel, "1")["dice"]
