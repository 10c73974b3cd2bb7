"""Which key of the chain a run uses.

After a rewind the same orders keep their key. From the first run whose orders changed, all take
fresh ones: the keys of the runs that stand grow strictly, so none can be used again. A run that was
taken back while it waited has told dice too: it keeps its key only where nothing but the answers
and rulings that it asked for is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import listed, read_data
from pbem.core.orders.answers import read_answers
from pbem.core.record.dice import RunKeys
from pbem.core.record.views import sealed_digest
from pbem.moderation.overrides import AGAINST, read_ruling_file
from pbem.moderation.window import Window
from pbem.store.directory import LEDGER, GameDirectory
from pbem.store.ends import seals_before
from pbem.store.files import inside
from pbem.store.inputs import LATE, PARTS, ROSTER, SENT, hashes
from pbem.store.pending import RULINGS
from pbem.store.register import Story

ANSWERS, OVERRIDES = LATE


def key_number(directory: GameDirectory, story: Story, window: Window) -> int:
    """The key of the run that is to be played with these files."""
    void = story.last_void(directory.latest.number + 1)
    if void is None or not story.may_use(void.name.number, void.key):
        return story.next_key
    folder = [where for where, run in directory.voided() if run == void.name][-1] / void.run
    same = _same_to_the_answers if void.stopped else _same_orders
    return void.key if same(directory, inside(directory.root, folder), window) else story.next_key


def run_keys(directory: GameDirectory, story: Story, number: int, key: int) -> RunKeys:
    """The keys of a run with a key of the chain; where such a run is void it seals with others."""
    keys = directory.keys.of_run(number, key)
    return replace(keys, again=story.times_void(number, keys.number))


def _same_orders(directory: GameDirectory, void: Path, window: Window) -> bool:
    """Whether players sent the same; what the moderator rules may differ: it is the correction."""
    same_beacon = directory.header(void)["beacon"] == window.files.beacon
    return same_beacon and _inputs(void, SENT) == _of(window, SENT)


def _same_to_the_answers(directory: GameDirectory, void: Path, window: Window) -> bool:
    """Whether a run that told dice meets the same files, and none but the answers it asked for."""
    others = [part for part in PARTS if part not in LATE]
    return (
        (void / LEDGER).is_file()
        and _inputs(void, others) == _of(window, others)
        and _same_answers(void, _of(window, [ANSWERS]))
        and _same_rulings(directory, void, _of(window, [OVERRIDES]))
        and directory.header(void)["beacon"] == window.files.beacon
        and _same_surroundings(directory, void)
    )


def _same_answers(void: Path, ours: Mapping[str, bytes]) -> bool:
    """Whether the answers that it had are here, and none but those that it asked for besides."""
    had = list(_inputs(void, [ANSWERS]).values())
    asked = {(path.stem, row) for path in _mailed(void) for row in _questions(path)}
    came = [read_answers(data, name) for name, data in ours.items() if data not in had]
    given = {(said.player, path) for said in came for path in said.given}
    return all(data in ours.values() for data in had) and given <= asked


def _same_rulings(directory: GameDirectory, void: Path, ours: Mapping[str, bytes]) -> bool:
    """The same of the moderator's rulings: he saw dice, so he may say what he was asked alone."""
    had = list(_inputs(void, [OVERRIDES]).values())
    form = void / f"{RULINGS}.yaml"
    asked = {*_told(form, "rulings", dict)} if form.is_file() else set[str]()
    run = directory.latest.number + 1
    came = [(name, data) for name, data in ours.items() if data not in had]
    files = [read_ruling_file(directory.game, name, data, run) for name, data in came]
    only = all({*said.rulings} <= asked and {*said.data}.isdisjoint(AGAINST) for said in files)
    return all(data in ours.values() for data in had) and only


def _mailed(void: Path) -> list[Path]:
    ours = ("run.yaml", f"{RULINGS}.yaml")
    return [path for path in listed(void, "*.yaml") if path.name not in ours]


def _questions(path: Path) -> list[str]:
    """The paths of what a player was asked."""
    rows = _told(path, "questions", list)
    if not all(isinstance(row, dict) and isinstance(row.get("path"), str) for row in rows):
        raise _changed(path)
    return [row["path"] for row in rows]


def _told(path: Path, key: str, form: type) -> Any:
    """What a file of the program says under a key, which it wrote in this form."""
    data = read_data(path)
    if not isinstance(data, dict) or not isinstance(data.get(key), form):
        raise _changed(path)
    return data[key]


def _changed(path: Path) -> PbemError:
    hint = "put back the file as the program wrote it"
    return PbemError(f"{path}: this file of the program was changed by hand", hint=hint)


def _same_surroundings(directory: GameDirectory, void: Path) -> bool:
    """Whether roster, data and position are those that the void run began with."""
    header = directory.header(void)
    now = {name: found for name, found in hashes(directory).items() if name != ROSTER}
    played = {n: found for n, found in header["inputs"].items() if n.startswith("data/")}
    state = directory.state()
    keys, previous = directory.keys, header["previous"]
    secrets = (keys.of_log(header).seals, seals_before(directory, keys, previous))
    roster = void / "inputs" / ROSTER
    return (
        now == played
        and roster.is_file()
        and roster.read_bytes() == directory.read(directory.root / ROSTER)
        and header["state"] in {sealed_digest(state, key) for key in secrets if key is not None}
    )


def _inputs(void: Path, parts: Iterable[str]) -> dict[str, bytes]:
    """The files of some kinds that a void run was played with."""
    return {
        f"{part}/{path.name}": path.read_bytes()
        for part in parts
        for path in listed(void / "inputs" / part)
    }


def _of(window: Window, parts: Iterable[str]) -> dict[str, bytes]:
    """The files of some kinds that are to be played."""
    return {n: data for n, data in window.kept.items() if n.partition("/")[0] in {*parts}}
