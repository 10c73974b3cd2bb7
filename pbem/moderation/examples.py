"""Examples in forms: orders that the player of the form may really give, as the checks say.

Decides which of a system's suggestions, or of the grammar's own example, a form shows: those that
are legal by themselves and together with the examples above them. Leaves to the system what is
worth suggesting.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.findings import FileTrouble, Where
from pbem.core.data.yamlio import flow_text, read_data_text
from pbem.core.orders.orders import Order
from pbem.core.record.events import apply
from pbem.core.rules.position import Position
from pbem.core.rules.system import Section

MOST_EXAMPLES: Final = 3  # of one section, each with other keys
MOST_TRIED: Final = 120  # suggestions for one section, of which none may be legal
_WIDTH: Final = 76


@dataclass(slots=True)
class Examples:
    """The examples of a form, section by section; `position` is that after those found so far."""

    start: Position
    position: Position = field(init=False)

    def __post_init__(self) -> None:
        self.position = self.start

    def of(self, section: Section[Any]) -> list[Any]:
        """The examples of a section: several ways to write an order, each legal."""
        found: list[Any] = []
        waiting: list[Any] = []  # legal after the examples above alone
        shapes: set[frozenset[str]] = set()
        for data in islice(self._candidates(section), MOST_TRIED):
            shape = frozenset(data if isinstance(data, Mapping) and not section.single else ())
            if shape in shapes or not self._fits(section, data, self.position):
                continue
            if self._fits(section, data, self.start):
                found.append(data)
                shapes.add(shape)
                self._carry_out(section, data)
            else:
                waiting = waiting or [data]
            if len(found) == MOST_EXAMPLES:
                break
        for data in waiting if not found else ():
            self._carry_out(section, data)
        return found or waiting

    def _candidates(self, section: Section[Any]) -> Iterator[Any]:
        suggested = self.start.game.system.receipts.examples.get(section.name)
        if suggested is not None:
            yield from suggested(self.position)
            return
        text = example(section)
        if text:
            yield from (said for said in [_read(text)] if said is not None)

    def _fits(self, section: Section[Any], data: Any, position: Position) -> bool:
        return section.check(position, _order(section, position, data)).ok

    def _carry_out(self, section: Section[Any], data: Any) -> None:
        ruling = section.check(self.position, _order(section, self.position, data))
        after = ruling.after or apply(self.position.state, ruling.events)
        self.position = self.position.then(after)


def _order(section: Section[Any], position: Position, data: Any) -> Order:
    said = data if isinstance(data, Mapping) else {"value": data}
    return Order(section.name, 1, position.player, said, Where("form", 1, 1))


def _read(text: str) -> Any:
    try:
        return read_data_text(text, "example")
    except FileTrouble:
        return None


def example(section: Section[Any]) -> str:
    """The example that the title of a section's schema holds, if it holds one."""
    _, brace, inside = str(schemas.load_schema(section.schema).get("title", "")).partition(": {")
    return "{" + inside if brace else ""


def commented(data: Any, single: bool = False) -> list[str]:
    """An order as lines of a form: who takes `#` away has it in his file."""
    first, more = ("#   ", "#   ") if single else ("# - ", "#     ")
    return textwrap.wrap(
        flow_text(data),
        _WIDTH,
        initial_indent=first,
        subsequent_indent=more,
        break_long_words=False,
        break_on_hyphens=False,
    )


def uncommented(text: str, wanted: Iterable[int] | None = None) -> str:
    """A form in which the examples are orders; all of them, or those of some numbers."""
    lines: list[str] = []
    number, inside = -1, False
    for line in text.splitlines():
        begins = line.startswith(("# - ", "#   {", "#   ["))
        number += begins
        inside = begins or (inside and line.startswith("#     "))
        shown = inside and (wanted is None or number in wanted)
        lines.append(line.removeprefix("# ") if shown else line)
    return "\n".join(lines) + "\n"
