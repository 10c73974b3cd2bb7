"""The scenarios of The War, played by two who attack: they end, and keep their promises.

No question stops them, no order that its receipt accepted is refused, the audit is clean, and a
board that is kept by the lists of the reports shows the position. A war in the west here and a
window at random in the east, whole wars in `make soak`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from property.runs import refused, turn_began
from property.second_board import Board, as_it_should_be, differences, move_by_list
from property.test_audits import record_of
from property.test_wif_games import Text, files_of, run, text_of
from property.tw_marshals import Marshal, standing

from pbem.audit.rebuild import Rebuilt
from pbem.audit.verify import audit
from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import open_window, validate
from pbem.core.play.run import Outcome, RunFiles
from pbem.core.reading.layout import report_text
from pbem.core.reading.report import report_for
from pbem.core.record.dice import seed_keys
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State
from pbem.core.rules.fit import misfits
from pbem.core.rules.game import Game
from pbem.core.rules.sequence import OVER
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.stacking import excess

WIDE: Final = 78  # of a report
ENDS: Final = ("victory", "french-surrender", "soviet-surrender")  # verdicts
REPLAYED: Final = 6  # one run in so many is played again by the audit


@dataclass
class War:
    """A game in progress with the board that its players keep."""

    game: Game
    state: State
    board: Board
    seed: str
    began: State
    wild: bool = False
    questions: int = 0
    verdicts: list[Entry] = field(default_factory=list)

    def orders(self) -> tuple[Text, Text]:
        """What everybody sends for the open window."""
        random = Random(f"{self.seed} {self.state.clock.run}")
        sent: dict[str, Text] = {}
        attacked: set[str] = set()  # hexes that allies attack alone, who have written before
        for player in self.state.due:
            head = {"window": open_window(self.game, self.state), "for_state": "any"}
            known = set[str]() if self.wild else attacked
            marshal = Marshal(self.game, self.state, player, random, self.wild, known)
            sent[player] = text_of({**head, "player": player, **marshal.sections()})
        lines = dict(standing(self.wild))
        return sent, {p: text_of({"standing": p, **lines}) for p in self.state.players()}

    def window(self) -> None:
        """One run, checked."""
        files = files_of(self.game, *self.orders(), self.state)
        files = replace(files, since={"impulse": self.began_player_turn(), "turn": self.began})
        mistakes = list(self.mistakes(files))
        assert not mistakes, mistakes
        before = self.state
        outcome, played = run(self.game, self.state, files, self.seed)
        self.questions += played is not files
        turned_down = list(refused(outcome))
        assert not turned_down, turned_down
        self.check(outcome, played)
        text = self.report(outcome)
        self.verdicts += [one for one in outcome.ledger.entries if one.kind == "verdict"]
        move_by_list(self.board, self.game, text)
        self.state = outcome.state
        self.began = turn_began(self.began, outcome)
        if before.clock.impulse != self.state.clock.impulse:
            self.impulse = self.state
        shown = list(differences(self.board, as_it_should_be(self.game, self.state)))
        assert not shown, shown

    impulse: State | None = None

    def began_player_turn(self) -> State:
        """The position as the player turn began."""
        return self.impulse or self.state

    def check(self, outcome: Outcome, files: RunFiles) -> None:
        """What every position must keep, and the audit of the run."""
        game, state = self.game, outcome.state
        wrong = list(misfits(game, state))
        assert not wrong, wrong
        position = Position(game, state, state)
        for piece in map(position.piece, state.units.values()):
            if piece.is_ground and piece.at in game.board.spots and state.clock.window != OVER:
                assert not position.enemy_ground(piece.owner, piece.at), piece.id
        if state.clock.window != "second-half":
            over = [
                piece.id
                for piece in map(position.piece, state.units.values())
                if piece.is_ground
                and piece.at in game.board.spots
                and position.side_of(piece.owner) != state.clock.side
                and excess(position, piece.owner, piece.at)
            ]
            assert not over, over
        assert max(map(len, self.report(outcome).splitlines())) <= WIDE
        keys = seed_keys(self.seed, outcome.before.clock.run + 1)
        rebuilt = Rebuilt(game, outcome.before, state, files, keys)
        found = audit(record_of(outcome), rebuilt, replay=outcome.run % REPLAYED == 0)
        troubles = [str(trouble) for one in found.checks for trouble in one.troubles]
        assert (found.passed, troubles) == (True, [])

    def report(self, outcome: Outcome) -> str:
        """The report that everybody may read."""
        return report_text(report_for(self.game, outcome, ""))

    def mistakes(self, files: RunFiles) -> Iterator[str]:
        """What the receipts find wrong."""
        for player, file in files.submissions.items():
            found = validate(self.game, self.state, file).findings
            if has_errors(found):
                yield f"{player}: {[str(one) for one in found]}"


def war(scenario: str, seed: int, windows: int = 1000, wild: bool = False) -> War:
    """A war, or its first windows."""
    roster = default_roster("tw", scenario)
    game, state = load_game(roster), first_state(roster)
    found = War(game, state, as_it_should_be(game, state), f"{scenario} {seed}", state, wild)
    for _ in range(windows):
        if found.state.clock.window == OVER:
            break
        found.window()
    assert wild or not found.questions
    return found


def told(played: War) -> str:
    """How a war has ended: the turn, the level of victory with its points, the last surrender."""
    ends = {one.body["verdict"]: one.body for one in played.verdicts if one.body["verdict"] in ENDS}
    words = [str(played.state.track("last-turn"))]
    if "victory" in ends:
        facts = ends["victory"]["facts"]
        words += [str(facts["level"]), str(facts["total"]), str(facts["points"])]
    for kind in ENDS[1:]:
        if kind in ends:
            facts = ends[kind]["facts"]
            words.append(
                f"{facts['power']}: {facts['die']} {facts['modifiers']} = {facts['total']}"
            )
    return " ".join(words)


def test_a_war_in_the_west() -> None:
    played = war("france-1940", 3)
    assert played.state.clock.window == OVER
    assert "victory" in {one.body["verdict"] for one in played.verdicts}


def test_a_window_of_orders_at_random_in_the_east() -> None:
    played = war("barbarossa-1941", 2, 1, wild=True)
    assert played.state.clock.window == "second-half"


if __name__ == "__main__":
    import sys

    for one in sys.argv[2:]:
        try:
            print(one, told(war(sys.argv[1], int(one))), flush=True)
        except AssertionError as trouble:
            print(one, "TROUBLE", trouble, flush=True)
