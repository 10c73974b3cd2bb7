"""The appendix of a form: what nobody wants to read every turn, and everybody looks up once.

Decides what it holds: each section with its grammar and the grammar's example, each kind of
decision with the facts that a condition may ask, the names of places and units.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any, Final

from pbem.core.choices.decisions import DecisionKind
from pbem.core.data import schemas
from pbem.core.reading.scene import Scene
from pbem.core.rules.system import Section
from pbem.moderation.examples import example

WIDTH: Final = 78


def appendix(scene: Scene) -> list[str]:
    """All that can be ordered and answered, and all names, as comments below a form."""
    system = scene.game.system
    lines = ["# SECTIONS in the order in which they are played; keys in brackets may be left out"]
    for section in system.sections:
        lines.append(f"#   {section.name}: {section.title} ({section.cite}): {grammar(section)}")
        shown = example(section)
        lines += paragraph(f"  for example: {shown}") if shown else []
    lines += decisions(system.kinds)
    lines += ["# PLACES", *paragraph(", ".join(_places(scene)))]
    return [*lines, "# UNITS", *paragraph(", ".join(sorted(_units(scene))))]


def _places(scene: Scene) -> list[str]:
    return sorted(scene.place(place) for place in scene.game.board.places)


def _units(scene: Scene) -> set[str]:
    """The names of counters: those of the powers in play, and types that all have."""
    powers = scene.after.powers
    return {one.name for one in scene.game.counters if not one.power or one.power in powers}


def paragraph(text: str) -> list[str]:
    """A text as lines of comment."""
    return textwrap.wrap(text, WIDTH, initial_indent="#   ", subsequent_indent="#     ")


def grammar(section: Section[Any]) -> str:
    """What one order of a section looks like, from its schema: optional keys in brackets."""
    schema = schemas.load_schema(section.schema)
    keys = schema.get("properties", {})
    if not keys:
        return str(schema.get("x-say") or schema.get("title", ""))
    wanted = schema.get("required", ())
    inner = ", ".join(key if key in wanted else f"[{key}]" for key in keys)
    return "{" + inner + "}" + ("" if section.single else ", in a list")


def decisions(kinds: Iterable[DecisionKind]) -> list[str]:
    """Every kind of decision: when it comes up, where it is answered, which facts it knows."""
    lines = [
        "# DECISIONS THAT MAY COME UP: when, where you answer beforehand, which facts a",
        "# condition may ask",
    ]
    for kind in kinds:
        lines += paragraph(f"{kind.title} ({kind.cite}), {kind.moment}")
        lines += paragraph(f"  {_where_said(kind)}")
        lines += paragraph(f"  facts: {', '.join(kind.facts)}") if kind.facts else []
    return [*lines, *_glossary(kinds)]


def _where_said(kind: DecisionKind) -> str:
    said = [f"{key.section}: {{{key.key or 'at, if'}: …}}" for key in kind.keys]
    return "say it under " + " or ".join(said) if said else "nobody can say it beforehand"


def _glossary(kinds: Iterable[DecisionKind]) -> list[str]:
    """What each fact means, once; with the decision's title where it means something else there."""
    meanings: dict[str, dict[str, list[str]]] = {}
    for kind in kinds:
        for name, meaning in kind.facts.items():
            meanings.setdefault(name, {}).setdefault(meaning, []).append(kind.title)
    lines = ["# FACTS FOR CONDITIONS, `if: FACT >= VALUE`; a list of conditions means all"]
    for name in sorted(meanings):
        several = len(meanings[name]) > 1
        for meaning, titles in meanings[name].items():
            where = f" [{', '.join(dict.fromkeys(titles))}]" if several else ""
            lines += paragraph(f"{name}: {meaning}{where}")
    return lines if meanings else []
