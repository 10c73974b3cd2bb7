"""The filled order form: made from what its player may see, and from nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind
from pbem.core.choices.standing import Line, Lines, line_name
from pbem.core.data import schemas
from pbem.core.data.findings import Finding, warning
from pbem.core.orders.orders import StandingOrders, open_window
from pbem.core.reading.report import heading
from pbem.core.reading.scene import Scene
from pbem.core.record.state import State, Unit
from pbem.core.record.views import stamp, visible_state
from pbem.core.rules.game import Game
from pbem.core.rules.sequence import steps_past
from pbem.core.rules.system import Section
from pbem.moderation.absence import DEPUTY, away

WIDTH: Final = 78
FACE_DOWN: Final = "face-down"
DEFAULT: Final = "the default"


def form(game: Game, state: State, player: str, standing: StandingOrders | None = None) -> str:
    """The order form of a player for the open window."""
    scene = _scene(game, state, player)
    parts = [
        _head(scene, stamp(state, player)),
        *([] if player not in state.due else [_sections(scene)]),
        _decisions(scene, standing),
    ]
    return "\n".join("\n".join(part) + "\n" for part in parts if part)


def _scene(game: Game, state: State, player: str) -> Scene:
    seen = visible_state(state, player)
    return Scene(game, player, seen, seen, ())


def _head(scene: Scene, mark: str) -> list[str]:
    state, player = scene.after, scene.player
    powers = ", ".join(scene.title(power.id) for power in state.powers_of_player(player))
    lines = [f"# {powers}: {heading(scene.game, state)}"]
    gone = away(scene.game.roster, state.clock.run + 1).get(player)
    if gone:
        lines.append(f"# {gone.told}.")
    if player not in state.due:
        lines.append("# You owe no orders for this window; your standing orders answer.")
    system = scene.game.system
    for told in (*system.briefing(scene), *system.outlook(scene)) if player in state.due else ():
        lines += _commented(told)
    deputy = gone.deputy if gone and gone.absence.then == DEPUTY else ""
    return [
        *lines,
        f"window: {open_window(scene.game, state)}",
        f"for_state: {json.dumps(mark)}    # or: any (play what is still legal)",
        f"player: {player}",
        *([f"# deputy: {deputy}    # if you fill this in, take the # away"] if deputy else []),
        "luck:     # any text of yours; it goes into the dice",
        "note:     # to the moderator",
        "press:    # to everyone",
    ]


# --- sections ----------------------------------------------------------------------------------


def _sections(scene: Scene) -> list[str]:
    """Every section that the window can still order, with the units that may act in it."""
    may_act = scene.game.system.receipts.may_act
    ready = may_act(scene.game.at(scene.after, scene.player)) if may_act else {}
    past = steps_past(scene.game.system.sequence, scene.after.clock.window)
    lines: list[str] = []
    for section in scene.game.system.sections:
        if section.step in past:
            continue
        lines.append(f"# {section.title} ({section.cite}): {grammar(section)}")
        if shown := example(section):
            lines += _commented(f"for example: {shown}")
        if section.name in ready:
            units = units_by_place(scene, ready[section.name])
            lines += _commented(f"may act: {units or 'none'}")
        lines += [f"{section.name}:", ""]
    return lines[:-1]


def grammar(section: Section) -> str:
    """What one order of a section looks like, from its schema: optional keys in brackets."""
    schema = schemas.load_schema(section.schema)
    keys = schema.get("properties", {})
    if not keys:
        return str(schema.get("x-say") or schema.get("title", ""))
    wanted = schema.get("required", ())
    inner = ", ".join(key if key in wanted else f"[{key}]" for key in keys)
    return "{" + inner + "}" + ("" if section.single else ", in a list")


def example(section: Section) -> str:
    """The example that the title of a section's schema holds, if it holds one."""
    _, brace, inside = str(schemas.load_schema(section.schema).get("title", "")).partition(": {")
    return "{" + inside if brace else ""


def units_by_place(scene: Scene, ids: Sequence[str]) -> str:
    """Units by place, each place once."""
    by_place: dict[str, list[str]] = {}
    for unit_id in ids:
        unit = scene.after.units[unit_id]
        by_place.setdefault(unit.at, []).append(scene.name_of(unit))
    return "; ".join(f"{scene.place(at)}: {', '.join(names)}" for at, names in by_place.items())


def _commented(text: str) -> list[str]:
    from textwrap import wrap

    return wrap(text, WIDTH, initial_indent="#   ", subsequent_indent="#     ")


# --- decisions that may come up ----------------------------------------------------------------


def _decisions(scene: Scene, standing: StandingOrders | None) -> list[str]:
    lines = [
        "# DECISIONS THAT MAY COME UP: when, where you answer beforehand, which facts a",
        "# condition may ask. Where no `now` stands, the default answers as things are.",
    ]
    kinds = scene.game.system.kinds
    for kind in kinds:
        lines += _commented(f"{kind.title} ({kind.cite}), {kind.moment}")
        lines += _commented(f"  {_where_said(kind)}")
        if kind.facts:
            lines += _commented(f"  facts: {', '.join(kind.facts)}")
        now = answer_now(scene.game, kind, standing)
        lines += _commented(f"  now: {now}") if now != DEFAULT else []
    for finding in doubtful_lines(scene, standing):
        lines += _commented(f"! {finding.message}")
    return [*lines, *_glossary(kinds)]


