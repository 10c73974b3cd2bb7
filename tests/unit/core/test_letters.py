"""What a text may hold: everything that is seen, and nothing that is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.core.data.findings import FileTrouble, Where, error
from pbem.core.data.letters import named, shown, shown_in_line, strange
from pbem.core.data.yamlio import (
    YamlProblem,
    flow_text,
    listed,
    read_data_text,
    read_text_as_document,
)

SEEN = (
    "Gruß, naïve \u4e2d\u56fd \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 "
    "e\u0301 \u00a0\u2014 \u00bd \u20ac \U0001f469\u200d\U0001f680 \u2764\ufe0f\n\ttab and line"
)
UNSEEN = {
    "\x00": "U+0000 CONTROL CHARACTER",
    "\x1b": "U+001B CONTROL CHARACTER",
    "\r": "U+000D CONTROL CHARACTER",
    "\x7f": "U+007F CONTROL CHARACTER",
    "\x85": "U+0085 CONTROL CHARACTER",
    "\x9b": "U+009B CONTROL CHARACTER",
    "\u00ad": "U+00AD SOFT HYPHEN",
    "\u200b": "U+200B ZERO WIDTH SPACE",
    "\u200f": "U+200F RIGHT-TO-LEFT MARK",
    "\u2028": "U+2028 LINE SEPARATOR",
    "\u202e": "U+202E RIGHT-TO-LEFT OVERRIDE",
    "\u2066": "U+2066 LEFT-TO-RIGHT ISOLATE",
    "\u3164": "U+3164 HANGUL FILLER",
    "\ufeff": "U+FEFF ZERO WIDTH NO-BREAK SPACE",
    "\ufffe": "U+FFFE NO CHARACTER",
    "\U000e0041": "U+E0041 TAG LATIN CAPITAL LETTER A",
}
HALF = "\ud800"


def test_what_is_seen_may_stand_in_a_text() -> None:
    assert strange(SEEN) is None
    assert shown(SEEN) == SEEN
    assert read_text_as_document(f"press: {flow_text(SEEN)}\n", "o").data == {"press": SEEN}
    assert read_data_text(flow_text(SEEN), "s") == SEEN


@pytest.mark.parametrize(
    ("character", "name"), [*UNSEEN.items(), (HALF, "U+D800 HALF OF A CHARACTER")]
)
def test_what_is_not_seen_has_a_place_a_number_and_a_name(character: str, name: str) -> None:
    assert strange(f"ab{character}") == 2
    assert named(character) == name
    assert strange(shown(character)) is None
    assert json.loads(f'"{shown(character)}"') == character


@pytest.mark.parametrize(("character", "name"), UNSEEN.items())
def test_an_escape_makes_no_character_that_a_file_may_not_hold(character: str, name: str) -> None:
    said = f'"x\\U{ord(character):08x}"'
    for text, column in ((f"a: 1\nluck: {said}\n", 7), (f"a: 1\n{said}: 2\n", 1)):
        for read in (read_text_as_document, read_data_text):
            with pytest.raises(YamlProblem) as caught:
                read(text, "o.yaml")
            assert str(caught.value).startswith(
                f"o.yaml:2:{column}: error: the character {name} cannot stand in a text\n"
                "    letters, digits, marks, "
            )


@pytest.mark.parametrize(("character", "name"), UNSEEN.items())
def test_a_file_holds_no_such_character_not_even_in_a_comment(character: str, name: str) -> None:
    if character == "\r":
        return  # it ends a line of old files
    with pytest.raises(YamlProblem) as caught:
        read_text_as_document(f"a: 1\r\nb: 2 # x{character}\n", "o.yaml")
    assert str(caught.value).startswith(f"o.yaml:2:9: error: the character {name} cannot")


def test_a_byte_order_mark_before_all_else_is_no_part_of_the_text() -> None:
    assert read_text_as_document("\ufeffa: 1\n", "o.yaml").data == {"a": 1}


def test_a_finding_is_one_line_and_its_hint_another() -> None:
    told = error("x", "found 'a\nb\x1b[2J'", where=Where("or\u202eders", 1, 2), hint="write\tc")
    assert str(told) == "or\\u202eders:1:2: error: found 'a\\nb\\u001b[2J'\n    write\\tc"
    assert shown_in_line("a\tb\u2028\n") == "a\\tb\\u2028\\n"


@pytest.mark.parametrize("name", ["\x1b[31m.yaml", "a\u202eb.yaml", "a\nb.yaml", "\udcff.yaml"])
def test_a_file_whose_name_is_not_seen_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "é.yaml").write_text("")
    assert [path.name for path in listed(tmp_path)] == ["é.yaml"]
    (tmp_path / name).write_text("")
    with pytest.raises(FileTrouble, match="cannot stand in a file's name"):
        listed(tmp_path)
