"""Voluntary return of zones to a player nation of another Alliance (9.21).

`returns: [{ask: Syria}, {give_back: Tunisia}]` in one's own turn; in the turns of others lines of
standing orders ask and give. A refusal is a flag of the original owner, `refused:ZONE`, naming who
refused: as long as he possesses the zone the owner may declare war on him (`declarations`). Decides
whose a zone was, what becomes of asking, and where its units go. Leaves its income to `transfers`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import within
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import State, Unit
from pbem.core.record.verdicts import Judged, PlaceId, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.economy.transfers import gives
from pbem.systems.gw.world.fallen_france import FRANCE, heir
from pbem.systems.gw.world.move_orders import Check, own_powers
from pbem.systems.gw.world.nations import all_nations, at_war, is_friendly, is_sea
from pbem.systems.gw.world.units import type_of
from pbem.systems.gw.world.vocabulary import Counted, Marker, PowerFlag

ACCEPT, REFUSE = "accept", "refuse"
ASK, GIVE_BACK = "ask", "give_back"
FARTHEST: Final = 60  # more borders than lie between any two zones of the map

RETURN: Final = DecisionKind(
    "return-zone",
    "Return of a zone",
    "when the original owner asks for a zone that the player has captured",
    "9.21",
    (AnswerKey("politics", "return_zone"),),
    {"owner": "the nation that asks", "value": "the zone's IPPs"},
    values={"owner": all_nations},
)
ASK_RETURN: Final = DecisionKind(
    "ask-return",
    "A zone is asked back",
    "whenever a nation of another Alliance, no enemy, possesses a zone of the player's",
    "9.21",
    (AnswerKey("politics", "ask_return"),),
    {"holder": "who possesses the zone"},
    values={"holder": all_nations},
)
GIVE: Final = DecisionKind(
    "give-back",
    "A zone is given back",
    "whenever the player possesses a zone of a player nation of another Alliance",
    "9.21",
    (AnswerKey("politics", "give_back"),),
    {"owner": "whose zone it was"},
    values={"owner": all_nations},
)
KINDS: Final = (RETURN, ASK_RETURN, GIVE)


@dataclass(frozen=True, slots=True)
class Claim:
    """A zone, its original owner, and who possesses it."""

    zone: str
    owner: str
    holder: str

    @property
    def refusal(self) -> str:
        """The flag of the owner that names who has refused."""
        return PowerFlag.REFUSED.of(self.zone)


@implements("GW-9.21-1")
def claim_on(position: Position, zone: str) -> Claim | None:
    """Whose a zone was, if a nation of another Alliance has it and may return it (9.21).

    The original owner is the player nation whose roundel is printed, or Free France for France.
    What went over to Vichy or Japan when France fell was not captured (14.4.2).
    """
    board, holder = position.board, position.holder(zone)
    if zone not in board or is_sea(board, zone) or holder not in position.powers:
        return None
    printed = board.text(zone, "nation")
    if printed == FRANCE and position.state.marker(zone, Marker.ALIGNED):
        return None
    owner = heir(position.state, printed)
    players = position.book.chart("national-order").table("nations").rows.names
    if owner not in players or owner not in position.powers:
        return None
    if position.side_of(owner) == position.side_of(holder):
        return None
    return Claim(zone, owner, holder)


@implements("GW-9.21-4", "GW-9.21-5")
def has_right_of_war(state: State, by: str, on: str) -> bool:
    """Whether a nation may declare war on another that keeps back a zone of it (9.21)."""
    return any(
        holder == on and state.controller(zone) == on
        for zone, holder in PowerFlag.REFUSED.among(state.power(by).flags).items()
    )


# --- asking ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReturnRefusedVerdict(Judged):
    """A zone is not returned; `war`: whether its owner may declare war for it."""

    kind: ClassVar[str] = "return-refused"
    cite: ClassVar[str] = "9.21"

    owner: PowerId
    war: bool


@implements("GW-9.21-2", "GW-9.21-4")
def ask(umpire: Umpire, claim: Claim, about: str) -> None:
    """The original owner asks; the new one accepts or refuses at once (9.21)."""
    state, board = umpire.state, umpire.board
    with umpire.step("return", claim.zone):
        decision = RETURN.ask(
            f"{umpire.position.title(claim.owner)} asks for {board.label(claim.zone)}. "
            "Do you return it?",
            state.powers[claim.holder].players,
            (Option(ACCEPT, "give it back"), Option(REFUSE, "refuse")),
            (REFUSE,),
            about=about,
            at=claim.zone,
            facts={"owner": claim.owner, "value": int(board.text(claim.zone, "value") or 0)},
        )
        if decision.by and umpire.decide(decision).pick == ACCEPT:
            give_back(umpire, claim)
            return
        umpire.apply(*set_power(umpire.state, claim.owner, "flag", claim.refusal, claim.holder))
        umpire.tell(
            ReturnRefusedVerdict(
                at=claim.zone,
                result=claim.holder,
                owner=claim.owner,
                war=not at_war(state, claim.owner, claim.holder),
            )
        )


# --- giving back -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Departure:
    """What giving a zone back changes: the units that leave it, where they go, and all events."""

    units: tuple[Unit, ...]
    refuge: str
    events: tuple[Event, ...]


@implements("GW-9.21-3", "GW-9.21-5")
def departure(position: Position, claim: Claim) -> Departure:
    """The units of a zone that is returned go to the nearest friendly land zone (9.21)."""
    refuge = nearest_refuge(position, claim.holder, claim.zone)
    there = tuple(
        unit
        for unit in position.state.at(claim.zone)
        if refuge and position.side_of(unit.owner) == position.side_of(claim.holder)
    )
    events = (
        *(UnitMoved(unit.id, unit.at, refuge, unit.count) for unit in there),
        *gives(position, claim.zone, claim.owner),
        *set_power(position.state, claim.owner, "flag", claim.refusal, None),
    )
    return Departure(there, refuge, events)


@dataclass(frozen=True, slots=True)
class ZoneReturnedVerdict(Judged):
    """A zone goes back to its owner, and the units in it leave."""

    kind: ClassVar[str] = "zone-returned"
    cite: ClassVar[str] = "9.21"

    holder: PowerId
    units: Counted
    to: PlaceId


def give_back(umpire: Umpire, claim: Claim) -> None:
    """The zone is returned, and its units leave it (9.21)."""
    left = departure(umpire.position, claim)
    umpire.apply(*left.events)
    umpire.tell(
        ZoneReturnedVerdict(
            at=claim.zone,
            result=claim.owner,
            holder=claim.holder,
            units=[(unit.counter, unit.size) for unit in left.units],
            to=left.refuge,
        )
    )


@implements("GW-9.21-3")
def nearest_refuge(position: Position, power: str, zone: str) -> str:
    """The nearest other land zone that is Friendly, over whatever lies between (9.21)."""
    ways = within(position.board.neighbours, zone, FARTHEST)
    near = sorted(ways, key=lambda other: (ways[other], other))
    return next((z for z in near if z != zone and is_friendly(position.state, power, z)), "")


# --- orders and standing orders --------------------------------------------------------------


def check_return(position: Position, order: Order) -> Ruling:
    """Whether a zone may be asked for, or given back, by a nation of the player on turn."""
    check = Check(position, order)
    asks = ASK in order.data
    zone = check.place(order.data[ASK if asks else GIVE_BACK])
    if not zone:
        return check.ruling("")
    claim, label = claim_on(check.position, zone), check.label(zone)
    own = own_powers(check.position, order.player)
    if claim is None:
        message = f"{label} was not captured from a player nation of another Alliance"
        check.complain("no-return", message, cite="9.21", about=zone)
    elif (claim.owner if asks else claim.holder) not in own:
        whose = "was no zone of" if asks else "is not possessed by"
        message = f"{label} {whose} a nation of yours that is on turn"
        check.complain("not-yours", message, cite="9.21", about=zone)
    elif not asks and _no_way_out(check.position, claim):
        message = f"the units in {label} have no friendly zone to go to"
        check.complain("no-refuge", message, cite="9.21", about=zone)
    elif not asks:
        check.does(departure(check.position, claim).events)
    reading = (
        f"asks {position.title(claim.holder)} for {label}"
        if claim and asks
        else f"gives back {label}"
    )
    return check.ruling(reading, claim)


def _no_way_out(position: Position, claim: Claim) -> bool:
    land = any(
        type_of(position.book, unit).is_land or type_of(position.book, unit).is_air
        for unit in position.state.at(claim.zone)
    )
    return land and not nearest_refuge(position, claim.holder, claim.zone)


def returns(umpire: Umpire) -> None:
    """Carry out what was asked and given back (9.21)."""
    for order, ruling in umpire.sound_orders(RETURNS.name):
        umpire.done(order, ruling.reading)
        if ASK in order.data:
            ask(umpire, ruling.plan, f"order-{order.number}")
        else:
            give_back(umpire, ruling.plan)


@implements("GW-9.21-2", "GW-9.21-5")
def standing_returns(umpire: Umpire, moment: str) -> None:
    """At any time, by standing orders: zones are given back, and asked of nations at peace."""
    for claim in tuple(_claims(umpire.position)):
        if _wants(umpire, GIVE, claim):
            give_back(umpire, claim)
        elif _is_new(umpire.state, claim) and _wants(umpire, ASK_RETURN, claim):
            ask(umpire, claim, moment)


def _claims(position: Position) -> Iterator[Claim]:
    """The zones that nations at peace with each other could ask back or give back."""
    for zone in sorted(position.places):
        claim = claim_on(position, zone)
        if claim is not None and not at_war(position.state, claim.owner, claim.holder):
            yield claim


def _is_new(state: State, claim: Claim) -> bool:
    """Whether this possessor has not refused already."""
    return state.flag(claim.owner, claim.refusal) != claim.holder


def _wants(umpire: Umpire, kind: DecisionKind, claim: Claim) -> bool:
    """Whether a standing line of the holder's gives the zone back, or one of the owner's asks."""
    gives_it, label = kind is GIVE, umpire.board.label(claim.zone)
    right = kind.ask(
        f"{label}: {kind.title}?",
        umpire.state.powers[claim.holder if gives_it else claim.owner].players,
        (Option(claim.zone, label),),
        about=claim.zone,
        at=claim.zone,
        least=0,
        facts={"owner": claim.owner} if gives_it else {"holder": claim.holder},
    )
    return bool(right.by) and bool(umpire.opening([right])[0])


RETURNS: Final = Section(
    "returns", "Return of zones", "returns", "gw/returns", "9.21", check_return
)
