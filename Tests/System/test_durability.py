"""What was acknowledged is on disk, whatever kills the daemon; and a dead daemon is replaced."""

import itertools
import os
import random
import re
import signal
import sqlite3
import threading
import time

from installed import Installed, TARGETS
from machine import wait_until
from varlink_client import Connection, VarlinkError


class Killed(Installed):
    """kill -9 in the middle of answering."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.seed = random.randrange(1 << 32)
        print(f"    seed {cls.seed}", flush=True)

    def setUp(self):
        self.write_rules("targets.yaml", TARGETS)
        wait_until(lambda: "games" in self.targets(), what="the targets")

    def start_protections(self, stop, acknowledged):
        """Starts protections one after another; notes the name of each that was answered."""
        numbers = itertools.count()
        while not stop.is_set():
            try:
                with self.connect() as connection:
                    while not stop.is_set():
                        name = f"protection {next(numbers)}"
                        connection.call("org.soteria.protection.Start", target="games",
                                        seconds=3600, name=name)
                        acknowledged.append(name)
            except VarlinkError as refusal:
                self.assertRegex(refusal.name, "StoreUnavailable")
            except OSError:
                continue

    def test_no_acknowledged_event_is_lost(self):
        chance, stop, acknowledged = random.Random(self.seed), threading.Event(), []
        # The connection takes on the person's identity, which is the whole process's.
        os.setegid(self.person.uid)
        os.seteuid(self.person.uid)
        self.addCleanup(lambda: (os.seteuid(0), os.setegid(0)))
        connect, self.connect = self.connect, lambda: Connection(self.socket)
        worker = threading.Thread(target=self.start_protections, args=(stop, acknowledged))
        pid = self.main_pid_as_root()
        worker.start()
        for _ in range(6):
            before = len(acknowledged)
            wait_until(lambda: len(acknowledged) > before + 3, 30, "protections to be started")
            time.sleep(chance.random() * 0.02)
            self.as_root(lambda: os.kill(pid, signal.SIGKILL))
            pid = self.as_root(lambda: self.wait_for_restart(pid))
        stop.set()
        worker.join()
        os.seteuid(0)
        os.setegid(0)
        self.connect = connect
        recorded = [event["fact"]["name"] for event in self.soteria_lines("events")
                    if event["kind"] == "protectionStarted"]
        self.assertEqual(set(acknowledged) - set(recorded), set())
        self.assertEqual(len(recorded), len(set(recorded)))
        self.assertGreater(len(acknowledged), 20)


class Watchdog(Installed):
    """A daemon that hangs is as bad as one that is gone."""

    def test_stopped_daemon_is_replaced(self):
        self.drop_in("watchdog.conf", "[Service]\nWatchdogSec=2s\nExecStart=\n"
                     "ExecStart=%h/.local/bin/soteriad --tick 1\n")
        self.person.systemctl("restart", "soteriad.service")
        before = self.main_pid()
        time.sleep(5)
        self.assertEqual(self.main_pid(), before, "a daemon that is well was replaced")
        os.kill(before, signal.SIGSTOP)
        self.wait_for_restart(before)
        self.call("org.soteria.daemon.GetStatus")
        self.assertIn("Watchdog timeout", self.person.journal("--unit", "soteriad.service"))

    def test_killed_daemon_is_replaced_again_and_again(self):
        for _ in range(7):  # more often than the usual limit of five
            before = self.main_pid()
            os.kill(before, signal.SIGKILL)
            self.wait_for_restart(before)
        self.call("org.soteria.daemon.GetStatus")


class DamagedDatabase(Installed):
    """Set aside with a dated name, never deleted, and said loudly."""

    def test_damage_is_set_aside_and_told_everywhere(self):
        self.write_rules("targets.yaml", TARGETS)
        wait_until(lambda: "games" in self.targets(), what="the targets")
        self.person.systemctl("stop", "soteriad.socket", "soteriad.service")
        database = self.state_directory / "soteria.sqlite"
        size = database.stat().st_size
        with open(database, "r+b") as file:
            file.seek(100)
            file.write(os.urandom(size - 100))
        damaged = database.read_bytes()
        self.person.systemctl("start", "soteriad.socket", "soteriad.service")
        store = self.call("org.soteria.daemon.GetStatus")["store"]
        self.assertTrue(store["healthy"])
        aside = self.state_directory / os.path.basename(store["setAside"])
        self.assertRegex(aside.name, re.compile(r"^soteria\.sqlite\.damaged-\d{4}-?\d\d-?\d\d"))
        self.assertEqual(aside.read_bytes(), damaged)
        self.assertIn(aside.name, self.soteria("status", check=False).stdout)
        self.assertIn(aside.name, self.person.journal("--unit", "soteriad.service"))
        doctor = self.soteria("doctor", check=False)
        self.assertIn(aside.name, doctor.stdout + doctor.stderr)
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
            self.assertEqual(connection.execute("pragma integrity_check").fetchone(), ("ok",))
