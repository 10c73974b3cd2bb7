"""How a run is played: the umpire and `adjudicate`."""
