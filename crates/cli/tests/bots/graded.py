"""A bot that plays at random, as well or as badly as its first argument says; the others must arrive as they were sent."""
import json
import random
import sys
import time

manner = sys.argv[1]
if manner == "leaves":
    print("no time for this", file=sys.stderr)
    sys.exit(3)
if manner == "quoted":
    assert sys.argv[2:] == ["a b", "c,d", "it's", 'say "hi"', "", "{}"], sys.argv

for turn, line in enumerate(sys.stdin):
    question = json.loads(line)
    move = random.choice(question["moves"])
    if manner == "raises":
        raise KeyError("best move")
    if manner == "mute":
        continue
    if manner == "illegal" and turn % 3 == 2:
        move = "a1a9"
    if manner == "slow" and turn == 2:
        time.sleep(1000)
    if manner == "unhurried":
        time.sleep(0.2)
    if manner == "crashes" and turn == 2:
        raise ValueError("out of sheep")
    # In one go: a second line that comes late is taken for the next answer.
    more = "\nand that is a good one" if manner == "chatty" else ""
    print(move + more, flush=True)

if manner == "lingers":
    time.sleep(1000)
