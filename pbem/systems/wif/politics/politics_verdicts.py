"""The verdicts of wars, minor countries and conquest, and their paragraphs (9, 13.7, 19).

Decides what reports say of them. Leaves what is found to the other modules of this folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, PowerId, UnitId, Verdict


@dataclass(frozen=True, slots=True)
class WarVerdict(Verdict):
    """A declaration of war."""

    kind: ClassVar[str] = "war"
    cite: ClassVar[str] = "9.3"

    power: PowerId
    target: PowerId

    @property
    def outcome(self) -> str:
        return "declared"


@dataclass(frozen=True, slots=True)
class ClaimVerdict(Verdict):
    """Who has claimed which region of a country, and whether they are theirs now."""

    kind: ClassVar[str] = "claim"
    cite: ClassVar[str] = "19.6"

    country: PowerId
    claims: Mapping[PowerId, str]
    allowed: bool

    @property
    def outcome(self) -> str:
        return "allowed" if self.allowed else "denied"


@dataclass(frozen=True, slots=True)
class UkraineVerdict(Verdict):
    """Ukraine comes into being; the SS corps that Germany gives up and the partisans who go."""

    kind: ClassVar[str] = "ukraine"
    cite: ClassVar[str] = "19.12"

    power: PowerId
    given_up: tuple[UnitId, ...]
    partisans: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "created"


@dataclass(frozen=True, slots=True)
class AlignedVerdict(Verdict):
    """A minor country and the power that it joins; `seized`, it falls to its attacker."""

    kind: ClassVar[str] = "alignment"
    cite: ClassVar[str] = "9.6"

    minor: PowerId
    power: PowerId
    placed: Mapping[UnitId, PlaceId]
    later: tuple[UnitId, ...]
    seized: bool = False
    built: bool = True

    @property
    def outcome(self) -> str:
        return "seized" if self.seized else "aligned"


@dataclass(frozen=True, slots=True)
class ReservesVerdict(Verdict):
    """The reserves that a power has called out, face-down."""

    kind: ClassVar[str] = "reserves"
    cite: ClassVar[str] = "9.7"

    power: PowerId
    placed: Mapping[UnitId, PlaceId]

    @property
    def outcome(self) -> str:
        return "called"


@dataclass(frozen=True, slots=True)
class ConquestVerdict(Verdict):
    """A country that is conquered, the units that leave the game; `complete`: its power is out."""

    kind: ClassVar[str] = "conquest"
    cite: ClassVar[str] = "13.7.1"

    country: str
    lord: PowerId
    power: PowerId
    units: tuple[UnitId, ...]
    complete: bool

    @property
    def outcome(self) -> str:
        return "complete" if self.complete else "conquered"


@dataclass(frozen=True, slots=True)
class InheritanceVerdict(Verdict):
    """Who gets a country of a power that is out of the war, and what it is then."""

    kind: ClassVar[str] = "inheritance"
    cite: ClassVar[str] = "13.7.1"

    country: str
    lord: PowerId
    power: PowerId | None
    status: str

    @property
    def outcome(self) -> str:
        return self.status


@dataclass(frozen=True, slots=True)
class FactionVerdict(Verdict):
    """A Chinese faction that has taken the other one's city, or has none left."""

    kind: ClassVar[str] = "faction"
    cite: ClassVar[str] = "20"

    power: PowerId
    units: tuple[UnitId, ...] = ()

    @property
    def outcome(self) -> str:
        return "gone" if self.at is None else "city"


@dataclass(frozen=True, slots=True)
class LiberationVerdict(Verdict):
    """A country that is back in the game, and how many hexes its liberator gives it back."""

    kind: ClassVar[str] = "liberation"
    cite: ClassVar[str] = "13.7.5"

    country: str
    power: PowerId
    hexes: int
    to: PowerId
    units: tuple[UnitId, ...] = ()
    kept_by: tuple[PowerId, ...] = ()

    @property
    def outcome(self) -> str:
        return "liberated"


@dataclass(frozen=True, slots=True)
class NewHomeVerdict(Verdict):
    """The new home of a conquered country's units, and those that were too far from it."""

    kind: ClassVar[str] = "new-home"
    cite: ClassVar[str] = "13.7.1"

    power: PowerId
    country: str
    home: str
    roll: int | None
    lost: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "chosen"


@dataclass(frozen=True, slots=True)
class DisplacedVerdict(Verdict):
    """Units that may not stay where they are, and the turn in which they are back."""

    kind: ClassVar[str] = "displaced"
    cite: ClassVar[str] = "2.5.4"

    units: tuple[UnitId, ...]
    turn: str

    @property
    def outcome(self) -> str:
        return "on-the-circle"


@dataclass(frozen=True, slots=True)
class ReversionVerdict(Verdict):
    """A hex or a country that goes back to whose it was in 1939."""

    kind: ClassVar[str] = "reversion"
    cite: ClassVar[str] = "13.7.5"

    country: str | None
    power: PowerId

    @property
    def outcome(self) -> str:
        return "reverted"


