"""The parts of the extension that talk to the browser, with a browser that says what a test wants:
the way to the host, use and idleness."""

from browser import I18N, Browsing

#: In the page: a browser in which everything is as a test says.
BEGIN = I18N + """
const load = (name) => import("/extension/lib/" + name);
const [{ Host }, { Picture }, { Rulebook }, { Usage }, { Addresses }, { Guard },
       { Conversation }, storage] = await Promise.all(
    ["host.js", "picture.js", "rulebook.js", "usage.js", "addresses.js", "guard.js",
     "conversation.js", "storage.js"].map(load));
const turn = (milliseconds = 0) => new Promise((done) => setTimeout(done, milliseconds));
const event = () => {
    const listeners = [];
    return { addListener: (one) => listeners.push(one),
             tell: (...what) => listeners.forEach((one) => one(...what)) };
};
const area = () => {
    const kept = {};
    return { kept, get: async (names) => Object.fromEntries(
                 [names].flat().filter((name) => name in kept).map((name) => [name, kept[name]])),
             set: async (more) => { Object.assign(kept, more); },
             remove: async (names) => { for (const name of names) delete kept[name]; } };
};
const ports = [];
const world = { focused: true, tab: { url: "http://shop.example/", audible: false } };
globalThis.chrome = {
    i18n,
    runtime: { id: "own", getURL: (path) => "chrome-extension://own" + path,
               connectNative: (name) => {
        const port = { name, sent: [], hellos: [], onMessage: event(), onDisconnect: event(),
                       postMessage: (message) =>
                           (message.id === 0 ? port.hellos : port.sent).push(message),
                       disconnect: () => { port.isOver = true; } };
        ports.push(port);
        return port;
    }, getManifest: () => ({ version: "9.1" }) },
    storage: { session: area(), local: area() },
    idle: { setDetectionInterval: () => {}, queryState: async () => "active" },
    windows: { getLastFocused: async () => ({ id: 1, focused: world.focused }) },
    tabs: { query: async () => [world.tab] },
};
const hello = (port, protocol = 1) => port.onMessage.tell({ hello: { version: "9", protocol } });
const failure = (promise) => promise.then((result) => ["succeeded", result], (error) => error.name);
const shop = new Picture();
shop.tell({ begins: true, complete: true,
            places: [{ target: "shop", sites: ["shop.example"], siteCount: 1 }] });
"""


