"""Nations and factions: whose turn it is, who is whose enemy, what is friendly (4.1-4.6, 6.1, 13).

Tracks: `spanish-civil-war` (fought, axis, comintern), `chinese-civil-war` (the faction that has won
it), `abyssinian-war` (fought, italy, abyssinia), `truce-china` (in-force, broken).

Decides: alignment, enmity, friendly zones, the order of turns; who belongs to which civil war, and
what it keeps its factions and patrons from.
Leaves to `politics`: declarations of war, control and alignment of Minor Powers (4.7-4.8, 8.1); to
`civil_wars`: how they are fought, won and ended; who is at war with whom is state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.record.state import REMOVED, Power, State, Unit, as_text
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.vocabulary import (
    Alliance,
    Marker,
    Nation,
    Outcome,
    PowerFlag,
    Relation,
    SetUp,
    TrackName,
    Treaty,
)


@implements("GW-1.2-1")
def is_sea(board: Board, zone: str) -> bool:
    """Whether a zone is a sea zone (1.2)."""
    return board.fact(zone, "kind") == "sea"


@implements("GW-0.9-15", "GW-NZ-3")
def home_of(board: Board, zone: str) -> str:
    """The nation of whose Home Country a zone is part; on maps that show none, its nation (0.9)."""
    return board.text(zone, "home" if "home" in board.by_fact else "nation")


class SpanishSpoils(Reading, id="GW-R-13.1-c"):
    """Whether a game that begins after the war in Spain has what its victor's patron gets."""

    WAR_OF_1936 = "war-of-1936"
    EVERY_GAME = "every-game"


NEUTRAL = "neutral"  # the side of nations that belong to no Alliance
ENTRY = "entry"  # what leave to enter, cross and fly over zones is called (4.5)
COMMONWEALTH = ("great-britain", "far-east-command", "anzac")
MAJOR_POWERS = (
    "germany", "italy", "japan", "united-states", *COMMONWEALTH, "france", "soviet-union"
)  # fmt: skip
OWN_SHEETS = ("nationalist-china", "communist-china", "free-france")  # Minor Powers of players
JANUARY, JULY = "jan", "jul"


NATIONALISTS: Final = "nationalist-spain"
REPUBLICANS: Final = "republican-spain"
SPANISH_FACTIONS: Final = (NATIONALISTS, REPUBLICANS)
PATRON: Final = {NATIONALISTS: "germany", REPUBLICANS: "soviet-union"}
OUTCOME: Final = {NATIONALISTS: Alliance.AXIS, REPUBLICANS: Alliance.COMINTERN}

CHINESE_FACTIONS: Final = (Nation.NATIONALIST_CHINA, Nation.COMMUNIST_CHINA)
UNPRINTED: Final = (*OWN_SHEETS, *SPANISH_FACTIONS, "vichy-france")  # some have no roundel
WARLORDS: Final = "warlords"
CHINA: Final = (*CHINESE_FACTIONS, WARLORDS)  # whose roundels are "China" (0.9, note 42)


def all_nations(board: Board) -> tuple[str, ...]:
    """Every nation that can be: those whose roundels the map shows, and those that come later."""
    printed = {str(nation) for nation in board.by_fact.get("nation", {}).values()}
    return tuple(sorted(printed.union(UNPRINTED)))


@implements("GW-0.9-13")
def at_war(state: State, power: str, other: str) -> bool:
    """Whether two nations are Enemies: they are at war with each other."""
    return state.relation(power, other) in (Relation.WAR, Relation.MONROE)


def war_is_declared(state: State, power: str, other: str) -> bool:
    """Whether two nations are at war; the Monroe Doctrine alone only makes them Enemies (5.7)."""
    return state.relation(power, other) == Relation.WAR


@implements("GW-0.5-2", "GW-0.9-6", "GW-2.3-1")
def one_power(power: str, other: str) -> bool:
    """Whether two nations are one Major Power: the British Commonwealth moves together (2.3)."""
    return power == other or (power in COMMONWEALTH and other in COMMONWEALTH)


