"""Each effect of the sandbox seen at run time: a setting that does nothing scores as well."""

import json
import os
import pathlib
import re
import signal

import installed
from installed import Installed
from machine import SOURCE, STAGE, wait_until
from sandbox_probe import PROGRAM_32

EVERYBODY = STAGE / "everybody"


class Sandbox(Installed):
    """The same probe with and without the sandbox; only the difference proves something."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        EVERYBODY.mkdir(exist_ok=True)
        EVERYBODY.chmod(0o1777)
        program = EVERYBODY / "program-32"
        program.write_bytes(PROGRAM_32)
        program.chmod(0o755)
        pathlib.Path("/tmp/somebody-elses").touch()
        pathlib.Path("/var/tmp/somebody-elses").touch()
        cls.outside = cls.probe("soteria-probe-outside", "[Service]\nType=oneshot\n")
        cls.inside = cls.probe("soteria-probe-inside", cls.sandbox())

    @classmethod
    def sandbox(cls, unit="soteriad.service"):
        """The installed unit, word for word but for what makes it this service's."""
        text = (cls.units / unit).read_text()
        for setting, value in (("ExecStart", None), ("Restart", "no"), ("WatchdogSec", "0"),
                               ("Type", "oneshot"), ("RuntimeDirectory", "soteria-probe")):
            line = "" if value is None else f"{setting}={value}"
            text, count = re.subn(rf"^{setting}=.*$", line, text, flags=re.MULTILINE)
            # Nobody watches the pages' server, which ends by itself.
            assert count == 1 or (count, setting) == (0, "WatchdogSec"), \
                f"{setting} stands {count} times in {unit}"
        text = re.sub("^StateDirectory=.*$", "StateDirectory=soteria-probe", text,
                      flags=re.MULTILINE)
        gone = "ExecReload|ExecStopPost|Requires|Wants|After|PartOf"
        return re.sub(rf"^({gone})=.*$", "", text, flags=re.MULTILINE)

    @classmethod
    def probe(cls, name, text):
        person, result = installed.person, installed.person.runtime / f"{name}.json"
        probe = (f"/usr/bin/python3 {SOURCE}/Tests/System/sandbox_probe.py {EVERYBODY} "
                 f"{person.manager.pid}")
        person.write(cls.units / f"{name}.service", text)
        person.write(cls.units / f"{name}.service.d/probe.conf",
                     f"[Service]\nExecStart={probe}\nStandardOutput=truncate:{result}\n")
        person.systemctl("daemon-reload")
        person.systemctl("start", f"{name}.service")
        return json.loads(result.read_text())

    def answers(self, question):
        return self.outside[question], self.inside[question]

    def test_home_can_be_read_but_not_written(self):
        self.assertEqual(self.answers("write to home"), ("done", "EROFS"))
        self.assertTrue(self.inside["read-only"]["/home"])

    def test_own_state_can_be_written(self):
        self.assertEqual(self.answers("write to the state directory"), ("done", "done"))

    def test_system_can_not_be_written(self):
        self.assertEqual(self.answers("write elsewhere"), ("done", "EROFS"))
        self.assertTrue(self.inside["read-only"]["/"])
        self.assertTrue(self.inside["read-only"]["/usr"])
        self.assertTrue(self.inside["read-only"]["/run/user"])

    def test_control_groups_can_not_be_written(self):
        self.assertEqual(self.answers("write to own control group"), ("done", "EROFS"))
        self.assertTrue(self.inside["read-only"]["/sys/fs/cgroup"])

    def test_kernel_tunables_can_not_be_written(self):
        self.assertEqual([answer["/proc/sys"] for answer in self.answers("read-only")],
                         [False, True])

    def test_temporary_directories_are_private(self):
        for directory in ("/tmp", "/var/tmp"):
            outside, inside = self.answers(directory)
            self.assertIn("somebody-elses", outside)
            self.assertEqual(inside, [])

    def test_devices_are_hidden(self):
        outside, inside = self.answers("devices")
        self.assertIn("kmsg", outside)
        allowed = {"char", "core", "fd", "full", "hugepages", "log", "mqueue", "null", "ptmx",
                   "pts", "random", "shm", "stderr", "stdin", "stdout", "tty", "urandom", "zero"}
        self.assertLessEqual(set(inside), allowed)

    def test_kernel_log_and_modules_are_hidden(self):
        self.assertNotEqual(self.inside["open the kernel's log"], "done")
        self.assertEqual(self.inside["size of the kernel's log"], "EPERM")
        if os.path.isdir("/usr/lib/modules"):
            self.assertIn(self.inside["kernel modules"], (0, "EACCES"))

    def test_there_is_no_network(self):
        self.assertEqual(self.answers("internet socket"), ("done", "EAFNOSUPPORT"))
        self.assertEqual(self.inside["internet socket 6"], "EAFNOSUPPORT")
        self.assertEqual(self.answers("netlink socket"), ("done", "EAFNOSUPPORT"))
        self.assertEqual(self.answers("unix socket"), ("done", "done"))

    def test_manager_is_out_of_reach(self):
        """It would start whatever it is asked for, outside of the sandbox."""
        self.assertEqual(self.answers("ask the manager"), ("done", "EACCES"))
        self.assertEqual(self.answers("ask the bus"), ("done", "EACCES"))

    def test_clock_is_out_of_reach(self):
        self.assertEqual(self.answers("read the clock's adjustment"), ("done", "EPERM"))

    def test_host_name_can_not_be_set(self):
        self.assertEqual(self.inside["set the host name"], "EPERM")

    def test_memory_is_never_writable_and_executable(self):
        self.assertEqual(self.answers("writable and executable memory")[0], "done")
        self.assertIn(self.inside["writable and executable memory"], ("EPERM", "EACCES"))

    def test_no_namespace_can_be_made(self):
        outside, inside = self.answers("new user namespace")
        self.assertEqual(inside, "EPERM")
        if outside != "done":
            self.skipTest(f"this machine refuses user namespaces to everybody ({outside})")

    def test_system_calls_are_filtered(self):
        for call in ("trace", "personality", "lower own priority"):
            with self.subTest(call):
                self.assertEqual(self.answers(call), ("done", "EPERM"))
        self.assertEqual(self.inside["real-time scheduling"], "EPERM")
        self.assertEqual(self.inside["Seccomp"], "2")

    def test_set_user_id_bit_can_not_be_set(self):
        self.assertEqual(self.answers("set-user-id bit"), ("done", "EPERM"))

    def test_foreign_architectures_do_not_run(self):
        outside, inside = self.answers("32-bit program")
        self.assertNotEqual(inside, 42)
        if outside != 42:
            self.skipTest(f"this kernel runs no 32-bit programs at all ({outside})")

    def test_nothing_of_root_is_left(self):
        self.assertEqual(self.answers("root's files belong to"), (0, 65534))
        self.assertEqual(self.inside["user ids"], [[self.person.uid, self.person.uid, 1]])
        self.assertEqual(self.inside["NoNewPrivs"], "1")
        self.assertEqual(int(self.inside["CapEff"], 16), 0)
        self.assertEqual(int(self.inside["CapBnd"], 16), 0)

    def test_namespaces_and_keyring_are_its_own(self):
        for name in ("mnt", "net", "user", "uts"):
            self.assertNotEqual(*(answer[name] for answer in self.answers("namespaces")))
        self.assertNotEqual(*self.answers("session keyring"))

    def test_files_are_made_for_the_person_alone(self):
        self.assertEqual(self.inside["umask"], 0o077)

    def test_no_core_is_dumped(self):
        self.assertEqual(self.inside["core"], [0, 0])
        self.assertNotEqual(self.outside["core"][1], 0)


