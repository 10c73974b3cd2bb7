"""`make measure`: print the figures of the code, and the functions over a limit."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from measure.code import Measured

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]


def main() -> int:
    """Measure, print, and keep what is asked for; 1 if a function is newly over a limit."""
    from measure.code import sources
    from measure.figures import figures
    from measure.limits import KNOWN, complaints, read_known, shrunk, text_of
    from measure.page import PAGE, page, read_before, table
    from measure.walk import walked

    said = _arguments()
    functions = [one for file in sources(said.of) for one in file.functions]
    now = {**figures(said.of), **walked(said.of)}
    known = read_known()
    if said.keep:
        known = shrunk(known, functions, now)
        KNOWN.write_text(text_of(known), encoding="utf-8")
        PAGE.write_text(page(read_before(), now, known.ratchets), encoding="utf-8")
    print("\n".join(_over(functions)))
    print(table(read_before(), now, known.ratchets))
    wrong = list(complaints(known, functions)) if said.of == ROOT else []
    print("\n".join(wrong))
    return 1 if wrong else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make measure", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="write docs/measure.md and known.yaml")
    parser.add_argument("--of", type=Path, default=ROOT, help="measure another checkout")
    return parser.parse_args()


def _over(functions: list[Measured]) -> Iterator[str]:
    """The functions over the limit of complexity, the worst first."""
    from measure.figures import MOST_COMPLEX

    dense = [one for one in functions if one.complexity > MOST_COMPLEX]
    for one in sorted(dense, key=lambda one: (-one.complexity, one.place)):
        yield f"{one.complexity:>3}  {one.place} {one.name}"


if __name__ == "__main__":
    sys.exit(main())
