"""The page of figures: docs/measure.md, the figures of today beside those of the last release."""

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
MOST: Final = {  # besides the ratchets: what may grow so far and no further
    "modules in a folder, the most": MOST_IN_A_FOLDER,
    "syntax nodes of wif and flames": 330_000,
    **{f"imports of ten files of {package}": 70 for package in ("aif", "flames", "wif and flames")},
    **{f"layers of {package}": 24 for package in ("aif", "flames", "wif and flames")},
    "modules of wif and flames in the check of an attack": 20,
    "modules of wif and flames in its land combat": 40,
}
STALE: Final = 3  # per cent by which a figure may differ from the page before it is kept anew
HEAD: Final = f"""\
# Measure

Written by `make measure KEEP=1` from the code of `pbem`; *before* is release 0.3.0. A test fails
when a figure is over {STALE} per cent off what stands here. Complexity is one more than the
branches of a function: `if`, loops, `except`, `case`, conditional expressions, comprehensions,
each `and` and `or`. Positional parameters are those that may be given without a name, `self` and
what click hands over left out. Layers are the longest chain of modules that import each other when
they run. The last figures are of walks: how many modules of systems have a function that runs
while one attack is checked, and while it is fought.

No function is over a complexity of {MOST_COMPLEX} or takes over {MOST_POSITIONAL} positional \
parameters but those of
[known.yaml](../tests/measure/known.yaml), from which names only go; no folder holds over
{MOST_IN_A_FOLDER} modules. A figure with a limit here may not rise above it.
What flames has was wif's before.

"""


def page(before: Figures, now: Figures, ratchets: Mapping[str, int]) -> str:
    """The whole page."""
    return HEAD + table(before, now, ratchets) + "\n"


def table(before: Figures, now: Figures, ratchets: Mapping[str, int]) -> str:
    """The figures: what, before, now, and the limit of those that have one."""
    most = {**MOST, **ratchets}
    rows = [(what, *(_number(figures, what) for figures in (before, now, most))) for what in now]
    heads = ("what", "before", "now", "at most")
    return tabulate(
        rows,
        headers=heads,
        tablefmt="pipe",
        disable_numparse=True,
        colalign=("left", *["right"] * 3),
    )


def _number(figures: Figures, what: str) -> str:
    return f"{figures[what]:,}" if what in figures else ""


def stale(shown: Figures, now: Figures) -> dict[str, tuple[int, int]]:
    """The figures of which the page says something else than the code: shown, and now."""
    return {
        what: (shown[what], number)
        for what, number in now.items()
        if abs(shown[what] - number) * 100 > STALE * max(number, 1)
    }


def read_before() -> Figures:
    """The figures of the last release."""
    return dict(read_data(BEFORE)["figures"])
