"""Set-ups from tables of forces."""
