"""A letter that goes out, as bytes: its heads, its text, what is attached.

Every head is written here, in ASCII and on one line; all else in it is encoded. What was written is
read once more: the heads must be those that were meant, each once, or the letter goes without what
came from outside. The standard library writes none of it: it decodes a stranger's Message-ID, line
ends and all, into heads and text of ours (CVE-2024-6923 is one way), otherwise in each version.

Decides: how a letter is coded, which Message-ID is answered. Leaves to `outgoing`: what it says.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64encode, encodebytes
from collections.abc import Iterator, Mapping
from typing import Final

from pbem.core.data.addresses import address_typed, name_in
from pbem.core.data.letters import shown_in_line
from pbem.post.heads import heads_of

LONGEST: Final = 900  # characters of a head; servers take 998 on a line
LONGEST_NAME: Final = 100
LONGEST_IDENT: Final = 250

_SEEN = re.compile(r"[ -~]*")
_ATOMS = re.compile(r"[A-Za-z0-9 !#$%&'*+/=?^_`{|}~-]+")
_IDENT = re.compile(r"<[A-Za-z0-9!#$%&'*+/=?^_`{|}~.:-]+@[A-Za-z0-9!#$%&'*+/=?^_`{|}~.:-]+>")
_DATE = re.compile(r"[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}", re.ASCII)
_FOLD: Final = "\r\n "

Heads = Mapping[str, str]


# --- heads ---------------------------------------------------------------------------------------


def phrase(text: str) -> str:
    """A text as a head says it: as it is, or in encoded words where it is not plain."""
    said = shown_in_line(text).strip()
    if _SEEN.fullmatch(said) and "=?" not in said and len(said) <= LONGEST:
        return said
    return _FOLD.join(_words(said[:LONGEST]))


def _words(text: str) -> Iterator[str]:
    """A text in encoded words, each of whole characters and shorter than a line."""
    for at in range(0, len(text), 11):
        data = text[at : at + 11].encode("utf-8", "replace")  # at most 44 bytes
        yield f"=?utf-8?b?{b64encode(data).decode()}?="


def mailbox(text: str) -> str:
    """`NAME <ADDRESS>` as a head says it."""
    name, address = phrase(name_in(text)[:LONGEST_NAME]), address_typed(text)
    if "=?" not in name and name and not _ATOMS.fullmatch(name):
        name = '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'
    return f"{name} <{address}>" if name else address


def ident_of(text: str) -> str:
    """A Message-ID that may be answered; nothing if a text is not quite one."""
    is_one = _IDENT.fullmatch(text) and "=?" not in text and len(text) <= LONGEST_IDENT
    return text if is_one else ""


def date_of(text: str) -> str:
    """A date as heads have it; nothing if a text is not one."""
    return text if _DATE.fullmatch(text) else ""


# --- the letter ----------------------------------------------------------------------------------


def composed(own: Heads, outside: Heads, text: str, attached: Mapping[str, bytes]) -> bytes:
    """A letter with heads of ours and, as far as they are in form, with heads from outside.

    `own` are in form, or there is a bug, which no letter carries out.
    """
    kind, body = _body(text, attached)
    for heads in ({**own, **outside}, own):
        meant = {name: said for name, said in {**heads, **kind}.items() if said}
        if _is_as_meant(block := _block(meant), meant):
            return block + b"\r\n" + body
    raise ValueError("the heads of a letter are out of form")


def _block(heads: Heads) -> bytes:
    return "".join(f"{name}: {said}\r\n" for name, said in heads.items()).encode("ascii", "replace")


def _is_as_meant(block: bytes, heads: Heads) -> bool:
    """Whether whoever reads the heads finds those that were meant, each once and whole."""
    found, _ = heads_of(block + b"\r\n")
    meant = [(name.lower(), said.replace(_FOLD, " ")) for name, said in heads.items()]
    lines = block.decode("ascii").split("\r\n")
    return [(name, said.decode()) for name, said in found.rows] == meant and all(
        _SEEN.fullmatch(line) and len(line) <= LONGEST + 50 for line in lines
    )


def _body(text: str, attached: Mapping[str, bytes]) -> tuple[Heads, bytes]:
    """The heads that say what the body is, and the body: a text, or a text and files."""
    if not attached:
        return {**_MIME, **_TEXT}, _text(text)
    parts = [_part(_TEXT, _text(text))]
    parts += [_part(_of_file(name), _coded(data)) for name, data in attached.items()]
    body = b"".join(f"--{_BOUND}\r\n".encode() + part for part in parts)
    kind = {**_MIME, "Content-Type": f'multipart/mixed; boundary="{_BOUND}"'}
    return kind, body + f"--{_BOUND}--\r\n".encode()


_MIME: Final = {"MIME-Version": "1.0"}
_TEXT: Final = {
    "Content-Type": 'text/plain; charset="utf-8"',
    "Content-Transfer-Encoding": "quoted-printable",
}
_BOUND: Final = "==pbem=="  # no coded text has such a line


def _of_file(name: str) -> Heads:
    """The heads of an attached file."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", name)[-LONGEST_NAME:] or "file"
    kind = "image/png" if plain.endswith(".png") else "application/x-yaml"
    return {
        "Content-Type": kind,
        "Content-Transfer-Encoding": "base64",
        "Content-Disposition": f'attachment; filename="{plain}"',
    }


def _part(heads: Heads, body: bytes) -> bytes:
    return _block(heads) + b"\r\n" + body


def _text(text: str) -> bytes:
    """A text in quoted-printable; no line of it begins like a letter of an mbox."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    coded = binascii.b2a_qp(f"{lines}\n".encode("utf-8", "replace"))
    return re.sub(rb"^From ", b"=46rom ", coded, flags=re.MULTILINE).replace(b"\n", b"\r\n")


def _coded(data: bytes) -> bytes:
    return encodebytes(data).replace(b"\n", b"\r\n")
