"""What answers the agent on the session's and on the system's bus: python-dbusmock."""

import contextlib
import os
import pathlib
import subprocess
import sys

import dbus

import installed
from machine import wait_until

MOCK = "org.freedesktop.DBus.Mock"
NOTIFICATIONS = "org.freedesktop.Notifications"
LOGIN = "org.freedesktop.login1"

SYSTEM_BUS = "/run/dbus/system_bus_socket"
#: Everybody may say and be everything: the mock speaks for logind.
CONFIGURATION = f"""\
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={SYSTEM_BUS}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    <allow user="*"/>
  </policy>
</busconfig>
"""


class SystemBus:
    """The machine's own bus, which nobody else starts here."""

    def __init__(self):
        os.makedirs("/run/dbus", exist_ok=True)
        os.chmod("/run/dbus", 0o755)
        configuration = pathlib.Path("/run/soteria-test/system-bus.conf")
        configuration.write_text(CONFIGURATION)
        self.process = subprocess.Popen(
            ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: os.path.exists(SYSTEM_BUS), what="the system's bus")

    def close(self):
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(SYSTEM_BUS)


class Mock:
    """One service of python-dbusmock's, made from one of its templates."""

    def __init__(self, name, path, interface, process, address):
        self.name, self.path, self.interface = name, path, interface
        self.process, self.address = process, address
        self.bus = None
        wait_until(self.is_there, what=f"{name} on its bus")

    def is_there(self):
        if self.process.poll() is not None:
            raise AssertionError(f"python-dbusmock ended with {self.process.returncode}")
        self.bus = self.bus or installed.as_person(
            lambda: dbus.bus.BusConnection(f"unix:path={self.address}"))
        return self.bus.name_has_owner(self.name)

    def at(self, path=None, interface=MOCK):
        """The mock's object at a path."""
        return dbus.Interface(self.bus.get_object(self.name, path or self.path, introspect=False),
                              interface)

    def emit(self, signal, signature, *arguments, path=None, interface=None):
        self.at(path).EmitSignal(interface or self.interface, signal, signature,
                                 dbus.Array(arguments, signature="v"))

    def calls(self, method):
        """The arguments of every call of a method, oldest first."""
        return [list(arguments) for _, arguments in self.at().GetMethodCalls(method)]

    def close(self):
        if self.bus:
            self.bus.close()
        self.process.kill()
        self.process.wait()


def start_mock(*arguments, person=None):
    command = ["/usr/bin/python3", "-B", "-m", "dbusmock", *arguments]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL,
             "stderr": subprocess.DEVNULL}
    return person.start(*command, **quiet) if person else subprocess.Popen(command, **quiet)


class Notifications(Mock):
    """A notification service that shows nothing and presses what a test wants."""

    PATH = "/org/freedesktop/Notifications"

    def __init__(self, person, capabilities="body body-markup actions"):
        process = start_mock("--session", "--template", "notification_daemon", "--parameters",
                             f'{{"capabilities": "{capabilities}"}}', person=person)
        super().__init__(NOTIFICATIONS, self.PATH, NOTIFICATIONS, process, person.runtime / "bus")

    def shown(self):
        """Every notification there was, oldest first; one that replaces another counts again.

        The mock gives the numbers 1, 2, ... to those that replace nothing.
        """
        shown, last = [], 0
        for app, replaces, icon, summary, body, actions, hints, timeout in self.calls("Notify"):
            number = int(replaces)
            if not number:
                last = number = last + 1
            texts = [str(each) for each in actions]
            shown.append({
                "number": number, "replaces": int(replaces), "app": str(app), "icon": str(icon),
                "title": str(summary), "text": str(body), "timeout": int(timeout),
                "buttons": dict(zip(texts[::2], texts[1::2])), "order": texts[::2],
                "hints": {str(key): value for key, value in hints.items()}})
        return shown

    def closed(self):
        """The numbers of those that were taken away."""
        return [int(number) for number, in self.calls("CloseNotification")]

    def expect(self, part, after=0, seconds=15):
        """The newest notification with these words in its title or text, shown as one of those
        after the first `after`."""
        def found():
            return [each for each in self.shown()[after:]
                    if part in each["title"] + "\n" + each["text"]]

        try:
            return wait_until(found, seconds, f"a notification with {part!r}")[-1]
        except AssertionError as error:
            raise AssertionError(f"{error}; there were {self.shown()}") from None

    def press(self, notification, key):
        """Presses a button, as a person does, by the key that it was given with."""
        self.emit("ActionInvoked", "us", dbus.UInt32(notification["number"]), key)

    def close_by_hand(self, notification, reason=2):
        self.emit("NotificationClosed", "uu", dbus.UInt32(notification["number"]),
                  dbus.UInt32(reason))


class Login(Mock):
    """logind with one graphical session of the person's."""

    MANAGER = "org.freedesktop.login1.Manager"
    SESSION = "org.freedesktop.login1.Session"

    def __init__(self, person):
        super().__init__(LOGIN, "/org/freedesktop/login1", self.MANAGER,
                         start_mock("--system", "--template", "logind"), SYSTEM_BUS)
        self.session = f"{self.path}/session/one"
        self.at().AddSession("one", "seat0", dbus.UInt32(person.uid), person.name, True)
        user = f"{self.path}/user/{person.uid}"
        # The template's own one fails; it adds a number to a text.
        self.at().AddMethod(self.MANAGER, "GetUser", "u", "o", f'ret = "{user}"')
        display = dbus.Struct(("one", dbus.ObjectPath(self.session)), signature="so")
        # The mock's own way to change properties knows no structures.
        self.at(user, dbus.PROPERTIES_IFACE).Set("org.freedesktop.login1.User", "Display", display)

    def set(self, **properties):
        """Properties of the session, told as changed."""
        self.at(self.session).UpdateProperties(
            self.SESSION, dbus.Dictionary(properties, signature="sv"))

    def inhibitors(self):
        """What holds up what: the first four fields of logind's own list."""
        listed = self.at(interface=self.MANAGER).ListInhibitors()
        return [tuple(str(field) for field in each[:4]) for each in listed]

    def prepare_for_sleep(self, begins):
        self.emit("PrepareForSleep", "b", dbus.Boolean(begins))
