"""Air operations: bases, flights, support of ground attacks, air combat, flak (11)."""
