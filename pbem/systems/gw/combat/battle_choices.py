"""The choices of both sides in a battle (9.1, 9.3, 9.4, 0.5c), and what answers them.

Orders of losses, of targets and of fire are named once a battle; who says `hit-by-hit` chooses
every casualty when its hit has fallen. Only the order of losses and the retreat are asked; targets
and fire are the usual ones unless a line says otherwise.
Decides what is asked, of whom, and with which default. Leaves to `battle_orders` what the attacker
ordered beforehand, to `naval_choices` submarines.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, TypeVar

from pbem.core.choices.conditions import Condition, Fact
from pbem.core.choices.decisions import (
    Answer,
    AnswerKey,
    Decision,
    DecisionKind,
    Option,
    Settle,
    Source,
)
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.rules.book import Book
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import EVENLY, Roster, class_options, nation_options
from pbem.systems.gw.battle.fire import side_facts
from pbem.systems.gw.battle.land_battle import LandBattle
from pbem.systems.gw.battle.muster import Plan
from pbem.systems.gw.battle.naval_battle import FACTS as FACTS_AT_SEA
from pbem.systems.gw.battle.rounds import FACTS, Lines, Standing, facts_between, first_that_holds
from pbem.systems.gw.world.nations import is_sea
from pbem.systems.gw.world.units import UnitType, also_called, catalogue
from pbem.systems.gw.world.vocabulary import Counted, title

R = TypeVar("R", bound=Roster)

CLUB: Final = "club"
TAKE_ZONE: Final = "take-zone"
HIT_BY_HIT: Final = "hit-by-hit"
USUAL: Final = "usual"
RETREAT: Final = "retreat"
STAY: Final = "stay"
STEP_OF: Final = Sides("attack", "defence")  # the step in which a side fires
_USUAL_LOSSES: Final = Sides(
    "; by default the clubs' order, on land keeping a unit to take the zone",
    "; by default the clubs' order",
)

_SECTIONS: Final[Mapping[Role, tuple[str, ...]]] = {
    Role.ATTACKER: ("in_battle", "attack"),
    Role.DEFENDER: ("defend",),
}
_QUESTIONS: Final[Mapping[str, str]] = {
    "targets": "Whom shall selected hits strike?",
    "fire": "Which types shall fire first?",
}
_FORCE_FACTS: Final = ("units", "land", "air", "strength")
BATTLE_FACTS: Final[Mapping[str, str]] = {**FACTS_AT_SEA, **FACTS}
BEGIN_FACTS: Final[Mapping[str, str]] = {
    name: meaning
    for name, meaning in BATTLE_FACTS.items()
    if name.rpartition(" ")[2] in ("land", "air", "ships", "submarines", "odds")
}
HIT_FACTS: Final[Mapping[str, str]] = {
    **BATTLE_FACTS,
    "hits": "hits of this fire that are still to be taken",
    "by": "the type of unit that fired, or the works",
}


def keys_of(role: Role, key: str) -> tuple[AnswerKey, ...]:
    """Where a side answers a choice: in each of its sections under the same key."""
    return tuple(AnswerKey(section, key) for section in _SECTIONS[role])


def _kinds(role: Role) -> tuple[DecisionKind, ...]:
    """The kinds of choice that a side has."""
    rows = (
        ("losses", "Order of losses", "9.1", "lose"),
        ("targets", "Order of targets", "9.3", "targets"),
        ("fire", "Order of fire", "9.1", "fire"),
    )
    begins = "when a battle begins"
    usual = {"losses": _USUAL_LOSSES.own(role)}
    losses, *orders = (
        DecisionKind(
            f"{role}-{name}",
            title,
            f"{begins}{usual.get(name, '')}",
            cite,
            keys_of(role, key),
            BEGIN_FACTS,
        )
        for name, title, cite, key in rows
    )
    keys = keys_of(role, "casualty")
    hit = DecisionKind(f"{role}-casualty", "Casualty", "when a hit falls", "9.1", keys, HIT_FACTS)
    return (losses, hit, *orders)


RETREAT_KIND: Final = DecisionKind(
    "retreat",
    "Retreat",
    "at the end of a round; by default with aircraft alone, at less than half the enemy's "
    "strength, and before aircraft fall for the last land unit at less than even odds",
    "9.4",
    keys_of(Role.ATTACKER, "retreat"),
    BATTLE_FACTS,
)
RETREAT_TO_KIND: Final = DecisionKind(
    "retreat-to", "Way of retreat", "on a retreat", "9.4", keys_of(Role.ATTACKER, "retreat_to")
)
KINDS: Final = (*_kinds(Role.ATTACKER), *_kinds(Role.DEFENDER), RETREAT_KIND, RETREAT_TO_KIND)


@dataclass(frozen=True, slots=True)
class Shot:
    """A volley as verdicts tell it: who fires when, dice with values and what they select, cost."""

    side: str
    unit: str
    stage: str
    dice: Sequence[tuple[int, int, int]]
    faces: Sequence[int]
    selected: int
    hits: int
    lost: Counted


@dataclass(frozen=True, slots=True)
class Seat:
    """Who answers for a side in a battle: its players, and what the battle's order says."""

    role: Role
    zone: str
    players: tuple[str, ...]
    ordered: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Losing:
    """How a side gives its casualties: in one order, or by a `word` each by itself.

    `apart`: where its players differ, the plan and the word of each of them.
    """

    word: str = ""
    apart: tuple[tuple[str, Plan, str], ...] = ()

    @property
    def each(self) -> bool:
        """Whether every casualty is given by itself."""
        return bool(self.word or self.apart)


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit for which a side gives a unit: the kinds that it may give, and the facts of the hit."""

    kinds: Mapping[int, Casualty]
    facts: Mapping[str, Fact]


AS_ORDERED: Final = Sides(Losing(), Losing())  # neither side gives each casualty by itself


class Party(Protocol):
    """A side on the board: who answers for it, and its nations."""

    @property
    def seat(self) -> Seat:
        """Who answers."""

    @property
    def powers(self) -> list[str]:
        """Its nations."""


@dataclass(frozen=True, slots=True)
class Casualty:
    """A kind of unit that may be given for a hit: its type, its name, and what else means it."""

    unit: str
    name: str
    words: frozenset[str]


def casualty_named(unit: UnitType, called: tuple[str, ...], damage: int = 0) -> Casualty:
    """A kind as an option: `Battleship, damaged (Italy)`; `called`: its nation in a mixed force."""
    name = f"{unit.name}, damaged" if damage else unit.name
    if not called:
        return Casualty(unit.id, name, frozenset({unit.id}))
    nation = title(called[0])
    return Casualty(unit.id, f"{name} ({nation})", frozenset({unit.id, nation, *called}))


def facts_of(battle: LandBattle, standing: Standing, role: Role) -> dict[str, Fact]:
    """The facts of a battle as one side sees it."""
    both = battle.sides.beside(standing.forces).seen(role)
    own, enemy = both.map(lambda side: side_facts(*side, _FORCE_FACTS))
    return facts_between(own, enemy, standing.round)


@implements("GW-0.5-7", "GW-0.5-8", "GW-0.5-d1")
def shared(
    seat: Seat, name: str, options: Iterable[Option], facts: Mapping[str, Fact], **more: Any
) -> Decision:
    """A choice of one side; several defenders who differ roll for it (0.5c)."""
    return Decision(
        kind=name,
        by=seat.players,
        options=tuple(options),
        at=seat.zone,
        facts=facts,
        settle=Settle.ROLL_OFF,
        **more,
    )


def _types(book: Book, side: Roster) -> list[Option]:
    """The unit types of a side as options, by id or printed name."""
    return type_options(book, dict.fromkeys(unit.id for unit in side.units))


def type_options(book: Book, names: Collection[str]) -> list[Option]:
    """Some unit types as options, by id, printed name, or what else they are called."""
    return [Option(name, catalogue(book)[name].name, also_called(name, names)) for name in names]


@implements("GW-9.1-b5", "GW-9.1-b6", "GW-9.3-5")
def plan_of(
    umpire: Umpire, party: Party, rosters: Sides[R], facts: Mapping[str, Fact]
) -> tuple[Plan, Losing]:
    """What a side chose before the battle, and how it gives its casualties."""
    seat = party.seat
    own, enemy = rosters.seen(seat.role)
    facts = {name: value for name, value in facts.items() if name in BEGIN_FACTS}
    lose = _losses(umpire, seat, _loss_options(umpire.book, own, party.powers), facts)
    used = umpire.opening(
        [
            _order_of(seat, "targets", _types(umpire.book, enemy), facts),
            _order_of(seat, "fire", _types(umpire.book, own), facts),
        ]
    )
    targets, fire = (tuple(p for p in answer.picks if p != USUAL) for answer in used)
    usual = Plan((), targets, fire, seat.ordered.get("take_zone") is True)
    plan, word = _losing(usual, lose.picks)
    apart = tuple((who, *_losing(usual, said)) for who, said in lose.apart.items())
    return plan, Losing(word, apart)


def _losing(usual: Plan, lose: Sequence[str]) -> tuple[Plan, str]:
    """A plan with an order of losses, and the word by which each casualty is given, if one is."""
    words = (CLUB, TAKE_ZONE, HIT_BY_HIT, EVENLY)
    losses = tuple(pick for pick in lose if pick not in words)
    word = next((word for word in (HIT_BY_HIT, EVENLY) if word in lose), "")
    return replace(usual, losses=losses, keep_land=usual.keep_land or TAKE_ZONE in lose), word


def _loss_options(book: Book, own: Roster, powers: Sequence[str]) -> list[Option]:
    """What an order of losses may name: types, classes, and the nations of a mixed force."""
    types, nations = _types(book, own), nation_options(powers)
    if len(types) < 2 and not nations:
        return []
    return [*types, *class_options([catalogue(book)[kind.id] for kind in types]), *nations]


def _losses(
    umpire: Umpire, seat: Seat, named: Sequence[Option], facts: Mapping[str, Fact]
) -> Answer:
    """The order of losses: where nobody says anything else the clubs'.

    Who attacks a land zone keeps a land unit to take it, unless his order says that he does not.
    Defenders who differ settle each casualty by itself (0.5c).
    """
    if not named:
        return Answer((CLUB,), Source.DEFAULT)
    takes = seat.role is Role.ATTACKER and not is_sea(umpire.board, seat.zone)
    usual = TAKE_ZONE if takes and seat.ordered.get("take_zone") is not False else CLUB
    words = [
        Option(CLUB, "the clubs' order"),
        Option(TAKE_ZONE, "the clubs' order, but keep a land unit"),
        Option(HIT_BY_HIT, "hit by hit"),
    ]
    decision = shared(
        seat,
        f"{seat.role}-losses",
        [*words, *named],
        facts,
        default=(usual,),
        question="In which order are units lost?",
        cite="9.1",
        most=len(named) + len(words),
        ordered=seat.ordered.get("lose"),
    )
    return umpire.decide(replace(decision, settle=Settle.APART))


def _order_of(seat: Seat, what: str, types: list[Option], facts: Mapping[str, Fact]) -> Decision:
    """An order of types that may be left to what is usual."""
    options = [Option(USUAL, "the usual order"), *types]
    return shared(
        seat,
        f"{seat.role}-{what}",
        options,
        facts,
        default=(),
        question=_QUESTIONS[what],
        cite="9.3" if what == "targets" else "9.1",
        least=0,
        most=len(options),
        ordered=seat.ordered.get(what),
    )


By = Callable[[Plan, str], int | None]  # whom an order of losses gives for a hit, or its word


@implements("GW-0.5-7", "GW-0.5-8", "GW-0.5-d1")
def given_casualty(umpire: Umpire, seat: Seat, losing: Losing, hit: Hit, *, by: By) -> int | None:
    """The unit kind that a side gives for a hit; None where it has no choice.

    Of players who differ each gives one by his own order; where these are unlike they roll (0.5c).
    """
    if not losing.apart and losing.word == HIT_BY_HIT:
        return chosen_casualty(umpire, seat, hit)
    if not losing.apart:
        return by(Plan(), losing.word)
    wanted: dict[str, int] = {}
    for who, plan, word in losing.apart:
        own = replace(seat, players=(who,))
        index = chosen_casualty(umpire, own, hit, who) if word == HIT_BY_HIT else by(plan, word)
        if index is not None and index in hit.kinds:
            wanted[who] = index
    if len({hit.kinds[index] for index in wanted.values()}) < 2:
        return next(iter(wanted.values()), None)
    said = {player: _id(index, hit.kinds[index]) for player, index in wanted.items()}
    return _index(umpire.settled(_casualty(seat, hit), said).pick)


@implements("GW-9.1-b5", "GW-9.1-b6", "GW-9.5-5", "GW-9.5-7")
def chosen_casualty(umpire: Umpire, seat: Seat, hit: Hit, about: str = "") -> int | None:
    """The unit kind that a side gives for a hit, where it chooses hit by hit."""
    if len(set(hit.kinds.values())) < 2:
        return next(iter(hit.kinds), None) if about else None
    return _index(umpire.decide(_casualty(seat, hit, about)).pick)


def _casualty(seat: Seat, hit: Hit, about: str = "") -> Decision:
    """The choice of a casualty among some kinds; the first of them by default."""
    facts, ids = hit.facts, {_id(index, kind): kind for index, kind in hit.kinds.items()}
    units = {kind.unit for kind in ids.values()}
    return shared(
        seat,
        f"{seat.role}-casualty",
        [
            Option(name, kind.name, kind.words | also_called(kind.unit, units))
            for name, kind in ids.items()
        ],
        facts,
        default=(next(iter(ids)),),
        question=f"Which unit is lost to a hit of {facts['by']}?",
        cite="9.1",
        about="-".join(filter(None, (f"{facts['by']}-{facts['hits']}", about))),
    )


def _id(index: int, kind: Casualty) -> str:
    """How an option names a kind of a side: `infantry.2`."""
    return f"{kind.unit}.{index + 1}"


def _index(name: str) -> int:
    return int(name.rpartition(".")[2]) - 1


@implements("GW-9.4-1", "GW-9.5-8")
def why_retreat(
    umpire: Umpire,
    seat: Seat,
    facts: Mapping[str, Fact],
    wanted: Lines | str | None,
    *,
    at_once: bool,
) -> str:
    """Why the attacker breaks off at the end of a round (9.4), by the order of the battle or else
    `at_once`; nothing if he fights on."""
    line, ordered = _as_ordered(wanted, facts)
    decision = shared(
        seat,
        "retreat",
        (Option(STAY, "fight on"), Option(RETREAT, "retreat")),
        facts,
        default=(RETREAT if at_once else STAY,),
        question="Fight another round?",
        cite="9.4",
        ordered=ordered,
    )
    answer = umpire.decide(decision)
    if answer.pick != RETREAT:
        return ""
    return " and ".join(map(str, line)) if line is not None else answer.line or "the usual order"


def _as_ordered(
    wanted: Lines | str | None, facts: Mapping[str, Fact]
) -> tuple[tuple[Condition, ...] | None, str | None]:
    """The line of the battle's order that holds now, and the answer that the order gives."""
    if wanted is None or isinstance(wanted, str):
        return None, wanted
    line = first_that_holds(wanted, facts)
    return line, STAY if line is None else RETREAT
