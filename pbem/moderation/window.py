"""The files of an order window: read, checked together, and made into the inputs of a run.

What is decided here: which files count, whose orders are missing and what then happens, and when
a file with illegal orders stops the run. An order that becomes illegal during play does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from pbem.core.data.findings import (
    Finding,
    PbemError,
    Severity,
    Where,
    by_place,
    error,
    has_errors,
    warning,
)
from pbem.core.orders.answers import Answers, read_answers
from pbem.core.orders.inputs import GivenAnswer
from pbem.core.orders.orders import (
    ANY_STATE,
    AnyReceipt,
    StandingOrders,
    Submission,
    gained_findings,
    is_window,
    open_window,
    read_orders,
    read_standing,
    sha256,
    shared_claims,
    validate,
)
from pbem.core.play.run import RunFiles
from pbem.core.record.state import State
from pbem.core.record.views import stamp, visible_state
from pbem.core.rules.game import Game, Roster
from pbem.moderation import absence
from pbem.moderation.overrides import read_overrides

STOP: Final = "stop"
STANDING: Final = "standing"
TO_MODERATOR: Final = "note"  # the code of what a player writes to the moderator

Files = Mapping[str, bytes]

_KIND = re.compile(
    rb"^(?:> ?)*(standing|answers|protest|format)[ \t]*:", re.MULTILINE | re.IGNORECASE
)
_KINDS: Final = {name.encode(): name for name in ("standing", "answers", "protest")}
_RULES = re.compile(rb"(?:> ?)*format[ \t]*:[ \t]*[\"']?pbem-overrides", re.IGNORECASE)
_WINDOW = re.compile(rb"^(?:> ?)*window[ \t]*:", re.MULTILINE | re.IGNORECASE)


Earlier = Callable[[str, str], State | None]  # player and stamp → the state he wrote for


def nowhere(player: str, stamp: str) -> State | None:
    """Where no earlier state is known."""
    return None


def kind_of(data: bytes) -> str:
    """What a received file is, by the first key that tells.

    It is one of orders, standing, answers, protest, overrides or game.
    """
    match = _KIND.search(data)
    if match and match.group(1).lower() == b"format" and _RULES.match(data, match.start()):
        return "overrides"
    return _KINDS.get(match.group(1).lower(), "game") if match else "orders"


def misplaced(name: str, data: bytes, folder: str) -> Finding | None:
    """A file of one kind in the folder of another, told once instead of line by line."""
    kind = kind_of(data)
    if kind == folder or (kind == "orders" and not _WINDOW.search(data)):
        return None
    hints = {
        "game": "its place is game.yaml itself",
        "protest": "pbem receive --by-hand FILE enters it",
    }
    hint = hints.get(kind, f"its place is the folder {kind}/")
    message = f"this is a file of the kind '{kind}', not '{folder}'"
    return error("misplaced", message, where=Where(name), hint=hint)


@dataclass(frozen=True, slots=True)
class Received:
    """The files of a window as received, each under the name that messages give it."""

    orders: Files = field(default_factory=dict)
    standing: Files = field(default_factory=dict)
    answers: Files = field(default_factory=dict)
    overrides: Files = field(default_factory=dict)
    data: Mapping[str, str] = field(default_factory=dict)  # what is published of all other files
    mark: Callable[[bytes], str] = sha256  # what is published of a file that a run is played with
    late: frozenset[str] = frozenset()  # the overrides that came after the run had begun
    strict: bool = True  # whether orders for another window are an error
    findings: tuple[Finding, ...] = ()  # what was found while the files were collected


@dataclass(frozen=True, slots=True)
class Window:
    """What a window's files come to: the inputs of the run, and all findings at once."""

    files: RunFiles
    receipts: tuple[AnyReceipt, ...]
    findings: tuple[Finding, ...]
    kept: Files  # every file that is played, under the name by which the run keeps it
    notes: tuple[str, ...] = ()  # what reports say of the moderator's overrides and of deputies

    @property
    def playable(self) -> bool:
        """Whether nothing stops the run."""
        return not has_errors(self.findings)


