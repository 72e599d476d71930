"""What must become of a quiet night when its clocks are tampered with, worked out by hand.

Quiet hours block the target every night from 22:30 to 06:30 of the zone. A cell says what must
hold after the deed, and how many hours and minutes of elapsed time later that changes by itself:
`b 4:30` is blocked, and open four and a half hours later; `o 1:00` is open, and blocked an hour
later; `o -` is open for good. Of a wait: `w` goes on and ends when its seconds have passed, `l`
lapsed with the block that it was about, `x` expired.

What the rules of time say, by which the cells were worked out:
- a clock that is set and that no time server vouches for changes nothing for 24 hours;
- a clock that is known to be synchronised is believed at once, and the schedule goes by it;
- grants, waits and protections last their elapsed time, sleep included, whatever the clock;
- a range that runs keeps its end through a change of zone, and the new zone's hold beside it;
- after a restart of the machine the wall clock holds, but never before the last recorded moment,
  and nothing lasts longer than what was left of it;
- while only the daemon was away, elapsed time tells for how long.
"""

import datetime
import re
import typing
import zoneinfo

BERLIN, APIA, ST_JOHNS = "Europe/Berlin", "Pacific/Apia", "America/St_Johns"
LORD_HOWE, KIRITIMATI, HONOLULU = "Australia/Lord_Howe", "Pacific/Kiritimati", "Pacific/Honolulu"
HOUR, DAY = 3600, 86400


class Point(typing.NamedTuple):
    """A moment of a quiet night."""

    name: str
    zone: str
    time: str
    #: Zones to which the machine is moved.
    east: str = APIA
    west: str = ST_JOHNS
    #: What there is beside quiet hours.
    also: str = ""
    #: The second of two instants that the clock shows alike.
    fold: int = 0
    #: What changes by itself at this very moment; the deed comes directly after it.
    verdict: str = ""
    #: Blocked or open before the deed.
    state: str = "b"

    @property
    def moment(self):
        local = datetime.datetime.fromisoformat(self.time)
        here = local.replace(tzinfo=zoneinfo.ZoneInfo(self.zone), fold=self.fold)
        # Python adds to local times what their clocks show, not what passes.
        return here.astimezone(datetime.timezone.utc)

    @property
    def target(self):
        return "games" if self.also == "protection" else "shopping"


POINTS = {
    "before": Point("an hour before it", BERLIN, "2026-11-18 21:30", state="o"),
    "minute": Point("a minute before it", BERLIN, "2026-11-18 22:29", state="o"),
    "first": Point("its first second", BERLIN, "2026-11-18 22:30", verdict="block"),
    "midnight": Point("midnight in it", APIA, "2026-11-19 00:00", east=KIRITIMATI),
    "middle": Point("the middle of it", BERLIN, "2026-11-19 02:00"),
    "grant": Point("5 of 15 minutes of a grant in it are over", BERLIN, "2026-11-19 02:05",
                   also="grant", state="o"),
    "wait": Point("10 of 30 seconds of a wait in it are over", BERLIN, "2026-11-19 02:00",
                  also="wait"),
    "protection": Point("30 minutes of 2 hours of an auto-protection are over", BERLIN,
                        "2026-11-19 02:30", also="protection"),
    "last": Point("its last minute", BERLIN, "2026-11-19 06:29"),
    "after": Point("just after its end", BERLIN, "2026-11-19 06:30", state="o",
                   verdict="unblock"),
    "spring": Point("before the hour that is left out", BERLIN, "2027-03-28 01:30"),
    "autumn": Point("before the hour that comes twice", BERLIN, "2026-10-25 01:30"),
    "john": Point("before the hour that comes twice", ST_JOHNS, "2026-11-01 00:30",
                  east=BERLIN, west=HONOLULU),
    "howe": Point("before the half hour that is left out", LORD_HOWE, "2026-10-04 01:30",
                  west=BERLIN),
    "twice": Point("in the half hour that comes twice", LORD_HOWE, "2027-04-04 01:45",
                   west=BERLIN),
}


