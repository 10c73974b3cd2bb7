"""What players write: the form that they got, filled in with orders drawn at random.

Orders come from the writers of the random games. What a receipt would refuse is mostly left out, as
by a player who rehearses; what is not is refused by mail, and he writes again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any, Final

import toy  # noqa: F401 (registers the system)
from oracle.drawing import WRITERS
from oracle.playing import Table, refused_rows

from pbem.core.data.yamlio import flow_text
from pbem.core.orders.orders import open_window
from pbem.store.directory import GameDirectory
from pbem.store.moments import moments

Sections = dict[str, Any]

_LEVIES: Final = (1, 1, 2)


def drawn(
    directory: GameDirectory, draw: Random
) -> tuple[dict[str, Sections], dict[str, Sections]]:
    """The orders of all who owe some, and standing orders of everybody."""
    table = Table(directory.game, directory.state(), "", moments(directory))
    write = WRITERS.get(table.game.system.name, _toy_files)
    sent, standing = write(table, draw)
    return {player: _legal(table, player, said) for player, said in sent.items()}, standing


def _legal(table: Table, player: str, said: Sections) -> Sections:
    """Orders without the rows that their receipt refuses; a section that is no list goes whole."""
    for _ in range(3):
        head = {"window": table.window, "for_state": "any", "player": player}
        text = "".join(f"{key}: {flow_text(value)}\n" for key, value in {**head, **said}.items())
        refused = refused_rows(table, player, text)
        if not refused:
            break
        for section, numbers in refused.items():
            rows = said[section]
            kept = [r for n, r in enumerate(rows, 1) if n not in numbers] if _is_list(rows) else []
            said = {**said, section: kept}
        said = {name: rows for name, rows in said.items() if rows != []}
    return said


def _is_list(rows: object) -> bool:
    return isinstance(rows, list)


def _toy_files(table: Table, draw: Random) -> tuple[dict[str, Sections], dict[str, Sections]]:
    state, sent = table.state, {}
    for player in state.due:
        powers = {power.id for power in state.powers_of_player(player)}
        units = [unit for unit in state.units.values() if unit.owner in powers]
        near = table.game.board.neighbours
        marches = [
            {"unit": unit.id, "to": draw.choice(sorted(near[unit.at]))}
            for unit in units
            if unit.at in near and near[unit.at] and draw.randrange(3) == 0
        ]
        said: Sections = {"march": marches}
        if table.window.endswith("levy"):
            said["levy"] = {"draw": draw.choice(_LEVIES)}
        sent[player] = said
    standing = {
        player: {"council": {"gift": draw.choice(("gold", "steel", "ask"))}}
        for player in state.players()
    }
    standing[state.due[0]] = {"council": {"gift": "ask"}}
    return sent, standing


def filled(form: str, head: Mapping[str, str], sections: Sections) -> str:
    """A form with its head and its sections filled in where they stand; others at the end."""
    lines = form.rstrip("\n").split("\n")
    for key, value in head.items():
        lines = [
            f"{key}: {flow_text(value)}" if line.startswith(f"{key}:") else line for line in lines
        ]
    for name, rows in sections.items():
        text = _section(name, rows)
        place = next((n for n, line in enumerate(lines) if re.match(rf"{name}:", line)), None)
        if place is None:
            lines.append(text)
        else:
            lines[place] = text
    return "\n".join(lines) + "\n"


def _section(name: str, rows: Any) -> str:
    if _is_list(rows) and rows:
        return "\n".join([f"{name}:", *(f"- {flow_text(row)}" for row in rows)])
    return f"{name}: {flow_text(rows)}"


def deputised(form: str) -> str:
    """A form as a deputy fills it in."""
    text, many = re.subn(r"(?m)^# (deputy: \S+).*$", r"\1", form)
    assert many == 1, form[:600]
    return text


def answered(questions: str) -> str:
    """Questions with the first options below each, as many as are wanted."""
    lines, options, many = [], list[str](), 1
    for line in questions.split("\n"):
        if wanted := re.match(r"# write (\d+)", line):
            options, many = [], max(1, int(wanted[1]))
        elif option := re.match(r"#   (\S.*)", line):
            options.append(option[1].split("  ")[0])
        if line.strip() == "answer:":
            words = options[:many]
            line = f"{line} {flow_text(words[0] if many == 1 else words)}"
        lines.append(line)
    return "\n".join(lines)


def window_of(directory: GameDirectory) -> str:
    """The open window, as forms name it."""
    return open_window(directory.game, directory.state())
