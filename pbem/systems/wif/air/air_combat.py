"""Conducting an air-to-air combat (14.3): lines, rounds, results, aborts.

Decides who fires when, who chooses the aircraft that is hit, and who goes home. The inactive side
rolls first; both values are fixed when the round starts. Leaves the values to `air_to_air`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from pbem.core.choices.conditions import Fact
from pbem.core.choices.decisions import Decision, DecisionKind, Option, Settle
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.rules.readings import Reading
from pbem.systems.wif.air.air_to_air import (
    ABORTED,
    BOMBER,
    CLEARED,
    DESTROYED,
    NO_EFFECT,
    Lines,
    Plane,
    TwinEngines,
    can_fire,
    candidates,
    cleared_at_start,
    column_of,
    combat_value,
    firer_chooses,
    is_fighter_bomber,
    is_hampered,
    is_over,
    line_up,
    must_fight,
    one_worse,
    strength,
)
from pbem.systems.wif.air.air_verdicts import (
    NO_BOMBER,
    NOTHING,
    AirCombatVerdict,
    AirForce,
    AirRound,
    Flown,
    Shot,
)
from pbem.systems.wif.air.sorties import Sky, players_of, return_to_base
from pbem.systems.wif.impulse.battle_decisions import (
    ABORT_AIR,
    AIR_LOSE,
    GET_THROUGH,
    LET_THROUGH,
    LINE_UP,
    SHOOT,
)
from pbem.systems.wif.world.control import other_side
from pbem.systems.wif.world.named import hex_facts
from pbem.systems.wif.world.position import now
from pbem.systems.wif.world.units import destroyed
from pbem.systems.wif.world.vocabulary import AirPick

EFFECTS: Final[Mapping[str, str]] = {
    DESTROYED: "lost",
    ABORTED: "aborts",
    CLEARED: "through",
}


class CombatOrder(Reading, id="WIF-14.3.1-R1"):
    """In what order the air combats of a step are fought."""

    ACTIVE_SIDE = "active-side"
    PLACE = "place"


class LastAircraft(Reading, id="WIF-14.3.2-R1"):
    """Whether a side rolls that has just lost its last aircraft."""

    ROLLS = "rolls"
    ENDS = "ends"


class ClearedAfterAbort(Reading, id="WIF-14.3.2-R2"):
    """What bombers do that got through when their side aborts."""

    ATTACK = "attack"
    ABORT = "abort"


@dataclass(slots=True)
class AirBattle:
    """One air combat in progress: the lines of both sides, inactive side first."""

    umpire: Umpire
    sky: Sky
    place: str
    lines: dict[str, Lines]
    rounds: list[AirRound] = field(default_factory=list)
    values: dict[str, int] = field(default_factory=dict)

    def other(self, side: str) -> str:
        """The opponent of a side."""
        return next(name for name in self.lines if name != side)

    @property
    def over(self) -> bool:
        """Whether a side has nobody left in it."""
        return is_over(*self.lines.values())

    def players(self, side: str) -> tuple[str, ...]:
        """The players with aircraft in this combat on a side."""
        state = self.umpire.state
        lines = self.lines[side]
        powers = {plane.power for plane in (*lines.planes, *lines.cleared)}
        return players_of(state, powers) or state.players_of(side)

    def facts(self, side: str) -> dict[str, Fact]:
        """What a choice in this combat may be conditioned on."""
        own, enemy = self.lines[side], self.lines[self.other(side)]
        position = now(self.umpire)
        power = position.state.powers_of(side)[0].id
        return {
            "enemy fighters": len(enemy.fighters),
            "enemy bombers": len(enemy.bombers),
            "own fighters": len(own.fighters),
            "own bombers": len(own.bombers),
            **hex_facts(position, self.place, power),
        }


@implements("WIF-14.3-1", "WIF-14.3.1-1")
def air_combats(umpire: Umpire, sky: Sky, places: Sequence[str]) -> None:
    """The air combats of a step, one at a time, as the active side ordered its flights (14.3.1)."""
    fought = [place for place in places if must_fight(*lines_over(umpire, sky, place).values())]
    if len(fought) > 1 and umpire.reading(CombatOrder) is CombatOrder.PLACE:
        fought.sort()
    for place in fought:
        air_combat(umpire, sky, place)


def lines_over(umpire: Umpire, sky: Sky, place: str) -> dict[str, Lines]:
    """The aircraft over a hex in their lines, the inactive side first."""
    active, position = umpire.state.clock.side, now(umpire)
    return {
        side: line_up([flight.plane for flight in sky.over(position, place, side)])
        for side in (other_side(active), active)
    }


@implements("WIF-14.3.2-3")
def air_combat(umpire: Umpire, sky: Sky, place: str) -> None:
    """The air-to-air combat over a hex (14.3)."""
    battle = AirBattle(umpire, sky, place, lines_over(umpire, sky, place))
    with umpire.step("air-combat", at=place):
        arrange(battle)
        start = dict(battle.lines)
        fight(battle)
        tell(battle, start)


@implements("WIF-14.3.1-1")
def arrange(battle: AirBattle) -> None:
    """Both owners arrange their lines; without a word the usual way (14.3.1)."""
    for side, lines in tuple(battle.lines.items()):
        if len(lines.planes) > 1:
            answer = battle.umpire.opening([_line_up_choice(battle, side)])[0]
            battle.lines[side] = line_up(lines.planes, answer.picks)


def _line_up_choice(battle: AirBattle, side: str) -> Decision:
    planes = battle.lines[side].planes
    return LINE_UP.ask(
        "Who stands in front, from front to back?",
        battle.players(side),
        options(planes),
        about=side,
        at=battle.place,
        least=0,
        most=len(planes),
        facts=battle.facts(side),
    )


def options(planes: Sequence[Plane]) -> tuple[Option, ...]:
    """Aircraft as a player picks them: by name, by class, `bomber` or `fighter`."""
    return tuple(
        Option(
            plane.id,
            plane.name,
            frozenset({plane.kind, plane.role}),
            plane.tactical if plane.role == BOMBER else plane.rating,
        )
        for plane in planes
    )


# --- rounds --------------------------------------------------------------------------------------


@implements("WIF-14.3.2-1", "WIF-14.3.2-2")
def fight(battle: AirBattle) -> None:
    """Rounds until one side has nobody left in the combat (14.3.2)."""
    while True:
        through = clear_at_start(battle)
        if battle.over:
            if any(through.values()):
                battle.rounds.append(AirRound(through, (), ()))
            return
        number = len(battle.rounds) + 1
        with battle.umpire.step(f"round-{number}"):
            shots = fire(battle)
            gone = voluntary_aborts(battle, number)
            battle.rounds.append(AirRound(through, tuple(shots), tuple(gone)))


@implements("WIF-14.3.2-2")
def clear_at_start(battle: AirBattle) -> dict[str, tuple[str, ...]]:
    """Bombers that no enemy fighter can stop get through at once; who they are, by side."""
    before = battle.lines
    battle.lines = {
        side: cleared_at_start(lines, before[battle.other(side)]) for side, lines in before.items()
    }
    return {
        side: tuple(p.id for p in battle.lines[side].cleared[len(before[side].cleared) :])
        for side in before
    }


@implements("WIF-14.3.2-5", "WIF-14.3.2-7", "WIF-14.3.2-8")
def fire(battle: AirBattle) -> list[Shot]:
    """Both sides roll, the inactive one first, with values fixed as the round starts (14.3.2)."""
    types = now(battle.umpire).options.aircraft_types
    start = dict(battle.lines)
    force = {side: strength(lines, types) for side, lines in start.items()}
    battle.values = {side: combat_value(force[side], force[battle.other(side)]) for side in start}
    shots = []
    for side in start:
        if not can_fire(start[side]) or may_not_reply(battle, side):
            continue
        hampered = is_hampered_now(battle, start, side)
        shots.append(shoot(battle, side, hampered, (force[side], force[battle.other(side)])))
    return shots


def may_not_reply(battle: AirBattle, side: str) -> bool:
    """Whether the combat ends before a side that has nobody left can roll."""
    if battle.lines[side].planes:
        return False
    return battle.umpire.reading(LastAircraft) is LastAircraft.ENDS


@implements("WIF-14.3.2-12")
def is_hampered_now(battle: AirBattle, start: Mapping[str, Lines], side: str) -> bool:
    """Whether twin engines spoil this side's result (14.3.2, option 8)."""
    if not now(battle.umpire).options.aircraft_types:
        return False
    own, enemy = start[side], start[battle.other(side)]
    if not own.fighters or not own.fighters[0].twin_engined:
        return False
    if enemy.fighters:
        return is_hampered(own, enemy)
    return is_hampered(own, enemy, battle.umpire.reading(TwinEngines))


