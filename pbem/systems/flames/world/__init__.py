"""What positions are made of, in every book of this engine."""
