"""What people and mail programs put around order files, and what is left of it."""

from __future__ import annotations

import pytest

from pbem.post.cleaning import files_in, passphrase_in, without_passphrase

SECTIONS = ("combat_moves", "production", "battles")
PLAIN = """\
window: barb-12 1941-ja.3.axis
player: hans
combat_moves:
- {units: {infantry: 4, artillery: 2}, from: Bavaria, to: Alsace-Lorraine}
"""


def only(text: str) -> str:
    """The one file of a letter, without the blank lines before it."""
    (found,) = files_in(text, SECTIONS)
    return found.lstrip("\n")


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def test_a_file_alone_stays_as_it_is() -> None:
    assert files_in(PLAIN, SECTIONS) == (PLAIN,)


@pytest.mark.parametrize(
    "text",
    [
        f"Hello Bob,\n\nhere are my orders.\n\n{PLAIN}\nCheers, Hans\n",
        f"Hello Bob,\n{PLAIN}Cheers\nHans\n",
        f"{PLAIN}\n-- \nHans Muster\nwindow: cleaning daily\n",
        f"{PLAIN}\n--\nHans\n",
        f"{PLAIN}\nOn Thu, 19 Nov 2026 at 10:00, Mod <mod@x.org> wrote:\n{quoted(PLAIN)}",
        f"{PLAIN}\nOn Thu, 19 Nov 2026 at 10:00, The Moderator of Fridays <mod@x.org>\nwrote:\n"
        f"{quoted(PLAIN.replace('4', '9'))}",
        f"{PLAIN}\nAm 19.11.2026 um 10:00 schrieb Mod:\n{quoted(PLAIN.replace('4', '9'), '>')}",
        f"{PLAIN}\n-----Original Message-----\nFrom: Mod\n{PLAIN.replace('4', '9')}",
        f"{PLAIN}\nVon: Mod <m@x.org>\nGesendet: heute\nAn: Hans\n{PLAIN.replace('4', '9')}",
        f"{PLAIN}\n_______________________________________________\nwargames mailing list\n",
        f"```yaml\n{PLAIN}```\n",
        PLAIN.replace(" {units", "\u00a0{units"),
        PLAIN.replace("\n", "\r\n"),
        f"\ufeff{PLAIN}",
        f"On Thu, 19 Nov 2026, Mod wrote:\n{quoted(PLAIN)}",
        quoted(quoted(PLAIN)),
    ],
    ids=[
        "greeted", "greeted without a blank line", "signed", "signed without a blank",
        "answered", "answered, wrapped", "answered in German", "Outlook", "Outlook in German",
        "list footer", "fenced", "no-break blanks", "CRLF", "byte order mark", "quoted form",
        "quoted twice",
    ],
)  # fmt: skip
def test_what_is_no_part_of_a_file_is_taken_off(text: str) -> None:
    assert only(text) == PLAIN


def test_lines_keep_their_numbers() -> None:
    (found,) = files_in(f"Hello Bob,\n\n{PLAIN}", SECTIONS)
    assert found.splitlines()[2] == "window: barb-12 1941-ja.3.axis"


def test_orders_typed_into_a_quoted_form_count() -> None:
    form = quoted(PLAIN).splitlines()
    form.insert(3, "- {units: {armor: 1}, from: Berlin, to: Posen}")
    assert only("\n".join(form)) == PLAIN.replace(
        "combat_moves:\n", "combat_moves:\n- {units: {armor: 1}, from: Berlin, to: Posen}\n"
    )


