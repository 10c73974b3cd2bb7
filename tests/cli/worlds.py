"""The worlds in which commands are tried: nothing, and a game of `wif/barbarossa-12` in `barb`."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import click
from cipher import Quick
from cli.shared import send
from clusters import certificates

from pbem.cli import group
from pbem.post.archiving import archive
from pbem.store.directory import GameDirectory

ROOT = Path(__file__).parents[2]
CORRECTION = """\
format: pbem-amend/1
game: barb-12
after: "1"
author: Moderator
reason: Vilna had been taken before the game began
cite: house rule 1
events:
- {event: PlaceChanged, place: E2341, what: controller, new: germany}
"""
NOTHING = ("scenarios", "new", "demo", "rules", "charts", "schema", "odds", "case", "map", "system")
BEGUN = (
    *("batch", "template", "commitments", "keys", "receive", "passphrase", "send", "status"),
    *("archive", "import", "worker"),
)
READY = ("run", "remind", "validate", "seal", "adjudicate", "show", "view")


def examples() -> Iterator[tuple[str, str]]:
    """Every command line of every help text, subcommands included."""
    seen: set[str] = set()
    for name, text in help_texts(group, ""):
        lines = re.findall(r"^ +(pbem .*)$", text, re.MULTILINE)
        assert lines, name
        for line in lines:
            if line not in seen:
                yield name.split()[0], line
            seen.add(line)


def help_texts(commands: click.Group, above: str) -> Iterator[tuple[str, str]]:
    """The name and the help of every command of a group, and of the groups in it."""
    context = click.Context(commands)
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert command is not None and command.help is not None
        yield above + name, command.help
        if isinstance(command, click.Group):
            yield from help_texts(command, f"{above}{name} ")


def make_worlds(base: Path) -> dict[str, Path]:
    """The folders in which examples are tried: nothing, begun, ready, played."""
    from pbem.cli import main
    from pbem.cli.demo import _begin

    for name in ("nothing", "begun", "ready", "played"):
        (base / name).mkdir()
    assert main(["new", "wif/barbarossa-12", str(base / "begun/barb")]) == 0
    _begin(base / "ready/barb")
    shutil.copytree(base / "ready/barb", base / "played/barb")
    _mail(base / "begun")
    assert main(["adjudicate", "--game", str(base / "played/barb")]) == 0
    protest = ("--player", "hans", "--reason", "The road was open.")
    assert main(["protest", "enter", "2", "--game", str(base / "played/barb"), *protest]) == 0
    send(base / "played", "correction.yaml", CORRECTION)
    cases = base / "nothing/tests/rulebook/gw"  # some of them: test_cases runs them all
    cases.mkdir(parents=True)
    shutil.copy(ROOT / "tests/rulebook/gw/blitz.yaml", cases)
    shutil.copy(ROOT / "tests/bench/battle-20v20.yaml", base / "nothing/battle.yaml")
    return {path.name: path for path in base.iterdir()}


def _mail(world: Path) -> None:
    """A letter of Hans with the sample orders, a Maildir that holds it too, and many games."""
    shutil.copytree(world / "barb", world / "games/barb")
    orders = (ROOT / "orders/wif/barbarossa-12/hans.yaml").read_text()
    letter = f"From: Hans <hans@x.org>\nSubject: [barb-12] orders\nMessage-ID: <1@x>\n\n{orders}"
    send(world, "hans.eml", letter)
    send(world, "orders.yaml", orders)
    with patch("pbem.store.encrypting.cipher", Quick):
        archive(GameDirectory(world / "barb"), world / "from-tom.age", "correct horse battery")
    certificates(world, "cellar")
    for part in ("cur", "new", "tmp"):
        (world / "Maildir" / part).mkdir(parents=True)
    send(world / "Maildir/new", "1.a", letter)
    for game in (world / "barb", world / "games/barb"):
        roster = game / "game.yaml"
        text = roster.read_text().replace("hans: {", "hans: {address: hans@x.org, ", 1)
        roster.write_text(text)


def world_of(name: str, line: str) -> str:
    """Where an example of a command has its place."""
    if name in NOTHING and "--game" in line:
        return "played"
    for world, names in (("nothing", NOTHING), ("begun", BEGUN), ("ready", READY)):
        if name in names:
            return world
    return "played"


def arguments(line: str) -> list[str]:
    """A command line as a shell hands it over, patterns filled in."""
    words = shlex.split(line)[1:]
    found: list[str] = []
    for word in words:
        matches = sorted(str(path) for path in Path().glob(word)) if "*" in word else []
        found += matches or [word]
    return found
