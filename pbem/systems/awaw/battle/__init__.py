"""Pure kernels of battle: what results and multipliers of rule 3 mean."""
