"""The rules that a game is played by, and how they change: what game.yaml and data files settle.

They stand in the sheet of commitments and in the header of each log. What changes from one run to
the next is said in game.yaml, with who wants it and why, and stands in the header of the run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.core.data.findings import Finding, PbemError, Where, error
from pbem.core.data.yamlio import Document, flow_text
from pbem.core.record.program import Program
from pbem.core.rules.game import Choice, Game, Roster

RULES: Final = "rules"  # what the header of a log has
CHANGED: Final = "changed"
DATA: Final = "data/"
OWN: Final = "data/own/"  # how a log calls a file of the game's own data
READINGS: Final = "readings."
DEADLINE: Final = "deadline"  # when the orders of a run are due, on which its beacon hangs
_GROUPS: Final = ("options", "readings", "leaders", "players")

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Settled:
    """By what a run is played: rules, data files by their hashes, and the program.

    `deadline` counts where a beacon hangs on it: "" where none was set, None where nothing tells.
    """

    rules: Mapping[str, Any]
    data: Mapping[str, str]
    program: Program = field(default_factory=Program)
    deadline: str | None = None


def rules_of(game: Game, run: int) -> dict[str, Any]:
    """What the roster settles about play in a run; of readings those that are not the default."""
    roster = game.roster
    readings = {name: game.reading(name, run) for name in game.interpretations}
    return {
        "options": dict(roster.options),
        "readings": {
            name: reading
            for name, reading in readings.items()
            if reading != game.interpretations[name].default
        },
        "asks": roster.asks,
        "leaders": dict(roster.leaders),
        "missing_orders": roster.missing_orders,
        "mistakes_stand_after": roster.mistakes_stand_after,
        "moderator": roster.moderator,
        "moderator_plays": roster.moderator_plays,
        "rated": roster.rated,
        "key_keeper": roster.key_keeper,
        "beacon": dict(roster.beacon_source) or roster.beacon,
        "players": {
            name: {"powers": list(player.powers), "missing": player.missing}
            for name, player in roster.players.items()
        },
        "program": dict(roster.program) or None,
    }


def data_in(inputs: Mapping[str, Any]) -> dict[str, str]:
    """The data files among the inputs that a header names."""
    return {name: found for name, found in inputs.items() if name.startswith(DATA)}


def shipped_in(data: Mapping[str, str]) -> dict[str, str]:
    """The data files that come with the program, of those that a log names."""
    return {name: found for name, found in data.items() if not name.startswith(OWN)}


def after_upgrade(data: Mapping[str, str], header: Mapping[str, Any]) -> dict[str, str]:
    """The data files after an upgrade: those of the new program, and the game's own as before.

    An older program did not name its data there: then they count as they were.
    """
    shipped = shipped_in(data_in(header["inputs"])) or shipped_in(data)
    return {name: found for name, found in data.items() if name.startswith(OWN)} | shipped


def changed_by_upgrade(old: Mapping[str, str], new: Mapping[str, str]) -> list[dict[str, Any]]:
    """Which shipped data files are others after an upgrade."""
    return changes(Settled({}, shipped_in(old)), Settled({}, shipped_in(new)))


def changes(old: Settled, new: Settled) -> list[dict[str, Any]]:
    """What is settled otherwise, each by its name: `options.x`, `data/charts/terrain.yaml`.

    Shipped data change with the program, which is told elsewhere.
    """
    before, after = _named(old.rules), _named(new.rules)
    before |= _files(old, old.program == new.program)
    after |= _files(new, old.program == new.program)
    if old.deadline is not None and new.deadline is not None:
        before[DEADLINE], after[DEADLINE] = old.deadline or None, new.deadline or None
    return [
        {"what": what, "old": before.get(what), "new": after.get(what)}
        for what in sorted({*before, *after})
        if before.get(what) != after.get(what)
    ]


def _named(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Each rule by itself, under the name that `changes` in game.yaml gives it."""
    found: dict[str, Any] = {}
    for name, value in rules.items():
        if name in _GROUPS:
            found |= {f"{name}.{key}": item for key, item in value.items()}
        else:
            found[name] = value
    return found


def _files(settled: Settled, shipped: bool) -> dict[str, str]:
    """The data files by the names that they have in a game directory."""
    return {
        name.replace(OWN, DATA, 1): found
        for name, found in settled.data.items()
        if shipped or name.startswith(OWN)
    }


# --- what the moderator says of it ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """The changes of a run with who and why, and what is wrong with them."""

    rows: tuple[dict[str, Any], ...] = ()
    findings: tuple[Finding, ...] = ()
    line: str = ""  # what is to be added to game.yaml


def told(roster: Roster, found: Iterable[Row], run: int, document: Document) -> Told:
    """The changes of a run as game.yaml says them; what it does not say, or says wrongly."""
    said = _said(roster, run)
    rows, unsaid = [], []
    for row in found:
        who, why = said.get(row["what"], ("", ""))
        rows.append({**row, "who": who, "why": why})
        if not (who.strip() and why.strip()):
            unsaid.append(row)
    findings = [*_unsaid(roster, unsaid, run, document), *_not_so(roster, rows, run, document)]
    return Told(tuple(rows), tuple(findings), _line(unsaid, run) if unsaid else "")


