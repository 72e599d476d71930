"""An installed daemon whose clocks a test moves while it runs, and whose timers go with them."""

import contextlib
import datetime
import importlib.util
import mmap
import os
import shutil
import struct
import subprocess
import time
import unittest
import zoneinfo

import machine
from conversing import Conversing
from machine import SOURCE, wait_until

SLOTS = 256
OFFSETS = struct.Struct("=5q")
NANOSECONDS = 1_000_000_000
#: How long a machine has been running when its daemon starts again after a restart.
BOOT_SECONDS = 30

UNIT = "[Service]\nEnvironment=LD_PRELOAD=%h/moved_clocks.so MOVED_CLOCKS=%h/clocks\n"
TIMEDATE = "org.freedesktop.timedate1"


class Clocks:
    """How far the daemon's clocks are from the machine's, in a file that moved_clocks.cc reads."""

    def __init__(self, path):
        with open(path, "w+b") as file:
            file.truncate(8 + SLOTS * OFFSETS.size)
            self.memory = mmap.mmap(file.fileno(), 0)
        self.number = self.wall = self.elapsed = self.awake = self.boot = self.sets = 0

    def change(self, **offsets):
        """Puts new offsets in force, all at one moment."""
        for name, value in offsets.items():
            setattr(self, name, value)
        self.number += 1
        place = 8 + self.number % SLOTS * OFFSETS.size
        OFFSETS.pack_into(self.memory, place, self.wall, self.elapsed, self.awake, self.boot,
                         self.sets)
        struct.pack_into("=q", self.memory, 0, self.number)

    @property
    def now(self):
        """What the wall clock shows."""
        moment = (time.clock_gettime_ns(time.CLOCK_REALTIME) + self.wall) / NANOSECONDS
        return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc)

    @property
    def elapsed_seconds(self):
        """What CLOCK_BOOTTIME shows."""
        return (time.clock_gettime_ns(time.CLOCK_BOOTTIME) + self.elapsed) / NANOSECONDS

    def start_at(self, moment):
        """A boot in which nothing has moved yet, with the wall clock at a moment."""
        wall = round((moment.timestamp() - time.time()) * NANOSECONDS)
        self.change(wall=wall, elapsed=0, awake=0, sets=0, boot=self.boot + 1)

    def set(self, seconds):
        """Somebody sets the wall clock forward, or back."""
        self.change(wall=self.wall + seconds * NANOSECONDS, sets=self.sets + 1)

    def go_on(self, seconds):
        """Time goes by."""
        if seconds < 0:
            raise AssertionError(f"time went by {-seconds:.0f} s too long already")
        more = round(seconds * NANOSECONDS)
        self.change(wall=self.wall + more, elapsed=self.elapsed + more, awake=self.awake + more)

    def go_on_to(self, moment):
        """Time goes by until the wall clock shows a moment."""
        self.go_on((moment - self.now).total_seconds())

    def sleep(self, seconds, set_by=0):
        """The machine is suspended, and its wall clock is wrong by so much afterwards. The kernel
        tells those who watch the clock at the resume."""
        more = seconds * NANOSECONDS
        self.change(wall=self.wall + more + set_by * NANOSECONDS, elapsed=self.elapsed + more,
                    sets=self.sets + 1)

    def restart(self, seconds):
        """The machine is off for as long, and was started again half a minute before that is over;
        its wall clock went on meanwhile."""
        booted = BOOT_SECONDS * NANOSECONDS
        self.change(wall=self.wall + seconds * NANOSECONDS, boot=self.boot + 1, sets=0,
                    elapsed=booted - time.clock_gettime_ns(time.CLOCK_BOOTTIME),
                    awake=booted - time.clock_gettime_ns(time.CLOCK_MONOTONIC))


