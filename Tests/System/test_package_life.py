"""The package's life on a Debian of its own: installed, upgraded, removed, purged."""

import json
import sqlite3
import unittest

import debian
from installed import ALWAYS
from machine import SOURCE, wait_until

UNITS = ("soteriad.socket", "soteriad.service", "soteria-agent.service",
         "soteria-dashboard.socket")


class OnDebian(unittest.TestCase):
    """A Debian for each class, with somebody who is logged in and has a rule."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        if not debian.ARCHIVE.exists():
            raise unittest.SkipTest("fetch-debian could make no Debian here")
        cls.debian = debian.Debian()
        cls.addClassCleanup(cls.debian.stop)
        # Without it nobody but themselves can talk to a user's manager.
        cls.debian.run("apt-get", "--yes", "--quiet", "--no-download",
                       "--no-install-recommends", "install", "dbus-user-session",
                       "libcurl4", "libsqlite3-0")
        cls.ada = cls.debian.add("ada")
        cls.ada.write(".config/soteria/rules.d/mine.yaml", ALWAYS)

    def wait_until_active(self, person):
        for unit in UNITS:
            wait_until(lambda: person.show("ActiveState", unit) == "active",
                       what=f"{unit} of {person.name}")

    def events(self):
        lines = self.ada.run("soteria", "events", "--json").stdout.splitlines()
        return [json.loads(line) for line in lines]


class Installed(OnDebian):
    """What stands after apt's one command."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.said = cls.debian.install(debian.package())

    def test_it_runs_for_whoever_is_logged_in(self):
        self.wait_until_active(self.ada)
        self.assertEqual(self.ada.show("FragmentPath"), "/usr/lib/systemd/user/soteriad.service")

    def test_it_runs_for_whoever_logs_in_later(self):
        self.wait_until_active(self.debian.add("bob"))

    def test_status_is_live(self):
        def blocked():
            return "Shopping  blocked" in self.ada.run("soteria").stdout
        wait_until(blocked, what="the rule to hold")

    def test_first_call_starts_a_stopped_daemon(self):
        before = self.ada.show("InvocationID")
        self.ada.systemctl("stop", "soteriad.service")
        self.assertIn("Shopping  blocked", self.ada.run("soteria").stdout)
        self.assertEqual(self.ada.show("ActiveState"), "active")
        self.assertNotEqual(self.ada.show("InvocationID"), before)

    def test_defaults_are_the_packages(self):
        said = self.ada.run("soteria", "rules", "cat").stdout
        self.assertIn("/usr/share/soteria/rules.d/risk.yaml", said)

    def test_doctor_finds_no_fault(self):
        self.wait_until_active(self.ada)
        said = self.ada.run("soteria", "doctor", check=False)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    def test_dpkg_finds_every_file_as_it_was(self):
        self.assertEqual(self.debian.run("dpkg", "--verify", "soteria").stdout, "")

    def test_manual_is_found(self):
        for section, page in (("1", "soteria"), ("1", "soteria-unblock"), ("8", "soteriad"),
                              ("5", "soteria-rules"), ("7", "org.soteria")):
            place = self.debian.run("man", "--where", section, page).stdout.strip()
            self.assertEqual(place, f"/usr/share/man/man{section}/{page}.{section}.gz")

    def test_journal_explains_its_entries(self):
        identifiers = {line.split()[-1] for file in (SOURCE / "systemd").glob("*.catalog")
                       for line in file.read_text().splitlines() if line.startswith("-- ")}
        listed = self.debian.run("journalctl", "--list-catalog").stdout
        known = {line.split()[0] for line in listed.splitlines() if line}
        self.assertNotEqual(identifiers, set())
        self.assertLessEqual(identifiers, known)

    def test_browsers_find_extension_and_host(self):
        said = self.ada.run("soteria", "browser", "status", "--browser", "chromium",
                            "--browser", "firefox", "--json", check=False)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
        for manifest in ("etc/chromium/native-messaging-hosts", "etc/opt/chrome/"
                         "native-messaging-hosts", "usr/lib/mozilla/native-messaging-hosts"):
            text = (self.debian.root / manifest / "org.soteria.browser.json").read_text()
            self.assertEqual(json.loads(text)["path"], "/usr/bin/soteria-browser-host")

    def test_nothing_is_left_of_the_packages_making(self):
        for file in self.debian.run("dpkg", "--listfiles", "soteria").stdout.split("\n"):
            if not file.startswith("/usr/share/doc/soteria/examples/"):
                self.assertNotRegex(file, r"\.test\.yaml$|\.installed$|/uninstall$")


