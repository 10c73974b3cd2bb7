"""Damaged and hostile letters, each with what becomes of it: its name, its bytes, the outcome, what
the moderator is told. Those that count are Hans's and say his passphrase.
"""

from __future__ import annotations

import base64
import io
import zipfile
from email.message import EmailMessage

from post.letters import ORDERS, PHRASE, STANDING, letter, made

Row = tuple[str, bytes, str, str]

OK = PHRASE + ORDERS
THIRTEEN = [ORDERS.replace("luck: seven", f"luck: l{number}") for number in range(13)]
BOMB = "".join(f"a{n}: &a{n} [{f'*a{n - 1}, ' * 9}]\n" for n in range(1, 12))


def zipped() -> bytes:
    """A small archive of a large file."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders.yaml", b"0" * (10 << 20))
    return data.getvalue()


def forwarded() -> bytes:
    """A letter of a stranger that carries one of Hans's as it was."""
    mail = EmailMessage()
    mail["From"], mail["Subject"], mail["Message-ID"] = "eve@z.org", "Fwd: orders", "<fwd@z.org>"
    mail.set_content("look at this")
    inner = EmailMessage()
    inner["From"], inner["Subject"] = "hans@x.org", "orders"
    inner.set_content(OK)
    mail.add_attachment(inner)
    return mail.as_bytes()


def coded(text: str, how: str) -> bytes:
    head = f"From: hans@x.org\nMessage-ID: <{how}@x.org>\nContent-Type: text/plain; charset=utf-8\n"
    return f"{head}Content-Transfer-Encoding: base64\n\n".encode() + base64.encodebytes(
        text.encode()
    )


def deep(levels: int) -> bytes:
    """A letter of parts in parts in parts."""
    begin = "".join(
        f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(levels)
    )
    return f"From: hans@x.org\nMIME-Version: 1.0\n{begin}Content-Type: text/plain\n\n{OK}".encode()


def mark(number: int) -> bytes:
    """A Message-ID of one letter alone."""
    return f"<{number}@h.org>".encode()


