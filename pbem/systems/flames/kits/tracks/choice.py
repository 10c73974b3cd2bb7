"""On which production track a unit lies, where its player has the choice (13.6.10, option 40).

Decides the question and its default. Leaves which places there are to choose from to whoever asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option, Settle, one_of
from pbem.core.data.rulebook import implements
from pbem.systems.flames.kits.tracks.boxes import BEYOND, CITE, OPEN
from pbem.systems.flames.world.arrivals import FAR
from pbem.systems.flames.world.control import enemies
from pbem.systems.flames.world.position import Piece, Position, Umpire

SECTION: Final = "tracks"
START: Final = "start"
RETURN: Final = "return"
SHATTERED: Final = "shattered"
SAFE: Final = 4  # hexes from the enemy, for each turn that the work takes
NAMES: Final = {BEYOND: "beyond the map", OPEN: "no place"}

TRACK: Final = DecisionKind(
    "production-track",
    "In which place a unit is built, or comes back",
    "when a unit is drawn, goes back to the tracks or is shattered (option 40); default: as the "
    "order has it, else the nearest to the front of the places that are far from the enemy",
    CITE,
    (AnswerKey(SECTION, "to"),),
    {
        "for": "`start`, `return` or `shattered`",
        "type": "what it is: INF, ARM, FTR …",
        "combat": "its combat factors; of aircraft 0",
        "turns": "how many turns the work takes",
    },
    values={"for": one_of(START, RETURN, SHATTERED)},
)


def usual_site(position: Position, piece: Piece, sites: Sequence[str], turns: int) -> str:
    """Where a unit is built if nobody says: the place nearest to the front of those that are safe.

    Safe is so far from enemy land units that they need longer than the work; else the farthest.
    """
    board = position.board
    foes = enemies(position, position.major(piece.owner))
    fronts = sorted({u.at for foe in foes for u in position.units_of(foe) if u.at in board.spots})

    def far(site: str) -> int:
        if site not in board.spots:
            return FAR
        known = (board.distance(site, front) for front in fronts)
        return min((n for n in known if n is not None), default=FAR)

    def rank(site: str) -> tuple[bool, int, str]:
        many = far(site)
        safe = many >= SAFE * turns
        return not safe, many if safe else -many, site

    return min(sites, key=rank)


@implements("WIF-13.6.10-13")
def chosen_site(
    umpire: Umpire, piece: Piece, sites: Sequence[str], why: tuple[str, int], *, wish: str = ""
) -> str:
    """The place that a unit's player chooses once he knows the unit; `why`: for what, how long."""
    position = umpire.position
    purpose, turns = why
    usual = wish or usual_site(position, piece, sites, turns)
    players = position.powers[piece.owner].players
    if len(sites) == 1 or not players:
        return usual
    answer = umpire.decide(
        TRACK.ask(
            f"Where does {piece.name} lie on the tracks?",
            players,
            (
                Option(
                    site, site_name(position, site), frozenset({position.board.name(site)} - {""})
                )
                for site in sites
            ),
            (usual,),
            about=f"{piece.id}-{purpose}",
            facts={
                "for": purpose,
                "type": piece.kind,
                "combat": 0 if piece.is_air else piece.combat,
                "turns": turns,
            },
            settle=Settle.ANY,
        )
    )
    return answer.pick


def site_name(position: Position, site: str) -> str:
    """A place of production tracks in words."""
    return NAMES.get(site) or position.label(site)
