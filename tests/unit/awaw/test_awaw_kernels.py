"""Kernels of combat: which units go, what the air combat table takes, who flies by himself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest
from situations import europe, unit

from pbem.core.play.umpire import Umpire
from pbem.core.record.events import Event, UnitChanged, apply
from pbem.core.record.state import Mark, State
from pbem.core.rules.rulings import Ruled
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.awaw.battle.air import SecondFigure, Toll, toll
from pbem.systems.awaw.battle.results import given_up, needed_of
from pbem.systems.awaw.combat.air_combat import Wing, _home, _sends_nobody
from pbem.systems.awaw.combat.air_defence import (
    CAPITAL,
    OBJECTIVE,
    OTHER,
    Threat,
    flying_over,
    usual_number,
)
from pbem.systems.awaw.politics.setting_up import attacked, helper_against
from pbem.systems.awaw.turn.losses import losses_beside_boxes
from pbem.systems.awaw.victory.objectives import winner
from pbem.systems.awaw.world.boxes import hexes_beside
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Part


@pytest.mark.parametrize(
    ("factors", "prices", "lost", "gone"),
    [
        ([3, 4], [3, 8], 3, (0,)),
        ([3, 4], [3, 8], 4, (1,)),
        ([3, 3, 4], [3, 3, 8], 4, (0, 1)),  # six BRPs rather than eight
        ([3, 3, 4], None, 4, (2,)),  # the fewest factors
        ([2, 1, 1], [2, 1, 1], 2, (0,)),  # as dear and as many factors: the fewer units
        ([1, 1], [1, 1], 0, ()),
        ([1, 1], [1, 1], 5, (0, 1)),
        ([2, 3], [2, 2], 2, (0,)),  # as dear: the fewer factors
        ([3] * 13, None, 4, (0, 1)),
        ([3] * 12 + [1], None, 4, (0, 12)),
        ([1] * 12 + [4], [1] * 12 + [2], 4, (0, 1, 2, 3)),
        ([4] + [1] * 12, [9] + [5] * 12, 2, (1, 2)),
        ([2] * 13, None, 26, tuple(range(13))),
    ],
)
def test_which_units_make_up_a_loss(
    factors: Sequence[int], prices: Sequence[int] | None, lost: int, gone: tuple[int, ...]
) -> None:
    assert given_up(factors, lost, prices) == gone


@pytest.mark.parametrize(
    ("order", "factors", "lost", "gone"),
    [
        ((0, 1, 2), [1, 2, 3], 3, (0, 1)),
        ((0, 1, 2), [1, 2, 3], 4, (0, 2)),  # two of one are not needed once the three is taken
        ((2, 1, 0), [1, 2, 3], 3, (2,)),
        ((0, 1), [1, 1], 3, (0, 1)),
        ((0, 1), [1, 1], 0, ()),
    ],
)
def test_nobody_goes_in_vain(
    order: Sequence[int], factors: Sequence[int], lost: int, gone: tuple[int, ...]
) -> None:
    assert needed_of(order, factors, lost) == gone


@pytest.mark.parametrize(
    ("cell", "flying", "second", "taken"),
    [
        ("0", 5, SecondFigure.TURNED_BACK, Toll(0, 0)),
        ("1/2", 5, SecondFigure.TURNED_BACK, Toll(1, 2)),
        ("1/2", 5, SecondFigure.LOST, Toll(3, 0)),
        ("1/2", 2, SecondFigure.TURNED_BACK, Toll(1, 1)),
        ("3/2", 2, SecondFigure.TURNED_BACK, Toll(2, 0)),
        ("1/2", 2, SecondFigure.LOST, Toll(2, 0)),
        ("0/1", 1, SecondFigure.TURNED_BACK, Toll(0, 1)),
    ],
)
def test_what_a_cell_takes(cell: str, flying: int, second: SecondFigure, taken: Toll) -> None:
    assert toll(cell, flying, second) == taken


def threat(place: str = "N33", what: str = OTHER, **numbers: int) -> Threat:
    known = {"support": 0, "enemy": 0, "own": 0, **numbers}
    return Threat(place=place, defender="poland", what=what, **known)


@pytest.mark.parametrize(
    ("one", "free", "left", "flies"),
    [
        (threat(support=3), 5, 3, 3),
        (threat(support=3), 2, 3, 2),
        (threat(support=3), 1, 3, 0),
        (threat(support=2), 1, 2, 1),
        (threat(support=1), 4, 1, 1),
        (threat(support=3, enemy=9, own=2, what=CAPITAL), 5, 0, 0),  # others fly there already
        (threat(enemy=4, own=4, what=CAPITAL), 5, 0, 5),
        (threat(enemy=4, own=4, what=OBJECTIVE), 5, 0, 5),
        (threat(enemy=3, own=4, what=CAPITAL), 5, 0, 0),
        (threat(enemy=9, own=4), 5, 0, 0),
    ],
)
def test_how_many_fly_where_nobody_has_said_anything(
    one: Threat, free: int, left: int, flies: int
) -> None:
    assert usual_number(one, free, left) == flies


def test_the_most_threatened_hexes_come_first() -> None:
    rows = [
        threat("a", support=1),
        threat("b", support=3),
        threat("c", support=1, what=CAPITAL),
        threat("d", what=OBJECTIVE),
        threat("e"),
        threat("aa", support=1),
    ]
    assert [one.place for one in sorted(rows, key=lambda one: one.rank)] == [
        "c", "b", "a", "aa", "d", "e",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("levels", "over", "conceded", "won"),
    [
        ({"axis": 1, "allied": 0}, True, "", "axis"),
        ({"axis": 2, "allied": 3}, True, "", "allied"),
        ({"axis": 2, "allied": 2}, True, "", ""),
        ({"axis": 0}, True, "", ""),
        ({"axis": 1}, True, "", "axis"),
        ({"axis": 1}, False, "", ""),
        ({}, True, "", ""),
        ({}, True, "axis", "allied"),
        ({"axis": 3}, True, "axis", "allied"),
        ({}, False, "allied", "axis"),
    ],
)
def test_who_wins(levels: Mapping[str, int], over: bool, conceded: str, won: str) -> None:
    assert winner(levels, over, conceded) == won


def unplayed(*names: str) -> State:
    state = first_state(default_roster("awaw", "poland-1939"))
    changed = {name: replace(state.powers[name], players=()) for name in names}
    return replace(state, powers={**state.powers, **changed})


@pytest.mark.parametrize(
    ("nobody", "declarer", "helper"),
    [
        ((), "germany", "britain"),
        (("britain",), "germany", "france"),
        (("britain", "france"), "germany", ""),
        ((), "britain", "germany"),
        (("germany",), "france", ""),
        ((), "russia", "germany"),
    ],
)
def test_who_sets_up_the_victims_of_a_power(
    nobody: tuple[str, ...], declarer: str, helper: str
) -> None:
    assert helper_against(unplayed(*nobody), declarer) == helper


class Sees:
    """An umpire who does what is applied and keeps what is told."""

    def __init__(self, position: Position) -> None:
        self.state, self.game = position.state, position.game
        self.board, self.book = position.board, position.book
        self.told: list[object] = []

    @property
    def position(self) -> Position:
        return Position(self.game, self.state, self.state)

    def since(self, _: str) -> State:
        return self.state

    def apply(self, *events: Event) -> None:
        self.state = apply(self.state, events)

    def tell(self, verdict: object) -> None:
        self.told.append(verdict)


def test_a_neutral_victim_alone_comes_to_the_opponents_of_its_attacker() -> None:
    """Poland stands with Britain already when Germany attacks it; Denmark does not."""
    roster = default_roster("awaw", "poland-1939")
    start = Position(load_game(roster), first_state(roster), first_state(roster))

    def told(minor: str) -> int:
        umpire = Sees(start)
        attacked(cast(Umpire, umpire), minor, "germany")
        return len(umpire.told)

    assert [told(minor) for minor in ("denmark", "poland", "france")] == [1, 0, 0]


def test_boxes_cost_brps_in_the_axis_player_turn() -> None:
    beside = hexes_beside(europe(), "box:urals")[0]
    row = unit("ger-inf-3-3", "germany", beside, count=2)
    for side, left in (("axis", 4), ("allied", 10)):
        powers = {"russia": {"counters": {"brps": 10}}}
        clock = {"impulse": 1 if side == "axis" else 2, "side": side}
        control = {"box:urals": "russia"}
        start = europe(row, powers=powers, clock=clock, control=control)
        umpire = Sees(start)
        losses_beside_boxes(cast(Umpire, umpire))
        assert umpire.state.counter("russia", "brps") == left


def aloft_from(at: str, many: int, over: str) -> dict[str, Any]:
    """A group that flies in defence of a hex, with the id that such a group has."""
    name, marks = f"germany:ger-army-air@{at}+defends={over}", {"defends": [over, "impulse"]}
    return unit("ger-army-air", "germany", at, count=many, marks=marks, id=name)


AIR = (aloft_from("N32", 3, "M34"), aloft_from("N33", 2, "M34"), aloft_from("M36", 2, "L36"))


@pytest.mark.parametrize(("home", "aloft"), [(0, 5), (1, 4), (2, 3), (4, 1), (5, 0), (9, 0)])
def test_the_last_ones_fly_home(home: int, aloft: int) -> None:
    umpire = Sees(europe(*AIR))
    _home(cast(Umpire, umpire), "M34", home)
    position = europe(*AIR)
    after = Position(position.game, umpire.state, umpire.state)
    assert sum(one.size for one in flying_over(after, "M34")) == aloft
    assert sum(one.size for one in flying_over(after, "L36")) == 2


@pytest.mark.parametrize(
    ("gone", "back", "left"),
    [
        (0, 0, [3, 2]), (0, 1, [3, 1]), (0, 2, [3]), (0, 3, [2]), (1, 0, [2, 2]), (1, 3, [1]),
        (3, 0, [2]), (0, 5, []), (3, 2, []),
    ],
)  # fmt: skip
def test_who_is_left_in_an_air_combat(gone: int, back: int, left: list[int]) -> None:
    position = europe(*AIR)
    pieces = sorted(flying_over(position, "M34"), key=lambda one: -one.size)
    wing = Wing("attackers", "germany", [(one, one.size) for one in pieces])
    lost = [Part(pieces[0].id, gone)] if gone else []
    assert [many for _, many in wing.without(lost, back)] == left
    assert wing.factors == 5


def test_rulings_of_air_combat_send_nobody_up() -> None:
    def told(mark: str, new: Mark | None) -> str:
        event = UnitChanged("x", "mark", None, new, mark)
        return _sends_nobody(Ruled("air-combat", "Mod", "so", "19", events=(event,)))

    up = Mark(value="M34")
    assert told("defends", up)
    assert told("defends", None) == ""
    assert told("inverted", up) == ""
