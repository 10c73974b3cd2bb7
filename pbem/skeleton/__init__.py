"""The system that `pbem system new` copies: a whole one in a few hundred lines, to be replaced."""
