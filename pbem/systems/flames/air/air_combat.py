"""Conducting an air-to-air combat (14.3): lines, rounds, results, aborts.

Decides who fires when, who chooses the aircraft that is hit, and who goes home. The inactive side
rolls first; both values are fixed when the round starts. Leaves the values to `air_to_air`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from pbem.core.choices.decisions import Decision, DecisionKind, Option, Settle
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.flames.air.air_battle import (
    AirBattle,
    LastAircraft,
    options,
    remove,
    strike_out,
    throw,
)
from pbem.systems.flames.air.air_to_air import (
    ABORTED,
    BOMBER,
    CLEARED,
    NO_EFFECT,
    Conditions,
    Lines,
    Plane,
    can_fire,
    candidates,
    cleared_at_start,
    combat_value,
    firer_chooses,
    has_jet_edge,
    is_fighter_bomber,
    is_over,
    is_too_low,
    line_up,
    must_fight,
    strength,
    takes_part,
    usual_plane,
)
from pbem.systems.flames.air.air_verdicts import (
    BOUNCED,
    NO_BOMBER,
    NOTHING,
    AirCombatVerdict,
    AirForce,
    AirRound,
    Flown,
    Shot,
)
from pbem.systems.flames.air.flights import Flight, Mission
from pbem.systems.flames.air.sorties import Sky
from pbem.systems.flames.impulse.battle_decisions import (
    ABORT_AIR,
    AIR_LOSE,
    GET_THROUGH,
    JET_THROUGH,
    LET_THROUGH,
    LINE_UP,
    SHOOT,
)
from pbem.systems.flames.world.position import Position, Umpire, other_side
from pbem.systems.flames.world.surprise import all_surprise, unopposed
from pbem.systems.flames.world.vocabulary import AirPick, JetPick


class CombatOrder(Reading, id="WIF-14.3.1-R1"):
    """In what order the air combats of a step are fought."""

    ACTIVE_SIDE = "active-side"
    PLACE = "place"


class ClearedAfterAbort(Reading, id="WIF-14.3.2-R2"):
    """What bombers do that got through when their side aborts."""

    ATTACK = "attack"
    ABORT = "abort"


@implements("WIF-14.3-1", "WIF-14.3.1-1", "AIF-14.3.1-1")
def air_combats(umpire: Umpire, sky: Sky, places: Sequence[str]) -> None:
    """The air combats of a step, one at a time, as the active side ordered its flights (14.3.1)."""
    fought = [place for place in places if must_fight(*lines_over(umpire, sky, place).values())]
    if len(fought) > 1 and umpire.reading(CombatOrder) is CombatOrder.PLACE:
        fought.sort()
    for place in fought:
        air_combat(umpire, sky, place)


@implements("WIF-22.17-2")
def lines_over(umpire: Umpire, sky: Sky, place: str) -> dict[str, Lines]:
    """The aircraft over a hex in their lines, the inactive side first."""
    active, position = umpire.state.clock.side, umpire.position
    under = sky.conditions_at(position, place)
    return {
        side: line_up(
            [
                flight.plane
                for flight in sky.over(position, place, side)
                if takes_part(flight.plane, under)
                and not flight.piece.is_ballistic
                and not is_passed_by(position, sky, flight)
            ]
        )
        for side in (other_side(active), active)
    }


@implements("WIF-15.1-2", "WIF-15.1-5", "AIF-15-4")
def is_passed_by(position: Position, sky: Sky, flight: Flight) -> bool:
    """Whether the enemy takes no notice of an air patrol (15.1): by surprise.

    Who surprises the patrol, or flies against the surprised alone.
    """
    place, active = flight.target, position.state.clock.side
    if flight.mission is not Mission.CAP or position.side(flight.piece.owner) == active:
        return False
    fliers = [other.piece for other in sky.over(position, place, active)]
    if unopposed(position, fliers, sky.targets.get(place, ()), place):
        return True
    return all_surprise(position, fliers, flight.piece.owner, place)


@implements("WIF-14.3.2-3")
def air_combat(umpire: Umpire, sky: Sky, place: str) -> None:
    """The air-to-air combat over a hex (14.3)."""
    under = sky.conditions_at(umpire.position, place)
    battle = AirBattle(umpire, sky, place, lines_over(umpire, sky, place), under)
    sky.fought.add(place)
    with umpire.step("air-combat", at=place):
        arrange(battle)
        start = dict(battle.lines)
        fight(battle)
        tell(battle, start)


@implements("WIF-14.3.1-1", "AIF-14.3.1-2")
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


# --- rounds --------------------------------------------------------------------------------------


@implements("WIF-14.3.2-1", "WIF-14.3.2-2", "AIF-14.3.2-1")
def fight(battle: AirBattle) -> None:
    """Rounds until one side has nobody left in the combat (14.3.2)."""
    while True:
        before = dict(battle.lines)
        idle = part_at_peace(battle)
        through = clear_at_start(battle, before)
        if battle.over:
            if idle or any(through.values()):
                battle.rounds.append(AirRound(through, (), idle))
            return
        number = len(battle.rounds) + 1
        with battle.umpire.step(f"round-{number}"):
            start = dict(battle.lines)
            shots = fire(battle)
            jets = jets_through(battle, start)
            gone = voluntary_aborts(battle, number)
            battle.rounds.append(AirRound(through, tuple(shots), (*idle, *gone), jets))


@implements("WIF-14.3.2-2", "AIF-14.3.2-2")
def clear_at_start(battle: AirBattle, before: Mapping[str, Lines]) -> dict[str, tuple[str, ...]]:
    """Bombers that no enemy fighter can stop get through at once; who they are, by side."""
    parted = battle.lines
    battle.lines = {
        side: cleared_at_start(lines, parted[battle.other(side)]) for side, lines in parted.items()
    }
    return {
        side: tuple(p.id for p in battle.lines[side].cleared[len(before[side].cleared) :])
        for side in before
    }


@implements("WIF-9.8-11")
def part_at_peace(battle: AirBattle) -> tuple[str, ...]:
    """Strategic bombers at war with no interceptor get through; such fighters go home (9.8)."""
    home: list[str] = []
    for side, lines in tuple(battle.lines.items()):
        hunters = {plane.power for plane in battle.lines[battle.other(side)].fighters}
        missions = {battle.sky.flights[plane.id].mission for plane in lines.bombers}
        if not hunters or missions != {Mission.BOMBARD}:
            continue
        idle = [plane for plane in lines.planes if not _is_hunted(battle, plane, hunters)]
        battle.lines[side] = lines.clear(*(plane for plane in idle if plane in lines.bombers))
        for plane in idle:
            if plane in lines.fighters:
                battle.lines[side] = battle.lines[side].without(plane)
                remove(battle, plane, ABORTED)
                home.append(plane.id)
    return tuple(home)


def _is_hunted(battle: AirBattle, plane: Plane, hunters: Iterable[str]) -> bool:
    """Whether a plane is at war with any of some powers."""
    return any(battle.umpire.position.at_war(plane.power, hunter) for hunter in hunters)


@implements(
    "WIF-14.3.2-5", "WIF-14.3.2-7", "WIF-14.3.2-8", "WIF-14.3.3-9", "AIF-14.3.2-3", "AIF-14.3.2-10",
    "AIF-14.3.2-11",
)  # fmt: skip
def fire(battle: AirBattle) -> list[Shot]:
    """Both sides roll, the inactive one first, with values fixed as the round starts (14.3.2)."""
    start = dict(battle.lines)
    force = {side: strength(lines, battle.under) for side, lines in start.items()}
    battle.values = {side: combat_value(force[side], force[battle.other(side)]) for side in start}
    shots: list[Shot] = []
    for side in start:
        cut_short = bool(shots) and shots[-1].bounce is not None and battle.over
        if cut_short or not can_fire(start[side]) or may_not_reply(battle, side):
            continue
        shots.append(shoot(battle, side, start))
    return shots


def may_not_reply(battle: AirBattle, side: str) -> bool:
    """Whether the combat ends before a side that has nobody left can roll."""
    if battle.lines[side].planes:
        return False
    return battle.umpire.reading(LastAircraft) is LastAircraft.ENDS


def shoot(battle: AirBattle, side: str, start: Mapping[str, Lines]) -> Shot:
    """One side rolls two dice and its result is carried out at once.

    Unless the other side bounces instead of having a bomber cleared (option 44).
    """
    own, enemy = start[side], start[battle.other(side)]
    value = battle.values[side]
    thrown = throw(battle, side, value, (own, enemy))
    bounce = battle.umpire.position.kits.bounce(battle, battle.other(side), thrown.result)
    effect, struck = (BOUNCED, None) if bounce else carry_out(battle, side, thrown.result)
    return Shot(
        side=side,
        strength=strength(own, battle.under),
        enemy=strength(enemy, battle.under),
        value=value,
        dice=thrown.dice,
        roll=thrown.roll,
        cell=thrown.cell,
        result=thrown.result,
        effect=effect,
        twin_engined=thrown.hampered and not battle.under.night,
        struck=struck,
        at_night=thrown.hampered and battle.under.night,
        bounce=bounce,
    )


@implements("WIF-14.3.3-1", "WIF-14.3.3-4", "WIF-14.3.1-3", "AIF-14.3.1-3", "AIF-14.3.3-1")
def carry_out(battle: AirBattle, firer: str, result: str) -> tuple[str, str | None]:
    """A result strikes an aircraft of the side that did not roll (14.3.3); says how, and whom."""
    target = battle.other(firer)
    if result == NO_EFFECT:
        return NOTHING, None
    struck = candidates(result, battle.lines[target])
    if not struck:
        return NO_BOMBER, None
    plane = struck[0] if len(struck) == 1 else choose(battle, firer, result, struck)
    return strike_out(battle, target, plane, result), plane.id


def choose(battle: AirBattle, firer: str, result: str, struck: Sequence[Plane]) -> Plane:
    """The side that the result names chooses the aircraft (14.3.3)."""
    own = firer_chooses(result)
    chooser = firer if own else battle.other(firer)
    clearing = result[1] == CLEARED
    kind = kind_of(own, clearing)
    cost = {plane.id: battle.cost(plane) for plane in struck}
    answer = battle.umpire.decide(
        kind.ask(
            f"{result}: {kind.title.lower()}?",
            battle.players(chooser),
            options(struck),
            (usual_plane(struck, own, clearing, cost).id,),
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


@implements("WIF-14.3.2-9", "AIF-14.3.2-12")
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


@implements("WIF-14.3.3-5")
def jets_through(battle: AirBattle, start: Mapping[str, Lines]) -> tuple[str, ...]:
    """Jet bombers in front that survive a round may get through, the active side's first.

    Where the front fighter that they met is no jet (14.3.3, option 8).
    """
    if not battle.under.types:
        return ()
    gone = []
    for side in reversed(tuple(battle.lines)):
        front = next(iter(start[side].bombers), None)
        if front is None or not has_jet_edge(front, start[battle.other(side)]):
            continue
        left = {bomber.id for bomber in battle.lines[side].bombers}
        if front.id in left and jet_goes(battle, side, front):
            battle.lines[side] = battle.lines[side].clear(front)
            gone.append(front.id)
    return tuple(gone)


def jet_goes(battle: AirBattle, side: str, jet: Plane) -> bool:
    """Whether a side has its jet bomber get through now."""
    answer = battle.umpire.decide(
        JET_THROUGH.ask(
            f"Does {jet.name} go on to the target?",
            battle.players(side),
            (Option(str(pick)) for pick in JetPick),
            (str(JetPick.GO),),
            about=side,
            at=battle.place,
            facts=battle.facts(side),
            settle=Settle.ROLL_OFF,
        )
    )
    return answer.pick == JetPick.GO


# --- the verdict ---------------------------------------------------------------------------------


def tell(battle: AirBattle, start: Mapping[str, Lines]) -> None:
    """Write down the whole combat."""
    position = battle.umpire.position
    through = {
        side: tuple(f.id for f in battle.sky.over(position, battle.place, side, BOMBER))
        for side in start
    }
    battle.umpire.tell(
        AirCombatVerdict(
            at=battle.place,
            forces={side: force_of(lines, battle.under) for side, lines in start.items()},
            players={side: players_in(battle, lines) for side, lines in start.items()},
            rounds=tuple(battle.rounds),
            through=through,
            night=battle.under.night,
            high=battle.under.high,
        )
    )


def players_in(battle: AirBattle, lines: Lines) -> tuple[str, ...]:
    """The players whose aircraft stand in some lines."""
    return battle.umpire.position.players_of([plane.power for plane in lines.planes])


def force_of(lines: Lines, under: Conditions) -> AirForce:
    """One side's lines, front to back, with the ratings that count."""
    return AirForce(
        fighters=tuple(flown(plane, under) for plane in lines.fighters),
        bombers=tuple(flown(plane, under) for plane in lines.bombers),
    )


def flown(plane: Plane, under: Conditions) -> Flown:
    """An aircraft in its line: its rating, and what is special about it."""
    return Flown(
        plane.id,
        Fraction(plane.rating),
        plane.unarmed,
        is_fighter_bomber(plane, under),
        is_too_low(plane, under),
    )
