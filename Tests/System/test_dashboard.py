"""The dashboard in a browser: how it is opened, every page for everybody, what is done there."""

import http.client
import http.server
import os
import stat
import threading
import urllib.parse

from browser import TAB, Pages
from dashboard import PAGES, AtTheDashboard, LAYOUT
from machine import wait_until


class Entrance(AtTheDashboard):
    """Who is let in, and how often."""

    def test_file_leads_in_once_and_is_the_persons_alone(self):
        file = self.soteria("dashboard", "--print").stdout.strip()
        status = os.stat(file)
        self.assertEqual(stat.S_IMODE(status.st_mode), 0o600)
        self.assertEqual(status.st_uid, self.person.uid)
        self.browser.go(f"file://{file}")
        wait_until(self.is_in, what="the page behind the file")
        self.assertNotIn("token", self.browser.address())
        wait_until(lambda: not os.path.exists(file), what="the file to be gone")

    def ask(self, path, method="GET", body=None, **headers):
        """The status of an answer to somebody who is no browser of ours."""
        address = urllib.parse.urlsplit(self.origin)
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=10)
        try:
            connection.request(method, path, body=body, headers=headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        finally:
            connection.close()

    def test_nobody_else_is_let_in(self):
        """Root here is another local user to whom the port is open as well."""
        for path in ("/", f"{self.base}/", f"{self.base}/record", "/enter?token=0", "/style.css",
                     f"{self.base}/../", f"{self.base}/%2e%2e/"):
            self.assertIn(self.ask(path), (400, 403, 404), path)
        self.assertEqual(self.ask(f"{self.base}/", Host="evil.example"), 421)
        self.assertIn(self.ask(f"{self.base}/goals", "POST", "name=x",
                               Origin="http://evil.example"), (400, 403, 415))

    def test_other_pages_cannot_ask(self):
        """A page of another origin gets neither an answer nor a cookie."""
        inside = f"{self.origin}{self.base}/"
        fetch = """return fetch(arguments[0], {credentials: 'include', mode: arguments[1]})
            .then(a => [a.status, a.type, [...a.headers.keys()]], () => 'no')"""
        self.visit("")
        status, _, headers = self.browser.run(fetch, inside, "cors")
        self.assertEqual(status, 200, "whoever is in is answered")
        self.assertEqual([name for name in headers if name.startswith("access-control-")], [])
        self.assertEqual(self.ask(f"{self.base}/"), 403, "without the cookie nobody is")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        # Another site, another port of the same site, and a page of no site at all.
        for page in (f"http://other.example:{server.server_port}/",
                     f"http://127.0.0.1:{server.server_port}/",
                     "data:text/html,<title>elsewhere</title>"):
            self.browser.go(page)
            self.assertEqual(self.browser.run(fetch, inside, "cors"), "no", page)

    def test_page_by_its_name(self):
        self.enter("--page", "goals")
        self.assertEqual(self.text("h1"), "Goals")


class EveryPage(AtTheDashboard):
    """Whoever looks, with whatever they look."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.browser.prefer, prefers_color_scheme="light")

    def look(self, scheme, width):
        self.browser.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        self.browser.resize(width, 1000)
        for page in PAGES:
            with self.subTest(page=page, scheme=scheme, width=width):
                self.visit(page)
                self.assertTrue(self.text("h1"), "a page has a heading")
                wider, small, foreign = self.browser.run(LAYOUT)
                self.assertLessEqual(wider, 0, "it is wider than its window")
                self.assertEqual(small, [], "what is too small to be touched")
                self.assertEqual(foreign, [], "what came from elsewhere")
                self.assertEqual(self.browser.audit(), [], "what axe finds")
                self.assertEqual(self.browser.said(), [], "what the console says")
                self.keep_picture(f"{page.replace('/', '-') or 'home'}-{scheme}-{width}")

    def test_light_and_narrow(self):
        self.look("light", 320)

    def test_light_and_wide(self):
        self.look("light", 1920)

    def test_dark_and_narrow(self):
        self.look("dark", 320)

    def test_dark_and_wide(self):
        self.look("dark", 1920)

    def test_without_scripts_they_still_read(self):
        self.browser.cdp("Emulation.setScriptExecutionDisabled", {"value": True})
        self.addCleanup(self.browser.cdp, "Emulation.setScriptExecutionDisabled", {"value": False})
        for page in PAGES:
            with self.subTest(page=page):
                self.visit(page)
                self.assertTrue(self.text("h1"))
                self.assertGreater(len(self.text("main").split()), 5)

    def test_everything_is_reached_by_the_keyboard(self):
        for page in ("pause", "goals", "quiet-hours/new", "places/new", "rules/try", "record",
                     "metrics?range=all", "settings", "check-in/plan"):
            with self.subTest(page=page):
                self.visit(page)
                wanted = {tuple(each) for each in self.browser.controls()}
                self.assertTrue(all(name or role == "none" for role, name in wanted), wanted)
                self.assertEqual(self.unreached(), [])

    def unreached(self):
        """The controls that Tab does not come by, from the top of the page to its end. Of the
        choices that belong together one is enough: arrows lead to the others."""
        self.browser.run("""
            window.reached = new Set();
            addEventListener("focusin", (event) => window.reached.add(event.target));
            document.activeElement?.blur(); scrollTo(0, 0);
            getSelection().removeAllRanges();
            """)
        # A date and a time are several places for Tab.
        count = self.browser.run("""
            const count = (selector) => document.querySelectorAll(selector).length;
            return count("a, button, input, select, textarea, summary")
                + 4 * count("input[type=date], input[type=time]");
            """)
        for _ in range(count + 4):
            self.browser.press(TAB)
        return self.browser.run("""
            const groups = new Set([...window.reached]
                .map((each) => each.type === "radio" && each.name));
            return [...document.querySelectorAll(
                "a[href], button, input:not([type=hidden]), select, textarea, summary")]
                .filter((each) => each.checkVisibility() && !each.disabled
                    && !each.closest("[aria-hidden=true]"))
                .filter((each) => !window.reached.has(each)
                    && !(each.type === "radio" && groups.has(each.name)))
                .map((each) => each.outerHTML.slice(0, 100));
            """)


class Done(AtTheDashboard):
    """What a person does on the pages happens."""

    def test_home_changes_when_a_decision_is_made(self):
        self.visit("")
        self.assertNotIn("started by you", self.text())
        self.soteria("protect", "news", "--for", "1h")
        self.wait_for_text("started by you", "#home-targets")

    def test_goal_is_added_and_markup_in_its_name_is_text(self):
        name = "<b>Bicycle</b> & \"more\""
        self.visit("goals")
        self.fill("input[name=name]", name)
        self.fill("input[name=amount]", "400")
        self.fill("input[name=currency]", "EUR")
        self.send("input[name=amount]")
        self.wait_for_text(name)
        goals = self.call("org.soteria.goals.List")["goals"]
        self.assertEqual([goal["name"] for goal in goals], [name])
        self.call("org.soteria.goals.Remove", goal=goals[0]["goal"])

    def test_goal_without_a_name_is_asked_for_again(self):
        self.visit("goals")
        self.fill("input[name=amount]", "0")
        self.browser.run("document.querySelector('input[name=name]').form.noValidate = true")
        self.send("input[name=amount]")
        self.assertTrue(self.browser.run(
            "return document.querySelector('[aria-invalid=true]') !== null"))
        self.assertEqual(self.call("org.soteria.goals.List")["goals"], [])

    def test_block_is_kept_on_the_pause_page(self):
        before = self.call("org.soteria.metrics.Get", range="today")["metrics"]["kept"]
        self.call("org.soteria.unblock.Request", place={"target": "shopping"})
        self.visit("pause")
        self.assertIn("Shopping", self.text())
        link = self.browser.run(
            "return document.querySelector('main a[href*=\"/pause/\"]')?.getAttribute('href')"
            " ?? null")
        if link:
            self.browser.go(self.origin + link)
        self.browser.run("document.documentElement.dataset.old = 'yes'")
        self.browser.run(
            "[...document.querySelectorAll('main button')]"
            ".find((each) => each.innerText.includes('Keep the block')).click()")
        self.wait_for_next()
        after = self.call("org.soteria.metrics.Get", range="today")["metrics"]["kept"]
        self.assertEqual(after, before + 1)

    def test_check_in_is_answered(self):
        self.visit("check-in/plan")
        self.assertIn("Did you plan what to buy today?", self.text())
        self.browser.run("document.documentElement.dataset.old = 'yes'")
        self.browser.run(
            "[...document.querySelectorAll('main button')]"
            ".find((each) => each.innerText.trim() === 'No').click()")
        self.wait_for_next()
        self.wait_for_text("Then let it rest")
        self.assertTrue(self.is_blocked("games"))
        self.call("org.soteria.checkin.Reset", checkIn="plan")

    def test_quiet_hours_are_made_changed_and_removed(self):
        """Through the server's sandbox into the tools' own file, and from there into force."""
        tools = self.rules_directory / "90-tools.yaml"
        own = (self.rules_directory / "rules.yaml").read_text()
        self.visit("quiet-hours/new")
        self.fill("input[name=name]", "News: \"never\" # <b>")
        self.browser.run("""
            document.querySelector("input[name=target][value=news]").checked = true;
            const days = document.querySelectorAll("input[aria-label$=day]");
            for (const day of days) day.checked = true;
            const [start, end] = document.querySelectorAll("input[type=time]");
            start.value = "00:00"; end.value = "00:00";
            """)
        self.send("input[name=name]")
        self.wait_for_text("News: \"never\" # <b>")
        wait_until(lambda: "quiet_hours" in self.restrictions("news"), what="news to be quiet")
        self.assertEqual(tools.stat().st_uid, self.person.uid)
        schedules = self.call("org.soteria.quiethours.List")["schedules"]
        made = next(each for each in schedules if each["name"].startswith("News"))
        self.visit(f"quiet-hours/{made['schedule']}/edit")
        self.fill("input[name=name]", "No news")
        self.send("input[name=name]")
        self.wait_for_text("No news")
        self.visit(f"quiet-hours/{made['schedule']}/delete")
        self.send("main form button")
        wait_until(lambda: "quiet_hours" not in self.restrictions("news"), what="no quiet news")
        self.assertNotIn(made["schedule"], tools.read_text())
        self.assertEqual((self.rules_directory / "rules.yaml").read_text(), own)

    def test_daemon_that_is_gone_and_back(self):
        units = ("soteriad.socket", "soteriad.service")
        self.visit("")
        self.addCleanup(self.person.systemctl, "start", *units)
        self.person.systemctl("stop", *units)
        self.visit("")
        self.assertIn("Soteria is not running", self.text("body"))
        self.assertIn("soteria doctor", self.text("body"))
        self.person.systemctl("start", *units)
        self.visit("")
        self.assertEqual(self.text("h1"), "Home")

    def test_server_ends_with_the_last_page(self):
        self.assertEqual(self.show("ActiveState", "soteria-dashboard.service"), "active")
        self.browser.go("about:blank")
        wait_until(lambda: self.show("ActiveState", "soteria-dashboard.service") == "inactive",
                   90, "the server to end")
        self.assertEqual(self.show("Result", "soteria-dashboard.service"), "success")
        self.enter()
