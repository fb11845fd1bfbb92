"""Solved games."""

import json
import random
import shutil
import subprocess
import sysconfig

import numpy as np
import pytest

import bellwether as bw

GAMES = ["connect-four:columns=4,rows=3,connect=3", "wolf-and-sheep:size=4", "wolves-eat-sheep:layout=SSS/3/1W1"]


@pytest.mark.parametrize("text", GAMES)
def test_values_follow_from_those_of_the_moves(text, tmp_path):
    told = []
    table = bw.solve(text, tmp_path, progress=lambda done, total: told.append((done, total)))
    assert table.path is not None and table.path.parent == tmp_path
    rng = random.Random(1)
    game = bw.load_game(text, max_game_length=50)
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            value, moves = table.value(state), table.query(state)
            assert {text for _, text, _ in moves} == set(state.legal_moves())
            best = moves[0][2]
            assert (best.kind, best.remoteness) == (value.kind, value.remoteness)
            assert max(score.value for _, _, score in moves) == value.value
            for action, move, score in moves:
                child = state.child(action)
                if child.is_terminal() and not child.is_truncated():
                    mover = state.current_player()
                    assert score.value == child.returns()[mover]
            state.apply_action(rng.choice(moves)[0])
        assert table.query(state) == [] or state.is_truncated()


def test_all_positions_come_as_arrays(tmp_path):
    table = bw.solve(GAMES[0], tmp_path)
    found = table.positions()
    assert len(found["value"]) == len(table) == sum((found["value"] == value).sum() for value in (1, 0, -1))
    assert [found[name].dtype for name in ("tier", "index", "value", "remoteness")] == [np.int32, np.int64, np.int8, np.int32]
    rng = random.Random(2)
    for place in rng.sample(range(len(table)), 40):
        state = table.state(int(found["tier"][place]), int(found["index"][place]))
        value = table.value(state)
        assert value.value == found["value"][place]
        assert (value.remoteness if value.kind != "draw" else -1) == found["remoteness"][place]
        planes = table.observations(found["tier"][place : place + 1], found["index"][place : place + 1])
        assert np.array_equal(planes[0], state.observation_tensor())
    wins = table.positions(value="win", remoteness=1)
    assert 0 < len(wins["value"]) < len(table) and (wins["value"] == 1).all() and (wins["remoteness"] == 1).all()
    draws = table.positions(value="draw")["index"]
    for same in (table.positions(remoteness=-1), table.positions(value=0)):
        assert len(draws) > 0 and np.array_equal(same["index"], draws)
    few = [wins["tier"][:3], wins["index"][:3]]
    planes = table.observations(*few)
    for same in (table.observations(*(array.astype(np.int16) for array in few)), table.observations(*map(list, few))):
        assert np.array_equal(same, planes)
    with pytest.raises(TypeError, match="tiers are an array of whole numbers, of one dimension"):
        table.observations(0.5, few[1])
    one = table.positions(2)
    assert (one["tier"] == 2).all() and len(one["tier"]) == (found["tier"] == 2).sum()


def test_the_command_gives_the_same_values(tmp_path):
    command = shutil.which("bellwether", path=sysconfig.get_path("scripts"))
    table = bw.open_table("connect-four:columns=4,rows=3,connect=3")
    state = table.game.new_initial_state()
    words = [command, "query", "connect-four:columns=4,rows=3,connect=3", "--json"]
    out = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout
    moves = {entry["move"]: entry["moveValue"] for entry in json.loads(out)["moves"]}
    kinds = {"win": "win", "draw": "draw", "lose": "loss"}
    assert {move: kinds[value] for move, value in moves.items()} == {text: score.kind for _, text, score in table.query(state)}


def test_the_winner_of_breakthrough_is_proven(tmp_path):
    text = "breakthrough:rows=5,columns=3"
    with pytest.raises(ValueError, match="there is no strategy of breakthrough"):
        bw.open_table(text, tmp_path)
    table = bw.solve(text, tmp_path)
    assert table.path == tmp_path / "breakthrough-5x3.strategy" and "strategy" in repr(table)
    command = shutil.which("bellwether", path=sysconfig.get_path("scripts"))
    words = [command, "query", text, "--json", "--tables", str(tmp_path)]
    told = json.loads(subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout)
    state = table.game.new_initial_state()
    # Black, the second to move, wins whatever White does.
    assert told["positionValue"] == "lose" and table.value(state).kind == "loss"
    assert {move for _, move, score in table.query(state) if score.kind == "loss"} == set(state.legal_moves())
    while not state.is_terminal():
        value, moves = table.value(state), table.query(state)
        assert moves[0][2].value == value.value
        state.apply_action(moves[0][0])
    assert state.returns() == [-1, 1]
    for again in (bw.solve(text, tmp_path), bw.open_table(text, tmp_path)):
        assert repr(again) == repr(table)
    for call in (table.positions, lambda: len(table), lambda: table.tiers):
        with pytest.raises(ValueError, match="this game has a strategy of its winner, and no table to go through"):
            call()


def test_what_has_no_table_is_refused(tmp_path):
    with pytest.raises(ValueError, match="there is no solver for battle-sheep"):
        bw.solve("battle-sheep", tmp_path)
    with pytest.raises(ValueError, match="cannot be solved"):
        bw.solve("connect-four", tmp_path)
    table = bw.open_table("connect-four:columns=3,rows=3,connect=3", tmp_path)
    assert table
    with pytest.raises(ValueError, match="solved in memory"):
        table.positions()
    with pytest.raises(ValueError, match="this position is of another game"):
        table.value(bw.load_game("breakthrough").new_initial_state())
    table = bw.solve("connect-four:columns=3,rows=3,connect=3", tmp_path)
    for call in (lambda: table.positions(99), lambda: table.positions(value="won"), lambda: table.state(0, 10**9)):
        with pytest.raises(ValueError):
            call()
