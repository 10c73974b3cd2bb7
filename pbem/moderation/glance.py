"""The position at a glance, and all about one unit, place or power; as one reader sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.core.data.findings import UsageError, suggest
from pbem.core.reading.checklist import told_marks
from pbem.core.reading.report import heading
from pbem.core.reading.scene import Scene
from pbem.core.record.state import Unit, clock_data, place_data, power_data, unit_data
from pbem.core.rules.system import Seen

Rows = Sequence[tuple[str, str]]


def glance(scene: Scene) -> Rows:
    """Clock, tracks, powers, and where everything stands."""
    state = scene.after
    clock = state.clock
    rows = [
        (state.game, f"{heading(scene.game, state)}; window {clock.name}, run {clock.run}"),
        *((track.id, scene.word(str(track.value))) for track in state.tracks.values()),
        *(
            (scene.title(one), _power(scene, one))
            for one in state.powers
            if not _is_idle(scene, one)
        ),
        *_idle(scene),
    ]
    return [*rows, *_stacks(scene, (unit.at for unit in state.units.values()))]


def glance_data(scene: Scene) -> dict[str, Any]:
    """The same as data."""
    state = scene.after
    return {
        "game": state.game,
        "system": state.system,
        "scenario": state.scenario,
        "clock": clock_data(state.clock) | {"name": state.clock.name},
        "tracks": {track.id: track.value for track in state.tracks.values()},
        "powers": [power_data(power) for power in state.powers.values()],
        "places": [place_data(place) for place in state.places.values()],
        "units": [unit_data(unit) for unit in state.units.values()],
    }


def _stacks(scene: Scene, locations: Iterable[str]) -> list[tuple[str, str]]:
    """One row for each location, the board's places first; cargo stands with its carrier."""
    board, carriers = scene.game.board, scene.after.carriers
    spots = {at for at in locations if at not in carriers or carriers[at].at not in board}
    return [
        (scene.place(at), _tally(named(scene, unit) for unit in scene.after.at(at)))
        for at in sorted(spots, key=lambda at: (at not in board, at))
    ]


def named(scene: Scene, unit: Unit) -> str:
    """A unit with its marks, and cargo: `XLI ARM (face-down)`, `1 TRS with 1 ART aboard`."""
    aboard = " and ".join(_marked(scene, one) for one in _cargo(scene, unit))
    return f"{_marked(scene, unit)} with {aboard} aboard" if aboard else _marked(scene, unit)


def _marked(scene: Scene, unit: Unit) -> str:
    marks = ", ".join(told_marks(scene, unit).values())
    return scene.name_of(unit) + (f" ({marks})" if marks else "")


def _cargo(scene: Scene, unit: Unit) -> Iterator[Unit]:
    """What a unit carries."""
    for location, carrier in scene.after.carriers.items():
        if carrier.id == unit.id:
            yield from scene.after.at(location)


def _tally(names: Iterable[str]) -> str:
    """Names, like ones together: `2 × 6-5 INF, 8-8 ARM`."""
    counted = Counter(names)
    return ", ".join(f"{many} × {name}" if many > 1 else name for name, many in counted.items())


def _idle(scene: Scene) -> Iterator[tuple[str, str]]:
    """The powers of which there is nothing to tell, a row for each side."""
    sides: dict[str, list[str]] = {}
    for power in scene.after.powers.values():
        if _is_idle(scene, power.id):
            sides.setdefault(power.side, []).append(scene.title(power.id))
    yield from ((scene.title(side), ", ".join(powers)) for side, powers in sides.items())


def _is_idle(scene: Scene, power_id: str) -> bool:
    """Whether nobody plays a power, and it has nothing that play has given it."""
    power = scene.after.powers[power_id]
    return not (power.players or power.counters or power.flags or power.relations)


def _power(scene: Scene, power_id: str) -> str:
    power = scene.after.powers[power_id]
    parts = [f"{scene.title(power.side)}, played by {', '.join(power.players) or 'nobody'}"]
    parts += [f"{scene.word(name)} {count}" for name, count in sorted(power.counters.items())]
    parts += [_flag(scene, name, value) for name, value in sorted(power.flags.items())]
    others: dict[str, list[str]] = {}
    for other, relation in power.relations.items():
        others.setdefault(relation, []).append(scene.title(other))
    parts += [f"{relation} with {', '.join(names)}" for relation, names in others.items()]
    return "; ".join(parts)


def _flag(scene: Scene, name: str, value: object) -> str:
    """`conquered poland`, `controller Germany`."""
    return scene.word(name) if value is True else f"{scene.word(name)} {scene.word(str(value))}"


# --- one thing ---------------------------------------------------------------------------------


