from pbem.core.game import Game
from pbem.core.state import State

NAMES = {}
PARAGRAPHS = {}


def heading(state: State, game: Game) -> str:
    return state.clock.name
