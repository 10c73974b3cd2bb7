"""Which program played a run, whether it is the one that is here, and where the game changed it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.audit.checks import Check, Log, Trouble
from pbem.audit.rebuild import programs_of
from pbem.core.data.findings import PbemError
from pbem.core.record.program import Program, program_in
from pbem.moderation.amend import UPGRADES

Named = tuple[str, Mapping[str, Any]]  # the name of a run, and the head of its log


def check_program(log: Log) -> Check:
    """The program that the header names; only that one can play the run again."""
    header = log.body("header")
    try:
        told, here = programs_of(header)
    except PbemError as trouble:
        words = f"{program_in(header)}; {trouble.message}"
        return Check("program", words, done=False, needs=trouble.hint, foreign=True)
    if here.is_other(told):
        words = f"{told}; this is {here}; {told.wanted(here)}".removesuffix("; ")
        return Check("program", words, done=False, needs=told.wanted(here), foreign=True)
    untold = "" if told.digest else "; its digest is not told"
    return Check("program", f"{told}: this one{untold}")


def check_upgrades(named: Sequence[tuple[str, Log]]) -> Check:
    """The program changes where an upgrade says so and nowhere else; which one replays what."""
    headers = [(name, log.body("header")) for name, log in named]
    return Check("programs", "; ".join(_told(headers)), tuple(_unsaid(headers)))


def _unsaid(headers: Sequence[Named]) -> Iterator[Trouble]:
    before: Program | None = None
    for name, header in headers:
        now = program_in(header)
        said = header.get(UPGRADES, {})
        if "author" in said:
            old = program_in(said["from"])
            if program_in(said["to"]) != now or before not in (None, old):
                yield Trouble(0, f"the upgrade {name} links other programs than the runs name")
            if not (str(said["author"]).strip() and str(said["reason"]).strip()):
                yield Trouble(0, f"the upgrade {name} does not say who upgraded and why")
        elif before not in (None, now):
            words = f"run {name} was played by {now}, the run before by {before}"
            yield Trouble(0, f"{words}, and no upgrade stands between them")
        before = now


def _told(headers: Sequence[Named]) -> Iterator[str]:
    """The runs of each program, in the order in which the game had them."""
    runs: dict[Program, list[str]] = {}
    for name, header in headers:
        runs.setdefault(program_in(header), []).append(name)
    here = _here(headers[0][1]) if headers else Program()
    for program, of_it in runs.items():
        which = f"run{'s' if len(of_it) > 1 else ''} {', '.join(of_it)}"
        wanted = program.wanted(here) if here.is_other(program) else "this one replays it"
        yield f"{which} by {program}" + (f" ({wanted})" if wanted else "")


def _here(header: Mapping[str, Any]) -> Program:
    """The program that is here; of a system that it has not, its number alone."""
    try:
        return programs_of(header)[1]
    except PbemError:
        return Program()
