"""The words of reports on the optional rules of chapter 15, from the facts of their verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.core.ledger import Entry
from pbem.core.scene import Scene
from pbem.core.system import Paragraph
from pbem.systems.gw.paragraphs import name


def empty_carrier(entry: Entry, scene: Scene) -> Sequence[str]:
    """A Carrier without aircraft went towards a factory."""
    facts = entry.body["facts"]
    ship = f"{facts['count']} {name(facts['unit'])} of {scene.title(facts['owner'])}"
    way = f"{scene.place(facts['at'])} > {scene.place(facts['to'])}"
    return [f"{ship} without aircraft, towards the nearest factory (15.3): {way}"]


OPTIONAL_PARAGRAPHS: Final[Mapping[str, Paragraph]] = {
    "empty-carrier": empty_carrier,
}