def gather(game: Game, state: State, received: Received, earlier: Earlier = nowhere) -> Window:
    """Read and check every file of the window; `earlier` finds the state of a stale file."""
    submissions, receipts, findings = _orders(game, state, received, earlier)
    findings = [*received.findings, *findings]
    standing, troubles = _standing(game, state, received.standing)
    said_now, more = _answers(game, state, received.answers)
    answers = _joined(said_now.values())
    deputies = {answer.player for answer in said_now.values() if answer.deputy and answer.given}
    run = state.clock.run + 1
    ruled = read_overrides(game, received.overrides, run, received.late)
    findings += [*troubles, *more, *ruled.findings, *_missing(game, state, submissions, standing)]
    findings += absence.undated(game.roster, run, state.due)
    kept = _kept(received, submissions, standing, said_now, ruled.played)
    said = {player: submission for player, (_, submission) in submissions.items()}
    if not has_errors(findings):
        findings += [_settled(f) for f in shared_claims(game, state, said)]
    findings += _noted(submissions)
    files = RunFiles(
        submissions=said,
        standing={player: said for player, (_, said) in standing.items()},
        answers=answers,
        overrides=ruled.overrides,
        hashes={name: received.mark(data) for name, data in kept.items()} | dict(received.data),
    )
    deputies |= {player for player, submission in said.items() if submission.deputy}
    notes = absence.notes(game.roster, run, {*said}, deputies)
    return Window(files, tuple(receipts), tuple(findings), kept, (*ruled.notes, *notes))


def _kept(
    received: Received,
    submissions: Mapping[str, tuple[str, Submission]],
    standing: Mapping[str, tuple[str, StandingOrders]],
    answers: Iterable[str],
    overrides: Iterable[str],
) -> dict[str, bytes]:
    """The files that are played, as received, under the names by which the run keeps them."""
    kept = {f"orders/{p}.yaml": received.orders[name] for p, (name, _) in submissions.items()}
    kept |= {f"standing/{p}.yaml": received.standing[name] for p, (name, _) in standing.items()}
    for folder, files in (("answers", received.answers), ("overrides", received.overrides)):
        played = answers if folder == "answers" else overrides
        for name in played:
            kept[_free(f"{folder}/{_base(name)}", kept)] = files[name]
    return kept


def _free(name: str, kept: Mapping[str, bytes]) -> str:
    """The name of a file, or another where an earlier one that is played has it already."""
    stem = name.removesuffix(".yaml")
    names = (f"{stem}-{number}.yaml" for number in count(2))
    return name if name not in kept else next(free for free in names if free not in kept)


def cannot_be_played(window: Window) -> PbemError:
    """What stops a window, without the notes on what is well."""
    told = tuple(f for f in window.findings if f.severity is not Severity.NOTE)
    return PbemError("these files cannot be played", findings=told)


def _noted(submissions: Mapping[str, tuple[str, Submission]]) -> Iterator[Finding]:
    """What players write to the moderator, who alone is shown it."""
    for name, said in submissions.values():
        if said.note:
            line = said.document.where(("note",)).line if said.document else 0
            message = f"{said.player} writes to you: {' '.join(said.note.split())}"
            where = Where(name, line, 1 if line else 0)
            yield Finding(Severity.NOTE, TO_MODERATOR, message, where)


def for_moderator(findings: Iterable[Finding]) -> Iterator[Finding]:
    """What a moderator is shown of what was found: all but notes on what is well."""
    return (f for f in findings if f.severity is not Severity.NOTE or f.code == TO_MODERATOR)


def _settled(finding: Finding) -> Finding:
    """Two files on one thing stop nothing: the side's leader decides, else the rulebook does."""
    return replace(finding, severity=Severity.WARNING)


