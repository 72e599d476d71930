"""ActivityWatch's server: activity_server.py PORT, on the loopback interface; with --can it says
by its exit code whether the package is there.
"""
import importlib.util
import sys

if importlib.util.find_spec("aw_server") is None:
    sys.exit("ActivityWatch's server is not to be had here")
if sys.argv[1] == "--can":
    sys.exit()

from aw_server.main import main

sys.argv = ["aw-server", "--port", sys.argv[1]]
main()
