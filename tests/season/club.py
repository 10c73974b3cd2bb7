"""The moderator: what he does he does with `pbem`, and a journal keeps it, to be done again."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from pbem.cli import main
from pbem.post.passphrases import keep
from pbem.store.directory import GameDirectory, open_directory
from season.people import MODERATOR, Person, await_letters
from season.servers import Office

BEGINS: Final = datetime(2026, 11, 20, 12, tzinfo=UTC)
RECEIVE: Final = "receive"
ROOT: Final = "{root}"


@dataclass(frozen=True, slots=True)
class Said:
    """What a command came to."""

    code: int
    data: Any


@dataclass(frozen=True, slots=True)
class Act:
    """A thing that the moderator did: a command, letters received, or a file written by hand."""

    words: tuple[str, ...]
    file: str = ""
    text: str = ""


def pbem(*words: object) -> Said:
    """A command, with its answer as data."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        code = main([*map(str, words), "--format", "json"])
    said = out.getvalue()
    return Said(code, json.loads(said) if said.strip() else None)


def stamp(moment: datetime) -> str:
    """A time as commands take it."""
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def _due(text: str, run: int, moment: datetime) -> str:
    """The text of game.yaml with the deadline of a run."""
    without = re.sub(r"\ndeadlines:\n.*", "", text).rstrip()
    return f"{without}\ndeadlines:\n  {run}: {stamp(moment)}\n"


@dataclass(slots=True)
class Club:
    """A folder of games, their players, and a clock that only goes on."""

    root: Path
    office: Office
    people: Mapping[str, Person]
    now: datetime = BEGINS
    acts: list[Act] = field(default_factory=list)
    mailed: dict[str, int] = field(default_factory=dict)
    came: int = 0

    # --- before play

    def begin(self, folder: str, scenario: str, seats: Mapping[str, str] | None = None) -> None:
        """A game whose players have addresses and passphrases, with its sheet published."""
        game = self.root / folder
        given = [f"--player={name}={powers}" for name, powers in (seats or {}).items()]
        assert pbem("new", scenario, game, "--name", folder, *given).code == 0
        text = (game / "game.yaml").read_text()
        for name in GameDirectory(game).roster.players:
            address = f'address: "{name.capitalize()} <{self.office.address(name)}>"'
            text = text.replace(f"  {name}: {{", f"  {name}: {{{address}, ")
        text = text.replace("missing_orders: stop", "missing_orders: standing")
        (game / "game.yaml").write_text(_due(text, 1, self.now + timedelta(days=2)))
        assert pbem("commitments", game).code == 0
        directory = GameDirectory(game)
        for name in directory.roster.players:
            keep(directory, name, self.people[name].phrase)

    def settle(self) -> None:
        """The settings of mail: TLS, an authority, and a password that only its owner reads."""
        file = self.root / "password"
        file.write_text(self.office.passwords["moderator"])
        file.chmod(0o600)
        shutil.copy(self.office.authority, self.root / "ca.pem")
        more = f"security: {self.office.security}, user: moderator, password_file: password"
        host = f"host: {self.office.host}, authority: ca.pem, {more}"
        (self.root / "mail.yaml").write_text(
            f"format: pbem-mail/1\nfrom: Friday games <{MODERATOR}>\n"
            f"smtp: {{{host}, port: {self.office.smtp}}}\n"
            f"imap: {{{host}, port: {self.office.imap}}}\n"
        )

    # --- in play

    def game(self, folder: str) -> GameDirectory:
        """A game as it stands."""
        return open_directory(self.root / folder)

    def wait(self, **time: int) -> None:
        """Time goes on."""
        self.now += timedelta(**time)

    def do(self, *words: str, timed: bool = True) -> Said:
        """A command of the moderator's; `{root}` is the folder of the games."""
        if timed:
            self.wait(minutes=1)
            words = (*words, "--now", stamp(self.now))
        self.acts.append(Act(words))
        return pbem(*(word.replace(ROOT, str(self.root)) for word in words))

    def write(self, file: str, text: str) -> None:
        """A file of the moderator's, such as game.yaml."""
        self.acts.append(Act((), file, text))
        (self.root / file).write_text(text)

    def seat(self, folder: str, player: str, said: str) -> None:
        """What game.yaml says of a player besides, instead of what it said before."""
        text = (self.root / folder / "game.yaml").read_text()
        text = re.sub(rf"(  {player}: {{)(?:deputy: .*?\]}}?, )?", rf"\g<1>{said}", text, count=1)
        self.write(f"{folder}/game.yaml", text)

    def due(self, folder: str, run: int, moment: datetime) -> None:
        """The deadline of a run."""
        file = self.root / folder / "game.yaml"
        self.write(f"{folder}/game.yaml", _due(file.read_text(), run, moment))

    def receive(self, letters: int) -> list[dict[str, Any]]:
        """So many new letters, taken out of the mailbox."""
        self.came += letters
        await_letters(self.office, "moderator", self.came)
        self.wait(minutes=1)
        self.acts.append(Act((RECEIVE, stamp(self.now))))
        said = pbem("receive", "--root", self.root, "--imap", "--now", stamp(self.now))
        rows: list[dict[str, Any]] = said.data
        assert isinstance(rows, list) and len(rows) == letters, rows
        return rows

    def post(self) -> None:
        """The outboxes sent, and everybody reads what he got."""
        said = pbem("send", "--root", self.root)
        assert said.code == 0, said.data
        for row in said.data:
            name = row["to"].partition("<")[2].partition("@")[0]
            self.mailed[name] = self.mailed.get(name, 0) + 1
        for name, many in self.mailed.items():
            if many > len(self.people[name].got):
                self.people[name].fetch(many)
