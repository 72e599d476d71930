"""What blocks in the extension, with a browser that says what a test wants: the rules and what is
kept of them, tabs that are sent away, the talk with the page."""

from browser import Browsing
from test_extension_parts import BEGIN


class Guarding(Browsing):
    """Each test is a script in a page of another site."""

    def evaluate(self, script):
        return self.browser.run(f"return (async () => {{ {BEGIN} {script} }})()")

    def test_rules_that_differ_are_changed_and_a_refusal_is_mended(self):
        self.assertEqual(self.evaluate("""
            const changes = [];
            let present = [{ id: 5, condition: { requestDomains: ["left.example"] } }];
            let refuses = false;
            chrome.declarativeNetRequest = {
                getDynamicRules: async () => present,
                updateDynamicRules: async ({ removeRuleIds, addRules }) => {
                    if (refuses) throw new Error("full");
                    changes.push([removeRuleIds.length, addRules.length]);
                    present = present.filter(({ id }) => !removeRuleIds.includes(id));
                    present.push(...addRules);
                } };
            console.warn = () => {};
            const book = new Rulebook();
            const state = (blocked) => shop.setTargets(
                [{ target: "shop", name: "S", blocked, restrictions: [] }]);
            state(true);
            await book.apply(shop);
            await book.apply(shop);
            refuses = true; state(false);
            await book.apply(shop);
            const held = present.map(({ condition }) => condition.requestDomains);
            refuses = false;
            await book.apply(shop);
            return [changes, held, present]"""),
            [[[1, 2], [2, 0]], [["shop.example"]] * 2, []])

    def test_rules_stay_while_it_is_not_known_what_belongs_to_them(self):
        self.assertEqual(self.evaluate("""
            let present = [];
            chrome.declarativeNetRequest = {
                getDynamicRules: async () => present,
                updateDynamicRules: async ({ removeRuleIds, addRules }) => {
                    present = present.filter(({ id }) => !removeRuleIds.includes(id));
                    present.push(...addRules);
                } };
            const two = [["shop", "shop.example"], ["news", "news.example"]];
            const states = (blocked) => two.map(([target]) =>
                ({ target, name: target, blocked: blocked.includes(target), restrictions: [] }));
            const picture = new Picture();
            picture.tell({ begins: true, complete: true, places: two.map(([target, site]) =>
                ({ target, sites: [site], siteCount: 1 })) });
            picture.setTargets(states(["shop", "news"]));
            await new Rulebook().apply(picture);
            const held = () => present.map(({ condition }) =>
                condition.requestDomains[0] + " " + condition.resourceTypes[0]).sort();
            const seen = [held()];
            // The next life finds less and less of what was kept.
            const next = new Picture(), book = new Rulebook();
            next.restore({ targets: [...picture.targets], places: null, learned: [] });
            await book.apply(next); seen.push(held());
            next.restore({ targets: [], places: null, learned: [] });
            await book.apply(next); seen.push(held());
            next.setTargets(states(["news"]));
            await book.apply(next); seen.push(held());
            next.tell({ begins: true, complete: true, places: [] });
            await book.apply(next); seen.push(held());
            return seen"""),
            [*[[f"{site} {type}" for site in ("news.example", "shop.example")
                for type in ("main_frame", "sub_frame")]] * 3,
             ["news.example main_frame", "news.example sub_frame"], []])

    def test_what_does_not_fit_is_not_kept_half(self):
        self.assertEqual(self.evaluate("""
            const local = chrome.storage.local;
            storage.savePlaces(shop); await turn();
            const before = (await storage.loadPicture()).places.length;
            console.warn = () => {};
            local.set = async () => { throw new Error("full"); };
            storage.savePlaces(shop); await turn();
            const full = (await storage.loadPicture()).places;
            local.get = async () => { throw new Error("damaged"); };
            return [before, full, (await storage.loadPicture()).targets]"""), [1, None, []])

    def test_addresses_outlive_the_background_page_and_belong_to_their_tab(self):
        self.assertEqual(self.evaluate("""
            const first = new Addresses();
            first.set(1, "https://shop.example/a?b#c");
            first.set(2, "javascript:alert(1)");
            first.set(3, "http://shop.example/" + "x".repeat(20_000));
            first.set(4, "http://gone.example/");
            first.forget(4);
            const next = new Addresses();
            await next.load();
            const known = [1, 2, 3, 4].map((tab) => next.get(tab)?.url ?? null);
            next.leave(1);
            const left = next.get(1) ?? null;
            next.comeBack(1); next.comeBack(9);
            return [known, left, next.get(1).site, next.tabs, next.get(9) ?? null]"""),
            [["https://shop.example/a?b#c", None, "http://shop.example/", None], None,
             "shop.example", [1, 3], None])

    def guarding(self, script):
        """A script with a Guard of a blocked shop, what it reported, and where it sent tabs."""
        return self.evaluate("""
            const said = [], sent = [], open = [{ id: 1, url: "http://other.example/" }];
            const host = { connected: true, ready: async () => true,
                           call: async (method, { site, path }) => {
                said.push([method.split(".").at(-1), site + (path ?? "")]);
                return host.answer ? host.answer(site) : {};
            } };
            chrome.tabs = { query: async () => open,
                            update: async (tab, { url }) => { sent.push(url); } };
            const picture = new Picture();
            const state = (blocked, now = 0) => picture.setTargets(["shop", "long"].map(
                (target) => ({ target, name: target, blocked, restrictions: [] })), now);
            picture.tell({ begins: true, complete: true, places: [
                { target: "shop", sites: ["shop.example"], siteCount: 1 },
                { target: "long", siteCount: 9999 }] });
            const guard = new Guard(picture, new Addresses(), host);
            const at = (url, more) => ({ tabId: 1, frameId: 0, url, ...more });
            const page = "chrome-extension://own/pages/blocked.html";
            const list = (site) =>
                ({ blocked: site === "list.example", targets: site === "list.example"
                    ? ["long"] : [] });
            """ + script)

    def test_one_navigation_is_one_attempt_in_whatever_events_it_is_told(self):
        self.assertEqual(self.guarding("""
            host.answer = list;
            state(true);
            const url = "http://list.example/";
            const told = () => [said.filter(([name]) => name === "Attempt").length, sent.length];
            // A sweep that is faster, a document that is shown all the same, by https.
            open[0] = { id: 1, url: "http://other.example/", pendingUrl: url };
            await Promise.all([guard.navigating(at(url)), guard.sweep()]);
            await guard.shown(at("https://list.example/"));
            guard.moved(1, url);
            await turn();
            const first = told();
            await guard.shown(at(page));
            await guard.navigating(at(url));
            await turn();
            return [first, told()]"""), [[1, 1], [2, 2]])

    def test_path_is_an_attempt_however_it_is_opened_and_no_more_of_it_is_told(self):
        self.assertEqual(self.guarding("""
            picture.tell({ begins: true, complete: true, places: [
                { target: "shop", sites: [], siteCount: 1, paths: ["tube.example/shorts"] }] });
            state(true);
            const tube = "https://www.tube.example";
            const told = async () => { await turn(); return [said.splice(0), sent.length]; };
            // A page, then an address within it, which the browser tells in two ways.
            await guard.navigating(at(tube + "/watch?v=1"));
            await guard.shown(at(tube + "/watch?v=1"));
            await guard.changed(at(tube + "/watch?v=2"));
            const first = await told();
            guard.moved(1, tube + "/shorts/secret?si=3");
            await guard.changed(at(tube + "/shorts/secret?si=3"));
            const second = await told();
            // The page goes on while it is sent away: the same place.
            await guard.changed(at(tube + "/shorts/next"));
            await guard.shown(at(page));
            const third = await told();
            await guard.navigating(at(tube + "/%73horts/x"));
            await guard.changed({ ...at(tube + "/shorts"), frameId: 7 });
            return [first, second, third, await told()]"""), [
            [[], 0], [[["Attempt", "www.tube.example/shorts"]], 1], [[], 1],
            [[["Attempt", "www.tube.example/shorts"]], 2]])

    def test_every_site_is_blocked_but_what_is_left_out(self):
        self.assertEqual(self.guarding("""
            picture.tell({ begins: true, complete: true, places: [
                { target: "shop", sites: [], siteCount: 1, everySite: true,
                  exceptSites: ["work.example"] }] });
            state(true);
            for (const url of ["http://other.example/", "https://work.example/a",
                               "http://127.0.0.1:8000/", "http://router/", "ftp://other.example/"])
                await guard.navigating(at(url));
            await turn();
            return [said, sent.length]"""), [[["Attempt", "other.example"]], 1])

    def test_what_was_opened_before_the_block_is_no_attempt_however_late_it_is_told(self):
        self.assertEqual(self.guarding("""
            const url = "http://shop.example/";
            const opened = async (times) => {
                await guard.navigating(at(url, { timeStamp: times[0] }));
                await guard.shown(at(url, { timeStamp: times[1] }));
                await turn();
                return [said.filter(([name]) => name === "Attempt").length, sent.length];
            };
            state(false, 1000);
            state(true, 2000);
            const before = await opened([1500, 2500]);
            await guard.shown(at(page));
            // What is said again goes on since it began.
            state(true, 4000);
            return [before, await opened([3000, 3001])]"""), [[0, 1], [1, 2]])

    def test_tab_that_changes_its_process_when_it_is_sent_away_made_no_attempt(self):
        self.assertEqual(self.guarding("""
            const url = "http://shop.example/";
            state(false, 1000);
            await guard.navigating(at(url, { timeStamp: 1100 }));
            await guard.shown(at(url, { timeStamp: 1101 }));
            // Firefox tells of the request after the page is shown.
            guard.requested(at(url, { requestId: "15" }));
            open[0].url = url;
            state(true, 2000);
            await guard.sweep();
            guard.failed(at(page));
            await guard.shown(at(page));
            await turn();
            return [said.filter(([name]) => name === "Attempt").length, sent.length]"""), [0, 1])

    def test_tab_that_went_elsewhere_meanwhile_is_left_alone(self):
        self.assertEqual(self.guarding("""
            state(true);
            let answer;
            host.answer = (site) => site === "list.example"
                ? new Promise((done) => { answer = () => done(list(site)); }) : list(site);
            const slow = guard.navigating(at("http://list.example/"));
            await guard.navigating(at("http://other.example/"));
            answer();
            await slow;
            return sent"""), [])

    def test_page_that_stays_and_views_of_it_are_sent_away_again(self):
        self.assertEqual(self.guarding("""
            open[0].url = "http://shop.example/";
            state(true);
            await guard.sweep();
            // The person chose to stay when the page asked.
            guard.failed(at(page));
            await guard.sweepKnown();
            open[0].url = "view-source:http://shop.example/x";
            await guard.sweepKnown();
            open.push({ id: 2, url: "about:blank" });
            guard.moved(2, "about:reader?url=http%3A%2F%2Fshop.example%2F");
            return [sent.length, said]"""), [4, []])

    def test_redirect_that_the_browser_drops_is_asked_for_again(self):
        self.assertEqual(self.guarding("""
            const url = "http://list.example/", later = [], former = globalThis.setTimeout;
            globalThis.setTimeout = (call) => later.push(call);
            host.answer = list;
            state(true);
            await guard.navigating(at(url));
            const first = sent.length;
            // The document comes in spite of it, and stays.
            open[0].url = url;
            await guard.shown(at(url));
            await later[0]();
            const again = sent.length;
            // Now Soteria's page comes, a second time before it is looked for.
            await guard.shown(at(url));
            await guard.shown(at(page));
            await later[1]();
            globalThis.setTimeout = former;
            return [first, again, sent.length, later.length]"""), [1, 2, 2, 2])

    def test_page_is_heard_from_the_beginning_and_its_end_is_no_error(self):
        self.assertEqual(self.evaluate("""
            const errors = [];
            addEventListener("unhandledrejection", (event) => errors.push(String(event.reason)));
            const connection = () => {
                const port = { name: "", heard: [], onMessage: event(), onDisconnect: event(),
                               sender: { id: "own", frameId: 0, tab: { id: 1 },
                                         url: "chrome-extension://own/pages/blocked.html" },
                               postMessage: (message) => {
                                   if (port.isOver) throw new Error("disconnected");
                                   port.heard.push(message);
                               } };
                return port;
            };
            const host = { ready: async () => true, call: async () => { throw new Error("no"); } };
            const talk = new Conversation(shop, new Addresses(), host, new Rulebook());
            let read;
            const ready = new Promise((done) => { read = done; });
            const gone = connection(), port = connection();
            talk.begin(gone, ready);
            gone.onMessage.tell({ id: 1, act: "go" });
            gone.isOver = true; gone.onDisconnect.tell();
            talk.begin(port, ready);
            port.onMessage.tell({ id: 7, act: "go" });
            await turn(20);
            const early = port.heard.length;
            read(); await turn(20);
            const answers = port.heard.filter(({ id }) => id === 7).length;
            port.onMessage.tell({ id: 8, act: "go" });
            port.isOver = true;
            await turn(20);
            return [early, answers, port.heard.some(({ state }) => state?.nothing), errors]"""),
            [0, 1, True, []])
