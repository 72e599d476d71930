"""Figures of what happened, what can be said of them, and what is saved by it."""

import csv
import datetime
import io
import json

from conversing import rules
from faked_clock import FakedClock, local

METRICS, UNBLOCK, GOALS = "org.soteria.metrics", "org.soteria.unblock", "org.soteria.goals"


class Weeks(FakedClock):
    """Shopping is blocked all day; opened for ten minutes after a second's wait."""

    def setUp(self):
        self.forget()
        self.write_rules("rules.yaml", rules(grant="10m") + "time_zone: Europe/Berlin\n")
        self.live_at(self.BEGIN)

    BEGIN = local("2026-11-16 08:00")  # a Monday

    def unblock(self, moment, purpose, **said):
        """The number of a request that was opened at the moment, in local time."""
        self.move(local(moment))
        request = self.request(purpose, **said)["request"]
        self.move(local(moment) + datetime.timedelta(seconds=2))
        self.confirm(request)
        return request

    def keep(self, moment, purpose=None, **said):
        self.move(local(moment))
        request = self.request(purpose, **said)["request"]
        self.call(f"{UNBLOCK}.Keep", request=request)
        return request

    def metrics(self, **which):
        return self.call(f"{METRICS}.Get", **which)["metrics"]

    def insights(self, **which):
        return self.call(f"{METRICS}.Insights", **which)["insights"]

    def use(self, begin, minutes):
        """Uses shopping from the moment on, with a sign of life every minute."""
        self.move(local(begin))
        use = self.call("org.soteria.usage.Opened", site="shop.example")["use"]
        for minute in range(1, minutes + 1):
            self.move(local(begin) + datetime.timedelta(minutes=minute))
            self.call("org.soteria.usage.Heartbeat", uses=[use])
        self.call("org.soteria.usage.Closed", use=use)


