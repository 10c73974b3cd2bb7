"""What is wrong with an order is told at the word that is wrong: at the unit, zone or condition."""

from __future__ import annotations

import pytest
from unit.gw.shipped import BOOK

from pbem.core.data.findings import Severity
from pbem.core.orders.orders import Receipt, read_orders, read_standing, validate
from pbem.core.record.events import PowerChanged, apply
from pbem.core.record.state import State
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.gw.world.vocabulary import PowerCount

ROSTER = default_roster("gw", "france-1940")
GAME, STATE = load_game(ROSTER), first_state(ROSTER)
HEAD = f"window: {STATE.game} {STATE.clock.name}/combat\nfor_state: any\nplayer: hans\n"


def checked(section: str, order: str) -> Receipt:
    """The receipt of one order."""
    text = f"{HEAD}{section}:\n- {order}\n"
    return validate(GAME, STATE, read_orders(GAME, text.encode(), "hans.yaml"))


@pytest.mark.parametrize(
    ("section", "order", "code", "told_at"),
    [
        (
            "combat_moves",
            "{units: {artillery: 1, infantry: 99}, from: Picardy, to: Paris}",
            "too-many",
            "infantry: 99}, from: Picardy, to: Paris}",
        ),
        (
            "combat_moves",
            "{units: {infantri: 1}, from: Picardy, to: Paris}",
            "unknown-unit",
            "infantri: 1}, from: Picardy, to: Paris}",
        ),
        (
            "combat_moves",
            "{units: {infantry: 1}, from: Pikardy, to: Paris}",
            "unknown-place",
            "Pikardy, to: Paris}",
        ),
        (
            "combat_moves",
            "{units: {infantry: 1}, from: Picardy, to: Berlin}",
            "no-enemy",
            "Berlin}",
        ),
        (
            "combat_moves",
            "{units: {infantry: 1}, from: Picardy, to: Alsace-Lorraine}",
            "too-far",
            "Alsace-Lorraine}",
        ),
        (
            "combat_moves",
            "{units: {fighter: 1}, from: Belgium, to: Normandy, land: Paris}",
            "cannot-land",
            "Paris}",
        ),
        (
            "combat_moves",
            "{units: {infantry: 1, Infantry: 1}, from: Picardy, to: Paris}",
            "named-twice",
            "Infantry: 1}, from: Picardy, to: Paris}",
        ),
        (
            "combat_moves",
            "{units: {infantry: all, 'germany:infantry@picardy': 1}, from: Picardy, to: Paris}",
            "named-twice",
            "'germany:infantry@picardy': 1}, from: Picardy, to: Paris}",
        ),
        ("battles", "{at: Berlin, lose: [infantry]}", "no-battle", "Berlin, lose: [infantry]}"),
        ("battles", "{at: Paris, retreat_to: Berlin}", "not-adjacent", "Berlin}"),
        ("battles", "{at: Paris, retreat_to: Berlino}", "unknown-place", "Berlino}"),
        ("battles", "{at: Paris, retreat: [round]}", "bad-condition", "[round]}"),
        ("battles", "{at: Paris, retreat: [rounds >= 3]}", "unknown-fact", "[rounds >= 3]}"),
        (
            "non_combat_moves",
            "{units: {infantry: 1}, from: Picardy, to: Paris}",
            "not-friendly",
            "Paris}",
        ),
        (
            "non_combat_moves",
            "{units: {infantry: 1}, from: Picardy, to: Paris, if: Paris = friendly}",
            "not-friendly",
            "Paris, if: Paris = friendly}",
        ),
        (
            "non_combat_moves",
            "{units: {infantry: 1}, from: Picardy, to: Belgium, if: Parris = friendly}",
            "unknown-fact",
            "Parris = friendly}",
        ),
        (
            "non_combat_moves",
            "{units: {infantry: 1}, from: Picardy, to: Belgium, if: Paris = purple}",
            "unknown-fact",
            "Paris = purple}",
        ),
        (
            "rail_moves",
            "{units: {anti-aircraft-artillery: 1}, from: Western Germany, to: Paris}",
            "no-rail",
            "Paris}",
        ),
    ],
)
def test_findings_stand_at_the_word_that_is_wrong(
    section: str, order: str, code: str, told_at: str
) -> None:
    receipt = checked(section, order)
    where = next(finding.where for finding in receipt.findings if finding.code == code)
    assert where is not None
    assert f"- {order}"[where.column - 1 :] == told_at


