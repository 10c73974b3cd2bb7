"""One picture of a board of zones while it is drawn: what it knows, what its key must explain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from pbem.core.maps.board import Board
from pbem.core.reading.scene import Scene
from pbem.maps.drawing.garrisons import Pile, piles
from pbem.maps.drawing.nations import codes, nation_colours
from pbem.maps.drawing.sheet import Sheet, is_sea
from pbem.maps.drawing.svg import Svg
from pbem.maps.drawing.units import Army, controller

ICE: Final = "#f4f8fb"
CLOSED: Final = "#a03030"
TIE: Final = "#2f6fae"
PASSAGE: Final = "#123f6b"
KAMIKAZE: Final = "#c9332b"
PASSAGES: Final[Mapping[str, str]] = {"canal": "=", "strait": "≈"}
LINES: Final[Mapping[str, tuple[str, float, str | None]]] = {
    "river": ("#3f86bd", 7, None),
    "river-course": ("#6fb7d8", 5, None),
    "lake": ("#8fbcd8", 9, None),
    "mountain": ("#7d5a33", 7, "3 5"),
    "desert": ("#d0a22a", 7, "2 6"),
    "jungle": ("#3f7f3a", 7, "2 6"),
    "impassable": (CLOSED, 6, "2 5"),
    "maginot-line": ("#3a3a3a", 9, "12 3"),
    "burma-road": ("#b5763a", 6, "9 4"),
}
PORTS: Final[Mapping[str, tuple[str, str]]] = {
    "minor-port": ("p", "#2a7a9c"),
    "major-port": ("P", "#1f5f96"),
    "minor-shipyard": ("s", "#7a4f9c"),
    "major-shipyard": ("S", "#5c2f86"),
    "minor-dockyard": ("d", "#9c5a2a"),
    "major-dockyard": ("D", "#86401a"),
    "submarine-base": ("U", "#44505c"),
    "seaplane-base": ("W", "#44707c"),
}
WORKS: Final[Mapping[str, tuple[str, str]]] = {
    "minor-factory": ("f", "#8d4f3f"),
    "medium-factory": ("F", "#8d4f3f"),
    "major-factory": ("FF", "#6d2f1f"),
    "air-base": ("A", "#4a5a78"),
    "coastal-artillery": ("C", "#4c4c4c"),
}
GROUND: Final[Mapping[str, str]] = {
    "mountain": "M0 -7l8 14h-16zM0 -7l3 5l-3 2l-2 -2z",
    "desert": "M-7 4h2v2h-2zM-1 -4h2v2h-2zM5 4h2v2h-2zM-1 6h2v2h-2zM-7 -3h2v2h-2zM5 -3h2v2h-2z",
    "jungle": "M-1 7v-8h2v8zM0 -2c-3 -5 -7 -4 -8 -1c3 -1 5 0 8 1c3 -1 5 -2 8 -1c-1 -3 -5 -4 -8 1z",
    "marsh": "M-8 5h16v1.500h-16zM-5 4v-8h1.500v8zM0 4v-10h1.500v10zM5 4v-8h1.500v8z",
}
GROUND_INK: Final[Mapping[str, str]] = {
    "mountain": "#7d5a33", "desert": "#b58a1a", "jungle": "#2f6f2a", "marsh": "#3f7f8f",
}  # fmt: skip


@dataclass
class ZoneMap:
    """One picture while it is drawn."""

    sheet: Sheet
    army: Army | None
    scene: Scene | None
    svg: Svg = field(default_factory=Svg)
    full: dict[str, int] = field(default_factory=dict)  # zones that the table below tells of
    used: set[str] = field(default_factory=set)  # what the key explains

    @property
    def board(self) -> Board:
        return self.sheet.board

    @cached_property
    def colours(self) -> Mapping[str, str]:
        """The colour of every nation, whoever plays."""
        more: set[str] = set()
        if self.army:
            state = self.army.state
            more = {unit.owner for unit in state.units.values()} | set(state.powers)
            more |= {place.controller for place in state.places.values() if place.controller}
        return nation_colours(self.board, more)

    @cached_property
    def letters(self) -> Mapping[str, str]:
        return codes(self.colours)

    def nation(self, zone: str) -> str:
        """Whose roundel is printed."""
        return self.board.text(zone, "nation")

    def holder(self, zone: str) -> str:
        """Who possesses a zone; without a position whose it is."""
        if is_sea(zone):
            return ""
        return (controller(self.army, zone) if self.army else "") or self.nation(zone)

    @cached_property
    def stacks(self) -> Mapping[str, list[Pile]]:
        if self.army is None:
            return {}
        stacks = self.army.stacks
        return {place: piles(self.army, stacks[place], self.colours) for place in stacks}

    def title(self, zone: str) -> str:
        """What the pointer shows: name, nation, value, who holds it."""
        board = self.board
        words = [board.label(zone)]
        nation, holder = self.nation(zone), self.holder(zone)
        words += [f"of {nation}"] if nation else []
        words += [f"held by {holder}"] if holder and holder != nation else []
        words += [f"value {board.fact(zone, 'value')}"] if board.fact(zone, "value") else []
        words += [board.terrain(zone)] if board.terrain(zone) and not is_sea(zone) else []
        stack = [
            f"{p.owner} {p.count} {p.face.title or p.face.symbol}"
            for p in self.stacks.get(zone, ())
        ]
        return ", ".join(words) + (": " + "; ".join(stack) if stack else "")
