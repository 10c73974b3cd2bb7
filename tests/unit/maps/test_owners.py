"""Whose the named places are: all of them in September 1939, and those that had changed hands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pbem.core.data.yamlio import read_data_text
from pbem.core.maps.board import Board
from pbem.core.maps.check import check
from pbem.core.maps.shipped import overlays, shipped_maps
from pbem.maps.building.build import known_maps, read_lists
from pbem.maps.opening import Overlay, open_map

FILE = Path(__file__).with_name("owners.yaml")
OWNERS = read_data_text(FILE.read_text(encoding="utf-8"), str(FILE))
# places in the hex of a weightier one of another country: the map is too coarse for both
SHARED = {
    ("wif-america", "Cayenne"): "Paramaribo",
    ("wif-pacific", "Macao"): "Canton",
    ("wif-europe", "Belgorod"): "Kharkov",
    ("awaw-pacific", "Bougainville"): "the group of the Solomons",
    ("awaw-pacific", "Dili"): "the rest of Timor",
    ("awaw-pacific", "Nanking"): "Shanghai",
}
# whose places were at other dates, and what was no country then
AT_DATES = {
    "wif-europe-1936-07": {
        "austria": "Vienna Linz Salzburg Innsbruck Graz Villach",
        "czechoslovakia": "Prague Pilsen Brünn Pressburg Zilina Kaschau",
        "lithuania": "Memel Kaunas Schaulen",
        "germany": "Berlin Breslau Königsberg Munich Saarbrücken",
        "poland": "Warsaw Lwow Vilna Brest-Litovsk Kattowitz",
        "syria": "Iskenderun Damascus Beirut",
        "hungary": "Budapest Szeged Pecs",
        "france": "Paris Lyon Vichy Marseille Strasbourg",
        "rumania": "Bucharest Kishinev Cluj Cernauti",
        "italy": "Rome Fiume Zara Trieste Pola",
        "latvia": "Riga Libau",
        "finland": "Viipuri Helsinki",
    },
    "wif-europe-1941-06": {
        "ussr": "Lwow Vilna Kaunas Riga Tallinn Viipuri Kishinev Cernauti Bialystok Pinsk Minsk",
        "hungary": "Budapest Cluj Oradea Kaschau",
        "rumania": "Bucharest Jassy Constanta Timisoara Brasov",
        "vichy-france": "Vichy Lyon Marseille Toulon Toulouse",
        "france": "Paris Bordeaux Lille Dunkirk Brest",
        "germany": "Memel Königsberg Vienna Berlin",
        "poland": "Warsaw Krakow Lublin Posen",
        "turkey": "Iskenderun Ankara",
        "switzerland": "Geneva Berne",
        "finland": "Helsinki Turku",
        "corsica": "Ajaccio",
    },
    "wif-pacific-1936-07": {
        "china": "Peking Shanghai Nanking Canton Wuhan",
        "manchukuo": "Mukden Harbin",
        "hainan": "Hainan",
        "hong-kong": "Hong Kong",
    },
    "wif-pacific-1941-06": {
        "china": "Peking Shanghai Chungking Kunming",
        "french-indo-china": "Hanoi Saigon Phnom Penh Vientiane",
        "siam": "Bangkok Singora",
        "eritrea": "",
    },
    "tw-europe-1941-06": {
        "germany": "Danzig Königsberg Memel",
        "ussr": "Riga Minsk",
        "vichy-france": "Vichy Marseille",
    },
    "awaw-europe-1941-06": {
        "ussr": "Riga Tallinn Kaunas",
        "vichy-france": "Vichy Lyon Marseille Toulon",
        "france": "Paris Brest",
    },
}
HELD = {
    ("wif-pacific-1936-07", "hainan"): "china",
    ("wif-pacific", "hainan"): "japan",
    ("wif-pacific-1941-06", "french-indo-china"): "vichy-france",
    ("wif-pacific-1941-06", "ethiopia"): "united-kingdom",
    ("wif-pacific-1936-07", "ethiopia"): "italy",
    ("wif-europe-1936-07", "albania"): None,
    ("wif-europe", "albania"): "italy",
    ("wif-europe-1941-06", "finland"): "germany",
    ("wif-europe", "finland"): None,
    ("wif-europe-1941-06", "syria"): "vichy-france",
    ("wif-europe", "egypt"): "united-kingdom",
    ("wif-pacific", "eritrea"): "italy",
    ("wif-pacific", "portuguese-india"): "portugal",
    ("wif-pacific", "nauru"): "australia",
    ("wif-pacific", "american-samoa"): "usa",
    ("wif-pacific", "wake"): "usa",
}


@cache
def board_of(name: str) -> Board:
    """A shipped map, or `wif-europe-1941-06`: one with the borders of another date."""
    if name in shipped_maps():
        return open_map(name).board
    return open_map(name[:-8], Overlay(date=name[-7:])).board


def realm(board: Board, name: str) -> str:
    place = board.find(name).place
    assert place, f"{board.id} does not know one {name}"
    region = board.text(place, "region")
    return f"{board.country(place)}/{region}" if region else board.country(place)


def names_in(line: str, board: Board) -> Iterator[str]:
    """`Phnom Penh Hong Kong`: names of one word or of two."""
    words = line.split()
    while words:
        two = " ".join(words[:2])
        yield two if len(words) > 1 and board.find(two).place else words[0]
        del words[: 2 if len(words) > 1 and board.find(two).place else 1]


@pytest.mark.parametrize("name", known_maps())
def test_every_named_place_is_in_its_own_country(name: str) -> None:
    board = board_of(name)
    wrong = {
        place: (found, land)
        for land, places in OWNERS[name].items()
        for place in places
        if (found := realm(board, place)) != land and (name, place) not in SHARED
    }
    assert wrong == {}


@pytest.mark.parametrize("name", known_maps())
def test_the_list_holds_every_named_place(name: str) -> None:
    listed = sorted(place for places in OWNERS[name].values() for place in places)
    assert listed == sorted(str(entry["name"]) for entry in read_lists(name)["places"])


def test_only_places_that_share_a_hex_are_excused() -> None:
    for (name, place), _ in SHARED.items():
        land = next(land for land, places in OWNERS[name].items() if place in places)
        assert realm(board_of(name), place) != land, f"{place} is where it belongs by now"


@pytest.mark.parametrize("name", sorted(AT_DATES))
def test_places_at_other_dates(name: str) -> None:
    board = board_of(name)
    assert board.date == name[-7:]
    wrong = {
        place: (board.country(str(board.find(place).place)), land)
        for land, line in AT_DATES[name].items()
        for place in names_in(line, board)
        if board.country(str(board.find(place).place)) != land
    }
    assert wrong == {}


@pytest.mark.parametrize(("name", "land"), sorted(HELD))
def test_who_held_what(name: str, land: str) -> None:
    assert board_of(name).countries[land].get("aligned") == HELD[name, land]


@pytest.mark.parametrize("name", sorted(overlays()))
def test_borders_of_another_date_are_sound_and_come_from_us(name: str) -> None:
    board, before = board_of(name), board_of(name[:-8])
    assert [str(finding) for finding in check(board)] == [str(found) for found in check(before)]
    changed = [p for p in board.places if board.country(p) != before.country(p)]
    assert all(board.provenance(p, "country").startswith("reconstructed: ") for p in changed)
    assert {board.country(p) for p in board.spots} - {""} == set(board.countries)


def test_the_whole_world_at_another_date() -> None:
    world = board_of("wif-world-1941-06")
    assert world.country(str(world.find("Lvov").place)) == "ussr"
    assert world.countries["french-indo-china"]["aligned"] == "vichy-france"


@pytest.mark.parametrize("name", ["wif-europe", "wif-pacific", "wif-america", "wif-world"])
def test_every_territory_of_world_in_flames_has_a_holder(name: str) -> None:
    lands = board_of(name).countries
    free = [land for land, facts in lands.items() if facts["kind"] == "territory"]
    assert [land for land in free if "aligned" not in lands[land]] == []
