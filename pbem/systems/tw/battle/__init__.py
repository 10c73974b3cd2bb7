"""Pure kernels of ground combat: odds, terrain, modifiers (10)."""
