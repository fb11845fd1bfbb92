"""The native part of the package `bellwether`."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "__version__",
    "IllegalMove",
    "Game",
    "State",
    "Agent",
    "Choice",
    "Alternative",
    "Score",
    "BatchEnv",
    "Table",
    "Puzzle",
    "games",
    "load_game",
    "_restore_game",
    "_restore_state",
    "_restore_agent",
    "_restore_score",
    "_restore_alternative",
    "_restore_choice",
    "_observed_state",
    "agent",
    "register_game",
    "generate_puzzle",
    "solve",
    "open_table",
    "_run_match",
    "_resume_match",
    "_read_record",
    "_set_cage_helper",
]

__version__: str

class _Chooser(Protocol):
    def choose(self, state: State, /) -> SupportsIndex | str: ...

class _Random(Protocol):
    def random(self) -> float: ...

_Function: TypeAlias = Callable[[State], SupportsIndex | str]
_AgentLike: TypeAlias = str | Agent | _Function | _Chooser | type[_Chooser]

class IllegalMove(ValueError):
    """A move that the rules do not allow here, or a game that is over."""

@final
class Game:
    """The rules of a game with its options fixed. Made by `load_game`."""

    def new_initial_state(self, position: str | None = None) -> State:
        """The position that a game starts from; or the one of this text."""
    def deserialize_state(self, text: str) -> State:
        """The state that `State.serialize` wrote."""
    def num_players(self) -> int:
        """How many players there are."""
    def num_distinct_actions(self) -> int:
        """How many action numbers there are: actions are 0 up to this, without it."""
    def max_chance_outcomes(self) -> int:
        """No game here rolls dice: zero."""
    def max_game_length(self) -> int:
        """A number of moves that no game exceeds."""
    def observation_tensor_shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns. docs/python.md says what the planes are."""
    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
    def min_utility(self) -> float:
        """The least that a player can get."""
    def max_utility(self) -> float:
        """The most that a player can get."""
    def utility_sum(self) -> float:
        """What all players get together, if that is always the same."""
    def is_hidden(self) -> bool:
        """Whether players see less than everything."""
    def get_parameters(self) -> dict[str, str]:
        """The options that were given, as text."""
    def player_names(self) -> list[str]:
        """What the players are called."""
    def teams(self) -> list[list[int]]:
        """The players that win and lose together, side by side."""
    def agents(self) -> list[dict[str, Any]]:
        """The agents that play this game: a dictionary for each, with its name, summary and options."""
    @property
    def name(self) -> str:
        """The name of the game, without its options."""
    @property
    def title(self) -> str:
        """The name of the game as people write it."""
    @property
    def rules(self) -> str:
        """The rules, as Markdown."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str, int]]: ...

@final
class State:
    """A position of a game, and the actions that led to it."""

    def current_player(self) -> int:
        """The player to move, from 0; -4 (OpenSpiel's TERMINAL) when the game is over."""
    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions in rising order; none of a player whose turn it is not."""
    def legal_actions_mask(self, player: int | None = None) -> NDArray[np.bool_]:
        """For every action number whether it is legal, as an array of bool."""
    def apply_action(self, action: SupportsIndex | str) -> None:
        """Makes a move: an action number, or the move's text. Raises `IllegalMove` if it is not legal, and the state stays."""
    def child(self, action: SupportsIndex | str) -> State:
        """The state after a move; this one stays."""
    def clone(self) -> State:
        """A copy."""
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    def is_truncated(self) -> bool:
        """Whether the game was cut off because it is too long: a tie that the rules do not know."""
    def is_chance_node(self) -> bool:
        """No game here rolls dice: never."""
    def is_simultaneous_node(self) -> bool:
        """Players move one after the other: never."""
    def is_player_node(self) -> bool:
        """Whether a player is to move."""
    def returns(self) -> list[float]:
        """What each player got so far: its payoff at the end, 0 before."""
    def rewards(self) -> list[float]:
        """What each player got by the last move; the same as `returns`, for games pay at the end only."""
    def player_return(self, player: int) -> float:
        """What one player got."""
    def player_reward(self, player: int) -> float:
        """What one player got by the last move."""
    def scores(self) -> list[float] | None:
        """Each player's score in this position, in games that have scores."""
    def history(self) -> list[int]:
        """The actions that led here."""
    def history_str(self) -> str:
        """The same as text."""
    def move_number(self) -> int:
        """How many moves led here."""
    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """The text of a legal action: `action_to_string(action)`, or `action_to_string(player, action)` as in OpenSpiel."""
    def string_to_action(self, player_or_text: int | str, text: str | None = None) -> int:
        """The number of the legal move with this text: `string_to_action(text)`, or `string_to_action(player, text)`."""
    def observation_string(self, player: int | None = None) -> str:
        """The position as a player may know it, on one line; by default the player to move."""
    def information_state_string(self, player: int | None = None) -> str:
        """All that a player knows, by default the player to move: what it sees, and in a hidden game, on a second line, what it
        has seen of all moves so far. Elsewhere the position says all that matters.
        """
    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """What a player sees, as planes of float32 numbers: shape (planes, rows, columns). By default the player to move."""
    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """The same as `observation_tensor`: planes know no moves."""
    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float] | _Random | int | None = None
    ) -> State:
        """A state that this player cannot tell from this one, drawn at random: the unseen is drawn anew.

        `sampler` is a function that gives numbers from 0 to 1, as in OpenSpiel, a generator of numpy or of `random`, or a
        seed. Without one, every call draws another state. What is drawn has no `history`, but its `information_state_string`
        is the same for this player.
        """
    def serialize(self) -> str:
        """The state as text, for `Game.deserialize_state`."""
    def get_game(self) -> Game:
        """The game that this is a state of."""
    def num_players(self) -> int:
        """How many players there are."""
    def num_distinct_actions(self) -> int:
        """How many action numbers there are."""
    def legal_moves(self) -> list[str]:
        """The legal moves as text, in the order of `legal_actions`."""
    def perft(self, depth: int) -> int:
        """How many sequences of so many moves there are: the usual test of rules."""
    def python_state(self) -> Any | None:
        """In a game that is written in Python, a copy of its own state; None in other games."""
    def board(self, player: int | None = None) -> str:
        """The board as lines of text, as a player sees it, or whole."""
    def svg(self, player: int | None = None) -> str:
        """The board as an SVG drawing, as a player sees it, or whole."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any) -> State: ...
    def __reduce__(self) -> tuple[Any, tuple[str, int, str]]: ...

@final
class Score:
    """What a search expects: a proven win, loss or draw, or its own points or average."""

    @property
    def kind(self) -> str:
        """'win', 'loss' or 'draw' if proven; 'points' of an evaluation, or 'average' of simulated games."""
    @property
    def value(self) -> float:
        """The number behind it: points, an average, or 1, 0 and -1 for a win, a draw and a loss."""
    @property
    def remoteness(self) -> int | None:
        """The plies to the end of a proven win or loss, if they are known."""
    def __float__(self) -> float: ...
    def __reduce__(self) -> tuple[Any, tuple[str, float, int | None]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Alternative:
    """A move that an agent considered."""

    @property
    def action(self) -> int:
        """Its action number."""
    @property
    def text(self) -> str:
        """Its text."""
    @property
    def score(self) -> Score:
        """What the player to move may expect of it."""
    @property
    def effort(self) -> int:
        """Visits or positions that were spent on it."""
    @property
    def line(self) -> list[str]:
        """The expected play."""
    def __reduce__(self) -> tuple[Any, tuple[int, str, Score, int, list[str]]]: ...

@final
class Choice:
    """A chosen move and what led to it."""

    @property
    def action(self) -> int:
        """The action number of the move."""
    @property
    def text(self) -> str:
        """The text of the move."""
    @property
    def score(self) -> Score | None:
        """What the player to move expects; None if the agent has no opinion."""
    @property
    def depth(self) -> int:
        """Plies looked ahead in full."""
    @property
    def nodes(self) -> int:
        """Positions visited."""
    @property
    def simulations(self) -> int:
        """Games simulated."""
    @property
    def line(self) -> list[str]:
        """The expected play, the chosen move first."""
    @property
    def alternatives(self) -> list[Alternative]:
        """The moves that were scored, best first, the chosen one among them."""
    @property
    def seconds(self) -> float:
        """How long the choice took."""
    def __index__(self, /) -> int: ...
    def __reduce__(
        self,
    ) -> tuple[
        Any, tuple[int, str, Score | None, tuple[int, int, int, float], list[str], list[Alternative]]
    ]: ...

@final
class Agent:
    """What chooses moves. Made by `agent`."""

    @property
    def name(self) -> str:
        """What it is called in matches."""
    def choose(
        self,
        state: State,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        simulations: int | None = None,
    ) -> Choice:
        """Chooses a move of the player to move, within the agent's own limits and these: seconds, positions, plies,
        simulated games.

        Other threads of Python run meanwhile. Ctrl-C ends the search. In a hidden game the agent sees what its player
        sees.
        """
    def check(self, game: Game | str) -> None:
        """Whether this agent plays a game, with its options; raises `ValueError` with the reason if it does not."""
    def __call__(self, state: State) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, str, int]]: ...

@final
class BatchEnv:
    """So many games of one kind, stepped at once on all cores. A game that ends begins anew at once.

    The arrays are made once and written by each `reset` and `step`: copy what you want to keep.
    """

    def __new__(
        cls,
        game: Game | str,
        n: int,
        *,
        seed: int = 0,
        threads: int | None = None,
        observations: bool = True,
        masks: bool = True,
    ) -> BatchEnv: ...
    def reset(self, seed: int = 0) -> None:
        """Begins all games anew; `seed` is that of `sample`."""
    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Plays an action in every game: an array of whole numbers, read without a copy if it is one of int64. Raises
        `IllegalMove` if one is not legal; then nothing changes.
        """
    def step_random(self) -> NDArray[np.int64]:
        """Plays a legal action in every game, drawn at random, and returns them: the same as `step(sample())`, but faster. The
        next call writes into the same array.
        """
    def sample(self) -> NDArray[np.int64]:
        """A legal action of every game, drawn at random: an array that the next call writes again."""
    def state(self, index: int) -> State:
        """The state of a game: a copy, whose earlier moves are not known."""
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def observations(self) -> NDArray[np.float32]:
        """What the player to move sees in each game: float32, shape (n, planes, rows, columns)."""
    @property
    def masks(self) -> NDArray[np.bool_]:
        """Which actions are legal in each game: bool, shape (n, actions)."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """What each player got by the last step: float32, shape (n, players)."""
    @property
    def players(self) -> NDArray[np.int64]:
        """Whose turn it is in each game: int64, shape (n,)."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether the last step ended the game by its rules: bool, shape (n,)."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Whether the last step cut the game off because it was too long: bool, shape (n,)."""
    def __len__(self, /) -> int: ...

@final
class Table:
    """The exact values of a game's positions. Made by `solve` or `open_table`."""

    def value(self, state: State) -> Score | None:
        """The value of a state for the player to move; None if the game is over, or the table does not have it."""
    def query(self, state: State) -> list[tuple[int, str, Score]]:
        """Every legal move with its value for the player that makes it, the best first: (action, text, value)."""
    def line(self, state: State, most: int = 1000) -> list[str]:
        """A best line of play from a state, of at most so many moves."""
    @property
    def tiers(self) -> list[tuple[str, int]]:
        """The tiers of the table: name, and how many numbers it has. Not every number has a position."""
    @property
    def path(self) -> Path | None:
        """Where the table or the strategy is; None if the game was solved in memory."""
    def positions(
        self, tier: int | None = None, *, value: str | int | None = None, remoteness: int | None = None
    ) -> dict[str, NDArray[Any]]:
        """The positions of a tier, or of all, that have this value for the player to move ('win', 'draw' or 'loss', or 1, 0, -1)
        and this remoteness, as arrays without a loop in Python: 'tier' (int32), 'index' (int64), 'value' (int8: 1, 0, -1) and
        'remoteness' (int32; -1 for a draw). `state` makes a State of a tier and an index.
        """
    def state(self, tier: int, index: int) -> State:
        """The state at a place of the table."""
    def observations(
        self,
        tiers: NDArray[np.integer[Any]] | Sequence[int],
        indices: NDArray[np.integer[Any]] | Sequence[int],
    ) -> NDArray[np.float32]:
        """What the player to move sees in all these positions, as one array: float32, shape (n, planes, rows, columns)."""
    @property
    def game(self) -> Game:
        """The game."""
    def __len__(self, /) -> int: ...
    def __bool__(self, /) -> bool: ...

