"""The optional rules of a game; data/options.yaml says what each does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.core.rules.optional import switched


@dataclass(frozen=True, slots=True)
class Options:
    """Which optional rules are played."""

    walls: bool = False


def options(said: Mapping[str, Any]) -> Options:
    """The optional rules as a game says them: name, in use or not."""
    return switched(Options, said)
