"""Order files: load, schema, legality, and the receipt.

One section a step, in the rulebook's words; the list in a section is carried out in its order. The
same checks run at validation and again when the order is carried out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, Final, Generic, TypeAlias

from pbem.core.choices.decisions import Source
from pbem.core.choices.standing import Lines
from pbem.core.data import schemas
from pbem.core.data.findings import (
    Finding,
    PbemError,
    Severity,
    Where,
    by_place,
    error,
    id_said,
    suggest,
    warning,
)
from pbem.core.data.yamlio import Document, YamlProblem, decode, read_text_as_document
from pbem.core.orders.mail import clean
from pbem.core.orders.orderlines import (
    MAX_ROWS,
    MAX_STRANGE,
    DocPath,
    condition_troubles,
    lines_of,
    strange_words,
    too_many,
)
from pbem.core.orders.pointing import named_twice, placed
from pbem.core.record import events
from pbem.core.record.state import State, Until
from pbem.core.record.views import stamp, visible_state
from pbem.core.rules.game import Game
from pbem.core.rules.position import P, Position
from pbem.core.rules.sequence import window_name, windows_of
from pbem.core.rules.system import AnySystem, Ruling, Section

HEAD: Final = ("window", "for_state", "player", "deputy", "luck", "note", "press")
STANDING_HEAD: Final = ("standing", "preset", "reserve")
ANY_STATE: Final = "any"
SMALL: Final = 16_000  # bytes of a file that is remembered as read

_STAMP: Final = re.compile("[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Order:
    """One order: where it stands, who gives it, and what it says."""

    section: str
    number: int
    player: str
    data: Mapping[str, Any]
    where: Where
    spots: Callable[[DocPath, bool], Where] | None = field(default=None, compare=False, repr=False)

    def spot(self, *path: str | int) -> Where:
        """Where a value of the order stands: `order.spot("with", 0)`."""
        return self.spots(path, False) if self.spots else self.where

    def spot_of_key(self, *path: str | int) -> Where:
        """Where the key of a value stands: `order.spot_of_key("units", "infantry")`."""
        return self.spots(path, True) if self.spots else self.where

    @property
    def name(self) -> str:
        """How reports and receipts name it."""
        return f"{self.section} {self.number}"


@dataclass(frozen=True, slots=True)
class Submission:
    """An order file as read: head, orders, the mover's own lines, and what is wrong with it.

    `deputy` sent it for a player who is away.
    """

    player: str
    window: str = ""
    for_state: str = ANY_STATE
    deputy: str = ""
    luck: str | None = None
    note: str = ""
    press: str = ""
    orders: tuple[Order, ...] = ()
    lines: Lines = field(default_factory=lambda: Lines(Source.ORDERS))
    findings: tuple[Finding, ...] = ()
    sha256: str = ""
    document: Document | None = None

    def of(self, section: str) -> tuple[Order, ...]:
        """The orders of a section, in the file's order."""
        return tuple(order for order in self.orders if order.section == section)


@dataclass(frozen=True, slots=True)
class StandingOrders:
    """A standing file as read."""

    player: str
    preset: str = ""
    lines: Lines = field(default_factory=lambda: Lines(Source.STANDING))
    findings: tuple[Finding, ...] = ()
    sha256: str = ""


def sha256(data: bytes) -> str:
    """The hash that receipts and ledgers name a file by: of the bytes as received."""
    return hashlib.sha256(data).hexdigest()


def read_received(data: bytes, name: str) -> Document:
    """A file as received: decoded, cleaned of mail damage, read.

    A window looks at the same small files several times, and they are read once.
    """
    return _read_once(data, name) if len(data) <= SMALL else _read(data, name)


def _read(data: bytes, name: str) -> Document:
    return read_text_as_document(clean(decode(data, name)), name)


_read_once = lru_cache(maxsize=32)(_read)


def sections_of(document: Document, what: str, begin: str) -> Mapping[str, object]:
    """What a file says, by section; YamlProblem if it is no mapping."""
    if isinstance(document.data, dict):
        return document.data
    raise YamlProblem(
        error(
            "not-a-mapping",
            f"{what} is a mapping of sections, this is {schemas.shown(document.data)}",
            where=document.where(),
            hint=f"begin with {begin}",
        )
    )