class Deed(typing.NamedTuple):
    """What is done to the machine, what must be recorded of it, and what the person is told."""

    name: str
    #: By how many seconds the clock is set.
    set: int = 0
    #: Whether a time server vouches for the clock.
    synchronised: bool = False
    #: Which of the point's zones the machine's link is set to.
    zone: str = ""
    #: How the daemon is away: the machine is `suspended`, or `restarted`, or it is `stopped`.
    away: str = ""
    #: For how many seconds.
    seconds: int = 0
    #: By how many seconds trusted time is another then.
    moved: int = 0
    recorded: str = ""
    incidents: str = ""

    @property
    def is_away_from_daemon(self):
        return self.away in ("restarted", "stopped")

    def recorded_at(self, point):
        """The record, with the name of the zone."""
        return f"zone {getattr(point, self.zone)}" if self.zone else self.recorded


def setting(name, seconds, text):
    """The clock is set, with nobody who vouches for it and with somebody who does."""
    return (Deed(f"clock set {name}", seconds, recorded=f"jumped {text}",
                 incidents=f"clock_jump {text}"),
            Deed(f"clock set {name}, synchronised", seconds, True, moved=seconds,
                 recorded=f"jumped {text}, believed {text} as synchronised",
                 incidents=f"clock_jump {text}"))


def all_deeds():
    pairs = [setting("forward 1 h", HOUR, "+1:00"), setting("forward 12 h", 12 * HOUR, "+12:00"),
             setting("forward 40 days", 40 * DAY, "+960:00"),
             setting("back 1 h", -HOUR, "-1:00"), setting("back 12 h", -12 * HOUR, "-12:00")]
    keys = ("f1", "f12", "f40", "b1", "b12")
    deeds = {key: pair[0] for key, pair in zip(keys, pairs)}
    deeds |= {"s" + key: pair[1] for key, pair in zip(keys, pairs)}
    return deeds | {
        "east": Deed("zone changed to one further east", zone="east",
                     incidents="zone_changed"),
        "west": Deed("zone changed to one further west", zone="west",
                     incidents="zone_changed"),
        "sleep": Deed("suspended for 10 h", away="suspended", seconds=10 * HOUR,
                      moved=10 * HOUR),
        "boot": Deed("restarted after 1 h", away="restarted", seconds=HOUR, moved=HOUR,
                     recorded="stopped, started: unproven, away 1:00", incidents="stop"),
        "boot+12": Deed("restarted after 1 h with the clock 12 h ahead", 12 * HOUR,
                        away="restarted", seconds=HOUR, moved=13 * HOUR,
                        recorded="stopped, started: unproven, away 13:00", incidents="stop"),
        "boot-12": Deed("restarted after 1 h with the clock 12 h behind", -12 * HOUR,
                        away="restarted", seconds=HOUR,
                        recorded="stopped, started: behind, away 0:00, jumped -11:00",
                        incidents="stop, clock_jump -11:00"),
        "stop": Deed("the daemon stopped for 1 h", away="stopped", seconds=HOUR, moved=HOUR,
                     recorded="stopped, started: sameBoot, away 1:00",
                     incidents="stop, gap +1:00"),
        "stop+12": Deed("the daemon stopped for 1 h, and the clock set forward 12 h meanwhile",
                        12 * HOUR, away="stopped", seconds=HOUR, moved=HOUR,
                        recorded="stopped, started: sameBoot, away 1:00, jumped +12:00",
                        incidents="stop, gap +1:00, clock_jump +12:00"),
    }


DEEDS = all_deeds()

