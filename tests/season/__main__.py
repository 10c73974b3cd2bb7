"""`make mail-demo` and `make season`: games by mail alone, on this machine's servers.

The demonstration plays a window of a small game. The season plays forty of three games of three
systems, with all that goes wrong, and proves at the end what must hold.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from time import monotonic, process_time
from typing import Final

from season.people import attachments
from season.proofs import audits, differences, leaks, replayed
from season.season import (
    FRESH,
    GW_CORRECTION,
    TOY_CORRECTION,
    WIF_CORRECTION,
    Playing,
    Season,
    season,
)
from season.servers import missing

DEMO: Final = (Playing("france", "gw/france-1940", 1),)
FORTY: Final = (
    Playing(
        "world",
        "gw/global-war-1939",
        24,
        {2: "late", 4: "deputy", 6: "dispute", 8: "rewind", 10: "standing", 15: "late",
         18: "rewind", 20: "deputy"},
        GW_CORRECTION,
    ),
    Playing(
        "minsk",
        "wif/barbarossa-12",
        8,
        {2: "dispute", 3: "late", 4: "rewind", 6: "standing"},
        WIF_CORRECTION,
    ),
    Playing(
        "ford",
        "toy/duel",
        8,
        {2: "late", 3: "rewind", 4: "dispute", 5: "deputy", 6: "standing"},
        TOY_CORRECTION,
        {"hans": "crimson", "kenji": "scarlet", "anna": "azure"},
    ),
)  # fmt: skip


def main() -> int:
    """Play, prove, and tell."""
    parser = argparse.ArgumentParser(prog="python -m season", description=__doc__)
    parser.add_argument("what", choices=["demo", "season"])
    parser.add_argument("--seed", default="1939", help="what players write follows from it")
    parser.add_argument("--own", action="store_true", help="aiosmtpd and pymap, even beside others")
    said = parser.parse_args()
    lacking = missing()
    if lacking and not said.own:
        print(f"aiosmtpd and pymap serve here; {lacking}")
    games = DEMO if said.what == "demo" else FORTY
    with tempfile.TemporaryDirectory(prefix="pbem-season-") as folder:
        here = Path(folder)
        with season(here, games, said.seed, not (said.own or lacking)) as played:
            office = played.club.office
            print(f"{office.kind}: SMTP on port {office.smtp}, IMAP on port {office.imap}")
            began = monotonic()
            played.play(lambda line: print(f"{monotonic() - began:6.0f} s  {line}", flush=True))
            _tell(played)
            return _proved(played, here)


def _tell(played: Season) -> None:
    """Who got which letters."""
    people = played.club.people
    for name, person in people.items():
        if person.got:
            forms = sum(bool(attachments(mail)) for mail in person.got)
            last = person.got[-1]["Subject"]
            print(f"{name}: {person.sent} letters sent, {len(person.got)} got ({forms} with files)")
            print(f"  the last: {last}")
    print(f"{played.refused} letters were not accepted at first, {played.asked} runs asked")


def _proved(played: Season, here: Path) -> int:
    """What must hold at the end; 1 if something does not."""
    club = played.club
    for game in played.games:
        audits(club, game.folder)
        print(f"{game.folder}: every log audits", flush=True)
    seen = list(leaks(played))
    print("\n".join(seen) or "nobody was mailed what he may not see", flush=True)
    replayed(club, here / FRESH)
    differ = differences(club.root, here / FRESH)
    print("\n".join(differ) or "the letters come to the same bytes again")
    print(f"{process_time():.0f} s of processor time")
    return 1 if seen or differ else 0


if __name__ == "__main__":
    sys.exit(main())