class AgentsSandbox(Sandbox):
    """The agent has to see what the person's processes run, which the kernel tells nobody in a user
    namespace of their own: so it has none, and what works without."""

    # What only a namespace can do is the daemon's alone.
    test_home_can_be_read_but_not_written = None
    test_system_can_not_be_written = None
    test_control_groups_can_not_be_written = None
    test_kernel_tunables_can_not_be_written = None
    test_temporary_directories_are_private = None
    test_devices_are_hidden = None
    test_kernel_log_and_modules_are_hidden = None
    test_own_state_can_be_written = None
    test_there_is_no_network = None
    test_nothing_of_root_is_left = None
    test_manager_is_out_of_reach = None
    test_namespaces_and_keyring_are_its_own = None

    @classmethod
    def sandbox(cls, unit="soteria-agent.service"):
        return super().sandbox(unit)

    def test_executables_of_the_persons_processes_can_be_read(self):
        seen, = set(self.answers("other's executable"))
        self.assertIn("systemd", seen)

    def test_only_local_sockets_can_be_made(self):
        self.assertEqual(self.answers("internet socket"), ("done", "EAFNOSUPPORT"))
        self.assertEqual(self.inside["internet socket 6"], "EAFNOSUPPORT")
        self.assertEqual(self.answers("netlink socket"), ("done", "EAFNOSUPPORT"))
        self.assertEqual(self.answers("unix socket"), ("done", "done"))

    def test_it_has_and_gets_no_privilege(self):
        self.assertEqual(self.inside["NoNewPrivs"], "1")
        self.assertEqual(int(self.inside["CapEff"], 16), 0)
        self.assertNotEqual(*self.answers("session keyring"))


