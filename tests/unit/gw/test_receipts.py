"""What a receipt foretells: money, cargo, landings, builds that wait, wars, odds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.core.data.schemas import bundled
from pbem.core.data.yamlio import flow_text
from pbem.core.orders.orders import Receipt, open_window, read_orders, validate
from pbem.core.record.changes import set_power
from pbem.core.record.events import apply
from pbem.core.record.state import Mark, State, Track, Unit, Until
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.core.rules.system import Foretold
from pbem.moderation.receipt import checked_orders, receipt_data
from pbem.systems.gw.odds.odds_ordered import ordered_odds
from pbem.systems.gw.receipts.builds import builds
from pbem.systems.gw.receipts.money import money
from pbem.systems.gw.receipts.passage import passage
from pbem.systems.gw.receipts.wars import war_warnings
from pbem.systems.gw.world.vocabulary import Duty

WORLD = default_roster("gw", "global-war-1939")
GAME, STATE = load_game(WORLD), first_state(WORLD)
CHINA = default_roster("gw", "china-1937")
POLAND = {"units": {"infantry": 4}, "from": "Eastern Germany", "to": "West Poland"}


def receipt(player: str = "hans", game: Game = GAME, state: State = STATE, **said: Any) -> Receipt:
    """The receipt of some sections, without errors."""
    found = read_back(player, game, state, **said)
    assert not [str(f) for f in found.findings if f.severity == "error"]
    return found


def read_back(
    player: str = "hans", game: Game = GAME, state: State = STATE, **said: Any
) -> Receipt:
    """The receipt of some sections."""
    head = {"window": open_window(game, state), "for_state": "any", "player": player}
    text = "".join(f"{key}: {flow_text(value)}\n" for key, value in {**head, **said}.items())
    return validate(game, state, read_orders(game, text.encode(), f"{player}.yaml"))


def texts(foretold: Any) -> list[str]:
    """What is told, in words."""
    return [one.text for one in foretold]


def test_without_mountains_what_will_be_infantry_is_ordered_as_infantry() -> None:
    game = load_game(replace(WORLD, options={**WORLD.options, "mountains": False}))
    both = {"infantry": 2, "mountain-infantry": 1}
    for said in ({"infantry": 3}, {"mountain-infantry": 1}, both):
        receipt(game=game, non_combat_moves=[{"units": said, "from": "Austria", "to": "Bavaria"}])


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("recruits", {"of": "Atlantis"}),
        ("recruits", {"of": "Germany", "at": "Atlantis"}),
        ("lend_lease", {"to": "Atlantis", "ipps": 3}),
        ("lend_lease", {"to": "Italy", "ipps": 3, "at": "Atlantis"}),
        ("lend_lease", {"take_back": "Atlantis"}),
        ("production", {"at": "Atlantis", "build": {"infantry": 1}}),
        ("production", {"advance": "destroyer", "to": "Atlantis"}),
        ("repair", {"at": "Atlantis", "facility": "minor-port"}),
        ("repair", {"at": "Atlantis", "ship": "battleship"}),
        ("research", {"nation": "Atlantis", "roll": ["radar"]}),
        ("declarations", {"war_on": "Atlantis"}),
        ("declarations", {"war_on": "Poland", "by": "Atlantis"}),
        ("combat_moves", {"units": {"infantry": 1}, "from": "Atlantis", "to": "West Poland"}),
        ("combat_moves", {"units": {"infantry": 1}, "from": "Bavaria", "to": "Atlantis"}),
        ("combat_moves", {"units": {"kite": 1}, "from": "Eastern Germany", "to": "West Poland"}),
        ("non_combat_moves", {"units": {"infantry": 1}, "from": "Atlantis", "to": "Berlin"}),
        ("non_combat_moves", {"units": {"infantry": 1}, "from": "Bavaria", "to": "Atlantis"}),
        ("non_combat_moves", {"units": {"kite": 1}, "from": "Eastern Germany", "to": "Berlin"}),
        ("rail_moves", {"units": {"infantry": 1}, "from": "Atlantis", "to": "Berlin"}),
        ("rail_moves", {"units": {"kite": 1}, "from": "Eastern Germany", "to": "Berlin"}),
        ("strategic_naval_moves", {"units": {"submarine": 1}, "from": "Atlantis", "to": "A22"}),
        ("permits", {"to": "Atlantis", "what": "rail"}),
        ("place", {"units": {"infantry": 1}, "at": "Atlantis"}),
        ("capitals", {"to": "Atlantis"}),
        ("diplomacy", {"influence": "Atlantis"}),
        ("diplomacy", {"align": "Atlantis"}),
        ("pacts", {"sign": "Atlantis"}),
        ("truce", {"do": "break", "of": "Atlantis"}),
        ("returns", {"ask": "Atlantis"}),
        ("battles", {"at": "Atlantis"}),
    ],
)
def test_a_wrong_name_is_complained_of_once(section: str, said: dict[str, Any]) -> None:
    (found,) = [f for f in read_back(**{section: [said]}).findings if f.severity == "error"]
    assert found.code in ("unknown-nation", "unknown-place", "unknown-unit", "unknown-pact")


# --- money and builds ----------------------------------------------------------------------------


def test_money_is_told_by_purpose_with_what_is_left() -> None:
    bought = [{"build": {"infantry": 2}, "at": "Berlin"}, {"advance": "heavy-cruiser"}]
    (told,) = money(receipt(production=bought))
    assert told.text == "Germany has 24 IPP: 11 for production; 13 left"
    assert told.facts == {
        "nation": "germany", "has": 24, "spent": {"production": 11}, "left": 13, "dice": 0,
    }  # fmt: skip
    (told,) = money(receipt(combat_moves=[POLAND]))
    assert told.text == "Germany has 24 IPP: nothing is spent; 24 left"
    assert money(receipt()) == ()


def test_repairs_that_dice_price_are_told_with_their_range() -> None:
    game = load_game(replace(WORLD, options={**WORLD.options, "capital_ship_damage": True}))
    ship = Unit("repaired", "battlecruiser", "germany", "sea:a23", None,
                {"damaged": Mark(Until.LASTING, 1)})  # fmt: skip
    state = replace(STATE, units={**STATE.units, ship.id: ship})
    order = {"ship": "battlecruiser", "in": "A23", "at": "Western Germany"}
    (told,) = money(receipt(game=game, state=state, repair=[order]))
    assert told.text == (
        "Germany has 24 IPP: 1 to 6 for repairs, by dice (15.5); 24 left before those dice"
    )


def test_what_is_bought_and_does_not_come_into_play_is_told_with_the_reason() -> None:
    on_chart = "1 Fleet Carrier: 1 of 3 payments made, none now; 1 Fast Battleship: 2 of 3 payments"
    bought = [{"build": {"militia": 6}, "at": "Bohemia"}, {"advance": "heavy-cruiser"}]
    (told,) = builds(receipt(production=bought))
    assert told.text.startswith("Germany: ")
    assert "Militia: Bohemia: nothing more can be placed there this turn (11.1)" in told.text
    assert on_chart in told.text
    assert "Heavy Cruiser" not in told.text
    facility = {"facility": "minor-shipyard", "at": "Western Germany"}
    (told,) = builds(receipt(production=[facility]))
    assert "Minor Shipyard in Western Germany: 1 payments made" in told.text
    assert builds(receipt(combat_moves=[POLAND])) == ()


# --- cargo and landings --------------------------------------------------------------------------


def test_cargo_and_landings_stand_on_the_line_of_their_order() -> None:
    moves = [
        {"units": {"tactical-bomber": 1}, "from": "Eastern Germany", "to": "West Poland"},
        {"units": {"tactical-bomber": 1}, "from": "Bavaria", "to": "Warsaw",
         "land": "Eastern Germany"},
    ]  # fmt: skip
    (told,) = passage(receipt(combat_moves=moves))
    assert told.order is not None
    assert (told.order.name, told.text) == (
        "combat_moves 1", "1 Tactical Bomber to land in Eastern Germany",
    )  # fmt: skip


def test_ships_tell_what_they_take_aboard_and_put_ashore() -> None:
    sail = {"units": {"naval-transport": 1}, "from": "A12", "to": "A12",
            "load": {"Eastern Germany": {"infantry": 1}},
            "unload": {"Königsberg": "all"}}  # fmt: skip
    found = passage(receipt(non_combat_moves=[sail]))
    assert [(one.kind, one.text) for one in found] == [
        ("loads", "takes aboard 1 Infantry in Eastern Germany"),
        ("ashore", "puts 1 Infantry ashore in Königsberg"),
    ]


def test_who_unloads_is_told_what_stays_aboard() -> None:
    transport = Unit("germany:naval-transport@sea:a12+hold=germany-1", "naval-transport", "germany",
                     "sea:a12", 1, {"hold": Mark(Until.LASTING, "germany-1")})  # fmt: skip
    crew = {"italy": "italy:infantry@in:germany-1", "germany": "germany:infantry@in:germany-1"}
    aboard = [Unit(name, "infantry", owner, "in:germany-1", 1) for owner, name in crew.items()]
    units = {unit.id: unit for unit in (transport, *aboard)}
    sail = {"units": {"naval-transport": 1}, "from": "A12", "unload": {"Königsberg": "all"}}
    found = receipt(state=replace(STATE, units=units), non_combat_moves=[sail]).findings
    assert "what Italy has aboard stays there" in [one.message for one in found]


@pytest.mark.parametrize(
    ("foe", "warnings"),
    [("destroyer", 1), ("submarine", 0), ("naval-transport", 0)],
)
def test_a_lone_transport_is_warned_of_warships_alone(foe: str, warnings: int) -> None:
    ships = [
        Unit("germany:naval-transport@sea:a23", "naval-transport", "germany", "sea:a23", 1),
        Unit(f"great-britain:{foe}@sea:a22", foe, "great-britain", "sea:a22", 1),
    ]
    events = [event for one, other in (("germany", "great-britain"), ("great-britain", "germany"))
              for event in set_power(STATE, one, "relation", other, "war")]  # fmt: skip
    state = replace(apply(STATE, events), units={ship.id: ship for ship in ships})
    sail = {"units": {"naval-transport": 1}, "from": "A23", "to": "A22"}
    found = receipt(state=state, combat_moves=[sail]).findings
    assert [one.code for one in found].count("alone") == warnings


@pytest.mark.parametrize(
    ("section", "said", "cite"),
    [
        ("combat_moves", {"units": {"infantry": 9}, "from": "Bavaria", "to": "Austria"}, "8.2"),
        ("place", {"units": {"infantry": 9}, "at": "Berlin"}, "11.1"),
    ],
)
def test_who_names_too_many_is_told_of_the_rule(
    section: str, said: dict[str, Any], cite: str
) -> None:
    (found,) = [f for f in read_back(**{section: [said]}).findings if f.severity == "error"]
    assert (found.code, found.cite) == ("too-many", cite)


# --- wars ----------------------------------------------------------------------------------------


def test_a_war_is_a_warning_with_all_that_comes_of_it() -> None:
    (found,) = war_warnings(receipt(combat_moves=[POLAND]))
    assert (found.severity, found.message) == ("warning", "Germany declares war on Poland")
    assert found.hint == "Poland comes under the control of Great Britain"
    assert found.where is not None
    assert found.where.line == 4


def test_the_wars_of_one_attack_are_told_one_by_one() -> None:
    game, state = load_game(CHINA), first_state(CHINA)
    move = {"units": {"infantry": 1}, "from": "Rehe", "to": "Peking"}
    found = war_warnings(receipt("kenji", game, state, combat_moves=[move]))
    told = {finding.message: finding.hint for finding in found}
    assert "Japan declares war on Warlords" in told
    assert "join Nationalist China" in told["Japan declares war on Warlords"]
    assert len({hint for hint in told.values() if "join Nationalist China" in hint}) == 1


def at_peace() -> State:
    """Germany at peace with the West, whose British incomes have far to go."""
    powers = dict(STATE.powers)
    for name, power in STATE.powers.items():
        kept = {} if name == "germany" else {
            other: relation for other, relation in power.relations.items() if other != "germany"
        }  # fmt: skip
        powers[name] = replace(power, relations=kept)
    britain = powers["great-britain"]
    powers["great-britain"] = replace(britain, counters={**britain.counters, "income": 9})
    return replace(STATE, powers=powers)


def test_what_dice_decide_is_told_as_dice() -> None:
    (found,) = war_warnings(receipt(state=at_peace(), declarations=[{"war_on": "Belgium"}]))
    assert "income of Great Britain 9 + 2d12" in found.hint
    assert "Belgium comes under the control of Great Britain" in found.hint


def allied_turn() -> State:
    """The British turn of July 1939."""
    clock = replace(STATE.clock, impulse=4, side="allies")
    movers = Track("on-turn", "great-britain far-east-command anzac")
    return replace(STATE, clock=clock, tracks={**STATE.tracks, "on-turn": movers})


def test_an_ally_who_attacks_a_neutral_is_told_what_it_costs_him_and_america() -> None:
    file = receipt("anna", state=allied_turn(), declarations=[{"war_on": "Norway"}])
    (found,) = war_warnings(file)
    assert "it costs IPPs: Great Britain 10" in found.hint
    assert "income of United States 16 > 8" in found.hint
    assert "Norway comes under the control of Germany" in found.hint
    assert "Great Britain has 25 IPP: 10 for attacks on neutrals; 15 left" in texts(money(file))


# --- odds ----------------------------------------------------------------------------------------


def test_every_battle_has_its_odds_in_the_order_in_which_it_is_fought() -> None:
    moves = [POLAND, {"units": {"infantry": 2}, "from": "Bohemia", "to": "Dolnoslaske"}]
    battles = [{"at": "West Poland"}, {"at": "Dolnoslaske", "retreat": [["round >= 1"]]}]
    first, second = ordered_odds(receipt(combat_moves=moves, battles=battles))
    assert [first.facts["at"], second.facts["at"]] == ["west-poland", "dolnoslaske"]
    assert sum(first.facts["outcomes"].values()) == pytest.approx(1, abs=0.001)
    assert "retreated" in second.facts["outcomes"]
    alone = ordered_odds(receipt(combat_moves=moves))
    assert [one.facts["at"] for one in alone] == ["dolnoslaske", "west-poland"]
    fought_out = [{"at": "Dolnoslaske", "retreat": "never"}]
    never = ordered_odds(receipt(combat_moves=moves, battles=fought_out))
    assert "retreated" in alone[0].facts["outcomes"]  # at less than half the strength, as in play
    assert "retreated" not in never[0].facts["outcomes"]


RAID = {"units": {"medium-bomber": 1}, "from": "Belgium", "to": "Paris", "as": "strategic bombing"}


def raid_on_paris(fighters: int, escorts: int = 0, **said: Any) -> Sequence[Foretold]:
    """Two Medium Bombers, one to a target, and escorts, against Fighters in Paris.

    A bomber throws one die; the Air Base can bear 4 points, the Major Factory one more.
    """
    rows = [
        Unit("germany:medium-bomber@belgium", "medium-bomber", "germany", "belgium", 2),
        Unit("germany:fighter@belgium", "fighter", "germany", "belgium", escorts),
        Unit("france:fighter@paris", "fighter", "france", "paris", fighters),
    ]
    others = [unit for unit in STATE.units.values() if unit.owner not in ("france", "germany")]
    paris = replace(
        STATE.places["paris"], markers={"damage-major-factory": 19, "damage-air-base": 1}
    )
    belgium = replace(STATE.places["belgium"], controller="germany")
    state = replace(
        STATE,
        units={unit.id: unit for unit in (*others, *rows) if unit.count != 0},
        places={**STATE.places, "paris": paris, "belgium": belgium},
    )
    moves = [{**RAID, "target": "major-factory"}, {**RAID, "target": "air-base"}]
    if escorts:
        moves.append({**RAID, "units": {"fighter": escorts}, "target": "air-base"})
    return ordered_odds(receipt(state=state, combat_moves=moves, **said))


def damage(found: Sequence[Foretold]) -> list[tuple[str, float, float]]:
    """The target, the damage and the bombers shot down of each line about a target."""
    facts = [one.facts for one in found if "target" in one.facts]
    return [(row["target"], row["damage"], row["shot_down"]) for row in facts]


def test_bombing_is_told_target_by_target() -> None:
    found = raid_on_paris(fighters=0)
    assert damage(found) == [
        ("air-base", 3, 0.25),  # 1, 2, 3, 4, 4 or 4 points; guns hit on 3 of 12
        ("major-factory", 1, 0.25),
    ]
    assert texts(found)[1] == (
        "Paris, Major Factory: 1.0 points of damage, its guns shoot down 0.2 of 1, on average, "
        "and nobody can intercept"
    )


def test_interceptors_rise_as_usual() -> None:
    """Two Fighters hit on 3 of 12, a bomber on 1; the bomber for the Air Base falls first."""
    found = raid_on_paris(fighters=2)
    assert texts(found) == [
        "Paris: 2 Fighter intercept, as is usual; in the air you lose 0.5 of 2, they 0.2 of 2, on "
        "average",
        "Paris, Air Base: 1.7 points of damage, its guns shoot down 0.1 of 1, on average, if "
        "2 Fighter intercept",
        "Paris, Major Factory: 0.9 points of damage, its guns shoot down 0.2 of 1, on average, if "
        "2 Fighter intercept",
    ]
    missed, one = 0.75**2, 2 * 0.25 * 0.75
    assert damage(found) == [
        ("air-base", round(missed * 3, 2), round(missed / 4, 2)),
        ("major-factory", round(missed + one, 2), round((missed + one) / 4, 2)),
    ]
    first = found[0].facts
    assert (first["interceptors"], first["lost"]) == ([["fighter", 2]], 0.5)
    assert first["enemy_lost"] == round(2 / 12, 2)


def test_escorts_fall_first_unless_the_order_says_otherwise() -> None:
    missed, one = 0.75**2, 2 * 0.25 * 0.75
    found = raid_on_paris(fighters=2, escorts=1)
    assert damage(found)[0] == ("air-base", round((missed + one) * 3, 2), 0.23)
    battle = {"at": "Paris", "as": "strategic bombing", "lose": ["medium-bomber"]}
    found = raid_on_paris(fighters=2, escorts=1, battles=[battle])
    assert damage(found)[0] == ("air-base", round(missed * 3, 2), 0.14)


def test_more_escorts_than_fighters_are_not_met() -> None:
    found = raid_on_paris(fighters=1, escorts=2)
    assert damage(found) == damage(raid_on_paris(fighters=0))
    assert all(text.endswith("on average, if nobody intercepts") for text in texts(found))


def test_a_convoy_raid_is_told_zone_by_zone() -> None:
    """A die +2 against one +1 for the escort: 56 of 36 on average; it hits on 4 of 12."""
    roster = default_roster("gw", "sea-lion-1940")
    game, state = load_game(roster), first_state(roster)
    rows = (
        Unit("germany:submarine@sea:a21", "submarine", "germany", "sea:a21", 1),
        Unit("germany:submarine@sea:a44", "submarine", "germany", "sea:a44", 2),
        Unit("great-britain:destroyer@sea:a20+duty=escort", "destroyer", "great-britain", "sea:a20",
             1, marks={"duty": Mark(Until.LASTING, Duty.ESCORT)}),
    )  # fmt: skip
    units = {unit.id: unit for unit in rows}
    state = replace(state, units={**state.units, **units})
    one = {"units": {"submarine": 1}, "from": "A21", "to": "A20", "as": "raid"}
    two = {"units": {"submarine": 2}, "from": "A44", "to": "A44", "as": "raid"}
    found = ordered_odds(receipt(game=game, state=state, combat_moves=[one, two]))
    facts = [(o.facts["at"], o.facts["raided"], o.facts["damage"], o.facts["lost"]) for o in found]
    assert facts == [
        ("sea:a20", ["great-britain"], round(56 / 36, 2), round(4 / 12, 2)),
        ("sea:a44", ["great-britain"], round(2 * 82 / 36, 2), 0),  # nobody escorts there
    ]
    assert texts(found)[0] == (
        "A20 Western Approaches: convoys of Great Britain lose 1.6 of 6 IPP, raiders lost 0.3 "
        "of 1, on average, if nobody meets them"
    )


def test_more_attackers_have_better_odds() -> None:
    def taken(count: int) -> float:
        move = {**POLAND, "units": {"infantry": count}}
        (one,) = ordered_odds(receipt(combat_moves=[move]))
        chance: float = one.facts["outcomes"].get("captured", 0)
        return chance

    assert taken(1) < 0.05 < taken(4) < 1


def test_a_landing_counts_on_the_battle_at_sea_that_is_ordered() -> None:
    boat = Unit("poland:destroyer@sea:a12", "destroyer", "poland", "sea:a12", 1)
    beside = replace(STATE, units={**STATE.units, boat.id: boat})
    land = {"units": {"naval-transport": 1}, "from": "A12", "to": "A12", "as": "assault",
            "load": {"Eastern Germany": {"infantry": 1}},
            "unload": {"West Poland": "all"}}  # fmt: skip
    moves = [POLAND, land]
    told = ordered_odds(receipt(state=beside, combat_moves=moves, battles=[{"at": "A12"}]))
    assert [one.facts["at"] for one in told] == ["sea:a12", "west-poland"]
    assert told[1].facts["if_won"] == ["sea:a12"]
    assert told[1].text.endswith("; if A12 Southern Baltic is won first")
    (alone,) = ordered_odds(receipt(state=beside, combat_moves=moves))
    assert (alone.facts["if_won"], alone.facts["barred"]) == ([], ["sea:a12"])
    assert alone.text.endswith(
        "; nobody lands from A12 Southern Baltic, where enemy warships are (9.8)"
    )


SCREEN = {"units": {"heavy-cruiser": 1}, "from": "A23", "to": "A22", "as": "screen"}
FORCE = {"units": {"naval-transport": 1, "battlecruiser": 1}, "from": "A23", "to": "A22"}
NORTH = {"then": "A21", "unload": {"Northern England": "all"}}


def in_the_channel(*moves: dict[str, Any], foe: str = "") -> Sequence[Foretold]:
    """What fleets in A23, one with two Infantry aboard, come to: a Light Cruiser lies in A22.

    There may be a foe in A21; one Militia guards each coast.
    """
    roster = default_roster("gw", "sea-lion-1940")
    game, state = load_game(roster), first_state(roster)
    rows = [
        Unit("germany:naval-transport@sea:a23+hold=germany-1", "naval-transport", "germany",
             "sea:a23", 1, marks={"hold": Mark(Until.LASTING, "germany-1")}),
        Unit("germany:infantry@in:germany-1", "infantry", "germany", "in:germany-1", 2),
        Unit("germany:battlecruiser@sea:a23", "battlecruiser", "germany", "sea:a23", 1),
        Unit("germany:heavy-cruiser@sea:a23", "heavy-cruiser", "germany", "sea:a23", 1),
        Unit("great-britain:light-cruiser@sea:a22", "light-cruiser", "great-britain", "sea:a22", 1),
        Unit("great-britain:militia@northern-england", "militia", "great-britain",
             "northern-england", 1),
        Unit("great-britain:militia@southern-england", "militia", "great-britain",
             "southern-england", 1),
    ]  # fmt: skip
    if foe:
        rows.append(Unit(f"great-britain:{foe}@sea:a21", foe, "great-britain", "sea:a21", 1))
    places = ("sea:a21", "sea:a22", "sea:a23", "northern-england", "southern-england")
    others = (unit for unit in state.units.values() if unit.at not in places)
    state = replace(state, units={unit.id: unit for unit in (*others, *rows)})
    return ordered_odds(receipt(game=game, state=state, combat_moves=list(moves)))


def test_a_force_behind_a_screen_fights_if_the_screen_has_won() -> None:
    """It meets a Destroyer in A21, 7 of 12 against 4; having fought there it does not land."""
    screen, second, landing = in_the_channel(SCREEN, {**FORCE, **NORTH}, foe="destroyer")
    assert [one.facts["at"] for one in (screen, second)] == ["sea:a22", "sea:a21"]
    assert "of 1 units" in screen.text
    assert screen.facts["if_won"] == []
    assert second.facts["if_won"] == ["sea:a22"]
    duel = {"cleared": 21 / 26, "held": 5 / 26}
    assert second.facts["outcomes"] == {name: round(chance, 4) for name, chance in duel.items()}
    assert landing.text == (
        "Northern England: nobody lands from A21 Celtic and Irish Sea, where the ships behind the "
        "screen fight (9.7)"
    )


def test_ships_that_have_fought_bombard_nothing_and_those_behind_a_screen_do() -> None:
    """A Battlecruiser hits the coast with 3 of 12."""
    alone = {**FORCE, "units": {"naval-transport": 1}, **NORTH}
    _, landing = in_the_channel(SCREEN, {**FORCE, **NORTH})
    assert (landing.facts["if_won"], landing.facts["barred"]) == (["sea:a22"], [])
    _, silent = in_the_channel(SCREEN, alone)
    taken = silent.facts["outcomes"]["captured"]
    assert landing.facts["outcomes"]["captured"] == pytest.approx(1 / 4 + 3 / 4 * taken, abs=1e-4)
    _, fought = in_the_channel({**FORCE, "unload": {"Southern England": "all"}})
    assert fought.facts["outcomes"] == silent.facts["outcomes"]


def carrier_duel(retreat: bool) -> Foretold:
    """A Light Carrier, lost first, with a Fighter against a Destroyer; with the option or not."""
    roster = default_roster("gw", "sea-lion-1940")
    options = {**roster.options, "carrier_aircraft_retreat": retreat}
    game, state = load_game(replace(roster, options=options)), first_state(roster)
    rows = (
        Unit("germany:light-carrier@sea:a23+hold=g-1", "light-carrier", "germany", "sea:a23", 1,
             marks={"hold": Mark(Until.LASTING, "g-1")}),
        Unit("germany:fighter@in:g-1", "fighter", "germany", "in:g-1", 1),
        Unit("great-britain:destroyer@sea:a22", "destroyer", "great-britain", "sea:a22", 1),
    )  # fmt: skip
    others = (unit for unit in state.units.values() if unit.at not in ("sea:a22", "sea:a23"))
    state = replace(state, units={unit.id: unit for unit in (*others, *rows)})
    (found,) = ordered_odds(
        receipt(
            game=game,
            state=state,
            combat_moves=[{"units": {"light-carrier": 1}, "from": "A23", "to": "A22"}],
            battles=[{"at": "A22", "lose": ["light-carrier"], "retreat": "odds < 1-99"}],
        )
    )
    return found


def test_aircraft_of_a_carrier_that_sinks_leave_the_battle_under_the_option() -> None:
    """The Fighter hits on 6 of 12, the Destroyer on 4; without a deck nobody is left to fight."""
    over = 1 - (1 / 2) * (2 / 3)
    once = {"cleared": 1 / 3 / over, "held": 1 / 6 / over, "emptied": 1 / 6 / over}
    assert carrier_duel(retreat=True).facts["outcomes"] == pytest.approx(once, abs=1e-4)
    twice = {
        "cleared": once["cleared"] + once["emptied"] + once["held"] * once["cleared"],
        "held": once["held"] ** 2,
        "emptied": once["held"] * once["emptied"],
    }
    assert carrier_duel(retreat=False).facts["outcomes"] == pytest.approx(twice, abs=1e-4)
    assert "you lose 0.5 of 2 units" in carrier_duel(retreat=True).text  # the Fighter is none


def test_annexations_and_second_windows_have_no_odds() -> None:
    second = replace(STATE, clock=replace(STATE.clock, window="non-combat"))
    move = {"units": {"infantry": 1}, "from": "Austria", "to": "Bavaria"}
    assert ordered_odds(receipt(state=second, non_combat_moves=[move])) == ()


def test_a_file_without_battles_loads_no_library_of_numbers() -> None:
    code = (
        "import sys; from unit.gw import test_receipts as t;"
        "r = t.receipt(production=[{'build': {'infantry': 1}, 'at': 'Berlin'}]);"
        "[tell(r) for tell in t.GAME.system.receipts.foretells];"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd="tests")


def test_the_receipt_as_data_says_all_of_it() -> None:
    file = receipt(production=[{"advance": "heavy-cruiser"}], combat_moves=[POLAND])
    made = receipt_data(checked_orders(GAME, STATE, file, name="hans.yaml", binding=file.findings))
    Draft202012Validator(bundled("cli/validate")).validate([{**made, "findings": []}])
    assert [row["kind"] for row in made["foretold"]] == ["money", "waits", "odds"]
    assert made["unplayed"] == []


def test_who_gives_a_zone_back_has_no_units_there_any_more() -> None:
    """They go to the nearest friendly zone at once (9.21), before they could attack from there."""
    clock = replace(STATE.clock, impulse=3)
    japan = replace(
        STATE, clock=clock, tracks={**STATE.tracks, "on-turn": Track("on-turn", "japan")}
    )
    head = {"window": open_window(GAME, japan), "for_state": "any", "player": "kenji"}
    attack = {"units": {"artillery": 1}, "from": "Nanking", "to": "Hunan"}
    said = {**head, "returns": [{"give_back": "Nanking"}], "combat_moves": [attack]}
    text = "".join(f"{key}: {flow_text(value)}\n" for key, value in said.items())
    found = validate(GAME, japan, read_orders(GAME, text.encode(), "kenji.yaml"))
    assert [f.message for f in found.findings if f.severity == "error"] == [
        "0 artillery can move, not 1"
    ]
    assert found.after.controller("nanking") == "nationalist-china"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"place": [{"units": "3 inf", "at": "Berlin"}]}, "not 3"),
        ({"place": [{"units": ["2 inf", "1 sub"], "at": "Berlin"}]}, "not 2"),
        ({"declarations": [{"war_on": "Belgium", "shares": {"Mars": 3}}]}, "Mars"),
    ],
)
def test_amounts_as_texts_and_names_of_nobody_have_findings(said: Any, told: str) -> None:
    assert any(told in finding.message for finding in read_back(**said).findings)


def test_a_battle_that_asks_its_player_has_odds() -> None:
    move = {"units": {"infantry": 2}, "from": "Eastern Germany", "to": "West Poland"}
    said = {"combat_moves": [move], "battles": [{"at": "West Poland", "lose": "ask"}]}
    file = receipt(**said)
    (odds,) = ordered_odds(file)
    assert odds.facts["at"] == "west-poland"
