"""Games that are written in Python, and OpenSpiel's own, played by our agents."""

import xml.etree.ElementTree as ElementTree

import pyspiel
import pytest
from open_spiel.python.algorithms import minimax

import bellwether as bw


class Nim:
    """Take one to three of seven matches; whoever takes the last one wins."""

    def num_players(self):
        return 2

    def num_distinct_actions(self):
        return 3

    def max_game_length(self):
        return 7

    def new_initial_state(self):
        return NimState(7, 0)


class NimState:
    def __init__(self, left, player):
        self.left, self.player = left, player

    def current_player(self):
        return -4 if self.is_terminal() else self.player

    def is_terminal(self):
        return self.left == 0

    def legal_actions(self):
        return [action for action in range(3) if action < self.left]

    def apply_action(self, action):
        self.left -= action + 1
        self.player = 1 - self.player

    def returns(self):
        if not self.is_terminal():
            return [0, 0]
        return [-1, 1] if self.player == 0 else [1, -1]

    def clone(self):
        return NimState(self.left, self.player)

    def action_to_string(self, player, action):
        return f"take{action + 1}"


@pytest.fixture(scope="module")
def nim():
    return bw.load_game(bw.register_game("nim", Nim))


def test_a_game_of_python_is_a_game(nim):
    state = nim.new_initial_state()
    assert state.legal_moves() == ["take1", "take2", "take3"] and nim.num_distinct_actions() == 3
    state.apply_action("take3")
    assert (state.current_player(), state.history(), str(state)) == (1, [2], "2")
    assert nim.deserialize_state(state.serialize()) == state == nim.new_initial_state("2")
    assert nim.max_game_length() == 7 and "nim" not in bw.games()
    with pytest.raises(bw.IllegalMove):
        state.apply_action(3)
    assert nim.new_initial_state().perft(2) == 9


@pytest.mark.parametrize("agent", ["alphabeta:depth=8", "minimax:depth=8", "mcts:simulations=3000"])
def test_our_agents_find_the_winning_move(nim, agent):
    # Seven matches are won by leaving four.
    choice = bw.agent(agent).choose(nim.new_initial_state())
    assert choice.text == "take3"
    if "depth" in agent:
        assert choice.score.kind == "win"


def test_a_game_of_python_is_not_graded(nim):
    with pytest.raises(ValueError, match="a game that is written in Python cannot be graded"):
        bw.grade(nim, lambda state: 0)


def test_our_agents_play_matches_of_it(nim):
    def perfect(state):
        # An agent is shown a position; its text has the actions that led there.
        taken = [int(action) + 1 for action in str(state).split() if action != "start"]
        return f"take{(7 - sum(taken)) % 4 or 1}"

    result = bw.match(nim, "alphabeta:depth=8", "random", perfect, games=10, seed=5)
    points = {row["name"]: row["points"] for row in result.rows()}
    assert points["alphabeta:depth=8"] > points["random"] < points["perfect"]
    assert all(sum(game["payoffs"]) == 0 for game in result.games)


def test_a_state_has_that_of_the_game():
    class ShownState(NimState):
        def clone(self):
            return ShownState(self.left, self.player)

        def __str__(self):
            return f"{self.left} <left>\n" + "|" * self.left

    class Shown(Nim):
        def new_initial_state(self):
            return ShownState(7, 0)

    game = bw.load_game(bw.register_game("shown", Shown))
    state = game.new_initial_state().child("take2")
    own = state.python_state()
    assert isinstance(own, ShownState) and (own.left, own.player) == (5, 1)
    own.apply_action(0)
    assert state.python_state().left == 5, "it is a copy"
    assert state.board() == "5 <left>\n|||||\n"
    drawing = ElementTree.fromstring(state._repr_svg_())
    assert [node.text for node in drawing if node.tag.endswith("text")] == ["5 <left>", "|||||"]
    # A match of agents that look at it.
    seen = []

    def looking(state):
        seen.append(state.python_state().left)
        return (seen[-1] - 1) % 4 % len(state.legal_actions())

    bw.match(game, looking, "random", games=2)
    assert seen[0] == 7 and all(0 < left <= 7 for left in seen)
    assert bw.load_game("connect-four").new_initial_state().python_state() is None


def test_a_state_that_does_not_show_itself_is_no_board(nim):
    assert "object at" not in nim.new_initial_state().board()
    assert nim.new_initial_state()._repr_svg_().startswith("<svg")
    game = bw.load_game(bw.register_game("shown-tic-tac-toe", pyspiel.load_game("tic_tac_toe")))
    assert game.new_initial_state().child(4).board() == "...\n.x.\n...\n"


def test_openspiels_own_games_are_played_too():
    game = bw.load_game(bw.register_game("tic-tac-toe", pyspiel.load_game("tic_tac_toe")))
    assert game.max_game_length() == 9
    for opening in ([0, 1, 2], [0, 1, 3], [4, 1, 0]):
        state, theirs = game.new_initial_state(), pyspiel.load_game("tic_tac_toe").new_initial_state()
        for action in opening:
            state.apply_action(action)
            theirs.apply_action(action)
        mover = state.current_player()
        value, _ = minimax.alpha_beta_search(theirs.get_game(), theirs, maximizing_player_id=mover)
        assert bw.agent("alphabeta:depth=9").choose(state).score.value == value
    result = bw.match(game, "mcts:simulations=100", "random", games=10, seed=3)
    assert result.players[0]["name"] == "mcts:simulations=100"


def test_exceptions_of_a_game_are_raised():
    class BrokenState(NimState):
        def apply_action(self, action):
            if self.left < 4:
                raise RuntimeError("lost a match")
            super().apply_action(action)

        def clone(self):
            return BrokenState(self.left, self.player)

    class Broken(Nim):
        def new_initial_state(self):
            return BrokenState(7, 0)

    game = bw.load_game(bw.register_game("broken", Broken()))
    state = game.new_initial_state()
    state.apply_action(2)
    state.apply_action(0)
    with pytest.raises(RuntimeError, match="lost a match"):
        state.apply_action(0)
    with pytest.raises(RuntimeError, match="lost a match"):
        bw.agent("alphabeta:depth=8").choose(game.new_initial_state())
    with pytest.raises(RuntimeError, match="lost a match"):
        bw.match(game, "random", "random", games=4)


def test_what_is_no_game_is_refused():
    with pytest.raises(AttributeError):
        bw.register_game("nothing", object())
    with pytest.raises(ValueError, match="is not a name"):
        bw.register_game("a b", Nim)
    with pytest.raises(ValueError, match="there is no game of Python called 'chess'"):
        bw.load_game("python:name=chess")
    with pytest.raises(ValueError, match="there are no dice"):
        bw.register_game("dice", pyspiel.load_game("kuhn_poker"))
    pig = bw.load_game(bw.register_game("pig", pyspiel.load_game("pig"))).new_initial_state()
    with pytest.raises(ValueError, match="there are no dice"):
        pig.apply_action(0)

    class Many(Nim):
        def num_players(self):
            return 5

    with pytest.raises(ValueError, match="a game has 2 to 4 players, not 5"):
        bw.register_game("many", Many)