class DashboardsSandbox(Sandbox):
    """The pages' server has the daemon's sandbox with two openings: the directory of the person's
    rules, and a network, which the pages are served over."""

    # These are the openings.
    test_there_is_no_network = None
    test_namespaces_and_keyring_are_its_own = None

    @classmethod
    def sandbox(cls, unit="soteria-dashboard.service"):
        return super().sandbox(unit)

    def test_only_local_and_internet_sockets_can_be_made(self):
        self.assertEqual(self.answers("internet socket"), ("done", "done"))
        self.assertEqual(self.answers("unix socket"), ("done", "done"))
        self.assertEqual(self.answers("internet socket 6"), ("done", "EAFNOSUPPORT"))
        self.assertEqual(self.answers("netlink socket"), ("done", "EAFNOSUPPORT"))

    def test_other_namespaces_and_the_keyring_are_its_own(self):
        for name in ("mnt", "user", "uts"):
            self.assertNotEqual(*(answer[name] for answer in self.answers("namespaces")))
        self.assertNotEqual(*self.answers("session keyring"))


class SandboxOfTheDaemon(Installed):
    """The daemon itself, looked at from outside while it serves."""

    def setUp(self):
        self.process = pathlib.Path("/proc", str(self.main_pid()))

    def writable(self):
        """What it may write, apart from what is its own."""
        of_its_own = ("/dev", "/proc", "/sys", "/tmp", "/var/tmp")
        return {place for place in self.writable_mounts() if not place.startswith(of_its_own)}

    def writable_mounts(self):
        """Where it sees a file system that is not read-only; what another hides is not seen."""
        for line in (self.process / "mountinfo").read_text().splitlines():
            place = line.split()[4]
            try:
                seen = os.statvfs(f"{self.process}/root{place}")
            except OSError:
                continue
            if not seen.f_flag & os.ST_RDONLY:
                yield place

    def test_daemon_has_no_privilege(self):
        status = dict(line.split(":\t", 1) for line in
                      (self.process / "status").read_text().splitlines() if ":\t" in line)
        self.assertEqual(status["NoNewPrivs"], "1")
        self.assertEqual(status["Seccomp"], "2")
        for key in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
            self.assertEqual(int(status[key], 16), 0, key)

    def test_daemon_lives_in_namespaces_of_its_own(self):
        for name in ("mnt", "net", "user", "uts"):
            self.assertNotEqual(os.readlink(self.process / f"ns/{name}"),
                                os.readlink(f"/proc/self/ns/{name}"), name)

    def test_daemon_that_was_restarted_is_sandboxed_as_well(self):
        """The first start makes the network namespace; a later one must not do without."""
        before = self.main_pid()
        os.kill(before, signal.SIGKILL)
        for restart in ("by itself", "by hand"):
            with self.subTest(restart):
                self.process = pathlib.Path("/proc", str(self.wait_for_restart(before)))
                before = self.main_pid()
                self.test_daemon_lives_in_namespaces_of_its_own()
                self.test_daemon_has_no_privilege()
                self.person.systemctl("restart", "soteriad.service")

    def test_daemon_may_write_its_state_and_its_socket_only(self):
        self.assertEqual(self.writable(), {str(self.state_directory), str(self.socket.parent)})

    def test_nothing_is_logged_about_refused_priorities(self):
        for unit in ("soteriad.service", "soteria-agent.service"):
            with self.subTest(unit):
                self.person.systemctl("restart", unit)
                wait_until(lambda: self.show("ActiveState", unit) == "active", what=unit)
                invocation = self.show("InvocationID", unit)
                text = self.person.journal(f"_SYSTEMD_INVOCATION_ID={invocation}")
                self.assertIn("Soteria", text + self.person.journal("--unit", unit))
                self.assertNotIn("setpriority", text)
                self.assertNotIn("Operation not permitted", text)


