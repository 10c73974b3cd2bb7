"""Declaring land attacks (11.15, 11.15.1): the order, the odds as declared, who is sent.

Decides which of the targets is attacked and by which attack an ally's order is joined. All attacks
are declared before any other choice of the step, and resolved in the order of the order file.
Leaves what is legal to `attack_rules`, attacks of who has landed and is named by nobody to
`declaring`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbem.core.choices.conditions import Condition, Fact, all_hold
from pbem.core.data.findings import Finding, error, warning
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.air.flights import Flight, Mission, at_its_range, route_ban
from pbem.systems.flames.impulse.actions import spend
from pbem.systems.flames.impulse.battle_decisions import ODDS_FACTS
from pbem.systems.flames.land.combat.attack_rules import (
    ACTIVITY,
    charged,
    combat_odds,
    defenders_at,
    facing,
    power_troubles,
    readiness,
    target_troubles,
    unit_troubles,
)
from pbem.systems.flames.land.combatants import (
    Odds,
    attacking,
    odds_in_words,
)
from pbem.systems.flames.land.emergency import Rescue, rescue_of
from pbem.systems.flames.strikes.raids import cannot_fly
from pbem.systems.flames.world.foreseen import after
from pbem.systems.flames.world.kits import FREE, Price
from pbem.systems.flames.world.land_factors import total
from pbem.systems.flames.world.named import (
    AIRCRAFT,
    ALL,
    FIELD_GUNS,
    HEADQUARTERS,
    HEX_FACTS,
    LAND_UNIT,
    Named,
    Sought,
    find_places,
    find_units,
    hex_facts,
    named_twice,
    read_conditions,
    words_of,
)
from pbem.systems.flames.world.partisans import strangers_to
from pbem.systems.flames.world.position import Piece, Position, marked, names, turned_down
from pbem.systems.flames.world.rounding import number
from pbem.systems.flames.world.vocabulary import UnitMark

FACTS: Final = {**ODDS_FACTS, **HEX_FACTS}
FLYING: Final = ("support", "escort", "cap")


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack as its owners declared it."""

    place: str
    units: tuple[str, ...]
    bombers: tuple[Piece, ...] = ()
    escorts: tuple[Piece, ...] = ()
    patrol: tuple[Piece, ...] = ()
    hq: str = ""
    advance: Mapping[str, Any] = field(default_factory=dict)
    conditions: tuple[Condition, ...] = ()
    extended: tuple[str, ...] = ()  # bombers ordered to fly at extended range
    homes: Mapping[str, Any] = field(default_factory=dict)  # where aircraft return to
    ignored: bool = False  # the notional unit of the hex, by its side
    guns: tuple[Piece, ...] = ()  # field artillery that bombards (22.2)
    doubled: tuple[str, ...] = ()  # by the offensive points of an HQ

    def powers(self, position: Position) -> tuple[str, ...]:
        """Whose land units attack."""
        return tuple(dict.fromkeys(piece.owner for piece in position.pieces(*self.units)))

    @property
    def fliers(self) -> tuple[Piece, ...]:
        """Every aircraft of the attack."""
        return (*self.bombers, *self.escorts, *self.patrol)

    def flights(self, position: Position) -> tuple[Flight, ...]:
        """The attacker's flights over the hex."""
        return (
            *(
                at_its_range(
                    position,
                    Flight(piece, Mission.SUPPORT, self.place, piece.id in self.extended),
                )
                for piece in self.bombers
            ),
            *(Flight(piece, Mission.ESCORT, self.place) for piece in self.escorts),
            *(Flight(piece, Mission.CAP, self.place) for piece in self.patrol),
        )

    def joined(self, other: Attack) -> Attack:
        """This attack with what an ally adds to it."""
        return replace(
            self,
            units=self.units + other.units,
            bombers=self.bombers + other.bombers,
            escorts=self.escorts + other.escorts,
            patrol=self.patrol + other.patrol,
            guns=self.guns + other.guns,
            hq=self.hq or other.hq,
            advance=joined_advances(self.advance, other.advance),
            extended=self.extended + other.extended,
            homes={**self.homes, **other.homes},
        )