@pytest.mark.parametrize(
    ("wrapped", "whole"),
    [
        (
            "- {units: {infantry: 4, artillery: 2},\nfrom: Bavaria, to: Alsace-Lorraine}",
            "- {units: {infantry: 4, artillery: 2}, from: Bavaria, to: Alsace-Lorraine}",
        ),
        (
            'press: "Danzig: now! And whoever thinks that this was all will be\nsurprised"',
            'press: "Danzig: now! And whoever thinks that this was all will be surprised"',
        ),
        (
            "press: Danzig is ours, and whoever thinks that this was all of it is\nmistaken",
            "press: Danzig is ours, and whoever thinks that this was all of it is mistaken",
        ),
        (
            "# what the form says of this section, in a comment that was far too\nlong: read it",
            "# what the form says of this section, in a comment that was far too long: read it",
        ),
        ("press: Danzig\nCheers", "press: Danzig"),
    ],
)
def test_wrapped_lines_are_joined(wrapped: str, whole: str) -> None:
    found = only(f"{PLAIN}{wrapped}\n\nproduction:\n- {{build: tank}}\n" if "#" in wrapped
                 else f"{PLAIN}{wrapped}\n\nHans\n")  # fmt: skip
    assert [line for line in found.splitlines() if line][4] == whole


def test_a_wrapped_line_leaves_its_place_blank() -> None:
    wrapped = PLAIN.replace(" from: Bavaria", "\nfrom: Bavaria")
    assert only(f"{wrapped}production:\n- {{build: tank}}\n").splitlines()[4:] == [
        "", "production:", "- {build: tank}",
    ]  # fmt: skip


def test_a_farewell_under_a_long_order_is_no_part_of_it() -> None:
    order = PLAIN.splitlines()[3]
    assert len(order) > 66
    assert only(f"{PLAIN}Cheers Hans\n") == PLAIN


def test_text_in_the_midst_of_orders_is_not_taken_out() -> None:
    said = f"{PLAIN}And now my production:\nproduction:\n- {{build: tank}}\n"
    assert "And now my production:" in only(said)


def test_a_section_that_is_mistyped_is_left_to_be_told() -> None:
    said = f"{PLAIN}producton:\n- {{build: tank}}\n\nHans\n"
    assert only(said) == f"{PLAIN}producton:\n- {{build: tank}}\n"


def test_a_mistyped_section_of_words_is_left_to_be_told_too() -> None:
    assert only(f"{PLAIN}battels:\n- Paris\n\nHans\n") == f"{PLAIN}battels:\n- Paris\n"


def test_a_postscript_is_no_section() -> None:
    assert only(f"{PLAIN}\nPS: see you on Friday\n") == PLAIN


def test_paragraphs_of_a_long_text_stay() -> None:
    said = f"{PLAIN}press: |\n  One.\n\n  Two.\n\nHans\n"
    assert only(said) == f"{PLAIN}press: |\n  One.\n\n  Two.\n"


def test_two_files_in_one_letter() -> None:
    standing = "standing: hans\npreset: club\n"
    first, second = files_in(f"Hi\n\n{PLAIN}\n{standing}", SECTIONS)
    assert (first.lstrip("\n"), second.lstrip("\n")) == (PLAIN, standing)
    assert second.splitlines()[7] == "standing: hans"


def test_answers_have_a_window_of_their_own() -> None:
    answers = "answers: hans\nwindow: barb-12 1941-ja.3.axis\nquestions:\n- {path: a, answer: b}\n"
    assert only(answers) == answers
    assert len(files_in(f"{PLAIN}---\n{answers}", SECTIONS)) == 2


def test_a_head_may_begin_with_the_player() -> None:
    said = "player: hans\nwindow: barb-12 1941-ja.3.axis\ncombat_moves:\n"
    assert only(f"Hi Bob,\n\n{said}") == said


def test_the_end_of_one_file_is_not_the_head_of_the_next() -> None:
    said = f"{PLAIN}press: hello\nstanding: hans\n"
    first, second = files_in(said, SECTIONS)
    assert (first, second.lstrip("\n")) == (f"{PLAIN}press: hello\n", "standing: hans\n")


def test_a_letter_without_files_has_none() -> None:
    assert files_in("Hello Bob,\n\nI am away next week.\n", SECTIONS) == ()


def test_the_passphrase_is_found_and_blanked() -> None:
    said = f"Passphrase: correct horse\n{PLAIN}"
    assert passphrase_in(said) == "correct horse"
    assert passphrase_in(quoted(said)) == ""
    assert without_passphrase(said) == f"\n{PLAIN}"
    assert "horse" not in without_passphrase(quoted(said))
