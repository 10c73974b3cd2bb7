"""The register of a game: what was played, asked, sealed, amended and taken back, in turn.

`register.jsonl` is public and only grows: a hash chain of lines, one for each act. The keys of runs
come from here, and the head of each log tells what it came to. What lies in the directory must be
what it tells (`reconciling`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbem.core.data.findings import AuditError, PbemError
from pbem.core.record.ledger import START, exact_lines, line_hash
from pbem.core.record.state import canonical
from pbem.store.directory import OPENING, GameDirectory, RunName, run_name

REGISTER: Final = "register.jsonl"
BEGUN: Final = "begun"  # what an older program left is taken over
MAKES: Final = ("played", "amended", "upgraded", "rekeyed")  # the acts that make a run
PROTESTS: Final = "protests"  # what a head tells of them: number, SHA-256 of protest and ruling
HEAD: Final = ("commitments", "runs", "void", "earlier", PROTESTS, "register")  # of `head_of`
WHILE_IT_WAITS: Final = ("asked", "played", "void", "opened", "protested", "ruled")

Row = Mapping[str, Any]
Place = tuple[str, str, int]  # what lies somewhere: its kind, its name, the how manieth it is


@dataclass(frozen=True, slots=True)
class Told:
    """A run as the register tells of it: its key, how long its log is, and its last line.

    One beside the windows uses no key (0). `stopped` says that it waited for answers when it was
    taken back, `despite` that its mistakes stood.
    """

    run: str
    key: int
    entries: int
    last: str
    stopped: bool = False
    why: str = ""
    despite: bool = False

    @property
    def name(self) -> RunName:
        """Its name as a value."""
        return run_name(self.run)

    @property
    def mark(self) -> str:
        """What tells it from any other run."""
        return f"{self.entries} {self.last}"

    def data(self) -> dict[str, Any]:
        """As the register has a run."""
        return {"run": self.run, "key": self.key, "entries": self.entries, "last": self.last}

    def void_data(self) -> dict[str, Any]:
        """As the head of a log has a void run."""
        late = {"despite": True} if self.despite else {}
        return self.data() | {"stopped": self.stopped, "why": self.why} | late


def told_in(row: Row) -> Told:
    """A run from a line of the register, or from the head of a log."""
    stopped, why = bool(row.get("stopped", False)), str(row.get("why", ""))
    key, entries, despite = int(row["key"]), int(row["entries"]), bool(row.get("despite", False))
    return Told(str(row["run"]), key, entries, str(row["last"]), stopped, why, despite)


@dataclass(frozen=True, slots=True)
class Story:
    """What the lines of a register come to."""

    standing: tuple[Told, ...] = ()
    void: tuple[Told, ...] = ()  # in the order in which they became so
    asked: Told | None = None
    sealed: Mapping[str, str] = field(default_factory=dict)  # windows, and the hashes of sheets
    unsealed: tuple[tuple[str, str], ...] = ()
    opened: bool = False
    tip: Mapping[str, Any] = field(default_factory=lambda: {"entries": 0, "last": START})
    began: Mapping[str, Any] | None = None  # the tip when the run that waits began
    earlier: tuple[Mapping[str, Any], ...] = ()  # chains of keys that were lost, as heads tell
    begins: tuple[int, int] = (0, 0)  # where standing and void runs of the present chain begin
    protests: tuple[Mapping[str, Any], ...] = ()  # as heads tell
    protests_then: tuple[Mapping[str, Any], ...] = ()  # when the run that waits began

    @property
    def played(self) -> int:
        """How many runs with a window stand."""
        return sum(1 for run in self.standing if not run.name.amendment)

    @property
    def keys(self) -> list[int]:
        """The keys of the present chain that standing runs used, in turn."""
        return [run.key for run in self.standing[self.begins[0] :] if not run.name.amendment]

    @property
    def void_now(self) -> tuple[Told, ...]:
        """The void runs since the present chain began."""
        return self.void[self.begins[1] :]

    def renewed(self, said: Row) -> Story:
        """The story from the run on that renews the keys; `said` is the line of that run."""
        chain = {
            "sheet": str(said["from"]),
            "to": str(said["to"]),
            "renewed": str(said["run"]),
            "author": str(said["author"]),
            "reason": str(said["reason"]),
            "runs": self.keys,
            "void": [run.void_data() for run in self.void_now],
        }
        begins = (len(self.standing), len(self.void))
        return replace(self, earlier=(*self.earlier, chain), begins=begins)

    @property
    def next_key(self) -> int:
        """The first key that no run has used, void ones included."""
        asked = [self.asked.key] if self.asked else []
        return 1 + max([*self.keys, *(run.key for run in self.void_now), *asked], default=0)

    def last_void(self, number: int) -> Told | None:
        """The last void run of a number since the present chain began."""
        found = [run for run in self.void_now if run.name == RunName(number)]
        return found[-1] if found else None

    def times_void(self, number: int, key: int) -> int:
        """How often a run of a number and a key is void: each of these seals with other keys."""
        return sum(1 for run in self.void_now if (run.name, run.key) == (RunName(number), key))

    def may_use(self, number: int, key: int) -> bool:
        """Whether a run may use a key: the next one, or its own again after it was taken back."""
        again = self.times_void(number, key) > 0
        return key == self.next_key or (again and key > max(self.keys, default=0))

    def places(self) -> dict[Place, str]:
        """What must lie in the directory."""
        found = {("runs", run.run, 0): run.mark for run in self.standing}
        found |= counted("void", ((run.run, run.mark) for run in self.void))
        found |= {("sealed", name, 0): sheet for name, sheet in self.sealed.items()}
        found |= counted("void/sealed", self.unsealed)
        if self.asked:
            found["pending", self.asked.run, 0] = self.asked.mark
        if self.opened:
            found[OPENING, "", 0] = ""
        for row in self.protests:
            found[PROTESTS, str(row["number"]), 0] = row["protest"]
            if row["ruling"]:
                found["rulings", str(row["number"]), 0] = row["ruling"]
        return found

    def head(self, key: int | None) -> dict[str, Any]:
        """What the head of the next log tells; a run beside the windows has no key."""
        protests = self.protests_then if self.began else self.protests
        return {
            "runs": [*self.keys, *([] if key is None else [key])],
            "void": [run.void_data() for run in self.void_now],
            **({"earlier": [dict(chain) for chain in self.earlier]} if self.earlier else {}),
            **({PROTESTS: [dict(row) for row in protests]} if protests else {}),
            "register": dict(self.began or self.tip),
        }


def counted(kind: str, marks: Iterable[tuple[str, str]]) -> dict[Place, str]:
    """Places of one kind, of which there may be several of a name."""
    count: Counter[str] = Counter()
    found = {}
    for name, mark in marks:
        count[name] += 1
        found[kind, name, count[name]] = mark
    return found


# --- what the lines come to ------------------------------------------------------------------


def after(story: Story, row: Row) -> Story:
    """The story with one more line; ValueError says why it cannot come next."""
    act = str(row["act"])
    if act not in _ACTS:
        raise ValueError(f"there is no act '{act}'")
    if why := barred(story, act):
        raise ValueError(why)
    tip = {"entries": int(row["n"]), "last": line_hash(canonical(row))}
    return replace(_ACTS[act](story, row), tip=tip)


def barred(story: Story, act: str) -> str:
    """Why no line of an act can follow, whatever it says; nothing where one can."""
    if story.opened:
        return "the game was opened before"
    if story.asked and act not in WHILE_IT_WAITS:
        return f"run {story.asked.run} waits for answers"
    return ""


def _due(story: Story, row: Row) -> Told:
    """The run that a line says was played or asked, if it is due and has a key that it may use."""
    told = told_in(row)
    if told.name != RunName(story.played + 1):
        raise ValueError(f"run {told.run} is not the next one")
    if story.asked and (story.asked.run, story.asked.key) != (told.run, told.key):
        raise ValueError(f"run {told.run} was begun with key {story.asked.key}")
    if not story.asked and not story.may_use(told.name.number, told.key):
        raise ValueError(f"run {told.run} cannot use key {told.key}")
    return told


def _played(story: Story, row: Row) -> Story:
    standing = (*story.standing, _due(story, row))
    return replace(story, standing=standing, asked=None, began=None)


def _asked(story: Story, row: Row) -> Story:
    then = story.protests_then if story.began else story.protests
    asked = _due(story, row)
    return replace(story, asked=asked, began=story.began or story.tip, protests_then=then)


def _beside(story: Story, row: Row) -> Story:
    told, last = told_in(row), story.standing[-1].name if story.standing else RunName(0)
    if told.name != RunName(last.number, last.amendment + 1) or told.key:
        raise ValueError(f"run {told.run} does not follow run {last}")
    return replace(story, standing=(*story.standing, told))


def _rekeyed(story: Story, row: Row) -> Story:
    return _beside(story.renewed(row), row)


def _void(story: Story, row: Row) -> Story:
    told = told_in(row)
    if not told.stopped and story.earlier and len(story.standing) <= story.begins[0] + 1:
        raise ValueError(f"run {told.run} stands since the keys were renewed")
    if told.stopped:
        taken, story = story.asked, replace(story, asked=None, began=None)
    else:
        taken = story.standing[-1] if story.standing and not story.asked else None
        story = replace(story, standing=story.standing[:-1])
    if taken is None or taken.data() != told.data():
        raise ValueError(f"run {told.run} is not the last one, or not as it was played")
    return replace(story, void=(*story.void, told))


def _sealed(story: Story, row: Row) -> Story:
    name = str(row["run"])
    if name in story.sealed or run_name(name) != RunName(story.played + 1):
        raise ValueError(f"the window of run {name} is not open, or is sealed already")
    return replace(story, sealed={**story.sealed, name: str(row["sheet"])})


def _unsealed(story: Story, row: Row) -> Story:
    name = str(row["run"])
    if story.sealed.get(name) != row["sheet"]:
        raise ValueError(f"the window of run {name} was not sealed so")
    kept = {run: sheet for run, sheet in story.sealed.items() if run != name}
    return replace(story, sealed=kept, unsealed=(*story.unsealed, (name, str(row["sheet"]))))


def _protested(story: Story, row: Row) -> Story:
    if row["number"] != len(story.protests) + 1:
        raise ValueError(f"protest {row['number']} is not the next one")
    protest = {"number": int(row["number"]), "protest": str(row["protest"]), "ruling": None}
    return replace(story, protests=(*story.protests, protest))


def _ruled(story: Story, row: Row) -> Story:
    number = int(row["number"])
    if not 1 <= number <= len(story.protests) or story.protests[number - 1]["ruling"]:
        raise ValueError(f"protest {number} is not open")
    ruled = {**story.protests[number - 1], "ruling": str(row["ruling"])}
    rows = (*story.protests[: number - 1], ruled, *story.protests[number:])
    return replace(story, protests=rows)


def _opened(story: Story, row: Row) -> Story:
    return replace(story, opened=True)


def _begun(story: Story, row: Row) -> Story:
    """What lay there when the register began: a game of an older program."""
    if story.tip["entries"]:
        raise ValueError("a register begins once")
    asked = row["waits"]
    standing = tuple(told_in(run) for run in row["runs"])
    void = tuple(told_in(run) for run in row["void"])
    used = {run.key for run in (*standing, *void) if run.key}
    if used != set(range(1, len(used) + 1)):
        raise ValueError(f"keys {sorted(used)} were used, and others are left out")
    return Story(
        standing,
        void,
        told_in(asked) if asked else None,
        dict(row["sealed"]),
        tuple((str(name), str(sheet)) for name, sheet in row["unsealed"]),
    )


_ACTS: Final[Mapping[str, Callable[[Story, Row], Story]]] = {
    BEGUN: _begun,
    "played": _played,
    "asked": _asked,
    "amended": _beside,
    "upgraded": _beside,
    "rekeyed": _rekeyed,
    "void": _void,
    "sealed": _sealed,
    "unsealed": _unsealed,
    "opened": _opened,
    "protested": _protested,
    "ruled": _ruled,
}


@dataclass(frozen=True, slots=True)
class Register:
    """The lines of a register, and what they come to."""

    lines: tuple[str, ...] = ()
    story: Story = field(default_factory=Story)

    def with_act(self, act: str, said: Mapping[str, Any]) -> Register:
        """The register with one more line."""
        tip = self.story.tip
        row = {"n": tip["entries"] + 1, "prev": tip["last"], "act": act, **said}
        return Register((*self.lines, canonical(row)), after(self.story, row))

    def tells(self, act: str, said: Mapping[str, Any]) -> bool:
        """Whether the last line says just that."""
        row = self.last
        return {k: row[k] for k in row if k not in ("n", "prev")} == {"act": act, **said}

    @property
    def last(self) -> Row:
        """The last line; before the first one, a line of no act."""
        return json.loads(self.lines[-1]) if self.lines else {"act": ""}

    @property
    def waiting(self) -> Row | None:
        """The line of the run that waits, if one does."""
        if self.story.asked is None:
            return None
        rows = (json.loads(line) for line in reversed(self.lines))
        return next((row for row in rows if row["act"] == "asked"), None)

    @property
    def begun(self) -> bool:
        """Whether the game began with an older program, which kept no register."""
        return bool(self.lines) and json.loads(self.lines[0])["act"] == BEGUN

    @property
    def text(self) -> str:
        """The file."""
        return "".join(f"{line}\n" for line in self.lines)


def stories(text: str) -> Iterator[tuple[Row, Story]]:
    """Each line of a register, and what all lines up to it come to; AuditError where one is wrong.

    The first is no line: it is how every register begins.
    """
    story = Story()
    yield {}, story
    for row in _rows(text):
        number = story.tip["entries"] + 1
        if (row.get("n"), row.get("prev")) != (number, story.tip["last"]):
            raise _wrong(number, "it does not follow the line before it")
        try:
            story = after(story, row)
        except (KeyError, TypeError, AttributeError, PbemError) as trouble:
            raise _wrong(number, f"it has not the form of a line ({trouble})") from None
        except ValueError as trouble:
            raise _wrong(number, str(trouble)) from None
        yield row, story


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def _rows(text: str) -> list[dict[str, Any]]:
    try:
        return exact_lines(text)
    except ValueError as trouble:
        raise AuditError(f"{REGISTER}: {trouble}", hint="restore the file") from None


def _wrong(number: int, what: str) -> AuditError:
    return AuditError(
        f"{REGISTER}, line {number}: {what}: it was changed by hand", hint="restore the file"
    )


def read_register(directory: GameDirectory) -> Register:
    """The register as it is; one that is not there has no lines."""
    path = directory.root / REGISTER
    text = directory.text(path) if path.exists() else ""
    story = Story()
    for _, story in stories(text):  # noqa: B007 (the last one counts)
        pass
    return Register(tuple(_lines(text)), story)
