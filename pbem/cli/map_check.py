"""pbem map check: whether a map is sound."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import echo_json, finding_data, format_option
from pbem.cli.map_options import fix_option


@click.command()
@click.argument("name", metavar="MAP")
@fix_option
@format_option
def command(name: str, fixes: tuple[Path, ...], form: str) -> int:
    """Prove a map sound, or list what is wrong with it, each with file and line.

    A doubt that may be right (a railway that ends in the open) is a warning; what cannot be (a
    city at sea, a port without a sea) is an error, and the exit code is then 1.

    \b
    Example:
      pbem map check wif/barbarossa-12
    """
    from pbem.core.data.findings import EXIT_FINDINGS, has_errors
    from pbem.core.maps.check import check_map
    from pbem.maps.drawing.text import summary
    from pbem.maps.shipped import open_map

    reading = open_map(name, fixes)
    findings = check_map(reading)
    if form == "json":
        echo_json({"map": reading.board.id, "findings": [finding_data(f) for f in findings]})
    else:
        for finding in findings:
            click.echo(str(finding))
        click.echo(summary(reading.board, findings))
    return EXIT_FINDINGS if has_errors(findings) else 0
