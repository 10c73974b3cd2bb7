"""`python -m oracle`: play the kept games again, keep what comes of them now, or draw new ones."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from oracle import keeping
from oracle.comparing import differing, first_difference
from oracle.figures import figures
from oracle.playing import replayed
from oracle.recording import Record
from pbem import __version__

PROCESSES: Final = 2
EXAMPLES: Final = 5  # games of which the differing lines are shown
ROOT: Final = Path(__file__).parents[2]
Games = dict[str, list[dict[str, Any]]]
Found = dict[str, dict[str, list[Record]]]


def main(words: Sequence[str]) -> int:
    """What `make oracle` calls."""
    parser = argparse.ArgumentParser(prog="make oracle", description=__doc__)
    parser.add_argument("what", choices=("replay", "rewrite", "draw", "figures"))
    parser.add_argument("--only", default="", help="games whose name begins so")
    parser.add_argument("--games", type=int, default=0, help="so many of each scenario")
    parser.add_argument("--seed", type=int, default=1, help="of the games that are drawn")
    said = parser.parse_args(words)
    if said.what == "draw":
        return _draw(said.only, said.games, said.seed)
    games = _chosen(said.only, said.games)
    if said.what == "figures":
        print("\n".join(figures(games, {name: keeping.outcomes(name) for name in games})))
        return 0
    if not games:
        print("no kept game has that name")
        return 1
    return (_rewrite if said.what == "rewrite" else _replay)(games, _played(games))


def _chosen(only: str, many: int) -> Games:
    """The kept games that are wanted, by scenario."""
    found = {}
    for name in keeping.scenarios():
        rows = [row for row in keeping.inputs(name) if row["id"].startswith(only)]
        if rows:
            found[name] = rows[:many] if many else rows
    return found


def _in_parallel(work: Callable[[Any], Any], jobs: Iterable[Any]) -> Iterator[Any]:
    with ProcessPoolExecutor(PROCESSES) as pool:
        yield from pool.map(work, jobs)


def _play(kept: Mapping[str, Any]) -> list[Record]:
    """What comes of a game; where the program breaks, that is what came of it."""
    records: list[Record] = []
    try:
        records += replayed(kept)
    except Exception as trouble:
        records.append({"crashed": [f"{type(trouble).__name__}: {trouble}"]})
    return records


def _played(games: Games) -> Found:
    rows = [row for name in games for row in games[name]]
    records = dict(zip([row["id"] for row in rows], _in_parallel(_play, rows), strict=True))
    return {name: {row["id"]: records[row["id"]] for row in games[name]} for name in games}


# --- replay --------------------------------------------------------------------------------------


def _replay(games: Games, now: Found) -> int:
    """Tell where the program plays otherwise; 1 if it does."""
    alike, told = 0, _differences({name: keeping.outcomes(name) for name in games}, now)
    windows = sum(len(records) for found in now.values() for records in found.values())
    alike = sum(len(found) for found in now.values()) - len(told)
    _tell(told)
    made = json.loads(keeping.MADE.read_text())
    print(f"{alike} games are played alike, {len(told)} are not ({windows} windows)")
    if told:
        print(f"what is kept came of {made['outcomes']}; docs/oracle.md says what to do")
    return 1 if told else 0


def _differences(kept: Found, now: Found) -> list[tuple[str, int, list[str], list[str]]]:
    """Every game that differs: its first such window, the categories, and the lines."""
    told = []
    for name, found in now.items():
        for game, records in found.items():
            old = kept[name].get(game, [])
            first = first_difference(old, records)
            if first is not None:
                number, lines = first
                both = number < min(len(old), len(records))
                names = differing(old[number], records[number]) if both else ["windows"]
                told.append((game, number, names, lines))
    return told


def _tell(told: Sequence[tuple[str, int, list[str], list[str]]]) -> None:
    for number, (game, window, names, lines) in enumerate(told):
        print(f"{game}, window {window + 1}: {', '.join(names)}")
        if number < EXAMPLES:
            print("\n".join(f"    {line}" for line in lines))


# --- keeping -------------------------------------------------------------------------------------


def _rewrite(games: Games, now: Found) -> int:
    """Keep what comes of the same inputs now, and tell what that changes."""
    kept = {name: keeping.outcomes(name) for name in games}
    told = _differences(kept, now)
    _tell(told)
    counted: Counter[str] = Counter()
    for name, found in now.items():
        for game, records in found.items():
            pairs = zip(kept[name].get(game, []), records, strict=False)
            counted.update(one for old, new in pairs for one in differing(old, new))
    print(f"{len(told)} of {sum(map(len, now.values()))} games change; windows by category:")
    print("  " + (", ".join(f"{name} {many}" for name, many in counted.most_common()) or "none"))
    for name in {name for name in games if any(game in kept[name] for game, *_ in told)}:
        keeping.keep_outcomes(name, {**kept[name], **now[name]})
    if told:
        _sign(outcomes=_commit())
    return 0


def _draw(only: str, many: int, seed: int) -> int:
    """Draw games anew: all of them, or those whose name begins so."""
    from oracle.drawing import GAMES, drawn_somehow

    jobs = [
        (name, number, seed)
        for name, most in GAMES.items()
        for number in range(1, (min(many, most) if many else most) + 1)
        if f"{name}-{number:02}".startswith(only)
    ]
    fresh: dict[str, dict[str, Any]] = {}
    records: Found = {}
    for (name, _, _), (kept, found, troubles) in zip(
        jobs, _in_parallel(drawn_somehow, jobs), strict=True
    ):
        for trouble in troubles:
            print(trouble)
        fresh.setdefault(name, {})[kept["id"]] = kept
        records.setdefault(name, {})[kept["id"]] = found
    for name, games in fresh.items():
        known = name in keeping.scenarios() and bool(only)
        before = {row["id"]: row for row in keeping.inputs(name)} if known else {}
        merged = {**before, **games}
        keeping.keep_inputs(name, [merged[game] for game in sorted(merged)])
        outcomes = {**(keeping.outcomes(name) if known else {}), **records[name]}
        keeping.keep_outcomes(name, outcomes)
    _sign(drawn=_commit(), outcomes=_commit(), seed=seed)
    print(f"{len(jobs)} games are kept")
    return 0


def _sign(**said: Any) -> None:
    """Say in `made.json` from which commit the games, and what came of them, were made."""
    known = json.loads(keeping.MADE.read_text()) if keeping.MADE.is_file() else {}
    known |= {"pbem": __version__, **said}
    keeping.MADE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


def _commit() -> str:
    """The commit that last changed the program, and whether it was changed since."""
    where = {"cwd": ROOT, "text": True, "check": True, "capture_output": True}
    paths = ("--", "pbem", "scenarios", "schemas")
    words = ["git", "log", "-1", "--format=%h", "--abbrev=12"]
    commit = subprocess.run([*words, *paths], **where).stdout.strip()
    changed = subprocess.run(["git", "status", "--porcelain", *paths], **where).stdout.strip()
    return f"{commit}, with changes not committed" if changed else str(commit)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
