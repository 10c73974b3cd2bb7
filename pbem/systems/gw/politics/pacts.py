"""Signing and ending pacts, by order and by standing orders (14.1-14.3).

`{sign: Molotov-Ribbentrop}` signs in one's own turn, `politics: {sign: [Molotov-Ribbentrop]}` in
anybody's; once both have signed the pact is in force. Decides who may sign and end pacts, and what
happens then. Leaves what pacts forbid and how they stand to `treaties`, border clashes to the
moderator: they stand on reference sheets that are not to be had.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.conditions import Fact
from pbem.core.choices.decisions import (
    AnswerKey,
    Decision,
    DecisionKind,
    Option,
    Values,
    one_of,
)
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import Event
from pbem.core.record.state import State
from pbem.core.record.verdicts import Cited, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.economy.incomes import cash_change
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import acting, all_nations, at_war, is_acting
from pbem.systems.gw.world.treaties import (
    JAPANESE_SOVIET,
    Pact,
    begins,
    ends,
    has_signed,
    is_over,
    its_time,
    pact_named,
    pacts,
    signs,
    takes_effect,
    why_not_sign,
)
from pbem.systems.gw.world.vocabulary import Cause, PowerCount, Treaty, title


class BrokenTreaty(Reading, id="GW-R-14.3-a"):
    """Whether a broken Japanese-Soviet treaty can be signed anew."""

    SIGNED_ANEW = "signed-anew"
    ONCE_ONLY = "once-only"


DOES: Final = {"sign": "signs", "withdraw": "withdraws from signing", "nullify": "ends"}
FACTS: Final = {
    "nation": "the nation that would sign or end the pact",
    "moment": "turn-begins, combat-movement or combat (these two: just over)",
    "on turn": "the nations whose turn it is",
    "turn": "the calendar turn: 1940-jul",
    "year": "the year",
    "partner signed": "true when the other party has signed",
    "at war": "the nations with which the nation is at war",
}
VALUES: Final[Mapping[str, Values]] = {
    **dict.fromkeys(("nation", "on turn", "at war"), all_nations),
    "moment": one_of("turn-begins", "combat-movement", "combat"),
    "partner signed": one_of("true", "false"),
}
SIGN: Final = DecisionKind(
    "sign-pact",
    "Signing a pact",
    "when a nation's turn begins, after its combat movement, and after its combat",
    "14.1",
    (AnswerKey("politics", "sign"),),
    FACTS,
    values=VALUES,
)
NULLIFY: Final = DecisionKind(
    "nullify-pact",
    "Ending a pact",
    "when a nation's turn begins, after its combat movement, and after its combat",
    "14.2",
    (AnswerKey("politics", "nullify"),),
    FACTS,
    values=VALUES,
)
PACT_KINDS: Final = (SIGN, NULLIFY)


@dataclass(frozen=True, slots=True)
class Act:
    """What a party does about a pact: sign, withdraw or nullify."""

    verb: str
    power: str
    pact: Pact


# --- by order --------------------------------------------------------------------------------


@implements("GW-14.1-1", "GW-14.2-9", "GW-14.3-2")
def check_pact(position: Position, order: Order) -> Ruling:
    """Whether a nation may sign a pact, withdraw, or end it."""
    check = Check(position, order)
    verb = next(verb for verb in DOES if verb in order.data)
    pact = pact_named(position.book, str(order.data[verb]))
    if pact is None:
        hint = " or ".join(known.name for known in pacts(position.book))
        check.complain("unknown-pact", f"there is no pact '{order.data[verb]}'", hint, "14", verb)
        return check.ruling("")
    power = _party(check, pact)
    act = Act(verb, power, pact)
    reason = why_not(check.state, act, _again(position)) if power else ""
    if reason:
        check.complain("no-pact", f"{pact.name}: {reason}", cite=_cite(pact), about=verb)
    if check.ok:
        _does(check, act)
    price = f", {pact.price} IPPs" if verb == "nullify" and pact.price else ""
    return check.ruling(f"{position.title(power)} {DOES[verb]} {pact.name}{price}", act)


def _does(check: Check, act: Act) -> None:
    """What an order changes for those after it: signatures, and pacts that begin and end."""
    pact = act.pact
    if act.verb == "nullify":
        check.does(_nullified(check.state, act.power, pact))
        return
    check.does(signs(check.state, act.power, pact, act.verb == "sign"))
    check.does(begins(check.state, pact) if takes_effect(check.state, pact) else ())


def _nullified(state: State, power: str, pact: Pact) -> Iterator[Event]:
    """A party pays the price and the pact ends (14.3)."""
    if pact.price:
        yield from cash_change(state, power, -pact.price)
    yield from ends(state, pact)


def _again(position: Position) -> bool:
    """Whether a broken treaty may be signed anew, by the reading (14.3)."""
    return position.reading(BrokenTreaty) is BrokenTreaty.SIGNED_ANEW


def _cite(pact: Pact) -> str:
    return "14.3" if pact.price else "14.2"


def _party(check: Check, pact: Pact) -> str:
    """The party that an order is for: the one it names, else the player's on turn."""
    position, player = check.position, check.order.player
    own = [p.id for p in position.state.powers_of_player(player) if is_acting(position, p.id)]
    named = check.power(check.order.data["of"]) if "of" in check.order.data else ""
    able = [p for p in pact.parties if p in own and named in ("", p)]
    if not able and check.ok:
        verb = "sign" if "sign" in check.order.data else "nullify"
        hint = f"in others' turns a line of standing orders does it: politics: {{{verb}: [...]}}"
        parties = " and ".join(map(check.title, pact.parties))
        check.complain(
            "no-party", f"{pact.name} is of {parties}; none of them is yours and on turn", hint
        )
    return able[0] if able else ""


