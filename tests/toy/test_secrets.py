"""A secret never shows in another player's view, question, receipt, stamp or public ledger."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pbem.core.orders.answers import pending_text
from pbem.core.orders.orders import validate
from pbem.core.play.run import Outcome
from pbem.core.record.dice import seal_key
from pbem.core.record.events import EventDoesNotFit, UnitCreated, apply
from pbem.core.record.ledger import entry_from, open_entries, read_lines, seal_holds
from pbem.core.record.state import Unit, as_data, canonical
from pbem.core.record.statefile import write_state
from pbem.core.record.views import sealed_data, sealed_digest, stamp, visible_entries, visible_state
from toy.table import Table, keys, of_kind, table

LEVY = dict.fromkeys(("rosa", "rolf", "bea"), "levy: {draw: 1}\n")
STANDING = {"bea": "council: {gift: steel, if: powers = 1}\n"}


def levied(seed: str = "1") -> tuple[Table, Outcome]:
    """Every power has drawn a chit."""
    seat = table("levy")
    outcome = seat.run(LEVY, STANDING, seed=seed)
    return seat.after(outcome), outcome


def drawn(outcome: Outcome) -> dict[str, Unit]:
    """The chit that each power has drawn."""
    return {
        unit.owner: unit
        for unit in outcome.state.units.values()
        if unit.id.startswith("chit") and unit.at.endswith("home")
    }


def test_a_hidden_draw_is_known_to_the_side_alone() -> None:
    """`umpire.draw(pool)` sorts the pool by id and rolls one die; secret dice: a second chain."""
    seat, outcome = levied()
    chits = drawn(outcome)
    assert set(chits) == {"crimson", "scarlet", "azure"}
    for player, side in (("rosa", "red"), ("rolf", "red"), ("bea", "blue")):
        seen = visible_state(seat.state, player).units
        for power, chit in chits.items():
            own = seat.state.side_of(power) == side
            assert seen[chit.id].counter == (chit.counter if own else "hidden")
            assert seen[chit.id].at == chit.at
    (roll,) = [e for e in of_kind(outcome, "roll") if "azure" in e.path]
    assert roll.secret == ("bea",)
    pool = ["chit-6", "chit-7", "chit-8"]
    assert chits["azure"].id == pool[roll.body["throws"][0][0] - 1]


def test_no_byte_of_a_secret_is_public_or_in_another_players_view() -> None:
    """In the public ledger a secret entry shows only its seal."""
    seat, outcome = levied()
    names = {"knights", "rabble", "decoy"}
    known = {power: chit.counter for power, chit in drawn(outcome).items()}
    public = outcome.ledger.public_text()
    sealed = canonical(sealed_data(seat.state, keys(seat.state).secret))
    for word in names:
        assert word not in public and word not in sealed
    for player, enemy_powers in (("bea", ("crimson", "scarlet")), ("rosa", ("azure",))):
        own = {c for power, c in known.items() if power not in enemy_powers}
        view = write_state(visible_state(seat.state, player))
        entries = canonical(
            [[e.path, e.body] for e in visible_entries(outcome.ledger.entries, player)]
        )
        for word in names - own:
            assert word not in view and word not in entries.casefold()
    assert "omen" in write_state(seat.state)
    assert all("omen" not in write_state(visible_state(seat.state, p)) for p in LEVY)


def test_which_line_answered_and_with_which_facts_is_the_players_own() -> None:
    """Standing orders are secret: others see what was picked, not by which line or facts."""
    _, outcome = levied()
    path = "t1.1.red/council/council/blue"
    row = next(r for r in read_lines(outcome.ledger.public_text()) if r["path"] == path)
    assert row["body"]["picks"] == ["steel"]
    assert (row["body"]["line"], row["body"]["facts"], row["body"]["passed"]) == ("", {}, [])
    for player, line in (("bea", "council, line 2: powers = 1"), ("rosa", "")):
        (entry,) = [e for e in visible_entries(outcome.ledger.entries, player) if e.path == path]
        assert entry.body["line"] == line


def test_publishing_its_key_opens_one_entry() -> None:
    """HMAC(e, canonical JSON) with e = HMAC(s(n), path): publishing e opens that one entry."""
    seat, outcome = levied()
    public = {row["n"]: row for row in read_lines(outcome.ledger.public_text())}
    secrets = read_lines(outcome.ledger.secrets_text())
    assert secrets
    for secret in secrets:
        row = public[secret["n"]]
        expected = seal_key(keys(seat.state).secret, secret["path"], secret["n"])
        assert secret["key"] == expected.hex()
        assert seal_holds(row, secret)
        forged = json.loads(json.dumps(secret).replace("chit", "chip"))
        assert seal_holds(row, forged) is (forged == secret)


def test_the_secrets_file_opens_every_entry_again() -> None:
    _, outcome = levied()
    public = read_lines(outcome.ledger.public_text())
    opened = open_entries(public, read_lines(outcome.ledger.secrets_text()))
    assert opened == outcome.ledger.entries
    closed = [entry_from(row) for row in public]
    assert [e.kind for e in closed].count("sealed") == 6


def test_the_stamp_of_a_state_says_nothing_of_what_its_player_may_not_see() -> None:
    """Players get a view; template, validate, facts and reports are made from nothing else."""
    seat, outcome = levied()
    chit = drawn(outcome)["azure"]
    changed = replace(chit, counter="knights" if chit.counter != "knights" else "decoy")
    other = replace(seat.state, units={**seat.state.units, chit.id: changed})
    assert stamp(seat.state, "rosa") == stamp(other, "rosa")
    assert stamp(seat.state, "bea") != stamp(other, "bea")
    assert sealed_digest(seat.state, bytes(32)) != sealed_digest(other, bytes(32))


def test_a_receipt_is_made_from_the_players_view() -> None:
    """The strength of a place counts no chit that its enemy has face-down there."""
    seat, outcome = levied()
    chit = drawn(outcome)["azure"]
    there = seat.moved(**{chit.id.replace("-", "_"): "town", "lion": "ford"})
    order = "assault: [{at: town, with: [Lion], if: enemy units <= 4}]\n"
    submission = there.files({"rosa": order}).submissions["rosa"]
    (reading,) = validate(there.game, there.state, submission).readings
    assert reading.text == "Lion assault town at 1/2"


def test_a_pending_question_holds_its_own_players_facts_alone() -> None:
    seat, outcome = levied()
    chit = drawn(outcome)["azure"]
    there = seat.moved(**{chit.id.replace("-", "_"): "town", "lion": "ford", "wolf": "mill"})
    ask = {"rosa": "clash: {stance: ask}\n", "bea": "clash: {stance: ask}\n"}
    hidden = visible_state(there.state, "rosa")
    assert hidden.units[chit.id].counter == "hidden"
    waiting = there.run({"rosa": "march: [{unit: Lion, to: town}]\n"}, ask)
    texts = {
        p: pending_text(there.game, there.state, p, waiting.questions) for p in ("rosa", "bea")
    }
    assert texts["rosa"].count("- path:") == texts["bea"].count("- path:") == 1
    assert "stance/red" in texts["rosa"] and "stance/blue" not in texts["rosa"]


def test_a_secret_unit_is_never_a_group() -> None:
    """Secret units have opaque ids; the id of a group names its counter."""
    seat = table()
    group = Unit("azure:azure-inf@mill", "azure-inf", "azure", "mill", 2, {}, ("bea",))
    with pytest.raises(EventDoesNotFit, match="the id of a group shows its counter"):
        apply(seat.state, [UnitCreated(group.id, None, group)])


def test_a_secret_that_is_revealed_is_public_from_then_on() -> None:
    seat, outcome = levied()
    chit = drawn(outcome)["azure"]
    there = seat.moved(**{chit.id.replace("-", "_"): "town", "lion": "ford", "wolf": "mill"})
    fight = there.run({"rosa": "march: [{unit: Lion, to: town}]\n"})
    (shown,) = of_kind(fight, "verdict", "reveal")
    assert shown.secret == () and shown.body["facts"]["counter"] == chit.counter
    assert fight.state.units[chit.id].secret == ()
    assert as_data(visible_state(fight.state, "rosa"))["units"] != []


def test_a_secret_unit_moves_in_the_open_and_what_it_is_and_bears_stays_secret() -> None:
    """Where a face-down chit stands is open; its counter and its marks are not."""
    seat, outcome = levied()
    chit = drawn(outcome)["crimson"]
    marched = seat.run({"rosa": f"march: [{{unit: {chit.id}, to: Ford}}]\n"})
    public = marched.ledger.public_text()
    assert marched.state.units[chit.id].at == "ford" and chit.id in public
    assert chit.counter not in public.casefold()
    seen = visible_entries(marched.ledger.entries, "bea")
    assert not [e for e in seen if e.kind == "event" and "moved" in canonical(e.body)]
    own = visible_entries(marched.ledger.entries, "rosa")
    marks = [e.body["new"] for e in own if e.body.get("mark") == "moved"]
    assert marks == ["impulse", None]
    assert "moved" not in marched.state.units[chit.id].marks
