"""pbem map diff: what differs between two maps."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE
from pbem.cli.map_options import fix_option


@click.command()
@click.argument("first", metavar="MAP")
@click.argument("second", metavar="[OTHER]", required=False)
@fix_option
@click.option(
    "--corrections",
    type=FILE,
    metavar="FILE",
    help="Write the difference as a correction file for the first map.",
)
@click.option("--why", metavar="TEXT", help="The reason that the correction file gives.")
def command(
    first: str,
    second: str | None,
    fixes: tuple[Path, ...],
    corrections: Path | None,
    why: str | None,
) -> None:
    """Show what differs between two maps: facts of hexes, features of sides, provenance.

    Without OTHER the first map is compared with itself under the corrections of --fix. Lines
    begin with + (only in the other), - (only in the first) or ~ (changed).

    \b
    Example:
      pbem map diff wif/barbarossa-12 wif/barbarossa-12
    """
    from pbem.cli.common import write_out
    from pbem.core.data.findings import UsageError
    from pbem.maps.diff import Difference
    from pbem.maps.diff import corrections as as_corrections
    from pbem.maps.shipped import open_map

    if second is None and not fixes:
        raise UsageError("name the other map, or a correction file (--fix)")
    if (corrections is None) != (why is None):
        raise UsageError("--corrections and --why go together: a correction gives its reason")
    difference = Difference(open_map(first).board, open_map(second or first, fixes).board)
    if corrections is not None and why is not None:
        write_out(corrections, as_corrections(difference, why))
    for line in difference.lines:
        click.echo(line)
    click.echo(f"{len(difference.lines)} differences" if difference.lines else "no difference")
