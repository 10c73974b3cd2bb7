"""The sequence of play (6.1, 6.2).

Each nation in turn has two order windows: combat movement and combat, then non-combat movement. Who
writes the orders of the second half into his first file, or just `non_combat_moves: []`, needs no
second one. What others may do meanwhile: the steps called reactions, and the decisions of chapters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbem.core.data.findings import Finding, error, warning
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order, Submission
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import ClockAdvanced, TrackChanged, expired
from pbem.core.record.state import ON_TURN, Until
from pbem.core.rules.position import Position
from pbem.core.rules.sequence import Node, Step, Window, step_names
from pbem.systems.gw.aid.lend_lease import deliver, lend
from pbem.systems.gw.aid.recruitment import RECRUITS, recruitment
from pbem.systems.gw.civil_wars.regrouping import regroup
from pbem.systems.gw.civil_wars.spanish_civil_war import free_divisions
from pbem.systems.gw.civil_wars.truce import truce_ends, truces
from pbem.systems.gw.civil_wars.warlords import warlords_answer
from pbem.systems.gw.combat.advanced_carriers import carriers_go_home
from pbem.systems.gw.combat.battle_orders import ordered_twice
from pbem.systems.gw.combat.retreating import return_of_aircraft
from pbem.systems.gw.defeat.annexation import annex, resistance_ends
from pbem.systems.gw.defeat.capitals import move_capitals
from pbem.systems.gw.defeat.surrender import (
    surrender_at_end_of_turn,
)
from pbem.systems.gw.economy.collecting import collect_income
from pbem.systems.gw.economy.incomes import income_increases
from pbem.systems.gw.economy.production import production
from pbem.systems.gw.economy.purses import (
    halve_income,
    purses,
)
from pbem.systems.gw.economy.repairs import repair
from pbem.systems.gw.economy.research import research
from pbem.systems.gw.moves.combat_moves import NON_COMBAT, combat_movement
from pbem.systems.gw.moves.combat_phase import combat, lose_patrols
from pbem.systems.gw.moves.non_combat_moves import (
    non_combat_movement,
)
from pbem.systems.gw.moves.placing import PLACE, place_units
from pbem.systems.gw.moves.strategic_naval import strategic_naval_movement
from pbem.systems.gw.moves.sudden_battles import after_voyages
from pbem.systems.gw.politics.declaring import (
    after_battles,
    after_moves,
    as_turn_begins,
    declare,
)
from pbem.systems.gw.politics.diplomacy import aligns, balkan_alignment, diplomacy
from pbem.systems.gw.politics.pacts import (
    carry_out_pacts,
)
from pbem.systems.gw.politics.special_alignments import (
    after_combat,
    after_turn,
)
from pbem.systems.gw.politics.voluntary_return import returns
from pbem.systems.gw.victory.game_end import end_of_turn
from pbem.systems.gw.victory.short_games import end_of_short_game
from pbem.systems.gw.world.burma import open_burma_road
from pbem.systems.gw.world.convoy_lines import clear_raid_damage
from pbem.systems.gw.world.nations import (
    acting,
    calendar_turn_after,
    next_turn_number,
    turn_numbers,
    turn_of,
)
from pbem.systems.gw.world.options import replace_mountain_infantry
from pbem.systems.gw.world.permits import permits
from pbem.systems.gw.world.rail import rail_movement
from pbem.systems.gw.world.vocabulary import TrackName

ALL_BUT_LASTING: Final = (Until.STEP, Until.IMPULSE, Until.TURN)


@implements("GW-6.1-1", "GW-6.2-1", "GW-6.2-2", "GW-6.2-3", "GW-6.2-4", "GW-6.2-5")
def next_nation(umpire: Umpire) -> None:
    """The turn of the next nation; after the last one the next calendar turn (6.1)."""
    after_turn(umpire)
    position = umpire.position
    if position.track(TrackName.GAME_OVER) is not None:
        return
    clock, number = position.clock, next_turn_number(position)
    turn = clock.turn
    if number is None:
        turn, number = calendar_turn_after(turn), min(turn_numbers(position))
    side = next(p.side for p in position.powers.values() if turn_of(position, p.id) == number)
    after = replace(clock, turn=turn, impulse=number, side=side)
    over = (Until.STEP, Until.IMPULSE) if turn == clock.turn else ALL_BUT_LASTING
    umpire.apply(ClockAdvanced(clock, after, expired(position.state, over)))
    movers = " ".join(power.id for power in acting(umpire.position)) or None
    if movers != position.track(ON_TURN):
        umpire.apply(TrackChanged(ON_TURN, position.track(ON_TURN), movers))
    umpire.begin("impulse")
    if turn != clock.turn:
        clear_raid_damage(umpire)
        open_burma_road(umpire)
    umpire.rename_path()


def asks_for_second_file(umpire: Umpire) -> bool:
    """Whether a player on turn has not yet written orders for the second half of his turn."""
    players = {name for power in acting(umpire.position) for name in power.players}
    sent = umpire.inputs.submissions
    return any(
        player not in sent or not says_second_half(umpire.position, sent[player])
        for player in players
    )


def says_second_half(position: Position, file: Submission) -> bool:
    """Whether a file has the orders of the second half.

    A section left empty, as the form has it, says nothing; an empty list says: none.
    """
    steps = step_names(SECOND_HALF)
    said = file.document.data if file.document is not None else {}
    return any(
        said.get(section.name) is not None
        for section in position.game.system.sections
        if section.step in steps and section not in (PLACE, RECRUITS)
    )


def in_second_half(position: Position, order: Order) -> bool:
    """Whether an order is carried out after the second window."""
    section = position.game.system.section(order.section)
    of_section = section is not None and section.step in step_names(SECOND_HALF)
    return of_section or aligns(order)


def closing(position: Position, file: Submission) -> Sequence[Finding]:
    """What a whole file says in vain: a battle twice, and what a second file will be asked for."""
    return [*ordered_twice(position, file), *_too_early(position, file)]


def _too_early(position: Position, file: Submission) -> Sequence[Finding]:
    """What a first file orders for the second half although a second one will be asked for."""
    if position.clock.window == NON_COMBAT or says_second_half(position, file):
        return []
    message = "a second file is asked for before this comes up, and only what that says is played"
    hint = "write it there, or add to this file what else the second half has: non_combat_moves: []"
    return [
        warning("second-half", message, hint=hint, cite="6.2", where=order.where)
        for order in file.orders
        if in_second_half(position, order)
    ]


def refuse_late_orders(umpire: Umpire) -> None:
    """Orders of the first half in the file of the second window come too late."""
    if umpire.since("run").clock.window != NON_COMBAT:
        return
    for section in umpire.game.system.sections:
        for order in umpire.orders(section.name) if section.step in step_names(FIRST_HALF) else ():
            if not in_second_half(umpire.position, order):
                over = error("too-late", f"it is too late for: {section.title}", cite=section.cite)
                umpire.reject(order, [over])


FIRST_HALF: Final[tuple[Node, ...]] = (
    Step("pacts", carry_out_pacts, "14.1"),
    Step("declarations", declare, "8.1"),
    Step("diplomacy", diplomacy, "4.8"),
    Step("capitals", move_capitals, "9.23"),
    Step("returns", returns, "9.21"),
    Step("mountain-infantry", replace_mountain_infantry, "1.8"),
    Step("repair", repair, "7.4"),
    Step("research", research, "7.6"),
    Step("purses", purses, "2.3"),
    Step("production", production, "7"),
    Step("lend-lease", lend, "7.9"),
    Step("permits", permits, "1.15"),
    Step("truce", truces, "13.3"),
    Step("combat-movement", combat_movement, "8.2"),
    Step("reactions-to-moves", after_moves, "8.1"),
    Step("annexation", annex, "0.9"),
    Step("combat", combat, "9"),
    Step("warlords", warlords_answer, "4.9"),
    Step("resistance", resistance_ends, "15.4"),
    Step("after-combat", after_combat, "4.7"),
    Step("reactions-to-battles", after_battles, "5.5"),
)
SECOND_HALF: Final[tuple[Node, ...]] = (
    Step("late-orders", refuse_late_orders, "6.2"),
    Step("regroup", regroup, "13.1"),
    Step("rail-movement", rail_movement, "10.4"),
    Step("non-combat-movement", non_combat_movement, "10.1"),
    Step("reactions-to-voyages", after_voyages, "5.5"),
    Step("strategic-naval-movement", strategic_naval_movement, "10.6"),
    Step("return-of-aircraft", return_of_aircraft, "10.3"),
    Step("patrols", lose_patrols, "8.7"),
    Step("empty-carriers", carriers_go_home, "15.3"),
    Step("balkan-alignment", balkan_alignment, "4.8"),
    Step("place-units", place_units, "11.1"),
    Step("free-divisions", free_divisions, "13.1"),
    Step("lend-lease-delivery", deliver, "11.4"),
    Step("recruitment", recruitment, "11.5"),
    Step("collect-income", collect_income, "11.6"),
    Step("halved-income", halve_income, "2.3"),
)
TURN: Final[tuple[Node, ...]] = (
    Step("income-increases", income_increases, "7.5"),
    Step("reactions", as_turn_begins, "8.1"),
    Window("combat", "combat movement and combat"),
    *FIRST_HALF,
    Window(NON_COMBAT, "non-combat movement", asks_for_second_file),
    *SECOND_HALF,
    Step("truce-over", truce_ends, "13.3"),
    Step("surrender", surrender_at_end_of_turn, "9.22"),
    Step("end-of-turn", end_of_turn, "3.5"),
    Step("end-of-short-game", end_of_short_game, "2.1"),
    Step("next-nation", next_nation, "6.1"),
)
