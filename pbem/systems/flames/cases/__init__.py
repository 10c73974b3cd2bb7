"""What cases of both books may ask of single rules."""
