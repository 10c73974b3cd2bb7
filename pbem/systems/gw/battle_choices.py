"""The choices of both sides in a land battle (9.1, 9.3, 9.4, 0.5c), and what answers them.

Orders of losses, of targets and of fire are named once a battle; who says `hit-by-hit` chooses
every casualty when its hit has fallen. Only the order of losses and the retreat are asked; targets
and fire are the usual ones unless a line says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from pbem.core.conditions import Fact
from pbem.core.decisions import Answer, AnswerKey, Decision, DecisionKind, Option, Settle
from pbem.core.rulebook import implements
from pbem.core.umpire import Umpire
from pbem.systems.gw.casualties import Counts, choices
from pbem.systems.gw.fire import Side, Volley
from pbem.systems.gw.land_battle import Battle, Position
from pbem.systems.gw.muster import Plan, Roster
from pbem.systems.gw.retreat import FACTS, facts_between, side_facts
from pbem.systems.gw.units import Role, catalogue

CLUB: Final = "club"
TAKE_ZONE: Final = "take-zone"
HIT_BY_HIT: Final = "hit-by-hit"
USUAL: Final = "usual"
RETREAT: Final = "retreat"
STAY: Final = "stay"

_SECTIONS: Final[Mapping[Role, tuple[str, ...]]] = {
    Role.ATTACKER: ("in_battle", "attack"),
    Role.DEFENDER: ("defend",),
}
_FORCE_FACTS: Final = ("units", "land", "air", "strength")
BEGIN_FACTS: Final[Mapping[str, str]] = {
    name: FACTS[name] for name in ("land", "air", "enemy land", "enemy air", "odds")
}
HIT_FACTS: Final[Mapping[str, str]] = {
    **FACTS,
    "hits": "hits of this fire that are still to be taken",
    "by": "the type of unit that fired, or the works",
}


def _kind(name: str, title: str, moment: str, cite: str, key: str, role: Role) -> DecisionKind:
    keys = tuple(AnswerKey(section, key) for section in _SECTIONS[role])
    return DecisionKind(f"{role}-{name}", title, moment, cite, keys, BEGIN_FACTS)


def _kinds(role: Role) -> tuple[DecisionKind, ...]:
    """The kinds of choice that a side has."""
    begins = "when a battle begins"
    return (
        _kind("losses", "Order of losses", begins, "9.1", "lose", role),
        replace(
            _kind("casualty", "Casualty", "when a hit falls", "9.1", "casualty", role),
            facts=HIT_FACTS,
        ),
        _kind("targets", "Order of targets", begins, "9.3", "targets", role),
        _kind("fire", "Order of fire", begins, "9.1", "fire", role),
    )


RETREAT_KIND: Final = replace(
    _kind("retreat", "Retreat", "at the end of a round", "9.4", "retreat", Role.ATTACKER),
    name="retreat",
    facts=FACTS,
)
RETREAT_TO_KIND: Final = replace(
    _kind("retreat-to", "Way of retreat", "on a retreat", "9.4", "retreat_to", Role.ATTACKER),
    name="retreat-to",
    facts={},
)
KINDS: Final = (*_kinds(Role.ATTACKER), *_kinds(Role.DEFENDER), RETREAT_KIND, RETREAT_TO_KIND)


@dataclass(frozen=True, slots=True)
class Seat:
    """Who answers for a side in a battle: its players, and what the battle's order says."""

    role: Role
    zone: str
    players: tuple[str, ...]
    ordered: Mapping[str, Any]


def facts_of(battle: Battle, position: Position, role: Role) -> dict[str, Fact]:
    """The facts of a battle as one side sees it."""
    sides = {
        Role.ATTACKER: side_facts(battle.attacker, position.attacker, _FORCE_FACTS),
        Role.DEFENDER: side_facts(battle.defender, position.defender, _FORCE_FACTS),
    }
    return facts_between(sides[role], sides[role.opponent], position.round)


