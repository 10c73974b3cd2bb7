"""Players who are away at a deadline: a deputy, standing orders or a pause answer for them."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from cli.shared import HEAD, LEVY, Pbem, every_byte, send, settle

from pbem.post.reminding import remind
from pbem.post.rounds import conduct
from pbem.store.directory import GameDirectory

DEADLINES = "deadlines:\n  1: 2026-12-24 20:00 UTC\n  2: 2027-01-02 20:00 UTC\n"
DEPUTY = LEVY.replace("player: {player}\n", "player: {player}\ndeputy: otto\n")


def away(game: Path, then: str, deadlines: str = DEADLINES, who: str = "rolf") -> None:
    """Rolf, or somebody else, is away over Christmas; Otto is his deputy."""
    roster = game / "game.yaml"
    gone = f"absent: [{{from: 2026-12-20, to: 2026-12-28, then: {then}}}]"
    text = roster.read_text().replace(f"{who}: {{", f"{who}: {{deputy: otto, {gone}, ")
    roster.write_text(text + deadlines)
    settle(game)


def typed(game: Path) -> dict[str, bytes]:
    """All files of a game but caches and the lock."""
    return {n: d for n, d in every_byte(game).items() if "cache" not in n and n != "lock"}


def flat(path: Path) -> str:
    return " ".join(path.read_text().split())


def test_a_deputy_orders_for_a_player_who_is_away(pbem: Pbem, duel: Path) -> None:
    away(duel, "deputy")
    form = pbem("template", "--game", duel, "--player", "rolf").out.splitlines()
    assert "# rolf is away until 2026-12-28; the deputy otto orders." in form
    assert "# deputy: otto    # if you fill this in, take the # away" in form
    path = send(duel, "orders/rolf.yaml", DEPUTY.format(player="rolf"))
    receipt = pbem("validate", path, "--game", duel)
    assert receipt.code == 0
    assert "  * rolf is away until 2026-12-28; the deputy otto orders\n" in receipt.out
    assert pbem("adjudicate", "--game", duel).code == 0
    for name in ("report", "report-bea"):
        assert "NOTES rolf is away until 2026-12-28; the deputy otto acted" in flat(
            duel / f"runs/1/{name}.txt"
        )
    assert (duel / "runs/1/inputs/orders/rolf.yaml").read_bytes() == path.read_bytes()
    assert pbem("audit", "--game", duel).code == 0
    report = flat(duel / "runs/1/report-rolf.txt")
    assert "ROLF: orders for t1.1.red, march, by 2027-01-02 20:00 UTC" in report
    send(duel, "orders/rosa.yaml", HEAD.format(player="rosa"))
    send(duel, "orders/rolf.yaml", HEAD.format(player="rolf") + "deputy: otto\n")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert (
        "orders/rolf.yaml:3:9: error: rolf orders for himself: no deputy acts for him at this "
        "deadline (2027-01-02 20:00 UTC)"
    ) in said.err


def test_a_players_own_file_counts_before_his_deputys(pbem: Pbem, duel: Path) -> None:
    away(duel, "deputy")
    send(duel, "orders/otto.yaml", DEPUTY.format(player="rolf").replace("levy: {", "lvey: {"))
    receipt = pbem("validate", duel / "orders/rolf.yaml", "--game", duel)
    assert "the deputy otto orders; a file of rolf counts before that" in " ".join(
        receipt.out.split()
    )
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 0
    assert (
        "orders/otto.yaml: warning: rolf sent orders of his own; those of his deputy are passed "
        "over"
    ) in said.err
    assert "is away" not in flat(duel / "runs/1/report.txt")


def test_only_the_file_that_counts_is_sealed(pbem: Pbem, duel: Path) -> None:
    away(duel, "deputy")
    own = (duel / "orders/rolf.yaml").read_bytes()
    deputys = send(duel, "orders/otto.yaml", DEPUTY.format(player="rolf")).read_bytes()
    assert pbem("seal", "--game", duel).code == 0
    assert (duel / "sealed/1/orders/rolf.yaml").read_bytes() == own
    assert not (duel / "sealed/1/orders/otto.yaml").exists()
    assert pbem("rewind", "--game", duel, "--to", "0").code == 0
    (duel / "orders/rolf.yaml").unlink()
    assert pbem("seal", "--game", duel).code == 0
    assert (duel / "sealed/1/orders/rolf.yaml").read_bytes() == deputys
    assert pbem("adjudicate", "--game", duel).code == 0
    assert "the deputy otto acted" in flat(duel / "runs/1/report.txt")


def test_a_deputy_who_sends_nothing_leaves_the_rule_for_missing_orders(
    pbem: Pbem, duel: Path
) -> None:
    away(duel, "deputy")
    (duel / "orders/rolf.yaml").unlink()
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "rolf sent no orders for toy-1 t1.1.red/levy, nor did otto for him" in said.err


@pytest.mark.parametrize(
    ("name", "hint"), [("rosa", "game.yaml names none"), ("rolf", "his deputy is otto")]
)
def test_nobody_else_acts_as_a_deputy(pbem: Pbem, duel: Path, name: str, hint: str) -> None:
    away(duel, "deputy")
    text = DEPUTY.format(player=name).replace("otto", "emil")
    path = send(duel, f"orders/{name}.yaml", text)
    for said in (pbem("validate", path, "--game", duel), pbem("adjudicate", "--game", duel)):
        assert said.code == 1
        told = said.out + said.err
        assert f":3:9: error: emil is not the deputy of {name}\n    {hint}\n" in told


def test_standing_orders_answer_for_a_player_who_is_away(pbem: Pbem, duel: Path) -> None:
    """Whatever the game's rule for missing orders is; it is `stop` here."""
    away(duel, "standing")
    (duel / "orders/rolf.yaml").unlink()
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "rolf sent no orders for toy-1 t1.1.red/levy and he has no standing orders" in said.err
    path = send(duel, "standing/rolf.yaml", "standing: rolf\nclash: {stance: hold}\n")
    receipt = " ".join(pbem("validate", path, "--game", duel).out.split())
    assert "* rolf is away until 2026-12-28; standing orders answer" in receipt
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 0
    assert "toy-1 t1.1.red/levy: his standing orders answer" in said.err
    assert "NOTES rolf is away until 2026-12-28; standing orders answered" in flat(
        duel / "runs/1/report.txt"
    )
    assert not (duel / "runs/1/inputs/orders/rolf.yaml").exists()


