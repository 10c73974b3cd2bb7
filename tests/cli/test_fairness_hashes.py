"""Attacks on what is published of secrets: files guessed from hashes, one seal that opens another,
receipts that do not hold.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

import pytest
from cli.judging import Judged, keep, keep_opened
from cli.shared import LEVY, Pbem, ask, every_byte, levies, send
from mutations import joined_again

from pbem.core.record.dice import seal
from pbem.core.record.ledger import seal_holds, sealed_content
from pbem.store.directory import open_directory
from pbem.store.keys import new_keys

MARKS = re.compile(r"\b[0-9a-f]{8,64}\b")
STANDING = """\
standing: rosa
council: {{gift: {gift}}}
support:
- {{at: {at}, send: 1 best INF, limit: {limit}}}
"""
GIFTS = ("ask", "bread", "gold", "steel")
PLACES = ("ford", "town", "red-home", "blue-home", "any")
SECRET = STANDING.format(gift="bread", at="ford", limit=37)
AMEND = """\
format: pbem-amend/1
game: toy-1
after: "{after}"
author: Mod
reason: it was so
cite: TOY-4
events:
- {{event: {event}}}
"""
MOVED = "UnitMoved, unit: wolf, new: ford"
COUNTERS = ("knights", "rabble", "decoy")


def candidates() -> list[str]:
    """A thousand files that a player may have sent, the right one among them."""
    texts = [
        STANDING.format(gift=gift, at=at, limit=limit)
        for gift in GIFTS
        for at in PLACES
        for limit in range(1, 51)
    ]
    assert (len(texts), texts.count(SECRET)) == (1000, 1)
    return texts


def published(game: Path, reader: str) -> Iterator[str]:
    """What a player has of a game: what everybody gets, and what is mailed to him."""
    public = ("commitments.yaml", "ledger.jsonl", "report.txt", "seal.yaml", "register.jsonl")
    own = (f"report-{reader}.txt", f"{reader}.yaml")
    for name, data in every_byte(game).items():
        if name.rsplit("/", 1)[-1] in (*public, *own):
            yield data.decode()


def makes(data: bytes, keys: Iterable[bytes]) -> set[str]:
    """Every mark that somebody who holds some keys can think of for a file."""
    plain = hashlib.sha256(data)
    made = {plain.hexdigest()}
    for key in keys:
        made.add(hmac.digest(key, data, "sha256").hex())
        nonce = hmac.digest(key, plain.digest(), "sha256").hex()[:32]
        made.add(hmac.digest(nonce.encode(), data, "sha256").hex())
    return made


def guessed(texts: Iterable[str]) -> list[str]:
    """The candidates whose mark, whole or the beginning of it, stands in what is published."""
    marks = {mark for text in texts for mark in MARKS.findall(text)}
    keys = [key for mark in marks for key in (mark.encode(), bytes.fromhex(mark[: len(mark) & ~1]))]
    begun = {mark[:8] for mark in marks}
    return [
        text
        for text in candidates()
        if any(
            mark[:8] in begun and any(mark.startswith(known) for known in marks)
            for mark in makes(text.encode(), keys)
        )
    ]


@pytest.fixture
def played(pbem: Pbem, duel: Path) -> Path:
    """A game with a sealed window, played, corrected and gone on with by rosa's standing orders."""
    send(duel, "standing/rosa.yaml", SECRET)
    assert pbem("seal", "--game", duel).code == 0
    assert pbem("adjudicate", "--game", duel).code == 0
    fix = send(duel, "fix.yaml", AMEND.format(after="1", event=MOVED))
    assert pbem("amend", fix, "--game", duel).code == 0
    return duel


def pass_over(game: Path) -> None:
    """From run 2 on nobody need send orders."""
    roster = game / "game.yaml"
    text = roster.read_text().replace("missing_orders: stop", "missing_orders: pass")
    said = "changes: [{from_run: 2, what: [missing_orders], who: Mod, why: so}]\n"
    roster.write_text(text + said)


