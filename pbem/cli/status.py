"""pbem status: where games stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pbem.cli.common import FILE, echo_json, format_option, games_of, moment_of
from pbem.cli.terminal import echo, wipe

if TYPE_CHECKING:
    from pbem.post.overview import Overview, Seat

_PAUSE: Final = 30.0  # seconds
_COLOURS: Final = {
    "game": "bold", "sent": "green", "owes": "yellow", "asked": "yellow", "late": "red",
}  # fmt: skip


@click.command()
@click.argument("folder", required=False, type=FILE, metavar="[DIR]")
@click.option("--now", metavar="TIME", help="As of 2026-11-20 19:30 UTC. Default: now.")
@click.option("--watch", is_flag=True, help="Tell it anew every half minute, until Ctrl-C.")
@format_option
def command(folder: Path | None, now: str | None, watch: bool, form: str) -> int:
    """Tell where a game stands, or every game of a folder.

    The open window, who has sent orders for it, who owes them, who is late by his deadline in
    game.yaml (in his own time zone), whose answer play waits for, who is away, which protests wait
    for a ruling, which address in game.yaml cannot be read. DIR is a game or a folder with many;
    without it the folder in which you are.

    \b
    Example:
      pbem status barb
      pbem status games --now "2026-11-20 19:30 UTC"
    """
    from pbem.core.data.findings import UsageError

    root = folder or Path()
    if watch and form == "json":
        raise UsageError("--watch is for reading; with --format json call the command again")
    if watch:
        return _watch(root, now)
    found = _found(root, now)
    if form == "json":
        echo_json([_data(one) for one in found])
    else:
        _tell(found)
    return 0


def _found(root: Path, now: str | None) -> list[Overview]:
    from pbem.post.overview import overview

    single = (root / "game.yaml").is_file()
    games = games_of(root, None) if single else games_of(None, root)
    when = moment_of(now)
    return [overview(directory, when) for directory in games.values()]


def _watch(root: Path, now: str | None) -> int:
    """Tell it again and again, on a terminal in place of what stood there."""
    from time import sleep

    try:
        while True:
            found = _found(root, now)
            wipe()
            _tell(found)
            sleep(_PAUSE)
    except KeyboardInterrupt:
        return 0


def _data(one: Overview) -> dict[str, Any]:
    return {
        "game": one.game,
        "folder": one.folder,
        "window": one.window,
        "run": one.run,
        "stage": one.stage,
        "rule_in": one.rulings,
        "players": [
            {
                "player": seat.player,
                "state": seat.state,
                "deadline": seat.deadline,
                "away": seat.away,
                "standing": seat.standing,
                "waiting": list(seat.waiting),
            }
            for seat in one.seats
        ],
        "notes": list(one.notes),
        "protests": [
            {"number": p.number, "player": p.player, "run": p.run, "paragraph": p.paragraph}
            for p in one.protests
        ],
    }


def _tell(found: list[Overview]) -> None:
    """Each line, in the colour of what it asks for."""
    for state, line in _lines(found):
        echo(line, _COLOURS.get(state, ""))


def _lines(found: list[Overview]) -> Iterator[tuple[str, str]]:
    """A line a game, and below it each player of whom there is something to say."""
    from pbem.core.data.letters import shown_in_line

    for one in found:
        window = one.window.partition(" ")[2]
        yield "game", shown_in_line(f"{one.game}: run {one.run}, {window}: {one.stage}")
        if one.rulings:
            yield "asked", shown_in_line(f"  the moderator must rule: {one.rulings}")
        for seat in one.seats:
            if seat.state != "idle" or seat.away or seat.waiting:
                yield seat.state, shown_in_line(f"  {seat.player}: {', '.join(_told(seat))}")
        yield from (("late", shown_in_line(f"  {note}")) for note in one.notes)
        for p in one.protests:
            yield "asked", shown_in_line(f"  protest {p.number} of {p.player} against {p.about}")


def _told(seat: Seat) -> Iterator[str]:
    """What there is to say of a player."""
    yield seat.state
    if seat.deadline and seat.state != "idle":
        yield f"by {seat.deadline}"
    if seat.away:
        yield seat.away
    if seat.standing:
        yield "standing orders"
    yield from (f"orders wait for {name.split()[-1]}" for name in seat.waiting)
