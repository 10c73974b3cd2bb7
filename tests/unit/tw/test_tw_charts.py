"""Charts of The War say what the book says, row by row: the number is the line of its text."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from pbem.core.data.charts import Chart, Provenance, check_chart
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, load_game

GCRT: Final = {
    4815: "-1 DRΩ DDΩ DD DE DE DE DE DE",
    4820: "0 ½EX DRΩ DDΩ ½DEΩ DE DE DE DE",
    4822: "1 EX ½EX DRΩ DDΩ ½DEΩ DE DE DE",
    4824: "2 ½AE ½EX ½EX DDΩ DDΩ DEΩ DE DE",
    4826: "3 AE EX EX DRΩ DRΩ ½DEΩ DEΩ DE",
    4828: "4 AE ½AE EX ½EX ½EX DDΩ ½DEΩ DEΩ",
    4830: "5 AE ½AE ½AE EX EX DRΩ DD2Ω ½DEΩ",
    4832: "6 AE AE ½AE ½AE EX/PV ½EX DDΩ DD3Ω",
    4834: "7 AE AE AE ½AE 2xEX EX DRΩ DD2Ω",
    4836: "8 AE AE AE AE ½AE EX ½EX DDΩ",
    4838: "9 AE AE AE AE ½AE EX/PV EX DRΩ",
    4840: "10 AE AE AE AE AE EX/PV EX ½EX",
    4842: "11 AE AE AE AE AE 2xEX EX/PV ½EX",
    4844: "12 AE AE AE AE AE 2xEX EX/PV EX",
}
NATIONALITY: Final = {  # by defender: 0 is no modifier
    4874: "1 0 1 3 4",
    4876: "2 -1 0 2 3",
    4878: "3 -3 -2 0 1",
    4880: "4 -4 -3 -1 0",
}
GROUND: Final = {  # price of a factor, in France, Spain, Britain, Italy; cadre
    7945: "INF 1 2 2 1 1 1, CAV 1 2 2 1 1 1, STA 1 2 2 1 1 0",
    7949: "MECH 1 1 1 1 1 2",
    7951: "MOT 1 1 1 2 1 2",
    7953: "ARM 2 3 2 3 3 1, ART 2 3 2 3 3 1, PARA 2 3 2 3 3 1",
    7955: "PART 2 2 2 2 2 0, CDO 2 2 2 2 2 0",
    7957: "SS 2 2 2 2 2 1",
    7959: "Flak 2 2 2 2 2 0, MOTFlak 2 2 2 2 2 0",  # which is Light Flak, by 2.6
}
STRATEGIC: Final = {
    7986: "INT 2 0, U-boat 2 1, INT-jet 5 0",  # and 7988
    7990: "SAC 4 2, SAC-germany 6 3",  # and 7992
    7994: "ASW 3 2",  # and 7996
    7999: "heavy-flak 25 0, heavy-flak-of-light 15 0",
    8002: "V-1 1 0, V-2 3 0",  # and 8004
}
NAVAL: Final = {
    8005: "Fleet 9 4 8",  # to 8013
    8015: "CV 4 4 0, CV-germany-italy 4 8 0",
}
AIR: Final = {
    8056: "TAC 12 3 6, MDM 12 3 6, FTR 12 3 6",  # and 8058
    8060: "NAC 4 2 2, NAC-germany-italy 8 4 4",  # and 8062
    8064: "jet 16 4 6",
}
OTHER: Final = {
    8065: "airbase-staging 5, airbase 0",
    8067: "fortification 5",
    8069: "fortress 20, fortress-on-fortification 15",
    8071: "shipyard 25",
    8073: "smp 25, smp-us-prewar 50",
    8082: "anglo-american-diplomacy 5",
    8084: "pop 3, pop-soviet 4",
    8086: "espionage 4, espionage-soviet 3",
    8088: "counter-espionage 3, counter-espionage-soviet 2",
    8089: "upgrade 10",
    8095: "evasion 3",
    8097: "reserve 5",
}
WAR: Final = {  # on a major power, a minor country, Spain or Turkey
    8074: "germany 15 5 25, italy 15 5 25, soviet-union 15 5 5",  # and 8078
    8076: "britain 25 15 15, france 25 15 15, united-states 25 15 15",  # and 8080
}
EFFORTS: Final = {  # SLE, RLE, LLE, MLE, Pass
    8092: "germany 8 4 2 2 0, italy 8 4 2 2 0, soviet-union 8 4 2 2 0, britain 12 6 3 2 0, "
    "united-states 12 6 3 2 0, france 16 8 4 2 0",
}
CAPACITY: Final = {  # rail moves (4166 to 4185), strategic movement points, their minimum
    3803: "britain 3 9 2",
    3808: "germany 8 7 2",
    3810: "soviet-union 8 8 2",
    3816: "united-states 3 10 2",
    3823: "france 2 4 1, italy 2 4 1",
    3825: "minor 2 2 0",
}
RATINGS: Final = {  # stacking (4266), reserves (4586), what the second impulse loses (4199)
    4266: "1 3 3 1",
    4273: "2 2 2 2",
    4274: "3 1 1 3",
    4275: "4 1 0 0",
}
WEATHER: Final = {  # weather by difference, from the worst to the best
    "eastern-winter": "arctic-conditions 2, extreme-russian-winter 2, severe-russian-winter 2, "
    "harsh-russian-winter 7, russian-winter 3, snow-and-sleet 2, hard-freeze 1",  # 12023 to 12119
    "eastern-spring": "morass 4, heavy-mud 11, light-mud 3, clear 1",  # 12153 to 12179
    "eastern-fall": "morass 1, heavy-mud 3, light-mud 11, clear 4",  # 12208 to 12235
    "western-winter": "extreme-winter 1, severe-winter 4, snow 9, cold-rain 3, clear 2",  # 12260 on
    "mediterranean-winter": "morass 6, clouds-and-cold-rain 11, clear 2",  # 12338 to 12356
}
WESTERN: Final = {  # what the western winter does
    12260: "clear 0 0 1 1 1 1 2 2 1 1 1",
    12268: "cold-rain 2 1 1 1 0 0 2 2 1 1 1",
    12282: "snow 2 1 1 1 0 0 1 2 1 1 0",
    12290: "severe-winter 2 1 1 1 0 0 1 1 1 2 0",
    12301: "extreme-winter 4 2 1 1 0 0 1 1 1 2 0",
}
MEDITERRANEAN: Final = {
    12338: "clear 0 0 1 1 1 1 2 2 1 1 1",
    12343: "clouds-and-cold-rain 2 1 1 1 0 1 2 2 1 1 1",
    12356: "morass 2 1 0 1 0 1 1 2 1 1 1",
}
EASTERN: Final = {
    12153: "clear 0 0 1 1 1 1 2 2 1 1 1",
    12159: "light-mud 2 1 1 1 1 1 2 2 1 1 1",
    12169: "heavy-mud 2 1 0 0 0 1 2 2 1 1 1",
    12179: "morass 2 1 0 0 0 1 1 2 1 1 1",
    12023: "hard-freeze 0 0 1 1 1 0 2 2 1 1 1",
    12034: "snow-and-sleet 2 1 1 0 0 0 2 1 1 1 1",
    12050: "russian-winter 2 1 1 0 0 0 1 0 1 1 0",
    12062: "harsh-russian-winter 4 2 1 0 0 0 1 0 1 1 0",
    12077: "severe-russian-winter 4 2 1 0 0 0 1 0 0 1 0",
    12092: "extreme-russian-winter 4 2 0 0 0 0 1 -1 0 1 0",
    12107: "arctic-conditions 4 2 0 0 0 0 1 -1 0 1 0",
}
SOVIET: Final = {  # what it does to Soviets, Finns and Swedes
    12032: "hard-freeze 0 0 1 1 1 1 2 2 1 1 1, snow-and-sleet 0 0 1 1 1 1 2 2 1 1 1, "
    "russian-winter 0 0 1 1 1 1 2 2 1 1 1",
    12075: "harsh-russian-winter 1 0 1 1 1 1 2 2 1 1 1",
    12088: "severe-russian-winter 1 0 1 1 1 1 2 2 1 1 1",
    12103: "extreme-russian-winter 1 1 1 1 1 1 1 2 1 1 1",
    12117: "arctic-conditions 3 3 1 1 1 1 1 2 1 1 1",
}
FROSTBITE: Final = {  # Depleted ARM, MECH, INF, satellites, INF of satellites
    12030: "hard-freeze 0 0 2 0 0",
    12044: "snow-and-sleet 0 0 3 0 0",
    12056: "russian-winter 1 1 3 0 1",
    12068: "harsh-russian-winter 1 1 4 1 0",
    12084: "severe-russian-winter 2 2 4 2 0",
    12098: "extreme-russian-winter 2 2 5 3 0",
    12113: "arctic-conditions 3 3 6 4 0",
}
MOVES: Final = {  # by rail and strategically in all, strategically
    12072: "harsh-russian-winter 3 3",
    12086: "severe-russian-winter 2 2",
    12098: "extreme-russian-winter 2 1",
    12115: "arctic-conditions 0 0",
}
DEFENCE: Final = {  # INF, STA, MOT, PARA, ARM, MECH, CAV, ART, others
    5226: "clear 2 2 2 2 2 2 2 2 2, desert 2 2 2 2 2 2 2 2 2",
    5245: "beach 3 3 3 3 3 3 3 3 3, fortified-beach 4 4 4 4 4 4 4 4 4",
    5261: "forest 2 2 2 2 2 2 2 2 2",
    5274: "fortification 3 3 3 3 3 3 3 3 3, fortification-river 4 4 4 4 4 4 4 4 4",
    5316: "mountain 3 3 3 3 3 3 3 3 3, desert-mountain 3 3 3 3 3 3 3 3 3",
    5364: "swamp 3 3 1 3 1 1 3 3 1",
    5436: "river 3 3 3 3 3 3 3 3 3, mountain-river 4 4 4 4 4 4 4 4 4",
}
SIEGE: Final = {  # the same in a fortress, by siege markers; CAV and ART with the armor (7271)
    7271: "0 5 6 5 5 4 4 4 4 4",
    7335: "1 4 5 4 4 3 3 3 3 3",
    7342: "2 3 4 3 3 2 2 2 2 2",
    7348: "3 2 3 2 2 1 1 1 1 1",
}
PLUS: Final = {
    5261: "forest 1 1 1 1 0 0 0 0 0",
    5386: "city 1 1 1 1 0 0 0 0 0",
    5391: "german-city 3 3 3 3 0 0 0 0 0",
}
SURRENDER: Final = {
    9357: "limit 10, low-countries 1, maginot 2, beside-paris 1, paris 3, sedan 1, lyons 1, "
    "marseilles 1, italy-at-war 1, unbuilt 1, unbuilt-narfs 50, depleted-fleet 1, "
    "britain-unhurt 1, soviet-union-at-war -3, united-states-at-war -3, british-army -2, "
    "british-factors 10",
}
SOVIET_SURRENDER: Final = {
    9911: "limit 12, moscow 1, leningrad 1, stalingrad 1, kiev-and-sevastopol 1, baku 1, "
    "beside-urals 1, lost 1, lost-narfs 50, france-fights -4, second-front -2, "
    "united-states-at-war -2, lend-lease -1, lend-lease-narfs 20, italy-invaded -1, "
    "turkey-attacked -1",
}
CITIES: Final = {  # industry: worth, owner, whether it may move
    7571: "Moscow 12 soviet-union 1, Leningrad 12 soviet-union 1, Baku 12 soviet-union 0, "
    "Kiev 6 soviet-union 1, Kharkov 6 soviet-union 1, Stalingrad 6 soviet-union 1, "
    "Stalino 6 soviet-union 1, Dnepropetrovsk 6 soviet-union 1, Grozny 6 soviet-union 0, "
    "Maikop 4 soviet-union 0, Odessa 4 soviet-union 1",
    7604: "Paris 12 france 0, Calais 4 france 0, Sedan 4 france 0, Lyons 4 france 0, "
    "Marseilles 4 france 0",
    7640: "Berlin 12 germany 0, Essen 12 germany 0, Cologne 12 germany 0, Breslau 12 germany 0",
}
MINORS: Final = {  # 10647 on; where two numbers stand, the first is that of a conquest
    10651: "albania 1, belgium 18, bulgaria 5, denmark 9, finland 5, greece 8, hungary 11, iraq 3, "
    "ireland 3, netherlands 12, norway 6, portugal 6, romania 7, slovakia 3, spain 20, sweden 16, "
    "switzerland 28, turkey 14, yugoslavia 7",
}
PROVINCES: Final = {  # and the cities with which they fall
    10664: "estonia 1 soviet-union Tallinn",
    10692: "latvia 2 soviet-union Riga",
    10696: "lithuania 5 soviet-union Kaunas",
    10645: "bessarabia 1 soviet-union Kishinev; Cernauti",
    10046: "east-poland 10 soviet-union Vilna; Brest-Litovsk; Lwow",
}
SOURCES: Final = {  # the capital, and what takes its place
    6959: "germany Berlin Vienna",
    6945: "france Paris Bordeaux, britain London Glasgow, italy Rome none",  # to 6956
    6930: "soviet-union edge Baku, united-states edge none",
    9419: "vichy-france Vichy none",
}
LIMITED: Final = {7000: "Tripoli libya"}
FRANCE_1940: Final = {  # the points of scenarios are ours, so they have no lines
    0: "surrender-in-spring 13 1, surrender-in-summer 10 1, belgium 2 1, netherlands 2 1, "
    "denmark 1 1, norway 3 1, british-factors 1 3, german-losses -1 1, german-fleets -1 1, "
    "paris-french -3 1",
}
FRANCE_LEVELS: Final = {
    0: "axis-decisive 21, axis-tactical 19, axis-marginal 16, draw 13, allied-marginal 9, "
    "allied-tactical 5, allied-decisive -99",
}
BARBAROSSA: Final = {
    0: "Moscow 5, Leningrad 4, Baku 4, Kiev 2, Kharkov 2, Stalino 2, Dnepropetrovsk 2, "
    "Stalingrad 2, Grozny 2, Sevastopol 2, Odessa 1, Maikop 1, Rostov 1, Minsk 1, Smolensk 1, "
    "Bryansk 1, Orel 1, Kursk 1, Voronezh 1, Riga 1",
}
BARBAROSSA_LEVELS: Final = {
    0: "axis-decisive 26, axis-tactical 23, axis-marginal 19, draw 14, allied-marginal 11, "
    "allied-tactical 8, allied-decisive 0",
}
SEASONS: Final = {7510: "spring 100, summer 75, fall 50, winter 25"}
GROWTH: Final = {  # 7460, 7465, 7477
    7465: "britain 35 1941, france 25 1941, italy 25 1941, soviet-union 30 1941, germany 50 1942, "
    "satellite 25 1941",
}
AIR_COMBAT: Final = {
    6484: "-1 DD DD DE DE2 DE2 DE3 DE4 DE4",
    6486: "0 DD DD DD2 DE DE2 DE2 DE3 DE4",
    6488: "1 AD DD DD DE DE DE2 DE2 DE3",
    6490: "2 AD AD DD DD2 DE DE DE2 DE3",
    6492: "3 AD AD DD DD2 DD2 DE DE2 DE2",
    6494: "4 AD AD AD DD DD2 DD2 DD2 DE2",
    6496: "5 AE AE AD DD DD DD2 DD2 DE2",
    6498: "6 AE AE AE AD DD DD DD2 DD2",
    6500: "7 AE AE AE AD AD DD DD DD2",
    6502: "8 AE AE AE AD2 AD AD DD DD",
    6504: "9 AE2 AE AE AD2 AD2 AD DD DD",
    6506: "10 AE2 AE2 AE AE AD2 AD DD DD",
    6508: "11 AE2 AE2 AE2 AE AE AD2 AD DD",
    6510: "12 AE2 AE2 AE2 AE AE AD2 AD2 AD",
}
AIR_NATIONALITY: Final = {
    6534: "1 0 1 3 4",
    6536: "2 -1 0 1 2",
    6538: "3 -3 -1 0 1",
    6540: "4 -4 -2 -1 0",
}
AIR_DIE: Final = {
    6521: "bombers 2",
    6525: "fighter 1",
    6774: "jet-fighter 2",
    6526: "britain 1",
    9313: "western-surprise-german -1",
    9314: "western-surprise-allied 1",
    10031: "barbarossa -1",
}
AIR_RATINGS: Final = {
    6458: "germany 1, britain 1, united-states 1",
    6543: "sweden 2, switzerland 2",
    6561: "france 3, italy 3, soviet-union 3",
}
AIR_EFFORTS: Final = {
    6512: "rle 2",
    6513: "sle 3",
}
FLAK: Final = {
    6644: "6 Miss Miss Miss Miss",
    6646: "7 Miss Miss Miss AD",
    6648: "8 Miss Miss AD AD",
    6650: "9 Miss AD AD AD2",
    6652: "10 AD AD2 AD2 AE",
    6654: "11 AD AD2 AE AE",
    6656: "12 AD AD2 AE AE2",
}
WORKS: Final = {  # airbases; fortifications of a turn, of the board; fortresses of a year
    5804: "germany 6 2 9 1, italy 3 0 0 0, soviet-union 5 4 9 1, britain 6 2 9 1, "
    "united-states 5 0 0 0, france 1 2 9 0",
}
NAVAL_COMBAT: Final = {  # `D Sunk` is one word here
    3207: "-1 DD DD2 DSunk DSunk DSunk DSunk DSunk2 DSunk2 DSunk2",
    3209: "0 DD DD DD2 DD2 DSunk DSunk DSunk DSunk2 DSunk2",
    3211: "1 DD DD DD2 DD DD2 DSunk DSunk DSunk DSunk2",
    3213: "2 AD DD DD DD DD DD2 DSunk DSunk DSunk",
    3215: "3 AD AD AD DD DD DD2 DD2 DSunk DSunk",
    3217: "4 AD AD AD AD DD DD DD2 DSunk DSunk",
    3219: "5 AD2 AD AD AD AD DD DD DD2 DSunk",
    3221: "6 AD2 AD2 AD AD AD DD DD DD2 DD2",
    3223: "7 ASunk ASunk AD2 AD AD DD DD DD DD",
    3225: "8 ASunk ASunk ASunk AD2 AD AD DD DD DD",
    3227: "9 ASunk ASunk ASunk AD2 AD2 AD AD DD DD",
    3229: "10 ASunk2 ASunk ASunk ASunk ASunk AD AD DD DD",
    3231: "11 ASunk2 ASunk2 ASunk ASunk ASunk AD2 AD AD DD",
    3233: "12 ASunk2 ASunk2 ASunk2 ASunk ASunk ASunk AD2 AD AD",
}
NAVAL_NATIONALITY: Final = {
    3274: "1 0 1 3 4",
    3276: "2 -1 0 1 2",
    3278: "3 -3 1 0 1",
    3280: "4 -4 2 1 0",
}
NAVAL_PARAGRAPHS: Final = {  # by defender: what the attackers of 7.11.1 to 7.11.4 have
    3393: "1 0 1 3 4",  # 3423, 3446
    3376: "2 -1 0 1 2",  # 3419, 3448
    3378: "3 -3 -1 0 1",  # 3391, 3449
    3379: "4 -4 -2 -1 0",  # 3394, 3426
}
NAVIES: Final = {
    3374: "germany 1, britain 1, united-states 1",
    3389: "france 2, netherlands 2, sweden 2",
    3416: "italy 3, vichy-france 3, soviet-union 3",
}
NAVAL_DIE: Final = {
    3260: "carrier -1",
    3262: "carriers-alone 3",
    3263: "cargo 1",
    3266: "supply 1",
    9500: "mers-el-kebir -2",
    6339: "first-strike -2",
}
NAVAL_DAMAGE: Final = {  # of Fleets, 3307 to 3308; of carriers 3309
    3307: "1 1 2, 2 1 2, 3 1 2, 4 3 2, 5 3 2, 6 5 3, 7 5 3, 8 5 3, 9 7 3, 10 7 3",
}
NAVAL_WORTH: Final = {3255: "Fleet 2, CV 2, NAC 2, TAC 6, MDM 6, FTR 1"}  # in halves
NAVAL_SIZE: Final = {7919: "Fleet 9, CV 4"}
INTERCEPTION: Final = {
    2745: "5 Intercept Intercept Intercept Intercept",
    2747: "6 Miss Intercept Intercept Intercept, 7 Miss Intercept Intercept Intercept",
    2749: "8 Miss Miss Intercept Intercept, 9 Miss Miss Intercept Intercept",
    2751: "10 Miss Miss Miss Intercept",
    2753: "11 Miss Miss Miss Miss",
}
INTERCEPTORS: Final = {  # interception, counter-interception
    2770: "western-surprise 1 1",
    2772: "winter 1 1",
    2776: "carrier -1 -1",
    2781: "aircraft -1 -1",
    2789: "strait -3 -3",
    2797: "adjacent -2 -2",
    2804: "away-1 -1 -1",
    2811: "away-3 1 1",
    2818: "away-4 2 2",
    2825: "away-5 3 3",
    2837: "enemy-aircraft 1 0",
    2843: "patrol -2 0",
    2835: "evasion 4 0",
    2845: "cargo -1 0",
}
TABLES: Final = {
    ("naval-combat", ""): NAVAL_COMBAT,
    ("naval-modifiers", "nationality"): NAVAL_NATIONALITY,
    ("naval-modifiers", "paragraphs"): NAVAL_PARAGRAPHS,
    ("naval-modifiers", "rating"): NAVIES,
    ("naval-modifiers", "die"): NAVAL_DIE,
    ("naval-modifiers", "damage"): NAVAL_DAMAGE,
    ("naval-modifiers", "worth"): NAVAL_WORTH,
    ("naval-modifiers", "size"): NAVAL_SIZE,
    ("interception", "result"): INTERCEPTION,
    ("interception", "modifier"): INTERCEPTORS,
    ("works", ""): WORKS,
    ("air-combat", ""): AIR_COMBAT,
    ("air-modifiers", "nationality"): AIR_NATIONALITY,
    ("air-modifiers", "die"): AIR_DIE,
    ("air-modifiers", "rating"): AIR_RATINGS,
    ("air-modifiers", "effort"): AIR_EFFORTS,
    ("light-flak", ""): FLAK,
    ("gcrt", ""): GCRT,
    ("gcrt-modifiers", "nationality"): NATIONALITY,
    ("costs", "ground"): GROUND,
    ("costs", "strategic"): STRATEGIC,
    ("costs", "naval"): NAVAL,
    ("costs", "air"): AIR,
    ("costs", "other"): OTHER,
    ("costs", "war"): WAR,
    ("efforts", "cost"): EFFORTS,
    ("capacity", ""): CAPACITY,
    ("ratings", ""): RATINGS,
    ("weather-effects", "western"): WESTERN,
    ("weather-effects", "mediterranean"): MEDITERRANEAN,
    ("weather-effects", "eastern"): EASTERN,
    ("weather-effects", "eastern-soviet"): SOVIET,
    ("weather-effects", "frostbite"): FROSTBITE,
    ("weather-effects", "moves"): MOVES,
    ("terrain", "defence"): DEFENCE,
    ("terrain", "siege"): SIEGE,
    ("terrain", "plus"): PLUS,
    ("surrender-france", ""): SURRENDER,
    ("surrender-soviet-union", ""): SOVIET_SURRENDER,
    ("prizes", "cities"): CITIES,
    ("prizes", "minors"): MINORS,
    ("prizes", "season"): SEASONS,
    ("prizes", "growth"): GROWTH,
    ("prizes", "provinces"): PROVINCES,
    ("sources", "full"): SOURCES,
    ("sources", "limited"): LIMITED,
    ("victory", "france-1940"): FRANCE_1940,
    ("victory", "france-1940-levels"): FRANCE_LEVELS,
    ("victory", "barbarossa-1941"): BARBAROSSA,
    ("victory", "barbarossa-1941-levels"): BARBAROSSA_LEVELS,
}
MAY: Final = {  # what efforts reach and allow, as 4.1 to 4.5 list it
    "sle": "everywhere; once; attacks second-impulse overruns rail shifts drops landings patrols "
    "reserves evasion",
    "rle": "4 hexes; several; attacks second-impulse overruns rail shifts drops landings patrols "
    "reserves evasion",
    "lle": "1 hexes; several; attacks overruns rail shifts patrols",
    "mle": "everywhere; once; second-impulse overruns rail shifts",
    "pass": "everywhere; once; ",
}


@cache
def game() -> Game:
    return load_game(default_roster("tw", "france-1940"))


def rows_of(chart: Chart, table: str) -> list[str]:
    """Every row of a table: its name and its cells."""
    found = chart.table(table)
    said = (
        " ".join([row, *(str(found.cells[column, row].value) for column in found.columns.names)])
        for row in found.rows.names
    )
    return sorted(row.replace(", ", "; ") for row in said)


@pytest.mark.parametrize(("chart", "table"), TABLES, ids="-".join)
def test_a_table_has_the_rows_of_the_book(chart: str, table: str) -> None:
    said = [row for rows in TABLES[chart, table].values() for row in rows.split(", ")]
    assert rows_of(game().chart(chart), table) == sorted(said)


@pytest.mark.parametrize("table", WEATHER)
def test_a_weather_table_has_its_bands(table: str) -> None:
    found = game().chart("weather").table(table)
    words = [str(found.cells["", row].value) for row in found.rows.names]
    assert [int(row) for row in found.rows.names] == list(range(-9, 10))
    assert ", ".join(f"{w} {words.count(w)}" for w in dict.fromkeys(words)) == WEATHER[table]


def test_efforts_allow_what_their_paragraphs_say() -> None:
    found = game().chart("efforts").table("what")
    told = {}
    for row in found.rows.names:
        cells = {name: int(found.cells[name, row].value) for name in found.columns.names}
        radius, several = cells.pop("radius"), cells.pop("several")
        assert {several, *cells.values()} <= {0, 1}, row
        reach = "everywhere" if radius < 0 else f"{radius} hexes"
        may = " ".join(name for name, allowed in cells.items() if allowed)
        told[row] = f"{reach}; {'several' if several else 'once'}; {may}"
    assert told == MAY


def test_die_modifiers_and_shifts() -> None:
    chart = game().chart("gcrt-modifiers")
    assert rows_of(chart, "die") == sorted(
        ["lle -1", "second-impulse -1", "german-flak 1", "soviet-attacker 1", "barbarossa -1",
         "western-surprise-german -1", "western-surprise-allied 1", "western-surprise-para -1"]
    )  # fmt: skip
    shifts = ["das -1 -2", "lle 1 1", "oas 1 2", "shore-bombardment 1 1"]
    assert rows_of(chart, "column") == shifts


def test_every_chart_is_sound_and_says_where_it_comes_from() -> None:
    charts = game().charts
    assert {(chart, "") for chart in charts} >= {(name, "") for name, _ in TABLES}
    for chart in charts.values():
        assert check_chart(chart) == []
        ours = chart.id == "victory"  # the points of scenarios are proposals
        expected = Provenance.RECONSTRUCTED if ours else Provenance.PRINTED
        assert chart.provenance is expected, chart.id


RECONSTRUCTED: Final = {  # cells that the text leaves unsaid, in charts that it prints
    ("efforts", "what"): "lle overruns, mle drops, mle landings, mle second-impulse, pass drops, "
    "pass landings, pass patrols, pass rail, pass reserves, pass second-impulse, sle several, "
    "sle shifts",
    ("ratings", ""): "4 reserves, 4 second-impulse",
    ("terrain", "defence"): "desert-mountain INF, desert-mountain STA, swamp other",
    ("terrain", "siege"): "0 ART, 0 other, 1 ART, 1 other, 2 ART, 2 other, 3 ART, 3 other",
}


def test_what_the_text_leaves_unsaid_is_marked() -> None:
    for chart, table in {*TABLES, *RECONSTRUCTED} - {t for t in TABLES if t[0] == "victory"}:
        cells = game().chart(chart).table(table).cells.items()
        marked = [(key, cell) for key, cell in cells if cell.provenance is not Provenance.PRINTED]
        said = ", ".join(sorted(f"{row} {column}" for (column, row), _ in marked))
        assert said == RECONSTRUCTED.get((chart, table), ""), (chart, table)