def receipt(pbem: Pbem, game: Path, name: str, into: Path) -> Path:
    """The receipt of a file, as it is mailed to its owner."""
    into.write_text(pbem("validate", game / name, "--game", game).out)
    return into


# --- guessing -------------------------------------------------------------------------------------


def test_a_standing_file_cannot_be_guessed_from_what_is_published(
    pbem: Pbem, played: Path, tmp_path: Path
) -> None:
    send(played, "standing/bea.yaml", "standing: bea\n")
    own = receipt(pbem, played, "standing/bea.yaml", tmp_path / "own.txt")
    log = played / "runs/1/ledger.jsonl"
    told = [
        pbem("audit", "--game", played).out,
        pbem("audit", "--ledger", log, "--format", "json").out,
        pbem("report", "--game", played, "--run", "1", "--player", "bea", "--format", "json").out,
        pbem("show", "--game", played, "--format", "json").out,
        pbem("template", "--game", played, "--player", "bea").out,
        own.read_text(),
    ]
    texts = [*published(played, "bea"), *told]
    assert len(texts) > 10
    assert guessed(texts) == []


def test_the_owner_s_receipt_would_let_him_guess(pbem: Pbem, played: Path, tmp_path: Path) -> None:
    """The attack is worth something: with the nonce it finds the file."""
    mailed = receipt(pbem, played, "standing/rosa.yaml", tmp_path / "rosa.txt").read_text()
    line = re.sub(r'sha256: "\w+"', "", mailed[mailed.index("receipt: {") :])
    assert guessed([*published(played, "bea"), line]) == [SECRET]


def test_no_plain_hash_of_a_player_s_file_or_of_game_yaml_is_published(played: Path) -> None:
    """The sheets of seals and of commitments are no secret: they are published as they are."""
    open_forms = (b"format: pbem-seal/", b"format: pbem-commitments/")
    files = [d for n, d in every_byte(played).items() if n.endswith(".yaml") and "/kept/" not in n]
    hidden = [data for data in files if not data.startswith(open_forms)]
    assert len(files) > len(hidden) > 5
    hashes = {hashlib.sha256(data).hexdigest() for data in hidden}
    for text in published(played, "nobody"):
        assert not hashes & set(MARKS.findall(text))


def test_questions_of_one_player_cannot_be_told_by_another(pbem: Pbem, duel: Path) -> None:
    """Their hash is published while a run waits: it hangs on a nonce that nobody else knows."""
    ask(duel)
    assert pbem("adjudicate", "--game", duel).code == 3
    asked = {path.stem: path.read_text() for path in sorted((duel / "pending").glob("*.yaml"))}
    rosa = asked.pop("rosa")
    nonce = re.findall('^nonce: "([0-9a-f]{32})"$', rosa, re.MULTILINE)
    marks = {mark for text in published(duel, "bea") for mark in MARKS.findall(text)}
    assert hashlib.sha256(rosa.encode()).hexdigest() in marks
    assert len(nonce) == 1 and nonce[0] not in marks
    keys = open_directory(duel).keys
    about = f"question 1/1/{re.findall('entries: ([0-9]+)', rosa)[0]}/rosa".encode()
    assert nonce[0] == hmac.digest(keys.receipts, about, "sha256").hex()[:32]
    assert f'nonce: "{nonce[0]}"' not in "".join(asked.values())


def test_every_file_of_questions_has_a_nonce_of_its_own() -> None:
    """Another run, another key, another place in the log, another player: nothing is used twice."""
    keys = new_keys("toy-1")
    both = (keys.of_run(1, 1), keys.of_run(1, 2))
    rows = [(1, 11, "rosa"), (2, 11, "rosa"), (1, 12, "rosa"), (1, 11, "bea")]
    assert len({key.question_nonce(*row) for key in both for row in rows}) == 8


