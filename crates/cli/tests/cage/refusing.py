#!/usr/bin/python3 -S
# Runs `bellwether` beside it under a rule that many containers have: no new namespaces.
import ctypes, os, struct, sys

libc = ctypes.CDLL(None, use_errno=True)
ALLOW, REFUSE = 0x7FFF0000, 0x00050001
CLONE = 56 if os.uname().machine == "x86_64" else 220
NEW = 0x7E020000
rules = [
    (0x20, 0, 0, 0),      # the call's number
    (0x15, 0, 3, CLONE),  # clone? else allow
    (0x20, 0, 0, 16),     # its flags
    (0x45, 0, 1, NEW),    # a new namespace? else allow
    (0x06, 0, 0, REFUSE),
    (0x06, 0, 0, ALLOW),
]
code = b"".join(struct.pack("HBBI", *rule) for rule in rules)
buffer = ctypes.create_string_buffer(code)
program = struct.pack("HxxxxxxP", len(rules), ctypes.addressof(buffer))
zero = ctypes.c_ulong(0)
assert libc.prctl(38, ctypes.c_ulong(1), zero, zero, zero) == 0
assert libc.prctl(22, ctypes.c_ulong(2), program, zero, zero) == 0
helper = os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "bellwether")
os.execv(helper, [helper] + sys.argv[1:])
