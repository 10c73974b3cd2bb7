"""Barbarossa from its first day on, played by two who attack: it goes on, and keeps its promises.

No order that its receipt accepted is refused, no hex holds too many or an enemy, the audit is
clean, and a board that is kept by the lists of the reports shows the position. A turn here, whole
wars in `make soak`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from property.runs import refused, turn_began
from property.second_board import Board, as_it_should_be, differences, move_by_list
from property.test_wif_games import Text, check, files_of, run, text_of
from property.wif_marshals import STANDING, Marshal

from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import open_window, validate
from pbem.core.play.run import RunFiles
from pbem.core.reading.layout import report_text
from pbem.core.reading.report import report_for
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.sequence import OVER
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.flames.turn.closing import END_OF_TURN
from pbem.systems.flames.world.control import is_friendly
from pbem.systems.flames.world.position import position_of
from pbem.systems.flames.world.vocabulary import PlaceFact, Side
from pbem.systems.wif.turn.victory import points_by_side

EASTERN = 9  # cities that are told of a war
TURN = 9  # windows: seven impulses, the end of the turn, the first impulse of the next


@dataclass
class War:
    """A game in progress with the board that its players keep."""

    game: Game
    state: State
    board: Board
    seed: str
    began: State  # the position as the turn began
    scores: list[int] = field(default_factory=list)  # of the Axis, after each turn

    def orders(self) -> tuple[Text, Text]:
        """What everybody sends for the open window."""
        state = self.state
        heads = {
            player: {"window": open_window(self.game, state), "for_state": "any", "player": player}
            for player in state.due
        }
        sent = {p: text_of({**heads[p], **Marshal(self.game, state, p).sections()}) for p in heads}
        return sent, {p: text_of({"standing": p, **STANDING}) for p in state.players()}

    def window(self) -> None:
        """One run, checked."""
        files = files_of(self.game, *self.orders(), self.state)
        files = replace(files, since={"impulse": self.state, "turn": self.began})
        assert list(self.mistakes(files)) == []
        outcome, files = run(self.game, self.state, files, self.seed)
        assert list(refused(outcome)) == []
        check(self.game, outcome, files, self.seed, replay=outcome.run % 3 == 0)
        move_by_list(self.board, self.game, report_text(report_for(self.game, outcome, "")))
        ends = self.state.clock.window == END_OF_TURN
        self.state = outcome.state
        if ends or self.state.clock.window == OVER:
            self.scores.append(self.points)
        self.began = turn_began(self.began, outcome)
        should = as_it_should_be(self.game, self.state)
        assert list(differences(self.board, should)) == []

    def mistakes(self, files: RunFiles) -> Iterator[str]:
        """What the receipts find wrong."""
        for player, file in files.submissions.items():
            found = validate(self.game, self.state, file).findings
            if has_errors(found):
                yield f"{player}: {[str(one) for one in found]}"

    @property
    def points(self) -> int:
        """The victory points of the Axis."""
        return points_by_side(position_of(self.game, self.state))[Side.AXIS]

    @property
    def told(self) -> str:
        """The score of every turn, and the easternmost cities that the Axis holds."""
        position = position_of(self.game, self.state)
        worth = [p.id for p in position.places.values() if PlaceFact.VICTORY_POINTS in p.facts]
        held = [one for one in sorted(worth) if is_friendly(position, one, Side.AXIS)]
        names = " ".join(self.game.board.name(one) or one for one in held[:EASTERN])
        return f"{', '.join(map(str, self.scores))}: {names}"


def war(seed: int, windows: int = 1000, scenario: str = "barbarossa") -> War:
    """A war, or its first windows."""
    roster = default_roster("wif", scenario)
    game, state = load_game(roster), first_state(roster)
    found = War(game, state, as_it_should_be(game, state), str(seed), state)
    for _ in range(windows):
        if found.state.clock.window == OVER:
            break
        found.window()
    return found


def test_a_turn_of_war() -> None:
    played = war(1, TURN)
    assert played.state.clock.turn == "1941-ja"
    assert played.points >= 5


if __name__ == "__main__":
    import sys

    for one in sys.argv[2:]:
        print(one, war(int(one), scenario=sys.argv[1]).told, flush=True)
