"""Units that drop or invade, from the declaration of their attack to its end (11.14, 11.15).

Decides that they attack whether or not anybody has ordered it, whether the notional unit of their
hex is ignored, that they hold the hex once it is empty, and that they are lost if it is not. Leaves
how they come there to `paradrop`, the notional unit to `notional`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.core.choices.decisions import Option, Settle
from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event
from pbem.systems.flames.impulse.battle_decisions import NOTIONAL_UNIT
from pbem.systems.flames.land.combat.attack_rules import defenders_at
from pbem.systems.flames.land.combat.attacks import Attack, declaration, declared_odds, odds_facts
from pbem.systems.flames.land.combat.combat_verdicts import UnopposedVerdict
from pbem.systems.flames.land.combat.notional import (
    landing,
    nationality,
    notional_value,
    reasons_at,
)
from pbem.systems.flames.land.overrun import Overrunners, clear_airfield, overrun
from pbem.systems.flames.world.control import take_hex
from pbem.systems.flames.world.named import hex_facts
from pbem.systems.flames.world.position import Piece, Position, Umpire, marked, unmarked
from pbem.systems.flames.world.vocabulary import NotionalPick, UnitMark


@implements("WIF-11.14-8", "WIF-11.15-1")
def compelled(umpire: Umpire, attacks: Sequence[Attack]) -> tuple[Attack, ...]:
    """The attacks with those of who has landed and whom no order has attack: they must (11.14)."""
    found = {attack.place: attack for attack in attacks}
    position = umpire.position
    idle = [p for p in position.on_map if p.landing and not p.unit.marked(UnitMark.ATTACKED)]
    for place in dict.fromkeys(piece.at for piece in idle):
        pieces = [piece for piece in idle if piece.at == place]
        umpire.apply(*declaration(umpire.position, pieces, place))
        attack = Attack(place, tuple(piece.id for piece in pieces))
        known = found.get(place)
        found[place] = known.joined(attack) if known else attack
    return tuple(found.values())


# --- the notional unit ---------------------------------------------------------------------------


@implements("WIF-11.15.1-14", "WIF-11.15-2")
def against_notionals(umpire: Umpire, attacks: Sequence[Attack]) -> tuple[Attack, ...]:
    """The attacks that are left when the defenders have said which notional units they ignore.

    Who meets nobody else takes his hex at once, without an attack (11.15.1).
    """
    left: list[Attack] = []
    for attack in attacks:
        position = umpire.position
        landed = landing(position.pieces(*attack.units))
        if not landed or not is_ignored(umpire, attack):
            left.append(attack)
        elif defenders_at(position, attack.place, landed[0]):
            left.append(replace(attack, ignored=True))
        else:
            hold(umpire, attack.place, landed)
            units = tuple(piece.id for piece in landed)
            umpire.tell(UnopposedVerdict(at=attack.place, units=units))
    return tuple(left)


def is_ignored(umpire: Umpire, attack: Attack) -> bool:
    """Whether the defender ignores the notional unit of a hex."""
    position, place = umpire.position, attack.place
    pieces = position.pieces(*attack.units)
    power = nationality(position, pieces, place)
    odds = declared_odds(position, pieces, place)
    real = defenders_at(position, place, pieces[0])
    answer = umpire.decide(
        NOTIONAL_UNIT.ask(
            f"Does the notional unit of {position.label(place)} defend?",
            umpire.position.players_of([piece.owner for piece in real] or [power]),
            (Option(str(pick)) for pick in NotionalPick),
            (str(usual_pick(position, pieces, place)),),
            about=place,
            at=place,
            facts={
                **odds_facts(odds, len(pieces), len(real)),
                "notional": notional_value(reasons_at(position, pieces, place)),
                **hex_facts(position, place, power),
            },
            settle=Settle.ROLL_OFF,
        )
    )
    return answer.pick == NotionalPick.IGNORE


def usual_pick(position: Position, pieces: Sequence[Piece], place: str) -> NotionalPick:
    """What is best where nobody says otherwise: a notional unit beside others costs 1 on the die.

    So it defends there only if the declared odds are better for its side with it.
    """
    if not defenders_at(position, place, pieces[0]):
        return NotionalPick.FIGHT
    odds = declared_odds(position, pieces, place)
    without = declared_odds(position, pieces, place, notional=False)
    helps = odds is None or without is None or odds.step < without.step
    return NotionalPick.FIGHT if helps else NotionalPick.IGNORE


# --- the end -------------------------------------------------------------------------------------


@implements("WIF-11.14-7", "WIF-11.15.1-14", "WIF-11.15.5-44")
def hold(umpire: Umpire, place: str, pieces: Sequence[Piece]) -> None:
    """Who has landed holds the hex that is empty of enemies now, and goes no further (11.15.5)."""
    if not pieces:
        return
    found = overrun(umpire.position, Overrunners(pieces, place), place)
    umpire.apply(*found.losses, *take_hex(umpire.position, place, pieces))
    umpire.apply(*(change for piece in pieces for change in settled(piece)))
    with umpire.step("overrun", at=place):
        clear_airfield(umpire, found)


def settled(piece: Piece) -> tuple[Event, ...]:
    """The changes when a unit has no enemy left in the hex into which it came."""
    return (*unmarked(piece, UnitMark.LANDING), *marked(piece, UnitMark.LANDED))
