"""Bad machines, bad peers and bad files: a clear word each time, nothing lost, no crash."""

import json
import os
import select
import shutil
import signal
import socket
import subprocess
import time

import machine
from installed import ALWAYS, TARGETS, as_person
from machine import BINARIES, wait_until
from unmanaged import Unmanaged
from varlink_client import Connection, VarlinkError

NOBODY = 65534


class Ends(Unmanaged):
    """How it ends, and how it refuses to begin."""

    def test_sigterm_ends_it_well(self):
        daemon = self.run_daemon()
        self.protect()
        os.kill(daemon.pid, signal.SIGTERM)
        self.assertEqual(daemon.wait(), 0)
        self.assertFalse(self.path.exists())
        self.run_daemon()
        games = self.ask("org.soteria.protection.Check", target="games")
        self.assertTrue(games["blocked"])

    def test_sigterm_that_comes_at_once_is_obeyed(self):
        for delay in (0, 0.005, 0.02, 0.05):
            with self.subTest(delay=delay):
                daemon = self.start()
                wait_until(lambda: os.readlink(f"/proc/{daemon.pid}/exe").endswith("soteriad"))
                time.sleep(delay)
                os.kill(daemon.pid, signal.SIGTERM)
                self.assertIn(daemon.wait(), (0, -signal.SIGTERM))

    def test_second_daemon_on_one_socket(self):
        self.run_daemon()
        code, words = self.refuse(state=self.place)
        self.assertEqual(code, 78)
        self.assertIn(str(self.path), words)
        self.assertIn("already", words)
        self.assertTrue(self.answers(), "the first daemon lost its socket")

    def test_second_daemon_on_one_state(self):
        self.run_daemon()
        code, words = self.refuse(socket=self.place / "other-socket")
        self.assertEqual(code, 78)
        self.assertIn(str(self.state), words)

    def test_socket_left_by_a_killed_daemon_is_no_obstacle(self):
        daemon = self.run_daemon()
        daemon.kill()
        self.assertTrue(self.path.exists())
        self.run_daemon()

    def test_missing_runtime_directory(self):
        nowhere = self.place / "nowhere/deeper"
        daemon = self.person.run(BINARIES / "soteriad", "--rules", self.rules, "--state",
                                 self.state, environment={"XDG_RUNTIME_DIR": str(nowhere)},
                                 check=False, seconds=20)
        self.assertEqual(daemon.returncode, 78)
        self.assertIn(str(nowhere), daemon.stderr)
        self.assertIn("XDG_RUNTIME_DIR", daemon.stderr)

    def test_socket_in_a_directory_that_is_missing(self):
        code, words = self.refuse(socket=self.place / "nowhere/socket")
        self.assertEqual(code, 78)
        self.assertIn(str(self.place / "nowhere"), words)

    def test_overlong_socket_path(self):
        code, words = self.refuse(socket=self.place / ("x" * 120))
        self.assertEqual(code, 78)
        self.assertIn("xxx", words)

    def test_unknown_option(self):
        result = self.person.run(BINARIES / "soteriad", "--bogus", check=False)
        self.assertEqual(result.returncode, 64)

    def test_rules_that_never_were_good(self):
        self.person.write(self.rules / "targets.yaml", "quiet_hours: 3\n")
        self.run_daemon()
        self.assertTrue(self.ask("org.soteria.rules.Diagnostics")["refused"])


