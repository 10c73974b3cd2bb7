"""Straits, canals and sea routes: who may pass (1.15, 1.19, tables 1-1 and 1-2).

Whoever possesses the controlling zone may close a passage; what he says is a flag of his nation,
`lets:<passage>:<nation>`. Where he says nothing, the tables' usual closure stands.

Decides: which ships a passage lets through.
Leaves to `permits`: how leave is given; to `sea_movement`: the ways of ships.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State, as_number
from pbem.core.rules.book import Book
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.nations import (
    COMMONWEALTH,
    aligned,
    at_war,
    at_war_with_major,
    is_neutral,
    one_power,
    was_held,
)
from pbem.systems.gw.world.units import UnitType, is_warship
from pbem.systems.gw.world.vocabulary import (
    Alliance,
    Marker,
    PowerCount,
    PowerFlag,
    Relation,
    title,
)
from pbem.systems.gw.world.zones import features, roundel_of


class DanishStraits(Reading, id="GW-R-1.15-b"):
    """Which western ships a neutral Denmark bars."""

    WARSHIPS = "warships"
    ALL_SHIPS = "all-ships"


class DanishHolder(Reading, id="GW-R-1.15-a"):
    """Whom the Danish Straits keep out when Denmark is not Allied."""

    TABLE = "table"
    ENEMIES = "enemies"


class CapturedPassage(Reading, id="GW-R-1.15-c"):
    """Who may close a strait or canal that was captured."""

    POSSESSOR = "possessor"
    NAMED = "named"


class SuezLeave(Reading, id="GW-R-1.15-d"):
    """Whether ships of nations at peace need leave for the Suez Canal."""

    ENEMIES = "enemies"
    LEAVE = "leave"


class Checklist(Reading, id="GW-R-29"):
    """Whether the rule or its summary on the checklist holds."""

    BODY = "body"
    CHECKLIST = "checklist"


STRAIT: Final = "strait"
CANAL: Final = "canal"
WESTERN: Final = (*COMMONWEALTH, "france", "united-states")
POSSESSOR: Final = "possessor"
SUEZ: Final = "suez-canal"
_PANAMA_INCOME: Final = 15


@dataclass(frozen=True, slots=True)
class Passage:
    """A strait, canal or route with its controlling zone, usual closure and what it admits."""

    name: str
    canal: bool
    zone: str
    closed_to: str
    admits: tuple[str, ...]
    denied_by: str = ""  # who beside its possessor may deny it

    def lets_in(self, kind: UnitType) -> bool:
        """Whether it admits a kind of ship at all."""
        return "all" in self.admits or kind.id in self.admits


@dataclass(frozen=True, slots=True)
class Traveller:
    """Who wants to pass: a kind of ship of a nation, in a combat move or not, by force or not."""

    kind: UnitType
    power: str
    combat: bool = False
    forces: frozenset[str] = frozenset()


@implements("GW-1.15-3", "GW-1.15-8")
def passage(book: Book, name: str) -> Passage:
    """A passage by its name; the Turkish Straits count as a canal (1.15)."""
    known = book.chart("passages")
    denied_by = book.chart("movement").at(name, "denied-by", "closure").text
    return Passage(
        name,
        known.at(name, "kind").text != STRAIT,
        known.at(name, "zones").text,
        book.chart("movement").at(name, "closed-to", "closure").text,
        tuple(book.chart("movement").at(name, "admits", "closure").text.split()),
        "" if denied_by == POSSESSOR else denied_by,
    )


def possessor(state: State, one: Passage) -> str:
    """Who decides about a passage: the possessor of its zone, or the USSR (1.15, 1.19)."""
    return one.zone if one.zone in state.powers else state.holder(one.zone)


def passages_between(game: Game, here: str, there: str) -> list[Passage]:
    """The straits and canals on a border of two sea zones."""
    found = features(game.board, here, there)
    return [passage(game.book, found[name]) for name in (STRAIT, CANAL) if found.get(name)]


@implements("GW-1.15-1", "GW-1.15-2", "GW-1.15-14")
def bar_between(position: Position, who: Traveller, here: str, there: str) -> str:
    """Why a ship cannot go from one sea zone to the next, if a passage bars it."""
    met = passages_between(position.game, here, there)
    reasons = (bar(position, who, one) for one in met if one.name not in who.forces)
    return next(filter(None, reasons), "")


def bar(position: Position, who: Traveller, one: Passage) -> str:
    """Why a passage is closed to a ship; nothing when it is open."""
    holder = position.holder(one.zone)
    if is_bombed_shut(position, one):
        return f"{_title(one)} is bombed and closed (15.10)"
    return bar_of(
        one,
        who,
        friendly=aligned(position.state, who.power, holder),
        taken=not was_held(position, one.zone),
        closed=is_closed(position, who, one),
        canals_guarded=guards_canals(position, holder),
    )


def guards_canals(position: Position, holder: str) -> bool:
    """Whether nobody makes a combat move through a nation's canals, as an option (1.15)."""
    if not position.options.canal_combat_moves or _at_peace(position.state, holder):
        return bool(position.options.canal_combat_moves)
    return position.reading(Checklist) is Checklist.BODY


