"""The sheet of commitments: what binds the moderator before the first orders are due.

It holds the first keys, the sealed digest of the first position, every rule and data file, and the
program. Until the game has begun it follows game.yaml and data/; from then on it is fixed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.findings import AuditError, FileTrouble, PbemError
from pbem.core.data.resources import scenario_path
from pbem.core.data.yamlio import flow_text, read_data_text
from pbem.core.orders.orders import sha256
from pbem.core.record.program import Program, program_in
from pbem.core.record.state import State
from pbem.core.record.statefile import write_state
from pbem.core.record.views import sealed_digest
from pbem.core.rules.game import Game, Roster
from pbem.core.rules.setup import first_state, shuffled
from pbem.moderation.absence import deadlines
from pbem.moderation.beacons import beacon_data
from pbem.moderation.rules import rules_of
from pbem.store.directory import STATE, GameDirectory, RunName
from pbem.store.files import inside, write_file
from pbem.store.inputs import data_hashes
from pbem.store.keys import GameKeys, first_keys, row_text
from pbem.store.pending import waiting
from pbem.store.programs import program_of

SHEET: Final = "commitments.yaml"
FORMAT: Final = "pbem-commitments/2"
OLD_FORMAT: Final = "pbem-commitments/1"  # the keys and nothing else
_DEEPEST: Final = 4  # blanks before a row that is all on one line
SET_UP: Final = "data/scenario/setup.yaml"


@dataclass(frozen=True, slots=True)
class Commitments:
    """What was published when the game began; the first form has the keys alone."""

    dice: str = ""
    secrets: str = ""
    length: int = 0
    seed: str | None = None
    sha256: str = ""  # of the sheet
    format: str = OLD_FORMAT
    said: Mapping[str, Any] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether it tells more than keys: position, rules, data and program."""
        return self.format == FORMAT

    @property
    def renews(self) -> str:
        """The SHA-256 of the sheet whose keys were lost, where this one is of new keys."""
        return str(dict(self.said.get("renews", {})).get("sheet", ""))

    @property
    def program(self) -> Program:
        """The program with which the game was to begin."""
        return program_in(self.said["program"])

    @property
    def data(self) -> dict[str, str]:
        """The data files, without the set-up of the scenario, which no run reads."""
        return {name: found for name, found in self.said["data"].items() if name != SET_UP}


@lru_cache(maxsize=4)
def read_sheet(text: str, name: str) -> Commitments:
    """A sheet of commitments; a run looks at it many times."""
    data = read_data_text(text, name)
    form = data.get("format") if isinstance(data, dict) else None
    if form not in (FORMAT, OLD_FORMAT):
        raise FileTrouble(f"{name}: this is no sheet of commitments", hint=f"format: {FORMAT}")
    schemas.require("core/commitments", data, name)
    seed = data.get("seed")
    return Commitments(
        dice=str(data.get("dice", "")),
        secrets=str(data.get("secrets", "")),
        length=int(data.get("length", 0)),
        seed=None if seed is None else str(seed),
        sha256=sha256(text.encode()),
        format=str(form),
        said=data,
    )


def dealt(roster: Roster, keys: GameKeys) -> State:
    """The position in which a game begins: the scenario's, with its hidden counters dealt."""
    return shuffled(first_state(roster), keys.set_up)


def sheet_text(game: Game, keys: GameKeys, data: Mapping[str, str]) -> str:
    """The sheet of a game as it is about to begin."""
    roster = game.roster
    position = sealed_digest(dealt(roster, keys), keys.set_up)
    set_up = scenario_path(roster.system, roster.scenario) / "setup.yaml"
    rows: dict[str, Any] = {
        "format": FORMAT,
        **first_keys(keys),
        "system": roster.system,
        "scenario": roster.scenario,
        "program": program_of(game.system).data(),
        "position": position,
        "data": dict(sorted({**data, SET_UP: sha256(set_up.read_bytes())}.items())),
        "rules": rules_of(game, 1),
        "beacon": beacon_data(roster),
        "deadlines": deadlines(roster, 1),
    }
    return text_of(rows)


def text_of(rows: Mapping[str, Any]) -> str:
    """A sheet as it is written."""
    return "".join(_lines(rows))


