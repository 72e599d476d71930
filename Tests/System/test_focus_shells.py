"""The window in front on KDE and GNOME, told by their own compositors."""

import re
import subprocess
import unittest

import dbus
from dbus.lowlevel import SignalMessage

import installed
from apps import AGENT, App, WithApps, reap
from buses import start_mock, Mock
from machine import SOURCE, wait_until
from screens import missing_programs
from shells import GNOMEShell, KWin, Listener, Window
from test_session import WithLogin

GAME, OTHER, EDITOR = "org.example.Game", "org.example.Other", "org.example.Editor"


class OnDesktop(WithLogin):
    """A session on a desktop, with windows of apps in it."""

    Desktop = None
    #: The word for the source, and for that of idleness.
    source, idle = None, None
    programs = ()

    @classmethod
    def setUpClass(cls):
        missing = missing_programs("busctl", *cls.programs, module="gi")
        if missing:
            raise unittest.SkipTest(missing)
        super().setUpClass()
        cls.numbers = iter(range(700, 800))
        # The shell knows the apps by these.
        for app in (GAME, OTHER, EDITOR):
            cls.person.write(f".local/share/applications/{app}.desktop",
                             f"[Desktop Entry]\nType=Application\nName={app}\nExec=true\n")
        cls.desktop = cls.Desktop(cls.person)
        cls.addClassCleanup(cls.desktop.close)
        cls.prepare()
        cls.desktop.begin()
        # No test of a class makes sense without it.
        cls.wait_for_source(cls.source)

    @classmethod
    def prepare(cls):
        """Whatever comes before the desktop."""

    def setUp(self):
        super().setUp()
        # What the last test used ends with its windows.
        for target in ("games", "more"):
            self.wait_until_unused(target)

    @classmethod
    def told(cls):
        """The source that the agent named to the daemon."""
        with cls.connect(cls) as connection:
            return connection.call("org.soteria.daemon.GetStatus").get("source") or {}

    @classmethod
    def wait_for_source(cls, word):
        wait_until(lambda: cls.told().get("front") == word, 40, f"the source {word}")

    def doctor(self):
        """Its words on one line."""
        said = self.person.run("soteria", "doctor", environment=self.desktop.variables).stdout
        return " ".join(said.split())

    def window(self, app, unit=None, is_child=False):
        """A window of an app in a scope of its own, which has come to the front."""
        found = App(unit or f"app-x-{app}-{next(self.numbers)}.scope")
        self.apps.append(found)
        found.window = Window(self.desktop, app, found.unit, is_child)
        self.addCleanup(self.person.systemctl, "stop", found.unit, check=False)
        self.addCleanup(found.window.close)
        return found

    def is_away(self):
        return self.call("org.soteria.usage.Today")["idle"]

    def wait_until_minimised(self, app):
        wait_until(lambda: self.desktop.is_minimised(app), what=f"{app} to be put away")


