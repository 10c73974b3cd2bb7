"""What cases may calculate of air combat: lines, values, results, bounces.

Decides what a case writes and what it gets. Leaves the rules to `air_to_air`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.core.rules.system import Answer, Given
from pbem.systems.flames.air.air_to_air import (
    BOMBER,
    FIGHTER,
    Conditions,
    Lines,
    Plane,
    bounce_values,
    bounceable,
    can_fire,
    column_of,
    combat_value,
    fought_under,
    has_jet_edge,
    is_hampered,
    may_bounce,
    one_worse,
    strength,
    takes_part,
)
from pbem.systems.flames.cases.situation import Asked, CaseBook


def _lines(said: Given) -> Lines:
    """`{fighters: [6, 5], bombers: [2]}`: ratings, front to back; a mapping tells more."""
    rows = {
        role: [row if isinstance(row, Mapping) else {"rating": row} for row in said.get(key, ())]
        for role, key in ((FIGHTER, "fighters"), (BOMBER, "bombers"))
    }
    made = {
        role: tuple(
            Plane(
                id=f"{role}-{number}",
                name=row.get("name", f"{role} {number}"),
                kind=row.get("kind", "FTR" if role == FIGHTER else "LND"),
                power="",
                role=role,
                rating=row["rating"],
                unarmed=row.get("unarmed", False),
                twin_engined=row.get("twin-engined", False),
                jet=row.get("jet", False),
                night_fighter=row.get("night fighter", False),
                cloud=row.get("cloud", ""),
            )
            for number, row in enumerate(found, start=1)
        )
        for role, found in rows.items()
    }
    return Lines(made[FIGHTER], made[BOMBER])


def air_value(book: CaseBook, given: Given) -> Answer:
    """`own` and `enemy`, each `{front: 6, others: [5]}`: the combat value of the first."""
    own, enemy = (
        _lines({"fighters": [said["front"], *said["others"]]})
        for said in (given["own"], given["enemy"])
    )
    under = _under(book, given)
    return {"value": combat_value(strength(own, under), strength(enemy, under))}


def _under(book: CaseBook, given: Given) -> Conditions:
    """What an air combat of a book is fought under, with what a case says of options."""
    types, night, high = (given.get(name, False) for name in ("aircraft types", "night", "high"))
    return Conditions(types, night, high, *fought_under(book.values))


def air_shot(book: CaseBook, given: Given) -> Answer:
    """`own`, `enemy` (fighters, bombers), `roll`, `night`, `high`: strengths, value, result."""
    own, enemy = _lines(given["own"]), _lines(given["enemy"])
    under = _under(book, given)
    force = strength(own, under), strength(enemy, under)
    value = combat_value(*force)
    answer: dict[str, Any] = {"strength": force[0], "enemy": force[1], "value": value}
    if not can_fire(own):
        return {**answer, "result": None}
    cell = book.chart("air-to-air").lookup(column=column_of(value), roll=given["roll"]).text
    worse = is_hampered(own, enemy, under)
    return {**answer, "result": one_worse(cell) if worse else cell}


def who_takes_part(book: CaseBook, given: Given) -> Answer:
    """`planes` (fighters, bombers), `night`, `high`: who can fight in such an air combat (11.7)."""
    under = Conditions(True, given.get("night", False), given.get("high", False))
    lines = _lines(given["planes"])
    return {plane.name: takes_part(plane, under) for plane in (*lines.fighters, *lines.bombers)}


def air_bounce(book: CaseBook, given: Given) -> Answer:
    """`own`, `enemy`, `result`, `bouncer` and `bounced` by number: who may be bounced, values."""
    own, enemy = _lines(given["own"]), _lines(given["enemy"])
    types = given.get("aircraft types", False)
    targets = bounceable(given["result"], own, enemy, types)
    bouncer = own.fighters[given["bouncer"] - 1]
    bounced = enemy.planes[given["bounced"] - 1]
    return {
        "may": may_bounce(given["result"], own, enemy),
        "targets": [plane.name for plane in targets],
        "values": list(bounce_values(bouncer, bounced, Conditions(types))),
    }


def air_jets(book: CaseBook, given: Given) -> Answer:
    """`pairs` of `own` and `enemy`: whether the first has a jet in front that slips by."""
    pairs = [(_lines(pair["own"]), _lines(pair["enemy"])) for pair in given["pairs"]]
    return {"edges": [has_jet_edge(next(iter(own.bombers), None), foe) for own, foe in pairs]}


DOGFIGHT_CALCULATIONS: Final[Asked] = {
    "air-to-air.combat-value": air_value,
    "air-to-air.shot": air_shot,
    "air-to-air.takes-part": who_takes_part,
    "air-to-air.bounce": air_bounce,
    "air-to-air.jets": air_jets,
}
