"""A game goes into one file and comes out of it as it was; what is no archive changes nothing."""

from __future__ import annotations

import os
import shutil
import signal
from datetime import UTC, datetime
from pathlib import Path

import pytest
import toy  # noqa: F401 (registers the system)
from cipher import Quick
from cli.faults import FULL, Faults, faulty, must
from cli.shared import every_byte
from post.conftest import Receive
from post.letters import letter
from pyrage import passphrase

from pbem.cli import main
from pbem.core.data.findings import FileTrouble, PbemError, UsageError
from pbem.post.archiving import ABOUT, FORMAT, Archive, archive, opened, take_in
from pbem.post.batch import batch
from pbem.post.held import BROUGHT
from pbem.post.overview import overview
from pbem.post.rounds import conduct
from pbem.store import encrypting
from pbem.store.directory import GameDirectory
from pbem.store.files import HANDED_OVER, HandedOver, locked
from pbem.store.packs import packed, unpacked

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
PHRASE = "four words of mine"
BESIDE = (".cache", "lock", HANDED_OVER, BROUGHT)


def kept(root: Path) -> dict[str, bytes]:
    return {name: data for name, data in every_byte(root).items() if not name.endswith(BESIDE)}


def moved(game: GameDirectory, folder: Path, to: str = "Mara") -> GameDirectory:
    """The game after it went through an archive into another folder."""
    out = folder / "game.age"
    with locked(game.root):
        archive(GameDirectory(game.root), out, PHRASE, to)
    target = folder / "elsewhere/france"
    target.parent.mkdir()
    take_in(opened(out.read_bytes(), PHRASE, out.name), target)
    return GameDirectory(target)


def test_a_game_goes_on_elsewhere_as_if_it_had_stayed(
    game: GameDirectory, post: Receive, tmp_path: Path
) -> None:
    conduct(GameDirectory(game.root), NOON)
    post(letter())
    there = moved(game, tmp_path)
    shutil.copy(game.root.parent / "mail.yaml", there.root.parent)
    assert kept(there.root) == kept(game.root)
    (game.root / HANDED_OVER).unlink()
    for root in (game.root, there.root):
        assert conduct(GameDirectory(root), NOON).outcome == "played"
        must("audit", "--game", root)
    assert kept(there.root) == kept(game.root)
    assert any("-receipt-hans" in name for name in kept(there.root))


@pytest.mark.parametrize("stage", ["sealed", "waiting", "taken back"])
def test_whatever_the_game_waits_for_comes_along(tmp_path: Path, stage: str) -> None:
    from cli import faults

    here = tmp_path / "here"
    here.mkdir()
    make = {"sealed": faults._sealed, "waiting": faults._answered, "taken back": faults._long}
    make[stage](here)
    if stage == "taken back":
        must("rewind", "--game", here / "duel", "--to", "0")
    there = moved(GameDirectory(here / "duel"), tmp_path)
    (here / "duel" / HANDED_OVER).unlink()
    for root in (here / "duel", there.root):
        must("adjudicate", "--game", root)
        must("audit", "--game", root)
    assert kept(there.root) == kept(here / "duel")


def test_what_only_its_owner_may_read_stays_so(game: GameDirectory, tmp_path: Path) -> None:
    there = moved(game, tmp_path).root
    assert there.stat().st_mode & 0o777 == 0o700
    for name in ("keys", "runs/0/state.yaml", "mail/passphrases.yaml"):
        assert (there / name).stat().st_mode & 0o777 == 0o600, name
    assert (tmp_path / "game.age").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("where", ["france/mail.yaml", "mail.yaml"])
def test_settings_and_passwords_stay_at_home(
    game: GameDirectory, tmp_path: Path, where: str
) -> None:
    """A moderator's name and server are his own; one who laid them into the game keeps them too."""
    beside = "secret" if where.startswith("france") else "france/secret"
    text = f"format: pbem-mail/1\nfrom: mod@club.org\nsmtp: {{host: h, password_file: {beside}}}\n"
    (tmp_path / "mail.yaml").unlink()
    (tmp_path / where).write_text(text)
    (game.root / "secret").write_text("hunter2 hunter2")
    there = moved(game, tmp_path).root
    assert not (there / "mail.yaml").exists() and not (there.parent / "mail.yaml").exists()
    assert not (there / "secret").exists()
    assert not any(b"hunter2" in data for data in every_byte(there).values())


