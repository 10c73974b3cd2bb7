"""The filled order form: made from what its player may see, and from nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind
from pbem.core.choices.standing import Line, Lines, line_name
from pbem.core.data.findings import Finding, warning
from pbem.core.data.yamlio import flow_text
from pbem.core.orders.orders import StandingOrders, open_window, standing_sections
from pbem.core.reading.report import heading
from pbem.core.reading.scene import Scene
from pbem.core.record.state import State, Unit
from pbem.core.record.views import stamp, visible_state
from pbem.core.rules.game import Game
from pbem.core.rules.sequence import steps_closed
from pbem.core.rules.system import Section
from pbem.moderation.absence import DEPUTY, away
from pbem.moderation.appendix import appendix, paragraph
from pbem.moderation.examples import Examples, commented

FACE_DOWN: Final = "face-down"
DEFAULT: Final = "the default"
MOST_LINES_OF_UNITS: Final = 40
ABOARD: Final = ", aboard"
MORE: Final = "# All sections, decisions, facts, places and units: pbem template --appendix"


def form(
    game: Game,
    state: State,
    player: str,
    standing: StandingOrders | None = None,
    *,
    more: bool = False,
) -> str:
    """The form of a player: for orders if he owes them, else for standing orders.

    `more`: with the appendix of all sections, decisions, facts and names.
    """
    scene = _scene(game, state, player)
    if player in state.due:
        parts = [
            _head(scene, stamp(state, player)),
            _units_that_may_act(scene),
            _sections(scene),
            _answered(scene, standing),
        ]
    else:
        parts = [_not_due(scene), standing_form(scene, standing), _answered(scene, standing)]
    parts.append(appendix(scene) if more else [MORE])
    return "\n".join("\n".join(part) + "\n" for part in parts if part)


def _scene(game: Game, state: State, player: str) -> Scene:
    seen = visible_state(state, player)
    return Scene(game, player, seen, seen, ())


def _title(scene: Scene) -> list[str]:
    """Whose form it is, and whether he is away."""
    powers = ", ".join(scene.title(one.id) for one in scene.after.powers_of_player(scene.player))
    gone = away(scene.game.roster, scene.after.clock.run + 1).get(scene.player)
    lines = [f"# {powers}: {heading(scene.game, scene.after)}"]
    return [*lines, f"# {gone.told}."] if gone else lines


def _not_due(scene: Scene) -> list[str]:
    return [
        *_title(scene),
        "# You owe no orders for this window; your standing orders answer. This is a form for",
        "# them: what you send holds from then on, instead of what you sent before.",
    ]


def _head(scene: Scene, mark: str) -> list[str]:
    state, player = scene.after, scene.player
    lines = _title(scene)
    gone = away(scene.game.roster, state.clock.run + 1).get(player)
    system = scene.game.system
    for told in (*system.briefing(scene), *system.outlook(scene)):
        lines += paragraph(told)
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


# --- orders -------------------------------------------------------------------------------------


def _units_that_may_act(scene: Scene) -> list[str]:
    """The units that may act, each once, under the names of the sections in which they may."""
    may_act = scene.game.system.receipts.may_act
    ready = may_act(scene.game.at(scene.after, scene.player)) if may_act else {}
    open_now = {section.name for section in _open(scene)}
    sections: dict[str, list[str]] = {}
    for name in (name for name in ready if name in open_now):
        for unit in ready[name]:
            sections.setdefault(unit, []).append(name)
    groups: dict[tuple[str, ...], list[str]] = {}
    for unit, names in sections.items():
        groups.setdefault(tuple(names), []).append(unit)
    lines: list[str] = []
    for together, units in groups.items():
        lines.append(f"# MAY ACT in {', '.join(together)}")
        lines += _placed(scene, units)
    return lines


def _placed(scene: Scene, units: Sequence[str]) -> list[str]:
    """Units by place: a line for each place, unless that would be very many."""
    told = units_by_place(scene, units)
    lines = [line for place in told.split("; ") for line in paragraph(place)]
    return lines if len(lines) <= MOST_LINES_OF_UNITS else paragraph(told)


def _open(scene: Scene) -> list[Section[Any]]:
    """The sections that the window can still order."""
    closed = steps_closed(scene.game.system.sequence, scene.after.clock.window)
    return [section for section in scene.game.system.sections if section.step not in closed]


def _sections(scene: Scene) -> list[str]:
    """Every section that can be ordered, with examples of what this player may order in it."""
    examples = Examples(scene.game.at(scene.after, scene.player))
    beside = scene.game.system.receipts.beside
    lines = ["# ORDERS: take the # away from what you want, and change it"]
    idle: list[str] = []
    for section in _open(scene):
        found = examples.of(section)
        told = beside[section.name](examples.start) if section.name in beside else ()
        if not found and not told and section.name in scene.game.system.receipts.examples:
            idle.append(section.name)
            continue
        lines.append(f"{section.name}:  # {section.title} ({section.cite})")
        for text in told:
            lines += paragraph(text)
        for data in found:
            lines += commented(data, section.single)
    for name in scene.game.system.order_lines:
        lines += [f"{name}:  # answers to decisions, for this file alone", *_lines(scene, name)]
    if idle:
        lines += paragraph(f"nothing to order now, as it seems: {', '.join(idle)}")
    return lines


def _lines(scene: Scene, section: str) -> list[str]:
    """Examples of lines that answer decisions."""
    suggested = scene.game.system.receipts.examples.get(section)
    position = scene.game.at(scene.after, scene.player)
    return [line for data in (suggested(position) if suggested else ()) for line in commented(data)]


def units_by_place(scene: Scene, ids: Sequence[str]) -> str:
    """Units by place, each place once, and apart from them what is aboard others there."""
    by_place: dict[tuple[str, str], list[Unit]] = {}
    for unit in (scene.after.units[unit_id] for unit_id in ids):
        zone = scene.whereabouts(unit)
        by_place.setdefault((zone, ABOARD if zone != unit.at else ""), []).append(unit)
    zones = [zone for zone, _ in by_place]
    rows = sorted(by_place.items(), key=lambda row: (zones.index(row[0][0]), row[0][1]))
    return "; ".join(
        f"{scene.place(at)}{aboard}: {', '.join(_alike(scene, units))}"
        for (at, aboard), units in rows
    )


def _alike(scene: Scene, units: Iterable[Unit]) -> list[str]:
    """The names of some units; what has one name, as in several holds, is one group."""
    groups: dict[str, Unit] = {}
    for unit in units:
        alone = unit.count is None and (unit.owner, unit.counter) not in scene.alike
        name = unit.id if alone else scene.name_of(replace(unit, count=None))
        many = unit.size + (groups[name].size if name in groups else 0)
        groups[name] = unit if alone else replace(unit, count=many)
    return [scene.name_of(unit) for unit in groups.values()]


# --- standing orders ----------------------------------------------------------------------------


def standing_form(scene: Scene, standing: StandingOrders | None) -> list[str]:
    """A form for standing orders: what holds now, the presets, an example of each section."""
    now = standing or StandingOrders(scene.player)
    lines = [f"standing: {scene.player}"]
    lines += [f"reserve: {flow_text(dict(now.lines.reserve))}"] if now.lines.reserve else []
    presets = scene.game.presets
    if presets:
        lines.append(f"preset: {now.preset}" if now.preset else f"# preset: {next(iter(presets))}")
        lines.append("# PRESETS decide what no line of yours does:")
    for name, preset in presets.items():
        lines += paragraph(f"{name}: {_said_by(preset)}")
    lines.append("# LINES: the first that fits answers; take the # away from what you want")
    for section in standing_sections(scene.game.system):
        rows = now.lines.by_section.get(section, ())
        lines.append(f"{section}:")
        lines += [f"- {flow_text(_row(scene, row))}" for row in rows]
        lines += _lines(scene, section) if scene.game.system.section(section) is None else []
    return lines


def _said_by(preset: Lines) -> str:
    """`attack {lose: club}, defend {lose: club}`; what two sections have alike is said once."""
    told: dict[str, list[str]] = {}
    for section, rows in preset.by_section.items():
        text = ", ".join(flow_text(_plain(row)) for row in rows)
        told.setdefault(text, []).append(section)
    return "; ".join(f"{' and '.join(names)} {text}" for text, names in told.items())


def _plain(row: Line) -> dict[str, Any]:
    """A line without its places, as it is typed."""
    conditions = [str(condition) for condition in row.conditions]
    limits = {"limit": row.limit, "limit_here": row.limit_here}
    typed = conditions[0] if len(conditions) == 1 else conditions
    return {
        **({"if": typed} if conditions else {}),
        **{key: many for key, many in limits.items() if many is not None},
        **row.says,
    }


def _row(scene: Scene, row: Line) -> dict[str, Any]:
    """A line as it is typed."""
    places = [scene.place(place) for place in row.places or ()]
    return {**({"at": places} if places else {}), **_plain(row)}


# --- who answers --------------------------------------------------------------------------------


def _answered(scene: Scene, standing: StandingOrders | None) -> list[str]:
    """Who answers what as things stand, where it is not the default; doubtful lines."""
    lines: list[str] = []
    for kind in scene.game.system.kinds:
        now = answer_now(scene.game, kind, standing)
        lines += paragraph(f"{kind.title}: {now}") if now != DEFAULT else []
    for finding in doubtful_lines(scene, standing):
        lines += paragraph(f"! {finding.message}")
    return ["# DECIDED BEFOREHAND, as your standing orders have it", *lines] if lines else []


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
