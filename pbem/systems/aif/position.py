"""A position as the rules of America in Flames read it: that of the shared engine, its politics.

Decides nothing: `alliances` answers what the engine asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.systems.aif.kits import kits_of
from pbem.systems.aif.values import VALUES
from pbem.systems.aif.world.alliances import (
    MAJOR_POWERS,
    cooperate,
    is_neutral,
    no_path,
)
from pbem.systems.aif.world.options import NAMES
from pbem.systems.aif.world.vocabulary import WORDS, PowerName
from pbem.systems.flames.world.commitments import check_strangers
from pbem.systems.flames.world.policy import Hardy, Policy
from pbem.systems.flames.world.position import Position as Shared

NONE: Final = frozenset[str]()
_JAPAN: Final = frozenset({PowerName.JAPAN})


POLICY: Final = Policy(
    majors=frozenset(MAJOR_POWERS),
    cooperate=cooperate,
    is_neutral=is_neutral,
    no_path=no_path,
    hardy=Hardy(northern=NONE, winter=NONE, jungle=_JAPAN, natives=_JAPAN),
    hesitant=NONE,
    wild_regions={},
    federations=NONE,
    by_control=(),
    words=WORDS,
    step_ends=check_strangers,
    kits=kits_of,
    numbers={name: rule for rule, name in NAMES.items()},
    values=VALUES,
    partisans_of={},
)


@dataclass(frozen=True, eq=False)
class Position(Shared):
    """A position of the war of 1945."""

    policy: ClassVar[Policy] = POLICY
