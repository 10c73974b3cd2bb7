"""Units that are begun on production tracks (13.6.10, option 40).

`{build: ARM, at: [Moscow, Gorki], points: 3}`. Decides with how many points a unit may be begun, in
which places there is room for it, and where it lies then; that a specialised place lets its player
choose the unit. Leaves the draw to `building`, the work that follows to `construction`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event, apply
from pbem.core.rules.system import Ruling
from pbem.systems.flames.economy.building import (
    Purchase,
    drawable,
    in_words,
    one_of,
    paid,
    price_of,
    unaffordable,
)
from pbem.systems.flames.kits.tracks.boxes import (
    BEYOND,
    CITE,
    OPEN,
    Box,
    Work,
    most_at_start,
    started,
    worked,
)
from pbem.systems.flames.kits.tracks.choice import START, chosen_site, site_name, usual_site
from pbem.systems.flames.kits.tracks.sites import build_sites, payable, sites_with_room
from pbem.systems.flames.kits.tracks.verdicts import StartedVerdict, Tracked, tracked
from pbem.systems.flames.world.countries import country_of, one_more
from pbem.systems.flames.world.named import places_in, units_called
from pbem.systems.flames.world.position import Piece, Position, Umpire
from pbem.systems.flames.world.vocabulary import Marker, PowerCount


@dataclass(frozen=True, slots=True)
class Start:
    """How units are begun: what each costs in the end, turns more than usual, points now, wishes.

    `unit`: the one that a specialised place builds.
    """

    cost: int
    longer: int
    points: int
    wishes: tuple[str, ...] = ()
    unit: str = ""

    def turns(self, piece: Piece) -> int:
        """How many turns a unit takes."""
        return int(piece.counter.rating("turns")) + self.longer

    def work(self, piece: Piece) -> Work:
        """How far a unit is once it is begun."""
        return started(self.cost, self.turns(piece), self.points)


# --- the order -----------------------------------------------------------------------------------


def start_of(
    position: Position, order: Order, cost: tuple[int, int], there: Sequence[Piece]
) -> tuple[Start, list[Finding]]:
    """How an order begins units, of a price and so many turns more than usual each."""
    price, longer = cost
    wishes, findings = _wishes(position, order)
    turns = int(there[0].counter.rating("turns")) + longer
    points, wrong = _points(position, order, price, turns)
    picked, trouble = _picked(position, order, there, wishes)
    start = Start(price, longer, points, wishes, picked)
    findings += [*wrong, *trouble]
    if not findings:
        findings = _nowhere(position, start, there)
    return start, findings


def _wishes(position: Position, order: Order) -> tuple[tuple[str, ...], list[Finding]]:
    """The places that an order names; `beyond` is the cities beyond the map."""
    if order.data.get("at") == BEYOND:
        return (BEYOND,), []
    places, findings = places_in(position, order, "at")
    return tuple(places), list(findings)


@implements("WIF-13.6.10-11", "WIF-13.6.10-24")
def _points(position: Position, order: Order, cost: int, turns: int) -> tuple[int, list[Finding]]:
    """The points with which a unit is begun: the most if nothing is said; with option 38 all."""
    most = most_at_start(cost, turns)
    said = order.data.get("points", most)
    whole = position.kits.builds_ahead and said == cost
    if min(1, cost) <= said <= most or whole:
        return int(said), []
    message = f"it is begun with {min(1, cost)} to {most} build points, not {said}"
    hint = f"it costs {cost} and takes {turns} turns"
    return most, [error("points", message, hint=hint, cite=CITE, about="points")]


@implements("WIF-13.6.10-27")
def _picked(
    position: Position, order: Order, there: Sequence[Piece], wishes: Sequence[str]
) -> tuple[str, list[Finding]]:
    """The unit that an order chooses, in a place that is specialised in its class, once a turn."""
    word = order.data.get("unit")
    if word is None:
        return "", []
    found = [piece for piece in units_called(position, str(word)) if piece in there]
    if not found:
        message = f"'{word}' is no such unit of your force pools"
        return "", [error("pool-empty", message, cite=CITE, about=str(word))]
    site = wishes[0] if wishes else ""
    marker = position.state.marker(site, Marker.SPECIALISED) if site in position.board else None
    if marker != found[0].kind or order.data.get("count", 1) != 1:
        message = f"only a place that is specialised in {found[0].kind} builds one that is chosen"
        return "", [error("not-specialised", message, cite=CITE, about=str(word))]
    if position.state.marker(site, Marker.SPECIALITY_USED):
        message = f"{position.label(site)} has built a chosen unit in this turn"
        return "", [error("not-specialised", message, cite=CITE, about=str(word))]
    return found[0].id, []


def _nowhere(position: Position, start: Start, there: Sequence[Piece]) -> list[Finding]:
    """A place in which none of the units can be built."""
    can = {site: None for piece in there for site in build_sites(position, piece)}
    wrong = [site for site in start.wishes if site not in can]
    if not wrong:
        return []
    message = f"{there[0].kind} are not built in {site_name(position, wrong[0])}"
    named = ", ".join(site_name(position, site) for site in can) or "nowhere"
    return [error("no-site", message, hint=f"they are in: {named}", cite=CITE, about=wrong[0])]


# --- where ---------------------------------------------------------------------------------------


@implements("WIF-13.6.10-9", "WIF-13.6.10-17")
def startable(
    position: Position, pieces: Iterable[Piece], start: Start
) -> dict[str, tuple[str, ...]]:
    """The units that have a place with room which build points reach, with these places.

    One that has none is not drawn.
    """
    found: dict[str, tuple[str, ...]] = {}
    for piece in pieces:
        if start.unit and piece.id != start.unit:
            continue
        payer = country_of(position, piece)
        sites = tuple(
            site
            for site in sites_with_room(position, piece, start.work(piece).box)
            if payable(position, payer, site) >= start.points
        )
        if start.unit:
            sites = tuple(site for site in sites if site in start.wishes[:1])
        if sites:
            found[piece.id] = sites
    return found


def meets_wishes(able: Mapping[str, Sequence[str]], start: Start) -> bool:
    """Whether some unit can be begun in a place that was named, if one was."""
    return not start.wishes or any(site in start.wishes for row in able.values() for site in row)


def no_site(position: Position, start: Start, there: Sequence[Piece]) -> Finding:
    """That no unit of some can be begun now."""
    box = start.work(there[0]).box
    where = ", ".join(site_name(position, site) for site in start.wishes) or "no place"
    lacks = "lacks" if start.wishes else "has"
    message = f"{where} {lacks} room in box {box} for a unit begun with {start.points} build points"
    hint = "fewer points put it into a higher box; a place that is cut off has its own points alone"
    return error("no-room", message, hint=hint, cite=CITE, about="build")


def wished_site(position: Position, piece: Piece, sites: Sequence[str], start: Start) -> str:
    """The first of the places that were wished for, else the usual one."""
    wished = (site for site in start.wishes if site in sites)
    return next(wished, "") or usual_site(position, piece, sites, start.turns(piece))


def begun(position: Position, piece: Piece, site: str, start: Start) -> tuple[Event, ...]:
    """A unit is begun in a place; what was paid there is noted."""
    payer, word = country_of(position, piece), PowerCount.SPENT_AT.of(site)
    noted = one_more(position, payer, word, start.points) if site != OPEN else ()
    used = Marker.SPECIALITY_USED
    chosen = set_place(position.state, site, "marker", used, True) if start.unit else ()
    box = Box(piece.owner, site, start.work(piece).box)
    return (*noted, *chosen, *worked(piece, box, start.work(piece)))


# --- building ------------------------------------------------------------------------------------


def check_start(position: Position, order: Order, bought: Purchase, there: list[Piece]) -> Ruling:
    """Units that are begun on production tracks: the points, and where there is room (13.6.10)."""
    price = price_of(bought.cost, bought.ahead), bought.longer
    start, findings = start_of(position, order, price, there)
    bought = replace(bought, start=start)
    findings = findings or unaffordable(position, bought)
    events: list[Event] = []
    trial = position
    for number in range(0 if findings else bought.count):
        able = startable(trial, there[number:], start)
        piece = next((piece for piece in there if piece.id in able), None)
        if piece is None or not meets_wishes(able, start):
            return Ruling((no_site(position, start, there),))
        there.remove(piece)
        there.insert(0, piece)
        site = wished_site(trial, piece, able[piece.id], start)
        made = (*paid(trial, bought.single), *begun(trial, piece, site, start))
        events += made
        trial = trial.then(apply(trial.state, made))
    return Ruling(tuple(findings), in_words(position, bought), tuple(events), bought)


@implements("WIF-13.6.10-13", "WIF-13.6.10-17")
def begin(umpire: Umpire, bought: Purchase, number: int) -> list[Tracked]:
    """A unit is drawn of those with a place, paid for, and begun where its player then chooses.

    None where an earlier one has taken the last room: nothing is paid then.
    """
    position, start = umpire.position, bought.start
    there = drawable(position, bought)
    able = startable(position, there, start)
    if not able:
        return []
    piece = one_of(umpire, bought, [piece for piece in there if piece.id in able], number)
    umpire.apply(*paid(position, bought.single))
    wish = wished_site(position, piece, able[piece.id], start)
    turns = start.turns(piece)
    site = (
        wish
        if start.unit
        else chosen_site(umpire, piece, able[piece.id], (START, turns), wish=wish)
    )
    umpire.apply(*begun(umpire.position, piece, site, start))
    return [tracked(umpire.position.pieces(piece.id)[0], start.points)]


def told(power: str, rows: Sequence[Tracked]) -> StartedVerdict:
    """What a power has begun."""
    return StartedVerdict(None, power=power, units=tuple(rows))
