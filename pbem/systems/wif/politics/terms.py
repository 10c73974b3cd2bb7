"""The terms of a peace: who offers it to whom, and what changes hands (13.7.3).

`peace: [USSR, {with: Japan, give: [P2045], take: [Estonia], align: [Estonia]}]`. Decides what may
be given and taken, and whether two offers meet. Leaves what follows from it to `peace`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_controller, set_power
from pbem.core.record.events import Event
from pbem.core.record.state import NEUTRAL, State
from pbem.systems.flames.economy.orders_of_powers import own_majors
from pbem.systems.flames.world.position import Position, at_war, major
from pbem.systems.flames.world.vocabulary import PowerFlag, Relation
from pbem.systems.wif.politics.compelled import why_not_compel
from pbem.systems.wif.politics.conquest import hexes_in
from pbem.systems.wif.world.alliances import MAJOR_POWERS

CITE: Final = "13.7.3"


@dataclass(frozen=True, slots=True)
class Offer:
    """What one power offers another: what it gives and takes, and which of that it would align.

    `compel`: how it compels the peace instead (option 42).
    """

    power: str
    foe: str
    give: frozenset[str] = frozenset()
    take: frozenset[str] = frozenset()
    align: frozenset[str] = frozenset()
    compel: str = ""

    def meets(self, other: Offer) -> bool:
        """Whether the other's offer answers this one."""
        sides = (self.power, self.foe) == (other.foe, other.power)
        return sides and self.give == other.take and self.take == other.give and not self.compel


def offers_of(position: Position, item: Any) -> tuple[list[Offer], list[Finding]]:
    """The offers of one item of an order, of each power of the player that is at that war."""
    said: Mapping[str, Any] = item if isinstance(item, Mapping) else {"with": item}
    pairs = _at_war_with(position, str(said["with"]))
    if not pairs:
        return [], [_no_such_war(position, said["with"])]
    words = {key: [str(word) for word in said.get(key, ())] for key in ("give", "take", "align")}
    known, troubles = _known(position, words)
    how = str(said.get("compel", ""))
    offers = [Offer(power, foe, **known, compel=how) for power, foe in pairs]
    return offers, troubles or [f for offer in offers for f in why_not_offer(position, offer)]


def _no_such_war(position: Position, name: Any) -> Finding:
    """An offer to somebody with whom there is no war, and whom there is."""
    own = own_majors(position)
    foes = [f for f in position.powers if any(position.at_war(p, f) for p in own)]
    hint = f"at war with you: {', '.join(map(position.title, foes)) or 'nobody'}"
    return error("no-war", f"you are not at war with '{name}'", hint=hint, cite=CITE)


def _at_war_with(position: Position, name: str) -> list[tuple[str, str]]:
    """The wars of the player's powers, each with one that a name means."""
    own = [power.id for power in position.state.powers_of_player(position.player)]
    found = position.game.powers_called(name, list(position.powers))
    return [(power, foe) for power in own for foe in found if fight(position.state, power, foe)]


@implements("WIF-13.7.3-3")
def fight(state: State, power: str, foe: str) -> bool:
    """Whether two powers can make peace: major powers at war, or one with a minor alone."""
    majors = major(state, power) == power and major(state, foe) == foe
    alone = not at_war(state, major(state, power), major(state, foe))
    direct = state.powers[power].relations.get(foe) == Relation.WAR
    return direct and (majors or (alone and (power in MAJOR_POWERS or foe in MAJOR_POWERS)))


def _known(
    position: Position, words: Mapping[str, Sequence[str]]
) -> tuple[dict[str, frozenset[str]], list[Finding]]:
    """The hexes and countries that the words of an offer mean."""
    known: dict[str, frozenset[str]] = {}
    findings: list[Finding] = []
    for key, said in words.items():
        meant = {word: what_is(position, word) for word in said}
        known[key] = frozenset(found for found in meant.values() if found)
        findings += (
            error("unknown", f"'{word}' is neither a hex nor a country", cite=CITE, about=word)
            for word, found in meant.items()
            if not found
        )
    return known, findings


