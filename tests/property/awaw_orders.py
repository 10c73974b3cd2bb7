"""Random orders for any player of A World at War: mostly such as he might send, some nonsense.

Everything follows from the seed of the `Random` that is given, and from the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.systems.awaw.operations.orders import enemies_at
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece
from pbem.systems.awaw.world.vocabulary import Front

Row = dict[str, Any]

IN_THE_AIR: Final = ("ground support", "counterair", "interception of air support")
LINES: Final[Mapping[str, tuple[Row, ...]]] = {
    "air_defence": (
        {"fly": "all"},
        {"if": "enemy air > 0", "fly": "2 AAF"},
        {"if": "hex = other", "fly": "nobody"},
        {"fly": "1 AAF", "limit": 2},
    ),
    "air_combat": ({"do": "stay"}, {"if": "own <= 2", "do": "withdraw"}),
    "losses": ({"lose": ["armor", "infantry"]}, {"if": "side = attackers", "lose": "replacement"}),
}


class Writer:
    """What one player might order in a position."""

    def __init__(self, game: Game, state: State, player: str, random: Random, rows: int) -> None:
        self.position = Position(game, state, state, player)
        self.random, self.rows, self.player = random, rows, player
        self.own = [power.id for power in state.powers_of_player(player)]
        self.due = [p for p in self.own if state.side_of(p) == state.clock.side]
        self.pieces = [piece for power in self.own for piece in self.position.pieces_of(power)]

    def chance(self, percent: int) -> bool:
        """Whether something happens."""
        return self.random.randrange(100) < percent

    def pick(self, options: Sequence[Any]) -> Any:
        """One of some things."""
        return options[self.random.randrange(len(options))]

    def some(self, row: Callable[[], Row | None]) -> list[Row]:
        """A few rows of a section."""
        found = (row() for _ in range(self.random.randrange(self.rows + 1)))
        return [one for one in found if one is not None]

    def first_half(self) -> dict[str, list[Row]]:
        """Declarations, movement, combat."""
        return {
            "declarations": self.some(self.declaration) if self.chance(10) else [],
            "movement": self.some(self.move),
            "combat": self.some(self.operation),
            "attrition": [{"front": str(front)} for front in Front if self.chance(40)],
        }

    def second_half(self) -> dict[str, list[Row]]:
        """Construction and redeployment."""
        return {"construction": self.some(self.build), "redeployment": self.some(self.redeploy)}

    def waiting(self) -> dict[str, list[Row]]:
        """What is set up of countries that were attacked."""
        return {"set_up": self.some(self.set_up)}

    def declaration(self) -> Row:
        return {"against": self.pick(list(self.position.powers)), "by": self.pick(self.own)}

    def units(self, piece: Piece) -> Any:
        """Some of a group, by what is printed on it."""
        if self.chance(20):
            return "all"
        return {piece.counter.name: 1 + self.random.randrange(piece.size)}

    def near(self, place: str, steps: int) -> str:
        for _ in range(1 + self.random.randrange(steps)):
            place = self.pick(self.position.board.neighbours[place])
        return place

    def move(self) -> Row | None:
        if not self.pieces:
            return None
        piece = self.pick(self.pieces)
        if piece.is_air:
            goal = self.pick([one.at for one in self.pieces])
        else:
            goal = self.near(piece.at, 3)
        row = {"units": self.units(piece), "from": piece.at}
        if piece.is_ground and self.chance(15):
            return {"do": "overrun", **row, "at": self.near(piece.at, 1)}
        return {**row, "to": goal}

    def targets(self) -> list[str]:
        """Hexes beside own units where enemies stand."""
        found: dict[str, None] = {}
        for piece in self.pieces:
            for place in self.position.board.neighbours[piece.at]:
                if enemies_at(self.position, piece.owner, place):
                    found[place] = None
        return list(found)

    def operation(self) -> Row | None:
        targets = self.targets()
        if not targets or not self.pieces:
            return None
        target = self.pick(targets)
        beside = self.position.board.neighbours[target]
        ground = [p for p in self.pieces if p.is_ground and p.at in beside]
        air = [p for p in self.pieces if p.is_air]
        if air and self.chance(40):
            piece = self.pick(air)
            what = self.pick(IN_THE_AIR)
            return {"do": what, "units": self.units(piece), "from": piece.at, "at": target}
        if not ground:
            return None
        piece = self.pick(ground)
        what = "exploitation" if self.chance(10) else "ground attack"
        free = {"free": True} if self.chance(5) else {}
        return {"do": what, "units": self.units(piece), "from": piece.at, "at": target, **free}

    def homes(self) -> list[str]:
        board = self.position.board
        cities = (place for place in board.places if board.fact(place, "city"))
        return [place for place in cities if self.position.controller(place) in self.own]

    def build(self) -> Row | None:
        power = self.pick(self.own)
        pool = self.position.state.at(f"pool:{power}/force")
        homes = self.homes()
        if not pool or not homes:
            return None
        piece = self.position.piece(self.pick(pool))
        return {"units": self.units(piece), "at": self.pick(homes), "by": power}

    def redeploy(self) -> Row | None:
        homes = self.homes()
        if not homes or not self.pieces:
            return None
        piece = self.pick(self.pieces)
        by = self.pick(("TR", "SR", "NR"))
        return {"units": self.units(piece), "from": piece.at, "to": self.pick(homes), "by": by}

    def set_up(self) -> Row:
        power = self.pick(self.own)
        places = [p for p in self.position.board.places if self.position.controller(p) == power]
        at = self.pick(places) if places else "Berlin"
        return {"units": "all", "at": at, "of": power}

    def standing(self) -> dict[str, list[Row]]:
        """Lines of a standing file."""
        return dict(self._lines())

    def _lines(self) -> Iterator[tuple[str, list[Row]]]:
        for section, rows in LINES.items():
            if self.chance(50):
                yield section, [self.pick(rows)]
