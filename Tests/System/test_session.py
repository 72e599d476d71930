"""What is used, and whether the person is there: told by units, their processors and logind."""

import time

import dbus

from apps import AGENT, GLANCE_LIMIT, WithApps
from buses import Login, SystemBus
from machine import wait_until


class WithLogin(WithApps):
    """A session of logind's, played by python-dbusmock."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.system = SystemBus()
        cls.addClassCleanup(cls.system.close)
        cls.login = Login(cls.person)
        cls.addClassCleanup(lambda: cls.login.close())
        cls.person.systemctl("restart", AGENT)

    def setUp(self):
        super().setUp()
        self.login.set(IdleHint=False, LockedHint=False)
        self.wait_for_inhibitor()

    def wait_for_inhibitor(self):
        wait_until(self.sleep_inhibitors, what="the agent to hold up the machine's sleep")

    def sleep_inhibitors(self):
        return [each for each in self.login.inhibitors() if each[0] == "sleep"]

    def sessions(self, target):
        """All sessions of use of a target."""
        with self.connect() as connection:
            connection.send({"method": "org.soteria.usage.Sessions",
                             "parameters": {"target": target}, "more": True})
            found = []
            while True:
                message = connection.receive()
                found += message["parameters"]["sessions"]
                if not message.get("continues"):
                    return found

    def running(self, target):
        return [each for each in self.sessions(target) if each["running"]]

    def wait_until_used(self, target, seconds=50):
        return wait_until(lambda: self.running(target), seconds, f"{target} to be used")[-1]

    def wait_until_unused(self, target, seconds=20 + GLANCE_LIMIT):
        wait_until(lambda: not self.running(target), seconds, f"{target} not to be used")


class Usage(WithLogin):
    """Sessions of use, from the beginning of a unit to its end."""

    def test_busy_app_is_used_until_it_ends(self):
        app = self.scope("app-x-org.example.Game-140.scope", "--busy")
        session = self.wait_until_used("games")
        self.assertEqual(session["places"], [{"app": "org.example.Game"}])
        self.person.systemctl("stop", app.unit)
        self.wait_until_unused("games")
        self.assertIn("Games", self.soteria("usage").stdout)

    def test_frozen_app_is_not_used(self):
        app = self.scope("app-x-org.example.Other-141.scope", "--busy")
        self.wait_until_used("more")
        self.block("more")
        self.assert_stands_still(app)
        self.wait_until_unused("more")
        self.open_all()
        self.wait_until_used("more")
        self.person.systemctl("stop", app.unit)

    def test_executable_is_used_by_its_path(self):
        tool = self.person.home / "bin/tool"
        app = self.scope("app-x-whatever-142.scope", "--busy", program=tool)
        session = self.wait_until_used("tools")
        self.assertEqual(session["places"], [{"app": str(tool)}])
        self.person.systemctl("stop", app.unit)
        self.wait_until_unused("tools")


class Presence(WithLogin):
    """Idle, locked, asleep."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.app = cls.scope("app-x-org.example.Letters-150.scope", "--busy")

    def counted(self):
        """For how many seconds letters were used today."""
        answer = self.call("org.soteria.usage.Today")["targets"]
        return next(each["seconds"] for each in answer if each["target"] == "letters")

    def assert_counts(self):
        before = self.counted()
        wait_until(lambda: self.counted() >= before + 2, what="the use to count")

    def assert_counts_no_more(self):
        """Once the daemon knows, its count stands while its clock goes on."""
        wait_until(lambda: self.stands(), what="the count to stand")

    def stands(self):
        before, began = self.counted(), time.monotonic()
        wait_until(lambda: time.monotonic() > began + 2.5, what="the clock")
        return self.counted() == before

    def test_idle_and_locked_time_does_not_count(self):
        self.wait_until_used("letters")
        for away in ("IdleHint", "LockedHint"):
            with self.subTest(away):
                self.assert_counts()
                since = dbus.UInt64(int(time.time() * 1_000_000))
                self.login.set(**{away: True, "IdleSinceHint": since})
                self.assert_counts_no_more()
                self.login.set(**{away: False})
                self.assert_counts()

    def test_sleep_ends_the_use_and_is_let_go_on(self):
        self.wait_until_used("letters")
        self.login.prepare_for_sleep(True)
        wait_until(lambda: not self.sleep_inhibitors(), 10, "the machine to be let sleep")
        self.assertEqual(self.running("letters"), [], "it sleeps while something is used")
        self.login.prepare_for_sleep(False)
        self.wait_for_inhibitor()
        self.wait_until_used("letters")

    def test_inhibitor_only_delays(self):
        (what, who, why, mode), = self.sleep_inhibitors()
        self.assertEqual((what, who, mode), ("sleep", "Soteria", "delay"))
        self.assertTrue(why)

    def test_logind_that_restarts_is_found_again(self):
        self.wait_until_used("letters")
        self.login.close()
        type(self).login = Login(self.person)
        self.wait_for_inhibitor()
        self.login.set(IdleHint=True, IdleSinceHint=dbus.UInt64(int(time.time() * 1_000_000)))
        self.assert_counts_no_more()
        self.login.set(IdleHint=False)
        self.assert_counts()

    def test_daemon_that_restarts_is_told_again(self):
        self.wait_until_used("letters")
        self.login.set(IdleHint=True, IdleSinceHint=dbus.UInt64(int(time.time() * 1_000_000)))
        self.assert_counts_no_more()
        self.person.systemctl("restart", "soteriad.service")
        self.wait_until_used("letters")
        self.assert_counts_no_more()
        self.login.set(IdleHint=False)
        self.assert_counts()
