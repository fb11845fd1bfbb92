"""Our Breakthrough beside OpenSpiel's own, and our games inside OpenSpiel."""

import random

import numpy as np
import pyspiel
import pytest
from listed import VARIANTS
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, ismcts, mcts, minimax

import bellwether as bw
from bellwether import openspiel


def theirs_of(state, action):
    """Our action as OpenSpiel writes it. Its Black starts at the top and moves first: our White, seen from above."""
    text = state.action_to_string(action)
    rows = state.get_game().observation_tensor_shape()[1]

    def square(name):
        # OpenSpiel names rows from the bottom, and its row 0 is the last of them.
        return f"{name[0]}{rows + 1 - int(name[1:])}"

    return square(text[:2]) + square(text[2:])


@pytest.mark.parametrize("size", [(8, 8), (6, 6), (7, 5)])
def test_breakthrough_agrees_with_openspiel(size):
    # With fewer than six rows OpenSpiel gives each side one row of workers, other than everybody else.
    rows, columns = size
    ours_game = bw.load_game("breakthrough", rows=rows, columns=columns)
    theirs_game = pyspiel.load_game(f"breakthrough(rows={rows},columns={columns})")
    rng = random.Random(1)
    positions = 0
    while positions < 3400:
        ours, theirs = ours_game.new_initial_state(), theirs_game.new_initial_state()
        while True:
            positions += 1
            assert ours.is_terminal() == theirs.is_terminal()
            assert ours.current_player() == theirs.current_player()
            assert ours.returns() == theirs.returns()
            shape = theirs_game.observation_tensor_shape()
            for player in range(2):
                planes = np.array(theirs.observation_tensor(player), np.float32).reshape(shape)
                assert np.array_equal(ours.observation_tensor(player), planes)
            if ours.is_terminal():
                break
            actions = {}
            for action in theirs.legal_actions():
                text = theirs.action_to_string(action).rstrip("*")
                actions[text] = action
            mine = {theirs_of(ours, action): action for action in ours.legal_actions()}
            assert mine.keys() == actions.keys()
            move = rng.choice(sorted(mine))
            ours.apply_action(mine[move])
            theirs.apply_action(actions[move])


SMALL_FIELDS = ["battle-sheep:seats=2,cells=12,size=5,sheep=4", "battle-sheep:seats=3,hidden,cells=16,size=6,sheep=4"]


@pytest.mark.parametrize("text", [*VARIANTS, *SMALL_FIELDS])
def test_openspiels_own_test_passes(text):
    game = pyspiel.load_game(openspiel.register(bw.load_game(text, max_game_length=100)))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_name_is_that_of_one_game():
    """OpenSpiel forgets no game: registered with another length, a game needs another name."""
    lengths = [None, 10, 20]
    names = [openspiel.register(bw.load_game("connect-four", max_game_length=length)) for length in lengths]
    assert [pyspiel.load_game(name).max_game_length() for name in names] == [42, 10, 20]
    assert openspiel.register("connect-four") == names[0] != openspiel.register("connect-four", rows=5)
    assert openspiel.register(bw.load_game("connect-four"), rows=5) == openspiel.register("connect-four:rows=5")
    for name in ("tic_tac_toe", names[1]):
        with pytest.raises(ValueError, match=f"OpenSpiel has another game called '{name}'"):
            openspiel.register("connect-four", name=name)


def test_openspiels_search_of_information_sets_plays_hidden_games():
    game = pyspiel.load_game(openspiel.register("battle-sheep:seats=2,hidden,cells=12,size=5,sheep=4"))
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 20, random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == game.utility_sum()


SMALL = ["connect-four:columns=3,rows=2,connect=2", "connect-four:columns=2,rows=3,connect=3"]


def exact(text):
    """The value of the start for the first player, by our table."""
    table = bw.open_table(text)
    return table.value(table.game.new_initial_state()).value


@pytest.mark.parametrize("text", [*SMALL, "connect-four:columns=4,rows=3,connect=3", "wolf-and-sheep:size=4,wolf=a1"])
def test_openspiels_minimax_finds_the_values_of_our_tables(text):
    game = pyspiel.load_game(openspiel.register(text))
    value, _ = minimax.alpha_beta_search(game)
    assert value == exact(text)


@pytest.mark.parametrize("text", SMALL)
def test_openspiels_cfr_comes_near_the_values_of_our_tables(text):
    game = pyspiel.load_game(openspiel.register(text))
    solver = cfr.CFRSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    assert value == pytest.approx(exact(text), abs=0.05)
    answer = best_response.BestResponsePolicy(game, 1, policy)
    assert answer.value(game.new_initial_state()) == pytest.approx(-exact(text), abs=0.05)


def test_openspiels_mcts_wins_what_our_table_says_is_won():
    text = "connect-four:columns=4,rows=3,connect=3"
    game = pyspiel.load_game(openspiel.register(text))
    state = game.new_initial_state()
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 300, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert state.returns()[0] == exact(text) == 1