class Disks(Unmanaged):
    """A store that cannot be written: blocks hold, nothing is weakened, and it is said."""

    def fill(self):
        with open(self.state / "ballast", "wb", buffering=0) as file:
            try:
                while file.write(b"\0" * 4096):
                    continue
            except OSError:
                return

    def test_disk_that_fills_up(self):
        self.small_disk()
        daemon = self.run_daemon()
        self.fill()
        acknowledged = set()
        for _ in range(5000):
            reply = self.protect()
            if "recorded" in reply:
                break
            acknowledged.add(reply["id"])
        self.assertIs(reply.get("recorded"), False)
        self.assertFalse(self.ask("org.soteria.daemon.GetStatus")["store"]["healthy"])
        told = self.person.run("soteria", "status", "--socket", self.path, check=False)
        self.assertRegex(told.stdout + told.stderr, "(?i)store|disk|record")
        # A block that was begun by the clock or by a rule is kept all the same.
        self.person.write(self.rules / "targets.yaml", ALWAYS)
        wait_until(lambda: self.ask("org.soteria.protection.Check",
                                    target="shopping")["blocked"], what="the block")
        (self.state / "ballast").unlink()
        wait_until(lambda: self.healthy_again(), 60, "the store to be well again")
        os.kill(daemon.pid, signal.SIGKILL)
        daemon.wait()
        self.run_daemon()
        self.assertEqual(acknowledged - self.recorded(), set())

    def recorded(self):
        """The ids of all protections, as the running daemon tells them."""
        text = self.person.run("soteria", "events", "--limit", "0", "--json", "--socket",
                               self.path).stdout
        events = [json.loads(line) for line in text.splitlines()]
        return {event["fact"]["id"] for event in events if event["kind"] == "protectionStarted"}

    def healthy_again(self):
        try:
            self.ask("org.soteria.protection.Start", target="shopping", seconds=600)
        except VarlinkError:
            return False
        return self.ask("org.soteria.daemon.GetStatus")["store"]["healthy"]

    def test_disk_that_was_full_from_the_start(self):
        self.small_disk("64k")
        self.fill()
        self.assert_unhealthy_or_clear(self.begin())

    def test_state_directory_that_is_read_only(self):
        self.small_disk()
        machine.mount("-o", "remount,ro", self.state)
        self.assert_unhealthy_or_clear(self.begin())

    def assert_unhealthy_or_clear(self, daemon):
        """It runs and says that nothing can be recorded, or it ends and says why."""
        if daemon.code is None:
            self.assertFalse(self.answers()["store"]["healthy"])
            return
        self.assertEqual(daemon.code, 78)
        self.assertIn(str(self.state), daemon.words)


