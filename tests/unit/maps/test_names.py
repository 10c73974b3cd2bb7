"""Places by the names that players and rulebooks use, names of several hexes, and near misses."""

from __future__ import annotations

from functools import cache

import pytest

from pbem.core.maps.board import Board
from pbem.core.maps.check import check
from pbem.core.maps.mapfile import board_from_texts
from pbem.core.maps.shipped import shipped_maps
from pbem.maps.opening import open_map

# the name of the map, and what else it is called there
SAME = {
    "wif-europe": """
        Lwow: Lvov, Lviv, Lemberg, LVOV
        Königsberg: Koenigsberg, Konigsberg, Kaliningrad, KÖNIGSBERG
        Leningrad: St Petersburg, St. Petersburg, Saint Petersburg, Petrograd
        Göteborg: Gothenburg, Goeteborg, Goteborg
        Malmö: Malmo, Malmoe
        Aarhus: Århus, Arhus
        Nürnberg: Nuremberg, Nuernberg
        München: Munich, Muenchen
        Köln: Cologne, Koeln
        Saarbrücken: Saarbruecken, Saarbrucken
        Brest: W2032
        Brest-Litovsk: Brest Litovsk, brestlitovsk
        Tripoli: W0505
        Fiume: Rijeka
        Zara: Zadar
        Diyarbakir: Diyarbakır
        Lodz: Łódź
        Istanbul: Constantinople
        Stalingrad: Volgograd, Tsaritsyn
        Vilna: Wilno, Vilnius
        Bengazi: Benghazi
    """,
    "wif-pacific": """
        Wuhan: Hankow, Wuchang
        Naha: Okinawa
        Pearl Harbor: Honolulu, Oahu, Pearl Harbour
        Taihoku: Taipei
        Peking: Beijing, Peiping
        Port Arthur: Dairen
        Lourenço Marques: Lourenzo Marques, Lourenco Marques
        Socotra: Socotra Is
        Kangaroo Island: Kangaroo Is
        Saigon: Ho Chi Minh City
        Soerabaja: Surabaya
        Guadalcanal: Tulagi
        Dutch Harbor: Unalaska
    """,
    "wif-america": "Rio de Janeiro: Rio\nGodthaab: Nuuk, Godthåb",
    "aif-americas": "São Paulo: Sao Paulo\nCiudad Trujillo: Santo Domingo",
    "awaw-europe": "Lyon: Lyons\nMarseille: Marseilles\nKönigsberg: Koenigsberg",
    "awaw-pacific": "Wuhan: Hankow\nPearl Harbor: Honolulu",
    "tw-europe": "Marseille: Marseilles\nLeningrad: St. Petersburg\nPloesti: Ploieşti",
    "gw/board": "leningrad: St Petersburg\nsiam: Thailand\nKönigsberg: Koenigsberg",
    "wif/barbarossa-12": "Minsk: minsk\nVilna: Vilnius",
}
# a name of several hexes, and some of them
SEVERAL = {
    ("wif-europe", "Sicily"): "Palermo Messina Catania",
    ("wif-europe", "Crete"): "Candia",
    ("wif-europe", "Sardinia"): "Cagliari",
    ("wif-europe", "East Prussia"): "Königsberg",
    ("wif-europe", "Bessarabia"): "Kishinev",
    ("wif-europe", "Romania"): "Bucharest Jassy",
    ("wif-europe", "Soviet Union"): "Moscow Kiev",
    ("wif-pacific", "Java"): "Batavia Soerabaja",
    ("wif-pacific", "Sumatra"): "Palembang Medan Padang",
    ("wif-pacific", "Borneo"): "Balikpapan Kuching Sandakan",
    ("wif-pacific", "Formosa"): "Taihoku Takao",
    ("wif-pacific", "Taiwan"): "Taihoku",
    ("wif-pacific", "NEI"): "Batavia Medan Hollandia",
    ("wif-pacific", "Honshu"): "Tokyo Osaka",
    ("wif-pacific", "Luzon"): "Manila",
}
NEAR = {
    ("wif-europe", "Lembreg"): "Lemberg (Lwow ",
    ("wif-europe", "Leningard"): "Leningrad E2050",
    ("wif-europe", "Kharkhov"): "Kharkov E1235",
    ("wif-europe", "Sicilly"): "Sicily",
    ("wif-europe", "Qqqqq"): "this map has",
    ("wif-pacific", "Hankov"): "Hankow (Wuhan ",
    ("gw/board", "Leningrat"): "did you mean Leningrad",
}
LINES = [
    (name, *line.strip().split(": ")) for name, text in SAME.items() for line in text.split("\n")
    if line.strip()
]  # fmt: skip


@cache
def board_of(name: str) -> Board:
    return open_map(name).board


@pytest.mark.parametrize(("name", "place", "others"), LINES)
def test_a_place_has_many_names(name: str, place: str, others: str) -> None:
    board = board_of(name)
    meant = board.find(place).place
    assert meant is not None
    assert [other for other in others.split(", ") if board.find(other).places != (meant,)] == []


@pytest.mark.parametrize(("name", "land"), sorted(SEVERAL))
def test_a_name_of_several_hexes_tells_them(name: str, land: str) -> None:
    board = board_of(name)
    found = board.find(land)
    assert found.place is None
    assert found.problem.startswith(f"'{land}' is the name of several places: ")
    for place in SEVERAL[name, land].split():
        assert board.find(place).place in found.places
    named = [place for place in found.places if board.name(place)]
    assert all(board.label(place) in found.problem for place in named[:2])
    assert len(found.labels) <= 9


def test_a_land_of_one_hex_is_that_hex() -> None:
    board = board_of("wif-pacific")
    alone = [land for land, hexes in board.lands.items() if len(hexes) == 1]
    assert "newbritain" in alone or "timor" in alone
    assert [land for land in alone if board.find(land).place is None] == []
    assert board_of("wif-europe").find("gibraltar").place == "W2513"


@pytest.mark.parametrize(("name", "typed"), sorted(NEAR))
def test_an_unknown_name_comes_with_those_most_like_it(name: str, typed: str) -> None:
    found = board_of(name).find(typed)
    assert found.places == ()
    assert NEAR[name, typed] in found.hint


@pytest.mark.parametrize("name", sorted(shipped_maps()))
def test_no_name_stands_for_two_places(name: str) -> None:
    assert [found for found in check(board_of(name)) if found.code == "map-name"] == []


def test_an_alias_of_two_places_is_refused() -> None:
    text = """\
format: pbem-map/1
map: two
title: Two towns
date: "1939"
grid: {E: {id: "E{column:2}{row:2}"}}
layers: {terrain: {provenance: derived, legend: {c: clear}, rows: "E0301: c c c"}}
places:
  provenance: derived
  at:
    E0301: {name: Brest}
    E0201: {name: Brest-Litovsk, also: [BREST]}
    E0101: {name: Elsewhere}
"""
    board = board_from_texts([("map", text)])
    assert [str(found) for found in check(board)] == [
        "error: 'Brest' is a name of Brest-Litovsk E0201 and Brest E0301"
    ]
    sound = board_from_texts([("map", text.replace("BREST", "Brest L."))])
    assert check(sound) == []
