"""What is written down of an operation that is announced and paid.

Decides the facts alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.record.verdicts import PlaceId, PowerId, Verdict
from pbem.systems.awaw.world.units import Part


@dataclass(frozen=True, slots=True)
class OperationVerdict(Verdict):
    """An offensive operation was announced and paid."""

    kind: ClassVar[str] = "operation"
    cite: ClassVar[str] = "9.58"

    do: str
    power: PowerId
    payer: PowerId
    units: tuple[Part, ...]
    targets: tuple[PlaceId, ...]
    front: str
    cost: int
    pays: int
    left: int

    @property
    def outcome(self) -> str:
        return self.do
