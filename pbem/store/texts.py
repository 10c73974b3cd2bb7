"""The files of a run's folder: state, log, secrets, and reports for all players and the public."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from pbem.core.play.run import Outcome
from pbem.core.reading.layout import report_text
from pbem.core.reading.report import Around, report_for
from pbem.core.record.ledger import Entry
from pbem.core.record.statefile import write_state
from pbem.core.rules.game import Game
from pbem.moderation.differences import broken_orders, differences, unchanged
from pbem.store.directory import LEDGER, REPORT, SECRETS, STATE

PUBLIC: Final = ""


def report_name(player: str) -> str:
    """The file of a player's report; the public's is report.txt."""
    return f"report-{player}.txt" if player else REPORT


def reports_of(
    game: Game, outcome: Outcome, around: Around, void: Sequence[Entry] = ()
) -> dict[str, str]:
    """Everybody's report; `void` is the log of an earlier play of the same window."""
    reports: dict[str, str] = {}
    for player in (PUBLIC, *sorted({*outcome.before.players(), *outcome.state.players()})):
        notes = (*around.notes, *_unheard(outcome, player), *_compared(void, outcome, player))
        report = report_for(game, outcome, player, replace(around, notes=notes))
        reports[player] = report_text(report)
    return reports


def _unheard(outcome: Outcome, player: str) -> tuple[str, ...]:
    """The player's own answers that decided nothing."""
    return tuple(
        f"your answer to {path} decided nothing: that question never came up"
        for who, path in outcome.unheard
        if who == player
    )


def _compared(void: Sequence[Entry], outcome: Outcome, player: str) -> tuple[str, ...]:
    """What came out otherwise than in the void play, and which orders broke."""
    if not void:
        return ()
    entries = outcome.ledger.entries
    lines = differences(void, entries, player)
    if not lines:
        return ("this run was taken back and played again: everything came out as before",)
    broken = broken_orders(void, entries, player)
    return (
        "this run was taken back and played again; what came out otherwise:",
        *lines,
        f"unchanged: {unchanged(void, entries, player) or 'nothing'}",
        *(f"this order broke: {line}" for line in broken),
    )


def run_texts(
    outcome: Outcome, reports: Mapping[str, str], inputs: Mapping[str, str | bytes]
) -> dict[str, str | bytes]:
    """Every file of a run's folder."""
    files: dict[str, str | bytes] = {
        STATE: write_state(outcome.state),
        LEDGER: outcome.ledger.public_text(),
        SECRETS: outcome.ledger.secrets_text(),
    }
    files |= {report_name(player): text for player, text in reports.items()}
    return files | {f"inputs/{name}": data for name, data in inputs.items()}


def private_names(files: Mapping[str, object]) -> list[str]:
    """The files of a run's folder that hold, or may hold, secrets."""
    return [name for name in files if name in (STATE, SECRETS) or name.startswith("inputs/")]