def test_a_game_that_was_handed_over_is_left_alone(
    game: GameDirectory, post: Receive, tmp_path: Path
) -> None:
    archive(game, tmp_path / "copy.age", PHRASE)
    with locked(game.root):
        pass
    archive(game, tmp_path / "game.age", PHRASE, to="Mara")
    with (
        pytest.raises(HandedOver, match="was handed over"),
        locked(game.root),
    ):
        pass
    assert overview(game, NOON).stage == "handed over"
    (row,) = batch([game], NOON)
    assert (row.outcome, row.told) == ("ended", "handed over")
    found = opened((tmp_path / "game.age").read_bytes(), PHRASE, "x")
    assert (found.to, found.run, found.has_keys) == ("Mara", "0", True)
    assert HANDED_OVER not in found.files


def test_letters_of_unknown_fate_are_told(game: GameDirectory, tmp_path: Path) -> None:
    conduct(game, NOON)
    first, second = sorted(path.stem for path in (game.root / "outbox").glob("*.eml"))
    (game.root / "outbox" / f"{second}.trying").touch()
    archive(game, tmp_path / "game.age", PHRASE)
    found = opened((tmp_path / "game.age").read_bytes(), PHRASE, "x")
    assert found.waiting() == (first, second)
    assert found.waiting(fate_unknown=True) == (second,)


# --- what is no archive --------------------------------------------------------------------------


@pytest.fixture
def sound(game: GameDirectory, tmp_path: Path) -> dict[str, bytes]:
    """The files of an archive, as the passphrase opens them."""
    archive(game, tmp_path / "game.age", PHRASE)
    return unpacked(Quick().decrypt((tmp_path / "game.age").read_bytes(), PHRASE), "x")


