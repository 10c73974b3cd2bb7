"""A report as text: 78 columns, numbered paragraphs, what is next and what changed first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from textwrap import wrap
from typing import Any, Final

from pbem.core.data.letters import shown_in_line
from pbem.core.reading.checklist import Pile
from pbem.core.reading.comparing import Line
from pbem.core.reading.report import Decided, Mattered, Paragraph, Proof, Refused, Report

WIDTH: Final = 78
_INDENT: Final = " " * 6
_DEEP: Final = " " * 4
_REASONS: Final = 42  # the column in which the reasons of decisions begin
_SECOND: Final = 46  # the column of the second box on a line of the checklist
_WITHOUT_FAULT: Final = {  # results that are no mistake of the player's, and how they are told
    "failed": "announced and paid, but: ",
    "overtaken": "accepted, but when it came up: ",
}


def report_text(report: Report, full: bool = False) -> str:
    """The report as it is sent, or with every die, decision and reading in it."""
    parts = (_of_the_run(report, full), _of_players(report), _of_the_game(report, full))
    return _text(chain(*parts, () if full else _ending(report.compare)))


def with_line(text: str, line: Line) -> str:
    """The text of a report that was without its line, with it."""
    return text.removesuffix(_text(_ending(None))) + _text(_ending(line))


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{shown_in_line(line)}\n" for line in lines)


def _of_the_run(report: Report, full: bool) -> Iterator[str]:
    """What is next, what changed, what was decided, and every paragraph."""
    yield from _head(report)
    yield from _section("NEXT", _next(report, full))
    yield from _section("RULES CHANGED", report.rules)
    yield from _section("RULED", _ruled(report))
    yield from _section("CHANGED", report.changed)
    yield from _table("NATIONS", report.nations)
    yield from _section("FORCES", report.forces)
    yield from _decided(report, full)
    for paragraph in report.paragraphs:
        yield from _paragraph(paragraph, full)
    yield from _checklist(report.checklist)


def _of_players(report: Report) -> Iterator[str]:
    """What of the orders was not carried out."""
    yield from _section("REJECTED", _rejected(report))
    for result in _WITHOUT_FAULT:
        yield from _section(result.upper(), _refused(report, result))


def _of_the_game(report: Report, full: bool) -> Iterator[str]:
    """What it was played by, what was written, and what proves it."""
    press = [f"{name.capitalize()}: {text}" for name, text in report.press.items()]
    yield from _section("INTERPRETATIONS", _interpretations(report, full))
    yield from _section("CHARTS", _charts(report, full))
    yield from _section("OWN DATA", _only(", ".join(report.own)))
    yield from _section("PRESS", press)
    yield from _section("NOTES", report.notes)
    yield from _section("PROTESTS", report.protests)
    yield from _section("VOID RUNS", _void(report.void_runs))
    yield from _section("KEYS RENEWED", map(_renewed, report.renewed))
    yield from _section("STANDING", _only(report.standing))
    yield from _section("PROOF", _proof(report.proof) if report.proof else [])


def _ending(line: Line | None) -> Iterator[str]:
    """The line that readers compare, and where there is more to read."""
    yield from _section("COMPARE", line.told() if line else [])
    yield from _section("MORE", ["every die, decision and reading: pbem report --full"])


def _only(text: str) -> list[str]:
    return [text] if text else []


def _ruled(report: Report) -> list[str]:
    """What is the moderator's word in this report, so that all the rest is the program's."""
    if not report.ruled:
        return []
    theirs = len({row.number for row in report.ruled if row.number})
    of = report.last_paragraph
    head = f"by the moderator: {theirs} of {of} paragraphs; all others by the program"
    return [head, *(row.told for row in report.ruled)]


def _void(runs: Sequence[Mapping[str, object]] | None) -> list[str]:
    if runs is None:
        return ["this log does not tell"]
    return [_void_run(run) for run in runs] or ["none"]


def _void_run(run: Mapping[str, object]) -> str:
    key = f"key {run['key']}" if run["key"] else "no key"
    stopped = ", while it waited for answers" if run["stopped"] else ""
    why = f": {run['why']}" if run["why"] else ""
    return f"run {run['run']}, {key}{stopped}{why}"


def _renewed(chain: Mapping[str, Any]) -> str:
    """Whose keys were lost, and what no player need believe since."""
    who = f"run {chain['renewed']}, by {chain['author']}: {chain['reason']}"
    voids = len(chain["void"])
    lost = "Secret dice and fingerprints of the runs before it can never be proved"
    lost += f" ({voids} of these are void)" if voids else ""
    return (
        f"{who}. {lost}. The new keys bind only those who had the sheet of SHA-256 {chain['to']} "
        "before they sent orders for the window after it: to others they could have been chosen."
    )


def _wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    return wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        drop_whitespace=True,
    )


def _head(report: Report) -> list[str]:
    left = f"{report.game.upper()}   {report.heading}"
    right = f"report for {report.reader}    run {report.run}"
    gap = WIDTH - len(left) - len(right)
    if gap >= 3:
        return [left + " " * gap + right]
    return [left, *(_wrapped(right) if len(right) > WIDTH else [right.rjust(WIDTH)])]


def _section(label: str, lines: Iterable[str]) -> list[str]:
    """A label with its lines beside and below it; nothing where there are no lines."""
    found: list[str] = []
    for number, line in enumerate(lines):
        first = f"{label:<4}  " if number == 0 else _INDENT
        found += _wrapped(line, first, _INDENT)
    return found


def _next(report: Report, full: bool) -> list[str]:
    """Who owes orders, who does not, what else is known."""
    if full:
        idle = [f"{_capital(who)}: nothing due, standing orders answer" for who in report.idle]
    else:
        idle = [f"nothing due, standing orders answer: {', '.join(report.idle)}"]
    return [*report.next, *(idle if report.idle else []), *report.outlook]


def _capital(who: str) -> str:
    return who[:1].upper() + who[1:]


def _table(label: str, rows: Sequence[str]) -> list[str]:
    """A label over rows whose columns stand one below the other."""
    lines = [label] if rows else []
    for row in rows:
        lines += _spaced(f"  {row}", " " * 8)
    return lines


def _decided(report: Report, full: bool) -> list[str]:
    if not report.decided:
        return []
    title = "DECIDED FOR YOU" if report.player else "DECIDED"
    hint = f"(why: pbem explain {report.decided[0].number} …)"
    lines = [title + hint.rjust(WIDTH - len(title))]
    for rows in [[row] for row in report.decided] if full else _alike(report.decided):
        lines += _decided_row(rows[0]) if len(rows) == 1 else _decided_alike(rows)
    return lines


def _alike(rows: Iterable[Decided]) -> Iterable[list[Decided]]:
    """Choices of one kind that were made alike and by the same line, together."""
    found: dict[tuple[str, str, str], list[Decided]] = {}
    for row in rows:
        found.setdefault((row.what, row.answer, row.why), []).append(row)
    return found.values()


def _decided_alike(rows: Sequence[Decided]) -> list[str]:
    one = rows[0]
    places = ", ".join(f"{row.at} [{row.number}]".strip() for row in rows)
    return _wrapped(f"{one.what}  {one.answer}: {places}; {one.why}", "  ", " " * 7)


def _decided_row(row: Decided) -> list[str]:
    """The choice and its reason on one line where they fit, else the reason below."""
    head = f"  {f'[{row.number}]':<5}{row.told}  {row.answer}"
    if len(head) <= _REASONS - 2 and _REASONS + len(row.why) <= WIDTH:
        return [f"{head:<{_REASONS}}{row.why}"]
    return [*_wrapped(head.strip(), "  ", " " * 7), *_wrapped(row.why, " " * 9, " " * 9)]


def _paragraph(paragraph: Paragraph, full: bool) -> list[str]:
    told = paragraph.lines if full else paragraph.brief
    if not told:
        return []
    first, *rest = told
    lines = _spaced(f"[{paragraph.number}] {first}", _DEEP)
    for line in rest:
        lines += _spaced(_DEEP + line, _DEEP + "  ")
    return lines


def _spaced(line: str, indent: str) -> list[str]:
    """A line whose own spaces stay as they are when it fits, else wrapped."""
    if len(line) <= WIDTH:
        return [line.rstrip()]
    lead = line[: len(line) - len(line.lstrip())]
    return _wrapped(line.strip(), lead, indent)


def _checklist(piles: Sequence[Pile]) -> list[str]:
    """Boxes to tick under the power whose counters they are, two a line where both fit."""
    lines = ["ON YOUR BOARD"] if piles else []
    for pile in piles:
        lines += [f"  {pile.whose}", *_boxes(pile.items)]
    return lines


def _boxes(items: Sequence[str]) -> Iterator[str]:
    boxes = [f"[ ] {item}" for item in items]
    while boxes:
        box = boxes.pop(0)
        if boxes and len(box) + 4 <= _SECOND and _SECOND + len(boxes[0]) <= WIDTH:
            yield f"  {box:<{_SECOND - 2}}{boxes.pop(0)}"
        else:
            yield from _wrapped(box, "  ", _INDENT)


def _rejected(report: Report) -> list[str]:
    return _refused(report, "rejected") or ["none of yours" if report.player else "none"]


def _refused(report: Report, result: str) -> list[str]:
    """The orders that were not carried out, and came to one of the results of `Refused`."""
    return [line for row in report.refused if row.result == result for line in _refusal(row)]


def _refusal(row: Refused) -> Iterable[str]:
    for reason, hint, cite in zip(row.reasons, row.hints, row.cites, strict=True):
        but = _WITHOUT_FAULT.get(row.result, "")
        rule = f" ({cite})" if cite else ""
        told = f"{row.order}, line {row.line}: {but}{reason}{rule}"
        yield f"{told}; {hint}" if hint else told


def _interpretations(report: Report, full: bool) -> list[str]:
    """Every reading that mattered; in short those that are no default, and how many are."""
    told = [_mattered(item) for item in report.interpretations if full or not item.is_default]
    usual = len(report.interpretations) - len(told)
    return [*told, f"{usual} in their default readings"] if usual else told


def _mattered(item: Mattered) -> str:
    chosen = "default" if item.is_default else "chosen by the moderator"
    where = ", ".join(f"[{number}]" for number in item.paragraphs) or "checks"
    return f"{item.id} {item.reading} ({chosen}) in {where}"


def _charts(report: Report, full: bool) -> list[str]:
    if report.charts and not full:
        return [f"not the printed sheets: {', '.join(chart.id for chart in report.charts)}"]
    by_source: dict[str, list[str]] = {}
    for chart in report.charts:
        by_source.setdefault(chart.provenance, []).append(chart.id)
    return [
        f"{', '.join(names)}: {provenance}, not the printed sheets"
        for provenance, names in by_source.items()
    ]


def _proof(proof: Proof) -> list[str]:
    luck = ", ".join(proof.luck) or "nobody's"
    return [
        f"{proof.entries} entries in the log; the last line has SHA-256",
        proof.last,
        _key(proof),
        *([proof.key] if proof.key and proof.key_kind == "chain" else []),
        *proof.beacon,
        f"luck: {luck}; {proof.dice}; check it with {proof.script}",
    ]


def _key(proof: Proof) -> str:
    if proof.key_kind == "chain":
        return f"key k({proof.key_number}) of the game's chain"
    return f"dice from a {proof.key_kind} key: for practice, they prove nothing"
