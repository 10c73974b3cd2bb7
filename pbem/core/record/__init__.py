"""What is on record: states, the events that change them, dice, the ledger, views of both."""
