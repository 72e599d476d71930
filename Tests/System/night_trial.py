"""Does one deed at one point of a quiet night to an installed daemon, and says what came of it."""

import datetime
import math
import typing
from zoneinfo import ZoneInfo

from conversing import instant
from moved_clocks import Following, MovedClocks
from night_table import DEEDS, MUST_BE, POINTS
from varlink_client import VarlinkError

RULES = """\
version: 1
targets:
  shopping: {name: Shopping, sites: [shop.example]}
  games: {name: Games, sites: [games.example]}
quiet_hours:
  nights: {name: Quiet nights, block: [shopping], ranges: [{days: daily, time: "22:30-06:30"}]}
auto_protection:
  high_risk: null
  unblocked: {name: After an unblock, when: "unblocks.last_hour >= 1", block: [games], for: 2h}
unblock: {grant: 15m, wait: {planned: 30s, impulse: 30s}}
"""

CHECK = "org.soteria.protection.Check"
WAIT = 30


def hours(seconds, late=20):
    """`-11:00`; with seconds where it is not a whole number of minutes and a little late."""
    whole = round(seconds / 60)
    if abs(seconds - whole * 60) > late:
        return f"{seconds:.0f} s"
    return f"{'-' if whole < 0 else ''}{abs(whole) // 60}:{abs(whole) % 60:02}"


def signed(seconds):
    return ("+" if seconds >= 0 else "") + hours(seconds)


class Happened(typing.NamedTuple):
    """What became of a cell, in the words of its table."""

    state: str
    recorded: str
    incidents: str


