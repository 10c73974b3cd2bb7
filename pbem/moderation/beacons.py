"""Public beacons: values that nobody knows before they are published, and everybody afterwards.

A source publishes round after round, each at a time that is known beforehand. The round of a run is
the first one that is published at or after its deadline, so no value can be picked.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from pbem.core.rules.game import Roster

BEACON_OF: Final = "beacon_of"  # what the header of a log has
DUE_NEXT: Final = "due_next"
OTHER: Final = "other"  # a source that players look up themselves
RULE: Final = "the first round published at or after the deadline of the run"
_MOMENT: Final = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})? UTC")


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of drand: its public parameters, and where they are from.

    Its hash is made from the others, so that whoever knows the hash can check them.
    """

    name: str
    hash: str
    key: str
    group: str
    genesis: int
    period: int
    scheme: str
    provenance: str

    @property
    def chained(self) -> bool:
        """Whether a round signs the signature of the round before it, too."""
        return self.scheme == "pedersen-bls-chained"

    @property
    def digits(self) -> int:
        """How long a signature is in hex."""
        return 192 if self.chained else 96

    def round_at(self, deadline: datetime) -> int:
        """The first round that is published at or after a deadline."""
        seconds = int(deadline.timestamp()) - self.genesis
        return 1 + max(0, -(-seconds // self.period))

    def published(self, number: int) -> str:
        """When a round is published."""
        begun = datetime.fromtimestamp(self.genesis, UTC)
        return shown(begun + timedelta(seconds=self.period * (number - 1)))

    def address(self, number: int) -> str:
        """Where everybody can look a round up."""
        return f"https://api.drand.sh/{self.hash}/public/{number}"

    def data(self) -> dict[str, Any]:
        """As the sheet of commitments tells it."""
        return {
            "source": self.name,
            "chain_hash": self.hash,
            "public_key": self.key,
            "genesis": self.genesis,
            "period": self.period,
            "scheme": self.scheme,
            "rule": RULE,
        }


_FROM: Final = "the chain's public /info; the hash and a known round agree with it"
CHAINS: Final[Mapping[str, Chain]] = {
    "drand-quicknet": Chain(
        name="drand-quicknet",
        hash="52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
        key="83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
        "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
        "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
        group="f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
        genesis=1692803367,
        period=3,
        scheme="bls-unchained-g1-rfc9380",
        provenance=_FROM,
    ),
    "drand-default": Chain(
        name="drand-default",
        hash="8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
        key="868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5c"
        "ce96366b5d7a569937c529eeda66c7293784a9402801af31",
        group="176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a",
        genesis=1595431050,
        period=30,
        scheme="pedersen-bls-chained",
        provenance=_FROM,
    ),
}


def beacon_data(roster: Roster) -> dict[str, Any] | None:
    """What the sheet of commitments tells of a game's beacon."""
    source = roster.beacon_source
    if not source:
        return None
    return dict(source) if source["source"] == OTHER else CHAINS[source["source"]].data()


def randomness(signature: str) -> str:
    """The value of a round: what enters the dice."""
    return hashlib.sha256(bytes.fromhex(signature)).hexdigest()


# --- deadlines -----------------------------------------------------------------------------------


def moment(text: str) -> datetime | None:
    """A deadline as typed: `2026-08-23 20:00 UTC`; None where it is anything else."""
    if not _MOMENT.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text.replace(" UTC", "+00:00"))
    except ValueError:
        return None


def shown(when: datetime) -> str:
    """A moment as everybody reads it."""
    return f"{when:%Y-%m-%d %H:%M:%S} UTC"


def latest(due: Mapping[str, str]) -> str:
    """The last of the deadlines of a window; empty where there is none, or one is no moment."""
    found = [moment(text) for text in due.values()]
    known = [when for when in found if when is not None]
    return shown(max(known)) if known and len(known) == len(found) else ""
