"""What two powers trade by a neutrality pact (9.2, 5.1).

`{with: USSR, give: {points: 2}, take: {resources: 5, oil: 1}}`: each turn, until the pact ends.
Decides what an offer says and what is agreed. Leaves the pact to `pacts`, the goods to `economy`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.state import State
from pbem.systems.flames.world.position import Position
from pbem.systems.wif.economy.agreements import end_of_terms
from pbem.systems.wif.politics.politics_verdicts import Traded, traded_said
from pbem.systems.wif.world.vocabulary import CountOf1939

CITE: Final = "9.2"
NOTHING: Final = Traded()


@dataclass(frozen=True, slots=True)
class PactOffer:
    """A pact that one power offers another, and what they would trade each turn."""

    power: str
    other: str
    give: Traded = NOTHING
    take: Traded = NOTHING

    def told(self, position: Position) -> str:
        """What a receipt says of it."""
        words = f"{position.called(self.power)} offers {position.called(self.other)} a pact"
        for verb, goods in (("gives", self.give), ("takes", self.take)):
            words += f", {verb} {traded_said(goods)} each turn" if goods else ""
        return words


def offer_of(pair: tuple[str, str], item: Any) -> PactOffer:
    """The offer that an item of an order makes for two powers."""
    said: Mapping[str, Any] = item if isinstance(item, Mapping) else {}
    give, take = (Traded(**said.get(word, {})) for word in ("give", "take"))
    return PactOffer(*pair, give, take)


@implements("WIF-9.2-10")
def wrong_terms(position: Position, offer: PactOffer) -> Iterator[Finding]:
    """What is wrong with what an offer would trade."""
    for goods in (offer.give, offer.take):
        if goods.oil and not position.kits.tells_oil:
            yield error("option", "oil is option 30, not played", cite=CITE)
        if goods.oil > goods.resources:
            message = f"{goods.oil} of {goods.resources} resources cannot be oil"
            yield error("too-many", message, hint="oil counts among the resources", cite=CITE)


@implements("WIF-9.2-10")
def agreed(state: State, offer: PactOffer) -> Iterator[Event]:
    """The changes when an offer is taken: its terms stand in place of those that stood (9.2)."""
    for giver, taker, goods in (
        (offer.power, offer.other, offer.give), (offer.other, offer.power, offer.take)
    ):  # fmt: skip
        yield from end_of_terms(state, giver, taker)
        rows = {
            CountOf1939.TRADE_RESOURCES: goods.resources,
            CountOf1939.TRADE_OIL: goods.oil,
            CountOf1939.TRADE_POINTS: goods.points,
        }
        for word, many in rows.items():
            if many:
                yield from set_power(state, giver, "counter", word.of(taker), many)
