"""Times a query of SQLite's for each figure of a person's unblocks: features.py COUNT...

The table is in memory, its key is the instant, and unblocks lie four minutes apart, as in our own
measurement. Prints a line for each COUNT: it, and the nanoseconds for all seven figures.
"""
import sqlite3
import statistics
import sys
import time

NOW = 1_795_014_000_000
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
MIDNIGHT = NOW - 16 * HOUR
QUERIES = [
    ("SELECT count(*) FROM unblocks WHERE at > ?", (NOW - HOUR,)),
    ("SELECT count(*) FROM unblocks WHERE at >= ?", (MIDNIGHT,)),
    ("SELECT count(*) FROM unblocks WHERE at >= ?", (MIDNIGHT - 2 * DAY,)),
    ("SELECT count(*) FROM unblocks WHERE at > ?", (NOW - 30 * DAY,)),
    ("SELECT avg(impulse) FROM unblocks WHERE at > ?", (NOW - 30 * DAY,)),
    ("SELECT ? - max(at) FROM unblocks", (NOW,)),
    ("SELECT max(at) - min(at) FROM (SELECT at FROM unblocks ORDER BY at DESC LIMIT 2)", ()),
]


def measure(count):
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE unblocks (at INTEGER PRIMARY KEY, impulse INTEGER NOT NULL)")
    database.execute(
        "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1) "
        "INSERT INTO unblocks SELECT ?2 - (?1 - n + 1) * ?3, n % 3 <> 0 FROM number",
        (count, NOW, 4 * MINUTE))
    times = []
    for _ in range(21):
        start = time.perf_counter_ns()
        for query, values in QUERIES:
            database.execute(query, values).fetchone()
        times.append(time.perf_counter_ns() - start)
    print(count, statistics.median(times), sep="\t", flush=True)


for argument in sys.argv[1:]:
    measure(int(argument))
