"""The words of reports about wars, control, alignment, pacts and annexations (0.9, 4, 5, 8.1, 14).

Decides: nothing of play.
Leaves to `wording`: why something happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pbem.core.reading.scene import Scene
from pbem.core.rules.book import Book
from pbem.core.rules.system import Written
from pbem.systems.gw.politics.alignment import (
    AlignmentVerdict,
    ControlVerdict,
    NeutralForcesVerdict,
)
from pbem.systems.gw.politics.declarations import WarDeclaredVerdict
from pbem.systems.gw.politics.diplomacy import InfluenceVerdict
from pbem.systems.gw.politics.pacts import PactVerdict
from pbem.systems.gw.world.treaties import pact_name
from pbem.systems.gw.world.units import catalogue
from pbem.systems.gw.world.vocabulary import Treaty
from pbem.systems.gw.world.wording import MONTHS, because


def _names(powers: Iterable[str], scene: Scene) -> str:
    return ", ".join(scene.title(power) for power in powers)


def _kind(book: Book, unit: str) -> str:
    known = catalogue(book).get(unit)
    return known.name if known else unit


def war_declared(verdict: WarDeclaredVerdict, scene: Scene) -> Sequence[str]:
    """Who is at war with whom from now on, and what it cost."""
    whom, why = scene.title(verdict.outcome), because(verdict.cause, scene)
    lines = [f"{scene.title(verdict.nation)} declares war on {whom} (8.1): {why}."]
    if len(verdict.by) > 1 or len(verdict.on) > 1:
        lines.append(f"At war now: {_names(verdict.by, scene)} with {_names(verdict.on, scene)}.")
    if verdict.paid:
        shares = (f"{scene.title(name)} {ipps}" for name, ipps in sorted(verdict.paid.items()))
        lines.append(f"Paid for attacking a neutral (5.6): {', '.join(shares)} IPPs.")
    return lines


def control(verdict: ControlVerdict, scene: Scene) -> Sequence[str]:
    """Who plays a Minor Power now, and what he may do with it."""
    minor, major = scene.title(verdict.minor), scene.title(verdict.outcome)
    why = because(verdict.cause, scene)
    return [
        f"{minor} comes under the control of {major} ({verdict.rule}): {why}.",
        f"It stays a nation of its own: {major} moves its units and rolls for recruits on its own "
        "turn, but its own units may not enter it, and it gets none of its income.",
    ]


def alignment(verdict: AlignmentVerdict, scene: Scene) -> Sequence[str]:
    """What came over with a Minor Power that is no nation any more."""
    minor, major = scene.title(verdict.minor), scene.title(verdict.outcome)
    why = because(verdict.cause, scene)
    lines = [f"{minor} aligns with {major} ({verdict.rule}): {why}."]
    zones = ", ".join(scene.place(zone) for zone in verdict.zones)
    if zones:
        lines.append(f"Now of {major}: {zones} (income +{verdict.income}).")
    units = _by_place(verdict.units, scene)
    return [*lines, f"Its units, {major}'s now: {units}."] if units else lines


def control_briefly(verdict: ControlVerdict, scene: Scene) -> Sequence[str]:
    """What was begun alone; who knows the rules knows what it means."""
    return control(verdict, scene)[:1]


def alignment_briefly(verdict: AlignmentVerdict, scene: Scene) -> Sequence[str]:
    """What came over but for the units: they are on the list of the board."""
    return alignment(verdict, scene)[: 2 if verdict.zones else 1]


def influence(verdict: InfluenceVerdict, scene: Scene) -> Sequence[str]:
    """An attempt to bring a Minor Power over."""
    who, minor = scene.title(verdict.nation), scene.title(verdict.minor)
    outcome = "it aligns" if verdict.outcome == "aligns" else "in vain"
    roll = f"{verdict.die} on d12, {verdict.limit} or less needed"
    return [f"{who} pays {verdict.paid} IPPs to influence {minor} (4.8): {roll}: {outcome}."]


def neutral_forces(verdict: NeutralForcesVerdict, scene: Scene) -> Sequence[str]:
    """Forces that a neutral has raised."""
    what = f"{verdict.count} {_kind(scene.book, verdict.unit)} in {scene.place(verdict.where)}"
    return [f"Neutral {scene.title(verdict.nation)} raises (6.1): {what}."]


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


POLITICS_PARAGRAPHS: Final[Written] = {
    WarDeclaredVerdict: war_declared,
    ControlVerdict: control,
    AlignmentVerdict: alignment,
    InfluenceVerdict: influence,
    NeutralForcesVerdict: neutral_forces,
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


def pact(verdict: PactVerdict, scene: Scene) -> Sequence[str]:
    """A pact that is signed, in force, or over."""
    outcome, cite = verdict.outcome, verdict.rule
    title = f"{pact_name(verdict.pact)} pact ({cite})"
    if outcome == Treaty.IN_FORCE:
        parties = " and ".join(map(scene.title, verdict.parties))
        return [f"{title}: in force between {parties}", *_PROVISIONS[verdict.pact]]
    if outcome == "war":
        return [f"{title}: over, for its parties are at war", "Everything it provided for ends."]
    nation = scene.title(verdict.nation)
    if outcome == "nullified":
        price = f" for {verdict.price} IPP" if verdict.price else ""
        return [f"{title}: {nation} ends it{price}", "Everything it provided for ends."]
    if outcome == "withdraw":
        return [f"{title}: {nation} takes its signature back"]
    if verdict.since:
        year, month = verdict.since.split("-")
        return [f"{title}: {nation} signs", f"It is not in force before {MONTHS[month]} {year}."]
    if not verdict.waits:
        return [f"{title}: {nation} signs"]
    partner = scene.title(verdict.partner)
    return [f"{title}: {nation} signs", f"It is in force as soon as {partner} signs, too."]


PACT_PARAGRAPHS: Final[Written] = {
    PactVerdict: pact,
}

POLITICS_BRIEFS: Final[Written] = {
    ControlVerdict: control_briefly,
    AlignmentVerdict: alignment_briefly,
}
