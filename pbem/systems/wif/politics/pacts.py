"""Neutrality pacts: made and confirmed in the peace step, broken before war is declared (9.2).

`pact: [USSR]` offers one, `pact: [{with: USSR, give: {points: 2}}]` with trade, `break_pact:
[USSR]` breaks one. Decides who may, the common border and the ratio of garrisons on it, and who
must leave the border. Leaves how entry markers come onto the map (13.2) to rules that are not
played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pbem.core.data.findings import Finding, error, suggest
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_place, set_power
from pbem.core.record.events import Event
from pbem.core.record.events import apply as applied
from pbem.core.record.state import State, as_number
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.orders_of_powers import is_major, own_majors
from pbem.systems.flames.world.garrison import counts_as_garrison, total_garrison
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.vocabulary import Relation, number_of
from pbem.systems.wif.economy.agreements import end_of_trade
from pbem.systems.wif.politics.displacing import send_away
from pbem.systems.wif.politics.pact_trade import PactOffer, agreed, offer_of, wrong_terms
from pbem.systems.wif.politics.politics_verdicts import PactVerdict, TradeTerms
from pbem.systems.wif.world.alliances import closed_borders, common_border, has_pact
from pbem.systems.wif.world.spheres import trespassed
from pbem.systems.wif.world.vocabulary import FlagOf1939, MarkerOf1939, PowerName

CITE: Final = "9.2"
YOUNG: Final = 4  # turns after its making from which garrisons may break a pact
AGES: Final = ((9, Fraction(2)), (15, Fraction(1)), (21, Fraction(1, 2)))  # up to, defence times
OLD: Final = Fraction(1, 4)
MADE: Final = "made"
CONFIRMED: Final = "confirmed"
TERMS_DIFFER: Final = "terms-differ"
BROKEN: Final = "broken"


class ConfirmedPact(Reading, id="WIF-9.2-R1"):
    """Whether a pact that is confirmed must stand three turns again."""

    DEFENCE_ONLY = "defence-only"
    ANEW = "anew"


class BorderOfMinors(Reading, id="WIF-9.2-R2"):
    """Whether hexes of one's own minors belong to one's common border."""

    OWN = "own"
    MINORS_TOO = "minors-too"


# --- the ratio -----------------------------------------------------------------------------------


@implements("WIF-9.2-17")
def defence_factor(turns: int) -> Fraction:
    """How often a garrison counts in defence, so many turns after the pact (9.2)."""
    return next((factor for most, factor in AGES if turns <= most), OLD)


@implements("WIF-9.2-13", "WIF-9.2-18", "WIF-9.2-19", "WIF-9.2-20")
def reinforced(garrison: Fraction, markers: int) -> Fraction:
    """A garrison value with entry markers, which at most double it (9.2)."""
    return garrison + min(garrison, Fraction(markers))


@dataclass(frozen=True, slots=True)
class Ratio:
    """What two garrisons on a common border count when one power would break the pact (9.2)."""

    attack: Fraction
    defence: Fraction

    @property
    @implements("WIF-9.2-12")
    def enough(self) -> bool:
        """Whether the breaker has double."""
        return self.attack >= 2 * self.defence


def ratio(position: Position, power: str, partner: str) -> Ratio | None:
    """The garrisons of a power and its partner; None without a common border (9.2)."""
    mine, theirs = (border_of(position, *pair) for pair in ((power, partner), (partner, power)))
    if not mine:
        return None
    age = turns_since(position, power, partner, FlagOf1939.PACT_CONFIRMED)
    defence = _garrison(position, partner, theirs) * defence_factor(age)
    return Ratio(
        reinforced(
            _garrison(position, power, mine), _markers(position, mine, MarkerOf1939.ENTRY_DOWN)
        ),
        reinforced(defence, _markers(position, theirs, MarkerOf1939.ENTRY_UP)),
    )


@implements("WIF-9.2-5")
def border_of(position: Position, power: str, partner: str) -> frozenset[str]:
    """The hexes of a power, by one reading of its minors too, on the border with another."""
    owners = [power]
    if position.reading(BorderOfMinors) is BorderOfMinors.MINORS_TOO:
        owners = [p for p in position.powers if position.major(p) == power]
    return frozenset().union(*(common_border(position, owner, partner) for owner in owners))


def _garrison(position: Position, power: str, places: Iterable[str]) -> Fraction:
    """The garrison value of a power's units, its minors' among them, on some hexes."""
    return total_garrison(
        piece
        for place in sorted(places)
        for piece in position.at(place)
        if position.major(piece.owner) == power and counts_as_garrison(position, piece)
    )


def _markers(position: Position, places: Iterable[str], name: MarkerOf1939) -> int:
    return sum(as_number(position.state.marker(place, name)) for place in places)


def turns_since(position: Position, power: str, partner: str, flag: FlagOf1939) -> int:
    """How many turns a pact is old, since it was made or confirmed last."""
    flags = position.powers[power].flags
    made = flags.get(FlagOf1939.PACT_MADE.of(partner))
    turn = flags.get(flag.of(partner)) or made
    return number_of(position.clock.turn) - number_of(str(turn)) if turn else 0


# --- breaking ------------------------------------------------------------------------------------


@implements("WIF-9.2-8", "WIF-9.2-12")
def why_not_break(position: Position, power: str, partner: str) -> str:
    """Why a power may not break its pact with another; nothing if it has a ground to (9.2)."""
    if position.powers[power].relations.get(partner) != Relation.PACT:
        return f"{position.called(power)} has no pact with {position.called(partner)}"
    if position.state.flag(power, FlagOf1939.STRUCK_FROM.of(partner)):
        return ""
    if {power, partner} == {PowerName.GERMANY, PowerName.USSR} and trespassed(position, partner):
        return ""
    anew = position.reading(ConfirmedPact) is ConfirmedPact.ANEW
    since = FlagOf1939.PACT_CONFIRMED if anew else FlagOf1939.PACT_MADE
    age = turns_since(position, power, partner, since)
    if age < YOUNG:
        return f"the pact is {age} turns old: garrisons may break it from the {YOUNG}th turn on"
    found = ratio(position, power, partner)
    if found is None:
        both = f"{position.called(power)} and {position.called(partner)}"
        return f"{both} have no common border, and no other ground is given"
    if not found.enough:
        return f"your garrison is {found.attack}, double theirs would be {2 * found.defence}"
    return ""


@implements("WIF-9.2-6", "WIF-9.2-7", "WIF-9.2-10", "WIF-19.5.3-3")
def broken(position: Position, power: str, partner: str) -> Iterator[Event]:
    """The changes when a pact ends: nobody is bound, entry markers leave the common border."""
    state = position.state
    for one, two in ((power, partner), (partner, power)):
        yield from set_power(state, one, "relation", two, None)
        yield from end_of_trade(state, one, two)
        if {one, two} == {PowerName.GERMANY, PowerName.USSR}:
            yield from set_power(state, one, "flag", FlagOf1939.TRESPASSED, None)
        for flag in (FlagOf1939.PACT_MADE, FlagOf1939.PACT_CONFIRMED, FlagOf1939.STRUCK_FROM):
            yield from set_power(state, one, "flag", flag.of(two), None)
        for place in sorted(border_of(position, one, two)):
            for marker in (MarkerOf1939.ENTRY_UP, MarkerOf1939.ENTRY_DOWN):
                yield from set_place(state, place, "marker", marker, None)


@implements("WIF-9.2-8")
def check_break(position: Position, order: Order) -> Ruling:
    """Whether the player's powers may break these pacts (9.2)."""
    called = position.called
    findings: list[Finding] = []
    plan: list[tuple[str, str]] = []
    events: list[Event] = []
    own = [p for p in own_majors(position) if position.side(p) == position.clock.side]
    for number, name in enumerate(order.data["value"]):
        found = [(power, p) for power in own for p in _partners(position, power, str(name))]
        why = why_not_break(position, *found[0]) if found else f"you have no pact with '{name}'"
        if why:
            findings.append(error("no-ground", why, cite=CITE).at(order.spot(number)))
            continue
        plan.append(found[0])
        events += broken(position.then(applied(position.state, events)), *found[0])
    words = "; ".join(
        f"{called(power)} breaks its pact with {called(partner)}" for power, partner in plan
    )
    return Ruling(tuple(findings), words, tuple(events), tuple(plan))


