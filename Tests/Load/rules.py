"""The rules of a daemon under load: one file that stays, and one that is edited again and again."""

import datetime
import os

#: What `load` asks about and switches, and what is blocked in every second minute.
STEADY = """\
version: 1
plan: premium
targets:
{targets}
  minute: {{name: Minute, sites: [minute.example]}}
  switched: {{name: "{name}", sites: [switched.example]}}
quiet_hours:
  always: {{name: Always, block: [{keys}], ranges: [{{days: daily, time: "00:00-24:00"}}]}}
  switched: {{name: Switched, block: [switched], ranges: [{{days: daily, time: "00:00-24:00"}}]}}
  minutes:
    name: Every second minute
    time_zone: UTC
    block: [minute]
    ranges:
{ranges}
"""

#: Two rule sets that differ in targets, schedules and factors, so that each takes something of the
#: other away, and one that is refused.
ONE = """\
targets:
  books: {name: Books, sites: [books.example, shop.books.example]}
quiet_hours:
  nights: {name: Nights, block: [books], ranges: [{days: sun-thu, time: "22:30-06:30"}]}
risk:
  factors:
    late_unblocks: {weight: 0.10, when: "local.hour >= 22 && unblocks.last_hour >= 2"}
"""
OTHER = """\
targets:
  books: {name: Books and papers, sites: [books.example], apps: [com.example.Reader]}
  games: {name: Games, sites: [games.example]}
quiet_hours:
  evenings: {name: Evenings, block: [games], ranges: [{days: daily, time: "19:00-23:00"}]}
budgets:
  play: {target: games, limit: 45m, per: day}
"""
REFUSED = """\
quiet_hours:
  nights: {name: Nights, block: [nothing_of_that_name], ranges: [{days: sun-thu, tine: "22:30"}]}
"""


class Rules:
    """Rule files below a directory: one that stays as it is, and one that is edited."""

    def __init__(self, place, now, hours):
        #: Until then every second minute is blocked.
        self.last = now + datetime.timedelta(hours=hours)
        self.directory = place / "rules"
        self.directory.mkdir(parents=True)
        targets = "\n".join(
            f"  t{i}: {{name: Target {i}, sites: [site{i}.example]}}" for i in range(10))
        (self.directory / "10-steady.yaml").write_text(STEADY.format(
            targets=targets, keys=", ".join(f"t{i}" for i in range(10)),
            # As long as a name may well be, so that what nobody reads piles up sooner.
            name="Switched on and off " * 10, ranges=ranges(now, hours)))
        # Behind a link, an edit is seen by whoever is told to look, and by nobody else: each reload
        # that is counted is one that was asked for.
        self.edited = place / "edited"
        self.edited.mkdir()
        self.edit(ONE)
        (self.directory / "20-edited.yaml").symlink_to(self.edited / "rules")

    def edit(self, text):
        """Puts a text in the place of the one that is there, whole at every moment."""
        new = self.edited / "new"
        new.write_text(text)
        os.rename(new, self.edited / "rules")


def ranges(now, hours):
    """Every even minute of the hours to come, by the clock of UTC."""
    first = now.replace(second=0, microsecond=0)
    lines = []
    for after in range(hours * 60):
        begin = first + datetime.timedelta(minutes=after)
        end = begin + datetime.timedelta(minutes=1)
        if begin.minute % 2 == 0:
            lines.append(f'      - {{days: daily, time: "{begin:%H:%M}-{end:%H:%M}"}}')
    return "\n".join(lines)


def is_blocked(minute):
    """Whether the target `minute` is to be blocked from that minute's beginning on."""
    return minute.minute % 2 == 0


def utc(seconds):
    """The instant so many seconds after 1970, by the clock of UTC."""
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
