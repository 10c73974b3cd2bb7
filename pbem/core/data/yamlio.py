"""One loader for whatever people type, and one for the files that we write ourselves.

Both read YAML 1.2 through libyaml's event stream. `read_text_as_document` keeps the position of
every value and treats its input as hostile: limits on size, depth and number of values, no tags or
second documents, no key twice, aliases only where a reader allows them. Neither reader takes a
character that nobody can see (`letters`), written out or escaped. Plain scalars become int
(canonical decimal), bool (`true`, `false`), None (`null`, `~`, nothing) or else text: `NO`, `1E10`
and `0640` stay text.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from pbem.core.data import letters
from pbem.core.data.findings import FileTrouble, Finding, PbemError, Where, error

Path_ = tuple[str | int, ...]

MAX_TYPED_BYTES: Final = 1_000_000
MAX_DATA_BYTES: Final = 64_000_000
MAX_DEPTH: Final = 40
MAX_VALUES: Final = 200_000

_INT = re.compile(r"0|-?[1-9][0-9]{0,17}")
_WORDS: Final[Mapping[str, object]] = {
    "true": True,
    "false": False,
    "null": None,
    "~": None,
    "": None,
}


@dataclass(frozen=True, slots=True)
class Document:
    """What a file says, and where it says it."""

    name: str
    data: Any
    positions: Mapping[Path_, tuple[int, int]]
    keys: Mapping[Path_, tuple[int, int]] = field(default_factory=dict)

    def where(self, path: Sequence[str | int] = ()) -> Where:
        """The position of a value, or of the nearest thing around it."""
        steps = tuple(path)
        while steps and steps not in self.positions:
            steps = steps[:-1]
        line, column = self.positions.get(steps, (1, 1))
        return Where(self.name, line, column)

    def where_key(self, path: Sequence[str | int]) -> Where:
        """The position of the key under which a value stands."""
        found = self.keys.get(tuple(path))
        return Where(self.name, *found) if found else self.where(path)


class YamlProblem(PbemError):
    """A text that cannot be read as YAML, or that is fenced off as hostile."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding), findings=(finding,))


def scalar(text: str) -> object:
    """The value of a plain scalar as this project reads YAML 1.2: no floats, no odd words."""
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _INT.fullmatch(text) else text


@dataclass(frozen=True, slots=True)
class _Anchored:
    """A value that aliases may repeat, and how many values it holds."""

    value: object
    first: int  # the count of values when it began
    size: int = 0  # 0 while it is still open


