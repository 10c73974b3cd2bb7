"""Small changes of rule code and rule data, and whether the cases and tests notice them.

`make mutants` draws some (`code`, `data`), finds the tests that reach each (`reach`), makes one
change at a time in a forked process and runs them there (`trial`), and tells what survived, with
its clauses (`claims`). What came of each is kept (`kept`), so that a run goes on where it stopped,
and coverage can say how many of a clause's changes were bitten.
"""