@implements("WIF-14.3.2-d1")
def shoot(
    battle: AirBattle, side: str, hampered: bool, strengths: tuple[Fraction, Fraction]
) -> Shot:
    """One side rolls two dice and its result is carried out at once."""
    umpire, value = battle.umpire, battle.values[side]
    by = battle.players(side)[0]
    roll = umpire.roll(side, dice="2d10", by=by, cite="14.3.2")
    cell = umpire.chart("air-to-air").lookup(column=column_of(value), roll=roll.total)
    result = one_worse(cell.text) if hampered else cell.text
    effect, struck = carry_out(battle, side, result)
    return Shot(
        side=side,
        strength=strengths[0],
        enemy=strengths[1],
        value=value,
        dice=roll.values,
        roll=roll.total,
        cell=cell.text,
        result=result,
        effect=effect,
        twin_engined=hampered,
        struck=struck,
    )


@implements("WIF-14.3.3-1", "WIF-14.3.3-4", "WIF-14.3.1-3")
def carry_out(battle: AirBattle, firer: str, result: str) -> tuple[str, str | None]:
    """A result strikes an aircraft of the side that did not roll (14.3.3); says how, and whom."""
    target = battle.other(firer)
    if result == NO_EFFECT:
        return NOTHING, None
    struck = candidates(result, battle.lines[target])
    if not struck:
        return NO_BOMBER, None
    plane = struck[0] if len(struck) == 1 else choose(battle, firer, result, struck)
    what = result[1]
    if what == CLEARED:
        battle.lines[target] = battle.lines[target].clear(plane)
    else:
        battle.lines[target] = battle.lines[target].without(plane)
        remove(battle, plane, what)
    return EFFECTS[what], plane.id


