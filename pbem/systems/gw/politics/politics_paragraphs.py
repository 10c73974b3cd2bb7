"""The words of reports about wars, control, alignment, pacts and annexations (0.9, 4, 5, 8.1, 14).

Decides: nothing of play.
Leaves to `wording`: why something happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.rules.book import Book
from pbem.core.rules.system import Paragraphs
from pbem.systems.gw.world.treaties import pact_name
from pbem.systems.gw.world.units import catalogue, name
from pbem.systems.gw.world.vocabulary import Treaty
from pbem.systems.gw.world.wording import MONTHS, because


def _names(powers: Iterable[str], scene: Scene) -> str:
    return ", ".join(scene.title(power) for power in powers)


def _kind(book: Book, unit: str) -> str:
    known = catalogue(book).get(unit)
    return known.name if known else unit


def war_declared(entry: Entry, scene: Scene) -> Sequence[str]:
    """Who is at war with whom from now on, and what it cost."""
    facts = entry.facts
    whom, why = scene.title(entry.outcome), because(facts["cause"], scene)
    lines = [f"{scene.title(facts['nation'])} declares war on {whom} (8.1): {why}."]
    if len(facts["by"]) > 1 or len(facts["on"]) > 1:
        lines.append(f"At war now: {_names(facts['by'], scene)} with {_names(facts['on'], scene)}.")
    if facts["paid"]:
        shares = (f"{scene.title(name)} {ipps}" for name, ipps in sorted(facts["paid"].items()))
        lines.append(f"Paid for attacking a neutral (5.6): {', '.join(shares)} IPPs.")
    return lines


def control(entry: Entry, scene: Scene) -> Sequence[str]:
    """Who plays a Minor Power now, and what he may do with it."""
    facts = entry.facts
    minor, major = scene.title(facts["minor"]), scene.title(entry.outcome)
    why = because(facts["cause"], scene)
    return [
        f"{minor} comes under the control of {major} ({entry.body['cite']}): {why}.",
        f"It stays a nation of its own: {major} moves its units and rolls for recruits on its own "
        "turn, but its own units may not enter it, and it gets none of its income.",
    ]


def alignment(entry: Entry, scene: Scene) -> Sequence[str]:
    """What came over with a Minor Power that is no nation any more."""
    facts = entry.facts
    minor, major = scene.title(facts["minor"]), scene.title(entry.outcome)
    why = because(facts["cause"], scene)
    lines = [f"{minor} aligns with {major} ({entry.body['cite']}): {why}."]
    zones = ", ".join(scene.place(zone) for zone in facts["zones"])
    if zones:
        lines.append(f"Now of {major}: {zones} (income +{facts['income']}).")
    units = _by_place(facts["units"], scene)
    return [*lines, f"Its units, {major}'s now: {units}."] if units else lines


def control_briefly(entry: Entry, scene: Scene) -> Sequence[str]:
    """What was begun alone; who knows the rules knows what it means."""
    return control(entry, scene)[:1]


def alignment_briefly(entry: Entry, scene: Scene) -> Sequence[str]:
    """What came over but for the units: they are on the list of the board."""
    return alignment(entry, scene)[: 2 if entry.facts["zones"] else 1]


def influence(entry: Entry, scene: Scene) -> Sequence[str]:
    """An attempt to bring a Minor Power over."""
    facts = entry.facts
    who, minor = scene.title(facts["nation"]), scene.title(facts["minor"])
    outcome = "it aligns" if entry.outcome == "aligns" else "in vain"
    roll = f"{facts['die']} on d12, {facts['limit']} or less needed"
    return [f"{who} pays {facts['paid']} IPPs to influence {minor} (4.8): {roll}: {outcome}."]


def monroe(entry: Entry, scene: Scene) -> Sequence[str]:
    """An American attack without a war."""
    foe = scene.title(entry.outcome)
    return [
        f"Under the Monroe Doctrine (5.7) {scene.title(entry.facts['nation'])} attacks "
        f"{foe} in the Americas. That is no war, and nobody's income rises."
    ]


def neutral_forces(entry: Entry, scene: Scene) -> Sequence[str]:
    """Forces that a neutral has raised."""
    facts = entry.facts
    what = f"{facts['count']} {_kind(scene.book, facts['unit'])} in {scene.place(facts['at'])}"
    return [f"Neutral {scene.title(facts['nation'])} raises (6.1): {what}."]


def _by_place(rows: Iterable[Sequence[Any]], scene: Scene) -> str:
    """`Warsaw 2 Infantry, 1 Fighter; Baltic 1 Destroyer`."""
    found: dict[str, dict[str, int]] = {}
    for unit, count, at in rows:
        here = found.setdefault(at, {})
        here[unit] = here.get(unit, 0) + count
    return "; ".join(
        f"{scene.place(at)} {_counted(scene.book, units)}" for at, units in sorted(found.items())
    )


def _counted(book: Book, units: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {_kind(book, unit)}" for unit, count in sorted(units.items()))


POLITICS_PARAGRAPHS: Final[Paragraphs] = {
    "war-declared": war_declared,
    "control": control,
    "alignment": alignment,
    "influence": influence,
    "monroe": monroe,
    "neutral-forces": neutral_forces,
}


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
    facts, outcome, cite = entry.facts, entry.outcome, entry.body["cite"]
    title = f"{pact_name(facts['pact'])} pact ({cite})"
    if outcome == Treaty.IN_FORCE:
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
    facts, cite = entry.facts, entry.body["cite"]
    zone, nation = scene.place(facts["at"]), scene.title(facts["nation"])
    if entry.outcome == "no-land-unit":
        return [f"{nation} does not annex {zone} ({cite}): no land unit of its moved in"]
    lines = [f"{nation} annexes {zone} ({cite}): no combat, no war with {scene.title(facts['of'])}"]
    if facts["forces"]:
        told = ", ".join(f"{count} {name(scene.book, unit)}" for unit, count in facts["forces"])
        lines.append(f"Its forces join {nation}: {told}" if facts["join"] else f"Removed: {told}")
    return lines


def slovakia(entry: Entry, scene: Scene) -> Sequence[str]:
    """The resistance of Slovakia."""
    by = " and ".join(map(scene.title, entry.facts["by"]))
    words = {
        "allowed": f"{by} let Germany annex Slovakia",
        "contested": f"{by} contest the annexation: Slovakia's forces fight",
        "taken": "Germany has taken Slovakia by force",
        "held": "Germany has failed in Slovakia",
    }
    return [f"Slovakian resistance (15.4): {words[entry.outcome]}"]


PACT_PARAGRAPHS: Final[Paragraphs] = {
    "pact": pact,
    "annexation": annexation,
    "slovakia": slovakia,
}

POLITICS_BRIEFS: Final[Paragraphs] = {"control": control_briefly, "alignment": alignment_briefly}
