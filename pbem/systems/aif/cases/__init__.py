"""What cases of America in Flames may ask of single rules."""
