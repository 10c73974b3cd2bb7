"""Small positions for cases of World in Flames.

Decides that everything is Germany's, whose enemy the USSR is, in Jul/Aug 1941, where a case says
nothing else. Leaves the rest to the engine.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.rules.system import Given
from pbem.systems.flames.cases.situation import CaseBook
from pbem.systems.flames.world.position import Position
from pbem.systems.wif.world.options import read_options
from pbem.systems.wif.world.vocabulary import PowerName

BOOK: Final = CaseBook(
    system="wif",
    options=read_options,
    axis=frozenset({PowerName.GERMANY, PowerName.ITALY, PowerName.JAPAN, PowerName.FINLAND}),
    ours=PowerName.GERMANY,
    enemy=PowerName.USSR,
    turn="1941-ja",
    scale="europe",
)


def situation(given: Given) -> Position:
    """The position that a case describes."""
    return BOOK.situation(given)


def chart_of(name: str) -> Chart:
    """A chart that comes with the system."""
    return BOOK.chart(name)


def terrain_chart() -> Chart:
    """What terrain does to movement and combat."""
    return chart_of("terrain-effects")
