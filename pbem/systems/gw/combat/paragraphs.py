"""The words of reports: battles round by round, captures, retreats, landings, incomes.

A paragraph is written from the facts of its verdict alone.
Decides the words alone. Leaves raids to `raid_paragraphs`, the sea to `naval_paragraphs`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.record.state import REMOVED
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.system import Written
from pbem.systems.gw.battle.land_battle import OUTCOME_MEANS
from pbem.systems.gw.battle.rounds import Outcome
from pbem.systems.gw.combat.battle_choices import Shot
from pbem.systems.gw.combat.battle_orders import Fought
from pbem.systems.gw.combat.blitzing import BlitzVerdict
from pbem.systems.gw.combat.land.land_combat import RetreatVerdict
from pbem.systems.gw.combat.land.land_fight import (
    BattleVerdict,
    CombatRoundVerdict,
    ForceTold,
    GroundTold,
    LandCombatVerdict,
    LandShot,
    ValueTold,
)
from pbem.systems.gw.combat.retreating import LandingVerdict
from pbem.systems.gw.combat.sea.naval_fight import Salvo
from pbem.systems.gw.combat.sea.naval_verdicts import NavalRoundVerdict
from pbem.systems.gw.world.burma import AirHumpVerdict
from pbem.systems.gw.world.capture import CaptureVerdict
from pbem.systems.gw.world.nations import acting, controller_of
from pbem.systems.gw.world.units import catalogue, name, units_told
from pbem.systems.gw.world.vocabulary import PowerCount
from pbem.systems.gw.world.wording import MONTHS, because, nations

S = TypeVar("S", bound=Shot)

_DICE: Final = 34  # the column in which hits begin
STAGES: Final[Mapping[str, str]] = {
    "first-strike": "First strike",
    "first-round": "Fire",
    "later": "Fire",
}
CLAIMS: Final[Mapping[str, str]] = {
    "aircraft-first": "aircraft first",
    "aircraft-only": "aircraft only",
    "": "",
}


def heading(position: Position) -> str:
    """`July 1940, Germany`; a controlled Minor Power acts in the turn of its controller."""
    year, month = position.clock.turn.split("-")
    names = [
        position.title(power.id)
        for power in acting(position)
        if not controller_of(position.state, power.id)
    ]
    told = " and ".join([", ".join(names[:-1]), *names[-1:]] if len(names) > 1 else names)
    return f"{MONTHS[month]} {year}, {told}"


# --- a battle begins -------------------------------------------------------------------------


def battle_joined(verdict: BattleVerdict, scene: Scene) -> Sequence[str]:
    """Who meets whom, with values, and what acts on them."""
    attacker, defender = nations(verdict.attacker, scene), nations(verdict.defender, scene)
    lines = [f"BATTLE OF {scene.place(verdict.where).upper()} (9.5)  {attacker} v {defender}"]
    ground = ground_told(verdict.ground, scene)
    lines += [f"Ground: {ground}"] if ground else []
    for owner, rows in _by_owner(verdict.forces).items():
        parts = [force_told(row, scene) for row in rows]
        lines.append(f"{scene.title(owner)}: {', '.join(parts)}")
    if verdict.aboard:
        lines.append(f"to land after round 1: {units_told(scene.book, verdict.aboard)}")
    return lines


def ground_told(ground: GroundTold, scene: Scene) -> str:
    """The terrain of the zone, its city, and the borders that were crossed."""
    parts = list(ground.terrain)
    if ground.city:
        parts.append("surrounded city" if ground.surrounded else "city")
    crossed = [works for _, _, works in ground.borders]
    parts += [scene.word(works) for works in ground.works if works not in crossed]
    for origin, terrain, works in ground.borders:
        words = [*terrain, *([works] if works else [])]
        parts.append(f"{' and '.join(map(scene.word, words))} from {scene.place(origin)}")
    return "; ".join(parts)


def _by_owner(rows: Iterable[ForceTold]) -> dict[str, list[ForceTold]]:
    found: dict[str, list[ForceTold]] = {}
    for row in rows:
        found.setdefault(row.owner, []).append(row)
    return found


def force_told(row: ForceTold, scene: Scene) -> str:
    """`4 Infantry 1, then 2 (river -1)`: how many, their value in round one and later, and why."""
    first, later = row.first, row.later
    values = value_told(first)
    if value_told(later) != values:
        values = f"{values}, then {value_told(later)}"
    causes = dict.fromkeys(
        f"{scene.word(source)} {change:+d}"
        for source, change, _ in (*first.modifiers, *later.modifiers)
    )
    why = f" ({', '.join(causes)})" if causes else ""
    origin = f" from {scene.place(row.from_)}" if row.from_ else ""
    return f"{row.count} {name(scene.book, row.unit)} {values}{why}{origin}"


def value_told(value: ValueTold) -> str:
    """A value, and what it selects: `7 (1-3 selects land)`."""
    found = "no value" if value.value is None else str(value.value)
    selects = "1" if value.selects == 1 else f"1-{value.selects}"
    return f"{found} selecting {selects}" if value.selects else found


# --- a round ---------------------------------------------------------------------------------


def combat_round(verdict: CombatRoundVerdict, scene: Scene) -> Sequence[str]:
    """Round by round: who fired, dice, hits, casualties and why these, who is left."""
    sides = sides_told(verdict, scene)
    lines = [f"{scene.place(verdict.where)}, round {verdict.round}"]
    lines += by_stage(verdict.shots, sides, lambda shot: shot_told(scene.book, shot))
    if verdict.withdrawn:
        lines.append(f"broken down and back: {units_told(scene.book, verdict.withdrawn)}")
    if verdict.landed:
        lines.append(f"landed now: {units_told(scene.book, verdict.landed)}")
    left = [f"{nations(who, scene)} {units_told(scene.book, left)}" for who, left in verdict.left]
    lines.append(f"Left: {'; '.join(left)}")
    if verdict.retreats_because:
        lines.append(f"{sides['attacker']} breaks off: {verdict.retreats_because}")
    return lines


def sides_told(verdict: Fought, scene: Scene) -> Mapping[str, str]:
    """The nations of both sides."""
    both = {"attacker": verdict.attacker, "defender": verdict.defender}
    return {side: nations(powers, scene) for side, powers in both.items()}


def by_stage(
    shots: Iterable[S], sides: Mapping[str, str], told: Callable[[S], str]
) -> Iterator[str]:
    """The volleys of a round, under its stages and the side that fires in each."""
    last = ""
    for shot in shots:
        step = f"{STAGES[shot.stage]}: {sides[shot.side]}"
        if step != last:
            yield step
            last = step
        yield f"  {told(shot)}"


def shot_told(book: Book, shot: LandShot) -> str:
    """`4 Infantry at 2: 2 7 11 12` and `1 hit: Militia`."""
    numbers: dict[int, int] = {}
    for count, value, _ in shot.dice:
        numbers[value] = numbers.get(value, 0) + count
    groups = [f"{count} at {value}" for value, count in numbers.items()]
    fired = f"{name(book, shot.unit)} {', '.join(groups)}: {faces_told(shot.faces)}"
    return f"{fired:<{_DICE}}  {hits_told(book, shot)}".rstrip()


def faces_told(faces: Iterable[int]) -> str:
    """`2 7 11`: the faces of some dice."""
    return " ".join(map(str, faces))


def hits_told(book: Book, shot: LandShot) -> str:
    """The hits of a volley, whom they cost, and by which rule these."""
    hits = shot.hits + shot.selected
    broken = f"; {shot.broken} broke down" if shot.broken else ""
    if not hits:
        return f"no hit{broken}"
    units = ", ".join(
        f"{count} {name(book, unit)}" if count > 1 else name(book, unit)
        for unit, count in shot.lost
    )
    reasons = ", ".join(filter(None, _why_these(shot, hits)))
    words = f"{hits} hit{'s' if hits > 1 else ''}: {units or 'nobody'}"
    return f"{words} ({reasons}){broken}" if reasons else f"{words}{broken}"


def _why_these(shot: LandShot, hits: int) -> Sequence[str]:
    """By which rule the hits of a volley cost these units."""
    lost = sum(count for _, count in shot.lost)
    return (
        f"{shot.selected} selected" if shot.selected else "",
        CLAIMS[shot.claim] if shot.hits else "",
        "double casualties" if lost > hits else "",
        "nobody else to hit" if lost < hits else "",
    )


# --- the end ---------------------------------------------------------------------------------


def battle_over(verdict: LandCombatVerdict, scene: Scene) -> Sequence[str]:
    """How a battle ended and what it cost."""
    outcome = Outcome(verdict.outcome)
    place, rounds = scene.place(verdict.where), verdict.rounds
    if not rounds:
        who = nations(verdict.attacker, scene)
        met = "meets nobody" if outcome is Outcome.CAPTURED else f"cannot: {OUTCOME_MEANS[outcome]}"
        return [f"{place.upper()} (9.5)  {who} {met}"]
    many = f"{rounds} round{'s' if rounds > 1 else ''}"
    lines = [f"{place.upper()} (9.5) after {many}: {OUTCOME_MEANS[outcome]}"]
    for powers, lost, left in (
        (verdict.attacker, verdict.attacker_lost, verdict.attacker_left),
        (verdict.defender, verdict.defender_lost, verdict.defender_left),
    ):
        cost = sum(catalogue(scene.book)[unit].cost * count for unit, count in lost)
        lines.append(
            f"{nations(powers, scene)} lost {units_told(scene.book, lost)} ({cost} IPP);"
            f" left {units_told(scene.book, left)}"
        )
    return lines


def captured(verdict: CaptureVerdict, scene: Scene) -> Sequence[str]:
    """A zone changed hands."""
    holder = verdict.outcome
    line = f"CAPTURE (9.19)  {scene.title(verdict.captor)} takes {scene.place(verdict.where)}"
    if holder != verdict.captor:
        line += f", which goes back to {scene.title(holder)} (9.20)"
    if verdict.value:
        was = f" from {scene.title(verdict.was)}" if verdict.was else ""
        line += f": {verdict.value} IPP{was}"
    return [line]


def retreated(verdict: RetreatVerdict, scene: Scene) -> Sequence[str]:
    """Where the land units of a broken-off attack went."""
    moves = [
        f"{count} {name(scene.book, unit)} > {scene.place(to)}" for unit, count, to in verdict.moves
    ]
    return [
        f"RETREAT (9.4) from {scene.place(verdict.where)}: {', '.join(moves) or 'aircraft only'}"
    ]


def landed(verdict: LandingVerdict, scene: Scene) -> Sequence[str]:
    """Where aircraft landed, or that they found no place."""
    who = f"{scene.title(verdict.owner)}: {verdict.count} {name(scene.book, verdict.unit)}"
    if verdict.to == REMOVED:
        return [f"NO LANDING (9.4)  {who} over {scene.place(verdict.where)}: lost"]
    return [f"LANDING (10.3)  {who}: {scene.place(verdict.where)} > {scene.place(verdict.to)}"]


def air_hump(verdict: AirHumpVerdict, scene: Scene) -> Sequence[str]:
    """Aircraft crossed the Himalayas."""
    faces = faces_told(verdict.faces)
    lost = f"{verdict.crashed} crashed" if verdict.crashed else "all came over"
    who = f"{scene.title(verdict.owner)}: {verdict.count} {name(scene.book, verdict.unit)}"
    return [f"AIR HUMP (1.24)  {who}: {faces}, {lost}"]


def blitzed(verdict: BlitzVerdict, scene: Scene) -> Sequence[str]:
    """Armour went on from a battle that it won, or could not."""
    units = units_told(scene.book, verdict.units)
    if verdict.why:
        why = because(verdict.why, scene)
        return [f"NO BLITZ (9.5) into {scene.place(verdict.to)}: {why}"]
    return [f"BLITZ (9.5)  {units}: {scene.place(verdict.where)} > {scene.place(verdict.to)}"]


PARAGRAPHS: Final[Written] = {
    BattleVerdict: battle_joined,
    CombatRoundVerdict: combat_round,
    LandCombatVerdict: battle_over,
    CaptureVerdict: captured,
    RetreatVerdict: retreated,
    LandingVerdict: landed,
    BlitzVerdict: blitzed,
    AirHumpVerdict: air_hump,
}


# --- in a line, for short reports -------------------------------------------------------------


def battle_briefly(verdict: BattleVerdict, scene: Scene) -> Sequence[str]:
    """Who meets whom and on what ground; who fought is told with who is left."""
    attacker, defender = nations(verdict.attacker, scene), nations(verdict.defender, scene)
    ground = ground_told(verdict.ground, scene)
    head = f"BATTLE OF {scene.place(verdict.where).upper()} (9.5)  {attacker} v {defender}"
    return [f"{head}; {ground}" if ground else head]


def land_round_briefly(verdict: CombatRoundVerdict, scene: Scene) -> Sequence[str]:
    """`Warsaw, round 2: Germany 2 hits (2 Militia), Poland 1 hit (Infantry)`."""
    moved = (("broken down and back", verdict.withdrawn), ("landed now", verdict.landed))
    more = (f"; {words}: {units_told(scene.book, units)}" for words, units in moved if units)
    return round_briefly(verdict, scene, "".join(more))


def round_briefly(
    verdict: CombatRoundVerdict | NavalRoundVerdict, scene: Scene, more: str = ""
) -> Sequence[str]:
    """The hits of both sides in a round, and why the attacker breaks off."""
    sides, shots = sides_told(verdict, scene), verdict.shots
    hits = (_hits(who, [s for s in shots if s.side == side], scene) for side, who in sides.items())
    if verdict.retreats_because:
        more += f"; {sides['attacker']} breaks off: {verdict.retreats_because}"
    return [f"{scene.place(verdict.where)}, round {verdict.round}: {', '.join(hits)}{more}"]


def _hits(who: str, shots: Sequence[Shot], scene: Scene) -> str:
    """The hits of a side in a round, and what they cost the other."""
    hits = sum(shot.hits + shot.selected for shot in shots)
    if not hits:
        return f"{who} no hit"
    lost: Counter[str] = Counter()
    for shot in shots:
        lost.update(dict(shot.lost))
    parts = [units_told(scene.book, lost.items())] if lost else []
    damaged = (unit for shot in shots if isinstance(shot, Salvo) for unit in shot.damaged)
    parts += [f"{name(scene.book, unit)} damaged" for unit in damaged]
    return f"{who} {hits} hit{'s' if hits > 1 else ''} ({', '.join(parts) or 'nobody'})"


def came_down(verdict: LandingVerdict, scene: Scene) -> Sequence[str]:
    """Only aircraft that found no place to land: the others are on the list of the board."""
    return landed(verdict, scene) if verdict.to == REMOVED else []


BRIEFS: Final[Written] = {
    BattleVerdict: battle_briefly,
    CombatRoundVerdict: land_round_briefly,
    NavalRoundVerdict: round_briefly,
    LandingVerdict: came_down,
}


# --- the summary -----------------------------------------------------------------------------


def changes(scene: Scene) -> Sequence[str]:
    """What a turn changed: zones taken, zones held, losses and incomes of every nation."""
    lines = [
        f"{scene.title(power)} takes {', '.join(map(scene.place, zones))}"
        for power, zones in scene.taken.items()
        if power
    ]
    held = [
        scene.place(entry.facts["at"])
        for entry in _verdicts(scene, "land-combat")
        if entry.outcome != Outcome.CAPTURED
    ]
    if held:
        lines.append(f"{', '.join(held)} {'holds' if len(held) == 1 else 'hold'}")
    return [*lines, *_losses(scene), *_incomes(scene)] or ["nothing on the board"]


def _verdicts(scene: Scene, kind: str) -> list[Entry]:
    return [e for e in scene.entries if e.kind == "verdict" and e.body["verdict"] == kind]


def _losses(scene: Scene) -> list[str]:
    """What each nation lost, by type and in IPP."""
    lines = []
    for power in scene.before.powers:
        lost: dict[str, int] = {}
        for unit in scene.after.at(REMOVED):
            if unit.owner == power:
                lost[unit.counter] = lost.get(unit.counter, 0) + unit.size
        for unit in scene.before.at(REMOVED):
            if unit.owner == power:
                lost[unit.counter] -= unit.size
        rows = [(unit, lost[unit]) for unit in catalogue(scene.book) if lost.get(unit)]
        if rows:
            cost = sum(catalogue(scene.book)[unit].cost * count for unit, count in rows)
            lines.append(f"{scene.title(power)} lost {units_told(scene.book, rows)}: {cost} IPP")
    return lines


def _incomes(scene: Scene) -> list[str]:
    """The incomes that changed."""
    parts = []
    for power, before in scene.before.powers.items():
        old = before.counters.get(PowerCount.INCOME, 0)
        new = scene.after.counter(power, PowerCount.INCOME)
        if new != old:
            parts.append(f"{scene.title(power)} {new} (was {old})")
    return [f"Income: {', '.join(parts)}"] if parts else []
