"""Minor countries enter the war: whose they become, how they are set up (9.5, 9.6, 19.2, 19.4.1).

`align: [Hungary]` aligns a country by its power's own will, one a step; `{units: I INF, to: E2531}`
in `set_up` says where its units stand, which else go where the scenario proposes. Decides who is
asked first, and whether its units can be built again. Leaves ships and convoy points to later
chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.findings import Finding, error, suggest
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.rehearsal import rehearsal
from pbem.core.record.changes import set_mark, set_power
from pbem.core.record.events import Event, PowerChanged, UnitMoved
from pbem.core.record.state import REMOVED, Mark, State, Unit
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.air.flights import flown_between
from pbem.systems.flames.world.arrivals import best_place, why_not_at
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.minor_units import at_home
from pbem.systems.flames.world.named import places_in, units_called
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    Umpire,
    leaves_map,
    on_circle,
    other_side,
)
from pbem.systems.flames.world.vocabulary import Pool, PowerFlag, Side, UnitMark, next_turn, year_of
from pbem.systems.wif.politics.alignment import (
    capitals_of,
    is_american,
    may_align,
    on_aligning,
    together,
    why_not_align,
)
from pbem.systems.wif.politics.politics_verdicts import AlignedVerdict
from pbem.systems.wif.politics.ukraine import create_ukraine
from pbem.systems.wif.world.spheres import conquered_whole
from pbem.systems.wif.world.vocabulary import CountOf1939, FlagOf1939, MinorName, PowerName

CITE: Final = "9.6"
TAKE: Final = "take"
DECLINE: Final = "decline"
CAPITAL: Final = "capital"
BUILD: Final = "build"
LEAVE_OUT: Final = "leave-out"

ACCEPT: Final = DecisionKind(
    "take-minor",
    "Take an attacked minor country",
    "when a neutral minor country is attacked and your capital is nearest; default: take it",
    "19.2",
    (AnswerKey("minors", "attacked"),),
    {"units": "how many units it sets up"},
)


BUILD_THEM: Final = DecisionKind(
    "minor-pool",
    "Add a minor country's units to your force pools",
    (
        "when a minor country has been set up: its lost and later units can be built, or leave the "
        "game; default: they can be built"
    ),
    "19.4.2",
    (AnswerKey("minors", "build"),),
    {},
)


class NeutralUsa(Reading, id="WIF-19.2-R1"):
    """Whether the USA must be active to take an attacked minor of the American map."""

    EVEN_NEUTRAL = "even-neutral"
    ACTIVE = "active"


class CommonwealthDistance(Reading, id="WIF-19.2-R2"):
    """From which capital the Commonwealth's distance to a minor is measured."""

    NEAREST = "nearest"
    LONDON = "london"


# --- whose it becomes ----------------------------------------------------------------------------


@implements("WIF-9.5-1", "WIF-19.2-1", "WIF-19.2-3", "WIF-19.2-4", "WIF-19.2-5")
def allocate(umpire: Umpire, minor: str, attacker: str) -> None:
    """An attacked minor is offered to active powers of the other side, the nearest first (19.2)."""
    for power in candidates(umpire.position, minor, attacker):
        if _takes(umpire, power, minor):
            welcome(umpire, minor, power)
            return
    _seized(umpire, minor, attacker)


@implements("WIF-19.2-2", "WIF-19.2-3")
def candidates(position: Position, minor: str, attacker: str) -> tuple[str, ...]:
    """The active major powers of the other side, the nearest capital first; never China (19.2).

    For a country of the American map that an Axis power attacks the USA alone.
    """
    state = position.state
    others = major_powers(state, other_side(state.side_of(attacker)))
    able = [p for p in others if not position.is_neutral(p) and p != PowerName.CHINA]
    if state.side_of(attacker) == Side.AXIS and is_american(position, minor):
        even = position.reading(NeutralUsa) is NeutralUsa.EVEN_NEUTRAL
        able = [power for power in (others if even else able) if power == PowerName.USA]
    return tuple(sorted(able, key=lambda power: (distance(position, power, minor), power)))


def distance(position: Position, power: str, minor: str) -> int:
    """How far it is to fly between two capitals; very far where one is not on the map (19.2)."""
    starts = capitals_of(position, power)
    if position.reading(CommonwealthDistance) is CommonwealthDistance.LONDON:
        first = position.powers[power].home_countries[0]
        starts = [at for at in starts if position.board.fact(at, CAPITAL) == first]
    return flown_between(position, starts, capitals_of(position, minor))


def _takes(umpire: Umpire, power: str, minor: str) -> bool:
    question = ACCEPT.ask(
        f"Does {umpire.position.called(minor)} align with {umpire.position.called(power)}?",
        umpire.state.powers[power].players,
        (Option(TAKE, "take it"), Option(DECLINE, "decline")),
        (TAKE,),
        about=f"{minor}-{power}",
        facts={"units": len(initial_units(umpire.state, minor))},
    )
    return umpire.decide(question).pick == TAKE


