"""A Varlink server of python-varlink's that has nothing but org.varlink.service:
varlink_server.py PATH; with --can it says by its exit code whether the package is there.
"""
import importlib.util
import sys
import tempfile

if importlib.util.find_spec("varlink") is None:
    sys.exit("python-varlink is not to be had here")
if sys.argv[1] == "--can":
    sys.exit()

import varlink

with tempfile.TemporaryDirectory() as interfaces:
    service = varlink.Service(
        vendor="Soteria", product="peer", version="1", url="", interface_dir=interfaces)

class Handler(varlink.RequestHandler):
    service = service


with varlink.ThreadingServer("unix:" + sys.argv[1], Handler) as server:
    server.serve_forever()
