"""Grades of functions, classes, agents and programs."""

import random

import pytest
from test_match import Lucky, bot_in, first

import bellwether as bw

SMALL = "connect-four:columns=4,rows=3,connect=3"
QUICK = {"positions": 8, "games": 2, "against": ["random"], "time": 20}


def test_a_function_is_graded(tmp_path):
    grade = bw.grade(SMALL, first, html=tmp_path / "page.html", records=tmp_path / "games.jsonl", **QUICK)
    assert grade.is_sound and grade.is_passed and grade.faults == []
    assert grade.summary["bot"] == "first" and all(check["passed"] for check in grade.summary["checks"])
    # The game is solved on the spot, and what the function plays is known.
    assert grade.summary["accuracy"]["by"] == "solved" and 0 < grade.accuracy <= 1 and 0 <= grade.score <= 1
    moves = [game["moves"] for game in bw.read_record(tmp_path / "games.jsonl")]
    assert len(moves) == 2 and {moves[0][0], moves[1][1]} == {"a"}
    assert "<html" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "first" in str(grade) and "sound" in grade.verdict and "<table>" in grade._repr_html_()


def test_a_class_is_made_anew_for_each_game():
    before = Lucky.made
    grade = bw.grade(SMALL, Lucky, name="good luck!", **QUICK)
    assert grade.is_sound and grade.summary["bot"] == "good_luck_"
    assert Lucky.made - before >= 2 + 2


@pytest.mark.parametrize("agent", ["pvs:depth=12", bw.agent("pvs:depth=12")], ids=["text", "agent"])
def test_an_agent_of_ours_is_graded(agent):
    grade = bw.grade(SMALL, agent, **QUICK)
    assert grade.is_sound and grade.accuracy == 1


def test_a_hidden_game_shows_what_the_player_sees():
    views = []

    def seen(state):
        views.append(state.observation_string(state.current_player()))
        return random.Random(1).choice(state.legal_moves())

    grade = bw.grade("battle-sheep:hidden,cells=24,size=7,sheep=6", seen, **{**QUICK, "games": 4, "against": ["random"] * 3})
    assert grade.is_sound, grade.faults
    assert any("?" in view for view in views)


def test_faults_stand_in_the_grade():
    def broken(state):
        if state.observation_string().count("x") > 1:
            raise LookupError("as told")
        return state.legal_actions()[0]

    grade = bw.grade(SMALL, broken, **QUICK)
    assert not grade.is_sound and not grade.is_passed
    assert "LookupError: as told" in str(grade.summary)
    grade = bw.grade(SMALL, lambda state: 99, name="wrong", **QUICK)
    assert not grade.is_sound and "action 99" in str(grade.summary["checks"])
    grade = bw.grade(SMALL, first, min_accuracy=1, min_score=1, **QUICK)
    assert grade.is_sound and not grade.is_passed


def test_a_program_is_graded_in_its_cage(tmp_path):
    grade = bw.grade(SMALL, ["/usr/bin/python3", str(bot_in(tmp_path))], **QUICK)
    assert grade.is_sound, grade.summary


@pytest.mark.parametrize(
    ("arguments", "settings", "sentence"),
    [
        (["breakthru", first], {}, "there is no game 'breakthru': did you mean 'breakthrough'?"),
        ([SMALL, first], {"against": ["pws"]}, "there is no agent 'pws'"),
        ([SMALL, first], {"positions": 0}, "0 is not in 1..=100000"),
        ([SMALL, ["/no/such/program"]], {}, "/no/such/program"),
    ],
)
def test_bad_input_is_refused_as_on_the_command_line(arguments, settings, sentence):
    with pytest.raises(ValueError) as raised:
        bw.grade(*arguments, **settings)
    assert sentence in str(raised.value)
    with pytest.raises(TypeError, match="an agent is a text"):
        bw.grade(SMALL, 3)
