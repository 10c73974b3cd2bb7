"""Setting up in the order of deployment (7.213, 7.31): `deployment: [{units: …, from: …, to: …}]`.

Every unit stands where the scenario proposes; an order of deployment puts some of a power
elsewhere, as its turn comes in the order. Powers that follow one another and have the same players
set up together, and who sends no orders leaves all as proposed.
Decides whose turn it is, and where units may begin. Leaves stacking (10) and the garrisons that the
scenario booklet demands to the moderator.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_track
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import ON_TURN, State
from pbem.core.record.verdicts import PlaceId, PowerId, Verdict
from pbem.core.rules.system import Ruling, Section
from pbem.systems.awaw.operations.limits import is_own_base
from pbem.systems.awaw.victory.starting import rule_against
from pbem.systems.awaw.world.calendar import setting_up_now
from pbem.systems.awaw.world.hexes import is_closed_to_ground
from pbem.systems.awaw.world.naming import Check, Group, told
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.units import Part, Piece
from pbem.systems.awaw.world.vocabulary import TrackName

WINDOW: Final = "deployment"
NOT_THERE: Final = {
    "7.23": "colonial infantry begins in the colonies",
    "7.24": "units begin in areas of their own power alone",
    "7.31": "it is not among the units that begin in that box",
}


@dataclass(frozen=True, slots=True)
class Deployed:
    """Units that are set up elsewhere than proposed."""

    groups: tuple[Group, ...]
    origin: str
    goal: str


@dataclass(frozen=True, slots=True)
class MovedAtStart:
    """Like units that a player has set up at another place."""

    part: Part
    origin: PlaceId
    goal: PlaceId


@dataclass(frozen=True, slots=True)
class DeploymentVerdict(Verdict):
    """Powers have set up: what stands elsewhere than proposed, and who sets up next."""

    kind: ClassVar[str] = "deployment"
    cite: ClassVar[str] = "7.31"

    powers: tuple[PowerId, ...]
    moved: tuple[MovedAtStart, ...] = ()
    following: tuple[PowerId, ...] = ()

    @property
    def outcome(self) -> str:
        return "changed" if self.moved else "as-proposed"


def still_deploys(state: State) -> bool:
    """Whether a power is still to set up."""
    return bool(setting_up_now(state))


def check_deployment(position: Position, order: Order) -> Ruling:
    """Units of a power that sets up now go to another place where they may begin."""
    check = Check(position, order)
    origin, goal = check.place(order.data["from"]), check.place(order.data["to"])
    groups = check.groups(origin, order.data["units"]) if origin else ()
    if not check.ok or not groups:
        return check.ruling("")
    for piece, many in groups:
        if piece.owner not in setting_up_now(check.state):
            owner = position.title(piece.owner)
            check.complain("not-your-turn", f"it is not the turn of {owner} to set up", cite="7.31")
            break
        check.does([UnitMoved(piece.id, piece.at, goal, piece.part(many))])
        _may_begin(check, piece, goal)
    reading = f"{told(groups)}: {check.label(origin)} > {check.label(goal)}"
    return check.ruling(reading, Deployed(groups, origin, goal))


def _may_begin(check: Check, piece: Piece, goal: str) -> None:
    """Whether a unit, which stands there by now, may begin there: by rule 7, and by what it is."""
    if not check.ok:
        return
    position, name, where = check.position, piece.counter.name, check.label(goal)
    there = next(p for p in position.at(goal) if p.counter == piece.counter)
    rule = rule_against(position, there)
    if rule:
        message = f"{name} may not begin in {where}: {NOT_THERE[rule]}"
        check.complain("not-there", message, cite=rule, about=name)
    elif piece.is_ground and is_closed_to_ground(check.board, goal):
        check.complain("closed", f"{where} is closed to ground units", cite="4.41", about=name)
    elif not piece.is_ground and not is_own_base(
        position, piece.owner, goal, naval=not piece.is_air
    ):
        check.complain("no-base", f"{where} is no base for {name}", cite="3.11", about=name)


@implements("AWAW-7.31-1")
def deployment(umpire: Umpire) -> None:
    """The powers whose turn it is set up; the next ones in the order owe their orders."""
    powers = setting_up_now(umpire.state)
    moved: list[MovedAtStart] = []
    for order, ruling in umpire.sound_orders(DEPLOYING.name):
        plan: Deployed = ruling.plan
        umpire.apply(*ruling.events)
        umpire.done(order, ruling.reading)
        moved += (
            MovedAtStart(Part(piece.id, many), plan.origin, plan.goal)
            for piece, many in plan.groups
        )
    left = str(umpire.state.track(TrackName.DEPLOYING) or "").split()[len(powers) :]
    umpire.apply(*set_track(umpire.state, TrackName.DEPLOYING, " ".join(left) or None))
    following = setting_up_now(umpire.state)
    umpire.apply(*set_track(umpire.state, ON_TURN, " ".join(following) or None))
    umpire.tell(DeploymentVerdict(None, powers, tuple(moved), following))


DEPLOYING: Final = Section(
    "deployment",
    "Set-up, in the order of deployment",
    "deployment",
    "awaw/deployment",
    "7.31",
    check_deployment,
)
