"""Every kind of notification, with its buttons pressed; and services that misbehave."""

import unittest

from apps import TARGETS, WithApps
from buses import Notifications
from machine import wait_until
from screens import Display, Dunst, missing_programs
from varlink_client import VarlinkError

CHECK_IN = """\
version: 1
check_ins:
  plan:
    question: Is today a day on which you <want> to shop?
    blocks: [letters]
    on_no:
      block: [letters]
      heading: Then let it rest
      suggestions: [Take a walk, Call a friend]
      texts: [Well said.]
debug: true
"""

#: Stands in place of the beginning of the factors.
RISK = 'always: {weight: 0.9, when: "true"}, late_night: null, high'


class Asking(WithApps):
    """A session with a notification service that a test presses the buttons of."""

    CAPABILITIES = "body body-markup actions"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.notifications = Notifications(cls.person, cls.CAPABILITIES)
        cls.addClassCleanup(lambda: cls.notifications.close())

    def setUp(self):
        super().setUp()
        for request in self.call("org.soteria.unblock.List")["requests"]:
            self.call("org.soteria.unblock.Keep", request=request["request"])
        # What the daemon still asks from a test before would be in the way of this one.
        for prompt in self.prompts():
            self.try_answer(prompt["prompt"], "dismiss", "keep", "later")
        self.before = len(self.notifications.shown())

    def prompts(self):
        return self.call("org.soteria.prompts.List")["prompts"]

    def try_answer(self, prompt, *choices):
        for choice in choices:
            try:
                self.call("org.soteria.prompts.Answer", prompt=prompt, choice=choice)
            except VarlinkError:
                continue

    def expect(self, part, after=None):
        return self.notifications.expect(part, self.before if after is None else after)

    def press(self, notification, key):
        """Presses and returns how many had been shown until then."""
        count = len(self.notifications.shown())
        self.notifications.press(notification, key)
        return count

    def attempt(self, app="org.example.Game"):
        """A blocked app is opened; the question that follows. Attempts within a second of another
        count once, so it is opened until it is asked about. What was paused is told beside it, by
        a new service once more: only the question says whose the app is."""
        before = len(self.notifications.shown())

        def asked():
            self.call("org.soteria.unblock.Attempt", app=app)
            return [each for each in self.notifications.shown()[before:]
                    if each["order"][:1] in ([], ["keep"]) and "belongs to" in each["text"]]

        return wait_until(asked, what="the question")[-1]

    def change_rules(self, old, new):
        """Other rules than usual, until the test is over."""
        usual = TARGETS % {"home": self.person.home}
        self.assertIn(old, usual)
        self.addCleanup(self.put_in_force, usual)
        self.put_in_force(usual.replace(old, new))

    def put_in_force(self, text):
        self.write_rules("targets.yaml", text)
        self.call("org.soteria.rules.Reload")

    def assert_nothing_was_opened(self, target="games"):
        self.assertTrue(self.is_blocked(target))
        self.assertEqual(self.call("org.soteria.unblock.List")["requests"], [])


