"""Air support of ground combat (11.3, 11.4): who flies, who comes to meet them, what they shift.

Both sides commit aircraft in turn until one sends no more; they fight; what is left shifts the
odds. Decides who may come, and the columns. Leaves the rounds to `fighting`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.systems.tw.air.air_verdicts import NotFlownVerdict
from pbem.systems.tw.air.basing import BOMBERS, is_aboard, is_fit
from pbem.systems.tw.air.fighting import GOOD, fight
from pbem.systems.tw.air.flak import fire
from pbem.systems.tw.air.flights import defensive_range, offensive_range, reached
from pbem.systems.tw.air.losses import option_of
from pbem.systems.tw.air.missions import flies, has_flown
from pbem.systems.tw.air.skies import FACES, Skies
from pbem.systems.tw.air.ways import Ways, way_by
from pbem.systems.tw.supply.lines import MAJORS
from pbem.systems.tw.world.activity import is_active
from pbem.systems.tw.world.east import is_grounded
from pbem.systems.tw.world.position import Position, Umpire, by_player, in_alliance_order
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import PowerFlag, UnitMark
from pbem.systems.tw.world.weather import effect

FLYERS: Final = (Kind.FTR, *BOMBERS)
COLUMNS: Final[Mapping[str, int]] = {Kind.TAC: 1, Kind.MDM: 2}
DEPLETED: Final = 1  # column that Depleted aircraft shift, however many

_FACTS: Final = {
    "own": "the factors of your aircraft over the hex",
    "enemy": "those of the enemy's",
    "good": "of the ten faces of the die, how many would hurt the enemy if all came",
}
SEND: Final = DecisionKind(
    "air-defence",
    "Aircraft that come to a hex under attack",
    "when a hex is attacked within the defensive range of aircraft of yours: bombers support the "
    "defenders, fighters fight; default: unopposed, whole bombers as far as two columns; against "
    "aircraft, those with whom half of the faces of the die hurt the enemy, else nobody",
    "11.4.1",
    (AnswerKey("flights", "send"),),
    _FACTS,
)
MEET: Final = DecisionKind(
    "transfer-interception",
    "Aircraft that meet those who change base",
    "when enemy aircraft or PARA units stage or move strategically within the defensive range of "
    "aircraft of yours; default: one fighter against PARA units without an escort, else nobody",
    "8.3.2",
    (AnswerKey("flights", "meet"),),
    _FACTS,
)
COVER: Final = DecisionKind(
    "port-cover",
    "Aircraft that meet a strike on a port",
    "when enemy aircraft strike ships in a port, and the port, their way or the sea area of their "
    "carriers is near enough; who meets them spoils their surprise. Default: whole fighters, where "
    "half of the faces of the die hurt the enemy, else nobody",
    "11.8.3",
    (AnswerKey("flights", "cover"),),
    _FACTS,
)
COUNTER: Final = DecisionKind(
    "counter-interception",
    "Aircraft that help those over a hex",
    "when the enemy sends aircraft against an attack of yours; default: as few fighters as make "
    "seven faces of the die hurt him, all where it is six, else nobody",
    "11.8.2",
    (AnswerKey("flights", "counter"),),
    _FACTS,
)


class DepletedSupport(Reading, id="TW-R-11.3-a"):
    """What Depleted aircraft add to the support of whole ones."""

    BESIDE = "beside"
    ALONE = "alone"


class HelpOnTheWay(Reading, id="TW-R-23.1-a"):
    """Whether aircraft of major powers meet those who fly against a country just invaded."""

    MEET = "meet"
    STAY = "stay"


@implements("TW-11.3.1-1", "TW-11.4.1-1", "TW-11.4.2-1", "TW-26.1.1-5", "TW-1.2d-5", "TW-2.6-MDM-1")
def columns_of(position: Position, pieces: Iterable[Piece], place: str, most: int) -> int:
    """The columns that aircraft shift: one for a TAC, two for an MDM, one for all Depleted ones."""
    bombers = [piece for piece in pieces if piece.kind in BOMBERS]
    whole = sum(COLUMNS[piece.kind] for piece in bombers if not piece.is_depleted)
    worn = DEPLETED if any(piece.is_depleted for piece in bombers) else 0
    if whole and position.reading(DepletedSupport) is DepletedSupport.ALONE:
        worn = 0
    owner = bombers[0].owner if bombers else ""
    weather = effect(position, owner, place, "support")
    return min(whole + worn, most, weather)


def most_columns(position: Position, row: str) -> int:
    """The most columns that support shifts, to the right or to the left."""
    return abs(int(position.book.chart("gcrt-modifiers").at(row, "most", "column").number))


# --- a mission -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mission:
    """Aircraft that support an attack of a power on a hex; `most` columns where it has a limit,
    `ways` the hexes by way of which they fly.
    """

    place: str
    power: str
    wing: tuple[str, ...]
    most: int
    ways: Ways = ()


@dataclass(frozen=True, slots=True)
class Cover:
    """What aircraft over a hex come to: the columns by which they shift an attack, to the right
    where positive, and the factors of both sides; `das` whether bombers support the defenders.
    """

    columns: int
    factors: tuple[int, int] = (0, 0)
    das: bool = False

    @property
    @implements("TW-7.7.2-2")
    def superior(self) -> bool:
        """Whether an assault from the sea may be made: no support of the defenders, or less."""
        own, enemy = self.factors
        return not self.das or own > enemy


@implements("TW-11.3.1-1", "TW-11.4.1-1", "TW-11.9-4", "TW-10.2.1-1")
def support(umpire: Umpire, mission: Mission) -> Cover:
    """What aircraft of both sides over a hex come to once they have fought."""
    right, skies = _over(umpire, mission)
    over = [piece for piece in skies.defenders if comes_to_hex(skies, piece)]
    most = most_columns(umpire.position, "das")
    return _cover(umpire, skies, right - columns_of(umpire.position, over, mission.place, most))


@implements("TW-9.8-5")
def help_overrun(umpire: Umpire, mission: Mission) -> Cover:
    """What aircraft that help an automatic victory come to: who meets them shifts no column."""
    right, skies = _over(umpire, mission)
    return _cover(umpire, skies, right)


@implements("TW-7.7.2-2")
def _cover(umpire: Umpire, skies: Skies, columns: int) -> Cover:
    """The columns of aircraft over a hex, with the factors of both sides that are left there."""
    over = [piece for piece in skies.defenders if comes_to_hex(skies, piece)]
    own = sum(piece.strength for piece in umpire.position.still_at(skies.attackers))
    das = any(piece.kind in BOMBERS for piece in over)
    return Cover(columns, (own, sum(piece.strength for piece in over)), das)


def _over(umpire: Umpire, mission: Mission) -> tuple[int, Skies]:
    """A mission over its hex: the columns to the right, and who is there when all is over."""
    wing = still_flying(umpire, mission.wing, mission.place)
    position = umpire.position
    way = ways_of(position, wing, mission.place, mission.ways)
    skies = meet(umpire, Skies(position, mission.place, wing, (), way=way), mission.power)
    bombers = [one for one in skies.attackers if one.kind in BOMBERS and one.id in mission.wing]
    fire(umpire, mission.place, mission.power, bombers)
    position = umpire.position
    return columns_of(position, position.still_at(bombers), mission.place, mission.most), skies


@implements("TW-11.2.3-2")
def still_flying(umpire: Umpire, units: Iterable[str], place: str) -> tuple[Piece, ...]:
    """The aircraft of a mission as they take off: on one of another kind some may have fallen."""
    position = umpire.position
    wing = tuple(position.piece(position.units[unit]) for unit in units)
    gone = tuple(piece.id for piece in wing if piece.at not in position.board)
    if gone:
        umpire.tell(NotFlownVerdict(place, gone))
    return tuple(piece for piece in wing if piece.id not in gone)


@implements("TW-11.8.1-1")
def ways_of(
    position: Position, wing: Iterable[Piece], place: str, ways: Ways = ()
) -> frozenset[str]:
    """The hexes that aircraft cross on their way to a hex, as their player has named them."""
    named = dict(ways)
    flights = (
        way_by(position, one, (*named.get(one.id, ()), place), offensive_range(position, one))
        for one in wing
    )
    return frozenset[str]().union(*flights)


def meet(umpire: Umpire, skies: Skies, power: str) -> Skies:
    """Aircraft of a power are met by those whom the enemy sends, and fight: who is left."""
    skies = commit(umpire, skies, power)
    return fight(umpire, skies, power) if skies.contested else skies


@implements("TW-11.8.2-1", "TW-11.4.1-1")
def commit(umpire: Umpire, skies: Skies, power: str) -> Skies:
    """The defender sends aircraft, the attacker more, and so on until one sends none."""
    number = 1
    while True:
        with umpire.step(f"flies-{number}"):
            came = sent(umpire, skies, power)
            skies = replace(skies, position=umpire.position, defenders=(*skies.defenders, *came))
            if not came:
                return skies
            helped = _helped(umpire, skies, power)
            skies = replace(skies, position=umpire.position, attackers=(*skies.attackers, *helped))
            if not helped:
                return skies
        number += 1


# --- who comes -----------------------------------------------------------------------------------


@implements(
    "TW-11.4.1-1", "TW-11.2.1.2-2", "TW-11.2.3-2", "TW-11.1.2-3", "TW-3.6-2", "TW-4.0-4",
    "TW-11.7.1-1",
)  # fmt: skip
def sent(umpire: Umpire, skies: Skies, power: str) -> tuple[Piece, ...]:
    """The aircraft that enemies of an attack send to its hex, player by player."""
    came: list[Piece] = []
    for player, pieces in by_player(skies.position, _defenders(skies, power)):
        seen = replace(skies, defenders=(*skies.defenders, *came))
        kind, choose = SEND, _to_defend
        if skies.transfer or skies.strike:
            kind, choose = (MEET, _to_meet) if skies.transfer else (COVER, _to_cover)
        picked = _picked(umpire, kind, (player, pieces, choose(seen, pieces)), seen)
        came += _flown(umpire, picked, UnitMark.DEFENDS, skies.place)
    return tuple(came)


@implements("TW-11.8.2-1", "TW-11.2.3-2")
def _helped(umpire: Umpire, skies: Skies, power: str) -> tuple[Piece, ...]:
    """The aircraft that counter-intercept those of the defender."""
    came: list[Piece] = []
    for player, pieces in by_player(skies.position, _helpers(skies, power)):
        seen = replace(skies, attackers=(*skies.attackers, *came))
        usual = _to_help(seen, pieces)
        picked = _picked(umpire, COUNTER, (player, pieces, usual), seen)
        came += _flown(umpire, picked, UnitMark.COUNTERS, skies.place)
    return tuple(came)


def _flown(umpire: Umpire, picked: Sequence[Piece], mark: UnitMark, place: str) -> Iterator[Piece]:
    """Aircraft that fly a mission now, with its mark."""
    for piece in picked:
        umpire.apply(*flies(piece.unit, mark, place))
        if mark is UnitMark.COUNTERS:
            unit = umpire.state.units[piece.id]
            umpire.apply(*set_mark(unit, UnitMark.FLOWN, Mark(UnitMark.FLOWN.until)))
        yield umpire.position.piece(umpire.state.units[piece.id])


def _defenders(skies: Skies, power: str) -> Iterator[Piece]:
    """The aircraft that may come to the defenders' help."""
    position = skies.position
    for one in in_alliance_order(position):
        if position.at_war(power, one):
            for piece in position.pieces_of(one):
                busy = _is_busy(skies, piece, UnitMark.DEFENDS)
                caught = busy or is_grounded(position, piece)
                if not caught and _reaches(skies, piece, defensive_range):
                    yield piece


