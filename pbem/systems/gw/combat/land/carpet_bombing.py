"""Carpet bombing and attrition attacks in play (9.17, 1.10, 7.8): one round on units of a zone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import REMOVED
from pbem.core.record.verdicts import PlaceId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading, Rules, rules_of
from pbem.core.rules.sides import Role
from pbem.systems.gw.battle.air_raid import (
    D12,
    STRATEGIC,
    CarpetDice,
    RocketsInJungle,
    carpet_dice,
    lose,
)
from pbem.systems.gw.battle.air_raid import loss_order as air_loss_order
from pbem.systems.gw.battle.casualties import loss_order
from pbem.systems.gw.combat.air.bombing import (
    RaidVerdict,
    Sortie,
    called_off,
    raid_told,
    sortie,
    wing_of,
)
from pbem.systems.gw.combat.air.interception import (
    Incoming,
    Throws,
    Wing,
    fallen,
    met_in_the_air,
    shot_down,
)
from pbem.systems.gw.combat.battle_choices import CLUB
from pbem.systems.gw.combat.battle_orders import BattleOrder, Fought
from pbem.systems.gw.world.cargo import moved
from pbem.systems.gw.world.duties import ATTRITION, CARPET
from pbem.systems.gw.world.nations import enemies_in
from pbem.systems.gw.world.units import ROCKET, Piece, pieces, unit_type
from pbem.systems.gw.world.vocabulary import Counted
from pbem.systems.gw.world.zones import terrain_of_zone

JUNGLE: Final = "jungle"
BOMBED: Final = DecisionKind(
    "bombed-losses",
    "Losses to bombs and shells",
    "when land units are carpet-bombed or shelled from afar; by default the clubs' order",
    "9.17",
    (AnswerKey("defend", "lose"),),
)


# kinds of bombers, how many, the dice of each, what hits, and what was thrown
Shelling = Sequence[tuple[str, int, int, int, Sequence[int]]]
Flak = tuple[()] | tuple[Sequence[int], int]  # the dice of guns, and what hits


@dataclass(frozen=True, slots=True)
class CarpetBombingVerdict(RaidVerdict):
    """Carpet bombing: the bombs, the fire of Anti-Aircraft Artillery, and what both cost."""

    kind: ClassVar[str] = "carpet-bombing"
    cite: ClassVar[str] = "9.17"

    dice: Shelling
    hits: int
    lost: Counted
    flak: Flak
    shot: Counted


@implements("GW-9.17-1", "GW-9.17-2", "GW-1.10-3", "GW-7.8-d2", "GW-7.8-d4")
def carpet_bombing(umpire: Umpire, order: BattleOrder) -> None:
    """One round of carpet bombing: interception, bombs, Anti-Aircraft fire, casualties (9.17)."""
    raid = sortie(umpire, order, CARPET)
    if not land_enemies(umpire.position, raid):
        called_off(umpire, raid, CARPET)
        return
    umpire.chart("raids")
    met = met_in_the_air(umpire, Incoming(raid.zone, CARPET, raid.flying, raid.words))
    arrived = Wing(umpire.book, Role.ATTACKER, (*met.raiders.groups, *raid.rockets))
    enemy = land_enemies(umpire.position, raid)
    powers = {"bombs": raid.power, "anti-aircraft-artillery": enemy[0].owner}
    throws = Throws(umpire, powers, "9.17")
    hits, dice = _bombs(umpire, raid.zone, arrived, throws)
    shot, flak = _anti_aircraft(enemy, arrived, throws)
    lost = take_losses(umpire, raid.zone, enemy, hits)
    shot_down(umpire, arrived, shot)
    umpire.tell(
        CarpetBombingVerdict(
            **raid_told(umpire, raid, met),
            dice=dice,
            hits=hits,
            lost=lost,
            flak=flak,
            shot=fallen(shot),
        )
    )


def land_enemies(position: Position, raid: Sortie) -> list[Piece]:
    """The enemy land units of the zone."""
    there = pieces(position.book, enemies_in(position.state, raid.power, raid.zone))
    return [piece for piece in there if piece.type.is_land]


@implements("GW-9.17-d1", "GW-9.17-3", "GW-9.17-4", "GW-1.10-3")
def _bombs(umpire: Umpire, zone: str, wing: Wing, throws: Throws) -> tuple[int, Shelling]:
    """The hits of carpet bombers and rockets, with their dice; jungle takes two dice of each."""
    jungle = umpire.options.jungles and JUNGLE in terrain_of_zone(umpire.board, zone)
    read = _readings(umpire, wing, jungle)
    hits = 0
    told: list[tuple[str, int, int, int, Sequence[int]]] = []
    for name, count in wing.types.items():
        each, value = carpet_dice(name, jungle, read)
        if each:
            faces = throws(f"bombs/{name}", count * each, D12)
            hits += sum(face <= value for face in faces)
            told.append((name, count, each, value, faces))
    return hits, told


def _readings(umpire: Umpire, wing: Wing, jungle: bool) -> Rules:
    """The readings of how many dice there are, where they matter."""
    matters: dict[type[Reading], bool] = {
        RocketsInJungle: jungle and ROCKET in wing.types,
        CarpetDice: not jungle and STRATEGIC in wing.types,
    }
    return rules_of(umpire, matters)


@implements("GW-9.17-d2", "GW-9.17-2")
def _anti_aircraft(
    enemy: Iterable[Piece], wing: Wing, throws: Throws
) -> tuple[dict[str, int], Flak]:
    """The bombers that Anti-Aircraft Artillery shoots down, with its dice (9.17, 12.2)."""
    book = wing.book
    bombers = {
        name: count
        for name, count in wing.types.items()
        if carpet_dice(name, False, Rules(book))[0] and unit_type(book, name).is_air
    }
    guns = [piece for piece in enemy if piece.type.anti_aircraft is not None]
    if not guns or not bombers:
        return {}, ()
    fire = guns[0].type.anti_aircraft
    assert fire is not None
    each = min(fire.most_dice, fire.dice_for_each_aircraft * sum(bombers.values()))
    faces = throws(guns[0].type.id, each * sum(gun.size for gun in guns), D12)
    hits = sum(face <= fire.hits_on for face in faces)
    left = lose(bombers, hits, air_loss_order(throws.umpire.book, bombers))
    shot = {name: count - left.get(name, 0) for name, count in bombers.items()}
    return shot, (faces, fire.hits_on)


# --- attrition attacks -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AttritionVerdict(Fought):
    """Advanced Artillery has shelled a neighbouring zone."""

    kind: ClassVar[str] = "attrition"
    cite: ClassVar[str] = "7.8"

    came: Sequence[PlaceId]
    dice: Shelling
    hits: int
    lost: Counted


@implements("GW-7.8-3", "GW-7.8-d1")
def attrition(umpire: Umpire, order: BattleOrder) -> None:
    """Advanced Artillery shells a neighbouring zone for one round; nobody fires back (7.8)."""
    raid = sortie(umpire, order, ATTRITION)
    enemy = land_enemies(umpire.position, raid)
    if not enemy:
        called_off(umpire, raid, ATTRITION)
        return
    table = umpire.chart("raids")
    throws = Throws(umpire, {"shells": raid.power}, "7.8")
    wing, hits, dice = wing_of(umpire.book, raid.sent), 0, []
    for name, count in wing.types.items():
        value = int(table.at(name, "hits-on", "attrition").number)
        faces = throws(f"shells/{name}", count, D12)
        hits += sum(face <= value for face in faces)
        dice.append((name, count, 1, value, faces))
    lost = take_losses(umpire, raid.zone, enemy, hits)
    umpire.tell(
        AttritionVerdict(
            at=raid.zone,
            result="shelled",
            attacker=wing.powers,
            defender=list(dict.fromkeys(unit.owner for unit in enemy)),
            came=sorted({unit.at for unit in raid.sent}),
            dice=dice,
            hits=hits,
            lost=lost,
        )
    )


# --- casualties ------------------------------------------------------------------------------


def take_losses(umpire: Umpire, zone: str, enemy: Sequence[Piece], hits: int) -> Counted:
    """So many of the bombed units are lost, in the order that their players name."""
    order = _order(umpire, zone, enemy) if hits else ()
    ranked = sorted(enemy, key=lambda one: (order.index(one.type.id) if order else 0, one.id))
    lost: dict[str, int] = {}
    for piece in ranked:
        gone = min(hits, piece.size)
        if gone:
            umpire.apply(moved(piece.unit, REMOVED, gone))
            lost[piece.type.id] = lost.get(piece.type.id, 0) + gone
            hits -= gone
    return tuple(lost.items())


def _order(umpire: Umpire, zone: str, enemy: Sequence[Piece]) -> tuple[str, ...]:
    """The types in the order in which they are lost: as a line says, else the clubs' order."""
    types = tuple(dict.fromkeys(piece.type for piece in enemy))
    club = tuple(types[index].id for index in loss_order(types, Role.DEFENDER))
    state = umpire.state
    owners = dict.fromkeys(unit.owner for unit in enemy)
    players = tuple(sorted({p for owner in owners for p in state.powers[owner].players}))
    if len(types) < 2 or not players:
        return club
    usual = Option(CLUB, "the clubs' order")
    options = (usual, *(Option(kind.id, kind.name) for kind in types))
    most = len(types) + 1
    asked = "In which order are units lost?"
    decision = BOMBED.ask(asked, players, options, (CLUB,), at=zone, most=most)
    # the types named first, then the others in the clubs' order
    named = dict.fromkeys((*umpire.decide(decision).picks, *club))
    return tuple(name for name in named if name != CLUB)
