"""Countries, regions, cities, sea areas, boxes and hexes of the map that rules name.

Each is here and nowhere else, as the map has it; a test compares them with it. Decides nothing.
Leaves what they are to the map, and powers, which are no places, to `vocabulary`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Land(StrEnum):
    """Countries of the map, and lands that it tells apart from them."""

    ALGERIA = "algeria"
    BELGIUM = "belgium"
    BULGARIA = "bulgaria"
    CORSICA = "corsica"
    CRETE = "crete"
    CZECH_REPUBLIC = "czech-republic"
    DANZIG = "danzig"
    DENMARK = "denmark"
    EGYPT = "egypt"
    ESTONIA = "estonia"
    FINLAND = "finland"
    FRANCE = "france"
    GERMANY = "germany"
    GREECE = "greece"
    HUNGARY = "hungary"
    IRAN = "iran"
    IRAQ = "iraq"
    KUWAIT = "kuwait"
    ITALY = "italy"
    LATVIA = "latvia"
    LIBYA = "libya"
    LITHUANIA = "lithuania"
    MALTA = "malta"
    MOROCCO = "morocco"
    NETHERLANDS = "netherlands"
    NORWAY = "norway"
    PALESTINE = "palestine"
    POLAND = "poland"
    PORTUGAL = "portugal"
    RUMANIA = "rumania"
    SAUDI_ARABIA = "saudi-arabia"
    SLOVAKIA = "slovakia"
    SPAIN = "spain"
    SWEDEN = "sweden"
    SYRIA = "syria"
    TRANSJORDAN = "transjordan"
    TUNISIA = "tunisia"
    TURKEY = "turkey"
    UNITED_KINGDOM = "united-kingdom"
    USSR = "ussr"


class Region(StrEnum):
    """Parts of countries that the map tells."""

    ALSACE_LORRAINE = "alsace-lorraine"
    BESSARABIA = "bessarabia"
    EAST_POLAND = "east-poland"
    KARELIA = "karelia"
    SICILY = "sicily"
    UKRAINE = "ukraine"
    VICHY = "vichy"


class City(StrEnum):
    """Cities and ports by the name of their hex."""

    BAKU = "Baku"
    BERLIN = "Berlin"
    GIBRALTAR = "Gibraltar"
    ISTANBUL = "Istanbul"
    KIEV = "Kiev"
    LENINGRAD = "Leningrad"
    LYONS = "Lyons"
    MALTA = "Malta"
    MARSEILLES = "Marseilles"
    MOSCOW = "Moscow"
    PARIS = "Paris"
    ROME = "Rome"
    SEDAN = "Sedan"
    SEVASTOPOL = "Sevastopol"
    STALINGRAD = "Stalingrad"
    SUEZ = "Suez"
    TOBRUK = "Tobruk"


class Sea(StrEnum):
    """Sea areas, and seas beyond the edge of the map."""

    ADRIATIC_SEA = "sea:adriatic-sea"
    AEGEAN_SEA = "sea:aegean-sea"
    ALGERIAN_COAST = "sea:algerian-coast"
    BLACK_SEA = "sea:black-sea"
    CENTRAL_MED = "sea:central-med"
    CHANNEL = "sea:channel"
    DANISH_NORTH_SEA = "sea:danish-north-sea"
    DUTCH_NORTH_SEA = "sea:dutch-north-sea"
    EASTERN_ATLANTIC = "sea:eastern-atlantic"
    EAST_BALTIC = "sea:east-baltic"
    GULF_OF_SIDRA = "sea:gulf-of-sidra"
    HAMMERFEST = "sea:hammerfest"
    IONIAN_SEA = "sea:ionian-sea"
    LEVANT = "sea:levant"
    LIGURIAN_SEA = "sea:ligurian-sea"
    NORTH_ATLANTIC = "sea:north-atlantic"
    NORWEGIAN_SEA = "sea:norwegian-sea"
    PERSIAN_GULF = "sea:persian-gulf"
    RED_SEA = "sea:red-sea"
    SARDINIAN_SEA = "sea:sardinian-sea"
    SCOTTISH_NORTH_SEA = "sea:scottish-north-sea"
    STRAITS = "sea:straits"
    TOBRUK_WATERS = "sea:tobruk-waters"
    WESTERN_APPROACHES = "sea:western-approaches"
    WESTERN_MEDITERRANEAN = "sea:western-mediterranean"
    WEST_BALTIC = "sea:west-baltic"


class Box(StrEnum):
    """Boxes of the map (8.8): regions beyond its edges, which have no hexes."""

    AZORES = "box:azores"
    INDIA = "box:india"
    ITALIAN_EAST_AFRICA = "box:italian-east-africa"
    MURMANSK = "box:murmansk"
    NARVIK = "box:narvik"
    SOUTH_AFRICA = "box:south-africa"
    URALS = "box:urals"
    US = "box:us"


NORTH_AFRICA: Final = (Land.EGYPT, Land.LIBYA)
FRENCH_NORTH_AFRICA: Final = (Land.TUNISIA, Land.ALGERIA, Land.MOROCCO)
LENINGRAD: Final = "0617"
LADOGA: Final = (LENINGRAD, "0515")  # and the far shore of the lake
MAGINOT: Final = ("1631", "1730", "1831")  # the hexes of its fortresses
BESIDE_MURMANSK: Final = ("0015", "0016")
