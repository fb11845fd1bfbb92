"""Moves a second of random Breakthrough from Python: OpenSpiel's, ours one by one, ours in a batch.

`python crates/python/benches/speed.py` compares like with like. *Plain* is what a rollout does: whose move, which are
legal, one of them at random. *Learner* is what a learner's loop does besides, at every move: the mask of legal actions and
the observation.

All in one run, in turns, and two figures for each: the moves a second of all its turns together, and those of its fastest
window of 2 ms (of a batch: of its fastest step), which on a busy machine nobody interrupted.
"""

import random
import time
import types

import pyspiel
from open_spiel.python.observation import make_observation

import bellwether as bw

SECONDS, WINDOW, ROUNDS, GAMES = 0.25, 0.002, 20, 4096


class Rate:
    """Moves a second: of all turns together, and of the fastest window."""

    def __init__(self):
        self.moves, self.seconds, self.fastest = 0, 0.0, 0.0

    def take_turn(self, play):
        """`play` makes some moves and says how many, for a while."""
        end = time.perf_counter() + SECONDS
        window = getattr(play, "window", WINDOW)
        while (began := time.perf_counter()) < end:
            moves = 0
            while (spent := time.perf_counter() - began) < window or moves == 0:
                moves += play()
            self.moves += moves
            self.seconds += spent
            self.fastest = max(self.fastest, moves / spent)

    @property
    def mean(self):
        return self.moves / self.seconds


def own(play):
    """The same function with code of its own: Python fits code to the types that it meets, and a loop of a user meets those
    of one library."""
    return types.FunctionType(play.__code__.replace(), globals(), play.__name__, None, play.__closure__)


def plain(game):
    """A random game, a call for each thing that a loop has to know."""
    choose = random.Random(1).choice

    def play():
        moves, state = 0, game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
            moves += 1
        return moves

    return own(play)


def learner(game, observe):
    """The same with what a learner wants to know."""
    choose = random.Random(1).choice

    def play():
        moves, state = 0, game.new_initial_state()
        while not state.is_terminal():
            state.legal_actions_mask()
            observe(state)
            state.apply_action(choose(state.legal_actions()))
            moves += 1
        return moves

    return own(play)


def batch(threads, learns, how=lambda env: env.step_random()):
    """A step of many games."""
    env = bw.BatchEnv("breakthrough", GAMES, threads=threads, observations=learns, masks=learns)

    def play():
        how(env)
        return GAMES

    play.window = 0.0
    return play


def sampled(env):
    """The moves in an array of the caller's, as a learner gives them."""
    env.step(env.sample())


def main():
    theirs, ours = pyspiel.load_game("breakthrough"), bw.load_game("breakthrough")
    observer = make_observation(theirs)
    groups = {
        "plain": {
            "OpenSpiel": plain(theirs),
            "ours": plain(ours),
            "BatchEnv, 1 thread": batch(1, False),
            "BatchEnv, 2 threads": batch(2, False),
        },
        "learner": {
            "OpenSpiel": learner(theirs, lambda state: state.observation_tensor()),
            "OpenSpiel, its observer": learner(theirs, lambda state: observer.set_from(state, state.current_player())),
            "ours": learner(ours, lambda state: state.observation_tensor()),
            "BatchEnv, 1 thread": batch(1, True),
            "BatchEnv, 2 threads": batch(2, True),
            "the same, step(sample())": batch(2, True, sampled),
        },
    }
    for group, players in groups.items():
        rates = {name: Rate() for name in players}
        for _ in range(ROUNDS):
            for name, play in players.items():
                rates[name].take_turn(play)
        theirs_of = [rate for name, rate in rates.items() if name.startswith("OpenSpiel")]
        mean, fastest = max(rate.mean for rate in theirs_of), max(rate.fastest for rate in theirs_of)
        print(f"{group:<26} {'all turns':>20} {'fastest window':>29}")
        for name, rate in rates.items():
            ratios = f"{rate.mean / mean:>7.1f}× {rate.fastest:>12,.0f} moves/s {rate.fastest / fastest:>7.1f}×"
            print(f"  {name:<24} {rate.mean:>12,.0f} moves/s {ratios}")


if __name__ == "__main__":
    main()
