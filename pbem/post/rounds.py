"""A window from its letters to its letters: what waits is played, and everybody is written to.

Decides: that a window is played when nobody who owes orders has time left and no file that waited
for it makes the program fail, that it is sealed first, and who gets which letter: his report with
the form for the next window, or the questions for which play waits. A deputy who acts for somebody
away gets his questions, and the report and the form of each window that he owes orders for. A
letter is named by the run and by what its log came to, so it is written once, and once more if the
run was taken back and came out otherwise.
Leaves to `store.runs`: playing; to `outgoing`: what a letter looks like.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from pathlib import Path
from typing import Final

from pbem.core.data.findings import id_said
from pbem.core.data.yamlio import decode
from pbem.core.orders.orders import head_of, is_window, read_standing, sha256
from pbem.moderation.form import form
from pbem.post.outgoing import Answer, can_write, is_written, put
from pbem.post.overview import Overview, Seat, overview
from pbem.post.pictures import Pictures
from pbem.post.queue import open_queue
from pbem.store.directory import GameDirectory
from pbem.store.inputs import collect, standing_files
from pbem.store.pending import folder_of
from pbem.store.reconciling import reconcile
from pbem.store.runs import play
from pbem.store.sealing import seal_window
from pbem.store.texts import report_name
from pbem.store.working import Work, work


@dataclass(frozen=True, slots=True)
class Conducted:
    """What became of a window: played, asked (play waits for answers), waits, or ended."""

    outcome: str
    view: Overview
    letters: tuple[Path, ...]
    report: str = ""
    remark: str = ""  # on who played it
    failed: tuple[str, ...] = ()  # files that waited and could not be looked at

    @property
    def waits_for(self) -> tuple[str, ...]:
        """Whose orders, answers or rulings play waits for."""
        moderator = ("the moderator",) if self.view.rulings or self.failed else ()
        return (*self.view.named("owes"), *self.view.named("asked"), *moderator)


def conduct(
    directory: GameDirectory, now: datetime, *, anyway: bool = False, by: Work = work
) -> Conducted:
    """Play the open window if nothing is to be waited for; the caller holds the lock.

    `anyway`: what game.yaml says of missing orders is done before their deadline too. `by` plays.
    """
    reconcile(directory)
    opened = open_queue(directory, format_datetime(now))
    letters = [*opened.letters]
    view = overview(directory, now)
    letters += run_letters(directory, view, now)
    if view.stage in ("opened", "over"):
        return Conducted("ended", view, tuple(letters))
    if view.stage == "asked" and not _answered(directory, view):
        letters += question_letters(directory, view, now)
        return Conducted("asked", view, tuple(letters))
    waits = bool(opened.failed) or (view.stage == "open" and bool(view.named("owes")))
    if waits and view.stage in ("open", "ready") and not anyway:
        return Conducted("waits", view, tuple(letters), failed=opened.failed)
    window = seal_window(directory).window if view.stage in ("open", "ready") else None
    played = play(directory, window=window, by=by)
    if not played.outcome.pending:
        opened = open_queue(directory, format_datetime(now))
        letters += opened.letters
    view = overview(directory, now)
    if played.outcome.pending:
        letters += question_letters(directory, view, now)
        return Conducted("asked", view, tuple(letters), remark=played.remark)
    letters += run_letters(directory, view, now)
    report, remark = played.reports[""], played.remark
    return Conducted("played", view, tuple(letters), report, remark, opened.failed)


def _answered(directory: GameDirectory, view: Overview) -> bool:
    """Whether all who are asked have answered since, in this window, and the moderator ruled."""
    came = collect(directory, view.run)
    if view.rulings and came.late.isdisjoint(came.overrides):
        return False
    heads = [head_of(data, name) for name, data in came.answers.items() if name in came.late]
    new = (head for head in heads if is_window(str(head.get("window") or view.window), view.window))
    return {id_said(str(head.get("answers") or "")) for head in new}.issuperset(view.named("asked"))


# --- letters -------------------------------------------------------------------------------------


def run_letters(directory: GameDirectory, view: Overview, now: datetime) -> Iterator[Path]:
    """The letters of the last run: everybody's report, with the form for the open window."""
    run, number = directory.latest, directory.latest.number
    mark = (directory.last_line(run) or sha256(view.window.encode()))[:8]
    pictures = Pictures(directory)
    for seat, to in _readers(directory, view):
        name = f"run-{number:03}-{mark}-{seat.player}" + (f"-by-{to}" if to != seat.player else "")
        if is_written(directory, name):
            continue
        path = directory.folder(run) / report_name(seat.player)
        report = decode(directory.read(path), str(path)) if path.is_file() else ""
        acts = f"You act for {seat.player} in run {view.run}.\n" if to != seat.player else ""
        kind = _kind(directory, view, seat)
        due = seat.deadline if kind == "orders" else ""
        when = f"Your orders for run {view.run} are due {due}.\n" if due else ""
        form_ = {} if kind == "over" else {f"{kind}-{seat.player}.yaml": _form(directory, seat)}
        answer = Answer(
            name=name,
            to=to,
            subject=f"run {run}" if number else "the game begins",
            text=f"{acts}{when}{report}\n{_HOW[kind]}",
            date=format_datetime(now),
            attached={**form_, **pictures.of(seat.player)},
        )
        if (written := put(directory, answer)) is not None:
            yield written


