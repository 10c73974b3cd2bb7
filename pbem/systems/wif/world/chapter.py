"""What the world brings to play: stacks too high, strangers; which marks of counters are told.

Decides nothing. Leaves everything that is ordered to the other chapters.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.flames.kits.pilots.crews import PilotsVerdict, pilots_lines
from pbem.systems.flames.kits.tracks.capture import CapturedTracksVerdict, captured_tracks_lines
from pbem.systems.flames.kits.tracks.choice import TRACK
from pbem.systems.flames.world.commitments import ABROAD, STRANGERS
from pbem.systems.flames.world.homes import HomelessVerdict, homeless_lines
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.stack_verdicts import (
    AbroadVerdict,
    OverstackedVerdict,
    StrangersVerdict,
    abroad_lines,
    overstacked_lines,
    strangers_lines,
)
from pbem.systems.flames.world.stacking import OVERSTACKED
from pbem.systems.flames.world.vocabulary import UnitMark
from pbem.systems.wif.world.borderlands import BorderVerdict, border_lines
from pbem.systems.wif.world.spheres import OccupationVerdict, occupation_lines

# Marks that players know of; all others are the program's own.
TOLD: Final = (
    UnitMark.FACE_DOWN,
    UnitMark.COUNTRY,
    UnitMark.OWED,
    UnitMark.EXTRA_POINTS,
    UnitMark.BOMBS,
    UnitMark.PAID,
)

CHAPTER: Final[Chapter[Position]] = Chapter(
    quiet_marks=tuple(mark for mark in UnitMark if mark not in TOLD),
    kinds=(OVERSTACKED, STRANGERS, ABROAD, TRACK),
    verdicts={
        HomelessVerdict: homeless_lines,
        OverstackedVerdict: overstacked_lines,
        StrangersVerdict: strangers_lines,
        AbroadVerdict: abroad_lines,
        PilotsVerdict: pilots_lines,
        BorderVerdict: border_lines,
        OccupationVerdict: occupation_lines,
        CapturedTracksVerdict: captured_tracks_lines,
    },
)