@implements("GW-13.3-6")
def is_major(state: State, power: str) -> bool:
    """Whether a nation is a Major Power (4.1): a Chinese faction is one once evolved (13.3)."""
    return power in MAJOR_POWERS or state.flag(power, PowerFlag.EVOLVED) is True


def at_war_with_major(state: State, power: str) -> bool:
    """Whether a nation is at war with a Major Power (4.1); the Monroe Doctrine is no war (5.7)."""
    return any(
        relation == Relation.WAR and is_major(state, foe)
        for foe, relation in state.power(power).relations.items()
    )


@implements("GW-4.6-1", "GW-4.6-2")
def is_neutral(state: State, power: str) -> bool:
    """Whether a nation is neutral (4.6).

    A Major Power is until it is at war with a Major Power, a Minor Power until it aligns. An
    aligned one is a nation no more; China and Free France have sheets of their own.
    """
    if power in MAJOR_POWERS:
        return not at_war_with_major(state, power)
    return power in state.powers and power not in OWN_SHEETS


@implements("GW-4.5-1", "GW-0.9-10", "GW-4.5-9")
def controller_of(state: State, power: str) -> str:
    """The Major Power that controls a Minor Power; those with sheets of their own have none."""
    return "" if power in OWN_SHEETS else as_text(state.flag(power, PowerFlag.CONTROLLED_BY))


@implements("GW-0.9-1", "GW-0.9-2", "GW-0.5-1", "GW-4.4-1", "GW-4.4-4", "GW-4.5-10")
def aligned(state: State, power: str, other: str) -> bool:
    """Whether two nations are Aligned: of one Alliance, and at war with the same Major Power.

    A controlled Minor Power is not: it is neutral still.
    """
    if one_power(power, other) or in_truce(state, power, other):
        return True
    if controller_of(state, power) or controller_of(state, other):
        return False
    if state.side_of(power) != state.side_of(other) or state.side_of(power) == NEUTRAL:
        return False
    return any(is_major(state, foe) for foe in common_foes(state, power, other))


@implements("GW-0.5-7")
def defend_together(state: State, power: str, other: str) -> bool:
    """Whether two nations whose units share a land zone defend it as one force: of one Alliance."""
    if one_power(power, other) or in_truce(state, power, other):
        return True
    return state.side_of(power) == state.side_of(other) != NEUTRAL


def defenders_beside(state: State, on: str, zone: str) -> tuple[str, ...]:
    """The other nations with units in a zone that defend it with a nation, each party once."""
    found: list[str] = []
    for unit in state.at(zone):
        new = not any(one_power(unit.owner, known) for known in (on, *found))
        if new and defend_together(state, on, unit.owner):
            found.append(unit.owner)
    return tuple(found)


def common_foes(state: State, power: str, other: str) -> Iterator[str]:
    """The nations with which both of two are at war."""
    foes = state.powers[power].relations
    return (foe for foe in foes if at_war(state, power, foe) and at_war(state, other, foe))


def has_surrendered(state: State, nation: str) -> bool:
    """Whether a nation has surrendered, and not come back (9.22)."""
    return bool(state.flag(nation, PowerFlag.SURRENDERED))


@implements("GW-0.9-14", "GW-0.9-21")
def is_friendly(state: State, power: str, zone: str) -> bool:
    """Whether a land zone is Friendly: the nation or one Aligned with it possesses it."""
    return aligned(state, power, state.holder(zone))


@implements("GW-4.5-4")
def may_go_in(state: State, power: str, zone: str) -> bool:
    """Whether a nation may enter, cross or fly over a zone: a Friendly one, if it has leave (4.5).

    Aligned nations have it until the possessor refuses it.
    """
    if not is_friendly(state, power, zone):
        return False
    holder = state.holder(zone)
    refused = state.flag(holder, PowerFlag.LETS.of(ENTRY, power)) is False
    return one_power(power, holder) or not refused


