"""Two sides, and what there is one of for each of them."""

from __future__ import annotations

import pytest

from pbem.core.rules.sides import Role, Sides

FORCES = Sides(3, 5)


@pytest.mark.parametrize(("role", "own", "enemy"), [("attacker", 3, 5), ("defender", 5, 3)])
def test_each_side_knows_what_it_has_and_whom_it_faces(role: str, own: int, enemy: int) -> None:
    me = Role(role)
    assert (FORCES.own(me), FORCES.enemy(me)) == (own, enemy)
    assert tuple(FORCES.seen(me)) == (own, enemy)
    assert FORCES.put(me, 9).own(me) == 9
    assert FORCES.put(me, 9).enemy(me) == enemy


def test_the_attacker_comes_first_wherever_sides_are_made_or_counted() -> None:
    asked: list[Role] = []

    def make(role: Role) -> str:
        asked.append(role)
        return str(role)

    assert Sides.of(make) == Sides("attacker", "defender")
    assert asked == list(Role)
    assert FORCES.map(lambda number: -number) == Sides(-3, -5)
    assert tuple(FORCES.beside(Sides("a", "b"))) == ((3, "a"), (5, "b"))
