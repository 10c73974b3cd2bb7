"""The trade agreement of Germany and the USSR (5.1).

Decides how many resources the USSR sends and how many build points Germany, after all that makes
them fewer or more, as long as the Nazi-Soviet pact stands. `{minor: Denmark, take: point}` is
Germany's choice where the USSR has meddled. Leaves how goods get there to `gifts`, claims to
`politics`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.findings import error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_power
from pbem.core.record.state import State
from pbem.core.record.verdicts import Verdict
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.world.position import Position, Umpire, conqueror, major
from pbem.systems.flames.world.vocabulary import Side, TrackName, number_of
from pbem.systems.wif.world.alliances import has_pact
from pbem.systems.wif.world.spheres import stands_in
from pbem.systems.wif.world.vocabulary import Claim, FlagOf1939, MinorName, PowerName

CITE: Final = "5.1"
POINT: Final = "point"
RESOURCE: Final = "resource"
SOVIET_GOODS: Final = (7, 2)  # resources for Germany each turn, and how many of them are oil
GERMAN_POINTS: Final = 2
BOTH: Final = (PowerName.GERMANY, PowerName.USSR)
ALIGNED: Final = (MinorName.BULGARIA, PowerName.FINLAND, MinorName.HUNGARY)
BEFORE_FRANCE_FELL: Final = (MinorName.RUMANIA, MinorName.YUGOSLAVIA)
ATTACKED: Final = (
    MinorName.BULGARIA, MinorName.ESTONIA, PowerName.FINLAND, MinorName.HUNGARY, MinorName.LATVIA,
    MinorName.LITHUANIA, MinorName.TURKEY,
)  # fmt: skip
CLAIMED: Final = (PowerName.FINLAND, MinorName.RUMANIA)  # whose border lands the USSR may claim
SPARED: Final = (
    MinorName.DENMARK, MinorName.GREECE, MinorName.HUNGARY, PowerName.NORWAY, PowerName.SWEDEN,
    MinorName.TURKEY, MinorName.YUGOSLAVIA,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TradeChoiceVerdict(Verdict):
    """What Germany takes, once and for all, because the USSR has meddled in a minor country."""

    kind: ClassVar[str] = "trade"
    cite: ClassVar[str] = "5.1"

    minor: str
    take: str

    @property
    def outcome(self) -> str:
        return self.take


def trade_choice_lines(verdict: TradeChoiceVerdict, scene: Scene) -> Sequence[str]:
    """What Germany takes for a minor country."""
    taken = "a build point less for the USSR" if verdict.take == "point" else "a resource more"
    minor = scene.title(verdict.minor)
    return [f"TRADE ({verdict.cite})  Germany takes {taken} each turn, for {minor}"]


# --- what is sent ---------------------------------------------------------------------------------


@implements("WIF-5.1-5")
def trades(state: State) -> bool:
    """Whether the agreement is in force: until the Nazi-Soviet pact is broken (5.1)."""
    agreed = state.flag(PowerName.GERMANY, FlagOf1939.TRADES_WITH.of(PowerName.USSR))
    return bool(agreed) and PowerName.USSR in state.powers and has_pact(state, *BOTH)


@implements("WIF-5.1-2", "WIF-5.1-7")
def soviet_goods(position: Position) -> tuple[int, int]:
    """The resources that the USSR sends Germany, and how many of them are oil (5.1)."""
    resources, oil = SOVIET_GOODS
    left = max(0, resources - reductions(position.state))
    more = sum(choice == RESOURCE for choice in choices(position).values())
    return left + more, min(oil, left) + more


@implements("WIF-5.1-2", "WIF-5.1-7")
def german_points(position: Position) -> int:
    """The build points that Germany sends the USSR (5.1)."""
    kept = sum(choice == POINT for choice in choices(position).values())
    return max(0, GERMAN_POINTS - kept)


@implements("WIF-5.1-3")
def reductions(state: State) -> int:
    """By how many the resources of the USSR for Germany have become fewer (5.1)."""
    occasions = (
        *(
            state.flag(PowerName.USSR, FlagOf1939.CLAIM.of(minor)) == Claim.ALLOWED
            for minor in CLAIMED
        ),
        *(_lord(state, minor) == PowerName.GERMANY for minor in ALIGNED),
        *(_won_early(state, minor) for minor in BEFORE_FRANCE_FELL),
        *(bool(_attacked_in(state, minor)) for minor in ATTACKED),
        _gave_to_neighbours(state),
    )
    return sum(occasions)


@implements("WIF-5.1-4")
def _lord(state: State, minor: str) -> str:
    """The Axis power that has aligned a minor, if no Allied declaration of war did it (5.1)."""
    if minor not in state.powers:
        return ""
    lord = major(state, minor)
    attackers = [p for p in state.powers if state.flag(minor, FlagOf1939.ATTACKED_BY.of(p))]
    forced = any(state.side_of(power) == Side.ALLIED for power in attackers)
    return lord if lord != minor and state.side_of(lord) == Side.AXIS and not forced else ""


def _won_early(state: State, minor: str) -> bool:
    """Whether an Axis power aligned or attacked a minor before France fell."""
    aligned = _lord(state, minor) and state.flag(minor, FlagOf1939.WAS_NEUTRAL)
    turns = (aligned, _attacked_in(state, minor))
    return any(_before_france_fell(state, turn) for turn in turns)


def _gave_to_neighbours(state: State) -> bool:
    """Whether Germany has aligned Rumania after its neighbours got what they claimed (19.6.2)."""
    rumania = MinorName.RUMANIA
    gave = state.flag(rumania, FlagOf1939.CLAIMED_BY_BOTH) == Claim.ALLOWED
    return gave and major(state, rumania) == PowerName.GERMANY


def _attacked_in(state: State, minor: str) -> object:
    """The turn in which an Axis major power declared war on a minor; None if none did."""
    axis = [power for power in state.powers if state.side_of(power) == Side.AXIS]
    turns = (state.flag(minor, FlagOf1939.ATTACKED_BY.of(power)) for power in axis)
    return next((turn for turn in turns if turn), None)


def _before_france_fell(state: State, turn: object) -> bool:
    """Whether a turn was before France was conquered, or the very one, at whose end it was."""
    fell = state.track(TrackName.CONQUERED_ONCE.of(PowerName.FRANCE))
    if not turn or (conqueror(state, PowerName.FRANCE) is not None and fell is None):
        return False
    return fell is None or number_of(str(turn)) <= number_of(str(fell))


# --- where the USSR has meddled ------------------------------------------------------------------


@implements("WIF-5.1-7")
def choices(position: Position) -> dict[str, str]:
    """What Germany takes for each minor that the USSR has attacked or entered, chosen once (5.1).

    Until it says so: oil with option 30, else its build point.
    """
    state = position.state
    usual = RESOURCE if position.kits.tells_oil else POINT
    found = {}
    for minor in SPARED:
        said = state.flag(PowerName.GERMANY, FlagOf1939.COMPENSATED.of(minor))
        if said or _meddled(position, minor):
            found[str(minor)] = str(said or usual)
    return found


def _meddled(position: Position, minor: str) -> bool:
    attacked = position.state.flag(minor, FlagOf1939.ATTACKED_BY.of(PowerName.USSR))
    return bool(attacked) or stands_in(position, PowerName.USSR, (minor,))


def check_trade(position: Position, order: Order) -> Ruling:
    """`{minor: Denmark, take: point}`: Germany's choice where the USSR has meddled (5.1)."""
    said, take = str(order.data["minor"]), str(order.data["take"])
    minor = next((m for m in SPARED if said.casefold() in (m, position.called(m).casefold())), said)
    if why := _no_choice(position, minor):
        hint = (
            f"to choose for: {', '.join(map(position.called, open_choices(position))) or 'nobody'}"
        )
        return Ruling((error("no-choice", why, hint=hint, cite=CITE, about="minor"),))
    words = "a build point less goes to the USSR" if take == POINT else "a resource more comes"
    flag = FlagOf1939.COMPENSATED.of(minor)
    events = set_power(position.state, PowerName.GERMANY, "flag", flag, take)
    return Ruling((), f"for {position.called(minor)} {words}", events, (minor, take))


