"""Minor countries enter the war: whose they become, how they are set up (9.5, 9.6, 19.2, 19.4.1).

`align: [Hungary]` aligns a country by its power's own will, one a step; `{units: I INF, to: E2531}`
in `set_up` says where its units stand, which else go where the scenario proposes. Decides who is
asked first. Leaves ships, convoy points and whose force pool its later units join (19.4.2: always
its controller's) to later chapters.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.findings import Finding, error, suggest
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_controller, set_mark, set_power
from pbem.core.record.events import Event, PowerChanged, UnitMoved
from pbem.core.record.state import NEUTRAL, Mark, State, Unit
from pbem.core.rules.system import Ruling, Section
from pbem.systems.wif.politics.politics_verdicts import AlignedVerdict
from pbem.systems.wif.world.arrivals import best_place, why_not_at
from pbem.systems.wif.world.calendar import next_turn, year_of
from pbem.systems.wif.world.control import is_neutral, major_powers, other_side
from pbem.systems.wif.world.named import places_in, units_called
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.units import Piece, on_circle
from pbem.systems.wif.world.vocabulary import Pool, PowerCount, PowerFlag, PowerName, UnitMark

CITE: Final = "9.6"
TAKE: Final = "take"
DECLINE: Final = "decline"
CAPITAL: Final = "capital"

ACCEPT: Final = DecisionKind(
    "take-minor",
    "Take an attacked minor country",
    "when a neutral minor country is attacked and your capital is nearest; default: take it",
    "19.2",
    (AnswerKey("minors", "attacked"),),
    {"units": "how many units it sets up"},
)


# --- whose it becomes ----------------------------------------------------------------------------


@implements("WIF-9.5-1", "WIF-19.2-1", "WIF-19.2-3", "WIF-19.2-4", "WIF-19.2-5")
def allocate(umpire: Umpire, minor: str, attacker: str) -> None:
    """An attacked minor is offered to active powers of the other side, the nearest first (19.2)."""
    for power in candidates(now(umpire), minor, attacker):
        if _takes(umpire, power, minor):
            welcome(umpire, minor, power)
            return
    _seized(umpire, minor, attacker)


def candidates(position: Position, minor: str, attacker: str) -> tuple[str, ...]:
    """The active major powers of the other side, the nearest capital first; never China (19.2)."""
    state = position.state
    able = [
        power
        for power in major_powers(state, other_side(state.side_of(attacker)))
        if not is_neutral(state, power) and power != PowerName.CHINA
    ]
    return tuple(sorted(able, key=lambda power: (distance(position, power, minor), power)))


def distance(position: Position, power: str, minor: str) -> int:
    """Hexes between two capitals; very far where one is not on the map (19.2)."""
    pairs = product(_capitals(position, power), _capitals(position, minor))
    far = (position.board.distance(*pair) for pair in pairs)
    return min((hexes for hexes in far if hexes is not None), default=10**6)


def _capitals(position: Position, power: str) -> list[str]:
    homes = position.powers[power].home_countries
    return [at for at, of in position.board.by_fact.get(CAPITAL, {}).items() if of in homes]


def _takes(umpire: Umpire, power: str, minor: str) -> bool:
    players = umpire.state.powers[power].players
    if not players:
        return True
    question = ACCEPT.ask(
        f"Does {minor} align with {power}?",
        players,
        (Option(TAKE, "take it"), Option(DECLINE, "decline")),
        (TAKE,),
        about=f"{minor}-{power}",
        facts={"units": len(initial_units(umpire.state, minor))},
    )
    return umpire.decide(question).pick == TAKE


def _seized(umpire: Umpire, minor: str, attacker: str) -> None:
    """Nobody wants it: the attacker has conquered it at once (19.2)."""
    from_now = umpire.state
    held = [p.id for p in from_now.places.values() if p.controller == minor]
    umpire.apply(*conquered_whole(from_now, minor, attacker, held))
    umpire.tell(AlignedVerdict(None, minor=minor, power=attacker, placed={}, later=(), seized=True))


def conquered_whole(state: State, minor: str, attacker: str, places: list[str]) -> Iterator[Event]:
    """A country and all its hexes fall to a power without a fight."""
    for country in state.powers[minor].home_countries:
        yield from set_power(state, attacker, "flag", PowerFlag.CONQUERED.of(country), True)
    for place in places:
        yield from set_controller(state, place, attacker)


# --- aligned -------------------------------------------------------------------------------------


@implements("WIF-9.6-2", "WIF-9.6-3")
def welcome(umpire: Umpire, minor: str, power: str) -> None:
    """A minor country is aligned: its controller sets up its units and plays them (9.6)."""
    umpire.apply(*_joins(umpire.state, minor, power))
    position = now(umpire)
    year = year_of(position.clock.turn)
    fresh = position.state.at(f"pool:{minor}/{year}")
    slices = on_circle(minor, next_turn(position.clock.turn))
    umpire.apply(*(UnitMoved(unit.id, unit.at, slices, unit.count) for unit in fresh))
    placed: dict[str, str] = {}
    for piece in (position.piece(unit) for unit in initial_units(position.state, minor)):
        place = _own_place(now(umpire), piece)
        umpire.apply(*_stands(piece, place))
        placed[piece.id] = place
    later = tuple(unit.id for unit in fresh)
    umpire.tell(AlignedVerdict(None, minor=minor, power=power, placed=placed, later=later))


def _joins(state: State, minor: str, power: str) -> Iterator[Event]:
    """Side, controller and players of a minor become those of its major power."""
    known, major_power = state.powers[minor], state.powers[power]
    yield from set_power(state, minor, "flag", PowerFlag.CONTROLLER, power)
    yield from set_power(state, minor, "flag", PowerFlag.WAS_NEUTRAL, state.clock.turn)
    yield from set_power(state, minor, "side", "", major_power.side)
    old, new = (" ".join(one.players) or None for one in (known, major_power))
    if old != new:
        yield PowerChanged(minor, "players", "", old, new)


@implements("WIF-19.4.1-1", "WIF-19.4.1-2")
def initial_units(state: State, minor: str) -> tuple[Unit, ...]:
    """The units that a minor sets up: those of earlier years (19.4.1)."""
    return state.at(f"pool:{minor}/{Pool.SET_UP}")


def _own_place(position: Position, piece: Piece) -> str:
    """Where a unit of a minor stands: as ordered or proposed, else in a city, else at home."""
    places = position.places
    own = [place for place in sorted(places) if places[place].controller == piece.owner]
    wanted = str(piece.unit.mark(UnitMark.SET_UP_AT) or "")
    if wanted in own and not why_not_at(position, piece, wanted):
        return wanted
    open_now = [place for place in own if not why_not_at(position, piece, place)]
    cities = [place for place in open_now if position.ground.is_city(place)]
    return best_place(position, cities or open_now, piece.owner)


def _stands(piece: Piece, place: str) -> Iterator[Event]:
    yield from set_mark(piece.unit, UnitMark.SET_UP_AT, None, piece.unit.count)
    yield UnitMoved(piece.id, piece.at, place, piece.unit.count)


# --- the orders ----------------------------------------------------------------------------------


@implements("WIF-9.6-1")
def why_not_align(state: State, power: str, minor: str) -> str:
    """Why a major power may not align a minor country by its own will (9.6)."""
    if state.side_of(minor) != NEUTRAL or state.flag(minor, PowerFlag.CONTROLLER):
        return f"{minor} is not neutral"
    if state.flag(minor, PowerFlag.MAY_ALIGN) != power:
        return f"{power} may not align {minor} now"
    if state.counter(power, PowerCount.ALIGNING):
        return f"{power} has aligned a country in this step already"
    return ""


def check_align(position: Position, order: Order) -> Ruling:
    """Whether the player's powers may align these countries (9.6)."""
    findings: list[Finding] = []
    plan: dict[str, str] = {}
    events: list[Event] = []
    for number, name in enumerate(order.data["value"]):
        found = position.game.powers_called(str(name), list(position.powers))
        if len(found) != 1:
            hint = suggest(str(name), position.powers)
            trouble = error("unknown-power", f"there is no power '{name}'", hint=hint)
            findings.append(trouble.at(order.spot(number)))
            continue
        power = _aligner(position, found[0])
        why = _why_not_now(position, power, found[0])
        if power in plan:
            why = why or f"{power} aligns one country a step"
        if why:
            findings.append(error("no-alignment", why, cite=CITE).at(order.spot(number)))
            continue
        plan[power] = found[0]
        events += set_power(position.state, power, "counter", PowerCount.ALIGNING, 1)
    words = "; ".join(f"{minor} aligns with {power}" for power, minor in plan.items())
    return Ruling(tuple(findings), words, tuple(events), tuple(plan.items()))