class MovedClocks(Conversing):
    """The machine's zone is a link of this class's own, and a mock of timedated's says whether the
    clock follows a time server."""

    @classmethod
    def setUpClass(cls):
        if not shutil.which("g++"):
            raise unittest.SkipTest("there is no compiler for the moved clocks")
        if not importlib.util.find_spec("dbusmock"):
            raise unittest.SkipTest("python3-dbusmock, which speaks for timedated, is not there")
        cls.own_etc()
        super().setUpClass()
        home = cls.person.home
        subprocess.run(["g++", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-std=c++17", "-o",
                        home / "moved_clocks.so", SOURCE / "Tests/System/moved_clocks.cc", "-ldl",
                        "-lpthread"], check=True)
        cls.clocks = Clocks(home / "clocks")
        cls.start_timedate()
        cls.person.write(cls.units / "soteriad.service.d/clocks.conf", UNIT)
        cls.addClassCleanup(shutil.rmtree, cls.units / "soteriad.service.d", ignore_errors=True)
        cls.person.systemctl("daemon-reload")

    @classmethod
    def own_etc(cls):
        """A copy of /etc in which the zone can be changed while a service looks on."""
        copy = machine.STAGE / "etc"
        subprocess.run(["cp", "-a", "/etc", copy], check=True)
        machine.mount("--bind", copy, "/etc")
        cls.addClassCleanup(shutil.rmtree, copy)
        cls.addClassCleanup(subprocess.run, ["umount", "-l", "/etc"], check=True)

    @classmethod
    def start_timedate(cls):
        # What it imports is there only where the mock is.
        import buses
        bus = buses.SystemBus()
        cls.addClassCleanup(bus.close)
        cls.timedate = buses.Mock(
            TIMEDATE, "/org/freedesktop/timedate1", TIMEDATE,
            buses.start_mock("--system", "--template", "timedated"), buses.SYSTEM_BUS)
        cls.addClassCleanup(cls.timedate.close)

    def synchronise(self, answer):
        """What timedated says from now on."""
        import dbus
        self.timedate.at(interface=dbus.PROPERTIES_IFACE).Set(
            TIMEDATE, "NTPSynchronized", dbus.Boolean(answer))

    def set_zone(self, name):
        """Changes the link /etc/localtime, in one step as timedated does."""
        os.symlink(f"/usr/share/zoneinfo/{name}", "/etc/localtime.new")
        os.rename("/etc/localtime.new", "/etc/localtime")

    def stop(self):
        """The socket, too: an agent that looks for the daemon would start it meanwhile."""
        self.person.systemctl("stop", "soteriad.service", "soteriad.socket")

    def start(self):
        # systemd counts how often a socket is started, and short tests do that often.
        self.person.systemctl("reset-failed", "soteriad.socket", check=False)
        self.person.systemctl("start", "soteriad.socket", "soteriad.service")

    def begin(self, moment, zone):
        """A daemon without a past that has been running since a moment, in a zone."""
        self.stop()
        for file in self.state_directory.glob("soteria.*"):
            file.unlink()
        self.set_zone(zone)
        self.synchronise(False)
        self.clocks.start_at(moment.astimezone(zoneinfo.ZoneInfo(zone)))
        self.start()

    def last_on_disk(self):
        """The number of the last event on disk: a daemon that has just begun has none yet."""
        head = wait_until(
            lambda: self.call("org.soteria.daemon.GetStatus")["store"].get("head"),
            what="an event to be on disk")
        return head["sequence"]

    @contextlib.contextmanager
    def following(self):
        """What is recorded from now on, as it comes: nothing is asked of the daemon meanwhile."""
        with self.connect() as connection:
            yield Following(connection, self.last_on_disk())


class Following:
    """What is recorded after an event."""

    def __init__(self, connection, after):
        self.connection, self.events = connection, []
        connection.send({"method": "org.soteria.daemon.Events", "more": True,
                         "parameters": {"after": after, "follow": True}})
        self.events += connection.reply()["events"]

    def wait_for(self, is_wanted, what, seen=0, seconds=20):
        """The first event that is wanted, of those after the first `seen`; all are kept."""
        end = time.monotonic() + seconds
        while True:
            for event in self.events[seen:]:
                if is_wanted(event):
                    return event
            seen = len(self.events)
            self.connection.socket.settimeout(max(0.01, end - time.monotonic()))
            try:
                self.events += self.connection.reply()["events"]
            except TimeoutError:
                kinds = [event["kind"] for event in self.events]
                raise AssertionError(f"waited {seconds} s for {what}; there was {kinds}") from None

    def wait_for_kind(self, kind, again=False):
        """The first event of a kind; the next one where there were some already."""
        seen = len(self.events) if again else 0
        return self.wait_for(lambda event: event["kind"] == kind, kind, seen)

    def wait_for_verdict(self, target, verdict, seen=0):
        """The decision by which a target is blocked, or opened."""
        def is_wanted(event):
            fact = event["fact"]
            return event["kind"] == "decided" and (
                (fact["target"], fact["verdict"]) == (target, verdict))

        return self.wait_for(is_wanted, f"{verdict} of {target}", seen)
