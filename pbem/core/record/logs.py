"""A log that is read: nobody sees an entry of it before its form, its chain and its seals held.

Reports and explanations, and play that goes on from a log, rely on more of an entry than verifiers
judge (`forms`): what of it is missing or of another kind is found here, so that no reader has to.
What the facts of a verdict are is for its system.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, Final

from pbem.core.data.findings import AuditError
from pbem.core.data.schemas import shown
from pbem.core.record.dice import parse_dice
from pbem.core.record.events import KINDS as EVENTS
from pbem.core.record.events import event_from
from pbem.core.record.forms import BODIES, fits
from pbem.core.record.ledger import (
    SEALED,
    Entry,
    entry_from,
    first_break,
    is_shaped,
    open_entries,
    read_lines,
    seal_holds,
)

HEADLESS: Final = "it has no header"
Row = Mapping[str, Any]


def opened_log(log: str, secrets: str) -> list[Entry]:
    """The entries of a log, opened where its secrets are at hand.

    ValueError says what is no line of a log, AuditError what was changed in one since, or was never
    written by this program.
    """
    public, hidden = read_lines(log), secret_rows(secrets)
    wrong = next((n for n, row in enumerate(public, start=1) if not is_shaped(row)), 0)
    if wrong:
        raise ValueError(f"line {wrong} has not the form of an entry")
    if not _begins(public):
        raise ValueError(HEADLESS)
    line = first_break(log, public)
    if line:
        raise AuditError(f"line {line} of the log, or the one after it, was changed")
    sealed = {row["n"]: row for row in public}
    for row in hidden:
        if row["n"] not in sealed or not seal_holds(sealed[row["n"]], row):
            raise AuditError(f"the secret of line {row['n']} is not what the log sealed")
    for row in (*public, *hidden):
        _refuse_misshapen(row)
    return open_entries(public, hidden)


def header_of(log: str) -> Entry:
    """The head of a log, without the rest of it; it raises what `opened_log` does."""
    rows = read_lines(log.partition("\n")[0])
    if not all(map(is_shaped, rows)):
        raise ValueError("line 1 has not the form of an entry")
    if not _begins(rows):
        raise ValueError(HEADLESS)
    _refuse_misshapen(rows[0])
    return entry_from(rows[0])


def secret_rows(text: str) -> list[Row]:
    """The lines of a file of secrets, each of the form of one; ValueError where one is not."""
    rows: list[Row] = [*read_lines(text)]
    wrong = next((n for n, row in enumerate(rows, start=1) if not _is_secret(row)), 0)
    if wrong:
        raise ValueError(f"secret line {wrong} has not the form of an entry")
    return rows


def _begins(rows: Sequence[Row]) -> bool:
    """Whether the lines of a log begin with its head."""
    return bool(rows) and rows[0]["kind"] == "header"


def _is_secret(row: Row) -> bool:
    """Whether a line of the secrets has its audience, its hidden keys and its own key."""
    return (
        is_shaped(row)
        and fits(row, {"secret": [str], "hidden": [str], "key": _KEY, "body": _ROWS})
        and all(name in row["body"] for name in row["hidden"])
    )


def _refuse_misshapen(row: Row) -> None:
    kind = row["kind"]
    wrong = "" if kind == SEALED else misshapen(kind, row["body"])
    if wrong:
        raise AuditError(f"line {row['n']} of the log is no {kind} as pbem writes it: {wrong}")


# --- bodies --------------------------------------------------------------------------------------


def misshapen(kind: str, body: Row) -> str:
    """The first thing that is missing in the body of an entry, or of another kind; mostly none."""
    if kind == "event":
        return _wrong_event(body)
    wrong = _wrong(body, BODIES[kind]) or _wrong(body, _READ.get(kind, {}))
    if wrong or kind != "roll" or _can_be_thrown(body):
        return wrong
    return f"throws: no throws of {body['dice']}"


def _wrong(body: Row, form: Row) -> str:
    """The first name under which something is not of its form."""
    for said, one in form.items():
        name = said.removesuffix("?")
        if said == "*":
            continue
        if name in body and not fits(body[name], one):
            return f"{name}: found {shown(body[name])}"
        if name not in body and name == said:
            return f"'{name}' is missing"
    return ""


def _can_be_thrown(body: Row) -> bool:
    """Whether dice show what they can."""
    count, sides = parse_dice(body["dice"])
    return all(
        len(dice) == count and 0 < min(dice) <= max(dice) <= sides for dice in body["throws"]
    )


def _anything(_: object) -> bool:
    return True


def _is_modifier(value: object) -> bool:
    """`[night, -1]`."""
    return _is_row(value, str, int)


def _is_pair(value: object) -> bool:
    """Two words."""
    return _is_row(value, str, str)


def _is_counted(value: object) -> bool:
    """For what a decision counts: `[asked, PLAYER]`, `[sent, PLAYER, LINE, PLACE, MANY]`."""
    asked, sent = re.compile("asked"), re.compile("sent")
    return _is_row(value, asked, str) or _is_row(value, sent, str, str, _MAYBE, int)


def _is_row(value: object, *forms: object) -> bool:
    """A list of so many values, each of its form."""
    return isinstance(value, list) and len(value) == len(forms) and all(map(fits, value, forms))


_KEY: Final = re.compile("[0-9a-f]{64}")
_MAYBE: Final = (str, type(None))
_TEXTS: Final = {"*": str}
_ROWS: Final = {"*": _anything}
_READ: Final[Mapping[str, Row]] = {
    "roll": {"by": str, "cite": str, "modifiers?": [_is_modifier]},
    "decision": {
        **dict.fromkeys(("decision", "question", "cite", "source", "line"), str),
        **{name: [str] for name in ("by", "players", "passed")},
        "at": _MAYBE,
        "options": _TEXTS,
        "facts": _ROWS,
        "counted": [_is_counted],
    },
    "verdict": {"outcome": str, "readings": _TEXTS, "charts": _TEXTS},
    "order": {
        **dict.fromkeys(("section", "player", "result", "reading"), str),
        **dict.fromkeys(("number", "line"), int),
        "reasons?": [{"message": str, "severity": str, "hint?": str, "cite?": str}],
    },
    "correction": {
        **dict.fromkeys(("author?", "reason?", "cite?", "kind?"), str),
        "reading?": _is_pair,
    },
    "digest": {"key": re.compile("([0-9a-f]{64})?"), "charts?": _TEXTS, "readings?": _TEXTS},
}

# --- changes -------------------------------------------------------------------------------------

_CLOCK: Final = {"turn": str, "impulse": int, "side": str, "window": str, "run": int}
_UNIT: Final = {
    **dict.fromkeys(("id", "counter", "owner", "at"), str),
    "count?": int,
    "marks?": _ROWS,
    "secret?": [str],
}
_POWER: Final = {
    **dict.fromkeys(("id", "side"), str),
    "players?": [str],
    "homes?": [str],
    **dict.fromkeys(("counters?", "flags?", "relations?"), _ROWS),
}
_ENDS: Final[Mapping[str, Row]] = {
    "UnitMoved": {"old": str, "new": str},
    "UnitCreated": dict.fromkeys(("old", "new"), (_UNIT, type(None))),
    "PowerCreated": {**dict.fromkeys(("old", "new"), (_POWER, type(None))), "place?": int},
    "ClockAdvanced": {"old": _CLOCK, "new": _CLOCK, "marks?": [{"event": str}]},
}
_WORDS: Final = ("unit", "place", "power", "track", "what", "name", "mark")


def _wrong_event(body: Row) -> str:
    """What is wrong with a change; with those that are told within one of the clock."""
    kind = body.get("event")
    if not isinstance(kind, str) or kind not in _EVENTS:
        return f"event: found {shown(kind)}"
    if wrong := _wrong(body, _EVENTS[kind]):
        return wrong
    marks = map(_wrong_event, body.get("marks", ()) if kind == "ClockAdvanced" else ())
    return next(filter(None, marks), "") or _unreadable(body)


def _unreadable(body: Row) -> str:
    """Why no change can be made of what tells one; mostly nothing."""
    try:
        event_from(body)
    except (AttributeError, LookupError, TypeError, ValueError) as trouble:
        return f"it is no {body['event']} ({type(trouble).__name__}: {trouble})"
    return ""


def _event_form(made: type) -> dict[str, object]:
    """What a change must tell: all that has no default."""
    form = {
        f"{part.name}{'' if part.default is MISSING else '?'}": (
            str if part.name in _WORDS else _anything
        )
        for part in fields(made)
    }
    return form | {"count?": int, "secret?": [str]} | dict(_ENDS.get(made.__name__, {}))


_EVENTS: Final = {name: _event_form(made) for name, made in EVENTS.items()}
