"""The daily gate: a question that holds its targets until it is answered, whatever happens."""

import datetime
import json

from conversing import instant
from faked_clock import FakedClock, local
from machine import wait_until
from small_disk import SmallDisk
from varlink_client import VarlinkError

CHECK_IN = "org.soteria.checkin"

MORNING = """\
check_ins:
  morning:
    question: Is the day planned?
    welcome: Good morning. This is asked once a day.
    opens: "04:00"
    reminder: "09:00"
    blocks: [shopping]
    on_no:
      block: [shopping, games]
      heading: Plan first
      suggestions: [Ten minutes with paper and pen., Ask somebody.]
      texts: [A text of one day., A text of another day.]
"""
RULES = """\
version: 1
time_zone: Europe/Berlin
targets:
  shopping: {name: Shopping, sites: [shop.example]}
  games: {name: Games, sites: [games.example]}
auto_protection: {high_risk: null}
""" + MORNING


def find(check_ins, key="morning"):
    return next(each for each in check_ins if each["checkIn"] == key)


class Mornings(FakedClock):
    """Begins on a day at eight, with a question that was never asked before."""

    BEGIN, NEXT = local("2026-11-18 08:00"), local("2026-11-19 04:00")

    def setUp(self):
        self.forget()
        self.write_rules("gate.yaml", RULES)
        self.live_at(self.BEGIN)

    def check_in(self):
        return find(self.call(f"{CHECK_IN}.List")["checkIns"])

    def answer(self, yes):
        return self.call(f"{CHECK_IN}.Answer", checkIn="morning", yes=yes)["checkIn"]

    def blocked(self):
        return {target for target, state in self.targets().items() if state["blocked"]}


