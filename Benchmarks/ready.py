"""Starts a daemon COUNT times over the record in WORK/long: ready.py WORK COUNT

Prints the milliseconds to READY=1, a start a line.
"""
import os
import socket
import subprocess
import sys
import time

work, count = sys.argv[1], int(sys.argv[2])
for _ in range(count):
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    path = work + "/notify"
    if os.path.exists(path):
        os.unlink(path)
    manager.bind(path)
    start = time.monotonic()
    daemon = subprocess.Popen(
        [work + "/bin/soteriad", "--rules", work + "/rules", "--state", work + "/long",
         "--socket", work + "/ready.socket"],
        env={**os.environ, "NOTIFY_SOCKET": path}, stderr=subprocess.DEVNULL)
    while b"READY=1" not in manager.recv(65536):
        pass
    print(f"{(time.monotonic() - start) * 1000:.0f}", flush=True)
    time.sleep(3)
    daemon.terminate()
    daemon.wait()
    manager.close()
