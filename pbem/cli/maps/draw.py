"""pbem map draw: a map, a position or a run as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import FILE, echo_json, format_option
from pbem.cli.completing import places, runs
from pbem.cli.maps.options import army_of, overlay_options, position_options

if TYPE_CHECKING:
    from pbem.core.maps.board import Board
    from pbem.core.reading.scene import Scene
    from pbem.maps.drawing.draw import Sight
    from pbem.maps.opening import Overlay


@click.command()
@click.argument("name", metavar="[MAP]", required=False)
@overlay_options
@position_options
@click.option(
    "--impulse",
    shell_complete=runs,
    metavar="N",
    help="Moves and battles of this run (with --game).",
)
@click.option(
    "--region",
    shell_complete=places,
    metavar="PART",
    default="",
    help="Only a part of the map; see below.",
)
@click.option(
    "--layer",
    "layers",
    multiple=True,
    metavar="NAME",
    help="Only these layers; or colour the hexes by a fact (zone, country, aligned).",
)
@click.option(
    "--zoom",
    type=click.Choice(["world", "front", "battle"]),
    help="How near it is looked at: what is drawn is what can be read so.",
)
@click.option(
    "--width", type=click.IntRange(100, 20_000), metavar="N", help="Pixels across, of a PNG."
)
@click.option(
    "--paper",
    type=click.Choice(["sheet", "a4", "a3", "letter"]),
    default="sheet",
    help="Of a PDF: one large sheet, or pages to glue.",
)
@click.option(
    "--hex-mm",
    type=click.FloatRange(3, 100),
    default=18.0,
    metavar="MM",
    help="Of a PDF: from side to side of a hex (18: half-inch counters).",
)
@click.option("--sources", is_flag=True, help="Tell below where every layer comes from.")
@click.option(
    "--out",
    type=FILE,
    metavar="FILE",
    required=True,
    help="Where: x.svg, .png, .pdf; x.html: a run in steps.",
)
@format_option
def command(
    name: str | None,
    over: Overlay,
    game: Path | None,
    state: Path | None,
    player: str,
    secrets: bool,
    impulse: str | None,
    region: str,
    layers: tuple[str, ...],
    out: Path,
    form: str,
    **asked: Any,
) -> None:
    """Draw a map, the position of a game, or what a run did: SVG (PNG, PDF with pbem[maps]).

    PART is Minsk:4 (a place and so many hexes round it), E2640-E2235 (two corners),
    country:poland (any fact of the map), sheet:E, or several of these with commas. Layers:
    terrain, signs, coast, grid, control, borders, sides, lines, names, towns, numbers, moves,
    hexes, units, battles, key. At zoom `world` a hex is 26 pixels wide (towns: cities alone),
    at `front` 52 (ports, counters without titles), at `battle` 104 (everything).

    \b
    Example:
      pbem map draw wif/barbarossa-12 --out front.svg
      pbem map draw wif-world --zoom world --out world.png
      pbem map draw wif-europe --region sheet:E --paper a4 --out sheet-e.pdf
      pbem map draw --game barb --impulse 1 --region Minsk:4 --out minsk.svg
    """
    from dataclasses import replace

    from pbem.core.data.findings import UsageError
    from pbem.maps.drawing.picture import Wanted, picture
    from pbem.store.files import write_file

    if (name is None) == (game is None and state is None):
        raise UsageError("name a map, or a game directory (--game) or state file (--state)")
    if name is not None:
        sight = _of_map(name, over, bool(player or secrets or impulse))
    else:
        sight = _of_game(game, state, player, secrets, impulse, bool(over))
    narrowed = replace(_narrowed(sight, region, layers), sources=asked["sources"])
    wanted = Wanted(asked["zoom"] or "", asked["width"], asked["paper"], asked["hex_mm"])
    write_file(out, picture(narrowed, out, wanted))
    if form == "json":
        echo_json({"map": sight.board.id, "file": str(out), "places": len(narrowed.places)})


def _of_map(name: str, over: Overlay, wants_game: bool) -> Sight:
    from pbem.core.data.findings import UsageError
    from pbem.maps.drawing.draw import Sight
    from pbem.maps.opening import open_map

    if wants_game:
        raise UsageError("--player, --secrets and --impulse go with --game")
    board = open_map(name, over).board
    return Sight(board, board.places, subtitle=board.date)


def _of_game(
    game: Path | None,
    state: Path | None,
    player: str,
    secrets: bool,
    impulse: str | None,
    over: bool,
) -> Sight:
    from pbem.core.data.findings import UsageError
    from pbem.maps.drawing.draw import Sight
    from pbem.maps.drawing.units import Army

    if over:
        raise UsageError(
            "--fix and --date go with a map", hint="a game keeps its corrections in data/"
        )
    if impulse is None:
        army = army_of(game, state, player, secrets)
        clock = army.state.clock
        when = f"{clock.name}, before its orders" if clock.window else clock.name
        return Sight(army.game.board, army.game.board.places, army=army, subtitle=when)
    if game is None:
        raise UsageError("--impulse goes with --game")
    scene = _scene(game, player, secrets, impulse)
    subtitle = f"run {impulse}: {scene.before.clock.name}"
    army = Army(scene.game, scene.after)
    board = scene.game.board
    return Sight(board, board.places, army=army, scene=scene, subtitle=subtitle)


def _scene(game: Path, player: str, secrets: bool, impulse: str) -> Scene:
    from pbem.audit.rebuild import scene_of
    from pbem.cli.records import chosen_record
    from pbem.core.data.findings import UsageError, suggest

    scene = scene_of(chosen_record(game, impulse, None), player, secrets)
    if player and player not in scene.players:
        hint = suggest(player, scene.players)
        raise UsageError(f"'{player}' plays no power in this game", hint=hint)
    return scene


def _narrowed(sight: Sight, region: str, layers: Iterable[str]) -> Sight:
    """The sight with the part and the layers that were asked for."""
    from dataclasses import replace

    from pbem.maps.drawing.draw import LAYERS
    from pbem.maps.drawing.region import region as part_of

    sight = replace(sight, places=part_of(sight.board, region))
    named = set(layers)
    tints = sorted(named - set(LAYERS))
    for tint in tints:
        _known_fact(sight.board, tint)
    if named & set(LAYERS):
        wanted = (named & set(LAYERS)) | ({"terrain"} if tints else set())
        sight = replace(sight, layers=frozenset(wanted))
    return replace(sight, tint=tints[0]) if tints else sight


def _known_fact(board: Board, name: str) -> None:
    from pbem.core.data.findings import UsageError, suggest
    from pbem.maps.drawing.draw import LAYERS

    facts = {*board.by_fact, *(fact for facts in board.countries.values() for fact in facts)}
    if name not in facts:
        hint = suggest(name, [*LAYERS, *sorted(facts)])
        raise UsageError(f"'{name}' is neither a layer nor a fact of this map", hint=hint)
