"""What is done to a daemon under load, and what is held to be promised of each part."""

import datetime
import json
import os
import re
import subprocess
import threading
import time

from daemon import Connection
from rules import is_blocked, utc


class Sampling(threading.Thread):
    """Looks at a daemon every second until it is told to stop."""

    def __init__(self, daemon):
        super().__init__(daemon=True)
        self.daemon_process, self.over, self.samples = daemon, threading.Event(), []
        self.start()

    def run(self):
        while not self.over.wait(1):
            self.samples.append(self.daemon_process.sample())

    def stop(self):
        self.over.set()
        self.join()
        return self.samples


class Run:
    """One run: the table that it makes, and the promises that were broken."""

    def __init__(self, asked, daemon, program):
        self.asked, self.daemon, self.program = asked, daemon, program
        self.began = time.time()
        self.first = daemon.sample()
        self.table = ["| what | figure |", "|---|---|"]
        self.broken = []
        self.drops = 0
        self.row("cores, load average before", f"{os.cpu_count()}, {os.getloadavg()[0]:.1f}")
        self.row("at the beginning: Pss, memory of its own (RssAnon), descriptors, threads",
                 f"{mebi(self.first['pss'])}, {self.first['anonymous']} KiB, "
                 f"{self.first['descriptors']}, {self.first['threads']}")

    def row(self, what, figure):
        self.table.append(f"| {what} | {figure} |")
        print(f"{what}: {figure}", flush=True)

    def expect(self, holds, broken):
        if not holds:
            self.broken.append(broken)

    # --- Calls and subscribers ---------------------------------------------------------------

    def calls(self):
        """Many connections that call, at least until a minute has passed."""
        asked = self.asked
        load = ["--connections", asked.connections, "--rate", asked.rate]
        self.load([*load, "--seconds", asked.warm_up])
        left = 60 - time.time() % 60
        seconds = asked.seconds if asked.seconds >= 60 else max(asked.seconds, int(left) + 3)
        self.under("calls", [*load, "--seconds", seconds], seconds)

    def subscribers(self):
        """Many subscribers, some of which never read, and calls beside them."""
        asked = self.asked
        load = ["--connections", min(20, asked.connections), "--rate", asked.rate,
                "--subscribers", asked.subscribers, "--deaf", asked.deaf,
                "--decisions", asked.decisions]
        self.load([*load, "--seconds", asked.warm_up])
        came = self.under("subscribers", [*load, "--seconds", asked.seconds], asked.seconds)
        self.row("a decision to each subscriber that reads",
                 latency(came["served"]) + f", {came['told']} decisions")
        self.row("a decision to the last of them", latency(came["lastServed"]))
        self.row("subscribers dropped that did not read",
                 f"{came['deaf'] - came['keptDeaf']} of {came['deaf']}")
        self.wait_for_entries()

    def wait_for_entries(self):
        """The journal tells of every drop; of some it may tell a minute later, in a sum."""
        limit = time.monotonic() + 90
        while (told := self.told_drops()) != self.drops:
            if time.monotonic() > limit:
                return self.expect(False, f"{told} drops in the journal, and {self.drops} drops")
            time.sleep(0.5)
        return None

    def told_drops(self):
        words, drop = self.daemon.words(), "because it did not read the replies to"
        sums = re.findall(rf"(\d+) similar messages .* were left out.*{drop}", words)
        return words.count(drop) + sum(int(each) - 1 for each in sums)

    def load(self, options):
        """Runs the program, and takes what it found as it is."""
        command = [self.program, self.daemon.path, *map(str, options)]
        done = subprocess.run(command, capture_output=True, text=True)
        self.expect(done.returncode == 0,
                    f"{' '.join(map(str, options))}: {done.stderr}{done.stdout}")
        came = json.loads(done.stdout) if done.stdout else {}
        self.drops += came.get("deaf", 0) - came.get("keptDeaf", 0)
        self.wait_for_closing()
        return came

    def wait_for_closing(self):
        """The daemon sees the end of a connection a moment later than its client."""
        limit = time.monotonic() + 60
        while self.daemon.sample()["descriptors"] > self.first["descriptors"]:
            if time.monotonic() > limit:
                return self.expect(False, f"{self.daemon.sample()['descriptors']} descriptors are "
                                   f"open, and {self.first['descriptors']} were at the beginning")
            time.sleep(0.05)
        return None

    def under(self, name, options, seconds):
        """The same load as that which warmed the daemon up, for longer, and what became of it."""
        before = self.daemon.sample()
        sampling = Sampling(self.daemon)
        came = self.load(options)
        samples = sampling.stop()
        after = self.daemon.sample()
        self.row(f"{name}: connections, calls a second, calls",
                 f"{max(each['descriptors'] for each in samples) - before['descriptors']}, "
                 f"{came['calls'] / seconds:.0f}, {came['calls']}")
        self.row(f"{name}: answer to a call", latency(came["reply"]))
        self.row(f"{name}: CPU", f"{(after['cpu'] - before['cpu']) / seconds:.0%} of a core")
        self.row(f"{name}: wrong, unanswered",
                 f"{came['wrong']}, {came['unanswered']}")
        self.row(f"{name}: the load itself was late by at most", f"{came['behind']} µs")
        self.row(f"{name}: Pss at most", mebi(max(each["pss"] for each in samples)))
        self.level(name, before, after)
        return came

    def level(self, name, before, after):
        """Nothing has grown since the warm-up."""
        for what, words, unit in (("anonymous", "memory of its own", " KiB"),
                                  ("descriptors", "descriptors", ""), ("threads", "threads", "")):
            self.row(f"{name}: {words} after the warm-up, at the end",
                     f"{before[what]}{unit}, {after[what]}{unit}")
        grown = after["anonymous"] - before["anonymous"]
        self.expect(grown <= self.asked.allowance, f"{name}: memory grew by {grown} KiB")
        self.expect(after["descriptors"] <= before["descriptors"],
                    f"{name}: {after['descriptors'] - before['descriptors']} descriptors more")
        # libdispatch lets threads come and go.
        self.expect(after["threads"] <= before["threads"] + 2,
                    f"{name}: {after['threads'] - before['threads']} threads more")

    # --- Minutes -----------------------------------------------------------------------------

    def minutes(self, last):
        """Each minute since the beginning was ticked, and up to `last` decided what it had to."""
        minute = datetime.timedelta(minutes=1)
        mark = utc(self.began).replace(second=0, microsecond=0) + minute
        events = [event for event in Connection(self.daemon.path).events(["decided"])
                  if event["fact"].get("target") == "minute"]
        decided = {}
        for event in events:
            at = datetime.datetime.fromisoformat(event["at"])
            decided.setdefault(at.replace(second=0, microsecond=0), []).append(event)
        ticks = [utc(came) for came in self.daemon.notices.came]
        marks, changes, late = 0, 0, []
        # A minute that has only just begun may still be on its way.
        while mark + datetime.timedelta(seconds=2) < utc(time.time()):
            came = [each for each in ticks if mark <= each < mark + minute]
            self.expect(len(came) == 1, f"{len(came)} ticks in the minute of {mark:%H:%M}")
            late += [(each - mark).total_seconds() for each in came[:1]]
            marks += 1
            if mark + minute < last:
                verdicts = [event["fact"]["verdict"] for event in decided.get(mark, [])]
                right = ["block" if is_blocked(mark) else "unblock"]
                self.expect(verdicts == right, f"{verdicts} and not {right} at {mark:%H:%M}")
                changes += verdicts == right
            mark += minute
        self.expect(changes > 0, "no minute passed")
        self.row("minutes that passed, that ticked, with a decision",
                 f"{marks}, {len(late)}, {changes}")
        self.row("the latest tick after its minute", f"{max(late, default=0) * 1000:.0f} ms")

    def end(self, code):
        self.expect(code == 0, f"the daemon ended with {code}")


def mebi(kibi):
    return f"{kibi / 1024:.1f} MiB"


def latency(figures):
    """Microseconds in the words of the table."""
    return ", ".join(f"{name} {figures[key] / 1000:.2f} ms" for name, key in (
        ("p50", "p50"), ("p99", "p99"), ("p99.9", "p999"), ("at most", "max")))