class BlockedOpened(Asking):
    """A blocked app was opened: planned or impulse?"""

    def setUp(self):
        super().setUp()
        self.block("games")
        self.wait_until_blocked("games")

    def test_keep_comes_first_and_keeps(self):
        asked = self.attempt()
        self.assertEqual(asked["order"], ["keep", "planned", "impulse"])
        self.assertEqual(list(asked["buttons"].values()), ["Keep the block", "Planned", "Impulse"])
        self.assertEqual(asked["timeout"], 0, "a question stays until it is answered")
        after = self.press(asked, "keep")
        self.expect("You kept the block", after)
        self.assert_nothing_was_opened()
        self.assertEqual(self.prompts(), [])

    def test_starting_the_app_asks(self):
        self.scope("app-x-steam-100.scope", wait=False)
        asked = wait_until(lambda: [each for each in self.notifications.shown()[self.before:]
                                    if each["order"][:1] == ["keep"]], what="the question")[-1]
        after = self.press(asked, "keep")
        self.expect("You kept the block", after)

    def test_planned_waits_then_opens_then_closes(self):
        app = self.scope("app-x-org.example.Game-101.scope", wait=False)
        app.wait_until_frozen()
        asked = self.attempt()
        after = self.press(asked, "planned")
        waiting = self.expect("Wait", after)
        self.assertEqual(waiting["replaces"], asked["number"], "it is the same notification")
        self.assertEqual(waiting["order"], ["keep"])
        self.expect("open", after)
        app.started()
        self.assert_runs(app)
        app.wait_until_frozen()

    def test_impulse_can_still_be_kept_while_it_waits(self):
        self.change_rules("wait: {planned: 1s, impulse: 1s}", "wait: {planned: 1h, impulse: 1h}")
        before = len(self.facts("unblocked"))
        after = self.press(self.attempt(), "impulse")
        waiting = self.expect("Wait", after)
        after = self.press(waiting, "keep")
        self.expect("You kept the block", after)
        self.assertTrue(self.is_blocked("games"))
        self.assertEqual(len(self.facts("unblocked")), before)

    def test_what_is_closed_is_no_answer(self):
        kept, unblocked = len(self.facts("blockKept")), len(self.facts("unblocked"))
        for reason in (1, 2, 3, 4):
            asked = self.attempt()
            self.notifications.close_by_hand(asked, reason)
            # Who closed it may still change their mind, by any other way.
            self.assertEqual([each["kind"] for each in self.prompts()], ["blocked_opened"])
        self.assertEqual(len(self.facts("blockKept")), kept)
        self.assertEqual(len(self.facts("unblocked")), unblocked)
        self.assertTrue(self.is_blocked("games"))

    def test_answer_elsewhere_takes_the_notification_away(self):
        asked = self.attempt()
        self.call("org.soteria.prompts.Answer", prompt=self.prompts()[-1]["prompt"], choice="keep")
        wait_until(lambda: asked["number"] in self.notifications.closed(),
                   what="the notification to be taken away")

    def test_unknown_buttons_and_numbers_are_ignored(self):
        asked = self.attempt()
        for number, key in ((asked["number"], "unblock"), (asked["number"], "default"),
                            (asked["number"], ""), (asked["number"], "planned\n"),
                            (999, "planned"), (0, "planned")):
            self.notifications.press({"number": number}, key)
        self.assertEqual([each["kind"] for each in self.prompts()], ["blocked_opened"])
        self.assertEqual(self.call("org.soteria.unblock.List")["requests"], [])
        after = self.press(asked, "keep")
        self.expect("You kept the block", after)
        # What comes after the answer is about nothing any more.
        self.notifications.press(asked, "planned")
        self.assertEqual(self.call("org.soteria.unblock.List")["requests"], [])

    def test_strict_block_is_refused_in_words(self):
        self.addCleanup(self.begin_afresh, "block.yaml", "version: 1\n")
        self.write_rules("block.yaml", (
            "version: 1\nquiet_hours:\n  always: {name: Always, block: [games], strict: true, "
            'ranges: [{days: daily, time: "00:00-24:00"}]}\n'))
        self.call("org.soteria.rules.Reload")
        asked = self.attempt()
        self.assertNotIn("planned", asked["order"])
        self.assertTrue(self.is_blocked("games"))


class OtherRows(Asking):
    """The rest of the table."""

    def rules(self, name, text):
        path = self.write_rules(name, text)

        def take_away():
            path.unlink()
            self.call("org.soteria.rules.Reload")

        self.addCleanup(take_away)
        self.call("org.soteria.rules.Reload")

    def wait_for_kind(self, kind, seconds=15):
        """The newest open prompt of a kind, and its notification."""
        prompt = wait_until(lambda: [each for each in self.prompts() if each["kind"] == kind],
                            seconds, f"a prompt of {kind}")[-1]
        return prompt, self.expect(prompt["title"])

    def test_check_in_no_shows_what_to_do_instead(self):
        self.rules("checkin.yaml", CHECK_IN)
        self.addCleanup(self.begin_afresh, "checkin.yaml", "version: 1\n")
        _, asked = self.wait_for_kind("check_in")
        self.assertEqual(asked["order"], ["yes", "no"])
        shown = asked["title"] + asked["text"]
        self.assertIn("want", shown)
        self.assertNotIn("<want>", asked["text"], "a text is not markup")
        after = self.press(asked, "no")
        led = self.expect("Then let it rest", after)
        self.assertIn("Take a walk", led["text"])
        self.assertTrue(self.is_blocked("letters"))

    def test_check_in_yes_opens(self):
        self.rules("checkin.yaml", CHECK_IN.replace("plan:", "other:"))
        self.addCleanup(self.begin_afresh, "checkin.yaml", "version: 1\n")
        _, asked = self.wait_for_kind("check_in")
        self.press(asked, "yes")
        wait_until(lambda: not self.is_blocked("letters"), what="letters to be open")

    def test_high_risk_suggests_and_protects(self):
        self.change_rules("late_night: null, high", RISK)
        self.block("games")
        self.wait_until_blocked("games")
        self.unblock("games")  # the risk is assessed at once after an unblock
        _, asked = self.wait_for_kind("risk_high")
        self.assertEqual(asked["order"], ["protect", "dismiss"])
        after = self.press(asked, "protect")
        self.expect("Protected until", after)
        kinds = {each["kind"] for each in self.targets()["letters"]["restrictions"]}
        self.assertIn("manual_protection", kinds)

    def test_what_is_in_use_closes_soon(self):
        self.change_rules("grant: 3s", "grant: 62s")
        self.block("games")
        self.wait_until_blocked("games")
        self.unblock("games")
        use = self.call("org.soteria.usage.Opened", site="games.example")["use"]
        self.addCleanup(self.call, "org.soteria.usage.Closed", use=use)
        prompt, told = self.wait_for_kind("closing")
        self.assertTrue(prompt["title"].startswith("Games closes at "))
        self.assertEqual(told["order"], ["end", "dismiss"])
        self.assertEqual(list(told["buttons"].values()), ["End now", "Fine"])
        self.press(told, "end")
        self.wait_until_blocked("games")

    def used(self, target):
        """For how many seconds it was used today."""
        answer = self.call("org.soteria.usage.Today")["targets"]
        return next(each["seconds"] for each in answer if each["target"] == target)

    def test_outcome_is_asked_after_a_use(self):
        self.block("games")
        self.wait_until_blocked("games")
        self.unblock("games")
        use = self.call("org.soteria.usage.Opened", site="games.example")["use"]
        # Nobody is asked about a use that took no time at all.
        wait_until(lambda: self.used("games") >= 1, what="a second of use")
        self.call("org.soteria.usage.Closed", use=use)
        prompt, asked = self.wait_for_kind("log_outcome", 120)
        self.assertEqual(asked["order"], ["bought", "nothing_bought", "later"])
        after = self.press(asked, "nothing_bought")
        self.expect("you bought nothing", after)
        logged = self.facts("outcomeLogged")
        self.assertEqual(logged[-1]["request"], prompt["request"])


