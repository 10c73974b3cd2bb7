"""The sequence of play of an impulse (3.1), and the system as the core sees it."""

from __future__ import annotations

from pbem.core.sequence import Window
from pbem.core.system import System
from pbem.systems.wif.options import read_options
from pbem.systems.wif.stacking import OVERSTACKED

SYSTEM = System(
    name="wif",
    title="World in Flames",
    package="pbem.systems.wif",
    sequence=(Window("orders"),),
    sections=(),
    kinds=(OVERSTACKED,),
    options=read_options,
)
