"""What becomes of clocks that are set more than once, and while nobody looks."""

import datetime
from zoneinfo import ZoneInfo

from conversing import instant
from moved_clocks import Following, MovedClocks
from night_table import APIA, BERLIN, HOUR, ST_JOHNS
from night_trial import CHECK, RULES

EVENING = datetime.datetime(2026, 11, 18, 21, 30, tzinfo=ZoneInfo(BERLIN))
NIGHT = datetime.datetime(2026, 11, 19, 2, 0, tzinfo=ZoneInfo(BERLIN))
MINUTE = datetime.timedelta(minutes=1)


class SetClocks(MovedClocks):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.person.write(cls.rules_directory / "night.yaml", RULES)

    def begin_at(self, moment, zone=BERLIN):
        """A stream of what happens to a daemon after a moment."""
        self.begin(moment - MINUTE, zone)
        # The daemon may be answering before its first event is on disk.
        head = self.status()["store"].get("head", {"sequence": 0})["sequence"]
        self.clocks.go_on_to(moment)
        # Only now: a connection that says nothing for ten seconds is closed.
        connection = self.connect()
        self.addCleanup(connection.socket.close)
        return Following(connection, head)

    def status(self):
        return self.call("org.soteria.daemon.GetStatus")

    def assert_twelve_hours(self, seconds):
        """What the clocks drifted apart before is part of a jump, and whole seconds are told."""
        self.assertAlmostEqual(seconds, 12 * HOUR, delta=1)

    def shopping(self):
        return self.call(CHECK, target="shopping")

    def test_a_clock_that_nobody_vouches_for_is_believed_after_a_day(self):
        stream = self.begin_at(EVENING)
        self.clocks.set(12 * HOUR)
        stream.wait_for_kind("clockJumped")
        clock = self.status()["clock"]
        self.assertFalse(clock["trusted"])
        self.assert_twelve_hours(clock["jump"])
        self.assertAlmostEqual(instant(clock["adoptedAt"]),
                               EVENING + datetime.timedelta(days=1), delta=MINUTE)
        # The night comes and goes by elapsed time.
        self.clocks.go_on(HOUR)
        stream.wait_for_verdict("shopping", "block")
        self.clocks.go_on(8 * HOUR)
        stream.wait_for_verdict("shopping", "unblock")
        self.clocks.go_on(15 * HOUR - 120)
        self.assertFalse(self.status()["clock"]["trusted"])
        self.clocks.go_on(180)
        adopted = stream.wait_for_kind("clockAdopted")["fact"]
        self.assertEqual(adopted["reason"], "waited")
        self.assert_twelve_hours(adopted["seconds"])
        self.assertTrue(self.status()["clock"]["trusted"])
        # What was half past nine in the evening is half past nine in the morning now.
        self.assertFalse(self.shopping()["blocked"])
        self.assertAlmostEqual(instant(self.status()["now"]),
                               EVENING + datetime.timedelta(hours=36), delta=3 * MINUTE)

    def test_a_clock_that_is_set_back_to_where_it_was(self):
        stream = self.begin_at(NIGHT)
        until = self.shopping()["until"]
        for _ in range(3):
            self.clocks.set(12 * HOUR)
            stream.wait_for_kind("clockJumped", again=True)
            self.clocks.set(-12 * HOUR)
            stream.wait_for_kind("clockReturned", again=True)
        self.assertEqual(self.status()["clock"]["trusted"], True)
        self.assertEqual(self.shopping()["until"], until)
        self.assertEqual([each for each in stream.events if each["kind"] == "decided"], [])

    def test_a_clock_that_is_set_while_the_machine_sleeps(self):
        stream = self.begin_at(EVENING)
        self.clocks.sleep(3 * HOUR, set_by=12 * HOUR)
        stream.wait_for_verdict("shopping", "block")
        self.assert_twelve_hours(stream.wait_for_kind("clockJumped")["fact"]["seconds"])
        self.assertEqual(instant(self.shopping()["until"]),
                         datetime.datetime(2026, 11, 19, 6, 30, tzinfo=ZoneInfo(BERLIN)))

    def test_a_zone_that_is_changed_while_the_daemon_is_stopped(self):
        """The range that runs keeps its end over a start as well, and the new zone's go on from
        there where they lie in it."""
        self.begin_at(NIGHT)
        until = instant(self.shopping()["until"])
        own = datetime.datetime(2026, 11, 19, 6, 30, tzinfo=ZoneInfo(ST_JOHNS))
        for zone, end in ((APIA, until), (ST_JOHNS, own)):
            self.stop()
            self.set_zone(zone)
            self.clocks.go_on(60)
            self.start()
            self.assertEqual(instant(self.shopping()["until"]), end)
            self.assertEqual(self.status()["clock"]["timeZone"], zone)
        stopped = [each["kind"] for each in self.status()["incidents"]]
        self.assertEqual(stopped.count("stop"), 2)

    def test_a_clock_that_is_set_many_times_a_second(self):
        self.begin_at(NIGHT)
        until = instant(self.shopping()["until"])
        for count in range(200):
            self.clocks.set(7 * HOUR if count % 2 else -5 * HOUR)
        self.assertTrue(self.shopping()["blocked"])
        self.assertAlmostEqual(instant(self.shopping()["until"]), until, delta=MINUTE / 30)
        told = [each for each in self.status()["incidents"] if each["kind"] == "clock_jump"]
        self.assertLessEqual(len(told), 5)
        self.assertGreaterEqual(len(told), 1)
