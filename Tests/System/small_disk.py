"""An installed daemon whose record lies on a disk that a test can fill."""

import subprocess

import machine
from conversing import Conversing

#: Everything that waits for a mark of the clock comes within a second.
CADENCES = """\
[Service]
ExecStart=
ExecStart=%h/.local/bin/soteriad --tick 1 --auto-protection-interval 1
"""


class SmallDisk(Conversing):
    """Every test begins with two mebibytes that are nearly empty, and a target `games`."""

    def setUp(self):
        place = self.state_directory
        self.drop_in("cadences.conf", CADENCES)
        self.person.systemctl("stop", "soteriad.service", "soteriad.socket")
        owner = f"uid={self.person.uid},gid={self.person.uid}"
        machine.mount("-t", "tmpfs", "-o", f"size=2m,mode=700,{owner}", "tmpfs", place)
        self.addCleanup(subprocess.run, ["umount", "-l", place], check=True)
        self.addCleanup(self.person.systemctl, "stop", "soteriad.service", "soteriad.socket")
        self.person.systemctl("start", "soteriad.socket", "soteriad.service")
        self.ballast = place / "ballast"
        self.set_rules()

    def fill(self):
        """Leaves no room on the disk, nor in the pages that the database has already."""
        with open(self.ballast, "wb", buffering=0) as file:
            try:
                while file.write(b"\0" * 4096):
                    continue
            except OSError:
                pass
        replies = (self.call("org.soteria.protection.Start", target="games", seconds=60)
                   for _ in range(5000))
        self.assertTrue(any(reply.get("recorded") is False for reply in replies))
