"""Liberation and reversion: conquered countries come back into the game (13.7.5).

`revert: [Latvia, E2245]` gives countries and hexes back. Decides who may liberate what, to whom it
belongs then, which of its units come back, who gives its hexes back. Leaves the collapse of Vichy
(17.4.5) to its chapter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import element
from pbem.core.record.changes import set_controller, set_power
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.events import apply as applied
from pbem.core.record.state import NEUTRAL, REMOVED, State
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.building import type_of
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.homes import home_country
from pbem.systems.flames.world.position import (
    Position,
    Umpire,
    at_war,
    conqueror,
    force_pool,
    major,
)
from pbem.systems.flames.world.vocabulary import PowerFlag, Relation, Side, TrackName, UnitMark
from pbem.systems.wif.politics.conquest import Conquest, aligned_1939, conquests, hexes_in, lord_of
from pbem.systems.wif.politics.displacing import displace
from pbem.systems.wif.politics.politics_verdicts import LiberationVerdict, ReversionVerdict
from pbem.systems.wif.politics.terms import what_is
from pbem.systems.wif.world.alliances import FACTIONS, MAJOR_POWERS, cooperate
from pbem.systems.wif.world.vocabulary import FlagOf1939, MinorName, PowerName

CITE: Final = "13.7.5"
FREE: Final = "liberate"
KEEP: Final = "keep"
GIVE: Final = "give"

LIBERATE: Final = DecisionKind(
    "liberate",
    "Liberate a country",
    "when you hold the capital of a country that the other side has conquered; default: liberate",
    CITE,
    (AnswerKey("minors", "liberate"),),
    {},
)
GIVE_BACK: Final = DecisionKind(
    "give-back",
    "Give a liberated country back its hexes",
    (
        "when a friend liberates a country of which you hold hexes; who keeps them never "
        "co-operates with a major power again; default: give them back"
    ),
    CITE,
    (AnswerKey("minors", "give_back"),),
    {"hexes": "how many hexes of it you hold"},
)


CHINESE_CITY: Final = DecisionKind(
    "chinese-city",
    "Which faction gets a liberated Chinese city",
    "when you liberate China and both factions are in the game; default: the Nationalists",
    CITE,
    (AnswerKey("minors", "city_to"),),
    {},
)


class FrenchSuccession(Reading, id="WIF-18.1-R1"):
    """Whether liberated France takes over whom Free France co-operated with."""

    SUCCESSOR = "successor"
    LISTED = "listed"


def wants_to_free(umpire: Umpire, found: Conquest) -> bool:
    """Whether the liberator liberates, and does not keep the country as it is (13.7.5)."""
    question = LIBERATE.ask(
        f"Liberate {found.country}?",
        umpire.state.powers[found.taker].players,
        (Option(FREE, "liberate it"), Option(KEEP, "keep it")),
        (FREE,),
    )
    return umpire.decide(question).pick == FREE


@implements("WIF-13.7.5-1a", "WIF-13.7.5-1b")
def liberation(umpire: Umpire) -> None:
    """What is liberated: for what could be conquered anew it was decided in that step (13.7.5)."""
    position = umpire.position
    for found in (*conquests(position), *freed_by_conquest(position)):
        if not found.freed:
            continue
        with umpire.step(found.country):
            decided = found.whole and found.lord != found.taker
            if decided or wants_to_free(umpire, found):
                liberate(umpire, found)
                displace(umpire, hexes_in(umpire.position, found.country))
    _revert(umpire)


@implements("WIF-19.8-5", "WIF-19.8-6")
def freed_by_conquest(position: Position) -> Iterator[Conquest]:
    """Spain and Ethiopia, which an Ally that has just conquered them may liberate (19.8)."""
    state = position.state
    for country in (MinorName.SPAIN, MinorName.ETHIOPIA):
        taker = str(position.conqueror(country))
        fresh = state.track(TrackName.CONQUERED_ONCE.of(country)) == state.clock.turn
        if fresh and state.side_of(taker) == Side.ALLIED and state.at_home(country):
            yield Conquest(country, taker, taker, freed=True)


# --- what comes of it ----------------------------------------------------------------------------


@implements("WIF-13.7.5-3", "WIF-13.7.5-8", "WIF-2.5.3-7")
def liberate(umpire: Umpire, found: Conquest) -> None:
    """A country is back in the game, with half its units and the hexes that it gets (13.7.5)."""
    host = heir_of(umpire.position, found)
    before = str(umpire.position.conqueror(found.country))
    umpire.apply(*set_power(umpire.state, before, "flag", _conquered(found.country), None))
    if host in umpire.state.powers:
        umpire.apply(*_restored(umpire.state, host, found))
    before_it = umpire.position
    hexes = _own_again(umpire, found, host)
    kept = _others_give(umpire, found, host)
    _to_factions(umpire, found, before_it)
    units = _units_back(umpire, found.country, host)
    if host in MAJOR_POWERS:
        _free_major(umpire, host, found)
    umpire.tell(
        LiberationVerdict(
            None,
            country=found.country,
            power=found.taker,
            hexes=hexes,
            to=host,
            units=units,
            kept_by=kept,
        )
    )


def _conquered(country: str) -> str:
    return PowerFlag.CONQUERED.of(country)


@implements("WIF-13.7.5-5a")
def heir_of(position: Position, found: Conquest) -> str:
    """Whose a liberated country is: a home its own power's; a territory that of its lord of old.

    A territory whose lord is out of the game, or no friend, falls to the liberator. What was
    France's goes to France or Free France; if neither is left one of them comes back.
    """
    state = position.state
    host = state.at_home(found.country)
    if host is not None:
        return host
    lord = aligned_1939(position, found.country)
    if lord == PowerName.FRANCE:
        return _french_heir(state) or found.taker
    friend = lord in state.powers and state.side_of(lord) in (state.side_of(found.taker), NEUTRAL)
    return lord if friend and not state.flag(lord, PowerFlag.DEFEATED) else found.taker


def _french_heir(state: State) -> str:
    """France or Free France; while neither is in the game Free France beside Vichy, else France."""
    alive = [
        power
        for power in (PowerName.FRANCE, PowerName.FREE_FRANCE)
        if power in state.powers and not state.flag(power, PowerFlag.DEFEATED)
    ]
    vichy = PowerName.VICHY_FRANCE in state.powers
    anew = PowerName.FREE_FRANCE if vichy else PowerName.FRANCE
    heir = alive[0] if alive else anew
    return str(heir) if heir in state.powers else ""


@implements("WIF-13.7.5-8", "WIF-13.7.5-7d", "WIF-13.7.5-4")
def _restored(state: State, host: str, found: Conquest) -> Iterator[Event]:
    """The power of a liberated country: in the game, at home, and whose minor it is (13.7.5).

    A minor country is aligned with its lord of 1939 if that is a friend in the game, else with the
    liberator.
    """
    yield from set_power(state, host, "flag", PowerFlag.DEFEATED, None)
    yield from set_power(state, host, "flag", PowerFlag.NEW_HOME.of(found.country), None)
    yield from set_power(state, host, "flag", PowerFlag.NOT_BUILT, None)
    yield from set_power(state, host, "side", "", state.side_of(found.taker))
    if host in MAJOR_POWERS:
        return
    lord = str(state.flag(host, FlagOf1939.ALIGNED_1939))
    friend = state.side_of(lord) == state.side_of(found.taker)
    master = lord if friend and not state.flag(lord, PowerFlag.DEFEATED) else found.taker
    players = " ".join(state.powers[major(state, master)].players) or None
    yield from set_power(state, host, "flag", PowerFlag.CONTROLLER, master)
    yield from set_power(state, host, "players", "", players)


@implements("WIF-13.7.5-7b")
def _own_again(umpire: Umpire, found: Conquest, host: str) -> int:
    """The hexes of the country that its liberator holds are its own again; how many (13.7.5)."""
    position = umpire.position
    held = [p for p in hexes_in(position, found.country) if position.controller(p) == found.taker]
    back = held if host != found.taker else []
    for place in back:
        umpire.apply(*set_controller(umpire.state, place, host))
    return len(back)


@implements("WIF-13.7.5-6")
def _to_factions(umpire: Umpire, found: Conquest, before: Position) -> None:
    """Each Chinese city that is China's again goes to the faction its liberator names (13.7.5)."""
    position, china, other = umpire.position, str(PowerName.CHINA), str(PowerName.COMMUNIST_CHINA)
    if found.country != china or other not in position.powers:
        return
    cities = [p for p in hexes_in(position, china) if position.ground.is_city(p)]
    for city in cities:
        if position.controller(city) != china or before.controller(city) in FACTIONS:
            continue
        answer = umpire.decide(
            CHINESE_CITY.ask(
                f"Which faction gets {position.label(city)}?",
                position.powers[found.taker].players,
                (Option(china, "the Nationalists"), Option(other, "the Communists")),
                (china,),
                about=city,
                at=city,
            )
        )
        umpire.apply(*set_controller(umpire.state, city, answer.pick))