class Fronts:
    """What holds on each of them."""

    def test_source_is_named(self):
        self.assertEqual(self.told(), {"front": self.source, "idle": self.idle, "estimated": False})
        self.assertIn(f"reported by {self.source}.", self.doctor())
        lines = self.person.journal("--unit", AGENT, "--output=cat")
        self.assertRegex(lines, f"The window in front is reported by: {self.source}(, .*)?\\.\n")

    def test_app_is_used_while_its_window_is_in_front(self):
        self.window(GAME)
        self.assertIn({"app": GAME}, self.wait_until_used("games")["places"])
        self.window(EDITOR)
        self.wait_until_unused("games")
        self.desktop.activate(GAME)
        self.wait_until_used("games")
        self.desktop.activate(EDITOR)
        self.wait_until_unused("games")

    def test_app_in_another_unit_is_known_by_its_window(self):
        app = self.window(OTHER, f"app-x-whatever-{next(self.numbers)}.scope", is_child=True)
        self.assertIn({"app": OTHER}, self.wait_until_used("more")["places"])
        own = f"app-soteria-{OTHER}-"
        wait_until(lambda: own in self.person.systemctl("list-units", "--plain").stdout,
                   what="its own unit")
        self.block("more")
        listed = self.person.systemctl("list-units", "--plain").stdout
        unit, = set(re.findall(rf"{own}\d+\.scope", listed))
        adopted = App(unit)
        self.addCleanup(self.person.systemctl, "stop", unit, check=False)
        adopted.wait_until_frozen()
        self.assertFalse(app.is_frozen)
        self.open_all()
        adopted.wait_until_thawed()

    def test_titles_are_told_to_nobody(self):
        window = self.window(GAME).window
        self.window(EDITOR)
        listener = self.listener()
        self.desktop.activate(GAME)
        self.wait_until_heard(listener, GAME)
        before = len(self.apps_in(listener))
        window.change_title(50)
        self.desktop.activate(EDITOR)
        self.wait_until_heard(listener, EDITOR)
        self.assertEqual(self.apps_in(listener)[before:], [EDITOR])
        for title in (b"Title", b"Nobody reads this"):
            self.assertNotIn(title, listener.text)

    def listener(self):
        listener = Listener(self.desktop)
        self.addCleanup(listener.close)
        return listener

    def wait_until_heard(self, listener, app):
        wait_until(lambda: self.apps_in(listener)[-1:] == [app], what=f"word of {app}")

    @staticmethod
    def apps_in(listener):
        """The apps of its messages; between two windows none may be in front for a moment."""
        names = [str(words[0]).removesuffix(".desktop") for _, words in listener.heard()]
        return [name for name in names if name]

    def test_blocked_app_is_put_away_and_then_frozen(self):
        self.window(EDITOR)
        game = self.window(GAME)
        self.wait_until_used("games")
        before = len(self.attempts())
        self.block("games")
        game.wait_until_frozen()
        self.wait_until_minimised(GAME)
        self.wait_until_unused("games")
        self.assertEqual(len(self.attempts()), before, "nobody has tried")
        self.assertFalse(self.desktop.is_minimised(EDITOR))
        self.desktop.activate(GAME)
        wait_until(lambda: self.attempts()[before:] == [GAME], what="the attempt")
        self.wait_until_minimised(GAME)
        self.assertTrue(game.is_frozen)
        self.open_all()
        game.wait_until_thawed()
        self.desktop.activate(GAME)
        self.wait_until_used("games")

    def test_locked_screen_is_told_by_logind(self):
        self.window(GAME)
        self.wait_until_used("games")
        self.login.set(LockedHint=True)
        wait_until(self.is_away, what="the person to be away")
        self.login.set(LockedHint=False)
        wait_until(lambda: not self.is_away(), what="the person to be there")

    def test_lost_compositor_leaves_an_estimate_until_another_comes(self):
        self.window(GAME)
        self.wait_until_used("games")
        self.desktop.kill()
        self.wait_for_source("estimate")
        self.assertTrue(self.told()["estimated"])
        self.desktop.start()
        self.wait_for_source(self.source)
        self.window(GAME)
        self.wait_until_used("games")


class KDE(Fronts, OnDesktop):
    """KWin."""

    Desktop, source, idle, programs = KWin, "kwin", "wayland", ("kwin_wayland",)

    def test_script_runs_beside_others_that_were_unloaded(self):
        """KWin 5 numbers scripts by how many there are: another one may have the number."""
        for name in ("one", "two", "three"):
            script = self.person.write(f"{name}.js", "")
            self.desktop.scripting("loadScript", str(script), name)
            self.addCleanup(self.desktop.scripting, "unloadScript", name)
        self.desktop.scripting("unloadScript", "one")
        self.person.systemctl("restart", AGENT)
        self.window(GAME)
        self.wait_until_used("games")

    def test_script_ends_with_the_agent(self):
        loaded = "isScriptLoaded", "org.soteria.Focus"
        self.assertTrue(self.desktop.scripting(*loaded))
        self.person.systemctl("stop", AGENT)
        self.addCleanup(self.person.systemctl, "start", AGENT)
        wait_until(lambda: not self.desktop.scripting(*loaded), what="the script to be unloaded")


