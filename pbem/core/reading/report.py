"""The report of a run for one player: what is next, what changed, what was decided, and why.

A report is made from a Scene (one player's view of the run) and the roster; the system supplies
the words of its verdicts (`System.paragraphs`), of the summary and of the outlook. The value is
laid out as text by `pbem.core.reading.layout` and as JSON by `report_data`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from pbem.core.choices.decisions import Source
from pbem.core.data.findings import UsageError
from pbem.core.play.run import UNREPLAYED, Course, Outcome
from pbem.core.reading.amended import AMENDMENT, amended
from pbem.core.reading.checklist import Pile, checklist
from pbem.core.reading.comparing import Line
from pbem.core.reading.rulechanges import rule_lines
from pbem.core.reading.ruled import ruled_in_verdicts
from pbem.core.reading.rulings import RuledRow, ruled_rows, ruling_lines
from pbem.core.reading.scene import Scene
from pbem.core.reading.summary import changed_lines
from pbem.core.record.ledger import Entry, Ledger
from pbem.core.record.state import State
from pbem.core.record.views import visible_entries, visible_state
from pbem.core.rules.game import Game
from pbem.core.rules.rulings import RULING
from pbem.core.rules.sequence import OVER, plain_window, windows

FORMAT: Final = "pbem-report/1"
SCRIPT: Final = "docs/verify_dice.py"
_DIRECT: Final = "the order"

OWN: Final = "data/own/"  # how the log calls the files of an owner


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One verdict in words, under its number."""

    number: int
    kind: str
    path: str
    cite: str
    lines: tuple[str, ...]
    brief: tuple[str, ...]  # what the short report says of it, perhaps nothing


@dataclass(frozen=True, slots=True)
class Decided:
    """One choice that was made for a player without an e-mail, and by which line."""

    number: int
    what: str
    at: str
    answer: str
    why: str
    cite: str
    path: str

    @property
    def told(self) -> str:
        """`Stance in a clash at Ford`."""
        return f"{self.what} at {self.at}" if self.at else self.what


@dataclass(frozen=True, slots=True)
class Refused:
    """An order that was not carried out: rejected or overtaken (nothing paid) or failed (paid)."""

    order: str
    line: int
    result: str
    reasons: tuple[str, ...]
    hints: tuple[str, ...]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mattered:
    """An interpretation that a verdict depended on."""

    id: str
    reading: str
    meaning: str
    is_default: bool
    paragraphs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChartUsed:
    """A chart that is not the printed one."""

    id: str
    provenance: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What pins the log down: its length, the hash of its last line, and the dice key."""

    entries: int
    last: str
    key: str
    key_number: int
    key_kind: str
    luck: tuple[str, ...]
    dice: str
    beacon: tuple[str, ...] = ()  # the round that entered the dice, and its value
    script: str = SCRIPT


@dataclass(frozen=True, slots=True)
class Around:
    """What a report says that is not in this run's ledger; a game directory knows it."""

    deadlines: Mapping[str, str] = field(default_factory=dict)
    away: Mapping[str, str] = field(default_factory=dict)
    standing: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    protests: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    """A report, part by part, in the order in which a player reads it."""

    game: str
    heading: str
    run: int
    player: str
    reader: str
    next: tuple[str, ...]
    idle: tuple[str, ...]
    outlook: tuple[str, ...]
    nations: tuple[str, ...]
    forces: tuple[str, ...]
    rules: tuple[str, ...]
    ruled: tuple[RuledRow, ...]
    changed: tuple[str, ...]
    decided: tuple[Decided, ...]
    paragraphs: tuple[Paragraph, ...]
    checklist: tuple[Pile, ...]
    refused: tuple[Refused, ...]
    interpretations: tuple[Mattered, ...]
    charts: tuple[ChartUsed, ...]
    own: tuple[str, ...]
    press: Mapping[str, str]
    notes: tuple[str, ...]
    protests: tuple[str, ...]
    void_runs: tuple[Mapping[str, object], ...] | None
    renewed: tuple[Mapping[str, object], ...]
    standing: str
    proof: Proof | None
    last_paragraph: int
    compare: Line | None = None


def report_data(report: Report) -> dict[str, object]:
    """A report as plain data, for --format json."""
    return {"format": FORMAT, **asdict(report)}


def report_for(game: Game, outcome: Outcome, player: str, around: Around | None = None) -> Report:
    """The report of a run that was just played, for one player (`` is the public)."""
    report = unproved(
        game, outcome.before, outcome.course, player=player, around=around or Around()
    )
    return replace(report, proof=proof_of(outcome.ledger))


