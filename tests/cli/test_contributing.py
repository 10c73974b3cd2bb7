"""CONTRIBUTING.md and docs/first-rule.md, done as they say: files, changes, commands, answers."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pbem.cli import main

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = "first.yaml"
FAILS = "  # fails"


@dataclass
class Walk:
    """Somebody who does what a page says, block by block."""

    here: Path
    said: str = ""
    changed: list[int] = field(default_factory=list)  # how many files each change touched

    def take(self, page: Path) -> None:
        """Do all blocks of a page."""
        for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")):
            {"sh": self.run, "text": self.compare, "yaml": self.write, "diff": self.change}[kind](
                text
            )

    def run(self, text: str) -> None:
        """Commands; what they say together is what the next block of text is about."""
        self.said = ""
        for line in text.splitlines():
            command = line.removesuffix(FAILS)
            if command.startswith("cd "):
                self.here /= command.removeprefix("cd ")
                continue
            words = shlex.split(command)
            code, said = self.here_called(words) if words[0] == "pbem" else self.begun(words)
            assert bool(code) == line.endswith(FAILS), said
            self.said += said

    def here_called(self, words: list[str]) -> tuple[int, str]:
        """A command of pbem, in this process."""
        said = io.StringIO()
        with chdir(self.here), redirect_stdout(said):
            code = main(words[1:])
        return code, said.getvalue()

    def begun(self, words: list[str]) -> tuple[int, str]:
        """A program in a process of its own: it reads files that have changed."""
        done = subprocess.run(
            [sys.executable, *words[1:]],
            cwd=self.here,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    def compare(self, text: str) -> None:
        """Every line has been said."""
        missing = set(text.splitlines()) - set(self.said.splitlines())
        assert not missing, self.said

    def write(self, text: str) -> None:
        """A whole file, or a line in place of the one that begins like it."""
        path = self.here / FILE
        if not text.startswith(" "):
            path.write_text(text, encoding="utf-8")
            return
        start = text[: text.index(":") + 1]
        kept = path.read_text(encoding="utf-8").splitlines(keepends=True)
        assert sum(line.startswith(start) for line in kept) == 1
        new = [text if line.startswith(start) else line for line in kept]
        path.write_text("".join(new), encoding="utf-8")

    def change(self, text: str) -> None:
        """Changes of some files: each place is there once."""
        files = re.split(r"^--- a/.*\n\+\+\+ b/(.*)\n@@\n", text, flags=re.MULTILINE)[1:]
        for name, hunks in zip(files[::2], files[1::2], strict=True):
            path = self.here / name
            kept = path.read_text(encoding="utf-8")
            for hunk in hunks.split("@@\n"):
                old, new = ("".join(lines_of(hunk, sign)) for sign in "-+")
                assert kept.count(old) == 1, f"{name}\n{old}"
                kept = kept.replace(old, new)
            path.write_text(kept, encoding="utf-8")
        self.changed.append(len(files) // 2)


def lines_of(hunk: str, sign: str) -> Iterator[str]:
    """The lines of one side of a change."""
    for line in hunk.splitlines(keepends=True):
        if line[0] in (" ", sign):
            yield line[1:]
        elif line == "\n":
            yield line


def test_the_walk_from_the_book_to_a_case(tmp_path: Path) -> None:
    walk = Walk(tmp_path)
    walk.take(ROOT / "CONTRIBUTING.md")
    assert walk.said == "1 of 1 cases passed\n"


def test_the_walk_from_the_book_to_a_rule(tmp_path: Path) -> None:
    walk = Walk(tmp_path)
    walk.take(ROOT / "docs" / "first-rule.md")
    assert walk.changed == [2, 3, 5]


def test_a_page_that_is_wrong_is_noticed(tmp_path: Path) -> None:
    walk = Walk(tmp_path)
    walk.write("a: 1\nb: 2\n")
    with pytest.raises(AssertionError):
        walk.run("pbem case first.yaml\n")
    walk.run(f"pbem case first.yaml{FAILS}\n")
    with pytest.raises(AssertionError):
        walk.compare("1 of 1 cases passed\n")
    with pytest.raises(AssertionError):
        walk.change("--- a/first.yaml\n+++ b/first.yaml\n@@\n-c: 3\n+c: 4\n")
    walk.change("--- a/first.yaml\n+++ b/first.yaml\n@@\n a: 1\n-b: 2\n+b: 3\n")
    assert (tmp_path / FILE).read_text(encoding="utf-8") == "a: 1\nb: 3\n"
