"""soteria-sync under its own units: the sandbox seen at run time, and files carried through it."""

import json
import pathlib
import re
import socket
import subprocess
import unittest

import installed
from installed import Installed
from machine import CLIENTS, SOURCE, wait_until

SPACE, OTHER, DEVICE = "5" * 32, "6" * 32, "a" * 32
FIRST = "0000000000000001"
MOTO = CLIENTS / "moto/bin/python"

#: Ends when its standard input does.
SERVER = """
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
from moto.server import main
main(["-H", "127.0.0.1", "-p", "5199"])
"""


class Syncing(Installed):
    """A person with a space whose shelf the daemon would have made."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # A system's manager would make it: credentials are mounted below it.
        pathlib.Path("/run/credentials").mkdir(exist_ok=True)

    @classmethod
    def shelf(cls, space=SPACE):
        places = (".local/state/soteriad", ".config/soteriad")
        state = next(cls.person.home / place for place in places
                     if (cls.person.home / place).is_dir())
        return state / "shelf" / space

    @classmethod
    def begin(cls, address, drop_in):
        """What `soteria sync begin` leaves."""
        cls.person.write(cls.shelf() / "address", f"{address}/{SPACE}\n")
        cls.person.write(cls.shelf() / DEVICE / FIRST, "sealed")
        cls.person.write(
            cls.person.home / f".config/systemd/user/soteria-sync@{SPACE}.service.d/storage.conf",
            f"[Service]\n{drop_in}\n")
        cls.person.systemctl("daemon-reload")
        cls.person.systemctl("enable", "--now", f"soteria-sync@{SPACE}.path")

    @classmethod
    def remove(cls):
        super().remove()
        cls.person.run("rm", "-rf", cls.person.home / ".config/soteriad", check=False)

    def run_is_done(self):
        """Makes the file by which the daemon asks for a run; the state after it."""
        self.person.run("rm", "-f", self.shelf() / "courier.json")
        self.person.write(self.shelf() / "due", "")
        path = self.shelf() / "courier.json"
        wait_until(path.exists, what="a run")
        return json.loads(path.read_text())


class Sandbox(Syncing):
    """The same probe with and without the sandbox; only the difference proves something."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = socket.create_server(("127.0.0.1", 0))
        cls.abstract = socket.socket(socket.AF_UNIX)
        cls.abstract.bind("\0soteria-probe")
        cls.abstract.listen()
        for space in (SPACE, OTHER):
            cls.person.write(cls.shelf(space) / "address", "nowhere\n")
        cls.person.write(cls.shelf().parents[1] / "sync/keys", "secret")
        cls.person.write(".config/soteria/rules.d/rules.yaml", installed.TARGETS)
        cls.person.write("letter", "private")
        text = (cls.units / "soteria-sync@.service").read_text()
        text, count = re.subn("^ExecStart=.*$", "", text, flags=re.MULTILINE)
        assert count == 1
        cls.outside = cls.probe("soteria-sync-outside", "[Service]\nType=oneshot\n")
        cls.inside = cls.probe("soteria-sync-inside", text)

    @classmethod
    def tearDownClass(cls):
        cls.server.close()
        cls.abstract.close()
        super().tearDownClass()

    @classmethod
    def probe(cls, name, text):
        result = cls.person.runtime / f"{name}.json"
        program = (f"/usr/bin/python3 {SOURCE}/Tests/System/sync_probe.py {cls.shelf().parents[1]} "
                   f"{SPACE} {OTHER} {cls.server.getsockname()[1]} soteria-probe")
        cls.person.write(cls.units / f"{name}@.service", text)
        cls.person.write(cls.units / f"{name}@.service.d/probe.conf",
                         f"[Service]\nExecStart={program}\nStandardOutput=truncate:{result}\n")
        cls.person.systemctl("daemon-reload")
        cls.person.systemctl("start", f"{name}@{SPACE}.service")
        return json.loads(result.read_text())

    def answers(self, question):
        return self.outside[question], self.inside[question]

    def test_neither_record_nor_keys_nor_rules_nor_home_can_be_read(self):
        for question in ("record", "keys", "rules", "own file", "other shelf"):
            self.assertEqual(self.answers(question), ("done", "ENOENT"), question)

    def test_nothing_but_the_shelf_can_be_written(self):
        self.assertEqual(self.answers("read shelf"), ("done", "done"))
        self.assertEqual(self.answers("write shelf"), ("done", "done"))
        self.assertEqual(self.answers("write to home"), ("done", "EROFS"))

    def test_no_local_socket_can_be_reached(self):
        self.assertIn("org.soteria", self.outside["runtime directory"])
        self.assertEqual(self.inside["runtime directory"], "ENOENT")
        self.assertEqual(self.answers("daemon"), ("done", "EAFNOSUPPORT"))
        self.assertEqual(self.answers("bus")[1], "EAFNOSUPPORT")
        self.assertEqual(self.answers("abstract socket"), ("done", "EAFNOSUPPORT"))
        self.assertEqual(self.answers("netlink"), ("done", "EAFNOSUPPORT"))

    def test_the_network_can_be_reached(self):
        self.assertEqual(self.answers("network"), ("done", "done"))
        self.assertEqual(self.answers("name of a host"), ("done", "done"))


