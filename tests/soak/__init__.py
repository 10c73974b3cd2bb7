"""The soak: random games and random tests for as long as there is time, every seed on record.

`make soak HOURS=n`; docs/oracle.md says how a failure is played again.
"""
