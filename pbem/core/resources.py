"""Where the packaged data lies: schemas and scenarios, in a checkout or in an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parent.parent


@cache
def data_root() -> Path:
    """The folder that holds `schemas/`, `scenarios/` and `orders/`."""
    packaged = PACKAGE / "data"
    return packaged if packaged.is_dir() else PACKAGE.parent


def schema_path(name: str) -> Path:
    """The file of a schema: `wif/land` → schemas/wif/land.schema.json."""
    return data_root() / "schemas" / f"{name}.schema.json"


def scenario_path(system: str, name: str) -> Path:
    """The folder of a scenario."""
    return data_root() / "scenarios" / system / name
