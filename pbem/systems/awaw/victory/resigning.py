"""Conceding, and withdrawing from a game of many (7.215): `resignations: [{do: concede}]`.

`{do: withdraw, of: France, to: anna}` hands a power to another player of its alliance. Decides who
may concede and to whom a power may go; both take effect as the player turn ends. Leaves who has
won to `deciding`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.findings import id_said
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_track
from pbem.core.record.verdicts import PlayerId, PowerId, Verdict
from pbem.core.rules.seats import handed_over
from pbem.core.rules.system import Ruling, Section
from pbem.systems.awaw.victory.allotting import keep_objectives
from pbem.systems.awaw.world.alliances import faction_of, is_major
from pbem.systems.awaw.world.naming import Check
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.vocabulary import TrackName

CONCEDE: Final = "concede"
WITHDRAW: Final = "withdraw"


@dataclass(frozen=True, slots=True)
class Resigned:
    """Who concedes for which side, or which power goes to whom."""

    side: str = ""
    power: str = ""
    to: str = ""


@dataclass(frozen=True, slots=True)
class ConcededVerdict(Verdict):
    """A side has conceded."""

    kind: ClassVar[str] = "conceded"
    cite: ClassVar[str] = "7.215"

    side: str

    @property
    def outcome(self) -> str:
        return "conceded"


@dataclass(frozen=True, slots=True)
class WithdrawnVerdict(Verdict):
    """A player has withdrawn, and another plays his power."""

    kind: ClassVar[str] = "withdrawn"
    cite: ClassVar[str] = "7.215"

    power: PowerId
    old: tuple[str, ...]  # who need play nothing any more
    to: PlayerId

    @property
    def outcome(self) -> str:
        return "withdrawn"


def check_resignation(position: Position, order: Order) -> Ruling:
    """A side concedes, or a player withdraws from one of his powers."""
    check = Check(position, order)
    does = id_said(order.data["do"])
    if does == CONCEDE:
        return _concedes(check)
    if does == WITHDRAW:
        return _withdraws(check)
    check.complain("unknown", f"'{order.data['do']}' is nothing here", "concede, withdraw")
    return check.ruling("")


@implements("AWAW-7.215A-1")
def _concedes(check: Check) -> Ruling:
    """The leader of a side concedes for it; where it has none, its only player."""
    position, player = check.position, check.order.player
    sides = {power.side for power in check.state.powers_of_player(player)}
    led = [side for side in sorted(sides) if _speaks_for(position, player, side)]
    if len(led) != 1:
        check.complain("not-yours", "the leader of a side concedes for it", cite="7.215")
        return check.ruling("")
    check.does(set_track(check.state, TrackName.CONCEDED, led[0]))
    return check.ruling(f"the {position.title(led[0])} side concedes", Resigned(side=led[0]))


def _speaks_for(position: Position, player: str, side: str) -> bool:
    leader = position.game.roster.leaders.get(side)
    return player == leader if leader else position.state.players_of(side) == (player,)


@implements("AWAW-7.215F-1")
def _withdraws(check: Check) -> Ruling:
    """In a game of many a power goes to another player of its alliance faction."""
    state, player = check.state, check.order.player
    power, to = check.power(check.order.data.get("of", "")), id_said(check.order.data.get("to", ""))
    if not power:
        return check.ruling("")
    if not check.options.multi_player:
        hint = "the moderator hands powers over by an amendment"
        check.complain("two-sides", "players withdraw from games of many", hint, cite="7.215")
    if player not in state.powers[power].players or not is_major(power):
        check.complain(
            "not-yours", f"you play no major power '{check.order.data['of']}'", about=power
        )
    heirs = partners_of(check.position, power)
    if to not in heirs or to == player:
        names = ", ".join(name for name in heirs if name != player) or "nobody plays another one"
        message = f"'{check.order.data.get('to', '')}' plays no power of its alliance"
        check.complain("no-partner", message, names, "7.215", str(check.order.data.get("to", "")))
    if check.ok:
        check.does(handed_over(state, power, (to,)))
    title = check.position.title(power)
    return check.ruling(f"{title} goes to {to}", Resigned(power=power, to=to))


def partners_of(position: Position, power: str) -> tuple[str, ...]:
    """The players of other major powers of a power's alliance faction."""
    state = position.state
    own = faction_of(state, power)
    others = (
        one for one in state.powers.values()
        if is_major(one.id) and one.id != power and faction_of(state, one.id) is own
    )  # fmt: skip
    return tuple(dict.fromkeys(name for one in others for name in one.players))


@implements("AWAW-7.215F-2")
def resignations(umpire: Umpire) -> None:
    """Who concedes or withdraws; what an heir's powers hold now decides whose conditions count."""
    for order, ruling in umpire.sound_orders(RESIGNING.name):
        plan: Resigned = ruling.plan
        old = umpire.state.powers[plan.power].players if plan.power else ()
        umpire.apply(*ruling.events)
        umpire.done(order, ruling.reading)
        if plan.side:
            umpire.tell(ConcededVerdict(None, plan.side))
            continue
        umpire.tell(WithdrawnVerdict(None, plan.power, old, plan.to))
        own = (one.id for one in umpire.state.powers_of_player(plan.to) if is_major(one.id))
        keep_objectives(umpire, tuple(own))


RESIGNING: Final = Section(
    "resignations",
    "Conceding, and withdrawing from the game",
    "resignations",
    "awaw/resignations",
    "7.215",
    check_resignation,
)
