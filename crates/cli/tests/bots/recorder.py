"""A bot that writes down what it is asked, in the file `asked` of its folder, and plays the first move."""
import json
import sys

with open("asked", "a") as asked:
    for line in sys.stdin:
        asked.write(line)
        asked.flush()
        print(json.loads(line)["moves"][0], flush=True)
