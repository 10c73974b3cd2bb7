"""pbem map build: a sheet anew from open geography."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click

from pbem.cli.common import FILE, echo_json, format_option, write_out
from pbem.cli.progress import progress


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
    with progress(f"build {sheet}", quiet=form == "json"):
        name, shipped, text, dates, problems = _built(sheet, cache, alone=out is not None)
    path = out or shipped
    files = {path: text} if out else {path: text, **dates}
    same = all(one.exists() and one.read_text(encoding="utf-8") == files[one] for one in files)
    if not check:
        for one, written in files.items():
            write_out(one, written)
    lines = text.count("\n")
    if form == "json":
        told = {"map": name, "file": str(path), "lines": lines, "written": not check, "same": same}
        echo_json({**told, "not_placed": problems})
    else:
        _say(problems, f"{path}: {_found(same) if check else f'{lines} lines'}")
    return 1 if check and not same else 0


class _Built(NamedTuple):
    """Which map it is, its shipped file, its text anew, its other dates, what had no place."""

    name: str
    path: Path
    text: str
    dates: dict[Path, str]
    problems: list[str]


def _built(sheet: str, cache: Path, *, alone: bool) -> _Built:
    """The map anew, alone or with its other dates."""
    from pbem.core.maps.shipped import dated, shipped_maps
    from pbem.maps.building.build import BUILT, build, known_maps, map_of
    from pbem.maps.building.cut import cut, is_cut
    from pbem.maps.building.outlines import outlines_path
    from pbem.maps.building.outlining import build_outlines, known_boards
    from pbem.maps.building.sources import Sources
    from pbem.maps.dates import overlays

    if sheet in known_boards():
        board, text, problems = build_outlines(sheet, cache)
        return _Built(board, outlines_path(board), text, {}, list(problems))
    path = shipped_maps().get(sheet)
    if path is not None and sheet not in known_maps() and is_cut(path):
        return _Built(sheet, path, cut(path), {}, [])
    name = map_of(sheet)
    built = build(name, cache)
    then = {} if alone else overlays(built, Sources(cache))
    dates = {dated(name, date): text for date, text in then.items()}
    return _Built(name, BUILT / f"{name}.yaml", built.text, dates, list(built.work.problems))


def _found(same: bool) -> str:
    return "the same" if same else "different"


def _say(problems: list[str], line: str) -> None:
    for problem in problems:
        click.echo(f"not placed: {problem}", err=True)
    click.echo(line)
