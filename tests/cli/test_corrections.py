"""Mistakes: amendments, rewinds with and without a changed order, upgrades of the format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.shared import HEAD, LEVY, Pbem, every_byte, played_lines, send

from pbem.core.data.yamlio import read_data

MARCHES = {
    "rosa": HEAD.format(player="rosa") + "march:\n- {unit: Lion, to: ford}\n",
    "rolf": HEAD.format(player="rolf") + "march:\n- {unit: Boar, to: wood}\n",
}
AMENDMENT = """\
format: pbem-amend/1
game: toy-1
after: "{after}"
author: Mod
reason: the wolf was to be in the ford
cite: TOY-4
events:
- {{event: UnitMoved, unit: wolf, new: ford}}
"""


def marches(game: Path) -> None:
    for player, text in MARCHES.items():
        send(game, f"orders/{player}.yaml", text)


@pytest.fixture
def played(pbem: Pbem, duel: Path) -> Path:
    """A game with two runs: levy and march."""
    assert pbem("adjudicate", "--game", duel).code == 0
    marches(duel)
    assert pbem("adjudicate", "--game", duel).code == 0
    return duel


def run(folder: Path) -> dict[str, bytes]:
    """A run's files, caches aside."""
    return {n: d for n, d in every_byte(folder).items() if not Path(n).name.startswith(".")}


def rolls(folder: Path) -> dict[str, list[list[int]]]:
    """The open dice of a run, by path."""
    rows = [json.loads(line) for line in (folder / "ledger.jsonl").read_text().splitlines()]
    return {row["path"]: row["body"]["throws"] for row in rows if row["kind"] == "roll"}


def key_number(folder: Path) -> int:
    """The key of the chain that a run used."""
    header = json.loads((folder / "ledger.jsonl").read_text().splitlines()[0])
    number = header["body"]["key"]["number"]
    assert isinstance(number, int)
    return number


def test_the_same_orders_come_out_the_same_after_a_rewind(pbem: Pbem, played: Path) -> None:
    before = {number: run(played / f"runs/{number}") for number in (1, 2)}
    lines = {number: played_lines(played / f"runs/{number}") for number in (1, 2)}
    said = pbem("rewind", "--game", played, "--to", "0")
    assert said.code == 0
    assert said.out.startswith("void now: 1, 2\n")
    assert sorted(p.name for p in (played / "void/1").iterdir()) == ["1", "2"]
    assert [p.name for p in (played / "runs").iterdir()] == ["0"]
    for number in (1, 2):
        assert pbem("adjudicate", "--game", played).code == 0
        again = run(played / f"runs/{number}")
        assert played_lines(played / f"runs/{number}") == lines[number]
        assert {n for n in again if again[n] != before[number][n]} == {
            "ledger.jsonl",
            *(["secrets.jsonl"] if again["secrets.jsonl"] else []),  # its seals have other keys
            "report.txt",
            "report-bea.txt",
            "report-rolf.txt",
            "report-rosa.txt",
        }
        report = (played / f"runs/{number}/report.txt").read_text()
        assert "VOID RUNS  run 2, key 2\n      run 1, key 1\n" in report
        report = " ".join(report.split())
        assert "everything came out as before" in report


def test_a_changed_order_takes_fresh_keys_from_there_on(pbem: Pbem, played: Path) -> None:
    assert [key_number(played / f"runs/{n}") for n in (1, 2)] == [1, 2]
    assert pbem("rewind", "--game", played, "--to", "0").code == 0
    send(played, "replay/1/orders/rosa.yaml", LEVY.format(player="rosa").replace("1}", "2}"))
    for _ in (1, 2):
        assert pbem("adjudicate", "--game", played).code == 0
    assert [key_number(played / f"runs/{n}") for n in (1, 2)] == [3, 4]
    report = " ".join((played / "runs/1/report-rosa.txt").read_text().split())
    assert "rosa levy 1: was done, is done" not in report
    assert "what came out otherwise" in report


def test_keys_that_were_used_never_come_back(pbem: Pbem, played: Path) -> None:
    """The first orders, restored after a change, do not restore the dice everybody knows."""
    assert pbem("rewind", "--game", played, "--to", "0").code == 0
    first = (played / "replay/1/orders/rosa.yaml").read_text()
    send(played, "replay/1/orders/rosa.yaml", first.replace("1}", "2}"))
    assert pbem("adjudicate", "--game", played).code == 0
    assert pbem("rewind", "--game", played, "--to", "0").code == 0
    send(played, "replay/1/orders/rosa.yaml", first)
    assert pbem("adjudicate", "--game", played).code == 0
    assert key_number(played / "runs/1") == 4


