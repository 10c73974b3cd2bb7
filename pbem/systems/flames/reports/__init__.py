"""What players are told of an impulse, and of what they have sent."""
