"""HQ support in land combat (11.15.3, option 13).

Decides which HQs support whom: the attacker's stands in his order, the defender's is his choice,
hex by hex. Leaves what it adds to `combat_table`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pbem.core.choices.decisions import Decision, Option, Settle
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.flames.impulse.battle_decisions import HQ_SUPPORT, in_need_order
from pbem.systems.flames.land.combat.attack_rules import defenders_at
from pbem.systems.flames.land.combat.attacks import Attack, known_odds
from pbem.systems.flames.world.named import hex_facts
from pbem.systems.flames.world.position import Piece, Position, Umpire, other_side
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.surprise import is_surprised


class HqCooperation(Reading, id="WIF-11.15.3-R2"):
    """With whom in a mixed stack a defending HQ must co-operate."""

    SOME = "some"
    EVERY = "every"


class LostHq(Reading, id="WIF-11.15.3-R3"):
    """Whether an HQ still supports that was lost since its support was announced."""

    LAPSES = "lapses"
    STANDS = "stands"


@dataclass(frozen=True, slots=True)
class Defence:
    """The defenders of a hex, and with whom of them a supporting HQ must co-operate."""

    place: str
    units: Sequence[Piece]
    cooperation: HqCooperation


@implements("WIF-11.15.3-3a", "WIF-11.15.3-3b", "WIF-11.15.3-3c", "WIF-11.15.3-3d", "WIF-2.4.3-4",
            "WIF-15.1-11")  # fmt: skip
def defending_hqs(
    position: Position, defence: Defence, attacked: Collection[str]
) -> tuple[Piece, ...]:
    """The HQs that may support the defenders of a hex: in it or next to it (11.15.3)."""
    hexes = (defence.place, *position.board.neighbours[defence.place])
    return tuple(
        piece
        for spot in hexes
        if spot == defence.place or spot not in attacked
        for piece in position.land_at(spot)
        if piece.is_hq
        and not piece.face_down
        and not is_surprised(position, piece.owner)
        and in_supply(position, piece)
        and supports(position, piece, defence)
    )


def supports(position: Position, hq: Piece, defence: Defence) -> bool:
    """Whether an HQ co-operates with the defenders and is not cut off by the hexside."""
    friends = [u for u in defence.units if position.cooperate(hq.owner, u.owner)]
    everybody = defence.cooperation is HqCooperation.EVERY
    if not friends or (everybody and len(friends) < len(defence.units)):
        return False
    if hq.at == defence.place:
        return True
    kinds = (hq.terrain_kind, *(unit.terrain_kind for unit in friends))
    return any(position.ground.cross(hq.at, defence.place, kind) is not None for kind in kinds)


@implements("WIF-11.15.3-1", "WIF-11.15.3-3a")
def defensive_support(umpire: Umpire, attacks: Sequence[Attack]) -> dict[str, str]:
    """The defender's HQ for each attacked hex, after the attacker's are known (11.15.3)."""
    position = umpire.position
    if not position.options.hq_support:
        return {}
    side = other_side(umpire.state.clock.side)
    by_place = {attack.place: attack for attack in attacks}
    chosen: dict[str, str] = {}
    players = umpire.state.players_of(side)
    for place in in_need_order(umpire, HQ_SUPPORT, players, by_place):
        attack = by_place[place]
        defenders = defenders_at(position, place, position.pieces(*attack.units)[0])
        rule = umpire.reading(HqCooperation) if _mixed(defenders) else HqCooperation.SOME
        hqs = defending_hqs(position, Defence(place, defenders, rule), by_place)
        free = [hq for hq in hqs if hq.id not in chosen.values()]
        if free:
            answer = umpire.decide(_decision(umpire, attack, free))
            chosen |= {place: answer.pick} if answer else {}
    return chosen


def _mixed(pieces: Sequence[Piece]) -> bool:
    return len({piece.owner for piece in pieces}) > 1


def _decision(umpire: Umpire, attack: Attack, hqs: Sequence[Piece]) -> Decision:
    position, place = umpire.position, attack.place
    return HQ_SUPPORT.ask(
        f"Which HQ supports the defence of {position.label(place)}?",
        umpire.position.players_of([hq.owner for hq in hqs]),
        (Option(hq.id, hq.name, frozenset({hq.kind, "HQ"}), hq.reorganisation) for hq in hqs),
        about=place,
        at=place,
        least=0,
        most=1,
        facts={
            **known_odds(position, attack),
            "enemy hq": reorganisation_value(position, attack.hq),
            **hex_facts(position, place, hqs[0].owner),
        },
        settle=Settle.ROLL_OFF,
    )


@implements("WIF-11.15.3-2", "WIF-11.15.3-3a")
def supporting_hqs(umpire: Umpire, attack: Attack, defending: Mapping[str, str]) -> tuple[str, str]:
    """The HQs that support both sides when an attack is resolved, by id; empty without.

    By the usual reading not one that has been lost since, or that attacks no more (11.15.3).
    """
    own, enemy = attack.hq, defending.get(attack.place, "")
    gone = {hq for hq in (own, enemy) if hq and umpire.state.units[hq].at not in umpire.board}
    gone |= {own} - {"", *attack.units}
    if gone and umpire.reading(LostHq) is LostHq.STANDS:
        gone = set()
    return "" if own in gone else own, "" if enemy in gone else enemy


def reorganisation_value(position: Position, hq: str) -> int:
    """The reorganisation value of an HQ; 0 where there is none."""
    return position.pieces(hq)[0].reorganisation if hq else 0
