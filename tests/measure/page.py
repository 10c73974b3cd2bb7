"""The page of figures: docs/measure.md, the figures of today beside those before the folders."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tabulate import tabulate

from measure.figures import MOST_COMPLEX, MOST_IN_A_FOLDER, MOST_POSITIONAL, Figures
from pbem.core.data.yamlio import read_data

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "measure.md"
BEFORE: Final = Path(__file__).parent / "before.yaml"
MOST: Final = {"modules in a folder, the most": MOST_IN_A_FOLDER}
HEAD: Final = f"""\
# Measure

Written by `make measure KEEP=1` from the code of `pbem`; *before* is commit 357276d, with every
module of a system on one shelf. Complexity is one more than the branches of a function: `if`,
loops, `except`, `case`, conditional expressions, comprehensions, each `and` and `or`. Positional
parameters are those that may be given without a name, `self` and what click hands over left out.
Layers are the longest chain of modules that import each other when they run. The last figures
are of a walk: how many modules of Global War have a function that runs while one land combat move
is checked, and in its battle of one round, from who fights to what follows from it.

No function is over a complexity of {MOST_COMPLEX} or takes over {MOST_POSITIONAL} positional \
parameters but those of
[known.yaml](../tests/measure/known.yaml), from which names only go; no folder holds over
{MOST_IN_A_FOLDER} modules. A figure with a limit here may not rise above it. There were 309,982 \
syntax nodes
when the rebuilding ended (commit 6f44074); what is more now are rules that came after it.

"""


def page(before: Figures, now: Figures, ratchets: Mapping[str, int]) -> str:
    """The whole page."""
    return HEAD + table(before, now, ratchets) + "\n"


def table(before: Figures, now: Figures, ratchets: Mapping[str, int]) -> str:
    """The figures: what, before, now, and the limit of those that have one."""
    most = {**MOST, **ratchets}
    rows = [(what, f"{before[what]:,}", f"{n:,}", _limit(most, what)) for what, n in now.items()]
    heads = ("what", "before", "now", "at most")
    return tabulate(
        rows,
        headers=heads,
        tablefmt="pipe",
        disable_numparse=True,
        colalign=("left", *["right"] * 3),
    )


def _limit(most: Mapping[str, int], what: str) -> str:
    return f"{most[what]:,}" if what in most else ""


def read_before() -> Figures:
    """The figures of the commit before the folders."""
    return dict(read_data(BEFORE)["figures"])
