"""The installer and its counterpart, as a newcomer, an upgrader and a leaver meet them."""

import os
import pathlib
import select
import subprocess

import installed
import machine
from installed import ALWAYS, INTERFACES, Installed
from machine import BINARIES, SOURCE, STAGE, wait_until

INSTALL, UNINSTALL = SOURCE / "systemd/install", SOURCE / "systemd/uninstall"


class Installation(Installed):
    """What stands after the newcomer's one command."""

    def test_status_is_the_last_word(self):
        status = self.soteria("status").stdout
        self.assertTrue(status.strip())
        self.assertIn(status.splitlines()[0], self.installation.stdout)

    def test_units_run_and_start_at_the_next_login(self):
        for unit in ("soteriad.socket", "soteriad.service"):
            self.assertEqual(self.show("ActiveState", unit), "active", unit)
            self.assertEqual(self.show("UnitFileState", unit), "enabled", unit)
        self.assertEqual(self.show("Slice"), "session.slice")

    def test_socket_is_the_persons_alone(self):
        self.assertEqual(self.socket.stat().st_mode & 0o777, 0o600)
        self.assertEqual(self.socket.parent.stat().st_mode & 0o777, 0o700)
        self.assertEqual(self.socket.stat().st_uid, self.person.uid)

    def test_every_interface_is_in_the_registry(self):
        registry = self.person.runtime / "varlink/registry"
        names = {f"org.soteria.{name}" for name in INTERFACES}
        self.assertEqual({entry.name for entry in registry.iterdir()}, names)
        for entry in registry.iterdir():
            self.assertEqual(entry.resolve(), self.socket)
        self.assertLessEqual(names, set(self.call("org.varlink.service.GetInfo")["interfaces"]))

    def test_defaults_are_those_of_the_repository(self):
        directory = self.person.home / ".local/share/soteria/rules.d"
        shipped = {file.name: file.read_text() for file in (SOURCE / "rules/defaults").iterdir()
                   if file.suffix == ".yaml"}
        self.assertEqual({file.name: file.read_text() for file in directory.iterdir()}, shipped)
        self.assertEqual(list(self.rules_directory.iterdir()), [])

    def test_completions_are_programs_of_their_shells(self):
        share = self.person.home / ".local/share"
        script = share / "bash-completion/completions/soteria"
        self.person.run("bash", "-n", script)
        self.assertIn("#compdef soteria", (share / "zsh/site-functions/_soteria").read_text())
        self.assertIn("complete -c",
                      (share / "fish/vendor_completions.d/soteria.fish").read_text())

    def test_binaries_are_static_and_stripped(self):
        binary = self.person.home / ".local/bin/soteriad"
        libraries = self.person.run("ldd", binary).stdout
        self.assertNotIn("libswift", libraries)
        self.assertNotIn("libFoundation", libraries)
        self.assertNotIn(".symtab", self.person.run("readelf", "-SW", binary).stdout)

    def test_doctor_finds_nothing(self):
        result = self.soteria("doctor", check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_first_call_starts_a_stopped_daemon(self):
        self.person.systemctl("stop", "soteriad.service")
        self.assertEqual(self.main_pid(), 0)
        self.call("org.soteria.daemon.GetStatus")
        self.assertNotEqual(self.main_pid(), 0)

    def test_tool_without_a_daemon_says_how_to_start_it(self):
        self.person.systemctl("stop", "soteriad.service", "soteriad.socket")
        result = self.soteria("status", check=False)
        self.person.systemctl("start", "soteriad.socket", "soteriad.service")
        self.assertEqual(result.returncode, 69)
        self.assertIn("systemctl --user start", result.stderr)


class Upgrade(Installed):
    """The installer run again."""

    def test_state_rules_and_calls_survive(self):
        rules = self.write_rules("mine.yaml", ALWAYS)
        self.wait_until_blocked("shopping")
        protection = self.call("org.soteria.protection.Start", target="shopping", seconds=3600)
        events = self.recorded_events()
        before = self.main_pid()
        watching = self.connect()
        self.install()
        self.assertNotEqual(self.main_pid(), before)
        self.assertIsNone(watching.receive())
        self.assertEqual(self.recorded_events()[:len(events)], events)
        self.assertEqual(rules.read_text(), ALWAYS)
        kinds = {each["kind"]: each for each in self.targets()["shopping"]["restrictions"]}
        self.assertEqual(kinds["manual_protection"]["rule"], str(protection["id"]))

    def recorded_events(self):
        """All events that were ever recorded, oldest first."""
        with self.connect() as connection:
            connection.send({"method": "org.soteria.daemon.Events", "more": True})
            events = []
            while True:
                message = connection.receive()
                events += message["parameters"]["events"]
                if not message.get("continues"):
                    return events

    def test_default_that_is_shipped_no_longer_goes(self):
        share = self.person.home / ".local/share/soteria"
        old = self.person.write(share / "rules.d/old.yaml", "version: 1\n")
        with open(share / "installed", "a", encoding="utf-8") as manifest:
            manifest.write(f"{old}\n")
        self.install()
        self.assertFalse(old.exists())

    def test_lost_units_come_back(self):
        (self.units / "soteriad.socket").unlink()
        self.install()
        self.assertEqual(self.show("ActiveState", "soteriad.socket"), "active")
        self.call("org.soteria.daemon.GetStatus")


class Removal(Installed):
    """What goes, what stays, and what goes with --purge."""

    def setUp(self):
        self.install()
        self.state = self.state_directory

    def files(self):
        return {path for path in self.person.home.rglob("*") if not path.is_dir()}

    def test_everything_but_state_and_rules_goes(self):
        mine = self.write_rules("mine.yaml", ALWAYS)
        kept = {path for path in self.files() if self.state in path.parents} | {mine}
        self.person.run(UNINSTALL)
        # A daemon that stops closes its database, and SQLite's two companions go with that.
        kept = {path for path in kept if not path.name.endswith(("-wal", "-shm"))}
        self.assertEqual(self.files(), kept)
        self.assertIn("soteria.sqlite", {path.name for path in kept})
        self.assertEqual(self.show("LoadState"), "not-found")
        self.assertFalse(self.socket.exists())
        registry = self.person.runtime / "varlink/registry"
        self.assertEqual(list(registry.iterdir()), [])
        mine.unlink()

    def test_history_is_there_after_a_new_installation(self):
        count = self.call("org.soteria.daemon.GetStatus")["store"]["events"]
        self.person.run(UNINSTALL)
        self.install()
        self.assertGreater(self.call("org.soteria.daemon.GetStatus")["store"]["events"], count)

    def test_purge_removes_by_name_only(self):
        self.person.write(self.state / "soteria.sqlite.damaged-2026-01-01", "x")
        foreign = self.person.write(self.state / "letter.txt", "not Soteria's")
        self.person.run(UNINSTALL, "--purge")
        self.assertEqual(list(self.state.iterdir()), [foreign])
        foreign.unlink()
        said = self.person.run(UNINSTALL, "--purge").stdout
        self.assertIn("Nothing of Soteria's is installed", said)
        self.assertFalse(self.state.exists())

    def test_installed_copy_removes_itself(self):
        self.person.run(self.person.home / ".local/share/soteria/uninstall", "--purge")
        self.assertEqual(self.files(), set())


class WithoutAManager(Installed):
    """A container, or a shell that came from no login."""

    environment = {"XDG_RUNTIME_DIR": str(STAGE / "nowhere"), "DBUS_SESSION_BUS_ADDRESS": ""}

    def test_newcomer_sees_a_decision_all_the_same(self):
        self.person.run(UNINSTALL, "--purge")
        result = self.install(environment=self.environment, seconds=90)
        self.assertIn("No systemd user manager runs", result.stdout)
        lines = result.stdout.splitlines()
        first = next(place for place, line in enumerate(lines) if "first decision" in line)
        self.assertRegex(lines[first + 1], "(?i)shopping.*block")
        self.assertEqual(self.running_daemons(), "")

    def running_daemons(self):
        return subprocess.run(["pgrep", "-u", str(self.person.uid), "soteriad"],
                              capture_output=True, text=True).stdout

    def test_on_a_terminal_it_stays_until_interrupted(self):
        self.person.run(UNINSTALL, "--purge")
        ours, theirs = os.openpty()
        os.fchown(theirs, self.person.uid, -1)
        process = self.person.start(
            "setsid", "--ctty", "--wait", INSTALL, "--binaries", BINARIES,
            environment=self.environment, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        self.addCleanup(os.close, ours)
        self.addCleanup(process.kill)
        shown = ""
        while "soteria status --socket" not in shown:
            self.assertTrue(select.select([ours], [], [], 60)[0], shown)
            shown += os.read(ours, 4096).decode()
        self.assertIn("runs until Ctrl-C", shown)
        self.assertNotEqual(self.running_daemons(), "")
        os.write(ours, b"\x03")
        self.assertEqual(process.wait(timeout=20), 0)
        self.assertEqual(self.running_daemons(), "")
        self.assertEqual(list(pathlib.Path("/tmp").glob("tmp.*")), [])

    def test_units_are_enabled_for_the_next_login(self):
        wants = self.person.home / ".config/systemd/user/sockets.target.wants/soteriad.socket"
        self.person.run(UNINSTALL, "--purge")
        self.install(environment=self.environment, seconds=90)
        self.assertTrue(wants.is_symlink())
        self.person.run(UNINSTALL, environment=self.environment)
        self.assertFalse(wants.is_symlink())


class Refusals(Installed):
    """Each in a sentence, and nothing half done."""

    def refuse(self, *arguments, environment=None, code=1):
        result = self.person.run(INSTALL, *arguments, environment=environment, check=False)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result.stderr

    def test_unknown_option(self):
        self.assertIn("usage:", self.refuse("--sytem", code=64))

    def test_directory_without_binaries(self):
        self.assertIn("holds no program soteriad", self.refuse("--binaries", "/usr/share"))

    def test_option_without_its_value(self):
        self.assertIn("--binaries needs a directory", self.refuse("--binaries"))

    def test_somebody_elses_home(self):
        said = self.refuse("--binaries", str(BINARIES), environment={"HOME": "/root"})
        self.assertIn("does not belong to", said)

    def test_through_sudo(self):
        result = subprocess.run([INSTALL], env={**os.environ, "SUDO_USER": self.person.name,
                                                "HOME": "/root"}, capture_output=True, text=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("without sudo", result.stderr)

    def test_no_compiler(self):
        said = self.refuse(environment={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"})
        self.assertRegex(said, "Swift 6.2 or newer|there is no sudo|sudo")

    def test_program_that_does_not_run(self):
        broken = self.person.home / "broken"
        self.person.write(broken / "soteriad", "#!/bin/false\n", 0o755)
        self.person.write(broken / "soteria", "#!/bin/false\n", 0o755)
        self.assertIn("does not run on this machine", self.refuse("--binaries", broken))

    def test_service_that_does_not_start(self):
        broken = self.person.home / "broken"
        program = "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\necho no luck today >&2\nexit 3\n"
        self.person.write(broken / "soteriad", program, 0o755)
        self.person.write(broken / "soteria", "#!/bin/sh\necho '#'\n", 0o755)
        said = self.refuse("--binaries", broken)
        self.assertIn("soteriad does not start", said)
        self.assertIn("no luck today", said)
        self.install()
        wait_until(lambda: self.show("ActiveState") == "active", what="the good daemon again")


class ForEverybody(Installed):
    """--system, by root of this machine, for the person."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.person.run(UNINSTALL, "--purge")
        cls.root = {"HOME": "/root", "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
                    "USER": "root", "LANG": "C.UTF-8"}
        cls.result = subprocess.run(
            [INSTALL, "--system", "--binaries", BINARIES], env=cls.root, capture_output=True,
            text=True, stdin=subprocess.DEVNULL)

    @classmethod
    def remove(cls):
        installed.person.systemctl("stop", "soteriad.service", "soteriad.socket", check=False)
        subprocess.run([UNINSTALL, "--system"], env=cls.root, capture_output=True)
        super().remove()

    def test_everybody_gets_it_and_it_goes_again(self):
        self.assertEqual(self.result.returncode, 0, self.result.stdout + self.result.stderr)
        self.assertTrue(os.access("/usr/local/bin/soteria", os.X_OK))
        self.person.systemctl("daemon-reload")
        self.assertEqual(self.show("FragmentPath"),
                         "/usr/local/lib/systemd/user/soteriad.service")
        self.assertEqual(self.show("UnitFileState"), "enabled")
        self.person.systemctl("start", "soteriad.service")
        status = self.call("org.soteria.daemon.GetStatus")
        self.assertEqual(status["executable"], "/usr/local/bin/soteriad")
        paths = {each["path"] for each in status["rules"]["directories"]}
        self.assertIn("/usr/local/share/soteria/rules.d", paths)
        self.check_catalog()
        self.person.systemctl("stop", "soteriad.service", "soteriad.socket")
        gone = subprocess.run([UNINSTALL, "--system"], env=self.root, capture_output=True,
                              text=True)
        self.assertEqual(gone.returncode, 0, gone.stderr)
        left = subprocess.run(["find", "/usr/local", "/etc/systemd/user", "-name", "*soteria*"],
                              capture_output=True, text=True).stdout
        self.assertEqual(left, "")

    def check_catalog(self):
        """`journalctl -x` explains each kind of entry."""
        listed = self.person.run("journalctl", "--list-catalog").stdout
        text = (SOURCE / "systemd/soteria.catalog").read_text()
        ids = [line.split()[1] for line in text.splitlines() if line.startswith("-- ")]
        self.assertTrue(ids)
        for each in ids:
            self.assertIn(each, listed)
        explained = self.person.journal("--unit", "soteriad.service", "--catalog")
        self.assertIn("░░", explained)


class WithoutUserNamespaces(Installed):
    """A machine that forbids them to ordinary people: the service would end with 217."""

    def test_installer_lowers_the_sandbox_and_says_so(self):
        self.person.run(UNINSTALL, "--purge")
        # Each process counts against the limit of the namespace it lives in, which is the whole
        # machine's: so this manager gets a namespace of its own, in which there is no other.
        with machine.forbidden_user_namespaces(self.person):
            result = self.install()
            self.assertIn("forbids user namespaces", result.stdout)
            self.assertEqual(self.show("ActiveState"), "active")
            self.assertTrue(
                (self.units / "soteriad.service.d/without-user-namespaces.conf").exists())
            status = self.call("org.soteria.daemon.GetStatus")
            self.assertTrue(status["store"]["healthy"])
            again = self.install()
            self.assertNotIn("forbids user namespaces", again.stdout)
            self.person.run(UNINSTALL)
        self.assertFalse((self.units / "soteriad.service.d").exists())
