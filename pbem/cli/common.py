"""What several commands share: options, output, and how trouble is told."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pbem.cli.completing import games, players
from pbem.cli.terminal import echo
from pbem.core.data.findings import EXIT_BUG, EXIT_FINDINGS, Finding, PbemError, UsageError, id_said

if TYPE_CHECKING:
    from datetime import datetime

    from click.shell_completion import CompletionItem

    from pbem.store.directory import GameDirectory

F = TypeVar("F", bound=Callable[..., Any])

FILE = click.Path(path_type=Path)


class PlayerName(click.ParamType[str]):
    """The name of a player, typed in any case: `Hans`, `HANS`."""

    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as the game has it."""
        return id_said(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The players of the game."""
        return players(ctx, param, incomplete)


PLAYER = PlayerName()

by_hand_option = click.option(
    "--by-hand", is_flag=True, help="LETTERS are files of yours: do not ask whose they are."
)
format_option = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the answer is written.",
)


def game_option(
    required: bool = False, instead: tuple[str, ...] = ("state", "root")
) -> Callable[[F], F]:
    """--game DIR; the game that one stands in, where nothing is named `instead` of it."""

    def found(ctx: click.Context, _: click.Parameter, game: Path | None) -> Path | None:
        from pbem.core.data.findings import UsageError

        if game is not None or ctx.resilient_parsing:
            return game
        named = any(ctx.params.get(name) for name in instead)  # click has read these before
        if not named and Path("game.yaml").is_file():
            return Path()
        if required:
            hint = "write --game DIR, or go into the directory of a game"
            raise UsageError("--game is missing", hint=hint)
        return None

    words = "A game directory; the one you are in, if you name none."
    return click.option(
        "--game",
        "game",
        type=FILE,
        metavar="DIR",
        callback=found,
        shell_complete=games,
        help=words,
    )


def state_option() -> Callable[[F], F]:
    """--state FILE."""
    return click.option("--state", "state", type=FILE, metavar="FILE", help="A state file.")


def games_of(game: Path | None, root: Path | None) -> dict[str, GameDirectory]:
    """The games that letters may be for: one, or all that lie in a folder."""
    from pbem.post.sorting import games_under
    from pbem.store.directory import open_directory

    if game is not None and root is not None:
        raise UsageError("name either one game (--game) or a folder with many (--root)")
    if root is None:
        directory = open_directory(game or Path())
        return {directory.roster.game: directory}
    games = games_under(root)
    if not games:
        raise UsageError(f"{root}: no game lies there", hint="pbem new SYSTEM/SCENARIO DIR")
    return games


def open_games_of(game: Path | None, root: Path | None) -> list[GameDirectory]:
    """The same, without those of a folder that another moderator goes on with."""
    from pbem.store.files import is_handed_over

    games = games_of(game, root).values()
    return [one for one in games if root is None or not is_handed_over(one.root)]


def moment_of(said: str | None) -> datetime:
    """A time as it is typed; without one, now."""
    from datetime import UTC, datetime

    if said is None:
        return datetime.now(UTC)
    try:
        return datetime.strptime(said, "%Y-%m-%d %H:%M UTC").replace(tzinfo=UTC)
    except ValueError:
        hint = "write it as 2026-11-20 19:30 UTC"
        raise UsageError(f"'{said}' is no time", hint=hint) from None


def said_passphrase(repeated: bool = False) -> str:
    """A passphrase: asked for on a terminal, else the first line of a pipe; never in the words."""
    if sys.stdin.isatty():
        said: str = click.prompt("Passphrase", hide_input=True, confirmation_prompt=repeated)
        return said
    return sys.stdin.readline(1000).strip("\r\n")


def echo_json(data: Any) -> None:
    """Data as JSON, readable; a fraction that is no whole number as it is written: `1/2`."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False, default=_written))


def _written(value: object) -> str | int:
    """What JSON has for a value that is no plain data."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    raise TypeError(f"{type(value).__name__} is no plain data")


def finding_data(finding: Finding) -> dict[str, Any]:
    """A finding as plain data."""
    where = finding.where
    return {
        "severity": str(finding.severity),
        "code": finding.code,
        "file": where.file if where else "",
        "line": where.line if where else 0,
        "column": where.column if where else 0,
        "message": finding.message,
        "hint": finding.hint,
        "cite": finding.cite,
    }


def echo_findings(findings: Iterable[Finding]) -> None:
    """Findings on the error stream, one after the other."""
    from pbem.core.data.findings import Severity

    colours = {Severity.ERROR: "red", Severity.WARNING: "yellow"}
    for finding in findings:
        echo(str(finding), colours.get(finding.severity, ""), err=True)


def write_out(path: Path, text: str) -> None:
    """A text to a file that the user named, whole or not at all (or to a pipe or device)."""
    from pbem.store.files import told, write_file

    if path.is_symlink() or (path.exists() and not path.is_file()):
        with told(path):
            path.write_text(text, encoding="utf-8")
        return
    write_file(path, text)


# --- trouble ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong: the exit code, one message, what would be right, and every finding."""

    exit_code: int
    message: str
    hint: str = ""
    findings: tuple[Finding, ...] = ()

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "exit_code": self.exit_code,
            "message": self.message,
            "hint": self.hint,
            "findings": [finding_data(finding) for finding in self.findings],
        }


def tell(raised: BaseException, form: str = "text") -> int:
    """Say what went wrong, in one message, and return the exit code."""
    if isinstance(raised, BrokenPipeError):
        sys.stderr.close()
        return 141
    if isinstance(raised, SystemExit):
        return 141  # click leaves so when nobody reads the output any more
    trouble = _trouble(raised)
    if form != "json" or not _told_as_json(trouble):
        _tell_as_text(raised, trouble)
    return trouble.exit_code


def _trouble(raised: BaseException) -> Trouble:
    if isinstance(raised, PbemError):
        return Trouble(raised.exit_code, raised.message, raised.hint, raised.findings)
    if isinstance(raised, click.ClickException):
        return Trouble(raised.exit_code, raised.format_message())
    if isinstance(raised, (KeyboardInterrupt, click.Abort)):
        return Trouble(130, "stopped; nothing was written")
    if isinstance(raised, OSError):
        where = raised.filename or "the output"
        return Trouble(EXIT_FINDINGS, f"{where}: {raised.strerror or raised}")
    return Trouble(EXIT_BUG, f"a bug of ours ({type(raised).__name__}); {_saved(raised)}")


def _told_as_json(trouble: Trouble) -> bool:
    """Whether the output took it; a full disk takes nothing."""
    try:
        echo_json({"error": trouble.data()})
    except OSError:
        return False
    return True


def _tell_as_text(raised: BaseException, trouble: Trouble) -> None:
    if isinstance(raised, click.ClickException):
        raised.show()
        return
    if trouble.message not in {str(finding) for finding in trouble.findings}:
        stopped = isinstance(raised, (KeyboardInterrupt, click.Abort))
        click.echo(trouble.message if stopped else f"pbem: {trouble.message}", err=True)
    echo_findings(trouble.findings)
    if trouble.hint:
        click.echo(f"    {trouble.hint}", err=True)


def _saved(bug: BaseException) -> str:
    """Where the details of a bug lie: in a file of their own."""
    import os
    import tempfile
    import traceback

    lines = ["pbem " + " ".join(sys.argv[1:]) + "\n\n", *traceback.format_exception(bug)]
    try:
        handle, name = tempfile.mkstemp(prefix="pbem-bug-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.writelines(lines)
    except OSError as full:
        return f"the details could not be saved: {full.strerror}"
    return f"the details are in {name}"
