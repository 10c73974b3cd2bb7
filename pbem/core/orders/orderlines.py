"""Lines that answer decisions, as a file has them: checked against the grammar, then read.

What a line means, pbem.core.choices.standing knows; here are the findings about places, facts and
shapes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from pbem.core.choices.conditions import (
    BadCondition,
    asks_for_one_of,
    check_facts,
    parse_conditions,
)
from pbem.core.choices.decisions import ASK, NOBODY, DecisionKind, Source, counted_name, names_in
from pbem.core.choices.standing import Line, Lines, read_lines
from pbem.core.data import schemas
from pbem.core.data.findings import Finding, Where, error, has_errors, id_said, suggest, warning
from pbem.core.data.naming import any_of
from pbem.core.data.yamlio import Document
from pbem.core.rules.game import Game
from pbem.core.rules.system import AnySystem

DocPath = tuple[str | int, ...]

MAX_ROWS: Final = 2000
MAX_STRANGE: Final = 20  # what a section is told of; a search for near names takes its time
ANYTHING: Final = frozenset({*NOBODY, ASK, "all", "any"})


def lines_of(
    game: Game,
    sections: Iterable[str],
    content: Mapping[str, object],
    document: Document,
    source: Source,
) -> tuple[Lines, list[Finding]]:
    """The lines of every section that a file has, and the findings about the others."""
    by_section: dict[str, tuple[Line, ...]] = {}
    findings: list[Finding] = []
    for section in sections:
        if content.get(section) is None:
            continue
        troubles = _shape_troubles(section, content[section], document) or schemas.check(
            f"{game.system.name}/lines", {section: content[section]}, document
        )
        if not troubles:
            troubles = _line_troubles(game, section, content[section], document)
        findings += troubles
        if not has_errors(troubles):
            rows = _in_the_games_words(game, section, content[section])
            by_section[section] = read_lines(section, rows, game.find_places, document.where)
    return Lines(source, by_section), findings


def too_many(section: str, many: int, document: Document) -> Finding:
    """A section longer than any game needs is not looked at."""
    return error(
        "too-many",
        f"{section}: {many} rows",
        where=document.where((section,)),
        hint=f"the limit is {MAX_ROWS}",
    )


def _shape_troubles(section: str, data: object, document: Document) -> list[Finding]:
    """Lines are one mapping or a list of mappings, and no more than anybody needs."""
    rows = data if isinstance(data, list) else [data]
    if len(rows) > MAX_ROWS:
        return [too_many(section, len(rows), document)]
    return [
        error(
            "wrong-type",
            f"found {schemas.shown(row)}",
            where=document.where((section, index) if rows is data else (section,)),
            hint=f"'{section}' is a mapping {{key: value}} or a list of them",
        )
        for index, row in enumerate(rows)
        if not isinstance(row, dict)
    ]


def _line_troubles(game: Game, section: str, data: object, document: Document) -> list[Finding]:
    """Unknown places and facts, and texts that are no conditions, in the lines of a section."""
    findings: list[Finding] = []
    rows = data if isinstance(data, list) else [data]
    for index, row in enumerate(rows):
        path: DocPath = (section, index) if rows is data else (section,)
        findings += _place_troubles(game, row.get("at"), document, (*path, "at"))
        words = _word_troubles(game, section, row, document, path)
        findings += islice(words, max(0, MAX_STRANGE - len(findings)))
        kinds = _kinds_answered(game.system, section, row)
        facts = {f for kind in kinds for f in kind.facts}
        troubles = condition_troubles(row, facts, document, (*path, "if"))
        findings += troubles or _never_so(game, kinds, row, document.where((*path, "if")))
    return findings


def _place_troubles(game: Game, data: object, document: Document, path: DocPath) -> list[Finding]:
    names = data if isinstance(data, list) else [] if data is None else [data]
    return [
        error(
            "unknown-place",
            f"there is no place '{name}'",
            where=document.where((*path, index) if isinstance(data, list) else path),
            hint=game.board.find(str(name)).hint,
        )
        for index, name in enumerate(names)
        if name != "any" and not game.find_places(str(name))
    ]


def _word_troubles(
    game: Game, section: str, row: Mapping[str, object], document: Document, path: DocPath
) -> Iterator[Finding]:
    """Words of an answer that name no counter, no kind of unit and no place of the game.

    That is checked under the keys whose schema says `x-words`: the further words that they know,
    with those of the schema that stands under `x-words-of`.
    """
    known = schemas.validator(f"{game.system.name}/lines").schema["properties"][section]
    for key, said in row.items():
        schema = known.get("properties", {}).get(key, {})
        if "x-words" not in schema:
            continue
        more = _words_known(schema)
        for index, word in enumerate(said if isinstance(said, list) else [said]):
            at = (*path, key, index) if isinstance(said, list) else (*path, key)
            yield from strange_words(game, str(word), more, document.where(at))


def _words_known(schema: Mapping[str, Any]) -> list[str]:
    """The words that a key knows besides what the game has names for."""
    return [*schema["x-words"], *schema.get("x-words-of", {}).get("x-words", ())]


def _in_the_games_words(game: Game, section: str, data: Any) -> object:
    """Lines in which people's words for units and powers are those of the game."""
    schema = schemas.validator(f"{game.system.name}/lines").schema["properties"][section]
    keys = {
        key: _words_known(words)
        for key, words in schema.get("properties", {}).items()
        if "x-words" in words
    }

    def plain(row: Mapping[str, object]) -> dict[str, object]:
        return {
            key: plain_words(game, said, keys[key]) if key in keys else said
            for key, said in row.items()
        }

    return [plain(row) for row in data] if isinstance(data, list) else plain(data)