def _partners(position: Position, power: str, name: str) -> list[str]:
    """The partners of a power's pacts that a name means."""
    bound = position.powers[power].relations
    pacts = [other for other in bound if bound[other] == Relation.PACT]
    return list(position.game.powers_called(name, pacts))


@implements("WIF-9-2")
def break_pacts(umpire: Umpire) -> None:
    """The active side breaks pacts, before it declares war (9.2)."""
    for order, ruling in umpire.sound_orders("break_pact"):
        position = umpire.position
        umpire.apply(*ruling.events)
        for power, partner in ruling.plan:
            found = ratio(position, power, partner)
            umpire.tell(
                PactVerdict(
                    None,
                    powers=(power, partner),
                    came=BROKEN,
                    attack=found.attack if found else None,
                    defence=found.defence if found else None,
                )
            )
        umpire.done(order, ruling.reading)


# --- making --------------------------------------------------------------------------------------


@implements("WIF-9.2-2", "WIF-9.2-3")
def why_no_pact(position: Position, power: str, other: str) -> str:
    """Why two major powers may not make or confirm a pact; nothing if they may (9.2)."""
    state, called = position.state, position.called
    if state.side_of(power) == state.side_of(other) or not is_major(state.powers[other]):
        return f"{called(other)} is no major power of the other side"
    if position.at_war(power, other):
        return f"{called(power)} and {called(other)} are at war: make peace"
    return ""


