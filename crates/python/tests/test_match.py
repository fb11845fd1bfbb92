"""Matches, records and sequential tests."""

import random
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import bellwether as bw

GAME = "breakthrough:rows=5,columns=4"


def first(state):
    """Plays the first legal action."""
    return state.legal_actions()[0]


class Lucky:
    """Plays any move, from its own seed."""

    made = 0

    def __init__(self):
        Lucky.made += 1
        self.random = random.Random(Lucky.made)

    def choose(self, state):
        return self.random.choice(state.legal_actions())


def test_a_match_of_ours_is_a_table():
    result = bw.match(GAME, "pvs:depth=3", "random", games=20, seed=4)
    assert len(result.games) == 20 == result.summary["games"]
    assert [player["name"] for player in result.players] == ["pvs:depth=3", "random"]
    assert result.duel["wins"] + result.duel["losses"] == 20 and result.duel["score"] > 0.9
    low, high = result.duel["wilson"]
    assert low <= result.duel["score"] <= high
    assert result.rows()[0]["rating"] > result.rows()[1]["rating"]
    assert "pvs:depth=3" in str(result) and "<table>" in result._repr_html_()
    assert result.record is None and result.sprt is None


def test_a_result_goes_into_data_frames():
    result = bw.match(GAME, "pvs:depth=2", "greedy", "random", games=2, openings="random")
    rows = result.rows()
    assert [row["name"] for row in rows] == [player["name"] for player in result.players]
    assert result.to_pandas().to_dict("records") == rows
    assert result.to_polars().to_dicts() == rows
    assert result.to_arrow().to_pylist() == rows


def test_the_same_seed_plays_the_same_games():
    one, other = (bw.match(GAME, "mcts:simulations=30", "random", games=6, seed=8) for _ in range(2))
    moves = [sorted((game["number"], game["moves"]) for game in result.games) for result in (one, other)]
    assert moves[0] == moves[1]


def test_python_plays_ours():
    before = Lucky.made
    result = bw.match(GAME, first, ("lucky", Lucky), "pvs:depth=3", games=4, concurrency=2)
    assert {player["name"] for player in result.players} == {"first", "lucky", "pvs:depth=3"}
    assert result.summary["games"] == 12
    # A class is made anew for each of its eight games, and once when the match is checked.
    assert Lucky.made - before == 9
    assert result.rows()[0]["name"] == "pvs:depth=3"


def test_four_seats_and_hidden_flocks():
    def seen(state):
        views.append(state.observation_string(state.current_player()) == state.observation_string())
        return state.legal_actions()[-1]

    views = []
    result = bw.match("battle-sheep:hidden,cells=24,size=7,sheep=6", seen, "random", "greedy", "random", games=4)
    assert result.summary["games"] >= 4 and views and all(views)
    assert sum(result.games[0]["payoffs"]) == pytest.approx(11)


def test_an_exception_ends_the_match_and_is_raised():
    def broken(state):
        if state.get_game().name == "breakthrough" and len(state.legal_actions()) > 0:
            raise LookupError("as told")
        return 0

    with pytest.raises(LookupError, match="as told"):
        bw.match(GAME, broken, "random", games=4)
    with pytest.raises(bw.IllegalMove):
        bw.match(GAME, lambda state: -7, "random", games=4)

    class Unmade:
        def __init__(self):
            raise OSError("not today")

        def choose(self, state):
            return 0

    with pytest.raises(OSError, match="not today"):
        bw.match(GAME, Unmade, "random", games=2)


def test_records_are_written_and_read(tmp_path):
    path = tmp_path / "games.jsonl"
    result = bw.match(GAME, "greedy", first, games=4, records=path, openings="random", opening_plies=2)
    assert result.record == path
    record = bw.read_record(path)
    assert len(record) == 4 and record.header["game"] == GAME
    assert sorted(game["number"] for game in record) == [1, 2, 3, 4]
    for game in record:
        state = bw.load_game(game["game"]).new_initial_state()
        for move in (game.get("opening") or []) + game["moves"]:
            state.apply_action(move)
        assert state.is_terminal() and state.returns() == game["payoffs"]
    assert record[1:3] == [record[1], record[2]] and record[-1] == record[3]
    with pytest.raises((OSError, ValueError)):
        bw.match(GAME, "greedy", "random", games=2, records=path)
    with pytest.raises((OSError, ValueError)):
        bw.read_record(tmp_path / "missing.jsonl")