class NightTrial(MovedClocks):
    """One cell after the other, each with a daemon that has no past."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.person.write(cls.rules_directory / "night.yaml", RULES)

    def try_cell(self, point_key, deed_key):
        """Does the deed at the point; what became of it."""
        point, deed = POINTS[point_key], DEEDS[deed_key]
        must = MUST_BE[point_key, deed_key]
        self.arrange(point, deed)
        head = self.last_on_disk()
        if deed.is_away_from_daemon:
            self.be_away(deed)
        with self.connect() as connection:
            stream = Following(connection, head)
            self.do(point, deed, stream)
            state = self.state_after(point, deed, must, stream)
            self.check_offsets(point, deed, stream.events)
            return Happened(state, recorded(stream.events), self.incidents())

    # MARK: Before the deed

    def arrange(self, point, deed):
        """Time goes by until the point, or until two seconds before the minute's mark there at
        which a change of zone is seen."""
        self.request_number = None
        {"grant": self.arrange_grant, "wait": self.arrange_wait,
         "protection": self.arrange_protection, "": self.arrange_night}[point.also](point)
        early = 2 if deed.zone and not point.verdict else 0
        if not point.verdict:
            self.clocks.go_on_to(point.moment - seconds(early))

    def arrange_night(self, point):
        self.begin(point.moment - seconds(60), point.zone)
        if point.verdict:
            with self.following() as stream:
                self.clocks.go_on_to(point.moment - seconds(1))
                stream.wait_for_verdict(point.target, point.verdict)

    def arrange_grant(self, point):
        self.begin(point.moment - seconds(400), point.zone)
        self.unblock(point.moment - seconds(300))

    def unblock(self, moment):
        """Asks, meets the wait, and confirms at a moment."""
        self.clocks.go_on_to(moment - seconds(WAIT + 5))
        request = self.request("planned")["request"]
        self.clocks.go_on_to(moment)
        self.call("org.soteria.unblock.Confirm", request=request)

    def arrange_wait(self, point):
        self.begin(point.moment - seconds(60), point.zone)
        self.clocks.go_on_to(point.moment - seconds(10))
        began = self.clocks.elapsed_seconds
        self.request_number = self.request("impulse")["request"]
        # On a busy machine that much later than ten seconds before the point.
        self.request_took = self.clocks.elapsed_seconds - began

    def arrange_protection(self, point):
        begins = point.moment - seconds(1800)
        self.begin(begins - seconds(180), point.zone)
        self.unblock(begins - seconds(120))
        with self.following() as stream:
            self.clocks.go_on_to(begins - seconds(1))
            stream.wait_for_verdict("games", "block")

    # MARK: The deed

    def be_away(self, deed):
        self.stop()
        if deed.away == "restarted":
            self.clocks.restart(deed.seconds)
        else:
            self.clocks.go_on(deed.seconds)
        if deed.set:
            self.clocks.set(deed.set)
        self.start()

    def do(self, point, deed, stream):
        """Does it, and waits for what the daemon records of it by itself."""
        if deed.away == "suspended":
            self.clocks.sleep(deed.seconds)
        elif deed.away:
            stream.wait_for_kind("daemonStarted")
        elif deed.zone:
            self.set_zone(getattr(point, deed.zone))
            self.clocks.go_on_to(point.moment + seconds(60 if point.verdict else 0))
            stream.wait_for_kind("zoneChanged")
        else:
            self.synchronise(deed.synchronised)
            self.clocks.set(deed.set)
            stream.wait_for_kind("clockAdopted" if deed.synchronised else "clockJumped")

    # MARK: After it

    def state_after(self, point, deed, must, stream):
        if point.also == "wait":
            return self.wait_after()
        verdict = {"bo": "unblock", "ob": "block"}.get(point.state + must[0])
        if verdict and not deed.is_away_from_daemon:
            # By itself: nothing was asked of it.
            stream.wait_for_verdict(point.target, verdict)
        begun = point.moment + seconds(deed.moved)
        self.assertLess(abs((self.now - begun).total_seconds()), 70)
        is_blocked = self.call(CHECK, target=point.target)["blocked"]
        state = "b" if is_blocked else "o"
        if state != must[0]:
            return f"{state} at once"
        change = must[2:]
        if change != "-":
            change = self.next_change(point.target, is_blocked, begun, change, stream)
        return f"{state} {change}"

    @property
    def now(self):
        """Trusted time."""
        return instant(self.call("org.soteria.daemon.GetStatus")["now"])

    def next_change(self, target, is_blocked, begun, must, stream):
        """After how much time it changed by itself; nothing was asked when that was near."""
        due = begun + datetime.timedelta(
            hours=int(must.split(":")[0]), minutes=int(must.split(":")[1]))
        told = self.call(CHECK, target=target).get("until")
        count = len(stream.events)
        self.clocks.go_on((due - self.now).total_seconds() - 1)
        try:
            event = stream.wait_for_verdict(
                target, "unblock" if is_blocked else "block", seen=count)
        except AssertionError:
            return f"not over after {must}"
        ends = [told] + [
            each["fact"].get("until") for each in stream.events[count:]
            if each["kind"] == "decided" and each["fact"]["target"] == target
            and each["fact"]["verdict"] == "update"]
        if is_blocked:
            self.assert_seconds(ends[-1], event["at"], 2)
        return hours((instant(event["at"]) - begun).total_seconds(), late=3)

    def wait_after(self):
        """`w` where the wait is over when its seconds have passed, and not four seconds before."""
        asked = self.clocks.elapsed_seconds
        try:
            self.call("org.soteria.unblock.Confirm", request=self.request_number)
            return "over at once"
        except VarlinkError as error:
            if error.name.endswith(".RequestOver"):
                return {"lapsed": "l", "expired": "x"}[error.parameters["outcome"]]
            self.assertTrue(error.name.endswith(".WaitNotOver"), error)
            left = error.parameters["remainingSeconds"]
        self.clocks.go_on(left - 4)
        self.refused("org.soteria.unblock.Confirm", request=self.request_number)
        self.confirm(self.request_number)
        waited = WAIT - left + self.clocks.elapsed_seconds - asked
        # Ten of its seconds were over, and what the test did since took some.
        most = math.ceil(WAIT - 10 + self.request_took)
        is_right = WAIT - 20 <= left <= most and WAIT - 1 <= waited <= WAIT + 15
        return "w" if is_right else f"w {left} s, {waited:.0f} s in all"

    def incidents(self):
        """What the person is told, in the order in which it happened; not that the record of the
        cell before was taken away."""
        told = [each for each in self.call("org.soteria.daemon.GetStatus")["incidents"]
                if each["kind"] != "store_replaced"]
        return ", ".join(
            f"{each['kind']} {signed(each['seconds'])}" if "seconds" in each else each["kind"]
            for each in reversed(told))

    def check_offsets(self, point, deed, events):
        """Every event bears the offset that the zone of the time had."""
        zone = ZoneInfo(point.zone)
        for event in events:
            at = instant(event["at"])
            self.assertEqual(at.utcoffset(), at.astimezone(zone).utcoffset(), event)
            if event["kind"] == "zoneChanged":
                zone = ZoneInfo(getattr(point, deed.zone))


def seconds(count):
    return datetime.timedelta(seconds=count)


def recorded(events):
    """What was recorded of clocks, zone and daemon, in words."""
    words = []
    for event in events:
        fact = event["fact"]
        match event["kind"]:
            case "clockJumped": words.append(f"jumped {signed(fact['seconds'])}")
            case "clockAdopted":
                words.append(f"believed {signed(fact['seconds'])} as {fact['reason']}")
            case "clockReturned": words.append("returned")
            case "zoneChanged": words.append(f"zone {fact['to']}")
            case "daemonStopped": words.append("stopped")
            case "daemonStarted":
                away = hours(fact["away"]) if "away" in fact else "unknown"
                words.append(f"started: {fact['continuity']}, away {away}")
    return ", ".join(words)
