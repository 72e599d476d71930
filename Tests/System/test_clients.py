"""Clients that others wrote, against the daemon and against the certification server."""

import base64
import json
import pathlib
import unittest

import installed
from installed import ALWAYS, DASHBOARD, INTERFACES, Installed, TARGETS
from machine import BINARIES, CLIENTS, SOURCE, wait_until

PYTHON, VARLINKCTL = CLIENTS / "venv/bin/python", CLIENTS / "varlinkctl"
GO = pathlib.Path("/usr/bin/varlink-go-certification")


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


#: Something of everything that a day can hold.
DAY = TARGETS + """\
check_ins:
  morning: {question: Is the day planned?, blocks: [shopping], on_no: {heading: Plan first}}
budgets:
  play: {target: games, limit: 45m, per: week}
"""


class Clients(Installed):
    """A person with targets, and the address of their daemon."""

    def setUp(self):
        self.address = f"unix:{self.socket}"
        self.write_rules("targets.yaml", DAY)
        wait_until(lambda: "games" in self.targets(), what="the targets")

    def block_shopping(self):
        # The check-in is strict: the files alone would not end its block.
        self.begin_afresh("targets.yaml", ALWAYS)
        self.wait_until_blocked("shopping")


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

    def test_conversation(self):
        self.block_shopping()
        unblock = f"{self.address}/org.soteria.unblock"
        options = json.loads(self.cli("call", f"{unblock}.Options"))
        self.assertIn("gift", options["categories"])
        said = {"place": {"target": "shopping"},
                "intent": {"purpose": "planned", "category": "gift", "amount": "49.90"}}
        request = json.loads(self.cli("call", f"{unblock}.Request", json.dumps(said)))["request"]
        self.assertEqual(request["intent"], said["intent"])
        named = json.dumps({"request": request["request"]})
        self.assertIn("today", json.loads(self.cli("call", f"{unblock}.Keep", named)))
        self.assertEqual(json.loads(self.cli("call", f"{unblock}.List", named))["outcome"], "kept")

    def test_day(self):
        """A check-in, a stretch of use, a goal, and what the figures make of it."""
        def call(method, **parameters):
            return json.loads(self.cli("call", f"{self.address}/org.soteria.{method}",
                                       json.dumps(parameters)))

        asked = call("checkin.List")["checkIns"][0]
        self.assertEqual((asked["checkIn"], asked["phase"]), ("morning", "asking"))
        self.assertEqual(call("checkin.Answer", checkIn="morning", yes=True)["checkIn"]["phase"],
                         "yes")
        use = call("usage.Opened", site="games.example")
        self.assertEqual(use["targets"], ["games"])
        self.assertEqual(call("usage.Heartbeat", uses=[use["use"], 99]), {"unknown": [99]})
        self.cli("call", f"{self.address}/org.soteria.usage.Closed",
                 json.dumps({"use": use["use"]}))
        self.assertEqual(call("budgets.List")["budgets"][0]["per"], "week")
        goal = call("goals.Add", name="Bike", target="1200.00", currency="EUR")["goal"]["goal"]
        self.assertEqual(call("goals.Contribute", goal=goal, amount="12.50")["goal"]["saved"],
                         "12.50")
        # Before its opening a check-in's day is yesterday.
        figures = call("metrics.Get", range="all")["metrics"]
        self.assertEqual((figures["checkInsYes"], figures["unblocks"]), (1, 0))
        self.assertEqual(call("metrics.Insights"), {"insights": []})
        self.assertEqual(call("unblock.Unblocks"), {"unblocks": []})
        named = call("targets.SetName", site="games.example", name="The game")["targets"]
        self.assertIn("The game", json.dumps(named))


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
        self.assertEqual({file.name for file in files},
                         {f"org.soteria.{name}.varlink" for name in (*INTERFACES, DASHBOARD)})
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

    def test_prompts_are_followed(self):
        self.block_shopping()
        process = self.person.start(VARLINKCTL, "call", "--more", "--json=short", self.address,
                                    "org.soteria.prompts.Monitor", "{}")
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        self.assertEqual(self.next_reply(process), {"prompts": []})
        self.ctl("call", self.address, "org.soteria.unblock.Attempt", '{"site":"shop.example"}')
        opened = self.next_reply(process)["opened"]
        self.assertEqual((opened["kind"], opened["targets"]), ("blocked_opened", ["shopping"]))
        self.ctl("call", self.address, "org.soteria.prompts.Answer",
                 json.dumps({"prompt": opened["prompt"], "choice": "keep"}))
        self.assertEqual(self.next_reply(process),
                         {"closed": opened["prompt"], "closing": "answered"})

    def test_refusal_is_typed(self):
        self.block_shopping()
        asked = {"place": {"target": "shopping"}, "intent": {"purpose": "impulse"}}
        request = json.loads(self.ctl("call", self.address, "org.soteria.unblock.Request",
                                      json.dumps(asked)))["request"]["request"]
        for method, error in (("Confirm", "WaitNotOver"), ("Keep", None), ("Keep", "RequestOver")):
            result = self.person.run(
                VARLINKCTL, "call", self.address, f"org.soteria.unblock.{method}",
                json.dumps({"request": request}), check=False)
            self.assertEqual(result.returncode == 0, error is None, result.stderr)
            self.assertIn(f"org.soteria.unblock.{error}" if error else "",
                          result.stdout + result.stderr)

    def test_history_is_streamed(self):
        text = self.ctl("call", "--more", "--json=short", self.address,
                        "org.soteria.risk.History", "{}")
        replies = [json.loads(line) for line in text.split("\x1e") if line]
        self.assertTrue([point for reply in replies for point in reply["points"]])

    def replies(self, method, parameters="{}"):
        text = self.ctl("call", "--more", "--json=short", self.address, f"org.soteria.{method}",
                        parameters)
        return [json.loads(line) for line in text.split("\x1e") if line]

    def test_streams_of_the_record(self):
        exported = "".join(each["text"] for each in
                           self.replies("metrics.Export", '{"format":"jsonl","table":"events"}'))
        lines = [json.loads(line) for line in exported.splitlines()]
        self.assertEqual(lines[-1]["events"], len(lines) - 2)
        pieces = self.replies("daemon.Backup")
        data = b"".join(base64.b64decode(each["data"]) for each in pieces if "data" in each)
        self.assertEqual(len(data), pieces[-1]["size"])
        self.assertTrue(data.startswith(b"SQLite format 3\0"))
        self.call("org.soteria.usage.Opened", site="games.example")
        sessions = [each for reply in self.replies("usage.Sessions")
                    for each in reply["sessions"]]
        self.assertTrue([each for each in sessions if each["running"]])

    def test_new_refusals_are_typed(self):
        self.ctl("call", self.address, "org.soteria.checkin.List")
        for method, parameters, error in (
                ("usage.Opened", {"site": "elsewhere.example"}, "usage.NotTracked"),
                ("usage.Closed", {"use": 4711}, "usage.NoSuchUse"),
                ("checkin.Force", {"checkIn": "morning"}, "checkin.DebugOff"),
                ("metrics.Get", {"range": "custom", "from": "soon"}, "metrics.InvalidRange"),
                ("goals.Remove", {"goal": 4711}, "goals.NoSuchGoal"),
                ("targets.SetName", {"site": "elsewhere.example"}, "targets.NoSuchPlace"),
                ("unblock.LogOutcome", {"request": 4711, "bought": True},
                 "unblock.NoSuchRequest"),
                ("metrics.Export", {"format": "csv", "table": "events"},
                 "org.varlink.service.ExpectedMore")):
            with self.subTest(method):
                result = self.person.run(
                    VARLINKCTL, "call", self.address, f"org.soteria.{method}",
                    json.dumps(parameters), check=False)
                self.assertNotEqual(result.returncode, 0)
                self.assertIn(error, result.stdout + result.stderr)

    @staticmethod
    def next_reply(process):
        """A text of the sequence that it prints, each after a record separator (RFC 7464)."""
        return json.loads(process.stdout.readline().lstrip("\x1e"))

    def test_registry_leads_to_the_daemon(self):
        registry = self.person.runtime / "varlink/registry"
        self.assertEqual({place.name for place in registry.glob("org.soteria.*")},
                         {f"org.soteria.{name}" for name in (*INTERFACES, DASHBOARD)})
        for interface, method, member in (
                ("daemon", "GetStatus", "version"), ("unblock", "Options", "moods"),
                ("prompts", "List", "prompts"), ("usage", "Today", "idle"),
                ("checkin", "List", "checkIns"), ("budgets", "List", "budgets"),
                ("metrics", "Get", "metrics"), ("goals", "List", "goals")):
            place = registry / f"org.soteria.{interface}"
            text = self.ctl("call", f"unix:{place}", f"org.soteria.{interface}.{method}", "{}")
            self.assertIn(member, json.loads(text))
