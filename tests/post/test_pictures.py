"""The map in letters: each player's own, the same bytes each time, left out where nobody paints."""

from __future__ import annotations

import struct
import sys
from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path

import pytest
import toy  # noqa: F401 (registers the system)
from cli.shared import levies
from post.conftest import begun
from post.letters import letter

from pbem.cli import main
from pbem.maps.drawing import paint
from pbem.post.letters import read_letter
from pbem.post.pictures import MISSING, Pictures, _last_run, own_battles
from pbem.post.receiving import receive
from pbem.post.rounds import conduct
from pbem.store.create import create
from pbem.store.directory import GameDirectory

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def wants(folder: Path) -> None:
    (folder / "mail.yaml").write_text("format: pbem-mail/1\nfrom: M <m@club.org>\npicture: 400\n")


def letters(folder: Path) -> dict[str, bytes]:
    """The letters of a game of two that begins."""
    folder.mkdir()
    directory = begun(folder)
    wants(folder)
    return {path.name: path.read_bytes() for path in conduct(directory, NOON).letters}


def picture(letter: bytes) -> bytes:
    mail = message_from_bytes(letter, policy=policy.default)
    (part,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert str(part.get_filename()).startswith("map-")
    return part.get_payload(decode=True)


def test_letters_hold_the_map_as_wide_as_was_asked_and_the_same_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = []
    png = paint.png
    monkeypatch.setattr(paint, "png", lambda *args: painted.append(1) or png(*args))
    first = letters(tmp_path / "a")
    assert len(first) == 2 and len(painted) == 1  # both see the same
    for one in first.values():
        assert struct.unpack(">I", picture(one)[16:20]) == (400,)
    assert letters(tmp_path / "b") == first


def test_each_sees_his_own_map(tmp_path: Path) -> None:
    create(tmp_path / "duel", "toy", "duel", seed="post")
    wants(tmp_path)
    levies(tmp_path / "duel")
    assert main(["adjudicate", "--game", str(tmp_path / "duel")]) == 0
    pictures = Pictures(GameDirectory(tmp_path / "duel"))
    (rosa,), (rolf,), (stranger,) = (pictures.of(name).values() for name in ("rosa", "rolf", ""))
    assert rosa is rolf  # both may look at the chits in Red Home
    assert rosa != stranger


def test_no_picture_is_painted_where_none_is_wanted(tmp_path: Path) -> None:
    directory = begun(tmp_path)
    assert Pictures(directory).of("hans") == {}
    assert not Pictures(directory).lacking


def test_without_a_painter_letters_go_without_and_the_moderator_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(tmp_path)
    wants(tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    game = tmp_path / "france"
    assert main(["run", "--game", str(game), "--now", "2026-11-20 12:00 UTC"]) == 3
    assert MISSING in capsys.readouterr().err
    written = [path.read_bytes() for path in (game / "outbox").iterdir()]
    assert len(written) == 2
    assert not any(b"image/png" in letter for letter in written)
    assert main(["batch", str(tmp_path), "--now", "2026-11-20 12:00 UTC"]) == 0
    assert MISSING in capsys.readouterr().err


def test_a_second_picture_shows_where_a_player_fought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = begun(tmp_path)
    (tmp_path / "mail.yaml").write_text("format: pbem-mail/1\nfrom: M <m@club.org>\nbattles: 300\n")
    assert Pictures(directory).of("hans") == {}  # nothing was played
    receive(directory, read_letter(letter(), "letter.eml"), "")
    assert conduct(GameDirectory(directory.root), NOON).outcome == "played"
    after, drawn = GameDirectory(directory.root), []
    monkeypatch.setattr(paint, "png", lambda svg, width: drawn.append(svg) or b"painted")
    (name,) = Pictures(after).of("hans")
    assert name == "battles-hans.png"
    assert "Alsace" in drawn[0] and "Kyushu" not in drawn[0]
    assert Pictures(after).of("anna") == {"battles-anna.png": b"painted"}
    assert Pictures(after).of("walt") == {}
    for player, fought in (("hans", 1), ("anna", 1), ("walt", 0)):
        assert own_battles(_last_run(after, player)) == ("alsace-lorraine",) * fought
