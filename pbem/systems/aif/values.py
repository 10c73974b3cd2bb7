"""What America in Flames says where World in Flames says otherwise.

Decides nothing. Leaves what each value does to the module of its rule.
"""

from __future__ import annotations

from typing import Final

from pbem.systems.flames.world.values import Values

VALUES: Final = Values(
    zones_stop_at_minors=False,
    room_of_each_hq=False,
    first_home_serves=False,
    friends_capitals_serve=False,
    source_next_door=False,
    friends_give_back=False,
    passes_count_less=True,
    lands_to_unload=False,
    railway_has_least_cost=False,
    hq_path=False,
    whole_totals=True,
    odds_against_nothing=10,
    jungle_shift=-1,
    back_up=1,
    fighters_bomb_badly=True,
    nothing_costs_single=False,
    thaw_sends_back=False,
    partners_need_leave=False,
)
