"""An installed daemon whose clocks stand where a test wants them: libfaketime under the unit."""

import datetime
import os
import shutil
import signal
import subprocess
import unittest
import zoneinfo

from conversing import Conversing

ZONE = "Europe/Berlin"

#: libfaketime adds to the environment of the first program that it is loaded into, and Swift does
#: not find its arguments any more where that happens: so env is the first. It reads the moment in
#: the zone that is the daemon's, too, from a file, so that a daemon that runs can be moved as well.
UNIT = """\
[Service]
ExecStart=
ExecStart=/usr/bin/env %h/.local/bin/soteriad
Environment=LD_PRELOAD={library} TZ={zone} FAKETIME_NO_CACHE=1 FAKETIME_TIMESTAMP_FILE=%h/clock
"""


def local(text):
    """The instant that a wall clock in the zone shows as `2026-11-18 22:10`."""
    return datetime.datetime.fromisoformat(text).replace(tzinfo=zoneinfo.ZoneInfo(ZONE))


class FakedClock(Conversing):
    """Wall clock and elapsed time are faked alike: they stand at the given moment when the daemon
    starts, or first reads them after a move, and go on from there. To the daemon a later start is a
    time for which it was away, and a move a time in which nothing happened to it, with both clocks
    agreeing; nothing has jumped, and nothing has to be waited for.

    What libfaketime 0.9.10 does not do: a timer of elapsed time never expires. So what ends by the
    clock ends here at the daemon's next mark or start, a minute later at most, or when something is
    asked of it: every answer is of the present moment.
    """

    @classmethod
    def setUpClass(cls):
        if not shutil.which("faketime"):
            raise unittest.SkipTest("faketime is not installed")
        super().setUpClass()
        cls.library = subprocess.run(
            ["faketime", "-m", "now", "printenv", "LD_PRELOAD"], check=True, capture_output=True,
            text=True).stdout.strip()
        cls.addClassCleanup(shutil.rmtree, cls.units / "soteriad.service.d", ignore_errors=True)

    def forget(self):
        """Stops the daemon and removes its record: what the true clock saw would lie in the future
        of the faked one."""
        self.person.systemctl("stop", "soteriad.service", "soteriad.socket")
        # systemd counts how often a socket is started, and short tests do that often.
        self.person.systemctl("reset-failed", "soteriad.socket", check=False)
        for file in self.state_directory.glob("soteria.*"):
            file.unlink()

    def live_at(self, moment):
        """Starts the daemon again at a moment."""
        self.person.systemctl("stop", "soteriad.service")
        self.move(moment)
        self.person.write(self.units / "soteriad.service.d/clock.conf",
                          UNIT.format(library=self.library, zone=ZONE))
        self.person.systemctl("daemon-reload")
        self.person.systemctl("start", "soteriad.socket", "soteriad.service")

    def move(self, moment):
        """Puts the clocks of the daemon, and of one that is started later, at a moment."""
        text = f"@{moment.astimezone(zoneinfo.ZoneInfo(ZONE)):%Y-%m-%d %H:%M:%S}\n"
        new = self.person.write("clock.new", text)
        new.rename(self.person.home / "clock")

    def crash(self, moment):
        """kill -9; the daemon that systemd starts then lives at the moment."""
        before = self.main_pid()
        os.kill(before, signal.SIGKILL)
        self.move(moment)
        self.wait_for_restart(before)