class GNOME(Fronts, OnDesktop):
    """GNOME Shell with Soteria's extension."""

    Desktop, source, idle = GNOMEShell, "gnome", "mutter"
    programs = ("gnome-shell", "gsettings", "gnome-session-inhibit")

    @classmethod
    def prepare(cls):
        cls.person.run("soteria", "desktop", "install")

    def test_extension_is_on(self):
        self.assertEqual(self.desktop.enabled(), "['test@soteria.org', 'focus@soteria.org']\n")
        self.assertIn("installed and enabled", self.soteria("desktop").stdout)
        self.assertIn("imports.gi", (self.person.home / ".local/share/gnome-shell/extensions"
                                     / "focus@soteria.org/extension.js").read_text())

    def test_indicator_shows_what_is_blocked_and_opens_the_dashboard(self):
        self.assertEqual(self.desktop.test("Indicator"), "")
        self.soteria("protect", "letters", "--for", "2h")
        shown = wait_until(lambda: self.desktop.test("Indicator"), what="the indicator")
        self.assertRegex(shown, r"^Blocked: Letters until \d\d:\d\d$")
        self.desktop.test("Click")
        wait_until(lambda: "app-org.soteria.Soteria" in self.person.journal("--output=cat"),
                   what="the dashboard's unit")

    def test_only_the_agent_is_told_and_obeyed(self):
        self.window(EDITOR)
        self.window(GAME)
        self.wait_until_used("games")
        bus = self.desktop.bus
        for method, arguments in (("Get", []), ("PutAway", [dbus.UInt32(1)])):
            with self.assertRaises(dbus.DBusException) as refused:
                bus.call_blocking("org.gnome.Shell", "/org/soteria/Focus", "org.soteria.Focus",
                                  method, "u" * len(arguments), arguments)
            self.assertEqual(refused.exception.get_dbus_name(),
                             "org.freedesktop.DBus.Error.AccessDenied")
        listener = self.listener()
        self.desktop.activate(EDITOR)
        self.wait_until_heard(listener, EDITOR)
        agent = bus.get_name_owner("org.soteria.Agent.Focus")
        self.assertEqual({receiver for receiver, _ in listener.heard()}, {agent})
        self.wait_until_unused("games")
        used = len(self.sessions("games"))
        self.forge(agent)
        # Its reports come in the order of the bus.
        self.window(OTHER, f"app-x-{OTHER}-{next(self.numbers)}.scope")
        self.wait_until_used("more")
        self.assertEqual(len(self.sessions("games")), used + 1, "the one of this app")

    def forge(self, agent):
        """Tells the agent of a window, as the shell would."""
        message = SignalMessage("/org/soteria/Focus", "org.soteria.Focus", "Changed")
        message.set_destination(agent)
        message.append(f"{GAME}.desktop", 0, signature="su")
        self.desktop.bus.send_message(message)
        self.desktop.bus.flush()

    def test_person_is_away_unless_something_inhibits_idleness(self):
        self.write_rules("away.yaml", "version: 1\nusage: {away_after: 1m}\n")
        self.addCleanup((self.rules_directory / "away.yaml").unlink)
        self.call("org.soteria.rules.Reload")
        # While nothing is used, nobody needs to know.
        self.window(GAME)
        self.wait_until_used("games")
        self.desktop.test("Press")
        film = self.person.start("gnome-session-inhibit", "--inhibit", "idle", "sleep", "infinity",
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(reap, film)
        wait_until(lambda: self.desktop.untouched() > 62, 90, "a minute without a touch")
        self.assertFalse(self.is_away())
        # Mutter counts anew from here.
        reap(film)
        wait_until(self.is_away, 90, what="the person to be away")
        self.desktop.test("Press")
        wait_until(lambda: not self.is_away(), what="the person to be there")


class GNOMEWithoutExtension(OnDesktop):
    """From the first day to the last."""

    Desktop, source, idle = GNOMEShell, "estimate", "mutter"
    programs = ("gnome-shell", "gsettings")

    def test_extension_comes_with_a_login_and_goes_with_soteria(self):
        wait_until(lambda: self.told().get("idle") == "mutter", what="Mutter's idle monitor")
        doctor = self.doctor()
        self.assertIn("Nothing reports which window is in front", doctor)
        self.assertIn("soteria desktop install", doctor)
        self.assertIn("not installed", self.soteria("desktop").stdout)
        self.assertIn("Log out and back in", self.soteria("desktop", "install").stdout)
        self.desktop.kill()
        self.desktop.start()
        self.wait_for_source("gnome")
        self.person.run(SOURCE / "systemd/uninstall")
        self.assertEqual(self.desktop.enabled(), "['test@soteria.org']\n")
        self.assertFalse(list(self.person.home.glob(".local/share/gnome-shell/extensions/focus*")))
        state = self.desktop.call("/org/gnome/Shell", "org.gnome.Shell.Extensions",
                                  "GetExtensionInfo", "focus@soteria.org").get("state")
        self.assertNotEqual(state, 1, "the shell still runs it")


class Forms(unittest.TestCase):
    """The extension as newer shells load it."""

    def test_modules_are_read(self):
        missing = missing_programs("gjs")
        if missing:
            self.skipTest(missing)
        parts = SOURCE / "Sources/soteria/Desktop/Shell"
        text = "".join((parts / name).read_text()
                       for name in ("modules-head.js", "body.js", "modules-tail.js"))
        # What only the shell has.
        text = re.sub(r"import .* from '(resource|gi://(Shell|St|Clutter)).*\n", "", text)
        script = installed.person.write("extension.js", text + "print(new SoteriaFocus());\n")
        result = installed.person.run("gjs", "-m", script)
        self.assertIn("object", result.stdout)
        self.assertEqual(result.stderr, "")


class Tray(WithApps):
    """The item in a tray."""

    WATCHER = "org.kde.StatusNotifierWatcher"

    def test_item_is_registered_and_says_what_is_blocked(self):
        watcher = Mock(self.WATCHER, "/StatusNotifierWatcher", self.WATCHER,
                       start_mock("--session", self.WATCHER, "/StatusNotifierWatcher", self.WATCHER,
                                  person=self.person), self.person.runtime / "bus")
        self.addCleanup(watcher.close)
        watcher.at().AddMethod(self.WATCHER, "RegisterStatusNotifierItem", "s", "", "")
        # The agent registers with each watcher that comes.
        self.person.systemctl("restart", AGENT)
        wait_until(lambda: watcher.calls("RegisterStatusNotifierItem"), what="the item")
        self.assertEqual(watcher.calls("RegisterStatusNotifierItem"), [["/StatusNotifierItem"]])
        item = watcher.bus.get_object("org.soteria.Agent", "/StatusNotifierItem", introspect=False)
        interface = "org.kde.StatusNotifierItem"

        def properties():
            return dbus.Interface(item, dbus.PROPERTIES_IFACE).GetAll(interface)

        self.assertEqual(properties()["Status"], "Passive")
        self.soteria("protect", "games", "--for", "2h")
        wait_until(lambda: properties()["Status"] == "Active", what="the item to be active")
        icon, _, title, text = properties()["ToolTip"]
        self.assertEqual((icon, title), ("soteria", "Soteria"))
        self.assertRegex(text, r"^Blocked: Games until \d\d:\d\d$")
        dbus.Interface(item, interface).Activate(0, 0)
        wait_until(lambda: "app-org.soteria.Soteria" in self.person.journal("--output=cat"),
                   what="the dashboard's unit")
