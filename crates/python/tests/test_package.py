"""The package itself: types, documentation, imports, a fuzz of all calls."""

import gc
import inspect
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
from stub_documentation import documented

import bellwether as bw
from bellwether import _native

ROOT = Path(__file__).parents[3]


def test_everything_public_says_what_it_does():
    assert sorted(bw.__all__) == bw.__all__
    for name in bw.__all__:
        thing = getattr(bw, name)
        if name.startswith("__"):
            continue
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for method, value in vars(thing).items():
                is_public = not method.startswith("_") and method not in ("summary", "games", "header")
                assert not is_public or value.__doc__, f"{name}.{method}"


def test_stubs_are_those_of_the_module(tmp_path):
    words = [sys.executable, "-m", "mypy.stubtest", "bellwether._native", "--ignore-disjoint-bases"]
    out = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert out.returncode == 0, out.stdout + out.stderr


def test_documentation_of_stubs_is_that_of_the_module():
    """Editors read the stub, `help()` reads the module."""
    path = ROOT / "crates" / "python" / "python" / "bellwether" / "_native.pyi"
    expected = documented(path.read_text(), _native)
    if os.environ.get("WRITE_STUBS"):
        path.write_text(expected)
    assert path.read_text() == expected, "WRITE_STUBS=1 writes it anew"


PROGRAM = """
import bellwether as bw
state = bw.load_game("breakthrough", rows=6).new_initial_state()
def first(state: bw.State) -> int:
    return state.legal_actions()[0]
reveal_type(bw.agent("pvs").choose(state).action)
reveal_type(bw.match("breakthrough", first, "random", games=2).rows())
reveal_type(bw.grade("breakthrough", first).score)
reveal_type(bw.BatchEnv("breakthrough", 8).masks)
"""


def test_the_package_is_typed(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file=", program.name]
    out = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert out.returncode == 0, out.stdout
    assert 'Revealed type is "int"' in out.stdout and "bool" in out.stdout, out.stdout


def test_the_sources_are_typed():
    words = [sys.executable, "-m", "mypy", "--strict"]
    out = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    assert out.returncode == 0, out.stdout


def test_pyright_finds_nothing(tmp_path):
    """Strictly, in the package and in a program that uses it; our own stubs are what it knows of the native module."""
    package = os.path.relpath(Path(bw.__file__).parent, tmp_path)
    settings = {"include": [package, "program.py"], "exclude": [], "typeCheckingMode": "strict"}
    # Of packages without types, or that are not installed here (pandas), nothing is known.
    settings |= {f"reportUnknown{what}Type": False for what in ("Member", "Variable", "Argument", "Parameter")}
    unknown = ("MissingTypeStubs", "MissingImports", "UntypedBaseClass", "PrivateUsage")
    settings |= {f"report{what}": False for what in unknown}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    (tmp_path / "program.py").write_text(PROGRAM)
    words = [sys.executable, "-m", "pyright", "--project", str(tmp_path), "--pythonpath", sys.executable]
    out = subprocess.run(words, capture_output=True, text=True)
    assert out.returncode == 0 and "0 errors" in out.stdout, out.stdout + out.stderr
    # It has read both: what it says of the program it knows from the package.
    assert 'Type of "bw.grade' in out.stdout and "float | None" in out.stdout, out.stdout


def test_importing_loads_nothing_else():
    program = "import os, sys; before = set(sys.modules); import bellwether; print(*set(sys.modules) - before)"
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert {name.partition(".")[0] for name in out.stdout.split()} == {"__future__", "bellwether"}, out.stdout


STRANGE = [None, -1, 0, 1, 2, 7, 10**6, 2**63, -(2**70), 1.5, "", "a2a3", "\0", "x" * 1000, [], {}, b"", True, object()]
NUMBERS = np.arange(3)
CALLS = int(os.environ.get("BELLWETHER_CALLS", "20000"))


def test_random_calls_neither_crash_nor_leak():
    """Set BELLWETHER_CALLS=1000000 for a long run."""
    rng = random.Random(1)
    texts = ["breakthrough:rows=5,columns=4", "connect-four", "wolves-eat-sheep", "battle-sheep:hidden,cells=20,size=6"]
    games = [bw.load_game(text, max_game_length=80) for text in texts]
    methods = [name for name in dir(bw.State) if not name.startswith("_") and name != "perft"]
    game_methods = [name for name in dir(bw.Game) if callable(getattr(bw.Game, name)) and not name.startswith("_")]

    small = bw.load_game("connect-four:columns=3,rows=3,connect=3")
    table, agent = bw.open_table(small), bw.agent("random")
    choice = agent.choose(small.new_initial_state())
    others = [table, agent, choice, bw.BatchEnv(small, 3), bw.generate_puzzle(4, 4)]
    others += [table.value(small.new_initial_state()), bw.replay(small.new_initial_state())]

    def public(thing):
        return [name for name in dir(thing) if not name.startswith("_")]

    def run(calls):
        state = rng.choice(games).new_initial_state()
        for _ in range(calls):
            if rng.random() < 0.02 or state.is_terminal() and rng.random() < 0.5:
                state = rng.choice(games).new_initial_state()
            legal = state.legal_actions()
            if legal and rng.random() < 0.3:
                state.apply_action(rng.choice(legal))
                continue
            target, names = (state, methods) if rng.random() < 0.8 else (state.get_game(), game_methods)
            if rng.random() < 0.1:
                target = rng.choice(others)
                names = public(target)
            name = rng.choice(names)
            arguments = [rng.choice([*STRANGE, state, NUMBERS]) for _ in range(rng.randrange(3))]
            try:
                found = getattr(target, name)
                if callable(found):
                    found(*arguments)
            except (ValueError, TypeError):
                pass

    def resident():
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    run(CALLS // 4)
    before = resident()
    run(CALLS)
    after = resident()
    print(f"{CALLS} calls: {before / 2**20:.1f} MB before, {after / 2**20:.1f} MB after")
    assert after - before < 20 << 20


def test_texts_from_outside_never_panic():
    rng = random.Random(2)
    game = bw.load_game("battle-sheep:hidden")
    words = [str(game.new_initial_state()), "breakthrough:rows=6", "pvs:time=1", "a2a3", "8/8/8 w", ",", "=", '"', "é", "\n"]
    for _ in range(3000):
        text = "".join(rng.choice(words)[rng.randrange(3) :] for _ in range(rng.randrange(1, 4)))
        for call in (bw.load_game, game.new_initial_state, game.deserialize_state, bw.agent):
            try:
                call(text)
            except ValueError as error:
                assert str(error)


def test_an_array_has_no_other_owner():
    state = bw.load_game("breakthrough").new_initial_state()
    tensor = state.observation_tensor()
    tensor[:] = 7
    assert state.observation_tensor().max() == 1
    assert np.asarray(_native.load_game("connect-four").new_initial_state().legal_actions_mask()).all()
