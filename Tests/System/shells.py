"""KDE's and GNOME's own compositors, each with a screen that nobody sees."""

import json
import os
import pathlib
import re
import subprocess

import dbus
from dbus.lowlevel import SignalMessage

import installed
from machine import SOURCE, wait_until

WINDOW = SOURCE / "Tests/System/window_app.py"


class Desktop:
    """A compositor as a service of the person's manager, as desktops start theirs. A subclass says
    what its programs are, and how a window is brought to the front."""

    unit = name = socket = None

    def __init__(self, person):
        self.person = person
        self.variables = {"WAYLAND_DISPLAY": self.socket, "XDG_CURRENT_DESKTOP": self.name,
                          "XDG_SESSION_TYPE": "wayland"}
        self.others = self.manager_variables()
        self.bus = installed.as_person(
            lambda: dbus.bus.BusConnection(f"unix:path={person.runtime}/bus"))

    def begin(self):
        self.start()
        # As the session does it: the agent learns of its display in this way.
        settings = [f"{key}={value}" for key, value in self.variables.items()]
        self.person.systemctl("set-environment", *settings)

    def manager_variables(self):
        lines = self.person.systemctl("show-environment").stdout.splitlines()
        return {line.partition("=")[0] for line in lines}

    def start(self):
        self.run(self.unit, *self.command(), **self.environment())
        wait_until(self.answers, 60, f"{self.unit} to answer")

    def run(self, unit, *command, **variables):
        words = [f"--setenv={key}={value}" for key, value in variables.items()]
        self.person.run("systemd-run", "--user", "--quiet", "--collect", "--slice=session.slice",
                        f"--unit={unit}", *words, *command)

    def environment(self):
        return {**self.variables, "WAYLAND_DISPLAY": ""}

    def answers(self):
        return (self.person.runtime / self.socket).exists() and self.bus.name_has_owner(self.owner)

    def kill(self):
        self.person.systemctl("kill", "--signal=KILL", self.unit)
        wait_until(lambda: not self.bus.name_has_owner(self.owner), what=f"{self.unit} to be gone")
        for file in self.person.runtime.glob(f"{self.socket}*"):
            file.unlink()

    def close(self):
        self.person.systemctl("stop", self.unit, check=False)
        # A session manager has set more of them.
        self.person.systemctl("unset-environment", *(self.manager_variables() - self.others))
        self.bus.close()

    def call(self, path, interface, method, *arguments):
        found = self.bus.get_object(self.owner, path, introspect=False)
        return dbus.Interface(found, interface).get_dbus_method(method)(*arguments)


class KWin(Desktop):
    """KDE's compositor; its windows are found and brought to the front by what KRunner calls."""

    unit, name, socket, owner = "kwin.service", "KDE", "wayland-kwin", "org.kde.KWin"

    def command(self):
        # Debian's has a capability of its file's, which cannot be had everywhere.
        copy = self.person.write("bin/kwin_wayland", "", 0o755)
        copy.write_bytes(pathlib.Path("/usr/bin/kwin_wayland").read_bytes())
        return (copy, "--virtual", "--width", "1280", "--height", "800", "--socket", self.socket,
                "--no-lockscreen", "--no-global-shortcuts")

    def environment(self):
        # Drawn by the processor.
        return {**super().environment(), "KWIN_COMPOSE": "Q"}

    def windows(self, app):
        """The ids of an app's windows."""
        found = self.call("/WindowsRunner", "org.kde.krunner1", "Match", app)
        ids = {re.sub(r"^\d+_", "", str(match[0])) for match in found}
        return [each for each in ids if self.information(each).get("desktopFile") == app]

    def shows(self, app):
        return len(self.windows(app)) == 1

    def information(self, window):
        return self.call("/KWin", "org.kde.KWin", "getWindowInfo", window)

    def activate(self, app):
        window, = self.windows(app)
        self.call("/WindowsRunner", "org.kde.krunner1", "Run", f"0_{window}", "")

    def is_minimised(self, app):
        window, = self.windows(app)
        return bool(self.information(window)["minimized"])

    def scripting(self, method, *arguments):
        return self.call("/Scripting", "org.kde.kwin.Scripting", method, *arguments)


