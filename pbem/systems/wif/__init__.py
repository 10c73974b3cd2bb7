"""World in Flames, Collector's Edition: the land impulse and what it needs."""

from pbem.systems.wif.system import SYSTEM

__all__ = ["SYSTEM"]
