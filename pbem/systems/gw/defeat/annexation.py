"""Annexation, and attacks that a pact allows without a war (0.9, 14.2, 15.4).

A combat move into such a zone declares no war. The zone bears the marker `invaded-by: NATION` until
combat is over: what is annexed changes hands before the battles, what is not is fought for.
Decides what is annexed, what goes with it, and Slovakia. Leaves to `without_war` who may move in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import Answer, AnswerKey, DecisionKind, Option, Settle
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_place, set_power
from pbem.core.record.events import Event
from pbem.core.record.state import State, Unit
from pbem.core.record.verdicts import Cited, Judged, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.economy.income_events import income_event
from pbem.systems.gw.economy.incomes import raise_income
from pbem.systems.gw.economy.transfers import gives, hands_over, leaves_game, units_of
from pbem.systems.gw.politics.alignment import zones_held
from pbem.systems.gw.politics.without_war import FIGHTS, NONE, cell, invaded
from pbem.systems.gw.world.cargo import unload
from pbem.systems.gw.world.nations import at_war_with_major, invader_of
from pbem.systems.gw.world.treaties import CHART
from pbem.systems.gw.world.units import type_of, units_told
from pbem.systems.gw.world.vocabulary import Counted, Marker, PowerFlag, UnitMark


class ContestedSlovakia(Reading, id="GW-R-15.4-a"):
    """What Britain and France decide on Slovakia when they disagree."""

    BOTH = "both"
    EITHER = "either"


JOINS, RISE = "joins", "rise"
SLOVAKIA: Final = "slovakia"
PROTECTORS: Final = ("great-britain", "france")
CONTEST, ALLOW = "contest", "allow"
LOST: Final = {"great-britain": -3, "france": -1}  # peacetime income, when Germany wins (15.4)

CONTEST_SLOVAKIA: Final = DecisionKind(
    "contest-slovakia",
    "Slovakian resistance",
    "after the combat movement in which Germany annexes Slovakia",
    "15.4",
    (AnswerKey("politics", "slovakia"),),
    {"land": "German land units that move in", "garrison": "units in Slovakia"},
)


# --- before the battles ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnnexationVerdict(Cited):
    """A nation annexes another, or has no land unit to do it with."""

    kind: ClassVar[str] = "annexation"

    nation: PowerId
    of: str = ""
    forces: Counted | None = None
    join: bool | None = None


@implements("GW-0.9-4", "GW-14.2-3", "GW-15.4-1")
def annex(umpire: Umpire) -> None:
    """After combat movement annexed zones change hands; Slovakia may be contested (0.9, 15.4)."""
    for zone in invaded(umpire.state):
        if cell(umpire.book, zone, "forces") == FIGHTS:
            continue
        power = invader_of(umpire.state, zone)
        land = _land_units(umpire.position, power, zone)
        if not land:
            umpire.apply(*_unmarked(umpire.state, zone))
            umpire.tell(
                AnnexationVerdict(at=zone, result="no-land-unit", under="0.9", nation=power)
            )
        elif not (zone == SLOVAKIA and _is_contested(umpire, land)):
            _annexes(umpire, zone, power)


def _land_units(position: Position, power: str, zone: str) -> tuple[Unit, ...]:
    """The land units with which a nation annexes a zone, those still aboard ships included."""
    there = [unit for unit in position.state.at(zone) if unit.owner == power]
    there += [
        unit
        for unit in position.units.values()
        if unit.mark(UnitMark.ASSAULT) == zone and unit.owner == power
    ]
    return tuple(unit for unit in there if type_of(position.book, unit).is_land)


def _unmarked(state: State, zone: str) -> tuple[Event, ...]:
    return set_place(state, zone, "marker", Marker.INVADED_BY, None)


def _annexes(umpire: Umpire, zone: str, power: str) -> None:
    """A zone is annexed: the annexer's roundel goes on it, its forces join him or go."""
    umpire.chart(CHART)
    nation = str(umpire.state.controller(zone))
    forces = _forces_go(umpire, zone, nation, power)
    for unit in _land_units(umpire.position, power, zone):
        if unit.at != zone:
            umpire.apply(*unload(umpire.state, unit, zone, unit.size))
    umpire.apply(*gives(umpire.position, zone, power))
    umpire.apply(*_unmarked(umpire.state, zone))
    umpire.apply(*_is_no_more(umpire, nation, power, zone))
    group = cell(umpire.book, zone, "group")
    if group != NONE:
        flag = PowerFlag.ANNEXED_IN.of(group)
        umpire.apply(*set_power(umpire.state, power, "flag", flag, umpire.state.clock.turn))
    umpire.tell(
        AnnexationVerdict(
            at=zone,
            result="annexed",
            under="14.2" if cell(umpire.book, zone, "pact") != NONE else "0.9",
            nation=power,
            of=nation,
            forces=forces,
            join=cell(umpire.book, zone, "forces") == JOINS,
        )
    )
    if cell(umpire.book, zone, "incomes") == RISE:
        income_event(umpire, "annexation", zone, ("annexes", power, zone))


def _is_no_more(umpire: Umpire, nation: str, power: str, zone: str) -> Iterator[Event]:
    """A nation whose last zone is annexed is none any more (0.9)."""
    if not zones_held(umpire.position, nation):
        flag = (
            PowerFlag.ALIGNED_WITH
            if cell(umpire.book, zone, "forces") == JOINS
            else PowerFlag.DEFEATED
        )
        yield from set_power(umpire.state, nation, "flag", flag, power)