def check_pact(position: Position, order: Order) -> Ruling:
    """Whether the player's powers may offer these pacts, and what they trade by them (9.2)."""
    findings: list[Finding] = []
    plan: list[PactOffer] = []
    for number, item in enumerate(order.data["value"]):
        offers, troubles = _offers(position, item)
        findings += (trouble.at(order.spot(number)) for trouble in troubles)
        plan += offers
    return Ruling(tuple(findings), "; ".join(offer.told(position) for offer in plan), (), plan)


def _offers(position: Position, item: Any) -> tuple[list[PactOffer], list[Finding]]:
    """The offers of an item of the order, and what is wrong with them."""
    name = str(item["with"] if isinstance(item, Mapping) else item)
    found = position.game.powers_called(name, list(position.powers))
    pairs = [(power, other) for power in own_majors(position) for other in found]
    able = [pair for pair in pairs if not why_no_pact(position, *pair)]
    if not able:
        why = why_no_pact(position, *pairs[0]) if pairs else f"there is no '{name}'"
        return [], [error("no-pact", why, hint=suggest(name, position.powers), cite=CITE)]
    offers = [offer_of(pair, item) for pair in able]
    return offers, [trouble for offer in offers for trouble in wrong_terms(position, offer)]


def make_pacts(umpire: Umpire) -> None:
    """Powers that offer each other a pact make it, or confirm the one that they have (9.2)."""
    offered: list[PactOffer] = []
    for order, ruling in umpire.sound_orders("pact"):
        offered += ruling.plan
        umpire.done(order, ruling.reading)
    for number, one in enumerate(offered):
        for other in offered[number + 1 :]:
            if (one.power, one.other) == (other.other, other.power):
                _agree(umpire, *sorted((one, other), key=lambda offer: offer.power))


@implements("WIF-9.2-10")
def _agree(umpire: Umpire, one: PactOffer, other: PactOffer) -> None:
    """Two offers of the same pact: it comes if their terms are the same."""
    if one.give != other.take or one.take != other.give:
        umpire.tell(PactVerdict(None, powers=(one.power, one.other), came=TERMS_DIFFER))
        return
    trade = TradeTerms(one.give, one.take) if one.give or one.take else None
    if trade:
        umpire.apply(*agreed(umpire.state, one))
    make_pact(umpire, one.power, one.other, trade)


def make_pact(umpire: Umpire, power: str, other: str, trade: TradeTerms | None = None) -> None:
    """Two powers make a pact in this turn, or confirm it; who must leaves the border."""
    state = umpire.state
    known = has_pact(state, power, other)
    flag = FlagOf1939.PACT_CONFIRMED if known else FlagOf1939.PACT_MADE
    umpire.apply(*_bound(state, (power, other), flag))
    came = CONFIRMED if known else MADE
    umpire.tell(PactVerdict(None, powers=(power, other), came=came, trade=trade))
    leave_borders(umpire)


def _bound(state: State, pair: tuple[str, str], flag: FlagOf1939) -> Iterator[Event]:
    for one, two in (pair, pair[::-1]):
        yield from set_power(state, one, "relation", two, Relation.PACT)
        yield from set_power(state, one, "flag", flag.of(two), state.clock.turn)


@implements("WIF-9.2-4")
def leave_borders(umpire: Umpire) -> None:
    """The enemies of a partner leave the border that a pact closes to them (9.2)."""
    position = umpire.position
    send_away(
        umpire,
        [piece for piece in position.on_map if piece.at in closed_borders(position, piece.owner)],
    )


BREAK_PACT: Final = Section(
    name="break_pact",
    title="Neutrality pacts that you break",
    step="break-pacts",
    schema="break_pact",
    cite=CITE,
    check=check_break,
    single=True,
)
PACT: Final = Section(
    name="pact",
    title="Powers to which you offer a neutrality pact, or with which you confirm it",
    step="peace",
    schema="pact",
    cite=CITE,
    check=check_pact,
    single=True,
)
