"""A machine of its own for the system tests: a journal and a `systemd --user` for one person.

`enter()` moves this process into private mount, process, network and host-name namespaces and lays
out in them what a booted machine would have. Nothing of it is seen from outside, and all of it
(mounts, the person, their manager, every process) is gone when the process ends: the person whose
computer this is keeps their own manager, home and state untouched.

Needs root. Works on a machine that systemd booted, and on one that it did not.
"""

import contextlib
import ctypes
import fcntl
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

NAME = "soteria-test"
CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWPID, CLONE_NEWCGROUP, CLONE_NEWNET = (
    0x00020000, 0x04000000, 0x20000000, 0x02000000, 0x40000000)
CONTROL_GROUPS = pathlib.Path("/sys/fs/cgroup")

# Where the outside's files are seen inside, read-only: /home and /root are hidden there.
STAGE = pathlib.Path("/run/soteria-test")
SOURCE, BINARIES, CLIENTS = STAGE / "source", STAGE / "binaries", STAGE / "clients"

# What belongs to the outside and could leak in or be changed: each is an empty directory here.
HIDDEN = {"/home": 755, "/root": 700, "/tmp": 1777, "/var/tmp": 1777, "/var/log": 755,
          "/usr/local": 755, "/etc/soteria": 755, "/etc/systemd/user": 755,
          "/var/lib/systemd/catalog": 755, "/dev/shm": 1777,
          "/etc/chromium/native-messaging-hosts": 755, "/etc/opt/chrome": 755,
          "/usr/lib/mozilla/native-messaging-hosts": 755,
          "/usr/share/chromium/extensions": 755, "/usr/share/mozilla/extensions": 755}

#: Whether the tests have the time for the numbers of `Tests/run --long`.
LONG = os.environ.get("SOTERIA_LONG") == "1"

libc = ctypes.CDLL(None, use_errno=True)


def mount(*arguments):
    subprocess.run(["mount", *map(str, arguments)], check=True)


def wait_until(question, seconds=20, what="it"):
    """The first true answer of `question()`, asked every 20 ms; fails after `seconds`."""
    end = time.monotonic() + seconds
    while True:
        answer = question()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds} s for {what}, in vain")
        time.sleep(0.02)


class Person:
    """Somebody without any privilege, whose commands run under their own systemd manager."""

    def __init__(self, name, uid, home):
        self.name, self.uid, self.home = name, uid, pathlib.Path(home)
        self.runtime = pathlib.Path(f"/run/user/{uid}")
        self.environment = {
            "HOME": str(home), "USER": name, "LOGNAME": name, "SHELL": "/bin/bash",
            "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": str(self.runtime),
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.runtime}/bus",
            "PATH": f"{home}/.local/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
        }

    def command(self, arguments, environment=None):
        """The command line that does this as the person; what is added to the environment does
        not reach setpriv, which is still root."""
        added = [f"{key}={value}" for key, value in (environment or {}).items()]
        return ["setpriv", "--reuid", str(self.uid), "--regid", str(self.uid), "--init-groups",
                "env", *added, *map(str, arguments)]

    def start(self, *arguments, environment=None, inside=False, **keywords):
        """A running process of this person's, with pipes for what it prints. One that is inside
        begins below their manager, which may take it into a scope."""
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
                   "stderr": subprocess.PIPE, "text": True, "cwd": self.home, **keywords}
        command = self.command(arguments, environment)
        if inside:
            command = joining(self.group / "init.scope", command)
        return subprocess.Popen(command, env=self.environment, **options)

    def run(self, *arguments, check=True, seconds=60, environment=None, **keywords):
        """The finished process; with `check`, one that did not exit 0 fails the test."""
        process = self.start(*arguments, environment=environment, **keywords)
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            raise AssertionError(f"{arguments} took longer than {seconds} s\n{out}\n{err}")
        if check and process.returncode != 0:
            raise AssertionError(f"{arguments} ended with {process.returncode}\n{out}\n{err}")
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    def systemctl(self, *arguments, **keywords):
        return self.run("systemctl", "--user", "--no-pager", *arguments, **keywords)

    def journal(self, *arguments, **keywords):
        return self.run("journalctl", "--user", "--no-pager", *arguments, **keywords).stdout

    def write(self, path, text, mode=0o644):
        """A file of this person's, written in place and closed."""
        path = self.home / path
        missing = [parent for parent in path.parents if not parent.exists()]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        for made in [path, *missing]:
            os.chown(made, self.uid, self.uid)
        return path