def _seized(umpire: Umpire, minor: str, attacker: str) -> None:
    """Nobody wants it: the attacker has conquered it at once (19.2)."""
    umpire.apply(*conquered_whole(umpire.state, minor, attacker))
    umpire.tell(AlignedVerdict(None, minor=minor, power=attacker, placed={}, later=(), seized=True))


# --- aligned -------------------------------------------------------------------------------------


@implements("WIF-9.6-2", "WIF-9.6-3")
def welcome(umpire: Umpire, minor: str, power: str) -> None:
    """A minor country is aligned: its controller sets up its units and plays them (9.6)."""
    umpire.apply(*_joins(umpire.state, minor, power))
    position = umpire.position
    year = year_of(position.clock.turn)
    fresh = position.state.at(f"pool:{minor}/{year}")
    slices = _later(position, minor)
    umpire.apply(*(UnitMoved(unit.id, unit.at, slices, unit.count) for unit in fresh))
    initial = [
        p for p in map(position.piece, initial_units(position.state, minor)) if _plays(position, p)
    ]
    others = sum(not piece.territory for piece in initial)
    placed, waiting, abroad = dict[str, str](), list[str](), others // 2
    for piece in initial:
        place = _own_place(umpire.position, piece, abroad > 0)
        umpire.apply(*_stands(piece, place or slices))
        if place:
            placed[piece.id] = place
            abroad -= not (piece.territory or at_home(position, minor, place))
        else:
            waiting.append(piece.id)
    later = (*(unit.id for unit in fresh), *waiting)
    next_one = next_turn(position.clock.turn)
    umpire.position.kits.crews.go_along(umpire, umpire.position.pieces(*later), next_one)
    built = _builds(umpire, minor, power)
    umpire.tell(
        AlignedVerdict(None, minor=minor, power=power, placed=placed, later=later, built=built)
    )


def _later(position: Position, minor: str) -> str:
    """Where units of a minor country wait for the next turn."""
    capitals = capitals_of(position, minor)
    there = position.kits.waiting.deployed(minor, capitals[0]) if capitals else ""
    return there or on_circle(minor, next_turn(position.clock.turn))


@implements("WIF-19.4.2-1", "WIF-19.4.2-2", "WIF-19.8-5")
def _builds(umpire: Umpire, minor: str, power: str) -> bool:
    """Whether a minor's units can be built; else those not set up leave the game (19.4.2).

    Those of Ethiopia never join a force pool of the Axis (19.8).
    """
    if _wants_them(umpire, minor, power):
        return True
    umpire.apply(*set_power(umpire.state, minor, "flag", PowerFlag.NOT_BUILT, True))
    position = umpire.position
    here = f"pool:{minor}/"
    gone = [u for u in position.state.units.values() if u.owner == minor and u.at.startswith(here)]
    umpire.apply(*(c for unit in gone for c in leaves_map(position.piece(unit), REMOVED)))
    return False


def _wants_them(umpire: Umpire, minor: str, power: str) -> bool:
    if minor == MinorName.ETHIOPIA and umpire.state.side_of(power) == Side.AXIS:
        return False
    question = BUILD_THEM.ask(
        f"Do the units of {umpire.position.called(minor)} join your force pools?",
        umpire.state.powers[power].players,
        (Option(BUILD, "they can be built"), Option(LEAVE_OUT, "they leave the game")),
        (BUILD,),
        about=minor,
    )
    return umpire.decide(question).pick == BUILD


def _joins(state: State, minor: str, power: str) -> Iterator[Event]:
    """Side, controller and players of a minor become those of its major power."""
    known, major_power = state.powers[minor], state.powers[power]
    yield from set_power(state, minor, "flag", PowerFlag.CONTROLLER, power)
    yield from set_power(state, minor, "flag", FlagOf1939.WAS_NEUTRAL, state.clock.turn)
    yield from set_power(state, minor, "side", "", major_power.side)
    old, new = (" ".join(one.players) or None for one in (known, major_power))
    if old != new:
        yield PowerChanged(minor, "players", "", old, new)


@implements("WIF-19.4.1-1", "WIF-19.4.1-2")
def initial_units(state: State, minor: str) -> tuple[Unit, ...]:
    """The units that a minor sets up: those of earlier years (19.4.1)."""
    return state.at(f"pool:{minor}/{Pool.SET_UP}")


@implements("WIF-19.4.1-1")
def _own_place(position: Position, piece: Piece, may_be_abroad: bool) -> str:
    """Where a unit of a minor stands: as ordered or proposed, else in a city, else at home.

    Half of its units stand in its home country; `` where there is no room (19.4.1).
    """
    own, home = own_hexes(position, piece.owner)
    if piece.territory:
        own = home = _hexes_of_territorial(position, piece)
    open_now = _open(position, piece, own if may_be_abroad or not home else home)
    wanted = str(piece.unit.mark(UnitMark.SET_UP_AT) or "")
    if wanted in open_now:
        return wanted
    cities = [place for place in open_now if position.ground.is_city(place)]
    found = cities or _open(position, piece, home) or open_now
    return best_place(position, found, piece.owner) if found else ""


