"""Offensive points (16, option 49): several actions, an HQ that helps, HQs turned up, more of all.

`offensive: [{hq: Zhukov, action: land, face_up: [Yeremenko], more: {land moves: 3}}]`. Decides what
each use costs and who may be named. Leaves the chits that bring points to `chits`, the
benefits to the rules that they change, actions at sea to the rules of the sea.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.impulse.actions import (
    EXTRAS,
    actions_of,
    has_passed,
    paid,
    points_of,
    too_few,
)
from pbem.systems.flames.impulse.impulse_verdicts import OffensiveVerdict
from pbem.systems.flames.kits.offensive.helping import helpers
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.named import HEADQUARTERS, Named, find_units, plays
from pbem.systems.flames.world.position import Piece, Position, Umpire, marked, names, turned_up
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.vocabulary import Action, PowerCount, UnitMark

CITE: Final = "16"
ALL: Final = "all"
BENEFIT: Final = 5
FACE_UP: Final = 2
ALL_FACE_UP: Final = 15
ALL_FACE_UP_GREAT: Final = 20


# --- prices --------------------------------------------------------------------------------------


@implements("WIF-16.3-1")
def price_of_benefits(reorganisation: int) -> int:
    """What it costs to have an HQ of some value help (16.3)."""
    return BENEFIT + 2 * reorganisation


@implements("WIF-16.4-1")
def price_of_face_up(values: Iterable[int]) -> int:
    """What it costs to turn HQs of some values face-up, one by one (16.4)."""
    return sum(FACE_UP + value for value in values)


@implements("WIF-16.4-1")
def price_of_all(power: str, great: Collection[str]) -> int:
    """What it costs a power to turn all its HQs face-up (16.4)."""
    return ALL_FACE_UP_GREAT if power in great else ALL_FACE_UP


# --- the order -----------------------------------------------------------------------------------


@implements("WIF-16.1-1")
def check_offensive(position: Position, order: Order) -> Ruling:
    """One use of offensive points: an HQ that helps, HQs turned up, what may be done beyond limits.

    What is done beyond the limits is paid as it is done (16.5).
    """
    said = order.data
    helper, face_up = find_units(position, said.get("hq"), HEADQUARTERS), _to_turn(position, order)
    findings = [*helper.findings, *face_up.findings]
    power, troubles = _power(position, order, (*helper.pieces, *face_up.pieces))
    findings += troubles
    if findings:
        return Ruling(tuple(findings))
    turning = _turning(position, power, said, face_up.pieces)
    action = str(said.get("action", next(iter(actions_of(position.state, power)), "")))
    findings = [
        *_of_others(position, power, (*helper.pieces, *turning)),
        *_cannot_help(position, power, helper.pieces, action),
        *_cannot_turn(position, said, turning),
    ]
    for_all = price_of_all(power, position.policy.great)
    price = _price(said, helper.pieces, turning, for_all)
    findings += too_few(position.state, power, price)
    if findings:
        return Ruling(tuple(findings))
    more = {EXTRAS[name]: int(many) for name, many in (said.get("more") or {}).items()}
    events = (
        *paid(position.state, power, price),
        *_marked(helper.pieces, turning, action),
        *_allowed(position, power, more),
    )
    verdict = OffensiveVerdict(
        None,
        power=power,
        price=price,
        left=points_of(position.state, power) - price,
        hq=helper.pieces[0].id if helper.pieces else None,
        action=action if helper.pieces else "",
        face_up=tuple(piece.id for piece in turning),
        more=more,
    )
    return Ruling((), _in_words(verdict, helper.pieces, turning), events, verdict)


def _to_turn(position: Position, order: Order) -> Named:
    """The HQs that an order turns face-up: those named, or all that are supplied."""
    said = order.data.get("face_up")
    if said != ALL:
        return find_units(position, said, HEADQUARTERS)
    own = (piece for piece in position.on_map if piece.is_hq and plays(position, piece))
    return Named(tuple(p for p in own if p.face_down and in_supply(position, p)))


def _power(position: Position, order: Order, pieces: Sequence[Piece]) -> tuple[str, list[Finding]]:
    """The power whose points are spent: of the HQs that are named, or of `power`."""
    if not position.options.offensive_points:
        return "", [
            error(
                "option",
                f"offensive points are {position.option('offensive_points')}, not played",
                cite=CITE,
            )
        ]
    state = position.state
    own = [p.id for p in state.powers_of_player(position.player)]
    active = [power for power in major_powers(state, state.clock.side) if power in own]
    found = [power for power in _meant(position, order, pieces, active) if power in active]
    if len(found) != 1:
        hint = f"power: one of {', '.join(active)}" if active else "no power of yours is active"
        return "", [error("which-power", "whose offensive points?", hint=hint, cite=CITE)]
    if has_passed(position, found[0]):
        return "", [error("has-passed", f"{found[0]} has passed", cite="16.1")]
    return found[0], []


def _meant(
    position: Position, order: Order, pieces: Sequence[Piece], active: Sequence[str]
) -> Iterable[str]:
    """The powers that an order may be for: named, those of its HQs, or the only one."""
    if "power" in order.data:
        return position.game.powers_called(str(order.data["power"]), active)
    return dict.fromkeys(position.major(piece.owner) for piece in pieces) or active


def _turning(
    position: Position, power: str, said: Mapping[str, object], pieces: tuple[Piece, ...]
) -> tuple[Piece, ...]:
    """The HQs that are turned up: those named, of all that may be those of the power."""
    if said.get("face_up") != ALL:
        return pieces
    return tuple(p for p in pieces if position.major(p.owner) == power)


@implements("WIF-16.3-1", "WIF-16.4-1")
def _of_others(position: Position, power: str, pieces: Sequence[Piece]) -> list[Finding]:
    """A power spends its points on its own HQs alone (16.3, 16.4)."""
    return [
        error("other-power", f"{p.name} is no HQ of {power}", cite=CITE, about=p.id)
        for p in pieces
        if position.major(p.owner) != power
    ]


@implements("WIF-16.3-1", "WIF-16.3-3")
def _cannot_help(
    position: Position, power: str, pieces: Sequence[Piece], action: str
) -> list[Finding]:
    """Why an HQ cannot help in this impulse: one for each power, face-up and supplied (16.3)."""
    if not pieces:
        return []
    hq, state = pieces[0], position.state
    helping = [p.name for p in helpers(position) if position.major(p.owner) == power]
    why = ""
    if len(pieces) > 1 or helping:
        why = f"only one HQ helps in an impulse{f', {helping[0]} does' if helping else ''}"
    elif hq.face_down:
        why = f"{hq.name} is face-down"
    elif not in_supply(position, hq):
        why = f"{hq.name} is out of supply"
    elif action not in actions_of(state, power):
        why = f"{power} has chosen {' and '.join(actions_of(state, power))}, not {action}"
    elif action not in (Action.LAND, Action.AIR):
        why = f"{hq.name} helps in a land or an air action"
    return [error("cannot-help", why, cite="16.3", about=hq.id)] if why else []


@implements("WIF-16.4-1")
def _cannot_turn(
    position: Position, said: Mapping[str, object], pieces: Sequence[Piece]
) -> list[Finding]:
    """Why HQs are not turned face-up: they lie so already, or are out of supply (16.4)."""
    if said.get("face_up") == ALL and not pieces:
        return [error("cannot-turn", "no HQ is face-down and in supply", cite="16.4")]
    findings = []
    for piece in pieces:
        why = "" if in_supply(position, piece) else "out of supply"
        if not piece.face_down:
            why = "face-up"
        if why:
            message = f"{piece.name} is {why}"
            findings.append(error("cannot-turn", message, cite="16.4", about=piece.id))
    return findings


def _price(
    said: Mapping[str, object], helper: Sequence[Piece], face_up: Sequence[Piece], for_all: int
) -> int:
    """What an order costs at once."""
    price = sum(price_of_benefits(hq.reorganisation) for hq in helper)
    if said.get("face_up") == ALL:
        return price + for_all
    return price + price_of_face_up(hq.reorganisation for hq in face_up)


def _marked(helper: Sequence[Piece], face_up: Sequence[Piece], action: str) -> Iterator[Event]:
    """The changes of HQs: who helps is marked so, others are turned face-up."""
    for piece in helper:
        yield from marked(piece, UnitMark.OFFENSIVE, action)
    for piece in face_up:
        yield from turned_up(piece)


def _allowed(position: Position, power: str, more: Mapping[str, int]) -> tuple[Event, ...]:
    """The changes that allow a power so many more of some activities, if it can pay for them."""
    state = position.state
    return tuple(
        change
        for kind, many in more.items()
        for change in set_power(
            state,
            power,
            "counter",
            PowerCount.EXTRA.of(kind),
            state.counter(power, PowerCount.EXTRA.of(kind)) + many,
        )
    )


def _in_words(verdict: OffensiveVerdict, helper: Sequence[Piece], face_up: Sequence[Piece]) -> str:
    """The receipt: what is bought, and what is left."""
    parts = [f"{hq.name} helps in the {verdict.action} action" for hq in helper]
    parts += [f"{names(face_up)} face-up"] if face_up else []
    parts += [f"up to {many} more {name.replace('-', ' ')}" for name, many in verdict.more.items()]
    return f"{'; '.join(parts)}: {verdict.price} offensive points, {verdict.left} left"


# --- who helps -----------------------------------------------------------------------------------


# --- the step ------------------------------------------------------------------------------------


@implements("WIF-16.1-1", "WIF-16.4-1")
def spend_offensive_points(umpire: Umpire) -> None:
    """Offensive points are spent when the actions are chosen (16)."""
    for order, ruling in umpire.sound_orders(OFFENSIVE.name):
        umpire.apply(*ruling.events)
        umpire.tell(ruling.plan)
        umpire.done(order, ruling.reading)


def offensive_claims(position: Position, order: Order) -> tuple[str, ...]:
    """An HQ is turned up, or helps, by one order."""
    said = order.data
    words = [said.get(key) for key in ("hq", "face_up") if said.get(key) not in (None, ALL)]
    found = (find_units(position, word, HEADQUARTERS) for word in words)
    return tuple(f"offensive:{piece.id}" for named in found for piece in named.pieces)


OFFENSIVE: Final = Section(
    name="offensive",
    title="Offensive points",
    step="offensive-points",
    schema="offensive",
    cite=CITE,
    check=check_offensive,
    claims=offensive_claims,
)
