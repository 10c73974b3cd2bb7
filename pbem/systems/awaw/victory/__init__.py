"""How a scenario begins and who wins it (7)."""
