"""The command line: one module a command, imported when it is called.

`pbem --help` imports click and nothing else: the table below holds every command's line of help.
A command is `pbem.cli.NAME.command`; it returns its exit code (nothing means 0).
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import TextIOWrapper
from itertools import pairwise
from typing import ClassVar, Final

import click

from pbem import __version__
from pbem.cli.terminal import Shown

COMMANDS: Final[dict[str, str]] = {
    "scenarios": "List the scenarios that can be played.",
    "new": "Begin a game: make its directory and its secret keys.",
    "template": "Write a filled order form for a player.",
    "validate": "Check order files and print a receipt.",
    "status": "Tell where games stand: who owes, who has sent, who is late.",
    "receive": "Take letters of players into their games.",
    "run": "Receive, play the window, and write to everybody.",
    "batch": "Play every game of a folder that is ready.",
    "worker": "Play runs for the batches of other machines.",
    "remind": "Write to those for whom play waits.",
    "send": "Send the letters that lie in the outbox.",
    "protest": "Enter, list and close objections to paragraphs of reports.",
    "publish": "Pack what a player, or everybody, may hold of a game.",
    "archive": "Write a whole game into one encrypted file.",
    "import": "Take in a game from its archive, to go on with it.",
    "passphrase": "Keep the passphrase that a player's letters must say.",
    "seal": "Publish the fingerprints of all order files before a run.",
    "adjudicate": "Play the open window and write the report.",
    "show": "Show the position at a glance, a unit, a place or a power.",
    "map": "Check, compare, show, draw and build maps.",
    "view": "Write the state as one player may see it.",
    "report": "Print the report of a run again.",
    "explain": "Show all about one paragraph of a report.",
    "audit": "Verify a run: chain, keys, dice, and the whole replay.",
    "replay": "Ask what if the umpire had ruled otherwise.",
    "amend": "Correct the position by a run of its own.",
    "upgrade": "Let a begun game go on with another program.",
    "rewind": "Take back runs; they are kept as void.",
    "open": "Open the secrets of a game that has ended, or one of them.",
    "dice": "Count the dice: expected against rolled.",
    "case": "Run rulebook cases, or make one from a played verdict.",
    "rules": "List a system's rules and how far they are covered.",
    "system": "Begin a new game system: write its skeleton.",
    "charts": "List, show and check a system's charts.",
    "schema": "Print the grammar of an order section or file.",
    "odds": "Work out the chances of a battle.",
    "commitments": "Print the sheets that bind moderators, to publish them.",
    "keys": "Check a copy of a game's secret keys.",
    "demo": "Play the shipped sample impulse into a fresh folder.",
}


class Commands(click.Group):
    """The commands of a table, each imported on its first use."""

    table: ClassVar[Mapping[str, str]] = COMMANDS
    modules: ClassVar[str] = "pbem.cli."  # what the name of a command's module begins with

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order in which a game needs them."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with a name."""
        if cmd_name not in self.table:
            return None
        command: click.Command = import_module(f"{self.modules}{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the words name; a mistyped one is told what it may have meant."""
        if args and args[0] not in self.table and not args[0].startswith("-"):
            from pbem.core.data.findings import UsageError, suggest

            raise UsageError(f"there is no command '{args[0]}'", hint=suggest(args[0], self.table))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.table.items()))


def _tell_version(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    """The version, and which program of that number each system is."""
    if not asked or ctx.resilient_parsing:
        return
    from pbem.core.rules.system import BUILT_IN
    from pbem.store.programs import shipped_program

    click.echo(f"pbem {__version__}")
    for name in BUILT_IN:
        click.echo(f"  {name:<5}program {shipped_program(name).digest}")
    ctx.exit()


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version, and the digest of each system's rules.",
)
def group() -> None:
    """Adjudicate strategic wargames played by e-mail, with dice that anyone can verify.

    \b
    Try it:
      pbem demo

    Exit codes: 0 done, 1 findings that are errors, 2 usage, 3 waiting for orders, a player's
    decision or a moderator's ruling, 4 audit failed, 5 game busy, 6 another program or other data
    wrote a log, 70 a bug of ours.
    """
    from pbem.store.parsed import keep_parsed

    keep_parsed()


def main(args: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; no traceback ever reaches the terminal."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that cannot show a letter shows ?
    words = sys.argv[1:] if args is None else list(args)
    if args is None and (instruction := os.environ.get("_PBEM_COMPLETE")):
        from pbem.cli.completing import complete

        return complete(group, instruction)
    with redirect_stdout(Shown(sys.stdout)), redirect_stderr(Shown(sys.stderr)):
        try:
            result = group.main(args=words, prog_name="pbem", standalone_mode=False)
        except BaseException as trouble:
            from pbem.cli.common import tell

            return tell(trouble, asked_form(words))
    if args is None:
        gc.freeze()  # the process ends, and nothing need be swept first
    return result if isinstance(result, int) else 0


def asked_form(words: Sequence[str]) -> str:
    """What --format asks for; looked up in the words, since what is wrong may be the words."""
    form = "text"
    for word, following in pairwise([*words, ""]):
        if word == "--":
            break
        if word == "--format":
            form = following
        elif word.startswith("--format="):
            form = word.removeprefix("--format=")
    return form


if __name__ == "__main__":
    sys.exit(main())
