"""From files to values: game.yaml to a Roster, a scenario's folder to a Game and its first state.

A scenario is a folder: scenario.yaml (head, sides, powers, options, clock), map, charts and
counters of its own where it needs them, and setup.yaml, a state without the game's name. Without a
map of its own it is played on the built map that its head names (`map: awaw-europe`), or on the
board of its system.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from pbem.core.choices.decisions import Source
from pbem.core.choices.standing import Lines, read_lines
from pbem.core.data import schemas
from pbem.core.data.charts import Chart, load_charts
from pbem.core.data.counters import Catalogue, load_counters
from pbem.core.data.findings import (
    FileTrouble,
    Finding,
    PbemError,
    UsageError,
    error,
    has_errors,
    id_said,
    suggest,
)
from pbem.core.data.owned import own_charts, own_counters
from pbem.core.data.resources import data_roots, scenario_path
from pbem.core.data.rulebook import Interpretation, read_interpretations
from pbem.core.data.yamlio import (
    Document,
    listed,
    read_data,
    read_document,
    read_public_text,
    text_of,
)
from pbem.core.maps.mapfile import Reading, load_board, read_map
from pbem.core.maps.shipped import shipped_map
from pbem.core.record.dice import throw
from pbem.core.record.state import Power, State
from pbem.core.record.statefile import parse_state
from pbem.core.rules.book import Book
from pbem.core.rules.fit import misfits
from pbem.core.rules.game import Absence, Change, Choice, Game, Player, Roster
from pbem.core.rules.optional import option_findings, require_no_conflict
from pbem.core.rules.position import Position
from pbem.core.rules.system import AnySystem, find_system

OWN: Final = "data"  # the folder of a game directory with data of its own
MAP: Final = "map.yaml"
CORRECTIONS: Final = "map-corrections.yaml"
COUNTERS: Final = "counters.yaml"
CHARTS: Final = "charts"
_OTHER_BEACON: Final = "write {source: other, name: WHAT IT IS, rule: WHICH VALUE COUNTS}"


def read_roster(path: Path) -> Roster:
    """game.yaml as a value; raises with every finding at once."""
    document = read_document(path)
    findings = schemas.check("core/game", document.data, document)
    if not has_errors(findings):
        system = find_system(str(document.data["system"]))
        findings = [*findings, *option_findings(document, system), *_beacon_findings(document)]
    if has_errors(findings):
        raise PbemError(f"{path} is not a legal game.yaml", findings=findings)
    return roster_from(document.data)


def _beacon_findings(document: Document) -> Iterator[Finding]:
    """A source that pbem does not know is named, and says what of it counts."""
    said = document.data.get("beacon")
    if not isinstance(said, Mapping):
        return
    for row in ("name", "rule"):
        if said["source"] == "other" and row not in said:
            where = document.where(("beacon",))
            yield error("missing-key", f"'{row}' is missing", where=where, hint=_OTHER_BEACON)
        if said["source"] != "other" and row in said:
            message = f"'{row}' is of `source: other` alone"
            yield error("unknown-key", message, where=document.where_key(("beacon", row)))


def as_named(data: Mapping[str, Any]) -> dict[str, Any]:
    """game.yaml with the names of players, powers and sides as the game has them, however typed."""
    named = dict(data)
    if "leaders" in data:
        named["leaders"] = {id_said(side): id_said(who) for side, who in data["leaders"].items()}
    named["players"] = {name: _seat(said or {}) for name, said in data["players"].items()}
    by = data.get("deadlines", {})
    named["deadlines"] = {
        id_said(key): {id_said(who): str(when) for who, when in said.items()}
        if isinstance(said, Mapping)
        else str(said)
        for key, said in by.items()
    }
    return named


def _seat(said: Mapping[str, Any]) -> dict[str, object]:
    """What game.yaml says of a player, his powers and his deputy as the game names them."""
    seat = dict(said)
    if "powers" in seat:
        seat["powers"] = [id_said(power) for power in seat["powers"]]
    if seat.get("deputy"):
        seat["deputy"] = id_said(seat["deputy"])
    return seat


def roster_from(typed: Mapping[str, object]) -> Roster:
    """The roster from checked data."""
    data = as_named(typed)
    players = {name: _player(name, said or {}) for name, said in data["players"].items()}
    choices = tuple(
        Choice(
            row["id"],
            str(row["choose"]),
            row.get("from_run", 1),
            str(row.get("who", "")),
            str(row.get("why", "")),
        )
        for row in data.get("interpretations", ())
    )
    changes = tuple(
        Change(row["from_run"], tuple(row["what"]), row["who"], row["why"])
        for row in data.get("changes", ())
    )
    direct = {
        key: data[key]
        for key in (
            "leaders", "options", "asks", "missing_orders", "moderator", "moderator_plays",
            "rated", "key_keeper", "deadlines", "spectators", "mistakes_stand_after",
            "program",
        )
        if key in data
    }  # fmt: skip
    beacon = data.get("beacon")
    return Roster(
        game=str(data["game"]),
        system=str(data["system"]),
        scenario=str(data["scenario"]),
        players=players,
        choices=choices,
        changes=changes,
        beacon=None if isinstance(beacon, Mapping) else beacon,
        beacon_source=beacon if isinstance(beacon, Mapping) else {},
        **direct,
    )


def _player(name: str, said: Mapping[str, Any]) -> Player:
    return Player(
        name=name,
        address=str(said.get("address", "")),
        zone=str(said.get("zone", "UTC")),
        deputy=said.get("deputy", ""),
        missing=said.get("missing", ""),
        powers=tuple(said.get("powers", ())),
        absent=tuple(
            Absence(row["from"], row["to"], row["then"]) for row in said.get("absent", ())
        ),
    )


@cache
def _scenario(system: str, name: str) -> Mapping[str, object]:
    path = scenario_path(system, name) / "scenario.yaml"
    if not path.is_file():
        known = [f"{s}/{n}" for s, n in list_scenarios()]
        raise UsageError(
            f"there is no scenario '{system}/{name}'", hint=suggest(f"{system}/{name}", known)
        )
    data: Mapping[str, object] = read_data(path)
    return data


def list_scenarios() -> list[tuple[str, str]]:
    """Every shipped scenario: (system, name)."""
    return sorted(
        (path.parent.parent.name, path.parent.name)
        for root in data_roots()
        for path in root.glob("scenarios/*/*/scenario.yaml")
    )


def scenario(system: str, name: str) -> Mapping[str, Any]:
    """The head of a scenario."""
    return _scenario(system, name)


def default_roster(system: str, name: str) -> Roster:
    """The roster that a scenario proposes: its players, leaders and options."""
    said = scenario(system, name)
    return roster_from(
        {
            "game": said["game"],
            "system": system,
            "scenario": name,
            "players": said["players"],
            "leaders": said.get("leaders", {}),
            "options": said.get("options", {}),
            "interpretations": said.get("interpretations", []),
            "asks": said.get("asks", 1),
        }
    )


def load_game(roster: Roster, folder: Path | None = None) -> Game:
    """Everything that rule code may look up, for a roster.

    `folder` is a game directory whose own data files (`data/`) replace the shipped ones.
    """
    system = find_system(roster.system)
    scenario(roster.system, roster.scenario)
    home = scenario_path(roster.system, roster.scenario)
    return assemble(system, roster, home, folder)


def assemble(system: AnySystem, roster: Roster, home: Path, folder: Path | None = None) -> Game:
    """A game from a system, a roster and the scenario's folder."""
    require_no_conflict(system, roster.options)
    game = Game(
        system=system,
        roster=roster,
        board=load_board(*_map_files(system, roster, _own_folders(home, folder))),
        book=_read_book(system, home, folder),
        own=_own_files(folder) if folder is not None else (),
        interpretations=_interpretations(system),
        options=system.options(roster.options),
    )
    _check_choices(game)
    return replace(game, presets=_presets(game))


