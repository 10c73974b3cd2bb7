"""Land units on the move: marches, rail, overruns, emergency supply, reorganisation."""
