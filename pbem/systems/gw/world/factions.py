"""The factions of the civil wars in Spain, China and Abyssinia, and how the wars stand (13).

Tracks: `spanish-civil-war` (fought, axis, comintern), `chinese-civil-war` (the faction that has won
it), `abyssinian-war` (fought, italy, abyssinia), `truce-china` (in-force, broken).

Decides: who belongs to which war, and what it keeps its factions and patrons from.
Leaves to `civil_wars`: how they are fought, won and ended.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State

FOUGHT: Final = "fought"
SHORT_GAME: Final = "short-game"  # track: the country that a short scenario is fought for
SPAIN: Final = "spain"
SPANISH_WAR: Final = "spanish-civil-war"
CHINESE_WAR: Final = "chinese-civil-war"
ABYSSINIAN_WAR: Final = "abyssinian-war"
TRUCE: Final = "truce-china"
IN_FORCE: Final = "in-force"
BROKEN: Final = "broken"

NATIONALISTS: Final = "nationalist-spain"
REPUBLICANS: Final = "republican-spain"
SPANISH_FACTIONS: Final = (NATIONALISTS, REPUBLICANS)
PATRON: Final = {NATIONALISTS: "germany", REPUBLICANS: "soviet-union"}
OUTCOME: Final = {NATIONALISTS: "axis", REPUBLICANS: "comintern"}

KMT: Final = "nationalist-china"
CCP: Final = "communist-china"
CHINESE_FACTIONS: Final = (KMT, CCP)
WARLORDS: Final = "warlords"
CHINA: Final = (*CHINESE_FACTIONS, WARLORDS)  # whose roundels are "China" (0.9, note 42)


def rival_of(faction: str) -> str:
    """The other side of a civil war."""
    for pair in (SPANISH_FACTIONS, CHINESE_FACTIONS):
        if faction in pair:
            return pair[1 - pair.index(faction)]
    return ""


def is_fought(state: State, war: str) -> bool:
    """Whether a war goes on."""
    return state.track(war) == FOUGHT


def spanish_winner(state: State) -> str:
    """The Spanish side that has won the war, if one has."""
    won = state.track(SPANISH_WAR)
    return next((faction for faction, outcome in OUTCOME.items() if outcome == won), "")


@implements("GW-13.3-2")
def in_truce(state: State, power: str, other: str) -> bool:
    """Whether two nations are the Chinese factions while their truce holds (13.3).

    They move through each other's zones and defend together, as if aligned.
    """
    return rival_of(power) == other in CHINESE_FACTIONS and state.track(TRUCE) == IN_FORCE


@implements("GW-13.1-7", "GW-13.1-8")
def lends_harbours(state: State, zone: str, power: str) -> bool:
    """Whether a nation may use a zone's naval facilities: those of the Spain it backed (13.1)."""
    holder = state.controller(zone) or ""
    return bool(holder) and holder == spanish_winner(state) and PATRON[holder] == power


@implements("GW-13.1-2", "GW-13.3-2")
def why_no_war(state: State, by: str, on: str) -> str:
    """Why a civil war keeps a nation from declaring war on another; nothing if none does (13).

    While Spain fights its patrons leave both sides in peace; Chinese factions keep their truce. In
    the scenario of the Spanish war alone nobody else fights.
    """
    if state.track(SHORT_GAME) == SPAIN:
        return "in this scenario only Spain is at war"
    if is_fought(state, SPANISH_WAR) and on in SPANISH_FACTIONS and by in PATRON.values():
        return "it stays out of the Spanish Civil War but for its support (13.1)"
    if in_truce(state, by, on):
        return "their truce holds until one of them breaks it (13.3)"
    if on == WARLORDS and not any(p.controller == WARLORDS for p in state.places.values()):
        return "no warlord is left (4.9)"
    return ""
