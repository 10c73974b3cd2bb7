"""What the pacts are and how they stand, as functions over the position (14.1-14.3).

How a pact stands is its track: absent, `in-force`, `nullified`. Who has signed and waits for the
other bears the flag `signs:PACT`.

Decides: who may sign, when a pact takes effect and ends, what it gives and forbids.
Leaves to `politics`: orders about pacts, and the price of breaking one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.findings import Finding, error, id_said
from pbem.core.data.naming import names_among
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_place, set_power, set_track
from pbem.core.record.events import Event
from pbem.core.record.state import State, as_number
from pbem.core.rules.book import Book, once
from pbem.core.rules.position import Position
from pbem.systems.gw.world.nations import at_war, is_neutral, when
from pbem.systems.gw.world.vocabulary import Marker, PlaceFact, PowerFlag, Treaty, title

CHART: Final = "pacts"
NAZI_SOVIET: Final = "molotov-ribbentrop"
JAPANESE_SOVIET: Final = "japanese-soviet"
SOVIET_UNION: Final = "soviet-union"
GERMANY: Final = "germany"
MURMANSK: Final = "murmansk"


@dataclass(frozen=True, slots=True)
class Pact:
    """A pact: its parties, the first turn for it, its track, and the price to end it."""

    id: str
    parties: tuple[str, str]
    since: str
    track: str
    price: int

    @property
    def name(self) -> str:
        """`Molotov-Ribbentrop`."""
        return pact_name(self.id)

    def partner_of(self, power: str) -> str:
        """The other party."""
        return self.parties[1 - self.parties.index(power)]


def pact_name(pact: str) -> str:
    """`Molotov-Ribbentrop` for the id of that pact."""
    return "-".join(part.capitalize() for part in pact.split("-"))


@once
def pacts(book: Book) -> tuple[Pact, ...]:
    """The pacts of the game."""
    return tuple(_pact(book, row) for row in book.chart(CHART).table("pacts").rows.names)


def _pact(book: Book, row: str) -> Pact:
    def text(column: str) -> str:
        return book.chart(CHART).at(row, column, "pacts").text

    price = int(book.chart(CHART).at(row, "price", "pacts").number)
    return Pact(row, (text("party"), text("other")), text("from"), text("track"), price)


def pact_named(book: Book, word: str) -> Pact | None:
    """The pact that a word means: `Molotov-Ribbentrop`, `Molotov-Ribbentrop Pact`."""
    known = {pact.id: pact for pact in pacts(book)}
    found = names_among(known).called(id_said(word).removesuffix("-pact"))
    return known[found[0]] if len(found) == 1 else None


# --- how it stands ---------------------------------------------------------------------------


def in_force(position: Position, pact: str) -> bool:
    """Whether a pact is in force: a war of its parties ends it at once."""
    known = next(p for p in pacts(position.book) if p.id == pact)
    stands = position.track(known.track) == Treaty.IN_FORCE
    return stands and not is_over(position.state, known)


def has_signed(state: State, power: str, pact: Pact) -> bool:
    """Whether a party has signed and waits for the other."""
    return state.flag(power, PowerFlag.SIGNS.of(pact.id)) is True


def signs(state: State, power: str, pact: Pact, new: bool) -> Sequence[Event]:
    """A party signs, or takes its signature back."""
    return set_power(state, power, "flag", PowerFlag.SIGNS.of(pact.id), new or None)


@implements("GW-14.2-1", "GW-14.2-9")
def why_not_sign(state: State, power: str, pact: Pact, again: bool) -> str:
    """Why a nation cannot sign a pact now; nothing if it can (14.1-14.3).

    `again`: a treaty that was broken may be signed anew.
    """
    if power not in pact.parties or any(party not in state.powers for party in pact.parties):
        return f"{title(power)} is no party to it"
    partner = pact.partner_of(power)
    standing = state.track(pact.track)
    if standing == Treaty.IN_FORCE:
        return "it is in force"
    if standing == Treaty.NULLIFIED and not (again and pact.id == JAPANESE_SOVIET):
        return "it was nullified and is not signed again"
    if at_war(state, power, partner):
        return f"{title(power)} and {title(partner)} are at war"
    return ""


@implements("GW-14.2-1", "GW-14.1-1")
def takes_effect(state: State, pact: Pact) -> bool:
    """Whether both parties have signed, and the time has come (14.2)."""
    if state.track(pact.track) == Treaty.IN_FORCE or any(
        p not in state.powers for p in pact.parties
    ):
        return False
    if at_war(state, *pact.parties) or not all(has_signed(state, p, pact) for p in pact.parties):
        return False
    return its_time(state, pact)


@implements("GW-14.2-1")
def its_time(state: State, pact: Pact) -> bool:
    """Whether a pact can be in force in this turn: that with Germany not before July 1939."""
    return pact.since == "any" or when(state.clock.turn) >= when(pact.since)


@implements("GW-14.2-9")
def is_over(state: State, pact: Pact) -> bool:
    """Whether a pact in force ends by itself: its parties are at war with each other (14.2)."""
    return state.track(pact.track) == Treaty.IN_FORCE and at_war(state, *pact.parties)


# --- what it does ----------------------------------------------------------------------------


@implements("GW-14.2-7")
def begins(state: State, pact: Pact) -> Iterator[Event]:
    """A pact takes effect; Germany gets its base in Murmansk (14.2)."""
    yield from set_track(state, pact.track, Treaty.IN_FORCE)
    for party in pact.parties:
        yield from signs(state, party, pact, False)
    if pact.id == NAZI_SOVIET and MURMANSK in state.places:
        bases = as_number(state.fact(MURMANSK, PlaceFact.SUBMARINE_BASE))
        yield from set_place(state, MURMANSK, "fact", PlaceFact.SUBMARINE_BASE, bases + 1)
        yield from set_place(state, MURMANSK, "marker", Marker.BASIS_NORD, GERMANY)


@implements("GW-14.2-7", "GW-14.2-9")
def ends(state: State, pact: Pact) -> Iterator[Event]:
    """A pact and everything that it provides end (14.2)."""
    yield from set_track(state, pact.track, Treaty.NULLIFIED)
    if pact.id == NAZI_SOVIET and state.marker(MURMANSK, Marker.BASIS_NORD):
        bases = as_number(state.fact(MURMANSK, PlaceFact.SUBMARINE_BASE))
        yield from set_place(state, MURMANSK, "marker", Marker.BASIS_NORD, None)
        yield from set_place(state, MURMANSK, "fact", PlaceFact.SUBMARINE_BASE, bases - 1 or None)
        if bases <= 1:
            yield from set_place(
                state, MURMANSK, "marker", Marker.DAMAGE.of(PlaceFact.SUBMARINE_BASE), None
            )


# --- what it forbids -------------------------------------------------------------------------


@implements("GW-14.2-2", "GW-14.2-5", "GW-14.3-1")
def forbidden_wars(position: Position, by: str, on: str) -> Iterator[Finding]:
    """Wars that a pact forbids: not those of Germany and the USSR with each other (14.2, 14.3)."""
    for pact in pacts(position.book):
        if position.track(pact.track) != Treaty.IN_FORCE or by not in pact.parties:
            continue
        if pact.id == JAPANESE_SOVIET and on in pact.parties:
            price = f"it takes {pact.price} IPP to break it: pacts: [{{nullify: {pact.name}}}]"
            yield refused_war(by, on, f"the {pact.name} treaty is in force", "14.3", hint=price)
        elif by == SOVIET_UNION and _is_barred(position, pact, on):
            yield refused_war(by, on, f"the {pact.name} pact is in force", "14.2")


def _is_barred(position: Position, pact: Pact, on: str) -> bool:
    chart = position.book.chart(CHART)
    if on not in chart.table("barred").rows.names or chart.at(on, "pact", "barred").text != pact.id:
        return False
    return chart.at(on, "while", "barred").text == "always" or is_neutral(position.state, on)


def refused_war(by: str, on: str, reason: str, cite: str, *, hint: str = "") -> Finding:
    """A war that a nation may not declare, and why."""
    message = f"{title(by)} may not declare war on {title(on)}: {reason}"
    return error("may-not-declare", message, hint=hint, cite=cite, about=on)


@implements("GW-14.3-1")
def forbidden_lease(position: Position, sender: str, receiver: str) -> str:
    """Why a treaty forbids lend-lease; nothing if it does not (14.3)."""
    pact = next(pact for pact in pacts(position.book) if pact.id == JAPANESE_SOVIET)
    if sender not in pact.parties or position.track(pact.track) != Treaty.IN_FORCE:
        return ""
    partner = pact.partner_of(sender)
    at_odds = at_war(position.state, receiver, partner)
    reason = f"the {pact.name} treaty is in force and it is at war with {position.title(partner)}"
    return reason if at_odds else ""
