"""Set-ups of the scenarios, made from their tables."""
