"""What must hold when a season is over.

Decides: that every log audits, in the hands of its moderator and of a player who has what is
published; that nobody was mailed what he may not see; that the same letters, received by fresh
copies of the games at the same times, come to the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from pbem.post.outgoing import OUTBOX, SENT
from season.club import RECEIVE, ROOT, Club, pbem, stamp
from season.people import attachments, text_of, when
from season.season import Season


def audits(club: Club, folder: str) -> None:
    """Every run audits, and so does what is published: the logs, void ones too, and the sheet."""
    game = club.root / folder
    assert _troubles("--game", str(game)) == []
    logs = sorted((game / "runs").glob("*/ledger.jsonl")) + sorted(
        game.glob("void/**/ledger.jsonl")
    )
    kept = (*logs, game / "commitments.yaml")
    assert _troubles(*(f"--kept={path}" for path in kept)) == []


def _troubles(*words: str) -> list[str]:
    """What an audit found."""
    said = pbem("audit", *words)
    checks = [(run["run"], check) for run in said.data for check in run["checks"]]
    found = [f"{run}: {check['check']}: {check['troubles']}" for run, check in checks
             if not check["passed"]]  # fmt: skip
    return found or ([f"exit code {said.code}"] if said.code else [])


# --- what everybody may see ----------------------------------------------------------------------


def all_of(mail: EmailMessage) -> str:
    """All that a letter says: headers, body, attachments."""
    said = [f"{name}: {value}" for name, value in mail.items()]
    return " ".join(" ".join([*said, text_of(mail), *attachments(mail).values()]).split())


def leaks(season: Season) -> Iterator[str]:
    """What anybody was mailed that he may not see, or not yet."""
    club = season.club
    hidden = [*_keys(club), *_sealed(club)]
    for name, person in club.people.items():
        phrases = {one.phrase: other for other, one in club.people.items()}
        for mail in person.got:
            text = all_of(mail)
            for phrase in phrases:
                if phrase in text:
                    yield f"{name} got the passphrase of {phrases[phrase]}: {mail['Subject']}"
            for one in season.written:
                early = one.until is None or when(mail) < one.until
                if name not in one.by and early and one.words in text:
                    yield f"{name} got '{one.words}': {mail['Subject']}"
            for readers, words in hidden:
                if name not in readers and words in text:
                    yield f"{name} got '{words}': {mail['Subject']}"


def _keys(club: Club) -> Iterator[tuple[frozenset[str], str]]:
    """The secret keys of every game, and the passwords of every mailbox: nobody's."""
    for path in sorted(club.root.glob("*/keys")):
        for line in path.read_text().splitlines():
            key, _, value = line.partition(": ")
            if key in ("dice", "secrets"):
                yield frozenset(), value.strip('"')
    for password in club.office.passwords.values():
        yield frozenset(), password


def _sealed(club: Club) -> Iterator[tuple[frozenset[str], str]]:
    """The key of every sealed entry of a log, with those who may open it."""
    for path in sorted(club.root.glob("*/runs/*/secrets.jsonl")):
        for line in path.read_text().splitlines():
            row: dict[str, Any] = json.loads(line)
            yield frozenset(row["secret"]), row["key"]


# --- the season again ----------------------------------------------------------------------------


def replayed(club: Club, fresh: Path) -> None:
    """What the moderator did, done again with copies of the games as they began, by their letters.

    Letters come from where the games keep them, each at the time at which it came.
    """
    for act in club.acts:
        if act.file:
            (fresh / act.file).write_text(act.text)
        elif act.words[0] == RECEIVE:
            for game in sorted(path.parent for path in club.root.glob("*/game.yaml")):
                letters = list(_came(game, act.words[1]))
                if letters:
                    pbem("receive", *letters, "--root", fresh, "--now", act.words[1])
        else:
            pbem(*(word.replace(ROOT, str(fresh)) for word in act.words))


def _came(game: Path, moment: str) -> Iterator[Path]:
    """The letters that a game got at a moment, in their order."""
    for folder in sorted((game / "mail/received").glob("*-*")):
        record = json.loads((folder / "record.json").read_text())
        if stamp(parsedate_to_datetime(record["came"])) == moment:
            yield folder / "letter.eml"


def differences(one: Path, other: Path) -> list[str]:
    """The files in which two folders of games differ; what was sent is as good as what waits."""
    first, second = _bytes(one), _bytes(other)
    return sorted(name for name in {*first, *second} if first.get(name) != second.get(name))


def _bytes(root: Path) -> dict[str, bytes]:
    found = {}
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root)).replace(f"/{SENT}/", f"/{OUTBOX}/")
        if path.is_file() and not _of_this_machine(path):
            found[name] = path.read_bytes()
    return found


def _of_this_machine(path: Path) -> bool:
    """Whether a file tells when and how fast something was done here."""
    return path.name in ("lock", "send.log") or path.name.startswith(".")
