"""Mers-el-Kebir (18.5.6): what the British do to the French ships in North Africa at the armistice.

Once, and at once, ships that have not sailed may attack those of Vichy in port for a round, which
is met by nobody and costs nothing. Decides who may, the battle, and whether a Fleet of Vichy joins
the Axis for it. Leaves what America thinks of it to a rule that is not played:
TW-18.5.6-4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.events import UnitChanged, UnitMoved
from pbem.core.record.state import Mark
from pbem.systems.tw.sea.battle import Waters
from pbem.systems.tw.sea.fighting import ALL, Fight, roll
from pbem.systems.tw.sea.leaving import nearest_port
from pbem.systems.tw.sea.losses import port_option, ship_option
from pbem.systems.tw.sea.missions import has_sailed
from pbem.systems.tw.sea.navies import force_at, ships_at
from pbem.systems.tw.sea.retiring import come_home
from pbem.systems.tw.sea.sea_verdicts import KebirVerdict
from pbem.systems.tw.sea.waters import RANGE, way_between
from pbem.systems.tw.world.geography import FRENCH_NORTH_AFRICA
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import PowerName, UnitMark

ANGRY: Final = 10  # the die on which a Fleet of Vichy joins the Axis
MISSION: Final = "mers-el-kebir"

ATTACK: Final = DecisionKind(
    "mers-el-kebir",
    "Who attacks the ships of Vichy in port",
    "as Vichy is established: the ships of which ports of yours, that have not sailed in this "
    "player turn, attack those of a port in French North Africa for one round; default: nobody",
    "18.5.6",
    (AnswerKey("fleets", "vichy"),),
    {"ships": "the ships of Vichy in the port"},
)
DESERTS: Final = DecisionKind(
    "vichy-fleet",
    "Which Fleet of Vichy joins the Axis",
    "when the British attack at Mers-el-Kebir has driven one to you; default: a whole one",
    "18.5.6",
    (AnswerKey("fleets", "take"),),
)


@implements("TW-18.5.6-1", "TW-18.5.6-2", "TW-3.10.2-1")
def mers_el_kebir(umpire: Umpire, conqueror: str) -> None:
    """The British attack on the ships of Vichy in North Africa, if they want it."""
    position = umpire.position
    if not position.at_war(PowerName.BRITAIN, PowerName.GERMANY):
        return
    hurt = False
    with umpire.step(MISSION):
        for port in targets(position):
            with umpire.step("port", at=port):
                hurt = _attack(umpire, port) or hurt
        left = [ship for ship in _vichy(umpire.position) if ship.kind == Kind.FLEET]
        if hurt and left:
            _anger(umpire, conqueror, left)


def targets(position: Position) -> tuple[str, ...]:
    """The ports of French North Africa in which ships of Vichy lie."""
    ports = dict.fromkeys(ship.at for ship in _vichy(position))
    return tuple(p for p in ports if position.board.country(p) in FRENCH_NORTH_AFRICA)


def _vichy(position: Position) -> tuple[Piece, ...]:
    return tuple(piece for piece in position.pieces_of(PowerName.VICHY_FRANCE) if piece.is_naval)


@implements("TW-18.5.6-1", "TW-7.0-2")
def attackers_of(position: Position, port: str) -> dict[str, tuple[Piece, ...]]:
    """The British ships, by port, that reach another port and have not sailed."""
    found: dict[str, tuple[Piece, ...]] = {}
    for base in dict.fromkeys(p.at for p in position.pieces_of(PowerName.BRITAIN) if p.is_naval):
        ships = (
            s for s in force_at(position, PowerName.BRITAIN, base) if s.owner == PowerName.BRITAIN
        )
        idle = tuple(ship for ship in ships if not has_sailed(ship))
        way = way_between(position, PowerName.BRITAIN, (base, port))
        if idle and way and len(way) <= RANGE:
            found[base] = idle
    return found


def _attack(umpire: Umpire, port: str) -> bool:
    """One round against the ships of a port: whether some of them are hurt."""
    position = umpire.position
    ships, forces = ships_at(position, port), attackers_of(position, port)
    if not forces:
        return False
    answer = umpire.decide(
        ATTACK.ask(
            f"Who attacks the ships of Vichy in {position.label(port)}?",
            position.powers[PowerName.BRITAIN].players[:1],
            [port_option(position, base) for base in forces],
            [],
            at=port,
            least=0,
            most=len(forces),
            facts={"ships": len(ships)},
        )
    )
    if not answer.picks:
        return False
    _fight(umpire, port, [ship for base in answer.picks for ship in forces[base]])
    return any(_is_hurt(umpire, ship) for ship in ships)


@implements("TW-18.5.6-2", "TW-18.5.6-3")
def _fight(umpire: Umpire, port: str, attackers: Sequence[Piece]) -> None:
    """All against all, once: no flak, no surprise, two less on the die for the British."""
    for ship in attackers:
        sailed = Mark(UnitMark.SAILED.until, MISSION)
        umpire.apply(*set_mark(umpire.state.units[ship.id], UnitMark.SAILED, sailed))
    position = umpire.position
    extra = int(umpire.chart("naval-modifiers").at(MISSION, "modifier", "die").number)
    defenders = ships_at(position, port)
    waters = Waters(
        position=position,
        area=port,
        attackers=position.still_at(attackers),
        defenders=defenders,
        extra=extra,
    )
    roll(umpire, Fight(waters, PowerName.BRITAIN), (1, ALL), waters)
    come_home(umpire, [*attackers])


def _is_hurt(umpire: Umpire, ship: Piece) -> bool:
    """Whether a ship has been Depleted or sunk since it was looked at."""
    unit = umpire.state.units[ship.id]
    return unit.at not in umpire.board or unit.marked(UnitMark.DEPLETED) != ship.is_depleted


@implements("TW-18.5.6-5")
def _anger(umpire: Umpire, conqueror: str, left: Sequence[Piece]) -> None:
    """A die: on a 10 a Fleet of Vichy that the Axis chooses sails to the nearest of its ports."""
    player = umpire.state.powers[PowerName.BRITAIN].players[0]
    die = umpire.roll("anger", "d10", player, "18.5.6").total
    if die < ANGRY:
        umpire.tell(KebirVerdict(None, die, None, None))
        return
    position = umpire.position
    usual = min(left, key=lambda ship: (ship.is_depleted, ship.id))
    answer = umpire.decide(
        DESERTS.ask(
            "Which Fleet of Vichy joins the Axis?",
            position.powers[conqueror].players[:1],
            [ship_option(ship) for ship in left],
            [usual.id],
        )
    )
    ship = next(one for one in left if one.id == answer.pick)
    umpire.apply(UnitChanged(ship.id, "owner", str(PowerName.VICHY_FRANCE), conqueror))
    port = nearest_port(umpire.position, umpire.position.piece(umpire.state.units[ship.id]))
    if port:
        umpire.apply(UnitMoved(ship.id, ship.at, port))
    umpire.tell(KebirVerdict(None, die, ship.id, port or None))
