"""A new game: its directory, its roster, the state in which it begins, and its secret keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.core.data import schemas
from pbem.core.data.findings import PbemError, UsageError, suggest
from pbem.core.data.yamlio import flow_text
from pbem.core.record.state import State
from pbem.core.record.statefile import write_state
from pbem.core.rules.game import Roster
from pbem.core.rules.setup import first_state, load_game, roster_from, scenario, to_come
from pbem.store.commitments import SHEET as COMMITMENTS
from pbem.store.commitments import dealt, sheet_text
from pbem.store.directory import STATE, GameDirectory
from pbem.store.files import PRIVATE_FOLDER, told, write_folder
from pbem.store.inputs import PARTS, data_files, hashed
from pbem.store.keys import keys_text, new_keys
from pbem.store.register import REGISTER

_OPTIONAL = ("leaders", "options", "interpretations", "asks")


def create(
    root: Path,
    system: str,
    name: str,
    game: str | None = None,
    players: Mapping[str, Sequence[str]] | None = None,
    seed: str | None = None,
) -> GameDirectory:
    """Begin a game in a new directory; `players` says who runs which powers."""
    said = _roster_data(scenario(system, name), system, name, game, players)
    roster = roster_from(said)
    keys = new_keys(roster.game, seed)
    state = first_state(roster)
    _check_seats(state, roster)
    _tell_all_powers(said["players"], state)
    made = load_game(roster)
    files: dict[str, str | bytes] = {
        "game.yaml": roster_text(said),
        COMMITMENTS: sheet_text(made, keys, hashed(data_files(made))),
        "keys": keys_text(keys),
        f"runs/0/{STATE}": write_state(dealt(roster, keys)),
        REGISTER: "",
    }
    files |= {f"{part}/": "" for part in PARTS}
    write_folder(root, files, private=["keys", f"runs/0/{STATE}"])
    with told(root):
        root.chmod(PRIVATE_FOLDER)
    return GameDirectory(root)


def _roster_data(
    head: Mapping[str, Any],
    system: str,
    name: str,
    game: str | None,
    players: Mapping[str, Sequence[str]] | None,
) -> dict[str, Any]:
    data: dict[str, Any] = {
        "format": "pbem-game/1",
        "game": game or head["game"],
        "system": system,
        "scenario": name,
        "players": dict(head["players"]),
    }
    if players:
        data["players"] = {player: {"powers": list(powers)} for player, powers in players.items()}
    data |= {key: head[key] for key in _OPTIONAL if head.get(key) not in (None, {}, [])}
    if players:
        _settle_leaders(data, head["players"])
    data["missing_orders"] = "stop"
    troubles = schemas.problems("core/game", data)
    if troubles:
        raise UsageError(f"this would not be a legal game.yaml: {troubles[0]}")
    return data


def _settle_leaders(data: dict[str, Any], proposed: Mapping[str, Any]) -> None:
    """Each side's leader is whoever now runs the powers of the one whom the scenario proposes."""
    runs = {power: player for player, said in data["players"].items() for power in said["powers"]}
    leaders = {
        side: runs.get(next(iter((proposed[leader] or {}).get("powers", [])), ""))
        for side, leader in data.get("leaders", {}).items()
    }
    data["leaders"] = {side: leader for side, leader in leaders.items() if leader}


def _check_seats(state: State, roster: Roster) -> None:
    """Every power that the scenario gives to a player is run by one of the roster, and no other."""
    known = {*state.powers, *to_come(roster.system, roster.scenario)}
    for player in roster.players.values():
        for power in player.powers:
            if power not in known:
                hint = suggest(power, known)
                raise UsageError(f"there is no power '{power}' in this scenario", hint=hint)
    idle = [p.id for p in state.powers.values() if not set(p.players) <= set(roster.players)]
    if idle:
        raise PbemError(f"nobody would run {', '.join(idle)}", hint="give every power to a player")


def _tell_all_powers(players: dict[str, Any], state: State) -> None:
    """A player's line also names the powers that he keeps from the scenario."""
    for name, seat in players.items():
        if seat and "powers" in seat:
            own = [power.id for power in state.powers_of_player(name)]
            kept = [power for power in own if power not in seat["powers"]]
            players[name] = {**seat, "powers": [*seat["powers"], *kept]}


_COMMENTS = {
    "players": "# who plays what; also: address, zone (time zone), deputy, missing, absent",
    "leaders": "# who decides where the players of a side disagree",
    "asks": "# how often in an impulse a player's `ask` may stop play",
    "missing_orders": "# stop, standing or pass; a player may have `missing:` of his own",
}


def roster_text(data: Mapping[str, Any]) -> str:
    """game.yaml as a moderator likes to edit it."""
    lines: list[str] = []
    for key, value in data.items():
        if key in _COMMENTS:
            lines.append(_COMMENTS[key])
        if isinstance(value, Mapping):
            lines += [f"{key}:", *(f"  {flow_text(k)}: {flow_text(v)}" for k, v in value.items())]
        elif isinstance(value, list):
            lines += [f"{key}:", *(f"  - {flow_text(row)}" for row in value)]
        else:
            lines.append(f"{key}: {flow_text(value)}")
    return "\n".join(lines) + "\n"
