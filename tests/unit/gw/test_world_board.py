"""The world board: what the rulebook says of zones must hold on it, and it must be sound."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pbem.core.data.charts import check_chart, load_chart
from pbem.core.data.yamlio import read_data
from pbem.core.maps.areas import pieces
from pbem.core.maps.board import Board
from pbem.core.maps.check import check_map
from pbem.core.maps.mapfile import load_board, read_map
from pbem.core.rules.setup import assemble, default_roster
from pbem.core.rules.system import find_system
from pbem.systems.gw.world.nations import is_sea
from pbem.systems.gw.world.zones import is_land_border

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "pbem/systems/gw/data/board"
CHARTS = ROOT / "pbem/systems/gw/data/charts"
NAVAL = {
    *(f"{size}-{kind}" for size in ("minor", "major") for kind in ("port", "shipyard", "dockyard")),
    "submarine-base",
    "seaplane-base",
}
INLAND = {"air-base", "minor-factory", "medium-factory", "major-factory", "coastal-artillery"}
REGIONS = {  # 0.7, 10.4
    "north-america", "south-america", "europe", "ussr", "asia", "africa", "middle-east",
}  # fmt: skip
OBJECTIVES = {  # 3.2
    "berlin", "tokyo", "rome", "london", "calcutta", "sydney", "paris", "washington", "nanking",
    "moscow",
}  # fmt: skip


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(FOLDER / "map.yaml")


def land(board: Board) -> list[str]:
    return [place for place in board.places if not place.startswith("sea:")]


def seas(board: Board) -> list[str]:
    return [place for place in board.places if place.startswith("sea:")]


def items(board: Board, place: str, fact: str) -> list[str]:
    value = board.fact(place, fact)
    return [str(item) for item in value] if isinstance(value, tuple) else []


def holder(board: Board, place: str, year: int) -> str:
    return board.text(place, f"held-{year}") or board.text(place, "nation")


def having(board: Board, fact: str, value: str | bool) -> set[str]:
    return {place for place in board.places if board.fact(place, fact) == value}


def test_the_map_is_sound() -> None:
    assert check_map(read_map(FOLDER / "map.yaml")) == []


def test_every_part_has_the_form_of_the_schema() -> None:
    validator = Draft202012Validator(
        json.loads((ROOT / "schemas/core/map.schema.json").read_text())
    )
    for path in sorted(FOLDER.glob("*.yaml")):
        assert [error.message for error in validator.iter_errors(read_data(path))] == [], path.name


NAMED = """
    Warsaw, West Poland, Dolnoslaske, East Poland, Lubelskie, Lithuania, Latvia, Estonia, Denmark,
    Netherlands, Belgium, Thessaly, Southern Ukraine, Western Ukraine, Transcaucasia, Crimea,
    Karjala, Murmansk, Leningrad, Primorsky Krai, Chita, Western Germany, Bavaria, Alsace-Lorraine,
    Picardy, Southern France, Corsica, Southern England, Gibraltar, Malta, Crete, Romania,
    Eastern Egypt, Aden, South African Union, Abyssinia, Eritrea, Belgian Congo, Nigeria, Chad,
    Syria, Kars, Istanbul, Annam-Tonkin, Cochinchina, Gambier Islands, New Caledonia,
    French Somaliland, Madagascar, Réunion, French Guiana, St. Pierre Island, Northern Algeria,
    Western Algeria, Southern Algeria, Mauritania, French Guinea, French Sudan, Ivory Coast,
    Dahomey, Niger, Cameroon, Oubangui-Chari, Northern Manchuria, Western Manchuria,
    Eastern Manchuria, Rehe, Formosa, Hong Kong, Shanghai, Peking, Suiyuan, Hopeh, Yunnan, Tibet,
    Tsinghai, Kwangtung, Hainan, Sinkiang, Burma, Haryana, Southern India, Benares, Maharashtra,
    Bengal, Ceylon, British Malaya, Borneo, Java, Sumatra, Midway, Wake, Mariana Islands,
    Hawaiian Islands, Caroline Islands, Marshall Islands, Panama, Alaska, Berlin, Tokyo, Rome,
    London, Calcutta, Sydney, Paris, Washington DC, Nanking, Moscow, Madrid, Chicago, New York,
    San Francisco, Portugal, Austria, Bohemia, Slovakia, Albania, Bulgaria, Hungary, Siam,
    Tannu Tuva, Cuba, Central America, Peru, Ecuador, Bolivia, Paraguay, Uruguay, Colombia,
    Venezuela
