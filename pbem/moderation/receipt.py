"""The receipt of a received file: everything read back in words, and all findings at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import Any, Final

from pbem.core.data.findings import Finding, Severity, Where, by_place, has_errors
from pbem.core.orders.answers import Answers
from pbem.core.orders.inputs import GivenRuling
from pbem.core.orders.orders import AnyReceipt, StandingOrders, sha256
from pbem.core.reading.report import plain_fact
from pbem.core.reading.scene import Scene
from pbem.core.record.events import UnitChanged, UnitMoved
from pbem.core.record.state import State
from pbem.core.record.views import visible_state
from pbem.core.rules.game import Game
from pbem.core.rules.system import Foretold
from pbem.moderation.absence import away
from pbem.moderation.form import (
    DEFAULT,
    answer_now,
    doubtful_lines,
    lines_read_back,
    units_by_place,
)
from pbem.moderation.overrides import AGAINST, RulingFile
from pbem.moderation.slips import Slip, file_name, slip_of

WIDTH: Final = 78
WAITS: Final = "waits"  # the code of what tells that a file is for a window to come
MONEY: Final = "money"  # what is told of it comes first


@dataclass(frozen=True, slots=True)
class Checked:
    """A file with what was read in it, what was found, and what follows from it.

    `unplayed` names the orders that are passed over while the others are played.
    """

    name: str
    kind: str
    player: str
    sha256: str
    readings: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]
    findings: tuple[Finding, ...]
    slip: Slip | None = None
    foretold: tuple[Foretold, ...] = ()
    unplayed: tuple[str, ...] = ()


def with_slip(
    checked: Checked, state: State, sent: tuple[bytes, bytes | None], window: str = ""
) -> Checked:
    """A receipt with its slip, for the open window or for one to come.

    Without the key of receipts it says that it has none.
    """
    data, receipts = sent
    if receipts is None:
        told = "without the game's keys this receipt has no nonce: it proves nothing yet"
        return replace(checked, remarks=(*checked.remarks, told))
    file = file_name(checked.kind, checked.player)
    slip = slip_of(state.game, state.clock.run + 1, file, (data, receipts))
    return replace(checked, slip=replace(slip, run=0, window=window) if window else slip)


def checked_orders(
    game: Game, state: State, receipt: AnyReceipt, *, name: str, binding: Sequence[Finding]
) -> Checked:
    """An order file read back, with what follows from it and the units that it leaves out.

    `binding`: the findings as they count for the file as a whole.
    """
    said = receipt.submission
    plays = said.player in state.players()
    foretold = _foretold(game, receipt) if plays else ()
    illegal = [r.order.name for r in receipt.readings if has_errors(r.findings)]
    remarks = _luck(said.luck) if said.document else []
    remarks += _away(game, state, said.player, said.deputy)
    remarks += _unordered(game, state, receipt) if plays else []
    warns = game.system.receipts.warns
    warned = [f.at(Where(name)) for f in warns(receipt)] if warns and plays else []
    return Checked(
        name=name,
        kind="orders",
        player=said.player,
        sha256=said.sha256,
        readings=(*_read_back(receipt, foretold), *lines_read_back(game, said.lines)),
        remarks=tuple(remarks),
        findings=tuple(by_place([*binding, *warned])),
        foretold=foretold,
        unplayed=() if has_errors(binding) else tuple(illegal),
    )


def _foretold(game: Game, receipt: AnyReceipt) -> tuple[Foretold, ...]:
    """What follows from a file, as its system tells it."""
    tellings = game.system.receipts.foretells
    return tuple(one for telling in tellings for one in telling(receipt))


def _read_back(receipt: AnyReceipt, foretold: Iterable[Foretold]) -> Iterator[tuple[str, str]]:
    """Every order in words, with what follows from it alone."""
    follows: dict[str, list[str]] = {}
    for one in foretold:
        if one.order is not None:
            follows.setdefault(one.order.name, []).append(one.text)
    for reading in receipt.readings:
        name = reading.order.name
        text = reading.text or "not legal as things stand"
        yield name, "; ".join([text, *follows.get(name, ())])


def _luck(luck: str | None) -> list[str]:
    return [] if luck else ["you sent no luck: the dice are made without a text of yours"]


def _away(game: Game, state: State, player: str, deputy: str = "") -> list[str]:
    """Who answers for a player who is away; where he writes himself, that this counts first."""
    gone = away(game.roster, state.clock.run + 1).get(player)
    if gone is None:
        return []
    return [gone.told if deputy else f"{gone.told}; a file of {player} counts before that"]


def _unordered(game: Game, state: State, receipt: AnyReceipt) -> list[str]:
    """The units that may act and that no order of the file names, nor what carries them."""
    player, may_act = receipt.submission.player, game.system.receipts.may_act
    if may_act is None:
        return []
    seen = visible_state(state, player)
    scene = Scene(game, player, seen, seen, ())
    busy = set(busy_units(game, seen, receipt))
    ready = dict.fromkeys(unit for ids in may_act(game.at(seen, player)).values() for unit in ids)
    if not ready:
        return []
    idle = [unit for unit in ready if busy.isdisjoint((unit, _carrier(seen, unit)))]
    return [f"no orders for: {units_by_place(scene, idle)}"] if idle else ["every unit has orders"]


def _carrier(state: State, unit_id: str) -> str:
    """The unit that carries another; itself if none does."""
    unit = state.units[unit_id]
    return state.carriers.get(unit.at, unit).id


def busy_units(game: Game, state: State, receipt: AnyReceipt) -> Iterable[str]:
    """The units that a file's orders use: what their sections claim, and what they change."""
    position = game.at(state, receipt.submission.player)
    for reading in receipt.readings:
        section = game.system.section(reading.order.section)
        if section is not None:
            yield from section.claims(position, reading.order)
        employs = section is None or section.employs
        for event in reading.events if employs else ():
            if isinstance(event, (UnitMoved, UnitChanged)):
                yield event.unit


