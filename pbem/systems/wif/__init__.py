"""World in Flames, Collector's Edition: the land impulse and what it needs."""

from pbem.systems.wif.sequence import SYSTEM

__all__ = ["SYSTEM"]
