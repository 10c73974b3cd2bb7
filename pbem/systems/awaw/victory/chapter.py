"""What the beginning and the end of a scenario bring to play.

Decides nothing. Leaves the order of steps to the sequence.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.victory.allotting import ALLOTMENT, MeansVerdict
from pbem.systems.awaw.victory.deciding import LEVEL, VictoryVerdict
from pbem.systems.awaw.victory.deploying import DEPLOYING, DeploymentVerdict
from pbem.systems.awaw.victory.resigning import RESIGNING, ConcededVerdict, WithdrawnVerdict
from pbem.systems.awaw.victory.telling import (
    conceded_lines,
    deployment_lines,
    means_lines,
    result,
    victory_lines,
    withdrawn_lines,
)
from pbem.systems.awaw.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(DEPLOYING, RESIGNING),
    rulings=(ALLOTMENT, LEVEL),
    verdicts={
        DeploymentVerdict: deployment_lines,
        MeansVerdict: means_lines,
        ConcededVerdict: conceded_lines,
        WithdrawnVerdict: withdrawn_lines,
        VictoryVerdict: victory_lines,
    },
    result=(result,),
)
