"""What the daemon does while nobody asks anything of it: nothing, until the next minute."""

import pathlib
import time

from test_record import Recorded
from machine import wait_until


class Timers(Recorded):
    """The kernel tells of each timer which clock it runs by and whether it is set."""

    def clocks(self):
        """The clocks of the daemon's timers that are set now."""
        clocks = set()
        for path in pathlib.Path("/proc", str(self.main_pid()), "fdinfo").iterdir():
            try:
                text = path.read_text()
            except FileNotFoundError:
                continue
            fields = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
            if "clockid" in fields and fields["it_value"].strip() != "(0, 0)":
                clocks.add(int(fields["clockid"]))
        return clocks

    def test_nothing_is_set_by_the_time_since_boot(self):
        """The minute is the wall clock's, deadlines run while the machine sleeps. What runs by the
        monotonic clock is over soon, but for what libdispatch counts threads with each second,
        which a single queue that goes may begin (EventStore/Database/Retirement.swift)."""
        self.soteria("backup", str(self.place / "copy.sqlite"))
        self.soteria("events", "verify")
        self.soteria("export", str(self.place / "events.jsonl"))
        self.assertIn(time.CLOCK_REALTIME, self.clocks())
        wait_until(
            lambda: all(time.CLOCK_MONOTONIC not in self.clocks() for _ in range(50)), 30,
            "no timer of the daemon's to run by the monotonic clock")
