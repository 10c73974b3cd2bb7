"""pbem adjudicate: play the open window."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import (
    FILE,
    PLAYER,
    echo_findings,
    echo_json,
    finding_data,
    format_option,
    game_option,
    state_option,
)
from pbem.cli.progress import progress

if TYPE_CHECKING:
    from pbem.store.directory import GameDirectory
    from pbem.store.runs import Played


@click.command()
@game_option()
@state_option()
@click.option(
    "--orders", "orders", multiple=True, type=FILE, metavar="FILE…", help="Files of the players."
)
@click.argument("more", nargs=-1, type=FILE, metavar="")
@click.option("--out", type=FILE, metavar="DIR", help="A new folder for the run.")
@click.option("--seed", metavar="TEXT", help="Practice dice from this text (with --state).")
@click.option("--dry-run", is_flag=True, help="Play with practice dice and write nothing.")
@click.option(
    "--compare", type=FILE, metavar="RUN", help="Say what differs from this run's folder."
)
@click.option("--player", type=PLAYER, default="", help="Print this player's report.")
@click.option(
    "--all", "every", is_flag=True, help="After a rewind: every run that is to be played again."
)
@format_option
def command(
    game: Path | None,
    state: Path | None,
    orders: tuple[Path, ...],
    more: tuple[Path, ...],
    out: Path | None,
    seed: str | None,
    dry_run: bool,
    compare: Path | None,
    player: str,
    every: bool,
    form: str,
) -> int:
    """Play the open window and write the next state, the log and the reports.

    On a game directory the orders, standing orders and answers are taken from it. On plain files
    name a state and the files of the players: orders, standing orders and answers, in any order.
    A run happens whole or not at all, and a played run is never overwritten. --all plays again
    every run that `pbem rewind` took back, until one waits for answers; the last one is answered.

    \b
    Example:
      pbem adjudicate --game barb --dry-run
      pbem adjudicate --game barb
      pbem adjudicate --game barb --all
      pbem adjudicate --state barb/runs/0/state.yaml --orders barb/orders/*.yaml --out try
    """
    from pbem.core.data.findings import EXIT_WAITING
    from pbem.moderation.window import for_moderator

    if every:
        _play_earlier(game, dry_run, quiet=form == "json")
    played = _play(game, state, (*orders, *more), out, seed, dry_run)
    if form == "json":
        compared = compare if not played.outcome.pending else None
        echo_json(played_data(played, player, _away(game, played), compared))
        return EXIT_WAITING if played.outcome.pending else 0
    echo_findings(for_moderator(played.findings))
    if played.outcome.pending:
        _tell_questions(played, _away(game, played))
        return EXIT_WAITING
    for name, path in played.outcome.unheard:
        click.echo(f"{name} answered {path}, which never came up", err=True)
    click.echo(played.reports.get(player, played.reports[""]), nl=False)
    if compare is not None:
        _compare(played, compare, player)
    _tell_where(played, dry_run)
    return 0


def _play(
    game: Path | None,
    state: Path | None,
    files: tuple[Path, ...],
    out: Path | None,
    seed: str | None,
    dry: bool,
) -> Played:
    from pbem.core.data.findings import UsageError
    from pbem.store.plain import play_files

    if (game is None) == (state is None):
        raise UsageError("name either a game directory (--game) or a state file (--state)")
    if game is not None:
        if files or out or seed is not None:
            raise UsageError("--orders, --out and --seed go with --state, not with --game")
        return _play_game(game, dry)
    if out is None and not dry:
        raise UsageError("--out is missing: a new folder for the run, or --dry-run")
    if state is None:
        raise AssertionError("no state")
    return play_files(state, files, None if dry else out, "practice" if dry else seed)


def _play_earlier(game: Path | None, dry: bool, quiet: bool) -> None:
    """Play again what was taken back, but for the last run, or one that waits for answers."""
    from pbem.core.data.findings import UsageError
    from pbem.store.directory import open_directory
    from pbem.store.files import locked
    from pbem.store.runs import play

    if game is None or dry:
        raise UsageError("--all plays the runs of a game directory (--game), and is no trial")
    with locked(game), progress("adjudicate", quiet=quiet) as shown:
        while (number := _followed(open_directory(game))) is not None:
            shown.at(f"run {number}")
            if play(open_directory(game)).outcome.pending:
                return
            if not quiet:
                shown.echo(f"run {number} played again")


def _followed(directory: GameDirectory) -> int | None:
    """The next run, if it and the one after it are to be played again."""
    number = directory.latest.number + 1
    folders = (directory.root / "replay" / str(one) for one in (number, number + 1))
    return number if all(folder.is_dir() for folder in folders) else None


def _play_game(game: Path, dry: bool) -> Played:
    from pbem.store.directory import open_directory
    from pbem.store.files import locked
    from pbem.store.runs import play

    directory = open_directory(game)
    if dry:
        return play(directory, dry=True)
    with locked(game):
        return play(directory)


def _away(game: Path | None, played: Played) -> dict[str, str]:
    """Who answers for whom, by the player who is away."""
    from pbem.moderation.absence import answering
    from pbem.store.directory import open_directory

    return answering(open_directory(game).roster, played.run.number) if game else {}


def _tell_questions(played: Played, away: Mapping[str, str]) -> None:
    from pbem.store.pending import RULINGS

    players = sorted({question.player for question in played.outcome.questions})
    for whom in [f"answers of {', '.join(players)}"] if players else ["rulings of the moderator"]:
        click.echo(f"run {played.run} waits for {whom}; nothing has changed")
    for one in played.outcome.unruled:
        click.echo(f"  {one.wanted.question} ({one.wanted.cite}) {one.path}")
        if one.refused:
            click.echo(f"    asked again: {one.refused}")
    for question in played.outcome.questions:
        if question.refused:
            click.echo(f"  {question.player} is asked again: {question.refused} ({question.path})")
    for path in played.pending:
        gone = away.get(path.stem)
        if path.stem == RULINGS:
            click.echo(f"  fill in {path}, and put it into overrides/")
        else:
            click.echo(f"  send {path}" + (f"   ({gone})" if gone else ""))


def played_data(
    played: Played, player: str, away: Mapping[str, str], compare: Path | None = None
) -> dict[str, Any]:
    """What a run came to, as plain data."""
    from pbem.store.pending import RULINGS

    outcome = played.outcome
    return {
        "run": str(played.run),
        "waits": outcome.pending,
        "findings": [finding_data(finding) for finding in played.findings],
        "questions": [
            {"player": asked.player, "path": asked.path, "refused": asked.refused}
            for asked in outcome.questions
        ],
        "rulings": [
            {
                "path": one.path,
                "question": one.wanted.question,
                "cite": one.wanted.cite,
                "refused": one.refused,
            }
            for one in outcome.unruled
        ],
        "rule_in": next((str(p) for p in played.pending if p.stem == RULINGS), None),
        "send": [
            {"player": path.stem, "file": str(path), "away": away.get(path.stem, "")}
            for path in played.pending
            if path.stem != RULINGS
        ],
        "unheard": [{"player": name, "path": path} for name, path in outcome.unheard],
        "report": played.reports.get(player, played.reports.get("", "")),
        "compared": _compared_data(played, compare, player) if compare else None,
        "files": _files_data(played),
    }


def _compared_data(played: Played, other: Path, player: str) -> dict[str, Any]:
    from pbem.moderation.differences import differences, unchanged
    from pbem.store.plain import entries_in

    old, new = entries_in(other), played.outcome.ledger.entries
    return {
        "with": str(other),
        "changed": list(differences(old, new, player)),
        "unchanged": unchanged(old, new, player),
    }


def _files_data(played: Played) -> dict[str, Any] | None:
    """Where the run lies; nothing where nothing was written."""
    from pbem.store.directory import LEDGER, STATE
    from pbem.store.texts import report_name

    folder = played.folder
    if folder is None:
        return None
    return {
        "folder": str(folder),
        "state": str(folder / STATE),
        "log": str(folder / LEDGER),
        "reports": {name: str(folder / report_name(name)) for name in played.reports},
    }


def _compare(played: Played, other: Path, player: str) -> None:
    found = _compared_data(played, other, player)
    click.echo(f"COMPARED WITH {other}")
    for line in found["changed"] or ("everything came out the same",):
        click.echo(f"  {line}")
    click.echo(f"  unchanged: {found['unchanged'] or 'nothing'}")


def _tell_where(played: Played, dry: bool) -> None:
    if played.folder is None:
        words = "a position with practice dice; nothing was written"
        click.echo(words if dry else "nothing was written")
        return
    click.echo(f"next state  {played.folder / 'state.yaml'}")
    click.echo(f"log         {played.folder / 'ledger.jsonl'}")
    click.echo(f"reports     {played.folder / 'report.txt'}, report-PLAYER.txt")
