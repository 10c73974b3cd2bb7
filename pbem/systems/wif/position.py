"""A position as the rules of World in Flames read it: that of the shared engine, with its politics.

Decides nothing: `alliances` answers what the engine asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.systems.flames.world.policy import Hardy, Policy
from pbem.systems.flames.world.position import Position as Shared
from pbem.systems.wif.economy.industry import INDUSTRY
from pbem.systems.wif.kits import kits_of
from pbem.systems.wif.turn.rising import RISING
from pbem.systems.wif.values import VALUES
from pbem.systems.wif.world.alliances import (
    FACTIONS,
    GREAT,
    MAJOR_POWERS,
    closed_borders,
    cooperate,
    is_neutral,
    is_transit,
    no_path,
    provocation,
    transit_ban,
)
from pbem.systems.wif.world.options import NUMBERS
from pbem.systems.wif.world.spheres import entering, held_as_home, step_ends
from pbem.systems.wif.world.vocabulary import WORDS, PowerName

POLICY: Final = Policy(
    majors=frozenset(MAJOR_POWERS),
    cooperate=cooperate,
    is_neutral=is_neutral,
    passes=is_transit,
    barred=transit_ban,
    closed=closed_borders,
    no_path=no_path,
    entering=entering,
    struck=provocation,
    held_as_home=held_as_home,
    factions=FACTIONS,
    great=GREAT,
    lent_hqs={"Stilwell": PowerName.USA},
    hardy=Hardy(
        northern=frozenset({PowerName.SWEDEN, PowerName.FINLAND, PowerName.NORWAY}),
        winter=frozenset({PowerName.USSR}),
        jungle=frozenset({PowerName.AUSTRALIA, PowerName.JAPAN}),
        natives=frozenset({PowerName.JAPAN}),
    ),
    hesitant=frozenset({PowerName.CHINA}),
    wild_regions={"siberia": str(PowerName.USSR)},
    federations=frozenset({PowerName.COMMONWEALTH}),
    industry=INDUSTRY,
    partisans=RISING,
    by_control=(closed_borders,),
    words=WORDS,
    step_ends=step_ends,
    kits=kits_of,
    numbers={name: number for number, name in NUMBERS.items()},
    values=VALUES,
    partisans_of={PowerName.CHINA: PowerName.COMMUNIST_CHINA},
)


@dataclass(frozen=True, eq=False)
class Position(Shared):
    """A position of the war of 1939."""

    policy: ClassVar[Policy] = POLICY
