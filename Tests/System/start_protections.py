#!/usr/bin/python3
"""start_protections.py SOCKET FILE: starts protections until it is ended.

Writes the name of each one into FILE, after the daemon acknowledged it. A daemon that dies is asked
again as soon as there is another.
"""

import itertools
import sys

from varlink_client import Connection, VarlinkError


def main():
    path, file = sys.argv[1:]
    numbers = itertools.count()
    with open(file, "w", encoding="utf-8", buffering=1) as acknowledged:
        while True:
            try:
                with Connection(path) as connection:
                    while True:
                        name = f"protection {next(numbers)}"
                        connection.call("org.soteria.protection.Start", target="games",
                                        seconds=60, name=name)
                        acknowledged.write(name + "\n")
            except (OSError, VarlinkError):
                continue


if __name__ == "__main__":
    main()