def unproved(game: Game, before: State, course: Course, *, player: str, around: Around) -> Report:
    """The report of a run whose log is not sealed yet, and so without its proof."""
    scene = Scene(
        game,
        player,
        visible_state(before, player),
        visible_state(course.state, player),
        visible_entries(course.entries, player),
    )
    return build_report(scene, None, around)


def build_report(scene: Scene, proof: Proof | None, around: Around) -> Report:
    """The report of what a scene shows."""
    over = scene.after.clock.window == OVER
    return Report(
        game=scene.before.game,
        heading=heading(scene.game, scene.before),
        run=scene.after.clock.run,
        player=scene.player,
        reader=_reader(scene),
        next=next_lines(scene, around),
        idle=() if over else tuple(map(scene.person, _in_order(scene, owing=False))),
        outlook=() if over else (*_away(scene, around), *scene.game.system.outlook(scene)),
        nations=scene.game.system.nations(scene),
        forces=scene.game.system.forces(scene),
        rules=rule_lines(_header(scene.entries).get("changed", ()), scene.game.interpretations),
        ruled=ruled_rows(scene),
        changed=changed_lines(scene),
        decided=decided_rows(scene),
        paragraphs=paragraphs(scene),
        checklist=checklist(scene),
        refused=refused_orders(scene),
        interpretations=interpretations(scene),
        charts=charts(scene.entries),
        own=own_data(scene.entries),
        press=_header(scene.entries).get("press", {}),
        notes=(*_unreplayed(_header(scene.entries)), *around.notes),
        protests=around.protests.get(scene.player, ()),
        void_runs=_void_runs(_header(scene.entries)),
        renewed=tuple(_header(scene.entries).get("earlier", ())),
        standing=around.standing.get(scene.player, ""),
        proof=proof,
        last_paragraph=max((entry.body.get("par", 0) for entry in scene.entries), default=0),
    )


def _unreplayed(header: Mapping[str, object]) -> tuple[str, ...]:
    """That nobody has seen whether the run was played by the rules, where its head says so."""
    if UNREPLAYED not in header:
        return ()
    worker = header[UNREPLAYED]
    return (f"played by the worker '{worker}' of a cluster, and not replayed by the moderator",)


def _void_runs(header: Mapping[str, Any]) -> tuple[Mapping[str, object], ...] | None:
    """The runs that were taken back before this one; None where its log tells nothing of them."""
    if "void" in header:
        return tuple(header["void"])
    return None if header.get("key", {}).get("kind") == "chain" else ()


# --- head, next, changed ---------------------------------------------------------------------


def heading(game: Game, state: State) -> str:
    """When it is, in the system's words: `Jul/Aug 1941, impulse 3, Axis`."""
    told = game.system.words.heading
    if told is not None:
        return told(game.at(state))
    return state.clock.name


def _reader(scene: Scene) -> str:
    if not scene.player:
        return "everyone"
    own = scene.before.powers_of_player(scene.player) or scene.after.powers_of_player(scene.player)
    powers = [scene.title(power.id) for power in own]
    return f"{scene.title(scene.player)} ({', '.join(powers)})"


def next_lines(scene: Scene, around: Around) -> tuple[str, ...]:
    """Who owes orders for which window, the reader first; or how the game ended."""
    if scene.after.clock.window == OVER:
        return ("The game is over", *scene.game.system.result(scene))
    window = _window(scene)
    lines = []
    for player in _in_order(scene, owing=True):
        title = scene.title(player)
        name = title.upper() if player == scene.player else title
        by = around.deadlines.get(player)
        lines.append(f"{name}: orders for {window}" + (f", by {by}" if by else ""))
    return tuple(lines)


def _in_order(scene: Scene, owing: bool) -> list[str]:
    """The players who owe orders, or those who do not; the reader first."""
    players = sorted(scene.after.players(), key=lambda name: (name != scene.player, name))
    return [player for player in players if (player in scene.after.due) == owing]


def _away(scene: Scene, around: Around) -> list[str]:
    players = sorted(scene.after.players(), key=lambda name: (name != scene.player, name))
    return [f"{scene.title(p)} is {around.away[p]}" for p in players if p in around.away]


def _window(scene: Scene) -> str:
    """The window that is open now; named where an impulse has several."""
    now = heading(scene.game, scene.after)
    known = windows(scene.game.system.sequence)
    title = next((w.title for w in known if w.name == scene.after.clock.window), "")
    is_plain = scene.after.clock.window == plain_window(scene.game.system.sequence)
    return f"{now}, {title}" if title and not is_plain else now


