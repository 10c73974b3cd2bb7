"""Whose luck entered the dice of a run: that of the players, as they sent it.

A moderator who writes another luck into a log throws other dice, as often as he likes. Whoever has
his file and its receipt sees it at once; a luck of who sent no orders is seen by everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from pbem.audit.checks import Check, Log, Row, Trouble
from pbem.core.orders.orders import head_of, luck_in, sha256
from pbem.core.record.ledger import is_older
from pbem.moderation.amend import is_beside
from pbem.moderation.slips import Held

_NEEDS: Final = "the files of all who sent a luck: each compares his own, with its receipt"
Mark = Callable[[bytes], str]
Marks = Callable[[bytes], set[str]]


def check_luck(
    log: Log, held: Sequence[Held], sent: Mapping[str, bytes], mark: Mark | None = None
) -> Check:
    """The luck in the head is that of the files that were played; `mark` makes fingerprints."""
    header = log.body("header")
    if is_beside(header):
        return Check("luck", "no dice are thrown")
    luck, compared = header["luck"], _senders(header, sent, _marks(header, held, mark))
    troubles = [Trouble(1, words) for words in _strange(header)]
    troubles += [
        Trouble(1, f"the dice were made with another luck of {player} than {name} says")
        for name, player in compared.items()
        if luck_in(head_of(sent[name], name)) != luck[player]
    ]
    rest = [p for p, text in luck.items() if text is not None and p not in compared.values()]
    told = [f"as {', '.join(compared.values())} sent it"] if compared else []
    told += [f"not compared: that of {', '.join(rest)}"] if rest else []
    words = "; ".join(told) or "nobody's"
    return Check("luck", words, tuple(troubles), done=not rest, needs=_NEEDS)


def _senders(header: Row, sent: Mapping[str, bytes], marks: Marks) -> dict[str, str]:
    """Whose orders the files are, of those that were played."""
    files = {header["inputs"].get(_file(player)): player for player in header["luck"]}
    found = ((name, files.keys() & marks(data)) for name, data in sent.items())
    return {name: files[min(both)] for name, both in found if both}


def _strange(header: Row) -> Iterator[str]:
    """Names and texts that no file can have brought into the dice."""
    luck, inputs, roster = header["luck"], header["inputs"], header.get("rules", {}).get("players")
    if {*luck} != {*header["players"]}:
        yield "makes the dice for others than its players"
    for player, text in luck.items():
        if roster is not None and player not in roster:
            yield f"makes the dice for {player}, whom the rules do not name"
        if text is not None and _file(player) not in inputs:
            yield f"has a luck of {player}, who sent no orders"


def _file(player: str) -> str:
    return f"orders/{player}.yaml"


def _marks(header: Row, held: Sequence[Held], mark: Mark | None) -> Marks:
    """How a log may name a file, for who has its receipt or the keys."""

    def of(data: bytes) -> set[str]:
        if is_older(header):
            return {sha256(data)}
        found = {item.slip.fingerprint for item in held if item.slip.is_of(data)}
        return found | ({mark(data)} if mark else set())

    return of
