"""Disks that fail, fill up, turn read-only or vanish under a daemon that runs: what was
acknowledged is there afterwards, what was refused never was, and it is said."""

import errno
import os
import signal
import stat
import subprocess

import machine
from conversing import instant
from faulty_disk import FaultyDisk, NOTHING
from machine import wait_until
from varlink_client import VarlinkError

ALWAYS = """\
quiet_hours:
  always: {name: Always, block: [shopping], ranges: [{days: daily, time: "00:00-24:00"}]}
unblock: {wait: {planned: 1s, impulse: 1s}}
"""


class Failing(FaultyDisk):
    """System calls that fail, for a daemon that looks at its clock every second."""

    def setUp(self):
        super().setUp()
        targets = self.rules / "targets.yaml"
        self.person.write(targets, targets.read_text() + ALWAYS)
        self.names = []

    def begin_with_events(self):
        daemon = self.begin_faulty("--tick", "1")
        self.assertIsNone(daemon.code, daemon.words)
        self.record(5)
        return daemon

    def record(self, count):
        for _ in range(count):
            name = f"protection {len(self.names)}"
            self.assertTrue(self.acknowledge(name))
            self.names.append(name)

    def unrecorded(self):
        """Something strengthening, which holds all the same, and waits to be recorded."""
        reply = self.ask("org.soteria.protection.Start", target="games", seconds=600, name="waits")
        self.assertIs(reply["recorded"], False)

    def confirmed(self):
        """A request whose wait is over, without the last word."""
        intent = {"purpose": "planned", "category": "gift"}
        request = self.ask("org.soteria.unblock.Request", place={"target": "shopping"},
                           intent=intent)["request"]["request"]

        def is_over():
            listed, = self.ask("org.soteria.unblock.List", request=request)["requests"]
            now = self.ask("org.soteria.daemon.GetStatus")["now"]
            return instant(now) > instant(listed["waitEnds"])

        wait_until(is_over, what="the wait to be over")
        return request

    def expect_nothing_lost(self, daemon):
        """Of a daemon that is killed now, and by the next one."""
        daemon.kill()
        self.plan(NOTHING)
        daemon = self.run_daemon()
        store = self.store()
        self.assertTrue(store["healthy"])
        self.assertIsNone(store.get("setAside"))
        self.assertEqual([name for name in self.protections() if name != "waits"], self.names)
        self.end(daemon)
        self.assert_whole()
        self.assert_sound()

    def test_one_sync_that_fails(self):
        daemon = self.begin_with_events()
        self.plan(f"fail sync {errno.EIO} 0 1")
        self.unrecorded()
        self.assertIn("disk I/O error", daemon.words)
        self.wait_until_healthy()
        wait_until(lambda: self.acknowledge("waits"), what="the store to be tried again")
        self.record(5)
        self.assertGreaterEqual(self.protections().count("waits"), 2, "what waited is recorded")
        self.expect_nothing_lost(daemon)

    def test_syncs_that_fail_for_good(self):
        daemon = self.begin_with_events()
        self.plan(f"fail sync {errno.EIO} 0 -1")
        for _ in range(3):
            self.unrecorded()
        store = self.store()
        self.assertFalse(store["healthy"])
        self.assertIn("disk I/O error", store["problem"])
        self.assertTrue(self.ask("org.soteria.protection.Check", target="games")["blocked"])
        told = self.person.run("soteria", "status", "--socket", self.path, check=False)
        self.assertIn("Nothing can be recorded", told.stdout)
        self.expect_nothing_lost(daemon)

    def test_unblock_that_could_not_be_synchronised_never_was(self):
        """Its bytes may be in the log already: a crash must not find them there."""
        for times in (1, -1):
            with self.subTest(times=times):
                daemon = self.begin_with_events()
                self.addCleanup(self.plan, NOTHING)
                request = self.confirmed()
                self.plan(f"fail sync {errno.EIO} 0 {times}")
                with self.assertRaises(VarlinkError) as failure:
                    self.ask("org.soteria.unblock.Confirm", request=request)
                self.assertEqual(failure.exception.name, "org.soteria.unblock.StoreUnavailable")
                daemon.kill()
                self.plan(NOTHING)
                daemon = self.run_daemon()
                self.assertEqual(
                    [event for event in self.events() if event["kind"] == "unblocked"], [])
                self.assertTrue(
                    self.ask("org.soteria.protection.Check", target="shopping")["blocked"])
                self.end(daemon)
                self.assert_whole()

    def test_writes_that_find_no_room(self):
        for after in (0, 2, 5):
            with self.subTest(after=after):
                daemon = self.begin_with_events()
                self.plan(f"fail write {errno.ENOSPC} {after} -1")
                while self.acknowledge("waits"):
                    pass
                store = self.store()
                self.assertFalse(store["healthy"])
                self.assertIn("no space is left", store["problem"])
                self.plan(NOTHING)
                wait_until(lambda: self.acknowledge("waits"), what="the store to be tried again")
                self.record(5)
                self.expect_nothing_lost(daemon)

    def test_read_only_under_it_and_back(self):
        """As a kernel answers that met an error of the file system (errors=remount-ro)."""
        daemon = self.begin_with_events()
        self.plan(f"fail any {errno.EROFS} 0 -1")
        self.unrecorded()
        self.assertFalse(self.store()["healthy"])
        self.assertTrue(self.ask("org.soteria.protection.Check", target="games")["blocked"])
        self.plan(NOTHING)
        wait_until(lambda: self.acknowledge("waits"), what="the store to be tried again")
        self.record(5)
        self.expect_nothing_lost(daemon)

    def test_writes_that_fail(self):
        daemon = self.begin_with_events()
        for times in (1, 2, -1):
            self.plan(f"fail write {errno.EIO} {self.chance.randrange(4)} {times}")
            while self.acknowledge("waits") and times < 0:
                pass
            self.plan(NOTHING)
            wait_until(lambda: self.acknowledge("waits"), what="the store to be tried again")
            self.record(5)
        self.expect_nothing_lost(daemon)

    def test_start_on_a_disk_that_fails(self):
        """It runs and protects by the rules, or ends saying why; and takes its history up later."""
        names = self.kill_in_service()
        for operation in ("sync", "write", "name"):
            with self.subTest(operation):
                self.plan(f"fail {operation} {errno.EIO} 0 -1")
                daemon = self.begin_faulty("--tick", "1")
                if daemon.code is None:
                    store = self.store()
                    if not store["healthy"]:
                        self.assertTrue(store["problem"])
                        self.assertIn("cannot be recorded", daemon.words)
                    self.assertTrue(
                        self.ask("org.soteria.protection.Check", target="shopping")["blocked"])
                else:
                    self.assertIn(str(self.state), daemon.words)
                daemon.kill()
                self.plan(NOTHING)
                daemon = self.run_daemon()
                self.assertEqual(self.protections(), names)
                self.assertEqual(self.damaged(), [])
                self.end(daemon)


