"""A bot that makes any legal move: read a line, choose, write a line."""
import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    print(random.choice(question["moves"]), flush=True)
