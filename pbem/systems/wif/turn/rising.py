"""What the politics of 1939 make of partisans (13.1): Africa, the French, who was neutral.

Decides whose country of Africa comes up, who leads the French. Leaves dice and placing to what both
books share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.systems.flames.turn.initiative import holder_of
from pbem.systems.flames.turn.partisan_rolls import Entry, holder_of_country
from pbem.systems.flames.world.garrison import garrison_of
from pbem.systems.flames.world.partisans import hexes_of
from pbem.systems.flames.world.policy import Partisans
from pbem.systems.flames.world.position import Umpire, other_side
from pbem.systems.flames.world.vocabulary import PowerFlag, Side
from pbem.systems.wif.world.vocabulary import FlagOf1939, PowerName

AFRICA: Final = "africa"
FRENCH: Final = (PowerName.FREE_FRANCE, PowerName.FRANCE)
TWO_DICE: Final = "1943-jf"
CHOOSERS: Final[Mapping[str, str]] = {
    Side.AXIS: PowerName.GERMANY,
    Side.ALLIED: PowerName.COMMONWEALTH,
}
AFRICAN: Final = DecisionKind(
    "african-country",
    "In which country of Africa partisans may rise",
    "when Africa comes up, you play Germany or the Commonwealth and your side has the initiative; "
    "default: the one that the enemy garrisons least",
    "13.1.1",
    (AnswerKey("partisans", "africa"),),
    {"countries": "how many there are to choose from"},
)


@implements("WIF-13.1.1-5")
def african(umpire: Umpire, able: Sequence[Entry]) -> Entry:
    """Germany or the Commonwealth, whoever's side has the initiative, picks a country (13.1.1)."""
    position = umpire.position
    chooser = CHOOSERS[holder_of(umpire.state)]
    against = other_side(position.side(chooser)) if chooser in position.powers else ""

    def rank(entry: Entry) -> tuple[bool, Fraction, str]:
        held = position.side(holder_of_country(position, entry))
        places = hexes_of(position, entry.name)
        return held != against, garrison_of(position, against, places), entry.name

    best = min(able, key=rank)
    players = position.powers[chooser].players if chooser in position.powers else ()
    if not players:
        return best
    answer = umpire.decide(
        AFRICAN.ask(
            "In which country of Africa may partisans rise?",
            players,
            (Option(entry.name) for entry in able),
            (best.name,),
            facts={"countries": len(able)},
        )
    )
    return next(entry for entry in able if entry.name == answer.pick)


def narrowed(umpire: Umpire, region: str, able: Sequence[Entry]) -> list[Entry]:
    """The countries of a region that roll: of Africa one alone (13.1.1)."""
    return [african(umpire, able)] if region == AFRICA else list(able)


def leader(state: State, power: str) -> str:
    """The power to which the partisans of a power's countries belong; nothing if it is out."""
    if power in FRENCH:
        return _of_france(state)
    return "" if state.flag(power, PowerFlag.DEFEATED) else power


@implements("WIF-13.1.2-3")
def _of_france(state: State) -> str:
    """Who runs French partisans: the Free French, the USSR once they are out of the war."""
    for power in FRENCH:
        if power in state.powers and not state.flag(power, PowerFlag.DEFEATED):
            return str(power)
    return str(PowerName.USSR) if PowerName.USSR in state.powers else ""


def was_neutral(state: State, owner: str) -> str:
    """The last turn in which a country was neutral, where that is noted."""
    return str(state.flag(owner, FlagOf1939.WAS_NEUTRAL) or "")


RISING: Final = Partisans(
    two_dice_from=TWO_DICE, narrowed=narrowed, leader=leader, was_neutral=was_neutral
)