ABOUT_NEWER = b"format: pbem-archive/2\npbem: '9.9'\n"
HOSTILE = {
    "newer": ({ABOUT: ABOUT_NEWER}, r"a newer program wrote this archive \(pbem 9.9\)"),
    "no archive": ({ABOUT: b"x"}, "x.age, archive.yaml"),
    "a path": ({"game/../../evil": b""}, "the name leads out of its folder"),
    "beside the game": ({"evil": b""}, "'evil' in it is of no game"),
    "a link": ({"game/runs": b""}, "lies in what is a file"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_archive_writes_nothing(
    sound: dict[str, bytes], tmp_path: Path, name: str
) -> None:
    more, words = HOSTILE[name]
    data = Quick().encrypt(packed({**sound, **more}), PHRASE)
    before = every_byte(tmp_path)
    with pytest.raises(PbemError, match=words):
        take_in(opened(data, PHRASE, "x.age"), tmp_path / "taken")
    assert every_byte(tmp_path) == before


@pytest.mark.parametrize("gone", ["game/game.yaml", "game/runs/0/state.yaml", ABOUT])
def test_an_archive_that_lacks_something_is_refused(sound: dict[str, bytes], gone: str) -> None:
    del sound[gone]
    with pytest.raises(FileTrouble, match=f"{gone.removeprefix('game/')} is not in it"):
        opened(Quick().encrypt(packed(sound), PHRASE), PHRASE, "x.age")


def test_the_library_itself_finds_damage_and_another_passphrase(
    game: GameDirectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    assert encrypting.cipher() is passphrase
    archive(game, tmp_path / "game.age", PHRASE)
    data = (tmp_path / "game.age").read_bytes()
    assert data.startswith(b"age-encryption.org/v1\n-> scrypt ")
    assert opened(data, PHRASE, "x.age").game == "france-40"
    for damaged in (data[:-1000], data[:-1000] + bytes([data[-1000] ^ 1]) + data[-999:]):
        with pytest.raises(FileTrouble, match="it does not open: the passphrase is another"):
            opened(damaged, PHRASE, "x.age")
    with pytest.raises(FileTrouble, match="it does not open"):
        opened(data, "four words of yours", "x.age")


@pytest.mark.parametrize("data", [b"", packed({"game.yaml": b""}), b"game: barb\n"])
def test_another_file_is_no_archive(data: bytes) -> None:
    with pytest.raises(FileTrouble, match="this is no archive"):
        opened(data, PHRASE, "x.age")


def test_a_passphrase_that_is_quickly_guessed_is_refused(
    game: GameDirectory, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="at least 12 characters"):
        archive(game, tmp_path / "game.age", "too short")
    assert not (tmp_path / "game.age").exists()


def test_nothing_is_overwritten(game: GameDirectory, tmp_path: Path) -> None:
    (tmp_path / "game.age").write_text("mine")
    with pytest.raises(FileTrouble, match="is there already"):
        archive(game, tmp_path / "game.age", PHRASE, to="Mara")
    assert not (game.root / HANDED_OVER).exists()
    found = Archive("france-40", "0", "x", files={"game.yaml": b""})
    with pytest.raises(FileTrouble, match="is there already"):
        take_in(found, game.root)


@pytest.mark.parametrize("name", ["a\\b.txt", "x\x1b.txt", "/".join("deep" * 20)])
def test_what_could_not_be_taken_in_is_not_handed_over(
    game: GameDirectory, tmp_path: Path, name: str
) -> None:
    (game.root / name).parent.mkdir(parents=True, exist_ok=True)
    (game.root / name).write_text("x")
    with pytest.raises(FileTrouble, match="in it: "):
        archive(game, tmp_path / "game.age", PHRASE, to="Mara")
    assert not (tmp_path / "game.age").exists()
    assert not (game.root / HANDED_OVER).exists()


def test_links_are_not_followed(game: GameDirectory, tmp_path: Path) -> None:
    (game.root / "data").symlink_to("/etc")
    with pytest.raises(FileTrouble, match="this is a link"):
        archive(game, tmp_path / "game.age", PHRASE)


def test_the_same_game_is_the_same_archive_but_for_what_encryption_adds(
    game: GameDirectory, tmp_path: Path
) -> None:
    for name in ("one.age", "two.age"):
        archive(game, tmp_path / name, PHRASE)
    assert (tmp_path / "one.age").read_bytes() == (tmp_path / "two.age").read_bytes()
    assert (
        FORMAT.encode()
        in unpacked(Quick().decrypt((tmp_path / "one.age").read_bytes(), PHRASE), "x")[ABOUT]
    )


@pytest.mark.parametrize("fault", ["kill", FULL])
def test_an_archive_is_written_whole_or_not_at_all(
    game: GameDirectory, tmp_path: Path, fault: str
) -> None:
    """Whatever stops the command: a mark stands only where the archive does."""
    out, mark = tmp_path / "game.age", game.root / HANDED_OVER
    _ = game.roster
    for at in range(0, 40, 2):
        faults = Faults(fault, at)
        child = os.fork()
        if child == 0:
            try:
                with faulty(faults):
                    archive(game, out, PHRASE, to="Mara")
            except PbemError:
                pass
            finally:
                os._exit(0 if not faults.struck else 3)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in (0, 3, -signal.SIGKILL)
        if out.exists():
            assert opened(out.read_bytes(), PHRASE, "x").to == "Mara"
            out.unlink()
        else:
            assert not mark.exists()
        mark.unlink(missing_ok=True)
        if status == 0:
            break
    assert status == 0 and at > 5


def test_commands_for_many_games_pass_over_one_that_was_handed_over(
    game: GameDirectory, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root, mail = tmp_path / "games", tmp_path / "hans.eml"
    root.mkdir()
    game.root.rename(root / "france")
    mail.write_bytes(letter())
    archive(GameDirectory(root / "france"), tmp_path / "game.age", PHRASE, to="Mara")
    before = kept(root)
    assert main(["receive", str(mail), "--root", str(root)]) == 1
    assert "UNCLEAR" in (said := capsys.readouterr().out) and "was handed over" in said
    for words in (["remind"], ["send", "--dry-run"]):
        assert main([*words, "--root", str(root)]) == 0
    assert main(["status", str(root)]) == 0
    assert "handed over" in capsys.readouterr().out
    assert kept(root) == before