def checked_standing(game: Game, state: State, name: str, standing: StandingOrders) -> Checked:
    """A standing file read back: who answers what from now on."""
    seen = visible_state(state, standing.player)
    scene = Scene(game, standing.player, seen, seen, ())
    kinds = [(k.title, answer_now(game, k, standing)) for k in game.system.kinds]
    told = tuple((title, answer) for title, answer in kinds if answer != DEFAULT)
    left = f"the default answers the other {len(kinds) - len(told)} kinds of decision"
    kept = ", ".join(f"{count} {tag}" for tag, count in standing.lines.reserve.items())
    return Checked(
        name=name,
        kind="standing orders",
        player=standing.player,
        sha256=standing.sha256,
        readings=told,
        remarks=(
            *_away(game, state, standing.player),
            *((f"kept in reserve: {kept}",) if kept else ()),
            left,
        ),
        findings=(*standing.findings, *doubtful_lines(scene, standing)),
    )


def checked_answers(name: str, answers: Answers, findings: Sequence[Finding]) -> Checked:
    """An answers file read back: each question's path, and what was answered."""
    readings = tuple(
        (
            path,
            ", ".join(map(str, given.words)) if isinstance(given.words, list) else str(given.words),
        )
        for path, given in answers.given.items()
    )
    remarks = () if readings else ("nothing is answered yet",)
    return Checked(
        name, "answers", answers.player, answers.sha256, readings, remarks, tuple(findings)
    )


def checked_rulings(
    name: str, data: bytes, file: RulingFile, findings: Sequence[Finding]
) -> Checked:
    """A file of rulings read back: what is ruled at each path, and by which rule."""
    against = [(path, said) for part in AGAINST for path, said in file.data.get(part, {}).items()]
    readings = [(path, f"{plain_fact(said)}, against the program") for path, said in against]
    readings += [(path, _ruling(said)) for path, said in file.rulings.items()]
    remarks = () if readings else ("nothing is ruled yet",)
    return Checked(name, "rulings", "", sha256(data), tuple(readings), remarks, tuple(findings))


def _ruling(said: GivenRuling) -> str:
    """`breach; -1 mud; lose wolf (15.41: the wall is old)`."""
    result = said.data.get("result")
    parts = [] if result is None else [str(result)]
    parts += [f"{row['value']:+d} {row['name']}" for row in said.data.get("modifiers", ())]
    rows = said.data.get("changes", ())
    parts += [" ".join(f"{key} {value}" for key, value in row.items()) for row in rows]
    return f"{'; '.join(parts) or 'nothing changes'} ({said.cite}: {said.reason})"


def checked_roster(name: str, data: bytes, findings: Sequence[Finding]) -> Checked:
    """A game.yaml."""
    return Checked(name, "game", "", sha256(data), (), (), tuple(findings))


# --- text and data -------------------------------------------------------------------------------


def receipt_text(checked: Checked) -> str:
    """A receipt as it is mailed back."""
    whose = f" of {checked.player}" if checked.player else ""
    whole = [one for one in checked.foretold if one.order is None]
    lines = [
        f"RECEIPT {checked.name}: {checked.kind}{whose}",
        f"  SHA-256 {checked.sha256}",
        *_told(one for one in whole if one.kind == MONEY),
        *_wrapped((f"{label}: {text}" for label, text in checked.readings), "  ", "      "),
        *_told(one for one in whole if one.kind != MONEY),
        *_wrapped(checked.remarks, "  * ", "    "),
        *map(str, checked.findings),
        *_wrapped([verdict(checked)], "  ", "    "),
    ]
    if checked.slip is not None:
        lines.append(checked.slip.text)
    return "".join(f"{line}\n" for line in lines)


def _wrapped(texts: Iterable[str], first: str, further: str) -> Iterator[str]:
    """Texts on lines of the page's width, each with its own indents."""
    for text in texts:
        yield from wrap(text, WIDTH, initial_indent=first, subsequent_indent=further)


def _told(foretold: Iterable[Foretold]) -> Iterator[str]:
    """What follows from a file, each kind under its name."""
    for one in foretold:
        yield from _wrapped([one.text], f"  {one.kind.upper()}  ", "      ")


def verdict(checked: Checked) -> str:
    """Whether a file is accepted, how many errors and warnings there are, what is not played."""
    found = [finding.severity for finding in checked.findings]
    errors, warnings = found.count(Severity.ERROR), found.count(Severity.WARNING)
    waits = any(finding.code == WAITS for finding in checked.findings)
    well = "it waits for its window" if waits else "accepted"
    if not errors and not warnings:
        return f"{well}: nothing to complain about"
    word = "not accepted" if errors else well
    told = f"{word}: {_count(errors, 'error')}, {_count(warnings, 'warning')}"
    if checked.unplayed:
        told += f"; will not be played: {', '.join(checked.unplayed)}"
    return told


def _count(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


def receipt_data(checked: Checked) -> Mapping[str, Any]:
    """A receipt as plain data; the findings are added by the command."""
    return {
        "file": checked.name,
        "kind": checked.kind,
        "player": checked.player,
        "sha256": checked.sha256,
        "receipt": checked.slip.data() if checked.slip else None,
        "orders": [{"order": label, "reading": text} for label, text in checked.readings],
        "foretold": [
            {
                "kind": one.kind,
                "order": one.order.name if one.order else None,
                "text": one.text,
                "facts": dict(one.facts),
            }
            for one in checked.foretold
        ],
        "unplayed": list(checked.unplayed),
        "remarks": list(checked.remarks),
        "verdict": verdict(checked),
    }
