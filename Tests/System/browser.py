"""What the tests of the extension share: pages to visit, browsers under remote control, a person
who has run `soteria browser install`."""

import base64
import collections
import contextlib
import http.server
import json
import os
import pathlib
import shutil
import signal
import subprocess
import threading
import unittest
import urllib.parse

from conversing import Conversing
from machine import CLIENTS, SOURCE, wait_until

PYTHON = CLIENTS / "venv/bin/python"
EXTENSION = SOURCE / "Sources/soteria/Extension"
PROGRAMS = {"chromium": ["/usr/bin/chromium", "/usr/bin/chromedriver"],
            "firefox": ["/usr/bin/firefox-esr"]}
MODULES = {"chromium": "selenium", "firefox": "marionette_driver"}

#: Keys as WebDriver names them.
TAB, ENTER, SPACE, DOWN = "\ue004", "\ue007", " ", "\ue015"

#: Schedules that block when a test says so.
SWITCHES = """\
quiet_hours:
  games:
    {name: No games, block: [games], enabled: false, ranges: [{days: daily, time: "00:00-24:00"}]}
  news:
    {name: No news, block: [news], enabled: false, ranges: [{days: daily, time: "00:00-24:00"}]}
"""

#: In the page: chrome.i18n with the texts of a catalogue, as browsers have it.
I18N = """
const catalogue = await (await fetch("/extension/_locales/en/messages.json")).json();
const i18n = { getMessage: (key, values = []) => {
    const { message = "", placeholders } = catalogue[key] ?? {};
    return message.replace(/\\$(\\w+)\\$/g, (_, name) =>
        values[placeholders[name.toLowerCase()].content.slice(1) - 1] ?? "");
} };
"""

PAGE = """<!doctype html><html lang="en"><title>{site}</title>
<h1>{site}</h1><p id="path">{path}</p></html>"""


def percentile(values, share):
    """The value below which that share of them lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


class Pages(http.server.BaseHTTPRequestHandler):
    """Every site of the tests: a page that says where it is; /to?URL leads elsewhere; /extension/
    has the extension's files, so that its modules can be tried by themselves."""

    seen = collections.deque(maxlen=10_000)

    def do_GET(self):
        site = self.headers["Host"].split(":")[0]
        self.seen.append((site, self.path))
        if self.path.startswith("/to?"):
            self.send_response(302)
            self.send_header("Location", urllib.parse.unquote(self.path[4:]))
            self.end_headers()
            return
        kind, body = "text/html", PAGE.format(site=site, path=self.path).encode()
        if self.path.startswith("/extension/"):
            kind, body = "text/javascript", (EXTENSION / self.path[11:]).read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # the tab was sent elsewhere meanwhile
            self.wfile.write(body)

    def log_message(self, *_):
        pass


class Refused(Exception):
    """What the browser or its driver did not do."""


class Browser:
    """A browser of the person's with the extension in it; its methods are those of the driver."""

    def __init__(self, person, kind, extension, port, profile=None):
        self.port = port
        profile = profile or prepare_profile(person, kind)
        self.log = open(f"/tmp/{kind}.log", "w+", encoding="utf-8")
        self.process = person.start(
            PYTHON, "-B", SOURCE / "Tests/System/browser_driver.py", kind, profile, extension,
            str(port), stdin=subprocess.PIPE, stderr=self.log, start_new_session=True)
        try:
            self.answer()
        except Exception:
            self.quit()
            raise

    def __getattr__(self, name):
        def call(*arguments, **named):
            self.process.stdin.write(
                json.dumps({"do": name, "with": arguments, "named": named}) + "\n")
            self.process.stdin.flush()
            return self.answer()
        return call

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            self.log.seek(0)
            raise Refused("the driver ended: " + self.log.read()[-2000:])
        answer = json.loads(line)
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    def url(self, site, path="/"):
        return f"http://{site}:{self.port}{path}"

    def visit(self, site, path="/"):
        self.go(self.url(site, path))

    def text(self, selector="main"):
        """The text that is shown of the first such element; None where there is none."""
        return self.run("return document.querySelector(arguments[0])?.innerText ?? null", selector)

    def shows_block(self):
        """Whether the tab shows the blocked page, and knows how things stand."""
        return urllib.parse.urlsplit(self.address()).path == "/pages/blocked.html" and self.run(
            "return document.querySelector('main')?.getAttribute('aria-busy') === 'false'")

    def wait_for_block(self, text=None, seconds=15):
        """Until the blocked page is shown, with a text in it."""
        def shown():
            return self.shows_block() and (text is None or text in self.text())
        try:
            wait_until(shown, seconds, f"the blocked page with {text!r}")
        except AssertionError as error:
            raise AssertionError(f"{error}; {self.address()} shows {self.text('body')!r}")

    def wait_for_site(self, site, path="/", seconds=20):
        wait_until(lambda: self.address() == self.url(site, path), seconds,
                   f"{self.url(site, path)} to be shown")

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).click()", selector)

    def focused(self):
        """The id, or the value, of what the keyboard is on."""
        return self.run(
            "const e = document.activeElement; return e?.id || e?.value || e?.localName")

    def is_shown(self, selector):
        return self.run("return document.querySelector(arguments[0]).checkVisibility()", selector)

    def quit(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self):
        """Ends a browser that may not hear any more, with its driver and all its processes."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def prepare_profile(person, kind):
    """An empty profile; Chromium finds the native host's manifest in it, Firefox in the home."""
    profile = person.home / f"{kind}-profile"
    shutil.rmtree(profile, ignore_errors=True)
    manifest = person.home / ".config/chromium/NativeMessagingHosts/org.soteria.browser.json"
    if kind == "chromium" and manifest.exists():
        person.write(profile / "NativeMessagingHosts/org.soteria.browser.json",
                     manifest.read_text())
    return profile


