"""What a case expects, compared with what came of it; every difference in words.

`any` as a value asserts nothing, `{not: VALUE}` anything but a value. The outcome of an
adjudication is compared whole: its verdicts, losses, refused orders, questions and leftover dice
must be asserted or marked `any`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import filterfalse
from typing import Any, Final

from pbem.core.cases.casestage import Played, ends
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State, Unit, place_data, power_data

ANY: Final = "any"
OTHER: Final = "other"
NOT: Final = "not"
_LOOKED_UP: Final = ("readings", "charts")
_VERDICT_KEYS: Final = ("facts", "at", "cite", *_LOOKED_UP)


def compare(expected: object, found: object, place: str) -> list[str]:
    """Every difference between what is expected and what was found, whole."""
    where = place or "the result"
    if expected == ANY:
        return []
    if isinstance(expected, Mapping) and set(expected) == {NOT}:
        same = not compare(expected[NOT], found, place)
        return [f"{where}: found {shown(found)}"] if same else []
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        return _compare_mappings(expected, found, place)
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return _compare_lists(expected, found, place)
    told = f"{where}: expected {shown(expected)}, found {shown(found)}"
    return [] if _alike(expected, found) else [told]


def _alike(expected: object, found: object) -> bool:
    """Whether two values say the same: True is not 1, and a term is the text that it is."""
    return expected == found and (type(expected) is type(found) or isinstance(found, str))


def _compare_lists(expected: Sequence[object], found: Sequence[object], place: str) -> list[str]:
    """Every difference between lists that are equally long."""
    return [
        line
        for index, (one, other) in enumerate(zip(expected, found, strict=True))
        for line in compare(one, other, f"{place}[{index}]")
    ]


def _compare_mappings(
    expected: Mapping[str, object], found: Mapping[str, object], place: str
) -> list[str]:
    lead = f"{place}." if place else ""
    lines = [
        f"{lead}{key}: found {shown(found[key])}, which the case does not mention"
        for key in found
        if key not in expected
    ]
    for key, value in expected.items():
        if key in found:
            lines += compare(value, found[key], f"{lead}{key}")
        else:
            lines.append(f"{lead}{key}: expected {shown(value)}, found nothing")
    return lines


def part_of(expected: Mapping[str, object], found: Mapping[str, object], place: str) -> list[str]:
    """Every difference in the keys that are expected; others are not looked at, and nothing (null)
    is what is not there.
    """
    there = {key: found.get(key) for key in expected if key in found or expected[key] is None}
    return _compare_mappings(expected, there, place)


def shown(value: object) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {shown(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(shown(item) for item in value) + "]"
    return "nothing" if value is None else str(value)


# --- an adjudication -----------------------------------------------------------------------------


def differences(then: Mapping[str, Any], played: Played) -> list[str]:
    """Everything in which an adjudication is not as the case says."""
    return [
        *(f"dice left over: {name}" for name in played.leftover),
        *(f"no ruling was wanted at {name}" for name in played.idle),
        *(f"nothing came of the order {name}" for name in played.unsaid),
        *_verdicts(then.get("verdicts", []), played.entries),
        *_losses(then.get("losses", []), played),
        *_refused(then.get("refused", {}), played.entries),
        *_questions(then.get("questions", []), played.questions),
        *_questions(then.get("wanted", []), played.wanted),
        *_decisions(then.get("decisions", {}), played.entries),
        *_units(then.get("units", {}), played.after),
        *part_of(then.get("control", {}), _control(played), "control"),
        *part_of(then.get("tracks", {}), _tracks(played.after), "tracks"),
        *_rows(then.get("powers", {}), map(power_data, played.after.powers.values()), "powers"),
        *_rows(then.get("places", {}), map(place_data, played.after.places.values()), "places"),
    ]


def _verdicts(expected: Any, entries: Iterable[Entry]) -> Iterator[str]:
    if expected == ANY:
        return
    ignored = [row[OTHER] for row in filter(_is_other, expected)]
    wanted = list(filterfalse(_is_other, expected))
    for entry in (one for one in entries if one.kind == "verdict"):
        if wanted and _is_meant(wanted[0], entry):
            yield from _verdict(wanted.pop(0), entry)
        elif not _is_ignored(entry, ignored):
            yield f"the case does not mention the verdict {_verdict_name(entry)}"
    for row in wanted:
        yield f"there was no verdict {shown(row)}"


def _is_other(row: object) -> bool:
    """Whether a row names the verdicts that are not looked at."""
    return isinstance(row, dict) and OTHER in row


def _verdict_name(entry: Entry) -> str:
    return f"{entry.body['verdict']}: {entry.outcome} ({entry.path})"


def _is_ignored(entry: Entry, ignored: Iterable[Sequence[str]]) -> bool:
    return any(kinds == ANY or entry.body["verdict"] in kinds for kinds in ignored)


def _is_meant(row: str | Mapping[str, object], entry: Entry) -> bool:
    if isinstance(row, str):
        return row == ANY
    return entry.body["verdict"] in row and ends(entry.path, str(row.get("at", entry.path)))


def _verdict(row: Any, entry: Entry) -> list[str]:
    if row == ANY:
        return []
    kind = entry.body["verdict"]
    facts = part_of(row.get("facts", {}), entry.facts, f"{kind} facts")
    looked_up = [
        line
        for part in _LOOKED_UP
        if part in row
        for line in _looked_up(row[part], entry.body[part], f"{kind} {part}")
    ]
    strange = [
        f"{kind}: '{key}' says nothing here" for key in row if key not in (*_VERDICT_KEYS, kind)
    ]
    outcome = compare(row[kind], entry.outcome, kind)
    cite = compare(row.get("cite", ANY), entry.body["cite"], f"{kind} cite")
    return [*outcome, *facts, *cite, *looked_up, *strange]


def _looked_up(expected: Any, found: Mapping[str, object], place: str) -> list[str]:
    """What a verdict rests on, all of it: by name, or by name with what it was."""
    if isinstance(expected, Mapping):
        return compare(expected, found, place)
    return compare(sorted(expected), sorted(found), place)


def _losses(expected: Any, played: Played) -> Iterator[str]:
    if expected == ANY:
        return
    lost = losses(played)
    for name in expected:
        if name not in lost:
            yield f"{name} was not lost"
    for name in lost:
        if name not in expected:
            yield f"the case does not mention that {name} was lost"


def losses(played: Played) -> tuple[str, ...]:
    """The single units that left the board, and of groups `2 owner:counter`."""
    before, after = _on_board(played, played.before), _on_board(played, played.after)
    return tuple(
        name if name in played.before.units else f"{before[name] - after.get(name, 0)} {name}"
        for name in sorted(before)
        if before[name] > after.get(name, 0)
    )


def _on_board(played: Played, state: State) -> dict[str, int]:
    found: dict[str, int] = {}
    for unit in state.units.values():
        if unit.at in played.game.board or unit.at.startswith("in:"):
            name = unit.id if unit.count is None else f"{unit.owner}:{unit.counter}"
            found[name] = found.get(name, 0) + unit.size
    return found


def _refused(expected: Any, entries: Iterable[Entry]) -> Iterator[str]:
    if expected == ANY:
        return
    found = {
        f"{entry.body['section']} {entry.body['number']}": _reasons(entry)
        for entry in entries
        if entry.kind == "order" and entry.body["result"] != "done"
    }
    for name, reason in expected.items():
        if name not in found:
            yield f"{name} was not refused"
        elif reason not in found[name] and reason != ANY:
            yield f"{name}: expected '{reason}', refused because '{found[name]}'"
    for name, reason in found.items():
        if name not in expected:
            yield f"the case does not mention that {name} was refused: {reason}"


def _reasons(entry: Entry) -> str:
    said = "; ".join(reason["message"] for reason in entry.body.get("reasons", ()))
    return f"{entry.body['result']}: {said}"


def _questions(expected: Sequence[str], found: Sequence[str]) -> Iterator[str]:
    for suffix in expected:
        if not any(ends(path, suffix) for path in found):
            yield f"nobody was asked {suffix}"
    for path in found:
        if not any(ends(path, suffix) for suffix in expected):
            yield f"the run stops to ask {path}"


def _decisions(expected: Mapping[str, object], entries: Iterable[Entry]) -> Iterator[str]:
    found = {entry.path: entry.body["picks"] for entry in entries if entry.kind == "decision"}
    for suffix, picks in expected.items():
        paths = [path for path in found if ends(path, suffix)]
        if picks is None:
            yield from (f"there was a decision {path}" for path in paths)
            continue
        if not paths:
            yield f"there was no decision {suffix}"
        for path in paths:
            yield from compare(picks, found[path], f"decision {path}")


def _units(expected: Mapping[str, object], state: State) -> Iterator[str]:
    for name, said in expected.items():
        units = _called(name, state)
        if not units:
            yield f"there is no unit {name} in the end"
            continue
        wanted = said if isinstance(said, dict) else {"at": said}
        one = units[0]
        found = {
            "at": one.at,
            "owner": one.owner,
            "counter": one.counter,
            "count": one.count if len(units) == 1 else sum(unit.size for unit in units),
            "marks": sorted({mark for unit in units for mark in unit.marks}),
        }
        yield from part_of(wanted, found, name)


def _called(name: str, state: State) -> list[Unit]:
    """The unit of an id; else all groups that have it but for their marks."""
    if name in state.units:
        return [state.units[name]]
    return [unit for unit in state.units.values() if unit.id.partition("+")[0] == name]


def _rows(
    expected: Mapping[str, Any], rows: Iterable[Mapping[str, Any]], part: str
) -> Iterator[str]:
    """Some facts of some powers or places; `null` says that there is no such fact."""
    known = {str(row["id"]): row for row in rows}
    for name, said in expected.items():
        if name not in known:
            yield f"there is no {name} among the {part} in the end"
            continue
        for key, value in said.items():
            found = known[name].get(key)
            if isinstance(value, Mapping):
                there = found or {}
                found = {inner: there.get(inner) for inner in value}
            yield from compare(value, found, f"{name} {key}")


def _control(played: Played) -> dict[str, object]:
    """Who controls each place of the board; nothing where nobody does."""
    return {place: played.after.controller(place) for place in played.game.board.places}


def _tracks(state: State) -> dict[str, object]:
    return {track.id: track.value for track in state.tracks.values()}
