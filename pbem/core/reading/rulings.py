"""What the moderator ruled in a run: the paragraph of a ruling, and all of them at a glance.

Decides how a reader tells the moderator's word from the program's. Leaves to `ruled` what stands
under the verdicts that rest on a ruling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.reading.amended import change_lines
from pbem.core.reading.scene import Scene
from pbem.core.record.events import event_from
from pbem.core.record.foreknown import known_words
from pbem.core.record.ledger import Entry
from pbem.core.rules.rulings import CHART, RULING

_IN_PLAY: Final = (RULING, "decision", "roll", "reading")  # an amendment is told by itself
_TITLES: Final = {CHART: "a missing cell", "unasked": "of himself"}


@dataclass(frozen=True, slots=True)
class RuledRow:
    """One thing that the moderator ruled: in which paragraph, what, who, why and by which rule."""

    number: int  # 0 where no paragraph tells of it
    what: str
    path: str
    author: str
    reason: str
    cite: str
    known: str = ""  # which dice were known when it was ruled

    @property
    def told(self) -> str:
        """On one line."""
        number = f"[{self.number}] " if self.number else ""
        who = f"; {self.author}" if self.author else ""
        why = f": {self.reason}" if self.reason else ""
        rule = f" ({self.cite})" if self.cite else ""
        known = f"; made {self.known}" if self.known else ""
        return f"{number}{self.what}{rule}{who}{why}{known}"


def ruling_lines(entry: Entry, scene: Scene) -> Sequence[str]:
    """A ruling: whose it is, what was asked, what he saw, what he said and why, what it changed."""
    facts = entry.facts
    head = f"RULING BY {str(facts['by']).upper()} ({entry.body['cite']})  {_what(entry, scene)}"
    lines = [head]
    if "question" in facts:
        lines.append(f"asked: {facts['question']} ({facts['rule']})")
    lines += [f"seen: {_seen(row, scene)}" for row in facts.get("seen", ())]
    lines.append(f"because: {facts['reason']}")
    typed = made_in(entry, scene.entries)
    made = (known_words(e.body) for e in scene.entries if e.number == typed)
    lines += [f"made {words}" for words in made if words]
    lines += [f"dice to come: {value:+d} {name}" for name, value in facts.get("modifiers", ())]
    return [*lines, *_changes(entry, scene)]


def _what(entry: Entry, scene: Scene) -> str:
    """`Siege of a home, Blue Home: breach`."""
    facts = entry.facts
    kind = scene.game.system.rulings.get(facts["kind"])
    title = kind.title if kind else _TITLES.get(facts["kind"], scene.word(facts["kind"]))
    if facts["kind"] == CHART:
        title = f"the chart's {entry.path.rpartition(f'{CHART}/')[2].replace('/', ' ')}"
    about = entry.path.rpartition("/")[2]
    where = f", {scene.place(facts['at'])}" if facts["at"] else ""
    if not where and about in (*scene.after.powers, *scene.sides):
        where = f", {scene.title(about)}"
    return f"{title}{where}" + (f": {facts['result']}" if "result" in facts else "")


def _seen(row: Sequence[Any], scene: Scene) -> str:
    _, dice, by, shown = row
    return f"{dice} for {scene.title(by)}: {'+'.join(map(str, shown))}"


def _changes(entry: Entry, scene: Scene) -> Iterator[str]:
    """What it changed: the events between what was typed and the paragraph that tells of it."""
    since = made_in(entry, scene.entries)
    events = (
        e.body for e in scene.entries if e.kind == "event" and since < e.number < entry.number
    )
    return change_lines(map(event_from, events), scene)


def made_in(entry: Entry, entries: Sequence[Entry]) -> int:
    """The number of the entry that holds what the moderator typed, of a paragraph of a ruling."""
    above = (e for e in entries if e.kind == "correction" and e.path == entry.path)
    return max((e.number for e in above if e.number < entry.number), default=0)


# --- at a glance ---------------------------------------------------------------------------------


def ruled_rows(scene: Scene) -> tuple[RuledRow, ...]:
    """Everything that the moderator ruled, where the program did not know and against it."""
    verdicts = {e.path: e for e in scene.entries if _is_ruling(e)}
    decided = {e.path: e for e in scene.entries if e.kind == "decision"}
    found = []
    for entry in scene.entries:
        if entry.kind == "correction" and not entry.body.keys().isdisjoint(_IN_PLAY):
            told = decided.get(entry.path) if "decision" in entry.body else verdicts.get(entry.path)
            what = _what(told, scene) if told and RULING in entry.body else _against(entry, scene)
            found.append(_row(entry, told.body["par"] if told else 0, what))
    return tuple(found)


def _is_ruling(entry: Entry) -> bool:
    return entry.kind == "verdict" and entry.body["verdict"] == RULING


def _row(entry: Entry, number: int, what: str) -> RuledRow:
    said: Mapping[str, object] = entry.body
    author, reason, cite = (str(said.get(key, "")) for key in ("author", "reason", "cite"))
    return RuledRow(number, what, entry.path, author, reason, cite, known_words(said))


def _against(entry: Entry, scene: Scene) -> str:
    """What was decided against the program."""
    body = entry.body
    if "reading" in body:
        name, reading = body["reading"]
        return f"against the program: {name} read as {reading}"
    if "roll" in body:
        return f"against the program: {entry.path} shows {'+'.join(map(str, body['roll']))}"
    if "decision" in body:
        said = body["decision"]
        picks = said if isinstance(said, list) else [said]
        answer = ", ".join(scene.said(str(pick)) for pick in picks)
        return f"against the program: {entry.path} is answered {answer}"
    return str(body[RULING])
