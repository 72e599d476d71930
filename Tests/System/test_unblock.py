"""A person meets a block: they keep it, or it is opened for a while and closes again."""

import os
import signal

from conversing import Conversing
from machine import wait_until

MONITOR = "org.soteria.protection.Monitor"


class Grants(Conversing):
    """Over the socket, as the clients that follow will do it."""

    def setUp(self):
        self.set_rules()

    def next_of(self, decisions, target):
        return next(each["decision"] for each in decisions if each["decision"]["target"] == target)

    def test_grant_ends_by_itself(self):
        with self.connect() as connection:
            decisions = connection.monitor(MONITOR)
            next(decisions)
            grant = self.confirm(self.request("planned", category="gift")["request"])
            opened = self.next_of(decisions, "shopping")
            self.assertEqual((opened["verdict"], opened["cause"]), ("unblock", "grant"))
            self.assertEqual(opened["restrictions"], [])
            self.assertEqual(opened["grantedUntil"], grant["until"])
            state = self.targets()["shopping"]
            self.assertEqual((state["blocked"], state["grantedUntil"]), (False, grant["until"]))
            blocked = self.next_of(decisions, "shopping")
        self.assertEqual((blocked["verdict"], blocked["cause"]), ("block", "grant"))
        self.assertEqual(blocked["restrictions"][0]["kind"], "quiet_hours")
        self.assert_seconds(blocked["at"], grant["until"])
        self.assertTrue(self.is_blocked("shopping"))
        self.assertEqual(self.facts("grantEnded")[-1]["reason"], "time")

    def test_grant_lasts_the_minutes_that_were_said(self):
        self.set_rules(grant="10m")
        grant = self.confirm(self.request("planned", minutes=2)["request"])
        self.assert_seconds(grant["until"], grant["at"], 120)
        self.call("org.soteria.unblock.EndGrants", place={"target": "shopping"})

    def test_person_ends_it(self):
        self.set_rules(grant="10m")
        grant = self.confirm(self.request("planned")["request"])
        self.assertFalse(self.is_blocked("shopping"))
        self.assertIn("Shopping is blocked", self.soteria("block", "shopping").stdout)
        self.assertTrue(self.is_blocked("shopping"))
        self.assertEqual(self.facts("grantEnded")[-1],
                         {"grant": grant["grant"], "reason": "person"})
        self.assertIn("Shopping is already blocked", self.soteria("block").stdout)
        nothing = self.soteria("block", "games", check=False)
        self.assertEqual(nothing.returncode, 1)
        self.assertIn("soteria protect games --for 1h", nothing.stderr)

    def test_protection_ends_it(self):
        self.set_rules(grant="10m")
        self.confirm(self.request("planned")["request"])
        self.soteria("protect", "shopping", "--for", "1m")
        self.assertTrue(self.is_blocked("shopping"))
        self.assertEqual(self.facts("grantEnded")[-1]["reason"], "manual_protection")

    def test_strict_protection_is_undone(self):
        said = self.soteria("protect", "games", "--strict", "--for", "7d").stdout
        self.assertIn("soteria protect --undo", said)
        self.assertIn("soteria protect --undo", self.soteria("status").stdout)
        self.assertTrue(self.is_blocked("games"))
        self.assertEqual(self.soteria("protect", "--undo").stdout,
                         "The protection has been undone\n")
        self.assertFalse(self.is_blocked("games"))
        self.assertTrue(self.facts("protectionEnded")[-1]["takenBack"])

    def test_every_step_is_in_the_journal_and_nothing_that_was_typed(self):
        said = {"mood": "lonely", "amount": "4711.89", "currency": "EUR", "minutes": 17}
        request = self.request("impulse", **said)["request"]
        grant = self.confirm(request)
        self.wait_until_blocked("shopping")
        # Daemons of other tests have had requests of this number.
        entries = self.entries(f"SOTERIA_REQUEST={request}", f"_PID={self.main_pid()}")
        self.assertIn(grant["until"], [entry.get("SOTERIA_UNTIL") for entry in entries])
        for entry in entries:
            self.assertEqual(entry["SOTERIA_TARGET"], "shopping")
        ended = wait_until(lambda: self.entries(f"SOTERIA_SEQUENCE={grant['grant']}",
                                                "SOTERIA_REASON=time",
                                                f"_PID={self.main_pid()}"), what="the end")
        self.assertIn("Shopping", ended[-1]["MESSAGE"])
        journal = self.person.journal("--output", "json", "--unit", "soteriad.service")
        for word in ("lonely", "4711.89"):
            self.assertNotIn(word, journal)
        record = self.facts("unblockRequested")[-1]
        self.assertEqual({key: record[key] for key in said}, said)

    def test_block_is_kept_at_once(self):
        request = self.request()["request"]
        today = self.call("org.soteria.unblock.Keep", request=request)["today"]
        self.assertTrue(self.is_blocked("shopping"))
        self.assertGreaterEqual(today, 1)
        over = self.refused("org.soteria.unblock.Confirm", request=request)
        self.assertEqual((over.name, over.parameters["outcome"]),
                         ("org.soteria.unblock.RequestOver", "kept"))
        entry = self.entries(f"SOTERIA_REQUEST={request}")[-1]
        self.assertIn("protection moment", entry["MESSAGE"])

    def test_request_is_the_persons_and_not_the_connections(self):
        self.set_rules(planned="30s")
        request = self.request("planned", category="gift")
        self.person.systemctl("restart", "soteriad.service")
        again = self.request("planned")
        self.assertEqual(again["request"], request["request"])
        self.assertEqual(again["intent"]["category"], "gift")
        self.assert_seconds(again["waitEnds"], request["waitEnds"])

    def test_strict_block_is_not_opened(self):
        loose = (self.rules_directory / "rules.yaml").read_text()
        self.addCleanup(self.begin_afresh, "rules.yaml", loose)
        self.write_rules("rules.yaml", loose.replace("name: Always", "name: Always, strict: true"))
        self.call("org.soteria.rules.Reload")
        refusal = self.refused("org.soteria.unblock.Request", place={"target": "shopping"})
        self.assertEqual(refusal.name, "org.soteria.unblock.Strict")
        result = self.soteria("unblock", "shopping", "--planned", check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("strict", result.stderr)

    def test_emergency_opens_a_strict_block_once(self):
        loose = (self.rules_directory / "rules.yaml").read_text()
        self.addCleanup(self.begin_afresh, "rules.yaml", loose)
        strict = loose.replace("name: Always", "name: Always, strict: true")
        self.write_rules("rules.yaml", strict.replace(
            "unblock: {", "unblock: {emergency: {count: 1, per: month, wait: 1s}, "))
        self.call("org.soteria.rules.Reload")
        refused = self.soteria("unblock", "shopping", "--planned", check=False)
        self.assertIn("soteria unblock shopping --emergency", refused.stderr)
        self.soteria("unblock", "shopping", "--planned", "--emergency")
        self.assertTrue(self.facts("unblocked")[-1]["emergency"])
        self.wait_until_blocked("shopping")
        used = self.refused("org.soteria.unblock.Request", place={"target": "shopping"},
                            emergency=True)
        self.assertEqual(used.name, "org.soteria.unblock.EmergencyUsed")
        self.assertIn("next", used.parameters["emergency"])
        self.assertIn("1 of 1 used this month", self.soteria("status").stdout)
        self.assertIn("1 of 1 used this month", self.soteria("metrics").stdout)


class Terminals(Conversing):
    """`soteria unblock`, as a person uses it."""

    def setUp(self):
        self.set_rules()
        self.kept = len(self.facts("blockKept"))

    def assert_kept(self):
        """One protection moment more, the block holds, and nothing is left half open."""
        self.assertEqual(len(self.facts("blockKept")), self.kept + 1)
        self.assertTrue(self.is_blocked("shopping"))
        self.assertEqual(self.call("org.soteria.unblock.List"), {"requests": [], "grants": []})

    def test_planned_purchase(self):
        self.set_rules(grant="5s")
        talk = self.terminal("soteria", "unblock", "shopping")
        self.assertIn("Shopping is blocked", talk.expect("Keep the block?"))
        talk.expect(": ")
        talk.type("p")
        talk.expect("What is the unblock for?")
        talk.expect("Enter to skip")
        talk.type("gift")
        talk.expect("expect to spend")
        talk.type("-3")
        talk.expect("expect to spend")
        talk.type("49.90 EUR")
        talk.expect("minutes")
        talk.type("20")
        talk.expect("Waiting 1 s")
        talk.expect("Shopping is open until ")
        self.assertEqual(talk.exit_code(), 0)
        self.assertFalse(self.is_blocked("shopping"))
        said = self.facts("intentGiven")[-1]
        self.assertEqual((said["purpose"], said["category"], said["amount"], said["minutes"]),
                         ("planned", "gift", "49.90", 20))
        self.wait_until_blocked("shopping")

    def test_enter_keeps_without_a_wait(self):
        talk = self.terminal("soteria", "unblock")
        talk.expect("[i]mpulse: ")
        talk.type("")
        talk.expect("The block is kept. Today so far: ")
        self.assertEqual(talk.exit_code(), 1)
        self.assert_kept()

    def test_interrupt_at_the_question_keeps(self):
        talk = self.terminal("soteria", "unblock", "shopping")
        talk.expect("[i]mpulse: ")
        talk.interrupt()
        talk.expect("The block is kept.")
        self.assertEqual(talk.exit_code(), 130)
        self.assert_kept()

    def test_interrupt_during_the_wait_keeps(self):
        self.set_rules(impulse="60s")
        talk = self.terminal("soteria", "unblock", "--site", "www.shop.example", "--impulse")
        self.assertEqual(talk.expect("Waiting ").strip(), "")
        talk.expect("Waiting 59 s")
        talk.interrupt()
        talk.expect("The block is kept.")
        self.assertEqual(talk.exit_code(), 130)
        self.assert_kept()

    def test_word_during_the_wait_keeps(self):
        self.set_rules(impulse="60s")
        talk = self.terminal("soteria", "unblock", "--impulse")
        talk.expect("Waiting 59 s")
        talk.type("k")
        talk.expect("The block is kept.")
        self.assertEqual(talk.exit_code(), 1)
        self.assert_kept()

    def test_only_blocked_target_needs_no_name(self):
        self.assertIn("Shopping is open until ", self.soteria("unblock", "--planned").stdout)
        self.wait_until_blocked("shopping")

    def test_one_of_several_blocked_targets_is_named(self):
        held = self.soteria_json("protect", "games")["id"]
        several = self.soteria("unblock", "--planned", check=False)
        self.assertEqual((several.returncode, several.stdout), (64, ""))
        self.assertIn("Blocked now: games, shopping", several.stderr)
        self.soteria("unblock", "--protection", str(held), "--planned")
        self.assertFalse(self.is_blocked("games"))

    def test_nothing_is_unblocked_where_nothing_is_blocked(self):
        self.soteria("quiet-hours", "disable", "always")
        self.addCleanup(self.soteria, "quiet-hours", "enable", "always")
        nothing = self.soteria("unblock", "--planned", check=False)
        self.assertEqual((nothing.returncode, nothing.stdout), (1, ""))
        self.assertIn("nothing is blocked", nothing.stderr)

    def test_end_of_input_keeps(self):
        talk = self.terminal("soteria", "unblock", "shopping")
        talk.expect("[i]mpulse: ")
        talk.end_input()
        talk.expect("The block is kept.")
        self.assertEqual(talk.exit_code(), 1)
        self.assert_kept()

    def test_terminal_that_is_closed_keeps(self):
        talk = self.terminal("soteria", "unblock", "shopping")
        talk.expect("[i]mpulse: ")
        talk.hang_up()
        wait_until(lambda: len(self.facts("blockKept")) > self.kept, what="the block to be kept")
        self.assert_kept()

    def test_termination_keeps(self):
        self.set_rules(impulse="60s")
        process = self.person.start("soteria", "unblock", "shopping", "--impulse")
        wait_until(lambda: self.call("org.soteria.unblock.List")["requests"], what="a request")
        os.kill(process.pid, signal.SIGTERM)
        out, err = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM, out + err)
        self.assert_kept()

    def test_without_a_terminal_it_waits_and_opens(self):
        refused = self.soteria("unblock", "shopping", check=False)
        self.assertEqual(refused.returncode, 64)
        self.assertIn("--impulse", refused.stderr)
        self.assertEqual(self.call("org.soteria.unblock.List")["requests"], [])
        result = self.soteria("unblock", "shopping", "--impulse", "--mood", "tired")
        self.assertIn("Shopping is open until ", result.stdout)
        self.assertIn("Waiting 1 s", result.stderr)
        self.wait_until_blocked("shopping")

    def test_keep_ends_the_open_request(self):
        self.request("impulse")
        self.assertIn("protection moment", self.soteria("keep").stdout)
        self.assert_kept()
        nothing = self.soteria("keep", check=False)
        self.assertEqual((nothing.returncode, nothing.stdout), (1, ""))
        self.assertIn("no request is open", nothing.stderr)


