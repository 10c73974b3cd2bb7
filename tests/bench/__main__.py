"""`make bench`: measure the ratios, print them and write docs/performance.md.

ONLY='many_games worker' in the environment measures some alone and writes nothing.
"""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
for library in ("OMP", "OPENBLAS", "MKL"):  # numpy on one core too, before it is loaded
    os.environ[f"{library}_NUM_THREADS"] = "1"

HEAD = """\
# Performance

Written by `make bench`. Every row is a ratio of two processor times, both taken in the same
process (best of several; nothing is written to disk meanwhile), so that it says the same on a fast
machine and on a slow one. The impulse is one of World in Flames on the map of `wif/barbarossa-12`
with further divisions: a ground strike, an attack with air support, and moves, a hundred orders in
all; the large state is that map with 3,000 units. A bare search is a breadth-first loop over it.
On wif-europe half of all hexes are German, half Soviet, with 1,500 divisions in them, and Germany
marches; the supply of its whole half is worked out from the bare position.
The turn of Global War is all of Germany's of July 1939 with five times its units on land; the
player turn of The War is the first of Barbarossa with 200 more German corps, who march. The first
window of 1936 is played with everybody's sample orders by a command of its own, which loads the
program, compiled, and the game's files; in process both are there already. A batch plays games of
Global War (France 1940, China 1937, Spain 1936, the whole war) and of World in Flames; of two
processes what counts is the processor time of the busier and of the one that hands out the work.

"""


def main() -> int:
    """Measure, print, write."""
    from bench.bench_batch import BATCHES
    from bench.bench_maps import MAPS
    from bench.measures import MEASURES, table

    only = os.environ.get("ONLY", "").split()
    wanted = (one for one in (*MEASURES, *BATCHES, *MAPS) if not only or one.__name__ in only)
    found = [measure for measures in wanted for measure in measures(5)]
    text = table(found)
    if only:
        print(text)
        return 0 if all(measure.kept for measure in found) else 1
    python = f"Python {platform.python_version()}, {platform.machine()}"
    page = f"{HEAD}{text}\nLast measured with {python}.\n"
    (ROOT / "docs" / "performance.md").write_text(page, encoding="utf-8")
    print(text)
    return 0 if all(measure.kept for measure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
