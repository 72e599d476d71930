"""Which app is in use and what a blocked window does, with the real compositors: an app is used
while one of its windows is in front and the person is there."""

import signal
import subprocess
import time

from apps import AGENT, App, reap
from buses import SystemBus
from conversing import instant
from machine import SOURCE, wait_until
from windows import I3, OnDesktop, Openbox, Sway, SwayByWayland, Window

GAME, OTHER, LETTERS, CHAT = (
    f"org.example.{name}" for name in ("Game", "Other", "Letters", "Chat"))
#: In no target.
PLAIN = "org.example.Plain"


class ByWindow(OnDesktop):
    """What holds on every desktop."""

    def test_use_runs_while_a_window_is_in_front(self):
        games, letters, plain = (self.window(each) for each in (GAME, LETTERS, PLAIN))
        self.wait_until_used()
        for window, target in ((games, "games"), (letters, "letters"), (games, "games")):
            self.desktop.bring(window)
            self.wait_until_used(target)
        self.desktop.bring(plain)
        self.wait_until_used()

    def test_what_works_behind_another_window_is_not_used(self):
        """Which the guess by the processor takes for used at its first look, after five seconds."""
        busy = self.scope(f"app-x-{CHAT}-1.scope", "--busy")
        self.addCleanup(self.person.systemctl, "kill", busy.unit, check=False)
        self.window(LETTERS)
        self.wait_until_used("letters")
        self.clock.wait_until_it_counts_on(steps=700, seconds=60)
        self.assertEqual(self.used(), {"letters"})
        self.assertEqual(self.sessions("chat"), [])
        self.assert_runs(busy)

    def test_two_windows_of_an_app_are_one_use_and_a_glance_aside_ends_none(self):
        games = self.window(GAME)
        self.wait_until_used("games")
        before = len(self.sessions("games"))
        plain, letters = self.window(PLAIN), self.window(LETTERS)
        self.desktop.bring(games)
        self.wait_until_used("games")
        # An end is recorded once the windows have been away for the glance limit.
        count = len(self.sessions("games"))
        # More than one change at a time: what lies between is over before anybody could look.
        self.desktop.bring(plain, games)
        second = Window(GAME, games.unit)
        process = self.person.start(
            *second.command(), environment=self.desktop.environment,
            inside=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(reap, process)
        self.move(process.pid, games.group)
        wait_until(lambda: second.frames > 0, what="the second window")
        self.wait_until_used("games")
        self.clock.wait_until_it_counts_on(steps=100)
        self.assertEqual(self.used(), {"games"})
        self.assertEqual(len(self.sessions("games")), count)
        self.assertGreaterEqual(count, before)
        self.desktop.bring(letters)
        self.wait_until_used("letters")

    def test_person_who_touches_nothing_is_away_and_the_time_is_taken_back(self):
        """The shortest time that the rules allow is a minute."""
        self.write_rules("away.yaml", "version: 1\nusage: {away_after: 1m}\n")
        self.call("org.soteria.rules.Reload")
        self.addCleanup(self.call, "org.soteria.rules.Reload")
        self.addCleanup((self.rules_directory / "away.yaml").unlink)
        self.window(GAME)
        self.addCleanup(self.desktop.touch)
        self.desktop.touch()
        self.wait_until_used("games")
        session, = wait_until(lambda: [each for each in self.sessions("games") if each["running"]],
                              what="the session")
        self.wait_until_used(seconds=100)
        self.assertTrue(self.call("org.soteria.usage.Today")["idle"])
        left = next(each for each in self.sessions("games") if each["at"] == session["at"])
        length = (instant(left["until"]) - instant(left["at"])).total_seconds()
        self.assertGreaterEqual(left["idleSeconds"], 55, left)
        self.assertAlmostEqual(left["seconds"] + left["idleSeconds"], length, delta=2)
        self.desktop.touch()
        self.wait_until_used("games")

    # --- What is blocked --------------------------------------------------------------------------

    def test_app_in_front_is_frozen_when_its_target_closes(self):
        plain, games = self.window(PLAIN), self.window(GAME)
        self.wait_until_used("games")
        self.block("games")
        games.wait_until_frozen()
        self.wait_until_used()
        if self.desktop.PUTS_AWAY:
            self.assertTrue(self.desktop.is_minimised(games))
            self.assertNotEqual(self.desktop.front(), GAME)
        self.desktop.bring(plain)
        self.open_all()
        games.wait_until_thawed()
        self.desktop.bring(games)
        wait_until(lambda: self.desktop.front() == GAME)
        self.wait_until_used("games")
        frames = games.frames
        wait_until(lambda: games.frames > frames, what="it to be drawn again")

    def test_frozen_app_that_is_brought_to_the_front_is_an_attempt(self):
        games, plain = self.window(GAME), self.window(PLAIN)
        self.block("games")
        games.wait_until_frozen()
        before = len(self.attempts())
        # What comes up by itself within a second of a freeze is none.
        self.clock.wait_until_it_counts_on(steps=150)
        self.desktop.bring(games)
        wait_until(lambda: len(self.attempts()) > before, what="the attempt")
        self.assertEqual(self.attempts()[before:], [GAME])
        self.assertTrue(games.is_frozen)
        self.wait_until_used()
        if self.desktop.PUTS_AWAY:
            wait_until(lambda: self.desktop.is_minimised(games), what="it to be put away again")
        self.desktop.bring(plain)

    def blocked_start(self):
        """A start of a blocked app: frozen before it shows a window."""
        self.block("games")
        started = self.window(GAME, wait=False)
        started.wait_until_frozen()
        self.assertFalse(self.desktop.shows(started))
        return started

    def test_start_is_held_and_opens_with_its_target(self):
        self.window(PLAIN)
        started = self.blocked_start()
        further = self.window(GAME, wait=False)
        further.wait_until_gone()
        self.assertTrue(started.is_frozen, "one start of an app is held")
        self.unblock("games")
        wait_until(lambda: self.desktop.shows(started), what="its window")
        started.wait_until_frozen()

    def test_start_ends_if_the_block_is_kept(self):
        self.window(PLAIN)
        before = len(self.attempts())
        started = self.blocked_start()
        wait_until(lambda: len(self.attempts()) > before, what="the attempt")
        # Nothing tells that it is held, but that a further one is not.
        self.window(GAME, wait=False).wait_until_gone()
        self.assertTrue(started.is_frozen)
        request = self.request("planned", place={"target": "games"}, category="gift")["request"]
        self.call("org.soteria.unblock.Keep", request=request)
        started.wait_until_gone()

    def test_what_another_agent_froze_is_only_thawed(self):
        self.window(PLAIN)
        started = self.blocked_start()
        # What an agent has reported when it is killed counts for a while yet.
        self.wait_until_used()
        old = self.agent_pid()
        self.person.systemctl("kill", "--signal", "KILL", AGENT)
        wait_until(lambda: self.agent_pid() not in (0, old), what="another agent")
        self.wait_for_source(self.DESKTOP.SOURCE)
        started.wait_until_frozen()
        request = self.request("planned", place={"target": "games"}, category="gift")["request"]
        self.call("org.soteria.unblock.Keep", request=request)
        self.clock.wait_until_it_counts_on(steps=100)
        self.assertTrue(started.is_there)
        self.open_all()
        started.wait_until_thawed()
        wait_until(lambda: self.desktop.shows(started), what="its window")

    # --- Apps without a unit of their own ---------------------------------------------------------

    def test_window_in_another_units_process_is_adopted(self):
        """As from a terminal, or by a desktop that gives its apps no units."""
        self.window(PLAIN)
        host = self.scope(f"app-x-{PLAIN}-{time.monotonic_ns()}.scope")
        child = Window(GAME, host.unit)
        process = self.person.start(
            *child.command(), environment=self.desktop.environment, inside=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(reap, process)
        self.move(process.pid, host.group)
        adopted = App(f"app-soteria-{GAME}-{process.pid}.scope")
        if self.desktop.SOURCE == "wayland" or self.DESKTOP is I3:
            # Nobody tells the process: it is used, and left where it is.
            self.wait_until_used("games")
            self.assertFalse(adopted.is_there)
            return
        wait_until(lambda: adopted.is_there and adopted.pids() == [process.pid],
                   what="a unit of its own")
        self.wait_until_used("games")
        self.block("games")
        adopted.wait_until_frozen()
        self.assert_runs(host)
        self.open_all()
        adopted.wait_until_thawed()

    def test_app_that_the_session_bus_starts_is_adopted(self):
        """dbus-daemon starts it in its own unit, where nothing can be frozen."""
        window = self.activatable(GAME)
        self.activate(GAME)
        wait_until(lambda: self.desktop.front() == GAME, what="its window")
        pid = window.own_pid()
        adopted = App(f"app-soteria-{GAME}-{pid}.scope")
        self.addCleanup(self.person.systemctl, "kill", "--signal", "KILL", adopted.unit,
                        check=False)
        wait_until(lambda: adopted.is_there and pid in adopted.pids(), what="a unit of its own")
        self.wait_until_used("games")
        self.block("games")
        adopted.wait_until_frozen()
        self.assertEqual(self.show("ActiveState", "dbus.service"), "active")
        self.open_all()
        adopted.wait_until_thawed()
        self.desktop.bring(window)
        self.wait_until_used("games")

    def move(self, pid, group):
        (group / "cgroup.procs").write_text(str(pid))

    # --- Titles -----------------------------------------------------------------------------------

    def test_no_title_stays_in_the_agents_memory(self):
        """Of a window in front whose title changes again and again. That the search finds what is
        there is seen by the app's id, which comes in the same messages. A title on the command line
        would stand in the description of the app's unit, which the manager tells."""
        app, title = "org.example.Planted-quokka", "Wombat\u00e9-ledger-73190"
        file = self.person.write("title", title)
        window = self.window(app, options=["--title", file, "--every", "40"])
        self.assertIn(title, self.desktop.title(window))
        self.window(PLAIN)
        self.desktop.bring(window)
        self.clock.wait_until_it_counts_on(steps=300)
        memory = self.agent_memory()
        self.assertTrue(app.encode() in memory, "the search finds nothing")
        found = [(word, encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")
                 for word in (title, title[:12], title[-12:]) if word.encode(encoding) in memory]
        self.assertEqual(found, [])

    # --- Loss -------------------------------------------------------------------------------------

    def test_lost_desktop_makes_an_estimate_and_the_next_one_ends_it(self):
        self.window(GAME)
        self.wait_until_used("games")
        self.desktop.kill()
        wait_until(lambda: self.source().get("front") == "estimate", what="the estimate")
        self.assertTrue(self.source()["estimated"])
        self.assertIn("estimated", self.soteria("usage").stdout)
        self.begin_desktop()
        self.wait_for_source(self.DESKTOP.SOURCE)
        self.assertFalse(self.source()["estimated"])
        self.window(LETTERS)
        self.wait_until_used("letters")

    def test_doctor_says_what_tells(self):
        self.assertIn(self.DESKTOP.SOURCE, self.soteria("doctor", check=False).stdout)


class OnSway(ByWindow):
    """By sway's own IPC."""

    DESKTOP = Sway

    def test_locked_screen_is_nobody_in_front(self):
        self.window(GAME)
        self.wait_until_used("games")
        lock = self.person.start("swaylock", "--color", "000000",
                                 environment=self.desktop.environment,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(reap, lock)
        unlock = lambda: (lock.send_signal(signal.SIGUSR1), lock.wait(20))
        self.addCleanup(unlock)
        self.wait_until_used()
        unlock()
        self.wait_until_used("games")


class OnSwayByWayland(OnSway):
    """By the protocols of wlroots, as on labwc, Wayfire, river."""

    DESKTOP = SwayByWayland


class OnOpenbox(ByWindow):
    """By the X server's."""

    DESKTOP = Openbox


class OnI3(ByWindow):
    """By i3's own IPC, without processes, and by the X server's idle time."""

    DESKTOP = I3
