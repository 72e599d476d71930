"""Says how quiet processes are: idle.py MINUTES NAME=PID...

Prints a line for each, with tabs between: its name, timer expiries a minute, context switches of
all its threads a minute, processor seconds a day, and its memory (PSS) in MiB. What could not be
counted is "?".
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

#: What the kernel calls when the timer of a process has run out: a timerfd's, a sleep's or a
#: timeout's, an interval timer's, a POSIX timer's.
FUNCTIONS = {"timerfd_tmrproc", "hrtimer_wakeup", "it_real_fn", "posix_timer_fn"}


def threads(pid):
    return list(pathlib.Path("/proc", str(pid), "task").iterdir())


def switches(pid):
    """How often all its threads went to sleep or were put aside so far."""
    return sum(int(line.split()[1]) for thread in threads(pid)
               for line in (thread / "status").read_text().splitlines() if "ctxt_switches" in line)


def nanoseconds(pid):
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads(pid))


def memory(pid):
    text = pathlib.Path("/proc", str(pid), "smaps_rollup").read_text()
    return int(re.search(r"^Pss: +(\d+)", text, re.M)[1]) / 1024


def follow(directory, seconds):
    """Has the kernel's tracepoints of timers recorded for so long; None without perf."""
    if shutil.which("perf") is None:
        time.sleep(seconds)
        return None
    path = f"{directory}/perf.data"
    recorded = subprocess.run(
        ["perf", "record", "-q", "-a", "-o", path, "-e", "timer:hrtimer_start",
         "-e", "timer:hrtimer_expire_entry", "--", "sleep", str(seconds)],
        stderr=subprocess.PIPE, check=False)
    if recorded.returncode != 0:
        sys.stderr.buffer.write(recorded.stderr)
        return None
    return path


def expiries(path, pids):
    """How many timers ran out that a thread of each process had set."""
    owner_of = {int(thread.name): pid for pid in pids for thread in threads(pid)}
    counts, timers = dict.fromkeys(pids, 0), {}
    script = subprocess.Popen(
        ["perf", "script", "-i", path, "-F", "tid,event,trace"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    for line in script.stdout:
        timer = re.search(r"hrtimer=(\S+)", line)
        function = re.search(r"function=(\w+)", line)
        if timer is None or function is None or function[1] not in FUNCTIONS:
            continue
        if "hrtimer_start" in line:
            timers[timer[1]] = owner_of.get(int(line.split()[0]))
        elif timers.get(timer[1]) is not None:
            counts[timers[timer[1]]] += 1
    script.wait()
    return counts


def main():
    minutes = float(sys.argv[1])
    named = [(name, int(pid)) for name, pid in (each.split("=") for each in sys.argv[2:])]
    before = {pid: (switches(pid), nanoseconds(pid)) for _, pid in named}
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        path = follow(directory, minutes * 60)
        passed = time.monotonic() - began
        after = {pid: (switches(pid), nanoseconds(pid)) for _, pid in named}
        counts = expiries(path, [pid for _, pid in named]) if path else {}
    for name, pid in named:
        switched = (after[pid][0] - before[pid][0]) / passed * 60
        busy = (after[pid][1] - before[pid][1]) / passed * 86400 / 1e9
        expired = f"{counts[pid] / passed * 60:.1f}" if counts else "?"
        print(name, expired, f"{switched:.1f}", f"{busy:.1f}", f"{memory(pid):.1f}", sep="\t")


main()
