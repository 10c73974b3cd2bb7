"""The subcommands of `pbem map`, one module each."""
