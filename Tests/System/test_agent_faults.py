"""Whatever ends or stands in the way: nothing stays frozen, and nothing is opened by it."""

import os
import shutil
import signal
import subprocess
import time
import unittest

import machine
from apps import AGENT, WithApps, reap
from machine import SOURCE, wait_until


class Ends(WithApps):
    """The agent ends, in every way that there is."""

    def setUp(self):
        super().setUp()
        self.person.systemctl("start", AGENT)
        self.wait_for_agent()

    def frozen_app(self, number):
        app = self.scope(f"app-x-org.example.Game-{number}.scope")
        self.block("games")
        self.assert_stands_still(app)
        return app

    def test_stopped_agent_thaws(self):
        app = self.frozen_app(60)
        self.person.systemctl("stop", AGENT)
        self.assertFalse(app.is_frozen, "it is thawed when the stop is over, not later")
        self.assert_runs(app)
        self.person.systemctl("start", AGENT)
        self.assert_stands_still(app)

    def test_killed_agent_is_cleared_up_after_and_started_again(self):
        """The thaw by ExecStopPost, seen by itself: no agent that could do it comes back."""
        app = self.frozen_app(61)
        self.agent_drop_in("once.conf", "[Service]\nRestart=no\n")
        os.kill(self.agent_pid(), signal.SIGKILL)
        app.wait_until_thawed()
        self.assert_runs(app)
        wait_until(lambda: self.show("ActiveState", AGENT) == "failed", what="the agent to be gone")
        self.person.systemctl("start", AGENT)
        self.assert_stands_still(app)

    def test_agent_that_crashes_again_and_again_is_started_again_and_again(self):
        app = self.frozen_app(62)
        for _ in range(7):
            before = self.agent_pid()
            os.kill(before, signal.SIGKILL)
            wait_until(lambda: self.agent_pid() not in (0, before)
                       and self.show("ActiveState", AGENT) == "active", 30, "another agent")
        self.assert_stands_still(app)
        self.open_all()
        self.assert_runs(app)

    def test_agent_that_hangs_is_ended_and_nothing_stays_frozen(self):
        self.agent_drop_in("soon.conf", "[Service]\nWatchdogSec=2s\nRestart=no\n")
        self.person.systemctl("restart", AGENT)
        app = self.frozen_app(63)
        os.kill(self.agent_pid(), signal.SIGSTOP)
        app.wait_until_thawed(30)
        self.assert_runs(app)

    def test_agent_that_hangs_with_something_frozen_is_ended_after_half_a_minute(self):
        app = self.frozen_app(67)
        self.wait_for_watchdog("30s")
        os.kill(self.agent_pid(), signal.SIGSTOP)
        stopped = time.monotonic()
        app.wait_until_thawed(60)
        print(f"     agent stopped to thawed: {time.monotonic() - stopped:.0f} s")
        self.assert_stands_still(app)

    def test_agent_is_watched_closely_only_while_something_is_frozen(self):
        """At rest, its answers must not wake the machine."""
        self.wait_for_watchdog("3min")
        app = self.frozen_app(68)
        self.wait_for_watchdog("30s")
        self.open_all()
        app.wait_until_thawed()
        self.wait_for_watchdog("3min")

    def wait_for_watchdog(self, text):
        wait_until(lambda: self.show("WatchdogUSec", AGENT) == text, what=f"a watchdog of {text}")

    def test_agent_whose_file_cannot_be_executed_leaves_nothing_frozen(self):
        app = self.frozen_app(69)
        program = self.person.home / ".local/bin/soteria-agent"
        mode = program.stat().st_mode
        self.addCleanup(self.person.systemctl, "restart", AGENT)
        self.addCleanup(program.chmod, mode)
        program.chmod(0o600)
        os.kill(self.agent_pid(), signal.SIGKILL)
        app.wait_until_thawed()
        self.assert_runs(app)

    def test_second_agent_says_so_and_changes_nothing(self):
        app = self.frozen_app(64)
        second = self.person.run(self.person.home / ".local/bin/soteria-agent", check=False)
        self.assertEqual(second.returncode, 78, second.stderr)
        self.assertIn("another", second.stderr)
        self.assert_stands_still(app)

    def test_unit_beside_an_agent_by_hand_changes_nothing(self):
        self.person.systemctl("stop", AGENT)
        first = self.person.start(self.person.home / ".local/bin/soteria-agent",
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(reap, first)
        app = self.frozen_app(65)
        failed = self.person.systemctl("start", AGENT, check=False)
        self.assertNotEqual(failed.returncode, 0)
        self.assertEqual(self.show("ExecMainStatus", AGENT), "78")
        self.assert_stands_still(app)
        # setpriv and env have become the agent itself.
        first.terminate()
        self.assertEqual(first.wait(timeout=20), 0)
        self.assertFalse(app.is_frozen)
        self.person.systemctl("reset-failed", AGENT)

    def test_no_thaw_is_left_to_do_after_the_agent(self):
        app = self.frozen_app(66)
        self.person.systemctl("stop", AGENT)
        again = self.person.run(self.person.home / ".local/bin/soteria-agent", "--thaw")
        self.assertEqual((again.stdout, again.stderr), ("", ""))
        self.assert_runs(app)

    def agent_drop_in(self, name, text):
        path = self.person.write(self.units / f"{AGENT}.d" / name, text)
        self.person.systemctl("daemon-reload")

        def take_away():
            path.unlink()
            self.person.systemctl("daemon-reload")
            self.person.systemctl("reset-failed", AGENT, check=False)
            self.person.systemctl("restart", AGENT)

        self.addCleanup(take_away)


class WithoutTheDaemon(WithApps):
    """The daemon is stopped, and its socket with it, so that nobody can start it by asking."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.person.systemctl, "start", "soteriad.socket", "soteriad.service")

    def stop_daemon(self):
        self.person.systemctl("stop", "soteriad.service", "soteriad.socket")

    def start_daemon(self):
        self.person.systemctl("start", "soteriad.socket", "soteriad.service")

    def test_what_was_frozen_is_held_and_opened_by_the_daemon_that_came_back(self):
        app = self.scope("app-x-org.example.Game-70.scope")
        self.block("games")
        self.assert_stands_still(app)
        self.stop_daemon()
        self.assert_stands_still(app)
        (self.rules_directory / "block.yaml").unlink()
        self.start_daemon()
        app.wait_until_thawed(40)
        self.assert_runs(app)

    def test_daemon_that_is_restarted_is_found_again(self):
        app = self.scope("app-x-org.example.Game-71.scope")
        self.block("games")
        self.assert_stands_still(app)
        self.person.systemctl("restart", "soteriad.service")
        self.assert_stands_still(app)
        self.open_all()
        app.wait_until_thawed(40)
        self.block("games")
        self.assert_stands_still(app)

    def test_crashed_daemon_opens_nothing(self):
        app = self.scope("app-x-org.example.Game-72.scope")
        self.block("games")
        self.assert_stands_still(app)
        before = self.main_pid()
        os.kill(before, signal.SIGKILL)
        self.wait_for_restart(before)
        self.assert_stands_still(app)

    def test_agent_without_a_daemon_freezes_nothing(self):
        self.block("games")
        self.stop_daemon()
        # The agent's unit wants the socket, by which the daemon would be back at once.
        units = ("soteriad.socket", "soteriad.service")
        self.person.systemctl("mask", "--runtime", *units)
        self.addCleanup(self.person.systemctl, "unmask", "--runtime", *units)
        self.person.systemctl("restart", AGENT)
        app = self.scope("app-x-org.example.Game-73.scope")
        self.assert_runs(app)
        self.person.systemctl("unmask", "--runtime", *units)
        self.start_daemon()
        app.wait_until_frozen(40)


class Patience(WithApps):
    """The five minutes for which a daemon may be away, on a clock that runs sixty times as fast."""

    SPEED = 60

    @classmethod
    def setUpClass(cls):
        if not shutil.which("g++"):
            raise unittest.SkipTest("there is no compiler for the fast clock")
        super().setUpClass()
        library = "/tmp/fast_clock.so"
        subprocess.run(["g++", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library,
                        SOURCE / "Tests/System/fast_clock.cc", "-ldl"], check=True)
        cls.person.write(
            cls.units / f"{AGENT}.d/clock.conf",
            f"[Service]\nEnvironment=LD_PRELOAD={library} FAST_CLOCK={cls.SPEED}\n")
        cls.addClassCleanup(shutil.rmtree, cls.units / f"{AGENT}.d")
        cls.person.systemctl("daemon-reload")
        cls.person.systemctl("restart", AGENT)

    def test_what_is_frozen_is_thawed_after_five_minutes_and_frozen_again_with_the_daemon(self):
        self.addCleanup(self.person.systemctl, "start", "soteriad.socket", "soteriad.service")
        app = self.scope("app-x-org.example.Game-74.scope")
        self.block("games")
        self.assert_stands_still(app)
        stopped = time.monotonic()
        self.person.systemctl("stop", "soteriad.service", "soteriad.socket")
        gone = time.monotonic()
        app.wait_until_thawed(60)
        thawed = time.monotonic()
        self.assertGreaterEqual((thawed - stopped) * self.SPEED, 300, "it was not held for so long")
        print(f"     daemon gone to thawed: {(thawed - gone) * self.SPEED:.0f} s by the agent")
        self.assert_runs(app)
        self.person.systemctl("start", "soteriad.socket", "soteriad.service")
        app.wait_until_frozen(60)


class Logout(WithApps):
    """The person logs out with something frozen, and in again."""

    def test_nothing_outlives_the_session(self):
        for stopped in (False, True):
            with self.subTest("the agent was stopped before" if stopped else "it is all at once"):
                self.log_out_with_a_frozen_app(stopped)

    def log_out_with_a_frozen_app(self, stopped):
        self.open_all()
        app = self.scope("app-x-org.example.Game-80.scope")
        self.block("games")
        app.wait_until_frozen()
        if stopped:
            self.person.systemctl("stop", AGENT)
        began = time.monotonic()
        machine.log_out(self.person)
        print(f"     logout with a frozen unit: {time.monotonic() - began:.1f} s")
        try:
            self.assertTrue(app.has_ended, "it was killed, not asked to end")
            self.assertFalse(app.is_there)
            self.assertEqual(self.processes(), "")
        finally:
            machine.log_in(self.person)
        self.wait_for_agent()

    def processes(self):
        return subprocess.run(["pgrep", "-fa", "counting_app.py"], capture_output=True,
                              text=True).stdout