def _helpers(skies: Skies, power: str) -> Iterator[Piece]:
    """The active aircraft of the attacker that may help those over the hex."""
    position, over = skies.position, [piece.id for piece in skies.attackers]
    for one in in_alliance_order(position):
        if position.stand_together(power, one):
            for piece in position.pieces_of(one):
                busy = _is_busy(skies, piece, UnitMark.COUNTERS)
                idle = busy or piece.id in over or not is_active(piece)
                if not idle and _reaches(skies, piece, offensive_range):
                    yield piece


def _is_busy(skies: Skies, piece: Piece, mark: UnitMark) -> bool:
    """Whether an aircraft has flown such a mission on this front, or has lost its base."""
    flown = has_flown(skies.position, piece.unit, mark, skies.place)
    return flown or piece.unit.marked(UnitMark.DISPLACED)


def _reaches(skies: Skies, piece: Piece, far: Callable[[Position, Piece], int]) -> bool:
    """Whether an aircraft is of a kind that comes, near enough to the hex or the way there."""
    if piece.kind not in FLYERS and not _flies_over_port(skies, piece):
        return False
    if far is defensive_range and is_beside(skies.position, piece, skies.area):
        return True
    near = reached(skies.position, piece, far(skies.position, piece))
    if is_left_alone(skies.position, piece.owner, skies.place) and not skies.prey:
        on_the_way = skies.way - {skies.place}
        help_ = skies.position.reading(HelpOnTheWay) is HelpOnTheWay.MEET
        return help_ and not on_the_way.isdisjoint(near)
    return skies.place in near or not skies.way.isdisjoint(near)