class Upgraded(OnDebian):
    """From the version before, with what it recorded."""

    def setUp(self):
        self.debian.install(debian.package("0.0.9"))

    def test_what_runs_is_restarted_and_what_was_recorded_stays(self):
        self.wait_until_active(self.ada)
        said = self.ada.run("soteria", "protect", "shopping", "--for", "3h", "--json").stdout
        protection = json.loads(said)["id"]
        before = self.events()
        old = {unit: self.ada.show("MainPID", unit) for unit in UNITS if "service" in unit}
        self.debian.install(debian.package())
        self.wait_until_active(self.ada)
        for unit, process in old.items():
            self.assertNotIn(self.ada.show("MainPID", unit), (process, "0"), unit)
        self.assertEqual(self.events()[:len(before)], before)
        self.assertIn(f'"rule":"{protection}"', self.ada.run("soteria", "status", "--json").stdout)

    def test_record_of_an_earlier_form_is_brought_to_this_one(self):
        self.wait_until_active(self.ada)
        before = self.events()
        self.ada.systemctl("stop", "soteria-agent.service", "soteriad.socket", "soteriad.service")
        self.make_earlier(self.ada.home / ".config/soteriad/soteria.sqlite")
        self.debian.install(debian.package())
        self.wait_until_active(self.ada)
        self.assertEqual(self.events()[:len(before)], before)
        self.assertIn("The record is intact", self.ada.run("soteria", "events", "verify").stdout)

    def make_earlier(self, path):
        """Takes away what the second form of the tables added to the first."""
        with sqlite3.connect(path) as database:
            self.assertEqual(database.execute("PRAGMA user_version").fetchone(), (2,))
            for statement in ("DROP INDEX events_retained", "DROP INDEX events_used",
                              "ALTER TABLE events DROP COLUMN hash", "DELETE FROM checkpoints",
                              "PRAGMA user_version = 1"):
                database.execute(statement)
        database.close()

    def test_what_somebody_masked_stays_so(self):
        bob = self.debian.add("bob")
        bob.systemctl("mask", "--now", *UNITS)
        self.debian.install(debian.package())
        for unit in UNITS:
            self.assertEqual(bob.show("ActiveState", unit), "inactive", unit)

    def test_what_an_administrator_disabled_for_all_stays_so(self):
        self.debian.run("systemctl", "--global", "disable", *UNITS)
        self.addCleanup(self.debian.run, "systemctl", "--global", "enable", *UNITS)
        self.debian.install(debian.package())
        for unit in UNITS:
            said = self.debian.run("systemctl", "--global", "is-enabled", unit, check=False)
            self.assertEqual(said.stdout.strip(), "disabled", unit)


class Removed(OnDebian):
    """What goes, what stays, and what goes with --purge."""

    def ours(self):
        """Every path that names us, besides homes, what dpkg keeps and what runs."""
        found = self.debian.run(
            "find", "/", "-xdev", "(", "-path", "/home", "-o", "-path", "/proc", "-o", "-path",
            "/var/tmp", "-o", "-path", "/var/log", "-o", "-path", "/var/cache/apt", ")", "-prune",
            "-o", "-name", "*soteria*", "-print").stdout
        return set(found.split())

    def state(self):
        """What lies in their home, with its bytes; SQLite's companions go with a stop."""
        return {path: path.read_bytes() for path in self.ada.home.rglob("*") if path.is_file()
                and not path.name.endswith(("-wal", "-shm")) and "soteria" in str(path)}

    def processes(self):
        said = self.debian.run("pgrep", "--list-name", "soteria", check=False).stdout
        return said

    def test_programs_go_and_state_stays(self):
        before = self.ours()
        listed = self.debian.run("find", "/usr", "/etc", "-xdev").stdout.split("\n")
        self.debian.install(debian.package())
        self.wait_until_active(self.ada)
        count = len(self.events())
        self.debian.run("apt-get", "--yes", "remove", "soteria")
        self.assertEqual(self.processes(), "")
        self.assertEqual(self.ada.show("LoadState"), "not-found")
        kept = self.state()
        self.assertIn("soteria.sqlite", {path.name for path in kept})
        self.assertIn("mine.yaml", {path.name for path in kept})
        self.debian.run("apt-get", "--yes", "purge", "soteria")
        self.assertEqual(self.ours(), before)
        self.assertEqual(self.state(), kept)
        left = set(self.debian.run("find", "/usr", "/etc", "-xdev").stdout.split("\n"))
        self.assertEqual(left - set(listed), set())
        self.debian.install(debian.package())
        self.wait_until_active(self.ada)
        self.assertGreater(len(self.events()), count)
