"""What reports say of clashes."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry


def clash_lines(entry: Entry, scene: Scene) -> Sequence[str]:
    """The paragraph of a clash."""
    facts = entry.body["facts"]
    lost = ", ".join(facts["lost"]) or "nobody"
    return (
        f"CLASH {scene.place(facts['at'])}  {facts['odds']}, die {facts['die']}",
        f"{entry.body['outcome']}; {lost} lost",
    )
