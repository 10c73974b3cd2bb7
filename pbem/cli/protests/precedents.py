"""The case that a ruling makes a precedent: its names, its file, and whether it passes."""

from __future__ import annotations

from pathlib import Path


def precedent(path: Path) -> tuple[str, bytes, str]:
    """The names of the cases of a file, its bytes, and what this program makes of them."""
    from pbem.core.cases.cases import problems_of, read_cases
    from pbem.store.plain import read_files

    (content,) = read_files([path]).values()
    cases = read_cases(path)
    failed = [case.id for case in cases if problems_of(case)]
    told = f"{path}: this program decides otherwise in {', '.join(failed)}" if failed else ""
    return ", ".join(case.id for case in cases), content, told
