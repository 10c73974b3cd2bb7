"""The players' passphrases of a game: kept so that nobody can read them, and compared.

`mail/passphrases.yaml` holds of each player a salt and what scrypt makes of it and his passphrase.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from pbem.core.data.findings import FileTrouble, UsageError
from pbem.core.data.yamlio import MAX_TYPED_BYTES, decode, read_data_text
from pbem.store.directory import GameDirectory
from pbem.store.files import inside, read_inside, told, write_file

FILE: Final = Path("mail", "passphrases.yaml")
FORMAT: Final = "pbem-passphrases/1"
SHORTEST: Final = 8
_COST: Final = {"n": 1 << 14, "r": 8, "p": 1, "dklen": 32}


def passphrases(directory: GameDirectory) -> Mapping[str, str]:
    """What is kept of every player's passphrase."""
    path = directory.root / FILE
    if not path.exists():
        return {}
    text = decode(read_inside(directory.root, path, MAX_TYPED_BYTES), str(path))
    data = read_data_text(text, str(path))
    kept = data.get("players") if isinstance(data, dict) else None
    if not isinstance(kept, dict) or data.get("format") != FORMAT:
        raise FileTrouble(f"{path}: this is no file of passphrases", hint="pbem passphrase NAME")
    return {str(name): str(said) for name, said in kept.items()}


def keep(directory: GameDirectory, player: str, said: str) -> None:
    """Keep a player's passphrase instead of an older one."""
    phrase = tidied(said)
    if len(phrase) < SHORTEST:
        hint = "four or five words are easy to type and hard to guess"
        raise UsageError(f"a passphrase has at least {SHORTEST} characters", hint=hint)
    salt = secrets.token_bytes(16)
    found = {**passphrases(directory), player: f"{salt.hex()}:{_stretched(phrase, salt)}"}
    path = directory.root / FILE
    with told(path):
        inside(directory.root, path.parent).mkdir(mode=0o700, exist_ok=True)
    rows = [f"  {name}: {found[name]}" for name in sorted(found)]
    write_file(path, "\n".join([f"format: {FORMAT}", "players:", *rows, ""]), private=True)


def is_right(kept: str, said: str) -> bool:
    """Whether a passphrase is the one that is kept."""
    salt, _, stretched = kept.partition(":")
    try:
        found = _stretched(tidied(said), bytes.fromhex(salt))
    except ValueError:
        return False
    return hmac.compare_digest(found, stretched)


def tidied(said: str) -> str:
    """A passphrase without what mail programs do to it: blanks at its ends, several in it."""
    return " ".join(said.split())


@lru_cache(maxsize=64)  # it is slow on purpose, and a player says the same in every letter
def _stretched(phrase: str, salt: bytes) -> str:
    return hashlib.scrypt(phrase.encode(), salt=salt, **_COST).hex()
