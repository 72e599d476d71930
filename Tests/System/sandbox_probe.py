#!/usr/bin/python3
"""Tries what a sandboxed service must not be able to do, and prints what came of it as JSON.

Run by the tests as the person without any sandbox, and under the texts of the services' units:
`sandbox_probe.py DIRECTORY` where DIRECTORY is one that everybody may write to, outside the home.
Each answer is "done", the name of the errno, or a value that was read.
"""

import ctypes
import errno
import json
import mmap
import os
import resource
import socket
import subprocess
import sys

libc = ctypes.CDLL(None, use_errno=True)
SYS = {"syslog": 103, "keyctl": 250, "adjtimex": 159}  # x86-64

# A 32-bit program for x86: exit(42).
PROGRAM_32 = bytes.fromhex(
    "7f454c46010101000000000000000000020003000100000054800408340000000000000000000000340020000100"
    "0000000000000100000000000000008004080080040860000000600000000500000000100000"
    "b801000000bb2a000000cd80")


def attempt(action):
    try:
        value = action()
    except OSError as failure:
        return errno.errorcode.get(failure.errno, str(failure.errno))
    return "done" if value is None else value


def checked(result):
    """Raises what a C function left in errno when it answered -1."""
    if result == -1:
        raise OSError(ctypes.get_errno(), "")


def write(path):
    with open(path, "w", encoding="utf-8") as file:
        file.write("x")
    os.unlink(path)


def write_to_own_control_group():
    with open("/proc/self/cgroup", encoding="utf-8") as file:
        path = file.read().strip().rpartition("::")[2]
    with open(f"/sys/fs/cgroup{path}/cgroup.procs", "w", encoding="utf-8") as file:
        file.write("0")


def open_internet_socket(family):
    socket.socket(family, socket.SOCK_DGRAM).close()


def make_writable_and_executable():
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()


def set_user_id_bit(directory):
    path = os.path.join(directory, f"setuid-{os.getpid()}")
    with open(path, "w", encoding="utf-8"):
        pass
    try:
        os.chmod(path, 0o4700)
        if not os.stat(path).st_mode & 0o4000:
            raise OSError(errno.EPERM, "")
    finally:
        os.unlink(path)


def in_child(action):
    """For what would change this process: the answer of a child that tries it."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.write(writing, str(attempt(action)).encode())
        os._exit(0)
    os.close(writing)
    os.wait()
    return os.read(reading, 100).decode() or "killed"


def run_32_bit_program(directory):
    return subprocess.run([os.path.join(directory, "program-32")], check=False).returncode


def status(key):
    with open("/proc/self/status", encoding="utf-8") as file:
        return next(line.split(":")[1].strip() for line in file if line.startswith(key + ":"))


def read_only(path):
    return bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def connect(name):
    with socket.socket(socket.AF_UNIX) as asking:
        asking.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], name))


def mapping():
    with open("/proc/self/uid_map", encoding="utf-8") as file:
        return [[int(word) for word in line.split()] for line in file]


def main():
    everybody, known = sys.argv[1], os.environ
    # The one that it may write: the dashboard's is that of the person's rules.
    state = known.get("STATE_DIRECTORY") or known.get("CONFIGURATION_DIRECTORY") or known["HOME"]
    tried = {
        "write to home": lambda: write(os.path.expanduser("~/probe")),
        "write to the state directory": lambda: write(os.path.join(state, "probe")),
        "write elsewhere": lambda: write(os.path.join(everybody, "probe")),
        "write to own control group": write_to_own_control_group,
        "internet socket": lambda: open_internet_socket(socket.AF_INET),
        "internet socket 6": lambda: open_internet_socket(socket.AF_INET6),
        "netlink socket": lambda: open_internet_socket(socket.AF_NETLINK),
        "unix socket": lambda: open_internet_socket(socket.AF_UNIX),
        "ask the manager": lambda: connect("systemd/private"),
        "ask the bus": lambda: connect("bus"),
        "writable and executable memory": make_writable_and_executable,
        "set-user-id bit": lambda: set_user_id_bit(state),
        "32-bit program": lambda: run_32_bit_program(everybody),
        "read the clock's adjustment":
            lambda: checked(min(0, libc.syscall(SYS["adjtimex"], bytes(512)))),
        "size of the kernel's log": lambda: checked(min(0, libc.syscall(SYS["syslog"], 10, 0, 0))),
        "open the kernel's log": lambda: os.close(os.open("/dev/kmsg", os.O_RDONLY)),
        "trace": lambda: in_child(lambda: checked(libc.ptrace(0, 0, 0, 0))),
        "personality": lambda: in_child(lambda: checked(libc.personality(8))),
        "new user namespace": lambda: in_child(lambda: checked(libc.unshare(0x10000000))),
        "lower own priority": lambda: in_child(lambda: os.setpriority(os.PRIO_PROCESS, 0, 5)),
        "real-time scheduling": lambda: in_child(
            lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))),
        "set the host name": lambda: checked(libc.sethostname(b"probe", 5)),
        "other's executable": lambda: os.readlink(f"/proc/{int(sys.argv[2])}/exe"),
        "session keyring": lambda: libc.syscall(SYS["keyctl"], 0, -3, 0),
    }
    answers = {name: attempt(action) for name, action in tried.items()}
    answers |= {
        "read-only": {path: read_only(path) for path in
                      ("/", "/usr", "/home", "/sys/fs/cgroup", "/proc/sys", "/run/user")},
        "devices": sorted(os.listdir("/dev")),
        "/tmp": sorted(os.listdir("/tmp")),
        "/var/tmp": sorted(os.listdir("/var/tmp")),
        "kernel modules": attempt(lambda: len(os.listdir("/usr/lib/modules"))),
        "user ids": mapping(),
        "root's files belong to": os.stat("/").st_uid,
        "namespaces": {name: os.readlink(f"/proc/self/ns/{name}")
                       for name in ("mnt", "net", "user", "uts")},
        "umask": os.umask(0o077),
        "core": resource.getrlimit(resource.RLIMIT_CORE),
        **{key: status(key) for key in ("NoNewPrivs", "Seccomp", "CapEff", "CapBnd")},
    }
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
