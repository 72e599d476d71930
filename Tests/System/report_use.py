#!/usr/bin/python3
"""report_use.py SOCKET [SITE...] [--idle]: reports use, as a browser's host or an agent does.

Says that the sites are open, or that the person is away; prints the daemon's answers as one line of
JSON, and then says nothing more, with its connection open, until it is ended.
"""

import json
import sys

from varlink_client import Connection


def main():
    path, *said = sys.argv[1:]
    with Connection(path) as connection:
        if "--idle" in said:
            answers = [connection.call("org.soteria.usage.SetIdle", idle=True)]
        else:
            answers = [connection.call("org.soteria.usage.Opened", site=site) for site in said]
        print(json.dumps(answers), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
