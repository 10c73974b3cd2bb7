"""What mail programs do to a file is undone; the number of lines stays."""

from __future__ import annotations

import pytest

from pbem.core.orders.mail import clean


@pytest.mark.parametrize(
    ("received", "meant"),
    [
        ("\ufeffa: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"),
        ("a:\u00a0\u200b1 \nb: x\u202fy\n", "a: 1\nb: x y\n"),
        ("a: \u201cx\u201d\nb: \u2018y\u2019\n", "a: \"x\"\nb: 'y'\n"),
        ("press: \u201cDanzig: now!\u201d\n", 'press: "Danzig: now!"\n'),
        ("press: \u201eDanzig: jetzt!\u201c\n", 'press: "Danzig: jetzt!"\n'),
        ("press: \u201cHe said \u201cgo\u201d\u201d\n", 'press: "He said \u201cgo\u201d"\n'),
        ('press: \u201cHe said "go"\u201d\n', 'press: "He said \\"go\\""\n'),
        ('press: "He said \u201cgo: now\u201d"\n', 'press: "He said \u201cgo: now\u201d"\n'),
        ("press: he said \u201cgo\u201d\n", "press: he said \u201cgo\u201d\n"),
        ("press: 'he said \u2018go\u2019'\n", "press: 'he said \u2018go\u2019'\n"),
        ("note: don\u2019t, it\u2019s late\n", "note: don't, it's late\n"),
        ("note: \u2019tis late\n", "note: \u2019tis late\n"),
        (
            "- {to: \u201cXi\u2019an\u201d, at: [\u201ca\u201d, \u2018b\u2019]}\n",
            '- {to: "Xi\'an", at: ["a", \'b\']}\n',
        ),
        ("> a: 1\n>\n> b:\n>   c: 2\n", "a: 1\n\nb:\n  c: 2\n"),
        ("> > a: 1\n> > b: 2\n", "a: 1\nb: 2\n"),
        (">> a: 1\n>> b: 2\n", "a: 1\nb: 2\n"),
        ("a: 1\n-- \nRosa: [\n", "a: 1\n\n\n"),
        ("```yaml\na: 1\n```\n", "\na: 1\n\n"),
        ("a: >\n  folded\n", "a: >\n  folded\n"),
        ("a: x > y\n> b\n", "a: x > y\n> b\n"),
        ("--\na: 1\n", "--\na: 1\n"),
        ("", ""),
    ],
)
def test_mail_damage_is_cleaned(received: str, meant: str) -> None:
    assert clean(received) == meant
