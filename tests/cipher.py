"""A cipher for tests: it tells passphrases apart and finds damage, at once and not in seconds."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

import pytest

HEAD = b"age-encryption.org/v1\n-> for tests\n"


class Quick:
    """What encrypts and hides nothing; the same data are the same bytes."""

    def encrypt(self, data: bytes, passphrase: str) -> bytes:
        """The data with a mark that only the passphrase makes."""
        return HEAD + self._mark(data, passphrase) + data

    def decrypt(self, data: bytes, passphrase: str) -> bytes:
        """The data, if nothing was changed."""
        mark, body = data[len(HEAD) :][:32], data[len(HEAD) + 32 :]
        if not data.startswith(HEAD) or mark != self._mark(body, passphrase):
            raise ValueError("Decryption failed")
        return body

    def _mark(self, data: bytes, passphrase: str) -> bytes:
        return hmac.new(passphrase.encode(), data, hashlib.sha256).digest()


@pytest.fixture(autouse=True)
def quick_cipher(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Archives are not really encrypted while a test of something else runs."""
    monkeypatch.setattr("pbem.store.encrypting.cipher", Quick)
    yield