class Vanishing(FaultyDisk):
    """File systems that change under a daemon that runs, and come back."""

    def begin_on_small_disk(self):
        self.small_disk()
        daemon = self.run_daemon("--tick", "1")
        self.names = [f"protection {number}" for number in range(10)]
        for name in self.names:
            self.assertTrue(self.acknowledge(name))
        return daemon

    def expect_refusals(self, problem):
        wait_until(lambda: not self.acknowledge("waits"), what="a refusal")
        store = self.store()
        self.assertFalse(store["healthy"])
        self.assertRegex(store["problem"], problem)
        self.assertTrue(self.ask("org.soteria.protection.Check", target="games")["blocked"])

    def expect_all_again(self, daemon):
        """After a start again where the daemon asks for one."""
        wait_until(lambda: daemon.code is not None or self.acknowledge("after"),
                   what="the store to be tried again")
        if daemon.code is not None:
            self.assertEqual(daemon.code, 1, daemon.words)
            self.assertIn("is restarting to use it", daemon.words)
        else:
            daemon.kill()
        daemon = self.run_daemon()
        self.assertEqual(set(self.names) - set(self.protections()), set())
        self.assertTrue(self.ask("org.soteria.protection.Check", target="games")["blocked"])
        self.assertTrue(self.acknowledge("at last"))
        self.assertTrue(self.store()["healthy"])
        self.end(daemon)
        self.assert_whole()

    def test_read_only_mount_and_back(self):
        """Nobody can remount what is open for writing; so it is killed for a moment."""
        daemon = self.begin_on_small_disk()
        machine.mount("--bind", self.state, self.state)
        self.addCleanup(subprocess.run, ["umount", "-l", self.state], check=False)
        machine.mount("-o", "remount,bind,ro", self.state)
        daemon.kill()
        daemon = self.run_daemon("--tick", "1")
        self.expect_refusals("read-only")
        machine.mount("-o", "remount,bind,rw", self.state)
        self.expect_all_again(daemon)

    def test_rights_taken_away_and_given_back(self):
        daemon = self.begin_on_small_disk()
        mode = stat.S_IMODE(os.stat(self.state).st_mode)
        os.chmod(self.state, 0)
        self.expect_refusals(str(self.state))
        os.chmod(self.state, mode)
        self.expect_all_again(daemon)

    def test_start_without_rights(self):
        self.begin_on_small_disk().kill()
        for mode in (0, 0o500):
            with self.subTest(oct(mode)):
                os.chmod(self.state, mode)
                daemon = self.begin("--tick", "1")
                if daemon.code is None:
                    store = self.store()
                    self.assertFalse(store["healthy"])
                    self.assertRegex(store["problem"], "(?i)permission|writ")
                else:
                    self.assertEqual(daemon.code, 78)
                    self.assertIn(str(self.state), daemon.words)
                os.chmod(self.state, 0o700)
                daemon.kill()
        daemon = self.run_daemon()
        self.assertEqual(set(self.names) - set(self.protections()), set())

    def test_disk_that_vanishes_and_comes_back(self):
        daemon = self.begin_on_small_disk()
        held = os.open(self.state, os.O_RDONLY | os.O_DIRECTORY)
        self.addCleanup(os.close, held)
        keep = self.place / "keep"
        self.person.run("mkdir", keep)
        machine.mount("--bind", self.state, keep)
        self.addCleanup(subprocess.run, ["umount", "-l", keep], check=False)
        os.chmod(self.state, 0o700)
        subprocess.run(["umount", "-l", self.state], check=True)
        # What lies below the mount point is no place for a record.
        os.chmod(self.state, 0o500)
        self.expect_refusals("removed while in use|cannot use")
        os.chmod(self.state, 0o700)
        machine.mount("--bind", keep, self.state)
        self.expect_all_again(daemon)

    def test_directory_that_is_removed(self):
        """The record is gone, and it is said; what protects goes on, in a new one."""
        daemon = self.run_daemon("--tick", "1")
        for number in range(10):
            self.assertTrue(self.acknowledge(f"protection {number}"))
        self.person.run("rm", "-rf", self.state)
        wait_until(lambda: self.acknowledge("in the new one"), what="the new record")
        self.assertIn("removed while in use", daemon.words)
        os.kill(daemon.pid, signal.SIGKILL)
        daemon.wait()
        daemon = self.run_daemon()
        self.assertTrue(self.ask("org.soteria.protection.Check", target="games")["blocked"])
        self.assertIn("in the new one", self.protections())
        told = [event["kind"] for event in self.events()]
        self.assertIn("storeReplaced", told, "no event says what became of the old record")
        self.end(daemon)
        self.assert_whole()
