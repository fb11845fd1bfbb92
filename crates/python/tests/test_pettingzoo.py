"""PettingZoo's own tests, for every variant of every game."""

import warnings

import pytest
from listed import VARIANTS
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as check_state
from pettingzoo.test.state_test import test_state_space as check_state_space

from pettingzoo.utils.conversions import aec_to_parallel
from pettingzoo.utils.wrappers import BaseWrapper

import bellwether as bw
from bellwether import pettingzoo


@pytest.mark.parametrize("text", VARIANTS)
def test_every_game_passes_pettingzoos_tests(text):
    with warnings.catch_warnings():
        # Advice for environments of pixels.
        warnings.simplefilter("ignore", UserWarning)
        api_test(pettingzoo.env(text, max_game_length=120), num_cycles=150, verbose_progress=False)
        seed_test(lambda: pettingzoo.env(text, max_game_length=40), num_cycles=60)
        check_state_space(pettingzoo.env(text))
        check_state(pettingzoo.env(text, max_game_length=40), 10)


class AnyAction(BaseWrapper):
    """Plays a legal action whatever is asked for: PettingZoo's test of cycles draws from all actions, without the mask."""

    metadata = {"is_parallelizable": True}

    def step(self, action):
        if action is not None:
            legal = self.observe(self.agent_selection)["action_mask"].nonzero()[0]
            # With these nobody is shut in, and no game is over, before all have had four turns.
            action = int(legal[3 * len(legal) // 5])
        super().step(action)


@pytest.mark.parametrize("text", VARIANTS)
def test_every_game_passes_pettingzoos_test_of_cycles(text):
    """The test wants a parallel environment too, which games for one move at a time are not: PettingZoo's own conversion
    makes one, in which the players of a cycle choose in turn."""
    if text.startswith("wolf-and-sheep") and "wolf=" not in text:
        # A wolf that chooses its square moves twice at first, and such a game has no cycles.
        text += ("," if ":" in text else ":") + "wolf=a1"

    class Module:
        @staticmethod
        def env(max_cycles):
            return AnyAction(pettingzoo.env(text, max_cycles=max_cycles))

        @staticmethod
        def parallel_env(max_cycles):
            return aec_to_parallel(Module.env(max_cycles))

    max_cycles_test(Module)


@pytest.mark.parametrize("text", VARIANTS)
def test_every_game_passes_pettingzoos_test_of_rendering(text, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        render_test(lambda **settings: pettingzoo.env(text, **settings), custom_tests={"ansi": lambda board: len(board.splitlines()) > 2})
    assert "·" in capsys.readouterr().out


def test_what_cannot_be_rendered_is_refused():
    with pytest.raises(ValueError, match="render_mode is 'ansi' or 'human', not 'gif'"):
        pettingzoo.raw_env("connect-four", render_mode="gif")


def test_a_long_game_is_truncated_and_a_won_one_terminated():
    env = pettingzoo.raw_env("wolves-eat-sheep", max_game_length=5)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        assert reward == 0 and not terminated
        action = None if truncated else int(observation["action_mask"].argmax())
        env.step(action)
    env = pettingzoo.raw_env("connect-four:columns=2,rows=2,connect=2")
    env.reset()
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] = reward
        assert not truncated
        env.step(None if terminated else int(observation["action_mask"].argmax()))
    assert rewards == {"player_0": 1.0, "player_1": -1.0}


def test_options_belong_to_a_game_that_is_made_already_too():
    env = pettingzoo.raw_env(bw.load_game("breakthrough"), rows=6)
    assert env.observation_space("player_0")["observation"].shape == (3, 6, 8)
    assert pettingzoo.raw_env(bw.load_game("wolves-eat-sheep", max_game_length=7)).game.max_game_length() == 7


def test_what_makes_no_sense_is_refused():
    with pytest.raises(ValueError, match="max_cycles is at least 1, not -1"):
        pettingzoo.raw_env("connect-four", max_cycles=-1)
    env = pettingzoo.raw_env("connect-four")
    env.reset()
    with pytest.raises(ValueError, match="there is no agent 'red': agents are player_0, player_1"):
        env.observe("red")


def test_an_illegal_action_loses():
    env = pettingzoo.env("connect-four")
    env.reset()
    for column in [0] * 6:
        env.step(column)
    mover = env.agent_selection
    env.step(0)
    assert env.terminations[mover] and env.rewards[mover] == -1
