"""docs/the-war.md: its orders are legal as players send them, its lists are the program's.

`python tests/unit/tw/test_tw_guide.py` writes the lists anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import open_window, read_orders, read_standing, validate
from pbem.core.rules.sequence import Window, flatten
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.tw.sequence import WHOLE
from pbem.systems.tw.system import SYSTEM

PATH: Final = Path(__file__).parents[3] / "docs/the-war.md"
WINDOWS: Final = "| window | sections, in the order in which they are carried out |\n|---|---|\n"
CHOICES: Final = "| choice | answered by | when, and the default | facts |\n|---|---|---|---|\n"


def window_rows() -> Iterator[str]:
    """The windows with the sections that follow each."""
    found: dict[str, list[str]] = {}
    window = ""
    for item in flatten(WHOLE):
        if isinstance(item, Window):
            window = item.name
            found[window] = []
        elif window:
            step = getattr(item, "name", "")
            found[window] += [one.name for one in SYSTEM.sections if one.step == step]
    yield from (f"| {name} | {', '.join(sections)} |" for name, sections in found.items())


def choice_rows() -> Iterator[str]:
    """Every decision as the program knows it."""
    for kind in SYSTEM.kinds:
        keys = ", ".join(f"`{key.section}: {key.key}`" for key in kind.keys)
        yield f"| {kind.title} | {keys} | {kind.moment} | {', '.join(kind.facts)} |"


def examples(kind: str) -> list[str]:
    text = PATH.read_text(encoding="utf-8")
    return re.findall(rf"^```yaml{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def written(text: str) -> str:
    """The guide with its lists as the program has them."""
    for head, rows in ((WINDOWS, window_rows()), (CHOICES, choice_rows())):
        body = head + "".join(f"{row}\n" for row in rows)
        found = re.search(re.escape(head) + r"(\|.*\n)*", text)
        text = text.replace(found[0], body) if found else text.rstrip("\n") + "\n\n" + body
    return text


def test_its_lists_are_those_of_the_program() -> None:
    text = PATH.read_text(encoding="utf-8")
    assert written(text) == text


def test_its_orders_and_lines_are_legal() -> None:
    roster = default_roster("tw", "france-1940")
    game, state = load_game(roster), first_state(roster)
    head = f"window: {open_window(game, state)}\nfor_state: any\nplayer: hans\n"
    for example in examples(""):
        file = read_orders(game, (head + example).encode(), "guide.yaml")
        found = validate(game, state, file).findings
        assert not has_errors([*file.findings, *found]), list(map(str, found))
    for example in examples(" lines"):
        file = read_standing(game, f"standing: marie\n{example}".encode(), "guide.yaml")
        assert not has_errors(file.findings), list(map(str, file.findings))


if __name__ == "__main__":
    PATH.write_text(written(PATH.read_text(encoding="utf-8")), encoding="utf-8")
