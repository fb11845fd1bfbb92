"""Flow Free as an environment of Gymnasium: `env = bellwether.gymnasium.FlowEnv(6, 6)`.

Once this module is imported, `gymnasium.make("bellwether/Flow-v0", width=6, height=6)` and `make_vec` know it, too.

Needs Gymnasium: `pip install bellwether[gymnasium]`.
"""

from __future__ import annotations

from typing import Any, SupportsInt

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bellwether._native import Puzzle, generate_puzzle

_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Up, right, down, left: rows and columns."""


class FlowEnv(gymnasium.Env[NDArray[np.int16], np.int64]):
    """Draws the paths of a puzzle, cell by cell.

    An action is 4 × colour + direction (up, right, down, left): the path of that colour goes on, from its first source.
    It may go onto free cells and onto its second source, which ends it. Where it cannot go, nothing changes. An observation
    has two planes: the colour of each cell, from 1, with 0 for free ones; and 1 for sources, 2 for the end of each path.
    The reward is 1 when the puzzle is solved. A game is cut off after four steps for each cell.

    Every `reset` makes a new puzzle, unless one is given. `info["action_mask"]` tells which actions change something.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        width: int = 5,
        height: int = 5,
        *,
        colors: int | None = None,
        puzzle: Puzzle | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is 'ansi', not '{render_mode}'")
        self.render_mode = render_mode
        self._given = puzzle
        first = puzzle if puzzle is not None else generate_puzzle(width, height, colors=colors)
        self.puzzle = first
        """The puzzle that is being solved."""
        self._size = (first.width, first.height, first.colors)
        self.action_space = spaces.Discrete(4 * first.colors)
        self.observation_space = spaces.Box(0, max(2, first.colors), (2, first.height, first.width), np.int16)
        self._begin(first)

    def _begin(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._paths = [[source[0]] for source in puzzle.sources]
        self._owner = {cell: color for color, pair in enumerate(puzzle.sources) for cell in pair}
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Begins a puzzle: the given one, or a new one that depends on the seed alone."""
        super().reset(seed=seed)
        width, height, colors = self._size
        draw = int(self.np_random.integers(2**31))
        self._begin(self._given or generate_puzzle(width, height, colors=colors, seed=draw))
        return self._observation(), self._info()

    def _target(self, color: int, direction: int) -> int | None:
        """Where a path would go; None if it cannot."""
        path, goal = self._paths[color], self.puzzle.sources[color][1]
        row, column = divmod(path[-1], self.puzzle.width)
        row, column = row + _STEPS[direction][0], column + _STEPS[direction][1]
        if path[-1] == goal or not (0 <= row < self.puzzle.height and 0 <= column < self.puzzle.width):
            return None
        cell = row * self.puzzle.width + column
        return cell if cell == goal or cell not in self._owner else None

    def step(
        self, action: SupportsInt
    ) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        """Draws a cell."""
        if not self.action_space.contains(np.int64(action)):
            raise ValueError(f"there is no action {action}: actions are 0 to {4 * self._size[2] - 1}")
        color, direction = divmod(int(action), 4)
        cell = self._target(color, direction)
        if cell is not None:
            self._paths[color].append(cell)
            self._owner[cell] = color
        self._steps += 1
        area = self.puzzle.width * self.puzzle.height
        solved = len(self._owner) == area and all(
            path[-1] == source[1] for path, source in zip(self._paths, self.puzzle.sources)
        )
        is_long = not solved and self._steps >= 4 * area
        return self._observation(), 1.0 if solved else 0.0, solved, is_long, self._info()

    def _observation(self) -> NDArray[np.int16]:
        planes = np.zeros((2, self.puzzle.height * self.puzzle.width), np.int16)
        for cell, color in self._owner.items():
            planes[0, cell] = color + 1
        for pair in self.puzzle.sources:
            planes[1, list(pair)] = 1
        for path in self._paths:
            planes[1, path[-1]] = 2
        return planes.reshape(2, self.puzzle.height, self.puzzle.width)

    def _info(self) -> dict[str, Any]:
        colors = range(self.puzzle.colors)
        mask = [self._target(color, direction) is not None for color in colors for direction in range(4)]
        return {"action_mask": np.array(mask, np.int8)}

    def render(self) -> str:
        """The board: a letter for each cell that is drawn."""
        rows = self._observation()[0]
        return "\n".join("".join("_" if color == 0 else chr(64 + int(color)) for color in row) for row in rows)


gymnasium.register("bellwether/Flow-v0", entry_point="bellwether.gymnasium:FlowEnv")