@implements("TW-11.2.3-2", "TW-11.5.1-1", "TW-11.2.1.2-3")
def _flies_over_port(skies: Skies, piece: Piece) -> bool:
    """Whether a NAC flies to a port where ships or aircraft are attacked, or others meet already: a
    whole one of a base on land, or of the port.
    """
    asked = skies.strike or skies.raid or (skies.defenders and not skies.transfer)
    port = bool(skies.position.board.fact(skies.place, "port"))
    if piece.kind != Kind.NAC or not asked or not port or not is_fit(piece):
        return False
    return piece.at == skies.place or not is_aboard(skies.position, piece)


@implements("TW-11.8.3-1")
def is_beside(position: Position, piece: Piece, area: str) -> bool:
    """Whether the base of an aircraft lies on a sea area, whose carriers it meets."""
    return piece.at in position.board.spots and area in position.board.seas(piece.at)


@implements("TW-23.1-6")
def is_left_alone(position: Position, power: str, place: str) -> bool:
    """Whether a major power may not support those in a hex: only units of countries stand there
    that have been invaded in this player turn of the enemy.
    """
    owners = {piece.owner for piece in position.at(place)}
    helped = [one for one in owners if not position.at_war(power, one)]
    alone = all(_is_invaded_now(position, one) for one in helped)
    return power in MAJORS and bool(helped) and alone


