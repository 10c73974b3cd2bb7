"""Adjudication on plain files: a state, order files, an output folder; no game directory."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from pbem.core.data.findings import UsageError
from pbem.core.data.yamlio import MAX_DATA_BYTES, MAX_TYPED_BYTES, decode, read_bytes
from pbem.core.play.run import Outcome, adjudicate
from pbem.core.reading.report import Around
from pbem.core.record.dice import RunKeys, seed_keys
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.setup import game_of
from pbem.core.rules.system import find_system
from pbem.moderation.window import Received, kind_of
from pbem.store.cache import cached_state
from pbem.store.directory import STATE, GameDirectory, RunName
from pbem.store.files import told, write_folder
from pbem.store.inputs import PARTS, data_files, hashed
from pbem.store.pending import Waiting, clear_waiting, waiting, write_waiting
from pbem.store.programs import program_of
from pbem.store.resumed import resumed
from pbem.store.runs import Played, check_window
from pbem.store.soundness import check_begun
from pbem.store.texts import private_names, reports_of, run_texts


def load_state(path: Path) -> State:
    """A state from a bare file; its system says how older formats are upgraded."""
    text = decode(read_bytes(path, MAX_DATA_BYTES), str(path))
    match = re.search(r"^system:\s*([a-z0-9]+)\s*$", text, re.MULTILINE)
    upgrades = find_system(match.group(1)).upgrades if match else {}
    return cached_state(path, upgrades)


def read_files(paths: Iterable[Path]) -> dict[str, bytes]:
    """The bytes of the files that a user names; the same file twice counts once."""
    return {str(path): read_bytes(path, MAX_TYPED_BYTES) for path in paths}


def sorted_out(files: Mapping[str, bytes], data: Mapping[str, str], keys: RunKeys) -> Received:
    """Received files by their kinds."""
    parts: dict[str, dict[str, bytes]] = {part: {} for part in (*PARTS, "protest", "game")}
    for name, content in files.items():
        parts[kind_of(content)][name] = content
    for name in parts["game"]:
        raise UsageError(f"{name} is no file of a player", hint="a game.yaml goes with --game")
    for name in parts["protest"]:
        raise UsageError(
            f"{name} is no file of a run", hint="pbem receive --by-hand FILE enters a protest"
        )
    orders, standing, answers, overrides = (parts[part] for part in PARTS)
    return Received(orders, standing, answers, overrides, data, keys.fingerprint)


def play_files(
    state_path: Path, paths: Iterable[Path], out: Path | None, seed: str | None
) -> Played:
    """Play the window of a bare state; with no seed, one is drawn and stands in the log."""
    state = load_state(state_path)
    number = state.clock.run + 1
    stopped = None if out is None else _waiting_in(out, number)
    game = game_of(state, str(state_path))
    data = hashed(data_files(game))
    keys = seed_keys(secrets.token_hex(8) if seed is None else seed, number)
    window = check_window(game, state, sorted_out(read_files(paths), data, keys))
    files = replace(window.files, program=program_of(game.system))
    check_begun(stopped, files.program)
    prefix = stopped.prefix if stopped else None
    outcome = resumed(
        out or state_path, window.kept, lambda: adjudicate(game, state, files, keys, prefix)
    )
    run = RunName(outcome.run)
    if outcome.pending:
        asked = () if out is None else _write_waiting(out, game, outcome, window.kept, keys=keys)
        return Played(run, None, outcome, {}, window.findings, asked)
    reports = reports_of(game, outcome, Around())
    if out is None:
        return Played(run, None, outcome, reports, window.findings)
    inputs = {**window.kept, STATE: read_bytes(state_path, MAX_DATA_BYTES)}
    texts = run_texts(outcome, reports, inputs)
    clear_waiting(out)
    write_folder(out, texts, private=private_names(texts))
    return Played(run, out, outcome, reports, window.findings)


def _waiting_in(out: Path, number: int) -> Waiting | None:
    """The run that waits in an output folder; anything else there is not overwritten."""
    if not out.exists():
        return None
    stopped = waiting(out, number) if out.is_dir() else None
    others = [] if stopped is None else [p for p in out.iterdir() if not p.match("pending*")]
    if others or (stopped is None and (not out.is_dir() or any(out.iterdir()))):
        raise UsageError(f"{out} is there already and is not overwritten", hint="name a new folder")
    return stopped


def _write_waiting(
    out: Path, game: Game, outcome: Outcome, kept: Mapping[str, bytes], *, keys: RunKeys
) -> tuple[Path, ...]:
    with told(out):
        out.mkdir(parents=True, exist_ok=True)
    return write_waiting(out, game, outcome, kept, keys=keys)


def entries_in(folder: Path) -> list[Entry]:
    """All entries of the log in a run's folder."""
    return GameDirectory(folder).entries(folder)
