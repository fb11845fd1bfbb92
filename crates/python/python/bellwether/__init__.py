"""Bellwether: board games, agents that play them, matches between agents, and arrays for learning.

>>> import bellwether as bw
>>> state = bw.load_game("breakthrough", rows=6, columns=6).new_initial_state()
>>> state.apply_action("a2a3")
>>> state.current_player()
1

Games and states have OpenSpiel's method names and meanings. `docs/python.md` tells more.
"""

from bellwether._grade import Grade, grade
from bellwether._match import MatchResult, Record, match, read_record, resume_match
from bellwether._native import (
    Agent,
    Alternative,
    BatchEnv,
    Choice,
    Game,
    IllegalMove,
    Puzzle,
    Score,
    State,
    Table,
    __version__,
    agent,
    games,
    generate_puzzle,
    load_game,
    open_table,
    register_game,
    solve,
)
from bellwether._replay import Replay, replay

__all__ = [
    "Agent",
    "Alternative",
    "BatchEnv",
    "Choice",
    "Game",
    "Grade",
    "IllegalMove",
    "MatchResult",
    "Puzzle",
    "Record",
    "Replay",
    "Score",
    "State",
    "Table",
    "__version__",
    "agent",
    "games",
    "generate_puzzle",
    "grade",
    "load_game",
    "match",
    "open_table",
    "read_record",
    "register_game",
    "replay",
    "resume_match",
    "solve",
]
