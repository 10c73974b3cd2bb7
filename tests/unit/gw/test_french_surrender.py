"""France surrenders on the world board: nothing is lost or doubled, whatever the dice say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from unit.gw.shipped import BOOK

from pbem.core.orders.inputs import Inputs, KeyedDice
from pbem.core.play.umpire import Umpire
from pbem.core.reading.scene import Scene
from pbem.core.record.state import REMOVED, State
from pbem.core.rules.position import position_of
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.gw.defeat.france.french_fates import colonies, french_ships, home_country
from pbem.systems.gw.defeat.france.french_surrender import settle_france, surrender
from pbem.systems.gw.defeat.france.surrender_paragraphs import SURRENDER_PARAGRAPHS
from pbem.systems.gw.economy.incomes import value_of_zones
from pbem.systems.gw.system import SYSTEM
from pbem.systems.gw.world.units import type_of

ROSTER = default_roster("gw", "global-war-1939")
GAME = load_game(ROSTER)
FRENCH = ("france", "free-france", "vichy-france")


def paris_falls() -> State:
    """The set-up of 1939 with Paris German, and its value Germany's."""
    state = first_state(ROSTER)
    paris = replace(state.places["paris"], controller="germany")
    powers = dict(state.powers)
    for power, change in (("france", -3), ("germany", 3)):
        counters = powers[power].counters
        powers[power] = replace(
            powers[power], counters={**counters, "income": counters["income"] + change}
        )
    return replace(state, places={**state.places, "paris": paris}, powers=powers)


def surrendered(seed: int) -> Umpire:
    dice = KeyedDice(seed.to_bytes(32, "big"))
    umpire = Umpire(GAME, paris_falls(), Inputs({}, dice, dice, bytes(32), 1))
    surrender(umpire, "germany")
    return umpire


def count_of(state: State, **wanted: Any) -> int:
    return sum(
        unit.size
        for unit in state.units.values()
        if all(getattr(unit, name) == value for name, value in wanted.items())
    )


def verdicts(umpire: Umpire) -> dict[str, Any]:
    return {
        entry.body["verdict"]: entry.body
        for entry in umpire.ledger.entries
        if entry.kind == "verdict"
    }


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_lost_or_doubled(seed: int) -> None:
    umpire = surrendered(seed)
    before, after = paris_falls(), umpire.state
    total, army = count_of(before), 5
    assert count_of(after) == total + army
    assert count_of(after, owner="france") == count_of(after, owner="france", at=REMOVED)
    assert not [z for z, place in after.places.items() if place.controller == "france"]
    for zone in home_country(GAME):
        assert after.controller(zone) == (
            "vichy-france" if zone == "southern-france" else "germany"
        )


def test_the_maginot_line_falls_with_france() -> None:
    assert surrendered(0).state.places["alsace-lorraine"].markers["works-lost"] is True


@pytest.mark.parametrize("seed", range(12))
def test_incomes_follow_the_zones(seed: int) -> None:
    """What France had goes to those who have its zones; Vichy's share is Germany's."""
    before, after = paris_falls(), surrendered(seed).state
    for power in ("germany", "free-france", "japan"):
        gained = value_of_zones(position_of(GAME, after), power) - value_of_zones(
            position_of(GAME, before), power
        )
        gained += (
            value_of_zones(position_of(GAME, after), "vichy-france") if power == "germany" else 0
        )
        old = before.powers[power].counters.get("income", 0)
        assert after.powers[power].counters["income"] == old + gained
    assert "income" not in after.powers["vichy-france"].counters
    assert after.powers["germany"].counters["cash"] == 24 + 18


@pytest.mark.parametrize("seed", range(6))
def test_the_report_tells_every_fate_once(seed: int) -> None:
    umpire = surrendered(seed)
    scene = Scene(GAME, "marie", paris_falls(), umpire.state, tuple(umpire.ledger.entries))
    kinds = {kind.kind for kind in SURRENDER_PARAGRAPHS}
    told = {
        entry.body["verdict"]: list(SYSTEM.paragraphs[entry.body["verdict"]](entry, scene))
        for entry in umpire.ledger.entries
        if entry.kind == "verdict" and entry.body["verdict"] in kinds
    }
    rolls = colonies(position_of(GAME, paris_falls()))
    lines = [line for line in told["french-colonies"] if line[:2].strip().isdigit()]
    assert len(lines) == len(rolls)
    text = "\n".join(line.partition(" (with")[0] for line in lines)
    for zone in (zone for zones in rolls.values() for zone in zones):
        assert text.count(GAME.board.label(zone)) == 1
    rows = verdicts(umpire)["french-ships"]["facts"]["ships"]
    at_sea = sum(ship.size for ship in french_ships(position_of(GAME, paris_falls())))
    entries = [e for e in umpire.ledger.entries if e.body.get("verdict") == "french-ships"]
    assert len(entries[0].body["facts"]["ships"]) == at_sea
    assert len(told["french-ships"]) == 1 + len(rows)


@pytest.mark.parametrize("seed", range(6))
def test_paris_liberated_everything_free_french_is_french(seed: int) -> None:
    fallen = surrendered(seed)
    free = fallen.state
    paris = replace(free.places["paris"], controller="free-france")
    dice = KeyedDice(bytes(32))
    state = replace(free, places={**free.places, "paris": paris})
    umpire = Umpire(GAME, state, Inputs({}, dice, dice, bytes(32), 2))
    assert settle_france(umpire)
    after = umpire.state
    assert not settle_france(umpire)
    assert count_of(after, owner="free-france") == 0
    assert "free-france" not in {place.controller for place in after.places.values()}
    assert after.powers["france"].relations == paris_falls().powers["france"].relations
    assert not after.powers["free-france"].relations
    own = sum(
        unit.size for unit in free.units.values()
        if unit.owner == "free-france" and unit.at != REMOVED
    )  # fmt: skip
    lost = count_of(free, owner="france")
    assert count_of(after, owner="france") == own + lost
    assert after.track("france-surrendered") is None
    assert after.track("vichy") == "created"


def test_only_ships_of_france_are_drawn_for() -> None:
    """Every ship of the set-up lies at sea or on the Production Chart."""
    state = paris_falls()
    ships = [u for u in state.units.values() if u.owner == "france" and type_of(BOOK, u).is_naval]
    chart = sum(unit.size for unit in ships if unit.at.startswith("track:france/"))
    at_sea = sum(unit.size for unit in french_ships(position_of(GAME, state)))
    assert at_sea + chart == sum(unit.size for unit in ships)
    rows = verdicts(surrendered(3))["french-ships"]["facts"]["ships"]
    assert len(rows) == chart > 0


def test_no_surrender_twice() -> None:
    umpire = surrendered(1)
    entries = len(umpire.ledger.entries)
    surrender(umpire, "germany")
    assert len(umpire.ledger.entries) == entries
    assert not set(FRENCH) - set(umpire.state.powers)
