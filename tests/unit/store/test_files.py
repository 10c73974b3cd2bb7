"""Files of a game directory: whole or absent, private, and never outside."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pbem.core.data.findings import FileTrouble, GameBusy
from pbem.store.files import (
    files_in,
    inside,
    locked,
    move,
    read_inside,
    write_file,
    write_folder,
)


def test_a_folder_is_written_with_private_files_and_empty_folders(tmp_path: Path) -> None:
    target = tmp_path / "run"
    write_folder(target, {"a/b.txt": "text", "c": b"\x00", "empty/": ""}, private=["c"])
    assert (target / "a/b.txt").read_text() == "text"
    assert (target / "c").read_bytes() == b"\x00"
    assert (target / "empty").is_dir()
    assert stat.S_IMODE((target / "c").stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [target]


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "run"
    write_folder(target, {"a": "1"})
    with pytest.raises(FileTrouble, match="is there already"):
        write_folder(target, {"a": "2"})
    assert (target / "a").read_text() == "1"


def test_a_failed_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(old: object, new: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "rename", broken)
    with pytest.raises(FileTrouble, match="cannot be written: Input/output error"):
        write_folder(tmp_path / "run", {"a": "1"})
    assert list(tmp_path.iterdir()) == []


def test_a_left_over_link_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("mine")
    game = tmp_path / "game"
    game.mkdir()
    (game / "run.tmp").symlink_to(outside)
    write_folder(game / "run", {"a": "1"})
    assert (outside / "precious").read_text() == "mine"
    assert (game / "run/a").read_text() == "1"


def test_one_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "f"
    write_file(path, "one", private=True)
    write_file(path, "two", private=True)
    assert path.read_text() == "two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_outside_is_read(tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "secret").write_text("s")
    (game / "link").symlink_to(tmp_path / "secret")
    (game / "up").symlink_to(tmp_path)
    for path in (game / "link", game / "up/secret", game / "../secret"):
        with pytest.raises(FileTrouble, match="leads out of the game directory"):
            read_inside(game, path, 100)
    (game / "own").write_text("o")
    (game / "near").symlink_to(game / "own")
    (game / "folder").mkdir()
    (game / "folder/own").write_text("o")
    (game / "aside").symlink_to(game / "folder")
    for path in (game / "near", game / "aside/own"):  # one player's file under another's name
        with pytest.raises(FileTrouble, match="this is a link"):
            read_inside(game, path, 100)
    (tmp_path / "way").symlink_to(game)
    for root in (game, tmp_path / "way"):
        assert read_inside(root, root / "folder/own", 100) == b"o"
    assert inside(game, game / "not there yet") == game / "not there yet"


def test_files_come_in_byte_order_without_hidden_ones(tmp_path: Path) -> None:
    for name in ("b.yaml", "B.yaml", "ä.yaml", ".hidden.yaml", "a.txt"):
        (tmp_path / name).write_text("")
    assert [path.name for path in files_in(tmp_path, tmp_path, "*.yaml")] == [
        "B.yaml",
        "b.yaml",
        "ä.yaml",
    ]
    assert files_in(tmp_path, tmp_path / "none", "*.yaml") == []


def test_a_game_is_locked_once(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(GameBusy), locked(tmp_path):
        pass
    with locked(tmp_path):
        pass


def test_each_holder_of_a_lock_has_the_next_number(tmp_path: Path) -> None:
    turns = []
    for _ in range(12):
        with locked(tmp_path) as turn:
            turns.append(turn)
    assert turns == [*range(1, 13)]
    (tmp_path / "lock").write_text("something")
    with locked(tmp_path) as turn:
        assert turn == 1


def test_move_makes_the_folders_that_it_needs(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    move(tmp_path / "a", tmp_path / "b/c/d")
    assert (tmp_path / "b/c/d").read_text() == "1"
    assert not (tmp_path / "a").exists()


def test_a_folder_that_may_not_be_read_is_not_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Standing orders would quietly go unheard."""
    (tmp_path / "b.yaml").write_text("")
    (tmp_path / "a.yaml").write_text("")
    (tmp_path / ".c.yaml").write_text("")
    (tmp_path / "d.yml").write_text("")
    assert files_in(tmp_path, tmp_path, "*.yaml") == [tmp_path / "a.yaml", tmp_path / "b.yaml"]
    assert files_in(tmp_path, tmp_path / "none", "*.yaml") == []

    def barred(folder: Path) -> None:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", barred)
    with pytest.raises(FileTrouble, match="cannot be read: Permission denied"):
        files_in(tmp_path, tmp_path, "*.yaml")
