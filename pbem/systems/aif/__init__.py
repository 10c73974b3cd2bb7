"""America in Flames: the war of 1945 on land and in the air, on the engine that it shares."""

from pbem.systems.aif.system import SYSTEM

__all__ = ["SYSTEM"]
