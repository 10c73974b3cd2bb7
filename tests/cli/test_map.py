"""pbem map: check, diff, show and draw, on shipped maps, files, games and runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli.shared import Pbem, every_byte, send

FRONT = "wif/barbarossa-12"
BROKEN = """\
format: pbem-map-corrections/1
of: wif-barbarossa-12
why: a test
places:
  at:
    E2140: {port: major}
"""
OFF = BROKEN.replace("E2140: {port: major}", "E9940: {port: major}")


@pytest.fixture
def fix(tmp_path: Path) -> Path:
    path = tmp_path / "fix.yaml"
    path.write_text(BROKEN, encoding="utf-8")
    return path


def test_a_shipped_map_is_sound(pbem: Pbem) -> None:
    said = pbem("map", "check", FRONT)
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith(": sound\n")


def test_what_a_correction_breaks_is_told_with_its_line(pbem: Pbem, fix: Path) -> None:
    said = pbem("map", "check", FRONT, "--fix", fix)
    assert said.code == 1
    assert f"{fix}:6:19: error: the port Minsk E2140 touches no sea area\n" in said.out
    assert said.out.endswith(": 1 errors, 0 warnings\n")


def test_a_check_can_be_read_by_programs(pbem: Pbem, fix: Path) -> None:
    said = pbem("map", "check", FRONT, "--fix", fix, "--format", "json")
    (finding,) = json.loads(said.out)["findings"]
    assert (finding["code"], finding["line"]) == ("map-port", 6)


@pytest.mark.parametrize(
    "command",
    [
        ("map", "check", FRONT),
        ("map", "diff", FRONT),
        ("map", "show", "Minsk", "--map", FRONT),
        ("map", "draw", FRONT, "--out", "x.svg"),
    ],
)
def test_a_correction_off_the_map_is_one_message_and_nothing_is_written(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = send(tmp_path, "off.yaml", OFF)
    before = every_byte(tmp_path)
    said = pbem(*command, "--fix", path)
    assert (said.code, said.out) == (1, "")
    assert said.err == (
        f"{path}:6:12: error: 'E9940' is not on this map\n"
        "    a hex is on the map when the terrain rows hold it\n"
    )
    assert every_byte(tmp_path) == before


def test_what_an_owner_changed_becomes_a_correction_file(pbem: Pbem, tmp_path: Path) -> None:
    from pbem.core.maps.shipped import map_path

    text = map_path(FRONT).read_text(encoding="utf-8")
    mine = send(tmp_path, "mine.yaml", text.replace("E2745: w F F C f", "E2745: w f F C f"))
    out = tmp_path / "fix.yaml"
    said = pbem("map", "diff", FRONT, mine, "--corrections", out, "--why", "as printed")
    assert said.code == 0
    assert said.out == "~ E2645 coast: true -> nothing\n1 differences\n"
    again = pbem("map", "diff", mine, FRONT, "--fix", out)
    assert "~ E2645" not in again.out


def test_a_map_is_shown_and_found_by_a_place(pbem: Pbem) -> None:
    named = pbem("map", "show", "e2140", "--map", FRONT, "--radius", "0")
    assert named.code == 0
    assert "|E2140*.~" in named.out
    assert pbem("map", "show", "Minsk", "--radius", "0").code == 0
    nowhere = pbem("map", "show", "Atlantis")
    assert nowhere.code == 2
    assert nowhere.err.startswith("pbem: no shipped map knows 'Atlantis'\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("show", "Mnsk", "--map", FRONT), "'Mnsk' is not on this map"),
        (("show", "Minsk", "--map", "wif/nowhere"), "there is no map 'wif/nowhere'"),
        (("show", "Minsk", "--player", "anna"), "--player and --secrets go with --game"),
        (("show", "Minsk", "--fix", "x"), "--fix and --date need to know which map"),
        (("diff", FRONT), "name two maps, a map and a correction file"),
        (("diff", FRONT, FRONT, "--why", "x"), "--corrections and --why go together"),
        (("draw", "--out", "x.svg"), "name a map"),
        (("draw", FRONT, "--out", "x.jpg"), "a picture is .svg, .png or .pdf"),
        (("draw", FRONT, "--out", "x.svg", "--layer", "colour"), "neither a layer nor a fact"),
        (("draw", FRONT, "--out", "x.svg", "--impulse", "1"), "go with --game"),
        (("draw", FRONT, "--out", "x.svg", "--region", "Mnsk:2"), "'Mnsk' is not on this map"),
    ],
)
def test_a_wrong_call_is_one_message_and_nothing_is_written(
    pbem: Pbem,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    args: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    said = pbem("map", *args)
    assert (said.code, said.out) == (2, "")
    assert message in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_position_and_a_run_are_drawn(pbem: Pbem, duel: Path, tmp_path: Path) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    out = tmp_path / "now.svg"
    assert pbem("map", "draw", "--game", duel, "--out", out).code == 0
    assert "Red Home" in out.read_text(encoding="utf-8")
    assert pbem("map", "draw", "--game", duel, "--impulse", "1", "--out", out).code == 0
    ElementTree.fromstring(out.read_text(encoding="utf-8"))
    assert "run 1" in out.read_text(encoding="utf-8")
    nobody = pbem("map", "draw", "--game", duel, "--impulse", "7", "--out", out)
    assert (nobody.code, "there is no run 7" in nobody.err) == (2, True)


def test_a_player_sees_his_secrets_and_others_do_not(
    pbem: Pbem, duel: Path, tmp_path: Path
) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    seen = {}
    for name, args in {"public": (), "all": ("--secrets",), "rosa": ("--player", "rosa")}.items():
        out = tmp_path / f"{name}.svg"
        assert pbem("map", "draw", "--game", duel, *args, "--out", out).code == 0
        seen[name] = out.read_text(encoding="utf-8").count('href="#sign-unknown"')
    assert seen["all"] == 0
    assert seen["public"] >= seen["rosa"]
    assert seen["public"] > 0
    assert pbem("map", "draw", "--game", duel, "--player", "otto", "--out", "x.svg").code == 2


def test_png_without_a_renderer_is_one_message(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    out = tmp_path / "x.png"
    said = pbem("map", "draw", FRONT, "--out", out)
    assert (said.code, out.exists()) == (1, False)
    assert "pip install 'pbem[maps]'" in said.err


def test_png_and_pdf_are_painted_as_large_as_was_asked(pbem: Pbem, tmp_path: Path) -> None:
    from PIL import Image

    out = tmp_path / "x.png"
    assert pbem("map", "draw", FRONT, "--width", "800", "--out", out).code == 0
    with Image.open(out) as image:
        image.load()
        assert image.size[0] == 800
        colours = image.getcolors(1_000_000) or []
    common = {colour for count, colour in colours if count > 2000}
    assert {(0xF3, 0xF1, 0xCF), (0xBF, 0xCF, 0x88)} <= common  # clear and forest
    assert pbem("map", "draw", FRONT, "--zoom", "world", "--out", out).code == 0
    with Image.open(out) as image:
        assert image.size[0] < 500
    paper = tmp_path / "x.pdf"
    assert pbem("map", "draw", FRONT, "--paper", "a4", "--out", paper).code == 0
    assert paper.read_bytes().startswith(b"%PDF")


def test_a_folder_that_is_not_there_is_one_message(pbem: Pbem, tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "x.svg"
    said = pbem("map", "draw", FRONT, "--out", out)
    assert (said.code, said.err.count("\n")) == (1, 1)


def test_a_game_plays_on_its_corrected_map(pbem: Pbem, tmp_path: Path) -> None:
    game = tmp_path / "barb"
    assert pbem("new", FRONT, game).code == 0
    before = pbem("map", "show", "Riga", "--game", game, "--radius", "0")
    assert "port minor" in before.out
    (game / "data").mkdir()
    send(game, "data/map-corrections.yaml", BROKEN.replace("E2140: {port", "E2445: {port"))
    said = pbem("map", "show", "Riga", "--game", game, "--radius", "0")
    assert "port major" in said.out
    send(game, "data/map-corrections.yaml", OFF)
    said = pbem("map", "show", "Riga", "--game", game)
    assert (said.code, "'E9940' is not on this map" in said.err) == (1, True)