#: Columns are deeds, rows points.
MUST = ("""
            f1       f12      f40      b1       b12
before      o 1:00   o 1:00   o 1:00   o 1:00   o 1:00
minute      o 0:01   o 0:01   o 0:01   o 0:01   o 0:01
first       b 8:00   b 8:00   b 8:00   b 8:00   b 8:00
midnight    b 6:30   b 6:30   b 6:30   b 6:30   b 6:30
middle      b 4:30   b 4:30   b 4:30   b 4:30   b 4:30
grant       o 0:10   o 0:10   o 0:10   o 0:10   o 0:10
wait        w        w        w        w        w
protection  b 1:30   b 1:30   b 1:30   b 1:30   b 1:30
last        b 0:01   b 0:01   b 0:01   b 0:01   b 0:01
after       o 16:00  o 16:00  o 16:00  o 16:00  o 16:00
spring      b 4:00   b 4:00   b 4:00   b 4:00   b 4:00
autumn      b 6:00   b 6:00   b 6:00   b 6:00   b 6:00
john        b 7:00   b 7:00   b 7:00   b 7:00   b 7:00
howe        b 4:30   b 4:30   b 4:30   b 4:30   b 4:30
twice       b 5:15   b 5:15   b 5:15   b 5:15   b 5:15
""", """
            sf1      sf12     sf40     sb1      sb12
before      b 8:00   o 13:00  o 1:00   o 2:00   o 13:00
minute      b 7:01   o 12:01  o 0:01   o 1:01   o 12:01
first       b 7:00   o 12:00  b 8:00   o 1:00   o 12:00
midnight    b 5:30   o 10:30  b 6:30   b 7:30   o 10:30
middle      b 3:30   o 8:30   b 4:30   b 5:30   o 8:30
grant       o 0:10   o 8:25   o 0:10   o 0:10   o 8:25
wait        w        l        w        w        l
protection  b 1:30   b 1:30   b 1:30   b 1:30   b 1:30
last        o 15:01  o 4:01   b 0:01   b 1:01   o 4:01
after       o 15:00  o 4:00   o 16:00  b 1:00   o 4:00
spring      b 3:00   o 8:00   b 4:00   b 5:00   o 9:00
autumn      b 5:00   o 10:00  b 6:00   b 7:00   o 9:00
john        b 6:00   o 11:00  b 7:00   b 8:00   o 10:00
howe        b 3:30   o 8:30   b 4:30   b 5:30   o 9:00
twice       b 4:15   o 9:15   b 5:15   b 6:15   o 8:45
""", """
            east     west     sleep    boot     boot+12  boot-12  stop     stop+12
before      o 13:00  o 5:30   o 15:00  b 8:00   o 12:00  o 1:00   b 8:00   b 8:00
minute      o 12:01  o 4:31   o 14:01  b 7:01   o 11:01  o 0:01   b 7:01   b 7:01
first       b 8:00   b 12:30  o 14:00  b 7:00   o 11:00  b 8:00   b 7:00   b 7:00
midnight    b 6:30   b 6:30   o 12:30  b 5:30   o 9:30   b 6:30   b 5:30   b 5:30
middle      b 4:30   b 9:00   o 10:30  b 3:30   o 7:30   b 4:30   b 3:30   b 3:30
grant       o 0:10   o 0:10   o 10:25  b 3:25   o 7:25   o 0:10   b 3:25   b 3:25
wait        w        w        x        x        x        w        x        x
protection  b 1:30   b 1:30   o -      b 0:30   o -      b 1:30   b 0:30   b 0:30
last        b 0:01   b 4:31   o 6:01   o 15:01  o 3:01   b 0:01   o 15:01  o 15:01
after       o 4:00   b 4:30   o 6:00   o 15:00  o 3:00   o 16:00  o 15:00  o 15:00
spring      b 4:00   b 8:30   o 10:00  b 3:00   o 7:00   b 4:00   b 3:00   b 3:00
autumn      b 6:00   b 9:30   o 12:00  b 5:00   o 9:00   b 6:00   b 5:00   b 5:00
john        b 7:00   b 13:30  o 13:00  b 6:00   o 10:00  b 7:00   b 6:00   b 6:00
howe        b 4:30   b 4:30   o 10:30  b 3:30   o 7:30   b 4:30   b 3:30   b 3:30
twice       b 5:15   b 5:15   o 11:15  b 4:15   o 8:15   b 5:15   b 4:15   b 4:15
""")


def cells():
    """What must be, by point and deed."""
    found = {}
    for table in MUST:
        deeds, *rows = [re.split("  +", line.strip()) for line in table.strip().splitlines()]
        for point, *row in rows:
            found |= {(point, deed): cell for deed, cell in zip(deeds, row, strict=True)}
    return found


MUST_BE = cells()
