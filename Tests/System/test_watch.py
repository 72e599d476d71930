"""Scripts that listen: `soteria watch --exec`, and the examples of docs/enforcers.md."""

import re
import select
import signal
import subprocess

from installed import Installed, TARGETS
from machine import SOURCE, wait_until

BLOCKED = TARGETS + """\
quiet_hours:
  always: {name: Always, block: [games], ranges: [{days: daily, time: "00:00-24:00"}]}
"""


def example(language):
    """The one example in that language."""
    page = (SOURCE / "docs/enforcers.md").read_text()
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return found


class Watching(Installed):
    """Every test begins with two targets that nothing blocks, and an empty log."""

    def setUp(self):
        self.open_games()
        self.log = self.person.home / "log"
        self.log.unlink(missing_ok=True)

    def block_games(self):
        self.write_rules("rules.yaml", BLOCKED)
        self.wait_until_blocked("games")

    def open_games(self):
        self.write_rules("rules.yaml", TARGETS)
        wait_until(lambda: "games" in self.targets() and not self.is_blocked("games"),
                   what="the end of the block")

    def begin(self, *command, **keywords):
        """A process that listens, ended after the test."""
        process = self.person.start(*command, **keywords)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def watch(self, command, *options):
        """A watch with a command, once it is connected."""
        connected = self.subscribers()
        process = self.begin("soteria", "watch", *options, "--exec", command)
        wait_until(lambda: self.subscribers() > connected, what="the watch")
        return process

    def subscribers(self):
        return self.call("org.soteria.daemon.GetStatus")["subscribers"]

    def lines(self):
        return self.log.read_text().splitlines() if self.log.exists() else []


class Examples(Watching):
    """The examples do what the page says of them."""

    def is_active(self, unit):
        return self.show("ActiveState", unit) == "active"

    def test_shell(self):
        unit = "game-server.service"
        self.person.write(f".config/systemd/user/{unit}",
                          "[Service]\nExecStart=/usr/bin/sleep infinity\n")
        self.person.systemctl("daemon-reload")
        self.addCleanup(self.person.systemctl, "stop", unit)
        script = self.person.write("keep-stopped", example("sh"), mode=0o755)
        self.begin(script)
        wait_until(lambda: self.is_active(unit), what="the unit of an open target")
        self.block_games()
        wait_until(lambda: not self.is_active(unit), what="the unit's end")
        self.open_games()
        wait_until(lambda: self.is_active(unit), what="the unit's return")

    def test_python(self):
        file = self.person.home / "blocked"
        script = self.person.write("keep-file", example("python"), mode=0o755)
        process = self.begin(script)
        wait_until(lambda: file.exists() and not file.read_text(), what="an empty file")
        self.block_games()
        wait_until(lambda: file.read_text() == "games\n", what="the target in the file")
        self.open_games()
        wait_until(lambda: not file.read_text(), what="an empty file again")
        self.person.systemctl("stop", "soteriad.service")
        self.assertEqual(process.wait(timeout=20), 0, "it ends with the daemon")

    def test_they_are_as_short_as_the_page_says(self):
        for language in ("sh", "python"):
            code = [line for line in example(language).splitlines()
                    if line.strip() and not line.startswith(("#", "import "))]
            self.assertLessEqual(len(code), 10, language)


class Commands(Watching):
    """What commands are told, and in what order."""

    def test_the_environment_tells_the_decision(self):
        self.watch(f"env | grep ^SOTERIA_ >{self.log}.new && mv {self.log}.new {self.log}")
        self.block_games()
        wait_until(self.log.exists, what="the command")
        told = dict(line.split("=", 1) for line in self.lines())
        (decided,) = self.soteria_lines("events", "--kind", "decided", "--limit", "1")
        self.assertEqual(told.pop("SOTERIA_SEQUENCE"), str(decided["sequence"]))
        self.assertEqual(told.pop("SOTERIA_SOCKET"), str(self.socket))
        self.assertEqual(told, {
            "SOTERIA_TARGET": "games", "SOTERIA_NAME": "Games", "SOTERIA_VERDICT": "block",
            "SOTERIA_UNTIL": "", "SOTERIA_GRANTED_UNTIL": "", "SOTERIA_CAUSE": "rules",
            "SOTERIA_REASONS": "quiet_hours", "SOTERIA_STRICT": "0"})

    def test_a_slow_command_loses_nothing(self):
        gate = self.person.home / "gate"
        gate.unlink(missing_ok=True)
        before = self.call("org.soteria.protection.List")["sequence"]
        self.watch(f"while [ ! -e {gate} ]; do sleep 0.05; done; "
                   f"echo $SOTERIA_SEQUENCE $SOTERIA_VERDICT >>{self.log}")
        for _ in range(5):
            self.block_games()
            self.open_games()
        self.assertEqual(self.lines(), [])
        self.person.write("gate", "")
        wait_until(lambda: len(self.lines()) >= 10, what="ten commands")
        decided = [f"{event['sequence']} {event['fact']['verdict']}"
                   for event in self.soteria_lines("events", "--kind", "decided", "--limit", "0")
                   if event["sequence"] > before]
        self.assertEqual(self.lines(), decided)

    def test_what_changed_while_the_daemon_was_away_is_carried_out(self):
        watch = self.watch(f"echo $SOTERIA_VERDICT $SOTERIA_TARGET >>{self.log}")
        self.person.systemctl("stop", "soteriad.socket", "soteriad.service")
        self.write_rules("rules.yaml", BLOCKED)
        self.person.systemctl("start", "soteriad.socket", "soteriad.service")
        wait_until(self.lines, seconds=40, what="the command")
        self.assertEqual(self.lines(), ["block games"])
        # It follows on.
        self.open_games()
        wait_until(lambda: len(self.lines()) == 2, what="the next decision")
        self.assertEqual(self.lines()[1], "unblock games")
        self.assertIsNone(watch.poll())

    def test_an_interrupted_watch_lets_the_command_finish(self):
        gate = self.person.home / "gate"
        gate.unlink(missing_ok=True)
        watch = self.watch(f"echo begun >>{self.log}; while [ ! -e {gate} ]; do sleep 0.05; done; "
                           f"echo done >>{self.log}")
        self.block_games()
        wait_until(self.lines, what="the command")
        watch.send_signal(signal.SIGTERM)
        self.assertTrue(select.select([watch.stderr], [], [], 20)[0], "nothing was said")
        self.assertIn("waiting for the command", watch.stderr.readline())
        self.person.write("gate", "")
        self.assertEqual(watch.wait(timeout=20), 128 + signal.SIGTERM)
        self.assertEqual(self.lines(), ["begun", "done"])

    def test_a_command_that_fails_is_told(self):
        watch = self.watch("exit 3")
        self.block_games()
        self.assertTrue(select.select([watch.stderr], [], [], 20)[0], "nothing was said")
        self.assertIn("the command exited with status 3 (block of games, decision",
                      watch.stderr.readline())
        self.assertIsNone(watch.poll())

    def test_no_process_is_left_behind(self):
        watch = self.watch(f"echo $$ >>{self.log}")
        for _ in range(3):
            self.block_games()
            self.open_games()
        wait_until(lambda: len(self.lines()) == 6, what="six commands")
        children = subprocess.run(["ps", "--no-headers", "--ppid", str(watch.pid)],
                                  stdout=subprocess.PIPE, text=True, check=False).stdout
        self.assertNotIn("defunct", children)