def _aligner(position: Position, minor: str) -> str:
    """The power of the player that would align a country."""
    own = [power.id for power in position.state.powers_of_player(position.player)]
    return str(position.state.flag(minor, PowerFlag.MAY_ALIGN) or (own[0] if own else ""))


def _why_not_now(position: Position, power: str, minor: str) -> str:
    """Why the player may not align a country in this impulse."""
    plays = any(p.id == power for p in position.state.powers_of_player(position.player))
    if not plays or position.side_of(power) != position.clock.side:
        return "it is not your impulse" if plays else f"{power} is no power of yours"
    return why_not_align(position.state, power, minor)


@implements("WIF-9-9")
def align(umpire: Umpire) -> None:
    """Each major power of the side may align one minor country (9.6)."""
    for order, ruling in umpire.sound_orders("align"):
        umpire.apply(*ruling.events)
        for power, minor in ruling.plan:
            welcome(umpire, minor, power)
        umpire.done(order, ruling.reading)


def check_set_up(position: Position, order: Order) -> Ruling:
    """Whether units of a neutral country can stand in a hex of it (19.4.1)."""
    places, findings = places_in(position, order, "to")
    said = order.data["units"]
    events: list[Event] = []
    words: list[str] = []
    waiting = [
        position.piece(unit)
        for power in position.powers
        for unit in initial_units(position.state, power)
    ]
    for word in said if isinstance(said, list) else [said]:
        found = [piece for piece in units_called(position, str(word)) if piece in waiting]
        troubles = list(findings)
        if not found:
            message = f"'{word}' is no unit of a neutral country"
            troubles = [error("not-waiting", message, cite="19.4.1", about=str(word))]
        elif places and position.controller(places[0]) != found[0].owner:
            message = f"{position.label(places[0])} is no hex of {found[0].owner}"
            troubles = [error("not-home", message, cite="19.4.1", about=places[0])]
        if troubles:
            return Ruling(tuple(troubles))
        mark = Mark(UnitMark.SET_UP_AT.until, places[0])
        events += set_mark(found[0].unit, UnitMark.SET_UP_AT, mark, found[0].unit.count)
        words.append(f"{found[0].name} in {position.label(places[0])}")
    return Ruling((), "; ".join(words), tuple(events))


def set_up(umpire: Umpire) -> None:
    """Where units of countries that may enter the war in this impulse shall stand (19.4.1)."""
    umpire.carry_out("set_up")


ALIGN: Final = Section(
    name="align",
    title="Minor countries to align",
    step="align",
    schema="wif/align",
    cite=CITE,
    check=check_align,
    single=True,
)
SET_UP: Final = Section(
    name="set_up",
    title="Where units of a minor country are set up",
    step="set-up",
    schema="wif/set_up",
    cite="19.4.1",
    check=check_set_up,
)
