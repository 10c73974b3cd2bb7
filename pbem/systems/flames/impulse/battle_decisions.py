"""The choices that players have in air missions and land combat (11.8, 11.15, 14.2, 14.3).

Decides of each kind when it comes up, what its conditions may test, and under which keys the
mover's own lines (`in_battle:`) and standing orders answer it. The defaults are told in `moment`.
Leaves asking to the steps of the battles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind
from pbem.systems.flames.world.named import HEX_FACTS
from pbem.systems.flames.world.position import Umpire

IN_BATTLE: Final = "in_battle"
DEFEND: Final = "defend"
AIR_COMBAT: Final = "air_combat"
ANTI_AIRCRAFT: Final = "anti_aircraft"

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


CAP: Final = DecisionKind(
    "cap",
    "Combat air patrol",
    "before the enemy's bombers fly; nobody flies unless a line says so",
    "14.2.5",
    (AnswerKey("cap", "fly"),),
    {"air": "your air-to-air value if your best fighter flew alone against nobody", **HEX_FACTS},
    allocation=True,
)
INTERCEPT: Final = DecisionKind(
    "intercept",
    "Intercept",
    "after the enemy's bombers and escorts have flown; default: nobody flies",
    "14.2.5",
    (AnswerKey(IN_BATTLE, "intercept"), AnswerKey("intercept", "fly")),
    {**_AIR, **SKY_FACTS, **HEX_FACTS},
    allocation=True,
)
ON_THE_WAY: Final = "on_the_way"
_WAY: Final = {
    "to go": "how far the bombers have still to fly to their target",
}
MEET: Final = DecisionKind(
    "meet",
    "Meet bombers on their way",
    "at each way station of the enemy's bombers (option 43), then of yours where he meets them; "
    "nobody flies unless a line says so, and where no line of yours does there are no stations",
    "14.2.5",
    (AnswerKey(IN_BATTLE, "way_intercept"), AnswerKey(ON_THE_WAY, "intercept")),
    {**_AIR, **SKY_FACTS, **HEX_FACTS},
    allocation=True,
)
WAY_ESCORT: Final = DecisionKind(
    "way-escort",
    "Escort on the way",
    "at each way station of your bombers (option 43), before the enemy flies; nobody unless a "
    "line says so",
    "14.2.5",
    (AnswerKey(IN_BATTLE, "way_escort"), AnswerKey(ON_THE_WAY, "escort")),
    {**_AIR, **SKY_FACTS, **HEX_FACTS},
    allocation=True,
)
STATION: Final = DecisionKind(
    "station",
    "The next way station",
    "before each leg of your bombers (option 43), up to 4 points of range; default: straight on, "
    "4 at a time, of alike hexes where the fewest enemy fighters come",
    "14.2.5",
    (AnswerKey(IN_BATTLE, "way"), AnswerKey(ON_THE_WAY, "way")),
    HEX_FACTS,
)
FLY_ON: Final = DecisionKind(
    "fly-on",
    "Who flies on from a way station",
    "after an air combat on the way (option 43); default: everybody whose range does",
    "14.2.5",
    (AnswerKey(IN_BATTLE, "fly_on"), AnswerKey(ON_THE_WAY, "fly_on")),
    {**_WAY, **SKY_FACTS, **HEX_FACTS},
)
SUPPORT: Final = DecisionKind(
    "support",
    "Ground support in defence",
    "after the attacker's bombers have flown; default: nobody flies",
    "11.15.4",
    (AnswerKey(DEFEND, "support"),),
    {**ODDS_FACTS, **SKY_FACTS, **HEX_FACTS},
    allocation=True,
)
ESCORT: Final = DecisionKind(
    "escort",
    "Escort for ground support in defence",
    "when your bombers fly ground support; default: nobody flies",
    "14.2.5",
    (AnswerKey(DEFEND, "escort"), AnswerKey("escort", "fly")),
    {**_AIR, **SKY_FACTS, **HEX_FACTS},
    allocation=True,
)
LINE_UP: Final = DecisionKind(
    "line-up",
    "Who stands in front",
    "before an air combat; default: best fighter and least useful bomber in front",
    "14.3.1",
    (AnswerKey(IN_BATTLE, "front"), AnswerKey(AIR_COMBAT, "front")),
    {**SKY_FACTS, **HEX_FACTS},
)
SHOOT: Final = DecisionKind(
    "shoot",
    "Which enemy aircraft is hit",
    "when your result lets you choose; default: the front bomber",
    "14.3.3",
    (AnswerKey(IN_BATTLE, "shoot"), AnswerKey(AIR_COMBAT, "shoot")),
    {**SKY_FACTS, "result": "X: destroyed, A: aborted", **HEX_FACTS},
)
AIR_LOSE: Final = DecisionKind(
    "air-lose",
    "Which own aircraft is hit",
    "when the enemy's result lets you choose; default: the cheaper one, else the fighter",
    "14.3.3",
    (AnswerKey(IN_BATTLE, "air_lose"), AnswerKey(AIR_COMBAT, "lose")),
    {**SKY_FACTS, "result": "X: destroyed, A: aborted", **HEX_FACTS},
)
LET_THROUGH: Final = DecisionKind(
    "let-through",
    "Which enemy bomber gets through",
    "when your result clears one; default: the one with the fewest tactical factors",
    "14.3.3",
    (AnswerKey(IN_BATTLE, "let_through"), AnswerKey(AIR_COMBAT, "let_through")),
    {**SKY_FACTS, **HEX_FACTS},
)
GET_THROUGH: Final = DecisionKind(
    "get-through",
    "Which own bomber gets through",
    "when the enemy's result clears one; default: the one with the most tactical factors",
    "14.3.3",
    (AnswerKey(IN_BATTLE, "get_through"), AnswerKey(AIR_COMBAT, "get_through")),
    {**SKY_FACTS, **HEX_FACTS},
)
ABORT_AIR: Final = DecisionKind(
    "abort-air",
    "Abort the air combat",
    "after a round of air combat; default: stay",
    "14.3.2",
    (AnswerKey(IN_BATTLE, "abort_air"), AnswerKey("abort_air", "", "abort")),
    {
        "air": "your air-to-air value in the round just fought",
        "round": "its number",
        **SKY_FACTS,
        **HEX_FACTS,
    },
)
BOUNCE: Final = DecisionKind(
    "bounce",
    "Bounce an enemy aircraft",
    "when the enemy's result would clear one of your bombers and you have a fighter (option 44); "
    "default: bounce if you have no bomber there and the value is not below 0",
    "14.3.3",
    (AnswerKey(IN_BATTLE, "bounce"), AnswerKey(AIR_COMBAT, "bounce")),
    {
        "bounce": "the value of your best fighter against the weakest aircraft that it may bounce",
        "result": "A: enemy fighters only, D: any enemy aircraft",
        **SKY_FACTS,
        **HEX_FACTS,
    },
)
BOUNCE_WITH: Final = DecisionKind(
    "bounce-with",
    "Which fighter bounces",
    "when you bounce; default: the best one",
    "14.3.3",
    (AnswerKey(IN_BATTLE, "bounce_with"), AnswerKey(AIR_COMBAT, "bounce_with")),
    {**SKY_FACTS, **HEX_FACTS},
)
BOUNCE_AT: Final = DecisionKind(
    "bounce-at",
    "Which enemy aircraft is bounced",
    "when you bounce; default: the weakest one",
    "14.3.3",
    (AnswerKey(IN_BATTLE, "bounce_at"), AnswerKey(AIR_COMBAT, "bounce_at")),
    {**SKY_FACTS, **HEX_FACTS},
)
JET_MEETS: Final = DecisionKind(
    "jet-meets",
    "A jet in front meets who bounces",
    "when an aircraft behind your jet fighter is bounced (option 8); default: if it fights better",
    "14.3.3",
    (AnswerKey(IN_BATTLE, "jet_meets"), AnswerKey(AIR_COMBAT, "jet_meets")),
    {**SKY_FACTS, **HEX_FACTS},
)
JET_THROUGH: Final = DecisionKind(
    "jet-through",
    "A jet bomber gets through",
    "after a round that your jet bomber in front survived (option 8); default: it goes",
    "14.3.3",
    (AnswerKey(IN_BATTLE, "jet_through"), AnswerKey(AIR_COMBAT, "jet_through")),
    {**SKY_FACTS, **HEX_FACTS},
)
_AA_BOMBERS: Final = "how many enemy bombers got through to the hex"
AA_FIRE: Final = DecisionKind(
    "anti-aircraft",
    "Which guns fire at bombers",
    "before bombers attack a hex in reach of your guns, four shots each (option 3); "
    "default: all of them where most bombers are, unless the table gives nothing",
    "22.2",
    (AnswerKey(IN_BATTLE, "aa_fire"), AnswerKey(ANTI_AIRCRAFT, "fire")),
    {"enemy bombers": _AA_BOMBERS, **HEX_FACTS},
    allocation=True,
)
AA_LOSE: Final = DecisionKind(
    "anti-aircraft-loss",
    "Which own bomber is hit by guns",
    "when anti-aircraft fire hits (option 3); default: the fewest factors, then the cheapest",
    "11.5.9",
    (AnswerKey(IN_BATTLE, "aa_lose"), AnswerKey(ANTI_AIRCRAFT, "lose")),
    {"result": "X: destroyed, A: aborted", **HEX_FACTS},
)
AA_SHOOT: Final = DecisionKind(
    "anti-aircraft-shoot",
    "Which enemy bomber missiles hit",
    "when your missiles fired all their shots at one hex (option 3); default: the most factors",
    "22.2",
    (AnswerKey(IN_BATTLE, "aa_shoot"), AnswerKey(ANTI_AIRCRAFT, "shoot")),
    {"result": "X: destroyed, A: aborted", **HEX_FACTS},
)
AA_FACTORS: Final = DecisionKind(
    "anti-aircraft-factors",
    "Whose factors guns stop",
    "when anti-aircraft fire stops single factors (option 3); default: of the weakest bomber first",
    "11.5.9",
    (AnswerKey(IN_BATTLE, "aa_factors"), AnswerKey(ANTI_AIRCRAFT, "factors")),
    HEX_FACTS,
)
RETURN: Final = DecisionKind(
    "return-to-base",
    "Where an aircraft returns to",
    "when a mission is over; default: where it came from, else the nearest hex that will do",
    "14.2.4",
    (AnswerKey(IN_BATTLE, "home"), AnswerKey("return_to_base", "to")),
    {"role": "fighter or bomber", **HEX_FACTS},
)
HQ_SUPPORT: Final = DecisionKind(
    "hq-support",
    "HQ support in defence",
    "after all attacks and the attacker's HQ support are announced; default: none",
    "11.15.3",
    (AnswerKey(DEFEND, "hq"),),
    {
        **ODDS_FACTS,
        "enemy hq": "reorganisation value of the attacker's supporting HQ, 0 if none",
        **HEX_FACTS,
    },
)
NOTIONAL_UNIT: Final = DecisionKind(
    "notional",
    "Whether a notional unit defends",
    "when all attacks are declared, for a hex into which the enemy drops; default: it does, but "
    "beside other units only if the declared odds are worse for the enemy with it",
    "11.15.1",
    (AnswerKey(DEFEND, "notional"),),
    {**ODDS_FACTS, "notional": "its factors before terrain", **HEX_FACTS},
)
GUN_SUPPORT: Final = DecisionKind(
    "gun-support",
    "Artillery in defence",
    "after the attacker's bombers and guns are known (option 3), for guns next to an attacked hex; "
    "default: all of them at odds of 2-1 or better, else none",
    "22.2",
    (AnswerKey(DEFEND, "guns"),),
    {**ODDS_FACTS, **HEX_FACTS},
    allocation=True,
)
ATTACK_TABLE: Final = DecisionKind(
    "attack-table",
    "Combat table of the attack",
    "before the die, when the attacker chooses; default: blitzkrieg",
    "11.15.5",
    (AnswerKey(IN_BATTLE, "table"),),
    {**ODDS_FACTS, "chance": "tenths of a chance of the next better odds", **HEX_FACTS},
)
DEFENCE_TABLE: Final = DecisionKind(
    "defence-table",
    "Combat table in defence",
    "before the die, when the defender chooses; default: assault",
    "11.15.5",
    (AnswerKey(DEFEND, "table"),),
    {**ODDS_FACTS, "chance": "tenths of a chance of the next better odds", **HEX_FACTS},
)
ATTACK_LOSS: Final = DecisionKind(
    "attack-loss",
    "Which attackers are lost",
    "after the die; default: the fewest combat factors, then the cheapest",
    "11.15.5",
    (AnswerKey(IN_BATTLE, "lose"),),
    {**ODDS_FACTS, "losses": "how many units must go", **HEX_FACTS},
)
DEFENCE_LOSS: Final = DecisionKind(
    "defence-loss",
    "Which defenders are lost",
    "after the die and the attacker's losses; default: the fewest factors, then the cheapest",
    "11.15.5",
    (AnswerKey(DEFEND, "lose"),),
    {**ODDS_FACTS, "losses": "how many units must go", **HEX_FACTS},
)
PROMOTE: Final = DecisionKind(
    "promotion",
    "Promotion to Guards or heavy weapons",
    "after a combat in which you did better (options 52, 56); default: who gains most factors",
    "22.4",
    (AnswerKey(IN_BATTLE, "promote"), AnswerKey(DEFEND, "promote")),
    {"points": "what is added to the factors of a unit", **HEX_FACTS},
)
STAND_FAST: Final = DecisionKind(
    "stand-fast",
    "Stand fast for one more loss",
    "when your stack with an NKVD division would retreat or shatter (option 2); default: in a city",
    "22.1.1",
    (AnswerKey(DEFEND, "stand"),),
    {**ODDS_FACTS, "effect": "R or S", **HEX_FACTS},
)
STAY_OFF_MAP: Final = DecisionKind(
    "stay-off-map",
    "Stay in an off-map hex",
    "when your face-up defenders there should retreat; default: they stay, face-down",
    "11.15.5",
    (AnswerKey(DEFEND, "stand"),),
    {**ODDS_FACTS, **HEX_FACTS},
)
DOWNGRADE: Final = DecisionKind(
    "downgrade",
    "Retreat instead of shatter",
    "after losses, when your attack shatters the defender; default: shatter",
    "11.15.5",
    (AnswerKey(IN_BATTLE, "shattered"),),
    {**ODDS_FACTS, "effect": "S or B", **HEX_FACTS},
)
RETREAT: Final = DecisionKind(
    "retreat",
    "Where a defender retreats to",
    "when your attack makes it retreat; default: the first hex by number",
    "11.15.5",
    (AnswerKey(IN_BATTLE, "retreat_him"),),
    {"priority": "1 to 4, the best that is there", **HEX_FACTS},
)
ADVANCE: Final = DecisionKind(
    "advance",
    "Advance after combat",
    "when the hex is empty of defenders; default: nobody",
    "11.15.5",
    (AnswerKey(IN_BATTLE, "advance"),),
    {**ODDS_FACTS, "step": "1 or 2: the defenders' hex, or one further", **HEX_FACTS},
)
STAY_UP: Final = DecisionKind(
    "stay-up",
    "Which attackers stay face-up",
    "when half of them do; default: HQs and armour, then the most combat factors",
    "11.15.5",
    (AnswerKey(IN_BATTLE, "stay_up"),),
    {"face-up": "how many attackers are still face-up", **HEX_FACTS},
)

BATTLE_KINDS: Final = (
    CAP, INTERCEPT, MEET, WAY_ESCORT, STATION, FLY_ON,
    SUPPORT, ESCORT, LINE_UP, SHOOT, AIR_LOSE, LET_THROUGH, GET_THROUGH, ABORT_AIR,
    NOTIONAL_UNIT,
    BOUNCE, BOUNCE_WITH, BOUNCE_AT, JET_MEETS, JET_THROUGH, AA_FIRE, AA_LOSE, AA_SHOOT,
    AA_FACTORS, RETURN,
    HQ_SUPPORT, GUN_SUPPORT, ATTACK_TABLE, DEFENCE_TABLE, ATTACK_LOSS, DEFENCE_LOSS, STAND_FAST,
    STAY_OFF_MAP, PROMOTE, DOWNGRADE,
    RETREAT, ADVANCE, STAY_UP,
)  # fmt: skip


def in_need_order(
    umpire: Umpire, kind: DecisionKind, players: Sequence[str], places: Iterable[str]
) -> tuple[str, ...]:
    """Places in the order in which the players' lines name them, the others after them."""
    left = tuple(places)
    sent = [umpire.inputs.submissions.get(player) for player in players]
    held = [umpire.inputs.standing.get(player) for player in players]
    named = [
        place
        for file in (*sent, *held)
        if file is not None
        for _, line in file.lines.for_kind(kind)
        for place in line.places or ()
    ]
    return tuple(dict.fromkeys([place for place in named if place in left] + list(left)))
