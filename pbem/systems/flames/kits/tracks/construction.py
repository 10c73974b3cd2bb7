"""Work on the production tracks goes on (13.6.10, option 40).

`construction: [{rush: Koniev}, {wait: [XL MECH]}]`: orders are carried out one after another; then
every other unit moves down a box as far as build points and boxes allow, those nearest to their
end first. `abandon: [II INF]` destroys units on the tracks before that. Decides what may be moved,
what it costs and who pays. Leaves the start of units to `starting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event, apply
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.kits.tracks.boxes import (
    CITE,
    DEPLOY,
    HIGHEST,
    RUSHED,
    Box,
    Work,
    advanced,
    box_name,
    box_of,
    on_tracks,
    paid_up,
    relieved,
    step_cost,
    work_of,
    worked,
)
from pbem.systems.flames.kits.tracks.choice import RETURN, chosen_site, site_name
from pbem.systems.flames.kits.tracks.sites import build_sites, has_room, payable, sites_with_room
from pbem.systems.flames.kits.tracks.verdicts import (
    AbandonedVerdict,
    ConstructionVerdict,
    OntoTracksVerdict,
    Tracked,
    tracked,
)
from pbem.systems.flames.world.countries import country_of, one_more, power_over, powers_and_nations
from pbem.systems.flames.world.named import plays, units_called, words_of
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    Umpire,
    destroyed,
    marked,
    names,
)
from pbem.systems.flames.world.vocabulary import PowerCount, UnitMark, number_of

CONTINUE: Final = "continue"
RUSH: Final = "rush"
PAY: Final = "pay"
MEND: Final = "mend"
WAIT: Final = "wait"
VERBS: Final = (CONTINUE, RUSH, PAY, MEND, WAIT)
ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Progress:
    """What is done with a unit: how far it is then, and what that costs."""

    piece: Piece
    work: Work
    cost: int


def _site(piece: Piece) -> Box:
    box = box_of(piece.at)
    if box is None:
        raise AssertionError(f"{piece.id} is on no production track")
    return box


def not_played(position: Position, about: str) -> list[Finding]:
    """The finding for an order of option 40 where it is not played."""
    return [
        error(
            "option",
            f"production tracks are {position.option('factories_in_flames')}, not played",
            cite=CITE,
            about=about,
        )
    ]


# --- the order -----------------------------------------------------------------------------------


def check_construction(position: Position, order: Order) -> Ruling:
    """`{continue: [XL MECH]}`, `{rush: Koniev}`, `{wait: all}`, `{mend: II INF, points: 1}` …"""
    verb = next(word for word in VERBS if word in order.data)
    if not position.options.factories_in_flames:
        return Ruling(tuple(not_played(position, verb)))
    pieces, findings = _meant(position, order, verb)
    plans: list[Progress] = []
    events: list[Event] = []
    for piece in pieces:
        plan = _progress(position, piece, verb, int(order.data.get("points", 0)))
        trouble = _trouble(position, plan, verb)
        if trouble:
            findings.append(error("no-work", trouble, cite=CITE, about=piece.id))
            continue
        plans.append(plan)
        changes = _done(position, plan)
        events += changes
        position = position.then(apply(position.state, changes))
    if findings:
        return Ruling(tuple(findings))
    words = "; ".join(_in_words(plan, verb) for plan in plans) or "nothing"
    return Ruling((), words, tuple(events), tuple(plans))


def _meant(position: Position, order: Order, verb: str) -> tuple[list[Piece], list[Finding]]:
    """The units on the player's tracks that an order names."""
    own = on_tracks(position, _played(position))
    if order.data[verb] == ALL:
        return [piece for piece in own if not piece.unit.marked(UnitMark.WORKED)], []
    found: dict[str, Piece] = {}
    findings: list[Finding] = []
    for word in words_of(order.data[verb]):
        meant = [piece for piece in units_called(position, word) if piece in own]
        if not meant:
            message = f"'{word}' is no unit on your production tracks"
            hint = f"there are: {names(own) or 'none'}"
            findings.append(error("not-there", message, hint=hint, cite=CITE, about=word))
        found.update((piece.id, piece) for piece in meant[:1])
    return list(found.values()), findings


def _played(position: Position) -> list[str]:
    return [p for p in position.powers if position.player in position.powers[p].players]


