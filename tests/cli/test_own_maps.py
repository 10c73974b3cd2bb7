"""A piece of map of a game's own: played, shown, and named in log and report, in every system."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.shared import HEAD, Pbem, levies, send, settle

from pbem.core.data.yamlio import read_data

ROOT = Path(__file__).parents[2]
CORRECTIONS = "data/map-corrections.yaml"
HEADS = {
    "toy/duel": "toy-duel",
    "wif/barbarossa-12": "wif-barbarossa-12",
    "gw/france-1940": "gw-france-1940",
}
MARCHES = {"rosa": "march: [{unit: Lion, to: ford}]\n", "rolf": "march: [{unit: Boar, to: Wood}]\n"}

Game = Callable[[str], Path]


@pytest.fixture
def game(pbem: Pbem, tmp_path: Path) -> Game:
    """A game of a scenario whose window has the sample orders."""

    def made(scenario: str) -> Path:
        folder = tmp_path / "as-shipped"
        assert pbem("new", scenario, folder).code == 0
        if scenario.startswith("toy/"):
            levies(folder)
            assert pbem("adjudicate", "--game", folder).code == 0
            for player, text in MARCHES.items():
                send(folder, f"orders/{player}.yaml", HEAD.format(player=player) + text)
            return folder
        for path in sorted((ROOT / "orders" / scenario).glob("*.yaml")):
            if path.name != "change.yaml":
                part = "standing" if path.stem.endswith("-standing") else "orders"
                shutil.copy(path, folder / part / path.name)
        return folder

    return made


def with_own(folder: Path, scenario: str, text: str) -> Path:
    """The same game, keys and all, with a correction of its map."""
    own = folder.with_name("own")
    shutil.copytree(folder, own)
    (own / "data").mkdir(exist_ok=True)
    head = f"format: pbem-map-corrections/1\nof: {HEADS[scenario]}\nwhy: as on my sheet\n"
    send(own, CORRECTIONS, head + text)
    if (own / "runs/1").is_dir():
        with (own / "game.yaml").open("a") as roster:
            roster.write(f"changes: [{{from_run: 2, what: [{CORRECTIONS}], who: M, why: w}}]\n")
    else:
        settle(own)
    return own


def last(folder: Path, name: str) -> str:
    """A file of the last run."""
    runs = sorted(
        (folder / "runs").iterdir(), key=lambda path: tuple(map(int, path.name.split(".")))
    )
    return (runs[-1] / name).read_text(encoding="utf-8")


def words(text: str) -> str:
    return " ".join(text.split())


# scenario, correction, what the report says on the shipped map alone, what on the own one alone
PIECES = [
    ("toy/duel", "remove: {borders: {ford: [red-home]}}\n",
     "Lion Red Home > Ford", "march 1, line 3: ford does not touch red-home (4)"),
    ("toy/duel", "areas: {at: {ford: {name: Furt}}}\n", "Crimson takes Ford", "takes Furt"),
    ("wif/barbarossa-12", "layers: {terrain: {legend: {s: swamp}, rows: 'E2538: s'}}\n",
     "Bialystok E2538, clear, fine", "Bialystok E2538, swamp, fine"),
    ("wif/barbarossa-12", "hexsides: {river: {sides: {Narew: E2538-E2638}}}\n",
     "XIII INF 8, LXXI INF 6 = 14", "XIII INF 8 (4 here, across river)"),
    ("wif/barbarossa-12", "remove: {links: {rail: E2542 E2441 E2541}}\n",
     "2 INF div E2441 > E2741", "rail 1, line 14: 2 INF div cannot go to Königsberg E2741"),
    ("wif/barbarossa-12", "places: {at: {E2741: {city: null, port: null}}}\n",
     "2 INF div E2441 > E2741", "Königsberg E2741 is no station (11.9)"),
    ("wif/barbarossa-12", "places: {at: {E2538: {name: Belostok, also: [Bialystok]}}}\n",
     "LAND COMBAT Bialystok E2538", "LAND COMBAT Belostok E2538"),
    ("gw/france-1940", 'remove: {borders: {paris: ["picardy river:paris"]}}\n',
     "Ground: city; river from Picardy", "Ground: city Germany"),
    ("gw/france-1940", "remove: {borders: {bavaria: [alsace-lorraine]}}\n",
     "Ground: maginot line from Bavaria", "cannot get from Bavaria to Alsace-Lorraine"),
    ("gw/france-1940", "areas: {at: {alsace-lorraine: {terrain: mountain}}}\n",
     "Ground: maginot line", "Ground: mountain; maginot line"),
    ("gw/france-1940", "areas: {at: {normandy: {name: Normandie, also: [Normandy]}}}\n",
     "BATTLE OF NORMANDY", "BATTLE OF NORMANDIE"),
]  # fmt: skip


@pytest.mark.parametrize(("scenario", "text", "shipped", "own"), PIECES)
def test_a_piece_of_map_of_a_game_is_played_and_named(
    pbem: Pbem, game: Game, scenario: str, text: str, shipped: str, own: str
) -> None:
    plain = game(scenario)
    mine = with_own(plain, scenario, text)
    for folder in (plain, mine):
        said = pbem("adjudicate", "--game", folder)
        assert said.code == 0, said.err
    ask = ("report", "--full", "--game")
    before, after = (words(pbem(*ask, folder).out) for folder in (plain, mine))
    assert (shipped in before, own in before) == (True, False)
    assert (shipped in after, own in after) == (False, True)
    assert "OWN DATA map-corrections.yaml" in after
    assert "OWN DATA" not in before
    header = json.loads(last(mine, "ledger.jsonl").partition("\n")[0])["body"]
    digest = hashlib.sha256((mine / CORRECTIONS).read_bytes()).hexdigest()
    assert header["inputs"]["data/own/map-corrections.yaml"] == digest
    assert (mine / f"data/kept/{digest}.yaml").read_bytes() == (mine / CORRECTIONS).read_bytes()
    assert pbem("map", "diff", "--game", plain).out == "no difference\n"
    assert " differences\n" in pbem("map", "diff", "--game", mine).out
    assert pbem("audit", "--game", mine).code == 0


AMENDMENT = """\
format: pbem-amend/1
game: {game}
after: "0"
author: Mod
reason: the sheet has a place more
cite: my sheet
events:
- {{event: PlaceChanged, place: {place}, what: controller, new: {power}}}
"""

HOLDERS = {"wif/barbarossa-12": "germany", "gw/france-1940": "france"}

# scenario, the place, correction that adds it, an order as it is and as it goes there, the report
NEW_PLACES = [
    ("toy/duel", "isle", "add: {areas: [isle]}\nareas: {at: {isle: {name: Isle}}}\n"
     "borders: {between: {isle: [red-home]}}\n", "to: ford", "to: Isle", "Lion Red Home > Isle"),
    ("wif/barbarossa-12", "E2837", "add: {hexes: [E2837]}\nplaces: {at: {E2837: {terrain: clear, "
     "country: poland, zone: n-temperate, name: Lowicz}}}\n", "land:    ",
     "land:\n  - {units: LXXXVI GAR, to: Lowicz}\n#", "LXXXVI GAR E2737 > E2837"),
    ("gw/france-1940", "ardennes", "add: {areas: [ardennes]}\nareas: {at: {ardennes: {name: "
     "Ardennes, nation: france, value: 1}}}\nborders: {between: {ardennes: [western-germany]}}\n",
     "from: Western Germany, to: Alsace-Lorraine", "from: Western Germany, to: Ardennes",
     "Western Germany > Ardennes"),
]  # fmt: skip


@pytest.mark.parametrize(("scenario", "place", "text", "old", "new", "told"), NEW_PLACES)
def test_a_place_of_a_games_own_is_gone_to(
    pbem: Pbem, game: Game, scenario: str, place: str, text: str, old: str, new: str, told: str
) -> None:
    """An amendment says who controls it, where that matters."""
    folder = with_own(game(scenario), scenario, text)
    for path in sorted((folder / "orders").iterdir()):
        path.write_text(path.read_text().replace(old, new))
    if scenario in HOLDERS:
        name = read_data(folder / "game.yaml")["game"]
        amendment = AMENDMENT.format(game=name, place=place, power=HOLDERS[scenario])
        assert pbem("amend", send(folder, "fix.yaml", amendment), "--game", folder).code == 0
    assert pbem("adjudicate", "--game", folder).code == 0
    assert told in words(last(folder, "report.txt"))
    assert pbem("map", "show", place, "--game", folder, "--radius", "1").code == 0
    assert pbem("map", "draw", "--game", folder, "--out", folder / "x.svg").code == 0


def test_the_board_that_scenarios_share_is_corrected_alike(pbem: Pbem, tmp_path: Path) -> None:
    game = tmp_path / "world"
    assert pbem("new", "gw/global-war-1936", game).code == 0
    (game / "data").mkdir()
    text = "format: pbem-map-corrections/1\nof: gw-world\nwhy: mine\nremove: "
    send(game, CORRECTIONS, text + "{borders: {normandy: [picardy]}}\n")
    said = pbem("map", "diff", "--game", game)
    assert "- normandy touches picardy" in said.out
    assert "picardy" not in pbem("map", "show", "normandy", "--game", game, "--radius", "1").out
    checked = pbem("map", "check", "--game", game)
    assert (checked.code, checked.out.splitlines()[-1][:8]) == (0, "gw-world")
    send(game, CORRECTIONS, text + "{borders: {normandy: [paris river]}}\n")
    checked = pbem("map", "check", "--game", game)
    assert f"{game / CORRECTIONS}:4:31: error: there is no river" in checked.err


def test_a_whole_map_of_a_games_own_counts_with_its_parts(pbem: Pbem, duel: Path) -> None:
    shipped = ROOT / "tests/toy/data/scenarios/toy/duel/map.yaml"
    head, areas, borders = shipped.read_text().partition("areas:")
    (duel / "data").mkdir()
    send(duel, "data/map.yaml", f"{head}parts: [land.yaml]\n")
    part = (areas + borders).replace("{name: Ford}", "{name: Furt}")
    send(duel, "data/land.yaml", f"format: pbem-map-part/1\nof: toy-duel\n{part}")
    send(duel, "data/sea.yaml", "format: pbem-map-part/1\nof: toy-duel\n")
    send(duel, "data/map-correction.yaml", "format: pbem-map-corrections/1\n")
    settle(duel)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 0
    for name in ("map-correction.yaml", "sea.yaml"):
        assert f"data/{name}: warning: this file is not read" in said.err
    assert said.err.count("is not read") == 2
    assert "OWN DATA land.yaml, map.yaml" in words(last(duel, "report.txt"))
    assert "Furt" in pbem("map", "show", "ford", "--game", duel).out
    log = last(duel, "ledger.jsonl")
    assert "data/own/land.yaml" in log
    assert "data/own/sea.yaml" not in log


def test_a_map_and_a_game_are_not_named_together(pbem: Pbem, duel: Path) -> None:
    for words_ in (("check", "wif-europe"), ("check", "--fix", "x.yaml"), ("diff", "wif-europe")):
        said = pbem("map", *words_, "--game", duel)
        assert (said.code, "not both" in said.err) == (2, True)
    assert "name a map, or a game (--game)" in pbem("map", "check").err