def with_known_keys(document: Document, known: Sequence[str]) -> Document:
    """A file whose sections may be typed in any case, with blanks or hyphens: `Combat Moves`."""
    if not isinstance(document.data, dict):
        return document
    typed = {key: id_said(key).replace("-", "_") for key in document.data}
    taken = [*document.data, *typed.values()]
    names = {key: name for key, name in typed.items() if name in known and taken.count(name) == 1}
    if not names:
        return document

    def renamed(path: DocPath) -> DocPath:
        return (names.get(str(path[0]), path[0]), *path[1:]) if path else path

    return Document(
        document.name,
        {names.get(key, key): value for key, value in document.data.items()},
        {renamed(path): spot for path, spot in document.positions.items()},
        {renamed(path): spot for path, spot in document.keys.items()},
    )


def head_of(data: bytes, name: str) -> Mapping[str, object]:
    """What a received file says at its top, as far as it can be read."""
    try:
        document = with_known_keys(
            read_received(data, name), (*HEAD, "standing", "answers", "protest")
        )
    except PbemError:
        return {}
    return document.data if isinstance(document.data, Mapping) else {}


def luck_in(content: object) -> str | None:
    """The luck that an order file says, if any."""
    luck = content.get("luck") if isinstance(content, Mapping) else None
    return None if luck is None else str(luck)


# --- order files -----------------------------------------------------------------------------


def read_orders(game: Game, data: bytes, name: str) -> Submission:
    """An order file, with every finding that needs no position: YAML, head, schema."""
    system = game.system
    known = [*HEAD, *(section.name for section in system.sections), *system.order_lines]
    try:
        document = with_known_keys(read_received(data, name), known)
        content = sections_of(document, "an order file", "`pbem template`")
    except YamlProblem as trouble:
        return Submission("", findings=trouble.findings, sha256=sha256(data))
    elsewhere = standing_sections(system)
    findings = _unknown_sections(content, known, elsewhere, "standing orders", document)
    findings += schemas.check("core/order-head", _head(content, HEAD), document)
    orders: list[Order] = []
    player = id_said(content.get("player"))
    for section in system.sections:
        if section.name in content:
            found, troubles = _section_orders(section, content[section.name], player, document)
            orders += found
            findings += troubles
    lines, troubles = lines_of(game, system.order_lines, content, document, Source.ORDERS)
    findings += troubles
    return Submission(
        player=player,
        window=str(content.get("window", "")),
        for_state=str(content.get("for_state", ANY_STATE)).casefold(),
        deputy=id_said(content.get("deputy")),
        luck=luck_in(content),
        note=str(content.get("note") or ""),
        press=str(content.get("press") or ""),
        orders=tuple(orders),
        lines=lines,
        findings=tuple(findings),
        sha256=sha256(data),
        document=document,
    )


def _head(content: Mapping[str, object], keys: Sequence[str]) -> dict[str, object]:
    return {key: content[key] for key in keys if key in content}


def _unknown_sections(
    content: Mapping[str, object],
    known: Sequence[str],
    elsewhere: Collection[str],
    other: str,
    document: Document,
) -> list[Finding]:
    """Sections that a file cannot have; one that belongs to the other kind of file is told so."""
    return [
        error(
            "unknown-section",
            f"'{key}' does not belong here" if key in elsewhere else f"there is no section '{key}'",
            where=document.where_key((key,)),
            hint=f"it is a section of {other}" if key in elsewhere else suggest(key, known),
        )
        for key in content
        if key not in known
    ]


def _section_orders(
    section: Section[P], data: Any, player: str, document: Document
) -> tuple[list[Order], list[Finding]]:
    """The orders of one section that the schema accepts, and the findings about the others."""
    path: DocPath = (section.name,)
    if data is None:
        return [], []
    if not isinstance(data, list) and not isinstance(data, dict) and not section.single:
        finding = error(
            "wrong-type",
            f"{section.name}: found {schemas.shown(data)}",
            where=document.where(path),
            hint="write a list of orders, each on a line that begins with '- '",
        )
        return [], [finding]
    rows = [data] if section.single or isinstance(data, dict) else data
    if len(rows) > MAX_ROWS:
        return [], [too_many(section.name, len(rows), document)]
    orders: list[Order] = []
    findings: list[Finding] = []
    for index, row in enumerate(rows):
        at = path if rows is not data else (*path, index)
        troubles = _row_troubles(section, row, document, at)
        findings += troubles
        if not troubles:
            said = row if isinstance(row, dict) else {"value": row}
            spots = partial(_spot, document, at)
            orders.append(Order(section.name, index + 1, player, said, document.where(at), spots))
    return orders, findings


def _row_troubles(
    section: Section[P], row: object, document: Document, at: DocPath
) -> list[Finding]:
    """What is wrong with the form of one order, or else with its conditions."""
    troubles = schemas.check(section.schema, row, document, at)
    if troubles or not isinstance(row, dict):
        return troubles
    return condition_troubles(row, section.facts or None, document, (*at, "if"))


