"""Children of a fork: they have none of the threads that their parent had."""

import subprocess
import sys

import pytest

CALLS = {
    "batch": "steps(bw.BatchEnv('breakthrough', 3000, seed=1))",
    "batch with threads": "steps(bw.BatchEnv('breakthrough', 3000, seed=1, threads=2))",
    "perft": "state.perft(4)",
    "solve": "len(bw.solve(SMALL, tempfile.mkdtemp()).positions()['tier'])",
    "observations": "table.observations(found['tier'], found['index']).sum()",
    "search": "bw.agent('pvs:depth=3,threads=2').choose(state).text",
    "match": "bw.match(SMALL, 'perfect', 'random', games=2).summary['games']",
    "puzzle": "bw.generate_puzzle(6, 6).count()",
}

PROGRAM = """
import multiprocessing, os, sys, tempfile, warnings
import bellwether as bw
warnings.simplefilter("ignore", DeprecationWarning)  # Of forks in processes with threads, from Python 3.12 on.
SMALL = "connect-four:columns=4,rows=3,connect=3"
state = bw.load_game("breakthrough").new_initial_state()
table = bw.solve(SMALL, tempfile.mkdtemp())
found = table.positions()

def steps(env):
    for _ in range(5):
        env.step_random()
    return env.players.sum()

def call(_=None):
    return {call}

{setup}
with multiprocessing.get_context("fork").Pool(1) as pool:
    print(pool.apply_async(call).get(60), {expected})
"""


def told(call, setup, expected):
    program = PROGRAM.format(call=call, setup=setup, expected=expected)
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert out.returncode == 0, out.stderr[-2000:]
    return out.stdout


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_forked_child_does_what_its_parent_does(call):
    one, other = told(call, "before = call()", "before").split()
    assert one == other


def test_a_batch_with_threads_of_its_own_stays_with_its_process():
    call = "attempt()"
    setup = """
env = bw.BatchEnv("breakthrough", 100, threads=2)
shared = bw.BatchEnv("breakthrough", 100)
def attempt():
    shared.step_random()
    try:
        env.step_random()
    except RuntimeError as error:
        return error
"""
    sentence = "the threads of this BatchEnv did not come along when the process was forked: make it in the child"
    assert told(call, setup, "'.'") == f"{sentence} .\n"
