"""What a form and a receipt say of a player's forces: who may act, what an order file leaves.

Decides which of it is a mistake and which a warning. Leaves the limits to `actions` and
`stacking`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.core.data.findings import Finding, Severity, error, warning
from pbem.core.orders.orders import Submission
from pbem.systems.wif.impulse.actions import action_of, activity_left
from pbem.systems.wif.turn.closing import END_OF_TURN
from pbem.systems.wif.world.commitments import doomed, lonely
from pbem.systems.wif.world.control import major_powers
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.stacking import excess
from pbem.systems.wif.world.units import names

LIMITS: Final[Mapping[str, str]] = {
    "air missions": "ground-strike",
    "rail moves": "rail-land",
    "land moves": "land-move",
    "land attacks": "land-attack",
}


def may_act(position: Position) -> Mapping[str, Sequence[str]]:
    """The face-up units of a player of the active side, by section; none between the turns."""
    state = position.state
    if state.clock.window == END_OF_TURN:
        return {}
    own = {p.id for p in state.powers_of_player(position.player) if p.side == state.clock.side}
    ready = [p for p in position.on_map if p.owner in own and not p.face_down]
    return {
        "ground_strike": [p.id for p in ready if p.is_air and p.counter.or_nothing("tactical")],
        "land": [p.id for p in ready if p.is_land],
    }


def closing(position: Position, submission: Submission) -> Sequence[Finding]:
    """What an order file comes to as a whole: overstacked hexes, and what limits are left."""
    own = {power.id for power in position.state.powers_of_player(position.player)}
    places = sorted({piece.at for piece in position.on_map if piece.owner in own})
    findings = [
        _overstacked(position, place, land)
        for place in places
        for land in (True, False)
        if excess(position, place, land)
    ]
    findings += _strangers(position, own, places)
    if position.clock.window == END_OF_TURN:
        return findings
    active = [power for power in major_powers(position.state, position.clock.side) if power in own]
    return [*findings, *(_left(position, power) for power in active)]


def _overstacked(position: Position, place: str, land: bool) -> Finding:
    """Too many land units are a mistake; aircraft may still be lost or land elsewhere."""
    many = excess(position, place, land)
    what = ("land unit" if land else "aircraft") + ("s" if land and many > 1 else "")
    message = f"{position.label(place)} ends with {many} {what} too many"
    hint = "the controller of the hex destroys them at the end of the step"
    return (error if land else warning)("overstacked", message, hint=hint, cite="2.3.1")


def _strangers(position: Position, own: set[str], places: Sequence[str]) -> list[Finding]:
    """Units that end with strangers, or in a friend's home without an HQ of theirs: lost."""
    found = []
    for place in places:
        owner = next(piece.owner for piece in position.at(place) if piece.owner in own)
        others = lonely(position, place, owner)
        if others:
            message = f"{position.label(place)} ends with {others[0].name}, no friend of {owner}"
            hint = "what does not co-operate cannot share a hex; the controller destroys some of it"
            found.append(warning("strangers", message, hint=hint, cite="2.3.1"))
    for troops in doomed(position, position.start):
        if {piece.owner for piece in troops.came} & own:
            message = f"no HQ leads {names(troops.came)} in {troops.host}: lost as the step ends"
            hint = f"an HQ of {troops.country} there leads as many units as its value"
            found.append(warning("abroad", message, hint=hint, cite="18.2"))
    return found


def _left(position: Position, power: str) -> Finding:
    action = action_of(position.state, power)
    if action is None:
        message = f"{power} has chosen no action and will pass"
        return warning("no-action", message, hint=f"write: action: {{{power}: land}}", cite="10")
    left = {name: activity_left(position, power, activity) for name, activity in LIMITS.items()}
    words = ", ".join(f"{name} {'any' if n is None else n}" for name, n in left.items())
    return Finding(Severity.NOTE, "left", f"{power} has left in its {action} action: {words}")
