"""Nothing that reaches a player tells where the game lies on its moderator's disk.

Letters of all kinds come into a game of each system, with faults in them at random; the window is
played; and all that is mailed, reported or published is read, also what letters encode.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from mutations import mutated
from post import games
from post.letters import letter

from pbem.core.data.resources import PACKAGE
from pbem.post.letters import read_letter
from pbem.post.outgoing import Answer, put
from pbem.post.receiving import receive
from pbem.post.reminding import remind
from pbem.post.rounds import conduct
from pbem.store.directory import GameDirectory
from pbem.store.publishing import published, reader, write

NOW = "Fri, 20 Nov 2026 19:30:00 +0000"
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
MARK = "the-moderators-own-disk"
SCENARIOS = ("gw/france-1940", "wif/barbarossa-12", "awaw/poland-1939", "tw/france-1940")
ODD = 2  # changed files of each file that is sent
PROTESTS = ("1", "7", "1.1", "0", "x", "-1", "999999", "1/../..", "")


def begun(scenario: str, folder: Path) -> tuple[GameDirectory, dict[str, bytes]]:
    """A game on the moderator's disk, and what its players would send."""
    root = folder / MARK / "game"
    shutil.copytree(games.game(scenario), root)
    (root.parent / "mail.yaml").write_text("format: pbem-mail/1\nfrom: mod@club.org\n")
    sent = {}
    for part in ("orders", "standing"):
        for path in sorted((root / part).glob("*.yaml")):
            sent[f"{part}/{path.name}"] = path.read_bytes()
            path.unlink()
    return GameDirectory(root), sent


def letters(game: GameDirectory, sent: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """What comes and from whom: files with faults, protests, answers; at last sound files."""
    draw, (first, *_) = Random(str(game.roster.scenario)), sorted(game.roster.players)
    for data in sent.values():
        writer = writer_of(data)
        yield from ((writer, mutated(draw, data, data)[1]) for _ in range(ODD))
        yield writer, data.replace(b"window: ", b"window: other-")
        yield writer, re.sub(rb"(?m)^(player|standing): .*", rb"\1: nobody", data)
    yield first, f"answers: {first}\nwindow: none\nquestions: []\n".encode()
    yield first, (game.root / "game.yaml").read_bytes()
    yield first, b"format: pbem-overrides/1\nrun: 1\nauthor: M\nreason: r\n"
    yield from ((first, protest(first, run, 1)) for run in PROTESTS)
    yield from ((writer_of(data), data) for data in sent.values())


def writer_of(data: bytes) -> str:
    """Who a file says that it is from."""
    found = re.search(rb"(?m)^(?:player|standing): *(\w+)", data)
    assert found
    return found[1].decode()


def protest(player: str, run: str, paragraph: int) -> bytes:
    """An objection."""
    text = f"protest: {player}\nrun: {run}\nparagraph: {paragraph}\nreason: It was not so.\n"
    return text.encode()


def hand_in(game: GameDirectory, player: str, data: bytes, number: int) -> None:
    """A file as the letter of a player."""
    raw = letter("", sender=f"{player}@x.org", number=number) + data
    receive(GameDirectory(game.root), read_letter(raw, "letter.eml"), NOW)


def texts_in(path: Path) -> Iterator[bytes]:
    """What a player reads of a file: of a letter its parts, decoded; of a pack its files."""
    if path.suffix == ".zip":
        with ZipFile(path) as pack:
            yield from (name.encode() + b"\n" + pack.read(name) for name in pack.namelist())
    elif path.suffix == ".eml":
        mail = message_from_bytes(path.read_bytes(), policy=policy.default)
        yield "\n".join(f"{name}: {value}" for name, value in mail.items()).encode()
        for part in mail.walk():
            if not part.is_multipart():
                yield bytes(part.get_payload(decode=True))
    yield path.read_bytes()


def reached(game: GameDirectory) -> list[Path]:
    """All that reaches a player."""
    patterns = (
        "outbox/*.eml",
        "sent/*.eml",
        "runs/*/report*",
        "pending/*.yaml",
        "void/*/*/report*",
    )
    return sorted(path for pattern in patterns for path in game.root.glob(pattern))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_that_a_player_gets_tells_where_the_game_lies(
    scenario: str, tmp_path: Path
) -> None:
    game, sent = begun(scenario, tmp_path)
    conduct(GameDirectory(game.root), NOON)
    for number, (player, data) in enumerate(letters(game, sent), start=1):
        hand_in(game, player, data, number)
    list(remind(GameDirectory(game.root), NOON))
    conduct(GameDirectory(game.root), NOON, anyway=True)
    hand_in(game, "hans", protest("hans", "1", 99999), 1001)
    played = GameDirectory(game.root)
    for name in (*sorted(game.roster.players), "public"):
        write(published(played, reader(played, name)), tmp_path / f"{name}.zip")
    told = [*reached(game), *tmp_path.glob("*.zip")]
    leaks = (MARK.encode(), str(tmp_path).encode(), str(PACKAGE).encode())
    found = [(path.name, near(text, leaks)) for path in told for text in texts_in(path)]
    assert not [one for one in found if one[1]]
    assert {path.suffix for path in told} == {".eml", ".txt", ".zip"}
    assert sum("receipt" in path.name for path in told) > len(PROTESTS)


def near(text: bytes, leaks: tuple[bytes, ...]) -> str:
    """Where a path stands; nothing where none does."""
    at = max(text.find(leak) for leak in leaks)
    return text[max(0, at - 100) : at + 100].decode(errors="replace") if at >= 0 else ""


def test_a_letter_that_would_tell_it_does_not(tmp_path: Path) -> None:
    game, _ = begun(SCENARIOS[0], tmp_path)
    told = f"no {game.root}/orders here, nor {game.root}; /tmp and . stay"
    path = put(game, Answer("one", "hans", "a word", told, NOW))
    assert path is not None
    (text,) = (part for part in texts_in(path) if b"nor " in part and b"Subject" not in part)
    assert text.decode().strip() == "no orders here, nor [france-40]; /tmp and . stay"