@implements("WIF-13.6.10-4c", "WIF-13.6.10-7", "WIF-13.6.10-24")
def _progress(position: Position, piece: Piece, verb: str, points: int = 0) -> Progress:
    """What an order does with a unit; paid in full (option 38) it still moves one box."""
    work = work_of(piece)
    if verb == WAIT:
        return Progress(piece, work, 0)
    if verb == MEND:
        return Progress(piece, relieved(work, points), points)
    if verb == PAY:
        return Progress(piece, advanced(paid_up(work)), work.due)
    boxes = RUSHED if verb == RUSH else 1
    return Progress(piece, advanced(work, boxes), step_cost(work, boxes, piece.is_hq))


@implements("WIF-13.6.10-6", "WIF-13.6.10-7", "WIF-13.6.10-32")
def _trouble(position: Position, plan: Progress, verb: str) -> str:
    """Why a unit cannot be worked on so; nothing if it can."""
    piece, work = plan.piece, work_of(plan.piece)
    if piece.unit.marked(UnitMark.WORKED):
        return f"{piece.name} has an order already"
    if verb == WAIT:
        return ""
    if work.box == DEPLOY:
        return f"{piece.name} is complete"
    if verb == MEND and not 0 < plan.cost <= work.held_up:
        return f"{piece.name} has {work.held_up} points of markers; points: 1 to {work.held_up}"
    return _bar(position, plan, verb) or _unpaid(position, plan)


def _bar(position: Position, plan: Progress, verb: str) -> str:
    """What bars a way of working, or the box to which a unit would go."""
    piece, work = plan.piece, work_of(plan.piece)
    power = position.major(piece.owner)
    if verb == PAY and not position.kits.builds_ahead:
        return f"a unit is paid in full by {position.option('building_ahead')}, not played"
    if verb == RUSH and position.is_neutral(power):
        return "only an active major power rushes its units"
    if verb == RUSH and work.box <= RUSHED:
        return f"{piece.name} is in {box_name(work.box)}, and complete with one box"
    return "" if verb == MEND else _full(position, plan)


def _full(position: Position, plan: Progress) -> str:
    """Why the box is full to which a unit would go."""
    piece, site = plan.piece, _site(plan.piece).site
    power = position.major(piece.owner)
    if piece.unit.marked(UnitMark.RETURNING) or has_room(position, power, site, plan.work.box):
        return ""
    return f"{box_name(plan.work.box)} of {site_name(position, site)} is full"


def _unpaid(position: Position, plan: Progress) -> str:
    payer = country_of(position, plan.piece)
    points = payable(position, payer, _site(plan.piece).site)
    if plan.cost <= points:
        return ""
    whose = "" if payer == power_over(position, payer) else f" of {position.called(payer)}"
    return f"{plan.piece.name} costs {plan.cost}, {points} build points{whose} are left for it"


def _done(position: Position, plan: Progress) -> tuple[Event, ...]:
    """The unit is worked on, and its country has paid."""
    box, power = _site(plan.piece), country_of(position, plan.piece)
    return (
        *worked(plan.piece, box, plan.work),
        *marked(plan.piece, UnitMark.WORKED),
        *spent_at(position, power, box.site, plan.cost),
    )


def spent_at(position: Position, power: str, site: str, cost: int) -> Iterator[Event]:
    """The change of what a power, or a country of it, has spent, in all and at a place."""
    for word in (str(PowerCount.SPENT_POINTS), PowerCount.SPENT_AT.of(site)) if cost else ():
        yield from one_more(position, power, word, cost)


def _in_words(plan: Progress, verb: str) -> str:
    if verb == WAIT:
        return f"{plan.piece.name} waits"
    if verb == MEND:
        return f"{plan.piece.name}: {plan.cost} points of markers paid"
    return f"{plan.piece.name} to {box_name(plan.work.box)} for {plan.cost}"


# --- the steps -----------------------------------------------------------------------------------


@implements("WIF-13.6.10-4a")
def construct(umpire: Umpire) -> None:
    """What is ordered is done, then all other units move on as far as they can (13.6.10)."""
    told: dict[str, list[Tracked]] = {}
    for order, ruling in umpire.sound_orders(CONSTRUCTION.name):
        for plan in ruling.plan:
            _carry_out(umpire, plan, told)
        umpire.done(order, ruling.reading)
    if not umpire.options.factories_in_flames:
        return
    for piece in on_tracks(umpire.position, umpire.state.powers):
        plan = _progress(umpire.position, piece, CONTINUE)
        if not _trouble(umpire.position, plan, CONTINUE):
            _carry_out(umpire, plan, told)
    for power in [power for power in powers_and_nations(umpire.position) if power in told]:
        rows = tuple(told[power])
        spent = sum(row.paid for row in rows)
        umpire.tell(ConstructionVerdict(None, power=power, units=rows, spent=spent))


