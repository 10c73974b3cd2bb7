"""The subcommands of pbem protest, one module each."""
