"""Peace by agreement (13.7.3, 13.7.7).

Powers whose offers meet have peace, and with it a neutrality pact. Decides what becomes of their
units in each other's hexes, of reserves and militia, of a minor country that is at peace again.
Leaves the terms to `terms`, and who may compel a peace to `compelled`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.findings import Finding
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_controller, set_power
from pbem.core.record.events import Event
from pbem.core.record.state import NEUTRAL, REMOVED, State
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.world.local_units import MILITIA, is_reserve
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    Umpire,
    force_pool,
    leaves_map,
    major,
)
from pbem.systems.flames.world.vocabulary import Pool, PowerFlag, Relation
from pbem.systems.wif.politics.claims import before_peace, is_entered
from pbem.systems.wif.politics.compelled import BUY, DEMAND, bought, cut_off, hand_over, remembered
from pbem.systems.wif.politics.conquest import hexes_in
from pbem.systems.wif.politics.displacing import displace
from pbem.systems.wif.politics.pacts import make_pact, make_pacts
from pbem.systems.wif.politics.politics_verdicts import PeaceVerdict
from pbem.systems.wif.politics.reserves import AGAINST
from pbem.systems.wif.politics.terms import Offer, handed_over, offers_of, said
from pbem.systems.wif.world.alliances import MAJOR_POWERS
from pbem.systems.wif.world.borderlands import CLAIMED, annexed
from pbem.systems.wif.world.vocabulary import FlagOf1939, PoolOf1939, PowerName

ENFORCED: Final = "enforce"


def check_peace(position: Position, order: Order) -> Ruling:
    """Whether the player is at war with those to whom he offers peace, and his terms (13.7.3)."""
    findings: list[Finding] = []
    plan: list[Offer] = []
    for number, item in enumerate(order.data["value"]):
        offers, troubles = offers_of(position, item)
        findings += (trouble.at(order.spot(number)) for trouble in troubles)
        plan += offers
    words = "; ".join(_said(position, offer) for offer in plan)
    return Ruling(tuple(findings), words, (), plan)


def _said(position: Position, offer: Offer) -> str:
    """What a receipt says of an offer."""
    if offer.compel:
        verb = "demands of" if offer.compel == DEMAND else "buys from"
        return f"{position.called(offer.power)} {verb} {position.called(offer.foe)} peace"
    told = f"{position.called(offer.power)} offers {position.called(offer.foe)} peace"
    for verb, things in (("gives", offer.give), ("takes", offer.take)):
        names = (said(position, word) for word in sorted(things))
        told += f", {verb} {', '.join(names)}" if things else ""
    return told


@implements("WIF-13.7.3-1", "WIF-9.2-2")
def peace(umpire: Umpire) -> None:
    """Powers whose offers meet have peace; then pacts are made (13.7.3, 9.2)."""
    offered: list[Offer] = []
    for order, ruling in umpire.sound_orders("peace"):
        offered += ruling.plan
        umpire.done(order, ruling.reading)
    for number, one in enumerate(offered):
        for other in offered[number + 1 :]:
            if (one.power, one.foe) == (other.foe, other.power):
                _settle(umpire, one, other)
    for offer in offered:
        if offer.compel:
            _compel(umpire, offer)
    for order, ruling in umpire.sound_orders("enforce_peace"):
        umpire.done(order, ruling.reading)
        for minor in ruling.plan:
            _enforce(umpire, minor)
    make_pacts(umpire)


def _settle(umpire: Umpire, one: Offer, other: Offer) -> None:
    """Two offers of the same peace: it comes if their terms are the same."""
    powers = tuple(sorted((one.power, one.foe)))
    if umpire.state.powers[one.power].relations.get(one.foe) != Relation.WAR:
        return
    if not one.meets(other):
        umpire.tell(PeaceVerdict(None, powers=powers, agreed=False))
        return
    gains = {word: offer.power for offer in (one, other) for word in sorted(offer.take)}
    for offer in (one, other):
        umpire.apply(*handed_over(umpire.position, offer))
    umpire.apply(*end_of_war(umpire.state, one.power, one.foe))
    umpire.tell(
        PeaceVerdict(
            None,
            powers=powers,
            given={word: power for word, power in gains.items() if word in umpire.board},
            countries={word: power for word, power in gains.items() if word not in umpire.board},
        )
    )
    if all(power in MAJOR_POWERS for power in powers):
        _majors_at_peace(umpire, (one.power, one.foe))
    else:
        _minor_at_peace(umpire, one)
    displace(umpire, _theirs(umpire.position, powers))


def _compel(umpire: Umpire, offer: Offer) -> None:
    """Peace that a power compels: hexes stay as they are held, but for what is sold or cut off."""
    pair = offer.power, offer.foe
    if umpire.state.powers[offer.power].relations.get(offer.foe) != Relation.WAR:
        return
    given = bought(umpire.position, *pair) if offer.compel == BUY else {}
    umpire.apply(*hand_over(umpire.state, given), *end_of_war(umpire.state, *pair))
    shut = cut_off(umpire, pair)
    umpire.apply(*hand_over(umpire.state, shut))
    powers = tuple(sorted(pair))
    gains = {place: umpire.position.major(heir) for place, heir in (given | shut).items()}
    umpire.tell(PeaceVerdict(None, powers=powers, given=gains, by=offer.power, how=offer.compel))
    _majors_at_peace(umpire, pair)
    displace(umpire, _theirs(umpire.position, powers))


@implements("WIF-19.6.1-6", "WIF-19.6.2-10")
def _enforce(umpire: Umpire, minor: str) -> None:
    """Germany enforces a peace: the country is neutral; what was claimed is Soviet if entered."""
    ussr, entered = str(PowerName.USSR), is_entered(umpire.position, minor)
    umpire.apply(*before_peace(umpire.position, minor))
    umpire.apply(*end_of_war(umpire.state, ussr, minor))
    _minor_at_peace(umpire, Offer(ussr, minor))
    if entered:
        umpire.apply(*annexed(umpire.position, CLAIMED[minor], ussr))
    powers = tuple(sorted((ussr, minor)))
    countries = {CLAIMED[minor]: ussr} if entered else {}
    umpire.tell(
        PeaceVerdict(None, powers=powers, countries=countries, by=PowerName.GERMANY, how=ENFORCED)
    )
    displace(umpire, _theirs(umpire.position, powers))


def _majors_at_peace(umpire: Umpire, pair: tuple[str, str]) -> None:
    """Two major powers disarm and have a pact."""
    umpire.apply(*disarmed(umpire.position, pair), *remembered(umpire.state, pair))
    one, other = sorted(pair)
    make_pact(umpire, one, other)


@implements("WIF-13.7.3-4", "WIF-13.7.3-5")
def _theirs(position: Position, powers: tuple[str, ...]) -> list[str]:
    """The places in which units of some powers may be that may be there no more."""
    return [
        place
        for place in sorted({piece.at for piece in position.on_map})
        if any(position.major(piece.owner) in powers for piece in position.at(place))
        or position.held_by(place) in powers
    ]


@implements("WIF-13.7.3-3", "WIF-13.7.3-5")
def _minor_at_peace(umpire: Umpire, offer: Offer) -> None:
    """A minor country has its old borders; without a war it is neutral, its units gone (13.7.3).

    They are set up again when it comes to war.
    """
    minor, power = offer.power, offer.foe
    if minor in MAJOR_POWERS:
        minor, power = power, minor
    umpire.apply(*_old_borders(umpire.position, minor, power))
    state = umpire.state
    if any(umpire.position.at_war(minor, other) for other in state.powers):
        return
    umpire.apply(
        *set_power(state, minor, "flag", PowerFlag.CONTROLLER, None),
        *set_power(state, minor, "flag", FlagOf1939.WAS_NEUTRAL, state.clock.turn),
        *set_power(state, minor, "players", "", None),
        *set_power(state, minor, "side", "", NEUTRAL),
    )
    position = umpire.position
    pieces = [position.piece(u) for u in state.units.values() if u.owner == minor]
    home = f"pool:{minor}/{Pool.SET_UP}"
    back = [piece for piece in pieces if piece.at not in (home, REMOVED)]
    umpire.apply(*(change for piece in back for change in leaves_map(piece, home)))


def _old_borders(position: Position, minor: str, power: str) -> Iterator[Event]:
    """Hexes of either in the other's home go back to whose they were."""
    for host, guest in ((minor, power), (power, minor)):
        for home in position.powers[host].home_countries:
            for place in hexes_in(position, home):
                holder = position.controller(place)
                if holder is not None and _is_of(position.state, holder, guest):
                    yield from set_controller(position.state, place, host)


