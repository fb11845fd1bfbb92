"""Every game as an environment of PettingZoo: `env = bellwether.pettingzoo.env("breakthrough")`.

Needs PettingZoo: `pip install bellwether[pettingzoo]`.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from bellwether._native import Game, State, load_game

Observation = dict[str, Any]


def env(
    game: Game | str = "breakthrough",
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: Any,
) -> AECEnv[str, Any, Any]:
    """The environment with PettingZoo's usual checks around it: illegal actions end a game, wrong calls are refused."""
    raw = raw_env(game, render_mode=render_mode, max_cycles=max_cycles, **options)
    checked = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return cast("AECEnv[str, Any, Any]", wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked)))


class raw_env(AECEnv[str, Observation, Any]):
    """The environment without checks.

    Agents are 'player_0', 'player_1', …; an observation has the planes that the player sees ('observation') and the
    legal actions ('action_mask'). Rewards come when the game ends. With `max_cycles` a game is cut off after so many turns
    of each player.
    """

    def __init__(
        self,
        game: Game | str = "breakthrough",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = load_game(game, **options)
        if max_cycles is not None:
            if max_cycles < 1:
                raise ValueError(f"max_cycles is at least 1, not {max_cycles}")
            length = max_cycles * self.game.num_players()
            self.game = load_game(str(self.game), max_game_length=min(length, self.game.max_game_length()))
        self.metadata: dict[str, Any] = {
            "name": f"bellwether_{self.game.name.replace('-', '_')}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is 'ansi' or 'human', not '{render_mode}'")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        self.agents = self.possible_agents[:]
        count = self.game.num_distinct_actions()
        shape = self.game.observation_tensor_shape()
        observation = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 255.0, shape=shape, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, shape=(count,), dtype=np.int8),
            }
        )
        # The same objects on every call, as PettingZoo asks.
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.state_space = spaces.Box(-1.0, 255.0, shape=shape, dtype=np.float32)
        self._state: State = self.game.new_initial_state()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. Nothing in our games is left to chance, so a seed changes only what spaces sample."""
        if seed is not None:
            for number, agent in enumerate(self.possible_agents):
                self.action_spaces[agent].seed(seed + number)
        self.agents = self.possible_agents[:]
        self._state = self.game.new_initial_state()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        return self.possible_agents[self._state.current_player()]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and its legal actions: none unless it is to move."""
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}: agents are {', '.join(self.possible_agents)}")
        seat = self.possible_agents.index(agent)
        return {
            "observation": self._state.observation_tensor(seat),
            "action_mask": self._state.legal_actions_mask(seat).view(np.int8),
        }

    def state(self) -> NDArray[np.float32]:
        """The whole position as planes: in a hidden game only its players' common view, that of the first."""
        return self._state.observation_tensor(0)

    def step(self, action: Any) -> None:
        """Plays the action of the agent that is selected."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._state.apply_action(int(action))
        if self._state.is_terminal():
            for agent, payoff in zip(self.possible_agents, self._state.returns()):
                self.rewards[agent] = payoff
                self.terminations[agent] = not self._state.is_truncated()
                self.truncations[agent] = self._state.is_truncated()
            seat = self.possible_agents.index(self.agent_selection)
            self.agent_selection = self.possible_agents[(seat + 1) % len(self.possible_agents)]
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.agent_selection = self._mover()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text: returned in mode 'ansi', printed in mode 'human'."""
        board = self._state.board()
        if self.render_mode == "human":
            print(board)
            return None
        return board

    def close(self) -> None:
        """There is nothing to close."""
