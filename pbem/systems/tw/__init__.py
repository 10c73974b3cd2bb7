"""The War: Europe 1939-1945, on land: logistics, movement, supply, weather and the turn."""

from pbem.systems.tw.system import SYSTEM

__all__ = ["SYSTEM"]
