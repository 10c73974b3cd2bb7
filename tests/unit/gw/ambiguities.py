"""Situations in which each reading of an ambiguous rule plays differently."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pbem.core.cases.cases import case_files, read_cases
from pbem.systems.gw.cases.movement_calculations import world

FOLDER: Final = Path(__file__).parents[2] / "rulebook" / "gw"
CASES: Final = [case for path in case_files([FOLDER]) for case in read_cases(path)]
FINLAND: Final = {
    "finland": {"side": "axis", "at_war": ["soviet-union", "great-britain"]},
    "soviet-union": {"side": "comintern", "at_war": ["finland"]},
    "great-britain": {"side": "allies", "at_war": ["finland"]},
}
WEST: Final = {
    "great-britain": {"side": "allies", "at_war": ["germany"]},
    "germany": {"side": "axis", "at_war": ["great-britain"]},
}


def calculate(name: str, **given: Any) -> dict[str, Any]:
    """A situation that a calculation answers."""
    return {"calculate": name, "given": given}


def adjudicate(**data: Any) -> dict[str, Any]:
    """A situation that is played."""
    return {"adjudicate": {"scenario": "gw/sea-lion-1940", **data}}


def moves(section: str, player: str, *orders: Mapping[str, Any]) -> dict[str, Any]:
    """Orders of one player in one section."""
    return {player: {section: list(orders)}}


def group(owner: str, kind: str, at: str, count: int = 1, **marks: Any) -> dict[str, Any]:
    """A group of units, with marks of this turn."""
    told = "".join(f"+{name}={value}" for name, value in sorted(marks.items()))
    return {
        "id": f"{owner}:{kind}@{at}{told}",
        "counter": kind,
        "owner": owner,
        "at": at,
        "count": count,
        "marks": {name: [value, "impulse"] for name, value in marks.items()},
    }


def river_into_mountains() -> dict[str, Any]:
    """Infantry attacks across a river into mountains."""
    return calculate(
        "unit.values",
        role="attacker",
        unit="infantry",
        zone={"terrain": ["mountain"]},
        borders={"stream": {"terrain": ["river"]}},
        border="stream",
        rounds=[1, 2],
    )


def helsinki(holds: Mapping[str, str], **more: Any) -> dict[str, Any]:
    """Helsinki with the sea at its back and enemies on land."""
    return calculate(
        "zone.ground",
        powers=FINLAND,
        holds={"helsinki": "finland", **holds},
        zone="helsinki",
        **{"from": ["southern-finland"]},
        **more,
    )


ATLANTIC: Final = ("sea:a7", "sea:a23")


def naval(**given: Any) -> dict[str, Any]:
    """A round at sea with given dice."""
    return calculate("naval.rounds", **given)


def values(role: str, unit: str, **given: Any) -> dict[str, Any]:
    """The values of a unit in two rounds."""
    return calculate("unit.values", role=role, unit=unit, rounds=[1, 2], **given)


def battle(**given: Any) -> dict[str, Any]:
    """Rounds on land with given dice."""
    return calculate("battle.rounds", **given)


def like(name: str, dice: Mapping[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """The situation of a case, with some of it changed."""
    data = next(case for case in CASES if case.id == name).data
    play = {**data["adjudicate"], **changes}
    return {"adjudicate": play, "dice": data.get("dice", {}) if dice is None else dice}


def besieged(city: str, blockade: str = "", **more: Any) -> dict[str, Any]:
    """A city with enemies in every land zone round it, blockaded or not."""
    board = world({}).board
    around = [zone for zone in board.neighbours[city] if not zone.startswith("sea:")]
    fleet = {
        "id": f"france:destroyer@{blockade}",
        "counter": "destroyer",
        "owner": "france",
        "at": blockade,
        "count": 3,
        "marks": {"duty": "blockade"},
    }
    return calculate(
        "zone.ground",
        powers={
            "spain": {"side": "axis", "at_war": ["france"]},
            "france": {"side": "allies", "at_war": ["spain"]},
        },
        holds={city: "spain", **dict.fromkeys(around, "france")},
        units=[fleet] if blockade else [],
        zone=city,
        **{"from": around[:1]},
        **more,
    )


TWO_RAIDS: Final = {
    "strategic-bombing/southern-england/interception/attacker-strategic-bomber": [2],
    "strategic-bombing/southern-england/interception/defender-fighter": [4, 5, 6],
    "strategic-bombing/southern-england/major-shipyard/damage-strategic-bomber": [6, 6],
    "strategic-bombing/southern-england/major-shipyard/guns": [12],
    "carpet-bombing/southern-england/interception/attacker-strategic-bomber": [2],
    "carpet-bombing/southern-england/interception/defender-fighter": [4, 5, 6],
    "carpet-bombing/southern-england/bombs-strategic-bomber": [3, 2, 1],
}


def lending(*orders: Mapping[str, Any], evolved: bool = True) -> dict[str, Any]:
    """Americans and Chinese lend."""
    money = {"income": 20, "cash": 20}
    row = {"side": "allies", "players": ["anna"], "counters": money}
    return adjudicate(
        clock={"impulse": 7, "side": "allies"},
        units=[],
        powers=[
            {"id": "united-states", **row},
            {"id": "nationalist-china", **row, "flags": {"evolved": evolved}},
            {"id": "soviet-union", **row},
            {"id": "great-britain", **row},
        ],
        places=[{"id": "washington", "controller": "united-states"}],
        steps=["lend-lease"],
        orders=moves("lend_lease", "anna", *orders),
    )


def burma(
    relations: Mapping[str, Mapping[str, str]], communist_china: bool = False, **more: Any
) -> dict[str, Any]:
    """A unit that would take the Burma Road, in a China that is or is not at war with Japan."""
    wars = dict(relations["japan"])
    powers = [
        {"id": "japan", "side": "axis", "players": ["hans"], "relations": wars},
        {
            "id": "great-britain",
            "side": "allies",
            "players": ["anna"],
            "relations": {"germany": "war"},
        },
        {
            "id": "nationalist-china",
            "side": "allies",
            "players": ["anna"],
            "relations": {"germany": "war"},
        },
        {
            "id": "germany",
            "side": "axis",
            "players": ["hans"],
            "relations": {"great-britain": "war", "nationalist-china": "war"},
        },
    ]
    if communist_china:
        china = {"id": "communist-china", "side": "comintern", "relations": {"japan": "war"}}
        powers.append(china)
    return adjudicate(
        clock={"impulse": 4, "side": "allies"},
        powers=powers,
        control={"burma": "great-britain", "yunnan": "nationalist-china"},
        units=[group("great-britain", "infantry", "burma")],
        steps=["rail-movement"],
        orders=moves(
            "rail_moves", "anna", {"units": {"infantry": 1}, "from": "Burma", "to": "Yunnan"}
        ),
        **more,
    )


def economy(section: str, *orders: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """Germany spends money."""
    flags = more.pop("flags", {})
    home = [
        {"id": zone, "controller": "germany"}
        for zone in ("berlin", "western-germany", "bavaria")
        if zone not in {place["id"] for place in more.get("places", ())}
    ]
    given = more.pop("places", ())
    places = [*given, *(home if section != "research" or not given else ())]
    germany = {
        "id": "germany",
        "side": "axis",
        "players": ["hans"],
        "flags": flags,
        "counters": {"income": 24, "cash": 30},
    }
    britain = {"id": "great-britain", "side": "allies", "players": ["anna"]}
    dice = (
        {"research-germany-radar": [1], "research-germany-jet-fighter": [1]}
        if section == "research"
        else {}
    )
    steps = [section, "place-units"] if section == "production" else [section]
    return adjudicate(
        powers=[germany, britain],
        places=places,
        units=[],
        steps=steps,
        orders=moves(section, "hans", *orders),
        **more,
    ) | {"dice": dice}


SITUATIONS: Final[Mapping[str, Any]] = {
    "GW-R-1.24-b": river_into_mountains(),
    "GW-R-1.5-a": calculate(
        "supply.reaches",
        powers=WEST,
        holds={"malta": "great-britain", "sicily": "great-britain"},
        power="great-britain",
        zones=["malta"],
        **{"from": "malta"},
    ),
    "GW-R-1.5-b": calculate(
        "supply.reaches",
        powers=WEST,
        holds={"paris": "great-britain", "picardy": "germany"},
        power="great-britain",
        zones=["picardy"],
        **{"from": "paris"},
    ),
    "GW-R-1.16-b": helsinki(
        {"southern-finland": "great-britain", "karjala": "soviet-union"},
        markers={"helsinki": {"damage-minor-port": 1}},
    ),
    "GW-R-1.8-a": adjudicate(
        units=[group("germany", "motorized-infantry", "eastern-germany")],
        control={"austria": "germany", "bohemia": "germany", "bavaria": "germany"},
        steps=["non-combat-movement"],
        orders=moves(
            "non_combat_moves",
            "hans",
            {
                "units": {"motorized-infantry": 1},
                "from": "Eastern Germany",
                "to": "Austria",
                "via": "Bavaria",
            },
        ),
    ),
    "GW-R-1.7-a": adjudicate(
        scenario="gw/global-war-1939",
        control={"austria": "france", "bavaria": "france"},
        change={
            "units": {
                "germany:medium-armor@bohemia": {
                    "counter": "medium-armor",
                    "owner": "germany",
                    "at": "bohemia",
                    "count": 1,
                }
            }
        },
        move={
            "germany:infantry@bavaria": "berlin",
            "germany:mountain-infantry@bavaria": "berlin",
            "germany:tactical-bomber@bavaria": "berlin",
        },
        steps=["combat-movement", "combat"],
        orders={
            "hans": {
                "combat_moves": [
                    {"units": {"medium-armor": 1}, "from": "Bohemia", "to": "Austria"}
                ],
                "battles": [{"at": "Austria", "blitz": {"to": "Bavaria"}}],
            }
        },
    ),
    "GW-R-8.3-a": adjudicate(
        control={"belgium": "great-britain", "picardy": "great-britain"},
        units=[
            group("germany", "fighter", "western-germany"),
            group("great-britain", "jet-fighter", "belgium"),
            group("great-britain", "infantry", "picardy"),
        ],
        steps=["combat-movement"],
        orders=moves(
            "combat_moves",
            "hans",
            {"units": {"fighter": 1}, "from": "Western Germany", "to": "Picardy", "via": "Belgium"},
        ),
    ),
    "GW-R-1.15-a": adjudicate(
        change={
            "powers": {
                "italy": {"side": "axis", "players": ["hans"], "relations": {"greece": "war"}},
                "greece": {"side": "allies", "relations": {"italy": "war"}},
            }
        },
        clock={"impulse": 4, "side": "allies"},
        control={"denmark": "italy"},
        units=[group("great-britain", "destroyer", "sea:a11")],
        steps=["non-combat-movement"],
        orders=moves(
            "non_combat_moves", "anna", {"units": {"destroyer": 1}, "from": "A11", "to": "A12"}
        ),
    ),
    "GW-R-1.15-c": adjudicate(
        clock={"impulse": 4, "side": "allies"},
        control={"gibraltar": "germany"},
        units=[group("great-britain", "destroyer", "sea:a44")],
        steps=["non-combat-movement"],
        orders=moves(
            "non_combat_moves", "anna", {"units": {"destroyer": 1}, "from": "A44", "to": "M2"}
        ),
    ),
    "GW-R-1.15-d": adjudicate(
        change={"powers": {"italy": {"side": "axis", "players": ["hans"]}}},
        clock={"impulse": 6, "side": "axis"},
        control={"eastern-egypt": "great-britain"},
        units=[group("italy", "destroyer", "sea:m8")],
        steps=["non-combat-movement"],
        orders=moves(
            "non_combat_moves", "hans", {"units": {"destroyer": 1}, "from": "M8", "to": "I5"}
        ),
    ),
    "GW-R-1.17-b": burma({"japan": {"communist-china": "war"}}, communist_china=True),
    "GW-R-1.17-c": burma({"japan": {}}, tracks={"burma-road": "open"}),
    "GW-R-29": adjudicate(
        change={
            "powers": {
                "italy": {"side": "axis", "players": ["hans"], "relations": {"france": "war"}},
                "france": {"side": "allies", "players": ["anna"], "relations": {"italy": "war"}},
            }
        },
        clock={"impulse": 6, "side": "axis"},
        control={"eastern-egypt": "great-britain"},
        units=[group("italy", "destroyer", "sea:m8"), group("france", "destroyer", "sea:i5")],
        steps=["combat-movement"],
        orders=moves("combat_moves", "hans", {"units": {"destroyer": 1}, "from": "M8", "to": "I5"}),
    ),
    "GW-R-15.6-a": adjudicate(
        options={"forced_straits": True},
        powers=[
            {"id": "germany", "side": "axis", "players": ["hans"], "relations": {"turkey": "war"}},
            {"id": "turkey", "side": "neutral", "relations": {"germany": "war"}},
            {"id": "great-britain", "side": "allies", "players": ["anna"]},
        ],
        control={"istanbul": "turkey"},
        units=[group("germany", "destroyer", "sea:m7")],
        steps=["combat-movement"],
        orders=moves(
            "combat_moves",
            "hans",
            {"units": {"destroyer": 1}, "from": "M7", "to": "M10", "force": "Turkish Straits"},
        ),
    )
    | {"dice": {"germany:destroyer-sea:m10-forced-turkish-straits-left-2": [12]}},
    "GW-R-4": naval(
        attacker={"units": {"submarine": 1, "destroyer": 1}},
        defender={"units": {"battlecruiser": 2}},
        dice=[
            {
                "attacker": {"submarine": [3], "destroyer": [12]},
                "defender": {"battlecruiser": [12, 12]},
            }
        ],
    ),
    "GW-R-7": naval(
        attacker={"units": {"destroyer": 1}},
        defender={"units": {"tactical-bomber": 1}},
        dice=[{"attacker": {"destroyer": [12]}, "defender": {"tactical-bomber": [5]}}],
    ),
    "GW-R-8.9-c": naval(
        attacker={"units": {"destroyer": 1}},
        defender={"units": {"submarine": 1, "destroyer": 1}, "losses": ["submarine"]},
        dice=[{"attacker": {"destroyer": [1]}, "defender": {"submarine": [12], "destroyer": [12]}}],
    ),
    "GW-R-1": (
        naval(
            attacker={"damaged": {"heavy-carrier": 1}},
            defender={"units": {"battlecruiser": 1}},
            dice=[{"attacker": {}, "defender": {"battlecruiser": [1]}}],
        ),
        adjudicate(
            options={"forced_straits": True, "capital_ship_damage": True},
            control={"gibraltar": "great-britain"},
            units=[group("germany", "heavy-carrier", "sea:a44")],
            steps=["combat-movement"],
            orders=moves(
                "combat_moves",
                "hans",
                {
                    "units": {"heavy-carrier": 1},
                    "from": "A44",
                    "to": "M2",
                    "force": "Strait of Gibraltar",
                },
            ),
        )
        | {
            "dice": {
                "strait-of-gibraltar/germany:heavy-carrier-sea:m2-forced-strait-of-gibraltar"
                "-left-2": [1],
                "damage-germany:heavy-carrier-sea:m2-forced-strait-of-gibraltar-left-2-1": [9],
            }
        },
    ),
    "GW-R-14": economy(
        "repair",
        {"facility": "air-base", "at": "Bavaria"},
        places=[{"id": "bavaria", "controller": "germany", "markers": {"damage-air-base": 2}}],
    ),
    "GW-R-7.8-b": economy(
        "production",
        {"build": {"destroyer": 1}, "at": "Western Germany", "sea": "A23"},
        flags={"tech-improved-construction": True},
    ),
    "GW-R-7.8-c": economy(
        "production",
        {"build": {"heavy-cruiser": 1}, "at": "Western Germany", "sea": "A23", "pay": "two"},
        flags={"tech-improved-construction": True},
    ),
    "GW-R-7.3-a": economy(
        "production",
        {"build": {"heavy-cruiser": 1}, "at": "Western Germany", "sea": "A23", "pay": "two"},
        flags={"tech-improved-construction": True},
    ),
    "GW-R-7.3-b": economy(
        "production",
        {"build": {"heavy-cruiser": 1}, "at": "Western Germany", "sea": "A23"},
        {"advance": "heavy-cruiser"},
    ),
    "GW-R-7.6-b": economy(
        "research",
        {"roll": ["radar", "jet-fighter"]},
        places=[
            {"id": "paris", "controller": "germany"},
            {"id": "berlin", "controller": "germany"},
        ],
    ),
    "GW-R-7.6-a": economy("research", {"roll": ["radar"]}),
    "GW-R-7.6-d": economy(
        "research",
        {"roll": ["radar"]},
        places=[{"id": "berlin", "controller": "germany", "markers": {"damage-major-factory": 1}}],
    ),
    "GW-R-0.3-a": values("defender", "cavalry", zone={"terrain": ["jungle"]}),
    "GW-R-1.24-a": values(
        "attacker", "infantry", zone={"terrain": ["mountain"], "city": True, "surrounded": True}
    ),
    "GW-R-12.2-b": values("attacker", "anti-aircraft-artillery", zone={"terrain": ["mountain"]}),
    "GW-R-12.7-a": values(
        "defender",
        "medium-armor",
        zone={"terrain": ["jungle"], "works": "fortification"},
        borders={"line": {}},
        border="line",
        attacked_across="line",
    ),
    "GW-R-26": values("attacker", "infantry", supported=True),
    "GW-R-1.23-a": battle(
        attacker={"across": {"Bavaria": {"infantry": 1}, "Belgium": {"infantry": 3}}},
        borders={"Bavaria": {"works": "maginot-line"}, "Belgium": {}},
        defender={"units": {"infantry": 1}},
        dice=[
            {
                "attacker": {"infantry": [12, 12, 12]},
                "defender": {"maginot-line": [1, 12], "infantry": [12]},
            }
        ],
    ),
    "GW-R-12": battle(
        attacker={"across": {"Bavaria": {"infantry": 1}, "Belgium": {"medium-armor": 2}}},
        borders={"Bavaria": {"works": "maginot-line"}, "Belgium": {}},
        defender={"units": {"infantry": 1}},
        dice=[
            {
                "attacker": {"medium-armor": [12, 12]},
                "defender": {"maginot-line": [1, 12], "infantry": [12]},
            }
        ],
    ),
    "GW-R-27": (
        battle(
            attacker={"units": {"infantry": 3}},
            defender={"units": {"infantry": 2}},
            dice=[{"attacker": {"infantry": [12, 12, 12]}, "defender": {"infantry": [1, 1]}}],
        ),
        naval(
            attacker={"units": {"destroyer": 3}},
            defender={"units": {"destroyer": 2}},
            dice=[{"attacker": {"destroyer": [12, 12, 12]}, "defender": {"destroyer": [1, 1]}}],
        ),
    ),
    "GW-R-1.9-a": battle(
        attacker={"units": {"medium-armor": 1}},
        defender={"units": {"infantry": 1}},
        zone={"terrain": ["desert"]},
        dice=[{"attacker": {"medium-armor": [12]}, "defender": {"infantry": [1]}}],
    ),
    "GW-R-12.2-a": battle(
        attacker={"units": {"air-transport": 1, "infantry": 1}},
        defender={"units": {"anti-aircraft-artillery": 1}},
        dice=[{"attacker": {"infantry": [12]}, "defender": {"anti-aircraft-artillery": [1]}}],
    ),
    "GW-R-9.19-a": battle(
        attacker={"units": {"fighter": 1}},
        defender={"units": {"infantry": 1}},
        dice=[{"attacker": {"fighter": [1]}, "defender": {"infantry": [12]}}],
    ),
    "GW-R-19": naval(
        attacker={"units": {"submarine": 1}},
        defender={"units": {"naval-transport": 1}, "advanced_asw": True},
        dice=[{"attacker": {"submarine": [12]}, "defender": {"naval-transport": [1]}}],
    ),
    "GW-R-0.3-b": naval(
        attacker={"damaged": {"heavy-carrier": 1}},
        defender={"units": {"destroyer": 1}},
        interpretations={"GW-R-13": "later"},
        dice=[{"attacker": {"heavy-carrier": [1]}, "defender": {"destroyer": [12]}}],
    ),
    "GW-R-5.6-c": adjudicate(
        scenario="gw/global-war-1939",
        change={
            "powers": {
                "germany": {"relations": {"turkey": "war"}},
                "turkey": {
                    "side": "allies",
                    "players": ["anna"],
                    "relations": {"germany": "war"},
                    "flags": {"controlled-by": "great-britain", "attacked-in": "1939-jul.1"},
                },
            }
        },
        move={"turkey:infantry@istanbul": "ankara"},
        control={"istanbul": "germany"},
        steps=["after-combat"],
    ),
    "GW-R-1.20-b": adjudicate(
        control={"london": "great-britain"},
        units=[
            group("germany", "marine", "picardy"),
            group("great-britain", "infantry", "london"),
        ],
        steps=["combat-movement", "combat"],
        orders={
            "hans": {
                "combat_moves": [{"units": {"marine": 1}, "from": "Picardy", "to": "London"}],
                "battles": [{"at": "London", "retreat": "round >= 1"}],
            }
        },
    )
    | {
        "dice": {
            "round-1/attack/marine": [12],
            "round-1/defence/infantry": [12],
            "round-2/attack/marine": [1],
            "round-2/defence/infantry": [12],
        }
    },
    "GW-R-17": adjudicate(
        control={"london": "great-britain"},
        units=[
            group("germany", "marine", "picardy"),
            group("great-britain", "heavy-carrier", "sea:a23"),
        ],
        steps=["combat-movement"],
        orders=moves(
            "combat_moves", "hans", {"units": {"marine": 1}, "from": "Picardy", "to": "London"}
        ),
    ),
    "GW-R-8.7-c": like(
        "GW-SEA-SUBMARINE-HUNTED",
        dice={
            "round-1/attack/destroyer-paired": [5],
            "round-1/attack/heavy-cruiser": [1],
            "round-1/attack/medium-bomber-patrol": [8],
            "round-1/defence/submarine": [12],
            "round-2/attack/destroyer-paired": [1],
            "round-2/attack/heavy-cruiser": [1],
            "round-2/attack/medium-bomber-patrol": [8],
            "round-2/defence/submarine": [12],
        },
        standing={"anna": {"defend": [{"submerge": "stay"}]}},
    ),
    "GW-R-7.8-a": like(
        "GW-ATTRITION",
        steps=["combat-movement", "combat", "non-combat-movement"],
        orders={
            "hans": {
                "combat_moves": [
                    {"units": "all", "from": "Picardy", "to": "Normandy", "as": "attrition"}
                ],
                "non_combat_moves": [
                    {"units": {"advanced-artillery": 1}, "from": "Picardy", "to": "Belgium"}
                ],
            }
        },
    ),
    "GW-R-7.9-c": lending({"to": "Soviet Union", "ipps": 2, "nation": "United States"}),
    "GW-R-8.6-b": like("GW-BOMB-SCRAMBLE", dice=TWO_RAIDS),
    "GW-R-1.10-a": calculate("raid.air-values", aircraft=["strategic-rocket"], jungle=True),
    "GW-R-2": calculate("raid.air-values", aircraft=["strategic-bomber"]),
    "GW-R-21": calculate(
        "raid.bombing",
        attacker={"strategic-bomber": 1},
        target={"damage": 0, "maximum": 20},
        dice={"damage/strategic-bomber": [1, 1], "guns": [3]},
    ),
    "GW-R-1.16-a": besieged("rome", markers={"rome": {"damage-air-base": 1}}),
    "GW-R-1.16-c": besieged("london", blockade="sea:a23"),
    "GW-R-1.17-a": adjudicate(
        scenario="gw/global-war-1939",
        clock={"turn": "1942-jan", "impulse": 7, "side": "allies"},
        change={
            "powers": {
                "japan": {"relations": {"united-states": "war"}},
                "united-states": {"relations": {"japan": "war"}},
            },
            "units": {
                "united-states:infantry@burma": {
                    "counter": "infantry",
                    "owner": "united-states",
                    "at": "burma",
                    "count": 1,
                },
                "nationalist-china:artillery@burma": {
                    "counter": "artillery",
                    "owner": "nationalist-china",
                    "at": "burma",
                    "count": 1,
                },
            },
        },
        control={"burma": "united-states"},
        steps=["rail-movement"],
        orders=moves(
            "rail_moves",
            "walt",
            {"units": {"infantry": 1}, "from": "Burma", "to": "Yunnan"},
            {"units": {"artillery": 1}, "from": "Burma", "to": "Yunnan"},
        ),
    ),
    "GW-R-9": adjudicate(
        options={"early_war_fighters": True},
        clock={"turn": "1940-jan"},
        units=[],
        powers=[
            {
                "id": "germany",
                "side": "axis",
                "players": ["hans"],
                "counters": {"income": 24, "cash": 30},
            },
            {"id": "great-britain", "side": "allies", "players": ["anna"]},
        ],
        places=[{"id": "berlin", "controller": "germany"}],
        steps=["production"],
        orders=moves("production", "hans", {"build": {"fighter": 1}, "at": "Berlin"}),
    ),
    "GW-R-7.6-c": adjudicate(
        clock={"impulse": 4, "side": "allies"},
        units=[],
        powers=[
            {
                "id": "great-britain",
                "side": "allies",
                "players": ["anna"],
                "counters": {"income": 25, "cash": 5},
            },
            {
                "id": "far-east-command",
                "side": "allies",
                "players": ["anna"],
                "counters": {"income": 14, "cash": 5},
            },
        ],
        places=[
            {"id": "london", "controller": "great-britain"},
            {"id": "calcutta", "controller": "far-east-command", "facts": {"major-factory": 1}},
        ],
        steps=["research"],
        orders=moves(
            "research", "anna", {"nation": "Great Britain", "roll": ["radar", "jet-fighter"]}
        ),
    )
    | {"dice": {"research-great-britain-radar": [1], "research-great-britain-jet-fighter": [1]}},
    "GW-R-7.4-a": adjudicate(
        powers=[
            {
                "id": "germany",
                "side": "axis",
                "players": ["hans"],
                "counters": {"income": 24, "cash": 0},
            },
            {"id": "great-britain", "side": "allies", "players": ["anna"]},
        ],
        places=[{"id": "western-germany", "controller": "germany"}],
        units=[
            {
                "id": "germany:battleship@sea:a22",
                "counter": "battleship",
                "owner": "germany",
                "at": "sea:a22",
                "count": 1,
                "marks": {
                    "damaged": [1, "lasting"],
                    "repair": ["western-germany/major-shipyard/1", "impulse"],
                },
            }
        ],
        steps=["place-units"],
    ),
    "GW-R-7.9-a": lending(
        {"to": "Soviet Union", "ipps": 2, "nation": "United States"},
        {"to": "Great Britain", "ipps": 2, "nation": "United States"},
        {"to": "Soviet Union", "ipps": 2, "nation": "Nationalist China"},
    ),
    "GW-R-7.9-b": lending(
        {"to": "Soviet Union", "ipps": 2, "nation": "Nationalist China"}, evolved=False
    ),
    "GW-R-6": adjudicate(
        control={"northern-norway": "germany"},
        units=[group("germany", "submarine", "sea:a23")],
        steps=["strategic-naval-movement"],
        orders=moves(
            "strategic_naval_moves", "hans", {"units": {"submarine": 1}, "from": "A23", "to": "A11"}
        ),
    ),
    "GW-R-8.9-b": adjudicate(
        units=[
            group("germany", "destroyer", "sea:a22", left=0),
            group("great-britain", "destroyer", "sea:a22"),
            {
                "id": "great-britain:submarine@sea:a22+stance=decline",
                "counter": "submarine",
                "owner": "great-britain",
                "at": "sea:a22",
                "count": 1,
                "marks": {"stance": ["decline", "impulse"]},
            },
        ],
        steps=["combat"],
        orders=moves("battles", "hans", {"at": "A22", "retreat": "round >= 9"}),
    )
    | {
        "dice": {
            "round-1/attack/destroyer": [12],
            "round-1/defence/destroyer": [1],
            "round-1/defence/submarine": [12],
        }
    },
    "GW-R-5.2-a": adjudicate(
        powers=[
            {
                "id": "germany",
                "side": "axis",
                "players": ["hans"],
                "counters": {"income": 5, "cash": 2, "wartime-income": 24},
                "relations": {"great-britain": "war"},
            },
            {
                "id": "great-britain",
                "side": "allies",
                "players": ["anna"],
                "relations": {"germany": "war"},
            },
        ],
        places=[{"id": "berlin", "controller": "germany"}],
        units=[],
        steps=["collect-income"],
    ),
    "GW-R-18": adjudicate(
        clock={"impulse": 7, "side": "allies"},
        powers=[
            {
                "id": "united-states",
                "side": "allies",
                "players": ["anna"],
                "counters": {"income": 63, "cash": 30, "lent-great-britain": 5},
                "relations": {"germany": "war"},
            },
            {
                "id": "great-britain",
                "side": "allies",
                "players": ["anna"],
                "counters": {"income": 25, "cash": 0},
                "relations": {"germany": "war"},
            },
            {
                "id": "germany",
                "side": "axis",
                "players": ["hans"],
                "relations": {"united-states": "war", "great-britain": "war"},
            },
        ],
        places=[
            {"id": "new-york", "controller": "united-states"},
            {"id": "northern-england", "controller": "great-britain"},
            {"id": "london", "controller": "great-britain"},
        ],
        units=[group("germany", "submarine", sea) for sea in ATLANTIC],
        steps=["lend-lease-delivery"],
    )
    | {
        "dice": {
            f"{sea}-great-britain-ipps/{who}": [3]
            for sea in ATLANTIC
            for who in ("germany", "united-states")
        }
    },
    "GW-R-14.4-b": adjudicate(
        scenario="gw/global-war-1939",
        clock={"turn": "1944-jul", "impulse": 5, "side": "allies"},
        powers=[
            {
                "id": "germany",
                "side": "axis",
                "players": ["hans"],
                "relations": {"free-france": "war"},
            },
            {
                "id": "france",
                "side": "allies",
                "players": ["marie"],
                "flags": {"surrendered": "germany"},
            },
            {
                "id": "free-france",
                "side": "allies",
                "players": ["marie"],
                "relations": {"germany": "war"},
            },
            {
                "id": "vichy-france",
                "side": "axis",
                "players": ["hans"],
                "flags": {"controlled-by": "germany"},
            },
        ],
        tracks={"vichy": "created", "france-surrendered": "1940-jan"},
        places=[
            {"id": "southern-france", "controller": "vichy-france"},
            {"id": "aquitaine", "controller": "free-france"},
            {"id": "berlin", "controller": "germany"},
        ],
        units=[
            group("free-france", "infantry", "aquitaine", 2),
            group("vichy-france", "infantry", "southern-france", 2),
        ],
        steps=["combat-movement", "combat", "after-combat"],
        orders={
            "marie": {
                "combat_moves": [
                    {"units": {"infantry": 2}, "from": "Aquitaine", "to": "Southern France"}
                ],
                "battles": [{"at": "Southern France", "retreat": "round >= 1"}],
            }
        },
    )
    | {"dice": {"round-1/attack/infantry": [12, 12], "round-1/defence/infantry": [12, 12]}},
    "GW-R-2.1-b": like("GW-EX-NOTE-16"),
    "GW-R-2.1-c": like(
        "GW-EX-NOTE-16",
        change={
            "powers": {
                "germany": {"relations": {"france": "war", "great-britain": None}},
                "great-britain": {"relations": {"germany": None}},
                "france": {
                    "side": "allies",
                    "players": ["anna"],
                    "relations": {"germany": "war"},
                    "flags": {"capital": "normandy"},
                },
                "united-states": {"side": "allies", "players": ["anna"]},
            }
        },
        places=[
            {"id": "paris", "controller": "germany"},
            {"id": "normandy", "controller": "france"},
            {"id": "washington", "controller": "united-states"},
        ],
    ),
    "GW-R-3-b": like(
        "GW-VICTORY-EXTRA-TURN",
        places=[
            {"id": "washington", "controller": "united-states"},
            {"id": "berlin", "controller": "germany"},
            {"id": "rome", "controller": "germany"},
            {"id": "moscow", "controller": "soviet-union"},
        ],
    ),
    "GW-R-3-d": like("GW-VICTORY-EXTRA-TURN", dice={"end-of-game": [12]}),
    "GW-R-4.8-a": like(
        "GW-EX-1617",
        dice={"influence-brazil": [3]},
        units=[group("japan", "submarine", "sea:a47")],
        tracks={"raids:new-york-rio": "1"},
        orders=moves("diplomacy", "walt", {"influence": "Brazil", "pay": 1}),
    ),
    "GW-R-7.3-c": adjudicate(
        powers=[
            {
                "id": "germany",
                "side": "axis",
                "players": ["hans"],
                "counters": {"income": 24, "cash": 0},
            },
            {"id": "great-britain", "side": "allies", "players": ["anna"]},
        ],
        places=[
            {
                "id": "bavaria",
                "controller": "germany",
                "markers": {"building-minor-port": "done", "damage-building-minor-port": 2},
            }
        ],
        units=[],
        steps=["place-units"],
    ),
    "GW-R-12.9-a": adjudicate(
        places=[
            {
                "id": "london",
                "controller": "great-britain",
                "facts": {"coastal-artillery": 1},
                "markers": {"built-coastal-artillery:sea:a23": 1},
            }
        ],
        units=[
            group("germany", "destroyer", "sea:a22"),
            group("great-britain", "light-cruiser", "sea:a23"),
        ],
        orders=moves(
            "combat_moves", "hans", {"units": {"destroyer": 1}, "from": "A22", "to": "A23"}
        ),
        steps=["combat-movement"],
    )
    | {"dice": {"crossing/london/destroyer-1": [12]}},
    "GW-R-8.6-a": adjudicate(
        powers=[
            {
                "id": "germany",
                "side": "axis",
                "players": ["hans"],
                "relations": {"great-britain": "war", "france": "war"},
            },
            {
                "id": "great-britain",
                "side": "allies",
                "players": ["anna"],
                "relations": {"germany": "war"},
            },
            {
                "id": "france",
                "side": "allies",
                "players": ["anna"],
                "relations": {"germany": "war"},
            },
        ],
        control={"southern-england": "great-britain"},
        units=[
            group("germany", "heavy-cruiser", "sea:a23"),
            group("france", "light-cruiser", "sea:a22"),
            group("great-britain", "fighter", "southern-england"),
        ],
        steps=["combat-movement", "combat"],
        orders={
            "hans": {
                "combat_moves": [{"units": {"heavy-cruiser": 1}, "from": "A23", "to": "A22"}],
                "battles": [{"at": "A22", "retreat": "round >= 1"}],
            }
        },
        standing={"anna": {"defend": {"scramble": "all"}}},
    )
    | {
        "dice": {
            "round-1/attack/heavy-cruiser": [12],
            "round-1/defence/light-cruiser": [12],
            "round-1/defence/fighter": [12],
        }
    },
}
