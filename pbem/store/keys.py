"""The secret key chains of a game, and what is published of them."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from pbem.core.data.findings import AuditError, FileTrouble, PbemError
from pbem.core.data.yamlio import flow_text, read_data_text
from pbem.core.record.dice import KeyChain, RunKeys, fingerprint, nonce, seed_keys, seed_part

FORMAT: Final = "pbem-keys/1"
OPENED: Final = "pbem-opening/1"
LENGTH: Final = 4096
_KEY = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class GameKeys:
    """What only the keeper of the keys may know: both chains, or the seed of a practice game."""

    game: str
    dice: KeyChain | None = None
    secret: KeyChain | None = None
    seed: str = ""

    def of_run(self, run: int, number: int) -> RunKeys:
        """The keys of a run that uses the chain's key `number`."""
        if self.dice is None or self.secret is None:
            return seed_keys(self.seed, run)
        if number > self.dice.length:
            raise PbemError(f"the key chain has {self.dice.length} keys, all are used")
        key, secret = self.dice.key(number), self.secret.key(number)
        return RunKeys(number, key, secret, receipts=self.receipts)

    def of_log(self, header: Mapping[str, Any]) -> RunKeys:
        """The keys of a played run, as the header of its log names them."""
        told = header["key"]
        keys = self.of_run(int(header["run"]), int(told["number"]))
        keys = replace(keys, again=int(told.get("again", 0)))
        return keys.of_beside(told["beside"]) if "beside" in told else keys

    @property
    def receipts(self) -> bytes:
        """The key of receipts: from it come the nonces of all files that players send."""
        return self._derived("receipts")

    @property
    def set_up(self) -> bytes:
        """The key that deals the hidden counters and seals the position in which a game begins."""
        return self._derived("set-up")

    def nonce(self, data: bytes) -> str:
        """What the receipt of a file tells its owner alone."""
        return nonce(self.receipts, data)

    def fingerprint(self, data: bytes) -> str:
        """What is published of a file that may hold secrets."""
        return fingerprint(self.nonce(data), data)

    def _derived(self, what: str) -> bytes:
        if self.secret is None:
            return seed_part(f"seed-{what}", self.seed)
        return hmac.digest(self.secret.top, f"pbem {what}/1".encode(), "sha256")


def new_keys(game: str, seed: str | None = None) -> GameKeys:
    """Fresh chains from the system's randomness; with a seed, keys that everybody can know."""
    if seed is not None:
        return GameKeys(game, seed=seed)
    chains = (KeyChain(secrets.token_bytes(32), LENGTH) for _ in range(2))
    return GameKeys(game, next(chains), next(chains))


def practice_keys(game: str, run: int) -> RunKeys:
    """The keys of trials: never those of a real run."""
    keys = seed_keys(f"practice {game}", run)
    return replace(keys, kind="practice")


def keys_text(keys: GameKeys, form: str = FORMAT) -> str:
    """The key file, for its keeper alone; under another format, the opening of an ended game."""
    rows: dict[str, Any] = {"format": form, "game": keys.game}
    if keys.dice is None or keys.secret is None:
        rows["seed"] = keys.seed
    else:
        rows["length"] = keys.dice.length
        rows["dice"] = keys.dice.top.hex()
        rows["secrets"] = keys.secret.top.hex()
    return "".join(f"{name}: {row_text(value)}\n" for name, value in rows.items())


def first_keys(keys: GameKeys) -> dict[str, Any]:
    """What the sheet of commitments tells of keys: k(0) of both chains, or the seed."""
    if keys.dice is None or keys.secret is None:
        return {"game": keys.game, "seed": keys.seed}
    return {
        "game": keys.game,
        "length": keys.dice.length,
        "dice": keys.dice.key(0).hex(),
        "secrets": keys.secret.key(0).hex(),
    }


def check_copy(keys: GameKeys, sheet: str, name: str) -> None:
    """Refuse keys that do not lead back to the first keys of a sheet of commitments."""
    data = read_data_text(sheet, "commitments.yaml")
    wanted = first_keys(keys)
    if not isinstance(data, dict) or any(data.get(key) != wanted[key] for key in wanted):
        raise AuditError(
            f"{name} is not the file of this game's keys: they lead back to other first keys",
            hint="look for another copy; commitments.yaml must be the sheet that was published",
        )


def row_text(value: object) -> str:
    """A value of a row; keys and hashes are always quoted."""
    return f'"{value}"' if isinstance(value, str) and _KEY.fullmatch(value) else flow_text(value)


def read_keys(text: str, name: str, form: str = FORMAT) -> GameKeys:
    """The keys from their file, or from the opening of a game."""
    data = read_data_text(text, name)
    if not isinstance(data, dict) or data.get("format") != form:
        what = "a key file" if form == FORMAT else "the opening of a game"
        raise FileTrouble(f"{name}: this is not {what}", hint=f"it begins with format: {form}")
    if "seed" in data:
        return GameKeys(str(data.get("game")), seed=str(data["seed"]))
    return GameKeys(
        str(data.get("game")), _chain(data, "dice", name), _chain(data, "secrets", name)
    )


def _chain(data: Mapping[str, Any], which: str, name: str) -> KeyChain:
    top, length = str(data.get(which, "")), data.get("length")
    if not _KEY.fullmatch(top) or not isinstance(length, int) or not 0 < length <= 100_000:
        raise FileTrouble(f"{name}: the chain '{which}' is damaged", hint="restore the file")
    return KeyChain(bytes.fromhex(top), length)
