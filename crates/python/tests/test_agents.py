"""Agents: ours, and functions and classes of Python."""

import multiprocessing
import pickle
import random
import threading
import time

import pytest

import bellwether as bw


def start(text="breakthrough:rows=6,columns=6"):
    return bw.load_game(text).new_initial_state()


def first(state):
    """Plays the first legal action."""
    return state.legal_actions()[0]


class Counting:
    """Plays the last legal move, by its text, and counts."""

    made = 0

    def __init__(self):
        Counting.made += 1
        self.asked = 0

    def choose(self, state):
        self.asked += 1
        return state.legal_moves()[-1]


def test_a_search_tells_what_it_saw():
    choice = bw.agent("pvs:depth=4").choose(start())
    assert choice.action in start().legal_actions()
    assert start().action_to_string(choice.action) == choice.text == choice.line[0] == str(choice)
    assert choice.depth == 4 and choice.nodes > 100 and choice.seconds > 0
    assert choice.score.kind == "points" and int(choice.score.value) == choice.score.value
    state = start()
    state.apply_action(choice)
    assert state.history() == [choice.action]


def test_a_proven_win_says_in_how_many_plies():
    state = bw.load_game("breakthrough").new_initial_state("8/8/2P5/8/8/5p2/8/8 w")
    score = bw.agent("pvs:depth=6").choose(state).score
    # As README shows of `bellwether best`.
    assert (score.kind, score.remoteness, str(score)) == ("win", 3, "win in 3")


def test_simulations_rank_the_moves():
    choice = bw.agent("mcts:simulations=500", seed=3).choose(start())
    assert choice.simulations == 500
    efforts = [other.effort for other in choice.alternatives]
    assert len(efforts) > 1 and sum(efforts) <= 500
    assert choice.alternatives[0].text == choice.text and choice.alternatives[0].action == choice.action


def test_the_same_seed_chooses_the_same():
    one, other = (bw.agent("mcts:simulations=200", seed=9).choose(start()) for _ in range(2))
    assert (one.text, one.nodes, one.line) == (other.text, other.nodes, other.line)


def test_limits_of_the_call_count_besides_the_agents_own():
    assert bw.agent("pvs").choose(start(), depth=3).depth == 3
    assert bw.agent("pvs:depth=2").choose(start(), depth=3).depth == 2
    with pytest.raises(ValueError, match="is not a time within a day"):
        bw.agent("pvs").choose(start(), time=-1)
    for depth in (0, 1001):
        with pytest.raises(ValueError, match=rf"{depth} is not in 1\.\.=1000"):
            bw.agent("pvs").choose(start(), depth=depth)


@pytest.mark.parametrize("chooser", [first, Counting, Counting(), lambda state: state.legal_actions()[3]])
def test_functions_objects_and_classes_are_agents(chooser):
    agent = bw.agent(chooser)
    choice = agent.choose(start())
    assert choice.action in start().legal_actions() and choice.score is None
    assert agent(start()) == choice.action


def test_what_is_no_agent_is_refused():
    class Idle:
        """Chooses nothing."""

    for strange in [3, None, object(), Idle, Idle(), int]:
        with pytest.raises(TypeError, match="an agent is a text"):
            bw.agent(strange)
    with pytest.raises(ValueError, match="there is no agent 'pws' for breakthrough: it is one of random, greedy"):
        bw.agent("pws").choose(start())
    with pytest.raises(bw.IllegalMove):
        bw.agent(lambda state: 999_999).choose(start())
    with pytest.raises(bw.IllegalMove):
        bw.agent(lambda state: "a1a2").choose(start())
    with pytest.raises(TypeError):
        bw.agent(lambda state: None).choose(start())
    with pytest.raises(ZeroDivisionError):
        bw.agent(lambda state: 1 // 0).choose(start())


def test_a_finished_game_has_nothing_to_choose():
    state = bw.load_game("breakthrough").new_initial_state("3P4/8/8/8/8/8/p7/8 b")
    for agent in ["pvs", first]:
        with pytest.raises(bw.IllegalMove, match="the game is over: there is nothing to choose"):
            bw.agent(agent).choose(state)


@pytest.mark.parametrize("text", ["pvs:depth=3", "mcts:simulations=200", "random"])
def test_agents_and_choices_go_through_pickles(text):
    agent = pickle.loads(pickle.dumps(bw.agent(text, name="it", seed=5)))
    choice = agent.choose(start())
    assert (agent.name, choice.text) == ("it", bw.agent(text, seed=5).choose(start()).text)
    same = pickle.loads(pickle.dumps(choice))
    for name in ("action", "text", "score", "depth", "nodes", "simulations", "line", "seconds"):
        assert getattr(same, name) == getattr(choice, name), name
    others = [[(o.action, o.text, o.score, o.effort, o.line) for o in each.alternatives] for each in (choice, same)]
    assert others[0] == others[1]
    assert pickle.loads(pickle.dumps(bw.agent(first))).choose(start()).text == "a2a3"


def test_scores_go_through_pickles_and_are_numbers():
    state = bw.load_game("breakthrough").new_initial_state("8/8/2P5/8/8/5p2/8/8 w")
    table = bw.open_table("connect-four:columns=4,rows=3,connect=3")
    scores = [bw.agent("pvs:depth=6").choose(state).score, bw.agent("mcts:simulations=50").choose(start()).score]
    scores += [score for _, _, score in table.query(table.game.new_initial_state())]
    for score in scores:
        assert pickle.loads(pickle.dumps(score)) == score and float(score) == score.value


def test_other_processes_choose_the_same():
    """With the method that begins with a new interpreter: a child of a fork would know all of this anyway."""
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        choices = pool.map(bw.agent("mcts:simulations=100", seed=2).choose, [start(), start().child("a2a3")])
    assert [choice.text for choice in choices] == [
        bw.agent("mcts:simulations=100", seed=2).choose(state).text for state in (start(), start().child("a2a3"))
    ]


@pytest.mark.parametrize("again", [False, True])
def test_a_function_sees_what_its_player_sees(again):
    game = bw.load_game("battle-sheep:hidden,cells=24,size=7,sheep=6,seats=2")
    shown, true = [], []

    def spy(state):
        shown.append(state)
        return state.legal_actions()[-1]

    agent = bw.agent(bw.agent(spy)) if again else bw.agent(spy)
    for seed in range(10):
        rng, state = random.Random(seed), game.new_initial_state()
        for _ in range(6):
            state.apply_action(rng.choice(state.legal_actions()))
        mover = state.current_player()
        assert agent.choose(state).action in state.legal_actions()
        assert shown[-1].observation_string(mover) == state.observation_string(mover)
        assert shown[-1].history() == [] and shown[-1].current_player() == mover
        true.append(str(shown[-1]) == str(state))
    # The unseen flocks are drawn.
    assert not all(true)


def test_two_threads_search_at_once():
    choices = {}

    def search(name):
        choices[name] = bw.agent("mcts:simulations=2000", seed=1).choose(start()).text

    threads = [threading.Thread(target=search, args=(name,)) for name in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert choices[0] == choices[1]


def test_the_interpreter_runs_while_a_search_runs():
    counted = 0
    done = threading.Event()

    def search():
        bw.agent("mcts:simulations=20000").choose(start())
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.is_set():
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 3