def _carry_out(umpire: Umpire, plan: Progress, told: dict[str, list[Tracked]]) -> None:
    """A unit is worked on; what waits is not told."""
    umpire.apply(*_done(umpire.position, plan))
    if plan.work != work_of(plan.piece):
        power = country_of(umpire.position, plan.piece)
        piece = umpire.position.pieces(plan.piece.id)[0]
        told.setdefault(power, []).append(tracked(piece, plan.cost))


def check_abandon(position: Position, order: Order) -> Ruling:
    """`abandon: [II INF]`: units on the tracks are destroyed (13.6.10)."""
    if not position.options.factories_in_flames:
        return Ruling(tuple(not_played(position, str(order.data["value"][0]))))
    own = [p for p in on_tracks(position, position.powers) if plays(position, p)]
    pieces: dict[str, Piece] = {}
    findings: list[Finding] = []
    for number, word in enumerate(order.data["value"]):
        found = [piece for piece in units_called(position, str(word)) if piece in own]
        if not found:
            message = f"'{word}' is no unit on your production tracks"
            findings.append(error("not-there", message, cite=CITE).at(order.spot(number)))
        pieces.update((piece.id, piece) for piece in found[:1])
    if findings:
        return Ruling(tuple(findings))
    gone = tuple(change for piece in pieces.values() for change in destroyed(piece))
    return Ruling((), f"destroyed: {names(pieces.values())}", gone, tuple(pieces.values()))


@implements("WIF-13.6.10-4a")
def abandon(umpire: Umpire) -> None:
    """Units that their player gives up are destroyed; those on the circle come onto tracks."""
    for order, ruling in umpire.sound_orders(ABANDON.name):
        umpire.apply(*ruling.events)
        for power in own_majors_of(umpire, ruling.plan):
            units = [p.id for p in ruling.plan if umpire.position.major(p.owner) == power]
            umpire.tell(AbandonedVerdict(None, power=power, units=tuple(units)))
        umpire.done(order, ruling.reading)
    if umpire.options.factories_in_flames:
        _take_up(umpire)


def own_majors_of(umpire: Umpire, pieces: Iterable[Piece]) -> tuple[str, ...]:
    """The major powers of some units."""
    return tuple(dict.fromkeys(umpire.position.major(piece.owner) for piece in pieces))


@implements("WIF-13.6.10-3", "WIF-13.6.10-36c")
def _take_up(umpire: Umpire) -> None:
    """Units on the production circle lie on tracks: in the box of their turns, with a Free marker.

    Those that a scenario has there, and those that went back to it from the map.
    """
    circle = [
        unit.id
        for at, ids in umpire.state.index.items()
        if at.startswith("track:") and box_of(at) is None
        for unit in map(umpire.state.units.__getitem__, ids)
    ]
    rows: list[Tracked] = []
    for piece in umpire.position.pieces(*sorted(circle)):
        due = piece.at.rpartition("/")[2]
        turns = number_of(due) - number_of(umpire.state.clock.turn) + 1
        sites = _where_to(umpire.position, piece, turns)
        if DEPLOY < turns <= HIGHEST and sites:
            site = chosen_site(umpire, piece, sites, (RETURN, turns))
            box = Box(piece.owner, site, turns)
            umpire.apply(*worked(piece, box, Work(turns, 0, free=True)))
            rows.append(tracked(umpire.position.pieces(piece.id)[0], 0))
    if rows:
        umpire.tell(OntoTracksVerdict(None, units=tuple(rows)))


def _where_to(position: Position, piece: Piece, turns: int) -> Sequence[str]:
    """The places where a unit may lie that comes onto the tracks: with room, if it counts there."""
    if piece.unit.marked(UnitMark.RETURNING):
        return build_sites(position, piece)
    return sites_with_room(position, piece, turns) or build_sites(position, piece)


CONSTRUCTION: Final = Section(
    name="construction",
    title="Work on the production tracks",
    step="continuing",
    schema="construction",
    cite=CITE,
    check=check_construction,
)
ABANDON: Final = Section(
    name="abandon",
    title="Units on the production tracks that are given up",
    step="abandoning",
    schema="abandon",
    cite=CITE,
    check=check_abandon,
    single=True,
)