def test_an_amendment_is_a_run_and_shifts_no_other_die(pbem: Pbem, played: Path) -> None:
    assert pbem("rewind", "--game", played, "--to", "1").code == 0
    path = send(played, "fix.yaml", AMENDMENT.format(after="1"))
    said = pbem("amend", path, "--game", played)
    assert said.code == 0, said.err
    assert "the wolf was to be in the ford" in said.out
    at = {u["id"]: u["at"] for u in read_data(played / "runs/1.1/state.yaml")["units"]}
    assert at["wolf"] == "ford"
    assert at["lion"] == "red-home"
    assert (played / "runs/1.1/inputs/amend.yaml").read_bytes() == path.read_bytes()
    assert pbem("adjudicate", "--game", played).code == 0
    assert key_number(played / "runs/2") == key_number(played / "void/1/2")
    report = " ".join((played / "runs/2/report-bea.txt").read_text().split())
    assert "amended (1.1) by Mod: the wolf was to be in the ford (TOY-4)" in report
    assert "this run was taken back and played again; what came out otherwise" in report
    assert "march/lion/ford/clash/duel duel" in report


def test_the_audit_compares_reports_after_an_amendment_and_a_rewind(
    pbem: Pbem, played: Path
) -> None:
    assert pbem("rewind", "--game", played, "--to", "1").code == 0
    path = send(played, "fix.yaml", AMENDMENT.format(after="1"))
    assert pbem("amend", path, "--game", played).code == 0
    assert pbem("adjudicate", "--game", played).code == 0
    said = pbem("audit", "--game", played)
    assert said.code == 0, said.out
    told = [" ".join(line.split()[:2]) for line in said.out.splitlines() if "  reports " in line]
    assert told == ["reports ok", "reports ok", "reports ok"]
    report = played / "runs/2/report-bea.txt"
    lines = report.read_text().split("\n")
    number = next(n for n, line in enumerate(lines) if line.startswith("NOTES"))
    lines[number - 1] += " and so on"
    report.write_text("\n".join(lines))
    said = pbem("audit", "--game", played)
    assert said.code == 4
    wrong = [line for line in said.out.splitlines() if "WRONG" in line or "is not what" in line]
    assert [line.strip() for line in wrong][1:] == [
        "reports     WRONG  4 reports compared with those that the replay makes",
        f"report-bea.txt, line {number}, is not what the replay writes",
    ]


