"""Declarations of war (9, 9.3).

`declare_war: [USSR, Yugoslavia]`. Decides whom a side may declare war on, what comes of it: the war
of both, surprise, militia. Leaves claims to `claims`, US entry to rules that are not played: a pact
binds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from pbem.core.data.findings import Finding, error, suggest
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_controller, set_power
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.events import apply as applied
from pbem.core.record.state import NEUTRAL, State
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.world.control import fallen_to, major_powers
from pbem.systems.flames.world.position import Position, Umpire, force_pool
from pbem.systems.flames.world.vocabulary import Pool, PowerCount, PowerFlag, Relation
from pbem.systems.wif.politics.claims import claims, mediate, why_spared
from pbem.systems.wif.politics.conquest import aligned_1939
from pbem.systems.wif.politics.inheriting import led_by
from pbem.systems.wif.politics.minors import allocate
from pbem.systems.wif.politics.politics_verdicts import WarVerdict
from pbem.systems.wif.world.alliances import is_neutral
from pbem.systems.wif.world.vocabulary import FlagOf1939, PowerName

CITE: Final = "9.3"


@implements("WIF-9-1", "WIF-9.2-9", "WIF-9.3-2", "WIF-9.3-5")
def why_not_declare(position: Position, power: str, target: str) -> str:
    """Why a major power may not declare war on another country; nothing if it may (9.3)."""
    state, called = position.state, position.called
    if power == PowerName.CHINA:
        return "China declares no war"
    if position.at_war(power, target):
        return f"{called(power)} is at war with {called(target)} already"
    controller = state.powers[target].flags.get(PowerFlag.CONTROLLER)
    if controller:
        return f"{called(target)} is controlled by {called(str(controller))}: declare war on it"
    if taker := fallen_to(state, target):
        return f"{called(target)} is conquered by {called(taker)}: declare war on it"
    if state.side_of(target) == state.side_of(power):
        return f"{called(target)} is on your side"
    if spared := why_spared(state, power, target):
        return spared
    if state.powers[power].relations.get(target) == Relation.PACT:
        both = f"{called(power)} and {called(target)}"
        return f"a neutrality pact binds {both}: break it first (break_pact)"
    return ""


def check_declare(position: Position, order: Order) -> Ruling:
    """Whether the player's major powers may declare these wars (9.3)."""
    called = position.called
    own = [
        power.id
        for power in position.state.powers_of_player(position.player)
        if power.id in major_powers(position.state, position.clock.side)
    ]
    findings: list[Finding] = []
    plan: list[tuple[str, str]] = []
    state, events = position.state, list[Event]()
    for number, item in enumerate(order.data["value"]):
        power, target, troubles = _meant(position, own, item)
        why = why_not_declare(position.then(state), power, target) if power and target else ""
        if why:
            troubles = [error("no-war", why, cite=CITE)]
        elif power and target:
            plan.append((power, target))
            events += declaration(replace(position, state=state), power, target)
            state = applied(position.state, events)
        findings += (finding.at(order.spot(number)) for finding in troubles)
    words = "; ".join(f"{called(power)} declares war on {called(target)}" for power, target in plan)
    return Ruling(tuple(findings), words, tuple(events), plan)


def _meant(position: Position, own: list[str], item: object) -> tuple[str, str, list[Finding]]:
    """Who declares war on whom: `USSR` of the only power, or `{by: Italy, against: Greece}`."""
    by, foe = (item.get("by"), item["against"]) if isinstance(item, dict) else (None, item)
    game = position.game
    powers = own if by is None else list(game.powers_called(str(by), own))
    targets = game.powers_called(str(foe), list(position.powers))
    if len(powers) != 1:
        hint = f"{{by: POWER, against: {foe}}}; yours: {', '.join(own) or 'none that moves now'}"
        return "", "", [error("which-power", "who declares this war?", hint=hint, cite=CITE)]
    if len(targets) != 1:
        if owner := _whose(position, str(foe)):
            message = f"{foe} belongs to {owner}: declare war on {owner}"
            return "", "", [error("no-war", message, cite=CITE)]
        hint = suggest(str(foe), position.powers)
        return "", "", [error("unknown-power", f"there is no power '{foe}'", hint=hint)]
    return powers[0], targets[0], []


