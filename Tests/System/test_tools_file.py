"""The rule file that the dashboard writes, while the dashboard is killed at each step of it."""

import http.client
import re
import signal

from faulty_disk import during, FaultyDisk, NOTHING
from installed import as_person
from machine import BINARIES, wait_until
from varlink_client import Connection
from web_pages import WebPages

FORM = {"action": "save", "target": "shopping", "day-0": "mon", "start-0": "20:00",
        "end-0": "22:00", "except-0": "", "zone": ""}


class KilledWriter(FaultyDisk):
    """It is what was there, or what the form says, and it can be written again."""

    def setUp(self):
        super().setUp()
        self.tools = self.rules / "90-tools.yaml"
        self.control = self.place / "control"
        self.servers = []
        self.addCleanup(lambda: [self.end_server(server) for server in self.servers])

    def pages(self, environment=None):
        """A server of its own, and somebody who was let in to its pages."""
        server = self.person.start(BINARIES / "soteria-dashboard", "--socket", self.path,
                                   "--control", self.control, environment=environment)
        self.servers.append(server)
        return server, WebPages(wait_until(self.way_in, what="the dashboard"))

    def way_in(self):
        try:
            with as_person(lambda: Connection(self.control)) as connection:
                return connection.call("org.soteria.dashboard.Open")["file"]
        except OSError:
            return None

    def end_server(self, server):
        server.kill()
        code = server.wait(timeout=20)
        server.stdout.close()
        server.stderr.close()
        self.control.unlink(missing_ok=True)
        return code

    @staticmethod
    def save(pages, name):
        """The answer to the form; nil where the server was gone before."""
        page = pages.get("quiet-hours/new")
        revision = re.search(r'name="revision" value="([^"]*)"', page)[1]
        try:
            return pages.post("quiet-hours/new", name=name, revision=revision, **FORM)
        except (OSError, http.client.HTTPException):
            return None

    def test_it_is_the_old_one_or_the_new_one(self):
        self.run_daemon()
        server, pages = self.pages()
        self.assertEqual(self.save(pages, "First"), 303)
        old = self.tools.read_text()
        self.assertEqual(self.save(pages, "Second"), 303)
        new = self.tools.read_text()
        self.assertIn("First", new)
        self.end_server(server)
        for action in ("kill", "tear"):
            killed = 0
            while self.dies(action, killed, old, new):
                killed += 1
            print(f"     {action}: at {killed} steps", flush=True)
            self.assertGreater(killed, 3)

    def dies(self, action, step, old, new):
        """Whether the server got as far as this step, and was killed there."""
        self.tools.write_text(old)
        # What the daemon still has in force keeps its key from the next one of that name.
        self.ask("org.soteria.rules.Reload")
        with during(f"{action} at step {step}"):
            server, pages = self.pages(self.faulty(self.rules))
            self.plan(f"{action} any 0 {step} 0")
            status = self.save(pages, "Second")
            self.plan(NOTHING)
            code = self.end_server(server) if status else server.wait(timeout=20)
            self.assertIn(self.tools.read_text(), (old, new))
            if status:
                self.assertEqual(status, 303)
                self.assertEqual(self.tools.read_text(), new)
                return False
            self.assertEqual(code, -signal.SIGKILL)
            self.end_server(server)
            self.goes_on()
            return True

    def goes_on(self):
        """The rules are whole, another server writes the file, and nothing is left beside it."""
        self.ask("org.soteria.rules.Reload")
        server, pages = self.pages()
        self.assertEqual(self.save(pages, "Third"), 303)
        self.end_server(server)
        self.assertIn("Third", self.tools.read_text())
        left = sorted(path.name for path in self.rules.iterdir())
        self.assertEqual(left, ["90-tools.yaml", "targets.yaml"])
