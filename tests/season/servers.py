"""Mail servers on this machine for as long as a test or a demonstration runs.

Where Debian's `exim4` and `dovecot` are installed they are started on high ports of this machine,
without privileges, with configurations, mailboxes and certificates in a folder of their own; else
`aiosmtpd` and `pymap`, which the tests bring, do the same. Nobody is spoken to without TLS, and
nobody hands in or fetches a letter without his password.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pwd
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import pbkdf2_hmac
from mailbox import Maildir
from pathlib import Path
from typing import Final

import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

DOMAIN: Final = "club.example"
PACKAGES: Final = {"exim4": "exim4-daemon-light", "dovecot": "dovecot-imapd"}
_PATH: Final = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])
logging.getLogger("mail.log").setLevel(logging.ERROR)  # of aiosmtpd, which warns of itself
_PATIENCE: Final = 20  # seconds for a server to begin


@dataclass(frozen=True, slots=True)
class Office:
    """Two servers: where letters are handed in, and where they are fetched."""

    kind: str
    folder: Path
    smtp: int
    imap: int
    security: str
    passwords: Mapping[str, str]

    host: str = "localhost"

    @property
    def authority(self) -> Path:
        """The certificate of the authority that vouches for both."""
        return self.folder / "ca.pem"

    def address(self, name: str) -> str:
        """Where somebody gets his letters."""
        return f"{name}@{DOMAIN}"


def missing() -> str:
    """What of Debian's servers is not installed here, as a reason to skip; nothing if all is."""
    absent = [package for program, package in PACKAGES.items() if not _program(program)]
    return f"apt install {' '.join(absent)}: these are not installed" if absent else ""


@contextlib.contextmanager
def office(names: list[str], real: bool) -> Iterator[Office]:
    """Servers with a mailbox for each name, in a folder that goes with them."""
    with tempfile.TemporaryDirectory(prefix="pbem-mail-", ignore_cleanup_errors=True) as folder:
        here = Path(folder)
        passwords = {name: secrets.token_hex(8) for name in names}
        certify(here)
        (here / "mail").mkdir()
        for name in names:
            Maildir(here / "mail" / name, create=True)
        with (_debian if real else _own)(here, passwords) as found:
            yield found


def certify(folder: Path, host: str = "localhost") -> None:
    """An authority made on the spot, and a certificate of its for a host."""
    authority = trustme.CA()
    one = authority.issue_cert(host)
    authority.cert_pem.write_to_path(folder / "ca.pem")
    one.private_key_pem.write_to_path(folder / "key.pem")
    for number, blob in enumerate(one.cert_chain_pems):
        blob.write_to_path(folder / "cert.pem", append=number > 0)
    (folder / "key.pem").chmod(0o600)


def free_ports(count: int) -> list[int]:
    """Ports of this machine that nobody listens on."""
    with contextlib.ExitStack() as stack:
        found = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in found:
            one.bind(("127.0.0.1", 0))
        return [int(one.getsockname()[1]) for one in found]


def _program(name: str) -> str:
    return shutil.which(name, path=_PATH) or ""


def _await(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a server listens."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"{server.args!r} does not listen: {log.read_text()[-2000:]}")


@contextlib.contextmanager
def _running(words: list[str], port: int, log: Path, user: str = "") -> Iterator[None]:
    """A server that runs in the foreground until the block ends."""
    who = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []} if user else {}
    with log.open("ab") as out:
        server = subprocess.Popen(words, stdout=out, stderr=out, start_new_session=True, **who)
    try:
        _await(port, server, log)
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(5)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)


# --- Debian's -------------------------------------------------------------------------------------

