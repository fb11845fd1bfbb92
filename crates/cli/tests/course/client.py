#!/usr/bin/env python3
"""A client of the course's Battle Sheep server, written from the protocol's description alone.

It plays random legal moves from what it is sent, and checks what it is sent as it goes. Told to, it misbehaves
in one way: see SINS. With --hold FILE it makes FILE.asked at its second turn, and answers once FILE.go is there. With
--lenient it goes on after an illegal or late move, which then costs its turn only. With --year 2022 it plays that
course's game: hexagons, six directions. Exit code 0: the game was over and all was well; 3: what the server sent was
wrong.
"""

import argparse
import os
import random
import socket
import struct
import sys
import time

DIRECTIONS = {
    1: (-1, -1), 2: (0, -1), 3: (1, -1),
    4: (-1, 0), 6: (1, 0),
    7: (-1, 1), 8: (0, 1), 9: (1, 1),
}

SINS = """none silent-lobby drip-lobby gone-lobby silent-place late-place gone-place garbage-place package-place
illegal-place half-place silent late gone garbage package stale old illegal five split half torn extra flood
drip reconnect reconnect-place""".split()

# What costs the turn only, where the host is lenient.
SLIPS = "silent late illegal five split".split()


def wrong(what):
    print("the server is wrong:", what, file=sys.stderr)
    sys.exit(3)


