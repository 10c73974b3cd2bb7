"""Interception in play: who rises to meet aircraft, and one round of it (8.6, 9.14, 9.16, 9.17).

Fighters of the bombed zone, and those that its neighbours' Air Bases scramble; over the sea the
aircraft on patrol. They fight from where they stand: a scramble moves nobody. A mark counts what a
base has sent up in a turn.
Decides who may rise, and carries out the round. Leaves to `air_raid` values and hits, to `scramble`
aircraft that join a battle.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.core.choices.decisions import AnswerKey, Decision, DecisionKind, Option, one_of
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import REMOVED, Unit
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading, Rules
from pbem.core.rules.sides import Role
from pbem.systems.gw.battle.air_raid import Facility, Raid, intercept, interception_value
from pbem.systems.gw.combat.battle_choices import CLUB, type_options
from pbem.systems.gw.combat.battle_orders import Fought
from pbem.systems.gw.world.cargo import lost_with, mark_events, moved, whereabouts
from pbem.systems.gw.world.duties import CARPET, STRATEGIC
from pbem.systems.gw.world.facilities import has
from pbem.systems.gw.world.movement import is_fighter
from pbem.systems.gw.world.nations import at_war, enemies_in, is_sea
from pbem.systems.gw.world.sea_movement import patrols_in
from pbem.systems.gw.world.units import Group, also_called, catalogue, type_of
from pbem.systems.gw.world.vocabulary import Counted, Duty, PlaceFact, PowerFlag, UnitMark
from pbem.systems.gw.world.zones import facilities_at


class BombedZoneFighters(Reading, id="GW-R-15"):
    """Whether Fighters that stand in the bombed zone intercept."""

    INTERCEPT = "intercept"
    SCRAMBLED_ONLY = "scrambled-only"


class ScrambleToBombing(Reading, id="GW-R-8.6-c"):
    """Whether Fighters scramble to a bombed zone in which their side has no unit."""

    UNIT_NEEDED = "unit-needed"
    FACILITY_ENOUGH = "facility-enough"


class ScrambleNumber(Reading, id="GW-R-8.6-b"):
    """For how many battles the number of an Air Base counts."""

    IN_ALL = "in-all"
    EACH_BATTLE = "each-battle"


RADAR: Final = PowerFlag.TECH.of("radar")
SCRAMBLE: Final = 3  # Fighters that an Air Base sends up (8.6)
NOBODY: Final = Facility(0, 0)
FACTS: Final[Mapping[str, str]] = {
    "bombers": "aircraft that come to bomb or to raid",
    "escorts": "Fighters that come with them",
    "fighters": "own aircraft that could meet them",
    "mission": "what they come for: strategic-bombing, carpet-bombing or raid",
}
INTERCEPT: Final = DecisionKind(
    "intercept",
    "Interception",
    "when aircraft come to bomb or to raid; by default all rise unless the escorts are more",
    "9.16",
    (AnswerKey("defend", "intercept"),),
    FACTS,
    values={"mission": one_of(STRATEGIC, CARPET, Duty.RAID)},
)
AIR_LOSSES: Final = {
    Role.ATTACKER: DecisionKind(
        "attacker-air-losses",
        "Losses in the air",
        "when aircraft are met on their way; by default escorts first, then the cheapest",
        "9.16",
        (AnswerKey("in_battle", "lose"), AnswerKey("attack", "lose")),
    ),
    Role.DEFENDER: DecisionKind(
        "defender-air-losses",
        "Losses of interceptors",
        "when interceptors are hit; by default the cheapest first",
        "9.16",
        (AnswerKey("defend", "lose"),),
    ),
}
INTERCEPTION_KINDS: Final = (INTERCEPT, *AIR_LOSSES.values())

Groups = Sequence[Group]


@dataclass(frozen=True, slots=True)
class Wing:
    """Some aircraft of one side: groups, and how many of each take part."""

    book: Book
    role: Role
    groups: tuple[Group, ...]

    @property
    def types(self) -> dict[str, int]:
        """How many there are of each type, in the order of the catalogue."""
        found: dict[str, int] = {}
        for unit, count in self.groups:
            found[unit.counter] = found.get(unit.counter, 0) + count
        return {name: found[name] for name in catalogue(self.book) if found.get(name)}

    @property
    def rows(self) -> Counted:
        """The same as a fact of a verdict."""
        return tuple(self.types.items())

    @property
    def powers(self) -> list[str]:
        """The nations of the side."""
        return list(dict.fromkeys(unit.owner for unit, _ in self.groups))

    def part(self, names: Iterable[str]) -> Wing:
        """The aircraft of some types."""
        known = frozenset(names)
        return Wing(
            self.book, self.role, tuple(group for group in self.groups if group[0].counter in known)
        )


@dataclass(frozen=True, slots=True)
class Incoming:
    """Aircraft that come to bomb or to raid: where, what for, which, and their order's words."""

    zone: str
    mission: str
    raiders: Wing
    words: Mapping[str, Any]


