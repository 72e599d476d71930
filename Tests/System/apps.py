"""Apps of a person's session, and rules that block them."""

import itertools
import os
import subprocess

import installed
from conversing import Conversing
from machine import SOURCE, wait_until

COUNTING = SOURCE / "Tests/System/counting_app.py"
AGENT = "soteria-agent.service"
#: How long another window may be in front without ending a use, in seconds: the agent's
#: `UsageTracker.glanceLimit`. Whoever waits for the end of a use waits longer.
GLANCE_LIMIT = 2

#: No risk is found and nothing protects by itself: not where that is not what is tested.
TARGETS = """\
version: 1
targets:
  games: {name: Games, sites: [games.example], apps: [org.example.Game, org.example.Other, steam]}
  more: {name: More games, apps: [org.example.Other]}
  tools: {name: Tools, executables: [%(home)s/bin/tool, %(home)s/bin/other, %(home)s/bin/late]}
  chat: {name: Chat, apps: [org.example.Chat], on_block: stop}
  shouting: {name: Shouting, apps: [org.example.Shout], on_block: stop, kill: true}
  letters: {name: Letters, apps: [org.example.Letters], on_block: notify}
unblock: {grant: 3s, wait: {planned: 1s, impulse: 1s}}
auto_protection: {high_risk: {enabled: false}}
risk: {factors: {late_night: null, high_frequency: null}}
"""

BLOCK = """\
version: 1
quiet_hours:
  always: {name: Always, block: [%s], ranges: [{days: daily, time: "00:00-24:00"}]}
"""

numbers = itertools.count(1)


class App:
    """A unit of the person's manager with one process in it that counts."""

    def __init__(self, unit):
        self.person, self.unit = installed.person, unit
        self.file = self.person.home / f"count-{next(numbers)}"
        self.slice = "app.slice"

    @property
    def group(self):
        return self.person.group / self.slice / self.unit

    def counting(self, *options, program="/usr/bin/python3"):
        return [program, "-B", COUNTING, self.file, *options]

    def started(self):
        """Waits until it counts."""
        wait_until(lambda: self.count() is not None, what=f"{self.unit} to count")
        return self

    def word(self):
        """What stands in its file; None before it wrote something."""
        try:
            return self.file.read_text().strip() or None
        except FileNotFoundError:
            return None

    def count(self):
        word = self.word()
        return int(word) if word and word.isdigit() else None

    @property
    def has_ended(self):
        """Whether it was asked to end, and did."""
        return self.word() == "ended"

    @property
    def is_frozen(self):
        """What the kernel says: whether all of its processes stand still."""
        try:
            return "frozen 1" in (self.group / "cgroup.events").read_text()
        except OSError:
            return False

    @property
    def is_there(self):
        return self.group.exists()

    def pids(self):
        return [int(line) for line in (self.group / "cgroup.procs").read_text().split()]

    def wait_until_frozen(self, seconds=10):
        wait_until(lambda: self.is_frozen, seconds, f"{self.unit} to be frozen")

    def wait_until_thawed(self, seconds=10):
        wait_until(lambda: not self.is_frozen, seconds, f"{self.unit} to be thawed")

    def wait_until_it_counts_on(self, seconds=10, steps=3):
        before = self.count()
        wait_until(lambda: (self.count() or 0) >= before + steps, seconds,
                   f"{self.unit} to go on counting")

    def wait_until_gone(self, seconds=10):
        wait_until(lambda: not self.is_there, seconds, f"{self.unit} to be gone")

    def freeze(self):
        """By the person's own hand."""
        self.person.systemctl("freeze", self.unit)

    def thaw(self):
        self.person.systemctl("thaw", self.unit)


class WithApps(Conversing):
    """A person whose apps are blocked and opened. One of them, in no target, always runs: what it
    counts is the time by which others are seen to stand still."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.write_rules(cls, "targets.yaml", TARGETS % {"home": cls.person.home})
        with cls.connect(cls) as connection:
            connection.call("org.soteria.rules.Reload")
        for name in ("tool", "other", "late"):
            copy = cls.person.write(f"bin/{name}", "", 0o755)
            copy.write_bytes(open(os.path.realpath("/usr/bin/python3"), "rb").read())
        cls.apps = []
        cls.addClassCleanup(cls.end_apps)
        cls.wait_for_agent()
        cls.clock = cls.scope("app-x-org.example.Clock-1.scope")

    @classmethod
    def end_apps(cls):
        for app in cls.apps:
            cls.person.systemctl("kill", "--signal", "KILL", app.unit, check=False)
            cls.person.systemctl("thaw", app.unit, check=False)
            cls.person.systemctl("stop", app.unit, check=False)
            cls.person.systemctl("reset-failed", app.unit, check=False)

    def setUp(self):
        self.open_all()

    @classmethod
    def wait_for_agent(cls):
        wait_until(lambda: cls.show(cls, "ActiveState", AGENT) == "active", what="the agent")

    def agent_pid(self):
        return int(self.show("MainPID", AGENT))

    @classmethod
    def scope(cls, unit, *options, program="/usr/bin/python3", wait=True):
        """An app in a scope, as desktops start them."""
        app = App(unit)
        cls.apps.append(app)
        process = cls.person.start(
            "systemd-run", "--user", "--quiet", "--scope", "--slice=app.slice", f"--unit={unit}",
            *app.counting(*options, program=program), inside=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cls.addClassCleanup(reap, process)
        app.process = process
        return app.started() if wait else app

    def together(self, app, *commands, wait=()):
        """Several commands in the scope of one app; a list is one that counts."""
        words = [each if isinstance(each, str) else " ".join(map(str, each)) for each in commands]
        self.apps.append(app)
        process = self.person.start(
            "systemd-run", "--user", "--quiet", "--scope", "--slice=app.slice",
            f"--unit={app.unit}", "sh", "-c", " & ".join(words) + " & wait", inside=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.person.systemctl, "stop", app.unit, check=False)
        self.addCleanup(reap, process)
        for each in (app, *wait):
            each.started()

    @classmethod
    def service(cls, unit, *options, properties=(), program="/usr/bin/python3", wait=True):
        """An app in a service of its own."""
        app = App(unit)
        cls.apps.append(app)
        cls.person.run(
            "systemd-run", "--user", "--quiet", "--slice=app.slice", f"--unit={unit}",
            *(f"--property={each}" for each in properties),
            *app.counting(*options, program=program))
        return app.started() if wait else app

    def block(self, *targets):
        self.write_rules("block.yaml", BLOCK % ", ".join(targets))
        self.call("org.soteria.rules.Reload")

    def open_all(self):
        path = self.rules_directory / "block.yaml"
        if path.exists():
            path.unlink()
            self.call("org.soteria.rules.Reload")

    def assert_stands_still(self, *apps):
        """Frozen as the kernel says, and indeed: another one counts on, these do not."""
        for app in apps:
            app.wait_until_frozen()
        before = [app.count() for app in apps]
        self.clock.wait_until_it_counts_on(steps=30)
        self.assertEqual([app.count() for app in apps], before)

    def assert_runs(self, *apps):
        for app in apps:
            app.wait_until_it_counts_on()
            self.assertFalse(app.is_frozen, app.unit)

    def attempts(self):
        """The apps of all attempts on record, oldest first."""
        return [fact["app"] for fact in self.facts("attempted")]

    def unblock(self, target):
        """A grant, through the whole conversation."""
        request = self.request("planned", place={"target": target}, category="gift")
        return self.confirm(request["request"])


def reap(process):
    if process.poll() is None:
        process.kill()
    process.wait()
