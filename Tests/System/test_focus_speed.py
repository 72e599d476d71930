"""How fast and how quiet the agent's sources are: figures for people to read. What is asserted is
that everything is done in the end, and how much memory it takes."""

import os
import select
import time

import machine
import test_agent_speed
from apps import App
from buses import SystemBus
from machine import LONG, wait_until
from windows import OnDesktop, Openbox, Sway, SwayByWayland

GAME, LETTERS, PLAIN = (f"org.example.{name}" for name in ("Game", "Letters", "Plain"))
ROUNDS = 10

SWITCHED = """\
version: 1
quiet_hours:
  all: {block: [games], enabled: false, ranges: [{days: daily, time: "00:00-24:00"}]}
"""


class Speed(OnDesktop):
    """What each desktop's source takes."""

    memory = test_agent_speed.Quiet.memory
    switches = test_agent_speed.Quiet.switches
    process = test_agent_speed.Quiet.process
    wait_until_settled = test_agent_speed.Quiet.wait_until_settled

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # Without one, the agent looks for it again and again.
        bus = SystemBus()
        cls.addClassCleanup(bus.close)
        cls.person.systemctl("restart", "soteria-agent.service")

    def tell(self, words, figures):
        print(f"     {self.DESKTOP.__name__}: {words}: {figures}", flush=True)

    def milliseconds(self, times):
        return (f"p50 {test_agent_speed.percentile(times, 50) * 1000:.1f} ms, "
                f"max {max(times) * 1000:.1f} ms of {len(times)}")

    def test_change_of_the_window_to_a_use(self):
        """With the start of the command that changes it."""
        windows = {"games": self.window(GAME), "letters": self.window(LETTERS)}
        self.wait_until_used("letters")
        times = []
        with self.connect() as connection:
            for number in range(ROUNDS):
                target = ("games", "letters")[number % 2]
                began = time.monotonic()
                self.desktop.bring(windows[target])
                while not any(each["target"] == target and each["running"] for each in
                              connection.call("org.soteria.usage.Today")["targets"]):
                    self.assertLess(time.monotonic(), began + 10)
                times.append(time.monotonic() - began)
                self.wait_until_used(target)
        self.tell("change of the window in front to its use", self.milliseconds(times))

    def test_block_to_frozen(self):
        self.write_rules("switched.yaml", SWITCHED)
        self.call("org.soteria.rules.Reload")
        self.addCleanup(self.call, "org.soteria.rules.Reload")
        self.addCleanup((self.rules_directory / "switched.yaml").unlink)
        games, plain = self.window(GAME), self.window(PLAIN)
        for words, front in (("in front", games), ("not in front", plain)):
            times = []
            for _ in range(ROUNDS):
                self.desktop.bring(front)
                wait_until(lambda: self.desktop.front() == front.app_id)
                self.clock.wait_until_it_counts_on(steps=30)
                times.append(self.freeze(games))
                self.switch(False)
                games.wait_until_thawed()
            self.tell(f"block to frozen, {words}", self.milliseconds(times))

    def switch(self, enabled):
        self.call("org.soteria.quiethours.SetEnabled", schedule="all", enabled=enabled)

    def freeze(self, app):
        event = os.open(app.group / "cgroup.events", os.O_RDONLY)
        try:
            with select.epoll() as changes:
                changes.register(event, select.EPOLLPRI)
                began = time.monotonic()
                self.switch(True)
                while b"frozen 1" not in os.pread(event, 200, 0):
                    self.assertLess(time.monotonic(), began + 10)
                    changes.poll(0.2)
                return time.monotonic() - began
        finally:
            os.close(event)

    def test_name_on_the_bus_to_frozen(self):
        """From the answer to who started it, which comes when the name has its owner."""
        self.block("games")
        times = []
        window = self.activatable(GAME)
        for _ in range(ROUNDS // 2):
            self.activate(GAME)
            began = time.monotonic()
            adopted = App(f"app-soteria-{GAME}-{window.own_pid()}.scope")
            while not adopted.is_frozen:
                self.assertLess(time.monotonic(), began + 10)
            times.append(time.monotonic() - began)
            self.person.systemctl("kill", "--signal", "KILL", adopted.unit)
            adopted.wait_until_gone()
        self.tell("name on the bus to frozen", self.milliseconds(times))

    def test_rest(self):
        self.window(PLAIN, options=["--still"])
        seconds = 300 if LONG else 10
        self.tell(f"at rest for {seconds} s", self.load(seconds))

    def test_titles(self):
        self.window(PLAIN, options=["--still", "--every", "100"])
        self.tell("ten titles a second", self.load(20 if LONG else 5))

    def load(self, seconds):
        """What the agent takes in so many seconds while nothing else happens."""
        self.person.systemctl("stop", self.clock.unit, check=False)
        settled = time.monotonic() + 3
        wait_until(lambda: time.monotonic() > settled, what="what was done before to be over")
        before, busy, began = self.switches(), self.busy(), time.monotonic()
        wait_until(lambda: time.monotonic() > began + seconds, seconds + 10)
        passed, now = time.monotonic() - began, self.switches()
        count = sum(now[each] - before.get(each, 0) for each in now)
        share = (self.busy() - busy) / passed
        type(self).clock = self.scope(f"app-x-org.example.Clock-{time.monotonic_ns()}.scope")
        return (f"{count / passed:.2f} voluntary context switches a second ({count}), "
                f"{100 * share:.3f} % of a processor")

    def busy(self):
        """The processor time of the agent and of threads of it that have ended, in seconds."""
        group = (self.process() / "cgroup").read_text().strip().split("::")[1]
        text = (machine.CONTROL_GROUPS / group.lstrip("/") / "cpu.stat").read_text()
        return int(text.split("usage_usec ")[1].split()[0]) / 1e6

    def test_memory(self):
        with_source = self.memory()
        self.desktop.close()
        wait_until(lambda: self.source().get("front") == "estimate", 40, "the estimate")
        self.person.systemctl("restart", "soteria-agent.service")
        wait_until(lambda: self.source().get("front") == "estimate", 40, "the estimate")
        without = self.memory()
        self.begin_desktop()
        self.wait_for_source(self.DESKTOP.SOURCE)
        self.window(PLAIN)
        fresh = self.memory()
        self.tell("PSS", f"{without / 1024:.2f} MB without a source, {fresh / 1024:.2f} MB with it,"
                  f" {with_source / 1024:.2f} MB after use")
        self.assertLess(fresh, 18 * 1024)


class OnSway(Speed):
    """By sway's IPC, and Wayland for idleness."""

    DESKTOP = Sway


class OnSwayByWayland(Speed):
    """By the protocols of wlroots."""

    DESKTOP = SwayByWayland


class OnOpenbox(Speed):
    """By the X server's."""

    DESKTOP = Openbox