@dataclass(slots=True)
class Throws:
    """The dice of a raid, thrown under the present path and kept for its verdict."""

    umpire: Umpire
    powers: Mapping[str, str]
    cite: str
    kept: list[tuple[str, Sequence[int]]] = field(default_factory=list)

    def __call__(self, name: str, count: int, sides: int) -> Sequence[int]:
        by = self.powers[name.partition("/")[0]]
        faces = self.umpire.roll(name, f"{count}d{sides}", by=by, cite=self.cite).throws[-1]
        self.kept.append((name, faces))
        return faces


# --- who may rise ----------------------------------------------------------------------------


@implements("GW-8.6-1", "GW-8.6-3", "GW-9.16-7", "GW-7.8-12")
def scramble_limit(umpire: Umpire, power: str, base: str) -> int | None:
    """How many Fighters an Air Base can still scramble; with Radar there is no limit (8.6, 7.8)."""
    if has(umpire.state, power, RADAR):
        return None
    return left_to_send(umpire, base, lambda unit: is_fighter(umpire.book, unit))


@implements("GW-8.6-1", "GW-12.6-6")
def left_to_send(umpire: Umpire, base: str, of_base: Callable[[Unit], bool]) -> int:
    """How many more aircraft a base can send up in this turn: what it sent counts, lost or not."""
    marked = (u for u in umpire.state.units.values() if u.mark(UnitMark.SCRAMBLED) == base)
    up = sum(unit.size for unit in marked if of_base(unit))
    if up and umpire.reading(ScrambleNumber) is ScrambleNumber.EACH_BATTLE:
        return SCRAMBLE
    return max(0, SCRAMBLE - up)


@implements("GW-8.6-1", "GW-9.16-2")
def scramblers(umpire: Umpire, zone: str, foe: str) -> list[Group]:
    """The Fighters that undamaged Air Bases of adjacent zones can send, and how many (8.6)."""
    position = umpire.position
    found: list[Group] = []
    for base in sorted(umpire.board.neighbours[zone]):
        holder = position.holder(base)
        if at_war(position.state, foe, holder) and PlaceFact.AIR_BASE in facilities_at(
            position, base
        ):
            left = scramble_limit(umpire, holder, base)
            found += _as_many(_fighters(position, foe, base), left)
    return found


def is_away(unit: Unit) -> bool:
    """Whether an aircraft has scrambled to a battle elsewhere, so that it meets nobody else."""
    return unit.mark(UnitMark.SCRAMBLED) not in (None, unit.at)


def _fighters(position: Position, foe: str, zone: str) -> list[Unit]:
    """The enemy Fighters of a zone, the best first."""
    there = [
        u
        for u in enemies_in(position.state, foe, zone)
        if is_fighter(position.book, u) and not is_away(u)
    ]
    return sorted(
        there, key=lambda unit: (-interception_value(position.book, unit.counter, False), unit.id)
    )


def _as_many(units: Iterable[Unit], most: int | None) -> list[Group]:
    """So many of some groups."""
    found: list[Group] = []
    for unit in units:
        count = unit.size if most is None else min(unit.size, most)
        if count:
            found.append((unit, count))
        most = None if most is None else most - count
    return found


@implements("GW-9.14-3", "GW-9.17-2")
def may_rise(umpire: Umpire, zone: str, foe: str) -> list[Group]:
    """The aircraft that may meet raiders over a zone: its Fighters and those that scramble.

    Over the sea those on patrol. Under one reading a zone without units of its own is helped too.
    """
    position = umpire.position
    if is_sea(umpire.board, zone):
        patrols = patrols_in(position, foe, zone)
        return [
            (unit, unit.size)
            for unit in patrols
            if interception_value(umpire.book, unit.counter, False)
        ]
    own = [(unit, unit.size) for unit in _fighters(position, foe, zone)]
    near = scramblers(umpire, zone, foe)
    if own and umpire.reading(BombedZoneFighters) is BombedZoneFighters.SCRAMBLED_ONLY:
        own = []
    defended = bool(enemies_in(position.state, foe, zone))
    if near and not defended and umpire.reading(ScrambleToBombing) is ScrambleToBombing.UNIT_NEEDED:
        near = []
    return [*own, *near]


