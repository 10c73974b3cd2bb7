"""`python -m oracle`: play the kept games again, keep what comes of them now, or draw new ones."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Final

from oracle import keeping
from oracle.comparing import differing, first_difference, first_window
from oracle.figures import figures
from oracle.keeping import Digests, digests
from oracle.playing import replayed
from oracle.recording import Record
from oracle.then import NotThere, commit_of, words_of

PROCESSES: Final = 2
EXAMPLES: Final = 5  # games of which the differing lines are shown
Games = dict[str, list[dict[str, Any]]]
Found = dict[str, dict[str, list[Record]]]
Told = tuple[str, str, int, list[str]]  # scenario, game, its first window that differs, in what


def main(words: Sequence[str]) -> int:
    """What `make oracle` calls."""
    parser = argparse.ArgumentParser(prog="make oracle", description=__doc__)
    parser.add_argument("what", choices=("replay", "rewrite", "draw", "figures", "record"))
    parser.add_argument("--only", default="", help="games whose name begins so")
    parser.add_argument("--games", type=int, default=0, help="so many of each scenario")
    parser.add_argument("--seed", type=int, default=1, help="of the games that are drawn")
    parser.add_argument("--of", nargs="*", default=(), help="the games that `record` plays")
    said = parser.parse_args(words)
    if said.what == "draw":
        return _draw(said.only, said.games, said.seed)
    if said.what == "record":
        games = [row for row in keeping.inputs(said.only) if row["id"] in said.of]
        json.dump({row["id"]: _play(row) for row in games}, sys.stdout)
        return 0
    games = _chosen(said.only, said.games)
    if said.what == "figures":
        print("\n".join(figures(games, _played(games))))
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
    told = _differences({name: keeping.outcomes(name) for name in games}, now)
    windows = sum(len(records) for found in now.values() for records in found.values())
    alike = sum(len(found) for found in now.values()) - len(told)
    _tell(told, now)
    print(f"{alike} games are played alike, {len(told)} are not ({windows} windows)")
    for name in dict.fromkeys(name for name, *_ in told):
        print(f"what is kept of {name} came of {_commit(name)}; docs/oracle.md says what to do")
    return 1 if told else 0


def _differences(kept: Mapping[str, Mapping[str, list[Digests]]], now: Found) -> list[Told]:
    """Every game that differs: its first such window, and the categories."""
    told = []
    for name, found in now.items():
        for game, records in found.items():
            first = first_window(kept[name].get(game, []), list(map(digests, records)))
            if first is not None:
                told.append((name, game, *first))
    return told


def _tell(told: Sequence[Told], now: Found) -> None:
    """The games that differ; of the first few the words, as the program of then said them."""
    shown: dict[str, list[str]] = {}
    for name, game, *_ in told[:EXAMPLES]:
        shown.setdefault(name, []).append(game)
    then = {name: _words(name, games) for name, games in shown.items()}
    for name, game, window, names in told:
        print(f"{game}, window {window + 1}: {', '.join(names)}")
        if game in shown.get(name, ()):
            print("\n".join(f"    {line}" for line in _lines(then[name], game, now[name][game])))


def _words(name: str, games: Sequence[str]) -> dict[str, list[Record]] | str:
    """What came of games then, in words; or why that is not known."""
    try:
        return words_of(name, games)
    except NotThere as trouble:
        return f"not told in words: {trouble}"


def _lines(then: dict[str, list[Record]] | str, game: str, records: Sequence[Record]) -> list[str]:
    if isinstance(then, str):
        return [then]
    first = first_difference(then[game], records)
    return first[1] if first else ["the program of then plays it so too: play hangs on something"]


# --- keeping -------------------------------------------------------------------------------------


def _rewrite(games: Games, now: Found) -> int:
    """Keep what comes of the same inputs now, and tell what that changes."""
    kept = {name: keeping.outcomes(name) for name in games}
    told = _differences(kept, now)
    _tell(told, now)
    counted: Counter[str] = Counter()
    for name, found in now.items():
        for game, records in found.items():
            pairs = zip(kept[name].get(game, []), map(digests, records), strict=False)
            counted.update(one for old, new in pairs for one in differing(old, new))
    print(f"{len(told)} of {sum(map(len, now.values()))} games change; windows by category:")
    print("  " + (", ".join(f"{name} {many}" for name, many in counted.most_common()) or "none"))
    for name in dict.fromkeys(name for name, *_ in told):
        fresh = {game: list(map(digests, records)) for game, records in now[name].items()}
        keeping.keep_outcomes(name, {**kept[name], **fresh})
    return 0


def _commit(name: str) -> str:
    try:
        return commit_of(name)[:12]
    except NotThere as trouble:
        return str(trouble)


def _draw(only: str, most: int, seed: int) -> int:
    """Draw games anew: all of them, or those whose name begins so."""
    from oracle.drawing import GAMES, drawn_somehow, many

    jobs = [
        (name, number, seed)
        for name in GAMES
        for number in range(1, (min(most, many(name, seed)) if most else many(name, seed)) + 1)
        if f"{name}-{number:02}".startswith(only)
    ]
    fresh: dict[str, dict[str, Any]] = {}
    marks: dict[str, dict[str, list[Digests]]] = {}
    drawn = zip(jobs, _in_parallel(drawn_somehow, jobs), strict=True)
    for (name, _, _), (kept, found, troubles) in drawn:
        for trouble in troubles:
            print(trouble)
        fresh.setdefault(name, {})[kept["id"]] = kept
        marks.setdefault(name, {})[kept["id"]] = list(map(digests, found))
    for name, games in fresh.items():
        known = name in keeping.scenarios() and bool(only)
        before = {row["id"]: row for row in keeping.inputs(name)} if known else {}
        merged = {**before, **games}
        keeping.keep_inputs(name, [merged[game] for game in sorted(merged)])
        keeping.keep_outcomes(name, {**(keeping.outcomes(name) if known else {}), **marks[name]})
    print(f"{len(jobs)} games are kept")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
