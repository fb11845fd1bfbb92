"""A bot for Bellwether: at each of its turns one line of JSON comes in, and one move goes out."""
import json
import random
import re
import sys


def worth(move, turn):
    """How much you like a move: the bot plays one that it likes best. Make this clever.

    turn["board"]    the rows from the top, each a list of squares: "." is empty, "#" is no square
    turn["seat"]     who you are, from 1
    turn["history"]  the moves so far
    turn["time"]     how many seconds you have, if there is a limit
    """
    column, rank = re.findall(r"([a-z])(\d*)", move)[-1]  # where the move ends: e5 in d4e5; some moves name no row
    row = turn["board"][len(turn["board"]) - int(rank or 1)]
    takes = row[ord(column) - ord("a")] != "."  # something stands there: it is taken
    return takes + random.random()


for line in sys.stdin:  # ends when the game does
    turn = json.loads(line)
    move = max(turn["moves"], key=lambda move: worth(move, turn))
    print(f"ply {turn['ply']}: {move}", file=sys.stderr)  # standard error is your log
    print(move, flush=True)  # without flush the move may not arrive in time
