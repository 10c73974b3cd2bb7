"""The file of a battle for `pbem odds`, checked against the schema of its system.

Decides that everything wrong is told at once, each thing with its place in the file. Leaves to the
systems what such a file may say, and what a battle is made of.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pbem.core.data.findings import PbemError, by_place, error
from pbem.core.data.schemas import check
from pbem.core.data.yamlio import Document, Path_
from pbem.core.rules.book import Book


class BattleFileError(PbemError):
    """A description of a battle that cannot be used; it carries every finding."""


class BattleSheet:
    """What a file says, and everything that is wrong with it."""

    called: ClassVar[str] = "battle"

    def __init__(self, schema: str, book: Book, document: Document) -> None:
        self.book = book
        self.document = document
        self.findings = check(schema, document.data, document)
        self.data: Mapping[str, Any] = document.data

    def side(self, role: str) -> Mapping[str, Any]:
        """What the file says of one side."""
        found: Mapping[str, object] = self.data[role]
        return found

    def name(self, role: str) -> str:
        """What the file calls a side."""
        return str(self.side(role).get("name", f"the {role}"))

    def complain(self, path: Path_, message: str, hint: str = "") -> None:
        """Tell what is wrong at a path."""
        where = self.document.where(path)
        self.findings.append(error("battle-file", message, where=where, hint=hint))

    def refuse(self) -> None:
        """Raise if anything was wrong."""
        if self.findings:
            message = f"this {self.called} cannot be read"
            raise BattleFileError(message, findings=by_place(self.findings))
