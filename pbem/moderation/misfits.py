"""game.yaml against the position: a name that the game does not know would quietly mean nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from pbem.core.data.addresses import address_in
from pbem.core.data.findings import Finding, error, suggest
from pbem.core.data.yamlio import Document
from pbem.core.record.state import State
from pbem.core.rules.optional import option_findings
from pbem.core.rules.setup import as_named, to_come
from pbem.core.rules.system import find_system
from pbem.moderation.absence import roster_findings


@dataclass(frozen=True, slots=True)
class _Seats:
    """Who played what as the game began and who plays what now; what may come has no player yet."""

    first: State
    now: State

    @property
    def coming(self) -> Mapping[str, str]:
        """The powers that the scenario may bring into being, with their sides."""
        return to_come(self.now.system, self.now.scenario)

    @property
    def powers(self) -> dict[str, None]:
        """Every power that a line of game.yaml may name."""
        return dict.fromkeys((*self.now.powers, *self.first.powers, *self.coming))

    @property
    def sides(self) -> set[str]:
        """Every side that a line of game.yaml may name."""
        there = (*self.now.powers.values(), *self.first.powers.values())
        return {power.side for power in there} | {*self.coming.values()}

    def of(self, player: str) -> tuple[list[str], list[str]]:
        """The powers that a player plays now, and all those that he may name as his."""
        own = [power.id for power in self.now.powers_of_player(player)]
        began = [power.id for power in self.first.powers_of_player(player)]
        return own, list(dict.fromkeys((*own, *began, *self.coming)))


def misfits(document: Document, state: State, first: State | None = None) -> list[Finding]:
    """What a well-formed game.yaml says of another game, or of nobody in this one.

    `first` is the position in which the game began: powers change hands, come and go in play.
    """
    document = replace(document, data=as_named(document.data))
    said, seats = document.data, _Seats(first or state, state)
    findings = [*_another_game(document, state), *roster_findings(document, state)]
    findings += option_findings(document, find_system(state.system))
    findings += _unknown_zones(document)
    findings += _unread_addresses(document)
    for side, leader in said.get("leaders", {}).items():
        findings += _unknown(document, ("leaders", side), "side", side, seats.sides, is_key=True)
        players = {*state.players(), *seats.first.players(), *_waiting(said["players"], seats)}
        findings += _unknown(document, ("leaders", side), "player", leader, players)
    for player, seat in said["players"].items():
        findings += _misseated(document, seats, player, seat or {})
    for player in state.players():
        if player not in said["players"]:
            findings.append(
                error(
                    "missing-player",
                    f"{player} plays in this game and is not among the players",
                    where=document.where_key(("players",)),
                    hint=f"add a line: {player}: {{}}",
                )
            )
    return findings


def _waiting(players: Mapping[str, Any], seats: _Seats) -> Iterator[str]:
    """The players of powers that may come into being."""
    for player, seat in players.items():
        if {*(seat or {}).get("powers", ())} & {*seats.coming}:
            yield player


def _another_game(document: Document, state: State) -> list[Finding]:
    """Game, system and scenario are those of the position."""
    return [
        error(
            "other-game",
            f"{key}: found '{document.data[key]}', but the position is of '{now}'",
            where=document.where((key,)),
            hint=f"write {key}: {now}",
        )
        for key, now in (
            ("game", state.game),
            ("system", state.system),
            ("scenario", state.scenario),
        )
        if str(document.data[key]) != now
    ]


def _misseated(
    document: Document, seats: _Seats, player: str, seat: Mapping[str, Any]
) -> Iterator[Finding]:
    """The powers of a player are those of the position, now or as the game began.

    Besides, a line may give him powers that are to come; a line without powers says nothing.
    """
    path = ("players", player, "powers")
    said = seat.get("powers", ())
    own, may = seats.of(player)
    legal = f"write powers: [{', '.join(own)}]" if own else "name no power here"
    hint = f"{legal}; who plays what was settled when the game began"
    for index, power in enumerate(said):
        if power not in seats.powers:
            yield from _unknown(document, (*path, index), "power", power, seats.powers)
        elif power not in may:
            known = seats.now.powers.get(power) or seats.first.powers[power]
            others = " and ".join(known.players) or "nobody"
            message = f"{player} does not play {power} in this game: {others} does"
            yield error("other-seat", message, where=document.where((*path, index)), hint=hint)
    began = {power.id for power in seats.first.powers_of_player(player)}
    left_out = [power for power in own if power in began and power not in said]
    if "powers" in seat and left_out and set(said) <= set(seats.powers):
        message = f"{player} plays {' and '.join(left_out)} in this game, and it is not said here"
        yield error("other-seat", message, where=document.where(path), hint=hint)


@cache
def _known_zones() -> frozenset[str]:
    """The time zones of this machine."""
    return frozenset(available_timezones())


def _unknown_zones(document: Document) -> Iterator[Finding]:
    """Time zones that nobody knows; a machine without a list of them cannot tell."""
    zones = {
        player: str(seat["zone"])  # a bare number is text too
        for player, seat in document.data["players"].items()
        if seat and "zone" in seat
    }
    known = _known_zones() if zones else frozenset()
    for player, zone in zones.items():
        if known and zone not in known:
            where = document.where(("players", player, "zone"))
            message = f"there is no time zone '{zone}'"
            yield error("unknown-zone", message, where=where, hint=suggest(zone, known))


def _unread_addresses(document: Document) -> Iterator[Finding]:
    """Addresses to which nobody could write, and from which nobody's letter would come."""
    for player, seat in document.data["players"].items():
        said = str((seat or {}).get("address", ""))
        if said.strip() and not address_in(said):
            where = document.where(("players", player, "address"))
            message = f"'{said}' is not one address that can be read"
            hint = "write NAME <ADDRESS>, with signs as servers write them: xn--… for other letters"
            yield error("unread-address", message, where=where, hint=hint)


def _unknown(
    document: Document,
    path: tuple[str | int, ...],
    what: str,
    name: Any,
    known: Iterable[str],
    is_key: bool = False,
) -> list[Finding]:
    names = list(known)
    if name in names:
        return []
    where = document.where_key(path) if is_key else document.where(path)
    message = f"there is no {what} '{name}' in this game"
    return [error(f"unknown-{what}", message, where=where, hint=suggest(str(name), names))]
