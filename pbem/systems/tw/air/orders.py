"""Aircraft in the order of an attack: `oas: [{fly: {1-5-4 TAC: 1, 3-3-2 FTR: 1}, from: Cologne}]`.

Decides which aircraft may support an attack, and which escort them. Leaves what comes of it to
`support`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import Mark
from pbem.systems.tw.air.air_verdicts import OwnBaseVerdict
from pbem.systems.tw.air.basing import BOMBERS, is_aboard, is_fit, may_land, may_stay
from pbem.systems.tw.air.flights import offensive_range, reached, reached_from
from pbem.systems.tw.air.missions import flies, has_flown
from pbem.systems.tw.air.support import FLYERS
from pbem.systems.tw.air.ways import Ways, flight
from pbem.systems.tw.world.activity import is_active
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import UnitMark

SUPPORTS: Final = UnitMark.SUPPORTS
MISSIONS: Final = {  # how a second mission of a kind in one impulse is refused
    UnitMark.SUPPORTS: "supports an attack in this impulse",
    UnitMark.HELPS: "supports an automatic victory in this impulse",
    UnitMark.ESCORTS: "escorts a landing in this impulse",
    UnitMark.INTERDICTS: "delays a reserve in this impulse",
    UnitMark.RAIDS: "flies a counter-air mission already",
    UnitMark.OVER_SEA: "has flown against ships in this impulse",
}


@implements("TW-11.3-1", "TW-11.1-1", "TW-2.6-FTR-1")
def supporters(
    check: Check, said: Sequence[Any], target: str, mark: UnitMark = SUPPORTS
) -> tuple[Piece, ...]:
    """The aircraft that an order sends to a hex; fighters escort the others."""
    pieces = flyers(check, said, target, mark)
    if pieces and not any(piece.kind in BOMBERS for piece in pieces):
        hint = "name a TAC or an MDM whom they escort"
        check.complain("escort", "fighters alone support no attack", hint, "11.3")
    return pieces


def flyers(check: Check, said: Sequence[Any], target: str, mark: UnitMark) -> tuple[Piece, ...]:
    """The aircraft that an order sends to a hex on a mission, which the mark tells."""
    pieces = wing_named(check, said)
    for piece in pieces:
        _may_fly(check, piece, target, mark)
    for piece in pieces if check.ok else ():
        check.does(flies(piece.unit, mark, target))
        unit = check.state.units[piece.id]
        check.does(set_mark(unit, UnitMark.FLOWN, Mark(UnitMark.FLOWN.until)))
    return pieces


@implements("TW-11.8.1-1", "TW-11.2.3-1")
def named_ways(check: Check, said: Sequence[Any], target: str) -> Ways:
    """The hexes by way of which aircraft fly, where an order names them: all within their range."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for row in said:
        via = check.places(row.get("via"))
        named = check.pieces(check.place(row["from"]), row["fly"]) if via and check.ok else ()
        for piece in (one for one in named if one.is_air):
            position, most = check.position, offensive_range(check.position, piece)
            if not flight(position, piece, (piece.at, *via, target), most):
                by = ", ".join(map(check.label, via))
                message = (
                    f"{piece.counter.name} does not reach {check.label(target)} by way of {by}"
                )
                hint = f"{most} hexes at most, over nobody's neutral country"
                check.complain("way", message, hint, "11.8.1", about=piece.counter.name)
            found.append((piece.id, via))
    return tuple(found)


def told_ways(position: Position, ways: Ways) -> str:
    """The ways that an order names, as a receipt reads them back."""
    named = dict.fromkeys(via for _, via in ways)
    said = (" > ".join(map(position.label, via)) for via in named)
    return "".join(f", by way of {one}" for one in said)


