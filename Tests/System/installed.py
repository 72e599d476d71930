"""What the groups of tests share: a person with Soteria, from its installation to its removal."""

import json
import os
import subprocess
import tempfile
import unittest

import machine
from machine import BINARIES, SOURCE, wait_until
from varlink_client import Connection

#: The person of this run; set by the runner when the machine stands.
person = None

#: The last parts of the names of all interfaces.
INTERFACES = ("protection", "unblock", "prompts", "risk", "quiethours", "targets", "usage",
              "checkin", "budgets", "metrics", "goals", "rules", "daemon")

#: That of the dashboard's own socket.
DASHBOARD = "dashboard"

ALWAYS = """\
version: 1
targets:
  shopping: {name: Shopping, sites: [shop.example]}
quiet_hours:
  always: {name: Always, block: [shopping], ranges: [{days: daily, time: "00:00-24:00"}]}
"""

TARGETS = """\
version: 1
targets:
  shopping: {name: Shopping, sites: [shop.example]}
  games: {name: Games, sites: [games.example]}
"""


class Installed(unittest.TestCase):
    """Installs Soteria before the first test of a class and purges it after the last."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.person = person
        cls.rules_directory = person.home / ".config/soteria/rules.d"
        cls.socket = person.runtime / "soteria/org.soteria"
        cls.units = person.home / ".local/share/systemd/user"
        machine.empty_home(person)
        # A class that fails here has no tearDownClass; this runs in any case.
        cls.addClassCleanup(cls.remove)
        cls.installation = cls.install()

    @classmethod
    def install(cls, *options, **keywords):
        return person.run(SOURCE / "systemd/install", "--binaries", BINARIES, *options, **keywords)

    @classmethod
    def remove(cls):
        person.run(SOURCE / "systemd/uninstall", "--purge", check=False)
        person.systemctl("revert", "soteriad.service", "soteria-agent.service", check=False)
        machine.empty_home(person)
        person.systemctl("daemon-reload")

    def begin_afresh(self, name, text):
        """Other rules, and a record that knows no others: what is strict and blocks would hold
        against the files until its end, and what blocks all day has none in sight."""
        self.person.systemctl("stop", "soteriad.service", "soteriad.socket")
        self.write_rules(name, text)
        for file in self.state_directory.glob("soteria.sqlite*"):
            file.unlink()
        self.person.systemctl("reset-failed", "soteriad.socket", check=False)
        self.person.systemctl("start", "soteriad.socket", "soteriad.service")

    @property
    def state_directory(self):
        """Where this version of systemd keeps a person's state."""
        places = (self.person.home / ".local/state/soteriad", self.person.home / ".config/soteriad")
        return next(place for place in places if place.is_dir())

    def soteria(self, *arguments, check=True):
        return self.person.run("soteria", *arguments, check=check)

    def soteria_json(self, *arguments):
        return json.loads(self.soteria(*arguments, "--json").stdout)

    def soteria_lines(self, *arguments):
        text = self.soteria(*arguments, "--json").stdout
        return [json.loads(line) for line in text.splitlines() if line.strip()]

    def call(self, method, **parameters):
        """One call on a connection of its own, made with the person's identity."""
        with self.connect() as connection:
            return connection.call(method, **parameters)

    def connect(self):
        return as_person(lambda: Connection(self.socket))

    def write_rules(self, name, text):
        return self.person.write(self.rules_directory / name, text)

    def show(self, key, unit="soteriad.service"):
        return self.person.systemctl("show", "--value", "--property", key, unit).stdout.strip()

    def main_pid(self):
        return int(self.show("MainPID"))

    def drop_in(self, name, text):
        """A drop-in beside the installed unit, gone again after the test."""
        path = self.person.write(self.units / "soteriad.service.d" / name, text)
        self.person.systemctl("daemon-reload")

        def take_away():
            path.unlink(missing_ok=True)
            self.person.systemctl("daemon-reload")
            self.person.systemctl("restart", "soteriad.service")

        self.addCleanup(take_away)

    def targets(self):
        """State by target, as the socket tells it."""
        answer = self.call("org.soteria.protection.List")
        return {each["target"]: each for each in answer["targets"]}

    def is_blocked(self, target):
        state = self.targets().get(target)
        return bool(state and state["blocked"])

    def wait_until_blocked(self, target, seconds=10):
        wait_until(lambda: self.is_blocked(target), seconds, f"{target} to be blocked")

    def wait_for_restart(self, old, seconds=30):
        """The process of the daemon after another than `old` is ready."""

        def again():
            now = self.main_pid()
            return now if now not in (0, old) and self.show("ActiveState") == "active" else None

        return wait_until(again, seconds, "the daemon to be started again")


def as_person(action):
    """The result of an action done with the person's user id, which the daemon asks the kernel."""
    os.setegid(person.uid)
    os.seteuid(person.uid)
    try:
        return action()
    finally:
        os.seteuid(0)
        os.setegid(0)


class ByHand:
    """A daemon without systemd, as a child process of the person's."""

    def __init__(self, rules, state, socket, *options, environment=None, through=()):
        # Not a pipe: one that is full would hold up a daemon that has much to say.
        self.log = tempfile.TemporaryFile("w+", encoding="utf-8")
        self.process = person.start(
            *through, BINARIES / "soteriad", "--rules", rules, "--state", state, "--socket",
            socket, *options, environment=environment, stdout=subprocess.DEVNULL,
            stderr=self.log)

    @property
    def words(self):
        """Everything that it has said."""
        self.log.seek(0)
        return self.log.read()

    @property
    def pid(self):
        return self.process.pid

    @property
    def code(self):
        """How it ended; None while it runs."""
        return self.process.poll()

    def wait(self, seconds=20):
        """How it ended; fails where it does not."""
        try:
            return self.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("the daemon still runs:\n" + self.words)

    def kill(self):
        self.process.kill()
        self.process.wait()
