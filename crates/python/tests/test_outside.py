"""A game from outside, written in Rust: examples/your-game/python is the package with Domineering in it.

`cargo xtask python` builds its wheel; here it is unpacked and used by a Python of its own, since a process loads one such
module.
"""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

WHEELS = Path(__file__).parents[3] / "target" / "python" / "outside"

PROGRAM = """
import sys, warnings
import bellwether as bw
from bellwether import openspiel, pettingzoo
import pyspiel
from pettingzoo.test import api_test

assert bw.__file__.startswith(sys.argv[1]), bw.__file__
assert {"domineering", "breakthrough"} <= set(bw.games())
game = bw.load_game("domineering", rows=4, columns=4)
state = game.new_initial_state()
choice = bw.agent("pvs:depth=4").choose(state)
state.apply_action(choice.action)
assert len(state.legal_actions()) == state.legal_actions_mask().sum() == len(state.legal_moves())
# The example's agent plays every game, also ours.
assert bw.agent("flat:games=2").choose(bw.load_game("breakthrough").new_initial_state()).text
assert bw.match(game, "pvs:depth=3", "flat:games=5", games=2, openings="random").summary["games"] == 2
table = bw.open_table(game)
assert table.value(game.new_initial_state()).value in (1, -1)
env = bw.BatchEnv(game, 40, seed=1)
for _ in range(20):
    env.step_random()
assert env.observations.shape[0] == 40
warnings.simplefilter("ignore")
api_test(pettingzoo.env("domineering:rows=4,columns=4"), num_cycles=50)
pyspiel.random_sim_test(pyspiel.load_game(openspiel.register(game)), num_sims=1, serialize=True, verbose=False)
print("all of it")
"""


def test_a_game_from_outside_is_there_like_ours(tmp_path):
    wheels = sorted(WHEELS.glob("bellwether-*.whl"))
    if not wheels:
        pytest.fail("there is no wheel of examples/your-game/python: `cargo xtask python` builds it")
    zipfile.ZipFile(wheels[-1]).extractall(tmp_path)
    words = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    out = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert out.returncode == 0 and out.stdout.endswith("all of it\n"), out.stdout + out.stderr