@implements("GW-9.22-5")
def may_march_in(state: State, power: str, zone: str) -> bool:
    """Whether a nation's land units may enter a zone: by leave, or one that is there to be claimed.

    An empty zone of a nation that has surrendered is open to them, and to nothing else (9.22).
    """
    return has_surrendered(state, state.holder(zone)) or may_go_in(state, power, zone)


def was_held(position: Position, zone: str) -> bool:
    """Whether the possessor of a zone did not take it in this turn.

    It was his as the turn began, or it came over to him with a nation that aligned (4.4).
    """
    aligned_with = bool(position.state.marker(zone, Marker.ALIGNED))
    return aligned_with or position.start.controller(zone) == position.controller(zone)


def was_friendly(position: Position, power: str, zone: str) -> bool:
    """Whether a zone was not conquered in this turn: what 10.1 asks of one that is Friendly now."""
    return is_friendly(position.start, power, zone) or was_held(position, zone)


def is_enemy_zone(state: State, power: str, zone: str) -> bool:
    """Whether an Enemy possesses a land zone."""
    holder = state.holder(zone)
    return at_war(state, power, holder) or fights_there(state, power, holder, zone)


def enemies_in(state: State, power: str, zone: str) -> tuple[Unit, ...]:
    """The Enemy units in a zone."""
    return tuple(
        unit
        for unit in state.at(zone)
        if at_war(state, power, unit.owner) or fights_there(state, power, unit.owner, zone)
    )


def at_peace_in(state: State, power: str, zone: str) -> tuple[str, ...]:
    """The nations of no Alliance with a nation that have units in a zone and no war with it."""
    side = state.side_of(power)
    owners = dict.fromkeys(unit.owner for unit in state.at(zone))
    return tuple(
        owner
        for owner in owners
        if not one_power(power, owner)
        and (state.side_of(owner) != side or side == NEUTRAL)
        and not at_war(state, power, owner)
    )


def invader_of(state: State, zone: str) -> str:
    """The nation that enters a zone in this turn without a war."""
    return as_text(state.marker(zone, Marker.INVADED_BY))


@implements("GW-14.2-4", "GW-15.4-2")
def fights_there(state: State, power: str, other: str, zone: str) -> bool:
    """Whether two nations fight for a zone without being at war: invader and possessor (14.2)."""
    invader = invader_of(state, zone)
    return bool(invader) and {power, other} == {invader, state.controller(zone)}


# --- whose turn it is ------------------------------------------------------------------------


@implements("GW-6.1-1", "GW-6.1-2", "GW-6.1-3")
def turn_number(book: Book, power: str) -> int:
    """The place of a nation's turn in the calendar turn (table 6-1)."""
    return int(book.chart("national-order").at(power, "turn", "nations").number)


@implements("GW-6.1-4", "GW-13.1-1", "GW-13.2-1", "GW-4.5-6")
def turn_of(position: Position, power: str) -> int | None:
    """The turn in which a nation acts: a controlled Minor Power in its controller's (6.1).

    A Minor Power that nobody controls has none, nor has a nation that has surrendered (9.22).
    """
    if has_surrendered(position.state, power):
        return None
    if power in position.book.chart("national-order").table("nations").rows.names:
        return turn_number(position.book, power)
    controller = as_text(position.state.flag(power, PowerFlag.CONTROLLED_BY))
    return turn_of(position, controller) if controller else None


def acting(position: Position) -> tuple[Power, ...]:
    """The nations whose turn it is."""
    return tuple(power for power in position.powers.values() if is_acting(position, power.id))


@implements("GW-0.9-5")
def is_acting(position: Position, power: str) -> bool:
    """Whether it is a nation's turn, so that it is the Attacker (0.9)."""
    return power in position.powers and turn_of(position, power) == position.clock.impulse


def next_turn_number(position: Position) -> int | None:
    """The number of the next turn in this calendar turn; None after the last."""
    return min((n for n in turn_numbers(position) if n > position.clock.impulse), default=None)