def joining(group, command):
    """The command line that does this, as root, in a control group."""
    return ["sh", "-c", 'echo $$ >"$0/cgroup.procs" && exec "$@"', str(group), *command]


def enter():
    """Enters the namespaces; returns in the process that is the first one (PID 1) of them."""
    unshare(CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWNET)
    open_loopback()
    mount("--make-rprivate", "/")
    mount_control_groups()
    group = CONTROL_GROUPS / f"soteria-test-{os.getpid()}"
    group.mkdir()
    unshare(CLONE_NEWPID)  # from here on this process can fork once: the child is PID 1
    child = os.fork()
    if child:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: os.kill(child, signal.SIGKILL))
        _, status = os.waitpid(child, 0)
        # The one thing here that outlives the namespaces, so it is the outside that clears it.
        wait_until(lambda: remove_control_groups(group), what=f"{group} to be empty")
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    libc.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: nobody outlives the one who started us
    (group / "cgroup.procs").write_text("0")
    unshare(CLONE_NEWCGROUP | CLONE_NEWNS)
    mount_control_groups()
    mount("-t", "proc", "proc", "/proc")


def unshare(namespaces):
    if libc.unshare(namespaces) != 0:
        reason = os.strerror(ctypes.get_errno())
        sys.exit(f"system tests: this machine gives no private namespaces: {reason}")


def open_loopback():
    """The one network of this machine: what is in it reaches itself, and nothing else."""
    name, is_up = b"lo", 1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        # SIOCSIFFLAGS with a struct ifreq, see netdevice(7).
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", name, is_up))


def mount_control_groups():
    """The unified hierarchy, in place of whatever the machine has there."""
    while subprocess.run(["umount", "-R", CONTROL_GROUPS], stderr=subprocess.DEVNULL,
                         check=False).returncode == 0:
        continue
    mount("-t", "cgroup2", "cgroup2", CONTROL_GROUPS)


def remove_control_groups(top):
    try:
        for directory, _, _ in os.walk(top, topdown=False):
            os.rmdir(directory)
    except OSError:
        return False
    return True


def set_up(source, binaries, clients, number):
    """Lays out the machine and starts its journal; returns the person, not yet logged in. The
    kernel counts some things by user, so each machine that runs now has one of its own."""
    uid = next(uid for uid in range(58000 + 100 * number, 60000) if not known(uid))
    shown = {SOURCE: source, BINARIES: binaries, CLIENTS: clients}
    handles = {inside: os.open(outside, os.O_PATH) for inside, outside in shown.items()}
    mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", "/run")
    STAGE.mkdir()
    for inside, handle in handles.items():
        inside.mkdir()
        mount("--no-canonicalize", "--bind", f"/proc/{os.getpid()}/fd/{handle}", inside)
        mount("-o", "remount,bind,ro", inside)
        os.close(handle)
    for directory, mode in HIDDEN.items():
        if os.path.isdir(directory):
            mount("-t", "tmpfs", "-o", f"mode={mode}", "tmpfs", directory)
    person = add_person(uid)
    delegate_control_group(person)
    set_up_journal()
    return person


def known(uid):
    return subprocess.run(["getent", "passwd", str(uid)], stdout=subprocess.DEVNULL).returncode == 0


