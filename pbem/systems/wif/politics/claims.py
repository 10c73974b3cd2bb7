"""Soviet claims on Finland and Rumania, and those of Hungary and Bulgaria that follow (19.6).

`claim: [Finland]` in a declaration step; `enforce_peace: [Finland]` in the peace step. Decides who
may claim when, what comes of the answer, and when Germany may enforce a peace. Leaves who may then
align the four countries to `alignment`, the Soviet goods that a claim costs to trade agreements.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_controller, set_power
from pbem.core.record.events import Event
from pbem.core.record.state import NEUTRAL, State
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.world.minor_units import at_home
from pbem.systems.flames.world.position import Position, Umpire, at_war
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.vocabulary import PowerFlag, Side, TrackName
from pbem.systems.wif.politics.alignment import claim_on
from pbem.systems.wif.politics.conquest import hexes_in, lord_of
from pbem.systems.wif.politics.displacing import send_away
from pbem.systems.wif.politics.politics_verdicts import ClaimVerdict
from pbem.systems.wif.world.borderlands import (
    CITE,
    CLAIMED,
    REGION,
    WANTED_OF_RUMANIA,
    annexed,
    hexes_of,
)
from pbem.systems.wif.world.spheres import is_east_poland
from pbem.systems.wif.world.vocabulary import Claim, CountOf1939, FlagOf1939, MinorName, PowerName

NAMES: Final = "Finland, Rumania"

ANSWER: Final = DecisionKind(
    "answer-claim",
    "Allow or deny what the USSR claims",
    (
        "when the USSR claims the Finnish borderlands or Bessarabia and you play Germany; if you "
        "deny it, it declares war on that country; default: allow"
    ),
    CITE,
    (AnswerKey("minors", "claims"),),
    {"hexes": "how many hexes are claimed"},
)
MEDIATE: Final = DecisionKind(
    "mediate",
    "Allow or deny what Hungary and Bulgaria claim of Rumania",
    (
        "in the first declaration step of yours after Rumania has given up Bessarabia, if you play "
        "Germany; default: allow"
    ),
    "19.6.2",
    (AnswerKey("minors", "mediate"),),
    {},
)
ABROAD: Final = DecisionKind(
    "one-abroad",
    "The one unit that stays abroad",
    (
        "when you have denied Hungary and Bulgaria what they claim, and a country of yours has "
        "several units abroad; default: the dearest"
    ),
    "19.6.2",
    (AnswerKey("minors", "abroad"),),
    {"units": "how many units are abroad"},
)


# --- claiming ------------------------------------------------------------------------------------


@implements("WIF-19.6.1-2", "WIF-19.6.2-2")
def why_not_claim(position: Position, minor: str) -> str:
    """Why the USSR may not claim a part of a country now; nothing if it may (19.6)."""
    state, clock = position.state, position.clock
    if minor not in CLAIMED:
        return f"the USSR claims nothing of {position.called(minor)}"
    if claim_on(state, minor):
        return f"the USSR has claimed {position.called(minor)}'s border already"
    if state.side_of(minor) != NEUTRAL:
        return f"{position.called(minor)} is not neutral"
    if clock.side != state.side_of(PowerName.USSR):
        return "it is not the impulse of the USSR"
    first = state.track(TrackName.FIRST_TURN) == clock.turn
    if first and not state.track(TrackName.IMPULSES.of(clock.side)):
        return "nothing is claimed in the first declaration step of the game"
    return ""


@implements("WIF-9-5")
def check_claim(position: Position, order: Order) -> Ruling:
    """Whether the player's USSR may make these claims (19.6)."""
    plays = any(p.id == PowerName.USSR for p in position.state.powers_of_player(position.player))
    findings: list[Finding] = []
    plan: list[str] = []
    for number, name in enumerate(order.data["value"]):
        found = position.game.powers_called(str(name), list(position.powers))
        minor = found[0] if len(found) == 1 else str(name)
        why = why_not_claim(position, minor) if plays else "the USSR is no power of yours"
        if why or minor in plan:
            why = why or f"{position.called(minor)} is named twice"
            findings.append(error("no-claim", why, hint=NAMES, cite=CITE).at(order.spot(number)))
            continue
        plan.append(minor)
    words = "; ".join(f"the USSR claims the border of {position.called(minor)}" for minor in plan)
    return Ruling(tuple(findings), words, (), tuple(plan))


@implements(
    "WIF-9-5", "WIF-19.6.1-3", "WIF-19.6.1-4", "WIF-19.6.2-3", "WIF-19.6.2-7",
)  # fmt: skip
def claims(umpire: Umpire) -> Iterator[tuple[str, str]]:
    """The claims of the USSR one after the other; the wars that those bring which are denied."""
    for order, ruling in umpire.sound_orders("claim"):
        umpire.done(order, ruling.reading)
        for minor in ruling.plan:
            answer = _answered(umpire, minor)
            flag = FlagOf1939.CLAIM.of(minor)
            umpire.apply(*set_power(umpire.state, PowerName.USSR, "flag", flag, answer))
            if answer == Claim.ALLOWED:
                _given(umpire, minor)
            umpire.tell(
                ClaimVerdict(
                    None,
                    country=minor,
                    claims={str(PowerName.USSR): CLAIMED[minor]},
                    allowed=answer == Claim.ALLOWED,
                )
            )
            if answer == Claim.DENIED:
                yield PowerName.USSR, minor


