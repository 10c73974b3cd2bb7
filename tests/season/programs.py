"""Eight mail programs, each with habits of its own, as players answer the moderator with them.

A program writes what its user typed into a letter that answers another: with its way of quoting,
wrapping, coding and signing. Nothing here knows what an order is.
"""

from __future__ import annotations

import html
import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from typing import Final, Protocol


@dataclass(frozen=True, slots=True)
class Typed:
    """What a user wants to say in answer to a letter, and where it goes."""

    name: str
    address: str
    to: str
    number: int
    files: str
    phrase: str
    answers: EmailMessage | None = None

    @property
    def subject(self) -> str:
        """The subject of an answer."""
        return f"Re: {self.answers['Subject']}" if self.answers else "orders"

    @property
    def older(self) -> str:
        """The text of the letter that is answered."""
        body = self.answers.get_body(("plain",)) if self.answers else None
        return str(body.get_content()) if body else ""

    @property
    def said(self) -> str:
        """The passphrase and the files, as they are typed into a letter."""
        return f"passphrase: {self.phrase}\n\n{self.files}"


class Program(Protocol):
    """A mail program."""

    def write(self, typed: Typed) -> bytes:
        """The letter that its user sends."""


def envelope(typed: Typed, **more: str) -> EmailMessage:
    """A letter with its headers and nothing in it."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = f"{typed.name.capitalize()} <{typed.address}>"
    mail["To"], mail["Subject"] = typed.to, typed.subject
    mail["Message-ID"] = f"<{typed.number}.{typed.name}@programs.example>"
    if typed.answers:
        mail["In-Reply-To"] = str(typed.answers["Message-ID"])
    for name, value in more.items():
        mail[name.replace("_", "-")] = value
    return mail


def quoted(text: str) -> str:
    """A text with the marks of quotation."""
    return "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())


def wrapped(text: str, width: int, end: str = "") -> str:
    """A text whose long lines are broken between words; `end` marks the breaks."""
    lines = []
    for line in text.splitlines():
        parts = textwrap.wrap(
            line, width, break_long_words=False, break_on_hyphens=False,
            drop_whitespace=True, replace_whitespace=False,
        ) or [""]  # fmt: skip
        indent = re.match(r" *", line)
        parts[0] = (indent.group() if indent else "") + parts[0].lstrip(" ")
        lines += [*(part + end for part in parts[:-1]), parts[-1]]
    return "\n".join(lines) + "\n"


class Pine:
    """Plain text below nothing, a signature, the older letter quoted at the end."""

    def write(self, typed: Typed) -> bytes:
        mail = envelope(typed, User_Agent="Alpine 2.26")
        mail.set_content(
            f"Hello,\n\n{typed.said}\n-- \n{typed.name.capitalize()}, Elm Street 5\n\n"
            f"On Fri, 20 Nov 2026, Friday games wrote:\n\n{quoted(typed.older)}",
            cte="8bit",
        )
        return mail.as_bytes()


class Outlook:
    """HTML alone, a paragraph for each line, the older letter unquoted under its headers."""

    def write(self, typed: Typed) -> bytes:
        mail = envelope(typed, X_Mailer="Microsoft Outlook 16.0")
        older = f"From: Friday games\nSent: Friday, 20 November 2026 13:00\nTo: {typed.name}\n"
        older += f"Subject: {typed.subject}\n\n{typed.older}"
        rows = [*typed.said.splitlines(), "", "Kind regards", typed.name.capitalize(), ""]
        rows += ["-----Original Message-----", *older.splitlines()]
        body = "".join(f'<p class="MsoNormal">{self._row(row)}<o:p></o:p></p>\r\n' for row in rows)
        style = "<style><!-- p.MsoNormal {margin:0cm;} --></style>"
        mail.set_content(
            f"<html><head>{style}</head><body lang=EN><div>{body}</div></body></html>",
            subtype="html", cte="quoted-printable",
        )  # fmt: skip
        return mail.as_bytes()

    def _row(self, line: str) -> str:
        said = line.lstrip(" ")
        return "&nbsp;" * (len(line) - len(said)) + (html.escape(said) or "&nbsp;")


class Gmail:
    """The same in plain text, wrapped, and in HTML; "On … wrote:" over two lines."""

    def write(self, typed: Typed) -> bytes:
        mail = envelope(typed)
        wrote = "On Fri, Nov 20, 2026 at 1:00 PM Friday games <moderator@club.example>\nwrote:\n\n"
        mail.set_content(wrapped(typed.said, 72) + "\n" + wrote + quoted(typed.older))
        rows = "<br>".join(html.escape(line) for line in typed.said.splitlines())
        mail.add_alternative(f'<div dir="ltr">{rows}</div>', subtype="html")
        return mail.as_bytes()


class Apple:
    """Quoted-printable, quotation marks and dashes made pretty, the older letter quoted below."""

    def write(self, typed: Typed) -> bytes:
        mail = envelope(typed, X_Mailer="Apple Mail (2.3774)")
        pretty = re.sub(r'"([^"\n]*)"', "“\\1”", typed.said).replace("--", "—")
        wrote = "> On 20 Nov 2026, at 13:00, Friday games <moderator@club.example> wrote:\n>\n"
        mail.set_content(f"{pretty}\n\n{wrote}{quoted(typed.older)}", cte="quoted-printable")
        return mail.as_bytes()


class Phone:
    """The form edited where it was attached, with the line ends of another system."""

    def write(self, typed: Typed) -> bytes:
        mail = envelope(typed)
        mail.set_content(f"passphrase: {typed.phrase}\n\nSent from my phone\n")
        data = b"\xef\xbb\xbf" + typed.files.replace("\n", "\r\n").encode()
        mail.add_attachment(
            data, maintype="application", subtype="octet-stream", filename="orders.yaml"
        )
        return mail.as_bytes()


class Webmail:
    """The alphabet of western Europe in base64, a greeting, an advertisement."""

    def write(self, typed: Typed) -> bytes:
        mail = envelope(typed)
        text = f"Guten Abend,\n\nhier sind meine Züge:\n\n{typed.said}\nViele Grüße\n"
        text += f"{typed.name.capitalize()}\n\n{'_' * 50}\nKostenlose Post: https://post.example\n"
        try:
            text.encode("cp1252")
        except UnicodeError:
            charset = "utf-8"
        else:
            charset = "windows-1252"
        mail.set_content(text, charset=charset, cte="base64")
        return mail.as_bytes()


class Flowed:
    """Lines wrapped at 72 as `format=flowed`, so that a reader may join them again."""

    def write(self, typed: Typed) -> bytes:
        mail = envelope(typed, User_Agent="Mozilla Thunderbird")
        text = wrapped(typed.said, 71, end=" ")
        rows = (
            f" {row}" if row.startswith((" ", ">", "From ")) else row for row in text.split("\n")
        )
        mail.set_content("\n".join(rows) + f"\n-- \n{typed.name.capitalize()}\n", cte="8bit")
        mail.set_param("format", "flowed")
        return mail.as_bytes()


class Forwarder:
    """A mailing list's footer below, and the orders in UTF-16, as an old editor keeps them."""

    def write(self, typed: Typed) -> bytes:
        mail = envelope(
            typed, Sender="club-bounces@lists.example", List_Id="<club.lists.example>",
            Precedence="list",
        )  # fmt: skip
        mail.replace_header("Subject", f"[Club] {typed.subject}")
        mail.set_content(
            f"passphrase: {typed.phrase}\nsee there\n{'_' * 47}\nClub mailing list\n"
            "https://lists.example/club\n"
        )
        mail.add_attachment(
            typed.files.replace("\n", "\r\n").encode("utf-16"),
            maintype="application", subtype="octet-stream", filename="my orders.txt",
        )  # fmt: skip
        return mail.as_bytes()


PROGRAMS: Final[Mapping[str, Program]] = {
    "hans": Pine(),
    "olga": Outlook(),
    "kenji": Gmail(),
    "anna": Apple(),
    "ruth": Phone(),
    "marie": Webmail(),
    "gino": Flowed(),
    "walt": Forwarder(),
}
