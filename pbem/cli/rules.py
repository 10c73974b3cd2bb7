"""pbem rules: a system's clauses and interpretations, and how far they are covered."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import reduce
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pbem.cli.common import FILE, echo_json, format_option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pbem.core.cases.cases import Case
    from pbem.core.cases.coverage import Covered, Ran
    from pbem.core.data.rulebook import Interpretation
    from pbem.core.rules.system import AnySystem
    from pbem.store.bitten import Bitten

    Counted = tuple[list[Case], list[str]]  # cases, and what hinders to count by them


QUESTIONS: Final = ("list", "show", "where", "coverage", "options", "shared")


@dataclass(frozen=True, slots=True)
class Shown:
    """An ambiguous rule, the cases that tell its readings apart, or why there is none."""

    interpretation: Interpretation
    cases: tuple[str, ...]
    unplayed: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What is known of the clauses under a rule: of each, how far it is covered, how many changes
    of its rules tests noticed, where it is carried out.
    """

    rule: str | None
    clauses: list[Covered]
    readings: list[Shown]
    bitten: Mapping[str, Bitten]
    places: Mapping[str, str]
    notes: list[str]

    def data(self) -> list[dict[str, Any]]:
        """The clauses as plain data."""
        return [_data(item, self.bitten, self.places) for item in self.clauses]


@click.command()
@click.argument("what", type=click.Choice(QUESTIONS))
@click.argument("system")
@click.argument("rule", required=False)
@click.option(
    "--cases", type=FILE, metavar="DIR", help="Where the cases lie; a checkout knows its own."
)
@format_option
def command(what: str, system: str, rule: str | None, cases: Path | None, form: str) -> None:
    """List the clauses of a rulebook with their modules, show one, count how far they are covered.

    RULE is a clause, a rule number or the beginning of one, or an interpretation. A clause is
    tested when a case that names it passed and ran the code that claims it; by ruling when the
    program asks the moderator, since it knows the rule in part or lacks its chart; bitten tells of
    how many small changes of its rules `make mutants` saw how many noticed (`-`: none tried, or
    stale).
    `where` tells at once which function, chart or map carries a clause out; with none, all of them.
    `options` are the optional rules that game.yaml can switch, with what each does; `shared` tells
    what two books share and where they differ.

    \b
    Example:
      pbem rules list gw
      pbem rules show gw GW-9.5
      pbem rules where gw 9.14
      pbem rules coverage gw
      pbem rules options gw
      pbem rules shared aif wif
    """
    from pbem.core.rules.system import find_system

    found = find_system(system)
    if what in ALONE:
        ALONE[what](found, rule, form)
    elif what == "coverage":
        _coverage(_asked(found, rule, _cases(found, cases, rule)), form)
    else:
        counted = _cases(found, cases, rule) if what == "show" else None
        _tell_all(what, _asked(found, rule, counted), form)


def _asked(system: AnySystem, rule: str | None, counted: Counted | None) -> Asked:
    """What is known of the clauses under a rule; with cases, how far they are covered."""
    from pbem.core.cases.coverage import coverage, places

    listed, notes = counted or ([], [])
    covered = coverage(system, _proofs(system, listed, rule))
    return Asked(
        rule=rule,
        clauses=[item for item in covered if _is_under(item.clause.id, rule)],
        readings=_readings(system, listed, rule),
        bitten={} if counted is None else _bitten(system, listed, rule),
        places=places(system),
        notes=notes,
    )


def _cases(system: AnySystem, cases: Path | None, rule: str | None) -> Counted:
    """The cases of a system, of a rule those of files that matter; where none are, a note."""
    from pbem.core.cases.cases import case_files, read_cases
    from pbem.core.data.resources import data_roots
    from pbem.store.bitten import noticing

    folders = [root / "tests" / "rulebook" / system.name for root in data_roots()]
    folder = cases or next(filter(Path.is_dir, folders), folders[0])
    if not folder.is_dir():
        return [], [f"no cases in {folder}: nothing counts as tested (--cases DIR)"]
    files = case_files([folder])
    if rule is not None:
        words = {rule, *noticing(system.name, _clauses(system, rule))}
        files = [path for path in files if _mentions(path, words)]
    return [case for path in files for case in read_cases(path)], []


