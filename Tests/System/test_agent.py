"""Blocked apps stand still, end or run on, as their target says, and open again with it."""

import subprocess
import unittest

from apps import App, WithApps, reap
from machine import SOURCE, wait_until
from screens import Display, missing_programs


class Freezing(WithApps):
    """The default: what is blocked stands still, as it was."""

    def test_app_is_frozen_and_goes_on_where_it_was(self):
        app = self.scope("app-x-org.example.Game-10.scope")
        self.block("games")
        self.assert_stands_still(app)
        stopped_at = app.count()
        self.open_all()
        self.assert_runs(app)
        self.assertGreater(app.count(), stopped_at, "it was started again")

    def test_all_processes_of_an_app_stand_still(self):
        app = App("app-x-org.example.Game-11.scope")
        second = App(app.unit)
        self.together(app, app.counting(), second.counting(), wait=[second])
        self.block("games")
        self.assert_stands_still(app, second)
        self.open_all()
        self.assert_runs(app, second)

    def test_app_that_is_started_while_blocked_is_frozen_and_counted(self):
        before = len(self.attempts())
        self.block("games")
        app = self.scope("app-x-org.example.Game-12.scope", wait=False)
        app.wait_until_frozen()
        wait_until(lambda: len(self.attempts()) > before, what="the attempt to be on record")
        self.assertEqual(self.attempts()[before:], ["org.example.Game"])
        self.open_all()
        app.started()
        self.assert_runs(app)
        self.assertEqual(len(self.attempts()), before + 1, "one start is one attempt")

    def test_grant_thaws_and_its_end_freezes_again(self):
        app = self.scope("app-x-org.example.Game-13.scope")
        self.block("games")
        self.assert_stands_still(app)
        self.unblock("games")
        self.assert_runs(app)
        self.assert_stands_still(app)

    def test_app_of_two_targets_is_frozen_while_either_is_blocked(self):
        app = self.scope("app-x-org.example.Other-14.scope")
        self.block("games", "more")
        self.assert_stands_still(app)
        self.block("more")
        self.wait_until_open("games")
        self.assert_stands_still(app)
        self.open_all()
        self.assert_runs(app)

    def wait_until_open(self, target):
        wait_until(lambda: not self.is_blocked(target), what=f"{target} to be open")

    def test_what_is_in_no_target_is_left_alone(self):
        self.scope("app-x-org.example.Game-15.scope")
        similar = self.scope("app-x-org.example.Game2-15.scope")
        self.block("games", "more", "tools")
        self.assert_runs(self.clock, similar)

    def test_what_is_no_app_is_left_alone(self):
        named = [self.service(f"org.example.Game{end}.service") for end in ("", "@1")]
        app = self.scope("app-x-org.example.Game-16.scope")
        self.block("games")
        self.assert_stands_still(app)
        self.assert_runs(*named)


class Names(WithApps):
    """The same app under every name that desktops give it."""

    SCOPES = ["app-org.example.Game-20.scope", "app-gnome-org.example.Game-21.scope",
              r"app-org.kde\x2dplasma-org.example.Game-22.scope",
              "app-flatpak-org.example.Game-23.scope",
              "snap.steam.steam-0d4a9cf7-1a3c-4f57-9d0e-0e1f5f7b9a11.scope"]
    SERVICES = ["app-org.example.Game@24.service", "app-gnome-org.example.Game-25.service",
                "app-org.example.Game@autostart.service", r"dbus-:1.2-org.example.Game@0.service",
                "snap.steam.steam-7a7f5a3e-52a1-4d64-8b4b-7b7f7d0a5b3c.service"]

    def test_each_is_frozen(self):
        apps = {unit: self.scope(unit) for unit in self.SCOPES}
        apps |= {unit: self.service(unit) for unit in self.SERVICES}
        self.block("games")
        for unit, app in apps.items():
            with self.subTest(unit):
                app.wait_until_frozen()
        self.open_all()
        self.assert_runs(*apps.values())

    def test_alias_of_a_unit_counts(self):
        unit = self.units / "something.service"
        app = App("something.service")
        self.apps.append(app)
        command = " ".join(map(str, app.counting()))
        self.person.write(unit, f"[Service]\nSlice=app.slice\nExecStart={command}\n")
        alias = self.units / "app-gnome-org.example.Game.service"
        alias.symlink_to(unit)
        self.addCleanup(self.person.systemctl, "daemon-reload")
        self.addCleanup(alias.unlink)
        self.person.systemctl("daemon-reload")
        self.person.systemctl("start", alias.name)
        app.started()
        self.block("games")
        self.assert_stands_still(app)
        self.open_all()
        self.assert_runs(app)