def renewed_text(old: Commitments, keys: GameKeys, state: State, said: Mapping[str, Any]) -> str:
    """The sheet of new keys: what the old one says, and the present position under them."""
    position = {"position": sealed_digest(state, keys.set_up)} if old.whole else {}
    return text_of({**old.said, **first_keys(keys), **position, "renews": dict(said)})


def _lines(rows: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """The rows of the sheet, each on its own line down to the players and the options."""
    for name, said in rows.items():
        if isinstance(said, Mapping) and said and len(indent) < _DEEPEST:
            yield f"{indent}{flow_text(name)}:\n"
            yield from _lines(said, indent + "  ")
        else:
            yield f"{indent}{flow_text(name)}: {row_text(said)}\n"


# --- in a game directory -------------------------------------------------------------------------


def sheet_of(directory: GameDirectory) -> Commitments:
    """The sheet as it lies in a game directory."""
    path = inside(directory.root, directory.root / SHEET)
    return read_sheet(directory.text(path), str(path))


def is_fixed(directory: GameDirectory) -> bool:
    """Whether the game has begun, so that its sheet is what it is: played, sealed or waiting."""
    root = directory.root
    there = (directory.void, root / "sealed", root / "register.jsonl")
    return (
        len(directory.runs) > 1
        or waiting(root, 1) is not None
        or any(path.stat().st_size if path.is_file() else path.is_dir() for path in there)
    )


def renewed(directory: GameDirectory) -> bool:
    """Write the sheet anew where game and data have changed before play; the caller has the lock.

    Whether it was written.
    """
    if is_fixed(directory):
        return False
    text = _fresh(directory)
    path = inside(directory.root, directory.root / SHEET)
    if path.is_file() and directory.text(path) == text:
        return False
    _refuse_other_set_up(directory)
    write_file(path, text)
    return True


def _fresh(directory: GameDirectory) -> str:
    return sheet_text(directory.game, directory.keys, data_hashes(directory))


def _refuse_other_set_up(directory: GameDirectory) -> None:
    """The position in which the game begins is the scenario's, under the roster, and no other."""
    path = directory.folder(RunName(0)) / STATE
    if directory.text(path) != write_state(dealt(directory.roster, directory.keys)):
        raise AuditError(
            f"{path} is not the position of the scenario, dealt by the keys of the game",
            hint='restore it; for another set-up write an amendment with after: "0": pbem amend',
        )


def check_sheet(directory: GameDirectory) -> None:
    """Refuse to begin a game that is not what its sheet says."""
    trouble = other_sheet(directory)
    if trouble is not None:
        raise trouble


def other_sheet(directory: GameDirectory) -> PbemError | None:
    """What to say of a sheet that is not of the game as it is; once it has begun its logs tell."""
    if is_fixed(directory):
        return None
    path = directory.root / SHEET
    known, now = sheet_of(directory), _fresh(directory)
    if directory.text(path) == now:
        return None
    names = sorted(_differing(known.said, read_sheet(now, str(path)).said)) or ["its form"]
    return PbemError(
        f"{path} is not what game.yaml and data/ say now: {', '.join(names)}",
        hint=f"pbem commitments {directory.root} writes it anew; publish it again",
    )


def _differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for name in {*old, *new}:
        before, after = old.get(name), new.get(name)
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            yield from (
                f"{name}.{key}"
                for key in {*before, *after}
                if (before.get(key), key in before) != (after.get(key), key in after)
            )
        elif before != after:
            yield name


def check_position(directory: GameDirectory) -> None:
    """Refuse a set-up that is not the one that the sheet commits to."""
    sheet = sheet_of(directory)
    path = directory.folder(directory.runs[0]) / STATE
    if not sheet.whole:
        return
    if sealed_digest(directory.first_state, directory.keys.set_up) != sheet.said["position"]:
        raise AuditError(
            f"{path} is not the position that {SHEET} commits to",
            hint='restore it; to change the set-up write an amendment with after: "0": pbem amend',
        )


def check_keys(directory: GameDirectory) -> None:
    """Refuse keys that do not lead back to what was published when the game began."""
    path = directory.root / SHEET
    sheet = sheet_of(directory)
    if any(sheet.said.get(name) != said for name, said in first_keys(directory.keys).items()):
        raise AuditError(
            f"{path} is not what the game's keys lead back to",
            hint="restore it and the file `keys` as `pbem new` wrote them",
        )
