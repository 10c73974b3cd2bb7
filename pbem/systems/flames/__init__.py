"""What World in Flames and America in Flames share: one engine, which names neither of them."""