def _spot(document: Document, at: DocPath, path: DocPath, key: bool) -> Where:
    return (document.where_key if key else document.where)((*at, *path))


# --- standing files ----------------------------------------------------------------------------


def standing_sections(system: AnySystem) -> tuple[str, ...]:
    """The sections of a standing file: every section that answers some kind of decision."""
    names = {key.section for kind in system.kinds for key in kind.keys}
    return tuple(sorted(names - set(system.order_lines)))


def read_standing(game: Game, data: bytes, name: str) -> StandingOrders:
    """A standing file, with every finding."""
    sections = standing_sections(game.system)
    known = [*STANDING_HEAD, *sections]
    try:
        document = with_known_keys(read_received(data, name), known)
        content = sections_of(document, "a standing file", "`pbem template`")
    except YamlProblem as trouble:
        return StandingOrders("", findings=trouble.findings, sha256=sha256(data))
    elsewhere = [*(section.name for section in game.system.sections), *game.system.order_lines]
    findings = _unknown_sections(content, known, elsewhere, "order files", document)
    findings += schemas.check("core/standing-head", _head(content, STANDING_HEAD), document)
    lines, troubles = lines_of(game, sections, content, document, Source.STANDING)
    findings += troubles
    preset = str(content.get("preset") or "")
    if preset and preset not in game.presets:
        findings.append(
            error(
                "unknown-preset",
                f"there is no preset '{preset}'",
                where=document.where(("preset",)),
                hint=suggest(preset, game.presets),
            )
        )
    reserve = content.get("reserve") or {}
    if isinstance(reserve, dict):
        for word in list(reserve)[:MAX_STRANGE]:
            findings += strange_words(game, word, (), document.where_key(("reserve", word)))
    return StandingOrders(
        player=id_said(content.get("standing")),
        preset=preset,
        lines=replace(lines, reserve=reserve if isinstance(reserve, dict) else {}),
        findings=tuple(by_place(findings)),
        sha256=sha256(data),
    )


