"""The position of a case: a scenario's set-up with what the case gives or changes in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.counters import Catalogue, ratings_from
from pbem.core.data.findings import UsageError, suggest
from pbem.core.maps.mapfile import board_from_text
from pbem.core.record.state import State, as_data, from_data
from pbem.core.rules.book import Book
from pbem.core.rules.fit import misfits
from pbem.core.rules.game import Choice, Game, Roster
from pbem.core.rules.setup import default_roster, first_state, load_game

PARTS: Final = ("units", "places", "powers", "tracks")
MOST_TOLD: Final = 3  # troubles of a position


def setting(
    system: str, said: Mapping[str, Any], map_: tuple[str, str] | None = None
) -> tuple[Game, State]:
    """The game and the position of a case; one that cannot be is refused."""
    name = str(said["scenario"]).partition("/")[2]
    roster = _roster(system, name, said)
    game = _with_ratings(load_game(roster), said.get("ratings", {}))
    if map_ is not None:
        game = replace(game, board=board_from_text(map_[1], map_[0]))
    state = _position(first_state(roster), said)
    if wrong := list(misfits(game, state)):
        raise UsageError(f"the position of the case cannot be: {'; '.join(wrong[:MOST_TOLD])}")
    return game, state


def _with_ratings(game: Game, ratings: Mapping[str, Mapping[str, object]]) -> Game:
    """The game with other ratings of some counters."""
    known = dict(game.counters.counters)
    for name, said in ratings.items():
        if name not in known:
            raise UsageError(f"the case rates '{name}': {suggest(name, known)}")
        old = known[name]
        known[name] = replace(old, ratings={**old.ratings, **ratings_from(said)})
    return replace(game, book=Book(game.charts, Catalogue(known))) if ratings else game


def _roster(system: str, name: str, said: Mapping[str, Any]) -> Roster:
    """The roster that the scenario proposes, with the case's options and interpretations."""
    proposed = default_roster(system, name)
    chosen = said.get("interpretations", {})
    return replace(
        proposed,
        leaders=said.get("leaders", proposed.leaders),
        options={**proposed.options, **said.get("options", {})},
        choices=(*proposed.choices, *(Choice(id_, reading) for id_, reading in chosen.items())),
    )


def _position(state: State, said: Mapping[str, Any]) -> State:
    """The set-up with what the case gives or changes in it."""
    data = as_data(state)
    data["clock"] |= said.get("clock", {})
    touched: dict[str, set[str]] = {part: set() for part in PARTS}
    for part in ("units", "places", "powers"):
        if part in said:
            if not all("id" in row for row in said[part]):
                raise UsageError(f"the position of the case: one of its {part} has no id")
            data[part] = said[part]
            touched[part] |= {str(row["id"]) for row in said[part]}
    for part, changes in _changes(said):
        data[part] = _changed(part, data[part], changes)
        touched[part] |= set(changes)
    rows = {part: [r for r in data[part] if r.get("id") in touched[part]] for part in PARTS}
    if troubles := schemas.problems("core/state", {**data, **rows}):
        raise UsageError(f"the position of the case: {troubles[0]}")
    return from_data(data)


def _changes(said: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, object]]]:
    """What a case changes in parts of the position: rows by id, of each what becomes of it."""
    yield from said.get("change", {}).items()
    yield "units", {name: {"at": place} for name, place in said.get("move", {}).items()}
    yield "places", {name: {"controller": who} for name, who in said.get("control", {}).items()}
    yield "tracks", {name: {"value": value} for name, value in said.get("tracks", {}).items()}


def _changed(
    part: str, rows: list[dict[str, object]], changes: Mapping[str, Any]
) -> list[dict[str, object]]:
    """Some rows with changes by id: nothing takes a row away, an unknown id makes a new one."""
    known = {str(row["id"]): row for row in rows}
    for name, change in changes.items():
        if name not in known and (change is None or set(change) == {"at"}):
            raise UsageError(f"the case changes '{name}' of {part}: {suggest(name, known)}")
        if change is None:
            del known[name]
        else:
            known[name] = _merged(known.get(name, {"id": name}), change)
    return list(known.values())


def _merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, object]:
    """A mapping with another laid over it, level by level; nothing takes a key away."""
    found = {**old, **new}
    for key in new:
        if isinstance(new[key], Mapping) and isinstance(old.get(key), Mapping):
            found[key] = _merged(old[key], new[key])
        elif new[key] is None and key != "controller":
            del found[key]
    return found