def what_is(position: Position, word: str) -> str:
    """The hex or the country that a word means; `` if it means none, or several."""
    countries = position.board.countries
    names = {str(facts.get("name", "")).casefold(): name for name, facts in countries.items()}
    known = word.casefold() if word.casefold() in countries else names.get(word.casefold())
    found = (known,) if known else position.game.find_places(word)
    return found[0] if len(found) == 1 else ""


@implements("WIF-13.7.3-1", "WIF-13.7.3-2")
def why_not_offer(position: Position, offer: Offer) -> Iterator[Finding]:
    """What is wrong with an offer: what is not theirs, hexes out of reach, minors not to align."""
    called = position.called
    if offer.compel:
        yield from _why_not_compelled(position, offer)
    for words, giver, gainer in (
        (offer.give, offer.power, offer.foe), (offer.take, offer.foe, offer.power)
    ):  # fmt: skip
        for word in sorted(words):
            if holder_of(position, word) != giver:
                message = f"{said(position, word)} is not {called(giver)}'s to give"
                yield error("not-theirs", message, cite=CITE)
        for place in out_of_reach(position, words, gainer):
            message = f"{position.label(place)} does not touch what {called(gainer)} holds or gets"
            yield error("not-next", message, cite=CITE)
    for country in sorted(offer.align):
        if country not in offer.take or position.conqueror(country) != offer.foe:
            yield error(
                "not-conquered", f"you take no conquered {called(country)} to align", cite=CITE
            )


def _why_not_compelled(position: Position, offer: Offer) -> Iterator[Finding]:
    """What is wrong with an offer that compels: who may not, and terms of one's own."""
    if why := why_not_compel(position, (offer.power, offer.foe), offer.compel):
        yield error("not-compelled", why, cite=CITE)
    if offer.give or offer.take:
        message = "what changes hands in a compelled peace is not for you to name"
        yield error("no-terms", message, hint="leave out give and take", cite=CITE)


def holder_of(position: Position, word: str) -> str:
    """The major power that could give a hex or a country away."""
    state = position.state
    if word in position.board:
        return position.held_by(word)
    holder, host = position.conqueror(word), state.at_home(word)
    if holder is None and host not in MAJOR_POWERS:
        holder = host
    return position.major(holder) if holder is not None else ""


def out_of_reach(position: Position, words: Iterable[str], gainer: str) -> list[str]:
    """Those of some hexes that do not hang together with what the gaining power holds (13.7.3)."""
    left = sorted(word for word in words if word in position.board)
    near = position.board.neighbours
    held = {place for place in position.places if position.held_by(place) == gainer}
    while reached := [place for place in left if held.intersection(near[place])]:
        held.update(reached)
        left = [place for place in left if place not in reached]
    return left


def said(position: Position, word: str) -> str:
    return position.label(word) if word in position.board else position.called(word)


# --- what changes hands --------------------------------------------------------------------------


@implements("WIF-2.5.3-2", "WIF-2.5.3-7")
def handed_over(position: Position, offer: Offer) -> Iterator[Event]:
    """What the offering power takes: hexes, and countries as conquered or aligned (13.7.3)."""
    state = position.state
    for word in sorted(offer.take):
        if word in position.board:
            yield from set_controller(state, word, offer.power)
            continue
        host = state.at_home(word)
        aligned = host is not None and word in offer.align
        heir = str(host) if aligned else offer.power
        flag = PowerFlag.CONQUERED.of(word)
        yield from set_power(state, offer.foe, "flag", flag, None)
        if not aligned:
            yield from set_power(state, offer.power, "flag", flag, True)
        if host is not None:
            yield from _new_lord(state, host, offer.power if aligned else None, offer.power)
        for place in hexes_in(position, word):
            holder = position.controller(place)
            if holder in (offer.foe, host):
                yield from set_controller(state, place, heir)


def _new_lord(state: State, minor: str, lord: str | None, taker: str) -> Iterator[Event]:
    """A minor country is aligned with who takes it, or nobody's while it is conquered."""
    yield from set_power(state, minor, "flag", PowerFlag.CONTROLLER, lord)
    players = " ".join(state.powers[taker].players) if lord else ""
    yield from set_power(state, minor, "players", "", players or None)
    yield from set_power(state, minor, "side", "", state.side_of(taker) if lord else NEUTRAL)
