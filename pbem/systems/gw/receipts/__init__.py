"""What a receipt tells of an order file: money, wars, cargo, landings, builds that wait."""