def _answered(umpire: Umpire, minor: str) -> str:
    """What Germany answers for a country; without a player it allows."""
    hexes = len(hexes_of(umpire.position, CLAIMED[minor]))
    germany = umpire.state.powers.get(PowerName.GERMANY)
    players = germany.players if germany else ()
    if not players:
        return Claim.ALLOWED
    question = ANSWER.ask(
        f"Does {umpire.position.called(minor)} give the USSR what it claims?",
        players,
        (Option(Claim.ALLOWED, "allow it"), Option(Claim.DENIED, "deny it")),
        (Claim.ALLOWED,),
        about=minor,
        facts={"hexes": hexes},
    )
    return str(umpire.decide(question).pick)


@implements("WIF-19.6.2-4")
def _given(umpire: Umpire, minor: str) -> None:
    """The region is Soviet; after Bessarabia Hungary and Bulgaria have claims, too."""
    umpire.apply(*annexed(umpire.position, CLAIMED[minor], PowerName.USSR))
    if minor == MinorName.RUMANIA:
        flag = FlagOf1939.CLAIMED_BY_BOTH
        umpire.apply(*set_power(umpire.state, minor, "flag", flag, Claim.DUE))


# --- Hungary and Bulgaria ------------------------------------------------------------------------


@implements("WIF-19.6.2-4", "WIF-19.6.2-5", "WIF-19.6.2-6")
def mediate(umpire: Umpire) -> None:
    """In its next declaration step Germany answers Hungary and Bulgaria, both alike (19.6.2)."""
    state, flag = umpire.state, FlagOf1939.CLAIMED_BY_BOTH
    due = state.flag(MinorName.RUMANIA, flag) == Claim.DUE
    if not due or state.clock.side != Side.AXIS:
        return
    answer = _mediated(umpire)
    umpire.apply(*set_power(state, MinorName.RUMANIA, "flag", flag, answer))
    if PowerName.GERMANY in state.powers:
        counter = CountOf1939.ANSWERED
        umpire.apply(*set_power(state, PowerName.GERMANY, "counter", counter, 1))
    asking = {power: region for power, region in WANTED_OF_RUMANIA.items() if power in state.powers}
    if answer == Claim.ALLOWED:
        for power, region in asking.items():
            umpire.apply(*annexed(umpire.position, region, power))
    umpire.tell(
        ClaimVerdict(
            None,
            country=MinorName.RUMANIA,
            claims={str(power): region for power, region in asking.items()},
            allowed=answer == Claim.ALLOWED,
        )
    )
    if answer == Claim.DENIED:
        _denied_both(umpire, tuple(asking))


def _mediated(umpire: Umpire) -> str:
    germany = umpire.state.powers.get(PowerName.GERMANY)
    if germany is None or not germany.players:
        return Claim.ALLOWED
    question = MEDIATE.ask(
        "Do Hungary and Bulgaria get what they claim of Rumania?",
        germany.players,
        (Option(Claim.ALLOWED, "allow both"), Option(Claim.DENIED, "deny both")),
        (Claim.ALLOWED,),
    )
    return str(umpire.decide(question).pick)


@implements("WIF-19.6.2-6")
def _denied_both(umpire: Umpire, minors: tuple[str, ...]) -> None:
    """Rumania is a full ally; of Hungary and Bulgaria one unit each may be abroad (19.6.2)."""
    state = umpire.state
    umpire.apply(*set_power(state, MinorName.RUMANIA, "flag", PowerFlag.FULL_ALLY, True))
    for minor in minors:
        umpire.apply(*set_power(umpire.state, minor, "flag", PowerFlag.ONE_ABROAD, True))
        position = umpire.position
        units = [position.piece(unit) for unit in position.units_of(minor)]
        away = [p for p in units if (p.is_land or p.is_air) and not at_home(position, minor, p.at)]
        if len(away) > 1:
            dearest = max(away, key=lambda piece: (piece.counter.or_nothing("cost"), piece.id))
            question = ABROAD.ask(
                f"Which unit of {position.called(minor)} stays abroad?",
                state.powers[minor].players,
                (Option(piece.id, piece.name, frozenset({piece.kind})) for piece in away),
                (dearest.id,),
                about=minor,
                facts={"units": len(away)},
            )
            stays = umpire.decide(question).pick
            send_away(umpire, [piece for piece in away if piece.id != stays])


# --- whom nobody may attack ----------------------------------------------------------------------