def turn_numbers(position: Position) -> frozenset[int]:
    """The turns of a calendar turn: of nations that have units anywhere, or possess a zone."""
    there = {unit.owner for unit in position.units.values() if unit.at != REMOVED}
    there |= {place.controller for place in position.places.values() if place.controller}
    turns = (turn_of(position, power) for power in there if power in position.powers)
    return frozenset(turn for turn in turns if turn is not None)


@implements("GW-6.1-1", "GW-11.7-1")
def calendar_turn_after(turn: str) -> str:
    """January follows July of the year before: `1940-jul`, `1941-jan` (6.1)."""
    year, month = turn.split("-")
    return f"{year}-{JULY}" if month == JANUARY else f"{int(year) + 1}-{JANUARY}"


def when(turn: str) -> tuple[int, bool]:
    """A turn as something that can be compared: January comes before July."""
    year, month = turn.split("-")
    return int(year), month == JULY


# --- the factions of the civil wars --------------------------------------------------------------


def rival_of(faction: str) -> str:
    """The other side of a civil war."""
    for pair in (SPANISH_FACTIONS, CHINESE_FACTIONS):
        if faction in pair:
            return pair[1 - pair.index(faction)]
    return ""


def is_fought(state: State, war: str) -> bool:
    """Whether a war goes on."""
    return state.track(war) == Outcome.FOUGHT


def spanish_winner(state: State) -> str:
    """The Spanish side that has won the war, if one has."""
    won = state.track(TrackName.SPANISH_CIVIL_WAR)
    return next((faction for faction, outcome in OUTCOME.items() if outcome == won), "")


@implements("GW-13.3-2")
def in_truce(state: State, power: str, other: str) -> bool:
    """Whether two nations are the Chinese factions while their truce holds (13.3).

    They move through each other's zones and defend together, as if aligned.
    """
    return (
        rival_of(power) == other in CHINESE_FACTIONS
        and state.track(TrackName.TRUCE_CHINA) == Treaty.IN_FORCE
    )


def victor_with_spoils(position: Position) -> str:
    """The Spanish side whose victory brings its patron what 13.1 promises, if one's does.

    The table of 13.1 is one of the scenario of 1936: in a game that begins in 1939 nobody gets it.
    """
    won = spanish_winner(position.state)
    if not won or position.track(TrackName.VICTORY) != SetUp.YEAR_1939:
        return won
    return won if position.reading(SpanishSpoils) is SpanishSpoils.EVERY_GAME else ""


@implements("GW-13.1-7", "GW-13.1-8")
def lends_harbours(position: Position, zone: str, power: str) -> bool:
    """Whether a nation may use a zone's naval facilities: those of the Spain it backed (13.1)."""
    holder = position.holder(zone)
    return bool(holder) and holder == victor_with_spoils(position) and PATRON[holder] == power


@implements("GW-13.1-2", "GW-13.3-2")
def why_no_war(state: State, by: str, on: str) -> str:
    """Why a civil war keeps a nation from declaring war on another; nothing if none does (13).

    While Spain fights its patrons leave both sides in peace; Chinese factions keep their truce. In
    the scenario of the Spanish war alone nobody else fights.
    """
    if state.track(TrackName.SHORT_GAME) == Nation.SPAIN:
        return "in this scenario only Spain is at war"
    if (
        is_fought(state, TrackName.SPANISH_CIVIL_WAR)
        and on in SPANISH_FACTIONS
        and by in PATRON.values()
    ):
        return "it stays out of the Spanish Civil War but for its support (13.1)"
    if in_truce(state, by, on):
        return "their truce holds until one of them breaks it (13.3)"
    if on == WARLORDS and not any(p.controller == WARLORDS for p in state.places.values()):
        return "no warlord is left (4.9)"
    return ""


def is_unevolved(state: State, power: str) -> bool:
    """Whether a nation is a Chinese faction that is not a Major Power yet."""
    return power in CHINESE_FACTIONS and state.flag(power, PowerFlag.EVOLVED) is not True
