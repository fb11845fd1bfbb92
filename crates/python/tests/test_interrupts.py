"""Ctrl-C ends whatever takes long."""

import signal
import subprocess
import sys
import textwrap
import time

import pytest

LONG = {
    "mcts": 'bw.agent("mcts:time=600").choose(state)',
    "pvs": 'bw.agent("pvs:time=600").choose(state)',
    "pvs with threads and memory": 'bw.agent("pvs:time=600,threads=2,hash=256").choose(state)',
    "alphabeta": 'bw.agent("alphabeta:depth=30").choose(state)',
    "uct": 'bw.agent("uct:time=600").choose(state)',
    "match": 'bw.match("breakthrough", "mcts:time=600", "pvs:time=600", games=50)',
    "match of Python": 'bw.match("breakthrough", slow, "random", games=50)',
    "solve": 'bw.solve("wolves-eat-sheep", folder)',
    "prove": 'bw.solve("breakthrough", folder)',
    "solve by any game's solver": 'bw.solve("connect-four:columns=5,rows=4", folder)',
    "table": 'bw.open_table("connect-four:columns=5,rows=4", folder)',
    "perft": "state.perft(30)",
    "generate a puzzle": "bw.generate_puzzle(60, 60)",
    "grade": 'bw.grade("breakthrough", slow)',
}


@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
def test_ctrl_c_ends_it(call, tmp_path):
    """How long that takes is not decided here; the time is printed for those who want to know (`pytest -s`)."""
    program = textwrap.dedent(
        f"""
        import signal, time, bellwether as bw
        signal.signal(signal.SIGINT, signal.default_int_handler)  # Behind a shell's & it would be ignored.
        state = bw.load_game("breakthrough").new_initial_state()
        folder = {str(tmp_path)!r}

        def slow(state):
            time.sleep(0.01)
            return state.legal_actions()[0]

        print("ready", flush=True)
        try:
            {call}
            print("done", flush=True)
        except KeyboardInterrupt:
            print("ended", flush=True)
        """
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.7)
    sent = time.perf_counter()
    process.send_signal(signal.SIGINT)
    line = process.stdout.readline()
    print(f"ended after {time.perf_counter() - sent:.3f} s")
    process.communicate(timeout=60)
    assert line == "ended\n" and process.returncode == 0


def test_solving_goes_on_at_once(tmp_path):
    """Work that Ctrl-C left alone may still be closing its file: the next call waits for that."""
    program = textwrap.dedent(
        f"""
        import os, signal, bellwether as bw
        signal.signal(signal.SIGINT, signal.default_int_handler)
        game, folder, stops = "wolf-and-sheep:size=8", {str(tmp_path)!r}, 0

        def interrupt(done, total):
            global stops
            if stops < 3:
                stops += 1
                os.kill(os.getpid(), signal.SIGINT)

        while True:
            try:
                table = bw.solve(game, folder, progress=interrupt)
                break
            except KeyboardInterrupt:
                pass
        print(stops, len(os.listdir(folder)), table.value(table.game.new_initial_state()))
        """
    )
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600)
    assert out.returncode == 0, out.stderr
    # Three times Ctrl-C, one file, and the value that docs/solving.md has.
    assert out.stdout == "3 1 lose in 45\n", out.stdout