class Parts(Browsing):
    """Each test is a script in a page of another site."""

    def evaluate(self, script):
        return self.browser.run(f"return (async () => {{ {BEGIN} {script} }})()")

    def test_calls_are_answered_by_number(self):
        self.assertEqual(self.evaluate("""
            const host = new Host();
            host.start(); host.start();
            const early = await failure(host.call("a"));
            const [port] = ports;
            hello(port);
            const one = host.call("one", { x: 1 }), two = failure(host.call("two"));
            port.onMessage.tell({ id: 99, parameters: {} });
            port.onMessage.tell({ id: 2, error: "no", parameters: { why: "so" } });
            port.onMessage.tell({ id: 1, parameters: { y: 2 } });
            return [ports.length, port.name, early, port.sent, await one, await two]"""),
            [1, "org.soteria.browser", "org.soteria.browser.HostGone",
             [{"id": 1, "method": "one", "parameters": {"x": 1}},
              {"id": 2, "method": "two", "parameters": {}}], {"y": 2}, "no"])

    def test_version_is_told_first_and_no_answer_is_needed(self):
        self.assertEqual(self.evaluate("""
            const host = new Host();
            const replies = [];
            host.follow("m", {}, ({ n }) => replies.push(n), () => {});
            host.start();
            const [port] = ports;
            const order = [];
            port.postMessage = ({ id, method, parameters }) => order.push([method, parameters]);
            hello(port);
            port.onMessage.tell({ id: 0, error: "org.soteria.browser.NotAllowed",
                                  parameters: { method: "org.soteria.browser.Hello" } });
            port.onMessage.tell({ id: 1, parameters: { n: 1 }, continues: true });
            return [order, host.connected, replies]"""),
            [[["org.soteria.browser.Hello", {"version": "9.1"}], ["m", {}]], True, [1]])

    def test_host_of_another_protocol_is_not_talked_to(self):
        self.assertEqual(self.evaluate("""
            const host = new Host();
            host.start();
            hello(ports[0], 2);
            return [host.connected, host.problem.includes("soteria browser install"),
                    await failure(host.call("a")), ports[0].sent, ports[0].hellos]"""),
            [False, True, "org.soteria.browser.HostGone", [], []])

    def test_host_that_ends_fails_what_waits_and_is_started_again(self):
        self.assertEqual(self.evaluate("""
            const host = new Host();
            const changes = [];
            host.onChange = () => changes.push(host.connected);
            host.start();
            hello(ports[0]);
            const waiting = failure(host.call("a"));
            ports[0].onDisconnect.tell();
            const error = await waiting;
            while (ports.length < 2) await turn(10);
            ports[0].onMessage.tell({ hello: { version: "old", protocol: 1 } });
            const stale = host.connected;
            hello(ports[1]);
            return [error, changes, stale, host.connected, host.version]"""),
            ["org.soteria.browser.HostGone", [True, False, True], False, True, "9"])

    def test_host_that_does_not_answer_is_as_good_as_none(self):
        self.assertEqual(self.evaluate("""
            const host = new Host(30);
            host.start();
            while (ports.length < 2) await turn(10);
            const mute = [ports[0].isOver, host.connected];
            hello(ports[1]);
            const error = await failure(host.call("a"));
            return [...mute, error, ports[1].isOver, host.connected, host.problem]"""),
            [True, False, "org.soteria.browser.HostGone", True, False,
             "Soteria's browser host is not responding"])

    def test_what_is_followed_is_asked_for_again(self):
        self.assertEqual(self.evaluate("""
            const host = new Host(), replies = [], losses = [];
            host.follow("m", {}, ({ n }) => replies.push(n), ({ name }) => losses.push(name));
            host.start();
            hello(ports[0]);
            ports[0].onMessage.tell({ id: 1, parameters: { n: 1 }, continues: true });
            ports[0].onMessage.tell({ id: 1, error: "org.soteria.browser.DaemonGone" });
            while (ports[0].sent.length < 2) await turn(10);
            ports[0].onMessage.tell({ id: 2, parameters: { n: 2 }, continues: true });
            ports[0].onMessage.tell({ id: 1, parameters: { n: 9 }, continues: true });
            ports[0].onDisconnect.tell();
            while (ports.length < 2) await turn(10);
            hello(ports[1]);
            ports[1].onMessage.tell({ id: 3, parameters: { n: 3 }, continues: true });
            return [replies, losses, ports[1].sent.length, ports[1].sent[0].more]"""),
            [[1, 2, 3], ["org.soteria.browser.DaemonGone", "org.soteria.browser.HostGone"], 1,
             True])

    def test_use_follows_the_window_and_the_tab(self):
        self.assertEqual(self.using("""
            await look(); await look();
            world.focused = false; await look();
            world.focused = true; await look();
            world.tab.url = "http://elsewhere.example/"; await look();
            return said"""), [
            ["Opened", {"site": "shop.example"}], ["Closed", {"use": 1}],
            ["Opened", {"site": "shop.example"}], ["Closed", {"use": 2}]])

    def test_use_of_a_path_is_one_use_and_tells_no_more_of_it(self):
        self.assertEqual(self.using("""
            shop.tell({ begins: true, complete: true, places: [
                { target: "shop", sites: ["shop.example"], siteCount: 2,
                  paths: ["shop.example/sale"] }] });
            for (const path of ["sale/1?q=secret", "sale/2", "", "sale"]) {
                world.tab.url = "http://shop.example/" + path; await look();
            }
            return said"""), [
            ["Opened", {"site": "shop.example", "path": "/sale"}], ["Closed", {"use": 1}],
            ["Opened", {"site": "shop.example"}], ["Closed", {"use": 2}],
            ["Opened", {"site": "shop.example", "path": "/sale"}]])

    def test_use_that_is_over_is_opened_again(self):
        self.assertEqual(self.using("""
            await look();
            unknown = [1];
            usage.beat(); await turn(20);
            return said"""), [
            ["Opened", {"site": "shop.example"}], ["Heartbeat", {"uses": [1]}],
            ["Opened", {"site": "shop.example"}]])

    def test_who_hears_something_is_there_until_the_screen_is_locked(self):
        idle = {"idle": True, "locked": False}
        self.assertEqual(self.using("""
            world.tab = { url: "http://elsewhere.example/", audible: true };
            usage.idleChanged("idle"); await turn(20);
            const before = said.length;
            world.tab.audible = false; await look();
            usage.idleChanged("locked"); await turn(20);
            usage.idleChanged("active"); await turn(20);
            usage.idleChanged("idle"); await turn(20);
            return [before, said]"""), [0, [
            ["SetIdle", {**idle, "idleSeconds": 0}],
            ["SetIdle", {"idle": True, "locked": True, "idleSeconds": 0}],
            ["SetIdle", {"idle": False, "locked": False, "idleSeconds": 0}],
            ["SetIdle", {**idle, "idleSeconds": 180}]]])

    def test_person_is_away_after_the_time_of_the_rules(self):
        self.assertEqual(self.using("""
            const asked = [];
            chrome.idle.setDetectionInterval = (seconds) => asked.push(seconds);
            usage.countAwayAfter(600);
            await look();
            usage.idleChanged("idle"); await turn(20);
            return [asked, said]"""), [[600], [
            ["Opened", {"site": "shop.example"}],
            ["SetIdle", {"idle": True, "locked": False, "idleSeconds": 600}]]])

    def test_who_looks_at_something_else_is_not_told_as_idle(self):
        self.assertEqual(self.using("""
            world.focused = false;
            usage.idleChanged("idle"); await turn(20);
            world.focused = true; world.tab = { url: "about:blank", audible: false }; await look();
            const before = said.length;
            world.tab.url = "http://elsewhere.example/"; await look();
            world.focused = false; await look();
            return [before, said]"""), [0, [
            ["SetIdle", {"idle": True, "locked": False, "idleSeconds": 0}],
            ["SetIdle", {"idle": False, "locked": False, "idleSeconds": 0}]]])

    def test_site_of_no_target_is_told_once_and_the_person_still_comes_back(self):
        self.assertEqual(self.using("""
            world.tab.url = "http://elsewhere.example/";
            usage.idleChanged("idle"); await turn(20);
            const places = (target) => shop.tell({ begins: true, complete: true,
                places: [{ target, siteCount: 9999 }] });
            const refuse = host.call;
            host.call = async (method, parameters) => {
                await refuse(method, parameters);
                if (!method.endsWith("Opened")) return {};
                throw Object.assign(new Error(), { name: "org.soteria.usage.NotTracked" });
            };
            places("long");
            usage.idleChanged("active"); await turn(20);
            await look();
            places("other");
            await look();
            return said.map(([name, { idle }]) => name + (idle ?? ""))"""),
            ["SetIdletrue", "Opened", "SetIdlefalse", "Opened"])

    def using(self, script):
        """A script with a Usage and what it said to a host."""
        return self.evaluate("""
            const said = [];
            let uses = 0, unknown = [];
            const host = { connected: true, call: async (method, parameters) => {
                said.push([method.split(".").at(-1), parameters]);
                return { use: method.endsWith("Opened") ? ++uses : 0, unknown };
            } };
            const usage = new Usage(shop, host);
            await usage.load();
            const look = () => { usage.look(); return turn(20); };
            """ + script)