# --- one seal and another -------------------------------------------------------------------------


def changes(game: Path) -> tuple[str, str]:
    """Two changes, one after the other, of a unit that only red may know."""
    text = (game / "runs/1/state.yaml").read_text()
    found = re.search(r"id: ([^,]+),.*?counter: ([a-z]+).*secret: \[rolf, rosa\]", text)
    assert found, text
    unit, counter = found.groups()
    one, other = (name for name in COUNTERS if name != counter)
    change = f"UnitChanged, unit: {unit}, what: counter, new: "
    return change + one, change + other


def seals(game: Path, run: str) -> dict[int, dict[str, object]]:
    """The sealed lines of a published log."""
    lines = (game / f"runs/{run}/ledger.jsonl").read_text().splitlines()
    rows = (json.loads(line) for line in lines)
    return {row["n"]: row for row in rows if "seal" in row}


def secrets(game: Path, run: str) -> dict[int, dict[str, object]]:
    rows = [json.loads(s) for s in (game / f"runs/{run}/secrets.jsonl").read_text().splitlines()]
    return {row["n"]: row for row in rows}


@pytest.fixture
def amended(pbem: Pbem, duel: Path) -> Path:
    """Run 1, two amendments of something secret, and run 2."""
    assert pbem("adjudicate", "--game", duel).code == 0
    for after, event in zip(("1", "1.1"), changes(duel), strict=True):
        fix = send(duel, "fix.yaml", AMEND.format(after=after, event=event))
        assert pbem("amend", fix, "--game", duel).code == 0
    pass_over(duel)
    assert pbem("adjudicate", "--game", duel).code == 0
    return duel


def test_an_opened_entry_of_an_amendment_tells_nothing_of_another_run(
    pbem: Pbem, amended: Path
) -> None:
    """Its key is no key of any other seal, whatever stands under it."""
    assert seals(amended, "1.1") and seals(amended, "1.2")
    line = min(seals(amended, "1.1"))
    said = pbem("open", "--game", amended, "--run", "1.1", "--entry", line)
    opened = json.loads(said.out)
    assert seal_holds(seals(amended, "1.1")[line], opened)
    key = bytes.fromhex(opened["key"])
    for run in ("1", "1.2", "2"):
        hidden = secrets(amended, run)
        for number, row in seals(amended, run).items():
            text = sealed_content(*(hidden[number][part] for part in ("kind", "body", "hidden")))  # type: ignore[arg-type]
            assert seal(key, text) != row["seal"], f"{run}, line {number}"


def test_no_two_logs_of_a_game_share_the_key_of_a_seal(amended: Path) -> None:
    keys = {
        run: {row["key"] for row in secrets(amended, run).values()}
        for run in ("1", "1.1", "1.2", "2")
    }
    for one, other in combinations(keys, 2):
        assert not keys[one] & keys[other], f"{one} and {other}"


def test_an_amendment_that_was_taken_back_shares_no_key_with_the_one_in_its_place(
    pbem: Pbem, duel: Path
) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    event, _ = changes(duel)
    fix = send(duel, "fix.yaml", AMEND.format(after="1", event=event))
    kept = []
    for _ in range(3):
        assert pbem("amend", fix, "--game", duel).code == 0
        kept.append({row["key"] for row in secrets(duel, "1.1").values()})
        assert pbem("audit", "--game", duel).code == 0
        assert pbem("rewind", "--to", "1", "--game", duel).code == 0
    for one, other in combinations(kept, 2):
        assert one and not one & other


