"""What production tracks answer (13.6.10, option 40).

Decides nothing. Leaves each answer to its module.
"""

from __future__ import annotations

from typing import Final

from pbem.systems.flames.kits.tracks.arrivals import deployed, entries, shattered, under_way, unpaid
from pbem.systems.flames.kits.tracks.boxes import is_on_track, off_track, returning
from pbem.systems.flames.kits.tracks.capture import check_tracks
from pbem.systems.flames.kits.tracks.countries import apart
from pbem.systems.flames.kits.tracks.damage import bomb_tracks, units_in_boxes
from pbem.systems.flames.kits.tracks.sites import noted
from pbem.systems.flames.kits.tracks.starting import begin, check_start, told
from pbem.systems.flames.kits.tracks.verdicts import tracks_told
from pbem.systems.flames.kits.tracks.works import works_told
from pbem.systems.flames.world.kits import Kits, Moment

KIT: Final = Kits(
    apart=apart,
    under_bombs=units_in_boxes,
    bomb_units=bomb_tracks,
    noted=noted,
    unpaid=unpaid,
    start=check_start,
    begins=begin,
    begun=told,
    told=(tracks_told, works_told),
    under_way=under_way,
    entries=entries,
    is_tied=is_on_track,
    keeps_back=True,
    comes_off=off_track,
    returning=returning,
    deployed=deployed,
    shattered=shattered,
    moments=((Moment.PLACES_TAKEN, check_tracks),),
)
