"""Strategic bombing, its interception, and carpet bombing (9.16-9.18, table 9-9), over values.

Decides: interception values and casualties, dice of damage, the fire of a facility's own
Anti-Aircraft guns, what a facility can suffer, the dice of carpet bombing. Carpet bombers are met
by fighters before they bomb, like all bombers.
Leaves to the conducting step: who flies, who scrambles, where the survivors land.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Reading, Rules
from pbem.core.rules.sides import Role
from pbem.systems.gw.world.capture import damaged
from pbem.systems.gw.world.units import unit_type


class RocketsInJungle(Reading, id="GW-R-1.10-a"):
    """What jungle leaves of a rocket's carpet bombing."""

    KEPT = "kept"
    NONE = "none"


class CarpetDice(Reading, id="GW-R-2"):
    """How many dice a Strategic Bomber rolls in carpet bombing."""

    THREE = "three"
    TWO = "two"


class FacilityGuns(Reading, id="GW-R-21"):
    """What the guns of a facility hit on."""

    THREE = "three"
    TWO = "two"


Wing = Mapping[str, int]
Roll = Callable[[str, int, int], Sequence[int]]

D6: Final = 6
D12: Final = 12
STRATEGIC: Final = "strategic-bomber"


@dataclass(frozen=True, slots=True)
class Facility:
    """What is bombed: the damage that it bears and can bear, and whether it has guns (9.16)."""

    damage: int
    maximum: int
    guns: bool = True


@dataclass(frozen=True, slots=True)
class Raid:
    """Bombers and escorts against interceptors; a side's `radar` helps its fighters (7.8)."""

    attacker: Wing
    defender: Wing
    target: Facility
    radar: tuple[Role, ...] = ()
    losses: tuple[tuple[Role, tuple[str, ...]], ...] = ()
    _: KW_ONLY
    rules: Rules


@dataclass(frozen=True, slots=True)
class RaidResult:
    """What a raid leaves: aircraft of both sides, and the damage of the facility."""

    attacker: Wing
    defender: Wing
    rolled: int
    damage: int


def _value(book: Book, table: str, row: str, column: str) -> int:
    """A cell of the chart; 0 where there is no such row."""
    raids = book.chart("raids")
    if row not in raids.table(table).rows.names:
        return 0
    return int(raids.at(row, column, table).number)


@implements("GW-9.16-7", "GW-12.2-medium", "GW-12.2-strategic", "GW-7.8-6", "GW-7.8-12")
def interception_value(book: Book, name: str, radar: bool) -> int:
    """What an aircraft hits on in interception; Radar adds 1 to fighters (table 9-9, 7.8)."""
    value = _value(book, "interception", name, "value")
    return value + (1 if radar and unit_type(book, name).air_superiority else 0)


@implements("GW-9.16-3", "GW-9.16-d3")
def flak_value(rules: Rules) -> int:
    """What the guns of a facility hit on (9.16)."""
    like_convoys = rules.reading(FacilityGuns) is FacilityGuns.TWO
    table, row = ("asw-defence", "convoy") if like_convoys else ("flak", "facility")
    return _value(rules.book, table, row, "hits-on")


@implements("GW-9.16-d2", "GW-9.16-1", "GW-9.16-5")
def bombing_dice(book: Book, name: str) -> int:
    """The six-sided dice of damage of a bomber or rocket; 0 if it cannot bomb facilities."""
    return _value(book, "bombing", name, "dice")


@implements("GW-9.17-3", "GW-9.17-4", "GW-9.17-d1", "GW-7.8-7")
def carpet_dice(name: str, jungle: bool, rules: Rules) -> tuple[int, int]:
    """How many dice a carpet bomber rolls, and on what they hit (9.17, 1.10)."""
    dice = _value(rules.book, "carpet", name, "dice")
    fewer = _value(rules.book, "carpet", name, "jungle") if jungle else 0
    if jungle and not unit_type(rules.book, name).is_air:
        dice = dice if rules.reading(RocketsInJungle) is RocketsInJungle.KEPT else 0
    elif name == STRATEGIC and not jungle and rules.reading(CarpetDice) is CarpetDice.TWO:
        dice -= 1
    return dice + fewer, _value(rules.book, "carpet", name, "hits-on")


