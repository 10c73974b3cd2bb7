"""`python tests/unit/gw/board_cases.py` writes the world board as cases: rulebook/gw/board.yaml.

Whoever changes the board on purpose runs it, and reads in the difference what has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final

from pbem.core.cases.shelf import shelf
from pbem.systems.gw.cases.zone_calculations import ZONES

FILE: Final = Path(__file__).parents[2] / "rulebook" / "gw" / "board.yaml"
WIDTH: Final = 104
HEAD: Final = """\
format: pbem-cases/1
system: gw
note: >-
  The world board whole: what it says of zones, what lies on their borders, what is beside what. A
  change must be meant; docs/gw-board.md says what of it is printed and what is reconstructed.
cases:
"""
FACTS: Final[Mapping[str, str]] = {
    "canal": "Canals in land zones (1.15)",
    "capital": "Capitals (1.3)",
    "capital-of": "Capitals of parts of nations (9.23)",
    "channel-port": "Channel Ports (1.21)",
    "city": "Cities (1.16)",
    "facilities": "Facilities that are printed; what stands twice is there twice (1.4)",
    "gauge": "Zones of broad gauge (1.14)",
    "group": "Parts of nations that the rules name",
    "held-1936": "Who holds zones of others in the set-up of 1936",
    "held-1939": "Who holds zones of others in the set-up of 1939",
    "home": "Home Countries (0.9)",
    "ice": "Tundra and ice (1.13)",
    "island": "Islands (12.8)",
    "kamikaze": "Sea zones of Kamikazes",
    "kind": "Sea zones (1.2)",
    "lake": "Lakes that ships can enter (1.15)",
    "manchukuo": "Zones of Manchukuo",
    "nation": "Roundels (1.3)",
    "objective": "Capitals that count for the end of the game",
    "ocean": "Oceans",
    "region": "Regions",
    "special-fortification": "Small zones that one Fortification guards whole (12.8)",
    "strait": "Straits (1.15)",
    "terrain": "Terrain (1.7)",
    "value": "IPP values (1.1)",
    "warlord": "Warlords (4.9)",
}


def text() -> str:
    """The file of cases."""
    board = shelf("gw").game("global-war-1939").board
    regions = {board.fact(zone, name) for zone in board.neighbours for name in ("region", "ocean")}
    shown = {name.partition(":")[0] for border in board.borders.values() for name in border}
    lines = [
        *(line for fact, told in FACTS.items() for line in _case("facts", "fact", fact, told)),
        *(
            line
            for name in sorted(shown)
            for line in _case("borders", "feature", name, f"Borders with {name}")
        ),
        *(
            line
            for name in sorted(map(str, regions - {None}))
            for line in _case("neighbours", "of", name, f"What is beside what: {name}")
        ),
    ]
    return HEAD + "\n".join(lines)


def _case(what: str, key: str, of: str, note: str) -> Iterator[str]:
    """One case: what a calculation says of the board now."""
    found = ZONES[f"board.{what}"]({key: of})
    yield f"  - id: GW-BOARD-{what.upper()}-{of.upper()}"
    yield '    rule: "1.1"'
    yield "    clauses: []"
    yield f'    note: "{note}."'
    yield f"    calculate: board.{what}"
    yield f"    given: {{{key}: {of}}}"
    yield "    then:"
    for name, zones in found.items():
        yield from _row(f"      {_quoted(name)}: ", zones)
    yield ""


def _row(head: str, zones: Sequence[str]) -> Iterable[str]:
    """A list, on several lines where it is long; what is one item stays on one."""
    items = ", ".join(_quoted(zone).replace(" ", "~") for zone in zones)
    if len(head) + len(items) < WIDTH:
        return [f"{head}[{items.replace('~', ' ')}]"]
    rows = wrap(items, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f"{head}[", *(f"        {row.replace('~', ' ')}" for row in rows), "      ]"]


def _quoted(word: str) -> str:
    plain = ":" not in word and word not in ("true", "false") and not word.isdigit()
    return word if plain else f'"{word}"'


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