"""
OF_THE_LATER_EDITION = """
    Northern England, Scotland, Northern Ireland, Aquitaine, Normandy, Eastern Germany,
    Northern Italy, Lazio, Southern Italy, Sicily, Cyprus, Galicia and León, Western Andalucia,
    Eastern Andalucia, Catalonia, Basque Country, Balearic Islands, Spanish Morocco, Canary Islands,
    Rio de Oro, Patagonia, Buenos Aires, Chile, Caatinga, Rio de Janeiro, Eastern Mexico, Ireland,
    Southern Norway, Trøndelag, Northern Norway, Norrland, Götaland, Lapland, Southern Finland,
    Helsinki, Viipuri Province, Central Romania, Bessarabia, Western Yugoslavia, Eastern Yugoslavia,
    Macedonia, Peloponnese, Karadeniz, Ankara, Akdeniz, Eastern Anatolia, Northern Iraq,
    Southern Iraq, Southern Iran, Saudi Arabia, Yemen, Liberia, Portuguese East Africa, Afghanistan,
    Nepal, Central Mongolia, Kerulen, Switzerland, Cape Town, Lower Egypt, Tobruk, Sudan,
    Southwest Africa, St. Helena, Sierra Leone, Italian Somaliland, Ottawa, Netherlands Antilles,
    Suriname, Delhi, Punjab, Stalingrad, Kiev, Eastern Ukraine, Donets-Kuban, North Caucasia,
    Karelia, Novosibirsk, Guam, Attu and Kiska, Queensland, New South Wales, Solomon Islands
"""


@pytest.mark.parametrize("names", [NAMED, OF_THE_LATER_EDITION])
def test_every_zone_that_a_text_names_is_there(board: Board, names: str) -> None:
    wanted = [" ".join(name.split()) for name in names.split(",")]
    assert {name: board.find(name).problem for name in wanted if board.find(name).problem} == {}


def test_every_name_means_one_zone(board: Board) -> None:
    names = [(name, p) for p in board.places for name in (board.name(p), *items(board, p, "also"))]
    assert [(name, p) for name, p in names if board.find(name).place != p] == []
    assert board.find("P50").place == board.find("p50").place == "sea:p50"


NATIONS = {  # nations whose zones the text does not name one by one
    "yugoslavia": 2, "finland": 4, "norway": 3, "sweden": 2, "turkey": 5, "iraq": 2, "iran": 2,
    "mongolia": 4, "brazil": 4, "mexico": 2, "argentina": 2, "spain": 10, "poland": 5, "germany": 5,
}  # fmt: skip


def test_nations_have_the_zones_they_should(board: Board) -> None:
    zones = Counter(board.text(place, "nation") for place in land(board))
    assert {nation: zones[nation] for nation in NATIONS} == NATIONS
    assert all(count > 0 for count in zones.values())
    assert having(board, "group", "philippines") == {"luzon", "mindanao"}


TOUCHING = """
    bavaria alsace-lorraine | chita northern-manchuria | rehe peking | peking sea:p14
    abyssinia eritrea | abyssinia italian-somaliland | kars transcaucasia | burma yunnan
    southern-england sea:a21 | sea:a21 sea:a28 | sea:a28 sea:a35 | sea:a35 sea:a44
    sea:a44 gibraltar | sea:a44 sea:a46 | sea:a46 sea:a48 | sea:a48 sea:a51 | sea:a51 sea:a53
    sea:a53 st-helena | sea:a53 sea:a54 | sea:a54 cape-town | sea:a53 southwest-africa
    queensland sea:p64 | queensland sea:p71 | queensland sea:p72 | tobruk sea:m8 | sea:m8 sea:i5
    sea:m8 sea:m4 | sea:m4 sicily | gibraltar sea:m2 | sea:m2 sea:m4 | sea:m2 sea:m3
    sea:m3 northern-italy | sea:a8 northern-norway | sea:a28 galicia-and-leon
    sea:a28 basque-country | sea:p14 rehe | sea:m11 donets-kuban | sea:m11 transcaucasia
    sea:m11 north-caucasia | western-ukraine eastern-ukraine | western-ukraine kiev
    eastern-ukraine kiev | sea:a14 leningrad | sea:a9 karelia | switzerland alsace-lorraine
    sudan belgian-congo | karjala leningrad | buenos-aires sea:a49 | chile sea:p78
    caatinga sea:a45 | rio-de-janeiro sea:a47 | peru sea:p77 | eastern-mexico sea:a36
    denmark sea:a11 | norrland sea:a13 | helsinki sea:a14 | west-poland sea:a12
    portugal sea:a35 | romania sea:m10 | thessaly sea:m7 | istanbul sea:m7 | java sea:p61
    western-andalucia sea:a44 | catalonia sea:m1 | southern-france sea:m1 | london sea:a23
    picardy sea:a23 | netherlands sea:a23 | southern-norway sea:a10 | western-yugoslavia sea:m5
    tokyo sea:p16 | honshu sea:p16 | siam british-malaya | siam sea:p50 | british-malaya sea:p50
    sea:i12 sea:p50 | borneo sea:p59 | eritrea sea:i5 | belgium picardy | bulgaria romania
    bessarabia romania | bessarabia southern-ukraine | western-manchuria kerulen
    northern-manchuria western-manchuria | northern-manchuria eastern-manchuria
    eastern-manchuria amur | kobdo sinkiang | ulyassutai sinkiang | suiyuan central-mongolia
    suiyuan kerulen | central-mongolia tannu-tuva | central-mongolia kobdo | chita kerulen
    novosibirsk tannu-tuva | angara tannu-tuva | hunan sea:p32 | hong-kong sea:p41
    annam-tonkin sea:p41 | formosa sea:p32 | formosa sea:p41 | luzon sea:p41 | luzon sea:p42
    luzon sea:p50 | mindanao sea:p42 | mindanao sea:p50 | mindanao sea:p51 | sea:p7 sea:p2
    sea:p7 sea:p8 | sea:p7 sea:p15 | sea:p7 sea:p16 | sea:p8 sea:p16 | sea:p14 sea:p32
    sea:p32 sea:p42 | sea:p42 sea:p44 | sea:p42 sea:p51 | sea:p44 sea:p51 | sea:p44 sea:p52
    sea:p51 sea:p52 | sea:p51 sea:p60 | sea:p51 sea:p62 | sea:p52 sea:p62 | sea:p60 sea:p62
    sea:p60 sea:p63 | sea:p62 sea:p64
