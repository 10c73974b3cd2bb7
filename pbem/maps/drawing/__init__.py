"""Maps and counters drawn."""
