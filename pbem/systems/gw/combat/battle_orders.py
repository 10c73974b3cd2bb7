"""What the attacker orders for his battles, in the order in which they are resolved (9.1, 9.4).

`{at: Paris, retreat: [round >= 3, [land <= 2, odds < 1-1]], lose: [infantry], take_zone: true}`.
A battle without an order comes after those with one, by the name of its zone. Bombing and raids are
combats like battles: `{at: London, as: strategic bombing}`.
Decides which combats there are, what an order for one means, and their order. Leaves fighting them
to `combat_phase`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.core.choices.conditions import BadCondition, check_facts, parse_conditions
from pbem.core.choices.decisions import ASK
from pbem.core.data.findings import Finding, PbemError, error, has_errors, suggest, warning
from pbem.core.data.rulebook import implements
from pbem.core.orders.checking import as_list
from pbem.core.orders.orderlines import meanings, plain_words, unclear
from pbem.core.orders.orders import Order, Submission
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import REMOVED, Unit, as_text
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.battle.casualties import DAMAGE, EVENLY, GUESTS, HOSTS
from pbem.systems.gw.battle.naval_battle import FACTS as FACTS_AT_SEA
from pbem.systems.gw.battle.rounds import FACTS as FACTS_ON_LAND
from pbem.systems.gw.battle.rounds import RETREATS, Lines
from pbem.systems.gw.combat.blitz import (
    COMPANIONS,
    TWO_TO_ONE,
    BlitzCompany,
    company,
    leads,
    why_not,
)
from pbem.systems.gw.combat.retreating import Ways
from pbem.systems.gw.world.duties import MISSIONS, RAIDS, missions, on_mission
from pbem.systems.gw.world.move_orders import ALL
from pbem.systems.gw.world.nations import acting, enemies_in, is_acting, is_enemy_zone, is_sea
from pbem.systems.gw.world.units import CLASSES, UnitType, catalogue, duty_of, unit_type
from pbem.systems.gw.world.vocabulary import Counted, Duty, UnitMark
from pbem.systems.gw.world.wording import CAUSES

BATTLE: Final = "battle"
AS: Final[Mapping[str, str]] = {BATTLE: BATTLE, **MISSIONS, Duty.RAID: Duty.RAID}
BOMBING: Final = tuple(MISSIONS.values())
AT_ONCE: Final = "at-once"
LOSS_WORDS: Final = ("club", "take-zone", "hit-by-hit", EVENLY, *CLASSES, DAMAGE, GUESTS, HOSTS)


@dataclass(frozen=True, slots=True)
class Fought(Judged):
    """A verdict of a fight: the nations of both sides."""

    attacker: Sequence[PowerId]
    defender: Sequence[PowerId]


@dataclass(frozen=True, slots=True)
class FoughtOn(Fought):
    """One that tells what both sides have left."""

    attacker_left: Counted
    defender_left: Counted

    @property
    def left(self) -> Sequence[tuple[Sequence[str], Counted]]:
        """The nations of each side, and what they have left."""
        return (self.attacker, self.attacker_left), (self.defender, self.defender_left)


@dataclass(frozen=True, slots=True)
class BattleOrder:
    """A battle, bombing or raid as its attacker ordered it; what he left out is None."""

    zone: str
    words: Mapping[str, Any] = field(default_factory=dict)
    retreat: Lines | str | None = None
    retreat_to: Ways = ()
    blitz: BattleOrder | None = None
    submerge: Lines | str | None = None
    kind: str = BATTLE

    def said(self, key: str) -> Any:
        """What the order says under a key."""
        return self.words.get(key)

    @property
    def says_when_to_leave(self) -> bool:
        """Whether the attacker has ordered when his ships or submarines leave a battle at sea."""
        return self.retreat is not None or self.submerge is not None


def attacked_zones(position: Position) -> tuple[str, ...]:
    """The zones into which the nations on turn have moved against an enemy, by name."""
    return tuple(
        sorted(
            {
                zone
                for power in acting(position)
                for unit in position.units.values()
                if unit.owner == power.id and unit.at != REMOVED and not on_mission(unit)
                for zone in _fights_in(position, unit)
            }
        )
    )


def _fights_in(position: Position, unit: Unit) -> Iterator[str]:
    """Where a unit is to fight: here, where it assaults, and behind its screen."""
    state, power = position.state, unit.owner
    if is_enemy_zone(state, power, unit.at) or enemies_in(state, power, unit.at):
        yield unit.at
    goal = as_text(unit.mark(UnitMark.ASSAULT))
    if goal and is_enemy_zone(state, power, goal):
        yield goal
    if enemies_in(state, power, onward_of(unit)):
        yield onward_of(unit)


def onward_of(unit: Unit) -> str:
    """The sea zone into which a ship goes on when its screen has won; nothing if none (9.7)."""
    return as_text(unit.mark(UnitMark.ONWARD))


def combats(position: Position) -> tuple[tuple[str, str], ...]:
    """What is to be resolved, kind and zone: bombing, then battles, then raids, each by zone."""
    nations = [power.id for power in acting(position)]
    raided = {u.at for u in position.units.values() if u.owner in nations and duty_of(u) in RAIDS}
    return (
        *missions(position.state, nations),
        *((BATTLE, zone) for zone in attacked_zones(position)),
        *((Duty.RAID, zone) for zone in sorted(raided)),
    )


def combat_named(position: Position, data: Mapping[str, Any], zone: str) -> tuple[str, str]:
    """The combat that an order means: where it does not say, the battle; else what there is.

    Where all of one's units raid, it means the raid.
    """
    if "as" in data:
        return AS[str(data["as"])], zone
    there = [kind for kind, at in combats(position) if at == zone]
    nations = [power.id for power in acting(position)]
    own = [unit for unit in position.state.at(zone) if unit.owner in nations]
    if Duty.RAID in there and all(duty_of(unit) in RAIDS for unit in own):
        return Duty.RAID, zone
    return (BATTLE if BATTLE in there or not there else there[0], zone)


def check_battle(position: Position, order: Order) -> Ruling:
    """Whether a battle can be ordered so, and the order read back."""
    board = position.board
    found = board.find(str(order.data["at"]))
    if found.place is None:
        return Ruling((error("unknown-place", found.problem, hint=found.hint, about="at"),))
    findings: list[Finding] = []
    kind, _ = combat = combat_named(position, order.data, found.place)
    if combat not in combats(position):
        findings.append(_not_attacked(position, kind, found.place))
    facts = FACTS_AT_SEA if is_sea(board, found.place) else FACTS_ON_LAND
    retreat = _when_to("retreat", order.data, findings, facts)
    submerge = _when_to("submerge", order.data, findings, FACTS_AT_SEA)
    back = _retreat_to(position, order, found.place, findings)
    further = _blitz(position, order, found.place, findings)
    words = _in_plain_words(position, order.data)
    findings += _strange_words(position, words)
    if has_errors(findings):
        return Ruling(tuple(findings))
    words["bombard"] = _by_id(position, order.data.get("bombard"), findings)
    plan = BattleOrder(found.place, words, retreat, back, further, submerge, kind)
    return Ruling(tuple(findings), _reading(board.label(found.place), plan, position), (), plan)


def _strange_words(position: Position, words: Mapping[str, Any]) -> list[Finding]:
    """Warnings of words in an order of losses that mean no unit of this game."""
    said = as_list(words.get("lose") or None)
    types = {name for unit in catalogue(position.book).values() for name in (unit.id, unit.name)}
    nations = {name for power in position.powers for name in (power, position.title(power))}
    known = {*LOSS_WORDS, *(word.replace("-", " ") for word in LOSS_WORDS), *types, *nations, ASK}
    folded = {word.casefold() for word in known}
    return [
        _strange(position, word, known)
        for word in map(str, said)
        if word.strip().casefold() not in folded
    ]


def _strange(position: Position, word: str, known: Collection[str]) -> Finding:
    """The warning of a word that means no unit of this game, or several."""
    found = meanings(position.game, word)
    if len(found) > 1:
        return unclear(position.game, word, found)
    message = f"no unit is called '{word}', so it picks nothing"
    return warning("unknown-word", message, hint=suggest(word, known), about=word)


def _in_plain_words(position: Position, data: Mapping[str, Any]) -> dict[str, Any]:
    """An order in which the lists of units have the ids of what players call otherwise."""
    lists = {key: data[key] for key in ("lose", "targets", "fire") if key in data}
    game = position.game
    return {**data, **{key: plain_words(game, said, LOSS_WORDS) for key, said in lists.items()}}


def _not_attacked(position: Position, kind: str, zone: str) -> Finding:
    label = position.board.label
    known = ", ".join(label(at) for one, at in combats(position) if one == kind)
    hint = f"attacked are: {known}" if known else "order combat moves first"
    message = f"you attack nobody in {label(zone)}"
    if kind != BATTLE:
        message = f"no {_combat_told(kind)} of yours in {label(zone)}"
    return error("no-battle", message, hint=hint, cite="9.1", about="at")


def _blitz(
    position: Position, order: Order, zone: str, findings: list[Finding]
) -> BattleOrder | None:
    """The battle to which armour goes on from this one: `blitz: {to: Paris, lose: [infantry]}`."""
    words = order.data.get("blitz")
    if words is None:
        return None
    found = position.board.find(str(words["to"]))
    if found.place is None:
        about = str(words["to"])
        findings.append(error("unknown-place", found.problem, hint=found.hint, about=about))
        return None
    if not position.board.adjacent(zone, found.place):
        label = position.board.label
        message = f"{label(found.place)} does not touch {label(zone)}"
        findings.append(error("not-adjacent", message, cite="9.5", about=found.place))
    retreat = _when_to("retreat", words, findings, FACTS_ON_LAND)
    units = _by_id(position, words.get("units"), findings)
    findings += _bad_company(position, zone, units)
    findings += [] if position.in_play else _sure_to_stay(position, zone, found.place)
    plain = {**_in_plain_words(position, words), "units": units}
    return BattleOrder(found.place, plain, retreat)


@implements("GW-T9.3-3", "GW-T9.3-4", "GW-T9.3-6")
def _bad_company(position: Position, zone: str, said: Any) -> Iterator[Finding]:
    """Units named for a blitz that could not go on together, whoever falls (table 9-3)."""
    if not isinstance(said, Mapping):
        return
    kinds = {name: unit_type(position.book, name) for name in said}
    wanted = [(kind, _many(position, zone, kind, said[name])) for name, kind in kinds.items()]
    if not company(wanted, position.reading(BlitzCompany)):
        also = ", ".join(unit_type(position.book, name).name for name in (*COMPANIONS, TWO_TO_ONE))
        hint = f"Medium or Heavy Armor takes along one unit each (two of the last): {also}"
        message = "these units cannot blitz together"
        yield error("no-company", message, hint=hint, cite="9.5", about="blitz")


def _many(position: Position, zone: str, kind: UnitType, said: Any) -> int:
    """How many units of a kind are to go on; of companions `all` may be as few as one."""
    if said != ALL:
        return int(said)
    if not leads(kind):
        return 1
    nations = [power.id for power in acting(position)]
    own = [unit for unit in position.state.at(zone) if unit.owner in nations]
    return sum(unit.size for unit in own if unit.counter == kind.id)


def _sure_to_stay(position: Position, zone: str, goal: str) -> Iterator[Finding]:
    """What would keep armour from going on, as things stand before play."""
    power = next((u.owner for u in position.state.at(zone) if is_acting(position, u.owner)), "")
    word, *about = why_not(position, power, zone, goal) or ("apart",)
    if power and word != "apart":
        told = CAUSES[word].format(*(_told(position, name) for name in about))
        yield warning("no-blitz", f"armour would stay: {told}", cite="9.5", about="blitz")


def _told(position: Position, name: str) -> str:
    """A zone, a nation, or a word of the ground."""
    if name in position.board:
        return position.label(name)
    return position.title(name) if name in position.powers else name.replace("-", " ")


def _by_id(position: Position, said: Any, findings: list[Finding]) -> Any:
    """`{Heavy Cruiser: 1}` by the ids of the kinds; a word that means none picks nothing."""
    if not isinstance(said, Mapping):
        return said
    found: dict[str, Any] = {}
    for name, count in said.items():
        try:
            found[unit_type(position.book, str(name)).id] = count
        except PbemError as trouble:
            message, about = f"{trouble.message}, so it picks nothing", str(name)
            findings.append(warning("unknown-unit", message, hint=trouble.hint, about=about))
    return found


def _when_to(
    what: str, words: Mapping[str, Any], findings: list[Finding], facts: Mapping[str, str]
) -> Lines | str | None:
    """When the attacker retreats, or his submarines submerge: a word, or lines that may hold."""
    said = words.get(what)
    if said is None or said in (ASK, AT_ONCE):
        return said
    if isinstance(said, str) and said in RETREATS:
        return RETREATS[said]
    parsed = []
    for line in as_list(said):
        try:
            conditions = parse_conditions(line)
        except BadCondition as trouble:
            findings.append(error("bad-condition", str(trouble), about=what))
            continue
        findings += check_facts(conditions, facts, None, what)
        parsed.append(conditions)
    return tuple(parsed)


def _retreat_to(position: Position, order: Order, zone: str, findings: list[Finding]) -> Ways:
    """The zones to which units shall retreat: one for all, or `{Picardy: {infantry: 2}}`."""
    said = order.data.get("retreat_to", {})
    board = position.board
    ways: list[tuple[str, Any]] = []
    for name, units in (said if isinstance(said, dict) else {said: ALL}).items():
        found = board.find(str(name))
        if found.place is None:
            findings.append(
                error("unknown-place", found.problem, hint=found.hint, about="retreat_to")
            )
        elif not board.adjacent(zone, found.place):
            message = f"{board.label(found.place)} does not touch {board.label(zone)}"
            findings.append(error("not-adjacent", message, cite="9.4", about="retreat_to"))
        ways.append((found.place or "", _by_id(position, units, findings)))
    return tuple(ways)


def _reading(label: str, plan: BattleOrder, position: Position) -> str:
    """The order read back."""
    told = f"{_combat_told(plan.kind)} at {label}"
    parts = [f"fight for {label}" if plan.kind == BATTLE else told]
    for key, words in (("lose", "lose"), ("targets", "aim at"), ("fire", "fire in the order")):
        if plan.said(key):
            parts.append(f"{words} {_listed(plan.said(key))}")
    if plan.said("take_zone"):
        parts.append("keep a land unit to take it")
    if plan.said("retreat") is not None:
        parts.append(f"retreat {_when(plan.said('retreat'))}")
    if plan.blitz is not None:
        parts.append(f"then blitz into {position.board.label(plan.blitz.zone)}")
    if plan.retreat_to:
        zones = (position.board.label(zone) for zone, _ in plan.retreat_to)
        parts.append(f"to {' and '.join(zones)}")
    return "; ".join(parts)


def _combat_told(kind: str) -> str:
    return kind.replace("-", " ")


def _listed(value: Any) -> str:
    return ", ".join(map(str, as_list(value)))


def _when(value: Any) -> str:
    """When to retreat, in words."""
    if isinstance(value, str) and (value in RETREATS or value == ASK):
        return {"save-air": "when only aircraft are left", ASK: "if I say so"}.get(value, value)
    texts = (" and ".join(line) if isinstance(line, list) else str(line) for line in as_list(value))
    return "if " + ", or if ".join(texts)


@implements("GW-9.1-1", "GW-9.1-b1")
def battles_in_order(umpire: Umpire) -> list[BattleOrder]:
    """The battles, bombings and raids in the order in which the attacker resolves them (9.1).

    What he does not name comes last, but bombing before the first battle.
    """
    waiting = dict.fromkeys(combats(umpire.position))
    plans: list[BattleOrder] = []
    for order, ruling in umpire.sound_orders(BATTLES.name):
        if (ruling.plan.kind, ruling.plan.zone) not in waiting:
            over = error("twice", "this battle is ordered above", cite="9.1")
            umpire.reject(order, [*ruling.findings, over])
            continue
        umpire.done(order, ruling.reading)
        del waiting[ruling.plan.kind, ruling.plan.zone]
        plans.append(ruling.plan)
    bombing, others = (
        [BattleOrder(zone, kind=kind) for kind, zone in waiting if (kind in BOMBING) is first]
        for first in (True, False)
    )
    number = next((i for i, plan in enumerate(plans) if plan.kind not in BOMBING), len(plans))
    return [*plans[:number], *bombing, *plans[number:], *others]


def ordered_twice(position: Position, file: Submission) -> Iterator[Finding]:
    """Orders of a file for a battle that an earlier one orders: they will count for nothing."""
    known = set()
    for order in file.of(BATTLES.name):
        at = position.board.find(str(order.data["at"])).place
        battle = (order.data.get("as", BATTLE), at)
        if at is not None and battle in known:
            message = "this battle is ordered above, and only the first order counts"
            yield warning("twice", message, cite="9.1", where=order.where)
        known.add(battle)


def zone_claimed(position: Position, order: Order) -> tuple[str, ...]:
    """A battle is ordered in one file only."""
    return (f"the {order.data.get('as', BATTLE)} of {order.data['at']}",)


BATTLES: Final = Section(
    "battles",
    "Battles",
    "combat",
    "gw/battles",
    "9.1",
    check_battle,
    zone_claimed,
    facts={**FACTS_AT_SEA, **FACTS_ON_LAND},
)
