"""One paragraph of a report explained: the facts, the dice, the charts, the rule, and why so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pbem.core.data.charts import Chart
from pbem.core.reading.report import (
    find_paragraph,
    plain_fact,
    told_facts,
    verdict_lines,
    why_decided,
)
from pbem.core.reading.ruled import ruled_in_verdicts, ruled_words
from pbem.core.reading.rulings import made_in
from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.record.program import program_in
from pbem.core.rules.game import Game
from pbem.core.rules.rulings import RULING


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice that a paragraph rests on: every throw, and the modifiers of the one that counts."""

    path: str
    dice: str
    by: str
    cite: str
    throws: tuple[tuple[int, ...], ...]
    modifiers: tuple[tuple[str, int], ...]
    total: int
    ruled: str  # where the moderator ruled what they show


@dataclass(frozen=True, slots=True)
class ReadingUsed:
    """An interpretation that mattered: the question, how it was read, who chose it and why."""

    id: str
    rule: str
    question: str
    reading: str
    meaning: str
    others: tuple[str, ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class ChartUsed:
    """A chart that was consulted, and where its cells come from."""

    id: str
    title: str
    provenance: str
    how: str


@dataclass(frozen=True, slots=True)
class Explained:
    """All about one paragraph."""

    number: int
    kind: str
    path: str
    cite: str
    outcome: str
    lines: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    thrown: tuple[Thrown, ...]
    decided: tuple[tuple[int, str], ...]
    changes: tuple[str, ...]
    readings: tuple[ReadingUsed, ...]
    charts: tuple[ChartUsed, ...]
    program: str


def explain(scene: Scene, number: int) -> Explained:
    """The paragraph with a number: a verdict or a decision of a scene."""
    index = find_paragraph(scene.entries, number)
    entry = scene.entries[index]
    if entry.kind == "decision":
        return _decision(scene, entry)
    since = _since(scene.entries, index)
    return _verdict(scene, entry, scene.entries[since:index])


def _since(entries: Sequence[Entry], index: int) -> int:
    """Where what belongs to a verdict begins: after the last verdict of the same path."""
    path = entries[index].path
    if entries[index].body["verdict"] == RULING:
        typed = made_in(entries[index], entries)
        return next(n for n, entry in enumerate(entries) if entry.number >= typed)
    for earlier in range(index - 1, -1, -1):
        if entries[earlier].kind == "verdict" and entries[earlier].path == path:
            return earlier + 1
    return 0


def _under(entries: Iterable[Entry], path: str, kind: str) -> list[Entry]:
    return [
        e for e in entries if e.kind == kind and (e.path == path or e.path.startswith(f"{path}/"))
    ]


def _verdict(scene: Scene, entry: Entry, before: Sequence[Entry]) -> Explained:
    body, ruled = entry.body, ruled_in_verdicts(scene.entries)
    return Explained(
        number=body["par"],
        kind=body["verdict"],
        path=entry.path,
        cite=body["cite"],
        outcome=str(body["outcome"]),
        lines=(*verdict_lines(scene, entry), *ruled.get(body["par"], ())),
        facts=told_facts(scene, body["facts"]),
        thrown=_all_thrown(scene, _under(before, entry.path, "roll")),
        decided=tuple(
            (item.body["par"], _decided(scene, item))
            for item in _under(before, entry.path, "decision")
        ),
        changes=tuple(_change(scene, item) for item in _under(before, entry.path, "event")),
        readings=tuple(_reading(scene.game, *item) for item in body["readings"].items()),
        charts=tuple(_chart(scene.game, *item) for item in body["charts"].items()),
        program=_program(scene),
    )


def _decision(scene: Scene, entry: Entry) -> Explained:
    body = entry.body
    kind = scene.game.system.kind(body["decision"])
    options = ", ".join(str(name) for name in body["options"].values())
    asked = (
        ("question", str(body["question"])),
        ("moment", kind.moment),
        ("options", options or "none"),
        ("by", ", ".join(body["by"])),
    )
    facts = tuple((name, plain_fact(value)) for name, value in body["facts"].items())
    return Explained(
        number=body["par"],
        kind=body["decision"],
        path=entry.path,
        cite=body["cite"],
        outcome=_picked(entry),
        lines=(f"{kind.title}: {_picked(entry)}", why_decided(scene, body)),
        facts=(*asked, *facts),
        thrown=_all_thrown(scene, _under(scene.entries, entry.path, "roll")),
        decided=(),
        changes=(),
        readings=(),
        charts=(),
        program=_program(scene),
    )


def _program(scene: Scene) -> str:
    """The program that played the run, as its header tells it."""
    header = next((entry.body for entry in scene.entries if entry.kind == "header"), {})
    return str(program_in(header)) if header else ""


def _picked(entry: Entry) -> str:
    options = entry.body["options"]
    return ", ".join(str(options.get(pick, pick)) for pick in entry.body["picks"]) or "nobody"


def _decided(scene: Scene, entry: Entry) -> str:
    body = entry.body
    kind = scene.game.system.kind(body["decision"])
    return f"{kind.title}: {_picked(entry)}; {why_decided(scene, body)}"


def _all_thrown(scene: Scene, rolls: Iterable[Entry]) -> tuple[Thrown, ...]:
    ruled = ruled_words(scene.entries)
    return tuple(_thrown(roll, ruled.get(roll.path, "")) for roll in rolls)


def _thrown(roll: Entry, ruled: str) -> Thrown:
    body = roll.body
    modifiers = tuple((name, value) for name, value in body.get("modifiers", ()))
    return Thrown(
        path=roll.path,
        dice=body["dice"],
        by=body["by"],
        cite=body["cite"],
        throws=tuple(tuple(values) for values in body["throws"]),
        modifiers=modifiers,
        total=sum(body["throws"][-1]) + sum(value for _, value in modifiers),
        ruled=ruled,
    )


def _change(scene: Scene, entry: Entry) -> str:
    """One change of the position in words."""
    body = entry.body
    what = body.get("name") or body.get("what", "")
    subject = next((body[key] for key in ("place", "power", "track") if key in body), "")
    if body["event"] == "UnitMoved":
        many = scene.unit(body["unit"], body.get("count"))
        return f"{many}: {scene.place(body['old'])} > {scene.place(body['new'])}"
    if body.get("mark"):
        gone = "no longer" if body["new"] is None else "now"
        return f"{scene.unit(body['unit'])}: {gone} {scene.word(body['mark'])}"
    if body["event"] == "UnitChanged":
        return f"{scene.unit(body['unit'])}: {what} {_value(body['old'])} > {_value(body['new'])}"
    if body["event"] in ("UnitCreated", "PowerCreated"):
        made = body.get("unit") or subject
        return f"{made}: " + ("created" if body["old"] is None else "gone")
    if body["event"] == "ClockAdvanced":
        return f"the clock: {_value(body['new'])}"
    return f"{subject} {what}: {_value(body['old'])} > {_value(body['new'])}".replace("  ", " ")


def _value(value: Any) -> str:
    return "none" if value is None else plain_fact(value)


def _reading(game: Game, name: str, reading: str) -> ReadingUsed:
    known = game.interpretations[name]
    made = [c for c in game.roster.choices if (c.interpretation, c.reading) == (name, reading)]
    chosen = f"the default: {known.why}" if reading == known.default else "chosen for this game"
    for choice in made[-1:]:
        who = f" by {choice.who}" if choice.who else ""
        chosen = f"chosen{who} from run {choice.from_run}: {choice.why or 'no reason given'}"
    others = tuple(f"{key}: {text}" for key, text in known.options.items() if key != reading)
    return ReadingUsed(
        name, known.rule, known.question, reading, known.options[reading], others, chosen
    )


def _chart(game: Game, name: str, provenance: str) -> ChartUsed:
    chart: Chart | None = game.charts.get(name)
    if chart is None:
        return ChartUsed(name, "", provenance, "")
    return ChartUsed(name, chart.title, provenance, chart.how)


def explained_data(explained: Explained) -> dict[str, Any]:
    """An explanation as plain data."""
    return asdict(explained) | {"facts": dict(explained.facts)}


def explained_text(explained: Explained) -> str:
    """An explanation as text, section by section."""
    sections = (
        ("FACTS", [f"{name}: {value}" for name, value in explained.facts]),
        ("DICE", [_thrown_line(item) for item in explained.thrown]),
        ("DECIDED ON THE WAY", [f"[{number}] {text}" for number, text in explained.decided]),
        ("CHANGED BY IT", list(explained.changes)),
        ("INTERPRETATIONS", [line for item in explained.readings for line in _reading_lines(item)]),
        ("CHARTS", [_chart_line(item) for item in explained.charts]),
    )
    lines = [f"[{explained.number}] {explained.kind} (rule {explained.cite}): {explained.outcome}"]
    lines += [explained.path, *(f"    {line}" for line in explained.lines)]
    lines += [f"played by {explained.program}"] if explained.program else []
    for title, found in sections:
        lines += [title, *(f"  {line}" for line in found)] if found else []
    return "".join(f"{line}\n" for line in lines)


def _thrown_line(item: Thrown) -> str:
    throws = ", then ".join("+".join(map(str, values)) for values in item.throws)
    added = "".join(f" {value:+d} {name}" for name, value in item.modifiers)
    ruled = f"   {item.ruled}" if item.ruled else ""
    return f"{item.dice} by {item.by}: {throws}{added} = {item.total}   {item.path}{ruled}"


def _reading_lines(item: ReadingUsed) -> list[str]:
    return [
        f"{item.id} (rule {item.rule}): {item.question}",
        f"  {item.reading}: {item.meaning} ({item.chosen})",
        *(f"  instead of {other}" for other in item.others),
    ]


def _chart_line(item: ChartUsed) -> str:
    how = f": {item.how}" if item.how else ""
    return f"{item.id}, {item.title} ({item.provenance}){how}"
