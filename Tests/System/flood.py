#!/usr/bin/python3
"""flood.py SOCKET LOAD: puts a load on the daemon that no honest client would, until it is ended.

Prints a line when the daemon takes no more. `unfinished`: 1,000 connections, each of which sends a
message of 1 MiB without its end. `silent`: 1,024 connections of one process. `pipelined`: 10,000
calls without reading; after a line on the standard input reads, and prints how many were answered.
"""

import json
import resource
import select
import socket
import sys
import time

from varlink_client import Connection

CALL = json.dumps({"method": "org.soteria.protection.Check",
                   "parameters": {"site": "shop.example"}}).encode() + b"\0"


def unfinished(path):
    message = memoryview(b'{"method":"' + b"x" * ((1 << 20) - 12))
    # In shares that one process may have; those that the daemon refuses stay for as long as it lets
    # them.
    rest = {}
    for _ in range(5):
        for connection in Connection.several(path, 200):
            connection.socket.setblocking(False)
            rest[connection.socket] = message
    end = time.monotonic() + 20
    open_ones = list(rest)
    while rest and time.monotonic() < end:
        for each in select_writable(list(rest)):
            try:
                rest[each] = rest[each][each.send(rest[each]):]
            except BlockingIOError:
                continue
            except OSError:
                del rest[each]
                continue
            if not rest[each]:
                del rest[each]
    return open_ones


def select_writable(sockets):
    """Those that take bytes; `select` knows no descriptors above 1,023."""
    poll = select.poll()
    known = {}
    for each in sockets:
        known[each.fileno()] = each
        poll.register(each, select.POLLOUT)
    return [known[number] for number, _ in poll.poll(100)]


def silent(path):
    # The daemon closes what it refuses, and says why: nobody here reads it.
    sockets = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(1024)]
    for each in sockets:
        each.connect(path)
    return sockets


def pipelined(path):
    connection = Connection(path)
    connection.socket.setblocking(False)
    rest = send(connection.socket, memoryview(CALL * 10_000))
    print("sent", flush=True)
    sys.stdin.readline()
    answers = b""
    while answers.count(b"\0") < 10_000:
        # What did not fit before fits as soon as answers are read.
        wanted = select.POLLIN | (select.POLLOUT if rest else 0)
        poll = select.poll()
        poll.register(connection.socket, wanted)
        if not poll.poll(10_000):
            break
        rest = send(connection.socket, rest, seconds=0)
        try:
            more = connection.socket.recv(1 << 20)
        except BlockingIOError:
            continue
        if not more:
            break
        answers += more
    right = [each for each in answers.split(b"\0") if b'"targets":["shopping"]' in each]
    print(len(right), flush=True)


def send(connection, rest, seconds=2):
    """Sends until nothing more is taken for some time; what is left."""
    poll = select.poll()
    poll.register(connection, select.POLLOUT)
    while rest and poll.poll(seconds * 1000):
        try:
            rest = rest[connection.send(rest):]
        except BlockingIOError:
            break
    return rest


def main():
    path, load = sys.argv[1:]
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    if load == "pipelined":
        return pipelined(path)
    held = {"unfinished": unfinished, "silent": silent}[load](path)
    print(len(held), flush=True)
    # Until it is ended, with all connections open.
    sys.stdin.read()
    return None


if __name__ == "__main__":
    main()
