"""What the subcommands of `pbem map` share: options, and the map or position that they name."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from pbem.cli.common import FILE, PLAYER, game_option, state_option

if TYPE_CHECKING:
    from pbem.maps.drawing.units import Army
    from pbem.maps.opening import Overlay

F = TypeVar("F", bound=Callable[..., Any])

_fix = click.option(
    "--fix",
    "files",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="A correction file to lay over the map; repeat it for more.",
)
_date = click.option(
    "--date", default="", metavar="DATE", help="With the borders of another date: 1941-06."
)


def overlay_options(command: F) -> F:
    """--fix FILE and --date DATE, which the command is given as one `over`."""

    @wraps(command)
    def told(*args: Any, files: tuple[Path, ...], date: str, **others: Any) -> Any:
        from pbem.maps.opening import Overlay

        return command(*args, over=Overlay(files, date), **others)

    return _fix(_date(cast(F, told)))


def position_options(command: F) -> F:
    """--game DIR or --state FILE, --player NAME or --secrets."""
    player = click.option("--player", type=PLAYER, default="", help="As this player may see it.")
    secrets = click.option("--secrets", is_flag=True, help="As the moderator sees it: everything.")
    return game_option(instead=("state", "name"))(state_option()(player(secrets(command))))


def no_map_with_a_game(name: str | None, over: Overlay) -> None:
    """A game has its map, and its corrections in data/."""
    from pbem.core.data.findings import UsageError

    if name is not None or over:
        raise UsageError(
            "name a map or a game (--game), not both; --fix and --date go with a map",
            hint="a game keeps its corrections in data/",
        )


def army_of(game: Path | None, state: Path | None, player: str, secrets: bool) -> Army:
    """The position of a game directory or state file, as a player may see it."""
    from pbem.cli.position import load
    from pbem.core.record.views import visible_state
    from pbem.maps.drawing.units import Army

    position = load(game, state)
    if player:
        position.require_player(player)
    seen = position.state if secrets else visible_state(position.state, player)
    return Army(position.game, seen)