@dataclass(frozen=True, slots=True)
class Traded:
    """What goes to a power each turn: resources, how many of them are oil, build points."""

    resources: int = 0
    oil: int = 0
    points: int = 0

    def __bool__(self) -> bool:
        return bool(self.resources or self.points)


@dataclass(frozen=True, slots=True)
class TradeTerms:
    """What the first power of a pact gives the other each turn, and what it takes."""

    give: Traded
    take: Traded


@dataclass(frozen=True, slots=True)
class PactVerdict(Verdict):
    """A neutrality pact that is made, confirmed or broken; the garrisons of who breaks it."""

    kind: ClassVar[str] = "pact"
    cite: ClassVar[str] = "9.2"

    powers: tuple[PowerId, ...]
    came: str
    attack: Fraction | None = None
    defence: Fraction | None = None
    trade: TradeTerms | None = None

    @property
    def outcome(self) -> str:
        return self.came


@dataclass(frozen=True, slots=True)
class LeaveVerdict(Verdict):
    """Who lets whom into its countries, or no longer does."""

    kind: ClassVar[str] = "leave"
    cite: ClassVar[str] = "11.10.5"

    powers: tuple[PowerId, ...]
    given: bool

    @property
    def outcome(self) -> str:
        return "given" if self.given else "taken-back"


@dataclass(frozen=True, slots=True)
class PeaceVerdict(Verdict):
    """Two powers at war no more, and what changes hands; who compels it; or whose terms differ."""

    kind: ClassVar[str] = "peace"
    cite: ClassVar[str] = "13.7.3"

    powers: tuple[PowerId, ...]
    given: Mapping[PlaceId, PowerId] = field(default_factory=dict)
    countries: Mapping[str, PowerId] = field(default_factory=dict)
    agreed: bool = True
    by: PowerId | None = None
    how: str = ""

    @property
    def outcome(self) -> str:
        if self.by is not None:
            return "compelled"
        return "agreed" if self.agreed else "differ"


# --- paragraphs ----------------------------------------------------------------------------------


def war_lines(verdict: WarVerdict, scene: Scene) -> Sequence[str]:
    """Who has declared war on whom."""
    power, target = scene.title(verdict.power), scene.title(verdict.target)
    return [f"WAR ({verdict.cite})  {power} declares war on {target}"]


def claim_lines(verdict: ClaimVerdict, scene: Scene) -> Sequence[str]:
    """What is claimed of whom, and the answer."""
    said = [
        f"{scene.title(power)} claims {scene.title(region)}"
        for power, region in verdict.claims.items()
    ]
    answer = "given" if verdict.allowed else "denied"
    return [
        f"CLAIM ({verdict.cite})  {', '.join(said)} of {scene.title(verdict.country)}: {answer}"
    ]


def ukraine_lines(verdict: UkraineVerdict, scene: Scene) -> Sequence[str]:
    """Who creates Ukraine, at what price."""
    lines = [f"UKRAINE ({verdict.cite})  {scene.title(verdict.power)} creates it"]
    if verdict.given_up:
        lines.append(f"Germany gives up: {scene.units(verdict.given_up)}")
    if verdict.partisans:
        lines.append(f"partisans who go: {scene.units(verdict.partisans)}")
    return lines


def aligned_lines(verdict: AlignedVerdict, scene: Scene) -> Sequence[str]:
    """Whose a country is now, and where its units stand."""
    minor, power = scene.title(verdict.minor), scene.title(verdict.power)
    if verdict.seized:
        return [f"{minor.upper()} (19.2)  nobody takes it: {power} has conquered it"]
    lines = [f"{minor.upper()} ({verdict.cite})  aligns with {power}"]
    if verdict.placed:
        lines.append(_placed(verdict.placed, scene))
    if verdict.later:
        lines.append(f"next turn: {scene.units(verdict.later)}")
    if not verdict.built:
        lines.append("its lost and later units leave the game")
    return lines


def reserves_lines(verdict: ReservesVerdict, scene: Scene) -> Sequence[str]:
    """Which reserves stand where now."""
    return [
        f"RESERVES {scene.title(verdict.power)} ({verdict.cite})", _placed(verdict.placed, scene)
    ]  # fmt: skip


def _placed(placed: Mapping[UnitId, PlaceId], scene: Scene) -> str:
    """Units with the places where they stand."""
    return ", ".join(f"{scene.unit(unit)} {scene.place(at)}" for unit, at in placed.items())


def conquest_lines(verdict: ConquestVerdict, scene: Scene) -> Sequence[str]:
    """Who has conquered what, and what is lost with it."""
    country, power = scene.title(verdict.country), scene.title(verdict.power)
    lines = [f"CONQUEST ({verdict.cite})  {power} conquers {country}"]
    if verdict.units:
        lines.append(f"out of the game: {scene.units(verdict.units)}")
    if verdict.complete:
        lines.append("it is out of the war")
    return lines


