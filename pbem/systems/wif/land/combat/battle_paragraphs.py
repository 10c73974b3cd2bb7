"""The report's paragraphs about air missions and land combat, from verdicts alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.rules.system import Paragraph
from pbem.systems.wif.land.combat_table import ATTACKER
from pbem.systems.wif.world.rounding import number, signed

MONTHS: Final[Mapping[str, str]] = {
    "jf": "Jan/Feb", "ma": "Mar/Apr", "mj": "May/Jun", "ja": "Jul/Aug", "so": "Sep/Oct",
    "nd": "Nov/Dec",
}  # fmt: skip
FACING: Final = {"†": "half", "*": "all"}
EXTRA: Final = "§"

Facts = Mapping[str, Any]


# --- ground strike -------------------------------------------------------------------------------


def ground_strike(entry: Entry, scene: Scene) -> Sequence[str]:
    """Who struck whom, with each die (11.8)."""
    facts = entry.body["facts"]
    bombers = ", ".join(_bomber(bomber) for bomber in facts["bombers"]) or "no bomber through"
    escort = f", with {', '.join(facts['fighters'])}" if facts["fighters"] else ""
    lines = [
        f"GROUND STRIKE {facts['place']} (11.8)   {bombers}{escort}; "
        f"{facts['terrain']}, {facts['weather']}"
    ]
    for bomber in facts["bombers"]:
        rolls = ", ".join(_strike_roll(roll) for roll in bomber["rolls"])
        lines.append(f"{bomber['name']}: {rolls or _no_roll(bomber)}.")
    return lines


def _bomber(bomber: Facts) -> str:
    """`He-111H6 4`, or with what weather and range leave of the factors."""
    printed, factors = bomber["tactical"], bomber["factors"]
    why = " at extended range" if bomber["extended"] else ""
    if str(printed) == str(factors):
        return f"{bomber['name']} {factors}{why}"
    return f"{bomber['name']} {printed}, here {factors}{why}"


def _strike_roll(roll: Facts) -> str:
    dice = "+".join(str(die) for die in roll["dice"])
    return f"{roll['target']} {dice} {'hit' if roll['hit'] else 'miss'}"


def _no_roll(bomber: Facts) -> str:
    return "no factors left" if not bomber["factors"] else "nobody left to strike"


# --- air combat ----------------------------------------------------------------------------------


def air_combat(entry: Entry, scene: Scene) -> Sequence[str]:
    """The lines of both sides, then round by round values, dice and results (14.3)."""
    facts = entry.body["facts"]
    sides = sorted(facts["forces"], key=lambda side: scene.player not in facts["players"][side])
    lines = [f"AIR COMBAT {facts['place']} (14.3)"]
    lines += [_air_force(facts, side, scene) for side in sides]
    number_ = 0
    for row in facts["rounds"]:
        number_ += bool(row["fire"])
        lines += _round(facts, row, number_, scene)
    through = [name for side in sides for name in facts["through"][side]]
    lines.append(
        f"Over the target: {', '.join(through)}." if through else "No bomber gets through."
    )
    return lines


def _whose(facts: Facts, side: str, scene: Scene) -> str:
    return scene.people(facts["players"][side])


def _air_force(facts: Facts, side: str, scene: Scene) -> str:
    """`you: Bf-109F2 6; bombers He-111H6 2, Ju-87D 2`: the lines from front to back."""
    force = facts["forces"][side]
    rated = {
        line: ", ".join(f"{plane['name']} {_rating(plane)}" for plane in force[line])
        for line in ("fighters", "bombers")
    }
    bombers = f"bombers {rated['bombers']}" if rated["bombers"] else ""
    lines = "; ".join(line for line in (rated["fighters"], bombers) if line)
    return f"{_whose(facts, side, scene)}: {lines}"


def _rating(plane: Facts) -> str:
    """`6`, `(2)` unarmed, `4-1` for a fighter that flies as a bomber (option 8)."""
    rating = number(plane["rating"])
    if plane.get("unarmed"):
        return f"({rating})"
    return f"{rating}-1" if plane.get("fighter_bomber") else rating


def _round(facts: Facts, row: Facts, number_: int, scene: Scene) -> list[str]:
    lines = []
    cleared = [name for side in sorted(row["cleared"]) for name in row["cleared"][side]]
    if cleared:
        lines.append(f"no fighter in the way: {', '.join(cleared)} through")
    if row["fire"]:
        shots = ";  ".join(_shot(facts, shot, scene) for shot in row["fire"])
        lines.append(f"round {number_}   {shots}")
    lines += [f"{_whose(facts, side, scene)}: the rest abort" for side in row["aborts"]]
    return lines


def _shot(facts: Facts, shot: Facts, scene: Scene) -> str:
    """`you 5.3-7 = -2: 12 no effect`."""
    who = _whose(facts, shot["side"], scene)
    values = f"{number(shot['strength'])}-{number(shot['enemy'])} = {signed(shot['value'])}"
    worse = f" ({shot['cell']}, twin engines)" if shot["twin-engined"] else ""
    result = "" if shot["result"] == "-" else f"{shot['result']}{worse}, "
    return f"{who} {values}: {shot['roll']} {result}{shot['effect']}"


def no_base(entry: Entry, scene: Scene) -> Sequence[str]:
    """An aircraft that found no hex to return to."""
    facts = entry.body["facts"]
    return [f"NO BASE ({entry.body['cite']})   {facts['unit']} finds none and is lost"]


# --- land combat ---------------------------------------------------------------------------------


def land_combat(entry: Entry, scene: Scene) -> Sequence[str]:
    """Forces, odds, table, die and what came of it (11.15.5)."""
    facts = entry.body["facts"]
    ground = "city" if facts["city"] else facts["terrain"]
    lines = [
        f"LAND COMBAT {facts['place']}, {ground}, {facts['weather']} (11.15.5)"
        f"   {_table(facts, scene)}",
        _forces(facts["attackers"], facts["support"]["attackers"], facts["support"]["attack"],
                facts["attack"]),
        _forces(facts["defenders"], facts["support"]["defenders"], facts["support"]["defence"],
                facts["defence"]),
    ]  # fmt: skip
    if facts.get("dropped_out"):
        lines.append(f"out of supply now, not attacking: {', '.join(facts['dropped_out'])}")
    lines += _odds(facts)
    lines += _die(facts)
    return [*lines, *_aftermath(facts)]


def _table(facts: Facts, scene: Scene) -> str:
    """Whose choice the table was, and what was chosen."""
    if not facts["table"]:
        return "the attackers have no factors"
    chooser = facts["players"][0 if facts["chooser"] == ATTACKER else 1]
    who = scene.people(chooser)
    whose = "yours" if who == "you" else f"{who}'s"
    return f"table {whose} ({_why(facts['choice'])}): {facts['table']}"


def _why(choice: Sequence[Any]) -> str:
    """`city`, `armour 2.5:1`: the ground or the count that gave the choice of the table."""
    what, *counted = choice
    if counted and not any(Fraction(many) for many in counted):
        return "no armour"
    return f"{what} {':'.join(number(many) for many in counted)}" if counted else str(what)


def _forces(units: Sequence[Facts], bombers: Sequence[Facts], air: Any, total: Any) -> str:
    """`XLVII ARM 8, XX INF 8 (4 across river), Ju-88A4 5 = 21`."""
    parts = [_unit(unit) for unit in units]
    flown = sum(Fraction(bomber["tactical"]) for bomber in bombers)
    parts += [f"{bomber['name']} {number(bomber['tactical'])}" for bomber in bombers]
    counted = f" ({number(air)} of the air factors count)" if flown != Fraction(air) else ""
    return f"{', '.join(parts)} = {number(total)}{counted}"


def _unit(unit: Facts) -> str:
    notes = []
    if str(unit["printed"]) != str(unit["factors"]):
        notes.append(f"{number(unit['factors'])} here")
    notes += [f"across {' and '.join(unit['across'])}"] if unit.get("across") else []
    notes += ["face-down"] if unit.get("face_down") else []
    notes += ["out of supply"] if unit.get("supplied") is False else []
    told = f" ({', '.join(notes)})" if notes else ""
    return f"{unit['name']} {number(unit['printed'])}{told}"


def _odds(facts: Facts) -> list[str]:
    """`28:11 = 2.54, so 2:1, or 3:1 by 50% (option 26): die 4, so 3:1`."""
    if not facts["basic"]:
        return []
    attack, defence = number(facts["attack"]), number(facts["defence"])
    ratio = Scene.decimal(Fraction(facts["attack"]) / Fraction(facts["defence"]))
    text = f"{attack}:{defence} = {ratio}, so {facts['basic']}"
    if facts["shift"]:
        text += f", {facts['weather']} {facts['shift']}: {facts['shifted']}"
    if facts["fraction"] and "tenths" not in facts:
        text += f", or {facts['next']} by {10 * facts['fraction']}% (option 26)"
        text += f": die {facts['fraction_die']}, so {facts['odds']}"
    return [text]


def _die(facts: Facts) -> list[str]:
    """`die 7, +1 face-down defenders = 8: -/B, half of the attackers stay up`."""
    if "dice" not in facts:
        words = "the defence has no factors" if facts["result"] else ""
        return [f"{words}: {result_words(facts['result'])}"] if words else []
    dice = "+".join(str(die) for die in facts["dice"])
    modifiers = "".join(
        f", {signed(value)} {name}{_hq_sum(facts) if name == 'HQ support' else ''}"
        for name, value in facts["modifiers"].items()
    )
    fraction = (
        f", {facts['tenths']}0% of 1 more: {facts['fraction_die']}" if facts.get("tenths") else ""
    )
    column = facts.get("column", "")
    on = f" on {column}" if column and column != facts["odds"] else ""
    return [f"die {dice}{modifiers}{fraction} = {facts['roll']}{on}: "
            f"{result_words(facts['result'])}"]  # fmt: skip


def _hq_sum(facts: Facts) -> str:
    hqs = ", ".join(f"{hq['name']} {hq['value']}" for hq in facts["hqs"])
    return f" ({hqs})"


def result_words(text: str) -> str:
    """A result in words: `1/2S, half of the attackers stay up`, `no effect`."""
    if text == "-":
        return "no effect"
    rest = text.lstrip("".join(FACING)).rstrip(EXTRA)
    words = [f"-{rest}" if rest.startswith("/") else rest]
    if text.endswith(EXTRA):
        words.append("one attacker more in bad weather or ground, or with armour")
    if text[:1] in FACING:
        words.append(f"{FACING[text[:1]]} of the attackers stay up")
    return ", ".join(words)


def _aftermath(facts: Facts) -> list[str]:
    """Losses, shattered and retreating units, the advance, who lies face-down."""
    parts = [f"{name} lost" for name in (*facts["lost"]["attackers"], *facts["lost"]["defenders"])]
    if facts["shattered"]:
        back = MONTHS[facts["returns"].split("-")[1]]
        parts.append(f"{', '.join(facts['shattered'])} shattered, back in {back}")
    parts += [
        f"{name} retreats to {' and '.join(trail)}" for name, trail in facts["retreated"].items()
    ]
    lines = ["; ".join(parts) + "."] if parts else []
    if facts["advanced"]:
        moved = "; ".join(
            f"{', '.join(names)} to {place}" for place, names in facts["advanced"].items()
        )
        lines.append(f"Advance: {moved}.")
    if facts["defenders_turned"]:
        lines.append(f"Face-down now: {', '.join(facts['defenders_turned'])}.")
    up, down = len(facts["face_up"]), len(facts["face_down"])
    if up + down:
        lines.append(
            f"{up} of {up + down} attackers face-up"
            + (f"; face-down: {', '.join(facts['face_down'])}." if down else ".")
        )
    return lines  # fmt: skip


def no_combat(entry: Entry, scene: Scene) -> Sequence[str]:
    """An attack that came to nothing before the die."""
    facts = entry.body["facts"]
    return [
        f"NO COMBAT {facts['place']} ({entry.body['cite']})   {entry.body['outcome']}: "
        f"{facts['attackers']}"
    ]


def overrun(entry: Entry, scene: Scene) -> Sequence[str]:
    """An overrun: forces, odds, losses (11.10.6)."""
    facts = entry.body["facts"]
    lines = [
        f"OVERRUN {facts['place']}, {facts['weather']} ({entry.body['cite']})",
        _forces(facts["attackers"], (), 0, facts["attack"]),
        _forces(facts["defenders"], (), 0, facts["defence"]),
    ]
    return [*lines, f"{_overrun_odds(facts)}: {_all(facts['defenders'])} destroyed."]


def _overrun_odds(facts: Facts) -> str:
    """`18:2 = 9, so 9:1, snow -2: 7:1`."""
    if facts["basic"] is None:
        return "a defence without factors"
    ratio = Scene.decimal(Fraction(facts["attack"]) / Fraction(facts["defence"]))
    text = f"{number(facts['attack'])}:{number(facts['defence'])} = {ratio}, so {facts['basic']}"
    shift = f", {facts['weather']} {facts['shift']}: {facts['odds']}" if facts["shift"] else ""
    return text + shift


def _all(units: Sequence[Facts]) -> str:
    return ", ".join(unit["name"] for unit in units)


def aircraft_overrun(entry: Entry, scene: Scene) -> Sequence[str]:
    """Aircraft in a hex that enemy land units entered (11.10.6)."""
    facts = entry.body["facts"]
    lost = f"destroyed on the ground: {facts['destroyed']}" if facts["destroyed"] else ""
    flew = f"flew off: {facts['flew']}" if facts["flew"] else ""
    parts = "; ".join(part for part in (lost, flew) if part)
    return [f"AIRCRAFT OVERRUN {facts['place']} ({entry.body['cite']})   {parts}"]


BATTLE_PARAGRAPHS: Final[Mapping[str, Paragraph]] = {
    "ground-strike": ground_strike,
    "air-combat": air_combat,
    "no-base": no_base,
    "land-combat": land_combat,
    "no-combat": no_combat,
    "overrun": overrun,
    "aircraft-overrun": aircraft_overrun,
}
