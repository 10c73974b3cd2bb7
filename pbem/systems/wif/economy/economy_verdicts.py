"""The verdicts of production, and their paragraphs (13.6).

Decides what reports say of them. Leaves what is found to `production`, `building` and `scrapping`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, PowerId, UnitId, Verdict
from pbem.systems.flames.world.countries import CountryId
from pbem.systems.flames.world.rounding import number
from pbem.systems.wif.economy.ruins import Ruin, told, words_of


@dataclass(frozen=True, slots=True)
class Delivery:
    """Resources that went from a hex to the factories of a hex."""

    source: PlaceId
    factory: PlaceId
    count: int


@dataclass(frozen=True, slots=True)
class ProductionVerdict(Verdict):
    """What a power has made: production points of the map and beyond it, less those bombed."""

    kind: ClassVar[str] = "production"
    cite: ClassVar[str] = "13.6"

    power: CountryId
    loads: tuple[Delivery, ...]
    beyond: int
    lost: int
    points: int
    multiple: Fraction
    bonus: int
    build_points: int
    lent: int = 0
    received: int = 0

    @property
    def outcome(self) -> str:
        return "produced"


@dataclass(frozen=True, slots=True)
class LendLeaseVerdict(Verdict):
    """What one power gives another: what leaves, the resources that find factories, the points."""

    kind: ClassVar[str] = "lend-lease"
    cite: ClassVar[str] = "5"

    giver: CountryId
    taker: CountryId
    resources: int
    oil: int
    used: int
    points: int
    arrived: int

    @property
    def outcome(self) -> str:
        if not (self.resources or self.points):
            return "nothing"
        whole = self.used == self.resources and self.arrived == self.points
        return "delivered" if whole else "in-part"


@dataclass(frozen=True, slots=True)
class ForeignVerdict(Verdict):
    """A striped unit that a power takes or gives back, or for which one side alone has asked."""

    kind: ClassVar[str] = "foreign-unit"
    cite: ClassVar[str] = "13.6.4"

    unit: UnitId
    came: str

    @property
    def outcome(self) -> str:
        return self.came


@dataclass(frozen=True, slots=True)
class UpgradeVerdict(Verdict):
    """Heavy weapons in the place of a unit; none of these if they were drawn and went back."""

    kind: ClassVar[str] = "heavy-weapons"
    cite: ClassVar[str] = "22.11"

    power: CountryId
    unit: UnitId | None
    heavy: UnitId
    price: int

    @property
    def outcome(self) -> str:
        return "upgraded" if self.price or self.unit else "went-back"


@dataclass(frozen=True, slots=True)
class TradeChoiceVerdict(Verdict):
    """What Germany takes, once and for all, because the USSR has meddled in a minor country."""

    kind: ClassVar[str] = "trade"
    cite: ClassVar[str] = "5.1"

    minor: str
    take: str

    @property
    def outcome(self) -> str:
        return self.take


@dataclass(frozen=True, slots=True)
class Built:
    """A unit that was drawn: what it cost, and the turn in which it arrives."""

    unit: UnitId
    cost: int
    arrives: str


@dataclass(frozen=True, slots=True)
class LocalUnitsVerdict(Verdict):
    """Units of places that came into a power's pools or circle, and those that left the game."""

    kind: ClassVar[str] = "local-units"
    cite: ClassVar[str] = "22.6"

    came: tuple[UnitId, ...]
    went: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "changed"


@dataclass(frozen=True, slots=True)
class UkrainePaidVerdict(Verdict):
    """A power has paid for Ukraine."""

    kind: ClassVar[str] = "ukraine-paid"
    cite: ClassVar[str] = "19.12"

    power: PowerId
    price: int

    @property
    def outcome(self) -> str:
        return "paid"


@dataclass(frozen=True, slots=True)
class ExilesVerdict(Verdict):
    """Exiles who can be built again."""

    kind: ClassVar[str] = "exiles"
    cite: ClassVar[str] = "19.5.1"

    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "added"