@implements("GW-0.5-7", "GW-0.5-8", "GW-0.5-d1")
def _decision(
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


def _types(side: Roster) -> list[Option]:
    """The unit types of a side as options, by id or printed name."""
    names = dict.fromkeys(unit.id for unit in side.units)
    return [Option(name, catalogue()[name].name) for name in names]


@implements("GW-9.1-b5", "GW-9.1-b6", "GW-9.3-5")
def plan_of(
    umpire: Umpire, seat: Seat, own: Roster, enemy: Roster, facts: Mapping[str, Fact]
) -> tuple[Plan, bool]:
    """What a side chose before the battle, and whether it wants to choose every casualty."""
    facts = {name: value for name, value in facts.items() if name in BEGIN_FACTS}
    lose = _losses(umpire, seat, own, facts)
    used = umpire.opening(
        [
            _order_of(seat, "targets", _types(enemy), facts, "Whom shall selected hits strike?"),
            _order_of(seat, "fire", _types(own), facts, "Which types shall fire first?"),
        ]
    )
    targets, fire = (tuple(p for p in answer.picks if p != USUAL) for answer in used)
    words = (CLUB, TAKE_ZONE, HIT_BY_HIT)
    losses = tuple(pick for pick in lose if pick not in words)
    keep = TAKE_ZONE in lose or seat.ordered.get("take_zone") is True
    return Plan(losses, targets, fire, keep), HIT_BY_HIT in lose


def _losses(umpire: Umpire, seat: Seat, own: Roster, facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """The order of losses; the clubs' order where nobody says anything else."""
    types = _types(own)
    if len(types) < 2:
        return (CLUB,)
    words = [
        Option(CLUB, "the clubs' order"),
        Option(TAKE_ZONE, "keep a land unit"),
        Option(HIT_BY_HIT, "hit by hit"),
    ]
    decision = _decision(
        seat,
        f"{seat.role}-losses",
        [*words, *types],
        facts,
        default=(CLUB,),
        question="In which order are units lost?",
        cite="9.1",
        most=len(types) + len(words),
        ordered=seat.ordered.get("lose"),
    )
    return umpire.decide(decision).picks


def _order_of(
    seat: Seat, what: str, types: list[Option], facts: Mapping[str, Fact], question: str
) -> Decision:
    """An order of types that may be left to what is usual."""
    return _decision(
        seat,
        f"{seat.role}-{what}",
        [Option(USUAL, "the usual order"), *types],
        facts,
        default=(),
        question=question,
        cite="9.3" if what == "targets" else "9.1",
        least=0,
        most=len(types) + 1,
        ordered=seat.ordered.get(what),
    )


@implements("GW-9.1-b5", "GW-9.1-b6", "GW-9.5-5", "GW-9.5-7")
def chosen_casualty(
    umpire: Umpire,
    seat: Seat,
    side: Side,
    counts: Counts,
    volley: Volley,
    hits: int,
    facts: Mapping[str, Fact],
) -> int | None:
    """The unit kind that a side gives for a hit, where it chooses hit by hit."""
    fitting = choices(side.losses, counts, volley.claim)
    if len({side.units[index].id for index in fitting}) < 2:
        return None
    ids = {f"{side.units[index].id}.{index + 1}": index for index in fitting}
    decision = _decision(
        seat,
        f"{seat.role}-casualty",
        [Option(name, side.units[index].name) for name, index in ids.items()],
        {**facts, "hits": hits, "by": volley.name},
        default=(next(iter(ids)),),
        question=f"Which unit is lost to a hit of {volley.name}?",
        cite="9.1",
        about=f"{volley.name}-{hits}",
    )
    return ids[umpire.decide(decision).pick]


@implements("GW-9.4-1", "GW-9.5-8")
def retreat_answer(
    umpire: Umpire, seat: Seat, facts: Mapping[str, Fact], ordered: str | None, at_once: bool
) -> Answer:
    """Whether the attacker breaks off at the end of a round (9.4)."""
    decision = _decision(
        seat,
        "retreat",
        (Option(STAY, "fight on"), Option(RETREAT, "retreat")),
        facts,
        default=(RETREAT if at_once else STAY,),
        question="Fight another round?",
        cite="9.4",
        ordered=ordered,
    )
    return umpire.decide(decision)