"""
APART = """
    eastern-manchuria sea:p7 | formosa sea:p15 | luzon sea:p32 | mindanao sea:p52 | sea:p50 sea:p52
    szechwan sinkiang | buryatia primorsky-krai | calcutta burma | benares burma
    denmark southern-norway | denmark gotaland | chicago san-francisco | sea:i6 western-australia
    southern-france sea:a28 | catalonia sea:a28 | murmansk sea:a14 | san-francisco sea:p28
    san-francisco sea:p31 | chile sea:p31 | sea:m10 sea:m5 | sea:m9 sea:i3 | java borneo
    sumatra java | hokkaido honshu
"""


def pairs(text: str) -> list[tuple[str, str]]:
    found = [pair.split() for line in text.split("\n") for pair in line.split("|") if pair.strip()]
    return [(a, b) for a, b in found]


def test_zones_touch_as_the_texts_say(board: Board) -> None:
    assert [(a, b) for a, b in pairs(TOUCHING) if not board.adjacent(a, b)] == []
    assert [(a, b) for a, b in pairs(APART) if board.adjacent(a, b)] == []


@pytest.mark.parametrize(
    ("a", "b", "features"),
    [
        ("bavaria", "alsace-lorraine", ("maginot-line:alsace-lorraine",)),  # 1.23
        ("chita", "northern-manchuria", ("mountain:northern-manchuria",)),  # 1.8
        ("belgium", "picardy", ("mountain:belgium", "rail")),
        ("western-manchuria", "kerulen", ("mountain:western-manchuria",)),
        ("sea:m11", "donets-kuban", ("mountain:donets-kuban",)),
        ("eastern-ukraine", "western-ukraine", ("rail", "river:western-ukraine")),
        ("kiev", "western-ukraine", ("rail",)),
        ("sudan", "belgian-congo", ("jungle:belgian-congo",)),
        ("chad", "nigeria", ("lake",)),  # 1.1
        ("burma", "yunnan", ("burma-road", "impassable")),  # 1.17
        ("tokyo", "sea:p16", ("major-shipyard",)),
        ("london", "sea:a23", ("major-shipyard",)),
        ("gibraltar", "sea:a44", ("major-dockyard",)),
        ("northern-norway", "sea:a8", ("major-port",)),
    ],
)
def test_what_lies_on_a_border(board: Board, a: str, b: str, features: tuple[str, ...]) -> None:
    assert board.border(a, b) == features == board.border(b, a)


def test_terrain_that_the_texts_name(board: Board) -> None:
    mountains = ("romania", "madrid", "rome", "sydney")
    assert [board.terrain(place) for place in mountains] == ["mountain"] * 4
    assert [board.terrain(place) for place in ("belgium", "kerulen")] == ["", ""]
    assert {board.terrain(place) for place in land(board)} == {
        "", "mountain", "desert", "jungle", "marsh", "impassable",
    }  # fmt: skip
    assert having(board, "terrain", "impassable") >= {"himalayas", "outback"}


@pytest.mark.parametrize(
    ("year", "totals"),
    [
        (1936, {"soviet-union": 46, "japan": 16, "nationalist-china": 6, "abyssinia": 0}),
        (1939, {"germany": 24, "italy": 10, "japan": 24, "nationalist-china": 7}),
    ],
)
def test_the_values_of_a_nations_zones_make_the_stated_totals(
    board: Board, year: int, totals: dict[str, int]
) -> None:
    found: Counter[str] = Counter()
    for place in land(board):
        found[holder(board, place, year)] += int(board.text(place, "value") or 0)
    both = {"united-states": 63, "great-britain": 25, "france": 18, "anzac": 7}
    stated = both | {"communist-china": 2} | totals
    assert {nation: found[nation] for nation in stated} == stated


def test_every_zone_has_a_nation_a_region_and_a_name(board: Board) -> None:
    for place in land(board):
        assert board.name(place) and board.text(place, "region") in REGIONS, place
        if board.terrain(place) != "impassable":
            assert board.text(place, "nation"), place
    assert {board.text(place, "region") for place in land(board)} == REGIONS
    assert {place for place in land(board) if board.text(place, "region") == "ussr"} == {
        place for place in land(board) if board.text(place, "nation") == "soviet-union"
    }


def test_who_holds_what_at_the_start_is_said_only_where_it_is_not_the_nation(board: Board) -> None:
    told = [p for p in land(board) for y in (1936, 1939) if board.text(p, f"held-{y}")]
    same = [p for p in told for y in (1936, 1939) if holder(board, p, y) != board.text(p, "nation")]
    assert set(told) == set(same)
    assert {holder(board, place, 1939) for place in ("austria", "bohemia", "slovakia")} == {
        "germany"
    }
    spain = [place for place in land(board) if board.text(place, "nation") == "spain"]
    assert {holder(board, place, 1939) for place in spain} == {"nationalist-spain"}  # table 4-5
    assert Counter(holder(board, place, 1936) for place in having(board, "home", "spain")) == {
        "republican-spain": 4,
        "nationalist-spain": 2,
    }


HOMES = {
    "germany": "berlin western-germany eastern-germany bavaria",
    "japan": "tokyo honshu hokkaido kyushu",
    "italy": "rome northern-italy lazio southern-italy",
    "great-britain": "london northern-england southern-england scotland northern-ireland",
    "france": "paris picardy alsace-lorraine southern-france aquitaine normandy",
    "far-east-command": "punjab maharashtra haryana benares calcutta southern-india",
    "poland": "warsaw lubelskie dolnoslaske east-poland west-poland",
    "spain": "galicia-and-leon western-andalucia madrid catalonia eastern-andalucia basque-country",
    "china": "peking hopeh suiyuan shantung nanking hunan szechwan kweichow shensi yunnan kwangtung"
    " hainan sinkiang tsinghai tibet sikang rehe northern-manchuria western-manchuria"
    " eastern-manchuria formosa hong-kong",
}


def test_home_countries(board: Board) -> None:
    found = {nation: having(board, "home", nation) for nation in HOMES}
    assert found == {nation: set(zones.split()) for nation, zones in HOMES.items()}
    america = having(board, "nation", "united-states") - having(board, "home", "united-states")
    assert america >= {"panama", "alaska", "hawaiian-islands", "luzon", "guam"}
    assert having(board, "home", "united-states").isdisjoint(having(board, "island", True))


def test_objective_cities_and_capitals(board: Board) -> None:
    assert having(board, "objective", True) == OBJECTIVES
    assert having(board, "city", True) > OBJECTIVES
    for nation in {board.text(place, "home") for place in land(board)} - {"", "china"}:
        zones = having(board, "home", nation)
        assert len(zones & having(board, "capital", True)) == 1, nation


def test_special_fortification_zones(board: Board) -> None:
    """12.8: islands outside Home Countries of Major Powers, cities, and four zones by name."""
    assert having(board, "special-fortification", True) == {
        "gibraltar", "panama", "british-malaya", "crimea",
    }  # fmt: skip
    majors = {"germany", "italy", "japan", "united-states", "great-britain", "far-east-command"}
    majors |= {"anzac", "france", "soviet-union"}
    assert "crete" in having(board, "island", True)
    for place in having(board, "island", True):
        assert board.text(place, "home") not in majors, place
        assert all(o.startswith("sea:") or o in ISLANDERS for o in board.neighbours[place]), place


ISLANDERS = {  # islands of two zones
    "borneo", "sarawak", "new-guinea", "dutch-new-guinea", "west-timor", "portuguese-timor",
    "north-sakhalin", "south-sakhalin",
}  # fmt: skip


def test_naval_facilities_lie_on_the_seas_that_they_serve(board: Board) -> None:
    for place in land(board):
        listed = items(board, place, "facilities")
        served = {
            feature
            for sea in board.neighbours[place]
            if sea.startswith("sea:")
            for feature in board.border(place, sea)
            if feature in NAVAL
        }
        assert set(listed) - INLAND == served, place


def test_a_feature_that_names_a_zone_names_one_of_the_two_or_the_other_bank(board: Board) -> None:
    plain = {"rail", "river", "mountain", "desert", "lake", "impassable", "burma-road", "jungle"}
    plain |= {"maginot-line"} | NAVAL
    for (a, b), features in board.borders.items():
        for feature in features:
            kind, _, zone = feature.partition(":")
            if kind == "river-course" and zone:
                assert {a, b} <= set(board.neighbours[zone]), feature
            elif kind not in ("strait", "canal"):
                assert zone in ("", a, b), feature
                assert kind in {"river-course", *plain}, feature


def test_the_sea_is_one(board: Board) -> None:
    assert len(seas(board)) == 157
    assert len(pieces(board.neighbours, seas(board))) == 1
    open_sea = {
        place: [
            other
            for other in board.neighbours[place]
            if not any(f.startswith("canal:") for f in board.border(place, other))
        ]
        for place in seas(board)
    }
    closed = pieces(open_sea, seas(board))[1:]
    assert closed == [("sea:m10", "sea:m11"), ("sea:a24",)]  # behind the Turkish Straits; the lakes


def test_zones_of_the_book_that_go_by_number(board: Board) -> None:
    assert {place: board.fact(place, "number") for place in board.by_fact["number"]} == {
        "sea:a9": 6, "sea:p1": 7, "sea:a14": 16, "sea:a21": 25, "sea:m1": 49, "sea:p14": 54,
    }  # fmt: skip


def test_straits_and_canals_stand_on_the_board(board: Board) -> None:
    table = load_chart(CHARTS / "passages.yaml").table()
    for name in table.rows.names:
        kind, start, end, zones = (table.cells[c, name].text for c in table.columns.names)
        if kind == "route":
            continue
        assert f"{kind}:{name}" in board.border(f"sea:{start}", f"sea:{end}"), name
        said = {board.text(zone, "strait") or board.text(zone, "canal") for zone in zones.split()}
        assert said == {name}
    assert not board.adjacent("sea:a9", "sea:a14")  # whole movement, one submarine (1.15)
    assert not board.adjacent("sea:a9", "sea:p1")  # whole movement (1.19)


def test_convoy_lines_run_from_zone_to_zone(board: Board) -> None:
    chart = load_chart(CHARTS / "convoy-lines.yaml")
    lines, shares = chart.table("lines"), chart.table("shares")
    assert check_chart(chart) == []
    assert lines.rows.names == shares.rows.names
    for name in lines.rows.names:
        start, course, end = (lines.cells[c, name].text for c in ("from", "course", "to"))
        path = [start, *(f"sea:{sea}" for sea in course.split()), end]
        steps = [(a, b) for a, b in pairwise(path) if "open" not in (a, b)]
        assert [(a, b) for a, b in steps if not board.adjacent(a, b)] == [], name
        total = sum(int(shares.cells[nation, name].number) for nation in shares.columns.names)
        assert (total == 0) == (name == "soviet-arctic")
    through = [name for name in lines.rows.names if "a44" in lines.cells["course", name].text]
    assert sum(int(shares.cells["great-britain", name].number) for name in through) == 15


def test_narrow_crossings_lie_over_seas_that_both_zones_touch(board: Board) -> None:
    table = load_chart(CHARTS / "narrow-crossings.yaml").table()
    for name in table.rows.names:
        one, other, units, over, kind = (table.cells[c, name].text for c in table.columns.names)
        for zone in (one, other):
            assert any(board.adjacent(zone, f"sea:{sea}") for sea in over.split()), name
        assert int(units) in (1, 2)
        assert not board.adjacent(one, other)
        ports = {board.fact(zone, "channel-port") for zone in (one, other)}
        assert (kind == "channel-port") == (True in ports)


def by_rail(board: Board, start: str) -> set[str]:
    found = [start]
    for here in found:
        fresh = [o for o in board.neighbours[here] if "rail" in board.border(here, o)]
        found.extend(other for other in fresh if other not in found)
    return set(found)


def test_rails(board: Board) -> None:
    assert "primorsky-krai" in by_rail(board, "moscow")  # 3.4, Eastern Security
    assert {"berlin", "paris", "rome", "istanbul"} <= by_rail(board, "moscow")
    assert {"new-york", "chicago", "san-francisco"} <= by_rail(board, "washington")
    assert by_rail(board, "london").isdisjoint(by_rail(board, "paris"))
    broad = {board.text(place, "nation") for place in having(board, "gauge", "broad")}
    assert broad >= {"soviet-union", "spain", "finland", "mongolia", "brazil", "tannu-tuva"}
    for (a, b), features in board.borders.items():
        assert not ("rail" in features and (a.startswith("sea:") or b.startswith("sea:")))


COLONIES = """
    annam-tonkin cochinchina gambier-islands new-caledonia french-somaliland madagascar reunion
    french-guiana st-pierre-island northern-algeria western-algeria southern-algeria mauritania
    french-guinea french-sudan ivory-coast dahomey niger chad cameroon oubangui-chari syria tunisia
    french-morocco corsica
