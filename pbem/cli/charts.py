"""pbem charts: a system's charts, their cells and where they come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pbem.cli.common import FILE, echo_json, format_option, game_option

if TYPE_CHECKING:
    from pbem.core.data.charts import Chart, Table
    from pbem.core.rules.book import Book
    from pbem.core.rules.lookups import Lookup


WIDEST: Final = 64  # of a column: what is longer goes on below


@click.command()
@click.argument("what", type=click.Choice(["list", "show", "template", "check"]))
@click.argument("system")
@click.argument("chart", required=False)
@game_option(instead=("system",))
@click.option("--file", type=FILE, metavar="FILE", help="check: a chart file of your own.")
@format_option
def command(
    what: str, system: str, chart: str | None, game: Path | None, file: Path | None, form: str
) -> int:
    """List and show charts, write a blank one to fill in, or check charts.

    What the rulebook does not print is reconstructed so that it agrees with every cell that is
    known. An owner of the game fills in a template from his own sheet and puts it into the folder
    data/charts of his game directory; --game reads charts from there too.

    \b
    Example:
      pbem charts list wif
      pbem charts show wif weather
      pbem charts show gw units
      pbem charts template wif land-combat-1d10
      pbem charts check wif
    """
    if what == "show" and file is None and (table := _lookup_named(system, chart)):
        return _look_up(system, table, game, form)
    charts = _charts(system, game, file)
    if what == "list":
        _list(charts, form)
        if form == "text" and _lookups(system):
            click.echo(f"as players look them up: {', '.join(_lookups(system))}")
    elif what == "check":
        return _check([_named(charts, chart)] if chart else list(charts.values()), form)
    elif what == "template":
        _template(_named(charts, chart), form)
    elif form == "json":
        echo_json(_data(_named(charts, chart, _lookups(system))))
    else:
        _show(_named(charts, chart, _lookups(system)))
    return 0


def _lookups(system: str) -> Mapping[str, Callable[[Book], Lookup]]:
    """The tables that a system works out for players to look up."""
    from pbem.core.rules.system import find_system

    return find_system(system).lookups


def _lookup_named(system: str, said: str | None) -> str:
    """The table that a player means: `Who may` is who-may, `unit` is units."""
    from pbem.core.data.findings import id_said

    name = id_said(said or "")
    meant = (one for one in _lookups(system) if name in (one, one.removesuffix("s")))
    return next(meant, "")


def _look_up(system: str, name: str, game: Path | None, form: str) -> int:
    """Print a table as players look it up."""
    from tabulate import tabulate

    from pbem.core.data.counters import load_counters
    from pbem.core.rules.book import Book
    from pbem.core.rules.system import find_system
    from pbem.store.directory import open_directory

    counters = load_counters(find_system(system).folder / "counters.yaml")
    book = open_directory(game).game.book if game else Book(_charts(system, None, None), counters)
    table = _lookups(system)[name](book)
    if form == "json":
        rows = {
            row: dict(zip(table.columns, cells, strict=False)) for row, cells in table.rows.items()
        }
        head = {"chart": name, "title": table.title, "rule": table.rule, "kind": "lookup"}
        source = {"dice": "", "provenance": table.provenance, "confidence": None, "how": ""}
        notes = {"implements": [], "known": [], "notes": list(table.notes)}
        echo_json({**head, **source, "tables": {"": rows}, **notes})
        return 0
    click.echo(f"{table.title} (rule {table.rule}); {table.provenance}")
    rows_told = [(row, *cells) for row, cells in table.rows.items()]
    heads = ["", *table.columns]
    click.echo(tabulate(rows_told, headers=heads, disable_numparse=True, maxcolwidths=WIDEST))
    for note in table.notes:
        click.echo(f"note: {note}")
    return 0


def _template(chart: Chart, form: str) -> None:
    from pbem.core.data.charts import template_text

    text = template_text(chart)
    if form == "json":
        echo_json({"chart": chart.id, "template": text})
    else:
        click.echo(text, nl=False)


def _charts(system: str, game: Path | None, file: Path | None) -> dict[str, Chart]:
    from pbem.core.data.charts import load_charts
    from pbem.core.data.findings import UsageError
    from pbem.core.data.owned import own_chart
    from pbem.core.rules.system import find_system
    from pbem.store.directory import open_directory

    if game is not None:
        directory = open_directory(game)
        if directory.roster.system != system:
            raise UsageError(f"{game} is a game of {directory.roster.system}")
        return dict(directory.game.charts)
    charts = load_charts(find_system(system).folder / "charts")
    if file is not None:
        own = own_chart(file, system, charts)
        return {own.id: own}
    return charts


def _named(charts: dict[str, Chart], name: str | None, others: Iterable[str] = ()) -> Chart:
    """The chart of a name; `others` are names that a player may have meant too."""
    from pbem.core.data.findings import UsageError, suggest

    if name is None or name not in charts:
        raise UsageError(
            f"there is no chart '{name}'" if name else "name a chart",
            hint=suggest(name or "", (*charts, *others)),
        )
    return charts[name]


def _list(charts: dict[str, Chart], form: str) -> None:
    if form == "json":
        echo_json([_head(chart) for chart in charts.values()])
        return
    from tabulate import tabulate

    rows = [(chart.id, chart.provenance, chart.rule, chart.title) for chart in charts.values()]
    click.echo(tabulate(rows, tablefmt="plain", disable_numparse=True))


def _head(chart: Chart) -> dict[str, Any]:
    return {
        "chart": chart.id,
        "title": chart.title,
        "rule": chart.rule,
        "kind": str(chart.kind),
        "dice": chart.dice,
        "provenance": str(chart.provenance),
        "confidence": chart.confidence,
        "how": chart.how,
        "implements": list(chart.implements),
    }


def _data(chart: Chart) -> dict[str, Any]:
    tables = {name: _table(table) for name, table in chart.tables.items()}
    known = [
        {"cell": k.place, "test": k.test, "value": k.value, "cite": k.cite} for k in chart.known
    ]
    return {**_head(chart), "tables": tables, "known": known, "notes": list(chart.notes)}


def _table(table: Table) -> dict[str, dict[str, Any]]:
    return {
        row: {column: table.cells[column, row].value for column in table.columns.names}
        for row in table.rows.names
    }


def _show(chart: Chart) -> None:
    from tabulate import tabulate

    click.echo(f"{chart.id}: {chart.title} (rule {chart.rule})")
    how = f": {chart.how}" if chart.how else ""
    click.echo(f"{chart.provenance}{how}")
    for name, table in chart.tables.items():
        if name:
            click.echo(f"\n{name}")
        rows = [
            [row, *(str(table.cells[column, row].value) for column in table.columns.names)]
            for row in table.rows.names
        ]
        click.echo(tabulate(rows, headers=["", *table.columns.names], disable_numparse=True))
    for known in chart.known:
        click.echo(f"known: {known.place} {known.test} {known.value} ({known.cite})")
    for note in chart.notes:
        click.echo(f"note: {note}")


def _check(charts: list[Chart], form: str) -> int:
    from pbem.core.data.charts import check_chart
    from pbem.core.data.findings import EXIT_FINDINGS

    problems = {chart.id: check_chart(chart) for chart in charts}
    if form == "json":
        echo_json(problems)
    else:
        for name, found in problems.items():
            chart = next(chart for chart in charts if chart.id == name)
            fine = (
                f"ok, agrees with {len(chart.known)} known cells"
                if chart.is_supplied
                else "nothing is supplied: the moderator rules in its place"
            )
            click.echo(f"{name}: " + ("; ".join(found) or fine))
    return EXIT_FINDINGS if any(problems.values()) else 0
