"""The forms of the lines of a log: what kinds of values must stand where, whatever they say.

A line of another form is damage, and nothing else of its log is judged: so no check stumbles over
it, and no two verifiers make different things of it. The page has a table of its own; docs/audit.md
(To the byte) says both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from pbem.core.record.ledger import SEALED, is_older, is_shaped

_ANY: Final = object()
_NONE: Final = type(None)
_ROWS: Final = {"*": _ANY}
_TEXTS: Final = {"*": str}
_VOID: Final = {"run": str, "key": int, "entries": int, "last": str, "stopped?": bool}
_CHAIN: Final = {"runs": [int], "void": [_VOID]}
_RULES: Final = {
    "options?": _ROWS,
    "readings?": _ROWS,
    "leaders?": _ROWS,
    "players?": {"*": {"powers?": [str]}},
    "beacon?": (str, _NONE, {"source": str}),
}
_BEACON: Final = {
    "source": str,
    "deadline": str,
    "announced": (str, _NONE),
    "round": (int, str),
    "signature": (str, _NONE),
}
_KEY: Final = {"number": int, "beside?": str, "again?": int}
_SHEETS: Final = {"from": str, "to": str, "author": str, "reason": str}


def _is_chain(value: object) -> bool:
    """Whether a key is none that a seed makes, which would be told."""
    return isinstance(value, str) and value != "seed"


def _is_name(value: Any) -> bool:
    """Whether a value names somebody."""
    return isinstance(value, str) and value.strip() != ""


_WROTE_OLDER: Final = ("0.1.0", "0.2.0")  # the programs of older logs
_HEADER: Final = {
    "format": re.compile("pbem-ledger/[12]"),
    "pbem": str,
    "program?": str,
    "game": str,
    "system": str,
    "scenario": str,
    "run": int,
    "window": str,
    "key": ({"kind": _is_chain, **_KEY}, {"kind": str, "seed": str, **_KEY}),
    "luck": {"*": (str, _NONE)},
    "beacon?": (str, _NONE),
    "inputs": _TEXTS,
    "state": str,
    "previous": str,
    "players": {"*": [str]},
    "press": _TEXTS,
    "amends?": str,
    "upgrades?": {"from": _ROWS, "to": _ROWS, "author?": str, "reason?": str},
    "rekeys?": _SHEETS,
    "commitments?": str,
    "runs?": [int],
    "void?": [_VOID],
    "earlier?": [{**_CHAIN, "sheet": str, "to": str, "renewed": str, "author": str, "reason": str}],
    "register?": {"entries": int, "last": str},
    "protests?": [{"number": int, "protest": str, "ruling": (str, _NONE)}],
    "rules?": _RULES,
    "changed?": [
        {"what": str, "old": _ANY, "new": _ANY, "who": str, "why": str, "known?": [[int]]}
    ],
    "beacon_of?": (_BEACON, _NONE),
    "due_next?": _TEXTS,
    "unreplayed?": _is_name,
}
_SAID: Final = {"modifiers?": [{"name": str, "value": int}]}


def _is_thrown(value: object) -> bool:
    """Whether something tells of throws: one at least, each of dice."""
    return value != [] and fits(value, [[int]])


def _is_seen(value: object) -> bool:
    """Whether something tells of a die that a ruling saw: path, dice, for whom, what it shows."""
    return isinstance(value, list) and len(value) == 4 and isinstance(value[0], str)


BODIES: Final[Mapping[str, Mapping[str, object]]] = {
    "header": _HEADER,
    "roll": {"dice": re.compile("([1-9][0-9]?)?d([1-9][0-9]{0,3})"), "throws": _is_thrown},
    "decision": {"par": int, "picks": [str], "options": ([str], _ROWS)},
    "verdict": {"par": int, "verdict": str, "cite": str, "facts": {"seen?": [_is_seen]}},
    "order": _ROWS,
    "event": _ROWS,
    "correction": {
        "roll?": [int],
        "gave?": [int],
        "known?": [[int]],
        "ruling?": str,
        "said?": _SAID,
    },
    "digest": {"state": str, "key": str, "answers?": _TEXTS},
}


def has_form(row: Mapping[str, Any]) -> bool:
    """Whether a line of a log has the form of its kind."""
    return (
        is_shaped(row)
        and fits(row, {"prev": str, "hidden?": [str], "seal?": str})
        and (row["kind"] not in BODIES or fits(row["body"], BODIES[row["kind"]]))
        and (row["kind"] != "header" or _is_of_its_time(row["body"]))
        and _hides_what_it_seals(row)
    )


def _is_of_its_time(header: Mapping[str, object]) -> bool:
    """Whether a head is of a form that its program wrote: an older one would hide what is told."""
    return not is_older(header) or header["pbem"] in _WROTE_OLDER


def _hides_what_it_seals(row: Mapping[str, Any]) -> bool:
    """Whether a line seals as a whole, or its blank keys, or nothing; heads and ends are open."""
    hidden = row.get("hidden", [])
    if row["kind"] == SEALED or not hidden:
        return ("seal" in row) == (row["kind"] == SEALED) and "hidden" not in row
    body = row["body"]
    blank = all(key in body and not body[key] for key in hidden)
    return "seal" in row and blank and row["kind"] not in ("header", "digest")


def fits(value: object, form: Any) -> bool:
    """Whether a value is of a form; one of several where a tuple stands."""
    if form is _ANY:
        return True
    if isinstance(form, type):
        return type(value) is form
    if isinstance(form, re.Pattern):
        return isinstance(value, str) and form.fullmatch(value) is not None
    if isinstance(form, tuple):
        return any(fits(value, one) for one in form)
    if isinstance(form, list):
        return isinstance(value, list) and all(fits(item, form[0]) for item in value)
    if isinstance(form, dict):
        return isinstance(value, dict) and _fits_rows(value, form)
    return bool(form(value))


def _fits_rows(value: Mapping[str, object], form: Mapping[str, object]) -> bool:
    """Whether the rows of an object are of their forms; `*` stands for all, `name?` may be away."""
    if "*" in form:
        return all(fits(item, form["*"]) for item in value.values())
    return all(
        fits(value[name.removesuffix("?")], one)
        if name.removesuffix("?") in value
        else name.endswith("?")
        for name, one in form.items()
    )
