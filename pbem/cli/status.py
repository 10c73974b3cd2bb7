"""pbem status: where games stand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import FILE, echo_json, format_option, games_of, moment_of

if TYPE_CHECKING:
    from pbem.post.overview import Overview


@click.command()
@click.argument("folder", required=False, type=FILE, metavar="[DIR]")
@click.option("--now", metavar="TIME", help="As of 2026-11-20 19:30 UTC. Default: now.")
@format_option
def command(folder: Path | None, now: str | None, form: str) -> int:
    """Tell where a game stands, or every game of a folder.

    The open window, who has sent orders for it, who owes them, who is late by his deadline in
    game.yaml (in his own time zone), whose answer play waits for, who is away, which protests wait
    for a ruling. DIR is a game or a
    folder with many; without it the folder in which you are.

    \b
    Example:
      pbem status barb
      pbem status games --now "2026-11-20 19:30 UTC"
    """
    from pbem.post.overview import overview

    root = folder or Path()
    single = (root / "game.yaml").is_file()
    games = games_of(root, None) if single else games_of(None, root)
    when = moment_of(now)
    found = [overview(directory, when) for directory in games.values()]
    if form == "json":
        echo_json([_data(one) for one in found])
    else:
        click.echo(_table(found))
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
        "protests": [
            {"number": p.number, "player": p.player, "run": p.run, "paragraph": p.paragraph}
            for p in one.protests
        ],
    }


def _table(found: list[Overview]) -> str:
    """A line a game, and below it each player of whom there is something to say."""
    from pbem.core.data.letters import shown_in_line

    lines = []
    for one in found:
        lines.append(f"{one.game}: run {one.run}, {one.window.partition(' ')[2]}: {one.stage}")
        if one.rulings:
            lines.append(f"  the moderator must rule: {one.rulings}")
        for seat in one.seats:
            told = [seat.state]
            told += [f"by {seat.deadline}"] if seat.deadline and seat.state != "idle" else []
            told += [seat.away] if seat.away else []
            told += ["standing orders"] if seat.standing else []
            told += [f"orders wait for {name.split()[-1]}" for name in seat.waiting]
            if seat.state != "idle" or seat.away or seat.waiting:
                lines.append(f"  {seat.player}: {', '.join(told)}")
        lines += [f"  protest {p.number} of {p.player} against {p.about}" for p in one.protests]
    return "\n".join(map(shown_in_line, lines))
