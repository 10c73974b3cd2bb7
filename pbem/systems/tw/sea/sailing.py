"""A mission on its way (7.2, 7.8, 7.9.7): area by area, past the forces that try to meet it.

Decides where each enemy force tries, once a mission, and whether the ships come through. Leaves
who may sail to the orders, and what the ships do at their goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.systems.tw.sea.battle import ATTACKER, DEFENDER, FACES, Waters
from pbem.systems.tw.sea.fighting import Fight, fight, has_won
from pbem.systems.tw.sea.intercepting import Attempt, areas_of, attempt, forces_against
from pbem.systems.tw.sea.meeting import FAIR, Encounter, gather, raid
from pbem.systems.tw.sea.missions import BASE, Mission
from pbem.systems.tw.sea.navies import range_of
from pbem.systems.tw.sea.retiring import come_home
from pbem.systems.tw.sea.sea_verdicts import VoyageVerdict
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece

LIKELY: Final = 4  # faces of the die for which it is worth trying
BOMBED: Final = 3  # areas of range that an attack from the air costs
BEST: Final = "best"

INTERCEPT: Final = DecisionKind(
    "sea-interception",
    "Where a naval force intercepts",
    "when ships of the enemy sail within five sea areas of ships of yours: each force, once a "
    "mission, in one area of its way (`best` is that with the best chance), or nobody. Default: "
    "there, where four faces of the die find the enemy and half of them would hurt him",
    "7.8",
    (AnswerKey("fleets", "intercept"),),
    {
        "chance": "of the ten faces of the die, how many find the enemy in the best area",
        "good": "of the ten faces of the die, how many hurt him in battle",
        "own": "the ships of the force",
        "enemy": "those of the mission",
        "cargo": "whether it carries something",
    },
)


@dataclass(frozen=True, slots=True)
class Trial:
    """A force with the areas in which it may try to meet a mission, the best first."""

    base: str
    ships: tuple[Piece, ...]
    areas: tuple[str, ...]
    chance: int


@implements("TW-7.2-2", "TW-7.8-4", "TW-7.8-6", "TW-8.2.1-3", "TW-8.2.1-4", "TW-7.9.5-7")
def sail(umpire: Umpire, mission: Mission, come: Callable[[str], None] = lambda area: None) -> bool:
    """Take a mission along its way: whether it comes to its end with whole ships left; `come` is
    told each area that it has come through.
    """
    with umpire.step(mission.name):
        plan = _plan(umpire, mission)
        lost_range, tried = 0, tuple(plan)
        for number, area in enumerate(mission.areas):
            with umpire.step(f"area-{number + 1}", at=area):
                found = _pass(umpire, mission, area, (plan, tried))
            if found is None:
                come(area)
                continue
            tried = found.tried
            lost_range += found.bombed * BOMBED
            goes_on = _comes_through(umpire, mission, found, lost_range)
            _tell(umpire, mission, area, goes_on)
            if not goes_on:
                return False
            come(area)
    return True


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a battle on the way."""

    broken: str
    bombed: bool
    stopped: bool = False  # supply that was run: whether the enemy has won
    tried: tuple[str, ...] = ()  # the forces that have tried to meet the mission, or to join


@implements("TW-7.9.5-8", "TW-7.10-3", "TW-7.7.1-3")
def _comes_through(umpire: Umpire, mission: Mission, found: Found, lost_range: int) -> bool:
    """Whether a mission goes on after a battle: not broken off, with whole ships, in range."""
    fit = {ship.id for ship in mission.fit(umpire.position)}
    left = mission.pieces(umpire.position)
    far = mission.kind != BASE and bool(fit)
    short = far and mission.length > range_of(left) - lost_range
    come_home(umpire, left)
    if mission.line:
        return not found.stopped and not short
    useless = mission.laden and not fit.intersection(mission.laden)
    return found.broken != ATTACKER and bool(fit) and not short and not useless


def _tell(umpire: Umpire, mission: Mission, area: str, goes_on: bool) -> None:
    left = mission.pieces(umpire.position)
    ids = tuple(ship.id for ship in left)
    umpire.tell(VoyageVerdict(area, mission.power, mission.kind, ids, goes_on))


# --- where forces try ----------------------------------------------------------------------------


@implements("TW-7.8-4", "TW-7.8-5", "TW-7.8-6")
def _plan(umpire: Umpire, mission: Mission) -> dict[str, str]:
    """The area in which each enemy force tries to meet a mission."""
    found: dict[str, str] = {}
    for trial in _trials(umpire.position, mission):
        area = _where(umpire, mission, trial)
        if area:
            found[trial.base] = area
    return found


