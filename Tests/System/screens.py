"""What a graphical session has beside its apps: a display, and somebody who shows notifications."""

import importlib.util
import json
import os
import shutil
import subprocess

import installed
from machine import wait_until


def missing_programs(*programs, module=None):
    """In words what a test needs and this machine lacks; None where nothing is missing."""
    missing = [name for name in programs if not shutil.which(name)]
    if module and not importlib.util.find_spec(module):
        missing.append(f"python3-{module}")
    return f"not installed: {', '.join(missing)}" if missing else None


class Display:
    """An X server without a screen."""

    def __init__(self, person):
        os.makedirs("/tmp/.X11-unix", exist_ok=True)
        os.chmod("/tmp/.X11-unix", 0o1777)
        # Abstract sockets would be seen outside, where another display may have the number.
        self.process = person.start("Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-nolisten",
                                    "local", "-screen", "0", "1024x768x24",
                                    stderr=subprocess.DEVNULL)
        number = self.process.stdout.readline().strip()
        if not number:
            raise AssertionError("Xvfb does not start")
        self.name = f":{number}"

    def close(self):
        self.process.kill()
        self.process.communicate()


class Compositor:
    """A Wayland compositor without a screen, as a service of the person's manager. As desktops do,
    it has the manager know its variables; `environment` has those that its own clients need."""

    def __init__(self, person, *command, environment=None, **variables):
        self.person, before = person, self.sockets(person)
        self.unit = f"session-{os.path.basename(command[0])}.service"
        given = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1",
                 "WLR_RENDERER": "pixman", **(environment or {})}
        person.run("systemd-run", "--user", "--quiet", "--collect", f"--unit={self.unit}",
                   "--slice=session.slice",
                   *(f"--setenv={key}={value}" for key, value in given.items()), *command)
        self.name, = wait_until(lambda: self.sockets(person) - before, what=command[0])
        self.environment = {"WAYLAND_DISPLAY": self.name, **variables}
        import_environment(person, self.environment)

    @staticmethod
    def sockets(person):
        return {path.name for path in person.runtime.glob("wayland-*") if path.is_socket()}

    def kill(self):
        """As a crash would."""
        self.person.systemctl("kill", "--signal", "KILL", self.unit)
        self.forget_sockets()

    def close(self):
        forget_environment(self.person, self.environment)
        self.person.systemctl("stop", self.unit, check=False)
        self.forget_sockets()

    def forget_sockets(self):
        """So that the next one's is seen to be new."""
        for name in (self.name, self.name + ".lock"):
            (self.person.runtime / name).unlink(missing_ok=True)


def import_environment(person, variables):
    """What a desktop does with `systemctl --user import-environment` when it starts."""
    person.systemctl("set-environment", *(f"{key}={value}" for key, value in variables.items()))


def forget_environment(person, variables):
    person.systemctl("unset-environment", *variables, check=False)


class Dunst:
    """A real notification daemon, with a menu program that presses the button of a name."""

    CONFIGURATION = """\
[global]
    dmenu = {press}
    history_length = 100
    sticky_history = yes
    idle_threshold = 0
    monitor = 0
[urgency_normal]
    timeout = 0
"""

    def __init__(self, person, display):
        self.person = person
        self.wish = person.home / "dunst/button"
        press = person.write(
            "dunst/press", f"#!/bin/sh\nexec grep -m1 -F -f {self.wish}\n", 0o755)
        configuration = person.write("dunst/dunstrc",
                                     self.CONFIGURATION.format(press=press))
        self.process = person.start("dunst", "-conf", configuration,
                                    environment={"DISPLAY": display.name},
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: self.control("count", check=False).returncode == 0, what="dunst")

    def control(self, *words, check=True):
        return self.person.run("dunstctl", *words, check=check)

    def displayed(self):
        return int(self.control("count", "displayed").stdout)

    def press(self, label):
        """Opens the newest notification's menu and chooses."""
        self.person.write("dunst/button", label + "\n")
        self.control("context")

    def history(self):
        """What was shown and is gone, newest first: field by name."""
        groups = json.loads(self.control("history").stdout)["data"]
        return [{key: field["data"] for key, field in each.items()}
                for group in groups for each in group]

    def close(self):
        self.process.kill()
        self.process.wait()
