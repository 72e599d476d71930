"""The golden late night: three unblocks on a Wednesday, and the daemon protects by itself."""

import datetime

from conversing import instant
from faked_clock import FakedClock, local

#: The shipped defaults say everything else: waits, grants, factors, what protects by itself.
RULES = """\
version: 1
targets:
  shopping: {name: Shopping, sites: [shop.example]}
  games: {name: Games, sites: [games.example]}
quiet_hours:
  nights: {name: Quiet nights, block: [shopping], ranges: [{days: daily, time: "21:00-06:30"}]}
"""

NAME = "Auto-Protection: High Risk Detected"
CHECK = "org.soteria.protection.Check"


class LateNight(FakedClock):
    """One night, in the order in which it goes."""

    def setUp(self):
        self.forget()
        self.write_rules("night.yaml", RULES)
        self.live_at(local("2026-11-18 21:30"))
        self.options = self.call("org.soteria.unblock.Options")

    def unblock(self, moment, purpose):
        """Asks, meets the wait, and confirms at the moment when it is just over."""
        wait = self.options[f"{purpose}Wait"]
        self.live_at(moment - datetime.timedelta(seconds=wait + 5))
        request = self.request(purpose)["request"]
        refusal = self.refused("org.soteria.unblock.Confirm", request=request)
        self.assertEqual(refusal.name, "org.soteria.unblock.WaitNotOver")
        self.assertIn(refusal.parameters["remainingSeconds"], range(1, wait + 1))
        self.live_at(moment)
        grant = self.confirm(request)
        self.assertLess(instant(grant["at"]) - moment, datetime.timedelta(seconds=10))
        self.assertEqual(instant(grant["until"]) - instant(grant["at"]),
                         datetime.timedelta(minutes=15))
        self.assertFalse(self.is_blocked("shopping"))

    def risk(self):
        status = self.call("org.soteria.risk.GetStatus")["status"]
        return status["score"], status["level"], {
            factor["factor"] for factor in status["factors"] if factor["holds"]}

    def test_three_unblocks_end_in_two_hours_of_protection(self):
        self.unblock(local("2026-11-18 22:10"), "planned")
        self.assertEqual(self.risk(), (0.4, "moderate", {"late_night"}))
        self.unblock(local("2026-11-18 22:35"), "impulse")
        self.assertEqual(self.risk(), (0.6, "high", {"late_night", "rapid_unblocks"}))
        self.unblock(local("2026-11-18 22:58"), "impulse")
        self.protection_begins_at_eleven()
        self.person_is_informed()
        self.protection_ends_at_one()

    def protection_begins_at_eleven(self):
        eleven = local("2026-11-18 23:00")
        self.live_at(eleven - datetime.timedelta(seconds=12))
        self.assertFalse(self.is_blocked("shopping"))
        with self.connect() as connection:
            connection.socket.settimeout(60)
            decisions = connection.monitor("org.soteria.protection.Monitor")
            next(decisions)
            found = [next(decisions)["decision"] for _ in range(2)]
        self.assertEqual([(each["target"], each["verdict"], each["cause"]) for each in found],
                         [("games", "block", "protection"), ("shopping", "block", "protection")])
        self.begun = instant(found[0]["at"])
        self.assertLess(self.begun - eleven, datetime.timedelta(seconds=30))
        self.assertGreaterEqual(self.begun, eleven)
        self.assertEqual(self.risk(), (
            1.0, "critical", {"late_night", "high_frequency", "rapid_unblocks"}))
        restriction = self.restrictions("games")["auto_protection"]
        self.assertEqual(restriction["name"], NAME)
        self.text_of_end, = [each["until"] for each in found[0]["restrictions"]
                             if each["kind"] == "auto_protection"]
        self.assert_end(self.text_of_end)
        self.assert_end(restriction["until"])
        # Quiet hours hold shopping for longer, and the running grant is over.
        self.assertEqual(set(self.restrictions("shopping")), {"auto_protection", "quiet_hours"})
        self.assertEqual([each["reason"] for each in self.facts("grantEnded")],
                         ["time", "time", "auto_protection"])
        self.assertEqual(self.call("org.soteria.unblock.List")["grants"], [])

    def assert_end(self, text):
        """The end is worked out from the time left each time, so its last digit may differ."""
        self.assertAlmostEqual(instant(text), self.begun + datetime.timedelta(hours=2),
                               delta=datetime.timedelta(milliseconds=20))

    def person_is_informed(self):
        decision = self.entries("SOTERIA_REASON=auto_protection", "SOTERIA_DECISION=block")[-1]
        self.assertIn(f"Games is blocked until {self.text_of_end}: {NAME}", decision["MESSAGE"])
        began = self.entries("SOTERIA_RULE=high_risk")[-1]
        self.assertIn(NAME, began["MESSAGE"])
        self.assertIn("high_frequency", began["MESSAGE"])
        self.assertEqual((began["SOTERIA_RISK_SCORE"], began["SOTERIA_UNTIL"]),
                         ("1.000", self.text_of_end))
        rule = self.call("org.soteria.protection.ListAutoProtections")["rules"][0]
        self.assertEqual((rule["rule"], rule["enabled"]), ("high_risk", True))
        self.assert_end(rule["until"])
        prompt, = [each for each in self.call("org.soteria.prompts.List")["prompts"]
                   if each["kind"] == "auto_protection"]
        self.assertEqual(prompt["title"], NAME)
        answer = self.call("org.soteria.prompts.Answer", prompt=prompt["prompt"], choice="why")
        for factor in ("late night", "high frequency", "rapid unblocks"):
            self.assertIn(factor, answer["result"]["text"])
        self.assertIn(NAME, self.show("StatusText"))
        self.assertIn(NAME, self.soteria("status").stdout)
        # A request waits as ever: the defaults are the same for both purposes.
        self.assertEqual(self.call("org.soteria.unblock.Options"), self.options)

    def protection_ends_at_one(self):
        end = self.begun + datetime.timedelta(hours=2)
        self.live_at(end - datetime.timedelta(seconds=50))
        self.assertEqual(set(self.restrictions("games")), {"auto_protection"})
        self.assertEqual(instant(self.restrictions("games")["auto_protection"]["until"]), end)
        self.live_at(end + datetime.timedelta(seconds=1))
        self.assertFalse(self.call(CHECK, target="games")["blocked"])
        self.assertEqual(set(self.restrictions("shopping")), {"quiet_hours"})
        self.assertEqual(len(self.facts("protectionEnded")), 1)
        # The risk has fallen: three unblocks lie more than an hour back.
        self.assertEqual(self.risk(), (0.4, "moderate", {"late_night"}))


class NewUser(FakedClock):
    """Somebody without any history on a Tuesday afternoon."""

    def test_no_risk_at_all(self):
        self.forget()
        self.write_rules("night.yaml", RULES)
        self.live_at(local("2026-11-17 15:00"))
        status = self.call("org.soteria.risk.GetStatus")["status"]
        self.assertEqual((status["score"], status["level"]), (0.0, "low"))
        self.assertEqual([each["factor"] for each in status["factors"] if each["holds"]], [])
        self.assertFalse(self.is_blocked("shopping"))