class Directory(Syncing):
    """A stick, and no network."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.stick = cls.person.home / "stick"
        cls.person.write(cls.stick / SPACE / "era" / FIRST, "sealed elsewhere")
        cls.person.write(cls.shelf() / "era/.keep", "")
        cls.begin(cls.stick, f"BindPaths=-{cls.stick}\nPrivateNetwork=yes")

    def test_files_are_carried_both_ways(self):
        state = self.run_is_done()
        self.assertNotIn("problem", state)
        self.assertEqual((self.stick / SPACE / DEVICE / FIRST).read_text(), "sealed")
        self.assertEqual((self.shelf() / "era" / FIRST).read_text(), "sealed elsewhere")
        self.assertFalse((self.shelf() / "due").exists())

    def test_every_request_is_a_run(self):
        for _ in range(3):
            self.run_is_done()
        active = self.person.systemctl("is-active", f"soteria-sync@{SPACE}.path")
        self.assertEqual(active.stdout.strip(), "active")

    def test_a_missing_stick_is_waited_for(self):
        self.person.run("mv", self.stick, self.person.home / "away")
        try:
            self.assertEqual(self.run_is_done()["problem"], "waiting")
        finally:
            self.person.run("mv", self.person.home / "away", self.stick)


class Uninstalled(Syncing):
    """Nothing of a space stays, except the storage."""

    def test_units_drop_ins_and_shelf_are_gone(self):
        stick = self.person.home / "stick"
        self.person.write(stick / SPACE / "era" / FIRST, "sealed elsewhere")
        self.person.write(self.shelf() / "era/.keep", "")
        self.begin(stick, f"BindPaths=-{stick}\nPrivateNetwork=yes")
        self.run_is_done()
        (self.shelf() / "era/.keep").unlink()
        self.person.run(SOURCE / "systemd/uninstall", "--purge")
        units = self.person.home / ".config/systemd/user"
        self.assertEqual([path for path in units.rglob("*") if "sync" in path.name], [])
        self.assertFalse((self.person.home / ".config/soteriad").exists())
        self.assertEqual((stick / SPACE / DEVICE / FIRST).read_text(), "sealed")
        shown = self.person.systemctl("show", "--value", "--property", "ActiveState",
                                      f"soteria-sync@{SPACE}.path")
        self.assertEqual(shown.stdout.strip(), "inactive")


@unittest.skipUnless(MOTO.exists(), "moto cannot be had here")
class Cloud(Syncing):
    """Servers of S3 and DynamoDB on this machine, named by a host name and by an address."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.moto = subprocess.Popen([MOTO, "-c", SERVER], stdin=subprocess.PIPE,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cls.addClassCleanup(cls.moto.communicate)

        def listens():
            with socket.socket() as asking:
                return asking.connect_ex(("127.0.0.1", 5199)) == 0
        wait_until(listens, seconds=60, what="moto")

    def carry(self, address, host):
        credentials = self.person.write(
            ".config/soteria/sync/credentials",
            "[default]\naws_access_key_id = a\naws_secret_access_key = b\n"
            f"region = eu-central-1\nendpoint_url = http://{host}:5199\n", mode=0o600)
        program = self.person.home / ".local/bin/soteria-sync"
        for command in ("create", "prove"):
            self.person.run(program, command, f"{address}/{SPACE}", "--credentials", credentials)
        self.begin(address, f"LoadCredential=credentials:{credentials}")
        state = self.run_is_done()
        self.assertNotIn("problem", state)
        # Another device, without any sandbox.
        other = self.person.home / "other"
        self.person.write(other / "address", f"{address}/{SPACE}\n")
        self.person.write(other / DEVICE / ".keep", "")
        self.person.run(program, "run", SPACE, "--shelf", other,
                        environment={"CREDENTIALS_DIRECTORY": str(credentials.parent)})
        self.assertEqual((other / DEVICE / FIRST).read_text(), "sealed")
        self.person.run("rm", "-rf", other)

    def test_s3(self):
        self.carry("s3://soteria", "127.0.0.1")

    def test_dynamodb(self):
        self.carry("dynamodb://eu-central-1/soteria", "localhost")