class Executables(WithApps):
    """What no application id names is told by what it runs."""

    @property
    def tool(self):
        return self.person.home / "bin/tool"

    def test_unit_that_runs_nothing_else_is_frozen(self):
        app = self.scope("app-x-whatever-30.scope", program=self.tool)
        self.block("tools")
        self.assert_stands_still(app)
        self.open_all()
        self.assert_runs(app)

    def test_unit_whose_script_also_starts_something_else_is_left_alone(self):
        app, beside = App("app-x-whatever-31.scope"), App("app-x-whatever-31.scope")
        alone = self.scope("app-x-whatever-32.scope", program=self.tool)
        self.together(app, app.counting(program=self.tool), beside.counting(), wait=[beside])
        self.block("tools")
        self.assert_stands_still(alone)
        self.assert_runs(app, beside)

    def test_helpers_that_leave_their_parent_do_not_hide_the_app(self):
        """As the crash handlers of browsers do."""
        app = self.scope("app-x-whatever-34.scope", "--helper", program=self.tool)
        self.block("tools")
        self.assert_stands_still(app)
        self.open_all()
        self.assert_runs(app)

    def test_program_that_a_script_starts_is_frozen_with_its_shell(self):
        app = App("app-x-whatever-35.service")
        self.apps.append(app)
        command = " ".join(map(str, app.counting(program=self.tool)))
        self.person.run("systemd-run", "--user", "--quiet", "--slice=app.slice",
                        f"--unit={app.unit}", "sh", "-c", f"{command}; true")
        app.started()
        self.block("tools")
        self.assert_stands_still(app)
        self.open_all()
        self.assert_runs(app)

    def test_hard_link_is_the_same_program(self):
        link = self.tool.with_name("innocent")
        link.hardlink_to(self.tool)
        self.addCleanup(link.unlink)
        app = self.scope("app-x-whatever-36.scope", program=link)
        self.block("tools")
        self.assert_stands_still(app)

    def test_program_that_starts_late_is_frozen_and_counted(self):
        """Long after the last look at its new unit.

        A program of its own: a second attempt at one within a second is not counted.
        """
        late = self.tool.with_name("late")
        self.block("tools")
        before = len(self.attempts())
        app = App("app-x-whatever-37.service")
        self.apps.append(app)
        command = " ".join(map(str, app.counting(program=late)))
        self.person.run("systemd-run", "--user", "--quiet", "--slice=app.slice",
                        f"--unit={app.unit}", "sh", "-c", f"sleep 3; exec {command}")
        app.wait_until_frozen(30)
        wait_until(lambda: len(self.attempts()) > before, what="the attempt to be on record")
        self.assertEqual(self.attempts()[before:], [str(late)])

    def test_app_in_the_slice_of_the_session_is_frozen(self):
        app = App("app-x-org.example.Game-38.service")
        app.slice = "session.slice"
        self.apps.append(app)
        self.person.run("systemd-run", "--user", "--quiet", "--slice=session.slice",
                        f"--unit={app.unit}", *app.counting())
        app.started()
        self.block("games")
        self.assert_stands_still(app)
        self.open_all()
        self.assert_runs(app)

    def test_one_started_while_blocked_is_frozen_and_counted_by_its_path(self):
        """A program of its own, as above."""
        other = self.tool.with_name("other")
        before = len(self.attempts())
        self.block("tools")
        app = self.scope("app-x-whatever-33.scope", program=other, wait=False)
        app.wait_until_frozen()
        wait_until(lambda: len(self.attempts()) > before, what="the attempt to be on record")
        self.assertEqual(self.attempts()[before:], [str(other)])


class Ending(WithApps):
    """on_block: stop, kill and notify."""

    def test_stopped_app_is_asked_to_end(self):
        app = self.scope("app-x-org.example.Chat-40.scope")
        self.block("chat")
        app.wait_until_gone()
        self.assertTrue(app.has_ended, "it was killed, not asked")

    def test_service_that_is_stopped_is_not_started_again(self):
        app = self.service("app-org.example.Chat@41.service", properties=["Restart=no"])
        self.block("chat")
        app.wait_until_gone()
        self.assertTrue(app.has_ended)

    def test_what_does_not_end_is_killed_only_where_the_rules_say_so(self):
        spared = self.scope("app-x-org.example.Chat-42.scope", "--stubborn")
        killed = self.scope("app-x-org.example.Shout-43.scope", "--stubborn")
        self.block("chat", "shouting")
        killed.wait_until_gone(seconds=30)
        self.assertFalse(killed.has_ended)
        self.assert_runs(spared)

    def test_app_started_while_blocked_is_ended_at_once(self):
        self.block("chat")
        app = self.scope("app-x-org.example.Chat-44.scope", wait=False)
        app.process.wait(timeout=20)
        app.wait_until_gone()

    def test_notified_app_runs_on(self):
        told = self.scope("app-x-org.example.Letters-45.scope")
        frozen = self.scope("app-x-org.example.Game-45.scope")
        self.block("letters", "games")
        self.assert_stands_still(frozen)
        self.assert_runs(told)


class Graphical(WithApps):
    """A GTK program on a display of its own."""

    @classmethod
    def setUpClass(cls):
        missing = missing_programs("Xvfb", module="gi")
        if missing:
            raise unittest.SkipTest(missing)
        super().setUpClass()
        cls.display = Display(cls.person)
        cls.addClassCleanup(cls.display.close)

    def test_gtk_program_draws_no_more_and_then_again(self):
        app = App("app-gnome-org.example.Game-50.scope")
        self.apps.append(app)
        process = self.person.start(
            "systemd-run", "--user", "--quiet", "--scope", "--slice=app.slice",
            f"--unit={app.unit}", "/usr/bin/python3", "-B", SOURCE / "Tests/System/gtk_app.py",
            app.file, environment={"DISPLAY": self.display.name, "GDK_BACKEND": "x11"},
            inside=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(reap, process)
        app.started()
        self.assert_runs(app)
        self.block("games")
        self.assert_stands_still(app)
        self.open_all()
        self.assert_runs(app)
