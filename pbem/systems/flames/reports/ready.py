"""What a form and a receipt say of a player's forces: who may act, what an order file leaves.

Decides which of it is a mistake and which a warning. Leaves the limits to `actions` and
`stacking`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.core.data.findings import Finding, Severity, error, has_errors, warning
from pbem.core.orders.orders import Receipt, Submission, check_order
from pbem.systems.flames.impulse.actions import action_of, activity_left
from pbem.systems.flames.land.combat.attacks import ATTACKS
from pbem.systems.flames.land.reorganisation import REORGANISE
from pbem.systems.flames.turn.closing import END_OF_TURN
from pbem.systems.flames.world.commitments import doomed, lonely
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.position import Position, names
from pbem.systems.flames.world.stacking import excess

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


def spent_hqs(receipt: Receipt[Position]) -> Sequence[Finding]:
    """HQs that support an attack and are to reorganise after it: they lie face-down then."""
    sound = [reading for reading in receipt.readings if not has_errors(reading.findings)]
    plans = [(one, check_order(one.before, one.order).plan) for one in sound]
    supports = {p.hq: p.place for one, p in plans if one.order.section == ATTACKS.name and p.hq}
    last: Any = receipt.after  # of this system, since its receipts ask
    position: Position = last
    found = []
    for reading, plan in plans:
        given = plan.given() if reading.order.section == REORGANISE.name else ()
        for hq in given:
            if hq in supports:
                name, where = position.pieces(hq)[0].name, position.label(supports[hq])
                message = f"{name} supports the attack on {where} and reorganises nobody after it"
                hint = "HQ support turns it face-down: name another HQ for one of both"
                found.append(warning("hq-twice", message, hint=hint, cite="11.15.3"))
    return found


def _overstacked(position: Position, place: str, land: bool) -> Finding:
    """Too many land units are a mistake; aircraft may still be lost or land elsewhere."""
    many = excess(position, place, land)
    what = ("land unit" if land else "aircraft") + ("s" if land and many > 1 else "")
    message = f"{position.label(place)} ends with {many} {what} too many"
    there = position.land_at(place) if land else position.air_at(place)
    lost = "it is" if many == 1 else "they are"
    hint = f"there: {names(there)}; send {many} elsewhere, or {lost} destroyed as the step ends"
    return (error if land else warning)("overstacked", message, hint=hint, cite="2.3.1")


def _strangers(position: Position, own: set[str], places: Sequence[str]) -> list[Finding]:
    """Units that end with strangers, or in a friend's home without an HQ of theirs: lost."""
    called = position.called
    found = []
    for place in places:
        ours = next(piece for piece in position.at(place) if piece.owner in own)
        others = lonely(position, place, ours)
        if others:
            owner = ours.owner
            message = (
                f"{position.label(place)} ends with {others[0].name}, no friend of {called(owner)}"
            )
            hint = "what does not co-operate cannot share a hex; the controller destroys some of it"
            found.append(warning("strangers", message, hint=hint, cite="2.3.1"))
    for troops in doomed(position, position.start):
        if {piece.owner for piece in troops.came} & own:
            message = f"no HQ leads {names(troops.came)} in {troops.host}: lost as the step ends"
            hint = f"an HQ of {troops.country} there leads as many units as its value"
            found.append(warning("abroad", message, hint=hint, cite="18.2"))
    return found


def _left(position: Position, power: str) -> Finding:
    called, titled = position.called, position.title
    action = action_of(position.state, power)
    if action is None:
        message = f"{called(power)} has chosen no action and will pass"
        return warning(
            "no-action", message, hint=f"write: action: {{{titled(power)}: land}}", cite="10"
        )
    left = {name: activity_left(position, power, activity) for name, activity in LIMITS.items()}
    words = ", ".join(f"{name} {'any' if n is None else n}" for name, n in left.items())
    return Finding(
        Severity.NOTE, "left", f"{titled(power)} has left in its {action} action: {words}"
    )
