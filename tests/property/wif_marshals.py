"""Players of World in Flames who want to win: what each orders in an impulse and between turns.

An attacker declares war, aligns whom he may, strikes and attacks at good odds, and marches towards
the next cities that count; a defender holds cities, withdraws to them, and strikes back where it is
cheap. Each order is tried with the check of its section, as a receipt does; what is illegal or
doubtful is not written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from pbem.core.data.counters import Counter as CounterData
from pbem.core.data.findings import Severity, Where, has_errors
from pbem.core.maps.paths import reachable
from pbem.core.orders.orders import Order, check_order
from pbem.core.record.events import apply
from pbem.core.record.state import State, as_number
from pbem.core.record.views import visible_state
from pbem.core.rules.game import Game
from pbem.systems.flames.economy.building import cost_of, pools, type_of
from pbem.systems.flames.economy.orders_of_powers import own_majors
from pbem.systems.flames.land.combat.attack_rules import readiness
from pbem.systems.flames.land.combat.attacks import declared_odds
from pbem.systems.flames.land.combatants import attacking, defending
from pbem.systems.flames.land.steps import step_cost
from pbem.systems.flames.turn.closing import END_OF_TURN
from pbem.systems.flames.world.commitments import stranger_to
from pbem.systems.flames.world.control import enemy_occupied, entry_bans, foes, is_friendly
from pbem.systems.flames.world.land_factors import total
from pbem.systems.flames.world.position import Piece, Position, major
from pbem.systems.flames.world.stacking import air_room, excess
from pbem.systems.flames.world.supply import has_path, in_supply
from pbem.systems.flames.world.vocabulary import PlaceFact, Relation, Side, TrackName, Weather
from pbem.systems.flames.world.zoc import enemy_zoc
from pbem.systems.wif.politics.reserves import callable_reserves
from pbem.systems.wif.world.alliances import cooperate
from pbem.systems.wif.world.vocabulary import FlagOf1939

Row = dict[str, Any]

NOWHERE: Final = 999
STRIKES: Final = 3  # ground strikes of an impulse: the other missions support attacks
TRIES: Final = 6  # hexes that a unit tries to march to
FEW: Final = 4  # with fewer units that can do something one passes
FAR: Final = 25  # hexes from which an HQ is of no use
CROWD: Final = 2  # hexes by which a goal seems farther for each unit that has it already
LOCAL: Final = 10  # hexes beyond which a minor country's army has no goals
PULL: Final = {"Moscow": 6, "Leningrad": 4, "Kiev": 4}  # hexes that a goal seems nearer by
OVERRUN: Final = 6  # attackers' factors for each of the defender's, from which an overrun is tried
LATE: Final = 6  # the box of the impulse track from which HQs have marched enough
CLOSE: Final = 2  # hexes from the front where no HQ of a defender stays
PLAINS: Final = "n-temperate"
NEAR: Final = 6  # hexes from the front where something is going on
ODDS: Final[Mapping[str, Fraction]] = {Side.AXIS: Fraction(4), Side.ALLIED: Fraction(3)}
WISHED: Final = Fraction(7)  # odds beyond which nobody else is sent
FAST: Final = 4  # hexes from which units come to overrun
ARMOUR_AND_MECH: Final = ("ARM", "MECH")
STANDING: Final[Mapping[str, Any]] = {
    "intercept": {"at": "any", "if": "air >= 0", "fly": "1 best FTR"},
    "defend": {"support": "1 best LND", "table": "assault"},
}
CHEAP_FIRST: Final = ["GAR", "MIL", "INF", "CAV", "MTN", "MOT", "MECH", "ARM"]
IN_BATTLE: Final[Mapping[str, Any]] = {"advance": "all", "lose": CHEAP_FIRST}


@dataclass(slots=True)
class Marshal:
    """A player who writes an order file: the position as his orders so far would make it."""

    game: Game
    state: State
    player: str
    position: Position = field(init=False)
    file: dict[str, Any] = field(default_factory=dict)
    plans: dict[str, list[str]] = field(default_factory=dict)  # attackers of each target

    def __post_init__(self) -> None:
        seen = visible_state(self.state, self.player)
        position = self.game.system.position(self.game, seen, seen, self.player, False)
        assert isinstance(position, Position)
        self.position = position

    @property
    def own(self) -> list[str]:
        """The powers that he plays."""
        return [power.id for power in self.position.state.powers_of_player(self.player)]

    @property
    def side(self) -> str:
        """His side."""
        return self.position.side(self.own[0])

    def sections(self) -> Row:
        """The sections of his order file."""
        if self.state.clock.window == END_OF_TURN:
            self.build()
        elif self.side == Side.AXIS:
            self.attack_impulse()
        else:
            self.defence_impulse()
        between = self.state.clock.window == END_OF_TURN
        return self.file if between else {**self.file, "in_battle": IN_BATTLE}

    # --- writing

    def give(self, section: str, said: Any, doubtful: bool = False) -> bool:
        """Write an order, if it is legal and (unless that may be) nothing is doubtful about it."""
        data = said if isinstance(said, dict) else {"value": said}
        rows = self.file.get(section, [])
        order = Order(section, len(rows) + 1, self.player, data, Where("orders", 1, 1))
        ruling = check_order(self.position, order)
        doubts = [f for f in ruling.findings if f.severity is Severity.WARNING]
        if has_errors(ruling.findings) or (doubts and not doubtful):
            return False
        after = ruling.after or apply(self.position.state, ruling.events)
        self.position = self.position.then(after)
        known = self.game.system.section(section)
        assert known is not None
        self.file[section] = said if known.single else [*rows, said]
        return True

    def first(self, section: str, rows: Iterable[Row]) -> bool:
        """Write the first of some orders that can be written."""
        return any(self.give(section, row) for row in rows)

    # --- looking

    def pieces(self, fits: Callable[[Piece], bool]) -> list[Piece]:
        """His face-up units on the map of some kind, by id."""
        own = set(self.own)
        found = [p for p in self.position.on_map if p.owner in own and not p.face_down and fits(p)]
        return sorted(found, key=lambda piece: piece.id)

    def distances(self, starts: Iterable[str]) -> Mapping[str, int]:
        """Hexes over land from the nearest of some places."""
        found = dict.fromkeys(starts, 0)
        ring = list(found)
        while ring:
            further = [
                other
                for place in ring
                for other in self.position.board.neighbours[place]
                if self.position.ground.legs[other] is not None
            ]
            steps = found[ring[0]] + 1
            ring = [place for place in dict.fromkeys(further) if place not in found]
            found |= dict.fromkeys(ring, steps)
        return found

    def enemy_hexes(self) -> list[str]:
        """Where land units of the other side stand."""
        enemies = set(foes(self.position, self.side))
        return sorted({p.at for p in self.position.on_map if p.is_land and p.owner in enemies})

    def cities(self, own: bool) -> list[str]:
        """The places that count, in his hands or not."""
        places = self.position.places.values()
        worth = [place.id for place in places if PlaceFact.VICTORY_POINTS in place.facts]
        return [one for one in worth if is_friendly(self.position, one, self.side) == own]

    def reach(self, piece: Piece) -> Mapping[str, int]:
        """The hexes that a unit can enter within its points, with what they cost."""
        position, ground = self.position, self.position.ground
        zoc, occupied = enemy_zoc(position, piece.owner), enemy_occupied(position, piece.owner)
        bans = entry_bans(position, piece.owner)

        def cost(here: str, there: str) -> int | None:
            if (here in zoc and here != piece.at) or there in occupied:
                return None
            if bans.get(position.controller(there)):
                return None
            return step_cost(ground, piece, here, there)

        return reachable(position.board.neighbours, piece.at, cost, piece.movement)

    def open_to(self, piece: Piece) -> list[str]:
        """The hexes that it can enter where it may stand."""
        return [place for place in self.reach(piece) if self.room(piece, place)]

    def apart(self, one: str, other: str) -> int:
        """Hexes between two places."""
        distance = self.position.board.distance(one, other)
        return NOWHERE if distance is None else distance

    def room(self, piece: Piece, place: str) -> bool:
        """Whether a land unit may stand in a hex with who is there, and in that country at all."""
        return len(self.position.land_at(place)) < 2 and self.at_home(piece, place)

    def at_home(self, piece: Piece, place: str) -> bool:
        """Whether no friend in a hex, or who owns it, bars a unit (18.2)."""
        position = self.position
        friends = [p for p in position.at(place) if position.side(p.owner) == self.side]
        strange = any(not cooperate(position.state, piece.owner, p.owner) for p in friends)
        return not strange and (piece.is_hq or not stranger_to(position, piece, place))

    def airfields(self) -> list[str]:
        """Where the other side has nothing but aircraft."""
        enemies, shut = set(foes(self.position, self.side)), set(self.enemy_hexes())
        return sorted({p.at for p in self.position.on_map if p.owner in enemies} - shut)

    # --- an impulse of who attacks

    def attack_impulse(self) -> None:
        """War, allies, strikes, overruns, marches to attacks and on, attacks, aircraft, supply."""
        self.politics()
        self.act()
        far = self.distances(self.cities(own=False))
        self.strike(self.targets(far))
        self.by_rail(far)
        self.headquarters()
        for target in self.targets(far):
            self.overrun(target)
        for target in self.targets(far):
            self.prepare(target)
        self.walk_in()
        self.advance()
        self.advance()
        self.headquarters()
        self.regroup()
        self.assaults()
        self.fly_on()
        self.reorganise()

    def targets(self, far: Mapping[str, int]) -> list[str]:
        """The hexes of the enemy's units: the cities that count first, then what is near them."""
        return sorted(self.enemy_hexes(), key=lambda place: (far.get(place, NOWHERE), place))

    def walk_in(self) -> None:
        """Into the airfields that nobody guards: the weakest units that get there."""
        for field_ in self.airfields():
            near = [p for p in self.pieces(_marches) if self.apart(p.at, field_) <= p.movement]
            near = [p for p in near if not p.unit.marked("moved") and self.at_home(p, field_)]
            near.sort(key=lambda p: (p.combat, p.id))
            self.first("land", ({"units": p.id, "to": field_} for p in near[:TRIES]))

    def overrun(self, target: str) -> None:
        """Fast units of one hex into a weak one, together."""
        position = self.position
        held = [p for p in position.land_at(target) if p.owner not in self.own]
        around = self.position.ground.path_reach[target]
        fast = [p for p in self.pieces(_fast) if p.at in around]
        needed = OVERRUN * total(defending(position, held))
        stacks: dict[str, list[Piece]] = {}
        for piece in fast:
            stacks.setdefault(piece.at, []).append(piece)
        for stack in stacks.values():
            if total(attacking(position, stack, target)) >= needed and self.give(
                "land", {"units": [piece.id for piece in stack], "to": target}
            ):
                return

    def politics(self) -> None:
        """War on those who hold what counts; a country aligned; all reserves called out."""
        position = self.position
        for power in own_majors(position):
            holders = {position.controller(place) for place in self.cities(own=False)}
            enemies = sorted({major(position.state, one) for one in holders if one})
            for enemy in enemies:
                if position.powers[power].relations.get(enemy) != Relation.WAR:
                    self.give("declare_war", [enemy])
            willing = [
                p.id for p in position.powers.values() if p.flags.get(FlagOf1939.MAY_ALIGN) == power
            ]
            for minor in willing:
                if "align" not in self.file:
                    self.give("align", [minor])
        if called := [piece.id for piece in callable_reserves(self.position)]:
            self.give("call_out", called)

    def act(self) -> None:
        """A land action while enough units can do something near the enemy, else none or air."""
        near = self.distances(self.enemy_hexes())
        able = [p for p in self.pieces(lambda p: p.is_land) if near.get(p.at, NOWHERE) <= NEAR]
        bombers = self.pieces(_bombs)
        action = "land" if len(able) >= FEW else "air" if len(bombers) >= FEW else "pass"
        self.give("action", dict.fromkeys(own_majors(self.position), action))

    def strike(self, targets: Sequence[str]) -> None:
        """Bombers at the first full stacks that somebody of his could attack."""
        near = self.distances({p.at for p in self.pieces(lambda p: p.is_land)})
        full = [t for t in targets if near.get(t, NOWHERE) <= 3 and len(self.up_at(t)) > 1]
        flown = 0
        for target in full:
            for bomber in sorted(self.pieces(_bombs), key=_by_bombs):
                if flown >= STRIKES:
                    return
                if self.give("ground_strike", {"fly": bomber.id, "at": target}):
                    flown += 1
                    break

    def up_at(self, place: str) -> list[Piece]:
        """Face-up land units in a hex."""
        return [piece for piece in self.position.land_at(place) if not piece.face_down]

    def by_rail(self, far: Mapping[str, int]) -> None:
        """Units far behind the front go to the foremost stations."""
        near = self.distances(self.enemy_hexes())
        behind = [p for p in self.pieces(_marches) if near.get(p.at, NOWHERE) > NEAR + 2]
        held = [place for place in self.position.places if self.position.ground.on_railway(place)]
        stations = [one for one in held if is_friendly(self.position, one, self.side)]
        stations.sort(key=lambda place: (far.get(place, NOWHERE), place))
        for hq in self.free_hqs():
            ends = [s for s in stations if self.room(hq, s) and near.get(s, 0) > 1]
            ends = [s for s in ends if self.apart(hq.at, s) > NEAR]  # rail turns him face-down
            rows = ({"units": hq.id, "to": end} for end in self.wanted(hq, ends)[:TRIES])
            self.first("rail", rows)
        for piece in sorted(behind, key=_by_strength)[:4]:
            ends = [s for s in stations if self.room(piece, s) and near.get(s, 0) >= 2]
            ends = [s for s in ends if far.get(s, NOWHERE) < far.get(piece.at, NOWHERE) - 4]
            self.first("rail", ({"units": piece.id, "to": end} for end in ends[:TRIES]))

    def prepare(self, target: str) -> None:
        """Units march beside a target, if enough can come for good odds."""
        position = self.position
        enemies = set(foes(position, self.side))
        held = [p for p in position.land_at(target) if p.owner in enemies]
        if not held:
            return
        busy = {unit for units in self.plans.values() for unit in units}
        shut = set(self.enemy_hexes())
        around = [place for place in position.ground.path_reach[target] if place not in shut]
        if self.side != Side.AXIS:
            busy |= self.garrisons()
        free = [p for p in self.pieces(_marches) if p.id not in busy]
        there = [p for p in free if p.at in around and not readiness(position, p)]
        coming = {p.id: ends for p in free if p not in there and (ends := self.ends(p, around))}
        able = sorted([*there, *(p for p in free if p.id in coming)], key=_by_strength)
        defence = total(defending(position, held))
        needed = ODDS[self.side] * defence
        if (
            sum(total(attacking(position, [p], target)) for p in there)
            + sum(Fraction(p.combat) for p in free if p.id in coming)
            < needed
        ):
            return
        sent: list[Piece] = []
        for piece in able:
            if total(attacking(self.position, sent, target)) > WISHED * defence:
                break
            if piece in there or self.first(
                "land",
                (
                    {"units": piece.id, "to": end}
                    for end in coming[piece.id]
                    if self.room(piece, end)
                ),
            ):
                sent += self.position.pieces(piece.id)
        self.plans[target] = [piece.id for piece in sent]

    def ends(self, piece: Piece, around: Sequence[str]) -> list[str]:
        """The hexes of some to which a unit can march, the cheapest first."""
        if piece.unit.marked("moved"):
            return []
        if all(self.apart(piece.at, one) > piece.movement for one in around):
            return []
        known = self.reach(piece)
        return sorted((one for one in around if one in known), key=lambda one: (known[one], one))

    def advance(self) -> None:
        """Whoever is left marches to the city that he shall take or invest, in supply."""
        busy = {unit for units in self.plans.values() for unit in units}
        goals = self.cities(own=False)
        maps = {goal: self.distances([goal]) for goal in goals}
        many = Counter[str]()
        for piece in sorted(self.pieces(_marches), key=_by_strength):
            if piece.id in busy or not (wanted := self.goals_of(piece, maps, many)):
                continue
            goal = wanted[0]
            many[goal] += 1
            if piece.unit.marked("moved"):
                continue
            far = maps[goal]
            here = far.get(piece.at, NOWHERE)
            ends = [
                e for e in self.reach(piece) if far.get(e, NOWHERE) < here and self.room(piece, e)
            ]
            ends.sort(key=lambda place: (far.get(place, NOWHERE), place))
            self.first("land", ({"units": piece.id, "to": end} for end in ends[:TRIES]))

    def goals_of(
        self, piece: Piece, maps: Mapping[str, Mapping[str, int]], many: Mapping[str, int]
    ) -> list[str]:
        """Where a unit might go, the best first: what is near, counts much, and has few so far."""
        name = self.position.board.name
        local = major(self.position.state, piece.owner) != piece.owner
        near = {goal: far[piece.at] for goal, far in maps.items() if piece.at in far}
        worth = {
            goal: steps + CROWD * many.get(goal, 0) - PULL.get(name(goal), 0)
            for goal, steps in near.items()
            if steps <= LOCAL or not local
        }
        return sorted(worth, key=lambda goal: (worth[goal], goal))

    def regroup(self) -> None:
        """Whoever is out of supply goes back into it, though he turns face-down."""
        hqs = [p.at for p in self.position.on_map if p.owner in self.own and p.is_hq]
        far = self.distances(hqs)
        for piece in self.pieces(_marches):
            if piece.unit.marked("moved") or in_supply(self.position, piece):
                continue
            if far.get(piece.at, NOWHERE) <= NEAR:
                continue  # an HQ will come
            ends = [
                e for e in self.reach(piece) if self.room(piece, e) and far.get(e, NOWHERE) <= FAR
            ]
            ends = [e for e in ends if has_path(self.position, piece.owner, e)]
            ends.sort(key=lambda place: (far[place], place))
            for end in ends[:1]:
                self.give("land", {"units": piece.id, "to": end}, doubtful=True)

    def headquarters(self) -> None:
        """HQs march where most units need one, out of the enemy's zones of control."""
        for hq in self.free_hqs():
            shut = enemy_zoc(self.position, hq.owner)
            ends = [end for end in self.open_to(hq) if end not in shut]
            rows = ({"units": hq.id, "to": end} for end in self.wanted(hq, ends))
            self.first("land", rows)

    def free_hqs(self) -> list[Piece]:
        """The HQs without whom their hexes would not hold too many aircraft."""
        found = self.pieces(lambda p: p.is_land and p.is_hq)
        position = self.position
        return [p for p in found if len(position.air_at(p.at)) < max(1, air_room(position, p.at))]

    def wanted(self, hq: Piece, ends: Sequence[str]) -> list[str]:
        """The best of some hexes for an HQ, better than where it is: near whom no other serves."""
        own = [p for p in self.position.on_map if p.is_land and p.owner in self.own]
        others = [p.at for p in own if p.is_hq and p.id != hq.id]
        front = self.distances(self.enemy_hexes())
        fighting = [p.at for p in own if not p.is_hq and front.get(p.at, NOWHERE) <= NEAR]
        served = Counter(fighting)
        nearest = {
            at: min((self.apart(at, other) for other in others), default=FAR) for at in served
        }

        def worth(place: str) -> int:
            gains = (
                many * max(0, min(FAR, nearest[at]) - max(2, self.apart(at, place)))
                for at, many in served.items()
            )
            return sum(gains)

        here = worth(hq.at)
        found = sorted((-worth(end), end) for end in ends if worth(end) > here)
        return [end for _, end in found[:TRIES]]

    def assaults(self) -> None:
        """The attacks that came together, and those that units can make where they stand."""
        for target in (*self.plans, *(t for t in self.enemy_hexes() if t not in self.plans)):
            near = set(self.position.ground.path_reach[target])
            able = [p for p in self.pieces(_marches) if p.at in near]
            able = [p for p in able if not readiness(self.position, p)]
            if target in self.plans:
                able = [p for p in able if p.id in self.plans[target]]
            if able:
                self.assault(target, able)

    def assault(self, target: str, able: Sequence[Piece]) -> None:
        """One attack if the odds are good: with an HQ if it is hard, with a bomber if one can."""
        odds = declared_odds(self.position, able, target)
        ratio = NOWHERE if odds is None else odds.ratio
        row: Row = {"at": target, "with": [piece.id for piece in able]}
        if ratio < ODDS[self.side] - 1:
            return
        bombers = sorted(self.pieces(_bombs), key=_by_bombs)[:TRIES]
        near = self.position.ground.path_reach[target]
        hqs = self.pieces(lambda p: p.is_land and p.is_hq and p.at in near)
        led = [{**row, "with": [*row["with"], hq.id], "hq": hq.id} for hq in hqs]
        flown = [{**one, "support": plane.id} for one in (*led, row) for plane in bombers]
        hard = ratio < WISHED and self.position.ground.is_city(target)
        if not self.first("attacks", flown if hard else flown[-len(bombers) :]):
            self.first("attacks", [*led, row] if ratio >= ODDS[self.side] else led)

    def fly_on(self) -> None:
        """Aircraft far behind the front fly to a city nearer to it."""
        near = self.distances(self.enemy_hexes())
        held = [p for p in self.position.board.by_fact.get("city", {}) if p in self.position.places]
        bases = [one for one in held if is_friendly(self.position, one, self.side)]
        bases.sort(key=lambda place: (near.get(place, NOWHERE), place))
        bound = {p.at for p in self.pieces(lambda p: p.is_land and p.is_hq)} - set(bases)
        planes = self.pieces(lambda p: p.is_air)
        for plane in sorted(planes, key=lambda p: (p.at not in bound, p.id)):
            here = near.get(plane.at, NOWHERE)
            if here > plane.range // 2 or plane.at in bound:
                ends = [b for b in bases if 2 <= near.get(b, NOWHERE) < here]
                ends = [b for b in ends if self.apart(plane.at, b) <= 2 * plane.range]
                ends = [b for b in ends if self.at_home(plane, b)]
                self.first("rebase", ({"units": plane.id, "to": end} for end in ends[:TRIES]))

    def reorganise(self) -> None:
        """The strongest units first, by whichever HQ is near; HQs of an attacker march first."""
        own = set(self.own)
        down = [p for p in self.position.on_map if p.owner in own and p.face_down and not p.is_hq]
        down.sort(key=lambda p: (-p.combat if p.is_land else 0, p.id))
        late = as_number(self.state.track(TrackName.IMPULSE_BOX)) >= LATE
        if len(down) >= FEW and (late or self.side != Side.AXIS):
            self.give("reorganise", [piece.id for piece in down], doubtful=True)

    # --- an impulse of who defends

    def defence_impulse(self) -> None:
        """Cities are held, the rest withdraws to them; in winter the army strikes back."""
        self.politics()
        self.act()
        near = self.distances(self.enemy_hexes())
        posts = sorted(self.cities(own=True), key=lambda one: (near.get(one, NOWHERE), one))
        self.strike(self.enemy_hexes())
        self.reserves_by_rail(posts, near)
        self.withdraw_headquarters(posts, near)
        if self.is_winter:
            for target in self.targets(self.distances(posts)):
                self.prepare(target)
        for piece in sorted(self.pieces(_marches), key=lambda p: (near.get(p.at, NOWHERE), p.id)):
            self.fall_back(piece, posts, near)
        self.assaults()
        self.fly_on()
        self.reorganise()

    @property
    def is_winter(self) -> bool:
        """Whether snow lies on the plains."""
        weather = self.position.state.track(f"{TrackName.WEATHER}{PLAINS}")
        return weather in (Weather.SNOW, Weather.BLIZZARD)

    def garrisons(self) -> set[str]:
        """One unit in each city that counts, which stays there: the strongest."""
        here: dict[str, Piece] = {}
        for piece in sorted(self.pieces(_marches), key=_by_strength):
            here.setdefault(piece.at, piece)
        return {here[city].id for city in self.cities(own=True) if city in here}

    def withdraw_headquarters(self, posts: Sequence[str], near: Mapping[str, int]) -> None:
        """HQs that the enemy has come near go to a city with room farther from him."""
        far = self.distances([one for one in posts if near.get(one, NOWHERE) > NEAR])
        for hq in self.free_hqs():
            if near.get(hq.at, NOWHERE) > CLOSE:
                continue
            here = far.get(hq.at, NOWHERE)
            ends = [e for e in self.open_to(hq) if far.get(e, NOWHERE) < here]
            ends.sort(key=lambda place: (far.get(place, NOWHERE), place))
            self.first("land", ({"units": hq.id, "to": end} for end in ends[:TRIES]))

    def reserves_by_rail(self, posts: Sequence[str], near: Mapping[str, int]) -> None:
        """Units in the rear go to threatened cities with room."""
        behind = [p for p in self.pieces(_marches) if near.get(p.at, NOWHERE) > 2 * NEAR]
        for piece in sorted(behind, key=_by_strength)[:4]:
            open_ = [
                one for one in posts if self.room(piece, one) and 2 < near.get(one, 0) < 2 * NEAR
            ]
            self.first("rail", ({"units": piece.id, "to": end} for end in open_[:TRIES]))

    def fall_back(self, piece: Piece, posts: Sequence[str], near: Mapping[str, int]) -> None:
        """To the nearest city with room; a garrison stays."""
        busy = {unit for units in self.plans.values() for unit in units}
        if piece.id in busy or piece.at in posts or near.get(piece.at, NOWHERE) > NEAR:
            return
        goals = [one for one in posts if self.room(piece, one) and near.get(one, NOWHERE) > 1]
        if not goals:
            return
        goal = min(goals, key=lambda one: (self.apart(piece.at, one), one))
        far = self.distances([goal])
        here = far.get(piece.at, NOWHERE)
        ends = [e for e in self.open_to(piece) if far.get(e, NOWHERE) < here]
        ends.sort(key=lambda place: (far.get(place, NOWHERE), place))
        self.first("land", ({"units": piece.id, "to": end} for end in ends[:TRIES]))

    # --- between turns

    def build(self) -> None:
        """What fights best on land for its price, then the rest."""
        for power in own_majors(self.position):
            counters = [piece.counter for piece in pools(self.position, power)]
            for counter in sorted(counters, key=_by_value):
                cost = cost_of(self.position, counter)
                self.give("build", {"build": type_of(counter), "cost": cost})

    def faults(self) -> Iterator[str]:
        """Hexes where his orders would leave too many."""
        for place in sorted({piece.at for piece in self.position.on_map}):
            if excess(self.position, place, True):
                yield place


def _bombs(piece: Piece) -> bool:
    return piece.is_air and bool(piece.counter.or_nothing("tactical"))


def _marches(piece: Piece) -> bool:
    return piece.is_land and not piece.is_hq and piece.movement > 0


def _fast(piece: Piece) -> bool:
    return _marches(piece) and piece.kind in ARMOUR_AND_MECH and not piece.unit.marked("moved")


def _by_bombs(piece: Piece) -> tuple[Any, str]:
    return -piece.counter.or_nothing("tactical"), piece.id


def _by_value(counter: CounterData) -> tuple[Any, ...]:
    combat = counter.or_nothing("combat") if counter.is_a("land") else 0
    return -Fraction(combat, max(1, int(counter.rating("cost")))), type_of(counter), counter.id


def _by_strength(piece: Piece) -> tuple[Any, str]:
    return -piece.combat, piece.id
