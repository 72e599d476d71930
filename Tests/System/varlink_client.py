"""The plainest Varlink client: a socket, JSON and NUL bytes, for what no real client would send."""

import json
import os
import socket
import struct


class VarlinkError(Exception):
    """An error reply: its qualified name and its parameters."""

    def __init__(self, name, parameters):
        super().__init__(f"{name} {json.dumps(parameters)}")
        self.name, self.parameters = name, parameters


class Connection:
    """One connection; `call` and `monitor` block until the daemon answers or ten seconds passed."""

    def __init__(self, path, seconds=10):
        self.prepare(seconds)
        self.socket.connect(str(path))
        self.socket.settimeout(seconds)

    @classmethod
    def several(cls, path, count, seconds=10):
        """As many connections that belong to one other process, which ends at once: the daemon
        gives each process a share of its connections, and goes by the process that connects."""
        connections = [cls.__new__(cls) for _ in range(count)]
        for connection in connections:
            connection.prepare(seconds)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                for connection in connections:
                    connection.socket.connect(str(path))
                status = 0
            finally:
                os._exit(status)
        if os.waitpid(child, 0)[1] != 0:
            raise ConnectionError(f"not all of {count} connections could be made")
        for connection in connections:
            connection.socket.settimeout(seconds)
        return connections

    def prepare(self, seconds):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
        # The kernel's own limit for a connection that nobody accepts; a timeout of Python's would
        # make the socket non-blocking, and then a full queue is an error at once.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", seconds, 0))
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, message):
        text = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.socket.sendall(text + b"\0")

    def receive(self):
        """The next message, or None where the daemon closed the connection."""
        while b"\0" not in self.rest:
            try:
                more = self.socket.recv(65536)
            except ConnectionResetError:
                return None
            if not more:
                return None
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def reply(self):
        message = self.receive()
        if message is None:
            raise ConnectionError("the daemon closed the connection")
        if "error" in message:
            raise VarlinkError(message["error"], message.get("parameters", {}))
        return message.get("parameters", {})

    def call(self, method, **parameters):
        self.send({"method": method, "parameters": parameters})
        return self.reply()

    def monitor(self, method, **parameters):
        """Every reply of a *more* call, as they come."""
        self.send({"method": method, "parameters": parameters, "more": True})
        while True:
            yield self.reply()
