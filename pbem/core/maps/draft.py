"""The map while it is being read: what the sections of its files have said so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.core.data.findings import Finding, Where, error
from pbem.core.data.yamlio import Document, YamlProblem, read_text_as_document
from pbem.core.maps.areas import Pair
from pbem.core.maps.board import Expected, Layer, Spot, Value
from pbem.core.maps.hexes import Point, Sheet

DocPath = tuple[str | int, ...]


@dataclass(slots=True)
class Source:
    """One file's text, and the way from a value in it to a line."""

    name: str
    text: str
    findings: list[Finding] = field(default_factory=list)
    document: Document | None = None

    def where(self, path: DocPath, line: int) -> Where:
        """The position of a value; `line` counts the lines of a block of text from 1."""
        if self.document is None:
            try:
                self.document = read_text_as_document(self.text, self.name)
            except YamlProblem:  # too large for the loader that keeps positions
                self.document = Document(self.name, None, {})
        if not self.document.positions:
            return Where(self.name)
        found = self.document.where(path)
        return Where(self.name, found.line + line, 1) if line else found

    def problem(
        self, code: str, message: str, path: DocPath, hint: str = "", *, line: int = 0
    ) -> None:
        self.findings.append(error(code, message, where=self.where(path, line), hint=hint))


@dataclass(frozen=True, slots=True)
class Edge:
    """Where a file puts a feature between two places, or adds one."""

    source: Source
    path: DocPath


@dataclass(frozen=True, slots=True)
class Run:
    """Hexes of one row from west to east."""

    sheet: Sheet
    ids: list[str]
    points: list[Point]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of letters and where it stands in the file."""

    run: Run
    tokens: list[str]
    path: DocPath
    line: int


@dataclass(slots=True)
class Draft:
    """The map while it is being read."""

    head: dict[str, str] = field(default_factory=dict)
    implements: tuple[str, ...] = ()
    wholes: tuple[str, ...] = ()  # maps that are parts of this one; their corrections fit it
    sheets: dict[str, Sheet] = field(default_factory=dict)
    facts: dict[str, dict[str, Value]] = field(default_factory=dict)
    spots: dict[str, Spot] = field(default_factory=dict)
    planes: dict[str, dict[Point, str]] = field(default_factory=dict)
    places: dict[str, None] = field(default_factory=dict)
    joined: dict[Pair, Edge] = field(default_factory=dict)
    borders: dict[Pair, tuple[str, ...]] = field(default_factory=dict)  # as written, of areas
    edges: dict[str, dict[Pair, Edge]] = field(default_factory=dict)
    countries: dict[str, dict[str, Value]] = field(default_factory=dict)
    layers: list[Layer] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)
    exceptions: dict[tuple[str, str], str] = field(default_factory=dict)
    added: dict[str, Edge] = field(default_factory=dict)  # hexes of a correction
    founded: dict[str, Edge] = field(default_factory=dict)  # countries of a correction
    words: dict[str, list[str]] = field(default_factory=dict)  # values that a correction adds
    runs: dict[tuple[str, int], Run] = field(default_factory=dict)
