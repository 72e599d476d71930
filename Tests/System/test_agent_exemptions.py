"""What is blocked and runs on all the same, because the session, the person or the asking itself
hangs on it; and what somebody else has frozen."""

import os
import stat
import subprocess

import machine
from apps import AGENT, App, WithApps
from buses import Notifications
from machine import wait_until


class Exemptions(WithApps):
    """Each is told of by a notification instead, and the app beside it stands still."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.notifications = Notifications(cls.person)
        cls.addClassCleanup(cls.notifications.close)

    def assert_is_spared(self, app, reason):
        """With what the person is told of it."""
        other = self.scope(app.unit.replace("Game", "Other"))
        before = len(self.notifications.shown())
        self.block("games")
        self.assert_stands_still(other)
        told = self.notifications.expect(reason, before)
        self.assertIn("org.example.Game", told["text"])
        self.assert_runs(app)
        self.open_all()
        self.assert_runs(app, other)

    def tearDown(self):
        # One notification speaks of all apps of a target: those of another test must be gone.
        for app in list(self.apps):
            if app is not self.clock:
                self.person.systemctl("stop", app.unit, check=False)
                self.apps.remove(app)

    def test_terminal(self):
        self.assert_is_spared(
            self.scope("app-x-org.example.Game-200.scope", "--terminal"), "terminal")

    def test_file_system(self):
        """A node of the machine's that the person may open, as on a machine with FUSE."""
        if not os.path.exists("/dev/fuse"):
            self.skipTest("this machine has no /dev/fuse")
        node = "/tmp/fuse"
        os.mknod(node, 0o666 | stat.S_IFCHR, os.stat("/dev/fuse").st_rdev)
        os.chmod(node, 0o666)
        machine.mount("--bind", node, "/dev/fuse")
        self.addCleanup(os.unlink, node)
        self.addCleanup(subprocess.run, ["umount", "--lazy", "/dev/fuse"], check=True)
        self.assert_is_spared(
            self.scope("app-x-org.example.Game-201.scope", "--open", "/dev/fuse"),
            "read files through")

    def test_watchdog(self):
        """The manager would kill it for its silence."""
        app = self.service("app-org.example.Game@202.service",
                           properties=["WatchdogSec=1h"])
        other = self.scope("app-x-org.example.Other-202.scope")
        self.block("games")
        self.assert_stands_still(other)
        self.notifications.expect("systemd would kill")
        self.assert_runs(app)

    def test_compositor(self):
        for number, path in enumerate((f"{self.person.runtime}/wayland-7", "/tmp/.X11-unix/X97")):
            with self.subTest(path):
                os.makedirs("/tmp/.X11-unix", exist_ok=True)
                os.chmod("/tmp/.X11-unix", 0o1777)
                self.assert_is_spared(
                    self.scope(f"app-x-org.example.Game-21{number}.scope", "--listen", path),
                    "shows the windows of all other apps")
                self.tearDown()

    def test_audio(self):
        for number, name in enumerate(("pulse/native", "pipewire-0")):
            with self.subTest(name):
                path = self.person.runtime / name
                self.assert_is_spared(
                    self.scope(f"app-x-org.example.Game-22{number}.scope", "--listen", path),
                    "sound")
                self.tearDown()

    def test_portal(self):
        for number, name in enumerate(("org.freedesktop.portal.Desktop",
                                       "org.freedesktop.impl.portal.desktop.gtk")):
            with self.subTest(name):
                self.assert_is_spared(
                    self.scope(f"app-x-org.example.Game-23{number}.scope", "--own", name),
                    "through this app")
                self.tearDown()

    def test_agent_and_what_it_was_started_by(self):
        """An agent from a terminal of a blocked app, as somebody who tries things out has it."""
        self.person.systemctl("stop", AGENT)
        self.addCleanup(self.person.systemctl, "start", AGENT)
        app = App("app-x-org.example.Game-240.scope")
        self.together(app, app.counting(), str(self.person.home / ".local/bin/soteria-agent"))
        self.assert_is_spared(app, "Soteria itself")

    def test_stopping_spares_what_the_session_hangs_on(self):
        app = self.scope("app-x-org.example.Chat-250.scope", "--terminal")
        other = self.scope("app-x-org.example.Chat-251.scope")
        self.block("chat")
        other.wait_until_gone()
        self.assert_runs(app)


class Others(WithApps):
    """What is not the agent's to thaw, and what goes while it is being frozen."""

    def test_what_the_person_froze_stays_frozen(self):
        app = self.scope("app-x-org.example.Game-260.scope")
        other = self.scope("app-x-org.example.Other-260.scope")
        app.freeze()
        self.block("games")
        self.assert_stands_still(app, other)
        self.open_all()
        self.assert_runs(other)
        self.assert_stands_still(app)
        self.person.systemctl("restart", AGENT)
        self.assert_stands_still(app)
        app.thaw()

    def test_units_that_vanish_meanwhile_are_no_trouble(self):
        lasting = self.scope("app-x-org.example.Game-270.scope")
        self.block("games")
        self.assert_stands_still(lasting)
        before = self.agent_pid()
        brief = [self.person.start(
            "systemd-run", "--user", "--quiet", "--scope", "--slice=app.slice",
            f"--unit=app-x-org.example.Game-{1000 + number}.scope", "true", inside=True)
            for number in range(60)]
        while any(process.poll() is None for process in brief):
            for group in self.groups():
                self.person.systemctl("stop", group.name, check=False)
        for process in brief:
            process.communicate()
        wait_until(lambda: self.groups() == [], what="the brief ones to be gone")
        self.assertEqual(self.agent_pid(), before)
        self.assert_stands_still(lasting)
        self.open_all()
        self.assert_runs(lasting)

    def groups(self):
        """The control groups of the brief ones."""
        return list((self.person.group / "app.slice").glob("app-x-org.example.Game-1???.scope"))

    def test_change_of_mind_at_every_moment_ends_as_it_was_said_last(self):
        apps = [self.scope(f"app-x-org.example.Game-28{number}.scope") for number in range(5)]
        for round_ in range(15):
            self.block("games")
            if round_ % 3:
                apps[round_ % 5].wait_until_frozen()
            self.open_all()
        self.assert_runs(*apps)
        self.block("games")
        self.assert_stands_still(*apps)

    def test_manager_that_reads_its_units_anew_changes_nothing(self):
        """As every installation of a unit makes it do: it tells of all units as removed then."""
        frozen = self.scope("app-x-org.example.Game-291.scope")
        free = self.scope("app-x-org.example.Chat-292.scope")
        self.block("games")
        self.assert_stands_still(frozen)
        self.person.systemctl("daemon-reload")
        self.assert_stands_still(frozen)
        self.open_all()
        frozen.wait_until_thawed()
        self.assert_runs(frozen, free)
        self.person.systemctl("daemon-reload")
        self.block("games", "chat")
        self.assert_stands_still(frozen)
        wait_until(lambda: free.has_ended, what="the one that is asked to end")

    def test_manager_that_begins_anew_is_found_again(self):
        app = self.scope("app-x-org.example.Game-290.scope")
        self.block("games")
        self.assert_stands_still(app)
        self.person.systemctl("daemon-reexec")
        self.assert_stands_still(app)
        self.open_all()
        app.wait_until_thawed(40)
        self.assert_runs(app)
        self.block("games")
        app.wait_until_frozen(40)
