"""A run that wants rulings: the form, the file of the moderator, the log, and who sees what."""

from __future__ import annotations

import json
import re
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from cli.shared import Pbem, send
from cli.sieges import RULING, SIEGE, SKY, rule


def played(pbem: Pbem, game: Path) -> None:
    """The run, with both rulings."""
    assert pbem("adjudicate", "--game", game).code == 3
    rule(game)
    assert pbem("adjudicate", "--game", game).code == 3
    rule(game, SKY, "sky")
    said = pbem("adjudicate", "--game", game)
    assert said.code == 0, said.err


def test_a_run_waits_for_rulings_and_goes_on_where_it_stopped(pbem: Pbem, siege: Path) -> None:
    said = pbem("adjudicate", "--game", siege)
    assert said.code == 3, said.err
    assert "run 2 waits for rulings of the moderator; nothing has changed" in said.out
    assert f"What comes of the siege? (10) {SIEGE}" in said.out
    form = (siege / "pending/rulings.yaml").read_text()
    assert "# result: one of breach, holds" in form and "begun:" in form
    assert "thrown: d6 for crimson: " in form
    assert "(5 INF of azure, Blue Home)" in form
    log = (siege / "pending/ledger.jsonl").read_text()
    rule(siege)
    assert pbem("adjudicate", "--game", siege).code == 3
    more = (siege / "pending/ledger.jsonl").read_text()
    assert more.startswith(log) and len(more) > len(log)
    rule(siege, SKY, "sky")
    assert pbem("adjudicate", "--game", siege).code == 0
    assert (siege / "runs/2/ledger.jsonl").read_text().startswith(more)
    kept = {path.name for path in (siege / "runs/2/inputs/overrides").iterdir()}
    assert kept == {"siege.yaml", "sky.yaml"}
    assert not (siege / "pending").exists()


def test_reports_tell_whose_word_is_whose(pbem: Pbem, siege: Path) -> None:
    played(pbem, siege)
    report = (siege / "runs/2/report-bea.txt").read_text()
    assert re.search(
        r"RULED  by the moderator: 2 of \d+ paragraphs; all others by the program", report
    )
    assert "RULING BY MOD (10, on the box)  Siege of a home, Blue Home: breach" in report
    assert "because: the wall is old" in report
    assert "2 INF of Azure: Blue Home > off the board" in report
    number = re.search(r"\[(\d+)\] RULING BY MOD \(10", report)
    assert number is not None
    assert f"rests on the moderator's ruling [{number[1]}]" in report
    told = pbem("explain", number[1], "--game", siege).out
    assert "seen: d6 for Crimson" in told and "CHANGED BY IT" in told
    data = json.loads(pbem("report", "--game", siege, "--format", "json").out)
    assert [row["author"] for row in data["ruled"]] == ["Mod", "Mod"]


def test_what_was_ruled_is_audited_and_replayed(pbem: Pbem, siege: Path) -> None:
    played(pbem, siege)
    said = pbem("audit", "--game", siege)
    assert said.code == 0, said.out
    again = pbem("replay", "--game", siege, "--override", "siege=1")
    assert again.code == 0, again.err
    kept = pbem("case", "new", "--from", "3", "--game", siege, "--write", siege / "case.yaml")
    assert kept.code == 0, kept.err
    assert pbem("case", siege / "case.yaml").code == 0


