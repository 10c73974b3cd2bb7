"""Numbers as files type them, made exact: `3`, `1/2`, `1.5`.

`Fraction` reads more than that: of `1e9999999999` it works the whole power out, for ever.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

_TYPED: Final = re.compile(r"[+-]?[0-9]{1,18}(?:/0*[1-9][0-9]{0,17}|\.[0-9]{1,18})?")


def exact(value: str | int) -> Fraction:
    """A number as typed; ValueError where it is none."""
    if isinstance(value, str) and not _TYPED.fullmatch(value.strip()):
        raise ValueError(f"{value!r} is not a number")
    return Fraction(value)
