"""The file of a land combat for `pbem odds`, laid out as a small position.

format: pbem-odds/1
system: wif
hex: {terrain: forest, weather: rain}
attacker: {units: [XLI ARM, {unit: INF 5, across: river, count: 2}], support: [4]}
defender: {units: [INF 4, {unit: ARM 6, face_down: true}]}

Decides what such a file says, and what is wrong with it. Leaves the rules to the steps of play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Final

from pbem.core.data.counters import Counter
from pbem.core.data.findings import PbemError, suggest
from pbem.core.data.yamlio import Document, Path_
from pbem.core.play.rehearsal import rehearsal
from pbem.core.rules.battlefile import BattleFileError, BattleSheet
from pbem.core.rules.book import Book
from pbem.core.rules.optional import require_no_conflict
from pbem.core.rules.readings import readings_of
from pbem.core.rules.system import find_system
from pbem.systems.flames.cases.situation import LETTERS, CaseBook
from pbem.systems.flames.land.combat.attacks import Attack
from pbem.systems.flames.land.combat.resolution import Combat, prepare
from pbem.systems.flames.land.combat.support import AirSupport
from pbem.systems.flames.world.land_factors import Support, barring
from pbem.systems.flames.world.options import Options
from pbem.systems.flames.world.position import Position, position_of
from pbem.systems.flames.world.vocabulary import PlaceFact

CENTRE: Final = "E1111"
AROUND: Final = ("E1212", "E1112", "E1011", "E1110", "E1210", "E1211")
ATTACKER, DEFENDER = "attacker", "defender"


class Sheet(BattleSheet):
    """What a file says, and everything that is wrong with it."""

    called: ClassVar[str] = "combat"

    def __init__(self, cases: CaseBook, book: Book, document: Document) -> None:
        super().__init__(f"{cases.system}/odds", book, document)
        self.cases = cases  # what the book means where the file does not say

    @property
    def kind(self) -> str:
        """What is fought: land or air."""
        return str(self.data.get("battle", "land"))

    def options(self) -> Options:
        """The optional rules of the file."""
        said = {str(name): value for name, value in self.data.get("options", {}).items()}
        try:
            require_no_conflict(find_system(self.cases.system), said)
            options: Options = self.cases.options(said)
            return options
        except PbemError as trouble:
            self.complain(("options",), trouble.message, trouble.hint)
        return Options()

    def readings(self) -> Mapping[str, str]:
        """The readings that the file names."""
        said: Mapping[str, str] = self.data.get("interpretations", {})
        try:
            readings_of(said)
        except PbemError as trouble:
            self.complain(("interpretations",), trouble.message, trouble.hint)
        return said


def sheet_of(cases: CaseBook, book: Book, document: Document) -> Sheet:
    """A file in the right form; raises with every finding if it has not that form."""
    sheet = Sheet(cases, book, document)
    sheet.refuse()
    return sheet


# --- units ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Troop:
    """A unit of the file: what stands on its counter, whose it is, how it comes."""

    name: str
    kind: str
    classes: tuple[str, ...]
    ratings: Mapping[str, Any]
    power: str
    across: tuple[str, ...] = ()
    face_down: bool = False


def troops_of(sheet: Sheet, role: str) -> list[Troop]:
    """The units of a side, each with a name of its own."""
    found: list[Troop] = []
    for number, said in enumerate(sheet.side(role)["units"]):
        row: Mapping[str, Any] = said if isinstance(said, Mapping) else {"unit": said}
        path = (role, "units", number)
        counter = _counter(sheet, path, str(row["unit"]))
        if counter is not None:
            found += [_troop(sheet, role, counter, row)] * int(row.get("count", 1))
    return [replace(troop, name=f"{troop.name} ({role} {n})") for n, troop in enumerate(found, 1)]


def _counter(sheet: Sheet, path: Path_, word: str) -> Counter | None:
    """A counter by its printed name, or one of a kind with the factors that are said: `ARM 8`."""
    known = {counter.name.casefold(): counter for counter in sheet.book.counters}
    if word.casefold() in known:
        counter = known[word.casefold()]
        if "land" in counter.classes:
            return counter
        sheet.complain(path, f"{counter.name} is no land unit")
        return None
    kind, _, factors = word.rpartition(" ")
    types = {counter.kind: counter for counter in sheet.book.counters if _is_corps(counter)}
    if kind.upper() in types and factors.isdigit():
        model = types[kind.upper()]
        ratings = {"combat": int(factors), "cost": model.or_nothing("cost")}
        classes = tuple(name for name in model.classes if name not in ("white-print", "reserve"))
        return replace(model, name=word, ratings=ratings, classes=classes)
    hint = f"write a kind and its factors (ARM 8), or a name; {suggest(word, list(known))}"
    sheet.complain(path, f"'{word}' is no land unit", hint)
    return None


def _is_corps(counter: Counter) -> bool:
    return "land" in counter.classes and "division" not in counter.classes


def _troop(sheet: Sheet, role: str, counter: Counter, row: Mapping[str, Any]) -> Troop:
    said = row.get("across", ())
    classes = dict.fromkeys(counter.classes)
    classes |= {
        name: None
        for key, name in (("white_print", "white-print"), ("engineer", "engineer"))
        if row.get(key)
    }
    if row.get("division"):
        classes = dict.fromkeys("division" if name == "corps" else name for name in classes)
    return Troop(
        name=str(row["unit"]),
        kind=counter.kind,
        classes=tuple(classes),
        ratings=dict(counter.ratings),
        power=str(row.get("power", power_of(sheet, role))),
        across=(said,) if isinstance(said, str) else tuple(said),
        face_down=bool(row.get("face_down")),
    )


def power_of(sheet: Sheet, role: str) -> str:
    """The power of a side: as it says, else the usual enemy of the other one."""
    said = sheet.side(role).get("power")
    if said is not None:
        return str(said)
    other = DEFENDER if role == ATTACKER else ATTACKER
    ours, enemy = sheet.cases.ours, sheet.cases.enemy
    usual, instead = (ours, enemy) if role == ATTACKER else (enemy, ours)
    return instead if sheet.side(other).get("power") == usual else usual


# --- the small position ---------------------------------------------------------------------------


def combat_of(sheet: Sheet) -> Combat:
    """The combat that a file describes, ready to be thrown; raises with every finding."""
    options, readings = sheet.options(), sheet.readings()
    attackers, defenders = (troops_of(sheet, role) for role in (ATTACKER, DEFENDER))
    for role in (ATTACKER, DEFENDER):
        if "hq" in sheet.side(role) and not options.hq_support:
            hint = 'write options: {"13": true}'
            sheet.complain((role, "hq"), "HQ support is option 13, which is off", hint)
    bases = _bases(sheet, attackers)
    sheet.refuse()
    position = _position(sheet, (attackers, defenders), bases, readings)
    _require_war(sheet, position, attackers, defenders)
    support = AirSupport(_support(sheet, ATTACKER), _support(sheet, DEFENDER))
    attack = Attack(CENTRE, tuple(troop.name for troop in attackers))
    combat = prepare(rehearsal(position), attack, support, {})
    if combat is None:
        raise BattleFileError("nobody fights here")
    ours, theirs = (int(sheet.side(role).get("hq", 0)) for role in (ATTACKER, DEFENDER))
    combat.hqs = (ours, theirs)
    return combat


Base = tuple[str, tuple[str, ...]]  # whose units attack from a hex, across what


def _bases(sheet: Sheet, attackers: Sequence[Troop]) -> dict[Base, str]:
    """The hexes around the one that is attacked, each for those who cross the same hexside."""
    chart = sheet.book.chart("terrain-effects")
    groups: dict[Base, None] = {}
    for troop in attackers:
        groups[troop.power, troop.across] = None
        barrier = barring(troop.kind, troop.across, chart)
        if barrier:
            sheet.complain((ATTACKER, "units"), f"{troop.kind} cannot attack across {barrier}")
    if len(groups) > len(AROUND):
        sheet.complain((ATTACKER, "units"), "a hex has six sides, and no more are attacked across")
    return dict(zip(groups, AROUND, strict=False))


def _position(
    sheet: Sheet,
    troops: tuple[Sequence[Troop], Sequence[Troop]],
    bases: Mapping[Base, str],
    readings: Mapping[str, str],
) -> Position:
    """The small position of a combat: everybody in supply where he stands, unless the file says."""
    attackers, defenders = troops
    ground = sheet.data.get("hex", {})
    letter = next(k for k, name in LETTERS.items() if name == ground.get("terrain", "clear"))
    supplied = sheet.side(DEFENDER).get("supplied", True)
    held = {base: power for (power, _), base in bases.items()}
    given = {
        "rows": {"E1212": "c c c c c", "E1211": f"c {letter} c c c", "E1210": "c c c c c"},
        "sides": _sides(bases),
        "places": {CENTRE: _facts(ground)},
        "weather": ground.get("weather", "fine"),
        "options": {str(name): said for name, said in sheet.data.get("options", {}).items()},
        "interpretations": readings,
        "control": _control(defenders[0].power, held),
        "units": [
            *(_unit(troop, bases[troop.power, troop.across]) for troop in attackers),
            *(_unit(troop, CENTRE) for troop in defenders),
        ],
    }
    position = sheet.cases.situation(given)
    sources = {**held, **({CENTRE: defenders[0].power} if supplied else {})}
    places = dict(position.state.places)
    for base, power in sources.items():
        places[base] = replace(places[base], facts={str(PlaceFact.SUPPLY_SOURCE): power})
    powers = position.state.powers
    clock = replace(position.state.clock, side=powers[attackers[0].power].side)
    return position_of(position.game, replace(position.state, places=places, clock=clock))


def _sides(bases: Mapping[Base, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for (_, across), base in bases.items():
        for feature in across:
            found.setdefault(feature, []).append(f"{base}-{CENTRE}")
    return found


def _facts(ground: Mapping[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = {"city": True} if ground.get("city") else {}
    return facts | (
        {"factories": ["blue"] * ground["factories"]} if ground.get("factories") else {}
    )


def _control(defender: str, held: Mapping[str, str]) -> dict[str, Any]:
    control: dict[str, Any] = {defender: "all"}
    for base, power in held.items():
        if power != defender:
            control.setdefault(power, []).append(base)
    return control


def _unit(troop: Troop, at: str) -> dict[str, Any]:
    return {
        "name": troop.name,
        "kind": troop.kind,
        "power": troop.power,
        "at": at,
        "classes": [*troop.classes],
        "division": "division" in troop.classes,
        "face_down": troop.face_down,
        "ratings": {key: value for key, value in troop.ratings.items() if key != "kit"},
    }


def _require_war(
    sheet: Sheet, position: Position, attackers: Sequence[Troop], defenders: Sequence[Troop]
) -> None:
    """Everybody who attacks fights for one side, and everybody who defends for the other."""
    for path, power in _strangers(position, attackers, defenders):
        sheet.complain((path, "units"), f"{position.called(power)} does not fight on this side")
    sheet.refuse()


def _strangers(
    position: Position, attackers: Sequence[Troop], defenders: Sequence[Troop]
) -> Iterator[tuple[str, str]]:
    side = position.side(attackers[0].power)
    for path, troops in ((ATTACKER, attackers), (DEFENDER, defenders)):
        for power in dict.fromkeys(troop.power for troop in troops):
            if (position.side(power) == side) != (path == ATTACKER):
                yield path, power


def _support(sheet: Sheet, role: str) -> tuple[Support, ...]:
    """The bombers of a side that get through."""
    rows = [
        row if isinstance(row, Mapping) else {"tactical": row}
        for row in sheet.side(role).get("support", ())
    ]
    return tuple(
        Support(
            id=f"{role}-bomber-{number}",
            name=f"bomber {number}",
            power=str(row.get("power", power_of(sheet, role))),
            tactical=Fraction(row["tactical"]),
            extended=bool(row.get("extended")),
            tank_buster=bool(row.get("tank_buster")),
        )
        for number, row in enumerate(rows, 1)
    )
