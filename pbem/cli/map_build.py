"""pbem map build: a sheet anew from open geography."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE, echo_json, format_option, write_out


@click.command()
@click.argument("sheet", metavar="SHEET")
@click.option(
    "--out", type=FILE, metavar="FILE", help="Where to write; else over the shipped file."
)
@click.option(
    "--cache",
    type=FILE,
    default=Path.home() / ".cache" / "pbem" / "maps",
    metavar="DIR",
    help="Where the raw geography is kept.",
)
@click.option("--check", is_flag=True, help="Write nothing; is the shipped file the same?")
@format_option
def command(sheet: str, out: Path | None, cache: Path, check: bool, form: str) -> int:
    """Build a sheet anew from open geography and the lists by hand (needs pbem[maps]).

    SHEET is a sheet (W, E), a map (wif-europe) or a board whose zones are outlined (gw). Shipped
    maps are built already; this is for who changes the lists in pbem/maps/data. The raw sources are
    pinned packages, fetched once. A map that is cut from another (wif/barbarossa-12) is cut anew,
    and needs no sources.

    \b
    Example:
      pbem map build wif-europe --out my-europe.yaml
    """
    name, shipped, text, problems = _built(sheet, cache)
    path = out or shipped
    lines = text.count("\n")
    same = path.exists() and path.read_text(encoding="utf-8") == text
    if not check:
        write_out(path, text)
    if form == "json":
        echo_json(
            {
                "map": name,
                "file": str(path),
                "lines": lines,
                "written": not check,
                "same": same,
                "not_placed": list(problems),
            }
        )
    else:
        for problem in problems:
            click.echo(f"not placed: {problem}", err=True)
        found = "the same" if same else "different"
        click.echo(f"{path}: {found if check else f'{lines} lines'}")
    return 1 if check and not same else 0


def _built(sheet: str, cache: Path) -> tuple[str, Path, str, list[str]]:
    """Which map it is, its shipped file, its text anew, and what could not be placed."""
    from pbem.core.maps.shipped import shipped_maps
    from pbem.maps.building.build import BUILT, build, known_maps, map_of
    from pbem.maps.building.cut import cut, is_cut
    from pbem.maps.building.outlines import outlines_path
    from pbem.maps.building.outlining import build_outlines, known_boards

    if sheet in known_boards():
        board, text, problems = build_outlines(sheet, cache)
        return board, outlines_path(board), text, problems
    path = shipped_maps().get(sheet)
    if path is not None and sheet not in known_maps() and is_cut(path):
        return sheet, path, cut(path), []
    name = map_of(sheet)
    return name, BUILT / f"{name}.yaml", *build(name, cache)