# --- decided for you ---------------------------------------------------------------------------


def decided_rows(scene: Scene) -> tuple[Decided, ...]:
    """The choices that were this player's and that his orders did not make outright."""
    return tuple(
        _decided(scene, entry)
        for entry in scene.entries
        if entry.kind == "decision" and _was_decided_for(scene.player, entry.body)
    )


def _was_decided_for(player: str, body: Mapping[str, Any]) -> bool:
    if body["source"] == Source.ORDERS and body["line"] == _DIRECT:
        return False
    return not player or player in body["by"] or player in body["players"]


def _decided(scene: Scene, entry: Entry) -> Decided:
    body = entry.body
    names = [str(body["options"].get(pick, pick)) for pick in body["picks"]]
    return Decided(
        number=body["par"],
        what=scene.game.system.kind(body["decision"]).title,
        at=scene.place(body["at"]) if body["at"] else "",
        answer=", ".join(names) or "nobody",
        why=why_decided(scene, body),
        cite=body["cite"],
        path=entry.path,
    )


def why_decided(scene: Scene, body: Mapping[str, Any]) -> str:
    """By which line a choice was made, and the facts that the line asked about."""
    whose = scene.people(body["players"])
    whose = "your" if whose == "you" else f"{whose}'s"
    line = body["line"]
    by_line = f": {line}" if line else ""  # others do not see a player's line
    of = "" if scene.player in body["by"] else f"of {scene.people(body['by'])} "
    words = {
        Source.OVERRIDE: "the moderator decided",
        Source.ORDERS: f"{whose} orders{by_line}",
        Source.ANSWERS: f"{whose} answer",
        Source.STANDING: f"{whose} standing orders{by_line}",
        Source.PRESET: f"{whose} {line or 'preset'}",
        Source.DEFAULT: f"no line {of}fits, so the default",
        Source.SETTLED: f"{scene.people(body['players'])} differed{by_line}",
    }[Source(body["source"])]
    facts = ", ".join(
        f"{name} {_fact(body['facts'][name])}" for name in _asked(line, body["facts"])
    )
    words = f"{words} (here: {facts})" if facts else words
    return "; ".join((words, *(f"passed over {said}" for said in body["passed"])))


def _asked(line: str, facts: Iterable[str]) -> list[str]:
    """The facts that a line asks about; `enemy air >= 1` asks nothing about `air`."""
    conditions = line.partition(": ")[2].split(" and ")
    return [name for name in facts if any(said.startswith(f"{name} ") for said in conditions)]


