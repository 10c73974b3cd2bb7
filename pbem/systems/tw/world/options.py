"""The optional rules of a game; data/options.yaml says what each does.

Decides what may be said in game.yaml. Leaves what an option does to the module of its rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from pbem.core.data.findings import UsageError, suggest


@dataclass(frozen=True, slots=True)
class Options:
    """Which optional rules are played; `options.yaml` says what each does."""

    motorized_flak: bool = False


def options(said: Mapping[str, Any]) -> Options:
    """The optional rules as a game says them, with the defaults for the others."""
    known = [field.name for field in fields(Options)]
    for name, used in said.items():
        if name not in known:
            raise UsageError(f"there is no optional rule '{name}'", hint=suggest(name, known))
        if not isinstance(used, bool):
            raise UsageError(f"the optional rule '{name}' is either true or false")
    return Options(**said)