def test_the_report_lists_the_orders_that_broke(pbem: Pbem, played: Path) -> None:
    assert pbem("rewind", "--game", played, "--to", "1").code == 0
    text = AMENDMENT.format(after="1").replace(
        "unit: wolf, new: ford", "unit: lion, new: blue-home"
    )
    assert pbem("amend", send(played, "fix.yaml", text), "--game", played).code == 0
    said = pbem("adjudicate", "--game", played)
    assert said.code == 0, said.err
    report = " ".join((played / "runs/2/report-rosa.txt").read_text().split())
    assert "this order broke: rosa march 1: rejected, ford does not touch blue-home" in report


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("unit: wolf", "unit: wolv", "fix.yaml:8:3: error: there is no unit 'wolv'"),
        ("new: ford", "new: frod", "there is no place 'frod'\n    did you mean Ford?"),
        ("new: ford", "new: Blue Home", "there is no place 'Blue Home'\n    write blue-home"),
        ("new: ford", 'new: "in:wulf"', "there is no unit 'wulf'\n    did you mean wolf?"),
        ("new: ford", 'new: "in:wolf"', "wolf cannot be inside itself"),
        ("new: ford", 'new: "pool:azur/x"', "there is no place 'pool:azur/x'"),
        ("game: toy-1", "game: toy-2", "fix.yaml:2:7: error: this amends 'toy-2'"),
        ('after: "1"', 'after: "0"', "this amends run 0, the latest run is 1"),
        ("UnitMoved", "UnitMooved", "fix.yaml:8:11: error: event: found 'UnitMooved'"),
        ("new: ford", "old: hill, new: ford", "the location of wolf is 'town', not 'hill'"),
        ("author: Mod\n", "", "'author' is missing"),
    ],
)
def test_an_amendment_that_does_not_fit_changes_nothing(
    pbem: Pbem, duel: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, message: str
) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    monkeypatch.chdir(duel)
    before = every_byte(duel / "runs")
    send(duel, "fix.yaml", AMENDMENT.format(after="1").replace(old, new))
    said = pbem("amend", "fix.yaml", "--game", duel)
    assert said.code == 1
    assert message in said.err
    assert run(duel / "runs") == {
        n: d for n, d in before.items() if not Path(n).name.startswith(".")
    }


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (
            "UnitChanged, unit: wolf, what: mark, mark: mooved, new: turn",
            "there is no mark 'mooved'",
        ),
        (
            "PlaceChanged, place: frod, what: controller, new: azure",
            "there is no place 'frod'\n    did you mean Ford?",
        ),
        (
            "PlaceChanged, place: ford, what: controller, new: azur",
            "there is no power 'azur'\n    did you mean azure?",
        ),
        ("PowerChanged, power: azure, what: counter, name: lukc, new: 7", "no counter 'lukc'"),
        ("PowerChanged, power: azure, what: relation, name: azur, new: war", "no relation 'azur'"),
        ("PowerChanged, power: azure, what: side, new: blu", "there is no side 'blu'"),
        ("PowerChanged, power: azure, what: players, new: bea zed", "there is no player 'zed'"),
        (
            "TrackChanged, track: omne, new: 4",
            "there is no track 'omne'\n    did you mean omen? (to begin a new one, write old: "
            "null as well)",
        ),
        ("TrackChanged, track: omen, new: high", "omen is 3 now, and cannot be 'high'"),
        (
            "ClockAdvanced, new: {turn: t1, impulse: 1, side: rot, window: levy, run: 0}",
            "there is no side 'rot'",
        ),
        (
            "ClockAdvanced, new: {turn: t1, impulse: 1, side: red, window: lvey, run: 0}",
            "there is no window 'lvey'\n    did you mean levy?",
        ),
    ],
)
def test_an_amendment_names_only_what_there_is(
    pbem: Pbem, duel: Path, event: str, message: str
) -> None:
    """A slip in the tool that mends slips would be played on with unnoticed."""
    text = AMENDMENT.format(after="0").partition("- {event")[0] + f"- {{event: {event}}}\n"
    path = send(duel, "fix.yaml", text)
    said = pbem("amend", path, "--game", duel)
    assert said.code == 1
    assert f"{path}:8:3: error: " in said.err
    assert message in said.err
    assert not (duel / "runs/0.1").exists()


def test_every_kind_of_event_can_be_amended(pbem: Pbem, duel: Path) -> None:
    events = """\
- {event: UnitChanged, unit: wolf, what: mark, mark: moved, old: null, new: turn}
- {event: UnitMoved, unit: "azure:azure-inf@town", count: 1, new: mill}
- {event: UnitCreated, unit: boar, new: null}
- {event: UnitCreated, unit: cub, new: {id: cub, counter: lion, owner: crimson, at: hill}}
- {event: PlaceChanged, place: ford, what: controller, new: azure}
- {event: PlaceChanged, place: ford, what: marker, name: bloody, new: 4}
- {event: PowerChanged, power: azure, what: counter, name: luck, new: 7}
- {event: TrackChanged, track: weather, new: rain}
"""
    text = AMENDMENT.format(after="0").partition("- {event")[0] + events
    said = pbem("amend", send(duel, "fix.yaml", text), "--game", duel)
    assert said.code == 0, said.err
    state = read_data(duel / "runs/0.1/state.yaml")
    units = {unit["id"]: unit for unit in state["units"]}
    assert units["wolf"]["marks"] == {"moved": "turn"}
    assert units["azure:azure-inf@town"]["count"] == 1
    assert units["azure:azure-inf@mill"]["count"] == 1
    assert "boar" not in units
    assert units["cub"]["at"] == "hill"
    places = {place["id"]: place for place in state["places"]}
    assert places["ford"] == {"id": "ford", "controller": "azure", "markers": {"bloody": 4}}
    powers = {power["id"]: power for power in state["powers"]}
    assert powers["azure"]["counters"]["luck"] == 7
    assert {track["id"]: track["value"] for track in state["tracks"]} == {
        "omen": 3,
        "weather": "rain",
    }
    assert state["clock"]["run"] == 0


