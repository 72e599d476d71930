"""What was acknowledged is on disk, whatever kills the daemon; and a dead daemon is replaced."""

import os
import random
import re
import signal
import sqlite3
import time

from installed import Installed, TARGETS
from machine import SOURCE, wait_until

WORKER = "start_protections.py"


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

    def test_no_acknowledged_event_is_lost(self):
        chance, file = random.Random(self.seed), self.person.home / "acknowledged"
        worker = self.person.start("/usr/bin/python3", "-B", SOURCE / "Tests/System" / WORKER,
                                   self.socket, file)
        self.addCleanup(worker.communicate)
        self.addCleanup(worker.kill)
        wait_until(file.exists, what="the first protection")
        pid = self.main_pid()
        for _ in range(6):
            before = len(file.read_text().splitlines())
            wait_until(lambda: len(file.read_text().splitlines()) > before + 3, 30,
                       "protections to be started")
            time.sleep(chance.random() * 0.02)
            os.kill(pid, signal.SIGKILL)
            pid = self.wait_for_restart(pid)
        worker.kill()
        worker.wait()
        acknowledged = file.read_text().splitlines()
        recorded = [event["fact"]["name"] for event in self.soteria_lines("events", "--limit", "0")
                    if event["kind"] == "protectionStarted"]
        self.assertGreater(len(acknowledged), 20)
        self.assertEqual(set(acknowledged) - set(recorded), set())
        self.assertEqual(len(recorded), len(set(recorded)))


class Watchdog(Installed):
    """A daemon that hangs is as bad as one that is gone."""

    def test_daemon_answers_within_a_minute_and_a_half(self):
        self.assertEqual(self.show("WatchdogUSec", "soteriad.service"), "1min 30s")

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
