"""Our games in OpenSpiel, so that its algorithms run on them.

>>> import pyspiel
>>> from bellwether import openspiel
>>> game = pyspiel.load_game(openspiel.register("breakthrough:rows=5,columns=4"))

Needs OpenSpiel: `pip install bellwether[openspiel]`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from bellwether._native import Game, State, load_game


_REGISTERED: dict[str, Game] = {}
"""What was registered here."""


def register(game: Game | str, name: str | None = None, **options: Any) -> str:
    """Registers a game with its options into OpenSpiel, and returns the name it has there.

    By default the name is made from the game's text: 'bellwether_breakthrough_rows_5_columns_4'. The same game is
    registered once; a name that is another game's is refused, for OpenSpiel forgets no game.
    """
    ours = load_game(game, **options)
    if name is None:
        text = str(ours)
        if ours.max_game_length() != load_game(text).max_game_length():
            text += f"_max_game_length_{ours.max_game_length()}"
        name = "bellwether_" + "".join(letter if letter.isalnum() else "_" for letter in text)
    if _REGISTERED.get(name) == ours:
        return name
    if name in pyspiel.registered_names():
        raise ValueError(f"OpenSpiel has another game called '{name}'")
    hidden = ours.is_hidden()
    information = pyspiel.GameType.Information
    utility = pyspiel.GameType.Utility
    is_zero_sum = ours.utility_sum() == 0
    game_type = pyspiel.GameType(
        short_name=name,
        long_name=f"{ours.title} ({ours})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if is_zero_sum else utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=ours.num_players(),
        min_num_players=ours.num_players(),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    game_info = pyspiel.GameInfo(
        num_distinct_actions=ours.num_distinct_actions(),
        max_chance_outcomes=0,
        num_players=ours.num_players(),
        min_utility=ours.min_utility(),
        max_utility=ours.max_utility(),
        utility_sum=ours.utility_sum(),
        max_game_length=ours.max_game_length(),
    )

    class RegisteredGame(pyspiel.Game):
        """One of Bellwether's games, as OpenSpiel knows games."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(game_type, game_info, params or {})

        def new_initial_state(self) -> OpenSpielState:
            return OpenSpielState(self, ours.new_initial_state())

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OpenSpielObserver:
            return OpenSpielObserver(ours)

    pyspiel.register_game(game_type, RegisteredGame)
    _REGISTERED[name] = ours
    return name


class OpenSpielState(pyspiel.State):
    """A state of one of our games, as OpenSpiel knows states. `ours` is the state itself."""

    def __init__(self, game: Any, ours: State) -> None:
        super().__init__(game)
        self.ours = ours

    def current_player(self) -> int:
        return self.ours.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.ours.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.ours.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.ours.action_to_string(player, action)

    def is_terminal(self) -> bool:
        return self.ours.is_terminal()

    def returns(self) -> list[float]:
        return self.ours.returns()

    def information_state_string(self, player: int | None = None) -> str:
        return self.ours.information_state_string(player)

    def observation_string(self, player: int | None = None) -> str:
        return self.ours.observation_string(player)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        return [float(number) for number in self.ours.observation_tensor(player).ravel()]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """A state that this player cannot tell from this one, as information-set MCTS asks for it."""
        return OpenSpielState(self.get_game(), self.ours.resample_from_infostate(player, sampler))

    def __str__(self) -> str:
        return str(self.ours)


class OpenSpielObserver:
    """What a player sees, as OpenSpiel's algorithms ask for it."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.observation_tensor_shape())}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Writes what a player sees into the tensor."""
        self.tensor[:] = state.ours.observation_tensor(player).ravel()

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What a player sees, as text."""
        return state.ours.observation_string(player)
