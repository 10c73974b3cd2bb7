"""Demo: a system to begin from.

DEMO-1  North moves first, then south; each of three turns is one impulse of either side.
DEMO-2  March: a unit goes to a place beside its own, and its power controls where it goes.
DEMO-3  Clash: where an enemy stands, strengths and a die find the result on a chart; whoever drives
        the enemy out may go in or stay. Option: behind a wall defenders count double.
DEMO-4  Supply: not yet done.
"""

from pbem.skeleton.demo.system import SYSTEM

__all__ = ["SYSTEM"]
