"""Global War 1936-1945: the system for pbem, by the chapters of its rulebook."""

from pbem.systems.gw.system import SYSTEM

__all__ = ["SYSTEM"]