def test_what_is_left_open_is_asked_again(pbem: Pbem, siege: Path) -> None:
    assert pbem("adjudicate", "--game", siege).code == 3
    form = (siege / "pending/rulings.yaml").read_text()
    send(siege, "overrides/form.yaml", form.replace("author:", "author: Mod"))
    said = pbem("adjudicate", "--game", siege)
    assert said.code == 3 and "error" not in said.err
    assert (siege / "pending/rulings.yaml").read_text() == form


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("result: breach", "result: flees", "siege.yaml:9:13: error: 'flees' is no result"),
        ("    result: breach\n", "", "no result is given"),
        ("lose: INF", "lose: wulf", "11:14: error: there is no unit 'wulf'"),
        ("lose: INF", "lose: boar", "error: boar is not among its units"),
        ("count: 2", "count: 9", "11:26: error: azure:azure-inf@blue-home has 5, not 9"),
        ("lose: INF, count: 2", "add: wolf", "error: this ruling may add nothing"),
        ("lose: INF, count: 2", "retreat: INF", "error: 'to' is missing"),
        ("lose: INF", "lose: INF, to: town", "error: 'to' does not go with 'lose'"),
        ("lose: INF", "retreat: INF, to: ford", "error: ford is none that this ruling may name"),
        ("lose: INF", "retreat: INF, to: Nowhere", "11:26: error: 'Nowhere' is not on this map"),
        ("of: luck", "of: gold", "error: there is no counter 'gold'"),
        ("by: -1", "by: -9", "error: azure has 2 luck, and -7 is too few"),
        ("points: azure", "points: mauve", "error: there is no power 'mauve'"),
        ("reason: the wall is old", "reason:", "error: the ruling has no reason"),
        ('cite: "10, on the box"', 'cite: ""', "error: the ruling has no cite"),
        ("result: breach", "result: holds", "error: a home that holds loses nobody"),
        ("result: breach", "outcome: breach", "error: unknown key 'outcome'"),
        ("author: Mod", "author:", "error: author: found nothing"),
        ("    result", "    modifiers: [{{name: x, value: 1}}]\n    result", "modifies no dice"),
        ("changes:", "changes: none\n    x:", "error: "),
    ],
)  # fmt: skip
def test_a_bad_ruling_is_told_where_it_is_wrong(
    pbem: Pbem, siege: Path, old: str, new: str, message: str
) -> None:
    assert pbem("adjudicate", "--game", siege).code == 3
    assert old in RULING
    waits = (siege / "pending/run.yaml").read_text()
    rule(siege, RULING.replace(old, new))
    said = pbem("adjudicate", "--game", siege)
    assert said.code == 1, said.out
    assert message in said.err
    assert (siege / "pending/run.yaml").read_text() == waits
    checked = pbem("validate", siege / "overrides/siege.yaml", "--game", siege)
    assert checked.code == 1 and message.partition("yaml:")[2] in checked.out


def test_a_ruling_is_read_back(pbem: Pbem, siege: Path) -> None:
    assert pbem("adjudicate", "--game", siege).code == 3
    said = pbem("validate", rule(siege), "--game", siege)
    assert said.code == 0, said.out
    told = " ".join(said.out.split())
    assert "breach; lose INF count 2; points azure of luck by -1 (10, on the box: the" in told


def test_while_it_waits_nothing_else_can_be_ruled(pbem: Pbem, siege: Path) -> None:
    assert pbem("adjudicate", "--game", siege).code == 3
    rule(siege, RULING + "rolls: {{t1.1.red/weather/sky: [6]}}\nreason: r\n")
    said = pbem("adjudicate", "--game", siege)
    assert said.code == 3
    assert "the run has begun, and rolls comes too late" in said.err
    rule(siege, RULING.replace('    fingerprint: "{mark}"\n', ""))
    said = pbem("adjudicate", "--game", siege)
    assert said.code == 3 and "comes too late" in said.err
    rule(siege, RULING.replace("{mark}", "0123456789abcdef"))
    said = pbem("adjudicate", "--game", siege)
    assert said.code == 3
    assert "asked again: the facts have changed since it was asked" in said.out


def test_what_play_went_on_from_stays(pbem: Pbem, siege: Path) -> None:
    assert pbem("adjudicate", "--game", siege).code == 3
    path = rule(siege)
    assert pbem("adjudicate", "--game", siege).code == 3
    path.write_text(path.read_text().replace("by: -1", "by: -2"))
    said = pbem("adjudicate", "--game", siege)
    assert said.code == 1
    assert f"rules on {SIEGE} too, and otherwise" in said.err


def test_taken_back_a_run_keeps_its_key_for_what_was_asked_alone(pbem: Pbem, siege: Path) -> None:
    assert pbem("adjudicate", "--game", siege).code == 3
    first = (siege / "pending/run.yaml").read_text()
    rule(siege)
    assert pbem("rewind", "--to", "1.1", "--game", siege, "--why", "a slip").code == 0
    assert pbem("adjudicate", "--game", siege).code == 3  # the sky
    again = (siege / "pending/run.yaml").read_text()
    assert re.findall("^key: .*", first, re.M) == re.findall("^key: .*", again, re.M)
    assert pbem("rewind", "--to", "1.1", "--game", siege, "--why", "another").code == 0
    more = "format: pbem-overrides/1\nrun: 2\nauthor: M\nreason: r\nrolls: {x/y: [1]}\n"
    folder = siege / "replay/2/overrides"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "more.yaml").write_text(more)
    assert pbem("adjudicate", "--game", siege).code == 3
    fresh = (siege / "pending/run.yaml").read_text()
    assert re.findall("^key: .*", fresh, re.M) != re.findall("^key: .*", again, re.M)


CHANGE = "changes:\n- {from_run: 2, what: [data/charts/siege.yaml], who: M, why: I own the game}\n"


