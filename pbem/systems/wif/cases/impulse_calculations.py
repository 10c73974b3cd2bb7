"""What cases may calculate of the weather and of offensive points.

Decides what a case writes and what it gets. Leaves other charts to `flames.cases`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.air.flights import Flight, Mission
from pbem.systems.flames.economy.bombardment import bombs
from pbem.systems.flames.kits.offensive.orders import (
    price_of_all,
    price_of_benefits,
    price_of_face_up,
)
from pbem.systems.flames.turn.weather import weather_by_zone
from pbem.systems.wif.cases.situation import chart_of, situation
from pbem.systems.wif.world.alliances import GREAT


def weather_of_season(given: Given) -> Answer:
    """`season`: of each modified roll the weather by zone, the asterisks and the advance."""
    chart = chart_of("weather")
    rolls = chart.table(given["season"]).rows.names
    return {
        roll: list(weather_by_zone(chart, given["season"], int(roll)).values()) for roll in rolls
    }


def offensive_prices(given: Given) -> Answer:
    """`values` of HQs, `powers`: what it costs to have each help, to turn each up, and all."""
    return {
        "help": [price_of_benefits(value) for value in given["values"]],
        "face-up": [price_of_face_up([value]) for value in given["values"]],
        "all": {power: price_of_all(power, GREAT) for power in given["powers"]},
    }


def offensive_bombs(given: Given) -> Answer:
    """`units`, `targets`: the strategic factors of each bomber over each target (16.3.2)."""
    position = situation(given)
    bombers = [piece for piece in position.on_map if piece.kind == "LND"]
    return {
        place: {p.name: bombs(position, Flight(p, Mission.BOMBARD, place))[0] for p in bombers}
        for place in given["targets"]
    }


def weather_roll(given: Given) -> Answer:
    """`season`, `roll`, `asterisks` (of the roll before): the weather everywhere."""
    chart = chart_of("weather")
    total = given["roll"] + given.get("asterisks", 0)
    return {"total": total, **weather_by_zone(chart, given["season"], total)}


IMPULSE_CALCULATIONS: Final[Calculations] = {
    "weather.roll": weather_roll,
    "weather.season": weather_of_season,
    "offensive.prices": offensive_prices,
    "offensive.bombs": offensive_bombs,
}
