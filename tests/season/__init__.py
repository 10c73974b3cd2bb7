"""Games played by mail alone: servers, mail programs, a moderator, and proofs at the end."""
