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
from pbem.systems.flames.world.kits import Kits, Moment, Stages, Waiting

KIT: Final = Kits(
    waiting=Waiting(
        returning=returning,
        shattered=shattered,
        deployed=deployed,
        under_way=under_way,
        is_tied=is_on_track,
        entries=entries,
        keeps_back=True,
        comes_off=off_track,
    ),
    stages=Stages(
        start=check_start,
        begins=begin,
        begun=told,
        unpaid=unpaid,
    ),
    apart=apart,
    under_bombs=units_in_boxes,
    bomb_units=bomb_tracks,
    noted=noted,
    told=(tracks_told, works_told),
    moments=((Moment.PLACES_TAKEN, check_tracks),),
)
