"""Bits that turn over, and logs that are lost or cut: nothing of the record goes silently."""

import collections
import json
import os

from faulty_disk import FaultyDisk, read_only
from machine import LONG, wait_until


class Damaged(FaultyDisk):
    """Copies of a record, each damaged in another way, on which a daemon is started."""

    def look(self):
        """What a daemon that starts now makes of the disk: a word, and what it recorded."""
        daemon = self.begin()
        if daemon.code is not None:
            self.assertEqual(daemon.code, 78, daemon.words)
            self.assertIn(str(self.state), daemon.words)
            return "refused", None
        store = self.store()
        events = {event["sequence"]: event for event in self.events()}
        state = json.dumps([self.ask("org.soteria.protection.List")["targets"],
                            self.ask("org.soteria.metrics.Get", range="all")["metrics"]],
                           sort_keys=True)
        self.assertEqual(store["healthy"], "problem" not in store)
        if store["healthy"]:
            self.assertTrue(self.acknowledge("afterwards"))
        words = daemon.words
        self.end(daemon)
        if not store["healthy"]:
            self.assertIn(str(self.state), store["problem"])
            return "unavailable", None
        if store.get("setAside"):
            self.assertTrue(os.path.exists(store["setAside"]))
            self.assertIn(store["setAside"], words)
            return "set aside", None
        return "taken", (events, state)

    def tell(self, seen):
        print("     " + ", ".join(f"{count} {word}" for word, count in sorted(seen.items())),
              flush=True)


class FlippedBits(Damaged):
    """One bit of the database, in each page in turn."""

    COPIES = 1000 if LONG else 40

    def test_each_is_told_or_changes_nothing(self):
        self.kill_in_service(150)
        self.end(self.run_daemon())
        whole = self.database.read_bytes()
        pages = len(whole) // 4096
        self.save()
        word, (events, state) = self.look()
        self.assertEqual(word, "taken")
        self.events_before, self.state_before = dict(sorted(events.items())[:300]), state
        seen = collections.Counter()
        for number in range(self.COPIES):
            place = number % pages * 4096 + self.chance.randrange(4096)
            bit = self.chance.randrange(8)
            with self.subTest(byte=place, bit=bit):
                self.put_back()
                damaged = bytearray(whole)
                damaged[place] ^= 1 << bit
                self.database.write_bytes(damaged)
                seen[self.judge()] += 1
        print(f"     {pages} pages", flush=True)
        self.tell(seen)
        self.assertGreater(len(seen), 1)

    def judge(self):
        """What is not told must not have happened."""
        word, found = self.look()
        if found is None:
            return word
        code, words = self.verify()
        if code != 0:
            self.assertRegex(words, r"\d+")
            return "told by verify"
        events, state = found
        for sequence, event in self.events_before.items():
            self.assertEqual(events.get(sequence), event)
        self.assertEqual(self.without_times(state), self.without_times(self.state_before))
        return "changed nothing"

    @staticmethod
    def without_times(state):
        """What protects, and the figures, but not until when: every start is another moment."""
        targets, metrics = json.loads(state)
        return [(each["target"], each["blocked"],
                 [restriction["kind"] for restriction in each["restrictions"]])
                for each in targets], metrics.get("requests")


class DamagedLogs(Damaged):
    """The log of a daemon that was killed, and the shared memory beside it."""

    COPIES = 300 if LONG else 12

    def setUp(self):
        super().setUp()
        self.kill_in_service(20)
        self.end(self.run_daemon())
        daemon = self.run_daemon()
        for number in range(30):
            self.assertTrue(self.acknowledge(f"in the log {number}"))
        self.all = {event["sequence"]: event for event in self.events()}
        daemon.kill()
        self.save()
        self.log = self.state / "soteria.sqlite-wal"
        with read_only(self.database) as connection:
            self.moved, = connection.execute("select max(sequence) from events").fetchone()
        self.assertLess(self.moved, len(self.all))

    def expect_told(self, seen):
        """Events are missing only where that is told, with their numbers."""
        daemon = self.run_daemon()
        store, events, words = self.store(), self.events(), daemon.words
        self.assertTrue(store["healthy"], store)
        if not store.get("setAside"):
            found = {event["sequence"]: event for event in events}
            for sequence, event in self.all.items():
                self.assertEqual(found.get(sequence), event)
            seen["changed nothing"] += 1
        else:
            first = events[0]["sequence"]
            self.assertGreater(first, self.moved)
            self.assertIn(f"events {first} to {len(self.all)} are missing", words)
            kinds = [event["kind"] for event in events]
            self.assertIn("storeReplaced", kinds)
            aside = self.damaged()[-1]
            self.assertEqual(store["setAside"], str(aside))
            status = self.person.run("soteria", "status", "--socket", self.path, check=False)
            self.assertIn(aside.name, status.stdout)
            seen["told"] += 1
        self.assertTrue(self.ask("org.soteria.protection.Check", target="games")["blocked"])
        self.end(daemon)
        self.assert_whole()

    def each(self, ways):
        seen = collections.Counter()
        for name, damage in ways:
            with self.subTest(name):
                self.put_back()
                damage()
                self.expect_told(seen)
        self.tell(seen)
        return seen

    def lose(self, *suffixes):
        for suffix in suffixes:
            (self.state / f"soteria.sqlite{suffix}").unlink()

    def test_lost(self):
        seen = self.each([
            ("log", lambda: self.lose("-wal")),
            ("log and shared memory", lambda: self.lose("-wal", "-shm")),
            ("shared memory", lambda: self.lose("-shm")),
            ("emptied", lambda: os.truncate(self.log, 0)),
            ("noise", lambda: self.log.write_bytes(os.urandom(60000)))])
        self.assertEqual(seen, {"told": 4, "changed nothing": 1})

    def cut(self):
        os.truncate(self.log, self.chance.randrange(self.log.stat().st_size))

    def test_cut(self):
        seen = self.each([(f"copy {number}", self.cut) for number in range(self.COPIES // 2)])
        self.assertTrue(seen["told"])

    def flip(self, suffix):
        path = self.state / f"soteria.sqlite{suffix}"
        content = bytearray(path.read_bytes())
        content[self.chance.randrange(len(content))] ^= 1 << self.chance.randrange(8)
        path.write_bytes(content)

    def test_flipped(self):
        seen = self.each([(f"copy {number}", lambda: self.flip("-wal"))
                          for number in range(self.COPIES)])
        self.assertTrue(seen["told"])
        # It is made again by whoever opens the database first.
        seen = self.each([(f"copy {number}", lambda: self.flip("-shm"))
                          for number in range(self.COPIES // 4)])
        self.assertEqual(set(seen), {"changed nothing"})

    def test_database_without_everything(self):
        """The database itself is gone, or cut."""
        for name, damage in (("gone", lambda: self.lose("")),
                             ("gone with its log", lambda: self.lose("", "-wal", "-shm")),
                             ("empty", lambda: os.truncate(self.database, 0)),
                             ("cut", lambda: os.truncate(self.database, 5000))):
            with self.subTest(name):
                self.put_back()
                damage()
                daemon = self.run_daemon()
                store = self.store()
                self.assertTrue(store["healthy"])
                self.assertTrue(store.get("setAside"), "nothing is told")
                wait_until(lambda: [event for event in self.events()
                                    if event["kind"] == "storeReplaced"], what="the event")
                self.assertTrue(self.acknowledge("afterwards"))
                self.end(daemon)
                self.assert_whole()
