"""How verdicts must be spelled: ids, numbers and words of the rules, never what is printed.

While tests run, every verdict that anything writes is looked at (`conftest`): its place is a place
of the board, what a field declares by its type is one, and any other text is an id that the game
knows or a word in small letters without spaces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import is_dataclass
from typing import Annotated, Any, get_args, get_origin

import pytest

from pbem.core.play.umpire import Umpire
from pbem.core.record.verdicts import ROWS, Verdict, facts_of, hints_of, kinds_of, optional
from pbem.core.rules.game import Game

SPELLED = ("wif", "aif", "toy", "gw", "awaw", "tw")  # the systems that are looked at
TYPED = ("amendment",)  # what a moderator wrote stands in these as he wrote it
IN_WORDS = (  # facts that may be sentences
    "retreats_because",  # the line of an order, as its player typed it
    "objectives",  # of Global War: titles as the chart has them, and why they were reached or not
)
WORD = re.compile(r"[a-z0-9:./+_@,-]*")
CELL_LETTERS = re.compile(r"[A-Z]?")


@contextmanager
def spelled_verdicts() -> Iterator[None]:
    """While this holds, a verdict that is misspelled is an error."""
    write = Umpire.tell

    def checked(umpire: Umpire, verdict: Verdict, *rest: Any, **more: Any) -> None:
        kind, facts = verdict.kind, facts_of(verdict)
        loose = umpire.game.system.name not in SPELLED or kind in TYPED
        wrong = [] if loose else list(misspelled(umpire, kind, verdict.outcome, facts))
        assert not wrong, f"verdict {kind}: {'; '.join(wrong)}"
        write(umpire, verdict, *rest, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Umpire, "tell", checked)
        yield


def misspelled(umpire: Umpire, kind: str, outcome: str, facts: Mapping[str, Any]) -> Iterator[str]:
    """Everything in a verdict that is neither an id nor a word."""
    if not (is_word(umpire, outcome) or is_cell(umpire.game, outcome)):
        yield f"the outcome '{outcome}'"
    at = facts.get("at")
    if at is not None and at not in umpire.game.board:
        yield f"'{at}' is no place"
    said = {name: value for name, value in facts.items() if name not in ("at", "secret", *IN_WORDS)}
    of_kind = umpire.game.system.verdicts.get(kind)
    if of_kind is None:
        yield from _loose(umpire, said, "")
    else:
        yield from _typed(umpire, of_kind, said, "")


def _loose(umpire: Umpire, value: Any, name: str) -> Iterator[str]:
    """Texts of facts without declared types."""
    if isinstance(value, str) and not is_word(umpire, value):
        yield f"{name}: '{value}'"
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _loose(umpire, str(key), f"a key of {name}" if name else "a fact")
            yield from _loose(umpire, item, f"{name}.{key}" if name else str(key))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _loose(umpire, item, name)


def _typed(umpire: Umpire, hint: Any, value: Any, name: str) -> Iterator[str]:
    """Texts that are not what the type of their field says."""
    hint = optional(hint)
    if value is None:
        return
    if get_origin(hint) is Annotated:
        meaning = hint.__metadata__[0]
        if not MEANINGS[meaning](umpire, value):
            yield f"{name}: '{value}' is no {meaning}"
    elif is_dataclass(hint) and isinstance(hint, type):
        for key, item in value.items():
            yield from _typed(umpire, hints_of(hint)[key], item, f"{name}.{key}".lstrip("."))
    elif get_origin(hint) in ROWS:
        for kind, item in zip(kinds_of(hint), value, strict=False):
            yield from _typed(umpire, kind, item, name)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _typed(umpire, get_args(hint)[0], key, f"a key of {name}")
            yield from _typed(umpire, get_args(hint)[1], item, f"{name}.{key}")
    elif isinstance(value, str) and not is_word(umpire, value):
        yield f"{name}: '{value}'"


# --- what a text may be --------------------------------------------------------------------------


def is_word(umpire: Umpire, text: str) -> bool:
    """A word of the rules, or an id that may have any letters."""
    return bool(WORD.fullmatch(text)) or any(knows(umpire, text) for knows in (is_place, is_unit))


def is_place(umpire: Umpire, text: str) -> bool:
    """A place of the board."""
    return text in umpire.game.board


def is_unit(umpire: Umpire, text: str) -> bool:
    """A unit that is there, or was when the run began."""
    return any(text in state.units for state in (umpire.state, umpire.since("run")))


def is_cell(game: Game, text: str) -> bool:
    """What a cell of a chart says, or a letter of it."""
    return bool(CELL_LETTERS.fullmatch(text)) or any(
        text == cell.text
        for chart in game.charts.values()
        for table in chart.tables.values()
        for cell in table.cells.values()
    )


MEANINGS: Mapping[str, Callable[[Umpire, str], bool]] = {
    "place": is_place,
    "unit": is_unit,
    "power": lambda umpire, text: text in umpire.state.powers,
    "player": lambda umpire, text: text in umpire.state.players(),
    "cell": lambda umpire, text: is_cell(umpire.game, text),
    "typed": lambda umpire, text: True,
}
