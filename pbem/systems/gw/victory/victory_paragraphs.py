"""The words of reports about Victory Points and the end of the game (2.1, 3).

Decides nothing of play. Leaves the reasons of objectives to `objectives`, short games to their
module.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.state import State
from pbem.core.rules.position import position_of
from pbem.core.rules.system import Written
from pbem.systems.gw.economy.purses import HalvedIncomeVerdict
from pbem.systems.gw.victory.game_end import VariableEndVerdict, VictoryVerdict
from pbem.systems.gw.victory.victory import is_scored, score, totals
from pbem.systems.gw.world.vocabulary import Outcome, TrackName
from pbem.systems.gw.world.wording import MONTHS


def turn_told(turn: str) -> str:
    """`July 1945`."""
    year, month = turn.split("-")
    return f"{MONTHS[month]} {year}"


def points_told(points: Sequence[Sequence[Any]], scene: Scene) -> str:
    """`Allies 21, Axis 12, Comintern 9`: the most first."""
    ranked = sorted(points, key=lambda row: (-row[1], row[0]))
    return ", ".join(f"{scene.title(side)} {number}" for side, number in ranked)


def variable_end(verdict: VariableEndVerdict, scene: Scene) -> Sequence[str]:
    """The roll for the end, with the captured capitals that count."""
    capitals = ", ".join(map(scene.place, verdict.capitals))
    taken = f" with {capitals} in enemy hands" if capitals else ""
    outcome = "the game ends" if verdict.outcome == "ends" else "the game goes on"
    die = f"die {verdict.die}" + (
        f", {verdict.number} in all" if verdict.number != verdict.die else ""
    )
    return [
        f"END OF {turn_told(verdict.turn).upper()} (2.1)  {die}: {outcome}",
        f"It ends on {verdict.most} or less{taken}",
    ]


def victory(verdict: VictoryVerdict, scene: Scene) -> Sequence[str]:
    """The full score, with every objective met or not."""
    victor = verdict.outcome
    points = points_told(verdict.points, scene)
    if victor == "tie":
        title = f"A TIE (3.5)  {points}: the game goes on for one turn"
    else:
        title = f"VICTORY (3.5)  {scene.title(victor)} win the game: {points}"
    return [title, *_cities(verdict.cities, scene), *_objectives(verdict, scene)]


def _cities(cities: Sequence[Sequence[str]], scene: Scene) -> Sequence[str]:
    """Which Objective Cities score for whom."""
    found: dict[str, list[str]] = {}
    for zone, _, side in cities:
        found.setdefault(side, []).append(scene.place(zone))
    return [
        f"Cities of {scene.title(side)} {len(zones)}: {', '.join(zones)}"
        if side
        else f"Cities of nobody: {', '.join(zones)}"
        for side, zones in sorted(found.items(), key=lambda item: (not item[0], item[0]))
    ]


def _objectives(verdict: VictoryVerdict, scene: Scene) -> Sequence[str]:
    """Nation by nation: its objectives with the reason, and what it loses at home."""
    lost: dict[str, Sequence[str]] = dict(verdict.losses)
    rows: dict[str, list[str]] = {}
    sums: dict[str, int] = {}
    for nation, title, points, most, why in verdict.objectives:
        rows.setdefault(nation, []).append(f"  {points} of {most}  {title}: {why}")
        sums[nation] = sums.get(nation, 0) + points
    lines = []
    for nation in dict.fromkeys((*rows, *lost)):
        gone = lost.get(nation, [])
        lines.append(f"{scene.title(nation)} {sums.get(nation, 0) - len(gone)}")
        lines += rows.get(nation, [])
        if gone:
            lines.append(f"  -{len(gone)}  lost at home: {', '.join(map(scene.place, gone))}")
    return lines


def halved_income(verdict: HalvedIncomeVerdict, scene: Scene) -> Sequence[str]:
    """What each half of the United States gets of its income."""
    east, west = verdict.east, verdict.west
    return [f"Income of the United States (2.3): {east} IPP to the East, {west} to the West"]


_POINTS: Final = "victory-points"  # under which they are kept with a position

VICTORY_PARAGRAPHS: Final[Written] = {
    HalvedIncomeVerdict: halved_income,
    VariableEndVerdict: variable_end,
    VictoryVerdict: victory,
}


def victory_points(scene: Scene) -> Sequence[str]:
    """The Victory Points as they stand, for the end of every report."""
    state = scene.after
    if not is_scored(state):
        return []
    game = scene.game
    points = [[side, number] for side, number in _totals_now(scene).items()]
    last = state.track(TrackName.LAST_TURN)
    ends = (
        "" if game.options.variable_end or last is None else f" (last turn {turn_told(str(last))})"
    )
    return [f"Victory Points if the game ended now: {points_told(points, scene)}{ends}"]


def _totals_now(scene: Scene) -> dict[str, int]:
    """The points of a position, counted once for all who see the same of both."""
    here, before = position_of(scene.game, scene.after), scene.before
    counted: list[tuple[State, dict[str, int]]] = here.kept(_POINTS, list)
    for state, found in counted:
        if state is before:
            return found
    found = totals(score(here, position_of(scene.game, before)))
    counted.append((before, found))
    return found


def result(scene: Scene) -> Sequence[str]:
    """Who has won a game that is over, with the score where points were counted."""
    winner = scene.after.track(TrackName.GAME_OVER)
    if winner is None:
        return []
    if winner == Outcome.TIE:
        return ["Nobody has won."]
    counted = [e for e in scene.entries if e.kind == "verdict" and e.body["verdict"] == "victory"]
    points = f": {points_told(counted[-1].facts['points'], scene)}" if counted else ""
    return [f"Won by the side of the {scene.title(str(winner))}{points}"]
