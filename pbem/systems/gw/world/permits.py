"""Leave that nations give each other: zones, rails, supply, straits, canals (1.5, 1.15, 4.5, 10.4).

`{to: Italy, what: [rail, Suez Canal]}` gives leave, with `allow: false` it is refused. It stands
until it is changed, so that in the turns of others nobody has to be asked.

Decides: who may give which leave.
Leaves to `passages`, `rail`, `supply` and `nations`: what follows where it is given or refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pbem.core.data.findings import suggest
from pbem.core.data.rulebook import implements
from pbem.core.orders.checking import as_list
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power
from pbem.core.rules.position import Position
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.world.move_orders import Check, own_powers
from pbem.systems.gw.world.nations import ENTRY
from pbem.systems.gw.world.passages import passage, possessor
from pbem.systems.gw.world.rail import RAIL
from pbem.systems.gw.world.supply import SUPPLY
from pbem.systems.gw.world.vocabulary import PowerFlag, title


def check_permit(position: Position, order: Order) -> Ruling:
    """Whether a nation may give or refuse this leave."""
    check = Check(position, order)
    to = check.power(order.data["to"])
    wanted = [name for said in as_list(order.data["what"]) if (name := _thing(check, said))]
    grantor = _grantor(check, wanted)
    allow = order.data.get("allow", True)
    for name in wanted if check.ok else ():
        reason, cite = _why_not(check, grantor, name) or ("", "")
        if reason:
            check.complain("not-yours", reason, cite=cite, about=name)
        else:
            check.does(set_power(check.state, grantor, "flag", PowerFlag.LETS.of(name, to), allow))
    verb = "gives leave" if allow else "refuses leave"
    return check.ruling(f"{grantor} {verb} to {to}: {', '.join(wanted)}")


def _grantor(check: Check, wanted: Sequence[str]) -> str:
    """The nation that gives leave: the one named, else the only one of the player's that can."""
    own = sorted(own_powers(check.position, check.order.player))
    if "of" in check.order.data:
        named = check.power(check.order.data["of"])
        if named and named not in own:
            check.complain(
                "not-yours", f"it is not the turn of {named}, or it is not yours", about="of"
            )
        return named
    if not own:
        check.complain("not-yours", "it is the turn of none of your nations", cite="6.1")
        return ""
    able = _able(check, own, wanted)
    if len(able) > 1:
        names = ", ".join(map(check.title, able))
        check.complain("which-nation", "which nation?", f"of: {names}", "1.15")
    return (able or own)[0]


def _able(check: Check, own: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """The nations of some that possess anything and whose all of this is to say."""
    holders = {place.controller for place in check.position.places.values()}
    there = (power for power in own if power in holders)
    return [power for power in there if not any(_why_not(check, power, name) for name in wanted)]


def _thing(check: Check, said: Any) -> str:
    """What leave is about: rail, supply, entry, a passage, or what a convoy line brings."""
    denied = check.book.chart("national-sheets").table("line-bonus").rows.names
    known = (
        RAIL,
        SUPPLY,
        ENTRY,
        *denied,
        *check.book.chart("movement").table("closure").rows.names,
    )
    meant = check.meant(said, known)
    if meant not in known:
        hint = suggest(meant, known)
        check.complain("unknown-thing", f"nothing is called '{said}'", hint, about=str(said))
    return meant if meant in known else ""


@implements("GW-1.15-2", "GW-1.5-5", "GW-10.4-5", "GW-1.19-3", "GW-4.5-4")
def _why_not(check: Check, power: str, name: str) -> tuple[str, str] | None:
    """Why leave is not a nation's to give, with the rule: passages are their possessor's (1.15)."""
    if name in (RAIL, SUPPLY, ENTRY):
        return None
    sheets = check.book.chart("national-sheets")
    if name in sheets.table("line-bonus").rows.names:
        return _does_not_send(power, name, sheets.at(name, "sent-by", "line-bonus").text)
    one = passage(check.book, name)
    if power in (possessor(check.state, one), one.denied_by):
        return None
    return f"{check.title(power)} does not possess {check.title(name)}", "1.15"


@implements("GW-9.11-2", "GW-5.N-5")
def _does_not_send(power: str, name: str, sender: str) -> tuple[str, str] | None:
    """Why a nation may not deny what a line brings: it is not the one that sends it (9.11)."""
    return None if power == sender else (f"{title(power)} sends nothing by {name}", "9.11")


def permits(umpire: Umpire) -> None:
    """Note what leave is given and refused."""
    umpire.carry_out(PERMITS.name)


PERMITS: Final = Section("permits", "Leave", "permits", "gw/permits", "1.15", check_permit)
