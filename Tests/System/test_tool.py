"""The command line as a person uses it, against the installed daemon."""

import json
import os
import select

from installed import ALWAYS, Installed, TARGETS
from machine import wait_until


class Tool(Installed):
    """Every test begins with two targets that nothing blocks."""

    def setUp(self):
        self.write_rules("rules.yaml", TARGETS)
        wait_until(lambda: "games" in self.targets(), what="the targets")

    def block_shopping(self):
        self.write_rules("rules.yaml", ALWAYS)
        self.wait_until_blocked("shopping")
        self.addCleanup(self.soteria, "quiet-hours", "enable", "always", check=False)

    def test_watch_tells_decisions_as_they_happen(self):
        watch = self.person.start("soteria", "watch", "--json")
        self.addCleanup(watch.communicate)
        self.addCleanup(watch.kill)
        self.assertIn("targets", self.next_line(watch))
        self.write_rules("rules.yaml", ALWAYS)
        decision = self.next_line(watch)
        self.assertEqual(decision.get("decision", decision)["verdict"], "block")

    def next_line(self, process):
        """One object a line, and each line at once although it goes into a pipe."""
        self.assertTrue(select.select([process.stdout], [], [], 10)[0], "nothing came")
        return json.loads(process.stdout.readline())

    def test_protection_outlives_the_daemon(self):
        self.soteria("protect", "games", "--for", "1h")
        self.person.systemctl("restart", "soteriad.service")
        games = self.targets()["games"]
        self.assertTrue(games["blocked"])
        self.assertEqual(games["restrictions"][0]["kind"], "manual_protection")
        self.assertIn("Games", self.soteria("status").stdout)
        self.assertIn("decided", self.soteria("events").stdout)

    def test_switch_is_a_stored_fact(self):
        self.block_shopping()
        self.soteria("quiet-hours", "disable", "always")
        wait_until(lambda: not self.is_blocked("shopping"), what="the end of the block")
        self.person.systemctl("restart", "soteriad.service")
        self.assertFalse(self.is_blocked("shopping"))
        self.soteria("quiet-hours", "enable", "always")
        self.wait_until_blocked("shopping")

    def test_strict_schedule_is_not_switched_off(self):
        self.write_rules("rules.yaml", ALWAYS.replace("name: Always", "name: Always, strict: true"))
        self.wait_until_blocked("shopping")
        refused = self.soteria("quiet-hours", "disable", "always", check=False)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("strict", refused.stderr)
        self.assertTrue(self.is_blocked("shopping"))

    def test_risk_is_explained(self):
        text = self.soteria("risk", "--explain").stdout
        for factor in ("late_night", "weekend", "quiet_hours_off"):
            self.assertIn(factor, text)
        score = self.soteria_json("risk")["status"]["score"]
        self.assertTrue(0 <= score <= 1)

    def test_every_view_has_a_form_for_programs(self):
        for view in (["status"], ["risk"], ["quiet-hours"], ["targets"], ["rules", "vars"],
                     ["rules", "check"], ["doctor"], ["explain", "games"]):
            with self.subTest(view):
                self.assertIsInstance(self.soteria_json(*view), (dict, list))
        for event in self.soteria_lines("events"):
            self.assertEqual({"sequence", "at", "kind", "fact"} - set(event), set())

    def test_colour_is_for_terminals_only(self):
        self.assertNotIn("\x1b", self.soteria("status").stdout)
        for variables, coloured in (({"TERM": "xterm"}, True),
                                    ({"TERM": "xterm", "NO_COLOR": "1"}, False)):
            ours, theirs = os.openpty()
            os.fchown(theirs, self.person.uid, -1)
            self.person.run("soteria", "status", environment=variables, stdout=theirs)
            shown = os.read(ours, 65536)
            os.close(ours)
            os.close(theirs)
            self.assertEqual(b"\x1b[" in shown, coloured, shown)

    def test_exit_codes(self):
        for code, arguments in ((0, ["status"]), (1, ["protect", "nothing"]),
                                (64, ["--bogus"]), (64, ["protect", "games", "--for", "never"]),
                                (69, ["status", "--socket", "/nowhere"])):
            with self.subTest(arguments):
                result = self.soteria(*arguments, check=False)
                self.assertEqual(result.returncode, code, result.stdout + result.stderr)
                self.assertEqual(bool(result.stderr), code != 0)