def why_not(state: State, act: Act, again: bool) -> str:
    """Why a party cannot sign, withdraw or end a pact now; nothing if it can."""
    power, pact = act.power, act.pact
    if act.verb == "sign":
        return why_not_sign(state, power, pact, again)
    if act.verb == "withdraw":
        return "" if has_signed(state, power, pact) else f"{title(power)} has not signed it"
    if state.track(pact.track) != Treaty.IN_FORCE:
        return "it is not in force"
    cash = state.counter(power, PowerCount.CASH)
    return f"to break it costs {pact.price} IPP, there are {cash}" if cash < pact.price else ""


def carry_out_pacts(umpire: Umpire) -> None:
    """Carry out the orders about pacts, each with what follows at once (14.1)."""
    for order, ruling in umpire.sound_orders(PACTS.name):
        act: Act = ruling.plan
        if act.verb == "nullify":
            nullify(umpire, act.power, act.pact, ("order",))
        else:
            umpire.apply(*signs(umpire.state, act.power, act.pact, act.verb == "sign"))
            _tell_signed(umpire, act)
        umpire.done(order, ruling.reading)
        settle_pacts(umpire)


PACTS: Final = Section("pacts", "Pacts", "pacts", "gw/pacts", "14.1", check_pact)


# --- what takes effect -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PactVerdict(Cited):
    """A pact is signed, withdrawn, in force, nullified."""

    kind: ClassVar[str] = "pact"

    pact: str
    nation: PowerId = ""
    partner: PowerId = ""
    waits: bool | None = None
    since: str | None = None
    price: int | None = None
    cause: Cause = ()
    parties: Sequence[PowerId] = ()


