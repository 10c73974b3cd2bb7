"""How a choice is settled that several players of a side share, where their answers differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pbem.core.choices.decisions import Answer, Decision, Option, Settle, Source
from pbem.core.record.state import State

if TYPE_CHECKING:
    from pbem.core.play.umpire import AnyUmpire

Settler = Callable[["AnyUmpire", Decision, Mapping[str, Answer]], Answer]


def _by_owner(umpire: AnyUmpire, decision: Decision, given: Mapping[str, Answer]) -> Answer:
    """The owner's answer; where he gave none, that of the first player asked who gave one."""
    for player in (decision.owner, *decision.by):
        if player in given:
            return _settled(given, given[player].picks, f"{player} decides")
    raise AssertionError("nobody answered")


def _by_most(umpire: AnyUmpire, decision: Decision, given: Mapping[str, Answer]) -> Answer:
    """The answer with the most weight behind it; a tie goes to the owner."""
    weight: dict[tuple[str, ...], int] = {}
    for player, answer in given.items():
        weight[answer.picks] = weight.get(answer.picks, 0) + decision.weights.get(player, 1)
    best = max(weight.values())
    leading = [picks for picks in sorted(weight) if weight[picks] == best]
    if len(leading) > 1:
        return _by_owner(umpire, decision, given)
    return _settled(given, leading[0], "most")


def _by_any(umpire: AnyUmpire, decision: Decision, given: Mapping[str, Answer]) -> Answer:
    """Everything that anyone picked, in the options' order."""
    wanted = {pick for answer in given.values() for pick in answer.picks}
    picks = tuple(option.id for option in decision.options if option.id in wanted)
    return _settled(given, picks[: decision.most], "any")


def _by_all(umpire: AnyUmpire, decision: Decision, given: Mapping[str, Answer]) -> Answer:
    """What everyone picked; the default where that is too little."""
    wanted = set.intersection(*(set(answer.picks) for answer in given.values()))
    picks = tuple(option.id for option in decision.options if option.id in wanted)
    if len(picks) < decision.least:
        picks = decision.default
    return _settled(given, picks, "all")


def _by_enemy(umpire: AnyUmpire, decision: Decision, given: Mapping[str, Answer]) -> Answer:
    """The enemy picks one of the answers given; he sees them, and not the facts behind them."""
    rivals = sorted({answer.picks for answer in given.values()})
    options = tuple(
        Option("+".join(picks) or "nothing", ", ".join(decision.option(p).name for p in picks))
        for picks in rivals
    )
    choice = replace(
        decision,
        by=decision.enemy,
        options=options,
        default=(options[0].id,),
        about=f"{decision.about}-enemy".strip("-"),
        least=1,
        most=1,
        facts={},
        ordered=None,
        owner="",
        legal=None,
        settle=Settle.OWNER,
        secret=(*decision.secret, *decision.enemy) if decision.secret else (),
    )
    picked = umpire.decide(choice).pick
    return _settled(given, rivals[[o.id for o in options].index(picked)], "the enemy decides")


def _by_roll_off(umpire: AnyUmpire, decision: Decision, given: Mapping[str, Answer]) -> Answer:
    """Each player rolls; the highest die decides, equal ones roll again."""
    name = "-".join(filter(None, ("roll-off", decision.kind, decision.about)))
    seats = {player: _seat(umpire.state, player) for player in given}
    left = sorted(given, key=lambda player: seats[player])
    throw = 1
    while len(left) > 1:
        rolls = {
            player: umpire.roll(
                f"{name}-{seats[player]}-{throw}",
                umpire.game.system.throws.roll_off,
                player,
                decision.cite,
                secret=decision.secret,
            )
            for player in left
        }
        best = max(roll.total for roll in rolls.values())
        left = [player for player in left if rolls[player].total == best]
        throw += 1
    return _settled(given, given[left[0]].picks, f"roll-off, {left[0]} wins")


def _apart(umpire: AnyUmpire, decision: Decision, given: Mapping[str, Answer]) -> Answer:
    """Nobody's answer yet: each keeps his own, for choices that follow from it."""
    apart = {player: given[player].picks for player in sorted(given)}
    return replace(_settled(given, decision.default, "they differ"), apart=apart)


def _seat(state: State, player: str) -> str:
    """Whom a path names for a player: his first power, and his place among those who share it."""
    power = state.powers_of_player(player)[0]
    return f"{power.id}:{power.players.index(player) + 1}"


def _settled(given: Mapping[str, Answer], picks: tuple[str, ...], how: str) -> Answer:
    return Answer(picks, Source.SETTLED, how, tuple(sorted(given)))


_SETTLE: Final[Mapping[Settle, Settler]] = {
    Settle.OWNER: _by_owner,
    Settle.HEX_CONTROLLER: _by_owner,
    Settle.MOST: _by_most,
    Settle.ANY: _by_any,
    Settle.ALL: _by_all,
    Settle.ENEMY: _by_enemy,
    Settle.ROLL_OFF: _by_roll_off,
    Settle.APART: _apart,
}


def settle(umpire: AnyUmpire, decision: Decision, given: Mapping[str, Answer]) -> Answer:
    """One answer out of those of the players who share the choice."""
    if not given:
        return Answer(decision.default, Source.DEFAULT)
    if len({answer.picks for answer in given.values()}) == 1:
        first = next(iter(given.values()))
        return replace(first, players=tuple(sorted(given)))
    return _SETTLE[decision.settle](umpire, decision, given)
