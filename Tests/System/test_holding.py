"""What holds whatever happens to the daemon or its disk: ends that were promised, and blocks."""

import os
import signal

import small_disk
from conversing import Conversing, instant
from machine import wait_until
from varlink_client import VarlinkError

MONITOR = "org.soteria.protection.Monitor"

#: After an unblock the daemon protects the news for a minute, which is the shortest there is.
SOON = """\
auto_protection:
  high_risk: {enabled: false}
  soon: {name: Soon, when: unblocks.last_hour >= 1, block: [news], for: 1m, again_after: 1h}
"""


class Killed(Conversing):
    """kill -9 while something runs that has an end: after the restart it has the same end."""

    def begin(self):
        """A grant, a protection by hand and one by itself; when each of them ends."""
        self.drop_in("cadences.conf", small_disk.CADENCES)
        self.person.systemctl("restart", "soteriad.service")
        self.set_rules(grant="20s", more=SOON)
        ends = {"games": self.call("org.soteria.protection.Start", target="games",
                                   seconds=60)["until"]}
        ends["shopping"] = self.confirm(self.request("impulse")["request"])["until"]
        self.wait_until_blocked("news")
        ends["news"] = self.restrictions("news")["auto_protection"]["until"]
        return ends

    def test_windows_and_grants_keep_their_ends(self):
        ends = self.begin()
        before = self.main_pid()
        os.kill(before, signal.SIGKILL)
        self.wait_for_restart(before)
        states = self.targets()
        self.assertFalse(states["shopping"]["blocked"])
        self.assert_seconds(states["shopping"]["grantedUntil"], ends["shopping"])
        for target in ("games", "news"):
            self.assertTrue(states[target]["blocked"])
            self.assert_seconds(states[target]["until"], ends[target])
        with self.connect() as connection:
            connection.socket.settimeout(80)
            decisions = connection.monitor(MONITOR)
            next(decisions)
            found = [next(decisions)["decision"] for _ in range(3)]
        # The news may come first: the unblock of an earlier test starts their protection, too.
        self.assertCountEqual([(each["target"], each["verdict"]) for each in found],
                              [("shopping", "block"), ("games", "unblock"), ("news", "unblock")])
        for decision in found:
            self.assert_seconds(decision["at"], ends[decision["target"]])
        self.assertEqual(len([each for each in self.facts("protectionStarted")
                              if each.get("rule") == "soon"]), 1)

    def test_request_outlives_it_with_its_wait(self):
        self.set_rules(impulse="5s")
        request = self.request("impulse", mood="bored")
        before = self.main_pid()
        os.kill(before, signal.SIGKILL)
        self.wait_for_restart(before)
        again, = self.call("org.soteria.unblock.List")["requests"]
        self.assertEqual((again["request"], again["intent"]),
                         (request["request"], request["intent"]))
        self.assert_seconds(again["waitEnds"], request["waitEnds"])
        grant = self.confirm(request["request"])
        # Trusted time may be drawn to the wall clock's by some milliseconds meanwhile.
        early = instant(request["waitEnds"]) - instant(grant["at"])
        self.assertLess(early.total_seconds(), 0.5)
        self.wait_until_blocked("shopping")


class FullDisk(small_disk.SmallDisk):
    """Nothing can be recorded: nothing is opened, what is blocked stays so, and it is said."""

    def test_unblock_is_refused_until_it_can_be_recorded(self):
        request = self.request("planned")["request"]
        self.fill()
        wait_until(lambda: self.refused_confirmation(request) != "WaitNotOver",
                   what="the wait to be over")
        self.assertEqual(self.refused_confirmation(request), "StoreUnavailable")
        check = self.call("org.soteria.protection.Check", site="www.shop.example")
        self.assertTrue(check["blocked"])
        self.assertEqual(self.call("org.soteria.unblock.List")["grants"], [])
        self.it_is_said()
        self.ballast.unlink()
        grant = self.wait_until_opened(request)
        self.assertEqual(grant["targets"], ["shopping"])
        self.wait_until_blocked("shopping")
        self.assertTrue(self.call("org.soteria.daemon.GetStatus")["store"]["healthy"])

    def it_is_said(self):
        self.assertFalse(self.call("org.soteria.daemon.GetStatus")["store"]["healthy"])
        self.assertIn("CANNOT BE RECORDED", self.show("StatusText"))
        shown = self.soteria("status", check=False)
        self.assertIn("Nothing can be recorded", shown.stdout)
        self.assertTrue(self.told("store-failing"))
        tried = self.soteria("unblock", "shopping", "--planned", check=False)
        self.assertEqual(tried.returncode, 1)
        self.assertEqual(tried.stdout, "")
        self.assertRegex(tried.stderr, "(?i)record")

    def refused_confirmation(self, request):
        refusal = self.refused("org.soteria.unblock.Confirm", request=request)
        return refusal.name.rsplit(".", 1)[1]

    def wait_until_opened(self, request):
        """The grant, as soon as the store works again: it is tried at the next mark."""
        answers = []

        def opened():
            try:
                answers.append(self.call("org.soteria.unblock.Confirm", request=request))
            except VarlinkError as error:
                self.assertEqual(error.name, "org.soteria.unblock.StoreUnavailable")
            return answers

        return wait_until(opened, 30, "the store to work again")[0]["grant"]
