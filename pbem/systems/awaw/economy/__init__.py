"""BRPs: what powers have, and what operations cost (2.5, 9.5)."""
