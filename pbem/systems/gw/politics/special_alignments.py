"""Minor Powers that align by special conditions (4.8, tables 4-4 to 4-6).

Some change hands as soon as their condition is met, some at the end of a Combat Phase, some as a
nation's turn begins. Decides whether and with whom. Leaves to `diplomacy` those that must be
paid for, to the set-up of the scenarios Tanna Tuva, to `alignment` whoever is attacked.
"""

from __future__ import annotations

from typing import Any, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power
from pbem.core.record.state import State
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.politics.alignment import (
    TURN_BEGINS,
    Ground,
    align,
    attacks_are_over,
    is_absorbed,
    is_under_attack,
    zones_held,
)
from pbem.systems.gw.politics.assignment import receiver
from pbem.systems.gw.politics.without_war import doctrine_rests
from pbem.systems.gw.world.nations import (
    NATIONALISTS,
    PATRON,
    all_nations,
    at_war,
    controller_of,
    is_acting,
    is_sea,
    spanish_winner,
)
from pbem.systems.gw.world.treaties import GERMANY, SOVIET_UNION
from pbem.systems.gw.world.units import type_of
from pbem.systems.gw.world.vocabulary import (
    Alliance,
    Cause,
    Nation,
    PowerCount,
    PowerFlag,
    Relation,
    TrackName,
)
from pbem.systems.gw.world.zones import value_of_zone


class IraqAligns(Reading, id="GW-R-4.8-b"):
    """Whose land units beside it bring Iraq over."""

    EITHER = "either"
    OWN_UNITS = "own-units"


class BalkanTerm(Reading, id="GW-R-4.8-c"):
    """From when on a war between Germany and the USSR brings the Balkan powers over."""

    ANY_TIME = "any-time"
    AFTER_FRANCE = "after-france"


class SpainAttacked(Reading, id="GW-R-13.1-b"):
    """What an attack on a neutral Spain makes of it."""

    ALIGNS = "aligns"
    CONTROLLED = "controlled"


BALKANS: Final = ("bulgaria", "hungary", "romania")
MOST_CHANCES: Final = 3
SPAIN: Final = (NATIONALISTS, "spain")
SIAM_JOINS: Final = "1939-jul"

ALIGN_MINOR: Final = DecisionKind(
    "align-minor",
    "Alignment of a Minor Power",
    "Poland: as the British turn begins; Bulgaria, Hungary, Romania: in the Place Units Phase; "
    "Iraq: at the end of the Combat Phase",
    "4.8",
    (AnswerKey("politics", "align"),),
    {
        "nation": "the nation with which it would align",
        "minors": "the Minor Powers that may align",
        "turn": "the calendar turn: 1940-jul",
    },
    values=dict.fromkeys(("nation", "minors"), all_nations),
)


def is_free_for(position: Position, minor: str, major: str) -> bool:
    """Whether a Minor Power can still align: it is there, and no other Alliance controls it."""
    powers = position.powers
    if minor not in powers or major not in powers or is_absorbed(position.state, minor):
        return False
    controller = controller_of(position.state, minor)
    if controller and position.side_of(controller) != position.side_of(major):
        return False
    return bool(zones_held(position, minor))


def _aligns(umpire: Umpire, minor: str, major: str, cause: Cause) -> bool:
    """A Minor Power aligns, if it still can; after the battles if it is being attacked (4.7)."""
    taker = receiver(umpire.position, major)
    if not is_free_for(umpire.position, minor, taker):
        return False
    if is_under_attack(umpire, minor, taker):
        return False
    align(umpire, minor, taker, Ground("4.8", cause))
    return True


def choose(umpire: Umpire, nation: str, minors: tuple[str, ...], ordered: Any = None) -> str:
    """Which of some Minor Powers a nation aligns now; by default the first of them."""
    decision = ALIGN_MINOR.ask(
        f"Which Minor Power does {umpire.position.title(nation)} align?",
        umpire.state.powers[nation].players,
        (Option(minor, umpire.position.title(minor)) for minor in minors),
        minors[:1],
        about=f"{nation}-{minors[0]}",
        least=0,
        facts={"nation": nation, "minors": minors, "turn": umpire.state.clock.turn},
        ordered=ordered,
    )
    return umpire.decide(decision).pick


