"""A World at War: rules 1 to 9, and for the rest what owners' charts and the moderator say."""

from pbem.systems.awaw.system import SYSTEM

__all__ = ["SYSTEM"]
