"""Proofs that are kept: which code a case ran when it passed, so that it need not be noted again.

A proof is kept under the digest of everything that it depends on (`pbem.store.sources`) and used
under no other; it is made in a process apart (`pbem.store.proving`). A kept file that is
damaged, strange or stale is as good as none, and where nothing can be written nothing is kept:
losing a proof costs time and nothing else.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from pbem.core.cases.cases import Case, run_case
from pbem.core.cases.coverage import Ran
from pbem.core.data.findings import FileTrouble
from pbem.core.data.yamlio import MAX_DATA_BYTES, read_bytes
from pbem.core.record.state import canonical
from pbem.core.rules.system import BUILT_IN
from pbem.store.sources import ROOT, take_down

FORMAT: Final = "pbem-proofs/1"
SHIPPED: Final = ROOT / "proofs"
WORTH_A_PROCESS: Final = 100  # cases
PROVING: Final = "pbem.store.proving"

Proofs = Mapping[str, frozenset[str]]  # what a case ran, by the digest of the case


def proved(system: str, cases: Sequence[Case]) -> list[Ran]:
    """What the cases of a system prove; those without a kept proof are run."""
    known = dict(kept(system))
    missing = [case for case in cases if digest_of(case) not in known]
    if missing:
        known.update(prove(system, missing))
    digests = ((case, digest_of(case)) for case in cases)
    return [Ran(case.id, case.clauses, known[d]) for case, d in digests if d in known]


def digest_of(case: Case) -> str:
    """SHA-256 of everything that a case says, and of the map that it names."""
    said = [case.system, case.data, *([case.map[1]] if case.map else [])]
    return hashlib.sha256(canonical(said).encode()).hexdigest()


def kept(system: str) -> Proofs:
    """The proofs that were kept for the sources as they are now, or came with the program."""
    if system not in BUILT_IN:
        return {}
    now = take_down(system)
    own = _read(_place(system), now.digest, now.environment)
    return {**_read(SHIPPED / f"{system}.json", now.digest), **own}


def prove(system: str, cases: Sequence[Case]) -> Proofs:
    """Run cases and note what they run; the proofs of those that passed are kept."""
    if system not in BUILT_IN:
        return _here(cases)
    found, unanswered = prove_apart(system, cases)
    return {**found, **_here(unanswered)}


def prove_apart(
    system: str, cases: Sequence[Case], proving: str = PROVING
) -> tuple[Proofs, list[Case]]:
    """What cases of a built-in system prove in processes apart, and those that none ran."""
    count = min(os.cpu_count() or 1, len(cases) // WORTH_A_PROCESS) or 1
    with ThreadPoolExecutor(count) as pool:  # a thread only waits for its process
        shares = [cases[first::count] for first in range(count)]
        asked = [(share, pool.submit(_in_a_process, system, share, proving)) for share in shares]
    found: dict[str, frozenset[str]] = {}
    unanswered: list[Case] = []
    for share, waiting in asked:
        answer = waiting.result()
        if answer is None:
            unanswered.extend(share)
            continue
        proofs = {digest: frozenset(ran) for digest, ran in answer["proofs"].items()}
        if answer["sound"]:
            _keep(_place(system), answer["digest"], answer["environment"], proofs)
        found.update(proofs)
    return found, unanswered


def _here(cases: Iterable[Case]) -> Proofs:
    """What cases prove that are run in this process: such proofs are not kept."""
    results = [run_case(case) for case in cases]
    return {digest_of(result.case): result.ran for result in results if result.passed}


def _in_a_process(system: str, cases: Iterable[Case], proving: str) -> Any:
    """What the module that proves answers; None where no process can be started, or it fails."""
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", proving, system],
            input=json.dumps([asdict(case) for case in cases]),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            check=True,
        )
        return json.loads(done.stdout)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None


# --- the file ------------------------------------------------------------------------------------


def _place(system: str) -> Path:
    """Where the proofs of a system are kept: in the checkout, else in the user's cache."""
    if (ROOT / "pyproject.toml").is_file():
        return ROOT / ".proofs" / f"{system}.json"
    return Path("~/.cache/pbem/proofs").expanduser() / f"{system}.json"


def _read(path: Path, digest: str, environment: str | None = None) -> Proofs:
    """The proofs of a file, if they were made of these sources (and in this environment)."""
    try:
        data = json.loads(read_bytes(path, MAX_DATA_BYTES))
        fits = (data["format"], data["digest"]) == (FORMAT, digest)
        if not fits or environment not in (None, data["environment"]):
            return {}
        return {str(case): frozenset(map(str, ran)) for case, ran in data["proofs"].items()}
    except (FileTrouble, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def _keep(path: Path, digest: str, environment: str, proofs: Proofs) -> None:
    """Write the file whole or not at all, with what it holds of the same sources."""
    whole = {**_read(path, digest, environment), **proofs}
    text = json.dumps(
        {
            "format": FORMAT,
            "digest": digest,
            "environment": environment,
            "proofs": {case: sorted(whole[case]) for case in sorted(whole)},
        }
    )
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
