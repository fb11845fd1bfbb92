"""Grades of bots: is it sound, and how strong is it?"""

from __future__ import annotations

import os

from bellwether import _native
from bellwether._match import command

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    import subprocess
    from collections.abc import Callable, Sequence
    from typing import Any

    from bellwether._native import Game, State, _AgentLike

_RELAY = '''\
"""Hands questions to the process that grades, and its answers back."""
import socket, sys

with socket.socket(socket.AF_UNIX) as line:
    line.connect(sys.argv[1])
    answers = line.makefile("rb")
    for question in sys.stdin.buffer:
        line.sendall(question)
        kind, answer = answers.readline().decode().rstrip("\\n").split(" ", 1)
        if kind != "move":
            sys.exit(answer.replace("\\\\n", "\\n"))
        print(answer, flush=True)
'''


class Grade:
    """What is known of a bot: faults, games, accuracy."""

    def __init__(self, summary: str) -> None:
        import json

        self.summary: dict[str, Any] = json.loads(summary)
        """Everything, as `bellwether grade --json` prints it."""

    @property
    def verdict(self) -> str:
        """The result in one line."""
        verdict: str = self.summary["verdict"]
        return verdict

    @property
    def is_sound(self) -> bool:
        """Whether it made no fault: it answered, in time, with legal moves."""
        is_sound: bool = self.summary["isSound"]
        return is_sound

    @property
    def is_passed(self) -> bool:
        """Whether it is sound, and as good as `min_accuracy` and `min_score` ask for."""
        is_passed: bool = self.summary["isPassed"]
        return is_passed

    @property
    def faults(self) -> list[str]:
        """What it did wrong, a sentence each."""
        faults: list[str] = self.summary["faults"]
        return faults

    @property
    def score(self) -> float | None:
        """Its share of the points against its opponents, from 0 to 1; None if no games were played."""
        games = self.summary["games"]
        score: float | None = games["score"] if games else None
        return score

    @property
    def accuracy(self) -> float | None:
        """The share of its moves that kept the result they had; None if it is not known."""
        accuracy: float | None = (self.summary["accuracy"] or {}).get("share")
        return accuracy

    def _repr_html_(self) -> str:
        import html

        checks = [(check["name"], {True: "✓", False: "✗", None: "–"}[check["passed"]]) for check in self.summary["checks"]]
        shares = [("score", self.score), ("accuracy", self.accuracy)]
        rows = checks + [(name, "–" if share is None else f"{share:.0%}") for name, share in shares]
        cells = "".join(f"<tr><th>{html.escape(name)}</th><td>{value}</td></tr>" for name, value in rows)
        return f"<p>{html.escape(str(self))}</p><table>{cells}</table>"

    def __str__(self) -> str:
        sign = "✓" if self.is_passed else "✗"
        return f"{self.summary['bot']} · {self.summary['game']}: {sign} {self.verdict}"

    def __repr__(self) -> str:
        return f"<Grade of {self}>"


def grade(
    game: Game | str,
    bot: _AgentLike | Sequence[str],
    *,
    name: str | None = None,
    time: float = 1.0,
    positions: int | None = None,
    against: Sequence[str] = (),
    games: int | None = None,
    judge_nodes: int | None = None,
    min_accuracy: float | None = None,
    min_score: float | None = None,
    records: str | os.PathLike[str] | None = None,
    html: str | os.PathLike[str] | None = None,
    seed: int = 1,
    concurrency: int | None = None,
    tables: str | os.PathLike[str] | None = None,
) -> Grade:
    """Grades a bot, as the command `bellwether grade` does: are its answers legal and in time, how does it fare against
    reference agents, and which of its moves keep the result?

    A bot is a function of a state, an object with a method `choose(state)`, a class of such objects (made anew for each
    game), an agent or its text; or a list of words, the command that starts a program: that one runs in its cage. An
    exception of a function is a fault of the bot and stands in the grade.

    `time` are the seconds for a move, `records` and `html` files for the games and for a page with boards. With a bot of
    Python one game is played at a time, unless `concurrency` says otherwise.
    """
    if str(game).startswith("python:"):
        raise ValueError("a game that is written in Python cannot be graded: the command does not know it")
    words: list[str] = []
    for option, value in {
        "time": time,
        "positions": positions,
        "games": games,
        "judge-nodes": judge_nodes,
        "min-accuracy": min_accuracy,
        "min-score": min_score,
        "out": records,
        "html": html,
        "seed": seed,
        "tables": tables,
    }.items():
        if value is not None:
            words += [f"--{option}={os.fspath(value) if isinstance(value, os.PathLike) else value}"]
    words += [f"--against={agent}" for agent in against]
    if isinstance(bot, (list, tuple)):
        if concurrency is not None:
            words += [f"--concurrency={concurrency}"]
        return _run(str(game), words, [str(word) for word in bot])
    # A class of Python is one instance for each game: `Agent` would make one for each move.
    chooser: Any = _native.agent(bot) if isinstance(bot, str) else bot
    words += [f"--concurrency={1 if concurrency is None else concurrency}", "--no-cage"]
    with _Answering(chooser, name or _native.agent(chooser).name, seed) as relay:
        return _run(str(game), words, relay)


