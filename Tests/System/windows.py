"""Desktops without a screen, and apps with windows on them."""

import itertools
import json
import os
import subprocess
import unittest

from apps import GLANCE_LIMIT, App, WithApps, reap
from machine import SOURCE, wait_until
from screens import (Compositor, Display, forget_environment, import_environment,
                     missing_programs)

GTK_APP = SOURCE / "Tests/System/gtk_app.py"

numbers = itertools.count(1)


class Window(App):
    """An app with one window, in a unit of its own unless it is started in another one's."""

    def __init__(self, app_id, unit):
        super().__init__(unit)
        self.app_id = app_id

    def command(self, *options):
        return ["/usr/bin/python3", "-B", GTK_APP, self.file, "--id", self.app_id, *options]

    def own_pid(self):
        """Of the process that was started with its file, wherever it is."""
        found = subprocess.run(["pgrep", "--full", str(self.file)], stdout=subprocess.PIPE,
                               text=True, check=True)
        return int(found.stdout.split()[0])

    @property
    def frames(self):
        return self.count() or 0


class Sway:
    """sway, whose windows are brought to the front by its own command."""

    NAMES, SOURCE = ("sway", "swaylock"), "sway"
    PUTS_AWAY = False

    def __init__(self, person, tells=True):
        self.person = person
        self.socket = person.runtime / f"ipc.{next(numbers)}"
        configuration = person.write("sway/config", "output * resolution 1280x720\n")
        self.compositor = Compositor(
            person, "sway", "--config", configuration, environment={"SWAYSOCK": self.socket},
            **({"SWAYSOCK": self.socket} if tells else {}))
        wait_until(self.socket.exists, what="sway's socket")
        self.environment = {"WAYLAND_DISPLAY": self.compositor.name, "GDK_BACKEND": "wayland"}

    def message(self, *words, check=True):
        return self.person.run("swaymsg", "--socket", self.socket, *words, check=check)

    def windows(self):
        """The app id and process of each window, and which has the keyboard."""
        def below(node):
            yield node
            for child in node["nodes"] + node["floating_nodes"]:
                yield from below(child)

        tree = json.loads(self.message("--raw", "--type", "get_tree").stdout)
        return [node for node in below(tree) if node.get("pid") and node["type"] != "workspace"]

    def shows(self, window):
        return any(each["app_id"] == window.app_id for each in self.windows())

    def bring(self, *windows):
        """Brings one after the other to the front."""
        self.message("; ".join(f'[app_id="^{each.app_id}$"] focus' for each in windows))

    def front(self):
        """The app id of what has the keyboard; None if nothing has."""
        return next((each["app_id"] for each in self.windows() if each["focused"]), None)

    def title(self, window):
        return next(each["name"] for each in self.windows() if each["app_id"] == window.app_id)

    def touch(self):
        """As if the person moved the pointer."""
        self.message("seat - cursor move 5 5")

    def kill(self):
        self.compositor.kill()

    def close(self):
        self.compositor.close()


class SwayByWayland(Sway):
    """sway, as the compositors that tell by the protocol of wlroots."""

    SOURCE = "wayland"

    def __init__(self, person):
        super().__init__(person, tells=False)


