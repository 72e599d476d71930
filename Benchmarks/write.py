"""Puts a table into a document, between its two markers: write.py DOCUMENT TABLE

Before the table stand when and on what it was made.
"""
import datetime
import pathlib
import platform
import re
import subprocess
import sys

BEGIN, END = "<!-- Benchmarks/run --write: from here -->", "<!-- to here -->"


def machine():
    """The processor, its cores and the system."""
    cpu = pathlib.Path("/proc/cpuinfo").read_text()
    model = re.search(r"^model name\s*: (.*)", cpu, re.M)
    cores = len(re.findall(r"^processor\s*:", cpu, re.M))
    release = pathlib.Path("/etc/os-release").read_text()
    system = re.search(r'^PRETTY_NAME="?(.*?)"?$', release, re.M)
    virtual = subprocess.run(
        ["systemd-detect-virt", "--vm"], capture_output=True, text=True, check=False).stdout.strip()
    words = [model[1] if model else platform.machine(), f"{cores} cores"]
    words += ["virtual machine"] if virtual not in ("", "none") else []
    kernel = platform.release().split("-")[0]
    return ", ".join(words + [system[1] if system else "", f"Linux {kernel}"])


def swift():
    text = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"Swift version \S+", text)[0]


def main():
    document, table = (pathlib.Path(path) for path in sys.argv[1:])
    text = document.read_text()
    before, rest = text.split(BEGIN + "\n")
    _, after = rest.split(END)
    now = datetime.datetime.now(datetime.timezone.utc)
    heading = f"{now:%Y-%m-%d %H:%M} UTC; {machine()}; {swift()}."
    document.write_text(
        f"{before}{BEGIN}\n\n{heading}\n\n{table.read_text()}\n{END}{after}")


main()
