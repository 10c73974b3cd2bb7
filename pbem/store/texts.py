"""The files of a run's folder: state, log, secrets, and reports for all players and the public."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbem.core.play.run import Outcome
from pbem.core.reading.comparing import digests, line_between, line_of, parts_in
from pbem.core.reading.layout import report_text, with_line
from pbem.core.reading.report import Around, Report, proof_of
from pbem.core.record.statefile import write_state
from pbem.core.rules.game import Game
from pbem.store.directory import LEDGER, REPORT, SECRETS, STATE
from pbem.store.working import PUBLIC, told


def report_name(player: str) -> str:
    """The file of a player's report; the public's is report.txt."""
    return f"report-{player}.txt" if player else REPORT


def reports_of(game: Game, outcome: Outcome, around: Around) -> dict[str, str]:
    """Everybody's report."""
    return proved(told(game, outcome.before, outcome.course, around), outcome)


def proved(reports: Mapping[str, Report], outcome: Outcome) -> dict[str, str]:
    """Reports as they are written, each with the proof of the log and the line to compare."""
    proof = proof_of(outcome.ledger)
    texts = {who: report_text(replace(report, proof=proof)) for who, report in reports.items()}
    marks = {who: digests(parts_in(text)) for who, text in texts.items()}
    lines = {who: line_between(own, marks[PUBLIC]) for who, own in marks.items()}
    return {who: with_line(text, lines[who]) for who, text in texts.items()}


def compared(report: Report, public: Report) -> Report:
    """A report with its line, of which `public` is the one that everybody reads."""
    return replace(report, compare=line_of(report_text(report), report_text(public)))


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
