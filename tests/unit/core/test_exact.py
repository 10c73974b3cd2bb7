"""Numbers as files type them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.core.data.charts import _fraction
from pbem.core.data.counters import ratings_from
from pbem.core.data.exact import exact


def test_numbers_are_exact() -> None:
    said = (3, "3", "-3", "1/2", " 2/4 ", "1.5", "+0.25", "10/010")
    found = [3, 3, -3, Fraction(1, 2), Fraction(1, 2), Fraction(3, 2), Fraction(1, 4), 1]
    assert [exact(one) for one in said] == found


@pytest.mark.parametrize(
    "said", ["1e9999999999", "1E5", "1_0", "1/0", "", "1/", ".5", "\u0661", "9" * 19, "1 2", "nan"]
)
def test_what_is_no_number_is_none_at_once(said: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        exact(said)
    assert ratings_from({"attack": said}) == {"attack": said}
    assert _fraction(said) is None
