"""Actions of an impulse, its last one, and the decisions of its battles."""
