"""The words that positions of America in Flames hold beside those that it shares (`flames`).

Decides what its powers and minor countries are called. Leaves all other words to the vocabulary of
`flames`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.record.terms import Term, Vocabulary
from pbem.systems.flames.world.vocabulary import WORDS as SHARED


class PowerName(Term):
    """The major powers (1.1)."""

    GERMANY = "germany", "Germany"
    ITALY = "italy", "Italy"
    JAPAN = "japan", "Japan"
    USA = "usa", "USA"
    COMMONWEALTH = "commonwealth", "Commonwealth"
    FRANCE = "france", "France"


class MinorName(Term):
    """Minor countries: the twenty with flags, and those that are full allies throughout (19)."""

    ARGENTINA = "argentina", "Argentina"
    BOLIVIA = "bolivia", "Bolivia"
    BRAZIL = "brazil", "Brazil"
    CHILE = "chile", "Chile"
    COLOMBIA = "colombia", "Colombia"
    COSTA_RICA = "costa-rica", "Costa Rica"
    CUBA = "cuba", "Cuba"
    DOMINICAN_REPUBLIC = "dominican-republic", "Dominican Republic"
    ECUADOR = "ecuador", "Ecuador"
    EL_SALVADOR = "el-salvador", "El Salvador"
    GUATEMALA = "guatemala", "Guatemala"
    HAITI = "haiti", "Haiti"
    HONDURAS = "honduras", "Honduras"
    MEXICO = "mexico", "Mexico"
    NICARAGUA = "nicaragua", "Nicaragua"
    PANAMA = "panama", "Panama"
    PARAGUAY = "paraguay", "Paraguay"
    PERU = "peru", "Peru"
    URUGUAY = "uruguay", "Uruguay"
    VENEZUELA = "venezuela", "Venezuela"
    NETHERLANDS = "netherlands", "Netherlands"
    PORTUGAL = "portugal", "Portugal"
    RUMANIA = "rumania", "Rumania"
    SPAIN = "spain", "Spain"


WORDS: Final = SHARED | Vocabulary(counters=(), flags=(), markers=(), marks=(), tracks=())
"""The words of states, by where these keep them."""
