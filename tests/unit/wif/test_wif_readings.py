"""Every reading of an ambiguous rule that a moderator may choose is honoured, or said not to be."""

from __future__ import annotations

import re
from typing import Final

from pbem.core.data.rulebook import read_interpretations
from pbem.core.rules.system import find_system

FOLDER: Final = find_system("wif").folder
CHAPTERS: Final = re.compile(r"WIF-(2|8|10|11\.(8|9|10|15|16|17)|12|14\.[123])(\.|-)")
NOT_YET: Final = {
    "WIF-2.3.1-R1": "convoy points",
    "WIF-2.4.3-R1": "ships out of supply",
    "WIF-11.9-R2": "factories by rail",
    "WIF-11.10.2-R1": "option 15, winterised movement",
    "WIF-11.10.6-R1": "ships in an overrun port",
    "WIF-11.10.6-R2": "ships in an overrun port",
    "WIF-11.15.1-R1": "notional units",
    "WIF-11.15.1-R2": "notional units",
    "WIF-11.15.2-R1": "notional units",
    "WIF-14.2.5-R1": "patrols that keep out of an air combat",
}
WITHOUT_EFFECT: Final = {
    "WIF-11.15.5-R1": "attackers are face-up when the die is rolled",
    "WIF-11.15.5-R9": "after a shatter nobody stays who could be turned",
    "WIF-11.15.5-R14": "armour gains in fine weather, winterised units in snow and blizzard",
    "WIF-11.17.4-R1": "an order names all units at once",
    "WIF-12-R1": "every power here has a choice of action",
}


def read_by_code() -> set[str]:
    """The interpretations that the rules ask for."""
    text = "".join(path.read_text(encoding="utf-8") for path in FOLDER.parent.rglob("*.py"))
    return set(re.findall(r'"(WIF-[\d.]+-R\d+)"', text))


def test_every_reading_is_honoured_or_listed() -> None:
    known = read_interpretations(FOLDER / "interpretations.yaml")
    ours = {name for name in known if CHAPTERS.match(name)}
    assert ours - read_by_code() == NOT_YET.keys() | WITHOUT_EFFECT.keys()


def test_the_rules_ask_for_no_unknown_reading() -> None:
    known = read_interpretations(FOLDER / "interpretations.yaml")
    assert read_by_code() <= set(known)