class Figures(Weeks):
    """A week with five unblocks and two kept blocks."""

    def live_the_week(self):
        """Monday to Friday; the requests that were opened."""
        self.keep("2026-11-17 21:00", "impulse", mood="bored", amount="30.10", currency="EUR")
        self.keep("2026-11-18 22:00")
        opened = [
            self.unblock("2026-11-18 22:10", "planned", category="gift", minutes=10),
            self.unblock("2026-11-19 22:20", "impulse", mood="stressed", minutes=7)]
        self.use("2026-11-19 22:21", 6)
        self.assertEqual(self.insights(), [], "two unblocks and two kept blocks say nothing")
        opened += [self.unblock(f"2026-11-20 {time}", "impulse", mood="stressed")
                   for time in ("22:05", "22:35")]
        return opened

    def test_week(self):
        opened = self.live_the_week()
        said = {each["kind"] for each in self.insights()}
        self.assertNotIn("impulse_share", said, "four unblocks say nothing of unblocks yet")
        opened.append(self.unblock("2026-11-20 23:05", "impulse", mood="lonely"))
        self.it_is_counted()
        self.what_came_of_it_is_logged(opened)
        self.it_is_said_in_sentences()
        self.it_is_shown()
        self.it_outlives_the_daemon()
        self.free_plan_shows_less()

    def it_is_counted(self):
        week = self.metrics()
        self.assertEqual((week["range"], week["from"], week["to"]),
                         ("this_week", "2026-11-16", "2026-11-20"))
        self.assertEqual((week["requests"], week["unblocks"], week["kept"]), (7, 5, 2))
        self.assertEqual(week["impulse"], {"count": 4, "of": 5})
        self.assertEqual(week["planned"], {"count": 1, "of": 5})
        self.assertEqual(week["quietHours"], {"count": 5, "of": 5})
        # The last grant is not over yet.
        self.assertEqual(week["used"], {"count": 1, "of": 4})
        self.assertIn(week["meanUsedSeconds"], range(355, 366))
        self.assertEqual(week["meanIntendedMinutes"], 8.5)
        # Wednesday's kept block was opened after all, and Friday's three requests are one episode.
        episodes = week["episodes"]
        self.assertEqual((episodes["all"], episodes["opened"], episodes["kept"]), (4, 3, 1))
        self.assertEqual(episodes["keptShare"], {"count": 1, "of": 4})
        self.assertEqual(episodes["impulse"], {"count": 3, "of": 4})
        self.assertEqual(episodes["keptAmounts"], [{"amount": "30.10", "currency": "EUR"}])
        self.assertEqual([hour["unblocks"] for hour in week["hours"]], [0] * 22 + [4, 1])
        self.assertEqual([day["unblocks"] for day in week["weekdays"]], [0, 0, 1, 1, 3, 0, 0])
        self.assertEqual(week["hourWeekday"][4 * 24 + 22], 2)
        self.assertEqual(week["moods"][0], {"name": "stressed", "unblocks": 3, "kept": 0})
        self.assertEqual(week["categories"], [{"name": "gift", "unblocks": 1, "kept": 0}])
        self.assertEqual(week["keptAmounts"], [{"amount": "30.10", "currency": "EUR"}])
        self.assertEqual((week["mostActiveHour"], week["mostActiveWeekday"], week["commonMood"]),
                         (22, 5, "stressed"))
        today = self.metrics(range="today")
        self.assertEqual((today["requests"], today["unblocks"], today["kept"]), (3, 3, 0))
        days = self.metrics(range="custom", **{"from": "2026-11-17", "to": "2026-11-18"})
        self.assertEqual((days["requests"], days["unblocks"], days["kept"]), (3, 1, 2))
        empty = self.metrics(range="custom", **{"from": "2026-11-01", "to": "2026-11-02"})
        self.assertEqual((empty["requests"], empty.get("impulse"), empty["moods"]), (0, None, []))
        for bad in ({"from": "2026-11-18", "to": "2026-11-17"}, {"from": "18.11.2026"}):
            refusal = self.refused(f"{METRICS}.Get", range="custom", **bad)
            self.assertEqual(refusal.name, f"{METRICS}.InvalidRange")

    def what_came_of_it_is_logged(self, opened):
        unlogged = self.call(f"{UNBLOCK}.Unblocks", unlogged=True)["unblocks"]
        self.assertEqual([each["request"] for each in unlogged], opened[::-1])
        used = unlogged[-2]
        self.assertTrue(used["used"])
        self.assertIn(used["usedSeconds"], range(355, 366))
        said = self.soteria("log", str(opened[0]), "--bought", "--amount", "49.90", "--currency",
                            "EUR", "--regret", "1")
        self.assertEqual(said.stderr, "")
        self.soteria("log", str(opened[1]), "--nothing-bought", "--regret", "3")
        listed = self.soteria("log", "--list").stdout
        self.assertIn("49.90", listed)
        week = self.metrics()
        self.assertEqual((week["logged"], week["bought"], week["meanRegret"]),
                         (2, {"count": 1, "of": 2}, 2.0))
        self.assertEqual(week["spent"], [{"amount": "49.90", "currency": "EUR"}])
        # A later word replaces the one before.
        self.call(f"{UNBLOCK}.LogOutcome", request=opened[0], bought=True, amount="9.90",
                  currency="EUR")
        self.assertEqual(self.metrics()["spent"], [{"amount": "9.90", "currency": "EUR"}])
        self.nothing_else_can_be_logged(opened)

    def nothing_else_can_be_logged(self, opened):
        before, kept = self.metrics(), self.facts("blockKept")[0]["request"]
        for changed, error in (
                ({"request": 4711}, f"{UNBLOCK}.NoSuchRequest"),
                ({"request": kept}, f"{UNBLOCK}.NotUnblocked"),
                ({"regret": 5}, f"{UNBLOCK}.InvalidRegret"),
                ({"regret": -1}, f"{UNBLOCK}.InvalidRegret"),
                ({"amount": "-1"}, f"{UNBLOCK}.InvalidAmount"),
                ({"amount": "1e99"}, f"{UNBLOCK}.InvalidAmount"),
                ({"amount": "NaN"}, f"{UNBLOCK}.InvalidAmount"),
                ({"bought": False, "amount": "1"}, "org.varlink.service.InvalidParameter")):
            with self.subTest(changed):
                said = {"request": opened[2], "bought": True, **changed}
                self.assertEqual(self.refused(f"{UNBLOCK}.LogOutcome", **said).name, error)
        self.assertEqual(self.metrics(), before)

    def it_is_said_in_sentences(self):
        insights = {each["kind"]: each for each in self.insights()}
        busiest = insights["busiest_part"]
        self.assertEqual((busiest["count"], busiest["of"]), (3, 5))
        self.assertIn("60%", busiest["text"])
        self.assertNotIn("impulse_share", insights, "four episodes say nothing of impulses yet")
        self.assertNotIn("use_rate", insights, "four grants that are over say nothing yet")
        self.assertNotIn("mean_regret", insights, "two regrets are no average")
        shown = self.soteria("insights").stdout
        for each in insights.values():
            self.assertIn(each["text"], shown)
        self.assertEqual(self.insights(range="custom", **{"from": "2026-11-01",
                                                          "to": "2026-11-02"}), [])
        self.assertNotIn("next", self.call(f"{METRICS}.Prediction"))

    def it_is_shown(self):
        text = self.soteria("metrics", "--range", "week").stdout
        for word in ("stressed", "gift", "22"):
            self.assertIn(word, text)
        self.assertNotIn("\x1b", text)
        talk = self.terminal("soteria", "metrics")
        self.assertEqual(talk.exit_code(), 0)
        self.assertEqual(self.soteria_json("metrics")["metrics"], self.metrics())
        days = self.soteria("metrics", "--from", "2026-11-17", "--to", "2026-11-18", "--json")
        self.assertEqual(json.loads(days.stdout)["metrics"]["requests"], 3)
        sheet = self.soteria("metrics", "--csv").stdout
        header, *rows = csv.reader(io.StringIO(sheet, newline=""), strict=True)
        self.assertEqual(header, ["figure", "value", "of"])
        self.assertEqual({len(row) for row in rows}, {3})
        figures = {name: (value, of) for name, value, of in rows}
        self.assertEqual(len(figures), len(rows), "one name stands for two figures")
        self.assertEqual(figures["unblocks"][0], "5")
        self.assertEqual(figures["impulse"], ("4", "5"))
        self.assertIn("\r\n", self.raw("metrics", "--csv"))

    def raw(self, *arguments):
        """What is printed, byte for byte."""
        process = self.person.start("soteria", *arguments, text=False)
        return process.communicate()[0].decode()

    def it_outlives_the_daemon(self):
        before, insights = self.metrics(), self.insights()
        self.crash(local("2026-11-20 23:50:00"))
        # The last grant is over meanwhile.
        self.assertEqual(self.metrics(), {**before, "used": {"count": 1, "of": 5}})
        self.assertEqual([each for each in self.insights() if each["kind"] != "use_rate"], insights)

    def free_plan_shows_less(self):
        everything = self.metrics(range="all")
        self.set_plan("free")
        self.assertEqual(self.metrics()["unblocks"], 5)
        for which in ({"range": "this_month"}, {"range": "all"},
                      {"range": "custom", "from": "2026-11-17"}):
            for method in ("Get", "Insights"):
                refusal = self.refused(f"{METRICS}.{method}", **which)
                self.assertEqual((refusal.name, refusal.parameters["plan"]),
                                 (f"{METRICS}.PlanLimit", "free"))
        self.assertFalse(self.call(f"{METRICS}.Prediction")["enabled"])
        for command in (("metrics", "--range", "month"), ("export",)):
            refused = self.soteria(*command, check=False)
            self.assertEqual((refused.returncode, refused.stdout), (1, ""))
            self.assertIn("free", refused.stderr)
        self.set_plan("premium")
        self.assertEqual(self.metrics(range="all"), everything)

    def set_plan(self, plan):
        self.write_rules("plan.yaml", f"version: 1\nplan: {plan}\n")
        self.call("org.soteria.rules.Reload")


