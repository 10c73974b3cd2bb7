"""The choices that players have in air missions and land combat (11.8, 11.15, 14.2, 14.3).

Each kind says when it comes up, what its conditions may test, and under which keys the mover's own
lines (`in_battle:`) and standing orders answer it. The defaults are told in `moment`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind
from pbem.systems.wif.world.named import HEX_FACTS

IN_BATTLE: Final = "in_battle"
DEFEND: Final = "defend"
AIR_COMBAT: Final = "air_combat"

SKY_FACTS: Final[Mapping[str, str]] = {
    "enemy fighters": "how many enemy fighters fly over the hex",
    "enemy bombers": "how many enemy bombers fly over the hex",
    "own fighters": "how many fighters of your side fly over the hex",
    "own bombers": "how many bombers of your side fly over the hex",
}
_AIR: Final = {
    "air": "your air-to-air value if your best fighter joined those that are there",
}
ODDS_FACTS: Final = {
    "odds": "the odds after weather, rounded down: 3-1, 1-2",
    "attackers": "how many units attack",
    "defenders": "how many units defend",
}


def _kind(
    name: str,
    title: str,
    moment: str,
    cite: str,
    keys: tuple[tuple[str, ...], ...],
    facts: Mapping[str, str],
    allocation: bool = False,
) -> DecisionKind:
    found = tuple(AnswerKey(*key) for key in keys)
    return DecisionKind(name, title, moment, cite, found, {**facts, **HEX_FACTS}, allocation)


CAP: Final = _kind(
    "cap",
    "Combat air patrol",
    "before the enemy's bombers fly; nobody flies unless a line says so",
    "14.2.5",
    (("cap", "fly"),),
    {"air": "your air-to-air value if your best fighter flew alone against nobody"},
    allocation=True,
)
INTERCEPT: Final = _kind(
    "intercept",
    "Intercept",
    "after the enemy's bombers and escorts have flown; default: nobody flies",
    "14.2.5",
    ((IN_BATTLE, "intercept"), ("intercept", "fly")),
    {**_AIR, **SKY_FACTS},
    allocation=True,
)
SUPPORT: Final = _kind(
    "support",
    "Ground support in defence",
    "after the attacker's bombers have flown; default: nobody flies",
    "11.15.4",
    ((DEFEND, "support"),),
    {**ODDS_FACTS, **SKY_FACTS},
    allocation=True,
)
ESCORT: Final = _kind(
    "escort",
    "Escort for ground support in defence",
    "when your bombers fly ground support; default: nobody flies",
    "14.2.5",
    ((DEFEND, "escort"), ("escort", "fly")),
    {**_AIR, **SKY_FACTS},
    allocation=True,
)
LINE_UP: Final = _kind(
    "line-up",
    "Who stands in front",
    "before an air combat; default: best fighter and least useful bomber in front",
    "14.3.1",
    ((IN_BATTLE, "front"), (AIR_COMBAT, "front")),
    SKY_FACTS,
)
SHOOT: Final = _kind(
    "shoot",
    "Which enemy aircraft is hit",
    "when your result lets you choose; default: the front bomber",
    "14.3.3",
    ((IN_BATTLE, "shoot"), (AIR_COMBAT, "shoot")),
    {**SKY_FACTS, "result": "X: destroyed, A: aborted"},
)
AIR_LOSE: Final = _kind(
    "air-lose",
    "Which own aircraft is hit",
    "when the enemy's result lets you choose; default: the cheaper one, else the fighter",
    "14.3.3",
    ((IN_BATTLE, "air_lose"), (AIR_COMBAT, "lose")),
    {**SKY_FACTS, "result": "X: destroyed, A: aborted"},
)
LET_THROUGH: Final = _kind(
    "let-through",
    "Which enemy bomber gets through",
    "when your result clears one; default: the one with the fewest tactical factors",
    "14.3.3",
    ((IN_BATTLE, "let_through"), (AIR_COMBAT, "let_through")),
    SKY_FACTS,
)
GET_THROUGH: Final = _kind(
    "get-through",
    "Which own bomber gets through",
    "when the enemy's result clears one; default: the one with the most tactical factors",
    "14.3.3",
    ((IN_BATTLE, "get_through"), (AIR_COMBAT, "get_through")),
    SKY_FACTS,
)
ABORT_AIR: Final = _kind(
    "abort-air",
    "Abort the air combat",
    "after a round of air combat; default: stay",
    "14.3.2",
    ((IN_BATTLE, "abort_air"), ("abort_air", "", "abort")),
    {"air": "your air-to-air value in the round just fought", "round": "its number", **SKY_FACTS},
)
RETURN: Final = _kind(
    "return-to-base",
    "Where an aircraft returns to",
    "when a mission is over; default: where it came from, else the nearest hex that will do",
    "14.2.4",
    ((IN_BATTLE, "home"), ("return_to_base", "to")),
    {"role": "fighter or bomber"},
)
HQ_SUPPORT: Final = _kind(
    "hq-support",
    "HQ support in defence",
    "after all attacks and the attacker's HQ support are announced; default: none",
    "11.15.3",
    ((DEFEND, "hq"),),
    {**ODDS_FACTS, "enemy hq": "reorganisation value of the attacker's supporting HQ, 0 if none"},
)
ATTACK_TABLE: Final = _kind(
    "attack-table",
    "Combat table of the attack",
    "before the die, when the attacker chooses; default: blitzkrieg",
    "11.15.5",
    ((IN_BATTLE, "table"),),
    {**ODDS_FACTS, "chance": "tenths of a chance of the next better odds"},
)
DEFENCE_TABLE: Final = _kind(
    "defence-table",
    "Combat table in defence",
    "before the die, when the defender chooses; default: assault",
    "11.15.5",
    ((DEFEND, "table"),),
    {**ODDS_FACTS, "chance": "tenths of a chance of the next better odds"},
)
ATTACK_LOSS: Final = _kind(
    "attack-loss",
    "Which attackers are lost",
    "after the die; default: the fewest combat factors, then the cheapest",
    "11.15.5",
    ((IN_BATTLE, "lose"),),
    {**ODDS_FACTS, "losses": "how many units must go"},
)
DEFENCE_LOSS: Final = _kind(
    "defence-loss",
    "Which defenders are lost",
    "after the die and the attacker's losses; default: the fewest factors, then the cheapest",
    "11.15.5",
    ((DEFEND, "lose"),),
    {**ODDS_FACTS, "losses": "how many units must go"},
)
DOWNGRADE: Final = _kind(
    "downgrade",
    "Retreat instead of shatter",
    "after losses, when your attack shatters the defender; default: shatter",
    "11.15.5",
    ((IN_BATTLE, "shattered"),),
    {**ODDS_FACTS, "effect": "S or B"},
)
RETREAT: Final = _kind(
    "retreat",
    "Where a defender retreats to",
    "when your attack makes it retreat; default: the first hex by number",
    "11.15.5",
    ((IN_BATTLE, "retreat_him"),),
    {"priority": "1 to 4, the best that is there"},
)
ADVANCE: Final = _kind(
    "advance",
    "Advance after combat",
    "when the hex is empty of defenders; default: nobody",
    "11.15.5",
    ((IN_BATTLE, "advance"),),
    {**ODDS_FACTS, "step": "1 or 2: the defenders' hex, or one further"},
)
STAY_UP: Final = _kind(
    "stay-up",
    "Which attackers stay face-up",
    "when half of them do; default: HQs and armour, then the most combat factors",
    "11.15.5",
    ((IN_BATTLE, "stay_up"),),
    {"face-up": "how many attackers are still face-up"},
)

BATTLE_KINDS: Final = (
    CAP, INTERCEPT, SUPPORT, ESCORT, LINE_UP, SHOOT, AIR_LOSE, LET_THROUGH, GET_THROUGH, ABORT_AIR,
    RETURN, HQ_SUPPORT, ATTACK_TABLE, DEFENCE_TABLE, ATTACK_LOSS, DEFENCE_LOSS, DOWNGRADE, RETREAT,
    ADVANCE, STAY_UP,
)  # fmt: skip
