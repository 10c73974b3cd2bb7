"""`make measure`: how dense and how tangled the code is, and which functions are over a limit."""
