"""The file of a battle for `pbem odds`, laid out as a small position on the map of the game.

format: pbem-odds/1
system: tw
at: Sedan
attacker: {power: germany, units: [{units: {8-8 ARM: 3}, from: "1530"}], air: {1-5-4 TAC: 2}}
defender: {power: france, units: [{units: {6-5 INF: 1}}], air: {3-3-2 FTR: 1}}

Decides what such a file says, and what is wrong with it. Leaves the rules to the steps of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.counters import Counter
from pbem.core.data.findings import suggest
from pbem.core.data.yamlio import Document, Path_
from pbem.core.record.state import NEUTRAL
from pbem.core.rules.battlefile import BattleSheet
from pbem.core.rules.book import Book
from pbem.systems.tw.air.skies import Skies
from pbem.systems.tw.battle.odds import may_attack, ratio_of
from pbem.systems.tw.cases.situation import situation
from pbem.systems.tw.combat.forces import Attack, forces_of, level
from pbem.systems.tw.world.geography import Box
from pbem.systems.tw.world.hexes import crosses, front_of
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerFlag, Side, TrackName, UnitMark

SCHEMA: Final = "tw/odds"
ATTACKER, DEFENDER = "attacker", "defender"
AIRFIELD: Final = str(Box.US)  # where the aircraft of a file stand: no hex of the map
USUAL_EFFORT: Final = "sle"
OTHER: Final = {str(Side.AXIS): str(Side.ALLIED), str(Side.ALLIED): str(Side.AXIS)}


class Sheet(BattleSheet):
    """What a file says, and everything that is wrong with it."""

    @property
    def flies_alone(self) -> bool:
        """Whether it is an air combat and nothing else."""
        return self.data.get("battle") == "air"


def sheet_of(book: Book, document: Document) -> Sheet:
    """A file in the right form; raises with every finding if it has not that form."""
    sheet = Sheet(SCHEMA, book, document)
    sheet.refuse()
    return sheet


@dataclass(frozen=True, slots=True)
class Field:
    """A battle that a file describes: the position, the attack, and aircraft over the hex."""

    position: Position
    power: str
    attack: Attack | None
    skies: Skies


def field_of(sheet: Sheet) -> Field:
    """The battle of a file; raises with every finding if it cannot be fought."""
    bare = situation({})
    place = _place(sheet, bare, sheet.data["at"], ("at",))
    _powers_are_there(sheet, bare)
    sheet.refuse()
    sides = (ATTACKER, DEFENDER)
    rows = _numbered((row for role in sides for row in _ground(sheet, bare, role, place)), "unit")
    wings = tuple(_numbered(_aircraft(sheet, role), role) for role in sides)
    sheet.refuse()
    position = situation(_given(sheet, bare, place, (*rows, *wings[0], *wings[1])))
    ours, theirs = (_pieces(position, wing) for wing in wings)
    skies = Skies(position, place, ours, theirs)
    power = str(sheet.side(ATTACKER)["power"])
    attack = None if sheet.flies_alone else _attack(sheet, position, rows)
    sheet.refuse()
    return Field(position, power, attack, skies)


Row = Mapping[str, Any]


def _pieces(position: Position, rows: tuple[Row, ...]) -> tuple[Piece, ...]:
    return tuple(position.piece(position.units[str(row["id"])]) for row in rows)


def _place(sheet: Sheet, bare: Position, said: Any, path: Path_) -> str:
    found = bare.board.find(str(said)).place
    if found is None:
        sheet.complain(path, f"there is no place '{said}'", "a city, or a hex: 1531")
    return found or ""


def _powers_are_there(sheet: Sheet, bare: Position) -> None:
    for role in (ATTACKER, DEFENDER):
        power = str(sheet.side(role)["power"])
        if power not in bare.powers:
            hint = suggest(power, bare.powers)
            sheet.complain((role, "power"), f"there is no power '{power}'", hint)


def _ground(sheet: Sheet, bare: Position, role: str, place: str) -> Iterator[Row]:
    """The ground units of a side: attackers from where they stand, defenders in the hex."""
    for number, said in enumerate(sheet.side(role).get("units", ())):
        path = (role, "units", number)
        at = place
        if role == ATTACKER:
            at = _place(sheet, bare, said.get("from", ""), (*path, "from"))
            if at and not crosses(bare.board, at, place):
                message = f"{bare.label(place)} cannot be attacked from {bare.label(at)}"
                sheet.complain((*path, "from"), message)
        marks = _marks(said, role, place)
        for counter, many in _counters(sheet, role, said["units"], (*path, "units")):
            for _ in range(many):
                yield _row(sheet, role, counter, at) | {"marks": marks}


def _marks(said: Row, role: str, place: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if said.get("depleted"):
        found[UnitMark.DEPLETED] = str(UnitMark.DEPLETED.until)
    if said.get("breach"):
        found[UnitMark.SPEARHEAD] = str(UnitMark.SPEARHEAD.until)
    if said.get("reserve"):
        found[UnitMark.RESERVE] = str(UnitMark.RESERVE.until)
    if role == ATTACKER:
        found[UnitMark.ATTACKS] = [place, str(UnitMark.ATTACKS.until)]
    return found


def _counters(
    sheet: Sheet, role: str, said: Mapping[str, int], path: Path_
) -> Iterator[tuple[Counter, int]]:
    """The counters that a side names: its own, or those of a minor country."""
    power = str(sheet.side(role)["power"])
    for word, many in said.items():
        found = sheet.book.counters.find(str(word))
        own = [one for one in found if one.power == power] or list(found)
        if own:
            yield own[0], int(many)
        else:
            sheet.complain((*path, word), f"there is no counter '{word}'", "as 6-5 INF")


def _row(sheet: Sheet, role: str, counter: Counter, at: str) -> dict[str, Any]:
    """One unit of the position."""
    return {"counter": counter.id, "at": at, "owner": str(sheet.side(role)["power"])}


def _aircraft(sheet: Sheet, role: str) -> Iterator[Row]:
    """The aircraft of a side, which the position keeps where they are in nobody's way."""
    for key in ("air", "worn_air"):
        said = sheet.side(role).get(key, {})
        depleted = {UnitMark.DEPLETED: str(UnitMark.DEPLETED.until)} if key != "air" else {}
        for counter, many in _counters(sheet, role, said, (role, key)):
            for _ in range(many):
                yield _row(sheet, role, counter, AIRFIELD) | {"marks": depleted}


