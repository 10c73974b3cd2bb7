"""What audits come to: agrees, disagrees, or not proved, and who can bring what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.audit.checks import AGREES, DISAGREES, UNPROVED, Check
from pbem.core.data.findings import EXIT_AUDIT, EXIT_OTHER, OtherMakes, PbemError

_SHEET: Final = "the sheet of commitments, published when the game began (--commitments)"
_OPENING: Final = "the game's opening: the moderator publishes it when the game has ended"
_FOLDER: Final = (
    "files, positions and keys: the moderator has them (pbem audit --game); everyone, when he "
    "gives out the directory and the opening at the end"
)
_BRING: Final[Mapping[str, str]] = {
    "tail": "a report of the run, as you were sent it (--report)",
    "keys": _SHEET,
    "sheet": _SHEET,
    "begin": _OPENING,
    "rules": "the log of the run before, which was published",
    "questions": "the log of the run that asked",
    "seals": _OPENING,
    "secret dice": _OPENING,
    "inputs": _FOLDER,
    "roster": _FOLDER,
    "positions": _FOLDER,
    "replay": _FOLDER,
    "reports": _FOLDER,
    "receipts": "receipts for this run: whoever sent files has them (--receipt)",
    "sent": "the files as they were sent (--sent): their sender has them",
}
_NOBODY: Final = "nothing: logs and sheets of this older form do not tell it"


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit of one run found."""

    name: str
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing disagrees."""
        return all(check.passed for check in self.checks)

    @property
    def result(self) -> str:
        """One of the three: what disagrees counts first, then what is not proved."""
        results = [check.result for check in self.checks]
        return next((which for which in (DISAGREES, UNPROVED) if which in results), AGREES)

    def data(self) -> dict[str, Any]:
        """The audit as plain data."""
        return {
            "run": self.name,
            "passed": self.passed,
            "result": self.result,
            "checks": [
                {
                    "check": check.name,
                    "done": check.done,
                    "passed": check.passed,
                    "result": check.result,
                    "told": check.told,
                    "needs": needs_of(check),
                    "troubles": [{"line": t.line, "message": t.message} for t in check.troubles],
                }
                for check in self.checks
            ],
        }


def needs_of(check: Check) -> str:
    """What is missing for a check that is not proved, and who can bring it."""
    if check.result != UNPROVED:
        return ""
    return check.needs or _BRING.get(check.name, _NOBODY)


def untried(name: str, told: str, trouble: PbemError) -> Check:
    """A check that could not be made: something is missing, or another program wrote the log."""
    foreign = isinstance(trouble, OtherMakes)
    return Check(name, told, done=False, needs=trouble.hint if foreign else "", foreign=foreign)


def exit_code(audits: Iterable[Audit]) -> int:
    """How the command ends: what stays unproved until the opening is no trouble."""
    checks = [check for found in audits for check in found.checks]
    if any(check.troubles for check in checks):
        return EXIT_AUDIT
    return EXIT_OTHER if any(check.foreign for check in checks) else 0


def unproved_lines(audits: Sequence[Audit]) -> Iterator[str]:
    """What was not proved, of which runs, and what would prove it."""
    lacking: dict[str, dict[str, list[str]]] = {}
    for found in audits:
        for check in found.checks:
            if check.result == UNPROVED:
                runs = lacking.setdefault(needs_of(check), {}).setdefault(check.name, [])
                runs.append(found.name)
    for needs, checks in lacking.items():
        names = dict.fromkeys(", ".join(runs) for runs in checks.values())
        for of in names:
            which = ", ".join(name for name, runs in checks.items() if ", ".join(runs) == of)
            yield f"{which} of {of}; needed: {needs}"
