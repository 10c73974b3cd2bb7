"""Letters for tests, as mail programs of several habits write them."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP

ORDERS = """\
window: france-40 1940-jul.1.axis/combat
for_state: any
player: hans
luck: seven
combat_moves:
- {units: {infantry: 4}, from: Bavaria, to: Alsace-Lorraine}
"""
STANDING = "standing: anna\npreset: club\n"
PHRASE = "passphrase: correct horse battery\n"


def letter(
    said: str = PHRASE + ORDERS,
    sender: str = "hans@x.org",
    subject: str = "[france-40] orders",
    number: int = 1,
    **headers: str,
) -> bytes:
    """A plain letter; `headers` add to its own, `_` for `-`."""
    lines = {
        "From": sender,
        "To": "mod@club.org",
        "Subject": subject,
        "Message-ID": f"<{number}@x.org>",
        "Content-Type": "text/plain; charset=utf-8",
    }
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\n" for name, value in lines.items())
    return f"{head}\n{said}".encode()


def made(
    body: str = "",
    html: str = "",
    attached: dict[str, bytes] | None = None,
    sender: str = "hans@x.org",
) -> bytes:
    """A letter in parts: a body, the same in HTML, attachments."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, "mod@club.org", "orders"
    mail["Message-ID"] = "<parts@x.org>"
    mail.set_content(body)
    if html:
        mail.add_alternative(html, subtype="html")
    for name, data in (attached or {}).items():
        mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return mail.as_bytes()
