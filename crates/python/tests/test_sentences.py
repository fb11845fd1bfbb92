"""Bad input is refused with the sentence that the command line prints."""

import re
import shutil
import subprocess
import sysconfig

import pytest

import bellwether as bw

COMMAND = shutil.which("bellwether", path=sysconfig.get_path("scripts"))
GAME = "breakthrough:rows=5,columns=4"
PAIR = ["match", GAME, "--no-records", "--agent", "random", "--agent"]


def start():
    return bw.load_game("breakthrough").new_initial_state()


def pair(**settings):
    return lambda: bw.match(GAME, "random", "random", **settings)


@pytest.mark.parametrize(
    ("words", "call"),
    [
        (["show", "breakthru"], lambda: bw.load_game("breakthru")),
        (["show", "breakthrough:row=3"], lambda: bw.load_game("breakthrough", row=3)),
        (["show", "breakthrough:rows=x"], lambda: bw.load_game("breakthrough", rows="x")),
        (["show", "battle-sheep:field=/no"], lambda: bw.load_game("battle-sheep", field="/no")),
        (["show", "breakthrough", "--position", "8/8 w"], lambda: bw.load_game("breakthrough").new_initial_state("8/8 w")),
        (["show", "breakthrough", "--moves", "a2a4"], lambda: start().apply_action("a2a4")),
        (["show", "breakthrough", "--moves", "z9z8"], lambda: start().child("z9z8")),
        (["best", "breakthrough", "--agent", "pws"], lambda: bw.agent("pws").choose(start())),
        (["best", "breakthrough", "--agent", "pvs:dept=3"], lambda: bw.agent("pvs:dept=3").choose(start())),
        (PAIR[:-1], lambda: bw.match(GAME, "random")),
        ([*PAIR, "pws"], lambda: bw.match(GAME, "random", "pws")),
        ([*PAIR, "random", "--games", "3"], pair(games=3)),
        ([*PAIR, "random", "--games", "0"], pair(games=0)),
        ([*PAIR, "random", "--tournament", "swis"], pair(tournament="swis")),
        ([*PAIR, "random", "--sprt", "elo0=0"], pair(sprt="elo0=0")),
        ([*PAIR, "random", "--tc", "x"], pair(clock="x")),
        ([*PAIR, "random", "--draw", "x"], pair(draw="x")),
        ([*PAIR, "random", "--concurrency", "0"], pair(concurrency=0)),
        ([*PAIR, "random", "--depth", "0"], pair(depth=0)),
        ([*PAIR, "random", "--patience", "0"], pair(patience=0)),
        (["solve", "battle-sheep"], lambda: bw.solve("battle-sheep")),
        (["solve", "connect-four"], lambda: bw.solve("connect-four")),
        (["query", "breakthrough", "--tables", "/no"], lambda: bw.open_table("breakthrough", "/no")),
        (["query", "battle-sheep"], lambda: bw.open_table("battle-sheep")),
        (["flow", "generate", "--size", "1x1"], lambda: bw.generate_puzzle(1, 1)),
        (["grade", "breakthru", "--", "x"], lambda: bw.grade("breakthru", lambda state: 0)),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_the_sentence_is_the_commands(words, call):
    out = subprocess.run([COMMAND, *words], capture_output=True, text=True, timeout=60)
    assert out.returncode != 0
    # An option is there what a keyword is here, '--concurrency <N>', and it says which of the moves it was.
    told = re.sub(r"'--(\w+) <\w+>'", r"'\1'", out.stderr.splitlines()[0])
    told = re.sub("^error: (move 1: )?", "", told)
    with pytest.raises(ValueError) as raised:
        call()
    assert str(raised.value) == told
