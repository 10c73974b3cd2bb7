"""What is written to a terminal: texts that cannot steer it, and the few codes of ours that do.

Decides how a text is shown whose letters could steer a terminal, and when lines have colours: on a
terminal alone, and not where `NO_COLOR` is set. Leaves what is said to the commands.
"""

from __future__ import annotations

import os
import sys
from typing import Final, TextIO

import click

from pbem.core.data.letters import shown

CLEAR: Final = "\r\x1b[K"  # back to the begin of the line, and nothing is on it
_COLOURS: Final = {"red": "\x1b[31m", "yellow": "\x1b[33m", "green": "\x1b[32m", "bold": "\x1b[1m"}
_TOP: Final = "\x1b[H\x1b[2J"
_PLAIN: Final = "\x1b[0m"


class Shown:
    """An output that no text steers: what no text may hold is written out, whoever sent it.

    It is written as JSON has it, so that JSON stays what it was.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = "utf-8"  # click writes past an output that calls itself ASCII
        self.errors = "replace"

    def write(self, text: str) -> int:
        """Write a text as it may be seen."""
        return self._stream.write(shown(text))

    def steer(self, codes: str) -> None:
        """Write codes of ours that steer a terminal; nothing where there is none."""
        if self.isatty():
            self._stream.write(codes)

    def flush(self) -> None:
        """Let what was written be seen."""
        self._stream.flush()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._stream.isatty()

    def close(self) -> None:
        """Nothing more is written."""
        self._stream.close()


def coloured() -> bool:
    """Whether colours are wanted: `NO_COLOR` is not set, and the terminal can show them."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def wipe() -> None:
    """Nothing stands on the terminal any more; in a pipe an empty line comes first."""
    if isinstance(sys.stdout, Shown) and sys.stdout.isatty():
        sys.stdout.steer(_TOP)
    else:
        click.echo()


def echo(line: str, colour: str = "", err: bool = False) -> None:
    """A line, in a colour where it goes to a terminal that wants one."""
    stream = sys.stderr if err else sys.stdout
    if colour and coloured() and isinstance(stream, Shown) and stream.isatty():
        stream.steer(_COLOURS[colour])
        stream.write(line)
        stream.steer(_PLAIN)
        line = ""
    click.echo(line, err=err)
