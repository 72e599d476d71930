"""Measures what needs a desktop's session, by the system tests that print figures: session.py
SOURCE BINARIES CLIENTS, as root. Prints a line for each figure, with tabs between: what was
measured, the figure, its bar.
"""
import re
import subprocess
import sys

TESTS = [
    "test_agent_speed",
    "test_browser.BlockingInChromium.test_decision_comes_first_and_the_page_soon_after",
    "test_browser.BlockingInFirefox.test_decision_comes_first_and_the_page_soon_after",
]
#: What the tests print, and the row that is made of it.
FORMS = [
    (re.compile(r"decision to frozen, (one scope .*?), \d+ rounds: each p50 (\S+) ms, p95 (\S+)"),
     "a decision to a frozen app: {0}", "p50 {1} ms, p95 {2} ms", "10 ms"),
    (re.compile(r"decision to frozen, (all of .*?), .*the last of all p50 (\S+) ms, p95 (\S+)"),
     "a decision to frozen apps: the last of {0}", "p50 {1} ms, p95 {2} ms", ""),
    (re.compile(r"(chromium|firefox), from a decision: navigation (\d+ ms \(p95 \d+ ms\))"),
     "a decision to a redirected tab of {0}", "p50 {1}", "100 ms"),
    (re.compile(r"idle: (\S+) voluntary context switches a minute of all threads, PSS (\S+) MB"),
     "the agent idle: context switches a minute, memory (PSS)", "{0}, {1} MiB", ""),
]


def main():
    source, binaries, clients = sys.argv[1:]
    program = subprocess.Popen(
        ["/usr/bin/python3", "-B", f"{source}/Tests/System/run.py", source, binaries, clients,
         *TESTS], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    for line in program.stdout:
        if line.startswith(("FAIL", "skip")):
            print(line.rstrip(), file=sys.stderr)
        for form, work, figure, bar in FORMS:
            found = form.search(line)
            if found:
                print(work.format(*found.groups()), figure.format(*found.groups()), bar,
                      sep="\t", flush=True)
    program.wait()


main()
