"""The extension's modules by themselves, in a browser's own JavaScript: what is known and for how
long, the rules that follow from it, use, words. And the manifest, to the letter."""

import base64
import hashlib
import json
import unittest

from browser import EXTENSION, I18N, Browsing

#: In the page: what the tests below build on.
BEGIN = I18N + """
globalThis.chrome = { i18n };
const load = (name) => import("/extension/" + name);
const [{ counted }, { Picture, LOST_LIMIT }, { wantedRules },
       { siteOf, isBlockedPage, behind }, words,
       { Backoff }, { normalised, isPublic, asked }] = await Promise.all(
    ["lib/texts.js", "lib/picture.js", "lib/rulebook.js", "lib/addresses.js", "pages/words.js",
     "lib/backoff.js", "lib/places.js"].map(load));
const NOW = Date.parse("2026-11-18T22:00:00Z"), MINUTE = 60_000;
const state = (target, blocked, more) =>
    ({ target, name: target.toUpperCase(), blocked, restrictions: [], ...more });
const place = (target, sites, siteCount = sites?.length ?? 9999) => ({ target, sites, siteCount });
const picture = new Picture();
const tell = (places, more) => picture.tell({ begins: true, complete: true, places, ...more });
"""


class Modules(Browsing):
    """Each test is a script in a page of another site; no extension's rights are needed."""

    def evaluate(self, script):
        return self.browser.run(f"return (async () => {{ {BEGIN} {script} }})()")

    def test_site_belongs_to_what_names_it_or_a_domain_above(self):
        found = self.evaluate("""
            tell([place("shop", ["shop.example"]), place("all", ["example", "x.shop.example"])]);
            return ["shop.example", "a.shop.example", "x.shop.example", "myshop.example", "shop",
                    "example.org", ""].map(host => picture.targetsOf(host).sort())""")
        self.assertEqual(found, [["all", "shop"], ["all", "shop"], ["all", "shop"], ["all"], [],
                                 [], []])

    def test_exceptions_win_within_their_target(self):
        found = self.evaluate("""
            const exceptSites = ["work.shop.example"];
            const shop = { ...place("shop", ["shop.example"]), exceptSites };
            tell([shop, place("all", ["example"])], { complete: false });
            tell([{ ...place("shop", []), exceptSites: ["my.shop.example"] }], { begins: false });
            picture.setTargets([state("shop", true), state("all", false)]);
            const rules = wantedRules(picture, NOW).map(({ condition }) => condition);
            const hosts = ["shop.example", "a.work.shop.example", "my.shop.example",
                           "x.shop.example"];
            return [hosts.map(host =>
                [picture.targetsOf(host).sort(), picture.blocks(host, NOW)]), rules]""")
        self.assertEqual(found[0], [
            [["all", "shop"], True], [["all"], False], [["all"], False], [["all", "shop"], True]])
        self.assertEqual(found[1], [
            {"requestDomains": ["shop.example"],
             "excludedRequestDomains": ["work.shop.example", "my.shop.example"],
             "resourceTypes": [type]} for type in ("main_frame", "sub_frame")])

    def test_spellings_of_a_path(self):
        spellings = {
            "/": "", "//": "", "/./..": "", "/shorts": "/shorts", "/shorts/": "/shorts",
            "//shorts//x": "/shorts/x", "/Shorts": "/Shorts", "/%73horts": "/shorts",
            "/%2573": "/%2573", "/a%2fb": "/a%2Fb", "/a/b": "/a/b", "/%2e%2E/x": "/x",
            "/a/./b/../c": "/a/b/c", "/%C3%BC": "/%C3%BC", "/%c3%bc": "/%C3%BC", "/%": "/%25",
            "/%4": "/%254", "/%zz": "/%25zz", "/a*b": "/a%2Ab", "/a%20b": "/a%20b",
            "/~x;y=1": "/~x;y=1", "/a+b": "/a+b", "/%00": "/%00", "/%FF": "/%FF"}
        self.assertEqual(self.evaluate(
            f"return {json.dumps(list(spellings))}.map(normalised)"), list(spellings.values()))

    def test_places_are_as_long_as_the_rules_name_them(self):
        self.assertEqual(self.evaluate("""
            tell([{ ...place("video", []), paths: ["tube.example/shorts"],
                    exceptPaths: ["tube.example/shorts/good"] }, place("all", ["m.tube.example"])]);
            return ["https://user:pw@Tube.Example:8080/%73horts/abc?v=1#t", "http://tube.example/",
                    "http://m.tube.example//shorts/./", "http://tube.example/shortsale",
                    "http://tube.example/Shorts", "http://tube.example/a/../shorts/good/b",
                    "http://tube.example/a/shorts", "http://example/shorts", "file:///shorts"]
                .map((address) => picture.placeOf(address)).map((found) =>
                    [found, found && picture.targetsOf(found).sort(), found && asked(found)])"""), [
            ["tube.example/shorts", ["video"], {"site": "tube.example", "path": "/shorts"}],
            ["tube.example", [], {"site": "tube.example"}],
            ["m.tube.example/shorts", ["all", "video"],
             {"site": "m.tube.example", "path": "/shorts"}],
            ["tube.example", [], {"site": "tube.example"}],
            ["tube.example", [], {"site": "tube.example"}],
            ["tube.example/shorts/good", [],
             {"site": "tube.example", "path": "/shorts/good"}],
            ["tube.example", [], {"site": "tube.example"}],
            ["example", [], {"site": "example"}], [None, None, None]])

    def test_every_site_is_public(self):
        own = ["localhost", "a.localhost", "printer.local", "router", "nas.internal",
               "home.arpa", "x.home.arpa", "0.1.2.3", "10.0.0.1", "127.8.9.1", "100.64.0.1",
               "100.127.255.255", "169.254.1.1", "172.16.0.1", "172.31.0.1", "192.168.1.1",
               "[::]", "[::1]", "[fc00::1]", "[fdff::1]", "[fe80::1]", "[febf::1]",
               "[::ffff:a00:1]"]
        public = ["example.com", "local.example", "10.0.0.example", "11.0.0.1", "100.63.0.1",
                  "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.169.0.1", "8.8.8.8",
                  "[2001:db8::1]", "[fe00::1]", "[fec0::1]", "[::ffff:808:808]", "[::2]"]
        self.assertEqual(self.evaluate(f"""
            tell([{{ ...place("rest", [], 1), everySite: true,
                     exceptSites: ["work.example"], exceptPaths: ["tube.example/course"] }}]);
            picture.setTargets([state("rest", true)]);
            const found = ["http://work.example/", "http://a.work.example/x",
                           "http://tube.example/course/1", "http://tube.example/"]
                .map((address) => picture.targetsOf(picture.placeOf(address)).length);
            return [{json.dumps(own + public)}.filter(isPublic), found,
                    wantedRules(picture, NOW)]"""), [public, [0, 0, 0, 1], []])

    def test_sites_of_which_a_path_is_left_out_have_no_rule(self):
        self.assertEqual(self.evaluate("""
            tell([{ ...place("tube", ["tube.example", "b.example"]),
                    exceptPaths: ["tube.example/course"] }]);
            picture.setTargets([state("tube", true)]);
            const places = ["tube.example", "m.tube.example/course", "b.example"];
            return [wantedRules(picture, NOW).map(({ condition }) => condition),
                    places.map((each) => picture.blocks(each, NOW)),
                    places.map((each) => picture.blocksByRule(each, NOW))]"""), [
            [{"requestDomains": ["tube.example", "b.example"],
              "excludedRequestDomains": ["tube.example"], "resourceTypes": [type]}
             for type in ("main_frame", "sub_frame")],
            [True, False, True], [False, False, True]])

    def test_telling_counts_once_it_is_complete(self):
        found = self.evaluate("""
            tell([place("a", ["old.example"])]);
            const seen = [];
            const look = () => seen.push(["old", "one", "two"].filter(
                name => picture.targetsOf(name + ".example").length > 0));
            tell([place("a", ["one.example"], 2)], { complete: false });
            look();
            tell([place("a", ["two.example"], 2)], { begins: false });
            look();
            tell([place("a", ["never.example"])], { complete: false });
            tell([place("a", ["old.example"])]);
            look();
            return seen""")
        self.assertEqual(found, [["old"], ["one", "two"], ["old"]])

    def test_while_the_daemon_is_heard_nothing_lapses(self):
        self.assertEqual(self.evaluate("""
            picture.setTargets([state("a", true, { until: "2026-11-18T21:00:00Z" })]);
            return [picture.isBlocked("a", NOW), picture.nextLapse(NOW)]"""), [True, None])

    def test_without_it_blocks_hold_to_their_end_or_five_minutes(self):
        found = self.evaluate("""
            picture.setTargets([state("known", true, { until: "2026-11-18T23:00:00Z" }),
                                state("unknown", true), state("open", false)]);
            const first = picture.lose(NOW), second = picture.lose(NOW + MINUTE);
            const at = (minutes) => ["known", "unknown", "open"].filter(
                key => picture.isBlocked(key, NOW + minutes * MINUTE));
            return [first, second, at(0), at(4.9), at(5), at(59), at(60),
                    picture.nextLapse(NOW) - NOW, picture.nextLapse(NOW + 5 * MINUTE) - NOW,
                    picture.nextLapse(NOW + 60 * MINUTE)]""")
        minute = 60_000
        self.assertEqual(found, [True, False, ["known", "unknown"], ["known", "unknown"],
                                 ["known"], ["known"], [], 5 * minute, 60 * minute, None])

    def test_what_is_said_later_holds_whatever_lapsed(self):
        self.assertEqual(self.evaluate("""
            picture.setTargets([state("a", true)]);
            picture.lose(NOW);
            const lapsed = picture.isBlocked("a", NOW + 5 * MINUTE);
            picture.setTargets([state("a", true)]);
            return [lapsed, picture.isBlocked("a", NOW + 6 * MINUTE), picture.goneAt]"""),
            [False, True, None])

    def test_another_life_knows_the_same(self):
        self.assertEqual(self.evaluate("""
            tell([place("a", ["a.example"]), place("long", undefined)]);
            picture.setTargets([state("a", true), state("long", true)]);
            picture.learn("l.example", ["a", "long"]);
            picture.lose(NOW);
            const disk = JSON.parse(JSON.stringify({
                targets: [...picture.targets], places: [...picture.places],
                goneAt: picture.goneAt, learned: picture.learned }));
            const next = new Picture();
            next.restore(disk);
            return [next.blocks("a.example", NOW), next.blocks("x.example", NOW),
                    next.blocks("l.example", NOW), next.mustAsk(NOW), next.goneAt === NOW,
                    next.blocks("a.example", NOW + LOST_LIMIT)]"""),
            [True, False, True, True, True, False])

    def test_decisions_change_one_target(self):
        self.assertEqual(self.evaluate("""
            picture.setTargets([state("a", false), state("b", true)]);
            const decide = (target, verdict) =>
                picture.decide({ target, verdict, name: "N", restrictions: [] });
            decide("a", "block"); decide("b", "unblock"); decide("c", "update");
            return ["a", "b", "c", "d"].map(key => picture.isBlocked(key, NOW))"""),
            [True, False, True, False])

    def test_two_rules_a_blocked_target_with_numbers_that_stay(self):
        found = self.evaluate("""
            const all = [place("a", ["a.example"]), place("b", ["b.example", "bad name", "[::1]"]),
                         place("c", undefined), place("d", ["-ä-"])];
            tell(all);
            picture.setTargets(["a", "b", "c", "d"].map(key => state(key, true)));
            const whole = wantedRules(picture, NOW);
            tell(all.slice(1));
            return [whole, wantedRules(picture, NOW)]""")
        whole, without = found
        self.assertEqual([rule["condition"] for rule in whole], [
            {"requestDomains": [site], "resourceTypes": [type]}
            for site in ("a.example", "b.example") for type in ("main_frame", "sub_frame")])
        self.assertEqual(whole[2:], without)
        self.assertEqual(len({rule["id"] for rule in whole}), 4)
        self.assertEqual(whole[1]["action"], {"type": "block"})
        self.assertTrue(all(0 < rule["id"] < 2**31 for rule in whole))
        self.assertEqual(whole[0]["action"], {
            "type": "redirect", "redirect": {"extensionPath": "/pages/blocked.html"}})

    def test_only_addresses_of_the_web_are_sites(self):
        self.assertEqual(self.evaluate("""
            return ["http://Shop.Example:8080/a", "https://shop.example./", "file:///etc/passwd",
                    "javascript:alert(1)", "data:text/html,x", "about:blank", "", undefined,
                    "chrome-extension://a/pages/blocked.html"].map(siteOf)"""),
            ["shop.example", "shop.example", *[None] * 7])
        dynamic = "chrome-extension://0b0e9f5e-1c5d-4b0a-9f3e-0a1b2c3d4e5f/pages/blocked.html"
        for own, others in (("chrome-extension", "moz-extension"),
                            ("moz-extension", "chrome-extension")):
            is_chromium = own == "chrome-extension"
            self.assertEqual(self.evaluate(f"""
                globalThis.chrome = {{ runtime: {{ id: "x", getURL: (p) => "{own}://x" + p }} }};
                return ["{own}://x/pages/blocked.html", "{dynamic}",
                        "{own}://another/pages/blocked.html", "{others}://x/pages/blocked.html",
                        "https://x/pages/blocked.html", "{own}://x/pages/popup.html",
                        undefined].map(isBlockedPage)"""),
                [True, is_chromium, *[False] * 5])

    def test_views_of_the_browser_show_the_page_behind(self):
        self.assertEqual(self.evaluate("""
            return ["view-source:http://a.example/x", "http://b.example/",
                    "about:reader?url=https%3A%2F%2Fc.example%2Fy%3Fz", "about:reader?", undefined]
                .map(behind)"""), ["http://a.example/x", "http://b.example/",
                                   "https://c.example/y?z", "about:reader?", None])

    def test_what_is_not_known_ends_nothing_until_five_minutes_are_over(self):
        self.assertEqual(self.evaluate("""
            picture.restore({ targets: [], places: null, learned: [] });
            const seen = [picture.hasPlaces, picture.isBlank(NOW)];
            picture.lose(NOW);
            seen.push(picture.nextLapse(NOW) - NOW, picture.isBlank(NOW + LOST_LIMIT),
                      picture.nextLapse(NOW + LOST_LIMIT));
            picture.setTargets([]);
            tell([]);
            return [...seen, picture.isBlank(NOW), picture.hasPlaces]"""),
            [False, True, 300_000, False, None, False, True])

    def test_waits_between_attempts_double_to_half_a_minute(self):
        waits = self.evaluate("""
            const backoff = new Backoff();
            const waits = Array.from({ length: 12 }, () => backoff.next());
            backoff.reset();
            return [...waits, backoff.next()]""")
        self.assertEqual(waits[:4], [100, 200, 400, 800])
        self.assertEqual(waits[9:], [30_000, 30_000, 30_000, 100])

    def test_errors_are_said_in_words(self):
        said = self.evaluate("""
            const say = (name, parameters) => words.sentence({ name, parameters });
            return [say("org.soteria.unblock.Strict", {}),
                    say("org.soteria.unblock.InvalidMinutes", { minimum: 1, maximum: 1440 }),
                    say("org.soteria.browser.DaemonGone", {}), say("org.soteria.unblock.New"),
                    counted("secondsLeft", 1), counted("secondsLeft", 0)]""")
        self.assertEqual(
            said[0], "This block is strict: the site cannot be opened while the block lasts.")
        self.assertIn("between 1 and 1440", said[1])
        self.assertIn("Soteria is not running", said[2])
        self.assertIn("org.soteria.unblock.New", said[3])
        self.assertEqual(said[4:], ["1 second left", "0 seconds left"])

    def test_versions_that_differ_are_said_with_advice(self):
        older, newer, *same = self.evaluate("""
            return [words.versionAdvice("0.9.0", "0.10.0"), words.versionAdvice("0.10.0", "0.9.0"),
                    words.versionAdvice("0.2.0", "0.2.0"), words.versionAdvice("0.2", "0.2.0"),
                    words.versionAdvice("0.2.0", null)]""")
        self.assertEqual(
            older, "This extension is version 0.9.0; Soteria is 0.10.0. Run “soteria browser "
            "install”, unless a package installed the extension. Then reload it on the browser's "
            "extensions page, or restart the browser.")
        self.assertEqual(
            newer, "This extension is version 0.10.0, but Soteria is still 0.9.0. "
            "Restart Soteria: systemctl --user restart soteriad")
        self.assertEqual(same, [None] * 3)

    def test_instants_are_said_with_the_day_where_it_is_another(self):
        said = self.evaluate("""
            const now = new Date(2026, 10, 18, 22, 0);
            const at = (...parts) => words.clock(new Date(...parts).toISOString(), now);
            return [at(2026, 10, 18, 23, 5), at(2026, 10, 19, 6, 30), at(2026, 10, 25, 6, 30),
                    at(2026, 10, 17, 9, 0), words.clock("never", now)]""")
        self.assertEqual(said, ["23:05", "Thursday 06:30", "25 November 06:30",
                                "17 November 09:00", "never"])