_BOOKS: Final[dict[tuple[int, ...], Book]] = {}


def forget_books() -> None:
    """Forget what has been worked out from charts and counters; it is worked out anew."""
    _BOOKS.clear()


def _read_book(system: AnySystem, home: Path, folder: Path | None) -> Book:
    """Charts and counters of the system and the scenario, and those of the game's own in place."""
    charts = load_charts(system.folder / CHARTS, home / CHARTS)
    counters = load_counters(*_all([system.folder, home], COUNTERS))
    if folder is not None:
        charts = own_charts(folder / OWN / CHARTS, system.name, charts)
        for path in _all([folder / OWN], COUNTERS):
            counters = own_counters(path, system.name, counters)
    return _book(charts, counters)


def _own_files(folder: Path) -> tuple[str, ...]:
    """The files of a game that stand in the place of the program's, by their names in it."""
    data = folder / OWN
    files = [*listed(data / CHARTS), *_all([data], COUNTERS), *_all([data], MAP)]
    return tuple(path.relative_to(folder).as_posix() for path in files)


def _book(charts: Mapping[str, Chart], counters: Catalogue) -> Book:
    """The book of some charts and counters: the same one as long as these are, being read once."""
    key = tuple(map(id, (*charts.values(), *counters)))
    return _BOOKS.setdefault(key, Book(charts, counters))


def game_map(roster: Roster, folder: Path | None = None) -> Reading:
    """The map of a game, with the way from each fact to the line that says it."""
    home = scenario_path(roster.system, roster.scenario)
    return read_map(*_map_files(find_system(roster.system), roster, _own_folders(home, folder)))


