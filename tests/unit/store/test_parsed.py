"""Parsed data texts are kept between processes: sound ones only, and nothing that is secret."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import toy  # noqa: F401 (registers the system)

from pbem.cli import main
from pbem.core.data import yamlio
from pbem.store.parsed import MOST, ParsedTexts, keep_parsed

TEXT = "a: [1, true, null, 'Ö']\nb: {c: \"1\"}\n"
DATA = {"a": [1, True, None, "Ö"], "b": {"c": "1"}}


@pytest.fixture
def parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ParsedTexts:
    """A folder that is looked in, alone."""
    found = ParsedTexts(tmp_path / "parsed")
    monkeypatch.setattr(yamlio, "_PARSED", [found])
    return found


def refuse(text: str, name: str) -> Any:
    raise AssertionError("it is parsed again")


def test_a_text_is_parsed_once(parsed: ParsedTexts, monkeypatch: pytest.MonkeyPatch) -> None:
    assert yamlio.read_public_text(TEXT, "first") == DATA
    monkeypatch.setattr(yamlio, "read_data_text", refuse)
    assert yamlio.read_public_text(TEXT, "second") == DATA
    with pytest.raises(AssertionError):
        yamlio.read_public_text(TEXT + "d: 1\n", "another")


def test_what_is_damaged_is_parsed_again_and_kept_anew(parsed: ParsedTexts) -> None:
    yamlio.read_public_text(TEXT, "first")
    (path,) = parsed.folder.iterdir()
    sound = path.read_bytes()
    for damaged in (b"", sound.replace(b"true", b"null"), sound[:-1], b"\xff\n{}"):
        path.write_bytes(damaged)
        assert parsed.find(TEXT) is None
        assert yamlio.read_public_text(TEXT, "again") == DATA
        assert path.read_bytes() == sound


def test_another_parser_takes_nothing_from_the_old_one(
    parsed: ParsedTexts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed.keep(TEXT, DATA)
    other = tmp_path / "yamlio.py"
    other.write_bytes(Path(yamlio.__file__).read_bytes() + b"\n")
    monkeypatch.setattr(yamlio, "__file__", str(other))
    assert ParsedTexts(parsed.folder).find(TEXT) is None


def test_what_cannot_be_written_is_not_kept(parsed: ParsedTexts) -> None:
    parsed.folder.write_text("no folder")
    assert yamlio.read_public_text(TEXT, "first") == DATA


def test_the_folder_does_not_grow_for_ever(parsed: ParsedTexts) -> None:
    parsed.folder.mkdir()
    for number in range(MOST):
        (parsed.folder / f"{number}.json").touch()
    parsed.keep(TEXT, DATA)
    assert len([*parsed.folder.iterdir()]) == 1


def test_a_broken_text_is_told_and_not_kept(parsed: ParsedTexts) -> None:
    with pytest.raises(yamlio.YamlProblem):
        yamlio.read_public_text("a: [", "broken")
    assert not parsed.folder.exists()


class Noted:
    """Notes what would be kept."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def find(self, text: str) -> None:
        return None

    def keep(self, text: str, data: Any) -> None:
        self.texts.append(text)


def test_nothing_of_a_game_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Charts and maps are; keys, states, orders and what is sealed are not."""
    noted = Noted()
    monkeypatch.setattr("pbem.store.parsed.keep_parsed", lambda: None)
    monkeypatch.setattr(yamlio, "_PARSED", [noted])
    for module in ("charts._chart", "counters._counters", "rulebook._interpretations"):
        name, function = module.split(".")
        found = getattr(__import__(f"pbem.core.data.{name}", fromlist=[function]), function)
        found.cache_clear()
    game = tmp_path / "duel"
    assert main(["new", "toy/duel", str(game)]) == 0
    assert main(["validate", str(game / "game.yaml"), "--game", str(game)]) == 0
    assert main(["show", "--game", str(game), "--secrets"]) == 0
    own = {path.read_text() for path in game.rglob("*") if path.is_file() and path.name[0] != "."}
    assert noted.texts
    assert not own & {*noted.texts}
    assert all((game / "keys").read_text().splitlines()[-1] not in text for text in noted.texts)


def test_a_checkout_keeps_them_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yamlio, "_PARSED", [])
    keep_parsed()
    (found,) = yamlio._PARSED
    assert isinstance(found, ParsedTexts)
    assert found.folder == Path(__file__).parents[3] / ".proofs" / "parsed"
