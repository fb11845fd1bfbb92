"""Games and states: OpenSpiel's names and meanings."""

import copy
import pickle
import random

import numpy as np
import pytest

import bellwether as bw

VARIANTS = [
    "breakthrough",
    "breakthrough:workers=3",
    "breakthrough:rows=5,columns=10",
    "breakthrough:rows=11,columns=11",
    "wolf-and-sheep",
    "wolf-and-sheep:size=6,wolf=a1",
    "wolves-eat-sheep",
    "connect-four",
    "connect-four:columns=9,rows=7,connect=5",
    "battle-sheep",
    "battle-sheep:hidden",
    "battle-sheep:teams",
    "battle-sheep:seats=2,cells=32,size=8,sheep=8",
    "battle-sheep:seats=3,hidden,cells=24,size=7,sheep=6",
]


def random_game(game, seed):
    """The states of a random game, the last one over."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        state = state.child(rng.choice(state.legal_actions()))
        yield state


def test_options_are_those_of_the_command_line():
    game = bw.load_game("breakthrough", rows=6, columns=5)
    assert str(game) == "breakthrough:rows=6,columns=5"
    assert game == bw.load_game("breakthrough:rows=6,columns=5")
    assert game.get_parameters() == {"rows": "6", "columns": "5"}
    assert game.observation_tensor_shape() == (3, 6, 5)
    assert bw.load_game("battle-sheep", hidden=True).is_hidden()
    assert not bw.load_game("battle-sheep", hidden=False).is_hidden()
    assert "breakthrough" in bw.games()
    assert bw.load_game("battle-sheep", hidden=np.True_).is_hidden()
    assert bw.load_game(game, columns=6, max_game_length=9) == bw.load_game("breakthrough:rows=6,columns=6", max_game_length=9)


def test_games_are_equal_if_their_rules_are():
    game, same = bw.load_game("breakthrough:rows=6"), bw.load_game("breakthrough:columns=8,rows=6")
    assert game == same and hash(game) == hash(same)
    assert bw.load_game("breakthrough", rows=8) == bw.load_game("breakthrough") != game
    assert bw.load_game("battle-sheep", hidden=True) == bw.load_game("battle-sheep:hidden") != bw.load_game("battle-sheep")
    assert bw.load_game("connect-four:connect=3") != bw.load_game("connect-four:connect=4") != game
    short = bw.load_game("breakthrough:rows=6", max_game_length=9)
    assert short != game and bw.load_game(short) == short and bw.load_game(game).max_game_length() == game.max_game_length()
    for each in (game, short):
        assert eval(repr(each), {"bellwether": bw}) == each


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: bw.load_game("breakthru"), "there is no game 'breakthru': did you mean 'breakthrough'?"),
        (lambda: bw.load_game("breakthrough", row=6), "breakthrough has no option 'row': did you mean 'rows'?"),
        (lambda: bw.load_game("breakthrough", rows=3), "option 'rows' takes a number from 4 to 64, not '3'"),
        (lambda: bw.load_game("breakthrough").new_initial_state("8/8 w"), None),
        (lambda: bw.load_game("breakthrough").new_initial_state().player_return(2), "there is no player 2: players are 0 to 1"),
        (lambda: bw.load_game("breakthrough", max_game_length=0), "max_game_length is at least 1, not 0"),
        (lambda: bw.load_game("breakthrough", max_game_length=-1), "-1 is not a number from 0 to 4294967295"),
        (lambda: bw.load_game("breakthrough").new_initial_state().perft(-1), "-1 is not a number from 0 to 4294967295"),
        (lambda: bw.load_game("breakthrough").new_initial_state().legal_actions(-1), "there is no player -1: players are 0 to 1"),
        (lambda: bw.agent("mcts", seed=-1), "-1 is not a number from 0 to 18446744073709551615"),
        (lambda: bw.generate_puzzle(5, 5, seed=-1), "-1 is not a number from 0 to 18446744073709551615"),
        (lambda: bw.load_game("breakthrough").deserialize_state("\nx"), "'x' in a serialized state is not an action"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, sentence):
    with pytest.raises(ValueError) as raised:
        call()
    assert sentence is None or str(raised.value) == sentence


def test_illegal_moves_leave_the_state():
    state = bw.load_game("breakthrough").new_initial_state()
    before = state.clone()
    for move in ["a2a4", "a7a6", "nonsense", -1, 768, 3, 10**12]:
        with pytest.raises(bw.IllegalMove):
            state.apply_action(move)
    for number in [2**63, 2**70, -(2**70)]:
        with pytest.raises(bw.IllegalMove, match=f"there is no action {number}: actions are 0 to 255"):
            state.apply_action(number)
    for strange in [None, 1.5, [1], object()]:
        with pytest.raises(TypeError):
            state.apply_action(strange)
    assert state == before and state.history() == []
    assert issubclass(bw.IllegalMove, ValueError)


@pytest.mark.parametrize("text", VARIANTS)
def test_states_keep_openspiels_meanings(text):
    game = bw.load_game(text, max_game_length=300)
    for seed in range(2):
        returns = None
        for ply, state in enumerate(random_game(game, seed)):
            actions = state.legal_actions()
            assert actions == sorted(set(actions))
            assert state.is_terminal() == (actions == []) == (state.current_player() == -4)
            assert state.history() == state.history() and state.move_number() == ply == len(state.history())
            mask = state.legal_actions_mask()
            assert mask.dtype == np.bool_ and mask.shape == (game.num_distinct_actions(),)
            assert np.flatnonzero(mask).tolist() == actions
            texts = state.legal_moves()
            assert len(set(texts)) == len(actions)
            for action, move in zip(actions, texts):
                assert state.action_to_string(action) == move == state.action_to_string(0, action)
                assert state.string_to_action(move) == action == state.string_to_action(0, move)
            mover = state.current_player()
            for player in range(game.num_players()):
                if player != mover:
                    assert state.legal_actions(player) == []
                tensor = state.observation_tensor(player)
                assert tensor.dtype == np.float32 and tensor.shape == game.observation_tensor_shape()
            assert len(state.returns()) == game.num_players()
            if not state.is_terminal():
                assert state.returns() == [0.0] * game.num_players()
                assert game.deserialize_state(state.serialize()) == state
            returns = state.returns()
        assert sum(returns) == pytest.approx(game.utility_sum())
        assert all(game.min_utility() <= payoff <= game.max_utility() for payoff in returns)


@pytest.mark.parametrize("text", VARIANTS)
def test_copies_and_pickles_are_equal(text):
    game = bw.load_game(text, max_game_length=60)
    assert pickle.loads(pickle.dumps(game)) == game
    state = list(random_game(game, 5))[-2]
    for other in [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]:
        assert other == state and hash(other) == hash(state) and other.history() == state.history()
        other.apply_action(other.legal_actions()[0])
        assert other != state
    assert state != game.new_initial_state() and state != 3
    from_text = game.new_initial_state(str(state))
    assert from_text == state and from_text.history() == []
    assert game.deserialize_state(from_text.serialize()) == state


def test_equality_includes_the_mover():
    game = bw.load_game("breakthrough:rows=5,columns=4")
    board = str(game.new_initial_state())[:-1]
    assert game.new_initial_state(board + "w") != game.new_initial_state(board + "b")


def test_a_game_that_can_go_on_for_ever_is_cut_off():
    game = bw.load_game("wolves-eat-sheep", max_game_length=7)
    state = list(random_game(game, 1))[-1]
    assert state.move_number() == 7 and state.is_terminal() and state.is_truncated()
    assert state.returns() == [0.0, 0.0]
    with pytest.raises(bw.IllegalMove, match="the game is over: no move is legal"):
        state.apply_action(0)
    assert bw.load_game("wolves-eat-sheep").max_game_length() == 1000


def test_hidden_flocks_are_not_seen_and_are_drawn_anew():
    game = bw.load_game("battle-sheep:hidden,cells=24,size=7,sheep=6,seats=2")
    state = list(random_game(game, 3))[6]
    mover = state.current_player()
    other = 1 - mover
    seen, whole = state.observation_string(mover), str(state)
    assert "?" in seen and "?" not in whole
    tensor = state.observation_tensor(mover)
    assert (tensor[other] == -1).any() and not (tensor[mover] == -1).any()
    drawn = {str(state.resample_from_infostate(mover, seed)) for seed in range(30)}
    assert len(drawn) > 1
    assert len({str(state.resample_from_infostate(mover)) for _ in range(100)}) > 1
    for generator in (np.random.default_rng, random.Random):
        one, other = (state.resample_from_infostate(mover, generator(7)) for _ in range(2))
        assert str(one) == str(other) and one.observation_string(mover) == seen
    for seed in range(30):
        sample = state.resample_from_infostate(mover, random.Random(seed).random)
        assert sample.observation_string(mover) == seen
        assert sample.information_state_string(mover) == state.information_state_string(mover)
        assert sample.legal_actions() == state.legal_actions()
        # Also after a pickle, a move, and another draw.
        sample = pickle.loads(pickle.dumps(sample))
        sample.apply_action(sample.legal_actions()[0])
        again = sample.resample_from_infostate(mover, seed)
        assert again.information_state_string(mover) == sample.information_state_string(mover)
        assert again.information_state_string(mover).startswith(again.observation_string(mover) + "\n")


def test_a_hidden_state_tells_all_that_its_player_has_seen():
    """Perfect recall, as algorithms for hidden information want it: the same text means that a player has seen the same,
    position by position."""
    game = bw.load_game("battle-sheep:hidden,cells=10,size=4,sheep=4,seats=2")
    seen: dict[tuple[int, str], list[str]] = {}
    told: dict[tuple[int, str], set[str]] = {}
    for seed in range(2000):
        positions: tuple[list[str], list[str]] = ([], [])
        for state in random_game(game, seed):
            for player, before in enumerate(positions):
                before.append(state.observation_string(player))
                text = state.information_state_string(player)
                assert seen.setdefault((player, text), before.copy()) == before
                told.setdefault((player, before[-1]), set()).add(text)
    assert max(len(texts) for texts in told.values()) > 1, "a player knows more than it sees"


def test_teams_win_together():
    game = bw.load_game("battle-sheep:teams")
    assert game.teams() == [[0, 2], [1, 3]]
    returns = list(random_game(game, 2))[-1].returns()
    assert returns[0] == returns[2] and returns[1] == returns[3]


def test_a_notebook_shows_the_board():
    import xml.etree.ElementTree as ElementTree

    for text in VARIANTS:
        state = bw.load_game(text).new_initial_state()
        root = ElementTree.fromstring(state._repr_svg_())
        assert root.tag.endswith("svg")
    state = bw.load_game("breakthrough").new_initial_state()
    workers = [node for node in ElementTree.fromstring(state.svg()).iter() if "worker" in node.get("class", "")]
    assert len(workers) == 32
    assert state.board().splitlines()[0].split() == ["8"] + ["●"] * 8


def test_a_game_can_be_stepped_through():
    game = bw.load_game("connect-four")
    state = list(random_game(game, 5))[-1]
    shown = bw.replay(state)
    assert shown.states[-1] == state and shown[0] == game.new_initial_state() and len(shown.moves) == state.move_number()
    assert list(shown) == shown.states and len(shown) == len(shown.states)
    page = shown._repr_html_()
    assert page.count("<svg") == len(shown) == page.count("data-ply") - 1
    assert page.count("<div data-ply>") == 1 and f'max="{len(shown.moves)}"' in page
    with pytest.raises(TypeError, match="a game is a State, or a game of a match"):
        bw.replay(3)
    later = game.new_initial_state(str(shown[3])).child(shown.moves[3])
    assert bw.replay(later).moves == [shown.moves[3]] and bw.replay(later).states == shown.states[3:5]
    played = bw.match("breakthrough:rows=5,columns=4", "greedy", "random", games=2, openings="random").games[0]
    assert bw.replay(played)[-1].returns() == played["payoffs"]


def test_perft_is_that_of_the_rules():
    # Fairy-Stockfish counts the same; see crates/games/src/breakthrough/mod.rs.
    assert bw.load_game("breakthrough").new_initial_state().perft(4) == 256_036