def test_an_older_format_is_upgraded_by_a_run_of_its_own(pbem: Pbem, duel: Path) -> None:
    path = duel / "runs/0/state.yaml"
    old = path.read_text().replace("pbem-state/1", "pbem-state/0").replace(", run: 0", "")
    path.write_text(old.replace("count:", "size:"))
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "the position after run 0 is in the format pbem-state/0" in said.err
    said = pbem("upgrade", "--game", duel, "--author", "Mod", "--reason", "it is old")
    assert said.code == 0, said.err
    rows = [json.loads(line) for line in (duel / "runs/0.1/ledger.jsonl").read_text().splitlines()]
    assert [row["kind"] for row in rows] == ["header", "digest"]
    linked = rows[0]["body"]["upgrades"]
    assert linked["from"] == {"pbem": "", "format": "pbem-state/0"}
    assert linked["to"]["format"] == "pbem-state/1"
    assert (duel / "runs/0.1/inputs/state.yaml").read_bytes() == path.read_bytes()
    assert "format: pbem-state/1" in (duel / "runs/0.1/state.yaml").read_text()
    assert pbem("adjudicate", "--game", duel).code == 0
    assert pbem("audit", "--game", duel).code == 0


def test_nothing_to_take_back_is_said(pbem: Pbem, duel: Path) -> None:
    said = pbem("rewind", "--game", duel, "--to", "0")
    assert (said.code, said.err) == (
        2,
        "pbem: run 0 is the latest already; there is nothing to take back\n",
    )
    said = pbem("rewind", "--game", duel, "--to", "7")
    assert said.code == 2
    assert "there is no run 7" in said.err


def test_an_override_decides_against_the_program(pbem: Pbem, duel: Path) -> None:
    text = (
        "format: pbem-overrides/1\nrun: 1\nauthor: Mod\nreason: the council had agreed by phone\n"
        "decisions: {t1.1.red/council/council/red: gold}\n"
    )
    path = send(duel, "overrides/1.yaml", text)
    assert pbem("adjudicate", "--game", duel).code == 0
    assert (duel / "runs/1/inputs/overrides/1.yaml").read_bytes() == path.read_bytes()
    report = " ".join((duel / "runs/1/report-rolf.txt").read_text().split())
    assert "overridden by Mod: the council had agreed by phone" in report
    assert "gold the moderator decided" in report
    said = pbem("audit", "--game", duel)
    assert said.code == 0, said.out
    assert pbem("rewind", "--game", duel, "--to", "0").code == 0
    (duel / "replay/1/overrides/1.yaml").unlink()
    assert pbem("adjudicate", "--game", duel).code == 0
    assert key_number(duel / "runs/1") == 1  # the players' files are the same
    marches(duel)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 0
    assert "these rulings are for run 1 and are passed over" in said.err
    assert not (duel / "runs/2/inputs/overrides").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("run: 1\n", "'format' is missing"),
        (
            "format: pbem-overrides/1\nrun: one\nauthor: M\nreason: r\n",
            "1.yaml:2:6: error: run: found",
        ),
        ("format: [\n", "this is not YAML"),
    ],
)
def test_a_bad_override_stops_the_run(pbem: Pbem, duel: Path, text: str, message: str) -> None:
    send(duel, "overrides/1.yaml", text)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert message in said.err


def test_a_rewind_names_the_amendments_that_became_void(pbem: Pbem, played: Path) -> None:
    """And for each the command that makes it again, when its turn has come."""
    assert pbem("rewind", "--game", played, "--to", "1").code == 0
    fix = send(played, "fix.yaml", AMENDMENT.format(after="1"))
    assert pbem("amend", fix, "--game", played).code == 0
    again = AMENDMENT.format(after="1.1").replace("new: ford", "new: town")
    assert pbem("amend", send(played, "fix.yaml", again), "--game", played).code == 0
    assert pbem("adjudicate", "--game", played).code == 0
    state = (played / "runs/1.2/state.yaml").read_bytes()
    said = pbem("rewind", "--game", played, "--to", "0")
    assert said.code == 0
    reason = "by Mod: the wolf was to be in the ford\n"
    commands = [f"pbem amend {played}/void/2/1.{n}/inputs/amend.yaml" for n in (1, 2)]
    assert said.out == (
        "void now: 1, 1.1, 1.2, 2\n"
        f"the orders to be played now lie in {played}/replay/1\n"
        f"void too: amendment 1.1 {reason}"
        f"  to make it again, once run 1 is played again: {commands[0]} --game {played}\n"
        f"void too: amendment 1.2 {reason}"
        f"  to make it again, once run 1 is played again: {commands[1]} --game {played}\n"
        f"next: correct what was wrong, then pbem adjudicate --game {played}\n"
    )
    assert pbem("adjudicate", "--game", played).code == 0
    for command in commands:
        done = pbem(*command.split()[1:], "--game", played)
        assert done.code == 0, done.err
    assert (played / "runs/1.2/state.yaml").read_bytes() == state
    said = pbem("rewind", "--game", played, "--to", "1")
    assert f"  to make it again, now: pbem amend {played}/void/3/1.1/inputs/amend.yaml" in said.out