def _own_folders(home: Path, folder: Path | None) -> list[Path]:
    """Where a game's data lie beside its system's: its scenario, its directory."""
    return [home] if folder is None else [home, folder / OWN]


def _map_files(system: AnySystem, roster: Roster, own: list[Path]) -> tuple[Path, list[Path]]:
    """The map that counts, and the corrections that lie over it."""
    found = _all(own, MAP)
    return found[-1] if found else shared_map(system, roster), _all(own, CORRECTIONS)


def built_map(roster: Roster) -> Path | None:
    """The built map that a scenario names as its own."""
    name = scenario(roster.system, roster.scenario).get("map")
    return None if name is None else shipped_map(str(name))


def shared_map(system: AnySystem, roster: Roster) -> Path:
    """The map of a scenario that brings none: the built one that it names, or its system's."""
    return built_map(roster) or system.folder / "board" / MAP


def _all(folders: list[Path], name: str) -> list[Path]:
    """The files of a name that are there, in the order of the folders."""
    return [folder / name for folder in folders if (folder / name).is_file()]


def _interpretations(system: AnySystem) -> dict[str, Interpretation]:
    path = system.folder / "interpretations.yaml"
    return read_interpretations(path) if path.is_file() else {}


def _check_choices(game: Game) -> None:
    for choice in game.roster.choices:
        known = game.interpretations.get(choice.interpretation)
        if known is None:
            raise UsageError(
                f"game.yaml chooses an unknown interpretation '{choice.interpretation}'",
                hint=suggest(choice.interpretation, game.interpretations),
            )
        if choice.reading not in known.options:
            raise UsageError(
                f"'{choice.reading}' is no reading of {known.id}",
                hint=suggest(choice.reading, known.options),
            )


def _presets(game: Game) -> dict[str, Lines]:
    """The system's presets: standing lines under a name."""
    path = game.system.folder / "presets.yaml"
    if not path.is_file():
        return {}
    return {
        name: Lines(
            Source.PRESET,
            {
                section: read_lines(section, rows, game.find_places, lambda _: None)
                for section, rows in sections.items()
            },
        )
        for name, sections in _preset_sections(*text_of(path)).items()
    }


@lru_cache(maxsize=32)
def _preset_sections(text: str, name: str) -> Mapping[str, Mapping[str, object]]:
    data: Mapping[str, Mapping[str, object]] = read_public_text(text, name)["presets"]
    return data


def to_come(system: str, name: str) -> Mapping[str, str]:
    """The powers that a scenario may bring into being, with the sides that they will be on."""
    found: Mapping[str, str] = scenario(system, name).get("to_come", {})
    return found


def first_state(roster: Roster) -> State:
    """The state in which a scenario begins, under the game's name and roster."""
    path = scenario_path(roster.system, roster.scenario) / "setup.yaml"
    state = _set_up(*text_of(path))
    powers = {name: seated(power, roster) for name, power in state.powers.items()}
    return replace(state, game=roster.game, scenario=roster.scenario, powers=powers)


@lru_cache(maxsize=32)
def _set_up(text: str, name: str) -> State:
    return parse_state(text, name)


def seated(power: Power, roster: Roster) -> Power:
    """A power with the players whom the roster gives it; without any it keeps the scenario's."""
    players = roster.players_of(power.id)
    return replace(power, players=players) if players else power


def shuffled(state: State, secret_key: bytes) -> State:
    """The state with its secret counters dealt anew among the secret units of a place and owner.

    Without this a shipped set-up would tell everybody which opaque id is which counter.
    """
    alike: dict[tuple[str, str], list[str]] = {}
    for name in sorted(state.units):
        unit = state.units[name]
        if unit.secret:
            alike.setdefault((unit.owner, unit.at), []).append(name)
    units = dict(state.units)
    for (owner, at), names in alike.items():
        left = list(names)
        for name in names:
            context = f"set-up/{owner}/{at}/{name}"
            (die,) = throw(secret_key, context, 1, len(left))
            dealt = state.units[left.pop(die - 1)]
            units[name] = replace(dealt, id=name)
    return replace(state, units=units)


def game_of(state: State, name: str) -> Game:
    """The game that a bare state file belongs to: its scenario with the roster it proposes."""
    if (state.system, state.scenario) not in list_scenarios():
        raise FileTrouble(
            f"{name}: the scenario '{state.system}/{state.scenario}' is not shipped with pbem",
            hint="play it from its game directory: --game DIR",
        )
    roster = replace(default_roster(state.system, state.scenario), game=state.game)
    game = load_game(roster)
    refuse_misfits(game.at(state), name)
    return game


def refuse_misfits(position: Position, name: str) -> None:
    """Refuse a position that no play of the game could have led to."""
    for trouble in misfits(position.game, position.state):
        raise FileTrouble(f"{name}: {trouble}", hint="restore the file as it was written")
