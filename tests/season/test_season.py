"""A short season by mail, and what must hold at its end: two games of different systems."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from season.proofs import audits, differences, leaks, replayed
from season.season import FRESH, GW_CORRECTION, Playing, Season, season
from season.servers import missing

FRANCE = Playing(
    "france",
    "gw/france-1940",
    2,
    {2: "dispute"},
    GW_CORRECTION.replace("japan", "germany").replace("cash", "income"),
    {"olga": "germany", "marie": "great-britain,france"},
)
FORD = Playing(
    "ford",
    "toy/duel",
    4,
    {2: "deputy", 3: "late", 4: "rewind"},
    seats={"ruth": "crimson", "gino": "scarlet", "walt": "azure"},
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Season:
    """A season that was played; its servers are gone."""
    with season(tmp_path_factory.mktemp("season"), (FRANCE, FORD), "1940", real=False) as found:
        found.play()
    return found


def test_what_was_to_happen_has_happened(played: Season) -> None:
    register = "".join(path.read_text() for path in played.club.root.glob("*/register.jsonl"))
    acts = {json.loads(line)["act"] for line in register.splitlines()}
    assert {"played", "asked", "sealed", "void", "amended", "protested", "ruled"} <= acts
    received = sorted(played.club.root.glob("*/mail/received/*/record.json"))
    outcomes = {json.loads(path.read_text())["outcome"] for path in received}
    assert outcomes == {"counts", "bad"}
    assert list(played.club.root.glob("ford/runs/2/inputs/orders/*"))


def test_every_log_audits(played: Season) -> None:
    for game in played.games:
        audits(played.club, game.folder)


def test_nobody_was_mailed_what_he_may_not_see(played: Season) -> None:
    assert list(leaks(played)) == []


def test_what_somebody_may_not_see_would_be_found(played: Season) -> None:
    (note,) = [one.words for one in played.written if one.words.startswith("note of ruth 1 ")]
    mail = played.club.people["walt"].got[-1]
    body = mail.get_body()
    assert body is not None
    body.set_content(f"{body.get_content()}\n{note}\n")
    (found,) = leaks(played)
    assert found.startswith(f"walt got '{note}'")
    played.club.people["walt"].got.remove(mail)


def test_the_letters_come_to_the_same_bytes_again(played: Season) -> None:
    fresh = played.club.root.parent / FRESH
    replayed(played.club, fresh)
    assert differences(played.club.root, fresh) == []
    assert len(list(fresh.glob("*/runs/*/ledger.jsonl"))) == 7  # six windows, an amendment
    (fresh / "ford/orders/walt.yaml").write_text("")
    assert differences(played.club.root, fresh) == ["ford/orders/walt.yaml"]


@pytest.mark.parametrize("real", [True, False], ids=["exim and dovecot", "aiosmtpd and pymap"])
def test_a_window_over_servers(real: bool, tmp_path: Path) -> None:
    """What `make mail-demo` shows."""
    if real and missing():
        pytest.skip(missing())
    with season(tmp_path, (Playing("france", "gw/france-1940", 1),), "1940", real) as found:
        found.play()
        people = found.club.people
        got = sorted(str(mail["Subject"]) for mail in people["hans"].got)  # mail may overtake mail
        receipt, played, begun = got
        assert (begun, played) == ("[france] the game begins", "[france] run 1")
        assert receipt.startswith("[france] received (letter ")
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        secrets = [found.club.office.passwords["moderator"], people["hans"].phrase]
        told = {p.name for p in files for one in secrets if one.encode() in p.read_bytes()}
        assert told == {"password", "letter.eml"}
