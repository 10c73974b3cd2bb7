"""Who is away when a window closes, and who or what plays for him.

The days are those that the moderator typed: the deadline of the window against the absences of
game.yaml. No clock is asked, so the same files always give the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.findings import EXIT_WAITING, Finding, PbemError, Where, error, suggest
from pbem.core.data.yamlio import Document
from pbem.core.record.state import State
from pbem.core.rules.game import Absence, Game, Roster

DEPUTY: Final = "deputy"
STANDING: Final = "standing"
PAUSE: Final = "pause"

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_ROSTER: Final = Where("game.yaml")


class GamePaused(PbemError):
    """A player is away, and the game waits for him."""

    exit_code = EXIT_WAITING


@dataclass(frozen=True, slots=True)
class Away:
    """A player who is away at the deadline of a window, and what game.yaml says of it."""

    player: str
    deadline: str
    absence: Absence
    deputy: str = ""

    @property
    def told(self) -> str:
        """Who answers for whom: `hans is away until 2026-12-28; the deputy otto orders`."""
        return f"{self.player} is {self.how}"

    @property
    def how(self) -> str:
        """Who answers for him: `away until 2026-12-28; the deputy otto orders`."""
        then = {
            DEPUTY: f"the deputy {self.deputy} orders",
            STANDING: "standing orders answer",
            PAUSE: "the game pauses",
        }
        return f"away until {self.absence.end}; {then[self.absence.then]}"

    def told_after(self, acted: bool) -> str:
        """What the report of the window says: who did answer."""
        who = f"the deputy {self.deputy} acted" if acted else "standing orders answered"
        return f"{self.player} is away until {self.absence.end}; {who}"


# --- deadlines -----------------------------------------------------------------------------------


def deadline(roster: Roster, player: str, run: int) -> str:
    """When a player's orders for a run are due, as game.yaml has it; empty where it says nothing.

    A line for the run goes before the player's own line, which is for whatever window is open.
    """
    said = roster.deadlines.get(str(run), "")
    if isinstance(said, Mapping):
        said = said.get(player, "")
    return said or str(roster.deadlines.get(player, ""))


def deadlines(roster: Roster, run: int) -> dict[str, str]:
    """The deadlines of a run, of all players who have one."""
    found = {player: deadline(roster, player, run) for player in roster.players}
    return {player: by for player, by in found.items() if by}


# --- who is away ---------------------------------------------------------------------------------


def away(roster: Roster, run: int) -> dict[str, Away]:
    """Everybody who is away on the day of his deadline for a run."""
    found: dict[str, Away] = {}
    for name, player in roster.players.items():
        by = deadline(roster, name, run)
        day = _DAY.match(by)
        for absence in player.absent:
            if day and absence.start <= day.group() <= absence.end:
                found[name] = Away(name, by, absence, player.deputy)
    return found


def answering(roster: Roster, run: int) -> dict[str, str]:
    """Who answers in a run, by the player who is away."""
    return {name: gone.how for name, gone in away(roster, run).items()}


def refuse_paused(roster: Roster, run: int, due: Collection[str]) -> None:
    """Stop where a player is away who owes orders and asked that the game waits for him."""
    there = (gone for name, gone in away(roster, run).items() if name in due)
    paused = [gone for gone in there if gone.absence.then == PAUSE]
    if paused:
        who = " and ".join(f"{g.player} is away until {g.absence.end}" for g in paused)
        raise GamePaused(
            f"the game pauses: {who}; the deadline of run {run} is {paused[0].deadline}",
            hint="set a later deadline in game.yaml, or change what the absence says",
        )


# --- findings ------------------------------------------------------------------------------------


def roster_findings(document: Document, state: State) -> Iterator[Finding]:
    """What is wrong with the absences and deadlines of game.yaml, whatever the window."""
    players: Mapping[str, Any] = document.data["players"]
    for name, seat in players.items():
        for index, row in enumerate((seat or {}).get("absent", ())):
            path = ("players", name, "absent", index)
            if row["to"] < row["from"]:
                message = f"{name} is away from {row['from']} to {row['to']}: it ends too early"
                yield error("bad-absence", message, where=document.where((*path, "to")))
            if row["then"] == DEPUTY:
                deputy = str(seat.get("deputy", ""))
                yield from _deputy_troubles(state, name, deputy, document.where((*path, "then")))
    for key in document.data.get("deadlines", {}):
        if key not in players and not key.isdecimal():
            where = document.where_key(("deadlines", key))
            message = f"there is no player '{key}' in this game"
            hint = f"{suggest(key, players)}; or write the number of a run"
            yield error("unknown-player", message, where=where, hint=hint)


def _deputy_troubles(state: State, name: str, deputy: str, where: Where) -> Iterator[Finding]:
    """Somebody is named, and he does not play against him for whom he orders."""
    if deputy in ("", name):
        message = f"a deputy is to order for {name}, and none is named"
        hint = f"write deputy: NAME beside the powers of {name}"
        yield error("no-deputy", message, where=where, hint=hint)
    elif _sides(state, deputy) - _sides(state, name):
        message = f"{deputy} plays against {name} and would see what is secret"
        yield error("enemy-deputy", message, where=where, hint="name another deputy")


def _sides(state: State, player: str) -> set[str]:
    return {power.side for power in state.powers_of_player(player)}


def undated(roster: Roster, run: int, due: Collection[str]) -> Iterator[Finding]:
    """Absences of those who owe orders that nobody can judge, for want of a deadline with a day."""
    for name, player in roster.players.items():
        if name in due and player.absent and not _DAY.match(deadline(roster, name, run)):
            yield error(
                "no-deadline",
                f"whether {name} is away cannot be said: run {run} has no deadline with a day",
                where=_ROSTER,
                hint=f"write deadlines: {{{run}: {player.absent[0].start}}}",
            )


def deputy_findings(
    game: Game, state: State, player: str, deputy: str, document: Document | None
) -> Iterator[Finding]:
    """Whether a file that a deputy sends for a player counts in the open window."""
    if not deputy or document is None or player not in game.roster.players:
        return
    run, where = state.clock.run + 1, document.where(("deputy",))
    named = game.roster.players[player].deputy
    gone = away(game.roster, run).get(player)
    if deputy != named:
        hint = f"his deputy is {named}" if named else "game.yaml names none"
        yield error("not-deputy", f"{deputy} is not the deputy of {player}", where=where, hint=hint)
    elif gone is None or gone.absence.then != DEPUTY:
        by = deadline(game.roster, player, run) or "none is set"
        message = f"{player} orders for himself: no deputy acts for him at this deadline ({by})"
        yield error("not-away", message, where=where, hint="his absences stand in game.yaml")


def notes(
    roster: Roster, run: int, own: Collection[str], by_deputy: Collection[str]
) -> Iterator[str]:
    """What the report says of those who were away; of one who ordered all the same, nothing."""
    for name, gone in away(roster, run).items():
        if name in by_deputy or name not in own:
            yield gone.told_after(name in by_deputy)
