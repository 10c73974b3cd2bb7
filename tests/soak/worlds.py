"""Worlds to try commands in: a folder, and which commands read which of its files.

The small ones are of the toy system: a game that is ready, waits, has played, was rewound, has
ended. The others are games of the real systems, one for every folder of sample orders: `open` has
the orders of its first window and data of its own; `played` has played it, was protested against
and has letters in its outbox; `kept` is what a player holds of that, and loose files lie beside.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

import toy  # noqa: F401 (registers the system)
from cli.faults import AMENDMENT, called, must
from cli.shared import HEAD, answered, ask, levies, send
from post.games import game as sample_game

from pbem.core.data.findings import EXIT_WAITING
from pbem.core.data.resources import data_root
from pbem.core.data.rulebook import read_interpretations
from pbem.core.orders.orders import open_window
from pbem.core.rules.setup import default_roster, load_game
from pbem.core.rules.system import find_system
from pbem.store.commitments import renewed
from pbem.store.directory import GameDirectory
from soak.strangers import made_up

ROOT: Final = Path(__file__).parents[2]
NOW: Final = "--now '2026-11-20 12:00 UTC'"
GAME: Final = (
    "adjudicate --game duel",
    "adjudicate --game duel",
    "adjudicate --game duel --dry-run",
    "audit --game duel",
    "show --game duel",
    "show --game duel --secrets",
    "view --game duel --player bea",
    "template --game duel --player rosa",
    "report --game duel",
    "report --game duel --player rosa --secrets",
    "explain 4 --game duel",
    "replay --game duel --override t1.1.red/levy/crimson/draw-1=2",
    "dice --game duel",
    "status duel",
    "rewind --game duel --to 0",
    "rewind --game duel --to 0 --despite because",
    "seal --game duel",
    "open --game duel --run 1",
    "open --game duel --agreed",
    "upgrade --game duel --author M --reason r",
    "commitments duel",
    "commitments duel --renew --author M --reason r",
    "amend fix.yaml --game duel",
    "keys duel/keys --game duel",
    "protest enter 4 --game duel --player rosa --reason r",
    "publish --game duel --for public --out pack",
    f"run --game duel --anyway {NOW}",
    f"remind --game duel {NOW}",
)
NAMED: Final = ("validate {} --game duel", f"receive --by-hand {{}} --game duel {NOW}")
DUEL: Final = (
    ("duel/*", GAME),
    ("fix.yaml", ("amend fix.yaml --game duel",)),
    *((f"duel/{part}/*", NAMED) for part in ("orders", "standing", "answers", "pending")),
)
RULES: Final = (
    "format: pbem-odds/1\nsystem: gw\nbattle: convoy-raid\nraiders: {submarine: 1}\nleft: 5\n"
)
ABOUT: Final = """\
format: pbem-overrides/1
run: 1
author: M
reason: r
"""
FIX: Final = """\
format: pbem-amend/1
game: {game}
after: "1"
author: M
reason: it stood elsewhere
cite: house rule 1
events:
- {{event: UnitMoved, unit: {unit}, new: {place}}}
"""
ASKED: Final = {"gw/france-1940": 30, "wif/barbarossa": 10}  # so many draws at most
Reads = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class World:
    """A folder to try commands in: who makes it, and which commands read which of its files.

    `{}` in a command is the name of the file that was changed.
    """

    make: Callable[[Path], None]
    reads: Reads = DUEL

    def readers(self, names: list[str]) -> list[tuple[list[str], tuple[str, ...]]]:
        """Files that are there, with the commands that read them."""
        found = [
            ([name for name in names if fnmatchcase(name, how)], said) for how, said in self.reads
        ]
        return [(files, said) for files, said in found if files]


def _ready(here: Path) -> None:
    must("new", "toy/duel", here / "duel", "--seed", "soak")
    levies(here / "duel")
    send(here, "fix.yaml", AMENDMENT.replace("'1'", "'0'"))
    send(here / "duel", "overrides/1.yaml", ABOUT)


def waiting(here: Path) -> None:
    """A game whose run waits for an answer, which has come."""
    _ready(here)
    game = here / "duel"
    ask(game)
    must("seal", "--game", game)
    must("adjudicate", "--game", game)
    send(game, "answers/rosa.yaml", answered(game, "rosa", "gold"))


def played(here: Path) -> None:
    """A game with one run, and orders for the next."""
    _ready(here)
    game = here / "duel"
    send(here, "fix.yaml", AMENDMENT)
    must("adjudicate", "--game", game)
    for player in ("rosa", "rolf"):
        text = HEAD.format(player=player)
        march = "march:\n- {unit: Lion, to: ford}\n" if player == "rosa" else ""
        send(game, f"orders/{player}.yaml", text + march)


def _rewound(here: Path) -> None:
    played(here)
    game = here / "duel"
    must("amend", here / "fix.yaml", "--game", game)
    must("rewind", "--game", game, "--to", "0", "--why", "a wrong wolf")
    must("adjudicate", "--game", game)


def _opened(here: Path) -> None:
    played(here)
    must("open", "--game", here / "duel", "--agreed")


def _given(here: Path) -> None:
    """Files that commands are given by their names."""
    send(here, "raid.yaml", RULES)
    shutil.copy(ROOT / "tests/bench/battle-20v20.yaml", here / "battle.yaml")
    shutil.copy(ROOT / "tests/rulebook/gw/blitz.yaml", here / "case.yaml")
    for path in (ROOT / "orders").glob("*/odds-*.yaml"):
        shutil.copy(path, here)


def _map(here: Path) -> None:
    text = "format: pbem-map-corrections/1\nof: wif-barbarossa-12\nwhy: tried\n"
    send(here, "fix.yaml", text + "places:\n  at:\n    E2140: {port: major}\n")


# --- games of the real systems -------------------------------------------------------------------


def _names(scenario: str) -> dict[str, str]:
    """What commands name of a scenario: its players, an interpretation, a chart, a place."""
    system, _, place = scenario.partition("/")
    roster = default_roster(system, place)
    folder = find_system(system).folder
    known = read_interpretations(folder / "interpretations.yaml")
    name, one = next((n, o) for n, o in sorted(known.items()) if len(o.options) > 1)
    reading = next(said for said in sorted(one.options) if said != one.default)
    charts = sorted(path.stem for path in (folder / "charts").glob("*.yaml"))
    player = sorted(roster.players)[0]
    return {
        "system": system,
        "player": player,
        "map": load_game(roster).board.id,
        "reading": f"{name}={reading}",
        "chart": charts[sum(map(ord, place)) % len(charts)],
    }


def _real(scenario: str) -> Callable[[Path], None]:
    """Who makes the world of a scenario."""

    def make(here: Path) -> None:
        names = _names(scenario)
        for name in ("open", "played"):  # each with dice of its own
            shutil.copytree(sample_game(scenario, name), here / name)
            _only_open(here / name)
        _play(here, names)
        _wait(here, scenario)
        _lay_open(here, names)

    return make


def _only_open(game: Path) -> None:
    """Of the sample orders the first of each player who owes some for the open window stay."""
    directory = GameDirectory(game)
    state = directory.state()
    heads = {f"window: {open_window(directory.game, state)}"}
    heads |= {f"player: {player}" for player in state.due}
    seen: set[str] = set()
    for path in sorted((game / "orders").iterdir()):
        said = heads & {*re.findall(r"^\w+: [^#\n]*[^#\s]", path.read_text(encoding="utf-8"), re.M)}
        if len(said) < 2 or seen & said:
            path.unlink()
        seen |= {line for line in said if len(said) == 2 and line.startswith("player")}


def _play(here: Path, names: dict[str, str]) -> None:
    """The game has played and written, a player protested, and holds what is his."""
    game, player = here / "played", names["player"]
    send(here, "mail.yaml", "format: pbem-mail/1\nfrom: Mod <mod@club.org>\n")
    must("run", "--game", game, "--anyway", "--now", "2026-11-20 12:00 UTC")
    must("protest", "enter", "1", "--game", game, "--player", player, "--reason", "r")
    must("archive", "--game", game, "--out", here / "from-tom.age")
    must("publish", "--game", game, "--for", player, "--out", here / "kept")
    for path in [*(game / "protests").rglob("*.yaml"), *(game / "outbox").glob("*")]:
        shutil.copy(path, here / "kept" / f"mail-{path.name}")
    called("case", "new", "--from", "1", "--game", game, "--write", here / "case.yaml")
    _write_amendment(here)


def _write_amendment(here: Path) -> None:
    state = GameDirectory(here / "played").state(GameDirectory(here / "played").latest)
    unit, other = islice((unit for unit in state.units.values() if unit.at), 2)
    text = FIX.format(game=state.game, unit=unit.id, place=other.at)
    send(here, "fix.yaml", text)


def _wait(here: Path, scenario: str) -> None:
    """A third game waits for an answer, in scenarios where somebody soon asks to be asked."""
    game, draw = here / "asked", Random(scenario)
    for _ in range(ASKED.get(scenario, 0)):
        shutil.copytree(here / "open", game)
        for player, text in made_up(scenario, draw)[1].items():
            send(game, f"standing/{player}.yaml", text)
        if called("adjudicate", "--game", game)[0] == EXIT_WAITING:
            break
        shutil.rmtree(game)
    for path in game.glob("pending/*.yaml"):
        if "\nanswers: " in f"\n{path.read_text(encoding='utf-8')}":
            text = path.read_text(encoding="utf-8").replace("answer:\n", "answer: nobody\n")
            send(game, f"answers/{path.name}", text)


def _lay_open(here: Path, names: dict[str, str]) -> None:
    """The game that is to be played has data of its own, a ruling, and a letter for it."""
    game, player = here / "open", names["player"]
    source = find_system(names["system"]).folder
    (game / "data/charts").mkdir(parents=True, exist_ok=True)
    shutil.copy(source / "charts" / f"{names['chart']}.yaml", game / "data/charts")
    fix = f"format: pbem-map-corrections/1\nof: {names['map']}\nwhy: tried\nplaces: {{}}\n"
    send(game, "data/map-corrections.yaml", fix)
    send(game, "overrides/1.yaml", ABOUT)
    renewed(GameDirectory(game))
    orders = sorted((game / "orders").iterdir())[0]
    head = f"From: {player}@x.org\nSubject: orders\nMessage-ID: <1@x.org>\n\n"
    send(here, "letter.eml", head + orders.read_text(encoding="utf-8"))


def _reads(scenario: str) -> Reads:
    """Which commands read which files of the world of a scenario."""
    names = _names(scenario)

    def said(*commands: str) -> tuple[str, ...]:
        return tuple(command.format("{}", **names, now=NOW) for command in commands)

    plays = said(
        "adjudicate --game open",
        "adjudicate --game open --dry-run",
        "seal --game open",
        "run --game open --anyway {now}",
        "template --game open --player {player}",
        "status open {now}",
    )
    sent = said(
        "validate {} --game open",
        "receive --by-hand {} --game open {now}",
        "receive {} --game open {now}",
    )
    own = said(
        "charts check {system} --game open",
        "charts check {system} --file {}",
        "charts show {system} {chart} --game open",
        "validate open/game.yaml --game open",
        "map check --game open",
        "commitments open",
    )
    reads = said(
        "audit --game played",
        "audit --game played",
        "audit --game played --no-replay",
        "audit --ledger {}",
        "audit --ledger {} --secrets played/runs/1/secrets.jsonl",
        "audit --out played/runs/1",
        "report --game played",
        "report --game played --player {player} --full",
        "report --game played --secrets",
        "report --out played/runs/1",
        "explain 1 --game played",
        "explain 3 --game played --secrets",
        "explain 2 --out played/runs/1 --player {player}",
        "dice --game played",
        "dice --out played/runs/1 --secrets",
        "replay --game played --override {reading}",
        "case new --from 2 --game played",
        "case new --from 1 --out played/runs/1 --write new.yaml",
        "show --game played --run 1",
        "show --state {}",
        "view --game played --player {player}",
        "view --state {} --player {player}",
        "template --game played --player {player}",
        "map draw --game played --impulse 1 --layer units --out m.svg",
        "status played {now}",
        "protest list --game played",
        "open --game played --run 1",
        "open --game played --run 1 --entry 5",
    )
    acts = said(
        "publish --game played --for {player} --out pack",
        "publish --game played --for public --out pack.zip",
        "protest enter 2 --game played --player {player} --reason r",
        "protest close 1 --game played --upheld --author M --reason r",
        "protest close 1 --game played --dismissed --author M --reason r --run 1 --case case.yaml",
        "rewind --game played --to 0 --why x",
        "adjudicate --game played --all",
        "seal --game played",
        "open --game played --agreed",
        "amend fix.yaml --game played",
        "upgrade --game played --author M --reason r",
        "commitments played",
        "commitments played --renew --author M --reason r",
        "remind --game played {now}",
        "run --game played --anyway --now '2027-01-20 12:00 UTC'",
        "batch . --now '2027-01-20 12:00 UTC'",
        "send --game played --dry-run",
        "archive --game played --out new.age",
        "keys played/keys --game played",
    )
    asks = said(
        "adjudicate --game asked",
        "adjudicate --game asked",
        "rewind --game asked --to 0 --why x",
        "status asked {now}",
        "remind --game asked {now}",
        "run --game asked --anyway {now}",
        "template --game asked --rulings",
        "audit --game asked",
        "publish --game asked --for {player} --out pack",
    )
    logs = "played/runs/1/*.jsonl"
    return (
        ("open/orders/*", plays + sent),
        *(("open/orders/*", plays[:2] + sent[:2]),) * 8,  # what rules read goes deepest
        *(("open/standing/*", plays + sent),) * 3,
        ("open/overrides/*", plays),
        *(("open/game.yaml", plays + own + sent),) * 2,
        *(("open/data/*", plays[:4] + own),) * 3,
        ("open/commitments.yaml", plays + own[-1:]),
        ("open/keys", plays + own[-1:]),
        ("open/runs/0/*", plays + said("show --game open", "map show 1 --game open")),
        *(
            (f"asked/{what}/*", asks + said("validate {} --game asked", "audit --asked {}"))
            for what in ("pending", "answers", "standing")
        ),
        ("asked/pending/inputs/*", asks),
        *((logs, reads),) * 4,
        *((logs, reads + acts),) * 2,
        ("played/runs/?/state.yaml", reads + acts),
        ("played/runs/1/inputs/*", reads[:10] + acts),
        ("played/game.yaml", reads + acts),
        ("played/keys", acts),
        ("played/commitments.yaml", reads[:5] + acts),
        ("played/register.jsonl", reads[:5] + acts),
        ("played/data/kept/*", reads[:3] + acts),
        ("played/mail/*", acts),
        ("played/outbox/*", acts[-6:]),
        ("played/protests/*", said("protest list --game played") + acts),
        ("kept/*", said("audit --kept kept")),
        ("mail.yaml", said("send --game played --dry-run", "run --game open --anyway {now}")),
        (
            "from-tom.age",
            said(
                "import {} taken",
                "import {} taken; send --game taken",
                "import {} taken; audit --game taken; status taken",
                "import {} taken; adjudicate --game taken; commitments taken",
                "import {} taken; rewind --game taken --to 0 --why x; adjudicate --game taken",
                "import {} taken; archive --game taken --out new.age; import new.age other",
            ),
        ),
        ("letter.eml", sent[1:]),
        ("case.yaml", said("case {}")),
        ("fix.yaml", said("amend fix.yaml --game played")),
    )


SCENARIOS: Final = tuple(
    f"{path.parent.name}/{path.name}"
    for path in sorted((data_root() / "orders").glob("*/*/"))
    if path.is_dir()
)
TOY: Final = {
    "ready": World(_ready),
    "waiting": World(waiting),
    "played": World(played),
    "rewound": World(_rewound),
    "opened": World(_opened),
    "odds": World(_given, (("*raid*", ("odds {}",)), ("*odds-*", ("odds {}",)))),
    "cases": World(_given, (("case.yaml", ("case {}",)),)),
    "maps": World(_map, (("fix.yaml", ("map show E2140 --fix {}", "map diff {} --fix {}")),)),
}
REAL: Final = tuple(scenario.replace("/", "-") for scenario in SCENARIOS)
WORLDS: Final = (*TOY, *REAL)


def world(name: str) -> World:
    """A world by its name."""
    if name in TOY:
        return TOY[name]
    scenario = name.replace("-", "/", 1)
    return World(_real(scenario), _reads(scenario))