def with_money() -> State:
    """A position of the world board in which Germany has something to spend."""
    state = first_state(default_roster("gw", "sea-lion-1940"))
    return apply(state, [PowerChanged("germany", "counter", PowerCount.CASH, None, 30)])


@pytest.mark.parametrize(
    ("section", "order", "code", "told_at"),
    [
        ("research", "{roll: [Rocketts]}", "unknown-technology", "Rocketts]}"),
        ("repair", "{at: Berlin, facility: railway}", "no-damage", "railway}"),
        (
            "repair",
            "{facility: railway, nation: Germany, at: London}",
            "not-yours",
            "London}",
        ),
        (
            "production",
            "{at: Berlin, build: {infantry: 1, infantri: 1}}",
            "unknown-unit",
            "infantri: 1}}",
        ),
        ("production", "{at: Berlin, upgrade: railway}", "no-upgrade", "railway}"),
        ("production", "{at: Berlin, advance: destroyer}", "not-there", "destroyer}"),
        ("lend_lease", "{ipps: 5, to: Italia}", "unknown-nation", "Italia}"),
        ("lend_lease", "{ipps: 5, to: great-britain}", "cannot-lend", "great-britain}"),
        ("recruits", "{of: Abyssinia}", "unknown-nation", "Abyssinia}"),
        ("recruits", "{take: militia, of: Germany}", "no-rolls", "Germany}"),
        ("truce", "{do: agree, of: China}", "unknown-nation", "China}"),
        ("place", "{at: Berlin, units: {infantry: 9}}", "too-many", "infantry: 9}}"),
        ("permits", "{what: rail, to: Itali}", "unknown-nation", "Itali}"),
        ("permits", "{to: great-britain, what: [rail, Kial]}", "unknown-thing", "Kial]}"),
        ("permits", "{to: great-britain, what: suez-canal}", "not-yours", "suez-canal}"),
    ],
)
def test_findings_of_the_economy_stand_there_too(
    section: str, order: str, code: str, told_at: str
) -> None:
    game, state = load_game(default_roster("gw", "sea-lion-1940")), with_money()
    head = HEAD.replace(STATE.game, state.game)
    text = f"{head}{section}:\n- {order}\n"
    receipt = validate(game, state, read_orders(game, text.encode(), "hans.yaml"))
    where = next(finding.where for finding in receipt.findings if finding.code == code)
    assert where is not None
    assert f"- {order}"[where.column - 1 :] == told_at