def _kind(directory: GameDirectory, view: Overview, seat: Seat) -> str:
    """What a seat is sent besides the report: a form for orders, for standing orders, or none."""
    if view.stage in ("opened", "over"):
        return "over"
    return "orders" if seat.player in directory.state().due else "standing"


def _readers(directory: GameDirectory, view: Overview) -> Iterator[tuple[Seat, str]]:
    """To whom each seat's letter goes: its player, and whoever acts for him in this window."""
    for seat in view.seats:
        acts = [seat.deputy] if seat.deputy and seat.state in ("owes", "late") else []
        yield from ((seat, to) for to in (seat.player, *acts) if can_write(directory, to))


_HOW: Final = {
    "orders": """\
The form for your orders is attached: take the # away from what you want, change it, and
send it back, attached or in the letter. It is answered with a receipt.
""",
    "standing": """\
You owe no orders now. The form for standing orders is attached; send it back if you want
others than those that hold.
""",
    "over": "The game is over.\n",
}


def _form(directory: GameDirectory, seat: Seat) -> bytes:
    """The form of a player for the open window."""
    state = directory.state()
    files = standing_files(directory, state.clock.run + 1)
    said = (read_standing(directory.game, data, name) for name, data in files.items())
    own = next((one for one in said if one.player == seat.player), None)
    return form(directory.game, state, seat.player, own).encode()


def question_letters(directory: GameDirectory, view: Overview, now: datetime) -> Iterator[Path]:
    """The questions for which play waits, to whom they are put or to his deputy."""
    number = directory.latest.number + 1
    yield from _ruling_letters(directory, view, now)
    writers = {seat.player: seat.writer for seat in view.seats}
    for path in sorted(folder_of(directory.root).glob("*.yaml")):
        player = path.stem
        if player not in directory.roster.players:
            continue
        data, to = directory.read(path), writers.get(player, player)
        acts = _ACTS.format(player=player, deputy=to) if to != player else ""
        answer = Answer(
            name=f"run-{number:03}-asks-{sha256(data)[:8]}-{player}",
            to=to,
            subject=f"run {number} waits for {player}",
            text=f"{acts}{decode(data, str(path))}\n{_ANSWER}",
            date=format_datetime(now),
            attached={f"answers-{player}.yaml": data},
        )
        if (written := put(directory, answer)) is not None:
            yield written


def _ruling_letters(directory: GameDirectory, view: Overview, now: datetime) -> Iterator[Path]:
    """What the moderator is asked, for everybody to keep: whoever has it can prove what he saw."""
    if not view.rulings:
        return
    path = Path(view.rulings)
    data = directory.read(path)
    hidden = "secret" in head_of(data, str(path))
    for seat in view.seats:
        answer = Answer(
            name=f"run-{view.run:03}-rules-{sha256(data)[:8]}-{seat.player}",
            to=seat.player,
            subject=f"run {view.run} waits for the moderator",
            text=_HIDDEN if hidden else f"{_RULES}\n{decode(data, str(path))}",
            date=format_datetime(now),
            attached={} if hidden else {f"rulings-run-{view.run}.yaml": data},
        )
        if (written := put(directory, answer)) is not None:
            yield written


_RULES: Final = """\
You need do nothing. The moderator must rule on what the program does not know; what he is asked,
and the dice that he saw, stand here. Keep the attached file: with it anyone can check later that
play went on from there.
"""
_HIDDEN: Final = "You need do nothing. The moderator must rule on what not every player may see.\n"
_ACTS: Final = "You act for {player}: write `deputy: {deputy}` below `answers: {player}`.\n\n"
_ANSWER: Final = (
    "The questions are attached too: write your answers there, and send the file back.\n"
)
