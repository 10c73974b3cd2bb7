"""What docs/by-mail.md tells moderators to do, done line by line."""

from __future__ import annotations

import re
import shlex
from io import StringIO
from pathlib import Path

import pytest
from post.letters import ORDERS, letter

from pbem.cli import main

PAGE = (Path(__file__).parents[2] / "docs/by-mail.md").read_text(encoding="utf-8")
WAITS = 3


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_every_step_of_a_moderator_works_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hans.eml").write_bytes(letter(ORDERS, sender="hans@example.org"))
    roster, settings = blocks("yaml")
    begin, first, *weeks = blocks("sh")
    said: dict[str, tuple[int, str]] = {}

    def run(block: str) -> None:
        for line in block.splitlines():
            words = shlex.split(line)
            if words[0] == "mkdir":
                Path(words[1]).mkdir()
                continue
            monkeypatch.setattr("sys.stdin", StringIO("four words of mine\n"))
            code = main(words[1:])
            said[line] = code, capsys.readouterr().out

    run(begin)
    game = Path("games/france/game.yaml")
    text = game.read_text()
    game.write_text(re.sub(r"players:\n(  .*\n)+", roster, text, count=1))
    password = Path("games/password")
    password.write_text("secret")
    password.chmod(0o600)
    Path("games/mail.yaml").write_text(settings)
    run(first)
    for block in weeks:
        run(block)
    codes = {line: code for line, (code, _) in said.items()}
    waits = 'pbem run --game games/france --now "2026-11-20 12:00 UTC"'
    again = 'pbem run --game games/france --now "2026-11-20 15:00 UTC"'
    assert codes == {**dict.fromkeys(codes, 0), waits: WAITS, again: WAITS}
    told = {line: out for line, (_, out) in said.items()}
    assert "run 1 waits for hans" in told[waits]
    assert told["pbem send --game games/france --dry-run"].count("WAITING run-000") == 2
    assert "hans: sent" in told['pbem status games --now "2026-11-20 12:30 UTC"']
    assert "run 2 is open" in told['pbem run --game games/france --now "2026-11-20 13:00 UTC"']
    assert "hans (owes)" in told['pbem remind --root games --now "2026-11-20 14:00 UTC"']
    assert "1 games: 1 waits" in next(out for line, out in told.items() if "batch" in line)


def test_every_attack_by_letter_is_played() -> None:
    section = PAGE.partition("### What becomes of a letter")[2].partition("\n## ")[0]
    named = re.findall(r"`(test_\w+)`", section)
    played = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert len(named) == len(set(named)) >= 10
    assert [name for name in named if f"def {name}(" not in played] == []
