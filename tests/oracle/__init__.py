"""The oracle: random games kept as what was sent in, with all that came of it.

`make oracle` plays every kept game again and tells, in words, where the program now plays
otherwise; docs/oracle.md says how it is used.
"""
