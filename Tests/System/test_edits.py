"""Edits that weaken the rules wait: on an installed daemon, over restarts and days."""

import datetime

from conversing import instant
from faked_clock import FakedClock, local
from machine import wait_until
from varlink_client import VarlinkError

NIGHTS = """\
quiet_hours:
  nights: {name: Quiet nights, block: [shopping], ranges: [{days: daily, time: "22:30-06:30"}]}
"""
RULES = """\
version: 1
time_zone: Europe/Berlin
targets:
  shopping: {name: Shopping, sites: [shop.example]}
auto_protection: {high_risk: null}
edits: {weakening_waits: 24h}
"""
MINUTE = datetime.timedelta(minutes=1)


class Waiting(FakedClock):
    """Begins on an evening at eight, with quiet nights and a delay of a day."""

    BEGIN = local("2026-11-18 20:00")

    def setUp(self):
        self.forget()
        self.write_rules("nights.yaml", RULES + NIGHTS)
        self.live_at(self.BEGIN)

    def edit(self, text):
        """Writes the file and has it read; what waits then."""
        self.write_rules("nights.yaml", text)
        return self.call("org.soteria.rules.Reload").get("pendingEdits", [])

    def pending(self):
        rules = self.call("org.soteria.daemon.GetStatus")["rules"]
        return rules.get("pendingEdits", [])

    def until(self):
        return [instant(each["until"]) for each in self.pending()]


class WeakerEdits(Waiting):
    def test_a_weaker_edit_waits_and_is_seen_everywhere(self):
        edit, = self.edit(RULES)
        self.assertEqual((edit["weakens"], edit["kind"]), (["quiet_hours.nights"], "files"))
        self.assertAlmostEqual(instant(edit["until"]), self.BEGIN + datetime.timedelta(days=1),
                               delta=MINUTE)
        status = self.soteria("status").stdout
        self.assertIn("quiet_hours.nights weaker from", status)
        rules = self.soteria("rules", "list").stdout
        self.assertRegex(rules, r"quiet_hours\s+nights\s+Quiet nights\s+stays in force until")
        self.assertIn("undo it in the rule file", rules)
        self.assertIn("1 rule edit is waiting until", self.show("StatusText"))
        entry = self.told("edit-waits")[-1]
        self.assertEqual(entry["SOTERIA_RULES_ENTRIES"], "quiet_hours.nights")
        self.over_a_night_a_crash_and_a_restart(edit["until"])

    def over_a_night_a_crash_and_a_restart(self, until):
        """The old night holds whatever becomes of the daemon, and not a minute longer."""
        self.crash(local("2026-11-18 23:00"))
        self.assertTrue(self.is_blocked("shopping"))
        self.assertAlmostEqual(self.until()[0], instant(until), delta=MINUTE)
        self.live_at(local("2026-11-19 06:00"))
        self.assertTrue(self.is_blocked("shopping"))
        self.live_at(local("2026-11-19 19:58"))
        self.assertEqual(len(self.pending()), 1)
        self.live_at(local("2026-11-19 20:01"))
        self.assertEqual(self.pending(), [])
        self.assertEqual(self.told("edit-in-force")[-1]["SOTERIA_RULES_ENTRIES"],
                         "quiet_hours.nights")
        self.assertEqual([each["reason"] for each in self.facts("editEnded")], ["over"])
        self.live_at(local("2026-11-19 23:00"))
        self.assertFalse(self.is_blocked("shopping"))

    def test_an_edit_while_it_was_stopped(self):
        self.person.systemctl("stop", "soteriad.service", "soteriad.socket")
        self.write_rules("nights.yaml", RULES)
        self.live_at(local("2026-11-18 23:00"))
        self.assertTrue(self.is_blocked("shopping"))
        self.assertAlmostEqual(self.until()[0], local("2026-11-19 23:00"), delta=MINUTE)

    def test_restoring_the_file_cancels_it(self):
        self.edit(RULES)
        self.live_at(local("2026-11-18 22:00"))
        self.assertEqual(self.edit(RULES + NIGHTS), [])
        self.assertEqual(
            self.told("edit-cancelled")[-1]["SOTERIA_REASON"], "the old rules were restored")
        self.live_at(local("2026-11-19 23:00"))
        self.assertTrue(self.is_blocked("shopping"))

    def test_a_typo_is_no_sentence(self):
        typo = NIGHTS.replace("22:30-06:30", "22:30-21:30")
        self.edit(RULES + typo)
        self.assertTrue(self.is_blocked("shopping"))
        self.assertEqual(self.edit(RULES + NIGHTS), [])
        self.assertFalse(self.is_blocked("shopping"))
        self.edit(RULES + typo)
        self.live_at(self.BEGIN + datetime.timedelta(minutes=15))
        edit, = self.edit(RULES + NIGHTS)
        self.assertEqual(edit["weakens"], ["quiet_hours.nights"])
        self.assertTrue(self.is_blocked("shopping"))

    def test_lowering_the_delay_waits_as_well(self):
        edit, = self.edit(RULES.replace("24h", "0s") + NIGHTS)
        self.assertEqual(edit["weakens"], ["edits.weakening_waits"])
        status = self.call("org.soteria.daemon.GetStatus")["rules"]
        self.assertEqual(status["weakeningWaits"], 86400)

    def test_a_ninth_edit_is_refused(self):
        def schedules(first):
            return RULES + "quiet_hours:\n" + "".join(
                f"  s{number}: {{name: S{number}, block: [shopping], "
                f"ranges: [{{days: daily, time: \"0{number}:00-0{number}:30\"}}]}}\n"
                for number in range(first, 10))
        self.forget()
        self.write_rules("nights.yaml", schedules(0))
        self.live_at(self.BEGIN)
        for count in range(1, 9):
            self.live_at(self.BEGIN + datetime.timedelta(minutes=15 * count))
            self.edit(schedules(count))
        self.live_at(self.BEGIN + datetime.timedelta(minutes=150))
        with self.assertRaises(VarlinkError) as caught:
            self.edit(schedules(9))
        self.assertEqual(caught.exception.name, "org.soteria.rules.RulesRefused")
        self.assertIn("8 edits that weaken the rules are already waiting",
                      str(caught.exception.parameters["diagnostics"]))
        self.assertEqual(len(self.pending()), 8)
        self.live_at(self.BEGIN + datetime.timedelta(hours=24, minutes=17))
        self.assertEqual(len(self.pending()), 8)
        self.assertFalse(self.call("org.soteria.rules.Diagnostics")["refused"])