def inheritance_lines(verdict: InheritanceVerdict, scene: Scene) -> Sequence[str]:
    """Whose a country of a power that is out of the war is now."""
    country = scene.title(verdict.country).upper()
    whose = f"{verdict.status}: of {scene.title(verdict.power)}" if verdict.power else "neutral"
    return [f"{country} ({verdict.cite})  {whose}, since {scene.title(verdict.lord)} is out"]


def faction_lines(verdict: FactionVerdict, scene: Scene) -> Sequence[str]:
    """Whose a Chinese city is now, or which units are gone with the last one."""
    faction = scene.title(verdict.power)
    if verdict.at is not None:
        return [f"{scene.place(verdict.at)} ({verdict.cite})  is of {faction} now"]
    lost = scene.units(verdict.units)
    return [f"{faction.upper()} ({verdict.cite})  no city is left; out of the game: {lost}"]


def liberation_lines(verdict: LiberationVerdict, scene: Scene) -> Sequence[str]:
    """Who has liberated whom."""
    country, power = scene.title(verdict.country), scene.title(verdict.power)
    back = f"; {verdict.hexes} hexes are its own again" if verdict.hexes else ""
    lines = [f"LIBERATION ({verdict.cite})  {power} liberates {country}{back}"]
    if verdict.units:
        lines.append(f"back in the force pools: {scene.units(verdict.units)}")
    if verdict.kept_by:
        lines.append(f"hexes of it keep: {', '.join(map(scene.title, verdict.kept_by))}")
    return lines


def new_home_lines(verdict: NewHomeVerdict, scene: Scene) -> Sequence[str]:
    """Where the units of a conquered country are at home now."""
    country, home = scene.title(verdict.country), scene.title(verdict.home)
    lines = [f"NEW HOME {scene.title(verdict.power)} ({verdict.cite})  {home} instead of {country}"]
    if verdict.roll is not None:
        gone = scene.units(verdict.lost) if verdict.lost else "nobody"
        lines.append(f"Rolled {verdict.roll}: farther from it, and out of the game: {gone}")
    return lines


def displaced_lines(verdict: DisplacedVerdict, scene: Scene) -> Sequence[str]:
    """Who has to leave, and when he is back."""
    return [
        f"DISPLACED ({verdict.cite})  {scene.units(verdict.units)}",
        f"back in {scene.title(verdict.turn)}",
    ]


def reversion_lines(verdict: ReversionVerdict, scene: Scene) -> Sequence[str]:
    """What has been given back."""
    what = scene.place(verdict.at) if verdict.at else scene.title(str(verdict.country))
    return [f"REVERSION ({verdict.cite})  {what} goes back to {scene.title(verdict.power)}"]


def peace_lines(verdict: PeaceVerdict, scene: Scene) -> Sequence[str]:
    """Who has made peace."""
    who = " and ".join(map(scene.title, verdict.powers))
    if not verdict.agreed:
        return [f"NO PEACE ({verdict.cite})  the terms of {who} differ"]
    lines = [f"PEACE ({verdict.cite})  {who}"]
    if verdict.by is not None:
        verb = {"demand": "demands", "buy": "buys"}.get(verdict.how, "enforces")
        lines = [f"PEACE ({verdict.cite})  {scene.title(verdict.by)} {verb} it: {who}"]
    for power in dict.fromkeys((*verdict.given.values(), *verdict.countries.values())):
        hexes = [scene.place(at) for at, to in verdict.given.items() if to == power]
        lands = [scene.title(land) for land, to in verdict.countries.items() if to == power]
        lines.append(f"{scene.title(power)} gets {', '.join((*lands, *hexes))}")
    return lines


def traded_said(goods: Traded) -> str:
    """Traded goods in a sentence."""
    oil = f" ({goods.oil} oil)" if goods.oil else ""
    rows = (
        (goods.resources, f"{goods.resources} resources{oil}"),
        (goods.points, f"{goods.points} build points"),
    )
    return " and ".join(words for many, words in rows if many)


def leave_lines(verdict: LeaveVerdict, scene: Scene) -> Sequence[str]:
    """Who gives leave to whom."""
    holder, mover = map(scene.title, verdict.powers)
    verb = "lets" if verdict.given else "no longer lets"
    return [f"LEAVE ({verdict.cite})  {holder} {verb} units of {mover} into its countries"]


def pact_lines(verdict: PactVerdict, scene: Scene) -> Sequence[str]:
    """Whose pact is made, confirmed or broken."""
    one, other = map(scene.title, verdict.powers)
    if verdict.came != "broken":
        came = verdict.came.replace("-", " ")
        lines = [f"PACT ({verdict.cite})  {one} and {other}: {came}"]
        terms = verdict.trade
        for giver, goods in ((one, terms.give), (other, terms.take)) if terms else ():
            if goods:
                lines.append(f"{giver} gives {traded_said(goods)} each turn")
        return lines
    lines = [f"PACT ({verdict.cite})  {one} breaks its pact with {other}"]
    if verdict.attack is not None:
        lines.append(f"garrisons on the border: {verdict.attack} against {verdict.defence}")
    return lines
