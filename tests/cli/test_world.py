"""A whole game of the toy's league: powers rise, fall and change hands, and all commands follow."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shared import Pbem, send

from pbem.core.data.yamlio import read_data

SOLDIERS = "'umber:umber-inf@brown-home'"
JADE, OLIVE = "'jade:jade-inf@green-home'", "'olive:olive-inf@green-home'"
WINDOWS = (
    ("red/levy", {"rosa": "luck: lion"}),
    ("red/march", {"rosa": "march: [{unit: Lion, to: mill}]"}),
    ("brown/levy", {"una": "luck: fen\nlevy: {draw: 1}"}),
    ("brown/march", {"una": f"march: [{{unit: {SOLDIERS}, count: 2, to: mill}}]"}),
    ("green/levy", {"gil": "", "gwen": ""}),
    (
        "green/march",
        {
            "gil": f"march: [{{unit: {JADE}, count: 1, to: grove}}]",
            "gwen": f"assault: [{{at: brown-home, with: [{JADE}, {OLIVE}]}}]",
        },
    ),
    ("blue/levy", {"bea": ""}),
    ("blue/march", {"bea": "assault: [{at: grove, with: [INF]}]"}),
)


def order(impulse: int, window: str, player: str, text: str) -> str:
    """A whole order file."""
    return f"window: toy-2 t1.{impulse}.{window}\nfor_state: any\nplayer: {player}\n{text}\n"


def play(pbem: Pbem, game: Path, windows: int) -> None:
    """Play so many windows from the beginning."""
    for number, (window, texts) in enumerate(WINDOWS[:windows]):
        for player, text in texts.items():
            send(game, f"orders/{player}.yaml", order(number // 2 + 1, window, player, text))
        said = pbem("adjudicate", "--game", game)
        assert said.code == 0, said.err


@pytest.fixture
def league(pbem: Pbem, tmp_path: Path) -> Path:
    """A fresh game; una's standing orders lie there before she plays anything."""
    game = tmp_path / "league"
    assert pbem("new", "toy/league", game, "--seed", "10").code == 0
    for player in ("gil", "gwen", "una"):
        send(game, f"standing/{player}.yaml", f"standing: {player}\nterms: {{do: fight}}\n")
    return game


def told(game: Path, run: int, player: str) -> str:
    """A report."""
    return (game / f"runs/{run}/report-{player}.txt").read_text()


def test_a_player_whose_power_is_still_to_come_waits(pbem: Pbem, league: Path) -> None:
    assert pbem("validate", league / "game.yaml", "--game", league).code == 0
    form = pbem("template", "--game", league, "--player", "una")
    assert (form.code, "'una' plays no power in this game" in form.err) == (2, True)
    send(league, "orders/rosa.yaml", order(1, "red/levy", "rosa", ""))
    said = pbem("adjudicate", "--game", league)
    assert "standing/una.yaml: warning: 'una' plays no power now" in said.err
    assert not (league / "runs/1/report-una.txt").exists()


def test_a_power_rises_and_its_player_gets_reports_forms_receipts_and_a_view(
    pbem: Pbem, league: Path
) -> None:
    play(pbem, league, 2)
    report = told(league, 2, "una")
    assert "Umber comes into being, on the side of Brown, played by Una" in report
    assert "report for Una (Umber)" in report and "UNA: orders for t1.2.brown, levy" in report
    assert "on the side of Brown, played by Una" in told(league, 2, "rosa")
    form = pbem("template", "--game", league, "--player", "una").out
    assert form.startswith("# Umber: t1.2.brown\nwindow: toy-2 t1.2.brown/levy\n")
    levy = send(league, "orders/una.yaml", order(2, "brown/levy", "una", "levy: {draw: 1}"))
    receipt = pbem("validate", levy, "--game", league)
    assert (receipt.code, "draw 1 from each bag" in receipt.out) == (0, True)
    assert pbem("adjudicate", "--game", league).code == 0
    chits = {}
    for player in ("una", "rosa"):
        view = pbem("view", "--game", league, "--player", player, "--out", league / player)
        assert view.code == 0, view.err
        units = read_data(league / player)["units"]
        chits[player] = [u["counter"] for u in units if u["at"] == "brown-home" and "secret" in u]
    assert chits["rosa"] == ["hidden"]
    assert chits["una"] in (["knights"], ["rabble"])


def test_a_power_that_falls_has_a_last_report_and_stops_nothing(pbem: Pbem, league: Path) -> None:
    play(pbem, league, 8)
    last = told(league, 6, "una")
    assert "Umber is no more" in last and "report for Una (Umber)" in last
    assert not (league / "runs/7/report-una.txt").exists()
    assert pbem("report", "--run", "6", "--game", league, "--player", "una").code == 0
    assert "Olive is played by Bea now" in told(league, 8, "gil")
    shown = pbem("show", "--game", league).out
    assert "Olive          Blue, played by bea; controller azure\n" in shown
    assert "Umber INF" in shown  # in the service of jade
    assert pbem("validate", league / "game.yaml", "--game", league).code == 0
    for player, text in (("rosa", "red/levy"), ("una", "red/levy")):
        send(league, f"orders/{player}.yaml", order(5, text, player, ""))
    refused = pbem("adjudicate", "--game", league)
    assert "'una' plays no power in this game" in refused.err


