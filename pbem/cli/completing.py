"""What a shell offers to complete: games; players, runs, places and units of the one named.

    eval "$(_PBEM_COMPLETE=bash_source pbem)"

Decides nothing. Whatever cannot be read offers nothing; no map is loaded, for a shell waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from pbem.core.record.state import State
    from pbem.store.directory import GameDirectory

VARIABLE: Final = "_PBEM_COMPLETE"
Completes = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def complete(group: click.Command, instruction: str) -> int:
    """Answer a shell: what completes the words of a line, or the script that asks for it."""
    from click.shell_completion import shell_complete

    return shell_complete(group, {}, "pbem", VARIABLE, instruction)


def games(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Folders with a game in them, and any folder, since a game may lie deeper."""
    folder = Path(incomplete) if incomplete.endswith("/") else Path(incomplete).parent
    try:
        found = sorted(path for path in folder.iterdir() if (path / "game.yaml").is_file())
    except OSError:
        found = []
    named = [str(path) for path in found if str(path).startswith(incomplete.removeprefix("./"))]
    return [CompletionItem(name) for name in named] or [CompletionItem(incomplete, type="dir")]


def _of_the_game(offers: Callable[[GameDirectory], Iterable[str]]) -> Completes:
    """Completes with what the game of the line offers."""

    @wraps(offers)
    def completes(
        ctx: click.Context, _param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from pbem.core.data.findings import PbemError
        from pbem.store.directory import GameDirectory

        try:
            found = [*offers(GameDirectory(ctx.params.get("game") or Path()))]
        except (PbemError, OSError, KeyError):
            return []
        begins = incomplete.casefold()
        return [CompletionItem(name) for name in found if name.casefold().startswith(begins)]

    return completes


@_of_the_game
def players(directory: GameDirectory) -> Iterable[str]:
    """The players of the roster."""
    return sorted(directory.roster.players)


@_of_the_game
def runs(directory: GameDirectory) -> Iterable[str]:
    """The runs that stand."""
    return map(str, directory.runs)


@_of_the_game
def places(directory: GameDirectory) -> Iterable[str]:
    """The places of the position."""
    return _state(directory).places


@_of_the_game
def units(directory: GameDirectory) -> Iterable[str]:
    """The units that everybody may see: a shell tells no secrets."""
    from pbem.core.record.views import PUBLIC, visible_state

    return visible_state(_state(directory), PUBLIC).units


def _state(directory: GameDirectory) -> State:
    """The position as it was kept beside its file, without the rules of its system."""
    from pbem.store.cache import cached_state
    from pbem.store.directory import STATE

    return cached_state(directory.folder(directory.latest) / STATE)
