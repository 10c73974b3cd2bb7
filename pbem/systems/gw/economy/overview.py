"""Reports at a glance: the nations in a table, the reader's forces, what is in production.

Decides the words alone; all of it stands in the position that the reader sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.state import Power, Unit
from pbem.core.rules.book import Book
from pbem.core.rules.position import position_of
from pbem.systems.gw.economy.incomes import has_economy
from pbem.systems.gw.economy.spending import BOX, on_chart
from pbem.systems.gw.world.nations import acting, is_sea
from pbem.systems.gw.world.units import catalogue, name, type_of, units_told
from pbem.systems.gw.world.vocabulary import PowerCount, Relation

_WHERE: Final = ("on land", "in the air", "at sea")


def treasury(scene: Scene) -> Sequence[str]:
    """What the nations on turn have in hand and in production, before their next orders."""
    lines = []
    for power in acting(position_of(scene.game, scene.after)):
        if has_economy(power):
            told = f"{scene.title(power.id)}: {_cash(power)} IPP in hand, income {_income(power)}"
            items = _in_production(scene, power.id)
            lines.append(f"{told}; in production: {items}" if items else told)
    return lines


def _cash(power: Power) -> int:
    return power.counters.get(PowerCount.CASH, 0)


def _income(power: Power) -> int:
    return power.counters.get(PowerCount.INCOME, 0)


def _in_production(scene: Scene, power: str) -> str:
    return ", ".join(_produced(scene.book, unit) for unit in on_chart(scene.after, power))


def _produced(book: Book, unit: Unit) -> str:
    """`1 Battleship (1 of 3)`."""
    stage = unit.at.rpartition("/")[2]
    words = "ready" if stage == BOX else stage.replace("-", " ")
    return f"{unit.size} {name(book, unit.counter)} ({words})"


def nations(scene: Scene) -> Sequence[str]:
    """Every nation with money of its own: income, IPPs, land zones, whom it is at war with."""
    powers = [power for power in scene.after.powers.values() if has_economy(power)]
    if not powers:
        return []
    wide = max(len(scene.title(power.id)) for power in powers)
    rows = [f"{'':<{wide}}  income  IPP  zones  at war with"]
    for power in powers:
        figures = f"{_income(power):>6}  {_cash(power):>3}  {_zones(scene, power.id):>5}"
        rows.append(f"{scene.title(power.id):<{wide}}  {figures}  {_wars(scene, power)}")
    return rows


def _zones(scene: Scene, power: str) -> int:
    board = scene.game.board
    held = (place.id for place in scene.after.places.values() if place.controller == power)
    return sum(1 for zone in held if zone in board and not is_sea(board, zone))


def _wars(scene: Scene, power: Power) -> str:
    """Its enemies."""
    foes = [foe for foe, relation in power.relations.items() if relation == Relation.WAR]
    return ", ".join(sorted(map(scene.title, foes))) or "nobody"


def forces(scene: Scene) -> Sequence[str]:
    """The reader's units by type, on land, in the air and at sea; what is in production."""
    return [
        line
        for power in scene.after.powers_of_player(scene.player)
        for line in _forces_of(scene, power.id)
    ]


def _forces_of(scene: Scene, power: str) -> Iterator[str]:
    board = scene.game.board
    own = [u for u in scene.after.units.values() if u.owner == power]
    there = [unit for unit in own if unit.at in board or unit.at.startswith("in:")]
    parts = [told for where in _WHERE if (told := _at(scene, there, where))]
    items = _in_production(scene, power)
    parts += [f"in production: {items}"] if items else []
    if parts:
        yield f"{scene.title(power)}: {'; '.join(parts)}"


def _at(scene: Scene, units: Iterable[Unit], where: str) -> str:
    """`12 in the air: 8 Fighter, 4 Medium Bomber`."""
    totals: dict[str, int] = {}
    for unit in units:
        if _arm(scene, unit) == where:
            totals[unit.counter] = totals.get(unit.counter, 0) + unit.size
    rows = [(counter, totals[counter]) for counter in catalogue(scene.book) if counter in totals]
    return f"{sum(totals.values())} {where}: {units_told(scene.book, rows)}" if rows else ""


def _arm(scene: Scene, unit: Unit) -> str:
    kind, (land, air, sea) = type_of(scene.book, unit), _WHERE
    if kind.is_naval:
        return sea
    return air if kind.is_air else land
