"""Who takes the side of an attacked Minor Power (4.7, table 4-3, option 15.11).

Decides which Major Power that is. Leaves what it gets to `alignment`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import within
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.politics.alignment import zones_held
from pbem.systems.gw.world.halves import USA
from pbem.systems.gw.world.nations import COMMONWEALTH, all_nations, home_of
from pbem.systems.gw.world.treaties import SOVIET_UNION
from pbem.systems.gw.world.vocabulary import Alliance, PowerFlag


class NearestZone(Reading, id="GW-R-4.7-c"):
    """From where the nearest British zone is measured."""

    HOME = "home"
    ANY_ZONE = "any-zone"


class MongoliaAttacked(Reading, id="GW-R-4.7-d"):
    """Whose side Mongolia and Republican Spain take when the Allies attack them."""

    COMINTERN = "comintern"
    AXIS = "axis"


THE_NEAREST: Final = "commonwealth"  # in the chart: the British nation with the nearest zone
FARTHEST: Final = 60  # more borders than lie between any two zones of the map

WHOSE_MINOR: Final = DecisionKind(
    "whose-minor",
    "Who of the Commonwealth takes an attacked Minor Power",
    "when it is attacked, and several British nations own zones as near to it",
    "4.7",
    (AnswerKey("politics", "give_to"),),
    {"minor": "the Minor Power that is attacked"},
    values={"minor": all_nations},
)


@implements("GW-4.7-1", "GW-4.8-16", "GW-AppB-2")
def assigned_to(umpire: Umpire, minor: str, attacker_side: str) -> str:
    """The nation that takes the side of an attacked Minor Power (table 4-3); nobody if it has none.

    The Americas go to the United States, Siam to Japan, Mongolia and Republican Spain to the USSR;
    else the attacked of the Axis to the nearest British nation, all others to Germany.
    """
    table, position = umpire.book.chart("minor-powers").table("attacked-by"), umpire.position
    if minor not in table.rows.names or attacker_side not in table.columns.names:
        return ""
    umpire.chart("minor-powers")
    word = umpire.book.chart("minor-powers").at(minor, attacker_side, "attacked-by").text
    if word == SOVIET_UNION and attacker_side == Alliance.ALLIES:
        reading = umpire.reading(MongoliaAttacked)
        word = "germany" if reading is MongoliaAttacked.AXIS else word
    found = _nearest(umpire, minor) if word == THE_NEAREST else word
    taker = receiver(position, found)
    return taker if taker in position.powers else ""


@implements("GW-4.7-2", "GW-15.11-1")
def receiver(position: Position, major: str) -> str:
    """Who takes a Minor Power that would go to a nation: by option 15.11, the weaker partner.

    What aligns with the Allies goes to France or Free France then, what aligns with Germany to
    Italy.
    """
    if not position.options.italian_french_players:
        return major
    partners: tuple[str, ...] = ("italy",) if major == "germany" else ()
    if major in (*COMMONWEALTH, USA):
        partners = ("france", "free-france")
    able = (
        p
        for p in partners
        if p in position.powers and not position.state.flag(p, PowerFlag.SURRENDERED)
    )
    return next(able, major)


@implements("GW-4.7-1")
def _nearest(umpire: Umpire, minor: str) -> str:
    """The British nation that owns the nearest land zone; of several Great Britain chooses."""
    state = umpire.state
    found = _as_near(umpire, minor)
    leader = state.powers.get(COMMONWEALTH[0])
    if len(found) < 2 or leader is None or not leader.players:
        return found[0] if found else ""
    decision = WHOSE_MINOR.ask(
        f"Who of the Commonwealth takes {umpire.position.title(minor)}?",
        leader.players,
        (Option(name, umpire.position.title(name)) for name in found),
        found[:1],
        about=minor,
        facts={"minor": minor},
    )
    return umpire.decide(decision).pick


def _as_near(umpire: Umpire, minor: str) -> tuple[str, ...]:
    """The British nations with a land zone nearest to a Minor Power, by borders (0.8, 4.7)."""
    position, board = umpire.position, umpire.board
    held = zones_held(position, minor)
    if umpire.reading(NearestZone) is NearestZone.HOME:
        held = tuple(zone for zone in held if home_of(board, zone) == minor) or held
    ways = [within(board.neighbours, zone, FARTHEST) for zone in held]
    steps = {name: _borders_to(zones_held(position, name), ways) for name in COMMONWEALTH}
    nearest = min(steps.values())
    return tuple(name for name, borders in steps.items() if borders == nearest <= FARTHEST)


def _borders_to(zones: Iterable[str], ways: Sequence[Mapping[str, int]]) -> int:
    """How many borders lie before the nearest of some zones; too many if none is in reach."""
    return min((way[z] for z in zones for way in ways if z in way), default=FARTHEST + 1)
