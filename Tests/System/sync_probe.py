#!/usr/bin/python3
"""Tries what soteria-sync must not be able to do, and prints what came of it as JSON:
`sync_probe.py STATE SPACE OTHER PORT SOCKET`, where STATE is the daemon's state directory, SPACE
and OTHER are spaces with a shelf in it, PORT is one that is listened to on this machine, and SOCKET
is the name of an abstract socket. Each answer is "done", or the name of the errno.
"""

import json
import os
import pathlib
import socket
import sys

from sandbox_probe import attempt


def read(path):
    pathlib.Path(path).read_bytes()


def write(path):
    pathlib.Path(path).write_bytes(b"x")


def connect(family, address):
    with socket.socket(family) as asking:
        asking.settimeout(10)
        asking.connect(address)


def main():
    state, space, other, port, name = sys.argv[1:]
    home, runtime = os.environ["HOME"], os.environ["XDG_RUNTIME_DIR"]
    shelf = f"{state}/shelf/{space}"
    tried = {
        "record": lambda: read(f"{state}/soteria.sqlite"),
        "keys": lambda: read(f"{state}/sync/keys"),
        "rules": lambda: read(f"{home}/.config/soteria/rules.d/rules.yaml"),
        "own file": lambda: read(f"{home}/letter"),
        "write to home": lambda: write(f"{home}/probe"),
        "other shelf": lambda: read(f"{state}/shelf/{other}/address"),
        "read shelf": lambda: read(f"{shelf}/address"),
        "write shelf": lambda: write(f"{shelf}/probe"),
        "runtime directory": lambda: os.listdir(f"{runtime}/soteria"),
        "daemon": lambda: connect(socket.AF_UNIX, f"{runtime}/soteria/org.soteria"),
        "bus": lambda: connect(socket.AF_UNIX, f"{runtime}/bus"),
        "abstract socket": lambda: connect(socket.AF_UNIX, "\0" + name),
        "netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close(),
        "network": lambda: connect(socket.AF_INET, ("127.0.0.1", int(port))),
        "name of a host": lambda: connect(
            socket.AF_INET, (socket.gethostbyname("localhost"), int(port))),
    }
    print(json.dumps({question: attempt(action) for question, action in tried.items()}))


main()
