"""Moves a second of random Breakthrough from Python: OpenSpiel's, ours one by one, ours in a batch.

All in one run, several rounds each in turn, and the best round counts: `python crates/python/benches/speed.py`. Rates are
given by the clock, and by processor time, which a busy machine changes less.
"""

import random
import time

import pyspiel

import bellwether as bw

SECONDS, ROUNDS, GAMES = 1.0, 5, 4096


def rates(play):
    """Moves a second of the clock and of processor time; `play` makes some moves and says how many."""
    moves, began, spent = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - began < SECONDS:
        moves += play()
    return moves / (time.perf_counter() - began), moves / (time.process_time() - spent)


def single(game):
    """A random game, a call for each thing that a loop has to know."""
    choose = random.Random(1).choice

    def play():
        moves, state = 0, game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
            moves += 1
        return moves

    return play


def batch(threads):
    """A step of many games, with observations, masks, rewards and random moves."""
    env = bw.BatchEnv("breakthrough", GAMES, threads=threads)

    def play():
        env.step(env.sample())
        return GAMES

    return play


def main():
    players = {
        "OpenSpiel": single(pyspiel.load_game("breakthrough")),
        "ours": single(bw.load_game("breakthrough")),
        "BatchEnv, 1 thread": batch(1),
        "BatchEnv, 2 threads": batch(2),
    }
    best = dict.fromkeys(players, (0.0, 0.0))
    for _ in range(ROUNDS):
        for name, play in players.items():
            best[name] = tuple(map(max, best[name], rates(play)))
    for name, (clock, processor) in best.items():
        by_clock, by_processor = (rate / base for rate, base in zip((clock, processor), best["OpenSpiel"]))
        print(
            f"{name:<20} {clock:>12,.0f} a second of the clock {by_clock:>6.1f}×"
            f" {processor:>12,.0f} of processor time {by_processor:>6.1f}×"
        )


if __name__ == "__main__":
    main()