def own_chart(pbem: Pbem, game: Path, rows: str) -> None:
    """An owner transcribes the rows of the chart of sieges whose numbers are given, as a breach."""
    blank = pbem("charts", "template", "toy", "siege").out
    filled = re.sub(rf'^(\s+)"?([{rows}])"?: .*$', r'\1"\2": breach', blank, flags=re.M)
    filled = re.sub(r'^(\s+)"?1"?: .*$', r'\1"1": holds', filled, flags=re.M)
    (game / "data/charts").mkdir(parents=True)
    send(game, "data/charts/siege.yaml", filled)
    send(game, "game.yaml", (game / "game.yaml").read_text() + CHANGE)


def test_an_owners_chart_turns_a_ruling_into_a_rule(pbem: Pbem, siege: Path) -> None:
    own_chart(pbem, siege, "2-6")
    said = pbem("adjudicate", "--game", siege)
    assert said.code == 3, said.err
    assert "What comes of the siege?" not in said.out and "the season" in said.out


def test_a_cell_that_is_missing_is_asked_for(pbem: Pbem, siege: Path) -> None:
    """A chart that is filled in part: the moderator reads the rest for the umpire."""
    own_chart(pbem, siege, "2")
    dice = "format: pbem-overrides/1\nrun: 2\nauthor: Mod\nreason: so it is tested\n"
    dice += "rolls: {t1.1.red/assault/battle/blue-home/siege: [5]}\n"
    send(siege, "overrides/dice.yaml", dice)
    said = pbem("adjudicate", "--game", siege)
    assert said.code == 3, said.err
    assert "What does the chart siege say at 5? (10) chart/siege/5" in said.out
    cell = RULING.partition("    changes:")[0].replace("{path}", "chart/siege/5")
    rule(siege, cell)
    assert pbem("adjudicate", "--game", siege).code == 3
    rule(siege, SKY, "sky")
    assert pbem("adjudicate", "--game", siege).code == 0
    report = (siege / "runs/2/report.txt").read_text()
    assert "the chart's siege 5: breach" in report
    assert "not the printed sheets: siege" in report
    audited = pbem("audit", "--game", siege)
    assert audited.code == 0, audited.out


def test_everybody_gets_what_the_moderator_is_asked(pbem: Pbem, siege: Path) -> None:
    """A game that waits for him is listed, fails nothing, and is played when he has ruled."""
    roster = (siege / "game.yaml").read_text()
    to = re.sub(r"(  (\w+): \{powers: \[\w+\])\}", r"\1, address: \2@example.org}", roster)
    send(siege, "game.yaml", to)
    send(siege.parent, "mail.yaml", "format: pbem-mail/1\nfrom: Mod <mod@example.org>\n")
    assert pbem("run", "--game", siege).code == 3
    form = (siege / "pending/rulings.yaml").read_bytes()
    letters = sorted((siege / "outbox").glob("*rules*"))
    assert [path.stem.rpartition("-")[2] for path in letters] == ["bea", "rolf", "rosa"]
    mail = message_from_bytes(letters[0].read_bytes(), policy=policy.default)
    assert mail["Subject"] == "[toy-1] run 2 waits for the moderator"
    (attached,) = mail.iter_attachments()
    assert attached.get_payload(decode=True) == form
    said = pbem("status", siege)
    assert f"the moderator must rule: {siege / 'pending/rulings.yaml'}" in said.out
    said = pbem("run", "--game", siege)
    assert said.code == 3 and "run 2 waits for the moderator" in said.out
    assert len(list((siege / "outbox").glob("*rules*"))) == 3
    rule(siege)
    assert pbem("run", "--game", siege).code == 3
    rule(siege, SKY, "sky")
    said = pbem("run", "--game", siege)
    assert said.code == 0, said.err
    assert "played; run 3 is open" in said.out


def test_a_player_cannot_rule(pbem: Pbem, siege: Path) -> None:
    assert pbem("adjudicate", "--game", siege).code == 3
    path = rule(siege)
    letter = siege.parent / "letter.yaml"
    letter.write_text("window: toy-1 t1.1.red/march\nplayer: rosa\n" + path.read_text())
    path.unlink()
    said = pbem("receive", letter, "--game", siege)
    assert said.code == 1
    assert "it rules, which the moderator alone does" in said.out
    assert not list((siege / "overrides").iterdir())


def test_the_form_is_a_template_too(pbem: Pbem, siege: Path) -> None:
    blank = pbem("template", "--game", siege, "--rulings").out
    assert "rulings: {}" in blank and "{retreat: UNIT, to: PLACE}" in blank
    path = send(siege, "overrides/blank.yaml", blank.replace("author:", "author: Mod"))
    assert pbem("validate", path, "--game", siege).code == 0
    assert pbem("adjudicate", "--game", siege).code == 3
    wanted = pbem("template", "--game", siege, "--rulings").out
    assert wanted == (siege / "pending/rulings.yaml").read_text()
    assert pbem("template", "--game", siege).code == 2
