"""The record as a file: taken out, put in, copied while the daemon works, and given back."""

import csv
import json
import os
import shutil
import signal
import stat

from chain import opened
from conversing import Conversing
from installed import ByHand, as_person
from machine import SOURCE, wait_until
from varlink_client import Connection

#: Kills the `soteria` that would have it start something.
KILLING_SYSTEMCTL = """\
#!/bin/sh
if [ "$2" = start ] && [ "$(cat "/proc/$PPID/comm")" = soteria ]; then kill -9 "$PPID"; exit 1; fi
exec /usr/bin/systemctl "$@"
"""

ODD = 'Half "price", only today; ¡50 % & more! 🛒'


class Recorded(Conversing):
    """A person with a record of some length, and a directory for files."""

    def setUp(self):
        self.set_rules()
        self.place = self.person.home / "files"
        self.person.run("mkdir", "-p", self.place)
        self.addCleanup(shutil.rmtree, self.place)
        self.call("org.soteria.protection.Start", target="games", seconds=60, name=ODD)
        self.call("org.soteria.unblock.Keep", request=self.request(
            "impulse", mood="bored", amount="49.90", currency="EUR")["request"])
        self.confirm(self.request("planned", category="gift", minutes=5)["request"])
        self.wait_until_blocked("shopping")

    def status(self):
        return self.call("org.soteria.daemon.GetStatus")

    def head(self):
        return self.status()["store"]["head"]

    def incidents(self):
        return [each["kind"] for each in self.status()["incidents"]]

    def rows(self, path):
        """The events as they stand in a database, without their hashes."""
        with opened(path) as connection:
            return connection.execute(
                "select sequence, at, offset, elapsed, boots.boot, kind, fact, hex(hash) "
                "from events join boots on boots.id = events.boot order by sequence").fetchall()

    def kept_aside(self):
        known = [f"soteria.sqlite{suffix}" for suffix in ("", "-wal", "-shm", "-mark")]
        return sorted(path.name for path in self.state_directory.glob("soteria.sqlite*")
                      if path.name not in known)


