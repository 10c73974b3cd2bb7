"""What a book makes of rules that it shares: numbers, schemas, readings of its own."""

from __future__ import annotations

from pbem.core.cases.shelf import shelf
from pbem.core.data.findings import error
from pbem.core.rules.system import find_system
from pbem.systems.flames.world.supply import SourceNextDoor, WeatherOnTheWay

AIF, WIF = find_system("aif"), find_system("wif")


def test_rules_are_called_by_the_longest_number_that_the_book_has() -> None:
    found = [AIF.rule(cite) for cite in ("11.15.5", "11.8", "11.17.1", "14.2.5", "2.3.1", "13.9")]
    assert found == ["11.16.5", "11.9", "11.18.1", "14.2.1", "2.3.1", "13.8"]
    assert WIF.rule("11.15.5") == "11.15.5"


def test_findings_are_renumbered_once() -> None:
    (finding,) = AIF.renumbered([error("far", "too far", cite="11.16")])
    assert finding.cite == "11.17"


def test_a_shared_section_has_the_schema_and_the_number_of_its_book() -> None:
    ours, theirs = ({s.name: s for s in system.sections}["attacks"] for system in (AIF, WIF))
    assert (ours.schema, ours.cite) == ("aif/attacks", "11.16")
    assert (theirs.schema, theirs.cite) == ("wif/attacks", "11.15")


def test_an_ambiguity_of_another_book_has_its_usual_reading() -> None:
    game = shelf("aif").game("rio-grande")
    position = game.at(shelf("aif").start("rio-grande"))
    assert game.asked_as(SourceNextDoor) == ""
    assert position.reading(SourceNextDoor) is SourceNextDoor.WITHIN_LIMITS
    assert game.asked_as(WeatherOnTheWay) == "AIF-2.4.2-R1"
