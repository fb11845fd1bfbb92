"""How long a call takes to end after Ctrl-C, at many random moments.

`python crates/python/benches/interrupts.py [MOMENTS [NAME ...]]` prints the least, the median and the most of each call
that can take long. A thread sends a real SIGINT to the process while the main thread is inside the call; what is counted is
the time from there to the exception. `solve` goes on in the same folder each time, so the moments are spread over all of it.
"""

import os
import random
import signal
import statistics
import sys
import tempfile
import threading
import time

import bellwether as bw

LONGEST_WAIT = 1.0


def slow(state):
    """An agent of Python."""
    time.sleep(0.01)
    return state.legal_actions()[0]


def calls(folder):
    state = bw.load_game("breakthrough").new_initial_state()
    four = bw.load_game("connect-four:columns=5,rows=4").new_initial_state()
    puzzle = bw.generate_puzzle(20, 20, seed=0)

    def choose(text, position=state):
        return lambda: bw.agent(text).choose(position)

    return {
        "pvs": choose("pvs:time=600"),
        "pvs, 2 threads, 256 MB": choose("pvs:time=600,threads=2,hash=256"),
        "mcts": choose("mcts:time=600"),
        "uct": choose("uct:time=600"),
        "alphabeta": choose("alphabeta:depth=30"),
        "minimax": choose("minimax:depth=30"),
        "perfect, solves in memory": choose("perfect", four),
        "match": lambda: bw.match("breakthrough", "mcts:time=600", "pvs:time=600", games=50),
        "match of Python": lambda: bw.match("breakthrough", slow, "random", games=50),
        "grade": lambda: bw.grade("breakthrough", slow),
        "solve, own solver": lambda: bw.solve("wolves-eat-sheep", os.path.join(folder, "wolves")),
        "solve, a proof": lambda: bw.solve("breakthrough", os.path.join(folder, "breakthrough")),
        "solve, any game's solver": lambda: bw.solve("connect-four:columns=5,rows=4", os.path.join(folder, "four")),
        "open_table, in memory": lambda: bw.open_table("connect-four:columns=5,rows=4", folder),
        # To solve one takes a tenth of a second at most.
        "Puzzle.count": puzzle.count,
        "generate_puzzle": lambda: bw.generate_puzzle(60, 60),
        "perft": lambda: state.perft(30),
    }


def latency(call, rng):
    """Seconds from the signal to the exception; None if the call ended by itself."""
    sent = 0.0

    def send():
        nonlocal sent
        sent = time.perf_counter()
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(rng.uniform(0.02, LONGEST_WAIT), send)
    try:
        timer.start()
        call()
        timer.cancel()
        timer.join()
        return None
    except KeyboardInterrupt:
        return time.perf_counter() - sent


def main():
    # Behind a shell's & it would be ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    moments = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        for name, call in calls(folder).items():
            if sys.argv[2:] and not any(wanted in name for wanted in sys.argv[2:]):
                continue
            found = [seconds for seconds in (latency(call, rng) for _ in range(moments)) if seconds is not None]
            if not found:
                print(f"{name:<28} ended by itself each time")
                continue
            least, middle, most = (1000 * value for value in (min(found), statistics.median(found), max(found)))
            print(f"{name:<28} {least:>6.0f} {middle:>6.0f} {most:>6.0f} ms  ({len(found)} moments)", flush=True)


if __name__ == "__main__":
    main()
