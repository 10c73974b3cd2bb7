"""The optional rules of a game; data/options.yaml says what each does.

Decides what may be said in game.yaml. Leaves what an option does to the module of its rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.core.data.findings import UsageError, suggest


@dataclass(frozen=True, slots=True)
class Options:
    """Which optional rules are played: none of section 29 is carried out yet."""


def options(said: Mapping[str, Any]) -> Options:
    """The optional rules as a game says them: there is none yet."""
    for name in said:
        raise UsageError(f"there is no optional rule '{name}'", hint=suggest(name, ()))
    return Options()