"""


def test_the_french_empire(board: Board) -> None:
    assert having(board, "nation", "france") == {*COLONIES.split(), *HOMES["france"].split()}


def test_the_short_scenarios_map_is_a_part_of_the_world(board: Board) -> None:
    part = load_board(ROOT / "scenarios/gw/france-1940/map.yaml")
    for place in part.places:
        assert board.text(place, "value") == part.text(place, "value"), place
        assert board.terrain(place) == part.terrain(place), place
        for other in part.neighbours[place]:
            ours = set(board.border(place, other)) - {"rail", "river-course"}
            assert ours == set(part.border(place, other)), (place, other)
        around = {other for other in board.neighbours[place] if other in part}
        assert around == set(part.neighbours[place]), place


def test_a_scenario_without_a_map_is_played_on_it(tmp_path: Path) -> None:
    system = find_system("gw")
    game = assemble(system, default_roster("gw", "france-1940"), tmp_path)
    assert (game.board.id, len(game.board.places)) == ("gw-world", 496)


def test_land_units_walk_over_a_border_both_ways_or_not_at_all(board: Board) -> None:
    pairs = [(zone, other) for zone in board.places for other in board.neighbours[zone]]
    walked = {pair for pair in pairs if is_land_border(board, *pair)}
    assert walked == {(other, zone) for zone, other in walked}
    assert not any(is_sea(board, zone) for pair in walked for zone in pair)
    assert ("picardy", "paris") in walked and ("chad", "nigeria") not in walked


def test_every_zone_has_a_place_in_pictures(board: Board) -> None:
    centres = [board.fact(place, "centre") for place in board.places]
    assert len(set(centres)) == len(centres)
    assert None not in centres


def test_every_fact_says_where_it_comes_from(board: Board) -> None:
    kinds = ("printed: ", "transcribed: ", "reconstructed: ")
    for fact, values in board.by_fact.items():
        assert [p for p in values if not board.provenance(p, fact).startswith(kinds)] == [], fact
    assert board.provenance("gibraltar", "strait").startswith("printed: 1.15")
    assert board.provenance("kwangtung", "value").startswith("transcribed: ")
    assert board.provenance("bavaria", "value").startswith("reconstructed: ")
