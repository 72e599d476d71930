"""A daemon that no manager started, with rules, state and socket where a test wants them."""

import shutil
import subprocess

import machine
from installed import ByHand, Installed, TARGETS, as_person
from machine import wait_until
from varlink_client import Connection, VarlinkError


class Unmanaged(Installed):
    """A daemon that no manager started, in directories of its own."""

    def setUp(self):
        self.place = self.person.home / "by-hand"
        self.rules = self.place / "rules"
        self.person.write(self.rules / "targets.yaml", TARGETS)
        self.state = self.place / "state"
        self.person.run("mkdir", "-p", self.state)
        self.path = self.place / "socket"
        self.addCleanup(shutil.rmtree, self.place)

    def start(self, *options, environment=None, through=(), **changed):
        places = {"rules": self.rules, "state": self.state, "socket": self.path, **changed}
        daemon = ByHand(*places.values(), *options, environment=environment, through=through)
        self.addCleanup(daemon.kill)
        return daemon

    def begin(self, *options, **keywords):
        """A daemon that answers, or that has ended."""
        daemon = self.start(*options, **keywords)
        wait_until(lambda: self.answers() or daemon.code is not None, what="an answer")
        return daemon

    def run_daemon(self, *options, **keywords):
        daemon = self.begin(*options, **keywords)
        self.assertIsNone(daemon.code, "the daemon ended:\n" + daemon.words)
        return daemon

    def refuse(self, *options, **keywords):
        """The exit code and the words of a daemon that must not run."""
        daemon = self.start(*options, **keywords)
        return daemon.wait(), daemon.words

    def ask(self, method, **parameters):
        with as_person(lambda: Connection(self.path)) as connection:
            return connection.call(method, **parameters)

    def answers(self):
        try:
            return self.ask("org.soteria.daemon.GetStatus")
        except OSError:
            return None
        except VarlinkError as error:
            if error.name == "org.soteria.daemon.TooManyConnections":
                return None
            raise

    def protect(self):
        return self.ask("org.soteria.protection.Start", target="games", seconds=600)

    def small_disk(self, size="2m"):
        machine.mount("-t", "tmpfs", "-o", f"size={size},mode=700,uid={self.person.uid},"
                      f"gid={self.person.uid}", "tmpfs", self.state)
        self.addCleanup(subprocess.run, ["umount", "-l", self.state], check=True)