# --- legality --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reading(Generic[P]):
    """One order read back: the words of the receipt, what is wrong, and its sure consequences.

    `before` is the position as it would come up.
    """

    order: Order
    text: str
    findings: tuple[Finding, ...]
    before: P = field(compare=False, repr=False)
    events: tuple[events.Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt(Generic[P]):
    """The answer to a submission: everything read back, and all findings at once.

    `after` is the position when all of it is carried out, as far as that is sure.
    """

    submission: Submission
    readings: tuple[Reading[P], ...]
    findings: tuple[Finding, ...]
    after: P = field(compare=False, repr=False)


AnyReceipt: TypeAlias = Receipt[Any]


def validate(
    game: Game, state: State, submission: Submission, start: State | None = None
) -> AnyReceipt:
    """Check a whole submission as it would be carried out if nobody interfered.

    It is checked against what its player may see; `start` is the position as the impulse began.
    """
    player = submission.player
    findings = [*submission.findings, *_head_findings(game, state, submission)]
    readings: list[Reading[Any]] = []
    seen = visible_state(state, player)
    began = seen if start is None else visible_state(start, player)
    position = game.system.position(game, seen, began, player, False)
    if player in state.players():
        step = ""
        for order in submission.orders:
            section = section_of(position, order)
            position = position if section.step == step else _next_step(position)
            step = section.step
            ruling = _elsewhere(position, section, order) or check_order(position, order)
            read = Reading(order, ruling.reading, ruling.findings, position, ruling.events)
            readings.append(read)
            findings += ruling.findings
            if ruling.ok and (ruling.events or ruling.after):
                after = ruling.after or events.apply(position.state, ruling.events)
                position = position.then(after)
        closing = game.system.receipts.closing
        if closing is not None:
            findings += closing(position, submission)
    return Receipt(submission, tuple(readings), tuple(by_place(findings)), position)


def _elsewhere(position: Position, section: Section[Any], order: Order) -> Ruling | None:
    """What is wrong with an order whose step does not follow the open window; None if it does."""
    found = windows_of(position.game.system.sequence, section.step)
    if not found or position.clock.window in (window.name for window in found):
        return None
    names = ", ".join(window.title or window.name for window in found)
    message = f"'{section.name}' is not ordered in this window"
    hint = f"write it in the file for: {names}"
    return Ruling(
        (error("other-window", message, where=order.where, hint=hint, cite=section.cite),)
    )


def _next_step(position: Position) -> Position:
    """The position when a step begins: what lasts no longer than the step before it is gone."""
    over = events.expired(position.state, (Until.STEP,))
    return position.then(events.apply(position.state, over)) if over else position


def section_of(position: Position, order: Order) -> Section[Any]:
    """The section in which an order stands."""
    section = position.game.system.section(order.section)
    if section is None:
        raise AssertionError(f"no section {order.section}")
    return section


def check_order(position: Position, order: Order) -> Ruling:
    """The section's own check, each finding at what it is about, or at the order as a whole."""
    section = section_of(position, order)
    twice = named_twice(position, order)
    with position.game.in_rules():
        ruling = Ruling(tuple(twice)) if twice else section.check(position, order)
    if all(finding.where for finding in ruling.findings):
        return ruling
    return replace(ruling, findings=placed(ruling.findings, position, order))


def gained_findings(
    game: Game, before: State, now: State, submission: Submission
) -> tuple[Finding, ...]:
    """What a stale file is blamed for now and was not when it was written: it stands without."""
    known = {(f.code, f.message, f.where) for f in _legality(game, before, submission)}
    fresh = _legality(game, now, submission)
    return tuple(f for f in fresh if (f.code, f.message, f.where) not in known)


def _legality(game: Game, state: State, submission: Submission) -> list[Finding]:
    receipt = validate(game, state, submission)
    return [finding for reading in receipt.readings for finding in reading.findings]


def shared_claims(game: Game, state: State, submissions: Mapping[str, Submission]) -> list[Finding]:
    """A finding to each of two files that order the same unit or the same choice of a side."""
    claimed: dict[tuple[str, str], list[Order]] = {}
    for player in sorted(submissions):
        for order in submissions[player].orders:
            for name in claims(game.at(state, player), order):
                claimed.setdefault((order.section, name), []).append(order)
    findings: list[Finding] = []
    for (_, name), orders in claimed.items():
        players = sorted({order.player for order in orders})
        if len(players) > 1 and not shared(game.at(state), orders):
            findings += [claimed_twice(name, order, players) for order in orders]
    return findings


def shared(position: Position, orders: Sequence[Order]) -> bool:
    """Whether all orders that claim a unit or a choice may have it together."""
    return all(section_of(position, order).shares(order) for order in orders)


def claims(position: Position, order: Order) -> tuple[str, ...]:
    """The units and choices that an order uses up."""
    return section_of(position, order).claims(position, order)


def claimed_twice(name: str, order: Order, players: Sequence[str]) -> Finding:
    """What is told to the players of a side whose files both order `name`."""
    rivals = " and ".join(player for player in players if player != order.player)
    return error(
        "claimed-twice",
        f"{rivals} also ordered this: {name}",
        where=order.where,
        hint="agree on one order, or let the side's leader order it",
    )


def unplayable(game: Game, state: State, submission: Submission) -> list[Finding]:
    """Why a file cannot be played at all: it cannot be read, or it is for another window."""
    findings = [*submission.findings, *_head_findings(game, state, submission)]
    return [finding for finding in findings if finding.severity is Severity.ERROR]


def open_window(game: Game, state: State) -> str:
    """How the files of players name the window that is open."""
    return f"{state.game} {window_name(game.system.sequence, state.clock)}"


def is_window(said: str, window: str) -> bool:
    """Whether a file names a window, in any case."""
    return said.strip().casefold() == window.casefold()


def _not_due(state: State, submission: Submission, where: Where) -> list[Finding]:
    """A player of whom nothing is asked now is told so, once; his orders will not be legal."""
    player = submission.player
    if not submission.orders or player in state.due or player not in state.players():
        return []
    whose = " and ".join(state.due) or "nobody"
    message = f"{player} owes no orders for this window, which is open for {whose}"
    return [warning("not-due", message, where=where)]


def _head_findings(game: Game, state: State, submission: Submission) -> list[Finding]:
    if submission.document is None:
        return []
    where, said = submission.document.where, submission.document.data
    findings = _not_due(state, submission, where(("player",)))
    if submission.player and submission.player not in state.players():
        findings.append(
            error(
                "unknown-player",
                f"'{said['player']}' plays no power in this game",
                where=where(("player",)),
                hint=suggest(submission.player, state.players()),
            )
        )
    window = open_window(game, state)
    if "window" in said and not is_window(submission.window, window):
        findings.append(
            error(
                "wrong-window",
                f"these orders are for '{submission.window}', the open window is '{window}'",
                where=where(("window",)),
                hint=f"write: window: {window}",
            )
        )
    now = stamp(state, submission.player)
    if _STAMP.fullmatch(submission.for_state) and submission.for_state != now:
        findings.append(
            warning(
                "stale-state",
                f"written for state {submission.for_state}, the state now is {now}",
                where=where(("for_state",)),
                hint="every order was checked again against the state as it is now",
            )
        )
    return findings