@pytest.mark.parametrize("command", [("adjudicate",), ("adjudicate", "--dry-run"), ("seal",)])
def test_a_game_pauses_for_a_player_who_is_away(
    pbem: Pbem, duel: Path, command: tuple[str, ...]
) -> None:
    away(duel, "pause")
    before = typed(duel)
    said = pbem(*command, "--game", duel)
    assert (said.code, said.out, said.err) == (
        3,
        "",
        "pbem: the game pauses: rolf is away until 2026-12-28; the deadline of run 1 is "
        "2026-12-24 20:00 UTC\n    set a later deadline in game.yaml, or change what the absence "
        "says\n",
    )
    assert typed(duel) == before
    roster = duel / "game.yaml"
    roster.write_text(roster.read_text().replace("1: 2026-12-24", "1: 2026-12-29"))
    settle(duel)
    assert pbem(*command, "--game", duel).code == 0


def test_the_report_says_who_will_answer(pbem: Pbem, duel: Path) -> None:
    away(duel, "deputy", "deadlines: {1: 2026-12-19, 2: {rosa: 2026-12-27, rolf: 2026-12-28}}\n")
    assert pbem("adjudicate", "--game", duel).code == 0
    for report in (
        flat(duel / "runs/1/report-rosa.txt"),
        " ".join(pbem("report", "--game", duel, "--player", "rosa").out.split()),
    ):
        assert (
            "ROSA: orders for t1.1.red, march, by 2026-12-27 "
            "Rolf: orders for t1.1.red, march, by 2026-12-28 "
            "nothing due, standing orders answer: Bea "
            "Rolf is away until 2026-12-28; the deputy otto orders"
        ) in report


