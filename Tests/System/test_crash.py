"""kill -9 at any moment, of a daemon under load and at every step of what it does on the disk."""

import collections
import itertools
import json
import os
import random
import signal
import time

from chain import opened, rewrite
from conversing import Conversing, rules
from faulty_disk import during, FaultyDisk, NOTHING, RULES
from machine import BINARIES, LONG, SOURCE, wait_until


class KilledUnderLoad(Conversing):
    """Five clients at once, each of which notes what was acknowledged to it."""

    KILLS = 500 if LONG else 40

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.seed = int(os.environ.get("SOTERIA_SEED") or random.randrange(1 << 32))
        print(f"    seed {cls.seed}", flush=True)

    def setUp(self):
        text = rules().replace("block: [shopping]", "block: [shopping, news]")
        text = text.replace("  news:", "  reading: {name: Reading, sites: [read.example]}\n  news:")
        self.drop_in("soon.conf", "[Service]\nRestartSec=20ms\n")
        self.write_rules("rules.yaml", text)
        self.person.systemctl("restart", "soteriad.service")
        self.wait_until_blocked("news")
        self.file = self.person.home / "acknowledged"

    def acknowledged(self):
        """Whole lines; the last one may be on its way."""
        return self.file.read_text().split("\n")[:-1] if self.file.exists() else []

    def kill_again_and_again(self):
        chance, pid = random.Random(self.seed), self.main_pid()
        for _ in range(self.KILLS):
            if chance.randrange(4):
                enough = len(self.acknowledged()) + chance.randrange(1, 20)
                wait_until(lambda: len(self.acknowledged()) >= enough, 60, "acknowledgements")
            # Else it is killed while it starts.
            time.sleep(chance.random() * 0.05)
            os.kill(pid, signal.SIGKILL)
            pid = wait_until(lambda: self.other_than(pid), 60, "another daemon")

    def other_than(self, old):
        now = self.main_pid()
        return now if now not in (0, old) else None

    @staticmethod
    def known_by(event):
        """The line that acknowledges an event."""
        fact = event["fact"]
        key = {"protectionStarted": "name", "goalAdded": "name", "goalContributed": "amount",
               "goalRemoved": "goal"}.get(event["kind"], "request")
        value = fact.get(key)
        if key == "amount":
            value = int(float(value))
        return f"{event['kind']} {value}"

    def test_no_acknowledged_event_is_lost(self):
        worker = self.person.start("/usr/bin/python3", "-B", SOURCE / "Tests/System/load.py",
                                   self.socket, self.file)
        self.addCleanup(worker.communicate)
        self.addCleanup(worker.kill)
        wait_until(self.acknowledged, what="the first acknowledgement")
        self.kill_again_and_again()
        worker.kill()
        worker.wait()
        wait_until(lambda: self.show("ActiveState") == "active", 30, "the daemon")
        lines = self.acknowledged()
        kinds = collections.Counter(line.split()[0] for line in lines)
        print(f"     {self.KILLS} kills, acknowledged: {dict(kinds)}", flush=True)
        self.assertEqual(len(kinds), 8, "a client did nothing")
        events = self.soteria_lines("events", "--limit", "0")
        recorded = collections.Counter(self.known_by(event) for event in events)
        self.assertEqual([line for line in lines if not recorded[line]], [])
        self.assertEqual([event["sequence"] for event in events],
                         list(range(1, len(events) + 1)))
        self.assertIsNone(self.call("org.soteria.daemon.GetStatus")["store"].get("setAside"))
        self.assertEqual(list(self.state_directory.glob("*damaged*")), [])
        self.assertEqual(self.soteria("events", "verify").stderr, "")


