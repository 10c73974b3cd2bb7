"""The end of a scenario (7.215): who has reached which level of victory, and who has won.

Decides when it is found: as the last player turn ends, or a side concedes; who is judged (two
sides, or in a game of many each player by the power whose conditions he follows); and who has won
by the levels. Leaves the levels, which the scenario booklet has, to the moderator, and objectives
where the map tells none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.conditions import Fact
from pbem.core.data.rulebook import implements
from pbem.core.record.verdicts import PlayerId, PowerId, Verdict
from pbem.core.rules.rulings import Ruled, RulingKind, Wanted
from pbem.systems.awaw.turn.ending import is_last_player_turn
from pbem.systems.awaw.victory.objectives import (
    axis_is_conquered,
    followed,
    has_two_sides,
    is_conquered,
    marks_objectives,
    objectives,
    winner,
)
from pbem.systems.awaw.world.alliances import faction_of, is_major
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.vocabulary import Faction, PowerCount, PowerName, Side, TrackName

LEVEL: Final = RulingKind(
    "victory",
    "Level of victory",
    "when a scenario ends",
    "7.215",
    ("AWAW-7.215A-1",),
)
HIGHEST: Final = 9
SIDES: Final = tuple(map(str, Side))
PARTNERS: Final = (PowerName.BRITAIN, PowerName.UNITED_STATES)


@dataclass(frozen=True, slots=True)
class Contender:
    """Who is judged: a side, or a player (the British and American ones together) by powers.

    Of several powers one alone decides, if objectives tell which: `powers` are those that may.
    """

    name: str
    players: tuple[PlayerId, ...]
    powers: tuple[PowerId, ...]
    objectives: int


@dataclass(frozen=True, slots=True)
class Reached:
    """The level of victory that somebody has reached; 0 is none."""

    who: Contender
    level: int


@dataclass(frozen=True, slots=True)
class VictoryVerdict(Verdict):
    """Who has won, and what of it the map tells: objectives, and conquered major powers."""

    kind: ClassVar[str] = "victory"
    cite: ClassVar[str] = "7.215"

    two_sides: bool
    winners: tuple[str, ...]
    reached: tuple[Reached, ...]
    objectives: Mapping[str, int]
    conquered: tuple[PowerId, ...]
    conceded: str = ""
    map_tells: bool = True

    @property
    def outcome(self) -> str:
        return "won" if self.winners else "nobody"


@implements("AWAW-7.215E-1", "AWAW-7.215A-1")
def victory(umpire: Umpire) -> None:
    """As the last player turn of a scenario ends, or a side has conceded: who has won."""
    conceded = str(umpire.state.track(TrackName.CONCEDED) or "")
    if not conceded and not is_last_player_turn(umpire.state):
        return
    position = umpire.position
    two = has_two_sides(umpire.state, umpire.options.multi_player)
    judged = tuple(_sides(position) if two else _players(position))
    levels = () if conceded else _levels(umpire, judged)
    umpire.tell(
        VictoryVerdict(
            None,
            two,
            tuple(_winners(levels, two, conceded)),
            levels,
            objectives(position, two),
            tuple(p for p in position.powers if is_major(p) and is_conquered(umpire.state, p)),
            conceded,
            marks_objectives(position.board),
        )
    )


def _winners(levels: tuple[Reached, ...], two: bool, conceded: str) -> Iterator[str]:
    """Of two sides one; in a game of many all that have fulfilled their conditions."""
    if two or conceded:
        found = winner({one.who.name: one.level for one in levels}, over=True, conceded=conceded)
        yield from (found,) if found else ()
    else:
        yield from (one.who.name for one in levels if one.level)


# --- who is judged -------------------------------------------------------------------------------


def _sides(position: Position) -> Iterator[Contender]:
    held = objectives(position)
    for side in Side:
        powers = tuple(p.id for p in position.state.powers_of(side) if is_major(p.id))
        players = position.state.players_of(side)
        yield Contender(str(side), players, powers, held.get(side, 0))


@implements("AWAW-7.215E-1", "AWAW-7.215F-2", "AWAW-7.215H-1")
def _players(position: Position) -> Iterator[Contender]:
    """Each player with the powers whose conditions he may follow; Britons and Americans as one."""
    state = position.state
    done: set[str] = set()
    for power in (p for p in state.powers.values() if is_major(p.id) and p.players):
        if power.id in done:
            continue
        own = _together(position, power.id)
        done.update(own)
        held = {one: state.counter(one, PowerCount.OBJECTIVES) for one in own}
        deciding = followed(held, own)
        players = tuple(dict.fromkeys(name for one in own for name in state.powers[one].players))
        yield Contender(deciding[0], players, deciding, _counted(position, deciding[0]))


def _together(position: Position, power: str) -> tuple[str, ...]:
    """The major powers that are judged with one: of its players, and of their partner's."""
    state = position.state
    players = set(state.powers[power].players)
    if any(players & set(state.powers[one].players) for one in PARTNERS if one in state.powers):
        players.update(
            n for one in PARTNERS if one in state.powers for n in state.powers[one].players
        )
    return tuple(p.id for p in state.powers.values() if is_major(p.id) and players & set(p.players))


def _counted(position: Position, power: str) -> int:
    """The objectives that count for a power's faction now."""
    return objectives(position, two_sides=False).get(str(faction_of(position.state, power)), 0)


# --- the levels ----------------------------------------------------------------------------------


def _levels(umpire: Umpire, judged: tuple[Contender, ...]) -> tuple[Reached, ...]:
    """What the moderator says of each."""
    ruled = umpire.rule_all([_wanted(umpire.position, one) for one in judged])
    return tuple(map(_reached, judged, ruled))


def _reached(who: Contender, ruled: Ruled) -> Reached:
    return Reached(who, int(ruled.result or 0))


def _wanted(position: Position, who: Contender) -> Wanted:
    """The question of one level, with what is known."""
    names = " or ".join(map(position.title, who.powers)) if who.name not in SIDES else ""
    whose = (
        f"the {position.title(who.name)} side"
        if not names
        else f"{', '.join(name.title() for name in who.players)} with {names}"
        + " (whichever held more objectives when taken)" * (len(who.powers) > 1)
    )
    facts: dict[str, Fact] = {"conquered": _conquered(position)}
    if marks_objectives(position.board):
        facts["objectives"] = who.objectives
    return LEVEL.want(
        f"Which level of victory is reached by {whose}? 0: the conditions are not met.",
        about=who.name,
        facts=facts,
        number=(0, HIGHEST),
    )


@implements("AWAW-7.215B-1", "AWAW-7.215C-1")
def _conquered(position: Position) -> tuple[str, ...]:
    """Conquered majors, and the European Axis, which is when Germany and Italy both are."""
    found = [p for p in position.powers if is_major(p) and is_conquered(position.state, p)]
    axis = [str(Faction.EUROPEAN_AXIS)] if axis_is_conquered(position.state) else []
    return tuple(found + axis)
