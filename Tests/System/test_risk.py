"""The risk, what is asked and told because of it, and the daemon that protects by itself."""

import json

from conversing import Conversing
from machine import wait_until

#: One unblock is a high risk here, at any hour.
OFTEN = """\
auto_protection: {high_risk: {enabled: false}}
risk: {factors: {often: {weight: 0.7, when: unblocks.last_hour >= 1}}}
"""

#: Both begin after an unblock, at the same mark of the clock.
PAIR = """\
auto_protection:
  high_risk: {enabled: false}
  mild: {name: Mild, when: unblocks.last_hour >= 1, block: [news], for: 1h}
  stern: {name: Stern, when: unblocks.last_hour >= 1, block: [games], for: 1h, strict: true}
"""
CADENCES = """\
[Service]
ExecStart=
ExecStart=%h/.local/bin/soteriad --auto-protection-interval 1
"""


class Risk(Conversing):
    """A risk that becomes high with an unblock."""

    def factor(self):
        status = self.call("org.soteria.risk.GetStatus")["status"]
        return next(each for each in status["factors"] if each["factor"] == "often")

    def test_unblock_makes_it_high_at_once_and_it_is_said(self):
        self.set_rules(more=OFTEN)
        self.assertFalse(self.factor()["holds"])
        before = self.soteria_lines("risk", "--history")
        with self.connect() as risks, self.connect() as prompts:
            assessments = risks.monitor("org.soteria.risk.Monitor")
            told = prompts.monitor("org.soteria.prompts.Monitor")
            next(assessments)
            self.assertEqual(next(told), {"prompts": []})
            grant = self.confirm(self.request("impulse")["request"])
            status = next(assessments)["status"]
            prompt = next(told)["opened"]
        self.assertGreaterEqual(status["score"], 0.7)
        self.assert_seconds(status["assessedAt"], grant["at"])
        self.it_is_explained()
        self.it_is_in_the_history(before, status)
        self.protection_is_suggested(prompt)

    def it_is_explained(self):
        self.assertTrue(self.factor()["holds"])
        self.assertEqual(self.factor()["values"],
                         [{"variable": "unblocks.last_hour", "value": "1"}])
        lines = self.soteria("risk", "--explain").stdout.splitlines()
        (line, read), = [pair for pair in zip(lines, lines[1:]) if " often " in pair[0]]
        self.assertRegex(line, r"^\+0\.700 +often +yes +unblocks\.last_hour >= 1$")
        self.assertEqual(read.strip(), "unblocks.last_hour = 1")

    def it_is_in_the_history(self, before, status):
        points = self.soteria_lines("risk", "--history")
        self.assertEqual(points[:len(before)], before)
        self.assertEqual((points[-1]["score"], points[-1]["level"]),
                         (status["score"], status["level"]))
        self.assertIn("often", points[-1]["factors"])
        self.assertEqual(self.soteria_lines("risk", "--history", "--limit", "1"), points[-1:])
        later = self.soteria_lines("risk", "--history", "--from", points[-1]["at"])
        self.assertEqual(later, points[-1:])
        earlier = self.soteria_lines("risk", "--history", "--to", points[-1]["at"])
        self.assertEqual(earlier, points[:-1])
        self.assertIn(f'{status["score"]:.3f}', self.soteria("risk", "--history").stdout)

    def protection_is_suggested(self, prompt):
        self.assertEqual((prompt["kind"], prompt["choices"]), ("risk_high", ["protect", "dismiss"]))
        entry = self.entries(f"SOTERIA_RISK_LEVEL={self.soteria_json('risk')['status']['level']}")
        self.assertIn("Soteria suggests quiet hours", entry[-1]["MESSAGE"])
        number = str(prompt["prompt"])
        self.assertIn(f"soteria prompts answer {number} protect", self.soteria("prompts").stdout)
        answer = self.soteria("prompts", "answer", number, "protect")
        self.assertIn("Protected until", answer.stdout)
        self.assertIn("manual_protection", self.restrictions("news"))
        self.assertEqual(self.call("org.soteria.prompts.List")["prompts"], [])
        again = self.soteria("prompts", "answer", number, "protect", check=False)
        self.assertEqual((again.returncode, again.stdout), (1, ""))


