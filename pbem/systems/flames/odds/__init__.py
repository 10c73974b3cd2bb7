"""The odds of battles: kernels and steps of play, in every way that dice can fall."""