class Pauses(Conversing):
    """The same conversation, without having met a block."""

    def setUp(self):
        self.set_rules()

    def test_status_offers_it_during_quiet_hours(self):
        talk = self.terminal("soteria")
        talk.expect("soteria pause")
        self.assertEqual(talk.exit_code(), 0)

    def test_protection_beside_quiet_hours_ends_early(self):
        said = self.soteria("protect", "shopping", "--for", "2m").stdout
        self.assertIn("To end the protection early: soteria unblock --protection ", said)
        number = self.restrictions("shopping")["manual_protection"]["rule"]
        self.soteria("unblock", "--protection", number, "--planned")
        self.assertNotIn("manual_protection", self.restrictions("shopping"))

    def test_pause_that_is_kept(self):
        talk = self.terminal("soteria", "pause", "games")
        talk.expect("[K]eep")
        talk.expect(": ")
        talk.type("")
        talk.expect("protection moment")
        self.assertEqual(talk.exit_code(), 0)
        self.assertFalse(self.is_blocked("games"))

    def test_pause_that_protects_and_the_protection_that_ends_early(self):
        said = self.soteria("pause", "games", "--protect", "2m").stdout
        self.assertIn("Games is blocked until ", said)
        held = self.restrictions("games")["manual_protection"]
        self.assertEqual(self.facts("requestClosed")[-1]["outcome"], "protected")
        talk = self.terminal("soteria", "unblock", "--protection", held["rule"], "--planned")
        talk.expect("The protection has ended")
        self.assertEqual(talk.exit_code(), 0)
        self.assertFalse(self.is_blocked("games"))
        self.assertEqual(self.facts("protectionReleased")[-1]["id"], int(held["rule"]))