def add_person(uid):
    """A person in a copy of /etc/passwd that only these namespaces see."""
    home = f"/home/{NAME}"
    for file, line in (("passwd", f"{NAME}:x:{uid}:{uid}::{home}:/bin/bash\n"),
                       ("group", f"{NAME}:x:{uid}:\n")):
        copy = STAGE / file
        copy.write_text(pathlib.Path("/etc", file).read_text() + line)
        mount("--bind", copy, f"/etc/{file}")
    person = Person(NAME, uid, home)
    os.mkdir(home, 0o755)
    os.chown(home, uid, uid)
    person.runtime.mkdir(parents=True)
    mount("-t", "tmpfs", "-o", f"mode=700,uid={uid},gid={uid}", "tmpfs", person.runtime)
    return person


def delegate_control_group(person):
    """The part of the hierarchy that logind would give the person's manager."""
    slices = f"user.slice/user-{person.uid}.slice/user@{person.uid}.service"
    person.group = CONTROL_GROUPS / slices
    person.group.mkdir(parents=True)
    # Where the system's manager would live: systemd looks here for whether anything can be frozen.
    (CONTROL_GROUPS / "init.scope").mkdir()
    for path in (person.group, *person.group.iterdir()):
        os.chown(path, person.uid, person.uid)


def set_up_journal():
    """A journal on disk (here: memory), since a person may read only that kind of their own."""
    for directory in ("systemd/journal", "systemd/system", "systemd/unit-root", "log/journal"):
        pathlib.Path("/run", directory).mkdir(parents=True)
    pathlib.Path("/var/log/journal").mkdir()
    log = open("/run/soteria-test/journald.log", "w", encoding="utf-8")
    subprocess.Popen(["/lib/systemd/systemd-journald"], stdin=subprocess.DEVNULL,
                     stdout=log, stderr=log)
    wait_until(lambda: os.path.exists("/run/systemd/journal/socket"), what="the journal")
    subprocess.run(["journalctl", "--flush"], check=False, stderr=subprocess.DEVNULL)


def log_in(person, namespace=None):
    """Starts the person's manager in their own control group and waits until it is ready."""
    command = joining(person.group, person.command(["/lib/systemd/systemd", "--user"]))
    if namespace:
        command = ["nsenter", f"--user=/proc/{namespace}/ns/user", *command]
    person.manager = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        cwd=person.home, env={**person.environment, "SYSTEMD_LOG_TARGET": "journal"})

    def ready():
        answer = person.systemctl("is-system-running", check=False).stdout.strip()
        return answer in ("running", "degraded")

    wait_until(ready, what=f"the manager of {person.name}")


def log_out(person):
    person.systemctl("exit", check=False)
    try:
        person.manager.wait(timeout=20)
    except subprocess.TimeoutExpired:
        person.manager.kill()
        person.manager.wait()


@contextlib.contextmanager
def forbidden_user_namespaces(person):
    """Another login of the person's, in which no process may make a user namespace.

    The kernel's limit belongs to a user namespace. So this manager lives in one that maps every
    id to itself and allows none below it, and the machine's own limit is left alone.
    """
    keeper = subprocess.Popen(["unshare", "--user", "sleep", "infinity"])
    try:
        outer = os.readlink("/proc/self/ns/user")
        wait_until(lambda: os.readlink(f"/proc/{keeper.pid}/ns/user") != outer)
        for kind in ("uid_map", "gid_map"):
            pathlib.Path(f"/proc/{keeper.pid}/{kind}").write_text("0 0 4294967295")
        limit = "echo 0 >/proc/sys/user/max_user_namespaces"
        subprocess.run(["nsenter", f"--user=/proc/{keeper.pid}/ns/user", "sh", "-c", limit],
                       check=True)
        log_out(person)
        log_in(person, namespace=keeper.pid)
        yield
        log_out(person)
        log_in(person)
    finally:
        keeper.kill()
        keeper.wait()


def empty_home(person):
    """Home as on the first day: what one group of tests left does not reach the next."""
    for entry in person.home.iterdir():
        shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
