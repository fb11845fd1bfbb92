"""BatchEnv: many games at once."""

import numpy as np
import pytest

import bellwether as bw

VARIANTS = [
    "breakthrough:rows=5,columns=4",
    "breakthrough:rows=11,columns=11",
    "wolf-and-sheep",
    "wolves-eat-sheep",
    "connect-four",
    "battle-sheep:hidden",
]


@pytest.mark.parametrize("text", VARIANTS)
def test_a_batch_is_single_games(text):
    game = bw.load_game(text, max_game_length=50)
    n = 33
    env = bw.BatchEnv(game, n, seed=3)
    twins = [game.new_initial_state() for _ in range(n)]
    ends = 0
    for _ in range(120):
        actions = env.sample()
        for index, action in enumerate(actions):
            twins[index].apply_action(int(action))
        env.step(actions)
        for index, twin in enumerate(twins):
            assert env.rewards[index].tolist() == np.float32(twin.returns()).tolist()
            assert env.terminated[index] == (twin.is_terminal() and not twin.is_truncated())
            assert env.truncated[index] == twin.is_truncated()
            if twin.is_terminal():
                ends += 1
                twins[index] = twin = game.new_initial_state()
            assert env.players[index] == twin.current_player()
            assert env.state(index) == twin
            assert np.array_equal(env.masks[index], twin.legal_actions_mask())
            assert np.array_equal(env.observations[index], twin.observation_tensor())
    assert ends > n


def test_arrays_are_made_once():
    env = bw.BatchEnv("breakthrough", 4)
    arrays = [env.observations, env.masks, env.rewards, env.players, env.terminated, env.truncated]
    shapes = [(4, 3, 8, 8), (4, 256), (4, 2), (4,), (4,), (4,)]
    kinds = [np.float32, np.bool_, np.float32, np.int64, np.bool_, np.bool_]
    assert [array.shape for array in arrays] == shapes
    assert [array.dtype for array in arrays] == kinds
    env.step(env.sample())
    assert all(array is again for array, again in zip(arrays, [env.observations, env.masks, env.rewards]))
    assert len(env) == 4 and str(env.game) == "breakthrough"


@pytest.mark.parametrize("text", VARIANTS)
def test_random_steps_are_steps_with_drawn_actions(text):
    game = bw.load_game(text, max_game_length=30)
    whole = bw.BatchEnv(game, 40, seed=5)
    bare = bw.BatchEnv(game, 40, seed=5, observations=False, masks=False)
    ends = 0
    for _ in range(60):
        drawn = whole.sample().copy()
        whole.step(drawn)
        assert np.array_equal(bare.step_random(), drawn)
        for name in ("rewards", "players", "terminated", "truncated"):
            assert np.array_equal(getattr(whole, name), getattr(bare, name)), name
        ends += int((whole.terminated | whole.truncated).sum())
    assert ends >= 40 and whole.state(7) == bare.state(7)
    for name in ("observations", "masks"):
        with pytest.raises(ValueError, match=f"this BatchEnv was made with {name}=False"):
            getattr(bare, name)


@pytest.mark.parametrize("threads", [1, 2, None])
def test_the_same_seed_plays_the_same_games(threads):
    env = bw.BatchEnv("connect-four", 500, seed=11, threads=threads)
    for _ in range(30):
        env.step(env.sample())
    # What one thread plays.
    expected = bw.BatchEnv("connect-four", 500, seed=11, threads=1)
    for _ in range(30):
        expected.step(expected.sample())
    assert np.array_equal(env.observations, expected.observations)
    env.reset(11)
    expected.reset(12)
    assert not np.array_equal(env.sample(), expected.sample())


def test_bad_actions_are_refused_and_change_nothing():
    env = bw.BatchEnv("breakthrough", 3)
    actions = env.sample().copy()
    before = env.observations.copy()
    actions[1] = 255
    with pytest.raises(bw.IllegalMove, match="action 255 of game 1 is not legal in .*: nothing was played"):
        env.step(actions)
    with pytest.raises(ValueError, match="there are 2 actions for 3 games"):
        env.step(actions[:2])
    for strange in ([0.5, 1.5, 2.5], [[1, 2, 3]], ["a"] * 3, None, 3):
        with pytest.raises(TypeError, match="actions are an array of whole numbers, of one dimension"):
            env.step(strange)
    with pytest.raises(ValueError, match="actions has numbers that are too large"):
        env.step(np.array([2**63, 0, 0], np.uint64))
    with pytest.raises(ValueError, match="there is no game 3: games are 0 to 2"):
        env.state(3)
    assert np.array_equal(env.observations, before)
    for n in [0, 1 << 30]:
        with pytest.raises(ValueError, match="n is 1 to"):
            bw.BatchEnv("breakthrough", n)
    with pytest.raises(ValueError, match="threads is 1 to 256"):
        bw.BatchEnv("breakthrough", 1, threads=0)


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint64, list, tuple])
def test_actions_are_whole_numbers_of_any_size(kind):
    env, same = bw.BatchEnv("connect-four", 3), bw.BatchEnv("connect-four", 3)
    env.step(np.array([0, 3, 6], np.int64))
    same.step(kind([0, 3, 6]) if kind in (list, tuple) else np.array([0, 3, 6], kind))
    assert np.array_equal(env.observations, same.observations)


def test_strided_actions_are_read():
    env = bw.BatchEnv("connect-four", 3)
    env.step(np.array([0, 9, 1, 9, 2, 9], np.int64)[::2])
    assert [env.state(index).board().splitlines()[5].split().count("·") for index in range(3)] == [6, 6, 6]
