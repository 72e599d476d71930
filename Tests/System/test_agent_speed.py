"""How fast and how quiet the agent is: figures for people to read. What is asserted is that
everything is done in the end, and how much memory it takes."""

import os
import pathlib
import select
import statistics
import threading
import time

from apps import WithApps
from buses import SystemBus
from machine import LONG, wait_until

COUNT = 100
ROUNDS = 10
#: Switched, not edited: a reload would have the daemon read files at the same moment.
SWITCHED = """\
version: 1
quiet_hours:
  all: {block: [games], enabled: false, ranges: [{days: daily, time: "00:00-24:00"}]}
  one: {block: [more], enabled: false, ranges: [{days: daily, time: "00:00-24:00"}]}
"""


class Speed(WithApps):
    """From the daemon's decision to a hundred frozen scopes."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # One process starts them all: a hundred interpreters would only measure the machine.
        starts = " ".join(
            f"systemd-run --user --quiet --scope --slice=app.slice "
            f"--unit=app-x-org.example.Game-{5000 + number}.scope sleep infinity &"
            for number in range(COUNT))
        process = cls.person.start("sh", "-c", starts + " wait", inside=True)
        cls.addClassCleanup(process.communicate)
        cls.addClassCleanup(cls.person.systemctl, "stop", "app-x-org.example.Game-5*.scope")
        wait_until(lambda: len(cls.groups(cls)) == COUNT, 60, "a hundred scopes")

    def groups(self):
        return list((self.person.group / "app.slice").glob("app-x-org.example.Game-5???.scope"))

    def test_decision_to_frozen(self):
        self.write_rules("switched.yaml", SWITCHED)
        self.call("org.soteria.rules.Reload")
        scope = self.scope("app-x-org.example.Other-4000.scope")
        self.measure("all", self.groups(), f"all of {COUNT} scopes", ROUNDS)
        self.measure("one", [scope.group], f"one scope beside {COUNT} others", 2 * ROUNDS)

    def measure(self, schedule, groups, words, rounds):
        """Blocks and opens again and again, and prints how long it took."""
        events = [os.open(group / "cgroup.events", os.O_RDONLY) for group in groups]
        for event in events:
            self.addCleanup(os.close, event)
        each, last = [], []
        # Once without a count: the manager and the agent still take in the start of them all.
        for number in range(rounds + 1):
            # The kernel tells of changes of one group 10 ms after another at the earliest.
            self.clock.wait_until_it_counts_on(steps=10)
            times = self.round(schedule, events)
            if number > 0:
                each += times
                last.append(times[-1])
            self.switch(schedule, False)
            self.wait_for(events, b"frozen 0")
        print(f"     decision to frozen, {words}, {rounds} rounds: "
              f"each p50 {percentile(each, 50):.1f} ms, p95 {percentile(each, 95):.1f} ms; "
              f"the last of all p50 {percentile(last, 50):.1f} ms, "
              f"p95 {percentile(last, 95):.1f} ms", flush=True)
        self.assertEqual(len(each), len(groups) * rounds)

    def switch(self, schedule, enabled):
        self.call("org.soteria.quiethours.SetEnabled", schedule=schedule, enabled=enabled)

    def round(self, schedule, events):
        """Blocks; after how many milliseconds each stood still, in order."""
        decided = []
        connection = self.connect()
        following = threading.Thread(target=self.follow, args=(connection, decided))
        following.start()
        wait_until(lambda: decided, what="the first state")
        blocking = threading.Thread(target=self.switch, args=(schedule, True))
        blocking.start()
        times = self.wait_for(events, b"frozen 1")
        blocking.join()
        following.join()
        connection.socket.close()
        return [max(0, (moment - decided[1]) * 1000) for moment in times]

    def follow(self, connection, decided):
        """Notes when the first state came, and when the decision did."""
        for state in connection.monitor("org.soteria.protection.Monitor"):
            decided.append(time.monotonic())
            if len(decided) == 2:
                return

    def wait_for(self, events, words):
        """When each was seen as wanted, in order. The kernel says which has changed: whoever looks
        at them all, again and again, takes the processor from those who are looked at."""
        times, waiting, end = [], set(events), time.monotonic() + 30
        with select.epoll() as changes:
            for event in events:
                changes.register(event, select.EPOLLPRI)
            changed = events
            while waiting:
                self.assertLess(time.monotonic(), end, f"{len(waiting)} are not {words}")
                for event in changed:
                    if event in waiting and words in os.pread(event, 200, 0):
                        waiting.remove(event)
                        times.append(time.monotonic())
                changed = [event for event, _ in changes.poll(0.5)] or list(waiting)
        return times


class Quiet(WithApps):
    """An agent that has nothing to do. A machine has a system bus: one without is looked for,
    less and less often, for as long as it takes."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        bus = SystemBus()
        cls.addClassCleanup(bus.close)
        cls.person.systemctl("restart", "soteria-agent.service")

    def test_idle(self):
        self.block("games")
        app = self.scope("app-x-org.example.Game-300.scope", wait=False)
        app.wait_until_frozen()
        self.person.systemctl("stop", self.clock.unit)
        self.wait_until_settled()
        before, began = self.switches(), time.monotonic()
        seconds = 300 if LONG else 30
        wait_until(lambda: time.monotonic() > began + seconds, seconds + 15, "a while")
        minutes = (time.monotonic() - began) / 60
        now = self.switches()
        count = sum(now[each] - before.get(each, 0) for each in now) / minutes
        memory = self.memory()
        print(f"     idle: {count:.1f} voluntary context switches a minute of all threads, "
              f"PSS {memory / 1024:.1f} MB", flush=True)
        self.assertTrue(app.is_frozen)
        self.assertLess(memory, 18 * 1024)

    def wait_until_settled(self):
        """Until nothing of what was done before is still being told: two seconds of silence."""
        last, since = self.switches(), time.monotonic()

        def is_silent():
            nonlocal last, since
            now = self.switches()
            if now != last:
                last, since = now, time.monotonic()
            return time.monotonic() > since + 2

        wait_until(is_silent, 60, "the agent to fall silent")

    def process(self):
        return pathlib.Path("/proc", str(self.agent_pid()))

    def switches(self):
        """How often each thread of the agent went to sleep so far."""
        counts = {}
        for status in self.process().glob("task/*/status"):
            for line in status.read_text().splitlines():
                if line.startswith("voluntary_ctxt_switches:"):
                    counts[status.parent.name] = int(line.split()[1])
        return counts

    def memory(self):
        """Its proportional set size in KiB."""
        for line in (self.process() / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
        raise AssertionError("the kernel does not say it")


def percentile(values, share):
    return statistics.quantiles(values, n=100, method="inclusive")[share - 1]