def test_a_deputy_answers_questions(pbem: Pbem, duel: Path) -> None:
    """The file with the questions comes back from the deputy, who says so in it."""
    away(duel, "deputy", who="rosa")
    send(duel, "standing/rosa.yaml", "standing: rosa\ncouncil: {gift: ask}\n")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 3
    gone = "away until 2026-12-28; the deputy otto orders"
    assert f"  send {duel}/pending/rosa.yaml   ({gone})\n" in said.out
    asked = (duel / "pending/rosa.yaml").read_text()
    answer = asked.replace("  answer:", "  answer: gold")
    path = send(duel, "answers/rosa.yaml", answer.replace("window:", "deputy: emil\nwindow:"))
    assert "emil is not the deputy of rosa" in pbem("validate", path, "--game", duel).out
    assert "emil is not the deputy of rosa" in pbem("adjudicate", "--game", duel).err
    send(duel, "answers/rosa.yaml", answer.replace("window:", "deputy: otto\nwindow:"))
    assert pbem("validate", path, "--game", duel).code == 0
    assert pbem("adjudicate", "--game", duel).code == 0
    report = flat(duel / "runs/1/report.txt")
    assert "rosa is away until 2026-12-28; the deputy otto acted" in report
    assert pbem("audit", "--game", duel).code == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("from: 2026-12-20", "from: Christmas", ":8:40: error: from: found 'Christmas'"),
        (
            "to: 2026-12-28",
            "to: 2026-12-18",
            ":8:56: error: rolf is away from 2026-12-20 to 2026-12-18: it ends too early",
        ),
        (
            "deputy: otto, ",
            "",
            ":8:60: error: a deputy is to order for rolf, and none is named\n    write deputy: ",
        ),
        (
            "deputy: otto",
            "deputy: bea",
            ":8:73: error: bea plays against rolf and would see what is secret",
        ),
        (
            "  1: 2026-12-24",
            "  rolff: 2026-12-24",
            "there is no player 'rolff' in this game\n    did you mean rolf?; or write the number",
        ),
    ],
)
def test_absences_that_cannot_be_meant_are_refused(
    pbem: Pbem, duel: Path, old: str, new: str, message: str
) -> None:
    away(duel, "deputy")
    roster = duel / "game.yaml"
    roster.write_text(roster.read_text().replace(old, new))
    receipt = pbem("validate", roster, "--state", duel / "runs/0/state.yaml")
    assert receipt.code == 1
    for said in (receipt.out, pbem("adjudicate", "--game", duel).err):
        assert message in said
    assert not (duel / "runs/1").exists()


def test_an_absence_needs_a_deadline_with_a_day(pbem: Pbem, duel: Path) -> None:
    away(duel, "deputy", "deadlines: {1: Sunday}\n")
    for command in ("adjudicate", "seal"):
        said = pbem(command, "--game", duel)
        assert said.code == 1
        assert (
            "game.yaml: error: whether rolf is away cannot be said: run 1 has no deadline with a "
            "day\n    write deadlines: {1: 2026-12-20}\n"
        ) in said.err


def test_the_days_of_an_absence_are_away_and_no_others(pbem: Pbem, duel: Path) -> None:
    """First and last day included, by the deadline of the very run; a run goes before a player."""
    days = {"12-19": 0, "12-20": 3, "12-28": 3, "12-29": 0}
    away(duel, "pause", "deadlines: {rolf: 2026-01-01}\n")
    roster = duel / "game.yaml"
    text = roster.read_text()
    for day, code in days.items():
        for line in (f"rolf: 2026-{day}", f"1: 2026-{day}, rolf: 2026-01-01"):
            roster.write_text(text.replace("rolf: 2026-01-01", line))
            assert pbem("adjudicate", "--game", duel, "--dry-run").code == code, line
        other = f"1: {{rosa: 2026-{day}}}, rolf: 2026-01-01"
        roster.write_text(text.replace("rolf: 2026-01-01", other))
        assert pbem("adjudicate", "--game", duel, "--dry-run").code == 0, other


def test_a_deputy_gets_report_and_form_of_whom_he_acts_for_and_is_reminded(duel: Path) -> None:
    (duel / "orders/rolf.yaml").unlink()
    roster = duel / "game.yaml"
    text = roster.read_text().replace("  rolf: {", "  otto: {address: otto@x.org}\n  rolf: {")
    for name in ("rosa", "rolf", "bea"):
        text = text.replace(f"  {name}: {{", f"  {name}: {{address: {name}@x.org, ")
    roster.write_text(text)
    send(duel.parent, "mail.yaml", "format: pbem-mail/1\nfrom: Mod <mod@club.org>\n")
    away(duel, "deputy")
    noon = datetime(2026, 12, 24, 12, tzinfo=UTC)
    letters = conduct(GameDirectory(duel), noon).letters
    assert len(letters) == 4
    (path,) = [one for one in letters if one.stem.endswith("-rolf-by-otto")]
    mail = message_from_bytes(path.read_bytes(), EmailMessage, policy=policy.default)
    body = mail.get_body()
    assert body is not None
    assert "You act for rolf in run 1." in body.get_content()
    assert mail["To"] == "otto@x.org"
    (form,) = mail.iter_attachments()
    assert form.get_filename() == "orders-rolf.yaml"
    assert "# deputy: otto" in form.get_content().decode()
    ((_, reminder),) = remind(GameDirectory(duel), noon)
    assert "To: otto@x.org" in reminder.read_text()
    assert "The orders of rolf, for whom you act," in reminder.read_text()
    assert conduct(GameDirectory(duel), noon).letters == ()
