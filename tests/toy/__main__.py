"""The pbem command with the toy system in it: `python -m toy new toy/duel DIR`."""

import toy  # noqa: F401 (registers the system)
from pbem.cli import main

main()
