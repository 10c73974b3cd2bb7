"""A season: the windows of several games, played by letters alone, with all that comes between.

Decides: who writes what when: who is late, away or has a deputy, when the moderator corrects or
takes back what was played. Leaves to `club` and `people`: how letters go; to `proofs`: what must
hold at the end.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from pbem.core.data.yamlio import flow_text
from pbem.core.rules.sequence import OVER
from pbem.store.directory import GameDirectory
from season.club import ROOT, Club, Said
from season.people import Person, attachments, text_of
from season.programs import PROGRAMS
from season.servers import office
from season.writing import Sections, answered, deputised, drawn, filled, window_of

MODERATOR: Final = "moderator"
FRESH: Final = "fresh"
PLAYED: Final = 0
FINDINGS: Final = 1
WAITS: Final = 3
FORM: Final = "orders-{}.yaml"
STANDING_EVERY: Final = 5


@dataclass(frozen=True, slots=True)
class Playing:
    """A game of a season: how many windows, what happens in which, and how it is corrected."""

    folder: str
    scenario: str
    windows: int
    incidents: Mapping[int, str] = field(default_factory=dict)
    correction: str = ""
    seats: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """Words of a player that others may not read, or not before a moment."""

    folder: str
    by: frozenset[str]
    words: str
    until: datetime | None = None


class Season:
    """Games in one folder, their players at their programs, and what they keep from each other."""

    def __init__(self, club: Club, games: Sequence[Playing], seed: str) -> None:
        self.club, self.games, self.draw = club, games, Random(seed)
        self.written: list[Written] = []
        self.waiting: dict[str, list[str]] = {}
        self.refused = 0
        self.asked = 0

    def play(self, tell: Callable[[str], None] = lambda _: None) -> None:
        """The windows of every game, one of each in turn; where a game ends, the first goes on."""
        left = sum(game.windows for game in self.games)
        last = max(game.windows for game in self.games)
        for number in count(1):
            for game in self.games:
                goes_on = number <= game.windows or (game is self.games[0] and number > last)
                if not goes_on or not left or self._is_over(game):
                    continue
                window = window_of(self.club.game(game.folder))
                incident = self._incident(game, number)
                self._window(game, number, incident)
                left -= 1
                tell(f"{game.folder} {number}: {window} {incident}".rstrip())
            if not left or all(map(self._is_over, self.games)):
                return

    def _is_over(self, game: Playing) -> bool:
        return self.club.game(game.folder).state().clock.window == OVER

    def _incident(self, game: Playing, number: int) -> str:
        """What happens in a window: what is set for it, or an older one that had to wait."""
        waiting = self.waiting.setdefault(game.folder, [])
        waiting += [game.incidents[number]] if number in game.incidents else []
        alone = not self._ally(self.club.game(game.folder))
        found = next((one for one in waiting if one != "deputy" or not alone), "")
        if found:
            waiting.remove(found)
        return found

    # --- a window

    def _window(self, game: Playing, number: int, incident: str) -> None:
        club, folder = self.club, game.folder
        club.wait(days=1)
        directory = club.game(folder)
        deadline = club.now + timedelta(hours=8)
        if number > 1:
            club.due(folder, directory.state().clock.run + 1, deadline)
        window = window_of(directory)
        orders, standing = drawn(directory, self.draw)
        first = next(iter(orders))
        deputies = self._away(game, directory, first, incident, deadline)
        if deputies or incident == "standing":
            assert self._run(game).code == WAITS
            club.post()
        absent = {first} if incident in ("standing", "late") else set()
        sent = 0
        for player, sections in orders.items():
            if player not in absent:
                kept = standing.pop(player, {}) if number % STANDING_EVERY == 1 else {}
                self._send(directory, player, deputies.get(player, ""), sections, kept)
                sent += 1
        if number % STANDING_EVERY == 1:
            sent += self._send_standing(directory, standing)
        self._received(directory, sent, deputies)
        if absent:
            assert self._run(game).code == WAITS
            club.wait(days=1)
            club.do("remind", "--game", f"{ROOT}/{folder}")
        self._play_on(game, deputies)
        if incident == "late":
            self._too_late(directory, first, window)
        if incident == "dispute":
            self._correct(game, directory)
        if incident == "rewind":
            self._take_back(game, first)
        if deputies or incident == "standing":
            club.seat(folder, first, "")
        club.post()

    def _away(
        self, game: Playing, directory: GameDirectory, player: str, incident: str, day: datetime
    ) -> dict[str, str]:
        """Who writes for whom in this window, once game.yaml says that somebody is away."""
        if incident not in ("deputy", "standing"):
            return {}
        deputy = self._ally(directory) if incident == "deputy" else ""
        named = f"deputy: {deputy}, " if deputy else ""
        days = f"from: {day:%Y-%m-%d}, to: {day:%Y-%m-%d}, then: {incident}"
        seat = f"{named}absent: [{{{days}}}], "
        self.club.seat(game.folder, player, seat)
        return {player: deputy} if deputy else {}

    def _ally(self, directory: GameDirectory) -> str:
        """Somebody of the side of the first who owes orders, if there is one."""
        state = directory.state()
        player = state.due[0]

        def sides(name: str) -> set[str]:
            return {power.side for power in state.powers_of_player(name)}

        others = (name for name in state.players() if name != player)
        return next((name for name in others if sides(name) == sides(player)), "")

    def _play_on(self, game: Playing, deputies: Mapping[str, str]) -> None:
        """The window played; who is asked answers by mail until it is."""
        said = self._run(game)
        while said.data["outcome"] == "asked":
            self.asked += 1
            assert said.code == WAITS
            self.club.post()
            asked = said.data["waits_for"]
            for player in asked:
                self._answer(game, player, deputies.get(player, ""))
            rows = self.club.receive(len(asked))
            assert [row["outcome"] for row in rows] == ["counts"] * len(asked), rows
            said = self._run(game)
        assert (said.code, said.data["outcome"]) == (PLAYED, "played"), said

    def _run(self, game: Playing) -> Said:
        said = self.club.do("run", "--game", f"{ROOT}/{game.folder}")
        assert "outcome" in said.data, said
        return said

    # --- letters of players

    def _send(
        self,
        directory: GameDirectory,
        player: str,
        deputy: str,
        sections: Sections,
        standing: Sections,
    ) -> None:
        """The form that came by mail, filled in, and with it standing orders."""
        folder, run = directory.root.name, directory.state().clock.run + 1
        writer = self.club.people[deputy or player]
        letter = self._letter(writer, player, f"window: {window_of(directory)}")
        form = attachments(letter)[FORM.format(player)]
        secret = f"{player} {run} {self.draw.randrange(10**6)}"
        head = {"luck": f"luck of {secret}", "note": f"note of {secret}"}
        text = filled(deputised(form) if deputy else form, head, sections)
        allowed = frozenset({player, writer.name})
        self.written.append(Written(folder, allowed, head["note"]))
        self.written.append(Written(folder, allowed, head["luck"], self.club.now))
        files = [text]
        if standing:
            files.append(self._standing(folder, player, standing))
        writer.send("---\n".join(files), letter)

    def _letter(self, person: Person, player: str, words: str) -> EmailMessage:
        """The newest letter with the form of a player in which these words stand."""
        name = FORM.format(player)
        found = (mail for mail in reversed(person.got) if words in attachments(mail).get(name, ""))
        letter = next(found, None)
        assert letter is not None, f"{person.name} got no form of {player} with {words}"
        return letter

    def _standing(self, folder: str, player: str, said: Sections) -> str:
        rows = "".join(f"{key}: {flow_text(value)}\n" for key, value in said.items())
        secret = f"kept quiet by {player} {self.draw.randrange(10**6)}"
        self.written.append(Written(folder, frozenset({player}), secret))
        return f"standing: {player}  # {secret}\n{rows}"

    def _send_standing(self, directory: GameDirectory, standing: Mapping[str, Sections]) -> int:
        folder = directory.root.name
        sent = {player: said for player, said in standing.items() if said}
        for player, said in sent.items():
            person = self.club.people[player]
            person.send(self._standing(folder, player, said), person.newest(f"[{folder}]"))
        return len(sent)

    def _received(
        self, directory: GameDirectory, letters: int, deputies: Mapping[str, str]
    ) -> None:
        """Letters received; whose file does not count reads so, and sends less."""
        for row in self.club.receive(letters):
            assert row["outcome"] in ("counts", "bad"), row
            assert row["game"] == directory.roster.game, row
            if row["outcome"] == "counts":
                continue
            self.refused += 1
            self.club.post()
            writer = row["from"].partition("@")[0]
            player = next((p for p, d in deputies.items() if d == writer), writer)
            assert "not accepted" in str(self.club.people[writer].got[-1]["Subject"])
            if player in directory.state().due:
                self._send(directory, player, deputies.get(player, ""), {}, {})
                (again,) = self.club.receive(1)
                assert again["outcome"] == "counts", again

    def _answer(self, game: Playing, player: str, deputy: str) -> None:
        """The questions that came by mail, answered."""
        name = f"answers-{player}.yaml"
        person = self.club.people[deputy or player]
        letter = person.newest(f"[{game.folder}]", name)
        assert letter is not None, f"{person.name} got no letter with {name}"
        text = answered(attachments(letter)[name])
        if deputy:
            text = text.replace(f"answers: {player}\n", f"answers: {player}\ndeputy: {deputy}\n")
        person.send(text, letter)

    # --- what goes wrong

    def _too_late(self, directory: GameDirectory, player: str, window: str) -> None:
        """Orders for a window that was played without them are answered, and change nothing."""
        before = sorted((directory.root / "orders").glob("*"))
        person = self.club.people[player]
        letter = self._letter(person, player, f"window: {window}")
        person.send(attachments(letter)[FORM.format(player)], letter)
        (row,) = self.club.receive(1)
        assert row["outcome"] == "bad", row
        assert sorted((directory.root / "orders").glob("*")) == before

    def _correct(self, game: Playing, directory: GameDirectory) -> None:
        """Somebody objects by letter, and the moderator corrects and rules that he is right."""
        number = self.club.game(game.folder).state().clock.run
        protests = self._protest(game.folder)
        file = f"{game.folder}-{number}.yaml"
        self.club.write(file, game.correction.format(game=directory.roster.game, after=number))
        said = self.club.do(
            "amend", f"{ROOT}/{file}", "--game", f"{ROOT}/{game.folder}", timed=False
        )
        assert said.code == PLAYED, said
        if protests:
            words = ("--upheld", "--author", "Moderator", "--reason", "He is right.")
            where = ("--game", f"{ROOT}/{game.folder}", "--run", said.data["run"])
            said = self.club.do("protest", "close", "1", *words, *where, timed=False)
            assert said.code == PLAYED, said
        assert self._run(game).code == WAITS

    def _protest(self, folder: str) -> bool:
        """A letter against the newest paragraph that somebody has read in a report."""
        self.club.post()
        for person in self.club.people.values():
            for mail in reversed(person.got):
                run = re.fullmatch(rf"\[{folder}\] run (\d+)", str(mail["Subject"]))
                read = re.search(r"^\[(\d+)\]", text_of(mail), re.MULTILINE)
                if run and read:
                    text = f"protest: {person.name}\nrun: {run[1]}\nparagraph: {read[1]}\n"
                    person.send(f"{text}reason: The interest was forgotten.\n", mail)
                    (row,) = self.club.receive(1)
                    assert row["outcome"] == "counts", row
                    return True
        return False

    def _take_back(self, game: Playing, player: str) -> None:
        """A window played again with other orders of one player."""
        before = self.club.game(game.folder).runs[-2]
        words = ("--to", str(before), "--why", "the wrong form was read")
        said = self.club.do("rewind", "--game", f"{ROOT}/{game.folder}", *words, timed=False)
        assert said.code == PLAYED, said
        self.club.post()
        self._send(self.club.game(game.folder), player, "", {}, {})
        self._received(self.club.game(game.folder), 1, {})
        self._play_on(game, {})


GW_CORRECTION: Final = """\
format: pbem-amend/1
game: {game}
after: "{after}"
author: Moderator
reason: A protest was right, the interest had been forgotten
cite: house rule 1
events:
- {{event: PowerChanged, power: japan, what: counter, name: cash, new: 31}}
"""
WIF_CORRECTION: Final = """\
format: pbem-amend/1
game: {game}
after: "{after}"
author: Moderator
reason: A protest was right, the bridgehead had been overlooked
cite: house rule 1
events:
- {{event: PlaceChanged, place: E2341, what: controller, new: germany}}
"""
TOY_CORRECTION: Final = """\
format: pbem-amend/1
game: {game}
after: "{after}"
author: Moderator
reason: A protest was right
cite: house rule 1
events:
- {{event: UnitMoved, unit: wolf, new: mill}}
"""


@contextmanager
def season(folder: Path, games: Sequence[Playing], seed: str, real: bool) -> Iterator[Season]:
    """A season that is ready to be played, with a copy of its games as they began in `fresh`."""
    with office([*PROGRAMS, MODERATOR], real) as servers:
        people = {name: Person(name, servers, f"{name} likes long walks") for name in PROGRAMS}
        (folder / "games").mkdir()
        club = Club(folder / "games", servers, people)
        for game in games:
            club.begin(game.folder, game.scenario, game.seats)
        club.settle()
        shutil.copytree(club.root, folder / FRESH)
        found = Season(club, games, seed)
        for game in games:
            found._run(game)
        club.post()
        yield found