class Client:
    def __init__(self, arguments):
        self.arguments = arguments
        self.size = arguments.size
        self.chance = random.Random(arguments.seed)
        self.connect()
        self.package = 0
        self.turns = 0

    def connect(self):
        self.socket = socket.create_connection((self.arguments.host, self.arguments.port))

    def reconnect(self):
        """As the course's library does when a connection fails: it says its team and waits to be asked again."""
        self.socket.close()
        self.connect()
        self.send(self.arguments.team)

    # What is sent and received: little-endian 32-bit numbers.

    def send(self, *numbers):
        self.socket.sendall(struct.pack("<%di" % len(numbers), *numbers))

    def receive(self, count):
        data = b""
        while len(data) < 4 * count:
            more = self.socket.recv(4 * count - len(data))
            if not more:
                wrong("it closed the connection in the middle")
            data += more
        return struct.unpack("<%di" % count, data)

    def receive_package(self):
        """True if there is another turn."""
        # In one piece, as the course's own clients read it.
        code, package = self.receive(2)
        if code == 0:
            if self.socket.recv(1):
                wrong("something follows the end")
            return False
        if package <= self.package:
            wrong("package %d after %d" % (package, self.package))
        self.package = package
        return True

    def receive_matrix(self):
        size = self.size
        numbers = self.receive(size * size)
        return [numbers[x * size:(x + 1) * size] for x in range(size)]

    # The rules, as far as a client needs them.

    def at(self, matrix, x, y):
        inside = 0 <= x < self.size and 0 <= y < self.size
        return matrix[x][y] if inside else -1

    def cells(self):
        return [(x, y) for x in range(self.size) for y in range(self.size)]

    def places(self, board):
        beside = [(0, 1), (1, 0), (0, -1), (-1, 0)]
        return [
            (x, y) for x, y in self.cells()
            if board[x][y] == 0 and any(self.at(board, x + dx, y + dy) == -1 for dx, dy in beside)
        ]

    def directions(self, y):
        if self.arguments.year != 2022:
            return DIRECTIONS
        odd = y % 2
        return {1: (odd - 1, -1), 2: (odd, -1), 3: (-1, 0), 4: (1, 0), 5: (odd - 1, 1), 6: (odd, 1)}

    def moves(self, board, sheep):
        return [
            (x, y, direction)
            for x, y in self.cells() if board[x][y] == self.me and sheep[x][y] > 1
            for direction, (dx, dy) in self.directions(y).items() if self.at(board, x + dx, y + dy) == 0
        ]

    # What the server says is checked.

    def check(self, board, sheep):
        total = 0
        for x, y in self.cells():
            owner, count = board[x][y], sheep[x][y]
            if owner not in range(-1, 5):
                wrong("owner %d" % owner)
            if owner == self.me:
                total += count
                if count < 1:
                    wrong("an own cell without sheep")
            elif owner <= 0 and count != 0:
                wrong("sheep on nobody's cell")
            elif owner > 0 and self.arguments.hidden and count != 0:
                wrong("a foreign flock of %d in a hidden game" % count)
            elif owner > 0 and not self.arguments.hidden and count < 1:
                wrong("a foreign flock of %d in an open game" % count)
        if total != self.arguments.sheep:
            wrong("%d sheep are mine" % total)

    def expect(self, board, sheep, before):
        """What a move of mine changed must be there."""
        if before is None or self.arguments.year == 2022:
            return
        x, y, count = before
        if board[x][y] != self.me or sheep[x][y] != count:
            wrong("the last move did not arrive at %d, %d with %d" % before)

    # A game.

    def play(self):
        sin = self.arguments.sin
        if sin == "silent-lobby":
            time.sleep(600)
        if sin == "drip-lobby":
            for byte in struct.pack("<i", self.arguments.team):
                time.sleep(2)
                self.socket.sendall(bytes([byte]))
        if sin == "gone-lobby":
            return
        self.send(self.arguments.team)
        if not self.receive_package():
            return
        (self.me,) = self.receive(1)
        if self.me not in range(1, 5):
            wrong("player %d" % self.me)
        board = self.receive_matrix()
        mine = self.chance.choice(self.places(board))
        answer = (1, self.package) + mine
        arrived = mine + (self.arguments.sheep,)
        if sin == "reconnect-place":
            self.reconnect()
            if not self.receive_package() or self.receive(1) != (self.me,):
                wrong("it did not ask again for a place")
            self.receive_matrix()
            answer = (1, self.package) + mine
        elif sin.endswith("-place"):
            if self.slip(sin, answer):
                answer, arrived = None, None
            elif self.misbehave(sin, answer):
                return
        if answer:
            self.send(*answer)
        while self.receive_package():
            board, sheep = self.receive_matrix(), self.receive_matrix()
            self.check(board, sheep)
            self.expect(board, sheep, arrived)
            self.turns += 1
            moves = self.moves(board, sheep)
            if not moves and self.arguments.year == 2022:
                return
            if not moves:
                wrong("asked for a move where there is none")
            x, y, direction = self.chance.choice(moves)
            count = self.chance.randrange(1, sheep[x][y])
            answer = (1, self.package, x, y, count, direction)
            if self.turns == 2 and self.arguments.hold:
                self.hold()
            if self.turns == 2 and not sin.endswith("-place"):
                if sin == "reconnect":
                    self.reconnect()
                    continue
                if self.slip(sin, answer):
                    arrived = None
                    continue
                if sin == "five":
                    answer = answer[:5] + (5,)
                elif sin == "split":
                    answer = answer[:4] + (sheep[x][y],) + answer[5:]
                elif sin == "stale":
                    self.send(*((1, self.package - 1) + answer[2:]))
                elif sin == "extra":
                    self.send(*answer)
                    answer = (99,)
                elif self.misbehave(sin, answer):
                    return
            self.send(*answer)
            dx, dy = self.directions(y)[direction]
            while self.at(board, x + dx, y + dy) == 0:
                x, y = x + dx, y + dy
            arrived = (x, y, count)

    def hold(self):
        open(self.arguments.hold + ".asked", "w").close()
        while not os.path.exists(self.arguments.hold + ".go"):
            time.sleep(0.01)

    def slip(self, sin, answer):
        """An illegal or late move, after which the game goes on; whether there was one."""
        sin = sin.split("-")[0]
        if not self.arguments.lenient or sin not in SLIPS:
            return False
        if sin == "late":
            time.sleep(self.arguments.late)
        elif sin == "illegal":
            answer = answer[:2] + (-3, 99) + answer[4:]
        elif sin == "five":
            answer = answer[:5] + (5,)
        elif sin == "split":
            answer = answer[:4] + (999,) + answer[5:]
        if sin != "silent":
            self.send(*answer)
        return True

    def misbehave(self, sin, answer):
        """One sin in place of an answer; true if the game is over with it."""
        sin = sin.split("-")[0]
        if sin == "silent":
            time.sleep(600)
        elif sin == "late":
            time.sleep(self.arguments.late)
            self.send(*answer)
        elif sin == "garbage":
            self.send(*((7,) + answer[1:]))
        elif sin == "package":
            self.send(*((1, self.package + 5) + answer[2:]))
        elif sin == "illegal":
            self.send(*(answer[:2] + (-3, 99) + answer[4:]))
        elif sin == "half":
            self.socket.sendall(struct.pack("<4i", *answer[:4])[:10])
        elif sin == "torn":
            self.socket.sendall(struct.pack("<4i", *answer[:4])[:10])
            return True
        elif sin == "old":
            self.send(*(20 * ((1, self.package - 1) + answer[2:])))
        elif sin == "flood":
            try:
                while True:
                    self.socket.sendall(b"\xff" * 65536)
            except OSError:
                return True
        elif sin == "drip":
            for byte in struct.pack("<%di" % len(answer), *answer):
                time.sleep(self.arguments.late / 10)
                self.socket.sendall(bytes([byte]))
        elif sin == "gone":
            return True
        else:
            return False
        # Out: the server says so, if one still listens.
        try:
            code, _ = self.receive(2)
            if code != 0:
                wrong("it went on after '%s'" % sin)
        except OSError:
            pass
        return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8887)
    parser.add_argument("--team", type=int, default=1)
    parser.add_argument("--size", type=int, default=12)
    parser.add_argument("--sheep", type=int, default=16)
    parser.add_argument("--hidden", action="store_true")
    parser.add_argument("--lenient", action="store_true")
    parser.add_argument("--year", type=int, default=2024)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--late", type=float, default=5)
    parser.add_argument("--hold", default="")
    parser.add_argument("--sin", choices=SINS, default="none")
    Client(parser.parse_args()).play()


main()
