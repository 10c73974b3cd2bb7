"""What cases may calculate of countries that come back: whose they are, what goes back to whom.

Decides what a case writes and what it gets. Leaves whole liberations to cases that adjudicate.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.core.record.events import UnitMoved
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.turn.partisan_rolls import was_neutral
from pbem.systems.wif.cases.situation import situation
from pbem.systems.wif.politics.compelled import bought, lost_resources
from pbem.systems.wif.politics.conquest import Conquest, lord_of
from pbem.systems.wif.politics.liberation import heir_of, heir_of_old, why_not_revert
from pbem.systems.wif.politics.new_home import new_homes
from pbem.systems.wif.politics.peace import disarmed
from pbem.systems.wif.politics.terms import Offer, fight
from pbem.systems.wif.world.vocabulary import PowerName


def heirs(given: Given) -> Answer:
    """A situation and `freed` (country, liberator): whose each of the countries becomes."""
    position = situation(given)
    rows = (Conquest(country, "", taker) for country, taker in given["freed"])
    return {f"{row.country} by {row.taker}": heir_of(position, row) for row in rows}


def reversions(given: Given) -> Answer:
    """A situation, a `player`, `back` (hexes, countries): of each the power of old, or why not."""
    position = replace(situation(given), player=given["player"])
    found = {}
    for word in given["back"]:
        heir = heir_of_old(position, word)
        found[word] = why_not_revert(position, word, heir) or heir
    return found


def lords(given: Given) -> Answer:
    """A situation and `of` (countries): the major power to which each belongs, nobody is ``."""
    position = situation(given)
    return {country: lord_of(position.state, country) for country in given["of"]}


def neutrals(given: Given) -> Answer:
    """A situation and `of` (names of the partisan table): which were neutral in this year."""
    position = situation(given)
    return {"neutral": [name for name in given["of"] if was_neutral(position, name)]}


def homes_to_choose(given: Given) -> Answer:
    """A situation and `of` (powers): among which countries each would choose a new home."""
    state = situation(given).state
    return {power: list(new_homes(state, power)) for power in given["of"]}


def disarmed_at_peace(given: Given) -> Answer:
    """A situation and the two powers `between` which there is peace: where units go."""
    one, other = given["between"]
    moves = disarmed(situation(given), (one, other))
    return {move.unit: move.new for move in moves if isinstance(move, UnitMoved)}


def makers_of_peace(given: Given) -> Answer:
    """A situation and `pairs` of powers: which of them can make peace with each other."""
    state = situation(given).state
    return {"peace": [f"{one} {two}" for one, two in given["pairs"] if fight(state, one, two)]}


def offers_that_meet(given: Given) -> Answer:
    """`offers` (two at a time: power, foe, what it gives, takes, compels): whether they meet."""
    pairs = [
        [
            Offer(power, foe, frozenset(give), frozenset(take), compel=compel)
            for power, foe, give, take, compel in pair
        ]
        for pair in given["offers"]
    ]
    return {"meet": [one.meets(other) for one, other in pairs]}


def sold_for_peace(given: Given) -> Answer:
    """A situation of Japan and the USSR: the lost resources, what each gives that buys a peace."""
    position = situation(given)
    japan, ussr = PowerName.JAPAN, PowerName.USSR
    return {
        "lost resources": lost_resources(position),
        "japan gives": bought(position, japan, ussr),
        "ussr gives": bought(position, ussr, japan),
    }


POLITICS_CALCULATIONS: Final[Calculations] = {
    "liberation.heirs": heirs,
    "liberation.back": reversions,
    "conquest.lords": lords,
    "partisans.neutral": neutrals,
    "conquest.new-homes": homes_to_choose,
    "peace.disarmed": disarmed_at_peace,
    "peace.between": makers_of_peace,
    "peace.meet": offers_that_meet,
    "peace.sold": sold_for_peace,
}
