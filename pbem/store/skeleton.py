"""A new game system on disk: the one in `pbem/skeleton`, under another name.

Decides: where its files go, and what makes it known to pbem. In a checkout of pbem it becomes a
package of `pbem.systems`; elsewhere a package of its own that registers itself when it is imported.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.core.data.findings import FileTrouble, UsageError
from pbem.core.data.resources import PACKAGE
from pbem.core.data.yamlio import MAX_DATA_BYTES, decode, read_bytes
from pbem.core.rules.system import BUILT_IN
from pbem.store.files import told, write_file

SOURCE: Final = PACKAGE / "skeleton"
MODEL: Final = "demo"
KINDS: Final = (".py", ".yaml", ".json")
REGISTERS: Final = """
from pathlib import Path

from pbem.core.data.resources import add_data_root
from pbem.core.rules.system import register

from {name}.system import SYSTEM

add_data_root(Path(__file__).parents[1])
register(SYSTEM)

__all__ = ["SYSTEM"]
"""
COMMAND: Final = '''\
"""The pbem command with this system in it: `python -m {name} rules coverage {name}`."""

import {name}  # noqa: F401 (registers the system)
from pbem.cli import main

main()
'''


@dataclass(frozen=True, slots=True)
class Begun:
    """What has been written: where, which files, and what to do next."""

    package: Path
    cases: Path
    scenario: Path
    files: tuple[Path, ...]
    following: tuple[str, ...]


def begin(name: str, at: Path) -> Begun:
    """Write the skeleton of a system under a name; nothing that is there is overwritten.

    The files of a beginning that was stopped are there as they must be: the rest joins them.
    """
    _refuse(name)
    is_checkout = (at / "pbem" / "systems").is_dir()
    folder, module = ("pbem/systems/", "pbem.systems.") if is_checkout else ("", "")
    files = {
        _renamed(path, name, folder): _rewritten(text, name, module)
        for path, text in _model().items()
    }
    if not is_checkout:
        files |= _registering(files[f"{name}/__init__.py"], name)
    _refuse_there(at, files)
    for path, text in files.items():
        with told(at / path):
            (at / path).parent.mkdir(parents=True, exist_ok=True)
        write_file(at / path, text)
    return Begun(
        package=at / folder / name,
        cases=at / "tests" / "rulebook" / name,
        scenario=at / "scenarios" / name / "first",
        files=tuple(at / path for path in files),
        following=_in_checkout(name) if is_checkout else _elsewhere(name, at),
    )


def _refuse_there(at: Path, files: Mapping[str, str]) -> None:
    """Nothing is overwritten, and what is whole is not begun again."""
    there = sorted(path for path in files if (at / path).exists())
    if there and (len(there) == len(files) or not all(_is(at / p, files[p]) for p in there)):
        raise FileTrouble(f"{at / there[0]}: is there already and is not overwritten")


def _is(path: Path, text: str) -> bool:
    """Whether a file holds this text."""
    return path.is_file() and path.read_bytes() == text.encode()


def _refuse(name: str) -> None:
    """A name must be one of a package, and nobody else's."""
    if not re.fullmatch(r"[a-z][a-z0-9]{1,19}", name):
        raise UsageError(
            f"'{name}' is no name of a system", hint="small letters and digits, a letter first"
        )
    if name in (*BUILT_IN, "pbem", "tests"):
        raise UsageError(f"'{name}' is taken")


def _model() -> dict[str, str]:
    """The files of the model by their paths, in order."""
    paths = sorted(path for path in SOURCE.rglob("*") if path.suffix in KINDS)
    return {
        path.relative_to(SOURCE).as_posix(): decode(read_bytes(path, MAX_DATA_BYTES), str(path))
        for path in paths
        if path != SOURCE / "__init__.py"
    }


def _renamed(path: str, name: str, folder: str) -> str:
    """Where a file of the model goes: the package into its folder, the rest beside it."""
    parts = [name if part == MODEL else part for part in path.split("/")]
    parts[-1] = parts[-1].replace(f"_{MODEL}", f"_{name}")
    return (folder if path.startswith(f"{MODEL}/") else "") + "/".join(parts)


def _rewritten(text: str, name: str, module: str) -> str:
    """The text of a file with the new name in every place."""
    text = text.replace(f"pbem.skeleton.{MODEL}", f"{module}{name}")
    for old, new in ((MODEL, name), (MODEL.upper(), name.upper()), ("Demo", name.capitalize())):
        text = text.replace(old, new)
    return text


def _registering(init: str, name: str) -> dict[str, str]:
    """What a package of its own has more: it registers itself, and is a command."""
    head = init[: init.rindex('"""') + 3]
    return {
        f"{name}/__init__.py": f"{head}\n{REGISTERS.format(name=name)}",
        f"{name}/__main__.py": COMMAND.format(name=name),
    }


def _in_checkout(name: str) -> tuple[str, ...]:
    return (
        f"add '{name}' to BUILT_IN in pbem/core/rules/system.py",
        f"pytest tests/unit/{name}; pbem rules coverage {name}",
    )


def _elsewhere(name: str, at: Path) -> tuple[str, ...]:
    here = "" if at == Path() else f"cd {at}; "
    return (f"{here}python -m pytest tests; python -m {name} rules coverage {name}",)
