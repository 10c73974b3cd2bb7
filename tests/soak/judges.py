"""Two verifiers, one word: of changed logs `pbem audit --kept` and docs/verify.html say the same.

A player has two logs of a game, their reports, the sheet, the register, a protest; where the game
is open its keys and secrets too. One log is changed in any way, its hashes made anew or not.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

import toy  # noqa: F401 (registers the system)
from cli.faults import must
from cli.judging import AHEAD, ALONE
from cli.shared import HEAD, levies, send
from mutations import mutated
from page import Page, files_under

from pbem.audit.kept import audit_kept
from pbem.audit.sorting import sort_kept

ROWS: Final = ("closed", "opened")
CHANGES: Final = 400  # of one job
Words = Counter[tuple[str, str]]


def judges_job(row: str, seed: int, changes: int = CHANGES) -> tuple[str, int]:
    """Where the two differ on so many changed logs, and how many were tried."""
    with tempfile.TemporaryDirectory() as folder, _page() as page:
        kept = keep_two(Path(folder), row)
        return differs(page, kept, f"{row} {seed}", changes), changes


@contextmanager
def _page() -> Iterator[Page]:
    page = Page()
    try:
        yield page
    finally:
        page.close()


def keep_two(here: Path, row: str) -> Path:
    """What a player keeps of a game with two logs."""
    game, kept = here / "game", here / "kept"
    must("new", "toy/duel", game, "--seed", "judges")
    levies(game)
    must("adjudicate", "--game", game)
    must("protest", "enter", "4", "--game", game, "--player", "rosa", "--reason", "It was mine.")
    for player in ("rosa", "rolf"):
        send(game, f"orders/{player}.yaml", HEAD.format(player=player))
    must("adjudicate", "--game", game)
    kept.mkdir()
    names = ["commitments.yaml", "register.jsonl", "protests/1/protest.yaml"]
    if row == "opened":
        must("open", "--game", game, "--agreed")
        names += ["opening.yaml", "runs/1/state.yaml"]
    for name in names:
        shutil.copy(game / name, kept)
    for run in "12":
        for name in ("ledger.jsonl", "report.txt", *(["secrets.jsonl"] if row == "opened" else [])):
            shutil.copy(game / "runs" / run / name, kept / f"{run}-{name}")
    return kept


def differs(page: Page, kept: Path, seed: str, changes: int) -> str:
    """The first changed log of which the two say something else; nothing where none is."""
    draw = Random(f"judges {seed}")
    logs = [kept / "1-ledger.jsonl", kept / "2-ledger.jsonl"]
    for number in range(changes):
        path, other = draw.choice(logs), draw.choice(logs)
        whole = path.read_bytes()
        how, data = mutated(draw, whole, other.read_bytes())
        path.write_bytes(data)
        found = _differs(page, kept)
        path.write_bytes(whole)
        if found:
            return f"change {number} of {seed} ({path.name}: {how}): {found}"
    return ""


def _differs(page: Page, kept: Path) -> str:
    """What the two say otherwise, check by check, and as a whole."""
    audits = audit_kept(sort_kept([kept]))
    ours = Counter((check.name, check.result) for found in audits for check in found.checks)
    theirs = Counter((row.check, row.result) for row in page.audit(files_under(kept)))
    checks = {name for name, _ in ours} | {name for name, _ in theirs}
    other = {name for name in checks - AHEAD - ALONE if _of(ours, name) != _of(theirs, name)}
    found = {name: (_of(ours, name), _of(theirs, name)) for name in sorted(other)}
    wrong = [any(result == "disagrees" for _, result in words) for words in (ours, theirs)]
    if wrong[0] != wrong[1]:
        return f"pbem {'finds' if wrong[0] else 'misses'} what the page does not: {found}"
    return str(found) if found else ""


def _of(words: Words, check: str) -> Words:
    return Counter({key: count for key, count in words.items() if key[0] == check})
