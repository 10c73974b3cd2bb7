"""What ids are called in reports and findings, and by those who type them.

Decides: the printed name of a nation or mark.
Leaves to `wording`: names of units, and lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

NAMES: Final[Mapping[str, str]] = {
    "ussr": "USSR",
    "anzac": "ANZAC",
    "germany": "Germany",
    "italy": "Italy",
    "japan": "Japan",
    "france": "France",
    "far-east-command": "Far East Command",
    "central-america": "Central America",
    "saudi-arabia": "Saudi Arabia",
    "tannu-tuva": "Tanna Tuva",
    "great-britain": "Great Britain",
    "united-states": "United States",
    "soviet-union": "Soviet Union",
    "free-france": "Free France",
    "vichy-france": "Vichy France",
    "nationalist-china": "Nationalist China",
    "communist-china": "Communist China",
    "nationalist-spain": "Nationalist Spain",
    "republican-spain": "Republican Spain",
    "place": "Place Units Box",
    "from": "from",
    "left": "movement left",
    "base": "landing in",
}


def id_said(said: object) -> str:
    """The id that a typed name would have: `great-britain` for `Great Britain`."""
    return str(said).strip().casefold().replace(" ", "-")


def title(power: str) -> str:
    """The name of a nation: `Great Britain`."""
    return NAMES.get(power, power.replace("-", " ").title())
