"""The map as each player may see it, as a picture in his letter.

Decides: that the whole map is drawn, so many pixels wide as `mail.yaml` says, and painted once for
all whose map shows the same. Leaves what is seen to `core.record.views`, drawing and painting to
`maps`, which needs `pbem[maps]`: without it letters go out without a picture, and the moderator is
told.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property

from pbem.core.data.findings import PbemError
from pbem.core.record.state import State
from pbem.core.record.views import visible_state
from pbem.post.settings import settings
from pbem.store.directory import GameDirectory

MISSING = (
    "letters go out without the map: mail.yaml wants one, which needs pip install 'pbem[maps]'"
)


def lacking(games: Iterable[GameDirectory]) -> bool:
    """Whether pictures are wanted in some game and cannot be painted here."""
    for directory in games:
        with suppress(PbemError):  # its own row tells what is wrong with it
            if Pictures(directory).lacking:
                return True
    return False


class Pictures:
    """The pictures of a game as it stands, each painted when it is asked for."""

    def __init__(self, directory: GameDirectory) -> None:
        self._directory = directory
        self._drawn: list[tuple[State, str]] = []
        self._painted: dict[str, bytes] = {}
        self.width = settings(directory).picture

    @cached_property
    def lacking(self) -> bool:
        """Whether pictures are wanted and cannot be painted here."""
        if not self.width:
            return False
        from pbem.maps.drawing.paint import can_paint

        return not can_paint()

    def of(self, player: str) -> dict[str, bytes]:
        """What is attached to a letter of a player: his map, or nothing."""
        if not self.width or self.lacking:
            return {}
        from pbem.maps.drawing.paint import png

        svg = self._map_of(visible_state(self._directory.state(), player))
        if svg not in self._painted:
            self._painted[svg] = png(svg, self.width)
        return {f"map-{player}.png": self._painted[svg]}

    def _map_of(self, seen: State) -> str:
        """The map as a drawing; what is secret often shows on none."""
        from pbem.maps.drawing.draw import Sight
        from pbem.maps.drawing.picture import Wanted, drawn
        from pbem.maps.drawing.units import Army

        known = next((svg for state, svg in self._drawn if state == seen), None)
        if known is not None:
            return known
        game = self._directory.game
        army = Army(game, seen)
        sight = Sight(game.board, game.board.places, army=army, subtitle=seen.clock.name)
        svg = drawn(sight, Wanted(width=self.width))
        self._drawn.append((seen, svg))
        return svg
