"""A fresh process for a change that acts when its module is imported; started by `trial`."""

from __future__ import annotations

import json
import os
import sys
from importlib.abc import Loader
from importlib.machinery import PathFinder, SourceFileLoader
from typing import Any

import pytest

from tests.mutants import code
from tests.mutants.change import ROOT
from tests.mutants.trial import passes


class Changed(PathFinder):
    """Finds one module with the change made in it."""

    body: Any = None
    path: str = ""

    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
        """The usual module, but with its own loader for the changed one."""
        spec = super().find_spec(fullname, path, target)
        if spec is not None and spec.origin == cls.path:
            spec.loader = _Loader(fullname, cls.path)
        return spec


class _Loader(SourceFileLoader, Loader):
    def get_code(self, fullname: str) -> Any:
        return Changed.body


class Chosen:
    """A plugin of pytest that runs tests until one fails or is not even found, and says which."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of pytest's own loop."""
        items = {item.nodeid: item for item in session.items}
        names = self.names
        failed = next((n for n in names if n not in items or not passes(items[n])), "")
        os.write(3, f"noticed by: {failed}\n".encode())
        return True


def main() -> None:
    """Import the change, run the tests."""
    wanted = json.load(sys.stdin)
    change = next(c for c in code.changes_of(ROOT / wanted["file"]) if c.id == wanted["id"])
    Changed.body, Changed.path = code.changed_module(change), str(ROOT / change.file)
    sys.meta_path.insert(0, Changed)
    os.dup2(1, 3)
    files = sorted({name.partition("::")[0] for name in wanted["tests"]})
    pytest.main([*files, "-p", "no:cacheprovider"], plugins=[Chosen(wanted["tests"])])


if __name__ == "__main__":
    main()