@implements("TW-11.2.2-1")
def homes_of(check: Check, said: Sequence[Any], target: str) -> tuple[tuple[str, str], ...]:
    """The bases other than their own to which aircraft return, where an order says so."""
    found: list[tuple[str, str]] = []
    for row in said:
        base = check.place(row["to"]) if "to" in row and check.ok else ""
        named = check.pieces(check.place(row["from"]), row["fly"]) if base and check.ok else ()
        for piece in (one for one in named if one.is_air):
            position, name = check.position, piece.counter.name
            near = reached_from(position, piece, target, offensive_range(position, piece))
            if base not in near or not may_stay(position, piece, base):
                message = f"{name} does not return to {check.label(base)}"
                hint = "a friendly base with room within its range of the target"
                check.complain("return", message, hint, "11.2.2", about=row["to"])
            found.append((piece.id, base))
    return tuple(found)


@implements("TW-11.2.2-1")
def return_home(umpire: Umpire, homes: Sequence[tuple[str, str]]) -> None:
    """When all is over: aircraft that are left land where their order said, if they still can;
    else in the base from which they came.
    """
    for unit, base in homes:
        piece = umpire.position.piece(umpire.state.units[unit])
        if piece.at not in umpire.board.spots:
            continue
        if may_land(umpire.position, piece, base):
            umpire.apply(UnitMoved(unit, piece.at, base))
        else:
            umpire.tell(OwnBaseVerdict(base, unit, piece.at))


def take_off(umpire: Umpire, units: Sequence[str], place: str, mark: UnitMark) -> None:
    """Aircraft fly to a hex on a mission now, as their order said."""
    for unit in units:
        umpire.apply(*flies(umpire.state.units[unit], mark, place))
        flown = Mark(UnitMark.FLOWN.until)
        umpire.apply(*set_mark(umpire.state.units[unit], UnitMark.FLOWN, flown))


def wing_named(check: Check, said: Sequence[Any]) -> tuple[Piece, ...]:
    """The aircraft that an order names, base by base, each once."""
    pieces = tuple(_named(check, said))
    check.each_once(pieces)
    return pieces


def _named(check: Check, said: Sequence[Any]) -> Iterator[Piece]:
    for row in said:
        origin = check.place(row["from"])
        if origin:
            yield from check.pieces(origin, row["fly"])


@implements("TW-11.2.1.2-3", "TW-11.5.1-1")
def _is_naval_mission(position: Position, piece: Piece, target: str, mark: UnitMark) -> bool:
    """Whether a NAC of a base on land flies a mission: against a port, its ships or aircraft."""
    on_land = piece.kind == Kind.NAC and not is_aboard(position, piece)
    port = bool(position.board.fact(target, "port"))
    return on_land and port and mark in (UnitMark.RAIDS, UnitMark.OVER_SEA)


@implements("TW-11.3-1", "TW-11.2.1.2-1", "TW-11.2.3-2", "TW-4.0-1", "TW-11.1.2-3")
def _may_fly(check: Check, piece: Piece, target: str, mark: UnitMark) -> None:
    """Whether an aircraft may fly to a hex on a mission: one of each kind in an impulse."""
    position, name = check.position, piece.counter.name
    able = piece.kind in FLYERS or _is_naval_mission(position, piece, target, mark)
    far = offensive_range(position, piece) if able else 0
    near = target in reached(position, piece, far)
    hindrances = (
        (
            "kind",
            not able,
            "flies no such mission: FTR, TAC and MDM do",
            "11.3",
        ),
        ("worn", not is_fit(piece), "is Depleted", "11.11.4"),
        ("not-active", not is_active(piece), "is not activated by a logistical effort", "4.0"),
        ("displaced", piece.unit.marked(UnitMark.DISPLACED), "has lost its base", "11.1.2"),
        ("twice", has_flown(position, piece.unit, mark, target), MISSIONS[mark], "11.2.3"),
        ("range", not near, f"flies {far} hexes, not to {check.label(target)}", "11.2.1"),
    )
    check.first(hindrances, before=f"{name} in {check.label(piece.at)} ", about=name)
