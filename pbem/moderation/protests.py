"""Objections of players to numbered paragraphs of reports, and the rulings on them.

Decides: what an objection and a ruling say, who may read which words of them, and how a report
tells them. Leaves to `store.protests`: where they lie, and that none is lost or changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.findings import Finding, UsageError, error, id_said
from pbem.core.data.yamlio import Document, YamlProblem, flow_text
from pbem.core.orders.orders import read_received, sections_of, sha256, with_known_keys
from pbem.core.reading.report import find_paragraph
from pbem.core.record.ledger import Entry
from pbem.core.record.views import may_see, visible_entries

FORMAT: Final = "pbem-protest/1"
RULING: Final = "pbem-ruling/1"
UPHELD, DISMISSED = "upheld", "dismissed"
KIND: Final = "protest"  # the key with which such a file begins
HEAD: Final = (KIND, "deputy", "run", "paragraph", "reason", "cite")


@dataclass(frozen=True, slots=True)
class Objection:
    """What a player typed: against which paragraph of which run, and why."""

    player: str
    run: str = ""
    paragraph: int = 0
    reason: str = ""
    cite: str = ""
    deputy: str = ""
    findings: tuple[Finding, ...] = ()
    sha256: str = ""
    document: Document | None = field(default=None, repr=False)


def read_objection(data: bytes, name: str) -> Objection:
    """A file that begins with `protest:`, with every finding that needs no game."""
    try:
        document = with_known_keys(read_received(data, name), HEAD)
        said = sections_of(document, "a protest", "protest: YOUR NAME")
    except YamlProblem as trouble:
        return Objection("", findings=trouble.findings, sha256=sha256(data))
    findings = schemas.check("core/protest", said, document)
    paragraph = said.get("paragraph")
    return Objection(
        player=id_said(said.get(KIND)),
        run=str(said.get("run", "")),
        paragraph=paragraph if isinstance(paragraph, int) else 0,
        reason=" ".join(str(said.get("reason", "")).split()),
        cite=str(said.get("cite") or ""),
        deputy=id_said(said.get("deputy")),
        findings=tuple(findings),
        sha256=sha256(data),
        document=document,
    )


def protested(entries: Sequence[Entry], player: str, paragraph: int) -> Entry:
    """The entry of a paragraph as a player may see it; UsageError where there is none for him."""
    seen = visible_entries(entries, player)
    return seen[find_paragraph(seen, paragraph)]


@dataclass(frozen=True, slots=True)
class Ruling:
    """How the moderator ruled on a protest: for it or not, why, and what came of it."""

    number: int
    author: str
    outcome: str
    reason: str
    cite: str = ""
    correction: str = ""
    precedent: str = ""
    case: str = ""  # SHA-256 of the file of the precedent
    nonce: str = ""

    def text(self) -> str:
        """The file."""
        return _yaml({"format": RULING, **_rows(self, ())})

    @property
    def told(self) -> str:
        """What reports say of it."""
        cite = f" ({self.cite})" if self.cite else ""
        more = f"; corrected by run {self.correction}" if self.correction else ""
        more += f"; precedent {self.precedent}" if self.precedent else ""
        return f"{self.outcome.upper()} by {self.author}{cite}: {self.reason}{more}"


@dataclass(frozen=True, slots=True)
class Protest:
    """An objection that has a number; `readers` may see all of its paragraph, none: everybody.

    `last` is the hash of the last line of the log that it is about, `register` what the register
    had come to when it was entered. `before` is the window that came next then: its log, and all
    after it, must name the protest, so whoever gets it back sees at once whether that is true.
    `aside` are the logs that need not: of runs taken back by then, by the hashes of their last
    lines, and of a run that waited then, by that of its first.
    """

    number: int
    game: str
    player: str
    run: str
    paragraph: int
    reason: str
    last: str
    register: Mapping[str, Any]
    before: int = 0  # 0 in a file of pbem 0.3.0
    aside: tuple[str, ...] = ()
    cite: str = ""
    deputy: str = ""
    readers: tuple[str, ...] = ()
    partly: bool = False  # whether all others see a part of the paragraph
    source: str = ""  # the letter in which it came
    nonce: str = ""
    ruling: Ruling | None = None
    void: bool = False  # its run was taken back

    def text(self) -> str:
        """The file."""
        rows = _rows(self, ("ruling", "void"))
        return _yaml({"format": FORMAT, **rows, "register": dict(self.register)})

    @property
    def about(self) -> str:
        """Which paragraph it is about."""
        return f"[{self.paragraph}] of run {self.run}"

    def told_to(self, reader: str) -> str:
        """What the report of a reader says of it; nothing where he knows nothing of it."""
        ruling = self.ruling
        by = f", sent by {self.deputy}" if self.deputy else ""
        head = f"{self.number} by {self.player.capitalize()}{by} against {self.about}"
        head += ", which was taken back" if self.void else ""
        if not may_see(self.readers, reader):
            state = ruling.outcome if ruling else "open"
            return f"{head}, of which you see a part: {state}" if self.partly else ""
        if ruling is not None:
            return f"{head}: {ruling.told}"
        cite = f" ({self.cite})" if self.cite else ""
        return f'{head}, open: "{self.reason}"{cite}'


def readers_of(entry: Entry) -> tuple[tuple[str, ...], bool]:
    """Who may see all of a paragraph (none: everybody), and whether others see a part."""
    return entry.secret, bool(entry.hidden)


def _rows(value: Protest | Ruling, but: Sequence[str]) -> dict[str, Any]:
    """The fields of a value that say something."""
    rows = {name: getattr(value, name) for name in value.__dataclass_fields__ if name not in but}
    plain = {n: list(said) if isinstance(said, tuple) else said for n, said in rows.items()}
    return {name: said for name, said in plain.items() if said not in ("", [], False)}


def _yaml(rows: Mapping[str, Any]) -> str:
    return "".join(f"{name}: {flow_text(value)}\n" for name, value in rows.items())


def protest_in(data: Mapping[str, Any], ruling: Ruling | None = None) -> Protest:
    """A protest from its file."""
    said = {name: value for name, value in data.items() if name != "format"}
    readers, aside = (tuple(said.pop(name, ())) for name in ("readers", "aside"))
    return Protest(**said, readers=readers, aside=aside, ruling=ruling)


def ruling_in(number: int, data: Mapping[str, Any]) -> Ruling:
    """A ruling from its file; those of pbem 0.3.0 do not say the number of their protest."""
    said = {name: value for name, value in data.items() if name not in ("format", "number")}
    return Ruling(number, **said)


def refused(objection: Objection, why: UsageError | str, key: str = "paragraph") -> Finding:
    """An objection that cannot stand, and why."""
    where = objection.document.where((key,)) if objection.document else None
    if isinstance(why, UsageError):
        return error("no-paragraph", why.message, where=where, hint=why.hint)
    return error("no-protest", why, where=where)