class Manifest(unittest.TestCase):
    """What no browser needs to be started for."""

    manifest = json.loads((EXTENSION / "manifest.json").read_text())

    def test_identity_is_that_of_the_key(self):
        digest = hashlib.sha256(base64.b64decode(self.manifest["key"])).hexdigest()[:32]
        self.assertEqual("".join(chr(ord("a") + int(digit, 16)) for digit in digest),
                         "cpdiachfcgkginmbfflbhlmiccfjbnhe")
        self.assertEqual(self.manifest["browser_specific_settings"]["gecko"]["id"],
                         "soteria@soteria.org")

    def test_no_page_of_the_web_reaches_in(self):
        policy = self.manifest["content_security_policy"]["extension_pages"]
        self.assertIn("frame-ancestors 'none'", policy)
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        self.assertNotIn("http", policy)
        (accessible,) = self.manifest["web_accessible_resources"]
        self.assertEqual(accessible["resources"], ["pages/blocked.html"])
        self.assertTrue(accessible["use_dynamic_url"])
        for member in ("content_scripts", "externally_connectable", "optional_permissions"):
            self.assertNotIn(member, self.manifest)

    def test_every_file_that_is_named_is_there(self):
        action = self.manifest["action"]
        names = [*self.manifest["icons"].values(), *action["default_icon"].values(),
                 action["default_popup"],
                 self.manifest["background"]["service_worker"]]
        for name in names:
            self.assertTrue((EXTENSION / name).is_file(), name)

    def test_scripts_are_small_and_write_no_markup(self):
        for file in EXTENSION.rglob("*.js"):
            text = file.read_text()
            self.assertLessEqual(len(text.splitlines()), 300, file)
            self.assertNotRegex(
                text, r"innerHTML|outerHTML|insertAdjacentHTML|eval\(|document\.write", file)
            self.assertNotRegex(text, r"https?://(?!\*)", file)
