"""What the tests of the conversation share: short waits, the steps, a terminal."""

import datetime
import json
import os
import select
import time

from installed import Installed
from machine import SOURCE, wait_until
from varlink_client import VarlinkError

#: A few unblocks would be a high risk at night, and the daemon would act on it: not where that is
#: not what is tested.
CALM = """\
auto_protection: {high_risk: {enabled: false}}
risk: {factors: {late_night: null, high_frequency: null}}
"""

TARGETS = """\
version: 1
targets:
  shopping: {name: Shopping, sites: [shop.example]}
  games: {name: Games, sites: [games.example]}
  news: {name: News, sites: [news.example]}
quiet_hours:
  always: {name: Always, block: [shopping], ranges: [{days: daily, time: "00:00-24:00"}]}
"""


def rules(grant="2s", planned="1s", impulse="1s", more=CALM):
    wait = f"{{planned: {planned}, impulse: {impulse}}}"
    return f"{TARGETS}unblock: {{grant: {grant}, wait: {wait}}}\n{more}"


def instant(text):
    """An RFC 3339 instant of the socket."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


class Conversing(Installed):
    """A person who talks with the daemon about what is blocked."""

    def set_rules(self, **changed):
        """Puts rules in force, with shopping blocked all day and no request open."""
        text = rules(**changed)
        self.write_rules("rules.yaml", text)
        self.call("org.soteria.rules.Reload")
        for request in self.call("org.soteria.unblock.List")["requests"]:
            self.call("org.soteria.unblock.Keep", request=request["request"])
        self.wait_until_blocked("shopping")

    def request(self, purpose=None, place=None, **more):
        """An open request."""
        intent = {"intent": {"purpose": purpose, **more}} if purpose else {}
        return self.call("org.soteria.unblock.Request", place=place or {"target": "shopping"},
                         **intent)["request"]

    def confirm(self, request, seconds=20):
        """The grant that a request leads to as soon as its wait is over."""
        answers = []

        def is_over():
            try:
                answers.append(self.call("org.soteria.unblock.Confirm", request=request))
            except VarlinkError as error:
                if error.name != "org.soteria.unblock.WaitNotOver":
                    raise
            return answers

        return wait_until(is_over, seconds, "the wait to be over")[0]["grant"]

    def refused(self, method, **parameters):
        """The error with which a call is refused."""
        with self.assertRaises(VarlinkError) as failure:
            self.call(method, **parameters)
        return failure.exception

    def restrictions(self, target):
        """The reasons for which a target is blocked, by kind."""
        return {each["kind"]: each for each in self.targets()[target]["restrictions"]}

    def entries(self, *fields):
        """The journal's entries with these fields."""
        lines = self.person.journal(*fields, "--output", "json").splitlines()
        return [json.loads(line) for line in lines]

    def told(self, kind):
        """The journal's entries of a kind, by its name in the message catalog."""
        catalog = (SOURCE / "systemd/soteria.catalog").read_text()
        identifier = catalog.split(f"# kind: {kind}\n-- ")[1].split()[0]
        return self.entries(f"MESSAGE_ID={identifier}")

    def facts(self, kind):
        """What was recorded of one kind, in the order in which it happened."""
        return [event["fact"] for event in
                self.soteria_lines("events", "--kind", kind, "--limit", "0")]

    def assert_seconds(self, first, second, limit=1):
        """Two instants of the socket lie within `limit` seconds."""
        apart = abs((instant(first) - instant(second)).total_seconds())
        self.assertLessEqual(apart, limit, f"{first} and {second}")

    def terminal(self, *arguments):
        terminal = Terminal(self.person, *arguments)
        self.addCleanup(terminal.close)
        return terminal


class Terminal:
    """A command of the person's on a terminal of its own, of which it can be interrupted."""

    def __init__(self, person, *arguments):
        self.ours, theirs = os.openpty()
        os.fchown(theirs, person.uid, -1)
        self.process = person.start(
            "setsid", "--ctty", "--wait", *arguments, environment={"NO_COLOR": "1"},
            stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        self.shown = ""

    def expect(self, text, seconds=20):
        """Reads until the text is shown; what comes behind it is left for the next one."""
        end = time.monotonic() + seconds
        while text not in self.shown:
            left = max(0, end - time.monotonic())
            if not select.select([self.ours], [], [], left)[0] or not self.read():
                raise AssertionError(f"{text!r} is not in {self.shown!r}")
        before, self.shown = self.shown.split(text, 1)
        return before

    def read(self):
        try:
            more = os.read(self.ours, 4096).decode(errors="replace")
        except OSError:  # the other end is closed
            return False
        self.shown += more
        return bool(more)

    def type(self, line):
        os.write(self.ours, line.encode() + b"\n")

    def interrupt(self):
        """Ctrl-C."""
        os.write(self.ours, b"\x03")

    def end_input(self):
        """Ctrl-D."""
        os.write(self.ours, b"\x04")

    def hang_up(self):
        """Closes the window that the terminal is."""
        os.close(self.ours)
        self.ours = None

    def exit_code(self):
        return self.process.wait(timeout=20)

    def close(self):
        if self.ours is not None:
            self.hang_up()
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