def joined_advances(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The ordered advances of two powers in one attack."""
    return {
        place: [*words_of(one.get(place)), *words_of(other.get(place))]
        for place in dict.fromkeys([*one, *other])
    }


def doubling(position: Position, attack: Attack) -> Price:
    """What doubles the factors of attackers that are to be, or why they cannot be (16.3.3)."""
    if not attack.doubled:
        return FREE
    pieces = position.pieces(*attack.units)
    return position.kits.doubling(position, pieces, attack.place, attack.doubled)


# --- declared odds -----------------------------------------------------------------------------


def declared_odds(
    position: Position, pieces: Sequence[Piece], place: str, *, notional: bool = True
) -> Odds | None:
    """The odds with land factors alone, after weather; None where a side has no factors."""
    attackers = attacking(position, pieces, place)
    defenders = facing(position, pieces, place, notional=notional)
    return combat_odds(position, place, attackers, (total(attackers), total(defenders)))


def odds_facts(odds: Odds | None, attackers: int, defenders: int) -> dict[str, Fact]:
    """What a choice may be conditioned on; no odds are known where a side has no factors."""
    known: dict[str, Fact] = {} if odds is None else {"odds": odds.ratio}
    return {**known, "attackers": attackers, "defenders": defenders}


def known_odds(position: Position, attack: Attack) -> dict[str, Fact]:
    """What everybody knows of an attack when it is declared."""
    twice = doubling(position, attack).events
    position = after(position, twice) if twice else position
    pieces = position.pieces(*attack.units)
    defenders = defenders_at(position, attack.place, pieces[0])
    odds = declared_odds(position, pieces, attack.place, notional=not attack.ignored)
    return odds_facts(odds, len(pieces), len(defenders))


# --- the order -----------------------------------------------------------------------------------


def check_attack(position: Position, order: Order) -> Ruling:
    """`{at: E2240, with: all E2340, if: odds >= 2-1, support: Ju-88A4, hq: …}` (11.15.1)."""
    said = order.data
    units = attackers_named(position, said["with"])
    flying = {key: find_units(position, said.get(key), AIRCRAFT) for key in FLYING}
    twice = named_twice(position, order, FLYING, AIRCRAFT)
    hq = find_units(position, said.get("hq"), HEADQUARTERS)
    guns = find_units(position, said.get("guns"), FIELD_GUNS)
    double = _to_double(position, said.get("double"), units.pieces)
    places, troubles = find_places(position, said["at"])
    advance, more = advance_named(position, said.get("advance"))
    conditions, wrong = read_conditions(said.get("if"), FACTS)
    named = (units, *flying.values(), hq, guns, double)
    findings = [f for one in named for f in one.findings] + [*troubles, *more, *wrong, *twice]
    if findings:
        return Ruling(tuple(findings))
    fliers = [piece.id for flown in flying.values() for piece in flown.pieces]
    attack = Attack(
        place="",
        units=tuple(piece.id for piece in units.pieces),
        bombers=flying["support"].pieces,
        escorts=flying["escort"].pieces,
        patrol=flying["cap"].pieces,
        hq=hq.pieces[0].id if hq.pieces else "",
        advance=advance,
        conditions=conditions,
        extended=tuple(fliers) if said.get("extended") else (),
        homes=dict.fromkeys(fliers, said.get("home")),
        guns=guns.pieces,
        doubled=tuple(piece.id for piece in double.pieces),
    )
    return _supplied(position, attack, places, rescue_of(position, order, units.pieces))


def _to_double(position: Position, words: Any, attackers: Sequence[Piece]) -> Named:
    """The attackers that are to be doubled: those named, or all of them."""
    if words == ALL.strip():
        return Named(tuple(attackers), ())
    return find_units(position, words, LAND_UNIT)


def _supplied(position: Position, attack: Attack, places: Sequence[str], rescue: Rescue) -> Ruling:
    """The ruling on an attack when an HQ has given emergency supply to who needs it (2.4.3)."""
    if rescue.findings:
        return Ruling(rescue.findings)
    there = after(position, rescue.events) if rescue.events else position
    ruling = _first_possible(there, attack, places, position.in_play)
    if not ruling.ok or not rescue.events:
        return ruling
    words = f"{rescue.words}; {ruling.reading}"
    return replace(ruling, reading=words, events=(*rescue.events, *ruling.events))


def attackers_named(position: Position, data: Any) -> Named:
    """The units that are to attack; `all HEX` means those that can."""
    words = words_of(data)
    everyone = [word for word in words if word.strip().casefold().startswith(ALL)]
    single = [word for word in words if word not in everyone]

    ready = Sought("land unit that can attack", lambda piece: not readiness(position, piece))
    found = find_units(position, single, LAND_UNIT)
    more = find_units(position, everyone, ready)
    pieces = {piece.id: piece for piece in (*found.pieces, *more.pieces)}
    return Named(tuple(pieces.values()), found.findings + more.findings)


def advance_named(position: Position, data: Any) -> tuple[dict[str, Any], list[Finding]]:
    """`advance: {E2139: [XLVII ARM, VIII MECH], E2240: XX INF}`: hexes with the units' ids."""
    advance: dict[str, Any] = {}
    findings: list[Finding] = []
    for name, words in (data or {}).items():
        places, troubles = find_places(position, name)
        found = find_units(position, words, LAND_UNIT)
        findings += [*troubles, *found.findings]
        if places:
            advance[places[0]] = [piece.id for piece in found.pieces]
    return advance, findings


def _first_possible(
    position: Position, attack: Attack, places: Sequence[str], in_play: bool
) -> Ruling:
    """The ruling on the first target that can be attacked, else on the first one named."""
    aimed = [with_landed(position, replace(attack, place=place)) for place in places]
    rulings = [_ruling(position, one, in_play) for one in aimed]
    return next((ruling for ruling in rulings if ruling.ok), rulings[0])


@implements("WIF-11.14-8", "AIF-11.15-6")
def with_landed(position: Position, attack: Attack) -> Attack:
    """An attack with the units that have dropped into its hex: they attack it, named or not."""
    landed = [
        piece.id
        for piece in position.land_at(attack.place)
        if piece.landing and not piece.unit.marked(UnitMark.ATTACKED)
    ]
    return replace(attack, units=tuple(dict.fromkeys((*attack.units, *landed))))


def _troubles(position: Position, attack: Attack) -> list[Finding]:
    """Everything that may be wrong with an attack on one hex, the first kind of it."""
    pieces = position.pieces(*attack.units)
    return (
        target_troubles(position, pieces, attack.place)
        or unit_troubles(position, pieces, attack.place)
        or power_troubles(position, pieces, attack.place)
        or hq_troubles(position, pieces, attack.hq)
        or flight_troubles(position, attack)
        or advance_troubles(position, pieces, attack)
        or _gun_or_oil_troubles(position, pieces, attack)
        or list(doubling(position, attack).findings)
    )


def _ruling(position: Position, attack: Attack, in_play: bool) -> Ruling:
    findings = _troubles(position, attack)
    if findings:
        return Ruling(tuple(findings))
    twice = doubling(position, attack).events
    position = after(position, twice) if twice else position
    pieces = position.pieces(*attack.units)
    odds = declared_odds(position, pieces, attack.place)
    notes = [] if in_play else doubts(position, attack, odds)
    spent_ones = () if in_play else (*attack.fliers, *attack.guns)
    grounded = turned_down(*spent_ones)
    oil = position.kits.fuel(position, (*pieces, *attack.fliers)).events
    changes = (*twice, *declaration(position, pieces, attack.place), *grounded, *oil)
    return Ruling(tuple(notes), in_words(position, attack, odds), changes, attack)


def _gun_or_oil_troubles(
    position: Position, pieces: Sequence[Piece], attack: Attack
) -> list[Finding]:
    """Guns that cannot bombard the hex, and units without oil (11.15.2, 10.3)."""
    guns = gun_troubles(
        attack, lambda gun: position.kits.why_not_bombard(position, gun, attack.place)
    )
    return guns or list(position.kits.fuel(position, (*pieces, *attack.fliers)).findings)


@implements("WIF-11.15.1-3c", "WIF-10.2-6", "AIF-11.16-3")
def declaration(position: Position, pieces: Sequence[Piece], place: str) -> tuple[Event, ...]:
    """The changes that mark the attackers and count an attack for each of their powers."""
    marks = [change for piece in pieces for change in marked(piece, UnitMark.ATTACKED, place)]
    spent = [
        change
        for power in charged(position, pieces, place)
        for change in spend(position, power, ACTIVITY)
    ]
    return (*marks, *spent)


# --- support and advance -------------------------------------------------------------------------


@implements("WIF-11.15.3-2")
def hq_troubles(position: Position, pieces: Sequence[Piece], hq: str) -> list[Finding]:
    """A supporting HQ must be one of the attackers (11.15.3, option 13)."""
    if not hq:
        return []
    if not position.kits.hq_support:
        message = f"HQ support is {position.option('hq_support')}, not played"
        hint = "leave it out; the moderator turns options on in game.yaml"
        return [error("option", message, hint=hint, cite="11.15.3", about="hq")]
    if hq not in {piece.id for piece in pieces}:
        message, hint = f"{position.pieces(hq)[0].name} does not attack", "add it to `with`"
        return [error("not-attacking", message, hint=hint, cite="11.15.3", about="hq")]
    return []


@implements("WIF-22.2-12", "WIF-22.2-16")
def gun_troubles(attack: Attack, why_not: Callable[[Piece], str]) -> list[Finding]:
    """Which of the guns cannot bombard the hex, and why: nor can one that attacks it (22.2)."""
    findings = []
    for gun in attack.guns:
        attacks = f"{gun.name} attacks: it fights or bombards" if gun.id in attack.units else ""
        why = attacks or why_not(gun)
        if why:
            findings.append(error("cannot-bombard", why, cite="22.2", about=gun.id))
    return findings


def flight_troubles(position: Position, attack: Attack) -> list[Finding]:
    """Which of the attack's aircraft may not fly, and why (14.2)."""
    if not (attack.fliers or attack.guns):
        return []
    findings = cannot_fly(position, attack.bombers, Mission.SUPPORT)
    findings += cannot_fly(position, attack.escorts, Mission.ESCORT)
    findings += cannot_fly(position, attack.patrol, Mission.CAP)
    findings += flying_strangers(position, attack)
    return findings or [
        error("cannot-fly", why, cite="14.2", about=flight.piece.id)
        for flight in attack.flights(position)
        if (why := route_ban(position, flight))
    ]


@implements("WIF-18.2-1")
def flying_strangers(
    position: Position, attack: Attack, known: Attack | None = None
) -> list[Finding]:
    """Aircraft that do not co-operate with everybody in the attack, and in one it joins (18.2)."""
    called = position.called
    both = [one for one in (known, attack) if one]
    everybody = [*(p for one in both for p in position.pieces(*one.units)),
                 *(p for one in both for p in (*one.fliers, *one.guns))]  # fmt: skip
    pairs = (
        (other, piece)
        for piece in (*attack.fliers, *attack.guns)
        for other in strangers_to(position, piece, everybody)
    )
    for other, piece in pairs:
        message = f"{called(piece.owner)} does not co-operate with {called(other.owner)}"
        if other.owner == piece.owner:
            message = f"{piece.name} does not co-operate with {other.name}"
        return [error("no-co-operation", message, cite="18.2", about=piece.id)]
    return []


def advance_troubles(position: Position, pieces: Sequence[Piece], attack: Attack) -> list[Finding]:
    """Advances that can never happen: not from this attack, or not to such a hex (11.15.5)."""
    findings = []
    board, ids = position.board, {piece.id for piece in pieces}
    for place, units in attack.advance.items():
        if place != attack.place and not board.adjacent(attack.place, place):
            message = f"{position.label(place)} is not next to {position.label(attack.place)}"
            hint = (
                f"an advance goes into {position.label(attack.place)}, after a breakthrough one on"
            )
            findings.append(error("too-far", message, hint=hint, cite="11.15.5", about=place))
        strangers = [piece for piece in position.pieces(*units) if piece.id not in ids]
        if strangers:
            message = f"{names(strangers)} cannot advance, not being in this attack"
            about = strangers[0].id
            findings.append(error("not-attacking", message, cite="11.15.5", about=about))
    return findings


# --- doubts and words ----------------------------------------------------------------------------


def doubts(position: Position, attack: Attack, odds: Odds | None) -> list[Finding]:
    """What is legal but may not be meant: long odds, conditions that do not hold now."""
    label = position.label(attack.place)
    if odds is None:
        return []
    if odds.step < 0:
        message = f"the declared odds against {label} are {odds.name}"
        return [warning("long-odds", message, about=attack.place)]
    facts = declaration_facts(position, attack)
    if not all_hold(attack.conditions, facts):
        hint = "tested when the attack is declared, with land factors alone"
        message = f"as things stand `if` fails for {label}"
        return [warning("condition", message, hint=hint, about="if")]
    return []


def declaration_facts(position: Position, attack: Attack) -> dict[str, Fact]:
    """What the attacker knows when he declares: land factors only."""
    owner = position.units[attack.units[0]].owner
    return {**known_odds(position, attack), **hex_facts(position, attack.place, owner)}


def in_words(position: Position, attack: Attack, odds: Odds | None) -> str:
    """The receipt of an attack: units with their factors, odds at declaration, who flies."""
    pieces = position.pieces(*attack.units)
    attackers = attacking(position, pieces, attack.place)
    parts = [f"{unit.name} {number(unit.factors)}" for unit in attackers]
    weather = position.ground.weather[attack.place]
    at = (
        f"{odds_in_words(odds, weather)} at declaration (land factors only)"
        if odds
        else f"{number(total(attackers))} factors, nothing to divide"
    )
    support = (*attack.fliers, *attack.guns)
    air = f"; with {names(support)}" if support else ""
    hq = f"; HQ support {position.pieces(attack.hq)[0].name}" if attack.hq else ""
    return f"attack {position.label(attack.place)} with {', '.join(parts)}: {at}{air}{hq}"


def attack_claims(position: Position, order: Order) -> tuple[str, ...]:
    """A unit attacks, and an aircraft flies, by one order."""
    said = order.data
    units = attackers_named(position, said["with"])
    fliers = (
        piece for key in FLYING for piece in find_units(position, said.get(key), AIRCRAFT).pieces
    )
    return (
        *(f"attack:{piece.id}" for piece in units.pieces),
        *(f"support:{piece.id}" for piece in fliers),
        *(f"guns:{p.id}" for p in find_units(position, said.get("guns"), FIELD_GUNS).pieces),
    )


ATTACKS: Final = Section(
    name="attacks",
    title="Land attacks",
    step="land-combat",
    schema="attacks",
    cite="11.15",
    check=check_attack,
    facts=FACTS,
    claims=attack_claims,
)
