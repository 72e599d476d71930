"""Times a query over a daemon's record: scan.py DATABASE

It counts what the figures are made of, by local day and kind. Prints the milliseconds, the median
of three runs.
"""
import sqlite3
import statistics
import sys
import time

database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
times = []
for _ in range(3):
    start = time.perf_counter()
    database.execute(
        "SELECT (at + offset * 1000) / 86400000, kind, count(*) FROM events GROUP BY 1, 2"
    ).fetchall()
    times.append((time.perf_counter() - start) * 1000)
print(f"{statistics.median(times):.0f} ms")
