"""Where a game stands: its window, who has sent what for it, who is late, asked or away.

Decides: who owes and has sent, by the heads of the files that the next run would be played with;
who is late, by the deadlines of game.yaml in their time zones and the time that is asked about.
Leaves to `moderation.window`: whether files are legal, and what happens where they are missing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pbem.core.data.findings import id_said
from pbem.core.orders.orders import head_of, is_window, open_window
from pbem.core.record.state import State
from pbem.core.rules.sequence import OVER
from pbem.moderation.absence import DEPUTY, Away, away, deadlines
from pbem.moderation.protests import Protest
from pbem.post.queue import still_queued
from pbem.post.senders import unwritten
from pbem.store.directory import GameDirectory
from pbem.store.files import is_handed_over
from pbem.store.inputs import sent_files
from pbem.store.pending import RULINGS, folder_of, waiting
from pbem.store.protests import open_protests

_DEADLINE: Final = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[ T](\d{1,2}:\d{2}))?(?: +(\S+))?")
_LAST_MINUTE: Final = "23:59"  # of a deadline that names a day alone


@dataclass(frozen=True, slots=True)
class Seat:
    """A player in the open window.

    `state`: sent, owes, late, asked (play waits for an answer of his), or idle, who owes nothing.
    `deputy`: who acts for him, if he is away and somebody does.
    """

    player: str
    state: str
    deadline: str = ""
    away: str = ""
    standing: bool = False
    deputy: str = ""
    waiting: tuple[str, ...] = ()  # windows to come for which he has sent orders

    @property
    def writer(self) -> str:
        """Who writes for the seat: the player, or the deputy who acts for him while he is away."""
        return self.deputy or self.player


@dataclass(frozen=True, slots=True)
class Overview:
    """A game as its moderator wants to see it at a glance."""

    game: str
    folder: str
    window: str
    run: int
    stage: str
    seats: tuple[Seat, ...]
    rulings: str = ""  # the form of what the moderator must rule before play goes on
    protests: tuple[Protest, ...] = ()  # those that wait for a ruling
    notes: tuple[str, ...] = ()  # on players to whom nobody can write

    def named(self, state: str) -> tuple[str, ...]:
        """The players of one state."""
        return tuple(seat.player for seat in self.seats if seat.state == state)


def overview(directory: GameDirectory, now: datetime) -> Overview:
    """Where a game stands at a time.

    Its stage: handed over (it goes on elsewhere), opened (its keys are public), over (it has
    ended), asked, sealed, ready (nobody owes anything), or open.
    """
    state = directory.state()
    number = state.clock.run + 1
    asked = _asked(directory, number)
    seats = tuple(_seats(directory, state, asked, now))
    stage = _stage(directory, number, bool(asked), any(s.state in ("owes", "late") for s in seats))
    if stage in ("open", "ready") and state.clock.window == OVER:
        stage = "over"
    return Overview(
        directory.roster.game,
        str(directory.root),
        open_window(directory.game, state),
        number,
        stage,
        seats,
        _rulings(directory, number),
        open_protests(directory),
        unwritten(directory),
    )


def _seats(
    directory: GameDirectory, state: State, asked: Collection[str], now: datetime
) -> Iterator[Seat]:
    """Every player of the open window, with what he has sent and owes."""
    number = state.clock.run + 1
    sent, standing = _sent(directory, state, number)
    due = deadlines(directory.roster, number)
    gone = away(directory.roster, number)
    queue = _queue(directory)
    for player in state.players():
        zone, deadline = _zone(directory, player), due.get(player, "")
        word = "sent" if player in sent else "idle"
        if player in asked:
            word = "asked"
        elif player in state.due and player not in sent:
            word = "late" if _is_past(deadline, zone, now) else "owes"
        absent = gone.get(player)
        how = absent.how if absent else ""
        by, early = _in_zone(deadline, zone), queue.get(player, ())
        yield Seat(player, word, by, how, player in standing, _deputy(absent), early)


def _deputy(absent: Away | None) -> str:
    """Who acts for a player who is away; nobody where standing orders answer for him."""
    return absent.deputy if absent and absent.absence.then == DEPUTY else ""


def _queue(directory: GameDirectory) -> dict[str, tuple[str, ...]]:
    """The windows to come for which players have sent orders."""
    found: dict[str, tuple[str, ...]] = {}
    for one in still_queued(directory):
        found[one.player] = (*found.get(one.player, ()), one.window)
    return found


def _rulings(directory: GameDirectory, number: int) -> str:
    """The form of the rulings for which a run waits."""
    path = folder_of(directory.root) / f"{RULINGS}.yaml"
    wanted = waiting(directory.root, number) is not None and path.is_file()
    return str(path) if wanted else ""


def _stage(directory: GameDirectory, number: int, asked: bool, owed: bool) -> str:
    if is_handed_over(directory.root):
        return "handed over"
    if directory.opened:
        return "opened"
    if asked or waiting(directory.root, number) is not None:
        return "asked"
    if (directory.root / "sealed" / str(number)).is_dir():
        return "sealed"
    return "open" if owed else "ready"


def _sent(directory: GameDirectory, state: State, number: int) -> tuple[set[str], set[str]]:
    """Who has sent orders for the open window, or had them sent; who has standing orders."""
    window = open_window(directory.game, state)
    sent = {
        _name(head, "player")
        for head in _heads(directory, number, "orders")
        if _is_for(head, window)
    }
    return sent, {_name(head, "standing") for head in _heads(directory, number, "standing")}


def _heads(directory: GameDirectory, number: int, part: str) -> Iterator[Mapping[str, object]]:
    """The heads of the files of one kind."""
    files = sent_files(directory, number, part)
    return (head_of(data, name) for name, data in files.items())


def _is_for(head: Mapping[str, object], window: str) -> bool:
    return is_window(str(head.get("window", "")), window)


def _name(head: Mapping[str, object], key: str) -> str:
    return id_said(str(head.get(key) or ""))


def _asked(directory: GameDirectory, number: int) -> set[str]:
    """Whose answers a run waits for: those to whom questions are to be mailed."""
    if waiting(directory.root, number) is None:
        return set()
    names = {path.stem for path in folder_of(directory.root).glob("*.yaml")}
    return names & set(directory.roster.players)


# --- deadlines -----------------------------------------------------------------------------------


def _zone(directory: GameDirectory, player: str) -> str:
    return directory.roster.players[player].zone if player in directory.roster.players else "UTC"


def moment(deadline: str, zone: str) -> datetime | None:
    """When a deadline is; None where game.yaml names no day. Without a zone it is the player's."""
    found = _DEADLINE.fullmatch(deadline.strip())
    if found is None:
        return None
    day, time, named = found.groups()
    try:
        when = datetime.strptime(f"{day} {time or _LAST_MINUTE}", "%Y-%m-%d %H:%M")
        return when.replace(tzinfo=_known_zone(named or zone))
    except ValueError:
        return None


def moments(directory: GameDirectory) -> list[datetime]:
    """The deadlines of the open window, of all players."""
    due = deadlines(directory.roster, directory.latest.number + 1)
    found = (moment(deadline, _zone(directory, player)) for player, deadline in due.items())
    return sorted(when.astimezone(UTC) for when in found if when is not None)


def _known_zone(name: str) -> ZoneInfo | None:
    """A time zone by its name; ValueError where this machine knows none of it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError):
        raise ValueError(name) from None


def _is_past(deadline: str, zone: str, now: datetime) -> bool:
    when = moment(deadline, zone)
    return when is not None and when < now


def _in_zone(deadline: str, zone: str) -> str:
    """A deadline in the time zone of a player; as it was typed where it names no day."""
    when = moment(deadline, zone)
    try:
        return (
            deadline if when is None else f"{when.astimezone(_known_zone(zone)):%Y-%m-%d %H:%M %Z}"
        )
    except ValueError:
        return f"{when.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if when else deadline
