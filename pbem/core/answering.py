"""How a decision finds its answers: each player's own, or the questions that must be put first.

Sources in order: the order itself and the order file's own lines, the answers file, the standing
orders, the preset. What finds no answer there takes the default, unless it must be asked or a line
says `ask`; a player is asked at most `asks` times where the rules do not force the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pbem.core.decisions import (
    ASK,
    Answer,
    Decision,
    NotAnOption,
    Source,
    fingerprint,
    select,
)
from pbem.core.game import Game
from pbem.core.inputs import GivenAnswer, Inputs
from pbem.core.standing import Found, Lines, Uses, look_up


@dataclass(frozen=True, slots=True)
class Question:
    """A decision put to one player."""

    player: str
    path: str
    decision: Decision
    fingerprint: str
    refused: str = ""


class Pending(Exception):
    """The run stops here: players must answer first. Nothing is changed."""

    def __init__(self, questions: Sequence[Question]) -> None:
        super().__init__(f"{len(questions)} questions")
        self.questions = tuple(questions)


class Answering:
    """The players' words in one run, and how often each of them has been used."""

    def __init__(self, game: Game, inputs: Inputs) -> None:
        self._game = game
        self._inputs = inputs
        self._uses = Uses()
        self._asked: dict[str, int] = {}
        self._passed: dict[str, list[str]] = {}
        self._used_answers: set[tuple[str, str]] = set()

    def answers(
        self, path: str, decision: Decision, questions: list[Question] | None
    ) -> dict[str, Answer]:
        """Every player's own answer; whoever must be asked first goes into `questions`."""
        given: dict[str, Answer] = {}
        for player in decision.by:
            answer = self._answer_of(player, path, decision, questions)
            if answer is not None:
                given[player] = answer
        return given

    def _answer_of(
        self, player: str, path: str, decision: Decision, questions: list[Question] | None
    ) -> Answer | None:
        asks = questions is not None and (decision.must_ask or self._may_ask(player))
        found = self._from_orders(player, path, decision, asks)
        if found and found.answer:
            return found.answer
        answer, refused = self._from_answers(player, path, decision)
        if answer:
            return answer
        if not (found and found.ask):
            found = self._from_lines(player, decision, asks)
        if found and found.answer:
            return found.answer
        if questions is not None and (found is not None or decision.must_ask):
            self._count_ask(player, decision)
            mark = fingerprint(path, decision)
            questions.append(Question(player, path, decision, mark, refused))
        return None

    def _from_answers(
        self, player: str, path: str, decision: Decision
    ) -> tuple[Answer | None, str]:
        """What the answers file says, or why it is refused."""
        given = self._inputs.answers.get((player, path))
        if given is None:
            return None, ""
        self._used_answers.add((player, path))
        answer, refused = _from_given(player, path, decision, given)
        if answer:
            self._count_ask(player, decision)
        else:
            self._pass_over(path, f"the answer of {player}: {refused}")
        return answer, refused

    def _count_ask(self, player: str, decision: Decision) -> None:
        """A question that the rules do not force counts against the player's questions."""
        if not decision.must_ask:
            self._asked[player] = self._asked.get(player, 0) + 1

    def _may_ask(self, player: str) -> bool:
        return self._asked.get(player, 0) < self._game.roster.asks

    def _pass_over(self, path: str, words: str) -> None:
        self._passed.setdefault(path, []).append(words)

    def passed_over(self, path: str) -> list[str]:
        """What players said to a decision and what could not be followed."""
        return self._passed.get(path, [])

    @property
    def unheard(self) -> tuple[tuple[str, str], ...]:
        """The answers, by player and path, whose questions never came up."""
        return tuple(sorted(set(self._inputs.answers) - self._used_answers))

    def _from_orders(self, player: str, path: str, decision: Decision, asks: bool) -> Found | None:
        """What the order itself, or the order file's own lines, answer."""
        if decision.ordered is not None and player == (decision.owner or decision.by[0]):
            if str(decision.ordered).casefold() == ASK:
                return Found(None, ask=True) if asks else None
            try:
                picks = select(decision, decision.ordered)
                return Found(Answer(picks, Source.ORDERS, "the order", (player,)))
            except NotAnOption as trouble:
                self._pass_over(path, f"the order of {player}: {trouble}")
        submission = self._inputs.submissions.get(player)
        return self._look(player, decision, submission.lines, asks) if submission else None

    def _from_lines(self, player: str, decision: Decision, asks: bool) -> Found | None:
        """What the standing orders, then the preset, answer."""
        standing = self._inputs.standing.get(player)
        if standing is None:
            return None
        found = self._look(player, decision, standing.lines, asks)
        if found is None and standing.preset:
            preset = replace(self._game.presets[standing.preset], reserve=standing.lines.reserve)
            found = self._look(player, decision, preset, asks)
            if found and found.answer:
                line = f"preset {standing.preset}"
                return replace(found, answer=replace(found.answer, line=line))
        return found

    def _look(self, player: str, decision: Decision, lines: Lines, asks: bool) -> Found | None:
        kind = self._game.system.kind(decision.kind)
        return look_up(decision, kind, player, lines, self._uses, asks)


def _from_given(
    player: str, path: str, decision: Decision, given: GivenAnswer
) -> tuple[Answer | None, str]:
    """An answer from the answers file, or why it is refused."""
    if given.fingerprint != fingerprint(path, decision):
        return None, "the facts have changed since the question was asked"
    try:
        return Answer(select(decision, given.words), Source.ANSWERS, "answer", (player,)), ""
    except NotAnOption as trouble:
        return None, str(trouble)
