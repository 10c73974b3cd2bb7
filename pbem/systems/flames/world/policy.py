"""What the engine asks of a book about its powers: few questions, in one value.

Decides nothing. Leaves the answers to the politics of the book, which hands them over with its
positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from pbem.core.data.counters import Counter
from pbem.core.data.findings import Finding
from pbem.core.record.events import Event
from pbem.core.record.state import State
from pbem.core.record.terms import Vocabulary
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.options import Options
from pbem.systems.flames.world.values import Values
from pbem.systems.flames.world.vocabulary import PowerFlag

if TYPE_CHECKING:
    from pbem.systems.flames.economy.trade import Promise
    from pbem.systems.flames.turn.partisan_rolls import Entry
    from pbem.systems.flames.world.position import Piece, Position, Umpire


@dataclass(frozen=True, slots=True, kw_only=True)
class Hardy:
    """Whose units ground and weather hinder less: all units of `northern` powers are winterised,
    white print ones of `winter` powers too; those of `jungle` powers are at home there, and
    infantry of `natives` marches through it faster.
    """

    northern: frozenset[str]
    winter: frozenset[str]
    jungle: frozenset[str]
    natives: frozenset[str] = frozenset()


def _none(*_: object) -> tuple[Any, ...]:
    return ()


def _never(*_: object) -> bool:
    return False


def _always(*_: object) -> bool:
    return True


def _nothing(*_: object) -> None:
    return None


def _unsaid(*_: object) -> str:
    return ""


def _nowhere(*_: object) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Consequence:
    """What politics make of an act: what its receipt says, what changes, and how it is played."""

    words: str = ""
    events: tuple[Event, ...] = ()
    happen: Callable[[Umpire], None] = _nothing


def _no_consequence(*_: object) -> Consequence:
    return Consequence()


@dataclass(frozen=True, slots=True, kw_only=True)
class Industry:
    """What a book's politics make of production.

    `red` are countries whose printed factories all are red. `raised` names the events that have
    raised a power's multiple (13.6.3), `withholds` says whether a power lets no goods of a friend
    through, `agreed` what powers owe each other by agreements. `deals` are made as production
    begins, `produces` is what is noted as a power makes its points.

    `makers` are the only powers that build a class of units. `price` is what a unit costs where it
    is not what its counter says, `drawn` what else changes as it is built. `sites` are places
    where a power builds besides those at home; `why_no_foreign` says why it has no units that
    another makes, `volunteers` whether it may have volunteers. What stands here is what holds
    where a book says nothing.
    """

    red: frozenset[str] = frozenset()
    raised: Callable[[State, str], tuple[str, ...]] = _none
    withholds: Callable[[Position, str, str], bool] = _never
    agreed: Callable[[Position], Iterable[Promise]] = _none
    deals: Callable[[Umpire], None] = _nothing
    produces: Callable[[Umpire, str], None] = _nothing
    makers: Mapping[str, str] = field(default_factory=dict)
    price: Callable[[State, Counter], int | None] = _nothing
    drawn: Callable[[State, Counter], tuple[Event, ...]] = _none
    sites: Callable[[Position, str], Iterable[str]] = _none
    why_no_foreign: Callable[[Position, str], str] = _unsaid
    volunteers: Callable[[Position, str], bool] = _always


_PLAIN: Final = Industry()


def _all_of_them(_: Umpire, __: str, able: Sequence[Entry]) -> Sequence[Entry]:
    return able


def _while_it_fights(state: State, power: str) -> str:
    return "" if state.flag(power, PowerFlag.DEFEATED) else power


@dataclass(frozen=True, slots=True, kw_only=True)
class Partisans:
    """What a book's politics make of partisans (13.1).

    `two_dice_from` is the turn from which two dice are thrown on the table. `narrowed` says which
    countries of a region roll, `leader` to which power the partisans of a power's countries
    belong, or nothing, `was_neutral` the turn in which a country last was neutral.
    """

    two_dice_from: str = ""
    narrowed: Callable[[Umpire, str, Sequence[Entry]], Sequence[Entry]] = _all_of_them
    leader: Callable[[State, str], str] = _while_it_fights
    was_neutral: Callable[[State, str], str] = _unsaid


_RISING: Final = Partisans()


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The politics of a book, as far as the engine meets them.

    `majors` are its major powers. `cooperate` says whether the units of two powers do (18.1),
    `is_neutral` whether a major power is at war with no other (9.1), `passes` whether the units of
    the first may pass through the second's hexes though they may not stay, `barred` why a way that
    passes may not be gone. `closed` are the hexes that their holders do not bar but that are closed
    to a power's land units all the same, and why; `no_path` says whether a power's supply paths may
    not go through another's hexes, whatever that one permits. `entering` is what follows when units
    are about to enter hexes, `struck` when a bomber has come to its target; `held_as_home` says
    whether a place beyond its home is as good as one to a power that loses units there.

    `factions` are powers of one country that are rivals, `great` those that spend and win most.
    `lent_hqs` are HQs, by their names, that lead the units of another power than who plays them.
    `hesitant` powers attack with half of their factors. `wild_regions` are those of the partisan
    table that no map marks, each the wide hexes of a country; `partisans_of` names the power with
    which alone the partisans of a country work. `federations` are powers whose home countries
    produce apart, `by_control` what the politics work out once for a position and what changes with
    the control of hexes alone, `words` all words of its states. `step_ends` is what the book and
    its optional rules do when a step ends, `kits` what the optional rules that are played answer,
    `numbers` by which number a game turns each on, `values` what the book says where another one
    says otherwise.
    """

    majors: frozenset[str]
    cooperate: Callable[[State, str, str], bool]
    is_neutral: Callable[[State, str], bool]
    passes: Callable[[State, str, str], bool] = _never
    barred: Callable[[Position, Sequence[tuple[Piece, str]], Iterable[str]], Finding | None] = (
        _nothing
    )
    closed: Callable[[Position, str], Mapping[str, str]] = _nowhere
    no_path: Callable[[Position, str, str], bool] = _never
    entering: Callable[[Position, Sequence[Piece], Sequence[str]], Consequence] = _no_consequence
    struck: Callable[[Position, Piece, str], tuple[Event, ...]] = _none
    factions: frozenset[str] = frozenset()
    great: frozenset[str] = frozenset()
    lent_hqs: Mapping[str, str] = field(default_factory=dict)
    held_as_home: Callable[[Position, str, str], bool] = _never
    hardy: Hardy
    hesitant: frozenset[str] = frozenset()
    wild_regions: Mapping[str, str]
    partisans_of: Mapping[str, str]
    federations: frozenset[str] = frozenset()
    by_control: tuple[object, ...]
    words: Vocabulary
    step_ends: Callable[[Umpire], None]
    kits: Callable[[Options], Kits]
    numbers: Mapping[str, str] = field(default_factory=dict)
    values: Values
    industry: Industry = _PLAIN
    partisans: Partisans = _RISING
