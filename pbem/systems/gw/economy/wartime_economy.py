"""The 2D6 of a Wartime Economy, and how the Commonwealth divides them (7.8).

Decides who rolls and who gets what. Leaves the money itself to `collecting`, the technology to
`research`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import State
from pbem.systems.gw.economy.incomes import has_economy
from pbem.systems.gw.world.facilities import has, lenders
from pbem.systems.gw.world.nations import at_war_with_major
from pbem.systems.gw.world.vocabulary import PowerFlag, title

WARTIME_ECONOMY: Final = PowerFlag.TECH.of("wartime-economy")
SHARES: Final[Mapping[str, DecisionKind]] = {
    nation: DecisionKind(
        f"share-of-{nation}",
        f"The share of {title(nation)} in the Wartime Economy",
        "when the British Commonwealth has rolled for its Wartime Economy",
        "7.8",
        (AnswerKey("politics", f"share_of_{nation.replace('-', '_')}"),),
        {"left": "the IPPs that are not yet given away"},
    )
    for nation in ("far-east-command", "anzac")
}


def sharing(state: State, power: str) -> tuple[str, ...]:
    """The nations of one marker that can have the money: at war with a Major Power (7.8)."""
    return tuple(
        name
        for name in lenders(power)
        if name in state.powers
        and has_economy(state.powers[name])
        and has(state, name, WARTIME_ECONOMY)
        and at_war_with_major(state, name)
    )


@implements("GW-7.8-13", "GW-7.8-d5", "GW-11.7-2", "GW-11.7-d1")
def wartime_money(umpire: Umpire, power: str) -> Mapping[str, int]:
    """2D6 more for a nation at war that has the technology; one roll for the Commonwealth (7.8).

    Its first nation rolls and keeps what it does not give to the others.
    """
    together = sharing(umpire.state, power)
    if not together or power != together[0]:
        return {}
    roll = umpire.roll(f"wartime-economy-{power}", dice="2d6", by=power, cite="7.8")
    left, shares = roll.total, dict[str, int]()
    for nation in together[1:]:
        shares[nation] = _share(umpire, power, nation, left)
        left -= shares[nation]
    return {power: left, **{nation: ipps for nation, ipps in shares.items() if ipps}}


def _share(umpire: Umpire, giver: str, nation: str, left: int) -> int:
    """How much of the money a nation of the Commonwealth gets, by a standing line of the giver."""
    right = SHARES[nation].ask(
        f"How much of the Wartime Economy does {umpire.position.title(nation)} get?",
        umpire.state.powers[giver].players,
        (Option(str(ipps), f"{ipps} IPP") for ipps in range(left + 1)),
        facts={"left": left},
        least=0,
    )
    return int(umpire.opening([right])[0].pick or 0)
