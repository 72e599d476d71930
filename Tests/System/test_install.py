"""The installer and its counterpart, as a newcomer, an upgrader and a leaver meet them."""

import os
import pathlib
import select
import shutil
import subprocess

import installed
import machine
from installed import DASHBOARD, ALWAYS, INTERFACES, Installed
from machine import BINARIES, SOURCE, STAGE, wait_until

INSTALL, UNINSTALL = SOURCE / "systemd/install", SOURCE / "systemd/uninstall"
PROGRAMS = ("soteriad", "soteria", "soteria-agent", "soteria-browser-host", "soteria-sync",
            "soteria-dashboard")


class Installation(Installed):
    """What stands after the newcomer's one command."""

    def test_status_is_the_last_word(self):
        status = self.soteria("status").stdout
        self.assertTrue(status.strip())
        said = self.installation.stdout
        self.assertIn(status.splitlines()[0], said)
        self.assertLess(
            said.index("soteria-agent now blocks apps"), said.index(status.splitlines()[0]))

    def test_browsers_are_named_and_left_alone(self):
        """Which browsers get an extension is the person's decision."""
        self.assertIn("To block sites as well: soteria browser install\n", self.installation.stdout)
        for place in (".config/chromium", ".config/google-chrome", ".mozilla"):
            self.assertFalse((self.person.home / place).exists(), place)

    def test_units_run_and_start_at_the_next_login(self):
        for unit in ("soteriad.socket", "soteriad.service", "soteria-agent.service"):
            self.assertEqual(self.show("ActiveState", unit), "active", unit)
            self.assertEqual(self.show("UnitFileState", unit), "enabled", unit)
        for unit in ("soteriad.service", "soteria-agent.service"):
            self.assertEqual(self.show("Slice", unit), "session.slice")

    def test_agent_starts_with_every_kind_of_session(self):
        """One that knows graphical-session.target, and one that does not."""
        wants = self.person.home / ".config/systemd/user"
        for target in ("graphical-session.target", "default.target"):
            self.assertTrue((wants / f"{target}.wants/soteria-agent.service").is_symlink(), target)
        self.assertIn("graphical-session.target", self.show("PartOf", "soteria-agent.service"))

    def test_menu_entry_is_valid_and_finds_its_program(self):
        share = self.person.home / ".local/share"
        entries = list((share / "applications").iterdir())
        self.assertEqual([entry.name for entry in entries], ["org.soteria.Soteria.desktop"])
        commands = [line.split("=")[1].split()[0] for line in entries[0].read_text().splitlines()
                    if line.startswith(("Exec=", "TryExec="))]
        program = str(self.person.home / ".local/bin/soteria")
        self.assertEqual(set(commands), {program})
        icons = {str(icon.relative_to(share / "icons"))
                 for icon in (share / "icons").rglob("soteria*")}
        self.assertIn("hicolor/scalable/apps/soteria.svg", icons)
        if not shutil.which("desktop-file-validate"):
            self.skipTest("desktop-file-utils is not installed")
        said = self.person.run("desktop-file-validate", entries[0], check=False)
        self.assertEqual((said.returncode, said.stdout + said.stderr), (0, ""))

    def test_socket_is_the_persons_alone(self):
        self.assertEqual(self.socket.stat().st_mode & 0o777, 0o600)
        self.assertEqual(self.socket.parent.stat().st_mode & 0o777, 0o700)
        self.assertEqual(self.socket.stat().st_uid, self.person.uid)

    def test_every_interface_is_in_the_registry(self):
        registry = self.person.runtime / "varlink/registry"
        sockets = {f"org.soteria.{name}": self.socket for name in INTERFACES}
        sockets[f"org.soteria.{DASHBOARD}"] = self.person.runtime / "soteria/dashboard"
        self.assertEqual(
            {entry.name: entry.resolve() for entry in registry.iterdir()}, sockets)
        served = set(self.call("org.varlink.service.GetInfo")["interfaces"])
        self.assertLessEqual({f"org.soteria.{name}" for name in INTERFACES}, served)

    def test_defaults_are_those_of_the_repository(self):
        directory = self.person.home / ".local/share/soteria/rules.d"
        shipped = {file.name: file.read_text() for file in (SOURCE / "rules/defaults").iterdir()
                   if file.suffix == ".yaml" and not file.name.endswith(".test.yaml")}
        self.assertEqual({file.name: file.read_text() for file in directory.iterdir()}, shipped)
        self.assertEqual(list(self.rules_directory.iterdir()), [])

    def test_manual_is_that_of_the_repository(self):
        shipped = {page.name: page.read_text() for page in (SOURCE / "docs/man").iterdir()}
        directory = self.person.home / ".local/share/man"
        pages = {page.name: page.read_text() for page in directory.rglob("*.?")}
        self.assertEqual(pages, shipped)
        self.assertTrue((directory / "man1/soteria-unblock.1").is_file())

    def test_completions_are_programs_of_their_shells(self):
        share = self.person.home / ".local/share"
        script = share / "bash-completion/completions/soteria"
        self.person.run("bash", "-n", script)
        self.assertIn("#compdef soteria", (share / "zsh/site-functions/_soteria").read_text())
        self.assertIn("complete -c",
                      (share / "fish/vendor_completions.d/soteria.fish").read_text())

    def test_binaries_are_static_and_stripped(self):
        for name in PROGRAMS:
            with self.subTest(name):
                binary = self.person.home / ".local/bin" / name
                libraries = self.person.run("ldd", binary).stdout
                self.assertNotIn("libswift", libraries)
                self.assertNotIn("libFoundation", libraries)
                self.assertNotIn(".symtab", self.person.run("readelf", "-SW", binary).stdout)
                self.assertNotIn("PATH)", self.person.run("readelf", "-dW", binary).stdout)

    def test_programs_that_are_one_file_take_its_room_once(self):
        """Each still knows itself by its own name."""
        place = self.person.home / ".local/bin"
        files = {(place / name).stat().st_ino for name in PROGRAMS}
        self.assertEqual(len(files), 3)
        self.assertTrue((place / "soteriad").samefile(place / "soteria-dashboard"))
        self.assertTrue((place / "soteria-agent").samefile(place / "soteria-browser-host"))
        for unit, name in (("soteriad.service", "soteriad"),
                           ("soteria-agent.service", "soteria-agent")):
            running = os.readlink(f"/proc/{self.show('MainPID', unit)}/exe")
            self.assertEqual(running, str(place / name))

    def test_all_programs_are_of_one_version(self):
        said = {name: self.person.run(self.person.home / ".local/bin" / name, "--version").stdout
                for name in PROGRAMS}
        self.assertEqual(len({text.split()[-1] for text in said.values()}), 1, said)

    def test_doctor_finds_nothing(self):
        result = self.soteria("doctor", check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_first_call_starts_a_stopped_daemon(self):
        before = self.main_pid()
        self.person.systemctl("stop", "soteriad.service")
        self.call("org.soteria.daemon.GetStatus")
        self.assertNotIn(self.main_pid(), (0, before))

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
        before, agent = self.main_pid(), self.show("MainPID", "soteria-agent.service")
        watching = self.connect()
        self.install()
        self.assertNotEqual(self.main_pid(), before)
        self.assertNotIn(self.show("MainPID", "soteria-agent.service"), (agent, "0"))
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

    def test_programs_of_0_1_0_give_way(self):
        """There each was a file of its own."""
        place = self.person.home / ".local/bin"
        for name in PROGRAMS:
            own = place / f"{name}.old"
            shutil.copy(place / name, own)
            own.rename(place / name)
        self.install()
        self.assertEqual(len({(place / name).stat().st_ino for name in PROGRAMS}), 3)
        self.assertEqual([file.name for file in place.iterdir() if file.name not in PROGRAMS], [])
        self.assertEqual(self.show("ActiveState"), "active")

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
        icons = self.person.home / ".local/share/icons/hicolor"
        cache = self.person.write(icons / "icon-theme.cache", "")
        cached = icons.stat().st_mtime_ns
        kept = {cache} | {path for path in self.files() if self.state in path.parents} | {mine}
        self.person.run(UNINSTALL)
        # A daemon that stops closes its database, and what stands beside it goes with that.
        kept = {path for path in kept if not path.name.endswith(("-wal", "-shm", "-mark"))}
        self.assertEqual(self.files(), kept)
        self.assertIn("soteria.sqlite", {path.name for path in kept})
        for unit in ("soteriad.service", "soteria-agent.service"):
            self.assertEqual(self.show("LoadState", unit), "not-found")
        self.assertFalse(self.socket.exists())
        self.assertEqual(list(self.person.runtime.glob("soteria*")), [])
        self.assertGreater(icons.stat().st_mtime_ns, cached)
        cache.unlink()
        registry = self.person.runtime / "varlink/registry"
        self.assertEqual(list(registry.iterdir()), [])
        mine.unlink()

    def test_what_was_frozen_runs_and_browsers_forget(self):
        self.write_rules("mine.yaml", ALWAYS.replace("sites: [shop", "apps: [a.b.C], sites: [shop"))
        self.wait_until_blocked("shopping")
        self.soteria("browser", "install")
        manifests = [file for file in self.files() if "org.soteria.browser" in file.name]
        self.assertNotEqual(manifests, [])
        app = self.person.start("systemd-run", "--user", "--quiet", "--scope", "--slice=app.slice",
                                "--unit=app-x-a.b.C-1.scope", "sleep", "infinity", inside=True)
        self.addCleanup(app.communicate)
        self.addCleanup(app.kill)
        events = self.person.group / "app.slice/app-x-a.b.C-1.scope/cgroup.events"
        wait_until(lambda: events.exists() and "frozen 1" in events.read_text(),
                   what="the app to be frozen")
        self.person.run(UNINSTALL)
        self.assertIn("frozen 0", events.read_text())
        self.assertEqual([file for file in manifests if file.exists()], [])

    def test_history_is_there_after_a_new_installation(self):
        count = self.call("org.soteria.daemon.GetStatus")["store"]["events"]
        self.person.run(UNINSTALL)
        self.install()
        self.assertGreater(self.call("org.soteria.daemon.GetStatus")["store"]["events"], count)

    def test_purge_removes_by_name_only(self):
        for name in ["soteria.sqlite.damaged-20261121T213000Z",
                     "soteria.sqlite.replaced-20261121T215602Z",
                     "soteria.sqlite.replaced-20261121T215602Z-wal",
                     "restore-7b0c.tmp", "restore-7b0c.tmp-journal"]:
            self.person.write(self.state / name, "x")
        foreign = self.person.write(self.state / "letter.txt", "not Soteria's")
        self.person.run(UNINSTALL, "--purge")
        self.assertEqual(list(self.state.iterdir()), [foreign])
        foreign.unlink()
        said = self.person.run(UNINSTALL, "--purge").stdout
        self.assertIn("Soteria is not installed", said)
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
        self.assertIn("No systemd user manager is running", result.stdout)
        lines = result.stdout.splitlines()
        first = next(place for place, line in enumerate(lines) if "first decision" in line)
        self.assertRegex(lines[first + 1], "(?i)shopping.*block")
        self.assertEqual(self.running_daemons(), "")

    def running_daemons(self):
        # One that has ended and that nobody has asked about, as orphans here, is none.
        return subprocess.run(["pgrep", "--runstates", "D,R,S,T", "--list-name",
                               "--uid", str(self.person.uid), "soteria"],
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
        self.assertIn("runs until you press Ctrl-C", shown)
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
        self.assertIn("there is no program soteriad", self.refuse("--binaries", "/usr/share"))

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
        for name in PROGRAMS:
            with self.subTest(name):
                broken = self.person.home / "broken"
                for program in PROGRAMS:
                    word = "false" if program == name else "true"
                    self.person.write(broken / program, f"#!/bin/{word}\n", 0o755)
                said = self.refuse("--binaries", broken)
                self.assertIn(f"{name} does not run on this machine", said)

    def test_service_that_does_not_start(self):
        broken = self.person.home / "broken"
        program = "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\necho no luck today >&2\nexit 3\n"
        self.person.write(broken / "soteriad", program, 0o755)
        for name in PROGRAMS[1:]:
            self.person.write(broken / name, "#!/bin/sh\necho '#'\n", 0o755)
        said = self.refuse("--binaries", broken)
        self.assertIn("soteriad did not start", said)
        self.assertIn("no luck today", said)
        self.install()
        self.break_the_agent(broken, program)

    def break_the_agent(self, broken, program):
        for name in PROGRAMS:
            shutil.copy(BINARIES / name, broken / name)
        self.person.write(broken / "soteria-agent", program, 0o755)
        said = self.refuse("--binaries", broken)
        self.assertIn("soteria-agent, which blocks apps, did not start", said)
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
        installed.person.systemctl("stop", "soteria-agent.service", "soteriad.service",
                                   "soteriad.socket", check=False)
        subprocess.run([UNINSTALL, "--system"], env=cls.root, capture_output=True)
        super().remove()

    def test_everybody_gets_it_and_it_goes_again(self):
        self.assertEqual(self.result.returncode, 0, self.result.stdout + self.result.stderr)
        self.assertTrue(os.access("/usr/local/bin/soteria", os.X_OK))
        self.person.systemctl("daemon-reload")
        self.assertEqual(self.show("FragmentPath"),
                         "/usr/local/lib/systemd/user/soteriad.service")
        self.assertEqual(self.show("UnitFileState"), "enabled")
        self.person.systemctl("start", "soteriad.service", "soteria-agent.service")
        agent = pathlib.Path("/proc", self.show("MainPID", "soteria-agent.service"), "exe")
        self.assertEqual(os.readlink(agent), "/usr/local/bin/soteria-agent")
        status = self.call("org.soteria.daemon.GetStatus")
        self.assertEqual(status["executable"], "/usr/local/bin/soteriad")
        paths = {each["path"] for each in status["rules"]["directories"]}
        self.assertIn("/usr/local/share/soteria/rules.d", paths)
        self.check_catalog()
        self.person.systemctl("stop", "soteria-agent.service", "soteriad.service",
                              "soteriad.socket")
        gone = subprocess.run([UNINSTALL, "--system"], env=self.root, capture_output=True,
                              text=True)
        self.assertEqual(gone.returncode, 0, gone.stderr)
        self.assertNotIn("could not be removed", gone.stdout)
        left = subprocess.run(["find", "/usr/local", "/etc/systemd/user", "-name", "*soteria*"],
                              capture_output=True, text=True).stdout
        self.assertEqual(left, "")

    def check_catalog(self):
        """`journalctl -x` explains each kind of entry."""
        listed = self.person.run("journalctl", "--list-catalog").stdout
        text = "".join(file.read_text() for file in (SOURCE / "systemd").glob("*.catalog"))
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
            for unit in ("soteriad.service", "soteria-agent.service"):
                self.assertEqual(self.show("ActiveState", unit), "active")
            self.assertTrue(
                (self.units / "soteriad.service.d/without-user-namespaces.conf").exists())
            status = self.call("org.soteria.daemon.GetStatus")
            self.assertTrue(status["store"]["healthy"])
            again = self.install()
            self.assertNotIn("forbids user namespaces", again.stdout)
            self.person.run(UNINSTALL)
        self.assertFalse((self.units / "soteriad.service.d").exists())