class Prompts(Conversing):
    """What a browser's host or an agent would show: here the tool does."""

    def setUp(self):
        self.set_rules()
        self.site = f"{self._testMethodName.replace('_', '-')}.shop.example"

        def is_asked():
            # One within a second of the test before is the same attempt, and asks nothing.
            attempt = self.call("org.soteria.unblock.Attempt", site=self.site)
            self.assertEqual(attempt, {"blocked": True, "targets": ["shopping"]})
            return self.prompts()

        self.number = str(wait_until(is_asked, what="the question")[-1]["prompt"])

    def prompts(self):
        return self.call("org.soteria.prompts.List")["prompts"]

    def test_attempt_is_asked_about_and_the_block_is_kept(self):
        text = self.soteria("prompts").stdout
        self.assertIn("Shopping is blocked", text)
        self.assertIn(self.site, text)
        self.assertIn(f"soteria prompts answer {self.number} keep|planned|impulse", text)
        answer = self.soteria("prompts", "answer", self.number, "keep").stdout
        self.assertIn("The block is kept", answer)
        self.assertEqual(self.prompts(), [])
        self.assertTrue(self.is_blocked("shopping"))
        closing = self.facts("promptClosed")[-1]
        self.assertEqual((closing["closing"], closing["choice"]), ("answered", "keep"))
        self.assertIn("No prompts are open", self.soteria("prompts").stdout)

    def test_answer_opens_once_the_wait_is_over(self):
        result = self.soteria("prompts", "answer", self.number, "impulse")
        self.assertIn("Shopping is open until ", result.stdout)
        self.assertFalse(self.is_blocked("shopping"))
        self.wait_until_blocked("shopping")

    def test_answer_that_is_not_waited_for_is_gone_on_with(self):
        result = self.soteria("prompts", "answer", self.number, "planned", "--no-wait")
        self.assertIn(f"To continue: soteria unblock --site {self.site}", result.stdout)
        opened = self.soteria("unblock", "--site", self.site, "--planned")
        self.assertIn("Shopping is open until ", opened.stdout)
        self.assertEqual(len(self.call("org.soteria.unblock.List")["requests"]), 0)
        self.wait_until_blocked("shopping")

    def test_interrupt_after_the_answer_keeps(self):
        self.set_rules(impulse="60s")
        talk = self.terminal("soteria", "prompts", "answer", self.number, "impulse")
        talk.expect("Waiting ")
        talk.interrupt()
        talk.expect("The block is kept.")
        self.assertEqual(talk.exit_code(), 130)
        self.assertTrue(self.is_blocked("shopping"))

    def test_answers_that_it_does_not_take(self):
        for arguments, code in (((self.number, "why"), 1), (("4711", "keep"), 1),
                                ((self.number, "perhaps"), 64)):
            with self.subTest(arguments):
                result = self.soteria("prompts", "answer", *arguments, check=False)
                self.assertEqual((result.returncode, result.stdout), (code, ""))
                self.assertTrue(result.stderr)
        self.soteria("prompts", "answer", self.number, "keep")

    def test_prompts_are_followed(self):
        follower = self.person.start("soteria", "prompts", "--follow", "--json")
        self.addCleanup(follower.communicate)
        self.addCleanup(follower.kill)
        first = json.loads(follower.stdout.readline())
        self.assertEqual([str(each["prompt"]) for each in first["prompts"]], [self.number])
        self.soteria("prompts", "answer", self.number, "keep")
        self.assertEqual(json.loads(follower.stdout.readline()),
                         {"closed": int(self.number), "closing": "answered"})


class AutoProtections(Conversing):
    """Two rules that would protect at the same mark, of which one is switched off."""

    def list(self):
        found = self.call("org.soteria.protection.ListAutoProtections")["rules"]
        return {each["rule"]: each for each in found}

    def test_switches(self):
        self.drop_in("cadences.conf", CADENCES)
        self.person.systemctl("restart", "soteriad.service")
        self.set_rules(more=PAIR)
        said = self.soteria("auto-protection", "disable", "mild").stdout
        self.assertIn("switched off by you", said)
        self.person.systemctl("restart", "soteriad.service")
        self.assertEqual((self.list()["mild"]["enabled"], self.list()["mild"]["switched"]),
                         (False, True))
        self.confirm(self.request("impulse")["request"])
        self.wait_until_blocked("games")
        self.assertFalse(self.is_blocked("news"), "a rule that is switched off has protected")
        self.soteria("auto-protection", "enable", "mild")
        self.wait_until_blocked("news")
        self.assertIn("auto_protection", self.restrictions("news"))
        self.what_runs_is_not_switched_off()

    def what_runs_is_not_switched_off(self):
        self.soteria("auto-protection", "disable", "mild")
        self.assertTrue(self.is_blocked("news"))
        self.assertIn("until", self.list()["mild"])
        refused = self.soteria("auto-protection", "disable", "stern", check=False)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("strict", refused.stderr)
        self.assertTrue(self.list()["stern"]["enabled"])
        strict = self.refused("org.soteria.unblock.Request", place={"target": "games"})
        self.assertEqual(strict.name, "org.soteria.unblock.Strict")
        self.assert_seconds(strict.parameters["until"], self.list()["stern"]["until"])
        text = self.soteria("auto-protection").stdout
        self.assertIn("protects until", text)
        self.assertIn("stern, strict", text)
        unknown = self.soteria("auto-protection", "enable", "nothing", check=False)
        self.assertEqual(unknown.returncode, 1)
        wait_until(lambda: "Stern" in self.show("StatusText"), what="the status text")
