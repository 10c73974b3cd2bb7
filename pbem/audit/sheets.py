"""The sheets of commitments of one game: one of its first keys, and those that renewed lost ones.

Decides from the sheets, the logs and the register that were kept whether a game has one sheet, and
whether one that says it renews lost keys is that of a renewal of which a log tells. Leaves to
`chain` whether a log names its sheet, and what one head shows of renewals.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pbem.audit.chain import other_sheets
from pbem.audit.checks import Check, Row, Trouble
from pbem.audit.protests import register_lines
from pbem.audit.sorting import Kept
from pbem.core.record.state import canonical
from pbem.store.commitments import Commitments

_NEITHER: Final = "neither renews lost ones"
_FIRST: Final = "one that was replaced before anybody sent orders is to be thrown away"
_RENEWS: Final = "renews"
_ANEW: Final = ("dice", "secrets", "length", "seed", "position", _RENEWS)  # with new keys
_LOG: Final = "the log of that renewal: ask the moderator for it, every log is published"


def check_sheets(kept: Kept) -> Check:
    """There is one sheet, or who renewed lost keys is told."""
    words = [*other_sheets([(log.title, log.log) for log in kept.logs]), *_several_first(kept)]
    words += [one for name, sheet in _renewing(kept) for one in _no_renewal(name, sheet, kept)]
    to = {row["to"] for row in _renewals(kept)}
    untold = [name for name, sheet in _renewing(kept) if sheet.sha256 not in to]
    told = f"{len(kept.sheets)} sheets"
    told += f"; no log here tells of the renewal of {', '.join(untold)}" if untold else ""
    troubles = tuple(Trouble(0, one) for one in words)
    return Check("sheets", told, troubles, done=not untold, needs=_LOG)


def _several_first(kept: Kept) -> Iterator[str]:
    """Sheets of which each says that it is the first of its game."""
    first = [(name, sheet) for name, sheet in kept.sheets if _RENEWS not in sheet.said]
    chains = {(sheet.dice, sheet.secrets, sheet.seed): name for name, sheet in first}
    texts = {sheet.sha256: name for name, sheet in first}
    if len(chains) > 1:
        yield f"{' and '.join(chains.values())} are sheets of other keys; {_NEITHER}"
    elif len(texts) > 1:
        yield f"{' and '.join(texts.values())} are two sheets of one game; {_FIRST}"


def _renewing(kept: Kept) -> list[tuple[str, Commitments]]:
    """The sheets that say of themselves that they renew lost keys."""
    return [(name, sheet) for name, sheet in kept.sheets if _RENEWS in sheet.said]


def _renewals(kept: Kept) -> list[Row]:
    """What logs and the register tell of keys that were renewed."""
    stories = [story.earlier for _, story in register_lines(kept)[-1:]]
    heads = [log.header.get("earlier", ()) for log in kept.logs]
    return [row for rows in (*heads, *stories) for row in rows]


def _no_renewal(name: str, sheet: Commitments, kept: Kept) -> Iterator[str]:
    """Why a sheet is not that of the renewal of which it tells."""
    said = dict(sheet.said[_RENEWS])
    for row in _renewals(kept):
        if row["sheet"] == said["sheet"] and row["to"] != sheet.sha256:
            yield f"{name} is not the sheet with which run {row['renewed']} renewed the keys"
            return
        if row["to"] == sheet.sha256 and said != _as_sheets_say(row):
            yield f"{name} tells otherwise of its renewal than run {row['renewed']}"
            return
    for other, before in kept.sheets:
        if before.sha256 == said["sheet"] and not _follows(sheet, before):
            yield f"{name} says that it renews {other}, and has the same keys or other rules"


def _as_sheets_say(row: Row) -> dict[str, Any]:
    """What the sheet of a renewal says of it."""
    said = {"sheet": row["sheet"], "run": row["renewed"]}
    return said | {"author": row["author"], "reason": row["reason"]}


def _follows(sheet: Commitments, before: Commitments) -> bool:
    """Whether a sheet has other keys than the one that it renews, and all else as that has it."""
    same_keys = (sheet.dice, sheet.secrets) == (before.dice, before.secrets)
    return not same_keys and _rest(sheet) == _rest(before)


def _rest(sheet: Commitments) -> str:
    """What a renewal leaves as it was."""
    return canonical({name: said for name, said in sheet.said.items() if name not in _ANEW})
