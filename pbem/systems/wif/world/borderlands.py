"""Regions that claims give to another country, and when they fall back (19.6).

Decides which hexes they are, that they are a part of their new home for all purposes, and that what
the USSR has been given is lost to it with the last hex. Leaves who claims to `politics.claims`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_controller, set_place
from pbem.core.record.events import Event
from pbem.core.record.verdicts import PowerId, Verdict
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.vocabulary import PlaceFact
from pbem.systems.wif.world.vocabulary import MinorName, PowerName

CITE: Final = "19.6"
REGION: Final = "region"
CLAIMED: Final[Mapping[str, str]] = {
    PowerName.FINLAND: "finnish-borderlands",
    MinorName.RUMANIA: "bessarabia",
}
BORDERLANDS: Final[Mapping[str, str]] = {
    "finnish-borderlands": "the Finnish borderlands",
    "bessarabia": "Bessarabia",
    "transylvania": "Transylvania",
    "south-dobruja": "South Dobruja",
}
WANTED_OF_RUMANIA: Final[Mapping[str, str]] = {
    MinorName.HUNGARY: "transylvania",
    MinorName.BULGARIA: "south-dobruja",
}


@dataclass(frozen=True, slots=True)
class BorderVerdict(Verdict):
    """A region that is lost to who had claimed it: it is a part of its old country again."""

    kind: ClassVar[str] = "border"
    cite: ClassVar[str] = CITE

    region: str
    country: PowerId

    @property
    def outcome(self) -> str:
        return "fallen-back"


def border_lines(verdict: BorderVerdict, scene: Scene) -> Sequence[str]:
    """What is a part of its old country again."""
    region, country = BORDERLANDS[verdict.region], scene.title(verdict.country)
    return [f"BORDER ({verdict.cite})  lost: {region}, a part of {country} again"]


def hexes_of(position: Position, region: str) -> tuple[str, ...]:
    """The hexes of a region on this map."""
    regions = position.board.by_fact.get(REGION, {})
    return tuple(place for place in sorted(regions) if regions[place] == region)


@implements("WIF-19.6.1-3", "WIF-19.6.2-3", "WIF-19.6.2-5")
def annexed(position: Position, region: str, power: str) -> Iterator[Event]:
    """A region becomes a part of the home of a power, which controls it now."""
    home = position.powers[power].home_countries[0]
    for place in hexes_of(position, region):
        yield from set_place(position.state, place, "fact", PlaceFact.COUNTRY, home)
        yield from set_controller(position.state, place, power)


@implements("WIF-19.6.1-3", "WIF-19.6.2-3")
def fall_back(umpire: Umpire) -> None:
    """What the USSR has claimed falls back when it controls no hex of it any more."""
    for country, region in CLAIMED.items():
        position = umpire.position
        hexes = hexes_of(position, region) if position.claimed else ()
        if not any(position.claimed.get(place) == PowerName.USSR for place in hexes):
            continue
        holders = {position.controller(place) for place in hexes} - {None}
        if PowerName.USSR in {position.major(str(holder)) for holder in holders}:
            continue
        state = umpire.state
        lost = (set_place(state, place, "fact", PlaceFact.COUNTRY, None) for place in hexes)
        umpire.apply(*(change for changes in lost for change in changes))
        umpire.tell(BorderVerdict(None, region=region, country=country))