def remove(battle: AirBattle, plane: Plane, what: str) -> None:
    """A plane is destroyed, or aborts and goes home face-down (14.3.3)."""
    flight = battle.sky.flights[plane.id]
    if what == ABORTED:
        return_to_base(battle.umpire, battle.sky, flight)
        return
    battle.sky.land(plane.id)
    battle.umpire.apply(*destroyed(flight.piece))


def choose(battle: AirBattle, firer: str, result: str, struck: Sequence[Plane]) -> Plane:
    """The side that the result names chooses the aircraft (14.3.3)."""
    own = firer_chooses(result)
    chooser = firer if own else battle.other(firer)
    clearing = result[1] == CLEARED
    kind = kind_of(own, clearing)
    answer = battle.umpire.decide(
        kind.ask(
            f"{result}: {kind.title.lower()}?",
            battle.players(chooser),
            options(struck),
            (default_plane(battle, struck, own, clearing).id,),
            about=chooser,
            at=battle.place,
            facts={
                **({} if clearing else {"result": result[1]}),
                **battle.facts(chooser),
            },
            settle=Settle.ROLL_OFF,
        )
    )
    return next(plane for plane in struck if plane.id == answer.pick)


def kind_of(own: bool, clearing: bool) -> DecisionKind:
    """The kind of choice: by the side that rolled (`own`) or the other, to clear or to hit."""
    if clearing:
        return LET_THROUGH if own else GET_THROUGH
    return SHOOT if own else AIR_LOSE