def _is_invaded_now(position: Position, power: str) -> bool:
    """Whether a country has been invaded in this player turn of the enemy."""
    fresh = bool(position.state.flag(power, PowerFlag.FREE_EFFORT))
    return fresh and position.side_of(power) != position.clock.side


def comes_to_hex(skies: Skies, piece: Piece) -> bool:
    """Whether an aircraft of the defender helps those in the hex: it does not only meet others."""
    alone = is_left_alone(skies.position, piece.owner, skies.place)
    return not alone and reaches_hex(skies, piece)


@implements("TW-11.8.1-1", "TW-11.4.1-1")
def reaches_hex(skies: Skies, piece: Piece) -> bool:
    """Whether an aircraft that meets others on their way comes as far as the hex itself."""
    return skies.place in reached(skies.position, piece, defensive_range(skies.position, piece))


def _picked(
    umpire: Umpire,
    kind: DecisionKind,
    who: tuple[str, Sequence[Piece], Sequence[Piece]],
    skies: Skies,
) -> list[Piece]:
    """Which of his aircraft a player sends."""
    player, pieces, usual = who
    defends = kind is not COUNTER
    own, enemy = reversed(skies.factors) if defends else skies.factors
    every = _with(skies, pieces, defends)
    good = every.faces()[defends] if every.contested else FACES
    options: list[Option] = [option_of(piece) for piece in pieces]
    answer = umpire.decide(
        kind.ask(
            f"Which aircraft fly to {skies.position.label(skies.place)}?",
            (player,),
            options,
            [piece.id for piece in usual],
            about=player,
            at=skies.place,
            least=0,
            most=len(pieces),
            facts={"own": own, "enemy": enemy, "good": good},
        )
    )
    return [piece for piece in pieces if piece.id in answer.picks]


