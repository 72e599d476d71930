#!/usr/bin/python3
"""Runs the system tests as root: run.py SOURCE BINARIES CLIENTS [NAME-OF-TEST...]

SOURCE is the repository, BINARIES the directory of the static release binaries, CLIENTS one with
what `Tests/run` could fetch of foreign Varlink clients (venv/, varlinkctl). The last line says how
many tests passed, failed and were skipped; the exit code is 0 when none failed.
"""

import os
import signal
import sys
import time
import unittest

import installed
import machine

# A shell starts what runs in its background with Ctrl-C ignored, and programs inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Run as root, this would leave its compiled files in the repository.
sys.dont_write_bytecode = True


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
        print(f"{word} {name} ({seconds:.1f} s)", flush=True)
        if more:
            print("    " + more.rstrip().replace("\n", "\n    "), flush=True)

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


def tests(names):
    # From where the repository is seen now: its place outside may be hidden here.
    here = str(machine.SOURCE / "Tests/System")
    sys.path.insert(0, here)
    loader = unittest.TestLoader()
    if names:
        return loader.loadTestsFromNames(names)
    return loader.discover(here, pattern="test_*.py")


def main():
    source, binaries, clients, *names = sys.argv[1:]
    machine.enter()
    installed.person = machine.set_up(source, binaries, clients)
    os.chdir("/")
    machine.log_in(installed.person)
    result = Result()
    try:
        tests(names).run(result)
    finally:
        machine.log_out(installed.person)
    # Once more, for who reads only the end.
    for test, reason in result.skipped + result.failures + result.errors:
        print(f"{test.id()}: {reason.strip().splitlines()[-1]}")
    print(f"{len(result.passed)} passed, {len(result.failed)} failed, "
          f"{len(result.skipped)} skipped", flush=True)
    sys.exit(1 if result.failed or not result.passed else 0)


if __name__ == "__main__":
    main()
