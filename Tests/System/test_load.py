"""Many connections, many subscribers, many reloads: nothing is lost, missed, or grown."""

import os
import resource
import unittest

import installed
from installed import Installed, as_person
from machine import BINARIES, SOURCE, wait_until
from varlink_client import Connection

LOAD = SOURCE / "Tests/Load"

#: What fits into an ordinary run; the whole load is that of Tests/Load/run without options.
SMALL = ("--connections", 200, "--rate", 500, "--seconds", 8, "--warm-up", 4, "--subscribers", 50,
         "--deaf", 5, "--reloads", 500, "--settled", 100)

#: Of every test with SOTERIA_LONG=1, and of no other.
IS_LONG = os.environ.get("SOTERIA_LONG") == "1"


class UnderLoad(unittest.TestCase):
    """A daemon of its own, as Tests/Load/run starts it."""

    def test_nothing_is_lost_missed_or_grown(self):
        result = installed.person.run(
            LOAD / "run", "--binaries", BINARIES, *(() if IS_LONG else SMALL), check=False,
            seconds=3600 if IS_LONG else 600)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("minutes that passed", result.stdout)


class Full(Installed):
    """The installed service, in its sandbox, with as many connections as it takes."""

    def setUp(self):
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (4096, max(4096, limits[1])))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, limits)
        # It has connections of its own.
        self.person.systemctl("stop", "soteria-agent.service", check=False)
        wait_until(lambda: self.connections() == 1, what="the last other connection to be closed")

    def connections(self):
        return self.call("org.soteria.daemon.GetStatus")["connections"]

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.main_pid()}/fd"))

    def test_it_takes_1024_and_refuses_one_more(self):
        before = self.descriptors()
        peers = as_person(lambda: [Connection(self.socket) for _ in range(1024)])
        try:
            for peer in peers:
                self.assertIn("version", peer.call("org.soteria.daemon.GetStatus"))
            with self.connect() as one_more:
                self.assertIsNone(one_more.receive())
            status = peers[-1].call("org.soteria.daemon.GetStatus")
            self.assertEqual(status["connections"], 1024)
        finally:
            for peer in peers:
                peer.socket.close()
        wait_until(lambda: self.connections() == 1, what="the connections to be closed")
        self.assertLessEqual(self.descriptors(), before)
        words = self.person.journal("--unit", "soteriad.service", "--output", "cat")
        self.assertIn("Refused a connection: 1024 connections are already open.", words)
