"""What cases ask of single rules."""
