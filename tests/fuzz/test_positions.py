"""Positions that no play could have led to: refused with what is wrong, or played like any other.

Each is a position of a shipped scenario or a golden run in which one to three things are otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import toy  # noqa: F401 (registers the system)

from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import read_data
from pbem.core.orders.orders import read_orders, validate
from pbem.core.play.run import RunFiles, adjudicate
from pbem.core.reading.report import Around
from pbem.core.reading.scene import Scene
from pbem.core.record import statefile
from pbem.core.record.dice import seed_keys
from pbem.core.record.state import as_data, group_id, unit_from
from pbem.core.rules.game import Game
from pbem.core.rules.sequence import windows
from pbem.core.rules.setup import default_roster, first_state, game_of, list_scenarios, load_game
from pbem.moderation import glance
from pbem.moderation.form import form
from pbem.store.texts import reports_of

GOLDEN = Path(__file__).parents[1] / "golden"
MANY = {"toy": 150, "wif": 25, "gw": 12}
VALUES: tuple[Any, ...] = (True, False, -1, 0, 99, 10**17, "x", "1941-ja", "1939-jul", "2/3", "")
Row = dict[str, Any]


@cache
def positions(system: str) -> tuple[Row, ...]:
    """Where the scenarios of a system begin, and where small golden runs end."""
    begun = [
        as_data(first_state(default_roster(name, scenario)))
        for name, scenario in list_scenarios()
        if name == system
    ]
    paths = sorted(path for path in GOLDEN.rglob("state.yaml") if path.stat().st_size < 200_000)
    played = [data for data in map(read_data, paths) if data["system"] == system]
    return (*begun, *played)


class Twister:
    """Changes one thing in the data of a position."""

    def __init__(self, chance: random.Random, game: Game, data: Row) -> None:
        self.chance = chance
        self.data = data
        self.places = sorted(game.board.places)
        self.counters = [counter.id for counter in game.counters]
        self.windows = [window.name for window in windows(game.system.sequence)]
        self.powers = [row["id"] for row in data["powers"]] or ["x"]
        self.units = [row["id"] for row in data["units"]] or ["x"]

    def any_of(self, *lists: list[Any]) -> Any:
        return self.chance.choice(self.chance.choice(lists))

    def name(self) -> Any:
        return self.any_of(list(VALUES), self.powers, self.units, self.places)

    def known(self, kind: str, part: str) -> list[str]:
        """The words that the rows of the position have for a part, and one that none has."""
        return [*{word: 0 for row in self.data[kind] for word in row.get(part, {})}, "x"]

    def twist(self) -> None:
        kinds: list[Callable[[], None]] = [
            self.unit, self.unit, self.place, self.power, self.power, self.track, self.clock,
        ]  # fmt: skip
        self.chance.choice(kinds)()

    def row(self, kind: str) -> Row:
        at = self.chance.randrange(len(self.data[kind]))
        self.data[kind][at] = found = dict(self.data[kind][at])
        return found

    def word(self, kind: str, row: Row, part: str, value: Any) -> None:
        row[part] = {**row.get(part, {}), self.chance.choice(self.known(kind, part)): value}

    def unit(self) -> None:
        if not self.data["units"]:
            return
        unit = self.row("units")
        inside = [f"in:{unit['id']}", f"in:{self.chance.choice(self.units)}", "in:x"]
        away = ["removed", "pool:x", "sea:x/3", "track:x/1941-ja", f"pool:{self.powers[0]}/force"]
        way = self.chance.randrange(5)
        if way == 0:
            unit["at"] = self.any_of(inside, away, self.places)
        elif way == 1:
            unit["counter"] = self.chance.choice(self.counters)
        elif way == 2:
            unit["owner"] = self.chance.choice(self.powers)
        elif way == 3:
            self.word("units", unit, "marks", [self.name(), self.any_of(["step", "lasting"])])
        else:
            unit["count"] = self.chance.choice([1, 2, 10**9])
        if "count" in unit:
            unit["id"] = group_id(unit_from(unit))

    def place(self) -> None:
        if self.data["places"]:
            place = self.row("places")
            place["controller"] = self.chance.choice(self.powers)
            self.word("places", place, self.any_of(["markers", "facts"]), self.name())

    def power(self) -> None:
        power = self.row("powers")
        way = self.chance.randrange(6)
        if way == 0:
            power["players"] = self.any_of([[], ["x"]])
        elif way == 1:
            power["side"] = self.any_of([row["side"] for row in self.data["powers"]], ["x"])
        elif way == 2:
            self.word("powers", power, "counters", self.any_of([-1, 0, 10**17]))
        elif way == 3:
            power["relations"] = {self.any_of(self.powers, ["x"]): self.any_of(["war", "x"])}
        elif way == 4:
            self.word("powers", power, "flags", self.name())
        else:
            power["homes"] = [self.name()]

    def track(self) -> None:
        track = self.row("tracks") if self.data["tracks"] else {"id": "x"}
        if self.chance.random() < 0.3:
            track = {"id": self.any_of(["x", "on-turn"])}
        track["value"] = self.name()
        others = [row for row in self.data["tracks"] if row["id"] != track["id"]]
        self.data["tracks"] = [*others, track]

    def clock(self) -> None:
        turns = ["x", "1941-ja", "1936-jan", "9999-jul", "0000-jan", "t9", ""]
        key, value = self.any_of(
            [("turn", turn) for turn in turns],
            [("impulse", number) for number in (0, 3, 99, 10**17)],
            [("window", name) for name in (*self.windows, "over", "x")],
            [("side", row["side"]) for row in self.data["powers"]],
        )
        self.data["clock"] = {**self.data["clock"], key: value}


def look_and_play(data: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `show`, `template`, `validate` and `adjudicate --state` do with a position."""
    monkeypatch.setattr(statefile, "read_data_text", lambda text, name: data)
    state = statefile.parse_state("", "state.yaml")
    game = game_of(state, "state.yaml")
    scene = Scene(game, "", state, state, ())
    glance.glance(scene)
    glance.glance_data(scene)
    for unit in list(state.units.values())[:5]:
        glance.unit_detail(scene, unit)
    for player in state.players():
        text = form(game, state, player, None)
        if player in state.due:
            validate(game, state, read_orders(game, text.encode(), "form.yaml"))
    outcome = adjudicate(game, state, RunFiles(), seed_keys("1", 1))
    if not outcome.pending:
        reports_of(game, outcome, Around())


@pytest.mark.parametrize("system", MANY)
def test_a_position_is_sound_or_refused(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = 0
    for seed in range(MANY[system]):
        chance = random.Random(seed)
        data = dict(chance.choice(positions(system)))
        data |= {kind: list(data[kind]) for kind in ("units", "places", "powers", "tracks")}
        game = load_game(default_roster(system, data["scenario"]))
        twister = Twister(chance, game, data)
        for _ in range(chance.choice([1, 1, 2, 3])):
            twister.twist()
        try:
            look_and_play(data, monkeypatch)
        except PbemError as trouble:
            assert trouble.message
            refused += 1
        except Exception as bug:
            pytest.fail(f"{system}, seed {seed}: {type(bug).__name__}: {bug}")
        finally:
            monkeypatch.undo()
    assert 0 < refused < MANY[system]
