"""What somebody did to the record, or to the daemon, is seen later."""

import datetime
import shutil
import subprocess

from chain import hashes, opened, rewrite
from conversing import Conversing, rules
from faked_clock import FakedClock, local
from machine import SOURCE, wait_until


class Verifying:
    """What both kinds of clock share; a class of tests is the other parent."""

    @classmethod
    def forget_journal(cls):
        """Nothing of other records is left in the journal."""
        subprocess.run(["journalctl", "--sync"], check=True)
        # By size: by age, what was told within the last second would stay.
        subprocess.run(["journalctl", "--rotate", "--vacuum-size=1", "--quiet"], check=True)

    def stop(self):
        """The socket, too: whoever looks for the daemon would start it in the midst of a test."""
        self.person.systemctl("stop", "soteriad.service", "soteriad.socket")

    def start(self):
        # systemd counts how often a socket is started, and short tests do that often.
        self.person.systemctl("reset-failed", "soteriad.socket", check=False)
        self.person.systemctl("start", "soteriad.socket", "soteriad.service")

    def verify(self, place=None):
        """Exit code and words."""
        place = place or self.state_directory
        result = self.soteria("events", "verify", "--state", str(place), check=False)
        return result.returncode, result.stdout + result.stderr

    def assert_whole(self):
        code, words = self.verify()
        self.assertEqual(code, 0, words)
        return words

    def status(self):
        return self.call("org.soteria.daemon.GetStatus")

    def incidents(self):
        """Kinds, the newest first; not that the record of an earlier test was taken away."""
        return [each["kind"] for each in self.status()["incidents"]
                if each["kind"] != "store_replaced"]


class Tampering(Verifying, Conversing):
    """A record whose head the journal holds, on copies of which the tests do their worst."""

    @classmethod
    def setUpClass(cls):
        cls.forget_journal()
        super().setUpClass()

    def setUp(self):
        self.set_rules()
        for name in ("One", "Two", "Three"):
            self.call("org.soteria.protection.Start", target="games", seconds=60, name=name)
        self.stop()
        self.addCleanup(self.start)
        self.copy = self.person.home / "copy"
        self.person.run("cp", "-a", self.state_directory, self.copy)
        self.addCleanup(shutil.rmtree, self.copy)
        self.database = self.copy / "soteria.sqlite"
        with opened(self.database) as connection:
            self.last, = connection.execute("select max(sequence) from events").fetchone()
            self.middle, = connection.execute(
                "select max(sequence) from events where fact like '%\"Two\"%'").fetchone()

    def edit(self, statement, *values):
        with opened(self.database) as connection:
            changed = connection.execute(statement, values).rowcount
        self.assertGreater(changed, 0, statement)

    def assert_broken(self, sequence, *words):
        code, text = self.verify(self.copy)
        self.assertEqual(code, 1, text)
        self.assertRegex(text, rf"\b{sequence}\b")
        for word in words:
            self.assertIn(word, text)

    def test_whole_as_recorded_and_as_documented(self):
        code, words = self.verify(self.copy)
        self.assertEqual(code, 0, words)
        self.assertRegex(words, rf"\b{self.last}\b")
        made = hashes(self.database)
        with opened(self.database) as connection:
            self.assertEqual(dict(connection.execute("select sequence, hash from events")), made)
        entry = self.told("record-head")[-1]
        self.assertEqual((int(entry["SOTERIA_SEQUENCE"]), entry["SOTERIA_HASH"]),
                         (self.last, made[self.last].hex()))

    def test_changed_fact(self):
        self.edit("update events set fact = replace(fact, 'Two', 'Ten') where sequence = ?",
                  self.middle)
        self.assert_broken(self.middle, "changed")

    def test_changed_time(self):
        self.edit("update events set at = at + 1 where sequence = ?", self.middle)
        self.assert_broken(self.middle, "changed")

    def test_missing_in_the_middle(self):
        self.edit("delete from events where sequence = ?", self.middle)
        self.assert_broken(self.middle, "missing")

    def test_missing_at_the_end(self):
        self.edit("delete from events where sequence > ?", self.middle)
        self.edit("delete from checkpoints")
        self.assert_broken(self.middle + 1, "the record ends before it")

    def test_swapped(self):
        for old, new in ((self.middle, -1), (self.middle + 2, self.middle), (-1, self.middle + 2)):
            self.edit("update events set sequence = ? where sequence = ?", new, old)
        self.assert_broken(self.middle, "changed")

    def test_rewritten_from_there_on_is_betrayed_by_the_journal(self):
        self.edit("update events set fact = replace(fact, 'Two', 'Ten') where sequence = ?",
                  self.middle)
        rewrite(self.database)
        self.assert_broken(self.last, "rewritten")

    def test_rewritten_under_another_device_is_betrayed_as_well(self):
        """In the record's own place: what the journal was told of others is of other machines'
        records elsewhere."""
        database = self.state_directory / "soteria.sqlite"
        shutil.copy(database, self.copy / "as-it-was")
        with opened(database) as connection:
            connection.execute("update meta set value = ? where key = 'device'", ("ab" * 16,))
            connection.execute("delete from checkpoints")
        rewrite(database)
        code, text = self.verify(self.state_directory)
        shutil.copy(self.copy / "as-it-was", database)
        self.assertEqual(code, 1, text)
        self.assertIn("a different record was in use", " ".join(text.split()))
        self.assert_whole()

    def test_beginning_cut_off_is_no_retention(self):
        """What retention does leaves an event behind; who only moves the beginning has none."""
        made = hashes(self.database)
        with opened(self.database) as connection:
            connection.executemany(
                "insert or replace into meta (key, value) values (?, ?)",
                [("base", str(self.middle)), ("chain", made[self.middle].hex())])
            connection.execute("delete from events where sequence <= ?", (self.middle,))
        code, text = self.verify(self.copy)
        self.assertEqual(code, 1, text)

    def test_no_record_at_all(self):
        empty = self.copy / "empty"
        self.person.run("mkdir", empty)
        code, words = self.verify(empty)
        self.assertNotIn(code, (0,), words)
        self.assertIn(str(empty), words)


