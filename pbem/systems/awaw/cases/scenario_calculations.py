"""What cases ask of scenarios: objectives, conquered powers, who follows whose conditions, set-up.

Decides nothing. Leaves each answer to the rule that is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.awaw.cases.situation import situation
from pbem.systems.awaw.victory import objectives, starting
from pbem.systems.awaw.world.position import Position

Given = Mapping[str, Any]
Answer = Mapping[str, Any]


def victory(given: Given) -> Answer:
    """For whom places count, and which powers are conquered."""
    position = situation(given)
    two_sides = bool(given.get("two sides", True))
    return {
        "count": [objectives.counts_for(position, at, two_sides) for at in given.get("places", ())],
        "conquered": [objectives.is_conquered(position.state, name) for name in given["powers of"]],
        "axis": objectives.axis_is_conquered(position.state),
        "two sides": objectives.has_two_sides(position.state, bool(given.get("multi-player"))),
        "held": objectives.objectives(position, two_sides),
    }


def conditions(given: Given) -> Answer:
    """Whose conditions players follow, and who has won."""
    follow = (objectives.followed(row["held"], row["powers"]) for row in given.get("players", ()))
    won = (
        objectives.winner(row.get("levels", {}), row.get("over", True), row.get("conceded", ""))
        for row in given.get("ends", ())
    )
    return {"follow": [list(powers) for powers in follow], "won": list(won)}


def starts(given: Given) -> Answer:
    """Which units may begin in boxes."""
    position = situation(given)
    return {
        "may": [
            starting.may_start_in(position, position.piece(position.units[unit]), box)
            for unit, box in given["ask"]
        ],
        "misplaced": [list(one) for one in sorted(starting.misplaced(position))],
    }


def shipped_set_up(given: Given) -> Answer:
    """What is misplaced in the set-up of a shipped scenario, and its wars."""
    game = load_game(default_roster("awaw", str(given["scenario"])))
    state = first_state(game.roster)
    position = Position(game, state, state)
    return {
        "misplaced": [list(one) for one in sorted(starting.misplaced(position))],
        "wars": [list(pair) for pair in starting.wars_at_start(position)],
    }
