"""Plays every preset and writes what came of it: `make presets`.

Decides: how many battles, and the form of the table. Leaves the battles to `playing`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pbem.core.data.yamlio import flow_text, read_data
from pbem.core.rules.sides import Role
from presets import impulses
from presets.playing import NO_PRESET, POSITIONS, PRESETS, Tally, tally

EACH: Final = 20  # battles in each position
GUIDE: Final = Path(__file__).parents[2] / "docs" / "global-war.md"
KEPT: Final = Path(__file__).with_name("kept.yaml")
BEGINS: Final = "| preset | zones taken | IPPs lost attacking | zones kept | IPPs lost defending |"


def as_row(one: Tally) -> list[int]:
    """A tally as it is kept."""
    return [one.battles, one.zones, one.stake, one.lost]


def played() -> dict[str, Any]:
    """What came of every preset, for each side: all battles, and the first of each position."""
    return {
        preset: {
            str(role): {
                "all": as_row(tally(role, preset, EACH)),
                "first": as_row(tally(role, preset, 1)),
            }
            for role in Role
        }
        for preset in PRESETS
    }


def read_kept() -> Mapping[str, Any]:
    """What came of them when it was last written."""
    kept: Mapping[str, Any] = read_data(KEPT)
    return kept


def table(kept: Mapping[str, Any]) -> str:
    """The table of the guide."""
    lines = [BEGINS, "|---|---|---|---|---|"]
    for preset in PRESETS:
        cells = [preset if preset == NO_PRESET else f"`{preset}`"]
        for role in Role:
            battles, zones, stake, lost = kept[preset][str(role)]["all"]
            cells += [f"{round(100 * zones / battles)} %", f"{round(100 * lost / stake)} %"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def with_table(text: str, rows: str) -> str:
    """A guide with its table as it is now."""
    start = text.index(rows.splitlines()[0])
    return text[:start] + rows + text[text.index("\n\n", start) :]


def main() -> None:
    """Play, keep and tell: of both games, or of the one that is named."""
    for name, play in (("gw", battles), ("wif", attacks)):
        if name in (sys.argv[1:] or [name]):
            play()


def attacks() -> None:
    """The impulses of World in Flames."""
    impulses.keep()
    guide = impulses.GUIDE.read_text("utf-8")
    impulses.GUIDE.write_text(with_table(guide, impulses.table()), "utf-8")
    print(f"{impulses.EACH * impulses.IMPULSES} impulses under each of {len(impulses.PRESETS)}")


def battles() -> None:
    """The battles of Global War."""
    lines = ["# Written by `make presets`: [battles, zones held, IPPs at stake, IPPs lost].\n"]
    lines += [f"{name}: {flow_text(rows)}\n" for name, rows in played().items()]
    KEPT.write_text("".join(lines), "utf-8")
    GUIDE.write_text(with_table(GUIDE.read_text("utf-8"), table(read_kept())), "utf-8")
    print(
        f"{EACH * len(POSITIONS)} battles under each of {len(PRESETS) - 1} presets, for each side"
    )


if __name__ == "__main__":
    main()
