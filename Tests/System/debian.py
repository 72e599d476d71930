"""A small Debian of its own, booted in namespaces, for the tests of the package.

It is unpacked from what `fetch-debian` made, into memory, and its systemd is the first process of
it: with logind, journal, buses and user managers as on a machine. What it does is gone with it.
"""

import os
import pathlib
import shutil
import subprocess
import unittest

import machine
from machine import BINARIES, CLIENTS, CONTROL_GROUPS, SOURCE, STAGE, wait_until

ARCHIVE = CLIENTS / "debian.tar"
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8",
               "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}

PACKAGE = SOURCE / "systemd/package"
# What it is compressed with costs most of the time of making it, and is no matter here.
QUICK = {**os.environ, "DPKG_DEB_COMPRESSOR_TYPE": "gzip", "DPKG_DEB_COMPRESSOR_LEVEL": "1"}

# What a container's manager gives the system that it starts; $1 is its root.
BOOT = """\
set -e
mount -t proc proc "$1/proc"
mount -t sysfs -o ro sysfs "$1/sys"
mount -t cgroup2 cgroup2 "$1/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$1/run"
mount -t tmpfs -o mode=755 tmpfs "$1/dev"
for device in null zero full random urandom tty; do
    touch "$1/dev/$device"
    mount --bind "/dev/$device" "$1/dev/$device"
done
mkdir "$1/dev/pts" "$1/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$1/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
ln -s pts/ptmx "$1/dev/ptmx"
ln -s /proc/self/fd "$1/dev/fd"
# Not chroot: from within one the kernel lets nobody make a user namespace.
cd "$1"
pivot_root . mnt
umount --lazy mnt
exec env -i container=soteria-test PATH="$PATH" /lib/systemd/systemd
"""

made = {}


def package(version=None, again=False):
    """The path of a package made of this run's programs."""
    if not shutil.which("dpkg-deb"):
        raise unittest.SkipTest("this is no Debian")
    if version not in made or again:
        output = STAGE / f"package-{version or 'own'}{'-again' if again else ''}"
        options = ["--version", version] if version else []
        said = subprocess.run(
            [PACKAGE, "--binaries", BINARIES, "--output", output, *options], env=QUICK,
            stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if said.returncode != 0:
            raise AssertionError(said.stdout + said.stderr)
        path = pathlib.Path(said.stdout.splitlines()[-1])
        if again:
            return path
        made[version] = path
    return made[version]


class Debian:
    """The booted system; `stop` ends it."""

    def __init__(self):
        self.root = STAGE / "debian"
        self.root.mkdir()
        machine.mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", self.root)
        subprocess.run(["tar", "-x", "-p", "-f", ARCHIVE, "-C", self.root, "--numeric-owner"],
                       check=True)
        # It runs only while the machine has nothing else to do, and the boot waits for it.
        (self.root / "etc/systemd/system/e2scrub_reap.service").symlink_to("/dev/null")
        self.group = CONTROL_GROUPS / "debian"
        self.group.mkdir()
        command = ["unshare", "--mount", "--uts", "--ipc", "--pid", "--cgroup", "--fork",
                   "--kill-child", "sh", "-c", BOOT, "sh", str(self.root)]
        log = STAGE / "debian.log"
        with log.open("w", encoding="utf-8") as console:
            self.process = subprocess.Popen(
                machine.joining(self.group, command), stdin=subprocess.DEVNULL,
                stdout=console, stderr=console)
        children = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        with_init = wait_until(lambda: open(children, encoding="ascii").read().split(),
                               what="the first process of Debian")
        self.init = with_init[0]
        try:
            wait_until(self.is_up, 60, "Debian to boot")
        except AssertionError as late:
            state = self.run("systemctl", "list-jobs", check=False)
            self.stop()
            raise AssertionError(f"{late}\n{log.read_text()}{state.stdout}{state.stderr}") from None

    def is_up(self):
        state = self.run("systemctl", "is-system-running", check=False).stdout.strip()
        return state in ("running", "degraded")

    def stop(self):
        self.process.kill()
        self.process.wait()
        wait_until(lambda: machine.remove_control_groups(self.group),
                   what=f"{self.group} to be empty")
        subprocess.run(["umount", "--lazy", self.root], check=True)
        self.root.rmdir()

    def run(self, *arguments, check=True, seconds=180, environment=None):
        """The finished process of a command that is run in it as root."""
        command = ["nsenter", "--target", self.init, "--mount", "--uts", "--ipc", "--pid",
                   "--cgroup", "--root", "--wdns=/", *map(str, arguments)]
        done = subprocess.run(
            command, env={**ENVIRONMENT, **(environment or {})}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=seconds)
        if check and done.returncode != 0:
            raise AssertionError(
                f"{arguments} ended with {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done

    def install(self, package):
        """Puts a package in and installs it; what it depends on is there, or in apt's cache."""
        shutil.copy(package, self.root / "var/tmp")
        return self.run("apt-get", "--yes", "--quiet", "--no-install-recommends", "--reinstall",
                        "--allow-downgrades", "install", f"/var/tmp/{package.name}")

    def add(self, name):
        """Somebody whose manager runs from now on, as after a login."""
        self.run("useradd", "--create-home", "--shell", "/bin/bash", name)
        self.run("loginctl", "enable-linger", name)
        resident = Resident(self, name, self.run("id", "-u", name).stdout.strip())
        wait_until(resident.is_logged_in, what=f"the manager of {name}")
        return resident


class Resident:
    """Somebody in that Debian."""

    def __init__(self, system, name, uid):
        self.system, self.name, self.uid = system, name, uid
        #: Their home, seen from outside.
        self.home = system.root / "home" / name

    def run(self, *arguments, check=True):
        runtime = f"/run/user/{self.uid}"
        environment = {"HOME": f"/home/{self.name}", "USER": self.name,
                       "XDG_RUNTIME_DIR": runtime,
                       "DBUS_SESSION_BUS_ADDRESS": f"unix:path={runtime}/bus"}
        return self.system.run("setpriv", "--reuid", self.uid, "--regid", self.uid,
                               "--init-groups", *arguments, check=check,
                               environment=environment)

    def systemctl(self, *arguments, check=True):
        return self.run("systemctl", "--user", "--no-pager", *arguments, check=check)

    def is_logged_in(self):
        state = self.systemctl("is-system-running", check=False).stdout.strip()
        return state in ("running", "degraded")

    def show(self, key, unit="soteriad.service"):
        return self.systemctl("show", "--value", "--property", key, unit).stdout.strip()

    def write(self, path, text):
        """A file of theirs below their home."""
        path = self.home / path
        missing = [parent for parent in path.parents if not parent.exists()]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        for made in [path, *missing]:
            os.chown(made, int(self.uid), int(self.uid))
        return path
