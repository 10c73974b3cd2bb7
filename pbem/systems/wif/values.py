"""What World in Flames says where America in Flames says otherwise.

Decides nothing. Leaves what each value does to the module of its rule.
"""

from __future__ import annotations

from typing import Final

from pbem.systems.flames.world.values import Values

VALUES: Final = Values(
    zones_stop_at_minors=True,
    room_of_each_hq=True,
    first_home_serves=True,
    friends_capitals_serve=True,
    source_next_door=True,
    friends_give_back=True,
    passes_count_less=False,
    lands_to_unload=True,
    railway_has_least_cost=True,
    hq_path=True,
    whole_totals=False,
    odds_against_nothing=0,
    jungle_shift=0,
    back_up=0,
    fighters_bomb_badly=False,
    nothing_costs_single=True,
    thaw_sends_back=True,
    partners_need_leave=True,
)
