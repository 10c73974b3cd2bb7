"""Each mail program's letter is read as its user typed it."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from pbem.core.data.yamlio import read_text_as_document
from pbem.core.orders.mail import clean
from pbem.post.cleaning import files_in, passphrase_in, without_passphrase
from pbem.post.letters import Letter, read_letter
from season.people import MODERATOR
from season.programs import PROGRAMS, Typed

PHRASE = "four words and more"
ORDERS = """\
# Germany: July 1940, Germany
#   Berlin: 1 Air Transport, 1 Airborne, 1 Anti-Aircraft Artillery, 1
#     Artillery, 1 Fighter, 2 Infantry, 1 Medium Armor, 2 Militia, 1 Submarine
window: france-40 1940-jul.1.axis/combat
for_state: "a30f8274"    # or: any (play what is still legal)
player: hans
luck: 'seven geese over "the mill"'
note: "Königsberg first: then -- if at all -- Warszawa"
combat_moves:  # Combat movement (8.2)
- {units: {infantry: 4, artillery: 1}, from: Western Germany, to: Alsace-Lorraine, if: "land <= 4"}
battles:
- at: Alsace-Lorraine
  lose: [infantry, artillery]
  retreat: ["round >= 3", "odds < 1-1"]
"""
STANDING = """\
standing: hans  # kept quiet
preset: club
attack:
- {order: [infantry, artillery, mechanized-infantry, motorized-infantry, medium-armor, fighter]}
"""


def answered() -> EmailMessage:
    """The letter of the moderator's that is answered, with forms of its own in its text."""
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"], mail["Subject"] = MODERATOR, "[france-40] run 1"
    mail["Message-ID"] = "<run-001@club.example>"
    mail.set_content(f"Your report.\n\n{ORDERS.replace('seven', 'eight')}\nSend it back.\n")
    mail.add_attachment(
        ORDERS.encode(), maintype="application", subtype="x-yaml", filename="x.yaml"
    )
    return message_from_bytes(mail.as_bytes(), EmailMessage, policy=policy.default)


@pytest.fixture(params=sorted(PROGRAMS))
def read(request: pytest.FixtureRequest) -> Letter:
    files = f"{ORDERS}---\n{STANDING}"
    name = str(request.param)
    typed = Typed(name, f"{name}@club.example", MODERATOR, 1, files, PHRASE, answered())
    return read_letter(PROGRAMS[name].write(typed), "letter.eml")


def data(text: str) -> str:
    """What a file says; inside a text Apple's pretty signs stay."""
    said = repr(read_text_as_document(clean(text), "typed").data)
    return said.replace("—", "--").replace("“", '"').replace("”", '"')


def test_the_files_are_those_that_were_typed(read: Letter) -> None:
    words = ("combat_moves", "battles", "preset", "attack")
    found = [one for text in read.texts for one in files_in(without_passphrase(text.said), words)]
    assert [data(one) for one in found] == [data(ORDERS), data(STANDING)]


def test_the_passphrase_and_the_sender_are_read(read: Letter) -> None:
    said = {passphrase_in(text.said) for text in read.texts} - {""}
    assert said == {PHRASE}
    assert read.sender.partition("@")[0] in PROGRAMS
    assert "[france-40]" in read.subject
    assert read.robot == ""


def test_every_player_has_a_habit_of_his_own() -> None:
    assert len({type(program) for program in PROGRAMS.values()}) == len(PROGRAMS) == 8