class Renewed(Verifying, Conversing):
    """The journal outlives a record."""

    def test_new_record_is_not_measured_by_an_old_ones_heads(self):
        self.set_rules()
        for _ in range(3):
            self.call("org.soteria.protection.Start", target="games", seconds=60)
        self.person.systemctl("restart", "soteriad.service")
        self.assertTrue(self.told("record-head"))
        self.person.run(SOURCE / "systemd/uninstall", "--purge")
        self.install()
        self.set_rules()
        self.stop()
        self.assert_whole()
        self.start()


class Vanished(Verifying, Conversing):
    """A record that somebody deleted is missed, until the journal forgets it too."""

    @classmethod
    def setUpClass(cls):
        cls.forget_journal()
        super().setUpClass()

    def test_deleted_record_is_missed(self):
        self.set_rules()
        self.call("org.soteria.protection.Start", target="games", seconds=60)
        self.stop()
        self.assert_whole()
        for path in self.state_directory.glob("soteria.sqlite*"):
            path.unlink()
        self.start()
        wait_until(lambda: self.told("record-lost"), what="the entry")
        incident, = self.status()["incidents"]
        self.assertEqual((incident["kind"], incident["what"]), ("store_replaced", []))
        self.assertIn("earlier record is gone", self.soteria("status").stdout)
        self.assertIn("earlier record is gone", self.soteria("doctor", check=False).stdout)
        self.stop()
        code, words = self.verify()
        self.assertEqual(code, 1, words)
        self.assertIn("an earlier record was in use", " ".join(words.split()))
        self.forget_journal()
        self.start()


class StartedOn(Verifying, Conversing):
    """The daemon does not walk the whole chain at every start; who asks for it gets it."""

    def test_what_it_still_starts_on_is_found_all_the_same(self):
        self.set_rules()
        self.call("org.soteria.protection.Start", target="games", seconds=60, name="One")
        self.stop()
        self.assert_whole()
        with opened(self.state_directory / "soteria.sqlite") as connection:
            changed, = connection.execute(
                "update events set fact = replace(fact, 'One', 'Ten') "
                "where fact like '%\"One\"%' returning sequence").fetchone()
        self.start()
        self.assertTrue(self.is_blocked("games"))
        self.assertEqual(list(self.state_directory.glob("*damaged*")), [])
        self.stop()
        code, words = self.verify()
        self.assertEqual(code, 1, words)
        self.assertRegex(words, rf"\b{changed}\b")
        self.start()


