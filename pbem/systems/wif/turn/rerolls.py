"""What intelligence points are spent for: dice thrown anew, dice changed by one (13.6.11, 2.7).

Decides which dice, what it costs, who is asked first, what a wrong guess gives the enemy. The dice
of an initiative are judged together, once both are thrown. Leaves how points are gained to
production, and the dice of anti-aircraft fire as they are unless they are thrown anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option, Settle, one_of
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.dice import Roll
from pbem.core.record.events import Event
from pbem.core.rules.system import Modifier, Throws
from pbem.systems.flames.turn.turn_verdicts import CompromisedVerdict, SpentIntelligenceVerdict
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.position import SIDES, Umpire, other_side
from pbem.systems.flames.world.vocabulary import UnitMark
from pbem.systems.wif.world.alliances import is_neutral
from pbem.systems.wif.world.options import options_of
from pbem.systems.wif.world.vocabulary import CountOf1939

CITE: Final = "13.6.11"
SECTION: Final = "intelligence"
NAME: Final = "intelligence"  # of what changes a die by one
COMBAT: Final = "combat"
FRACTION: Final = "fraction"
FIGHTS: Final = ("combat", "air-combat", "strike", "bombardment", "anti-aircraft")
INITIATIVE: Final = "initiative"
OTHERS: Final[Mapping[str, str]] = {
    "weather": "weather",
    "last-impulse": "last-impulse",
    "partisans": "partisans",
    "table-": "partisan-table",
    "distance": "distance",
    "homeless-": "homeless",
}
NO_DICE: Final = ("supply-", "draw-")  # what is drawn, not thrown
KEEP: Final = "keep"
HIGHER: Final = "higher"
LOWER: Final = "lower"
UP: Final = "up"
DOWN: Final = "down"
STRANGER: Final = 1  # what it costs more to meddle with a combat of others
REROLL_COSTS: Final[Mapping[bool, int]] = {True: 3, False: 5}  # whether in combat
CHANGE_COSTS: Final[Mapping[bool, int]] = {True: 1, False: 2}

FACTS: Final[Mapping[str, str]] = {
    "roll": "what is thrown for: `combat` (on land), `fraction` (of odds), `air-combat`, `strike`, "
    "`bombardment`, `anti-aircraft`, `initiative`, `weather`, `last-impulse`, `partisans`, "
    "`partisan-table` (where they rise), `distance` (of a new home), `homeless` (of its units)",
    "mine": "1 if your side throws, else 0",
    "cost": "the points that it costs",
    "points": "the intelligence points that you have",
}
ROLLS: Final = {"roll": one_of(*FIGHTS, FRACTION, INITIATIVE, *OTHERS.values())}
REROLL: Final = DecisionKind(
    "intelligence-re-roll",
    "Have dice thrown anew, and say whether they will be higher or lower",
    "when a die is thrown and you have the points; default: keep",
    CITE,
    (AnswerKey(SECTION, "reroll"),),
    {
        **FACTS,
        "die": "what was thrown, several dice added up",
        "lead": "of an initiative: your side's total less that of the other, else 0",
    },
    values=ROLLS,
)
CHANGE: Final = DecisionKind(
    "intelligence-change",
    "Add or take one before dice are thrown",
    "before a die is thrown, if you have the points; default: keep",
    CITE,
    (AnswerKey(SECTION, "change"),),
    FACTS,
    values=ROLLS,
)


# --- what is thrown for --------------------------------------------------------------------------


def _place(umpire: Umpire, path: str) -> str:
    """The hex of the combat in which dice are thrown; nothing if they are for something else."""
    found = (part.upper() for part in reversed(path.split("/")))
    return next((part for part in found if part in umpire.board.neighbours), "")


def kind_of(umpire: Umpire, path: str) -> str:
    """What dice are thrown for: a combat, the initiative, the weather …; nothing for a draw."""
    *steps, name = path.split("/")
    if name.startswith(NO_DICE):
        return ""
    other = next((kind for word, kind in OTHERS.items() if name.startswith(word)), "")
    if other:
        return other
    if _place(umpire, path):
        odds = name == FRACTION or name.startswith("odds-")
        return FRACTION if odds else next((s for s in reversed(steps) if s in FIGHTS), "")
    return INITIATIVE if name.split("-")[0] in SIDES else ""


def _in_combat(kind: str) -> bool:
    """Whether dice of a kind are those of a combat, which cost less (13.6.11)."""
    return kind in FIGHTS or kind == FRACTION


def _fighting(umpire: Umpire, path: str, by: str) -> set[str]:
    """The major powers with units in the combat of a path, he who throws among them."""
    position, place = umpire.position, _place(umpire, path)
    return {
        *(power for power in position.powers if by in position.powers[power].players),
        *(
            position.major(piece.owner)
            for piece in position.on_map
            if place and place in (piece.at, piece.unit.mark(UnitMark.ATTACKED))
        ),
    }


@implements("WIF-13.6.11-5a")
def price(umpire: Umpire, power: str, costs: Mapping[bool, int], roll: tuple[str, str]) -> int:
    """What it costs a power; one more in a combat without any of its units (13.6.11)."""
    path, by = roll
    fight = _in_combat(kind_of(umpire, path))
    stranger = fight and power not in _fighting(umpire, path, by)
    return costs[fight] + STRANGER * stranger


def _side_of(umpire: Umpire, by: str) -> str:
    """The side of who throws: a player, a power or the side itself."""
    state = umpire.state
    if by in SIDES:
        return by
    if by in state.powers:
        return state.side_of(by)
    return next(side for side in SIDES if by in state.players_of(side))


def _able(
    umpire: Umpire, costs: Mapping[bool, int], roll: tuple[str, str]
) -> Iterator[tuple[str, int]]:
    """Who has the points, with the price; the side that throws first (13.6.11)."""
    first = _side_of(umpire, roll[1])
    for side in (first, other_side(first)):
        for power in major_powers(umpire.state, side):
            cost = price(umpire, power, costs, roll)
            if _points(umpire, power) >= cost and umpire.state.powers[power].players:
                yield power, cost


def _points(umpire: Umpire, power: str) -> int:
    return umpire.state.counter(power, CountOf1939.INTELLIGENCE)


def _facts(umpire: Umpire, bidder: tuple[str, int], roll: tuple[str, str]) -> dict[str, int | str]:
    power, cost = bidder
    mine = umpire.state.side_of(power) == _side_of(umpire, roll[1])
    return {
        "roll": kind_of(umpire, roll[0]),
        "mine": int(mine),
        "cost": cost,
        "points": _points(umpire, power),
    }


def _pay(umpire: Umpire, bidder: tuple[str, int], what: tuple[str, str]) -> None:
    power, cost = bidder
    left = _points(umpire, power) - cost
    umpire.apply(*set_power(umpire.state, power, "counter", CountOf1939.INTELLIGENCE, left or None))
    umpire.tell(SpentIntelligenceVerdict(None, power, *what, price=cost, left=left))


# --- before dice are thrown ----------------------------------------------------------------------


@implements("WIF-13.6.11-6a", "WIF-13.6.11-6b", "WIF-2.7-3")
def change(umpire: Umpire, path: str, by: str) -> tuple[Modifier, ...]:
    """One is added to dice or taken from them, once; the side that throws decides first."""
    kind = kind_of(umpire, path) if options_of(umpire.position).intelligence else ""
    if not kind or kind == INITIATIVE:
        return ()
    return changed(umpire, path.rpartition("/")[2], (path, by))


def change_again(umpire: Umpire, roll: Roll) -> tuple[Modifier, ...]:
    """Dice that are thrown anew may be changed if they were not before (2.7)."""
    if NAME in dict(roll.modifiers):
        return ()
    name = f"{roll.path.rpartition('/')[2]}-{len(roll.throws)}"
    return changed(umpire, name, (roll.path, roll.by))


def changed(umpire: Umpire, name: str, roll: tuple[str, str]) -> tuple[Modifier, ...]:
    """What powers ask to be added to dice, or taken from them."""
    kind = kind_of(umpire, roll[0])
    for bidder in _able(umpire, CHANGE_COSTS, roll):
        power = bidder[0]
        question = CHANGE.ask(
            f"Change the dice ({kind}) by one?",
            umpire.state.powers[power].players,
            (Option(KEEP, "no"), Option(UP, "add one"), Option(DOWN, "take one")),
            (KEEP,),
            about=f"{name}-{power}",
            facts=_facts(umpire, bidder, roll),
            settle=Settle.ANY,
        )
        pick = umpire.decide(question).pick
        if pick != KEEP:
            _pay(umpire, bidder, (kind, pick))
            return (Modifier(NAME, 1 if pick == UP else -1),)
    return ()


# --- once dice are thrown ------------------------------------------------------------------------


@implements("WIF-13.6.11-5a", "WIF-2.7-3")
def again(umpire: Umpire, roll: Roll) -> bool:
    """Whether dice are thrown anew, as often as somebody pays for it (13.6.11)."""
    kind = kind_of(umpire, roll.path) if options_of(umpire.position).intelligence else ""
    if not kind or kind == INITIATIVE or roll.secret:
        return False
    if len(roll.throws) > 1:
        before, after = (sum(values) for values in roll.throws[-2:])
        judge(umpire, after - before, (roll.path, roll.by))
    about = f"{roll.path.rpartition('/')[2]}-{len(roll.throws)}"
    return demanded(umpire, about, (roll.path, roll.by), {"die": roll.total, "lead": 0})


def demanded(umpire: Umpire, about: str, roll: tuple[str, str], known: Mapping[str, int]) -> bool:
    """Whether some power pays for a re-roll; what it foretells is kept until that is thrown."""
    for bidder in _able(umpire, REROLL_COSTS, roll):
        power = bidder[0]
        facts = _facts(umpire, bidder, roll)
        lead = known["lead"] if facts["mine"] else -known["lead"]
        question = REROLL.ask(
            f"Have the {known['die']} ({facts['roll']}) thrown anew?",
            umpire.state.powers[power].players,
            (
                Option(KEEP, "no"),
                Option(HIGHER, "higher"),
                Option(LOWER, "lower"),
            ),
            (KEEP,),
            about=f"{about}-{power}",
            facts={**facts, "die": known["die"], "lead": lead},
            settle=Settle.ANY,
        )
        pick = umpire.decide(question).pick
        if pick != KEEP:
            sign = 1 if pick == HIGHER else -1
            umpire.apply(*set_power(umpire.state, power, "counter", CountOf1939.FORETOLD, sign))
            _pay(umpire, bidder, (str(facts["roll"]), pick))
            return True
    return False


@implements("WIF-13.6.11-5b")
def judge(umpire: Umpire, grown: int, roll: tuple[str, str]) -> None:
    """Who has foretold wrongly gives a point to each enemy that the dice concern (13.6.11)."""
    for power in umpire.state.powers:
        sign = umpire.state.counter(power, CountOf1939.FORETOLD)
        if not sign:
            continue
        umpire.apply(*set_power(umpire.state, power, "counter", CountOf1939.FORETOLD, None))
        if grown * sign > 0:
            continue
        gainers = tuple(_concerned(umpire, power, roll))
        umpire.apply(*(c for gainer in gainers for c in _one_more(umpire, gainer)))
        umpire.tell(CompromisedVerdict(None, power, gainers))


def _concerned(umpire: Umpire, power: str, roll: tuple[str, str]) -> Iterable[str]:
    """The enemies in the combat; if it is none, or none is in it, all that are active."""
    state = umpire.state
    enemies = major_powers(state, other_side(state.side_of(power)))
    active = [enemy for enemy in enemies if not is_neutral(state, enemy)]
    if not _in_combat(kind_of(umpire, roll[0])):
        return active
    fighting = _fighting(umpire, *roll)
    return [enemy for enemy in active if enemy in fighting] or active


def _one_more(umpire: Umpire, power: str) -> tuple[Event, ...]:
    many = _points(umpire, power) + 1
    return set_power(umpire.state, power, "counter", CountOf1939.INTELLIGENCE, many)


# --- the dice of an initiative -------------------------------------------------------------------


@implements("WIF-2.7-3")
def added(umpire: Umpire, name: str, side: str, before: Roll | None) -> tuple[Modifier, ...]:
    """What intelligence adds to a die: what it added before, else what is bought now (2.7)."""
    had = dict(before.modifiers).get(NAME) if before else None
    if had:
        return (Modifier(NAME, had),)
    return changed(umpire, name, (umpire.path_of(name), side))


def _by_intelligence(umpire: Umpire, side: str, rolls: Mapping[str, Roll]) -> Roll:
    """The die of a side as it counts, once both are known and powers had it thrown anew."""
    roll, number = rolls[side], 1
    while demanded(
        umpire,
        f"{roll.path.rpartition('/')[2]}-{number}",
        (rolls[side].path, side),
        {"die": roll.total, "lead": roll.modified - rolls[other_side(side)].modified},
    ):
        name = f"{rolls[side].path.rpartition('/')[2]}-anew-{number}"
        modifiers = [Modifier(*item) for item in roll.modifiers if item[0] != NAME]
        modifiers += added(umpire, name, side, roll)
        anew = umpire.roll(name, "d10", side, "6.1", modifiers)
        judge(umpire, anew.total - roll.total, (rolls[side].path, side))
        roll, number = anew, number + 1
    return roll


def thrown_anew(umpire: Umpire, rolls: dict[str, Roll]) -> dict[str, Roll]:
    """The dice of both sides, once powers had them thrown anew one after the other."""
    for side in rolls:
        rolls[side] = _by_intelligence(umpire, side, rolls)
    return rolls


THROWS: Final = Throws(before=change, after=again, again=change_again)
KIT: Final = Kits(added=added, thrown_anew=thrown_anew)
