"""The game systems; each package exports SYSTEM, the one thing that the core sees."""
