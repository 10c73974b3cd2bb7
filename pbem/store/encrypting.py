"""Encryption under a passphrase, in the format of age (age-encryption.org/v1).

A kept library does it, pyrage; who has the passphrase opens the file without pbem too: `age -d`.
"""

from __future__ import annotations

import re
from typing import Final, Protocol

from pbem.core.data.findings import FileTrouble, PbemError, UsageError

SHORTEST: Final = 12  # characters; a passphrase keeps more than a letter's does
MOST_WORK: Final = 20  # doublings of scrypt: some 5 seconds and 1 GB; programs write 18 or 19
_BEGINS: Final = b"age-encryption.org/"
_WORK: Final = re.compile(rb"\n-> scrypt [^ \n]* ([^\n]*)")


class Cipher(Protocol):
    """What encrypts under a passphrase."""

    def encrypt(self, data: bytes, passphrase: str) -> bytes:
        """The data encrypted."""

    def decrypt(self, data: bytes, passphrase: str) -> bytes:
        """The data again; any Exception where they are damaged or the passphrase is another."""


def cipher() -> Cipher:
    """The library; imported when it is called for."""
    try:
        from pyrage import passphrase
    except ImportError:
        raise PbemError("the library that encrypts is missing", hint="pip install pyrage") from None
    found: Cipher = passphrase
    return found


def encrypted(data: bytes, passphrase: str) -> bytes:
    """Data that only the passphrase opens; never the same bytes twice."""
    check_passphrase(passphrase)
    return cipher().encrypt(data, passphrase)


def check_passphrase(passphrase: str) -> None:
    """Refuse one that is quickly guessed."""
    if len(passphrase) < SHORTEST:
        hint = "four or five words are easy to type and hard to guess"
        raise UsageError(f"a passphrase has at least {SHORTEST} characters", hint=hint)


def decrypted(data: bytes, passphrase: str, name: str) -> bytes:
    """What the passphrase opens; FileTrouble where it is another, or where the file is damaged."""
    if not data.startswith(_BEGINS):
        raise FileTrouble(f"{name}: this is no archive", hint="pbem archive makes them")
    _refuse_endless_work(data, name)
    try:
        return cipher().decrypt(data, passphrase)
    except PbemError:
        raise
    except Exception as trouble:  # the library's own, which has no other base
        raise FileTrouble(
            f"{name}: it does not open: the passphrase is another, or the file is damaged",
            hint=f"the library says: {' '.join(str(trouble).split())}",
        ) from None


def _refuse_endless_work(data: bytes, name: str) -> None:
    """Refuse a file whose writer wants more work of who opens it than any program asks for."""
    for found in _WORK.finditer(data.partition(b"\n---")[0]):
        said = found[1].decode("ascii", "replace")
        if not re.fullmatch("[0-9]{1,2}", said) or int(said) > MOST_WORK:
            raise FileTrouble(
                f"{name}: to open this would take the work of 2^{said[:20]}; at most 2^{MOST_WORK}",
                hint="have it made by pbem archive, or by age -p",
            )
