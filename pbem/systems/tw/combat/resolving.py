"""Combat being resolved (10.2): one attack after the other, each whole before the next.

Decides the throw, the result that the attacker takes, and what it does to both sides. Leaves who is
lost to `losing`, the ways to `retreating`, who advances to `advancing`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.rules.readings import Reading
from pbem.systems.tw.air.fleeing import abandon
from pbem.systems.tw.air.orders import return_home
from pbem.systems.tw.air.support import Cover, help_overrun, support
from pbem.systems.tw.battle.odds import column_of
from pbem.systems.tw.combat.advancing import advance, open_up, settle_in
from pbem.systems.tw.combat.announcing import announced
from pbem.systems.tw.combat.attacking import ATTACKS, SECOND_ATTACKS
from pbem.systems.tw.combat.combat_verdicts import CombatVerdict, Fallback, NoCombatVerdict
from pbem.systems.tw.combat.committing import commit_reserves
from pbem.systems.tw.combat.forces import (
    Attack,
    Forces,
    forces_of,
    least_missed,
    level,
    mission_of,
    modifiers_of,
)
from pbem.systems.tw.combat.losing import (
    ATTACKER,
    DEFENDER,
    Casualties,
    Victims,
    deplete_some,
    eliminate,
    lose_factors,
)
from pbem.systems.tw.combat.results import (
    Result,
    ResultKind,
    cell_of,
    result_of,
    toll_of,
    worse_results,
)
from pbem.systems.tw.combat.retreating import country_of, retreat, ways_of
from pbem.systems.tw.combat.western import be_surprised
from pbem.systems.tw.sea.beaches import go_back
from pbem.systems.tw.sea.sea_verdicts import CalledOffVerdict
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.world.geography import Land
from pbem.systems.tw.world.hexes import crosses, has_fortress
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import GERMANY_AND_ITALY, PowerName, UnitMark

STAY: Final = "stay"
GO: Final = "retreat"
ELIMINATED: Final = "DE"  # what flak alone suffers

WORSE: Final = DecisionKind(
    "worse-result",
    "Take a higher-numbered result",
    "when an attack of yours has been rolled; default: the result as it is",
    "10.2.3",
    (AnswerKey("advances", "result"),),
    {"result": "the result that was rolled", "odds": "the column of the table"},
)
STAND: Final = DecisionKind(
    "stand",
    "Stay in a fortress",
    "when units of yours in a fortress would retreat; default: they stay, for a Depletion more",
    "10.6.6",
    (AnswerKey("retreats", "fortress"),),
    {"result": "the result of the table"},
)


class CityExchanged(Reading, id="TW-R-10.6.8-b"):
    """Whether an unoccupied city is captured after an exchange that leaves attackers."""

    HOLDS = "holds"
    CAPTURED = "captured"


class LateComers(Reading, id="TW-R-10.4-a"):
    """Whether units that have retreated into a hex defend it in an attack of the same step."""

    DEFEND = "defend"
    STAND_ASIDE = "stand-aside"


class Movers(Reading, id="TW-R-10.5-a"):
    """Whether a unit attacks that has advanced into a breach before its attack is rolled."""

    ATTACK = "attack"
    STAND_ASIDE = "stand-aside"


@dataclass(slots=True)
class Battle:
    """One attack while it is resolved."""

    umpire: Umpire
    forces: Forces
    text: str
    cost: Casualties = field(default_factory=Casualties)
    retreats: list[Fallback] = field(default_factory=list)

    @property
    def place(self) -> str:
        return self.forces.attack.place

    def victims(self, side: str) -> Victims:
        """Those of a side that are left where they fought, and what each of them counts."""
        position, forces = self.umpire.position, self.forces
        attack = side == ATTACKER
        pieces = position.still_at(forces.attackers if attack else forces.defenders)
        worth = forces.attack_of if attack else forces.defence_of
        return Victims(pieces, side, self.place, self.text, worth)


def combat(umpire: Umpire) -> None:
    """The attacks of the first impulse."""
    _resolve_all(umpire, ATTACKS.name)


def second_combat(umpire: Umpire) -> None:
    """The attacks of the second impulse."""
    _resolve_all(umpire, SECOND_ATTACKS.name)


@implements("TW-10.0-4", "TW-10.2.3-1", "TW-10.2-1")
def _resolve_all(umpire: Umpire, section: str) -> None:
    """All attacks are announced, then they are rolled in the order of the files."""
    attacks = announced(umpire, section)
    be_surprised(umpire, [(attack.units, attack.place) for attack in attacks])
    commit_reserves(umpire, attacks)
    began = umpire.position
    for attack in attacks:
        with umpire.step(attack.place, at=attack.place):
            _resolve(umpire, attack, began)
    return_home(umpire, [home for attack in attacks for home in attack.homes])


def _resolve(umpire: Umpire, attack: Attack, began: Position) -> None:
    """One attack: roll, result, losses, retreats, advance."""
    attackers = _left(umpire, attack, began)
    umpire.apply(*(event for p in attackers for event in set_mark(p.unit, UnitMark.ATTACKS, None)))
    if not attackers:
        umpire.tell(NoCombatVerdict(attack.place, attack.units, elsewhere=True))
        return
    attack = replace(attack, units=tuple(piece.id for piece in attackers))
    fallen = _sweep(umpire, attackers[0].owner, attack.place)
    forces = forces_of(umpire.position, attack)
    if umpire.reading(LateComers) is LateComers.STAND_ASIDE:
        there = began.enemy_ground(forces.power, attack.place)
        forces = forces.against(frozenset(piece.id for piece in there))
    if not forces.defenders and not forces.city_alone:
        advanced = advance(umpire, forces, ELIMINATED, breach=False) if fallen else ()
        umpire.tell(NoCombatVerdict(attack.place, attack.units, lost=fallen, advanced=advanced))
        settle_in(umpire, forces)
        return
    if fallen:
        umpire.tell(NoCombatVerdict(attack.place, attack.units, lost=fallen))
    cover = _support(umpire, forces)
    _assault(umpire, replace(forces, air=cover.columns), cover)


@implements("TW-7.7.2-2")
def _assault(umpire: Umpire, forces: Forces, cover: Cover) -> None:
    """An attack with its support: without superiority in the air who has landed goes back."""
    attack = forces.attack
    landed = [p for p in forces.attackers if p.unit.marked(UnitMark.LANDED)]
    if cover.superior or not landed:
        fight_out(umpire, forces)
        return
    gone = tuple(piece.id for piece in landed)
    go_back(umpire, landed, worn=False)
    umpire.tell(CalledOffVerdict(attack.place, gone, cover.factors))
    others = tuple(unit for unit in attack.units if unit not in gone)
    if others:
        rest = forces_of(umpire.position, replace(attack, units=others))
        known = frozenset(piece.id for piece in forces.defenders)
        fight_out(umpire, replace(rest.against(known), air=forces.air))


@implements("TW-11.12.2-3")
def _sweep(umpire: Umpire, power: str, place: str) -> tuple[str, ...]:
    """Flak that is attacked alone is eliminated without a roll."""
    fallen = umpire.position.lone_flak(power, place)
    umpire.apply(*(event for piece in fallen for event in eliminated(piece)))
    return tuple(piece.id for piece in fallen)


@implements("TW-10.1.2-1")
def _left(umpire: Umpire, attack: Attack, began: Position) -> tuple[Piece, ...]:
    """Who of an announced attack still makes it: units beside the hex, or that have dropped on it.

    An attack before it may have led them into a breach.
    """
    position, place = umpire.position, attack.place
    pieces = [position.piece(position.units[unit]) for unit in attack.units]
    if umpire.reading(Movers) is Movers.STAND_ASIDE:
        pieces = [piece for piece in pieces if piece.at == began.units[piece.id].at]
    return tuple(p for p in pieces if p.at == place or crosses(position.board, p.at, place))


@implements("TW-11.4.1-1", "TW-10.6.8-2")
def _support(umpire: Umpire, forces: Forces) -> Cover:
    """What aircraft over an attack come to: a city alone has nobody whom they defend."""
    mission = mission_of(forces)
    if not forces.city_alone:
        return support(umpire, mission)
    return help_overrun(umpire, mission) if mission.wing else Cover(0)


@implements("TW-1.2d-6")
def fight_out(umpire: Umpire, forces: Forces) -> CombatVerdict:
    """An attack once aircraft have shifted it: the die, its result, and what comes of it."""
    attack = forces.attack
    _, shifted = level(forces)
    modifiers = modifiers_of(forces)
    player = umpire.state.powers[forces.power].players[0]
    roll = umpire.roll("die", "d10", player, "10.2.2", modifiers)
    rolled = cell_of(forces.position, shifted, roll.modified)
    text = _accepted(umpire, forces, worse_results(forces.position, shifted, roll.modified))
    battle = Battle(umpire, forces, text)
    _carry_out(battle, result_of(text))
    taken = _is_taken(battle, result_of(text))
    breach = taken and open_up(umpire, forces)
    advanced = advance(umpire, forces, text, breach) if taken else ()
    settled = taken and settle_in(umpire, forces)
    verdict = CombatVerdict(
        attack.place,
        attackers=attack.units,
        defenders=tuple(piece.id for piece in forces.defenders),
        factors=_factors(forces),
        odds=column_of(shifted),
        air=forces.air,
        die=roll.total,
        modifiers={modifier.name: modifier.value for modifier in modifiers},
        row=roll.modified,
        rolled=rolled,
        result=text,
        lost=tuple(battle.cost.lost),
        depleted=tuple(battle.cost.depleted),
        retreats=tuple(battle.retreats),
        advanced=advanced,
        breach=breach,
        taken=taken,
        halves=forces.in_halves,
    )
    umpire.tell(verdict)
    if advanced or settled:
        abandon(umpire, attack.place, defended=True)
    return verdict


def _factors(forces: Forces) -> tuple[int, int]:
    """The factors of both sides, in halves where half ones fight."""
    times = 2 if forces.in_halves else 1
    return int(times * forces.attack_factors), int(times * forces.defence_factors)


@implements("TW-10.6.8-2", "TW-10.3.3-1")
def _is_taken(battle: Battle, result: Result) -> bool:
    """Whether attackers are left, and nobody of the enemy's: a city alone falls by its result, by
    another reading to whomever an exchange has left.
    """
    position, forces = battle.umpire.position, battle.forces
    if not position.still_at(forces.attackers):
        return False
    if not forces.city_alone:
        return not position.enemy_ground(forces.power, battle.place)
    exchanged = battle.umpire.reading(CityExchanged) is CityExchanged.CAPTURED
    return exchanged or result.retreats or result.kind is ResultKind.DEFENDER


@implements("TW-10.2.3-2")
def _accepted(umpire: Umpire, forces: Forces, results: tuple[str, ...]) -> str:
    """The result that the attacker takes: the one rolled, or one of a higher row."""
    if len(results) == 1:
        return results[0]
    answer = umpire.opening(
        [
            WORSE.ask(
                f"{results[0]}: take a higher-numbered result?",
                umpire.state.powers[forces.power].players,
                [Option(text) for text in results[1:]],
                least=0,
                at=forces.attack.place,
                facts={"result": results[0], "odds": column_of(level(forces)[1])},
            )
        ]
    )[0]
    return answer.pick or results[0]


@implements("TW-GCRT-2", "TW-GCRT-4", "TW-GCRT-8", "TW-GCRT-9", "TW-GCRT-11", "TW-10.3.2-2")
def _carry_out(battle: Battle, result: Result) -> None:
    """What a result does to both sides."""
    forces = battle.forces
    toll = toll_of(result, forces.attack_factors, forces.defence_factors)
    for side, need in ((DEFENDER, toll.defender), (ATTACKER, toll.attacker)):
        victims = battle.victims(side)
        if need is None:
            eliminate(battle.umpire, victims.pieces, battle.cost)
        else:
            lose_factors(battle.umpire, victims, need, battle.cost)
    if result.retreats:
        _give_way(battle, result)
    if result.omega:
        _wear_down(battle)


@implements("TW-GCRT-8", "TW-GCRT-9", "TW-10.6.6-2", "TW-10.4-1")
def _give_way(battle: Battle, result: Result) -> None:
    """Defenders are Depleted and retreat; in a fortress they may stay for one Depletion more."""
    victims = battle.victims(DEFENDER)
    if not victims.pieces:
        return
    stays = _stays(battle, victims)
    deplete_some(battle.umpire, victims, result.depletions + stays, battle.cost)
    if stays:
        return
    for piece in reversed(least_missed(battle.umpire.position.still_at(victims.pieces))):
        way = retreat(battle.umpire, piece.id, battle.cost)
        if way:
            battle.retreats.append(Fallback(piece.id, way))


def _stays(battle: Battle, victims: Victims) -> bool:
    """Whether the defenders of a fortress stay in it: where none of them has a way, they do."""
    position = battle.umpire.position
    if not has_fortress(position, battle.place):
        return False
    if not any(ways_of(country_of(position, piece)) for piece in victims.pieces):
        return True
    answer = battle.umpire.decide(
        STAND.ask(
            f"Stay in {position.label(battle.place)}?",
            position.powers[victims.pieces[0].owner].players,
            [Option(STAY, "stay"), Option(GO, "retreat")],
            [STAY],
            at=battle.place,
            facts={"result": victims.result},
        )
    )
    return answer.pick == STAY


@implements("TW-10.3.6-1", "TW-GCRT-12")
def _wear_down(battle: Battle) -> None:
    """An Axis attack on Soviet units inside the Soviet Union of 1939 depletes an attacker."""
    forces = battle.forces
    axis = forces.position.patron(forces.power) in GERMANY_AND_ITALY
    soviet = any(piece.owner == PowerName.SOVIET_UNION for piece in forces.defenders)
    inside = forces.position.board.country(battle.place) == Land.USSR
    if axis and soviet and inside:
        deplete_some(battle.umpire, battle.victims(ATTACKER), 1, battle.cost)