def loss_order(book: Book, wing: Wing, wanted: Sequence[str] = ()) -> list[str]:
    """The owner's order of losses: the types he lists, then those that do not bomb, cheapest."""

    def rank(name: str) -> tuple[int, bool, int, str]:
        place = wanted.index(name) if name in wanted else len(wanted)
        return (place, bombing_dice(book, name) > 0, unit_type(book, name).cost, name)

    return sorted(wing, key=rank)


def lose(wing: Wing, hits: int, order: Sequence[str]) -> dict[str, int]:
    """What is left of some aircraft after hits, in an order of all their types."""
    left = dict(wing)
    for name in order:
        taken = min(hits, left[name])
        hits -= taken
        left[name] -= taken
    return {name: count for name, count in left.items() if count}


@implements("GW-9.16-2", "GW-9.16-d1")
def intercept(raid: Raid, roll: Roll) -> tuple[dict[str, int], dict[str, int]]:
    """One round of interception; both sides roll before casualties are removed (table 9-9)."""
    if not raid.defender:
        return dict(raid.attacker), {}
    own = _hits(raid, Role.ATTACKER, raid.attacker, roll)
    enemy = _hits(raid, Role.DEFENDER, raid.defender, roll)
    left = lose(raid.attacker, enemy, order_of_losses(raid, Role.ATTACKER, raid.attacker))
    return left, lose(raid.defender, own, order_of_losses(raid, Role.DEFENDER, raid.defender))


def _hits(raid: Raid, role: Role, wing: Wing, roll: Roll) -> int:
    hits = 0
    for name, count in wing.items():
        value = interception_value(raid.rules.book, name, role in raid.radar)
        if value:
            faces = roll(f"{role}/{name}", count, D12)
            hits += sum(face <= value for face in faces)
    return hits


def order_of_losses(raid: Raid, role: Role, wing: Wing) -> list[str]:
    """The order in which a side of a raid loses aircraft of a wing."""
    return loss_order(raid.rules.book, wing, dict(raid.losses).get(role, ()))


@implements("GW-9.16-4", "GW-9.16-5", "GW-9.18-1")
def bomb(raid: Raid, roll: Roll) -> RaidResult:
    """A whole raid on one target: interception, damage, the facility's guns (table 9-9).

    Rockets are neither met nor shot at.
    """
    rockets = {
        name: n for name, n in raid.attacker.items() if not unit_type(raid.rules.book, name).is_air
    }
    flying = {
        name: n for name, n in raid.attacker.items() if unit_type(raid.rules.book, name).is_air
    }
    met = replace(raid, attacker=flying)
    left, defender = intercept(met, roll) if flying else ({}, dict(raid.defender))
    total = damage_rolled(raid.rules.book, {**left, **rockets}, roll)
    bombers = {name: count for name, count in left.items() if bombing_dice(raid.rules.book, name)}
    gone = under_guns(raid, bombers, roll)
    escorts = {name: count for name, count in left.items() if name not in bombers}
    target = raid.target
    after = damaged(target.damage, total, target.maximum)
    return RaidResult({**escorts, **gone}, defender, total, after)


@implements("GW-9.16-2", "GW-9.16-d2")
def damage_rolled(book: Book, wing: Wing, roll: Roll) -> int:
    """The damage that those roll who reach their target (table 9-9)."""
    total = 0
    for name, count in wing.items():
        dice = count * bombing_dice(book, name)
        total += sum(roll(f"damage/{name}", dice, D6)) if dice else 0
    return total


@implements("GW-9.16-3", "GW-9.16-4", "GW-9.16-d3", "GW-9.16-6")
def under_guns(raid: Raid, bombers: Wing, roll: Roll) -> dict[str, int]:
    """The bombers that the guns of their target leave; they have done their damage (9.16)."""
    if not raid.target.guns or not bombers:
        return dict(bombers)
    faces = roll("guns", sum(bombers.values()), D12)
    hits_on = flak_value(raid.rules)
    shot = sum(face <= hits_on for face in faces)
    return lose(bombers, shot, order_of_losses(raid, Role.ATTACKER, bombers))
