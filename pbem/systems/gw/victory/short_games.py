"""Scenarios of an evening that are fought for a country: when they end, and who has won.

The track `short-game` names the country. For `spain` a side wins with the war (13.1), at the last
turn with more continental zones, of equals with Madrid. For `china` every nation with a counter
`par` has a share of the value of Continental China that is its due; who holds most above it wins.
Decides when such a game is over and who wins it. Leaves to `victory` the scenarios that are won by
Victory Points (3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_track
from pbem.core.record.state import State
from pbem.core.record.verdicts import Judged
from pbem.core.rules.position import Position, position_of
from pbem.core.rules.system import Written
from pbem.systems.gw.civil_wars.chinese_civil_war import continental_china
from pbem.systems.gw.civil_wars.spanish_civil_war import continental_zones
from pbem.systems.gw.world.nations import (
    OUTCOME,
    SPANISH_FACTIONS,
    is_fought,
    next_turn_number,
    spanish_winner,
    when,
)
from pbem.systems.gw.world.vocabulary import Nation, Outcome, PowerCount, TrackName
from pbem.systems.gw.world.zones import value_of_zone

MADRID: Final = "madrid"


@dataclass(frozen=True, slots=True)
class Share:
    """What a nation holds of the country: so many zones, or IPP, and what is its due."""

    nation: str
    held: int
    par: int


def shares(position: Position) -> tuple[Share, ...]:
    """What everybody holds of the country that a short game is fought for."""
    if position.track(TrackName.SHORT_GAME) == Nation.SPAIN:
        zones = continental_zones(position.board)
        return tuple(
            Share(name, _held(position.state, zones, name), 0) for name in SPANISH_FACTIONS
        )
    zones = continental_china(position.board)
    worth = {zone: value_of_zone(position.board, zone) for zone in zones}
    return tuple(
        Share(
            power.id,
            sum(worth[zone] for zone in zones if position.controller(zone) == power.id),
            power.counters[PowerCount.PAR],
        )
        for power in position.powers.values()
        if PowerCount.PAR in power.counters
    )


def _held(state: State, zones: Sequence[str], nation: str) -> int:
    return sum(1 for zone in zones if state.controller(zone) == nation)


def leader(position: Position) -> str:
    """Who would win a short game now; nobody at a tie."""
    won = spanish_winner(position.state)
    if position.track(TrackName.SHORT_GAME) == Nation.SPAIN and won:
        return won
    found = shares(position)
    best = max(share.held - share.par for share in found)
    first = [share.nation for share in found if share.held - share.par == best]
    if (
        position.track(TrackName.SHORT_GAME) == Nation.SPAIN
        and position.controller(MADRID) in first
    ):
        return str(position.controller(MADRID))
    return first[0] if len(first) == 1 else ""


def is_over(position: Position) -> bool:
    """Whether a short game ends with this turn: the war is won, or the last turn is done."""
    if position.track(TrackName.SHORT_GAME) == Nation.SPAIN and not is_fought(
        position.state, TrackName.SPANISH_CIVIL_WAR
    ):
        return True
    last = position.track(TrackName.LAST_TURN)
    done = next_turn_number(position) is None and last is not None
    return done and when(position.clock.turn) >= when(str(last))


@dataclass(frozen=True, slots=True)
class ShortGameVerdict(Judged):
    """The end of a short game, and what each nation holds of the country."""

    kind: ClassVar[str] = "short-game"
    cite: ClassVar[str] = "2.1"

    country: str
    shares: Sequence[tuple[str, int, int]]


def end_of_short_game(umpire: Umpire) -> None:
    """At the end of a nation's turn: whether a short game is over, and who has won it."""
    position = umpire.position
    if position.track(TrackName.SHORT_GAME) is None or not is_over(position):
        return
    winner = leader(position) or Outcome.TIE
    found = [(one.nation, one.held, one.par) for one in shares(position)]
    won = Outcome.TIE if winner == Outcome.TIE else OUTCOME.get(winner) or position.side_of(winner)
    umpire.apply(*set_track(position.state, TrackName.GAME_OVER, won))
    country = str(position.track(TrackName.SHORT_GAME))
    umpire.tell(ShortGameVerdict(at=None, result=winner, country=country, shares=found))


def short_game(verdict: ShortGameVerdict, scene: Scene) -> Sequence[str]:
    """The end of a short game."""
    winner = verdict.outcome
    title = "nobody wins" if winner == Outcome.TIE else f"{scene.title(winner)} wins"
    return [f"THE GAME IS OVER  {title}", _told(verdict.shares, verdict.country, scene)]


def _told(found: Sequence[tuple[str, int, int]], country: str, scene: Scene) -> str:
    if country == Nation.SPAIN:
        parts = [f"{scene.title(nation)} {held}" for nation, held, _ in found]
        return f"Zones of continental Spain: {', '.join(parts)}"
    parts = [f"{scene.title(nation)} {held} (par {par})" for nation, held, par in found]
    return f"IPP of Continental China: {', '.join(parts)}"


def standing(scene: Scene) -> Sequence[str]:
    """How a short game stands, before the next orders."""
    state = scene.after
    country = state.track(TrackName.SHORT_GAME)
    if country is None or state.track(TrackName.GAME_OVER) is not None:
        return []
    found = [(one.nation, one.held, one.par) for one in shares(position_of(scene.game, state))]
    ahead = leader(position_of(scene.game, state))
    who = f"{scene.title(ahead)} is ahead" if ahead else "nobody is ahead"
    return [f"{_told(found, str(country), scene)}: {who}"]


SHORT_GAME_PARAGRAPHS: Final[Written] = {ShortGameVerdict: short_game}
