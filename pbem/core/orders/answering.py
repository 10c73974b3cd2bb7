"""How a decision finds its answers: each player's own, or the questions that must be put first.

Sources in order: the order itself and the order file's own lines, the answers file, the standing
orders, the preset. What finds no answer there takes the default, unless it must be asked or a line
says `ask`; a player is asked at most `asks` times where the rules do not force the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.core.choices.decisions import (
    ASK,
    Answer,
    Decision,
    NotAnOption,
    Source,
    fingerprint,
    select,
)
from pbem.core.choices.standing import Found, Lines, Speaker, Uses, line_id, look_up
from pbem.core.orders.inputs import GivenAnswer, Inputs
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.rulings import Unruled


@dataclass(frozen=True, slots=True)
class Question:
    """A decision put to one player."""

    player: str
    path: str
    decision: Decision
    fingerprint: str
    refused: str = ""


class Pending(Exception):
    """The run stops here: players must answer, or the moderator rule, first. Nothing is changed."""

    def __init__(self, questions: Sequence[Question] = (), unruled: Sequence[Unruled] = ()) -> None:
        super().__init__(f"{len(questions)} questions, {len(unruled)} rulings")
        self.questions = tuple(questions)
        self.unruled = tuple(unruled)


class Answering:
    """The players' words in one run, and how often each of them has been used."""

    def __init__(self, game: Game, inputs: Inputs, began: State) -> None:
        self._game = game
        self._inputs = inputs
        self._began = began
        self._uses: dict[str, Uses] = {}
        self._asked: dict[tuple[str, str], int] = {}
        self._counted: dict[str, list[list[object]]] = {}
        for entry in inputs.decided:
            for row in entry.body["counted"]:
                self._count(entry.path, row)
        self._passed: dict[str, list[str]] = {}
        self._used_answers: set[tuple[str, str]] = set()
        self._own: dict[str, frozenset[str]] = {}

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
        asks = questions is not None and (decision.must_ask or self._may_ask(player, path))
        found = self._from_orders(player, path, decision, asks)
        if found and found.answer is not None:
            return found.answer
        answer, refused = self._from_answers(player, path, decision)
        if answer is not None:
            return answer
        if not (found and found.ask):
            found = self._from_lines(player, path, decision, asks)
        if found and found.answer is not None:
            return found.answer
        if questions is not None and (found is not None or decision.must_ask):
            self._count_ask(player, path, decision)
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
        tried = [_from_given(player, path, decision, one) for one in (given, *given.others)]
        refused = tried[0][1]
        answer = next((found for found, _ in tried if found is not None), None)
        if answer is not None:
            self._count_ask(player, path, decision)
        else:
            self._pass_over(path, f"the answer of {player}: {refused}")
        return answer, "" if answer else refused

    # --- what is counted: questions, and units that lines send, in each impulse

    def counted(self, path: str) -> list[list[object]]:
        """What a decision counts for: `[asked, PLAYER]`, `[sent, PLAYER, LINE, PLACE, MANY]`."""
        return self._counted.get(path, [])

    def _count_ask(self, player: str, path: str, decision: Decision) -> None:
        """A question that the rules do not force counts against the player's questions."""
        if not decision.must_ask:
            self._note(path, ["asked", player])

    def _may_ask(self, player: str, path: str) -> bool:
        return self._asked.get((_impulse(path), player), 0) < self._game.roster.asks

    def _note(self, path: str, row: list[object]) -> None:
        self._counted.setdefault(path, []).append(row)
        self._count(path, row)

    def _count(self, path: str, row: list[Any]) -> None:
        impulse = _impulse(path)
        if row[0] == "asked":
            key = impulse, row[1]
            self._asked[key] = self._asked.get(key, 0) + 1
        else:
            self._uses.setdefault(impulse, Uses()).add(*row[1:])

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
                picks = select(decision, decision.ordered, self._names_of(player))
                return Found(Answer(picks, Source.ORDERS, "the order", (player,)))
            except NotAnOption as trouble:
                self._pass_over(path, f"the order of {player}: {trouble}")
        submission = self._inputs.submissions.get(player)
        return self._look(player, path, decision, submission.lines, asks) if submission else None

    def _from_lines(self, player: str, path: str, decision: Decision, asks: bool) -> Found | None:
        """What the standing orders, then the preset, answer."""
        standing = self._inputs.standing.get(player)
        if standing is None:
            return None
        found = self._look(player, path, decision, standing.lines, asks)
        shipped = self._game.presets.get(standing.preset)  # none where it is shipped no longer
        if found is None and shipped is not None:
            preset = replace(shipped, reserve=standing.lines.reserve)
            found = self._look(player, path, decision, preset, asks)
            if found and found.answer:
                line = f"preset {standing.preset}"
                return replace(found, answer=replace(found.answer, line=line))
        return found

    def _look(
        self, player: str, path: str, decision: Decision, lines: Lines, asks: bool
    ) -> Found | None:
        kind = self._game.system.kind(decision.kind)
        uses = self._uses.setdefault(_impulse(path), Uses())
        found = look_up(
            decision,
            kind,
            Speaker(player, self._names_of(player)),
            lines,
            uses,
            asks,
            lambda said: self._pass_over(path, said),
        )
        if kind.allocation and found and found.answer and found.line:
            many = len(found.answer.picks)
            line = line_id(lines.source, found.line)
            self._note(path, ["sent", player, line, decision.at, many])
        return found

    def _names_of(self, player: str) -> frozenset[str]:
        """The printed names of a player's counters, folded."""
        if player not in self._own:
            powers = {power.id for power in self._began.powers_of_player(player)}
            mine = (one.name for one in self._game.counters if one.power in powers)
            self._own[player] = frozenset(name.casefold() for name in mine)
        return self._own[player]


def _impulse(path: str) -> str:
    """The impulse in which a path lies: its first element."""
    return path.split("/", 1)[0]


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
