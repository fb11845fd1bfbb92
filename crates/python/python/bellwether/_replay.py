"""Games that can be stepped through in a notebook."""

from __future__ import annotations

from bellwether import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from bellwether._native import State


class Replay:
    """A game with all its positions: in a notebook a board with a slider, which mouse, finger and arrow keys move."""

    def __init__(self, states: list[State], moves: list[str]) -> None:
        self.states = states
        """The positions, from the start to the last one."""
        self.moves = moves
        """The moves between them, as text."""

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, ply: int) -> State:
        return self.states[ply]

    def __iter__(self) -> Iterator[State]:
        return iter(self.states)

    def _repr_html_(self) -> str:
        import html

        last = len(self.moves)
        frames = []
        for ply, state in enumerate(self.states):
            made = f"{ply}. {html.escape(self.moves[ply - 1])}" if ply else "start"
            hidden = "" if ply == last else " hidden"
            frames.append(f"<div data-ply{hidden}>{state._repr_svg_()}<div>{made}</div></div>")
        # Nothing but what stands here is needed: neither a script of its own nor a package.
        turn = "this.parentNode.querySelectorAll('[data-ply]').forEach((frame,ply)=>frame.hidden=ply!=this.value)"
        slider = f'<input type="range" min="0" max="{last}" value="{last}" aria-label="ply" oninput="{turn}">'
        return f"<div>{''.join(frames)}{slider}</div>"

    def __repr__(self) -> str:
        return f"<Replay of {len(self.moves)} moves of {self.states[0].get_game()}>"


def replay(game: State | Mapping[str, Any]) -> Replay:
    """The game that led to a state, or one of a match (`result.games[0]`), to be stepped through."""
    if not hasattr(game, "keys") and not isinstance(game, _native.State):
        raise TypeError("a game is a State, or a game of a match, such as result.games[0]")
    if isinstance(game, _native.State):
        start, _, actions = game.serialize().partition("\n")
        state = game.get_game().new_initial_state(start or None)
        made: list[int | str] = [int(action) for action in actions.split()]
    else:
        state = _native.load_game(game["game"]).new_initial_state(game.get("position"))
        made = [*(game.get("opening") or []), *game["moves"]]
    states, moves = [state], []
    for move in made:
        moves.append(move if isinstance(move, str) else state.action_to_string(move))
        state = state.child(move)
        states.append(state)
    return Replay(states, moves)
