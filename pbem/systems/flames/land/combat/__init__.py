"""Land combat: attacks, support, the combat result and what follows from it."""
