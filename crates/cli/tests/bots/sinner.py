"""A bot that makes one random move as it should and then does what its first argument says.

Each sin is a function that gets the question; `at_start` ones are done before anything is read.
"""
import json
import os
import random
import signal
import sys
import time

FOREVER = 1000


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def divide(question=None):
    return 1 // 0


def explain(question=None):
    print("a line for the author", file=sys.stderr)
    return divide()


def stall(question):
    time.sleep(FOREVER)


def late(question):
    time.sleep(2.5)
    write(question["moves"][0] + "\n")


def illegal(question):
    write("a1a9\n")


def garbage(question):
    write("I think that\n")


def not_text(question):
    sys.stdout.buffer.write(b"\xff\xfe\x00\n")
    sys.stdout.flush()


def empty_line(question):
    write("\n")


def huge_line(question):
    write("x" * 10_000_000 + "\n")


def endless_line(question):
    while True:
        write("x" * 65536)


def chatter(question):
    write(question["moves"][0] + "\nand that is a good one\n")


def last_move_without_newline(question):
    write(question["moves"][0])
    sys.exit(0)


def no_newline(question):
    write(question["moves"][0])
    time.sleep(FOREVER)


def leave(question):
    sys.exit(0)


def leave_with_three(question):
    print("I have had enough", file=sys.stderr)
    sys.exit(3)


def segfault(question):
    os.kill(os.getpid(), signal.SIGSEGV)


def close_input(question):
    write(question["moves"][0] + "\n")
    os.close(0)
    time.sleep(FOREVER)


def close_output(question):
    os.close(1)
    time.sleep(FOREVER)


def ignore_the_signal(question):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(FOREVER)


def leave_a_child(question):
    if os.fork() == 0:
        time.sleep(FOREVER)
    sys.exit(0)


def leave_a_daemon(question):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            for stream in range(3):
                os.close(stream)
            time.sleep(FOREVER)
    sys.exit(0)


def read_passwd(question):
    open("/etc/passwd")


def read_a_neighbour(question):
    open(os.getcwd() + "-neighbour/secret")


def write_a_file(question):
    open("diary", "w")


def open_a_socket(question):
    import socket

    socket.socket()


def take_ten_gigabytes(question):
    bytearray(10 << 30)


def take_it_by_parts(question):
    for _ in range(12):
        if os.fork() == 0:
            break
    mine = os.urandom(1 << 20) * 200
    time.sleep(FOREVER)
    return mine


def fork_for_ever(question):
    while True:
        os.fork()


def resign(question):
    write("resign\n")


def at_start():
    if sys.argv[1] == "crash_at_start":
        divide()
    if sys.argv[1] == "stall_at_start":
        time.sleep(FOREVER)


def engine():
    """Speaks UGI as far as the name of its sin lets it."""
    sin = sys.argv[1]
    for line in sys.stdin:
        word = line.split()[0]
        if word == "ugi":
            if sin == "ugi_mute":
                time.sleep(FOREVER)
            write("hello\nid name sinner\nugiok\n")
        elif word == "isready":
            write("readyok\n")
        elif word == "go":
            if sin == "ugi_flood":
                while True:
                    write(("info string " + "x" * 50 + "\n") * 10_000)
            if sin == "ugi_no_move":
                write("bestmove\n")
            if sin == "ugi_illegal":
                write("info string error: I was told nothing\nbestmove (none)\n")
            if sin == "ugi_crash":
                divide()
        elif word == "quit":
            break


if sys.argv[1].startswith("ugi_"):
    engine()
    sys.exit(0)
at_start()
turn = 0
for line in sys.stdin:
    question = json.loads(line)
    turn += 1
    if turn == 1:
        write(random.choice(question["moves"]) + "\n")
    else:
        globals()[sys.argv[1]](question)
