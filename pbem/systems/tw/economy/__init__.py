"""NARFs: efforts, income, what changes hands, what is built and repaired (3, 4, 14, 15)."""
