#!/usr/bin/python3
"""counting_app.py FILE [OPTION...]: an app that counts.

Writes a growing number into FILE about a hundred times a second, so that everybody sees whether it
runs, and "ended" when it was asked to end.

  --stubborn     does not care when it is asked to end
  --busy         uses its processor whole
  --terminal     holds the master's side of a new terminal
  --open PATH    holds this file open
  --listen PATH  listens on a socket there
  --own NAME     has this name on the session's bus
  --helper       starts another program that leaves its parent
"""

import os
import signal
import socket
import sys
import time


def listening(path):
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    listener.bind(path)
    listener.listen()
    return listener


def owned(name):
    import dbus  # not everywhere, and slow to load
    bus = dbus.SessionBus()
    return bus, bus.request_name(name)


def start_helper():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp("sleep", ["sleep", "1000"])
        os._exit(0)
    os.wait()


def main():
    path, *options = sys.argv[1:]
    held = []
    if "--helper" in options:
        start_helper()
    if "--terminal" in options:
        held.append(os.openpty())
    for option, hold in (("--open", lambda path: os.open(path, os.O_RDWR)),
                         ("--listen", listening), ("--own", owned)):
        if option in options:
            held.append(hold(options[options.index(option) + 1]))
    file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)

    def write(word):
        os.pwrite(file, f"{word:<20}\n".encode(), 0)

    def end(*_):
        write("ended")
        os._exit(0)

    signal.signal(signal.SIGTERM, signal.SIG_IGN if "--stubborn" in options else end)
    number = 0
    while True:
        number += 1
        write(number)
        if "--busy" in options:
            begun = time.monotonic()
            while time.monotonic() < begun + 0.01:
                pass
        else:
            time.sleep(0.01)


if __name__ == "__main__":
    main()
