"""Vichy France: its creation, and what may befall it afterwards (14.4.2-14.4.4).

Vichy is a neutral Minor Power that Germany controls. Its income is Germany's. Leaves to
`french_surrender` the dice for colonies and ships, to `recruitment` and `lending` what it gets.
Decides whether there is a Vichy, what it gets, and how it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.events import UnitCreated, UnitMoved
from pbem.core.record.verdicts import Cited, PlaceId, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.defeat.france.french_fates import CHART, zones_that_become
from pbem.systems.gw.economy.spending import new_units
from pbem.systems.gw.economy.transfers import gives
from pbem.systems.gw.politics.alignment import Ground, align, is_under_attack
from pbem.systems.gw.world.fallen_france import (
    FRANCE,
    FREE_FRANCE,
    SOUTHERN_FRANCE,
    VICHY,
    enemies_of_vichy,
    heir,
)
from pbem.systems.gw.world.nations import is_acting
from pbem.systems.gw.world.treaties import GERMANY
from pbem.systems.gw.world.vocabulary import Placed, PowerCount, PowerFlag, TrackName, VichyFate


class VichyFoes(Reading, id="GW-R-14.4-b"):
    """Whose attack on Vichy drives it to Germany."""

    EVERY_ALLY = "every-ally"
    NOT_FREE_FRANCE = "not-free-france"


CREATE, DECLINE = "create", "decline"

CREATE_VICHY: Final = DecisionKind(
    "create-vichy",
    "Vichy",
    "when France surrenders on the German turn",
    "14.4.2",
    (AnswerKey("politics", "vichy"),),
    {
        "colonies": "how many French colonies there are still",
        "ships": "how many French ships are on the board",
    },
)


# --- creation --------------------------------------------------------------------------------


@implements("GW-14.4-3")
def may_be_created(position: Position) -> bool:
    """Whether Germany may create Vichy: France surrenders on the German turn (14.4.2)."""
    there = GERMANY in position.powers and VICHY in position.powers
    return there and is_acting(position, GERMANY) and position.track(TrackName.VICHY) is None


@implements("GW-14.4-3")
def germany_creates(umpire: Umpire, colonies: int, ships: int) -> bool:
    """Whether the German player wants Vichy; by default he does (14.4.2)."""
    if not may_be_created(umpire.position):
        return False
    decision = CREATE_VICHY.ask(
        "France surrenders. Shall there be a Vichy France?",
        umpire.state.powers[GERMANY].players,
        [Option(CREATE, "create Vichy"), Option(DECLINE, "no Vichy")],
        (CREATE,),
        facts={"colonies": colonies, "ships": ships},
    )
    return umpire.decide(decision).pick == CREATE


@dataclass(frozen=True, slots=True)
class VichyVerdict(Cited):
    """Vichy is created, or has surrendered."""

    kind: ClassVar[str] = "vichy"

    zones: Sequence[PlaceId] = ()
    german: Sequence[PlaceId] = ()
    army: Placed = ()
    conqueror: PowerId = ""
    to: PowerId = ""


@implements("GW-14.4-4", "GW-14.4-12", "GW-14.4-13")
def create(umpire: Umpire, home: tuple[str, ...]) -> None:
    """Vichy gets its zones, Germany the rest of the French Home Country, and control (14.4.2)."""
    umpire.chart(CHART)
    own = zones_that_become(umpire.game, "vichy")
    germany = umpire.state.powers[GERMANY]
    umpire.apply(
        *set_power(umpire.state, VICHY, "flag", PowerFlag.CONTROLLED_BY, GERMANY),
        *set_power(umpire.state, VICHY, "side", "", germany.side),
        *set_power(umpire.state, VICHY, "players", "", " ".join(germany.players) or None),
        *set_power(
            umpire.state,
            VICHY,
            "counter",
            PowerCount.CASH,
            0 if PowerCount.CASH in germany.counters else None,
        ),
        *set_track(umpire.state, TrackName.VICHY, VichyFate.CREATED),
    )
    rest = [zone for zone in home if zone not in own]
    for zone in own:
        umpire.apply(*gives(umpire.position, zone, VICHY))
    for zone in rest:
        umpire.apply(*gives(umpire.position, zone, GERMANY, conquered=True))
    umpire.tell(
        VichyVerdict(
            at=None,
            result=VichyFate.CREATED,
            under="14.4.2",
            zones=own,
            german=rest,
            army=_army(umpire),
        )
    )


@implements("GW-14.4-6")
def _army(umpire: Umpire) -> list[tuple[str, int, str]]:
    """The army that Vichy gets (14.4.2)."""
    told = []
    for kind in umpire.book.chart(CHART).table("army").rows.names:
        count, at = (umpire.book.chart(CHART).at(kind, c, "army") for c in ("count", "at"))
        made = new_units(VICHY, kind, at.text, int(count.number))
        umpire.apply(UnitCreated(made.id, None, made))
        told.append((kind, made.size, made.at))
    return told


# --- its end ---------------------------------------------------------------------------------


def settle_vichy(umpire: Umpire) -> bool:
    """Vichy surrenders when Southern France is conquered, and aligns when it is attacked."""
    state = umpire.state
    if state.track(TrackName.VICHY) != VichyFate.CREATED:
        return False
    if state.flag(VICHY, PowerFlag.ALIGNED_WITH):
        _is_absorbed(umpire, VichyFate.ALIGNED)
        return True
    if state.controller(SOUTHERN_FRANCE) != VICHY:
        _surrenders(umpire)
        return True
    enemies = enemies_of_vichy(state)
    if enemies == (FREE_FRANCE,) and umpire.reading(VichyFoes) is VichyFoes.NOT_FREE_FRANCE:
        return False
    if not enemies or is_under_attack(umpire, VICHY, GERMANY):
        return False
    align(umpire, VICHY, GERMANY, Ground("14.4.3", ("attacked-by", enemies[0])))
    _is_absorbed(umpire, VichyFate.ALIGNED)
    return True


@implements("GW-14.4-15")
def _surrenders(umpire: Umpire) -> None:
    """Southern France is conquered: Vichy's colonies and units join Free France (14.4.4)."""
    conqueror = umpire.state.holder(SOUTHERN_FRANCE)
    to = heir(umpire.state, FRANCE)
    umpire.tell(
        VichyVerdict(
            at=None, result=VichyFate.SURRENDERED, under="14.4.4", conqueror=conqueror, to=to
        )
    )
    align(umpire, VICHY, to, Ground("14.4.4", ("conquered", SOUTHERN_FRANCE)))
    _is_absorbed(umpire, VichyFate.SURRENDERED)


@implements("GW-14.4-12")
def _is_absorbed(umpire: Umpire, how: str) -> None:
    """What stands on Vichy's Production Chart goes to whom Vichy went to (14.4.2)."""
    to = str(umpire.state.powers[VICHY].flags[PowerFlag.ALIGNED_WITH])
    umpire.apply(*set_track(umpire.state, TrackName.VICHY, how))
    here = f"track:{VICHY}/"
    for name in sorted(unit.id for unit in umpire.state.units.values() if unit.at.startswith(here)):
        unit = umpire.state.units[name]
        there = f"track:{to}/{unit.at.removeprefix(here)}"
        umpire.apply(UnitMoved(unit.id, unit.at, there, unit.count))