def _said(roster: Roster, run: int) -> dict[str, tuple[str, str]]:
    """Who wants what with a run, and why."""
    chosen = {
        READINGS + choice.interpretation: (choice.who, choice.why)
        for choice in roster.choices
        if choice.from_run == run
    }
    listed = {
        what: (change.who, change.why)
        for change in roster.changes
        if change.from_run == run
        for what in change.what
    }
    return chosen | listed


def _line(unsaid: Iterable[Row], run: int) -> str:
    what = flow_text([row["what"] for row in unsaid])
    return f"- {{from_run: {run}, what: {what}, who: NAME, why: REASON}}"


def _unsaid(
    roster: Roster, unsaid: Iterable[Row], run: int, document: Document
) -> Iterator[Finding]:
    for row in unsaid:
        words = f"{row['what']} changes with run {run} from {value(row['old'])}"
        yield error(
            "unsaid-change",
            f"{words} to {value(row['new'])}, and game.yaml does not say who wants it and why",
            where=_place(roster, row["what"], run, document),
            hint=_hint(row, run),
        )


def _hint(row: Row, run: int) -> str:
    if row["what"].startswith(READINGS) and row["new"] is not None:
        return f"write in its entry: from_run: {run}, who: NAME, why: REASON"
    return f"add it to `changes`: {_line([row], run)}"


def value(found: Any) -> str:
    """One value of a rule in a message; a hash is cut short."""
    if found is None:
        return "none"
    return f"{found[:12]}…" if isinstance(found, str) and len(found) == 64 else flow_text(found)


def _place(roster: Roster, what: str, run: int, document: Document) -> Where:
    """Where a change stands: the key in game.yaml, the entry of a reading, or the data file."""
    if what.startswith(DATA):
        return Where(what)
    if what.startswith(READINGS):
        index = _in_force(roster, what.removeprefix(READINGS), run)
        return document.where(("interpretations", *([] if index is None else [index])))
    if what == DEADLINE:
        return document.where_key(("deadlines",))
    group, _, key = what.partition(".")
    return document.where_key((group, key) if key else (group,))


def _in_force(roster: Roster, interpretation: str, run: int) -> int | None:
    """Which entry of `interpretations` says the reading of a run."""
    found = None
    for index, choice in enumerate(roster.choices):
        if choice.interpretation == interpretation and choice.from_run <= run:
            found = index
    return found


def _not_so(roster: Roster, rows: Iterable[Row], run: int, document: Document) -> Iterator[Finding]:
    """What is said to change and does not."""
    known = {row["what"] for row in rows}
    for number, change in enumerate(roster.changes):
        for index, what in enumerate(change.what):
            if change.from_run == run and what not in known:
                yield error(
                    "no-such-change",
                    f"{what} does not change with run {run}",
                    where=document.where(("changes", number, "what", index)),
                    hint="take it out; the names are those of the keys, as options.NAME, "
                    "leaders.SIDE, players.NAME, asks, deadline, data/FILE",
                )


# --- what held before ----------------------------------------------------------------------------


def rewritten(old: Game, new: Game, run: int, document: Document) -> list[Finding]:
    """Entries of `interpretations` that would change what held before run `run`.

    `old` is the game as it was last played.
    """
    found: dict[str, int] = {}
    for earlier in _turns((*old.roster.choices, *new.roster.choices), run):
        for name in new.interpretations:
            if name in old.interpretations and old.reading(name, earlier) != new.reading(
                name, earlier
            ):
                found.setdefault(name, earlier)
    both = (old, new)
    return [_falsified(both, name, earlier, (run, document)) for name, earlier in found.items()]


def _turns(choices: Iterable[Choice], run: int) -> list[int]:
    """The runs before `run` with which a reading may have changed."""
    return sorted({1, *(choice.from_run for choice in choices)} & {*range(1, run)})


def _falsified(
    both: tuple[Game, Game], name: str, earlier: int, now: tuple[int, Document]
) -> Finding:
    (old, new), (run, document) = both, now
    index = _in_force(new.roster, name, earlier)
    was, said = old.reading(name, earlier), new.reading(name, earlier)
    return error(
        "past-run",
        f"{name} reads '{said}' from run {earlier} here; run {earlier} was played with '{was}'",
        where=document.where(("interpretations", *([] if index is None else [index]))),
        hint=f"leave what was, and add an entry with from_run: {run}, who: NAME, why: REASON",
    )


def cannot_change(name: str, found: Told, run: int) -> PbemError:
    """What stops a run whose rules changed unsaid; `name` is where to say it."""
    hint = f"say it in {name}, under `changes:`, once for all: {found.line}" if found.line else ""
    return PbemError(
        f"run {run} would be played by other rules or data than game.yaml tells",
        hint=hint,
        findings=found.findings,
    )