def _no_choice(position: Position, minor: str) -> str:
    """Why the player cannot choose for a minor; nothing if he can."""
    state, germany = position.state, PowerName.GERMANY
    if germany not in state.powers or position.player not in state.powers[germany].players:
        return "the choice is Germany's"
    if not trades(state):
        return "Germany has no trade agreement with the USSR"
    if minor not in SPARED or not _meddled(position, minor):
        return f"the USSR has neither declared war on '{position.called(minor)}' nor entered it"
    if state.flag(germany, FlagOf1939.COMPENSATED.of(minor)):
        return f"Germany has chosen for {position.called(minor)}, once and for all"
    return ""


def open_choices(position: Position) -> list[str]:
    """The minors for which Germany has not chosen yet."""
    if not trades(position.state):
        return []
    flags = position.powers[PowerName.GERMANY].flags
    return [m for m in choices(position) if FlagOf1939.COMPENSATED.of(m) not in flags]


def settle_choices(umpire: Umpire) -> None:
    """Germany's choices of the turn; where it has not made one, the usual one for good (5.1)."""
    for order, ruling in umpire.sound_orders("trade"):
        minor, take = ruling.plan
        umpire.apply(*ruling.events)
        umpire.tell(TradeChoiceVerdict(None, minor=minor, take=take))
        umpire.done(order, ruling.reading)
    position = umpire.position
    made = choices(position)
    for minor in open_choices(position):
        flag = FlagOf1939.COMPENSATED.of(minor)
        umpire.apply(*set_power(umpire.state, PowerName.GERMANY, "flag", flag, made[minor]))
        umpire.tell(TradeChoiceVerdict(None, minor=minor, take=made[minor]))


TRADE: Final = Section(
    name="trade",
    title="What Germany takes where the USSR has meddled",
    step="production",
    schema="trade",
    cite=CITE,
    check=check_trade,
)