def default_plane(battle: AirBattle, struck: Sequence[Plane], own: bool, clearing: bool) -> Plane:
    """The aircraft that is taken where nobody says otherwise."""
    if clearing:
        ranked = sorted(struck, key=lambda plane: (plane.tactical, plane.id))
        return ranked[0] if own else ranked[-1]
    if own:
        return struck[-1]
    costs = {p.id: battle.sky.flights[p.id].piece.counter.or_nothing("cost") for p in struck}
    return min(struck, key=lambda plane: costs[plane.id])


@implements("WIF-14.3.2-9")
def voluntary_aborts(battle: AirBattle, number: int) -> list[str]:
    """First the active side may abort, then the inactive one: all its aircraft go home (14.3.2)."""
    gone = []
    for side in reversed(tuple(battle.lines)):
        if wants_to_abort(battle, side, number):
            for plane in battle.lines[side].planes:
                battle.lines[side] = battle.lines[side].without(plane)
                remove(battle, plane, ABORTED)
            send_cleared_home(battle, side)
            gone.append(side)
    return gone


def wants_to_abort(battle: AirBattle, side: str, number: int) -> bool:
    """Whether a side aborts; nobody is asked when the combat ends anyway."""
    own, enemy = battle.lines[side], battle.lines[battle.other(side)]
    if is_over(cleared_at_start(own, enemy), cleared_at_start(enemy, own)):
        return False
    answer = battle.umpire.decide(
        ABORT_AIR.ask(
            f"Abort the air combat after round {number}?",
            battle.players(side),
            (Option(str(pick)) for pick in AirPick),
            (str(AirPick.STAY),),
            about=side,
            at=battle.place,
            facts={"air": battle.values[side], "round": number, **battle.facts(side)},
            settle=Settle.ROLL_OFF,
        )
    )
    return answer.pick == AirPick.ABORT


def send_cleared_home(battle: AirBattle, side: str) -> None:
    """What bombers do that got through before their side aborted: attack, as usually read."""
    cleared = battle.lines[side].cleared
    if cleared and battle.umpire.reading(ClearedAfterAbort) is ClearedAfterAbort.ABORT:
        for plane in cleared:
            remove(battle, plane, ABORTED)


# --- the verdict ---------------------------------------------------------------------------------


def tell(battle: AirBattle, start: Mapping[str, Lines]) -> None:
    """Write down the whole combat."""
    position = now(battle.umpire)
    types = position.options.aircraft_types
    through = {
        side: tuple(f.id for f in battle.sky.over(position, battle.place, side, BOMBER))
        for side in start
    }
    battle.umpire.tell(
        AirCombatVerdict(
            at=battle.place,
            forces={side: force_of(lines, types) for side, lines in start.items()},
            players={side: players_in(battle, lines) for side, lines in start.items()},
            rounds=tuple(battle.rounds),
            through=through,
        )
    )


def players_in(battle: AirBattle, lines: Lines) -> tuple[str, ...]:
    """The players whose aircraft stand in some lines."""
    return players_of(battle.umpire.state, [plane.power for plane in lines.planes])


def force_of(lines: Lines, types: bool) -> AirForce:
    """One side's lines, front to back, with the ratings that count."""
    return AirForce(
        fighters=tuple(flown(plane, types) for plane in lines.fighters),
        bombers=tuple(flown(plane, types) for plane in lines.bombers),
    )


def flown(plane: Plane, types: bool) -> Flown:
    """An aircraft in its line: its rating, and what is special about it."""
    rating = Fraction(plane.rating)
    return Flown(plane.id, rating, plane.unarmed, is_fighter_bomber(plane, types))
