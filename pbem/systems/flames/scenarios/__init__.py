"""World in Flames: how scenarios are set up."""