@implements("WIF-19.6.1-1", "WIF-19.6.1-3", "WIF-19.6.1-6")
def why_spared(state: State, power: str, target: str) -> str:
    """Why the claims forbid a war on Finland or Rumania; nothing if they do not (19.6)."""
    claim = claim_on(state, target)
    if target == MinorName.RUMANIA and state.side_of(power) == Side.ALLIED:
        return _rumania_spared(state, power, claim)
    if target != PowerName.FINLAND or power != PowerName.USSR or claim == Claim.DENIED:
        return ""
    if claim:
        return "the USSR declares no war on Finland any more"
    return "the USSR declares war on Finland only when that denies its claim (claim)"


@implements("WIF-19.6.2-1", "WIF-19.6.2-3", "WIF-19.6.2-10")
def _rumania_spared(state: State, power: str, claim: str) -> str:
    """Why an Allied power may not declare war on Rumania (19.6.2)."""
    if not claim:
        return "no Ally declares war on Rumania before the USSR has claimed Bessarabia (claim)"
    if claim == Claim.PEACE and power == PowerName.USSR:
        return "the USSR declares no war on Rumania any more"
    fights = PowerName.GERMANY in state.powers and at_war(state, PowerName.USSR, PowerName.GERMANY)
    if claim == Claim.ALLOWED and not fights:
        return "no Ally declares war on Rumania until the USSR is at war with Germany"
    return ""


# --- peace that Germany enforces -----------------------------------------------------------------


class SovietCorps(Reading, id="WIF-19.6.1-R2"):
    """Whose corps in the country forbid a peace that Germany would enforce."""

    OWN = "own"
    CONTROLLED = "controlled"


@implements("WIF-19.6.1-5", "WIF-19.6.2-9")
def why_not_enforce(position: Position, minor: str) -> str:
    """Why Germany cannot enforce a peace for Finland or Rumania now; nothing if it can (19.6)."""
    state, ussr = position.state, PowerName.USSR
    if minor not in CLAIMED or minor not in state.powers or ussr not in state.powers:
        return f"Germany enforces no peace for {position.called(minor)}"
    if claim_on(state, minor) != Claim.DENIED or not position.at_war(minor, ussr):
        return f"{position.called(minor)} is not at war with the USSR over a claim"
    if position.at_war(PowerName.GERMANY, ussr):
        return "Germany is at war with the USSR itself"
    for place in hexes_in(position, minor):
        if position.board.fact(place, REGION) != CLAIMED[minor] and _is_kept(position, place):
            return f"Soviet corps in supply stand in {position.label(place)}"
    return ""


def _is_kept(position: Position, place: str) -> bool:
    """Whether a hex holds a supplied corps of the USSR, by one reading of its minors too."""
    soviet = [p for p in position.land_at(place) if position.major(p.owner) == PowerName.USSR]
    corps = [p for p in soviet if not p.is_division and in_supply(position, p)]
    if any(piece.owner == PowerName.USSR for piece in corps):
        return True
    return bool(corps) and position.reading(SovietCorps) is SovietCorps.CONTROLLED


def check_enforce(position: Position, order: Order) -> Ruling:
    """Whether the player's Germany may enforce these peaces (19.6)."""
    plays = any(p.id == PowerName.GERMANY for p in position.state.powers_of_player(position.player))
    findings: list[Finding] = []
    plan: list[str] = []
    for number, name in enumerate(order.data["value"]):
        found = position.game.powers_called(str(name), list(position.powers))
        minor = found[0] if len(found) == 1 else str(name)
        why = why_not_enforce(position, minor) if plays else "Germany is no power of yours"
        if why:
            findings.append(
                error("no-enforcing", why, hint=NAMES, cite=CITE).at(order.spot(number))
            )
            continue
        plan.append(minor)
    words = "; ".join(f"Germany enforces peace for {position.called(minor)}" for minor in plan)
    return Ruling(tuple(findings), words, (), tuple(plan))


@implements("WIF-19.6.1-6", "WIF-19.6.2-10")
def before_peace(position: Position, minor: str) -> Iterator[Event]:
    """The USSR has again what the country has taken of it; the claim ends in peace (19.6)."""
    state, ussr = position.state, PowerName.USSR
    for place in position.places.values():
        country, holder = position.country(place.id), place.controller
        lost = lord_of(state, country) == ussr or is_east_poland(position, place.id)
        if lost and holder == minor:
            yield from set_controller(state, place.id, ussr)
    yield from set_power(state, ussr, "flag", FlagOf1939.CLAIM.of(minor), Claim.PEACE)


def is_entered(position: Position, minor: str) -> bool:
    """Whether a Soviet land unit stands in the region that was claimed of a country (19.6)."""
    places = hexes_of(position, CLAIMED[minor])
    units = (piece for place in places for piece in position.land_at(place))
    return any(position.major(piece.owner) == PowerName.USSR for piece in units)


CLAIM: Final = Section(
    name="claim",
    title="Countries of which the USSR claims a part",
    step="declare-war",
    schema="claim",
    cite=CITE,
    check=check_claim,
    single=True,
)
ENFORCE_PEACE: Final = Section(
    name="enforce_peace",
    title="Countries for which Germany enforces a peace with the USSR",
    step="peace",
    schema="enforce_peace",
    cite=CITE,
    check=check_enforce,
    single=True,
)