def _with(skies: Skies, pieces: Sequence[Piece], defends: bool) -> Skies:
    """The skies with more aircraft of a side."""
    if defends:
        return replace(skies, defenders=(*skies.defenders, *pieces))
    return replace(skies, attackers=(*skies.attackers, *pieces))


# --- what a good player does ---------------------------------------------------------------------


def _to_defend(skies: Skies, pieces: Sequence[Piece]) -> list[Piece]:
    """Whom a defender sends who says nothing."""
    fit = [piece for piece in pieces if not piece.is_depleted]
    fighters = [piece for piece in fit if piece.kind == Kind.FTR]
    if not skies.attackers:
        return [*fighters, *fit][:1] if skies.prey else _enough(skies, fit)
    for some in ([*fighters, *_enough(skies, fit)], fighters):
        if _with(skies, some, defends=True).faces()[1] >= FACES // 2:
            return some
    return []


@implements("TW-8.3.2-3")
def _to_meet(skies: Skies, pieces: Sequence[Piece]) -> list[Piece]:
    """Who meets aircraft that change base if nobody says so: parachutists alone are easy prey."""
    fighters = [p for p in pieces if p.kind == Kind.FTR and not p.is_depleted]
    alone = not skies.attackers and not skies.defenders
    return fighters[:1] if alone else []


def _to_cover(skies: Skies, pieces: Sequence[Piece]) -> list[Piece]:
    """Who meets a strike on a port if nobody says so: fighters that have a fair chance."""
    fighters = [p for p in pieces if p.kind == Kind.FTR and not p.is_depleted]
    fair = _with(skies, fighters, defends=True).faces()[1] >= FACES // 2
    return fighters if fair else []


def _enough(skies: Skies, pieces: Sequence[Piece]) -> list[Piece]:
    """As few bombers as shift the odds as far as may be."""
    most = most_columns(skies.position, "das")
    bombers = (p for p in pieces if p.kind in BOMBERS and comes_to_hex(skies, p))
    taken: list[Piece] = []
    for piece in sorted(bombers, key=lambda p: (-COLUMNS[p.kind], p.id)):
        before = columns_of(skies.position, (*skies.defenders, *taken), skies.place, most)
        after = columns_of(skies.position, (*skies.defenders, *taken, piece), skies.place, most)
        if after > before:
            taken.append(piece)
    return taken


def _to_help(skies: Skies, pieces: Sequence[Piece]) -> list[Piece]:
    """Whom an attacker sends after his supporters who says nothing."""
    fighters = [p for p in pieces if p.kind == Kind.FTR and not p.is_depleted]
    for many in range(len(fighters)):
        if _with(skies, fighters[:many], defends=False).faces()[0] >= GOOD:
            return fighters[:many]
    useful = _with(skies, fighters, defends=False).faces()[0] > FACES // 2
    return fighters if useful else []