class KilledAtEachStep(FaultyDisk):
    """Whatever the daemon does on the disk, it is killed in the place of the first such step, of
    the second, and so on, until one gets by; every time the next daemon finds all of it."""

    #: Between the steps that are tried; the first one is a matter of chance.
    STRIDE = 1 if LONG else 12

    def at_each_step(self, prepare, live, check):
        """`prepare` lays the disk out, `live` is a day of the daemon's, `check` gets what was
        acknowledged and the next daemon."""
        tried = 0
        for action in ("kill", "tear"):
            for step in itertools.count(self.chance.randrange(self.STRIDE), self.STRIDE):
                with during(f"{action} at step {step}"):
                    prepare()
                    self.plan(f"{action} any 0 {step} 0")
                    code, acknowledged = self.one_life(live)
                    self.plan(NOTHING)
                    self.assertIn(code, (0, -signal.SIGKILL))
                    self.check_next(acknowledged, check)
                    tried += 1
                if code == 0:
                    break
        print(f"     killed at {tried - 2} steps", flush=True)
        self.assertGreater(tried, 4)

    def one_life(self, live):
        """How a daemon ended that is asked to stop after all, and what it acknowledged."""
        daemon, acknowledged = self.begin_faulty(), []
        live(acknowledged)
        daemon.process.terminate()
        return daemon.wait(), acknowledged

    def check_next(self, acknowledged, check):
        daemon = self.run_daemon()
        self.assertTrue(self.store()["healthy"])
        self.assertEqual(set(acknowledged) - set(self.protections()), set())
        check(acknowledged)
        self.assertTrue(self.acknowledge("afterwards"))
        self.end(daemon)
        self.assert_sound()
        self.assert_whole()
        self.assertEqual([path.name for path in self.state.glob("*.tmp*")], [])

    def live(self, acknowledged):
        for number in range(3):
            if self.acknowledge(f"during {number}"):
                acknowledged.append(f"during {number}")

    def expect_no_damage(self, _=None):
        self.assertIsNone(self.store().get("setAside"))
        self.assertEqual(self.damaged(), [])

    def test_first_start(self):
        self.save()
        self.at_each_step(self.put_back, self.live, self.expect_no_damage)

    def test_start_after_a_crash(self):
        names = self.kill_in_service()
        self.save()

        def check(_):
            self.expect_no_damage()
            self.assertEqual(set(names) - set(self.protections()), set())

        self.at_each_step(self.put_back, self.live, check)

    def test_migration(self):
        names = self.kill_in_service()
        self.end(self.run_daemon())
        self.make_first_version()
        before = self.rows(self.state / "later")
        self.person.run("rm", self.state / "later")
        self.save()

        def check(_):
            self.expect_no_damage()
            self.assertEqual(self.protections()[:len(names)], names)
            self.assertEqual(self.rows()[:len(before)], before)

        self.at_each_step(self.put_back, self.live, check)

    def make_first_version(self):
        """Lays the database out as the first version had it, without hashes."""
        schema = (SOURCE / "Sources/EventStore/Database/Schema.swift").read_text()
        tables = schema.split('"""')[1].replace("\\(applicationID)", str(0x536f7465))
        tables = "\n".join(line[8:] for line in tables.splitlines())
        os.rename(self.database, self.state / "later")
        with opened(self.database) as connection:
            connection.execute("pragma page_size = 4096")
            connection.execute("pragma journal_mode = wal")
            connection.executescript(tables)
            connection.execute("attach ? as later", (str(self.state / "later"),))
            connection.execute("begin")
            for table, columns in (
                    ("meta", "*"), ("boots", "*"), ("checkpoints", "*"),
                    ("events", "sequence, at, offset, elapsed, boot, kind, fact")):
                connection.execute(f"insert into {table} select {columns} from later.{table}")
            connection.execute("commit")
            connection.execute("detach later")
            connection.execute("pragma user_version = 1")
        os.chown(self.database, self.person.uid, self.person.uid)

    def test_damage_is_dealt_with(self):
        """Set aside and told, with what protects carried over, wherever that is cut off."""
        self.kill_in_service(60)
        self.end(self.run_daemon())
        with opened(self.database) as connection:
            connection.execute("delete from events where sequence = 20")
        damaged = self.rows()
        self.save()

        def check(_):
            self.assertTrue(self.damaged(), "nothing was set aside")
            self.assertIn(damaged, [self.rows(path) for path in self.damaged()])
            told = [event["fact"]["setAside"] for event in self.events()
                    if event["kind"] == "storeReplaced"]
            self.assertTrue(told, "no event tells of it")
            self.assertTrue(os.path.exists(told[-1]))
            self.assertTrue(self.ask("org.soteria.protection.Check", target="games")["blocked"])

        self.at_each_step(self.put_back, self.live, check)

    def test_retention(self):
        """Old events go, and a kill leaves neither half of them nor their removal untold."""
        self.person.write(self.rules / "targets.yaml", RULES + "keep: {events: 30d}\n")
        self.kill_in_service(60)
        self.end(self.run_daemon())
        with opened(self.database) as connection:
            connection.execute(
                "update events set at = at - 5184000000 where sequence <= 40")
            connection.execute("delete from checkpoints")
        rewrite(self.database)
        recent = [row for row in self.rows() if row[0] > 40]
        self.save()

        def check(_):
            wait_until(lambda: [event for event in self.events() if event["kind"] == "retained"],
                       what="the removal to be told")
            self.expect_no_damage()
            kept = {event["sequence"] for event in self.events()}
            self.assertEqual({row[0] for row in recent} - kept, set())
            self.assertGreater(min(kept), 40)

        self.at_each_step(self.put_back, self.live, check)

    def test_copies_of_lists(self):
        """What waits needs the list that it was made of: its copy is whole or is not there."""
        sites = "".join(f"site{number}.example\n" for number in range(3000))
        path = self.person.write(self.rules / "lists/sites.txt", sites)
        self.person.write(self.rules / "targets.yaml", RULES.replace(
            "sites: [games.example]", "sites_from: lists/sites.txt"))
        self.save()

        def live(acknowledged):
            self.live(acknowledged)
            self.person.write(path, sites + "another.example\n")
            try:
                self.ask("org.soteria.rules.Reload")
            except OSError:
                pass

        def check(_):
            self.expect_no_damage()
            check_site = {"site": "site7.example"}
            self.acknowledge("block it")
            self.assertTrue(self.ask("org.soteria.protection.Check", **check_site)["blocked"])
            copies = [each for each in (self.state / "lists").iterdir()
                      if not each.name.startswith(".")]
            self.assertTrue(copies)
            self.assertLessEqual({each.stat().st_size for each in copies},
                                 {len(sites), len(sites) + len("another.example\n")})

        self.at_each_step(self.put_back, live, check)