class Troubles(Asking):
    """Services that come, go, do not answer or cannot show buttons."""

    def setUp(self):
        super().setUp()
        self.block("games")
        self.wait_until_blocked("games")

    def replace_service(self, capabilities):
        type(self).notifications.close()
        type(self).notifications = Notifications(self.person, capabilities)
        self.before = 0

    def test_service_that_restarts_is_shown_what_is_open(self):
        first = self.attempt()
        self.replace_service(self.CAPABILITIES)
        again = self.expect(first["title"])
        after = self.press(again, "keep")
        self.expect("You kept the block", after)

    def test_service_without_buttons_says_what_to_run(self):
        self.replace_service("body")
        self.addCleanup(self.replace_service, self.CAPABILITIES)
        asked = self.attempt()
        self.assertEqual(asked["buttons"], {})
        self.assertIn("soteria unblock games", asked["text"])

    def test_service_that_never_answers_holds_nothing_up(self):
        self.notifications.at().AddMethod(
            "org.freedesktop.Notifications", "Notify", "susssasa{sv}i", "u",
            "import time; time.sleep(30); ret = 1")
        self.call("org.soteria.unblock.Attempt", app="org.example.Game")
        app = self.scope("app-x-org.example.Game-120.scope", wait=False)
        app.wait_until_frozen()
        self.open_all()
        app.wait_until_thawed()
        self.block("games")
        app.wait_until_frozen()
        self.replace_service(self.CAPABILITIES)

    def test_service_that_answers_nonsense_is_survived(self):
        self.notifications.at().AddMethod(
            "org.freedesktop.Notifications", "Notify", "susssasa{sv}i", "s", 'ret = "no"')
        self.call("org.soteria.unblock.Attempt", app="org.example.Game")
        self.notifications.emit("ActionInvoked", "ss", "one", "planned")
        self.notifications.emit("NotificationClosed", "s", "one")
        self.assertEqual(self.call("org.soteria.unblock.List")["requests"], [])
        self.replace_service(self.CAPABILITIES)
        asked = self.attempt()
        self.press(asked, "keep")
        self.expect("You kept the block")


class RealService(WithApps):
    """dunst on a display."""

    @classmethod
    def setUpClass(cls):
        missing = missing_programs("Xvfb", "dunst", "dunstctl")
        if missing:
            raise unittest.SkipTest(missing)
        super().setUpClass()
        cls.display = Display(cls.person)
        cls.addClassCleanup(cls.display.close)
        cls.dunst = Dunst(cls.person, cls.display)
        cls.addClassCleanup(cls.dunst.close)

    def test_question_is_shown_and_its_button_keeps_the_block(self):
        app = self.scope("app-x-org.example.Game-130.scope")
        self.block("games")
        app.wait_until_frozen()
        self.call("org.soteria.unblock.Attempt", app="org.example.Game")
        wait_until(lambda: self.dunst.displayed() > 0, what="dunst to show it")
        self.dunst.press("Keep the block")
        wait_until(lambda: self.facts("blockKept"),
                   what="the answer to be on record")
        self.assertTrue(self.is_blocked("games"))
        self.assertTrue(app.is_frozen)
        self.dunst.control("close-all")
        shown = self.dunst.history()
        self.assertEqual({each["appname"] for each in shown}, {"Soteria"})
