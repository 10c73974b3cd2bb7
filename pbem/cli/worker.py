"""pbem worker: play runs for the batches of others."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from pbem.cli.common import FILE, echo_json, format_option


@click.command()
@click.argument("address", metavar="HOST:PORT")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Runs at once.")
@click.option(
    "--certificates",
    type=FILE,
    default=Path("cluster.yaml"),
    show_default=True,
    metavar="FILE",
    help="The file that names them.",
)
@click.option("--check", is_flag=True, help="Only look whether batches could reach it.")
@format_option
def command(address: str, jobs: int, certificates: Path, check: bool, form: str) -> None:
    """Play runs that `pbem batch --cluster` sends here, until this command is stopped.

    Batch and worker need certificates of one authority, and the same program. A worker gets
    positions and orders with all secrets, and keeps none of it.

    \b
    Example:
      pbem worker 127.0.0.1:8786 --jobs 2 --check
    """
    from pbem.post.wire import address as read
    from pbem.post.wire import settings
    from pbem.post.worker import check_here, listen, serve

    host, port = read(address)
    if check:
        name = check_here(host, certificates)
        _tell(f"batches reach {host} with these certificates as '{name}'", address, jobs, form)
        return
    settings(certificates).context(server=True)
    with listen(host, port) as door:
        at = f"{host}:{door.getsockname()[1]}"
        _tell(f"listens at {at}, {jobs} at once", at, jobs, form)
        with suppress(KeyboardInterrupt):
            serve(door, certificates, jobs)


def _tell(words: str, at: str, jobs: int, form: str) -> None:
    if form == "json":
        echo_json({"at": at, "jobs": jobs})
    else:
        click.echo(words)
