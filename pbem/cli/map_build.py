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

    SHEET is a sheet (W, E) or a map (wif-europe). Shipped maps are built already; this is for who
    changes the lists in pbem/maps/data. The raw sources are pinned packages, fetched once.

    \b
    Example:
      pbem map build wif-europe --out my-europe.yaml
    """
    from pbem.maps.building.build import BUILT, build, map_of

    name = map_of(sheet)
    path = out or BUILT / f"{name}.yaml"
    text, problems = build(name, cache)
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