class GNOMEShell(Desktop):
    """GNOME's compositor, with an extension that does what a person would, and GNOME's session
    manager, which knows what inhibits idleness."""

    unit, name, socket, owner = "gnome-shell.service", "GNOME", "wayland-gnome", "org.gnome.Shell"
    SESSION = "gnome-session.service"
    EXTENSION = "test@soteria.org"
    SCRIPT = """\
const {Clutter, Gio, GLib} = imports.gi;
const Main = imports.ui.main;
const methods = ['Count', 'Activate', 'IsMinimised', 'Indicator', 'Click', 'Press'];
const xml = `<node><interface name="org.soteria.Test">${methods.map(name =>
    `<method name="${name}"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>`)
}</interface></node>`;

class Test {
    enable() {
        // The overview, with which a session begins, has the keyboard for itself.
        Main.layoutManager.connect('startup-complete', () => Main.overview.hide());
        this._object = Gio.DBusExportedObject.wrapJSObject(xml, this);
        this._object.export(Gio.DBus.session, '/org/soteria/Test');
    }

    disable() {
        this._object.unexport();
    }

    _windows(app) {
        return global.get_window_actors().map(actor => actor.meta_window)
            .filter(window => window.get_wm_class() === app);
    }

    Count(app) {
        return `${this._windows(app).length}`;
    }

    Activate(app) {
        Main.activateWindow(this._windows(app)[0]);
        return '';
    }

    IsMinimised(app) {
        return `${this._windows(app).every(window => window.minimized)}`;
    }

    Indicator() {
        const button = Main.panel.statusArea.soteria;
        return button?.visible ? button.get_first_child().get_last_child().text : '';
    }

    Click() {
        const button = Main.panel.statusArea.soteria;
        const [x, y] = button.get_transformed_position();
        const seat = Clutter.get_default_backend().get_default_seat();
        this._pointer ??= seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
        const now = GLib.get_monotonic_time();
        this._pointer.notify_absolute_motion(now, x + 5, y + 5);
        for (const state of [Clutter.ButtonState.PRESSED, Clutter.ButtonState.RELEASED])
            this._pointer.notify_button(now, Clutter.BUTTON_PRIMARY, state);
        return '';
    }

    Press() {
        const seat = Clutter.get_default_backend().get_default_seat();
        this._keys ??= seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
        const now = GLib.get_monotonic_time();
        for (const state of [Clutter.KeyState.PRESSED, Clutter.KeyState.RELEASED])
            this._keys.notify_keyval(now, Clutter.KEY_Shift_L, state);
        return '';
    }
}

function init() {
    return new Test();
}
"""

    def __init__(self, person):
        super().__init__(person)
        version = re.search(r"\d+", person.run("gnome-shell", "--version").stdout)[0]
        place = f".local/share/gnome-shell/extensions/{self.EXTENSION}"
        person.write(f"{place}/extension.js", self.SCRIPT)
        person.write(f"{place}/metadata.json", json.dumps({
            "uuid": self.EXTENSION, "name": "Test", "description": "Acts as a person",
            "shell-version": [version]}))
        # The settings' service knows a home that is no longer.
        person.systemctl("stop", "dconf.service", check=False)
        person.run("gsettings", "set", "org.gnome.shell", "enabled-extensions",
                   f"['{self.EXTENSION}']")
        person.write(".config/gnome-session/sessions/test.session",
                     "[GNOME Session]\nName=Test\nRequiredComponents=\n")

    def enabled(self):
        return self.person.run("gsettings", "get", "org.gnome.shell", "enabled-extensions").stdout

    def command(self):
        return ("gnome-shell", "--headless", "--virtual-monitor", "1280x800", "--no-x11",
                "--wayland-display", self.socket)

    def begin(self):
        # Nothing is started with it.
        self.run(self.SESSION, "/usr/libexec/gnome-session-binary", "--session=test", "--builtin",
                 XDG_CONFIG_DIRS="/nonexistent", **self.environment())
        wait_until(lambda: self.bus.name_has_owner("org.gnome.SessionManager"),
                   what="the session manager")
        super().begin()

    def answers(self):
        if not super().answers():
            return False
        try:
            self.test("Count")
            return True
        except dbus.DBusException:
            return False

    def close(self):
        self.person.systemctl("stop", self.SESSION, check=False)
        super().close()

    def test(self, method, argument=""):
        return str(self.call("/org/soteria/Test", "org.soteria.Test", method, argument))

    def shows(self, app):
        return self.test("Count", app) == "1"

    def activate(self, app):
        self.test("Activate", app)

    def is_minimised(self, app):
        return self.test("IsMinimised", app) == "true"

    def untouched(self):
        """For how many seconds nothing was touched."""
        interface = "org.gnome.Mutter.IdleMonitor"
        found = self.bus.get_object(interface, "/org/gnome/Mutter/IdleMonitor/Core",
                                    introspect=False)
        return int(dbus.Interface(found, interface).GetIdletime()) / 1000


class Window:
    """A window of an app in a scope; the first process there is its own, or that of a shell."""

    def __init__(self, desktop, app, unit, is_child=False):
        parent = ("sh", "-c", '"$@" <&0 & wait', "sh") if is_child else ()
        self.process = desktop.person.start(
            "systemd-run", "--user", "--quiet", "--scope", "--slice=app.slice", f"--unit={unit}",
            *parent, "/usr/bin/python3", "-B", WINDOW, app, inside=True, stdin=subprocess.PIPE,
            environment={**desktop.variables, "GDK_BACKEND": "wayland"})
        self.hear("shown")
        # The program hears of it a little earlier.
        wait_until(lambda: desktop.shows(app), what=f"the window of {app}")

    def hear(self, word):
        line = self.process.stdout.readline().strip()
        if line != word:
            raise AssertionError(f"the window says {line!r}, not {word!r}: "
                                 + self.process.stderr.read())

    def change_title(self, count):
        """Changes its title so often, one change after the other."""
        print("title", count, file=self.process.stdin, flush=True)
        self.hear("titled")

    def close(self):
        """Not until its end is read: what was moved to another unit may go on."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()


class Listener:
    """The messages about windows that go over the session's bus."""

    def __init__(self, desktop):
        self.process = desktop.person.start("busctl", "--user", "monitor", "--json=short",
                                            "--match=interface='org.soteria.Focus'",
                                            stderr=subprocess.DEVNULL, text=False)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.text = b""

        def listens():
            desktop.bus.send_message(SignalMessage("/", "org.soteria.Focus", "Listen"))
            self.heard()
            return self.text

        wait_until(listens, what="the listener")

    def heard(self):
        """The messages until now: who each was sent to, and its words."""
        self.text += self.process.stdout.read() or b""
        whole = self.text.decode().split("\n")[:-1]
        messages = [json.loads(line) for line in whole if line.startswith("{")]
        return [(each.get("destination"), each["payload"]["data"]) for each in messages
                if each.get("member") == "Changed"]

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
