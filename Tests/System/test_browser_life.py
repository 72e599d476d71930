"""The extension in a world that stops and starts: hosts that die, a daemon that is away, a browser
that ends its background page, lists that are too long, questions of the day, private windows."""

import json
import os
import pathlib
import signal
import time

from browser import Browser, Browsing, prepare_profile
from machine import wait_until

CHECK_IN = """\
check_ins:
  plan:
    question: Is the day planned?
    opens: "00:00"
    blocks: [news]
    on_no:
      block: [news]
      heading: Plan first
      suggestions: [Ten minutes with paper and pen., Ask somebody.]
"""

LIST = """\
targets: {long: {name: A long list, sites: [SITES]}}
quiet_hours:
  long:
    {name: No lists, block: [long], enabled: false, ranges: [{days: daily, time: "00:00-24:00"}]}
"""


def processes(name, uid):
    """The processes of a person's that run a program."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and entry.stat().st_uid == uid and (
                    os.path.basename(os.readlink(entry / "exe")) == name):
                found.append(int(entry.name))
        except OSError:
            continue  # it ended meanwhile
    return found


class Living:
    """What each browser does."""

    def setUp(self):
        for name in ("checkin.yaml", "list.yaml"):
            (self.rules_directory / name).unlink(missing_ok=True)
        super().setUp()

    def hosts(self):
        return processes("soteria-browser-host", self.person.uid)

    def use_rules(self, name, text):
        self.write_rules(name, text)
        self.addCleanup((self.rules_directory / name).unlink, missing_ok=True)
        self.call("org.soteria.rules.Reload")

    def stop_background(self):
        """Ends the background page, and with it its host; the page or an alarm starts it again."""
        before = set(wait_until(self.hosts, what="the browser host"))
        self.browser.stop_background()
        wait_until(lambda: set(self.hosts()) - before, 60, "the background page's next life")

    def test_host_that_is_killed_is_started_again_and_nothing_opens(self):
        before = wait_until(self.hosts, what="the browser host")
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        self.browser.visit("shop.example")
        self.browser.wait_for_block("shop.example is blocked")
        wait_until(lambda: set(self.hosts()) - set(before), what="another host")
        self.browser.wait_for_block("Keep the block")
        self.browser.visit("news.example")
        self.switch("news", True)
        self.browser.wait_for_block("news.example is blocked")

    def test_version_of_the_extension_is_told_to_each_daemon(self):
        manifest = json.loads((self.extension / "manifest.json").read_text())

        def versions():
            listed = self.call("org.soteria.daemon.GetStatus").get("extensions") or []
            return [each.get("version") for each in listed]

        for _ in range(2):
            wait_until(lambda: versions() == [manifest["version"]], 40, "the extension's version")
            self.person.systemctl("restart", "soteriad.service")

    def test_daemon_that_is_away_leaves_the_blocks(self):
        self.browser.visit("shop.example", "/wanted")
        self.browser.wait_for_block("Keep the block")
        units = ("soteriad.socket", "soteriad.service")
        self.person.systemctl("stop", *units)
        self.addCleanup(self.person.systemctl, "start", *units)
        self.browser.wait_for_block("Soteria is not running")
        self.assertFalse(self.browser.is_shown("#ask"))
        self.browser.visit("shop.example", "/again")
        self.browser.wait_for_block("Soteria is not running")
        self.keep_picture("gone")
        self.person.systemctl("start", *units)
        self.browser.wait_for_block("Keep the block", seconds=40)
        self.assertNotIn("not running", self.browser.text())

    def test_background_page_that_was_stopped_knows_what_it_knew(self):
        self.set_rules(grant="6s")
        self.browser.visit("shop.example", "/wanted?much=1")
        self.browser.wait_for_block("Keep the block")
        self.stop_background()
        self.browser.wait_for_block("Keep the block")
        self.browser.click("[value=planned]")
        self.browser.click("#begin")
        self.browser.wait_for_site("shop.example", "/wanted?much=1")
        self.browser.visit("news.example")
        self.stop_background()
        self.switch("news", True)
        self.browser.wait_for_block("news.example is blocked")

    def test_strict_block_says_until_when_and_offers_nothing(self):
        self.call("org.soteria.protection.Start", target="games", seconds=60, strict=True,
                  name="Strict hour")
        self.browser.visit("games.example")
        self.browser.wait_for_block("This block is strict: the site cannot be opened before")
        shown = self.browser.run("""return [...document.querySelectorAll("button")]
            .filter(button => button.checkVisibility()).map(button => button.textContent)""")
        self.assertEqual(shown, ["Close this tab"])
        self.keep_picture("strict")

    def test_what_is_in_front_of_the_person_is_used(self):
        def used():
            return {each["target"]: each["running"]
                    for each in self.call("org.soteria.usage.Today")["targets"]}

        self.browser.visit("news.example")
        wait_until(lambda: used()["news"], what="the use to be told")
        self.browser.visit("other.example")
        wait_until(lambda: not used()["news"], what="the use to end")
        self.browser.visit("news.example")
        wait_until(lambda: used()["news"], what="the use to be told again")
        self.switch("news", True)
        self.browser.wait_for_block("news.example is blocked")
        wait_until(lambda: not used()["news"], what="the use to end with the block")

    def test_site_of_a_list_that_is_too_long_is_asked_for(self):
        sites = ", ".join(f"list{number}.example" for number in range(5010))
        self.use_rules("list.yaml", LIST.replace("SITES", sites))
        self.browser.visit("list17.example", "/open")
        self.assertEqual(self.browser.text("#path"), "/open")
        self.switch("long", True)
        self.browser.wait_for_block("list17.example is blocked")
        blocked = time.monotonic()
        self.browser.visit("unlisted.example")
        self.assertEqual(self.browser.text("h1"), "unlisted.example")
        # A browser that has just begun may take the first visit in when it is blocked already, as
        # an attempt; and attempts within a second count once.
        wait_until(lambda: time.monotonic() > blocked + 1.1)
        before = self.attempts("list17.example")
        self.browser.visit("list17.example", "/wanted")
        self.browser.wait_for_block("list17.example is blocked")
        wait_until(lambda: self.attempts("list17.example") > before, what="the attempt")
        self.switch("long", False)
        self.browser.wait_for_block("is not blocked")
        self.browser.click("#go")
        self.browser.wait_for_site("list17.example", "/wanted")
        self.assertEqual(self.attempts("list17.example"), before + 1)

    def test_question_of_the_day_is_asked_and_its_no_is_followed(self):
        self.use_rules("checkin.yaml", CHECK_IN)
        self.addCleanup(self.begin_afresh, "checkin.yaml", "version: 1\n")
        self.browser.visit("news.example")
        self.browser.wait_for_block("Is the day planned?")
        self.assertIn("The site stays blocked until you answer the question.", self.browser.text())
        self.browser.click("#checkin-no")
        self.browser.wait_for_block("Plan first")
        self.assertIn("Ten minutes with paper and pen.", self.browser.text())
        self.assertNotIn("Is the day planned?", self.browser.text())
        self.keep_picture("no")

    def test_yes_to_the_question_opens_what_it_held(self):
        self.use_rules("checkin.yaml", CHECK_IN.replace("plan:", "other:"))
        self.browser.visit("news.example", "/wanted")
        self.browser.wait_for_block("Is the day planned?")
        self.browser.click("#checkin-yes")
        self.browser.wait_for_block("news.example is not blocked")

    def test_what_was_opened_elsewhere_is_offered(self):
        self.set_rules(grant="8s")
        self.browser.visit("shop.example", "/wanted")
        self.browser.wait_for_block("Keep the block")
        self.confirm(self.request("planned")["request"])
        self.browser.wait_for_block("shop.example is not blocked")
        self.assertTrue(self.browser.shows_block(), "it does not go on by itself")
        self.browser.click("#go")
        self.browser.wait_for_site("shop.example", "/wanted")


class LivingInChromium(Living, Browsing):
    KIND = "chromium"


class LivingInFirefox(Living, Browsing):
    KIND = "firefox"


class PrivateInChromium(Browsing):
    """Chromium shows no page of an extension in a private window: there the site is blocked by a
    page of the browser's, and the popup offers to answer."""

    @classmethod
    def start_browser(cls):
        profile = prepare_profile(cls.person, "chromium")
        Browser(cls.person, "chromium", cls.extension, cls.port, profile).quit()
        file = profile / "Default/Preferences"
        preferences = json.loads(file.read_text())
        (identifier,) = [key for key, value in preferences["extensions"]["settings"].items()
                         if value.get("path") == str(cls.extension)]
        preferences["extensions"]["settings"][identifier]["incognito"] = True
        file.write_text(json.dumps(preferences))
        cls.popup = f"chrome-extension://{identifier}/pages/popup.html"
        browser = Browser(cls.person, "chromium", cls.extension, cls.port, profile)
        cls.addClassCleanup(browser.quit)
        return browser

    def tabs(self):
        """Whether private, and the address, of every tab; asked from a page of the extension."""
        return self.browser.run("""return chrome.tabs.query({}).then(
            tabs => tabs.map(tab => [tab.incognito, tab.url, tab.title]))""")

    def private_addresses(self):
        return [url for is_private, url, _ in self.tabs() if is_private]

    def test_private_window_is_blocked_and_an_answer_offered(self):
        self.browser.go(self.popup)
        self.browser.run("chrome.windows.create({ incognito: true, url: arguments[0] })",
                         self.browser.url("shop.example", "/secret"))
        blocked = self.popup.replace("popup", "blocked")
        wait_until(lambda: blocked in self.private_addresses(), what="the block")
        self.browser.go(self.popup)
        wait_until(lambda: "Answer for shop.example" in self.browser.text(), what="the offer")

    def test_private_address_is_in_no_title(self):
        self.browser.go(self.popup)
        self.browser.run("chrome.windows.create({ incognito: true, url: arguments[0] })",
                         self.browser.url("shop.example", "/secret"))
        wait_until(lambda: self.browser.run("""
            return chrome.runtime.sendMessage({ ask: "summary" }).then(({ waiting }) =>
                waiting.length > 0 && chrome.runtime.sendMessage(
                    { ask: "answer", tab: waiting[0].tab }).then(() => true))"""),
            what="the private tab")

        def titles():
            return [title for is_private, url, title in self.tabs()
                    if not is_private and url.endswith("blocked.html")]

        wait_until(lambda: "Private window – Soteria" in titles(), what="the page")
        self.assertNotIn("shop.example", " ".join(titles()))