def _is_of(state: State, holder: str, power: str) -> bool:
    """Whether a hex is a power's, or was taken by a minor for who controls it."""
    return holder == power or major(state, power) == holder


def end_of_war(state: State, power: str, foe: str) -> tuple[Event, ...]:
    """Two powers are at war no more."""
    return (
        *set_power(state, power, "relation", foe, None),
        *set_power(state, foe, "relation", power, None),
    )


@implements("WIF-13.7.7-1", "WIF-13.7.7-2", "WIF-13.7.3-5")
def disarmed(position: Position, powers: tuple[str, str]) -> Iterator[Event]:
    """Reserves against a former enemy go, of a neutral all reserves and militia (13.7.7).

    Those on the map or the circle go to the reserve pool, those in the force pool leave the game
    until its reserves are called out again.
    """
    state = position.state
    for unit in state.units.values():
        power = position.major(unit.owner)
        if power not in powers or unit.at == REMOVED:
            continue
        piece = position.piece(unit)
        foe = powers[1] if power == powers[0] else powers[0]
        if not _goes_home(piece, foe, position.is_neutral(power)):
            continue
        if unit.at in position.board or unit.at.startswith("track:"):
            yield from leaves_map(piece, f"pool:{unit.owner}/{Pool.RESERVE}")
        elif unit.at == force_pool(unit.owner):
            yield from leaves_map(piece, f"pool:{unit.owner}/{PoolOf1939.DISMISSED}")


@implements("WIF-22.4-6")
def _goes_home(piece: Piece, foe: str, neutral: bool) -> bool:
    """Whether a unit was raised for a war that is over; Guards stay (22.4)."""
    if f"{AGAINST}{foe}" in piece.counter.classes:
        return True
    return neutral and (piece.kind == MILITIA or is_reserve(piece))


PEACE: Final = Section(
    name="peace",
    title="Powers to which you offer peace as things stand",
    step="peace",
    schema="peace",
    cite="13.7.3",
    check=check_peace,
    single=True,
)
