"""Finds the words of a vocabulary that rule modules spell by themselves, for tests.

A word stands where a state is asked or changed, where a constant gets its name, or begins a text
that goes on with names. A word of common speech may mean something else elsewhere.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from pbem.core.record.terms import Term

PARTS: Final = ("flags", "counters", "markers", "facts", "marks", "relations", "tracks")
ASKED: Final = ("flag", "counter", "marker", "mark", "marked", "track")
CHANGES: Final = ("set_power", "set_place", "set_track", "set_mark", "mark_events")


def spelled(folder: Path, kinds: Collection[type[Term]]) -> Iterator[tuple[str, str]]:
    """Every word of some kinds of terms that a module of a folder spells: module, word."""
    terms = [term for kind in kinds for term in kind]
    whole = {str(term) for term in terms}
    begins = tuple(term for term in whole if term[-1] in ".-:")
    for path in sorted(folder.rglob("*.py")):
        if path.name != "vocabulary.py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            words = [word for node in ast.walk(tree) for word in _words(node)]
            words += [word for node in tree.body for word in _constants(node)]
            found = (word for word in words if word in whole or word.startswith(begins))
            yield from ((path.stem, word) for word in found)


def _constants(node: ast.stmt) -> Iterator[str]:
    """The words to which a module gives names."""
    if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
        yield from _texts(node.value)


def _words(node: ast.AST) -> Iterator[str]:
    """The words of a node that are, or become, words of a state."""
    match node:
        case ast.JoinedStr(values=[ast.Constant(value=str(word)), *_]):
            yield word
        case ast.Subscript(value=ast.Attribute(attr=part), slice=index) if part in PARTS:
            yield from _texts(index)
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=part), attr="get"), args=args):
            if part in PARTS:
                yield from _texts(args[0])
        case ast.Call(func=ast.Attribute(attr=name), args=args) if name in ASKED and args:
            yield from _texts(args[-1])
        case ast.Call(func=ast.Name(id=name), args=args) if name in CHANGES:
            for arg in args:
                yield from _texts(arg)
        case ast.Compare(left=left, comparators=[ast.Attribute(attr=part)]) if part in PARTS:
            yield from _texts(left)


def _texts(node: ast.AST) -> Iterator[str]:
    """A text by itself, or those of a tuple."""
    for one in node.elts if isinstance(node, ast.Tuple) else (node,):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value