def plain_words(game: Game, said: object, more: Collection[str]) -> object:
    """A word or a list of them, each that means one thing of the game by another name replaced."""
    if isinstance(said, list):
        return [plain_words(game, word, more) for word in said]
    if not isinstance(said, str) or _is_known(game, said, more):
        return said
    before, name = counted_name(said)
    found = meanings(game, said)
    return f"{before}{found[0]}" if name and len(found) == 1 else said


def meanings(game: Game, word: str) -> tuple[str, ...]:
    """What a word may mean that is nobody's printed name: counters, their kinds, powers, by id."""
    name = counted_name(word)[1]
    counters = tuple(counter.id for counter in game.counters.find(name))
    powers = (power for player in game.roster.players.values() for power in player.powers)
    return (
        counters
        or game.counters.kinds.find(name)
        or game.powers_called(name, powers)
        or tuple(counter.id for counter in game.counters.called(name))
    )


def unclear(game: Game, word: str, found: Sequence[str]) -> Finding:
    """The warning that a word in a list may mean several things, so that it picks none."""
    names = [game.counters[one].name if one in game.counters else one for one in found]
    message = f"'{word}' may mean {any_of(names)}, so it picks nothing"
    return warning("ambiguous", message, hint="write one of them", about=word)


def strange_words(game: Game, word: str, more: Collection[str], where: Where) -> list[Finding]:
    """A warning where a word is neither one of `more` nor names a thing or place of the game."""
    if _is_known(game, word, more):
        return []
    found = meanings(game, word)
    if found:
        return [replace(unclear(game, word, found), where=where)] if len(found) > 1 else []
    counters = {counter.name for counter in game.counters} | game.counters.words
    places = {game.board.name(place) for place in game.board.places} - {""}
    return [
        warning(
            "unknown-word",
            f"nothing in this game is called '{word}', so it picks nothing",
            where=where,
            hint=suggest(min(names_in(word), key=len), {*more, *counters, *places}),
        )
    ]


def _is_known(game: Game, word: str, more: Collection[str]) -> bool:
    names = names_in(word)
    return (
        not names.isdisjoint(known.casefold() for known in (*more, *game.counters.words, *ANYTHING))
        or any(map(game.counters.is_printed, names))
        or bool(game.find_places(word))
    )


def condition_troubles(
    row: Mapping[str, object],
    facts: Collection[str] | None,
    document: Document,
    path: DocPath,
) -> list[Finding]:
    """What is wrong with an `if:`; without known facts the section's own check looks at them."""
    try:
        conditions = parse_conditions(row.get("if"))
    except BadCondition as trouble:
        return [error("bad-condition", str(trouble), where=document.where(path))]
    return [] if facts is None else check_facts(conditions, facts, document.where(path))


def _never_so(
    game: Game, kinds: Sequence[DecisionKind], row: Mapping[str, object], where: Where
) -> Iterator[Finding]:
    """A warning for every condition that asks a fact for a word which it never has."""
    for condition in parse_conditions(row.get("if")):
        fact, said = condition.fact, condition.value
        known = _words_of(game, kinds, fact)
        if not known or asks_for_one_of(condition, known):
            continue
        meant = game.powers_called(said, known)
        holds = "always" if condition.op == "!=" else "never"
        yield warning(
            "never-so",
            f"'{fact}' is never '{said}', so '{condition}' {holds} holds",
            where=where,
            hint=f"write {any_of(meant)}" if meant else suggest(id_said(said), known),
            about=said,
        )


def _words_of(game: Game, kinds: Sequence[DecisionKind], fact: str) -> list[str]:
    """The words that a fact can have for some kinds; none where one of them does not say."""
    asked = [kind for kind in kinds if fact in kind.facts]
    if not all(fact in kind.values for kind in asked):
        return []
    return sorted({word for kind in asked for word in kind.values[fact](game.board)})


def _kinds_answered(
    system: AnySystem, section: str, row: Mapping[str, object]
) -> list[DecisionKind]:
    """The kinds of decision that a line answers by the keys that it has."""
    return [
        kind
        for kind in system.kinds
        if any(key.section == section and (not key.key or key.key in row) for key in kind.keys)
    ]