def test_every_run_can_be_audited_taken_back_and_played_again(pbem: Pbem, league: Path) -> None:
    play(pbem, league, 8)
    said = pbem("audit", "--game", league)
    assert said.code == 0, said.out
    states = [(league / f"runs/{run}/state.yaml").read_text() for run in range(9)]
    assert pbem("rewind", "--game", league, "--to", "1").code == 0
    assert "Umber" not in pbem("show", "--game", league).out
    play_again = [pbem("adjudicate", "--game", league).code for _ in range(7)]
    assert play_again == [0] * 7
    assert [(league / f"runs/{run}/state.yaml").read_text() for run in range(9)] == states
    assert pbem("audit", "--game", league).code == 0


# --- changes of seat by the moderator ------------------------------------------------------------

HEAD = """\
format: pbem-amend/1
game: toy-2
after: "{after}"
author: mo
reason: rosa has left the game
cite: house rules
events:
"""


def test_a_power_goes_to_another_player_with_its_secrets(pbem: Pbem, league: Path) -> None:
    """He must be in game.yaml; what it says of the beginning stays true."""
    play(pbem, league, 3)
    change = "- {event: PowerChanged, power: umber, what: players, new: ulf}\n"
    fix = send(league, "fix.yaml", HEAD.format(after=3) + change)
    refused = pbem("amend", fix, "--game", league)
    assert "there is no player 'ulf'" in refused.err
    roster = league / "game.yaml"
    roster.write_text(
        roster.read_text().replace("  una:", "  ulf: {}\n  una:")
        + "changes: [{from_run: 4, what: [players.ulf], who: Mod, why: Ulf takes over}]\n"
    )
    said = pbem("amend", fix, "--game", league)
    assert said.code == 0, said.err
    state = read_data(league / "runs/3.1/state.yaml")
    chits = [u["secret"] for u in state["units"] if u["at"] == "brown-home" and "secret" in u]
    assert chits == [["ulf"]]
    assert "Umber is played by Ulf now" in (league / "runs/3.1/report.txt").read_text()
    assert pbem("validate", roster, "--game", league).code == 0
    send(league, "orders/ulf.yaml", order(2, "brown/march", "ulf", "luck: new"))
    assert pbem("adjudicate", "--game", league).code == 0
    assert "report for Ulf (Umber)" in told(league, 4, "ulf")
    audit = pbem("audit", "--game", league)
    assert audit.code == 0, audit.out


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("power: jute, new: {id: jute, side: blak}", "there is no side 'blak'"),
        ("power: jute, new: {id: jute, side: blue, players: [zed]}", "there is no player 'zed'"),
        ("power: jute, new: {id: jade, side: blue}", "the power jade is created as jute"),
        ("power: jute, new: null", "there is no power 'jute'"),
        ("power: jade, new: null", "is still jade's: it cannot cease"),
        ("power: jute, new: {side: blue}", "this is no whole PowerCreated"),
    ],
)
def test_an_amendment_that_makes_no_sound_power_is_refused(
    pbem: Pbem, league: Path, event: str, message: str
) -> None:
    text = HEAD.format(after=0) + f"- {{event: PowerCreated, {event}}}\n"
    said = pbem("amend", send(league, "fix.yaml", text), "--game", league)
    assert (said.code, message in said.err) == (1, True), said.err


def test_an_amendment_makes_a_power(pbem: Pbem, league: Path) -> None:
    """With home countries and a player, neutral or on a side."""
    new = "{id: jute, side: neutral, players: [una], homes: [fen, isle]}"
    text = HEAD.format(after=0) + f"- {{event: PowerCreated, power: jute, new: {new}}}\n"
    text += "- {event: PowerChanged, power: azure, what: homes, new: azure}\n"
    said = pbem("amend", send(league, "fix.yaml", text), "--game", league)
    assert said.code == 0, said.err
    powers = {row["id"]: row for row in read_data(league / "runs/0.1/state.yaml")["powers"]}
    assert powers["jute"]["homes"] == ["fen", "isle"]
    assert powers["azure"]["homes"] == ["azure"]
    assert pbem("audit", "--game", league).code == 0


def test_the_form_knows_units_of_another_nation_that_serve_its_player(
    pbem: Pbem, league: Path
) -> None:
    """The Lion of crimson is lent to azure and lies in its reserve."""
    text = HEAD.format(after=0) + "- {event: UnitChanged, unit: lion, what: owner, new: azure}\n"
    text += '- {event: UnitMoved, unit: lion, new: "pool:azure/bag"}\n'
    send(league, "standing/bea.yaml", "standing: bea\nsupport: {send: Lion}\n")
    warned = "! your standing orders, support, line 2: Lion is not on the map"
    assert warned not in pbem("template", "--game", league, "--player", "bea").out
    said = pbem("amend", send(league, "fix.yaml", text), "--game", league)
    assert said.code == 0, said.err
    assert warned in pbem("template", "--game", league, "--player", "bea").out
