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
    """Which optional rules are played; `options.yaml` says what each does."""

    motorized_flak: bool = False


def options(said: Mapping[str, Any]) -> Options:
    """The optional rules as a game says them, with the defaults for the others."""
    return switched(Options, said)
