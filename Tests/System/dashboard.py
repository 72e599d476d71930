"""What the tests of the dashboard share: a person with a browser at its pages."""

import base64
import os
import pathlib
import urllib.parse

from browser import Browser, require
from conversing import Conversing
from machine import wait_until

#: Every page that stands by itself, below the base.
PAGES = ("", "metrics", "metrics?range=all", "quiet-hours", "quiet-hours/new", "places",
         "places/new", "pause", "check-in", "check-in/plan", "goals", "rules", "rules/next-week",
         "rules/try", "record", "settings", "components")

CHECK_IN = """\
version: 1
check_ins:
  plan:
    question: Did you plan what to buy today?
    blocks: [games]
    on_no: {block: [games], heading: Then let it rest, suggestions: [Take a walk], texts: [Well.]}
debug: true
"""

#: In the page: how much wider it is than the window, what controls are too small to be touched
#: (links within a text are as small as the text), and what came from elsewhere.
LAYOUT = """
const small = [...document.querySelectorAll(
        "button, select, input:not([type=hidden]), textarea, .button")]
    .filter((each) => each.checkVisibility() && !each.closest("[aria-hidden=true]")
        && !["checkbox", "radio"].includes(each.type)
        && each.getBoundingClientRect().height < 43.5)
    .map((each) => each.outerHTML.slice(0, 100));
const { scrollWidth, clientWidth } = document.documentElement;
const foreign = performance.getEntriesByType("resource").map((each) => each.name)
    .filter((name) => !name.startsWith(location.origin + "/"));
return [scrollWidth - clientWidth, small, foreign];
"""


class AtTheDashboard(Conversing):
    """A person who has opened the dashboard in Chromium."""

    @classmethod
    def setUpClass(cls):
        require("chromium", "axe_selenium_python")
        super().setUpClass()
        cls.browser = Browser(cls.person, "chromium", "", 0)
        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        self.write_rules("check-ins.yaml", CHECK_IN)
        self.set_rules()
        self.browser.resize(1280, 1000)
        self.enter()

    def enter(self, *arguments):
        """Opens the dashboard as the person does, and waits for its page."""
        file = self.soteria("dashboard", "--print", *arguments).stdout.strip()
        self.browser.go(f"file://{file}")
        wait_until(self.is_in, what="the page behind the file")
        self.base = self.browser.run("return document.documentElement.dataset.base")
        self.browser.said()
        return pathlib.Path(file)

    def is_in(self):
        return self.browser.run("return document.documentElement.dataset.base ?? null") is not None

    @property
    def origin(self):
        address = urllib.parse.urlsplit(self.browser.address())
        return f"{address.scheme}://{address.netloc}"

    def visit(self, page):
        self.browser.go(f"{self.origin}{self.base}/{page}")

    def place(self):
        """The path below the base, with its query."""
        address = urllib.parse.urlsplit(self.browser.address())
        query = f"?{address.query}" if address.query else ""
        return address.path.removeprefix(self.base + "/") + query

    def text(self, selector="main"):
        return self.browser.text(selector)

    def fill(self, selector, value):
        """Types into a field as if by hand: what was there is gone."""
        self.browser.run(
            "const field = document.querySelector(arguments[0]); field.focus(); "
            "field.value = arguments[1];", selector, value)

    def send(self, selector):
        """Sends the form that holds an element, by its button, and waits for the next page."""
        self.browser.run("document.documentElement.dataset.old = 'yes'")
        self.browser.run(
            "const form = document.querySelector(arguments[0]).closest('form'); "
            "form.querySelector('button[type=submit], button:not([type])').click()", selector)
        self.wait_for_next()

    def wait_for_next(self):
        wait_until(
            lambda: self.browser.run(
                "return document.readyState === 'complete' "
                "&& document.documentElement.dataset.old === undefined"), what="the next page")

    def wait_for_text(self, words, selector="body", seconds=15):
        try:
            wait_until(lambda: words in (self.text(selector) or ""), seconds, repr(words))
        except AssertionError as error:
            raise AssertionError(f"{error}; shown: {self.text('body')!r}") from None

    def keep_picture(self, name):
        """A picture of what is shown, where somebody wants to look at it later."""
        directory = os.environ.get("SOTERIA_SCREENSHOTS")
        if directory:
            data = base64.b64decode(self.browser.picture())
            pathlib.Path(directory, f"dashboard-{name}.png").write_bytes(data)
