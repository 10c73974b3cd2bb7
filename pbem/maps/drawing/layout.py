"""Where the areas of a board lie in a picture: as the map says, or so that neighbours are near.

A map file may give every area its `centre: [x, y]` (any unit, x to the east, y to the north). If
not, the areas are laid out from who touches whom alone: distances on the paper follow the number
of steps between areas (stress majorisation), always from the same beginning, so that the same map
gives the same picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from pbem.core.maps.board import Board
from pbem.core.maps.paths import within

if TYPE_CHECKING:
    import numpy as np

XY = tuple[float, float]

STEP: Final = 260.0  # between neighbours
WIDE: Final = 200.0  # a box with the air round it
HIGH: Final = 165.0
_ROUNDS: Final = 120


def layout(board: Board, places: Sequence[str]) -> dict[str, XY]:
    """A place on the paper for every area, y downwards, none over another."""
    known = given_centres(board, places)
    if known is None:
        known = _by_neighbours(board.neighbours, places)
    return _apart(known)


def given_centres(board: Board, places: Sequence[str]) -> dict[str, XY] | None:
    """The centres of the map file, to the picture's scale; None unless every area has one."""
    found: dict[str, XY] = {}
    for place in places:
        value = board.fact(place, "centre")
        if not isinstance(value, tuple) or len(value) != 2:
            return None
        found[place] = float(value[0]), -float(value[1])
    scale = STEP / (_typical(board, found) or 1)
    return {place: (x * scale, y * scale) for place, (x, y) in found.items()}


def _typical(board: Board, centres: Mapping[str, XY]) -> float:
    """The middle one of all distances between neighbours."""
    lengths = sorted(
        ((x - centres[b][0]) ** 2 + (y - centres[b][1]) ** 2) ** 0.5
        for a, (x, y) in centres.items()
        for b in board.neighbours[a]
        if b in centres
    )
    return lengths[len(lengths) // 2] if lengths else 0


def _by_neighbours(neighbours: Mapping[str, Sequence[str]], places: Sequence[str]) -> dict[str, XY]:
    """Each connected piece by itself, side by side."""
    inside = set(places)
    near = {place: [other for other in neighbours[place] if other in inside] for place in places}
    found: dict[str, XY] = {}
    right = 0.0
    left = set(places)
    for start in places:
        if start not in left:
            continue
        piece = sorted(within(near, start, len(places)))
        left -= set(piece)
        spots = _one_piece(near, piece)
        west = min(x for x, _ in spots.values())
        found |= {place: (x - west + right, y) for place, (x, y) in spots.items()}
        right = max(x for x, _ in found.values()) + STEP
    return found


def _one_piece(near: Mapping[str, Sequence[str]], piece: Sequence[str]) -> dict[str, XY]:
    import numpy as np

    if len(piece) < 3:
        return {place: (number * STEP, 0.0) for number, place in enumerate(piece)}
    index = {place: number for number, place in enumerate(piece)}
    steps = np.zeros((len(piece), len(piece)))
    for place in piece:
        for other, far in within(near, place, len(piece)).items():
            steps[index[place], index[other]] = far
    spots = _majorised(_first_guess(steps), steps)
    return {place: (float(x), float(y)) for place, (x, y) in zip(piece, spots, strict=True)}


def _first_guess(steps: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Classical scaling: the two directions in which the steps differ most, wider than high."""
    import numpy as np

    count = len(steps)
    centring = np.eye(count) - 1 / count
    values, vectors = np.linalg.eigh(-centring @ (steps**2) @ centring / 2)
    found = np.zeros((count, 2))
    for axis in (0, 1):
        vector = vectors[:, -1 - axis]
        sign = 1 if vector[np.argmax(np.round(np.abs(vector), 6))] > 0 else -1
        found[:, axis] = sign * vector * np.sqrt(max(values[-1 - axis], 1e-9))
    spread = np.linspace(-0.01, 0.01, count)  # no two on one spot
    return found + np.stack([spread, spread**2], axis=1)


def _majorised(spots: np.ndarray[Any, Any], steps: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Distances on the paper come to follow the steps, near ones before far ones."""
    import numpy as np

    wanted = steps * STEP
    np.fill_diagonal(wanted, 1)
    weights = wanted**-2
    np.fill_diagonal(weights, 0)
    total = weights.sum(axis=1, keepdims=True)
    spots = spots * STEP
    for _ in range(_ROUNDS):
        apart = spots[:, None, :] - spots[None, :, :]
        length = np.sqrt((apart**2).sum(axis=2))
        np.fill_diagonal(length, 1)
        pull = weights * wanted / np.maximum(length, 1e-6)
        spots = (weights @ spots + (pull[:, :, None] * apart).sum(axis=1)) / total
    return spots


def _apart(spots: Mapping[str, XY]) -> dict[str, XY]:
    """Boxes that would lie over each other are moved apart, the less the better."""
    found = {place: [x, y] for place, (x, y) in spots.items()}
    names = sorted(found)
    for _ in range(200):
        moved = False
        for number, a in enumerate(names):
            for b in names[number + 1 :]:
                moved |= _push(found[a], found[b])
        if not moved:
            break
    return {place: (round(x, 1), round(y, 1)) for place, (x, y) in found.items()}


def _push(a: list[float], b: list[float]) -> bool:
    """Move two boxes apart along the shorter way; says whether they touched."""
    over_x = WIDE - abs(b[0] - a[0])
    over_y = HIGH - abs(b[1] - a[1])
    if over_x <= 0.5 or over_y <= 0.5:
        return False
    axis = 0 if over_x * HIGH <= over_y * WIDE else 1
    half = (over_x if axis == 0 else over_y) / 2 + 0.5
    sign = 1 if b[axis] >= a[axis] else -1
    a[axis] -= sign * half
    b[axis] += sign * half
    return True