def _fact(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return "+".join(str(item) for item in value) or "none"
    return "none" if value is None else str(value)


# --- paragraphs --------------------------------------------------------------------------------


def paragraphs(scene: Scene) -> tuple[Paragraph, ...]:
    """The verdicts in words; a verdict for which the system has no words left is left out."""
    found = []
    ruled = ruled_in_verdicts(scene.entries)
    for entry in scene.entries:
        if entry.kind != "verdict":
            continue
        lines = tuple(verdict_lines(scene, entry))
        if lines:
            body, more = entry.body, tuple(ruled.get(entry.body["par"], ()))
            write = scene.game.system.briefs.get(body["verdict"])
            brief = tuple(write(entry, scene)) if write and not more else lines
            found.append(
                Paragraph(
                    number=body["par"],
                    kind=body["verdict"],
                    path=entry.path,
                    cite=body["cite"],
                    lines=(*lines, *more),
                    brief=(*brief, *more),
                )
            )
    return tuple(found)


def find_paragraph(entries: Sequence[Entry], number: int) -> int:
    """Where the entry of a paragraph stands."""
    for index, entry in enumerate(entries):
        if entry.kind in ("verdict", "decision") and entry.body["par"] == number:
            return index
    numbers = [e.body["par"] for e in entries if e.kind in ("verdict", "decision")]
    last = max(numbers, default=0)
    raise UsageError(
        f"there is no paragraph {number} that you may see", hint=f"the last one is {last}"
    )


def verdict_lines(scene: Scene, entry: Entry) -> Sequence[str]:
    """A verdict in the system's words, or plainly: what it was, and its facts."""
    write = scene.game.system.paragraphs.get(entry.body["verdict"])
    if write is not None:
        return write(entry, scene)
    if entry.body["verdict"] == AMENDMENT:
        return amended(entry, scene)
    if entry.body["verdict"] == RULING:
        return ruling_lines(entry, scene)
    body, outcome = entry.body, entry.outcome
    title = f"{body['verdict'].replace('-', ' ').upper()} ({body['cite']})  {scene.said(outcome)}"
    return [title, *(f"{name}: {words}" for name, words in told_facts(scene, body["facts"]))]


def told_facts(scene: Scene, facts: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """The facts of a verdict, each on one line, in words; that it is about no place goes unsaid."""
    return tuple(
        (name, plain_fact(value, scene.said))
        for name, value in facts.items()
        if name != "at" or value is not None
    )


def plain_fact(value: object, say: Callable[[str], str] = str) -> str:
    """A fact on one line; `say` has the words for an id."""
    if isinstance(value, Mapping):
        pairs = ((say(name), plain_fact(item, say)) for name, item in value.items())
        return ", ".join(" ".join(pair) for pair in pairs) or "none"
    if isinstance(value, list):
        between = "; " if any(isinstance(item, (Mapping, list)) for item in value) else ", "
        return between.join(plain_fact(item, say) for item in value) or "none"
    return say(value) if isinstance(value, str) else _fact(value)


# --- orders, interpretations, charts, proof ------------------------------------------------------


def refused_orders(scene: Scene) -> tuple[Refused, ...]:
    """The player's orders that were not carried out, with every reason."""
    return tuple(
        _refused(entry.body)
        for entry in scene.entries
        if entry.kind == "order"
        and entry.body["result"] != "done"
        and scene.player in ("", entry.body["player"])
    )


def _refused(body: Mapping[str, Any]) -> Refused:
    reasons = [reason for reason in body.get("reasons", ()) if reason["severity"] == "error"]
    return Refused(
        order=f"{body['section']} {body['number']}",
        line=body["line"],
        result=body["result"],
        reasons=tuple(reason["message"] for reason in reasons),
        hints=tuple(reason["hint"] for reason in reasons),
        cites=tuple(reason["cite"] for reason in reasons),
    )


def interpretations(scene: Scene) -> tuple[Mattered, ...]:
    """The interpretations that mattered, with the paragraphs in which they did."""
    used: dict[tuple[str, str], list[int]] = {}
    for entry in scene.entries:
        if entry.kind == "verdict":
            for name, reading in entry.body["readings"].items():
                used.setdefault((name, reading), []).append(entry.body["par"])
    for name, reading in _digest(scene.entries).get("readings", {}).items():
        used.setdefault((name, reading), [])
    known = scene.game.interpretations
    return tuple(
        Mattered(
            id=name,
            reading=reading,
            meaning=known[name].options.get(reading, ""),
            is_default=known[name].default == reading,
            paragraphs=tuple(numbers),
        )
        for (name, reading), numbers in sorted(used.items())
    )


def charts(entries: Iterable[Entry]) -> tuple[ChartUsed, ...]:
    """The charts used that are neither printed in the rulebook nor the owner's transcript."""
    used = _digest(entries).get("charts", {})
    exact = ("printed", "transcribed")
    return tuple(ChartUsed(name, where) for name, where in used.items() if where not in exact)


def own_data(entries: Iterable[Entry]) -> tuple[str, ...]:
    """The files of an owner, under `data/` of the game, that the run was played with."""
    inputs = _header(entries).get("inputs", {})
    return tuple(name.removeprefix(OWN) for name in inputs if name.startswith(OWN))


def _header(entries: Iterable[Entry]) -> Mapping[str, Any]:
    return next((entry.body for entry in entries if entry.kind == "header"), {})


def _digest(entries: Iterable[Entry]) -> Mapping[str, Any]:
    return next((entry.body for entry in entries if entry.kind == "digest"), {})


def _beacon(header: Mapping[str, Any]) -> tuple[str, ...]:
    """The round of the beacon that entered the dice, for everybody to look up."""
    said = header.get("beacon_of")
    if not said:
        return ()
    source = header["rules"]["beacon"]
    name = f"{source.get('name', said['source'])}, round {said['round']}"
    return (f"beacon: {name}, for the deadline {said['deadline']}", header["beacon"])


def proof_of(ledger: Ledger) -> Proof:
    """The proof of a ledger that was just written."""
    return proof_from(ledger.entries, ledger.last)


def proof_from(entries: Sequence[Entry], last: str) -> Proof:
    """The proof of a run from its entries and the hash of its last line."""
    header, digest = _header(entries), _digest(entries)
    return Proof(
        entries=len(entries),
        last=last,
        key=digest.get("key", ""),
        key_number=header["key"]["number"],
        key_kind=header["key"]["kind"],
        luck=tuple(name for name, text in header["luck"].items() if text is not None),
        dice=header["dice"],
        beacon=_beacon(header),
    )