class _Builder:
    """Builds plain data from the event stream, iteratively, so that depth cannot hurt."""

    def __init__(self, name: str, track: bool, hostile: bool, aliases: bool = False) -> None:
        self.name = name
        self.hostile = hostile
        self.aliases = aliases
        self.anchors: dict[str, _Anchored] = {}
        self.named: list[str | None] = []  # the anchor of each open container
        self.track = track
        self.positions: dict[Path_, tuple[int, int]] = {}
        self.key_positions: dict[Path_, tuple[int, int]] = {}
        self.root: object = None
        self.seen_document = False
        self.escapes = False  # whether a quoted text may hold what the file itself does not
        self.values = 0
        self.stack: list[dict[str, object] | list[object]] = []
        self.keys: list[str | None] = []
        self.path: list[str | int] = []

    def refuse_unseen(self, event: ScalarEvent) -> None:
        """An escape in quotes (`"\\e[2J"`) makes characters that the file itself does not hold."""
        at = letters.strange(event.value) if self.escapes else None
        if at is not None:
            raise self.problem(*_character(event.value[at]), event, letters.LEGAL)

    def problem(self, code: str, message: str, event: Event, hint: str = "") -> YamlProblem:
        mark = event.start_mark
        where = Where(self.name, mark.line + 1, mark.column + 1)
        return YamlProblem(error(code, message, where=where, hint=hint))

    def put(self, value: object, event: Event) -> None:
        """Hang a finished scalar or a fresh container under its parent."""
        self.values += 1
        if self.hostile and self.values > MAX_VALUES:
            raise self.problem("yaml-too-big", f"more than {MAX_VALUES} values", event)
        if not self.stack:
            self.root = value
            self.note((), event)
            return
        parent = self.stack[-1]
        if isinstance(parent, list):
            self.path[-1] = len(parent)
            parent.append(value)
            self.note(tuple(self.path), event)
            return
        key = self.keys[-1]
        if key is None:
            raise AssertionError("a value came before its key")
        parent[key] = value
        self.keys[-1] = None
        self.note(tuple(self.path), event)

    def note(self, path: Path_, event: Event) -> None:
        if self.track:
            mark = event.start_mark
            self.positions[path] = (mark.line + 1, mark.column + 1)

    def key(self, event: ScalarEvent) -> None:
        """Take the next key of the mapping being built."""
        parent = self.stack[-1]
        text = str(event.value)
        if self.aliases and text == "<<":
            hint = "an alias stands for a whole value: key: *name"
            raise self.problem("yaml-merge", "'<<' merges nothing here", event, hint)
        if text in parent:
            raise self.problem(
                "yaml-double-key", f"the key '{text}' stands here twice", event, "keep one of them"
            )
        self.keys[-1] = text
        self.path[-1] = text
        if self.track:
            mark = event.start_mark
            self.key_positions[tuple(self.path)] = (mark.line + 1, mark.column + 1)

    def wants_key(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1], dict) and self.keys[-1] is None

    def is_key(self, event: Event) -> bool:
        return type(event) is ScalarEvent and self.wants_key()

    def open(self, container: dict[str, object] | list[object], event: NodeEvent) -> None:
        if self.wants_key():
            raise self.problem("yaml-key", "a key must be plain text", event, "key: value")
        if len(self.stack) >= MAX_DEPTH:
            raise self.problem("yaml-too-deep", f"nested deeper than {MAX_DEPTH} levels", event)
        self.put(container, event)
        self.named.append(event.anchor)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchored(container, self.values)
        self.stack.append(container)
        self.keys.append(None)
        self.path.append("")

    def close(self) -> None:
        name = self.named.pop()
        if name is not None:
            known = self.anchors[name]
            self.anchors[name] = replace(known, size=self.values - known.first + 1)
        self.stack.pop()
        self.keys.pop()
        self.path.pop()

    def take(self, event: Any) -> None:
        """One event of the stream."""
        kind = type(event)
        if kind is ScalarEvent:
            self.refuse_tag(event)
            self.refuse_unseen(event)
            if self.wants_key():
                self.key(event)
            else:
                plain = event.implicit[0]
                value = scalar(event.value) if plain else str(event.value)
                self.put(value, event)
                if event.anchor is not None:
                    self.anchors[event.anchor] = _Anchored(value, self.values, 1)
        elif kind is MappingStartEvent:
            self.refuse_tag(event)
            self.open({}, event)
        elif kind is SequenceStartEvent:
            self.refuse_tag(event)
            self.open([], event)
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            self.close()
        elif kind is AliasEvent:
            self.repeat(event)
        elif kind is DocumentStartEvent:
            if self.seen_document:
                raise self.problem(
                    "yaml-second-document",
                    "a second document ('---') begins here",
                    event,
                    "send it as a file of its own",
                )
            self.seen_document = True

    def repeat(self, event: AliasEvent) -> None:
        """The value that an alias stands for, if aliases are allowed and it is small enough."""
        name = f"*{event.anchor}"
        if not self.aliases:
            message = f"an alias ({name}) is not allowed"
            raise self.problem("yaml-alias", message, event, "write it out")
        known = self.anchors.get(event.anchor)
        if known is None or known.size == 0 or self.wants_key():
            message = f"the alias {name} stands for no value"
            hint = f"name one above, and outside of it: key: &{event.anchor} value"
            raise self.problem("yaml-alias", message, event, hint)
        if self.values + known.size > MAX_VALUES:
            message = f"with {name} there are more than {MAX_VALUES} values"
            raise self.problem("yaml-too-big", message, event)
        if len(self.stack) + depth(known.value) > MAX_DEPTH:
            message = f"with {name} it is nested deeper than {MAX_DEPTH} levels"
            raise self.problem("yaml-too-deep", message, event)
        self.put(known.value, event)
        self.values += known.size - 1

    def refuse_tag(self, event: ScalarEvent | CollectionStartEvent) -> None:
        if event.tag is not None and event.tag != "!":
            raise self.problem(
                "yaml-tag", f"a tag ({event.tag}) is not allowed", event, "leave it out"
            )
        if event.anchor is not None and (not self.aliases or self.is_key(event)):
            raise self.problem(
                "yaml-anchor", f"an anchor (&{event.anchor}) is not allowed", event, "leave it out"
            )


