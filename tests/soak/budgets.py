"""A plugin of pytest for the soak: every property test gets twenty times its budget."""

from __future__ import annotations

import pytest
from hypothesis import is_hypothesis_test, settings

TIMES = 20


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Multiply the number of examples of every property test; the seed is the soak's."""
    for item in items:
        test = getattr(item, "obj", None)
        if test is not None and is_hypothesis_test(test):
            test = getattr(test, "__func__", test)
            usual = test._hypothesis_internal_use_settings or settings()
            many = TIMES * usual.max_examples
            larger = settings(usual, max_examples=many, derandomize=False)
            test._hypothesis_internal_use_settings = larger