class Gate(Mornings):
    """Two days with one question, from the installation on."""

    def test_gate_no_and_the_next_day(self):
        self.gate_holds()
        self.no_at_a_terminal()
        self.answer_stays_for_the_day()
        self.next_day_asks_afresh()
        self.yes_opens()

    def gate_holds(self):
        """Unanswered, it blocks what it says and is strict."""
        now = self.check_in()
        self.assertEqual((now["phase"], now["day"], now["blocks"], now["strict"], now["streak"]),
                         ("asking", "2026-11-18", ["shopping"], True, 0))
        self.assertEqual(now["welcome"], "Good morning. This is asked once a day.")
        self.assertEqual(instant(now["next"]), self.NEXT)
        self.assertEqual(self.blocked(), {"shopping"})
        self.assertEqual(self.restrictions("shopping")["check_in"]["rule"], "morning")
        refusal = self.refused("org.soteria.unblock.Request", place={"target": "shopping"})
        self.assertEqual(refusal.name, "org.soteria.unblock.Strict")
        prompt, = [each for each in self.call("org.soteria.prompts.List")["prompts"]
                   if each["kind"] == "check_in"]
        self.assertEqual((prompt["choices"], prompt["checkIn"]), (["yes", "no"], "morning"))
        self.assertIn("Is the day planned?", prompt["title"] + prompt["text"])
        self.assertTrue(self.told("check-in-opened"))
        self.assertIn("morning", self.show("StatusText"))
        self.crash(self.BEGIN + datetime.timedelta(minutes=10))
        self.assertEqual(self.blocked(), {"shopping"})
        self.assertIn("start", [each["reason"] for each in self.facts("checkInAsked")])

    def no_at_a_terminal(self):
        talk = self.terminal("soteria", "checkin")
        self.assertIn("Good morning. This is asked once a day.", talk.expect("Is the day planned?"))
        self.assertEqual([each["checkIn"] for each in self.facts("checkInWelcomed")], ["morning"])
        talk.expect(": ")
        talk.type("no")
        for text in ("Plan first", "Ten minutes with paper and pen.", "Ask somebody.", "A text of"):
            talk.expect(text)
        self.assertEqual(talk.exit_code(), 0)
        now = self.check_in()
        self.assertEqual((now["phase"], now["heading"]), ("no", "Plan first"))
        self.assertIn(now["text"], ("A text of one day.", "A text of another day."))
        self.assertNotIn("welcome", now)
        # That it was answered is no secret; what was answered is.
        entry = self.told("check-in-answered")[-1]
        self.assertEqual(entry["SOTERIA_CHECK_IN"], "morning")
        self.assertNotRegex(entry["MESSAGE"], r"(?i)\b(yes|no)\b")
        journal = self.person.journal("--output", "cat", "--unit", "soteriad.service")
        self.assertIn("check-in", journal)
        for word in ("Is the day planned", "Plan first"):
            self.assertNotIn(word, journal)

    def answer_stays_for_the_day(self):
        for again in (lambda: None, lambda: self.live_at(local("2026-11-18 13:00")),
                      lambda: self.crash(local("2026-11-19 03:59:30"))):
            again()
            self.assertEqual(self.blocked(), {"shopping", "games"})
            held = self.restrictions("games")["check_in"]
            self.assertEqual((instant(held["until"]), held["strict"]), (self.NEXT, True))
            refusal = self.refused(f"{CHECK_IN}.Answer", checkIn="morning", yes=True)
            self.assertEqual((refusal.name, refusal.parameters["yes"]),
                             (f"{CHECK_IN}.AlreadyAnswered", False))
            self.assertEqual(instant(refusal.parameters["next"]), self.NEXT)
        given, = self.check_in()["answers"]
        self.assertEqual((given["day"], given["yes"]), ("2026-11-18", False))

    def next_day_asks_afresh(self):
        self.move(self.NEXT)
        self.assertEqual(self.blocked(), {"shopping"})
        now = self.check_in()
        self.assertEqual((now["phase"], now["day"]), ("asking", "2026-11-19"))
        text = self.soteria("checkin").stdout
        self.assertIn("Is the day planned?", text)
        self.assertIn("check-in", self.soteria().stdout.lower())
        reminders = len(self.facts("checkInAsked"))
        self.move(local("2026-11-19 09:00"))
        self.check_in()
        self.assertEqual([each["reason"] for each in self.facts("checkInAsked")[reminders:]],
                         ["reminder"])

    def yes_opens(self):
        said = self.soteria("checkin", "yes")
        self.assertEqual(said.stderr, "")
        self.assertEqual(self.blocked(), set())
        now = self.check_in()
        self.assertEqual((now["phase"], now["streak"], now["longestStreak"]), ("yes", 1, 1))
        self.assertEqual([each["yes"] for each in now["answers"]], [True, False])
        again = self.soteria("checkin", "no", check=False)
        self.assertEqual((again.returncode, again.stdout), (1, ""))
        self.assertTrue(again.stderr)
        self.crash(local("2026-11-20 03:59:00"))
        self.assertEqual(self.blocked(), set())
        self.live_at(local("2026-11-20 04:00:30"))
        self.assertEqual(self.blocked(), {"shopping"})
        self.assertEqual(self.answer(True)["streak"], 2)

    def test_power_off_over_a_morning_asks_at_the_start(self):
        self.answer(True)
        self.live_at(local("2026-11-20 12:00"))
        now = self.check_in()
        self.assertEqual((now["phase"], now["day"], now["streak"]), ("asking", "2026-11-20", 0))
        self.assertEqual(self.blocked(), {"shopping"})

    def test_prompt_is_answered_like_the_question(self):
        prompt = self.call("org.soteria.prompts.List")["prompts"][0]["prompt"]
        result = self.call("org.soteria.prompts.Answer", prompt=prompt, choice="no")["result"]
        self.assertEqual((result["checkIn"], result["heading"], result["suggestions"]),
                         ("morning", "Plan first",
                          ["Ten minutes with paper and pen.", "Ask somebody."]))
        self.assertIn("A text of", result["text"])
        self.assertEqual(self.blocked(), {"shopping", "games"})

    def test_what_there_is_not(self):
        for method, more in (("Answer", {"yes": True}), ("GetState", {}), ("Force", {})):
            refusal = self.refused(f"{CHECK_IN}.{method}", checkIn="evening", **more)
            self.assertEqual(refusal.name, f"{CHECK_IN}.NoSuchCheckIn")
        unknown = self.soteria("checkin", "evening", "yes", check=False)
        self.assertEqual((unknown.returncode, unknown.stdout), (1, ""))
        self.assertIn("evening", unknown.stderr)

    def test_enter_answers_nothing(self):
        talk = self.terminal("soteria", "checkin")
        talk.expect("Is the day planned?")
        talk.expect(": ")
        talk.type("")
        talk.exit_code()
        self.assertEqual(self.check_in()["phase"], "asking")
        self.assertEqual(self.blocked(), {"shopping"})