@pytest.mark.parametrize(
    ("section", "order", "message", "hint"),
    [
        (
            "combat_moves",
            "{units: {infantry: 300}, from: Berlin, to: London}",
            "infantry: found '300': too large",
            "the limit is 200",
        ),
        (
            "combat_moves",
            "{units: {infantry: -1}, from: Berlin, to: London}",
            "infantry: found '-1': too small",
            "the limit is 1",
        ),
        (
            "non_combat_moves",
            "{units: {infantry: 1}, from: Berlin, to: []}",
            "to: found an empty list: not of the right form",
            "a zone, or a list of zones: [Belgium, Picardy]",
        ),
        (
            "combat_moves",
            "{units: {infantry: 1}, from: Berlin, to: Sweden}",
            "'Sweden' is not on this map",
            "Sweden is a nation; its zones are Götaland, Norrland",
        ),
        (
            "combat_moves",
            "{units: {fighter: 1}, from: Bohemia, to: New York}",
            "Fighter cannot get from Bohemia to New York with 4 movement",
            "",
        ),
        (
            "combat_moves",
            "{units: {fighter: 1}, from: Bohemia, to: West Poland, as: strategic bombing}",
            "strategic bombing needs a `target`",
            "in West Poland can be bombed: Minor Port, Railroad",
        ),
        (
            "declarations",
            "{war_on: Denmark, shares: {Japan: 1}}",
            "Japan cannot share the penalty",
            "who can: nobody",
        ),
        ("place", "{units: {infantry: 2}, at: Berlin}", "0 infantry wait to be placed, not 2", ""),
        (
            "repair",
            "{facility: oven, at: Berlin}",
            "oven in Berlin has 0 damage",
            "damaged there: nothing",
        ),
        (
            "pacts",
            "{nullify: Japanese-Soviet}",
            "Japanese-Soviet is of Japan and Soviet Union; none of them is yours and on turn",
            "in others' turns a line of standing orders does it: politics: {nullify: [...]}",
        ),
        (
            "production",
            "{facility: air-bass, at: Bavaria}",
            "air-bass in Bavaria: there is no such facility; did you mean air-base?",
            "",
        ),
        (
            "production",
            "{build: {submarine: 1}, at: Western Germany, sea: A28}",
            "Submarine in Western Germany: no yard there lies on A28 Bay of Biscay (11.1)",
            "",
        ),
        (
            "diplomacy",
            "{influence: Romania, pay: 1}",
            "Romania cannot be influenced",
            "these can be: Argentina, Bolivia, Brazil, Central America, Colombia, Cuba, Ecuador, "
            "Mexico, Paraguay, Peru, Uruguay, Venezuela",
        ),
        (
            "lend_lease",
            "{to: Germany, ipps: 1}",
            "Germany to Germany: a nation does not lend to itself",
            "",
        ),
        (
            "research",
            "{roll: [radar, radar, radar]}",
            "radar: one roll for a technology each turn",
            "",
        ),
    ],
)
def test_a_finding_is_told_once_and_says_what_would_be_legal(
    section: str, order: str, message: str, hint: str
) -> None:
    roster = default_roster("gw", "global-war-1939")
    game, state = load_game(roster), first_state(roster)
    head = f"window: {state.game} {state.clock.name}/combat\nfor_state: any\nplayer: hans\n"
    text = f"{head}{section}:\n- {order}\n"
    receipt = validate(game, state, read_orders(game, text.encode(), "hans.yaml"))
    wrong = [found for found in receipt.findings if found.severity is Severity.ERROR]
    assert [(found.message, found.hint) for found in wrong] == [(message, hint)]


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("{units: {infantry: 1}, from: Picardy, to: Paris}", []),
        (
            "{units: {infantry: 1}, from: Picardy, to: Paris, land: Belgium}",
            ["`land` does nothing in this move: only aircraft land"],
        ),
        (
            "{units: {infantry: 1}, from: Picardy, to: Paris, target: air-base}",
            ["`target` does nothing in this move: it is for `as: strategic bombing`"],
        ),
        (
            "{units: {infantry: 1}, from: Picardy, to: Paris, load: {Belgium: all}}",
            ["`load` does nothing in this move: only ships and aircraft carry units"],
        ),
        ("{units: {fighter: 1}, from: Belgium, to: Paris, land: Belgium}", []),
    ],
)
def test_what_the_units_have_no_use_for_is_no_silent_word(order: str, told: list[str]) -> None:
    receipt = checked("combat_moves", order)
    found = [finding for finding in receipt.findings if finding.code == "unused"]
    assert [finding.message for finding in found] == told
    assert not any(finding.severity is Severity.ERROR for finding in receipt.findings)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{pay: 4}", []),
        ("{pay: nobody}", []),
        ("{pay: -3}", ["pay: found '-3': too small"]),
        ("{capital: [Ottawa]}", []),
        ("{capital: Atlantis}", ["nothing in this game is called 'Atlantis', so it picks nothing"]),
        ("{ask_return: nobody}", []),
        ("{give_back: [Syriaa]}", ["nothing in this game is called 'Syriaa', so it picks nothing"]),
    ],
)
def test_a_standing_line_that_can_pick_nothing_is_told(line: str, told: list[str]) -> None:
    game = load_game(default_roster("gw", "global-war-1939"))
    said = read_standing(game, f"standing: hans\npolitics:\n- {line}\n".encode(), "hans.yaml")
    assert [finding.message for finding in said.findings] == told


def test_a_standing_line_knows_every_convoy_line() -> None:
    game = load_game(default_roster("gw", "global-war-1939"))
    table = BOOK.chart("convoy-lines")
    rows = table.table("lines").rows.names
    names = ", ".join(table.at(row, "title", "lines").text for row in rows)
    text = f"standing: hans\ndefend:\n- {{convoys: [{names}]}}\n"
    assert read_standing(game, text.encode(), "hans.yaml").findings == ()
