"""Bellwether: board games, agents that play them, matches between agents, and arrays for learning.

>>> import bellwether as bw
>>> state = bw.load_game("breakthrough", rows=6, columns=6).new_initial_state()
>>> state.apply_action("a2a3")
>>> state.current_player()
1

Games and states have OpenSpiel's method names and meanings. `docs/python.md` tells more.
"""

from bellwether._match import MatchResult, Record, match, read_record
from bellwether._native import (
    Agent,
    Alternative,
    BatchEnv,
    Choice,
    Game,
    IllegalMove,
    Score,
    State,
    __version__,
    agent,
    games,
    load_game,
)

__all__ = [
    "Agent",
    "Alternative",
    "BatchEnv",
    "Choice",
    "Game",
    "IllegalMove",
    "MatchResult",
    "Record",
    "Score",
    "State",
    "__version__",
    "agent",
    "games",
    "load_game",
    "match",
    "read_record",
]
