"""The chain of hashes that the record promises, made again from what is documented of it, and what
somebody could do to the record who can edit a file."""

import contextlib
import hashlib
import json
import sqlite3
import struct


def opened(path):
    """The database of a daemon that does not run."""
    return contextlib.closing(sqlite3.connect(path, isolation_level=None))


def anchor(device):
    return hashlib.sha256(bytes(32) + device.encode()).digest()


def link(head, row):
    """The hash of an event (sequence, at, offset, elapsed, boot, kind, fact) after a head."""
    coding = head + b"".join(struct.pack(">q", number) for number in row[:4])
    for text in row[4:]:
        coding += struct.pack(">Q", len(text.encode())) + text.encode()
    return hashlib.sha256(coding).digest()


def events(connection):
    """Every event with its hash."""
    return connection.execute(
        "select sequence, at, offset, elapsed, boots.boot, kind, fact, hash from events "
        "join boots on boots.id = events.boot order by sequence").fetchall()


def hashes(path):
    """The hash that each event of a whole record must have, by sequence."""
    with opened(path) as connection:
        known = dict(connection.execute("select key, value from meta"))
        # A restore or an import gives the record another id; its chain stays.
        former = json.loads(known.get("formerDevices", "[]"))
        head, made = anchor(former[0]["device"] if former else known["device"]), {}
        for *row, _ in events(connection):
            head = link(head, row)
            made[row[0]] = head
        return made


def rewrite(path):
    """Makes the chain hold again after a change, as somebody would who knows how it is made."""
    made = hashes(path)
    with opened(path) as connection:
        connection.executemany("update events set hash = ? where sequence = ?",
                               [(hash, sequence) for sequence, hash in made.items()])