class Kept(Verifying, FakedClock):
    """Events that are kept for thirty days, and what they add up to for ever."""

    FIRST, LATER = local("2026-09-01 12:00"), local("2026-11-18 12:00")

    @classmethod
    def setUpClass(cls):
        cls.forget_journal()
        super().setUpClass()

    def live_in_september(self, keep="keep: {events: 30d}\n"):
        self.forget()
        # What the true clock's record told lies in the future of the faked one.
        self.forget_journal()
        self.write_rules("rules.yaml", rules(grant="10m") + keep)
        self.live_at(self.FIRST)
        for minutes in (5, 25, 45):
            self.move(self.FIRST + datetime.timedelta(minutes=minutes))
            request = self.request("impulse", mood="bored")["request"]
            self.move(self.FIRST + datetime.timedelta(minutes=minutes, seconds=2))
            self.confirm(request)
        return self.status()["store"]["events"]

    def test_old_events_go_and_figures_stay(self):
        written = self.live_in_september()
        self.live_at(self.LATER)
        store = self.status()["store"]
        self.assertEqual(store["retention"]["keepSeconds"], 30 * 86400)
        self.retained(written)
        store = self.status()["store"]
        self.assertLess(store["events"], written)
        self.assertEqual(self.count(), 3)
        first = self.soteria_lines("events", "--limit", "0")[0]["sequence"]
        self.assertGreater(first, written - 3)
        words = self.assert_whole()
        self.assertTrue(words)
        lines = self.soteria("export").stdout.splitlines()
        self.assertGreater(len(lines), 3)
        self.live_at(self.LATER + datetime.timedelta(minutes=1))
        self.assertEqual(self.count(), 3)
        self.assertTrue(self.told("retention-applied"))
        self.stop()
        self.assert_whole()
        self.change_what_is_left(first)

    def test_person_forgets_and_figures_stay(self):
        written = self.live_in_september(keep="")
        self.live_at(self.LATER)
        refused = self.soteria("events", "forget", "--before", "2026-10-01", check=False)
        self.assertEqual((refused.returncode, refused.stdout), (64, ""))
        self.assertIn("--yes", refused.stderr)
        late = self.soteria("events", "forget", "--before", "2026-11-19", "--yes", check=False)
        self.assertEqual(late.returncode, 1)
        self.assertIn("in the future", late.stderr)
        said = self.soteria("events", "forget", "--before", "2026-10-01", "--yes").stdout
        self.assertIn("from before 2026-10-01.", said)
        fact, = self.facts("retained")
        self.assertEqual(fact["before"], "2026-10-01")
        self.assertGreater(fact["removed"], written / 2)
        self.assertEqual((self.count(), self.facts("unblockRequested")), (3, []))
        self.assertIn("as you asked", self.assert_whole())
        self.stop()
        self.assert_whole()

    def retained(self, written):
        """Until the fact is on disk: the removal goes on beside all else."""
        fact, = wait_until(lambda: self.facts("retained"), what="old events to be removed")
        self.assertGreater(fact["removed"], written / 2)

    def count(self):
        return self.call("org.soteria.metrics.Get", range="all")["metrics"]["unblocks"]

    def change_what_is_left(self, first):
        with opened(self.state_directory / "soteria.sqlite") as connection:
            connection.execute("update events set at = at + 1 where sequence = ?", (first + 1,))
        code, words = self.verify()
        self.assertEqual(code, 1, words)
        self.assertRegex(words, rf"\b{first + 1}\b")


class Incidents(Verifying, FakedClock):
    """A user's own service cannot hold its user; what they did to it stands in the status."""

    BEGIN = local("2026-11-18 12:00")

    def setUp(self):
        self.forget()
        self.write_rules("rules.yaml", rules())
        self.live_at(self.BEGIN)

    def test_first_day_has_none(self):
        self.assertEqual(self.incidents(), [])

    def test_kill(self):
        self.crash(self.BEGIN + datetime.timedelta(seconds=20))
        self.assertEqual(self.incidents(), ["crash"])

    def test_stop_and_gap(self):
        self.stop()
        self.live_at(self.BEGIN + datetime.timedelta(hours=3))
        incidents = {each["kind"]: each for each in self.status()["incidents"]}
        self.assertIn("stop", incidents)
        self.assertIn(incidents["gap"]["seconds"], range(3 * 3600 - 60, 3 * 3600 + 60))
        # An ordinary stop is no accusation.
        self.assertNotRegex(self.soteria("status").stdout, "(?i)stopped|not running")
        self.assertIn("daemonStopped", self.soteria("events").stdout)
        self.assertTrue(self.told("gap"))

    def test_kill_and_gap(self):
        self.crash(self.BEGIN + datetime.timedelta(minutes=20))
        self.assertEqual(set(self.incidents()), {"crash", "gap"})
        self.assertTrue(self.told("gap"))

    def test_weakened_rules(self):
        self.write_rules("rules.yaml", rules().replace("00:00-24:00", "22:00-24:00"))
        self.call("org.soteria.rules.Reload")
        incident = self.status()["incidents"][0]
        self.assertEqual((incident["kind"], incident["what"]),
                         ("rules_weakened", ["quiet_hours.always"]))
        self.assertIn("weaker than before: Always", self.soteria("status").stdout)
        self.assertIn("quiet_hours.always",
                      self.told("rules-weakened")[-1]["SOTERIA_RULES_ENTRIES"])
        self.write_rules("rules.yaml", rules())
        self.call("org.soteria.rules.Reload")
        self.assertEqual(len(self.incidents()), 1, "what is strengthened is none")

    def test_rules_weakened_while_it_was_away(self):
        self.stop()
        self.write_rules("rules.yaml", rules(planned="1s", impulse="1s").replace(
            "sites: [shop.example]", "sites: [other.example]"))
        self.live_at(self.BEGIN + datetime.timedelta(seconds=30))
        weakened, = [each for each in self.status()["incidents"]
                     if each["kind"] == "rules_weakened"]
        self.assertEqual(weakened["what"], ["targets.shopping"])

    def test_switched_off(self):
        self.soteria("quiet-hours", "disable", "always")
        incident = self.status()["incidents"][0]
        self.assertEqual((incident["kind"], incident["what"]),
                         ("switched_off", ["quiet_hours.always"]))
