"""Charts and counters say what the book says of them, read against it row by row."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Final

from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, load_game

POWERS: Final = {
    "ger": "germany", "ita": "italy", "jap": "japan", "bri": "britain", "chi": "china",
    "fra": "france", "rus": "russia", "usa": "united-states", "can": "canada",
    "saf": "south-africa", "ind": "india", "aus": "australia", "ina": "indian-national-army",
    "phi": "philippines", "minor": "", "partisan": "",
}  # fmt: skip
PRICES: Final = {
    "infantry": 1, "replacement": 1, "armor": 2, "airborne": 3, "chindit": 3, "marine": 3,
    "commando": 3, "flak": 1, "partisan": 1, "AAF": 3, "NAS": 1, "jet": 3, "air transport": 3,
    "DD": 2, "CA": 2, "PB": 3, "BC": 3, "BB": 3, "CVL": 3, "CV": 3, "CVB": 3, "CVE": 2,
    "transport": 3, "submarine": 3, "advanced submarine": 3, "ASW": 3, "strategic bomber": 3,
    "interceptor": 3,
}  # fmt: skip
IN_THE_PACIFIC: Final = {  # the smaller movement factors of powers that fight on both maps (6.11)
    "infantry 3-4": 3, "infantry 2-4": 3, "infantry 1-3": 2, "infantry 3-3": 2, "infantry 2-3": 2,
    "armor 4-5": 3, "armor 2-5": 3, "armor 3-5": 3, "armor 5-5": 3, "airborne 3-4": 2,
    "commando 1-4": 3,
}  # fmt: skip
SHIPS: Final = {  # named ships by power, kind and factors (3.11)
    "anybody BB 3": 1,
    "britain BB 3": 2,
    "britain BB 4": 12,
    "britain BC 3": 3,
    "britain CV 3": 6,
    "britain CVL 2": 3,
    "france BB 3": 4,
    "france BB 4": 1,
    "france BC 3": 2,
    "france CVL 2": 1,
    "germany BB 5": 2,
    "germany BC 3": 2,
    "germany PB 2": 3,
    "italy BB 3": 2,
    "italy BB 4": 4,
    "japan BB 4": 6,
    "japan BB 5": 1,
    "japan BC 3": 4,
    "japan CV 3": 6,
    "japan CVL 2": 3,
    "russia BB 3": 3,
    "united-states BB 3": 5,
    "united-states BB 4": 7,
    "united-states CV 3": 3,
    "united-states CVL 2": 1,
}
WAYS: Final[dict[str, list[str]]] = {
    # by paragraph of rule 5: who goes how, in which phase, through which lane, whether also back,
    # whether oil too, and whose units
    "5.27C": [
        "ground air SR redeployment none yes no western-allies",
    ],
    "5.28C": [
        "ground air sea-transport movement atlantic-sw no no western-allies",
        "ground air sea-transport movement pacific-sw no no western-allies",
    ],
    "5.28D": [
        "ground invasion combat atlantic-sw no no western-allies",
        "ground invasion combat pacific-sw no no western-allies",
    ],
    "5.28F": [
        "ground air NR redeployment atlantic-sw yes no western-allies",
        "ground air NR redeployment none yes no western-allies",
        "ground air NR redeployment pacific-sw yes no western-allies",
    ],
    "5.28B": [
        "ship base-change movement none yes no western-allies",
        "ship base-change movement none yes no western-allies",
    ],
    "5.28E": [
        "ship NR redeployment none yes no western-allies",
        "ship NR redeployment none yes no western-allies",
    ],
    "5.21C": [
        "ship NR redeployment none yes no western-allies",
    ],
    "5.28H": [
        "supply supply any atlantic-sw no no western-allies",
        "supply supply any pacific-sw no no western-allies",
    ],
    "5.38C": [
        "ground air sea-transport movement indian-ocean-sw yes no western-allies",
    ],
    "5.38E": [
        "ground air NR redeployment indian-ocean-sw yes no western-allies",
        "ground air NR redeployment atlantic-sw yes yes western-allies",
        "ship NR redeployment none reading no western-allies",
    ],
    "5.37C": [
        "ground air SR redeployment none yes no western-allies",
    ],
    "5.38B": [
        "ship base-change movement none yes no western-allies",
    ],
    "5.38G": [
        "supply supply any indian-ocean-sw no no western-allies",
    ],
    "5.47A": [
        "ground land movement none yes no western-allies",
        "air staging movement none yes no western-allies",
    ],
    "5.47B": [
        "armor exploitation combat none no no western-allies",
    ],
    "5.47C": [
        "ground air TR redeployment none yes no western-allies",
        "ground air SR redeployment none yes no western-allies",
    ],
    "5.48E": [
        "ground air NR redeployment indian-ocean-sw yes yes western-allies",
        "ship NR redeployment none reading no western-allies",
    ],
    "5.48C": [
        "ground air sea-transport movement indian-ocean-sw yes no western-allies",
    ],
    "5.48D": [
        "ground invasion combat indian-ocean-sw no no western-allies",
    ],
    "5.48B": [
        "ship base-change movement none yes no western-allies",
    ],
    "5.48G": [
        "supply supply any indian-ocean-sw no no western-allies",
    ],
    "5.57A": [
        "ground land movement none yes no western-allies",
        "air staging movement none no no western-allies",
        "air staging movement none no no western-allies",
    ],
    "5.57B": [
        "armor exploitation combat none no no western-allies",
    ],
    "5.57C": [
        "ground air TR redeployment none yes no western-allies",
        "ground air SR redeployment none yes no western-allies",
    ],
    "5.58E": [
        "ground air NR redeployment indian-ocean-sw yes yes western-allies",
        "ground air NR redeployment pacific-sw yes yes western-allies",
        "ship NR redeployment none reading no western-allies",
    ],
    "5.58C": [
        "ground air sea-transport movement indian-ocean-sw yes no western-allies",
        "ground air sea-transport movement pacific-sw yes no western-allies",
    ],
    "5.58D": [
        "ground invasion combat pacific-sw no no western-allies",
    ],
    "5.58B": [
        "ship base-change movement none yes no western-allies",
    ],
    "5.58G": [
        "supply supply any pacific-sw no no western-allies",
    ],
    "5.67": [
        "ground TR redeployment none yes no any",
    ],
    "5.77A": [
        "ground land movement none yes no russia",
        "air staging movement none yes no russia",
    ],
    "5.77B": [
        "armor exploitation combat none no no russia",
    ],
    "5.77C": [
        "ground air TR redeployment none yes no russia",
        "ground air SR redeployment none yes no russia",
    ],
    "5.82": [
        "air ship oppose-convoy convoy none yes no germany",
    ],
    "5.83": [
        "ship convoy convoy none yes no western-allies",
    ],
    "5.934": [
        "ship merchant base-change movement none yes no any",
        "ship merchant submarine NR redeployment none yes no any",
    ],
    "5.935": [
        "ship merchant submarine transfer redeployment none no no any",
    ],
    "5.943": [
        "bomber transfer redeployment none no no any",
    ],
}
VIA: Final = {  # what ships touch on the way
    "us-atlantic-ships": "western-ports south-africa",
    "us-pacific-ships": "dutch-harbor hawaiian-islands society-islands australia",
}
ATTRITION: Final = {  # counters and hexes of each column, added up
    "1..10": (12, 3),
    "11..20": (29, 12),
    "21..30": (41, 18),
    "31..40": (53, 26),
    "41..50": (68, 34),
    "51..60": (84, 42),
    "61..": (100, 50),
}
OPERATIONS: Final = {
    # whether in movement, combat, redeployment; by whom; what ground units pay, whether others do;
    # the rule where the book goes on
    "counterair": "yes yes no air nothing yes 18.52",
    "attack-on-submarines": "yes no no air nothing yes 21.4184",
    "attack-on-bases-by-patrol": "yes no no naval nothing yes 21.41",
    "air-supply": "yes no no air nothing yes 18.53",
    "hump-grant": "yes yes no air-transport nothing no 40.85",
    "air-transport": "yes no yes air-transport nothing yes 18.54",
    "support-of-overrun": "yes no no air nothing yes 18.55",
    "interception-over-overrun": "yes no no air nothing yes 18.56",
    "counter-interception": "yes yes yes air nothing yes 18.622",
    "attack-on-naval-base": "no yes no air nothing yes 23.5",
    "airdrop": "no yes no air-transport defended yes 10.53",
    "ground-support": "no yes no air-or-carriers nothing yes 18.55",
    "interception-of-air-support": "no yes no air-or-fast-carriers nothing yes 18.56",
    "strategic-bombing": "no yes no bombing nothing yes 26",
    "rocket-attack": "no yes no rockets nothing no 26",
    "patrol": "yes no no naval nothing yes 21.41",
    "sea-transport": "yes no no naval nothing yes 21.43",
    "shore-bombardment": "no yes no naval nothing yes 21.52",
    "invasion": "no yes no naval defended yes 21.51",
    "raid": "no yes no naval nothing yes 21.53",
    "attack-on-base": "no yes no fast-carriers nothing yes 21.54",
    "overrun": "yes no no ground factors yes 15",
    "ground-attack": "no yes no ground factors yes 15",
    "exploitation": "no yes no armor factors yes 15",
}
KINDS: Final = {  # of which arm, as what they fight, and which carriers they are
    "infantry": "ground factors no",
    "replacement": "ground factors no",
    "armor": "ground factors no",
    "airborne": "ground factors no",
    "chindit": "ground factors no",
    "marine": "ground factors no",
    "commando": "ground factors no",
    "flak": "ground factors no",
    "partisan": "ground factors no",
    "AAF": "air either no",
    "NAS": "air squadrons no",
    "kamikaze": "air squadrons no",
    "jet": "air either no",
    "air transport": "air factors no",
    "DD": "naval factors no",
    "CA": "naval factors no",
    "BB": "naval factors no",
    "BC": "naval factors no",
    "PB": "naval factors no",
    "CVL": "naval factors fast",
    "CV": "naval factors fast",
    "CVB": "naval factors fast",
    "CVE": "naval factors escort",
    "transport": "sw factors no",
    "submarine": "sw factors no",
    "advanced submarine": "sw factors no",
    "ASW": "sw factors no",
    "strategic bomber": "sw factors no",
    "interceptor": "sw factors no",
}


@cache
def game() -> Game:
    return load_game(default_roster("awaw", "poland-1939"))


def test_ground_counters_have_the_factors_of_their_names() -> None:
    for counter in game().counters:
        faces = re.search(r" ([0-9])-([0-9])$", counter.name)
        if faces is None:
            continue
        assert counter.rating("attack") == int(faces[1]), counter.id
        printed = "move" if counter.has("move") else "move-pacific"
        assert counter.rating(printed) == int(faces[2]), counter.id
        if printed == "move" and counter.has("move-pacific"):
            assert counter.rating("move-pacific") == IN_THE_PACIFIC[counter.name], counter.id
        assert counter.name.startswith(counter.kind), counter.id


def test_counters_are_of_the_power_that_their_id_begins_with() -> None:
    for counter in game().counters:
        assert counter.power == POWERS[counter.id.split("-")[0]], counter.id


def test_each_factor_has_its_price() -> None:
    for counter in game().counters:
        price = counter.rating("price") if counter.has("price") else None
        assert price == PRICES.get(counter.kind), counter.id


def test_a_single_factor_stands_for_one_and_replacements_move_one() -> None:
    for counter in game().counters:
        if counter.kind in ("replacement", "flak"):
            assert (counter.rating("move"), counter.rating("move-pacific")) == (1, 1)
            assert counter.rating("attack") == 1
        elif not counter.is_a("ground") and not counter.is_a("named"):
            assert counter.rating("factors") == (2 if counter.kind == "CA" else 1), counter.id
        if counter.kind in ("AAF", "jet"):
            flies = (counter.rating("range"), counter.rating("range-pacific"))
            assert (flies, counter.rating("squadrons")) == ((4, 3), 3)


def test_named_ships_have_their_factors() -> None:
    ships = (one for one in game().counters if one.is_a("named"))
    found = Counter(f"{s.power or 'anybody'} {s.kind} {s.rating('factors')}" for s in ships)
    assert found == SHIPS


def test_ways_of_boxes_stand_as_their_paragraphs_have_them() -> None:
    table = game().chart("passages").table("passages")
    found: dict[str, list[str]] = {}
    for row in table.rows.names:
        cells = {name: str(table.cells[name, row].value) for name in table.columns.names}
        words = ("units", "how", "phase", "lane", "back", "oil", "owners")
        found.setdefault(cells["rule"], []).append(" ".join(cells[word] for word in words))
    assert found == WAYS
    via = {row: str(table.cells["via", row].value) for row in table.rows.names}
    assert {row: how for row, how in via.items() if how != "none"} == VIA


def test_what_transports_carry() -> None:
    table = game().chart("passages").table("rates")
    found = {
        row: tuple(int(table.cells[name, row].value) for name in table.columns.names)
        for row in table.rows.names
    }
    assert sorted(found.values()) == [(0, 0, 5, 5), (2, 2, 5, 0), (2, 3, 5, 0)]


def test_the_attrition_table_is_whole() -> None:
    table = game().chart("attrition").table()
    found = {}
    for column in table.columns.names:
        words = [str(table.cells[column, row].value) for row in table.rows.names]
        counters = sum(int(n) for word in words for n in re.findall(r"([0-9]+)C", word))
        hexes = sum(int(n) for word in words for n in re.findall(r"([0-9]+)H", word))
        found[column] = counters, hexes
    assert found == ATTRITION


def test_in_the_air_combat_table_one_factor_more_is_worth_one_or_two_on_the_dice() -> None:
    """Each row is the one before, moved left: by two columns up to five factors, then by one."""
    table = game().chart("air-combat").table()
    rows = {
        int(row): [str(table.cells[column, row].value) for column in table.columns.names]
        for row in table.rows.names
    }
    assert rows[1][:2] == ["0", "0"]
    for number in range(1, 15):
        by = 2 if number < 5 else 1
        assert rows[number + 1][: 11 - by] == rows[number][by:], number
    assert [rows[n][-1] for n in range(1, 16)] == [
        "1/3", "2/2", "2/4", "3/4", "4/4", "4/5", "4/6", "5/5", "5/6", "5/7", "6/6", "6/7", "6/8",
        "7/7", "7/8",
    ]  # fmt: skip
    assert set(rows[16]) == {"?"}


def test_multipliers_and_movement_costs() -> None:
    chart = game().chart("terrain")
    found = {
        row: tuple(int(chart.table("hexes").cells[c, row].value) for c in ("move", "dm"))
        for row in chart.table("hexes").rows.names
    }
    cells = chart.table("sides").cells
    assert [int(cells[key].value) for key in (("move", "river"), ("dm", "river"))] == [0, 1]
    assert [int(cells[key].value) for key in (("move", "crossing"), ("dm", "crossing"))] == [0, 1]
    units = {row: chart.at(row, "dm", "units").number for row in chart.table("units").rows.names}
    assert units == {"exploited": -1, "deep-winter": -1, "least": 1}
    rough = {"forest", "mountain", "desert-mountain", "swamp", "jungle"}
    assert found == {
        **dict.fromkeys(("clear", "desert"), (1, 2)),
        **dict.fromkeys(rough, (2, 3)),
        "jungle-mountain": (3, 4),
    }


def test_operations_stand_as_rule_nine_lists_them() -> None:
    table = game().chart("operations").table("operations")
    found = {
        row: " ".join(str(table.cells[name, row].value) for name in table.columns.names)
        for row in table.rows.names
    }
    assert found == OPERATIONS


def test_kinds_stand_as_rule_three_has_them() -> None:
    table = game().chart("kinds").table("kinds")
    found = {
        row: " ".join(str(table.cells[name, row].value) for name in ("arm", "fights", "carrier"))
        for row in table.rows.names
    }
    assert found == KINDS


def test_sizes_of_ships() -> None:
    table = game().chart("kinds").table("sizes")
    found = {
        row: tuple(int(table.cells[name, row].value) for name in ("least", "most"))
        for row in table.rows.names
    }
    assert found == {
        "BB": (3, 5), "BC": (2, 3), "PB": (2, 2), "CA": (2, 2), "DD": (1, 1), "CVL": (2, 2),
        "CV": (3, 3), "CVB": (4, 4),
    }  # fmt: skip
