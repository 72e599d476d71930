"""Clients that others wrote, against the daemon and against the certification server."""

import json
import pathlib
import unittest

import installed
from installed import Installed, TARGETS
from machine import BINARIES, CLIENTS, SOURCE, wait_until

PYTHON, VARLINKCTL = CLIENTS / "venv/bin/python", CLIENTS / "varlinkctl"
GO = pathlib.Path("/usr/bin/varlink-go-certification")
INTERFACES = ("protection", "risk", "quiethours", "targets", "rules", "daemon")


class Certification(unittest.TestCase):
    """The certification programs of two other implementations against a server of ours."""

    def setUp(self):
        server = BINARIES / "varlink-certification-server"
        if not server.exists():
            self.skipTest("varlink-certification-server was not built")
        self.person, path = installed.person, installed.person.home / "certification"
        process = self.person.start(server, path)
        self.addCleanup(path.unlink, missing_ok=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        wait_until(path.exists, what="the certification server")
        self.address = f"unix:{path}"

    def test_python(self):
        if not PYTHON.exists():
            self.skipTest("python-varlink could not be fetched")
        result = self.person.run(PYTHON, "-m", "varlink.tests.test_certification", "--client",
                                 f"--varlink={self.address}", check=False)
        self.assertIn("Certification passed", result.stdout)

    def test_go(self):
        if not GO.exists():
            self.skipTest("varlink-go is not installed")
        result = self.person.run(GO, "-client", "-varlink", self.address, check=False)
        self.assertIn("End: 'true'", result.stdout + result.stderr)


class Clients(Installed):
    """A person with targets, and the address of their daemon."""

    def setUp(self):
        self.address = f"unix:{self.socket}"
        self.write_rules("targets.yaml", TARGETS)
        wait_until(lambda: "games" in self.targets(), what="the targets")


class PythonVarlink(Clients):
    """python-varlink 31."""

    def setUp(self):
        if not PYTHON.exists():
            self.skipTest("python-varlink could not be fetched")
        super().setUp()

    def cli(self, *arguments):
        """What its command line prints; its exit code is 0 even on errors."""
        result = self.person.run(PYTHON, "-m", "varlink.cli", *arguments)
        self.assertEqual(result.stderr, "")
        return result.stdout

    def test_info_names_the_interfaces(self):
        text = self.cli("info", self.address)
        for name in INTERFACES:
            self.assertIn(f"org.soteria.{name}", text)

    def test_interfaces_are_parsed(self):
        for name in INTERFACES:
            with self.subTest(name):
                text = self.cli("help", f"{self.address}/org.soteria.{name}")
                self.assertIn(f"interface org.soteria.{name}", text)

    def test_call(self):
        text = self.cli("call", f"{self.address}/org.soteria.protection.Check",
                        '{"target": "games"}')
        self.assertEqual(json.loads(text)["targets"], ["games"])


class Varlinkctl(Clients):
    """systemd's own client, whose parser is the strictest."""

    def setUp(self):
        if not VARLINKCTL.exists():
            self.skipTest("varlinkctl could not be fetched")
        super().setUp()

    def ctl(self, *arguments):
        result = self.person.run(VARLINKCTL, *arguments)
        self.assertEqual(result.stderr, "")
        return result.stdout

    def test_info_and_methods(self):
        self.assertIn("org.soteria.protection", self.ctl("info", self.address))
        self.assertIn("org.soteria.protection.Check", self.ctl("list-methods", self.address))

    def test_introspection_is_accepted_without_a_word(self):
        for name in INTERFACES:
            with self.subTest(name):
                text = self.ctl("introspect", self.address, f"org.soteria.{name}")
                self.assertIn(f"interface org.soteria.{name}", text)

    def test_files_are_valid(self):
        files = sorted((SOURCE / "Sources/API").rglob("*.varlink"))
        self.assertEqual(len(files), len(INTERFACES))
        for file in files:
            with self.subTest(file.name):
                self.ctl("validate-idl", file)

    def test_call(self):
        text = self.ctl("call", self.address, "org.soteria.protection.Check",
                        '{"target":"games"}')
        self.assertEqual(json.loads(text)["targets"], ["games"])

    def test_error_is_told(self):
        result = self.person.run(
            VARLINKCTL, "call", self.address, "org.soteria.protection.Check",
            '{"target":"nothing"}', check=False)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("org.soteria.protection.NoSuchTarget", result.stdout + result.stderr)

    def test_monitor(self):
        process = self.person.start(VARLINKCTL, "call", "--more", "--json=short", self.address,
                                    "org.soteria.protection.Monitor", "{}")
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        self.assertIn("targets", self.next_reply(process))
        self.call("org.soteria.protection.Start", target="games", seconds=600)
        decision = self.next_reply(process)["decision"]
        self.assertEqual((decision["target"], decision["verdict"]), ("games", "block"))

    @staticmethod
    def next_reply(process):
        """A text of the sequence that it prints, each after a record separator (RFC 7464)."""
        return json.loads(process.stdout.readline().lstrip("\x1e"))

    def test_registry_leads_to_the_daemon(self):
        place = self.person.runtime / "varlink/registry/org.soteria.daemon"
        self.assertIn("version", self.ctl("call", f"unix:{place}",
                                          "org.soteria.daemon.GetStatus", "{}"))