@implements("GW-1.15-6", "GW-1.15-7", "GW-1.15-13", "GW-1.15-16")
def bar_of(
    one: Passage, who: Traveller, *, friendly: bool, taken: bool, closed: bool, canals_guarded: bool
) -> str:
    """Why a passage bars a ship: it does not admit it, was just captured, or is closed to it.

    Submarines pass closed straits; a strait may be passed in the turn of its capture, a canal not.
    """
    if not one.lets_in(who.kind):
        return f"{_title(one)} does not admit {who.kind.name} (1.15)"
    if one.canal and who.combat and canals_guarded and not friendly:
        return f"no combat move through {_title(one)}: neither yours nor aligned (1.15)"
    if one.canal and taken:
        return f"{_title(one)} was captured in this turn (1.15)"
    if friendly or not closed or (who.kind.is_submarine and not one.canal):
        return ""
    return f"{_title(one)} is closed to {title(who.power)} (1.15)"


@implements("GW-15.10-1")
def is_bombed_shut(position: Position, one: Passage) -> bool:
    """Whether bombs have closed a canal, for everybody (15.10)."""
    damage = as_number(position.state.marker(one.zone, Marker.DAMAGE.of(one.name)))
    shut = int(position.book.chart("facilities").at("canal", "closed-from", "canals").number)
    return one.canal and damage >= shut


def is_closed(position: Position, who: Traveller, one: Passage) -> bool:
    """Whether the possessor closes a passage: as he said, else by the tables."""
    holder = position.holder(one.zone)
    captured = is_captured(position, one, holder)
    if captured and position.reading(CapturedPassage) is CapturedPassage.NAMED:
        return False
    if is_denied(position.state, who, one):
        return True
    said = leave(position.state, holder, one.name, who.power)
    if said is not None and may_decide(position.state, one, holder, who.power):
        return not said
    return usually_closed(position, who, one, holder)


@implements("GW-1.15-2")
def is_denied(state: State, who: Traveller, one: Passage) -> bool:
    """Whether a nation denies a passage that it shares: the USA the St. Lawrence (table 1-2).

    Like its possessor it keeps out enemies, if it says nothing.
    """
    if not one.denied_by or one_power(one.denied_by, who.power):
        return False
    said = leave(state, one.denied_by, one.name, who.power)
    return at_war(state, one.denied_by, who.power) if said is None else not said


def is_captured(position: Position, one: Passage, holder: str) -> bool:
    """Whether another nation than the one whose roundel is printed possesses a passage's zone."""
    return holder in position.powers and not one_power(holder, roundel_of(position.board, one.zone))


def leave(state: State, holder: str, what: str, power: str) -> bool | None:
    """What a nation said of another's use of something: leave, refusal, or nothing."""
    said = state.flag(holder, PowerFlag.LETS.of(what, power))
    return said if isinstance(said, bool) else None


@implements("GW-1.15-2")
def may_decide(state: State, one: Passage, holder: str, power: str) -> bool:
    """Whether the possessor has the choice: Enemies he may close to always (tables 1-1, 1-2)."""
    enemy = at_war(state, holder, power)
    if one.name == "panama-canal":
        return enemy or state.counter(holder, PowerCount.INCOME) >= _PANAMA_INCOME
    if one.name in ("kaiser-wilhelm-canal", "st-lawrence-seaway"):
        return True
    return enemy


@implements("GW-1.15-9", "GW-4.6-2")
def usually_closed(position: Position, who: Traveller, one: Passage, holder: str) -> bool:
    """Whether a passage is closed when its possessor has said nothing (tables 1-1, 1-2).

    A Minor Power that was attacked is neutral still, also under the control of another (4.6).
    """
    enemy = at_war(position.state, holder, who.power)
    if one.closed_to == "nations-at-war-while-neutral" and _is_neutral_owner(position, one, holder):
        return enemy or at_war_with_major(position.state, who.power)
    if one.closed_to == "western-warships-while-not-allied":
        return enemy or _keeps_out_the_west(position, who, one, holder)
    if one.name == SUEZ and not enemy:
        return position.reading(SuezLeave) is SuezLeave.LEAVE
    if one.closed_to == "enemies-from-income-15":
        return enemy and position.state.counter(holder, PowerCount.INCOME) >= _PANAMA_INCOME
    return enemy


def _keeps_out_the_west(position: Position, who: Traveller, one: Passage, holder: str) -> bool:
    """Whether a possessor that is not Allied bars a western ship that is no enemy's (1.15)."""
    if _is_allied(position.state, holder) or who.power not in WESTERN:
        return False
    if not _bars_the_west(position, one, holder):
        return False
    warship = is_warship(position, who.kind)
    return warship or position.reading(DanishStraits) is DanishStraits.ALL_SHIPS


def _bars_the_west(position: Position, one: Passage, holder: str) -> bool:
    """Whether western ships are kept out by a possessor that is no enemy of theirs (1.15)."""
    if _at_peace(position.state, holder) or holder == roundel_of(position.board, one.zone):
        return True
    return position.reading(DanishHolder) is DanishHolder.TABLE


def _is_neutral_owner(position: Position, one: Passage, holder: str) -> bool:
    """Whether a passage is still in the hands of its own nation, and that neutral (4.6)."""
    return not is_captured(position, one, holder) and (
        holder not in position.powers or is_neutral(position.state, holder)
    )


def _at_peace(state: State, holder: str) -> bool:
    """Whether a possessor is at war with nobody, or is no nation of the game at all."""
    return Relation.WAR not in state.power(holder).relations.values()


def _is_allied(state: State, holder: str) -> bool:
    return state.side_of(holder) == Alliance.ALLIES


def _title(one: Passage) -> str:
    return one.name.replace("-", " ").title()
