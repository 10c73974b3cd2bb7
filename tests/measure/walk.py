"""How many modules of Global War a land combat move and its battle of one round walk through.

Decides: that a module counts if a function of it runs while the check of the move, the battle or
its round is going on, in a process of its own. Leaves the page to `measure.page`.
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

CASE: Final = Path(__file__).parent / "walk.yaml"
GW: Final = str(Path("pbem", "systems", "gw"))
WALKS: Final = {  # by the module and the function in which a walk begins
    ("combat_moves.py", "check_combat_move"): "modules of gw in the check of a land combat move",
    ("land_combat.py", "land_combat"): "modules of gw in its battle of one round",
    ("land_combat.py", "_round"): "modules of gw in that round alone",
}


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
        if (file.name, name) in WALKS:
            self.going.append((frame, WALKS[file.name, name]))
        if GW in str(file.parent) and name != "<module>":
            for _, what in self.going:
                self.met[what].add(str(file))


def main() -> int:
    """Run the case, and print the figures as JSON in the last line."""
    from pbem.cli import main as pbem

    walks = Walks()
    sys.setprofile(walks.note)
    try:
        code = pbem(["case", str(CASE)])
    except SystemExit as end:
        code = int(str(end.code or 0))
    sys.setprofile(None)
    print(json.dumps({what: len(met) for what, met in walks.met.items()}))
    return code


if __name__ == "__main__":
    sys.exit(main())
