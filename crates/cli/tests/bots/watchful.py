"""A bot that makes any legal move, and crashes if it is shown more than its seat may see."""
import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    seat = question["seat"]
    letter = "abcd"[seat - 1]
    flocks = [cell for row in question["board"] for cell in row if ":" in cell]
    for flock in flocks:
        owner, count = flock.split(":")
        assert (count == "?") == (int(owner) != seat), flock
    for other in "abcd".replace(letter, ""):
        before, *rest = question["position"].split(" ")[0].split(other)
        assert all(part.startswith("?") for part in rest), question["position"]
    for ply, move in enumerate(question["history"]):
        assert ":" not in move or move.split("-")[0] and len(question["history"]) > 4, move
    assert question["ply"] == len(question["history"]) and question["seats"] == 4
    print(random.choice(question["moves"]), flush=True)