# --- at once -----------------------------------------------------------------------------------


@implements("GW-4.8-1", "GW-4.8-8", "GW-4.8-9")
def german_soviet_war(umpire: Umpire) -> bool:
    """War between Germany and the USSR brings Finland, if the pact was signed, and the Balkans."""
    state = umpire.state
    if not at_war(state, GERMANY, SOVIET_UNION):
        return False
    cause = ("war-germany-ussr",)
    changed = state.track(TrackName.MOLOTOV_RIBBENTROP) is not None and _aligns(
        umpire, "finland", GERMANY, cause
    )
    return _balkans_follow(umpire, cause) or changed


def _balkans_follow(umpire: Umpire, cause: Cause) -> bool:
    left = [m for m in BALKANS if is_free_for(umpire.position, m, GERMANY)]
    if not left:
        return False
    later = umpire.reading(BalkanTerm) is BalkanTerm.AFTER_FRANCE
    if later and umpire.state.track(TrackName.FRANCE_SURRENDERED) is None:
        return False
    return any(_aligns(umpire, minor, GERMANY, cause) for minor in left)


@implements("GW-4.8-11")
def spain_joins(umpire: Umpire) -> bool:
    """A Nationalist Spain joins Germany when the Axis has London, or Gibraltar and Egypt (4.8)."""
    state = umpire.state
    if spanish_winner(state) != NATIONALISTS:
        return False
    if _axis_holds(state, "london"):
        cause = ("axis-holds-london",)
    elif _axis_holds(state, "gibraltar") and _axis_holds(state, "eastern-egypt"):
        cause = ("axis-holds-gates",)
    else:
        return False
    return any(_aligns(umpire, minor, GERMANY, cause) for minor in SPAIN)


def _axis_holds(state: State, zone: str) -> bool:
    return state.side_of(state.holder(zone)) == Alliance.AXIS


@implements("GW-4.8-16", "GW-13.1-7", "GW-13.1-8")
def spain_is_attacked(umpire: Umpire) -> bool:
    """A neutral Spain that another Alliance attacks aligns with the victor's patron (13.1, 4.8).

    By the other reading that waits, as everywhere, until the patron is at war with the attacker.
    """
    state, winner = umpire.state, spanish_winner(umpire.state)
    minors = (winner, "spain") if winner == NATIONALISTS else (winner,)
    for minor in minors if winner else ():
        patron = controller_of(state, minor)
        attacked = (
            patron == PATRON[winner] and Relation.WAR in state.powers[minor].relations.values()
        )
        if attacked and umpire.reading(SpainAttacked) is SpainAttacked.ALIGNS:
            return _aligns(umpire, minor, patron, ("attacked",))
    return False


# --- at the end of a Combat Phase --------------------------------------------------------------


@implements("GW-4.8-10")
def turkey_joins(umpire: Umpire) -> bool:
    """Turkey joins Germany at the end of the Combat Phase in which it has Transcaucasia (4.8)."""
    position = umpire.position
    if not is_acting(position, GERMANY) or position.controller("transcaucasia") != GERMANY:
        return False
    return _aligns(umpire, "turkey", GERMANY, ("has-conquered", GERMANY, "transcaucasia"))


@implements("GW-4.8-12")
def iraq_joins(umpire: Umpire) -> bool:
    """Iraq joins Germany or Italy at the end of its Combat Phase, if one has units beside it (4.8).

    It may leave Iraq to the other. By another reading the units must be its own.
    """
    for power in (GERMANY, Nation.ITALY):
        if not _is_beside_iraq(umpire, power):
            continue
        if choose(umpire, power, ("iraq",)):
            return _aligns(umpire, "iraq", power, ("beside-it",))
    return False