@implements("WIF-13.7.5-7c")
def _others_give(umpire: Umpire, found: Conquest, host: str) -> tuple[str, ...]:
    """Friends of the liberator give back what they hold of the country, or keep it (13.7.5)."""
    kept: list[str] = []
    for power in major_powers(umpire.state, umpire.state.side_of(found.taker)):
        if power in (found.taker, host):
            continue
        position = umpire.position
        held = [p for p in hexes_in(position, found.country) if position.controller(p) == power]
        if not held:
            continue
        if _gives(umpire, found.country, power, len(held)):
            umpire.apply(*(c for p in held for c in set_controller(umpire.state, p, host)))
            flag = host, PowerFlag.LIBERATED_BY.of(power)
        else:
            kept.append(power)
            flag = power, PowerFlag.KEPT_HEXES.of(host)
        if host in MAJOR_POWERS:
            umpire.apply(*set_power(umpire.state, flag[0], "flag", flag[1], True))
    return tuple(kept)


def _gives(umpire: Umpire, country: str, power: str, hexes: int) -> bool:
    answer = umpire.decide(
        GIVE_BACK.ask(
            f"Give {umpire.position.called(country)} back its hexes?",
            umpire.state.powers[power].players,
            (Option(GIVE, "give them back"), Option(KEEP, "keep them")),
            (GIVE,),
            about=power,
            facts={"hexes": hexes},
        )
    )
    return answer.pick == GIVE