# --- who rises -------------------------------------------------------------------------------


def chosen(umpire: Umpire, raid: Incoming) -> Wing:
    """The interceptors that their players send up (9.16, step 2)."""
    raiders = raid.raiders
    ready = may_rise(umpire, raid.zone, raiders.powers[0]) if raiders.groups else []
    rights = [_right(umpire, raid, by, own) for by, own in by_players(umpire, ready).items()]
    picks = picked(umpire, rights)
    picks |= {pick for right in rights if not right.by for pick in right.default}
    return _up(umpire, raid.zone, Wing(umpire.book, Role.DEFENDER, sent_up(ready, picks)))


def by_players(umpire: Umpire, ready: Groups) -> dict[tuple[str, ...], list[Group]]:
    """Some aircraft by who plays them."""
    found: dict[tuple[str, ...], list[Group]] = {}
    for unit, count in ready:
        found.setdefault(umpire.state.powers[unit.owner].players, []).append((unit, count))
    return found


def picked(umpire: Umpire, rights: Iterable[Decision]) -> set[str]:
    """What players pick; nobody is asked for aircraft that nobody plays."""
    asked = [right for right in rights if right.by]
    answers = umpire.decide_all(asked) if asked else []
    return {pick for answer in answers for pick in answer.picks}


def sent_up(ready: Groups, picks: Collection[str]) -> tuple[Group, ...]:
    """As many of each group as were picked."""
    counts = ((unit, sum(name in picks for name in names_of(unit, n))) for unit, n in ready)
    return tuple((unit, count) for unit, count in counts if count)


def names_of(unit: Unit, count: int) -> list[str]:
    """The option ids of some aircraft of a group."""
    return [f"{unit.id}.{number}" for number in range(1, count + 1)]


def _right(umpire: Umpire, raid: Incoming, by: tuple[str, ...], own: Groups) -> Decision:
    """The choice of one player: which of his aircraft rise."""
    raiders = raid.raiders
    escorts = sum(count for unit, count in raiders.groups if is_fighter(umpire.book, unit))
    names = [name for unit, count in own for name in names_of(unit, count)]
    return INTERCEPT.ask(
        "Which aircraft meet the enemy in the air?",
        by,
        options_of(umpire, own),
        names if len(names) >= escorts else (),
        about=by[0] if by else "",
        at=raid.zone,
        least=0,
        most=len(names),
        facts={
            "bombers": sum(raiders.types.values()) - escorts,
            "escorts": escorts,
            "fighters": len(names),
            "mission": raid.mission,
        },
    )


def options_of(umpire: Umpire, groups: Groups) -> list[Option]:
    """The aircraft of some groups as options of a decision."""
    kinds = {unit.counter for unit, _ in groups}
    found: list[Option] = []
    for unit, count in groups:
        kind = type_of(umpire.book, unit)
        place = umpire.board.label(whereabouts(umpire.state, unit))
        tags = {kind.id, kind.name.casefold(), place.casefold(), *also_called(kind.id, kinds)}
        worth = interception_value(umpire.book, kind.id, False)
        told = f"{kind.name}, {place}"
        found += [Option(name, told, frozenset(tags), worth) for name in names_of(unit, count)]
    return found


def _up(umpire: Umpire, zone: str, wing: Wing) -> Wing:
    """Those that come from another zone are marked: their base has sent them up."""
    groups = []
    for unit, count in wing.groups:
        if whereabouts(umpire.state, unit) != zone:
            events = mark_events(unit, {UnitMark.SCRAMBLED: unit.at}, count)
            umpire.apply(*events)
            unit = next(
                other
                for other in umpire.state.at(unit.at)
                if other.counter == unit.counter
                and other.owner == unit.owner
                and other.marked(UnitMark.SCRAMBLED)
            )
        groups.append((unit, count))
    return Wing(wing.book, wing.role, tuple(groups))


# --- the round -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Burst:
    """The dice of the aircraft of a type: whose, which, on what they hit."""

    side: str
    unit: str
    value: int
    faces: Sequence[int]


@dataclass(frozen=True, slots=True)
class MetVerdict(Fought):
    """What a verdict tells of a raid: who raids whom, and what met it in the air, if it was met."""

    interceptors: Counted | None = field(default=None, kw_only=True)
    shots: Sequence[Burst] | None = field(default=None, kw_only=True)
    downed: Mapping[str, Counted] | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Met:
    """What interception left of the raiders, and what is told of it."""

    raiders: Wing
    told: Mapping[str, Any]