_WRITTEN: tuple[Row, ...] = (
    # --- whose it is
    ("a forged name", letter(sender='"Hans Muster" <eve@z.org>'), "refused", "hans@x.org"),
    ("an address in the name", letter(sender='"hans@x.org" <eve@z.org>'), "refused", "hans@x.org"),
    ("two senders", letter(sender="hans@x.org, eve@z.org"), "refused", "hans@x.org"),
    ("no sender", letter(sender=""), "refused", "hans@x.org"),
    ("a group of one for a sender", letter(sender="us: hans@x.org;"), "counts", ""),
    ("a look-alike domain", letter(sender="hans@х.org"), "refused", "hans@x.org"),
    ("a sender in capitals", letter(sender="HANS@X.ORG"), "counts", "accepted"),
    ("a Reply-To of another", letter(Reply_To="eve@z.org"), "counts", "accepted"),
    ("no passphrase", letter(ORDERS), "refused", "passphrase"),
    ("an empty passphrase", letter(f"passphrase:\n{ORDERS}"), "refused", "passphrase"),
    (
        "another's passphrase",
        letter(f"passphrase: anna has none\n{ORDERS}"),
        "refused", "passphrase",
    ),
    ("a quoted passphrase", letter(f"> {PHRASE}{ORDERS}"), "refused", "passphrase"),
    (
        "a passphrase in the subject",
        letter(ORDERS, subject=PHRASE.strip()),
        "refused", "passphrase",
    ),
    ("a passphrase with two blanks", letter(OK.replace("horse b", "horse  b")), "counts", ""),
    ("orders of another player", letter(PHRASE + STANDING), "refused", "anna@y.org"),
    ("his own and another's", letter(f"{OK}\n{STANDING}"), "refused", "anna@y.org"),
    ("a stranger's name", letter(OK.replace("player: hans", "player: eve")), "bad", "not accepted"),
    ("no player", letter(OK.replace("player: hans\n", "")), "bad", "not accepted"),
    ("a deputy who is none", letter(OK.replace("luck: seven", "deputy: eve")), "bad", ""),
    ("a letter within a stranger's", forwarded(), "refused", "hans@x.org"),
    # --- programs
    ("an absence notice", letter(Auto_Submitted="auto-replied"), "robot", "automatically"),
    ("a bounce", letter(sender="MAILER-DAEMON@x.org"), "robot", "mail server"),
    ("a bounce without a sender", letter("", Return_Path="<>"), "robot", "mail server"),
    ("a delivery report", letter(Content_Type="multipart/report; boundary=x"), "robot", "delivery"),
    ("a mass mailing", letter("Buy!", Precedence="bulk"), "robot", "bulk"),
    ("an answer machine", letter(sender="no-reply@shop.org"), "robot", "mail server"),
    ("Auto-Submitted: no", letter(Auto_Submitted="no"), "counts", "accepted"),
    # --- what it weighs and holds
    ("nothing", b"", "nothing", "no orders"),
    ("blank lines", letter("\n\n\n"), "nothing", "no orders"),
    ("only headers", letter("").rstrip(b"\n"), "nothing", "no orders"),
    ("no letter at all", bytes(range(256)) * 20, "nothing", "no orders"),
    ("fifty megabytes", letter("x" * (50 << 20)), "nothing", "50 MB is more"),
    ("a long line", letter("x" * 200_000), "nothing", "no orders"),
    ("a zip bomb", made("see there", attached={"orders.zip": zipped()}), "nothing", "no orders"),
    ("a program", made("see there", attached={"orders.yaml.exe": b"MZ"}), "nothing", "no orders"),
    (
        "an attachment with a path",
        made(PHRASE, attached={"../../keys": b"x", "../game.yaml": ORDERS.encode()}),
        "counts", "game.yaml",
    ),
    ("a game.yaml", letter(f"{PHRASE}format: pbem-game/1\nwindow: x\n"), "bad", "not accepted"),
    ("many parts", made(OK, attached={f"{n}.bin": b"x" for n in range(200)}), "counts", "accepted"),
    ("parts in parts", deep(60), "counts", "accepted"),
    ("parts without an end", letter(OK, Content_Type="multipart/mixed; boundary=b"), "nothing", ""),
    ("an unknown alphabet", letter(OK, Content_Type="text/plain; charset=klingon"), "counts", ""),
    ("an unknown coding", letter(OK, Content_Transfer_Encoding="rot13"), "counts", ""),
    ("broken base64", coded(OK, "broken")[:-9] + b"!!", "bad", ""),
    ("base64", coded(OK, "whole"), "counts", "accepted"),
    # --- what its files say
    ("aliases in aliases", letter(f"{OK}press: x\nproduction:\n{BOMB}"), "bad", "not accepted"),
    ("a tag of Python", letter(f"{OK}press: !!python/object:os.system x\n"), "bad", ""),
    (
        "two contradictory files",
        letter(f"{OK}---\n{ORDERS.replace('4}', '1}')}"),
        "bad", "none counts",
    ),
    ("the same file twice", letter(f"{OK}---\n{ORDERS}"), "counts", ""),
    ("a doubled section", letter(f"{OK}combat_moves:\n- {{}}\n"), "bad", ""),
    ("another game's window", letter(OK.replace("france-40", "spain-36")), "bad", ""),
    ("another window", letter(OK.replace("1940-jul.1", "1940-jan.1")), "bad", ""),
    (
        "a stale position",
        letter(OK.replace("for_state: any", 'for_state: "00000000"')),
        "counts", "warning",
    ),
    ("terminal escapes in press", letter(f"{OK}press: \x1b[2J\x1b]0;x\x07\n"), "bad", ""),
    ("text that runs backwards", letter(f"{OK}press: \u202egnaw\n"), "bad", ""),
    (
        "a name with escapes",
        letter(OK.replace("player: hans", "player: \x1b[2Jhans")),
        "bad", "",
    ),
    ("a null", letter(OK.replace("seven", "se\x00ven")), "bad", ""),
    (
        "a line end in the subject",
        letter(subject="=?utf-8?q?a=0D=0ABcc:_eve=40z.org?="),
        "counts", "",
    ),
    (
        "a line end in the Message-ID",
        letter().replace(b"<1@x.org>", b"<1@x.org>\n Bcc: e@z.org"),
        "counts", "",
    ),
    ("thirteen files", letter(PHRASE + "---\n".join(THIRTEEN)), "bad", "none counts"),
    (
        "a mailing list's footer",
        letter(f"{OK}\n____________________________\nlist@x.org\n"),
        "counts", "",
    ),
    (
        "a thread of quotes",
        letter(OK + "".join("> " * n + "window: x\n" for n in range(1, 200))),
        "counts", "",
    ),
)  # fmt: skip
LETTERS: tuple[Row, ...] = tuple(  # each under a Message-ID of its own
    (
        name,
        raw.replace(b"<1@x.org>", mark(number)).replace(b"<parts@x.org>", mark(number)),
        outcome,
        told,
    )
    for number, (name, raw, outcome, told) in enumerate(_WRITTEN)
)