@dataclass(frozen=True, slots=True)
class ChitsVerdict(Verdict):
    """Offensive points that a power builds, and when they arrive."""

    kind: ClassVar[str] = "chits"
    cite: ClassVar[str] = "16"

    power: CountryId
    points: int
    price: int
    arrives: str

    @property
    def outcome(self) -> str:
        return "built"


@dataclass(frozen=True, slots=True)
class PointsArrivedVerdict(Verdict):
    """Offensive points that arrive, and how many the power has saved then."""

    kind: ClassVar[str] = "offensive-points"
    cite: ClassVar[str] = "4.2.1"

    power: PowerId
    points: int
    saved: int

    @property
    def outcome(self) -> str:
        return "arrived"


@dataclass(frozen=True, slots=True)
class TrainingVerdict(Verdict):
    """Pilots that a power trains, or gives back: fewer than none; the points that it has more."""

    kind: ClassVar[str] = "training"
    cite: ClassVar[str] = "14.6"

    power: CountryId
    pilots: int
    points: int
    arrives: str

    @property
    def outcome(self) -> str:
        return "trained" if self.pilots > 0 else "retrained"


@dataclass(frozen=True, slots=True)
class Gain:
    """What a power has thrown for intelligence, and the points that it has gained."""

    power: PowerId
    dice: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class IntelligenceVerdict(Verdict):
    """The intelligence rolls of all powers, and what each has gained."""

    kind: ClassVar[str] = "intelligence"
    cite: ClassVar[str] = "13.6.11"

    gains: tuple[Gain, ...]

    @property
    def outcome(self) -> str:
        return "rolled"


@dataclass(frozen=True, slots=True)
class BuildVerdict(Verdict):
    """What a power has built, and the build points that were spent and left."""

    kind: ClassVar[str] = "build"
    cite: ClassVar[str] = "13.6.5"

    power: CountryId
    units: tuple[Built, ...]
    spent: int
    left: int

    @property
    def outcome(self) -> str:
        return "built" if self.units else "nothing"


@dataclass(frozen=True, slots=True)
class ScrapVerdict(Verdict):
    """Units that a power has removed from the game for good."""

    kind: ClassVar[str] = "scrapped"
    cite: ClassVar[str] = "13.6.5"

    power: PowerId
    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "scrapped"


@dataclass(frozen=True, slots=True)
class WreckVerdict(Verdict):
    """Works that their own side has wrecked."""

    kind: ClassVar[str] = "wrecked"
    cite: ClassVar[str] = "13.8"

    at: PlaceId
    what: str
    count: int

    @property
    def outcome(self) -> str:
        return "destroyed"


@dataclass(frozen=True, slots=True)
class Work:
    """Works of a hex that are repaired, or of none yet that are built, and when they are ready."""

    at: PlaceId | None
    what: str
    ready: str


@dataclass(frozen=True, slots=True)
class RepairsVerdict(Verdict):
    """What a power pays to have repaired."""

    kind: ClassVar[str] = "repairs"
    cite: ClassVar[str] = "13.6.7"

    power: CountryId
    works: tuple[Work, ...]

    @property
    def outcome(self) -> str:
        return "begun"


@dataclass(frozen=True, slots=True)
class WorksVerdict(Verdict):
    """Works that are whole again."""

    kind: ClassVar[str] = "works"
    cite: ClassVar[str] = "13.6.7"

    at: PlaceId
    what: str
    count: int

    @property
    def outcome(self) -> str:
        return "repaired"


@dataclass(frozen=True, slots=True)
class BuiltWorksVerdict(Verdict):
    """Facilities that a power has begun to build."""

    kind: ClassVar[str] = "facilities"
    cite: ClassVar[str] = "13.6.6"

    power: CountryId
    works: tuple[Work, ...]

    @property
    def outcome(self) -> str:
        return "begun"