def _where_said(kind: DecisionKind) -> str:
    said = [f"{key.section}: {{{key.key or 'at, if'}: …}}" for key in kind.keys]
    return "say it under " + " or ".join(said) if said else "nobody can say it beforehand"


def _glossary(kinds: Iterable[DecisionKind]) -> list[str]:
    """What each fact means, once; with the decision's title where it means something else there."""
    meanings: dict[str, dict[str, list[str]]] = {}
    for kind in kinds:
        for name, meaning in kind.facts.items():
            meanings.setdefault(name, {}).setdefault(meaning, []).append(kind.title)
    lines = ["# FACTS FOR CONDITIONS, `if: FACT >= VALUE`; a list of conditions means all"]
    for name in sorted(meanings):
        several = len(meanings[name]) > 1
        for meaning, titles in meanings[name].items():
            where = f" [{', '.join(dict.fromkeys(titles))}]" if several else ""
            lines += _commented(f"{name}: {meaning}{where}")
    return lines if meanings else []


def answer_now(game: Game, kind: DecisionKind, standing: StandingOrders | None) -> str:
    """Who answers a kind of decision as things stand: lines, then the preset, then the default."""
    found: list[str] = []
    if standing is not None:
        found += _answers(kind, standing.lines)
        if standing.preset in game.presets:
            preset = [text for _, text in _matching(kind, game.presets[standing.preset])]
            found += [f"preset {standing.preset}: {', '.join(preset)}"] if preset else []
    return "; then ".join([*found, DEFAULT])


def lines_read_back(game: Game, lines: Lines) -> tuple[tuple[str, str], ...]:
    """What an order file's own lines answer, by kind of decision."""
    told = [(kind.title, "; then ".join(_answers(kind, lines))) for kind in game.system.kinds]
    return tuple((title, text) for title, text in told if text)


def _answers(kind: DecisionKind, lines: Lines) -> list[str]:
    return [f"{line_name(line)}: {text}" for line, text in _matching(kind, lines)]


def _matching(kind: DecisionKind, lines: Lines) -> Iterator[tuple[Line, str]]:
    for key, line in lines.for_kind(kind):
        words = line.answer(key)
        if words is not None:
            yield line, said(key, line, words)


def said(key: AnswerKey, line: Line, words: Any) -> str:
    """One line of a standing file in words."""
    where = "anywhere" if line.places is None else f"at {', '.join(line.places)}"
    conditions = "".join(f", if {condition}" for condition in line.conditions)
    answer = ", ".join(str(word) for word in words) if isinstance(words, list) else str(words)
    return f"{answer} ({where}{conditions})"


def doubtful_lines(scene: Scene, standing: StandingOrders | None) -> Iterator[Finding]:
    """Dead and face-down units in standing lines: warnings, never errors."""
    if standing is None:
        return
    for rows in standing.lines.by_section.values():
        for line in rows:
            for word in _words(line.says):
                trouble = _trouble(scene, word)
                if trouble:
                    name = line_name(line)
                    message = f"your standing orders, {name}: {word} {trouble}"
                    yield warning("not-ready", message, where=line.where)


def _words(says: Mapping[str, Any]) -> Iterable[str]:
    for value in says.values():
        yield from (str(word) for word in (value if isinstance(value, list) else [value]))


def _trouble(scene: Scene, word: str) -> str:
    """What is wrong with the units that a word names; nothing where one of them is ready."""
    units = _named(scene, word)
    if units is None or any(_ready(scene, unit) for unit in units):
        return ""
    on_board = [unit for unit in units if _on_board(scene, unit)]
    return "lies face-down" if on_board else "is not on the map"


def _named(scene: Scene, word: str) -> list[Unit] | None:
    """The player's side's units that a word names; None where it names no counter of theirs."""
    state = scene.after
    sides = {power.side for power in state.powers_of_player(scene.player)}
    owners = {power.id for power in state.powers.values() if power.side in sides}
    lent = {unit.counter for unit in state.units.values() if unit.owner in owners}
    counters = [
        counter
        for counter in scene.game.counters.find(word)
        if not counter.power or counter.power in owners or counter.id in lent
    ]
    if word not in state.units and not counters:
        return None
    ids = {counter.id for counter in counters}
    return [
        u for u in state.units.values() if u.owner in owners and (u.id == word or u.counter in ids)
    ]


def _on_board(scene: Scene, unit: Unit) -> bool:
    return unit.at in scene.game.board or unit.at.startswith("in:")


def _ready(scene: Scene, unit: Unit) -> bool:
    return _on_board(scene, unit) and not unit.marked(FACE_DOWN)