def require(kind, *modules):
    """Skips what needs a browser, or a module of Python's, where it cannot be had."""
    missing = [each for each in PROGRAMS[kind] if not os.path.exists(each)]
    if missing:
        raise unittest.SkipTest(f"{', '.join(missing)} is not installed")
    wanted = ", ".join((MODULES[kind], *modules))
    if not PYTHON.exists() or subprocess.run(
            [PYTHON, "-B", "-c", f"import {wanted}"], stderr=subprocess.DEVNULL,
            check=False).returncode != 0:
        raise unittest.SkipTest(f"{wanted} cannot be had here")


class Browsing(Conversing):
    """A person with a browser in which the extension is loaded."""

    KIND = "chromium"

    @classmethod
    def setUpClass(cls):
        require(cls.KIND)
        super().setUpClass()
        cls.person.run("soteria", "browser", "install")
        cls.extension = cls.person.home / ".local/share/soteria/browser-extension"
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.server.server_close)
        cls.addClassCleanup(cls.server.shutdown)
        cls.port = cls.server.server_address[1]
        cls.browser = cls.start_browser()

    @classmethod
    def start_browser(cls):
        browser = Browser(cls.person, cls.KIND, cls.extension, cls.port)
        cls.addClassCleanup(browser.quit)
        return browser

    def setUp(self):
        """One tab, which shows a page that nothing blocks, and the rules of the conversation."""
        self.set_rules()
        try:
            self.settle()
        except Refused as refusal:
            # Chromium now and then loads no page at all, from its start on.
            print(f"     {self.KIND} is started again: {str(refusal)[:120]}", flush=True)
            self.browser.kill()
            type(self).browser = self.start_browser()
            self.settle()

    def settle(self):
        """Closes all tabs but the first, which goes to a page that nothing blocks."""
        first, *others = self.browser.tabs()
        for tab in others:
            self.browser.switch(tab)
            self.browser.run("window.close()")
        self.browser.switch(first)
        self.browser.visit("other.example")

    def set_rules(self, **changed):
        self.write_rules("switches.yaml", SWITCHES)
        super().set_rules(**changed)
        for target in ("games", "news"):
            if self.is_blocked(target):
                self.switch(target, False)

    def switch(self, target, blocked):
        """Has a schedule block a target, or not any more."""
        self.call("org.soteria.quiethours.SetEnabled", schedule=target, enabled=blocked)

    def attempts(self, site):
        """How often it was recorded that a blocked site was opened."""
        return len([fact for fact in self.facts("attempted") if fact.get("site") == site])

    def keep_picture(self, name):
        """A picture of what is shown, where somebody wants to look at it later."""
        directory = os.environ.get("SOTERIA_SCREENSHOTS")
        if directory:
            data = base64.b64decode(self.browser.picture())
            pathlib.Path(directory, f"{self.KIND}-{name}.png").write_bytes(data)
