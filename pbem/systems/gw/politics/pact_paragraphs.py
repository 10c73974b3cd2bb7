"""The words of reports about pacts and annexations (0.9, 14.1-14.3, 15.4).

Decides nothing of play. Leaves wars and alignments to `politics_paragraphs`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.rules.system import Paragraph
from pbem.systems.gw.world.nations import IN_FORCE
from pbem.systems.gw.world.treaties import pact_name
from pbem.systems.gw.world.units import name
from pbem.systems.gw.world.wording import MONTHS

_PROVISIONS: Final[Mapping[str, Sequence[str]]] = {
    "molotov-ribbentrop": (
        "Germany gets 5 IPP a turn, the Soviet Union 3 IPP and a free technology roll.",
        "The Soviet Union may annex Lithuania, Latvia and Estonia, invade Karjala, and take East "
        "Poland and Lubelskie once Germany holds Warsaw; it may not attack Finland elsewhere, nor "
        "Romania and Hungary while they are neutral.",
        "Germany has a submarine base in Murmansk; a turn, one of its submarines may use the "
        "Baltic-White Sea Canal and one of its vessels the Northern Sea Route.",
    ),
    "japanese-soviet": (
        "Neither attacks the other, nor lends to a nation with which the other is at war.",
        "To break it costs 5 IPP.",
    ),
}


def pact(entry: Entry, scene: Scene) -> Sequence[str]:
    """A pact that is signed, in force, or over."""
    facts, outcome, cite = entry.body["facts"], entry.body["outcome"], entry.body["cite"]
    title = f"{pact_name(facts['pact'])} pact ({cite})"
    if outcome == IN_FORCE:
        parties = " and ".join(map(scene.title, facts["parties"]))
        return [f"{title}: in force between {parties}", *_PROVISIONS[facts["pact"]]]
    if outcome == "war":
        return [f"{title}: over, for its parties are at war", "Everything it provided for ends."]
    nation = scene.title(facts["nation"])
    if outcome == "nullified":
        price = f" for {facts['price']} IPP" if facts["price"] else ""
        return [f"{title}: {nation} ends it{price}", "Everything it provided for ends."]
    if outcome == "withdraw":
        return [f"{title}: {nation} takes its signature back"]
    if facts["since"]:
        year, month = facts["since"].split("-")
        return [f"{title}: {nation} signs", f"It is not in force before {MONTHS[month]} {year}."]
    if not facts["waits"]:
        return [f"{title}: {nation} signs"]
    partner = scene.title(facts["partner"])
    return [f"{title}: {nation} signs", f"It is in force as soon as {partner} signs, too."]


def annexation(entry: Entry, scene: Scene) -> Sequence[str]:
    """A zone that is taken without a war."""
    facts, cite = entry.body["facts"], entry.body["cite"]
    zone, nation = scene.place(facts["at"]), scene.title(facts["nation"])
    if entry.body["outcome"] == "no-land-unit":
        return [f"{nation} does not annex {zone} ({cite}): no land unit of its moved in"]
    lines = [f"{nation} annexes {zone} ({cite}): no combat, no war with {scene.title(facts['of'])}"]
    if facts["forces"]:
        told = ", ".join(f"{count} {name(scene.book, unit)}" for unit, count in facts["forces"])
        lines.append(f"Its forces join {nation}: {told}" if facts["join"] else f"Removed: {told}")
    return lines


def slovakia(entry: Entry, scene: Scene) -> Sequence[str]:
    """The resistance of Slovakia."""
    by = " and ".join(map(scene.title, entry.body["facts"]["by"]))
    words = {
        "allowed": f"{by} let Germany annex Slovakia",
        "contested": f"{by} contest the annexation: Slovakia's forces fight",
        "taken": "Germany has taken Slovakia by force",
        "held": "Germany has failed in Slovakia",
    }
    return [f"Slovakian resistance (15.4): {words[entry.body['outcome']]}"]


PACT_PARAGRAPHS: Final[Mapping[str, Paragraph]] = {
    "pact": pact,
    "annexation": annexation,
    "slovakia": slovakia,
}
