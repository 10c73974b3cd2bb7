"""The beacon of a run: the round that the rule wants, as its source signed it.

From one log alone. Whether the deadline is the one that the log before announced is seen where the
rules of both are compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pbem.audit.checks import Check, Log, Trouble
from pbem.moderation.amend import is_beside
from pbem.moderation.beacons import (
    BEACON_OF,
    CHAINS,
    DUE_NEXT,
    OTHER,
    Chain,
    latest,
    moment,
    randomness,
)
from pbem.moderation.rules import CHANGED, DEADLINE, RULES
from pbem.store.commitments import Commitments
from pbem.store.signatures import INSTALL, is_signed

NAME: Final = "beacon"
Row = Mapping[str, Any]


def has_beacon(header: Row) -> bool:
    """Whether anything about a beacon stands in the head of a log, or must stand there."""
    rules = header.get(RULES)
    source = isinstance(rules, Mapping) and rules.get("beacon")
    return bool(source or header.get(BEACON_OF) or header.get("beacon"))


def check_beacon(log: Log, sheet: Commitments | None) -> Check:
    """The value that entered the dice is the one that the rule wants."""
    header = log.body("header")
    if is_beside(header):
        return Check(NAME, "no dice are thrown")
    said, source = header.get(BEACON_OF), header.get(RULES, {}).get("beacon")
    if not said and not isinstance(source, Mapping):
        return _any_text(header, source)
    if not (said and isinstance(source, Mapping)) or said["source"] != source["source"]:
        words = "does not tell the round of the beacon that its rules name"
        return Check(NAME, "", (Trouble(1, words),))
    troubles = [*_other_parameters(sheet, said["source"]), *_moved(header, said)]
    troubles += _known_too_early(header, said)
    if said["source"] == OTHER:
        words = f"{said['round']} of {source['name']} is '{header['beacon']}' ({source['rule']})"
        told = f"not checked: look it up at the source, for the deadline {said['deadline']}: "
        needs = "anybody who looks the value up"
        return Check(NAME, told + words, tuple(troubles), done=False, needs=needs)
    chain = CHAINS[said["source"]]
    troubles += _not_the_round(chain, said)
    if troubles:
        return Check(NAME, "", tuple(troubles))
    return _signed(chain, said, header)


def _any_text(header: Row, source: str | None) -> Check:
    """A beacon without a source: a text that the rules name, so that it cannot change unsaid."""
    if RULES in header and header.get("beacon") != source:
        words = f"'{header['beacon']}' entered the dice, and the rules name no such beacon"
        return Check(NAME, "", (Trouble(1, words),))
    words = f"'{header['beacon']}' is any text: nothing proves that it was fixed before the run"
    return Check(NAME, words, done=False, needs="a beacon that names its source in game.yaml")


def _other_parameters(sheet: Commitments | None, source: str) -> Iterator[Trouble]:
    """A sheet that tells other parameters of a chain than it has."""
    told = sheet.said.get("beacon") if sheet is not None else None
    if told and told["source"] == source != OTHER and told != CHAINS[source].data():
        yield Trouble(0, f"the sheet tells other parameters of {source} than it has")


def _moved(header: Row, said: Row) -> Iterator[Trouble]:
    """A deadline that is not the one that was announced is told as a change, as any rule."""
    if said["announced"] is None or said["announced"] == said["deadline"]:
        return
    moved = (DEADLINE, said["announced"] or None, said["deadline"])
    rows = [(row["what"], row["old"], row["new"]) for row in header.get(CHANGED, ())]
    if moved not in rows:
        words = f"{said['announced'] or 'none'} to {said['deadline']}"
        yield Trouble(1, f"moves the deadline from {words}, and does not say who and why")


def _known_too_early(header: Row, said: Row) -> Iterator[Trouble]:
    """The next run hangs on a round that was published before this one could be played."""
    due = latest(header.get(DUE_NEXT) or {})
    if due and due <= said["deadline"]:
        words = f"announces {due} for the next run, which is not after its own deadline"
        yield Trouble(1, f"{words}, {said['deadline']}: that beacon was known already")


def _not_the_round(chain: Chain, said: Row) -> Iterator[Trouble]:
    deadline = moment(said["deadline"])
    if deadline is None or latest({"": said["deadline"]}) != said["deadline"]:
        yield Trouble(1, f"names the deadline '{said['deadline']}', which is no moment")
        return
    number = chain.round_at(deadline)
    if said["round"] != number:
        words = f"names round {said['round']} of {chain.name}; the first at or after the deadline"
        yield Trouble(1, f"{words} {said['deadline']} is {number}")


def _signed(chain: Chain, said: Row, header: Row) -> Check:
    """The signature is of the chain, and its SHA-256 is what entered the dice."""
    signature, previous = said["signature"], said.get("previous", "")
    if not re.fullmatch(f"[0-9a-f]{{{chain.digits}}}", signature):
        return Check(NAME, "", (Trouble(1, "the signature of the beacon is none"),))
    if randomness(signature) != header.get("beacon"):
        words = "the beacon in the dice is not the SHA-256 of its signature"
        return Check(NAME, "", (Trouble(1, words),))
    signed = is_signed(chain, said["round"], signature, previous)
    if signed is False:
        words = f"the signature is not of {chain.name} for round {said['round']}"
        return Check(NAME, "", (Trouble(1, words),))
    when = f"round {said['round']} of {chain.name}, the first at or after {said['deadline']}"
    if signed is None:
        needs = f"{INSTALL}, or look the round up"
        look = f"look it up at the source, {chain.address(said['round'])}"
        return Check(NAME, f"not checked: {INSTALL}; {when}: {look}", done=False, needs=needs)
    return Check(NAME, f"{when}, signed by the chain")
