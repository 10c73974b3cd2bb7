"""The toy as the core sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Settle
from pbem.core.data.findings import PbemError
from pbem.core.reading.scene import Scene
from pbem.core.record.state import NEUTRAL
from pbem.core.rules.position import Position
from pbem.core.rules.sequence import Loop, Step, Window
from pbem.core.rules.system import Chapter, Receipts, Section, System, Throws
from toy.battles import ClashVerdict, assaults, pay_luck, steel
from toy.orders import check_assault, check_levy, check_march, check_permit, unit_claims
from toy.powers import conquest, rising
from toy.rules import council, end_impulse, levy, marches, permits
from toy.sieges import SIEGE, WEATHER, weather


@dataclass(frozen=True, slots=True)
class Options:
    """How a side settles what its players disagree about; what else is played.

    Powers may be conquered (TOY-8), homes besieged (TOY-10), and the weather may change (TOY-11).
    """

    settle: Settle = Settle.OWNER
    conquest: bool = False
    siege: bool = False
    weather: bool = False


def options(said: Mapping[str, Any]) -> Options:
    """The game's options as typed."""
    settle = str(said.get("settle", "owner"))
    ways = [str(way) for way in Settle]
    if settle not in ways:
        raise PbemError(f"nobody settles by '{settle}'", hint="write " + ", ".join(ways))
    switches = (said.get(name) is True for name in ("conquest", "siege", "weather"))
    return Options(Settle(settle), *switches)


def may_act(position: Position) -> Mapping[str, Sequence[str]]:
    """The units that may march in this window."""
    state, board = position.state, position.board
    own = {power.id for power in state.powers_of_player(position.player)}
    ready = [
        unit.id
        for unit in state.units.values()
        if unit.owner in own and unit.at in board and not unit.marked("moved")
    ]
    return {"march": sorted(ready)}


def sound(position: Position) -> Sequence[str]:
    """Powers of a side have players."""
    powers = position.powers.values()
    return [f"{p.id}: nobody plays it" for p in powers if p.side != NEUTRAL and not p.players]


def upgrade_0_to_1(data: dict[str, Any]) -> dict[str, Any]:
    """Format 0 wrote groups as `size` and had no run number."""
    units = [
        {"count" if key == "size" else key: value for key, value in unit.items()}
        for unit in data["units"]
    ]
    return data | {"format": "pbem-state/1", "units": units, "clock": {**data["clock"], "run": 0}}


def clash_lines(clash: ClashVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a clash."""
    scores = ", ".join(f"{side} {score}" for side, score in sorted(clash.scores.items()))
    stances = ", ".join(f"{side} {stance}" for side, stance in sorted(clash.stances.items()))
    return (
        f"CLASH {scene.place(clash.where)}  {stances}",
        f"{scores}: {clash.outcome}; {scene.said(clash.lost)} lost",
    )


def odds(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """The odds column of an assault."""
    from fractions import Fraction

    return {"odds": str(Fraction(said["attack"], said["defence"]))}


FACTS = {
    "strength": "might of the units that go",
    "enemy units": "how many enemies stand there",
    "odds": "might to enemy units, where there are any",
}

CHAPTER = Chapter(
    sections=(
        Section("levy", "Levy", "levy", "toy/levy", "2", check_levy, single=True),
        Section("permit", "Permit", "permit", "toy/permit", "4", check_permit),
        Section("march", "March", "march", "toy/march", "4", check_march, facts=FACTS),
        Section(
            "assault",
            "Assault",
            "assault",
            "toy/assault",
            "7",
            check_assault,
            unit_claims,
            facts=FACTS,
        ),
    ),
    kinds=(
        DecisionKind(
            "council",
            "The council's gift",
            "before the march",
            "3",
            (AnswerKey("in_council", "gift"), AnswerKey("council", "gift")),
            {"powers": "how many powers the side has"},
        ),
        DecisionKind(
            "stance",
            "Stance in a clash",
            "when units meet",
            "5",
            (AnswerKey("in_battle", "stance"), AnswerKey("clash", "stance")),
            {"strength": "your might there", "enemy strength": "his might that you see"},
        ),
        DecisionKind(
            "reroll",
            "Pay luck for another throw",
            "after a throw of yours",
            "6",
            (AnswerKey("in_battle", "reroll"), AnswerKey("reroll", "", "pay")),
            {"die": "what was thrown", "luck": "what you have left"},
        ),
        DecisionKind(
            "torch",
            "Burn a bridge",
            "when an enemy is about to cross it",
            "4",
            (AnswerKey("torch", "", "burn"),),
            {"enemy units": "how many come", "own units": "how many you have beyond it"},
        ),
        DecisionKind(
            "support",
            "Support of a neighbour",
            "when a neighbour is assaulted",
            "7",
            (AnswerKey("support", "send"),),
            {},
            allocation=True,
        ),
        DecisionKind(
            "terms",
            "Fight for a home or yield it",
            "when your home is assaulted",
            "7",
            (AnswerKey("terms", "do"),),
            {"odds": "might to units, as declared"},
        ),
    ),
    rulings=(SIEGE, WEATHER),
    verdicts={ClashVerdict: clash_lines},
    order_lines=("in_council", "in_battle"),
    calculations={"assault.odds": odds},
)

SYSTEM = System(
    name="toy",
    title="Two Banks",
    package="toy",
    sequence=(
        Loop(
            "impulses",
            (
                Window("levy", "levy"),
                Step("levy", levy, "2"),
                Step("council", council, "3"),
                Window("march", "march"),
                Step("permit", permits, "4"),
                Step("march", marches, "4"),
                Step("assault", assaults, "7"),
                Step("weather", weather, "11"),
                Step("end", end_impulse, "1"),
            ),
            again=lambda state: state.clock.impulse <= 6,
        ),
    ),
    chapters=(CHAPTER,),
    options=options,
    position=Position,
    conditions=(conquest, rising),
    throws=Throws(before=steel, after=pay_luck),
    receipts=Receipts(may_act=may_act),
    upgrades={"pbem-state/0": upgrade_0_to_1},
    sound=sound,
)
