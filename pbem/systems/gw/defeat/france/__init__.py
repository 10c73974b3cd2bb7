"""The fall of France: fates of its colonies and ships, Vichy (14.3, 14.4)."""
