"""Receipts of paradrops: what they say of attacks on hexes into which somebody drops (11.14)."""

from __future__ import annotations

from unit.wif.stage import receipt

from pbem.systems.flames.odds.odds_ordered import ordered_odds

FRONT = {
    "rows": {"E1631": "c c c c c c", "E1630": "c c c c c c", "E1629": "c c c c c c"},
    "places": {
        "E1531": {"name": "Berlin", "city": True, "country": "germany", "capital": "germany"}
    },
    "control": {"ussr": ["E1230"], "germany": ["E1530", "E1531", "E1430", "E1330", "E1331"]},
    "units": [
        {"name": "Ju-52", "kind": "ATR", "at": "E1530", "ratings": {"range": 5, "tactical": 0}},
        {"name": "II PARA", "kind": "PARA", "at": "E1530", "ratings": {"combat": 4, "cost": 5}},
        {"name": "1 ARM", "kind": "ARM", "at": "E1330", "ratings": {"combat": 8, "cost": 6}},
        {"name": "3 INF", "kind": "INF", "power": "ussr", "at": "E1231", "ratings": {"cost": 3}},
    ],
}


def test_a_receipt_tells_the_odds_of_an_attack_with_who_drops() -> None:
    orders = {
        "paradrop": [{"fly": "Ju-52", "drop": "II PARA", "at": "E1230"}],
        "attacks": [{"at": "E1230", "with": "1 ARM"}],
    }
    (odds,) = ordered_odds(receipt(FRONT, "germany", orders))
    assert (odds.facts["attack"], odds.facts["defence"]) == ("12", "1")
    assert "they 0.0 of 0 units" in odds.text


def test_without_the_drop_there_is_nobody_to_attack() -> None:
    found = receipt(FRONT, "germany", {"attacks": [{"at": "E1230", "with": "1 ARM"}]})
    assert found.findings[0].code == "empty"
