"""Encryption under a passphrase, in the format of age (age-encryption.org/v1).

A kept library does it, pyrage; who has the passphrase opens the file without pbem too: `age -d`.
"""

from __future__ import annotations

from typing import Final, Protocol

from pbem.core.data.findings import FileTrouble, PbemError, UsageError

SHORTEST: Final = 12  # characters; a passphrase keeps more than a letter's does
_BEGINS: Final = b"age-encryption.org/"


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
    try:
        return cipher().decrypt(data, passphrase)
    except PbemError:
        raise
    except Exception as trouble:  # the library's own, which has no other base
        raise FileTrouble(
            f"{name}: it does not open: the passphrase is another, or the file is damaged",
            hint=f"the library says: {' '.join(str(trouble).split())}",
        ) from None
