"""What is really used: reported by programs that may die, counted by a daemon that may, too."""

import datetime
import json
import subprocess

from conversing import instant
from faked_clock import FakedClock, local
from machine import SOURCE, wait_until

RULES = """\
version: 1
time_zone: Europe/Berlin
targets:
  social: {name: Social media, sites: [social.example, chat.example]}
  games: {name: Games, sites: [games.example]}
  news: {name: News, sites: [news.example]}
budgets:
  play: {name: Play of a day, target: games, limit: 2m, resets: "04:00"}
auto_protection: {high_risk: null}
"""

USAGE = "org.soteria.usage"
#: A use that nothing is said of for so many seconds is over.
LIMIT = 90


def seconds(count):
    return datetime.timedelta(seconds=count)


class Reporting(FakedClock):
    """A day that begins at ten, with nothing used before."""

    BEGIN = local("2026-11-18 10:00")

    def setUp(self):
        self.forget()
        self.write_rules("use.yaml", RULES)
        self.live_at(self.BEGIN)

    def open(self, site):
        """A use that this test reports itself."""
        return self.call(f"{USAGE}.Opened", site=site)["use"]

    def beat(self, *uses):
        """Says that they go on; those that are over."""
        return self.call(f"{USAGE}.Heartbeat", uses=uses)["unknown"]

    def beat_until(self, moment, *uses):
        """Lets the time go by with a sign of life every minute, the last one at the moment."""
        now = instant(self.call("org.soteria.daemon.GetStatus")["now"])
        while now < moment:
            now = min(now + seconds(60), moment)
            self.move(now)
            self.assertEqual(self.beat(*uses), [])

    def reporter(self, *said):
        """A process that reports and is then silent; with what the daemon answered it."""
        process = self.person.start("/usr/bin/python3", "-B", SOURCE / "Tests/System/report_use.py",
                                    self.socket, *said, stdin=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process, json.loads(process.stdout.readline())

    def sessions(self, **which):
        with self.connect() as connection:
            connection.send({"method": f"{USAGE}.Sessions", "parameters": which, "more": True})
            found = []
            while True:
                message = connection.receive()
                found += message["parameters"]["sessions"]
                if not message.get("continues"):
                    return found

    def used_today(self):
        return {each["target"]: each["seconds"]
                for each in self.call(f"{USAGE}.Today")["targets"]}

    def assert_near(self, text, moment, limit=2):
        """An instant of the socket lies at a moment, or so little later that only the test's own
        steps lie between."""
        apart = (instant(text) - moment).total_seconds()
        self.assertTrue(0 <= apart <= limit, f"{text} is not {moment}")


class Reporters(Reporting):
    """Several programs report, and not each of them says goodbye."""

    def test_killed_reporters_use_ends_at_its_last_sign_and_the_limit(self):
        process, (answer,) = self.reporter("social.example")
        self.assertEqual((answer["targets"], answer["limit"]), (["social"], LIMIT))
        self.assertLess(answer["heartbeat"], LIMIT)
        process.kill()
        process.wait()
        session, = self.sessions()
        self.assertTrue(session["running"], "who only says nothing may still be there")
        began = instant(session["at"])
        self.move(self.BEGIN + seconds(LIMIT - 2))
        self.assertTrue(self.sessions()[0]["running"])
        self.move(self.BEGIN + seconds(LIMIT + 60))
        session, = self.sessions()
        self.assertFalse(session["running"])
        self.assertEqual(instant(session["until"]) - began, seconds(LIMIT))
        self.assertEqual(session["seconds"], LIMIT)
        self.assertEqual(session["places"], [{"site": "social.example"}])
        self.assertEqual(self.beat(answer["use"]), [answer["use"]])
        self.assertEqual(self.used_today()["social"], LIMIT)

    def test_what_two_report_at_once_counts_once(self):
        process, (dead,) = self.reporter("social.example")
        alive = self.open("chat.example")
        process.kill()
        self.beat_until(self.BEGIN + seconds(180), alive)
        self.assertEqual(self.beat(dead["use"]), [dead["use"]])
        session, = self.sessions()
        self.assertTrue(session["running"], "one reporter's death has ended another one's use")
        self.move(self.BEGIN + seconds(180 + LIMIT + 30))
        session, = self.sessions()
        self.assert_near(session["until"], self.BEGIN + seconds(180 + LIMIT))
        self.assertIn(session["seconds"], range(180 + LIMIT - 2, 180 + LIMIT + 3))
        self.assertEqual(session["places"], [{"site": "social.example"}, {"site": "chat.example"}])
        entry = self.told("usage-ended")[-1]
        self.assertEqual(entry["SOTERIA_TARGET"], "social")
        self.assertNotIn("chat.example", json.dumps(self.told("usage-ended")))

    def test_idle_time_is_taken_out_and_who_is_dead_is_idle_no_more(self):
        use = self.open("news.example")
        self.beat_until(self.BEGIN + seconds(60), use)
        process, _ = self.reporter("--idle")
        self.assertTrue(self.call(f"{USAGE}.Today")["idle"])
        self.beat_until(self.BEGIN + seconds(240), use)
        process.kill()
        wait_until(lambda: not self.call(f"{USAGE}.Today")["idle"], what="the idle time to end")
        self.beat_until(self.BEGIN + seconds(300), use)
        self.call(f"{USAGE}.Closed", use=use)
        session, = self.sessions()
        self.assert_near(session["until"], self.BEGIN + seconds(300), 4)
        self.assertIn(session["seconds"], range(116, 125))
        self.assertIn("news.example", self.soteria("usage", "--sessions").stdout)
        self.assertIn("News", self.soteria("usage").stdout)

    def test_what_is_not_tracked_is_refused_and_changes_nothing(self):
        unknown = self.refused(f"{USAGE}.Opened", site="elsewhere.example")
        self.assertEqual((unknown.name, unknown.parameters["targets"]), (f"{USAGE}.NotTracked", []))
        self.call("org.soteria.targets.SetMonitored", target="news", monitored=False)
        unmonitored = self.refused(f"{USAGE}.Opened", site="news.example")
        self.assertEqual(unmonitored.parameters["targets"], ["news"])
        for method, parameters, error in (
                ("Opened", {}, "org.varlink.service.InvalidParameter"),
                ("Opened", {"site": "a.example", "app": "b"},
                 "org.varlink.service.InvalidParameter"),
                ("Closed", {"use": 4711}, f"{USAGE}.NoSuchUse"),
                ("Closed", {"use": -1}, f"{USAGE}.NoSuchUse")):
            with self.subTest(method, **parameters):
                self.assertEqual(self.refused(f"{USAGE}.{method}", **parameters).name, error)
        self.assertEqual(self.sessions(), [])
        self.assertEqual(self.facts("usageBegan"), [])


class Budgets(Reporting):
    """Two minutes of games a day, reset at four."""

    def budget(self):
        return self.call("org.soteria.budgets.List")["budgets"][0]

    def test_reached_while_in_use_and_reset_in_the_morning(self):
        with self.connect() as connection:
            decisions = connection.monitor("org.soteria.protection.Monitor")
            next(decisions)
            use = self.open("games.example")
            self.beat_until(self.BEGIN + seconds(118), use)
            self.assertFalse(self.budget()["reached"])
            self.assertFalse(self.is_blocked("games"))
            self.move(self.BEGIN + seconds(121))
            self.beat(use)
            decision = next(decisions)["decision"]
        self.assertEqual((decision["target"], decision["verdict"], decision["cause"]),
                         ("games", "block", "budget"))
        self.reset = local("2026-11-19 04:00")
        restriction = self.restrictions("games")["budget"]
        self.assertEqual((restriction["rule"], restriction["name"], restriction["strict"]),
                         ("play", "Play of a day", False))
        self.assertEqual(instant(restriction["until"]), self.reset)
        self.assertEqual(instant(decision["until"]), self.reset)
        self.it_is_told()
        self.it_is_held()
        self.it_is_reset(use)

    def it_is_told(self):
        budget = self.budget()
        self.assertEqual((budget["limit"], budget["left"], budget["reached"], budget["resets"]),
                         (120, 0, True, "04:00"))
        self.assertGreaterEqual(budget["used"], 120)
        self.assertEqual(instant(budget["until"]), self.reset)
        block = self.entries("SOTERIA_DECISION=block", "SOTERIA_REASON=budget")[-1]
        self.assertEqual(block["SOTERIA_TARGET"], "games")
        self.assertEqual(self.told("budget-reached")[-1]["SOTERIA_BUDGET"], "play")
        self.assertIn("Play of a day", self.soteria("status").stdout)
        self.assertIn("Play of a day", self.soteria("budgets").stdout)

    def it_is_held(self):
        self.live_at(self.BEGIN + seconds(3600))
        self.assertTrue(self.is_blocked("games"))
        self.crash(self.reset - seconds(20))
        self.assertTrue(self.is_blocked("games"))
        self.assertEqual(len(self.facts("budgetReached")), 1)

    def it_is_reset(self, use):
        self.move(self.reset)
        self.assertFalse(self.is_blocked("games"))
        self.assertEqual((self.budget()["used"], self.budget()["reached"]), (0, False))
        self.assertEqual(self.beat(use), [use])
        self.assertTrue(self.told("budget-reset"))


class Killed(Reporting):
    """kill -9 in the middle of a session."""

    #: A little before a mark of five minutes, at which what was used is noted.
    MARK = local("2026-11-18 10:00")
    BEGIN = MARK - seconds(4)

    def test_at_most_what_was_not_noted_is_lost(self):
        use = self.open("social.example")
        wait_until(lambda: self.facts("usageNoted"), what="the mark")
        self.beat_until(self.MARK + seconds(120), use)
        before, = self.sessions()
        self.assertIn(before["seconds"], range(120, 126))
        again = self.MARK + seconds(180)
        self.crash(again)
        session, = self.sessions()
        self.assertEqual(session["session"], before["session"])
        self.assertFalse(session["running"])
        self.assert_near(session["until"], self.MARK)
        self.assertIn(session["seconds"], range(1, 6))
        self.assertEqual(self.used_today()["social"], session["seconds"])
        self.the_reporter_opens_it_again(use, again, session["seconds"])

    def the_reporter_opens_it_again(self, use, moment, noted):
        self.assertEqual(self.beat(use), [use])
        use = self.open("social.example")
        self.beat_until(moment + seconds(60), use)
        self.person.systemctl("stop", "soteriad.service")
        self.live_at(moment + seconds(600))
        first, second = self.sessions()
        self.assertNotEqual(first["session"], second["session"])
        # A stop that is told loses nothing.
        self.assert_near(second["until"], moment + seconds(60), 6)
        self.assertGreaterEqual(second["seconds"], 57)
        self.assertIn(self.used_today()["social"], range(noted + 57, noted + 68))
        self.assertEqual(self.sessions(newestFirst=True), [second, first])
        self.assertEqual(self.sessions(limit=1), [second])
        self.assertEqual(self.sessions(to=moment.isoformat()), [first])
