"""The reports of a run of a game directory: what they say beyond its log.

All of it is in the record of the run (the game.yaml it was played with, its files, its head, the
logs of the amendments and of the void play before it), so an audit makes the same reports again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.core.play.run import Outcome
from pbem.core.reading.amended import KNEW
from pbem.core.reading.report import Around
from pbem.core.reading.rulechanges import announced
from pbem.core.record.foreknown import KNOWN
from pbem.core.record.ledger import Entry
from pbem.core.rules.game import Game
from pbem.moderation.absence import answering, deadlines
from pbem.moderation.amend import changed_notes, upgrade_notes
from pbem.moderation.window import Window
from pbem.store.directory import GameDirectory, RunName
from pbem.store.protests import told_in_reports
from pbem.store.register import told_in
from pbem.store.texts import proved, reports_of
from pbem.store.working import told


def window_reports(
    directory: GameDirectory, game: Game, window: Window, outcome: Outcome
) -> dict[str, str]:
    """Everybody's report of a run; `game` is as game.yaml had it for that run."""
    around = around_of(directory, game, window, outcome.ledger.entries[0].body)
    void = void_before(directory, outcome.run)
    return proved(told(game, outcome.before, outcome.course, around, void=void), outcome)


def void_before(directory: GameDirectory, run: int) -> Sequence[Entry]:
    """The log of the last void play of a window."""
    void = directory.last_void(run)
    return directory.entries(void) if void else ()


def around_of(
    directory: GameDirectory, game: Game, window: Window, header: Mapping[str, Any]
) -> Around:
    """What the reports of a run say beyond its log, of which `header` is the head."""
    run = int(header["run"])
    return Around(
        deadlines=deadlines(game.roster, run + 1),
        away=answering(game.roster, run + 1),
        standing={
            player: f"yours of SHA-256 {standing.sha256[:8]}"
            for player, standing in window.files.standing.items()
        },
        notes=(
            *_beside(directory, run - 1),
            *_despite(run, header),
            *window.notes,
            *_announced(game, run + 1),
        ),
        protests=_protests(directory, game, RunName(run), header),
    )


def beside_reports(
    directory: GameDirectory, game: Game, run: RunName, outcome: Outcome
) -> dict[str, str]:
    """Everybody's report of an amendment or an upgrade."""
    header = outcome.ledger.entries[0].body
    protests = _protests(directory, game, run, header)
    notes = upgrade_notes(str(run), header)
    return reports_of(game, outcome, Around(notes=notes, protests=protests))


def _protests(
    directory: GameDirectory, game: Game, run: RunName, header: Mapping[str, Any]
) -> dict[str, tuple[str, ...]]:
    """What each report says of protests, by the head of its log."""
    players = sorted({*header["players"], *game.roster.players})
    return told_in_reports(directory, run, header, players)


def _announced(game: Game, run: int) -> tuple[str, ...]:
    """The readings that change with a run to come."""
    choices = [choice for choice in game.roster.choices if choice.from_run == run]
    return announced(choices, game.interpretations)


def _beside(directory: GameDirectory, number: int) -> Iterator[str]:
    """What was amended or upgraded after a run, for the report of the next."""
    for run in directory.runs:
        if run.number == number and run.amendment:
            entries = directory.entries(directory.folder(run))
            yield from upgrade_notes(str(run), entries[0].body)
            yield from changed_notes(str(run), entries[0].body)
            for entry in entries:
                if entry.kind == "correction":
                    yield _amendment_told(run, entry.body)


def _amendment_told(run: RunName, body: Mapping[str, Any]) -> str:
    told = f"amended ({run}) by {body['author']}: {body['reason']} ({body['cite']})"
    told += f", {KNEW}" if KNOWN in body else ""
    return f"{told}, although mistakes stood: {body['despite']}" if "despite" in body else told


def _despite(run: int, header: Mapping[str, Any]) -> Iterator[str]:
    """Why the run was taken back, the last time, although its mistakes stood."""
    void = [one for one in map(told_in, header.get("void", ())) if one.run == str(run)]
    played = [one for one in void if not one.stopped]
    if played and played[-1].despite:
        yield f"run {run} was taken back although its mistakes stood: {played[-1].why}"