def _trials(position: Position, mission: Mission) -> Iterator[Trial]:
    """The forces that may try to meet a mission."""
    for base, ships in forces_against(position, mission.power):
        areas = areas_of(position, base, ships, mission.areas)
        if areas:
            chances = {
                one: _attempt(position, mission, (base, ships), one).faces() for one in areas
            }
            ranked = sorted(areas, key=lambda one: -chances[one])
            yield Trial(base, ships, tuple(ranked), chances[ranked[0]])


def _attempt(
    position: Position, mission: Mission, force: tuple[str, tuple[Piece, ...]], area: str
) -> Attempt:
    base, ships = force
    laden = bool(mission.laden_in(area))
    target = mission.pieces(position)
    return Attempt(
        position=position,
        base=base,
        ships=ships,
        target=target,
        area=area,
        cargo=laden,
        line=mission.line,
    )


def _where(umpire: Umpire, mission: Mission, trial: Trial) -> str:
    """What the player of a force says: an area of the way, or nothing."""
    position = umpire.position
    target = mission.pieces(position)
    waters = _waters(position, mission, trial.areas[0], trial.ships)
    hurt = waters.faces()[1] if waters.contested else FACES
    worth = trial.chance >= LIKELY and hurt >= FAIR
    options = [
        Option(area, position.label(area), frozenset({BEST} if not number else ()))
        for number, area in enumerate(trial.areas)
    ]
    answer = umpire.decide(
        INTERCEPT.ask(
            f"Where do the ships of {position.label(trial.base)} intercept?",
            position.powers[trial.ships[0].owner].players[:1],
            options,
            [trial.areas[0]] if worth else [],
            about=f"{mission.name}-{trial.base}",
            at=trial.base,
            least=0,
            facts={
                "chance": trial.chance,
                "good": hurt,
                "own": len(trial.ships),
                "enemy": len(target),
                "cargo": bool(mission.laden),
            },
        )
    )
    return answer.pick


def _waters(position: Position, mission: Mission, area: str, against: Sequence[Piece]) -> Waters:
    cargo = ATTACKER if mission.laden_in(area) else ""
    supply = ATTACKER if mission.line else ""
    return Waters(
        position=position,
        area=area,
        attackers=mission.pieces(position),
        defenders=tuple(against),
        cargo=cargo,
        supply=supply,
    )


# --- one area ------------------------------------------------------------------------------------


@implements("TW-7.8-8", "TW-7.9.7-1", "TW-7.9.8-1")
def _pass(
    umpire: Umpire,
    mission: Mission,
    area: str,
    forces: tuple[Mapping[str, str], tuple[str, ...]],
) -> Found | None:
    """A mission goes through an area: who finds it, who joins, and the battle; None if nobody."""
    plan, tried = forces
    found: list[Piece] = []
    for base, where in plan.items():
        if where == area:
            found += _intercepts(umpire, mission, base, area)
    position = umpire.position
    waters = _waters(position, mission, area, found)
    known = (mission.base, *tried) if mission.ships else tried
    strategic = mission.is_strategic
    met = raid(umpire, Encounter(waters, mission.power, mission.name, known, strategic))
    if not met.waters.defenders:
        return None
    met = gather(umpire, met)
    return _battle(umpire, mission, met)


def _intercepts(umpire: Umpire, mission: Mission, base: str, area: str) -> tuple[Piece, ...]:
    """The ships of a force, if its die finds a mission; nobody who has been hurt before."""
    position = umpire.position
    ships = dict(forces_against(position, mission.power)).get(base, ())
    if not ships:
        return ()
    trial = _attempt(position, mission, (base, ships), area)
    return umpire.position.still_at(ships) if attempt(umpire, trial, base) else ()


def _battle(umpire: Umpire, mission: Mission, met: Encounter) -> Found:
    """The battle; then the Depleted of both sides come home."""
    waters = replace(met.waters, position=umpire.position)
    before = (*waters.attackers, *waters.defenders)
    bombed = any(piece.is_air for piece in waters.defenders)
    laden = mission.laden_in(met.waters.area)
    battle = Fight(waters, mission.power, laden, strategic=mission.is_strategic)
    if waters.contested:
        battle = fight(umpire, battle)
    stopped = bool(mission.line) and has_won(umpire, battle, DEFENDER)
    mine = {ship.id for ship in mission.pieces(umpire.position)}
    others = [piece for piece in before if piece.id not in mine]
    come_home(umpire, others)
    return Found(battle.broken, bombed, stopped, met.tried)
