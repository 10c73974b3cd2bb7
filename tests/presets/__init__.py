"""What each preset of Global War is worth: a hundred battles in each of some positions."""