@implements("GW-9.16-2", "GW-9.16-d1", "GW-9.14-d2", "GW-9.17-2")
def met_in_the_air(umpire: Umpire, incoming: Incoming) -> Met:
    """One round of interception, if anybody rises; casualties leave at its end (table 9-9)."""
    raiders, rising = incoming.raiders, chosen(umpire, incoming)
    if not rising.groups:
        return Met(raiders, {"interceptors": [], "shots": [], "downed": {}})
    raid = round_of(umpire, incoming, rising)
    wings = {Role.ATTACKER: raiders, Role.DEFENDER: rising}
    powers = {str(role): wings[role].powers[0] for role in Role}
    throws = Throws(umpire, powers, "9.16")
    with umpire.step("interception"):
        left = dict(zip(Role, intercept(raid, throws), strict=True))
    downed = {}
    for role in Role:
        lost = {name: n - left[role].get(name, 0) for name, n in wings[role].types.items()}
        downed[str(role)] = fallen(lost)
        wings[role] = shot_down(umpire, wings[role], lost)
    told = {
        "interceptors": rising.rows,
        "shots": [_burst(umpire.book, *shot, raid.radar) for shot in throws.kept],
        "downed": downed,
    }
    return Met(wings[Role.ATTACKER], told)


def round_of(umpire: Umpire, incoming: Incoming, rising: Wing) -> Raid:
    """The round of those who come and those who rise, with the losses that both sides choose."""
    wings = {Role.ATTACKER: incoming.raiders, Role.DEFENDER: rising}
    radar = tuple(role for role in Role if _has_radar(umpire.position, wings[role]))
    losses = tuple((role, _losses(umpire, incoming, wings[role])) for role in Role)
    rules = Rules(umpire.book)
    return Raid(incoming.raiders.types, rising.types, NOBODY, radar, losses, rules=rules)


def _has_radar(position: Position, wing: Wing) -> bool:
    """Whether the Fighters of a side have Radar."""
    owners = {unit.owner for unit, _ in wing.groups if is_fighter(position.book, unit)}
    return bool(owners) and all(has(position.state, owner, RADAR) for owner in owners)


def _burst(book: Book, what: str, faces: Sequence[int], radar: Sequence[Role]) -> Burst:
    side, _, unit = what.partition("/")
    return Burst(side, unit, interception_value(book, unit, Role(side) in radar), faces)


def fallen(lost: Mapping[str, int]) -> Counted:
    """Those types of which some are lost."""
    return tuple((name, count) for name, count in lost.items() if count)


def _losses(umpire: Umpire, raid: Incoming, wing: Wing) -> tuple[str, ...]:
    """The owner's order of losses in the air; by default `loss_order` (9.1)."""
    types = list(wing.types)
    state = umpire.state
    players = tuple(sorted({p for power in wing.powers for p in state.powers[power].players}))
    if len(types) < 2 or not players:
        return ()
    options = (
        Option(CLUB, "the usual order"),
        *type_options(umpire.book, types),
    )
    decision = AIR_LOSSES[wing.role].ask(
        "In which order are aircraft lost?",
        players,
        options,
        (CLUB,),
        at=raid.zone,
        most=len(options),
        ordered=raid.words.get("lose") if wing.role is Role.ATTACKER else None,
    )
    return umpire.decide(decision).picks


def shot_down(umpire: Umpire, wing: Wing, lost: Mapping[str, int]) -> Wing:
    """Some aircraft of each type leave the board, with what they carry; who is left."""
    for unit, gone, _ in _fates(wing, lost):
        if gone:
            umpire.apply(*lost_with(umpire.state, unit), moved(unit, REMOVED, gone))
    return without(wing, lost)


def _fates(wing: Wing, lost: Mapping[str, int]) -> Iterator[tuple[Unit, int, int]]:
    """Of each group how many fall, when a wing loses some of each type, and how many fly on."""
    still = dict(lost)
    for unit, count in wing.groups:
        gone = min(count, still.get(unit.counter, 0))
        still[unit.counter] = still.get(unit.counter, 0) - gone
        yield unit, gone, count - gone


def without(wing: Wing, lost: Mapping[str, int]) -> Wing:
    """What is left of a wing that loses some of each type."""
    left = tuple((unit, count) for unit, _, count in _fates(wing, lost) if count)
    return Wing(wing.book, wing.role, left)
