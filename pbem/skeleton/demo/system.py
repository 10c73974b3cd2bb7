"""The system as the core sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Receipts, System
from pbem.skeleton.demo.cases.chapter import CHAPTER as CASES
from pbem.skeleton.demo.marches.chapter import CHAPTER as MARCHES
from pbem.skeleton.demo.marches.orders import may_march
from pbem.skeleton.demo.options import options
from pbem.skeleton.demo.sequence import SEQUENCE


def may_act(position: Position) -> Mapping[str, Sequence[str]]:
    """The units that may act in each section: order forms list them."""
    units = position.state.units.values()
    return {"march": [unit.id for unit in units if may_march(position, unit)]}


SYSTEM: Final = System(
    name="demo",
    title="Demo",
    package="pbem.skeleton.demo",
    sequence=SEQUENCE,
    chapters=(MARCHES, CASES),
    options=options,
    position=Position,
    receipts=Receipts(may_act=may_act),
)
