"""Puts data into the wheel, where pbem.core.data.resources finds it.

That is schemas, scenarios and orders; and the rulebook cases of a system with the proofs of them
that the checkout keeps in `.proofs`, if they were made of the very sources that are packed.
"""

import json
import shutil
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
DATA = ("schemas", "scenarios", "orders")
KEPT = Path(".proofs")
CASES = Path("tests/rulebook")


class BuildWithData(build_py):
    """build_py, and the data folders as pbem/data."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        target = Path(self.build_lib) / "pbem" / "data"
        shutil.rmtree(target, ignore_errors=True)
        for name in DATA:
            if Path(name).is_dir():
                shutil.copytree(name, target / name, ignore=shutil.ignore_patterns(".*"))
        for cases in sorted(CASES.glob("*/")):
            self.add_proofs(cases, target)

    def add_proofs(self, cases: Path, target: Path) -> None:
        """The cases of a system and their proofs; neither where the proofs do not fit."""
        system = cases.name
        kept = KEPT / f"{system}.json"
        if not _fits(kept, system):
            print(f"{system}: no cases packed: no proofs fit these sources, make test first")
            return
        shutil.copytree(cases, target / cases, ignore=shutil.ignore_patterns(".*"))
        (target / "proofs").mkdir(exist_ok=True)
        shutil.copy(kept, target / "proofs")
        print(f"{system}: packed with its cases and their proofs")


def _fits(kept: Path, system: str) -> bool:
    """Whether kept proofs were made of the sources as they are now."""
    if not kept.is_file():
        return False
    sys.path.insert(0, str(HERE))
    try:
        from pbem.store.sources import take_down
    finally:
        sys.path.remove(str(HERE))
    proofs = json.loads(kept.read_text(encoding="utf-8"))
    return bool(proofs["digest"] == take_down(system).digest)


setup(cmdclass={"build_py": BuildWithData})
