"""Final reorganisation: all units are ready again (13.5).

Decides that all are but those that an optional rule leaves face-down. Leaves units at sea to later
chapters.
"""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.systems.flames.turn.turn_verdicts import FinalReorganisationVerdict
from pbem.systems.flames.world.position import Umpire, turned_up


@implements("WIF-13.5-1", "WIF-13.5-2", "AIF-13.5-1")
def final_reorganisation(umpire: Umpire) -> None:
    """Every face-down unit on the map turns face-up (13.5)."""
    position = umpire.position
    down = [piece for piece in position.on_map if piece.face_down]
    isolated = umpire.position.kits.isolated(umpire, down)
    up = [piece for piece in down if piece not in isolated]
    umpire.apply(*turned_up(*up))
    umpire.tell(
        FinalReorganisationVerdict(
            None, up=tuple(p.id for p in up), isolated=tuple(p.id for p in isolated)
        )
    )
