"""The sheet of an amphibious assault for `pbem odds`.

As that of a land battle (`battle_file`), with more keys:

    coastal_artillery: 1                  # on the sea border that is crossed
    attacker:
      by_sea: {infantry: 3, artillery: 1}
      attack_transports: {medium-armor: 1}
      bombard: {battleship: 1}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.rules.book import Book
from pbem.systems.gw.battle.amphibious import bombardment_value, most_bombarding
from pbem.systems.gw.battle.muster import Troop
from pbem.systems.gw.odds.battle_file import LANDING, forces_of, ground_of, retreat_of
from pbem.systems.gw.odds.odds_assault import Invasion
from pbem.systems.gw.odds.sheet import Question, Sheet, sheet_from
from pbem.systems.gw.world.units import UnitType


def is_assault(sheet: Sheet) -> bool:
    """Whether a sheet of a battle on land describes an amphibious assault."""
    return any(sheet.at("attacker", way) for way in LANDING)


def assault_question(sheet: Sheet) -> Question[Invasion]:
    """The assault that a sheet describes; raises BattleFileError with all findings."""
    forces = forces_of(sheet)
    invasion = Invasion(
        forces=forces,
        ground=ground_of(sheet),
        ships=_ships(sheet, forces.attacker.troops),
        guns=sheet.at("coastal_artillery", usual=0),
        retreat=retreat_of(sheet),
        way_back=sheet.at("attacker", "way_back", usual=True),
    )
    sheet.refuse()
    return sheet.question(invasion, "Amphibious assault")


def invasion_from(book: Book, data: Mapping[str, Any]) -> Invasion:
    """The assault that plain data describe."""
    return assault_question(sheet_from(book, data)).battle


def _ships(sheet: Sheet, troops: Sequence[Troop]) -> Mapping[str, int]:
    """The ships that bombard: of table 9-6, and no more than land units land (9.9)."""

    def bar(unit: UnitType) -> str:
        fits = bombardment_value(sheet.book, unit)
        return "" if fits else f"{unit.name} does not bombard (table 9-6)"

    ships = sheet.numbers("attacker", "bombard", bar=bar)
    if sum(ships.values()) > most_bombarding(troops):
        path = ("attacker", "bombard")
        sheet.complain(path, "more ships bombard than land units land (9.9)")
    return ships