class Debug(Mornings):
    """The actions for whoever writes rules, which the rules have to allow."""

    ACTIONS = ("GetState", "GetLastAnswer", "Reset", "SimulateNewDay", "Force")

    def debug(self, method):
        return self.call(f"{CHECK_IN}.{method}", checkIn="morning")

    def test_refused_without_the_rules_word(self):
        self.answer(True)
        for method in self.ACTIONS:
            refusal = self.refused(f"{CHECK_IN}.{method}", checkIn="morning")
            self.assertEqual(refusal.name, f"{CHECK_IN}.DebugOff")
        refused = self.soteria("checkin", "debug", "reset", "morning", check=False)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("debug", refused.stderr)
        self.assertEqual(self.check_in()["phase"], "yes")

    def test_with_it_they_work(self):
        # While the question is open, it is strict, and these actions would end it.
        self.answer(True)
        self.write_rules("gate.yaml", RULES + "debug: true\n")
        self.call("org.soteria.rules.Reload")
        self.assertTrue(self.call(f"{CHECK_IN}.List")["debug"])
        self.assertTrue(self.debug("GetLastAnswer")["answer"]["yes"])
        state = self.debug("GetState")
        self.assertEqual((state["phase"], state["lastDay"], state["answers"], state["streak"]),
                         ("yes", "2026-11-18", 1, 1))
        asked = self.debug("Force")["checkIn"]
        self.assertEqual((asked["phase"], len(asked["answers"])), ("asking", 1))
        self.assertEqual(self.blocked(), {"shopping"})
        self.answer(False)
        new = self.debug("SimulateNewDay")["checkIn"]
        self.assertEqual((new["phase"], [each["yes"] for each in new["answers"]]),
                         ("asking", [False]))
        self.assertNotIn("welcome", new)
        self.assertEqual(self.blocked(), {"shopping"})
        new = self.debug("Reset")["checkIn"]
        self.assertEqual((new["phase"], new["answers"], new["streak"]), ("asking", [], 0))
        self.assertIn("welcome", new)
        shown = json.loads(self.soteria("checkin", "debug", "state", "morning", "--json").stdout)
        self.assertEqual((shown["phase"], shown["answers"]), ("asking", 0))
        self.assertIn("rules_weakened",
                      [each["kind"] for each in
                       self.call("org.soteria.daemon.GetStatus")["incidents"]])


class FullDisk(SmallDisk):
    """An answer that cannot be stored was not given."""

    def test_it_is_asked_again(self):
        self.set_rules(more=MORNING)
        self.wait_until_blocked("shopping")
        self.fill()
        refusal = self.refused(f"{CHECK_IN}.Answer", checkIn="morning", yes=True)
        self.assertEqual(refusal.name, f"{CHECK_IN}.StoreUnavailable")
        self.assertEqual(self.check_in()["phase"], "asking")
        self.assertIn("check_in", self.restrictions("shopping"))
        shown = self.soteria("checkin", "yes", check=False)
        self.assertEqual((shown.returncode, shown.stdout), (1, ""))
        self.assertRegex(shown.stderr, "(?i)record")
        self.ballast.unlink()
        wait_until(self.is_answered, 30, "the store to work again")
        self.assertEqual(self.check_in()["phase"], "yes")
        self.assertNotIn("check_in", self.restrictions("shopping"))
        self.assertEqual([each["yes"] for each in self.facts("checkInAnswered")], [True])

    def check_in(self):
        return find(self.call(f"{CHECK_IN}.List")["checkIns"])

    def is_answered(self):
        try:
            self.call(f"{CHECK_IN}.Answer", checkIn="morning", yes=True)
        except VarlinkError as error:
            self.assertEqual(error.name, f"{CHECK_IN}.StoreUnavailable")
            return False
        return True