class SandboxOfTheDashboard(SandboxOfTheDaemon):
    """The pages' server itself, while somebody looks."""

    # It has the network, nothing starts it again, and its words are other tests'.
    test_daemon_lives_in_namespaces_of_its_own = None
    test_daemon_that_was_restarted_is_sandboxed_as_well = None
    test_daemon_may_write_its_state_and_its_socket_only = None
    test_nothing_is_logged_about_refused_priorities = None

    def setUp(self):
        self.soteria("dashboard", "--print")
        self.pid = int(self.show("MainPID", "soteria-dashboard.service"))
        self.process = pathlib.Path("/proc", str(self.pid))

    def test_it_may_write_the_rules_and_the_ways_in_only(self):
        self.assertEqual(self.writable(), {str(self.rules_directory.parent),
                                           str(self.person.runtime / "soteria-dashboard")})

    def test_it_listens_on_this_machine_only(self):
        own = {os.readlink(each) for each in (self.process / "fd").iterdir()}
        rows = [line.split() for line in (self.process / "net/tcp").read_text().splitlines()[1:]]
        # 0A is LISTEN; the address is that of 127.0.0.1, lowest byte first.
        heard = [row[1].split(":")[0] for row in rows
                 if row[3] == "0A" and f"socket:[{row[9]}]" in own]
        self.assertEqual(heard, ["0100007F"])


class Units(Installed):
    """The unit files as systemd's own checkers see them."""

    def test_verify_is_silent(self):
        units = [self.units / name for name in
                 ("soteriad.service", "soteriad.socket", "soteria-agent.service",
                  "soteria-dashboard.service", "soteria-dashboard.socket")]
        result = self.person.run("systemd-analyze", "--user", "verify", *units)
        self.assertEqual((result.stdout, result.stderr), ("", ""))

    def test_exposure_is_at_most_one(self):
        text = self.person.run("systemd-analyze", "--user", "--no-pager", "security",
                               "soteriad.service").stdout
        score = re.search(r"Overall exposure level for soteriad.service: (\d+\.\d+)", text)
        self.assertLessEqual(float(score[1]), 1.0)

    def test_exposure_of_the_agent_is_what_the_missing_namespaces_leave(self):
        text = self.person.run("systemd-analyze", "--user", "--no-pager", "security",
                               "soteria-agent.service").stdout
        score = re.search(r"Overall exposure level for soteria-agent.service: (\d+\.\d+)", text)
        print(f"     exposure of the agent: {score[1]}", flush=True)
        self.assertLessEqual(float(score[1]), 6.0)
