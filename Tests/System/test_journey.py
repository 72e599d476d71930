"""The main job: a rule file is edited, a block begins, and everybody who asks is told why."""

import datetime
import json
import os
import shutil
import signal
import time
import zoneinfo

from installed import ALWAYS, Installed, TARGETS
from machine import SOURCE, wait_until
from varlink_client import VarlinkError

#: Each would weaken what is in force if it were taken for an empty rule set.
BAD_FILES = {
    "broken": "version: 1\nquiet_hours:\n  nights: {block: [shopping], ranges: [{days: mun}]}\n",
    "empty": "",
    "half-saved": ALWAYS[:-30],
    "binary": "\x00\x01\x02soteria\x7f",
}


class Journey(Installed):
    """Every test begins with two targets that nothing blocks."""

    def setUp(self):
        for found in self.rules_directory.iterdir():
            shutil.rmtree(found) if found.is_dir() else found.unlink()
        self.write_rules("targets.yaml", TARGETS)
        wait_until(lambda: not self.is_blocked("shopping") and "games" in self.targets(),
                   what="the first rules")

    def block_shopping(self):
        self.write_rules("targets.yaml", ALWAYS)
        self.wait_until_blocked("shopping")

    def refused(self):
        return self.call("org.soteria.rules.Diagnostics")["refused"]

    def test_edited_file_blocks_before_the_next_minute(self):
        with self.connect() as connection:
            decisions = connection.monitor("org.soteria.protection.Monitor")
            self.assertIn("targets", next(decisions))
            saved = time.monotonic()
            self.write_rules("targets.yaml", ALWAYS)
            decision = next(decisions)["decision"]
            print(f"     edited to blocked: {time.monotonic() - saved:.2f} s", flush=True)
        self.assertEqual((decision["target"], decision["verdict"]), ("shopping", "block"))
        self.assertEqual(decision["restrictions"][0]["kind"], "quiet_hours")
        self.assertEqual(decision["cause"], "rules")

    def test_journal_finds_the_block(self):
        self.block_shopping()

        def entries():
            lines = self.person.journal("SOTERIA_DECISION=block", "--output", "json").splitlines()
            return [json.loads(line) for line in lines]

        last = wait_until(entries, what="the entry in the journal")[-1]
        self.assertEqual(last["SOTERIA_TARGET"], "shopping")
        self.assertIn("quiet_hours", last["SOTERIA_REASON"])
        self.assertRegex(last["MESSAGE_ID"], "^[0-9a-f]{32}$")
        self.assertIn("Shopping", last["MESSAGE"])
        self.assertEqual(last["_SYSTEMD_USER_UNIT"], "soteriad.service")

    def test_status_is_told_in_words(self):
        self.block_shopping()
        wait_until(lambda: "Shopping" in self.show("StatusText")
                   or "shopping" in self.show("StatusText"), what="the status text")
        text = self.person.systemctl("status", "soteriad.service").stdout
        self.assertIn(f'Status: "{self.show("StatusText")}"', text)
        self.assertIn("Shopping", self.soteria("status").stdout)

    def test_socket_and_tool_agree(self):
        self.block_shopping()
        answer = self.call("org.soteria.protection.Check", site="www.shop.example")
        self.assertTrue(answer["blocked"])
        self.assertEqual(answer["targets"], ["shopping"])
        self.assertFalse(self.call("org.soteria.protection.Check", site="example.org")["blocked"])
        self.assertIn("score", json.dumps(self.soteria_json("risk")))
        self.assertEqual(self.soteria("status").stderr, "")

    def daemons_time(self):
        """The daemon's time in its zone, which need not be that of whoever runs the tests."""
        status = self.call("org.soteria.daemon.GetStatus")
        zone = zoneinfo.ZoneInfo(status["clock"]["timeZone"])
        return datetime.datetime.fromisoformat(status["now"]).astimezone(zone)

    def test_block_begins_at_its_minute(self):
        now = self.daemons_time()
        if now.second > 55:
            time.sleep(6)  # too near to the mark for the file to be read before it
            now = self.daemons_time()
        begins = now.replace(second=0, microsecond=0) + datetime.timedelta(minutes=1)
        ends = begins + datetime.timedelta(hours=2)
        span = f"{begins:%H:%M}-{ends:%H:%M}"
        with self.connect() as connection:
            connection.socket.settimeout(80)
            decisions = connection.monitor("org.soteria.protection.Monitor")
            next(decisions)
            self.write_rules("targets.yaml", ALWAYS.replace("00:00-24:00", span))
            decision = next(decisions)["decision"]
        self.assertEqual((decision["verdict"], decision["cause"]), ("block", "schedule"))
        self.assertEqual(datetime.datetime.fromisoformat(decision["until"]), ends)
        late = datetime.datetime.fromisoformat(decision["at"]) - begins
        # At the minute, not at the next one.
        self.assertGreaterEqual(late.total_seconds(), 0)
        self.assertLess(late.total_seconds(), 30)

    def test_bad_file_leaves_last_good_set_in_force(self):
        self.block_shopping()
        for kind, text in BAD_FILES.items():
            with self.subTest(kind):
                self.write_rules("targets.yaml", text)
                wait_until(self.refused, what="the file to be refused")
                self.assertTrue(self.is_blocked("shopping"))
                self.write_rules("targets.yaml", ALWAYS)
                wait_until(lambda: not self.refused(), what="the good file")

    def test_bad_file_leaves_last_good_set_in_force_over_a_restart(self):
        self.block_shopping()
        for kind, text in BAD_FILES.items():
            with self.subTest(kind):
                self.write_rules("targets.yaml", text)
                self.person.systemctl("restart", "soteriad.service")
                self.assertTrue(self.refused())
                self.assertTrue(self.is_blocked("shopping"))
                self.write_rules("targets.yaml", ALWAYS)
                wait_until(lambda: not self.refused(), what="the good file")

    def test_vanished_file_is_a_change_like_any_other(self):
        self.block_shopping()
        (self.rules_directory / "targets.yaml").unlink()
        wait_until(lambda: "shopping" not in self.targets(), what="the target to go")

    def test_diagnostic_names_the_place_everywhere(self):
        path = self.write_rules("targets.yaml", BAD_FILES["broken"])
        wait_until(self.refused, what="the file to be refused")
        place = f"{path}:3:"
        diagnostic = self.call("org.soteria.rules.Diagnostics")["diagnostics"][0]
        self.assertEqual((diagnostic["file"], diagnostic["line"]), (str(path), 3))
        wait_until(lambda: place in self.person.journal("--unit", "soteriad.service"),
                   what="the diagnostic in the journal")
        self.assertIn("refused", self.show("StatusText"))
        checked = self.soteria("rules", "check", check=False)
        self.assertEqual(checked.returncode, 1)
        self.assertIn(place, checked.stdout + checked.stderr)
        with self.assertRaises(VarlinkError) as failure:
            self.call("org.soteria.rules.Reload")
        self.assertEqual(failure.exception.name, "org.soteria.rules.RulesRefused")

    def test_reload_is_announced_to_the_manager(self):
        before = self.main_pid()
        self.person.systemctl("reload", "soteriad.service")
        wait_until(lambda: self.show("ActiveState") == "active", what="the end of the reload")
        os.kill(before, signal.SIGHUP)
        wait_until(lambda: self.show("ActiveState") == "active", what="the end of the reload")
        self.assertEqual(self.main_pid(), before)

    def test_named_zone_works_in_the_installed_binary(self):
        """A static binary brings its own libraries, and must still find the zones."""
        for zone in ("Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia"):
            with self.subTest(zone):
                self.write_rules("targets.yaml", f"time_zone: {zone}\n" + ALWAYS)
                self.person.systemctl("reload", "soteriad.service")
                self.assertFalse(self.refused())
        self.wait_until_blocked("shopping")

    def test_examples_and_defaults_are_accepted(self):
        for found in (SOURCE / "rules/examples/lists").iterdir():
            self.write_rules(f"lists/{found.name}", found.read_text())
        for example in sorted((SOURCE / "rules/examples").glob("*.yaml")):
            if example.name.endswith(".test.yaml"):
                continue
            with self.subTest(example.name):
                self.write_rules("targets.yaml", example.read_text())
                result = self.soteria("rules", "check", check=False)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
