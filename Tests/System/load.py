#!/usr/bin/python3
"""load.py SOCKET FILE: several clients at once, until it is ended.

Writes a line into FILE for every event that the daemon acknowledged: its kind and what it is known
by. A daemon that dies is asked again as soon as there is another.
"""

import itertools
import sys
import threading
import time

from varlink_client import Connection, VarlinkError

numbers = itertools.count(1)


class Client(threading.Thread):
    """One connection at a time, over which `turn` is done again and again."""

    def __init__(self, path, acknowledged):
        super().__init__(daemon=True)
        self.path, self.acknowledged = path, acknowledged

    def run(self):
        while True:
            try:
                with Connection(self.path) as self.connection:
                    while True:
                        self.turn()
            except (OSError, VarlinkError):
                continue

    def call(self, method, **parameters):
        return self.connection.call(f"org.soteria.{method}", **parameters)

    def note(self, kind, what):
        # One write, so that lines of several threads do not mix.
        self.acknowledged.write(f"{kind} {what}\n")

    def leave_open_requests(self, target):
        for request in self.call("unblock.List")["requests"]:
            if target in request["targets"]:
                self.keep(request["request"])

    def keep(self, request):
        try:
            self.call("unblock.Keep", request=request)
            self.note("blockKept", request)
        except VarlinkError:
            pass  # it expired, or somebody else ended it


class Protecting(Client):
    def turn(self):
        name = f"protection {next(numbers)}"
        self.call("protection.Start", target="games", seconds=60, name=name)
        self.note("protectionStarted", name)


class Keeping(Client):
    """Meets a block and keeps it."""

    def turn(self):
        intent = {"purpose": "impulse", "mood": "bored"}
        try:
            answer = self.call("unblock.Request", place={"target": "shopping"}, intent=intent)
        except VarlinkError:
            return self.leave_open_requests("shopping")
        request = answer["request"]["request"]
        self.note("unblockRequested", request)
        self.keep(request)


class Opening(Client):
    """Waits, opens, and says what came of it."""

    def turn(self):
        intent = {"purpose": "planned", "category": "gift"}
        try:
            answer = self.call("unblock.Request", place={"target": "news"}, intent=intent)
        except VarlinkError:
            return self.leave_open_requests("news")
        request = answer["request"]["request"]
        self.note("unblockRequested", request)
        while not self.is_open(request):
            time.sleep(0.05)
        self.note("unblocked", request)
        self.call("unblock.LogOutcome", request=request, bought=False)
        self.note("outcomeLogged", request)

    def is_open(self, request):
        try:
            self.call("unblock.Confirm", request=request)
            return True
        except VarlinkError as error:
            if error.name != "org.soteria.unblock.WaitNotOver":
                raise
            return False


class Saving(Client):
    """A goal, and many small sums for it."""

    def turn(self):
        name = f"goal {next(numbers)}"
        goal = self.call("goals.Add", name=name, target="99999999", currency="EUR")["goal"]["goal"]
        self.note("goalAdded", name)
        for _ in range(3):
            amount = next(numbers)
            self.call("goals.Contribute", goal=goal, amount=str(amount))
            self.note("goalContributed", amount)
        self.call("goals.Remove", goal=goal)
        self.note("goalRemoved", goal)


class Using(Client):
    """Uses what is not blocked; sessions of a moment are no facts, and nothing is noted."""

    def turn(self):
        use = self.call("usage.Opened", site="read.example")["use"]
        self.call("usage.Heartbeat", uses=[use])
        self.call("usage.Closed", use=use)


def main():
    path, file = sys.argv[1:]
    with open(file, "w", encoding="utf-8", buffering=1) as acknowledged:
        clients = [kind(path, acknowledged)
                   for kind in (Protecting, Keeping, Opening, Saving, Using)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()


if __name__ == "__main__":
    main()
