"""A folder with many games of mixed systems, whose players have sent their sample orders."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from pbem.core.data.resources import data_root
from pbem.moderation.window import kind_of
from pbem.store.commitments import renewed
from pbem.store.create import create
from pbem.store.directory import GameDirectory

MIXED = ("gw/france-1940", "wif/barbarossa-12", "gw/global-war-1936", "gw/china-1937")
LATER = {"wif/barbarossa-12": ("change.yaml",)}  # orders of a later window


def games(root: Path, number: int, scenarios: tuple[str, ...] = MIXED) -> Path:
    """So many games, each with chains of its own, one scenario after the other."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "mail.yaml").write_text("format: pbem-mail/1\nfrom: Mod <mod@club.org>\n")
    for count in range(number):
        shutil.copytree(game(scenarios[count % len(scenarios)]), root / f"game-{count:03}")
    return root


@cache
def game(scenario: str, seed: str | None = None) -> Path:
    """A game that is ready to be played, to be copied."""
    root = Path(mkdtemp(prefix="pbem-game-")) / "game"
    system, _, name = scenario.partition("/")
    create(root, system, name, seed=seed)
    text = (root / "game.yaml").read_text()
    roster = re.sub(r"^  (\w+): \{(?=.*powers)", r"  \1: {address: \1@x.org, ", text, flags=re.M)
    (root / "game.yaml").write_text(roster)
    for path in sorted((data_root() / "orders" / system / name).glob("*.yaml")):
        if path.name not in LATER.get(scenario, ()):
            data = path.read_bytes()
            (root / kind_of(data) / path.name.replace("-standing", "")).write_bytes(data)
    renewed(GameDirectory(root))
    return root


def plain_bytes(root: Path) -> dict[str, bytes]:
    """All files of all games but caches, locks and certificates."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
        and path.suffix not in (".cache", ".pem")
        and path.name != "lock"
        and path.name != "cluster.yaml"
    }