@dataclass(frozen=True, slots=True)
class PlacedVerdict(Verdict):
    """A facility that stands now: who holds it."""

    kind: ClassVar[str] = "facility"
    cite: ClassVar[str] = "4.2.2"

    at: PlaceId
    power: PowerId
    what: str

    @property
    def outcome(self) -> str:
        return "placed"


@dataclass(frozen=True, slots=True)
class DividedVerdict(Verdict):
    """A corps that broke down into divisions (22.1)."""

    kind: ClassVar[str] = "divided"
    cite: ClassVar[str] = "22.1"

    at: PlaceId
    unit: UnitId
    divisions: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "broken-down"


@dataclass(frozen=True, slots=True)
class ReformedVerdict(Verdict):
    """Divisions that formed a corps (22.1)."""

    kind: ClassVar[str] = "reformed"
    cite: ClassVar[str] = "22.1"

    at: PlaceId
    unit: UnitId
    divisions: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "formed"


@dataclass(frozen=True, slots=True)
class Stored:
    """So much of some goods that is saved in a hex now."""

    at: PlaceId
    count: int


@dataclass(frozen=True, slots=True)
class SavedVerdict(Verdict):
    """What a power has saved of oil or build points, and what it has lost for want of room."""

    kind: ClassVar[str] = "saved"
    cite: ClassVar[str] = "13.6.9"

    power: CountryId
    goods: str
    stored: tuple[Stored, ...]
    lost: int = 0

    @property
    def outcome(self) -> str:
        return "saved" if self.stored else "lost"


# --- paragraphs ----------------------------------------------------------------------------------


def production_lines(verdict: ProductionVerdict, scene: Scene) -> Sequence[str]:
    """Points, multiple and build points; then which resources went where."""
    parts = [
        *([f"{verdict.beyond} beyond the map"] if verdict.beyond else []),
        *([f"{verdict.lost} bombed"] if verdict.lost else []),
    ]
    told = f" ({', '.join(parts)})" if parts else ""
    besides = added(verdict.bonus, verdict.lent, verdict.received)
    head = (
        f"PRODUCTION {scene.title(verdict.power)} ({verdict.cite})  production points "
        f"{verdict.points}{told} × {number(verdict.multiple)}{besides}: "
        f"{verdict.build_points} build points"
    )
    routes = _routes(verdict, scene)
    return [head, f"resources: {', '.join(routes)}"] if routes else [head]


def added(bonus: int, lent: int, received: int) -> str:
    """What comes to the build points besides, or goes from them."""
    more = f" + {bonus} for losses at home" if bonus else ""
    less = f" - {lent} lent" if lent else ""
    return more + less + (f" + {received} lend lease" if received else "")


def _routes(verdict: ProductionVerdict, scene: Scene) -> list[str]:
    """Which resources went where, and how many stayed in their hexes."""
    routes = [
        f"{scene.place(load.source)} > {scene.place(load.factory)} {load.count}"
        for load in verdict.loads
        if load.source != load.factory
    ]
    at_home = sum(load.count for load in verdict.loads if load.source == load.factory)
    return [*routes, f"in their own hexes {at_home}"] if at_home else routes


def lend_lease_lines(verdict: LendLeaseVerdict, scene: Scene) -> Sequence[str]:
    """What leaves one power for another, and what of it is of use there."""
    oil = f" ({verdict.oil} oil)" if verdict.oil else ""
    many = f"{verdict.resources} resource{'s' * (verdict.resources != 1)}"
    goods = f"{many}{oil}, {verdict.used} to factories"
    points = f"{verdict.points} build point{'s' * (verdict.points != 1)}, {verdict.arrived} arrive"
    told = [goods] * bool(verdict.resources) + [points] * bool(verdict.points)
    giver, taker = scene.title(verdict.giver), scene.title(verdict.taker)
    return [
        f"GOODS {giver} to {taker} ({verdict.cite})   {'; '.join(told) or 'no way leads there'}"
    ]