def depth(value: object) -> int:
    """How many containers lie in each other; the builder lets no value be too deep for this."""
    if not isinstance(value, dict | list):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(depth, inner), default=0)


def _events(text: str) -> Iterator[object]:
    return YAML(typ="safe", pure=False).parse(io.StringIO(text))  # type: ignore[no-any-return]


def _build(text: str, name: str, *, track: bool, hostile: bool, aliases: bool = False) -> _Builder:
    builder = _Builder(name, track, hostile, aliases)
    text = text.removeprefix(_BYTE_ORDER_MARK)
    _refuse_unseen(text, name)
    builder.escapes = "\\" in text
    try:
        for event in _events(text):
            builder.take(event)
    except MarkedYAMLError as trouble:
        raise YamlProblem(_syntax_finding(trouble, text, name)) from None
    except YAMLError as trouble:
        raise YamlProblem(error("yaml-syntax", str(trouble), where=Where(name))) from None
    return builder


_BYTE_ORDER_MARK: Final = "\ufeff"


def _refuse_unseen(text: str, name: str) -> None:
    """No file holds a character that nobody can see; libyaml would stop without a position."""
    text = text.replace("\r\n", " \n").replace("\r", "\n")
    at = letters.strange(text)
    if at is not None:
        line = text.count("\n", 0, at) + 1
        column = at - (text.rfind("\n", 0, at) + 1) + 1
        where = Where(name, line, column)
        raise YamlProblem(error(*_character(text[at]), where=where, hint=letters.LEGAL))


def _character(found: str) -> tuple[str, str]:
    """The code and the message of a finding about a character."""
    return "yaml-character", f"the character {letters.named(found)} cannot stand in a text"


def _syntax_finding(trouble: MarkedYAMLError, text: str, name: str) -> Finding:
    mark = trouble.problem_mark or trouble.context_mark
    where = Where(name, mark.line + 1, mark.column + 1) if mark else Where(name)
    what = trouble.problem or trouble.context or "not readable"
    hint = next((hint for words, hint in _SYNTAX_HINTS if words in what), _SYNTAX_HINT)
    if mark and text[mark.index : mark.index + 1] == "\t":
        hint = "indent with spaces, not with a tab"
    return error("yaml-syntax", f"this is not YAML: {what}", where=where, hint=hint)


_SYNTAX_HINT: Final = "look for a missing quote, bracket, comma or ':' on this line or above"
_SYNTAX_HINTS: Final = (
    ("unexpected ':'", "put a space after ':' (key: value); write odds as 3-1, or in quotes"),
    ("expected ',' or", "a bracket is not closed, or a comma is missing, here or above"),
    ("unexpected end of stream", "a quote is opened and never closed"),
    ("could not find expected ':'", "a key needs a ':' behind it, here or on the line above"),
    ("mapping values are not allowed", "keys that belong together begin in the same column"),
    ("cannot start any token", "put the text in quotes"),
    ("expected comment or line break", "lines quoted with '>' are read if all lines are"),
)


def read_text_as_document(text: str, name: str, *, aliases: bool = False) -> Document:
    """Read a text that a person typed; raises YamlProblem with file, line and column.

    Where aliases are allowed, what they repeat counts towards the limits.
    """
    if len(text.encode("utf-8", "surrogatepass")) > MAX_TYPED_BYTES:
        raise YamlProblem(
            error("yaml-too-big", f"larger than {MAX_TYPED_BYTES} bytes", where=Where(name))
        )
    builder = _build(text, name, track=True, hostile=True, aliases=aliases)
    return Document(name, builder.root, builder.positions, builder.key_positions)


def read_data_text(text: str, name: str) -> Any:
    """Read a data text of ours (state, chart, map): plain data without positions."""
    return _build(text, name, track=False, hostile=False).root


class Parsed(Protocol):
    """Keeps what texts were parsed to; `find` has nothing for a text that it does not know."""

    def find(self, text: str) -> object | None: ...

    def keep(self, text: str, data: object) -> None: ...


_PARSED: Final[list[Parsed]] = []


def keep_parsed_in(parsed: Parsed | None) -> None:
    """Look there from now on before a public data text is parsed; None: nowhere."""
    _PARSED[:] = [parsed] if parsed else []


