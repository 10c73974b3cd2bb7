"""The file that describes an amphibious assault for `pbem odds`.

As that of a land battle (`battle_file`), with more keys:

    coastal_artillery: 1                  # on the sea border that is crossed
    attacker:
      by_sea: {infantry: 3, artillery: 1}
      attack_transports: {medium-armor: 1}
      bombard: {battleship: 1}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import Document
from pbem.core.rules.book import Book
from pbem.core.rules.sides import Sides
from pbem.systems.gw.battle.amphibious import bombardment_value, most_bombarding
from pbem.systems.gw.battle.muster import Troop
from pbem.systems.gw.odds.battle_file import KEYS, MOST_UNITS, Path, Reader
from pbem.systems.gw.odds.odds_assault import Invasion
from pbem.systems.gw.world.units import unit_type

WAYS: Final = ("by_sea", "attack_transports")
MOST_GUNS: Final = 10


@dataclass(frozen=True, slots=True)
class AssaultQuestion:
    """An assault and how its odds are wanted."""

    title: str
    invasion: Invasion
    method: str
    battles: int
    seed: int


def is_assault(document: Document) -> bool:
    """Whether a file describes an amphibious assault."""
    data = document.data if isinstance(document.data, dict) else {}
    attacker = data.get("attacker")
    return isinstance(attacker, dict) and any(way in attacker for way in WAYS)


def read_assault_question(book: Book, document: Document) -> AssaultQuestion:
    """The assault that a file describes; raises BattleFileError with all findings."""
    reader = AssaultReader(book, document)
    question = reader.assault_question()
    reader.refuse()
    return question


def invasion_from(book: Book, data: Mapping[str, Any]) -> Invasion:
    """The assault that plain data describe, as in the sections of a file."""
    reader = AssaultReader(book, Document("battle", data, {}))
    invasion = reader.invasion(data)
    reader.refuse()
    return invasion


class AssaultReader(Reader):
    """Reads one file and collects what is wrong with it."""

    def assault_question(self) -> AssaultQuestion:
        """The whole file; useless when there are findings."""
        data = self.mapping((), self.document.data, (*KEYS, "coastal_artillery"))
        self.is_ours(data)
        invasion = self.invasion(data)
        asked = self.asked(data, "Amphibious assault")
        return AssaultQuestion(asked.title, invasion, asked.method, asked.battles, asked.seed)

    def invasion(self, data: Mapping[str, Any]) -> Invasion:
        """The assault itself; useless when there are findings."""
        ground = self.ground(data)
        names = [border.name for border in ground.field.borders]
        side = dict(data.get("attacker") or {})
        landing = self.landing(side.pop("by_sea", None), side.pop("attack_transports", None))
        ships = self.ships(side.pop("bombard", None), landing)
        guns = data.get("coastal_artillery", 0)
        return Invasion(
            forces=Sides(
                self.force("attacker", side, names, landing),
                self.force("defender", data.get("defender"), names),
            ),
            ground=ground,
            ships=ships,
            guns=self.whole(("coastal_artillery",), guns, 0, MOST_GUNS),
            retreat=self.retreat(side.get("retreat", "save-air")),
            way_back=self.truth(("attacker", "way_back"), side.get("way_back", True)),
        )

    def landing(self, by_sea: object, attack_transports: object) -> tuple[Troop, ...]:
        """The land units that come from transports."""
        found = []
        for way, value in zip(WAYS, (by_sea, attack_transports), strict=True):
            for troop in self.troops(("attacker", way), value):
                if not troop.unit.is_land:
                    path: Path = ("attacker", way, troop.unit.id)
                    self.complain(path, f"{troop.unit.name} does not land from transports")
                attack = way == "attack_transports"
                found.append(replace(troop, by_sea=True, attack_transport=attack))
        return tuple(found)

    def ships(self, value: object, landing: tuple[Troop, ...]) -> Mapping[str, int]:
        """The ships that bombard: of table 9-6, and no more than land units land (9.9)."""
        path: Path = ("attacker", "bombard")
        found: dict[str, int] = {}
        for name, count in self.mapping(path, value, None).items():
            try:
                unit = unit_type(self.book, name)
            except PbemError as trouble:
                self.complain((*path, name), trouble.message, trouble.hint)
                continue
            if not bombardment_value(self.book, unit):
                self.complain((*path, name), f"{unit.name} does not bombard (table 9-6)")
            found[unit.id] = self.whole((*path, name), count, 1, MOST_UNITS)
        if sum(found.values()) > most_bombarding(landing):
            self.complain(path, "more ships bombard than land units land (9.9)")
        return found
