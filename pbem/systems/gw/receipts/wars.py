"""What comes of the wars that an order file begins: a warning for each, with all that follows.

It rehearses the declaration on the position before the order: what the rules do at once stands in
its verdicts. What dice decide is told as dice; what others may do about it is theirs to say.
Decides: nothing of play. Leaves to `declarations` who may declare war and what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from pbem.core.data.findings import Finding, warning
from pbem.core.orders.orders import Reading, Receipt
from pbem.core.play.rehearsal import rehearsal
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State
from pbem.core.rules.position import Position
from pbem.systems.gw.moves.attacks import wars_begun
from pbem.systems.gw.politics.declarations import Declaration, go_to_war, may_declare
from pbem.systems.gw.world.nations import at_war, war_is_declared
from pbem.systems.gw.world.treaties import pact_name
from pbem.systems.gw.world.vocabulary import PowerCount, title


def war_warnings(receipt: Receipt[Position]) -> Sequence[Finding]:
    """A warning for every war that an order begins; what two of them bring is told once."""
    told: set[str] = set()
    return [
        _warned(reading, Declaration(by, on), told)
        for reading in receipt.readings
        for by, on in wars_begun(reading.events)
    ]


def _warned(reading: Reading[Position], war: Declaration, told: set[str]) -> Finding:
    """`Germany declares war on Poland`, and what comes of it that is not `told` yet."""
    umpire = rehearsal(reading.before)
    go_to_war(umpire, war, ("order",))
    umpire.take_effect()
    message = f"{title(war.by)} declares war on {title(war.on)}"
    all_ = dict.fromkeys(_consequences(reading.before, umpire, war))
    follows = [one for one in all_ if one not in told]
    told.update(follows)
    hint = "; ".join(follows) or "nothing else follows at once"
    return warning("war", message, hint=hint, cite="8.1", where=reading.order.where)


def _consequences(before: Position, umpire: Umpire, war: Declaration) -> Iterator[str]:
    """All that comes of a war at once, and who may declare war because of it."""
    player = before.player
    scene = Scene(umpire.game, player, before.state, umpire.state, ())
    for entry in umpire.ledger.entries:
        if entry.kind == "verdict":
            yield from _follows(entry, scene)
    yield from _wartime(before.state, umpire)
    free = [umpire.position.title(power) for power in _freed(before, umpire.position, war)]
    if free:
        yield f"may declare war on {umpire.position.title(war.by)} now: {', '.join(free)}"


def _follows(entry: Entry, scene: Scene) -> Iterator[str]:
    """What a verdict means to the player: in short where it often comes, else its first line."""
    kind = str(entry.body["verdict"])
    if kind in _SHORT:
        yield from _SHORT[kind](entry)
    else:
        yield " ".join(scene.game.system.paragraphs[kind](entry, scene)[0].rstrip(".").split())


def _war(entry: Entry) -> Iterator[str]:
    """Who is at war with whom, where it is more than two; what is paid."""
    by, on = entry.facts["by"], entry.facts["on"]
    if len(by) > 1 or len(on) > 1:
        yield f"at war: {', '.join(map(title, by))} with {', '.join(map(title, on))}"
    paid = [f"{title(name)} {ipps}" for name, ipps in sorted(entry.facts["paid"].items())]
    if paid:
        yield f"it costs IPPs: {', '.join(paid)}"


def _income(entry: Entry) -> Iterator[str]:
    """An income that rises or falls; a die is not foretold."""
    nation, die = title(entry.facts["nation"]), entry.facts["die"]
    was = f"income of {nation} {entry.facts['was']}"
    yield f"{was} + {die}" if die else f"{was} > {entry.outcome}"


def _control(entry: Entry) -> Iterator[str]:
    yield f"{title(entry.facts['minor'])} comes under the control of {title(entry.outcome)}"


def _alignment(entry: Entry) -> Iterator[str]:
    more = entry.facts["income"]
    yield f"{title(entry.facts['minor'])} aligns with {title(entry.outcome)} (income +{more})"


def _pact(entry: Entry) -> Iterator[str]:
    yield f"the {pact_name(entry.facts['pact'])} pact is over"


_SHORT: Final[Mapping[str, Callable[[Entry], Iterator[str]]]] = {
    "war-declared": _war,
    "income-increase": _income,
    "control": _control,
    "alignment": _alignment,
    "pact": _pact,
}


def _wartime(before: State, umpire: Umpire) -> Iterator[str]:
    """Incomes that become those of wartime, which no verdict tells."""
    told = {
        entry.facts["nation"]
        for entry in umpire.ledger.entries
        if entry.kind == "verdict" and entry.body["verdict"] == "income-increase"
    }
    gained = {
        entry.outcome
        for entry in umpire.ledger.entries
        if entry.kind == "verdict" and entry.body["verdict"] == "alignment"
    }
    for name in before.powers:
        was, now = (state.counter(name, PowerCount.INCOME) for state in (before, umpire.state))
        if was < now and name not in told | gained:
            yield f"wartime income of {umpire.position.title(name)}: {was} > {now}"


def _freed(before: Position, after: Position, war: Declaration) -> Iterator[str]:
    """The nations of players that may declare war on the declarer now and might not before."""
    for power in after.powers.values():
        if not power.players or war_is_declared(after.state, power.id, war.by):
            continue
        if at_war(after.state, power.id, war.by) or power.side == after.side_of(war.by):
            continue
        claim = Declaration(power.id, war.by)
        if may_declare(before, claim) and not may_declare(after, claim):
            yield power.id