def _numbered(rows: Iterable[Row], name: str) -> tuple[Row, ...]:
    """Units with an id of their own."""
    return tuple({**row, "id": f"{name}.{number}"} for number, row in enumerate(rows, 1))


def _given(sheet: Sheet, bare: Position, place: str, rows: Iterable[Row]) -> dict[str, Any]:
    """The position of a file, as calculations of cases are given theirs."""
    roles = {role: str(sheet.side(role)["power"]) for role in (ATTACKER, DEFENDER)}
    works = {str(name): value for name, value in sheet.data.get("works", {}).items()}
    weather = sheet.data.get("weather")
    front = front_of(bare.board, place)
    return {
        "turn": sheet.data.get("turn", bare.clock.turn),
        "units": list(rows),
        "control": {place: roles[DEFENDER]},
        "markers": {place: works} if works else {},
        "tracks": {TrackName.WEATHER.of(front): weather} if weather else {},
        "wars": [[roles[ATTACKER], roles[DEFENDER]]],
        "powers": dict(_power(sheet, bare, role, roles) for role in (ATTACKER, DEFENDER)),
        "interpretations": sheet.data.get("interpretations", {}),
    }


def _power(
    sheet: Sheet, bare: Position, role: str, roles: Mapping[str, str]
) -> tuple[str, dict[str, Any]]:
    """A power of the battle: its side, its effort, the rating of its army."""
    said, power = sheet.side(role), roles[role]
    enemy = bare.side_of(roles[DEFENDER if role == ATTACKER else ATTACKER])
    usual = OTHER.get(enemy, str(Side.AXIS) if role == ATTACKER else str(Side.ALLIED))
    own = bare.side_of(power)
    army = {"army": int(said["army"])} if "army" in said else {}
    flags = {PowerFlag.EFFORT: said.get("effort", USUAL_EFFORT)} if role == ATTACKER else {}
    return power, {"side": usual if own == NEUTRAL else own, "counters": army, "flags": flags}


def _attack(sheet: Sheet, position: Position, rows: tuple[Row, ...]) -> Attack | None:
    """The attack of a file, at odds that the table has."""
    place = _place(sheet, position, sheet.data["at"], ("at",))
    units = tuple(str(row["id"]) for row in rows if row["at"] != place)
    if not units:
        sheet.complain((ATTACKER,), "nobody attacks", "units: [{units: {6-5 INF: 2}, from: 1430}]")
        return None
    shift = bool(sheet.side(ATTACKER).get("shift"))
    attack = Attack(
        place=place, units=units, impulse=int(sheet.data.get("impulse", 1)), shift=shift
    )
    forces = forces_of(position, attack)
    if not forces.defenders:
        sheet.complain((DEFENDER,), "nobody defends", "units: [{units: {6-5 INF: 1}}]")
    elif not may_attack(level(forces)[0]):
        ratio = ratio_of(level(forces)[0])
        sheet.complain((ATTACKER,), f"the odds are {ratio}", "an attack needs 1:4")
    return attack
