"""The optional rules of a game; data/options.yaml says what each does.

Decides what may be said in game.yaml. Leaves what an option does to the module of its rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.core.rules.optional import switched


@dataclass(frozen=True, slots=True)
class Options:
    """Which parts are played (0, 2.11): the historical games switch some off."""

    mobilization: bool = True
    research: bool = True
    diplomacy: bool = True
    gathering_storm: bool = False
    multi_player: bool = False
    public_tables: bool = True


def options(said: Mapping[str, Any]) -> Options:
    """The optional rules as a game says them: name, in use or not."""
    return switched(Options, said)
