"""How a run asks the moderator for rulings, and carries them out.

Decides: that play stops where a ruling is wanted and not given, what the log says of one that is
given, and that a ruling nobody asked for is carried out where play leaves the step that it names.
Leaves to `rules.rulings` what may be asked, to `orders.rulings` what a ruling comes to.

A missing cell of a chart is asked for in any game, wherever a rule reads it; what the moderator
says of it lies over the chart for the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pbem.core.data.charts import BLANK, Address, Cell, Chart, Provenance, Table
from pbem.core.data.findings import Finding, MissingCell, PbemError, error
from pbem.core.orders.answering import Pending
from pbem.core.orders.inputs import GivenRuling, Inputs
from pbem.core.orders.rulings import weigh
from pbem.core.record.dice import Roll
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.rulings import (
    CHART,
    EVERYTHING,
    RULING,
    Ruled,
    Unruled,
    Wanted,
    asked_for,
)
from pbem.core.rules.system import Modifier

if TYPE_CHECKING:
    from pbem.core.play.umpire import AnyUmpire

UNASKED: Final = "unasked"  # the kind of a ruling that no step asked for
_CHANGED: Final = "the facts have changed since it was asked: rule on it as it is now"


@dataclass(frozen=True, slots=True)
class _Given:
    """A ruling that is wanted, at its path, and what the moderator said."""

    path: str
    wanted: Wanted
    said: GivenRuling | None
    refused: str = ""

    def unruled(self, state: State) -> Unruled:
        """The same for whoever asks for it, in a position."""
        mark = asked_for(self.path, self.wanted)
        return Unruled(self.path, self.wanted, mark, self.refused, state)


def rule_all(umpire: AnyUmpire, wanted: Sequence[Wanted]) -> list[Ruled]:
    """The rulings that a step wants at one moment; play stops if one of them is not given."""
    found = [_given(umpire, umpire.path_of(one.kind, one.about), one) for one in wanted]
    unruled = [one.unruled(umpire.state) for one in found if one.said is None]
    if unruled:
        raise Pending((), unruled)
    return [_carried_out(umpire, one) for one in found]


def _given(umpire: AnyUmpire, path: str, wanted: Wanted) -> _Given:
    if path in umpire.ruled:
        raise AssertionError(f"{path} is ruled twice")
    said = umpire.inputs.overrides.rulings.get(path)
    if said and said.fingerprint not in ("", asked_for(path, wanted)):
        return _Given(path, wanted, None, _CHANGED)
    return _Given(path, wanted, said)


def _carried_out(umpire: AnyUmpire, given: _Given) -> Ruled:
    """A ruling in the log: what was said, what it changed, and the paragraph that tells of it."""
    path, wanted, said = given.path, given.wanted, given.said
    if said is None:
        raise AssertionError(f"nothing is ruled at {path}")
    weighed = weigh(umpire.position, path, wanted, said)
    if weighed.findings:
        raise PbemError(f"the ruling on {path} cannot be carried out", findings=[*weighed.findings])
    umpire.ruled[path] = said
    with umpire.inside(path):
        _note(umpire, given, said)
        umpire.apply(*weighed.ruled.events)
        result = weighed.ruled.result
        outcome = "ruled" if result is None else str(result)
        umpire.tell_ruling(outcome, said.cite, wanted, _facts(given))
    if weighed.ruled.events:
        umpire.take_effect()
    return weighed.ruled


def _note(umpire: AnyUmpire, given: _Given, said: GivenRuling) -> None:
    """What the moderator said, as he said it."""
    who = {"author": said.author, "reason": said.reason, "cite": said.cite}
    body = {RULING: given.path, "kind": given.wanted.kind, **who, "said": dict(said.data)}
    umpire.correct(umpire.path, body, given.wanted.secret)


def _facts(given: _Given) -> dict[str, object]:
    """What the paragraph tells beside what changed."""
    wanted, said = given.wanted, given.said
    if said is None:
        raise AssertionError("nothing is ruled")
    told: dict[str, object] = {"kind": wanted.kind, "by": said.author, "reason": said.reason}
    more = {
        "question": wanted.question,
        "rule": wanted.cite if wanted.question else "",
        "result": said.data.get("result"),
        "modifiers": [[row["name"], row["value"]] for row in said.data.get("modifiers", ())],
        "seen": [_seen(roll) for roll in wanted.dice],
    }
    return told | {name: value for name, value in more.items() if value not in (None, "", [])}


def _seen(roll: Roll) -> list[object]:
    """Dice that the moderator saw: their path, what was thrown, by whom, what they showed."""
    return [roll.path, roll.dice, roll.by, list(roll.values)]


# --- rulings that nobody asked for ---------------------------------------------------------------


def at_the_end(umpire: AnyUmpire, path: str) -> None:
    """What the moderator rules of himself where play leaves a step, which was entered as `path`."""
    said = _unasked(umpire, path)
    if said is not None:
        wanted = Wanted(UNASKED, "", said.cite, may=EVERYTHING)
        _carried_out(umpire, _Given(path, wanted, said))


def modifiers(umpire: AnyUmpire, path: str) -> tuple[Modifier, ...]:
    """What the moderator rules of himself to modify dice that are about to be thrown."""
    said = _unasked(umpire, path)
    if said is None:
        return ()
    wanted = Wanted(UNASKED, "", said.cite, modifiers="the dice that are thrown now")
    return _carried_out(umpire, _Given(path, wanted, said)).modifiers


def _unasked(umpire: AnyUmpire, path: str) -> GivenRuling | None:
    said = umpire.inputs.overrides.rulings.get(path)
    used = path in umpire.ruled or any(said is one for one in umpire.ruled.values())
    return None if said is None or said.fingerprint or used else said


# --- missing cells of charts ---------------------------------------------------------------------


def cell_path(at: Address) -> str:
    """Under which path the moderator rules what a cell says: `chart/assault/3:1/5`."""
    return "/".join(filter(None, (CHART, *at)))


def of_cell(umpire: AnyUmpire, gap: MissingCell) -> Unruled:
    """The ruling that is wanted where a rule read a cell that nobody has supplied."""
    at = Address(gap.chart, gap.table, gap.column, gap.row)
    wanted = _cell_wanted(umpire.game.chart(gap.chart), at)
    return _given(umpire, cell_path(at), wanted).unruled(umpire.state)


def _cell_wanted(chart: Chart, at: Address) -> Wanted:
    place = " ".join(filter(None, at[1:]))
    return Wanted(CHART, f"What does the chart {chart.id} say at {place}?", chart.rule)


def with_cells(game: Game, inputs: Inputs, umpire: AnyUmpire) -> Game:
    """The game with what the moderator ruled of missing cells lying over its charts."""
    rulings = inputs.overrides.rulings
    if not any(path.startswith(f"{CHART}/") for path in rulings):
        return game
    charts = {name: _over(chart, rulings, umpire) for name, chart in game.charts.items()}
    return replace(game, book=replace(game.book, charts=charts))


def _over(chart: Chart, rulings: Mapping[str, GivenRuling], umpire: AnyUmpire) -> Chart:
    found = {at: said for at in _blank(chart) if (said := rulings.get(cell_path(at)))}
    cells = {at: said for at, said in found.items() if _is_answer(chart, at, said)}
    if not cells:
        return chart

    def heard(at: Address) -> None:
        _heard(umpire, chart, at, cells[at])

    tables = {name: _filled(table, chart.id, cells) for name, table in chart.tables.items()}
    return replace(chart, tables=tables, provenance=Provenance.RULED, heard=heard)


def _blank(chart: Chart) -> Iterator[Address]:
    for table in chart.tables.values():
        for (column, row), cell in table.cells.items():
            if cell.provenance is Provenance.MISSING:
                yield Address(chart.id, table.name, column, row)


def _is_answer(chart: Chart, at: Address, said: GivenRuling) -> bool:
    """Whether a ruling answers what is asked; else it is asked again, and said why."""
    wanted, path = _cell_wanted(chart, at), cell_path(at)
    if said.fingerprint not in ("", asked_for(path, wanted)):
        return False
    findings = [*_against(chart, at, wanted, said)]
    if findings:
        raise PbemError(f"the ruling on {path} cannot be carried out", findings=findings)
    return True


def _against(chart: Chart, at: Address, wanted: Wanted, said: GivenRuling) -> Iterator[Finding]:
    """What speaks against a cell: it says nothing, or the rulebook says otherwise."""
    result = said.data.get("result")
    where = said.spot("result")
    if wrong := wanted.problem(result):
        yield error("not-a-result", f"found {result or 'nothing'}", where=where, hint=wrong)
        return
    for known in chart.known:
        here = (known.table, known.column, known.row) == at[1:]
        if here and not known.holds(result if isinstance(result, int) else str(result or BLANK)):
            message = f"the cell cannot be {result}: it is {known.test} {known.value}"
            yield error("known-otherwise", message, where=where, cite=known.cite)


def _filled(table: Table, chart: str, cells: Mapping[Address, GivenRuling]) -> Table:
    ruled = {
        (at.column, at.row): Cell(said.data["result"], Provenance.RULED, said.cite)
        for at, said in cells.items()
        if (at.chart, at.table) == (chart, table.name)
    }
    return replace(table, cells={**table.cells, **ruled})


def _heard(umpire: AnyUmpire, chart: Chart, at: Address, said: GivenRuling) -> None:
    """A cell that was ruled is read: the first time, a paragraph tells of it."""
    path = cell_path(at)
    if path in umpire.ruled:
        return
    umpire.ruled[path] = said
    given = _Given(path, _cell_wanted(chart, at), said)
    with umpire.inside(path):
        _note(umpire, given, said)
        result = str(said.data["result"])
        umpire.tell_ruling(result, said.cite, given.wanted, _facts(given))