class WatchedEdits(Waiting):
    """With the true clock: under a faked one the watch never waits to its end."""

    def setUp(self):
        self.forget()
        self.write_rules("nights.yaml", RULES + NIGHTS)
        self.person.systemctl("start", "soteriad.socket", "soteriad.service")

    def test_the_watch_sees_the_edit_by_itself(self):
        self.write_rules("nights.yaml", RULES)
        edit, = wait_until(self.pending, 20, "the edit waits")
        self.assertEqual(edit["weakens"], ["quiet_hours.nights"])


class Switches(Waiting):
    def test_switching_off_waits_and_says_until_when(self):
        said = self.soteria("quiet-hours", "disable", "nights").stdout
        self.assertIn("Switching off weakens the rules", said)
        self.live_at(local("2026-11-18 23:00"))
        self.assertTrue(self.is_blocked("shopping"))
        self.assertEqual([(each["kind"], each["weakens"]) for each in self.pending()],
                         [("switch", ["quiet_hours.nights"])])
        self.live_at(local("2026-11-19 20:01"))
        schedule, = self.call("org.soteria.quiethours.List")["schedules"]
        self.assertFalse(schedule["enabled"])

    def test_switching_on_again_cancels_it(self):
        self.call("org.soteria.quiethours.SetEnabled", schedule="nights", enabled=False)
        self.call("org.soteria.quiethours.SetEnabled", schedule="nights", enabled=True)
        self.assertEqual(self.pending(), [])
        self.assertEqual(self.told("edit-cancelled")[-1]["SOTERIA_REASON"], "switched on again")