class Openbox:
    """An X server with a window manager."""

    NAMES, SOURCE = ("Xvfb", "openbox", "xdotool", "xprop"), "x11"
    PUTS_AWAY = True

    MANAGER = "openbox"

    def __init__(self, person):
        self.person = person
        self.display = Display(person)
        self.variables = {"DISPLAY": self.display.name}
        self.environment = {**self.variables, "GDK_BACKEND": "x11"}
        self.manager = person.start(
            *self.manager_command(), environment=self.variables, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        wait_until(lambda: "window id" in self.property("-root", "_NET_SUPPORTING_WM_CHECK"),
                   what=self.MANAGER)
        import_environment(person, self.variables)

    def manager_command(self):
        return ["openbox"]

    def run(self, *words, check=True):
        return self.person.run(*words, environment=self.variables, check=check)

    def property(self, *words):
        return self.run("xprop", *words, check=False).stdout

    def id_of(self, window):
        """The number of its window; None if it has none."""
        found = self.run("xdotool", "search", "--class", f"^{window.app_id}$", check=False)
        ids = [each for each in found.stdout.split()
               if "window state" in self.property("-id", each, "WM_STATE")]
        return ids[0] if ids else None

    def shows(self, window):
        return self.id_of(window) is not None

    def bring(self, *windows):
        """As a pager does: the window manager brings back what is minimised."""
        self.run("xdotool", *(word for each in windows
                              for word in ("windowactivate", self.id_of(each))))

    def front(self):
        active = self.property("-root", "32x", " $0", "_NET_ACTIVE_WINDOW").split()[-1]
        names = self.property("-id", active, "WM_CLASS").split('"')
        return names[3] if len(names) > 3 else None

    def title(self, window):
        return self.run("xdotool", "getwindowname", self.id_of(window)).stdout

    def is_minimised(self, window):
        return "Iconic" in self.property("-id", self.id_of(window), "WM_STATE")

    def touch(self):
        self.run("xdotool", "mousemove_relative", "5", "5")

    def kill(self):
        reap(self.display.process)

    def close(self):
        forget_environment(self.person, self.variables)
        reap(self.manager)
        reap(self.display.process)


class I3(Openbox):
    """i3, which speaks sway's protocol about X11 windows."""

    NAMES, SOURCE, MANAGER = ("Xvfb", "i3", "xdotool", "xprop"), "sway", "i3"
    PUTS_AWAY = False

    def manager_command(self):
        self.socket = self.person.runtime / f"i3.{next(numbers)}"
        self.variables["I3SOCK"] = self.socket
        configuration = self.person.write(
            "i3/config", f"# i3 config file (v4)\nipc-socket {self.socket}\n")
        return ["i3", "-c", configuration]


class OnDesktop(WithApps):
    """A person at a desktop, which `DESKTOP` names."""

    DESKTOP = None

    @classmethod
    def setUpClass(cls):
        if cls.DESKTOP is None:
            raise unittest.SkipTest("what each desktop has, without one")
        missing = missing_programs(*cls.DESKTOP.NAMES, module="gi")
        if missing:
            raise unittest.SkipTest(missing)
        super().setUpClass()
        cls.begin_desktop()

    def setUp(self):
        super().setUp()
        self.wait_for_source(self.DESKTOP.SOURCE)
        # The windows of the test before came to the front again as others ended.
        self.wait_until_used()

    @classmethod
    def begin_desktop(cls):
        cls.desktop = cls.DESKTOP(cls.person)
        cls.addClassCleanup(cls.desktop.close)

    def source(self):
        """What the agent says tells it of windows, and of the person."""
        return self.call("org.soteria.usage.Today").get("source") or {}

    def wait_for_source(self, word, seconds=30):
        """Until the agent's source has this name. It looks when a target is reached, and when an
        app starts as long as it knows none."""
        if self.source().get("front") != word:
            self.person.systemctl("restart", "paths.target")
        wait_until(lambda: self.source().get("front") == word, seconds, f"the source {word}")

    def window(self, app_id, unit=None, options=(), wait=True):
        """An app whose window is the last one that came to the front."""
        window = Window(app_id, unit or f"app-x-{app_id}-{next(numbers)}.scope")
        self.apps.append(window)
        window.process = self.person.start(
            "systemd-run", "--user", "--quiet", "--scope", "--slice=app.slice",
            f"--unit={window.unit}", *window.command(*options),
            environment=self.desktop.environment, inside=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, window)
        if wait:
            wait_until(lambda: self.desktop.front() == app_id, what=f"{app_id} in front")
        return window

    def activatable(self, app_id):
        """An app with a file by which the session's bus starts it when its name is asked for."""
        window = Window(app_id, "dbus.service")
        command = " ".join(map(str, window.command("--own", app_id)))
        variables = " ".join(f"{key}={value}" for key, value in self.desktop.environment.items())
        path = self.person.write(
            f".local/share/dbus-1/services/{app_id}.service",
            f"[D-BUS Service]\nName={app_id}\nExec=/usr/bin/env {variables} {command}\n")
        self.addCleanup(self.bus, "ReloadConfig")
        self.addCleanup(path.unlink)
        self.bus("ReloadConfig")
        return window

    def activate(self, app_id):
        self.bus("StartServiceByName", "su", app_id, "0")

    def bus(self, method, *arguments):
        name = "org.freedesktop.DBus"
        return self.person.run("busctl", "--user", "call", name, "/org/freedesktop/DBus", name,
                               method, *arguments)

    def end(self, window):
        self.person.systemctl("kill", "--signal", "KILL", window.unit, check=False)
        self.person.systemctl("thaw", window.unit, check=False)
        reap(window.process)
        if window in self.apps:
            self.apps.remove(window)

    def used(self):
        """The targets that are in use now."""
        return {each["target"] for each in self.call("org.soteria.usage.Today")["targets"]
                if each["running"]}

    def wait_until_used(self, *targets, seconds=10 + GLANCE_LIMIT):
        wait_until(lambda: self.used() == set(targets), seconds,
                   f"{targets or 'nothing'} to be used: {self.used()} is")

    def sessions(self, target):
        with self.connect() as connection:
            connection.send({"method": "org.soteria.usage.Sessions",
                             "parameters": {"target": target}, "more": True})
            found = []
            while True:
                message = connection.receive()
                found += message["parameters"]["sessions"]
                if not message.get("continues"):
                    return found

    def agent_memory(self):
        """The agent's own writable memory, as root reads it."""
        pid, pieces = self.agent_pid(), []
        with open(f"/proc/{pid}/maps", encoding="utf-8") as maps, \
                open(f"/proc/{pid}/mem", "rb", 0) as memory:
            for line in maps:
                place, mode, *rest = line.split()
                if not mode.startswith("rw") or rest[-1] in ("[vvar]", "[vsyscall]"):
                    continue
                start, end = (int(each, 16) for each in place.split("-"))
                try:
                    memory.seek(start)
                    pieces.append(memory.read(end - start))
                except OSError:
                    continue
        return b"\0".join(pieces)