def _mentions(path: Path, words: set[str]) -> bool:
    text = path.read_text(encoding="utf-8", errors="replace")
    return any(word in text for word in words)


def _clauses(system: AnySystem, rule: str | None) -> list[str]:
    """The ids of the clauses under a rule."""
    from pbem.core.cases.coverage import clauses_of

    return [clause for clause in clauses_of(system) if _is_under(clause, rule)]


def _proofs(system: AnySystem, cases: list[Case], rule: str | None) -> list[Ran]:
    """What the cases of a system prove of a rule."""
    from pbem.store.proofs import proved

    named = [case for case in cases if any(_is_under(clause, rule) for clause in case.clauses)]
    return proved(system.name, named)


def _bitten(system: AnySystem, cases: list[Case], rule: str | None) -> Mapping[str, Bitten]:
    """How many changes of each clause's rules the tests noticed, where that is known."""
    from pbem.store.bitten import bitten

    only = _clauses(system, rule) if rule else None
    return bitten(system.name, cases, only)


def _is_under(clause: str, rule: str | None) -> bool:
    """Whether a clause is the one named, or stands under a rule number; every one if none is."""
    if rule is None:
        return True
    number = clause.split("-", 1)[1]
    for name in (clause, number):
        if name == rule or name.startswith((f"{rule}.", f"{rule}-")):
            return True
    return False


def _readings(system: AnySystem, cases: list[Case], rule: str | None) -> list[Shown]:
    """The ambiguous rules under a rule, each with the cases that tell its readings apart."""
    from pbem.core.cases.readings import interpretation_of, interpretations_of, unplayed_of

    unplayed = unplayed_of(system)
    played: dict[str, dict[str, None]] = {}
    for case in cases:
        name = case.id.removesuffix(f":{case.reading}")
        played.setdefault(interpretation_of(case.data), {})[name] = None
    return [
        Shown(item, tuple(played.get(item.id, ())), unplayed.get(item.id, ""))
        for item in interpretations_of(system).values()
        if _is_under(item.id, rule)
    ]


def _data(item: Covered, bitten: Mapping[str, Bitten], known: Mapping[str, str]) -> dict[str, Any]:
    from pbem.store.bitten import bitten_of

    found = bitten_of(item.clause.id, bitten)
    return {
        "id": item.clause.id,
        "title": item.clause.title,
        "kind": item.clause.kind,
        "option": item.clause.option,
        "standing": str(item.standing),
        "implemented_by": list(item.implementers),
        "places": [known[name] for name in item.implementers],
        "cases": list(item.cases),
        "waived": str(item.waived) if item.waived else None,
        "ruled": item.ruled or None,
        "bitten": {"noticed": len(found.noticed), "tried": len(found.tried)},
    }


def _reading(shown: Shown) -> dict[str, Any]:
    item = shown.interpretation
    return {
        "id": item.id,
        "rule": item.rule,
        "question": item.question,
        "options": dict(item.options),
        "default": item.default,
        "why": item.why,
        "cases": list(shown.cases),
        "unplayed": shown.unplayed or None,
    }


def _tell_reading(shown: Shown) -> None:
    item = shown.interpretation
    click.echo(f"{item.id:<18}{item.question}")
    for name, text in item.options.items():
        default = f" (default: {item.why})" if name == item.default else ""
        click.echo(f"    {name}: {text}{default}")
    if shown.cases:
        click.echo(f"    told apart by: {', '.join(shown.cases)}")
    if shown.unplayed:
        click.echo(f"    told apart by no case: {shown.unplayed}")


def _tell(what: str, item: Covered, bitten: Mapping[str, Bitten], known: Mapping[str, str]) -> None:
    """One clause: a line in a list, with where it is carried out, or all about it."""
    files = dict.fromkeys(known[name].partition(":")[0] for name in item.implementers)
    behind = f"  ({', '.join(files)})" if what == "list" and files else ""
    click.echo(f"{item.clause.id:<18}{item.clause.title}{behind}")
    if what == "show":
        click.echo(f"    {item.clause.kind}, {item.standing}")
    if what == "show" and item.clause.option:
        click.echo(f"    option {dict(item.clause.option)}")
    if what != "list":
        for name in item.implementers:
            click.echo(f"    {known[name]} {_short(name, known[name])}")
    if what == "show":
        _tell_proofs(item)
        click.echo(f"    bitten: {_sum(bitten, [item])}")


