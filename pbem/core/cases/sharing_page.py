"""What `pbem rules shared` prints: the page of what two books share, in Markdown.

Decides the words. Leaves what is counted to `sharing`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.cases.sharing import chapter_of, chapters, charts, differences
from pbem.core.rules.system import AnySystem


def page(one: AnySystem, other: AnySystem) -> str:
    """The whole page."""
    return "\n".join([*_head(one, other), *_chapters(one, other), *_values(one, other),
                      *_charts(one, other)]) + "\n"  # fmt: skip


def _head(one: AnySystem, other: AnySystem) -> Iterator[str]:
    yield f"# What {one.title} shares with {other.title}"
    yield ""
    yield f"Made by `pbem rules shared {one.name} {other.name}` from the code; a test compares."
    yield ""
    yield "A clause is *shared* when a function that carries it out carries out one of the other"
    yield "book too, with the values and charts of its own book; it is *own* when another does."


def _chapters(one: AnySystem, other: AnySystem) -> Iterator[str]:
    yield from ("", f"## Chapters of {one.title}", "")
    yield "| chapter | clauses | carried out | shared | own |"
    yield "|---:|---:|---:|---:|---:|"
    rows = list(chapters(one, other))
    for row in rows:
        own = row.done - row.common
        yield f"| {row.chapter} | {row.clauses} | {row.done} | {row.common} | {own} |"
    clauses, done = sum(row.clauses for row in rows), sum(row.done for row in rows)
    common = sum(row.common for row in rows)
    yield f"| all | {clauses} | {done} | {common} | {done - common} |"


def _values(one: AnySystem, other: AnySystem) -> Iterator[str]:
    yield from ("", "## Where the books differ in what they share", "")
    yield f"| chapter | what | {other.name} | {one.name} | clauses |"
    yield "|---:|---|---|---|---|"
    start = f"{one.name.upper()}-"
    rows = [(next(c for c in row.clauses if c.startswith(start)), row)
            for row in differences(one, other)]  # fmt: skip
    for clause, row in sorted(rows, key=lambda item: int(chapter_of(item[0]))):
        told = " | ".join(_said(value) for value in (row.other, row.one))
        yield f"| {chapter_of(clause)} | {row.says} | {told} | {', '.join(row.clauses)} |"


def _said(value: object) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _charts(one: AnySystem, other: AnySystem) -> Iterator[str]:
    yield from ("", "## Charts that both have", "")
    yield f"| chart | same cells | other cells | only {one.name} |"
    yield "|---|---:|---:|---:|"
    for row in charts(one, other):
        yield f"| {row.name} | {row.same} | {row.different} | {row.alone} |"
