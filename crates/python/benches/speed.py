"""Moves a second of random Breakthrough from Python: OpenSpiel's, ours one by one, ours in a batch.

All in one run, several rounds each in turn, the best round counts: `python crates/python/benches/speed.py`.
"""

import random
import time

import pyspiel

import bellwether as bw

SECONDS, ROUNDS, GAMES = 1.0, 5, 4096


def single(game):
    """Random games, a call for each thing that a loop has to know."""
    choose = random.Random(1).choice
    moves, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
            moves += 1
    return moves / (time.perf_counter() - began)


def batch(threads):
    """Many games at once, with observations, masks, rewards and random moves."""
    env = bw.BatchEnv("breakthrough", GAMES, threads=threads)
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        env.step(env.sample())
        steps += 1
    return steps * GAMES / (time.perf_counter() - began)


def main():
    theirs, ours = pyspiel.load_game("breakthrough"), bw.load_game("breakthrough")
    measured = {"OpenSpiel": [], "ours": [], "BatchEnv, 1 thread": [], "BatchEnv, 2 threads": []}
    for _ in range(ROUNDS):
        measured["OpenSpiel"].append(single(theirs))
        measured["ours"].append(single(ours))
        measured["BatchEnv, 1 thread"].append(batch(1))
        measured["BatchEnv, 2 threads"].append(batch(2))
    base = max(measured["OpenSpiel"])
    for name, rates in measured.items():
        print(f"{name:<20} {max(rates):>12,.0f} moves/s {max(rates) / base:>8.1f}×")


if __name__ == "__main__":
    main()
