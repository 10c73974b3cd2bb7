"""What a reader sees of a text: of one in HTML, of one whose lines its mail program broke.

Each sign is looked at a few times, however long the text is and whatever stands in it. So HTML is
read here: the standard library's reader needs the square of the time for some texts, and raises
for others. Nothing of a page is carried out or fetched.

Decides: where lines end and how far they are indented. Leaves to `cleaning`: what of it is a file.
"""

from __future__ import annotations

import html
import re
from typing import Final

DEEPEST: Final = 20  # marks of quotation before a line

_BREAKS: Final = frozenset({"br", "p", "div", "tr", "li", "h1", "h2", "h3", "pre", "blockquote"})
_SILENT: Final = frozenset({"head", "title"})
_HIDDEN: Final = frozenset({"style", "script"})  # what stands in them is no HTML
_TAG = re.compile(r"(/?)([A-Za-z][^\s/>]*)")
_SIGN = re.compile(r"&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]{1,31});?")
_LONGEST: Final = 34  # characters of a reference; the library raises for numbers that are long


def unflowed(text: str, delsp: bool = False) -> str:
    """Text of `format=flowed` (RFC 3676): lines that end with a blank go on in the next."""
    lines: list[list[str]] = []
    open_, before = False, ""
    for line in text.replace("\r\n", "\n").split("\n"):
        marks = line[: len(line) - len(line.lstrip(">"))]
        said = line[len(marks) :].removeprefix(" ")
        if open_ and marks == before and not said.startswith(">") and said != "-- ":
            lines[-1][-1] = lines[-1][-1].removesuffix(" " * delsp)
            lines[-1].append(said)
        else:
            lines.append([f"{marks} {said}" if marks else said])
        before, open_ = marks, said.endswith(" ") and said != "-- "
    return "\n".join(map("".join, lines))


class _Page:
    """The lines that a reader sees of a page."""

    def __init__(self) -> None:
        self.lines: list[list[str]] = [[""]]
        self.depth = 0
        self.as_is = 0
        self.silent = 0
        self.begun = False  # whether the last line says something

    def open(self, tag: str) -> None:
        """What a tag begins."""
        self.silent += tag in _SILENT
        self.as_is += tag == "pre"
        if tag in _BREAKS and (tag == "br" or self.begun):
            self._break()
        if tag == "blockquote":
            self.depth += 1
            self._break()
        if tag == "li":
            self._add("- ")

    def close(self, tag: str) -> None:
        """What a tag ends."""
        self.silent -= tag in _SILENT and self.silent > 0
        self.as_is -= tag == "pre" and self.as_is > 0
        if tag == "blockquote" and self.depth:
            self.depth -= 1
            self._break()
        elif tag in _BREAKS and tag != "br" and self.begun:
            self._break()

    def say(self, text: str) -> None:
        """A piece of text; blanks outside <pre> are one."""
        if self.silent:
            return
        said = _SIGN.sub(_sign, text)
        if not self.as_is:
            said = re.sub(r"[ \t\r\n]+", " ", said)
            self._add(said if self.begun else said.lstrip(" "))
            return
        first, *others = said.split("\n")
        self._add(first)
        for line in others:
            self._break()
            self._add(line)

    def _add(self, text: str) -> None:
        self.lines[-1].append(text)
        self.begun = self.begun or bool(text.strip("> "))

    def _break(self) -> None:
        self.lines.append(["> " * min(self.depth, DEEPEST)])
        self.begun = False


def _sign(found: re.Match[str]) -> str:
    """The sign for which `&uuml;` or `&#252;` stands."""
    said = found.group()
    return html.unescape(said) if len(said) <= _LONGEST else "\ufffd"


def html_text(page: str) -> str:
    """What a reader sees of a text in HTML; no-break blanks stay, they are indents."""
    reader = _Page()
    at = said = 0  # where is looked, and what was said already
    last = page.rfind(">")
    while 0 <= (begin := page.find("<", at)) < last:
        tag = _TAG.match(page, begin + 1)
        if not tag and page[begin + 1] not in "!?/":
            at = begin + 1  # less than
            continue
        reader.say(page[said:begin])
        at = said = _behind(page, begin, tag[2].lower() if tag and not tag[1] else "")
        if tag:
            (reader.close if tag[1] else reader.open)(tag[2].lower())
    reader.say(page[said:])
    return "\n".join("".join(line).rstrip(" ") for line in reader.lines)


def _behind(page: str, begin: int, opened: str) -> int:
    """Where a tag or a comment ends, with what it hides; the end of the page if it does not."""
    if opened in _HIDDEN:
        closed = re.compile(f"</{opened}", re.IGNORECASE).search(page, begin)
        begin = closed.start() if closed else len(page)
    mark = "-->" if page.startswith("<!--", begin) else ">"
    end = page.find(mark, begin + 2)
    return end + len(mark) if end >= 0 else len(page)
