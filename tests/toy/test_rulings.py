"""Rulings in the core: what a step wants, what an answer may be, when play stops and goes on."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import Any

import pytest
from ruling import any_ruling

from pbem.core.cases.coverage import Standing, coverage
from pbem.core.data.charts import chart_from
from pbem.core.data.findings import PbemError
from pbem.core.orders.inputs import GivenRuling, Overrides
from pbem.core.orders.rulings import FORMS, weigh
from pbem.core.play.run import Outcome
from pbem.core.record.events import apply
from pbem.core.rules.fit import misfits
from pbem.core.rules.rulings import EVERYTHING, Does, Wanted, asked_for
from toy.sieges import SIEGE, WEATHER
from toy.table import Table, of_kind, table

STORM = {"rosa": "assault: [{at: blue-home, with: [lion]}]\n"}
FIGHT = {"bea": "terms: [{do: fight}]\n"}
AT = "t1.1.red/assault/battle/blue-home/siege/blue-home"
SKY = "t1.1.red/weather/weather"


def said(mark: str = "", **data: Any) -> GivenRuling:
    return GivenRuling(data, "Mod", "so it is", "10", mark)


def besieged(**options: bool) -> Table:
    return table("march", options={"siege": True, **options}).moved(lion="mill")


def run(seat: Table, **more: Any) -> Outcome:
    return seat.run(STORM, FIGHT, **more)


def ruled(**rulings: GivenRuling) -> Overrides:
    return Overrides(rulings={{"siege": AT, "sky": SKY}[name]: r for name, r in rulings.items()})


def test_a_step_that_wants_a_ruling_stops_and_nothing_has_changed() -> None:
    seat = besieged()
    outcome = run(seat)
    (one,) = outcome.unruled
    assert outcome.pending and not outcome.questions and outcome.state is seat.state
    assert (one.path, one.wanted.kind, one.wanted.cite) == (AT, "siege", "10")
    assert [roll.path for roll in one.wanted.dice] == ["t1.1.red/assault/battle/blue-home/siege"]
    assert one.fingerprint == asked_for(AT, one.wanted)
    assert not of_kind(outcome, "correction")


def test_the_log_goes_on_from_where_it_stopped() -> None:
    seat = besieged(weather=True)
    first = run(seat)
    siege = said(result="holds")
    second = run(seat, overrides=ruled(siege=siege), stopped=first.prefix)
    assert [one.path for one in second.unruled] == [SKY]
    assert second.ledger.lines[: first.prefix.count] == first.ledger.lines
    both = ruled(siege=siege, sky=said(modifiers=[{"name": "autumn", "value": 9}]))
    done = run(seat, overrides=both, stopped=second.prefix)
    assert not done.pending and done.state.track("weather") == "storm"
    assert [e.body["ruling"] for e in of_kind(done, "correction")] == [AT, SKY]
    kinds = [e.body["verdict"] for e in of_kind(done, "verdict")]
    assert kinds == ["ruling", "siege", "ruling", "weather", "impulse"]


def test_dice_do_not_hang_on_rulings() -> None:
    """Whatever is ruled, each die shows what its path gives."""
    seat = besieged(weather=True)
    sky = said(modifiers=[])
    outcomes = [
        run(seat, overrides=ruled(siege=siege, sky=sky))
        for siege in (said(result="holds"), said(result="breach", changes=[{"lose": "INF"}]))
    ]
    rolls = [{e.path: e.body["throws"] for e in of_kind(one, "roll")} for one in outcomes]
    assert rolls[0] == rolls[1] and len(rolls[0]) == 2
    assert outcomes[0].state != outcomes[1].state


def test_a_ruling_on_other_facts_is_asked_again() -> None:
    outcome = run(besieged(), overrides=ruled(siege=said("0" * 16, result="holds")))
    (one,) = outcome.unruled
    assert one.refused == "the facts have changed since it was asked: rule on it as it is now"


def test_what_is_illegal_then_stops_the_run_and_says_why() -> None:
    """The second change is checked against what the first one left."""
    twice = [{"retreat": "lion", "to": "town"}, {"retreat": "lion", "to": "town"}]
    with pytest.raises(PbemError) as trouble:
        run(besieged(), overrides=ruled(siege=said(result="holds", changes=twice)))
    (finding,) = trouble.value.findings
    assert finding.message == "lion is there already"


def test_the_system_says_where_the_lost_go() -> None:
    seat = besieged()
    system = replace(seat.game.system, lost=lambda position, unit: f"pool:{unit.owner}/reserve")
    seat = replace(seat, game=replace(seat.game, system=system))
    lost = said(result="holds", changes=[{"lose": "lion"}])
    assert run(seat, overrides=ruled(siege=lost)).state.units["lion"].at == "pool:crimson/reserve"
    seat = besieged()
    assert run(seat, overrides=ruled(siege=lost)).state.units["lion"].at == "removed"


def test_a_supplied_chart_plays_by_itself() -> None:
    seat = besieged()
    known = {"chart": "siege", "system": "toy", "title": "Siege", "rule": "10"}
    rows = dict.fromkeys(range(1, 7), "holds")
    read = {"kind": "total-table", "provenance": "transcribed", "rows": rows}
    chart = chart_from({**known, **read})
    book = replace(seat.game.book, charts={**seat.game.charts, "siege": chart})
    outcome = run(replace(seat, game=replace(seat.game, book=book)))
    assert not outcome.pending and not of_kind(outcome, "correction")
    (verdict,) = of_kind(outcome, "verdict", "siege")
    assert verdict.body["charts"] == {"siege": "transcribed"}
    assert outcome.state.units["lion"].at == "removed"  # who attacks a home that holds loses


def test_a_ruling_of_himself_acts_once_and_only_where_play_leaves_the_step() -> None:
    path = "t1.1.red/march"
    change = GivenRuling({"changes": [{"control": "ford", "to": "azure"}]}, "Mod", "r", "c")
    outcome = table("march").run({}, overrides=Overrides(rulings={path: change}))
    (entry,) = of_kind(outcome, "correction")
    assert (entry.path, entry.body["kind"]) == (path, "unasked")
    assert outcome.state.controller("ford") == "azure"
    answer = replace(change, fingerprint="0" * 16)  # it answers something that is not asked
    outcome = table("march").run({}, overrides=Overrides(rulings={path: answer}))
    assert not of_kind(outcome, "correction")


def test_a_moderator_of_any_game_modifies_a_throw() -> None:
    seat = table("march").moved(lion="mill")
    path = "t1.1.red/assault/battle/blue-home/assault"
    more = GivenRuling({"modifiers": [{"name": "fog", "value": -6}]}, "Mod", "fog", "none")
    plain, foggy = (run(seat, overrides=Overrides(rulings=r)) for r in ({}, {path: more}))
    rolls = [of_kind(one, "roll")[-1].body for one in (plain, foggy)]
    assert rolls[0]["throws"] == rolls[1]["throws"]
    assert rolls[1]["modifiers"] == [["fog", -6]]


def test_every_change_has_its_form() -> None:
    assert set(FORMS) == set(Does)


def test_coverage_counts_what_is_ruled() -> None:
    found = {one.clause.id: one for one in coverage(besieged().game.system, [])}
    assert found["TOY-10"].standing is Standing.RULED and found["TOY-10"].ruled == SIEGE.name
    assert found["TOY-11"].ruled == WEATHER.name
    assert found["TOY-7"].standing is Standing.IMPLEMENTED


@pytest.mark.parametrize("seed", range(12))
def test_rulings_at_random_are_legal_and_play_goes_on(seed: int) -> None:
    seat, chance = besieged(weather=True), random.Random(seed)
    rulings: dict[str, GivenRuling] = {}
    outcome = run(seat)
    while outcome.pending:
        for one in outcome.unruled:
            rulings[one.path] = any_ruling(seat.game, one, chance.randrange)
        outcome = run(seat, overrides=Overrides(rulings=rulings), stopped=outcome.prefix)
    assert len(of_kind(outcome, "correction")) == 2


ODD = (
    *("", ":", "lion", "INF", "hill", "Nowhere", "pool:crimson/reserve", "pool:", "in:lion"),
    *("in:x", "removed", "crimson", "nobody", "azure:azure-inf@town", "weather", "luck", "chit-1"),
)


@pytest.mark.parametrize("does", Does)
def test_whatever_a_change_says_it_is_legal_or_told(does: Does) -> None:
    """No words of a change make the program stumble, and what is legal leaves a sound position."""
    seat = table("march")
    position = seat.game.at(seat.state)
    wanted = Wanted("unasked", "", "", may=EVERYTHING)
    form = FORMS[does]
    for first, second in itertools.product(ODD, ODD):
        row: dict[str, Any] = {str(does): first, **dict.fromkeys(form.needs, second)}
        row |= {"by": -1} if "by" in form.needs else {}
        for more in ({}, {"count": 1}, {"new": True}, {"gone": True}):
            given = GivenRuling({"changes": [{**row, **more}]}, "Mod", "r", "c")
            found = weigh(position, "x", wanted, given)
            assert bool(found.findings) != bool(found.ruled.events), row
            after = apply(seat.state, found.ruled.events)
            assert [*misfits(seat.game, after)] == [], row
