"""game.yaml against the position: a name that the game does not know would quietly mean nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from zoneinfo import available_timezones

from pbem.core.data.findings import Finding, error, suggest
from pbem.core.data.yamlio import Document
from pbem.core.record.state import State
from pbem.core.rules.setup import option_findings
from pbem.core.rules.system import find_system
from pbem.moderation.absence import roster_findings


def misfits(document: Document, state: State) -> list[Finding]:
    """What a well-formed game.yaml says of another game, or of nobody in this one."""
    said = document.data
    findings = [*_another_game(document, state), *roster_findings(document, state)]
    findings += option_findings(document, find_system(state.system))
    findings += _unknown_zones(document)
    for side, leader in said.get("leaders", {}).items():
        known = {power.side for power in state.powers.values()}
        findings += _unknown(document, ("leaders", side), "side", side, known, is_key=True)
        findings += _unknown(document, ("leaders", side), "player", leader, state.players())
    for player, seat in said["players"].items():
        findings += _misseated(document, state, player, seat or {})
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
    document: Document, state: State, player: str, seat: Mapping[str, Any]
) -> Iterator[Finding]:
    """The powers of a player are those of the position; a line without powers says nothing."""
    path = ("players", player, "powers")
    said = seat.get("powers", ())
    own = [power.id for power in state.powers_of_player(player)]
    legal = f"write powers: [{', '.join(own)}]" if own else "name no power here"
    hint = f"{legal}; who plays what was settled when the game began"
    for index, power in enumerate(said):
        if power not in state.powers:
            yield from _unknown(document, (*path, index), "power", power, state.powers)
        elif power not in own:
            others = " and ".join(state.powers[power].players) or "nobody"
            message = f"{player} does not play {power} in this game: {others} does"
            yield error("other-seat", message, where=document.where((*path, index)), hint=hint)
    left_out = [power for power in own if power not in said]
    if "powers" in seat and left_out and set(said) <= set(state.powers):
        message = f"{player} plays {' and '.join(left_out)} in this game, and it is not said here"
        yield error("other-seat", message, where=document.where(path), hint=hint)


def _unknown_zones(document: Document) -> Iterator[Finding]:
    """Time zones that nobody knows; a machine without a list of them cannot tell."""
    zones = {
        player: seat["zone"]
        for player, seat in document.data["players"].items()
        if seat and "zone" in seat
    }
    known = available_timezones() if zones else set()
    for player, zone in zones.items():
        if known and zone not in known:
            where = document.where(("players", player, "zone"))
            message = f"there is no time zone '{zone}'"
            yield error("unknown-zone", message, where=where, hint=suggest(zone, known))


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
