"""Where the packaged data lies: schemas and scenarios, in a checkout or in an installed wheel."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from pbem.core.data.findings import UsageError
from pbem.core.data.letters import shown_in_line

_NAMES: Final = re.compile(r"[a-z]+/[\w.-]*\w(/[\w-][\w.-]*){0,2}")
ENDING: Final = ".schema.json"
PACKAGE: Final = Path(__file__).resolve().parents[2]


@cache
def data_root() -> Path:
    """The folder that holds `schemas/`, `scenarios/` and `orders/`."""
    packaged = PACKAGE / "data"
    return packaged if packaged.is_dir() else PACKAGE.parent


_ADDED: Final[list[Path]] = []


def add_data_root(folder: Path) -> None:
    """Look for schemas and scenarios in this folder too (a system that is not shipped)."""
    if folder not in _ADDED:
        _ADDED.append(folder)


def data_roots() -> tuple[Path, ...]:
    """Every folder in which schemas and scenarios are looked for."""
    return (data_root(), *_ADDED)


def _find(inside: str) -> Path:
    """The first root's file or folder of this name; the shipped root's name if none has it.

    A name that leads elsewhere (`../x`) is the name of nothing.
    """
    if not _NAMES.fullmatch(inside):
        raise UsageError(
            f"there is no {shown_in_line(inside)}", hint="a name has no '/' and no '..'"
        )
    tries = [root / inside for root in data_roots()]
    return next((path for path in tries if path.exists()), tries[0])


def schema_path(name: str) -> Path:
    """The file of a schema: `wif/land` → schemas/wif/land.schema.json."""
    return _find(f"schemas/{name}{ENDING}")


def scenario_path(system: str, name: str) -> Path:
    """The folder of a scenario."""
    return _find(f"scenarios/{system}/{name}")
