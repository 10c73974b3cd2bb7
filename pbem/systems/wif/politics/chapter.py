"""What politics bring to play.

Decides nothing. Leaves the steps to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.flames.world.position import Position
from pbem.systems.wif.politics.claims import ABROAD, ANSWER, CLAIM, ENFORCE_PEACE, MEDIATE
from pbem.systems.wif.politics.compelled import CUT_OFF
from pbem.systems.wif.politics.declaring import DECLARE_WAR
from pbem.systems.wif.politics.displacing import WITHDRAW
from pbem.systems.wif.politics.leave import PERMIT
from pbem.systems.wif.politics.liberation import CHINESE_CITY, GIVE_BACK, LIBERATE, REVERT
from pbem.systems.wif.politics.minors import ACCEPT, ALIGN, BUILD_THEM, SET_UP
from pbem.systems.wif.politics.new_home import NEW_HOME
from pbem.systems.wif.politics.pacts import BREAK_PACT, PACT
from pbem.systems.wif.politics.peace import PEACE
from pbem.systems.wif.politics.politics_verdicts import (
    AlignedVerdict,
    ClaimVerdict,
    ConquestVerdict,
    DisplacedVerdict,
    FactionVerdict,
    InheritanceVerdict,
    LeaveVerdict,
    LiberationVerdict,
    NewHomeVerdict,
    PactVerdict,
    PeaceVerdict,
    ReservesVerdict,
    ReversionVerdict,
    UkraineVerdict,
    WarVerdict,
    aligned_lines,
    claim_lines,
    conquest_lines,
    displaced_lines,
    faction_lines,
    inheritance_lines,
    leave_lines,
    liberation_lines,
    new_home_lines,
    pact_lines,
    peace_lines,
    reserves_lines,
    reversion_lines,
    ukraine_lines,
    war_lines,
)
from pbem.systems.wif.politics.reserves import CALL_OUT
from pbem.systems.wif.politics.surrender import SURRENDER
from pbem.systems.wif.politics.ukraine import GIVE_UP

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(
        SET_UP,
        BREAK_PACT,
        DECLARE_WAR,
        CLAIM,
        ALIGN,
        CALL_OUT,
        PERMIT,
        PEACE,
        ENFORCE_PEACE,
        PACT,
        REVERT,
        SURRENDER,
    ),
    kinds=(
        ACCEPT,
        BUILD_THEM,
        LIBERATE,
        GIVE_BACK,
        CHINESE_CITY,
        NEW_HOME,
        WITHDRAW,
        CUT_OFF,
        ANSWER,
        MEDIATE,
        ABROAD,
        GIVE_UP,
    ),
    verdicts={
        AlignedVerdict: aligned_lines,
        ClaimVerdict: claim_lines,
        UkraineVerdict: ukraine_lines,
        ConquestVerdict: conquest_lines,
        FactionVerdict: faction_lines,
        InheritanceVerdict: inheritance_lines,
        DisplacedVerdict: displaced_lines,
        LeaveVerdict: leave_lines,
        LiberationVerdict: liberation_lines,
        NewHomeVerdict: new_home_lines,
        PactVerdict: pact_lines,
        PeaceVerdict: peace_lines,
        ReservesVerdict: reserves_lines,
        ReversionVerdict: reversion_lines,
        WarVerdict: war_lines,
    },
)
