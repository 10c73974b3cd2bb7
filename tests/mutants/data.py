"""Every small change of the charts, counters and boards of a system: one scalar at a time.

A number grows by one, a truth value turns, a word becomes another word of its column. Words that
nobody's rules read (names, provenance, the middle of a zone in pictures) are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pbem.store.bitten import file_digest
from tests.mutants.change import ROOT, Change, Kind

UNREAD: Final = frozenset({
    "format", "chart", "system", "of", "title", "name", "also", "about", "how", "note", "rule",
    "cite", "kind", "provenance", "agrees", "source", "implements", "columns", "id", "centre",
    "label", "where", "parts", "missing", "why", "known",
})  # fmt: skip
NUMBER: Final = re.compile(r"-?\d+")
FOLDERS: Final = {Kind.CHART: "charts", Kind.BOARD: "board"}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar of a file: the keys that lead to it, and the column that it stands in."""

    keys: tuple[str, ...]
    column: str
    node: Any


def files_of(system: str) -> dict[Path, Kind]:
    """The data files of a system that rules read, each with what a change of it is."""
    folder = ROOT / "pbem" / "systems" / system / "data"
    found = {
        path: kind for kind, name in FOLDERS.items() for path in (folder / name).glob("*.yaml")
    }
    maps = (ROOT / "scenarios" / system).glob("*/map.yaml")
    found |= dict.fromkeys(maps, Kind.BOARD) | {folder / "counters.yaml": Kind.COUNTER}
    return dict(sorted(found.items()))


def changes_of(path: Path, kind: Kind) -> list[Change]:
    """Every change of a data file."""
    text = path.read_text(encoding="utf-8")
    leaves = list(_leaves(YAML(typ="rt", pure=True).compose(text), (), ""))
    words: dict[str, list[str]] = {}
    for leaf in leaves:
        known = words.setdefault(leaf.column, [])
        if leaf.node.value not in known:
            known.append(leaf.node.value)
    file = str(path.relative_to(ROOT))
    return [
        change
        for leaf in leaves
        if (change := _change(file, kind, leaf, words[leaf.column], text)) is not None
    ]


def changed_text(change: Change) -> str:
    """The text of a data file with a change made."""
    text = (ROOT / change.file).read_text(encoding="utf-8")
    return text[: change.start] + change.after + text[change.end :]


def head_of(path: Path) -> dict[str, Any]:
    """The scalars and lists at the top of a data file, as plain data."""
    found: dict[str, Any] = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    return found


def _change(file: str, kind: Kind, leaf: Leaf, words: list[str], text: str) -> Change | None:
    start, end = leaf.node.start_mark.index, leaf.node.end_mark.index
    other = _other(leaf.node, words)
    if other is None:
        return None
    line = leaf.node.start_mark.line + 1
    owner = "/".join(leaf.keys)
    digest = file_digest(ROOT / file)
    return Change(file, owner, kind, 0, line, line, text[start:end], other, digest, start, end)


def _other(node: ScalarNode, words: list[str]) -> str | None:
    """Another value of the same sort; None where there is none."""
    value, quoted = node.value, node.style in ("'", '"')
    if NUMBER.fullmatch(value) and not quoted:
        return str(int(value) + 1)
    if value in ("true", "false") and not quoted:
        return "false" if value == "true" else "true"
    index = words.index(value)
    other = words[(index + 1) % len(words)]
    if other == value or node.style in ("|", ">"):
        return None
    return f'"{other}"' if quoted else other


def _leaves(node: Node, keys: tuple[str, ...], column: str) -> Iterator[Leaf]:
    """Every scalar below a node that rules may read."""
    if isinstance(node, MappingNode):
        for key, value in node.value:
            if key.value not in UNREAD:
                yield from _leaves(value, (*keys, key.value), key.value)
    elif isinstance(node, SequenceNode):
        for index, item in enumerate(node.value):
            name = _id_of(item) or str(index)
            place = (
                f"{column}[]" if column in ("facilities", "classes") else f"{len(keys)}[{index}]"
            )
            yield from _leaves(item, (*keys, name), place)
    elif isinstance(node, ScalarNode) and node.value not in ("", "null", "~"):
        yield Leaf(keys, column, node)


def _id_of(node: Node) -> str:
    """The id of a row, so that it is known by it and not by its number."""
    if isinstance(node, MappingNode):
        for key, value in node.value:
            if key.value == "id":
                return str(value.value)
    return ""
