"""Flow Free puzzles, and Gymnasium's own test."""

import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import bellwether as bw
from bellwether.gymnasium import FlowEnv

PUZZLE = "ABC\n___\nABC"


def test_puzzles_are_solved_counted_and_checked():
    puzzle = bw.Puzzle(PUZZLE)
    assert (puzzle.width, puzzle.height, puzzle.colors) == (3, 3, 3)
    assert puzzle.sources == [[0, 6], [1, 7], [2, 8]]
    verdict, solutions = puzzle.solve()
    assert verdict == "unique" and solutions == ["ABC\nABC\nABC\n"] and puzzle.count() == 1
    assert puzzle.check(solutions[0]) is None
    assert "A" in puzzle.check("ABC\nBBC\nABC") or puzzle.check("ABC\nBBC\nABC")
    assert puzzle.pipes(solutions[0]) == "A B C\n│ │ │\nA B C\n"
    assert puzzle.svg(solutions[0]).startswith("<svg") and puzzle._repr_svg_().startswith("<svg")
    assert bw.Puzzle("A_B\n___\nA_B").solve() == ("unsolvable", [])
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle == bw.Puzzle(str(puzzle))


def test_hints_lead_to_the_solution():
    puzzle = bw.generate_puzzle(5, 5, seed=3)
    assert puzzle.solve()[0] == "unique"
    assert puzzle == bw.generate_puzzle(5, 5, seed=3) != bw.generate_puzzle(5, 5, seed=4)
    paths = [[source[0]] for source in puzzle.sources]
    while (hint := puzzle.hint(paths)) is not None:
        color, path = hint
        assert len(path) > len(paths[color])
        paths[color] = path
    assert sum(map(len, paths)) == 25


def test_bad_puzzles_are_refused():
    for call in (
        lambda: bw.Puzzle("AB\nA_"),
        lambda: bw.Puzzle(""),
        lambda: bw.Puzzle(PUZZLE).check("AB"),
        lambda: bw.Puzzle(PUZZLE).hint([[0]]),
        lambda: bw.generate_puzzle(1, 1),
        lambda: bw.generate_puzzle(5, 5, difficulty="mad"),
        lambda: bw.generate_puzzle(5, 5, colors=99),
    ):
        with pytest.raises(ValueError):
            call()


@pytest.mark.parametrize("size", [(3, 3), (5, 5), (7, 6)])
def test_gymnasiums_own_test_passes(size):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(FlowEnv(*size), skip_render_check=True)


def test_gymnasium_makes_it():
    env = gymnasium.make("bellwether/Flow-v0", width=4, height=3)
    assert env.reset(seed=1)[0].shape == (2, 3, 4)
    many = gymnasium.make_vec("bellwether/Flow-v0", num_envs=3, width=4, height=3, colors=3)
    assert many.reset(seed=1)[0].shape == (3, 2, 3, 4)


@pytest.mark.parametrize("action", [-1, 12, 10**6])
def test_there_are_no_other_actions(action):
    env = FlowEnv(puzzle=bw.Puzzle(PUZZLE))
    env.reset()
    with pytest.raises(ValueError, match=f"there is no action {action}: actions are 0 to 11"):
        env.step(action)


def test_the_environment_is_solved_by_the_solution():
    env = FlowEnv(puzzle=bw.Puzzle(PUZZLE), render_mode="ansi")
    observation, info = env.reset(seed=1)
    assert observation.shape == (2, 3, 3) and info["action_mask"].tolist() == [0, 0, 1, 0] * 3
    down = 2
    for color in range(3):
        for _ in range(2):
            observation, reward, terminated, truncated, _ = env.step(4 * color + down)
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert env.render() == "ABC\nABC\nABC" and np.array_equal(observation[0][0], [1, 2, 3])
    env.reset()
    for _ in range(36):
        _, reward, terminated, truncated, _ = env.step(0)
    assert (reward, terminated, truncated) == (0.0, False, True)