def cut(path, games):
    """The record as a match leaves it that was killed while it wrote a game."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[: games + 1]) + lines[games + 1][:40], encoding="utf-8")


def test_an_interrupted_match_goes_on(tmp_path):
    path = tmp_path / "games.jsonl"
    whole = bw.match(GAME, "greedy", "mcts:simulations=20", games=8, records=path, seed=6)
    moves = [game["moves"] for game in bw.read_record(path)]
    cut(path, 3)
    assert len(bw.read_record(path)) == 3
    told = []
    result = bw.resume_match(path, concurrency=1, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 8) for done in range(4, 9)]
    assert result.record == path and len(result.games) == 8 == result.summary["games"]
    assert [row["points"] for row in result.rows()] == [row["points"] for row in whole.rows()]
    assert [game["moves"] for game in bw.read_record(path)] == moves


def test_a_match_ended_by_an_exception_goes_on(tmp_path):
    path = tmp_path / "games.jsonl"
    asked = []

    def tired(state):
        asked.append(state)
        if len(asked) == 60:
            raise LookupError("enough")
        return state.legal_actions()[0]

    with pytest.raises(LookupError):
        bw.match(GAME, tired, "random", games=40, records=path)
    assert 0 < len(bw.read_record(path)) < 40
    result = bw.resume_match(path, tired)
    assert result.summary["games"] == 40 == len(bw.read_record(path))
    assert {player["name"] for player in result.players} == {"tired", "random"}


def test_agents_of_python_are_given_again(tmp_path):
    path = tmp_path / "games.jsonl"
    bw.match(GAME, first, ("lucky", Lucky), "random", games=4, openings="random", records=path)
    cut(path, 5)
    with pytest.raises(ValueError, match="the player 'first' of this record is an agent of Python: give it again"):
        bw.resume_match(path, ("lucky", Lucky))
    with pytest.raises(ValueError, match="the record has no player of Python called 'Lucky'"):
        bw.resume_match(path, first, Lucky)
    with pytest.raises(ValueError, match="the record has no player of Python called 'random'"):
        bw.resume_match(path, first, ("lucky", Lucky), "random")
    result = bw.resume_match(path, first, ("lucky", Lucky))
    assert result.summary["games"] == 12 == len(bw.read_record(path))
    # A record that is complete has nothing left to play.
    assert bw.resume_match(path, first, ("lucky", Lucky)).summary["games"] == 12
    with pytest.raises((OSError, ValueError)):
        bw.resume_match(tmp_path / "missing.jsonl")


def test_a_sequential_test_ends_the_match():
    result = bw.match(GAME, "pvs:depth=3", "random", games=400, sprt="elo0=0,elo1=100", seed=2)
    assert result.sprt["verdict"] == "H1" and result.summary["games"] < 400
    assert result.summary["end"] == "decided"


def test_progress_is_told_and_may_end_the_match():
    told = []
    bw.match(GAME, "random", "random", games=6, progress=lambda done, total: told.append((done, total)))
    assert told == [(number, 6) for number in range(1, 7)]

    def enough(done, total):
        raise StopIteration("enough")

    with pytest.raises(StopIteration):
        bw.match(GAME, "random", "random", games=6, progress=enough)


@pytest.mark.parametrize(
    ("arguments", "settings", "sentence"),
    [
        (["pvs:dept=3", "random"], {}, "pvs has no option 'dept': did you mean 'depth'?"),
        (["random", "random"], {"tournament": "swis"}, "there is no tournament format 'swis'"),
        (["random", "random"], {"openings": "begin"}, "openings is start, random"),
        (["random", "random"], {"openings": ["x"]}, ""),
        (["random", "random"], {"sprt": "elo0"}, ""),
        (["random", "random"], {"time": -1.0}, "not a time within a day"),
        (["random", "random"], {"games": -2}, "invalid value '-2' for 'games': -2 is not a number from 0 to"),
        (["random", "random"], {"concurrency": 0}, "invalid value '0' for 'concurrency': 0 is not in 1..=1024"),
        (["random", "random"], {"depth": 0}, "invalid value '0' for 'depth': 0 is not in 1..=1000"),
        (["random", "random"], {"opening_plies": 0}, "invalid value '0' for 'opening_plies': 0 is not in 1..=1000"),
        (["random", "random"], {"patience": 0}, "invalid value '0' for 'patience': it takes seconds, from 0.01 to 86400"),
        (["random", "random"], {"max_moves": 0}, "invalid value '0' for 'max_moves': 0 is not in 1..="),
        (["random", "random"], {"resign": "x"}, "--resign has no option 'x'"),
        (["random", "random"], {"draw": "movenumber=3"}, "--draw needs movecount"),
    ],
)
def test_bad_settings_are_refused(arguments, settings, sentence):
    with pytest.raises(ValueError) as raised:
        bw.match(GAME, *arguments, **settings)
    assert sentence in str(raised.value)


def test_settings_of_a_wrong_type_are_told_by_their_names():
    for setting in ({"games": 2.5}, {"tables": 3}, {"time": "soon"}, {"seed": "x"}, {"clock": 3}):
        with pytest.raises(TypeError, match=f"invalid value '.*' for '{next(iter(setting))}'"):
            bw.match(GAME, "random", "random", **setting)
    with pytest.raises(TypeError, match="an agent of a match is an agent, or a pair of a name and an agent"):
        bw.match(GAME, ("a", "random", 3), "random")


def test_referees_rules_are_those_of_the_command():
    capped = bw.match(GAME, "random", "random", games=4, max_moves=3)
    assert capped.summary["endings"] == {"move cap": 4}
    drawn = bw.match(GAME, "pvs:depth=1", "pvs:depth=1", games=2, draw="movenumber=1,movecount=1,score=100000")
    assert drawn.summary["endings"] == {"adjudicated": 2} and all(game["payoffs"] == [0, 0] for game in drawn.games)
    resigned = bw.match(GAME, "pvs:depth=4", "pvs:depth=1", games=4, resign="movecount=1,score=1", openings="random")
    assert "resignation" in resigned.summary["endings"], resigned.summary["endings"]
    told = bw.match("connect-four:columns=4,rows=3,connect=3", "random", "random", games=2, table_after=2)
    assert told.summary["endings"] == {"adjudicated": 2} and max(len(game["moves"]) for game in told.games) == 2


def test_a_game_that_is_cut_off_is_so_in_a_match():
    game = bw.load_game("wolves-eat-sheep", max_game_length=6)
    result = bw.match(game, "random", first, games=4, openings="start", repetition=0)
    assert max(len(played["moves"]) for played in result.games) == 6


def test_functions_of_one_name_are_told_apart(tmp_path):
    path = tmp_path / "games.jsonl"
    players = [lambda state: state.legal_actions()[0], lambda state: state.legal_actions()[-1]]
    result = bw.match(GAME, *players, "random", games=2, openings="random", records=path)
    assert {row["name"] for row in result.rows()} == {"<lambda>", "<lambda> #2", "random"}
    cut(path, 2)
    assert bw.resume_match(path, *players).summary["games"] == 6
    with pytest.raises(ValueError, match="two agents are called 'it'"):
        bw.match(GAME, ("it", players[0]), ("it", players[1]))


def test_a_function_may_have_several_seats(tmp_path):
    path = tmp_path / "games.jsonl"
    result = bw.match("battle-sheep:cells=24,size=7,sheep=6", first, first, "random", "random", games=4, records=path)
    assert {row["name"]: row["games"] for row in result.rows()} == {"first": 8, "random": 8}
    cut(path, 2)
    assert bw.resume_match(path, first).summary["games"] == 4
    # At a table of two it plays itself.
    path = tmp_path / "two.jsonl"
    result = bw.match(GAME, first, first, games=4, openings="random", records=path)
    assert {row["name"] for row in result.rows()} == {"first", "first #2"}
    cut(path, 2)
    assert bw.resume_match(path, first).summary["games"] == 4


COMMAND = shutil.which("bellwether", path=sysconfig.get_path("scripts"))
BOTS = Path(__file__).parents[3] / "examples" / "bots"


def test_the_wheel_brings_the_command():
    assert COMMAND, "the wheel has no command"
    out = subprocess.run([COMMAND, "games"], capture_output=True, text=True, check=True, timeout=60).stdout
    assert all(name in out for name in bw.games())


def bot_in(folder):
    """A bot of the repository's own examples, in a folder of its own."""
    source = next(path for path in sorted(BOTS.rglob("*.py")))
    shutil.copytree(source.parent, folder / "bot")
    return folder / "bot" / source.name


def test_the_command_plays_a_bot_in_its_cage(tmp_path):
    bot = bot_in(tmp_path)
    words = [COMMAND, "match", "breakthrough:rows=5,columns=4", "--agent", f"bot:cmd=/usr/bin/python3 {bot}"]
    words += ["--agent", "random", "--games", "2", "--quiet", "--no-records", "--json"]
    out = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert out.returncode == 0, out.stderr
    assert '"faults":{}' in out.stdout


def test_a_match_in_python_plays_a_bot_in_its_cage(tmp_path):
    bot = bot_in(tmp_path)
    result = bw.match("breakthrough:rows=5,columns=4", f"bot:cmd=/usr/bin/python3 {bot}", "random", games=2)
    assert result.summary["games"] == 2
    assert all(player["faults"] == {} for player in result.players), result.games[0]