def _base(name: str) -> str:
    return name.rsplit("/", 1)[-1]


# --- orders ------------------------------------------------------------------------------------


def _orders(
    game: Game, state: State, received: Received, earlier: Earlier
) -> tuple[dict[str, tuple[str, Submission]], list[AnyReceipt], list[Finding]]:
    kept: dict[str, tuple[str, Submission]] = {}
    receipts: list[AnyReceipt] = []
    findings: list[Finding] = []
    read = {name: read_orders(game, data, name) for name, data in received.orders.items()}
    for name, submission in read.items():
        if not received.strict and _elsewhere(game, state, submission):
            findings.append(_passed_over(game, state, submission.window, "orders", name))
            continue
        if submission.deputy and _orders_himself(game, state, submission.player, read.values()):
            findings.append(_not_needed(name, submission))
            continue
        receipt = checked(game, state, submission, name)
        receipts.append(receipt)
        findings += binding(game, state, receipt, earlier)
        if submission.player in kept:
            findings.append(_twice(name, kept[submission.player][0], submission.player))
        kept.setdefault(submission.player, (name, submission))
    return kept, receipts, findings


def checked(game: Game, state: State, submission: Submission, name: str) -> AnyReceipt:
    """The receipt of an order file, from its player's view; every finding names the file."""
    said = submission
    receipt = validate(game, visible_state(state, said.player), said)
    acting = absence.deputy_findings(game, state, said.player, said.deputy, said.document)
    findings = by_place([*receipt.findings, *acting])
    return replace(receipt, findings=tuple(f.at(Where(name)) for f in findings))


def _elsewhere(game: Game, state: State, submission: Submission) -> bool:
    """Whether a readable file names another window than the open one."""
    return bool(submission.window) and not is_window(submission.window, open_window(game, state))


def _passed_over(game: Game, state: State, window: str, what: str, name: str) -> Finding:
    return warning(
        "other-window",
        f"these {what} are for '{window}' and are passed over",
        where=Where(name),
        hint=f"the open window is '{open_window(game, state)}'",
    )


def _orders_himself(game: Game, state: State, player: str, read: Iterable[Submission]) -> bool:
    """Whether a player sent a file of his own for the window; then his deputy's does not count."""
    return any(
        said.player == player and not said.deputy and not _elsewhere(game, state, said)
        for said in read
    )


def _not_needed(name: str, submission: Submission) -> Finding:
    message = f"{submission.player} sent orders of his own; those of his deputy are passed over"
    return warning("not-needed", message, where=Where(name))


def _twice(name: str, first: str, player: str) -> Finding:
    return error(
        "two-files",
        f"{first} also holds orders of {player} for this window",
        where=Where(name),
        hint="keep one of them",
    )


def binding(
    game: Game, state: State, receipt: AnyReceipt, earlier: Earlier = nowhere
) -> list[Finding]:
    """The findings as they count.

    With `for_state: any` an illegal order only drops out of play: that it will is a warning. A
    file that was written for an earlier state stands if it gains no finding.
    """
    said = receipt.submission
    if not has_errors(receipt.findings) or said.for_state == stamp(state, said.player):
        return list(receipt.findings)
    legality = {finding for reading in receipt.readings for finding in reading.findings}
    if said.for_state != ANY_STATE:
        before = earlier(said.player, said.for_state)
        if before is None:
            return list(receipt.findings)
        legality -= set(gained_findings(game, before, state, said))
    return [_dropped(f) if f.severity is Severity.ERROR and f in legality else f
            for f in receipt.findings]  # fmt: skip


def _dropped(finding: Finding) -> Finding:
    """What is wrong with an order that is passed over while the file is played."""
    message = f"not played as things stand: {finding.message}"
    return replace(finding, severity=Severity.WARNING, message=message)


# --- standing orders and answers -----------------------------------------------------------------


