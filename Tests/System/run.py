#!/usr/bin/python3
"""Runs the system tests as root: run.py SOURCE BINARIES CLIENTS [NAME-OF-TEST...]

SOURCE is the repository, BINARIES the directory of the static release binaries, CLIENTS one with
what `Tests/run` could fetch of foreign Varlink clients (venv/, varlinkctl). Most of a test is
waiting: so many machines as there are processors (two at the least, four at most) take one module
after another, each line of theirs after the machine's number. The last line says how many tests
passed, failed and were skipped; the exit code is 0 when none failed.
"""

import ctypes
import json
import os
import signal
import sys
import time
import traceback
import unittest

import installed
import machine

# A shell starts what runs in its background with Ctrl-C ignored, and programs inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Run as root, this would leave its compiled files in the repository.
sys.dont_write_bytecode = True

#: What prints how fast something is, or fills the machine: nothing else runs meanwhile.
ALONE = ("test_agent_speed", "test_focus_speed", "test_load")

#: So many bytes of a queue are one name.
NAME = 128


class Lines:
    """Where a machine prints: whole lines, in one piece, after its number."""

    def __init__(self, number):
        self.number, self.begun = number, ""

    def write(self, text):
        *lines, self.begun = (self.begun + text).split("\n")
        os.write(1, "".join(f"{self.number} {line}\n" for line in lines).encode())

    def flush(self):
        """There is nothing to do: what is no whole line yet waits."""


class Result(unittest.TestResult):
    """One line a test, in the order in which they run, with the time that each took."""

    def __init__(self):
        super().__init__()
        self.passed, self.failed, self.began = [], [], time.monotonic()

    def startTest(self, test):
        super().startTest(test)
        self.began = time.monotonic()

    def tell(self, word, test, more=""):
        seconds = time.monotonic() - self.began
        name = test.id() if hasattr(test, "id") else str(test)
        more = ("\n" + more.rstrip()).replace("\n", "\n    ") if more else ""
        print(f"{word} {name} ({seconds:.1f} s){more}", flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed.append(test)
        self.tell("ok  ", test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.failed.append(test)
        self.tell("FAIL", test, self._exc_info_to_string(err, test))

    def addError(self, test, err):
        super().addError(test, err)
        self.failed.append(test)
        self.tell("FAIL", test, self._exc_info_to_string(err, test))

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.failed.append(subtest)
            self.tell("FAIL", subtest, self._exc_info_to_string(err, test))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.tell("skip", test, reason)


def module(name):
    return name.split(".")[0]


def all_modules():
    here = os.path.dirname(os.path.abspath(__file__))
    return sorted(file[:-len(".py")] for file in os.listdir(here)
                  if file.startswith("test_") and file.endswith(".py"))


def queue(names):
    """A pipe from which each machine reads the name of what it runs next."""
    reading, writing = os.pipe()
    for name in names:
        os.write(writing, name.encode().ljust(NAME))
    os.close(writing)
    return reading


def run_machine(number, names, source, binaries, clients):
    """Runs what the queue holds in namespaces of its own; how each test ended."""
    machine.enter()
    sys.stdout = sys.stderr = Lines(number)
    installed.person = machine.set_up(source, binaries, clients, number)
    os.chdir("/")
    # From where the repository is seen now: its place outside may be hidden here.
    sys.path.insert(0, str(machine.SOURCE / "Tests/System"))
    machine.log_in(installed.person)
    result = Result()
    try:
        while name := os.read(names, NAME).decode().strip():
            unittest.defaultTestLoader.loadTestsFromName(name).run(result)
    finally:
        machine.log_out(installed.person)
    ends = [(test.id(), why.strip().splitlines()[-1])
            for test, why in result.skipped + result.failures + result.errors]
    return len(result.passed), len(result.failed), len(result.skipped), ends


def begin_machine(number, names, *places):
    """A machine in a process of its own, and the pipe on which it tells how its tests ended."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    try:
        # Nobody outlives the one who started us.
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)
        told = json.dumps(run_machine(number, names, *places))
        os.write(writing, told.encode())
        os._exit(0)
    except BaseException:  # pylint: disable=broad-exception-caught
        traceback.print_exc()
        os._exit(1)


def run(names, machines, places):
    """What each of so many machines told of the tests that they share; None of one that broke."""
    shared = queue(names)
    begun = [begin_machine(number, shared, *places)
             for number in range(1, min(machines, len(names)) + 1)]
    os.close(shared)
    return [tell(*each) for each in begun]


def tell(process, reading):
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    _, status = os.waitpid(process, 0)
    return json.loads(told) if told and status == 0 else None


def main():
    source, binaries, clients, *names = sys.argv[1:]
    names = names or all_modules()
    places = (source, binaries, clients)
    alone = [name for name in names if module(name) in ALONE]
    others = [name for name in names if module(name) not in ALONE]
    told = run(alone, 1, places) if alone else []
    told += run(others, min(4, max(2, os.cpu_count())), places) if others else []
    whole = [each for each in told if each]
    # Once more, for who reads only the end.
    for test, why in sum((ends for *_, ends in whole), []):
        print(f"{test}: {why}")
    passed, failed, skipped = (sum(each[place] for each in whole) for place in range(3))
    broken = len(told) - len(whole)
    if broken:
        print(f"{broken} of {len(told)} machines did not come to their end")
    print(f"{passed} passed, {failed + broken} failed, {skipped} skipped", flush=True)
    sys.exit(1 if failed or broken or not passed else 0)


if __name__ == "__main__":
    main()