class Clocks(Unmanaged):
    """What the daemon makes of a clock or a zone that is wrong."""

    def test_clock_before_2020(self):
        if not shutil.which("faketime"):
            self.skipTest("faketime is not installed")
        library = subprocess.run(["faketime", "now", "printenv", "LD_PRELOAD"], check=True,
                                 capture_output=True, text=True).stdout.strip()
        # libfaketime adds to the environment of the first program that it is loaded into, and
        # Swift does not find its arguments any more where that happens: so let env be the first.
        self.run_daemon(through=["env"], environment={
            "LD_PRELOAD": library, "FAKETIME": "@1999-12-31 23:00:00",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1"})
        self.protect()
        self.assertTrue(self.ask("org.soteria.protection.Check", target="games")["blocked"])
        status = self.ask("org.soteria.daemon.GetStatus")
        self.assertGreaterEqual(status["now"], "2020")

    def zone_problem(self):
        """What a daemon that starts now says of the zone; it must decide all the same."""
        daemon = self.run_daemon()
        self.protect()
        problem = self.ask("org.soteria.daemon.GetStatus")["clock"].get("zoneProblem")
        daemon.kill()
        return problem

    def test_zone_file_that_is_damaged(self):
        if not os.path.exists("/etc/localtime"):
            self.skipTest("this machine names no zone")
        self.assertIsNone(self.zone_problem())
        damaged = self.person.write(self.place / "damaged", "TZif2 this is no zone")
        machine.mount("--bind", damaged, os.path.realpath("/etc/localtime"))
        self.addCleanup(subprocess.run, ["umount", os.path.realpath("/etc/localtime")])
        self.assertTrue(self.zone_problem())

    def test_zone_files_that_are_missing(self):
        machine.mount("-t", "tmpfs", "tmpfs", "/usr/share/zoneinfo")
        self.addCleanup(subprocess.run, ["umount", "/usr/share/zoneinfo"])
        if os.path.islink("/etc/localtime"):
            self.assertTrue(self.zone_problem())
        self.person.write(self.rules / "targets.yaml", "time_zone: Europe/Berlin\n" + TARGETS)
        result = self.person.run("soteria", "rules", "check", self.rules / "targets.yaml",
                                 check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("Europe/Berlin", result.stdout + result.stderr)


class Peers(Unmanaged):
    """What comes over the socket."""

    def raw(self):
        return as_person(lambda: Connection(self.path))

    def test_other_user_is_refused_by_the_file(self):
        self.run_daemon()
        self.person.run("chmod", "755", self.place)
        result = self.probe_as_nobody()
        self.assertIn("PermissionError", result)

    def test_other_user_is_refused_by_the_daemon(self):
        """Even one whom the file's permissions cannot stop."""
        self.run_daemon()
        result = self.probe_as_nobody("--inh-caps", "+dac_override",
                                      "--ambient-caps", "+dac_override")
        self.assertIn("connected", result)
        self.assertNotIn("version", result)
        self.assertTrue(self.answers())

    def probe_as_nobody(self, *options):
        program = (
            "import socket; s = socket.socket(socket.AF_UNIX); s.settimeout(5)\n"
            f"s.connect({str(self.path)!r}); print('connected')\n"
            "s.sendall(b'{\"method\":\"org.soteria.daemon.GetStatus\"}\\0'); print(s.recv(9999))")
        result = subprocess.run(
            ["setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups", *options,
             "/usr/bin/python3", "-c", program], capture_output=True, text=True)
        return result.stdout + result.stderr

    def test_malformed_messages_close_the_connection(self):
        self.run_daemon()
        for message in (b"", b"{", b"[]", b'"x"', b"{}", b'{"method":3}', b"\xff\xfe",
                        b'{"method":"org.varlink.service.GetInfo","more":1}',
                        b'{"method":"org.varlink.service.GetInfo","bogus":1}',
                        b'{"method":"org.varlink.service.GetInfo","more":true,"oneway":true}'):
            with self.subTest(message), self.raw() as connection:
                connection.send(message)
                self.assertIsNone(connection.receive())
        self.assertTrue(self.answers())

    def test_message_over_a_mebibyte_closes_the_connection(self):
        self.run_daemon()
        with self.raw() as connection:
            try:
                connection.socket.sendall(b'{"method":"' + b"x" * (1 << 21))
                self.assertIsNone(connection.receive())
            except (BrokenPipeError, ConnectionResetError):
                pass
        self.assertTrue(self.answers())

    def test_deep_nesting_is_no_crash(self):
        self.run_daemon()
        with self.raw() as connection:
            connection.send(b'{"method":"org.varlink.service.GetInfo","parameters":'
                            + b'{"a":' * 50000 + b"1" + b"}" * 50000 + b"}")
            connection.receive()
        self.assertTrue(self.answers())

    def test_half_a_message_disturbs_nobody(self):
        self.run_daemon()
        half = [self.raw() for _ in range(200)]
        for connection in half:
            connection.socket.sendall(b'{"method":"org.soteria')
        self.assertTrue(self.answers())
        for connection in half:
            connection.socket.close()
        wait_until(lambda: self.answers()["connections"] < 5, what="the connections to go")

    def test_too_many_connections(self):
        self.run_daemon()
        held = []
        try:
            for _ in range(1100):
                held.append(self.raw())
        except OSError:
            pass
        for connection in held:
            connection.socket.close()
        wait_until(self.answers, what="an answer afterwards")

    def test_reader_that_never_reads_is_dropped_and_slows_nobody(self):
        self.run_daemon()
        with self.raw() as deaf, self.raw() as busy:
            deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.send({"method": "org.soteria.protection.Monitor", "more": True})
            for _ in range(2000):
                busy.call("org.soteria.protection.Start", target="games", seconds=600)
                if self.is_closed(deaf):
                    break
            else:
                self.fail("a reader that never reads is still connected")
        self.assertTrue(self.answers())

    @staticmethod
    def is_closed(connection):
        """Whether the peer is gone, seen without reading what it sent."""
        poll = select.poll()
        poll.register(connection.socket, select.POLLRDHUP | select.POLLHUP)
        return bool(poll.poll(0))

    def test_unknown_names_are_typed_errors(self):
        self.run_daemon()
        service = "org.varlink.service"
        for method, parameters, error in (
                ("org.soteria.nothing.Get", {}, f"{service}.InterfaceNotFound"),
                ("org.soteria.daemon.Nothing", {}, f"{service}.MethodNotFound"),
                ("org.soteria.protection.Monitor", {}, f"{service}.ExpectedMore"),
                ("org.soteria.protection.Check", {"bogus": 1}, f"{service}.InvalidParameter"),
                ("org.soteria.protection.Start", {"target": 3}, f"{service}.InvalidParameter"),
                ("org.soteria.protection.Start", {"target": "nothing", "seconds": 600},
                 "org.soteria.protection.NoSuchTarget")):
            with self.subTest(method), self.assertRaises(VarlinkError) as failure:
                self.ask(method, **parameters)
            self.assertEqual(failure.exception.name, error)


class RuleFiles(Unmanaged):
    """Files that nobody should write, and somebody will."""

    def checked(self, name, text):
        path = self.person.write(self.rules / name, text)
        result = self.person.run("soteria", "rules", "check", path, check=False, seconds=60)
        path.unlink()
        return result

    def test_each_bad_file_is_an_error_with_its_place(self):
        wide = "version: 1\nquiet_hours:\n" + "".join(
            f"  s{number}: {{block: [nothing], ranges: [{{days: daily, time: '22:00-06:00'}}]}}\n"
            for number in range(10000))
        for kind, text in {
                "empty": "", "no mapping": "- 1\n", "tab": "version:\t1\n\tx: 2\n",
                "wrong zone": "version: 1\ntime_zone: Europe/Berlim\n",
                "duplicate key": "version: 1\nversion: 1\n",
                "weight out of range":
                    "version: 1\nrisk: {factors: {a: {weight: 7, when: 'true'}}}\n",
                "cyclic features": "version: 1\nfeatures: {a: 'b', b: 'a'}\n",
                "equal ends": ALWAYS.replace("00:00-24:00", "22:00-22:00"),
                "billion laughs": "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nversion: 1\n",
                "ten thousand schedules of nothing": wide}.items():
            with self.subTest(kind):
                result = self.checked("bad.yaml", text)
                self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
                self.assertIn("bad.yaml", result.stdout + result.stderr)

    def test_binary_huge_and_unreadable_files(self):
        self.run_daemon()
        for kind, make in {
                "binary": lambda path: path.write_bytes(os.urandom(1 << 16)),
                "huge": lambda path: path.write_text("# " + "x" * (64 << 20) + "\n"),
                "unreadable": lambda path: (path.write_text("version: 1\n"), path.chmod(0)),
        }.items():
            with self.subTest(kind):
                path = self.rules / "bad.yaml"
                make(path)
                try:
                    os.chown(path, self.person.uid, self.person.uid)
                    wait_until(lambda: self.ask("org.soteria.rules.Diagnostics")["errors"],
                               20, f"an error about {kind}")
                    found = self.ask("org.soteria.rules.Diagnostics")["diagnostics"]
                    self.assertIn("bad.yaml", json.dumps(found))
                finally:
                    path.unlink()
                wait_until(lambda: not self.ask("org.soteria.rules.Diagnostics")["errors"],
                           20, "the error to go")

    def many_schedules(self, count):
        rules = TARGETS + "quiet_hours:\n" + "".join(
            f"  s{number}: {{name: S{number}, block: [games], "
            "ranges: [{days: daily, time: '00:00-24:00'}]}\n" for number in range(count))
        self.person.write(self.rules / "targets.yaml", rules)

    def test_many_schedules_are_no_trouble(self):
        self.many_schedules(5000)
        self.run_daemon()
        self.assertTrue(self.ask("org.soteria.protection.Check", target="games")["blocked"])

    def test_too_many_schedules_are_refused_in_words(self):
        self.run_daemon()
        self.many_schedules(10000)
        wait_until(lambda: self.ask("org.soteria.rules.Diagnostics")["errors"],
                   what="the file to be refused")
        found = self.ask("org.soteria.rules.Diagnostics")["diagnostics"]
        self.assertIn("too many", found[0]["message"])
        self.assertFalse(self.ask("org.soteria.protection.Check", target="games")["blocked"])