class Exchanged(Recorded):
    """Export and import."""

    def export(self, name, *options):
        path = self.place / name
        said = self.soteria("export", *options, str(path))
        self.assertEqual(said.stderr, "")
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        return path.read_bytes().decode()

    def test_events_as_lines(self):
        text = self.export("events.jsonl")
        header, *events, footer = [json.loads(line) for line in text.splitlines()]
        self.assertEqual((header["soteria"], header["version"]), ("export", 1))
        self.assertEqual([each["sequence"] for each in events], list(range(1, len(events) + 1)))
        self.assertEqual(footer["events"], len(events))
        self.assertIn(ODD, [each["fact"]["protectionStarted"]["name"] for each in events
                            if each["kind"] == "protectionStarted"])
        told = [event["sequence"] for event in self.soteria_lines("events", "--limit", "0")]
        self.assertEqual(told[:len(events)], [each["sequence"] for each in events])
        piped = self.soteria("export").stdout.splitlines()
        self.assertEqual(piped[:len(events)], text.splitlines()[:len(events)])

    def test_events_as_a_sheet(self):
        text = self.export("events.csv", "--format", "csv")
        with open(self.place / "events.csv", newline="", encoding="utf-8") as file:
            header, *rows = csv.reader(file, strict=True)
        for column in ("sequence", "at", "offset", "elapsed", "boot", "kind", "fact", "hash"):
            self.assertIn(column, header)
        self.assertEqual({len(row) for row in rows}, {len(header)})
        self.assertEqual(text.count("\r\n"), len(rows) + 1, "RFC 4180 ends every row with CRLF")
        facts = [json.loads(row[header.index("fact")]) for row in rows
                 if row[header.index("kind")] == "protectionStarted"]
        self.assertIn(ODD, [fact["protectionStarted"]["name"] for fact in facts])

    def test_requests_as_a_sheet_and_as_lines(self):
        self.export("requests.csv", "--table", "requests", "--format", "csv")
        with open(self.place / "requests.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file, strict=True))
        lines = [json.loads(line) for line in
                 self.export("requests.jsonl", "--table", "requests").splitlines()]
        self.assertEqual(len(rows), len(lines))
        self.assertEqual([int(row["request"]) for row in rows],
                         [line["request"] for line in lines])
        kept, opened_ = rows[-2:]
        self.assertEqual((kept["outcome"], opened_["outcome"]), ("kept", "unblocked"))
        self.assertEqual((kept["mood"], opened_["category"]), ("bored", "gift"))

    def test_closed_pipe_ends_it_quietly(self):
        result = self.person.run("bash", "-c", "set -o pipefail; soteria export | head -n 1",
                                 check=False)
        self.assertEqual((len(result.stdout.splitlines()), result.stderr), (1, ""))
        # All of it may have gone into the pipe before that was closed.
        self.assertIn(result.returncode, (0, 128 + signal.SIGPIPE))

    def test_import_elsewhere_loses_nothing(self):
        for form in ("jsonl", "csv"):
            with self.subTest(form):
                text = self.export(f"events.{form}", "--format", form)
                state = self.place / f"state-{form}"
                self.person.run("mkdir", "-m", "700", state)
                self.soteria("import", str(self.place / f"events.{form}"), "--state", str(state))
                ours = self.rows(self.state_directory / "soteria.sqlite")
                theirs = self.rows(state / "soteria.sqlite")
                self.assertGreater(len(theirs), 10)
                self.assertEqual(theirs, ours[:len(theirs)])
                whole = self.soteria("events", "verify", "--state", str(state))
                self.assertEqual(whole.stderr, "")
                self.assert_exports_the_same(state, form, text)

    def assert_exports_the_same(self, state, form, text):
        """A daemon on what was imported gives the same file, and goes on from there."""
        socket = self.place / f"socket-{form}"
        daemon = ByHand(self.rules_directory, state, socket)
        self.addCleanup(daemon.kill)
        wait_until(socket.exists, what="the other daemon")
        again = self.soteria("export", "--format", form, "--socket", str(socket)).stdout
        # In CSV, the header follows the names of the columns.
        begin = 2 if form == "csv" else 1
        ours, theirs = text.splitlines(), again.splitlines()
        self.assertEqual(theirs[begin:len(ours) - 1], ours[begin:-1])
        # The import gave the record another id.
        self.assertNotEqual(theirs[begin - 1], ours[begin - 1])
        self.assertIn("firstDevice", theirs[begin - 1])
        self.assertNotEqual(theirs[-1], ours[-1])
        with as_person(lambda: Connection(socket)) as connection:
            incidents = connection.call("org.soteria.daemon.GetStatus")["incidents"]
        self.assertIn("restored", [each["kind"] for each in incidents])

    def test_what_is_no_whole_export_is_refused(self):
        good = self.export("good.jsonl").splitlines(keepends=True)
        header = json.loads(good[0])
        middle = len(good) // 2
        for kind, lines in {
                "empty": [], "text": ["once upon a time\n"],
                "newer": [json.dumps({**header, "version": 99}) + "\n", *good[1:]],
                "truncated": good[:-1], "cut in a line": [*good[:-2], good[-2][:30]],
                "gap": good[:middle] + good[middle + 1:],
                "changed": [line.replace("bored", "happy") for line in good],
                "another table": [self.export("requests.jsonl", "--table", "requests")],
        }.items():
            with self.subTest(kind):
                path = self.person.write(self.place / "bad.jsonl", "".join(lines))
                state = self.place / "nowhere"
                self.person.run("mkdir", "-p", state)
                result = self.soteria("import", str(path), "--state", str(state), check=False)
                self.assertEqual((result.returncode, result.stdout), (1, ""))
                self.assertIn("bad.jsonl", result.stderr)
                self.assertFalse((state / "soteria.sqlite").exists())

    def test_refused_import_leaves_the_daemon_alone(self):
        self.person.write(self.place / "bad.jsonl", "once upon a time\n")
        before = self.main_pid(), self.head(), self.kept_aside()
        for name in ("bad.jsonl", "nothing.jsonl", "."):
            result = self.soteria("import", str(self.place / name), check=False)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertEqual((self.main_pid(), self.head(), self.kept_aside()), before)


class Held(Recorded):
    """A backup while something strict blocks."""

    def test_strict_block_is_not_ended_by_another_record(self):
        self.soteria("backup", str(self.place / "before.sqlite"))
        self.soteria("export", str(self.place / "before.jsonl"))
        self.call("org.soteria.protection.Start", target="games", seconds=3600, strict=True)
        pid, head, aside = self.main_pid(), self.head(), self.kept_aside()
        for command, name in ("restore", "before.sqlite"), ("import", "before.jsonl"):
            result = self.soteria(command, str(self.place / name), check=False)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn("Games is strictly blocked until ", result.stderr)
        self.assertEqual((self.main_pid(), self.head(), self.kept_aside()), (pid, head, aside))
        self.assertTrue(self.is_blocked("games"))


class Copied(Recorded):
    """Backup and restore."""

    def backup(self, name="backup.sqlite", *options, check=True):
        return self.soteria("backup", str(self.place / name), *options, check=check)

    def restore(self, name, check=True):
        return self.soteria("restore", str(self.place / name), check=check)

    def test_backup_while_the_daemon_works(self):
        acknowledged = self.person.home / "acknowledged"
        worker = self.person.start(
            "/usr/bin/python3", "-B", SOURCE / "Tests/System/start_protections.py", self.socket,
            acknowledged)
        self.addCleanup(worker.communicate)
        self.addCleanup(worker.kill)
        wait_until(lambda: acknowledged.exists() and acknowledged.stat().st_size > 200,
                   what="protections to be started")
        before = set(acknowledged.read_text().splitlines())
        self.backup()
        path = self.place / "backup.sqlite"
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        with opened(path) as connection:
            self.assertEqual(connection.execute("pragma integrity_check").fetchone(), ("ok",))
            facts = connection.execute(
                "select fact from events where kind = 'protectionStarted'").fetchall()
        names = {name for name in before if any(f'"{name}"' in fact for fact, in facts)}
        self.assertEqual(names, before, "what was acknowledged before is not in the copy")
        self.assertEqual(self.rows(path),
                         self.rows(self.state_directory / "soteria.sqlite")[:len(self.rows(path))])
        self.assertFalse(list(self.state_directory.glob("backup-*")))
        again = self.backup(check=False)
        self.assertEqual((again.returncode, again.stdout), (1, ""))
        self.backup("backup.sqlite", "--force")

    def test_restore_keeps_the_old_one(self):
        self.backup()
        copied = self.rows(self.place / "backup.sqlite")
        self.call("org.soteria.protection.Start", target="games", seconds=60, name="Afterwards")
        before, aside = self.main_pid(), set(self.kept_aside())
        said = self.restore("backup.sqlite")
        self.assertNotEqual(self.wait_for_restart(before), before)
        new, = set(self.kept_aside()) - aside
        self.assertIn(new, said.stdout)
        self.assertIn("Afterwards", str(self.rows(self.state_directory / new)))
        now = self.rows(self.state_directory / "soteria.sqlite")
        self.assertEqual(now[:len(copied)], copied)
        self.assertEqual(self.incidents()[0], "restored")
        self.assertEqual(self.facts("storeRestored")[-1]["source"], "backup.sqlite")
        self.assertEqual(self.told("record-restored")[-1]["SOTERIA_KEPT_ASIDE"].split("/")[-1], new)
        self.assertTrue(self.is_blocked("shopping"))
        verified = self.soteria("events", "verify")
        self.assertEqual(verified.stderr, "")
        self.assertIn("backup.sqlite", self.soteria("status").stdout)

    def test_daemon_does_not_stay_stopped_where_it_is_killed(self):
        """It is killed in the place of starting the daemon again; a timer has that done."""
        self.backup()
        copied = self.rows(self.place / "backup.sqlite")
        self.person.write(self.place / "systemctl", KILLING_SYSTEMCTL, 0o755)
        path = f"{self.place}:{self.person.environment['PATH']}"
        said = self.person.run("soteria", "restore", self.place / "backup.sqlite", check=False,
                               environment={"PATH": path})
        self.assertEqual(said.returncode, -signal.SIGKILL, said.stderr)
        self.assertIn("Stopping soteriad.socket and soteriad.service\n", said.stderr)
        self.assertEqual(self.main_pid(), 0)
        timers = json.loads(self.person.systemctl(
            "list-timers", "soteria-restore-*", "--output=json").stdout)
        self.assertEqual(len(timers), 1, timers)
        self.addCleanup(self.person.systemctl, "stop", timers[0]["unit"])
        # What it does two minutes after it was set.
        self.person.systemctl("start", timers[0]["activates"])
        wait_until(lambda: self.main_pid() > 0, what="the daemon")
        self.assertTrue(self.is_blocked("shopping"))
        self.assertEqual(self.rows(self.state_directory / "soteria.sqlite")[:len(copied)], copied)

    def test_what_is_no_whole_record_is_refused(self):
        self.backup()
        good = (self.place / "backup.sqlite").read_bytes()
        files = {
            "empty": b"", "noise": os.urandom(20000), "truncated": good[:len(good) // 2],
            "damaged": good[:5000] + os.urandom(3000) + good[8000:],
            "newer": self.edited(good, "pragma user_version = 99"),
            "another program's": self.edited(good, "pragma application_id = 1"),
            "changed": self.edited(good, "update events set fact = replace(fact, 'EUR', 'USD')"),
            "shortened": self.edited(good, "delete from events where sequence = 5")}
        head, pid, aside = self.head(), self.main_pid(), self.kept_aside()
        for kind, data in files.items():
            with self.subTest(kind):
                path = self.place / "bad.sqlite"
                path.write_bytes(data)
                os.chown(path, self.person.uid, self.person.uid)
                result = self.restore("bad.sqlite", check=False)
                self.assertEqual((result.returncode, self.kept_aside()), (1, aside))
                self.assertIn("bad.sqlite", result.stderr)
                self.assertEqual(self.main_pid(), pid, "the daemon was stopped for nothing")
        self.assertEqual(self.head(), head)

    def edited(self, data, statement):
        path = self.place / "edited.sqlite"
        path.write_bytes(data)
        with opened(path) as connection:
            connection.execute(statement)
            connection.execute("pragma journal_mode = delete")
        return path.read_bytes()

    def test_missing_file(self):
        result = self.restore("nothing.sqlite", check=False)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("nothing.sqlite", result.stderr)
