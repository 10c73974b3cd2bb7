"""Units under construction that go by rail to another track (13.6.10, 11.9; option 40).

`rail_track: [{unit: 2 ARM, to: [Gorki, Moscow]}]`: into the same box there, face-down. Decides who
may go where and what it costs. Leaves railways to `land.rail`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.evacuation import Freight
from pbem.systems.flames.impulse.actions import refusal, spend
from pbem.systems.flames.kits.tracks.boxes import (
    CITE,
    Box,
    box_name,
    box_of,
    on_tracks,
    work_of,
    worked,
)
from pbem.systems.flames.kits.tracks.construction import not_played
from pbem.systems.flames.kits.tracks.sites import build_sites, has_room
from pbem.systems.flames.land.rail import is_station, maps_away, rail_moves, rail_path
from pbem.systems.flames.world.named import places_in, plays, units_called
from pbem.systems.flames.world.position import Piece, Position, Umpire, names, turned_down
from pbem.systems.flames.world.vocabulary import UnitMark

ACTIVITY: Final = "rail-land"


def check_rail_track(position: Position, order: Order) -> Ruling:
    """`{unit: 2 ARM, to: Gorki}`: to the first place that is possible (13.6.10)."""
    if not position.options.factories_in_flames:
        return Ruling(tuple(not_played(position, "unit")))
    ends, findings = places_in(position, order, "to")
    piece, troubles = _named(position, str(order.data["unit"]))
    if findings or piece is None:
        return Ruling((*findings, *troubles))
    bans = {place: _ban(position, piece, place) for place in ends}
    place = next((place for place, ban in bans.items() if not ban), "")
    if not place:
        return Ruling((error("no-rail", bans[ends[0]], cite=CITE, about=ends[0]),))
    return _railed(position, piece, place)


def _named(position: Position, word: str) -> tuple[Piece | None, Sequence[Finding]]:
    """The unit on the player's tracks that a word means."""
    own = [piece for piece in on_tracks(position, position.powers) if plays(position, piece)]
    found = [piece for piece in units_called(position, word) if piece in own]
    if found:
        return found[0], ()
    message = f"'{word}' is no unit on your production tracks"
    hint = f"there are: {names(own) or 'none'}"
    return None, (error("not-there", message, hint=hint, cite=CITE, about=word),)


def _railed(position: Position, piece: Piece, place: str) -> Ruling:
    power, box = position.major(piece.owner), box_of(piece.at)
    if box is None:
        raise AssertionError(f"{piece.id} is on no production track")
    cost = rail_moves(maps_away(position.board, box.site, place))
    activity = ACTIVITY if piece.is_land else "rail-air"
    refused = refusal(position, power, activity, cost)
    if refused:
        return Ruling(tuple(refused))
    work = work_of(piece)
    words = f"{piece.name} by rail to {box_name(box.number)} of {position.label(place)}, face-down"
    moved = worked(piece, Box(piece.owner, place, box.number), work)
    return Ruling((), words, (*moved, *turned_down(piece), *spend(position, power, ACTIVITY, cost)))


@implements("WIF-13.6.10-33")
def _ban(position: Position, piece: Piece, place: str) -> str:
    """Why a unit cannot go to the same box of a place; nothing if it can (13.6.10)."""
    box, label = box_of(piece.at), position.label(place)
    if box is None or box.site not in position.board:
        return f"{piece.name} is built in no place on the map"
    if piece.face_down:
        return f"{piece.name} is face-down"
    if place == box.site or place not in build_sites(position, piece):
        return f"{label} is no other place where {piece.name} is built"
    counts = not piece.unit.marked(UnitMark.RETURNING)
    if counts and not has_room(position, position.major(piece.owner), place, box.number):
        return f"{box_name(box.number)} of {label} is full"
    freight = Freight(piece.owner, box.site, piece.id, piece.rails_as_hq)
    ends = (box.site, place)
    if not all(is_station(position, end, freight) for end in ends):
        return f"no railway joins {position.label(box.site)} and {label}"
    path = rail_path(position, freight, place)
    return "" if path is not None and path.steps else f"no railway of ours leads to {label}"


def tracks_by_rail(umpire: Umpire) -> None:
    """Units under construction go by rail in the step of all others (11.9)."""
    umpire.carry_out(RAIL_TRACK.name)


RAIL_TRACK: Final = Section(
    name="rail_track",
    title="Units under construction by rail",
    step="tracks-by-rail",
    schema="rail_track",
    cite=CITE,
    check=check_rail_track,
)