def lets_stand(game: Path, runs: int, from_run: int = 1) -> None:
    said = f"{{from_run: {from_run}, what: [mistakes_stand_after], who: Mod, why: all agreed}}"
    with (game / "game.yaml").open("a") as roster:
        roster.write(f"mistakes_stand_after: {runs}\nchanges: [{said}]\n")


def test_a_mistake_stands_after_as_many_runs_as_game_yaml_says(pbem: Pbem, played: Path) -> None:
    lets_stand(played, 1)
    before = run(played)
    said = pbem("rewind", "--game", played, "--to", "0")
    assert (said.code, said.err) == (
        1,
        "pbem: a mistake stands after 1 run; run 1 cannot be taken back\n"
        "    game.yaml says so: mistakes_stand_after; with --despite REASON it can, "
        "and reports say why\n",
    )
    assert run(played) == before
    assert pbem("rewind", "--game", played, "--to", "1").code == 0


def test_the_moderator_may_take_back_what_stands_and_reports_say_why(
    pbem: Pbem, played: Path
) -> None:
    lets_stand(played, 1)
    said = pbem("rewind", "--game", played, "--to", "0", "--despite", "all three agreed")
    assert said.code == 0, said.err
    for number in (1, 2):
        assert pbem("adjudicate", "--game", played).code == 0
        for name in ("report", "report-bea"):
            report = " ".join((played / f"runs/{number}/{name}.txt").read_text().split())
            words = f"run {number} was taken back although its mistakes stood: all three agreed"
            assert words in report
    said = pbem("rewind", "--game", played, "--to", "1", "--despite", "not needed for this one")
    assert said.code == 0
    assert pbem("adjudicate", "--game", played).code == 0
    assert "although its mistakes stood" not in (played / "runs/2/report.txt").read_text()


def test_an_amendment_too_corrects_no_mistake_that_stands(pbem: Pbem, played: Path) -> None:
    lets_stand(played, 1, from_run=3)
    text = AMENDMENT.format(after="2")
    said = pbem("amend", send(played, "fix.yaml", text), "--game", played)
    assert said.code == 1
    assert "game.yaml lets mistakes stand after a while, so `corrects` must name" in said.err
    for run_, code in (("9", 1), ("1", 1)):
        path = send(played, "fix.yaml", text + f'corrects: "{run_}"\n')
        said = pbem("amend", path, "--game", played)
        assert said.code == code
    assert (
        "pbem: a mistake stands after 1 run; what came of run 1 cannot be taken back\n"
        "    game.yaml says so: mistakes_stand_after; with despite: REASON it can"
    ) in said.err
    assert not (played / "runs/2.1").exists()
    path = send(played, "fix.yaml", text + 'corrects: "1"\ndespite: all three agreed\n')
    said = pbem("amend", path, "--game", played)
    assert said.code == 0, said.err
    assert pbem("audit", "--game", played).code == 0
    send(played, "orders/bea.yaml", "window: toy-1 t1.2.blue/levy\nplayer: bea\n")
    assert pbem("adjudicate", "--game", played).code == 0
    report = " ".join((played / "runs/3/report.txt").read_text().split())
    assert (
        "amended (2.1) by Mod: the wolf was to be in the ford (TOY-4), although mistakes stood: "
        "all three agreed"
    ) in report


def test_an_amendment_of_a_fresh_mistake_needs_no_reason_more(pbem: Pbem, played: Path) -> None:
    lets_stand(played, 1)
    path = send(played, "fix.yaml", AMENDMENT.format(after="2") + 'corrects: "2"\n')
    assert pbem("amend", path, "--game", played).code == 0


def test_a_window_that_is_only_sealed_is_taken_back(pbem: Pbem, duel: Path) -> None:
    assert pbem("seal", "--game", duel).code == 0
    said = pbem("rewind", "--game", duel, "--to", "0")
    assert said.code == 0
    assert said.out == (
        "taken back: what was sealed, or waited, for this run\n"
        f"the orders to be played now lie in {duel / 'orders'}\n"
        f"next: correct what was wrong, then pbem adjudicate --game {duel}\n"
    )
    assert (duel / "void/1/sealed/1/orders/rosa.yaml").is_file()
    assert pbem("adjudicate", "--game", duel).code == 0