def _run(game: str, words: list[str], bot: list[str]) -> Grade:
    """Runs the command, and ends it whatever happens here."""
    import subprocess
    import tempfile
    import threading

    program = command()
    if program is None:
        raise OSError("the command bellwether is not there: it belongs to this package")
    arguments = [program, "grade", game, "--json", *words, "--", *bot]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        started: list[subprocess.Popen[str]] = []

        def start() -> None:
            # Ctrl-C is ours: the command would take its time to tell what it knows.
            started.append(
                subprocess.Popen(
                    arguments, stdout=subprocess.PIPE, stderr=errors, encoding="utf-8", start_new_session=True
                )
            )

        # An exception of Ctrl-C comes to the main thread only: on another one the process cannot start unknown to us.
        starter = threading.Thread(target=start)
        out = ""
        try:
            starter.start()
            starter.join()
            for process in started:
                out = process.stdout.read() if process.stdout else ""
        finally:
            if starter.ident is not None:
                starter.join()
            for process in started:
                _end(process)
        errors.seek(0)
        if not out:
            raise ValueError(errors.read().strip().removeprefix("error: "))
    return Grade(out)


def _end(process: subprocess.Popen[str]) -> None:
    """Ends a process that leads its own group, and the bots that it has started."""
    import signal

    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # All have ended.
    process.wait()
    if process.stdout:
        process.stdout.close()


class _Answering:
    """Answers the questions of a bot's processes, which do nothing but ask here. Used in `with`: the command to start."""

    def __init__(self, chooser: Any, name: str, seed: int) -> None:
        self._chooser = chooser
        self._name = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name).strip(".") or "bot"
        self._seed = seed
        self._lines: list[socket.socket] = []

    def __enter__(self) -> list[str]:
        import socket
        import sys
        import tempfile
        import threading
        from pathlib import Path

        self._folder = tempfile.TemporaryDirectory(prefix="bellwether-")
        # A program in a folder of its own has the folder's name.
        home = Path(self._folder.name) / self._name
        home.mkdir()
        (home / "bot.py").write_text(_RELAY, encoding="utf-8")
        address = Path(self._folder.name) / "line"
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(address))
        self._socket.listen(1024)
        threading.Thread(target=self._accept, daemon=True).start()
        return [sys.executable, "-I", "-S", str(home / "bot.py"), str(address)]

    def __exit__(self, *_: object) -> None:
        import socket

        # Threads that wait for somebody, or for a question, are woken by this only.
        for line in [self._socket, *self._lines]:
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # It was closed before.
        self._socket.close()
        self._folder.cleanup()

    def _accept(self) -> None:
        import threading

        while True:
            try:
                line, _ = self._socket.accept()
            except OSError:
                return
            self._lines.append(line)
            threading.Thread(target=self._game, args=(line,), daemon=True).start()

    def _game(self, line: socket.socket) -> None:
        try:
            self._questions(line)
        except OSError:
            pass  # The process was ended: its game is over.

    def _questions(self, line: socket.socket) -> None:
        """Answers the questions of one game."""
        import json
        import traceback

        with line, line.makefile("rwb") as file:
            choose: Any = None
            for question in file:
                try:
                    if choose is None:
                        chooser = self._chooser() if isinstance(self._chooser, type) else self._chooser
                        choose = chooser.choose if hasattr(chooser, "choose") else chooser
                    answer = "move " + _answer(choose, json.loads(question), self._seed)
                except Exception:
                    # What a program that breaks down writes to its standard error.
                    answer = "broken " + traceback.format_exc().replace("\n", "\\n")
                file.write(answer.encode(errors="replace") + b"\n")
                file.flush()


def _answer(choose: Callable[[State], Any], question: dict[str, Any], seed: int) -> str:
    """The text of the move that is chosen, whatever it says."""
    game = _native.load_game(question["game"])
    player = question["seat"] - 1
    state = _native._observed_state(game, question["position"], player, seed + question["ply"])
    chosen = choose(state)
    if isinstance(chosen, str):
        return chosen.replace("\n", " ")
    try:
        return state.action_to_string(int(chosen))
    except (ValueError, TypeError, OverflowError):
        return f"action {chosen!r}".replace("\n", " ")
