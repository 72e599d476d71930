"""Frozen apps that somebody thaws, or moves out of their unit: they are frozen again."""

import pathlib
import time

from apps import TARGETS, App, WithApps
from machine import LONG, wait_until

#: How often an app is thawed in a row.
THAWS = 100 if LONG else 12


class Thawed(WithApps):
    """By hand, in every way that a person has."""

    def frozen_app(self, number):
        app = self.scope(f"app-x-org.example.Game-{number}.scope")
        self.block("games")
        self.assert_stands_still(app)
        return app

    def thaws(self):
        """The apps of all attempts on record that were thaws, oldest first."""
        return [fact["app"] for fact in self.facts("attempted") if fact.get("thawed")]

    def assert_is_frozen_again(self, app, thaw):
        """Within a second, and counted once."""
        # Attempts within a second count as one.
        self.clock.wait_until_it_counts_on(steps=120)
        before = len(self.thaws())
        began = time.monotonic()
        thaw()
        wait_until(lambda: len(self.thaws()) > before, what="the thaw to be on record")
        app.wait_until_frozen()
        print(f"     thawed to frozen and on record: {time.monotonic() - began:.2f} s")
        self.assert_stands_still(app)
        self.assertEqual(self.thaws()[before:], ["org.example.Game"])

    def test_thawed_app_is_frozen_again_and_counted(self):
        app = self.frozen_app(300)
        self.assert_is_frozen_again(app, app.thaw)
        self.open_all()
        self.assert_runs(app)

    def test_app_that_is_thawed_through_the_kernel_is_frozen_again(self):
        app = self.frozen_app(301)
        self.assert_is_frozen_again(
            app, lambda: (app.group / "cgroup.freeze").write_text("0"))

    def test_each_of_many_thaws_is_undone(self):
        """All of them; the first ten in ten minutes are on record."""
        app = self.frozen_app(305)
        kernel = app.group / "cgroup.freeze"
        before = len(self.thaws())
        for number in range(THAWS):
            thaw = app.thaw if number % 2 else lambda: kernel.write_text("0")
            if number < 10:
                self.assert_is_frozen_again(app, thaw)
                continue
            began = time.monotonic()
            thaw()
            app.wait_until_frozen()
            print(f"     thawed to frozen: {time.monotonic() - began:.2f} s")
            self.assert_stands_still(app)
        self.assertEqual(len(self.thaws()), before + 10)

    def test_one_process_of_several_that_is_moved_away_is_moved_back(self):
        app = App("app-x-org.example.Game-302.scope")
        second = App(app.unit)
        self.together(app, app.counting(), second.counting(), wait=[second])
        self.block("games")
        self.assert_stands_still(app, second)
        pid = self.pid_of(second)
        self.assertIn(pid, app.pids())
        self.move(pid, self.clock.group)
        wait_until(lambda: pid in app.pids(), what="the process to be moved back")
        self.assert_stands_still(app, second)
        wait_until(self.thaws, what="the move to be on record")

    def test_process_that_is_moved_away_is_frozen_again(self):
        """The only one: its unit ends, and the process gets a unit of its own. It may have been
        moved back to the unit that ends before, and is frozen there until it gets its own."""
        app = self.frozen_app(303)
        [pid] = app.pids()
        self.move(pid, self.clock.group)

        def is_frozen():
            group = self.group_of(pid)
            return (group != self.clock.group
                    and "frozen 1" in (group / "cgroup.events").read_text()
                    and self.show("ActiveState", group.name) == "active")

        wait_until(is_frozen, 20, "the process to be frozen again")
        before = app.count()
        self.clock.wait_until_it_counts_on(steps=30)
        self.assertEqual(app.count(), before)
        self.open_all()
        app.wait_until_it_counts_on()

    def test_app_that_is_thawed_three_times_is_asked_to_quit(self):
        self.addCleanup(self.set_targets, TARGETS)
        self.set_targets(TARGETS.replace("{name: Games,", "{name: Games, on_thaw: stop,"))
        app = self.frozen_app(304)
        for _ in range(2):
            self.assert_is_frozen_again(app, app.thaw)
        app.thaw()
        app.wait_until_gone()
        self.assertTrue(app.has_ended, "it was killed, not asked")

    def set_targets(self, text):
        self.write_rules("targets.yaml", text % {"home": self.person.home})
        self.call("org.soteria.rules.Reload")

    def pid_of(self, app):
        for pid in app.pids():
            command = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
            if command.startswith(b"/usr/bin/python3") and str(app.file).encode() in command:
                return pid
        raise AssertionError(f"no process writes {app.file}")

    def move(self, pid, group):
        """As the person could: both groups are theirs."""
        (group / "cgroup.procs").write_text(str(pid))

    def group_of(self, pid):
        for line in pathlib.Path(f"/proc/{pid}/cgroup").read_text().splitlines():
            if line.startswith("0::"):
                return pathlib.Path("/sys/fs/cgroup" + line[3:])
        raise AssertionError(f"{pid} is in no group")