def test_a_run_played_again_throws_the_same_dice_and_seals_with_other_keys(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    kept, thrown = [], []
    for number in range(3):
        assert pbem("adjudicate", "--game", duel).code == 0
        assert pbem("audit", "--game", duel).code == 0
        kept.append({row["key"] for row in secrets(duel, "1").values()})
        thrown.append((duel / "runs/1/state.yaml").read_bytes())
        if number < 2:
            assert pbem("rewind", "--to", "0", "--game", duel).code == 0
    for one, other in combinations(kept, 2):
        assert one and not one & other
    assert len(set(thrown)) == 1
    line = min(seals(duel, "1"))
    opened = json.loads(pbem("open", "--game", duel, "--run", "1", "--entry", line).out)
    assert seal_holds(seals(duel, "1")[line], opened)
    assert "everything came out as before" in " ".join(
        (duel / "runs/1/report.txt").read_text().split()
    )
    judged(keep_opened(pbem, duel, tmp_path / "kept", "1"))
    (duel / "keys").unlink()
    said = pbem("audit", "--game", duel, "--format", "json")
    assert said.code == 0
    done = {check["check"] for check in json.loads(said.out)[0]["checks"] if check["done"]}
    assert {"replay", "seals", "secret key", "secret dice", "positions"} <= done


def test_a_run_that_waited_and_is_begun_again_seals_with_other_keys(pbem: Pbem, duel: Path) -> None:
    ask(duel)
    kept = []
    for count in range(2):
        assert pbem("adjudicate", "--game", duel).code == 3
        rows = (duel / "pending/secrets.jsonl").read_text().splitlines()
        kept.append({json.loads(row)["key"] for row in rows})
        head = json.loads((duel / "pending/ledger.jsonl").read_text().splitlines()[0])
        assert head["body"]["key"].get("again", 0) == count
        assert head["body"]["key"]["number"] == 1
        if not count:
            assert pbem("rewind", "--to", "0", "--game", duel).code == 0
    assert kept[0] and not kept[0] & kept[1]


def test_a_head_that_tells_another_count_of_plays_is_found(
    pbem: Pbem, duel: Path, tmp_path: Path, judged: Judged
) -> None:
    """So nobody seals a run with the keys of its void log, which may be open."""
    assert pbem("adjudicate", "--game", duel).code == 0
    assert pbem("rewind", "--to", "0", "--game", duel).code == 0
    assert pbem("adjudicate", "--game", duel).code == 0
    text = (duel / "runs/1/ledger.jsonl").read_text()
    assert '"again":1,' in text
    log = tmp_path / "ledger.jsonl"
    for other in ("", '"again":2,'):
        log.write_text(joined_again(text.replace('"again":1,', other)))
        said = pbem("audit", "--ledger", log, "--format", "json")
        assert said.code == 4
        assert "with this key it was taken back 1 times" in told(said.out, "numbering")[1][0]
        judged(log, duel / "commitments.yaml")


def test_amendments_replay_and_open_when_the_game_has_ended(
    pbem: Pbem, amended: Path, tmp_path: Path, judged: Judged
) -> None:
    assert pbem("audit", "--game", amended).code == 0
    opened = keep_opened(pbem, amended, tmp_path / "kept", "1", "1.1", "1.2", "2")
    judged.alike(opened, amended / "register.jsonl")
    (amended / "keys").unlink()
    said = pbem("audit", "--game", amended, "--format", "json")
    assert said.code == 0
    for run in json.loads(said.out)[:-1]:
        done = {check["check"] for check in run["checks"] if check["done"]}
        assert {"replay", "seals", "secret key", "inputs"} <= done, run["run"]
    log, hidden = (amended / f"runs/1.1/{name}" for name in ("ledger.jsonl", "secrets.jsonl"))
    files = ("--opening", amended / "opening.yaml", "--secrets", hidden)
    sheet = ("--commitments", amended / "commitments.yaml")
    assert pbem("audit", "--ledger", log, *files, *sheet).code == 0


# --- receipts -------------------------------------------------------------------------------------


def told(said: str, name: str) -> tuple[str, list[str]]:
    """What a check told, and its troubles."""
    (first, *_) = json.loads(said)
    check = next(check for check in first["checks"] if check["check"] == name)
    return check["told"], [trouble["message"] for trouble in check["troubles"]]


def audited(pbem: Pbem, game: Path, *words: object, run: int = 1) -> tuple[int, str]:
    log = game / f"runs/{run}/ledger.jsonl"
    said = pbem("audit", "--ledger", log, *words, "--format", "json")
    return said.code, said.out


def test_a_receipt_proves_that_its_file_was_played(pbem: Pbem, duel: Path, tmp_path: Path) -> None:
    file = receipt(pbem, duel, "orders/rosa.yaml", tmp_path / "rosa.txt")
    sent = tmp_path / "rosa.yaml"
    sent.write_bytes((duel / "orders/rosa.yaml").read_bytes())
    assert pbem("adjudicate", "--game", duel).code == 0
    code, said = audited(pbem, duel, "--receipt", file, "--sent", sent)
    assert code == 0
    assert told(said, "receipts") == (f"orders/rosa.yaml of {file} was played", [])
    assert told(said, "sent") == ("1 files are those of their receipts", [])


def test_a_receipt_is_read_as_it_was_mailed_and_as_data(
    pbem: Pbem, duel: Path, tmp_path: Path
) -> None:
    said = pbem("validate", duel / "orders/rosa.yaml", "--game", duel)
    quoted = tmp_path / "quoted.txt"
    words = said.out.replace("\n  nonce", " nonce").replace('",\n', '",\r\n   ')
    quoted.write_text("Hello,\n" + words)
    quoted.write_text("".join(f"> {line}\n" for line in quoted.read_text().splitlines()))
    data = tmp_path / "data.json"
    data.write_text(
        pbem("validate", duel / "orders/rosa.yaml", "--game", duel, "--format", "json").out
    )
    assert pbem("adjudicate", "--game", duel).code == 0
    for file in (quoted, data):
        code, out = audited(pbem, duel, "--receipt", file)
        assert (code, told(out, "receipts")[0]) == (0, f"orders/rosa.yaml of {file} was played")


def test_another_file_in_its_place_is_found(
    pbem: Pbem, duel: Path, tmp_path: Path, judged: Judged
) -> None:
    file = receipt(pbem, duel, "orders/rosa.yaml", tmp_path / "rosa.txt")
    send(duel, "orders/rosa.yaml", LEVY.format(player="rosa") + "press: not hers\n")
    assert pbem("adjudicate", "--game", duel).code == 0
    code, said = audited(pbem, duel, "--receipt", file)
    assert code == 4
    assert told(said, "receipts")[1] == [
        f"names another file in place of orders/rosa.yaml of {file}"
    ]
    judged(keep(duel, tmp_path / "kept", "1"), file)


def test_a_file_that_was_not_played_at_all_is_found(
    pbem: Pbem, duel: Path, tmp_path: Path, judged: Judged
) -> None:
    send(duel, "standing/rosa.yaml", SECRET)
    file = receipt(pbem, duel, "standing/rosa.yaml", tmp_path / "rosa.txt")
    (duel / "standing/rosa.yaml").unlink()
    assert pbem("adjudicate", "--game", duel).code == 0
    code, said = audited(pbem, duel, "--receipt", file)
    assert code == 4
    (message,) = told(said, "receipts")[1]
    assert message == f"does not name standing/rosa.yaml of {file}: it was not played"
    judged(keep(duel, tmp_path / "kept", "1"), file)


def test_a_receipt_of_standing_orders_holds_until_there_is_a_later_one(
    pbem: Pbem, played: Path, tmp_path: Path
) -> None:
    """Sent before run 2, it still counts in run 3; nobody else's is taken for it."""
    first = receipt(pbem, played, "standing/rosa.yaml", tmp_path / "first.txt")
    pass_over(played)
    for _ in range(2):
        assert pbem("adjudicate", "--game", played).code == 0
    for run in (2, 3):
        code, said = audited(pbem, played, "--receipt", first, run=run)
        assert (code, told(said, "receipts")[0]) == (0, f"standing/rosa.yaml of {first} was played")
    send(played, "standing/rosa.yaml", SECRET + "# more\n")
    later = receipt(pbem, played, "standing/rosa.yaml", tmp_path / "later.txt")
    assert pbem("adjudicate", "--game", played).code == 0
    assert audited(pbem, played, "--receipt", later, "--receipt", first, run=4)[0] == 0
    assert audited(pbem, played, "--receipt", first, run=4)[0] == 4
    code, said = audited(pbem, played, "--receipt", later, "--receipt", first, run=3)
    assert code == 0
    assert f"{later} is for run 4, this log is of run 3" in told(said, "receipts")[0]


def test_of_several_receipts_of_one_file_the_last_counts(
    pbem: Pbem, duel: Path, tmp_path: Path
) -> None:
    text = (duel / "orders/rosa.yaml").read_text()
    first = receipt(pbem, duel, "orders/rosa.yaml", tmp_path / "first.txt")
    send(duel, "orders/rosa.yaml", text + "press: corrected\n")
    last = receipt(pbem, duel, "orders/rosa.yaml", tmp_path / "last.txt")
    assert pbem("adjudicate", "--game", duel).code == 0
    code, said = audited(pbem, duel, "--receipt", first, "--receipt", last)
    assert code == 0
    assert told(said, "receipts")[0].endswith("was played (1 earlier receipts of it count no more)")
    code, said = audited(pbem, duel, "--receipt", last, "--receipt", first)
    assert code == 4
    assert told(said, "receipts")[1] == [
        f"names the file of the earlier receipt {last}, not orders/rosa.yaml of {first}"
    ]


def test_a_receipt_of_another_window_or_game_is_told(
    pbem: Pbem, duel: Path, tmp_path: Path
) -> None:
    file = receipt(pbem, duel, "orders/rosa.yaml", tmp_path / "rosa.txt")
    other = tmp_path / "other.txt"
    other.write_text(file.read_text().replace("run: 1", "run: 2"))
    strange = tmp_path / "strange.txt"
    strange.write_text(file.read_text().replace("game: toy-1", "game: toy-2"))
    assert pbem("adjudicate", "--game", duel).code == 0
    code, said = audited(pbem, duel, "--receipt", other)
    assert (code, told(said, "receipts")) == (
        0,
        (f"{other} is for run 2, this log is of run 1", []),
    )
    code, said = audited(pbem, duel, "--receipt", strange)
    assert code == 4
    assert "a receipt of the game toy-2, this log of toy-1" in told(said, "receipts")[1][0]


def test_a_receipt_that_lies_is_found_when_it_comes(pbem: Pbem, duel: Path, tmp_path: Path) -> None:
    """The player checks his receipt against his file at once, before anything is played."""
    file = receipt(pbem, duel, "orders/rosa.yaml", tmp_path / "rosa.txt")
    sent = duel / "orders/rosa.yaml"
    assert pbem("audit", "--receipt", file, "--sent", sent).code == 0
    for what in ("sha256", "nonce", "fingerprint"):
        forged = tmp_path / "forged.txt"
        forged.write_text(re.sub(f'{what}: "....', f'{what}: "0000', file.read_text()))
        said = pbem("audit", "--receipt", forged, "--sent", sent)
        assert said.code == 4, what
        assert "is not the file of any receipt that was named" in said.out
    said = pbem("audit", "--receipt", sent)
    assert "there is no receipt in it that can be read" in said.err


def test_answers_have_receipts(pbem: Pbem, duel: Path, tmp_path: Path) -> None:
    ask(duel)
    assert pbem("adjudicate", "--game", duel).code == 3
    for player in ("bea", "rosa"):
        asked = duel / f"pending/{player}.yaml"
        if asked.is_file():
            text = asked.read_text().replace("  answer:\n", "  answer: gold\n")
            send(duel, f"answers/{player}.yaml", text)
    names = sorted(path.name for path in (duel / "answers").iterdir())
    files = [receipt(pbem, duel, f"answers/{n}", tmp_path / f"{n}.txt") for n in names]
    while pbem("adjudicate", "--game", duel).code == 3:
        for path in sorted((duel / "pending").glob("*.yaml")):
            if path.name != "run.yaml":
                text = path.read_text().replace("  answer:\n", "  answer: gold\n")
                send(duel, f"answers/more-{path.name}", text)
    code, said = audited(pbem, duel, *(word for file in files for word in ("--receipt", file)))
    assert code == 0, said
    assert "answers/" in told(said, "receipts")[0]
    forged = tmp_path / "forged.txt"
    forged.write_text(re.sub('fingerprint: "....', 'fingerprint: "0000', files[0].read_text()))
    assert audited(pbem, duel, "--receipt", forged)[0] == 4


def test_orders_for_another_window_and_strangers_get_no_receipt_line(
    pbem: Pbem, duel: Path
) -> None:
    levies(duel)
    for text in (
        LEVY.format(player="rosa").replace("t1.1.red", "t1.0.red"),
        LEVY.format(player="nobody"),
    ):
        said = pbem(
            "validate", send(duel, "orders/x.yaml", text), "--game", duel, "--format", "json"
        )
        assert json.loads(said.out)[0]["receipt"] is None


# --- the keys, lost and found ---------------------------------------------------------------------


def test_a_copy_of_the_keys_is_checked_and_brings_a_game_back(
    pbem: Pbem, duel: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    copy.write_bytes((duel / "keys").read_bytes())
    said = pbem("keys", copy, "--game", duel)
    assert (said.code, said.out) == (0, f"{copy}: these are the keys of toy-1\n")
    (duel / "keys").unlink()
    said = pbem("adjudicate", "--game", duel)
    assert (said.code, said.err) == (
        1,
        f"pbem: {duel}/keys: there is no such file; without its keys a game cannot be played on\n"
        f"    put your copy back; pbem keys FILE --game {duel} tells whether a copy is good; "
        "if they are lost for ever: pbem commitments --renew --author NAME --reason TEXT "
        f"{duel}\n",
    )
    assert pbem("keys", copy, "--game", duel).code == 0
    copy.rename(duel / "keys")
    assert pbem("adjudicate", "--game", duel).code == 0


def test_the_key_keeper_is_named_where_the_keys_are_not_here(pbem: Pbem, duel: Path) -> None:
    roster = duel / "game.yaml"
    roster.write_text(roster.read_text() + "key_keeper: Karla\n")
    (duel / "keys").unlink()
    for words in (["adjudicate"], ["seal"], ["amend", send(duel, "f.yaml", "x: 1\n")]):
        said = pbem(*words, "--game", duel)
        assert said.code == 1, words
        assert "Karla is its key keeper: ask him for it" in said.err
    said = pbem("validate", duel / "orders/rosa.yaml", "--game", duel)
    assert said.code == 0
    assert "this receipt has no nonce: it proves nothing yet" in " ".join(said.out.split())
    assert "receipt: {" not in said.out
    assert pbem("template", "--game", duel, "--player", "rosa").code == 0


def test_keys_of_another_game_or_with_one_digit_wrong_are_no_copy(
    pbem: Pbem, duel: Path, tmp_path: Path
) -> None:
    text = (duel / "keys").read_text()
    digits = [match.start(1) for match in re.finditer('"([0-9a-f]{64})"', text)]
    assert len(digits) == 2
    wrong = [text[:at] + ("1" if text[at] == "0" else "0") + text[at + 1 :] for at in digits]
    for number, said in enumerate([*wrong, text.replace("toy-1", "toy-2")]):
        copy = tmp_path / f"copy-{number}"
        copy.write_text(said)
        result = pbem("keys", copy, "--game", duel)
        assert result.code == 4
        assert f"{copy} is not the file of this game's keys" in result.err
