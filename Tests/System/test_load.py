"""Many connections, many subscribers, many reloads: nothing is lost, missed, or grown."""

import os
import pathlib
import resource
import subprocess
import time
import unittest

import installed
from installed import ALWAYS, Installed, as_person
from machine import BINARIES, LONG, SOURCE, wait_until
from varlink_client import Connection, VarlinkError

LOAD = SOURCE / "Tests/Load"

#: What fits into an ordinary run; the whole load is that of Tests/Load/run without options.
SMALL = ("--connections", 200, "--rate", 500, "--seconds", 8, "--warm-up", 4, "--subscribers", 50,
         "--deaf", 5, "--reloads", 500, "--settled", 100)


class UnderLoad(unittest.TestCase):
    """A daemon of its own, as Tests/Load/run starts it."""

    def test_nothing_is_lost_missed_or_grown(self):
        result = installed.person.run(
            LOAD / "run", "--binaries", BINARIES, *(() if LONG else SMALL), check=False,
            seconds=3600 if LONG else 600)
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
        """The number that the daemon counts; None while it has none left for this question."""
        try:
            return self.call("org.soteria.daemon.GetStatus")["connections"]
        except (OSError, VarlinkError):
            return None

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.main_pid()}/fd"))

    def close(self, peers):
        for peer in peers:
            peer.socket.close()
        wait_until(lambda: self.connections() == 1, what="the connections to be closed")

    def test_it_takes_1024_and_refuses_one_more(self):
        before = self.descriptors()
        # The last 128 are for processes that have fewer than eight.
        shares = [256] * 3 + [128] + [8] * 16
        peers = [peer for share in shares
                 for peer in as_person(lambda: Connection.several(self.socket, share))]
        self.assertEqual(len(peers), 1024)
        try:
            for peer in peers:
                self.assertIn("version", peer.call("org.soteria.daemon.GetStatus"))
            with self.connect() as one_more:
                self.assertEqual(one_more.receive(), {
                    "error": "org.soteria.daemon.TooManyConnections",
                    "parameters": {"maximum": 1024, "ofProcess": False}})
                self.assertIsNone(one_more.receive())
            refused = self.soteria("status", check=False)
            self.assertEqual(refused.returncode, 69)
            self.assertIn("other programs are using all 1024 connections to the daemon",
                          refused.stderr)
            status = peers[-1].call("org.soteria.daemon.GetStatus")
            self.assertEqual(status["connections"], 1024)
        finally:
            self.close(peers)
        self.assertLessEqual(self.descriptors(), before)
        words = self.person.journal("--unit", "soteriad.service", "--output", "cat")
        self.assertRegex(words, "Refused a connection of process [0-9]+: 1024 connections are "
                         "already open.")

    def test_a_process_gets_its_share_and_leaves_the_rest_to_others(self):
        peers = as_person(lambda: Connection.several(self.socket, 300))
        try:
            answers = []
            for peer in peers:
                try:
                    answers.append(peer.call("org.soteria.daemon.GetStatus")["pid"])
                except VarlinkError as error:
                    answers.append(error.parameters)
                except OSError:
                    # Closed before the call was sent; what was said before it can still be read.
                    answers.append(peer.receive()["parameters"])
            self.assertEqual(answers, [self.main_pid()] * 256
                             + [{"maximum": 256, "ofProcess": True}] * 44)
            self.assertEqual(self.connections(), 257)
        finally:
            self.close(peers)


class Flooded(Installed):
    """The installed service under what no honest client would do, while another client calls."""

    def setUp(self):
        self.write_rules("10-own.yaml", ALWAYS)
        self.wait_until_blocked("shopping")

    def flood(self, load):
        process = self.person.start("/usr/bin/python3", "-B", SOURCE / "Tests/System/flood.py",
                                    self.socket, load, stdin=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def memory(self):
        """The daemon's Pss, in MiB."""
        text = pathlib.Path("/proc", str(self.main_pid()), "smaps_rollup").read_text()
        return int(text.split("Pss:", 1)[1].split()[0]) / 1024

    def check_service(self, seconds):
        """For so long another client is served well, and the daemon stays small."""
        latencies, most, end = [], 0, time.monotonic() + seconds
        with self.connect() as client:
            while time.monotonic() < end:
                begun = time.monotonic()
                answer = client.call("org.soteria.protection.Check", site="shop.example")
                latencies.append(time.monotonic() - begun)
                self.assertEqual(answer["targets"], ["shopping"])
                if len(latencies) % 50 == 0:
                    most = max(most, self.memory())
                time.sleep(0.005)
        self.assertGreater(len(latencies), 100)
        # How long answers take says something on a machine that does nothing else.
        if LONG:
            self.assertLessEqual(sorted(latencies)[len(latencies) * 99 // 100], 0.020)
        print(f"     the daemon took {most:.1f} MiB at most", flush=True)
        self.assertLessEqual(most, 64)

    def check_afterwards(self):
        wait_until(lambda: self.memory() <= 40, 60, "the daemon to give its memory back")
        # Who comes anew is served as before.
        self.assertEqual(self.soteria("status", check=False).returncode, 0)

    def words(self):
        return self.person.journal("--unit", "soteriad.service", "--output", "cat")

    def test_messages_that_never_end(self):
        flood = self.flood("unfinished")
        # In this time they come, fill their budget, and are too late.
        self.check_service(40)
        self.assertEqual(flood.stdout.readline(), "1000\n")
        words = self.words()
        self.assertIn("unhandled messages took more than 24 MiB of memory", words)
        self.assertIn("because it sent no complete message within 10 s", words)
        self.assertEqual(self.main_pid(), self.call("org.soteria.daemon.GetStatus")["pid"])
        self.check_afterwards()

    def test_silent_connections(self):
        flood = self.flood("silent")
        self.check_service(15)
        self.assertEqual(flood.stdout.readline(), "1024\n")
        words = self.words()
        # The process is still the same: setpriv and env become the program.
        refused = (f"Refused a connection of process {flood.pid}: 256 connections of this process "
                   "are already open.")
        # One sum for all others may add to five of them.
        self.assertIn(words.count(refused), (5, 6))
        # Those that were let in have gone for being silent.
        self.assertLessEqual(self.call("org.soteria.daemon.GetStatus")["connections"], 10)
        self.check_afterwards()

    def test_calls_without_reading(self):
        flood = self.flood("pipelined")
        self.assertEqual(flood.stdout.readline(), "sent\n")
        self.check_service(5)
        flood.stdin.write("now\n")
        flood.stdin.flush()
        self.assertEqual(flood.stdout.readline(), "10000\n")
        self.assertNotIn("did not read the replies", self.words())
        self.check_afterwards()