def _forces_go(umpire: Umpire, zone: str, nation: str, power: str) -> Counted:
    """What stands in an annexed zone joins the annexer; or the nation's forces are removed."""
    told: list[tuple[str, int]] = []
    joins = cell(umpire.book, zone, "forces") == JOINS
    for unit in units_of(umpire.state, nation):
        if joins and unit.at == zone:
            umpire.apply(*hands_over(unit, power))
            told.append((unit.counter, unit.size))
        elif not joins:
            umpire.apply(leaves_game(unit))
            told.append((unit.counter, unit.size))
    return told


# --- Slovakian resistance --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SlovakiaVerdict(Judged):
    """Whether Slovakia is contested, and who holds it."""

    kind: ClassVar[str] = "slovakia"
    cite: ClassVar[str] = "15.4"

    by: Sequence[PowerId]


def annexation_lines(verdict: AnnexationVerdict, scene: Scene) -> Sequence[str]:
    """A zone that is taken without a war."""
    cite = verdict.rule
    zone, nation = scene.place(verdict.where), scene.title(verdict.nation)
    if verdict.outcome == "no-land-unit":
        return [f"{nation} does not annex {zone} ({cite}): no land unit of its moved in"]
    lines = [f"{nation} annexes {zone} ({cite}): no combat, no war with {scene.title(verdict.of)}"]
    if verdict.forces:
        told = units_told(scene.book, verdict.forces)
        lines.append(f"Its forces join {nation}: {told}" if verdict.join else f"Removed: {told}")
    return lines


def slovakia_lines(verdict: SlovakiaVerdict, scene: Scene) -> Sequence[str]:
    """The resistance of Slovakia."""
    by = " and ".join(map(scene.title, verdict.by))
    words = {
        "allowed": f"{by} let Germany annex Slovakia",
        "contested": f"{by} contest the annexation: Slovakia's forces fight",
        "taken": "Germany has taken Slovakia by force",
        "held": "Germany has failed in Slovakia",
    }
    return [f"Slovakian resistance (15.4): {words[verdict.outcome]}"]


@implements("GW-15.4-1")
def _is_contested(umpire: Umpire, land: tuple[Unit, ...]) -> bool:
    """Whether Britain and France contest the annexation of Slovakia together (15.4)."""
    state = umpire.state
    garrison = [unit for unit in state.at(SLOVAKIA) if unit.owner == state.controller(SLOVAKIA)]
    if not umpire.options.slovakian_resistance or not garrison:
        return False
    asked = [name for name in PROTECTORS if name in state.powers]
    both = umpire.reading(ContestedSlovakia) is ContestedSlovakia.BOTH
    answers = [bool(answer) for answer in _protest(umpire, asked, land, garrison)]
    contested = (all if both else any)(answers)
    outcome = "contested" if contested else "allowed"
    if contested:
        umpire.apply(*_play_for_slovakia(umpire, state.powers[asked[0]].players))
    umpire.tell(SlovakiaVerdict(at=SLOVAKIA, result=outcome, by=asked))
    return contested


def _protest(
    umpire: Umpire, asked: Sequence[str], land: Sequence[Unit], garrison: Sequence[Unit]
) -> list[Answer]:
    """What each protector answers to the annexation (15.4)."""
    facts = {
        name: sum(unit.size for unit in units)
        for name, units in (("land", land), ("garrison", garrison))
    }
    return umpire.decide_all(
        [
            CONTEST_SLOVAKIA.ask(
                "Germany annexes Slovakia. Do Britain and France contest it?",
                umpire.state.powers[name].players,
                [Option(CONTEST, "contest")],
                at=SLOVAKIA,
                about=name,
                least=0,
                facts=facts,
                settle=Settle.ANY,
            )
            for name in asked
        ]
    )


def _play_for_slovakia(umpire: Umpire, players: tuple[str, ...]) -> Iterator[Event]:
    """Who decides for Slovakia's forces while they fight: Britain, as for others (4.7, 15.4)."""
    nation = umpire.board.text(SLOVAKIA, "nation")
    yield from set_power(umpire.state, nation, "players", "", " ".join(players) or None)


@implements("GW-15.4-2")
def resistance_ends(umpire: Umpire) -> None:
    """After combat: incomes by how Slovakia's fight ended; nobody is invaded any more (15.4)."""
    for zone in invaded(umpire.state):
        power = invader_of(umpire.state, zone)
        won = umpire.state.controller(zone) == power
        umpire.apply(*_unmarked(umpire.state, zone))
        if zone != SLOVAKIA:
            continue
        umpire.apply(*_play_for_slovakia(umpire, ()))
        umpire.tell(SlovakiaVerdict(at=zone, result="taken" if won else "held", by=PROTECTORS))
        for name, change in LOST.items():
            if _has_peacetime_income(umpire.state, name):
                raise_income(umpire, name, change if won else -change, ("slovakia",))


def _has_peacetime_income(state: State, name: str) -> bool:
    """Whether a nation has an income, and no war with a Major Power that has ended peacetime's."""
    return name in state.powers and not at_war_with_major(state, name)