@final
class Puzzle:
    """A Flow Free puzzle: join equal letters by paths that fill the board."""

    def __new__(cls, puzzle: str) -> Puzzle: ...
    @property
    def width(self) -> int:
        """Columns of the board."""
    @property
    def height(self) -> int:
        """Rows of the board."""
    @property
    def colors(self) -> int:
        """How many colours there are."""
    @property
    def sources(self) -> list[list[int]]:
        """The two cells of each colour that are to be joined; cells are numbered row by row."""
    def solve(self, most: int = 2) -> tuple[str, list[str]]:
        """Looks for up to `most` solutions. Returns what is proven ('unsolvable', 'unique', 'several', 'solved', 'unknown')
        and the solutions, as text.
        """
    def count(self) -> int:
        """The exact number of solutions."""
    def check(self, solution: str) -> str | None:
        """Whether a text solves the puzzle: None if it does, else the rule that it breaks."""
    def hint(self, paths: Sequence[Sequence[int]]) -> tuple[int, list[int]] | None:
        """What to draw next, given the path of each colour so far as cells from its first source: the colour and its path.
        None if nothing is missing, or the paths cannot be completed.
        """
    def svg(self, solution: str | None = None) -> str:
        """The puzzle as an SVG drawing, with a solution if one is given."""
    def pipes(self, solution: str | None = None) -> str:
        """A solution drawn as lines of text; the puzzle alone without one."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...

def generate_puzzle(
    width: int,
    height: int,
    *,
    colors: int | None = None,
    difficulty: str | None = None,
    seed: int = 1,
) -> Puzzle:
    """A new puzzle of this size with exactly one solution.

    `difficulty` is 'easy', 'medium', 'hard' or 'expert'; any by default. `colors` is about the length of a side unless it
    is given.
    """
def solve(
    game: Game | str,
    folder: str | os.PathLike[str] | None = None,
    *,
    memory: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Table:
    """Solves a game into a table in `folder`, or goes on where that was left, and opens it.

    `memory` is the most that it may use, in bytes; `progress` is called with the positions done so far and those of all.
    Ctrl-C stops it, and the same call goes on from there.

    Of Breakthrough the winner is proven: the strategy is written, and other positions are searched when they are asked
    for. `progress` is then called with the positions looked at and 0, for nobody knows how many there are. Boards of more
    than 30 squares may take longer than anybody waits.
    """
def open_table(game: Game | str, folder: str | os.PathLike[str] | None = None) -> Table:
    """The table of a game in `folder`, the strategy of its winner, or the game solved here if it is small."""
def register_game(name: str, game: Any) -> str:
    """Registers a game that is written in Python, and returns the text that `load_game` takes: 'python:name=…'.

    `game` has OpenSpiel's methods `num_players`, `num_distinct_actions` and `new_initial_state`, or is a class of such
    objects; its states have `current_player`, `is_terminal`, `legal_actions`, `apply_action` and `returns`, and may have
    `clone` and `action_to_string`. A game of OpenSpiel will do. Two players whose returns add up to zero can be searched
    by minimax and alphabeta; `utility_sum` says so, and is 0 unless the game has it. There are no dice.
    """
def games() -> list[str]:
    """The names of all games, those of Python aside."""
def load_game(
    game: Game | str, /, *, max_game_length: int | None = None, **options: int | float | str | bool
) -> Game:
    """The game of this name, or text of the form `name:option=value,…`, with these options; or a Game with these besides its
    own.

    `max_game_length` makes a game a tie after so many moves; by default a game ends by its rules, but those that could go
    on for ever are a tie after 1000 moves.
    """
def agent(agent: _AgentLike, /, *, name: str | None = None, seed: int = 1) -> Agent:
    """The agent of this text, such as 'pvs:time=1'; or a function, an object with a method `choose`, or a class of such
    objects, which gets a State and gives an action number or a move's text.

    `seed` is the random seed of an agent that draws lots.
    """
def _restore_game(text: str, max_game_length: int) -> Game: ...
def _restore_state(game: str, max_game_length: int, text: str) -> State: ...
def _restore_agent(chooser: _AgentLike, name: str, seed: int) -> Agent: ...
def _restore_score(kind: str, value: float, remoteness: int | None) -> Score: ...
def _restore_alternative(
    action: int, text: str, score: Score, effort: int, line: Sequence[str]
) -> Alternative: ...
def _restore_choice(
    action: int,
    text: str,
    score: Score | None,
    counts: tuple[int, int, int, float],
    line: Sequence[str],
    alternatives: Sequence[Alternative],
) -> Choice: ...
def _observed_state(game: Game, view: str, player: int, seed: int) -> State: ...
def _run_match(
    game: Game | str,
    agents: Sequence[tuple[str, Agent]],
    request: Mapping[str, Any],
    progress: Callable[[int, int | None], object] | None,
) -> tuple[str, list[str], str]: ...
def _resume_match(
    path: str | os.PathLike[str],
    agents: Sequence[tuple[str, Agent]],
    changed_bots: bool,
    concurrency: int | None,
    tables: str | os.PathLike[str] | None,
    progress: Callable[[int, int | None], object] | None,
) -> tuple[str, list[str], str]: ...
def _read_record(path: str | os.PathLike[str]) -> tuple[str, list[str]]: ...
def _set_cage_helper(program: str | os.PathLike[str]) -> bool: ...
