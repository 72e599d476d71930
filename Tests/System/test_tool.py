"""The command line as a person uses it, against the installed daemon."""

import json
import os
import select
import shutil
import unittest
import xml.etree.ElementTree

import installed
from installed import ALWAYS, Installed, TARGETS
from machine import SOURCE, wait_until


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
        self.addCleanup(self.begin_afresh, "rules.yaml", ALWAYS)
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

    def test_a_bar_follows_through_a_restart(self):
        bar = self.person.start("soteria", "status", "--waybar", "--follow")
        self.addCleanup(bar.communicate)
        self.addCleanup(bar.kill)
        self.assertEqual(self.next_line(bar)["class"], "open")
        self.block_shopping()
        line = self.next_line(bar)
        self.assertEqual((line["class"], line["alt"], line["text"], line["percentage"]),
                         ("blocked", "blocked", "Shopping", 100))
        self.assertIn("Shopping: blocked, Always (quiet hours)", line["tooltip"])
        self.assertEqual(line, json.loads(self.soteria("status", "--i3status").stdout))
        self.person.systemctl("stop", "soteriad.socket", "soteriad.service")
        self.assertEqual(self.next_line(bar)["class"], "gone")
        self.assertEqual(json.loads(self.soteria("status", "--waybar").stdout)["class"], "gone")
        self.person.systemctl("start", "soteriad.socket", "soteriad.service")
        self.assertEqual(self.next_line(bar)["class"], "blocked")


class Browsers(Installed):
    """What `soteria browser` puts in place, with the installed host."""

    MANIFESTS = {
        "chromium": ".config/chromium/NativeMessagingHosts/org.soteria.browser.json",
        "chrome": ".config/google-chrome/NativeMessagingHosts/org.soteria.browser.json",
        "firefox": ".mozilla/native-messaging-hosts/org.soteria.browser.json",
    }

    def test_install_status_uninstall(self):
        home = self.person.home
        named = [word for name in self.MANIFESTS for word in ("--browser", name)]
        before = self.soteria("browser", "status", *named, check=False)
        self.assertEqual(before.returncode, 1, before.stdout)
        answer = self.soteria_json("browser", "install", *named)
        self.assertEqual(len(answer["steps"]), 3)
        host = home / ".local/bin/soteria-browser-host"
        for name, path in self.MANIFESTS.items():
            manifest = json.loads((home / path).read_text())
            self.assertEqual((manifest["path"], manifest["type"]), (str(host), "stdio"), name)
        unpacked = home / ".local/share/soteria/browser-extension"
        for source in (SOURCE / "Sources/soteria/Extension").rglob("*"):
            if source.is_file():
                there = unpacked / source.relative_to(SOURCE / "Sources/soteria/Extension")
                self.assertEqual(there.read_bytes(), source.read_bytes(), there)
                self.assertEqual(there.stat().st_mode & 0o777, 0o644)
        self.assertIn("No problems found", self.soteria("browser", "status", *named).stdout)
        areas = {each["area"]: each["state"] for each in self.soteria_json("doctor")["findings"]}
        self.assertEqual((areas["Browser"], areas["Extension"]), ("good", "good"))
        again = self.soteria_json("browser", "install", *named)
        self.assertEqual({each["deed"] for each in again["files"]}, {"unchanged"})
        self.soteria("browser", "uninstall")
        self.assertFalse(unpacked.exists())
        for path in self.MANIFESTS.values():
            self.assertFalse((home / path).exists())

    def test_a_host_of_another_version_is_found(self):
        self.soteria("browser", "install", "--browser", "firefox")
        self.addCleanup(self.soteria, "browser", "uninstall")
        other = self.person.write("other-host", "#!/bin/sh\necho 0.0.1\n", mode=0o755)
        manifest = self.person.home / self.MANIFESTS["firefox"]
        text = json.loads(manifest.read_text())
        text["path"] = str(other)
        self.person.write(self.MANIFESTS["firefox"], json.dumps(text))
        doctor = self.soteria("doctor", check=False)
        self.assertEqual(doctor.returncode, 1)
        self.assertIn("is version 0.0.1, but this program is", " ".join(doctor.stdout.split()))


class Desktop(unittest.TestCase):
    """The entry of the applications' menu, and the icons."""

    FOLDER = SOURCE / "systemd/desktop"

    def test_the_entry_is_valid(self):
        if not shutil.which("desktop-file-validate"):
            self.skipTest("desktop-file-validate (desktop-file-utils) is not installed")
        entry = self.FOLDER / "org.soteria.Soteria.desktop"
        result = installed.person.run("desktop-file-validate", entry)
        self.assertEqual(result.stdout + result.stderr, "")

    def test_the_icons_are_what_their_places_say(self):
        icons = self.FOLDER / "icons/hicolor"
        names = {str(path.relative_to(icons)) for path in icons.rglob("*") if path.is_file()}
        self.assertEqual(names, {
            "48x48/apps/soteria.png", "128x128/apps/soteria.png", "scalable/apps/soteria.svg",
            "symbolic/apps/soteria-symbolic.svg"})
        for name in names:
            data = (icons / name).read_bytes()
            if name.endswith(".png"):
                side = int(name.split("x")[0])
                self.assertEqual(data[1:4], b"PNG")
                self.assertEqual(data[16:24], side.to_bytes(4, "big") * 2)
            else:
                root = xml.etree.ElementTree.fromstring(data)
                self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
