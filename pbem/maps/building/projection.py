"""From latitude and longitude to the plane of a printed grid and back.

The plane has x to the east and y to the north, neighbouring hex centres 1 apart. A model is a map
projection with a linear map, fitted to the hexes that a rulebook names; over it lies a wide soft
layer (kriging of what the fit leaves) and a narrow one (the anchors) that moves each named place
into its own hex, and the coast near it along.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from pbem.maps.building.geodata import Floats

ANCHOR_REACH: Final = 1.6  # hexes
ANCHOR_ROOM: Final = 0.36  # how far from its hex's centre a named place may stay
_ROUNDS: Final = 12


@dataclass(frozen=True, slots=True)
class Control:
    """A place whose hex a rulebook names: where it lies on the globe and in the plane."""

    place: str
    lat: float
    lon: float
    x: float
    y: float
    firm: bool


@dataclass(frozen=True, slots=True)
class Projection:
    """A projection family with its parameters and a linear map after it."""

    family: str
    parameters: tuple[float, ...]
    linear: Floats

    def forward(self, lat: Floats, lon: Floats) -> Floats:
        """Points of the plane, one row each."""
        return (
            _raw(self.family, self.parameters, lat, lon) @ self.linear[:, :2].T + self.linear[:, 2]
        )

    def inverse(self, points: Floats) -> tuple[Floats, Floats]:
        """Latitude and longitude of points of the plane."""
        turned = (points - self.linear[:, 2]) @ np.linalg.inv(self.linear[:, :2]).T
        return _unraw(self.family, self.parameters, turned)


def _raw(family: str, p: tuple[float, ...], lat: Floats, lon: Floats) -> Floats:
    if family == "equirectangular":
        return np.stack([lon, lat], -1)
    lat = np.clip(lat, -85.0, 85.0)
    if family == "mercator":
        return np.stack([lon, np.degrees(np.log(np.tan(np.pi / 4 + np.radians(lat) / 2)))], -1)
    angle = np.radians(p[0] * lon)
    if family == "lcc":
        r = np.degrees(np.tan(np.pi / 4 - np.radians(lat) / 2) ** p[0]) / p[0]
    else:  # eqdc
        r = p[1] - lat
    return np.stack([r * np.sin(angle), -r * np.cos(angle)], -1)


def _unraw(family: str, p: tuple[float, ...], points: Floats) -> tuple[Floats, Floats]:
    px, py = points[..., 0], points[..., 1]
    if family == "equirectangular":
        return py, px
    if family == "mercator":
        return np.degrees(2 * np.arctan(np.exp(np.radians(py))) - np.pi / 2), px
    r, lon = np.hypot(px, py), np.degrees(np.arctan2(px, -py)) / p[0]
    if family == "lcc":
        return np.degrees(np.pi / 2 - 2 * np.arctan(np.radians(r * p[0]) ** (1 / p[0]))), lon
    return p[1] - r, lon


@dataclass(frozen=True, slots=True)
class Layer:
    """A displacement of the plane: a sum of bells around some points."""

    centres: Floats
    pulls: Floats
    length: float
    strength: float

    @staticmethod
    def through(
        centres: Floats, moves: Floats, length: float, strength: float, noise: Floats
    ) -> Layer:
        """The smoothest displacement that moves the centres so, as far as the noise allows."""
        kernel = _bells(centres, centres, length, strength) + np.diag(noise)
        pulls: Floats = np.linalg.solve(kernel, moves).astype(np.float64)
        return Layer(centres, pulls, length, strength)

    def at(self, points: Floats) -> Floats:
        if not len(self.centres):
            return np.zeros_like(points)
        return _bells(points, self.centres, self.length, self.strength) @ self.pulls


def _bells(points: Floats, centres: Floats, length: float, strength: float) -> Floats:
    east, north = (points[..., None, axis] - centres[:, axis] for axis in (0, 1))
    found: Floats = strength**2 * np.exp(-0.5 * (east**2 + north**2) / length**2)
    return found


@dataclass(frozen=True, slots=True)
class Model:
    """The whole way from the globe to the plane of one grid."""

    projection: Projection
    layers: tuple[Layer, ...]

    def forward(self, lat: Floats, lon: Floats) -> Floats:
        points = self.projection.forward(lat, lon)
        for layer in self.layers:
            points = points + layer.at(points)
        return points

    def point(self, lat: float, lon: float) -> tuple[float, float]:
        x, y = self.forward(np.array([lat]), np.array([lon]))[0]
        return float(x), float(y)

    def inverse(self, points: Floats) -> tuple[Floats, Floats]:
        """Latitude and longitude, by undoing each layer in a few rounds."""
        for layer in reversed(self.layers):
            target = points
            for _ in range(_ROUNDS):
                points = target - layer.at(points)
        return self.projection.inverse(points)


def model_of(fit: Mapping[str, Any], controls: list[Control]) -> Model:
    """The model of a grid: its fit, softened and anchored by the control points."""
    projection = Projection(
        fit["family"], tuple(fit.get("parameters", ())), np.array(fit["linear"], float)
    )
    lat, lon = (np.array([getattr(c, name) for c in controls]) for name in ("lat", "lon"))
    printed = np.array([(c.x, c.y) for c in controls])
    firm = np.array([c.firm for c in controls])
    base = projection.forward(lat, lon)
    layers = []
    length, strength, noise = (
        float(fit["kriging"][key]) for key in ("length", "strength", "noise")
    )
    if strength:
        doubt = np.where(firm, noise, 2 * noise) ** 2
        layers.append(Layer.through(base, printed - base, length, strength, doubt))
        base = base + layers[0].at(base)
    layers.append(_anchors(base[firm], printed[firm]))
    return Model(projection, tuple(layers))


def _anchors(found: Floats, printed: Floats) -> Layer:
    """The narrow layer: each named place moves by what it lacks to lie well inside its hex."""
    moves = printed - found
    far = np.hypot(moves[:, 0], moves[:, 1])
    share = np.clip(1 - ANCHOR_ROOM / np.maximum(far, 1e-9), 0, 1)
    return Layer.through(
        found, moves * share[:, None], ANCHOR_REACH, 1.0, np.full(len(found), 0.02)
    )