class Goals(Weeks):
    """Savings, typed in or credited by kept impulses."""

    def goal(self, number):
        return next(each for each in self.call(f"{GOALS}.List")["goals"] if each["goal"] == number)

    def test_from_the_first_contribution_to_the_last(self):
        self.soteria("goals", "add", "New bike", "100", "EUR", "--by", "2027-05-01", "--from-kept")
        goal, = self.call(f"{GOALS}.List")["goals"]
        self.assertEqual((goal["name"], goal["by"], goal["fromKept"], goal["progress"]),
                         ("New bike", "2027-05-01", True, 0.0))
        number = goal["goal"]
        for amount in ("0.10", "0.20"):
            self.call(f"{GOALS}.Contribute", goal=number, amount=amount)
        self.assertEqual(self.goal(number)["saved"], "0.30", "decimal money, not binary")
        self.keep("2026-11-16 12:00", "impulse", mood="sad", amount="59.70", currency="EUR")
        self.assertEqual(self.goal(number)["saved"], "0.30", "nothing before the episode is over")
        self.keep("2026-11-16 14:10", "planned", category="gift", amount="7", currency="EUR")
        self.keep("2026-11-16 16:20", "impulse", mood="sad", amount="7", currency="CHF")
        goal = self.goal(number)
        self.assertEqual((goal["saved"], goal["left"], goal["progress"], goal["reached"]),
                         ("60.00", "40.00", 0.6, False))
        shown = self.soteria("goals").stdout
        self.assertIn("New bike", shown)
        self.assertIn("60", shown)
        self.crash(local("2026-11-16 19:00"))
        self.soteria("goals", "contribute", str(number), "40")
        goal = self.goal(number)
        self.assertEqual((goal["left"], goal["progress"], goal["reached"]), ("0.00", 1.0, True))
        self.assertIn("reachedAt", goal)
        entry, = self.told("goal-reached")
        self.assertNotIn("bike", json.dumps(entry))
        self.soteria("goals", "remove", str(number))
        self.assertEqual(self.call(f"{GOALS}.List")["goals"], [])

    def test_what_is_no_goal(self):
        for said, error in (
                ({"target": "-1"}, "InvalidAmount"), ({"target": "0"}, "InvalidAmount"),
                ({"target": "inf"}, "InvalidAmount"), ({"target": "9" * 40}, "InvalidAmount"),
                ({"name": ""}, "InvalidName"), ({"name": "two\nlines"}, "InvalidName"),
                ({"by": "2026-02-30"}, "InvalidDate"), ({"by": "2020-01-01"}, "InvalidDate")):
            with self.subTest(said):
                given = {"name": "Bike", "target": "10", "currency": "EUR", **said}
                self.assertEqual(self.refused(f"{GOALS}.Add", **given).name, f"{GOALS}.{error}")
        for method, more in (("Contribute", {"amount": "1"}), ("Remove", {})):
            refusal = self.refused(f"{GOALS}.{method}", goal=4711, **more)
            self.assertEqual(refusal.name, f"{GOALS}.NoSuchGoal")
        self.assertEqual(self.call(f"{GOALS}.List")["goals"], [])
        self.assertEqual(self.facts("goalAdded"), [])
