"""Letters whose bytes are odd: each is read, and nothing of it is raised.

`slip_of` is called by the tests and by `make soak`.
"""

from __future__ import annotations

from random import Random
from typing import Final

from mutations import mutated
from post.hostile import LETTERS
from post.letters import ORDERS, PHRASE, letter, made

from pbem.core.data.letters import strange
from pbem.core.data.yamlio import MAX_TYPED_BYTES
from pbem.post.cleaning import files_in, passphrase_in, windows_in, without_passphrase
from pbem.post.letters import Handed, Letter, _read

OK: Final = PHRASE + ORDERS


def with_kind(kind: bytes, text: str = OK) -> bytes:
    """A letter of Hans with a Content-Type as it is given."""
    return b"From: hans@x.org\nMessage-ID: <k@x>\nContent-Type: " + kind + f"\n\n{text}".encode()


def page(text: str) -> bytes:
    return with_kind(b"text/html; charset=utf-8", f"{text}<pre>{OK}</pre>")


PARTS: Final = "".join(
    f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(1000)
)
ODD: Final[dict[str, bytes]] = {
    "a Message-ID with a bracket": letter().replace(b"<1@x.org>", b"<a@[>"),
    "a From with a bracket": letter(sender="hans@["),
    "a thousand parts in parts": f"From: hans@x.org\n{PARTS}\n{OK}".encode(),
    "a thousand letters in letters": b"From: hans@x.org\n"
    + b"Content-Type: message/rfc822\n\n" * 1000 + OK.encode(),
    "half a character in Content-Type": with_kind(b"\xed\xa0\x80*1*"),
    "a star in Content-Type": with_kind(b"text/plain; *0*=a; name*=b; name*1*=c'd'%zz"),
    "an alphabet of nulls": with_kind(b'text/plain; charset="a\x00b"'),
    "an alphabet that is none": with_kind(b"text/plain; charset=base64"),
    "an alphabet of names of hosts": with_kind(b"text/plain; charset=idna"),
    "an alphabet of escapes": with_kind(b"text/plain; charset=unicode_escape"),
    "an alphabet of punycode": with_kind(b"text/plain; charset=punycode"),
    "an alphabet beyond its length": with_kind(b"text/plain; charset=utf-32"),
    "a bound without an end": with_kind(b'multipart/mixed; boundary="'),
    "a bound of blanks": with_kind(b'multipart/mixed; boundary="  "', f"--  \n\n{OK}"),
    "an odd coding": letter(OK, Content_Transfer_Encoding="base64\t; x"),
    "base64 of one letter": letter("A", Content_Transfer_Encoding="base64"),
    "an odd coding of words": letter(subject="=?utf-8?b?A?= =?idna?q?=?= =?x?b?/?= =?utf-16?q?a?="),
    "a name that is cut off": with_kind(b"text/plain; name*0*=utf-8''%e; name*1*=%"),
    "a number of too many digits": page(f"&#{'9' * 5000};"),
    "a number beyond all signs": page("&#x110000; &#1114112; &#xd800; &#0;"),
    "a section that is none": page("<![foo[ <![CDATA[ a ]]> <!x <?y"),
    "tags that do not end": page("</ < <a <a b='"),
    "a page in a page": page("<html>" * 500 + "<blockquote>" * 500),
    "line ends of all kinds": letter(OK.replace("\n", "\r") + OK.replace("\n", "\r\n")),
    "nulls": letter(OK).replace(b"seven", b"s\0even"),
    "halves of characters": letter(OK).replace(b"seven", b"\xed\xa0\x80\xff"),
}  # fmt: skip
SOURCES: Final = (
    *ODD.values(),
    *(raw for _, raw, _, _ in LETTERS if len(raw) < 50_000),
    made(OK, html=f"<p>{OK}</p>", attached={"ü.yaml": ORDERS.encode(), "x": b"\x89"}),
    letter(f"{OK}word \nword\n> a \n> b\n", Content_Type="text/plain; format=flowed; delsp=yes"),
)


def slip_of(count: int, seed: str) -> str:
    """What was wrong with the reading of so many letters; nothing if each is read."""
    for number in range(count):
        draw = Random(f"{seed} {number}")
        how, raw = mutated(draw, draw.choice(SOURCES), draw.choice(SOURCES))
        handed = draw.choice(tuple(Handed))
        try:
            if trouble := wrong_with(_read(raw, "odd.eml", handed)):
                return f"letter {number} of {seed} ({how}): {trouble}: {raw[:2000]!r}"
        except Exception as slip:  # any is what is looked for
            return f"letter {number} of {seed} ({how}): {slip!r}: {raw[:2000]!r}"
    return ""


def wrong_with(read: Letter) -> str:
    """What of a letter cannot be as it was read."""
    if read.bug is not None:
        return "the program failed at it"
    if not read.by_hand and bool(read.sender) == bool(read.nobody):
        return "it has a sender and none"
    if read.by_hand and (read.sender or read.nobody or read.robot or read.ident):
        return "what the moderator handed in has a sender"
    if len("".join(text.said for text in read.texts)) > 2 * MAX_TYPED_BYTES:
        return "more is read than is looked at"
    names = [text.attached for text in read.texts]
    if any(len(name) > 100 or strange(name) is not None for name in (*names, *read.unread)):
        return "a file has no name that could be told"
    if any("/" in name for name in names):
        return "a file has the name of a folder"
    for text in read.texts:
        said = without_passphrase(text.said)
        passphrase_in(text.said), windows_in(said), files_in(said), files_in(said, typed=True)
        f"{read.subject}{read.ident}{text.said}".encode()
    return "" if read.texts or read.trouble else "it has neither a text nor a trouble"
