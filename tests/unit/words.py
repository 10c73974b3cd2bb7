"""The vocabularies of the systems that play is checked against, by the name of the system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from unit.vocabularies import Vocabulary, vocabulary

from pbem.systems.gw.world import vocabulary as gw
from pbem.systems.wif.world import vocabulary as wif

WORDS_OF: Final[Mapping[str, Vocabulary]] = {
    "gw": vocabulary(gw, gw.Alliance, (*gw.MARK_VALUES.items(), *gw.TRACK_VALUES.items())),
    "wif": vocabulary(
        wif,
        wif.Side,
        (
            (wif.TrackName.ACTION, tuple(wif.Action)),
            (wif.TrackName.ACTION_STAGE, tuple(wif.Stage)),
            (wif.TrackName.FIRST_SIDE, tuple(wif.Side)),
            (wif.TrackName.INITIATIVE, tuple(wif.Initiative)),
            (wif.TrackName.WEATHER, tuple(wif.Weather)),
        ),
    ),
}
