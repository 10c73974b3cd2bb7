"""How messages name powers: as people do, not by their ids.

Decides which of them bear an article.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.systems.flames.world.vocabulary import Side
from pbem.systems.wif.world.vocabulary import MinorName, PowerName

TITLES: Final[Mapping[str, str]] = {
    name: name.meaning for names in (PowerName, MinorName, Side) for name in names
}
WITH_ARTICLE: Final = frozenset(
    {PowerName.USSR, PowerName.USA, PowerName.COMMONWEALTH, MinorName.CZECH_REPUBLIC}
)


def titled(power: str) -> str:
    """`Germany`, `USSR`: a power, a minor country or a side by itself."""
    return TITLES.get(power) or power.replace("-", " ").title()


def called(power: str) -> str:
    """`Germany`, `the USSR`: the same within a sentence."""
    return f"the {titled(power)}" if power in WITH_ARTICLE else titled(power)
