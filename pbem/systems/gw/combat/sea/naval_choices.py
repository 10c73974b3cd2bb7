"""What submarines do in a naval battle (8.9, 9.4): fight or decline, submerge or sail away.

Decides what they may do and what is asked. Leaves to `naval_lines` who declines by default, to
`naval_fight` when it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from pbem.core.choices.conditions import Fact, parse_conditions
from pbem.core.choices.decisions import DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.naval_battle import FACTS
from pbem.systems.gw.battle.rounds import Lines, first_that_holds
from pbem.systems.gw.combat.battle_choices import Seat, keys_of, shared
from pbem.systems.gw.combat.battle_orders import AT_ONCE
from pbem.systems.gw.combat.sea.naval_lines import Line, strength_of
from pbem.systems.gw.world.cargo import kinds_aboard
from pbem.systems.gw.world.nations import is_sea
from pbem.systems.gw.world.passages import Traveller, bar_between
from pbem.systems.gw.world.units import Piece, is_warship, unit_type
from pbem.systems.gw.world.vocabulary import Stance
from pbem.systems.gw.world.zones import listed


class HeldSubmarines(Reading, id="GW-R-8.7-c"):
    """How long aircraft on patrol fight a submarine that would decline."""

    UNTIL_GONE = "until-gone"
    ONE_ROUND = "one-round"


WEAKER: Final[Lines] = (parse_conditions("odds < 1-1"),)
STAY: Final = "stay"
SUBMERGE: Final = "submerge"
STANCE_FACTS: Final[Mapping[str, str]] = {
    "ships": "own surface ships in the zone",
    "submarines": "own submarines in the zone",
    "air": "own aircraft in the zone",
    "enemy ships": "enemy surface ships in the zone",
    "enemy submarines": "enemy submarines in the zone",
    "enemy air": "enemy aircraft in the zone",
    "enemy transports": "enemy Transports in the zone",
    "enemy warships": "enemy surface warships in the zone, their escorts",
    "enemy cargo": "units aboard enemy Transports in the zone",
    "odds": "own strength in the zone against the enemy's; unknown when the enemy has no dice",
}
PATROLS_KIND: Final = DecisionKind(
    "defender-patrols",
    "Patrols",
    "when ships without aircraft come to a patrol; by default not a watch, nor at less than half "
    "their strength",
    "8.7",
    keys_of(Role.DEFENDER, "patrols"),
    STANCE_FACTS,
)
SUBMARINE_KINDS: Final = (
    *(
        DecisionKind(f"{role}-{name}", "Submarines", moment, cite, keys_of(role, name), facts)
        for role in Role
        for name, moment, cite, facts in (
            ("submarines", "before a battle", "8.9", STANCE_FACTS),
            ("submerge", "in a round; by default when alone and weaker", "9.4", FACTS),
        )
    ),
    PATROLS_KIND,
)


def stance_facts(position: Position, both: Sides[list[Piece]], role: Role) -> dict[str, Fact]:
    """How many ships, submarines and aircraft both sides have in the zone, and what comes there."""
    found: dict[str, Fact] = {}
    for prefix, units in (("", both.own(role)), ("enemy ", both.enemy(role))):
        found[f"{prefix}ships"] = _count(units, "surface")
        found[f"{prefix}submarines"] = _count(units, "submarine")
        found[f"{prefix}air"] = _count(units, "air")
    enemy = both.enemy(role)
    found["enemy transports"] = _count(enemy, "transport")
    found["enemy warships"] = sum(ship.size for ship in enemy if is_warship(position, ship.type))
    ships = [piece.unit for piece in enemy if piece.type.is_transport]
    found["enemy cargo"] = sum(len(kinds_aboard(position, ship)) for ship in ships)
    strength = Sides.of(lambda one: strength_of(both.own(one), one))
    if strength.enemy(role):
        found["odds"] = Fraction(strength.own(role), strength.enemy(role))
    return found


def _count(units: Iterable[Piece], what: str) -> int:
    """How many units of a class (`surface`, `transport`) are among some."""
    return sum(unit.size for unit in units if what in unit.type.classes)


@implements("GW-8.7-4", "GW-8.10-4")
def patrols_answer(umpire: Umpire, seat: Seat, facts: Mapping[str, Fact]) -> str:
    """Whether a side's patrols fight ships or let them be; nothing if its players do not say."""
    right = shared(
        seat,
        PATROLS_KIND.name,
        (Option(Stance.FIGHT, "fight"), Option(Stance.DECLINE, "decline combat")),
        facts,
        default=(),
        question="Do the patrols fight?",
        cite=PATROLS_KIND.cite,
        least=0,
    )
    return umpire.opening([right])[0].pick


@implements("GW-8.9-1")
def stance_answer(umpire: Umpire, seat: Seat, facts: Mapping[str, Fact]) -> str:
    """Whether a side's submarines fight or decline; nothing if its players do not say (8.9)."""
    right = shared(
        seat,
        f"{seat.role}-submarines",
        (Option(Stance.FIGHT, "fight"), Option(Stance.DECLINE, "decline combat")),
        facts,
        default=(),
        question="Do the submarines fight?",
        cite="8.9",
        least=0,
        ordered=seat.ordered.get("submarines"),
    )
    return umpire.opening([right])[0].pick


def dive_ordered(wanted: Lines | str | None, facts: Mapping[str, Fact]) -> str | None:
    """What a battle's order says that its submarines do now, if it says anything."""
    if wanted is None or isinstance(wanted, str):
        return SUBMERGE if wanted == AT_ONCE else wanted
    return STAY if first_that_holds(wanted, facts) is None else SUBMERGE


@implements("GW-9.4-9", "GW-9.10-4")
def dive_answer(
    umpire: Umpire,
    line: Line,
    facts: Mapping[str, Fact],
    ordered: str | None,
    *,
    power: str,
    may_leave: bool,
) -> str:
    """Whether a side's submarines stay, submerge, or sail to an adjacent sea zone (9.4).

    By default those that would have declined combat submerge as soon as they may, and those that
    are alone against a stronger enemy, unless the attacker's order says when he leaves. `power`:
    the nation for which zones are open.
    """
    seat, shy = line.seat, any(kind.hunted for _, kind in line.groups)
    if shy and umpire.reading(HeldSubmarines) is HeldSubmarines.ONE_ROUND:
        return SUBMERGE
    options = [Option(STAY, "fight on"), Option(SUBMERGE, "submerge")]
    board = umpire.board
    away = [
        Option(zone, board.label(zone), frozenset(listed(board, zone, "also")))
        for zone in _open_zones(umpire, seat.zone, power)
    ]
    right = shared(
        seat,
        f"{seat.role}-submerge",
        [*options, *away],
        facts,
        default=(),
        question="What do the submarines do?",
        cite="9.4",
        least=0,
        ordered=ordered,
    )
    return umpire.opening([right])[0].pick or (
        SUBMERGE if shy or (may_leave and _outfought(facts)) else STAY
    )


def _outfought(facts: Mapping[str, Fact]) -> bool:
    """Whether submarines are alone against a stronger enemy."""
    alone = not (facts["ships"] or facts["air"])
    return alone and first_that_holds(WEAKER, facts) is not None


def _open_zones(umpire: Umpire, here: str, power: str) -> list[str]:
    """The sea zones beside one to which a submarine of a nation may go."""
    board = umpire.board
    who = Traveller(unit_type(umpire.book, "submarine"), power, combat=True)
    return [
        zone
        for zone in sorted(board.neighbours[here])
        if is_sea(board, zone) and not bar_between(umpire.position, who, here, zone)
    ]
