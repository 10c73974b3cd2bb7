"""The two sides of a battle, and what there is one of for each of them.

Decides: who faces whom. Leaves to each system: what a side is made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Role(StrEnum):
    """Who moves attacks; everybody he attacks defends."""

    ATTACKER = "attacker"
    DEFENDER = "defender"

    @property
    def opponent(self) -> Role:
        """The other side."""
        return Role.DEFENDER if self is Role.ATTACKER else Role.ATTACKER


@dataclass(frozen=True, slots=True)
class Sides(Generic[T]):
    """One thing of each side: its force, its losses, its player."""

    attacker: T
    defender: T

    @classmethod
    def of(cls, make: Callable[[Role], T]) -> Sides[T]:
        """What a function makes of each role, the attacker's first."""
        return cls(make(Role.ATTACKER), make(Role.DEFENDER))

    def __iter__(self) -> Iterator[T]:
        """The attacker's, then the defender's."""
        yield self.attacker
        yield self.defender

    def own(self, role: Role) -> T:
        """What the side of a role has."""
        return self.attacker if role is Role.ATTACKER else self.defender

    def enemy(self, role: Role) -> T:
        """What the other side has."""
        return self.own(role.opponent)

    def seen(self, role: Role) -> Sides[T]:
        """Both as a side sees them: its own in the first place, then the enemy's."""
        return self if role is Role.ATTACKER else Sides(self.defender, self.attacker)

    def put(self, role: Role, value: T) -> Sides[T]:
        """The same with another value for one side."""
        if role is Role.ATTACKER:
            return Sides(value, self.defender)
        return Sides(self.attacker, value)

    def map(self, make: Callable[[T], U]) -> Sides[U]:
        """What a function makes of each."""
        return Sides(make(self.attacker), make(self.defender))

    def beside(self, other: Sides[U]) -> Sides[tuple[T, U]]:
        """Each with what the same side has of another kind."""
        return Sides((self.attacker, other.attacker), (self.defender, other.defender))