_EXIM: Final = r"""
exim_user = {user}
exim_group = {group}
never_users =
primary_hostname = localhost
spool_directory = {here}/spool
log_file_path = {here}/exim-%s.log
pid_file_path = {here}/exim.pid
keep_environment =
local_interfaces = 127.0.0.1
daemon_smtp_ports = {smtp}
tls_on_connect_ports = {smtp}
tls_advertise_hosts = *
tls_certificate = {here}/cert.pem
tls_privatekey = {here}/key.pem
acl_smtp_rcpt = handed_in
acl_smtp_data = accept
deliver_drop_privilege = true
smtp_accept_queue_per_connection = 0
begin acl
handed_in:
  deny !authenticated = *
  require verify = recipient
  accept
begin routers
here:
  driver = accept
  domains = {domain}
  local_parts = lsearch;{here}/boxes
  transport = box
begin transports
box:
  driver = appendfile
  directory = {here}/mail/$local_part_data
  maildir_format
  return_path_add
  user = {user}
  group = {group}
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = ${{if eq{{$auth3}}\
    {{${{lookup{{$auth2}}lsearch{{{here}/users}}{{$value}}fail}}}}}}
  server_set_id = $auth2
  server_advertise_condition = ${{if def:tls_in_cipher}}
"""
_DOVECOT: Final = """\
protocols = imap
base_dir = {here}/run
state_dir = {here}/state
log_path = {here}/dovecot.log
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
listen = 127.0.0.1
ssl = required
ssl_cert = <{here}/cert.pem
ssl_key = <{here}/key.pem
mail_location = maildir:{here}/mail/%u
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {here}/passwd
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={here}/mail/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {imap}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""


@contextlib.contextmanager
def _debian(here: Path, passwords: Mapping[str, str]) -> Iterator[Office]:
    """exim takes letters and puts them into Maildirs, dovecot hands them out."""
    me = pwd.getpwuid(os.geteuid() or pwd.getpwnam("nobody").pw_uid)
    group = subprocess.run(
        ["id", "-gn", me.pw_name], capture_output=True, text=True, check=True
    ).stdout.strip()
    smtp, imap = free_ports(2)
    said = {"here": here, "user": me.pw_name, "group": group, "domain": DOMAIN}
    _private(here / "exim.conf", _EXIM.format(**said, smtp=smtp))
    _private(here / "dovecot.conf", _DOVECOT.format(**said, imap=imap))
    _private(here / "boxes", "".join(f"{name}: {name}\n" for name in passwords))
    _private(here / "users", "".join(f"{n}: {word}\n" for n, word in passwords.items()))
    _private(here / "passwd", "".join(f"{n}:{word}\n" for n, word in passwords.items()))
    (here / "spool").mkdir()
    user = ""
    if os.geteuid() == 0:  # neither needs it
        user = me.pw_name
        for path in (here, *here.rglob("*")):
            os.chown(path, me.pw_uid, me.pw_gid)
    post = [_program("exim4"), "-C", f"{here}/exim.conf", "-bdf", "-q1m"]
    boxes = [_program("dovecot"), "-F", "-c", f"{here}/dovecot.conf"]
    with (
        _running(post, smtp, here / "exim.out", user),
        _running(boxes, imap, here / "dovecot.out", user),
    ):
        yield Office("exim and dovecot", here, smtp, imap, "tls", passwords)


def _private(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)


# --- those that the tests bring -------------------------------------------------------------------


class Postman:
    """Puts every letter into the Maildirs of those to whom it goes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Whether somebody lives there."""
        name, _, domain = address.partition("@")
        if domain != DOMAIN or not (self.folder / name).is_dir():
            return "550 nobody of this name lives here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """A letter delivered."""
        for address in envelope.rcpt_tos:
            box = Maildir(self.folder / address.partition("@")[0])
            box.add(b"Return-Path: <%s>\r\n" % str(envelope.mail_from).encode() + envelope.content)
        return "250 delivered"


@contextlib.contextmanager
def _own(here: Path, passwords: Mapping[str, str]) -> Iterator[Office]:
    """aiosmtpd takes letters and puts them into Maildirs, pymap hands them out."""

    def known(
        server: object, session: object, envelope: object, how: str, said: object
    ) -> AuthResult:
        right = isinstance(said, LoginPassword) and passwords.get(said.login.decode(), "") == (
            said.password.decode()
        )
        return AuthResult(success=right)

    smtp, imap = free_ports(2)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(here / "cert.pem", here / "key.pem")
    post = Controller(
        Postman(here / "mail"), hostname="localhost", port=smtp, tls_context=context,
        authenticator=known, auth_required=True, require_starttls=True,
    )  # fmt: skip
    rows = [f"{name}:x:1000:1000::{here}/mail/{name}:" for name in passwords]
    _private(here / "pymap-etc-passwd", "\r\n".join(rows) + "\r\n")
    _private(
        here / "pymap-etc-shadow",
        "".join(f"{name}:{_hashed(word)}:::::::\r\n" for name, word in passwords.items()),
    )
    program = str(Path(sys.executable).with_name("pymap"))
    words = [program, "--host", "127.0.0.1", "--port", str(imap), "--cert", f"{here}/cert.pem"]
    words += ["--key", f"{here}/key.pem", "maildir", str(here)]
    post.start()
    try:
        with _running(words, imap, here / "pymap.out"):
            yield Office("aiosmtpd and pymap", here, smtp, imap, "starttls", passwords)
    finally:
        post.stop()


def _hashed(word: str) -> str:
    """A password as pymap keeps it, with little work: it serves for a few minutes."""
    salt, rounds = b"salt", 1
    data = pbkdf2_hmac("sha256", word.encode(), salt, rounds)
    return f"$pbkdf2-sha256${rounds}${b64encode(salt).decode()}${b64encode(data).decode()}"
