"""A battle at sea (7.9.5, 7.9.7, 7.9.8): up to three rounds, each with its parts.

Aircraft fight aircraft; then aircraft attack ships, and ships aircraft; then ships fight ships. The
player whose turn it is rolls as the attacker. Decides what a round comes to and when a battle ends.
Leaves who came to `meeting`, the aircraft of carriers that take off to `decks`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option, one_of
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Modifier
from pbem.systems.tw.air.air_verdicts import FlakVerdict
from pbem.systems.tw.air.fighting import air_round
from pbem.systems.tw.air.flak import ALL_DEPLETED, MISSES, MOST
from pbem.systems.tw.air.losses import AirLosses
from pbem.systems.tw.air.losses import suffer as suffer_in_the_air
from pbem.systems.tw.air.skies import LAST as LAST_OF_FLAK
from pbem.systems.tw.air.skies import Skies
from pbem.systems.tw.air.skies import hits_of as air_hits_of
from pbem.systems.tw.sea.battle import (
    ATTACKER,
    DEFENDER,
    FACES,
    Waters,
    hits_of,
    modifiers_of,
)
from pbem.systems.tw.sea.decks import Deck, first_strike, on_deck, taking_off
from pbem.systems.tw.sea.losses import Blow, SeaLosses, suffer
from pbem.systems.tw.sea.navies import Stranded, aircraft_of, has_deck, is_stranded
from pbem.systems.tw.sea.sea_verdicts import SeaBattleVerdict, SurpriseVerdict
from pbem.systems.tw.sea.surprising import helped_by_spies
from pbem.systems.tw.sea.waters import is_area
from pbem.systems.tw.world.position import Position, Umpire, player_of
from pbem.systems.tw.world.seats import speaker_of
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import UnitMark

ROUNDS: Final = 3
FIGHT: Final = "fight"
BREAK: Final = "break"
SURPRISE: Final = 2  # the highest die that surprises
TWICE: Final = 2
THRICE: Final = 3
ENOUGH: Final = 4  # faces of the die that hurt the enemy, for which a mission is worth a round
STRIKE: Final = "strike"  # aircraft against ships
SCREEN: Final = "screen"  # ships against aircraft
ALL: Final = "all"
PORT: Final = "port"  # aircraft against ships in port, of which their player chooses

ROUND: Final = DecisionKind(
    "sea-round",
    "Whether a battle at sea goes on",
    "after a round of a battle at sea with units of both sides left: `fight`, or `break` it off "
    "with the whole force, which gives a mission up. Default: fight while four faces of the die "
    "hurt the enemy",
    "7.9.5",
    (AnswerKey("fleets", "round"),),
    {
        "round": "the round that would be fought",
        "own": "your Fleets there, in halves of one",
        "enemy": "those of the enemy",
        "good": "of the ten faces of the die, how many hurt the enemy",
        "side": "whether your player turn it is",
    },
    values={"side": one_of("attacker", "defender")},
)


class LastPart(Reading, id="TW-R-7.9.7-a"):
    """Whether all units fight all where one side has no ships, which has been fought by then."""

    SHIPS = "ships"
    ALWAYS = "always"


class StaysBelow(Reading, id="TW-R-7.9.7-b"):
    """Whether aircraft of carriers that stay below, and fight none, attack ships all the same."""

    RESTS = "rests"
    STRIKES = "strikes"


class BothLeft(Reading, id="TW-R-12.1.2-a"):
    """What becomes of a supply line where both sides have whole units left after a battle."""

    HOLDS = "holds"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle at sea as it goes: its units, whose turn it is, and who has broken it off.

    `up` are the aircraft of carriers that have taken off in its round.
    """

    waters: Waters
    power: str
    laden: tuple[str, ...] = ()
    broken: str = ""
    up: tuple[str, ...] = ()
    strategic: bool = False

    @property
    def area(self) -> str:
        return self.waters.area

    def then(self, position: Position) -> Fight:
        """The same with what is left of both sides."""
        waters = replace(
            self.waters,
            position=position,
            attackers=position.still_at(self.waters.attackers),
            defenders=position.still_at(self.waters.defenders),
        )
        return replace(self, waters=waters)

    def flying(self, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
        """The aircraft of a side: those of land bases, and of its carriers those that are up."""
        position = self.waters.position
        decks = aircraft_of(position, _ships(pieces)).values()
        up = (position.piece(position.units[unit]) for unit in decks if unit in self.up)
        return (*_aircraft(pieces), *up)


def _ships(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece.is_naval)


def _aircraft(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece.is_air)


@implements("TW-7.9-1", "TW-7.9.7-1", "TW-7.9.8-1", "TW-7.9.5-6", "TW-7.9.7-2")
def fight(umpire: Umpire, battle: Fight) -> Fight:
    """Up to three rounds; what is left, and who has broken it off."""
    for number in range(1, ROUNDS + 1):
        with umpire.step(f"sea-round-{number}"):
            if number > 1:
                battle = _goes_on(umpire, battle, number)
                if battle.broken:
                    break
            battle = _round(umpire, battle, number)
        if not battle.waters.contested:
            break
    return battle


@implements("TW-12.1.2-1", "TW-7.8.4-2")
def has_won(umpire: Umpire, battle: Fight, side: str) -> bool:
    """Whether a side has cut a supply line there: it has whole units left in the area that hurt
    ships, and the other side has none that are whole.
    """
    left = battle.then(umpire.position)
    mine, theirs = left.waters.attackers, left.waters.defenders
    if side == DEFENDER:
        mine, theirs = theirs, mine
    hunters = (*_ships(mine), *strikers(left, side))
    if battle.broken == side or all(piece.is_depleted for piece in hunters):
        return False
    held = not battle.broken and not all(piece.is_depleted for piece in theirs)
    return not held or umpire.reading(BothLeft) is BothLeft.CUT


@implements("TW-7.9.5-5", "TW-7.9.7-1", "TW-7.9.7-3")
def _round(umpire: Umpire, battle: Fight, number: int) -> Fight:
    """One round: in the air, aircraft against ships, ships against aircraft, all against all."""
    battle, flew = _in_the_air(umpire, _take_off(umpire, battle, number), number)
    doubled = 1 if flew or number > 1 else surprised(umpire, battle)
    battle = _strike(umpire, battle, number, doubled)
    battle = _screen(umpire, battle, number)
    waters = battle.waters
    both = _ships(waters.attackers) and _ships(waters.defenders)
    always = umpire.reading(LastPart) is LastPart.ALWAYS
    if both or (always and waters.contested):
        battle = roll(umpire, battle, (number, ALL), waters)
    return battle


@implements("TW-7.9.7-1")
def _take_off(umpire: Umpire, battle: Fight, number: int) -> Fight:
    """Both sides say which aircraft of their carriers take off, he whose turn it is first."""
    battle = replace(battle, up=())
    for moves in (True, False):
        waters = battle.waters
        mine, theirs = waters.attackers, waters.defenders
        if not moves:
            mine, theirs = theirs, mine
        deck = Deck(battle.area, number, moves, _aircraft(mine), battle.flying(theirs))
        battle = replace(battle, up=(*battle.up, *taking_off(umpire, deck, _ships(mine))))
    return battle


@implements("TW-7.9.1-1", "TW-7.9.1-2", "TW-11.6-1")
def _in_the_air(umpire: Umpire, battle: Fight, number: int) -> tuple[Fight, bool]:
    """Aircraft of both sides fight each other, if there are any."""
    waters = battle.waters
    mine, theirs = battle.flying(waters.attackers), battle.flying(waters.defenders)
    if not mine or not theirs:
        return battle, False
    skies = Skies(umpire.position, battle.area, mine, theirs)
    air_round(umpire, skies, battle.power, number)
    return battle.then(umpire.position), True


@implements("TW-7.9.3-1", "TW-7.9.3-2", "TW-11.7.2-1")
def surprised(umpire: Umpire, battle: Fight) -> int:
    """How often the attacker's aircraft count: twice where they surprise ships without cover, three
    times in port; in operations nobody tries a second time.
    """
    aircraft, ships = strikers(battle, ATTACKER), _ships(battle.waters.defenders)
    if not aircraft or (not battle.strategic and _are_alerted(ships)):
        return 1
    alerted = Mark(UnitMark.ALERTED.until)
    for ship in () if battle.strategic else ships:
        umpire.apply(*set_mark(ship.unit, UnitMark.ALERTED, alerted))
    help_ = helped_by_spies(umpire, battle.power, battle.area)
    thrown = umpire.roll(
        "surprise", "d10", player_of(umpire.position, battle.power), "7.9.3", help_
    )
    found = thrown.modified <= SURPRISE
    umpire.tell(SurpriseVerdict(battle.area, _ids(aircraft), thrown.total, found, bool(help_)))
    if not found:
        return 1
    return TWICE if is_area(battle.area) else THRICE


def _are_alerted(ships: Sequence[Piece]) -> bool:
    """Whether aircraft have tried to surprise some of these ships in operations."""
    return any(ship.unit.marked(UnitMark.ALERTED) for ship in ships)


@implements("TW-7.9.2-1", "TW-11.11.4-1")
def strikers(battle: Fight, side: str) -> tuple[Piece, ...]:
    """The aircraft of a side that attack ships: fighters in straits alone, no Depleted NAC."""
    waters = battle.waters
    pieces = waters.attackers if side == ATTACKER else waters.defenders
    flying = battle.flying(pieces)
    if battle.waters.position.reading(StaysBelow) is StaysBelow.STRIKES:
        flying = (*_aircraft(pieces), *on_deck(waters.position, _ships(pieces)))
    found = (piece for piece in flying if piece.kind != Kind.NAC or not piece.is_depleted)
    return tuple(piece for piece in found if piece.kind != Kind.FTR or waters.in_strait)


@implements("TW-7.9.2-1", "TW-7.9.5-1")
def _strike(umpire: Umpire, battle: Fight, number: int, doubled: int) -> Fight:
    """The attacker's aircraft attack the ships of the defender, whose flak fires first."""
    ships = _ships(battle.waters.defenders)

    def fire(targets: Sequence[Piece]) -> None:
        _flak(umpire, battle, (STRIKE, ships), targets)

    if not ships or not strikers(battle, ATTACKER):
        return battle
    return attack_ships(umpire, battle, (number, STRIKE), doubled, fire=fire)


@implements("TW-7.9.5-1", "TW-11.7.3-1", "TW-7.9.3-4")
def attack_ships(
    umpire: Umpire,
    battle: Fight,
    part: tuple[int, str],
    doubled: int,
    *,
    fire: Callable[[Sequence[Piece]], None],
) -> Fight:
    """Aircraft attack ships: flak first, where it has not been surprised."""
    ships = _ships(battle.waters.defenders)
    if doubled == 1:
        fire(strikers(battle, ATTACKER))
        battle = battle.then(umpire.position)
    aircraft = strikers(battle, ATTACKER)
    first = first_strike(umpire, aircraft) and doubled > 1
    waters = replace(battle.waters.of(aircraft, ships), doubled=doubled, first=first)
    return _engage(umpire, battle, part, waters)


@implements("TW-7.9.5-2", "TW-7.9.5-5")
def _screen(umpire: Umpire, battle: Fight, number: int) -> Fight:
    """The attacker's ships fight the aircraft of the defender, after their flak."""
    ships = _ships(battle.waters.attackers)
    if not ships or not strikers(battle, DEFENDER):
        return battle
    _flak(umpire, battle, (SCREEN, ships), strikers(battle, DEFENDER))
    battle = battle.then(umpire.position)
    aircraft = strikers(battle, DEFENDER)
    first_strike(umpire, aircraft)
    return _engage(umpire, battle, (number, SCREEN), battle.waters.of(ships, aircraft))


def _engage(umpire: Umpire, battle: Fight, part: tuple[int, str], waters: Waters) -> Fight:
    """A roll between some units of a battle, if both sides count for anything."""
    if not all(waters.halves):
        return battle
    return roll(umpire, battle, part, waters)


@implements("TW-7.9.5-1", "TW-7.9.9-1", "TW-7.9.9-2", "TW-7.9.7-3")
def roll(umpire: Umpire, battle: Fight, part: tuple[int, str], waters: Waters) -> Fight:
    """One roll on the table; at hopeless odds none, and all attackers are sunk."""
    number, name = part
    with umpire.step(name):
        modifiers = modifiers_of(waters)
        hopeless = waters.is_hopeless and bool(_ships(waters.attackers))
        die = None if hopeless else _die(umpire, battle, modifiers)
        text = waters.cell(die or FACES)
        hits = hits_of(text)
        hit = _ships(waters.attackers if hits.side == ATTACKER else waters.defenders)
        if hopeless:
            hits = replace(hits, many=len(hit))
        by = player_of(umpire.position, battle.power) if name == PORT else ""
        blow = Blow(name, battle.area, text, battle.laden, by)
        cost = suffer(umpire, hit, hits, blow) if hit else SeaLosses()
        _tell(umpire, waters, (number, name, die, text), cost)
    return battle.then(umpire.position)


def _die(umpire: Umpire, battle: Fight, modifiers: Sequence[Modifier]) -> int:
    player = player_of(umpire.position, battle.power)
    return umpire.roll("battle", "d10", player, "7.9.9", modifiers).total


def _tell(
    umpire: Umpire, waters: Waters, what: tuple[int, str, int | None, str], cost: SeaLosses
) -> None:
    """The paragraph of a roll."""
    number, name, die, text = what
    modifiers = {one.name: one.value for one in modifiers_of(waters)}
    umpire.tell(
        SeaBattleVerdict(
            waters.area,
            round=number,
            part=name,
            attackers=_ids(waters.attackers),
            defenders=_ids(waters.defenders),
            halves=waters.halves,
            odds=waters.column,
            die=die,
            modifiers=modifiers,
            row=None if die is None else die + sum(modifiers.values()),
            result=text,
            sunk=tuple(cost.sunk),
            depleted=tuple(cost.depleted),
            damage=tuple(cost.damage),
        )
    )


# --- flak of ships -------------------------------------------------------------------------------


@implements("TW-7.9.4-1", "TW-12.6.3-2")
def flak_of_ships(position: Position, ships: Sequence[Piece]) -> int:
    """The flak factors of ships: half of one each, a carrier with its aircraft one, rounded up."""
    worn = position.reading(Stranded) is Stranded.DEPLETED
    guns = [ship for ship in ships if not (worn and is_stranded(position, ship))]
    fit = [ship for ship in guns if not ship.is_depleted]
    return -(-sum(1 + has_deck(position, ship) for ship in fit) // 2)


def _flak(
    umpire: Umpire, battle: Fight, guns: tuple[str, Sequence[Piece]], targets: Sequence[Piece]
) -> None:
    """Ships fire at the aircraft that attack them, or that they attack."""
    name, ships = guns
    factors = flak_of_ships(umpire.position, ships)
    if not factors:
        return
    with umpire.step(f"{name}-flak"):
        worn = all(piece.is_depleted for piece in targets)
        modifiers = [Modifier("depleted", ALL_DEPLETED)] if worn else []
        by = player_of(umpire.position, ships[0].owner)
        thrown = umpire.roll("flak", "d10", by, "11.12", modifiers)
        row = min(LAST_OF_FLAK, max(MISSES, thrown.modified))
        text = umpire.chart("light-flak").at(str(row), str(min(MOST, factors))).text
        hits = air_hits_of(text)
        cost = AirLosses()
        if hits:
            cost = suffer_in_the_air(umpire, targets, hits, result=text, at=battle.area)
        umpire.tell(
            FlakVerdict(
                battle.area,
                targets=_ids(targets),
                factors=factors,
                die=thrown.total,
                row=thrown.modified,
                result=text,
                lost=tuple(cost.lost),
                depleted=tuple(cost.depleted),
            )
        )


# --- another round -------------------------------------------------------------------------------


@implements("TW-7.9.5-6", "TW-7.9.5-9", "TW-7.9.7-1")
def _goes_on(umpire: Umpire, battle: Fight, number: int) -> Fight:
    """Each side says whether it breaks off with all that it has, he whose turn it is first."""
    for side in (ATTACKER, DEFENDER):
        if asked(umpire, battle, number, side) == BREAK:
            return replace(battle, broken=side)
    return battle


def asked(umpire: Umpire, battle: Fight, number: int, side: str) -> str:
    """What a side says after a round: `fight`, or `break`."""
    waters, attacks = battle.waters, side == ATTACKER
    faces, halves = waters.faces(), waters.halves
    good, own, enemy = (
        (faces[0], halves[0], halves[1]) if attacks else (faces[1], halves[1], halves[0])
    )
    pieces = waters.attackers if attacks else waters.defenders
    answer = umpire.decide(
        ROUND.ask(
            f"Round {number} of the battle in {waters.position.label(battle.area)}?",
            speaker_of(waters.position, pieces),
            [Option(FIGHT, "fight on"), Option(BREAK, "break off")],
            [FIGHT if good >= ENOUGH else BREAK],
            about="attacker" if attacks else "defender",
            at=battle.area,
            facts={
                "round": number,
                "own": own,
                "enemy": enemy,
                "good": good,
                "side": "attacker" if attacks else "defender",
            },
        )
    )
    return answer.pick


def _ids(pieces: Sequence[Piece]) -> tuple[str, ...]:
    return tuple(piece.id for piece in pieces)