def foreign_lines(verdict: ForeignVerdict, scene: Scene) -> Sequence[str]:
    """What becomes of a striped unit."""
    told = verdict.came.replace("-", " ")
    return [f"LEND LEASE ({verdict.cite})  {scene.unit(verdict.unit)} {told}"]


def upgrade_lines(verdict: UpgradeVerdict, scene: Scene) -> Sequence[str]:
    """The heavy weapons that a power has put into play, or that it has drawn in vain."""
    head = f"HEAVY WEAPONS {scene.title(verdict.power)} ({verdict.cite})  "
    heavy = scene.unit(verdict.heavy)
    if verdict.outcome == "went-back":
        return [f"{head}{heavy} drawn, and it goes back: no more are built ahead in this turn"]
    told = f"{scene.unit(verdict.unit)} becomes {heavy}" if verdict.unit else f"{heavy} is built"
    return [f"{head}{told}, for {verdict.price} build points"]


def trade_choice_lines(verdict: TradeChoiceVerdict, scene: Scene) -> Sequence[str]:
    """What Germany takes for a minor country."""
    taken = "a build point less for the USSR" if verdict.take == "point" else "a resource more"
    minor = scene.title(verdict.minor)
    return [f"TRADE ({verdict.cite})  Germany takes {taken} each turn, for {minor}"]


def chits_lines(verdict: ChitsVerdict, scene: Scene) -> Sequence[str]:
    """The offensive points that a power builds."""
    return [
        f"OFFENSIVE CHITS {scene.title(verdict.power)} ({verdict.cite})   {verdict.points} points "
        f"for {verdict.price}, {scene.said(verdict.arrives)}"
    ]


def intelligence_lines(verdict: IntelligenceVerdict, scene: Scene) -> Sequence[str]:
    """Who has rolled what for intelligence, and who has gained points."""
    lines = [f"INTELLIGENCE ({verdict.cite})"]
    for gain in verdict.gains:
        dice = ", ".join(map(str, gain.dice))
        points = f"{gain.points} point{'s' * (gain.points != 1)}" if gain.points else "nothing"
        lines.append(f"  {scene.title(gain.power)} rolls {dice}: {points}")
    return lines


def points_arrived_lines(verdict: PointsArrivedVerdict, scene: Scene) -> Sequence[str]:
    """The offensive points that arrive."""
    return [
        f"OFFENSIVE POINTS {scene.title(verdict.power)} ({verdict.cite})   {verdict.points} more, "
        f"{verdict.saved} saved"
    ]


def training_lines(verdict: TrainingVerdict, scene: Scene) -> Sequence[str]:
    """The pilots that a power trains or retrains."""
    head = f"PILOTS {scene.title(verdict.power)} ({verdict.cite})"
    if verdict.pilots < 0:
        return [f"{head}  {-verdict.pilots} retrained for {verdict.points} build points"]
    when = scene.said(verdict.arrives)
    return [f"{head}  {verdict.pilots} trained for {-verdict.points} build points: {when}"]


def build_lines(verdict: BuildVerdict, scene: Scene) -> Sequence[str]:
    """What was drawn, by the turn in which it arrives."""
    head = f"BUILDS {scene.title(verdict.power)} ({verdict.cite})  {verdict.spent} points spent"
    lost = f", {verdict.left} lost" if verdict.left else ""
    by_turn: dict[str, list[str]] = {}
    for built in verdict.units:
        by_turn.setdefault(built.arrives, []).append(scene.unit(built.unit))
    lines = [f"{scene.said(turn)}: {', '.join(units)}" for turn, units in sorted(by_turn.items())]
    return [f"{head}{lost}", *lines]


def scrap_lines(verdict: ScrapVerdict, scene: Scene) -> Sequence[str]:
    """What is out of the game for good."""
    units = ", ".join(map(scene.unit, verdict.units))
    return [f"SCRAPPED {scene.title(verdict.power)} ({verdict.cite})  {units}"]


