"""Who may what: for each nation, the limits that its sheet, the charts and the tables set.

Decides what stands in the table, with the source of each line: declarations of war, units with a
date or a sheet of their own, Minor Powers, convoy lines, passages. Leaves what holds for everybody
to the tables of units and costs, and the rules themselves to the modules that ask them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.charts import Cell, Chart, Provenance
from pbem.core.rules.book import Book
from pbem.core.rules.lookups import Lookup
from pbem.systems.gw.politics.diplomacy import ARGENTINE_PRICE, MOST_PAID
from pbem.systems.gw.politics.special_alignments import BALKANS
from pbem.systems.gw.world.halves import USA
from pbem.systems.gw.world.nations import CHINESE_FACTIONS, COMMONWEALTH, WARLORDS
from pbem.systems.gw.world.passages import POSSESSOR, passage
from pbem.systems.gw.world.treaties import GERMANY, pact_name
from pbem.systems.gw.world.vocabulary import title

WHEN: Final = {
    "any-time": "at any time",
    "never": "never",
    "china": "once evolved, or if it holds a zone in China",
    "usa": "if the United States are at war with it",
}
ON: Final = {
    "axis": "Axis",
    "allies": "Allies",
    "comintern": "Comintern",
    "neutral": "neutrals",
    WARLORDS: "warlords",
}
PRINTED: Final = (Cell("", Provenance.PRINTED),)  # what the book prints outside its tables


@dataclass(frozen=True, slots=True)
class Limit:
    """One line of the table: who, what, the limit in words, the rule, the cells that say it."""

    who: str
    what: str
    limit: str
    rule: str
    cells: Sequence[Cell]

    @property
    def row(self) -> tuple[str, tuple[str, str, str]]:
        """The line as the table prints it."""
        known = dict.fromkeys(str(cell.provenance) for cell in self.cells)
        return f"{title(self.who)}: {self.what}", (self.limit, self.rule, ", ".join(known))


def who_may(book: Book) -> Lookup:
    """What each nation may and may not, as far as nations differ."""
    limits = [limit for part in PARTS for limit in part(book)]
    order = list(book.chart("national-order").table("nations").rows.names)
    others = (limit.who for limit in limits)
    rank = {who: at for at, who in enumerate(dict.fromkeys((*order, *others)))}
    rows = dict(limit.row for limit in sorted(limits, key=lambda one: rank[one.who]))
    return Lookup(
        "Who may what", "5.5, 7.2, 4.8", str(Provenance.REPORTED), ("limit", "rule", "source"),
        rows, NOTES,
    )  # fmt: skip


# --- war (5.5, 5.6, 14.2) ------------------------------------------------------------------------


def _wars(book: Book) -> Iterator[Limit]:
    """On whom a nation may declare war, and when; for the Commonwealth, as Great Britain."""
    chart = book.chart("war-declarations")
    table = chart.table("may")
    for nation in table.rows.names:
        cells = {column: chart.at(nation, column, "may") for column in table.columns.names}
        grouped: dict[str, list[str]] = {}
        for column, cell in cells.items():
            grouped.setdefault(_when(book, nation, cell.text), []).append(ON[column])
        said = "; ".join(f"{', '.join(on)}: {when}" for when, on in grouped.items())
        yield Limit(nation, "war on", said, "5.5", tuple(cells.values()))
    yield Limit("minor-powers", "war on", "nobody: they have no sheet", "5.5", PRINTED)


def _when(book: Book, nation: str, condition: str) -> str:
    if condition != "wartime-income":
        return WHEN[condition]
    income = book.chart("national-sheets").at(nation, "wartime", "income").text
    levels = book.chart("war-declarations")
    if nation in levels.table("levels").rows.names:
        income += f" (by GW-R-5.5-b, sheet: {levels.at(nation, 'income', 'levels').text})"
    return f"at income {income}, or at war with a Major Power"


def _penalties(book: Book) -> Iterator[Limit]:
    chart = book.chart("war-declarations")
    for nation in chart.table("penalty").rows.names:
        cell = chart.at(nation, "ipps", "penalty")
        said = f"pays {cell.text} IPPs to declare war on a neutral Minor Power"
        yield Limit(nation, "penalty", said, "5.6", (cell,))


def _pacts(book: Book) -> Iterator[Limit]:
    """What may be entered without a war, and the nations that a pact protects."""
    chart = book.chart("pacts")
    for nation, zones in _grouped(chart, "zones", "by"):
        cells = [chart.at(zone, column, "zones") for zone in zones for column in ("pact", "group")]
        said = _titles(zones) + _how_annexed(chart, zones)
        yield Limit(nation, "annexes", said, "0.9, 14.2", cells)
    for pact, nations in _grouped(chart, "barred", "pact"):
        party = chart.at(pact, "other", "pacts")
        cells = [chart.at(nation, "while", "barred") for nation in nations]
        said = f"{_titles(nations)} while {pact_name(pact)} is in force"
        yield Limit(party.text, "attacks not", said, "14.2", cells)


def _how_annexed(chart: Chart, zones: Sequence[str]) -> str:
    """Under which pact zones are annexed, and whether but one of them a turn."""
    pacts = dict.fromkeys(chart.at(zone, "pact", "zones").text for zone in zones)
    groups = [chart.at(zone, "group", "zones").text for zone in zones]
    under = "".join(f", while {pact_name(pact)} is in force" for pact in pacts if pact != "none")
    return under + (", one a turn" if len(zones) > 1 and "none" not in groups else "")


# --- units and research (7.2, 7.6, 12.2, 13.3) ---------------------------------------------------


def _dates(book: Book) -> Iterator[Limit]:
    """From when on a nation may buy what others get at another time (7.2)."""
    chart = book.chart("national-sheets")
    table = chart.table("from")
    for nation in (name for name in table.rows.names if name != "others"):
        cells = {unit: chart.at(nation, unit, "from") for unit in table.columns.names}
        said = ", ".join(f"{book.counters[unit].name} {cell.text}" for unit, cell in cells.items())
        yield Limit(nation, "buys from", said, "7.2", tuple(cells.values()))


def _build_lists(book: Book) -> Iterator[Limit]:
    chart = book.chart("national-sheets")
    for nation in chart.table("colonial").rows.names:
        cell = chart.at(nation, "builds", "colonial")
        yield Limit(nation, "also builds", _units(book, cell), "12.2", (cell,))
    for nation in CHINESE_FACTIONS:
        cell = chart.at(nation, "units", "builds")
        said = f"{_units(book, cell)}; others once evolved, with a factory"
        yield Limit(nation, "builds", said, "13.3", (cell,))
        anywhere = chart.at(nation, "anywhere", "builds")
        said = f"{_units(book, anywhere)}: anywhere at home"
        yield Limit(nation, "places", said, "13.3", (anywhere,))


# --- Minor Powers, lines, passages ---------------------------------------------------------------


def _influence(book: Book) -> Iterator[Limit]:
    chart = book.chart("minor-powers")
    minors = chart.table("pan-american").rows.names
    cells = tuple(chart.at(minor, "influence", "pan-american") for minor in minors)
    said = f"{_titles(minors)}: once a turn each, 1-{MOST_PAID} IPPs, at war with a Major Power"
    yield Limit(USA, "influences", said, "4.8", cells)
    said = f"Argentina: once in the game, {ARGENTINE_PRICE} IPPs, at war with a Major Power"
    yield Limit(GERMANY, "influences", said, "4.8", PRINTED)
    yield Limit(GERMANY, "aligns", f"{_titles(BALKANS)}, as table 4-6 says", "4.8", PRINTED)


def _lines(book: Book) -> Iterator[Limit]:
    """What a nation can lose on its convoy lines in a calendar turn."""
    chart = book.chart("convoy-lines")
    table = chart.table("shares")
    for nation in table.columns.names:
        cells = {line: chart.at(line, nation, "shares") for line in table.rows.names}
        own = {line: cell for line, cell in cells.items() if cell.number}
        said = ", ".join(f"{_line(book, line)} {cell.text}" for line, cell in own.items())
        yield Limit(nation, "convoys", f"loses at most: {said}", "1.6, 9.11", tuple(own.values()))


def _lend_lease(book: Book) -> Iterator[Limit]:
    """The income that the United States at peace need, and the line whose bonus they may deny."""
    chart = book.chart("war-declarations")
    cell = chart.at("lend-lease", "income", "american")
    said = f"at peace from income {cell.text} on"
    yield Limit(USA, "lend-lease", said, "5, 7.9", (cell,))
    sheets = book.chart("national-sheets")
    for line in sheets.table("line-bonus").rows.names:
        sender = sheets.at(line, "sent-by", "line-bonus")
        sent_on = sheets.at(line, "line", "line-bonus").text
        said = f"the bonus of the {_line(book, sent_on)} line"
        yield Limit(sender.text, "may deny", said, "9.11", (sender,))


def _passages(book: Book) -> Iterator[Limit]:
    """The zones that open and close a passage; whoever possesses them does."""
    nations = book.chart("national-order").table("nations").rows.names
    for name in book.chart("movement").table("closure").rows.names:
        one = passage(book, name)
        cell = book.chart("passages").at(name, "zones")
        who = title(one.zone) if one.zone in nations else f"possessor of {title(one.zone)}"
        others = f" or {title(one.denied_by)}" if one.denied_by not in ("", POSSESSOR) else ""
        said = f"{who}{others} gives or refuses leave"
        yield Limit(name, "passage", said, "1.15, 1.19", (cell,))


def _naval_moves(book: Book) -> Iterator[Limit]:
    """How many units a nation moves each turn by strategic naval movement (10.6)."""
    chart = book.chart("movement")
    for nation in chart.table("naval").rows.names:
        cell = chart.at(nation, "units", "naval")
        yield Limit(nation, "naval moves", f"strategic: {cell.text} a turn", "10.6", (cell,))


def _capitals(book: Book) -> Iterator[Limit]:
    chart = book.chart("surrender")
    for nation in chart.table("relocate").rows.names:
        cell = chart.at(nation, "may", "relocate")
        yield Limit(nation, "capital", "may move it once it is captured", "9.23", (cell,))


def _grouped(chart: Chart, table: str, column: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The rows of a table by what stands in one column."""
    names = chart.table(table).rows.names
    for value in dict.fromkeys(chart.at(name, column, table).text for name in names):
        yield value, tuple(n for n in names if chart.at(n, column, table).text == value)


def _line(book: Book, line: str) -> str:
    """The name of a convoy line: `New York - Rio de Janeiro`."""
    return book.chart("convoy-lines").at(line, "title", "lines").text.removesuffix(" Line")


def _units(book: Book, cell: Cell) -> str:
    """The names of the units that a cell lists."""
    return ", ".join(book.counters[unit].name for unit in cell.text.split())


def _titles(names: Iterable[str]) -> str:
    return ", ".join(map(title, names))


PARTS: Final = (
    _wars, _penalties, _pacts, _dates, _build_lists, _influence, _lines, _lend_lease,
    _naval_moves, _capitals, _passages,
)  # fmt: skip
NOTES: Final = (
    f"{_titles(COMMONWEALTH)} declare war together, as Great Britain's sheet says (2.3)",
    "a nation keeps truces and pacts: a pact in force must be ended first (14.2)",
    "research: one die for each undamaged Major Factory; beyond stage II from 1939-jul on (7.6)",
    "a Chinese faction builds facilities and does research once evolved only (13.3)",
    "whose a Minor Power becomes that is attacked: `pbem charts show gw minor-powers`",
    "National Reference Sheets other than the American one are not to be had: `reported`",
)
