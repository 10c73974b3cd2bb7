"""The truce of the Chinese factions (13.3): offered, agreed on, broken, over.

Each faction says whether it would agree: in its orders (`truce: [{do: agree}]`), or by a standing
line (`politics: [{truce: agree}]`) in anybody's turn. It holds from when both do, while a foreign
Major Power fights China on its soil. Either breaks it at any time; then they are at war again.
Decides when the truce begins, breaks and ends. Leaves to `chinese_civil_war` who wins without one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, Decision, DecisionKind, Option, one_of
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.events import Event
from pbem.core.record.state import State
from pbem.core.record.verdicts import Judged
from pbem.core.rules.position import Position
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.civil_wars.chinese_civil_war import continental_china, foreign_units, peace
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import CHINA, CHINESE_FACTIONS, MAJOR_POWERS, at_war, rival_of
from pbem.systems.gw.world.vocabulary import Cause, Nation, PowerFlag, Relation, TrackName, Treaty

AGREE, REFUSE, BREAK = "agree", "refuse", "break"
FACTS: Final = {
    "moment": "turn-begins, combat-movement or combat (these two: just over)",
    "foreign zones": "zones of Continental China that no Chinese party holds",
    "foreign units": "units in Continental China that are not Chinese",
    "truce": "in-force, broken or none",
}
KIND: Final = DecisionKind(
    "truce",
    "Truce of the Chinese factions",
    "when a nation's turn begins, after combat movement and after combat",
    "13.3",
    (AnswerKey("politics", "truce"),),
    FACTS,
    values={
        "moment": one_of("turn-begins", "combat-movement", "combat"),
        "truce": one_of(Treaty.IN_FORCE, Treaty.BROKEN, "none"),
    },
)


@implements("GW-13.3-2")
def may_have_truce(position: Position) -> bool:
    """Whether KMT and CCP may agree: a foreign Major Power fights China, on its soil (13.3)."""
    if not all(faction in position.powers for faction in CHINESE_FACTIONS):
        return False
    foes = (major for major in MAJOR_POWERS if any(at_war(position.state, major, p) for p in CHINA))
    return any(foes) and bool(foreign_units(position))


def agrees(state: State, faction: str) -> bool:
    """Whether a faction has said that it would agree."""
    return state.flag(faction, PowerFlag.AGREES_TO_TRUCE) is True


def in_force(state: State) -> bool:
    """Whether the truce holds."""
    return state.track(TrackName.TRUCE_CHINA) == Treaty.IN_FORCE


def says(state: State, faction: str, word: str) -> Iterator[Event]:
    """What a faction says of a truce; to break it ends it at once."""
    yield from set_power(
        state, faction, "flag", PowerFlag.AGREES_TO_TRUCE, True if word == AGREE else None
    )
    if word == BREAK and in_force(state):
        yield from ended(state)


@implements("GW-13.3-3")
def ended(state: State) -> Iterator[Event]:
    """The truce is over: the factions are at war again."""
    yield from set_track(state, TrackName.TRUCE_CHINA, Treaty.BROKEN)
    for faction in CHINESE_FACTIONS:
        yield from set_power(state, faction, "relation", rival_of(faction), Relation.WAR)


# --- orders ------------------------------------------------------------------------------------


def check_truce(position: Position, order: Order) -> Ruling:
    """Whether a faction's player may say this of the truce (13.3)."""
    check = Check(position, order)
    word, faction = str(order.data["do"]), _speaks_for(check)
    if not faction:
        return check.ruling("")
    if word == BREAK and not in_force(check.state):
        check.complain("no-truce", "there is no truce to break", "do: refuse", "13.3", "do")
    check.does(says(check.state, faction, word))
    return check.ruling(
        f"{position.title(faction)}: {word} {'the' if word == BREAK else 'to a'} truce"
    )


def _speaks_for(check: Check) -> str:
    """The faction for which the player speaks; nothing, and why, if it is none or either."""
    data, player = check.order.data, check.order.player
    said = check.power(data["of"]) if "of" in data else ""
    played = {power.id for power in check.state.powers_of_player(player)}
    own = [f for f in CHINESE_FACTIONS if f in played and (not said or f == said)]
    if len(own) != 1 and check.ok:
        message = "you play no Chinese faction" if not own else "which faction?"
        hint = "of: " + ", ".join(map(check.title, own)) if own else ""
        check.complain("not-yours", message, hint, "13.3", "of")
    return own[0] if check.ok else ""


@dataclass(frozen=True, slots=True)
class TruceVerdict(Judged):
    """The truce of the Chinese factions begins or ends; `by`: who breaks it."""

    kind: ClassVar[str] = "truce"
    cite: ClassVar[str] = "13.3"

    by: str
    cause: Cause


def truces(umpire: Umpire) -> None:
    """What the factions on turn say of a truce takes effect (13.3)."""
    before = in_force(umpire.state)
    umpire.carry_out(TRUCES.name)
    if before and not in_force(umpire.state):
        umpire.tell(TruceVerdict(at=None, result="broken", by="", cause=("order",)))
    truce_begins(umpire)


# --- rights in anybody's turn --------------------------------------------------------------------


@implements("GW-13.3-2", "GW-13.3-3")
def truce_opening(umpire: Umpire, moment: str) -> None:
    """A moment at which the factions may agree on a truce, or break it (13.3)."""
    position = umpire.position
    if not in_force(position.state) and not may_have_truce(position):
        return
    rights = [_right(umpire, faction, moment) for faction in CHINESE_FACTIONS]
    for faction, answer in zip(CHINESE_FACTIONS, umpire.opening(rights), strict=True):
        if answer and in_force(umpire.state) == (answer.pick == BREAK):
            umpire.apply(*says(umpire.state, faction, answer.pick))
            if answer.pick == BREAK:
                umpire.tell(TruceVerdict(at=None, result="broken", by=faction, cause=()))
    truce_begins(umpire)


def _right(umpire: Umpire, faction: str, moment: str) -> Decision:
    position = umpire.position
    held = [position.controller(zone) for zone in continental_china(position.board)]
    return KIND.ask(
        "A truce between KMT and CCP?",
        position.powers[faction].players,
        [Option(BREAK if in_force(position.state) else AGREE)],
        about=faction,
        least=0,
        facts={
            "moment": moment,
            "foreign zones": sum(1 for holder in held if holder not in CHINA),
            "foreign units": foreign_units(position),
            "truce": str(position.track(TrackName.TRUCE_CHINA) or "none"),
        },
    )


@implements("GW-13.3-2")
def truce_begins(umpire: Umpire) -> bool:
    """The truce holds once both factions agree and it may be made (13.3)."""
    position = umpire.position
    if in_force(position.state) or not may_have_truce(position):
        return False
    if not all(agrees(position.state, faction) for faction in CHINESE_FACTIONS):
        return False
    umpire.apply(
        *set_track(position.state, TrackName.TRUCE_CHINA, Treaty.IN_FORCE),
        *peace(position.state, Nation.NATIONALIST_CHINA, Nation.COMMUNIST_CHINA),
    )
    umpire.tell(TruceVerdict(at=None, result="agreed", by="", cause=()))
    return True


@implements("GW-13.3-3")
def truce_ends(umpire: Umpire) -> None:
    """The truce ends when no unit that is not Chinese is left in Continental China (13.3)."""
    position = umpire.position
    if in_force(position.state) and not foreign_units(position):
        umpire.apply(*ended(position.state))
        umpire.tell(TruceVerdict(at=None, result="over", by="", cause=()))


TRUCES: Final = Section("truce", "Truce in China", "truce", "gw/truce", "13.3", check_truce)
