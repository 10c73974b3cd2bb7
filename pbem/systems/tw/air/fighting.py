"""Rounds of air combat over a hex (11.9): one at least, then two more where both sides wish.

Decides the throw of a round, whom it hits, and who fights on. Leaves who came to the missions.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option, one_of
from pbem.core.data.rulebook import implements
from pbem.systems.tw.air.air_verdicts import AirCombatVerdict
from pbem.systems.tw.air.losses import AirLosses, suffer
from pbem.systems.tw.air.skies import ATTACKER, FACES, Skies, hits_of, modifiers_of
from pbem.systems.tw.world.activity import effort_of
from pbem.systems.tw.world.position import Umpire
from pbem.systems.tw.world.seats import speaker_of
from pbem.systems.tw.world.units import Piece

ROUNDS: Final = 3
FIGHT: Final = "fight"
STOP: Final = "stop"
HOME: Final = "home"
MAKE: Final = "make"
SPARE: Final = "spare"
GOOD: Final = 7  # faces of the die for which it is worth going on

_FACTS: Final = {
    "round": "the round that would be fought",
    "own": "the factors of your aircraft there",
    "enemy": "those of the enemy's",
    "good": "of the ten faces of the die, how many hurt the enemy",
}
FIGHT_ON: Final = DecisionKind(
    "fight-on",
    "Whether aircraft fight another round",
    "after a round of air combat with aircraft of both sides left: `fight`, `stop` to end the "
    "battle and support, `home` to leave; the defender fights or goes home. Default: fight while "
    "seven faces of the die hurt the enemy, as the defender six; else stop, or home",
    "11.9",
    (AnswerKey("flights", "round"),),
    {**_FACTS, "side": "whether your player turn it is"},
    values={"side": one_of("attacker", "defender")},
)
AIR_EFFORT: Final = DecisionKind(
    "air-effort",
    "Whether an air effort multiplies results",
    "before a round of air combat in a turn of your RLE (results double) or SLE (results triple); "
    "`make` it or `spare` it; default: make it where seven faces of the die hurt the enemy",
    "11.9",
    (AnswerKey("flights", "effort"),),
    _FACTS,
)


@implements("TW-11.9-1", "TW-11.9-2", "TW-11.9-4")
def fight(umpire: Umpire, skies: Skies, power: str) -> Skies:
    """Up to three rounds; the aircraft that are over the hex afterwards."""
    for number in range(1, ROUNDS + 1):
        with umpire.step(f"round-{number}"):
            if number > 1:
                skies, stays = settle(umpire, skies, number)
                if not stays:
                    return skies
            air_round(umpire, skies, power, number)
        skies = left_of(umpire, skies)
        if not skies.contested:
            break
    return skies


def left_of(umpire: Umpire, skies: Skies) -> Skies:
    """The same skies without those who are lost."""
    position = umpire.position
    attackers, defenders = position.still_at(skies.attackers), position.still_at(skies.defenders)
    return replace(skies, position=position, attackers=attackers, defenders=defenders)


@implements("TW-11.9-3", "TW-1.2e-5", "TW-4.1-5", "TW-4.2-5", "TW-4.3-7")
def _times(umpire: Umpire, skies: Skies, power: str, number: int) -> int:
    """How often results count: more where the player whose turn it is makes an air effort."""
    effort = effort_of(skies.position, power)
    table = skies.position.book.chart("air-modifiers")
    if str(effort) not in table.table("effort").rows.names:
        return 1
    times = int(table.at(str(effort), "times", "effort").number)
    answer = umpire.decide(
        AIR_EFFORT.ask(
            f"Make an air effort: results count {times} times?",
            skies.position.powers[power].players,
            [Option(MAKE, "make it"), Option(SPARE, "spare it")],
            [MAKE if skies.faces()[0] >= GOOD else SPARE],
            at=skies.place,
            facts=_facts(skies, number, attacks=True),
        )
    )
    return times if answer.pick == MAKE else 1


def _facts(skies: Skies, number: int, attacks: bool) -> dict[str, int]:
    hurt, hit = skies.faces()
    own, enemy = skies.factors if attacks else reversed(skies.factors)
    return {"round": number, "own": own, "enemy": enemy, "good": hurt if attacks else hit}


@implements("TW-11.9-1", "TW-11.9-3", "TW-11.5.1-4", "TW-1.2d-6")
def air_round(umpire: Umpire, skies: Skies, power: str, number: int) -> None:
    """One round: whom it hits; who bombs aircraft on the ground suffers nothing of it himself."""
    times = _times(umpire, skies, power, number)
    modifiers = modifiers_of(skies)
    roll = umpire.roll(f"air-{number}", "d10", _player(umpire, power), "11.9", modifiers)
    text = skies.cell(roll.modified)
    backfires = text.startswith(ATTACKER)
    hits = None if backfires and skies.grounded else hits_of(text, times)
    hit = skies.attackers if backfires else skies.defenders
    cost = suffer(umpire, hit, hits, result=text, at=skies.place) if hits else AirLosses()
    umpire.tell(
        AirCombatVerdict(
            skies.place,
            round=number,
            attackers=_ids(skies.attackers),
            defenders=_ids(skies.defenders),
            factors=skies.factors,
            odds=skies.column,
            die=roll.total,
            modifiers={one.name: one.value for one in modifiers},
            row=roll.modified,
            result=text,
            times=times,
            grounded=skies.grounded,
            lost=tuple(cost.lost),
            depleted=tuple(cost.depleted),
        )
    )


def _player(umpire: Umpire, power: str) -> str:
    return umpire.state.powers[power].players[0]


def _ids(pieces: tuple[Piece, ...]) -> tuple[str, ...]:
    return tuple(piece.id for piece in pieces)


@implements("TW-11.9-2")
def settle(umpire: Umpire, skies: Skies, number: int) -> tuple[Skies, bool]:
    """Whether another round is fought: each side says so, he whose turn it is first."""
    said = _asked(umpire, skies, number, usual=FIGHT if skies.faces()[0] >= GOOD else STOP)
    if said == HOME:
        return replace(skies, attackers=()), False
    if said == STOP:
        return skies, False
    skies = leaves(umpire, skies, number)
    return skies, bool(skies.defenders)


def goes_on(umpire: Umpire, skies: Skies, number: int) -> bool:
    """Whether those who bomb aircraft on the ground do so for another round."""
    if not skies.contested:
        return False
    usual = FIGHT if skies.faces()[0] >= GOOD else STOP
    return _asked(umpire, skies, number, usual) == FIGHT


@implements("TW-11.9-2")
def leaves(umpire: Umpire, skies: Skies, number: int) -> Skies:
    """The same skies without the defenders, where these fly home instead of another round."""
    if not skies.contested:
        return skies
    usual = FIGHT if skies.faces()[1] > FACES // 2 else HOME
    stays = _answered(umpire, skies, number, usual) == FIGHT
    return skies if stays else replace(skies, defenders=())


def _asked(umpire: Umpire, skies: Skies, number: int, usual: str) -> str:
    options = [Option(FIGHT, "fight on"), Option(STOP, "stop"), Option(HOME, "fly home")]
    return _ask(umpire, skies, (number, options, usual), attacks=True)


def _answered(umpire: Umpire, skies: Skies, number: int, usual: str) -> str:
    options = [Option(FIGHT, "fight on"), Option(HOME, "fly home")]
    return _ask(umpire, skies, (number, options, usual), attacks=False)


def _ask(umpire: Umpire, skies: Skies, what: tuple[int, list[Option], str], attacks: bool) -> str:
    """What one side does after a round."""
    number, options, usual = what
    pieces = skies.attackers if attacks else skies.defenders
    side = "attacker" if attacks else "defender"
    answer = umpire.decide(
        FIGHT_ON.ask(
            f"Round {number} of air combat over {skies.position.label(skies.place)}?",
            speaker_of(skies.position, pieces),
            options,
            [usual],
            about=side,
            at=skies.place,
            facts={**_facts(skies, number, attacks), "side": side},
        )
    )
    return answer.pick
