"""How many modules of systems an attack walks through: in Global War and in World in Flames.

Decides: that a module counts if a function of it runs while the check, the battle or its round is
going on, in a process of its own. Leaves the page to `measure.page`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import Final

CASES: Final = tuple(Path(__file__).parent / name for name in ("walk.yaml", "walk-wif.yaml"))
SYSTEMS: Final = str(Path("pbem", "systems"))
WALKS: Final = {  # by the system, the module and the function in which a walk begins
    ("gw", "combat_moves.py", "check_combat_move"): "modules of gw in the check of a combat move",
    ("gw", "land_combat.py", "land_combat"): "modules of gw in its battle of one round",
    ("gw", "land_combat.py", "_round"): "modules of gw in that round alone",
    ("wif", "attacks.py", "check_attack"): "modules of wif and flames in the check of an attack",
    ("wif", "land_combat.py", "land_combat"): "modules of wif and flames in its land combat",
}
PACKAGES: Final = {"gw": ("gw",), "wif": ("wif", "flames")}  # where a walk of a system may begin


def walked(root: Path) -> Mapping[str, int]:
    """The figures of a checkout, from a process that runs its program."""
    said = subprocess.run(
        [sys.executable, "-P", __file__],
        env={**os.environ, "PYTHONPATH": str(root)},
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found: Mapping[str, int] = json.loads(said.splitlines()[-1])
    return found


class Walks:
    """The modules met on each walk, noted call by call."""

    def __init__(self) -> None:
        self.met: dict[str, set[str]] = {what: set() for what in WALKS.values()}
        self.going: list[tuple[FrameType, str]] = []

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """What Python calls for every call and return."""
        if event == "call":
            self._called(frame, Path(frame.f_code.co_filename), frame.f_code.co_name)
        elif event == "return" and self.going and self.going[-1][0] is frame:
            self.going.pop()

    def _called(self, frame: FrameType, file: Path, name: str) -> None:
        if SYSTEMS not in str(file.parent) or name == "<module>":
            return
        for system, packages in PACKAGES.items():
            what = WALKS.get((system, file.name, name))
            if what and any(f"/{package}/" in str(file) for package in packages):
                self.going.append((frame, what))
        for _, what in self.going:
            self.met[what].add(str(file))


def main() -> int:
    """Run the cases, and print the figures as JSON in the last line."""
    from pbem.cli import main as pbem

    walks = Walks()
    sys.setprofile(walks.note)
    try:
        code = pbem(["case", *map(str, CASES)])
    except SystemExit as end:
        code = int(str(end.code or 0))
    sys.setprofile(None)
    print(json.dumps({what: len(met) for what, met in walks.met.items()}))
    return code


if __name__ == "__main__":
    sys.exit(main())