def _is_beside_iraq(umpire: Umpire, power: str) -> bool:
    position, board = umpire.position, umpire.board
    if not is_acting(position, power):
        return False
    if not is_free_for(position, "iraq", receiver(position, power)):
        return False
    around = {o for z in zones_held(position, "iraq") for o in board.neighbours[z]}
    owners: tuple[str, ...] = (power,)
    if umpire.reading(IraqAligns) is IraqAligns.EITHER:
        owners = (GERMANY, Nation.ITALY)
    return any(
        unit.owner in owners and type_of(umpire.book, unit).is_land
        for zone in sorted(around)
        for unit in position.state.at(zone)
        if not is_sea(board, zone)
    )


@implements("GW-4.8-13")
def sweden_joins(umpire: Umpire) -> bool:
    """Sweden joins Germany after a Soviet war on neutral Norway or Denmark (4.8)."""
    position = umpire.position
    if not is_acting(position, SOVIET_UNION):
        return False
    declared = PowerFlag.DECLARED.among(position.powers[SOVIET_UNION].flags)
    attacked = [minor for minor in ("norway", "denmark") if declared.get(minor)]
    if not attacked:
        return False
    return _aligns(umpire, "sweden", GERMANY, ("soviet-war-on", attacked[0]))


AFTER_COMBAT: Final = (turkey_joins, iraq_joins, sweden_joins)


# --- as a turn begins, and in the Place Units Phase --------------------------------------------


@implements("GW-4.8-15")
def siam_joins(umpire: Umpire) -> None:
    """Siam joins Japan in the Japanese turn of July 1939 (4.8)."""
    if umpire.state.clock.turn == SIAM_JOINS and is_acting(umpire.position, "japan"):
        _aligns(umpire, "siam", "japan", ("siam-in-1939",))


@implements("GW-4.8-2", "GW-4.4-5")
def poland_joins(umpire: Umpire) -> None:
    """As its turn begins Great Britain may align Poland, if it or France fights Germany (4.8)."""
    position, leader = umpire.position, "great-britain"
    if not is_acting(position, leader):
        return
    fighting = [p for p in (leader, "france") if at_war(position.state, p, GERMANY)]
    taker = receiver(position, leader)
    if not fighting or not is_free_for(position, "poland", taker):
        return
    if choose(umpire, leader, ("poland",)):
        _aligns(umpire, "poland", leader, ("war-with", fighting[0], GERMANY))


def as_turn_begins(umpire: Umpire, moment: str) -> None:
    """What aligns when a nation's turn begins."""
    if moment == TURN_BEGINS:
        siam_joins(umpire)
        poland_joins(umpire)


@implements("GW-4.8-8")
def balkans_join(umpire: Umpire, ordered: Any = None) -> None:
    """In three Place Units Phases after France has fallen Germany aligns one Balkan power each."""
    position = umpire.position
    if not is_acting(position, GERMANY):
        return
    used = position.state.counter(GERMANY, PowerCount.BALKAN_CHANCES)
    if position.track(TrackName.FRANCE_SURRENDERED) is None or used >= MOST_CHANCES:
        return
    umpire.apply(
        *set_power(position.state, GERMANY, "counter", PowerCount.BALKAN_CHANCES, used + 1)
    )
    taker = receiver(position, GERMANY)
    left = [minor for minor in BALKANS if is_free_for(position, minor, taker)]
    left.sort(key=lambda minor: -_worth(position, minor))
    chosen = choose(umpire, GERMANY, tuple(left), ordered) if left else ""
    if chosen:
        _aligns(umpire, chosen, GERMANY, ("surrendered", "france"))


def _worth(position: Position, minor: str) -> int:
    return sum(value_of_zone(position.board, zone) for zone in zones_held(position, minor))


def after_combat(umpire: Umpire) -> None:
    """The end of the Combat Phase: who was attacked in it changes hands now (4.7, 4.8, 5.7)."""
    doctrine_rests(umpire)
    attacks_are_over(umpire)
    for condition in AFTER_COMBAT:
        condition(umpire)
    umpire.take_effect()


def after_turn(umpire: Umpire) -> None:
    """The end of a nation's turn: whoever was attacked after its combat changes hands now."""
    attacks_are_over(umpire)
    umpire.take_effect()