@implements("GW-14.2-1", "GW-14.2-9")
def settle_pacts(umpire: Umpire) -> bool:
    """Pacts that both have signed take effect; those of parties at war end (14.1, 14.2)."""
    for pact in pacts(umpire.book):
        state = umpire.state
        stands = "war" if is_over(state, pact) else ""
        if takes_effect(state, pact):
            umpire.chart("pacts")
            stands = Treaty.IN_FORCE
        if stands:
            umpire.apply(*(begins if stands == Treaty.IN_FORCE else ends)(state, pact))
            umpire.tell(
                PactVerdict(
                    at=None, result=stands, under=_cite(pact), pact=pact.id, parties=pact.parties
                )
            )
            return True
    return False


def _tell_signed(umpire: Umpire, act: Act) -> None:
    """A party has signed, or taken its signature back."""
    pact, partner = act.pact, act.pact.partner_of(act.power)
    umpire.tell(
        PactVerdict(
            at=None,
            result=act.verb,
            under=_cite(pact),
            pact=pact.id,
            nation=act.power,
            partner=partner,
            waits=not has_signed(umpire.state, partner, pact),
            since="" if its_time(umpire.state, pact) else pact.since,
        )
    )


@implements("GW-14.2-9", "GW-14.3-2")
def nullify(umpire: Umpire, power: str, pact: Pact, cause: Cause) -> None:
    """A party ends a pact; to break the Japanese-Soviet treaty costs 5 IPP (14.2, 14.3)."""
    umpire.apply(*_nullified(umpire.state, power, pact))
    umpire.tell(
        PactVerdict(
            at=None,
            result="nullified",
            under=_cite(pact),
            pact=pact.id,
            nation=power,
            price=pact.price,
            cause=cause,
        )
    )


# --- in anybody's turn -----------------------------------------------------------------------


@implements("GW-14.1-1", "GW-14.2-9")
def pacts_by_lines(umpire: Umpire, moment: str) -> None:
    """Parties sign and end pacts as their lines say, whosever turn it is (14.1)."""
    for pact in pacts(umpire.book):
        for power in pact.parties:
            if power in umpire.state.powers and umpire.state.powers[power].players:
                _by_line(umpire, power, pact, moment)
        settle_pacts(umpire)


def _by_line(umpire: Umpire, power: str, pact: Pact, moment: str) -> None:
    """One party's right to sign a pact, or to end it."""
    position = umpire.position
    broken = pact.id == JAPANESE_SOVIET and position.track(pact.track) == Treaty.NULLIFIED
    again = broken and umpire.reading(BrokenTreaty) is BrokenTreaty.SIGNED_ANEW
    signing, ending = Act("sign", power, pact), Act("nullify", power, pact)
    if not why_not(position.state, ending, again):
        if umpire.opening([_right(position, ending, moment)])[0]:
            nullify(umpire, power, pact, ("standing-order",))
        return
    if has_signed(position.state, power, pact) or why_not(position.state, signing, again):
        return
    if umpire.opening([_right(position, signing, moment)])[0]:
        umpire.apply(*signs(position.state, power, pact, True))
        _tell_signed(umpire, signing)


def _right(position: Position, act: Act, moment: str) -> Decision:
    """The right of a party to sign a pact, or to end it."""
    power, pact = act.power, act.pact
    kind, verb = (SIGN, "sign") if act.verb == "sign" else (NULLIFY, "end")
    return kind.ask(
        f"Does {position.title(power)} {verb} {pact.name}?",
        position.powers[power].players,
        (Option(pact.id, pact.name),),
        cite=_cite(pact),
        about=f"{pact.id}-{power}",
        least=0,
        facts=_facts(position, power, pact, moment),
    )


def _facts(position: Position, power: str, pact: Pact, moment: str) -> dict[str, Fact]:
    """What a party knows when it may sign or end a pact."""
    return {
        "nation": power,
        "moment": moment,
        "on turn": tuple(one.id for one in acting(position)),
        "turn": position.clock.turn,
        "year": int(position.clock.turn.split("-")[0]),
        "partner signed": has_signed(position.state, pact.partner_of(power), pact),
        "at war": tuple(
            other
            for other in position.powers[power].relations
            if at_war(position.state, power, other)
        ),
    }
