"""A daemon of its own, with rules, state and socket of its own, and what the kernel says of it."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time


class Daemon:
    """One that runs, told apart from every other on the machine by its place."""

    def __init__(self, binary, place, rules, core=None):
        self.path = str(place / "socket")
        self.notices = Notices(place / "notify")
        self.log = open(place / "log", "w+b")
        pinned = [] if core is None else ["taskset", "-c", str(core)]
        self.process = subprocess.Popen(
            [*pinned, binary, "--rules", rules.directory, "--state", place / "state",
             "--socket", self.path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=self.log, env={"PATH": os.environ["PATH"], "NOTIFY_SOCKET": self.notices.path})
        self.proc = pathlib.Path("/proc", str(self.process.pid))
        if not self.notices.wait_for("READY=1", 1, 300):
            raise SystemExit("the daemon does not start:\n" + self.words())

    def words(self):
        """What it has said."""
        self.log.flush()
        return pathlib.Path(self.log.name).read_text(errors="replace")

    def hang_up(self):
        """Has it read its rules again; false where it has not within five minutes."""
        ready = self.notices.count("READY=1")
        self.process.send_signal(signal.SIGHUP)
        return self.notices.wait_for("READY=1", ready + 1, 300)

    def stop(self):
        """Ends it as systemd does; how it ended."""
        self.process.terminate()
        try:
            return self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def sample(self):
        """KiB that only it has (Pss, and of these its own), descriptors, threads, seconds of CPU.
        """
        rollup = (self.proc / "smaps_rollup").read_text()
        status = (self.proc / "status").read_text()
        # Behind the name in parentheses, which may hold anything.
        times = (self.proc / "stat").read_text().rpartition(")")[2].split()
        return {"pss": number(rollup, "Pss:"), "anonymous": number(status, "RssAnon:"),
                "descriptors": len(os.listdir(self.proc / "fd")),
                "threads": number(status, "Threads:"),
                "cpu": (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")}


def number(text, name):
    return int(text.split(name, 1)[1].split()[0])


class Notices(threading.Thread):
    """What the daemon tells its manager, with the time at which each notice came."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path = str(path)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.counts, self.came, self.changed = {}, [], threading.Condition()
        self.start()

    def run(self):
        while True:
            lines = self.socket.recv(65536).decode().splitlines()
            with self.changed:
                for line in lines:
                    self.counts[line] = self.counts.get(line, 0) + 1
                if "WATCHDOG=1" in lines:
                    self.came.append(time.time())
                self.changed.notify_all()

    def count(self, line):
        with self.changed:
            return self.counts.get(line, 0)

    def wait_for(self, line, count, seconds):
        """Whether a line has come so often before the time was over."""
        with self.changed:
            return self.changed.wait_for(lambda: self.counts.get(line, 0) >= count, seconds)


class Connection:
    """A client of the daemon's that waits for each answer, at most five minutes."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path)
        self.socket.settimeout(300)
        self.rest = b""

    def receive(self):
        while b"\0" not in self.rest:
            more = self.socket.recv(1 << 20)
            if not more:
                raise ConnectionError("the daemon closed the connection")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        """The reply as it came, with `parameters` or with `error`."""
        self.socket.sendall(json.dumps({"method": "org.soteria." + method,
                                        "parameters": parameters}).encode() + b"\0")
        return self.receive()

    def events(self, kinds):
        """All recorded events of these kinds."""
        self.socket.sendall(json.dumps({
            "method": "org.soteria.daemon.Events", "parameters": {"kinds": kinds},
            "more": True}).encode() + b"\0")
        while True:
            reply = self.receive()
            yield from reply.get("parameters", {}).get("events", [])
            if not reply.get("continues"):
                return
