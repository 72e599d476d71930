"""A daemon by hand on a disk that fails, or that is killed in the middle of what it writes."""

import contextlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import unittest

from chain import opened
from machine import BINARIES, SOURCE, STAGE, wait_until
from unmanaged import Unmanaged
from varlink_client import VarlinkError

LIBRARY = str(STAGE / "faulty_disk.so")

#: The plan in which nothing happens.
NOTHING = "none none 0 0 0"

RULES = """\
version: 1
targets:
  shopping: {name: Shopping, sites: [shop.example]}
  games: {name: Games, sites: [games.example]}
auto_protection: {high_risk: {enabled: false}}
"""


class FaultyDisk(Unmanaged):
    """What happens to the files of the state directory is said by a plan (see faulty_disk.cc)."""

    @classmethod
    def setUpClass(cls):
        if not shutil.which("g++"):
            raise unittest.SkipTest("there is no compiler for what makes a disk fail")
        super().setUpClass()
        subprocess.run(["g++", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o",
                        LIBRARY, SOURCE / "Tests/System/faulty_disk.cc"], check=True)
        cls.seed = int(os.environ.get("SOTERIA_SEED") or random.randrange(1 << 32))
        cls.chance = random.Random(cls.seed)
        print(f"    seed {cls.seed}", flush=True)

    def setUp(self):
        super().setUp()
        self.person.write(self.rules / "targets.yaml", RULES)
        self.saved = self.place / "saved"
        self.started = []
        self.plan_file = self.place / "plan"
        self.plan(NOTHING)

    def start(self, *options, **keywords):
        """The only daemon: one that a failed check left does not answer in its place."""
        for daemon in self.started:
            daemon.kill()
        self.started = [super().start(*options, **keywords)]
        return self.started[0]

    def plan(self, text):
        """What happens from now on, in one step for whoever reads it."""
        new = self.person.write(self.place / "plan.new", text + "\n")
        new.rename(self.plan_file)

    def faulty(self, path=None):
        """The environment of a program to which the plan applies, below a path."""
        return {"LD_PRELOAD": LIBRARY, "FAULTY_DISK": str(self.plan_file),
                "FAULTY_PATH": str(path or self.state)}

    def begin_faulty(self, *options):
        return self.begin(*options, environment=self.faulty())

    def end(self, daemon):
        """Stops it as systemd would."""
        daemon.process.terminate()
        daemon.wait()

    def save(self):
        """Keeps the state directory as it is, for `put_back`."""
        self.person.run("rm", "-rf", self.saved)
        self.person.run("cp", "-a", self.state, self.saved)

    def put_back(self):
        self.person.run("rm", "-rf", self.state)
        self.person.run("cp", "-a", self.saved, self.state)

    @property
    def database(self):
        return self.state / "soteria.sqlite"

    def acknowledge(self, name, seconds=600):
        """Starts a protection; true where it was acknowledged."""
        try:
            reply = self.ask("org.soteria.protection.Start", target="games", seconds=seconds,
                             name=name)
            return "recorded" not in reply
        except (OSError, VarlinkError):
            return False

    def events(self):
        """All events, as the running daemon tells them."""
        text = self.person.run("soteria", "events", "--limit", "0", "--json", "--socket",
                               self.path).stdout
        return [json.loads(line) for line in text.splitlines() if line.strip()]

    def protections(self):
        return [event["fact"]["name"] for event in self.events()
                if event["kind"] == "protectionStarted"]

    def store(self):
        return self.ask("org.soteria.daemon.GetStatus")["store"]

    def damaged(self):
        """What was set aside, without the companions of a database."""
        return sorted(path for path in self.state.glob("soteria.sqlite.damaged-*")
                      if not path.name.endswith(("-wal", "-shm", "-mark")))

    def verify(self, state=None):
        """Exit code and words."""
        result = self.person.run(BINARIES / "soteria", "events", "verify", "--state",
                                 state or self.state, check=False)
        return result.returncode, result.stdout + result.stderr

    def assert_whole(self, state=None):
        code, words = self.verify(state)
        self.assertEqual(code, 0, words)

    def assert_sound(self, path=None):
        with opened(path or self.database) as connection:
            self.assertEqual(connection.execute("pragma integrity_check").fetchone(), ("ok",))

    def rows(self, path=None):
        """Every event with its hash, of a daemon that does not run."""
        with opened(path or self.database) as connection:
            return connection.execute(
                "select sequence, at, kind, fact, hex(hash) from events order by sequence"
            ).fetchall()

    def wait_until_healthy(self, seconds=80):
        """The daemon tries again at the marks of its clock."""
        wait_until(lambda: self.store()["healthy"], seconds, "the store to be well")

    def kill_in_service(self, count=20):
        """A record of some protections as kill -9 leaves it; their names."""
        daemon = self.run_daemon()
        names = [f"before {number}" for number in range(count)]
        for name in names:
            self.assertTrue(self.acknowledge(name))
        daemon.kill()
        return names


@contextlib.contextmanager
def during(what):
    """Says with a failure when it was."""
    try:
        yield
    except AssertionError as error:
        raise AssertionError(f"{what}: {error}") from error


def read_only(path):
    """A connection that leaves no trace."""
    return sqlite3.connect(f"file:{path}?immutable=1", uri=True)