def read_public_text(text: str, name: str) -> Any:
    """A data text without secrets, which may be kept outside of its game: charts, maps, rules."""
    for parsed in _PARSED:
        found = parsed.find(text)
        if found is not None:
            return found
    data = read_data_text(text, name)
    for parsed in _PARSED:
        parsed.keep(text, data)
    return data


def read_bytes(path: Path, limit: int) -> bytes:
    """The bytes of a file, or one clear message."""
    try:
        if path.is_dir():
            raise FileTrouble(f"{path}: this is a folder, not a file")
        if path.is_fifo() and not str(path).startswith(("/dev/fd/", "/dev/stdin")):
            raise FileTrouble(f"{path}: this is a pipe, not a file")
        with path.open("rb") as stream:
            data = stream.read(limit + 1)
    except FileNotFoundError:
        raise FileTrouble(f"{path}: there is no such file") from None
    except OSError as trouble:
        raise FileTrouble(f"{path}: cannot be read: {trouble.strerror}") from None
    if len(data) > limit:
        raise FileTrouble(f"{path}: larger than {limit} bytes")
    return data


def listed(folder: Path, pattern: str = "*.yaml") -> list[Path]:
    """The files of a folder whose names fit, in byte order; none where there is no such folder.

    A folder that may not be read is trouble; a glob would quietly find nothing in it. So is a name
    with a character that nobody can see: names stand in logs and reports.
    """
    if not folder.is_dir():
        return []
    try:
        found = [path for path in folder.iterdir() if path.match(pattern)]
    except OSError as trouble:
        raise FileTrouble(f"{folder}: cannot be read: {trouble.strerror}") from None
    shown = [path for path in found if not path.name.startswith(".")]
    for path in shown:
        _refuse_unseen_name(path)
    return sorted(shown, key=lambda path: path.name.encode())


def _refuse_unseen_name(path: Path) -> None:
    name = letters.shown_in_line(path.name)
    if name != path.name:
        at = next(
            n for n, (old, new) in enumerate(zip(path.name, name, strict=False)) if old != new
        )
        raise FileTrouble(
            f"{path}: the character {letters.named(path.name[at])} cannot stand in a file's name",
            hint="give the file another name",
        )


def decode(data: bytes, name: str) -> str:
    """UTF-8 text, or a message that names the first byte that is not."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as trouble:
        line = data.count(b"\n", 0, trouble.start) + 1
        column = trouble.start - (data.rfind(b"\n", 0, trouble.start) + 1) + 1
        raise YamlProblem(
            error(
                "not-utf-8",
                f"byte 0x{data[trouble.start]:02x} is not UTF-8 text",
                where=Where(name, line, column),
                hint="save the file as UTF-8",
            )
        ) from None


def text_of(path: Path) -> tuple[str, str]:
    """A data file of ours: its text and its name.

    What costs much to read and never changes is kept for the process under this text itself, not
    under a name or a time: a file that has been written anew is read anew.
    """
    return decode(read_bytes(path, MAX_DATA_BYTES), str(path)), str(path)


def read_data(path: Path) -> Any:
    """A data file of ours."""
    return read_data_text(*text_of(path))


def read_document(path: Path, *, aliases: bool = False) -> Document:
    """A file that a person typed."""
    text = decode(read_bytes(path, MAX_TYPED_BYTES), str(path))
    return read_text_as_document(text, str(path), aliases=aliases)


_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./+-]*(?: [A-Za-z0-9_./+-]+)*")


def flow_text(value: object) -> str:
    """One value in flow style on one line, as our writers put it (text quoted when in doubt)."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) and not _odd(value) else _quoted(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{flow_text(str(k))}: {flow_text(v)}" for k, v in value.items())
        return "{" + pairs + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(flow_text(item) for item in value) + "]"
    raise TypeError(f"{type(value).__name__} cannot be written as YAML")


def _odd(text: str) -> bool:
    """Words that some YAML reader somewhere takes for a number, a truth value or nothing."""
    return text.casefold() in {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


def _quoted(text: str) -> str:
    """A double-quoted scalar on one line; what some reader would refuse or fold is escaped."""
    plain = letters.shown(json.dumps(text, ensure_ascii=False))
    return plain.replace("\xa0", "\\u00a0")