def find_unit(scene: Scene, name: str) -> Unit:
    """The one unit that a name means; several are named with their ids."""
    units = scene.after.units
    if name in units:
        return units[name]
    counters = {counter.id for counter in scene.game.counters.find(name)}
    found = [unit for unit in units.values() if unit.counter in counters]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(unit.id for unit in found)
        raise UsageError(f"'{name}' may be any of several units", hint=f"name the id: {ids}")
    known = [*units, *(scene.name_of(unit) for unit in units.values())]
    raise UsageError(f"there is no unit '{name}'", hint=suggest(name, known))


def unit_rows(scene: Scene, unit: Unit) -> Rows:
    """All about one unit."""
    rows = [
        (unit.id, named(scene, unit)),
        ("owner", scene.title(unit.owner)),
        ("at", _where(scene, unit)),
    ]
    if unit.counter in scene.game.counters:
        counter = scene.game.counters[unit.counter]
        rows += [(rating, str(value)) for rating, value in counter.ratings.items()]
        rows += [("classes", ", ".join(counter.classes))] if counter.classes else []
        rows.append(("ratings", str(counter.provenance)))
        rows += _seen(scene, unit).rows
    return rows


def _seen(scene: Scene, unit: Unit) -> Seen:
    """What the system tells of a unit beside its counter."""
    game = scene.game
    return game.system.words.about_unit(game.at(scene.after), unit)


def _where(scene: Scene, unit: Unit) -> str:
    """Where a unit is: `P16, aboard 1 Fleet Carrier`."""
    zone = scene.whereabouts(unit)
    inside = f", {scene.place(unit.at)}" if zone != unit.at else ""
    return f"{scene.place(zone)}{inside}"


def unit_detail(scene: Scene, unit: Unit) -> dict[str, Any]:
    """The same as data."""
    data: dict[str, Any] = unit_data(unit)
    if unit.counter in scene.game.counters:
        counter = scene.game.counters[unit.counter]
        ratings = {name: str(value) for name, value in counter.ratings.items()}
        data |= {"name": counter.name, "ratings": ratings, "classes": list(counter.classes)}
        data |= _seen(scene, unit).data
    return data


def find_place(scene: Scene, name: str) -> str:
    """The one place that a name means."""
    found = scene.game.board.find(name)
    if found.place is None:
        raise UsageError(found.problem, hint=found.hint)
    return found.place


def place_rows(scene: Scene, place: str) -> Rows:
    """All about one place: the map's facts, what play changed, neighbours, who stands there."""
    board, state = scene.game.board, scene.after
    known = state.places.get(place)
    rows = [(scene.place(place), f"held by {scene.title(state.controller(place) or 'nobody')}")]
    rows += [(name, _value(value)) for name, value in board.facts(place).items()]
    if known:
        changed: Mapping[str, Any] = {**known.facts, **known.markers}
        rows += [(f"{name} (now)", str(value)) for name, value in changed.items()]
    rows += [(scene.place(at), _border(scene, place, at)) for at in board.neighbours[place]]
    here = _tally(named(scene, unit) for unit in state.at(place))
    return [*rows, ("units", here or "none")]


def _value(value: object) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, tuple) else str(value)


def _border(scene: Scene, place: str, other: str) -> str:
    towards = scene.game.board.direction(place, other)
    between = [*([towards] if towards else []), *scene.game.board.border(place, other)]
    return ", ".join(between) or "next to it"


def place_detail(scene: Scene, place: str) -> dict[str, Any]:
    """The same as data."""
    board, state = scene.game.board, scene.after
    known = state.places.get(place)
    return {
        "id": place,
        "label": board.label(place),
        "controller": state.controller(place),
        "facts": board.facts(place),
        "changed": place_data(known) if known else {},
        "neighbours": {at: list(board.border(place, at)) for at in board.neighbours[place]},
        "units": [
            unit_data(one) for unit in state.at(place) for one in (unit, *_cargo(scene, unit))
        ],
    }


def find_power(scene: Scene, name: str) -> str:
    """The power that an id or its title means."""
    powers = scene.after.powers
    titles = {scene.title(power).casefold(): power for power in powers}
    found = name if name in powers else titles.get(name.casefold())
    if found is None:
        raise UsageError(f"there is no power '{name}'", hint=suggest(name, powers))
    return found


def power_rows(scene: Scene, power: str) -> Rows:
    """All about one power, and where its units stand."""
    carriers = scene.after.carriers
    by_place: dict[str, list[str]] = {}
    for unit in scene.after.units.values():
        carried = unit.at in carriers and carriers[unit.at].owner == power
        if unit.owner == power and not carried:
            by_place.setdefault(_where(scene, unit), []).append(named(scene, unit))
    return [
        (scene.title(power), _power(scene, power)),
        *((where, _tally(names)) for where, names in sorted(by_place.items())),
    ]


def power_detail(scene: Scene, power: str) -> dict[str, Any]:
    """The same as data."""
    own = [unit for unit in scene.after.units.values() if unit.owner == power]
    return power_data(scene.after.powers[power]) | {"units": [unit_data(unit) for unit in own]}
