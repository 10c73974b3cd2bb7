"""Texts with damage in them: strategies of the tests that read what anybody may send."""

from __future__ import annotations

from hypothesis import strategies as st

from pbem.core.data.yamlio import flow_text, read_data_text

PIECES = (
    "null", "~", "true", "-1", "999999999999", "1e10", "[]", "{}", "[[]]", "{a: {b: []}}", "''",
    "!!python/object:os.system x", "&a [*a]", "*a", "\u2028", "\x00", "\t", "- ", ": ", "? ", "|",
    ">", "%YAML 1.1\n---\n", "---\n", "...\n", "\ufeff", "<<: {a: 1}", "0x10", ".inf", "3:1", "'",
    '"', "# ", "@", "`", "{", "[", "}", "]", ",", "é", "\U0001f600", "a" * 300, "1" * 5000,
)  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, text: str) -> bytes:
    """A text of ours with pieces cut out and strange ones put in."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 30)))
        text = text[:start] + draw(st.sampled_from(PIECES) | st.text(max_size=4)) + text[end:]
    return text.encode("utf-8", "surrogatepass")


def swapped(draw: st.DrawFn, value: object) -> object:
    """A value with something strange in one place of it."""
    strange = st.sampled_from([None, True, -1, 10**17, "", "x", [], {}, [[]], {"a": 1}, [None]])
    if not isinstance(value, (dict, list)) or not value or draw(st.integers(0, 4)) == 0:
        return draw(strange)
    if isinstance(value, dict):
        key = draw(st.sampled_from(sorted(value)))
        return {**value, key: swapped(draw, value[key])}
    spot = draw(st.integers(0, len(value) - 1))
    return [*value[:spot], swapped(draw, value[spot]), *value[spot + 1 :]]


@st.composite
def twisted(draw: st.DrawFn, text: str) -> bytes:
    """The same structure with values of other types: past the YAML, at the schemas and rules."""
    data = swapped(draw, read_data_text(text, "seed"))
    if not isinstance(data, dict):
        return flow_text(data).encode()
    return "".join(f"{flow_text(k)}: {flow_text(v)}\n" for k, v in data.items()).encode()
