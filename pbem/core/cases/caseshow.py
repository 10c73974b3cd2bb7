"""All that a case did, in lines: dice, decisions, verdicts, orders, and what changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.cases.cases import Case, calculated
from pbem.core.cases.casestage import conduct
from pbem.core.cases.expect import losses, shown
from pbem.core.cases.readings import interpretation_of, interpretations_of
from pbem.core.data.findings import PbemError
from pbem.core.record.ledger import Entry
from pbem.core.rules.system import find_system

KINDS: Final = ("roll", "decision", "verdict", "order", "event")


def told(case: Case) -> Iterator[str]:
    """What a case did; of a calculation what it gives; first the reading that it plays."""
    if case.reading:
        name = interpretation_of(case.data)
        known = interpretations_of(find_system(case.system))[name]
        yield f"reading   {name} {case.reading}: {known.options[case.reading]}"
    try:
        if "adjudicate" not in case.data:
            function = find_system(case.system).calculations[case.data["calculate"]]
            yield shown(calculated(function, case.data["given"]))
            return
        played = conduct(case.system, case.data, case.map)
    except PbemError as trouble:
        yield str(trouble)
        return
    yield from (_entry(entry) for entry in played.entries if entry.kind in KINDS)
    yield from (f"asks      {path}" for path in played.questions)
    yield from (f"wants     {path}" for path in played.wanted)
    yield from (f"no throw  {name}" for name in played.leftover)
    yield from (f"lost      {name}" for name in losses(played))


def _entry(entry: Entry) -> str:
    body = entry.body
    match entry.kind:
        case "roll":
            return f"dice      {entry.path}: {shown(body['throws'])}"
        case "decision":
            return f"decision  {entry.path}: {shown(body['picks'])} ({body['source']})"
        case "verdict":
            return f"verdict   {body['verdict']}: {body['outcome']} {shown(body['facts'])}"
        case "order":
            reasons = "; ".join(reason["message"] for reason in body.get("reasons", ()))
            name = f"{body['section']} {body['number']}"
            return f"order     {body['player']} {name}: {body['result']} {reasons}".rstrip()
    facts = " ".join(f"{key}={shown(body[key])}" for key in body if key not in ("event", "par"))
    return f"event     {body['event']} {facts}"
