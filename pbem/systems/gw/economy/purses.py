"""The money of a split United States (2.3): `purse: [{give: 5}]` gives some to the other half.

Of the nation's cash the counter `cash-west` is the West's. Decides how money is shared, and who can
spend it. Leaves who commands what to `halves`, payments to `spending`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power
from pbem.core.record.events import PowerChanged
from pbem.core.record.state import State
from pbem.core.record.verdicts import Judged
from pbem.core.rules.position import Position
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.world.halves import EAST, HALVES, USA, WEST, players_of_halves
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.vocabulary import PowerCount, PowerFlag

ODD_IPP: Final = DecisionKind(
    "odd-ipp",
    "The odd IPP of the United States",
    "when the income of the United States cannot be halved",
    "2.3",
    (AnswerKey("politics", "odd_ipp"),),
    {"income": "what the United States collect"},
)


@implements("GW-2.3-6", "GW-2.3-8")
def states_are_split(umpire: Umpire) -> bool:
    """Under the option two players of the United States run a half each (2.3).

    It stays one nation, with one technology, one set of limits and one side in every battle.
    """
    known = umpire.state.power(USA)
    if not umpire.options.split_united_states or known.flags.get(PowerFlag.HALVES):
        return False
    if len(known.players) != len(HALVES):
        return False
    share = known.counters.get(PowerCount.CASH, 0) // 2
    umpire.apply(*set_power(umpire.state, USA, "flag", PowerFlag.HALVES, " ".join(known.players)))
    umpire.apply(*set_power(umpire.state, USA, "counter", PowerCount.CASH_WEST, share or None))
    return True


@implements("GW-2.3-7")
def purse_of(state: State, nation: str, player: str) -> int:
    """The money that a player can spend for a nation: his half's, or all of it."""
    counters = state.powers[nation].counters
    players = players_of_halves(state) if nation == USA else ()
    if player not in players:
        return counters.get(PowerCount.CASH, 0)
    west = counters.get(PowerCount.CASH_WEST, 0)
    return west if player == players[1] else counters.get(PowerCount.CASH, 0) - west


def west_pays(state: State, nation: str, player: str, change: int) -> tuple[PowerChanged, ...]:
    """What goes from, or to, the West's share when a player spends money or gets some."""
    players = players_of_halves(state) if nation == USA else ()
    if player not in players[1:]:
        return ()
    old = state.counter(nation, PowerCount.CASH_WEST)
    return set_power(state, nation, "counter", PowerCount.CASH_WEST, old + change or None)


@dataclass(frozen=True, slots=True)
class HalvedIncomeVerdict(Judged):
    """What each half of the United States gets of its income."""

    kind: ClassVar[str] = "halved-income"
    cite: ClassVar[str] = "2.3"

    east: int
    west: int


@implements("GW-2.3-7")
def halve_income(umpire: Umpire) -> None:
    """What the United States collected is halved; the East assigns the odd IPP (2.3)."""
    state, players = umpire.state, players_of_halves(umpire.state)
    before = umpire.since("step:collect-income")
    if not players or not players_of_halves(before):
        return
    collected = state.counter(USA, PowerCount.CASH) - before.counter(USA, PowerCount.CASH)
    if collected <= 0:
        return
    share = collected // 2 + (collected % 2 if _odd_goes_west(umpire, collected) else 0)
    umpire.apply(*west_pays(umpire.state, USA, players[1], share))
    umpire.tell(
        HalvedIncomeVerdict(at=None, result=str(collected), east=collected - share, west=share)
    )


def _odd_goes_west(umpire: Umpire, collected: int) -> bool:
    if collected % 2 == 0:
        return False
    decision = ODD_IPP.ask(
        f"{collected} IPP cannot be halved. Who gets the odd one?",
        players_of_halves(umpire.state)[:1],
        (Option(EAST, "the East"), Option(WEST, "the West")),
        (EAST,),
        facts={"income": collected},
    )
    return umpire.decide(decision).pick == WEST


def purses_fit(umpire: Umpire) -> bool:
    """The West never has more than the nation: what the nation lost, it lost first (2.3, 9.23)."""
    left = umpire.state.counter(USA, PowerCount.CASH)
    if umpire.state.counter(USA, PowerCount.CASH_WEST) <= left:
        return False
    umpire.apply(*set_power(umpire.state, USA, "counter", PowerCount.CASH_WEST, left or None))
    return True


@implements("GW-2.3-7")
def check_gift(position: Position, order: Order) -> Ruling:
    """Whether a half may give so much of its money to the other (2.3)."""
    check = Check(position, order)
    state, ipps = check.state, int(order.data["give"])
    players = players_of_halves(state)
    if order.player not in players:
        check.complain("not-split", "you run no half of the United States", cite="2.3")
        return check.ruling("")
    there = purse_of(state, USA, order.player)
    if ipps > there:
        check.complain("no-money", f"there are {there} IPP, not {ipps}", cite="2.3", about="give")
    to_west = order.player == players[0]
    check.does(west_pays(state, USA, players[1], ipps if to_west else -ipps))
    return check.ruling(f"gives {ipps} IPP to the {'West' if to_west else 'East'}")


def purses(umpire: Umpire) -> None:
    """Carry out what the halves give each other."""
    umpire.carry_out(PURSE.name)


PURSE: Final = Section(
    "purse", "Money of the American halves", "purses", "gw/purse", "2.3", check_gift
)
