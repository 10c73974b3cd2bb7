"""docs/verify.html against the program: recipes, whole games, and logs with any byte changed.

The attacks of docs/fairness.md are given to it by the tests that play them.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from cli.judging import Judged, keep_opened
from cli.shared import Pbem
from mutations import changed, joined_again
from page import PAGE, ROOT, Page, encoded, files_under, results

from pbem.core.data.yamlio import flow_text, read_data_text
from pbem.core.record.dice import throw
from pbem.core.record.state import canonical

GOLDEN = ROOT / "tests" / "golden"
GAMES = {
    "toy-duel": "toy-duel",
    "wif": "wif-barbarossa-12",
    "france": "gw-france-1940",
    "sea-lion": "gw-sea-lion-1940",
    "begun": "../begun/0.1.0/duel",
}


def test_no_two_things_of_the_page_have_one_name() -> None:
    """The later one would stand in the place of the first, in silence."""
    words = PAGE.read_text(encoding="utf-8").partition("\n<script>")[2]
    names = re.findall(r"^(?:async )?(?:function\*?|const|let|class) (\w+)", words, re.MULTILINE)
    assert len(names) > 100
    assert not {name for name in names if names.count(name) > 1}


def kept(name: str) -> Path:
    return (GOLDEN / GAMES[name]).resolve()


# --- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_both_say_the_same_of_whole_games(judged: Judged, name: str) -> None:
    judged.alike(kept(name))


def test_an_opened_game_is_proved_but_for_its_rules(
    pbem: Pbem, page: Page, duel: Path, tmp_path: Path
) -> None:
    """With the keys, the positions and the set-up it derives all but the play itself."""
    assert pbem("adjudicate", "--game", duel).code == 0
    folder = keep_opened(pbem, duel, tmp_path / "kept", "1")
    for run in ("0", "1"):
        shutil.copy(duel / f"runs/{run}/state.yaml", folder / f"state-{run}.yaml")
    for name in ("game.yaml", "runs/1/report-rosa.txt"):
        shutil.copy(duel / name, folder)
    for path in (duel / "orders").iterdir():
        shutil.copy(path, folder)
    shutil.copy(ROOT / "tests/toy/data/scenarios/toy/duel/setup.yaml", folder)
    shutil.copy(duel / "register.jsonl", folder)
    rows = page.audit(files_under(folder))
    assert {row.check for row in rows if row.result != "agrees"} == {"replay"}
    state = folder / "state-1.yaml"
    state.write_text(state.read_text().replace("at: red-home", "at: ford", 1))
    assert results(page.audit(files_under(folder)), "states") == {"disagrees"}


def test_what_is_no_file_of_a_game_is_named(page: Page) -> None:
    rows = page.audit([("a.txt", b"Hello"), ("b.yaml", b"\xff: {"), ("c.jsonl", b'{"prev": 1}')])
    (files,) = (row for row in rows if row.check == "files")
    assert files.told == "nothing of a game; not understood: a.txt, b.yaml, c.jsonl"


# --- a byte is changed ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["toy-duel", "wif", "france", "sea-lion"])
def test_any_changed_byte_of_a_log_disagrees(page: Page, name: str) -> None:
    """The player has the report: it prints the hash of the last line."""
    folder = kept(name) if name != "toy-duel" else kept(name) / "2" / "played"
    log = (folder / "ledger.jsonl").read_bytes()
    report = (folder / "report.txt").read_bytes()
    chance = random.Random(name)
    last = log.rindex(b"\n", 0, -1) + 1
    ends = [0, 1, len(log) - 1, len(log) - 2, log.index(b"\n"), last - 1]
    places = [*ends, *chance.sample(range(len(log)), 20), *chance.sample(range(last, len(log)), 5)]
    for place in places:
        other = chance.choice([byte for byte in range(256) if byte != log[place]])
        damaged = log[:place] + bytes([other]) + log[place + 1 :]
        rows = page.audit([("log", damaged), ("report", report)])
        assert "disagrees" in {row.result for row in rows}, (place, other)


@pytest.mark.parametrize("name", ["toy-duel", "france"])
def test_a_line_that_is_gone_twice_or_elsewhere_disagrees(page: Page, name: str) -> None:
    folder = kept(name) if name != "toy-duel" else kept(name) / "2" / "played"
    lines = (folder / "ledger.jsonl").read_bytes().splitlines(keepends=True)
    report = (folder / "report.txt").read_bytes()
    chance = random.Random(name)
    for at in [0, len(lines) - 1, *chance.sample(range(len(lines)), 5)]:
        other = (at + 1) % len(lines)
        swapped = list(lines)
        swapped[at], swapped[other] = lines[other], lines[at]
        others = [[*lines[:at], *lines[at + 1 :]], [*lines[: at + 1], *lines[at:]], swapped]
        for other_lines in others:
            rows = page.audit([("log", b"".join(other_lines)), ("report", report)])
            assert "disagrees" in {row.result for row in rows}, at


# --- whatever stands in the files ----------------------------------------------------------------


def with_head(lines: list[str], change: Any) -> bytes:
    """A log with another head, its whole chain made anew."""
    rows = [json.loads(line) for line in lines]
    rows[0]["body"] = change
    return joined_again("".join(f"{canonical(row)}\n" for row in rows)).encode()


def chance_of_today() -> random.Random:
    """Chance that changes with the page: what is not tried today is tried another day."""
    return random.Random((ROOT / "docs/verify.html").read_bytes())


def test_heads_of_any_form_are_judged_and_stop_nothing(
    page: Page, pbem: Pbem, duel: Path, tmp_path: Path
) -> None:
    """Every value of a head is another one, is gone, or stands where none was."""
    assert pbem("adjudicate", "--game", duel).code == 0
    folder = keep_opened(pbem, duel, tmp_path / "kept", "1")
    shutil.copy(duel / "register.jsonl", folder)
    for run in ("0", "1"):
        shutil.copy(duel / f"runs/{run}/state.yaml", folder / f"state-{run}.yaml")
    others = [(n, data) for n, data in files_under(folder) if not n.endswith("log-1.jsonl")]
    lines = (folder / "log-1.jsonl").read_text().splitlines()
    body = json.loads(lines[0])["body"] | {"inputs": {"orders/rosa.yaml": "ab" * 32}}
    ways = list(changed(body, (None, -1, 10**17, "x", [], {}, [[]], {"a": 1})))
    for where, other in chance_of_today().sample(ways, 40):
        rows = page.audit([("log-1.jsonl", with_head(lines, other)), *others])
        assert "disagrees" in {row.result for row in rows}, where


def test_files_with_changed_bytes_stop_nothing(
    page: Page, pbem: Pbem, duel: Path, tmp_path: Path
) -> None:
    assert pbem("seal", "--game", duel).code == 0
    assert pbem("adjudicate", "--game", duel).code == 0
    folder = keep_opened(pbem, duel, tmp_path / "kept", "1")
    for name in ("register.jsonl", "sealed/1/seal.yaml", "runs/1/state.yaml", "orders/rosa.yaml"):
        shutil.copy(duel / name, folder)
    files = files_under(folder)
    chance = chance_of_today()
    for number in range(30):
        damaged = list(files)
        at = number % len(files)
        name, data = files[at]
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(data))
            piece = chance.choice([b"", b"{", b"\xff\x00", b'"', b"\n", b": ", b"9" * 30, b"null"])
            data = data[:place] + piece + data[place + chance.randint(0, 4) :]
        damaged[at] = (name, data)
        assert page.audit(damaged)


# --- recipes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])
def test_sha_256_and_hmac_are_those_of_the_standard(page: Page, length: int) -> None:
    data = random.Random(length).randbytes(length)
    assert page.ask("sha256", data=encoded(data)) == hashlib.sha256(data).hexdigest()
    for key in (b"", b"k" * 32, b"k" * 64, b"k" * 65):
        found = page.ask("hmac", key=encoded(key), data=encoded(data))
        assert found == hmac.digest(key, data, "sha256").hex()


def test_dice_are_thrown_alike(page: Page) -> None:
    for number, (count, sides) in enumerate([(1, 6), (3, 10), (9, 7), (99, 2), (5, 9999)]):
        key, context = bytes([number]) * 32, f"a.1/straße/{number}!2"
        said = page.ask("dice", key=encoded(key), context=context, count=count, sides=sides)
        assert tuple(said) == throw(key, context, count, sides)


def test_canonical_json_is_the_same(page: Page) -> None:
    """Keys in the order of their letters, not of 16-bit units; letters as they are."""
    values: list[Any] = [
        {"b": 1, "a": [None, True, -7], "": {}},
        {"\U0001f600": 1, "\uffee": 2, "z": 3, "é": '\u2028\x7f\x01"\\\n\t/'},
        {"10": 1, "9": 2, "__proto__": {"x": 1}, "constructor": []},
    ]
    for value in values:
        assert page.ask("canonical", value=value) == canonical(value)


def test_the_yaml_that_the_program_writes_is_read(page: Page, pbem: Pbem, duel: Path) -> None:
    """Sheets, seals, states, and every odd word that is written with quotes."""
    assert pbem("seal", "--game", duel).code == 0
    texts = [
        (duel / name).read_text()
        for name in ("commitments.yaml", "sealed/1/seal.yaml", "runs/0/state.yaml")
    ]
    texts += [path.read_text() for path in sorted((ROOT / "scenarios").glob("*/*/setup.yaml"))]
    odd = [
        "yes",
        "null",
        "1",
        "-1.5",
        "a: b",
        "a #b",
        "{",
        "[x]",
        "'",
        '"',
        "é\u00a0",
        "",
        " x",
        "-",
    ]
    odd += ["2023-08-23 15:59:24 UTC", "pool:a/b", "a,b", "x}", "\\", "…"]
    texts.append(
        "".join(f"{flow_text(f'k{n} {w}')}: {flow_text([w, {w: w}])}\n" for n, w in enumerate(odd))
    )
    for text in texts:
        read = read_data_text(text, "x")
        assert page.ask("yaml", text=text)["said"] == json.loads(json.dumps(read))


# --- the page as a file --------------------------------------------------------------------------


def test_the_page_is_one_file_that_loads_and_sends_nothing() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert not re.findall(
        r"""(?:src|href)=|url\(|@import|import\s*\(|fetch\(|XMLHttp|WebSocket""", text
    )
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text)
    addresses = set(re.findall(r"https?://[^/`\"' ]+", text))
    assert addresses == {"https://api.drand.sh"}


def test_ten_thousand_lines_take_some_seconds(page: Page) -> None:
    """A log of no sense, but of the length of a long run."""
    with (kept("wif") / "ledger.jsonl").open(encoding="utf-8") as log:
        head = json.loads(log.readline())["body"]
    lines, before = [], "0" * 64
    for number in range(1, 10_001):
        kind, body = ("header", head) if number == 1 else ("event", {"x": "y" * 200})
        row = {"n": number, "prev": before, "kind": kind, "path": "p", "body": body}
        lines.append(canonical(row))
        before = hashlib.sha256(lines[-1].encode()).hexdigest()
    rows = page.audit([("log", "".join(f"{line}\n" for line in lines).encode())])
    assert results(rows, "chain") == {"agrees"}
