"""Mail that was changed in any way, read many files a call: `pbem validate`, and `audit --kept`.

Orders as players of real positions might send them, standing orders, forms, answers, a game.yaml;
and what a player keeps of a game. Every file has its receipt, or the audit its result, with a code
that is documented; nothing in the game has changed.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import toy  # noqa: F401 (registers the system)
from cli.faults import DOCUMENTED, called, must
from cli.shared import every_byte
from mutations import mutated

from pbem.core.rules.setup import default_roster
from soak.files import limited
from soak.strangers import strangers
from soak.worlds import played, waiting

CALLS: Final = 20  # of one job
TOGETHER: Final = 50  # files of one call
ROWS: Final = (
    *("toy-duel", "wif-barbarossa-12", "gw-france-1940", "gw-global-war-1939"),
    *("tw-france-1940", "awaw-poland-1939", "kept"),
)
DRAWN: Final = 12  # times that the players of a position write
KEPT: Final = ("*.jsonl", "*.yaml", "report*.txt")


def mail_job(row: str, seed: int, calls: int = CALLS) -> tuple[str, int]:
    """What was wrong with so many calls, and how many files they read."""
    draw = Random(f"mail {row} {seed}")
    with _folder() as here:
        words, sources = (_kept if row == "kept" else _mail)(row, here, draw)
        (here / "mail").mkdir()
        before = every_byte(here / "duel") if row == "kept" else {}
        for number in range(calls):
            if trouble := _called(here, words, _changed(here / "mail", sources, draw)):
                return f"call {number}: {trouble}", (number + 1) * TOGETHER
        if before and every_byte(here / "duel") != before:
            return "what only reads has changed the game", calls * TOGETHER
    return "", calls * TOGETHER


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    """A folder, which is also where the details of our bugs go."""
    usual = tempfile.tempdir
    with tempfile.TemporaryDirectory() as folder:
        try:
            tempfile.tempdir = folder
            yield Path(folder)
        finally:
            tempfile.tempdir = usual


def _changed(folder: Path, sources: list[bytes], draw: Random) -> list[str]:
    """Changed files, written into a folder; their names, and how each was changed."""
    ways = []
    for number in range(TOGETHER):
        data = draw.choice(sources)
        for _ in range(draw.choice((1, 1, 1, 2, 3))):
            how, data = mutated(draw, data, draw.choice(sources))
            ways.append(f"{number}: {how}")
        (folder / f"{number:02}.yaml").write_bytes(data)
    return ways


def _called(here: Path, words: list[str], ways: list[str]) -> str:
    """What was wrong with one call, with the files kept that it read."""
    mails = sorted(str(path) for path in (here / "mail").iterdir())
    with limited():
        code, said = called(*words, *(mails if words[0] == "validate" else ()))
    trouble = _wrong(code, said, words[0])
    if not trouble:
        return ""
    kept = Path(tempfile.gettempdir()).parent / f"pbem-soak-mail-{os.getpid()}"
    shutil.copytree(here, kept, dirs_exist_ok=True)
    details = "".join(p.read_text()[-1500:] for p in here.glob("pbem-bug-*"))
    return f"pbem {' '.join(words)}, kept in {kept} ({', '.join(ways)}): {trouble}\n{details}"


def _wrong(code: int, said: str, command: str) -> str:
    if code not in DOCUMENTED or "Traceback" in said:
        return f"exit {code}: {said[-500:]}"
    answer = json.loads(said)
    if command == "validate" and (isinstance(answer, dict) or len(answer) != TOGETHER):
        return f"exit {code}: not every file has its receipt: {said[-500:]}"
    return ""


def _mail(row: str, here: Path, draw: Random) -> tuple[list[str], list[bytes]]:
    """A game, and the files that its players might send."""
    system, _, scenario = row.partition("-")
    if system == "toy":
        waiting(here)
        game = here / "duel"
        parts = ("orders/", "standing/", "answers/", "overrides/", "game.yaml")
        own = [data for name, data in every_byte(game).items() if name.startswith(parts)]
    else:
        game = here / "game"
        must("new", f"{system}/{scenario}", game, "--seed", "mail")
        own = [(game / "game.yaml").read_bytes()]
    own += [text for texts in strangers(row, draw, DRAWN).values() for text in texts]
    players = sorted(default_roster(system, scenario).players)
    for player in players:
        form = called("template", "--game", game, "--player", player)
        own += [form[1].encode()] if form[0] == 0 else []
    return ["validate", "--game", str(game), "--format", "json"], own


def _kept(_row: str, here: Path, _draw: Random) -> tuple[list[str], list[bytes]]:
    """What a player keeps of a game with two logs."""
    played(here)
    must("adjudicate", "--game", here / "duel")
    must("open", "--game", here / "duel", "--agreed")
    paths = [path for how in KEPT for path in sorted((here / "duel").rglob(how))]
    words = ["audit", "--kept", str(here / "mail"), "--format", "json"]
    return words, [path.read_bytes() for path in paths if path.name != "state.yaml"]
