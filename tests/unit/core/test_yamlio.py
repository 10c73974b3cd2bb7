"""The one loader for what people type: text stays text, and every problem has a place."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.core.data.findings import FileTrouble, Where
from pbem.core.data.yamlio import (
    Document,
    YamlProblem,
    decode,
    flow_text,
    read_bytes,
    read_data_text,
    read_document,
    read_text_as_document,
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("NO", "NO"), ("no", "no"), ("yes", "yes"), ("on", "on"), ("Off", "Off"), ("y", "y"),
        ("1E10", "1E10"), ("1e10", "1e10"), ("0640", "0640"), ("0o17", "0o17"), ("0x1F", "0x1F"),
        ("1_000", "1_000"), ("1.5", "1.5"), (".inf", ".inf"), ("2024-01-01", "2024-01-01"),
        ("12:30", "12:30"), ("+7", "+7"), ("-0", "-0"), ("7", 7), ("-4", -4), ("0", 0),
        ("true", True), ("True", "True"), ("false", False), ("null", None), ("~", None), ("", None),
        ("Null", "Null"), ("'7'", "7"), ('"true"', "true"), ("3-1", "3-1"),
        ("99999999999999999999", "99999999999999999999"),
    ],
)  # fmt: skip
def test_plain_words_mean_what_they_say(typed: str, meant: object) -> None:
    """No key or value is on/off/yes/no; ids are read as text (`NO` is Norway, `1E10` is a hex)."""
    data = read_text_as_document(f"a: {typed}\nNO: 1\n0640: 2\n", "f").data
    assert data == {"a": meant, "NO": 1, "0640": 2}
    assert type(data["a"]) is type(meant)


def test_every_value_and_key_has_its_place() -> None:
    document = read_text_as_document("a:\n- {unit: x,  to: [y, z]}\nb: 1\n", "o.yaml")
    assert document.where(("a", 0, "to", 1)) == Where("o.yaml", 2, 22)
    assert document.where_key(("a", 0, "to")) == Where("o.yaml", 2, 14)
    assert document.where_key(("b",)) == Where("o.yaml", 3, 1)
    assert document.where(("a", 0, "from")) == document.where(("a", 0)) == Where("o.yaml", 2, 3)
    assert document.where(()) == Where("o.yaml", 1, 1)
    assert str(Where("o.yaml")) == "o.yaml"


def test_a_file_that_cannot_be_read_is_told_so(tmp_path: Path) -> None:
    big = tmp_path / "big"
    big.write_bytes(b"x" * 11)
    for path, message in (
        (tmp_path / "none", "there is no such file"),
        (tmp_path, "this is a folder, not a file"),
        (big, "larger than 10 bytes"),
    ):
        with pytest.raises(FileTrouble, match=message):
            read_bytes(path, 10)


def test_a_byte_that_is_no_text_has_its_place() -> None:
    with pytest.raises(YamlProblem) as caught:
        decode(b"a: 1\nb: \xe9\n", "f.yaml")
    assert str(caught.value.findings[0].where) == "f.yaml:2:4"


def test_a_typed_file_has_limits_that_our_own_files_have_not(tmp_path: Path) -> None:
    many = "[" + "1," * 200_001 + "]"
    assert len(read_data_text(many, "ours")) == 200_001
    path = tmp_path / "typed.yaml"
    path.write_text(many)
    with pytest.raises(YamlProblem, match="more than 200000 values"):
        read_document(path)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"id": "a:b@c", "n": 3, "on": "no"}, '{id: "a:b@c", "n": 3, "on": "no"}'),
        (["x y", "", None, True, -1], '[x y, "", null, true, -1]'),
        (("0640", "1E10", "3-1"), '["0640", "1E10", "3-1"]'),
        ("\x85\u2028", '"\\u0085\\u2028"'),
    ],
)
def test_values_are_written_so_that_every_reader_agrees(value: object, text: str) -> None:
    assert flow_text(value) == text


def test_what_is_no_plain_value_cannot_be_written() -> None:
    with pytest.raises(TypeError, match="object cannot be written as YAML"):
        flow_text(object())


def with_aliases(text: str) -> Document:
    return read_text_as_document(text, "x.yaml", aliases=True)


def test_aliases_repeat_values_where_they_are_allowed() -> None:
    read = with_aliases("a: &a {b: [1, 2]}\nc: [*a, &t two, *t]\nd: {e: *a}\n")
    assert read.data == {
        "a": {"b": [1, 2]},
        "c": [{"b": [1, 2]}, "two", "two"],
        "d": {"e": {"b": [1, 2]}},
    }
    assert str(read.where(("d", "e", "b", 1))) == "x.yaml:3:8"


BOMB = "a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9)
)
TOWER = "a0: &a0 [1]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 60))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, "x.yaml:6:15: error: with *a4 there are more than 200000 values"),
        (TOWER, "x.yaml:40:12: error: with *a38 it is nested deeper than 40 levels"),
        ("a: &a [*a]\n", "x.yaml:1:8: error: the alias *a stands for no value"),
        ("a: *b\nc: &b 1\n", "x.yaml:1:4: error: the alias *b stands for no value"),
        ("a: &a b\n*a : 1\n", "x.yaml:2:1: error: the alias *a stands for no value"),
        ("&a a: 1\n", "x.yaml:1:1: error: an anchor (&a) is not allowed"),
        ("a: &a {b: 1}\nc: {<<: *a}\n", "x.yaml:2:5: error: '<<' merges nothing here"),
    ],
)
def test_aliases_that_grow_or_turn_on_themselves_are_refused(text: str, message: str) -> None:
    with pytest.raises(YamlProblem) as caught:
        with_aliases(text)
    assert message in str(caught.value)
    with pytest.raises(YamlProblem):
        read_text_as_document(text, "x.yaml")