class KilledCommands(FaultyDisk):
    """What the command line does to the record, killed at each step: the old one or the new one,
    whole, and never none."""

    def setUp(self):
        super().setUp()
        self.files = self.place / "files"
        self.person.run("mkdir", self.files)

    def run_until_it_gets_by(self, command, below, check, stride):
        """Runs it killed before each step, or before some of them where there is not time for all;
        `check` gets whether it got by."""
        tried, stride = 0, 1 if LONG else stride
        for step in itertools.count(self.chance.randrange(stride), stride):
            with during(f"step {step}"):
                self.put_back()
                self.plan(f"{'tear' if step % 2 else 'kill'} any 0 {step} 0")
                done = self.person.run(*command, environment=self.faulty(below), check=False)
                self.plan(NOTHING)
                self.assertIn(done.returncode, (0, -signal.SIGKILL), done.stderr)
                check(done.returncode == 0)
                tried += 1
            if done.returncode == 0:
                break
        print(f"     killed at {tried - 1} steps", flush=True)
        self.assertGreater(tried, 2)

    def record_and_copy(self):
        """A record that went on after it was copied, and was killed; the copies' rows."""
        daemon = self.run_daemon()
        for number in range(20):
            self.assertTrue(self.acknowledge(f"copied {number}"))
        arguments = ("--socket", self.path)
        self.person.run("soteria", "backup", self.files / "backup", *arguments)
        self.person.run("soteria", "export", self.files / "export", *arguments)
        for number in range(10):
            self.assertTrue(self.acknowledge(f"later {number}"))
        daemon.kill()
        self.save()
        return self.rows(self.files / "backup")

    def replaced(self, command):
        copied = self.record_and_copy()

        def check(is_done):
            daemon = self.run_daemon()
            names, store = self.protections(), self.store()
            self.assertTrue(store["healthy"])
            self.assertIsNone(store.get("setAside"))
            restored = [event for event in self.events() if event["kind"] == "storeRestored"]
            if is_done or restored:
                self.assertEqual(len(restored), 1)
                self.assertNotIn("later 9", names)
                aside, = self.state.glob("soteria.sqlite.replaced-*Z")
                self.assertIn("later 9", str(self.rows(aside)))
            else:
                self.assertIn("later 9", names)
            self.end(daemon)
            self.assertEqual(self.rows()[:len(copied)], copied)
            self.assert_whole()
            self.assert_sound()
            self.assertEqual([path.name for path in self.state.glob("*.tmp*")], [])

        self.run_until_it_gets_by(command, self.state, check, 20)

    def test_restore(self):
        self.replaced([BINARIES / "soteria", "restore", self.files / "backup", "--state",
                       self.state])

    def test_import(self):
        self.replaced([BINARIES / "soteria", "import", self.files / "export", "--state",
                       self.state])

    def written(self, name, is_whole):
        """A file that a command writes is there whole, or not at all."""
        self.record_and_copy()
        daemon = self.run_daemon()

        def check(is_done):
            path = self.files / "out"
            self.assertTrue(path.exists() or not is_done)
            if path.exists():
                is_whole(path)
                path.unlink()
            self.assertTrue(self.acknowledge("meanwhile"))
            self.assertEqual(list(self.state.glob("backup-*")), [])

        self.put_back = lambda: None
        self.run_until_it_gets_by([BINARIES / "soteria", name, self.files / "out", "--socket",
                                   self.path], self.files, check, 3)
        self.end(daemon)

    def test_backup(self):
        self.written("backup", self.assert_sound)

    def test_export(self):
        def is_whole(path):
            *lines, footer = path.read_text().splitlines()
            self.assertEqual(json.loads(footer)["events"], len(lines) - 1)

        self.written("export", is_whole)