@implements("WIF-9.3-2")
def _whose(position: Position, word: str) -> str:
    """Whose a territory is, on whom war would have to be declared; nothing for any other word."""
    lands = {position.country(place) for place in position.board.meant(word)}
    owners = {position.conqueror(land) or aligned_1939(position, land) for land in lands}
    return next((position.called(owner) for owner in sorted(filter(None, owners))), "")


# --- what comes of it ----------------------------------------------------------------------------


@implements("WIF-9.3-6")
def war(state: State, power: str, target: str) -> tuple[Event, ...]:
    """Both are at war; minors share the wars of those who control them (9.3)."""
    return (
        *set_power(state, power, "relation", target, Relation.WAR),
        *set_power(state, target, "relation", power, Relation.WAR),
    )


@implements("WIF-4.1.2-1", "WIF-4.1.2-2")
def militia_join(state: State, powers: Iterable[str]) -> Iterator[Event]:
    """Of powers that were neutral and are not any more: militia join the force pool (4.1.2)."""
    for power in powers:
        for unit in state.at(f"pool:{power}/{Pool.MILITIA}"):
            yield UnitMoved(unit.id, unit.at, force_pool(power), unit.count)


@implements("WIF-9-3", "WIF-9-6", "WIF-9-8", "WIF-9.3-1")
def declare_wars(umpire: Umpire) -> None:
    """The active side declares its wars, on major powers first, then on minor countries (9).

    Between them come the claims of the USSR; a claim that is denied is a war.
    """
    mediate(umpire)
    declared: list[tuple[str, str]] = []
    for order, ruling in umpire.sound_orders("declare_war"):
        declared += ruling.plan
        umpire.done(order, ruling.reading)
    attacked: dict[str, str] = {}
    on_minors = [pair for pair in declared if _is_minor(umpire.state, pair[1])]
    for power, target in declared:
        if (power, target) not in on_minors:
            _declare(umpire, power, target)
    for power, target in chain(claims(umpire), on_minors):
        _declare(umpire, power, target)
        attacked.setdefault(target, power)
    for minor, power in attacked.items():
        allocate(umpire, minor, power)


def _is_minor(state: State, power: str) -> bool:
    """Whether a power is a neutral minor country: it is on no side yet."""
    return state.side_of(power) == NEUTRAL


@implements("WIF-2.5.3-4")
def handed_up(position: Position, power: str, foe: str) -> Iterator[Event]:
    """What minors of a power have taken from whom it comes to war with is its own now (2.5.3).

    So are the countries that they have liberated.
    """
    state = position.state
    minors = [one for one in state.powers if one != power and position.major(one) == power]
    for place in position.places.values():
        country = position.country(place.id)
        owner = position.conqueror(country) or state.at_home(country)
        if place.controller in minors and owner is not None and position.major(owner) == foe:
            yield from set_controller(state, place.id, power)
    for minor in minors:
        if state.flag(minor, PowerFlag.CONTROLLER) in minors and position.at_war(minor, foe):
            yield from led_by(state, minor, power)


def declaration(position: Position, power: str, target: str) -> tuple[Event, ...]:
    """What a declaration of war changes at once: war, surprise, militia of who was neutral,
    what minors of both have taken from each other.
    """
    state = position.state
    neutral = [one for one in (power, target) if is_neutral(state, one)]
    found = war(state, power, target)
    state = applied(state, found)
    return (
        *found,
        *set_power(state, target, "counter", PowerCount.ATTACKED, 1),
        *set_power(state, target, "flag", FlagOf1939.ATTACKED_BY.of(power), state.clock.turn),
        *set_power(state, target, "counter", PowerCount.SURPRISED_BY.of(power), 1),
        *militia_join(state, [one for one in neutral if not _is_minor(state, one)]),
        *handed_up(position, power, target),
        *handed_up(position, target, power),
    )


def _declare(umpire: Umpire, power: str, target: str) -> None:
    umpire.apply(*declaration(umpire.position, power, target))
    umpire.tell(WarVerdict(None, power=power, target=target))


DECLARE_WAR: Final = Section(
    name="declare_war",
    title="Declarations of war",
    step="declare-war",
    schema="declare_war",
    cite=CITE,
    check=check_declare,
    single=True,
)
