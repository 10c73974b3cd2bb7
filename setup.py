"""Puts schemas, scenarios and orders into the wheel, where pbem.core.data.resources finds them."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

DATA = ("schemas", "scenarios", "orders")


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


setup(cmdclass={"build_py": BuildWithData})