def _short(name: str, place: str) -> str:
    """The name of a function within its module; a chart or a map as it is called."""
    return name.rpartition(f".{Path(place).stem}.")[2]


def _tell_proofs(item: Covered) -> None:
    if item.cases:
        click.echo(f"    cases: {', '.join(item.cases)}")
    if item.waived:
        click.echo(f"    waived: {item.waived}")
    if item.ruled:
        click.echo(f"    the moderator rules: {item.ruled}")


def _tell_all(what: str, asked: Asked, form: str) -> None:
    """The clauses under a rule, and of `show` its readings."""
    from pbem.core.data.findings import UsageError

    _note(asked.notes, form)
    if not asked.clauses and not asked.readings:
        raise UsageError(f"there is no rule '{asked.rule}'")
    if form == "json":
        readings = list(map(_reading, asked.readings))
        echo_json({"clauses": asked.data(), "readings": readings, "notes": asked.notes})
        return
    for item in asked.clauses:
        _tell(what, item, asked.bitten, asked.places)
    for reading in asked.readings if what == "show" else ():
        _tell_reading(reading)


def _note(notes: list[str], form: str) -> None:
    """What hinders counting, beside what is printed; data have it in them."""
    for note in notes if form == "text" else ():
        click.echo(note, err=True)


def _coverage(asked: Asked, form: str) -> None:
    """How far each chapter is covered."""
    from tabulate import tabulate

    from pbem.core.cases.coverage import Standing, by_chapter, counts

    _note(asked.notes, form)
    chosen, bitten = asked.clauses, asked.bitten
    chapters = by_chapter(chosen)
    total = counts(chosen)
    if form == "json":
        told = {"total": total, "chapters": chapters}
        echo_json({**told, "clauses": asked.data(), "notes": asked.notes})
        return
    columns = [one for one in Standing if total[one] or one is not Standing.RULED]
    rows = [
        [name, *(row[s] for s in columns), _sum(bitten, [c for c in chosen if c.chapter == name])]
        for name, row in chapters.items()
    ]
    rows.append(["all", *(total[s] for s in columns), _sum(bitten, chosen)])
    heads = ["chapter", *(str(s) for s in columns), "bitten"]
    click.echo(
        tabulate(rows, headers=heads, disable_numparse=True, colalign=["right"] * len(heads))
    )


def _sum(bitten: Mapping[str, Bitten], items: list[Covered]) -> str:
    """How many of the changes of some clauses were noticed."""
    from pbem.store.bitten import Bitten, bitten_of

    return str(reduce(or_, (bitten_of(item.clause.id, bitten) for item in items), Bitten()))


def _shared(one: AnySystem, rule: str | None, form: str) -> None:
    """What a book shares with another one, as a page or as plain data."""
    from pbem.core.cases.sharing import chapters, charts, differences
    from pbem.core.cases.sharing_page import page
    from pbem.core.rules.system import find_system

    other = find_system(rule or "")
    if form == "text":
        click.echo(page(one, other), nl=False)
        return
    echo_json(
        {
            "chapters": [asdict(row) for row in chapters(one, other)],
            "differences": [asdict(row) for row in differences(one, other)],
            "charts": [asdict(row) for row in charts(one, other)],
        }
    )


def _options(system: AnySystem, asked: str | None, form: str) -> None:
    """The optional rules that game.yaml can switch, as the system describes them."""
    from dataclasses import asdict

    from pbem.core.data.rulebook import read_optional_rules

    rules = read_optional_rules(system.folder / "options.yaml")
    if form == "json":
        echo_json({"options": [asdict(rule) for rule in rules]})
        return
    for rule in rules:
        click.echo(f"{rule.name}  ({rule.rule}, {'on' if rule.default else 'off'} unless said)")
        click.echo(f"    {rule.does}")
        for word, others in (("needs", rule.needs), ("not beside", rule.excludes)):
            if others:
                click.echo(f"    {word} {', '.join(others)}")
    if not rules:
        click.echo(f"{system.title} describes no optional rules")


ALONE: Final = {"options": _options, "shared": _shared}  # questions that ask for no coverage
