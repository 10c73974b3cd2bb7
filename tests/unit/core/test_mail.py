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
