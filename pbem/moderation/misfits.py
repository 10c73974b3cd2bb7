"""game.yaml against the position: a name that the game does not know would quietly mean nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.core.findings import Finding, error, suggest
from pbem.core.state import State
from pbem.core.yamlio import Document
from pbem.moderation.absence import roster_findings


def misfits(document: Document, state: State) -> list[Finding]:
    """What a well-formed game.yaml says of another game, or of nobody in this one."""
    said = document.data
    findings = [*_another_game(document, state), *roster_findings(document, state)]
    for side, leader in said.get("leaders", {}).items():
        known = {power.side for power in state.powers.values()}
        findings += _unknown(document, ("leaders", side), "side", side, known, is_key=True)
        findings += _unknown(document, ("leaders", side), "player", leader, state.players())
    for player, seat in said["players"].items():
        for index, power in enumerate((seat or {}).get("powers", ())):
            where = ("players", player, "powers", index)
            findings += _unknown(document, where, "power", power, state.powers)
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