def _plays(position: Position, piece: Piece) -> bool:
    """Whether a unit is set up at all: territorials only with option 54."""
    return bool(position.options.territorials) or not piece.territory


@implements("WIF-19.4.1-7")
def _hexes_of_territorial(position: Position, piece: Piece) -> list[str]:
    """The hexes of a territorial's own home that its controller holds (19.4.1, option 54)."""
    lord, home = position.major(piece.owner), piece.territory
    return [
        place.id
        for place in position.places.values()
        if position.country(place.id) == home
        and place.controller is not None
        and position.major(place.controller) == lord
    ]


def _open(position: Position, piece: Piece, places: Iterable[str]) -> list[str]:
    return [place for place in places if not why_not_at(position, piece, place)]


def own_hexes(position: Position, minor: str) -> tuple[list[str], list[str]]:
    """The hexes that a minor country controls, and those of them that are its home."""
    places = position.places
    own = [place for place in sorted(places) if places[place].controller == minor]
    return own, [place for place in own if at_home(position, minor, place)]


def _stands(piece: Piece, place: str) -> Iterator[Event]:
    yield from set_mark(piece.unit, UnitMark.SET_UP_AT, None, piece.unit.count)
    yield UnitMoved(piece.id, piece.at, place, piece.unit.count)


# --- the orders ----------------------------------------------------------------------------------


def check_align(position: Position, order: Order) -> Ruling:
    """Whether the player's powers may align these countries (9.6)."""
    called = position.called
    findings: list[Finding] = []
    plan: list[tuple[str, str]] = []
    for number, name in enumerate(order.data["value"]):
        found = position.game.powers_called(str(name), list(position.powers))
        if len(found) != 1:
            hint = suggest(str(name), position.powers)
            trouble = error("unknown-power", f"there is no power '{name}'", hint=hint)
            findings.append(trouble.at(order.spot(number)))
            continue
        power = _aligner(position, found[0])
        trouble_now = _not_now(position, power, found[0], plan)
        if trouble_now is None:
            plan.append((power, found[0]))
        else:
            findings.append(trouble_now.at(order.spot(number)))
    words = "; ".join(f"{called(minor)} aligns with {called(power)}" for power, minor in plan)
    after = _foreseen(position, plan) if plan and not findings else None
    return Ruling(tuple(findings), words, plan=tuple(plan), after=after)


def _foreseen(position: Position, plan: Iterable[tuple[str, str]]) -> State:
    """The position when countries have aligned and set up, if nobody decides otherwise."""
    umpire = rehearsal(position)
    for power, minor in plan:
        _aligns(umpire, power, minor)
    return umpire.state


def _aligns(umpire: Umpire, power: str, minor: str) -> None:
    umpire.apply(*set_power(umpire.state, power, "counter", CountOf1939.ALIGNING, 1))
    umpire.apply(*on_aligning(umpire.position, power, minor))
    if minor == MinorName.UKRAINE:
        create_ukraine(umpire, power)
    welcome(umpire, minor, power)


def _aligner(position: Position, minor: str) -> str:
    """The power of the player that would align a country."""
    said = position.state.flag(minor, FlagOf1939.MAY_ALIGN)
    own = [power.id for power in position.state.powers_of_player(position.player)]
    able = [power for power in own if may_align(position, power, minor)]
    return str(said or next(iter((*able, *own)), ""))


def _not_now(
    position: Position, power: str, minor: str, plan: Sequence[tuple[str, str]]
) -> Finding | None:
    """What keeps a power from aligning a country beside others of the same step."""
    mine = [other for one, other in plan if one == power]
    why = _why_not_now(position, power, minor)
    if mine and not together(minor, mine):
        why = why or f"{position.called(power)} aligns one country a step"
    hint = "the next declaration step of yours allows another" if mine else ""
    return error("no-alignment", why, hint=hint, cite=CITE) if why else None


def _why_not_now(position: Position, power: str, minor: str) -> str:
    """Why the player may not align a country in this impulse."""
    called = position.called
    plays = any(p.id == power for p in position.state.powers_of_player(position.player))
    if not plays or position.side_of(power) != position.clock.side:
        return "it is not your impulse" if plays else f"{called(power)} is no power of yours"
    return why_not_align(position, power, minor)


@implements("WIF-9-9")
def align(umpire: Umpire) -> None:
    """Each major power of the side may align one minor country (9.6)."""
    for order, ruling in umpire.sound_orders("align"):
        for power, minor in ruling.plan:
            _aligns(umpire, power, minor)
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
            message = f"{position.label(places[0])} is no hex of {position.called(found[0].owner)}"
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
    schema="align",
    cite=CITE,
    check=check_align,
    single=True,
)
SET_UP: Final = Section(
    name="set_up",
    title="Where units of a minor country are set up",
    step="set-up",
    schema="set_up",
    cite="19.4.1",
    check=check_set_up,
)