def _standing(
    game: Game, state: State, files: Files
) -> tuple[dict[str, tuple[str, StandingOrders]], list[Finding]]:
    kept: dict[str, tuple[str, StandingOrders]] = {}
    findings: list[Finding] = []
    for name, data in files.items():
        standing = read_standing(game, data, name)
        findings += standing.findings
        if standing.player not in state.players():
            if not has_errors(standing.findings):
                findings.append(_without_power(game, state, name, standing.player))
            continue
        if standing.player in kept:
            findings.append(_twice(name, kept[standing.player][0], standing.player))
        kept.setdefault(standing.player, (name, standing))
    return kept, findings


def _without_power(game: Game, state: State, name: str, player: str) -> Finding:
    """Who plays no power any more, or none yet, stops nothing; a stranger does."""
    told = stranger(name, player, state)
    if player not in game.roster.players:
        return told
    return replace(told, severity=Severity.WARNING, message=f"'{player}' plays no power now")


def stranger(name: str, player: str, state: State) -> Finding:
    """What is told of a file whose player is none of this game."""
    return error(
        "unknown-player",
        f"'{player}' plays no power in this game",
        where=Where(name),
        hint="the players are " + ", ".join(state.players()),
    )


def _answers(game: Game, state: State, files: Files) -> tuple[dict[str, Answers], list[Finding]]:
    """The answers files for this window, by file.

    A later file may answer again what an earlier one answered badly.
    """
    kept: dict[str, Answers] = {}
    findings: list[Finding] = []
    for name, data in files.items():
        said = read_answers(data, name)
        if said.window and not is_window(said.window, open_window(game, state)):
            findings.append(_passed_over(game, state, said.window, "answers", name))
            continue
        findings += said.findings
        if said.player not in state.players() and not has_errors(said.findings):
            findings.append(stranger(name, said.player, state))
        findings += absence.deputy_findings(game, state, said.player, said.deputy, said.document)
        kept[name] = said
    return kept, findings


def _joined(files: Iterable[Answers]) -> dict[tuple[str, str], GivenAnswer]:
    """What is answered at each path: by the last file, and by others to the question as it was."""
    found: dict[tuple[str, str], GivenAnswer] = {}
    for said in files:
        for path, given in said.given.items():
            before = found.get((said.player, path))
            others = (replace(before, others=()), *before.others) if before else ()
            found[said.player, path] = replace(given, others=others)
    return found


# --- missing orders ------------------------------------------------------------------------------


def _missing(
    game: Game,
    state: State,
    submissions: Mapping[str, object],
    standing: Mapping[str, object],
) -> Iterable[Finding]:
    """What happens where orders are missing: by the player's own rule, else the game's."""
    for player in state.due:
        if player not in submissions:
            yield _rule_for(game, state, player, player in standing)


def _rule_for(game: Game, state: State, player: str, stands: bool) -> Finding:
    gone = absence.away(game.roster, state.clock.run + 1).get(player)
    rule = _rule(game.roster, player, gone)
    sent = f"{player} sent no orders for {open_window(game, state)}"
    if gone and gone.absence.then == absence.DEPUTY:
        sent += f", nor did {gone.deputy} for him"
    if rule == STOP or (rule == STANDING and not stands):
        also = " and he has no standing orders" if rule == STANDING else ""
        return error(
            "missing-orders",
            f"{sent}{also}",
            hint="game.yaml says for such a case missing_orders: stop"
            if rule == STOP
            else "his standing orders would do",
        )
    how = "his standing orders answer" if rule == STANDING else "he passes"
    return warning("missing-orders", f"{sent}: {how}")


def _rule(roster: Roster, player: str, gone: absence.Away | None) -> str:
    """The game's rule for missing orders, the player's own, or what his absence says."""
    if gone and gone.absence.then == absence.STANDING:
        return STANDING
    known = roster.players.get(player)
    return (known.missing if known else "") or roster.missing_orders