@implements("WIF-13.7.5-7a", "WIF-13.7.5-d1")
def _units_back(umpire: Umpire, country: str, host: str) -> tuple[str, ...]:
    """Half the country's units that have left the game come back, drawn type by type (13.7.5).

    Those scrapped do not, and none of France where it was both Vichy and Free France.
    """
    if host == PowerName.FRANCE and _was_divided(umpire.state):
        return ()
    gone = _gone_by_type(umpire.position, country, host)
    back = [unit for kind in sorted(gone) for unit in _drawn(umpire, kind, gone[kind], host)]
    umpire.apply(*(UnitMoved(unit, REMOVED, force_pool(host), None) for unit in back))
    return tuple(back)


def _gone_by_type(position: Position, country: str, host: str) -> dict[str, list[str]]:
    """The units of a country that have left the game and were not scrapped, by type."""
    types: dict[str, list[str]] = {}
    for unit in position.state.at(REMOVED):
        piece = position.piece(unit)
        ours = unit.owner == host and home_country(position, piece) == country
        if ours and not unit.marked(UnitMark.SCRAPPED):
            types.setdefault(type_of(piece.counter), []).append(unit.id)
    return types


def _drawn(umpire: Umpire, kind: str, units: list[str], host: str) -> list[str]:
    """Half the units of a type, rounded up, drawn one after the other."""
    left, drawn = sorted(units), list[str]()
    for number in range((len(left) + 1) // 2):
        at = 0
        if len(left) > 1:
            name = element(f"{kind}-{number + 1}")
            at = umpire.roll(name, f"d{len(left)}", host, CITE).total - 1
        drawn.append(left.pop(at))
    return drawn


def _was_divided(state: State) -> bool:
    return {PowerName.VICHY_FRANCE, PowerName.FREE_FRANCE} <= set(state.powers)


@implements("WIF-13.7.5-3", "WIF-13.7.5-5c")
def _free_major(umpire: Umpire, host: str, found: Conquest) -> None:
    """A liberated major power co-operates with its liberator and shares its wars (13.7.5).

    France takes over the wars of Free France, and by one reading its co-operation.
    """
    succeeds = host == PowerName.FRANCE and PowerName.FREE_FRANCE in umpire.state.powers
    models = [found.taker, PowerName.FREE_FRANCE] if succeeds else [found.taker]
    umpire.apply(
        *set_power(umpire.state, host, "flag", PowerFlag.LIBERATED_BY.of(found.taker), True)
    )
    for foe in _foes_of(umpire.state, models):
        umpire.apply(*_war(umpire.state, host, foe))
    if succeeds and umpire.reading(FrenchSuccession) is FrenchSuccession.SUCCESSOR:
        friends = _friends_of_free_france(umpire.state)
        umpire.apply(*(c for power in friends for c in _befriended(umpire.state, host, power)))


def _foes_of(state: State, powers: Iterable[str]) -> list[str]:
    """The major powers with which any of some powers is at war."""
    known = [power for power in MAJOR_POWERS if power in state.powers]
    return [foe for foe in known if any(at_war(state, power, foe) for power in powers)]


def _war(state: State, power: str, foe: str) -> Iterator[Event]:
    for one, two in ((power, foe), (foe, power)):
        yield from set_power(state, one, "relation", two, Relation.WAR)


def _befriended(state: State, host: str, power: str) -> tuple[Event, ...]:
    """A power co-operates with a liberated one, unless it keeps hexes of it."""
    if power == host or state.flag(power, PowerFlag.KEPT_HEXES.of(host)):
        return ()
    return set_power(state, host, "flag", PowerFlag.LIBERATED_BY.of(power), True)


def _friends_of_free_france(state: State) -> list[str]:
    free = PowerName.FREE_FRANCE
    others = [power for power in major_powers(state, state.side_of(free)) if power != free]
    return [power for power in others if cooperate(state, power, free)]


# --- reversion -----------------------------------------------------------------------------------


@implements("WIF-13.7.5-10")
def why_not_revert(position: Position, word: str, heir: str) -> str:
    """Why a hex or country cannot be given back to a power; nothing if it can (13.7.5)."""
    called = position.called
    state = position.state
    own = [power.id for power in state.powers_of_player(position.player)]
    holder = position.held_by(word) if word in position.board else lord_of(state, word)
    if holder not in own:
        return f"you do not control {position.label(word) if word in position.board else word}"
    if not heir or heir not in state.powers:
        return f"nobody in the game controlled {word} in 1939"
    if position.major(heir) == holder:
        return f"{word} belongs to {called(position.major(heir))} already"
    if state.side_of(heir) != state.side_of(holder):
        return f"{called(heir)} is not on your side"
    return f"{called(heir)} is completely conquered" if state.flag(heir, PowerFlag.DEFEATED) else ""


def heir_of_old(position: Position, word: str) -> str:
    """Who controlled a hex or a country in 1939, as the map tells it."""
    country = position.country(word) if word in position.board else word
    lord = aligned_1939(position, country)
    if word in position.board:
        lord = position.state.at_home(country) or lord
    if lord == PowerName.FRANCE:
        return _french_heir(position.state)
    return lord


def check_revert(position: Position, order: Order) -> Ruling:
    """Whether hexes and countries can be given back (13.7.5)."""
    called = position.called
    findings: list[Finding] = []
    plan: list[tuple[str, str]] = []
    events: list[Event] = []
    for number, item in enumerate(order.data["value"]):
        word = what_is(position, str(item))
        if not word:
            unknown = error("unknown", f"'{item}' is neither a hex nor a country", cite=CITE)
            findings.append(unknown.at(order.spot(number)))
            continue
        heir = heir_of_old(position, word)
        why = why_not_revert(position, word, heir)
        if why:
            findings.append(error("no-reversion", why, cite=CITE).at(order.spot(number)))
            continue
        plan.append((word, heir))
        events += _reverted(applied(position.state, events), word, heir)
    told = "; ".join(f"{_said(position, word)} goes back to {called(heir)}" for word, heir in plan)
    return Ruling(tuple(findings), told, tuple(events), tuple(plan))


def _said(position: Position, word: str) -> str:
    return position.label(word) if word in position.board else word


def _reverted(state: State, word: str, heir: str) -> Iterator[Event]:
    """A hex has another controller; a country another lord, as in 1939."""
    if word in state.places:
        yield from set_controller(state, word, heir)
        return
    taker, host = conqueror(state, word), state.at_home(word)
    if taker is not None:
        yield from set_power(state, taker, "flag", _conquered(word), None)
    if host is not None:
        yield from set_power(state, host, "flag", PowerFlag.CONTROLLER, heir)
        players = " ".join(state.powers[major(state, heir)].players) or None
        yield from set_power(state, host, "players", "", players)
        yield from set_power(state, host, "side", "", state.side_of(heir))


def _revert(umpire: Umpire) -> None:
    """Hexes and countries go back to whose they were (13.7.5)."""
    for order, ruling in umpire.sound_orders("revert"):
        umpire.apply(*ruling.events)
        for word, heir in ruling.plan:
            place = word if word in umpire.board else None
            umpire.tell(ReversionVerdict(place, country=None if place else word, power=heir))
        umpire.done(order, ruling.reading)
    displace(umpire)


REVERT: Final = Section(
    name="revert",
    title="Hexes and countries that you give back to whose they were in 1939",
    step="liberation",
    schema="revert",
    cite=CITE,
    check=check_revert,
    single=True,
)
