"""The map as each player may see it, as a picture in his letter, and where he fought.

Decides: that the whole map is drawn, so many pixels wide as `mail.yaml` says, and painted once for
all whose map shows the same; that, if it says so, a second picture shows the last run round the
battles in which his powers or units had part. Leaves what is seen to `core.record.views`, drawing
and painting to `maps`, which needs `pbem[maps]`: without it letters go out without a picture, and
the moderator is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import chain
from typing import Any, Final

from pbem.core.data.findings import PbemError
from pbem.core.maps.paths import within
from pbem.core.reading.scene import Scene
from pbem.core.record.state import State
from pbem.core.record.views import visible_entries, visible_state
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
        self._painted: dict[tuple[str, int], bytes] = {}
        said = settings(directory)
        self.width, self.battles = said.picture, said.battles

    @cached_property
    def lacking(self) -> bool:
        """Whether pictures are wanted and cannot be painted here."""
        if not (self.width or self.battles):
            return False
        from pbem.maps.drawing.paint import can_paint

        return not can_paint()

    def of(self, player: str) -> dict[str, bytes]:
        """What is attached to a letter of a player: his map, his battles, or nothing."""
        found = {}
        if self.width and not self.lacking:
            svg = self._map_of(visible_state(self._directory.state(), player))
            found[f"map-{player}.png"] = self._png(svg, self.width)
        if self.battles and not self.lacking and (svg := self._battles_of(player)):
            found[f"battles-{player}.png"] = self._png(svg, self.battles)
        return found

    def _png(self, svg: str, width: int) -> bytes:
        from pbem.maps.drawing.paint import png

        if (svg, width) not in self._painted:
            self._painted[svg, width] = png(svg, width)
        return self._painted[svg, width]

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

    def _battles_of(self, player: str) -> str:
        """The last run round the battles of a player as a drawing; nothing where he had none."""
        from pbem.maps.drawing.draw import Sight
        from pbem.maps.drawing.picture import Wanted, drawn
        from pbem.maps.drawing.units import Army

        directory = self._directory
        if not directory.latest.number:
            return ""
        scene = _last_run(directory, player)
        fought = own_battles(scene)
        if not fought:
            return ""
        board = directory.game.board
        radius = _HEXES if board.spots else _ZONES
        near = {one for place in fought for one in within(board.neighbours, place, radius)}
        sight = Sight(
            board,
            tuple(place for place in board.places if place in near),
            army=Army(directory.game, scene.after),
            scene=scene,
            subtitle=f"run {directory.latest}: {scene.before.clock.name}",
        )
        return drawn(sight, Wanted(width=self.battles))


_HEXES: Final = 4  # that are shown round a battle
_ZONES: Final = 1


def _last_run(directory: GameDirectory, player: str) -> Scene:
    """The last run as a player may see it."""
    run = directory.latest
    before, after = directory.state(directory.before(run)), directory.state(run)
    entries = visible_entries(directory.entries(directory.folder(run)), player)
    return Scene(
        directory.game, player, visible_state(before, player), visible_state(after, player), entries
    )


def own_battles(scene: Scene) -> tuple[str, ...]:
    """Where battles were of which a verdict names a power or a unit of the player."""
    own = {power.id for power in scene.after.powers_of_player(scene.player)}
    units = (*scene.before.units.values(), *scene.after.units.values())
    names = own | {unit.id for unit in units if unit.owner in own}
    marks = scene.game.system.words.battle_marks
    found = (
        mark.at
        for entry in scene.entries
        if entry.kind == "verdict" and not names.isdisjoint(_words(entry.facts))
        for mark in marks(entry, scene)
    )
    return tuple(dict.fromkeys(place for place in found if place in scene.game.board))


def _words(said: Any) -> Iterator[str]:
    """Every text among facts."""
    if isinstance(said, str):
        yield said
    elif isinstance(said, Mapping):
        yield from chain.from_iterable(map(_words, (*said, *said.values())))
    elif isinstance(said, (list, tuple)):
        yield from chain.from_iterable(map(_words, said))