def wreck_lines(verdict: WreckVerdict, scene: Scene) -> Sequence[str]:
    """What was wrecked where."""
    works = told([Ruin(verdict.what, verdict.count)])
    return [f"WRECKED {scene.place(verdict.at)} ({verdict.cite})  {works}"]


def repairs_lines(verdict: RepairsVerdict, scene: Scene) -> Sequence[str]:
    """What is repaired where, and until when."""
    works = (
        f"{words_of(work.what)} of {scene.place(work.at)} ({scene.said(work.ready)})"
        for work in verdict.works
        if work.at is not None
    )
    return [f"REPAIRS {scene.title(verdict.power)} ({verdict.cite})  {', '.join(works)}"]


def works_lines(verdict: WorksVerdict, scene: Scene) -> Sequence[str]:
    """What works again."""
    works = told([Ruin(verdict.what, verdict.count)])
    return [f"REPAIRED {scene.place(verdict.at)} ({verdict.cite})  {works}"]


def built_works_lines(verdict: BuiltWorksVerdict, scene: Scene) -> Sequence[str]:
    """What is built, and when it arrives."""
    works = ", ".join(f"{work.what} ({scene.said(work.ready)})" for work in verdict.works)
    return [f"FACILITIES {scene.title(verdict.power)} ({verdict.cite})  {works}"]


def placed_lines(verdict: PlacedVerdict, scene: Scene) -> Sequence[str]:
    """What stands where."""
    where = f"{scene.place(verdict.at)} ({verdict.cite})"
    return [f"FACILITY {where}  {verdict.what} of {scene.title(verdict.power)}"]


def divided_lines(verdict: DividedVerdict, scene: Scene) -> Sequence[str]:
    """Which corps gave which divisions, and where."""
    where = f"{scene.place(verdict.at)} ({verdict.cite})"
    return [f"BROKEN DOWN {where}  {scene.unit(verdict.unit)}: {scene.units(verdict.divisions)}"]


def reformed_lines(verdict: ReformedVerdict, scene: Scene) -> Sequence[str]:
    """Which divisions formed which corps, and where."""
    where = f"{scene.place(verdict.at)} ({verdict.cite})"
    return [f"REFORMED {where}  {scene.units(verdict.divisions)}: {scene.unit(verdict.unit)}"]


def saved_lines(verdict: SavedVerdict, scene: Scene) -> Sequence[str]:
    """What is saved where."""
    rows = [f"{row.count} in {scene.place(row.at)}" for row in verdict.stored]
    rows += [f"{verdict.lost} lost"] if verdict.lost else []
    goods = "oil" if verdict.goods == "oil" else "build points"
    return [f"SAVED {scene.title(verdict.power)} ({verdict.cite})  {goods}: {', '.join(rows)}"]


def ukraine_paid_lines(verdict: UkrainePaidVerdict, scene: Scene) -> Sequence[str]:
    """Who may create Ukraine now."""
    power = scene.title(verdict.power)
    return [f"UKRAINE ({verdict.cite})  {power} pays {verdict.price} build points for it"]


def exiles_lines(verdict: ExilesVerdict, scene: Scene) -> Sequence[str]:
    """Who comes out of exile."""
    return [f"EXILES ({verdict.cite})  in the force pools: {scene.units(verdict.units)}"]


def local_units_lines(verdict: LocalUnitsVerdict, scene: Scene) -> Sequence[str]:
    """Who of territorials, volunteers and warlords came or went."""
    parts = [
        *([f"come: {scene.units(verdict.came)}"] if verdict.came else []),
        *([f"leave: {scene.units(verdict.went)}"] if verdict.went else []),
    ]
    return [f"UNITS OF TERRITORIES AND CITIES ({verdict.cite})  {'; '.join(parts)}"]
