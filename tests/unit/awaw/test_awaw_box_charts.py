"""Ways, boxes, groups and results stand as the paragraphs of the book have them, row by row."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from pbem.core.rules.book import Book
from pbem.core.rules.setup import default_roster, load_game

LEADS: Final = {  # from where and to where
    "us-boxes": "atlantic-us > pacific-us",
    "us-atlantic-transport": "atlantic-us > western-ports",
    "us-pacific-transport": "pacific-us > dutch-harbor hawaiian-islands society-islands",
    "us-atlantic-invasion": "atlantic-us > western-land gibraltar",
    "us-pacific-invasion": "pacific-us > dutch-harbor hawaiian-islands society-islands",
    "us-atlantic-escort": "atlantic-us > western-ports",
    "us-escort": "atlantic-us > pacific-us",
    "us-pacific-escort": "pacific-us > dutch-harbor hawaiian-islands society-islands",
    "us-atlantic-base": "atlantic-us > western-ports south-africa pacific-us",
    "us-pacific-base": (
        "pacific-us > australia atlantic-us dutch-harbor pearl-harbor papeete built-hawaii-society"
    ),
    "us-atlantic-ships": "atlantic-us > europe-ports south-africa",
    "us-pacific-ships": "pacific-us > pacific-ports australia",
    "us-ships": "atlantic-us > pacific-us",
    "us-atlantic-supply": "atlantic-us > europe-map",
    "us-pacific-supply": "pacific-us > pacific-map",
    "africa-transport": "south-africa > suez-basra-abadan",
    "africa-indian-escort": "south-africa > india australia ethiopia suez-basra-abadan",
    "africa-atlantic-escort": "south-africa > western-ports atlantic-us",
    "africa-ethiopia": "south-africa > ethiopia",
    "africa-base": "south-africa > western-ports suez-basra-abadan atlantic-us india australia",
    "africa-ships": (
        "south-africa > western-ports suez-basra-abadan atlantic-us pacific-us india australia"
    ),
    "africa-supply": "south-africa > suez-basra-abadan",
    "india-land": "india > beside",
    "india-staging": "india > indian-hexes",
    "india-exploitation": "beside > india",
    "india-tactical": "india > pacific-map",
    "india-strategic": "india > pacific-map",
    "india-escort": "india > south-africa australia ethiopia suez-basra-abadan bay-of-bengal",
    "india-transport": "india > suez-basra-abadan pacific-ports",
    "india-invasion": "india > pacific-land",
    "india-base": "india > south-africa australia suez-basra-abadan pacific-ports",
    "india-ships": "india > south-africa australia suez-basra-abadan pacific-ports",
    "india-supply": "india > pacific-map",
    "australia-land": "australia > beside",
    "australia-staging": "beside > australia",
    "australia-staging-out": "australia > australian-hexes",
    "australia-exploitation": "beside > australia",
    "australia-tactical": "australia > pacific-map",
    "australia-strategic": "australia > pacific-map",
    "australia-indian-escort": "australia > south-africa india ethiopia suez-basra-abadan",
    "australia-pacific-escort": "australia > pacific-us south-seas built-south-seas",
    "australia-indian-transport": "australia > suez-basra-abadan",
    "australia-pacific-transport": "australia > pacific-ports",
    "australia-invasion": "australia > pacific-land",
    "australia-base": "australia > suez-basra-abadan pacific-ports",
    "australia-ships": (
        "australia > suez-basra-abadan atlantic-us pacific-us india south-africa pacific-ports"
    ),
    "australia-supply": "australia > townsville noumea",
    "ethiopia-land": "ethiopia > beside",
    "urals-land": "urals > beside",
    "urals-staging": "urals > any-map",
    "urals-exploitation": "beside > urals",
    "urals-tactical": "urals > any-map",
    "urals-strategic": "urals > any-map",
    "murmansk-german": "bergen-scapa-flow > murmansk",
    "murmansk-convoy": "any-port > murmansk",
    "sw-base": "atlantic-sw pacific-sw indian-ocean-sw > any-port",
    "sw-ships": "atlantic-sw pacific-sw indian-ocean-sw > any-port",
    "sw-transfer": (
        "atlantic-sw pacific-sw indian-ocean-sw > atlantic-sw pacific-sw indian-ocean-sw"
    ),
    "sw-air": "atlantic-sw pacific-sw > atlantic-sw pacific-sw",
}
GROUPS: Final = {  # what places a word of it means
    "western-ports": "ports: western",
    "western-land": "land: western",
    "europe-ports": "ports: awaw-europe",
    "pacific-ports": "ports: awaw-pacific",
    "any-port": "ports: any",
    "europe-map": "land: awaw-europe",
    "pacific-map": "land: awaw-pacific",
    "pacific-land": "land: awaw-pacific",
    "any-map": "land: any",
    "beside": "beside: the box",
    "indian-hexes": "country: india",
    "australian-hexes": "country: australia",
    "gibraltar": "named: Gibraltar",
    "dutch-harbor": "named: Dutch Harbor",
    "pearl-harbor": "named: Pearl Harbor",
    "papeete": "named: Papeete",
    "hawaiian-islands": "named: Hawaii, Kauai, Maui, Necker, Oahu",
    "society-islands": "named: Bora Bora, Tahiti",
    "built-hawaii-society": "built: Hawaii, Kauai, Maui, Necker, Oahu, Bora Bora, Tahiti",
    "suez-basra-abadan": "named: Suez, Basra, Abadan",
    "bay-of-bengal": "named: Colombo, Trincomalee, Madras, Calcutta, Rangoon, Singapore",
    "south-seas": "named: Townsville, Port Moresby, Lae, Rabaul, Noumea, Suva, Pago Pago",
    "built-south-seas": (
        "built: Bougainville, Guadalcanal, New Georgia, San Cristobal, Santa Cruz, "
        "Santa Isabel, Efate, Espiritu Santo, Vanua Levu, Viti Levu, Funafuti, "
        "Niulakita, Niutao"
    ),
    "townsville": "named: Townsville",
    "noumea": "named: Noumea",
    "bergen-scapa-flow": "named: Bergen, Scapa Flow",
    "western-home-ports": "named: Pearl Harbor, Tahiti",
    "japanese-home-ports": "named: Truk",
}
BOXES: Final = {  # who holds it, till when, who enters, worth, supply, oil, building, losses
    "box:atlantic-us": (
        "western-allies; never; western-allies; 10; united-states; western-allies; all; "
        "0; united-states canada; 0; nobody; no; none; germany"
    ),
    "box:pacific-us": (
        "western-allies; never; western-allies; 10; united-states; western-allies; all; "
        "0; united-states canada; 0; nobody; no; none; japan"
    ),
    "box:south-africa": (
        "western-allies; never; western-allies; 10; nobody; western-allies; 0; 3; "
        "south-africa; 0; nobody; no; indian; nobody"
    ),
    "box:india": (
        "western-allies; surrender; western-allies; 10; nobody; western-allies; 0; 3; "
        "india; 10; britain; normal; indian; japan"
    ),
    "box:australia": (
        "western-allies; surrender; western-allies; 10; nobody; western-allies; 0; 3; "
        "australia; 10; britain; normal; none; japan"
    ),
    "box:ethiopia": (
        "european-axis; conquest; any; 0; nobody; any; 0; 0; nobody; 0; nobody; no; none; nobody"
    ),
    "box:urals": (
        "russia; never; russia; 0; russia; russia; 1; 10; russia; 15; russia; no; none; "
        "germany italy japan"
    ),
}
PLACES: Final = {  # theater, ground, ships, air, displaced, stays, ships-stay, lanes, air-fronts
    "box:atlantic-us": "europe; any; yes; yes; unsaid; ground air; no; none; none",
    "box:pacific-us": "pacific; any; yes; yes; unsaid; ground air; no; none; none",
    "box:south-africa": "europe; any; yes; yes; nowhere; none; yes; none; none",
    "box:india": "pacific; any; yes; yes; suez-basra-abadan; ground air; yes; none; none",
    "box:australia": "pacific; any; yes; yes; unsaid; ground air; yes; none; none",
    "box:ethiopia": "europe; any; no; yes; unsaid; none; no; none; none",
    "box:urals": "both; any; no; yes; unsaid; ground air; no; none; none",
    "box:murmansk": "europe; none; convoy; convoy; nowhere; none; no; none; none",
    "box:atlantic-sw": (
        "europe; none; yes; bombers; nowhere; none; no; western-allies; western eastern "
        "mediterranean"
    ),
    "box:pacific-sw": (
        "pacific; none; yes; bombers; nowhere; none; no; western-allies japan; pacific "
        "asian southeast-asian"
    ),
    "box:indian-ocean-sw": "europe; none; yes; none; nowhere; none; no; western-allies; none",
}
GATES: Final = {  # of which box and map, how many hexes away, whose lanes, where to
    "us-atlantic": "box:atlantic-us; awaw-europe; 0; all; anywhere",
    "us-pacific": "box:pacific-us; awaw-pacific; 0; all; anywhere",
    "africa-west": "box:south-africa; awaw-europe; 0; all; western-front",
    "africa-suez": "box:south-africa; awaw-europe; 0; all; Suez",
    "africa-persia": "box:south-africa; awaw-europe; 0; all; Basra and Abadan",
    "india": "box:india; awaw-pacific; 8; all; anywhere",
    "australia": "box:australia; awaw-pacific; 8; all; anywhere",
    "noumea": "box:australia; awaw-pacific; 10; all; anywhere",
    "atlantic-sw": "box:atlantic-sw; awaw-europe; 0; all; anywhere",
    "pacific-sw": "box:pacific-sw; awaw-pacific; 0; western-allies; anywhere",
    "pacific-sw-south": "box:pacific-sw; awaw-pacific; 8; western-allies; anywhere",
    "indian-ocean-sw": "box:indian-ocean-sw; awaw-pacific; 8; all; anywhere",
}

REGIONS: Final = {  # what a word of 3.11 has in it
    "balkans": "bulgaria hungary rumania yugoslavia",
    "eastern europe": (
        "poland/east-poland estonia latvia lithuania rumania/bessarabia finland/finnish-borderlands"
    ),
    "china": "china",
    "japan": "japan",
    "siberia": "ussr",
    "dutch east indies": "netherlands-east-indies",
    "philippines": "philippines",
    "fronts of Europe": "western eastern mediterranean",
    "fronts of the Pacific": "pacific asian southeast-asian",
    "tracks of tension": "rgt usat usjt",
}
TAKES_PART: Final = {  # in games of both theaters, of Europe, of the Pacific
    "germany": "yes; yes; no",
    "italy": "yes; yes; no",
    "japan": "yes; no; yes",
    "britain": "yes; yes; yes",
    "china": "yes; no; yes",
    "france": "yes; yes; no",
    "russia": "yes; yes; yes",
    "united-states": "yes; yes; yes",
}
ISLANDS: Final = {  # who holds a group, and its islands
    "Aleutian Islands": "united-states; Adak, Attu, Kiska, Unalaska, Umnak",
    "Bismarck Archipelago": "britain; New Britain, New Ireland, Manus",
    "Caroline Islands East": "japan; Oroluk, Ponape, Truk",
    "Caroline Islands West": "japan; Palau, Ulithi, Woleai, Yap",
    "Ellice Islands": "britain; Funafuti, Niulakita, Niutao",
    "Fiji": "britain; Vanua Levu, Viti Levu",
    "Gilbert Islands": "britain; Beru, Makin, Nauru, Tamana, Tarawa",
    "Hawaiian Islands": "united-states; Hawaii, Kauai, Maui, Necker, Oahu",
    "Kurile Islands": "japan; Etorofu, Paramushiro, Uruppa",
    "Marianas Islands": "united-states japan; Guam, Saipan",
    "Marshall Islands": "japan; Bikini, Eniwetok, Kwajalein, Majuro, Wotje",
    "New Hebrides": "britain; Efate, Espiritu Santo",
    "Society Islands": "france; Bora Bora, Tahiti",
    "Solomon Islands": (
        "britain; Bougainville, Guadalcanal, New Georgia, San Cristobal, Santa Cruz, Santa Isabel"
    ),
}
COASTS: Final = {  # on which coast a port lies
    "Brindisi": "east",
    "Rosyth": "east",
    "Plymouth": "south",
    "Lorient": "southwest",
    "Famagusta": "southeast",
}
TWO_HEXES: Final = {  # islands of two hexes
    "New Ireland": "EE29 EE30",
    "Palawan": "Z19",
    "Halmahera": "DD21 EE21",
}
SCENARIOS: Final = {  # theater, kind, whether raiders begin at sea
    "global-war": "both; campaign; yes",
    "european": "europe; campaign; yes",
    "pacific": "pacific; campaign; no",
    "historical-global-war": "both; historical; no",
    "historical-european": "europe; historical; no",
    "historical-pacific": "pacific; historical; no",
    "north-africa": "europe; short; no",
    "barbarossa": "europe; short; no",
    "battle-of-the-atlantic": "europe; short; yes",
    "coral-sea": "pacific; naval; no",
    "midway": "pacific; naval; no",
    "leyte-gulf": "pacific; naval; no",
}
RESULTS: Final = {  # its name, what attackers lose, what defenders lose
    "A": "A; modified value; nothing",
    "a": "a; half the modified value; nothing",
    "D": "D; nothing; all",
    "d": "d; nothing; half",
    "Ex": "Ex; some; some",
    "Ex-1": "Ex-1; some; some",
    "Ex-2": "Ex-2; some; some",
}


@cache
def book() -> Book:
    return load_game(default_roster("awaw", "poland-1939")).book


def rows(chart: str, table: str, *columns: str) -> dict[str, list[str]]:
    """The cells of some columns, or of all, by row."""
    found = book().chart(chart).table(table)
    wanted = columns or tuple(found.columns.names)
    return {row: [str(found.cells[name, row].value) for name in wanted] for row in found.rows.names}


def test_ways_lead_from_where_to_where_their_paragraphs_say() -> None:
    found = rows("passages", "passages", "from", "to")
    assert {row: " > ".join(ends) for row, ends in found.items()} == LEADS


def test_words_for_places_mean_what_their_paragraphs_list() -> None:
    found = rows("passages", "groups", "how", "of")
    assert {row: ": ".join(means) for row, means in found.items()} == GROUPS


def test_boxes_stand_as_rule_five_has_them() -> None:
    found = rows("boxes", "boxes")
    assert {row: "; ".join(cells) for row, cells in found.items()} == BOXES


def test_who_may_be_in_boxes_stands_as_rule_five_has_it() -> None:
    found = rows("boxes", "places")
    assert {row: "; ".join(cells) for row, cells in found.items()} == PLACES


def test_gates_stand_as_rule_five_has_them() -> None:
    found = rows("gates", "gates", "box", "map", "away", "lanes", "to")
    assert {row: "; ".join(cells) for row, cells in found.items()} == GATES


@pytest.mark.parametrize(
    ("chart", "table", "stands"),
    [
        ("kinds", "groups", REGIONS), ("kinds", "powers", TAKES_PART),
        ("islands", "groups", ISLANDS), ("islands", "coasts", COASTS),
        ("islands", "two-hex", TWO_HEXES), ("scenarios", "scenarios", SCENARIOS),
        ("results", "", RESULTS),
    ],
)  # fmt: skip
def test_regions_islands_and_results(chart: str, table: str, stands: dict[str, str]) -> None:
    assert {row: "; ".join(cells) for row, cells in rows(chart, table).items()} == stands


def test_what_of_the_terrain_chart_is_reported() -> None:
    reported = {
        (name, *key)
        for name, table in book().chart("terrain").tables.items()
        for key, cell in table.cells.items()
        if cell.provenance == "reported"
    }
    assert reported == {
        ("hexes", "move", "clear"), ("hexes", "dm", "clear"), ("hexes", "move", "forest"),
        ("sides", "dm", "crossing"), ("units", "dm", "exploited"), ("units", "dm", "deep-winter"),
    }  # fmt: skip
